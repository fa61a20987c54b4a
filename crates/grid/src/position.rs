//! Position files: a board and the steps in progress as text, canonical when printed, short when written by hand.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine::{Position, Setup};
use serde::{Deserialize, Serialize};

use crate::assault::{Assault, Outcome, Wave};
use crate::board::{Commitment, Mark, Place, Points, Replacements, Tally, UnitState};
use crate::bombardment::Shot;
use crate::losses::{Cause, Losses, Scope};
use crate::map::Edge;
use crate::speak::Speak;
use crate::square::{Direction, Square, Squares};
use crate::units::{Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, Grid};
use crate::weather::Weather;

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct File {
    scenario: String,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    options: BTreeMap<String, String>,
    /// Begin from the scenario's set-up instead of an empty map.
    #[serde(skip_serializing_if = "is_default")]
    set_up: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    turn: Option<u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_turn: Option<u8>,
    #[serde(skip_serializing_if = "is_default")]
    phasing: String,
    #[serde(skip_serializing_if = "is_default")]
    weather: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    observation: Option<[bool; 2]>,
    #[serde(skip_serializing_if = "is_default")]
    points: [[i16; 5]; 2],
    #[serde(skip_serializing_if = "is_default")]
    tally: [[u8; 3]; 3],
    #[serde(skip_serializing_if = "is_default")]
    counted: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    resources: BTreeMap<String, Vec<u8>>,
    #[serde(skip_serializing_if = "is_default")]
    interdicted_by_allies: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    interdicted_by_germans: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    answered: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    excused: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_british: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    held_french: Option<Vec<String>>,
    #[serde(skip_serializing_if = "is_default")]
    used: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    allowed: [u8; 3],
    #[serde(skip_serializing_if = "is_default")]
    bid: [u8; 3],
    /// The steps in progress, the innermost last.
    stack: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    units: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shot: Option<RawShot>,
    #[serde(skip_serializing_if = "Option::is_none")]
    assault: Option<RawAssault>,
    #[serde(skip_serializing_if = "Option::is_none")]
    losses: Option<RawLosses>,
    #[serde(skip_serializing_if = "toml::Table::is_empty")]
    own: toml::Table,
}

#[derive(Default, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct RawShot {
    target: String,
    #[serde(skip_serializing_if = "is_default")]
    guns: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    off_map: bool,
    #[serde(skip_serializing_if = "is_default")]
    firing: String,
    #[serde(skip_serializing_if = "is_default")]
    counter: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    counter_off_map: bool,
    #[serde(skip_serializing_if = "is_default")]
    asking: bool,
}

#[derive(Default, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct RawAssault {
    target: String,
    side: String,
    #[serde(skip_serializing_if = "is_default")]
    wave: String,
    #[serde(skip_serializing_if = "is_default")]
    supply: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    asked: u8,
    #[serde(skip_serializing_if = "is_default")]
    resources: u16,
    #[serde(skip_serializing_if = "is_default")]
    smoke: bool,
    #[serde(skip_serializing_if = "is_default")]
    own: u8,
    #[serde(skip_serializing_if = "is_default")]
    outcome: String,
    #[serde(skip_serializing_if = "is_default")]
    closers: bool,
    #[serde(skip_serializing_if = "is_default")]
    strike: String,
    #[serde(skip_serializing_if = "is_default")]
    firers: Vec<String>,
    #[serde(skip_serializing_if = "is_default")]
    advanced: Vec<String>,
}

#[derive(Default, Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct RawLosses {
    side: String,
    square: String,
    left: u8,
    all: u8,
    cause: String,
    scope: String,
    #[serde(skip_serializing_if = "is_default")]
    last: String,
    #[serde(skip_serializing_if = "is_default")]
    several: bool,
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn side_name(side: Side) -> String {
    side.name().to_lowercase()
}

fn side(text: &str) -> Result<Side, String> {
    Side::BOTH.into_iter().find(|side| side_name(*side) == text).ok_or_else(|| format!("'{text}' is no side"))
}

impl<V: Speak> Grid<V> {
    fn unit_names(&self, units: &UnitSet) -> Vec<String> {
        units.iter().map(|unit| self.id(unit).to_owned()).collect()
    }

