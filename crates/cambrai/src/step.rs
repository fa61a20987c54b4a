//! The steps of the sequence of play (4.0), and what players may answer.
//!
//! A step is a type in the file of its rule; here is the list of them. What is going on lies on the board.

use engine::step::World;

use crate::Cambrai;
use crate::advantage::{Effort, Forecast, HaigsMind, StormReversal};
use crate::artillery::{Artillery, BarrageLosses, PrimaryTarget};
use crate::assault::{Aftermath, ApplyResult, Commitment, Forward, Point, Resolution};
use crate::bids::Bid;
use crate::bridges::Demolition;
use crate::casualties::Losses;
use crate::end_phase::{Dusk, EndPhase, NextTurn};
use crate::event::Event;
use crate::first_turn::Opening;
use crate::impulse::{Activation, Daylight, ImpulseStart, NextImpulse};
use crate::infantry_refit::{DismountedRefit, Dismounting, InfantryRefit};
use crate::interdiction::{Interdiction, Recall};
use crate::labels::Label;
use crate::movement::Movement;
use crate::night::{Ammunition, HurricaneRefit, MoreAmmunition, Purchase};
use crate::pack::Pack;
use crate::regroup::Regroup;
use crate::reinforcements::{Dawn, Placement, Reinforcements};
use crate::releases::Releases;
use crate::retreat::{FallBack, Retreat, Withdrawal};
use crate::returns::{Garrisons, TankReturn};
use crate::rule::Rule;
use crate::sets::{Bridge, Place, Unit};
use crate::sunset::ImpulseEnd;
use crate::tank_refit::TankRefit;
use crate::weather::{Snowstorm, WeatherRoll};

pub(crate) use engine::step::{Ask, OddsCard, Run, Steps};

engine::steps! {
    /// Where in the sequence of play we are, in the order of the day.
    pub enum Step, StepKind of Pack {
        ask Bid,
        run Dawn,
        ask Reinforcements,
        ask Placement,
        ask Garrisons,
        ask TankReturn,
        run WeatherRoll,
        ask Forecast,
        run Snowstorm,
        ask StormReversal,
        ask Interdiction,
        run Daylight,
        run ImpulseStart,
        ask Releases,
        ask Activation,
        ask Opening,
        ask Artillery,
        ask PrimaryTarget,
        ask BarrageLosses,
        ask Movement,
        ask Commitment,
        ask Point,
        ask Forward,
        run Resolution,
        ask Effort,
        run ApplyResult,
        ask Losses,
        ask Retreat,
        ask FallBack,
        ask Withdrawal,
        run Aftermath,
        ask Demolition,
        ask Regroup,
        run ImpulseEnd,
        ask Recall,
        run NextImpulse,
        run Dusk,
        run HurricaneRefit,
        run Ammunition,
        ask MoreAmmunition,
        ask Purchase,
        ask TankRefit,
        ask InfantryRefit,
        ask Dismounting,
        ask DismountedRefit,
        run EndPhase,
        ask HaigsMind,
        run NextTurn,
    }
}

/// Steps read the pack and tell bare events; the table adds who sits where.
impl World for Pack {
    type Game = Cambrai;
    type Event = Event;
    type Label = Label;
}

pub(crate) type Flow = engine::Flow<Step, Rule>;
pub(crate) type Context<'a> = engine::Context<'a, Event>;
pub(crate) type Answer<'a> = engine::step::Answer<'a, Pack>;
pub(crate) type Asking = engine::step::Asking<Rule>;
/// The steps that wait below one, the outermost first.
pub(crate) type Below<'a> = &'a [Step];

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

/// What an action is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    /// A place on the map.
    Place(Place),
    /// A unit.
    Unit(Unit),
    /// Neither.
    Nothing,
}

impl Action {
    /// What it is about.
    pub fn aim(self) -> Aim {
        match self {
            Action::Place(place)
            | Action::Interdict(place)
            | Action::Activate(place)
            | Action::Regroup(place)
            | Action::Hurricane(place)
            | Action::Rolling(place)
            | Action::Direct(place)
            | Action::Air(place)
            | Action::To(place)
            | Action::Wade(place)
            | Action::Assault(place) => Aim::Place(place),
            Action::Enter(unit)
            | Action::Swap(unit)
            | Action::Target(unit)
            | Action::Move(unit)
            | Action::Commit(unit)
            | Action::Point(unit)
            | Action::Forward(unit)
            | Action::Exhaust(unit)
            | Action::Eliminate(unit)
            | Action::Retreat(unit)
            | Action::Refit(unit)
            | Action::Dismount(unit) => Aim::Unit(unit),
            Action::Bid(_)
            | Action::Advantage
            | Action::Decline
            | Action::Recall
            | Action::Pass
            | Action::Blow(_)
            | Action::Buy(_)
            | Action::Roll
            | Action::Done => Aim::Nothing,
        }
    }
}

const _: () = assert!(size_of::<Step>() <= 16 && size_of::<Action>() <= 8);
