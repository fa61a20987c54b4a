//! Whose seat it is, who chose the dice, and who is signed in where.

use std::sync::Arc;

use hyper::Request;
use serde_json::{Value, json};
use server::Smtp;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpListener;
use tokio::sync::Mutex;

use crate::harness::{Browser, Database, Db, Folder, Running, SOON, Socket, config};
use crate::on_both;

on_both!(
    an_invitation_works_once,
    a_seat_shows_its_devices_and_signs_the_others_out,
    a_seat_of_a_hotseat_table_is_taken_by_invitation_alone,
    an_account_made_in_play_keeps_the_seat,
    the_commitment_is_known_before_any_nonce,
    a_new_password_ends_other_sessions,
    who_signs_out_leaves_the_table,
    addresses_are_confirmed_and_passwords_recovered_by_mail,
);

fn token(link: &Value) -> String {
    link.as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned()
}

/// The last frame before a socket is closed.
async fn last_word(socket: &mut Socket) -> Value {
    let mut last = json!(null);
    while let Some(frame) = socket.next().await {
        last = frame;
    }
    last
}

async fn an_invitation_works_once(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert, mut carl) = (server.browser(), server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    let taken = bert.take(&table, &tokens[1]).await.ok();
    // Neither the maker nor a reader of the mail can come in by the same link.
    for thief in [&mut anna.clone(), &mut carl] {
        let answer = thief.take(&table, &tokens[1]).await;
        if thief.cookie == anna.cookie {
            assert_eq!(answer.ok()["table"]["seats"][1]["yours"], false, "Anna comes to her own seat");
        } else {
            assert_eq!(answer.status, 403);
            assert!(answer.json()["error"].as_str().is_some_and(|error| error.contains("works once")));
        }
        assert_eq!(thief.get(&format!("/api/tables/{table}/record?seat=1")).await.status, 403);
        let mut socket = thief.socket(&table).await;
        socket.say(json!({"type": "hello", "seat": 1, "token": tokens[1]})).await;
        socket.refusal().await;
    }
    // Bert opens his mail again, and his own link on another device.
    assert_eq!(bert.take(&table, &tokens[1]).await.ok()["table"]["seats"][1]["yours"], true);
    let mut phone = server.browser();
    let own = token(&taken["link"]["link"]);
    assert_eq!(phone.take(&table, &own).await.ok()["table"]["seats"][1]["yours"], true);
    server.stop().await;
}

async fn a_seat_shows_its_devices_and_signs_the_others_out(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert, mut phone) = (server.browser(), server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    let own = token(&bert.take(&table, &tokens[1]).await.ok()["link"]["link"]);
    phone.take(&table, &own).await.ok();
    let path = format!("/api/tables/{table}/devices");
    assert_eq!(anna.get(&format!("{path}?seat=1")).await.status, 403);
    let shown = bert.get(&format!("{path}?seat=1")).await.ok();
    let devices = shown["devices"].as_array().expect("devices");
    assert_eq!((devices.len(), &devices[0]["you"], &devices[1]["you"]), (2, &json!(true), &json!(false)));
    let (mut lost, _) = phone.look(&table, json!({"type": "hello"})).await;
    let (mut program, _) = server.browser().look(&table, json!({"type": "hello", "token": own})).await;
    let answer = bert.post(&path, json!({"seat": 1})).await.ok();
    assert_eq!(answer["devices"].as_array().map(Vec::len), Some(1));
    for socket in [&mut lost, &mut program] {
        assert_eq!(last_word(socket).await["error"], "this seat is not yours any more");
    }
    assert_eq!(phone.get(&format!("/api/tables/{table}")).await.ok()["seats"][1]["yours"], false);
    assert_eq!(phone.take(&table, &own).await.status, 403, "the old link of the seat is worth nothing");
    let fresh = token(&answer["link"]["link"]);
    assert_eq!(phone.take(&table, &fresh).await.ok()["table"]["seats"][1]["yours"], true);
    server.stop().await;
}

