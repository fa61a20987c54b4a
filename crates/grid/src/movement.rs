//! Movement: what steps cost, and every square a unit can reach.
//!
//! Big Push 7.1, 7.2, 7.5 to 7.7; Verdun 12.0. `reach` is the primitive: the squares offered, the path taken and the
//! explanation of a refusal all come from it.

use engine::Forbidden;

use crate::board::{Mark, Place};
use crate::map::BLOCKED;
use crate::rule::{Common, Rule};
use crate::square::{Direction, SQUARES, Square, Squares};
use crate::units::{Kind, Nation, Side, Unit};
use crate::variant::{BoardOf, Grid, Variant};

const FAR_AWAY: u8 = u8::MAX;
const NO_STEP: u8 = u8::MAX;
const BUCKETS: usize = 64;
const NOBODY: u16 = u16::MAX;

/// Every square a unit can reach, with the cost and the way.
#[derive(Clone, Debug)]
pub struct Reach {
    plain: Search,
    off_front: Search,
    reached: Squares,
}

/// One search over the map.
#[derive(Clone, Debug)]
struct Search {
    cost: [u8; SQUARES],
    step: [u8; SQUARES],
    reached: Squares,
}

impl Search {
    fn new() -> Search {
        Search { cost: [FAR_AWAY; SQUARES], step: [NO_STEP; SQUARES], reached: Squares::EMPTY }
    }
}

impl Reach {
    fn of(&self, square: Square) -> &Search {
        if self.off_front.reached.contains(square) { &self.off_front } else { &self.plain }
    }

    /// What it costs to get there, in half points.
    pub fn cost(&self, square: Square) -> Option<u8> {
        self.reached.contains(square).then(|| self.of(square).cost[square.index()])
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
    pub fn path(&self, map: &crate::map::Map, to: Square) -> Vec<Square> {
        let search = self.of(to);
        let mut path = vec![to];
        let mut at = to;
        while search.step[at.index()] != NO_STEP {
            at = map.neighbour(at, Direction(search.step[at.index()]).opposite());
            path.push(at);
        }
        path.reverse();
        path
    }

    /// The direction of the last step to a square; none if the unit starts or enters there.
    pub fn last_step(&self, to: Square) -> Option<Direction> {
        let step = self.of(to).step[to.index()];
        (step != NO_STEP).then_some(Direction(step))
    }
}

/// What does not change while one reach is worked out.
struct Ground {
    /// Squares that may be entered.
    open: Squares,
    /// Squares in enemy zones of control.
    zoc: Squares,
    /// Squares with friends in them.
    friends: Squares,
    interdicted: Squares,
    /// Squares where movement ends.
    halts: Squares,
    start: Square,
}

impl<V: Variant> Grid<V> {
    /// The allowance of the face that is up, less weather and suppression, halved by disruption, in half points
    /// (Big Push 7.0, 7.2; Verdun 12.1).
    // Ruling: subtract first, then halve rounding up; doubling for off-front movement comes last.
    pub fn printed_allowance(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let (counter, state) = (self.pack.unit(unit), board.unit(unit));
        if state.has(Mark::Broken) || state.has(Mark::Held) || state.has(Mark::Locked) {
            return 0;
        }
        // An entrenched unit that was mobile when it began to move keeps the points it had; entrenching has its price.
        let entrenched_now = counter.kind != Kind::Hq && state.has(Mark::Flipped);
        let face = if entrenched_now { counter.faces[0] } else { board.face(&self.pack, unit) };
        let charts = &self.pack.charts;
        let mut points = face.movement.saturating_sub(charts.weather.effect(board.weather).move_loss);
        if state.has(Mark::Suppressed) {
            points = points.saturating_sub(charts.movement.suppressed_loss);
        }
        if state.has(Mark::Disrupted) {
            points = points.div_ceil(2);
        }
        points * 2
    }

    /// Half points a unit has left without off-front movement.
    pub fn points_left(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        self.variant.allowance(self, board, unit).saturating_sub(board.unit(unit).spent())
    }

    /// Whether a unit can still leave its square in this phase.
    pub fn can_still_leave(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        !state.has(Mark::Moved)
            && self.pack.side(unit) == board.phasing
            && self.points_left(board, unit) > 0
            && self.can_step(board, unit)
    }

