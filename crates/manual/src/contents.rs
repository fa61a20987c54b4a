//! What a reader in a browser needs before it opens a page: the pages, the place where each number is
//! explained, and the text for searching.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::book::{Content, Manual};
use crate::draw::EXTRAS;
use crate::search::Entry;

/// The contents of a manual.
#[derive(Clone, Debug, Serialize)]
pub struct Contents {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The pages in order.
    pub pages: Vec<Page>,
    /// The page on which each case and clause is explained; its anchor is the number.
    pub anchors: BTreeMap<String, String>,
    /// The text that a search looks through.
    pub search: Vec<Entry>,
}

/// A chapter, or a page that is made from the rest.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    /// Its id, as it is asked for: `11-assaults`.
    pub id: String,
    /// Its number, if it has one.
    pub number: String,
    /// Its title.
    pub title: String,
    /// Its sections.
    pub sections: Vec<Section>,
}

/// A section of a chapter.
#[derive(Clone, Debug, Serialize)]
pub struct Section {
    /// Where it begins.
    pub anchor: String,
    /// Its case, if it has one.
    pub number: String,
    /// Its title.
    pub title: String,
}

impl Manual {
    /// The contents for a reader.
    pub fn contents(&self) -> Contents {
        let mut pages: Vec<Page> = Vec::new();
        for chapter in &self.chapters {
            let heads = chapter.blocks.iter().enumerate().filter_map(|(index, block)| match &block.content {
                Content::Heading { level: 2, number, title } => Some(Section {
                    anchor: self.heading_anchor(chapter, index),
                    number: number.clone(),
                    title: title.clone(),
                }),
                _ => None,
            });
            pages.push(Page {
                id: chapter.id.clone(),
                number: chapter.number.clone(),
                title: chapter.title.clone(),
                sections: heads.collect(),
            });
        }
        pages.extend(EXTRAS.map(|(id, title)| Page {
            id: id.to_owned(),
            number: String::new(),
            title: title.to_owned(),
            sections: Vec::new(),
        }));
        let anchors =
            self.homes.iter().map(|(number, home)| (number.clone(), self.chapters[home.chapter].id.clone()));
        Contents {
            game: self.game.clone(),
            name: self.name.clone(),
            pages,
            anchors: anchors.collect(),
            search: self.search(),
        }
    }
}
