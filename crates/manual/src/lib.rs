//! The manuals of the games: read from their packs, checked, and drawn as HTML.
//!
//! A pack holds one file a chapter, `manual/11-assaults.md`, in a small part of Markdown (STYLE.md). [`Manual::read`]
//! takes the files apart and looks everything up that they name; what does not exist is a fault with file and line.
//! [`Pages`] draws chapters, contents, index, rulings, options, estimates and charts, for the reader in the browser,
//! for a folder of pages, or as one booklet for print. [`scene`] draws the position of a worked example.

mod blocks;
pub mod book;
pub mod contents;
mod draw;
pub mod rulings;
pub mod scene;
pub mod search;
mod tags;
pub mod terms;
pub mod words;

pub use book::{Block, Chapter, Content, Faults, Home, Item, Manual, case_of, slug};
pub use draw::{Links, Pages, STYLE};
pub use tags::Tags;
