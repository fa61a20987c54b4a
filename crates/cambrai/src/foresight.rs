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

/// What follows an answer before anyone chooses again.
#[derive(Default)]
pub(crate) struct Sequel {
    /// The step that rolls the next die, with the board as it is before it.
    pub roll: Option<(Step, Board)>,
    /// Whether the impulse ends first.
    pub ends_impulse: bool,
}

/// Plays an answer on a copy of the board until a die is rolled or a player has a choice.
pub(crate) fn follow(pack: &Pack, step: Step, board: &Board, action: Action) -> Sequel {
    let mut sequel = Sequel::default();
    // What the last bid sets going hangs on the other, which is sealed (17.1).
    if step == Step::Bid {
        return sequel;
    }
    let mut stack = callers(step, board);
    stack.push(step);
    let mut trial = Trial { pack, board: board.clone(), dice: Dice::seeded(0) };
    let mut flow = trial.choose(step, action);
    let mut roller = (step, board.clone());
    for _ in 0..1000 {
        if !trial.dice.given().is_empty() {
            sequel.roll = Some(roller);
            break;
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
        sequel.ends_impulse |= top == Step::ImpulseEnd;
        roller = (top, trial.board.clone());
        flow = trial.run(top);
    }
    sequel
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
