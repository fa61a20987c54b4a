//! The load test: `cargo run --release -p server --example load -- [--tables N] [--seconds N] [--rate N] [--idle N]`.
//!
//! Starts a server in a separate process on a SQLite file, on this machine only, and plays random games on
//! many tables at once, two sockets each. Prints the server's processor time, latency and memory. Every
//! action is on the disk before it is answered.

#![expect(clippy::disallowed_methods, reason = "a load test measures time")]

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use futures_util::{SinkExt, StreamExt};
use games::Library;
use http_body_util::{BodyExt, Full};
use hyper::Request;
use hyper::body::Bytes;
use hyper::client::conn::http1::SendRequest;
use hyper_util::rt::TokioIo;
use serde::Deserialize;
use serde_json::{Value, json};
use server::{Config, Connections, Quotas, Server};
use tokio::net::{TcpListener, TcpStream};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

type Fault = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// The same one as in the program.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What is asked for on the command line.
struct Wishes {
    tables: usize,
    seconds: u64,
    rate: u64,
    idle: usize,
    game: String,
}

impl Wishes {
    fn read() -> Result<Wishes, Fault> {
        let mut wishes =
            Wishes { tables: 500, seconds: 15, rate: 2500, idle: 10_000, game: "cambrai".into() };
        let mut arguments = std::env::args().skip(1);
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            match name.as_str() {
                "--tables" => wishes.tables = value.parse()?,
                "--seconds" => wishes.seconds = value.parse()?,
                "--rate" => wishes.rate = value.parse()?,
                "--idle" => wishes.idle = value.parse()?,
                "--game" => wishes.game = value,
                other => return Err(format!("there is no option {other}").into()),
            }
        }
        Ok(wishes)
    }
}

