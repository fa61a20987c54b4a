//! What every file of steps writes with.

pub(crate) use engine::step::{self, Ask, OddsCard, Run, Word};
pub(crate) use engine::wire::Planned;
pub(crate) use engine::{Forbidden, Question, Seat, Viewer};

pub(crate) use crate::action::Action;
pub(crate) use crate::assault::Wave;
pub(crate) use crate::board::Mark;
pub(crate) use crate::bombardment::Shot;
pub(crate) use crate::commitment::Renewed;
pub(crate) use crate::event::Event;
pub(crate) use crate::prompts::points;
pub(crate) use crate::reach::Notes;
pub(crate) use crate::resources::SECOND;
pub(crate) use crate::rule::{Common, Rule};
pub(crate) use crate::speak::{Button, Speak, Words};
pub(crate) use crate::square::Square;
pub(crate) use crate::step::{STAGES, Stage, Step};
pub(crate) use crate::units::{Nation, Side, Unit};
pub(crate) use crate::variant::{BoardOf, ContextOf, Grid, Own, System};
pub(crate) use crate::{Answers, Flow};

pub(crate) type Answer<'a, V> = step::Answer<'a, Grid<V>>;
pub(crate) type Act<V> = Action<<V as System>::Own>;
pub(crate) type Asked<V> = Question<Rule<<V as System>::Own>>;
pub(crate) type Asking<V> = step::Asking<Rule<<V as System>::Own>>;
pub(crate) type Cites<V> = Vec<Rule<<V as System>::Own>>;
/// The steps that wait below one, the outermost first.
pub(crate) type Below<'a, V> = &'a [Step<<V as System>::Own>];

/// What a position from outside must have for a step to go on.
pub(crate) fn need(found: bool, reason: &str) -> Result<(), String> {
    if found { Ok(()) } else { Err(reason.to_owned()) }
}

/// A step that counts must not have counted too far.
pub(crate) fn counts(next: u8, most: u8) -> Result<(), String> {
    need(next <= most, "counts too far")
}

/// A step of a bombardment needs the shot in hand.
pub(crate) fn needs_shot<O: Own>(board: &crate::board::Board<O>) -> Result<(), String> {
    need(board.shot.target.is_some(), "needs a shot with a target")
}

/// A step of an assault needs the assault in hand.
pub(crate) fn needs_assault<O: Own>(board: &crate::board::Board<O>) -> Result<(), String> {
    need(board.assault.target.is_some(), "needs an assault with a target")
}
