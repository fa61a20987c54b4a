//! Every square a unit can reach, with its cost and the way.
//!
//! Big Push 7.2 to 7.6, Verdun 12.0. The search goes half point by half point: the squares that wait at one cost are
//! left in turn. Only costs are kept; a way is read back from them when somebody asks.

use arrayvec::ArrayVec;

use crate::board::Mark;
use crate::map::{BLOCKED, Map};
use crate::square::{Direction, SQUARES, Square, Squares};
use crate::units::{Side, Unit};
use crate::variant::{BoardOf, Grid, Variant};

/// More half points than any unit may spend.
const LEVELS: usize = 44;

/// A way over the map; every step costs at least half a point.
pub type Path = ArrayVec<Square, { LEVELS + 1 }>;

/// Every square a unit can reach, with the cost and the way.
#[derive(Clone, Debug)]
pub struct Reach {
    ground: Ground,
    plain: Search,
    off_front: Search,
    reached: Squares,
}

/// What does not change while one reach is worked out.
#[derive(Clone, Copy, Debug)]
struct Ground {
    /// Squares that may be entered.
    open: Squares,
    /// Squares in enemy zones of control.
    zoc: Squares,
    /// Squares with friends in them.
    friends: Squares,
    interdicted: Squares,
    /// Squares in which a unit must stop.
    halts: Squares,
    start: Square,
    /// What leaving the start costs because of friends there.
    start_passage: u8,
    /// The search may end when it comes here.
    goal: Square,
    passage: u8,
    enter: u8,
    leave: u8,
}

impl Ground {
    /// What leaving a square costs beyond the step.
    fn surcharge(&self, square: Square) -> u8 {
        let passage = match (square == self.start, self.friends.contains(square)) {
            (true, _) => self.start_passage,
            (false, true) => self.passage,
            (false, false) => 0,
        };
        let leave = if self.interdicted.contains(square) { self.leave } else { 0 };
        passage + leave
    }
}

/// One search: the squares reached, and the cheapest cost of each of them.
#[derive(Clone, Debug)]
struct Search {
    costs: [u8; SQUARES],
    reached: Squares,
}

impl Search {
    const EMPTY: Search = Search { costs: [0; SQUARES], reached: Squares::EMPTY };

    fn cost(&self, square: Square) -> Option<u8> {
        self.reached.contains(square).then(|| self.costs[square.index()])
    }
}

impl Reach {
    fn of(&self, square: Square) -> &Search {
        if self.off_front.reached.contains(square) { &self.off_front } else { &self.plain }
    }

    /// What it costs to get there, in half points.
    pub fn cost(&self, square: Square) -> Option<u8> {
        if self.reached.contains(square) { self.of(square).cost(square) } else { None }
    }

    /// The squares.
    pub fn squares(&self) -> &Squares {
        &self.reached
    }

    /// Whether the whole way keeps away from the enemy.
    pub fn is_off_front(&self, square: Square) -> bool {
        self.off_front.reached.contains(square)
    }

    /// The way to a square, from where the unit starts or enters.
    pub fn path(&self, map: &Map, to: Square) -> Path {
        let search = self.of(to);
        let mut path = Path::new();
        path.push(to);
        let mut at = to;
        while let Some(direction) = self.step_to(map, search, at) {
            at = map.neighbour(at, direction.opposite());
            if path.try_push(at).is_err() {
                break;
            }
        }
        path.reverse();
        path
    }

    /// The direction of the last step to a square; none if the unit starts or enters there.
    pub fn last_step(&self, map: &Map, to: Square) -> Option<Direction> {
        self.step_to(map, self.of(to), to)
    }

    /// The step by which a search came to a square: the first that explains its cost.
    fn step_to(&self, map: &Map, search: &Search, to: Square) -> Option<Direction> {
        let ground = &self.ground;
        if to == ground.start {
            return None;
        }
        let cost = search.cost(to)?;
        let enter = if ground.interdicted.contains(to) { ground.enter } else { 0 };
        Direction::all().find(|direction| {
            let from = map.neighbour(to, direction.opposite());
            let Some(before) = search.cost(from) else { return false };
            let step = map.steps[from.index()][direction.index()];
            if step == BLOCKED || before + ground.surcharge(from) + step + enter != cost {
                return false;
            }
            let stops = from != ground.start && (ground.zoc.contains(from) || ground.halts.contains(from));
            let pinned = ground.zoc.contains(from) && ground.zoc.contains(to);
            !stops && !pinned
        })
    }
}