    fn square_names(&self, squares: &Squares) -> Vec<String> {
        squares.iter().map(|square| self.at(square).to_owned()).collect()
    }

    fn square_name(&self, square: Square) -> String {
        if square.is_some() { self.at(square).to_owned() } else { String::new() }
    }

    fn unit_name(&self, unit: Unit) -> String {
        if unit.is_some() { self.id(unit).to_owned() } else { String::new() }
    }

    fn read_unit(&self, key: &str, text: &str) -> Result<Unit, String> {
        if text.is_empty() || text == "-" {
            return Ok(Unit::NONE);
        }
        self.pack.find(text).ok_or_else(|| format!("{key}: there is no unit '{text}'"))
    }

    fn read_square(&self, key: &str, text: &str) -> Result<Square, String> {
        if text.is_empty() || text == "-" {
            return Ok(Square::NONE);
        }
        self.pack.map.find(text).ok_or_else(|| format!("{key}: there is no square '{text}'"))
    }

    fn read_units(&self, key: &str, list: &[String]) -> Result<UnitSet, String> {
        let mut units = UnitSet::EMPTY;
        for text in list {
            let unit = self.read_unit(key, text)?;
            if unit.is_some() {
                units.insert(unit);
            }
        }
        Ok(units)
    }

    fn read_squares(&self, key: &str, list: &[String]) -> Result<Squares, String> {
        let mut squares = Squares::EMPTY;
        for text in list {
            let square = self.read_square(key, text)?;
            if square.is_some() {
                squares.insert(square);
            }
        }
        Ok(squares)
    }

    fn print_unit(&self, board: &BoardOf<V>, unit: Unit, line: &mut String) {
        let state = board.unit(unit);
        line.extend([self.id(unit), " "]);
        let _ = match state.place() {
            Place::Map(square) => line.write_str(self.at(square)),
            Place::Pool => line.write_str("pool"),
            Place::Gone => line.write_str("gone"),
            Place::Unused => line.write_str("unused"),
            Place::Exited => line.write_str("exited"),
            Place::Hand => line.write_str("hand"),
            Place::Due(turn) => write!(line, "due:{turn}"),
            Place::Track(turn) => write!(line, "track:{turn}"),
            Place::Box(number) => write!(line, "box:{number}"),
            Place::Off(edge, turn) => write!(line, "off:{}:{turn}", edge.name()),
        };
        if state.facing() != Direction::NORTH {
            line.extend([" ", state.facing().name()]);
        }
        for (mark, name) in Mark::NAMES {
            if state.has(mark) {
                line.extend([" ", name]);
            }
        }
        if state.spent() > 0 {
            let _ = write!(line, " spent:{}", state.spent());
        }
        let commitment = state.commitment();
        if let Some(direction) = commitment.direction() {
            line.extend([" against:", direction.name()]);
        }
        for (flag, name) in [
            (commitment.closed(), " closed"),
            (commitment.failed(), " failed"),
            (commitment.fought(), " fought"),
            (commitment.shot(), " shot"),
        ] {
            if flag {
                line.push_str(name);
            }
        }
    }

