//! The board: what lies on the table, including the impulse and the assault in hand.
//!
//! Flat and small, so that a copy costs next to nothing. Who stands where is kept twice: by unit, which counts, and
//! by place, which is derived from it by the setters here.

use crate::options::Options;
use crate::pack::Pack;
use crate::scenario::{BridgeState, Scenario, Weather};
use crate::sets::{Bridge, MAX_BRIDGES, MAX_PLACES, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::{BySide, Side};

/// Where a unit is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Where {
    /// On the map.
    At(Place),
    /// Still to come.
    Reserve,
    /// Lost.
    Eliminated,
    /// Not in the game, or taken out of it for good.
    #[default]
    Removed,
}

/// Where a side's air marker is (9.5.3, 17.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Air {
    /// Not in the game yet.
    #[default]
    Absent,
    /// In its box.
    Ready,
    /// Over an area in this impulse.
    Over(Place),
    /// Back in its box for the rest of this impulse.
    Flown,
    /// Hindering a zone since dawn (17.3).
    Interdicting(Place),
}

/// The impulse in hand (8.0). Empty between impulses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Impulse {
    /// The active area.
    pub area: Option<Place>,
    /// The area from which artillery range is measured: the active one, or the one last overrun (11.5.2).
    pub centre: Option<Place>,
    /// Units that may act: those that began the impulse in the active area.
    pub started: Units,
    /// Those of them whose impulse is over.
    pub finished: Units,
    /// Units released at the start of this impulse, which wait for the next (5.4).
    pub released: Units,
    /// Places contested when the impulse began.
    pub contested: Places,
    /// Places assaulted in this impulse.
    pub assaulted: Places,
    /// Movement spent by each unit.
    pub spent: [u8; MAX_UNITS],
    /// Where each unit entered its place from.
    pub came_from: [Option<Place>; MAX_UNITS],
    /// Units that crossed a canal without a bridge to where they are.
    pub waded: Units,
    /// The first unit into each place.
    pub first_in: [Option<Unit>; MAX_PLACES],
    /// Rolling Barrage markers in each place.
    pub rolling: [u8; MAX_PLACES],
    /// Direct Support markers in each place.
    pub direct: [u8; MAX_PLACES],
    /// Units that have used each bridge.
    pub crossings: [u8; MAX_BRIDGES],
    /// What leaving the active area costs besides, after an assault inside it (11.3).
    pub leaving: u8,
    /// A Hurricane Barrage has been fired.
    pub fired: bool,
    /// An overrun has just happened: the steps of the impulse begin anew (11.5.2).
    pub overran: bool,
    /// Nothing more may move (11.5.1).
    pub halted: bool,
    /// The impulse was passed (8.1.3).
    pub passed: bool,
    /// At least one unit has regrouped.
    pub regrouped: bool,
    /// The unit that is moving.
    pub mover: Option<Unit>,
    /// It has entered at least one place.
    pub moved: bool,
    /// Bridges whose demolition has been tried.
    pub tried: u16,
}

impl Default for Impulse {
    fn default() -> Impulse {
        Impulse {
            area: None,
            centre: None,
            started: Units::NONE,
            finished: Units::NONE,
            released: Units::NONE,
            contested: Places::NONE,
            assaulted: Places::NONE,
            spent: [0; MAX_UNITS],
            came_from: [None; MAX_UNITS],
            waded: Units::NONE,
            first_in: [None; MAX_PLACES],
            rolling: [0; MAX_PLACES],
            direct: [0; MAX_PLACES],
            crossings: [0; MAX_BRIDGES],
            leaving: 0,
            fired: false,
            overran: false,
            halted: false,
            passed: false,
            regrouped: false,
            mover: None,
            moved: false,
            tried: 0,
        }
    }
}

/// What obliges or allows an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AssaultKind {
    /// Units entered an enemy area (11.1).
    Mandatory,
    /// Units entered an area that was already contested (11.2).
    Optional,
    /// Units began the impulse in the contested active area (11.3).
    Inside,
}

/// How an assault came out (11.4.4, 11.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The attack total was lower.
    Repulse,
    /// The totals were equal.
    Stalemate,
    /// One point in a square or triangle area: the forward unit is exhausted or retreats (11.6.1).
    OnePoint,
    /// The defender takes this number of casualty points.
    Success(u8),
    /// More points than the defenders can absorb, without an overrun.
    Cleared,
    /// The same in a triangle area, where a tank would have overrun (11.5.1).
    Halted,
    /// More points than the defenders can absorb, with a tank in front.
    Overrun,
}

/// The assault in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    /// Where.
    pub place: Place,
    /// Why.
    pub kind: AssaultKind,
    /// Who takes part.
    pub attackers: Units,
    /// The attacker in front (10.4).
    pub point: Option<Unit>,
    /// The defender in front (11.4.3).
    pub forward: Option<Unit>,
    /// How it came out.
    pub outcome: Option<Outcome>,
    /// Casualty points still to be taken.
    pub points: u8,
    /// The forward unit has suffered the first of them.
    pub begun: bool,
    /// What the assault costs inside the active area: more if a defender was fresh (11.3).
    pub cost: u8,
}

