//! For operators: metrics, numbers of requests, bans, names, removals.

use std::time::Duration;

use hyper::Request;
use serde_json::json;
use server::{Admin, Config};
use tokio::net::TcpListener;

use crate::harness::{Browser, Database, Db, Running, config};
use crate::on_both;

on_both!(an_operator_acts_while_the_server_runs);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn metrics_have_an_address_of_their_own() {
    let database = Database::new(Db::Sqlite);
    let free = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let metrics = free.local_addr().expect("an address");
    drop(free);
    let server = Running::start(Config { metrics: Some(metrics), ..config(&database.url) }).await;
    let (anna, _, table, _) = crate::play::begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    let told = Browser::new(metrics).get("/metrics").await.text();
    for name in [
        "westfront_requests_total{method=\"POST\",status=\"200\"}",
        "westfront_request_seconds_bucket",
        "westfront_actions_total",
        "westfront_commit_seconds_count",
        "westfront_sockets 1",
        "westfront_tables_in_memory",
        "westfront_thinking_queue 0",
    ] {
        assert!(told.contains(name), "{name} is missing: {told}");
    }
    assert_eq!(server.browser().get("/metrics").await.status, 404, "the world is told nothing");
    // Every answer has a number by which it is found in the log.
    let id =
        |answer: crate::harness::Answer| answer.headers["x-request-id"].to_str().expect("text").to_owned();
    let mut anna = server.browser();
    let (first, second) = (id(anna.get("/api/me").await), id(anna.get("/api/tables/none").await));
    assert!(first.len() == 12 && second.len() == 12 && first != second);
    server.stop().await;
}

/// Waits until a request from an address has that status.
async fn until_status(server: &Running, address: &str, status: u16) {
    for _ in 0..400 {
        let request = Request::get("/api/games").header("x-forwarded-for", address);
        if server.browser().send(request, "").await.status == status {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{address} never gets {status}");
}

async fn an_operator_acts_while_the_server_runs(db: Db) {
    let database = Database::new(db);
    let server = Running::start(Config { behind_tls_proxy: true, ..config(&database.url) }).await;
    let (mut anna, mut bert, table, _) = crate::play::begun(&server, "short").await;
    let who = json!({"name": "Rude Name", "password": "long enough"});
    anna.post("/api/account", who.clone()).await.ok();
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    red.say(json!({"type": "chat", "text": "something rude"})).await;
    red.hear("chat").await;
    let mut admin = Admin::open(&database.url, "tester").await.expect("the database opens");
    let tables = admin.tables(None, 10).await.expect("tables");
    assert_eq!((tables.len(), tables[0].id.as_str(), tables[0].state.as_str()), (1, &*table, "running"));
    assert!(admin.tables(Some("over"), 10).await.expect("tables").is_empty());
    // Names and remarks.
    admin.rename_account("rude name", "Player 7").await.expect("it is renamed");
    assert!(admin.rename_account("nobody", "x").await.is_err());
    assert_eq!(anna.get("/api/me").await.ok()["account"]["name"], "Player 7");
    admin.rename_seat(&table, 0, "Player 7").await.expect("it is renamed");
    admin.rename_table(&table, "A table").await.expect("it is renamed");
    assert_eq!(admin.remove_chat(&table, None).await.expect("it is removed"), 1);
    let (_, view) = bert.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["chat"][0]["text"], "(removed)");
    // An account that is banned is signed out, and its socket is closed.
    admin.ban("Player 7", "rude").await.expect("it is banned");
    assert_eq!(admin.bans().await.expect("bans"), [("Player 7".to_owned(), "rude".to_owned())]);
    red.hear("bye").await;
    let login = json!({"name": "player 7", "password": "long enough"});
    assert_eq!(server.browser().post("/api/login", login.clone()).await.status, 403);
    admin.unban("Player 7").await.expect("it was banned");
    for _ in 0..400 {
        if server.browser().post("/api/login", login.clone()).await.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(server.browser().post("/api/login", login).await.status, 200);
    // So is a network.
    admin.ban("192.0.2.0/24", "a flood").await.expect("it is banned");
    until_status(&server, "192.0.2.77", 403).await;
    until_status(&server, "198.51.100.1", 200).await;
    admin.unban("192.0.2.0/24").await.expect("it was banned");
    until_status(&server, "192.0.2.77", 200).await;
    // A removed table is gone for everyone.
    assert_eq!(admin.prune(30, Some(30)).await.expect("nothing is so old"), server::Pruned::default());
    admin.remove_table(&table).await.expect("it was there");
    assert!(admin.remove_table(&table).await.is_err());
    assert_eq!(bert.get(&format!("/api/tables/{table}")).await.status, 404);
    let acts = admin.acts().await.expect("the log");
    assert_eq!(acts.len(), 9, "{acts:?}");
    assert!(acts.iter().all(|(_, who, _)| who == "tester"));
    assert!(acts.iter().any(|(_, _, what)| what.starts_with("banned Player 7: rude")), "{acts:?}");
    admin.close().await;
    server.stop().await;
}
