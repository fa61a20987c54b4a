//! A manual as it is read: chapters of blocks whose tags, examples, charts and references all exist.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use engine::PackError;
use engine::examples::Example;
use games::Playable;

use crate::blocks::{self, Raw, RawKind};
use crate::rulings::{self, Ruling};
use crate::tags::{Known, Tags};
use crate::words::{self, Span};

/// The manual of a game.
#[derive(Clone, Debug)]
pub struct Manual {
    /// The game's id.
    pub game: String,
    /// The game's name.
    pub name: String,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
    /// The rulings: what is played where the rulebook is silent.
    pub rulings: Vec<Ruling>,
    /// Where each case and clause is explained.
    pub homes: BTreeMap<String, Home>,
    /// The worked examples by name.
    pub(crate) examples: BTreeMap<String, Example>,
}

/// A chapter: one file.
#[derive(Clone, Debug)]
pub struct Chapter {
    /// `11-assaults`: its file's name without the ending.
    pub id: String,
    /// Its number as the rulebook counts: `11`; nothing for the quick start and the glossary.
    pub number: String,
    /// `Assaults`.
    pub title: String,
    /// What stands in it.
    pub blocks: Vec<Block>,
}

/// A piece of a chapter.
#[derive(Clone, Debug)]
pub struct Block {
    /// Its line in the file.
    pub line: usize,
    /// What it is.
    pub content: Content,
    /// What it covers.
    pub tags: Tags,
}

/// What a block is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// The head of a section.
    Heading {
        /// 2 or 3; the chapter's own title is no block.
        level: usize,
        /// The case, or nothing.
        number: String,
        /// The title.
        title: String,
    },
    /// Running text.
    Paragraph(Vec<Span>),
    /// A list; its first number if it counts.
    List(Option<u32>, Vec<Item>),
    /// A table: its head, then its rows.
    Table(Vec<Vec<Vec<Span>>>),
    /// How the program puts it.
    Note(Vec<Span>),
    /// A worked example, by its name.
    Example(String),
    /// A chart, by its id.
    Chart(String),
}

/// A line of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its line in the file.
    pub line: usize,
    /// Its words.
    pub words: Vec<Span>,
    /// What it covers.
    pub tags: Tags,
}

/// Where a case or clause is explained: chapter, block, and item of a list, each counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Home {
    /// The chapter.
    pub chapter: usize,
    /// The block.
    pub block: usize,
    /// The item of a list.
    pub item: Option<usize>,
}

/// Everything that is wrong with a manual.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Faults(pub Vec<PackError>);

impl fmt::Display for Faults {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for fault in &self.0 {
            writeln!(out, "{fault}")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

impl Manual {
    /// Reads the manual of a game. Everything that its chapters name must exist.
    pub fn read(game: &dyn Playable) -> Result<Manual, Faults> {
        let title = game.title();
        let examples = game.examples().map_err(|error| Faults(vec![error]))?;
        let clauses = game.clauses().map_err(|error| Faults(vec![error]))?;
        let rulings = rulings::of(&title.name);
        let known = Known {
            cases: title.cases.iter().map(|case| case.number.as_str()).collect(),
            clauses: clauses.iter().map(|clause| clause.id.as_str()).collect(),
            rulings: rulings.iter().map(|ruling| ruling.id.as_str()).collect(),
            options: title.options.iter().map(|option| option.id.as_str()).collect(),
            examples: examples.iter().map(|example| example.name.as_str()).collect(),
            charts: title.charts.iter().map(|chart| chart.id.as_str()).collect(),
        };
        let mut reader = Reader { known: &known, file: String::new(), faults: Faults::default() };
        let chapters: Vec<Chapter> =
            game.manual().into_iter().filter_map(|(file, text)| reader.chapter(file, text)).collect();
        if !reader.faults.0.is_empty() {
            return Err(reader.faults);
        }
        let cases: Vec<&str> = title.cases.iter().map(|case| case.number.as_str()).collect();
        let homes = find_homes(&chapters, &cases);
        Ok(Manual {
            game: title.id.clone(),
            name: title.name.clone(),
            chapters,
            homes,
            rulings,
            examples: examples.into_iter().map(|example| (example.name.clone(), example)).collect(),
        })
    }

