//! One unit on the table: where it is, its marks, its part in an assault.

use crate::map::Edge;
use crate::square::{Direction, SQUARES, Square};

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the map.
    Map(Square),
    /// In the Replacement Pool.
    Pool,
    /// Out of the game for good.
    Gone,
    /// Not part of this scenario.
    Unused,
    /// A reinforcement of that turn or later.
    Due(u8),
    /// On the Turn Record Track, back in the pool on that turn.
    Track(u8),
    /// Off the map at that edge, back on that turn or later.
    Off(Edge, u8),
    /// Out of play with honour: left the map for good.
    Exited,
    /// In one of a game's own boxes.
    Box(u8),
    /// Waiting to be placed by its owner.
    Hand,
}

impl Place {
    fn code(self) -> u16 {
        match self {
            Place::Map(square) => square.0,
            Place::Pool => 0x400,
            Place::Gone => 0x401,
            Place::Unused => 0x402,
            Place::Exited => 0x403,
            Place::Hand => 0x404,
            Place::Due(turn) => 0x500 + u16::from(turn),
            Place::Track(turn) => 0x600 + u16::from(turn),
            Place::Box(number) => 0x700 + u16::from(number),
            Place::Off(edge, turn) => 0x800 + edge as u16 * 0x100 + u16::from(turn),
        }
    }

    #[inline]
    fn decode(code: u16) -> Place {
        let low = code as u8;
        match code >> 8 {
            0..=3 => Place::Map(Square(code)),
            4 => match low {
                0 => Place::Pool,
                1 => Place::Gone,
                2 => Place::Unused,
                3 => Place::Exited,
                _ => Place::Hand,
            },
            5 => Place::Due(low),
            6 => Place::Track(low),
            7 => Place::Box(low),
            edge => Place::Off(Edge::ALL[usize::from(edge - 8) % 4], low),
        }
    }
}

/// Marks on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub enum Mark {
    /// The back is up: reduced, entrenched, or in Supply Mode.
    Back = 1,
    /// Disrupted.
    Disrupted = 1 << 1,
    /// Suppressed.
    Suppressed = 1 << 2,
    /// A broken-down tank.
    Broken = 1 << 3,
    /// Engaged.
    Engaged = 1 << 4,
    /// Held in place by a rule.
    Held = 1 << 5,
    /// Has fired in this phase.
    Fired = 1 << 6,
    /// Has changed mode in this phase.
    Flipped = 1 << 7,
    /// Suppression turned it to its mobile side; it turns back when it rallies.
    Driven = 1 << 8,
    /// Has finished moving in this phase.
    Moved = 1 << 9,
    /// Has turned in this phase.
    Turned = 1 << 10,
    /// Came onto the map in this phase.
    Entered = 1 << 11,
    /// Engaged as the attacker: it must renew the assault.
    Locked = 1 << 12,
    /// Has come near the enemy in this phase.
    Near = 1 << 13,
    /// A game's own mark.
    OwnA = 1 << 14,
    /// A game's own mark.
    OwnB = 1 << 15,
    /// A game's own mark.
    OwnC = 1 << 16,
    /// A game's own mark.
    OwnD = 1 << 17,
    /// Has broken down or been built in this phase.
    Reformed = 1 << 18,
    /// Has left the square in which it began this phase.
    Stepped = 1 << 19,
    /// Has withdrawn from an engagement since its last movement phase began.
    Withdrew = 1 << 20,
    /// Others of its engaged stack have withdrawn, and it must go as well.
    Leaving = 1 << 21,
    /// Part of a unit that broke down in this square on its way: it owes its sisters no passage.
    Parted = 1 << 22,
    /// Comes onto the map entrenched.
    DugIn = 1 << 23,
}

impl Mark {
    /// Marks that last for one movement phase.
    pub const OF_MOVEMENT: [Mark; 11] = [
        Mark::Flipped,
        Mark::Moved,
        Mark::Turned,
        Mark::Entered,
        Mark::Near,
        Mark::Reformed,
        Mark::Stepped,
        Mark::Withdrew,
        Mark::Leaving,
        Mark::Parted,
        Mark::DugIn,
    ];

    /// Every mark with the name position files use.
    pub const NAMES: [(Mark, &'static str); 24] = [
        (Mark::Back, "back"),
        (Mark::Disrupted, "disrupted"),
        (Mark::Suppressed, "suppressed"),
        (Mark::Broken, "broken"),
        (Mark::Engaged, "engaged"),
        (Mark::Held, "held"),
        (Mark::Fired, "fired"),
        (Mark::Flipped, "flipped"),
        (Mark::Driven, "driven"),
        (Mark::Moved, "moved"),
        (Mark::Turned, "turned"),
        (Mark::Entered, "entered"),
        (Mark::Locked, "locked"),
        (Mark::Near, "near"),
        (Mark::OwnA, "own-a"),
        (Mark::OwnB, "own-b"),
        (Mark::OwnC, "own-c"),
        (Mark::OwnD, "own-d"),
        (Mark::Reformed, "reformed"),
        (Mark::Stepped, "stepped"),
        (Mark::Withdrew, "withdrew"),
        (Mark::Leaving, "leaving"),
        (Mark::Parted, "parted"),
        (Mark::DugIn, "dug-in"),
    ];
}

const FACING_SHIFT: u32 = 30;

/// How a unit stands toward an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Commitment(pub u8);

impl Commitment {
    const CLOSED: u8 = 0x10;
    const FAILED: u8 = 0x20;
    const FOUGHT: u8 = 0x40;
    const SHOT: u8 = 0x80;

