//! "Your turn", by webhook and by mail. Messages are stored with the action that causes them and delivered
//! beside play.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};
use std::time::Duration;

use engine::dice::hex;
use engine::{Seat, Session, Viewer};
use hmac::{Hmac, KeyInit, Mac};
use http_body_util::Full;
use hyper::body::Bytes;
use hyper::{Request, Uri};
use hyper_util::rt::TokioIo;
use ipnet::IpNet;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::{AsyncSmtpTransport, AsyncTransport, Message, Tokio1Executor};
use sha2::Sha256;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio_rustls::TlsConnector;
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::App;
use crate::clock;
use crate::config::{Config, Smtp};
use crate::metrics;
use crate::store::{GameRow, NewNotice, NoticeRow, SeatRow};

/// After this many tries, over about a day, a message is given up.
const MOST_TRIES: i64 = 12;
/// How long one delivery may take.
const PATIENCE: Duration = Duration::from_secs(15);

/// The messages that a seat wants when it is asked.
pub(crate) fn notices(app: &App, game: &GameRow, row: &SeatRow, live: &dyn Session) -> Vec<NewNotice> {
    let seat = Seat(row.seat as u8);
    let text = live.decision(Viewer::Seat(seat)).map(|decision| decision.prompt.text).unwrap_or_default();
    let id = live.title().seats.get(row.seat as usize).map(|seat| seat.id.clone()).unwrap_or_default();
    let site = app.config.public_url.trim_end_matches('/');
    let body = serde_json::json!({
        "table": game.id,
        "game": game.title,
        "seat": id,
        "turn": live.turn(),
        "text": text,
        "link": format!("{site}/table/{}", game.id),
    });
    let webhook = (!row.webhook.is_empty()).then(|| NewNotice {
        seat: row.seat,
        target: row.webhook.clone(),
        key: row.webhook_key.clone(),
        body: body.to_string(),
    });
    let mail = (!row.email.is_empty()).then(|| {
        let mut body = body.clone();
        body["subject"] = format!("Westfront: it is your turn ({}, {id})", game.title).into();
        body["stop"] = format!("{site}/mail#stop.{}.{}.{}", game.id, row.seat, row.mail_key).into();
        let target = format!("mailto:{}", row.email);
        NewNotice { seat: row.seat, target, key: String::new(), body: body.to_string() }
    });
    webhook.into_iter().chain(mail).collect()
}

/// Whether an address can be called at all; the network it leads to is checked when it is called.
pub(crate) fn check_webhook(config: &Config, url: &str) -> Result<(), String> {
    let uri: Uri = url.parse().map_err(|_| "the webhook is no address".to_owned())?;
    let scheme = uri.scheme_str().unwrap_or_default();
    if !["http", "https"].contains(&scheme) || uri.host().is_none() || url.len() > 500 {
        return Err("a webhook is an http or https address of at most 500 characters".into());
    }
    if uri.authority().is_some_and(|authority| authority.as_str().contains('@')) {
        return Err("a webhook address contains no password".into());
    }
    check_port(config, port_of(&uri))?;
    Ok(())
}

fn port_of(uri: &Uri) -> u16 {
    uri.port_u16().unwrap_or(if uri.scheme_str() == Some("https") { 443 } else { 80 })
}

/// Webhooks call web servers, not other services.
fn check_port(config: &Config, port: u16) -> Result<(), String> {
    if config.private_webhooks || config.webhook_ports.contains(&port) {
        return Ok(());
    }
    let ports: Vec<String> = config.webhook_ports.iter().map(u16::to_string).collect();
    Err(format!("a webhook has one of the ports {}", ports.join(", ")))
}

/// Whether mail can be sent there.
pub(crate) fn check_email(address: &str) -> Result<(), String> {
    let parsed: Result<lettre::Address, _> = address.parse();
    parsed.map(|_| ()).map_err(|_| "this is no e-mail address".to_owned())
}

/// How many messages are on their way at once.
const AT_ONCE: usize = 64;
/// How many of them go to one host.
const TO_ONE_HOST: usize = 2;

