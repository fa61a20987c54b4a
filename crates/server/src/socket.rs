//! A WebSocket: frames in, frames out, and an end for clients that flood or do not read.

use std::net::IpAddr;
use std::pin::pin;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use axum::Extension;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::SinkExt;
use tokio::sync::{broadcast, mpsc, watch};
use tokio::time::{MissedTickBehavior, interval, timeout};

use crate::App;
use crate::auth;
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::{Bucket, Class};
use crate::message::{FromClient, Refused};
use crate::routes::From;
use crate::secrets;
use crate::sessions::Turned;
use crate::store::Who;
use crate::table::{BACKLOG, Command, Hello, PONG};

/// The longest frame of a client, in bytes.
const LONGEST: usize = 16 << 10;
/// How many bytes are read from a client at once: its frames are short, and this buffer is kept for each
/// socket and cleared before each read.
const READ_AT_ONCE: usize = 2 << 10;
/// What a client hears when the server stops.
const RESTART: &str = "the server is being restarted";
/// How many malformed or surplus frames a client may send before it is cut off.
const MOST_FAULTS: u32 = 50;
/// How long a client may take to read what it is sent.
const PATIENCE: Duration = Duration::from_secs(20);

static CONNECTIONS: AtomicU64 = AtomicU64::new(1);

/// Opens a socket at a table.
pub(crate) async fn open(
    State(app): State<App>,
    Path(id): Path<String>,
    Extension(From(from)): Extension<From>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    auth::check_origin(&headers)?;
    let rooms = &app.config.connections;
    let guest = app.sockets.enter(Some(from), rooms.most, rooms.sockets_each).ok_or(Error::Busy(30))?;
    // Subscribed before the session is read, so that its end is not missed.
    let turns = app.sessions.subscribe();
    let who = auth::who(&app, &headers).await?;
    if app.store.game(&id).await?.is_none() {
        return Err(Error::Missing("there is no such table".into()));
    }
    let socket = move |socket| async move {
        Connection::new(app, id, who, from).serve(socket, turns).await;
        drop(guest);
    };
    let upgrade = upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(READ_AT_ONCE);
    Ok(upgrade.on_upgrade(socket))
}

struct Connection {
    app: App,
    table: String,
    who: Who,
    from: IpAddr,
    number: u64,
    mailbox: Option<mpsc::Sender<Command>>,
    /// Given to the table with the first hello. When the table drops it, the client is cut off.
    frames: Option<mpsc::Sender<Utf8Bytes>>,
    weak: mpsc::WeakSender<Utf8Bytes>,
    waiting: Option<mpsc::Receiver<Utf8Bytes>>,
    bucket: Bucket,
    faults: u32,
}

/// Whether the socket stays open.
#[derive(PartialEq, Eq)]
enum Then {
    Go,
    End,
}

impl Connection {
    fn new(app: App, table: String, who: Who, from: IpAddr) -> Connection {
        let (frames, waiting) = mpsc::channel(BACKLOG);
        let factor = f64::from(app.config.rate_factor.max(1));
        Connection {
            app,
            table,
            who,
            from,
            number: CONNECTIONS.fetch_add(1, Ordering::Relaxed),
            mailbox: None,
            weak: frames.downgrade(),
            frames: Some(frames),
            waiting: Some(waiting),
            bucket: Bucket::new(100.0 * factor, 50.0 * factor, clock::instant()),
            faults: 0,
        }
    }

    async fn serve(mut self, mut socket: WebSocket, mut turns: broadcast::Receiver<Turned>) {
        let Some(mut waiting) = self.waiting.take() else { return };
        let mut stopping = pin!(stopped(self.app.shutdown.subscribe()));
        let mut ping = interval(Duration::from_secs(20));
        ping.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut heard = clock::instant();
        let mut out = Vec::new();
        loop {
            let then = tokio::select! {
                frame = socket.recv() => match frame {
                    Some(Ok(message)) => {
                        heard = clock::instant();
                        self.receive(&mut socket, message).await
                    }
                    Some(Err(_)) | None => Then::End,
                },
                count = waiting.recv_many(&mut out, 32) => {
                    match count {
                        // The table may have closed first.
                        0 if *self.app.shutdown.borrow() => bye(&mut socket, RESTART).await,
                        0 => Then::End,
                        _ => send(&mut socket, out.drain(..)).await,
                    }
                }
                _ = ping.tick() => {
                    if heard.elapsed() > Duration::from_secs(70) {
                        Then::End
                    } else {
                        let ping = timeout(PATIENCE, socket.send(Message::Ping(hyper::body::Bytes::new()))).await;
                        if matches!(ping, Ok(Ok(()))) { Then::Go } else { Then::End }
                    }
                }
                turned = turns.recv() => match self.turned(turned.ok()) {
                    None => Then::Go,
                    Some(why) => bye(&mut socket, why).await,
                },
                () = &mut stopping => bye(&mut socket, RESTART).await,
            };
            if then == Then::End {
                break;
            }
        }
        if let Some(mailbox) = self.mailbox {
            let _ = mailbox.send(Command::Leave { connection: self.number }).await;
        }
        // A client that still sends is read for a moment, so that the last word reaches it.
        let ending = async {
            let _ = socket.send(Message::Close(None)).await;
            while let Some(Ok(_)) = socket.recv().await {}
        };
        let _ = timeout(Duration::from_secs(1), ending).await;
    }

