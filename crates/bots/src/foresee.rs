//! How a game stands, for readers who may see all of it: the ledger of luck, the study of finished games.

use engine::{Match, Seat};

use crate::brain::Brain;

/// No procedure has more decisions between two dice.
const LONGEST: usize = 40;

/// What a board promises `seat`, from -1 (lost) to 1 (won).
///
/// A board in the middle of a procedure cannot be judged: losses may still be due. Therefore the heaviest
/// option of each decision is played until the next one would roll dice or play passes to another side.
pub fn foresee<B: Brain>(live: &Match<B>, seat: Seat) -> f32 {
    let rules = live.rules();
    let turn = live.step().map(|step| rules.player_turn(step, live.board()));
    let (mut here, mut ahead) = (live.clone(), live.clone());
    for _ in 0..LONGEST {
        if let Some(outcome) = here.outcome() {
            return match (outcome.winners.is_empty(), outcome.winners.contains(seat)) {
                (true, _) => 0.0,
                (false, true) => 1.0,
                (false, false) => -1.0,
            };
        }
        if here.step().map(|step| rules.player_turn(step, here.board())) != turn {
            break;
        }
        let Some(heaviest) = heaviest(&here) else { break };
        ahead.clone_from(&here);
        ahead.play_nth(heaviest, None);
        if !ahead.rolled().is_empty() {
            break;
        }
        std::mem::swap(&mut here, &mut ahead);
    }
    here.step().map_or(0.0, |step| rules.judge(step, here.board(), seat).clamp(-1.0, 1.0))
}

/// The first of the heaviest options; none where several seats choose in secret.
fn heaviest<B: Brain>(here: &Match<B>) -> Option<usize> {
    let (seat, step) = (here.asked().only()?, here.step()?);
    let mut weights = Vec::new();
    here.rules().weigh(step, here.board(), seat, here.options(), &mut weights);
    let first = |best: (usize, f32), next: (usize, f32)| if next.1 > best.1 { next } else { best };
    weights.into_iter().enumerate().reduce(first).map(|(index, _)| index)
}
