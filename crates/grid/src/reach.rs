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

/// Room for a list of squares by each cost; a power of two, like [`ROOM`].
const LISTS: usize = LEVELS.next_power_of_two();

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

/// The reach of the unit in hand, kept from the question to the answer.
#[derive(Debug, Default)]
pub struct Notes {
    unit: Option<Unit>,
    /// Kept when the unit is forgotten, so that there is room for the next.
    reach: Option<Box<Reach>>,
    near: Nearness,
}

impl Notes {
    pub(crate) fn forget(&mut self) {
        self.unit = None;
    }

    /// The reach of a unit, if it was kept.
    pub(crate) fn of(&self, unit: Unit) -> Option<&Reach> {
        if self.unit == Some(unit) { self.reach.as_deref() } else { None }
    }
}

/// The squares near some enemies: worked out anew only when these are no longer the same.
#[derive(Clone, Copy, Debug, Default)]
struct Nearness {
    enemies: Squares,
    near: Squares,
}

/// Where one search may go.
#[derive(Clone, Copy, Debug)]
struct Field<'a> {
    ground: &'a Ground,
    /// Squares that may be entered.
    open: Squares,
    /// Those of them that cost no more than the step.
    plain: Squares,
    /// Squares that would be open but are too near an enemy for off-front movement.
    shunned: Squares,
}

impl Field<'_> {
    /// The field of off-front movement: without the squares near the enemy.
    fn away_from(&self, near: &Squares) -> Self {
        Field {
            open: self.open - *near,
            plain: self.plain - *near,
            shunned: self.open & *near,
            ground: self.ground,
        }
    }
}

/// What does not change while one reach is worked out.
#[derive(Clone, Copy, Debug)]
struct Ground {
    /// Squares that cost something to leave, or cannot be left, or where the search starts.
    sticky: Squares,
    /// Squares in enemy zones of control.
    zoc: Squares,
    /// Squares with friends in them.
    friends: Squares,
    interdicted: Squares,
    /// Squares in which a unit must stop.
    halts: Squares,
    start: Square,
    /// Whether the first step may lead from one enemy zone of control into another.
    breaks_off: bool,
    /// What leaving the start costs because of friends there.
    start_passage: u8,
    /// The search may end when it comes here.
    goal: Square,
    passage: u8,
    enter: u8,
    leave: u8,
}

impl Ground {
    /// The ground of a unit that goes nowhere.
    const NONE: Ground = Ground {
        sticky: Squares::EMPTY,
        zoc: Squares::EMPTY,
        friends: Squares::EMPTY,
        interdicted: Squares::EMPTY,
        halts: Squares::EMPTY,
        start: Square::NONE,
        breaks_off: false,
        start_passage: 0,
        goal: Square::NONE,
        passage: 0,
        enter: 0,
        leave: 0,
    };

    /// Whether a unit that has come to a square goes no further.
    fn is_end(&self, square: Square) -> bool {
        square != self.start && (self.zoc.contains(square) || self.halts.contains(square))
    }

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
    costs: [u8; ROOM + 4],
    reached: Squares,
    /// Whether it came upon a square that only the enemy's nearness closes.
    turned_away: bool,
}

/// Room for a row beyond either edge of the map.
const MARGIN: usize = 64;
/// Room for the map and its margins: a power of two, so that the compiler sees that no place is beyond it.
const ROOM: usize = 1024;
const _: () = assert!(MARGIN + SQUARES + MARGIN <= ROOM);

/// Where the cost of a square stands.
#[inline]
fn place_of(square: Square) -> usize {
    (MARGIN + square.index()) % ROOM
}

impl Search {
    /// A search that was not made.
    const NONE: Search = Search { costs: [0; ROOM + 4], reached: Squares::EMPTY, turned_away: false };

    fn cost(&self, square: Square) -> Option<u8> {
        self.reached.contains(square).then(|| self.costs[place_of(square)])
    }

