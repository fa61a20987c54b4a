//! What happens, in the past tense, with the rules behind it. The sentences are in [`crate::words`].

use arrayvec::ArrayVec;

use crate::bids::Seating;
use crate::board::{AssaultKind, Outcome};
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::sets::{Bridge, Place, Unit};
use crate::side::Side;
use crate::sum::Sum;

/// The rules behind an event.
pub(crate) type Cites = ArrayVec<Rule, 8>;

/// A marker placed for an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Support {
    /// A Rolling Barrage (9.5.1).
    Rolling,
    /// Direct Support (9.5.2).
    Direct,
    /// The air marker (9.5.3).
    Air,
}

/// How a unit left one place for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Over open ground or a connection.
    Land,
    /// Over a bridge.
    Bridge,
    /// Through the canal.
    Wading,
}

/// What the advantage was spent on (15.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// A, the weather.
    NewForecast,
    /// B, a repulse becomes a stalemate.
    MaximumEffort,
    /// C, a success becomes a stalemate.
    FanaticalDefense,
    /// D, a tank refits.
    TankRefit,
    /// E, more ammunition.
    Ammunition,
    /// F, Haig goes on.
    HaigsMind,
    /// The snowstorm passes (17.2.5).
    Snowstorm,
}

/// How a tank's refit went (12.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TankResult {
    /// It is fresh again.
    Fresh,
    /// A weaker counter replaces it.
    Weaker(Unit),
    /// It is gone.
    Lost,
}

/// What happened, and who played which side then (17.1).
#[derive(Clone, Debug, PartialEq)]
pub struct Happening {
    /// What happened.
    pub event: Event,
    /// Who played which side.
    pub seating: Seating,
}

