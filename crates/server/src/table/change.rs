//! Changing a table: check, store, tell; or asking the process that owns the table to do so.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use engine::{Detail, Seat, Session, Viewer};

use super::actor::{Actor, Role};
use super::load::{Note, guard};
use super::views::{Text, Update};
use super::{Command, orders, views};
use crate::clock;
use crate::cluster::DOUBT;
use crate::message::{Change, Id, Refused};
use crate::notify;
use crate::store::{LogLine, LogWrite, NewNotice, Taught, Unwritten};

type Answer<T> = std::result::Result<T, Refused>;

/// The most answers by standing order in a row.
const MOST_ORDERS: usize = 200;

/// What a change did to the session, before it is stored.
pub(super) struct Done {
    /// Entries from here on are new.
    pub(super) kept: usize,
    /// How many entries there were before.
    pub(super) before: usize,
    /// New entries from here on are answers by standing order.
    pub(super) chosen: usize,
    pub(super) turn_before: u16,
    pub(super) asked_before: Vec<Seat>,
    /// In a lesson: how far it is now.
    pub(super) taught: Option<Taught>,
}

/// The name under which an act beside the rules is announced to all.
fn news_of(text: &str) -> Option<&'static str> {
    match text.trim() {
        "resign" => Some("resigned"),
        "offer draw" => Some("offered-draw"),
        "accept draw" => Some("accepted-draw"),
        _ => None,
    }
}

/// The new entries in the form of the log.
pub(super) fn lines(live: &dyn Session, done: &Done) -> Vec<String> {
    (done.kept..live.seq()).filter_map(|seq| Some(live.entry(seq)?.print())).collect()
}

impl Actor {
    /// Makes a change, or asks the process that owns the table to make it. Returns the frame for the socket
    /// that asked.
    pub(super) async fn change_or_ask(
        &mut self,
        connection: u64,
        id: Id,
        change: Change,
    ) -> Answer<Option<String>> {
        if self.role == Role::Follower {
            self.try_to_own().await;
        }
        if self.role == Role::Follower {
            self.ask_owner(connection, id, change, 0).await;
            return Ok(None);
        }
        let rev = self.change(&change, None).await?;
        Ok(id.map(|id| format!("{{\"type\":\"done\",\"id\":{id},\"rev\":{rev}}}")))
    }

    /// Makes a change: the engine checks it, it is stored for good, everyone is told. Returns the new
    /// revision. A letter from another process is answered in the same transaction.
    pub(super) async fn change(&mut self, change: &Change, letter: Option<&str>) -> Answer<i64> {
        let session = self.session().await?;
        if change.rev != self.game.rev {
            return Err(Refused::stale());
        }
        if !self.game.lesson.is_empty() {
            return self.teach(session, change, letter).await;
        }
        if change.go.is_some() {
            return Err(Refused::plain("no lesson is given here"));
        }
        self.stop_thinking();
        let mut live = session.write().await;
        let done = self.carry_out(&mut **live, change);
        let done = match done {
            Ok(done) => done?,
            Err(panic) => {
                // The session may be damaged; its log is untouched.
                self.session = None;
                return Err(crate::Error::Internal(panic).into());
            }
        };
        let stored = self.store(&mut **live, &done, letter).await;
        let lines = lines(&**live, &done);
        drop(live);
        match stored {
            Ok(by_order) => {
                if by_order {
                    tokio::time::sleep(self.app.config.order_pause).await;
                }
                self.tell_change(change.rev, &done).await;
                if let Some(kind) = change.play.as_deref().and_then(news_of) {
                    self.tell_news(kind, change.seat);
                }
                self.wake_players().await;
                Ok(self.game.rev)
            }
            Err(unwritten) => self.not_stored(unwritten, &done, lines).await,
        }
    }

    /// Plays on the session in memory. The outer error is a panic of the rules.
    fn carry_out(&self, live: &mut dyn Session, change: &Change) -> Result<Answer<Done>, String> {
        let before = live.seq();
        let (turn_before, asked_before) = (live.turn(), live.asked());
        let seat = Seat(change.seat);
        guard(|| {
            match &change.play {
                Some(text) => live.play(seat, text).map(|_| ())?,
                None => live.undo(seat)?,
            }
            let chosen = live.seq();
            // After an undo no order is carried out until the player has chosen again.
            if change.play.is_some() {
                self.obey(live);
            }
            Ok(Done { kept: before.min(chosen), before, chosen, turn_before, asked_before, taught: None })
        })
    }

