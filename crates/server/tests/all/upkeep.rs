//! What strangers send and what the server keeps: uploads, quotas, chat, broken tables, health, files.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use hyper::Request;
use serde_json::{Value, json};
use server::{Config, Quotas};

use crate::harness::{Browser, Database, Db, Folder, Running, config};
use crate::on_both;
use crate::toy::{self, AT_WORK, SLOW};

on_both!(
    a_record_has_limits,
    a_person_keeps_only_his_share,
    chat_is_capped,
    a_broken_table_says_so_and_gives_its_record,
    a_removed_table_says_goodbye,
    nul_is_refused,
    a_clock_that_jumps_deletes_nothing,
    health_is_tried_by_writing,
);

async fn upload(browser: &mut Browser, text: impl Into<hyper::body::Bytes>) -> crate::harness::Answer {
    browser.send(Request::post("/api/tables/upload").header("content-type", "text/plain"), text).await
}

/// A record of the toy: its header, and lines.
fn record(red: &str, lines: &str) -> String {
    let pack = toy::library().game("toy").expect("the toy").title().pack.clone();
    format!(
        "westfront-record 1\ngame: toy\nscenario: short\nrules: 1\npack: {pack}\ndice: seed 4\nseat red: {red}\n\
         ---\n{lines}"
    )
}

async fn a_record_has_limits(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let hiding = "red: hide 3\nblue: hide 4\n";
    let long_name = "x".repeat(5000);
    for (text, words) in [
        (record("A", &format!("{hiding}{}", "= turn 1 0011\n".repeat(2))), "at most once"),
        (record(&long_name, hiding), "longer than 4096"),
        (record("A", hiding).replace("---", &"seat x: y\n".repeat(300)), "more than 200 lines"),
        (record("A", hiding).replace("---", &format!("{}---", "| x\n".repeat(90_000))), "header is longer"),
        (record("A", &"result: draw\n".repeat(200_001)), "more than 200000 lines"),
        (record("A\0", hiding), "NUL"),
    ] {
        let answer = upload(&mut anna, text).await;
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        assert!(answer.status == 400 && error.contains(words), "{} {error}", answer.status);
    }
    // The refusal is lost where the server closes while the body is still on its way; another try hears it.
    let mut tries = 0..20;
    let status = loop {
        tries.next().expect("the refusal is heard in the end");
        let request = Request::post("/api/tables/upload").header("content-type", "text/plain");
        if let Ok(answer) = anna.try_send(request, vec![b'x'; 5 << 20]).await {
            break answer.status;
        }
    };
    assert_eq!(status, 413);
    upload(&mut anna, record("A", hiding)).await.ok();
    server.stop().await;
}

async fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came: {what}");
}

/// One test, because the counter of work is the whole program's.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn uploads_take_turns_and_end_with_those_who_wait() {
    let database = Database::new(Db::Sqlite);
    let server = Running::on(&database).await;
    let slow = record(SLOW, "");
    let send = |browser: Browser, text: String| {
        tokio::spawn(async move {
            let mut browser = browser;
            let request = Request::post("/api/tables/upload").header("content-type", "text/plain");
            browser.try_send(request, text).await.map(|answer| answer.status.as_u16())
        })
    };
    let running = || AT_WORK.load(Ordering::SeqCst);
    // Its caller has gone: it ends.
    let left = send(server.browser(), slow.clone());
    until("the work begins", || running() == 1).await;
    left.abort();
    until("the work ends", || running() == 0).await;
    // Two at once, some wait, and the others come again later.
    let all: Vec<_> = (0..14).map(|_| send(server.browser(), slow.clone())).collect();
    until("two at once", || running() == 2).await;
    let mut refused = 0;
    for _ in 0..200 {
        refused = all.iter().filter(|one| one.is_finished()).count();
        assert!(running() <= 2, "at most two at once");
        if refused >= 4 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(refused, 4, "ten have a place");
    // An honest player goes on, and the server stops with all of them at work.
    let (table, _) = server.browser().new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    assert!(!table.is_empty());
    server.stop().await;
    until("all work has ended", || running() == 0).await;
    for one in all {
        if let Ok(Ok(status)) = one.await {
            assert!([400, 429, 503].contains(&status), "{status}");
        }
    }
}

