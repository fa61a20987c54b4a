//! Starting and stopping.

use std::collections::BTreeMap;
use std::future::Future;
use std::net::IpAddr;
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use tokio::net::TcpListener;
use tokio::sync::{Notify, Semaphore, watch};

use crate::bans::{self, Bans};
use crate::clock;
use crate::cluster::{self, Cluster};
use crate::config::{Config, Database};
use crate::doors::{self, Doors};
use crate::error::{Error, Result};
use crate::ledgers::Ledgers;
use crate::limits::Limits;
use crate::metrics;
use crate::notify;
use crate::routes::{self, Manuals};
use crate::secrets;
use crate::sessions::Sessions;
use crate::store::Store;
use crate::table::{Command, Tables};
use crate::thinkers::Thinkers;
use crate::work::{Stop, Workroom};

/// What every part of the server shares.
pub(crate) type App = Arc<Shared>;

pub(crate) struct Shared {
    pub(crate) config: Config,
    pub(crate) store: Store,
    pub(crate) tables: Tables,
    pub(crate) cluster: Cluster,
    pub(crate) limits: Limits,
    pub(crate) sessions: Sessions,
    pub(crate) pictures: Pictures,
    pub(crate) manuals: Manuals,
    /// Wakes the delivery of notices.
    pub(crate) notices: Notify,
    /// Whose turn it is to think.
    pub(crate) thinkers: Arc<Thinkers>,
    /// Ledgers of luck in the making.
    pub(crate) ledgers: Ledgers,
    /// The networks from which tables with computer players were made, as far as they are remembered.
    pub(crate) origins: Origins,
    /// How many passwords are hashed at once: each takes memory and time.
    pub(crate) hashers: Semaphore,
    /// Who is not admitted.
    pub(crate) bans: Bans,
    /// The place where records and positions of strangers are re-run.
    pub(crate) workroom: Workroom,
    /// Connections; sockets are counted separately.
    pub(crate) doors: Arc<Doors>,
    pub(crate) sockets: Arc<Doors>,
    /// How many connections were turned away.
    pub(crate) turned_away: AtomicU64,
    pub(crate) shutdown: watch::Sender<bool>,
    /// The same for threads: work on separate threads ends soon after this.
    pub(crate) stop: Stop,
}

/// Pictures are drawn once, titles written once.
#[derive(Default)]
pub(crate) struct Pictures(Mutex<BTreeMap<String, Arc<str>>>);

impl Pictures {
    pub(crate) fn get(&self, name: &str, draw: impl FnOnce() -> String) -> Arc<str> {
        let mut pictures = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        pictures.entry(name.to_owned()).or_insert_with(|| draw().into()).clone()
    }

    /// The picture drawn under that name, if there is one.
    pub(crate) fn find(&self, name: &str) -> Option<Arc<str>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned()
    }

    /// The picture drawn under that name; `drawn` if there is none.
    pub(crate) fn get_or(&self, name: &str, drawn: String) -> Arc<str> {
        self.get(name, || drawn)
    }
}

/// The network from which each table was made: computer players of one network share their turns, under
/// whatever names its browsers appear. It is kept in memory only; a table older than the process counts by
/// its maker.
#[derive(Default)]
pub(crate) struct Origins(Mutex<BTreeMap<String, IpAddr>>);

/// How many tables are remembered.
const MOST_ORIGINS: usize = 100_000;

impl Origins {
    pub(crate) fn note(&self, table: &str, network: IpAddr) {
        let mut origins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if origins.len() >= MOST_ORIGINS {
            origins.clear();
        }
        origins.insert(table.to_owned(), network);
    }

    /// Whose turn it is when a computer player of this table thinks.
    pub(crate) fn owner(&self, table: &str, maker: &str) -> String {
        let origins = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        origins.get(table).map_or_else(|| maker.to_owned(), ToString::to_string)
    }
}

/// A server that is ready to be asked.
pub struct Server {
    app: App,
    tasks: Vec<tokio::task::JoinHandle<()>>,
}

impl Server {
    /// Opens the database and starts what runs beside requests.
    pub async fn open(config: Config) -> Result<Server> {
        let database = Database::parse(&config.database)?;
        let process: Arc<str> = secrets::token().into();
        let store = Store::open(&database, process.clone()).await?;
        let threads = std::thread::available_parallelism().map_or(2, usize::from);
        let stop = Stop::default();
        let thinkers = Thinkers::new(if config.bot_threads == 0 { threads } else { config.bot_threads });
        let app = Arc::new(Shared {
            cluster: Cluster::new(&database, process),
            limits: Limits::new(config.rate_factor),
            sessions: Sessions::default(),
            config,
            store,
            tables: Tables::default(),
            pictures: Pictures::default(),
            manuals: Manuals::default(),
            notices: Notify::new(),
            thinkers,
            ledgers: Ledgers::new(stop.clone()),
            origins: Origins::default(),
            hashers: Semaphore::new(threads),
            bans: Bans::default(),
            workroom: Workroom::new(stop.clone()),
            doors: Arc::default(),
            sockets: Arc::default(),
            turned_away: AtomicU64::new(0),
            shutdown: watch::channel(false).0,
            stop,
        });
        bans::refresh(&app).await?;
        let metrics = metrics::serve(app.clone()).await?;
        let mut tasks = vec![
            tokio::spawn(notify::run(app.clone())),
            tokio::spawn(cluster::listen(app.clone())),
            tokio::spawn(sweep(app.clone())),
        ];
        tasks.extend(metrics);
        Ok(Server { app, tasks })
    }