    /// Gives every answer that the standing orders decide.
    fn obey(&self, live: &mut dyn Session) {
        for _ in 0..MOST_ORDERS {
            let ordered = live.asked().into_iter().find_map(|seat| {
                let orders = self.orders.get(&seat.0)?;
                Some((seat, orders::decide(live, seat, orders)?))
            });
            let Some((seat, texts)) = ordered else { return };
            let first = live.seq();
            let refused = texts.iter().any(|text| live.play(seat, text).is_err());
            for seq in first..live.seq() {
                live.mark_automatic(seq);
            }
            if refused {
                return;
            }
        }
    }

    /// New orders may decide the question that is open.
    pub(super) async fn obey_now(&mut self) {
        if self.role != Role::Owner || self.game.state != "running" {
            return;
        }
        let Ok(session) = self.session().await else { return };
        let mut live = session.write().await;
        let before = live.seq();
        let (turn_before, asked_before) = (live.turn(), live.asked());
        if guard(|| self.obey(&mut **live)).is_err() {
            self.session = None;
            return;
        }
        if live.seq() == before {
            return;
        }
        let done = Done { kept: before, before, chosen: before, turn_before, asked_before, taught: None };
        let from = self.game.rev;
        let stored = self.store(&mut **live, &done, None).await;
        let lines = lines(&**live, &done);
        drop(live);
        match stored {
            Ok(_) => {
                self.tell_change(from, &done).await;
                self.wake_players().await;
            }
            Err(unwritten) => _ = self.not_stored(unwritten, &done, lines).await,
        }
    }

    /// Stores what was done; returns whether standing orders did some of it.
    pub(super) async fn store(
        &mut self,
        live: &mut dyn Session,
        done: &Done,
        letter: Option<&str>,
    ) -> Result<bool, Unwritten> {
        let note = Note::of(live, &self.seats);
        let (rev, at) = (self.game.rev + 1, clock::now());
        let is_undo = done.chosen < done.before;
        let turned = live.turn() != done.turn_before || note.status.state == "over";
        let line = |seq: usize| {
            let is_last = seq + 1 == live.seq();
            Some(LogLine {
                seq: seq as i64,
                line: live.entry(seq)?.print(),
                hash: if turned && is_last {
                    format!("= turn {} {}", live.turn(), live.hash())
                } else {
                    String::new()
                },
                automatic: i64::from(!is_undo && seq >= done.chosen),
            })
        };
        let write = LogWrite {
            game: self.id.clone(),
            epoch: self.game.epoch,
            rev,
            seq: note.seq,
            turn: note.turn,
            asked: note.asked,
            at,
            status: (!self.game.has_status(&note.status)).then(|| note.status.clone()),
            cut: is_undo.then_some(done.kept as i64),
            lines: (done.kept..live.seq()).filter_map(line).collect(),
            notices: self.notices(live, &done.asked_before),
            taught: done.taught.clone(),
            letter: letter.map(|id| (id.to_owned(), views::json(&Answer::Ok(rev)))),
        };
        let has_notices = !write.notices.is_empty();
        self.app.store.log(write).await?;
        self.game.take_note(note);
        (self.game.rev, self.game.changed) = (rev, at);
        if is_undo {
            self.game.undone = rev;
        }
        if let Some(taught) = &done.taught {
            self.game.lesson.clone_from(&taught.progress);
            self.game.header = taught.header.clone().unwrap_or_else(|| std::mem::take(&mut self.game.header));
        }
        if has_notices {
            self.app.notices.notify_one();
        }
        Ok(!is_undo && live.seq() > done.chosen)
    }

