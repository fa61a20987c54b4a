//! A match: steps, decisions, dice, records. Knows no game.

pub mod casebook;
pub mod cite;
pub mod dice;
pub mod pack;
pub mod play;
pub mod rules;
pub mod seat;
pub mod title;
pub mod wire;

pub use casebook::Casebook;
pub use cite::{Cite, Forbidden, RuleSet};
pub use dice::{Dice, Die};
pub use pack::{Files, PackError};
pub use play::{Match, Refused, Stack};
pub use rules::{Context, Flow, Outcome, Present, Question, Rules};
pub use seat::{Seat, Seats, Viewer};
pub use title::{Setup, Title};
