//! Who asks (cookies, sessions, passwords), and from where (addresses, origins).

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Argon2, PasswordHash};
use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};

use crate::App;
use crate::beside::beside_play;
use crate::clock;
use crate::error::{Error, Result};
use crate::secrets;
use crate::store::Who;

/// How long a cookie lives, in seconds: a year after its last use.
const YEAR: u32 = 31_536_000;

/// The name of the cookie. Over https the name has a prefix: browsers accept such a cookie only from this
/// host, and never without TLS.
fn cookie_name(app: &App) -> &'static str {
    if app.config.public_url.starts_with("https://") { "__Host-westfront" } else { "westfront" }
}

/// The session behind a request's cookie; a stranger if there is none.
pub(crate) async fn who(app: &App, headers: &HeaderMap) -> Result<Who> {
    match token(app, headers) {
        Some(token) => Ok(app.store.session(token).await?.unwrap_or_default()),
        None => Ok(Who::default()),
    }
}

/// Prolongs a session that is used, once a day; returns the header that sets its cookie anew.
pub(crate) async fn prolong(app: &App, headers: &HeaderMap) -> Option<HeaderMap> {
    let token = token(app, headers)?;
    match app.store.prolong(token, clock::now()).await {
        Ok(true) => Some(set_cookie(app, token)),
        Ok(false) | Err(_) => None,
    }
}

fn token<'a>(app: &App, headers: &'a HeaderMap) -> Option<&'a str> {
    find_token(cookie_name(app), headers)
}

/// The first cookie of that name that can be a token. Everything else in the header is ignored.
fn find_token<'a>(cookie: &str, headers: &'a HeaderMap) -> Option<&'a str> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, value)| *name == cookie && value.len() == 32).map(|(_, value)| value)
}

/// The session behind a request's cookie, made if there is none, and the header that sets a new cookie.
pub(crate) async fn who_or_new(app: &App, headers: &HeaderMap) -> Result<(Who, HeaderMap)> {
    let known = who(app, headers).await?;
    if !known.session.is_empty() {
        return Ok((known, HeaderMap::new()));
    }
    let token = secrets::token();
    let who = app.store.new_session(&token, clock::now()).await?;
    Ok((who, set_cookie(app, &token)))
}

/// The header that sets the cookie of a session: a year, for this site alone, out of the reach of scripts.
/// An empty token takes it back.
pub(crate) fn set_cookie(app: &App, token: &str) -> HeaderMap {
    let age = if token.is_empty() { 0 } else { YEAR };
    let name = cookie_name(app);
    let is_secure = app.config.behind_tls_proxy || app.config.public_url.starts_with("https://");
    let secure = if is_secure { "; Secure" } else { "" };
    let text = format!("{name}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
    let mut headers = HeaderMap::new();
    headers.insert(header::SET_COOKIE, HeaderValue::from_str(&text).expect("tokens are letters and digits"));
    headers
}

/// Where a request comes from. Behind proxies a header says it: each proxy adds the address it was called
/// from at the end of the last line. Addresses before those that our own proxies added may be lies.
pub(crate) fn address(app: &App, parts: &Parts) -> IpAddr {
    let forwarded = || {
        let lines =
            parts.headers.get_all("x-forwarded-for").iter().map(|line| line.to_str().unwrap_or_default());
        let hops: Vec<&str> = lines.flat_map(|line| line.split(',')).collect();
        let nth = hops.len().checked_sub(app.config.trusted_hops.max(1))?;
        read_address(hops[nth])
    };
    let peer = || parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|peer| peer.0.ip());
    let told = if app.config.behind_tls_proxy { forwarded() } else { None };
    told.or_else(peer).unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// An address as proxies write it: some add a port.
fn read_address(text: &str) -> Option<IpAddr> {
    let text = text.trim();
    let with_port = || text.parse::<SocketAddr>().ok().map(|address| address.ip());
    text.trim_matches(['[', ']']).parse().ok().or_else(with_port)
}

/// A browser says which site a request comes from: it must be this one. Programs need not say.
pub(crate) fn check_origin(headers: &HeaderMap) -> Result<()> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://")).map(|(_, host)| host);
    match (origin, host) {
        (Some(origin), Some(host)) if origin.eq_ignore_ascii_case(host) => Ok(()),
        _ => Err(Error::Forbidden("this request comes from another site".into())),
    }
}

/// Hashes a password with Argon2id, beside play.
pub(crate) async fn hash_password(app: &App, password: String) -> Result<String> {
    let _turn = app.hashers.acquire().await;
    let work = move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string());
    beside_play(work).await?.map_err(|error| Error::Internal(error.to_string()))
}

/// Whether a password is the one that was hashed. The check takes as long when the account does not exist.
pub(crate) async fn is_password(app: &App, password: String, hash: Option<String>) -> Result<bool> {
    let _turn = app.hashers.acquire().await;
    let work = move || {
        if let Some(Ok(hash)) = hash.as_deref().map(PasswordHash::new) {
            Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()
        } else {
            let _ = Argon2::default().hash_password(password.as_bytes());
            false
        }
    };
    beside_play(work).await
}

/// A name that can be shown: no control characters, at most 40 letters.
pub(crate) fn clean_name(name: &str) -> String {
    let clean: String = name.chars().filter(|letter| !letter.is_control()).take(40).collect();
    clean.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(lines: &[&[u8]]) -> Option<String> {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(header::COOKIE, HeaderValue::from_bytes(line).expect("a header"));
        }
        find_token("westfront", &headers).map(str::to_owned)
    }

    #[test]
    fn a_cookie_is_found_among_whatever_else_is_sent() {
        let token = "0123456789abcdef0123456789abcdef";
        let good = format!("westfront={token}");
        for line in [
            good.clone(),
            format!("a=b; {good}"),
            format!("a=b;{good};c"),
            format!(";;=; westfront=short; {good}"),
            format!("__Host-westfront=x; Westfront=y;   {good}  "),
        ] {
            assert_eq!(found(&[line.as_bytes()]).as_deref(), Some(token), "{line}");
        }
        assert_eq!(found(&[b"a=\xff\xfe", good.as_bytes()]).as_deref(), Some(token), "in the second line");
        let quoted = format!("westfront=\"{token}\"");
        let longer = format!("{good}0");
        let prefixed = format!("x{good}");
        for line in ["", "=", "westfront", "westfront=", &quoted, &longer, &prefixed] {
            assert_eq!(found(&[line.as_bytes()]), None, "{line}");
        }
    }
}
