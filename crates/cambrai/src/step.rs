//! The sequence of play (4.0) as steps, and what players may answer.
//!
//! A step is only a program counter; what is going on lies on the board.

use crate::sets::{Bridge, Place, Unit};

/// Where in the sequence of play we are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Step {
    /// Secret bids for a side (17.1).
    Bid,
    /// A new day begins (4.1).
    Dawn,
    /// Which of too many reinforcements enters (5.0).
    Reinforcements,
    /// Where a reinforcement goes (5.1, 5.2, 5.5).
    Placement,
    /// Where a garrison returns (5.3).
    Garrisons,
    /// Where the tank returns (5.3).
    TankReturn,
    /// The weather roll (4.1.1).
    Weather,
    /// Whether to reverse it (15.1 A).
    Forecast,
    /// The snowstorm roll (17.2.5).
    Snowstorm,
    /// Whether to reverse it (17.2.5).
    StormReversal,
    /// Where the air marker hinders movement (17.3).
    Interdiction,
    /// Daylight begins (4.2).
    Daylight,
    /// An impulse begins (8.0).
    Impulse,
    /// Which of too many released units enters (5.4).
    Releases,
    /// Which kind of impulse, from which area (8.1).
    Activation,
    /// The opening barrage (16.2).
    Opening,
    /// Barrages and supports (8.1.1, first step).
    Artillery,
    /// The primary target of a barrage (9.2).
    PrimaryTarget,
    /// The losses of a barrage (9.3).
    BarrageLosses,
    /// Movement and assaults (8.1.1, second and third step).
    Movement,
    /// Who takes part in an assault (11.2, 11.3).
    Commitment,
    /// Who leads it (11.4).
    Point,
    /// Who meets it (11.4).
    Forward,
    /// The dice of an assault (11.4.1).
    Resolution,
    /// Whether the advantage changes its result (15.1 B, C).
    Effort,
    /// Its result (11.4.4).
    Result,
    /// The losses of an assault (11.6).
    Losses,
    /// Where a unit retreats (11.7).
    Retreat,
    /// Which attackers fall back (11.4.4.1, 11.4.4.2).
    FallBack,
    /// Which defenders leave (11.7.3).
    Withdrawal,
    /// The assault is over (11.8).
    Aftermath,
    /// Demolitions (14.1).
    Demolition,
    /// A regroup impulse (8.1.2).
    Regroup,
    /// The impulse ends: sunset (4.2.1).
    ImpulseEnd,
    /// Whether an air marker is called back (17.3).
    Recall,
    /// The next impulse, or dusk.
    NextImpulse,
    /// Daylight is over: breakthrough, and night begins (13.1.1, 12.0).
    Dusk,
    /// Hurricane refit (12.4).
    HurricaneRefit,
    /// The ammunition roll (12.5).
    Ammunition,
    /// Whether the advantage brings more (15.1 E).
    MoreAmmunition,
    /// How many support markers are bought (12.5).
    Purchase,
    /// Tank refit (12.6).
    TankRefit,
    /// Infantry refit (12.7).
    InfantryRefit,
    /// Which cavalry dismounts (12.8).
    Dismounting,
    /// Which infantry refits for it (12.8).
    DismountedRefit,
    /// Haig's decision and the end of the turn (13.0).
    EndPhase,
    /// Whether the advantage changes his mind (15.1 F).
    HaigsMind,
    /// The next day.
    NextTurn,
}

