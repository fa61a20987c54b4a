//! Position files: a board and where in the sequence of play it stands, as text that people can write.
//!
//! Whatever is left out has its default: no units, no markers, German control, the first impulse.

use std::collections::BTreeMap;
use std::fmt::Write;

use engine::Context;
use engine::{Dice, Flow, Position, Setup};
use serde::Deserialize;

use crate::board::{Air, Assault, AssaultKind, Barrage, Board, Outcome, Where};
use crate::options::Options;
use crate::pack::{Pack, date_of, turn_of};
use crate::scenario::{BridgeState, Weather};
use crate::sets::{Place, Places, Unit, Units};
use crate::side::{BySide, Side};
use crate::step::{self, Step};
use crate::{Cambrai, audit};

/// The position file of a board and stack.
pub(crate) fn print(pack: &Pack, setup: &Setup, board: &Board, stack: &[Step]) -> String {
    let mut printer = Printer { pack, text: String::with_capacity(4096) };
    printer.head(setup, board, stack);
    printer.impulse(board);
    printer.procedures(board);
    printer.units(board);
    printer.text
}

struct Printer<'a> {
    pack: &'a Pack,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn word(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.text, "{key} = \"{value}\"");
    }

    fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.line(key, true);
        }
    }

    fn number(&mut self, key: &str, value: u8) {
        if value != 0 {
            self.line(key, value);
        }
    }

    fn pair(&mut self, key: &str, values: BySide<u8>) {
        if values != BySide::default() {
            self.line(key, format!("[{}, {}]", values[Side::British], values[Side::German]));
        }
    }

    fn words<'w>(&mut self, key: &str, words: impl Iterator<Item = &'w str>) {
        let list: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
        if !list.is_empty() {
            self.line(key, format!("[{}]", list.join(", ")));
        }
    }

    fn places(&mut self, key: &str, places: Places) {
        let pack = self.pack;
        self.words(key, (places & pack.links.all).iter().map(|place| pack.at(place).id.as_str()));
    }

    fn unit_list(&mut self, key: &str, units: Units) {
        let pack = self.pack;
        self.words(key, units.iter().map(|unit| pack.info(unit).id.as_str()));
    }

    fn unit(&mut self, key: &str, unit: Option<Unit>) {
        if let Some(unit) = unit {
            let pack = self.pack;
            self.word(key, &pack.info(unit).id);
        }
    }

    fn place(&mut self, key: &str, place: Option<Place>) {
        if let Some(place) = place {
            let pack = self.pack;
            self.word(key, &pack.at(place).id);
        }
    }

    /// A table of things with a number or word each, on one line; left out when empty.
    fn table(&mut self, key: &str, rows: &[String]) {
        if !rows.is_empty() {
            self.line(key, format!("{{ {} }}", rows.join(", ")));
        }
    }

    fn head(&mut self, setup: &Setup, board: &Board, stack: &[Step]) {
        self.word("scenario", &setup.scenario);
        let options: Vec<String> =
            setup.options.iter().map(|(id, value)| format!("{id} = \"{value}\"")).collect();
        self.table("options", &options);
        self.words("steps", stack.iter().map(|step| step.name()));
        self.word("date", &date_of(board.turn));
        self.number("impulse", board.impulse_number);
        self.word("first", board.first.id());
        self.word("active", board.active.id());
        self.word("asked", board.asked.id());
        self.word("weather", board.weather.id());
        self.flag("weather_turns", board.weather_turns);
        if let Some(total) = board.sunset {
            self.line("sunset", total);
        }
        self.flag("day_over", board.day_over);
        self.word("advantage", board.advantage.map_or("spent", Side::id));
        self.word("advantage_due", board.advantage_due.id());
        let bids: Vec<String> =
            board.bids.iter().map(|bid| bid.map_or("-1".into(), |bid| bid.to_string())).collect();
        if board.bids != [None; 2] {
            self.line("bids", format!("[{}]", bids.join(", ")));
        }
        self.flag("swapped", board.swapped);
        self.places("british", board.british);
        let pack = self.pack;
        let bridges: Vec<String> = pack
            .bridges
            .iter()
            .zip(board.bridges)
            .filter(|(_, state)| *state != BridgeState::German)
            .map(|(bridge, state)| format!("{} = \"{}\"", bridge.id, state.id()))
            .collect();
        self.table("bridges", &bridges);
        self.pair("support", board.support);
        self.pair("ammunition", board.ammunition);
        self.pair("hurricane_fresh", board.hurricane_fresh);
        self.pair("hurricane_used", board.hurricane_used);
        let air: Vec<String> =
            Side::BOTH.iter().map(|side| format!("\"{}\"", self.air(board.air[*side]))).collect();
        self.line("air", format!("[{}]", air.join(", ")));
        self.places("opening", board.opening);
        self.unit("subject", board.subject);
        self.unit_list("treated", board.treated);
        self.number("refits", board.refits);
    }

    fn air(&self, air: Air) -> String {
        match air {
            Air::Absent => "absent".into(),
            Air::Ready => "ready".into(),
            Air::Flown => "flown".into(),
            Air::Over(place) => format!("over {}", self.pack.at(place).id),
            Air::Interdicting(place) => format!("interdicts {}", self.pack.at(place).id),
        }
    }

    fn impulse(&mut self, board: &Board) {
        let (pack, impulse) = (self.pack, &board.impulse);
        if *impulse == crate::board::Impulse::default() {
            return;
        }
        self.text.push_str("\n[now]\n");
        self.place("area", impulse.area);
        self.place("centre", impulse.centre);
        self.unit_list("started", impulse.started);
        self.unit_list("finished", impulse.finished);
        self.unit_list("released", impulse.released);
        self.places("contested", impulse.contested);
        self.places("assaulted", impulse.assaulted);
        let rows = |values: &[u8], id: &dyn Fn(usize) -> String| -> Vec<String> {
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| **value > 0)
                .map(|(index, value)| format!("{} = {value}", id(index)))
                .collect()
        };
        let of_units = rows(&impulse.spent, &|index| pack.units[index].id.clone());
        self.table("spent", &of_units);
        let from: Vec<String> = pack
            .all_units()
            .filter_map(|unit| {
                let from = impulse.came_from[unit.index()]?;
                Some(format!("{} = \"{}\"", pack.info(unit).id, pack.at(from).id))
            })
            .collect();
        self.table("came_from", &from);
        self.unit_list("waded", impulse.waded);
        let first: Vec<String> = (pack.links.all.iter())
            .filter_map(|place| {
                let unit = impulse.first_in[place.index()]?;
                Some(format!("{} = \"{}\"", pack.at(place).id, pack.info(unit).id))
            })
            .collect();
        self.table("first_in", &first);
        let of_places = |index: usize| pack.places[index].id.clone();
        self.table("rolling", &rows(&impulse.rolling, &of_places));
        self.table("direct", &rows(&impulse.direct, &of_places));
        self.table("crossings", &rows(&impulse.crossings, &|index| pack.bridges[index].id.clone()));
        self.number("leaving", impulse.leaving);
        self.flag("fired", impulse.fired);
        self.flag("overran", impulse.overran);
        self.flag("halted", impulse.halted);
        self.flag("passed", impulse.passed);
        self.flag("regrouped", impulse.regrouped);
        self.unit("mover", impulse.mover);
        self.flag("moved", impulse.moved);
        let tried = pack.bridges.iter().enumerate().filter(|(index, _)| impulse.tried >> index & 1 != 0);
        self.words("tried", tried.map(|(_, bridge)| bridge.id.as_str()));
    }

    fn procedures(&mut self, board: &Board) {
        if let Some(assault) = board.assault {
            self.text.push_str("\n[assault]\n");
            self.place("place", Some(assault.place));
            self.word("kind", assault_kind(assault.kind));
            self.unit_list("attackers", assault.attackers);
            self.unit("point", assault.point);
            self.unit("forward", assault.forward);
            if let Some(outcome) = assault.outcome {
                self.word("outcome", outcome_id(outcome));
                if let Outcome::Success(points) = outcome {
                    self.line("success", points);
                }
            }
            self.number("points", assault.points);
            self.flag("begun", assault.begun);
            self.number("cost", assault.cost);
        }
        if let Some(barrage) = board.barrage {
            self.text.push_str("\n[barrage]\n");
            self.place("place", Some(barrage.place));
            self.unit("primary", barrage.primary);
            self.number("points", barrage.points);
            self.flag("begun", barrage.begun);
        }
    }

    fn units(&mut self, board: &Board) {
        self.text.push_str("\n[units]\n");
        let pack = self.pack;
        for place in pack.links.all.iter() {
            let id = pack.at(place).id.clone();
            self.marked(&id, board, board.units_in(place));
        }
        for (key, place) in [("reserve", Where::Reserve), ("eliminated", Where::Eliminated)] {
            let there = pack.all_units().filter(|unit| board.at[unit.index()] == place).collect();
            self.marked(key, board, there);
        }
    }

    /// Units with a star behind those that are exhausted.
    fn marked(&mut self, key: &str, board: &Board, units: Units) {
        let pack = self.pack;
        let star = |unit: Unit| if board.is_fresh(unit) { "" } else { "*" };
        let list: Vec<String> =
            units.iter().map(|unit| format!("{}{}", pack.info(unit).id, star(unit))).collect();
        self.words(key, list.iter().map(String::as_str));
    }
}

