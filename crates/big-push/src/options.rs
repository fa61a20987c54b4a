//! The options of the game, one bit each in [`grid::Board::options`].

/// A third seat for the French.
pub const FRENCH_SEAT: u32 = 1;
/// Counter-battery fire on the bombardment table.
pub const COUNTER_BATTERY_TABLE: u32 = 1 << 1;
/// A six never closes in.
pub const CLOSING_SIX: u32 = 1 << 2;
/// Every committed stack must close, and one that fails does not attack.
pub const SINGLE_LEVEL: u32 = 1 << 3;
/// Only closers over one count.
pub const CLOSERS_OVER_ONE: u32 = 1 << 4;
/// Each player reorganizes at the end of his own phase.
pub const EACH_PLAYER: u32 = 1 << 5;
/// The flank bonus is one in all.
pub const FLANK_ONCE: u32 = 1 << 6;
/// The flank bonus is one for each unit on a flank.
pub const FLANK_PER_UNIT: u32 = 1 << 7;
/// Entrenched infantry fires in defence with its second, larger number.
pub const ENTRENCHED_FIRE: u32 = 1 << 8;
/// An air strike interdicts whatever its damage.
pub const AIR_COLUMN: u32 = 1 << 9;
/// A division that was called once is not called again, even if it was lost.
pub const CALLED_ONCE: u32 = 1 << 10;
