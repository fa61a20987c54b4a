//! Play over sockets: views, updates, refusals, undo, replays, resync.

use serde_json::{Value, json};

use crate::harness::{Browser, Database, Db, Running};
use crate::on_both;

on_both!(
    two_players_play_a_game_to_its_end,
    a_stale_or_illegal_message_changes_nothing,
    undo_goes_back_to_the_last_die,
    a_client_that_was_away_gets_what_it_missed,
    a_restart_loses_nothing,
    a_panic_of_the_rules_is_refused_and_the_game_goes_on,
);

fn track<'a>(view: &'a Value, id: &str) -> Option<&'a str> {
    let items = view["items"].as_array().expect("items");
    let item = items.iter().find(|item| item[1]["track"]["id"] == id)?;
    item[1]["track"]["value"].as_str()
}

/// A table of two browsers that has begun: both hidden numbers are set.
pub(crate) async fn begun(server: &Running, scenario: &str) -> (Browser, Browser, String, Vec<String>) {
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", scenario, json!([{"seat": 0, "by": "me"}])).await;
    bert.take(&table, &tokens[1]).await.ok();
    (anna, bert, table, tokens)
}

async fn two_players_play_a_game_to_its_end(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["table"]["state"], "waiting");
    assert_eq!(view["items"], Value::Null);
    let taken = bert.take(&table, &tokens[1]).await.ok();
    assert_eq!(taken["table"]["state"], "running");
    let view = red.hear("view").await;
    assert_eq!((&view["viewer"], &view["you"], &view["seq"]), (&json!(0), &json!([0]), &json!(0)));
    assert_eq!(view["decision"]["seats"], json!([0, 1]));
    assert_eq!(view["decision"]["options"].as_array().map(Vec::len), Some(9));
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    // The second to be asked may answer first.
    blue.play(&mut rev, "hide 4").await;
    let update = red.hear("update").await;
    assert_eq!(track(&update, "hidden-blue"), Some("hidden"));
    red.play(&mut rev, "hide 6").await;
    for round in 0..3 {
        red.play(&mut rev, "roll").await;
        if round == 1 {
            blue.play(&mut rev, "strike").await;
            red.play(&mut rev, "yield").await;
        } else {
            blue.play(&mut rev, "step").await;
        }
    }
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert!(view["outcome"]["text"].as_str().is_some_and(|text| text.contains("on points")), "{view}");
    assert_eq!(view["table"]["state"], "over");
    let record = anna.get(&format!("/api/tables/{table}/record")).await.text();
    let parsed = engine::Record::parse(&record).expect("it is a record");
    let replayed = crate::toy::library().replay(&parsed, None).expect("every die fits the secret");
    assert!(replayed.outcome().is_some() && record.contains("secret: "), "{record}");
    assert!(record.contains("seat red: Anna\nseat") || record.contains("seat red: Anna\n"), "{record}");
    // After the end everyone may look through all eyes.
    blue.say(json!({"type": "at", "id": 3, "seq": 2, "as": 0})).await;
    let past = blue.hear("view_at").await;
    assert_eq!((track(&past, "hidden-red"), &past["seq"]), (Some("6"), &json!(2)));
    server.stop().await;
}

async fn a_stale_or_illegal_message_changes_nothing(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.say(json!({"type": "play", "id": 1, "rev": rev, "text": "hide 77"})).await;
    let refused = red.refusal().await;
    assert_eq!((&refused["id"], &refused["reasons"][0]["case"]), (&json!(1), &json!("1.1")));
    red.play(&mut rev, "hide 3").await;
    blue.say(json!({"type": "play", "rev": rev - 1, "text": "hide 3"})).await;
    assert_eq!(blue.refusal().await["stale"], true);
    blue.play(&mut rev, "hide 3").await;
    blue.say(json!({"type": "play", "rev": rev, "text": "roll"})).await;
    assert!(blue.refusal().await["error"].as_str().is_some_and(|text| text.contains("not your decision")));
    red.say(json!({"type": "why", "id": 9, "text": "guard"})).await;
    let why = red.hear("why").await;
    assert_eq!((&why["legal"], &why["reasons"][0]["case"]), (&json!(false), &json!("1.3")));
    red.say(json!({"type": "odds", "id": 10, "text": "roll"})).await;
    assert_eq!(red.hear("odds").await["odds"]["results"][0]["ways"], 3);
    // A spectator without the link does not get in; with it he sees, and may do nothing.
    let mut stranger = server.browser();
    let mut socket = stranger.socket(&table).await;
    socket.say(json!({"type": "hello"})).await;
    assert!(socket.refusal().await["error"].as_str().is_some_and(|text| text.contains("spectators")));
    let (_, tokens) = stranger.new_table("toy", "short", json!([])).await;
    assert_eq!(stranger.take(&table, &tokens[0]).await.status, 403);
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((view["rev"].as_i64(), &view["seq"]), (Some(rev), &json!(2)));
    server.stop().await;
}

