//! The casebook: every numbered case of a rulebook, and which rule of the code cites which.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::cite::{Cite, Forbidden};
use crate::pack::{Files, PackError};
use crate::title::Case;
use crate::wire::Reason;

/// The cases of one game and their links to its rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Casebook {
    /// The cases in rulebook order.
    pub cases: Vec<Case>,
    /// The cases that are no rule, with the reason.
    pub not_rules: BTreeMap<String, String>,
    by_rule: Vec<Vec<u16>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCases {
    case: Vec<RawCase>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCase {
    number: String,
    title: String,
    #[serde(default)]
    gist: String,
    not_a_rule: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRules {
    rules: BTreeMap<String, Vec<String>>,
}

impl Casebook {
    /// Reads `cases.toml` and `rules.toml`. Every rule `C` must have a case, every rule case a rule.
    pub fn parse<C: Cite>(files: &Files) -> Result<Casebook, PackError> {
        let raw: RawCases = files.read("cases.toml")?;
        let mut book = Casebook::default();
        for case in raw.case {
            if book.cases.iter().any(|known| known.number == case.number) {
                return Err(PackError::new("cases.toml", &case.number, "is listed twice"));
            }
            if let Some(reason) = case.not_a_rule {
                book.not_rules.insert(case.number.clone(), reason);
            }
            book.cases.push(Case { number: case.number, title: case.title, gist: case.gist });
        }
        let mut raw: RawRules = files.read("rules.toml")?;
        for rule in C::all() {
            let numbers = raw.rules.remove(rule.name()).ok_or_else(|| {
                PackError::new("rules.toml", rule.name(), "this rule of the program has no case")
            })?;
            let mut cited = Vec::new();
            for number in numbers {
                let index = book.cases.iter().position(|case| case.number == number).ok_or_else(|| {
                    PackError::new(
                        "rules.toml",
                        rule.name(),
                        format!("cites {number}, which cases.toml does not list"),
                    )
                })?;
                cited.push(index as u16);
            }
            if cited.is_empty() {
                return Err(PackError::new("rules.toml", rule.name(), "cites no case"));
            }
            book.by_rule.push(cited);
        }
        if let Some(name) = raw.rules.keys().next() {
            return Err(PackError::new("rules.toml", name, "the program has no such rule"));
        }
        Ok(book)
    }

    /// Other words for the cases that a rule cites, where a scenario reads them in its own way.
    pub fn reword(&mut self, rule: impl Cite, gist: &str) {
        for index in self.by_rule.get(rule.index()).into_iter().flatten() {
            gist.clone_into(&mut self.cases[usize::from(*index)].gist);
        }
    }

    /// The cases that a rule cites.
    pub fn cases(&self, rule: impl Cite) -> impl Iterator<Item = &Case> {
        self.by_rule.get(rule.index()).into_iter().flatten().map(|index| &self.cases[usize::from(*index)])
    }

    /// The numbers of the cases that some rules cite, without repetition.
    pub fn numbers<C: Cite>(&self, rules: impl IntoIterator<Item = C>) -> Vec<String> {
        let mut numbers: Vec<String> = Vec::new();
        for case in rules.into_iter().flat_map(|rule| self.cases(rule)) {
            if !numbers.contains(&case.number) {
                numbers.push(case.number.clone());
            }
        }
        numbers
    }

    /// The reasons of a verdict, in words.
    pub fn reasons<C: Cite>(&self, verdict: Forbidden) -> Vec<Reason> {
        let mut reasons: Vec<Reason> = Vec::new();
        for case in verdict.0.iter::<C>().flat_map(|rule| self.cases(rule)) {
            if !reasons.iter().any(|reason| reason.case == case.number) {
                let text = if case.gist.is_empty() { case.title.clone() } else { case.gist.clone() };
                reasons.push(Reason { case: case.number.clone(), text });
            }
        }
        reasons
    }

    /// The cases that some rule of the program cites.
    pub fn cited(&self) -> Vec<&str> {
        let mut cited: Vec<u16> = self.by_rule.iter().flatten().copied().collect();
        cited.sort_unstable();
        cited.dedup();
        cited.into_iter().map(|index| self.cases[usize::from(index)].number.as_str()).collect()
    }
}