impl<V: Variant> Grid<V> {
    /// The squares from which a unit of a side is too near an enemy for off-front movement. Enemies all around whom
    /// friends stand or control the squares do not count (Big Push 7.6, Verdun 12.9).
    // Ruling: the moving unit and its own zone of control do not help to surround.
    pub fn near_enemy(&self, board: &BoardOf<V>, side: Side, moving: Unit) -> Squares {
        let map = &self.pack.map;
        let mut enemies = *board.occupied(side.enemy());
        let ours = *board.zoc(side) | *board.occupied(side);
        // Only an enemy next to none but our squares and other enemies can be surrounded; most often there is none.
        let ringed = enemies - map.spread(map.all - ours - enemies);
        for square in ringed.iter() {
            if self.is_surrounded(board, side, moving, square) {
                enemies.remove(square);
            }
        }
        let mut near = enemies;
        for _ in 1..self.pack.charts.movement.off_front_distance {
            near = map.spread(near);
        }
        near
    }

    fn is_surrounded(&self, board: &BoardOf<V>, side: Side, moving: Unit, square: Square) -> bool {
        let map = &self.pack.map;
        let own = board.square(moving);
        map.around(square).all(|(_, next)| {
            let standing = || board.troops_at(&self.pack, side, next).any(|unit| unit != moving);
            let controlled = || {
                let beside = own.is_some() && map.distance(own, next) == 1;
                let itself = u8::from(beside && board.unit(moving).good_order());
                board.control_count(&self.pack, side, next) > itself
            };
            (board.occupied(side).contains(next) && standing())
                || (board.zoc(side).contains(next) && controlled())
        })
    }

    /// Whether a square is too near an enemy for off-front movement of a unit.
    fn is_near_enemy(&self, board: &BoardOf<V>, side: Side, moving: Unit, square: Square) -> bool {
        let distance = self.pack.charts.movement.off_front_distance.saturating_sub(1);
        let enemies = self.pack.map.disc(square, distance) & *board.occupied(side.enemy());
        enemies.iter().any(|enemy| !self.is_surrounded(board, side, moving, enemy))
    }

    /// Every square a unit can reach in this phase, wherever it starts: on the map or off it.
    pub fn reach(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        self.reach_until(board, unit, Square::NONE)
    }

    /// As much of a unit's reach as shows whether and how it comes to a square.
    pub fn way_to(&self, board: &BoardOf<V>, unit: Unit, to: Square) -> Reach {
        self.reach_until(board, unit, to)
    }

    fn reach_until(&self, board: &BoardOf<V>, unit: Unit, goal: Square) -> Reach {
        let side = self.pack.side(unit);
        let state = board.unit(unit);
        let start = board.square(unit);
        let costs = &self.pack.charts.movement;
        let ground = Ground {
            open: self.pack.map.all
                - (*board.occupied(side.enemy()) - self.variant.passable_enemies(self, board, side))
                - self.variant.closed_to(self, board, unit),
            zoc: *board.zoc(side.enemy()),
            friends: *board.occupied(side),
            interdicted: board.interdicted(),
            halts: self.variant.halts(self, board, unit),
            start,
            start_passage: self.passage(board, unit),
            goal,
            passage: costs.passage,
            enter: costs.interdicted_enter,
            leave: costs.interdicted_leave,
        };
        let mut starts = ArrayVec::<(Square, u8), 80>::new();
        if start.is_some() {
            starts.push((start, 0));
        } else {
            self.entries(board, unit, |square, cost| {
                let _ = starts.try_push((square, cost));
            });
        }
        let mut reach =
            Reach { ground, plain: Search::EMPTY, off_front: Search::EMPTY, reached: Squares::EMPTY };
        if self.has_stopped(board, unit) {
            return reach;
        }
        let allowance = self.variant.allowance(self, board, unit);
        let double = (allowance * costs.off_front_factor).saturating_sub(state.spent());
        let near_start = start.is_some() && self.is_near_enemy(board, side, unit, start);
        let mut done = false;
        if !state.has(Mark::Near) && double > 0 && !near_start {
            let near = self.near_enemy(board, side, unit);
            let far = Ground { open: ground.open - near, ..ground };
            let mut off = starts.clone();
            off.retain(|(square, _)| !near.contains(*square));
            if !off.is_empty() {
                explore(&self.pack.map, &far, &off, double, &mut reach.off_front);
                // Without a square near the enemy within reach, the second search would find nothing new; nor is
                // there anything to look for beyond the goal.
                done = reach.off_front.reached.contains(goal)
                    || (off.len() == starts.len()
                        && !self.pack.map.spread(reach.off_front.reached).meets(&near));
            }
        }
        let single = allowance.saturating_sub(state.spent());
        if !done && single > 0 {
            explore(&self.pack.map, &ground, &starts, single, &mut reach.plain);
        }
        reach.reached = reach.plain.reached | reach.off_front.reached;
        if start.is_some() {
            reach.reached.remove(start);
        }
        reach
    }
}

