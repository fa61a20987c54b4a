//! Answers of the game's own in steps that it shares: the inside of forts, drum fire, phosgene, claims.

use engine::Forbidden;
use grid::steps;
use grid::{Common, Nation, Stage};

use crate::board::{Action as Own, Event as Told, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::nation_of;
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

impl Verdun {
    /// Adds them to the answers of a common step.
    pub(crate) fn own_answers(&self, grid: &Game, step: &Step, board: &Table, answers: &mut Vec<Action>) {
        match *step {
            Step::Bombardment(steps::Bombardment { side, .. }) => {
                self.more_targets(grid, board, side, answers);
            }
            Step::Guns(steps::Guns { nation }) if self.may_drum(grid, board, nation.side()) => {
                answers.push(Action::Own(Own::DrumFire));
            }
            Step::Move(steps::Move { unit, .. }) if unit.is_some() => {
                for (action, inside) in [(Own::GoIn(unit), true), (Own::GoOut(unit), false)] {
                    if self.may_change_place(grid, board, unit, inside).is_legal() {
                        answers.push(Action::Own(action));
                    }
                }
            }
            Step::Assault(steps::Assault { stage: Stage::Resources })
                if self.may_add_phosgene(grid, board).is_legal() =>
            {
                answers.push(Action::Own(Own::Phosgene));
            }
            Step::Commit(steps::Commit { nation: Nation::German, only })
                if !only.is_some() && self.may_claim(grid, board) =>
            {
                answers.push(Action::Own(Own::Claim));
            }
            _ => {}
        }
    }

    /// What forbids one of them.
    pub(crate) fn check_own_answer(&self, grid: &Game, step: &Step, board: &Table, action: Own) -> Forbidden {
        match (*step, action) {
            (Step::Bombardment(steps::Bombardment { side, .. }), Own::Inside(fort)) => {
                if self.fort_targets(grid, board, side).contains(fort) {
                    Forbidden::NO
                } else {
                    self.why_not_inside()
                }
            }
            (Step::Guns(steps::Guns { nation }), Own::DrumFire) => {
                let mut verdict = Forbidden::NO;
                verdict.when(!self.may_drum(grid, board, nation.side()), Rule::Own(Rules::GermanOperations));
                verdict
            }
            (Step::Move(steps::Move { unit, .. }), Own::GoIn(actor)) if unit == actor && unit.is_some() => {
                self.may_change_place(grid, board, unit, true)
            }
            (Step::Move(steps::Move { unit, .. }), Own::GoOut(actor)) if unit == actor && unit.is_some() => {
                self.may_change_place(grid, board, unit, false)
            }
            (Step::Assault(steps::Assault { stage: Stage::Resources }), Own::Phosgene) => {
                self.may_add_phosgene(grid, board)
            }
            (Step::Commit(steps::Commit { nation: Nation::German, only }), Own::Claim) => {
                let mut verdict = Forbidden::NO;
                let may = !only.is_some() && self.may_claim(grid, board);
                verdict.when(!may, Rule::Common(Common::CommandCenter));
                verdict
            }
            _ => Forbidden::by(Rule::Common(Common::TurnSequence)),
        }
    }

    /// Carries one of them out.
    pub(crate) fn choose_own_answer(
        &self,
        grid: &Game,
        step: &mut Step,
        board: &mut Table,
        action: Own,
        context: &mut Context,
    ) -> Flow {
        match (step, action) {
            (Step::Bombardment(steps::Bombardment { side, .. }), Own::Inside(fort)) => {
                self.aim_inside(board, fort);
                return Flow::call(steps::Guns { nation: nation_of(*side) });
            }
            (Step::Guns(steps::Guns { nation }), Own::DrumFire) => {
                board.own.drum = true;
                let die = context.d6();
                let works = die <= self.data.charts.operations.drum_fire.upto;
                let rule = Rules::GermanOperations;
                context.tell(|| Event::Own(Told::Freed { die: Some(die), free: works, rule }));
                if works {
                    return Flow::Call(Step::Own(OwnStep::DrumTarget { nation: *nation }));
                }
            }
            (Step::Move(steps::Move { acted, .. }), Own::GoIn(unit) | Own::GoOut(unit)) => {
                self.change_place(grid, board, unit, matches!(action, Own::GoIn(_)), context);
                *acted = true;
            }
            (_, Own::Phosgene) => self.add_phosgene(board, context),
            (_, Own::Claim) => {
                board.own.claimed = true;
                let objectives = self.shown_by_claim(grid, board);
                context.tell(|| Event::Own(Told::Claimed { objectives }));
            }
            _ => {}
        }
        Flow::Again
    }
}
