//! What only The Big Push has on the table, in its steps, answers and events.

use grid::event::Rolled;
use grid::units::{Nation, Side, Unit, UnitSet};
use grid::{Common, Own, Square, Squares};

use crate::data::MineMarker;
use crate::rule::OwnRule;

/// The bundle of the game's own types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct BigPushOwn;

impl Own for BigPushOwn {
    type Step = OwnStep;
    type Action = OwnAction;
    type Event = OwnEvent;
    type Rule = OwnRule;
    type Board = OwnBoard;
}

/// The game's own part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnBoard {
    /// The first turn that is played.
    pub first_turn: u8,
    /// Whether play has not begun yet.
    pub pre_game: bool,
    /// How far the preparations have come.
    pub prepared: u8,
    /// Where the air counter lies.
    pub air: Square,
    /// Mines laid and not yet blown.
    pub mines: Squares,
    /// Mine markers already drawn, one bit each.
    pub mines_drawn: u8,
    /// The turn in which each tank company came onto the map; 0 if it has not.
    pub tanks_since: [u8; 4],
    /// Whether each side conducts operations: 0 not asked, 1 no, 2 yes.
    pub operating: [u8; 2],
    /// Operations chosen, one bit each in the order of the table; [`OwnBoard::OPEN`] until chosen.
    pub operations: [u8; 2],
    /// The turn in which each side used its Command Center operation; 0 if it has not.
    pub planned: [u8; 2],
    /// When the off-map artillery last fired: twice the turn, and one more in the German phase.
    pub off_map: u8,
    /// The drawn markers, one bit each.
    pub markers: u16,
    /// Markers that all have seen.
    pub shown: u16,
    /// The marker the Germans discovered; [`OwnBoard::OPEN`] if none.
    pub discovered: u8,
    /// Whether the objectives are claimed in this phase.
    pub claimed: bool,
    /// Allied infantry off the east edge: all British, all French, and those that count for markers.
    pub exits: [u8; 4],
    /// The squares they left from.
    pub exit_squares: Squares,
    /// Breakthroughs with tanks or cavalry.
    pub breakthroughs: u8,
    /// German attack factors lost.
    pub strength_lost: u16,
    /// German regiments that came back as replacements.
    pub regiments: u8,
    /// Points earned by German raids.
    pub raids: i16,
    /// Germans who left the map by an edge and have not returned.
    pub raiders: UnitSet,
    /// Divisions and regiments that were lost, not broken down: a later call brings them back.
    pub lost: UnitSet,
    /// HQs in the pool that were used up as supply.
    pub expended: UnitSet,
}

impl OwnBoard {
    /// Not decided yet.
    pub const OPEN: u8 = u8::MAX;

    /// Nothing yet.
    pub fn new(first_turn: u8) -> OwnBoard {
        OwnBoard {
            first_turn,
            pre_game: true,
            prepared: 0,
            air: Square::NONE,
            mines: Squares::EMPTY,
            mines_drawn: 0,
            tanks_since: [0; 4],
            operating: [0; 2],
            operations: [0; 2],
            planned: [0; 2],
            off_map: 0,
            markers: 0,
            shown: 0,
            discovered: OwnBoard::OPEN,
            claimed: false,
            exits: [0; 4],
            exit_squares: Squares::EMPTY,
            breakthroughs: 0,
            strength_lost: 0,
            regiments: 0,
            raids: 0,
            raiders: UnitSet::EMPTY,
            lost: UnitSet::EMPTY,
            expended: UnitSet::EMPTY,
        }
    }

    /// Whether a side chose an operation.
    pub fn has(&self, side: Side, operation: u8) -> bool {
        let chosen = self.operations[side.index()];
        chosen != OwnBoard::OPEN && chosen >> operation & 1 == 1
    }
}

/// Allied operations, by their place in the table (15.5.2).
pub mod allied {
    /// Plant Mines.
    pub const PLANT_MINES: u8 = 0;
    /// Increase Supply.
    pub const INCREASE_SUPPLY: u8 = 1;
    /// Build Artillery.
    pub const BUILD_ARTILLERY: u8 = 2;
    /// Change Objective.
    pub const CHANGE_OBJECTIVE: u8 = 3;
    /// Command Center.
    pub const COMMAND_CENTER: u8 = 4;
    /// Train Troops.
    pub const TRAIN_TROOPS: u8 = 5;
}

/// German operations, by their place in the table (15.5.3).
pub mod german {
    /// Off-Map Artillery.
    pub const OFF_MAP_ARTILLERY: u8 = 0;
    /// Concealed Artillery.
    pub const CONCEALED_ARTILLERY: u8 = 1;
    /// Reinforced Defenses.
    pub const REINFORCED_DEFENSES: u8 = 2;
    /// Discover Allied Objective.
    pub const DISCOVER_OBJECTIVE: u8 = 3;
    /// Command Center.
    pub const COMMAND_CENTER: u8 = 4;
    /// Commit Reserves.
    pub const COMMIT_RESERVES: u8 = 5;
}

