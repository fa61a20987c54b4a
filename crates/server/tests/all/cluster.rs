//! Several processes over one PostgreSQL.

use std::time::{Duration, Instant};

use serde_json::json;

use crate::harness::{Browser, Database, Db, Process};

/// Two processes, one table: each player is connected to another one. Then the owner is killed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_serve_one_table_and_one_of_them_is_killed() {
    let database = Database::new(Db::Postgres);
    let (first, second) = (Process::start(&database.url), Process::start(&database.url));
    let (mut anna, mut bert) = (first.browser(), second.browser());
    let (table, tokens) = anna.new_table("toy", "long", json!([{"seat": 0, "by": "me"}])).await;
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    // The seat is taken at the other process; the first hears of it.
    bert.take(&table, &tokens[1]).await.ok();
    let view = red.hear("view").await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    for _ in 0..20 {
        red.play(&mut rev, "roll").await;
        while blue.hear("update").await["rev"].as_i64() != Some(rev) {}
        blue.play(&mut rev, "step").await;
        while red.hear("update").await["rev"].as_i64() != Some(rev) {}
    }
    // A refusal comes from the owner, too, and changes nothing.
    blue.say(json!({"type": "play", "id": 9, "rev": rev, "text": "roll"})).await;
    assert!(blue.refusal().await["error"].as_str().is_some_and(|text| text.contains("not your decision")));
    red.say(json!({"type": "chat", "text": "Hello over there"})).await;
    assert_eq!(blue.hear("chat").await["text"], "Hello over there");
    red.play(&mut rev, "step").await;
    red.say(json!({"type": "undo", "id": 4, "rev": rev})).await;
    rev = red.hear("done").await["rev"].as_i64().expect("a revision");
    while blue.hear("view").await["rev"].as_i64() != Some(rev) {}
    let before = bert.look(&table, json!({"type": "hello"})).await.1;
    first.kill();
    // The other process takes the table over at the next action: nothing is lost, and the wait is short.
    let anna = Browser { address: second.address, ..anna };
    let (mut red, after) = anna.look(&table, json!({"type": "hello"})).await;
    for key in ["rev", "seq", "turn"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    red.play(&mut rev, "roll").await;
    blue.play(&mut rev, "roll").await;
    // And a new process finds it again.
    let third = Process::start(&database.url);
    let bert = Browser { address: third.address, ..bert };
    let (mut blue, view) = bert.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["rev"].as_i64(), Some(rev));
    red.play(&mut rev, "roll").await;
    blue.play(&mut rev, "roll").await;
}

/// A computer player whose process is killed goes on at another.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn computer_players_go_on_when_their_process_is_killed() {
    let database = Database::new(Db::Postgres);
    let (first, second) = (Process::start(&database.url), Process::start(&database.url));
    let mut anna = first.browser();
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "bot", "level": "random"}]);
    let (table, _) = anna.new_table("toy", "long", seats).await;
    // The person's answers are given by standing orders.
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    let order = |kind: &str| json!({"kind": kind, "answer": "first"});
    red.say(json!({"type": "orders", "orders": [order("hide"), order("turn"), order("parry")]})).await;
    red.hear("orders").await;
    let path = format!("/api/tables/{table}");
    let mut anna = Browser { address: second.address, ..anna };
    while anna.get(&path).await.ok()["seq"].as_i64() < Some(20) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    first.kill();
    let seq = anna.get(&path).await.ok()["seq"].as_i64().expect("a number");
    let begun = Instant::now();
    while anna.get(&path).await.ok()["seq"].as_i64() < Some(seq + 20) {
        assert!(begun.elapsed() < Duration::from_secs(30), "nobody plays on");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

/// The owner of a table is killed again and again while the other process hands it actions. An answer is
/// always true: a refused action is not in the log, and an accepted one is there once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_action_is_done_once_when_processes_die() {
    let database = Database::new(Db::Postgres);
    let mut owner = Process::start(&database.url);
    let mut anna = owner.browser();
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]);
    let (table, _) = anna.new_table("toy", "long", seats).await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello", "seat": 0})).await;
    let (mut blue, _) = anna.look(&table, json!({"type": "hello", "seat": 1})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    let mut seq = 2;
    for round in 0..10_u64 {
        let other = Process::start(&database.url);
        anna.address = other.address;
        let (mut red, view) = anna.look(&table, json!({"type": "hello", "seat": 0})).await;
        let (mut blue, _) = anna.look(&table, json!({"type": "hello", "seat": 1})).await;
        assert_eq!(view["seq"], seq);
        rev = view["rev"].as_i64().expect("a revision");
        let killing = tokio::task::spawn_blocking(move || {
            std::thread::sleep(Duration::from_millis(30 + 17 * round));
            owner.kill();
        });
        // Until the other process is the owner, and a little longer.
        let mut after = 0;
        while after < 4 {
            let socket = if seq % 2 == 0 { &mut red } else { &mut blue };
            socket.say(json!({"type": "play", "id": 1, "rev": rev, "text": "roll"})).await;
            if socket.verdict().await["type"] == "done" {
                seq += 1;
            }
            let view = anna.look(&table, json!({"type": "hello", "seat": 0})).await.1;
            assert_eq!(view["seq"], seq, "round {round}");
            rev = view["rev"].as_i64().expect("a revision");
            after += i32::from(killing.is_finished());
        }
        killing.await.expect("it was killed");
        owner = other;
    }
}
