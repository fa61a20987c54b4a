//! Every step of the shared system: its question, its answers and its words. The rules behind them are in the files of
//! their chapters.

mod assault;
mod bombardment;
mod commitment;
mod losses;
mod movement;
pub(crate) mod prelude;
mod reorganization;
mod secondary;
mod set_up;
mod turn;

pub use self::assault::{Assault, Assaults};
pub use crate::defensive_fire::{DefensiveFire, FallBack, Firers};
pub use bombardment::{Bombardment, Counter, Fire, Guns};
pub use commitment::{Close, CommandCenter, Commit, Commitment};
pub use losses::{Advance, Losses, LossesThen, Retreat, Rotate};
pub use movement::{Displace, Follow, Move, Movement};
pub use reorganization::{Rally, ReplaceAt, ReplacementBids, ReplacementRolls, Replacements};
pub use secondary::{ClearInterdiction, RemoveCommandHqs, RemoveSupplyHqs, Secondary, SecondaryAttacks};
pub use set_up::{Modes, SetUp};
pub use turn::{Phase, Turn, Weather};

use engine::step::{self, Word};

use self::prelude::*;

impl<V: Speak> step::World for Grid<V> {
    type Game = Grid<V>;
    type Event = Event<V::Own>;
    type Label = Button;
}

impl<C> From<Words> for step::Asking<C> {
    fn from(words: Words) -> step::Asking<C> {
        step::Asking::new(words.text).of_kind(words.kind).about(words.about)
    }
}

impl Words {
    /// The same about a square, if there is one.
    pub(crate) fn at<V: Speak>(mut self, grid: &Grid<V>, square: Square) -> Words {
        if square.is_some() {
            self.about.push(grid.pack.map.name(square).to_owned());
        }
        self
    }

    /// The same about a unit.
    pub(crate) fn of<V: Speak>(mut self, grid: &Grid<V>, unit: Unit) -> Words {
        self.about.push(grid.id(unit).to_owned());
        self
    }
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Allied => "allied",
        Side::German => "german",
    }
}

impl<V: Speak> Word<Grid<V>> for Side {
    fn print(&self, _: &Grid<V>, out: &mut String) {
        out.push_str(side_name(*self));
    }

    fn parse(_: &Grid<V>, word: &str) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| side_name(*side) == word)
    }
}

impl<V: Speak> Word<Grid<V>> for Nation {
    fn print(&self, _: &Grid<V>, out: &mut String) {
        out.push_str(self.id());
    }

    fn parse(_: &Grid<V>, word: &str) -> Option<Nation> {
        Nation::ALL.into_iter().find(|nation| nation.id() == word)
    }
}

impl<V: Speak> Word<Grid<V>> for Square {
    fn print(&self, grid: &Grid<V>, out: &mut String) {
        out.push_str(grid.at(*self));
    }

    fn parse(grid: &Grid<V>, word: &str) -> Option<Square> {
        if word == "-" { Some(Square::NONE) } else { grid.pack.map.find(word) }
    }
}

impl<V: Speak> Word<Grid<V>> for Unit {
    fn print(&self, grid: &Grid<V>, out: &mut String) {
        out.push_str(grid.id(*self));
    }

    fn parse(grid: &Grid<V>, word: &str) -> Option<Unit> {
        if word == "-" { Some(Unit::NONE) } else { grid.pack.find(word) }
    }
}

impl<V: Speak> Word<Grid<V>> for Stage {
    fn print(&self, _: &Grid<V>, out: &mut String) {
        out.push_str(STAGES.iter().find(|(known, _)| known == self).map_or("end", |(_, name)| name));
    }

    fn parse(_: &Grid<V>, word: &str) -> Option<Stage> {
        STAGES.iter().find(|(_, name)| *name == word).map(|(stage, _)| *stage)
    }
}

impl<V: Speak> Grid<V> {
    pub(crate) fn needs_commander(&self, board: &BoardOf<V>, nation: Nation) -> Result<(), String> {
        let known = self.variant.commanders(board, nation.side()).contains(&nation);
        need(known, "has no commander of that nation")
    }
}