    /// Messages to players who are asked now and were not before, are not here, and want to be told.
    fn notices(&self, live: &dyn Session, asked_before: &[Seat]) -> Vec<NewNotice> {
        let here = self.here();
        let newly = live.asked().into_iter().filter(|seat| !asked_before.contains(seat));
        let rows = newly.filter(|seat| here & (1 << seat.0) == 0).filter_map(|seat| {
            let row = self.seats.iter().find(|row| row.seat == i64::from(seat.0))?;
            let wants = !row.webhook.is_empty() || !row.email.is_empty();
            wants.then(|| notify::notices(&self.app, &self.game, row, live))
        });
        rows.flatten().collect()
    }

    /// Tells everyone what has changed since revision `from`.
    pub(super) async fn tell_change(&mut self, from: i64, done: &Done) {
        let Some(session) = self.session.clone() else { return };
        let mut live = session.write().await;
        let items = live.take_changes();
        drop(live);
        let live = session.read().await;
        let events_from = live.events_after(done.kept);
        let update = Update { from, rev: self.game.rev, items: &items, events_from };
        self.send_update(&**live, &update);
    }

    fn send_update(&mut self, live: &dyn Session, update: &Update) {
        let mut frames: Vec<((Viewer, Detail), Utf8Bytes)> = Vec::new();
        let mut shared: Option<Text> = None;
        for id in self.connections.keys().copied().collect::<Vec<_>>() {
            let Some(eyes) = self.connections.get(&id).map(|connected| (connected.viewer, connected.detail))
            else {
                continue;
            };
            let made = guard(|| {
                if let Some((_, frame)) = frames.iter().find(|(known, _)| *known == eyes) {
                    return frame.clone();
                }
                let (viewer, detail) = eyes;
                let head = shared.take().unwrap_or_else(|| update.head(live, viewer));
                let frame = Utf8Bytes::from(views::frame(&head, live, viewer, detail));
                shared = Some(head).filter(|_| live.is_open());
                frames.push((eyes, frame.clone()));
                frame
            });
            match made {
                Ok(frame) => self.send(id, frame),
                Err(panic) => tracing::error!(table = self.id, panic, "a view cannot be made"),
            }
        }
        self.send_lesson();
    }

    /// The answer played in memory is not in the log: the session is thrown away and rebuilt from its log. If
    /// the log turns out to have it, the answer counts.
    pub(super) async fn not_stored(
        &mut self,
        unwritten: Unwritten,
        done: &Done,
        lines: Vec<String>,
    ) -> Answer<i64> {
        self.session = None;
        if unwritten == Unwritten::Fenced {
            self.role = Role::Follower;
            if self.open().await.is_ok() {
                self.send_views().await;
            }
            return Err(Refused::stale());
        }
        // If the connection broke during the commit, the log shows whether it was made, once it can be read.
        let (rev, begun) = (self.game.rev, clock::instant());
        let is_in_doubt = matches!(unwritten, Unwritten::InDoubt(_));
        let mut read = self.refresh().await;
        while read.is_err() && is_in_doubt && begun.elapsed() < DOUBT {
            tokio::time::sleep(DOUBT / 50).await;
            read = self.refresh().await;
        }
        match read {
            Err(_) if is_in_doubt => Err(Refused::in_doubt()),
            Ok(()) if self.game.rev > rev && is_in_doubt && self.has_stored(rev, done, &lines).await => {
                self.wake_players().await;
                Ok(rev + 1)
            }
            Ok(()) if self.game.rev != rev => Err(Refused::stale()),
            Ok(()) | Err(_) => Err(crate::Error::from(unwritten).into()),
        }
    }

    /// Whether the log has what was done at a revision.
    async fn has_stored(&self, rev: i64, done: &Done, lines: &[String]) -> bool {
        if lines.is_empty() {
            // It was an undo.
            return self.game.undone == rev + 1;
        }
        let Ok(stored) = self.app.store.actions(&self.id, done.kept as i64).await else { return false };
        stored.len() >= lines.len() && stored.iter().zip(lines).all(|(stored, line)| stored.line == *line)
    }

    /// Another process may have ended: the process that gets the lock owns the table.
    pub(super) async fn try_to_own(&mut self) {
        if matches!(self.app.cluster.claim(&self.app.store, &self.id).await, Ok(true)) {
            tracing::info!(table = self.id, "a table was taken over");
            self.role = Role::Owner;
            let rev = self.game.rev;
            if self.refresh().await.is_ok() && self.game.rev != rev {
                self.send_views().await;
            }
        }
    }

