//! The real program: `westfront serve` as a child process that can be killed.

use std::fs::OpenOptions;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use harness::Folder;

/// Where a server lives: its program, its database, its port, its log. It outlives the processes.
pub(crate) struct House {
    program: PathBuf,
    database: String,
    pub(crate) address: SocketAddr,
    log: PathBuf,
    _folder: Folder,
}

/// Lines that the log of a server must never contain.
#[derive(Default)]
pub(crate) struct Complaints {
    pub(crate) panics: u64,
    pub(crate) lines: Vec<String>,
}

impl House {
    /// A house with a SQLite file of its own.
    pub(crate) fn new(program: &Path) -> Result<House> {
        let folder = Folder::new();
        let database = folder.file("siege.db").display().to_string();
        House::build(program, database, folder)
    }

    /// A house on a database that is there already.
    pub(crate) fn on(program: &Path, database: &str) -> Result<House> {
        House::build(program, database.to_owned(), Folder::new())
    }

    fn build(program: &Path, database: String, folder: Folder) -> Result<House> {
        // The port stays the same over all restarts, as a server's does.
        let address = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?;
        Ok(House { program: program.to_owned(), database, address, log: folder.file("log"), _folder: folder })
    }

    /// Starts the program and waits until it listens.
    pub(crate) async fn start(&self) -> Result<Program> {
        let log = OpenOptions::new().create(true).append(true).open(&self.log)?;
        let mut command = Command::new(&self.program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("WESTFRONT_") {
                command.env_remove(name);
            }
        }
        let child = command
            .args(["serve", "--no-browser", "--listen", &self.address.to_string(), "--db", &self.database])
            .env("NO_COLOR", "1")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .spawn()
            .with_context(|| format!("{} cannot be started", self.program.display()))?;
        let mut program = Program(child);
        let begun = Instant::now();
        while tokio::net::TcpStream::connect(self.address).await.is_err() {
            if program.has_ended() || begun.elapsed() > Duration::from_mins(1) {
                bail!("the server does not start: {}", std::fs::read_to_string(&self.log)?);
            }
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        Ok(program)
    }

    /// The panics and internal errors in the log.
    pub(crate) fn complaints(&self) -> Complaints {
        let log = std::fs::read(&self.log).unwrap_or_default();
        let log = String::from_utf8_lossy(&log);
        let is_wrong =
            |line: &&str| line.contains("panicked at") || line.contains("ERROR") && line.contains("internal");
        let lines: Vec<String> = log.lines().filter(is_wrong).map(str::to_owned).collect();
        Complaints { panics: lines.iter().filter(|line| line.contains("panicked at")).count() as u64, lines }
    }
}

/// A process; gone with this value.
pub(crate) struct Program(Child);

impl Program {
    /// Whether it has ended without being told to.
    pub(crate) fn has_ended(&mut self) -> bool {
        !matches!(self.0.try_wait(), Ok(None))
    }

    /// `kill -9`; returns whether it had ended by itself before.
    pub(crate) fn kill(&mut self) -> bool {
        let ended = self.has_ended();
        let _ = self.0.kill();
        let _ = self.0.wait();
        ended
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
