//! How to play Breakthrough: Cambrai.
//!
//! The British press where the odds are good and the ground is worth it, tanks in front; Haig must be kept willing.
//! The Germans hold, blow bridges, and strike back at what has worn itself out.

mod advice;
mod ground;
mod habits;
mod outlook;
mod phase;
mod prospect;
mod reasons;
mod temper;
mod value;

use ::cambrai::Cambrai;
use ::cambrai::bids::side_of;
use ::cambrai::board::Board;
use ::cambrai::side::Side;
use ::cambrai::step::{Action, Step};
use engine::Seat;

use crate::{Brain, Warning};

impl Brain for Cambrai {
    fn weigh(&self, step: &Step, board: &Board, seat: Seat, options: &[Action], weights: &mut Vec<f32>) {
        let habits = habits::Habits::new(&self.pack, step.kind(), board, side_of(board, seat));
        let others = weights.len();
        weights.extend(options.iter().map(|action| habits.weigh(*action)));
        habits.reconsider(options, &mut weights[others..]);
    }

    fn judge(&self, step: &Step, board: &Board, seat: Seat) -> f32 {
        let british = value::british(&self.pack, step.kind(), board);
        if side_of(board, seat) == Side::British { british } else { -british }
    }

    fn player_turn(&self, step: &Step, board: &Board) -> u32 {
        phase::player_turn(step.kind(), board)
    }

    fn plan(&self, step: &Step, board: &Board, seat: Seat, action: Action) -> String {
        reasons::plan(&self.pack, step.kind(), board, side_of(board, seat), action)
    }

    fn because(&self, step: &Step, board: &Board, seat: Seat, action: Action) -> String {
        advice::because(&self.pack, step.kind(), board, side_of(board, seat), action)
    }

    fn warning(
        &self,
        step: &Step,
        board: &Board,
        _: Seat,
        options: &[Action],
        action: Action,
    ) -> Option<Warning> {
        advice::warning(&self.pack, step.kind(), board, options, action)
    }
}