#[tokio::main]
async fn main() -> Result<(), Fault> {
    if let Ok(database) = std::env::var("WESTFRONT_LOAD_DATABASE") {
        return serve(database).await;
    }
    let wishes = Wishes::read()?;
    let folder = std::env::temp_dir().join(format!("westfront-load-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let measured = measure(&wishes, &folder).await;
    std::fs::remove_dir_all(&folder)?;
    measured
}

/// This program as the server.
async fn serve(database: String) -> Result<(), Fault> {
    let mut config = Config::new(Library::embedded()?);
    config.database = database;
    config.rate_factor = 100_000;
    // One tester plays for thousands of networks and browsers.
    let all = config.connections.most;
    config.connections = Connections { each: all, sockets_each: all, ..config.connections };
    config.quotas = Quotas { tables: u32::MAX, ..config.quotas };
    config.idle = Duration::from_secs(3);
    let server = Server::open(config).await?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let ready = PathBuf::from(std::env::var("WESTFRONT_LOAD_READY")?);
    std::fs::write(ready.with_extension("new"), listener.local_addr()?.to_string())?;
    std::fs::rename(ready.with_extension("new"), ready)?;
    server.serve(listener, std::future::pending()).await?;
    Ok(())
}

/// A server process, gone with this value.
struct Process {
    child: Child,
    address: SocketAddr,
    /// From its start to its first answer.
    cold_start: Duration,
}

impl Process {
    async fn start(folder: &Path) -> Result<Process, Fault> {
        let ready = folder.join("ready");
        let _ = std::fs::remove_file(&ready);
        let begun = Instant::now();
        let child = Command::new(std::env::current_exe()?)
            .env("WESTFRONT_LOAD_DATABASE", folder.join("load.db"))
            .env("WESTFRONT_LOAD_READY", &ready)
            .stdout(Stdio::null())
            .spawn()?;
        let address: SocketAddr = loop {
            if let Ok(text) = std::fs::read_to_string(&ready) {
                break text.parse()?;
            }
            if begun.elapsed() > Duration::from_secs(30) {
                return Err("the server does not start".into());
            }
            tokio::time::sleep(Duration::from_micros(500)).await;
        };
        let mut client = Client::connect(address).await?;
        client.ask(Request::get("/healthz"), String::new()).await?;
        Ok(Process { child, address, cold_start: begun.elapsed() })
    }

    /// Processor time of the server so far, in seconds.
    fn processor(&self) -> Result<f64, Fault> {
        let text = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        let fields: Vec<&str> = text.rsplit(')').next().unwrap_or_default().split_whitespace().collect();
        let ticks: f64 = fields[11].parse::<f64>()? + fields[12].parse::<f64>()?;
        Ok(ticks / 100.0)
    }

    /// Its memory, in MiB.
    fn memory(&self) -> Result<f64, Fault> {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).ok_or("no VmRSS")?;
        Ok(line.split_whitespace().nth(1).ok_or("no number")?.parse::<f64>()? / 1024.0)
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// One kept connection with a cookie.
struct Client {
    sender: SendRequest<Full<Bytes>>,
    address: SocketAddr,
    cookie: String,
}

impl Client {
    async fn connect(address: SocketAddr) -> Result<Client, Fault> {
        let stream = TcpStream::connect(address).await?;
        let (sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await?;
        tokio::spawn(connection);
        Ok(Client { sender, address, cookie: String::new() })
    }

    async fn ask(&mut self, request: hyper::http::request::Builder, body: String) -> Result<Bytes, Fault> {
        let request = request
            .header("host", self.address.to_string())
            .header("cookie", &self.cookie)
            .header("content-type", "application/json")
            .body(Full::new(Bytes::from(body)))?;
        self.sender.ready().await?;
        let response = self.sender.send_request(request).await?;
        if let Some(cookie) = response.headers().get("set-cookie") {
            cookie.to_str()?.split(';').next().unwrap_or_default().clone_into(&mut self.cookie);
        }
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        if status.is_success() { Ok(body) } else { Err(format!("{status}: {body:?}").into()) }
    }

    async fn post(&mut self, path: &str, body: Value) -> Result<Value, Fault> {
        Ok(serde_json::from_slice(&self.ask(Request::post(path), body.to_string()).await?)?)
    }

    /// A socket at a table through the eyes of a seat.
    async fn socket(&self, table: &str, seat: u8) -> Result<Socket, Fault> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request()?;
        request.headers_mut().insert("cookie", self.cookie.parse()?);
        let (mut socket, _) = tokio_tungstenite::connect_async(request).await?;
        socket
            .send(Message::Text(json!({"type": "hello", "seat": seat, "bundles": false}).to_string().into()))
            .await?;
        Ok(socket)
    }
}

/// What a random player needs of a frame.
#[derive(Deserialize)]
struct Frame {
    r#type: String,
    #[serde(default)]
    rev: i64,
    decision: Option<Decision>,
    error: Option<String>,
}

#[derive(Deserialize)]
struct Decision {
    options: Vec<Choice>,
}

#[derive(Deserialize)]
struct Choice {
    play: String,
}

/// A table with a socket for each seat.
struct Table {
    sockets: Vec<Socket>,
    rev: i64,
    /// Each seat's options.
    options: Vec<Vec<Choice>>,
    seed: u64,
}

impl Table {
    async fn open(clients: &[Client], table: &str, seats: &[u8], seed: u64) -> Result<Table, Fault> {
        let mut opened = Table { sockets: Vec::new(), rev: 0, options: Vec::new(), seed };
        for (client, seat) in clients.iter().zip(seats) {
            opened.sockets.push(client.socket(table, *seat).await?);
            opened.options.push(Vec::new());
        }
        for index in 0..seats.len() {
            opened.hear(index, "view").await?;
        }
        Ok(opened)
    }

    fn random(&mut self, below: usize) -> usize {
        self.seed = self.seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.seed >> 33) as usize % below
    }

    /// Waits for a frame of that type at one socket.
    async fn hear(&mut self, index: usize, kind: &str) -> Result<(), Fault> {
        loop {
            let frame = self.sockets[index].next().await.ok_or("the socket was closed")??;
            let Message::Text(text) = frame else { continue };
            let frame: Frame = serde_json::from_str(&text)?;
            if frame.r#type == "refused" {
                return Err(format!("refused: {:?}", frame.error).into());
            }
            if frame.r#type == kind {
                self.rev = frame.rev;
                self.options[index] = frame.decision.map(|decision| decision.options).unwrap_or_default();
                return Ok(());
            }
        }
    }

    /// Whether no seat is asked any more.
    fn is_over(&self) -> bool {
        self.options.iter().all(Vec::is_empty)
    }

    /// One random action: how long it took until its player saw it; none when the game is over.
    async fn act(&mut self) -> Result<Option<Duration>, Fault> {
        let Some(index) = self.options.iter().position(|options| !options.is_empty()) else {
            return Ok(None);
        };
        let nth = self.random(self.options[index].len());
        let play = json!({"type": "play", "rev": self.rev, "text": self.options[index][nth].play});
        let begun = Instant::now();
        self.sockets[index].send(Message::Text(play.to_string().into())).await?;
        self.hear(index, "update").await?;
        let took = begun.elapsed();
        for other in (0..self.sockets.len()).filter(|other| *other != index) {
            self.hear(other, "update").await?;
        }
        Ok(Some(took))
    }
}

