//! A server to test and databases to test it on; browsers and the cluster come from the crate `harness`.

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

pub(crate) use ::harness::{Answer, Browser, Folder, Postgres, SOON, Socket};
use server::{Config, Server};
use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::toy;

/// Which database a test runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Db {
    Sqlite,
    Postgres,
}

/// Makes one test on SQLite and one on PostgreSQL of each function.
#[macro_export]
macro_rules! on_both {
    ($($name:ident),* $(,)?) => {
        $(mod $name {
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn sqlite() {
                super::$name($crate::harness::Db::Sqlite).await;
            }
            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn postgres() {
                super::$name($crate::harness::Db::Postgres).await;
            }
        })*
    };
}

/// A fresh database: its address, and the folder it lives in.
pub(crate) struct Database {
    pub(crate) url: String,
    _folder: Option<Folder>,
}

impl Database {
    pub(crate) fn new(db: Db) -> Database {
        match db {
            Db::Sqlite => {
                let folder = Folder::new();
                Database { url: folder.file("test.db").display().to_string(), _folder: Some(folder) }
            }
            Db::Postgres => Database { url: cluster().new_database(), _folder: None },
        }
    }
}

/// One PostgreSQL for all tests of this process.
fn cluster() -> &'static Postgres {
    static SHARED: OnceLock<Postgres> = OnceLock::new();
    SHARED.get_or_init(Postgres::start)
}

/// The configuration of tests: no pauses, and no limits that get in the way.
pub(crate) fn config(database: &str) -> Config {
    Config {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        database: database.to_owned(),
        bot_pause: Duration::ZERO,
        order_pause: Duration::ZERO,
        private_webhooks: true,
        rate_factor: 1000,
        ..Config::new(toy::library())
    }
}

/// A server on a free port, in this process.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    task: tokio::task::JoinHandle<()>,
}

impl Running {
    pub(crate) async fn start(config: Config) -> Running {
        let server = Server::open(config).await.expect("the server opens");
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (stop, stopped) = oneshot::channel::<()>();
        let task = tokio::spawn(async move {
            let signal = async {
                let _ = stopped.await;
            };
            server.serve(listener, signal).await.expect("it serves");
        });
        Running { address, stop: Some(stop), task }
    }

    pub(crate) async fn on(database: &Database) -> Running {
        Running::start(config(&database.url)).await
    }

    pub(crate) async fn stop(mut self) {
        let _ = self.stop.take().expect("not stopped yet").send(());
        tokio::time::timeout(SOON, self.task).await.expect("it stops soon").expect("it stops cleanly");
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.address)
    }
}

/// A server in a process of its own, which can be killed.
pub(crate) struct Process {
    pub(crate) address: SocketAddr,
    child: Child,
}

impl Process {
    /// Starts this test program again as a server.
    pub(crate) fn start(database: &str) -> Process {
        Process::start_with(database, &[])
    }

    pub(crate) fn start_with(database: &str, environment: &[(&str, &str)]) -> Process {
        let folder = Folder::new();
        let ready = folder.file("ready");
        let child = Command::new(std::env::current_exe().expect("this program"))
            .args(["--exact", "process::server_process", "--nocapture"])
            .env("WESTFRONT_TEST_DATABASE", database)
            .env("WESTFRONT_TEST_READY", &ready)
            .envs(environment.iter().copied())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a process");
        let address = wait_for_address(&ready);
        Process { address, child }
    }

    /// `kill -9`.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it is gone");
    }

    pub(crate) fn browser(&self) -> Browser {
        Browser::new(self.address)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn wait_for_address(ready: &Path) -> SocketAddr {
    for _ in 0..2000 {
        if let Ok(text) = std::fs::read_to_string(ready)
            && let Ok(address) = text.trim().parse()
        {
            return address;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    panic!("the server process did not start");
}
