//! A server to test, databases to test it on, and clients that speak to it as browsers do.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use server::{Config, Server};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::toy;

/// How long a test waits for what must come.
pub(crate) const SOON: Duration = Duration::from_secs(20);

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

/// A folder that is gone with the test.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("westfront-test-{}-{number}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
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
            Db::Postgres => Database { url: Postgres::shared().new_database(), _folder: None },
        }
    }
}

/// A PostgreSQL of our own, for all tests of this process.
pub(crate) struct Postgres {
    folder: PathBuf,
    bin: PathBuf,
}

const NEEDED: &str =
    "PostgreSQL is needed for this test: install Debian's package postgresql (initdb and pg_ctl)";

impl Postgres {
    pub(crate) fn shared() -> &'static Postgres {
        static SHARED: OnceLock<Postgres> = OnceLock::new();
        SHARED.get_or_init(Postgres::start)
    }

    /// A cluster in a folder of its own, reached through a socket in that folder.
    pub(crate) fn start() -> Postgres {
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

    pub(crate) fn up(&self) {
        let data = self.folder.join("data").display().to_string();
        let log = self.folder.join("log").display().to_string();
        let options = format!("-k {} -h '' -c fsync=on -c max_connections=200", self.folder.display());
        self.tool("pg_ctl", &["-D", &data, "-l", &log, "-w", "-o", &options, "start"]);
    }

    /// Stops it at once, as a failing machine would.
    pub(crate) fn down(&self) {
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

    pub(crate) fn new_database(&self) -> String {
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

/// A browser: it keeps its cookie.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) address: SocketAddr,
    pub(crate) cookie: Option<String>,
}

/// An answer.
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: hyper::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The answer to something that must succeed.
    pub(crate) fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }
}

impl Browser {
    pub(crate) fn new(address: SocketAddr) -> Browser {
        Browser { address, cookie: None }
    }

    pub(crate) async fn send(
        &mut self,
        request: hyper::http::request::Builder,
        body: impl Into<Bytes>,
    ) -> Answer {
        self.try_send(request, body).await.expect("the server answers")
    }

    pub(crate) async fn try_send(
        &mut self,
        request: hyper::http::request::Builder,
        body: impl Into<Bytes>,
    ) -> Result<Answer, String> {
        let stream = TcpStream::connect(self.address).await.map_err(|error| error.to_string())?;
        let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
            .await
            .map_err(|error| error.to_string())?;
        let driver = tokio::spawn(connection);
        let mut request = request.header("host", self.address.to_string());
        if let Some(cookie) = &self.cookie {
            request = request.header("cookie", cookie);
        }
        let request = request.body(Full::new(body.into())).map_err(|error| error.to_string())?;
        let response = sender.send_request(request).await.map_err(|error| error.to_string())?;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.map_err(|error| error.to_string())?.to_bytes().to_vec();
        driver.abort();
        if let Some(cookie) = parts.headers.get("set-cookie") {
            let text = cookie.to_str().expect("a cookie").split(';').next().expect("a value").to_owned();
            self.cookie = Some(text).filter(|text| !text.ends_with('='));
        }
        Ok(Answer { status: parts.status, headers: parts.headers, body })
    }

    pub(crate) async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path), "").await
    }

    pub(crate) async fn post(&mut self, path: &str, body: Value) -> Answer {
        let request = Request::post(path).header("content-type", "application/json");
        self.send(request, body.to_string()).await
    }

    /// Makes a table of the toy with seats as given; its id and the tokens of its links.
    pub(crate) async fn new_table(&mut self, scenario: &str, seats: Value) -> (String, Vec<String>) {
        let new = json!({"game": "toy", "scenario": scenario, "seats": seats, "name": "Anna"});
        let made = self.post("/api/tables", new).await.ok();
        self.begin(&made["table"]).await;
        let token =
            |link: &Value| link.as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned();
        let links = made["links"].as_array().expect("links").iter().map(|link| token(&link["link"]));
        let tokens = links.chain([token(&made["spectator"])]).collect();
        (made["table"]["id"].as_str().expect("an id").to_owned(), tokens)
    }

    /// Gives a nonce for one's seats at a new table, if there are any.
    pub(crate) async fn begin(&mut self, table: &Value) {
        if table["seats"].as_array().expect("seats").iter().any(|seat| seat["yours"] == true) {
            let path = format!("/api/tables/{}/begin", table["id"].as_str().expect("an id"));
            self.post(&path, json!({"nonce": "annas0nonce"})).await.ok();
        }
    }

    pub(crate) async fn take(&mut self, table: &str, token: &str) -> Answer {
        let body = json!({"token": token, "nonce": "somebodys0nonce", "name": "Bert"});
        self.post(&format!("/api/tables/{table}/take"), body).await
    }

    /// The record as this browser may have it.
    pub(crate) async fn get_record(&self, table: &str) -> String {
        self.clone().get(&format!("/api/tables/{table}/record")).await.text()
    }

    /// A socket at a table, before its hello.
    pub(crate) async fn socket(&self, table: &str) -> Socket {
        self.try_socket(table).await.expect("a socket")
    }

    pub(crate) async fn try_socket(&self, table: &str) -> Result<Socket, String> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        }
        let opened = tokio_tungstenite::connect_async(request).await;
        opened.map(|(socket, _)| Socket(socket)).map_err(|error| error.to_string())
    }

    /// A socket that has said hello, and its view.
    pub(crate) async fn look(&self, table: &str, hello: Value) -> (Socket, Value) {
        let mut socket = self.socket(table).await;
        socket.say(hello).await;
        let view = socket.hear("view").await;
        (socket, view)
    }
}

/// A client's end of a socket.
pub(crate) struct Socket(pub(crate) WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Socket {
    pub(crate) async fn say(&mut self, message: Value) {
        self.say_text(message.to_string()).await;
    }

    pub(crate) async fn say_text(&mut self, text: String) {
        self.0.send(Message::Text(text.into())).await.expect("the socket is open");
    }

    /// The next frame; none when the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            let frame = tokio::time::timeout(SOON, self.0.next()).await.expect("an answer comes in time");
            match frame {
                Some(Ok(Message::Text(text))) => {
                    return Some(serde_json::from_str(&text).expect("frames are JSON"));
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next frame of that type; others are passed over.
    pub(crate) async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.next().await.unwrap_or_else(|| panic!("the socket was closed before '{kind}'"));
            if frame["type"] == kind {
                return frame;
            }
            assert!(frame["type"] != "refused", "refused while waiting for {kind}: {frame}");
        }
    }

    /// The next refusal.
    pub(crate) async fn refusal(&mut self) -> Value {
        self.next_of(&["refused"]).await
    }

    /// What becomes of an answer: it is done or refused.
    pub(crate) async fn verdict(&mut self) -> Value {
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
    pub(crate) async fn play(&mut self, rev: &mut i64, text: &str) {
        self.say(json!({"type": "play", "id": 7, "rev": *rev, "text": text})).await;
        *rev = self.hear("done").await["rev"].as_i64().expect("a revision");
    }
}
