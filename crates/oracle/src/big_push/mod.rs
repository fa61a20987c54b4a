//! The Big Push, from its rulebook.

mod assault;
mod bombardment;
mod breakdown;
mod closing;
mod command;
mod defensive_fire;
mod entry;
mod losses;
mod movement;
mod reorganization;
mod resources;
mod retreat;
mod supply;
mod victory;

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Table;

use crate::squares::board::Board;
use crate::squares::charts::{Charts, integers};
use crate::squares::counters::{self, Counter};
use crate::squares::map::Map;
use crate::squares::position::Position;
use crate::squares::turn::{Event, options};
use crate::{Oracle, Turn, Verdict};

const PARTS: [&str; 17] = [
    "movement",
    "zoc",
    "stacking",
    "entry",
    "supply",
    "command",
    "bombardment",
    "counter-battery",
    "closing",
    "resources",
    "defensive-fire",
    "assault",
    "losses",
    "retreat",
    "advance",
    "reorganization",
    "victory",
];

/// The oracle of The Big Push.
pub struct BigPush {
    map: Map,
    charts: Charts,
    counters: BTreeMap<String, Counter>,
    units: Table,
    scenarios: Table,
}

/// One turn under the oracle's eyes.
struct Look<'a> {
    rules: &'a BigPush,
    board: Board<'a>,
    turn: &'a Turn,
    kind: String,
    options: BTreeMap<String, String>,
    events: Vec<Event>,
    verdict: Verdict,
}

impl BigPush {
    /// Reads the files of a pack, each under its name: `map.toml`, `charts.toml`, `units.toml`, `scenarios.toml`.
    pub fn new(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let table = |name: &str| -> Result<Table, String> {
            let text = files.get(&format!("{name}.toml")).or_else(|| files.get(name));
            let text = text.ok_or_else(|| format!("the pack has no {name}.toml"))?;
            text.parse().map_err(|error| format!("{name}.toml: {error}"))
        };
        let units = table("units")?;
        Ok(Self {
            map: Map::read(&table("map")?),
            charts: Charts::new(table("charts")?),
            counters: counters::read(&units),
            units,
            scenarios: table("scenarios")?,
        })
    }

    fn board(&self, position: &Arc<Table>) -> Board<'_> {
        Board::new(&self.map, &self.charts, &self.counters, Position::read(position, &self.map), side_of)
    }
}

/// The side of a nation (3.4.1).
fn side_of(nation: &str) -> &'static str {
    if nation == "german" { "german" } else { "allied" }
}

/// The other side.
fn enemy_of(side: &str) -> &'static str {
    if side == "german" { "allied" } else { "german" }
}

impl Oracle for BigPush {
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
        look.movement();
        look.command();
        look.closing();
        look.supply();
        look.bombardment();
        look.resources();
        look.defensive_fire();
        look.assault();
        look.losses();
        look.retreat();
        look.reorganization();
        look.victory();
        look.verdict
    }
}

impl Look<'_> {
    /// The board after the turn; few ask for it.
    fn next(&self) -> Board<'_> {
        self.rules.board(&self.turn.next)
    }

    /// A side has chosen an operation; the position holds a bit for each of its table (15.5).
    fn operation(&self, side: &str, id: &str) -> bool {
        let place = usize::from(side == "german");
        let chosen = integers(self.board.position.table.get("own").and_then(|o| o.get("operations")));
        let bits = chosen.get(place).copied().filter(|b| (0..255).contains(b)).unwrap_or(0);
        let table =
            self.rules.charts.value(&format!("own.operations.{side}")).and_then(toml::Value::as_array);
        let at =
            table.and_then(|t| t.iter().position(|o| o.get("id").and_then(toml::Value::as_str) == Some(id)));
        at.is_some_and(|at| bits >> at & 1 == 1)
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
                Some(offer) if *cost != "*" && *offer != cost => {
                    found.push(format!("{play} costs {cost}, not {offer}"));
                }
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
