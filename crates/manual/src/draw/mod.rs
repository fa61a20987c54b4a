//! The manual drawn as HTML: fragments for the reader in the browser, a folder of pages, one booklet for print.

mod block;
mod example;
mod extras;
mod pages;

use engine::Title;
use games::Playable;

use crate::book::{Chapter, Content, Home, Manual, slug};
use crate::words::Span;

/// The style of chapters, the same in the reader and in the pages of a folder.
pub const STYLE: &str = include_str!("../../../../web/style/manual.css");

/// Where links lead, and where pictures come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Links {
    /// The reader on a server: `/manual/big-push/11-assaults#11.4`.
    Reader,
    /// A folder of pages: `11-assaults.html#11.4`. Examples can be tried on the site of that address, if there is one.
    Folder(Option<String>),
    /// One page: `#11.4`.
    Booklet(Option<String>),
}

/// The pages of a manual.
pub struct Pages<'a> {
    /// What is drawn.
    pub manual: &'a Manual,
    /// Its game.
    pub game: &'a dyn Playable,
    /// Where links lead.
    pub links: Links,
}

/// The pages that are made from the rest: id and title.
pub(crate) const EXTRAS: [(&str, &str); 5] = [
    ("charts", "Charts"),
    ("options", "Options"),
    ("rulings", "Rulings"),
    ("estimates", "Estimates"),
    ("terms", "Index"),
];

impl<'a> Pages<'a> {
    /// The pages of a manual for a way of linking.
    pub fn new(manual: &'a Manual, game: &'a dyn Playable, links: Links) -> Pages<'a> {
        Pages { manual, game, links }
    }

    /// One chapter, or one of the pages that are made from the rest; nothing if there is no such page.
    pub fn fragment(&self, id: &str) -> Option<Result<String, String>> {
        if let Some((index, chapter)) = self.manual.chapter(id) {
            return Some(self.chapter(index, chapter));
        }
        match id {
            "charts" => Some(Ok(self.charts())),
            "options" => Some(Ok(self.options())),
            "rulings" => Some(Ok(self.rulings())),
            "estimates" => Some(Ok(self.estimates())),
            "terms" => Some(Ok(self.terms())),
            _ => None,
        }
    }

    /// The ids and titles of all pages, in order.
    pub fn all(&self) -> Vec<(String, String)> {
        let chapters = self.manual.chapters.iter().map(|chapter| (chapter.id.clone(), chapter.heading()));
        chapters.chain(EXTRAS.map(|(id, title)| (id.to_owned(), title.to_owned()))).collect()
    }

    fn title(&self) -> &Title {
        self.game.title()
    }

    /// The address of a page, or of something on it.
    fn address(&self, page: &str, anchor: &str) -> String {
        let hash = if anchor.is_empty() { String::new() } else { format!("#{anchor}") };
        match &self.links {
            Links::Reader => format!("/manual/{}/{page}{hash}", self.manual.game),
            Links::Folder(_) => format!("{page}.html{hash}"),
            Links::Booklet(_) if anchor.is_empty() => format!("#page-{page}"),
            Links::Booklet(_) => hash,
        }
    }

    /// The address of a case or clause.
    fn case_address(&self, number: &str) -> Option<String> {
        let chapter = self.manual.chapter_of(number)?;
        let anchor = if self.manual.homes.contains_key(number) { number } else { crate::case_of(number) };
        Some(self.address(&chapter.id, anchor))
    }

    /// A case number as a link.
    fn case_link(&self, number: &str) -> String {
        match self.case_address(number) {
            Some(address) => {
                format!("<a class=\"ref\" data-case=\"{0}\" href=\"{address}\">{0}</a>", escape(number))
            }
            None => escape(number),
        }
    }

    /// Running text.
    fn words(&self, spans: &[Span]) -> String {
        let draw = |span: &Span| match span {
            Span::Text(text) => escape(text),
            Span::Bold(inside) => format!("<b>{}</b>", self.words(inside)),
            Span::Italic(inside) => format!("<i>{}</i>", self.words(inside)),
            Span::Case(number) => self.case_link(number),
        };
        spans.iter().map(draw).collect()
    }

    /// Plain text with its case numbers as links.
    fn plain(&self, text: &str) -> String {
        let is_case = |number: &str| self.manual.home(number).is_some();
        self.words(&crate::words::read(&text.replace('`', ""), &is_case))
    }
}

impl Manual {
    /// The anchor of a heading: its case if this is where the case is explained, or its words.
    pub(crate) fn heading_anchor(&self, chapter: &Chapter, block: usize) -> String {
        let Content::Heading { number, title, .. } = &chapter.blocks[block].content else {
            return String::new();
        };
        let is_home = self.homes.get(number).is_some_and(|home| {
            let Home { chapter: index, block: here, item } = *home;
            self.chapters[index].id == chapter.id && here == block && item.is_none()
        });
        if is_home { number.clone() } else { slug(&format!("{} {title}", chapter.id)) }
    }
}

/// Text made safe for HTML, in content and in attributes.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A sentence with a capital letter at its beginning.
fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