/// The barrage in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Barrage {
    /// The target area.
    pub place: Place,
    /// The unit that suffers first.
    pub primary: Option<Unit>,
    /// Casualty points still to be taken.
    pub points: u8,
    /// The primary target has suffered the first of them.
    pub begun: bool,
}

/// Who stands where, by place. Derived from [`Board::at`] and [`Board::fresh`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Derived {
    pub reserve: Units,
    pub units: [Units; MAX_PLACES],
    pub present: BySide<Places>,
    pub fresh: BySide<Places>,
    pub full: BySide<Places>,
}

/// What lies on the table.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Board {
    pub(crate) at: [Where; MAX_UNITS],
    pub(crate) fresh: Units,
    pub(crate) derived: Derived,
    /// The scenario, by its number in the pack.
    pub scenario: u8,
    /// The options in force.
    pub options: Options,
    /// The sealed bids of both seats (17.1).
    pub bids: [Option<u8>; 2],
    /// Whether the bids gave the second seat the British.
    pub swapped: bool,
    /// The turn, counted from 0 on November 20.
    pub turn: u8,
    /// The space of the impulse track.
    pub impulse_number: u8,
    /// Who has impulse 0 of this turn.
    pub first: Side,
    /// Whose impulse it is.
    pub active: Side,
    /// Whose turn it is to be asked in dawn and night.
    pub asked: Side,
    /// The weather.
    pub weather: Weather,
    /// The weather changes with the next impulse (6.3).
    pub weather_turns: bool,
    /// The British two-dice roll that serves as sunset roll in this impulse (4.2.1).
    pub sunset: Option<u8>,
    /// Daylight ends with this impulse.
    pub day_over: bool,
    /// Who holds the advantage; no side after its use (15.2).
    pub advantage: Option<Side>,
    /// Who gets it then.
    pub advantage_due: Side,
    /// Places under British control (7.2).
    pub british: Places,
    /// Who holds each bridge (14.0).
    pub bridges: [BridgeState; MAX_BRIDGES],
    /// Support markers at hand.
    pub support: BySide<u8>,
    /// Ammunition points.
    pub ammunition: BySide<u8>,
    /// Fresh Hurricane markers.
    pub hurricane_fresh: BySide<u8>,
    /// Used Hurricane markers.
    pub hurricane_used: BySide<u8>,
    /// The air markers.
    pub air: BySide<Air>,
    /// Targets of the opening barrage still to be fired at (16.2).
    pub opening: Places,
    /// The unit being placed at dawn, retreating by day, or refitting at night.
    pub subject: Option<Unit>,
    /// Infantry that may refit for cavalry that has dismounted (12.8).
    pub treated: Units,
    /// Infantry units that may still refit this night (12.7).
    pub refits: u8,
    /// The impulse in hand.
    pub impulse: Impulse,
    /// The assault in hand.
    pub assault: Option<Assault>,
    /// The barrage in hand.
    pub barrage: Option<Barrage>,
}

const _: () = assert!(size_of::<Board>() <= 4096, "a board must stay cheap to copy");

impl Board {
    /// The board of a scenario before its first dawn (3.0).
    pub(crate) fn set_up(pack: &Pack, scenario: &Scenario, number: u8, options: Options) -> Board {
        let mut board = Board::empty(pack);
        board.scenario = number;
        board.options = options;
        board.turn = scenario.first_turn;
        board.first = scenario.advantage;
        board.active = scenario.advantage;
        board.weather = scenario.weather.unwrap_or_default();
        board.advantage = Some(scenario.advantage);
        board.advantage_due = scenario.advantage.enemy();
        board.british = scenario.british;
        for (bridge, state) in &scenario.bridges {
            board.bridges[bridge.index()] = *state;
        }
        board.support = scenario.support;
        board.ammunition = scenario.ammunition;
        board.hurricane_fresh = scenario.hurricane_fresh;
        board.hurricane_used = scenario.hurricane_used;
        board.air = BySide(scenario.air.0.map(|there| if there { Air::Ready } else { Air::Absent }));
        board.opening = scenario.opening;
        for (unit, arrival) in pack.all_units().zip(&scenario.arrivals) {
            if arrival.is_some() {
                board.put(pack, unit, Where::Reserve);
            }
        }
        for (unit, place, fresh) in &scenario.set_up {
            board.put(pack, *unit, Where::At(*place));
            board.set_fresh(pack, *unit, *fresh);
        }
        board
    }

