//! The actor: its state, its mailbox, its life.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use engine::{Detail, Seat, Title, Viewer};
use tokio::sync::{RwLock, mpsc};

use super::info::{Reader, TableInfo};
use super::load::{self, Broken, Live};
use super::orders::Order;
use super::pace::Pace;
use super::think::Thinking;
use super::{Command, views};
use crate::App;
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::Bucket;
use crate::message::Refused;
use crate::sessions::Turned;
use crate::store::{GameRow, Job, SeatRow, Who};
use crate::work::Stop;

/// A socket that looks at the table.
pub(super) struct Connected {
    pub(super) frames: mpsc::Sender<Utf8Bytes>,
    pub(super) viewer: Viewer,
    /// How much of its decisions it wants.
    pub(super) detail: Detail,
    /// The seats it may play, one bit each.
    pub(super) seats: i64,
    /// Who it is.
    pub(super) who: Who,
    /// The hash of the token that it showed instead of a cookie.
    pub(super) token: Option<String>,
}

/// Whether this process may change the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    /// It holds the table's lock.
    Owner,
    /// Another process holds it: this one asks it for changes and follows its log.
    Follower,
}

pub(super) struct Actor {
    pub(super) app: App,
    pub(super) id: String,
    pub(super) own: mpsc::WeakSender<Command>,
    mailbox: mpsc::Receiver<Command>,
    pub(super) game: GameRow,
    pub(super) seats: Vec<SeatRow>,
    pub(super) orders: BTreeMap<u8, Vec<Order>>,
    /// None while the table is idle, before the game begins, and after a failure.
    pub(super) session: Option<Arc<RwLock<Live>>>,
    /// Whether its log was tried and did not replay.
    pub(super) is_broken: bool,
    pub(super) role: Role,
    pub(super) connections: BTreeMap<u64, Connected>,
    /// Seats with sockets at other processes, and since when we know.
    pub(super) elsewhere: BTreeMap<String, (i64, i64)>,
    pub(super) thinking: Option<Thinking>,
    /// Advice in the making, by who asked for it.
    pub(super) advising: BTreeMap<u64, Stop>,
    pub(super) pace: Pace,
    pub(super) chatted: i64,
    /// How much each seat may say.
    pub(super) talk: BTreeMap<u8, Bucket>,
    pub(super) used: Instant,
}

impl Actor {
    pub(super) fn new(
        app: App,
        id: &str,
        own: mpsc::WeakSender<Command>,
        mailbox: mpsc::Receiver<Command>,
    ) -> Actor {
        Actor {
            app,
            id: id.to_owned(),
            own,
            mailbox,
            game: GameRow::default(),
            seats: Vec::new(),
            orders: BTreeMap::new(),
            session: None,
            is_broken: false,
            role: Role::Follower,
            connections: BTreeMap::new(),
            elsewhere: BTreeMap::new(),
            thinking: None,
            advising: BTreeMap::new(),
            pace: Pace::default(),
            chatted: 0,
            talk: BTreeMap::new(),
            used: clock::instant(),
        }
    }

    /// Works through the mailbox until the table has been idle for a while.
    pub(super) async fn run(mut self) {
        if let Err(error) = self.open().await {
            tracing::warn!(table = self.id, error = error.public(), "a table cannot be opened");
            return self.leave().await;
        }
        self.wake_players().await;
        let idle = self.app.config.idle;
        // One timer for the whole life of the table: no message resets it; it checks the idle time.
        let mut timer = pin!(tokio::time::sleep(idle));
        loop {
            tokio::select! {
                biased;
                command = self.mailbox.recv() => match command {
                    Some(Command::Stop) | None => break,
                    Some(command) => self.handle(command).await,
                },
                () = &mut timer => {
                    let unused = self.used.elapsed();
                    if unused >= idle && self.thinking.is_none() {
                        if self.connections.is_empty() {
                            break;
                        }
                        // A window is open and idle: the game can be rebuilt from its log later.
                        self.session = None;
                    }
                    let left = idle.checked_sub(unused).filter(|left| !left.is_zero());
                    timer.as_mut().reset(tokio::time::Instant::now() + left.unwrap_or(idle));
                }
            }
        }
        self.leave().await;
    }

