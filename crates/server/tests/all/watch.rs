//! Looking on: listed games in play, and what everyone at a table is told.

use serde_json::{Value, json};

use crate::harness::{Database, Db, Running, Socket};
use crate::on_both;

on_both!(listed_games_are_watched_and_everybody_hears_the_news);

/// The next news.
async fn news(socket: &mut Socket) -> (String, Value, Value) {
    let heard = socket.hear("news").await;
    (heard["kind"].as_str().expect("a kind").to_owned(), heard["seat"].clone(), heard["name"].clone())
}

async fn listed_games_are_watched_and_everybody_hears_the_news(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert, mut carl) = (server.browser(), server.browser(), server.browser());
    let new = |listed: bool| {
        json!({"game": "toy", "scenario": "long", "listed": listed, "name": "Anna",
            "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "open"}]})
    };
    let mut tables = Vec::new();
    for listed in [true, false] {
        let made = anna.post("/api/tables", new(listed)).await.ok();
        let table = made["table"]["id"].as_str().expect("an id").to_owned();
        anna.post(&format!("/api/tables/{table}/begin"), json!({"nonce": "annas0nonce"})).await.ok();
        tables.push(table);
    }
    let table = tables[0].clone();
    let running = carl.get("/api/tables?list=running").await.ok();
    assert_eq!(running["tables"], json!([]), "nobody plays yet");
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut watcher, _) = carl.look(&table, json!({"type": "hello", "seat": null})).await;
    for table in &tables {
        let join = json!({"seat": 1, "nonce": "berts0nonce", "name": "Bert"});
        bert.post(&format!("/api/tables/{table}/join"), join).await.ok();
    }
    for socket in [&mut red, &mut watcher] {
        assert_eq!(news(socket).await, ("joined".into(), json!(1), json!("Bert")));
    }
    // Only the listed one can be watched.
    let running = carl.get("/api/tables?list=running").await.ok();
    let list = running["tables"].as_array().expect("tables");
    assert_eq!((list.len(), &list[0]["id"], &list[0]["watch"]), (1, &json!(table), &json!(true)));
    let mut refused = carl.socket(&tables[1]).await;
    refused.say(json!({"type": "hello", "seat": null})).await;
    refused.refusal().await;
    let (mut blue, view) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    blue.play(&mut rev, "hide 3").await;
    red.play(&mut rev, "hide 4").await;
    red.say(json!({"type": "play", "rev": rev, "text": "offer draw"})).await;
    rev += 1;
    for socket in [&mut red, &mut blue, &mut watcher] {
        assert_eq!(news(socket).await, ("offered-draw".into(), json!(0), json!("Anna")));
    }
    red.say(json!({"type": "chat", "text": "It is getting late."})).await;
    for socket in [&mut red, &mut blue, &mut watcher] {
        assert_eq!(socket.hear("chat").await["text"], "It is getting late.");
    }
    // Signing up is no news: it is the same player.
    bert.post("/api/account", json!({"name": "Bert", "password": "long enough"})).await.ok();
    blue.say(json!({"type": "play", "rev": rev, "text": "resign"})).await;
    for socket in [&mut red, &mut blue, &mut watcher] {
        assert_eq!(news(socket).await, ("resigned".into(), json!(1), json!("Bert")));
    }
    assert_eq!(carl.get("/api/tables?list=running").await.ok()["tables"], json!([]));
    server.stop().await;
}
