//! Who comes in and what goes out: connections, addresses behind proxies, webhooks.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hyper::Request;
use serde_json::json;
use server::{Config, Connections};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

use crate::harness::{Browser, Database, Db, Running, SOON, config};
use crate::on_both;

on_both!(a_webhook_that_hangs_holds_up_no_other);

/// A connection from one of the many addresses of this machine.
async fn connect_from(server: SocketAddr, last: u8) -> TcpStream {
    ::harness::connect([127, 0, 0, last].into(), server).await.expect("a connection")
}

/// Whether the server closes a connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    tokio::time::timeout(SOON, stream.read_to_end(&mut rest)).await.is_ok()
}

/// The first line of the answer to a request.
async fn ask(stream: &mut TcpStream, path: &str) -> String {
    let request = format!("GET {path} HTTP/1.1\r\nhost: test\r\n\r\n");
    if stream.write_all(request.as_bytes()).await.is_err() {
        return String::new();
    }
    let mut answer = [0; 16];
    match tokio::time::timeout(SOON, stream.read(&mut answer)).await {
        Ok(Ok(count)) => String::from_utf8_lossy(&answer[..count]).into_owned(),
        _ => String::new(),
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn half_open_connections_shut_no_client_out() {
    let database = Database::new(Db::Sqlite);
    let connections = Connections { most: 60, each: 20, ..Connections::default() };
    let server = Running::start(Config { connections, ..config(&database.url) }).await;
    let mut flood = Vec::new();
    for _ in 0..40 {
        let mut stream = connect_from(server.address, 1).await;
        let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await;
        flood.push(stream);
    }
    // Connections beyond a network's share are closed at once, and other networks come in.
    for stream in &mut flood[20..] {
        assert!(is_closed(stream).await);
    }
    let mut honest = connect_from(server.address, 2).await;
    assert!(ask(&mut honest, "/healthz").await.starts_with("HTTP/1.1 200"));
    // Several networks together fill the house, and no more.
    let mut more = Vec::new();
    for last in [3, 4, 5] {
        for _ in 0..20 {
            more.push(connect_from(server.address, last).await);
        }
    }
    assert!(is_closed(more.last_mut().expect("the last")).await, "the house is full");
    // A connection that ends makes room.
    drop((flood, more));
    for _ in 0..400 {
        if ask(&mut connect_from(server.address, 1).await, "/healthz").await.starts_with("HTTP/1.1 200") {
            return server.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("the house stays full");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_silent_connection_is_closed() {
    let database = Database::new(Db::Sqlite);
    let short = Duration::from_millis(200);
    // Half a header does not last, and neither does an idle connection; each by its own clock.
    for (header_patience, idle_patience) in [(short, SOON * 100), (SOON * 100, short)] {
        let connections = Connections { header_patience, idle_patience, ..Connections::default() };
        let server = Running::start(Config { connections, ..config(&database.url) }).await;
        let mut half = TcpStream::connect(server.address).await.expect("a connection");
        half.write_all(b"GET /healthz HTTP/1.1\r\nx: ").await.expect("it is open");
        assert!(is_closed(&mut half).await);
        if idle_patience == short {
            let mut idle = TcpStream::connect(server.address).await.expect("a connection");
            assert!(ask(&mut idle, "/healthz").await.starts_with("HTTP/1.1 200"));
            assert!(is_closed(&mut idle).await);
        }
        server.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sockets_of_one_network_are_counted() {
    let database = Database::new(Db::Sqlite);
    let connections = Connections { sockets_each: 3, ..Connections::default() };
    let server = Running::start(Config { connections, ..config(&database.url) }).await;
    let (anna, _, table, _) = crate::play::begun(&server, "short").await;
    let mut open = Vec::new();
    for _ in 0..3 {
        open.push(anna.look(&table, json!({"type": "hello"})).await);
    }
    let refused = anna.try_socket(&table).await.err().expect("the fourth");
    assert!(refused.contains("429"), "{refused}");
    open.pop();
    for _ in 0..400 {
        if anna.try_socket(&table).await.is_ok() {
            return server.stop().await;
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    panic!("a socket that was closed is counted for ever");
}

/// Tries to sign in with these lines of `X-Forwarded-For`.
async fn login(server: &Running, lines: &[&str]) -> u16 {
    // Another account every time, because accounts are counted separately.
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let name = format!("nobody {}", COUNT.fetch_add(1, Ordering::SeqCst));
    let mut request = Request::post("/api/login").header("content-type", "application/json");
    for line in lines {
        request = request.header("x-forwarded-for", *line);
    }
    let body = json!({"name": name, "password": "wrong"}).to_string();
    server.browser().send(request, body).await.status.as_u16()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_last_hop_of_the_last_line_counts() {
    let database = Database::new(Db::Sqlite);
    let lax = Config { behind_tls_proxy: true, ..config(&database.url) };
    let server = Running::start(Config { rate_factor: 1, ..lax.clone() }).await;
    let mut last = 0;
    for number in 0..20 {
        last = login(&server, &[&format!("198.51.100.{number}"), "192.0.2.1"]).await;
    }
    assert_eq!(last, 429, "a forged line before the proxy's does not help");
    assert_eq!(login(&server, &["192.0.2.1, 192.0.2.2:4711"]).await, 401, "another client, with a port");
    server.stop().await;
    // Behind two proxies the last is the first proxy's address, and the one before it the client's.
    let server = Running::start(Config { rate_factor: 1, trusted_hops: 2, ..lax }).await;
    for number in 0..20 {
        last = login(&server, &[&format!("198.51.100.{number}, 192.0.2.3"), "10.0.0.1"]).await;
    }
    assert_eq!(last, 429);
    assert_eq!(login(&server, &["192.0.2.4, 10.0.0.1"]).await, 401);
    server.stop().await;
}

/// A web server at an address of this machine that counts its callers, and answers them or never does.
async fn hook(last: u8, answers: bool) -> (String, Arc<AtomicUsize>, Arc<AtomicUsize>) {
    let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, last], 0))).await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let (called, left) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let counts = (called.clone(), left.clone());
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            counts.0.fetch_add(1, Ordering::SeqCst);
            let left = counts.1.clone();
            tokio::spawn(async move {
                let mut heard = [0; 4096];
                while let Ok(1..) = stream.read(&mut heard).await {
                    if answers {
                        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n").await;
                        return;
                    }
                }
                left.fetch_add(1, Ordering::SeqCst);
            });
        }
    });
    (url, called, left)
}

/// A table at which blue waits with a webhook and red's answer calls it.
async fn call(server: &Running, url: &str) {
    let (anna, mut bert, table, _) = crate::play::begun(server, "long").await;
    let (mut red, view) = anna.look(&table, json!({"type": "hello"})).await;
    let mut rev = view["rev"].as_i64().expect("a revision");
    red.play(&mut rev, "hide 3").await;
    let (mut blue, _) = bert.look(&table, json!({"type": "hello"})).await;
    blue.play(&mut rev, "hide 4").await;
    let path = format!("/api/tables/{table}/notify");
    bert.post(&path, json!({"seat": 1, "webhook": url})).await.ok();
    drop(blue);
    while red.hear("table").await["table"]["seats"][1]["here"] == json!(true) {}
    red.play(&mut rev, "step").await;
}

async fn until(what: &str, is_so: impl Fn() -> bool) {
    for _ in 0..4000 {
        if is_so() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    panic!("it never came: {what}");
}

async fn a_webhook_that_hangs_holds_up_no_other(db: Db) {
    let database = Database::new(db);
    let server = Running::start(config(&database.url)).await;
    let (hangs, hung, left) = hook(2, false).await;
    let (answers, called, _) = hook(1, true).await;
    for _ in 0..4 {
        call(&server, &hangs).await;
    }
    until("the first calls", || hung.load(Ordering::SeqCst) >= 2).await;
    call(&server, &answers).await;
    until("the other call", || called.load(Ordering::SeqCst) == 1).await;
    assert_eq!(left.load(Ordering::SeqCst), 0, "the calls that hang are still waited for");
    assert_eq!(hung.load(Ordering::SeqCst), 2, "no more than two at once to one host");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn webhooks_call_web_servers_of_the_world_alone() {
    let database = Database::new(Db::Sqlite);
    let server = Running::start(Config { private_webhooks: false, ..config(&database.url) }).await;
    let (mut anna, _, table, _) = crate::play::begun(&server, "short").await;
    let path = format!("/api/tables/{table}/notify");
    let mut set = async |url: &str| anna.post(&path, json!({"seat": 0, "webhook": url})).await.status;
    assert_eq!(set("http://192.0.2.1:6379/").await, 400);
    assert_eq!(set("http://192.0.2.1:443/").await, 200);
    let (url, called, _) = hook(1, true).await;
    assert_eq!(set(&url).await, 400, "{url} has another port");
    assert_eq!(called.load(Ordering::SeqCst), 0);
    let _: &Browser = &anna;
    server.stop().await;
}