async fn undo_goes_back_to_the_last_die(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    red.play(&mut rev, "step").await;
    let before = rev;
    red.say(json!({"type": "undo", "id": 2, "rev": rev})).await;
    let update = red.hear("update").await;
    assert_eq!((&update["seq"], track(&update, "score-red")), (&json!(2), Some("0")));
    assert_eq!(update["events"], json!([]));
    rev = red.hear("done").await["rev"].as_i64().expect("a revision");
    assert!(rev > before, "an undo is a change too");
    red.play(&mut rev, "roll").await;
    red.say(json!({"type": "undo", "id": 3, "rev": rev})).await;
    assert!(red.refusal().await["error"].as_str().is_some_and(|text| text.contains("die")));
    server.stop().await;
    // An undone entry is not in the log.
    let server = Running::on(&database).await;
    let anna = Browser { address: server.address, ..anna };
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((view["rev"].as_i64(), &view["seq"]), (Some(rev), &json!(3)));
    server.stop().await;
}

async fn a_client_that_was_away_gets_what_it_missed(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    let seen = rev;
    drop(red);
    // The others see that he is gone.
    while blue.hear("table").await["table"]["seats"][0]["here"] == json!(true) {}
    let (mut red, view) = anna.look(&table, json!({"type": "hello", "rev": 0})).await;
    assert_eq!(view["away"], json!({"since": 1, "events_from": 1}));
    red.play(&mut rev, "roll").await;
    blue.play(&mut rev, "roll").await;
    let mut again = anna.socket(&table).await;
    again.say(json!({"type": "hello", "rev": rev})).await;
    assert_eq!(again.hear("current").await["rev"].as_i64(), Some(rev));
    again.say(json!({"type": "hello", "rev": seen})).await;
    let view = again.hear("view").await;
    assert_eq!((&view["seq"], view["events"].as_array().map(Vec::len)), (&json!(4), Some(4)));
    again.say(json!({"type": "events", "id": 1, "from": 1, "to": 3})).await;
    assert_eq!(again.hear("events").await["events"].as_array().map(Vec::len), Some(2));
    again.say(json!({"type": "at", "id": 2, "seq": 3})).await;
    assert_eq!(again.hear("view_at").await["events"].as_array().map(Vec::len), Some(1));
    again.say(json!({"type": "at", "id": 2, "seq": 3, "as": 1})).await;
    assert!(again.refusal().await["error"].as_str().is_some_and(|text| text.contains("over")));
    again.say(json!({"type": "ping"})).await;
    again.hear("pong").await;
    server.stop().await;
}

async fn a_restart_loses_nothing(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 8").await;
    for _ in 0..20 {
        red.play(&mut rev, "roll").await;
        blue.play(&mut rev, "step").await;
    }
    let before = anna.look(&table, json!({"type": "hello"})).await.1;
    server.stop().await;
    assert!(red.hear("bye").await["error"].is_string());
    let server = Running::on(&database).await;
    let anna = Browser { address: server.address, ..anna };
    let (mut red, after) = anna.look(&table, json!({"type": "hello"})).await;
    for key in ["rev", "seq", "turn", "items", "events", "decision"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    red.play(&mut rev, "roll").await;
    server.stop().await;
}

async fn a_panic_of_the_rules_is_refused_and_the_game_goes_on(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, _, table, _) = begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.say(json!({"type": "play", "id": 1, "rev": rev, "text": "panic"})).await;
    let refused = red.refusal().await;
    assert!(
        !refused["error"].as_str().expect("a sentence").contains("told to panic"),
        "internals stay inside"
    );
    red.play(&mut rev, "hide 3").await;
    server.stop().await;
}