    fn read_unit_line(&self, board: &mut BoardOf<V>, line: &str) -> Result<(), String> {
        let error = |what: &str| format!("units: '{line}': {what}");
        let mut words = line.split_whitespace();
        let id = words.next().ok_or_else(|| error("is empty"))?;
        let unit = self.pack.find(id).ok_or_else(|| error("no such unit"))?;
        let place = words.next().ok_or_else(|| error("says no place"))?;
        let number = |text: &str| text.parse::<u8>().map_err(|_| error("is no number"));
        let place = match place.split(':').collect::<Vec<_>>()[..] {
            ["pool"] => Place::Pool,
            ["gone"] => Place::Gone,
            ["unused"] => Place::Unused,
            ["exited"] => Place::Exited,
            ["hand"] => Place::Hand,
            ["due", turn] => Place::Due(number(turn)?),
            ["track", turn] => Place::Track(number(turn)?),
            ["box", index] => Place::Box(number(index)?),
            ["off", edge, turn] => {
                let edge = Edge::ALL.into_iter().find(|known| known.name() == edge);
                Place::Off(edge.ok_or_else(|| error("no such edge"))?, number(turn)?)
            }
            [square] => Place::Map(self.pack.map.find(square).ok_or_else(|| error("no such place"))?),
            _ => return Err(error("no such place")),
        };
        let mut state = *board.unit(unit);
        for (mark, _) in Mark::NAMES {
            state.set(mark, false);
        }
        state.put(place);
        state.set_spent(0);
        state.face(Direction::NORTH);
        let mut commitment = 0u8;
        for word in words {
            if let Some((mark, _)) = Mark::NAMES.iter().find(|(_, name)| *name == word) {
                state.set(*mark, true);
            } else if let Some(direction) = Direction::parse(word).filter(|direction| direction.is_straight())
            {
                state.face(direction);
            } else if let Some(spent) = word.strip_prefix("spent:") {
                state.set_spent(number(spent)?);
            } else if let Some(direction) = word.strip_prefix("against:") {
                let direction = Direction::parse(direction).ok_or_else(|| error("no such direction"))?;
                commitment |= direction.0 + 1;
            } else {
                commitment |= match word {
                    "closed" => 0x10,
                    "failed" => 0x20,
                    "fought" => 0x40,
                    "shot" => 0x80,
                    _ => return Err(error(&format!("'{word}' is no mark"))),
                };
            }
        }
        state.set_commitment(Commitment(commitment));
        board.update(&self.pack, unit, |new| *new = state);
        Ok(())
    }

    /// The position file of a board and stack.
    pub(crate) fn write_position(
        &self,
        setup: &Setup,
        board: &BoardOf<V>,
        stack: &[crate::Step<V::Own>],
    ) -> String {
        let points = |side: Side| {
            let points = &board.points[side.index()];
            [points.losses, points.replacements, points.exits, points.area, points.other]
        };
        let mut resources = BTreeMap::new();
        for nation in Nation::ALL {
            if board.resources[nation.index()] != [0; 12] {
                resources.insert(nation.id().to_owned(), board.resources[nation.index()].to_vec());
            }
        }
        let file = File {
            scenario: setup.scenario.clone(),
            options: setup.options.clone(),
            set_up: false,
            turn: Some(board.turn),
            last_turn: Some(board.last_turn),
            phasing: side_name(board.phasing),
            weather: board.weather.name().to_owned(),
            observation: Some(board.observation),
            points: [points(Side::Allied), points(Side::German)],
            tally: board.tally.map(|tally| [tally.assaults, tally.steps, tally.disrupted]),
            counted: self.unit_names(&board.counted),
            resources,
            interdicted_by_allies: self.square_names(&board.interdiction[0]),
            interdicted_by_germans: self.square_names(&board.interdiction[1]),
            answered: self.square_names(&board.answered),
            excused: self.square_names(&board.excused),
            held_british: Some(self.square_names(&board.held[Nation::British.index()])),
            held_french: Some(self.square_names(&board.held[Nation::French.index()])),
            used: self.unit_names(&board.used),
            allowed: board.replacements.allowed,
            bid: board.replacements.bid,
            stack: stack.iter().map(|step| self.print_step(step)).collect(),
            units: Vec::new(),
            shot: (board.shot != Shot::NONE).then(|| self.print_shot(&board.shot)),
            assault: (board.assault != Assault::NONE).then(|| self.print_assault(&board.assault)),
            losses: (board.losses != Losses::NONE).then(|| self.print_losses(&board.losses)),
            own: self.variant.print_own(self, board),
        };
        let mut text = toml::to_string(&file).unwrap_or_default();
        let tables = text.find("\n[").unwrap_or(text.len());
        text.insert_str(tables, &self.print_units(board));
        text
    }

    /// The list of units, as the writer of the rest would write it. It is most of the file, and every hash of a record
    /// comes by here, so it is written without one string for each unit.
    fn print_units(&self, board: &BoardOf<V>) -> String {
        let mut list = String::with_capacity(8 << 10);
        for unit in self.pack.all_units().filter(|unit| *board.unit(*unit) != UnitState::unused()) {
            list.push_str(if list.is_empty() { "units = [\"" } else { "\", \"" });
            self.print_unit(board, unit, &mut list);
        }
        if !list.is_empty() {
            list.push_str("\"]\n");
        }
        list
    }