async fn measure(wishes: &Wishes, folder: &Path) -> Result<(), Fault> {
    let process = Process::start(folder).await?;
    println!("cold start with an empty database: {:.1} ms", process.cold_start.as_secs_f64() * 1000.0);
    let empty = process.memory()?;
    println!("memory of the server alone: {empty:.1} MiB");
    let mut clients = Vec::new();
    let titles = {
        let mut client = Client::connect(process.address).await?;
        let body = client.ask(Request::get("/api/games"), String::new()).await?;
        serde_json::from_slice::<Value>(&body)?
    };
    let games = titles["games"].as_array().ok_or("no games")?;
    let title = games.iter().find(|title| title["id"] == wishes.game.as_str()).ok_or("no such game")?;
    let scenario = &title["scenarios"][0];
    let seats: Vec<u8> = serde_json::from_value(scenario["seats"].clone())?;
    for _ in &seats {
        clients.push(Client::connect(process.address).await?);
    }
    let mut tables = Vec::new();
    let begun = Instant::now();
    for number in 0..wishes.tables {
        let id = new_table(&mut clients, &wishes.game, &scenario["id"], &seats).await?;
        tables.push(Table::open(&clients, &id, &seats, number as u64).await?);
    }
    println!(
        "{} tables of {} made, {} sockets open, in {:.1} s",
        wishes.tables,
        wishes.game,
        wishes.tables * seats.len(),
        begun.elapsed().as_secs_f64()
    );
    let full = process.memory()?;
    println!("memory: {full:.1} MiB, {:.1} KiB a table", (full - empty) * 1024.0 / wishes.tables as f64);
    let mut tables = as_fast_as_possible(&process, wishes, tables).await?;
    // New games replace finished ones, so that the rate stays the one asked for.
    for (number, table) in tables.iter_mut().enumerate().filter(|(_, table)| table.is_over()) {
        let id = new_table(&mut clients, &wishes.game, &scenario["id"], &seats).await?;
        *table = Table::open(&clients, &id, &seats, (wishes.tables + number) as u64).await?;
    }
    let tables = at_a_rate(&process, wishes, tables).await?;
    println!("memory after play: {:.1} MiB", process.memory()?);
    drop(tables);
    idle(&process, wishes, &mut clients, &scenario["id"], &seats).await?;
    let database = std::fs::metadata(folder.join("load.db"))?.len() as f64 / f64::from(1 << 20);
    drop(process);
    let process = Process::start(folder).await?;
    println!(
        "cold start with that database ({database:.0} MiB): {:.1} ms",
        process.cold_start.as_secs_f64() * 1000.0
    );
    Ok(())
}