    /// Whether there is any square next to a unit that it can enter.
    pub fn can_step(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let square = board.square(unit);
        if !square.is_some() {
            return false;
        }
        let enemy = self.pack.side(unit).enemy();
        let left = self.budget(board, unit, square);
        if left == 0 {
            return false;
        }
        let (zoc, occupied) =
            (board.zoc(enemy), *board.occupied(enemy) | self.variant.closed_to(self, board, unit));
        let held = zoc.contains(square);
        let steps = &self.pack.map.steps[square.index()];
        let leave =
            if board.is_interdicted(square) { self.pack.charts.movement.interdicted_leave } else { 0 };
        for (direction, to) in self.pack.map.around(square) {
            let cost = steps[direction.index()];
            if cost == BLOCKED || occupied.contains(to) || (held && zoc.contains(to)) {
                continue;
            }
            let enter =
                if board.is_interdicted(to) { self.pack.charts.movement.interdicted_enter } else { 0 };
            if cost + leave + enter <= left {
                return true;
            }
        }
        false
    }

    /// Half points a unit has left, doubled if it is and was off the front.
    fn budget(&self, board: &BoardOf<V>, unit: Unit, square: Square) -> u8 {
        let allowance = self.variant.allowance(self, board, unit);
        let spent = board.unit(unit).spent();
        let factor = self.pack.charts.movement.off_front_factor;
        let near = board.unit(unit).has(Mark::Near) || allowance == 0 || {
            let enemies = board.occupied(self.pack.side(unit).enemy());
            let distance = self.pack.charts.movement.off_front_distance.saturating_sub(1);
            self.pack.map.disc(square, distance).meets(enemies)
        };
        if near { allowance } else { allowance * factor }.saturating_sub(spent)
    }

    /// The squares from which a unit of a side is too near an enemy for off-front movement. Enemies all around whom
    /// friends stand or control the squares do not count (Big Push 7.6, Verdun 12.9).
    // Ruling: the moving unit and its own zone of control do not help to surround.
    pub fn near_enemy(&self, board: &BoardOf<V>, side: Side, moving: Unit) -> Squares {
        let map = &self.pack.map;
        let mut enemies = *board.occupied(side.enemy());
        let ours = *board.zoc(side) | *board.occupied(side);
        for square in enemies.iter() {
            let ring = map.around(square);
            let own = board.square(moving);
            let surrounded = ring.into_iter().all(|(_, next)| {
                if !ours.contains(next) {
                    return false;
                }
                let standing = board.troops_at(&self.pack, side, next).any(|unit| unit != moving);
                let mut control = board.control_count(side, next);
                if own.is_some() && map.distance(own, next) == 1 && board.unit(moving).good_order() {
                    control = control.saturating_sub(1);
                }
                standing || control > 0
            });
            if surrounded {
                enemies.remove(square);
            }
        }
        let mut near = enemies;
        for _ in 1..self.pack.charts.movement.off_front_distance {
            near = map.spread(near);
        }
        near
    }

    /// Every square a unit can reach in this phase, wherever it starts: on the map or off it.
    pub fn reach(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        let side = self.pack.side(unit);
        let state = board.unit(unit);
        let start = board.square(unit);
        let mut starts = arrayvec::ArrayVec::<(Square, u8), 40>::new();
        if start.is_some() {
            starts.push((start, 0));
        } else {
            self.entries(board, unit, |square, cost| {
                let _ = starts.try_push((square, cost));
            });
        }
        let ground = Ground {
            open: self.pack.map.all
                - *board.occupied(side.enemy())
                - self.variant.closed_to(self, board, unit),
            zoc: *board.zoc(side.enemy()),
            friends: *board.occupied(side),
            interdicted: board.interdicted(),
            halts: self.variant.halts(self, board, unit),
            start,
        };
        let mut reach = Reach { plain: Search::new(), off_front: Search::new(), reached: Squares::EMPTY };
        let allowance = self.variant.allowance(self, board, unit);
        let double = (allowance * self.pack.charts.movement.off_front_factor).saturating_sub(state.spent());
        let mut done = false;
        if !state.has(Mark::Near) && double > 0 {
            let near = self.near_enemy(board, side, unit);
            let far = Ground { open: ground.open - near, ..ground };
            let mut off = starts.clone();
            off.retain(|(square, _)| !near.contains(*square));
            if !off.is_empty() {
                self.explore(&far, &off, double, &mut reach.off_front);
                // Without a square near the enemy within reach, the second search would find nothing new.
                done =
                    off.len() == starts.len() && !self.pack.map.spread(reach.off_front.reached).meets(&near);
            }
        }
        if !done {
            self.explore(&ground, &starts, allowance.saturating_sub(state.spent()), &mut reach.plain);
        }
        reach.reached = reach.plain.reached | reach.off_front.reached;
        if start.is_some() {
            reach.reached.remove(start);
        }
        reach
    }

