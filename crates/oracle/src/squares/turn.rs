//! A turn as a player sees it: the options of the decision, the events and their rolls.

use std::collections::BTreeMap;

use serde_json::Value;

/// The typed forms of a decision's options, each with its cost in words.
pub(crate) fn options(decision: &Value) -> BTreeMap<String, String> {
    let list = decision.get("options").and_then(Value::as_array);
    list.into_iter()
        .flatten()
        .filter_map(|o| {
            let cost = o.get("cost").and_then(Value::as_str).unwrap_or("");
            Some((o.get("play")?.as_str()?.to_owned(), cost.to_owned()))
        })
        .collect()
}

/// What a decision is about.
pub(crate) fn about(decision: &Value) -> Vec<String> {
    strings(decision.get("about"))
}

/// The texts of a JSON list.
pub(crate) fn strings(value: Option<&Value>) -> Vec<String> {
    let list = value.and_then(Value::as_array);
    list.into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Half points in words: `3½ MP`.
pub(crate) fn points(half: i64) -> String {
    match (half / 2, half % 2) {
        (0, 1) => "½ MP".to_owned(),
        (whole, 1) => format!("{whole}½ MP"),
        (whole, _) => format!("{whole} MP"),
    }
}

/// A roll of an event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roll {
    pub(crate) label: String,
    pub(crate) dice: Vec<i64>,
    /// Each modifier with its value.
    pub(crate) lines: Vec<(String, i64)>,
    pub(crate) total: i64,
}

/// An event.
#[derive(Clone, Debug)]
pub(crate) struct Event {
    pub(crate) kind: String,
    pub(crate) text: String,
    pub(crate) units: Vec<String>,
    pub(crate) places: Vec<String>,
    pub(crate) rolls: Vec<Roll>,
}

impl Event {
    /// Whether it reports this stock of a resource; charts use the plural, and the text counts.
    pub(crate) fn tells(&self, stock: &str) -> bool {
        // "2 consolidate" on the chart is told as "2 consolidations".
        let stock = stock.replace("consolidate", "consolidation");
        self.text.contains(stock.strip_suffix('s').unwrap_or(&stock))
    }

    /// Reads an event.
    pub(crate) fn read(value: &Value) -> Self {
        let text = |key: &str| value.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
        Self {
            kind: text("kind"),
            text: text("text"),
            units: strings(value.get("units")),
            places: strings(value.get("places")),
            rolls: value
                .get("rolls")
                .and_then(Value::as_array)
                .into_iter()
                .flatten()
                .map(Roll::read)
                .collect(),
        }
    }

    /// The event's roll of a label.
    pub(crate) fn roll(&self, label: &str) -> Option<&Roll> {
        self.rolls.iter().find(|r| r.label == label)
    }
}

impl Roll {
    fn read(value: &Value) -> Self {
        let number = |value: &Value, key: &str| value.get(key).and_then(Value::as_i64).unwrap_or(0);
        let list = |key: &str| value.get(key).and_then(Value::as_array).into_iter().flatten();
        let line = |line: &Value| {
            (line.get("label").and_then(Value::as_str).unwrap_or("").to_owned(), number(line, "value"))
        };
        Self {
            label: value.get("label").and_then(Value::as_str).unwrap_or("").to_owned(),
            dice: list("dice").filter_map(Value::as_i64).collect(),
            lines: list("lines").map(line).collect(),
            total: number(value, "total"),
        }
    }

    /// The dice and the modifiers make the total.
    pub(crate) fn adds_up(&self) -> bool {
        self.dice.iter().sum::<i64>() + self.lines.iter().map(|l| l.1).sum::<i64>() == self.total
            && self.dice.iter().all(|d| (1..=6).contains(d))
    }

    /// The modifiers without those of no value, in the order of their labels.
    pub(crate) fn modifiers(&self) -> BTreeMap<String, i64> {
        let mut sums = BTreeMap::new();
        for (label, value) in &self.lines {
            *sums.entry(label.clone()).or_insert(0) += value;
        }
        sums.retain(|_, value| *value != 0);
        sums
    }
}
