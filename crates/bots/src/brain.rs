//! What a game tells its computer players.

use engine::{Present, Seat};

use crate::advise::Warning;
use crate::level::Level;
use crate::plan::Plan;

/// A game that computers can play sensibly.
pub trait Brain: Present {
    /// How strongly a sensible player of `seat` is drawn to each of the options, without looking ahead: appends one
    /// weight for each.
    ///
    /// The weights of all options are compared: one that is larger by 1 is chosen e times as often by a player of
    /// temperature 1. Anything 20 below the best is folly and never tried. All options are weighed in one
    /// call: their common ground is examined once.
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

    /// How much effort a decision deserves at a level: the most continuations, and the number of player turns
    /// ahead. Without continuations a level follows its habits, the better ones more strictly.
    fn effort(&self, _step: &Self::Step, _board: &Self::Board, level: &Level) -> (usize, u32) {
        (level.samples, level.horizon)
    }

    /// The stretch of play that the open decision belongs to, if `seat` may plan it as a whole: a number that changes
    /// where it pays to plan anew. None where nothing is planned.
    fn stretch(&self, _step: &Self::Step, _board: &Self::Board, _seat: Seat) -> Option<u32> {
        None
    }

    /// In how many tempers `seat` can plan; the first is the ordinary one.
    fn tempers(&self, _board: &Self::Board, _seat: Seat) -> &'static [&'static str] {
        &["ordinary"]
    }

    /// Which temper has done best for `seat` in many games.
    fn seasoned(&self, _board: &Self::Board, _seat: Seat) -> u8 {
        0
    }

    /// Appends the places where plans of `seat` may differ, each with how much depends on it.
    fn places(&self, _board: &Self::Board, _seat: Seat, _places: &mut Vec<(u16, f32)>) {}

    /// As `weigh`, for a player who follows a plan. The ordinary plan is to follow one's habits.
    fn weigh_by(
        &self,
        _plan: Plan,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        options: &[Self::Action],
        weights: &mut Vec<f32>,
    ) {
        self.weigh(step, board, seat, options, weights);
    }

    /// Which luck the dice after an answer belong to: futures that come to the same place roll the same dice there,
    /// whatever was done elsewhere.
    fn luck(&self, _step: &Self::Step, _board: &Self::Board, _action: Self::Action) -> u32 {
        0
    }

    /// The round of questions that the open one belongs to, if their answers may be weighed together: an imagined player
    /// gives them in the order of their weights, as long as they are offered, and does not weigh again.
    fn round(&self, _step: &Self::Step, _board: &Self::Board) -> Option<u32> {
        None
    }

    /// How narrowly `seat` won or lost a finished game, from -1 to 1; it tells one lost game from another.
    fn margin(&self, _board: &Self::Board, _seat: Seat) -> f32 {
        0.0
    }

    /// Why an answer is good, for the bot's reasons: `strikes Bourlon Wood with 5 units at +4`.
    fn plan(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> String;

    /// Why an answer is good, as advice to a player, to be read after "because": `no unit defends it`.
    fn because(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> String;

    /// An answer that tempts although `best` is better, with the reason against it; none if no answer tempts.
    fn tempting(
        &self,
        _step: &Self::Step,
        _board: &Self::Board,
        _seat: Seat,
        _options: &[Self::Action],
        _best: Self::Action,
    ) -> Option<(Self::Action, String)> {
        None
    }

    /// The warning that a careful player would hear before an answer; none if nothing is wrong with it.
    fn warning(
        &self,
        _step: &Self::Step,
        _board: &Self::Board,
        _seat: Seat,
        _options: &[Self::Action],
        _action: Self::Action,
    ) -> Option<Warning> {
        None
    }
}
