//! Beside and after the game: layers, ways, luck, the reasons of computer players.

use std::sync::Arc;
use std::time::Duration;

use axum::http::StatusCode;
use engine::{Seat, Session};
use serde_json::json;
use server::{Config, Player, Players, Think, Thought};

use crate::harness::{Browser, Database, Db, Running, config};
use crate::on_both;
use crate::play::begun;

on_both!(
    layers_and_ways_are_told_on_request,
    the_computer_can_be_hurried,
    luck_and_reasons_are_told_when_the_game_is_over,
);

async fn layers_and_ways_are_told_on_request(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    red.say(json!({"type": "layers", "id": 7})).await;
    let answer = red.hear("layers").await;
    assert_eq!((&answer["id"], &answer["layers"][0]["id"]), (&json!(7), &json!("zoc-red")));
    // An answer shows what the asking seat may see; the other seat hears nothing.
    for (socket, seat) in [(&mut red, 0), (&mut blue, 1)] {
        socket.say(json!({"type": "victory", "id": 10})).await;
        let answer = socket.hear("victory").await;
        let row = &answer["victory"]["rows"][0];
        let ends = format!("Seat(Seat({seat})).");
        assert!(row["text"].as_str().is_some_and(|text| text.ends_with(&ends)));
        assert_eq!((&answer["id"], &row["met"], &row["need"]), (&json!(10), &json!(false), &json!(1)));
        socket.say(json!({"type": "staff", "id": 11})).await;
        let answer = socket.hear("staff").await;
        assert_eq!((&answer["id"], &answer["staff"]["at"]), (&json!(11), &json!(0)));
        assert_eq!(answer["staff"]["ends"].as_array().is_some_and(|ends| !ends.is_empty()), seat == 0);
    }
    red.say(json!({"type": "path", "id": 8, "text": "step"})).await;
    let answer = red.hear("path").await;
    assert_eq!(answer["places"].as_array().map(Vec::len), Some(2), "{answer}");
    // A way that may not be gone is refused with its cases, and nothing has changed.
    red.say(json!({"type": "path", "id": 9, "text": "guard"})).await;
    assert_eq!(red.refusal().await["reasons"][0]["case"], "1.3");
    red.play(&mut rev, "step").await;
    server.stop().await;
}

async fn the_computer_can_be_hurried(db: Db) {
    let database = Database::new(db);
    // A spectator would wait for an hour.
    let server = Running::start(Config { bot_pause: Duration::from_hours(1), ..config(&database.url) }).await;
    let mut anna = server.browser();
    let bot = json!({"seat": 1, "by": "bot", "level": "random"});
    let (table, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, bot])).await;
    let (mut red, mut view) = anna.look(&table, json!({"type": "hello"})).await;
    while view["decision"]["seats"] != json!([0]) {
        red.say(json!({"type": "hurry"})).await;
        red.say(json!({"type": "hello"})).await;
        view = red.hear("view").await;
    }
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    red.play(&mut rev, "step").await;
    red.say(json!({"type": "hurry"})).await;
    while red.hear("update").await["rev"].as_i64() <= Some(rev) {}
    let (mut spectator, _) = anna.look(&table, json!({"type": "hello", "seat": null})).await;
    spectator.say(json!({"type": "hurry"})).await;
    assert_eq!(spectator.refusal().await["error"], "spectators hurry nobody");
    server.stop().await;
}

/// Plays the first option and says so.
struct Reasoner;

impl Player for Reasoner {
    fn id(&self) -> &'static str {
        "reasoner"
    }

    fn about(&self) -> &'static str {
        "Gives reasons."
    }

    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought> {
        let play = session.options(seat).into_iter().next()?;
        let reason = format!("{play} is the first option at {}", think.table);
        Some(Thought { play, reason })
    }
}

