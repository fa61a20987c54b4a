//! Reading position files: every key checked, and nothing from which play could not go on.

use std::collections::BTreeMap;

use engine::{Dice, Position, Seat, Setup};
use serde::Deserialize;

use crate::board::{Air, Assault, AssaultKind, Barrage, Board, Outcome, Where};
use crate::impulse::Activation;
use crate::options::Options;
use crate::pack::{Pack, turn_of};
use crate::scenario::{BridgeState, Weather};
use crate::sets::{Place, Places, Unit, Units};
use crate::side::{BySide, Side};
use crate::step::{Context, Flow, Step, Steps};
use crate::{Cambrai, audit};

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
        stack.push(Step::parse(&game.pack, &[name]).ok_or_else(|| {
            format!("steps: there is no step '{name}'; the steps are {}", Step::NAMES.join(", "))
        })?);
    }
    if stack.is_empty() {
        stack.push(Activation.into());
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
                let worn = id.strip_suffix('*').or_else(|| id.strip_suffix(" exhausted"));
                let (id, fresh) = worn.map_or((id.as_str(), true), |id| (id, false));
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
    for (depth, step) in stack.iter().enumerate() {
        step.needs(pack, board, &stack[..depth])?;
    }
    // Only a barrage or an assault stands on another step.
    let needs_assault = stack.len() > 1 && board.barrage.is_none();
    if needs_assault != board.assault.is_some() {
        return Err("assault: it is there without its step, or its step without it".into());
    }
    audit::check(pack, board, stack)?;
    let (mut trial, mut dice, mut options) = (board.clone(), Dice::seeded(0), Vec::new());
    let mut top = *stack.last().ok_or("steps: there are none")?;
    if matches!(top.run(pack, &mut trial, &mut Context::silent(&mut dice)), Flow::Ask) {
        top.ask(pack, &trial, Seat(0), &mut options, &mut ());
        if options.is_empty() {
            return Err(format!("steps: '{}' has nothing to ask here", top.name()));
        }
    }
    Ok(())
}
