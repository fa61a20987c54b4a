//! Two processes on one PostgreSQL: either is killed, and the database is stopped at once and started again.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::Result;
use harness::Postgres;

use super::Load;
use crate::program::House;
use crate::random::Random;
use crate::report::Row;

/// One blow in this many hits the database.
const DATABASE: usize = 8;

pub(crate) async fn two_processes(program: &Path, seconds: u64, seed: u64) -> Result<Row> {
    let cluster = Postgres::start();
    let database = cluster.new_database();
    let houses = [House::on(program, &database)?, House::on(program, &database)?];
    let mut servers = [houses[0].start().await?, houses[1].start().await?];
    let mut random = Random::new(seed);
    let until = Instant::now() + Duration::from_secs(seconds);
    let load = Load::begin(&houses.each_ref().map(|house| house.address), until);
    let (mut kills, mut restarts, mut ended) = (0_u64, 0_u64, 0);
    while Instant::now() < until {
        tokio::time::sleep(Duration::from_millis(random.below(700) as u64)).await;
        if random.below(DATABASE) == 0 {
            tokio::task::block_in_place(|| {
                cluster.down();
                std::thread::sleep(Duration::from_millis(random.below(300) as u64));
                cluster.up();
            });
            restarts += 1;
            continue;
        }
        let which = random.below(2);
        ended += u64::from(servers[which].kill());
        kills += 1;
        // Sometimes the other process must serve alone for a while.
        tokio::time::sleep(Duration::from_millis(random.below(200) as u64)).await;
        servers[which] = houses[which].start().await?;
    }
    let tally = load.end().await;
    ended += servers.iter_mut().map(|server| u64::from(server.has_ended())).sum::<u64>();
    let complaints = houses.each_ref().map(House::complaints);
    let panics = complaints.iter().map(|complaints| complaints.panics).sum::<u64>();
    let lines: Vec<String> = complaints.into_iter().flat_map(|complaints| complaints.lines).collect();
    let mut row = Row {
        attack: "two processes on PostgreSQL",
        blows: format!("{kills} kills, {restarts} restarts of the database"),
        tally,
        panics: panics + ended,
        errors: lines.len() as u64 - panics,
    };
    row.tally.faults.extend(lines);
    Ok(row)
}
