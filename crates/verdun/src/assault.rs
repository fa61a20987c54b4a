//! Assaults its own way: command bands, engineers, re-rolls, counter-attacks, surrender (13.1.4, 16.0).

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};
use grid::assault::{Assessment, Outcome, Wave};
use grid::command::Mode;
use grid::event::Modifiers;
use grid::losses::{Cause, Losses, Scope};
use grid::units::{Kind, Size};
use grid::{Common, Mark, Nation, Place, Rolled, Side, Square, Squares, Stage, Unit, UnitSet};

use crate::board::{Action as Own, Event as Told, Operation, Step as OwnStep};
use crate::forts::{FOUGHT_OUTSIDE, STAGE_TWO};
use crate::resources::{DEFENDED, PHOSGENE};
use crate::rule::Own as Rules;
use crate::verdun::{INSIDE, nation_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

/// The one re-roll of the assault in hand is used.
pub const REROLLED: u8 = 1 << 5;
/// The defenders of the assault in hand have been tested for surrender.
pub const TESTED: u8 = 1 << 6;

impl Verdun {
    /// The modifier for the distance to the HQ: the farthest attacker counts, each from its best HQ (13.1.4d).
    pub(crate) fn command_band(&self, grid: &Game, board: &Table, nation: Nation, from: &Squares) -> i8 {
        let chart = &grid.pack.charts;
        let bands = &self.data.charts.command;
        let open = grid.open_to_tracing(board, nation.side()) | *from;
        let (mut good, mut shaken) = (Squares::EMPTY, Squares::EMPTY);
        for hq in grid.hqs(board, nation, Mode::Command) {
            if !board.unit(hq).has(Mark::Engaged) {
                let set = if board.unit(hq).good_order() { &mut good } else { &mut shaken };
                set.insert(board.square(hq));
            }
        }
        let good = grid.pack.map.flood(good, open, chart.ranges.command);
        let shaken = grid.pack.map.flood(shaken, open, chart.ranges.command_disrupted);
        let drm = |distance: Option<u8>, near: u8, middle: u8| match distance {
            Some(squares) if squares <= near => chart.assault.drm.command_near,
            Some(squares) if squares <= middle => 0,
            _ => chart.assault.drm.command_far,
        };
        from.iter()
            .map(|square| {
                drm(good.distance(square), chart.ranges.command_near, bands.middle).max(drm(
                    shaken.distance(square),
                    bands.disrupted_near,
                    bands.disrupted_middle,
                ))
            })
            .min()
            .unwrap_or(0)
    }

    /// German morale is low in the second half of the battle (19.5.5b, 19.6.5d, 20.3.9).
    pub(crate) fn low_morale(&self, board: &Table, side: Side) -> Option<Rules> {
        let from = self.scenario(board).raw.german_morale_from;
        (side == Side::German && from > 0 && board.turn >= from).then(|| match self.scenario_id(board) {
            4 => Rules::NotPassSpecial,
            5 => Rules::RampartsSpecial,
            _ => Rules::GermanMorale,
        })
    }

    /// Guns and HQs add nothing to infantry that defends, and defend with 1 when alone (13.1.1, 16.1.1).
    pub(crate) fn strength_in_defence(&self, grid: &Game, board: &Table) -> u8 {
        let (side, target) = (board.assault.side.enemy(), board.assault.target);
        let foot: ArrayVec<Unit, 16> = grid
            .defenders(board, side, target)
            .filter(|unit| grid.pack.unit(*unit).kind.is_foot())
            .take(16)
            .collect();
        if foot.is_empty() {
            return u8::from(grid.defenders(board, side, target).next().is_some());
        }
        foot.iter().map(|unit| grid.defense_factor(board, *unit)).sum()
    }

    /// Whether the assault in hand is against the inside of a fort.
    fn at_fort(&self, grid: &Game, board: &Table) -> bool {
        let target = board.assault.target;
        self.data.forts.contains(target)
            && grid
                .defenders(board, board.assault.side.enemy(), target)
                .any(|unit| board.unit(unit).has(INSIDE))
    }

    /// Shifts and modifiers that only this game has (14.2.4 to 14.2.6, 16.2.3, 19.5.5b, 20.4.3).
    pub(crate) fn more_modifiers(&self, grid: &Game, board: &Table, assessment: &mut Assessment<Only>) {
        let (side, notes) = (board.assault.side, board.assault.own);
        if notes & PHOSGENE != 0 {
            assessment.shifts.add(Rule::Own(Rules::Phosgene), 1, "phosgene");
            assessment.modifiers.add(Rule::Own(Rules::Phosgene), 2, "phosgene");
        }
        if notes & DEFENDED != 0 {
            assessment.shifts.add(Rule::Own(Rules::French75s), -2, "French 75s in defence");
        }
        if self.at_fort(grid, board) {
            let mut engineers = false;
            grid.attackers(board, board.assault.target, |unit| {
                engineers |= grid.pack.unit(unit).kind == Kind::Engineer;
            });
            assessment.shifts.add_if(
                engineers,
                Rule::Own(Rules::EngineersAtForts),
                2,
                "engineers at the fort",
            );
            let guns = side == Side::German && board.own.has(Operation::FortGuns);
            let value = self.data.charts.operations.fort_guns;
            assessment.modifiers.add_if(guns, Rule::Own(Rules::FrenchOperations), value, "fort guns");
        }
        if let Some(rule) = self.low_morale(board, side) {
            assessment.modifiers.add(Rule::Own(rule), -1, "German morale");
        }
    }

    /// What an assault leaves behind once it is rolled: the outside of a fort fought, four resources used.
    pub(crate) fn note_assault(&self, grid: &Game, board: &mut Table) {
        let (side, target) = (board.assault.side.enemy(), board.assault.target);
        board.own.struck = UnitSet::EMPTY;
        board.own.fallen_back = UnitSet::EMPTY;
        if self.data.forts.contains(target) && board.assault.own & STAGE_TWO == 0 {
            let outside = board.troops_at(&grid.pack, side, target).any(|unit| !board.unit(unit).has(INSIDE));
            if outside {
                board.assault.own |= FOUGHT_OUTSIDE;
            }
        }
        if grid.kinds_used(board) >= 4 {
            board.own.lavish.insert(target);
        }
    }

    /// Before March 6 held infantry does not assault, nor does anyone over its own held line (19.1.5f); forts take one
    /// attacker; four resources leave none for a second assault (14.2.1).
    pub(crate) fn reasons_against(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        target: Square,
    ) -> Forbidden {
        let mut verdict = self.may_assault_fort(grid, board, unit, target);
        let from = board.square(unit);
        if board.turn < self.scenario(board).raw.hold_until && from.is_some() {
            let west = |square: Square| grid.pack.map.bank[square.index()] == 1;
            let held = west(from) && west(target) && self.is_behind_or_on(grid, unit, from);
            verdict.when(held, Rule::Own(Rules::FirestormSpecial));
        }
        verdict.when(board.own.lavish.contains(target), Rule::Common(Common::SecondAttackResource));
        verdict
    }

    fn is_behind_or_on(&self, grid: &Game, unit: Unit, from: Square) -> bool {
        let map = &grid.pack.map;
        match grid.pack.side(unit) {
            Side::German => self.data.north.contains(from) || map.trench[1].contains(from),
            Side::Allied => !self.data.north.contains(from) && !map.trench[1].contains(from),
        }
    }

    // --------------------------------------------------------------------------------------------- re-rolls

    /// Whether a side may ask for the one re-roll of the assault in hand, and by which rule
    /// (16.7.1, 16.7.2, 20.4.3).
    pub fn may_reroll(&self, grid: &Game, board: &Table, side: Side) -> Option<Rules> {
        if board.assault.own & REROLLED != 0 {
            return None;
        }
        match side {
            Side::Allied => self.french_reroll(grid, board),
            Side::German => self.german_reroll(grid, board).then_some(Rules::GermanReRoll),
        }
    }

    fn party(&self, grid: &Game, board: &Table, side: Side) -> ArrayVec<Unit, 24> {
        if side == board.assault.side {
            grid.attacker_list(board, board.assault.target)
        } else {
            grid.defenders(board, side, board.assault.target).take(24).collect()
        }
    }

    fn french_reroll(&self, grid: &Game, board: &Table) -> Option<Rules> {
        let special = &self.data.charts.special;
        let near_hq = |range: u8| {
            grid.hqs(board, Nation::French, Mode::Command).any(|hq| {
                board.unit(hq).good_order()
                    && grid.pack.map.distance(board.square(hq), board.assault.target) <= range
            })
        };
        if board.assault.outcome == Some(Outcome::Engaged) && near_hq(special.elan_range) {
            return Some(Rules::FrenchReRoll);
        }
        let fifth = board.turn >= special.fifth_from
            && self.party(grid, board, Side::Allied).contains(&self.data.fifth);
        if fifth {
            return Some(Rules::FrenchReRoll);
        }
        let elan = board.own.has(Operation::HigherElan)
            && board.assault.side == Side::Allied
            && board.assault.wave == Wave::Secondary
            && near_hq(self.data.charts.operations.elan_range);
        elan.then_some(Rules::FrenchOperations)
    }

    fn german_reroll(&self, grid: &Game, board: &Table) -> bool {
        let party = self.party(grid, board, Side::German);
        let able = |unit: Unit| {
            grid.pack.unit(unit).kind == Kind::Engineer
                && board.square(unit).is_some()
                && board.unit(unit).good_order()
                && !board.unit(unit).has(Mark::Engaged)
        };
        if self.at_fort(grid, board) && party.iter().any(|unit| able(*unit)) {
            return true;
        }
        let foot = |unit: &&Unit| grid.pack.unit(**unit).kind.is_foot();
        let mut infantry = party.iter().filter(foot).peekable();
        infantry.peek().is_some()
            && infantry.all(|unit| board.unit(*unit).has(Mark::Back))
            && grid.pack.all_units().any(|engineer| {
                able(engineer)
                    && party
                        .iter()
                        .filter(foot)
                        .any(|unit| grid.pack.map.distance(board.square(engineer), board.square(*unit)) <= 1)
            })
    }

    /// A counter-attack by a garrison without attack strength is rolled again (16.5.2f).
    pub(crate) fn is_void(&self, grid: &Game, board: &Table) -> bool {
        let side = board.assault.side.enemy();
        board.assault.outcome == Some(Outcome::Counterattack)
            && grid
                .defenders(board, side, board.assault.target)
                .any(|unit| grid.pack.unit(unit).kind == Kind::Garrison && board.unit(unit).good_order())
    }

    /// What follows the dice of an assault, if anything: the attacker is asked first (16.7.4).
    pub(crate) fn asks_for_reroll(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        if self.is_void(grid, board) {
            return Some(OwnStep::ReRoll { side: board.assault.side });
        }
        [board.assault.side, board.assault.side.enemy()]
            .into_iter()
            .find(|side| self.may_reroll(grid, board, *side).is_some())
            .map(|side| OwnStep::ReRoll { side })
    }

    pub(crate) fn run_reroll(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        if self.is_void(grid, board) {
            context.tell(|| Event::Own(Told::ReRolled { side, rule: Rules::CounterAttack }));
            return Flow::Goto(Step::Assault(Stage::Roll));
        }
        if self.may_reroll(grid, board, side).is_some() {
            return Flow::Ask;
        }
        Flow::Goto(Step::Assault(Stage::Result))
    }

    pub(crate) fn question_reroll(&self, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(Rules::ReRoll) }
    }

    pub(crate) fn choose_reroll(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if action == Action::Own(Own::ReRoll)
            && let Some(rule) = self.may_reroll(grid, board, side)
        {
            board.assault.own |= REROLLED;
            context.tell(|| Event::Own(Told::ReRolled { side, rule }));
            return Flow::Goto(Step::Assault(Stage::Roll));
        }
        let other = side.enemy();
        if side == board.assault.side && self.may_reroll(grid, board, other).is_some() {
            return Flow::Goto(Step::Own(OwnStep::ReRoll { side: other }));
        }
        Flow::Goto(Step::Assault(Stage::Result))
    }

    // --------------------------------------------------------------------------------------- counter-attack

    /// How many attackers are still to be named: as many as strike back, or all who closed in (16.5.2a, c).
    fn strike_choices(&self, grid: &Game, board: &Table) -> (ArrayVec<Unit, 24>, usize) {
        let attackers = grid.attacker_list(board, board.assault.target);
        let closers: ArrayVec<Unit, 24> =
            attackers.iter().copied().filter(|unit| board.unit(*unit).commitment().closed()).collect();
        if !closers.is_empty() {
            let count = closers.len();
            return (closers, count);
        }
        let strikers = grid.strikers(board).count();
        let count = strikers.min(attackers.len());
        (attackers, count)
    }

    pub(crate) fn run_strike(&self, grid: &Game, board: &mut Table) -> Flow {
        let (units, count) = self.strike_choices(grid, board);
        if units.len() <= count {
            board.own.struck = units.into_iter().collect();
        }
        let named = board.own.struck.iter().filter(|unit| units_contains(grid, board, *unit)).count();
        if named < count { Flow::Ask } else { Flow::Goto(Step::Own(OwnStep::StrikeRolled)) }
    }

    pub(crate) fn question_strike(&self, board: &Table) -> Question<Rule> {
        let side = board.assault.side.enemy();
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(Rules::CounterAttack) }
    }

    pub(crate) fn ask_strike(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        let (units, _) = self.strike_choices(grid, board);
        answers.extend(units.into_iter().filter(|unit| !board.own.struck.contains(*unit)).map(Action::Pick));
    }

    pub(crate) fn choose_strike(&self, board: &mut Table, action: Action) -> Flow {
        if let Action::Pick(unit) = action {
            board.own.struck.insert(unit);
        }
        Flow::Again
    }

    /// The counter-attack: terrain of the jump-off squares, command, interdiction and weather count, nothing else
    /// (16.5.2).
    pub fn assess_counter_attack(&self, grid: &Game, board: &Table) -> Assessment<Only> {
        let (side, target) = (board.assault.side, board.assault.target);
        let enemy = side.enemy();
        let attack: u16 =
            grid.strikers(board).map(|unit| u16::from(board.face(&grid.pack, unit).attack)).sum();
        let struck: ArrayVec<Unit, 24> = board.own.struck.iter().take(24).collect();
        let defense: u16 = struck.iter().map(|unit| u16::from(grid.defense_factor(board, *unit))).sum();
        let mut assessment = Assessment {
            attack: attack.min(255) as u8,
            defense: defense.min(255) as u8,
            shifts: Modifiers::new(),
            modifiers: Modifiers::new(),
        };
        // The best ground of those who are struck counts for all.
        for unit in &struck {
            let mut shifts = Modifiers::new();
            grid.ground_shifts(board, side, board.square(*unit), &Squares::one(target), &mut shifts);
            if shifts.sum() < assessment.shifts.sum() {
                assessment.shifts = shifts;
            }
        }
        let chart = &grid.pack.charts.assault.drm;
        let modifiers = &mut assessment.modifiers;
        modifiers.add_if(board.weather.is_foul(), Common::AssaultWeather, chart.foul, "rain or snow");
        let interdicted = board.is_interdicted(target);
        modifiers.add_if(
            interdicted,
            Common::InterdictionAndClosers,
            chart.interdicted_attacker,
            "from an interdicted square",
        );
        let band = self.command_band(grid, board, nation_of(enemy), &Squares::one(target));
        modifiers.add(Common::CommandDistance, band, "distance to the HQ");
        if let Some(rule) = self.low_morale(board, enemy) {
            modifiers.add(Rule::Own(rule), -1, "German morale");
        }
        assessment
    }

    pub(crate) fn run_strike_rolled(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let (side, target) = (board.assault.side, board.assault.target);
        let enemy = side.enemy();
        let struck = board.own.struck;
        if grid.strikers(board).next().is_none() || struck.is_empty() {
            board.own.struck = UnitSet::EMPTY;
            return Flow::Goto(Step::Assault(Stage::End));
        }
        let outcome = loop {
            let assessment = self.assess_counter_attack(grid, board);
            let column = grid.assault_column(&assessment);
            let dice = [context.d6(), context.d6()];
            let roll = Rolled::two(Rule::Own(Rules::CounterAttack), dice, assessment.modifiers);
            let outcome = grid.assault_result(column, roll.total());
            let tally = &mut board.tally[nation_of(enemy).index()];
            tally.assaults = tally.assaults.saturating_add(1);
            let at = struck.iter().next().map_or(target, |unit| board.square(unit));
            context.tell(|| Event::Assaulted {
                side: enemy,
                target: at,
                attack: assessment.attack,
                defense: assessment.defense,
                shifts: assessment.shifts,
                column,
                roll,
                outcome,
            });
            // A new counter-attack is rolled by the same side (16.5.2b).
            if outcome != Outcome::Counterattack {
                break outcome;
            }
        };
        board.assault.outcome = Some(outcome);
        match outcome {
            Outcome::AttackersEliminated => {
                let strikers: ArrayVec<Unit, 16> = grid.strikers(board).take(16).collect();
                for unit in strikers {
                    grid.eliminate(board, unit, Rule::Own(Rules::CounterAttack), context);
                }
            }
            Outcome::DefendersEliminated | Outcome::Breakthrough => {
                for unit in struck.iter() {
                    grid.eliminate(board, unit, Rule::Own(Rules::CounterAttack), context);
                }
            }
            Outcome::Engaged => grid.engage(board, context),
            Outcome::AttackersOneStep | Outcome::AttackersTwoSteps => {
                let steps = outcome.attacker_steps();
                board.losses = Losses::new(enemy, target, steps, Cause::Assault, Scope::Strikers);
                return grid.then(Stage::End);
            }
            Outcome::DefendersOneStep | Outcome::DefendersTwoSteps => {
                board.losses =
                    Losses::new(side, target, outcome.defender_steps(), Cause::Assault, Scope::Struck);
                return grid.then(Stage::End);
            }
            Outcome::AttackersRetreat | Outcome::DefendersRetreat | Outcome::Counterattack => {}
        }
        board.own.struck = UnitSet::EMPTY;
        Flow::Goto(Step::Assault(Stage::End))
    }

    // ------------------------------------------------------------------------------------------- surrender

    /// Whether defenders who lost a secondary assault are still to be tested (16.8.3).
    pub(crate) fn tests_morale(&self, board: &Table) -> bool {
        let Some(outcome) = board.assault.outcome else { return false };
        let lost = outcome.takes_square()
            || (board.assault.closers && matches!(outcome, Outcome::Engaged | Outcome::Counterattack));
        board.assault.wave == Wave::Secondary && lost && board.assault.own & TESTED == 0
    }

    /// Supply HQs surrender; command HQs, guns, battalions and reduced brigades roll (16.8.3).
    pub(crate) fn run_demoralized(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        board.assault.own |= TESTED;
        let side = board.assault.side.enemy();
        let units: ArrayVec<Unit, 16> = grid.defenders(board, side, board.assault.target).take(16).collect();
        let chart = self.data.charts.demoralized;
        for unit in units {
            let (counter, state) = (grid.pack.unit(unit), *board.unit(unit));
            let supply = counter.kind == Kind::Hq && state.has(Mark::Back);
            let limit = match (counter.kind, counter.size) {
                (Kind::Hq | Kind::Artillery, _) => chart.other,
                (_, Size::Battalion) => chart.infantry,
                (_, Size::Brigade) if state.has(Mark::Back) => chart.infantry,
                _ => continue,
            };
            let elite = matches!(counter.kind, Kind::Engineer | Kind::Chasseur);
            let added = if state.has(INSIDE) { chart.fort } else { 0 } + if elite { chart.elite } else { 0 };
            let surrenders = if supply {
                true
            } else {
                let die = context.d6();
                let surrenders = die as i8 + added <= limit;
                context.tell(|| Event::Own(Told::Tested { unit, die, added, surrenders }));
                surrenders
            };
            if surrenders {
                self.surrender(grid, board, unit, context);
            }
        }
        Flow::Return
    }

    /// A unit that surrenders leaves the game for two points a step (16.8.3).
    pub(crate) fn surrender(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        let side = grid.pack.side(unit).enemy();
        let points = grid.steps_left(board, unit).max(1) * self.data.charts.demoralized.points;
        board.own.surrenders[side.index()] += i16::from(points);
        self.count_lost(grid, board, unit, points / 2);
        if grid.pack.unit(unit).kind == Kind::Artillery && grid.pack.side(unit) == Side::Allied {
            board.own.guns_lost = board.own.guns_lost.saturating_add(1);
        }
        context.tell(|| Event::Surrendered { unit });
        context.tell(|| Event::Own(Told::SurrenderPoints { side, points }));
        grid.take_off(board, unit, Place::Gone);
    }
}

fn units_contains(grid: &Game, board: &Table, unit: Unit) -> bool {
    grid.attacker_list(board, board.assault.target).contains(&unit)
}
