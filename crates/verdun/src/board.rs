//! What only this game has on the table, and its own steps, answers and events.

use grid::units::UNITS;
use grid::{Nation, Side, Square, Squares, Unit, UnitSet};

use crate::data::CALLS;

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

/// Steps that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// Walks through the set-up.
    Begin {
        /// The next part.
        at: u8,
    },
    /// Guns are placed, group by group (19.0).
    Guns {
        /// Which group.
        group: u8,
        /// Whether its cup has been drawn from.
        drawn: bool,
    },
    /// The French choose the forts of the face-down garrisons (19.1.3).
    Garrisons,
    /// The French choose the brigades that start in reserve (19.5.3).
    Halves,
    /// The German chooses the corps that rests (19.3.5c).
    RearCorps,
    /// Whether operations are wanted, then which (20.4).
    Operations,
    /// Objectives are rolled, and perhaps changed (18.2, 20.4.2).
    Objectives,
    /// Two more corps headquarters (20.4.3).
    ExtraHqs,
    /// A turn begins: what the calendar brings.
    TurnBegins,
    /// Troops leave for the Somme (6.0).
    Somme,
    /// Whether this is a lull turn (7.2).
    Lull,
    /// Guns that stay after a withdrawal are placed again (20.2.1).
    Redeploy,
    /// Air units are placed (8.7.3a).
    AirPlaced(Side),
    /// The enemy intercepts (8.7.3b).
    AirIntercepts(Side),
    /// HQs change mode, and one is named to supply the guns (8.4.2, 12.8.2c).
    Supply(Side),
    /// The HQ that supplied leaves (8.4.2).
    SupplySpent(Side),
    /// Aeroplanes bomb (8.7.3d).
    AirBombs(Side),
    /// Mines are laid (19.1.5k).
    Mines {
        /// How many have been laid.
        laid: u8,
    },
    /// Mines blow one after the other.
    Detonate {
        /// The next.
        next: u8,
        /// Whether its victims still have to be disrupted.
        shake: bool,
    },
    /// Reserves are rolled for and released (17.4.4).
    Release {
        /// Whose.
        side: Side,
        /// How many are still to be named.
        left: u8,
        /// Whether the dice have been rolled.
        rolled: bool,
    },
    /// Units are called from the pool (12.7.6, 20.2).
    Arrivals(Side),
    /// Units close in one by one (13.4).
    Close {
        /// Whose commander.
        nation: Nation,
        /// Only against that square, in a secondary assault.
        only: Square,
    },
    /// The French put 75s into the defence (14.2.4b).
    DefendingGuns,
    /// A re-roll is offered, the attacker first (16.7).
    ReRoll {
        /// Who is asked.
        side: Side,
    },
    /// The attacker goes on against the fort or returns (13.3.1b).
    GoOn,
    /// The occupant of a fort fires before he is assaulted.
    FortFire {
        /// Which fort.
        target: Square,
        /// Whether the assault is a secondary one.
        secondary: bool,
        /// Whether he has fired.
        fired: bool,
    },
    /// Drum fire strikes a second square (20.4.2).
    DrumTarget {
        /// Whose commander.
        nation: Nation,
    },
    /// The second square of drum fire is rolled for.
    DrumFires {
        /// Whose commander.
        nation: Nation,
    },
    /// Defenders who lost a secondary assault are tested (16.8.3).
    Demoralized,
    /// The defender chooses whom he strikes (16.5.2a).
    Strike,
    /// The counter-attack is rolled.
    StrikeRolled,
    /// The replacement roll, and what is taken (17.3).
    Replacements(Side),
    /// What of it goes to reserve (17.4).
    Reserves(Side),
    /// Units and HQs come back by themselves (17.5).
    Returns,
    /// Everyone rallies in a lull (7.3.1e).
    LullRally,
    /// Markers are reset (17.8).
    Reset,
}

