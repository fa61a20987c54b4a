//! What sockets say and are told: hello, questions, chat, orders.

use axum::extract::ws::Utf8Bytes;
use engine::{Refusal, Seat, Viewer};

use super::actor::{Actor, Connected};
use super::advise::ADVISER;
use super::load::{self, guard};
use super::orders::{self, Order};
use super::{Hello, Look, PONG, views};
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::Bucket;
use crate::message::{Change, Counsel, Eyes, FromClient, Go, Id, Refused, Wanted};
use crate::store::{Job, SeatRow, Unwritten, Who};

/// With this many sockets open at a table, spectators are turned away.
const MOST_SPECTATORS: usize = 500;

/// Remarks of a seat: how many at once, and how many a second afterwards.
const TALK: (f64, f64) = (10.0, 0.5);
/// How many counters may be asked about together.
const MOST_TOGETHER: usize = 40;
/// How many remarks of a table are kept; the latest are.
const MOST_REMARKS: i64 = 500;

type Answer<T> = std::result::Result<T, Refused>;

/// What a socket wants to change.
struct Wish {
    rev: i64,
    play: Option<String>,
    go: Option<Go>,
}

impl Actor {
    /// A socket looks at the table.
    pub(super) async fn hello(&mut self, hello: Hello) {
        let Hello { connection, frames, who, token, seat, rev, detail, id } = hello;
        let seats = self.seats_of(&who, token.as_deref());
        if seats == 0 && self.connections.len() >= MOST_SPECTATORS {
            let full = Refused::plain("too many look on at this table already");
            let _ = frames.try_send(full.frame(id).into());
            return;
        }
        match self.viewer(&who, token.as_deref(), seats, seat).await {
            Ok(viewer) => {
                let known = self.here();
                self.connections.insert(connection, Connected { frames, viewer, detail, seats, who, token });
                if rev == Some(self.game.rev) && self.game.state != "waiting" {
                    self.send(connection, format!("{{\"type\":\"current\",\"rev\":{}}}", self.game.rev));
                } else {
                    self.send_view(connection, id).await;
                }
                if self.here() != known {
                    self.tell_table().await;
                }
            }
            Err(refused) => {
                self.connections.remove(&connection);
                let _ = frames.try_send(refused.frame(id).into());
            }
        }
    }

    /// The seats that a person may play, one bit each.
    pub(super) fn seats_of(&self, who: &Who, token: Option<&str>) -> i64 {
        let held = self.seats.iter().filter(|row| {
            let by_token = token.is_some_and(|token| row.token == token && row.is_taken());
            row.kind != "bot" && (by_token || who.holds(&row.holders))
        });
        held.fold(0, |seats, row| seats | 1 << row.seat)
    }

    async fn viewer(&self, who: &Who, token: Option<&str>, seats: i64, wanted: Wanted) -> Answer<Viewer> {
        let seat = match wanted {
            Wanted::Seat(seat) if seat < 8 && seats & (1 << seat) != 0 => Some(seat),
            Wanted::Seat(_) => return Err(Refused::plain("this seat is not yours")),
            Wanted::Spectator => None,
            // A person who takes a lesson looks through the learner's eyes.
            Wanted::Own if self.learner().is_some_and(|seat| seats & (1 << seat) != 0) => self.learner(),
            Wanted::Own => {
                let asked = seats & self.game.asked;
                let set = if asked == 0 { seats } else { asked };
                (set != 0).then(|| set.trailing_zeros() as u8)
            }
        };
        if let Some(seat) = seat {
            return Ok(Viewer::Seat(Seat(seat)));
        }
        let may_watch = self.game.listed != 0
            || seats != 0
            || token.is_some_and(|token| token == self.game.spectator)
            || self.app.store.is_watcher(&self.id, who).await?;
        if may_watch {
            Ok(Viewer::Spectator)
        } else {
            Err(Refused::plain("this table is not open to spectators"))
        }
    }

