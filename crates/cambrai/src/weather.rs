//! Weather (6.0): the roll at dawn, the change during the day, and the snowstorm (17.2.5).

use engine::step::Die;
use engine::step_words;
use engine::wire::Odds;

use crate::advantage::{Forecast, StormReversal};
use crate::board::Board;
use crate::event::Event;
use crate::interdiction::{self, Interdiction};
use crate::odds;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::side::Side;
use crate::step::{Below, Context, Flow, Run};
use crate::sum::Sum;
use crate::{end_phase, sequence};

/// The weather roll (4.1.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WeatherRoll;
step_words!(WeatherRoll of Pack = "weather");

impl Run<Pack> for WeatherRoll {
    /// Given on the first day or by history, otherwise a British die (4.1.1, 16.1, 17.2.2).
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        board.asked = Side::British;
        if !pack.first_edition() {
            interdiction::come_home(board, context);
        }
        if let Some((weather, rule)) = given(pack, board) {
            board.weather = weather;
            context.tell(|| Event::WeatherGiven { weather, rule });
            return Flow::goto(Snowstorm);
        }
        let die = context.d6();
        let overcast = die <= pack.charts.weather.overcast_up_to;
        let weather = if overcast { Weather::Overcast } else { Weather::Clear };
        board.weather = weather;
        context.tell(|| Event::WeatherRolled { die, weather });
        // Only a roll can be reversed (15.1 A).
        if board.advantage.is_some() { Flow::goto(Forecast) } else { Flow::goto(Snowstorm) }
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, _| Some(odds::next_die(chances(pack))))
    }
}

/// The weather that is not rolled for, with its rule (16.1, 17.2.2).
fn given(pack: &Pack, board: &Board) -> Option<(Weather, Rule)> {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    if let Some(weather) = scenario.weather.filter(|_| board.turn == scenario.first_turn) {
        return Some((weather, if board.turn == 0 { Rule::FirstDayWeather } else { Rule::StartingMarkers }));
    }
    if !board.options.historical_weather {
        return None;
    }
    let clear = pack.charts.historical_clear[usize::from(board.turn)];
    let weather = if clear { Weather::Clear } else { Weather::Overcast };
    Some((weather, Rule::HistoricalWeather))
}

fn chances(pack: &Pack) -> Odds {
    let overcast = pack.charts.weather.overcast_up_to as i8;
    let rules = [Rule::WeatherRoll, Rule::Weather];
    odds::one_die(pack, "The weather of the day".into(), &rules, &Sum::default(), |die| {
        if die <= overcast { "overcast" } else { "clear" }
    })
}

/// The snowstorm roll (17.2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Snowstorm;
step_words!(Snowstorm of Pack = "snowstorm");

impl Run<Pack> for Snowstorm {
    /// On an overcast dawn in December a German die may end the campaign.
    ///
    /// Ruling R83: the storm is tested after a new forecast, and an overcast day of history counts like a roll.
    fn run(&mut self, pack: &Pack, board: &mut Board, context: &mut Context) -> Flow {
        let limit = pack.charts.snowstorm[usize::from(board.turn)];
        if !board.options.snowstorm || board.weather == Weather::Clear || limit == 0 {
            return Flow::goto(Interdiction);
        }
        let die = context.d6();
        context.tell(|| Event::StormRolled { die, limit });
        if die > limit {
            return Flow::goto(Interdiction);
        }
        if board.advantage.is_some() {
            return Flow::goto(StormReversal);
        }
        end_phase::final_check(pack, board, Rule::Snowstorm, context)
    }

    fn needs(&self, _: &Pack, _: &Board, below: Below) -> Result<(), String> {
        sequence::alone(below)
    }

    fn rolls(&self) -> Option<Die<Pack>> {
        Some(|pack, board| Some(odds::next_die(storm_chances(pack, board))))
    }
}

fn storm_chances(pack: &Pack, board: &Board) -> Odds {
    let limit = pack.charts.snowstorm[usize::from(board.turn)] as i8;
    odds::one_die(pack, "The snowstorm roll".into(), &[Rule::Snowstorm], &Sum::default(), |die| {
        if die <= limit { "a snowstorm" } else { "no snowstorm" }
    })
}

/// The weather turns at the start of the impulse after a sunset roll equal to the number (6.3, ruling R43).
pub(crate) fn change(board: &mut Board, context: &mut Context) {
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
