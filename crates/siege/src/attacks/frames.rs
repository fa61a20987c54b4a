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

/// The input to damage. A seat that is not asked could play none of it.
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
const FRAMES: usize = 48;

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
        if random.below(4) > 0 {
            let _ = socket.0.feed(Message::Text(r#"{"type":"hello"}"#.into())).await;
        }
        for _ in 0..FRAMES {
            let _ = socket.0.feed(refusable(&mut random)).await;
        }
        let _ = match random.below(4) {
            // Bytes that are no frame at all.
            0 => {
                let junk: Vec<u8> = (0..=random.below(64)).map(|_| random.below(256) as u8).collect();
                let _ = socket.0.flush().await;
                socket.0.get_mut().write_all(&junk).await.is_ok()
            }
            1 | 2 => socket.0.send(breaking(&mut random)).await.is_ok(),
            _ => socket.0.flush().await.is_ok(),
        };
        let _ = socket.0.send(Message::Close(None)).await;
        // Junk may have announced more than it held; now it is certain that no more comes.
        let _ = socket.0.get_mut().shutdown().await;
        // Only refusals and the end are counted. The server ends the connection because it was asked to or
        // has had enough.
        let answers = async {
            let mut answers = 1;
            while let Some(Ok(frame)) = socket.0.next().await {
                let is_refusal = |text: &str| text.starts_with(r#"{"type":"refused""#);
                answers += u64::from(frame.to_text().is_ok_and(is_refusal));
            }
            answers
        };
        match tokio::time::timeout(PATIENCE, answers).await {
            Ok(answers) => _ = attack.blows.malformed.fetch_add(answers, Ordering::Relaxed),
            Err(_) => attack.blows.error("a socket was never closed".into()),
        }
    }
}

fn damaged(random: &mut Random) -> Vec<u8> {
    let good = *random.pick(&GOOD);
    random.damage(good.as_bytes())
}

/// A frame that is answered with a refusal, as a rule.
fn refusable(random: &mut Random) -> Message {
    match random.below(12) {
        0 => Message::Binary(damaged(random).into()),
        1 => Message::Text("[".repeat(random.below(8000)).into()),
        2 => {
            Message::Text(format!("{{\"type\":\"chat\",\"text\":{}}}", "9".repeat(random.below(400))).into())
        }
        _ => Message::Text(String::from_utf8_lossy(&damaged(random)).into_owned().into()),
    }
}

/// A frame that ends the connection: text that is no UTF-8, pieces that do not fit, or too long a one.
fn breaking(random: &mut Random) -> Message {
    let piece = |random: &mut Random, kind| {
        Message::Frame(Frame::message(damaged(random), kind, random.below(2) > 0))
    };
    match random.below(4) {
        0 => piece(random, OpCode::Data(Data::Text)),
        1 => piece(random, OpCode::Data(Data::Continue)),
        2 => piece(random, OpCode::Data(Data::Reserved(5))),
        _ => Message::Text("x".repeat(16_000 + random.below(100_000)).into()),
    }
}
