//! Closing in, unit by unit (13.4).

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};
use grid::{Common, Mark, Nation, Square, Unit, UnitSet};

use crate::board::{Action as Own, Event as Told};
use crate::verdun::seat_of;
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// The committed units that may still try.
    fn closers(&self, grid: &Game, board: &Table, nation: Nation, only: Square) -> ArrayVec<Unit, 128> {
        grid.pack
            .all_units()
            .filter(|unit| {
                let state = board.unit(*unit);
                let target = grid.target_of(board, *unit);
                grid.pack.unit(*unit).nation == nation
                    && target.is_some()
                    && (!only.is_some() || target == only)
                    && !state.commitment().closed()
                    && !state.commitment().fought()
                    && !state.has(Mark::Engaged)
                    && !board.own.tried.contains(*unit)
                    && board.occupied(nation.side().enemy()).contains(target)
            })
            .take(128)
            .collect()
    }

    pub(crate) fn run_close(&self, grid: &Game, board: &mut Table, nation: Nation, only: Square) -> Flow {
        if self.closers(grid, board, nation, only).is_empty() {
            board.own.tried = UnitSet::EMPTY;
            return Flow::Return;
        }
        Flow::Ask
    }

    pub(crate) fn question_close(&self, nation: Nation) -> Question<Rule> {
        Question { seats: seat_of(nation).into(), rule: Common::ClosingIn.into() }
    }

    pub(crate) fn ask_close(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        only: Square,
        answers: &mut Vec<Action>,
    ) {
        let units = self.closers(grid, board, nation, only);
        answers.extend(units.into_iter().map(|unit| Action::Own(Own::Close(unit))));
        answers.push(Action::Done);
    }

    pub(crate) fn check_close(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        only: Square,
        action: Action,
    ) -> Forbidden {
        let legal = match action {
            Action::Done => true,
            Action::Own(Own::Close(unit)) => self.closers(grid, board, nation, only).contains(&unit),
            _ => false,
        };
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::Common(Common::ClosingIn));
        verdict
    }

    /// Whether a die lets a unit close in: at most its primary attack factor, and never a six (13.4.1).
    pub fn closes(&self, grid: &Game, board: &Table, unit: Unit, die: u8) -> bool {
        die < 6 && die <= board.face(&grid.pack, unit).attack
    }

    pub(crate) fn choose_close(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Close(unit)) = action else {
            board.own.tried = UnitSet::EMPTY;
            return Flow::Return;
        };
        let die = context.d6();
        let success = self.closes(grid, board, unit, die);
        let square = grid.target_of(board, unit);
        board.own.tried.insert(unit);
        if success {
            board.update(&grid.pack, unit, |state| state.close(true));
        }
        context.tell(|| Event::Own(Told::Closed { unit, square, die, success }));
        Flow::Again
    }
}
