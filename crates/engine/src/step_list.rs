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

/// Says that a step of one game was dispatched by the system that it shares with others.
#[cold]
pub fn is_local(step: &dyn Debug) -> ! {
    panic!("{step:?} is dispatched by its own game")
}

/// Says that a step was asked for a part of a question, though it asks nobody.
#[cold]
pub fn asks_nobody(step: &dyn Debug) -> ! {
    panic!("{step:?} asks nobody")
}

/// Lists the steps of a game, each `run` (it asks nobody) or `ask`: makes the enum of them, the enum of their kinds,
/// which bots and tables match, and the dispatch of every part. A system that several games share leaves room for the
/// steps of one game with `local`; that game dispatches them.
///
/// ```ignore
/// engine::steps! {
///     /// Where in the day we are.
///     pub enum Step, StepKind of Pack { run Dawn, ask Activation }
/// }
/// engine::steps! {
///     /// Where in the turn we are.
///     pub enum Step<O: Own>, StepKind of Grid<V>, [V: Speak] Step<V::Own> { run Turn, ask Firers; local Own(O::Step) }
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
                    $(Self::$Type(_) => $Kind::$Type,)+
                }
            }
        }

        $crate::steps! { @kinds $vis $Kind { $($Type)+ } }
        $crate::steps! { @parts [] $World, [] $Step { $($how $Type)+ } }
    };
    (
        $(#[$meta:meta])*
        $vis:vis enum $Step:ident<$O:ident: $Bound:ident>, $Kind:ident
        of $World:ty, [$($generics:tt)*] $This:ty
        { $($how:ident $Type:ident),+ ; local $Local:ident($Inner:ty) }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $Step<$O: $Bound> {
            $(#[doc = concat!("[`", stringify!($Type), "`].")] $Type($Type),)+
            /// A step that only one game has.
            $Local($Inner),
        }

        $(
            impl<$O: $Bound> From<$Type> for $Step<$O> {
                #[inline]
                fn from(step: $Type) -> $Step<$O> {
                    $Step::$Type(step)
                }
            }
        )+

        impl<$O: $Bound> $Step<$O> {
            /// Which step it is.
            pub fn kind(self) -> $Kind {
                match self {
                    $(Self::$Type(_) => $Kind::$Type,)+
                    Self::$Local(_) => $Kind::$Local,
                }
            }
        }

        $crate::steps! { @kinds $vis $Kind { $($Type)+ $Local } }
        $crate::steps! { @parts [$($generics)*] $World, [$Local] $This { $($how $Type)+ } }
    };
    (@kinds $vis:vis $Kind:ident { $($Type:ident)+ }) => {
        /// The steps without what they hold, in the order of the list.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $vis enum $Kind {
            $(#[doc = concat!("`", stringify!($Type), "`.")] $Type,)+
        }
    };
    (
        @parts [$($generics:tt)*] $World:ty, [$($Local:ident)?] $This:ty { $($how:ident $Type:ident)+ }
    ) => {
        impl<$($generics)*> $crate::step::Steps<$World> for $This {
            const NAMES: &'static [&'static str] =
                &[$(<$Type as $crate::step::Words<$World>>::NAME),+];

            fn name(&self) -> &'static str {
                match self {
                    $(Self::$Type(_) => <$Type as $crate::step::Words<$World>>::NAME,)+
                    $(Self::$Local(_) => stringify!($Local),)?
                }
            }
            fn print(&self, world: &$World, out: &mut String) {
                match self {
                    $(Self::$Type(step) => $crate::step::Words::<$World>::print(step, world, out),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn parse(world: &$World, words: &[&str]) -> Option<Self> {
                $(
                    if let Some(step) = <$Type as $crate::step::Words<$World>>::parse(world, words) {
                        return Some(Self::$Type(step));
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
                    $(Self::$Type(step) => $crate::step_part!($how run step (world, board, context)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn needs(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                below: &[$crate::step::Step<$World>],
            ) -> Result<(), String> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how needs step (world, board, below)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn rolls(&self) -> Option<$crate::step::Die<$World>> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how rolls step ()),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn rules(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
            ) -> Vec<$crate::step::Rule<$World>> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how rules step (world, board)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn has_choice(&self, world: &$World, board: &$crate::step::Board<$World>) -> bool {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how has_choice step (world, board)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            #[inline]
            fn question(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
            ) -> $crate::Question<$crate::step::Rule<$World>> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how question step (world, board)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
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
                    $(Self::$Type(step) => {
                        $crate::step_part!($how offer step (world, board, seat, options, notes))
                    })+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
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
                    $(Self::$Type(step) => {
                        $crate::step_part!($how check step (world, board, seat, action, notes))
                    })+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn answers(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> bool {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how answers step (world, board, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn objects(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> $crate::Forbidden {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how objects step (world, board, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
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
                    $(Self::$Type(step) => {
                        $crate::step_part!($how choose step (world, board, answer, context))
                    })+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn prompt(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                viewer: $crate::Viewer,
            ) -> $crate::step::Asking<$crate::step::Rule<$World>> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how prompt step (world, board, viewer)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn label(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<<$World as $crate::step::World>::Label> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how label step (world, board, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
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
                    $(Self::$Type(step) => {
                        $crate::step_part!($how cites step (world, board, action, cites))
                    })+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn odds<'a>(
                &'a self,
                world: &'a $World,
                board: &'a $crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<$crate::step::OddsCard<'a>> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how odds step (world, board, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn binds(&self, world: &$World, action: $crate::step::Action<$World>) -> bool {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how binds step (world, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn ends(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                action: $crate::step::Action<$World>,
            ) -> Option<&'static str> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how ends step (world, board, action)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn planned(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
            ) -> Vec<$crate::wire::Planned> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how planned step (world, board)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn undone(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                options: &[$crate::step::Action<$World>],
            ) -> Vec<$crate::staff::Undone> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how undone step (world, board, options)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
            fn orders(
                &self,
                world: &$World,
                board: &$crate::step::Board<$World>,
                options: &[$crate::step::Action<$World>],
            ) -> Vec<$crate::Order> {
                match self {
                    $(Self::$Type(step) => $crate::step_part!($how orders step (world, board, options)),)+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
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
                    $(Self::$Type(step) => {
                        $crate::step_part!($how next_of_order step (world, order, board, options))
                    })+
                    $(Self::$Local(step) => $crate::step_list::is_local(step),)?
                }
            }
        }
    };
}

/// One part of one step in the dispatch of [`steps!`](crate::steps).
#[doc(hidden)]
#[macro_export]
macro_rules! step_part {
    (ask offer $step:ident ($($argument:ident),*)) => { $crate::step_list::offer($step $(, $argument)*) };
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
}

/// Says how a step stands in a position file, by its name and its fields: `step_words!(Dawn of Pack = "dawn")`,
/// `step_words!([V: Speak] Firers of Grid<V> = "firers" { nation })`. A field may be left out where it has a value of
/// its own then: `{ side, next = 0 }`.
#[macro_export]
macro_rules! step_words {
    ($Type:ident of $World:ty = $name:literal) => {
        $crate::step_words! { [] $Type of $World = $name }
    };
    ([$($generics:tt)*] $Type:ident of $World:ty = $name:literal) => {
        impl<$($generics)*> $crate::step::Words<$World> for $Type {
            const NAME: &'static str = $name;

            fn print(&self, _: &$World, out: &mut String) {
                out.push_str($name);
            }

            fn parse(_: &$World, words: &[&str]) -> Option<$Type> {
                (words == [$name]).then_some($Type)
            }
        }
    };
    ([$($generics:tt)*] $Type:ident of $World:ty = $name:literal {
        $($field:ident $(= $default:expr)?),+
    }) => {
        impl<$($generics)*> $crate::step::Words<$World> for $Type {
            const NAME: &'static str = $name;

            fn print(&self, world: &$World, out: &mut String) {
                out.push_str($name);
                $(
                    out.push(' ');
                    $crate::step::Word::<$World>::print(&self.$field, world, out);
                )+
            }

            fn parse(world: &$World, words: &[&str]) -> Option<$Type> {
                let (name, words) = words.split_first()?;
                let mut words = words.iter();
                if *name != $name {
                    return None;
                }
                let step = $Type {
                    $($field: match words.next() {
                        Some(word) => $crate::step::Word::<$World>::parse(world, word)?,
                        None => $crate::step_words!(@missing $($default)?),
                    }),+
                };
                words.next().is_none().then_some(step)
            }
        }
    };
    (@missing) => { return None };
    (@missing $default:expr) => { $default };
}
