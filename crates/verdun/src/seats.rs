//! Who sits where, and the bits and marks by which the game notes its own things.

use engine::Seat;
use grid::{Mark, Nation, Side};

/// The unit is inside a fort.
pub const INSIDE: Mark = Mark::OwnA;
/// Lulls are rolled for (7.4).
pub const SOLITAIRE_LULL: u32 = 1;
/// Operations are rolled for (20.4.4).
pub const SOLITAIRE_OPERATIONS: u32 = 1 << 1;
/// Nobody sees the objectives (20.5.4).
pub const SOLITAIRE_OBJECTIVES: u32 = 1 << 2;

/// The German sits first, the French second.
pub fn seat_of(nation: Nation) -> Seat {
    Seat(u8::from(nation != Nation::German))
}

/// The seat of a side.
pub fn seat_of_side(side: Side) -> Seat {
    seat_of(nation_of(side))
}

/// The side of a seat.
pub fn side_of_seat(seat: Seat) -> Side {
    if seat == Seat(0) { Side::German } else { Side::Allied }
}

/// The one nation of a side.
pub fn nation_of(side: Side) -> Nation {
    match side {
        Side::Allied => Nation::French,
        Side::German => Nation::German,
    }
}

/// The Operations Reserves Box of a side, as boxes are numbered.
pub fn box_of(side: Side) -> u8 {
    side.index() as u8
}
