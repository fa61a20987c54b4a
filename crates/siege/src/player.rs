//! The honest player: he plays both sides of a game at random, as a person at a hotseat table does, and
//! checks everything that the server says.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use harness::{Browser, Socket};
use hyper::{Request, StatusCode};
use serde_json::{Value, json};
use tokio::runtime::Builder;

use crate::random::Random;
use crate::report::Tally;

/// A game, a scenario of it, and how many play.
pub(crate) const GAMES: [(&str, &str, u8); 3] =
    [("cambrai", "tank-attack", 2), ("big-push", "over-the-top", 2), ("verdun", "firestorm", 2)];

/// How long a server may take to answer before the player calls again.
const PATIENCE: Duration = Duration::from_secs(30);

pub(crate) struct Player {
    pub(crate) browser: Browser,
    /// The addresses at which the server can be reached.
    doors: Vec<SocketAddr>,
    game: (&'static str, &'static str, u8),
    table: Option<Table>,
    random: Random,
    pub(crate) tally: Tally,
}

/// The table he sits at, and what he knows of it.
struct Table {
    id: String,
    begun: bool,
    /// The answers that he has played and the server says are stored.
    played: Vec<String>,
    /// The answer that he has sent without getting a reply.
    under_way: Option<String>,
    open: Option<Open>,
}

/// A socket for each side.
struct Open {
    sockets: Vec<Socket>,
    rev: i64,
    options: Vec<Vec<String>>,
    /// Whether both sides have seen everything.
    whole: bool,
}

/// What became of an attempt.
enum Attempt {
    Done,
    Refused,
    Over,
    /// The connection or the server is gone.
    Gone,
}

impl Player {
    pub(crate) fn new(doors: &[SocketAddr], number: u8) -> Player {
        let from = IpAddr::V4(Ipv4Addr::new(127, 1, 0, number + 1));
        Player {
            browser: Browser { from, ..Browser::new(doors[usize::from(number) % doors.len()]) },
            doors: doors.to_vec(),
            game: GAMES[usize::from(number) % GAMES.len()],
            table: None,
            random: Random::new(u64::from(number)),
            tally: Tally::default(),
        }
    }

    /// The table, once there is one.
    pub(crate) fn table(&self) -> Option<&str> {
        self.table.as_ref().map(|table| table.id.as_str())
    }

    /// Plays at a pace until the time is up, and then compares the record with what was acknowledged.
    pub(crate) async fn play(mut self, pause: Duration, until: Instant) -> Tally {
        while Instant::now() < until {
            let begun = Instant::now();
            self.act(until + PATIENCE).await;
            self.tally.times.push(begun.elapsed());
            tokio::time::sleep(pause.saturating_sub(begun.elapsed())).await;
        }
        self.audit(Instant::now() + PATIENCE).await;
        self.tally
    }

    /// The same on its own thread, so that the times measure the server and not other work of this program.
    pub(crate) fn play_apart(self, pause: Duration, until: Instant) -> JoinHandle<Tally> {
        thread::spawn(move || {
            let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
            runtime.block_on(self.play(pause, until))
        })
    }

    /// One action, from the wish to the acknowledgement, through every fault in between.
    pub(crate) async fn act(&mut self, until: Instant) {
        while Instant::now() < until {
            match self.attempt().await {
                Attempt::Done => return,
                Attempt::Over => {
                    self.audit(until).await;
                    self.table = None;
                }
                attempt @ (Attempt::Refused | Attempt::Gone) => {
                    if let Some(table) = &mut self.table {
                        table.open = None;
                    }
                    // Another door may be open. A server that answers needs more time than one that must be found.
                    self.browser.address = self.doors[self.random.below(self.doors.len())];
                    let pause = if matches!(attempt, Attempt::Refused) { 100 } else { 10 };
                    tokio::time::sleep(Duration::from_millis(pause)).await;
                }
            }
        }
        self.tally.faults.push("an honest player was never answered".into());
    }

