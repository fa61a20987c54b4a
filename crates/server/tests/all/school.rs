//! Lessons over the real protocol: from start to end, other answers, leaving and coming back.

use games::Library;
use hyper::StatusCode;
use serde_json::{Value, json};
use server::{Config, Quotas};

use crate::harness::{Browser, Database, Db, Running, Socket, config};
use crate::on_both;

on_both!(
    a_lesson_of_each_game_is_taken_from_start_to_end,
    other_answers_are_explained_and_may_be_tried,
    a_learner_comes_back_where_he_left,
    a_desk_is_private,
);

fn school(database: &Database) -> Config {
    Config { library: Library::embedded().expect("the packs can be read"), ..config(&database.url) }
}

/// Somebody who takes a lesson.
struct Learner {
    socket: Socket,
    rev: i64,
    view: Value,
    card: Value,
}

/// Opens a lesson: its table.
async fn open(browser: &mut Browser, game: &str, lesson: &str, body: Value) -> String {
    let taken = browser.post(&format!("/api/games/{game}/lessons/{lesson}"), body).await.ok();
    assert_eq!(taken["table"]["lesson"], lesson);
    taken["table"]["id"].as_str().expect("an id").to_owned()
}

impl Learner {
    async fn sit(browser: &Browser, table: &str) -> Learner {
        let (mut socket, view) = browser.look(table, json!({"type": "hello"})).await;
        let card = socket.hear("lesson").await;
        Learner { socket, rev: view["rev"].as_i64().expect("a revision"), view, card }
    }

    /// Says something that changes the table, and hears the result and the lesson's reply.
    async fn say(&mut self, mut message: Value) -> Value {
        message["id"] = json!(1);
        message["rev"] = json!(self.rev);
        self.socket.say(message).await;
        loop {
            let frame = self.socket.next().await.expect("the socket is open");
            match frame["type"].as_str() {
                Some("view") => self.view = frame,
                Some("update") => self.view["decision"] = frame["decision"].clone(),
                Some("lesson") => self.card = frame,
                Some("done") => {
                    self.rev = frame["rev"].as_i64().expect("a revision");
                    return frame;
                }
                Some("refused") => return frame,
                _ => {}
            }
        }
    }

    async fn play(&mut self, text: &str) -> Value {
        self.say(json!({"type": "play", "text": text})).await
    }

    async fn go(&mut self, go: &str) -> Value {
        self.say(json!({"type": "lesson", "go": go})).await
    }

    /// The option with which the wanted answer is given, as a click would.
    fn wanted(&self) -> String {
        let options = self.view["decision"]["options"].as_array().expect("options");
        let plays: Vec<&str> = options.iter().filter_map(|option| option["play"].as_str()).collect();
        let want = self.card["want"][0].as_str().expect("something is wanted");
        let begins = |play: &&&str| want.starts_with(&format!("{play} "));
        let play = plays.iter().find(|play| **play == want).or_else(|| plays.iter().find(begins));
        (*play.unwrap_or_else(|| panic!("'{want}' is not among {plays:?}"))).to_owned()
    }

    async fn step(&mut self) {
        let answer = if self.card["want"].as_array().is_some_and(Vec::is_empty) {
            self.go("next").await
        } else {
            let play = self.wanted();
            self.play(&play).await
        };
        assert_eq!(answer["type"], "done", "{answer}, step {}", self.card["step"]);
    }

    /// Takes the lesson to its end.
    async fn finish(&mut self) {
        for _ in 0..100 {
            if self.card["standing"] == "finished" {
                return;
            }
            self.step().await;
        }
        panic!("the lesson does not end");
    }
}

async fn a_lesson_of_each_game_is_taken_from_start_to_end(db: Db) {
    let database = Database::new(db);
    let server = Running::start(school(&database)).await;
    let mut anna = server.browser();
    for game in ["big-push", "verdun", "cambrai"] {
        let course = anna.get(&format!("/api/games/{game}/lessons")).await.ok();
        let lessons = course["lessons"].as_array().expect("lessons");
        assert!(lessons.len() >= 8 && lessons.iter().all(|lesson| lesson["minutes"].as_u64() > Some(0)));
        // One with several boards, in which the other side answers.
        let id = if game == "cambrai" { "haig" } else { lessons[7]["id"].as_str().expect("an id") };
        let table = open(&mut anna, game, id, json!({})).await;
        let mut learner = Learner::sit(&anna, &table).await;
        assert_eq!((&learner.card["step"], &learner.card["standing"]), (&json!(1), &json!("open")));
        assert_eq!(learner.view["viewer"], learner.card["seat"]);
        learner.finish().await;
        assert_eq!(learner.card["won"], true, "{game} {id}");
        assert!(learner.card["learnt"].as_array().is_some_and(|learnt| learnt.len() >= 3));
        let course = anna.get(&format!("/api/games/{game}/lessons")).await.ok();
        let done = course["lessons"].as_array().expect("lessons").iter().filter(|one| one["done"] == true);
        assert_eq!(done.map(|one| one["id"].as_str()).collect::<Vec<_>>(), [Some(id)]);
        // Once more, from the table itself.
        assert_eq!(learner.go("first").await["type"], "done");
        assert_eq!((&learner.card["step"], &learner.card["standing"]), (&json!(1), &json!("open")));
    }
    // Finished lessons go along into an account.
    anna.post("/api/account", json!({"name": "anna", "password": "a long password"})).await.ok();
    let course = anna.get("/api/games/cambrai/lessons").await.ok();
    assert!(course["lessons"].as_array().is_some_and(|all| all.iter().any(|one| one["done"] == true)));
    server.stop().await;
}

