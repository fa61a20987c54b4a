//! Scenarios: what stands where at the start, what comes later, and who wins (3.0, 5.0, 13.0).

use engine::{Files, PackError};

use crate::charts::TURNS;
use crate::pack::{Pack, turn_of};
use crate::raw::{Nation, RawBridgeState, RawScenario, RawScenarios, RawWeather};
use crate::sets::{Bridge, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::{BySide, Side};

const FILE: &str = "scenarios.toml";

/// A scenario.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// `campaign`.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A sentence about it.
    pub note: String,
    /// Whether it is a first battle for beginners.
    pub school: bool,
    /// The places that are open, where not all are.
    pub open: Option<Places>,
    /// Its first turn, counted from 0 on November 20.
    pub first_turn: u8,
    /// Its last turn.
    pub last_turn: u8,
    /// Who begins with the advantage and the first impulse.
    pub advantage: Side,
    /// The weather of the first day; none if it is rolled for.
    pub weather: Option<Weather>,
    /// Places that the British control.
    pub british: Places,
    /// Bridges that are not German.
    pub bridges: Vec<(Bridge, BridgeState)>,
    /// Support markers.
    pub support: BySide<u8>,
    /// Fresh Hurricane markers.
    pub hurricane_fresh: BySide<u8>,
    /// Used Hurricane markers.
    pub hurricane_used: BySide<u8>,
    /// Ammunition points.
    pub ammunition: BySide<u8>,
    /// Air markers.
    pub air: BySide<bool>,
    /// Turns on which a German Hurricane marker arrives.
    pub german_hurricanes: Vec<u8>,
    /// The turn on which the German air marker arrives.
    pub german_air: Option<u8>,
    /// Units on the map at the start, with whether they are fresh.
    pub set_up: Vec<(Unit, Place, bool)>,
    /// Units that come later: their turn and zone.
    pub arrivals: Vec<Option<Arrival>>,
    /// Units that should have come by each turn.
    pub due_by: [Units; TURNS],
    /// Areas that release units on November 20 (5.4).
    pub releases: Vec<(Place, Unit)>,
    /// Targets of the opening barrage (16.2).
    pub opening: Places,
    /// The turns on which sunset does not end the day (16.3).
    pub no_sunset: [bool; TURNS],
    /// The turns on which sectors are in force (10.5.3).
    pub sectors: [bool; TURNS],
    /// The turns on which Haig decides (13.1.2).
    pub haig: [bool; TURNS],
    /// The turn on which a tank returns (5.3).
    pub tank_return: Option<u8>,
    /// Who wins (13.2).
    pub victory: Victory,
}

/// When and where a unit comes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The turn.
    pub turn: u8,
    /// The zone.
    pub at: Place,
}

/// The victory figures of a scenario.
#[derive(Clone, Copy, Debug)]
pub struct Victory {
    /// The British win with so many points.
    pub british: u8,
    /// The Germans win with at most so many British points; in between it is a draw.
    pub german: Option<u8>,
    /// Up to this turn another figure holds.
    pub interim: Option<(u8, u8)>,
}

/// The weather (6.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Weather {
    /// Air markers are ready (6.1).
    #[default]
    Clear,
    /// Air is grounded and units are slower (6.2).
    Overcast,
}

impl Weather {
    /// The other weather.
    pub fn reversed(self) -> Weather {
        match self {
            Weather::Clear => Weather::Overcast,
            Weather::Overcast => Weather::Clear,
        }
    }

    /// In a word.
    pub fn id(self) -> &'static str {
        match self {
            Weather::Clear => "clear",
            Weather::Overcast => "overcast",
        }
    }
}

/// Who holds a bridge (14.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BridgeState {
    /// Held by the Germans, as all are at first.
    #[default]
    German,
    /// Held by the British.
    British,
    /// Gone for good (14.2).
    Destroyed,
}

impl BridgeState {
    /// Held by that side.
    pub fn held_by(side: Side) -> BridgeState {
        match side {
            Side::British => BridgeState::British,
            Side::German => BridgeState::German,
        }
    }

    /// In a word.
    pub fn id(self) -> &'static str {
        match self {
            BridgeState::German => "german",
            BridgeState::British => "british",
            BridgeState::Destroyed => "destroyed",
        }
    }
}

impl From<Nation> for Side {
    fn from(nation: Nation) -> Side {
        match nation {
            Nation::British => Side::British,
            Nation::German => Side::German,
        }
    }
}

