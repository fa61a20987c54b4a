//! The browser client inside the binary; a debug build reads it from disk.

use std::sync::LazyLock;

use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use sha2::{Digest, Sha256};

use crate::error::Error;

#[derive(RustEmbed)]
#[folder = "../../web"]
#[allow_missing = true]
struct Web;

/// The edition of the client: a hash over all its files.
static EDITION: LazyLock<String> = LazyLock::new(|| {
    let mut names: Vec<_> = Web::iter().collect();
    names.sort();
    let mut hash = Sha256::new();
    for name in names {
        if let Some(file) = Web::get(&name) {
            hash.update(name.as_bytes());
            hash.update(file.metadata.sha256_hash());
        }
    }
    engine::dice::hex(&hash.finalize()[..8])
});

/// `/`.
pub(crate) async fn index(headers: HeaderMap) -> Response {
    page("index.html", &headers)
}

/// `/table/ID`.
pub(crate) async fn table(headers: HeaderMap) -> Response {
    page("table.html", &headers)
}

/// `/manual/GAME/PAGE`.
pub(crate) async fn manual(headers: HeaderMap) -> Response {
    page("manual.html", &headers)
}

/// `/try/GAME/EXAMPLE`.
pub(crate) async fn trial(headers: HeaderMap) -> Response {
    page("try.html", &headers)
}

/// `/learn/GAME/LESSON`.
pub(crate) async fn learn(headers: HeaderMap) -> Response {
    page("learn.html", &headers)
}

/// `/account/ID`.
pub(crate) async fn account(headers: HeaderMap) -> Response {
    page("account.html", &headers)
}

/// `/NAME` is `NAME.html`; anything else is the file of that path.
pub(crate) async fn path(Path(path): Path<String>, headers: HeaderMap) -> Response {
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        file(&path, &headers)
    } else {
        page(&format!("{path}.html"), &headers)
    }
}

/// `/edition/HASH/PATH`: a file that the browser keeps, as long as it is of the edition that the address names.
pub(crate) async fn edition(Path((edition, path)): Path<(String, String)>, headers: HeaderMap) -> Response {
    let mut response = file(&path, &headers);
    if edition == *EDITION && !response.status().is_client_error() {
        let kept = HeaderValue::from_static("public, max-age=31536000, immutable");
        response.headers_mut().insert(header::CACHE_CONTROL, kept);
    }
    response
}

/// A page names its scripts and style sheets by their edition: a browser that has them need not ask whether
/// each one is still the same. A debug build does not do this, because its files may change at any time.
fn page(path: &str, headers: &HeaderMap) -> Response {
    if cfg!(debug_assertions) {
        return file(path, headers);
    }
    match Web::get(path) {
        Some(file) => {
            let text = named_by(&EDITION, &String::from_utf8_lossy(&file.data));
            let tag = engine::dice::hex(&Sha256::digest(&text)[..12]);
            tagged(headers, content_type(path), &tag, text.into_bytes())
        }
        None => Error::Missing("there is no such page".into()).into_response(),
    }
}

/// A page whose scripts and style sheets have addresses of an edition.
fn named_by(edition: &str, page: &str) -> String {
    let mut out = String::new();
    let mut rest = page;
    while let Some(at) = rest.find("=\"/") {
        let (before, after) = rest.split_at(at + 2);
        let address = &after[..after.find('"').unwrap_or(after.len())];
        out.push_str(before);
        if matches!(address.rsplit('.').next(), Some("js" | "css")) {
            out.push_str("/edition/");
            out.push_str(edition);
        }
        out.push_str(address);
        rest = &after[address.len()..];
    }
    out.push_str(rest);
    out
}

/// Whether a file of the folder is for browsers: notes and types are for developers.
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

/// A body with its tag, or "not modified" for a browser that has it.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_and_styles_are_named_by_edition_and_nothing_else_is() {
        let page = "<a href=\"/\">W</a><link href=\"/icon.svg\"><link href=\"/style/paper.css\"><script src=\"/table.js\"></script>";
        assert_eq!(
            named_by("1f", page),
            "<a href=\"/\">W</a><link href=\"/icon.svg\"><link href=\"/edition/1f/style/paper.css\">\
             <script src=\"/edition/1f/table.js\"></script>"
        );
    }
}
