//! One running table: an actor with a mailbox.
//!
//! A message comes in, the engine checks it, the action is stored for good, and only then is anyone told.

mod actor;
mod advise;
mod change;
pub(crate) mod info;
pub(crate) mod lesson;
pub(crate) mod load;
pub(crate) mod orders;
mod pace;
mod talk;
mod think;
pub(crate) mod views;

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use axum::extract::ws::Utf8Bytes;
use engine::Detail;
use tokio::sync::{mpsc, oneshot};

use crate::App;
use crate::error::Result;
use crate::message::{Change, FromClient, Id, Refused, Wanted};
use crate::player::Thought;
use crate::sessions::Turned;
use crate::store::Who;
use actor::Actor;

/// The most frames that wait for a client. A client further behind is cut off, and returns for a whole view.
pub(crate) const BACKLOG: usize = 128;

/// The answer to a ping. The table gives it, after all answers to what was said before.
pub(crate) const PONG: &str = r#"{"type":"pong"}"#;

/// What a table is told.
pub(crate) enum Command {
    /// A socket says hello: who it is, and through whose eyes it wants to look.
    Hello(Box<Hello>),
    /// A socket says something else.
    Said { connection: u64, message: FromClient },
    /// A session that sits here has signed in: its sockets and seats belong to another person now.
    Turned(Turned),
    /// A socket is gone.
    Leave { connection: u64 },
    /// Rows of the table have changed: a seat was taken, the game has begun, orders were given.
    Refresh,
    /// Another process has changed the table; it is now at this revision.
    Changed { rev: i64 },
    /// Another process has said something at the table.
    Chatted,
    /// Another process asks for a change.
    Letter { id: String },
    /// The answer of the process that owns the table.
    Answered { connection: u64, id: Id, answer: std::result::Result<i64, Refused> },
    /// The process that owns the table does not answer.
    Unanswered { connection: u64, id: Id, change: Change, tries: u32 },
    /// Seats whose sockets are open at another process.
    Here { process: String, seats: i64 },
    /// A computer player has decided.
    Thought { rev: i64, seat: u8, thought: Option<Thought> },
    /// A computer player has given the advice that was asked for.
    Advised { connection: u64, frame: String },
    /// The server ends: the table leaves the memory.
    Stop,
    /// See whether a computer player must be woken.
    Nudge,
    /// A part of a finished game, for people who may look on.
    Look { at: Look, answer: oneshot::Sender<Result<String>> },
    /// The record, as far as this person may have it.
    Record { who: Who, seat: Option<u8>, answer: oneshot::Sender<Result<String>> },
}

/// What a finished game offers besides its record.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// The position file after this many entries.
    Position(usize),
    /// The last map as a picture.
    Picture,
}

/// A socket that says hello.
pub(crate) struct Hello {
    pub(crate) connection: u64,
    pub(crate) frames: mpsc::Sender<Utf8Bytes>,
    pub(crate) who: Who,
    /// The hash of the token, for programs without cookies.
    pub(crate) token: Option<String>,
    pub(crate) seat: Wanted,
    pub(crate) rev: Option<i64>,
    pub(crate) detail: Detail,
    pub(crate) id: Id,
}

/// The tables that are in memory.
#[derive(Default)]
pub(crate) struct Tables(Mutex<BTreeMap<String, mpsc::Sender<Command>>>);

impl Tables {
    fn map(&self) -> std::sync::MutexGuard<'_, BTreeMap<String, mpsc::Sender<Command>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The mailbox of a table; the table is started if it is not in memory.
    pub(crate) fn mailbox(&self, app: &App, id: &str) -> mpsc::Sender<Command> {
        let mut map = self.map();
        if let Some(sender) = map.get(id)
            && !sender.is_closed()
        {
            return sender.clone();
        }
        let (sender, receiver) = mpsc::channel(256);
        map.insert(id.to_owned(), sender.clone());
        tokio::spawn(Actor::new(app.clone(), id, sender.downgrade(), receiver).run());
        sender
    }

    /// Tells a table something; a table that is not in memory, or just leaving it, is started.
    pub(crate) async fn send(&self, app: &App, id: &str, mut command: Command) {
        for _ in 0..10 {
            match self.mailbox(app, id).send(command).await {
                Ok(()) => return,
                Err(mpsc::error::SendError(back)) => command = back,
            }
        }
    }

    /// Tells a table something if it is in memory here.
    pub(crate) async fn tell(&self, id: &str, command: Command) {
        let sender = self.map().get(id).cloned();
        if let Some(sender) = sender {
            let _ = sender.send(command).await;
        }
    }

    /// The ids of all tables in memory.
    pub(crate) fn ids(&self) -> Vec<String> {
        self.map().keys().cloned().collect()
    }

    /// A table leaves the memory.
    fn forget(&self, id: &str, mailbox: &mpsc::WeakSender<Command>) {
        let mut map = self.map();
        let is_this = |sender: &mpsc::Sender<Command>| {
            mailbox.upgrade().is_none_or(|own| own.same_channel(sender)) || sender.is_closed()
        };
        if map.get(id).is_some_and(is_this) {
            map.remove(id);
        }
    }
}
