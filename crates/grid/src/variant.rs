//! Where two games of the system differ in kind. Each method is named after its rule.

mod assault;
mod commitment;
mod guns;
mod movement;
mod reorganization;

use std::fmt::Debug;
use std::sync::Arc;

use engine::{Cite, Context, Forbidden, Outcome, Seat, Title};

use crate::board::Board;
use crate::event::Event;
use crate::pack::{Pack, Scenario};
use crate::rule::{Common, Rule};
use crate::square::Squares;
use crate::step::Step;
use crate::units::{Nation, Side};

pub use assault::AssaultRules;
pub use commitment::CommitmentRules;
pub use guns::GunRules;
pub use movement::{MovementRules, Reform};
pub use reorganization::ReorganizationRules;

/// What only one game has.
pub trait Own: Copy + Debug + PartialEq + Eq + Default + Send + Sync + 'static {
    /// Its own steps; small.
    type Step: Copy + PartialEq + Eq + Debug + Send + Sync;
    /// Its own answers; at most six bytes.
    type Action: Copy + Eq + Debug + Send + Sync;
    /// Its own events.
    type Event: Clone + PartialEq + Eq + Debug + Send + Sync;
    /// Its own rules.
    type Rule: Cite;
    /// Its own part of the board; no heap.
    type Board: Clone + PartialEq + Debug + Send + Sync;
}

/// A game of the system: its pack and what it does its own way.
#[derive(Debug)]
pub struct Grid<V> {
    /// What is printed.
    pub pack: Arc<Pack>,
    /// What differs.
    pub variant: V,
    /// What the lobby shows.
    pub title: Title,
    /// The same game on the part of the map that a scenario with bounds is played on, by the scenario's id.
    parts: Vec<(String, Arc<Grid<V>>)>,
}

impl<V: System> Grid<V> {
    /// The game on its pack.
    pub fn new(pack: Arc<Pack>, variant: V, title: Title) -> Grid<V> {
        let rule = Rule::<V::Own>::from(Common::Bounds);
        let part = |scenario: &Scenario| {
            let pack = Arc::new(pack.within_bounds(scenario, rule)?);
            let variant = variant.within(&pack.map.all);
            let part = Grid { pack, variant, title: title.clone(), parts: Vec::new() };
            Some((scenario.id.clone(), Arc::new(part)))
        };
        let parts = pack.scenarios.iter().filter_map(part).collect();
        Grid { pack, variant, title, parts }
    }

    /// The game on the part of the map that a scenario is played on, where that is not the whole map.
    pub(crate) fn part(&self, scenario: &str) -> Option<Arc<Grid<V>>> {
        self.parts.iter().find(|(id, _)| id == scenario).map(|(_, part)| part.clone())
    }
}

/// The board of a game.
pub type BoardOf<V> = Board<<V as System>::Own>;
/// The context of a game.
pub type ContextOf<'a, V> = Context<'a, Event<<V as System>::Own>>;

/// What is the same for every rule of a game: what only it has.
pub trait System: Send + Sync + Sized + Debug + 'static {
    /// What only this game has.
    type Own: Own;

    /// The same where only some squares of the map are played on.
    fn within(&self, inside: &Squares) -> Self;
}

/// Where the two games differ in kind: their rules module by module, and here the turn, the seats and the steps of a
/// game's own.
pub trait Variant: GunRules + MovementRules + CommitmentRules + AssaultRules + ReorganizationRules {
    /// The sequence of play of the turn (Big Push 4.1, Verdun 4.0).
    fn sequence(&self, board: &BoardOf<Self>) -> &'static [Step<Self::Own>];

    /// What happens when the sequence ends: the next turn, or the end of the game.
    fn end_of_turn(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> Option<Outcome<Rule<Self::Own>>>;

    /// Whether this is the first turn that is played.
    fn is_first_turn(&self, board: &BoardOf<Self>) -> bool;

    /// The seat that decides for a nation.
    fn seat(&self, board: &BoardOf<Self>, nation: Nation) -> Seat;

    /// The nation whose commander decides for a nation's units: itself, or its ally.
    fn commander(&self, board: &BoardOf<Self>, nation: Nation) -> Nation {
        let _ = board;
        nation
    }

    /// The commanders of a side, in the order in which they act.
    fn commanders(&self, board: &BoardOf<Self>, side: Side) -> &'static [Nation];

    /// Who places a nation's free units, and by which rule.
    fn set_up_question(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
    ) -> engine::Question<Rule<Self::Own>>;

    /// Whether an event of the game's own shows a player something he did not know.
    fn reveals(&self, event: &<Self::Own as Own>::Event) -> bool {
        let _ = event;
        false
    }

    /// Answers of the game's own in a common step.
    fn more_answers(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        answers: &mut Vec<crate::Action<Self::Own>>,
    ) {
        let _ = (grid, step, board, answers);
    }

    /// What forbids an answer of the game's own in a common step.
    fn check_more(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        action: <Self::Own as Own>::Action,
    ) -> Forbidden {
        let _ = (grid, step, board, action);
        Forbidden::by(Rule::<Self::Own>::from(crate::rule::Common::TurnSequence))
    }

    /// Carries out an answer of the game's own in a common step.
    fn choose_more(
        &self,
        grid: &Grid<Self>,
        step: &mut Step<Self::Own>,
        board: &mut BoardOf<Self>,
        action: <Self::Own as Own>::Action,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self::Own> {
        let _ = (grid, step, board, action, context);
        crate::Flow::Again
    }

    /// Runs a step of the game's own that may change itself.
    fn run_step(
        &self,
        grid: &Grid<Self>,
        step: &mut <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self::Own> {
        self.run(grid, *step, board, context)
    }

    /// Runs a step of the game's own.
    fn run(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self::Own>;

    /// Who is asked by a step of the game's own.
    fn question(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
    ) -> engine::Question<Rule<Self::Own>>;

    /// The candidates of a step of the game's own; those that `check` forbids are left out by the caller.
    fn candidates(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        seat: Seat,
        candidates: &mut Vec<crate::Action<Self::Own>>,
    );

    /// Whether all candidates of a step of the game's own are legal, so that they need not be checked one by one.
    fn candidates_are_legal(&self, step: <Self::Own as Own>::Step) -> bool {
        let _ = step;
        false
    }

    /// What forbids an answer to a step of the game's own.
    fn check(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        seat: Seat,
        action: crate::Action<Self::Own>,
    ) -> Forbidden;

    /// Carries out an answer to a step of the game's own.
    fn choose(
        &self,
        grid: &Grid<Self>,
        step: &mut <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        seat: Seat,
        action: crate::Action<Self::Own>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self::Own>;
}

/// Whether small units take part in an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// One or more.
    Some,
    /// None.
    None,
}
