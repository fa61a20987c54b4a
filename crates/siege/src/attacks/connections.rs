//! A flood of connections: some say nothing, some half a request and no more, some one letter at a time.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tokio::io::AsyncWriteExt;

use super::Attack;
use crate::random::Random;

/// How many connections each of forty attackers holds from its address. That is close to the limit of a
/// network, and all together come close to the limit of a server.
const HELD: usize = 190;

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    let from = random.address();
    let mut held = Vec::new();
    while Instant::now() < attack.until {
        let Ok(mut stream) = harness::connect(from, attack.address).await else {
            attack.blows.error("a connection was refused".into());
            return;
        };
        attack.blows.connections.fetch_add(1, Ordering::Relaxed);
        let _ = match random.below(4) {
            0 => Ok(()),
            1 => stream.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await,
            2 => stream.write_all(b"POST /api/tables HTTP/1.1\r\ncontent-length: 60000\r\n\r\n{").await,
            _ => stream.write_all(b"G").await,
        };
        held.push(stream);
        if held.len() > HELD {
            // The longest held make room, and one more letter keeps some of the others alive.
            for stream in held.iter_mut().step_by(7) {
                let _ = stream.try_write(b"x");
            }
            held.drain(..HELD / 4);
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }
}