    /// A board with nothing on it.
    pub(crate) fn empty(pack: &Pack) -> Board {
        let fresh = pack.all_units().collect();
        Board {
            at: [Where::Removed; MAX_UNITS],
            fresh,
            derived: Derived {
                reserve: Units::NONE,
                units: [Units::NONE; MAX_PLACES],
                present: BySide::default(),
                fresh: BySide::default(),
                full: BySide::default(),
            },
            scenario: 0,
            options: Options::default(),
            bids: [None; 2],
            swapped: false,
            turn: 0,
            impulse_number: 0,
            first: Side::British,
            active: Side::British,
            asked: Side::British,
            weather: Weather::Clear,
            weather_turns: false,
            sunset: None,
            day_over: false,
            advantage: Some(Side::British),
            advantage_due: Side::German,
            british: Places::NONE,
            bridges: [BridgeState::German; MAX_BRIDGES],
            support: BySide::default(),
            ammunition: BySide::default(),
            hurricane_fresh: BySide::default(),
            hurricane_used: BySide::default(),
            air: BySide::default(),
            opening: Places::NONE,
            subject: None,
            treated: Units::NONE,
            refits: 0,
            impulse: Impulse::default(),
            assault: None,
            barrage: None,
        }
    }

    /// Moves a unit and keeps what is derived from it. Control is settled elsewhere ([`crate::control`]).
    pub(crate) fn put(&mut self, pack: &Pack, unit: Unit, to: Where) {
        let before = std::mem::replace(&mut self.at[unit.index()], to);
        if !matches!(to, Where::At(_)) {
            // Off the map a counter has no state.
            self.fresh.insert(unit);
        }
        if before == Where::Reserve {
            self.derived.reserve.remove(unit);
        }
        if to == Where::Reserve {
            self.derived.reserve.insert(unit);
        }
        if let Where::At(place) = before {
            self.derived.units[place.index()].remove(unit);
            self.derive(pack, place);
        }
        if let Where::At(place) = to {
            self.derived.units[place.index()].insert(unit);
            self.derive(pack, place);
        }
    }

    /// Turns a unit to its fresh or exhausted side.
    pub(crate) fn set_fresh(&mut self, pack: &Pack, unit: Unit, fresh: bool) {
        if fresh {
            self.fresh.insert(unit);
        } else {
            self.fresh.remove(unit);
        }
        if let Where::At(place) = self.at[unit.index()] {
            self.derive(pack, place);
        }
    }

    fn derive(&mut self, pack: &Pack, place: Place) {
        let here = self.derived.units[place.index()];
        for side in Side::BOTH {
            let own = here & pack.kinds.of[side];
            self.derived.present[side].set(place, !own.is_empty());
            self.derived.fresh[side].set(place, !(own & self.fresh).is_empty());
            let counting = (own & pack.kinds.counting).count();
            self.derived.full[side].set(place, counting >= pack.charts.stacking.limit);
        }
    }

    /// What is derived, computed from nothing: for the audit.
    pub(crate) fn rederived(&self, pack: &Pack) -> Derived {
        let mut board = Board::empty(pack);
        board.fresh = self.fresh;
        for unit in pack.all_units() {
            board.put(pack, unit, self.at[unit.index()]);
        }
        board.derived
    }

    /// Where a unit is.
    #[inline]
    pub fn whereabouts(&self, unit: Unit) -> Where {
        self.at[unit.index()]
    }

    /// The place where a unit stands, if it is on the map.
    #[inline]
    pub fn place_of(&self, unit: Unit) -> Option<Place> {
        match self.at[unit.index()] {
            Where::At(place) => Some(place),
            Where::Reserve | Where::Eliminated | Where::Removed => None,
        }
    }

    /// Whether a unit is fresh (2.2.1).
    #[inline]
    pub fn is_fresh(&self, unit: Unit) -> bool {
        self.fresh.contains(unit)
    }

    /// All fresh units, wherever they are.
    #[inline]
    pub fn fresh_units(&self) -> Units {
        self.fresh
    }

    /// All units in a place.
    #[inline]
    pub fn units_in(&self, place: Place) -> Units {
        self.derived.units[place.index()]
    }

    /// The units of one side in a place.
    #[inline]
    pub(crate) fn own_in(&self, pack: &Pack, side: Side, place: Place) -> Units {
        self.derived.units[place.index()] & pack.kinds.of[side]
    }

    /// Places with units of that side.
    #[inline]
    pub fn present(&self, side: Side) -> Places {
        self.derived.present[side]
    }

    /// Places with fresh units of that side.
    #[inline]
    pub fn fresh_present(&self, side: Side) -> Places {
        self.derived.fresh[side]
    }

    /// Places in which no more units of that side fit (7.1).
    #[inline]
    pub fn full(&self, side: Side) -> Places {
        self.derived.full[side]
    }

    /// The number of a bridge's state as held by `side`, against it, or gone.
    #[inline]
    pub fn bridge(&self, bridge: Bridge) -> BridgeState {
        self.bridges[bridge.index()]
    }
}
