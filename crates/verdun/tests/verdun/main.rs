//! What the game must do: exact odds, spoilt positions, random play.
//! One program, because the rules are compiled anew for each.

mod common;
mod odds;
mod positions;
mod random;
mod rerolls;
mod standing;
