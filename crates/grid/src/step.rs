//! The sequence of play and its sub-procedures: where in the turn we are.

use crate::square::Square;
use crate::units::{Nation, Side, Unit};
use crate::variant::Own;

/// A program counter. The procedure in hand (the shot, the assault, the losses) lies on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step<O: Own> {
    /// Walks the sequence of play.
    Turn {
        /// The next entry.
        at: u8,
    },
    /// A player's phase begins.
    Phase(Side),
    /// Weather determination.
    Weather,
    /// Bombardments, one after the other.
    Bombardment {
        /// Who fires.
        side: Side,
        /// Whose commander is next.
        next: u8,
        /// Commanders who have finished, one bit each.
        passed: u8,
    },
    /// The guns of one bombardment are named.
    Guns {
        /// Whose commander.
        nation: Nation,
    },
    /// Counter-battery fire against the firing squares, one after the other.
    Counter {
        /// Whose commander.
        nation: Nation,
    },
    /// The bombardment is rolled.
    Fire {
        /// Whose commander.
        nation: Nation,
    },
    /// The movement phase, commander by commander.
    Movement {
        /// Who moves.
        side: Side,
        /// Whose commander is next.
        next: u8,
    },
    /// One commander moves his units.
    Move {
        /// Whose commander.
        nation: Nation,
        /// The unit in hand.
        unit: Unit,
        /// Whether the unit in hand has done something.
        acted: bool,
    },
    /// Defenders left engaged squares: the attackers may follow.
    Follow {
        /// Whose attackers.
        side: Side,
    },
    /// Assault commitment, commander by commander.
    Commitment {
        /// Who attacks.
        side: Side,
        /// Whose commander is next.
        next: u8,
    },
    /// One commander commits units.
    Commit {
        /// Whose commander.
        nation: Nation,
        /// Only against that square, in a Secondary Attack.
        only: Square,
    },
    /// One commander's stacks close in.
    Close {
        /// Whose commander.
        nation: Nation,
        /// Only against that square, in a Secondary Attack.
        only: Square,
    },
    /// The Command Center roll.
    CommandCenter(Side),
    /// Defensive Fire, square by square.
    DefensiveFire {
        /// The defender.
        side: Side,
        /// Only in that square, in a Secondary Attack.
        only: Square,
    },
    /// Neighbours join the fire from the assaulted square.
    Firers {
        /// Whose commander.
        nation: Nation,
    },
    /// Attackers driven off by fire fall back.
    FallBack {
        /// Who attacks.
        side: Side,
    },
    /// The assaults, one after the other.
    Assaults {
        /// Who attacks.
        side: Side,
        /// Whose commander is next.
        next: u8,
    },
    /// The assault in hand.
    Assault(Stage),
    /// Losses are taken.
    Losses,
    /// Losses are taken; then the assault goes on.
    LossesThen(Stage),
    /// Units retreat out of a square.
    Retreat {
        /// Whose.
        side: Side,
        /// Out of this.
        from: Square,
    },
    /// Units that retreated into an empty square turn as their owner wishes.
    Rotate {
        /// Whose.
        side: Side,
        /// Where.
        square: Square,
    },
    /// Too many units in a square make room.
    Displace {
        /// Whose.
        side: Side,
    },
    /// The victors advance.
    Advance {
        /// Who attacked.
        side: Side,
    },
    /// Secondary Attacks, one after the other.
    SecondaryAttacks {
        /// Who attacks.
        side: Side,
        /// Whose commander is next.
        next: u8,
    },
    /// One Secondary Attack.
    Secondary {
        /// Whose commander.
        nation: Nation,
        /// Against what.
        target: Square,
        /// How far it has come.
        at: u8,
    },
    /// HQs that supplied assaults leave the map.
    RemoveSupplyHqs(Side),
    /// Command HQs in enemy zones of control leave the map.
    RemoveCommandHqs,
    /// Enemy interdiction markers come off.
    ClearInterdiction(Side),
    /// The replacement rolls of a side's commanders.
    ReplacementRolls(Side),
    /// How many steps are taken is written in secret.
    ReplacementBids,
    /// Replacements are taken, commander by commander of both sides.
    Replacements {
        /// Whose commander is next.
        next: u8,
    },
    /// A replacement is placed.
    ReplaceAt {
        /// Whose commander.
        nation: Nation,
        /// Which unit.
        unit: Unit,
        /// At full strength or reduced.
        full: bool,
    },
    /// Units rally.
    Rally {
        /// Whose commander is next, over both sides.
        next: u8,
    },
    /// Units are placed freely before play.
    SetUp {
        /// Which group of the scenario.
        group: u8,
    },
    /// Modes that the owner chooses before play.
    Modes {
        /// The next unit of the set-up list.
        next: u8,
    },
    /// What only one game has.
    Own(O::Step),
}

/// The stages of one assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// What a game does first.
    Begin,
    /// The HQ that supplies is named.
    Supply,
    /// Resources are put in.
    Resources,
    /// The dice.
    Roll,
    /// The result is carried out.
    Result,
    /// The attacker has taken his losses.
    AttackerDone,
    /// The defender has taken his losses.
    DefenderDone,
    /// The defender chooses where he strikes back.
    Strike,
    /// The counterattack is rolled.
    StrikeRoll,
    /// The counterattack's result is carried out.
    StrikeResult,
    /// The losses of the counterattack are taken.
    StrikeDone,
    /// It is over.
    End,
}
