//! Who sits at the table, and who looks on.

use serde::{Deserialize, Serialize};

/// A place at the table. Sides, nations and enemies belong to a game; the engine knows only who answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seat(pub u8);

/// A set of seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Seats(u8);

impl Seats {
    /// Nobody.
    pub const NONE: Seats = Seats(0);

    /// That one seat.
    pub fn one(seat: Seat) -> Seats {
        Seats(1 << seat.0)
    }

    /// This set and `seat`.
    pub fn with(self, seat: Seat) -> Seats {
        Seats(self.0 | 1 << seat.0)
    }

    /// Whether `seat` is in the set.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Whether nobody is in the set.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The only member, when there is exactly one.
    pub fn only(self) -> Option<Seat> {
        self.0.is_power_of_two().then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The members in order.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        (0..8).map(Seat).filter(move |seat| self.contains(*seat))
    }
}

impl From<Seat> for Seats {
    fn from(seat: Seat) -> Seats {
        Seats::one(seat)
    }
}

/// Who is looking.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A player, who sees what his seat may see.
    Seat(Seat),
    /// An onlooker, who sees only what all players may see.
    Spectator,
    /// Everything: for finished games, hotseat study and tests.
    Omniscient,
}

impl Viewer {
    /// Whether this viewer may see what belongs to `seat` alone.
    pub fn sees(self, seat: Seat) -> bool {
        match self {
            Viewer::Seat(own) => own == seat,
            Viewer::Spectator => false,
            Viewer::Omniscient => true,
        }
    }
}
