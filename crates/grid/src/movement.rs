//! Movement: allowances, entry, and what speaks against a move.
//!
//! Big Push 7.1, 7.2, 7.5 to 7.7; Verdun 12.0. [`Grid::reach`] is the primitive: the squares
//! offered, the path taken and the explanation of a refusal all come from it.

use engine::Forbidden;

use crate::board::{Mark, Place};
use crate::map::{BLOCKED, Map};
use crate::reach::Reach;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::units::{Kind, Nation, Unit};
use crate::variant::{BoardOf, Grid, Variant};

/// What it costs to enter the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryCost {
    /// What the map says of the square.
    Printed,
    /// Nothing.
    Free,
}

impl EntryCost {
    /// The half points that the map asks for at a square.
    fn of(self, map: &Map, square: Square) -> u8 {
        if self == EntryCost::Printed { map.entry[square.index()] } else { 0 }
    }
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

    /// What keeps a unit where it is: it is held, or broken down.
    pub(crate) fn is_fixed(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        let state = board.unit(unit);
        let mut verdict = Forbidden::NO;
        let rule = self.variant.fixed_by(board, unit).unwrap_or(Common::SpecialUnits.into());
        verdict.when(state.has(Mark::Held) || state.has(Mark::Broken), rule);
        verdict
    }

    /// Half points a unit has left without off-front movement.
    pub fn points_left(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        self.variant.allowance(self, board, unit).saturating_sub(board.unit(unit).spent())
    }

    /// Whether there is any square next to a unit that it can enter.
    pub fn can_step(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let seen = self.sees_step(board, unit);
        seen.unwrap_or_else(|| {
            if self.breaks_off(board, unit) {
                self.can_withdraw(board, unit)
            } else {
                !self.reach(board, unit).squares().is_empty()
            }
        })
    }

    /// The same, where a look around a unit tells.
    pub(crate) fn sees_step(&self, board: &BoardOf<V>, unit: Unit) -> Option<bool> {
        let (square, spent) = (board.square(unit), board.unit(unit).spent());
        let allowance = if square.is_some() { self.variant.allowance(self, board, unit) } else { 0 };
        if allowance == 0 || self.has_stopped(board, unit) {
            return Some(false);
        }
        if self.breaks_off(board, unit) {
            return None;
        }
        let left = allowance.saturating_sub(spent);
        let closed = self.variant.closed_to(self, board, unit);
        if self.affordable_step(board, unit, left, &closed).is_some() {
            return Some(true);
        }
        // What is too dear with doubled points needs no look at the enemy.
        let double = (allowance * self.pack.charts.movement.off_front_factor).saturating_sub(spent);
        if self.affordable_step(board, unit, double.max(left), &Squares::EMPTY).is_none() {
            return Some(false);
        }
        let budget = self.budget(board, unit, square, allowance);
        if self.affordable_step(board, unit, budget.max(left), &Squares::EMPTY).is_none() {
            return Some(false);
        }
        // Off the front the squares that it enters must lie there, too.
        let doubled = || self.affordable_step(board, unit, left, &Squares::EMPTY).is_none();
        if !self.pack.first_edition() && budget > left && doubled() {
            let barred = closed | self.near_enemies_beside(board, unit);
            return self.affordable_step(board, unit, budget, &barred).map(|_| true);
        }
        // Only squares that are closed to the unit may stand against it now.
        let around = self.pack.map.disc(square, 1);
        if !closed.meets(&around) {
            return Some(true);
        }
        let shut_in = self.affordable_step(board, unit, double.max(left), &closed).is_none()
            && !self.variant.passable_enemies(self, board, self.pack.side(unit)).meets(&around);
        shut_in.then_some(false)
    }

    /// A unit that has moved into an enemy zone of control, or where a game makes it halt, goes no further in this
    /// phase (Big Push 7.5, Verdun 11.2.2).
    pub(crate) fn has_stopped(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        state.has(Mark::Stepped)
            && (board.zoc(self.pack.side(unit).enemy()).contains(state.square())
                || self.variant.halts(self, board, unit).contains(state.square()))
    }

