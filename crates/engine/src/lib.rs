//! A match: steps, decisions, dice, records. Knows no game.

pub mod casebook;
pub mod cite;
pub mod clauses;
pub mod course;
pub mod dice;
pub mod examples;
pub mod fuzz;
pub mod game;
pub mod orders;
pub mod pack;
pub mod play;
pub mod record;
pub mod rules;
pub mod seat;
pub mod session;
pub mod staff;
pub mod step;
pub mod step_list;
pub mod summary;
pub mod title;
pub mod wire;

pub use casebook::Casebook;
pub use cite::{Cite, Forbidden, RuleSet};
pub use dice::{Dice, Die};
pub use game::{Game, Refusal, Start};
pub use orders::Order;
pub use pack::{Files, PackError};
pub use play::{Match, Refused, Stack};
pub use record::{DiceSource, Record, RecordError};
pub use rules::{Context, Flow, FlowOf, Outcome, Position, Present, Question, Rules};
pub use seat::{Seat, Seats, Viewer};
pub use session::{Detail, Session};
pub use summary::Weight;
pub use title::{Setup, Title};
