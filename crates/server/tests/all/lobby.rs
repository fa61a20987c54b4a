//! Making tables, taking seats, lists, rematches, records, hotseat, computer players.

use hyper::{Request, StatusCode};
use serde_json::{Value, json};

use crate::harness::{Browser, Database, Db, Running};
use crate::on_both;

on_both!(
    open_seats_are_taken_by_the_first_to_come,
    lists_show_what_concerns_the_reader,
    a_rematch_changes_the_sides_round,
    hotseat_is_one_browser_with_all_seats,
    records_go_down_and_up,
    computer_players_answer_when_asked,
    a_table_can_be_called_off,
    a_game_begins_from_a_position,
    bad_requests_are_told_what_is_wrong,
    accounts_gather_ones_games,
    notices_are_set_by_the_seat_alone,
);

fn ids(list: &Value) -> Vec<&str> {
    list["tables"].as_array().expect("tables").iter().filter_map(|table| table["id"].as_str()).collect()
}

async fn list(browser: &mut Browser, which: &str) -> Value {
    browser.get(&format!("/api/tables?list={which}")).await.ok()
}

async fn open_seats_are_taken_by_the_first_to_come(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert, mut carl) = (server.browser(), server.browser(), server.browser());
    let new = json!({"game": "toy", "scenario": "short", "listed": true, "name": "Anna",
        "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "open"}]});
    let made = anna.post("/api/tables", new).await.ok();
    anna.begin(&made["table"]).await;
    let table = made["table"]["id"].as_str().expect("an id").to_owned();
    assert_eq!(ids(&list(&mut bert, "open").await), [table.as_str()]);
    let join = |nonce: &str| json!({"seat": 1, "nonce": nonce, "name": "Bert"});
    let path = format!("/api/tables/{table}/join");
    assert_eq!(bert.post(&path, join("short")).await.status, StatusCode::BAD_REQUEST);
    let (first, second) =
        tokio::join!(bert.post(&path, join("87654321")), carl.post(&path, join("abcdefgh")));
    let (won, lost, mut winner) =
        if first.status == StatusCode::OK { (first, second, bert) } else { (second, first, carl) };
    assert_eq!(lost.status, StatusCode::CONFLICT);
    let won = won.ok();
    assert_eq!(
        (&won["table"]["state"], &won["table"]["seats"][1]["yours"]),
        (&json!("running"), &json!(true))
    );
    assert!(list(&mut winner, "open").await["tables"].as_array().is_some_and(Vec::is_empty));
    // The link that the winner got opens his seat on another device, which then has the same seat.
    let token = won["link"]["link"].as_str().and_then(|link| link.split_once('#')).expect("a link").1;
    let mut phone = server.browser();
    assert_eq!(phone.take(&table, token).await.ok()["table"]["seats"][1]["yours"], true);
    assert_eq!(winner.get(&format!("/api/tables/{table}")).await.ok()["seats"][1]["yours"], true);
    server.stop().await;
}

async fn lists_show_what_concerns_the_reader(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "short").await;
    let (mut anna, mut bert) = (anna, bert);
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    let (second, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    // Anna waits for others in both; Bert is asked in the first.
    assert_eq!(ids(&list(&mut anna, "mine").await).len(), 2);
    let mine = list(&mut bert, "mine").await;
    assert_eq!(ids(&mine), [table.as_str()]);
    assert_eq!(mine["tables"][0]["seats"][1]["asked"], true);
    red.say(json!({"type": "play", "rev": rev, "text": "resign"})).await;
    while red.hear("update").await["outcome"].is_null() {}
    assert_eq!(ids(&list(&mut anna, "mine").await), [second.as_str()]);
    assert_eq!(ids(&list(&mut anna, "finished").await), [table.as_str()]);
    assert!(ids(&list(&mut server.browser(), "finished").await).is_empty(), "it was not listed");
    assert_eq!(anna.get("/api/tables?list=secret").await.status, StatusCode::BAD_REQUEST);
    server.stop().await;
}

async fn a_rematch_changes_the_sides_round(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (anna, bert, table, _) = crate::play::begun(&server, "short").await;
    let (mut anna, mut bert) = (anna, bert);
    let path = format!("/api/tables/{table}/rematch");
    assert_eq!(anna.post(&path, json!({})).await.status, StatusCode::CONFLICT);
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    red.say(json!({"type": "play", "rev": view["rev"], "text": "resign"})).await;
    while red.hear("update").await["outcome"].is_null() {}
    assert_eq!(server.browser().post(&path, json!({})).await.status, StatusCode::FORBIDDEN);
    let annas = anna.post(&path, json!({})).await.ok();
    anna.begin(&annas["table"]).await;
    assert_eq!(
        (&annas["table"]["state"], &annas["table"]["seats"][1]["yours"]),
        (&json!("waiting"), &json!(true))
    );
    assert_eq!(red.hear("table").await["table"]["rematch"], annas["table"]["id"]);
    let berts = bert.post(&path, json!({})).await.ok();
    assert_eq!(berts["table"]["id"], annas["table"]["id"]);
    assert_eq!(berts["table"]["seats"][0]["ready"], false, "Bert has given no nonce yet");
    bert.begin(&berts["table"]).await;
    let berts = json!({"table": bert.get(&format!("/api/tables/{}", annas["table"]["id"].as_str().expect("an id"))).await.ok()});
    assert_eq!(
        (&berts["table"]["state"], &berts["table"]["seats"][0]["yours"]),
        (&json!("running"), &json!(true))
    );
    server.stop().await;
}

async fn hotseat_is_one_browser_with_all_seats(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let (table, _) =
        anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}])).await;
    let (mut socket, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!((&view["table"]["hotseat"], &view["you"]), (&json!(true), &json!([0, 1])));
    let mut rev = view["rev"].as_i64().expect("a revision");
    socket.play(&mut rev, "hide 5").await;
    socket.say(json!({"type": "hello", "seat": 1})).await;
    let view = socket.hear("view").await;
    assert_eq!(view["viewer"], 1);
    assert!(!view["items"].to_string().contains("\"5\""), "the curtain hides the other side");
    socket.play(&mut rev, "hide 7").await;
    socket.say(json!({"type": "hello"})).await;
    assert_eq!(socket.hear("view").await["viewer"], 0, "who is asked looks");
    socket.say(json!({"type": "hello", "seat": null})).await;
    assert_eq!(socket.hear("view").await["viewer"], "spectator");
    server.stop().await;
}

