//! Reorganization: replacements, what High Command keeps of them, what comes back by itself, rally (17.0).

use engine::{Forbidden, Question};
use grid::command::Mode;
use grid::event::Modifiers;
use grid::units::{Kind, Size};
use grid::{Common, Mark, Nation, Place, Rolled, Side, Squares, Unit, UnitSet};

use crate::board::{Action as Own, Event as Told, Lull, Operation, Refill};
use crate::rule::Own as Rules;
use crate::verdun::{nation_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

impl Verdun {
    /// Half of both sides' assaults and the own units newly disrupted (17.2).
    pub fn working_total(&self, board: &Table, side: Side) -> u8 {
        let tally = |nation: Nation| board.tally[nation.index()];
        let assaults = u16::from(tally(Nation::French).assaults) + u16::from(tally(Nation::German).assaults);
        assaults.midpoint(u16::from(tally(nation_of(side)).disrupted)).min(255) as u8
    }

    /// The steps that a working total and a roll allow: below the first column the first is used (17.2, 17.3).
    pub fn replacements_for(&self, grid: &Game, total: u8, roll: u8) -> u8 {
        let chart = &grid.pack.charts.replacements;
        if roll <= chart.first_row {
            return 0;
        }
        grid.replacement_steps(total.max(chart.first_column), roll)
    }

    pub(crate) fn run_replacements(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        if !board.own.refill[side.index()].rolled {
            let lost = board.own.lost_now[side.index()];
            let total = self.working_total(board, side);
            let mut refill = Refill { rolled: true, ..Refill::default() };
            if lost > 0 {
                let dice = [context.d6(), context.d6()];
                refill.left = self.replacements_for(grid, total, dice[0] + dice[1]).min(lost);
                let roll = Some(Rolled::two(Common::ReplacementRoll, dice, Modifiers::new()));
                let steps = refill.left;
                context.tell(|| Event::Replacements { nation: nation_of(side), total, roll, steps });
            }
            board.own.refill[side.index()] = refill;
        }
        let mut any = false;
        self.replacement_choices(grid, board, side, |_, _| any = true);
        if any { Flow::Ask } else { Flow::Return }
    }

    /// What a unit of the pool costs (17.3.2, 20.4.2).
    pub(crate) fn price(&self, grid: &Game, board: &Table, unit: Unit, full: bool) -> u8 {
        let counter = grid.pack.unit(unit);
        if counter.size == Size::Regiment && board.own.has(Operation::BestReplacements) {
            return self.data.charts.operations.regiment_cost;
        }
        grid.replacement_cost(unit, full)
    }

    fn may_take(&self, grid: &Game, board: &Table, side: Side, unit: Unit, full: bool) -> bool {
        let counter = grid.pack.unit(unit);
        let left = board.own.refill[side.index()].left;
        if counter.side != side || left == 0 {
            return false;
        }
        if counter.kind == Kind::Air {
            return full && self.lost_air(board, side) == Some(unit);
        }
        let two_sides = counter.steps > 1 && !counter.has_modes();
        let pool = *board.pool() & grid.pack.nations[counter.nation.index()];
        let first = || pool.iter().find(|other| grid.pack.unit(*other).class == counter.class) == Some(unit);
        pool.contains(unit) && first() && (full || two_sides) && self.price(grid, board, unit, full) <= left
    }

    pub(crate) fn replacement_choices(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        mut offer: impl FnMut(Unit, bool),
    ) {
        if board.own.refill[side.index()].left == 0 {
            return;
        }
        for unit in grid.pack.all_units() {
            for full in [true, false] {
                if self.may_take(grid, board, side, unit, full) {
                    offer(unit, full);
                }
            }
        }
    }

    pub(crate) fn question_replacements(&self, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Common::TakingReplacements.into() }
    }

    pub(crate) fn check_replacements(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        action: Action,
    ) -> Forbidden {
        let legal = match action {
            Action::Done => true,
            Action::Own(Own::Take { unit, full }) => self.may_take(grid, board, side, unit, full),
            _ => false,
        };
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::Common(Common::TakingReplacements));
        verdict.when(!legal, Rule::Common(Common::ReplacementPool));
        verdict
    }

    pub(crate) fn choose_replacement(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Take { unit, full }) = action else {
            board.own.refill[side.index()].left = 0;
            return Flow::Return;
        };
        let steps = self.price(grid, board, unit, full);
        let air = grid.pack.unit(unit).kind == Kind::Air;
        let refill = &mut board.own.refill[side.index()];
        refill.left = refill.left.saturating_sub(steps);
        if air {
            if !grid.pack.first_edition() {
                refill.taken += steps;
            }
            self.replace_air(grid, board, unit);
        } else {
            refill.taken += steps;
            refill.units.insert(unit);
            board.update(&grid.pack, unit, |state| {
                state.put(Place::Hand);
                state.set(Mark::Back, !full);
            });
        }
        // The Lafayette Escadrille waives the points, not the step (20.4.3).
        let waived =
            air && side == Side::Allied && board.own.has(Operation::Lafayette) && !grid.pack.first_edition();
        let points = if waived { 0 } else { steps };
        board.points[side.enemy().index()].replacements += i16::from(points);
        context.tell(|| Event::Own(Told::Taken { unit, steps, points }));
        if air {
            context.tell(|| Event::Own(Told::AirBack { unit, rule: Rules::AirReplacements }));
        }
        Flow::Again
    }

    // -------------------------------------------------------------------------------------------- reserves

    /// Steps that a unit counts for in the reserve roll.
    fn worth(&self, grid: &Game, board: &Table, unit: Unit) -> u8 {
        self.price(grid, board, unit, !board.unit(unit).has(Mark::Back))
    }

    /// The modifier of the reserve roll: Pétain, Nivelle, the Somme (17.4.2).
    pub fn reserve_drm(&self, board: &Table, side: Side) -> i8 {
        let chart = &self.data.charts.reserves;
        match side {
            Side::Allied if board.turn <= chart.petain.until => chart.petain.drm,
            Side::Allied if board.turn >= chart.nivelle.from => chart.nivelle.drm,
            Side::German if board.turn >= chart.somme.from => chart.somme.drm,
            _ => 0,
        }
    }

    /// Steps held back for so many taken and a roll (17.4.1).
    pub fn reserves_for(&self, taken: u8, roll: i8) -> u8 {
        let chart = &self.data.charts.reserves;
        let row = (roll - chart.first_row).clamp(0, chart.rows.len() as i8 - 1) as usize;
        let row = &chart.rows[row];
        usize::from(taken).checked_sub(1).map_or(0, |column| row[column.min(row.len() - 1)])
    }

    pub(crate) fn run_reserves(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        let index = side.index();
        if board.own.refill[index].rolled {
            board.own.refill[index].rolled = false;
            let taken = board.own.refill[index].taken;
            if taken > 0 {
                let third = self.scenario(board).raw.reserves_third;
                let (dice, drm, steps) = if third {
                    (None, 0, if taken >= 4 { taken / 3 } else { 0 })
                } else {
                    let dice = [context.d6(), context.d6()];
                    let drm = self.reserve_drm(board, side);
                    (Some(dice), drm, self.reserves_for(taken, (dice[0] + dice[1]) as i8 + drm))
                };
                board.own.refill[index].reserve = steps;
                context.tell(|| Event::Own(Told::ReserveRolled { side, dice, drm, steps }));
            }
        }
        let mut any = false;
        self.reserve_choices(grid, board, side, |_| any = true);
        if any { Flow::Ask } else { Flow::Return }
    }

    /// The largest total of some units that does not exceed a number.
    fn best_sum(&self, grid: &Game, board: &Table, units: &UnitSet, without: Unit, limit: u8) -> u8 {
        let mut sums: u64 = 1;
        for unit in units.iter().filter(|unit| *unit != without) {
            sums |= sums << self.worth(grid, board, unit).min(63);
        }
        (0..=limit.min(63)).rev().find(|sum| sums >> sum & 1 == 1).unwrap_or(0)
    }

    /// The units that can be part of the required total, or of the largest below it (17.4.1c).
    // Ruling: the number drawn is met exactly if the units allow it, otherwise with the largest total below it.
    pub(crate) fn reserve_choices(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        mut offer: impl FnMut(Unit),
    ) {
        let refill = &board.own.refill[side.index()];
        let best = self.best_sum(grid, board, &refill.units, Unit::NONE, refill.reserve);
        if best == 0 {
            return;
        }
        for unit in refill.units.iter() {
            let worth = self.worth(grid, board, unit);
            if worth <= best && worth + self.best_sum(grid, board, &refill.units, unit, best - worth) == best
            {
                offer(unit);
            }
        }
    }

    pub(crate) fn question_reserves(&self, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(Rules::Reserves) }
    }

    pub(crate) fn choose_reserve(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if let Action::Own(Own::Reserve(unit)) = action {
            let worth = self.worth(grid, board, unit);
            let best = {
                let refill = &board.own.refill[side.index()];
                self.best_sum(grid, board, &refill.units, Unit::NONE, refill.reserve)
            };
            let refill = &mut board.own.refill[side.index()];
            refill.reserve = best.saturating_sub(worth);
            refill.units.remove(unit);
            self.put_in_reserve(grid, board, unit);
            board.points[side.enemy().index()].replacements -= i16::from(worth);
            context.tell(|| Event::Own(Told::Reserved { unit, points: worth }));
        }
        Flow::Again
    }

    // --------------------------------------------------------------------------------------------- returns

    /// Replacements wait at the edge, aeroplanes and spent HQs come back (7.3.1d, 17.5, 17.6.1).
    pub(crate) fn run_returns(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let next = board.turn + 1;
        for side in Side::BOTH {
            let edge = grid.pack.map.home[side.index()];
            let units = board.own.refill[side.index()].units;
            for unit in units.iter() {
                if grid.pack.unit(unit).size == Size::Division {
                    board.own.divisions_replaced = board.own.divisions_replaced.saturating_add(1);
                }
                board.update(&grid.pack, unit, |state| state.put(Place::Off(edge, next)));
                board.own.entry[unit.index()] = 0;
                let rule = Rule::Own(Rules::GroundReplacements);
                context.tell(|| Event::Returned { unit, rule });
            }
            board.own.refill[side.index()] = Refill::default();
        }
        let lull = board.own.lull == Lull::Yes;
        for hq in grid.pack.all_units().filter(|unit| grid.pack.unit(*unit).kind == Kind::Hq) {
            let back = matches!(board.unit(hq).place(), Place::Track(turn) if lull || turn <= next);
            if back {
                let edge = grid.pack.map.home[grid.pack.side(hq).index()];
                board.update(&grid.pack, hq, |state| state.put(Place::Off(edge, next)));
                board.own.entry[hq.index()] = 0;
                let rule = Rule::Own(if lull { Rules::LullReorganization } else { Rules::ReturningHqs });
                context.tell(|| Event::Returned { unit: hq, rule });
            }
        }
        self.air_returns(grid, board, context);
        Flow::Return
    }

    // ----------------------------------------------------------------------------------------------- rally

    /// The highest die that rallies: near a command HQ nothing else counts, otherwise the worst row does (17.7.1).
    pub(crate) fn rally_row(&self, grid: &Game, board: &Table, unit: Unit) -> i8 {
        let chart = &self.data.charts.rally;
        let counter = grid.pack.unit(unit);
        let square = board.square(unit);
        let open = grid.open_to_tracing(board, counter.side) | Squares::one(square);
        let sources: Squares = grid
            .hqs(board, counter.nation, Mode::Command)
            .filter(|hq| *hq != unit)
            .map(|hq| board.square(hq))
            .collect();
        let range = grid.pack.charts.ranges.rally;
        if grid.pack.map.flood(sources, open, range).within(range).contains(square) {
            return chart.hq;
        }
        let mut limit = grid.pack.charts.rally.upto;
        let friend = board
            .troops_at(&grid.pack, counter.side, square)
            .any(|other| other != unit && board.unit(other).good_order() && !board.used.contains(other));
        if board.zoc(counter.side.enemy()).contains(square) && !friend {
            limit = limit.min(chart.zoc);
        }
        if counter.kind == Kind::Artillery && board.weather.is_foul() {
            limit = limit.min(chart.foul_guns);
        }
        limit
    }

    /// Those who failed before have it easier (17.7.2).
    pub(crate) fn rally_bonus(&self, board: &Table, unit: Unit) -> Modifiers<Only> {
        let mut modifiers = Modifiers::new();
        let again = board.own.shaken.contains(unit);
        modifiers.add_if(again, Rule::Own(Rules::LaterRally), self.data.charts.rally.again, "tried before");
        modifiers
    }

    /// In a lull everyone rallies without dice (7.3.1e).
    pub(crate) fn run_lull_rally(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let mut any = false;
        for unit in grid.pack.all_units() {
            if board.square(unit).is_some() && !board.unit(unit).good_order() {
                grid.restore(board, unit);
                board.own.shaken.remove(unit);
                any = true;
            }
        }
        if any {
            context.tell(|| Event::Own(Told::Applied { rule: Rules::LullReorganization }));
        }
        Flow::Return
    }

    /// Tallies go back to zero (17.8).
    pub(crate) fn run_reset(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        board.tally = Default::default();
        // What an HQ did this turn does not keep it from changing mode at the start of the next bombardment (12.8.2c).
        for hq in grid.pack.all_units().filter(|unit| grid.pack.unit(*unit).kind == Kind::Hq) {
            board.update(&grid.pack, hq, |state| {
                state.set_spent(0);
                for mark in [Mark::Flipped, Mark::Moved, Mark::Entered] {
                    state.set(mark, false);
                }
            });
        }
        board.counted = UnitSet::EMPTY;
        let own = &mut board.own;
        own.lost_now = [0; 2];
        own.switched = UnitSet::EMPTY;
        own.claimed = false;
        context.tell(|| Event::Own(Told::Reset));
        Flow::Return
    }
}