/// Answers that only this game has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Yes.
    Yes,
    /// Strike the inside of a fort.
    Inside(Square),
    /// Declare drum fire.
    DrumFire,
    /// Put a unit into its fort.
    GoIn(Unit),
    /// Take a unit out of its fort.
    GoOut(Unit),
    /// Send an air unit over a square.
    Fly {
        /// Which.
        unit: Unit,
        /// Where.
        to: Square,
    },
    /// Withdraw a unit from the game.
    Withdraw(Unit),
    /// Choose an operation, by its place in the table.
    Operation(u8),
    /// Change an objective, by its place in the table.
    Objective(u8),
    /// Call a unit from the pool for a call of the schedule.
    Call {
        /// Which call.
        call: u8,
        /// Which unit.
        unit: Unit,
        /// At full strength, or reduced.
        full: bool,
    },
    /// Take a unit from the pool as a replacement.
    Take {
        /// Which.
        unit: Unit,
        /// At full strength, or reduced.
        full: bool,
    },
    /// Put a unit into the Operations Reserves Box.
    Reserve(Unit),
    /// Release a unit from it.
    Release(Unit),
    /// Release a resting corps.
    Corps(u8),
    /// Use phosgene as well.
    Phosgene,
    /// Use a gun.
    Gun(Unit),
    /// Roll again.
    ReRoll,
    /// Show two objectives that are held.
    Claim,
    /// Close in with a unit.
    Close(Unit),
    /// Leave a gun out of the set-up.
    LeaveOut(Unit),
}

