//! What a player may answer, piece by piece.

use crate::map::Edge;
use crate::square::{Direction, Square};
use crate::units::Unit;
use crate::variant::Own;

/// One elementary answer; at most eight bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action<O: Own> {
    /// This piece, step or phase is finished.
    Done,
    /// No, thank you.
    Pass,
    /// Take this unit in hand.
    Pick(Unit),
    /// Leave the unit in hand where it is.
    Stay(Unit),
    /// Move.
    Move {
        /// Who.
        unit: Unit,
        /// Where to.
        to: Square,
    },
    /// Turn a stack.
    Face {
        /// One of its units.
        unit: Unit,
        /// Toward that side.
        to: Direction,
    },
    /// Change mode.
    Flip(Unit),
    /// Break down into smaller units.
    BreakDown {
        /// Which.
        unit: Unit,
        /// Into what, as the game counts it.
        parts: u8,
    },
    /// Build a larger unit from those in the square of the unit in hand.
    Build {
        /// One of those in the square.
        from: Unit,
        /// The unit from the pool.
        into: Unit,
    },
    /// Leave the map.
    Exit {
        /// Who.
        unit: Unit,
        /// Over which edge.
        edge: Edge,
    },
    /// Fire at a square.
    Target(Square),
    /// Add a unit to the fire.
    Join(Unit),
    /// Commit a unit to an assault.
    Commit {
        /// Who.
        unit: Unit,
        /// Against which neighbour.
        to: Square,
    },
    /// Try to close in from a square against another.
    Close {
        /// From there.
        from: Square,
        /// Against this.
        to: Square,
    },
    /// Deal with this square next.
    Resolve(Square),
    /// Draw attack supply from an HQ.
    Supply(Unit),
    /// Do without supply.
    Unsupplied,
    /// Use a command resource.
    Use(u8),
    /// Take a loss.
    Lose {
        /// Which unit.
        unit: Unit,
        /// How, as the game counts it.
        how: u8,
    },
    /// Retreat.
    Retreat {
        /// Who.
        unit: Unit,
        /// Where to; off the map if none.
        to: Square,
    },
    /// Make room.
    Displace {
        /// Who.
        unit: Unit,
        /// Where to; lost if none.
        to: Square,
    },
    /// Advance after combat.
    Advance {
        /// Who.
        unit: Unit,
        /// Where to.
        to: Square,
    },
    /// Advance beside the victors.
    Consolidate(Unit),
    /// Strike back at that square.
    Strike(Square),
    /// Take that many replacement steps.
    Steps(u8),
    /// Take a unit from the pool.
    Replace {
        /// Which.
        unit: Unit,
        /// To that square.
        to: Square,
        /// At full strength, or reduced.
        full: bool,
    },
    /// Try to rally a unit.
    Rally(Unit),
    /// Place a unit in the set-up.
    Place {
        /// Which.
        unit: Unit,
        /// Where.
        to: Square,
    },
    /// What only one game has.
    Own(O::Action),
}