    /// The chapter with that id.
    pub fn chapter(&self, id: &str) -> Option<(usize, &Chapter)> {
        self.chapters.iter().enumerate().find(|(_, chapter)| chapter.id == id)
    }

    /// The chapter that explains a case or clause. A clause that no paragraph names is explained by its case.
    pub fn chapter_of(&self, number: &str) -> Option<&Chapter> {
        Some(&self.chapters[self.home(number)?.chapter])
    }

    /// Where a case or clause is explained.
    pub fn home(&self, number: &str) -> Option<Home> {
        self.homes.get(number).or_else(|| self.homes.get(case_of(number))).copied()
    }

    /// The example with that name.
    pub fn example(&self, name: &str) -> Option<&Example> {
        self.examples.get(name)
    }

    /// All worked examples of the game, shown or not.
    pub fn examples(&self) -> impl Iterator<Item = &Example> {
        self.examples.values()
    }

    /// The names of the examples that the manual shows.
    pub fn pictured(&self) -> BTreeSet<&str> {
        let blocks = self.chapters.iter().flat_map(|chapter| &chapter.blocks);
        let named = blocks.filter_map(|block| match &block.content {
            Content::Example(name) => Some(name.as_str()),
            _ => None,
        });
        named.collect()
    }
}

impl Chapter {
    /// Its number and title: `11 Assaults`.
    pub fn heading(&self) -> String {
        if self.number.is_empty() { self.title.clone() } else { format!("{} {}", self.number, self.title) }
    }
}

/// The case of a clause: `11.4` of `11.4b`.
pub fn case_of(number: &str) -> &str {
    number.trim_end_matches(|letter: char| letter.is_ascii_lowercase())
}

/// A name as part of an address: lower case, words joined by `-`.
pub fn slug(name: &str) -> String {
    let plain: String = name
        .to_lowercase()
        .chars()
        .map(|letter| match letter {
            'é' | 'è' | 'ê' => 'e',
            'à' | 'â' => 'a',
            letter if letter.is_ascii_alphanumeric() => letter,
            _ => ' ',
        })
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join("-")
}

struct Reader<'a> {
    known: &'a Known<'a>,
    file: String,
    faults: Faults,
}

impl Reader<'_> {
    fn fault(&mut self, line: usize, reason: impl ToString) {
        self.faults.0.push(PackError::new(&self.file, format!("line {line}"), reason));
    }

    fn chapter(&mut self, file: &str, text: &str) -> Option<Chapter> {
        self.file = format!("manual/{file}");
        let raw = match blocks::read(text) {
            Ok(raw) => raw,
            Err((line, reason)) => {
                self.fault(line, reason);
                return None;
            }
        };
        let Some((RawKind::Heading { level: 1, text }, rest)) =
            raw.split_first().map(|(first, rest)| (&first.kind, rest))
        else {
            self.fault(1, "a chapter begins with its title: # 11 Assaults");
            return None;
        };
        let (number, title) = split_number(text);
        let is_apart = ["0", "99"].contains(&number);
        let number = if is_apart { "" } else { number }.to_owned();
        let id = file.trim_end_matches(".md").to_owned();
        let blocks = rest.iter().map(|raw| self.block(raw)).collect();
        Some(Chapter { id, number, title: title.to_owned(), blocks })
    }

