//! Static data, headers, limits, the description of the interface, health, webhooks, backups.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::SinkExt;
use hmac::{Hmac, KeyInit, Mac};
use hyper::Request;
use serde_json::{Value, json};
use sha2::Sha256;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::sync::Mutex;
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

use crate::harness::{Browser, Database, Db, Folder, Running, config};
use crate::on_both;

on_both!(
    a_webhook_is_called_signed_and_again_until_it_answers,
    a_backup_moves_everything_to_another_database
);

#[tokio::test]
async fn static_data_is_tagged_compressed_and_guarded() {
    let database = Database::new(Db::Sqlite);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let answer = anna.get("/api/games").await;
    let games = answer.json();
    assert_eq!((&games["games"][0]["id"], &games["levels"][0]["id"]), (&json!("toy"), &json!("random")));
    let title = anna.get("/api/games/toy").await;
    assert_eq!(title.json()["units"][0]["id"], "horse");
    assert_eq!(anna.get("/api/games/toy/briefings").await.json(), json!({ "briefing": [], "shape": [] }));
    let tag = title.headers["etag"].to_str().expect("a tag").to_owned();
    let again = anna.send(Request::get("/api/games/toy").header("if-none-match", &tag), "").await;
    assert_eq!((again.status.as_u16(), again.body.len()), (304, 0));
    let packed = anna.send(Request::get("/api/games/toy").header("accept-encoding", "gzip"), "").await;
    assert_eq!(packed.headers["content-encoding"], "gzip");
    for path in ["/api/games/toy/map.svg", "/api/games/toy/counters.svg"] {
        assert_eq!(anna.get(path).await.headers["content-type"], "image/svg+xml");
    }
    let manual = anna.get("/api/games/toy/manual").await.json();
    assert_eq!((&manual["pages"][0]["id"], &manual["anchors"]["1.3"]), (&json!("01-toy"), &json!("01-toy")));
    assert_eq!(manual["search"][1]["text"], "A number is hidden (1.2).");
    let page = anna.get("/api/games/toy/manual/01-toy").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert!(page.text().contains("href=\"/manual/toy/01-toy#1.2\""), "{}", page.text());
    for path in ["/api/games/toy/manual/02-none", "/api/games/toy/examples/none", "/api/games/chess/manual"] {
        assert_eq!(anna.get(path).await.status, 404, "{path}");
    }
    assert_eq!(anna.get("/api/games/chess").await.status, 404);
    for path in ["/", "/api/games", "/nothing"] {
        let answer = anna.get(path).await;
        let policy = answer.headers["content-security-policy"].to_str().expect("a policy");
        assert!(policy.starts_with("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert_eq!(answer.headers["x-content-type-options"], "nosniff");
    }
    assert!(anna.get("/").await.text().contains("<!"), "the lobby is there");
    assert!(anna.get("/table/abc").await.text().contains("<!"), "the table is there");
    for path in ["/README.md", "/tsconfig.json", "/types/wire.d.ts"] {
        assert_eq!(anna.get(path).await.status, 404, "{path} is for those who write the client");
    }
    assert!(anna.get("/manual/toy/01-toy").await.text().contains("<!"), "the reader is there");
    assert!(anna.get("/try/toy/hiding").await.text().contains("<!"), "the page of a trial is there");
    assert_eq!(anna.get("/../Cargo.toml").await.status, 404);
    assert_eq!(anna.get("/%2e%2e/%2e%2e/Cargo.toml").await.status, 404);
    assert_eq!(anna.get("/healthz").await.text(), "ok\n");
    server.stop().await;
}

/// Every route of the description answers, and every route of the protocol's document is described.
#[tokio::test]
async fn the_description_of_the_interface_is_true() {
    let database = Database::new(Db::Sqlite);
    let server = server::Server::open(config(&database.url)).await.expect("it opens");
    let ask = |method: &str, path: &str| {
        let request = axum::http::Request::builder().method(method).uri(path).body(axum::body::Body::empty());
        server.router().oneshot(request.expect("a request"))
    };
    let answer = ask("GET", "/api/openapi.json").await.expect("an answer");
    let body = axum::body::to_bytes(answer.into_body(), 1 << 20).await.expect("a body");
    let api: Value = serde_json::from_slice(&body).expect("JSON");
    let mut described = BTreeSet::new();
    for (path, methods) in api["paths"].as_object().expect("paths") {
        for method in methods.as_object().expect("methods").keys() {
            let method = method.to_uppercase();
            described.insert(format!("{method} {}", path.replace("{id}", "ID")));
            let status = ask(&method, &path.replace("{id}", "toy")).await.expect("an answer").status();
            assert_ne!(status, 405, "{method} {path}");
        }
    }
    let document = include_str!("../../../../docs/protocol.md");
    for line in document.lines().filter(|line| line.starts_with("| `")) {
        let cell = line.split('|').nth(1).unwrap_or_default();
        for route in
            cell.split('`').filter(|part| part.starts_with("GET /api") || part.starts_with("POST /api"))
        {
            let route = route.split('?').next().unwrap_or_default().to_owned();
            let other = ["/socket", "/upload"].iter().any(|end| route.ends_with(end));
            assert!(other || described.contains(&route), "{route} is not described: {described:?}");
        }
    }
    server.close().await;
}

#[tokio::test]
async fn too_many_requests_are_answered_with_a_pause() {
    let database = Database::new(Db::Sqlite);
    let mut config = config(&database.url);
    config.rate_factor = 1;
    let server = Running::start(config).await;
    let mut anna = server.browser();
    let mut refused = None;
    for _ in 0..50 {
        let answer = anna.post("/api/login", json!({"name": "x", "password": "y"})).await;
        if answer.status == 429 {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("fifty guesses are too many");
    assert!(refused.headers["retry-after"].to_str().is_ok_and(|seconds| seconds.parse::<u32>().is_ok()));
    assert_eq!(anna.get("/api/games").await.status, 200, "other things can still be asked");
    // Frames are limited for each socket.
    let (table, _) =
        anna.new_table("toy", "long", json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}])).await;
    let (mut socket, _) = anna.look(&table, json!({"type": "hello"})).await;
    for _ in 0..400 {
        if socket.0.send(Message::Text(r#"{"type":"ping"}"#.into())).await.is_err() {
            break;
        }
    }
    let mut last = json!(null);
    while let Some(frame) = socket.next().await {
        last = frame;
    }
    assert_eq!(last["type"], "bye");
    server.stop().await;
}

#[tokio::test]
async fn sockets_of_other_sites_are_refused_and_cookies_are_secure_behind_tls() {
    let database = Database::new(Db::Sqlite);
    let mut config = config(&database.url);
    config.behind_tls_proxy = true;
    let server = Running::start(config).await;
    let mut anna = server.browser();
    let answer = anna
        .post("/api/tables", json!({"game": "toy", "scenario": "short", "seats": [{"seat": 0, "by": "me"}]}))
        .await;
    assert!(answer.headers["set-cookie"].to_str().is_ok_and(|cookie| cookie.contains("; Secure")));
    let table = answer.json()["table"]["id"].as_str().expect("an id").to_owned();
    let upgrade = |origin: String| {
        Request::get(format!("/api/tables/{table}/socket"))
            .header("connection", "upgrade")
            .header("upgrade", "websocket")
            .header("sec-websocket-version", "13")
            .header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==")
            .header("origin", origin)
    };
    assert_eq!(anna.send(upgrade("https://evil.example".into()), "").await.status, 403);
    assert_eq!(anna.send(upgrade(format!("https://{}", server.address)), "").await.status, 101);
    server.stop().await;
}

/// A small web server that fails twice and then takes what it is sent.
async fn hook() -> (String, Arc<Mutex<Vec<(String, String)>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/hook", listener.local_addr().expect("an address"));
    let heard: Arc<Mutex<Vec<(String, String)>>> = Arc::default();
    let kept = heard.clone();
    tokio::spawn(async move {
        for count in 0.. {
            let Ok((mut stream, _)) = listener.accept().await else { return };
            let mut text = String::new();
            let mut buffer = [0; 4096];
            while let Ok(read @ 1..) = stream.read(&mut buffer).await {
                text.push_str(&String::from_utf8_lossy(&buffer[..read]));
                if let Some((head, body)) = text.split_once("\r\n\r\n") {
                    let length =
                        head.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok());
                    if length.is_none_or(|length: usize| body.len() >= length) {
                        kept.lock().await.push((head.to_owned(), body.to_owned()));
                        break;
                    }
                }
            }
            let answer = if count < 2 { "503 Busy" } else { "200 OK" };
            let answer = format!("HTTP/1.1 {answer}\r\ncontent-length: 0\r\n\r\n");
            let _ = stream.write_all(answer.as_bytes()).await;
        }
    });
    (url, heard)
}

async fn a_webhook_is_called_signed_and_again_until_it_answers(db: Db) {
    let database = Database::new(db);
    let mut config = config(&database.url);
    config.notice_pause = Duration::from_millis(50);
    let server = Running::start(config).await;
    let (url, heard) = hook().await;
    let (mut anna, bert, table, _) = crate::play::begun(&server, "long").await;
    let path = format!("/api/tables/{table}/notify");
    let key = anna.post(&path, json!({"seat": 0, "webhook": url})).await.ok()["key"].clone();
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    red.play(&mut rev, "step").await;
    blue.play(&mut rev, "step").await;
    red.play(&mut rev, "step").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(heard.lock().await.is_empty(), "whoever is there needs no message");
    drop(red);
    while blue.hear("table").await["table"]["seats"][0]["here"] == json!(true) {}
    blue.play(&mut rev, "step").await;
    let mut calls = Vec::new();
    for _ in 0..400 {
        calls.clone_from(&*heard.lock().await);
        if calls.len() == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    assert_eq!(calls.len(), 3, "twice in vain, then not again");
    for (head, body) in &calls {
        let mut mac =
            Hmac::<Sha256>::new_from_slice(key.as_str().expect("a key").as_bytes()).expect("any length");
        mac.update(body.as_bytes());
        let signature = engine::dice::hex(&mac.finalize().into_bytes());
        assert!(head.contains(&format!("x-westfront-signature: sha256={signature}")), "{head}");
        let body: Value = serde_json::from_str(body).expect("JSON");
        assert_eq!((&body["table"], &body["seat"]), (&json!(table), &json!("red")));
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(heard.lock().await.len(), 3, "what was delivered is not delivered again");
    server.stop().await;
}

async fn a_backup_moves_everything_to_another_database(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, bert, table, _) = crate::play::begun(&server, "long").await;
    anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 3").await;
    red.play(&mut rev, "roll").await;
    red.say(json!({"type": "chat", "text": "“Grüße” 🙂"})).await;
    red.hear("chat").await;
    let before = anna.look(&table, json!({"type": "hello"})).await.1;
    let folder = Folder::new();
    let file = folder.file("backup");
    let rows = server::backup(&database.url, &file).await.expect("while the server runs");
    assert!(server::backup(&database.url, &file).await.is_err(), "nothing is overwritten");
    assert!(server::restore(&database.url, &file).await.is_err(), "it is not empty, or in use");
    server.stop().await;
    let other = Database::new(if db == Db::Sqlite { Db::Postgres } else { Db::Sqlite });
    let text = std::fs::read_to_string(&file).expect("a text file");
    let cut = folder.file("cut");
    std::fs::write(&cut, &text[..text.len() - 20]).expect("written");
    assert!(server::restore(&other.url, &cut).await.is_err(), "half a backup is none");
    assert_eq!(server::restore(&other.url, &file).await.expect("into an empty database"), rows);
    let standings = server::verify(&other.url, &crate::toy::library()).await.expect("it can be read");
    assert_eq!(standings.len(), 1);
    assert_eq!(standings[0].problem, None);
    let server = Running::on(&other).await;
    let anna = Browser { address: server.address, ..anna };
    let after = anna.look(&table, json!({"type": "hello"})).await.1;
    for key in ["rev", "seq", "turn", "items", "events", "decision", "chat", "you"] {
        assert_eq!(before[key], after[key], "{key}");
    }
    server.stop().await;
}
