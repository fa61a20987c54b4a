//! Players without a browser: a socket each, and the first thing that comes to mind.

use anyhow::{Context, Result, bail, ensure};
use browser_tests::{Browser, House};
use engine::wire::Target;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

/// A player at a socket.
pub(crate) struct Bot {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(crate) seat: u64,
    pub(crate) rev: i64,
    options: Vec<Offer>,
    /// What kind of question is open for it.
    pub(crate) kind: String,
    pub(crate) is_over: bool,
    seed: u64,
}

/// The part of a frame that a player reads; the rest is for clients with a map.
#[derive(Deserialize)]
struct Frame {
    #[serde(rename = "type")]
    kind: String,
    rev: Option<i64>,
    decision: Option<Asked>,
    outcome: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct Asked {
    kind: String,
    options: Vec<Offer>,
}

#[derive(Deserialize)]
struct Offer {
    play: String,
    target: Target,
}

/// Makes a table from within a page, as its player would; the answer of the server.
pub(crate) async fn new_table(browser: &Browser, wish: &Value) -> Result<Value> {
    let script = format!(
        "const done = arguments[arguments.length - 1]; fetch('/api/tables', {{ method: 'POST', \
         headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({wish}) }}) \
         .then((answer) => answer.json()).then((made) => fetch(`/api/tables/${{made.table.id}}/begin`, {{ method: 'POST', \
         headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({{ nonce: 'browser0player' }}) }}) \
         .then(() => done(made)));"
    );
    let made = browser.driver.execute_async(&script, vec![]).await?.json().clone();
    ensure!(!made["table"]["id"].is_null(), "no table: {made}");
    Ok(made)
}

/// The secret of a seat's link.
fn secret(made: &Value, seat: u64) -> Result<&str> {
    let links = made["links"].as_array().context("links")?;
    let link = links.iter().find(|link| link["seat"] == seat).and_then(|link| link["link"].as_str());
    Ok(link.and_then(|link| link.split_once('#')).context("a secret")?.1)
}

impl Bot {
    /// Takes the seat of a link, without the cookie of the browser that helps it.
    pub(crate) async fn sit(browser: &Browser, house: &House, made: &Value, seat: u64) -> Result<Bot> {
        let table = made["table"]["id"].as_str().context("a table")?;
        let take = json!({ "token": secret(made, seat)?, "nonce": "socket0player", "name": "Socket" });
        let script = format!(
            "const done = arguments[arguments.length - 1]; fetch('/api/tables/{table}/take', {{ method: 'POST', \
             credentials: 'omit', headers: {{ 'Content-Type': 'application/json' }}, body: JSON.stringify({take}) }}) \
             .then((answer) => answer.json()).then(done);"
        );
        let taken = browser.driver.execute_async(&script, vec![]).await?.json().clone();
        let link = taken["link"]["link"].as_str().and_then(|link| link.split_once('#'));
        let Some((_, token)) = link else { bail!("the seat cannot be taken: {taken}") };
        Bot::speak(house, table, seat, token).await
    }

    /// Shares a seat that somebody holds, as another device of the same player does.
    pub(crate) async fn share(house: &House, made: &Value, seat: u64) -> Result<Bot> {
        let table = made["table"]["id"].as_str().context("a table")?;
        Bot::speak(house, table, seat, secret(made, seat)?).await
    }

    async fn speak(house: &House, table: &str, seat: u64, token: &str) -> Result<Bot> {
        let url = format!("{}/api/tables/{table}/socket", house.url.replacen("http", "ws", 1));
        let (socket, _) = connect_async(url).await?;
        let (options, kind) = (Vec::new(), String::new());
        let mut bot = Bot { socket, seat, rev: -1, options, kind, is_over: false, seed: seat };
        bot.say(&json!({ "type": "hello", "seat": seat, "token": token })).await?;
        Ok(bot)
    }

    async fn say(&mut self, message: &Value) -> Result<()> {
        Ok(self.socket.send(Message::Text(message.to_string().into())).await?)
    }

    /// Waits for the next view or update of a game that has begun.
    async fn hear(&mut self) -> Result<()> {
        loop {
            let frame = self.socket.next().await.context("the socket was closed")??;
            let Message::Text(text) = frame else { continue };
            let frame: Frame = serde_json::from_str(&text)?;
            match frame.kind.as_str() {
                // A table that waits for players has nothing to ask.
                "view" | "update" if frame.decision.is_some() || frame.outcome.is_some() => {
                    self.rev = frame.rev.context("a revision")?;
                    self.is_over |= frame.outcome.is_some();
                    let asked = frame.decision.unwrap_or(Asked { kind: String::new(), options: Vec::new() });
                    (self.kind, self.options) = (asked.kind, asked.options);
                    return Ok(());
                }
                "refused" => bail!("refused: {text}"),
                _ => {}
            }
        }
    }

    /// Answers the question that it is asked, now or later, and hears what comes of it.
    pub(crate) async fn answer(&mut self) -> Result<()> {
        while self.options.is_empty() {
            ensure!(!self.is_over, "the game is over");
            self.hear().await?;
        }
        let text = self.think();
        self.say(&json!({ "type": "play", "rev": self.rev, "text": text })).await?;
        self.hear().await
    }

    /// Gives an answer that it was told to give.
    pub(crate) async fn play(&mut self, text: &str) -> Result<()> {
        while self.options.is_empty() {
            self.hear().await?;
        }
        self.say(&json!({ "type": "play", "rev": self.rev, "text": text })).await?;
        self.hear().await
    }

    /// Chance decides. Every other time it takes an answer that ends something, because games are long.
    fn think(&mut self) -> String {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let chance = (self.seed >> 33) as usize;
        let last = self.options.iter().rev().find(|offer| matches!(offer.target, Target::Button));
        let nth = &self.options[chance / 2 % self.options.len()];
        last.filter(|_| chance.is_multiple_of(2)).unwrap_or(nth).play.clone()
    }
}

/// The players of all seats of a table play until one of them is asked what is wanted, or the game is over.
/// Returns how many answers they gave.
pub(crate) async fn play_until(bots: &mut [Bot], wanted: impl Fn(&Bot, usize) -> bool) -> Result<usize> {
    for answers in 0.. {
        let rev = bots.iter().map(|bot| bot.rev).max().unwrap_or_default();
        for bot in &mut *bots {
            while bot.rev < rev.max(0) {
                bot.hear().await?;
            }
        }
        let Some(asked) = bots.iter_mut().find(|bot| !bot.options.is_empty()) else {
            ensure!(bots.iter().all(|bot| bot.is_over), "nobody is asked, and the game is not over");
            return Ok(answers);
        };
        if wanted(asked, answers) {
            return Ok(answers);
        }
        asked.answer().await?;
    }
    bail!("there are not so many numbers")
}