    fn print_shot(&self, shot: &Shot) -> RawShot {
        RawShot {
            target: self.square_name(shot.target),
            guns: self.unit_names(&shot.guns),
            off_map: shot.off_map,
            firing: self.square_name(shot.firing),
            counter: self.unit_names(&shot.counter),
            counter_off_map: shot.counter_off_map,
            asking: shot.asking,
        }
    }

    fn print_assault(&self, assault: &Assault) -> RawAssault {
        let wave = Wave::NAMES.iter().find(|(wave, _)| *wave == assault.wave).map_or("", |(_, name)| name);
        let supply = assault.supply.map(|hq| self.unit_name(hq));
        RawAssault {
            target: self.square_name(assault.target),
            side: side_name(assault.side),
            wave: wave.to_owned(),
            supply: if supply.iter().all(String::is_empty) { Vec::new() } else { supply.to_vec() },
            asked: assault.asked,
            resources: assault.resources,
            smoke: assault.smoke,
            own: assault.own,
            outcome: assault.outcome.map_or_else(String::new, |outcome| outcome.code().to_owned()),
            closers: assault.closers,
            strike: self.square_name(assault.strike),
            firers: self.unit_names(&assault.firers),
            advanced: self.unit_names(&assault.advanced),
        }
    }

    fn print_losses(&self, losses: &Losses) -> RawLosses {
        RawLosses {
            side: side_name(losses.side),
            square: self.square_name(losses.square),
            left: losses.left,
            all: losses.all,
            cause: Cause::NAMES
                .iter()
                .find(|(cause, _)| *cause == losses.cause)
                .map_or(String::new(), |(_, name)| (*name).to_owned()),
            scope: Scope::NAMES
                .iter()
                .find(|(scope, _)| *scope == losses.scope)
                .map_or(String::new(), |(_, name)| (*name).to_owned()),
            last: self.unit_name(losses.last),
            several: losses.several,
        }
    }

    /// A position file as set-up, board and stack.
    pub(crate) fn read_position(&self, text: &str) -> Result<Position<Grid<V>>, String> {
        let file: File = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        let setup = Setup { scenario: file.scenario.clone(), options: file.options.clone() };
        self.title.check(&setup)?;
        let (mut board, start) = self.variant.start(self, &setup)?;
        if !file.set_up {
            for unit in self.pack.all_units() {
                board.update(&self.pack, unit, |state| *state = crate::board::UnitState::unused());
            }
            for square in self.pack.map.all.iter() {
                board.hold(Nation::German, square);
            }
        }
        self.read_facts(&mut board, &file)?;
        for line in &file.units {
            self.read_unit_line(&mut board, line)?;
        }
        self.read_procedures(&mut board, &file)?;
        self.variant.parse_own(self, &mut board, &file.own).map_err(|error| format!("own: {error}"))?;
        let mut stack = Vec::new();
        for line in &file.stack {
            stack.push(self.parse_step(line)?);
        }
        if stack.is_empty() || stack.len() > 16 {
            return Err("stack: needs one to sixteen steps".to_owned());
        }
        engine::Present::audit(self, &board, &stack)?;
        self.check_stack(&start, &board, &stack)?;
        Ok(Position { setup, board, stack })
    }

