//! Attacks on a server that stays up: malformed input, floods, bombs. Each file is one kind.

mod bots;
mod connections;
mod frames;
mod records;
mod requests;
mod uploads;

use std::future::Future;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use harness::Browser;
use tokio::task::JoinSet;

use crate::random::Random;

/// How long an answer may take before it counts as one that never comes: longer than the server's own patience.
const PATIENCE: Duration = Duration::from_secs(45);

/// What the attackers know and what they have done.
pub(crate) struct Attack {
    pub(crate) address: SocketAddr,
    /// Tables of others.
    pub(crate) tables: Vec<String>,
    /// A seat that one of them holds, and its table.
    pub(crate) insider: Browser,
    pub(crate) inside: String,
    pub(crate) until: Instant,
    pub(crate) seed: u64,
    pub(crate) blows: Blows,
}

/// Counts.
#[derive(Default)]
pub(crate) struct Blows {
    /// Malformed inputs that reached the server.
    pub(crate) malformed: AtomicU64,
    /// Connections of a flood.
    pub(crate) connections: AtomicU64,
    /// Uploads that cost much.
    pub(crate) bombs: AtomicU64,
    /// Tables with computer players, and ledgers of luck.
    pub(crate) bots: AtomicU64,
    /// Answers 429: requests turned away before anything was read.
    pub(crate) turned_away: AtomicU64,
    errors: Mutex<Vec<String>>,
}

impl Blows {
    pub(crate) fn errors(&self) -> Vec<String> {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn error(&self, what: String) {
        self.errors.lock().unwrap_or_else(PoisonError::into_inner).push(what);
    }

    /// Notes how a request was answered: an error of the server is a fault that we must mend.
    fn answered(&self, count: &AtomicU64, status: u16, what: impl FnOnce() -> String) {
        match status {
            429 => self.turned_away.fetch_add(1, Ordering::Relaxed),
            500.. => {
                self.error(format!("{status}: {}", what()));
                count.fetch_add(1, Ordering::Relaxed)
            }
            _ => count.fetch_add(1, Ordering::Relaxed),
        };
    }
}

/// The kinds of attack.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Frames,
    Requests,
    Records,
    Connections,
    Uploads,
    Bots,
}

impl Kind {
    pub(crate) const ALL: [Kind; 6] =
        [Kind::Frames, Kind::Requests, Kind::Records, Kind::Connections, Kind::Uploads, Kind::Bots];

    /// Starts its attackers.
    pub(crate) fn begin(self, attack: &Arc<Attack>, attackers: &mut JoinSet<()>) {
        match self {
            Kind::Frames => many(4, attack, attackers, frames::attack),
            Kind::Requests => many(8, attack, attackers, requests::attack),
            Kind::Records => many(6, attack, attackers, records::attack),
            Kind::Connections => many(40, attack, attackers, connections::attack),
            Kind::Uploads => many(8, attack, attackers, uploads::attack),
            Kind::Bots => many(4, attack, attackers, bots::attack),
        }
    }
}

fn many<F>(count: u64, attack: &Arc<Attack>, attackers: &mut JoinSet<()>, work: fn(Arc<Attack>, Random) -> F)
where
    F: Future<Output = ()> + Send + 'static,
{
    for number in 0..count {
        attackers.spawn(work(attack.clone(), Random::new(attack.seed + number * 7919)));
    }
}

/// A browser somewhere else.
fn stranger(attack: &Attack, random: &mut Random) -> Browser {
    Browser { from: random.address(), ..Browser::new(attack.address) }
}
