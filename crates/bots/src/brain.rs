//! What a game tells its computer players.

use engine::{Present, Seat};

use crate::level::Level;

/// A game that computers can play sensibly.
pub trait Brain: Present {
    /// How strongly a sensible player of `seat` is drawn to each of the options, without looking ahead: appends one
    /// weight for each.
    ///
    /// The weights of all options are compared: one that is larger by 1 is chosen e times as often by a player of
    /// temperature 1. Anything 20 below the best is folly and never tried. All options are weighed in one call, so that
    /// what they have in common is looked at once.
    fn weigh(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        options: &[Self::Action],
        weights: &mut Vec<f32>,
    );

    /// How good a board is for `seat`: the expected result, from -1 (lost) to 1 (won).
    fn judge(&self, step: &Self::Step, board: &Self::Board, seat: Seat) -> f32;

    /// Which player turn the board is in: a number that changes whenever play passes to another side, or a phase
    /// ends. Imagined continuations are judged where it changes, and time is given for each.
    fn player_turn(&self, step: &Self::Step, board: &Self::Board) -> u32;

    /// How freely imagined players stray from what their judgement prefers.
    const LOOSENESS: f32 = 0.25;

    /// How much of what a level can do a decision is worth: how many continuations at most, and how many player turns
    /// ahead. Without continuations a level follows its habits, the better ones more strictly.
    fn effort(&self, _step: &Self::Step, _board: &Self::Board, level: &Level) -> (usize, u32) {
        (level.samples, level.horizon)
    }

    /// What speaks for an answer, in a few words, for the bot's reasons: `strikes Bourlon Wood with 5 units at +4`.
    fn plan(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> String;
}