async fn a_person_keeps_only_his_share(db: Db) {
    let database = Database::new(db);
    let quotas = Quotas { tables: 3, against_computer: 1, uploads: 1 };
    let server = Running::start(Config { quotas, ..config(&database.url) }).await;
    let mut anna = server.browser();
    let new = |by: &str| {
        json!({"game": "toy", "scenario": "short",
            "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": by, "level": "random"}]})
    };
    anna.post("/api/tables", new("bot")).await.ok();
    let refused = anna.post("/api/tables", new("bot")).await;
    assert_eq!(refused.status, 409);
    assert!(refused.text().contains("1 games against the computer"), "{}", refused.text());
    let made = anna.post("/api/tables", new("link")).await.ok();
    anna.post("/api/tables", new("open")).await.ok();
    assert_eq!(anna.post("/api/tables", new("open")).await.status, 409);
    // Making an account does not make more room.
    anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    assert_eq!(anna.post("/api/tables", new("open")).await.status, 409);
    let cancel = format!("/api/tables/{}/cancel", made["table"]["id"].as_str().expect("an id"));
    anna.post(&cancel, json!({})).await.ok();
    anna.post("/api/tables", new("open")).await.ok();
    let text = record("A", "red: hide 3\n");
    let uploaded = upload(&mut anna, text.clone()).await.ok();
    assert_eq!(upload(&mut anna, text.clone()).await.status, 409);
    let cancel = format!("/api/tables/{}/cancel", uploaded["table"]["id"].as_str().expect("an id"));
    anna.post(&cancel, json!({})).await.ok();
    upload(&mut anna, text).await.ok();
    server.stop().await;
}

/// All rows of a database, as a backup has them.
async fn rows(database: &str, folder: &Folder, name: &str) -> Vec<Value> {
    let file = folder.file(name);
    server::backup(database, &file).await.expect("a backup");
    let text = std::fs::read_to_string(file).expect("a file");
    text.lines().skip(1).map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

/// Puts changed rows into a new database of the same kind.
async fn with_rows(db: Db, folder: &Folder, rows: &[Value]) -> Database {
    let database = Database::new(db);
    let lines: Vec<String> = rows.iter().map(Value::to_string).collect();
    let file = folder.file("changed");
    std::fs::write(&file, format!("westfront-backup 1\n{}\n", lines.join("\n"))).expect("a file");
    server::restore(&database.url, &file).await.expect("it is restored");
    std::fs::remove_file(file).expect("it was there");
    database
}

async fn chat_is_capped(db: Db) {
    let (database, folder) = (Database::new(db), Folder::new());
    let server = Running::on(&database).await;
    let (anna, _, table, _) = crate::play::begun(&server, "short").await;
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    for number in 0..510 {
        red.say(json!({"type": "chat", "text": format!("remark {number}")})).await;
        red.hear("chat").await;
    }
    server.stop().await;
    let rows = rows(&database.url, &folder, "backup").await;
    let chat: Vec<&Value> = rows.iter().filter(|row| row["table"] == "chat").collect();
    assert_eq!(chat.len(), 500);
    assert!(chat.iter().any(|row| row["text"] == "remark 509"));
    // With ordinary limits it cannot be filled in a moment.
    let server = Running::start(Config { rate_factor: 1, ..config(&database.url) }).await;
    let anna = Browser { address: server.address, ..anna };
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    for _ in 0..30 {
        red.say(json!({"type": "chat", "text": "again"})).await;
    }
    assert_eq!(red.refusal().await["error"], "you talk too fast: wait a moment");
    server.stop().await;
}

async fn a_broken_table_says_so_and_gives_its_record(db: Db) {
    let (database, folder) = (Database::new(db), Folder::new());
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "short").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 7").await;
    red.play(&mut rev, "step").await;
    blue.play(&mut rev, "step").await;
    server.stop().await;
    // A version of the program that does not know the third answer.
    let mut all = rows(&database.url, &folder, "backup").await;
    let third = all.iter_mut().find(|row| row["table"] == "action" && row["seq"] == 2).expect("the third");
    third["line"] = "red: dance".into();
    let database = with_rows(db, &folder, &all).await;
    let server = Running::on(&database).await;
    let (mut anna, bert) =
        (Browser { address: server.address, ..anna }, Browser { address: server.address, ..bert });
    let (_, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["table"]["state"], "broken");
    let about = view["table"]["about"].as_str().expect("a reason");
    assert!(about.contains("from line") && !about.contains("dance"), "{about}");
    // The lobby knows it too.
    let list = anna.get("/api/tables?list=mine").await.ok();
    assert_eq!(list["tables"][0]["state"], "broken");
    let own = anna.get_record(&table).await;
    assert!(own.contains("red: hide 3") && own.contains("red: dance"), "{own}");
    assert!(!own.contains("hide 7") && !own.contains("blue: step") && !own.contains("secret:"), "{own}");
    assert!(bert.get_record(&table).await.contains("blue: hide 7"));
    let mut stranger = server.browser();
    assert_eq!(stranger.get(&format!("/api/tables/{table}/record")).await.status, 403);
    server.stop().await;
    // The version that does know it plays on.
    let mut all = rows(&database.url, &folder, "second").await;
    for row in &mut all {
        if row["line"] == "red: dance" {
            row["line"] = "red: step".into();
        }
    }
    let database = with_rows(db, &folder, &all).await;
    let server = Running::on(&database).await;
    let mut anna = Browser { address: server.address, ..anna };
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "step").await;
    assert_eq!(anna.get("/api/tables?list=mine").await.ok()["tables"][0]["state"], "running");
    server.stop().await;
}

