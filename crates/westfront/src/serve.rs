//! `westfront serve`, which is also what the program does without a command; `backup` and `restore`.

use std::collections::BTreeMap;
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use ::lab::Effort;
use anyhow::{Result, bail};
use bots::{Keeper, LEVELS, Level, Limits};
use clap::Args;
use engine::{Record, Seat, Session};
use games::Library;
use serde::Serialize;
use server::{Labour, Player, Players, Think, Thought};

use crate::settings::{Settings, Source, has_password};
use crate::tell::tell;

#[derive(Args, Default)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    flags: Flags,
    /// Read and check the settings, show them without passwords, and do nothing else.
    #[arg(long)]
    check: bool,
    /// Do not open a browser.
    #[arg(long)]
    no_browser: bool,
}

/// The settings that may be given on the command line as well as in the file.
#[derive(Args, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Flags {
    /// Where to listen [default: 127.0.0.1:8614].
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    listen: Option<SocketAddr>,
    /// How the outside world calls this server, for links in mails: `https://play.example.org`
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    public_url: Option<String>,
    /// A reverse proxy with TLS stands in front: cookies are secure, and clients are known by X-Forwarded-For.
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    behind_proxy: bool,
    /// How many proxies stand in front; each adds an address to X-Forwarded-For.
    #[arg(long, value_name = "N")]
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted_hops: Option<usize>,
    /// Where Prometheus may ask for metrics; nowhere if left out.
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    metrics: Option<SocketAddr>,
    /// Where mail is handed over, without a password: smtp://host:25. One with a password belongs into WESTFRONT_SMTP.
    #[arg(long, value_name = "URL")]
    #[serde(skip_serializing_if = "Option::is_none")]
    smtp: Option<String>,
    /// The sender of mails: Westfront <westfront@example.org>
    #[arg(long, value_name = "ADDRESS")]
    #[serde(skip_serializing_if = "Option::is_none")]
    mail_from: Option<String>,
    /// How many seconds the computer may think about its turn. Only a general uses them.
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=3600))]
    #[serde(skip_serializing_if = "Option::is_none")]
    bot_time: Option<u64>,
    /// Log as JSON, with a line for each request, for machines that read logs.
    #[arg(long)]
    #[serde(skip_serializing_if = "is_false")]
    json_log: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

pub(crate) fn run(library: Library, arguments: ServeArguments) -> Result<ExitCode> {
    let ServeArguments { source, flags, check, no_browser } = arguments;
    if flags.smtp.as_deref().is_some_and(has_password) {
        bail!(
            "a password on the command line can be read by everybody on this machine: set WESTFRONT_SMTP instead"
        );
    }
    let settings = Settings::read(&source, flags)?;
    if check {
        let shown = settings.shown();
        server::check(&settings.config(library))?;
        tell(|out| writeln!(out, "{shown}# These settings are good."))?;
        return Ok(ExitCode::SUCCESS);
    }
    let log = tracing_subscriber::fmt().with_max_level(tracing::Level::WARN).with_writer(std::io::stderr);
    if settings.json_log {
        log.json().with_max_level(tracing::Level::INFO).init();
    } else {
        log.init();
    }
    let listen = settings.listen;
    let mut config = settings.config(library);
    let levels = LEVELS.iter().rev().filter(|level| level.id != "random");
    config.players = Players::with(levels.map(|level| computer(level, config.bot_time)));
    config.luck = Some(Arc::new(luck));
    if !no_browser {
        open_browser(listen);
    }
    server::run(config)?;
    Ok(ExitCode::SUCCESS)
}

/// The database of the settings.
pub(crate) fn database(source: &Source) -> Result<String> {
    Ok(Settings::read(source, Flags::default())?.db)
}

pub(crate) fn backup(source: &Source, file: &Path) -> Result<ExitCode> {
    let rows = tokio()?.block_on(server::backup(&database(source)?, file))?;
    println!("{rows} rows written to {}", file.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn restore(source: &Source, file: &Path) -> Result<ExitCode> {
    let rows = tokio()?.block_on(server::restore(&database(source)?, file))?;
    println!("{rows} rows read from {}", file.display());
    Ok(ExitCode::SUCCESS)
}

pub(crate) fn tokio() -> Result<tokio::runtime::Runtime> {
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
                // Without a program to open it, the printed address must do.
                drop(quiet);
                return;
            }
        }
    });
}

/// The most clocks that are kept; a table whose clock is gone begins its turn anew.
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

    fn advise(&self, session: &dyn Session, seat: Seat, think: &Think) -> Option<serde_json::Value> {
        let is_over = || think.is_over();
        let limits = Limits { seed: think.seed, threads: think.threads, is_over: &is_over, plan: None };
        serde_json::to_value(bots::advise(session, seat, self.level, &limits)?).ok()
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
        serde_json::to_value(bots::warn(session, seat, text, self.level, &limits)?).ok()
    }
}

/// What the dice of a finished game were worth to each side, and its account.
fn luck(library: &Library, record: &Record, labour: &Labour) -> Option<serde_json::Value> {
    let go_on = |done: usize, of: usize| labour.go_on(done, of);
    let judge = ::lab::luck::promise;
    let ledger = ::lab::luck::ledger_with(library, record, Effort::default(), &judge, &go_on).ok()?;
    // The ledger is nearly all of the work.
    let account = ::lab::account(library, record, &ledger, &judge, &|_, _| labour.go_on(99, 100)).ok()?;
    let mut told = serde_json::to_value(ledger).ok()?;
    told["account"] = serde_json::to_value(account?).ok()?;
    Some(told)
}
