//! Advice: for people who play alone or have agreed to it, beside play, and not too often.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use engine::{Seat, Session};
use serde_json::{Value, json};
use server::{Config, Player, Players, Think, Thought};

use crate::harness::{Browser, Database, Db, Running, Socket, config};
use crate::on_both;

on_both!(opponents_are_advised_only_if_all_agree, advice_is_for_the_seat_that_is_asked);

/// Advises the first option, and warns of rolling.
struct Counsellor;

impl Player for Counsellor {
    fn id(&self) -> &'static str {
        "captain"
    }

    fn about(&self) -> &'static str {
        "Knows everything better."
    }

    fn choose(&self, session: &dyn Session, seat: Seat, _: &Think) -> Option<Thought> {
        let play = session.options(seat).into_iter().next()?;
        Some(Thought { play, reason: String::new() })
    }

    fn advise(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Value> {
        let play = session.options(seat).into_iter().next()?;
        Some(json!({"best": {"play": play}, "seat": seat.0, "threads": think.threads}))
    }

    fn warn(&self, _: &dyn Session, _: Seat, text: &str, _: &Think) -> Option<Value> {
        (text == "roll").then(|| json!({"kind": "dice", "text": "Dice roll."}))
    }
}

fn with(player: impl Player + 'static, config: Config) -> Config {
    Config { players: Players::with([Arc::new(player) as Arc<dyn Player>]), ..config }
}

/// Asks for advice; the answer, or the refusal.
async fn advice(socket: &mut Socket) -> Value {
    fresh(socket, json!({"type": "advise", "id": 77})).await
}

/// The answer to a question about the present decision, asked again where the computer's move came in between.
async fn fresh(socket: &mut Socket, question: Value) -> Value {
    loop {
        socket.say(question.clone()).await;
        let told = answer(socket, question["id"].as_u64().expect("an id")).await;
        if told["stale"] != true {
            return told;
        }
    }
}

/// The answer to a message.
async fn answer(socket: &mut Socket, id: u64) -> Value {
    loop {
        let frame = socket.next().await.expect("an answer");
        if frame["id"] == id {
            return frame;
        }
    }
}

async fn against_the_computer(anna: &mut Browser) -> (String, Socket, Value) {
    let bot = json!({"seat": 1, "by": "bot", "level": "random"});
    let (table, _) = anna.new_table("toy", "long", json!([{"seat": 0, "by": "me"}, bot])).await;
    let (red, view) = anna.look(&table, json!({"type": "hello"})).await;
    (table, red, view)
}

async fn advice_is_for_the_seat_that_is_asked(db: Db) {
    let database = Database::new(db);
    let server = Running::start(with(Counsellor, config(&database.url))).await;
    let mut anna = server.browser();
    let (table, mut red, _) = against_the_computer(&mut anna).await;
    let told = advice(&mut red).await;
    assert_eq!(told["type"], "advice", "{told}");
    assert_eq!(told["advice"]["best"]["play"], "hide 1");
    assert_eq!(told["advice"]["seat"], 0, "it thinks for the seat that asks");
    let told = fresh(&mut red, json!({"type": "warn", "id": 5, "text": "roll"})).await;
    assert_eq!(told["warning"], json!({"kind": "dice", "text": "Dice roll."}), "{told}");
    let told = fresh(&mut red, json!({"type": "warn", "id": 6, "text": "hide 2"})).await;
    assert_eq!(told["warning"], Value::Null, "{told}");
    let told = fresh(&mut red, json!({"type": "advise", "id": 7, "level": "marshal"})).await;
    assert_eq!(told["error"], "there is no such level");
    let told = fresh(&mut red, json!({"type": "advise", "id": 8, "level": "random"})).await;
    assert_eq!(told["error"], "the adviser has no answer");
    let (mut watching, _) = anna.look(&table, json!({"type": "hello", "seat": null})).await;
    assert_eq!(advice(&mut watching).await["error"], "only players are advised");
    // Both seats of a table for one: a seat that is not asked gets no advice.
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]);
    let (alone, _) = anna.new_table("toy", "long", seats).await;
    let (mut red, view) = anna.look(&alone, json!({"type": "hello", "seat": 0})).await;
    assert_eq!(advice(&mut red).await["type"], "advice");
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    assert_eq!(advice(&mut red).await["error"], "you are not asked now");
    server.stop().await;
}

