//! A position as its text gives it: where each unit stands, and in which state.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use toml::{Table, Value};

use super::charts::texts;
use super::grid::Square;
use super::map::Map;
use super::sets::Squares;

/// Where a unit is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Map(Square),
    Pool,
    /// A reinforcement of a turn.
    Due(i64),
    /// Off an edge of the map, with the turn of the return.
    Off(String, i64),
    /// On the turn track.
    Track(i64),
    Gone,
}

/// A unit of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Unit {
    pub(crate) id: String,
    pub(crate) place: Place,
    pub(crate) facing: String,
    pub(crate) marks: Vec<String>,
    /// Its place in the list of the position.
    pub(crate) at: usize,
}

/// A position.
#[derive(Clone)]
pub(crate) struct Position {
    pub(crate) table: Arc<Table>,
    pub(crate) scenario: String,
    pub(crate) turn: i64,
    pub(crate) phasing: String,
    pub(crate) weather: String,
    pub(crate) stack: Vec<String>,
    pub(crate) units: Vec<Arc<Unit>>,
    /// The squares under any interdiction marker (7.2.4, S142).
    pub(crate) interdicted: Squares,
    by_id: Arc<BTreeMap<String, usize>>,
}

impl Unit {
    /// The unit carries a mark.
    pub(crate) fn is(&self, mark: &str) -> bool {
        self.marks.iter().any(|m| m == mark)
    }

    /// The value of a mark such as `spent:4`.
    pub(crate) fn value(&self, mark: &str) -> Option<&str> {
        self.marks.iter().find_map(|m| m.strip_prefix(mark)?.strip_prefix(':'))
    }

    /// The half points spent in this phase.
    pub(crate) fn spent(&self) -> i64 {
        self.value("spent").and_then(|v| v.parse().ok()).unwrap_or(0)
    }

    /// The unit's square, if it is on the map.
    pub(crate) fn square(&self) -> Option<Square> {
        match self.place {
            Place::Map(square) => Some(square),
            _ => None,
        }
    }

    /// Good Order: neither disrupted nor suppressed (3.5).
    pub(crate) fn good_order(&self) -> bool {
        !self.is("disrupted") && !self.is("suppressed")
    }
}

impl Position {
    /// Reads a position file.
    pub(crate) fn read(table: &Arc<Table>, map: &Map) -> Arc<Self> {
        thread_local! {
            /// The position that was read last: the one after a turn is the one before the next.
            static LAST: RefCell<Option<Arc<Position>>> = RefCell::default();
        }
        LAST.with_borrow_mut(|last| match last {
            Some(last) if Arc::ptr_eq(&last.table, table) => last.clone(),
            _ => {
                let new = Arc::new(Self::read_after(last.as_deref(), table, map));
                last.insert(new).clone()
            }
        })
    }

    /// Reads a position; most of its lines may be the same as those of the one before.
    fn read_after(before: Option<&Self>, table: &Arc<Table>, map: &Map) -> Self {
        let text =
            |key: &str, usual: &str| table.get(key).and_then(Value::as_str).unwrap_or(usual).to_owned();
        let mut interdicted = Squares::new();
        for (key, value) in table.iter() {
            if key.starts_with("interdicted_by_") {
                interdicted.extend(map.squares(Some(value)));
            }
        }
        let now: Vec<&str> = lines(table).collect();
        let known: Vec<&str> = before.map(|before| lines(&before.table).collect()).unwrap_or_default();
        let read = |(at, line): (usize, &&str)| match before {
            Some(before) if known.get(at) == Some(line) => before.units[at].clone(),
            _ => Arc::new(unit(line, at, map)),
        };
        let units: Vec<Arc<Unit>> = now.iter().enumerate().map(read).collect();
        let ids = |units: &[Arc<Unit>]| units.iter().map(|unit| unit.id.clone()).zip(0..).collect();
        let alike = |before: &&Self| {
            before.units.len() == units.len() && before.units.iter().zip(&units).all(|(a, b)| a.id == b.id)
        };
        let by_id = before.filter(alike).map_or_else(|| Arc::new(ids(&units)), |before| before.by_id.clone());
        Self {
            scenario: text("scenario", ""),
            turn: table.get("turn").and_then(Value::as_integer).unwrap_or(1),
            phasing: text("phasing", "allied"),
            weather: text("weather", "fair"),
            stack: texts(table.get("stack")),
            units,
            interdicted,
            by_id,
            table: table.clone(),
        }
    }