    /// The whole view.
    pub(super) async fn send_view(&mut self, connection: u64, id: Id) {
        let Some(Connected { viewer, detail, seats, .. }) = self.connections.get(&connection) else { return };
        let (viewer, detail, seats) = (*viewer, *detail, *seats);
        let running = match self.game.state.as_str() {
            "waiting" => String::new(),
            _ if self.is_broken => String::new(),
            _ => match self.session().await {
                Ok(session) => {
                    let session = session.read().await;
                    let text = guard(|| views::whole(&**session, viewer, detail)).unwrap_or_default();
                    if text.is_empty() { text } else { format!(",{text}") }
                }
                Err(refused) if self.is_broken => {
                    tracing::debug!(refused.error);
                    String::new()
                }
                Err(refused) => return self.send(connection, refused.frame(id)),
            },
        };
        let chat = self.app.store.chat(&self.id, 0).await.unwrap_or_default();
        self.chatted = chat.last().map_or(self.chatted, |last| last.number);
        let chat: Vec<serde_json::Value> = chat
            .into_iter()
            .map(|said| serde_json::json!({"seat": said.seat, "text": said.text, "at": said.at}))
            .collect();
        let (viewer, orders) = match viewer {
            Viewer::Seat(seat) => (seat.0.to_string(), self.orders.get(&seat.0).cloned().unwrap_or_default()),
            Viewer::Spectator | Viewer::Omniscient => ("\"spectator\"".into(), Vec::new()),
        };
        let you = super::load::seats_in(seats);
        let frame = format!(
            "{{\"type\":\"view\",\"id\":{},\"table\":{},\"viewer\":{viewer},\"you\":{},\"orders\":{},\"chat\":{},\
             \"rev\":{}{running}}}",
            views::json(&id),
            self.table_json(seats),
            views::json(&you),
            views::json(&orders),
            views::json(&chat),
            self.game.rev,
        );
        self.send(connection, frame);
        if let Some(card) = self.lesson_card() {
            self.send(connection, card);
        }
    }

    /// A socket says something.
    pub(super) async fn said(&mut self, connection: u64, message: FromClient) {
        let id = message.id();
        let Some(viewer) = self.connections.get(&connection).map(|connected| connected.viewer) else {
            return;
        };
        let answer = match message {
            FromClient::Play { rev, text, anyway, .. } => {
                let go = anyway.then_some(Go::Anyway);
                self.wish(connection, id, viewer, Wish { rev, play: Some(text), go }).await
            }
            FromClient::Lesson { rev, go, .. } => {
                self.wish(connection, id, viewer, Wish { rev, play: None, go: Some(go) }).await
            }
            FromClient::Undo { rev, .. } => {
                self.wish(connection, id, viewer, Wish { rev, play: None, go: None }).await
            }
            FromClient::Why { text, .. } => self.why(id, viewer, &text).await.map(Some),
            FromClient::Odds { before, text, .. } => self.odds(id, viewer, before, text).await.map(Some),
            FromClient::Path { text, .. } => self.path(id, viewer, &text).await.map(Some),
            FromClient::Together { units, .. } => self.together(id, viewer, units).await.map(Some),
            FromClient::March { moves, .. } => self.march(id, viewer, moves).await.map(Some),
            FromClient::Layers { .. } => self.layers(id, viewer).await.map(Some),
            FromClient::Victory { .. } => self.victory(id, viewer).await.map(Some),
            FromClient::Summary { since, .. } => self.summary(id, viewer, since).await.map(Some),
            FromClient::Staff { .. } => self.staff(id, viewer).await.map(Some),
            FromClient::At { seq, through, .. } => {
                self.look_back(id, viewer, seq as usize, through).await.map(Some)
            }
            FromClient::Events { from, to, .. } => match self.session().await {
                Ok(session) => {
                    let session = session.read().await;
                    Ok(Some(views::events(&**session, id, from as usize, to as usize, viewer)))
                }
                Err(refused) => Err(refused),
            },
            FromClient::Orders { orders, .. } => self.give_orders(viewer, orders).await.map(Some),
            FromClient::Chat { text, .. } => self.chat(viewer, &text).await.map(|()| None),
            FromClient::Advise { level, .. } => {
                let level = level.unwrap_or_else(|| ADVISER.to_owned());
                self.counsel(connection, id, viewer, Counsel::Advice(level)).await.map(|()| None)
            }
            FromClient::Warn { text, .. } => {
                self.counsel(connection, id, viewer, Counsel::Warning(text)).await.map(|()| None)
            }
            FromClient::Consent { advice, .. } => self.consent(viewer, advice).await.map(|()| None),
            FromClient::Hurry { .. } => self.hurry_up(viewer),
            FromClient::Ping => Ok(Some(PONG.to_owned())),
            FromClient::Hello { .. } => Ok(None),
        };
        match answer {
            Ok(Some(frame)) => self.send(connection, frame),
            Ok(None) => {}
            Err(refused) => self.send(connection, refused.frame(id)),
        }
    }