async fn new_table(
    clients: &mut [Client],
    game: &str,
    scenario: &Value,
    seats: &[u8],
) -> Result<String, Fault> {
    let new = json!({"game": game, "scenario": scenario, "name": "Load",
        "seats": [{"seat": seats[0], "by": "me"}]});
    let made = clients[0].post("/api/tables", new).await?;
    let id = made["table"]["id"].as_str().ok_or("no id")?.to_owned();
    clients[0].post(&format!("/api/tables/{id}/begin"), json!({"nonce": "load0test"})).await?;
    for (client, link) in clients.iter_mut().zip(made["links"].as_array().ok_or("no links")?).skip(1) {
        let token = link["link"].as_str().and_then(|link| link.split_once('#')).ok_or("no token")?.1;
        let take = json!({"token": token, "nonce": "load0test", "name": "Load"});
        client.post(&format!("/api/tables/{id}/take"), take).await?;
    }
    Ok(id)
}

/// All tables play without a pause: how many actions the server's processor time allows.
async fn as_fast_as_possible(
    process: &Process,
    wishes: &Wishes,
    tables: Vec<Table>,
) -> Result<Vec<Table>, Fault> {
    let count = Arc::new(AtomicU64::new(0));
    let (processor, begun) = (process.processor()?, Instant::now());
    let until = begun + Duration::from_secs(wishes.seconds);
    let tasks: Vec<_> = tables
        .into_iter()
        .map(|mut table| {
            let count = count.clone();
            tokio::spawn(async move {
                while Instant::now() < until && table.act().await?.is_some() {
                    count.fetch_add(1, Ordering::Relaxed);
                }
                Ok::<Table, Fault>(table)
            })
        })
        .collect();
    let mut back = Vec::new();
    for task in tasks {
        back.push(task.await??);
    }
    let (played, used) = (count.load(Ordering::Relaxed) as f64, process.processor()? - processor);
    println!(
        "as fast as possible: {:.0} durable actions a second, {:.0} for each second of processor time",
        played / begun.elapsed().as_secs_f64(),
        played / used
    );
    Ok(back)
}

/// All tables together play at a fixed rate: how long a player waits.
async fn at_a_rate(process: &Process, wishes: &Wishes, tables: Vec<Table>) -> Result<Vec<Table>, Fault> {
    let pause = Duration::from_secs_f64(tables.len() as f64 / wishes.rate as f64);
    let (processor, begun) = (process.processor()?, Instant::now());
    let until = begun + Duration::from_secs(wishes.seconds);
    let many = tables.len() as u32;
    let tasks: Vec<_> = tables
        .into_iter()
        .enumerate()
        .map(|(number, mut table)| {
            tokio::spawn(async move {
                let mut times = Vec::new();
                let mut next = begun + pause * number as u32 / many;
                while next < until {
                    tokio::time::sleep_until(next.into()).await;
                    let Some(took) = table.act().await? else { break };
                    times.push(took);
                    next += pause;
                }
                Ok::<(Table, Vec<Duration>), Fault>((table, times))
            })
        })
        .collect();
    let (mut back, mut times) = (Vec::new(), Vec::new());
    for task in tasks {
        let (table, took) = task.await??;
        back.push(table);
        times.extend(took);
    }
    times.sort();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_secs_f64() * 1000.0;
    println!(
        "at {:.0} actions a second: from message to view p50 {:.2} ms, p90 {:.2} ms, p99 {:.2} ms, worst {:.1} ms; \
         {:.0} % of one processor",
        times.len() as f64 / begun.elapsed().as_secs_f64(),
        at(0.5),
        at(0.9),
        at(0.99),
        at(1.0),
        (process.processor()? - processor) / begun.elapsed().as_secs_f64() * 100.0
    );
    Ok(back)
}

/// Makes many tables and leaves them idle.
async fn idle(
    process: &Process,
    wishes: &Wishes,
    clients: &mut [Client],
    scenario: &Value,
    seats: &[u8],
) -> Result<(), Fault> {
    for _ in 0..wishes.idle {
        let id = new_table(clients, &wishes.game, scenario, seats).await?;
        // Each is looked at once, so that it has been in memory.
        clients[0].ask(Request::get(format!("/api/tables/{id}/record")), String::new()).await?;
    }
    let busy = process.memory()?;
    tokio::time::sleep(Duration::from_secs(8)).await;
    println!(
        "{} more tables, all idle: {:.1} MiB (just before they left the memory: {busy:.1} MiB)",
        wishes.idle,
        process.memory()?
    );
    Ok(())
}