async fn a_removed_table_says_goodbye(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let (table, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    anna.post(&format!("/api/tables/{table}/cancel"), json!({})).await.ok();
    assert_eq!(red.hear("bye").await["error"], "this table was removed");
    assert!(red.next().await.is_none(), "the socket is closed");
    server.stop().await;
}

async fn nul_is_refused(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    for path in ["/api/tables/a%00b", "/api/tables/a%00b/record", "/api/tables?list=mine%00", "/a%00.js"] {
        assert_eq!(anna.get(path).await.status, 400, "{path}");
    }
    let name = json!({"name": "An\0na", "password": "long enough"});
    for path in ["/api/login", "/api/account", "/api/recover", "/api/tables"] {
        assert_eq!(anna.post(path, name.clone()).await.status, 400, "{path}");
    }
    server.stop().await;
}

async fn a_clock_that_jumps_deletes_nothing(db: Db) {
    const DAY: i64 = 86_400_000;
    let (database, folder) = (Database::new(db), Folder::new());
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let (table, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    server.stop().await;
    // Two years later, as far as the clock says.
    let mut all = rows(&database.url, &folder, "backup").await;
    for row in &mut all {
        for field in ["created", "changed", "seen", "at", "since"] {
            if let Some(time) = row[field].as_i64() {
                row[field] = (time - 730 * DAY).into();
            }
        }
    }
    let database = with_rows(db, &folder, &all).await;
    let server = Running::on(&database).await;
    let mut anna = Browser { address: server.address, ..anna };
    let list = anna.get("/api/tables?list=mine").await.ok();
    assert_eq!(list["tables"][0]["id"], table.as_str(), "table and session are there");
    server.stop().await;
    // A clock that has run on for weeks is believed.
    for row in &mut all {
        if row["table"] == "pulse" {
            let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970");
            row["at"] = (now.as_millis() as i64 - DAY).into();
            row["since"] = (now.as_millis() as i64 - 30 * DAY).into();
        }
    }
    let database = with_rows(db, &folder, &all).await;
    let server = Running::on(&database).await;
    let mut anna = Browser { address: server.address, ..anna };
    let path = format!("/api/tables/{table}");
    for _ in 0..400 {
        if anna.get(&path).await.status == 404 {
            return server.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a table that waits for two years is never removed");
}

#[cfg(unix)]
fn mode(path: &Path) -> u32 {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(path).expect("a file").permissions().mode() & 0o777
}

async fn health_is_tried_by_writing(db: Db) {
    let (database, folder) = (Database::new(db), Folder::new());
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    assert_eq!(anna.get("/healthz").await.status, 200);
    let backup = folder.file("backup");
    server::backup(&database.url, &backup).await.expect("a backup");
    assert_eq!(mode(&backup), 0o600);
    if db == Db::Sqlite {
        let file = Path::new(&database.url);
        let beside = |end: &str| Path::new(&format!("{}{end}", database.url)).to_owned();
        for path in [file, &beside("-wal"), &beside("-shm"), &beside(".lock")] {
            assert_eq!(mode(path), 0o600, "{}", path.display());
        }
        // Everything stored from now on goes into a file that cannot be found again.
        std::fs::remove_file(file).expect("it was there");
        for _ in 0..2000 {
            if anna.get("/healthz").await.status == 503 {
                return server.stop().await;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("a lost file is not noticed");
    }
    server.stop().await;
}
