//! Malformed requests: broken heads, headers, addresses and bodies on every route.

use std::sync::Arc;
use std::time::Instant;

use tokio::io::{AsyncReadExt, AsyncWriteExt};

use super::{Attack, PATIENCE};
use crate::random::Random;

/// The input to damage: a method with a path, and a body. TABLE is the id of a watched table.
const GOOD: [(&str, &str); 24] = [
    (
        "POST /api/tables",
        r#"{"game":"cambrai","scenario":"campaign","seats":[{"seat":0,"by":"me"},{"seat":1,"by":"link"}],"name":"Eve"}"#,
    ),
    (
        "POST /api/tables",
        r#"{"game":"verdun","position":"westfront-position 1\ngame: verdun\n","seats":[{"seat":255,"by":"bot","level":"general"}]}"#,
    ),
    (
        "POST /api/tables/TABLE/take",
        r#"{"token":"0123456789abcdef0123456789abcdef","nonce":"01234567","name":"Eve"}"#,
    ),
    ("POST /api/tables/TABLE/join", r#"{"seat":1,"nonce":"01234567","name":"Eve"}"#),
    ("POST /api/tables/TABLE/begin", r#"{"nonce":"01234567"}"#),
    ("POST /api/tables/TABLE/share", r#"{"seat":1}"#),
    ("POST /api/tables/TABLE/devices", r#"{"seat":0}"#),
    ("POST /api/tables/TABLE/cancel", "{}"),
    ("POST /api/tables/TABLE/rematch", "{}"),
    (
        "POST /api/tables/TABLE/notify",
        r#"{"seat":0,"webhook":"http://127.0.0.1/","email":"eve@example.org"}"#,
    ),
    ("POST /api/tables/upload", "westfront-record 1\ngame: cambrai\nscenario: tank-attack\n---\n"),
    ("POST /api/account/email", r#"{"email":"eve@example.org","password":"x"}"#),
    ("POST /api/mail/confirm", r#"{"token":"0123456789abcdef"}"#),
    ("POST /api/mail/stop", r#"{"table":"TABLE","seat":0,"key":"0123"}"#),
    ("POST /api/recover", r#"{"name":"eve"}"#),
    ("GET /api/tables?list=open", ""),
    ("GET /api/tables/TABLE/record?seat=1", ""),
    ("GET /api/tables/TABLE/devices?seat=0", ""),
    ("GET /api/tables/TABLE/after", ""),
    ("GET /api/games/cambrai/manual/11-assaults", ""),
    ("GET /api/games/verdun/examples/a/picture-2.svg", ""),
    ("GET /manual/cambrai/11-assaults", ""),
    ("GET /table/TABLE", ""),
    ("GET /api/tables/TABLE/socket", ""),
];

/// Headers that the server reads, some of them added to a request.
const HEADERS: [&str; 12] = [
    "Cookie: session=0123456789abcdef0123456789abcdef; a=b",
    "Origin: http://elsewhere.example",
    "X-Forwarded-For: 192.0.2.1, 198.51.100.7:4711",
    "If-None-Match: \"0123\"",
    "Range: bytes=0-99999999999999999999",
    "Accept-Encoding: br;q=1.0, gzip;q=0.5",
    "Transfer-Encoding: chunked",
    "Content-Length: 18446744073709551616",
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13",
    "Expect: 100-continue",
    "Connection: close",
    "X-Request-Id: 1",
];

pub(super) async fn attack(attack: Arc<Attack>, mut random: Random) {
    while Instant::now() < attack.until {
        let bytes = request(&attack, &mut random);
        let Ok(mut stream) = harness::connect(random.address(), attack.address).await else {
            attack.blows.error("a connection was refused".into());
            return;
        };
        let _ = stream.write_all(&bytes).await;
        let _ = stream.shutdown().await;
        let mut answer = Vec::new();
        if tokio::time::timeout(PATIENCE, stream.read_to_end(&mut answer)).await.is_err() {
            attack.blows.error(format!("never answered: {}", String::from_utf8_lossy(&bytes)));
        }
        // Without an answer the connection was closed, as it should be.
        let status = answer.strip_prefix(b"HTTP/1.1 ").and_then(|rest| rest.get(..3));
        let status = status.and_then(|status| std::str::from_utf8(status).ok()?.parse().ok()).unwrap_or(0);
        let what = || String::from_utf8_lossy(&bytes).into_owned();
        attack.blows.answered(&attack.blows.malformed, status, what);
    }
}

/// A request that is damaged in its body alone, in its headers, or anywhere.
fn request(attack: &Attack, random: &mut Random) -> Vec<u8> {
    let (line, body) = *random.pick(&GOOD);
    let table = random.pick(&attack.tables).clone();
    let (line, body) = (line.replace("TABLE", &table), body.replace("TABLE", &table));
    let damage = random.below(4);
    let body = if damage < 2 { random.damage(body.as_bytes()) } else { body.into_bytes() };
    let kind = if line.contains("upload") { "text/plain" } else { "application/json" };
    let mut head = format!(
        "{line} HTTP/1.1\r\nHost: {}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n",
        attack.address,
        body.len()
    )
    .into_bytes();
    for _ in 0..random.below(3) {
        let header = random.pick(&HEADERS).as_bytes();
        let header = if damage == 2 { random.damage(header) } else { header.to_vec() };
        head.extend(header);
        head.extend(b"\r\n");
    }
    head.extend(b"\r\n");
    head.extend(body);
    if damage == 3 { random.damage(&head) } else { head }
}
