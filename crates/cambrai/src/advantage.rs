//! The advantage (15.0): its six uses, and how it passes to the other player.

use engine::{Context, Flow};

use crate::Cambrai;
use crate::board::{Assault, Board, Outcome};
use crate::end_phase;
use crate::event::{Event, Use};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::step::{Action, Step};

/// Spends the advantage: it is nobody's until the phase or impulse ends (15.2).
pub(crate) fn spend(board: &mut Board, on: Use, context: &mut Context<Event>) {
    if let Some(side) = board.advantage.take() {
        board.advantage_due = side.enemy();
        context.tell(|| Event::AdvantageUsed { side, on });
    }
}

/// At the end of a phase or impulse a spent advantage goes to the player who did not use it (15.2).
pub(crate) fn shift(board: &mut Board, context: &mut Context<Event>) {
    if board.advantage.is_none() {
        let to = board.advantage_due;
        board.advantage = Some(to);
        board.advantage_due = to.enemy();
        context.tell(|| Event::AdvantagePassed { to });
    }
}

/// New forecast: the weather roll is reversed (15.1 A).
pub(crate) fn forecast(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    if action == Action::Advantage {
        spend(board, Use::NewForecast, context);
        board.weather = board.weather.reversed();
        let weather = board.weather;
        context.tell(|| Event::WeatherGiven { weather, rule: Rule::AdvantageUse });
    }
    Flow::Goto(Step::Snowstorm)
}

/// A snowstorm is reversed; it stays overcast (17.2.5).
pub(crate) fn reverse_storm(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if action == Action::Advantage {
        spend(board, Use::Snowstorm, context);
        return Flow::Goto(Step::Interdiction);
    }
    end_phase::final_check(pack, board, Rule::Snowstorm, context)
}

/// Maximum effort or fanatical defense: a repulse or a success becomes a stalemate (15.1 B, C).
pub(crate) fn effort(board: &mut Board, action: Action, context: &mut Context<Event>) -> Flow<Cambrai> {
    if let (Action::Advantage, Some(assault)) = (action, board.assault) {
        let repulse = assault.outcome == Some(Outcome::Repulse);
        spend(board, if repulse { Use::MaximumEffort } else { Use::FanaticalDefense }, context);
        board.assault = Some(Assault { outcome: Some(Outcome::Stalemate), ..assault });
    }
    Flow::Goto(Step::Result)
}

/// Haig changes his mind, and the game goes on (15.1 F).
pub(crate) fn change_haigs_mind(
    pack: &Pack,
    board: &mut Board,
    action: Action,
    context: &mut Context<Event>,
) -> Flow<Cambrai> {
    if action == Action::Advantage {
        spend(board, Use::HaigsMind, context);
        return Flow::Goto(Step::NextTurn);
    }
    end_phase::final_check(pack, board, Rule::HaigDecides, context)
}
