//! What a search looks through: one entry for each section of the manual.

use serde::Serialize;

use crate::book::{Content, Manual};
use crate::words::{Span, text_of};

/// A section as a search sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// The id of its chapter.
    pub chapter: String,
    /// Where it begins in the chapter; nothing for the chapter's own beginning.
    pub anchor: String,
    /// Its case.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its words, without marks.
    pub text: String,
}

impl Manual {
    /// The sections in order.
    pub fn search(&self) -> Vec<Entry> {
        let mut entries = Vec::new();
        for chapter in &self.chapters {
            let mut entry = Entry {
                chapter: chapter.id.clone(),
                anchor: String::new(),
                number: chapter.number.clone(),
                title: chapter.title.clone(),
                text: String::new(),
            };
            for (index, block) in chapter.blocks.iter().enumerate() {
                if let Content::Heading { number, title, .. } = &block.content {
                    let next = Entry {
                        chapter: chapter.id.clone(),
                        anchor: self.heading_anchor(chapter, index),
                        number: number.clone(),
                        title: title.clone(),
                        text: String::new(),
                    };
                    entries.push(std::mem::replace(&mut entry, next));
                }
                for words in running(&block.content) {
                    if !entry.text.is_empty() {
                        entry.text.push(' ');
                    }
                    entry.text.push_str(&text_of(words));
                }
            }
            entries.push(entry);
        }
        entries
    }
}

/// Every running text of a block.
pub fn running(content: &Content) -> Vec<&[Span]> {
    match content {
        Content::Paragraph(spans) | Content::Note(spans) => vec![spans],
        Content::List(_, items) => items.iter().map(|item| item.words.as_slice()).collect(),
        Content::Table(rows) => rows.iter().flatten().map(Vec::as_slice).collect(),
        Content::Heading { .. } | Content::Example(_) | Content::Chart(_) => Vec::new(),
    }
}