async fn a_seat_of_a_hotseat_table_is_taken_by_invitation_alone(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert, mut carl) = (server.browser(), server.browser(), server.browser());
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]);
    let (table, tokens) = anna.new_table("toy", "short", seats).await;
    assert_eq!(tokens.len(), 1, "there are no links but the spectator's");
    let record = anna.get_record(&table).await;
    assert!(record.contains("dice: audited") && !record.contains("secret:"), "{record}");
    let path = format!("/api/tables/{table}/share");
    assert_eq!(bert.post(&path, json!({"seat": 1})).await.status, 403);
    let invitation = token(&anna.post(&path, json!({"seat": 1})).await.ok()["link"]);
    let (mut both, view) = anna.look(&table, json!({"type": "hello", "seat": 1})).await;
    assert_eq!(view["table"]["hotseat"], true);
    assert_eq!(bert.take(&table, &invitation).await.ok()["table"]["hotseat"], false);
    assert_eq!(carl.take(&table, &invitation).await.status, 403);
    // The maker's eyes for that seat are closed, and he holds the other alone.
    assert_eq!(last_word(&mut both).await["error"], "this seat is not yours any more");
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!((&view["you"], &view["table"]["hotseat"]), (&json!([0]), &json!(false)));
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    blue.play(&mut rev, "hide 7").await;
    assert!(!anna.get_record(&table).await.contains("hide 7"), "it is an ordinary table now");
    red.say(json!({"type": "at", "id": 3, "seq": 2, "as": "all"})).await;
    red.refusal().await;
    assert_eq!(anna.post(&path, json!({"seat": 0})).await.status, 409);
    server.stop().await;
}

async fn an_account_made_in_play_keeps_the_seat(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let new = json!({"game": "toy", "scenario": "short", "listed": true, "name": "Anna",
        "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "open"}]});
    let made = anna.post("/api/tables", new).await.ok();
    let table = made["table"]["id"].as_str().expect("an id").to_owned();
    anna.post(&format!("/api/tables/{table}/begin"), json!({"nonce": "annas0nonce"})).await.ok();
    let join = json!({"seat": 1, "nonce": "berts0nonce", "name": "Bert"});
    bert.post(&format!("/api/tables/{table}/join"), join).await.ok();
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    // In another tab Anna makes an account; the table is open meanwhile.
    anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    red.play(&mut rev, "hide 3").await;
    red.say(json!({"type": "hello", "seat": 0})).await;
    assert_eq!(red.hear("view").await["viewer"], 0, "the open socket knows who she is now");
    let (_, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!((&view["viewer"], &view["you"]), (&json!(0), &json!([0])), "and so does a new one");
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    blue.play(&mut rev, "hide 4").await;
    red.play(&mut rev, "step").await;
    server.stop().await;
}

async fn the_commitment_is_known_before_any_nonce(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    for (seats, nonces) in [
        (json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]), 2),
        (json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "bot", "level": "random"}]), 2),
    ] {
        let new = json!({"game": "toy", "scenario": "short", "seats": seats});
        let mut early = new.clone();
        early["nonce"] = json!("annas0nonce");
        assert_eq!(anna.post("/api/tables", early).await.status, 400, "it would be too early");
        let made = anna.post("/api/tables", new).await.ok();
        assert_eq!(made["table"]["state"], "waiting");
        let commitment = made["table"]["commitment"].as_str().expect("a commitment").to_owned();
        let table = made["table"]["id"].as_str().expect("an id").to_owned();
        let path = format!("/api/tables/{table}/begin");
        assert_eq!(server.browser().post(&path, json!({"nonce": "12345678"})).await.status, 403);
        assert_eq!(anna.post(&path, json!({"nonce": "x"})).await.status, 400);
        let begun = anna.post(&path, json!({"nonce": "annas0nonce"})).await.ok();
        assert_eq!(
            (&begun["table"]["state"], begun["table"]["commitment"].as_str()),
            (&json!("running"), Some(&*commitment))
        );
        assert_eq!(begun["table"]["nonces"].as_array().map(Vec::len), Some(nonces));
        // A nonce that was given is not replaced.
        anna.post(&path, json!({"nonce": "another0nonce"})).await.ok();
        let record = anna.get_record(&table).await;
        assert!(
            record.contains(&format!("dice: audited {commitment} game {table} nonces annas0nonce ")),
            "{record}"
        );
    }
    server.stop().await;
}