    /// Handles a session that has signed in or ended, or such news that was missed. Returns why the socket
    /// must be closed, if it must.
    fn turned(&mut self, turned: Option<Turned>) -> Option<&'static str> {
        match turned {
            Some(Turned { session, .. }) if session != self.who.session => None,
            Some(Turned { now: Some(who), .. }) => {
                self.who = who;
                None
            }
            Some(Turned { now: None, .. }) => Some("you have signed out"),
            None => Some("the connection must be made anew"),
        }
    }

    async fn receive(&mut self, socket: &mut WebSocket, message: Message) -> Then {
        let text = match message {
            Message::Text(text) => text,
            Message::Binary(_) => return self.fault(socket, "frames are text").await,
            Message::Ping(_) | Message::Pong(_) => return Then::Go,
            Message::Close(_) => return Then::End,
        };
        if self.bucket.take(clock::instant()).is_err() {
            return self.fault(socket, "too many frames: slow down").await;
        }
        match serde_json::from_str::<FromClient>(&text) {
            Ok(FromClient::Ping) if self.frames.is_some() => {
                send(socket, [Utf8Bytes::from_static(PONG)]).await
            }
            Ok(FromClient::Hello { id, seat, token, rev, detail }) => {
                let Some(frames) = self.frames.take().or_else(|| self.weak.upgrade()) else {
                    return Then::End;
                };
                let token = token.map(|token| secrets::hash(&token));
                let (connection, who) = (self.number, self.who.clone());
                let hello = Hello { connection, frames, who, token, seat, rev, detail, id };
                self.tell(Command::Hello(Box::new(hello))).await
            }
            Ok(_) if self.frames.is_some() => self.fault(socket, "say hello first").await,
            Ok(message) if self.asks_too_much(&message) => {
                let refused = Refused::plain("the adviser needs a rest: ask again in a moment");
                send(socket, [refused.frame(message.id()).into()]).await
            }
            Ok(message) => self.tell(Command::Said { connection: self.number, message }).await,
            Err(error) => self.fault(socket, &format!("not understood: {error}")).await,
        }
    }

    /// Whether a network asks for advice more often than it may.
    fn asks_too_much(&self, message: &FromClient) -> bool {
        matches!(message, FromClient::Advise { .. } | FromClient::Warn { .. })
            && self.app.limits.check(self.from, Class::Advice).is_err()
    }

    async fn tell(&mut self, mut command: Command) -> Then {
        for _ in 0..10 {
            let mailbox = self.mailbox.get_or_insert_with(|| self.app.tables.mailbox(&self.app, &self.table));
            match mailbox.send(command).await {
                Ok(()) => return Then::Go,
                Err(mpsc::error::SendError(back)) => {
                    self.mailbox = None;
                    command = back;
                }
            }
        }
        Then::End
    }

    async fn fault(&mut self, socket: &mut WebSocket, why: &str) -> Then {
        self.faults += 1;
        if self.faults >= MOST_FAULTS {
            return bye(socket, "too many faults").await;
        }
        send(socket, [Refused::plain(why).frame(None).into()]).await
    }
}

/// Sends frames in one go.
async fn send(socket: &mut WebSocket, frames: impl IntoIterator<Item = Utf8Bytes>) -> Then {
    let sending = async {
        for frame in frames {
            socket.feed(Message::Text(frame)).await?;
        }
        socket.flush().await
    };
    if matches!(timeout(PATIENCE, sending).await, Ok(Ok(()))) { Then::Go } else { Then::End }
}

async fn stopped(mut shutdown: watch::Receiver<bool>) {
    let _ = shutdown.wait_for(|stop| *stop).await;
}

async fn bye(socket: &mut WebSocket, why: &str) -> Then {
    let text = serde_json::json!({ "type": "bye", "error": why }).to_string();
    send(socket, [text.into()]).await;
    Then::End
}
