//! Tags: what a paragraph covers, in braces behind it. Readers do not see them.

use std::collections::BTreeSet;

use crate::book::case_of;

/// What a paragraph, item or table covers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The cases: `11.4`.
    pub cases: Vec<String>,
    /// The clauses: `11.4a`.
    pub clauses: Vec<String>,
    /// The rulings by which the program plays here: `S147`.
    pub rulings: Vec<String>,
    /// The options that change it: `flank`.
    pub options: Vec<String>,
    /// Whether its data are reconstructed.
    pub estimate: bool,
}

/// What a tag may name.
pub(crate) struct Known<'a> {
    pub(crate) cases: BTreeSet<&'a str>,
    pub(crate) clauses: BTreeSet<&'a str>,
    pub(crate) rulings: BTreeSet<&'a str>,
    pub(crate) options: BTreeSet<&'a str>,
    pub(crate) examples: BTreeSet<&'a str>,
    pub(crate) charts: BTreeSet<&'a str>,
}

impl Known<'_> {
    /// Whether a number is that of a case or clause.
    pub(crate) fn is_case(&self, number: &str) -> bool {
        self.cases.contains(number) || self.clauses.contains(number) || self.cases.contains(case_of(number))
    }
}

impl Tags {
    /// Reads what stands between the braces.
    pub(crate) fn read(text: &str, known: &Known<'_>) -> Result<Tags, String> {
        let mut tags = Tags::default();
        let mut words = text.split_whitespace();
        while let Some(word) = words.next() {
            match word {
                "estimate" => tags.estimate = true,
                "option:" => {
                    let id = words.next().unwrap_or("");
                    if !known.options.contains(id) {
                        return Err(format!("there is no option '{id}'"));
                    }
                    tags.options.push(id.to_owned());
                }
                // A letter may belong to a case of the book as well as to a clause of ours.
                _ if known.clauses.contains(word) || known.cases.contains(word) => {
                    if known.clauses.contains(word) {
                        tags.clauses.push(word.to_owned());
                    }
                    if known.cases.contains(word) {
                        tags.cases.push(word.to_owned());
                    }
                }
                _ if known.rulings.contains(word) => tags.rulings.push(word.to_owned()),
                _ => return Err(format!("'{word}' is no case, clause or ruling")),
            }
        }
        Ok(tags)
    }

    /// All cases and clauses.
    pub fn numbers(&self) -> impl Iterator<Item = &str> {
        self.cases.iter().chain(&self.clauses).map(String::as_str)
    }

    /// The cases that are covered, as the margin shows them, in order.
    pub fn margin(&self) -> Vec<&str> {
        let mut shown: Vec<&str> = Vec::new();
        for number in self.numbers().map(case_of) {
            if !shown.contains(&number) {
                shown.push(number);
            }
        }
        shown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_what_exists() {
        let known = Known {
            cases: ["11.4", "11.5"].into(),
            clauses: ["11.4a", "11.4b"].into(),
            rulings: ["S7"].into(),
            options: ["flank"].into(),
            examples: BTreeSet::new(),
            charts: BTreeSet::new(),
        };
        let tags = Tags::read("11.4a 11.4b 11.5 S7 option: flank estimate", &known).unwrap();
        assert_eq!((tags.clauses.len(), tags.cases.len(), tags.estimate), (2, 1, true));
        assert_eq!((tags.rulings, tags.options), (vec!["S7".to_owned()], vec!["flank".to_owned()]));
        assert_eq!(Tags::read("11.4a 11.5", &known).unwrap().margin(), ["11.5", "11.4"]);
        assert!(Tags::read("11.6", &known).is_err());
        assert!(Tags::read("option: flnk", &known).unwrap_err().contains("flnk"));
    }
}