async fn records_go_down_and_up(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let (table, _) =
        anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}])).await;
    let (mut socket, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    socket.play(&mut rev, "hide 5").await;
    socket.say(json!({"type": "hello", "seat": 1})).await;
    socket.hear("view").await;
    socket.play(&mut rev, "hide 7").await;
    let record = anna.get(&format!("/api/tables/{table}/record")).await.text();
    let mut bert = server.browser();
    assert_eq!(bert.get(&format!("/api/tables/{table}/record")).await.status, StatusCode::FORBIDDEN);
    let upload =
        |text: String| (Request::post("/api/tables/upload").header("content-type", "text/plain"), text);
    let (request, text) = upload(record.clone());
    let copy = bert.send(request, text).await.ok();
    let copied = copy["table"]["id"].as_str().expect("an id").to_owned();
    // The dice to come are in no record: the copy goes on from the same position with dice of its own.
    assert_eq!((&copy["table"]["state"], &copy["table"]["hotseat"]), (&json!("waiting"), &json!(true)));
    bert.begin(&copy["table"]).await;
    let (mut red, view) = bert.look(&copied, json!({"type": "hello"})).await;
    assert_eq!((&view["viewer"], &view["decision"]["kind"]), (&json!(0), &json!("turn")));
    assert!(view["items"].to_string().contains("\"5\""), "what was hidden is there");
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "roll").await;
    for bad in [
        "",
        "westfront-record 1\n---\n",
        &record.replace("hide 5", "hide 55"),
        &record.replace("toy", "chess"),
    ] {
        let (request, text) = upload(bad.to_owned());
        let answer = bert.send(request, text).await;
        assert_eq!(answer.status, StatusCode::BAD_REQUEST, "{}", answer.text());
        assert!(answer.json()["error"].as_str().is_some_and(|error| error.contains("line")));
    }
    // A finished game can be seen again with all its dice.
    socket.say(json!({"type": "play", "rev": 3, "text": "resign"})).await;
    while socket.hear("update").await["outcome"].is_null() {}
    let (request, text) = upload(anna.get_record(&table).await);
    assert_eq!(bert.send(request, text).await.ok()["table"]["state"], "over");
    server.stop().await;
}

