//! Bids for a side (17.1), and which seat plays which side.

use engine::{Context, Flow, Forbidden, Seat};

use crate::Cambrai;
use crate::board::Board;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::side::Side;
use crate::step::{Action, Step};

/// The seat that plays a side: the first the British, unless the bids said otherwise (17.1).
pub fn seat_for(board: &Board, side: Side) -> Seat {
    Seating::of(board).seat(side)
}

/// Which seat plays which side (17.1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Seating {
    swapped: bool,
}

impl Seating {
    /// The seating on a board.
    pub fn of(board: &Board) -> Seating {
        Seating { swapped: board.swapped }
    }

    /// The seat that plays a side.
    pub fn seat(self, side: Side) -> Seat {
        Seat(side as u8 ^ u8::from(self.swapped))
    }

    /// Whether each seat plays the side after which it is named.
    pub fn is_usual(self) -> bool {
        !self.swapped
    }
}

/// The side that a seat plays (17.1).
pub fn side_of(board: &Board, seat: Seat) -> Side {
    Side::BOTH.into_iter().find(|side| seat_for(board, *side) == seat).unwrap_or_default()
}

/// Opens the bids once both are in: the higher gets the side, the other as many ammunition points (17.1).
pub(crate) fn run(board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let (Some(first), Some(second)) = (board.bids[0], board.bids[1]) else { return Flow::Ask };
    let wanted = board.options.bid_for.unwrap_or_default();
    // Ruling R80: a tie is decided by one die, 1 to 3 for the first seat.
    let die = (first == second).then(|| context.d6());
    let first_wins = die.map_or(first > second, |die| die <= 3);
    board.swapped = first_wins != (wanted == Side::British);
    let points = first.max(second);
    let other = &mut board.ammunition[wanted.enemy()];
    *other = other.saturating_add(points);
    board.bids = [None; 2];
    let seating = Seating::of(board);
    context.tell(|| Event::BidsOpened { bids: [first, second], wanted, seating, die });
    Flow::Goto(Step::Dawn)
}

/// A bid is a number of ammunition points within the chart's limit (17.1).
pub(crate) fn check(pack: &Pack, points: u8) -> Forbidden {
    let mut verdict = Forbidden::NO;
    *verdict.when(points > pack.charts.highest_bid, Rule::SideBids)
}

/// Seals a bid.
pub(crate) fn choose(
    board: &mut Board,
    seat: Seat,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if let Action::Bid(points) = action {
        board.bids[usize::from(seat.0) % 2] = Some(points);
        context.tell(|| Event::Bid { seat: seat.0 });
    }
    Flow::Again
}
