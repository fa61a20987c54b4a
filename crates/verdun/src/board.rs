//! What only this game has on the table.

use grid::units::UNITS;
use grid::{Side, Square, Squares, Unit, UnitSet};

use crate::data::CALLS;
pub use crate::event::Event;
pub use crate::step::{Action, Step};

/// The bundle of what only this game has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Only;

impl grid::Own for Only {
    type Step = Step;
    type Action = Action;
    type Event = Event;
    type Rule = crate::rule::Own;
    type Board = Board;
}

/// Where an air unit is in the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flight {
    /// Not in this scenario, or not yet.
    Absent,
    /// May fly.
    Ready,
    /// Over that square.
    Over(Square),
    /// Has flown or intercepted and is out for this turn.
    Spent,
    /// Lost a fight and got away: out for this segment.
    Beaten,
    /// Shot down: in the Replacement Pool.
    Lost,
    /// Replaced: flies from the next German bombardment on.
    Due,
}

/// How the players stand toward a lull.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lull {
    /// Not asked yet.
    Open,
    /// The German wants one.
    GermanWants,
    /// The German does not.
    GermanRefuses,
    /// A regular turn.
    No,
    /// A lull turn.
    Yes,
}

/// The units the Somme still asks for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Demand {
    /// Regiments.
    pub regiments: u8,
    /// Battalions.
    pub battalions: u8,
    /// Heavy guns.
    pub heavy: u8,
}

/// What a side does in reorganization.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Refill {
    /// Whether the dice have been rolled.
    pub rolled: bool,
    /// Steps it may still take.
    pub left: u8,
    /// Steps it took.
    pub taken: u8,
    /// Steps that must go to reserve.
    pub reserve: u8,
    /// The units it took.
    pub units: UnitSet,
}

/// What only this game has on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Board {
    /// Whether this is a lull turn.
    pub lull: Lull,
    /// Whether the turn before was one.
    pub lull_before: bool,
    /// The HQ that supplies the bombardments of this segment.
    pub supply: Unit,
    /// Whether the bombardment in hand strikes the inside of a fort.
    pub inside_shot: bool,
    /// Whether drum fire was declared for the bombardment in hand.
    pub drum: bool,
    /// The second square of drum fire.
    pub drum_target: Square,
    /// The air units, French first.
    pub flights: [Flight; 4],
    /// What the face-down markers are: the factor of a garrison, or 0 for a dummy. Nobody knows.
    pub markers: [u8; 8],
    /// The zone by which each waiting unit comes; 0 is anywhere on its own edge.
    pub entry: [u8; UNITS],
    /// How many of each call are still to come.
    pub calls: [u8; CALLS],
    /// French 75s that have fired in support in this player's turn.
    pub spent_guns: UnitSet,
    /// Guns that have fired gas in this player's turn.
    pub gas_guns: UnitSet,
    /// The gun that fires the gas of the assault in hand, or fired it last.
    pub gas_gun: Unit,
    /// The gun that supports the assault in hand, or supported the last one.
    pub support_gun: Unit,
    /// Gas resources rolled and phosgene used in this player's turn.
    pub gas: [u8; 2],
    /// What each side, French first, does in reorganization.
    pub refill: [Refill; 2],
    /// Units that have failed to rally before.
    pub shaken: UnitSet,
    /// Units that have tried to close in.
    pub tried: UnitSet,
    /// Attack factors that brigades may still bring for a division that was called, and for which call.
    pub credit: (u8, u8),
    /// The guns of drum fire.
    pub drum_guns: UnitSet,
    /// The operations chosen, French first, one bit each.
    pub operations: [u8; 2],
    /// Whether each side wants operations at all: 0 unknown, 1 no, 2 yes.
    pub wants_operations: [u8; 2],
    /// The random objectives, one bit each.
    pub objectives: u32,
    /// Objectives thrown away by Change Objectives.
    pub discarded: u32,
    /// Objectives that came in their place, and must be accepted.
    pub accepted: u32,
    /// Whether the Germans have shown two objectives that they hold.
    pub claimed: bool,
    /// Whether the garrison of Douaumont was a dummy.
    pub dummy_found: bool,
    /// Steps each side lost in the whole game, French first.
    pub lost: [u16; 2],
    /// French guns destroyed.
    pub guns_lost: u8,
    /// French divisions that came back from the pool.
    pub divisions_replaced: u8,
    /// Infantry that left over the south edge: regiments and battalions.
    pub exited: [u8; 2],
    /// The squares by which it left.
    pub exits: Squares,
    /// Points for surrenders, French first.
    pub surrenders: [i16; 2],
    /// Steps each side lost in this turn, French first.
    pub lost_now: [u8; 2],
    /// Whether a gun has fired in this segment.
    pub fired: bool,
    /// The HQ that supplied the guns and stays to supply assaults (20.4.2).
    pub lingering: Unit,
    /// Squares whose assault took four resources in this phase.
    pub lavish: Squares,
    /// Those who are struck by a counter-attack.
    pub struck: UnitSet,
    /// Those who have fallen back since the last assault was rolled: others make room for them (16.5.6e).
    pub fallen_back: UnitSet,
    /// HQs that changed mode in this turn's bombardment segment: they do not change again when they move (12.8.2c).
    pub switched: UnitSet,
    /// Rows of the Somme table already used, one bit each.
    pub somme_used: u8,
    /// What the Somme still asks for.
    pub demand: Demand,
    /// Mines lying on squares, and what they are.
    pub mines: [(Square, u8); 3],
    /// Resting corps that were released, one bit each.
    pub released: u8,
    /// Whether the off-map guns have fired in this turn.
    pub off_map_fired: bool,
}