/// The squares that wait to be left, listed by the cost at which a step enters them. A square that is found again at
/// a lower cost is listed again.
struct Waiting {
    first: [u16; LEVELS],
    listed: ArrayVec<(Square, u16), { SQUARES * 8 }>,
}

impl Waiting {
    const END: u16 = u16::MAX;

    fn new() -> Waiting {
        Waiting { first: [Waiting::END; LEVELS], listed: ArrayVec::new() }
    }

    fn push(&mut self, square: Square, cost: u8) {
        let first = &mut self.first[usize::from(cost)];
        let next = std::mem::replace(first, self.listed.len() as u16);
        // There is room for every step of the map.
        let _ = self.listed.try_push((square, next));
    }

    fn pop(&mut self, cost: u8) -> Option<Square> {
        let first = &mut self.first[usize::from(cost)];
        let (square, next) = *self.listed.get(usize::from(*first))?;
        *first = next;
        Some(square)
    }
}

/// Goes from the starts as far as the points last. A unit stops in an enemy zone of control and does not go from one
/// to another; leaving friends or interdicted squares, and entering interdicted ones, costs more.
fn explore(map: &Map, ground: &Ground, starts: &[(Square, u8)], limit: u8, search: &mut Search) {
    let limit = limit.min(LEVELS as u8 - 1);
    // What costs more than the limit is not better than what stands here already.
    search.costs = [limit + 1; SQUARES];
    let mut waiting = Waiting::new();
    for (square, cost) in starts {
        if *cost <= limit && (*square == ground.start || ground.open.contains(*square)) {
            search.costs[square.index()] = *cost;
            waiting.push(*square, *cost);
        }
    }
    let mut stops = ground.zoc | ground.halts;
    if ground.start.is_some() {
        stops.remove(ground.start);
    }
    for cost in 0..=limit {
        while let Some(square) = waiting.pop(cost) {
            if search.costs[square.index()] != cost {
                continue;
            }
            search.reached.insert(square);
            if !stops.contains(square) {
                leave(map, ground, square, cost + ground.surcharge(square), search, &mut waiting);
            }
        }
        if search.reached.contains(ground.goal) {
            return;
        }
    }
}

/// Notes every square that a step from one enters, where that is cheaper than what was known.
fn leave(map: &Map, ground: &Ground, from: Square, base: u8, search: &mut Search, waiting: &mut Waiting) {
    let pinned = from == ground.start && ground.zoc.contains(from);
    for (step, offset) in map.steps[from.index()].iter().zip(map.offsets) {
        let total = base.saturating_add(*step);
        let to = Square(from.0.wrapping_add_signed(offset));
        // Beyond the edge of the map there is nothing, or a square to which the step is blocked.
        let Some(known) = search.costs.get_mut(to.index()) else { continue };
        if total >= *known || !ground.open.contains(to) || (pinned && ground.zoc.contains(to)) {
            continue;
        }
        let total = if ground.interdicted.contains(to) { total + ground.enter } else { total };
        if total < *known {
            *known = total;
            waiting.push(to, total);
        }
    }
}