async fn a_new_password_ends_other_sessions(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut phone) = (server.browser(), server.browser());
    let who = json!({"name": "Anna", "password": "long enough"});
    anna.post("/api/account", who.clone()).await.ok();
    phone.post("/api/login", who).await.ok();
    let (table, _) =
        anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}])).await;
    let (mut here, _) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut there, _) = phone.look(&table, json!({"type": "hello"})).await;
    anna.post("/api/account/password", json!({"old": "long enough", "new": "even longer"})).await.ok();
    assert_eq!(last_word(&mut there).await["error"], "you have signed out");
    assert_eq!(phone.get("/api/me").await.ok()["account"], json!(null));
    assert_eq!(anna.get("/api/me").await.ok()["account"]["name"], "Anna");
    here.say(json!({"type": "ping"})).await;
    here.hear("pong").await;
    // And everywhere.
    phone.post("/api/login", json!({"name": "Anna", "password": "even longer"})).await.ok();
    let (mut there, _) = phone.look(&table, json!({"type": "hello"})).await;
    phone.post("/api/account/everywhere", json!({})).await.ok();
    for socket in [&mut here, &mut there] {
        assert_eq!(last_word(socket).await["error"], "you have signed out");
    }
    assert_eq!(anna.get("/api/me").await.ok()["account"], json!(null));
    assert_eq!(anna.post("/api/account/everywhere", json!({})).await.status, 401);
    server.stop().await;
}

async fn who_signs_out_leaves_the_table(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    let (table, _) =
        anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}])).await;
    let (mut socket, _) = anna.look(&table, json!({"type": "hello"})).await;
    anna.post("/api/logout", json!({})).await.ok();
    assert_eq!(last_word(&mut socket).await["error"], "you have signed out");
    server.stop().await;
}

#[tokio::test]
async fn wrong_passwords_are_counted_for_each_account() {
    let database = Database::new(Db::Sqlite);
    let mut config = config(&database.url);
    config.rate_factor = 1;
    config.behind_tls_proxy = true;
    let server = Running::start(config).await;
    let anna = server.browser();
    let login = async |name: &str, password: &str, address: u8| {
        let request = Request::post("/api/login")
            .header("content-type", "application/json")
            .header("x-forwarded-for", format!("9.9.9.{address}"));
        let body = json!({"name": name, "password": password}).to_string();
        server.browser().send(request, body).await.status.as_u16()
    };
    let mut answers = Vec::new();
    anna.clone().post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    for address in 0..20 {
        answers.push(login("anna", "wrong one", address).await);
    }
    assert!(answers.starts_with(&[401; 10]) && answers.ends_with(&[429; 5]), "{answers:?}");
    assert_eq!(login("Anna", "long enough", 99).await, 429, "the right one must wait as well");
    assert_eq!(login("Berta", "long enough", 99).await, 401, "others are not concerned");
    server.stop().await;
}