    /// All units.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Unit> {
        self.units.iter().map(|unit| &**unit)
    }

    /// A unit by its id.
    pub(crate) fn unit(&self, id: &str) -> Option<&Unit> {
        self.units.get(*self.by_id.get(id)?).map(|unit| &**unit)
    }

    /// The innermost step, in words.
    pub(crate) fn step(&self) -> Vec<&str> {
        self.stack.last().map(|s| s.split(' ').collect()).unwrap_or_default()
    }

    /// A step of the stack that begins with a word.
    pub(crate) fn within(&self, word: &str) -> Option<Vec<&str>> {
        self.stack.iter().rev().map(|s| s.split(' ').collect::<Vec<_>>()).find(|s| s.first() == Some(&word))
    }

    /// The value of an option of the game, if it is not the usual one.
    pub(crate) fn option(&self, id: &str) -> Option<&str> {
        self.table.get("options")?.get(id)?.as_str()
    }

    /// A text in a table of the position, such as `assault.target`.
    pub(crate) fn text(&self, table: &str, key: &str) -> Option<&str> {
        self.table.get(table)?.get(key)?.as_str()
    }

    /// A list of texts of the position.
    pub(crate) fn list(&self, key: &str) -> Vec<String> {
        texts(self.table.get(key))
    }

    /// A list of texts in a table of the position.
    pub(crate) fn list_in(&self, table: &str, key: &str) -> Vec<String> {
        texts(self.table.get(table).and_then(|t| t.get(key)))
    }

    /// A flag in a table of the position.
    pub(crate) fn flag(&self, table: &str, key: &str) -> bool {
        self.table.get(table).and_then(|t| t.get(key)).and_then(Value::as_bool).unwrap_or(false)
    }

    /// A number in a table of the position.
    pub(crate) fn number(&self, table: &str, key: &str) -> i64 {
        self.table.get(table).and_then(|t| t.get(key)).and_then(Value::as_integer).unwrap_or(0)
    }
}

/// The lines of a position's units; an empty one names no unit.
fn lines(table: &Table) -> impl Iterator<Item = &str> {
    let list = table.get("units").and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).filter(|line| !line.trim().is_empty())
}

fn unit(line: &str, at: usize, map: &Map) -> Unit {
    let mut words = line.split_whitespace();
    let id = words.next().unwrap_or_default().to_owned();
    let mut unit = Unit { id, place: Place::Gone, facing: "north".to_owned(), marks: Vec::new(), at };
    for word in words {
        if let Some(square) = map.square(word) {
            unit.place = Place::Map(square);
        } else if word == "pool" {
            unit.place = Place::Pool;
        } else if let Some(turn) = word.strip_prefix("due:") {
            unit.place = Place::Due(turn.parse().unwrap_or(0));
        } else if let Some(turn) = word.strip_prefix("track:") {
            unit.place = Place::Track(turn.parse().unwrap_or(0));
        } else if let Some(rest) = word.strip_prefix("off:") {
            let (edge, turn) = rest.split_once(':').unwrap_or((rest, "0"));
            unit.place = Place::Off(edge.to_owned(), turn.parse().unwrap_or(0));
        } else if ["north", "east", "south", "west"].contains(&word) {
            word.clone_into(&mut unit.facing);
        } else {
            unit.marks.push(word.to_owned());
        }
    }
    unit
}
