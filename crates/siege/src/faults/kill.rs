//! `kill -9` under load on a SQLite file.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;

use super::Load;
use crate::program::House;
use crate::random::Random;
use crate::report::Row;

pub(crate) async fn kills(program: &Path, seconds: u64, seed: u64) -> Result<Row> {
    let house = House::new(program)?;
    let mut random = Random::new(seed);
    let mut server = house.start().await?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let load = Load::begin(&[house.address], until);
    let (mut kills, mut ended) = (0_u64, 0);
    while Instant::now() < until {
        // Now and then it dies before anyone has come back.
        let longest = if random.below(5) == 0 { 40 } else { 600 };
        tokio::time::sleep(Duration::from_millis(random.below(longest) as u64)).await;
        ended += u64::from(server.kill());
        kills += 1;
        server = house.start().await?;
    }
    let tally = load.end().await;
    ended += u64::from(server.has_ended());
    let complaints = house.complaints();
    let mut row = Row {
        attack: "kill -9 on SQLite",
        blows: format!("{kills} kills"),
        tally,
        panics: complaints.panics + ended,
        errors: complaints.lines.len() as u64 - complaints.panics,
    };
    row.tally.faults.extend(complaints.lines);
    Ok(row)
}
