//! What a game tells its computer players.

use engine::{Present, Seat};

/// A game that computers can play sensibly.
pub trait Brain: Present {
    /// How strongly a sensible player of `seat` is drawn to an option, without looking ahead.
    ///
    /// The weights of all options are compared: one that is larger by 1 is chosen e times as often by a player of
    /// temperature 1. Anything below -20 is folly and never tried when there is something else.
    fn weigh(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> f32;

    /// How good a board is for `seat`: the expected result, from -1 (lost) to 1 (won).
    fn judge(&self, board: &Self::Board, seat: Seat) -> f32;

    /// Which player turn the board is in: a number that changes whenever play passes to another side, or a phase
    /// ends. Imagined continuations are judged where it changes, and time is given for each.
    fn player_turn(&self, board: &Self::Board) -> u32;

    /// What the bot is about, in a few words, for its reasons: `press towards Bourlon Wood`.
    fn plan(&self, board: &Self::Board, seat: Seat) -> String;
}