    /// The costs of the eight squares around one, row by row from the north-west, a byte each.
    fn around(&self, square: Square, columns: usize) -> u64 {
        let row = |first: usize| -> u64 {
            let [west, middle, east, _] = *self.costs[first % ROOM..].first_chunk().unwrap_or(&[0; 4]);
            u64::from(u32::from_le_bytes([west, middle, east, 0]))
        };
        let west = MARGIN + square.index() - 1;
        let (north, beside, south) = (row(west - columns), row(west), row(west + columns));
        north | (beside & 0xff) << 24 | (beside >> 16) << 32 | south << 40
    }
}

/// The directions in the order of the rows around a square.
const ROWS: [Direction; 8] = [
    Direction(7),
    Direction(0),
    Direction(1),
    Direction(6),
    Direction(2),
    Direction(5),
    Direction(4),
    Direction(3),
];
/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// A step in a ring that no unit can take: more than all others come to, and still below the highest bit.
const BARRED: u8 = 64;

/// Eight step costs row by row, a byte each.
pub(crate) fn ring(steps: &[u8; 8]) -> u64 {
    u64::from_le_bytes(ROWS.map(|direction| steps[direction.index()].min(BARRED)))
}

/// What leads from the number of a square to those around it, row by row, on a map of so many columns.
pub(crate) fn beside(columns: u8) -> [u16; 8] {
    ROWS.map(|direction| {
        let (right, down) = direction.delta();
        (down * i16::from(columns) + right) as u16
    })
}

impl Reach {
    const NOWHERE: Reach =
        Reach { ground: Ground::NONE, plain: Search::NONE, off_front: Search::NONE, reached: Squares::EMPTY };

    /// Forgets what was found, though not the costs of a search that nobody reads.
    fn clear(&mut self) {
        self.reached = Squares::EMPTY;
        self.plain.reached = Squares::EMPTY;
        self.off_front.reached = Squares::EMPTY;
    }

    fn of(&self, square: Square) -> Option<&Search> {
        [&self.off_front, &self.plain].into_iter().find(|search| search.reached.contains(square))
    }

    /// What it costs to get there, in half points.
    pub fn cost(&self, square: Square) -> Option<u8> {
        if self.reached.contains(square) { self.of(square)?.cost(square) } else { None }
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
        while let Some(direction) = search.and_then(|search| self.step_to(map, search, at)) {
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
        self.step_to(map, self.of(to)?, to)
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
            let free = from == ground.start && ground.breaks_off;
            let pinned = !free && ground.zoc.contains(from) && ground.zoc.contains(to);
            !ground.is_end(from) && !pinned
        })
    }
}

