//! The game's own steps and answers.

use grid::{Nation, Side, Square, Unit};

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
    /// The German chooses the kind of each battalion that the set-up leaves to him (19.3.1).
    Battalions,
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
    /// The attacker names the gun behind a resource (14.2.4, 14.2.6).
    NameGun {
        /// Which kind of resource.
        kind: u8,
    },
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
    /// The result of the counter-attack is carried out.
    StrikeResult,
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
    /// Let a weaker battalion from the pool start in the place of this one.
    StandIn(Unit),
}
