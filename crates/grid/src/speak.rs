//! How a game of the system speaks of what only it has.

use std::borrow::Cow;

use engine::staff::{Count, Standing};
use engine::wire::{Odds, Target, Told};
use engine::{Dice, Seat, Setup, Viewer};

use crate::action::Action;
use crate::event::Modifiers;
use crate::forecast::Courses;
use crate::pack::Pack;
use crate::square::Square;
use crate::staff::PhaseName;
use crate::step::Step;
use crate::steps;
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, Grid, Own, Variant};

/// A question in words.
#[derive(Clone, Debug)]
pub struct Words {
    /// What kind of question it is.
    pub kind: &'static str,
    /// One plain sentence.
    pub text: String,
    /// Places and units it is about.
    pub about: Vec<String>,
}

impl Words {
    /// A question about nothing in particular.
    pub fn new(kind: &'static str, text: impl Into<String>) -> Words {
        Words { kind, text: text.into(), about: Vec::new() }
    }
}

/// What stands for an answer: its words, what is clicked for it, and its price.
#[derive(Clone, Debug)]
pub struct Button {
    /// What it says; no other answer says the same.
    pub label: String,
    /// What is clicked.
    pub target: Target,
    /// What it costs, in words.
    pub cost: String,
    /// What it is made of, if it is a set.
    pub parts: Vec<String>,
    /// Whether it ends a phase or goes over to the dice.
    pub ends: bool,
}

impl Button {
    /// A button that lies beside the map.
    pub fn new(label: impl Into<String>) -> Button {
        let label = label.into();
        Button { label, target: Target::Button, cost: String::new(), parts: Vec::new(), ends: false }
    }

    /// A button that ends a phase or goes over to the dice.
    pub fn ending(label: impl Into<String>) -> Button {
        Button { ends: true, ..Button::new(label) }
    }

    /// A unit is clicked for it.
    pub fn on_unit<V: Speak>(mut self, grid: &Grid<V>, unit: Unit) -> Button {
        self.target = Target::Unit(grid.id(unit).to_owned());
        self
    }

    /// A square is clicked for it.
    pub fn on_square<V: Speak>(mut self, grid: &Grid<V>, square: Square) -> Button {
        self.target = Target::Place(grid.pack.map.name(square).to_owned());
        self
    }

    /// It is a set of things, and says their names.
    pub fn set_of(parts: Vec<String>) -> Button {
        Button { parts: parts.clone(), ..Button::new(parts.join(", ")) }
    }

    /// It has a price.
    pub fn costs(mut self, price: impl Into<String>) -> Button {
        self.cost = price.into();
        self
    }
}

/// A number of things: one step, two steps.
pub fn count(number: impl Into<i64>, thing: &str) -> String {
    match number.into() {
        1 => format!("1 {thing}"),
        many => format!("{many} {thing}s"),
    }
}

/// Several names in a row: `A, B and C`.
pub fn series(names: &[&str]) -> String {
    match names.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// A number of resources by the name in the chart, which is in the plural for some: one gas, one second attack,
/// three lift barrages.
pub(crate) fn stock(number: impl Into<i64>, name: &str) -> String {
    let number = number.into();
    let one = match name {
        "gas" => name,
        "consolidate" => "consolidation",
        _ => name.strip_suffix('s').unwrap_or(name),
    };
    let is_counted =
        ["attack", "assault", "barrage", "screen", "consolidation"].iter().any(|thing| one.ends_with(thing));
    match number {
        1 => format!("1 {one}"),
        many if is_counted => format!("{many} {one}s"),
        many => format!("{many} {name}"),
    }
}

impl Pack {
    /// Those who fight on a side: `Allies`, `French`, `Germans`.
    pub fn side_in_plural(&self, side: Side) -> &'static str {
        match self.side_name(side) {
            "Allied" => "Allies",
            "German" => "Germans",
            nation => nation,
        }
    }
}

/// What is still missing: one more step, two more steps.
pub fn more(number: impl Into<i64>, thing: &str) -> String {
    count(number, &format!("more {thing}"))
}

/// The words of a game's own steps, answers, events, tracks and position files.
pub trait Speak: Variant {
    /// The board and first step of a scenario, or why there is none.
    fn start(&self, grid: &Grid<Self>, setup: &Setup) -> Result<(BoardOf<Self>, Step<Self::Own>), String>;

    /// An answer of the game's own in its typed form.
    fn print_action(&self, grid: &Grid<Self>, action: <Self::Own as Own>::Action) -> String;

    /// The answer of the game's own that some words stand for.
    fn parse_action(&self, grid: &Grid<Self>, words: &[&str]) -> Option<<Self::Own as Own>::Action>;

    /// The button that leaves one of the game's own questions without doing more.
    fn ending(&self, step: <Self::Own as Own>::Step) -> Button;

    /// The button for an answer of the game's own.
    fn button(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        seat: Seat,
        action: <Self::Own as Own>::Action,
    ) -> Button;

    /// The sentence of a step of the game's own.
    fn ask(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        viewer: Viewer,
    ) -> Words;

    /// The seat that a nation's doings are told of.
    fn seat_of(&self, nation: Nation) -> Seat {
        Seat(u8::from(nation == Nation::German))
    }

    /// What counts for a side's replacements so far: the sum of its nations' (Big Push 12.1.1).
    fn working_total(&self, board: &BoardOf<Self>, side: Side) -> u16 {
        let own = Nation::ALL.into_iter().filter(|nation| nation.side() == side);
        own.map(|nation| u16::from(board.tally[nation.index()].total())).sum()
    }

