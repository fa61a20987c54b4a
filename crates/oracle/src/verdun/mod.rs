//! Verdun: A Generation Lost, from its rulebook.

mod air;
mod assault;
mod bombardment;
mod command;
mod defensive_fire;
mod entry;
mod ground;
mod losses;
mod movement;
mod moving;
mod reorganization;
mod resources;
mod retreat;

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::{Table, Value};

use crate::squares::board::Board;
use crate::squares::charts::{Charts, integers};
use crate::squares::counters::{self, Counter};
use crate::squares::grid::Square;
use crate::squares::map::{Map, tables};
use crate::squares::position::Position;
use crate::squares::sets::Squares;
use crate::squares::turn::{Event, options};
use crate::{Oracle, Turn, Verdict};

const PARTS: [&str; 15] = [
    "movement",
    "entry",
    "command",
    "supply",
    "closing",
    "bombardment",
    "counter-battery",
    "air",
    "resources",
    "defensive-fire",
    "assault",
    "losses",
    "retreat",
    "advance",
    "reorganization",
];

/// The oracle of Verdun.
pub struct Verdun {
    map: Map,
    charts: Charts,
    counters: BTreeMap<String, Counter>,
    scenarios: Table,
    /// The squares beyond the German start line to the north (12.3.4d).
    north: Squares,
    /// The squares behind the French start line.
    south: Squares,
    /// The squares of the Voie Sacrée, Verdun first (12.3.4c).
    sacred_way: Vec<Square>,
}

/// One turn under the oracle's eyes.
struct Look<'a> {
    rules: &'a Verdun,
    board: Board<'a>,
    turn: &'a Turn,
    kind: String,
    options: BTreeMap<String, String>,
    events: Vec<Event>,
    verdict: Verdict,
}

impl Verdun {
    /// Reads the files of a pack, each under its name: `map.toml`, `charts.toml`, `units.toml`, `scenarios.toml`.
    pub fn new(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let table = |name: &str| -> Result<Table, String> {
            let text = files.get(&format!("{name}.toml")).or_else(|| files.get(name));
            let text = text.ok_or_else(|| format!("the pack has no {name}.toml"))?;
            text.parse().map_err(|error| format!("{name}.toml: {error}"))
        };
        let units = table("units")?;
        let map = Map::read(&table("map")?);
        let north = ground::behind_line(&map, "north");
        let south = ground::behind_line(&map, "south");
        let sacred_way = map
            .road_names
            .iter()
            .find(|(name, _)| name.starts_with("Voie Sacree"))
            .map(|(_, path)| path.clone());
        Ok(Self {
            map,
            charts: Charts::new(table("charts")?),
            counters: counters::read(&units),
            scenarios: table("scenarios")?,
            north,
            south,
            sacred_way: sacred_way.unwrap_or_default(),
        })
    }

    fn board(&self, position: &Arc<Table>) -> Board<'_> {
        Board::new(&self.map, &self.charts, &self.counters, Position::read(position, &self.map), side_of)
    }

    /// The special rules of a scenario.
    fn special(&self, id: &str) -> Option<&Table> {
        let scenario =
            tables(&self.scenarios, "scenario").find(|s| s.get("id").and_then(Value::as_str) == Some(id))?;
        scenario.get("own")?.as_table()
    }

    /// A number among the special rules of the scenario in play.
    fn special_number(&self, board: &Board, key: &str) -> Option<i64> {
        self.special(&board.position.scenario)?.get(key)?.as_integer()
    }
}

/// The side of a nation or a seat.
fn side_of(nation: &str) -> &'static str {
    if nation == "german" { "german" } else { "allied" }
}

/// The other side.
fn enemy_of(side: &str) -> &'static str {
    if side == "german" { "allied" } else { "german" }
}

