//! Faults: killed processes, full disks, lost databases, clients that flood or do not read.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

use crate::harness::{Browser, Database, Db, Folder, Postgres, Process, Running, SOON, Socket};
use crate::on_both;

on_both!(
    kill_9_loses_no_acknowledged_action,
    a_client_that_does_not_read_delays_no_other,
    a_rush_for_new_tables_holds_up_no_player,
    thousands_of_malformed_frames_and_requests,
);

/// Plays until the process is killed; returns how far play was acknowledged.
async fn play_until_the_end(mut red: Socket, mut blue: Socket, mut rev: i64, seq: i64) -> (i64, i64) {
    let mut seq = seq;
    loop {
        for socket in [&mut red, &mut blue] {
            let play = json!({"type": "play", "id": 1, "rev": rev, "text": "roll"}).to_string();
            if socket.0.send(Message::Text(play.into())).await.is_err() {
                return (rev, seq);
            }
            loop {
                match socket.0.next().await {
                    Some(Ok(Message::Text(text))) => {
                        let frame: Value = serde_json::from_str(&text).expect("frames are JSON");
                        if frame["type"] == "done" {
                            rev = frame["rev"].as_i64().expect("a revision");
                            seq += 1;
                            break;
                        }
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return (rev, seq),
                    Some(Ok(_)) => {}
                }
            }
        }
    }
}

async fn kill_9_loses_no_acknowledged_action(db: Db) {
    let database = Database::new(db);
    let process = Process::start(&database.url);
    let (mut anna, mut bert) = (process.browser(), process.browser());
    let (table, tokens) = anna.new_table("toy", "long", json!([{"seat": 0, "by": "me"}])).await;
    bert.take(&table, &tokens[1]).await.ok();
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    drop((red, blue));
    let (mut process, mut acknowledged) = (process, (rev, 2));
    for round in 0..8_u64 {
        anna.address = process.address;
        bert.address = process.address;
        let (red, view) = anna.look(&table, json!({"type": "hello"})).await;
        let (blue, _) = bert.look(&table, json!({"type": "hello"})).await;
        let (rev, seq) = (view["rev"].as_i64().expect("a number"), view["seq"].as_i64().expect("a number"));
        // At most the one action that was under way when the process died may be there as well.
        assert!(seq >= acknowledged.1 && seq <= acknowledged.1 + 1, "{seq} {acknowledged:?}");
        assert!(rev >= acknowledged.0);
        // Red is on turn at even numbers; if not, blue plays once.
        let (mut blue, mut rev, mut seq) = (blue, rev, seq);
        if seq % 2 == 1 {
            blue.play(&mut rev, "roll").await;
            seq += 1;
        }
        let playing = tokio::spawn(play_until_the_end(red, blue, rev, seq));
        tokio::time::sleep(Duration::from_millis(40 + 37 * round)).await;
        process.kill();
        acknowledged = tokio::time::timeout(SOON, playing).await.expect("it ends").expect("it ends well");
        process = Process::start(&database.url);
    }
    assert!(acknowledged.1 > 8, "something was played between the kills: {acknowledged:?}");
}

/// The database's file may not grow any more: actions are refused, nothing acknowledged is lost, and play goes on when
/// there is room again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_disk_refuses_and_recovers() {
    let folder = Folder::new();
    let disk = folder.file("disk");
    std::fs::create_dir(&disk).expect("a folder");
    let mounted = std::process::Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=1m", "tmpfs"])
        .arg(&disk)
        .status()
        .is_ok_and(|status| status.success());
    assert!(mounted, "this test mounts a small file system: run it as root");
    let _unmount = Unmount(disk.clone());
    let database = disk.join("test.db").display().to_string();
    let server = Running::start(crate::harness::config(&database)).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    let filler = disk.join("filler");
    let _ = std::fs::write(&filler, vec![0_u8; 1 << 20]);
    let mut seq = 2;
    let refused = loop {
        let socket = if seq % 2 == 0 { &mut red } else { &mut blue };
        socket.say(json!({"type": "play", "id": 1, "rev": rev, "text": "roll"})).await;
        let frame = loop {
            let frame = socket.next().await.expect("frames come");
            if frame["type"] == "done" || frame["type"] == "refused" {
                break frame;
            }
        };
        if frame["type"] == "refused" {
            break frame;
        }
        rev = frame["rev"].as_i64().expect("a revision");
        seq += 1;
        assert!(seq < 5000, "the disk is never full");
    };
    let error = refused["error"].as_str().expect("a sentence");
    assert!(error.contains("cannot store") && !error.contains("disk"), "{error}");
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((view["rev"].as_i64(), view["seq"].as_i64()), (Some(rev), Some(seq)));
    std::fs::remove_file(&filler).expect("room");
    for _ in 0..10 {
        let socket = if seq % 2 == 0 { &mut red } else { &mut blue };
        socket.play(&mut rev, "roll").await;
        seq += 1;
    }
    server.stop().await;
    let server = Running::start(crate::harness::config(&database)).await;
    let anna = Browser { address: server.address, ..anna };
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((view["rev"].as_i64(), view["seq"].as_i64()), (Some(rev), Some(seq)));
    server.stop().await;
}