async fn computer_players_answer_when_asked(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    // Against a person the computer answers whenever it is asked.
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "bot", "level": "random"}]);
    let (table, _) = anna.new_table("toy", "short", seats).await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    assert_eq!(view["table"]["state"], "running");
    let mut view = view;
    for _ in 0..100 {
        if !view["outcome"].is_null() {
            break;
        }
        let options = view["decision"]["options"].as_array().cloned().unwrap_or_default();
        if let Some(option) = options.first() {
            red.say(json!({"type": "play", "rev": view["rev"], "text": option["play"]})).await;
        }
        // A refusal can only mean that the computer was faster.
        loop {
            let frame = red.next().await.expect("frames come");
            if frame["type"] == "refused" {
                assert_eq!(frame["stale"], true, "{frame}");
            }
            if frame["type"] == "update" {
                view = frame;
                break;
            }
        }
    }
    assert!(!view["outcome"].is_null());
    let unknown =
        json!({"game": "toy", "scenario": "short", "seats": [{"seat": 0, "by": "bot", "level": "deep"}]});
    assert_eq!(anna.post("/api/tables", unknown).await.status, StatusCode::BAD_REQUEST);
    server.stop().await;
}

async fn a_table_can_be_called_off(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    let path = format!("/api/tables/{table}/cancel");
    assert_eq!(bert.post(&path, json!({})).await.status, StatusCode::FORBIDDEN);
    anna.post(&path, json!({})).await.ok();
    assert_eq!(anna.get(&format!("/api/tables/{table}")).await.status, StatusCode::NOT_FOUND);
    assert_eq!(bert.take(&table, &tokens[1]).await.status, StatusCode::NOT_FOUND);
    let (mut anna, _, table, _) = crate::play::begun(&server, "short").await;
    assert_eq!(
        anna.post(&format!("/api/tables/{table}/cancel"), json!({})).await.status,
        StatusCode::CONFLICT
    );
    server.stop().await;
}