async fn other_answers_are_explained_and_may_be_tried(db: Db) {
    let database = Database::new(db);
    let server = Running::start(school(&database)).await;
    let mut anna = server.browser();
    let table = open(&mut anna, "big-push", "march", json!({})).await;
    let mut learner = Learner::sit(&anna, &table).await;
    learner.step().await;
    let (before, said) = (learner.rev, learner.play("unit br-18").await);
    assert_eq!((&said["type"], &said["lesson"]), (&json!("refused"), &json!("back")), "{said}");
    assert!(said["error"].as_str().is_some_and(|text| text.contains("9th Division")), "{said}");
    // The rules refuse what no rule allows; a lesson refuses acts that have no place in it.
    let refused = learner.play("unit ge-10b-6").await;
    assert!(refused["lesson"].is_null() && refused["type"] == "refused", "{refused}");
    assert_eq!(learner.play("resign").await["type"], "refused");
    assert_eq!(learner.go("next").await["type"], "refused");
    assert_eq!(learner.rev, before);
    // The same answer is insisted on: the lesson waits, and leads back.
    let done = learner.say(json!({"type": "play", "text": "unit br-18", "anyway": true})).await;
    assert_eq!((&done["type"], &learner.card["standing"]), (&json!("done"), &json!("astray")));
    assert_eq!(learner.go("again").await["type"], "done");
    assert_eq!((&learner.card["standing"], &learner.card["step"]), (&json!("open"), &json!(2)));
    // An undo leads back as well, to the step to which the answer belonged.
    learner.step().await;
    assert_eq!(learner.card["step"], 3);
    assert_eq!(learner.say(json!({"type": "undo"})).await["type"], "done");
    assert_eq!((&learner.card["step"], &learner.card["want"]), (&json!(2), &json!(["unit br-9"])));
    assert_eq!(learner.go("back").await["type"], "done");
    assert_eq!(learner.card["step"], 1);
    learner.finish().await;
    assert_eq!(learner.card["won"], true);
    server.stop().await;
}

async fn a_learner_comes_back_where_he_left(db: Db) {
    let database = Database::new(db);
    let server = Running::start(school(&database)).await;
    let mut anna = server.browser();
    let table = open(&mut anna, "cambrai", "guns-first", json!({})).await;
    let mut learner = Learner::sit(&anna, &table).await;
    // Into the midst of a step, past dice.
    for _ in 0..7 {
        learner.step().await;
    }
    let left = learner.card.clone();
    assert!(left["step"].as_u64() > Some(3), "{left}");
    server.stop().await;
    let server = Running::start(school(&database)).await;
    anna.address = server.address;
    assert_eq!(open(&mut anna, "cambrai", "guns-first", json!({"step": 1})).await, table);
    let mut learner = Learner::sit(&anna, &table).await;
    assert_eq!(learner.card, left);
    learner.finish().await;
    assert_eq!(learner.card["won"], true, "the dice to come are the lesson's");
    // Another lesson takes the place of this one, and this one is taken up again at a step that is named.
    let other = open(&mut anna, "cambrai", "end-of-day", json!({})).await;
    assert_ne!(other, table);
    assert_eq!(anna.get(&format!("/api/tables/{table}")).await.status, StatusCode::NOT_FOUND);
    let table = open(&mut anna, "cambrai", "guns-first", json!({"step": left["step"]})).await;
    let mut learner = Learner::sit(&anna, &table).await;
    assert_eq!((&learner.card["step"], &learner.card["say"]), (&left["step"], &left["say"]));
    learner.finish().await;
    let table = open(&mut anna, "cambrai", "guns-first", json!({"again": true, "step": 5})).await;
    assert_eq!(Learner::sit(&anna, &table).await.card["step"], 1);
    server.stop().await;
}

async fn a_desk_is_private(db: Db) {
    let database = Database::new(db);
    let quotas = Quotas { tables: 2, ..Quotas::default() };
    let server = Running::start(Config { quotas, ..school(&database) }).await;
    let (mut anna, mut bert) = (server.browser(), server.browser());
    let table = open(&mut anna, "verdun", "regiments-and-spades", json!({})).await;
    for list in ["mine", "open", "running", "finished"] {
        let shown = anna.get(&format!("/api/tables?list={list}")).await.ok();
        assert_eq!(shown["tables"], json!([]), "{list}");
    }
    let mut socket = bert.socket(&table).await;
    socket.say(json!({"type": "hello"})).await;
    socket.refusal().await;
    assert_eq!(
        anna.post(&format!("/api/tables/{table}/share"), json!({"seat": 0})).await.status,
        StatusCode::CONFLICT
    );
    // It counts among one's tables, once for each game.
    open(&mut anna, "cambrai", "end-of-day", json!({})).await;
    open(&mut anna, "cambrai", "guns-first", json!({})).await;
    let third = anna.post("/api/games/big-push/lessons/march", json!({})).await;
    assert_eq!(third.status, StatusCode::CONFLICT);
    assert_eq!(
        bert.post("/api/games/cambrai/lessons/no-such", json!({})).await.status,
        StatusCode::NOT_FOUND
    );
    assert_eq!(bert.post("/api/games/no-such/lessons/march", json!({})).await.status, StatusCode::NOT_FOUND);
    let page = bert.get("/learn/cambrai/guns-first").await;
    assert!(page.status == StatusCode::OK && page.text().contains("learn.js"));
    server.stop().await;
}
