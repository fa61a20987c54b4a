//! A flood of computer players: tables with generals, and ledgers of luck of long games.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::Request;
use serde_json::{Value, json};

use super::{Attack, stranger};
use crate::player::GAMES;
use crate::random::Random;

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    while Instant::now() < attack.until {
        let mut browser = stranger(&attack, &mut random);
        // Each address makes as many tables as it may.
        for _ in 0..30 {
            if Instant::now() >= attack.until {
                return;
            }
            let (game, scenario, _) = *random.pick(&GAMES);
            let level = *random.pick(&["general", "general", "captain", "recruit", "random"]);
            let bot = random.below(2);
            let seats = json!([{"seat": bot, "by": "bot", "level": level}, {"seat": 1 - bot, "by": "me"}]);
            let new = json!({"game": game, "scenario": scenario, "seats": seats, "name": "Eve"});
            let answer = browser.try_post("/api/tables", &new).await;
            let Some(made) = note(&attack, answer) else { break };
            let id = made["table"]["id"].as_str().unwrap_or_default().to_owned();
            let path = format!("/api/tables/{id}/begin");
            let begun = browser.try_post(&path, &json!({"nonce": "01234567"})).await;
            note(&attack, begun);
            // A spectator keeps the table from being idle.
            if let Ok(mut socket) = browser.try_socket(&id).await {
                socket.try_say(&json!({"type": "hello"})).await;
            }
        }
        let record = *random.pick(&super::records::RECORDS);
        let upload = Request::post("/api/tables/upload").header("content-type", "text/plain");
        let uploaded = browser.try_send(upload, record).await;
        if let Some(table) = note(&attack, uploaded) {
            let id = table["table"]["id"].as_str().unwrap_or_default().to_owned();
            let luck = browser.try_send(Request::get(format!("/api/tables/{id}/after")), "").await;
            note(&attack, luck);
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Counts an answer; returns its content, if it is a good one.
fn note(attack: &Attack, answer: Result<harness::Answer, String>) -> Option<Value> {
    match answer {
        Ok(answer) => {
            attack.blows.answered(&attack.blows.bots, answer.status.as_u16(), || answer.text());
            answer.status.is_success().then(|| answer.json())
        }
        Err(error) => {
            attack.blows.error(format!("a table was not made: {error}"));
            None
        }
    }
}
