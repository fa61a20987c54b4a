//! The laboratory: matches of computer players, mass simulation, the ledger of luck.
//!
//! Everything here works through `Session`, so that it knows no game. [`arena`] lets two players meet in pairs of
//! games with the same dice; [`mod@simulate`] plays one scenario many times and [`report`] draws what came of it;
//! [`luck`] says what the dice of one finished game were worth to each side, and [`mod@account`] where its chances
//! turned. Results depend on seeds alone, on any number of threads and machines, unless a player uses a clock.

pub mod account;
pub mod arena;
pub mod bench;
pub mod book;
pub mod clock;
pub mod contestant;
mod draw;
pub mod elo;
pub mod error;
mod external;
pub mod luck;
mod observe;
pub mod pace;
pub mod play;
pub mod player;
pub mod report;
pub mod rows;
pub mod seeds;
pub mod sides;
pub mod simulate;
pub mod sprt;
pub mod store;
mod view;
pub mod workers;

pub use account::{Account, account};
pub use arena::{Arena, GameResult, Tally};
pub use contestant::Contestant;
pub use elo::{Estimate, Pairs};
pub use error::LabError;
pub use external::MARGIN;
pub use luck::{Effort, Ledger, ledger};
pub use rows::{Results, Run, Shard};
pub use simulate::simulate;
pub use sprt::{Sprt, Verdict};
