//! The shape of a game: what its rules must say for the engine to play it.
//!
//! A match is a board, a stack of steps and dice. The top step works until it needs a player; then it asks one
//! question and lists every legal answer. [`Rules`] is play itself; [`Present`] is how it is put into words and
//! shown to those entitled.

use std::fmt::Debug;
use std::sync::Arc;

use crate::casebook::Casebook;
use crate::cite::{Cite, Forbidden};
use crate::dice::Dice;
use crate::orders::Order;
use crate::seat::{Seat, Seats, Viewer};
use crate::staff::{Count, Staff, Standing};
use crate::summary::Weight;
use crate::title::{Setup, Title};
use crate::wire::{Choice, Item, Layer, Odds, Planned, Prompt, Target, Told};

/// One game's rules, as the engine plays them.
///
/// `Board` is what lies on the table, including the procedure in hand (the assault being resolved, the shot being
/// fired). `Step` is only a program counter: small and `Copy`. Neither holds anything on the heap, so that copying
/// a match is cheap.
pub trait Rules: Send + Sync + Sized + 'static {
    /// What lies on the table.
    type Board: Clone + PartialEq + Debug + Send + Sync;
    /// Where in the sequence of play we are.
    type Step: Copy + PartialEq + Debug + Send + Sync;
    /// One elementary answer of a player; at most 8 bytes.
    type Action: Copy + Eq + Debug + Send + Sync;
    /// What happened, with its rule.
    type Event: Clone + Debug + Send + Sync;
    /// What can be cited.
    type Rule: Cite;
    /// What [`Rules::ask_and_note`] works out that [`Rules::choose_by_notes`] can use; `()` if nothing.
    type Notes: Default + Debug + Send + Sync;

    /// Runs `step` until it needs a player, another step, or ends.
    fn run(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self>;

    /// Who must answer what `step` asks, and by which rule. Called only where `run` said [`Flow::Ask`].
    fn question(&self, step: &Self::Step, board: &Self::Board) -> Question<Self::Rule>;

    /// Every legal answer of `seat`, in a fixed order, without repetition; never none. Appends to `options`.
    ///
    /// It is the candidates for which [`Rules::check`] finds nothing. A part of a choice is offered only if the whole
    /// can still be finished; "done" is offered only when it is whole; nothing offered may lead in a circle.
    fn ask(&self, step: &Self::Step, board: &Self::Board, seat: Seat, options: &mut Vec<Self::Action>);

    /// The same as [`Rules::ask`], noting what is worth keeping until the answer comes.
    fn ask_and_note(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        options: &mut Vec<Self::Action>,
        notes: &mut Self::Notes,
    ) {
        let _ = notes;
        self.ask(step, board, seat, options);
    }

    /// Every rule that forbids `seat` to answer with `action` now.
    ///
    /// The one legality function: it filters what `ask` offers and explains what it does not.
    fn check(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Forbidden;

    /// The same as [`Rules::check`], noting what is worth keeping until the action is carried out.
    fn check_and_note(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        seat: Seat,
        action: Self::Action,
        notes: &mut Self::Notes,
    ) -> Forbidden {
        let _ = notes;
        self.check(step, board, seat, action)
    }

    /// Whether a look tells that `seat` has more than one legal answer, and that [`Rules::check`] allows no other
    /// than these. A record is re-run without listing them there.
    fn has_choice(&self, step: &Self::Step, board: &Self::Board, seat: Seat) -> bool {
        let _ = (step, board, seat);
        false
    }

    /// Carries out one of the options of `ask`.
    fn choose(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        seat: Seat,
        action: Self::Action,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self>;

    /// The same as [`Rules::choose`] with what was noted when this very step asked about this very board, or when
    /// this very action was checked.
    fn choose_by_notes(
        &self,
        step: &mut Self::Step,
        board: &mut Self::Board,
        seat: Seat,
        action: Self::Action,
        notes: &Self::Notes,
        context: &mut Context<Self::Event>,
    ) -> FlowOf<Self> {
        let _ = notes;
        self.choose(step, board, seat, action, context)
    }

    /// Whether an event shows a player something he did not know: undo ends there. Rolled dice end it anyway.
    fn reveals(&self, event: &Self::Event) -> bool;
}

/// What follows a step's work, said with steps `S` and rules `C`.
pub enum Flow<S, C> {
    /// A player must choose.
    Ask,
    /// Run this step again (it may have changed itself).
    Again,
    /// Do that first, then come back to this step.
    Call(S),
    /// That comes next, instead of this step.
    Goto(S),
    /// This step is finished.
    Return,
    /// The game is over.
    End(Outcome<C>),
}

/// What follows a step of a game.
pub type FlowOf<R> = Flow<<R as Rules>::Step, <R as Rules>::Rule>;

impl<S, C> Flow<S, C> {
    /// That step comes next, instead of this one.
    #[inline]
    pub fn goto(step: impl Into<S>) -> Flow<S, C> {
        Flow::Goto(step.into())
    }

    /// That step first, then back to this one.
    #[inline]
    pub fn call(step: impl Into<S>) -> Flow<S, C> {
        Flow::Call(step.into())
    }
}

/// Who is asked, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question<C> {
    /// Who must answer. More than one seat only for sealed simultaneous choices: each may answer first, and the
    /// answers may not depend on each other.
    pub seats: Seats,
    /// The rule that asks.
    pub rule: C,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outcome<C> {
    /// Who won; nobody in a draw. Two seats of one side may win together.
    pub winners: Seats,
    /// The victory rule; none when a player resigned or both agreed on a draw.
    pub rule: Option<C>,
    /// What kind of victory, in words: `breakthrough`, `German victory II`.
    pub how: &'static str,
}

/// What a step may use besides the board: dice, and a place to tell what happens.
pub struct Context<'a, E> {
    /// The only randomness.
    pub dice: &'a mut Dice,
    events: Option<&'a mut Vec<E>>,
}

impl<'a, E> Context<'a, E> {
    /// A context that keeps what is told.
    pub fn telling(dice: &'a mut Dice, events: &'a mut Vec<E>) -> Context<'a, E> {
        Context { dice, events: Some(events) }
    }

    /// A context for search and simulation, in which nothing is told.
    pub fn silent(dice: &'a mut Dice) -> Context<'a, E> {
        Context { dice, events: None }
    }

    /// Tells what happened. The event is built only if someone listens.
    pub fn tell(&mut self, event: impl FnOnce() -> E) {
        if let Some(events) = &mut self.events {
            events.push(event());
        }
    }

    /// Lets a part tell in its own terms; `say` puts each of its events into the game's.
    pub fn retell<F, T>(&mut self, part: impl FnOnce(&mut Context<F>) -> T, say: impl FnMut(F) -> E) -> T {
        let Some(events) = &mut self.events else { return part(&mut Context::silent(self.dice)) };
        let mut told = Vec::new();
        let result = part(&mut Context::telling(self.dice, &mut told));
        events.extend(told.into_iter().map(say));
        result
    }

    /// One six-sided die.
    pub fn d6(&mut self) -> u8 {
        self.dice.d6()
    }
}

/// What a position file says: which game is set up, what lies on the table, and the steps in progress.
#[derive(Debug)]
pub struct Position<R: Rules> {
    /// Scenario and options.
    pub setup: Setup,
    /// What lies on the table.
    pub board: R::Board,
    /// The steps in progress, the innermost last.
    pub stack: Vec<R::Step>,
}

/// What the players are told and shown, and how they speak.
pub trait Present: Rules {
    /// The game's name, seats, scenarios, options, cases and charts.
    fn title(&self) -> &Title;

    /// The rulebook's cases and which rules cite them.
    fn casebook(&self) -> &Casebook;

    /// The board and first step of a scenario, or why there is none.
    fn start(&self, setup: &Setup) -> Result<(Self::Board, Self::Step), String>;

    /// The rules on that part of the map on which a scenario is played, where it is not the whole map. A game is played
    /// by them from its set-up to its end, so that no other rule need know of it.
    fn part_of_map(&self, scenario: &str) -> Option<Arc<Self>> {
        let _ = scenario;
        None
    }

    /// Whether two seats play against each other.
    fn are_enemies(&self, board: &Self::Board, one: Seat, other: Seat) -> bool {
        let _ = board;
        one != other
    }

    /// The turn on the turn track, counted from 1.
    fn turn(&self, board: &Self::Board) -> u16;

    /// An action in its short typed form: `move br-62-185`. Needs nothing but the pack.
    fn print(&self, action: Self::Action) -> String;

    /// The elementary actions that a typed line stands for, most often one. The error is a sentence.
    fn parse(&self, step: &Self::Step, board: &Self::Board, text: &str) -> Result<Vec<Self::Action>, String>;

    /// The sentence that asks, as `viewer` may read it.
    fn prompt(&self, step: &Self::Step, board: &Self::Board, viewer: Viewer) -> Prompt;

    /// One option, ready to be shown: its label, what is clicked for it, its cost and its cases.
    fn describe(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Choice;

    /// What is clicked for an option. A game may know it without the words of the option.
    fn target(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Target {
        self.describe(step, board, seat, action).target
    }

    /// What has been planned so far and is not rolled for yet, for those whom the step asks.
    fn planned(&self, step: &Self::Step, board: &Self::Board) -> Vec<Planned> {
        let _ = (step, board);
        Vec::new()
    }

    /// Who goes first where several counters go together: the higher, of equals the one that was named first.
    fn precedence(&self, unit: &str) -> i32 {
        let _ = unit;
        0
    }

    /// What an event comes to in a summary of many.
    fn weight(&self, event: &Self::Event) -> Weight {
        let _ = event;
        Weight::Light
    }

    /// The orders that stand for several answers to this question and those that follow it.
    fn orders(&self, step: &Self::Step, board: &Self::Board, options: &[Self::Action]) -> Vec<Order> {
        let _ = (step, board, options);
        Vec::new()
    }

    /// The next answer of an order; none when it is carried out.
    fn next_of_order(
        &self,
        order: Order,
        step: &Self::Step,
        board: &Self::Board,
        options: &[Self::Action],
    ) -> Option<Self::Action> {
        let _ = (order, step, board, options);
        None
    }

    /// Answers of last turn that could be given again to what is asked, as orders: a fire plan. `last_turn` finds the
    /// answers that the seat gave then.
    fn repeats(
        &self,
        step: &Self::Step,
        board: &Self::Board,
        options: &[Self::Action],
        last_turn: &dyn Fn() -> Vec<Self::Action>,
    ) -> Vec<(Order, Vec<Self::Action>)> {
        let _ = (step, board, options, last_turn);
        Vec::new()
    }

    /// What the button of an order of that number of answers says.
    fn order_label(&self, order: Order, step: &Self::Step, board: &Self::Board, answers: usize) -> String {
        let _ = (step, board, answers);
        order.name.to_owned()
    }

    /// Whether an action answers what `step` asks, legally or not. The refusal of one that does not names the question.
    fn answers(&self, step: &Self::Step, board: &Self::Board, action: Self::Action) -> bool {
        let _ = (step, board, action);
        true
    }

    /// Whether an answer stays secret from the other seats until the game ends (sealed bids, secret choices).
    fn is_secret(&self, step: &Self::Step, board: &Self::Board, action: Self::Action) -> bool;

    /// An event as a sentence for `viewer`; what he may not know is left out, but the event keeps its place.
    fn tell(&self, event: &Self::Event, viewer: Viewer) -> Told;

    /// How many items a view has. Items are units, places and tracks, always in the same order.
    fn items(&self) -> u16;

    /// One item as `viewer` may see it; `None` if there is nothing to see (a unit that is not in play).
    fn item<'a>(&'a self, board: &'a Self::Board, item: u16, viewer: Viewer) -> Option<Item<'a>>;

    /// Whether [`Present::item`] and [`Present::tell`] are the same for every viewer, so that they need be written
    /// only once for all.
    fn is_open(&self) -> bool {
        false
    }

    /// The items that differ between two boards.
    fn changes(&self, before: &Self::Board, after: &Self::Board, changed: &mut dyn FnMut(u16));

    /// The exact chances of what `action` would set going, from what `seat` may know.
    /// `None` when no dice hang on it.
    fn odds(&self, step: &Self::Step, board: &Self::Board, seat: Seat, action: Self::Action) -> Option<Odds>;

    /// What reaches over the map beyond the counters, as `viewer` may know it: zones of control, command, supply.
    fn layers(&self, board: &Self::Board, viewer: Viewer) -> Vec<Layer> {
        let _ = (board, viewer);
        Vec::new()
    }

    /// The conditions of victory of both sides and how they stand, as `viewer` may know it. What judges the end of the
    /// game makes them.
    fn standing(&self, board: &Self::Board, viewer: Viewer, count: Count) -> Standing {
        let _ = (board, viewer, count);
        Standing::default()
    }

    /// Where in the sequence of play we are, and what could still be done there: `options` are the answers of the seat
    /// that looks, if it is asked.
    fn staff(
        &self,
        stack: &[Self::Step],
        board: &Self::Board,
        viewer: Viewer,
        options: &[Self::Action],
    ) -> Staff {
        let _ = (stack, board, viewer, options);
        Staff::default()
    }

    /// The places that a move passes, from where it starts to where it ends; empty for any other action.
    fn path(&self, step: &Self::Step, board: &Self::Board, action: Self::Action) -> Vec<String> {
        let _ = (step, board, action);
        Vec::new()
    }

    /// Replaces what `seat` cannot know by random values that fit all it knows.
    fn redeal(&self, board: &mut Self::Board, stack: &mut [Self::Step], seat: Seat, dice: &mut Dice);

    /// The position file of a board and stack: canonical, so that equal matches print alike.
    fn print_position(&self, setup: &Setup, board: &Self::Board, stack: &[Self::Step]) -> String;

    /// A position file as set-up, board and stack. The error names the key and the reason.
    fn parse_position(&self, text: &str) -> Result<Position<Self>, String>;

    /// What is wrong with the board, if anything: units conserved, stacking, derived data. Asked by the fuzzer at
    /// every decision.
    fn audit(&self, board: &Self::Board, stack: &[Self::Step]) -> Result<(), String>;
}
