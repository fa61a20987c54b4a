//! The oracle: a second implementation of the rules' decisions.
//!
//! It is written from the rulebooks alone, clause by clause, plain and slow. It shares no code with the rules crates:
//! it reads the files of a pack, the text of a position and the decision as a player gets it, works out for itself
//! what is legal, what it costs and what the same dice bring, and says where the two differ. The fuzzer asks it at
//! every decision.

mod big_push;
mod cambrai;
mod squares;
mod verdun;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

pub use big_push::BigPush;
pub use cambrai::Cambrai;
pub use verdun::Verdun;

/// One answer and its consequences, as anyone can see them from outside.
pub struct Turn {
    /// The seat that answered.
    pub seat: String,
    /// The position file before.
    pub position: Arc<toml::Table>,
    /// The decision: kind, text, options.
    pub decision: Value,
    /// The answer, as typed.
    pub play: String,
    /// The events that followed, with their dice.
    pub events: Vec<Value>,
    /// The position file after it, with the steps that the program played by itself.
    pub next: Arc<toml::Table>,
    /// The words of the result, if the game is over.
    pub result: Option<String>,
}

/// Where the two implementations disagree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The part of the oracle: `movement`, `assault`, …
    pub part: &'static str,
    /// What each of the two says, with the case that the oracle follows.
    pub what: String,
}

/// The parts of a game's oracle that compared something in a turn, and what they found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Verdict {
    /// How often each part had something to compare.
    pub asked: BTreeMap<&'static str, usize>,
    /// Where it disagrees.
    pub differences: Vec<Difference>,
}

/// The oracle of one game on one pack.
pub trait Oracle: Send + Sync {
    /// The names of its parts; clauses are bound to them.
    fn parts(&self) -> &'static [&'static str];

    /// Compares everything that it can judge in a turn.
    fn compare(&self, turn: &Turn) -> Verdict;
}

/// The oracle of a game by its id, on the files of its pack by their names.
pub fn of(game: &str, files: &BTreeMap<String, String>) -> Result<Box<dyn Oracle>, String> {
    match game {
        "big-push" => Ok(Box::new(BigPush::new(files)?)),
        "verdun" => Ok(Box::new(Verdun::new(files)?)),
        "cambrai" => Ok(Box::new(Cambrai::new(files)?)),
        _ => Err(format!("there is no oracle for '{game}'")),
    }
}

impl Turn {
    /// Reads the texts of a turn.
    pub fn read(
        seat: &str,
        [position, next]: [&str; 2],
        decision: Value,
        play: &str,
        events: Vec<Value>,
        result: Option<&str>,
    ) -> Result<Turn, String> {
        Ok(Turn {
            seat: seat.to_owned(),
            position: table(position)?,
            decision,
            play: play.to_owned(),
            events,
            next: table(next)?,
            result: result.map(str::to_owned),
        })
    }
}

thread_local! {
    /// The text that was read last: the position after one turn is the one before the next.
    static LAST: RefCell<(String, Arc<toml::Table>)> = RefCell::default();
}

fn table(text: &str) -> Result<Arc<toml::Table>, String> {
    LAST.with_borrow_mut(|last| {
        if last.0 != text {
            *last = (text.to_owned(), Arc::new(read(text)?));
        }
        Ok(last.1.clone())
    })
}

/// Reads a position. Its list of units makes up most of it, plain texts on one line, and needs no parser.
fn read(text: &str) -> Result<toml::Table, String> {
    let parse = |text: &str| text.parse::<toml::Table>().map_err(|error| error.to_string());
    let Some((before, rest)) = text.split_once("\nunits = [\"") else { return parse(text) };
    let Some((units, after)) = rest.split_once("\"]\n") else { return parse(text) };
    let units: Vec<&str> = units.split("\", \"").collect();
    if before.contains("\n[") || units.iter().any(|unit| unit.contains(['"', '\\', '\n'])) {
        return parse(text);
    }
    let mut table = parse(&format!("{before}\n{after}"))?;
    table.insert("units".to_owned(), units.into_iter().map(toml::Value::from).collect::<Vec<_>>().into());
    Ok(table)
}

impl Verdict {
    /// A part had something to compare.
    pub fn asked(&mut self, part: &'static str) {
        *self.asked.entry(part).or_default() += 1;
    }

    /// The two disagree.
    pub fn differs(&mut self, part: &'static str, what: impl Into<String>) {
        self.differences.push(Difference { part, what: what.into() });
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_position_reads_as_its_text_says() {
        let tail = "\n[own]\nunits = [\"c 3\"]\n";
        for list in
            ["[\"a K18 back\", \"b pool\"]", "[]", "[\"a\"]", "[\n\"a K18\",\n\"b\"\n]", "[\"a\\\"b\"]"]
        {
            let text = format!("turn = 1\nunits = {list}\n{tail}");
            assert_eq!(read(&text), Ok(text.parse().unwrap_or_default()), "{text}");
        }
        let text = format!("turn = 1\n{tail}");
        assert_eq!(read(&text), Ok(text.parse().unwrap_or_default()));
        assert!(read("turn = \nunits = [\"a\"]\n").is_err());
    }
}
