//! The advantage (15.0): its six uses, and how it passes to the other player.

use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::assault::ApplyResult;
use crate::bids::asks;
use crate::board::{Assault, Board, Outcome};
use crate::end_phase::{self, NextTurn};
use crate::event::{Event, Use};
use crate::interdiction::Interdiction;
use crate::labels::Label;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sequence;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::weather::Snowstorm;
use crate::words::assault_place;

/// Spends the advantage: it is nobody's until the phase or impulse ends (15.2).
pub(crate) fn spend(board: &mut Board, on: Use, context: &mut Context) {
    if let Some(side) = board.advantage.take() {
        board.advantage_due = side.enemy();
        context.tell(|| Event::AdvantageUsed { side, on });
    }
}

/// At the end of a phase or impulse a spent advantage goes to the player who did not use it (15.2).
pub(crate) fn shift(board: &mut Board, context: &mut Context) {
    if board.advantage.is_none() {
        let to = board.advantage_due;
        board.advantage = Some(to);
        board.advantage_due = to.enemy();
        context.tell(|| Event::AdvantagePassed { to });
    }
}

/// Yes and no, as answers to whether the advantage is spent (15.1).
pub(crate) const YES_OR_NO: [Action; 2] = [Action::Advantage, Action::Decline];

/// Either is always legal.
pub(crate) fn check(action: Action) -> Option<Forbidden> {
    YES_OR_NO.contains(&action).then_some(Forbidden::NO)
}

/// What it means to spend the advantage, and to keep it.
pub(crate) fn label(action: Action, spent: &str, kept: &str) -> Option<Label> {
    let spends = action == Action::Advantage;
    let keeps = action == Action::Decline;
    let spent = spends.then(|| format!("Spend the advantage: {spent}").into());
    spent.or_else(|| keeps.then(|| format!("Keep the advantage: {kept}").into()))
}

/// Spending it is by its own rule.
pub(crate) fn cites(action: Action, cites: &mut Vec<Rule>) {
    if action == Action::Advantage {
        cites.push(Rule::AdvantageUse);
    }
}

/// Who holds it is asked.
fn holder(board: &Board, rule: Rule) -> Question<Rule> {
    asks(board, board.advantage.unwrap_or(board.active), rule)
}

/// Whether to reverse the weather roll (15.1 A).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast;
step_words!(Forecast of Pack = "forecast");

impl Ask<Pack> for Forecast {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        holder(board, Rule::AdvantageUse)
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(YES_OR_NO);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        check(action)
    }

    /// New forecast: the weather roll is reversed.
    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if answer.action == Action::Advantage {
            spend(board, Use::NewForecast, context);
            board.weather = board.weather.reversed();
            let weather = board.weather;
            context.tell(|| Event::WeatherGiven { weather, rule: Rule::AdvantageUse });
        }
        Flow::goto(Snowstorm)
    }

    fn prompt(&self, _: &Pack, board: &Board, _: Viewer) -> Asking {
        Asking::new(format!("The day begins {}. Reverse that with the advantage?", board.weather.id()))
    }

    fn label(&self, _: &Pack, board: &Board, action: Action) -> Option<Label> {
        let begins = |weather: &str| format!("the day begins {weather}");
        label(action, &begins(board.weather.reversed().id()), &begins(board.weather.id()))
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        self::cites(action, cites);
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// Whether to reverse a snowstorm (17.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StormReversal;
step_words!(StormReversal of Pack = "storm-reversal");

impl Ask<Pack> for StormReversal {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        holder(board, Rule::Snowstorm)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::Snowstorm, Rule::AdvantageUse]
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(YES_OR_NO);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        check(action)
    }

    /// Reversed, it stays overcast.
    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if answer.action == Action::Advantage {
            spend(board, Use::Snowstorm, context);
            return Flow::goto(Interdiction);
        }
        end_phase::final_check(pack, board, Rule::Snowstorm, context)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("A snowstorm ends the campaign. Stop it with the advantage?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        label(action, "no snowstorm, it stays overcast", "the snowstorm ends the game")
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        self::cites(action, cites);
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}

/// Whether the advantage changes the result of an assault (15.1 B, C).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort;
step_words!(Effort of Pack = "effort");

/// The result in hand, in a word.
fn result_in_hand(board: &Board) -> &'static str {
    let repulse = board.assault.is_some_and(|assault| assault.outcome == Some(Outcome::Repulse));
    if repulse { "repulse" } else { "success" }
}

impl Ask<Pack> for Effort {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        holder(board, Rule::AdvantageUse)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::AdvantageUse, Rule::AssaultResult]
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(YES_OR_NO);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        check(action)
    }

    /// Maximum effort or fanatical defense: a repulse or a success becomes a stalemate.
    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let (Action::Advantage, Some(assault)) = (answer.action, board.assault) {
            let repulse = assault.outcome == Some(Outcome::Repulse);
            spend(board, if repulse { Use::MaximumEffort } else { Use::FanaticalDefense }, context);
            board.assault = Some(Assault { outcome: Some(Outcome::Stalemate), ..assault });
        }
        Flow::goto(ApplyResult)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let (mut about, result) = (Vec::new(), result_in_hand(board));
        let place = assault_place(pack, board, &mut about);
        Asking::new(format!("Turn the {result} in {place} into a stalemate with the advantage?")).about(about)
    }

    fn label(&self, _: &Pack, board: &Board, action: Action) -> Option<Label> {
        let result = result_in_hand(board);
        label(action, &format!("the {result} becomes a stalemate"), &format!("the {result} stands"))
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        self::cites(action, cites);
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::in_assault(below)
    }
}

/// Whether the advantage changes Haig's mind (15.1 F).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HaigsMind;
step_words!(HaigsMind of Pack = "haigs-mind");

impl Ask<Pack> for HaigsMind {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        holder(board, Rule::HaigDecides)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::HaigDecides, Rule::AdvantageUse]
    }

    fn candidates(&self, _: &Pack, _: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(YES_OR_NO);
    }

    fn check(&self, _: &Pack, _: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        check(action)
    }

    /// If he changes his mind, the game goes on.
    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if answer.action == Action::Advantage {
            spend(board, Use::HaigsMind, context);
            return Flow::goto(NextTurn);
        }
        end_phase::final_check(pack, board, Rule::HaigDecides, context)
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Haig would stop the offensive. Change his mind with the advantage?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        label(action, "the offensive goes on", "the game ends")
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        self::cites(action, cites);
    }

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }
}
