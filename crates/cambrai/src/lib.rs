//! Breakthrough: Cambrai, the area-impulse game.
//!
//! A turn is a day. At dawn ([`reinforcements`], [`returns`], [`weather`]) units arrive; by day the sides alternate
//! impulses ([`impulse`]) in which one area fires ([`artillery`]), moves ([`movement`]) and assaults ([`assault`], with
//! [`combat`], [`casualties`], [`retreat`] and [`overrun`]) until the sun sets ([`sunset`]); at night ([`night`],
//! [`tank_refit`], [`infantry_refit`]) they recover; and then Haig decides ([`end_phase`]).
//!
//! Every step of this is a type in the file of its rule, with its question, its answers and their words; [`step`] is the
//! list of them, and `sequence` says which waits below which. [`board`] is what lies on the table; [`pack`] is the data.
//! `game` puts it all before the engine. Nothing is hidden but the bids for a side ([`bids`]).

pub mod advantage;
pub mod artillery;
pub mod assault;
mod audit;
pub mod bids;
pub mod board;
pub mod bridges;
pub mod casualties;
pub mod charts;
pub mod combat;
pub mod control;
pub mod end_phase;
pub mod event;
pub mod first_turn;
mod foresight;
mod game;
pub mod impulse;
pub mod infantry_refit;
pub mod interdiction;
pub mod labels;
pub mod movement;
mod moving;
pub mod night;
mod notation;
mod odds;
pub mod options;
mod orders;
pub mod overrun;
pub mod pack;
mod position;
mod position_reader;
mod raw;
mod reading;
pub mod regroup;
pub mod reinforcements;
pub mod releases;
pub mod retreat;
pub mod returns;
mod rolling;
pub mod rule;
pub mod scenario;
mod sequence;
pub mod sets;
pub mod side;
mod staff;
mod standing;
pub mod step;
pub mod sum;
pub mod sunset;
pub mod supply;
pub mod tank_refit;
mod tell;
mod title;
mod view;
pub mod weather;
mod words;

use engine::Files;

pub use board::Board;
pub use event::{Event, Happening};
pub use game::Cambrai;
pub use pack::Pack;
pub use rule::Rule;
pub use step::{Action, Step, StepKind};

/// The files of the pack that the program carries with it, without the examples.
pub fn embedded() -> Files {
    let files = [
        ("map.toml", include_str!("../../../packs/cambrai/map.toml")),
        ("units.toml", include_str!("../../../packs/cambrai/units.toml")),
        ("charts.toml", include_str!("../../../packs/cambrai/charts.toml")),
        ("scenarios.toml", include_str!("../../../packs/cambrai/scenarios.toml")),
        ("rules.toml", include_str!("../../../packs/cambrai/rules.toml")),
        ("cases.toml", include_str!("../../../packs/cambrai/cases.toml")),
    ];
    Files(files.into_iter().map(|(name, text)| (name.to_owned(), text.into())).collect())
}
