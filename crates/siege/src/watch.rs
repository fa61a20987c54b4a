//! Tables without play: nothing that strangers send may change them.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use harness::Browser;
use hyper::Request;
use serde_json::{Value, json};

use crate::player::{GAMES, Player};

/// The tables that strangers try to change, and what strangers know of them.
pub(crate) struct Watched {
    tables: Vec<(Browser, String)>,
    before: Vec<String>,
    /// A stranger who has been given a seat, and his table. He is not asked there.
    pub(crate) insider: Browser,
    pub(crate) inside: String,
}

impl Watched {
    /// A table of each game with some play, and one where a stranger holds a seat.
    pub(crate) async fn new(address: SocketAddr) -> Result<Watched> {
        let mut tables = Vec::new();
        for number in 0..GAMES.len() as u8 {
            let mut player = Player::new(&[address], 100 + number);
            for _ in 0..5 {
                player.act(Instant::now() + Duration::from_secs(20)).await;
            }
            let id = player.table().context("a table to watch")?.to_owned();
            tables.push((player.browser, id));
        }
        let (game, scenario, _) = GAMES[0];
        let mut owner = Browser::new(address);
        let (inside, tokens) = owner.new_table(game, scenario, json!([{"seat": 0, "by": "me"}])).await;
        let mut insider = Browser::new(address);
        insider.take(&inside, &tokens[1]).await.ok();
        tables.push((owner, inside.clone()));
        let mut watched = Watched { tables, before: Vec::new(), insider, inside };
        watched.before = watched.state().await?;
        Ok(watched)
    }

    /// The ids of all tables.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.tables.iter().map(|(_, id)| id.clone()).collect()
    }

    /// How many of the tables are not as they were.
    pub(crate) async fn changes(&self) -> Result<u64> {
        let now = self.state().await?;
        Ok(self.before.iter().zip(&now).filter(|(before, now)| before != now).count() as u64)
    }

    /// Record, seats and state of each table, apart from its present onlookers.
    async fn state(&self) -> Result<Vec<String>> {
        let mut state = Vec::new();
        for (browser, id) in &self.tables {
            let mut info: Value =
                serde_json::from_slice(&read(browser, &format!("/api/tables/{id}")).await?)?;
            if let Some(info) = info.as_object_mut() {
                info.remove("changed");
            }
            for seat in info["seats"].as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
                seat.remove("here");
            }
            let record = read(browser, &format!("/api/tables/{id}/record")).await?;
            state.push(format!("{info}\n{}", String::from_utf8_lossy(&record)));
        }
        Ok(state)
    }
}

async fn read(browser: &Browser, path: &str) -> Result<Vec<u8>> {
    let answer = browser.clone().try_send(Request::get(path), "").await.map_err(anyhow::Error::msg)?;
    anyhow::ensure!(answer.status.is_success(), "{path}: {}", answer.text());
    Ok(answer.body)
}
