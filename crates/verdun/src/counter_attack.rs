//! Counter-attacks: the defenders strike those who assaulted them (16.5.2).

use arrayvec::ArrayVec;
use engine::Question;
use grid::assault::{Assault, Assessment, Outcome};
use grid::event::Modifiers;
use grid::losses::{Cause, Losses, Scope};
use grid::steps;
use grid::{Common, Mark, Rolled, Square, Squares, Stage, Unit, UnitSet};

use crate::board::Step as OwnStep;
use crate::rerolls::REROLLED;
use crate::rule::Own as Rules;
use crate::verdun::{nation_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

/// The assault in hand has become a counter-attack.
pub const STRIKING: u8 = 1 << 7;

impl Verdun {
    /// Who may be struck, and how many: as many as strike back, or all who closed in (16.5.2a, c).
    pub(crate) fn strike_choices(&self, grid: &Game, board: &Table) -> (ArrayVec<Unit, 24>, usize) {
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

    /// Whether the dice in hand are those of a counter-attack.
    pub(crate) fn is_counter_attack(&self, board: &Table) -> bool {
        board.assault.own & STRIKING != 0
    }

    /// The defender names those he strikes; a counter-attack is a new assault with a re-roll of its own (16.7).
    pub(crate) fn run_strike(&self, grid: &Game, board: &mut Table) -> Flow {
        board.assault.own = board.assault.own & !REROLLED | STRIKING;
        let (units, count) = self.strike_choices(grid, board);
        if units.len() <= count {
            board.own.struck = units.into_iter().collect();
        }
        let attackers = grid.attacker_list(board, board.assault.target);
        let named = board.own.struck.iter().filter(|unit| attackers.contains(unit)).count();
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
        let shelled = struck.iter().any(|unit| board.is_interdicted(board.square(*unit)));
        modifiers.add_if(
            shelled && !grid.pack.first_edition(),
            Common::InterdictionAndClosers,
            chart.interdicted_defender,
            "interdicted defenders",
        );
        let band = self.command_band(grid, board, nation_of(enemy), &Squares::one(target));
        modifiers.add(Common::CommandDistance, band, "distance to the HQ");
        if let Some(rule) = self.low_morale(board, enemy) {
            modifiers.add(Rule::Own(rule), -1, "German morale");
        }
        assessment
    }

    /// The dice of the counter-attack; whoever is entitled may then ask for new ones (16.5.2, 16.7).
    pub(crate) fn run_strike_rolled(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let side = board.assault.side.enemy();
        if grid.strikers(board).next().is_none() || board.own.struck.is_empty() {
            board.own.struck = UnitSet::EMPTY;
            return Flow::goto(steps::Assault { stage: Stage::End });
        }
        let assessment = self.assess_counter_attack(grid, board);
        let column = grid.assault_column(&assessment);
        let dice = [context.d6(), context.d6()];
        let roll = Rolled::two(Rule::Own(Rules::CounterAttack), dice, assessment.modifiers);
        let outcome = grid.assault_result(column, roll.total());
        if board.assault.own & REROLLED == 0 {
            let tally = &mut board.tally[nation_of(side).index()];
            tally.assaults = tally.assaults.saturating_add(1);
        }
        let target = self.struck_square(board);
        context.tell(|| Event::Assaulted {
            side,
            counter: true,
            target,
            attackers: grid.strikers(board).collect(),
            defenders: board.own.struck,
            attack: assessment.attack,
            defense: assessment.defense,
            shifts: assessment.shifts,
            column,
            roll,
            outcome,
        });
        board.assault.outcome = Some(outcome);
        Flow::Goto(Step::Own(self.asks_for_reroll(grid, board).unwrap_or(OwnStep::StrikeResult)))
    }

    /// The square where most of those who are struck stand, the first on a tie.
    fn struck_square(&self, board: &Table) -> Square {
        let mut best = (0, Square::NONE);
        for unit in board.own.struck.iter() {
            let square = board.square(unit);
            let count = board.own.struck.iter().filter(|other| board.square(*other) == square).count();
            if count > best.0 {
                best = (count, square);
            }
        }
        best.1
    }

    /// The result of the counter-attack: A means those who strike back, and nobody advances but after a breakthrough
    /// (16.5.2, 16.5.4).
    pub(crate) fn run_strike_result(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let (side, target) = (board.assault.side, board.assault.target);
        let Some(outcome) = board.assault.outcome else {
            return Flow::goto(steps::Assault { stage: Stage::End });
        };
        let struck = board.own.struck;
        let rule = Rule::Own(Rules::CounterAttack);
        match outcome {
            // A new counter-attack is made by the same side, with a re-roll of its own (16.5.2b).
            Outcome::Counterattack => {
                board.assault.own &= !REROLLED;
                return Flow::Goto(Step::Own(OwnStep::StrikeRolled));
            }
            Outcome::AttackersEliminated => {
                let strikers: ArrayVec<Unit, 16> = grid.strikers(board).take(16).collect();
                for unit in strikers {
                    grid.eliminate(board, unit, rule, context);
                }
            }
            Outcome::DefendersEliminated | Outcome::Breakthrough => {
                let square = self.struck_square(board);
                for unit in struck.iter() {
                    grid.eliminate(board, unit, rule, context);
                }
                if outcome == Outcome::Breakthrough && !grid.pack.first_edition() {
                    return self.strike_through(grid, board, square);
                }
            }
            Outcome::Engaged => self.lock_strikers(grid, board, context),
            Outcome::AttackersOneStep | Outcome::AttackersTwoSteps => {
                let steps = outcome.attacker_steps();
                board.losses = Losses::new(side.enemy(), target, steps, Cause::Assault, Scope::Strikers);
                return grid.then(Stage::End);
            }
            Outcome::DefendersOneStep | Outcome::DefendersTwoSteps => {
                let steps = outcome.defender_steps();
                board.losses = Losses::new(side, target, steps, Cause::Assault, Scope::Struck);
                return grid.then(Stage::End);
            }
            Outcome::AttackersRetreat | Outcome::DefendersRetreat => {}
        }
        board.own.struck = UnitSet::EMPTY;
        Flow::goto(steps::Assault { stage: Stage::End })
    }

    /// After a breakthrough the counter-attackers may go on, as any assaulting units may (16.5.4).
    fn strike_through(&self, grid: &Game, board: &mut Table, square: Square) -> Flow {
        let from = board.assault.target;
        let (side, wave) = (board.assault.side.enemy(), board.assault.wave);
        let strikers: ArrayVec<Unit, 16> = grid.strikers(board).take(16).collect();
        for unit in grid.attacker_list(board, from) {
            board.update(&grid.pack, unit, grid::board::UnitState::stand_down);
        }
        board.own.struck = UnitSet::EMPTY;
        if let Some(direction) = grid.pack.map.direction(from, square) {
            for unit in strikers {
                board.update(&grid.pack, unit, |state| state.commit(direction));
            }
        }
        board.assault =
            Assault { target: square, side, wave, outcome: Some(Outcome::Breakthrough), ..Assault::NONE };
        if board.occupied(side.enemy()).contains(square) {
            return Flow::goto(steps::Assault { stage: Stage::End });
        }
        Flow::goto(steps::Advance { side })
    }

    /// An engagement in a counter-attack binds the counter-attackers: they assault again in their next assault segment
    /// (16.5.2g).
    // Ruling: against the square where most of those struck stand; all other attackers go back.
    fn lock_strikers(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        let from = board.assault.target;
        let target = self.struck_square(board);
        let Some(direction) = grid.pack.map.direction(from, target) else { return };
        let struck = board.own.struck;
        let strikers: ArrayVec<Unit, 16> = grid.strikers(board).take(16).collect();
        for unit in grid.attacker_list(board, from) {
            let held = struck.contains(unit) && board.square(unit) == target;
            board.update(&grid.pack, unit, |state| {
                state.set(Mark::Locked, false);
                state.set(Mark::Engaged, held);
                state.stand_down();
            });
        }
        for unit in strikers {
            board.update(&grid.pack, unit, |state| {
                state.set(Mark::Engaged, true);
                state.set(Mark::Locked, true);
                state.commit(direction);
                state.fought();
            });
        }
        context.tell(|| Event::Engaged { target });
    }

    /// What a struck unit gives way to is struck in its place (9.2, 16.5.2).
    pub(crate) fn strike_passes(&self, board: &mut Table, unit: Unit, into: Unit) {
        if board.own.struck.contains(unit) {
            board.own.struck.insert(into);
        }
    }
}
