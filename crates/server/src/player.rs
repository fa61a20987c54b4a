//! Computer players, as the server sees them: a name, and a choice among the options.

use std::sync::Arc;
use std::time::Instant;

use engine::{Seat, Session};

use crate::clock;
use crate::secrets;
use crate::work::Stop;

/// A computer player. It must decide from what its seat may know.
pub trait Player: Send + Sync {
    /// The short name of its level, as in `level=captain`.
    fn id(&self) -> &str;
    /// What the lobby says about it, in a sentence.
    fn about(&self) -> &str;
    /// Whether it answers at once. Other players wait for their turn to think.
    fn is_quick(&self) -> bool {
        true
    }
    /// Chooses one of the options of `seat`; none when it knows no answer. Called on its own thread. It
    /// should return soon after [`Think::is_over`] turns true.
    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought>;
    /// What it would do in the place of `seat`, and why, in the form of docs/protocol.md; none when it gives
    /// no advice.
    fn advise(&self, _: &dyn Session, _: Seat, _: &Think) -> Option<serde_json::Value> {
        None
    }
    /// What speaks against a typed answer of `seat`; none when nothing does.
    fn warn(&self, _: &dyn Session, _: Seat, _text: &str, _: &Think) -> Option<serde_json::Value> {
        None
    }
}

/// What a player has decided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Thought {
    /// The typed form of one of the options.
    pub play: String,
    /// Why, in a sentence, for after the game; may be empty.
    pub reason: String,
}

/// What a player has to think with.
#[derive(Clone, Debug)]
pub struct Think {
    /// The table, for players that keep a clock for each.
    pub table: String,
    /// For its own dice.
    pub seed: u64,
    /// When it must have decided. Its time begins when it gets its turn.
    pub deadline: Instant,
    /// How many threads it may use.
    pub threads: usize,
    stop: Stop,
    server: Stop,
}

impl Think {
    /// Thinking for `table` until `deadline` on `threads`, unless the table or the server says stop.
    pub(crate) fn new(
        table: impl Into<String>,
        deadline: Instant,
        threads: usize,
        [stop, server]: [Stop; 2],
    ) -> Think {
        let seed = u64::from_le_bytes(secrets::random());
        Think { table: table.into(), seed, deadline, threads, stop, server }
    }

    /// Whether the time is up or the answer is no longer wanted.
    pub fn is_over(&self) -> bool {
        self.stop.is_stopped() || self.server.is_stopped() || clock::instant() >= self.deadline
    }
}

/// The levels on offer.
#[derive(Clone)]
pub struct Players(Vec<Arc<dyn Player>>);

impl Default for Players {
    fn default() -> Players {
        Players(vec![Arc::new(Random)])
    }
}

impl Players {
    /// These and the random player.
    pub fn with(players: impl IntoIterator<Item = Arc<dyn Player>>) -> Players {
        let mut all: Vec<Arc<dyn Player>> = players.into_iter().collect();
        all.push(Arc::new(Random));
        Players(all)
    }

    /// All of them, the best-known first.
    pub fn all(&self) -> &[Arc<dyn Player>] {
        &self.0
    }

    /// The one with that name.
    pub fn find(&self, id: &str) -> Option<&Arc<dyn Player>> {
        self.0.iter().find(|player| player.id() == id)
    }
}

/// Plays any legal action, each as likely as the others.
pub struct Random;

impl Player for Random {
    fn id(&self) -> &'static str {
        "random"
    }

    fn about(&self) -> &'static str {
        "Plays any legal action: for trying things out."
    }

    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought> {
        let mut options = session.options(seat);
        if options.is_empty() {
            return None;
        }
        let nth = (think.seed % options.len() as u64) as usize;
        Some(Thought { play: options.swap_remove(nth), reason: String::new() })
    }
}