    /// The victory points of a side that count in its scenario.
    fn victory_points(&self, board: &BoardOf<Self>, side: Side) -> i16 {
        board.points[side.index()].total()
    }

    /// Whether a viewer may see what a nation's commander keeps to himself.
    fn sees(&self, viewer: Viewer, nation: Nation) -> bool {
        viewer.sees(self.seat_of(nation))
    }

    /// Whether an answer stays secret from the other seats.
    fn is_secret(&self, step: &Step<Self::Own>, action: Action<Self::Own>) -> bool {
        let _ = action;
        matches!(step, Step::ReplacementBids(steps::ReplacementBids))
    }

    /// Further rules that allow an answer.
    fn cite(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        action: Action<Self::Own>,
        rules: &mut Vec<crate::rule::Rule<Self::Own>>,
    ) {
        let _ = (grid, step, board, action, rules);
    }

    /// Whether dice hang on an answer to a step of the game's own.
    fn rolls(&self, step: <Self::Own as Own>::Step, action: Action<Self::Own>) -> bool {
        let _ = (step, action);
        false
    }

    /// An event of the game's own as a sentence.
    fn tell(&self, grid: &Grid<Self>, event: &<Self::Own as Own>::Event, viewer: Viewer) -> Told;

    /// How many tracks the game adds.
    fn tracks(&self) -> u16;

    /// One of them: its id, its label, its value, and whose it is.
    fn track<'a>(
        &'a self,
        grid: &'a Grid<Self>,
        board: &'a BoardOf<Self>,
        index: u16,
        viewer: Viewer,
    ) -> Option<(&'static str, &'static str, Cow<'a, str>, Option<Seat>)>;

    /// The conditions of victory of both sides and how they stand, as a viewer may know it.
    fn conditions(&self, grid: &Grid<Self>, board: &BoardOf<Self>, viewer: Viewer, count: Count) -> Standing;

    /// The phase that a step of the game's own belongs to; none for what happens by itself.
    fn phase(&self, step: <Self::Own as Own>::Step) -> Option<PhaseName<Self::Own>>;

    /// The unit that an answer of the game's own would let act, and that waits until then.
    fn waits(&self, action: <Self::Own as Own>::Action) -> Option<Unit> {
        let _ = action;
        None
    }

    /// What lies on a square besides units and interdiction.
    fn square_marks(
        &self,
        board: &BoardOf<Self>,
        square: crate::Square,
        viewer: Viewer,
        mark: &mut dyn FnMut(&'static str),
    ) {
        let _ = (board, square, viewer, mark);
    }

    /// Which side of a counter is up, if the common words do not do.
    fn face(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        viewer: Viewer,
    ) -> Option<&'static str> {
        let _ = (grid, board, unit, viewer);
        None
    }

    /// In a step of the game's own in which assaults are planned: whose, and against which square alone.
    fn planning(&self, step: <Self::Own as Own>::Step) -> Option<(Side, Square)> {
        let _ = step;
        None
    }

    /// Whether there are odds for an answer to a step of the game's own.
    fn promises_odds(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        action: Action<Self::Own>,
    ) -> bool {
        let _ = (grid, board);
        self.rolls(step, action)
    }

    /// The chances of an answer to a step of the game's own.
    fn odds(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        seat: Seat,
        action: Action<Self::Own>,
    ) -> Option<Odds> {
        let _ = (grid, step, board, seat, action);
        None
    }

    /// The chances of an answer of the game's own to a common step.
    fn more_odds(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        action: <Self::Own as Own>::Action,
    ) -> Option<Odds> {
        let _ = (grid, board, action);
        None
    }

    /// The courses that an assault may take before its supply is named.
    fn courses(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Courses<Self> {
        let _ = grid;
        Courses::one(board.clone())
    }

    /// What the attacker gains if the assault in hand succeeds.
    fn success(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> &'static str {
        let _ = (grid, board);
        "to take the square"
    }

    /// The chances of counter-battery fire, where a game resolves it its own way.
    fn counter_battery_odds(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
        factors: u8,
        modifiers: &Modifiers<Self::Own>,
    ) -> Option<Odds> {
        let _ = (grid, board, nation, factors, modifiers);
        None
    }

    /// Replaces what a seat cannot know.
    fn redeal(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        stack: &mut [Step<Self::Own>],
        seat: Seat,
        dice: &mut Dice,
    ) {
        let _ = (grid, board, stack, seat, dice);
    }

    /// A step of the game's own as words.
    fn print_step(&self, grid: &Grid<Self>, step: <Self::Own as Own>::Step) -> String;

    /// The step of the game's own that some words stand for.
    fn parse_step(&self, grid: &Grid<Self>, words: &[&str]) -> Option<<Self::Own as Own>::Step>;

    /// What a step of the game's own misses on the board of a position file.
    fn check_step(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        step: <Self::Own as Own>::Step,
    ) -> Result<(), String> {
        let _ = (grid, board, step);
        Ok(())
    }

    /// The game's own part of the board, as it differs from a fresh one.
    fn print_own(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> toml::Table;

    /// Reads the game's own part of the board over a fresh one.
    fn parse_own(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        table: &toml::Table,
    ) -> Result<(), String>;

    /// What is wrong with the game's own part of the board.
    fn audit(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Result<(), String> {
        let _ = (grid, board);
        Ok(())
    }
}
