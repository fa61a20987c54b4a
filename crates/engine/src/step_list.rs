//! The list of a game's steps: the macro that makes of it the enum of a match's stack, and every dispatch.

use std::fmt::Debug;

use crate::seat::Seat;
use crate::step::{Action, Ask, Board, Notes, World};

/// The legal answers to a step's question: its candidates, without those that it forbids. Appends to `options`.
#[inline]
pub fn offer<W: World, S: Ask<W>>(
    step: &S,
    world: &W,
    board: &Board<W>,
    seat: Seat,
    options: &mut Vec<Action<W>>,
    notes: &mut Notes<W>,
) {
    let first = options.len();
    step.candidates(world, board, seat, options, notes);
    if S::ALL_LEGAL {
        return;
    }
    let mut kept = first;
    for index in first..options.len() {
        let action = options[index];
        if step.check(world, board, seat, action, notes).is_some_and(|verdict| verdict.is_legal()) {
            options[kept] = action;
            kept += 1;
        }
    }
    options.truncate(kept);
}

/// Says that a step was asked for a part of a question, though it asks nobody.
#[cold]
pub fn asks_nobody(step: &dyn Debug) -> ! {
    panic!("{step:?} asks nobody")
}

/// Lists the steps of a game, each `run` (it asks nobody) or `ask`: makes the enum of them, the enum of their kinds,
/// which bots and tables match, and the dispatch of every part.
///
/// ```ignore
/// engine::steps! {
///     /// Where in the day we are.
///     pub enum Step, StepKind of Pack { run Dawn, ask Activation }
/// }
/// ```
#[macro_export]
macro_rules! steps {
    (
        $(#[$meta:meta])*
        $vis:vis enum $Step:ident, $Kind:ident of $World:ty { $($how:ident $Type:ident),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Step {
            $(#[doc = concat!("[`", stringify!($Type), "`].")] $Type($Type),)+
        }

        /// The steps without what they hold, in the order of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Kind {
            $(#[doc = concat!("[`", stringify!($Type), "`].")] $Type,)+
        }

        $(
            impl From<$Type> for $Step {
                #[inline]
                fn from(step: $Type) -> $Step {
                    $Step::$Type(step)
                }
            }
        )+

        impl $Step {
            /// Which step it is.
            pub fn kind(self) -> $Kind {
                match self {
                    $($Step::$Type(_) => $Kind::$Type,)+
                }
            }
        }

        impl $crate::step::Steps<$World> for $Step {
            const NAMES: &'static [&'static str] =
                &[$(<$Type as $crate::step::Words<$World>>::NAME),+];

            fn name(&self) -> &'static str {
                match self {
                    $($Step::$Type(_) => <$Type as $crate::step::Words<$World>>::NAME,)+
                }
            }
            fn print(&self, world: &$World, out: &mut String) {
                match self {
                    $($Step::$Type(step) => $crate::step::Words::print(step, world, out),)+
                }
            }
            fn parse(world: &$World, words: &[&str]) -> Option<Self> {
                $(
                    if let Some(step) = <$Type as $crate::step::Words<$World>>::parse(world, words) {
                        return Some($Step::$Type(step));
                    }
                )+
                None
            }
            #[inline]
            fn run(
                &mut self,
                world: &$World,
                board: &mut $crate::step::Board<$World>,
                context: &mut $crate::Context<<$World as $crate::step::World>::Event>,
            ) -> $crate::step::Next<$World> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how run step (world, board, context)),)+
                }
            }
            fn needs(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                below: &[$crate::step::Step<$World>],
            ) -> Result<(), String> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how needs step (world, board, below)),)+
                }
            }
            fn rolls(&self) -> Option<$crate::step::Die<$World>> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how rolls step ()),)+
                }
            }
            fn rules(&self) -> &'static [$crate::step::Rule<$World>] {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how rules step $Type $World),)+
                }
            }
            #[inline]
            fn question(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
            ) -> $crate::Question<$crate::step::Rule<$World>> {
                let seats = match self {
                    $($Step::$Type(step) => $crate::step_part!($how seats step (world, board)),)+
                };
                $crate::Question { seats, rule: $crate::step::Steps::<$World>::rules(self)[0] }
            }
            #[inline]
            fn ask(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                seat: $crate::Seat,
                options: &mut Vec<$crate::step::Action<$World>>,
                notes: &mut $crate::step::Notes<$World>,
            ) {
                match self {
                    $($Step::$Type(step) => {
                        $crate::step_part!($how offer step (world, board, seat, options, notes))
                    })+
                }
            }
            fn check(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                seat: $crate::Seat,
                action: $crate::step::Action<$World>,
                notes: &mut $crate::step::Notes<$World>,
            ) -> Option<$crate::Forbidden> {
                match self {
                    $($Step::$Type(step) => {
                        $crate::step_part!($how check step (world, board, seat, action, notes))
                    })+
                }
            }
            fn objects(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> $crate::Forbidden {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how objects step (world, board, action)),)+
                }
            }
            #[inline]
            fn choose(
                &mut self,
                world: &$World,
                board: &mut $crate::step::Board<$World>,
                answer: $crate::step::Answer<$World>,
                context: &mut $crate::Context<<$World as $crate::step::World>::Event>,
            ) -> $crate::step::Next<$World> {
                match self {
                    $($Step::$Type(step) => {
                        $crate::step_part!($how choose step (world, board, answer, context))
                    })+
                }
            }
            fn prompt(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                viewer: $crate::Viewer,
            ) -> $crate::step::Asking<$crate::step::Rule<$World>> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how prompt step (world, board, viewer)),)+
                }
            }
            fn label(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<<$World as $crate::step::World>::Label> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how label step (world, board, action)),)+
                }
            }
            fn cites(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
                cites: &mut Vec<$crate::step::Rule<$World>>,
            ) {
                match self {
                    $($Step::$Type(step) => {
                        $crate::step_part!($how cites step (world, board, action, cites))
                    })+
                }
            }
            fn odds<'a>(
                &'a self,
                world: &'a $World,
                board: &'a $crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<$crate::step::OddsCard<'a>> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how odds step (world, board, action)),)+
                }
            }
            fn ends(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<&'static str> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how ends step (world, board, action)),)+
                }
            }
            fn planned(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
            ) -> Vec<$crate::wire::Planned> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how planned step (world, board)),)+
                }
            }
            fn undone(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                options: &[$crate::step::Action<$World>],
            ) -> Vec<$crate::staff::Undone> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how undone step (world, board, options)),)+
                }
            }
            fn orders(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                options: &[$crate::step::Action<$World>],
            ) -> Vec<$crate::Order> {
                match self {
                    $($Step::$Type(step) => $crate::step_part!($how orders step (world, board, options)),)+
                }
            }
            fn next_of_order(
                &self,
                world: &$World,
                order: $crate::Order,
                board: &$crate::step::Board<$World>,
                options: &[$crate::step::Action<$World>],
            ) -> Option<$crate::step::Action<$World>> {
                match self {
                    $($Step::$Type(step) => {
                        $crate::step_part!($how next_of_order step (world, order, board, options))
                    })+
                }
            }
        }
    };
}