/// Delivers messages that are due, for ever. Messages do not wait for each other: a host that does not answer
/// holds up only its own.
pub(crate) async fn run(app: App) {
    let tls = Arc::new(tls_config());
    let room = Arc::new(Semaphore::new(AT_ONCE));
    let hosts = Arc::new(Mutex::new(BTreeMap::<String, usize>::new()));
    loop {
        let due = match app.store.due_notices(clock::now()).await {
            Ok(due) => due,
            Err(error) => {
                tracing::warn!(error = error.to_string(), "notices cannot be read");
                tokio::time::sleep(Duration::from_secs(5)).await;
                continue;
            }
        };
        if due.is_empty() {
            let patience = Duration::from_secs(5).min(app.config.notice_pause);
            let _ = tokio::time::timeout(patience, app.notices.notified()).await;
        }
        for notice in due {
            let host = host_of(&notice.target);
            let on_way = |change: &dyn Fn(&mut usize)| {
                let mut hosts = hosts.lock().unwrap_or_else(PoisonError::into_inner);
                let count = hosts.entry(host.clone()).or_default();
                let before = *count;
                change(count);
                if *count == 0 {
                    hosts.remove(&host);
                }
                before
            };
            if on_way(&|_| ()) >= TO_ONE_HOST {
                let later = clock::now() + backoff(app.config.notice_pause, 0) / 4;
                let _ = app.store.put_notice_off(&notice, later).await;
                continue;
            }
            let Ok(permit) = room.clone().acquire_owned().await else { return };
            // If this process dies meanwhile, another tries again soon.
            let until = clock::now() + PATIENCE.as_millis() as i64 + 5_000;
            if !matches!(app.store.claim_notice(&notice, until).await, Ok(true)) {
                continue;
            }
            on_way(&|count| *count += 1);
            let (app, tls, hosts) = (app.clone(), tls.clone(), hosts.clone());
            tokio::spawn(async move {
                attempt(&app, tls, &notice).await;
                let mut hosts = hosts.lock().unwrap_or_else(PoisonError::into_inner);
                if let Some(count) = hosts.get_mut(&host) {
                    *count = count.saturating_sub(1);
                }
                drop(permit);
            });
        }
    }
}

/// Where a message goes: the host of a webhook, or mail.
fn host_of(target: &str) -> String {
    let uri: Option<Uri> = target.parse().ok();
    uri.and_then(|uri| uri.host().map(str::to_lowercase)).unwrap_or_else(|| "mail".into())
}

/// The pause after the nth try, in milliseconds: half a minute, one, two, … four hours.
fn backoff(first: Duration, tries: i64) -> i64 {
    ((first.as_millis() as i64) << tries.clamp(0, 9)).min(4 * 3_600_000)
}

async fn attempt(app: &App, tls: Arc<ClientConfig>, notice: &NoticeRow) {
    let sending = async {
        match notice.target.strip_prefix("mailto:") {
            Some(address) => match &app.config.smtp {
                Some(smtp) => send_mail(smtp, address, &notice.body).await,
                None => Err("no mail server is configured".into()),
            },
            None => call(app, tls, notice).await,
        }
    };
    let sent =
        tokio::time::timeout(PATIENCE, sending).await.unwrap_or_else(|_| Err("no answer in time".into()));
    let done = match sent {
        Ok(()) => {
            metrics::notice("delivered");
            app.store.drop_notice(&notice.id).await
        }
        Err(why) => {
            metrics::notice("failed");
            let given_up = notice.tries + 1 >= MOST_TRIES;
            tracing::info!(table = notice.game, why, given_up, "a notice was not delivered");
            if given_up {
                app.store.drop_notice(&notice.id).await
            } else {
                let next = clock::now() + backoff(app.config.notice_pause, notice.tries);
                app.store.set_notice_due(&notice.id, next).await
            }
        }
    };
    if let Err(error) = done {
        tracing::warn!(error = error.to_string(), "what became of a notice cannot be stored");
    }
}

/// Whether the address of a mail server makes sense, without trying it.
pub(crate) fn check_smtp(smtp: &Smtp) -> Result<(), String> {
    smtp.from
        .parse::<Mailbox>()
        .map_err(|error| format!("'{}' is no sender of mails: {error}", smtp.from))?;
    let transport = AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url);
    transport.map(|_| ()).map_err(|error| format!("smtp is no address of a mail server: {error}"))
}

async fn send_mail(smtp: &Smtp, address: &str, body: &str) -> Result<(), String> {
    let body: serde_json::Value = serde_json::from_str(body).map_err(|error| error.to_string())?;
    let field = |key: &str| body[key].as_str().unwrap_or_default().to_owned();
    let from: Mailbox = smtp.from.parse().map_err(|error| format!("the sender's address: {error}"))?;
    let to: Mailbox = address.parse().map_err(|error| format!("the address: {error}"))?;
    let mut text = format!("{}\n\n{}\n", field("text"), field("link"));
    let mut message =
        Message::builder().from(from).to(to).subject(field("subject")).header(ContentType::TEXT_PLAIN);
    let stop = field("stop");
    if !stop.is_empty() {
        text = format!("{text}\nNo more mails from this table: {stop}\n");
        let name = HeaderName::new_from_ascii_str("List-Unsubscribe");
        message = message.raw_header(HeaderValue::new(name, format!("<{stop}>")));
    }
    let message = message.body(text).map_err(|error| error.to_string())?;
    let transport =
        AsyncSmtpTransport::<Tokio1Executor>::from_url(&smtp.url).map_err(|error| error.to_string())?;
    transport.build().send(message).await.map(|_| ()).map_err(|error| error.to_string())
}

