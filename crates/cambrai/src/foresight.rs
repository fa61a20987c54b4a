//! What follows an answer by itself, up to the next die or the next choice: for odds and labels.

use engine::{Context, Dice, Flow};

use crate::Cambrai;
use crate::bids;
use crate::board::Board;
use crate::event::Event;
use crate::pack::Pack;
use crate::retreat;
use crate::sequence;
use crate::step::{Action, Step};

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
    /// The step that rolls the next die.
    pub roller: Option<Step>,
}

/// What follows an answer.
pub(crate) fn look(pack: &Pack, step: Step, board: &Board, action: Action) -> Sequel {
    let (mut ends_impulse, mut last) = (false, step);
    let rolls = follow(pack, step, board, action, |top, _| {
        ends_impulse |= top == Step::ImpulseEnd;
        last = top;
    });
    Sequel { ends_impulse, roller: rolls.then_some(last) }
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
    if step == Step::Bid {
        return false;
    }
    let mut stack = callers(step, board);
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

/// The steps to which an assault or barrage in hand returns.
fn callers(step: Step, board: &Board) -> Vec<Step> {
    match step {
        Step::PrimaryTarget | Step::BarrageLosses => {
            vec![if board.impulse.area.is_some() { Step::Artillery } else { Step::Opening }]
        }
        Step::Retreat if retreat::owner(board) == board.active => vec![Step::Movement, Step::FallBack],
        // When nothing is left to pay, losses lead to withdrawal.
        Step::Retreat => vec![Step::Movement, Step::Losses],
        _ if board.assault.is_some() => vec![Step::Movement],
        _ => Vec::new(),
    }
}

struct Trial<'a> {
    pack: &'a Pack,
    board: Board,
    dice: Dice,
}

impl Trial<'_> {
    fn choose(&mut self, step: Step, action: Action) -> Flow<Cambrai> {
        let seat = bids::seat_for(&self.board, sequence::asked_side(step, &self.board));
        let context = &mut Context::<Event>::silent(&mut self.dice);
        sequence::choose(self.pack, step, &mut self.board, seat, action, context)
    }

    /// Runs a step and answers where there is only one answer.
    fn run(&mut self, step: Step) -> Flow<Cambrai> {
        let flow =
            sequence::run(self.pack, step, &mut self.board, &mut Context::<Event>::silent(&mut self.dice));
        if !matches!(flow, Flow::Ask) || !self.dice.given().is_empty() {
            return flow;
        }
        let mut options = Vec::new();
        sequence::ask(self.pack, step, &self.board, &mut options);
        match options[..] {
            [only] => self.choose(step, only),
            _ => flow,
        }
    }
}