/// One part of one step in the dispatch of [`steps!`](crate::steps).
#[doc(hidden)]
#[macro_export]
macro_rules! step_part {
    (ask offer $step:ident $arguments:tt) => { $crate::step_part!(@call offer $step $arguments) };
    (ask rules $step:ident $Type:ident $World:ty) => {{
        let _ = $step;
        <$Type as $crate::step::Ask<$World>>::RULES
    }};
    (ask $part:ident $step:ident ($($argument:ident),*)) => {
        $crate::step::Ask::$part($step $(, $argument)*)
    };
    (run run $step:ident ($($argument:ident),*)) => { $crate::step::Run::run($step $(, $argument)*) };
    (run needs $step:ident ($($argument:ident),*)) => { $crate::step::Run::needs($step $(, $argument)*) };
    (run rolls $step:ident ()) => { $crate::step::Run::rolls($step) };
    (run planned $step:ident $arguments:tt) => {{ let _ = $step; Vec::new() }};
    (run undone $step:ident $arguments:tt) => {{ let _ = $step; Vec::new() }};
    (run $part:ident $step:ident $($rest:tt)*) => {
        $crate::step_list::asks_nobody($step)
    };
    (@call offer $step:ident ($($argument:ident),*)) => { $crate::step_list::offer($step $(, $argument)*) };
}

/// Says how a step without anything in it stands in a position file: `step_words!(Dawn of Pack = "dawn")`.
#[macro_export]
macro_rules! step_words {
    ($Type:ident of $World:ty = $name:literal) => {
        impl $crate::step::Words<$World> for $Type {
            const NAME: &'static str = $name;

            fn print(&self, _: &$World, out: &mut String) {
                out.push_str($name);
            }

            fn parse(_: &$World, words: &[&str]) -> Option<$Type> {
                (words == [$name]).then_some($Type)
            }
        }
    };
}
