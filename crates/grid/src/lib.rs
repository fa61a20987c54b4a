//! The square-grid system that The Big Push and Verdun share.
//!
//! A turn in the order of the rulebooks, and where each part lives:
//!
//! | module | what | Big Push | Verdun |
//! |---|---|---|---|
//! | [`step`], [`play`] | the sequence of play | 4.0 | 4.0 |
//! | [`setup`] | setting up | 14.0 | 19.0 |
//! | [`weather`] | weather, air observation | 5.0 | 5.0 |
//! | [`bombardment`], `firing_guns`, [`counter_battery`] | guns | 6.0 | 8.0 |
//! | [`losses`] | step losses | 6.5 | 9.2 |
//! | [`movement`], [`moving`], [`breakdown`] | movement, modes, breakdown | 7.0 | 12.0, 9.3 |
//! | [`stacking`] | stacking | 7.3 | 10.0 |
//! | [`board`] | zones of control | 7.5 | 11.0 |
//! | [`command`] | command and supply paths | 8.2, 11.1 | 13.1, 13.2 |
//! | [`commitment`] | commitment, closing in | 8.0 | 13.0 |
//! | [`resources`] | command resources | 9.0 | 14.0 |
//! | [`defensive_fire`] | Defensive Fire | 10.0 | 15.0 |
//! | [`assault`], [`assault_flow`], [`secondary`] | assaults | 11.0 | 16.0 |
//! | [`chances`], [`odds`], [`forecast`] | exact chances | | |
//! | [`retreat`], [`advance`] | retreat, advance, consolidation | 11.8, 11.9 | 16.5, 16.6 |
//! | [`reorganization`] | replacements, rally, markers | 12.0 | 17.0 |
//!
//! A difference between the two games is a number in the pack, a step in the sequence, or one method of
//! [`variant::Variant`] and the traits it is made of, named after its rule. This crate never learns which game it is playing.

pub mod action;
pub mod advance;
pub mod assault;
pub mod assault_flow;
pub mod board;
pub mod bombardment;
pub mod breakdown;
mod bundles;
pub mod chances;
pub mod charts;
pub mod citing;
pub mod command;
pub mod commitment;
pub mod counter_battery;
pub mod defensive_fire;
pub mod engagement;
pub mod event;
mod firing_guns;
pub mod forecast;
pub mod ground_charts;
mod layers;
pub mod losses;
pub mod map;
mod map_file;
mod merging;
pub mod modes;
pub mod movement;
mod movers;
pub mod moving;
pub mod notation;
pub mod odds;
pub mod pack;
mod plan;
pub mod play;
pub mod position;
pub mod present;
pub mod prompts;
pub mod reach;
pub mod reorganization;
pub mod resources;
pub mod retreat;
pub mod rule;
mod scenario_file;
mod schedule;
mod search;
pub mod secondary;
pub mod sentence;
pub mod sentences;
pub mod setup;
mod soundness;
pub mod speak;
pub mod square;
pub mod stacking;
pub mod staff;
pub mod step;
pub mod steps;
pub mod title;
pub mod unit_state;
pub mod units;
pub mod variant;
pub mod view;
pub mod weather;

pub use action::Action;
pub use board::{Board, Mark, Place};
pub use event::{Event, Modifiers, Rolled};
pub use pack::Pack;
pub use rule::{Common, Rule};
pub use speak::{Button, Speak, Words, count, more, series};
pub use square::{Direction, Square, Squares};
pub use step::{Stage, Step, StepKind};
pub use units::{Nation, Side, Unit, UnitSet};
pub use variant::{
    AssaultRules, BoardOf, CommitmentRules, ContextOf, Grid, GunRules, MovementRules, Own,
    ReorganizationRules, System, Variant,
};

/// What follows a step's work.
pub type Flow<O> = engine::Flow<Step<O>, Rule<O>>;
/// The answers that are offered.
pub type Answers<V> = Vec<Action<<V as System>::Own>>;
