//! A server under attack while an honest player plays on.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow};
use tokio::task::JoinSet;

use crate::attacks::{Attack, Blows, Kind};
use crate::faults::PACE;
use crate::player::Player;
use crate::program::House;
use crate::report::Row;
use crate::watch::Watched;

/// A fresh server, these attacks at once, and one honest player. Without attacks it is the standard.
pub(crate) async fn besiege(
    program: &Path,
    name: &'static str,
    kinds: &[Kind],
    seconds: u64,
    seed: u64,
) -> Result<Row> {
    let house = House::new(program)?;
    let mut server = house.start().await?;
    let watched = Watched::new(house.address).await?;
    let until = Instant::now() + Duration::from_secs(seconds);
    let attack = Arc::new(Attack {
        address: house.address,
        tables: watched.ids(),
        insider: watched.insider.clone(),
        inside: watched.inside.clone(),
        until,
        seed,
        blows: Blows::default(),
    });
    let playing = Player::new(&[house.address], 0).play_apart(PACE, until);
    let mut attackers = JoinSet::new();
    for kind in kinds {
        kind.begin(&attack, &mut attackers);
    }
    let mut faults = Vec::new();
    while let Some(ended) = attackers.join_next().await {
        if let Err(error) = ended {
            faults.push(format!("an attacker: {error}"));
        }
    }
    let tally = tokio::task::spawn_blocking(|| playing.join()).await?;
    let mut tally = tally.map_err(|_| anyhow!("the honest player fell"))?;
    tally.changed += watched.changes().await?;
    let complaints = house.complaints();
    let errors = attack.blows.errors();
    let mut row = Row {
        attack: name,
        blows: blows(&attack.blows),
        tally,
        panics: complaints.panics + u64::from(server.has_ended()),
        errors: errors.len() as u64 + complaints.lines.len() as u64 - complaints.panics,
    };
    row.tally.faults.extend(faults.into_iter().chain(errors).chain(complaints.lines));
    Ok(row)
}

fn blows(blows: &Blows) -> String {
    let counts = [
        (&blows.malformed, "malformed"),
        (&blows.connections, "connections"),
        (&blows.bombs, "bombs"),
        (&blows.bots, "requests for computer players"),
        (&blows.turned_away, "turned away"),
    ];
    let counts = counts.map(|(count, what)| (count.load(Ordering::Relaxed), what));
    let said: Vec<String> = counts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, what)| format!("{count} {what}"))
        .collect();
    if said.is_empty() { "none".into() } else { said.join(", ") }
}