    /// The direction of the square it assaults.
    #[inline]
    pub fn direction(self) -> Option<Direction> {
        (self.0 & 0xf).checked_sub(1).map(Direction)
    }

    /// Whether it closed in.
    pub fn closed(self) -> bool {
        self.0 & Commitment::CLOSED != 0
    }

    /// Whether it tried to close in and failed.
    pub fn failed(self) -> bool {
        self.0 & Commitment::FAILED != 0
    }

    /// Whether its assault of this wave is over.
    pub fn fought(self) -> bool {
        self.0 & Commitment::FOUGHT != 0
    }

    /// What is left of it when only that it fought counts.
    pub fn only_fought(self) -> Commitment {
        Commitment(self.0 & Commitment::FOUGHT)
    }

    /// Whether it has fired in defence in this wave.
    pub fn shot(self) -> bool {
        self.0 & Commitment::SHOT != 0
    }
}

/// One unit's state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnitState {
    marks: u32,
    place: u16,
    commitment: Commitment,
    spent: u8,
}

impl UnitState {
    /// A unit that is not part of the scenario.
    pub fn unused() -> UnitState {
        UnitState { marks: 0, place: Place::Unused.code(), commitment: Commitment(0), spent: 0 }
    }

    /// Where it is.
    #[inline]
    pub fn place(&self) -> Place {
        Place::decode(self.place)
    }

    /// Its square, or [`Square::NONE`].
    #[inline]
    pub fn square(&self) -> Square {
        if usize::from(self.place) < SQUARES { Square(self.place) } else { Square::NONE }
    }

    /// Whether it bears a mark.
    #[inline]
    pub fn has(&self, mark: Mark) -> bool {
        self.marks & mark as u32 != 0
    }

    /// Puts a mark on or takes it off.
    #[inline]
    pub fn set(&mut self, mark: Mark, on: bool) {
        if on {
            self.marks |= mark as u32;
        } else {
            self.marks &= !(mark as u32);
        }
    }

    /// Moves it elsewhere.
    #[inline]
    pub fn put(&mut self, place: Place) {
        self.place = place.code();
    }

    /// Which way it faces.
    #[inline]
    pub fn facing(&self) -> Direction {
        Direction(((self.marks >> FACING_SHIFT) * 2) as u8)
    }

    /// Turns it.
    pub fn face(&mut self, direction: Direction) {
        self.marks = self.marks & !(3 << FACING_SHIFT) | u32::from(direction.0 / 2) << FACING_SHIFT;
    }

    /// Its part in an assault.
    #[inline]
    pub fn commitment(&self) -> Commitment {
        self.commitment
    }

    /// Sends it against the square in a direction.
    pub fn commit(&mut self, direction: Direction) {
        self.commitment = Commitment(self.commitment.0 & Commitment::SHOT | (direction.0 + 1));
    }

    /// Notes how its closing roll went.
    pub fn close(&mut self, success: bool) {
        self.commitment.0 |= if success { Commitment::CLOSED } else { Commitment::FAILED };
    }

    /// Notes that its assault is over.
    pub fn fought(&mut self) {
        self.commitment.0 |= Commitment::FOUGHT;
    }

    /// Notes that it fired in defence.
    pub fn shot(&mut self) {
        self.commitment.0 |= Commitment::SHOT;
    }

    /// Takes back its commitment.
    pub fn stand_down(&mut self) {
        self.commitment.0 &= Commitment::SHOT;
    }

    /// Sets everything about its part in an assault, for position files.
    pub fn set_commitment(&mut self, commitment: Commitment) {
        self.commitment = commitment;
    }

    /// Half points spent in this phase.
    #[inline]
    pub fn spent(&self) -> u8 {
        self.spent
    }

    /// Spends half points.
    pub fn spend(&mut self, half_points: u8) {
        self.spent = self.spent.saturating_add(half_points);
    }

    /// Gives it half points spent elsewhere.
    pub fn set_spent(&mut self, half_points: u8) {
        self.spent = half_points;
    }

    /// Whether it is in good order: neither disrupted nor suppressed.
    #[inline]
    pub fn good_order(&self) -> bool {
        self.marks & (Mark::Disrupted as u32 | Mark::Suppressed as u32) == 0
    }
}