/// Reads one scenario; its errors name it.
struct Reader<'a> {
    pack: &'a Pack,
    raw: &'a RawScenario,
}

impl Reader<'_> {
    fn wrong(&self, reason: impl ToString) -> PackError {
        PackError::new(FILE, &self.raw.id, reason)
    }

    fn place(&self, id: &str) -> Result<Place, PackError> {
        self.pack.place(id).ok_or_else(|| self.wrong(format!("there is no place {id}")))
    }

    fn unit(&self, id: &str) -> Result<Unit, PackError> {
        self.pack.unit(id).ok_or_else(|| self.wrong(format!("there is no unit {id}")))
    }

    fn turn(&self, date: &str) -> Result<u8, PackError> {
        turn_of(date).ok_or_else(|| self.wrong(format!("{date} is not on the turn track")))
    }

    fn places(&self, ids: &[String]) -> Result<Places, PackError> {
        ids.iter().map(|id| self.place(id)).collect()
    }

    fn turns(&self, dates: &[String]) -> Result<[bool; TURNS], PackError> {
        let mut turns = [false; TURNS];
        for date in dates {
            turns[usize::from(self.turn(date)?)] = true;
        }
        Ok(turns)
    }

    fn set_up(&self) -> Result<Vec<(Unit, Place, bool)>, PackError> {
        let mut set_up: Vec<(Unit, Place, bool)> = Vec::new();
        for stack in &self.raw.setup {
            let at = self.place(&stack.at)?;
            let fresh = stack.fresh.iter().map(|id| (id, true));
            for (id, fresh) in fresh.chain(stack.exhausted.iter().map(|id| (id, false))) {
                let unit = self.unit(id)?;
                if set_up.iter().any(|(known, ..)| *known == unit) {
                    return Err(self.wrong(format!("{id} is set up twice")));
                }
                set_up.push((unit, at, fresh));
            }
        }
        Ok(set_up)
    }

    fn arrivals(&self) -> Result<Vec<Option<Arrival>>, PackError> {
        let mut arrivals = vec![None; MAX_UNITS];
        let scheduled = self.raw.reinforcement.iter().map(|row| (&row.date, &row.at, &row.units));
        let released = self.raw.release.iter().map(|row| (&row.otherwise, &row.at, &row.units));
        for (date, at, units) in scheduled.chain(released) {
            let arrival = Arrival { turn: self.turn(date)?, at: self.place(at)? };
            if !self.pack.at(arrival.at).is_zone {
                return Err(self.wrong(format!("reinforcements arrive in zones, not in {at}")));
            }
            for id in units {
                let slot = &mut arrivals[self.unit(id)?.index()];
                if slot.replace(arrival).is_some() {
                    return Err(self.wrong(format!("{id} arrives twice")));
                }
            }
        }
        Ok(arrivals)
    }

    fn releases(&self) -> Result<Vec<(Place, Unit)>, PackError> {
        let mut releases = Vec::new();
        for release in &self.raw.release {
            let area = self.place(&release.area)?;
            for id in &release.units {
                releases.push((area, self.unit(id)?));
            }
        }
        Ok(releases)
    }

    fn bridges(&self) -> Result<Vec<(Bridge, BridgeState)>, PackError> {
        let read = |(id, state): (&String, &RawBridgeState)| {
            let bridge =
                self.pack.bridge(id).ok_or_else(|| self.wrong(format!("there is no bridge {id}")))?;
            let state = match state {
                RawBridgeState::British => BridgeState::British,
                RawBridgeState::German => BridgeState::German,
                RawBridgeState::Destroyed => BridgeState::Destroyed,
            };
            Ok((bridge, state))
        };
        self.raw.bridges.iter().map(read).collect()
    }

    fn haig(&self) -> Result<[bool; TURNS], PackError> {
        let mut turns = [false; TURNS];
        if let Some(from) = &self.raw.special.haig_from {
            let from = self.turn(from)?;
            let until = self.raw.special.haig_until.as_ref().map(|date| self.turn(date)).transpose()?;
            let until = until.unwrap_or(TURNS as u8 - 1);
            (from..=until).for_each(|turn| turns[usize::from(turn)] = true);
        }
        Ok(turns)
    }

    fn scenario(&self) -> Result<Scenario, PackError> {
        let (raw, markers, victory) = (self.raw, &self.raw.markers, &self.raw.victory);
        let (first_turn, last_turn) = (self.turn(&raw.start)?, self.turn(&raw.end)?);
        if first_turn > last_turn {
            return Err(self.wrong("ends before it begins"));
        }
        let arrivals = self.arrivals()?;
        let limit = self.pack.charts.refit.support_limit;
        if markers.support.iter().any(|count| *count > limit) {
            return Err(self.wrong(format!("has more than {limit} support markers")));
        }
        Ok(Scenario {
            id: raw.id.clone(),
            name: raw.name.clone(),
            note: raw.note.clone(),
            school: raw.school,
            open: raw.open.as_ref().map(|open| self.places(open)).transpose()?,
            first_turn,
            last_turn,
            advantage: markers.advantage.into(),
            weather: match markers.weather {
                RawWeather::Clear => Some(Weather::Clear),
                RawWeather::Overcast => Some(Weather::Overcast),
                RawWeather::Roll => None,
            },
            british: self.places(&raw.british_control)?,
            bridges: self.bridges()?,
            support: BySide(markers.support),
            hurricane_fresh: BySide(markers.hurricane_fresh),
            hurricane_used: BySide(markers.hurricane_used),
            ammunition: BySide(markers.ammunition),
            air: BySide(markers.air),
            german_hurricanes: markers
                .german_hurricane_arrivals
                .iter()
                .map(|date| self.turn(date))
                .collect::<Result<_, _>>()?,
            german_air: markers.german_air_arrival.as_ref().map(|date| self.turn(date)).transpose()?,
            set_up: self.set_up()?,
            due_by: due_by(&arrivals),
            arrivals,
            releases: self.releases()?,
            opening: self.places(&raw.special.opening_barrage)?,
            no_sunset: self.turns(&raw.special.no_sunset_end_on)?,
            sectors: self.turns(&raw.special.sector_dates)?,
            haig: self.haig()?,
            tank_return: raw.special.tank_return.as_ref().map(|date| self.turn(date)).transpose()?,
            victory: Victory {
                british: victory.british_vp,
                german: victory.german_vp,
                interim: match (&victory.interim_until, victory.interim_british_vp) {
                    (Some(date), Some(points)) => Some((self.turn(date)?, points)),
                    _ => None,
                },
            },
        })
    }
}

