//! What the game must do: the worked examples, exact odds, spoilt positions, random play.
//! One program, because the rules are compiled anew for each.

mod common;
mod examples;
mod odds;
mod positions;
mod random;
