//! How a server is set up. Every field has a default that is good for one evening at home.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use games::Library;

use crate::error::{Error, Result};
use crate::ledgers::Labour;
use crate::player::Players;

/// What `westfront serve` needs to know.
#[derive(Clone)]
pub struct Config {
    /// Where to listen. Port 0 takes a free one.
    pub listen: SocketAddr,
    /// `sqlite:///path/to/file.db`, `postgres://…`, or a plain path to a SQLite file.
    pub database: String,
    /// The games.
    pub library: Library,
    /// The computer players.
    pub players: Players,
    /// Says what the dice of a finished game were worth to each side, as JSON; none unless configured.
    pub luck: Option<Luck>,
    /// Behind TLS: cookies are `Secure`. The address of clients is read from `X-Forwarded-For`.
    pub behind_tls_proxy: bool,
    /// How many proxies stand in front. Each adds the address it was called from to `X-Forwarded-For`.
    pub trusted_hops: usize,
    /// How many connections there may be.
    pub connections: Connections,
    /// How the outside world calls this server, for links in mails: `https://play.example.org`.
    pub public_url: String,
    /// Where mail is handed over; none unless configured.
    pub smtp: Option<Smtp>,
    /// Where metrics are served; nowhere unless configured. Never an address that the world can reach.
    pub metrics: Option<SocketAddr>,
    /// Whether webhooks may call addresses of the server's own network. For tests and for homes.
    pub private_webhooks: bool,
    /// The ports that webhooks may call, unless they may call the server's own network.
    pub webhook_ports: Vec<u16>,
    /// The pause before a message that was not delivered is tried again; it doubles each time.
    pub notice_pause: Duration,
    /// How long a computer player may think about its turn, and therefore about one decision at most.
    pub bot_time: Duration,
    /// How many threads think for all computer players together; 0 means one for each core.
    pub bot_threads: usize,
    /// The least time before each of the first answers of computer players in a row while someone watches.
    pub bot_pause: Duration,
    /// How long answers by standing order take to appear.
    pub order_pause: Duration,
    /// A table that has not been used for this long leaves the memory.
    pub idle: Duration,
    /// How much one browser or account may keep here.
    pub quotas: Quotas,
    /// How much one address may ask for. Larger is laxer; tests and load tests raise it.
    pub rate_factor: u32,
}

/// How many connections there may be, and how long one may be silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Connections {
    /// In all.
    pub most: usize,
    /// From one network; not counted behind a proxy, because all connections are then the proxy's.
    pub each: usize,
    /// Sockets of one network, counted behind a proxy as well.
    pub sockets_each: usize,
    /// How long a client may take to send a request's head.
    pub header_patience: Duration,
    /// How long a connection may be silent.
    pub idle_patience: Duration,
}

impl Default for Connections {
    fn default() -> Connections {
        Connections {
            most: 10_000,
            each: 200,
            sockets_each: 200,
            header_patience: Duration::from_secs(10),
            idle_patience: Duration::from_secs(75),
        }
    }
}

/// How much one browser or account may keep at a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quotas {
    /// Tables that it has made and that are not over.
    pub tables: u32,
    /// Those of them at which a computer player sits.
    pub against_computer: u32,
    /// Records that it has uploaded.
    pub uploads: u32,
}

impl Default for Quotas {
    fn default() -> Quotas {
        Quotas { tables: 200, against_computer: 40, uploads: 50 }
    }
}

/// Makes the ledger of the dice from the record of a finished game. It reports its progress, and ends when
/// told to.
pub type Luck = Arc<dyn Fn(&Library, &engine::Record, &Labour) -> Option<serde_json::Value> + Send + Sync>;

/// A mail server.
#[derive(Clone, Debug)]
pub struct Smtp {
    /// `smtps://user:password@host:465` or `smtp://host:25`.
    pub url: String,
    /// `Westfront <westfront@example.org>`.
    pub from: String,
}

impl Config {
    /// The defaults: port 8614 on this machine, a file in the user's data folder.
    pub fn new(library: Library) -> Config {
        Config {
            listen: SocketAddr::from(([127, 0, 0, 1], 8614)),
            database: default_database().display().to_string(),
            library,
            players: Players::default(),
            luck: None,
            behind_tls_proxy: false,
            trusted_hops: 1,
            connections: Connections::default(),
            public_url: "http://127.0.0.1:8614".into(),
            smtp: None,
            metrics: None,
            private_webhooks: false,
            webhook_ports: vec![80, 443],
            notice_pause: Duration::from_secs(30),
            bot_time: Duration::from_secs(10),
            bot_threads: 0,
            bot_pause: Duration::from_millis(350),
            order_pause: Duration::from_millis(300),
            idle: Duration::from_mins(1),
            quotas: Quotas::default(),
            rate_factor: 1,
        }
    }
}

/// `westfront/westfront.db` in the user's data folder, by the XDG rules.
pub fn default_database() -> PathBuf {
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    data.or_else(home).unwrap_or_else(std::env::temp_dir).join("westfront").join("westfront.db")
}

/// Which database a text names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Database {
    /// A file.
    Sqlite(Arc<Path>),
    /// An address.
    Postgres(Arc<str>),
}

impl Database {
    pub(crate) fn parse(text: &str) -> Result<Database> {
        if text.starts_with("postgres://") || text.starts_with("postgresql://") {
            return Ok(Database::Postgres(text.into()));
        }
        let path = text.strip_prefix("sqlite://").or_else(|| text.strip_prefix("sqlite:")).unwrap_or(text);
        if path.is_empty() || path.contains("://") {
            let reason = "a database is a path, sqlite://PATH or postgres://USER@HOST/NAME";
            return Err(Error::Setup(format!("'{text}' is no database: {reason}")));
        }
        Ok(Database::Sqlite(Path::new(path).into()))
    }

    /// As sqlx wants it. Characters that have a meaning in an address are escaped.
    pub(crate) fn url(&self) -> String {
        match self {
            Database::Postgres(url) => url.to_string(),
            Database::Sqlite(path) => {
                let escaped =
                    path.display().to_string().replace('%', "%25").replace('?', "%3F").replace('#', "%23");
                format!("sqlite://{escaped}?mode=rwc")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_database_is_a_path_or_an_address() {
        let file = |path: &str| Database::Sqlite(Path::new(path).into());
        assert_eq!(Database::parse("/a/b.db").expect("a path"), file("/a/b.db"));
        assert_eq!(Database::parse("sqlite:///a/b.db").expect("a url"), file("/a/b.db"));
        assert_eq!(file("/a b/c?.db").url(), "sqlite:///a b/c%3F.db?mode=rwc");
        assert!(matches!(Database::parse("postgres://x@y/z"), Ok(Database::Postgres(_))));
        assert!(Database::parse("mysql://x").is_err() && Database::parse("").is_err());
    }
}
