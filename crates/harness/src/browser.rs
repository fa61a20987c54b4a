//! A browser, as far as a server can tell.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use http_body_util::{BodyExt, Full};
use hyper::body::Bytes;
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

use crate::Socket;

/// A browser: it keeps its cookie.
#[derive(Clone)]
pub struct Browser {
    /// The server.
    pub address: SocketAddr,
    /// The address of this machine that it calls from: servers count by it.
    pub from: IpAddr,
    /// What the server gave it to be known by.
    pub cookie: Option<String>,
}

/// An answer.
pub struct Answer {
    /// How it went.
    pub status: StatusCode,
    /// What is said beside it.
    pub headers: hyper::HeaderMap,
    /// The answer itself.
    pub body: Vec<u8>,
}

/// A connection from one of the many addresses of this machine.
pub async fn connect(from: IpAddr, to: SocketAddr) -> std::io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::from((from, 0)))?;
    let stream = socket.connect(to).await?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

impl Answer {
    /// The body, which must be JSON.
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("not JSON: {}", self.text()))
    }

    /// The body as text.
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// The answer to something that must succeed.
    pub fn ok(self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }
}

impl Browser {
    /// A browser that the server has not seen yet.
    pub fn new(address: SocketAddr) -> Browser {
        Browser { address, from: IpAddr::V4(Ipv4Addr::LOCALHOST), cookie: None }
    }

    /// Sends a request, which must be answered.
    pub async fn send(&mut self, request: hyper::http::request::Builder, body: impl Into<Bytes>) -> Answer {
        self.try_send(request, body).await.expect("the server answers")
    }

    /// Sends a request over a connection of its own.
    pub async fn try_send(
        &mut self,
        request: hyper::http::request::Builder,
        body: impl Into<Bytes>,
    ) -> Result<Answer, String> {
        let stream = connect(self.from, self.address).await.map_err(|error| error.to_string())?;
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

    /// Gets a page.
    pub async fn get(&mut self, path: &str) -> Answer {
        self.send(Request::get(path), "").await
    }

    /// Posts JSON, which must be answered.
    pub async fn post(&mut self, path: &str, body: Value) -> Answer {
        self.try_post(path, &body).await.expect("the server answers")
    }

    /// Posts JSON.
    pub async fn try_post(&mut self, path: &str, body: &Value) -> Result<Answer, String> {
        let request = Request::post(path).header("content-type", "application/json");
        self.try_send(request, body.to_string()).await
    }

    /// Makes a table with seats as given; its id and the tokens of its links.
    pub async fn new_table(&mut self, game: &str, scenario: &str, seats: Value) -> (String, Vec<String>) {
        let new = json!({"game": game, "scenario": scenario, "seats": seats, "name": "Anna"});
        let made = self.post("/api/tables", new).await.ok();
        self.begin(&made["table"]).await;
        let token =
            |link: &Value| link.as_str().and_then(|link| link.split_once('#')).expect("a link").1.to_owned();
        let links = made["links"].as_array().expect("links").iter().map(|link| token(&link["link"]));
        let tokens = links.chain([token(&made["spectator"])]).collect();
        (made["table"]["id"].as_str().expect("an id").to_owned(), tokens)
    }

    /// Gives a nonce for one's seats at a new table, if there are any.
    pub async fn begin(&mut self, table: &Value) {
        if table["seats"].as_array().expect("seats").iter().any(|seat| seat["yours"] == true) {
            let path = format!("/api/tables/{}/begin", table["id"].as_str().expect("an id"));
            self.post(&path, json!({"nonce": "annas0nonce"})).await.ok();
        }
    }

    /// Takes the seat of a link.
    pub async fn take(&mut self, table: &str, token: &str) -> Answer {
        let body = json!({"token": token, "nonce": "somebodys0nonce", "name": "Bert"});
        self.post(&format!("/api/tables/{table}/take"), body).await
    }

    /// The record as this browser may have it.
    pub async fn get_record(&self, table: &str) -> String {
        self.clone().get(&format!("/api/tables/{table}/record")).await.text()
    }

    /// A socket at a table, before its hello.
    pub async fn socket(&self, table: &str) -> Socket {
        self.try_socket(table).await.expect("a socket")
    }

    /// A socket at a table, if the server gives one.
    pub async fn try_socket(&self, table: &str) -> Result<Socket, String> {
        let url = format!("ws://{}/api/tables/{table}/socket", self.address);
        let mut request = url.into_client_request().map_err(|error| error.to_string())?;
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        }
        let stream = connect(self.from, self.address).await.map_err(|error| error.to_string())?;
        let opened = tokio_tungstenite::client_async(request, stream).await;
        opened.map(|(socket, _)| Socket(socket)).map_err(|error| error.to_string())
    }

    /// A socket that has said hello, and its view.
    pub async fn look(&self, table: &str, hello: Value) -> (Socket, Value) {
        let mut socket = self.socket(table).await;
        socket.say(hello).await;
        let view = socket.hear("view").await;
        (socket, view)
    }
}
