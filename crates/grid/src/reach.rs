//! Every square a unit can reach, with its cost and the way.
//!
//! Big Push 7.2 to 7.6, Verdun 12.0. The search goes half point by half point over sets of squares: all squares that
//! cost the same are left together, direction by direction.

use crate::board::Mark;
use crate::map::Map;
use crate::square::{Direction, Square, Squares};
use crate::units::{Side, Unit};
use crate::variant::{BoardOf, Grid, Variant};

/// More half points than any unit has, and room for what a step may cost.
const LEVELS: usize = 44;

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

/// One search: the squares by their cheapest cost.
#[derive(Clone, Debug)]
struct Search {
    at: [Squares; LEVELS],
    reached: Squares,
}

impl Search {
    const EMPTY: Search = Search { at: [Squares::EMPTY; LEVELS], reached: Squares::EMPTY };

    fn cost(&self, square: Square) -> Option<u8> {
        if !self.reached.contains(square) {
            return None;
        }
        self.at.iter().position(|squares| squares.contains(square)).map(|cost| cost as u8)
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
    pub fn path(&self, map: &Map, to: Square) -> Vec<Square> {
        let search = self.of(to);
        let mut path = vec![to];
        let mut at = to;
        while let Some(direction) = self.step_to(map, search, at) {
            at = map.neighbour(at, direction.opposite());
            path.push(at);
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
        Direction::all().find(|direction| {
            let from = map.neighbour(to, direction.opposite());
            let Some(before) = (if from.is_some() { search.cost(from) } else { None }) else { return false };
            let stops = from != ground.start && (ground.zoc | ground.halts).contains(from);
            let pinned = ground.zoc.contains(from) && ground.zoc.contains(to);
            let step = map.steps[from.index()][direction.index()];
            let enter = if ground.interdicted.contains(to) { ground.enter } else { 0 };
            !stops
                && !pinned
                && step != crate::map::BLOCKED
                && before + ground.surcharge(from) + step + enter == cost
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
            let standing = board.troops_at(&self.pack, side, next).any(|unit| unit != moving);
            let mut control = board.control_count(side, next);
            if own.is_some() && map.distance(own, next) == 1 && board.unit(moving).good_order() {
                control = control.saturating_sub(1);
            }
            standing || control > 0
        })
    }

    /// Every square a unit can reach in this phase, wherever it starts: on the map or off it.
    pub fn reach(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
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
            passage: costs.passage,
            enter: costs.interdicted_enter,
            leave: costs.interdicted_leave,
        };
        let mut starts = arrayvec::ArrayVec::<(Square, u8), 80>::new();
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
        let mut done = false;
        if !state.has(Mark::Near) && double > 0 {
            let near = self.near_enemy(board, side, unit);
            let far = Ground { open: ground.open - near, ..ground };
            let mut off = starts.clone();
            off.retain(|(square, _)| !near.contains(*square));
            if !off.is_empty() {
                explore(&self.pack.map, &far, &off, double, &mut reach.off_front);
                // Without a square near the enemy within reach, the second search would find nothing new.
                done =
                    off.len() == starts.len() && !self.pack.map.spread(reach.off_front.reached).meets(&near);
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

/// Goes from the starts as far as the points last. A unit stops in an enemy zone of control and does not go from one
/// to another; leaving friends or interdicted squares, and entering interdicted ones, costs more.
fn explore(map: &Map, ground: &Ground, starts: &[(Square, u8)], limit: u8, search: &mut Search) {
    let limit = usize::from(limit).min(LEVELS - 1);
    // Squares that are left at a later level, because leaving them costs more.
    let mut leaving = [Squares::EMPTY; 16];
    for (square, cost) in starts {
        if *square == ground.start {
            search.reached.insert(*square);
            search.at[0].insert(*square);
            let base = usize::from(ground.surcharge(*square));
            let mut first = *ground;
            if ground.zoc.contains(*square) {
                first.open = first.open - ground.zoc;
            }
            step_out(map, &first, Squares::one(*square), base, limit, search);
        } else if usize::from(*cost) <= limit && ground.open.contains(*square) {
            search.at[usize::from(*cost)].insert(*square);
        }
    }
    let stops = ground.zoc | ground.halts;
    for cost in 0..=limit {
        let new = search.at[cost] - search.reached;
        if cost > 0 || !ground.start.is_some() {
            search.at[cost] = new;
        }
        search.reached = search.reached | new;
        let going = new - stops;
        if !going.is_empty() {
            let (friends, interdicted) = (going & ground.friends, going & ground.interdicted);
            let free = going - friends - interdicted;
            let (passage, leave) = (usize::from(ground.passage), usize::from(ground.leave));
            for (squares, extra) in [
                (free, 0),
                (friends - interdicted, passage),
                (interdicted - friends, leave),
                (friends & interdicted, passage + leave),
            ] {
                let slot = &mut leaving[(cost + extra) % 16];
                *slot = *slot | squares;
            }
        }
        let from = std::mem::take(&mut leaving[cost % 16]);
        if !from.is_empty() {
            step_out(map, ground, from, cost, limit, search);
        }
    }
    // What lies beyond the points was noted but is not reached.
    for squares in &mut search.at[limit + 1..] {
        *squares = Squares::EMPTY;
    }
}

/// Notes every square that a step from a set enters, at its cost. Only the words of the set that hold something, and
/// their neighbours, are looked at.
fn step_out(map: &Map, ground: &Ground, from: Squares, cost: usize, limit: usize, search: &mut Search) {
    let words = from.0.len();
    let Some(first) = from.0.iter().position(|word| *word != 0) else { return };
    let last = from.0.iter().rposition(|word| *word != 0).unwrap_or(first);
    let (low, high) = (first.saturating_sub(1), (last + 1).min(words - 1));
    for word in low..=high {
        let open = ground.open.0[word] & !search.reached.0[word];
        if open == 0 {
            continue;
        }
        let here = from.0[word];
        let before = if word > 0 { from.0[word - 1] } else { 0 };
        let after = if word + 1 < words { from.0[word + 1] } else { 0 };
        if here | before | after == 0 {
            continue;
        }
        let interdicted = ground.interdicted.0[word];
        for (by, ways) in &map.ways {
            let moved =
                if *by > 0 { here << by | before >> (64 - by) } else { here >> -by | after << (64 + by) };
            let moved = moved & open;
            if moved == 0 {
                continue;
            }
            for (step, entered) in ways {
                let squares = moved & entered.0[word];
                let total = cost + usize::from(*step);
                if squares == 0 || total > limit {
                    continue;
                }
                search.at[total].0[word] |= squares & !interdicted;
                let slow = squares & interdicted;
                if slow != 0 && total + usize::from(ground.enter) < LEVELS {
                    search.at[total + usize::from(ground.enter)].0[word] |= slow;
                }
            }
        }
    }
}
