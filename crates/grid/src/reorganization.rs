//! Reorganization: HQs leave and return, replacements are taken, units rally, markers are cleared.
//!
//! Big Push 7.4.2, 11.2.1, 12.0; Verdun 13.2.5, 17.0.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question, Seat, seat::Seats};

use crate::action::Action;
use crate::board::{Mark, Place, Replacements};
use crate::command::Mode;
use crate::event::{Event, Modifiers, Rolled};
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::steps;
use crate::units::{Kind, Nation, Side, Size, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// HQs that supplied assaults go to the turn track; a die says for how long (Big Push 11.2.1).
    pub(crate) fn run_remove_supply_hqs(
        &self,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        self.variant.assaults_over(self, board, context);
        let used = board.used;
        for hq in used.iter().filter(|hq| board.square(*hq).is_some()).collect::<ArrayVec<Unit, 32>>() {
            let roll = Rolled::one(Common::SupplyHqReturn, context.d6(), self.return_modifiers(board));
            let back_on = board.turn + if self.returns_soon(roll.total()) { 1 } else { 2 };
            self.take_off(board, hq, Place::Track(back_on));
            let rule = Common::SupplyHqReturn.into();
            context.tell(|| Event::HqRemoved { unit: hq, rule, back_on, roll: Some(roll) });
        }
        board.used = UnitSet::EMPTY;
        Flow::Return
    }

    /// What is added to the die for an HQ's return.
    pub(crate) fn return_modifiers(&self, board: &BoardOf<V>) -> Modifiers<V::Own> {
        let mut modifiers = Modifiers::new();
        let foul = self.pack.charts.hq_return.foul;
        modifiers.add_if(board.weather.is_foul(), board.weather.rule(), foul, "rain or snow");
        modifiers
    }

    /// With this total an HQ is back on the next turn, otherwise a turn later.
    pub(crate) fn returns_soon(&self, total: i8) -> bool {
        total <= self.pack.charts.hq_return.next_turn_upto
    }

    /// A Command Mode HQ in an enemy zone of control, without a good-order friend in its square, leaves the map and
    /// returns two turns later (Big Push 7.4.2).
    pub(crate) fn run_remove_command_hqs(
        &self,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        for nation in Nation::ALL {
            let enemy = nation.side().enemy();
            let caught: ArrayVec<Unit, 16> = self
                .hqs(board, nation, Mode::Command)
                .filter(|hq| {
                    let square = board.square(*hq);
                    let friend = board
                        .troops_at(&self.pack, nation.side(), square)
                        .any(|unit| unit != *hq && board.unit(unit).good_order());
                    board.zoc(enemy).contains(square) && !friend
                })
                .take(16)
                .collect();
            for hq in caught {
                let back_on = board.turn + 2;
                let home = self.pack.map.home[nation.side().index()];
                self.take_off(board, hq, Place::Off(home, back_on));
                let rule = Common::HqModes.into();
                context.tell(|| Event::HqRemoved { unit: hq, rule, back_on, roll: None });
            }
        }
        Flow::Return
    }

    /// At the end of his turn a player clears the enemy's interdiction markers (Big Push 12.4).
    pub(crate) fn run_clear_interdiction(
        &self,
        side: Side,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let enemy = side.enemy();
        let markers = board.interdiction[enemy.index()];
        for square in markers.iter() {
            board.interdict(&self.pack, enemy, square, false);
        }
        if !markers.is_empty() {
            context.tell(|| Event::InterdictionCleared { side, squares: markers });
        }
        Flow::Return
    }

    /// The working total picks the column, two dice the row: so many steps may be taken
    /// (Big Push 12.1.1, 12.1.2).
    pub(crate) fn run_replacement_rolls(
        &self,
        side: Side,
        board: &mut BoardOf<V>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        for unit in self.pack.all_units().filter(|unit| self.pack.side(*unit) == side) {
            if matches!(board.unit(unit).place(), Place::Track(turn) if turn <= board.turn) {
                self.to_pool(board, unit);
                self.variant.returned(board, unit);
                context.tell(|| Event::Returned { unit, rule: Common::SupplyHqReturn.into() });
            }
        }
        for nation in self.variant.commanders(board, side) {
            let total = board.tally[nation.index()].total();
            let (steps, roll) = self.variant.replacement_roll(self, board, *nation, total, context);
            board.replacements.allowed[nation.index()] = steps;
            board.replacements.bid[nation.index()] = if steps > 0 { Replacements::OPEN } else { 0 };
            context.tell(|| Event::Replacements { nation: *nation, total, roll, steps });
            board.tally[nation.index()] = crate::board::Tally::default();
        }
        for unit in self.pack.all_units().filter(|unit| self.pack.side(*unit) == side) {
            board.counted.remove(unit);
        }
        Flow::Return
    }

    /// The chart's number of steps for a working total and a roll.
    pub fn replacement_steps(&self, total: u8, dice: u8) -> u8 {
        let chart = &self.pack.charts.replacements;
        if total < chart.first_column {
            return 0;
        }
        let column = usize::from(total - chart.first_column).min(chart.rows[0].len() - 1);
        let row = usize::from(dice.saturating_sub(chart.first_row)).min(chart.rows.len() - 1);
        chart.rows[row][column]
    }

    /// Rolls on the replacement chart, if the working total is on it.
    pub fn roll_replacements(&self, total: u8, context: &mut ContextOf<V>) -> (u8, Option<Rolled<V::Own>>) {
        if total < self.pack.charts.replacements.first_column {
            return (0, None);
        }
        let dice = [context.d6(), context.d6()];
        let steps = self.replacement_steps(total, dice[0] + dice[1]);
        (steps, Some(Rolled::two(Common::ReplacementRoll, dice, Modifiers::new())))
    }

    fn bidders(&self, board: &BoardOf<V>) -> Seats {
        let mut seats = Seats::NONE;
        for nation in Nation::ALL {
            if board.replacements.bid[nation.index()] == Replacements::OPEN {
                seats = seats.with(self.variant.seat(board, nation));
            }
        }
        seats
    }

    fn bidder(&self, board: &BoardOf<V>, seat: Seat) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| {
            board.replacements.bid[nation.index()] == Replacements::OPEN
                && self.variant.seat(board, *nation) == seat
        })
    }

    pub(crate) fn run_bids(&self, board: &mut BoardOf<V>, context: &mut ContextOf<V>) -> Flow<V::Own> {
        if !self.bidders(board).is_empty() {
            return Flow::Ask;
        }
        for nation in Nation::ALL {
            if board.replacements.allowed[nation.index()] > 0 {
                let steps = board.replacements.bid[nation.index()];
                context.tell(|| Event::Revealed { nation, steps });
            }
        }
        Flow::Return
    }

    pub(crate) fn question_bids(&self, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        Question { seats: self.bidders(board), rule: Common::TakingReplacements.into() }
    }

    pub(crate) fn ask_bids(&self, board: &BoardOf<V>, seat: Seat, answers: &mut Answers<V>) {
        if let Some(nation) = self.bidder(board, seat) {
            let most = board.replacements.allowed[nation.index()];
            answers.extend((0..=most).map(Action::Steps));
        }
    }

    pub(crate) fn check_bids(&self, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> Forbidden {
        let most = self.bidder(board, seat).map_or(0, |nation| board.replacements.allowed[nation.index()]);
        let legal = matches!(action, Action::Steps(steps) if steps <= most);
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::<V::Own>::from(Common::ReplacementRoll));
        verdict
    }

    pub(crate) fn choose_bids(
        &self,
        board: &mut BoardOf<V>,
        seat: Seat,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let (Some(nation), Action::Steps(steps)) = (self.bidder(board, seat), action) {
            board.replacements.bid[nation.index()] = steps;
            context.tell(|| Event::Wrote { nation, steps });
        }
        Flow::Again
    }

    /// The commanders of both sides in order.
    fn everyone(&self, board: &BoardOf<V>) -> ArrayVec<Nation, 3> {
        let mut all = ArrayVec::new();
        for side in [board.phasing.enemy(), board.phasing] {
            all.extend(self.variant.commanders(board, side).iter().copied());
        }
        all
    }

    /// Where a side's replacements come on: its edge, outside enemy zones of control (Big Push 12.1.3).
    fn clear_edge(&self, board: &BoardOf<V>, side: Side) -> Squares {
        let edge = self.variant.replacement_edge(self, board, side);
        edge - *board.occupied(side.enemy()) - *board.zoc(side.enemy())
    }

    /// Every square where a unit may come back with the steps a commander has left: on the clear edge, or where
    /// brigades merge.
    fn arrival_squares(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        (unit, full): (Unit, bool),
        edge: Squares,
    ) -> impl Iterator<Item = Square> {
        let left = board.replacements.bid[nation.index()];
        let affordable = self.variant.replacement_price(self, board, unit, full).0 <= left;
        let edge = if affordable { edge } else { Squares::EMPTY };
        let merges = self.part_of(unit).is_some() && self.variant.may_merge(board);
        let friends = if merges { *board.occupied(self.pack.side(unit)) } else { Squares::EMPTY };
        (edge | friends).iter().filter(move |square| {
            (edge.contains(*square) && self.may_stand(board, unit, *square).is_legal())
                || (friends.contains(*square)
                    && self.merging_price(board, unit, full, *square).is_some_and(|steps| steps <= left))
        })
    }

    /// Whether a unit can be taken from the pool at a strength with the steps written down.
    fn may_replace(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        (unit, full): (Unit, bool),
        edge: Squares,
    ) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        let counter = self.pack.unit(unit);
        let own = self.variant.commander(board, counter.nation) == nation;
        let mut before = (counter.like.0..unit.0).map(Unit).filter(|other| board.pool().contains(*other));
        let first = !before.any(|other| self.pack.unit(other).like == counter.like);
        let pooled = board.pool().contains(unit);
        verdict.when(!own || !pooled || (!first && counter.like != unit), rule(Common::ReplacementPool));
        let two_sides = counter.steps > 1 && !counter.has_modes();
        verdict.when(!full && !two_sides, rule(Common::TakingReplacements));
        verdict.when(!self.variant.may_be_replaced(self, board, unit), rule(Common::ReplacementPool));
        if verdict.is_legal() {
            let nowhere = self.arrival_squares(board, nation, (unit, full), edge).next().is_none();
            verdict.when(nowhere, rule(Common::TakingReplacements));
        }
        verdict
    }

    /// What a unit costs in steps: one for each step it comes back with (Big Push 12.1.3).
    pub fn replacement_cost(&self, unit: Unit, full: bool) -> u8 {
        let counter = self.pack.unit(unit);
        if full || counter.has_modes() { counter.steps } else { counter.steps.saturating_sub(1) }.max(1)
    }

    /// Every unit of the pool that a commander may take now, with its strength.
    fn replacement_choices(&self, board: &BoardOf<V>, nation: Nation) -> impl Iterator<Item = (Unit, bool)> {
        let edge = self.clear_edge(board, nation.side());
        board
            .pool()
            .iter()
            .flat_map(|unit| [(unit, true), (unit, false)])
            .filter(move |choice| self.may_replace(board, nation, *choice, edge).is_legal())
    }

    pub(crate) fn run_replacements(
        &self,
        step: &mut steps::Replacements,
        board: &mut BoardOf<V>,
    ) -> Flow<V::Own> {
        let steps::Replacements { next } = step;
        while let Some(nation) = self.everyone(board).get(usize::from(*next)).copied() {
            if self.replacement_choices(board, nation).next().is_some() {
                return Flow::Ask;
            }
            *next += 1;
        }
        board.replacements = Replacements::NONE;
        Flow::Return
    }

    pub(crate) fn replacing(&self, board: &BoardOf<V>, next: u8) -> Nation {
        self.everyone(board).get(usize::from(next)).copied().unwrap_or(Nation::German)
    }

    pub(crate) fn ask_replacements(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        let choices = self.replacement_choices(board, nation);
        answers.extend(choices.map(|(unit, full)| Action::Replace { unit, to: Square::NONE, full }));
        answers.push(Action::Done);
    }

    pub(crate) fn check_replacements(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        match action {
            Action::Done => Forbidden::NO,
            Action::Replace { unit, to, full } if to == Square::NONE => {
                self.may_replace(board, nation, (unit, full), self.clear_edge(board, nation.side()))
            }
            _ => Forbidden::by(Rule::<V::Own>::from(Common::TakingReplacements)),
        }
    }

    pub(crate) fn choose_replacements(
        &self,
        step: &mut steps::Replacements,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Flow<V::Own> {
        let steps::Replacements { next } = step;
        let nation = self.replacing(board, *next);
        if let Action::Replace { unit, full, .. } = action {
            Flow::call(steps::ReplaceAt { nation, unit, full })
        } else {
            *next += 1;
            Flow::Again
        }
    }

    pub(crate) fn ask_replace_at(
        &self,
        step: &steps::ReplaceAt,
        board: &BoardOf<V>,
        answers: &mut Answers<V>,
    ) {
        let steps::ReplaceAt { nation, unit, full } = *step;
        let edge = self.clear_edge(board, nation.side());
        let squares = self.arrival_squares(board, nation, (unit, full), edge);
        answers.extend(squares.map(|to| Action::Replace { unit, to, full }));
    }

    pub(crate) fn check_replace_at(
        &self,
        step: &steps::ReplaceAt,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Forbidden {
        let steps::ReplaceAt { nation, unit: wanted, full: strength } = *step;
        let mut verdict = Forbidden::by(Rule::<V::Own>::from(Common::TakingReplacements));
        if let Action::Replace { unit, to, full } = action
            && (unit, full) == (wanted, strength)
        {
            let edge = self.clear_edge(board, nation.side());
            if self.arrival_squares(board, nation, (unit, full), edge).any(|square| square == to) {
                return Forbidden::NO;
            }
            if to.is_some() {
                verdict.extend(self.may_stand(board, unit, to));
            }
        }
        verdict
    }

    pub(crate) fn choose_replace_at(
        &self,
        step: &steps::ReplaceAt,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::ReplaceAt { nation, unit, full } = *step;
        let Action::Replace { to, .. } = action else { return Flow::Return };
        let (steps, points) = if self.clear_edge(board, nation.side()).contains(to)
            && self.may_stand(board, unit, to).is_legal()
        {
            self.variant.replacement_price(self, board, unit, full)
        } else {
            let Some(steps) = self.merging_price(board, unit, full, to) else { return Flow::Return };
            for brigade in self.merging_parts(board, unit, to) {
                self.to_pool(board, brigade);
            }
            (steps, steps)
        };
        let facing = self.facing_on_arrival(board, unit, to, None);
        board.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.face(facing);
            state.set(Mark::Back, !full);
        });
        board.hold(self.pack.unit(unit).nation, to);
        let bid = &mut board.replacements.bid[nation.index()];
        *bid = bid.saturating_sub(steps);
        context.tell(|| Event::Replaced { unit, to, full, steps });
        let enemy = nation.side().enemy();
        board.points[enemy.index()].replacements += i16::from(points);
        if points > 0 {
            let rule = Common::ReplacementPoints.into();
            context.tell(|| Event::Scored { side: enemy, points: points as i8, unit, rule });
        }
        self.variant.replaced(self, board, unit, context);
        Flow::Return
    }

    /// An HQ in Command Mode within reach helps, an enemy zone of control hinders unless a good-order friend stands in
    /// the square, and rain hinders tanks (Big Push 12.2, 12.2.1).
    pub fn common_rally_modifiers(&self, board: &BoardOf<V>, unit: Unit) -> Modifiers<V::Own> {
        let chart = &self.pack.charts.rally;
        let counter = self.pack.unit(unit);
        let square = board.square(unit);
        let mut modifiers = Modifiers::new();
        let open = self.open_to_tracing(board, counter.side) | Squares::one(square);
        // Any HQ of the side: unlike for command and supply, no nation is named.
        let sources: Squares = Nation::ALL
            .into_iter()
            .filter(|nation| nation.side() == counter.side)
            .flat_map(|nation| self.hqs(board, nation, Mode::Command))
            .filter(|hq| *hq != unit)
            .map(|hq| board.square(hq))
            .collect();
        let range = self.pack.charts.ranges.rally;
        let helped = self.pack.map.flood(sources, open, range).within(range).contains(square);
        modifiers.add_if(helped, Common::RallyHq, chart.hq, "HQ near");
        let friend = board
            .troops_at(&self.pack, counter.side, square)
            .any(|other| other != unit && board.unit(other).good_order());
        let zoc = board.zoc(counter.side.enemy()).contains(square) && !friend;
        modifiers.add_if(zoc, Common::Rally, chart.zoc, "enemy zone of control");
        let muddy = counter.kind == Kind::Tank && board.weather.is_foul();
        modifiers.add_if(muddy, Common::Rally, chart.foul_tanks, "rain or snow");
        modifiers
    }

    fn to_rally(&self, board: &BoardOf<V>, nation: Nation) -> ArrayVec<Unit, 128> {
        self.pack
            .all_units()
            .filter(|unit| {
                board.square(*unit).is_some()
                    && !board.unit(*unit).good_order()
                    && !board.used.contains(*unit)
                    && self.pack.side(*unit) == nation.side()
                    && self.variant.commander(board, self.pack.unit(*unit).nation) == nation
            })
            .take(128)
            .collect()
    }

    pub(crate) fn run_rally(&self, step: &mut steps::Rally, board: &mut BoardOf<V>) -> Flow<V::Own> {
        let steps::Rally { next } = step;
        while let Some(nation) = self.everyone(board).get(usize::from(*next)).copied() {
            if !self.to_rally(board, nation).is_empty() {
                return Flow::Ask;
            }
            *next += 1;
        }
        board.used = UnitSet::EMPTY;
        Flow::Return
    }

    pub(crate) fn ask_rally(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        answers.extend(self.to_rally(board, nation).into_iter().map(Action::Rally));
        answers.push(Action::Done);
        if !self.pack.first_edition() {
            answers.push(Action::Pass);
        }
    }

    pub(crate) fn check_rally(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        match action {
            Action::Done => Forbidden::NO,
            Action::Pass if !self.pack.first_edition() => Forbidden::NO,
            Action::Rally(unit) if self.to_rally(board, nation).contains(&unit) => Forbidden::NO,
            _ => Forbidden::by(Rule::<V::Own>::from(Common::Rally)),
        }
    }

    /// One unit is rolled for, or with `Done` all that are left in order; with `Pass` nobody else tries.
    pub(crate) fn choose_rally(
        &self,
        step: &mut steps::Rally,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::Rally { next } = step;
        match action {
            Action::Rally(unit) => self.rally(board, unit, context),
            Action::Pass => *next += 1,
            _ => {
                for unit in self.to_rally(board, self.replacing(board, *next)) {
                    self.rally(board, unit, context);
                }
            }
        }
        Flow::Again
    }

    /// The highest roll that rallies a unit, and what is added to the die.
    pub fn rally(&self, board: &mut BoardOf<V>, unit: Unit, context: &mut ContextOf<V>) {
        let modifiers = self.variant.rally_modifiers(self, board, unit);
        let limit = self.variant.rally_limit(self, board, unit);
        let die = context.d6();
        let roll = Rolled::one(Common::Rally, die, modifiers);
        let success = roll.total() <= limit;
        board.used.insert(unit);
        context.tell(|| Event::Rallied { unit, roll, success });
        self.variant.rallied(board, unit, success);
        if success {
            self.restore(board, unit);
        }
    }

    /// Returns a unit to good order; infantry driven from its trench by suppression turns back.
    pub fn restore(&self, board: &mut BoardOf<V>, unit: Unit) {
        board.update(&self.pack, unit, |state| {
            state.set(Mark::Disrupted, false);
            state.set(Mark::Suppressed, false);
            if state.has(Mark::Driven) {
                state.set(Mark::Driven, false);
                state.set(Mark::Back, true);
            }
        });
    }

    /// Whether a unit is a formation of two steps or more that counts as a regiment or larger.
    pub fn is_formation(&self, unit: Unit) -> bool {
        matches!(self.pack.unit(unit).size, Size::Division | Size::Regiment)
    }
}