impl<V: Variant> Grid<V> {
    /// The squares from which a unit of a side is too near an enemy for off-front movement. Enemies all around whom
    /// friends stand or control the squares do not count (Big Push 7.6, Verdun 12.9).
    fn nearness<'a>(
        &self,
        board: &BoardOf<V>,
        side: Side,
        moving: Unit,
        known: &'a mut Nearness,
    ) -> &'a Squares {
        let map = &self.pack.map;
        let enemies = *board.occupied(side.enemy()) - self.surrounded(board, side, moving);
        if known.enemies != enemies {
            let mut near = enemies;
            for _ in 1..self.pack.charts.movement.off_front_distance {
                near = map.spread(near);
            }
            *known = Nearness { enemies, near };
        }
        &known.near
    }

    /// The enemies all around whom a side's units stand or control the squares.
    // Ruling: the moving unit and its own zone of control do not help to surround.
    fn surrounded(&self, board: &BoardOf<V>, side: Side, moving: Unit) -> Squares {
        let map = &self.pack.map;
        // Only an enemy next to none but our squares can be surrounded; most often there is none.
        let others = map.all - *board.zoc(side) - *board.occupied(side);
        let ringed = *board.occupied(side.enemy()) - map.next_to(others);
        ringed.iter().filter(|square| self.is_surrounded(board, side, moving, *square)).collect()
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

    /// Every square a unit can reach in this phase, wherever it starts: on the map or off it.
    pub fn reach(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        self.way_to(board, unit, Square::NONE)
    }

    /// The same, to be kept from the question to the answer.
    pub(crate) fn reach_and_note<'a>(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        notes: &'a mut Notes,
    ) -> &'a Reach {
        notes.unit = Some(unit);
        let reach = notes.reach.get_or_insert_with(|| Box::new(Reach::NOWHERE));
        self.explore_for(board, unit, Square::NONE, reach, &mut notes.near);
        if self.breaks_off(board, unit) {
            reach.reached = self.ways_to_withdraw(board, unit, reach.reached);
        }
        reach
    }

    /// As much of a unit's reach as shows whether and how it comes to a square. An engaged defender goes only where the
    /// rest of its stack can get away as well (Verdun 16.5.1).
    pub fn way_to(&self, board: &BoardOf<V>, unit: Unit, to: Square) -> Reach {
        let mut reach = Reach::NOWHERE;
        self.explore_for(board, unit, to, &mut reach, &mut Nearness::default());
        if self.breaks_off(board, unit) {
            reach.reached = self.ways_to_withdraw(board, unit, reach.reached);
        }
        reach
    }

    /// Every square a unit can reach in this phase, whatever becomes of those engaged with it.
    pub(crate) fn reach_alone(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        let mut reach = Reach::NOWHERE;
        self.explore_for(board, unit, Square::NONE, &mut reach, &mut Nearness::default());
        reach
    }

    /// Works a unit's reach out, or as much of it as leads to the goal.
    fn explore_for(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        goal: Square,
        reach: &mut Reach,
        nearness: &mut Nearness,
    ) {
        reach.clear();
        let (side, state, start) = (self.pack.side(unit), board.unit(unit), board.square(unit));
        let allowance = self.variant.allowance(self, board, unit);
        if allowance == 0 || self.has_stopped(board, unit) {
            return;
        }
        let costs = &self.pack.charts.movement;
        let (map, interdicted) = (&self.pack.map, board.interdicted());
        let open = map.all
            - (*board.occupied(side.enemy()) - self.variant.passable_enemies(self, board, side))
            - self.variant.closed_to(self, board, unit);
        reach.ground = self.ground(board, unit, goal);
        let ground = &reach.ground;
        let field = Field { ground, open, plain: open - interdicted, shunned: Squares::EMPTY };
        let mut starts = ArrayVec::<(Square, u8), 80>::new();
        if start.is_some() {
            starts.push((start, 0));
        } else {
            let (entries, cost) = self.entries(board, unit);
            starts.extend(entries.iter().take(80).map(|square| (square, cost.of(map, square))));
        }
        let double = (allowance * costs.off_front_factor).saturating_sub(state.spent());
        let mut done = false;
        if !state.has(Mark::Near) && double > 0 {
            let near = self.nearness(board, side, unit, nearness);
            let is_far = |(square, _): &(Square, u8)| !near.contains(*square);
            if starts.iter().any(is_far) {
                let search = &mut reach.off_front;
                explore(map, &field.away_from(near), &starts, double, search);
                // Without a square near the enemy within reach, the second search would find nothing new; nor is
                // there anything to look for beyond the goal.
                done = search.reached.contains(goal) || (!search.turned_away && starts.iter().all(is_far));
            }
        }
        let single = allowance.saturating_sub(state.spent());
        if !done && single > 0 {
            explore(map, &field, &starts, single, &mut reach.plain);
        }
        reach.reached = reach.off_front.reached | reach.plain.reached;
        if start.is_some() {
            reach.reached.remove(start);
        }
    }

    fn ground(&self, board: &BoardOf<V>, unit: Unit, goal: Square) -> Ground {
        let (side, start) = (self.pack.side(unit), board.square(unit));
        let costs = &self.pack.charts.movement;
        let (interdicted, zoc) = (board.interdicted(), *board.zoc(side.enemy()));
        let (friends, halts) = (*board.occupied(side), self.variant.halts(self, board, unit));
        let mut sticky = friends | interdicted | zoc | halts;
        sticky.insert(start);
        Ground {
            sticky,
            zoc,
            friends,
            interdicted,
            halts,
            start,
            breaks_off: self.breaks_off(board, unit),
            start_passage: self.passage(board, unit),
            goal,
            passage: costs.passage,
            enter: costs.interdicted_enter,
            leave: costs.interdicted_leave,
        }
    }
}

