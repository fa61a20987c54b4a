//! The browser client inside the binary; a debug build reads it from disk.

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

use crate::error::Error;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[allow_missing = true]
struct Web;

/// `/`.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    file("index.html", &headers)
}

/// `/table/ID`.
pub(crate) async fn table(headers: HeaderMap) -> Response {
    file("table.html", &headers)
}

/// `/manual/GAME/PAGE`.
pub(crate) async fn manual(headers: HeaderMap) -> Response {
    file("manual.html", &headers)
}

/// `/try/GAME/EXAMPLE`.
pub(crate) async fn trial(headers: HeaderMap) -> Response {
    file("try.html", &headers)
}

/// `/learn/GAME/LESSON`.
pub(crate) async fn learn(headers: HeaderMap) -> Response {
    file("learn.html", &headers)
}

/// `/account/ID`.
pub(crate) async fn account(headers: HeaderMap) -> Response {
    file("account.html", &headers)
}

/// `/NAME` is `NAME.html`; anything else is the file of that path.
pub(crate) async fn path(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        file(&path, &headers)
    } else {
        file(&format!("{path}.html"), &headers)
    }
}

/// Whether a file of the folder is for browsers: notes and types are for those who write it.
fn is_served(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or_default();
    let kind = name.rsplit('.').next().unwrap_or_default();
    !["md", "ts", "mts"].contains(&kind)
        && name != "tsconfig.json"
        && name != "package.json"
        && !name.starts_with('.')
}

fn file(path: &str, headers: &HeaderMap) -> Response {
    match Web::get(path).filter(|_| is_served(path)) {
        Some(file) => {
            let tag = engine::dice::hex(&file.metadata.sha256_hash()[..12]);
            tagged(headers, content_type(path), &tag, file.data.into_owned())
        }
        None => Error::Missing("there is no such page".into()).into_response(),
    }
}

/// A body with its tag, or "not modified" for those who have it.
pub(crate) fn tagged(headers: &HeaderMap, kind: &'static str, tag: &str, body: Vec<u8>) -> Response {
    let tag = format!("\"{tag}\"");
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    let is_known =
        known.is_some_and(|known| known.split(',').any(|one| one.trim().trim_start_matches("W/") == tag));
    let mut response = if is_known { StatusCode::NOT_MODIFIED.into_response() } else { body.into_response() };
    let headers = response.headers_mut();
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        headers.insert(header::ETAG, tag);
    }
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "webmanifest" => "application/manifest+json",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
