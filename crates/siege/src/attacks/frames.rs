//! Malformed frames on sockets, from strangers and from one who holds a seat.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Instant;

use futures_util::{SinkExt, StreamExt};
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};

use super::{Attack, PATIENCE, stranger};
use crate::random::Random;

/// What is damaged. Nothing here could be played by one who is not asked.
const GOOD: [&str; 16] = [
    r#"{"type":"play","id":1,"rev":1,"text":"move br-6-18"}"#,
    r#"{"type":"play","id":4294967296,"rev":9223372036854775807,"text":""}"#,
    r#"{"type":"at","id":1,"seq":4294967295,"as":"all"}"#,
    r#"{"type":"at","id":1,"seq":1,"as":255}"#,
    r#"{"type":"odds","id":2,"before":["hurricane H","target de-9R-6R"],"text":"hurricane 9"}"#,
    r#"{"type":"path","id":3,"text":"to 9"}"#,
    r#"{"type":"layers","id":4}"#,
    r#"{"type":"hello","seat":255,"token":"","rev":-1}"#,
    r#"{"type":"hello","seat":1,"token":"0123456789abcdef0123456789abcdef","rev":0}"#,
    r#"{"type":"events","from":4294967295,"to":0}"#,
    r#"{"type":"events","id":5,"from":0,"to":500}"#,
    r#"{"type":"undo","rev":0}"#,
    r#"{"type":"orders","orders":[{"kind":"retreat","answer":{"odds":{"play":"a","label":"b","at_least":0.5,"otherwise":"c"}}}]}"#,
    r#"{"type":"chat","text":"\u0000 \ud83d\ude00"}"#,
    r#"{"type":"why","id":6,"text":"target gar-03"}"#,
    r#"{"type":"hurry"}"#,
];

/// Frames for each socket; a client is cut off after fifty faults.
const FRAMES: usize = 60;

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    while Instant::now() < attack.until {
        let inside = random.below(3) == 0;
        let (mut browser, table) = if inside {
            (attack.insider.clone(), &attack.inside)
        } else {
            (stranger(&attack, &mut random), random.pick(&attack.tables))
        };
        browser.from = random.address();
        let Ok(mut socket) = browser.try_socket(table).await else {
            attack.blows.error("a socket was refused".into());
            return;
        };
        let mut sent = 0;
        if random.below(4) > 0 {
            let _ = socket.0.feed(Message::Text(r#"{"type":"hello"}"#.into())).await;
        }
        for _ in 0..FRAMES {
            if socket.0.feed(frame(&mut random)).await.is_err() {
                break;
            }
            sent += 1;
        }
        let mut open = socket.0.flush().await.is_ok();
        if open && random.below(8) == 0 {
            // Bytes that are no frame at all.
            let junk: Vec<u8> = (0..=random.below(64)).map(|_| random.below(256) as u8).collect();
            open = socket.0.get_mut().write_all(&junk).await.is_ok();
            sent += 1;
        }
        attack.blows.malformed.fetch_add(sent, Ordering::Relaxed);
        if open {
            let _ = socket.0.send(Message::Close(None)).await;
        }
        // The server ends the connection, because it was asked to or because it has had enough.
        let ended = async { while let Some(Ok(_)) = socket.0.next().await {} };
        if tokio::time::timeout(PATIENCE, ended).await.is_err() {
            attack.blows.error("a socket was never closed".into());
        }
    }
}

fn frame(random: &mut Random) -> Message {
    let damaged = |random: &mut Random| random.damage(random.clone().pick(&GOOD).as_bytes());
    match random.below(16) {
        0 => Message::Binary(damaged(random).into()),
        1 => Message::Text("[".repeat(random.below(8000)).into()),
        2 => Message::Text(format!("{{\"type\":\"chat\",\"text\":\"{}\"}}", "x".repeat(random.below(20_000))).into()),
        // Text that is no UTF-8, and pieces of messages that never end.
        3 => Message::Frame(Frame::message(damaged(random), OpCode::Data(Data::Text), random.below(4) > 0)),
        4 => Message::Frame(Frame::message(damaged(random), OpCode::Data(Data::Continue), random.below(2) > 0)),
        5 => Message::Ping(damaged(random).into_iter().take(125).collect::<Vec<u8>>().into()),
        _ => Message::Text(String::from_utf8_lossy(&damaged(random)).into_owned().into()),
    }
}
