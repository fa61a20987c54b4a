//! What stands before every request: limits, origins, and headers that keep browsers safe.

use std::any::Any;
use std::net::IpAddr;

use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use tracing::Instrument;

use crate::App;
use crate::auth;
use crate::clock;
use crate::error::{Error, REQUEST};
use crate::limits::Class;
use crate::metrics;
use crate::secrets;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub(crate) IpAddr);

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; \
    connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; media-src 'self' blob:; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Numbers a request, measures it and writes it into the log. Its errors are logged with its number.
pub(super) async fn number(State(app): State<App>, request: Request, next: Next) -> Response {
    let id = secrets::request_id();
    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
    let begun = clock::instant();
    let (parts, body) = request.into_parts();
    let from = auth::address(&app, &parts);
    let span = tracing::info_span!("request", id);
    let answering = next.run(Request::from_parts(parts, body)).instrument(span);
    let mut response = REQUEST.scope(id.clone(), answering).await;
    let (status, took) = (response.status().as_u16(), begun.elapsed());
    metrics::request(&method, status, took);
    tracing::info!(target: "access", id, %from, method, path, status, micros = took.as_micros() as u64);
    if let Ok(id) = HeaderValue::from_str(&id) {
        response.headers_mut().insert("x-request-id", id);
    }
    response
}

pub(super) async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let address = auth::address(&app, &parts);
    parts.extensions.insert(From(address));
    let is_change = !matches!(parts.method, Method::GET | Method::HEAD);
    let path = parts.uri.path();
    let class = match path {
        "/api/login" | "/api/recover" => Class::Password,
        _ if path.starts_with("/api/account") || path.starts_with("/api/mail/") => Class::Password,
        "/api/tables/upload" => Class::Upload,
        _ if path.ends_with("/socket") => Class::Connect,
        _ if is_change => Class::Create,
        _ => Class::Request,
    };
    let has_nul = parts.uri.path_and_query().is_some_and(|path| path.as_str().contains("%00"));
    let plain = || if has_nul { Err(Error::Bad("an address contains no NUL".into())) } else { Ok(()) };
    let checked = app
        .limits
        .check(address, class)
        .and_then(|()| app.bans.check_address(address))
        .and_then(|()| plain())
        .and_then(|()| if is_change { auth::check_origin(&parts.headers) } else { Ok(()) });
    let is_file = !path.starts_with("/api/");
    // Every page asks for these first: a player who comes back within a year stays known.
    let is_visit = !is_change && (path == "/api/me" || path.starts_with("/api/tables"));
    let prolonged =
        if checked.is_ok() && is_visit { auth::prolong(&app, &parts.headers).await } else { None };
    let mut response = match checked {
        Ok(()) => next.run(Request::from_parts(parts, body)).await,
        Err(error) => error.into_response(),
    };
    if is_plain_failure(&response) {
        response = spoken(response).await;
    }
    let headers = response.headers_mut();
    if let Some(cookie) = prolonged
        && !headers.contains_key(header::SET_COOKIE)
    {
        headers.extend(cookie);
    }
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-opener-policy", HeaderValue::from_static("same-origin"));
    headers.insert("cross-origin-resource-policy", HeaderValue::from_static("same-origin"));
    if !is_file {
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    response
}

/// A refusal by the framework (a body too long, malformed JSON) that is not yet in our words.
fn is_plain_failure(response: &Response) -> bool {
    let kind = response.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    response.status().is_client_error() && kind.is_some_and(|kind| kind.starts_with("text/plain"))
}

async fn spoken(response: Response) -> Response {
    let status = response.status();
    let body = axum::body::to_bytes(response.into_body(), 4096).await.unwrap_or_default();
    let text = String::from_utf8_lossy(&body);
    let error = if text.is_empty() { status.to_string() } else { text.trim().to_owned() };
    (status, axum::Json(serde_json::json!({ "error": error }))).into_response()
}

/// A panic in a handler is our fault; the client learns no more than that.
pub(super) fn panicked(panic: Box<dyn Any + Send>) -> Response {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
    let mut response = Error::Internal(format!("a handler panicked: {text}")).into_response();
    *response.status_mut() = StatusCode::INTERNAL_SERVER_ERROR;
    response
}
