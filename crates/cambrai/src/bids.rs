//! Bids for a side (17.1), and which seat plays which side.

use engine::{Forbidden, Question, Seat, Seats, Viewer, step_words};

use crate::board::Board;
use crate::event::Event;
use crate::labels::Label;
use crate::pack::Pack;
use crate::reinforcements::Dawn;
use crate::rule::Rule;
use crate::sequence;
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};

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

/// The seat of a side is asked, by a rule.
pub(crate) fn asks(board: &Board, side: Side, rule: Rule) -> Question<Rule> {
    Question { seats: Seats::one(seat_for(board, side)), rule }
}

/// Secret bids for a side (17.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bid;
step_words!(Bid of Pack = "bid");

impl Ask<Pack> for Bid {
    const ALL_LEGAL: bool = true;

    /// Opens the bids once both are in: the higher gets the side, the other as many ammunition points.
    fn run(&mut self, _: &Pack, board: &mut Board, context: &mut Context) -> Flow {
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
        Flow::goto(Dawn)
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        let waiting = (0..2u8).filter(|seat| board.bids[usize::from(*seat)].is_none());
        let seats = waiting.fold(Seats::NONE, |seats, seat| seats.with(Seat(seat)));
        Question { seats, rule: Rule::SideBids }
    }

    fn candidates(&self, pack: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend((0..=pack.charts.highest_bid).map(Action::Bid));
    }

    /// A bid is a number of ammunition points within the chart's limit.
    fn check(&self, pack: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Bid(points) = action else { return None };
        Some(Forbidden::unless(points <= pack.charts.highest_bid, Rule::SideBids))
    }

    /// Seals a bid.
    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let Action::Bid(points) = answer.action {
            let seat = answer.seat.0;
            board.bids[usize::from(seat) % 2] = Some(points);
            context.tell(|| Event::Bid { seat });
        }
        Flow::Again
    }

    fn prompt(&self, _: &Pack, board: &Board, _: Viewer) -> Asking {
        let wanted = board.options.bid_for.unwrap_or_default();
        Asking::new(format!("Bid ammunition points, in secret, to play {}.", wanted.name()))
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}