    fn block(&mut self, raw: &Raw) -> Block {
        let tags = self.tags(raw.line, &raw.tag);
        let content = match &raw.kind {
            RawKind::Heading { level, text } => {
                let (number, title) = split_number(text);
                if !number.is_empty() && !self.known.is_case(number) {
                    self.fault(raw.line, format!("there is no case {number}"));
                }
                Content::Heading { level: *level, number: number.to_owned(), title: title.to_owned() }
            }
            RawKind::Paragraph(text) => Content::Paragraph(self.words(raw.line, text)),
            RawKind::Note(text) => Content::Note(self.words(raw.line, text)),
            RawKind::List { first, items } => {
                let item = |(line, text, tag): &(usize, String, String)| Item {
                    line: *line,
                    words: self.words(*line, text),
                    tags: self.tags(*line, tag),
                };
                Content::List(*first, items.iter().map(item).collect())
            }
            RawKind::Table(rows) => {
                let cell = |text: &String| self.words(raw.line, text);
                let mut cell = cell;
                Content::Table(rows.iter().map(|row| row.iter().map(&mut cell).collect()).collect())
            }
            RawKind::Example(name) => {
                if !self.known.examples.contains(name.as_str()) {
                    self.fault(raw.line, format!("there is no example '{name}'"));
                }
                Content::Example(name.clone())
            }
            RawKind::Chart(id) => {
                if !self.known.charts.contains(id.as_str()) {
                    self.fault(raw.line, format!("there is no chart '{id}'"));
                }
                Content::Chart(id.clone())
            }
        };
        Block { line: raw.line, content, tags }
    }

    fn tags(&mut self, line: usize, text: &str) -> Tags {
        Tags::read(text, self.known).unwrap_or_else(|reason| {
            self.fault(line, reason);
            Tags::default()
        })
    }

    fn words(&mut self, line: usize, text: &str) -> Vec<Span> {
        for reference in words::references(text) {
            if reference.bracketed && !self.known.is_case(&reference.number) {
                self.fault(line, format!("({}) refers to no case", reference.number));
            }
        }
        words::read(text, &|number| self.known.is_case(number))
    }
}

/// The number before a title, if there is one.
fn split_number(text: &str) -> (&str, &str) {
    match text.split_once(' ') {
        Some((number, title)) if number.starts_with(|first: char| first.is_ascii_digit()) => (number, title),
        _ => ("", text),
    }
}

/// Where every case and clause is explained first; by preference in the chapter of its own number.
fn find_homes(chapters: &[Chapter], cases: &[&str]) -> BTreeMap<String, Home> {
    let mut homes: BTreeMap<String, Home> = BTreeMap::new();
    let mut note = |number: &str, home: Home| {
        let is_own = |chapter: usize| number.split('.').next() == Some(chapters[chapter].number.as_str());
        match homes.get(number) {
            Some(old) if is_own(old.chapter) || !is_own(home.chapter) => {}
            _ => {
                homes.insert(number.to_owned(), home);
            }
        }
    };
    for (chapter, in_chapter) in chapters.iter().enumerate() {
        for (block, in_block) in in_chapter.blocks.iter().enumerate() {
            let home = Home { chapter, block, item: None };
            if let Content::Heading { number, .. } = &in_block.content
                && !number.is_empty()
            {
                note(number, home);
            }
            in_block.tags.numbers().for_each(|number| note(number, home));
            if let Content::List(_, items) = &in_block.content {
                for (item, in_item) in items.iter().enumerate() {
                    let home = Home { item: Some(item), ..home };
                    in_item.tags.numbers().for_each(|number| note(number, home));
                }
            }
        }
    }
    // A case that no tag names by itself is where its first clause or its first smaller case is.
    for case in cases {
        if !homes.contains_key(*case) {
            let below = format!("{case}.");
            let belongs = |number: &str| case_of(number) == *case || number.starts_with(&below);
            let first = homes.iter().filter(|(number, _)| belongs(number)).map(|(_, home)| *home).min();
            if let Some(home) = first {
                homes.insert((*case).to_owned(), home);
            }
        }
    }
    homes
}