fn due_by(arrivals: &[Option<Arrival>]) -> [Units; TURNS] {
    let by = |turn: usize| -> Units {
        let comes =
            |arrival: &Option<Arrival>| arrival.is_some_and(|arrival| usize::from(arrival.turn) <= turn);
        let units = arrivals.iter().enumerate().filter(|(_, arrival)| comes(arrival));
        units.map(|(index, _)| Unit(index as u8)).collect()
    };
    std::array::from_fn(by)
}

impl Scenario {
    /// Reads all scenarios. A unit is set up or arrives, never both.
    pub(crate) fn parse_all(files: &Files, pack: &Pack) -> Result<Vec<Scenario>, PackError> {
        let raw: RawScenarios = files.read(FILE)?;
        let mut scenarios: Vec<Scenario> = Vec::new();
        for raw in &raw.scenario {
            let reader = Reader { pack, raw };
            let scenario = reader.scenario()?;
            let twice = scenario.set_up.iter().find(|(unit, ..)| scenario.arrivals[unit.index()].is_some());
            if let Some((unit, ..)) = twice {
                return Err(reader.wrong(format!("{} is set up and arrives later", pack.info(*unit).id)));
            }
            let used = scenario.set_up.iter().map(|(_, place, _)| *place);
            let used = used.chain(scenario.arrivals.iter().flatten().map(|arrival| arrival.at));
            let is_closed = |place: &Place| scenario.open.is_some_and(|open| !open.contains(*place));
            if let Some(place) = used.chain(scenario.british.iter()).find(is_closed) {
                return Err(reader.wrong(format!("uses {}, which is not open", pack.at(place).id)));
            }
            if scenarios.iter().any(|known| known.id == scenario.id) {
                return Err(reader.wrong("is listed twice"));
            }
            scenarios.push(scenario);
        }
        if scenarios.is_empty() || scenarios.len() > 255 {
            return Err(PackError::new(FILE, "scenario", "there must be at least one"));
        }
        Ok(scenarios)
    }
}