    /// What leaving the square of a unit costs because friends are there whom it has come upon in this phase: to stop
    /// among them and go on is to pass through (Big Push 7.3).
    pub(crate) fn passage(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let state = board.unit(unit);
        let side = self.pack.side(unit);
        let among = state.has(Mark::Stepped) && board.crowded(side).contains(state.square());
        let sisters = || {
            let mut friends = board.troops_at(&self.pack, side, state.square());
            state.has(Mark::Parted)
                && friends.all(|friend| {
                    let friend = board.unit(friend);
                    friend.has(Mark::Parted) && friend.spent() == state.spent()
                })
        };
        if among && !sisters() { self.pack.charts.movement.passage } else { 0 }
    }

    /// The first square that a step out of its own brings a unit to for at most that many half points.
    pub(crate) fn affordable_step(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        most: u8,
        closed: &Squares,
    ) -> Option<Square> {
        self.affordable_steps(board, unit, most, closed).next()
    }

    /// All squares that such a step brings it to.
    pub(crate) fn affordable_steps<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        unit: Unit,
        most: u8,
        closed: &'a Squares,
    ) -> impl Iterator<Item = Square> + 'a {
        let square = board.square(unit);
        let enemy = self.pack.side(unit).enemy();
        let (zoc, occupied) = (board.zoc(enemy), board.occupied(enemy));
        let held = zoc.contains(square) && !self.breaks_off(board, unit);
        let charts = &self.pack.charts.movement;
        let shelled = if board.is_interdicted(square) { charts.interdicted_leave } else { 0 };
        let leave = shelled + self.passage(board, unit);
        let steps = self.pack.map.steps[square.index()].iter().zip(self.pack.map.neighbours[square.index()]);
        let affordable = move |(step, to): &(&u8, Square)| {
            if step.saturating_add(leave) > most
                || **step == BLOCKED
                || occupied.contains(*to)
                || closed.contains(*to)
                || (held && zoc.contains(*to))
            {
                return false;
            }
            let enter = if board.is_interdicted(*to) { charts.interdicted_enter } else { 0 };
            **step + leave + enter <= most
        };
        steps.filter(affordable).map(|(_, to)| to)
    }

    /// Half points a unit on the map has left where it stands, doubled off the front (Big Push 7.6).
    pub(crate) fn points_here(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        self.budget(board, unit, board.square(unit), self.variant.allowance(self, board, unit))
    }

    /// Half points a unit has left, doubled if it is and was off the front.
    fn budget(&self, board: &BoardOf<V>, unit: Unit, square: Square, allowance: u8) -> u8 {
        let spent = board.unit(unit).spent();
        let factor = self.pack.charts.movement.off_front_factor;
        let near = board.unit(unit).has(Mark::Near) || allowance == 0 || {
            let side = self.pack.side(unit);
            let enemies = *board.occupied(side.enemy());
            let distance = self.pack.charts.movement.off_front_distance.saturating_sub(1);
            let disc = self.pack.map.disc(square, distance);
            let free = || enemies - self.surrounded(board, side, unit);
            disc.meets(&enemies) && (self.pack.first_edition() || disc.meets(&free()))
        };
        if near { allowance } else { allowance * factor }.saturating_sub(spent)
    }

    /// Where a unit that is off the map may enter, and for how much (Big Push 7.7, Verdun 12.7).
    // Ruling: an entry square that the enemy holds is replaced by the nearest free square of the same edge outside
    // enemy zones of control, the owner choosing between those equally near. A square inside the map is open as long as
    // its side holds it, no enemy controls it and there is room; otherwise the units come by the edge.
    pub fn entries(&self, board: &BoardOf<V>, unit: Unit) -> (Squares, EntryCost) {
        let map = &self.pack.map;
        let (side, place) = (self.pack.side(unit), board.unit(unit).place());
        let held = *board.occupied(side.enemy());
        if let Some(zone) = self.variant.entry_zone(self, board, unit) {
            return (zone - held, EntryCost::Printed);
        }
        let edge = match place {
            Place::Off(edge, _) => map.edges[edge as usize],
            _ => map.home_squares(side),
        };
        let scenario = &self.pack.scenarios[usize::from(board.scenario)];
        let group = match place {
            Place::Due(turn) => scenario.call_on(unit, turn),
            _ => None,
        };
        let clear = edge - held - *board.zoc(side.enemy());
        let Some(mut square) = group.and_then(|group| group.entry) else {
            let anywhere = group.is_some_and(|group| !group.free_of_zoc);
            return (if anywhere { edge - held } else { clear }, EntryCost::Printed);
        };
        if !edge.contains(square) {
            if self.is_open_inside(board, unit, square) {
                return (Squares::one(square), EntryCost::Free);
            }
            square = group.and_then(|group| group.instead).unwrap_or(square);
        }
        if edge.contains(square) && !held.contains(square) {
            return (Squares::one(square), EntryCost::Printed);
        }
        let nearest = clear.iter().map(|other| map.distance(other, square)).min();
        let mut squares: Squares =
            clear.iter().filter(|other| Some(map.distance(*other, square)) == nearest).collect();
        if self.pack.first_edition() {
            squares = squares.iter().next().into_iter().collect();
        }
        (squares, EntryCost::Printed)
    }

    /// Whether units may appear in a square inside the map: their side holds it, no enemy stands there or controls it,
    /// and there is room (Big Push 7.7, 14.4.1).
    fn is_open_inside(&self, board: &BoardOf<V>, unit: Unit, square: Square) -> bool {
        let side = self.pack.side(unit);
        let ours = Nation::ALL
            .into_iter()
            .any(|nation| nation.side() == side && board.held[nation.index()].contains(square));
        let safe = ours && !board.zoc(side.enemy()).contains(square);
        !board.occupied(side.enemy()).contains(square)
            && (safe || self.pack.first_edition())
            && self.may_stand(board, unit, square).is_legal()
    }

    /// The half points for entering the map at a square, interdiction included (Big Push 7.2.4, 7.7).
    pub(crate) fn entry_price(&self, board: &BoardOf<V>, cost: EntryCost, square: Square) -> u8 {
        let shelled =
            cost == EntryCost::Printed && board.is_interdicted(square) && !self.pack.first_edition();
        cost.of(&self.pack.map, square)
            + if shelled { self.pack.charts.movement.interdicted_enter } else { 0 }
    }

    /// The half points for leaving the map from where a unit stands, interdiction and passage included
    /// (Big Push 7.2.4, 7.3, 13.4).
    pub(crate) fn exit_price(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let charts = &self.pack.charts.movement;
        if self.pack.first_edition() {
            return charts.exit;
        }
        let shelled = board.is_interdicted(board.square(unit));
        charts.exit + self.passage(board, unit) + if shelled { charts.interdicted_leave } else { 0 }
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
        // What a referee would say first stands alone: the price of the ground matters only where nothing else forbids
        // the move.
        let state = board.unit(unit);
        verdict.when(state.has(Mark::Locked) || self.breaks_off(board, unit), rule(Common::Engaged));
        verdict.extend(self.is_fixed(board, unit));
        let supply = self.pack.unit(unit).kind == Kind::Hq && state.has(Mark::Back);
        verdict.when(supply, rule(Common::HqModes));
        verdict.when(self.has_stopped(board, unit), rule(Common::ZoneOfControl));
        verdict.when(board.occupied(side.enemy()).contains(to), rule(Common::ZoneOfControl));
        let from = board.square(unit);
        let zoc = board.zoc(side.enemy());
        let bank = |square: Square| self.pack.map.bank[square.index()];
        let crosses = from.is_some() && bank(from) != bank(to);
        if from.is_some() && from != to {
            verdict.when(crosses && self.pack.map.distance(from, to) == 1, rule(Common::RiverCrossing));
            let held = zoc.contains(from) && zoc.contains(to);
            verdict.when(held, rule(Common::ZoneOfControl));
        } else if !from.is_some() {
            verdict.when(true, rule(Common::Reinforcements));
        }
        verdict.extend(self.variant.why_barred(self, board, unit, to));
        if verdict.is_legal() || !from.is_some() {
            verdict.when(true, rule(Common::MovementPoints));
            verdict.when(crosses, rule(Common::RiverCrossing));
            verdict.when(zoc.meets(&self.pack.map.disc(to, 1)), rule(Common::ZoneOfControl));
        }
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
            if pair[0] != path[0] && board.occupied(nation.side()).contains(pair[0]) {
                note(Common::Stacking);
            }
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
