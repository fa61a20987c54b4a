//! Faults: processes that are killed, databases that go away, disks that are full. Each file is one kind.

mod cluster;
mod disk;
mod kill;

pub(crate) use cluster::two_processes;
pub(crate) use disk::full_disk;
pub(crate) use kill::kills;

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use tokio::task::JoinSet;

use crate::player::Player;
use crate::report::Tally;

/// So many players make the load under which processes are killed.
const PLAYERS: u8 = 8;
/// The pace of the honest player, whose times are measured.
pub(crate) const PACE: Duration = Duration::from_millis(40);
/// The others are as quick as a socket may be.
const QUICK: Duration = Duration::from_millis(25);

/// Players who play on whatever happens; the first is the one whose times count.
struct Load(JoinSet<(u8, Tally)>);

impl Load {
    fn begin(doors: &[SocketAddr], until: Instant) -> Load {
        let mut players = JoinSet::new();
        for number in 0..PLAYERS {
            let player = Player::new(doors, number);
            let pause = if number == 0 { PACE } else { QUICK };
            players.spawn(async move { (number, player.play(pause, until).await) });
        }
        Load(players)
    }

    /// What they saw, once they have compared their records.
    async fn end(mut self) -> Tally {
        let mut all = Tally::default();
        while let Some(ended) = self.0.join_next().await {
            match ended {
                Ok((0, tally)) => all.add(tally),
                Ok((_, tally)) => all.add(Tally { times: Vec::new(), ..tally }),
                Err(error) => all.faults.push(format!("a player: {error}")),
            }
        }
        all
    }
}