/// Steps that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnStep {
    /// What comes before the first turn.
    PreGame,
    /// Whether operations are conducted.
    Operating,
    /// Which operations.
    Operations,
    /// The Allied objectives are drawn.
    Draw,
    /// One of them may be changed.
    Change,
    /// One of them may be discovered.
    Discover,
    /// German guns set up after the Allies.
    ConcealedGuns,
    /// Mines are laid.
    LayMines {
        /// How many more.
        left: u8,
    },
    /// More mines each turn.
    MoreMines,
    /// A turn begins.
    TurnStart,
    /// The air counter is placed.
    AirPlacement,
    /// Aeroplanes strike.
    AirStrike,
    /// Mines blow.
    BlowMines,
    /// Cavalry may be released.
    ReleaseCavalry,
    /// Tanks may break down.
    BreakTanks,
    /// Units outside their national area cost points.
    Areas,
    /// Objectives are shown to claim them.
    Claim,
    /// Objectives that were shown count for the Command Center.
    Planning(Side),
    /// Whether this is the turn of the Command Center operation.
    Plan(Side),
    /// The Germans name a resource instead of tanks.
    Substitute,
    /// British and French in one assault.
    Coordinate,
    /// One nation must stand down.
    ChooseNation,
    /// Tanks or cavalry together with infantry.
    JoinTanks,
    /// Concealed guns slip away.
    SlipAway,
    /// One side's own replacements.
    Reorganize(Side),
    /// One side's own rally.
    Rally(Side),
    /// Tanks may recover.
    RecoverTanks,
}

/// Answers that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OwnAction {
    /// Yes.
    Yes,
    /// No.
    No,
    /// These operations, one bit each.
    Operations(u8),
    /// That marker.
    Marker(u8),
    /// Two objectives are claimed.
    Claim,
    /// That objective is shown.
    Show(u8),
    /// That nation.
    Nation(Nation),
    /// Only the infantry attacks.
    Foot,
    /// Only tanks and cavalry attack.
    Mounted,
}

/// Events that only this game has.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum OwnEvent {
    /// Play begins.
    Began { scenario: u8 },
    /// A side wrote whether it conducts operations.
    Answered { side: Side, yes: bool },
    /// What was written is shown.
    Operating { side: Side, yes: bool },
    /// A side wrote its operations.
    WroteOperations { side: Side, chosen: u8 },
    /// They are shown, with their price.
    ChoseOperations { side: Side, chosen: u8, points: i16 },
    /// A marker was drawn.
    Drew { marker: u8 },
    /// A marker was put back for another.
    Changed { from: u8, to: u8 },
    /// The Germans discovered a marker.
    Discovered { marker: u8 },
    /// Objectives were claimed and shown.
    Claimed { markers: u16 },
    /// A mine was laid.
    MineLaid { square: Square },
    /// A mine was tried.
    Mine { square: Square, die: u8, marker: Option<MineMarker> },
    /// The air counter was placed.
    AirPlaced { square: Square },
    /// Aeroplanes struck.
    AirStruck { square: Square, dice: [u8; 2], die: Option<u8>, hit: grid::bombardment::Hit },
    /// Cavalry was tried.
    Cavalry { unit: Unit, die: u8, released: bool },
    /// A tank company was tried.
    TankTried { unit: Unit, roll: Rolled<BigPushOwn>, broken: bool },
    /// A tank company was repaired or not.
    TankRepaired { unit: Unit, roll: Rolled<BigPushOwn>, success: bool },
    /// A unit outside its area cost points.
    OutsideArea { unit: Unit, scenario: u8 },
    /// The Command Center operation is used.
    Planned { side: Side },
    /// The German substitute.
    Substituted { kind: u8, die: u8, amount: u8 },
    /// British and French try to act together.
    Coordinated { roll: Rolled<BigPushOwn>, success: bool },
    /// Units do not take part after all.
    StoodDown { unit: Unit, rule: OwnRule },
    /// Tanks and cavalry join French units.
    TanksJoined { die: u8, wasted: bool },
    /// A brigade was called for.
    Called { unit: Unit },
    /// Points went from one side to the other.
    Raid { unit: Unit, points: i16 },
    /// How a campaign marker scored.
    MarkerScored { marker: u8, side: Side, points: i16 },
    /// Whether a condition of victory is met.
    Condition { rule: OwnRule, by: Common, label: &'static str, met: bool },
}