/// Calls a webhook. The address is looked up once and exactly that address is called: a name cannot lead into
/// the server's own network after the check.
async fn call(app: &App, tls: Arc<ClientConfig>, notice: &NoticeRow) -> Result<(), String> {
    let uri: Uri = notice.target.parse().map_err(|_| "no address".to_owned())?;
    let host = uri.host().ok_or("no host")?.trim_matches(['[', ']']).to_owned();
    let secure = uri.scheme_str() == Some("https");
    let port = port_of(&uri);
    check_port(&app.config, port)?;
    let found = tokio::net::lookup_host((host.as_str(), port)).await.map_err(|error| error.to_string())?;
    let may_call = |address: &SocketAddr| app.config.private_webhooks || is_public(address.ip());
    let address = { found }.find(may_call).ok_or("the address is not public")?;
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let mut mac = Hmac::<Sha256>::new_from_slice(notice.key.as_bytes()).map_err(|error| error.to_string())?;
    mac.update(notice.body.as_bytes());
    let path = uri.path_and_query().map_or("/", |path| path.as_str());
    let request = Request::post(path)
        .header("host", uri.authority().map_or(host.as_str(), |authority| authority.as_str()))
        .header("content-type", "application/json")
        .header("user-agent", "westfront")
        .header("x-westfront-signature", format!("sha256={}", hex(&mac.finalize().into_bytes())))
        .body(Full::new(Bytes::from(notice.body.clone())))
        .map_err(|error| error.to_string())?;
    if secure {
        let name = ServerName::try_from(host).map_err(|error| error.to_string())?;
        let stream =
            TlsConnector::from(tls).connect(name, stream).await.map_err(|error| error.to_string())?;
        post(stream, request).await
    } else {
        post(stream, request).await
    }
}

async fn post(
    stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static,
    request: Request<Full<Bytes>>,
) -> Result<(), String> {
    let handshake = hyper::client::conn::http1::handshake(TokioIo::new(stream)).await;
    let (mut sender, connection) = handshake.map_err(|error| error.to_string())?;
    let driver = tokio::spawn(connection);
    let response = sender.send_request(request).await.map_err(|error| error.to_string());
    driver.abort();
    let status = response?.status();
    if status.is_success() { Ok(()) } else { Err(format!("it answered {status}")) }
}

fn tls_config() -> ClientConfig {
    let provider = Arc::new(tokio_rustls::rustls::crypto::ring::default_provider());
    let roots: RootCertStore = webpki_roots::TLS_SERVER_ROOTS.iter().cloned().collect();
    ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("the provider knows TLS 1.2 and 1.3")
        .with_root_certificates(roots)
        .with_no_client_auth()
}

/// Addresses that are not public: IANA's special-purpose lists for IPv4 and IPv6, multicast, reserved.
static SPECIAL: LazyLock<Vec<IpNet>> = LazyLock::new(|| {
    let four = [
        "0.0.0.0/8",
        "10.0.0.0/8",
        "100.64.0.0/10",
        "127.0.0.0/8",
        "169.254.0.0/16",
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.168.0.0/16",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",
        "240.0.0.0/4",
    ];
    // Only 2000::/3 of IPv6 is given out; these parts of it are not, or carry IPv4 addresses.
    let six = ["2001::/23", "2001:db8::/32", "2002::/16", "2620:4f:8000::/48", "3fff::/20"];
    four.iter().chain(&six).filter_map(|net| net.parse().ok()).collect()
});

/// Whether an address is public, and not one of this machine or its network.
fn is_public(address: IpAddr) -> bool {
    let address = match address {
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None if six.segments()[0] & 0xe000 == 0x2000 => address,
            None => return false,
        },
        IpAddr::V4(_) => address,
    };
    !SPECIAL.iter().any(|net| net.contains(&address))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn webhooks_lead_into_the_world_only() {
        for (address, public) in [
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("192.168.0.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("9.9.9.9", true),
            ("192.0.0.8", false),
            ("192.0.0.170", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("198.18.0.1", false),
            ("198.51.100.1", false),
            ("203.0.113.1", false),
            ("224.0.0.1", false),
            ("255.255.255.255", false),
            ("64:ff9b::a00:1", false),
            ("100::1", false),
            ("2001::1", false),
            ("2001:2::1", false),
            ("2001:db8::1", false),
            ("2002:a00:1::", false),
            ("3fff::1", false),
            ("5f00::1", false),
            ("ff02::1", false),
            ("::1", false),
            ("::ffff:10.0.0.1", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("2620:fe::fe", true),
        ] {
            assert_eq!(is_public(address.parse().expect("an address")), public, "{address}");
        }
    }

    #[test]
    fn a_webhook_is_an_address_of_the_web() {
        let mut config = Config::new(games::Library::of(Vec::new()));
        assert!(check_webhook(&config, "https://example.org/hook?x=1").is_ok());
        assert!(check_webhook(&config, "https://example.org:6379/").is_err());
        config.webhook_ports.push(8443);
        assert!(check_webhook(&config, "https://example.org:8443/").is_ok());
        for bad in ["ftp://example.org", "hook", "https://user:secret@example.org", ""] {
            assert!(check_webhook(&config, bad).is_err(), "{bad}");
        }
        assert!(check_email("anna@example.org").is_ok() && check_email("anna").is_err());
    }

    #[test]
    fn the_pauses_grow_to_four_hours() {
        let pause = |tries| backoff(Duration::from_secs(30), tries);
        assert_eq!((pause(0), pause(1), pause(9), pause(99)), (30_000, 60_000, 14_400_000, 14_400_000));
    }
}
