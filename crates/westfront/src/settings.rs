//! The settings of a server: defaults, then a file, then the environment, then flags.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use bots::Keeper;
use clap::Args;
use figment::Figment;
use figment::providers::{Env, Format, Serialized, Toml};
use games::Library;
use serde::{Deserialize, Serialize};
use server::{Config, Connections, Quotas, Smtp};

/// Which settings to read.
#[derive(Args, Clone, Default)]
pub(crate) struct Source {
    /// A file with settings (TOML); packaging/westfront.toml is an example.
    #[arg(long, value_name = "FILE", env = "WESTFRONT_CONFIG")]
    config: Option<PathBuf>,
    /// A SQLite file or postgres://USER@HOST/NAME; a file in the user's data folder if left out.
    #[arg(long, value_name = "DATABASE")]
    db: Option<String>,
}

/// The settings of the file, the environment and the flags.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Settings {
    pub(crate) listen: SocketAddr,
    pub(crate) db: String,
    pub(crate) public_url: Option<String>,
    pub(crate) behind_proxy: bool,
    pub(crate) trusted_hops: usize,
    pub(crate) metrics: Option<SocketAddr>,
    pub(crate) smtp: Option<String>,
    pub(crate) mail_from: Option<String>,
    pub(crate) bot_time: u64,
    pub(crate) bot_threads: usize,
    pub(crate) json_log: bool,
    pub(crate) private_webhooks: bool,
    pub(crate) webhook_ports: Vec<u16>,
    pub(crate) quotas: QuotaSettings,
    pub(crate) connections: ConnectionSettings,
}

/// How much one browser or account may keep.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct QuotaSettings {
    tables: u32,
    against_computer: u32,
    uploads: u32,
}

impl Default for QuotaSettings {
    fn default() -> QuotaSettings {
        let Quotas { tables, against_computer, uploads } = Quotas::default();
        QuotaSettings { tables, against_computer, uploads }
    }
}

/// How many connections there may be.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields, default)]
pub(crate) struct ConnectionSettings {
    most: usize,
    each: usize,
    sockets_each: usize,
    header_seconds: u64,
    idle_seconds: u64,
}

impl Default for ConnectionSettings {
    fn default() -> ConnectionSettings {
        let usual = Connections::default();
        ConnectionSettings {
            most: usual.most,
            each: usual.each,
            sockets_each: usual.sockets_each,
            header_seconds: usual.header_patience.as_secs(),
            idle_seconds: usual.idle_patience.as_secs(),
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            listen: SocketAddr::from(([127, 0, 0, 1], 8614)),
            db: server::default_database().display().to_string(),
            public_url: None,
            behind_proxy: false,
            trusted_hops: 1,
            metrics: None,
            smtp: None,
            mail_from: None,
            bot_time: Keeper::USUAL.as_secs(),
            bot_threads: 0,
            json_log: false,
            private_webhooks: false,
            webhook_ports: vec![80, 443],
            quotas: QuotaSettings::default(),
            connections: ConnectionSettings::default(),
        }
    }
}

impl Settings {
    /// Reads everything; `flags` are those that were given on the command line.
    pub(crate) fn read(source: &Source, flags: impl Serialize) -> Result<Settings> {
        if source.db.as_deref().is_some_and(has_password) {
            bail!(
                "a password on the command line can be read by everybody on this machine: set WESTFRONT_DB instead"
            );
        }
        let mut figment = Figment::from(Serialized::defaults(Settings::default()));
        if let Some(file) = &source.config {
            if !file.is_file() {
                bail!("there is no file {}", file.display());
            }
            figment = figment.merge(Toml::file_exact(file));
        }
        // WESTFRONT_PUBLIC_URL is public-url, WESTFRONT_QUOTAS__TABLES is quotas.tables.
        let environment = Env::prefixed("WESTFRONT_")
            .ignore(&["config"])
            .filter(|key| !key.starts_with("test_"))
            .map(|key| key.as_str().to_lowercase().replace("__", ".").replace('_', "-").into());
        figment = figment.merge(environment).merge(Serialized::defaults(flags));
        if let Some(db) = &source.db {
            figment = figment.merge(("db", db));
        }
        let settings: Settings = figment.extract().context("the settings cannot be read")?;
        settings.check(source.config.as_deref())?;
        Ok(settings)
    }