impl Oracle for Verdun {
    fn parts(&self) -> &'static [&'static str] {
        &PARTS
    }

    fn compare(&self, turn: &Turn) -> Verdict {
        let mut look = Look {
            rules: self,
            board: self.board(&turn.position),
            turn,
            kind: turn.decision.get("kind").and_then(serde_json::Value::as_str).unwrap_or("").to_owned(),
            options: options(&turn.decision),
            events: turn.events.iter().map(Event::read).collect(),
            verdict: Verdict::default(),
        };
        look.moving();
        look.command();
        look.bombardment();
        look.air();
        look.defensive_fire();
        look.resources();
        look.assault();
        look.losses();
        look.retreat();
        look.reorganization();
        look.verdict
    }
}

impl Look<'_> {
    /// The board after the turn; few ask for it.
    fn next(&self) -> Board<'_> {
        self.rules.board(&self.turn.next)
    }

    /// A side has chosen an operation; the position holds a bit for each of its table (20.4).
    fn operation(&self, side: &str, id: &str) -> bool {
        let place = usize::from(side == "german");
        let nation = if side == "german" { "german" } else { "french" };
        let chosen = integers(self.board.position.table.get("own").and_then(|o| o.get("operations")));
        let bits = chosen.get(place).copied().filter(|b| (0..255).contains(b)).unwrap_or(0);
        let table = self.rules.charts.value(&format!("own.operations.{nation}")).and_then(Value::as_array);
        let at = table.and_then(|t| t.iter().position(|o| o.get("id").and_then(Value::as_str) == Some(id)));
        at.is_some_and(|at| bits >> at & 1 == 1)
    }

    /// The words of the innermost step.
    fn step(&self) -> Vec<String> {
        self.board.position.step().into_iter().map(str::to_owned).collect()
    }

    /// Compares a set of options of the decision, those that begin with one of some words, with the expected ones.
    fn compare_options(
        &mut self,
        part: &'static str,
        case: &str,
        words: &[&str],
        expected: &BTreeMap<String, String>,
    ) {
        self.verdict.asked(part);
        let offered: BTreeMap<&String, &String> = self
            .options
            .iter()
            .filter(|(play, _)| words.contains(&play.split(' ').next().unwrap_or("")))
            .collect();
        let mut found = Vec::new();
        for (play, cost) in expected {
            match offered.get(play) {
                None => found.push(format!("{play} {cost} is legal, not offered")),
                Some(offer) if *offer != cost => found.push(format!("{play} costs {cost}, not {offer}")),
                Some(_) => {}
            }
        }
        for (play, cost) in offered {
            if !expected.contains_key(play) {
                found.push(format!("{play} {cost} is offered, not legal"));
            }
        }
        if !found.is_empty() {
            let more = found.len();
            found.truncate(6);
            self.verdict.differs(part, format!("{case}: {}: {} ({more})", self.kind, found.join("; ")));
        }
    }
}

/// Plays without a cost.
fn plain(plays: impl IntoIterator<Item = String>) -> BTreeMap<String, String> {
    plays.into_iter().map(|p| (p, String::new())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdun() -> Verdun {
        let mut files = BTreeMap::new();
        for name in ["map", "charts", "units", "scenarios"] {
            let path = format!("{}/../../packs/verdun/{name}.toml", env!("CARGO_MANIFEST_DIR"));
            files.insert(format!("{name}.toml"), std::fs::read_to_string(path).unwrap_or_default());
        }
        Verdun::new(&files).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn the_german_line_parts_the_map() {
        let rules = verdun();
        let north = |name: &str| rules.map.square(name).is_some_and(|s| rules.north.contains(&s));
        assert!(north("A1") && north("A34") && north("C13") && north("H34"));
        let south = |name: &str| rules.map.square(name).is_some_and(|s| rules.south.contains(&s));
        assert!(south("F14") && south("V1") && !south("E13") && !south("F13"));
        assert!(!north("E13") && !north("V1") && !north("C24") && !north("E14"));
    }

    #[test]
    fn nothing_is_compared_in_an_empty_turn() {
        let turn = Turn {
            seat: "german".to_owned(),
            position: Arc::default(),
            decision: serde_json::Value::Null,
            play: String::new(),
            events: Vec::new(),
            next: Arc::default(),
            result: None,
        };
        assert_eq!(verdun().compare(&turn), Verdict::default());
    }
}
