//! This program as a server: how tests get a server that they can kill.

use std::time::Duration;

use server::Server;
use tokio::net::TcpListener;

use crate::harness;

/// Does nothing unless a test has started this program as a server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn server_process() {
    let Ok(database) = std::env::var("WESTFRONT_TEST_DATABASE") else { return };
    let ready = std::env::var("WESTFRONT_TEST_READY").expect("a file for the address");
    let mut config = harness::config(&database);
    if let Some(seconds) = std::env::var("WESTFRONT_TEST_IDLE").ok().and_then(|text| text.parse().ok()) {
        config.idle = Duration::from_secs(seconds);
    }
    let server = Server::open(config).await.expect("the server opens");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address").to_string();
    std::fs::write(format!("{ready}.new"), address).expect("the address is written");
    std::fs::rename(format!("{ready}.new"), ready).expect("the address is there");
    server.serve(listener, std::future::pending()).await.expect("it serves");
}