    /// Dijkstra with one bucket for each half point.
    fn explore(&self, ground: &Ground, starts: &[(Square, u8)], limit: u8, search: &mut Search) {
        let costs = &self.pack.charts.movement;
        let map = &self.pack.map;
        let limit = limit.min(BUCKETS as u8 - 1);
        let mut queue = Buckets::new();
        for (square, cost) in starts {
            if *cost <= limit && (ground.start == *square || ground.open.contains(*square)) {
                search.cost[square.index()] = *cost;
                search.reached.insert(*square);
                queue.push(*square, *cost);
            }
        }
        let mut cost = 0;
        while cost <= limit {
            let Some(square) = queue.pop(cost) else {
                cost += 1;
                continue;
            };
            let in_zoc = ground.zoc.contains(square);
            let at_start = square == ground.start;
            if (in_zoc || ground.halts.contains(square)) && !at_start {
                continue;
            }
            let mut base = cost;
            if ground.interdicted.contains(square) {
                base += costs.interdicted_leave;
            }
            if !at_start && ground.friends.contains(square) {
                base += costs.passage;
            }
            let steps = &map.steps[square.index()];
            let around = &map.neighbours[square.index()];
            for direction in 0..8 {
                let (step, to) = (steps[direction], around[direction]);
                if step == BLOCKED || !ground.open.contains(to) || (in_zoc && ground.zoc.contains(to)) {
                    continue;
                }
                let mut total = base + step;
                if ground.interdicted.contains(to) {
                    total += costs.interdicted_enter;
                }
                let known = search.cost[to.index()];
                if total <= limit && total < known {
                    if known != FAR_AWAY {
                        queue.remove(to, known);
                    }
                    search.cost[to.index()] = total;
                    search.step[to.index()] = direction as u8;
                    search.reached.insert(to);
                    queue.push(to, total);
                }
            }
        }
    }

    /// Where a unit that is off the map may enter, and for how much (Big Push 7.7, Verdun 12.7).
    // Ruling: an entry square that the enemy holds is replaced by the nearest free square of the same edge outside
    // enemy zones of control; a square inside the map that is held or full by the nearest free square of the own edge.
    pub fn entries(&self, board: &BoardOf<V>, unit: Unit, mut entry: impl FnMut(Square, u8)) {
        let map = &self.pack.map;
        let side = self.pack.side(unit);
        let free = map.all - *board.occupied(side.enemy());
        let clear = free - *board.zoc(side.enemy());
        let edge = match board.unit(unit).place() {
            Place::Off(edge, _) => map.edges[edge as usize],
            _ => map.home_squares(side),
        };
        if let Some(zone) = self.variant.entry_zone(self, board, unit) {
            (zone & free).iter().for_each(|square| entry(square, map.entry[square.index()]));
            return;
        }
        let scenario = &self.pack.scenarios[usize::from(board.scenario)];
        let named = match board.unit(unit).place() {
            Place::Due(_) => scenario.call(unit).and_then(|group| group.entry),
            _ => None,
        };
        match named {
            None => (edge & clear).iter().for_each(|square| entry(square, map.entry[square.index()])),
            Some(square) => {
                let inside = !edge.contains(square);
                let usable =
                    free.contains(square) && (!inside || self.may_stand(board, unit, square).is_legal());
                if usable {
                    entry(square, if inside { 0 } else { map.entry[square.index()] });
                } else if let Some(other) =
                    (edge & clear).iter().min_by_key(|other| (map.distance(*other, square), *other))
                {
                    entry(other, map.entry[other.index()]);
                }
            }
        }
    }

    /// Whether a unit waits off the map and may come on now.
    pub fn may_enter_map(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        match board.unit(unit).place() {
            Place::Due(turn) | Place::Off(_, turn) => turn <= board.turn,
            _ => false,
        }
    }