async fn until_over(browser: &mut Browser, table: &str) {
    for _ in 0..400 {
        if browser.get(&format!("/api/tables/{table}")).await.ok()["state"] == "over" {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("the game does not end");
}

async fn luck_and_reasons_are_told_when_the_game_is_over(db: Db) {
    let database = Database::new(db);
    let mut config = config(&database.url);
    config.players = Players::with([Arc::new(Reasoner) as Arc<dyn Player>]);
    config.luck = Some(Arc::new(|_, record, _| Some(json!({"entries": record.lines.len()}))));
    let server = Running::start(config).await;
    let (mut anna, mut stranger) = (server.browser(), server.browser());
    let bot = |seat: u8| json!({"seat": seat, "by": "bot", "level": "reasoner"});
    let (table, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, bot(1)])).await;
    let after = format!("/api/tables/{table}/after");
    assert_eq!(anna.get(&after).await.status, StatusCode::CONFLICT, "not before the end");
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    loop {
        red.say(json!({"type": "hello"})).await;
        let view = red.hear("view").await;
        if !view["outcome"].is_null() {
            break;
        }
        if let Some(option) = view["decision"]["options"].as_array().and_then(|options| options.first()) {
            red.say(json!({"type": "play", "id": 7, "rev": view["rev"], "text": option["play"]})).await;
            // Both hide at once: if the computer was quicker, the next look shows the table as it is then.
            let verdict = red.verdict().await;
            assert!(verdict["type"] == "done" || verdict["stale"] == true, "{verdict}");
        }
    }
    until_over(&mut anna, &table).await;
    let mut answer = anna.get(&after).await;
    while answer.status == StatusCode::ACCEPTED {
        tokio::time::sleep(Duration::from_millis(5)).await;
        answer = anna.get(&after).await;
    }
    let told = answer.ok();
    assert!(told["luck"]["entries"].as_u64().is_some_and(|entries| entries > 4), "{told}");
    // The reason of the last answer is stored a moment after the answer itself.
    let mut thoughts = told["thoughts"].clone();
    for _ in 0..400 {
        if thoughts.as_array().is_some_and(|thoughts| !thoughts.is_empty()) {
            break;
        }
        thoughts = anna.get(&after).await.ok()["thoughts"].clone();
    }
    let reason = thoughts[0][1].as_str().expect("a reason");
    assert!(reason.ends_with(&format!("is the first option at {table}")), "{reason}");
    assert_eq!(stranger.get(&after).await.status, StatusCode::FORBIDDEN);
    the_last_map_and_every_position_can_be_had(&mut anna, &mut stranger, &table).await;
    server.stop().await;
}

/// A finished game gives its last map and each of its positions, from which another table can begin.
async fn the_last_map_and_every_position_can_be_had(anna: &mut Browser, stranger: &mut Browser, table: &str) {
    let picture = format!("/api/tables/{table}/picture.svg");
    assert!(anna.get(&picture).await.text().starts_with("<svg"));
    let position = |seq: u32| format!("/api/tables/{table}/position?seq={seq}");
    let first = anna.get(&position(2)).await.text();
    assert!(first.contains("step = \"Turn\"") && first.contains("round = 1"), "{first}");
    for path in [&picture, &position(2)] {
        assert_eq!(stranger.get(path).await.status, StatusCode::FORBIDDEN);
    }
    let me = |seat: u8| json!({"seat": seat, "by": "me"});
    let new = json!({"game": "toy", "scenario": "short", "position": first, "seats": [me(0), me(1)]});
    let made = anna.post("/api/tables", new).await.ok();
    let other = made["table"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(made["table"]["hotseat"], true);
    anna.post(&format!("/api/tables/{other}/begin"), json!({"nonce": "annas0nonce"})).await.ok();
    for path in [format!("/api/tables/{other}/picture.svg"), format!("/api/tables/{other}/position?seq=0")] {
        assert_eq!(anna.get(&path).await.status, StatusCode::CONFLICT, "not before the end");
    }
}
