//! Sunset (4.2.1): the first British roll of two dice in a British impulse, or one at its end.

use engine::step::Die;
use engine::step_words;
use engine::wire::Odds;

use crate::board::{Air, Board, Impulse};
use crate::event::Event;
use crate::interdiction::Recall;
use crate::odds::{self, TWO_DICE};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::side::Side;
use crate::step::{Below, Context, Flow, Run};
use crate::{advantage, sequence};

/// Two dice for `side`; the first British ones of a British impulse also serve as the sunset roll (4.2.1).
pub(crate) fn roll_two(board: &mut Board, side: Side, context: &mut Context) -> [u8; 2] {
    let dice = [context.d6(), context.d6()];
    if side == Side::British && board.active == Side::British && board.sunset.is_none() {
        board.sunset = Some(dice[0] + dice[1]);
    }
    dice
}

/// What the sunset roll of this impulse would decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub ends: bool,
    pub changes: bool,
}

/// Below the impulse number the day ends, at the number the weather changes (4.2.1, 6.3). On November 20 it does
/// not end the day (16.3).
pub(crate) fn verdict(pack: &Pack, board: &Board, total: u8) -> Verdict {
    let binding = !pack.scenarios[usize::from(board.scenario)].no_sunset[usize::from(board.turn)];
    Verdict { ends: binding && total < board.impulse_number, changes: total == board.impulse_number }
}

/// Whether this British impulse still needs a sunset roll: after a pass only if it can matter (8.1.3), and not after
/// the pass that ends November 20 (16.3, ruling R44).
pub(crate) fn is_due(pack: &Pack, board: &Board) -> bool {
    let no_end = pack.scenarios[usize::from(board.scenario)].no_sunset[usize::from(board.turn)];
    let passed = board.impulse.passed;
    board.active == Side::British
        && board.sunset.is_none()
        && !(passed && (no_end || board.impulse_number < 2))
}

/// The impulse ends (4.2.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ImpulseEnd;
step_words!(ImpulseEnd of Pack = "impulse-end");

impl Run<Pack> for ImpulseEnd {
    /// Supports come off the map (11.8), the sun may set, the advantage may pass (15.2).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        lift_markers(pack, board, context);
        let binding = !pack.scenarios[usize::from(board.scenario)].no_sunset[usize::from(board.turn)];
        if is_due(pack, board) {
            let dice = roll_two(board, Side::British, context);
            tell(pack, board, Some(dice), binding, context);
        } else if board.sunset.is_some() && board.active == Side::British {
            tell(pack, board, None, binding, context);
        }
        if let (Some(total), Side::British) = (board.sunset, board.active) {
            let verdict = verdict(pack, board, total);
            board.day_over |= verdict.ends;
            board.weather_turns = verdict.changes;
        }
        if !binding && board.impulse.passed && board.active == Side::British {
            board.day_over = true;
        }
        advantage::shift(board, context);
        board.impulse = Impulse::default();
        board.sunset = None;
        board.asked = Side::British;
        Flow::goto(Recall)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(odds::next_die(chances(pack, board))))
    }
}

fn chances(pack: &Pack, board: &Board) -> Odds {
    let mut tally = odds::tally(pack, 36);
    for (total, ways) in TWO_DICE.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let verdict = verdict(pack, board, total as u8);
        if verdict.ends {
            tally.add("daylight ends".into(), *ways, &[Rule::Sunset]);
        } else if verdict.changes {
            tally.add("the weather changes".into(), *ways, &[Rule::WeatherChange]);
        } else {
            tally.add("daylight goes on".into(), *ways, &[Rule::Sunset]);
        }
    }
    Odds {
        title: format!("The sunset roll of impulse {}", board.impulse_number),
        cases: pack.casebook.numbers([Rule::Sunset]),
        sums: Vec::new(),
        summary: format!("{} % that daylight ends", tally.share(|label| label == "daylight ends")),
        results: tally.results,
        chart: None,
    }
}

fn tell(pack: &Pack, board: &Board, dice: Option<[u8; 2]>, binding: bool, context: &mut Context) {
    let (Some(total), number) = (board.sunset, board.impulse_number) else { return };
    let Verdict { ends, changes } = verdict(pack, board, total);
    context.tell(|| Event::SunsetRolled { total, dice, number, ends, changes, binding });
}

/// Support markers leave the map for the day, the air marker returns to its box (9.1, 11.8).
fn lift_markers(pack: &Pack, board: &mut Board, context: &mut Context) {
    let (side, impulse) = (board.active, &board.impulse);
    for place in pack.links.all.iter() {
        let (rolling, direct) = (impulse.rolling[place.index()], impulse.direct[place.index()]);
        let air = board.air[side] == Air::Over(place);
        if rolling + direct > 0 || air {
            context.tell(|| Event::MarkersLifted { side, place, rolling, direct, air });
        }
    }
    if matches!(board.air[side], Air::Over(_) | Air::Flown) {
        board.air[side] = Air::Ready;
    }
}