    async fn attempt(&mut self) -> Attempt {
        if self.table.is_none() && !self.new_table().await || !self.sit_down().await {
            return Attempt::Gone;
        }
        let Some(table) = &mut self.table else { return Attempt::Gone };
        let Some(open) = &mut table.open else { return Attempt::Gone };
        let Some(seat) = open.options.iter().position(|options| !options.is_empty()) else {
            return Attempt::Over;
        };
        let text = self.random.pick(&open.options[seat]).clone();
        let attempt = tokio::time::timeout(PATIENCE, open.play(seat, &text)).await;
        match attempt.unwrap_or(Attempt::Gone) {
            Attempt::Done => {
                table.played.push(text);
                self.tally.acknowledged += 1;
                Attempt::Done
            }
            Attempt::Gone => {
                table.under_way = Some(text);
                Attempt::Gone
            }
            other => other,
        }
    }

    /// A table of his own, with all seats his.
    async fn new_table(&mut self) -> bool {
        let (game, scenario, seats) = self.game;
        let seats: Vec<Value> = (0..seats).map(|seat| json!({"seat": seat, "by": "me"})).collect();
        let new = json!({"game": game, "scenario": scenario, "seats": seats, "name": "Honest"});
        let Some(made) = good(self.browser.try_post("/api/tables", &new).await) else { return false };
        let Some(id) = made["table"]["id"].as_str() else { return false };
        self.table =
            Some(Table { id: id.into(), begun: false, played: Vec::new(), under_way: None, open: None });
        true
    }

    /// Opens the sockets, if they are not open, and compares what the server says with what he knows.
    async fn sit_down(&mut self) -> bool {
        let Some(table) = &mut self.table else { return false };
        if table.open.as_ref().is_some_and(|open| open.whole) {
            return true;
        }
        if !table.begun {
            let path = format!("/api/tables/{}/begin", table.id);
            let answer = self.browser.try_post(&path, &json!({"nonce": "honest0nonce"})).await;
            // If it was stored before the server was killed, it is refused now, which is as good as done.
            let Ok(answer) = answer else { return false };
            table.begun = answer.status.is_success() || answer.status == StatusCode::CONFLICT;
            if answer.status == StatusCode::NOT_FOUND {
                self.tally.lost += 1;
                self.tally.faults.push(format!("table {} was made and is gone", table.id));
                self.table = None;
                return false;
            }
        }
        let mut open = Open { sockets: Vec::new(), rev: 0, options: Vec::new(), whole: true };
        let mut seq = 0;
        for seat in 0..self.game.2 {
            let mut socket = match self.browser.try_socket(&table.id).await {
                Ok(socket) => socket,
                Err(error) => {
                    if error.contains("429") {
                        // He was too fast; both sockets need room.
                        tokio::time::sleep(Duration::from_secs(1)).await;
                    }
                    if error.contains("404") {
                        self.tally.lost += 1;
                        self.tally.faults.push(format!("table {} was begun and is gone", table.id));
                        self.table = None;
                    }
                    return false;
                }
            };
            if !socket.try_say(&json!({"type": "hello", "seat": seat})).await {
                return false;
            }
            let view = tokio::time::timeout(PATIENCE, frame(&mut socket, "view")).await;
            let Ok(Some(view)) = view else { return false };
            let (Some(rev), Some(now)) = (view["rev"].as_i64(), view["seq"].as_u64()) else { return false };
            (open.rev, seq) = (rev, now);
            open.options.push(options(&view));
            open.sockets.push(socket);
        }
        table.open = Some(open);
        let known = table.played.len() as u64;
        match (seq.checked_sub(known), table.under_way.take()) {
            (Some(0), _) => {}
            // It was stored, and the acknowledgement was lost with the connection.
            (Some(1), Some(text)) => table.played.push(text),
            (Some(more), _) => {
                self.tally.changed += 1;
                self.tally.faults.push(format!("{}: {more} entries that nobody was told of", table.id));
                self.table = None;
                return false;
            }
            (None, _) => {
                self.tally.lost += known - seq;
                self.tally.faults.push(format!("{}: {known} acknowledged, {seq} there", table.id));
                table.played.truncate(seq as usize);
            }
        }
        true
    }

