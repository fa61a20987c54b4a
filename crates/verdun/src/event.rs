//! Events that only this game tells.

use arrayvec::ArrayVec;
use grid::{Side, Square, Unit};

use crate::board::Demand;

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
        /// Whether there is a lull; nothing if the dice are even.
        lull: Option<bool>,
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
        /// The die that counts.
        die: u8,
        /// Dice before it that had come up earlier.
        void: ArrayVec<u8, 8>,
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
    /// No HQ can supply the guns, so none fires.
    NoGunSupply {
        /// Whose.
        side: Side,
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
        /// The dice that let them come.
        dice: [u8; 2],
        /// The die that says how many, if they may.
        die: Option<u8>,
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
    /// A weaker battalion starts in the place of another.
    StoodIn {
        /// Which.
        unit: Unit,
        /// The one that stays in the pool.
        instead: Unit,
        /// The rule of the set-up.
        rule: crate::rule::Own,
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