    /// The server as a service, for tests without a socket.
    pub fn router(&self) -> Router {
        routes::router(self.app.clone())
    }

    /// Serves until `stop` is ready, then lets requests end, says goodbye to sockets and closes the database.
    pub async fn serve(
        self,
        listener: TcpListener,
        stop: impl Future<Output = ()> + Send + 'static,
    ) -> Result<()> {
        let app = self.app.clone();
        let signal = async move {
            stop.await;
            tracing::info!("shutting down");
            app.shutdown.send_replace(true);
            app.stop.stop();
        };
        doors::serve(&self.app, self.router(), listener, signal).await;
        self.close().await;
        Ok(())
    }

    /// Stops what runs beside requests and closes the database.
    pub async fn close(self) {
        self.app.stop.stop();
        for task in &self.tasks {
            task.abort();
        }
        for id in self.app.tables.ids() {
            self.app.tables.tell(&id, Command::Stop).await;
        }
        // A table that is just storing something finishes that first.
        for _ in 0..500 {
            if self.app.tables.ids().is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.app.cluster.close().await;
        self.app.store.close().await;
    }
}

/// Starts the tables in which a computer player must answer, and looks after them from time to time.
async fn sweep(app: App) {
    let mut rounds = 0_u64;
    loop {
        // Once an hour, rows that are no longer needed are removed.
        if rounds.is_multiple_of(720)
            && let Err(error) = app.store.clean(clock::now()).await
        {
            tracing::warn!(error = error.to_string(), "cleaning up failed");
        }
        rounds += 1;
        if rounds.is_multiple_of(6) {
            app.limits.forget();
        }
        if let Err(error) = bans::refresh(&app).await {
            tracing::warn!(error = error.to_string(), "bans cannot be read");
        }
        app.cluster.check_locks().await;
        match app.store.busy().await {
            Ok(busy) => {
                for id in busy {
                    app.tables.send(&app, &id, Command::Nudge).await;
                }
            }
            Err(error) => tracing::warn!(error = error.to_string(), "the database does not answer"),
        }
        tokio::time::sleep(Duration::from_secs(5)).await;
    }
}

/// Serves until the process is told to stop; prints where it listens. Threads that are still at work when
/// everything is stored and closed are abandoned: they only think.
pub fn run(config: Config) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Error::Setup(format!("no threads can be started: {error}")))?;
    raise_open_files(&config);
    let served = runtime.block_on(serve(config));
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Whether a server could be started with this set-up, as far as that shows without starting it.
pub fn check(config: &Config) -> Result<()> {
    if let Database::Sqlite(path) = Database::parse(&config.database)?
        && let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty())
        && folder.exists()
        && !folder.is_dir()
    {
        return Err(Error::Setup(format!("{} is no folder", folder.display())));
    }
    match &config.smtp {
        Some(smtp) => notify::check_smtp(smtp).map_err(Error::Setup),
        None => Ok(()),
    }
}

/// Every connection is an open file. The limit is raised to the number of connections allowed, with some for
/// the database.
fn raise_open_files(config: &Config) {
    let wanted = config.connections.most as u64 + 500;
    match rlimit::increase_nofile_limit(wanted) {
        Ok(files) if files < wanted => {
            let most = config.connections.most;
            tracing::warn!(
                files,
                most,
                "fewer files may be open than connections: raise the limit (ulimit -n)"
            );
        }
        Ok(_) => {}
        Err(error) => tracing::warn!(%error, "the limit of open files cannot be raised"),
    }
}

async fn serve(config: Config) -> Result<()> {
    let address = config.listen;
    let server = Server::open(config).await?;
    let listener = TcpListener::bind(address)
        .await
        .map_err(|error| Error::Setup(format!("{address} cannot be listened to: {error}")))?;
    let local = listener.local_addr().map_err(|error| Error::Setup(error.to_string()))?;
    tracing::info!(%local, "listening");
    println!("Westfront: http://{local}");
    server.serve(listener, told_to_stop()).await
}

async fn told_to_stop() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        let kind = tokio::signal::unix::SignalKind::terminate();
        match tokio::signal::unix::signal(kind) {
            Ok(mut terminate) => {
                tokio::select! {
                    _ = interrupt => {}
                    _ = terminate.recv() => {}
                }
            }
            Err(_) => {
                let _ = interrupt.await;
            }
        }
    }
    #[cfg(not(unix))]
    {
        let _ = interrupt.await;
    }
}
