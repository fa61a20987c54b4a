//! What happened, in the past tense, with its rule.

use arrayvec::ArrayVec;

use crate::assault::Outcome;
use crate::bombardment::Hit;
use crate::defensive_fire::Fire;
use crate::map::Edge;
use crate::rule::Rule;
use crate::square::{Direction, Square, Squares};
use crate::units::{Nation, Side, Unit, UnitSet};
use crate::variant::Own;
use crate::weather::Weather;

/// One modifier of a roll or a sum, with its reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier<O: Own> {
    /// Why.
    pub rule: Rule<O>,
    /// How much.
    pub value: i8,
    /// In words.
    pub label: &'static str,
}

/// The modifiers of a roll.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Modifiers<O: Own>(pub ArrayVec<Modifier<O>, 20>);

impl<O: Own> Modifiers<O> {
    /// None yet.
    pub fn new() -> Modifiers<O> {
        Modifiers(ArrayVec::new())
    }

    /// Adds one, unless it is zero.
    pub fn add(&mut self, rule: impl Into<Rule<O>>, value: i8, label: &'static str) {
        if value != 0 {
            // A roll with more than twenty modifiers is printed nowhere; the last ones would be left out.
            let _ = self.0.try_push(Modifier { rule: rule.into(), value, label });
        }
    }

    /// Adds one if a condition holds.
    pub fn add_if(&mut self, condition: bool, rule: impl Into<Rule<O>>, value: i8, label: &'static str) {
        if condition {
            self.add(rule, value, label);
        }
    }

    /// All together.
    pub fn sum(&self) -> i8 {
        self.0.iter().map(|modifier| modifier.value).sum()
    }
}

/// A roll of one or two dice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rolled<O: Own> {
    /// What for.
    pub rule: Rule<O>,
    /// The dice; the second is 0 if only one was rolled.
    pub dice: [u8; 2],
    /// What was added.
    pub modifiers: Modifiers<O>,
}

impl<O: Own> Rolled<O> {
    /// One die.
    pub fn one(rule: impl Into<Rule<O>>, die: u8, modifiers: Modifiers<O>) -> Rolled<O> {
        Rolled { rule: rule.into(), dice: [die, 0], modifiers }
    }

    /// Two dice.
    pub fn two(rule: impl Into<Rule<O>>, dice: [u8; 2], modifiers: Modifiers<O>) -> Rolled<O> {
        Rolled { rule: rule.into(), dice, modifiers }
    }

    /// The sum.
    pub fn total(&self) -> i8 {
        (self.dice[0] + self.dice[1]) as i8 + self.modifiers.sum()
    }
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
#[allow(clippy::large_enum_variant, reason = "events are told one by one and soon forgotten")]
pub enum Event<O: Own> {
    /// A turn began.
    TurnBegan { turn: u8 },
    /// A player's phase began.
    PhaseBegan { side: Side },
    /// The weather of the turn.
    Weather { weather: Weather, roll: Option<Rolled<O>> },
    /// A side can or cannot observe from the air.
    AirObservation { side: Side, die: Option<u8>, observes: bool },
    /// Guns open fire on a square.
    Bombards { side: Side, target: Square, factors: u8, guns: UnitSet },
    /// Counter-battery fire at one gun.
    CounterBattery { gun: Unit, factors: u8, roll: Rolled<O>, hit: bool },
    /// A bombardment was resolved.
    Bombarded { side: Side, target: Square, column: u8, roll: Rolled<O>, hit: Hit },
    /// Too few factors were left.
    BombardmentFailed { target: Square },
    /// A square was interdicted.
    Interdicted { square: Square },
    /// Units in a square were suppressed or disrupted.
    Shaken { square: Square, disrupted: bool, units: UnitSet, rule: Rule<O> },
    /// A unit lost steps.
    Lost { unit: Unit, steps: u8, into: Unit, rule: Rule<O> },
    /// A unit went into disorder instead of losing a step.
    Disordered { unit: Unit, rule: Rule<O> },
    /// A unit was eliminated.
    Eliminated { unit: Unit, rule: Rule<O> },
    /// Victory points, and the unit for which they are given.
    Scored { side: Side, points: i8, unit: Unit, rule: Rule<O> },
    /// A unit moved.
    Moved { unit: Unit, from: Square, to: Square, half_points: u8, rules: [Rule<O>; 3] },
    /// A reinforcement entered the map.
    Entered { unit: Unit, to: Square, half_points: u8 },
    /// A stack turned.
    Turned { unit: Unit, to: Direction },
    /// A unit changed mode.
    Flipped { unit: Unit, back: bool },
    /// A unit broke down.
    BrokeDown { unit: Unit, into: ArrayVec<Unit, 3>, at: Square },
    /// Units built a larger one.
    Built { into: Unit, reduced: bool, from: ArrayVec<Unit, 4> },
    /// A unit left the map.
    Exited { unit: Unit, edge: Edge, forced: bool },
    /// An HQ left the map.
    HqRemoved { unit: Unit, rule: Rule<O>, back_on: u8, roll: Option<Rolled<O>> },
    /// A unit came back from the turn track.
    Returned { unit: Unit, rule: Rule<O> },
    /// A unit was committed to an assault.
    Committed { unit: Unit, target: Square, range: u8 },
    /// A stack tried to close in.
    ClosedIn { from: Square, to: Square, units: UnitSet, roll: Option<Rolled<O>>, success: bool },
    /// The Command Center was rolled.
    CommandCenter { side: Side, roll: Rolled<O>, given: [u8; 12] },
    /// Defensive Fire.
    DefensiveFire { side: Side, target: Square, factors: u8, firers: UnitSet, roll: Rolled<O>, result: Fire },
    /// Attackers went back to where they came from.
    FellBack { unit: Unit, to: Square },
    /// A unit made room.
    Displaced { unit: Unit, to: Square },
    /// Supply was drawn or declined.
    Supplied { nation: Nation, hq: Unit },
    /// A resource was put into an assault.
    ResourceUsed { kind: u8, target: Square },
    /// The wind and the smoke.
    Smoke { die: u8, works: bool },
    /// An assault was resolved, or the counterattack that it led to.
    Assaulted {
        side: Side,
        counter: bool,
        target: Square,
        attackers: UnitSet,
        defenders: UnitSet,
        attack: u8,
        defense: u8,
        shifts: Modifiers<O>,
        column: i8,
        roll: Rolled<O>,
        outcome: Outcome,
    },
    /// A lone HQ in Supply Mode surrendered.
    Surrendered { unit: Unit },
    /// Units are engaged.
    Engaged { target: Square },
    /// An engagement ended.
    Disengaged { target: Square },
    /// A unit retreated.
    Retreated { unit: Unit, to: Square },
    /// A unit advanced.
    Advanced { unit: Unit, to: Square, rule: Rule<O> },
    /// The working total and the replacement roll.
    Replacements { nation: Nation, total: u8, roll: Option<Rolled<O>>, steps: u8 },
    /// A number was written in secret.
    Wrote { nation: Nation, steps: u8 },
    /// What was written is shown.
    Revealed { nation: Nation, steps: u8 },
    /// A unit came back from the pool.
    Replaced { unit: Unit, to: Square, full: bool, steps: u8 },
    /// A rally attempt.
    Rallied { unit: Unit, roll: Rolled<O>, success: bool },
    /// Interdiction markers were cleared.
    InterdictionCleared { side: Side, squares: Squares },
    /// A unit was placed in the set-up.
    Placed { unit: Unit, to: Square },
    /// What only one game tells.
    Own(O::Event),
}