    /// Leaves the memory; messages still in the mailbox go to the table's next life.
    async fn leave(mut self) {
        self.mailbox.close();
        self.app.tables.forget(&self.id, &self.own);
        if self.role == Role::Owner {
            self.app.cluster.release(&self.id).await;
        }
        while let Ok(command) = self.mailbox.try_recv() {
            match command {
                Command::Hello(hello) if self.game.id.is_empty() => {
                    let gone = Refused::plain("this table cannot be opened at the moment");
                    let _ = hello.frames.try_send(gone.frame(hello.id).into());
                }
                Command::Hello(_) | Command::Said { .. } | Command::Record { .. }
                    if !self.game.id.is_empty() =>
                {
                    let (app, id) = (self.app.clone(), self.id.clone());
                    tokio::spawn(async move { app.tables.send(&app, &id, command).await });
                }
                _ => {}
            }
        }
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Hello(hello) => {
                self.used = clock::instant();
                self.hello(*hello).await;
            }
            Command::Said { connection, message } => {
                self.used = clock::instant();
                self.said(connection, message).await;
            }
            Command::Turned(Turned { session, now }) => {
                let now = now.unwrap_or_default();
                for connected in self.connections.values_mut().filter(|one| one.who.session == session) {
                    connected.who = now.clone();
                }
                if self.refresh().await.is_ok() {
                    self.tell_table().await;
                }
            }
            Command::Leave { connection } => {
                // It may have been cut off before, when a frame could not be sent, without telling others.
                self.connections.remove(&connection);
                if let Some(stop) = self.advising.remove(&connection) {
                    stop.stop();
                }
                self.tell_table().await;
            }
            Command::Refresh => {
                if self.refresh().await.is_ok() {
                    self.tell_table().await;
                    self.wake_players().await;
                }
            }
            Command::Changed { rev } => self.follow(rev).await,
            Command::Chatted => self.tell_chat().await,
            Command::Letter { id } => self.letter(&id).await,
            Command::Answered { connection, id, answer } => self.answered(connection, id, answer),
            Command::Unanswered { connection, id, change, tries } => {
                self.ask_owner(connection, id, change, tries + 1).await;
            }
            Command::Here { process, seats } => {
                let before = self.here();
                self.elsewhere.insert(process, (seats, clock::now()));
                if self.here() != before {
                    self.send_table();
                }
            }
            Command::Thought { rev, seat, thought } => self.thought(rev, Seat(seat), thought).await,
            Command::Advised { connection, frame } => {
                self.advising.remove(&connection);
                self.send(connection, frame);
            }
            Command::Nudge => self.nudge().await,
            Command::Stop => {}
            Command::Look { at, answer } => {
                self.used = clock::instant();
                let _ = answer.send(self.look_at(at).await);
            }
            Command::Record { who, seat, answer } => {
                self.used = clock::instant();
                let record = self.record(&who, seat).await;
                let _ = answer.send(record);
            }
        }
    }

    /// Reads the rows, and owns the table if no other process does.
    pub(super) async fn open(&mut self) -> Result<()> {
        let claimed = self.app.cluster.claim(&self.app.store, &self.id).await?;
        self.role = if claimed { Role::Owner } else { Role::Follower };
        self.refresh().await
    }

    /// Reads the rows again.
    pub(super) async fn refresh(&mut self) -> Result<()> {
        let missing = || Error::Missing("there is no such table".into());
        let Some(game) = self.app.store.game(&self.id).await? else {
            self.say_goodbye();
            return Err(missing());
        };
        let seats = self.app.store.seats(&self.id).await?;
        let before = std::mem::replace(&mut self.seats, seats);
        self.review();
        let orders = |row: &SeatRow| (row.seat as u8, serde_json::from_str(&row.orders).unwrap_or_default());
        self.orders = self.seats.iter().filter(|row| !row.orders.is_empty()).map(orders).collect();
        let has_begun = self.game.state == "waiting" && game.state != "waiting";
        let moved = game.rev != self.game.rev;
        if moved {
            self.session = None;
        }
        self.game = game;
        self.tell_joiners(&before);
        if has_begun || (moved && !self.connections.is_empty()) {
            self.send_views().await;
        }
        Ok(())
    }

    /// The table has been removed.
    fn say_goodbye(&mut self) {
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.send(id, r#"{"type":"bye","error":"this table was removed"}"#);
        }
        self.connections.clear();
        self.stop_thinking();
        self.session = None;
    }

    /// Seats may have new holders: a socket is closed if it looks through the eyes of a seat that it no
    /// longer holds.
    fn review(&mut self) {
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            let Some(connected) = self.connections.get(&id) else { continue };
            let seats = self.seats_of(&connected.who, connected.token.as_deref());
            match connected.viewer {
                Viewer::Seat(seat) if seats & (1 << seat.0) == 0 => {
                    self.send(id, r#"{"type":"bye","error":"this seat is not yours any more"}"#);
                    self.connections.remove(&id);
                }
                Viewer::Seat(_) | Viewer::Spectator | Viewer::Omniscient => {
                    if let Some(connected) = self.connections.get_mut(&id) {
                        connected.seats = seats;
                    }
                }
            }
        }
    }

    /// The game in progress, rebuilt from its log if necessary.
    pub(super) async fn session(&mut self) -> std::result::Result<Arc<RwLock<Live>>, Refused> {
        if let Some(session) = &self.session {
            return Ok(session.clone());
        }
        match self.game.state.as_str() {
            "waiting" => return Err(Refused::plain("the game has not begun: it waits for players")),
            _ if self.is_broken => return Err(self.needs_a_fix()),
            _ => {}
        }
        // The row may be behind the log of another process; the two are read in this order and compared.
        let game = self.app.store.game(&self.id).await?;
        let game = game.ok_or_else(|| Refused::plain("the table is gone"))?;
        let actions = self.app.store.actions(&self.id, 0).await?;
        let library = self.app.config.library.clone();
        let (row, log) = (game.clone(), actions);
        let replayed = tokio::task::spawn_blocking(move || load::replay(&library, &row, &log)).await;
        let replayed = replayed.unwrap_or_else(|error| Err(Broken::unknown(error.to_string())));
        self.game = game;
        match replayed {
            Ok(session) => {
                self.game.seq = session.seq() as i64;
                if !self.game.broken.is_empty() {
                    // This version of the program can play the game.
                    self.note_broken(String::new()).await;
                }
                let session = Arc::new(RwLock::new(session));
                self.session = Some(session.clone());
                Ok(session)
            }
            Err(broken) => {
                tracing::error!(table = self.id, why = broken.why, "a log does not replay");
                self.is_broken = true;
                self.note_broken(broken.public()).await;
                self.send_table();
                Err(self.needs_a_fix())
            }
        }
    }

    fn needs_a_fix(&self) -> Refused {
        Refused::plain(format!("this game needs a fix: {}", self.game.broken))
    }

    /// Notes for the lobby why the log does not replay, or that it does.
    async fn note_broken(&mut self, broken: String) {
        if self.game.broken == broken {
            return;
        }
        let sql = "update game set broken = $2 where id = $1";
        let job = Job::new().then(sql, [self.id.as_str().into(), broken.as_str().into()]);
        if let Err(error) = self.app.store.run(job).await {
            tracing::warn!(table = self.id, ?error, "it cannot be noted whether a log replays");
        }
        self.game.broken = broken;
    }

    pub(super) fn title(&self) -> Option<&Title> {
        self.app.config.library.game(&self.game.title).map(|game| game.title())
    }

    /// The seats whose players are connected, here or at another process.
    pub(super) fn here(&self) -> i64 {
        let recent = clock::now() - 90_000;
        let elsewhere = self.elsewhere.values().filter(|(_, since)| *since > recent).map(|(seats, _)| seats);
        elsewhere.fold(self.here_locally(), |all, seats| all | seats)
    }

    pub(super) fn here_locally(&self) -> i64 {
        self.connections.values().fold(0, |all, connected| match connected.viewer {
            Viewer::Seat(_) => all | connected.seats,
            Viewer::Spectator | Viewer::Omniscient => all,
        })
    }

    pub(super) fn table_json(&self, seats: i64) -> String {
        let reader = Reader { yours: seats, watch: true };
        views::json(&TableInfo::new(
            &self.game,
            &self.seats,
            self.title(),
            reader,
            self.here(),
            self.app.config.bot_time,
        ))
    }

    /// Sends a frame; a client that is too far behind is cut off.
    pub(super) fn send(&mut self, connection: u64, frame: impl Into<Utf8Bytes>) {
        if let Some(connected) = self.connections.get(&connection)
            && connected.frames.try_send(frame.into()).is_err()
        {
            self.connections.remove(&connection);
        }
    }

    /// Tells everyone here, and the other processes, who is at the table.
    pub(super) async fn tell_table(&mut self) {
        self.send_table();
        self.app.cluster.here(&self.app.store, &self.id, self.here_locally()).await;
    }

    pub(super) fn send_table(&mut self) {
        let frame = |seats: i64| format!("{{\"type\":\"table\",\"table\":{}}}", self.table_json(seats));
        let frames: Vec<(u64, String)> =
            self.connections.iter().map(|(id, connected)| (*id, frame(connected.seats))).collect();
        for (id, frame) in frames {
            self.send(id, frame);
        }
    }

    /// Sends everyone a whole view.
    pub(super) async fn send_views(&mut self) {
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.send_view(id, None).await;
        }
    }
}
