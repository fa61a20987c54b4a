//! Clauses: each case of a rulebook split into single statements, and what proves each.
//!
//! `clauses/*.toml` of a pack lists them in our own words. A proof is an example that runs, a part of the oracle, a
//! fact of the pack's data that is looked up here, or the reason why there is nothing to enforce.

use serde::Deserialize;
use toml::Value;

use crate::pack::{Files, PackError};

/// One statement of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Clause {
    /// The case and a letter: `7.2.3b`.
    pub id: String,
    /// What sort of statement it is.
    pub kind: Kind,
    /// The statement in our own words.
    pub says: String,
    /// What proves it; nothing if it is still open.
    #[serde(default)]
    pub proof: Vec<String>,
}

/// What sort of statement a clause is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// What a word means.
    Definition,
    /// A number of a chart, a counter or a set-up.
    Number,
    /// What has to be done.
    Must,
    /// What is allowed.
    May,
    /// What is not allowed.
    Cannot,
    /// Where another statement does not hold.
    Exception,
    /// Who decides between what.
    Choice,
    /// What comes before what.
    Order,
    /// What follows from a die or an act.
    Result,
    /// An example of the book.
    Example,
    /// A statement that can be read in two ways; a ruling settles it.
    Unclear,
}

impl Kind {
    /// Whether every clause of this kind has to be proved: these are the tails of sentences, where rules go wrong.
    pub fn needs_proof(self) -> bool {
        use Kind::{Cannot, Choice, Exception, Order, Result, Unclear};
        matches!(self, Exception | Choice | Cannot | Order | Result | Unclear)
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Definition => "definition",
            Kind::Number => "number",
            Kind::Must => "must",
            Kind::May => "may",
            Kind::Cannot => "cannot",
            Kind::Exception => "exception",
            Kind::Choice => "choice",
            Kind::Order => "order",
            Kind::Result => "result",
            Kind::Example => "example",
            Kind::Unclear => "unclear",
        }
    }
}