/// Every step with its name in position files and prompts.
const NAMES: &[(Step, &str)] = &[
    (Step::Bid, "bid"),
    (Step::Dawn, "dawn"),
    (Step::Reinforcements, "reinforcements"),
    (Step::Placement, "placement"),
    (Step::Garrisons, "garrisons"),
    (Step::TankReturn, "tank-return"),
    (Step::Weather, "weather"),
    (Step::Forecast, "forecast"),
    (Step::Snowstorm, "snowstorm"),
    (Step::StormReversal, "storm-reversal"),
    (Step::Interdiction, "interdiction"),
    (Step::Daylight, "daylight"),
    (Step::Impulse, "impulse"),
    (Step::Releases, "releases"),
    (Step::Activation, "activation"),
    (Step::Opening, "opening"),
    (Step::Artillery, "artillery"),
    (Step::PrimaryTarget, "primary-target"),
    (Step::BarrageLosses, "barrage-losses"),
    (Step::Movement, "movement"),
    (Step::Commitment, "commitment"),
    (Step::Point, "point"),
    (Step::Forward, "forward"),
    (Step::Resolution, "resolution"),
    (Step::Effort, "effort"),
    (Step::Result, "result"),
    (Step::Losses, "losses"),
    (Step::Retreat, "retreat"),
    (Step::FallBack, "fall-back"),
    (Step::Withdrawal, "withdrawal"),
    (Step::Aftermath, "aftermath"),
    (Step::Demolition, "demolition"),
    (Step::Regroup, "regroup"),
    (Step::ImpulseEnd, "impulse-end"),
    (Step::Recall, "recall"),
    (Step::NextImpulse, "next-impulse"),
    (Step::Dusk, "dusk"),
    (Step::HurricaneRefit, "hurricane-refit"),
    (Step::Ammunition, "ammunition"),
    (Step::MoreAmmunition, "more-ammunition"),
    (Step::Purchase, "purchase"),
    (Step::TankRefit, "tank-refit"),
    (Step::InfantryRefit, "infantry-refit"),
    (Step::Dismounting, "dismounting"),
    (Step::DismountedRefit, "dismounted-refit"),
    (Step::EndPhase, "end-phase"),
    (Step::HaigsMind, "haigs-mind"),
    (Step::NextTurn, "next-turn"),
];

impl Step {
    /// Its name in position files, and the kind of its question.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The names of all steps, in the order of play.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(_, name)| *name)
    }

    /// The step with that name.
    pub fn from_name(name: &str) -> Option<Step> {
        NAMES.iter().find(|(_, known)| *known == name).map(|(step, _)| *step)
    }
}

/// One elementary answer of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// A bid of so many points.
    Bid(u8),
    /// That reinforcement enters.
    Enter(Unit),
    /// The unit goes there.
    Place(Place),
    /// The reinforcement trades places with that exhausted unit.
    Swap(Unit),
    /// Spends the advantage.
    Advantage,
    /// Says no.
    Decline,
    /// Sends the air marker over that zone.
    Interdict(Place),
    /// Calls the air marker back.
    Recall,
    /// An assault impulse from that area.
    Activate(Place),
    /// A regroup impulse from that area.
    Regroup(Place),
    /// A pass impulse.
    Pass,
    /// A Hurricane Barrage on that area.
    Hurricane(Place),
    /// The primary target.
    Target(Unit),
    /// A Rolling Barrage marker there.
    Rolling(Place),
    /// A Direct Support marker there.
    Direct(Place),
    /// The air marker there.
    Air(Place),
    /// That unit moves.
    Move(Unit),
    /// The unit enters that place, by bridge where a canal is crossed.
    To(Place),
    /// The infantry crosses the canal to that place without a bridge.
    Wade(Place),
    /// The assault in that place is resolved.
    Assault(Place),
    /// That unit takes part.
    Commit(Unit),
    /// That unit leads the assault.
    Point(Unit),
    /// That unit meets the assault.
    Forward(Unit),
    /// That unit becomes exhausted.
    Exhaust(Unit),
    /// That unit is eliminated.
    Eliminate(Unit),
    /// That unit retreats.
    Retreat(Unit),
    /// That bridge is to be blown.
    Blow(Bridge),
    /// So many support markers.
    Buy(u8),
    /// Rolls.
    Roll,
    /// That unit refits.
    Refit(Unit),
    /// That cavalry unit dismounts.
    Dismount(Unit),
    /// Enough.
    Done,
}

const _: () = assert!(size_of::<Step>() <= 16 && size_of::<Action>() <= 8);
