//! Tables, seats, sockets, storage. Knows no rule.
//!
//! A request or a frame comes in ([`routes`], [`socket`]), the table it concerns is an actor ([`table`]) that asks the
//! engine and stores the answer ([`store`]) before it tells anyone. Around play stand making tables and taking seats
//! ([`host`]), other processes ([`cluster`]), messages to the outside ([`notify`]), and the client's files ([`embed`]).

mod admin;
mod auth;
mod backup;
mod bans;
mod beside;
mod clock;
mod cluster;
mod config;
mod doors;
mod embed;
mod error;
mod host;
mod ledgers;
mod limits;
mod message;
mod metrics;
mod notify;
mod player;
mod routes;
mod run;
mod school;
mod seats;
mod secrets;
mod sessions;
mod socket;
mod store;
mod table;
mod thinkers;
mod work;

pub use admin::{AccountLine, Admin, Pruned, Remark, TableLine};
pub use backup::{Standing, backup, restore, verify};
pub use clock::instant;
pub use config::{Config, Connections, Luck, Quotas, Smtp, default_database};
pub use error::{Error, Result};
pub use ledgers::Labour;
pub use player::{Player, Players, Random, Think, Thought};
pub use run::{Server, check, run};

pub(crate) use run::App;
