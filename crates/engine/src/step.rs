//! Steps as types: everything about one step of play stands in one place.
//!
//! A step is a small type in the file of its rule. One that works by itself implements [`Run`], one that puts a
//! question implements [`Ask`], and both say by [`Words`] how they stand in a position file. The list of a game's steps
//! ([`steps!`](crate::steps)) makes the enum that a match keeps on its stack, and every dispatch: a step with a part
//! missing does not compile, and a new step is its file and its name in the list.

use std::fmt::Debug;

use crate::cite::Forbidden;
use crate::orders::Order;
use crate::rules::{Context, Flow, FlowOf, Question, Rules};
use crate::seat::{Seat, Viewer};
use crate::staff::Undone;
use crate::wire::{Odds, Planned};

/// What steps work on: the rules of a game, or the pack that they read.
pub trait World: Sized + 'static {
    /// The game as the engine plays it.
    type Game: Rules;
    /// What steps tell. A game may add to it what the table has to know.
    type Event;
    /// What an option's button says, and what goes with it.
    type Label;
}

/// What lies on the table of a world.
pub type Board<W> = <<W as World>::Game as Rules>::Board;
/// The list of steps of a world.
pub type Step<W> = <<W as World>::Game as Rules>::Step;
/// The answers of a world.
pub type Action<W> = <<W as World>::Game as Rules>::Action;
/// What can be cited in a world.
pub type Rule<W> = <<W as World>::Game as Rules>::Rule;
/// What is kept between question and answer in a world.
pub type Notes<W> = <<W as World>::Game as Rules>::Notes;
/// What follows a step of a world.
pub type Next<W> = FlowOf<<W as World>::Game>;

/// A card that is worked out only when somebody asks for it. None comes of it if in the end nothing can be rolled.
pub type OddsCard<'a> = Box<dyn FnOnce() -> Option<Odds> + 'a>;

/// The chances of a die that a step rolls without being asked.
pub type Die<W> = fn(&W, &Board<W>) -> Option<Odds>;

/// One of the legal answers, with whose it is and what was noted when it was offered.
pub struct Answer<'a, W: World> {
    /// Who answers.
    pub seat: Seat,
    /// The answer.
    pub action: Action<W>,
    /// What was noted when the question was asked.
    pub notes: &'a Notes<W>,
}

/// The words of a question.
#[derive(Debug)]
pub struct Asking<C> {
    /// What kind of question it is, where that is not the step's name.
    pub kind: Option<&'static str>,
    /// One plain sentence.
    pub text: String,
    /// The places and units that it is about.
    pub about: Vec<String>,
    /// A rule that it rests on besides the step's.
    pub also: Option<C>,
}

impl<C> Asking<C> {
    /// A question that is about nothing in particular.
    pub fn new(text: impl Into<String>) -> Asking<C> {
        Asking { kind: None, text: text.into(), about: Vec::new(), also: None }
    }

    /// The same as another kind of question.
    pub fn of_kind(self, kind: &'static str) -> Asking<C> {
        Asking { kind: Some(kind), ..self }
    }

    /// The same about some places and units.
    pub fn about(self, about: Vec<String>) -> Asking<C> {
        Asking { about, ..self }
    }

    /// The same by one more rule, if there is one.
    pub fn also(self, rule: impl Into<Option<C>>) -> Asking<C> {
        Asking { also: rule.into(), ..self }
    }
}

/// How a step stands in a position file. [`step_words!`](crate::step_words) writes it.
pub trait Words<W: World>: Copy + PartialEq + Debug + Into<Step<W>> {
    /// The first word, which is also the kind of its question.
    const NAME: &'static str;

    /// Writes its words.
    fn print(&self, world: &W, out: &mut String);

    /// The step that these words stand for, if they are its own.
    fn parse(world: &W, words: &[&str]) -> Option<Self>;
}

/// A word of a step in a position file: one of its fields.
pub trait Word<W>: Sized {
    /// Writes it.
    fn print(&self, world: &W, out: &mut String);

    /// What a word stands for.
    fn parse(world: &W, word: &str) -> Option<Self>;
}

impl<W> Word<W> for u8 {
    fn print(&self, _: &W, out: &mut String) {
        out.push_str(&self.to_string());
    }

    fn parse(_: &W, word: &str) -> Option<u8> {
        word.parse().ok()
    }
}

/// A step that asks nobody.
pub trait Run<W: World>: Words<W> {
    /// Does its work and says what follows.
    fn run(&mut self, world: &W, board: &mut Board<W>, context: &mut Context<W::Event>) -> Next<W>;

