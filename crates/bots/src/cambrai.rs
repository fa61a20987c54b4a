//! How to play Breakthrough: Cambrai.
//!
//! The British press where the odds are good and the ground is worth it, tanks in front; Haig must be kept willing.
//! The Germans hold, blow bridges, and strike back at what has worn itself out.

mod ground;
mod habits;
mod value;

use ::cambrai::Cambrai;
use ::cambrai::bids::side_of;
use ::cambrai::board::Board;
use ::cambrai::side::Side;
use ::cambrai::step::{Action, Step};
use engine::Seat;

use crate::Brain;

impl Brain for Cambrai {
    fn weigh(&self, step: &Step, board: &Board, seat: Seat, action: Action) -> f32 {
        habits::weigh(&self.pack, *step, board, side_of(board, seat), action)
    }

    fn judge(&self, board: &Board, seat: Seat) -> f32 {
        let british = value::british(&self.pack, board);
        if side_of(board, seat) == Side::British { british } else { -british }
    }

    fn player_turn(&self, board: &Board) -> u32 {
        u32::from(board.turn) << 8
            | u32::from(board.impulse_number) << 1
            | u32::from(board.active == Side::German)
    }

    fn plan(&self, board: &Board, seat: Seat) -> String {
        let side = side_of(board, seat);
        let aim = ground::aim(&self.pack, board, side);
        match aim {
            Some((place, margin)) => {
                format!("strikes at {} with a margin of {margin:+.1}", self.pack.at(place).name)
            }
            None if side == Side::British => "keeps its strength for better odds".into(),
            None => "holds its ground".into(),
        }
    }
}
