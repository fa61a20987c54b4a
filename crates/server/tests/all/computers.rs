//! Computer players share one budget of threads; ledgers of luck are written beside everything else.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use engine::{Seat, Session};
use hyper::Request;
use serde_json::{Value, json};
use server::{Config, Player, Players, Think, Thought};

use crate::harness::{Answer, Browser, Database, Db, Running, config};
use crate::on_both;

on_both!(a_table_needs_a_person, a_ledger_is_written_once_and_reasons_come_at_once);

async fn a_table_needs_a_person(db: Db) {
    let database = Database::new(db);
    let server = Running::on(&database).await;
    let mut anna = server.browser();
    let bot = |seat: u8| json!({"seat": seat, "by": "bot", "level": "random"});
    let new = json!({"game": "toy", "scenario": "short", "seats": [bot(0), bot(1)]});
    let answer = anna.post("/api/tables", new).await;
    assert_eq!(answer.status, 400);
    assert!(answer.text().contains("somebody must sit at a table"), "{}", answer.text());
    server.stop().await;
}

/// Thinks until it is let go, and tells when its time began.
#[derive(Clone, Default)]
struct Slow {
    is_free: Arc<AtomicBool>,
    /// The table, when its turn began, and on how many threads.
    turns: Arc<Mutex<Vec<(String, Instant, usize)>>>,
    ended: Arc<Mutex<Vec<Instant>>>,
}

/// Lets the thinkers go, also if the test fails.
struct FreeAtLast(Arc<AtomicBool>);

impl Drop for FreeAtLast {
    fn drop(&mut self) {
        self.0.store(true, Ordering::SeqCst);
    }
}

const HOUR: Duration = Duration::from_hours(1);

impl Player for Slow {
    fn id(&self) -> &'static str {
        "slow"
    }

    fn about(&self) -> &'static str {
        "Thinks for an hour."
    }

    fn is_quick(&self) -> bool {
        false
    }

    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought> {
        let turn =
            (think.table.clone(), think.deadline.checked_sub(HOUR).expect("an hour ago"), think.threads);
        self.turns.lock().expect("not poisoned").push(turn);
        while !self.is_free.load(Ordering::SeqCst) && !think.is_over() {
            std::thread::sleep(Duration::from_millis(1));
        }
        self.ended.lock().expect("not poisoned").push(Instant::now());
        let play = session.options(seat).into_iter().next()?;
        Some(Thought { play, reason: String::new() })
    }
}

/// A table against a level, made from an address.
async fn table_from(browser: &mut Browser, address: &str, level: &str) -> Answer {
    let post = |path: &str| {
        Request::post(path.to_owned())
            .header("content-type", "application/json")
            .header("x-forwarded-for", address)
    };
    let new = json!({"game": "toy", "scenario": "short",
        "seats": [{"seat": 0, "by": "me"}, {"seat": 1, "by": "bot", "level": level}]});
    let made = browser.send(post("/api/tables"), new.to_string()).await;
    if made.status == 200 {
        let path = format!("/api/tables/{}/begin", id(&made.json()));
        // Beginning counts as well, so either request may be the one too many.
        let begun = browser.send(post(&path), json!({"nonce": "annas0nonce"}).to_string()).await;
        if begun.status != 200 {
            return begun;
        }
    }
    made
}