    /// Why play cannot go on here in a position from outside, if it cannot: what lies on the board, and the steps that
    /// wait `below` it, the outermost first.
    fn needs(&self, world: &W, board: &Board<W>, below: &[Step<W>]) -> Result<(), String>;

    /// The die that it rolls of itself.
    fn rolls(&self) -> Option<Die<W>> {
        None
    }
}

/// A step that asks: everything about one question.
pub trait Ask<W: World>: Words<W> {
    /// Whether every candidate is legal, so that none need be checked. The fuzzer holds it to that.
    const ALL_LEGAL: bool;

    /// What comes before the question: a step without anything to ask goes on.
    fn run(&mut self, world: &W, board: &mut Board<W>, context: &mut Context<W::Event>) -> Next<W> {
        let _ = (world, board, context);
        Flow::Ask
    }

    /// Who must answer, and by which rule.
    fn question(&self, world: &W, board: &Board<W>) -> Question<Rule<W>>;

    /// What may be answered, in a fixed order; with [`Ask::ALL_LEGAL`] these are the options.
    fn candidates(
        &self,
        world: &W,
        board: &Board<W>,
        seat: Seat,
        options: &mut Vec<Action<W>>,
        notes: &mut Notes<W>,
    );

    /// Every rule that forbids an answer; none at all if it is an answer to another question.
    fn check(
        &self,
        world: &W,
        board: &Board<W>,
        seat: Seat,
        action: Action<W>,
        notes: &mut Notes<W>,
    ) -> Option<Forbidden>;

    /// Whether an action answers the question, legally or not.
    fn answers(&self, world: &W, board: &Board<W>, action: Action<W>) -> bool {
        self.check(world, board, Seat(0), action, &mut Notes::<W>::default()).is_some()
    }

    /// Carries out one of the options.
    fn choose(
        &mut self,
        world: &W,
        board: &mut Board<W>,
        answer: Answer<W>,
        context: &mut Context<W::Event>,
    ) -> Next<W>;

    /// The sentence that asks.
    fn prompt(&self, world: &W, board: &Board<W>, viewer: Viewer) -> Asking<Rule<W>>;

    /// What an option says here; none if it says the same at every step.
    fn label(&self, world: &W, board: &Board<W>, action: Action<W>) -> Option<W::Label>;

    /// Adds the rules that allow an option, where they say more than those of the question.
    fn cites(&self, world: &W, board: &Board<W>, action: Action<W>, cites: &mut Vec<Rule<W>>);

    /// The chances of what an option aims at; none if no dice hang on it.
    fn odds<'a>(&'a self, world: &'a W, board: &'a Board<W>, action: Action<W>) -> Option<OddsCard<'a>>;

    /// Why play cannot go on here in a position from outside, if it cannot: what lies on the board, and the steps that
    /// wait `below` it, the outermost first.
    fn needs(&self, world: &W, board: &Board<W>, below: &[Step<W>]) -> Result<(), String>;

    /// All rules behind the question, the most important first. An option that cites no others rests on them.
    fn rules(&self, world: &W, board: &Board<W>) -> Vec<Rule<W>> {
        vec![self.question(world, board).rule]
    }

    /// The rules against an answer to another question.
    fn objects(&self, world: &W, board: &Board<W>, action: Action<W>) -> Forbidden {
        let _ = action;
        Forbidden::by(self.question(world, board).rule)
    }

    /// Whether a look tells that there is more than one legal answer, and that [`Ask::check`] allows no other than
    /// these.
    fn has_choice(&self, world: &W, board: &Board<W>) -> bool {
        let _ = (world, board);
        false
    }

    /// The die that it rolls of itself, before it asks.
    fn rolls(&self) -> Option<Die<W>> {
        None
    }

    /// Whether dice fall as soon as an option is taken.
    fn binds(&self, world: &W, action: Action<W>) -> bool {
        let _ = (world, action);
        false
    }

    /// What an option ends, if nothing else comes between.
    fn ends(&self, world: &W, board: &Board<W>, action: Action<W>) -> Option<&'static str> {
        let _ = (world, board, action);
        None
    }

    /// What has been planned so far and is not rolled for yet.
    fn planned(&self, world: &W, board: &Board<W>) -> Vec<Planned> {
        let _ = (world, board);
        Vec::new()
    }

    /// What the options leave to be done before the question is ended.
    fn undone(&self, world: &W, board: &Board<W>, options: &[Action<W>]) -> Vec<Undone> {
        let _ = (world, board, options);
        Vec::new()
    }

    /// The orders that stand for several answers to this question and those that follow it.
    fn orders(&self, world: &W, board: &Board<W>, options: &[Action<W>]) -> Vec<Order> {
        let _ = (world, board, options);
        Vec::new()
    }

    /// The next answer of an order; none when it is carried out.
    fn next_of_order(
        &self,
        world: &W,
        order: Order,
        board: &Board<W>,
        options: &[Action<W>],
    ) -> Option<Action<W>> {
        let _ = (world, order, board, options);
        None
    }
}