/// What happened.
#[derive(Clone, Debug, PartialEq)]
#[allow(missing_docs, reason = "the fields of an event are named after what they are")]
pub enum Event {
    Begun {
        scenario: u8,
    },
    Bid {
        seat: u8,
    },
    BidsOpened {
        bids: [u8; 2],
        wanted: Side,
        seating: Seating,
        die: Option<u8>,
    },
    TurnBegan {
        turn: u8,
        first: Side,
    },
    Reinforced {
        side: Side,
        unit: Unit,
        place: Place,
    },
    Swapped {
        unit: Unit,
        exhausted: Unit,
        place: Place,
        zone: Place,
    },
    Delayed {
        unit: Unit,
        place: Option<Place>,
    },
    HurricaneArrived {
        side: Side,
    },
    AirArrived {
        side: Side,
    },
    GarrisonReturned {
        unit: Unit,
        place: Place,
    },
    TankReturned {
        unit: Unit,
        place: Place,
    },
    WeatherRolled {
        die: u8,
        weather: Weather,
    },
    WeatherGiven {
        weather: Weather,
        rule: Rule,
    },
    WeatherChanged {
        weather: Weather,
    },
    StormRolled {
        die: u8,
        limit: u8,
    },
    AirSent {
        side: Side,
        place: Place,
    },
    AirRecalled {
        side: Side,
        place: Place,
    },
    DaylightBegan {
        first: Side,
    },
    ImpulseBegan {
        number: u8,
        side: Side,
    },
    Released {
        unit: Unit,
        place: Place,
        area: Place,
        rule: Rule,
    },
    ReleaseDelayed {
        unit: Unit,
        place: Place,
    },
    Activated {
        side: Side,
        place: Place,
    },
    RegroupBegan {
        side: Side,
        place: Place,
    },
    Passed {
        side: Side,
    },
    BarrageFired {
        side: Side,
        place: Place,
        primary: Unit,
        attack: Sum,
        defense: Sum,
        dice: [u8; 2],
        spared: u8,
        points: u8,
    },
    HurricaneUsed {
        side: Side,
        place: Option<Place>,
    },
    SupportPlaced {
        side: Side,
        support: Support,
        place: Place,
    },
    Moved {
        unit: Unit,
        from: Place,
        to: Place,
        cost: u8,
        way: Way,
        minimum: bool,
        first: bool,
    },
    Regrouped {
        unit: Unit,
        from: Place,
        to: Place,
        way: Way,
    },
    ControlChanged {
        place: Place,
        to: Side,
    },
    BridgeTaken {
        bridge: Bridge,
        by: Side,
        crossed: bool,
    },
    BridgeCollapsed {
        bridge: Bridge,
        unit: Unit,
        die: u8,
        falls: bool,
    },
    Demolition {
        side: Side,
        bridge: Bridge,
        die: u8,
        sum: Sum,
        needed: i8,
    },
    Assaulted {
        side: Side,
        place: Place,
        kind: AssaultKind,
        point: Unit,
        forward: Unit,
        attack: Sum,
        defense: Sum,
        dice: [u8; 4],
        outcome: Outcome,
    },
    AdvantageUsed {
        side: Side,
        on: Use,
    },
    AdvantagePassed {
        to: Side,
    },
    Exhausted {
        unit: Unit,
        place: Option<Place>,
        rule: Rule,
    },
    Eliminated {
        unit: Unit,
        place: Option<Place>,
        rule: Rule,
    },
    Retreated {
        unit: Unit,
        from: Place,
        to: Place,
        rule: Rule,
    },
    Overran {
        place: Place,
        side: Side,
    },
    ImpulseHalted {
        side: Side,
        place: Place,
    },
    MarkersLifted {
        side: Side,
        place: Place,
        rolling: u8,
        direct: u8,
        air: bool,
    },
    SunsetRolled {
        total: u8,
        dice: Option<[u8; 2]>,
        number: u8,
        ends: bool,
        changes: bool,
        binding: bool,
    },
    DaylightEnded {
        off_track: bool,
    },
    SupportLost {
        side: Side,
        count: u8,
    },
    HurricaneLapsed {
        side: Side,
        count: u8,
    },
    HurricaneRefit {
        side: Side,
        die: u8,
        needed: u8,
    },
    AmmunitionRolled {
        side: Side,
        dice: ArrayVec<u8, 4>,
        sum: Sum,
        extra: bool,
    },
    Bought {
        side: Side,
        count: u8,
        left: u8,
    },
    TankRefit {
        unit: Unit,
        place: Option<Place>,
        die: Option<u8>,
        needed: u8,
        result: TankResult,
    },
    Refitted {
        unit: Unit,
        place: Option<Place>,
        rule: Rule,
    },
    Dismounted {
        unit: Unit,
        place: Option<Place>,
    },
    HaigRolled {
        die: u8,
        sum: Sum,
        needed: i8,
    },
    Breakthrough {
        unit: Unit,
        place: Place,
    },
    PointsCounted {
        points: u8,
    },
    TurnEnded {
        turn: u8,
    },
}

