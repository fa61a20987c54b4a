//! The index: every bold term and every title, with the places where they stand.

use std::collections::BTreeMap;

use crate::book::{Block, Content, Manual};
use crate::words;

/// A term of the index and the sections that define or explain it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word.
    pub word: String,
    /// The cases under which it stands.
    pub cases: Vec<String>,
}

/// A bold text with more words than this is a sentence, no term.
const LONGEST_TERM: usize = 5;

impl Manual {
    /// The index, in the order of the alphabet.
    pub fn terms(&self) -> Vec<Term> {
        let mut found: BTreeMap<String, Term> = BTreeMap::new();
        for chapter in self.chapters.iter().filter(|chapter| !chapter.number.is_empty()) {
            let mut section = String::new();
            for block in &chapter.blocks {
                if let Content::Heading { number, title, .. } = &block.content {
                    if number.is_empty() {
                        continue;
                    }
                    section.clone_from(number);
                    add(&mut found, title, &section);
                }
                for (word, number) in terms_of(block) {
                    let case = number.unwrap_or_else(|| section.clone());
                    if !case.is_empty() {
                        add(&mut found, &word, &case);
                    }
                }
            }
        }
        found.into_values().collect()
    }
}

/// The terms of a block, each with the first case that its paragraph covers.
fn terms_of(block: &Block) -> Vec<(String, Option<String>)> {
    let first = |tags: &crate::Tags| tags.margin().first().map(|number| (*number).to_owned());
    match &block.content {
        Content::Paragraph(spans) => words::bold(spans).map(|word| (word, first(&block.tags))).collect(),
        Content::List(_, items) => items
            .iter()
            .flat_map(|item| words::bold(&item.words).map(|word| (word, first(&item.tags))))
            .collect(),
        Content::Table(rows) => {
            let cells = rows.iter().flatten();
            cells.flat_map(|cell| words::bold(cell)).map(|word| (word, first(&block.tags))).collect()
        }
        _ => Vec::new(),
    }
}

fn add(found: &mut BTreeMap<String, Term>, word: &str, case: &str) {
    let word = word.trim_end_matches(['.', ':', ',']).trim();
    let is_term = word.split_whitespace().count() <= LONGEST_TERM
        && word.chars().any(char::is_alphabetic)
        && !word.contains(". ");
    if !is_term {
        return;
    }
    let key = word.to_lowercase();
    let term = found.entry(key).or_insert_with(|| Term { word: word.to_owned(), cases: Vec::new() });
    if !term.cases.iter().any(|known| known == case) {
        term.cases.push(case.to_owned());
    }
}