#[tokio::test]
async fn cookies_belong_to_one_host_and_live_on_with_use() {
    let database = Database::new(Db::Sqlite);
    let https = |url: &str| {
        let mut config = config(url);
        config.public_url = "https://play.example.org".into();
        config
    };
    let server = Running::start(https(&database.url)).await;
    let mut anna = server.browser();
    let answer = anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await;
    let cookie = answer.headers["set-cookie"].to_str().expect("a cookie").to_owned();
    assert!(cookie.starts_with("__Host-westfront=") && cookie.contains("; Path=/;"), "{cookie}");
    assert!(cookie.contains("; Secure") && !cookie.contains("Domain"), "{cookie}");
    assert!(anna.get("/api/me").await.headers.get("set-cookie").is_none(), "it was used today already");
    server.stop().await;
    // The same server, eleven months later.
    let folder = Folder::new();
    server::backup(&database.url, &folder.file("backup")).await.expect("a backup");
    let text = std::fs::read_to_string(folder.file("backup")).expect("it can be read");
    let old = text.lines().map(|line| match serde_json::from_str::<Value>(line) {
        Ok(mut row) if row["table"] == "session" => {
            let seen = row["seen"].as_i64().expect("a time");
            row["seen"] = json!(seen - 330 * 86_400_000);
            row.to_string()
        }
        _ => line.to_owned(),
    });
    std::fs::write(folder.file("old"), old.collect::<Vec<_>>().join("\n")).expect("it can be written");
    let later = Database::new(Db::Sqlite);
    server::restore(&later.url, &folder.file("old")).await.expect("it can be restored");
    let server = Running::start(https(&later.url)).await;
    let mut anna = Browser { cookie: anna.cookie, ..server.browser() };
    let answer = anna.get("/api/me").await;
    let prolonged = answer.headers["set-cookie"].to_str().expect("a cookie").to_owned();
    assert_eq!((prolonged, &answer.json()["account"]["name"]), (cookie, &json!("Anna")));
    assert!(anna.get("/api/me").await.headers.get("set-cookie").is_none(), "once a day is enough");
    server.stop().await;
}

/// A mail server that takes everything; the mails it got.
async fn post_office() -> (String, Arc<Mutex<Vec<String>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("smtp://{}", listener.local_addr().expect("an address"));
    let mails: Arc<Mutex<Vec<String>>> = Arc::default();
    let kept = mails.clone();
    tokio::spawn(async move {
        while let Ok((stream, _)) = listener.accept().await {
            let kept = kept.clone();
            tokio::spawn(async move {
                let mut stream = BufReader::new(stream);
                let _ = stream.write_all(b"220 here\r\n").await;
                let (mut line, mut mail, mut reading) = (String::new(), String::new(), false);
                while let Ok(1..) = stream.read_line(&mut line).await {
                    let answer = match (reading, line.trim_end()) {
                        (true, ".") => {
                            kept.lock().await.push(std::mem::take(&mut mail));
                            reading = false;
                            "250 done\r\n"
                        }
                        (true, _) => {
                            mail.push_str(&line);
                            ""
                        }
                        (false, "DATA") => {
                            reading = true;
                            "354 go on\r\n"
                        }
                        (false, "QUIT") => "221 bye\r\n",
                        (false, _) => "250 yes\r\n",
                    };
                    let _ = stream.write_all(answer.as_bytes()).await;
                    line.clear();
                }
            });
        }
    });
    (url, mails)
}

