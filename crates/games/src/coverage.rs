//! Rules coverage: for each case of a rulebook, is it cited by code and shown by an example?

use engine::PackError;

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

/// The case-by-case table of a game.
pub struct Coverage {
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
        Ok(Coverage { rows: rows.collect() })
    }

    /// How many cases are covered or no rule.
    pub fn covered(&self) -> usize {
        self.rows.iter().filter(|(_, _, standing)| !is_gap(standing)).count()
    }

    /// The cases that nobody has covered.
    pub fn gaps(&self) -> Vec<&str> {
        self.rows
            .iter()
            .filter(|(_, _, standing)| is_gap(standing))
            .map(|(number, _, _)| number.as_str())
            .collect()
    }
}

fn is_gap(standing: &Standing) -> bool {
    matches!(standing, Standing::NotCited | Standing::NoExample)
}
