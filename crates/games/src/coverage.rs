//! Rules coverage: for each case of a rulebook, is it cited by code and shown by an example? And for each of its
//! statements, what proves it?

use std::collections::BTreeSet;

use engine::PackError;
use engine::clauses::{Clause, Proof};

use crate::Playable;

/// How a case stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Cited by the program and shown by these examples.
    Covered(Vec<String>),
    /// No rule, for the reason given.
    NotARule(String),
    /// The program never cites it.
    NotCited,
    /// The program cites it and no example shows it.
    NoExample,
}

/// The case-by-case and clause-by-clause table of a game.
pub struct Coverage {
    /// Each clause, in rulebook order, and what is wrong with its proofs: they may fail or be missing.
    pub clauses: Vec<(Clause, Option<String>)>,
    /// Number, title and standing of each case, in rulebook order.
    pub rows: Vec<(String, String, Standing)>,
}

impl Coverage {
    /// Joins the casebook with the examples.
    pub fn of(game: &dyn Playable) -> Result<Coverage, PackError> {
        let (book, examples) = (game.casebook(), game.examples()?);
        let cited = book.cited();
        let standing = |number: &str| {
            if let Some(reason) = book.not_rules.get(number) {
                return Standing::NotARule(reason.clone());
            }
            let shown = examples.iter().filter(|example| example.cases.iter().any(|case| case == number));
            let names: Vec<String> = shown.map(|example| example.name.clone()).collect();
            match (cited.contains(&number), names.is_empty()) {
                (false, _) => Standing::NotCited,
                (true, true) => Standing::NoExample,
                (true, false) => Standing::Covered(names),
            }
        };
        let rows =
            book.cases.iter().map(|case| (case.number.clone(), case.title.clone(), standing(&case.number)));
        let names: BTreeSet<&str> = examples.iter().map(|example| example.name.as_str()).collect();
        let clauses = game.clauses()?.into_iter().map(|clause| {
            let gap = gap(game, &names, &clause);
            (clause, gap)
        });
        Ok(Coverage { clauses: clauses.collect(), rows: rows.collect() })
    }

    /// How many clauses are proved.
    pub fn proved(&self) -> usize {
        self.clauses.iter().filter(|(_, gap)| gap.is_none()).count()
    }

    /// How many cases are covered, or are no rule.
    pub fn covered(&self) -> usize {
        self.rows.iter().filter(|(_, _, standing)| !is_gap(standing)).count()
    }

    /// The cases that are not covered.
    pub fn gaps(&self) -> Vec<&str> {
        self.rows
            .iter()
            .filter(|(_, _, standing)| is_gap(standing))
            .map(|(number, _, _)| number.as_str())
            .collect()
    }
}

/// What is wrong with the proofs of a clause, if anything.
fn gap(game: &dyn Playable, examples: &BTreeSet<&str>, clause: &Clause) -> Option<String> {
    if clause.proof.is_empty() {
        return Some("nothing proves it".into());
    }
    clause.proof.iter().find_map(|text| match Proof::parse(text) {
        Err(error) => Some(error),
        Ok(Proof::Example(name)) if !examples.contains(name) => Some(format!("there is no example '{name}'")),
        Ok(Proof::Data(fact)) => game.look_up(fact).err().map(|error| format!("{fact}: {error}")),
        Ok(Proof::Example(_) | Proof::Oracle(_) | Proof::Nothing(_)) => None,
    })
}

fn is_gap(standing: &Standing) -> bool {
    matches!(standing, Standing::NotCited | Standing::NoExample)
}