/// The squares that wait to be left, listed by the cost at which a step enters them. A square that is found again at
/// a lower cost is listed again.
struct Waiting {
    first: [u16; LISTS],
    listed: ArrayVec<(Square, u16), { SQUARES * 8 }>,
}

impl Waiting {
    const END: u16 = u16::MAX;

    fn new() -> Waiting {
        Waiting { first: [Waiting::END; LISTS], listed: ArrayVec::new() }
    }

    fn push(&mut self, square: Square, cost: u8) {
        let first = &mut self.first[usize::from(cost) % LISTS];
        let next = std::mem::replace(first, self.listed.len() as u16);
        // There is room for every step of the map.
        let _ = self.listed.try_push((square, next));
    }

    fn pop(&mut self, cost: u8) -> Option<Square> {
        let first = &mut self.first[usize::from(cost) % LISTS];
        let (square, next) = *self.listed.get(usize::from(*first))?;
        *first = next;
        Some(square)
    }
}

/// Goes from the starts as far as the points last. A unit stops in an enemy zone of control and does not go from one
/// to another; leaving friends or interdicted squares, and entering interdicted ones, costs more.
fn explore(map: &Map, field: &Field, starts: &[(Square, u8)], limit: u8, search: &mut Search) {
    let ground = field.ground;
    let limit = limit.min(LEVELS as u8 - 1);
    // What costs more than the limit is not better than what stands here already.
    search.costs.fill(limit + 1);
    search.turned_away = false;
    let mut waiting = Waiting::new();
    for (square, cost) in starts {
        if *cost <= limit && (*square == ground.start || field.open.contains(*square)) {
            search.costs[place_of(*square)] = *cost;
            search.reached.insert(*square);
            waiting.push(*square, *cost);
        }
    }
    for cost in 0..=limit {
        while let Some(square) = waiting.pop(cost) {
            if search.costs[place_of(square)] != cost {
                continue;
            }
            let mut base = cost;
            if ground.sticky.contains(square) {
                if ground.is_end(square) {
                    continue;
                }
                base += ground.surcharge(square);
            }
            if base + map.cheapest[square.index()] <= limit {
                leave(map, field, square, base, limit, search, &mut waiting);
            }
        }
        // What costs more than this may still turn out to be cheaper, but not the goal.
        if search.cost(ground.goal).is_some_and(|known| known <= cost) {
            break;
        }
    }
}

/// Notes every square that a step from one enters, where that is cheaper than what was known. All eight neighbours are
/// compared at once, a byte each: most are no cheaper, and to ask them one by one is what a search would spend most of
/// its time on.
fn leave(
    map: &Map,
    field: &Field,
    from: Square,
    base: u8,
    limit: u8,
    search: &mut Search,
    waiting: &mut Waiting,
) {
    const HIGH: u64 = ONES << 7;
    let ground = field.ground;
    let pinned = from == ground.start && ground.zoc.contains(from) && !ground.breaks_off;
    let totals = map.rings[from.index()] + u64::from(base) * ONES;
    // With all bytes below the highest bit, a byte of the difference keeps that bit unless the total is less.
    let mut cheaper = !((totals | HIGH) - search.around(from, usize::from(map.columns))) & HIGH;
    while cheaper != 0 {
        let place = cheaper.trailing_zeros() as usize / 8 % 8;
        cheaper &= cheaper - 1;
        let to = Square(from.0.wrapping_add(map.beside[place]));
        let mut total = (totals >> (8 * place)) as u8;
        let known = &mut search.costs[place_of(to)];
        if pinned && ground.zoc.contains(to) {
            continue;
        }
        if !field.plain.contains(to) {
            if !field.open.contains(to) {
                // Nothing is cheaper than nothing, so it is not looked at again.
                *known = 0;
                search.turned_away |= field.shunned.contains(to);
                continue;
            }
            total += ground.enter;
            if total >= *known {
                continue;
            }
        }
        *known = total;
        search.reached.insert(to);
        if total + map.cheapest[to.index()] <= limit {
            waiting.push(to, total);
        }
    }
}