fn assault_kind(kind: AssaultKind) -> &'static str {
    match kind {
        AssaultKind::Mandatory => "mandatory",
        AssaultKind::Optional => "optional",
        AssaultKind::Inside => "inside",
    }
}

fn outcome_id(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Repulse => "repulse",
        Outcome::Stalemate => "stalemate",
        Outcome::OnePoint => "one-point",
        Outcome::Success(_) => "success",
        Outcome::Cleared => "cleared",
        Outcome::Halted => "halted",
        Outcome::Overrun => "overrun",
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPosition {
    scenario: String,
    #[serde(default)]
    options: BTreeMap<String, String>,
    #[serde(default)]
    steps: Vec<String>,
    date: Option<String>,
    #[serde(default)]
    impulse: u8,
    first: Option<String>,
    active: Option<String>,
    asked: Option<String>,
    weather: Option<String>,
    #[serde(default)]
    weather_turns: bool,
    sunset: Option<u8>,
    #[serde(default)]
    day_over: bool,
    advantage: Option<String>,
    advantage_due: Option<String>,
    #[serde(default)]
    bids: Vec<i16>,
    #[serde(default)]
    swapped: bool,
    #[serde(default)]
    british: Vec<String>,
    #[serde(default)]
    bridges: BTreeMap<String, String>,
    #[serde(default)]
    support: [u8; 2],
    #[serde(default)]
    ammunition: [u8; 2],
    #[serde(default)]
    hurricane_fresh: [u8; 2],
    #[serde(default)]
    hurricane_used: [u8; 2],
    air: Option<[String; 2]>,
    #[serde(default)]
    opening: Vec<String>,
    subject: Option<String>,
    #[serde(default)]
    treated: Vec<String>,
    #[serde(default)]
    refits: u8,
    now: Option<RawImpulse>,
    assault: Option<RawAssault>,
    barrage: Option<RawBarrage>,
    #[serde(default)]
    units: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct RawImpulse {
    area: Option<String>,
    centre: Option<String>,
    started: Vec<String>,
    finished: Vec<String>,
    released: Vec<String>,
    contested: Vec<String>,
    assaulted: Vec<String>,
    spent: BTreeMap<String, u8>,
    came_from: BTreeMap<String, String>,
    waded: Vec<String>,
    first_in: BTreeMap<String, String>,
    rolling: BTreeMap<String, u8>,
    direct: BTreeMap<String, u8>,
    crossings: BTreeMap<String, u8>,
    leaving: u8,
    fired: bool,
    overran: bool,
    halted: bool,
    passed: bool,
    regrouped: bool,
    mover: Option<String>,
    moved: bool,
    tried: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAssault {
    place: String,
    kind: String,
    #[serde(default)]
    attackers: Vec<String>,
    point: Option<String>,
    forward: Option<String>,
    outcome: Option<String>,
    #[serde(default)]
    success: u8,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    begun: bool,
    #[serde(default)]
    cost: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawBarrage {
    place: String,
    primary: Option<String>,
    #[serde(default)]
    points: u8,
    #[serde(default)]
    begun: bool,
}

/// A position file read and checked. The error names the key and the reason.
pub(crate) fn parse(game: &Cambrai, text: &str) -> Result<Position<Cambrai>, String> {
    let raw: RawPosition = toml::from_str(text).map_err(|error| error.to_string())?;
    let setup = Setup { scenario: raw.scenario.clone(), options: raw.options.clone() };
    game.title.check(&setup)?;
    let reader = Reader { pack: &game.pack };
    let mut board = reader.board(&raw, &setup)?;
    if let Some(now) = &raw.now {
        reader.impulse(now, &mut board)?;
    }
    reader.procedures(&raw, &mut board)?;
    let mut stack = Vec::new();
    for name in &raw.steps {
        stack.push(Step::from_name(name).ok_or_else(|| format!("steps: there is no step '{name}'"))?);
    }
    if stack.is_empty() {
        stack.push(Step::Activation);
    }
    is_sensible(&game.pack, &board, &stack)?;
    Ok(Position { setup, board, stack })
}

struct Reader<'a> {
    pack: &'a Pack,
}

impl Reader<'_> {
    fn place(&self, key: &str, id: &str) -> Result<Place, String> {
        self.pack.place(id).ok_or_else(|| format!("{key}: there is no area or zone '{id}'"))
    }

    fn unit(&self, key: &str, id: &str) -> Result<Unit, String> {
        self.pack.unit(id).ok_or_else(|| format!("{key}: there is no unit '{id}'"))
    }

    fn places(&self, key: &str, ids: &[String]) -> Result<Places, String> {
        ids.iter().map(|id| self.place(key, id)).collect()
    }

    fn units(&self, key: &str, ids: &[String]) -> Result<Units, String> {
        ids.iter().map(|id| self.unit(key, id)).collect()
    }

    fn maybe_unit(&self, key: &str, id: Option<&String>) -> Result<Option<Unit>, String> {
        id.map(|id| self.unit(key, id)).transpose()
    }

    fn maybe_place(&self, key: &str, id: Option<&String>) -> Result<Option<Place>, String> {
        id.map(|id| self.place(key, id)).transpose()
    }

    fn board(&self, raw: &RawPosition, setup: &Setup) -> Result<Board, String> {
        let pack = self.pack;
        let mut board = Board::empty(pack);
        let scenario = pack.scenarios.iter().position(|scenario| scenario.id == raw.scenario);
        board.scenario = scenario.ok_or("scenario: unknown")? as u8;
        let scenario = &pack.scenarios[usize::from(board.scenario)];
        board.options = Options::of(setup);
        board.turn = match &raw.date {
            Some(date) => turn_of(date).ok_or_else(|| format!("date: '{date}' is not on the turn track"))?,
            None => scenario.first_turn,
        };
        if board.turn > scenario.last_turn {
            return Err("date: lies after the scenario's end".into());
        }
        if raw.impulse > pack.last_impulse {
            return Err("impulse: is not on the impulse track".into());
        }
        board.impulse_number = raw.impulse;
        board.advantage = match raw.advantage.as_deref() {
            None => Some(Side::British),
            Some("spent") => None,
            Some(id) => Some(side("advantage", id)?),
        };
        let holder = board.advantage.unwrap_or_default();
        let or = |key: &str, id: &Option<String>, default: Side| match id {
            Some(id) => side(key, id),
            None => Ok(default),
        };
        board.advantage_due = or("advantage_due", &raw.advantage_due, holder.enemy())?;
        board.active = or("active", &raw.active, holder)?;
        board.first = or("first", &raw.first, holder)?;
        board.asked = or("asked", &raw.asked, Side::British)?;
        board.weather = match raw.weather.as_deref() {
            None | Some("clear") => Weather::Clear,
            Some("overcast") => Weather::Overcast,
            Some(other) => return Err(format!("weather: '{other}' is neither clear nor overcast")),
        };
        board.weather_turns = raw.weather_turns;
        board.sunset = raw.sunset;
        board.day_over = raw.day_over;
        for (seat, bid) in raw.bids.iter().enumerate() {
            let slot = board.bids.get_mut(seat).ok_or("bids: there are two seats")?;
            *slot = u8::try_from(*bid).ok().filter(|bid| *bid <= pack.charts.highest_bid);
        }
        board.swapped = raw.swapped;
        board.british = self.places("british", &raw.british)?;
        for (id, state) in &raw.bridges {
            let bridge = pack.bridge(id).ok_or_else(|| format!("bridges: there is no bridge '{id}'"))?;
            board.bridges[bridge.index()] = match state.as_str() {
                "british" => BridgeState::British,
                "german" => BridgeState::German,
                "destroyed" => BridgeState::Destroyed,
                other => return Err(format!("bridges: '{other}' is no state of a bridge")),
            };
        }
        self.markers(raw, &mut board)?;
        board.opening = self.places("opening", &raw.opening)?;
        board.subject = self.maybe_unit("subject", raw.subject.as_ref())?;
        board.treated = self.units("treated", &raw.treated)?;
        board.refits = raw.refits;
        self.put_units(raw, &mut board)?;
        Ok(board)
    }

    fn markers(&self, raw: &RawPosition, board: &mut Board) -> Result<(), String> {
        let few = |key: &str, counts: [u8; 2], most: u8| {
            if counts.iter().any(|count| *count > most) {
                return Err(format!("{key}: more than {most}"));
            }
            Ok(BySide(counts))
        };
        board.support = few("support", raw.support, self.pack.charts.refit.support_limit)?;
        board.ammunition = BySide(raw.ammunition);
        board.hurricane_fresh = few("hurricane_fresh", raw.hurricane_fresh, 9)?;
        board.hurricane_used = few("hurricane_used", raw.hurricane_used, 9)?;
        for (side, text) in Side::BOTH.into_iter().zip(raw.air.iter().flatten()) {
            board.air[side] = match text.split_once(' ') {
                Some(("over", id)) => Air::Over(self.place("air", id)?),
                Some(("interdicts", id)) => Air::Interdicting(self.place("air", id)?),
                None if text == "absent" => Air::Absent,
                None if text == "ready" => Air::Ready,
                None if text == "flown" => Air::Flown,
                _ => return Err(format!("air: '{text}' is not understood")),
            };
        }
        Ok(())
    }

    fn put_units(&self, raw: &RawPosition, board: &mut Board) -> Result<(), String> {
        for (key, ids) in &raw.units {
            let at = match key.as_str() {
                "reserve" => Where::Reserve,
                "eliminated" => Where::Eliminated,
                id => Where::At(self.place("units", id)?),
            };
            for id in ids {
                let (id, fresh) = id.strip_suffix('*').map_or((id.as_str(), true), |id| (id, false));
                let unit = self.unit(key, id)?;
                if board.at[unit.index()] != Where::Removed {
                    return Err(format!("units: {id} is listed twice"));
                }
                board.put(self.pack, unit, at);
                if matches!(at, Where::At(_)) {
                    board.set_fresh(self.pack, unit, fresh);
                }
            }
        }
        Ok(())
    }

    fn impulse(&self, raw: &RawImpulse, board: &mut Board) -> Result<(), String> {
        let impulse = &mut board.impulse;
        impulse.area = self.maybe_place("area", raw.area.as_ref())?;
        impulse.centre = self.maybe_place("centre", raw.centre.as_ref())?.or(impulse.area);
        impulse.started = self.units("started", &raw.started)?;
        impulse.finished = self.units("finished", &raw.finished)?;
        impulse.released = self.units("released", &raw.released)?;
        impulse.contested = self.places("contested", &raw.contested)?;
        impulse.assaulted = self.places("assaulted", &raw.assaulted)?;
        for (id, spent) in &raw.spent {
            impulse.spent[self.unit("spent", id)?.index()] = (*spent).min(20);
        }
        for (id, from) in &raw.came_from {
            impulse.came_from[self.unit("came_from", id)?.index()] = Some(self.place("came_from", from)?);
        }
        impulse.waded = self.units("waded", &raw.waded)?;
        for (id, unit) in &raw.first_in {
            impulse.first_in[self.place("first_in", id)?.index()] = Some(self.unit("first_in", unit)?);
        }
        for (key, counts, slots) in
            [("rolling", &raw.rolling, &mut impulse.rolling), ("direct", &raw.direct, &mut impulse.direct)]
        {
            for (id, count) in counts {
                slots[self.place(key, id)?.index()] = *count;
            }
            if slots.iter().map(|count| u16::from(*count)).sum::<u16>() > 16 {
                return Err(format!("{key}: more markers than there are"));
            }
        }
        for (id, count) in &raw.crossings {
            let bridge =
                self.pack.bridge(id).ok_or_else(|| format!("crossings: there is no bridge '{id}'"))?;
            impulse.crossings[bridge.index()] = (*count).min(100);
        }
        impulse.leaving = raw.leaving.min(20);
        impulse.fired = raw.fired;
        impulse.overran = raw.overran;
        impulse.halted = raw.halted;
        impulse.passed = raw.passed;
        impulse.regrouped = raw.regrouped;
        impulse.mover = self.maybe_unit("mover", raw.mover.as_ref())?;
        impulse.moved = raw.moved;
        for id in &raw.tried {
            let bridge = self.pack.bridge(id).ok_or_else(|| format!("tried: there is no bridge '{id}'"))?;
            impulse.tried |= 1 << bridge.0;
        }
        Ok(())
    }

    fn procedures(&self, raw: &RawPosition, board: &mut Board) -> Result<(), String> {
        if let Some(raw) = &raw.assault {
            board.assault = Some(Assault {
                place: self.place("assault", &raw.place)?,
                kind: match raw.kind.as_str() {
                    "mandatory" => AssaultKind::Mandatory,
                    "optional" => AssaultKind::Optional,
                    "inside" => AssaultKind::Inside,
                    other => return Err(format!("assault: '{other}' is no kind of assault")),
                },
                attackers: self.units("attackers", &raw.attackers)?,
                point: self.maybe_unit("point", raw.point.as_ref())?,
                forward: self.maybe_unit("forward", raw.forward.as_ref())?,
                outcome: raw.outcome.as_deref().map(|id| outcome_of(id, raw.success)).transpose()?,
                points: raw.points.min(60),
                begun: raw.begun,
                cost: raw.cost.min(20),
            });
        }
        if let Some(raw) = &raw.barrage {
            board.barrage = Some(Barrage {
                place: self.place("barrage", &raw.place)?,
                primary: self.maybe_unit("primary", raw.primary.as_ref())?,
                points: raw.points,
                begun: raw.begun,
            });
        }
        Ok(())
    }
}

fn side(key: &str, id: &str) -> Result<Side, String> {
    Side::from_id(id).ok_or_else(|| format!("{key}: '{id}' is neither british nor german"))
}

fn outcome_of(id: &str, points: u8) -> Result<Outcome, String> {
    Ok(match id {
        "repulse" => Outcome::Repulse,
        "stalemate" => Outcome::Stalemate,
        "one-point" => Outcome::OnePoint,
        "success" => Outcome::Success(points),
        "cleared" => Outcome::Cleared,
        "halted" => Outcome::Halted,
        "overrun" => Outcome::Overrun,
        other => return Err(format!("outcome: '{other}' is no result")),
    })
}

/// Whether play can go on from here: the steps fit each other, the board fits the steps, and something can be
/// answered.
fn is_sensible(pack: &Pack, board: &Board, stack: &[Step]) -> Result<(), String> {
    use Step::*;
    let fits = match *stack {
        [step] => !is_inner(step),
        [Opening | Artillery, PrimaryTarget | BarrageLosses] => board.barrage.is_some(),
        [Movement, step] => is_inner(step) && !matches!(step, PrimaryTarget | BarrageLosses | Retreat),
        [Movement, Losses | FallBack | Withdrawal, Retreat] => board.subject.is_some(),
        _ => false,
    };
    if !fits {
        return Err("steps: they do not follow from each other".into());
    }
    let needs_assault = stack.iter().any(|step| is_inner(*step)) && board.barrage.is_none();
    if needs_assault != board.assault.is_some() {
        return Err("assault: it is there without its step, or its step without it".into());
    }
    if stack.first().is_some_and(|step| matches!(step, Artillery | Movement | Regroup | Demolition))
        && board.impulse.area.is_none()
    {
        return Err("now: an impulse needs its area".into());
    }
    audit::check(pack, board, stack)?;
    let (mut trial, mut dice, mut options) = (board.clone(), Dice::seeded(0), Vec::new());
    let top = *stack.last().ok_or("steps: there are none")?;
    if matches!(step::run(pack, top, &mut trial, &mut Context::silent(&mut dice)), Flow::Ask) {
        step::ask(pack, top, &trial, &mut options);
        if options.is_empty() {
            return Err(format!("steps: '{}' has nothing to ask here", top.name()));
        }
    }
    Ok(())
}

/// Steps that belong to an assault or barrage in hand.
fn is_inner(step: Step) -> bool {
    use Step::*;
    matches!(
        step,
        PrimaryTarget
            | BarrageLosses
            | Commitment
            | Point
            | Forward
            | Resolution
            | Effort
            | Result
            | Losses
            | Retreat
            | FallBack
            | Withdrawal
            | Aftermath
    )
}
