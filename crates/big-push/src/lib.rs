//! What only The Big Push does.
//!
//! The turn itself is the system's ([`grid`]); here are its sequence ([`sequence`]), air bombardment ([`air`]), mines
//! and cavalry ([`special`]), tanks ([`tanks`]), British and French together ([`coordination`]), national areas and
//! exits ([`areas`]), operations and objectives of the campaign ([`operations`], [`objectives`]), victory
//! ([`victory`]), exact chances ([`odds`]), and the words for all of it ([`words`]). Where a rule of the system is
//! otherwise here, [`variant`] and [`fighting`] say so.

pub mod air;
pub mod areas;
pub mod coordination;
pub mod data;
pub mod events;
pub mod fighting;
pub mod objectives;
pub mod odds;
pub mod operations;
pub mod options;
pub mod own;
pub mod own_text;
pub mod rule;
pub mod sequence;
pub mod set_up;
pub mod special;
mod standing;
pub mod steps;
pub mod tanks;
pub mod title;
pub mod variant;
pub mod victory;
pub mod words;

use std::sync::Arc;

use engine::pack::{Files, PackError};
use grid::{Grid, Pack};

pub use data::OwnPack;
pub use own::{BigPushOwn, OwnAction, OwnBoard, OwnEvent, OwnStep};
pub use rule::OwnRule;

/// The Big Push, as the engine plays it.
pub type BigPush = Grid<Somme>;

/// The variant of the square-grid system that is The Big Push.
#[derive(Clone, Debug)]
pub struct Somme {
    /// What only this game has in its pack.
    pub own: OwnPack,
    /// Whether games are finished by the rules of the first edition.
    pub(crate) first_edition: bool,
}

/// Reads a pack and gives the game.
pub fn game(files: &Files) -> Result<BigPush, PackError> {
    let pack = Arc::new(Pack::parse::<grid::Rule<BigPushOwn>>(files)?);
    let own = OwnPack::parse(&pack)?;
    let first_edition = pack.first_edition();
    let title = title::title(&pack, &own);
    Ok(Grid::new(pack, Somme { own, first_edition }, title))
}

/// The board of a scenario before anyone has chosen anything.
pub fn new_board(game: &BigPush, scenario: u8, options: u32) -> grid::BoardOf<Somme> {
    set_up::lay_out(game, scenario, options)
}

const _: () = assert!(size_of::<grid::BoardOf<Somme>>() <= 8192, "a board must stay cheap to copy");