struct Unmount(std::path::PathBuf);

impl Drop for Unmount {
    fn drop(&mut self) {
        let _ = std::process::Command::new("umount").args(["-l"]).arg(&self.0).status();
    }
}

/// The database goes down in the middle of a game and comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_database_goes_and_comes_back() {
    let postgres = Postgres::start();
    let server = Running::start(crate::harness::config(&postgres.new_database())).await;
    let (mut anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    assert_eq!(anna.get("/healthz").await.status, 200);
    postgres.down();
    red.say(json!({"type": "play", "id": 1, "rev": rev, "text": "roll"})).await;
    assert!(red.refusal().await["error"].as_str().is_some_and(|error| error.contains("cannot store")));
    assert_eq!(anna.get("/healthz").await.status, 503);
    let answer = anna.get("/api/tables?list=mine").await;
    assert_eq!(answer.status, 503);
    assert!(
        !answer.text().contains("socket") && !answer.text().contains("postgres"),
        "internals stay inside"
    );
    postgres.up();
    let begun = Instant::now();
    loop {
        assert!(begun.elapsed() < Duration::from_secs(30), "the server does not find its database again");
        red.say(json!({"type": "play", "id": 2, "rev": rev, "text": "roll"})).await;
        let frame = loop {
            let frame = red.next().await.expect("frames come");
            if frame["type"] == "done" || frame["type"] == "refused" {
                break frame;
            }
        };
        if frame["type"] == "done" {
            rev = frame["rev"].as_i64().expect("a revision");
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
    blue.play(&mut rev, "roll").await;
    let view = anna.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!(view["seq"], 4);
    server.stop().await;
}

async fn a_client_that_does_not_read_delays_no_other(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, tokens) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 4").await;
    // He asks for a great deal and never reads an answer.
    let mut sleeper = anna.socket(&table).await;
    sleeper.say(json!({"type": "hello", "token": tokens[0]})).await;
    for number in 0..400 {
        red.play(&mut rev, "roll").await;
        blue.play(&mut rev, "roll").await;
        let ask = json!({"type": "events", "id": number, "from": 0, "to": 500});
        let _ = tokio::time::timeout(
            Duration::from_millis(20),
            sleeper.0.send(Message::Text(ask.to_string().into())),
        )
        .await;
    }
    let (_, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["rev"].as_i64(), Some(rev));
    server.stop().await;
}

/// Many new tables wait to be stored, each by a transaction of its own; an action does not wait for them.
async fn a_rush_for_new_tables_holds_up_no_player(db: Db) {
    const RUSH: usize = 150;
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, _, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    let mut rush = tokio::task::JoinSet::new();
    let made = Arc::new(AtomicUsize::new(0));
    for _ in 0..RUSH {
        let (mut browser, made) = (server.browser(), made.clone());
        rush.spawn(async move {
            let new = json!({"game": "toy", "scenario": "long", "seats": [{"seat": 0, "by": "me"}]});
            browser.post("/api/tables", new).await.ok();
            made.fetch_add(1, Ordering::SeqCst);
        });
    }
    rush.join_next().await.expect("the first").expect("it was made");
    red.play(&mut rev, "hide 3").await;
    let made = made.load(Ordering::SeqCst);
    assert!(made < RUSH * 2 / 3, "the action has waited for {made} tables");
    while let Some(done) = rush.join_next().await {
        done.expect("it was made");
    }
    server.stop().await;
}

async fn thousands_of_malformed_frames_and_requests(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    let mut seed = 7_u64;
    let mut random = move |below: usize| {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (seed >> 33) as usize % below
    };
    let good = [
        r#"{"type":"play","id":1,"rev":1,"text":"hide 3"}"#,
        r#"{"type":"at","id":1,"seq":4294967295,"as":"all"}"#,
        r#"{"type":"odds","id":2,"before":["roll","roll"],"text":"roll"}"#,
        r#"{"type":"hello","seat":255,"token":"","rev":-1}"#,
        r#"{"type":"events","from":4294967295,"to":0}"#,
        r#"{"type":"orders","orders":[{"kind":"parry","answer":{"starts":""}}]}"#,
        r#"{"type":"chat","text":"\u0000"}"#,
        r#"{"type":"why","text":"\ud83d\ude00"}"#,
    ];
    let mut frames = 0;
    while frames < 4000 {
        let Ok(mut socket) = bert.try_socket(&table).await else { panic!("sockets open") };
        if random(2) == 0 {
            socket.say(json!({"type": "hello"})).await;
        }
        for _ in 0..100 {
            frames += 1;
            let mut text: Vec<u8> = good[random(good.len())].as_bytes().to_vec();
            for _ in 0..random(4) {
                let at = random(text.len());
                text[at] = b"{}[]\",:x0\\"[random(10)];
            }
            let text = String::from_utf8_lossy(&text).into_owned();
            // A play that happens to be good would change the game; these revisions are always old.
            let frame = match random(12) {
                0 => Message::Binary(vec![random(256) as u8; random(300)].into()),
                1 => Message::Text("[".repeat(2000).into()),
                _ => Message::Text(text.replace("\"rev\":1", "\"rev\":0").into()),
            };
            if socket.0.send(frame).await.is_err() {
                break;
            }
        }
        // A client that errs too often is cut off, with a message.
        while tokio::time::timeout(SOON, socket.0.next())
            .await
            .expect("it ends")
            .is_some_and(|frame| frame.is_ok())
        {
            if random(200) == 0 {
                break;
            }
        }
    }
    for _ in 0..2000 {
        let mut bytes: Vec<u8> = b"POST /api/tables HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 20\r\n\r\n{\"game\":\"toy\",\"x\":1}".to_vec();
        for _ in 0..=random(6) {
            let at = random(bytes.len());
            bytes[at] = random(256) as u8;
        }
        let mut stream = TcpStream::connect(server.address).await.expect("it listens");
        let _ = stream.write_all(&bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        let read = tokio::time::timeout(SOON, stream.read_to_end(&mut answer)).await;
        assert!(read.is_ok(), "nothing hangs");
        let text = String::from_utf8_lossy(&answer);
        assert!(!text.starts_with("HTTP/1.1 5"), "{text}");
    }
    // A frame that is too long ends the socket; the table goes on.
    let mut socket = bert.socket(&table).await;
    let _ = socket.0.send(Message::Text("x".repeat(100_000).into())).await;
    assert_eq!(socket.next().await, None);
    let view = bert.look(&table, json!({"type": "hello"})).await.1;
    assert_eq!((view["rev"].as_i64(), &view["seq"]), (Some(rev), &json!(0)));
    red.play(&mut rev, "hide 3").await;
    server.stop().await;
}
