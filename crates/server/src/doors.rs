//! Connections: how many there may be, in all and from each network, and how long one may be silent.

use std::collections::BTreeMap;
use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tower::Service;

use crate::App;
use crate::clock;
use crate::limits::network;

/// The longest head of a request, in bytes.
const LONGEST_HEAD: usize = 64 << 10;
/// How long connections may take to end when the server does.
const PARTING: Duration = Duration::from_secs(10);

/// Counts the guests inside, in all and by network.
#[derive(Default)]
pub(crate) struct Doors {
    inside: AtomicUsize,
    networks: Mutex<BTreeMap<IpAddr, usize>>,
}

/// A guest inside; dropping it lets him out.
pub(crate) struct Guest {
    doors: Arc<Doors>,
    network: Option<IpAddr>,
}

impl Doors {
    /// Lets a guest in, unless `most` are inside already, or `each` of his network. A guest without a known
    /// network is only counted in all.
    pub(crate) fn enter(self: &Arc<Doors>, from: Option<IpAddr>, most: usize, each: usize) -> Option<Guest> {
        let mut guest = Guest { doors: self.clone(), network: None };
        if self.inside.fetch_add(1, Ordering::Relaxed) >= most {
            return None;
        }
        if let Some(network) = from.map(network) {
            let mut networks = self.networks.lock().unwrap_or_else(PoisonError::into_inner);
            let count = networks.entry(network).or_default();
            if *count >= each {
                return None;
            }
            *count += 1;
            guest.network = Some(network);
        }
        Some(guest)
    }

    /// How many are inside.
    pub(crate) fn inside(&self) -> usize {
        self.inside.load(Ordering::Relaxed)
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.doors.inside.fetch_sub(1, Ordering::Relaxed);
        if let Some(network) = self.network {
            let mut networks = self.doors.networks.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(count) = networks.get_mut(&network) {
                *count -= 1;
                if *count == 0 {
                    networks.remove(&network);
                }
            }
        }
    }
}

/// Serves connections until `stop` is ready, then lets those that are busy end.
pub(crate) async fn serve(app: &App, router: Router, listener: TcpListener, stop: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, peer)) => welcome(app, &router, &graceful, stream, peer),
            Err(error) => {
                // A connection was lost on its way, or too many files are open; both pass.
                tracing::debug!(%error, "a connection was not accepted");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    }
    drop(listener);
    // Requests that are still open after this long are abandoned.
    let _ = tokio::time::timeout(PARTING, graceful.shutdown()).await;
}

/// Serves one connection, if there is room for it.
fn welcome(app: &App, router: &Router, graceful: &GracefulShutdown, stream: TcpStream, peer: SocketAddr) {
    let rooms = &app.config.connections;
    // Behind a proxy all connections are the proxy's; each request says where it comes from.
    let from = (!app.config.behind_tls_proxy).then_some(peer.ip());
    let Some(guest) = app.doors.enter(from, rooms.most, rooms.each) else {
        app.turned_away.fetch_add(1, Ordering::Relaxed);
        return;
    };
    let _ = stream.set_nodelay(true);
    let (stream, last) = Watched::new(stream);
    let router = router.clone();
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer));
        router.clone().call(request)
    });
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(rooms.header_patience)
        .max_buf_size(LONGEST_HEAD);
    let connection = builder.serve_connection_with_upgrades(TokioIo::new(stream), service);
    let connection = graceful.watch(connection.into_owned());
    let patience = rooms.idle_patience;
    tokio::spawn(async move {
        // A socket opened on this connection lives on, and is counted separately.
        let _guest = guest;
        tokio::select! {
            _ = connection => {}
            () = fall_asleep(last, patience) => {}
        }
    });
}

/// Ready when nothing was read or written for `patience`.
async fn fall_asleep(last: Arc<Activity>, patience: Duration) {
    loop {
        let quiet = last.quiet();
        if quiet >= patience {
            return;
        }
        tokio::time::sleep(patience.saturating_sub(quiet).max(Duration::from_millis(10))).await;
    }
}

/// When something was last read or written.
struct Activity {
    begun: Instant,
    /// In milliseconds since then.
    last: AtomicU64,
}

impl Activity {
    fn note(&self) {
        self.last.store(self.begun.elapsed().as_millis() as u64, Ordering::Relaxed);
    }

    fn quiet(&self) -> Duration {
        self.begun.elapsed().saturating_sub(Duration::from_millis(self.last.load(Ordering::Relaxed)))
    }
}

/// A stream that notes when it is used.
struct Watched {
    stream: TcpStream,
    activity: Arc<Activity>,
}

impl Watched {
    fn new(stream: TcpStream) -> (Watched, Arc<Activity>) {
        let activity = Arc::new(Activity { begun: clock::instant(), last: AtomicU64::new(0) });
        (Watched { stream, activity: activity.clone() }, activity)
    }
}

impl AsyncRead for Watched {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        buffer: &mut ReadBuf,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        if buffer.filled().len() > before {
            self.activity.note();
        }
        read
    }
}

impl AsyncWrite for Watched {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.note();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context,
        bytes: &[io::IoSlice],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, bytes);
        if matches!(written, Poll::Ready(Ok(1..))) {
            self.activity.note();
        }
        written
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