    /// Compares the record with what was acknowledged, line by line.
    pub(crate) async fn audit(&mut self, until: Instant) {
        let Some(id) = self.table().map(str::to_owned) else { return };
        let record = loop {
            let path = format!("/api/tables/{id}/record");
            match self.browser.try_send(Request::get(path), "").await {
                Ok(answer) if answer.status.is_success() => break answer.text(),
                _ if Instant::now() > until => {
                    self.tally.faults.push(format!("the record of {id} cannot be had"));
                    return;
                }
                _ => {
                    self.browser.address = self.doors[self.random.below(self.doors.len())];
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        };
        let Some(table) = &self.table else { return };
        let entries = entries(&record);
        let differ = |(played, entry): (&String, &String)| !entry.is_empty() && played != entry;
        let known = table.played.len();
        if entries.len() < known {
            self.tally.lost += (known - entries.len()) as u64;
        }
        let more = usize::from(table.under_way.is_some());
        if entries.len() > known + more || table.played.iter().zip(&entries).any(differ) {
            self.tally.changed += 1;
        }
        if entries.len() < known
            || entries.len() > known + more
            || table.played.iter().zip(&entries).any(differ)
        {
            self.tally.faults.push(format!("{id}: the record has {} entries, {known} known", entries.len()));
        }
    }
}

impl Open {
    /// Sends an answer and waits until it is stored and both sides have seen it.
    async fn play(&mut self, seat: usize, text: &str) -> Attempt {
        let play = json!({"type": "play", "id": 1, "rev": self.rev, "text": text});
        if !self.sockets[seat].try_say(&play).await {
            return Attempt::Gone;
        }
        let (mut done, mut seen) = (None, None);
        while done.is_none() || seen.is_none() {
            let Some(heard) = self.sockets[seat].hear_any().await else { return Attempt::Gone };
            match heard["type"].as_str() {
                Some("done") => done = heard["rev"].as_i64(),
                Some("refused") => return Attempt::Refused,
                Some("update" | "view") => {
                    seen = heard["rev"].as_i64();
                    self.options[seat] = options(&heard);
                }
                _ => {}
            }
        }
        self.rev = done.or(seen).unwrap_or(self.rev);
        for other in (0..self.sockets.len()).filter(|other| *other != seat) {
            match frame(&mut self.sockets[other], "update").await {
                Some(heard) => self.options[other] = options(&heard),
                // The other side sees what it missed when it comes back.
                None => self.whole = false,
            }
        }
        Attempt::Done
    }
}

/// The next frame of a type.
async fn frame(socket: &mut Socket, kind: &str) -> Option<Value> {
    loop {
        let heard = socket.hear_any().await?;
        if heard["type"] == kind {
            return Some(heard);
        }
    }
}

/// What a side may answer now.
fn options(view: &Value) -> Vec<String> {
    let options = view["decision"]["options"].as_array();
    let typed = options.into_iter().flatten().filter_map(|option| option["play"].as_str());
    typed.map(str::to_owned).collect()
}

/// The answer to something that should succeed.
fn good(answer: Result<harness::Answer, String>) -> Option<Value> {
    answer.ok().filter(|answer| answer.status.is_success()).map(|answer| answer.json())
}

/// The actions of a record; a sealed one is empty.
fn entries(record: &str) -> Vec<String> {
    let body = record.split_once("\n---\n").map_or("", |(_, body)| body);
    let heads = ["=", "#", "|", "start", "result:", "secret:"];
    let lines =
        body.lines().filter(|line| !line.is_empty() && !heads.iter().any(|head| line.starts_with(head)));
    let action = |line: &str| match line.split_once(": ") {
        Some((_, action)) => action.split(" [").next().unwrap_or_default().to_owned(),
        None => String::new(),
    };
    lines.map(action).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_read_as_its_actions() {
        let record = "westfront-record 1\ngame: x\n---\nstart [3]\na: move 1 [4 2]\nb sealed 00ff\n= turn 2 89ab\na: done\nresult: a wins (13.2)\n";
        assert_eq!(entries(record), ["move 1", "", "done"]);
    }
}
