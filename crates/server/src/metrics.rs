//! What an operator can measure: counters and times of this process in Prometheus' text format.

use std::sync::OnceLock;
use std::sync::atomic::Ordering;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::App;
use crate::error::{Error, Result};

const REQUESTS: &str = "westfront_requests_total";
const REQUEST_SECONDS: &str = "westfront_request_seconds";
const ACTIONS: &str = "westfront_actions_total";
const COMMIT_SECONDS: &str = "westfront_commit_seconds";
const THINKING_SECONDS: &str = "westfront_thinking_seconds";
const ERRORS: &str = "westfront_errors_total";
const NOTICES: &str = "westfront_notices_total";
const SOCKETS: &str = "westfront_sockets";
const CONNECTIONS: &str = "westfront_connections";
const TURNED_AWAY: &str = "westfront_connections_turned_away_total";
const TABLES: &str = "westfront_tables_in_memory";
const QUEUE: &str = "westfront_thinking_queue";

/// Bounds of times, in seconds.
const TIMES: [f64; 11] = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 2.0, 10.0];

/// Begins to measure. There is one set of counters for the whole process.
fn recorder() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    HANDLE
        .get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let seconds = Matcher::Suffix("_seconds".into());
            let handle = builder.set_buckets_for_metric(seconds, &TIMES).ok()?.install_recorder().ok()?;
            describe_counter!(REQUESTS, "Requests answered, by method and status.");
            describe_histogram!(REQUEST_SECONDS, "How long answers took.");
            describe_counter!(ACTIONS, "Changes of tables stored for good.");
            describe_histogram!(COMMIT_SECONDS, "How long a batch of changes took to be stored.");
            describe_histogram!(THINKING_SECONDS, "How long computer players thought about one answer.");
            describe_counter!(ERRORS, "Errors that are the server's fault, by kind.");
            describe_counter!(NOTICES, "Webhooks and mails tried, by result.");
            describe_gauge!(SOCKETS, "Open sockets.");
            describe_gauge!(CONNECTIONS, "Open connections, sockets not counted.");
            describe_counter!(TURNED_AWAY, "Connections closed because there were too many.");
            describe_gauge!(TABLES, "Tables in memory.");
            describe_gauge!(QUEUE, "Computer players that wait for their turn to think.");
            Some(handle)
        })
        .as_ref()
}

pub(crate) fn request(method: &str, status: u16, took: Duration) {
    let method = if ["GET", "HEAD", "POST"].contains(&method) { method.to_owned() } else { "other".into() };
    counter!(REQUESTS, "method" => method, "status" => status.to_string()).increment(1);
    histogram!(REQUEST_SECONDS).record(took.as_secs_f64());
}

pub(crate) fn stored(actions: usize, took: Duration) {
    counter!(ACTIONS).increment(actions as u64);
    histogram!(COMMIT_SECONDS).record(took.as_secs_f64());
}

pub(crate) fn thought(took: Duration) {
    histogram!(THINKING_SECONDS).record(took.as_secs_f64());
}

pub(crate) fn error(kind: &'static str) {
    counter!(ERRORS, "kind" => kind).increment(1);
}

pub(crate) fn notice(result: &'static str) {
    counter!(NOTICES, "result" => result).increment(1);
}

async fn tell(State(app): State<App>) -> impl IntoResponse {
    gauge!(SOCKETS).set(app.sockets.inside() as f64);
    gauge!(CONNECTIONS).set(app.doors.inside() as f64);
    gauge!(TABLES).set(app.tables.ids().len() as f64);
    gauge!(QUEUE).set(app.thinkers.waiting() as f64);
    counter!(TURNED_AWAY).absolute(app.turned_away.load(Ordering::Relaxed));
    let text = recorder().map(PrometheusHandle::render).unwrap_or_default();
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text)
}

/// Serves metrics at their own address, if one is configured, while the server runs.
pub(crate) async fn serve(app: App) -> Result<Option<tokio::task::JoinHandle<()>>> {
    let Some(address) = app.config.metrics else { return Ok(None) };
    if recorder().is_none() {
        return Err(Error::Setup("nothing can be measured: another recorder is installed".into()));
    }
    let listener = TcpListener::bind(address).await;
    let listener = listener
        .map_err(|error| Error::Setup(format!("{address} cannot be listened to for metrics: {error}")))?;
    let router = Router::new().route("/metrics", get(tell)).with_state(app);
    Ok(Some(tokio::spawn(async move {
        if let Err(error) = axum::serve(listener, router).await {
            tracing::warn!(%error, "metrics are not told any more");
        }
    })))
}