/// One proof of a clause, taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof<'a> {
    /// `example: NAME`: a worked example that runs.
    Example(&'a str),
    /// `oracle: PART`: the second implementation compares it at every decision.
    Oracle(&'a str),
    /// `data: FILE PATH = VALUE`: a fact of the pack.
    Data(&'a str),
    /// `nothing: REASON`: there is nothing to enforce.
    Nothing(&'a str),
}

impl<'a> Proof<'a> {
    /// Reads a proof.
    pub fn parse(text: &'a str) -> Result<Proof<'a>, String> {
        let (kind, rest) = text.split_once(": ").ok_or_else(|| format!("'{text}' is no proof"))?;
        match kind {
            "example" => Ok(Proof::Example(rest)),
            "oracle" => Ok(Proof::Oracle(rest)),
            "data" => Ok(Proof::Data(rest)),
            "nothing" => Ok(Proof::Nothing(rest)),
            _ => Err(format!("'{kind}' is no kind of proof; there are example, oracle, data and nothing")),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawClauses {
    clause: Vec<Clause>,
}

/// Reads the clauses of a pack, file by file.
pub fn parse(files: &Files) -> Result<Vec<Clause>, PackError> {
    let mut all: Vec<Clause> = Vec::new();
    for name in files.0.keys().filter(|name| name.starts_with("clauses/")) {
        let raw: RawClauses = files.read(name)?;
        for clause in raw.clause {
            if all.iter().any(|known| known.id == clause.id) {
                return Err(PackError::new(name, &clause.id, "another clause has this id"));
            }
            all.push(clause);
        }
    }
    Ok(all)
}

/// Looks a fact up: `FILE PATH = VALUE`, for example `units.toml unit[id=br-4].steps = 2`.
///
/// A path goes down by `.key`, by `[3]` to one item of a list (counted from 0), by `[key=value]` to those items that
/// have it, and by `[*]` to all; `.#` at its end counts. More than one value is compared with a list.
pub fn look_up(files: &Files, fact: &str) -> Result<(), String> {
    let (what, expected) = fact.rsplit_once(" = ").ok_or("say 'FILE PATH = VALUE'")?;
    let (file, path) = what.split_once(' ').ok_or("say 'FILE PATH = VALUE'")?;
    let expected: toml::Table =
        toml::from_str(&format!("value = {expected}")).map_err(|error| error.message().to_owned())?;
    let root: Value = files.read(file).map_err(|error| error.to_string())?;
    let found = follow(&root, path)?;
    if found == expected["value"] { Ok(()) } else { Err(format!("it is {found}")) }
}

/// A value of a pack in words, by the same paths: `units.toml`, `unit[id=br-9].front`. The parts of a list are joined
/// by hyphens.
pub fn value_of(files: &Files, file: &str, path: &str) -> Result<String, String> {
    fn words(value: &Value) -> String {
        match value {
            Value::String(text) => text.clone(),
            Value::Array(parts) => parts.iter().map(words).collect::<Vec<_>>().join("-"),
            _ => value.to_string(),
        }
    }
    let root: Value = files.read(file).map_err(|error| error.to_string())?;
    follow(&root, path).map(|found| words(&found))
}

/// The value at the end of a path.
fn follow(root: &Value, path: &str) -> Result<Value, String> {
    let mut here = vec![root];
    let mut several = false;
    let mut rest = path;
    while !rest.is_empty() {
        if rest == ".#" || rest == "#" {
            let counts_items = !several && here.len() == 1;
            let count = if counts_items { length(here[0]) } else { here.len() };
            return Ok(Value::Integer(count as i64));
        }
        if let Some(inside) = rest.strip_prefix('[') {
            let (test, after) = inside.split_once(']').ok_or("a bracket is not closed")?;
            rest = after;
            if let Ok(index) = test.parse::<usize>() {
                here = here.iter().filter_map(|value| value.as_array()?.get(index)).collect();
            } else {
                several = true;
                let items = here.into_iter().flat_map(items);
                here = items.filter(|item| fits(item, test)).collect();
            }
        } else {
            let bare = rest.strip_prefix('.').unwrap_or(rest);
            let end = bare.find(['.', '[']).unwrap_or(bare.len());
            let (key, after) = bare.split_at(end);
            rest = after;
            here = here.iter().filter_map(|value| value.get(key)).collect();
        }
        if here.is_empty() {
            return if rest.ends_with(".#") {
                Ok(Value::Integer(0))
            } else {
                Err("there is no such thing".into())
            };
        }
    }
    Ok(match here[..] {
        [one] => one.clone(),
        _ => Value::Array(here.into_iter().cloned().collect()),
    })
}

fn length(value: &Value) -> usize {
    match value {
        Value::Array(items) => items.len(),
        Value::Table(table) => table.len(),
        Value::String(text) => text.chars().count(),
        _ => 1,
    }
}

fn items(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(items) => items.iter().collect(),
        Value::Table(table) => table.values().collect(),
        _ => Vec::new(),
    }
}

/// Whether an item has what a bracket asks for: `*`, `key=value`, or several joined by `,`.
fn fits(item: &Value, test: &str) -> bool {
    let one = |test: &str| match test.split_once('=') {
        Some((key, wanted)) => item.get(key).is_some_and(|value| match value {
            Value::String(text) => text == wanted,
            other => other.to_string() == wanted,
        }),
        None => test == "*",
    };
    test.split(',').all(one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files() -> Files {
        let text = "[[unit]]\nid = 'a'\nkind = 'hq'\nsteps = 1\n[[unit]]\nid = 'b'\nkind = 'gun'\nsteps = 2\n[drm]\nrain = -1";
        Files([("units.toml".to_owned(), text.into())].into())
    }

    #[test]
    fn facts_are_looked_up_by_path() {
        for fact in [
            "units.toml drm.rain = -1",
            "units.toml unit[0].id = 'a'",
            "units.toml unit[kind=gun].steps = 2",
            "units.toml unit[kind=gun,steps=2].# = 1",
            "units.toml unit[*].steps = [1, 2]",
            "units.toml unit.# = 2",
            "units.toml unit[kind=tank].# = 0",
        ] {
            look_up(&files(), fact).unwrap_or_else(|error| panic!("{fact}: {error}"));
        }
        assert_eq!(look_up(&files(), "units.toml drm.rain = 1"), Err("it is -1".into()));
        assert!(look_up(&files(), "units.toml drm.snow = 1").is_err());
        assert!(look_up(&files(), "rubbish").is_err());
    }
}
