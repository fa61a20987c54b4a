//! Weather (6.0): the roll at dawn, the change during the day, and the snowstorm (17.2.5).

use engine::{Context, Flow};

use crate::board::Board;
use crate::event::Event;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::side::Side;
use crate::step::Step;
use crate::{Cambrai, end_phase, interdiction};

/// The weather of the day: given on the first day or by history, otherwise a British die (4.1.1, 16.1, 17.2.2).
pub(crate) fn roll(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    board.asked = Side::British;
    if !pack.first_edition() {
        interdiction::come_home(board, context);
    }
    let given = scenario.weather.filter(|_| board.turn == scenario.first_turn);
    let given = match given {
        Some(weather) => {
            Some((weather, if board.turn == 0 { Rule::FirstDayWeather } else { Rule::StartingMarkers }))
        }
        None if board.options.historical_weather => {
            let clear = pack.charts.historical_clear[usize::from(board.turn)];
            Some((if clear { Weather::Clear } else { Weather::Overcast }, Rule::HistoricalWeather))
        }
        None => None,
    };
    if let Some((weather, rule)) = given {
        board.weather = weather;
        context.tell(|| Event::WeatherGiven { weather, rule });
        return Flow::Goto(Step::Snowstorm);
    }
    let die = context.d6();
    let weather = if die <= pack.charts.weather.overcast_up_to { Weather::Overcast } else { Weather::Clear };
    board.weather = weather;
    context.tell(|| Event::WeatherRolled { die, weather });
    // Only a roll can be reversed (15.1 A).
    if board.advantage.is_some() { Flow::Goto(Step::Forecast) } else { Flow::Goto(Step::Snowstorm) }
}

/// On an overcast dawn in December a German die may end the campaign (17.2.5).
///
/// Ruling R83: the storm is tested after a new forecast, and an overcast day of history counts like a roll.
pub(crate) fn storm(pack: &Pack, board: &mut Board, context: &mut Context<Event>) -> Flow<Cambrai> {
    let limit = pack.charts.snowstorm[usize::from(board.turn)];
    if !board.options.snowstorm || board.weather == Weather::Clear || limit == 0 {
        return Flow::Goto(Step::Interdiction);
    }
    let die = context.d6();
    context.tell(|| Event::StormRolled { die, limit });
    if die > limit {
        return Flow::Goto(Step::Interdiction);
    }
    if board.advantage.is_some() {
        return Flow::Goto(Step::StormReversal);
    }
    end_phase::final_check(pack, board, Rule::Snowstorm, context)
}

/// The weather turns at the start of the impulse after a sunset roll equal to the number (6.3, ruling R43).
pub(crate) fn change(board: &mut Board, context: &mut Context<Event>) {
    if !std::mem::take(&mut board.weather_turns) {
        return;
    }
    board.weather = board.weather.reversed();
    let weather = board.weather;
    context.tell(|| Event::WeatherChanged { weather });
    if weather == Weather::Overcast {
        interdiction::come_home(board, context);
    }
}
