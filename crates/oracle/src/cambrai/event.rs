//! An event as it is told, with its dice.

use std::collections::BTreeMap;

use serde_json::Value;

use super::board::Board;
use super::pack::Side;
use crate::Verdict;

/// Dice that a side rolled, with what was added to them.
#[derive(Clone, Debug)]
pub(super) struct Roll {
    pub(super) side: Side,
    pub(super) label: String,
    pub(super) dice: Vec<i64>,
    pub(super) lines: BTreeMap<String, i64>,
    pub(super) total: i64,
}

/// Something that happened.
#[derive(Clone, Debug)]
pub(super) struct Event {
    pub(super) kind: String,
    pub(super) side: Option<Side>,
    pub(super) text: String,
    pub(super) places: Vec<String>,
    pub(super) units: Vec<String>,
    pub(super) rolls: Vec<Roll>,
}

fn words(v: &Value, key: &str) -> Vec<String> {
    let list = v.get(key).and_then(Value::as_array);
    list.map(|l| l.iter().filter_map(Value::as_str).map(str::to_string).collect()).unwrap_or_default()
}

impl Event {
    /// Reads an event; seats become sides.
    pub(super) fn read(board: &Board, v: &Value) -> Event {
        let word = |v: &Value, key: &str| v.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
        let side = |v: &Value| v.get("seat").and_then(Value::as_i64).map(|s| board.side_of_seat(s));
        let roll = |r: &Value| {
            let dice = r.get("dice").and_then(Value::as_array).cloned().unwrap_or_default();
            let lines = r.get("lines").and_then(Value::as_array).cloned().unwrap_or_default();
            let mut sums: BTreeMap<String, i64> = BTreeMap::new();
            for l in &lines {
                *sums.entry(word(l, "label")).or_default() +=
                    l.get("value").and_then(Value::as_i64).unwrap_or(0);
            }
            Some(Roll {
                side: side(r)?,
                label: word(r, "label"),
                dice: dice.iter().filter_map(Value::as_i64).collect(),
                lines: sums,
                total: r.get("total")?.as_i64()?,
            })
        };
        let rolls = v.get("rolls").and_then(Value::as_array).cloned().unwrap_or_default();
        Event {
            kind: word(v, "kind"),
            side: side(v),
            text: word(v, "text"),
            places: words(v, "places"),
            units: words(v, "units"),
            rolls: rolls.iter().filter_map(roll).collect(),
        }
    }

    /// The roll of this label.
    pub(super) fn roll(&self, label: &str) -> Option<&Roll> {
        self.rolls.iter().find(|r| r.label == label)
    }

    /// The first number that stands after a word of the text.
    pub(super) fn number_after(&self, word: &str) -> Option<i64> {
        let at = self.text.find(word)? + word.len();
        let rest: String = self.text.get(at..)?.chars().skip_while(|c| !c.is_ascii_digit()).collect();
        let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
        digits.parse().ok()
    }
}

/// Says where the lines of a roll differ from those of the rules, and whether dice and lines make the total.
pub(super) fn compare_lines(
    part: &'static str,
    case: &str,
    ours: &BTreeMap<String, i64>,
    roll: &Roll,
    verdict: &mut Verdict,
) {
    let sum = roll.dice.iter().sum::<i64>() + roll.lines.values().sum::<i64>();
    if sum != roll.total || roll.dice.iter().any(|d| !(1..=6).contains(d)) {
        verdict.differs(part, format!("{} makes {sum}, not {} (2.3)", roll.label, roll.total));
    }
    for (label, value) in ours {
        match roll.lines.get(label) {
            Some(told) if told == value => {}
            Some(told) => verdict.differs(part, format!("`{label}` is {value}, not {told} ({case})")),
            None => verdict.differs(part, format!("`{label}` of {value} is missing ({case})")),
        }
    }
    for (label, value) in roll.lines.iter().filter(|(l, _)| !ours.contains_key(*l)) {
        verdict.differs(part, format!("`{label}` of {value} has no reason ({case})"));
    }
}
