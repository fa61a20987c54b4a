//! Faults: processes that are killed, databases that go away, disks that are full. Each file is one kind.

mod cluster;
mod disk;
mod kill;

pub(crate) use cluster::two_processes;
pub(crate) use disk::full_disk;
pub(crate) use kill::kills;

use std::net::SocketAddr;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::player::Player;
use crate::report::Tally;

/// How many players make the load under which processes are killed.
const PLAYERS: u8 = 8;
/// The pace of the honest player, whose times are measured.
pub(crate) const PACE: Duration = Duration::from_millis(40);
/// The others are as quick as a socket may be.
const QUICK: Duration = Duration::from_millis(25);

/// Players who always play on; the times of one of them are measured.
struct Load {
    honest: JoinHandle<Tally>,
    others: JoinSet<Tally>,
}

impl Load {
    fn begin(doors: &[SocketAddr], until: Instant) -> Load {
        let mut others = JoinSet::new();
        for number in 1..PLAYERS {
            others.spawn(Player::new(doors, number).play(QUICK, until));
        }
        Load { honest: Player::new(doors, 0).play_apart(PACE, until), others }
    }

    /// What they saw, once they have compared their records.
    async fn end(mut self) -> Tally {
        let mut all = Tally::default();
        while let Some(ended) = self.others.join_next().await {
            match ended {
                Ok(tally) => all.add(Tally { times: Vec::new(), ..tally }),
                Err(error) => all.faults.push(format!("a player: {error}")),
            }
        }
        match tokio::task::spawn_blocking(|| self.honest.join()).await {
            Ok(Ok(tally)) => all.add(tally),
            _ => all.faults.push("the honest player fell".into()),
        }
        all
    }
}