/// The nth mail, as a person reads it.
async fn nth_mail(mails: &Mutex<Vec<String>>, nth: usize) -> String {
    let waiting = async {
        loop {
            if let Some(mail) = mails.lock().await.get(nth) {
                return mail.replace("=\r\n", "").replace("=3D", "=");
            }
            tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(SOON, waiting).await.expect("the mail comes")
}

/// What stands behind `#page.` in a mail.
fn behind(mail: &str, page: &str) -> String {
    let rest = mail.split_once(&format!("/mail#{page}.")).unwrap_or_else(|| panic!("no link: {mail}")).1;
    rest.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '.')
        .next()
        .expect("a token")
        .to_owned()
}

async fn addresses_are_confirmed_and_passwords_recovered_by_mail(db: Db) {
    let database = Database::new(db);
    let (url, mails) = post_office().await;
    let mut config = config(&database.url);
    config.smtp = Some(Smtp { url, from: "Westfront <westfront@example.org>".into() });
    let server = Running::start(config).await;
    let (mut anna, mut bert, table, _) = crate::play::begun(&server, "long").await;
    anna.post("/api/account", json!({"name": "Anna", "password": "long enough"})).await.ok();
    // A seat is written to after its address was confirmed, and each mail can end that.
    let notify = format!("/api/tables/{table}/notify");
    assert_eq!(anna.post(&notify, json!({"seat": 0, "email": "anna"})).await.status, 400);
    let wish = json!({"seat": 0, "email": "anna@example.org"});
    let answer = anna.post(&notify, wish).await.ok();
    assert_eq!((&answer["email"], &answer["asked"]), (&json!(null), &json!("anna@example.org")));
    let confirm = behind(&nth_mail(&mails, 0).await, "confirm");
    server.browser().post("/api/mail/confirm", json!({"token": confirm})).await.ok();
    assert_eq!(server.browser().post("/api/mail/confirm", json!({"token": confirm})).await.status, 403);
    assert_eq!(anna.get(&format!("{notify}?seat=0")).await.ok()["email"], "anna@example.org");
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    drop(red);
    while blue.hear("table").await["table"]["seats"][0]["here"] == json!(true) {}
    blue.play(&mut rev, "hide 4").await;
    let turn = nth_mail(&mails, 1).await;
    assert!(turn.contains("To: anna@example.org") && turn.contains("your turn"), "{turn}");
    assert!(turn.contains("List-Unsubscribe: <") && turn.contains(&format!("/table/{table}")), "{turn}");
    let [game, seat, key] = behind(&turn, "stop")
        .split('.')
        .map(str::to_owned)
        .collect::<Vec<_>>()
        .try_into()
        .expect("three parts");
    let stop = |key: &str| json!({"table": game, "seat": seat.parse::<u8>().expect("a seat"), "key": key});
    server.browser().post("/api/mail/stop", stop("guess")).await.ok();
    assert_eq!(anna.get(&format!("{notify}?seat=0")).await.ok()["email"], "anna@example.org");
    server.browser().post("/api/mail/stop", stop(&key)).await.ok();
    assert_eq!(anna.get(&format!("{notify}?seat=0")).await.ok()["email"], json!(null));
    // A lost password.
    let mut thief = server.browser();
    let asked = thief.post("/api/recover", json!({"name": "Anna"})).await.ok();
    assert_eq!(
        asked,
        thief.post("/api/recover", json!({"name": "Nobody"})).await.ok(),
        "no word of who is there"
    );
    let address = json!({"email": "anna@example.org", "password": "long enough"});
    assert_eq!(
        anna.post("/api/account/email", json!({"email": "anna@example.org", "password": "wrong"}))
            .await
            .status,
        401
    );
    anna.post("/api/account/email", address).await.ok();
    assert_eq!(anna.get("/api/me").await.ok()["account"]["email"], json!(null));
    let confirm = behind(&nth_mail(&mails, 2).await, "confirm");
    bert.post("/api/mail/confirm", json!({"token": confirm})).await.ok();
    assert_eq!(anna.get("/api/me").await.ok()["account"]["email"], "anna@example.org");
    let mut lost = server.browser();
    lost.post("/api/recover", json!({"name": "anna"})).await.ok();
    let link = behind(&nth_mail(&mails, 3).await, "recover");
    assert_eq!(lost.post("/api/mail/recover", json!({"token": link, "password": "x"})).await.status, 400);
    lost.post("/api/mail/recover", json!({"token": link, "password": "brand new one"})).await.ok();
    assert_eq!(lost.get("/api/me").await.ok()["account"]["name"], "Anna");
    assert_eq!(anna.get("/api/me").await.ok()["account"], json!(null), "a thief's session ends as well");
    assert_eq!(
        lost.post("/api/mail/recover", json!({"token": link, "password": "once again"})).await.status,
        403
    );
    server.stop().await;
}
