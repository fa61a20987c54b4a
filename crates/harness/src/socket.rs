//! The client's end of a socket at a table.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// How long a test waits for what must come.
pub const SOON: Duration = Duration::from_secs(20);

/// A client's end of a socket.
pub struct Socket(pub WebSocketStream<TcpStream>);

impl Socket {
    /// Sends a frame.
    pub async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    /// Sends a frame, whatever it says.
    pub async fn say_text(&mut self, text: String) {
        self.0.send(Message::Text(text.into())).await.expect("the socket is open");
    }

    /// Sends a frame, if the socket is open.
    pub async fn try_say(&mut self, message: &Value) -> bool {
        self.0.send(Message::Text(message.to_string().into())).await.is_ok()
    }

    /// The next frame; none when the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        tokio::time::timeout(SOON, self.hear_any()).await.expect("an answer comes in time")
    }

    /// The next frame, however long it takes; none when the socket is closed.
    pub async fn hear_any(&mut self) -> Option<Value> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("frames are JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame of that type; others are passed over.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|| panic!("the socket was closed before '{kind}'"));
            if frame["type"] == kind {
                return frame;
            }
            assert!(frame["type"] != "refused", "refused while waiting for {kind}: {frame}");
        }
    }

    /// The next refusal.
    pub async fn refusal(&mut self) -> Value {
        self.next_of(&["refused"]).await
    }

    /// What becomes of an answer: it is done or refused.
    pub async fn verdict(&mut self) -> Value {
        self.next_of(&["done", "refused"]).await
    }

    async fn next_of(&mut self, kinds: &[&str]) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|| panic!("the socket was closed before {kinds:?}"));
            if frame["type"].as_str().is_some_and(|kind| kinds.contains(&kind)) {
                return frame;
            }
        }
    }

    /// Plays and waits until it is stored; the new revision.
    pub async fn play(&mut self, rev: &mut i64, text: &str) {
        self.say(json!({"type": "play", "id": 7, "rev": *rev, "text": text})).await;
        *rev = self.hear("done").await["rev"].as_i64().expect("a revision");
    }
}
