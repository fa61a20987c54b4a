//! Computer players: they see what their seat sees and choose an option.
//!
//! One design with named settings. A [`Brain`] is what a game tells its computer players: which options draw a
//! sensible player, and how good a board is. [`think`] imagines continuations by playing on redealt boards:
//! everything that the seat cannot know takes other values. A level says how many, how far, how carelessly.

pub mod advise;
pub mod brain;
mod cambrai;
pub mod foresee;
mod fortune;
mod grid;
pub mod keeper;
pub mod level;
pub mod plan;
pub mod player;
pub mod think;

pub use advise::{Advice, Warning};
pub use brain::Brain;
pub use keeper::Keeper;
pub use level::{LEVELS, Level, level};
pub use plan::{Followed, Plan};
pub use player::{Chosen, Limits, advise, choose, player_turn, promise, stretch, warn};
