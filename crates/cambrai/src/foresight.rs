//! What follows an answer by itself, up to the next die or the next choice: for odds and labels.

use engine::{Dice, Seat};

use crate::artillery::Artillery;
use crate::board::Board;
use crate::casualties::Losses;
use crate::first_turn::Opening;
use crate::movement::Movement;
use crate::pack::Pack;
use crate::retreat::{self, FallBack};
use crate::step::{Action, Answer, Context, Flow, Step, StepKind, Steps};

/// The step that rolls the next die after an answer, with the board as it is before it.
pub(crate) fn next_roll(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<(Step, Board)> {
    let mut roller = (step, board.clone());
    follow(pack, step, board, action, |top, board| roller = (top, board.clone())).then_some(roller)
}

/// What follows an answer before a player has a choice.
#[derive(Clone, Copy)]
pub(crate) struct Sequel {
    /// Whether the impulse ends before a die is rolled.
    pub ends_impulse: bool,
    /// Whether a die follows whose chances are known.
    pub rolls: bool,
}

/// What follows an answer.
pub(crate) fn look(pack: &Pack, step: Step, board: &Board, action: Action) -> Sequel {
    let (mut ends_impulse, mut last) = (false, step);
    let rolls = follow(pack, step, board, action, |top, _| {
        ends_impulse |= top.kind() == StepKind::ImpulseEnd;
        last = top;
    });
    Sequel { ends_impulse, rolls: rolls && last.rolls().is_some() }
}

/// Plays an answer on a copy of the board until a die is rolled or a player has a choice; `meet` sees each step before
/// it runs. Whether a die was rolled.
fn follow(
    pack: &Pack,
    step: Step,
    board: &Board,
    action: Action,
    mut meet: impl FnMut(Step, &Board),
) -> bool {
    // What the last bid sets going hangs on the other, which is sealed (17.1).
    if step.kind() == StepKind::Bid {
        return false;
    }
    let mut stack = callers(pack, step, board);
    stack.push(step);
    let mut trial = Trial { pack, board: board.clone(), dice: Dice::seeded(0) };
    let mut flow = trial.choose(step, action);
    for _ in 0..1000 {
        if !trial.dice.given().is_empty() {
            return true;
        }
        match flow {
            Flow::Again => {}
            Flow::Call(next) => stack.push(next),
            Flow::Goto(next) => {
                stack.pop();
                stack.push(next);
            }
            Flow::Return => {
                stack.pop();
            }
            Flow::Ask | Flow::End(_) => break,
        }
        let Some(top) = stack.last().copied() else { break };
        meet(top, &trial.board);
        flow = trial.run(top);
    }
    false
}

/// The steps that wait below one, as far as the board tells: the first of the usual ones that fit.
fn callers(pack: &Pack, step: Step, board: &Board) -> Vec<Step> {
    let fires: Step = if board.impulse.area.is_some() { Artillery.into() } else { Opening.into() };
    // When nothing is left to pay, losses lead to withdrawal.
    let attacks = retreat::owner(board) == board.active;
    let sends: Step = if attacks { FallBack.into() } else { Losses.into() };
    let usual: [&[Step]; 4] = [&[], &[fires], &[Movement.into()], &[Movement.into(), sends]];
    let fits = |below: &&&[Step]| step.needs(pack, board, below).is_ok();
    usual.iter().find(fits).map_or_else(Vec::new, |below| below.to_vec())
}

struct Trial<'a> {
    pack: &'a Pack,
    board: Board,
    dice: Dice,
}

impl Trial<'_> {
    fn choose(&mut self, mut step: Step, action: Action) -> Flow {
        let seats = step.question(self.pack, &self.board).seats;
        let seat = seats.iter().next().expect("a question is put to a seat");
        let context = &mut Context::silent(&mut self.dice);
        step.choose(self.pack, &mut self.board, Answer { seat, action, notes: &() }, context)
    }

    /// Runs a step and answers where there is only one answer.
    fn run(&mut self, mut step: Step) -> Flow {
        let flow = step.run(self.pack, &mut self.board, &mut Context::silent(&mut self.dice));
        if !matches!(flow, Flow::Ask) || !self.dice.given().is_empty() {
            return flow;
        }
        let mut options = Vec::new();
        step.ask(self.pack, &self.board, Seat(0), &mut options, &mut ());
        match options[..] {
            [only] => self.choose(step, only),
            _ => flow,
        }
    }
}
