//! The counters: factors, steps, ranges (3.4.1).

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::charts::integers;
use super::map::tables;

/// A counter as printed.
#[derive(Clone, Debug)]
pub(crate) struct Counter {
    pub(crate) id: String,
    pub(crate) nation: String,
    pub(crate) kind: String,
    pub(crate) size: String,
    pub(crate) class: String,
    /// First factor, second factor, movement.
    pub(crate) front: [i64; 3],
    pub(crate) back: [i64; 3],
    pub(crate) range: i64,
    pub(crate) steps: i64,
    pub(crate) heavy: bool,
}

/// Reads the pack's counters.
pub(crate) fn read(file: &Table) -> BTreeMap<String, Counter> {
    let mut counters = BTreeMap::new();
    for unit in tables(file, "unit") {
        let text = |key: &str| unit.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
        let number = |key: &str| unit.get(key).and_then(Value::as_integer).unwrap_or(0);
        let side = |key: &str| {
            let list = integers(unit.get(key));
            [0, 1, 2].map(|at| list.get(at).copied().unwrap_or(0))
        };
        let counter = Counter {
            id: text("id"),
            nation: text("nation"),
            kind: text("type"),
            size: text("size"),
            class: text("class"),
            front: side("front"),
            back: side("back"),
            range: number("range"),
            steps: number("steps"),
            heavy: unit.get("heavy").and_then(Value::as_bool).unwrap_or(false),
        };
        counters.insert(counter.id.clone(), counter);
    }
    counters
}