    /// A player does not want to see the computer's answers one by one.
    fn hurry_up(&mut self, viewer: Viewer) -> Answer<Option<String>> {
        let Viewer::Seat(_) = viewer else { return Err(Refused::plain("spectators hurry nobody")) };
        self.hurry();
        Ok(None)
    }

    async fn wish(
        &mut self,
        connection: u64,
        id: Id,
        viewer: Viewer,
        Wish { rev, play, go }: Wish,
    ) -> Answer<Option<String>> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        let change = Change { seat: seat.0, rev, play, go };
        self.change_or_ask(connection, id, change).await
    }

    async fn why(&mut self, id: Id, viewer: Viewer, text: &str) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        let session = self.session().await?;
        let session = session.read().await;
        let verdict = guard(|| session.why(seat, text)).map_err(internal)?;
        Ok(match verdict {
            Ok(()) => format!("{{\"type\":\"why\",\"id\":{},\"legal\":true}}", views::json(&id)),
            Err(Refusal { error, reasons }) => format!(
                "{{\"type\":\"why\",\"id\":{},\"legal\":false,\"error\":{},\"reasons\":{}}}",
                views::json(&id),
                views::json(&error),
                views::json(&reasons)
            ),
        })
    }

    async fn path(&mut self, id: Id, viewer: Viewer, text: &str) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        let session = self.session().await?;
        let session = session.read().await;
        let places = guard(|| session.path(seat, text)).map_err(internal)??;
        Ok(format!("{{\"type\":\"path\",\"id\":{},\"places\":{}}}", views::json(&id), views::json(&places)))
    }

    async fn together(&mut self, id: Id, viewer: Viewer, units: Vec<String>) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        if units.len() > MOST_TOGETHER {
            return Err(Refused::plain(format!("at most {MOST_TOGETHER} counters go together")));
        }
        let session = self.session().await?.read_owned().await;
        let work = move || guard(|| session.together(seat, &units));
        let found = tokio::task::spawn_blocking(work).await.map_err(|error| internal(error.to_string()))?;
        let found = found.map_err(internal)?;
        Ok(format!(
            "{{\"type\":\"together\",\"id\":{},\"together\":{}}}",
            views::json(&id),
            views::json(&found)
        ))
    }

    async fn march(&mut self, id: Id, viewer: Viewer, moves: Vec<(String, String)>) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        if moves.len() > MOST_TOGETHER {
            return Err(Refused::plain(format!("at most {MOST_TOGETHER} counters go together")));
        }
        let session = self.session().await?.read_owned().await;
        let work = move || guard(|| session.march(seat, &moves));
        let march = tokio::task::spawn_blocking(work).await.map_err(|error| internal(error.to_string()))?;
        let march = march.map_err(internal)?;
        Ok(format!("{{\"type\":\"march\",\"id\":{},\"march\":{}}}", views::json(&id), views::json(&march)))
    }

    async fn layers(&mut self, id: Id, viewer: Viewer) -> Answer<String> {
        let session = self.session().await?;
        let session = session.read().await;
        let layers = guard(|| session.layers(viewer)).map_err(internal)?;
        Ok(format!("{{\"type\":\"layers\",\"id\":{},\"layers\":{}}}", views::json(&id), views::json(&layers)))
    }

    async fn victory(&mut self, id: Id, viewer: Viewer) -> Answer<String> {
        let session = self.session().await?;
        let session = session.read().await;
        let standing = guard(|| session.standing(viewer)).map_err(internal)?;
        Ok(format!(
            "{{\"type\":\"victory\",\"id\":{},\"victory\":{}}}",
            views::json(&id),
            views::json(&standing)
        ))
    }

    async fn summary(&mut self, id: Id, viewer: Viewer, since: u32) -> Answer<String> {
        let session = self.session().await?.read_owned().await;
        let work = move || guard(|| session.summary(since as usize, viewer));
        let lines = tokio::task::spawn_blocking(work).await.map_err(|error| internal(error.to_string()))?;
        let lines = lines.map_err(internal)?;
        Ok(format!("{{\"type\":\"summary\",\"id\":{},\"lines\":{}}}", views::json(&id), views::json(&lines)))
    }

    async fn staff(&mut self, id: Id, viewer: Viewer) -> Answer<String> {
        let session = self.session().await?;
        let session = session.read().await;
        let staff = guard(|| session.staff(viewer)).map_err(internal)?;
        Ok(format!("{{\"type\":\"staff\",\"id\":{},\"staff\":{}}}", views::json(&id), views::json(&staff)))
    }

    async fn odds(&mut self, id: Id, viewer: Viewer, before: Vec<String>, text: String) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not play")) };
        if before.len() > 64 {
            return Err(Refused::plain("at most 64 actions before the one in question"));
        }
        let session = self.session().await?.read_owned().await;
        let work = move || {
            let before: Vec<&str> = before.iter().map(String::as_str).collect();
            guard(|| session.odds(seat, &before, &text))
        };
        let odds = tokio::task::spawn_blocking(work).await.map_err(|error| internal(error.to_string()))?;
        let odds = odds.map_err(internal)??;
        Ok(format!("{{\"type\":\"odds\",\"id\":{},\"odds\":{}}}", views::json(&id), views::json(&odds)))
    }

    async fn look_back(
        &mut self,
        id: Id,
        viewer: Viewer,
        seq: usize,
        through: Option<Eyes>,
    ) -> Answer<String> {
        let session = self.session().await?;
        let session = session.read().await;
        let seats = session.title().seats.len();
        let wanted = match through {
            None => viewer,
            Some(Eyes::Seat(seat)) if usize::from(seat) < seats => Viewer::Seat(Seat(seat)),
            Some(Eyes::Named(name)) if name == "spectator" => Viewer::Spectator,
            Some(Eyes::Named(name)) if name == "all" => Viewer::Omniscient,
            Some(_) => return Err(Refused::plain("'as' is a seat, \"spectator\" or \"all\"")),
        };
        let is_free = self.game.state == "over" || self.game.hotseat != 0 && viewer != Viewer::Spectator;
        if wanted != viewer && wanted != Viewer::Spectator && !is_free {
            return Err(Refused::plain("other eyes are open to you when the game is over"));
        }
        guard(|| views::look_back(&**session, id, seq, wanted)).map_err(internal)
    }

    async fn give_orders(&mut self, viewer: Viewer, orders: Vec<Order>) -> Answer<String> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators give no orders")) };
        orders::check(&orders).map_err(Refused::plain)?;
        let text = views::json(&orders);
        let job = Job::new().must(
            "update seat set orders = $3 where game = $1 and seat = $2",
            [self.id.as_str().into(), i64::from(seat.0).into(), text.as_str().into()],
        );
        let job = self.app.cluster.refreshed(job, &self.id);
        self.app.store.run(job).await.map_err(Error::from)?;
        self.orders.insert(seat.0, orders);
        self.obey_now().await;
        Ok(format!("{{\"type\":\"orders\",\"orders\":{text}}}"))
    }

    async fn chat(&mut self, viewer: Viewer, text: &str) -> Answer<()> {
        let Viewer::Seat(seat) = viewer else { return Err(Refused::plain("spectators do not talk")) };
        let text: String = text.trim().chars().filter(|letter| !letter.is_control()).collect();
        if text.is_empty() || text.chars().count() > 500 {
            return Err(Refused::plain("a remark has 1 to 500 characters"));
        }
        let factor = f64::from(self.app.config.rate_factor.max(1));
        let fresh = || Bucket::new(TALK.0 * factor, TALK.1 * factor, clock::instant());
        if self.talk.entry(seat.0).or_insert_with(fresh).take(clock::instant()).is_err() {
            return Err(Refused::plain("you talk too fast: wait a moment"));
        }
        for _ in 0..5 {
            let job = Job::new().must(
                "insert into chat (game, number, seat, text, at) \
                 select $1, coalesce(max(number), 0) + 1, $2, $3, $4 from chat where game = $1",
                [
                    self.id.as_str().into(),
                    i64::from(seat.0).into(),
                    text.as_str().into(),
                    clock::now().into(),
                ],
            );
            let job = job.then(
                "delete from chat where game = $1 and number <= (select max(number) from chat where game = $1) - $2",
                [self.id.as_str().into(), MOST_REMARKS.into()],
            );
            let job = self.app.cluster.chatted(job, &self.id);
            match self.app.store.run(job).await {
                Ok(()) => {
                    self.tell_chat().await;
                    return Ok(());
                }
                Err(Unwritten::Taken) => {}
                Err(error) => return Err(Error::from(error).into()),
            }
        }
        Err(Refused::plain("the remark could not be stored"))
    }

    /// Tells who has sat down since the rows were read before.
    pub(super) fn tell_joiners(&mut self, before: &[SeatRow]) {
        let is_new = |row: &&SeatRow| {
            let same = before.iter().find(|known| known.seat == row.seat);
            row.kind != "bot"
                && row.is_taken()
                && same.is_some_and(|known| !known.is_taken() || known.token != row.token)
        };
        // A new link for one's own devices is no news: the seat has the same holder.
        let was_there = |row: &SeatRow| {
            let known = before.iter().find(|known| known.seat == row.seat);
            known.is_some_and(|known| {
                known.is_taken() && known.holders.iter().any(|one| row.holders.contains(one))
            })
        };
        let joined: Vec<u8> = self
            .seats
            .iter()
            .filter(is_new)
            .filter(|row| !was_there(row))
            .map(|row| row.seat as u8)
            .collect();
        for seat in joined {
            self.tell_news("joined", seat);
        }
    }

    /// Tells everyone about an act beside the rules, for showing and logging: `joined`, `offered-draw`,
    /// `accepted-draw`, `resigned`, `asked-advice`.
    pub(super) fn tell_news(&mut self, kind: &str, seat: u8) {
        let name = self.seats.iter().find(|row| row.seat == i64::from(seat)).map(|row| row.name.clone());
        let frame = serde_json::json!({
            "type": "news", "kind": kind, "seat": seat, "name": name.unwrap_or_default(), "at": clock::now(),
        });
        let frame: Utf8Bytes = frame.to_string().into();
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            self.send(id, frame.clone());
        }
    }

    /// Tells what has been said since the last time.
    pub(super) async fn tell_chat(&mut self) {
        let Ok(said) = self.app.store.chat(&self.id, self.chatted).await else { return };
        for said in said {
            self.chatted = said.number;
            let frame: Utf8Bytes = format!(
                "{{\"type\":\"chat\",\"seat\":{},\"text\":{},\"at\":{}}}",
                said.seat,
                views::json(&said.text),
                said.at
            )
            .into();
            for id in self.connections.keys().copied().collect::<Vec<_>>() {
                self.send(id, frame.clone());
            }
        }
    }

    /// A part of a finished game, with nothing hidden.
    pub(super) async fn look_at(&mut self, look: Look) -> Result<String> {
        if self.game.state != "over" {
            return Err(Error::Conflict("that is for after the game".into()));
        }
        let session = self.session().await.map_err(|refused| Error::Conflict(refused.error))?;
        let session = session.read_owned().await;
        let library = self.app.config.library.clone();
        let work = move || {
            guard(|| match look {
                Look::Position(seq) => Some(session.position_at(seq)),
                Look::Picture => {
                    let title = session.title();
                    let game =
                        library.game_on_pack(&title.id, &title.pack).or_else(|| library.game(&title.id));
                    game.map(|game| game.keepsake(&**session))
                }
            })
        };
        let made =
            tokio::task::spawn_blocking(work).await.map_err(|error| Error::Internal(error.to_string()))?;
        made.map_err(Error::Internal)?.ok_or_else(|| Error::Missing("there is no such game".into()))
    }

    /// The record, as far as a person may have it: everything once the game is over; on one's own hotseat
    /// table everything but the dice to come.
    pub(super) async fn record(&mut self, who: &Who, seat: Option<u8>) -> Result<String> {
        let seats = self.seats_of(who, None);
        let wanted = seat.map_or(Wanted::Own, Wanted::Seat);
        let viewer =
            self.viewer(who, None, seats, wanted).await.map_err(|refused| Error::Forbidden(refused.error))?;
        let is_own = self.game.hotseat != 0 && seats != 0;
        let viewer = if is_own { Viewer::Omniscient } else { viewer };
        let session = match self.session().await {
            Ok(session) => session,
            Err(_) if self.is_broken => {
                let actions = self.app.store.actions(&self.id, 0).await?;
                let (library, game) = (self.app.config.library.clone(), self.game.clone());
                let read = move || load::broken_record(&library, &game, &actions, viewer, seats);
                return tokio::task::spawn_blocking(read)
                    .await
                    .map_err(|error| Error::Internal(error.to_string()));
            }
            Err(refused) => return Err(Error::Conflict(refused.error)),
        };
        let session = session.read().await;
        guard(|| session.record(viewer).print()).map_err(Error::Internal)
    }
}

fn internal(error: String) -> Refused {
    Error::Internal(error).into()
}
