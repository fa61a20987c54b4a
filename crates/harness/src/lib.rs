//! What tests of a running server share: browsers and sockets that speak to it, folders, and a PostgreSQL cluster.
//! The server's own tests use it, and so does the siege. It knows no other crate of ours.

mod browser;
mod folder;
mod postgres;
mod socket;

pub use browser::{Answer, Browser, connect};
pub use folder::Folder;
pub use postgres::Postgres;
pub use socket::{SOON, Socket};
