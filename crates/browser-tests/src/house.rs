//! A server for one test.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use anyhow::{Context, Result};
use bots::Limits;
use engine::{Record, Seat, Session};
use games::Library;
use lab::luck::{self, Effort};
use server::{Config, Labour, Player, Players, Random, Server, Think, Thought};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

static COUNT: AtomicU32 = AtomicU32::new(0);

/// A server on a free port of this machine, with a database of its own.
pub struct House {
    /// Where it can be found: `http://127.0.0.1:40123`.
    pub url: String,
    folder: PathBuf,
    /// The port, kept when the server is stopped and started again.
    port: u16,
    running: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

impl House {
    /// Opens one.
    pub async fn open() -> Result<House> {
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder = std::env::temp_dir().join(format!("westfront-house-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&folder)?;
        let mut house = House { url: String::new(), folder, port: 0, running: None };
        house.start().await?;
        house.url = format!("http://127.0.0.1:{}", house.port);
        Ok(house)
    }

    /// Starts the server on the port it had before, or on a free one.
    ///
    /// It has a thread and a runtime of its own, as a process would: when it stops, nothing of it is left.
    pub async fn start(&mut self) -> Result<()> {
        let mut config = Config::new(Library::embedded().context("the packs inside the program are good")?);
        config.database = self.folder.join("house.db").display().to_string();
        config.bot_pause = Duration::from_millis(20);
        config.order_pause = Duration::from_millis(20);
        config.rate_factor = 1000;
        let named = ["recruit", "captain", "general"].map(|id| Arc::new(Named(id)) as Arc<dyn Player>);
        config.players = Players::with(named);
        config.luck = Some(Arc::new(weigh));
        let (stop, stopped) = oneshot::channel();
        let (ready, listening) = oneshot::channel();
        let port = self.port;
        let thread = std::thread::spawn(move || {
            let runtime = Runtime::new().expect("a runtime for the server");
            runtime
                .block_on(serve(config, port, ready, stopped))
                .expect("the server runs until it is stopped");
        });
        self.port = listening.await.context("the server did not start")?;
        self.running = Some((stop, thread));
        Ok(())
    }

    /// Stops the server; its tables stay in the database.
    pub async fn stop(&mut self) {
        if let Some((stop, thread)) = self.running.take() {
            let _ = stop.send(());
            let _ = tokio::task::spawn_blocking(move || thread.join()).await;
        }
    }
}

async fn serve(
    config: Config,
    port: u16,
    ready: oneshot::Sender<u16>,
    stopped: oneshot::Receiver<()>,
) -> Result<()> {
    let server = Server::open(config).await?;
    let listener = bind(port).await?;
    let _ = ready.send(listener.local_addr()?.port());
    let stop = async {
        let _ = stopped.await;
    };
    Ok(server.serve(listener, stop).await?)
}

/// The port of a server that has just stopped may need a moment to become free.
async fn bind(port: u16) -> Result<TcpListener> {
    for _ in 0..50 {
        if let Ok(listener) = TcpListener::bind(("127.0.0.1", port)).await {
            return Ok(listener);
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    TcpListener::bind(("127.0.0.1", port)).await.context("no port to listen on")
}

impl Drop for House {
    fn drop(&mut self) {
        if let Some((stop, _)) = self.running.take() {
            let _ = stop.send(());
        }
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// The ledger and the account of a finished game, with as little work as possible.
fn weigh(library: &Library, record: &Record, _: &Labour) -> Option<serde_json::Value> {
    let effort = Effort { few: 1, samples: 2, threads: 1 };
    let ledger = luck::ledger_with(library, record, effort, &luck::promise, &|_, _| true).ok()?;
    let account = lab::account(library, record, &ledger, &luck::promise, &|_, _| true).ok()??;
    let mut told = serde_json::to_value(ledger).ok()?;
    told["account"] = serde_json::to_value(account).ok()?;
    Some(told)
}

/// A computer player with the name of a level that plays at random: the client is tested, not the opponent.
struct Named(&'static str);

impl Player for Named {
    fn id(&self) -> &str {
        self.0
    }

    fn about(&self) -> &str {
        Random.about()
    }

    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought> {
        Random.choose(session, seat, think)
    }

    /// Its advice is that of the real level.
    fn advise(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<serde_json::Value> {
        let is_over = || think.is_over();
        let limits = Limits { seed: think.seed, threads: think.threads, is_over: &is_over, plan: None };
        serde_json::to_value(bots::advise(session, seat, bots::level(self.0)?, &limits)?).ok()
    }

    fn warn(
        &self,
        session: &dyn Session,
        seat: Seat,
        text: &str,
        think: &Think,
    ) -> Option<serde_json::Value> {
        let is_over = || think.is_over();
        let limits = Limits { seed: think.seed, threads: think.threads, is_over: &is_over, plan: None };
        serde_json::to_value(bots::warn(session, seat, text, bots::level(self.0)?, &limits)?).ok()
    }
}