    /// Another process has changed the table: the rest of its log is read.
    pub(super) async fn follow(&mut self, rev: i64) {
        if rev <= self.game.rev {
            return;
        }
        if self.role == Role::Owner {
            // Another process writes: this one no longer owns the table.
            self.role = Role::Follower;
            self.app.cluster.release(&self.id).await;
        }
        self.stop_thinking();
        if self.try_follow().await.is_none() {
            self.session = None;
            if self.refresh().await.is_err() {
                return;
            }
            self.send_views().await;
        }
    }

    /// Plays the entries that the log has on top. None if that fails: then everything is read anew.
    async fn try_follow(&mut self) -> Option<()> {
        let session = self.session.clone()?;
        let game = self.app.store.game(&self.id).await.ok()??;
        let mut live = session.write().await;
        let (from, before) = (self.game.rev, live.seq());
        if game.undone > from || game.seq < before as i64 {
            return None;
        }
        let actions = self.app.store.actions(&self.id, before as i64).await.ok()?;
        let mut news = Vec::new();
        for action in actions.iter().take(game.seq as usize - before) {
            let (who, what) = action.line.split_once(": ")?;
            let text = what.rsplit_once(" [").map_or(what, |(text, _)| text);
            let seat = live.title().seat(who)?;
            guard(|| live.play(seat, text)).ok()?.ok()?;
            news.extend(news_of(text).map(|kind| (kind, seat.0)));
            if action.automatic != 0 {
                live.mark_automatic(action.seq as usize);
            }
        }
        if live.seq() as i64 != game.seq {
            return None;
        }
        let items = live.take_changes();
        drop(live);
        self.game = game;
        let live = session.read().await;
        let update =
            Update { from, rev: self.game.rev, items: &items, events_from: live.events_after(before) };
        self.send_update(&**live, &update);
        for (kind, seat) in news {
            self.tell_news(kind, seat);
        }
        Some(())
    }

    /// Writes to the owner and waits for the answer, without holding up this table.
    pub(super) async fn ask_owner(&mut self, connection: u64, id: Id, change: Change, tries: u32) {
        if tries > 0 {
            self.try_to_own().await;
            if self.role == Role::Owner {
                let answer = self.change(&change, None).await;
                return self.answered(connection, id, answer);
            }
        }
        if tries >= 5 {
            let refused = Refused::plain("the table cannot be reached at the moment; try again");
            return self.send(connection, refused.frame(id));
        }
        let (app, own, table) = (self.app.clone(), self.own.clone(), self.id.clone());
        tokio::spawn(async move {
            let wait = Duration::from_millis(1500);
            let command = match app.cluster.ask(&app.store, &table, &change, wait).await {
                Some(answer) => Command::Answered { connection, id, answer },
                None => Command::Unanswered { connection, id, change, tries },
            };
            if let Some(own) = own.upgrade() {
                let _ = own.send(command).await;
            }
        });
    }

    pub(super) fn answered(&mut self, connection: u64, id: Id, answer: Answer<i64>) {
        match (answer, id) {
            (Ok(rev), Some(id)) => {
                self.send(
                    connection,
                    format!("{{\"type\":\"done\",\"id\":{},\"rev\":{rev}}}", views::json(&id)),
                );
            }
            (Ok(_), None) => {}
            (Err(refused), id) => self.send(connection, refused.frame(id)),
        }
    }

    /// Another process asks us, the owner, for a change.
    pub(super) async fn letter(&mut self, id: &str) {
        if self.role != Role::Owner {
            return;
        }
        let Ok(Some((sender, body))) = self.app.store.letter(id).await else { return };
        let answer = match serde_json::from_str::<Change>(&body) {
            Ok(change) => self.change(&change, Some(id)).await,
            Err(error) => Err(Refused::plain(format!("not understood: {error}"))),
        };
        if answer.is_err() {
            self.app.cluster.reply(&self.app.store, id, &sender, &answer).await;
        }
    }
}
