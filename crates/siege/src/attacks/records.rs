//! Malformed records and positions: games that were really played, damaged.

use std::sync::Arc;
use std::time::{Duration, Instant};

use hyper::Request;
use serde_json::json;

use super::{Attack, stranger};
use crate::random::Random;

pub(super) const RECORDS: [&str; 6] = [
    include_str!("../../../../replays/cambrai-tank-attack.game"),
    include_str!("../../../../replays/cambrai-bourlon-wood.game"),
    include_str!("../../../../replays/big-push-over-the-top.game"),
    include_str!("../../../../replays/big-push-devil-machines.game"),
    include_str!("../../../../replays/verdun-firestorm.game"),
    include_str!("../../../../replays/verdun-may-cup.game"),
];

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    let positions = positions(&attack, &mut random).await;
    while Instant::now() < attack.until {
        let mut browser = stranger(&attack, &mut random);
        let (request, body) = if random.below(2) == 0 || positions.is_empty() {
            let record = *random.pick(&RECORDS);
            // Most of the damage should come early: the text after it is never read.
            let (head, rest) = record.split_at(record.len().min(200 + random.below(2000)));
            let mut damaged = random.damage(head.as_bytes());
            damaged.extend(rest.as_bytes());
            (Request::post("/api/tables/upload").header("content-type", "text/plain"), damaged)
        } else {
            let (game, position) = random.pick(&positions).clone();
            let damaged = String::from_utf8_lossy(&random.damage(position.as_bytes())).into_owned();
            let new = json!({"game": game, "position": damaged, "name": "Eve",
                "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]});
            (
                Request::post("/api/tables").header("content-type", "application/json"),
                new.to_string().into_bytes(),
            )
        };
        let answer = tokio::time::timeout(super::PATIENCE, browser.try_send(request, body.clone())).await;
        match answer {
            Ok(Ok(answer)) => {
                let status = answer.status.as_u16();
                let what = || format!("{} to {}", answer.text(), String::from_utf8_lossy(&body));
                attack.blows.answered(&attack.blows.malformed, status, what);
                if status == 429 {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                }
            }
            Ok(Err(error)) => attack.blows.error(format!("a record was not answered: {error}")),
            Err(_) => attack.blows.error("a record was never answered".into()),
        }
    }
}

/// Positions of the worked examples, as the server gives them out.
async fn positions(attack: &Attack, random: &mut Random) -> Vec<(String, String)> {
    let mut positions = Vec::new();
    for game in ["cambrai", "big-push", "verdun"] {
        let mut browser = stranger(attack, random);
        let page = browser.try_send(Request::get(format!("/api/games/{game}/manual")), "").await;
        let Ok(page) = page else { continue };
        let pages = page.json()["pages"].as_array().cloned().unwrap_or_default();
        for page in pages.iter().filter_map(|page| page["id"].as_str()).take(20) {
            let path = format!("/api/games/{game}/manual/{page}");
            let Ok(text) = browser.try_send(Request::get(path), "").await else { continue };
            let link = format!("/try/{game}/");
            for example in text.text().split(link.as_str()).skip(1).take(2) {
                let name = example.split('"').next().unwrap_or_default();
                let path = format!("/api/games/{game}/examples/{name}");
                let Ok(answer) = browser.try_send(Request::get(path), "").await else { continue };
                if answer.status.is_success()
                    && let Some(position) = answer.json()["position"].as_str()
                {
                    positions.push((game.to_owned(), position.to_owned()));
                }
            }
        }
    }
    positions
}