    fn read_facts(&self, board: &mut BoardOf<V>, file: &File) -> Result<(), String> {
        board.turn = file.turn.unwrap_or(board.turn);
        board.last_turn = file.last_turn.unwrap_or(board.last_turn);
        if board.turn == 0 || usize::from(board.turn.max(board.last_turn)) > self.pack.calendar.len() {
            return Err("turn: is not on the calendar".to_owned());
        }
        if !file.phasing.is_empty() {
            board.phasing = side(&file.phasing)?;
        }
        if !file.weather.is_empty() {
            board.weather = Weather::ALL
                .into_iter()
                .find(|weather| weather.name() == file.weather)
                .ok_or_else(|| format!("weather: '{}' is none", file.weather))?;
        }
        board.observation = file.observation.unwrap_or(board.observation);
        for (points, [losses, replacements, exits, area, other]) in board.points.iter_mut().zip(file.points) {
            *points = Points { losses, replacements, exits, area, other };
        }
        for (tally, [assaults, steps, disrupted]) in board.tally.iter_mut().zip(file.tally) {
            *tally = Tally { assaults, steps, disrupted };
        }
        board.counted = self.read_units("counted", &file.counted)?;
        for (nation, list) in &file.resources {
            let nation = Nation::ALL
                .into_iter()
                .find(|known| known.id() == nation)
                .ok_or_else(|| format!("resources: '{nation}' is no nation"))?;
            for (left, count) in board.resources[nation.index()].iter_mut().zip(list) {
                *left = *count;
            }
        }
        let allied = self.read_squares("interdicted_by_allies", &file.interdicted_by_allies)?;
        let german = self.read_squares("interdicted_by_germans", &file.interdicted_by_germans)?;
        for (side, squares) in [(Side::Allied, allied), (Side::German, german)] {
            for square in squares.iter() {
                board.interdict(&self.pack, side, square, true);
            }
        }
        board.answered = self.read_squares("answered", &file.answered)?;
        if !file.set_up {
            board.excused = self.read_squares("excused", &file.excused)?;
        }
        for (nation, list) in [(Nation::British, &file.held_british), (Nation::French, &file.held_french)] {
            for square in self.read_squares("held", list.as_deref().unwrap_or_default())?.iter() {
                board.hold(nation, square);
            }
        }
        board.used = self.read_units("used", &file.used)?;
        board.replacements = Replacements { allowed: file.allowed, bid: file.bid };
        Ok(())
    }

    fn read_procedures(&self, board: &mut BoardOf<V>, file: &File) -> Result<(), String> {
        if let Some(shot) = &file.shot {
            board.shot = Shot {
                target: self.read_square("shot", &shot.target)?,
                guns: self.read_units("shot", &shot.guns)?,
                off_map: shot.off_map,
                firing: self.read_square("shot", &shot.firing)?,
                counter: self.read_units("shot", &shot.counter)?,
                counter_off_map: shot.counter_off_map,
                asking: shot.asking,
            };
        }
        if let Some(raw) = &file.assault {
            let mut supply = [Unit::NONE; 3];
            for (hq, text) in supply.iter_mut().zip(&raw.supply) {
                *hq = self.read_unit("assault.supply", text)?;
            }
            let outcome = match raw.outcome.as_str() {
                "" => None,
                code => {
                    Some(Outcome::parse(code).ok_or_else(|| format!("assault.outcome: '{code}' is none"))?)
                }
            };
            board.assault = Assault {
                target: self.read_square("assault.target", &raw.target)?,
                side: side(&raw.side)?,
                wave: Wave::NAMES
                    .iter()
                    .find(|(_, name)| *name == raw.wave)
                    .map_or(Wave::Primary, |(wave, _)| *wave),
                supply,
                asked: raw.asked,
                resources: raw.resources,
                smoke: raw.smoke,
                own: raw.own,
                outcome,
                closers: raw.closers,
                strike: self.read_square("assault.strike", &raw.strike)?,
                firers: self.read_units("assault.firers", &raw.firers)?,
                advanced: self.read_units("assault.advanced", &raw.advanced)?,
            };
        }
        if let Some(raw) = &file.losses {
            let named = |key: &str, text: &str| format!("losses.{key}: '{text}' is none");
            board.losses = Losses {
                side: side(&raw.side)?,
                square: self.read_square("losses.square", &raw.square)?,
                left: raw.left,
                all: raw.all,
                cause: Cause::NAMES
                    .iter()
                    .find(|(_, name)| *name == raw.cause)
                    .map(|(cause, _)| *cause)
                    .ok_or_else(|| named("cause", &raw.cause))?,
                scope: Scope::NAMES
                    .iter()
                    .find(|(_, name)| *name == raw.scope)
                    .map(|(scope, _)| *scope)
                    .ok_or_else(|| named("scope", &raw.scope))?,
                last: self.read_unit("losses.last", &raw.last)?,
                several: raw.several,
            };
        }
        Ok(())
    }
}