async fn opponents_are_advised_only_if_all_agree(db: Db) {
    let database = Database::new(db);
    let server = Running::start(with(Counsellor, config(&database.url))).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let (table, tokens) = anna.new_table("toy", "long", json!([{"seat": 0, "by": "me"}])).await;
    bert.take(&table, &tokens[1]).await.ok();
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    let refused = advice(&mut red).await;
    assert!(
        refused["error"].as_str().is_some_and(|error| error.contains("another person plays here")),
        "{refused}"
    );
    red.say(json!({"type": "warn", "id": 9, "text": "roll"})).await;
    assert_eq!(answer(&mut red, 9).await["type"], "refused", "a warning is advice, too");
    red.say(json!({"type": "consent", "advice": true})).await;
    while blue.hear("table").await["table"]["seats"][0]["advice"] != true {}
    assert_eq!(advice(&mut blue).await["type"], "refused", "one alone cannot agree");
    blue.say(json!({"type": "consent", "advice": true})).await;
    while red.hear("table").await["table"]["seats"][1]["advice"] != true {}
    red.say(json!({"type": "advise", "id": 77})).await;
    let news = blue.hear("news").await;
    assert_eq!((&news["kind"], &news["seat"]), (&json!("asked-advice"), &json!(0)), "it is told to all");
    assert_eq!(answer(&mut red, 77).await["type"], "advice");
    // A player who withdraws his agreement ends it for both.
    blue.say(json!({"type": "consent", "advice": false})).await;
    while red.hear("table").await["table"]["seats"][1]["advice"] != false {}
    assert_eq!(advice(&mut red).await["type"], "refused");
    server.stop().await;
}

/// Thinks until its answer is no longer wanted.
struct Dreamer(Arc<AtomicBool>);

impl Player for Dreamer {
    fn id(&self) -> &'static str {
        "captain"
    }

    fn about(&self) -> &'static str {
        "Thinks for an hour."
    }

    fn is_quick(&self) -> bool {
        false
    }

    fn choose(&self, session: &dyn Session, seat: Seat, _: &Think) -> Option<Thought> {
        let play = session.options(seat).into_iter().next()?;
        Some(Thought { play, reason: String::new() })
    }

    fn advise(&self, _: &dyn Session, _: Seat, think: &Think) -> Option<Value> {
        self.0.store(true, Ordering::SeqCst);
        while !think.is_over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        Some(json!({}))
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn play_does_not_wait_for_advice() {
    let (database, thinks) = (Database::new(Db::Sqlite), Arc::new(AtomicBool::new(false)));
    let config = Config { bot_time: Duration::from_hours(1), ..config(&database.url) };
    let server = Running::start(with(Dreamer(thinks.clone()), config)).await;
    let mut anna = server.browser();
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "me"}]);
    let (table, _) = anna.new_table("toy", "long", seats).await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello", "seat": 0})).await;
    red.say(json!({"type": "advise", "id": 1})).await;
    while !thinks.load(Ordering::SeqCst) {
        tokio::time::sleep(Duration::from_millis(2)).await;
    }
    red.say(json!({"type": "advise", "id": 2})).await;
    let second = answer(&mut red, 2).await;
    assert!(
        second["error"].as_str().is_some_and(|error| error.starts_with("one question at a time")),
        "{second}"
    );
    // The answer is played at once; the earlier question is no longer open.
    red.say(json!({"type": "play", "id": 3, "rev": view["rev"], "text": "hide 3"})).await;
    let (mut played, mut advised) = (Value::Null, Value::Null);
    while played.is_null() || advised.is_null() {
        let frame = red.next().await.expect("frames come");
        match frame["id"].as_u64() {
            Some(1) => advised = frame,
            Some(3) => played = frame,
            _ => {}
        }
    }
    assert_eq!((&played["type"], &advised["stale"]), (&json!("done"), &json!(true)), "{played} {advised}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_asks_only_so_often() {
    let database = Database::new(Db::Sqlite);
    let server = Running::start(with(Counsellor, Config { rate_factor: 1, ..config(&database.url) })).await;
    let mut anna = server.browser();
    let (_, mut red, _) = against_the_computer(&mut anna).await;
    let mut asked = 0;
    while advice(&mut red).await["type"] == "advice" {
        asked += 1;
        assert!(asked < 400, "there is no end to it");
    }
    let refused = advice(&mut red).await;
    assert_eq!(refused["error"], "the adviser needs a rest: ask again in a moment");
    server.stop().await;
}
