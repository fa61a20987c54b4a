//! `westfront serve`, which is also what the program does without a command; `backup` and `restore`.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::lab::Effort;
use anyhow::Result;
use bots::{Keeper, LEVELS, Level, Limits};
use clap::Args;
use engine::{Record, Seat, Session};
use games::Library;
use server::{Config, Labour, Player, Players, Smtp, Think, Thought};

#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Where to listen.
    #[arg(long, default_value = "127.0.0.1:8614", value_name = "ADDRESS")]
    listen: SocketAddr,
    /// A SQLite file or postgres://USER@HOST/NAME; a file in the user's data folder if left out.
    #[arg(long, value_name = "DATABASE")]
    db: Option<String>,
    /// How the outside world calls this server, for links in mails: `https://play.example.org`
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A reverse proxy with TLS stands in front: cookies are secure, and clients are known by X-Forwarded-For.
    #[arg(long)]
    behind_proxy: bool,
    /// Where mail is handed over: smtps://user:password@host:465
    #[arg(long, value_name = "URL", requires = "mail_from")]
    smtp: Option<String>,
    /// The sender of mails: Westfront <westfront@example.org>
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// How many seconds the computer may think about its turn. Only a general uses them.
    #[arg(long, default_value_t = Keeper::USUAL.as_secs(), value_name = "SECONDS",
        value_parser = clap::value_parser!(u64).range(1..=3600))]
    bot_time: u64,
    /// Do not open a browser.
    #[arg(long)]
    no_browser: bool,
    /// Log as JSON, for machines that read logs.
    #[arg(long)]
    json_log: bool,
}

/// The defaults, for `westfront` without a command.
impl Default for ServeArguments {
    fn default() -> ServeArguments {
        ServeArguments {
            listen: SocketAddr::from(([127, 0, 0, 1], 8614)),
            db: None,
            public_url: None,
            behind_proxy: false,
            smtp: None,
            mail_from: None,
            bot_time: Keeper::USUAL.as_secs(),
            no_browser: false,
            json_log: false,
        }
    }
}

pub(crate) fn run(library: Library, arguments: ServeArguments) -> Result<ExitCode> {
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(std::io::stderr);
    if arguments.json_log {
        log.json().with_max_level(tracing::Level::INFO).init();
    } else {
        log.init();
    }
    let mut config = Config::new(library);
    config.listen = arguments.listen;
    config.public_url = arguments.public_url.unwrap_or_else(|| format!("http://{}", arguments.listen));
    config.behind_tls_proxy = arguments.behind_proxy;
    config.bot_time = Duration::from_secs(arguments.bot_time);
    config.smtp = arguments.smtp.zip(arguments.mail_from).map(|(url, from)| Smtp { url, from });
    let levels = LEVELS.iter().rev().filter(|level| level.id != "random");
    config.players = Players::with(levels.map(|level| computer(level, config.bot_time)));
    config.luck = Some(Arc::new(luck));
    if let Some(database) = arguments.db {
        config.database = database;
    }
    if !arguments.no_browser {
        open_browser(arguments.listen);
    }
    server::run(config)?;
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn backup(database: Option<String>, file: &Path) -> Result<ExitCode> {
    let database = database.unwrap_or_else(|| server::default_database().display().to_string());
    let rows = tokio()?.block_on(server::backup(&database, file))?;
    println!("{rows} rows written to {}", file.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(database: Option<String>, file: &Path) -> Result<ExitCode> {
    let database = database.unwrap_or_else(|| server::default_database().display().to_string());
    let rows = tokio()?.block_on(server::restore(&database, file))?;
    println!("{rows} rows read from {}", file.display());
    Ok(ExitCode::SUCCESS)
}

fn tokio() -> Result<tokio::runtime::Runtime> {
    Ok(tokio::runtime::Builder::new_multi_thread().enable_all().build()?)
}

/// Opens the page once the server answers, where there is a desktop to open it on.
fn open_browser(address: SocketAddr) {
    if std::env::var_os("DISPLAY").is_none() && std::env::var_os("WAYLAND_DISPLAY").is_none() {
        return;
    }
    thread::spawn(move || {
        for _ in 0..100 {
            thread::sleep(Duration::from_millis(50));
            if TcpStream::connect(address).is_ok() {
                let quiet = Command::new("xdg-open")
                    .arg(format!("http://{address}"))
                    .stdout(Stdio::null())
                    .stderr(Stdio::null())
                    .spawn();
                // Without an opener the printed address must do.
                drop(quiet);
                return;
            }
        }
    });
}

/// So many clocks are kept at most; a table whose clock is gone begins its turn anew.
const MOST_CLOCKS: usize = 1000;

/// A level of the computer players, as the server knows players.
struct Computer {
    level: &'static Level,
    /// The time for a player turn.
    budget: Duration,
    /// The time that each seat has left of its turn.
    clocks: Mutex<BTreeMap<(String, Seat), Keeper>>,
}

fn computer(level: &'static Level, budget: Duration) -> Arc<dyn Player> {
    Arc::new(Computer { level, budget, clocks: Mutex::default() })
}

impl Computer {
    /// Does something with the clock of a seat.
    fn clock<T>(&self, table: &str, seat: Seat, work: impl FnOnce(&mut Keeper) -> T) -> T {
        let mut clocks = self.clocks.lock().unwrap_or_else(PoisonError::into_inner);
        if clocks.len() >= MOST_CLOCKS {
            clocks.clear();
        }
        work(clocks.entry((table.to_owned(), seat)).or_insert_with(|| Keeper::new(self.budget)))
    }
}

impl Player for Computer {
    fn id(&self) -> &str {
        self.level.id
    }

    fn about(&self) -> &str {
        self.level.about
    }

    fn is_quick(&self) -> bool {
        !self.level.uses_clock
    }

    fn choose(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<Thought> {
        let (turn, stretch) = (bots::player_turn(session), bots::stretch(session, seat));
        let (share, plan) =
            self.clock(&think.table, seat, |clock| (clock.share(turn, stretch), clock.plan()));
        let begun = server::instant();
        let is_over = || think.is_over() || begun.elapsed() >= share;
        let limits = Limits { seed: think.seed, threads: think.threads, is_over: &is_over, plan };
        let chosen = bots::choose(session, seat, self.level, &limits)?;
        self.clock(&think.table, seat, |clock| clock.note(begun.elapsed(), chosen.plan));
        Some(Thought { play: chosen.text, reason: chosen.reason })
    }
}

/// What the dice of a finished game were worth to each side.
fn luck(library: &Library, record: &Record, labour: &Labour) -> Option<serde_json::Value> {
    let go_on = |done: usize, of: usize| labour.go_on(done, of);
    let judge = ::lab::luck::promise;
    let ledger = ::lab::luck::ledger_with(library, record, Effort::default(), &judge, &go_on);
    serde_json::to_value(ledger.ok()?).ok()
}