    /// Everything that speaks against a unit moving to a square.
    pub fn may_move(&self, board: &BoardOf<V>, unit: Unit, to: Square, reach: &Reach) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let side = self.pack.side(unit);
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        if reach.cost(to).is_some() {
            verdict.extend(self.may_stop(board, unit, to));
            return verdict;
        }
        let state = board.unit(unit);
        verdict.when(state.has(Mark::Locked), rule(Common::Engaged));
        verdict.when(state.has(Mark::Held) || state.has(Mark::Broken), rule(Common::SpecialUnits));
        let supply = self.pack.unit(unit).kind == Kind::Hq && state.has(Mark::Back);
        verdict.when(supply, rule(Common::HqModes));
        verdict.when(board.occupied(side.enemy()).contains(to), rule(Common::ZoneOfControl));
        let from = board.square(unit);
        let zoc = board.zoc(side.enemy());
        if from.is_some() && from != to {
            let crosses = self.pack.map.bank[from.index()] != self.pack.map.bank[to.index()];
            verdict.when(crosses, rule(Common::RiverCrossing));
            let held = zoc.contains(from) && zoc.contains(to);
            verdict.when(held, rule(Common::ZoneOfControl));
        } else if !from.is_some() {
            verdict.when(true, rule(Common::Reinforcements));
        }
        verdict.when(zoc.meets(&self.pack.map.disc(to, 1)), rule(Common::ZoneOfControl));
        verdict.when(true, rule(Common::MovementPoints));
        verdict
    }

    /// The rules that a move rested on, for its event: road, off-front, interdiction or plain points.
    pub(crate) fn move_rules(
        &self,
        board: &BoardOf<V>,
        reach: &Reach,
        path: &[Square],
        nation: Nation,
    ) -> [Rule<V::Own>; 3] {
        let mut rules: [Rule<V::Own>; 3] = [Common::MovementPoints.into(); 3];
        let mut used = 0;
        let mut note = |rule: Common| {
            if used < 3 && !rules[..used].contains(&rule.into()) {
                rules[used] = rule.into();
                used += 1;
            }
        };
        let Some(to) = path.last().copied() else { return rules };
        let map = &self.pack.map;
        if path.iter().any(|square| board.is_interdicted(*square)) {
            note(Common::Interdiction);
        }
        if board.zoc(nation.side().enemy()).contains(to) {
            note(Common::ZoneOfControl);
        }
        for pair in path.windows(2) {
            if map.bank[pair[0].index()] != map.bank[pair[1].index()] {
                note(Common::RiverCrossing);
            }
            let Some(direction) = map.direction(pair[0], pair[1]) else { continue };
            let cost = map.steps[pair[0].index()][direction.index()];
            let charts = &self.pack.charts;
            let line = &charts.terrain.clear;
            let plain = map
                .terrain(pair[1])
                .map(|terrain| charts.terrain.line(terrain))
                .map(|line| if direction.is_straight() { line.straight } else { line.diagonal })
                .fold(if direction.is_straight() { line.straight } else { line.diagonal }, u8::max);
            if cost < plain {
                note(Common::RoadMovement);
            } else if map.stream.contains(pair[1]) {
                note(Common::Waterways);
            } else if !direction.is_straight() {
                note(Common::GridSteps);
            } else if plain > line.straight {
                note(Common::MapTerrain);
            }
        }
        if reach.is_off_front(to) {
            note(Common::OffFront);
        }
        rules
    }
}

/// Squares in order of their cost: a doubly linked list for each half point.
struct Buckets {
    first: [u16; BUCKETS],
    next: [u16; SQUARES],
    before: [u16; SQUARES],
}

impl Buckets {
    fn new() -> Buckets {
        Buckets { first: [NOBODY; BUCKETS], next: [NOBODY; SQUARES], before: [NOBODY; SQUARES] }
    }

    fn push(&mut self, square: Square, cost: u8) {
        let head = std::mem::replace(&mut self.first[usize::from(cost)], square.0);
        self.next[square.index()] = head;
        self.before[square.index()] = NOBODY;
        if head != NOBODY {
            self.before[usize::from(head)] = square.0;
        }
    }

    fn pop(&mut self, cost: u8) -> Option<Square> {
        let head = self.first[usize::from(cost)];
        (head != NOBODY).then(|| {
            self.remove(Square(head), cost);
            Square(head)
        })
    }

    fn remove(&mut self, square: Square, cost: u8) {
        let (before, next) = (self.before[square.index()], self.next[square.index()]);
        if before == NOBODY {
            self.first[usize::from(cost)] = next;
        } else {
            self.next[usize::from(before)] = next;
        }
        if next != NOBODY {
            self.before[usize::from(next)] = before;
        }
    }
}
