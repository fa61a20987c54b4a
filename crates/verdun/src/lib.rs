//! Verdun: A Generation Lost, on the square-grid system that it shares with The Big Push.
//!
//! What both games have is in `grid`. This crate holds what only Verdun does, in the order of its rulebook:
//!
//! | module | what | cases |
//! |---|---|---|
//! | [`data`], [`charts`], [`scenario`] | the pack's own part | |
//! | [`board`], [`step`], [`event`], [`rule`] | the board's own part, steps and answers, events, the rules' names | |
//! | [`verdun`], [`fighting`], [`seats`], [`sequence`] | the `Variant`, the sequence of play | 4.0 |
//! | [`setup`] | guns, garrisons, reserves, resting corps | 19.0 |
//! | [`somme`] | withdrawals | 6.0, 20.2.1 |
//! | [`lull`] | lull turns | 7.0 |
//! | [`bombardment`], [`air`] | supply of guns, forts, counter-battery, aeroplanes | 8.0 |
//! | [`steps`] | regiments and their battalions | 9.2 |
//! | [`forts`] | forts and garrisons | 10.5, 13.3.1b |
//! | [`movement`], [`arrivals`] | bog, mud, rails, reinforcements and reserves | 12.0, 17.4.4 |
//! | [`closing`], [`resources`], [`assault`] | closing in, 75s, gas, re-rolls, counter-attacks, surrender | 13.4 to 16.8 |
//! | [`reorganization`] | replacements, reserves, returns, rally | 17.0 |
//! | [`mines`] | mines | 19.1.5k |
//! | [`operations`], [`objectives`], [`victory`] | the campaign, and who wins | 18.0, 20.0 |
//! | [`words`], [`sentences`], [`odds`], [`position`] | notation, views, events, exact chances, position files | |
//! | `dispatch`, `answers` | which module carries out which step, answers of its own in common steps | |

pub mod air;
mod answers;
pub mod arrivals;
pub mod assault;
pub mod board;
pub mod bombardment;
pub mod charts;
mod citing;
pub mod closing;
pub mod counter_attack;
pub mod data;
mod dispatch;
pub mod event;
pub mod fighting;
pub mod forts;
mod ground;
pub mod lull;
pub mod mines;
pub mod movement;
pub mod objectives;
pub mod odds;
pub mod operations;
pub mod position;
pub mod reorganization;
pub mod rerolls;
pub mod resources;
pub mod rule;
pub mod scenario;
pub mod seats;
pub mod sentences;
pub mod sequence;
pub mod setup;
pub mod somme;
mod standing;
pub mod step;
pub mod steps;
pub mod title;
pub mod verdun;
pub mod victory;
pub mod words;

use std::sync::Arc;

use engine::pack::{Files, PackError};

pub use board::Only;
pub use verdun::Verdun;

/// The game.
pub type Game = grid::Grid<Verdun>;
/// Its board.
pub type Table = grid::BoardOf<Verdun>;
/// What a step may use besides the board.
pub type Context<'a> = grid::ContextOf<'a, Verdun>;
/// What follows a step.
pub type Flow = grid::Flow<Only>;
/// Its answers.
pub type Action = grid::Action<Only>;
/// Its events.
pub type Event = grid::Event<Only>;
/// Its rules.
pub type Rule = grid::Rule<Only>;

/// Reads a pack and gives the game.
pub fn game(files: &Files) -> Result<Game, PackError> {
    let pack = Arc::new(grid::Pack::parse::<Rule>(files)?);
    let variant = Verdun::new(&pack)?;
    let title = title::title(&pack, &variant.data);
    Ok(Game::new(pack, variant, title))
}

const _: () = assert!(size_of::<grid::BoardOf<Verdun>>() <= 8192, "a board must stay cheap to copy");