impl Event {
    /// Every rule behind the event, the most important first.
    pub(crate) fn rules(&self) -> Cites {
        let mut cites = Cites::new();
        cites.extend(self.main_rules().iter().copied());
        let mut also = |rule: Rule, condition: bool| {
            if condition && !cites.contains(&rule) {
                cites.push(rule);
            }
        };
        match self {
            Event::Reinforced { side, .. } => {
                also(Rule::BritishReinforcements, *side == Side::British);
                also(Rule::GermanReinforcements, *side == Side::German);
            }
            Event::TankRefit { die, .. } => also(Rule::SupplyLines, die.is_none()),
            Event::WeatherRolled { weather, .. } | Event::WeatherChanged { weather } => {
                also(Rule::ClearWeather, *weather == Weather::Clear);
                also(Rule::Overcast, *weather == Weather::Overcast);
            }
            Event::Moved { way, minimum, first, .. } => {
                also(Rule::MinimumMove, *minimum);
                also(Rule::CanalCrossing, *way == Way::Wading);
                also(Rule::InfantryUnits, *way == Way::Wading);
                also(Rule::BridgeCapacity, *way == Way::Bridge);
                also(Rule::PointUnit, *first);
                also(Rule::MandatoryAssault, *first);
            }
            Event::Regrouped { way, .. } => {
                also(Rule::CanalCrossing, *way == Way::Wading);
                also(Rule::InfantryUnits, *way == Way::Wading);
                also(Rule::BridgeCapacity, *way == Way::Bridge);
            }
            Event::Assaulted { kind, outcome, .. } => {
                also(kind.rule(), true);
                also(outcome.rule(), true);
                also(Rule::DefensivePositions, *outcome == Outcome::OnePoint);
            }
            Event::WeatherGiven { rule, .. }
            | Event::Released { rule, .. }
            | Event::Exhausted { rule, .. }
            | Event::Eliminated { rule, .. }
            | Event::Retreated { rule, .. }
            | Event::Refitted { rule, .. } => also(*rule, true),
            Event::SunsetRolled { changes, binding, .. } => {
                also(Rule::WeatherChange, *changes);
                also(Rule::FirstDayImpulses, !*binding);
            }
            Event::BarrageFired { spared, .. } => also(Rule::HindenburgLine, *spared > 0),
            Event::SupportPlaced { support, .. } => {
                also(Rule::RollingBarrage, *support == Support::Rolling);
                also(Rule::DirectSupport, *support == Support::Direct);
                also(Rule::ArtilleryMarkers, *support != Support::Air);
                also(Rule::AirSupport, *support == Support::Air);
                also(Rule::AirMarkers, *support == Support::Air);
            }
            Event::HurricaneUsed { place, .. } => also(Rule::OpeningBarrage, place.is_none()),
            Event::AmmunitionRolled { extra, .. } => also(Rule::AdvantageUse, *extra),
            Event::AdvantageUsed { on, .. } => {
                also(Rule::Snowstorm, *on == Use::Snowstorm);
                also(Rule::WeatherRoll, *on == Use::NewForecast);
                also(Rule::HaigDecides, *on == Use::HaigsMind);
            }
            _ => {}
        }
        cites
    }