fn id(made: &Value) -> String {
    made["table"]["id"].as_str().expect("an id").to_owned()
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..4000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came: {what}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn networks_take_turns_and_quick_players_do_not_wait() {
    let (database, slow) = (Database::new(Db::Sqlite), Slow::default());
    let _free = FreeAtLast(slow.is_free.clone());
    let server = Running::start(Config {
        players: Players::with([Arc::new(slow.clone()) as Arc<dyn Player>]),
        bot_threads: 1,
        bot_time: HOUR,
        behind_tls_proxy: true,
        ..config(&database.url)
    })
    .await;
    let turns = || slow.turns.lock().expect("not poisoned").clone();
    // One network has the thread and three more tables in the queue, each in the name of another browser.
    let mut greedy = Vec::new();
    for _ in 0..4 {
        let made = table_from(&mut server.browser(), "192.0.2.1", "slow").await.ok();
        greedy.push(id(&made));
    }
    until("the first thinks", || turns().len() == 1).await;
    let mut bert = server.browser();
    let other = id(&table_from(&mut bert, "192.0.2.2", "slow").await.ok());
    // A look at the table wakes its computer player.
    bert.look(&other, json!({"type": "hello"})).await;
    // Quick players answer meanwhile.
    let mut anna = server.browser();
    let quick = id(&table_from(&mut anna, "192.0.2.1", "random").await.ok());
    let (mut red, mut view) = anna.look(&quick, json!({"type": "hello"})).await;
    while view["seq"].as_i64() < Some(2) {
        if view["decision"]["options"].as_array().is_some_and(|options| !options.is_empty()) {
            red.say(json!({"type": "play", "id": 1, "rev": view["rev"], "text": "hide 3"})).await;
            red.verdict().await;
        }
        red.say(json!({"type": "hello"})).await;
        view = red.hear("view").await;
    }
    assert_eq!(turns().len(), 1, "the slow one thinks all the time");
    slow.is_free.store(true, Ordering::SeqCst);
    until("all have thought", || turns().len() >= 5).await;
    let turns = turns();
    let order: Vec<&str> = turns.iter().map(|(table, _, _)| table.as_str()).collect();
    let place = |table: &str| order.iter().position(|known| *known == table);
    assert!(place(&other) <= Some(2), "the other network does not wait for all of the first: {order:?}");
    assert!(turns.iter().all(|(_, _, threads)| *threads == 1));
    // The time of the waiting players began with their turn, after the first had ended.
    let first_ended = slow.ended.lock().expect("not poisoned")[0];
    assert!(turns[1..].iter().all(|(_, begun, _)| *begun >= first_ended));
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn one_network_makes_only_some_tables_against_the_computer() {
    let database = Database::new(Db::Sqlite);
    let server =
        Running::start(Config { rate_factor: 1, behind_tls_proxy: true, ..config(&database.url) }).await;
    let mut made = 0;
    // Every time in the name of a new browser.
    while table_from(&mut server.browser(), "192.0.2.1", "random").await.status == 200 {
        made += 1;
        assert!(made < 60, "there is no end to it");
    }
    assert_eq!(table_from(&mut server.browser(), "192.0.2.2", "random").await.status, 200);
    server.stop().await;
}

/// Plays a game of the toy against the computer to its end.
async fn finished(anna: &mut Browser) -> String {
    let seats = json!([{"seat": 0, "by": "me"}, {"seat": 1, "by": "bot", "level": "random"}]);
    let (table, _) = anna.new_table("toy", "short", seats).await;
    let (mut red, _) = anna.look(&table, json!({"type": "hello"})).await;
    // The computer may be quicker, and then the answer is refused.
    while anna.get(&format!("/api/tables/{table}")).await.ok()["state"] != "over" {
        red.say(json!({"type": "hello"})).await;
        let view = red.hear("view").await;
        red.say(json!({"type": "play", "id": 1, "rev": view["rev"], "text": "resign"})).await;
        red.verdict().await;
    }
    table
}

async fn a_ledger_is_written_once_and_reasons_come_at_once(db: Db) {
    let database = Database::new(db);
    let (free, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let stopped = Arc::new(AtomicUsize::new(0));
    let _free = FreeAtLast(free.clone());
    let start = || {
        let (free, written, stopped) = (free.clone(), written.clone(), stopped.clone());
        let luck = move |_: &games::Library, record: &engine::Record, labour: &server::Labour| {
            while !free.load(Ordering::SeqCst) {
                if !labour.go_on(1, 4) {
                    stopped.fetch_add(1, Ordering::SeqCst);
                    return None;
                }
                std::thread::sleep(Duration::from_millis(1));
            }
            written.fetch_add(1, Ordering::SeqCst);
            Some(json!({"entries": record.lines.len()}))
        };
        Running::start(Config { luck: Some(Arc::new(luck)), ..config(&database.url) })
    };
    let server = start().await;
    let mut anna = server.browser();
    let table = finished(&mut anna).await;
    let path = format!("/api/tables/{table}/after");
    let first = anna.get(&path).await;
    assert_eq!(first.status, 202);
    assert!(first.json()["thoughts"].is_array() && first.json()["luck"].is_null(), "{}", first.text());
    for _ in 0..2000 {
        let answer = anna.get(&path).await;
        assert_eq!(answer.status, 202);
        if answer.json()["progress"] == 0.25 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(server.browser().get(&path).await.status, 403, "a stranger starts nothing");
    // The computer plays on meanwhile, and the server stops with the ledger half written.
    finished(&mut anna).await;
    server.stop().await;
    until("the work has ended", || stopped.load(Ordering::SeqCst) == 1).await;
    free.store(true, Ordering::SeqCst);
    let server = start().await;
    let mut anna = Browser { address: server.address, ..anna };
    let mut answer = anna.get(&path).await;
    for _ in 0..2000 {
        if answer.status == 200 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        answer = anna.get(&path).await;
    }
    assert!(answer.ok()["luck"]["entries"].as_u64().is_some_and(|entries| entries > 0));
    server.stop().await;
    let server = start().await;
    let mut anna = Browser { address: server.address, ..anna };
    anna.get(&path).await.ok();
    assert_eq!(written.load(Ordering::SeqCst), 1, "it is kept");
    server.stop().await;
}
