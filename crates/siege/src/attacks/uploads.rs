//! Upload bombs: records that are cheap to send and costly to read, or large, or never sent to the end.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hyper::Request;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::records::RECORDS;
use super::{Attack, PATIENCE, stranger};
use crate::random::Random;

/// The largest record that is read.
const LONGEST: usize = 4 << 20;

/// A whole campaign: the most costly good record.
const CAMPAIGN: &str = include_str!("../../../../replays/verdun-campaign.game");

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    while Instant::now() < attack.until {
        if random.below(6) == 0 {
            drip(&attack, &mut random).await;
            continue;
        }
        let request = Request::post("/api/tables/upload").header("content-type", "text/plain");
        let body = bomb(&mut random);
        let mut browser = stranger(&attack, &mut random);
        let answer = tokio::time::timeout(PATIENCE, browser.try_send(request, body)).await;
        match answer {
            Ok(Ok(answer)) => {
                let status = answer.status.as_u16();
                attack.blows.answered(&attack.blows.bombs, status, || answer.text());
                if status == 429 {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
            // A client that sends too much is cut off before it has sent everything.
            Ok(Err(_)) => _ = attack.blows.bombs.fetch_add(1, Ordering::Relaxed),
            Err(_) => attack.blows.error("an upload was never answered".into()),
        }
    }
}

fn bomb(random: &mut Random) -> String {
    let record = *random.pick(&RECORDS);
    let (head, body) = record.split_once("---\n").unwrap_or((record, ""));
    let fill = |head: String, line: &str| {
        let many = (LONGEST - head.len().min(LONGEST)) / line.len();
        head + &line.repeat(many)
    };
    let first = body.lines().next().unwrap_or_default();
    match random.below(8) {
        0 => CAMPAIGN.to_owned(),
        1 => fill(format!("{head}---\n{first}\n"), "= turn 1 0123456789abcdef\n"),
        2 => fill(head.to_owned(), "option tank-fright: on\n"),
        3 => fill(format!("{head}---\n"), "# nothing\n"),
        4 => fill(format!("{head}---\n"), "british: resign\n"),
        5 => fill(format!("{head}---\nstart ["), "6 "),
        6 => fill(head.to_owned(), "| unit x at y\n"),
        _ => "x".repeat(LONGEST * 2),
    }
}

/// A record that comes letter by letter and is never finished.
async fn drip(attack: &Attack, random: &mut Random) {
    let Ok(mut stream) = harness::connect(random.address(), attack.address).await else { return };
    attack.blows.bombs.fetch_add(1, Ordering::Relaxed);
    let head = "POST /api/tables/upload HTTP/1.1\r\nhost: x\r\ncontent-type: text/plain\r\ncontent-length: 4000000\r\n\r\n";
    let _ = stream.write_all(head.as_bytes()).await;
    let begun = Instant::now();
    let mut answer = [0; 256];
    while Instant::now() < attack.until && stream.write_all(b"#").await.is_ok() {
        let pause = Duration::from_millis(250);
        if let Ok(Ok(_)) = tokio::time::timeout(pause, stream.read(&mut answer)).await {
            return;
        }
        if begun.elapsed() > PATIENCE {
            return attack.blows.error("an upload may drip for ever".into());
        }
    }
}