impl Board {
    /// An empty one.
    pub fn new() -> Board {
        Board {
            lull: Lull::Open,
            lull_before: false,
            supply: Unit::NONE,
            inside_shot: false,
            drum: false,
            drum_target: Square::NONE,
            flights: [Flight::Absent; 4],
            markers: [0; 8],
            entry: [0; UNITS],
            calls: [0; CALLS],
            spent_guns: UnitSet::EMPTY,
            gas_guns: UnitSet::EMPTY,
            gas_gun: Unit::NONE,
            support_gun: Unit::NONE,
            gas: [0; 2],
            refill: [Refill::default(); 2],
            shaken: UnitSet::EMPTY,
            tried: UnitSet::EMPTY,
            credit: (0, 0),
            drum_guns: UnitSet::EMPTY,
            operations: [0; 2],
            wants_operations: [0; 2],
            objectives: 0,
            discarded: 0,
            accepted: 0,
            claimed: false,
            dummy_found: false,
            lost: [0; 2],
            guns_lost: 0,
            divisions_replaced: 0,
            exited: [0; 2],
            exits: Squares::EMPTY,
            surrenders: [0; 2],
            lost_now: [0; 2],
            fired: false,
            lingering: Unit::NONE,
            lavish: Squares::EMPTY,
            struck: UnitSet::EMPTY,
            fallen_back: UnitSet::EMPTY,
            switched: UnitSet::EMPTY,
            somme_used: 0,
            demand: Demand::default(),
            mines: [(Square::NONE, 0); 3],
            released: 0,
            off_map_fired: false,
        }
    }

    /// Whether a side chose an operation.
    pub fn has(&self, operation: Operation) -> bool {
        let (side, bit) = operation.place();
        self.operations[side.index()] >> bit & 1 == 1
    }
}

impl Default for Board {
    fn default() -> Board {
        Board::new()
    }
}

/// The operations by name, in the order of their tables (20.4.2, 20.4.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operation {
    /// German 1.
    PlantMines,
    /// German 2.
    IncreaseSupply,
    /// German 3.
    ChangeObjectives,
    /// German 4.
    DrumFire,
    /// German 5.
    BestReplacements,
    /// German 6.
    StormTactics,
    /// French 1.
    OffMapArtillery,
    /// French 2.
    StrongerCommand,
    /// French 3.
    FortGuns,
    /// French 4.
    HigherElan,
    /// French 5.
    OpenReserves,
    /// French 6.
    Lafayette,
}

impl Operation {
    /// Its side and place in the table, from 0.
    pub fn place(self) -> (Side, u8) {
        let index = self as u8;
        if index < 6 { (Side::German, index) } else { (Side::Allied, index - 6) }
    }
}
