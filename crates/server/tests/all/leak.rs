//! The real protocol tells a player nothing that he may not know.

use serde_json::{Value, json};

use crate::harness::{Database, Db, Running, Socket};
use crate::on_both;

on_both!(a_secret_is_in_no_frame_and_no_file_of_the_others, waiting_tables_and_lists_show_no_secret);

/// Everything a socket hears until it has heard a pong, as text.
async fn everything(socket: &mut Socket) -> String {
    socket.say(json!({"type": "ping"})).await;
    let mut heard = String::new();
    loop {
        let frame = socket.next().await.expect("frames come");
        if frame["type"] == "pong" {
            return heard;
        }
        heard.push_str(&frame.to_string());
        heard.push('\n');
    }
}

/// Red hides one number or another, and everything else is equal. Blue and the spectators must hear the same,
/// byte for byte, apart from random values and times.
async fn a_secret_is_in_no_frame_and_no_file_of_the_others(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut heard = Vec::new();
    for secret in [2, 9] {
        let (mut anna, mut bert, mut carl) = (server.browser(), server.browser(), server.browser());
        let (table, tokens) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
        bert.take(&table, &tokens[1]).await.ok();
        assert_eq!(carl.take(&table, &tokens[2]).await.ok()["table"]["watch"], true);
        let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
        let (mut blue, first) = bert.look(&table, json!({"type": "hello"})).await;
        let (mut watching, seen) = carl.look(&table, json!({"type": "hello"})).await;
        assert_eq!(seen["viewer"], "spectator");
        assert_eq!(seen["decision"]["options"], json!([]), "spectators are offered nothing");
        let mut rev = view["rev"].as_i64().expect("a revision");
        red.play(&mut rev, &format!("hide {secret}")).await;
        for probe in [
            // The decision as it is now, with what can be taken back and what cannot.
            json!({"type": "hello"}),
            json!({"type": "why", "id": 1, "text": "hide 2"}),
            json!({"type": "why", "id": 1, "text": "hide 9"}),
            json!({"type": "odds", "id": 2, "text": "hide 2"}),
            json!({"type": "odds", "id": 2, "before": ["hide 9"], "text": "roll"}),
            json!({"type": "odds", "id": 2, "before": ["hide 2"], "text": "roll"}),
            json!({"type": "why", "id": 2, "text": "hide 9, roll"}),
            json!({"type": "path", "id": 2, "text": "hide 9, step"}),
            json!({"type": "advise", "id": 2}),
            json!({"type": "warn", "id": 2, "text": "hide 9"}),
            json!({"type": "at", "id": 3, "seq": 1}),
            json!({"type": "at", "id": 3, "seq": 1, "as": 0}),
            json!({"type": "at", "id": 3, "seq": 1, "as": "all"}),
            json!({"type": "at", "id": 3, "seq": 99}),
            json!({"type": "events", "id": 4, "from": 0, "to": 500}),
            json!({"type": "play", "id": 5, "rev": rev, "text": "roll"}),
            json!({"type": "undo", "id": 6, "rev": rev}),
        ] {
            blue.say(probe.clone()).await;
            watching.say(probe).await;
        }
        let mut all = first.to_string();
        all.push_str(&everything(&mut blue).await);
        all.push_str(&everything(&mut watching).await);
        blue.play(&mut rev, "hide 5").await;
        all.push_str(&everything(&mut blue).await);
        all.push_str(&everything(&mut watching).await);
        // A seat that is not one's own is refused, and the socket with it.
        let mut thief = bert.socket(&table).await;
        thief.say(json!({"type": "hello", "seat": 0})).await;
        all.push_str(&thief.refusal().await.to_string());
        for browser in [&mut bert, &mut carl] {
            let record = browser.get(&format!("/api/tables/{table}/record")).await.text();
            assert!(record.contains("red sealed ") && !record.contains("red: hide"), "{record}");
            let seal =
                record.split("red sealed ").nth(1).and_then(|rest| rest.lines().next()).expect("a seal");
            all.push_str(&record.replace(seal, "SEAL"));
            all.push_str(&browser.get(&format!("/api/tables/{table}")).await.text());
            assert_eq!(browser.get(&format!("/api/tables/{table}/record?seat=0")).await.status, 403);
        }
        heard.push(plain(&all.replace(&table, "TABLE")));
    }
    for (one, other) in heard[0].lines().zip(heard[1].lines()) {
        assert_eq!(one, other);
    }
    assert_eq!(heard[0].len(), heard[1].len());
    server.stop().await;
}

/// Times, commitments and seals are random in every table: they are made equal.
fn plain(text: &str) -> String {
    let mut plain = String::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        if letter.is_ascii_alphanumeric() {
            word.push(letter);
            continue;
        }
        let is_time = word.len() == 13 && word.bytes().all(|byte| byte.is_ascii_digit());
        let is_hash = word.len() == 64 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        plain.push_str(if is_time {
            "TIME"
        } else if is_hash {
            "HASH"
        } else {
            &word
        });
        word.clear();
        plain.push(letter);
    }
    plain
}

async fn waiting_tables_and_lists_show_no_secret(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let new = json!({"game": "toy", "scenario": "short", "listed": true,
        "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "open"}]});
    let made = anna.post("/api/tables", new).await.ok();
    let links: Vec<&str> =
        made["links"].as_array().expect("links").iter().filter_map(|link| link["link"].as_str()).collect();
    let table = made["table"]["id"].as_str().expect("an id");
    let mut public = bert.get("/api/tables?list=open").await.text();
    public.push_str(&bert.get(&format!("/api/tables/{table}")).await.text());
    for link in links {
        let token = link.split_once('#').expect("a token").1;
        assert!(!public.contains(token));
    }
    for word in ["token", "secret", "holder", "session:", "password", "webhook"] {
        assert!(!public.contains(word), "{word}: {public}");
    }
    // A waiting table that is not listed cannot be looked at.
    let hidden = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await.0;
    let mut socket = bert.socket(&hidden).await;
    socket.say(json!({"type": "hello"})).await;
    socket.refusal().await;
    assert_eq!(socket.next().await, None::<Value>);
    server.stop().await;
}