    /// Checks what the types do not ensure.
    fn check(&self, file: Option<&Path>) -> Result<()> {
        if self.smtp.is_some() != self.mail_from.is_some() {
            bail!("smtp and mail-from belong together: one of them is missing");
        }
        if !(1..=3600).contains(&self.bot_time) {
            bail!("bot-time is 1 to 3600 seconds, not {}", self.bot_time);
        }
        if let Some(url) = &self.public_url
            && !(url.starts_with("https://") || url.starts_with("http://"))
        {
            bail!("public-url is an address such as https://play.example.org, not '{url}'");
        }
        if self.trusted_hops == 0 {
            bail!("trusted-hops is at least 1: the proxy in front");
        }
        if self.metrics == Some(self.listen) {
            bail!("metrics are told at an address of their own, not at {}", self.listen);
        }
        #[cfg(unix)]
        if let Some(facts) = file.and_then(|file| std::fs::metadata(file).ok())
            && std::os::unix::fs::PermissionsExt::mode(&facts.permissions()) & 0o004 != 0
            && (has_password(&self.db) || self.smtp.as_deref().is_some_and(has_password))
        {
            eprintln!(
                "westfront: everybody on this machine may read the file with the passwords: chmod 640 is advised"
            );
        }
        #[cfg(not(unix))]
        let _ = file;
        Ok(())
    }

    /// The configuration of the server; the caller adds computer players and luck.
    pub(crate) fn config(self, library: Library) -> Config {
        let mut config = Config::new(library);
        config.listen = self.listen;
        config.database = self.db;
        config.public_url = self.public_url.unwrap_or_else(|| format!("http://{}", self.listen));
        config.behind_tls_proxy = self.behind_proxy;
        config.trusted_hops = self.trusted_hops;
        config.metrics = self.metrics;
        config.bot_time = Duration::from_secs(self.bot_time);
        config.bot_threads = self.bot_threads;
        config.smtp = self.smtp.zip(self.mail_from).map(|(url, from)| Smtp { url, from });
        config.private_webhooks = self.private_webhooks;
        config.webhook_ports = self.webhook_ports;
        let QuotaSettings { tables, against_computer, uploads } = self.quotas;
        config.quotas = Quotas { tables, against_computer, uploads };
        config.connections = Connections {
            most: self.connections.most,
            each: self.connections.each,
            sockets_each: self.connections.sockets_each,
            header_patience: Duration::from_secs(self.connections.header_seconds),
            idle_patience: Duration::from_secs(self.connections.idle_seconds),
        };
        config
    }

    /// The settings as a file, without passwords.
    pub(crate) fn shown(&self) -> String {
        let mut shown = self.clone();
        shown.db = without_password(&shown.db);
        shown.smtp = shown.smtp.as_deref().map(without_password);
        toml::to_string(&shown).unwrap_or_default()
    }
}

/// Where the password stands in an address: scheme://user:PASSWORD@host.
fn password(url: &str) -> Option<std::ops::Range<usize>> {
    let begin = url.find("://")? + 3;
    let end = begin + url[begin..].split(['/', '?']).next()?.rfind('@')?;
    let colon = begin + url[begin..end].find(':')?;
    Some(colon + 1..end)
}

pub(crate) fn has_password(url: &str) -> bool {
    password(url).is_some_and(|place| !place.is_empty()) || url.contains("password=")
}

fn without_password(url: &str) -> String {
    let mut url = url.to_owned();
    if let Some(place) = password(&url) {
        url.replace_range(place, "…");
    }
    match url.find("password=") {
        Some(at) => format!("{}password=…", &url[..at]),
        None => url,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_found_and_hidden() {
        assert!(has_password("postgres://westfront:secret@host/name"));
        assert!(has_password("postgres://host/name?password=secret"));
        assert!(!has_password("postgres://westfront@host/name") && !has_password("/var/lib/a:b@c.db"));
        assert_eq!(
            without_password("smtps://user:p@ss@mail.example.org:465"),
            "smtps://user:…@mail.example.org:465"
        );
        assert_eq!(without_password("/var/lib/westfront.db"), "/var/lib/westfront.db");
    }

    #[test]
    fn the_example_is_good_and_mistakes_are_named() {
        let example = include_str!("../../../packaging/westfront.toml");
        let read = |text: &str| -> Result<Settings, String> {
            let defaults = Figment::from(Serialized::defaults(Settings::default()));
            defaults.merge(Toml::string(text)).extract().map_err(|error| error.to_string())
        };
        let settings = read(example).expect("the example can be read");
        assert!(settings.behind_proxy && settings.check(None).is_ok());
        assert!(read("lisen = \"127.0.0.1:1\"").is_err_and(|error| error.contains("lisen")));
        assert!(read("listen = \"here\"").is_err());
        let without = Settings { smtp: Some("smtp://host".into()), ..Settings::default() };
        assert!(without.check(None).is_err());
    }
}