/// The list of steps of a game, as [`steps!`](crate::steps) makes it: each part of the step in hand. Parts of a question
/// are asked only of a step that asks.
pub trait Steps<W: World>: Sized + Copy + PartialEq + Debug + Send + Sync {
    /// The first words of all steps, in the order of the list.
    const NAMES: &'static [&'static str];

    /// Its first word.
    fn name(&self) -> &'static str;
    /// [`Words::print`].
    fn print(&self, world: &W, out: &mut String);
    /// [`Words::parse`].
    fn parse(world: &W, words: &[&str]) -> Option<Self>;
    /// [`Run::run`] or [`Ask::run`].
    fn run(&mut self, world: &W, board: &mut Board<W>, context: &mut Context<W::Event>) -> Next<W>;
    /// [`Run::needs`] or [`Ask::needs`].
    fn needs(&self, world: &W, board: &Board<W>, below: &[Step<W>]) -> Result<(), String>;
    /// [`Run::rolls`] or [`Ask::rolls`].
    fn rolls(&self) -> Option<Die<W>>;
    /// [`Ask::rules`].
    fn rules(&self, world: &W, board: &Board<W>) -> Vec<Rule<W>>;
    /// [`Ask::has_choice`].
    fn has_choice(&self, world: &W, board: &Board<W>) -> bool;
    /// [`Ask::question`].
    fn question(&self, world: &W, board: &Board<W>) -> Question<Rule<W>>;
    /// [`Ask::candidates`] without those that are not legal.
    fn ask(
        &self,
        world: &W,
        board: &Board<W>,
        seat: Seat,
        options: &mut Vec<Action<W>>,
        notes: &mut Notes<W>,
    );
    /// [`Ask::check`].
    fn check(
        &self,
        world: &W,
        board: &Board<W>,
        seat: Seat,
        action: Action<W>,
        notes: &mut Notes<W>,
    ) -> Option<Forbidden>;
    /// [`Ask::answers`].
    fn answers(&self, world: &W, board: &Board<W>, action: Action<W>) -> bool;
    /// [`Ask::objects`].
    fn objects(&self, world: &W, board: &Board<W>, action: Action<W>) -> Forbidden;
    /// [`Ask::choose`].
    fn choose(
        &mut self,
        world: &W,
        board: &mut Board<W>,
        answer: Answer<W>,
        context: &mut Context<W::Event>,
    ) -> Next<W>;
    /// [`Ask::prompt`].
    fn prompt(&self, world: &W, board: &Board<W>, viewer: Viewer) -> Asking<Rule<W>>;
    /// [`Ask::label`].
    fn label(&self, world: &W, board: &Board<W>, action: Action<W>) -> Option<W::Label>;
    /// [`Ask::cites`].
    fn cites(&self, world: &W, board: &Board<W>, action: Action<W>, cites: &mut Vec<Rule<W>>);
    /// [`Ask::odds`].
    fn odds<'a>(&'a self, world: &'a W, board: &'a Board<W>, action: Action<W>) -> Option<OddsCard<'a>>;
    /// [`Ask::binds`].
    fn binds(&self, world: &W, action: Action<W>) -> bool;
    /// [`Ask::ends`].
    fn ends(&self, world: &W, board: &Board<W>, action: Action<W>) -> Option<&'static str>;
    /// [`Ask::planned`].
    fn planned(&self, world: &W, board: &Board<W>) -> Vec<Planned>;
    /// [`Ask::undone`].
    fn undone(&self, world: &W, board: &Board<W>, options: &[Action<W>]) -> Vec<Undone>;
    /// [`Ask::orders`].
    fn orders(&self, world: &W, board: &Board<W>, options: &[Action<W>]) -> Vec<Order>;
    /// [`Ask::next_of_order`].
    fn next_of_order(
        &self,
        world: &W,
        order: Order,
        board: &Board<W>,
        options: &[Action<W>],
    ) -> Option<Action<W>>;
}
