//! What plays a seat in the laboratory, and how it can fail.

use std::panic::{AssertUnwindSafe, catch_unwind};

use bots::{Keeper, Level, Limits};
use engine::{Seat, Session};
use serde::{Deserialize, Serialize};

use crate::clock::Stopwatch;

/// An answer to a decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The typed form.
    pub text: String,
    /// How many decisions were imagined for it.
    pub imagined: usize,
}

/// How a player failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Failing {
    /// It ended or panicked.
    Crash,
    /// It gave an answer that is not legal.
    Nonsense,
    /// It did not answer in time.
    Late,
}

/// A failure with its story.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// How.
    pub failing: Failing,
    /// What happened, in a sentence.
    pub why: String,
}

impl Fault {
    /// A failure of that kind.
    pub fn new(failing: Failing, why: impl Into<String>) -> Fault {
        Fault { failing, why: why.into() }
    }
}

/// What plays a seat.
pub trait Player: Send {
    /// Answers the open decision for `seat`; `seed` is for its own dice. After a fault it is ready for the next game.
    fn answer(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault>;

    /// Learns how a game ended.
    fn over(&mut self, _session: &dyn Session, _seat: Seat) {}
}

/// A built-in computer player.
pub(crate) struct Builtin {
    pub(crate) level: Level,
    /// On how many threads a level with a clock thinks.
    pub(crate) threads: usize,
    /// Shares out the time of each player turn, for levels with a clock.
    pub(crate) keeper: Keeper,
}

impl Player for Builtin {
    fn answer(&mut self, session: &dyn Session, seat: Seat, seed: u64) -> Result<Answer, Fault> {
        let begun = Stopwatch::start();
        let share = self.keeper.share(bots::player_turn(session), bots::stretch(session, seat));
        let is_over = || begun.elapsed() >= share;
        let limits = Limits { seed, threads: self.threads, is_over: &is_over, plan: self.keeper.plan() };
        let chosen = catch_unwind(AssertUnwindSafe(|| bots::choose(session, seat, &self.level, &limits)));
        let plan = chosen.as_ref().ok().and_then(|chosen| chosen.as_ref()?.plan);
        self.keeper.note(begun.elapsed(), plan);
        match chosen {
            Ok(Some(chosen)) => Ok(Answer { text: chosen.text, imagined: chosen.imagined }),
            Ok(None) => Err(Fault::new(Failing::Nonsense, "it had no answer")),
            Err(panic) => Err(Fault::new(Failing::Crash, panic_text(&*panic))),
        }
    }

    fn over(&mut self, _session: &dyn Session, _seat: Seat) {
        self.keeper.forget();
    }
}

/// The message of a panic.
pub(crate) fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text =
        panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    format!("panicked: {}", text.unwrap_or("without a word"))
}
