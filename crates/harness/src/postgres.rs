//! A PostgreSQL cluster in a folder of its own, reached through a socket in that folder.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::Folder;

/// A PostgreSQL of our own. It ends with this process.
pub struct Postgres {
    folder: PathBuf,
    bin: PathBuf,
}

const NEEDED: &str =
    "PostgreSQL is needed for this test: install Debian's package postgresql (initdb and pg_ctl)";

impl Postgres {
    /// A cluster in a folder of its own, reached through a socket in that folder.
    pub fn start() -> Postgres {
        let bin = find_postgres().expect(NEEDED);
        let folder = Folder::new();
        let path = folder.0.clone();
        std::mem::forget(folder);
        if is_root() {
            let status = Command::new("chown").arg("postgres").arg(&path).status();
            assert!(status.is_ok_and(|status| status.success()), "the user postgres is needed: {NEEDED}");
        }
        let cluster = Postgres { folder: path, bin };
        let data = cluster.folder.join("data").display().to_string();
        cluster.tool("initdb", &["-D", &data, "-A", "trust", "-U", "postgres", "--no-sync"]);
        cluster.up();
        cluster.stop_with_us();
        cluster
    }

    /// Starts it again.
    pub fn up(&self) {
        let data = self.folder.join("data").display().to_string();
        let log = self.folder.join("log").display().to_string();
        let options = format!("-k {} -h '' -c fsync=on -c max_connections=200", self.folder.display());
        self.tool("pg_ctl", &["-D", &data, "-l", &log, "-w", "-o", &options, "start"]);
    }

    /// Stops it at once, as a failing machine would.
    pub fn down(&self) {
        let data = self.folder.join("data").display().to_string();
        self.tool("pg_ctl", &["-D", &data, "-w", "-m", "immediate", "stop"]);
    }

    fn tool(&self, name: &str, args: &[&str]) {
        let program = self.bin.join(name);
        let mut command = if is_root() {
            let mut command = Command::new("runuser");
            command.args(["-u", "postgres", "--"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.args(args).current_dir(&self.folder).stdin(Stdio::null()).stdout(Stdio::null());
        let done = command.stderr(Stdio::null()).status();
        assert!(done.is_ok_and(|status| status.success()), "{name} failed: {NEEDED}");
    }

    /// A process that waits for this one to end and then stops the cluster and removes its folder.
    fn stop_with_us(&self) {
        let script = format!(
            "while kill -0 {} 2>/dev/null; do sleep 0.5; done; {} {}/pg_ctl -D {}/data -m immediate stop; rm -rf {}",
            std::process::id(),
            if is_root() { "runuser -u postgres --" } else { "" },
            self.bin.display(),
            self.folder.display(),
            self.folder.display()
        );
        let mut watcher = Command::new("setsid");
        watcher.args(["sh", "-c", &script]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut watcher = watcher.spawn().expect("a process that stops the cluster");
        std::thread::spawn(move || watcher.wait());
    }

    /// The address of a new database.
    pub fn new_database(&self) -> String {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", COUNT.fetch_add(1, Ordering::Relaxed));
        let create = Command::new("psql")
            .args(["-h", &self.folder.display().to_string(), "-U", "postgres", "-q", "-c"])
            .arg(format!("create database {name}"))
            .status();
        assert!(create.is_ok_and(|status| status.success()), "psql failed: {NEEDED}");
        format!("postgres://postgres@localhost/{name}?host={}", self.folder.display())
    }
}

fn is_root() -> bool {
    let output = Command::new("id").arg("-u").output();
    output.is_ok_and(|output| output.stdout.trim_ascii() == b"0")
}

fn find_postgres() -> Option<PathBuf> {
    let installed = std::fs::read_dir("/usr/lib/postgresql").ok();
    let mut versions: Vec<PathBuf> =
        installed.into_iter().flatten().flatten().map(|entry| entry.path().join("bin")).collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let all = versions.into_iter().rev().chain(std::env::split_paths(&path));
    { all }.find(|folder| folder.join("initdb").exists() && folder.join("pg_ctl").exists())
}