async fn a_game_begins_from_a_position(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let position = "scenario = 'short'\nhidden = [3, 4]\nscore = [5, 1]\nround = 2\nrounds = 3\nactive = 1\nstep = 'Turn'\n";
    let new = |position: &str| {
        json!({"game": "toy", "position": position, "name": "Anna",
            "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]})
    };
    let made = anna.post("/api/tables", new(position)).await.ok();
    anna.begin(&made["table"]).await;
    let table = made["table"]["id"].as_str().expect("an id");
    let view = anna.look(table, json!({"type": "hello"})).await.1;
    assert_eq!((&view["viewer"], &view["turn"]), (&json!(1), &json!(2)));
    assert_eq!(anna.post("/api/tables", new("step = 'Dance'")).await.status, StatusCode::BAD_REQUEST);
    server.stop().await;
}

async fn bad_requests_are_told_what_is_wrong(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    for (body, status, words) in [
        (json!({"game": "chess"}), 404, "no game 'chess'"),
        (json!({"game": "toy", "scenario": "verdun"}), 400, "no scenario 'verdun'"),
        (json!({"game": "toy", "scenario": "short", "options": {"fog": "thick"}}), 400, "may be off, on"),
        (json!({"game": "toy", "scenario": "short", "seats": [{"seat": 7, "by": "me"}]}), 400, "no seat 7"),
        (json!({"game": "toy", "scenario": "short", "nonce": "12345678"}), 400, "nonce"),
        (
            json!({"game": "toy", "scenario": "short", "seats": [{"seat": 0, "by": "dog"}]}),
            422,
            "unknown variant",
        ),
        (json!([]), 422, ""),
    ] {
        let answer = anna.post("/api/tables", body).await;
        let error = answer.json()["error"].as_str().expect("a sentence").to_owned();
        assert!(answer.status == status && error.contains(words), "{} {error}", answer.status);
    }
    let json_type = || Request::post("/api/tables").header("content-type", "application/json");
    assert_eq!(anna.send(json_type(), "{").await.status, 400);
    assert_eq!(anna.send(Request::post("/api/tables"), "{}").await.status, 415);
    assert_eq!(anna.send(json_type(), vec![b' '; 70_000]).await.status, 413);
    let foreign = json_type().header("origin", "http://evil.example");
    assert_eq!(anna.send(foreign, "{}").await.status, 403);
    assert_eq!(anna.get("/api/tables/none").await.status, 404);
    assert_eq!(anna.get("/nothing/here.js").await.status, 404);
    assert_eq!(anna.send(Request::delete("/api/tables"), "").await.status, 405);
    assert!(anna.try_socket("none").await.is_err());
    server.stop().await;
}

async fn accounts_gather_ones_games(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let (table, _) = anna.new_table("toy", "short", json!([{"seat": 0, "by": "me"}])).await;
    assert_eq!(anna.get("/api/me").await.ok(), json!({"account": null, "mail": false}));
    let who = |name: &str, password: &str| json!({"name": name, "password": password});
    assert_eq!(anna.post("/api/account", who("Anna", "short")).await.status, 400);
    assert_eq!(anna.post("/api/account", who("<b>", "long enough")).await.status, 400);
    let old_cookie = anna.cookie.clone();
    let answer = anna.post("/api/account", who("Anna", "long enough")).await;
    let cookie = answer.headers["set-cookie"].to_str().expect("a cookie").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    assert_ne!(anna.cookie, old_cookie, "signing in gives a new session");
    assert_eq!(anna.get("/api/me").await.ok()["account"]["name"], "Anna");
    let mut other = server.browser();
    assert_eq!(other.post("/api/account", who("anna", "another one")).await.status, 409);
    assert_eq!(other.post("/api/login", who("Anna", "wrong one")).await.status, 401);
    assert_eq!(other.post("/api/login", who("Nobody", "wrong one")).await.status, 401);
    other.post("/api/login", who("aNNa", "long enough")).await.ok();
    assert_eq!(ids(&list(&mut other, "mine").await), [table.as_str()], "on all devices");
    // The session before the sign-in holds nothing any more.
    let mut stale = Browser { cookie: old_cookie, ..anna.clone() };
    assert!(ids(&list(&mut stale, "mine").await).is_empty());
    let change = json!({"old": "long enough", "new": "even longer"});
    other.post("/api/account/password", change.clone()).await.ok();
    assert_eq!(other.post("/api/account/password", change).await.status, 401);
    other.post("/api/logout", json!({})).await.ok();
    assert!(ids(&list(&mut other, "mine").await).is_empty());
    // The new password has signed Anna out elsewhere.
    anna.post("/api/login", who("Anna", "even longer")).await.ok();
    anna.post("/api/account/delete", json!({"password": "even longer"})).await.ok();
    assert_eq!(other.post("/api/login", who("Anna", "even longer")).await.status, 401);
    server.stop().await;
}

async fn notices_are_set_by_the_seat_alone(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let (mut anna, _, table, _) = crate::play::begun(&server, "short").await;
    let path = format!("/api/tables/{table}/notify");
    let hook = |seat: u8, url: &str| json!({"seat": seat, "webhook": url});
    assert_eq!(anna.post(&path, hook(1, "https://127.0.0.1:9/")).await.status, 403);
    assert_eq!(anna.post(&path, hook(0, "gopher://example.org/")).await.status, 400);
    let key = anna.post(&path, hook(0, "https://127.0.0.1:9/")).await.ok()["key"].clone();
    assert_eq!(key.as_str().map(str::len), Some(32));
    let shown = anna.get(&format!("{path}?seat=0")).await.ok();
    assert_eq!((&shown["webhook"], &shown["key"]), (&json!("https://127.0.0.1:9/"), &key));
    let mail = json!({"seat": 0, "email": "anna@example.org"});
    assert!(
        anna.post(&path, mail).await.json()["error"].as_str().is_some_and(|error| error.contains("no mail"))
    );
    server.stop().await;
}