/// Events that only this game tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A player spoke for or against a lull.
    LullSpoken {
        /// Who.
        side: Side,
        /// Whether he wants one.
        wants: bool,
    },
    /// Dice decided about a lull.
    LullRolled {
        /// The German dice.
        german: [u8; 2],
        /// The French dice.
        french: [u8; 2],
        /// Whether the side that wants one has had one last turn.
        again: bool,
        /// Whether there is one.
        lull: bool,
    },
    /// The solitaire roll.
    LullSolitaire {
        /// The dice.
        dice: [u8; 2],
        /// Whether there is one.
        lull: bool,
    },
    /// A lull or a regular turn follows.
    LullDecided {
        /// Which.
        lull: bool,
        /// Why.
        rule: crate::rule::Own,
    },
    /// The Somme asks for troops.
    SommeRolled {
        /// The die.
        die: u8,
        /// What it asks for.
        demand: Demand,
        /// Whether this is in the campaign.
        campaign: bool,
    },
    /// A unit left the game for elsewhere.
    Withdrawn {
        /// Which.
        unit: Unit,
        /// Why.
        rule: crate::rule::Own,
    },
    /// An HQ was named to supply the guns.
    SupplyNamed {
        /// Which.
        hq: Unit,
    },
    /// Guns need no HQ this turn.
    FreeSupply {
        /// Whose.
        side: Side,
    },
    /// An air unit flew.
    Flew {
        /// Which.
        unit: Unit,
        /// Where.
        to: Square,
        /// Whether to fight.
        intercepts: bool,
    },
    /// Two air units fought.
    AirFight {
        /// Where.
        square: Square,
        /// The French unit.
        french: Unit,
        /// The German unit.
        german: Unit,
        /// The French dice.
        french_dice: [u8; 2],
        /// The German dice.
        german_dice: [u8; 2],
    },
    /// The loser of an air fight.
    AirLoser {
        /// Which.
        unit: Unit,
        /// The dice.
        dice: [u8; 2],
        /// Whether it was shot down.
        lost: bool,
    },
    /// An air unit bombed.
    AirBombed {
        /// Which.
        unit: Unit,
        /// Where.
        square: Square,
        /// The column dice.
        dice: [u8; 2],
        /// The damage die, unless it missed.
        die: Option<u8>,
        /// What it did.
        hit: grid::bombardment::Hit,
    },
    /// An air unit may fly: it arrives, has come back, or replaces one that was lost.
    AirBack {
        /// Which.
        unit: Unit,
        /// Why.
        rule: crate::rule::Own,
    },
    /// A garrison was turned up.
    Revealed {
        /// Where.
        square: Square,
        /// Its factor; 0 is a dummy.
        value: u8,
    },
    /// A unit went into a fort or out of it.
    FortPlace {
        /// Which.
        unit: Unit,
        /// Whether in.
        inside: bool,
    },
    /// A mine was laid.
    MineLaid {
        /// Where.
        square: Square,
        /// By which rule.
        rule: crate::rule::Own,
    },
    /// A mine went off or not.
    Mine {
        /// Where.
        square: Square,
        /// The die.
        die: u8,
        /// What it did, if it went off.
        effect: Option<u8>,
        /// By which rule.
        rule: crate::rule::Own,
    },
    /// Reserves were rolled for.
    ReserveReleaseRolled {
        /// Whose.
        side: Side,
        /// The dice.
        dice: [u8; 2],
        /// How many units come.
        units: u8,
    },
    /// A unit came out of reserve.
    Released {
        /// Which.
        unit: Unit,
        /// Why.
        rule: crate::rule::Own,
    },
    /// A unit was called up from the pool.
    Called {
        /// Which.
        unit: Unit,
        /// Why.
        rule: crate::rule::Own,
    },
    /// A heavy gun tried a trench.
    HeavyTrench {
        /// Which.
        unit: Unit,
        /// Where.
        square: Square,
        /// The die.
        die: u8,
        /// Whether it got in.
        enters: bool,
    },
    /// A unit tried to close in.
    Closed {
        /// Which.
        unit: Unit,
        /// Against.
        square: Square,
        /// The die.
        die: u8,
        /// Whether it did.
        success: bool,
    },
    /// 75s fire in support.
    GunSupport {
        /// Which.
        gun: Unit,
        /// What for.
        rule: crate::rule::Own,
    },
    /// Phosgene is added.
    Phosgene {
        /// By which rule of the scenario.
        rule: crate::rule::Own,
    },
    /// An assault is rolled again.
    ReRolled {
        /// At whose wish.
        side: Side,
        /// Why.
        rule: crate::rule::Own,
    },
    /// A defender is tested for surrender.
    Tested {
        /// Which.
        unit: Unit,
        /// The die.
        die: u8,
        /// What was added.
        added: i8,
        /// Whether it surrenders.
        surrenders: bool,
    },
    /// Units surrendered: points.
    SurrenderPoints {
        /// For whom.
        side: Side,
        /// How many.
        points: u8,
    },
    /// The reserve roll.
    ReserveRolled {
        /// Whose.
        side: Side,
        /// The dice, if any.
        dice: Option<[u8; 2]>,
        /// What was added.
        drm: i8,
        /// Steps that go to reserve.
        steps: u8,
    },
    /// A unit went into reserve.
    Reserved {
        /// Which.
        unit: Unit,
        /// The points given back.
        points: u8,
    },
    /// A unit was taken as a replacement.
    Taken {
        /// Which.
        unit: Unit,
        /// What it cost.
        steps: u8,
        /// Points for the enemy.
        points: u8,
    },
    /// Markers were reset.
    Reset,
    /// Whether a side wants operations.
    OperationsWanted {
        /// Who.
        side: Side,
        /// Whether.
        wants: bool,
    },
    /// Operations are chosen, in secret.
    OperationChosen {
        /// Who.
        side: Side,
        /// Which, by its place in the table.
        operation: u8,
    },
    /// The operations of both sides are shown.
    OperationsShown {
        /// The French and the German ones, one bit each.
        chosen: [u8; 2],
    },
    /// Objectives were rolled in secret.
    ObjectivesRolled {
        /// Which, one bit each.
        objectives: u32,
        /// Whether even the German does not see them.
        blind: bool,
    },
    /// The German changed some objectives.
    ObjectivesChanged {
        /// How many.
        count: u8,
    },
    /// Objectives that are held were shown.
    Claimed {
        /// Which, one bit each.
        objectives: u32,
    },
    /// An objective was counted at the end.
    ObjectiveCounted {
        /// Which.
        objective: u8,
        /// Whether the Germans reached it.
        reached: bool,
        /// Points.
        points: i16,
    },
    /// A scenario rule was applied.
    Applied {
        /// Which.
        rule: crate::rule::Own,
    },
    /// A division or corps was freed or waits.
    Freed {
        /// The die, if one was rolled.
        die: Option<u8>,
        /// Whether it is free.
        free: bool,
        /// Why.
        rule: crate::rule::Own,
    },
}
