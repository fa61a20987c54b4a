//! Players without a browser: a socket and the first thing that comes to mind.

use anyhow::{Context, Result, bail, ensure};
use browser_tests::{Browser, House};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A player at a socket.
pub(crate) struct Bot {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    rev: i64,
    options: Vec<Value>,
    pub(crate) is_over: bool,
    seed: u64,
}

/// Makes a table from within a page, as its player would; the answer of the server.
pub(crate) async fn new_table(browser: &Browser, wish: &Value) -> Result<Value> {
    let script = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/tables', {{ method: 'POST', \
         headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({wish}) }}) \
         .then((answer) => answer.json()).then(done);"
    );
    let made = browser.driver.execute_async(&script, vec![]).await?.json().clone();
    ensure!(!made["table"]["id"].is_null(), "no table: {made}");
    Ok(made)
}

impl Bot {
    /// Takes the seat of a link, without the cookie of the browser that helps it.
    pub(crate) async fn sit(browser: &Browser, house: &House, made: &Value, seat: u64) -> Result<Bot> {
        let table = made["table"]["id"].as_str().context("a table")?;
        let links = made["links"].as_array().context("links")?;
        let link = links.iter().find(|link| link["seat"] == seat).and_then(|link| link["link"].as_str());
        let token = link.and_then(|link| link.split_once('#')).context("a secret")?.1;
        let take = json!({ "token": token, "nonce": "socket0player", "name": "Socket" });
        let script = format!(
            "const done = arguments[arguments.length - 1]; fetch('/api/tables/{table}/take', {{ method: 'POST', \
             credentials: 'omit', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({take}) }}) \
             .then((answer) => done(answer.status));"
        );
        let status = browser.driver.execute_async(&script, vec![]).await?.json().clone();
        if status != 200 {
            bail!("the seat cannot be taken: {status}");
        }
        let url = format!("{}/api/tables/{table}/socket", house.url.replacen("http", "ws", 1));
        let (socket, _) = connect_async(url).await?;
        let mut bot = Bot { socket, rev: -1, options: Vec::new(), is_over: false, seed: seat };
        bot.say(&json!({ "type": "hello", "seat": seat, "token": token })).await?;
        Ok(bot)
    }

    async fn say(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.send(Message::Text(message.to_string().into())).await?)
    }

    /// Waits for the next view or update.
    async fn hear(&mut self) -> Result<()> {
        loop {
            let frame = self.socket.next().await.context("the socket was closed")??;
            let Message::Text(text) = frame else { continue };
            let frame: Value = serde_json::from_str(&text)?;
            match frame["type"].as_str() {
                Some("view" | "update") => {
                    self.rev = frame["rev"].as_i64().context("a revision")?;
                    self.options = frame["decision"]["options"].as_array().cloned().unwrap_or_default();
                    self.is_over |= !frame["outcome"].is_null();
                    return Ok(());
                }
                Some("refused") => bail!("refused: {frame}"),
                _ => {}
            }
        }
    }

    /// Answers whenever it is asked, at most so many times, until the game is over or it is told to stop.
    pub(crate) async fn play(&mut self, most: usize) -> Result<usize> {
        let mut played = 0;
        while !self.is_over && played < most {
            if self.options.is_empty() {
                self.hear().await?;
                continue;
            }
            self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let nth = (self.seed >> 33) as usize % self.options.len();
            let text = self.options[nth]["play"].clone();
            self.options.clear();
            self.say(&json!({ "type": "play", "rev": self.rev, "text": text })).await?;
            self.hear().await?;
            played += 1;
        }
        Ok(played)
    }
}
