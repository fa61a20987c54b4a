//! Re-rolls of assaults and of counter-attacks: élan, the 5th Division, engineers (16.7, 20.4.3).

use arrayvec::ArrayVec;
use engine::Question;
use grid::assault::{Outcome, Wave};
use grid::command::Mode;
use grid::steps;
use grid::units::Kind;
use grid::{Mark, Nation, Side, Square, Squares, Stage, Unit};

use crate::board::{Action as Own, Event as Told, Operation, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::seat_of_side;
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

/// The one re-roll of the assault in hand is used.
pub const REROLLED: u8 = 1 << 5;

impl Verdun {
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

    /// Those of a side who take part in the assault in hand, or in the counter-attack that it has become.
    fn party(&self, grid: &Game, board: &Table, side: Side) -> ArrayVec<Unit, 24> {
        if self.is_counter_attack(board) {
            return if side == board.assault.side {
                board.own.struck.iter().take(24).collect()
            } else {
                grid.strikers(board).take(24).collect()
            };
        }
        if side == board.assault.side {
            grid.attacker_list(board, board.assault.target)
        } else {
            grid.defenders(board, side, board.assault.target).take(24).collect()
        }
    }

    fn french_reroll(&self, grid: &Game, board: &Table) -> Option<Rules> {
        let special = &self.data.charts.special;
        let striking = self.is_counter_attack(board);
        let fought_over: Squares = if striking {
            board.own.struck.iter().map(|unit| board.square(unit)).collect()
        } else {
            Squares::one(board.assault.target)
        };
        let near_hq = |range: u8, squares: &Squares| {
            grid.hqs(board, Nation::French, Mode::Command).any(|hq| {
                let near = |square: Square| grid.pack.map.distance(board.square(hq), square) <= range;
                board.unit(hq).good_order() && squares.iter().any(near)
            })
        };
        if board.assault.outcome == Some(Outcome::Engaged) && near_hq(special.elan_range, &fought_over) {
            return Some(Rules::FrenchReRoll);
        }
        let fifth = board.turn >= special.fifth_from
            && self.party(grid, board, Side::Allied).contains(&self.data.fifth);
        if fifth {
            return Some(Rules::FrenchReRoll);
        }
        let assaulting: Squares = if grid.pack.first_edition() {
            fought_over
        } else {
            grid.attacker_list(board, board.assault.target).iter().map(|unit| board.square(*unit)).collect()
        };
        let elan = !striking
            && board.own.has(Operation::HigherElan)
            && board.assault.side == Side::Allied
            && board.assault.wave == Wave::Secondary
            && near_hq(self.data.charts.operations.elan_range, &assaulting);
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
        if !self.is_counter_attack(board) && self.at_fort(grid, board) && party.iter().any(|unit| able(*unit))
        {
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
            && !self.is_counter_attack(board)
            && grid
                .defenders(board, side, board.assault.target)
                .any(|unit| grid.pack.unit(unit).kind == Kind::Garrison && board.unit(unit).good_order())
    }

    /// Who makes the assault in hand: in a counter-attack those who were assaulted.
    pub(crate) fn roller(&self, board: &Table) -> Side {
        let side = board.assault.side;
        if self.is_counter_attack(board) { side.enemy() } else { side }
    }

    /// What follows once a result stands.
    fn stands(&self, board: &Table) -> Flow {
        Flow::Goto(if self.is_counter_attack(board) {
            Step::Own(OwnStep::StrikeResult)
        } else {
            Step::Assault(steps::Assault { stage: Stage::Result })
        })
    }

    /// What follows the dice of an assault, if anything: the attacker is asked first (16.7.4).
    pub(crate) fn asks_for_reroll(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        if self.is_void(grid, board) {
            return Some(OwnStep::ReRoll { side: board.assault.side });
        }
        let attacker = self.roller(board);
        [attacker, attacker.enemy()]
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
            return Flow::goto(steps::Assault { stage: Stage::Roll });
        }
        if self.may_reroll(grid, board, side).is_some() {
            return Flow::Ask;
        }
        self.stands(board)
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
            return Flow::Goto(if self.is_counter_attack(board) {
                Step::Own(OwnStep::StrikeRolled)
            } else {
                Step::Assault(steps::Assault { stage: Stage::Roll })
            });
        }
        let other = side.enemy();
        if side == self.roller(board) && self.may_reroll(grid, board, other).is_some() {
            return Flow::Goto(Step::Own(OwnStep::ReRoll { side: other }));
        }
        self.stands(board)
    }
}