    fn main_rules(&self) -> &'static [Rule] {
        match self {
            Event::Begun { .. } => &[Rule::StartOfPlay, Rule::StartingMarkers, Rule::UnitSetup],
            Event::Bid { .. } | Event::BidsOpened { .. } => &[Rule::SideBids],
            Event::TurnBegan { .. } => &[Rule::SequenceOfPlay, Rule::DawnPhase, Rule::TurnTrack],
            Event::Reinforced { .. } => &[Rule::Reinforcements, Rule::EntryOnCounter],
            Event::Swapped { .. } => &[Rule::Swapping, Rule::FreeAreas],
            Event::Delayed { .. } => &[Rule::Reinforcements],
            Event::HurricaneArrived { .. } => &[Rule::GermanReinforcements, Rule::ArtilleryMarkers],
            Event::AirArrived { .. } => &[Rule::GermanReinforcements, Rule::AirMarkers],
            Event::GarrisonReturned { .. } => &[Rule::EliminatedUnits, Rule::Garrisons],
            Event::TankReturned { .. } => &[Rule::EliminatedUnits, Rule::TankUnits],
            Event::WeatherRolled { .. } => &[Rule::WeatherRoll, Rule::Weather, Rule::TurnMarker],
            Event::WeatherGiven { .. } => &[Rule::Weather],
            Event::WeatherChanged { .. } => &[Rule::WeatherChange, Rule::AirMarkers, Rule::TurnMarker],
            Event::StormRolled { .. } => &[Rule::Snowstorm, Rule::HistoricalOptions],
            Event::AirSent { .. } | Event::AirRecalled { .. } => &[Rule::AirInterdiction],
            Event::DaylightBegan { .. } => &[Rule::DaylightPhase],
            Event::ImpulseBegan { .. } => &[Rule::Impulses, Rule::ImpulseTrack],
            Event::Released { .. } => &[Rule::FirstDayReleases],
            Event::ReleaseDelayed { .. } => &[Rule::FirstDayReleases, Rule::Stacking],
            Event::Activated { .. } => &[Rule::AssaultImpulse],
            Event::RegroupBegan { .. } | Event::Regrouped { .. } => &[Rule::RegroupImpulse],
            Event::Passed { .. } => &[Rule::PassImpulse],
            Event::BarrageFired { .. } => &[Rule::BarrageResolution, Rule::HurricaneBarrage],
            Event::HurricaneUsed { .. } => &[Rule::UsedHurricane, Rule::ArtilleryMarkers],
            Event::SupportPlaced { .. } => &[Rule::AssaultSupport],
            Event::Moved { .. } => &[Rule::MovementCosts],
            Event::ControlChanged { .. } => &[Rule::Control, Rule::ControlMarkers, Rule::VacantAreas],
            Event::BridgeTaken { .. } => &[Rule::Bridges, Rule::BridgeMarkers],
            Event::BridgeCollapsed { .. } => &[Rule::BridgeCollapse, Rule::HistoricalOptions],
            Event::Demolition { .. } => &[Rule::Demolition],
            Event::Assaulted { .. } => &[Rule::AssaultProcedure, Rule::AssaultDice, Rule::AssaultResult],
            Event::AdvantageUsed { .. } => &[Rule::AdvantageUse, Rule::AdvantageMarker],
            Event::AdvantagePassed { .. } => &[Rule::AdvantageShift, Rule::Advantage],
            Event::Exhausted { .. } => &[Rule::Exhaustion, Rule::UnitStates],
            Event::Eliminated { .. } => &[Rule::EliminatedUnits],
            Event::Retreated { .. } => &[Rule::Retreats],
            Event::Overran { .. } => &[Rule::Overrun, Rule::AssaultAfterOverrun],
            Event::ImpulseHalted { .. } => &[Rule::TriangleOverrun],
            Event::MarkersLifted { .. } => &[Rule::MarkersRemoved, Rule::ArtilleryRange],
            Event::SunsetRolled { .. } => &[Rule::Sunset, Rule::Dice],
            Event::DaylightEnded { .. } => &[Rule::NightPhase, Rule::Recovery, Rule::NightOrder],
            Event::SupportLost { .. } | Event::HurricaneLapsed { .. } => &[Rule::UnusedMarkers],
            Event::HurricaneRefit { .. } => &[Rule::HurricaneRefit],
            Event::AmmunitionRolled { .. } => {
                &[Rule::ArtilleryRefit, Rule::AmmunitionMarkers, Rule::RecordsTrack]
            }
            Event::Bought { .. } => &[Rule::ArtilleryRefit],
            Event::TankRefit { .. } => &[Rule::TankRefit, Rule::TankUnits],
            Event::Refitted { .. } => &[Rule::Recovery],
            Event::Dismounted { .. } => &[Rule::DismountedCavalry, Rule::CavalryUnits],
            Event::HaigRolled { .. } => &[Rule::HaigDecides, Rule::SuddenDeath],
            Event::Breakthrough { .. } => &[Rule::Breakthrough, Rule::SuddenDeath],
            Event::PointsCounted { .. } => {
                &[Rule::VictoryCheck, Rule::VictoryPoints, Rule::VictoryMarkers, Rule::RecordsTrack]
            }
            Event::TurnEnded { .. } => &[Rule::EndPhase, Rule::TurnTrack],
        }
    }
}

impl AssaultKind {
    /// The rule that asks for or allows it.
    pub(crate) fn rule(self) -> Rule {
        match self {
            AssaultKind::Mandatory => Rule::MandatoryAssault,
            AssaultKind::Optional => Rule::OptionalAssault,
            AssaultKind::Inside => Rule::ContestedActivation,
        }
    }
}

impl Outcome {
    /// The rule of the result.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Outcome::Repulse => Rule::Repulse,
            Outcome::Stalemate => Rule::Stalemate,
            Outcome::OnePoint | Outcome::Success(_) | Outcome::Cleared => Rule::Success,
            Outcome::Halted => Rule::TriangleOverrun,
            Outcome::Overrun => Rule::Overrun,
        }
    }
}
