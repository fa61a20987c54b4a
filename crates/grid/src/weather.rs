//! Weather: it limits air observation, movement and supply for a whole turn.
//!
//! Big Push 5.0, Verdun 5.0.

use engine::Context;
use serde::Deserialize;

use crate::event::{Event, Modifiers, Rolled};
use crate::rule::Common;
use crate::units::Side;
use crate::variant::{Grid, Variant};
use crate::{Board, Flow};

/// The weather of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Weather {
    /// Dry.
    Fair,
    /// Mist and light rain.
    Drizzle,
    /// Mud.
    Rain,
    /// Winter.
    Snow,
}

impl Weather {
    /// All four.
    pub const ALL: [Weather; 4] = [Weather::Fair, Weather::Drizzle, Weather::Rain, Weather::Snow];

    /// Whether it is rain or snow.
    pub fn is_foul(self) -> bool {
        matches!(self, Weather::Rain | Weather::Snow)
    }

    /// In words.
    pub fn name(self) -> &'static str {
        ["fair", "drizzle", "rain", "snow"][self as usize]
    }

    /// The rule that gives its effects.
    pub fn rule(self) -> Common {
        [Common::FairWeather, Common::Drizzle, Common::Rain, Common::Snow][self as usize]
    }
}

impl<V: Variant> Grid<V> {
    /// One die, with modifiers for rain before and for the late year, gives the weather; then air observation
    /// (Big Push 5.1, Verdun 5.1).
    pub(crate) fn run_weather(
        &self,
        board: &mut Board<V::Own>,
        context: &mut Context<Event<V::Own>>,
    ) -> Flow<V::Own> {
        let chart = &self.pack.charts.weather;
        let scenario = &self.pack.scenarios[usize::from(board.scenario)];
        if scenario.fair_first_turn && self.variant.is_first_turn(board) {
            board.weather = Weather::Fair;
            context.tell(|| Event::Weather { weather: Weather::Fair, roll: None });
        } else {
            let mut modifiers = Modifiers::new();
            modifiers.add_if(board.weather.is_foul(), Common::WeatherRoll, chart.after_rain, "rain before");
            modifiers.add_if(
                board.turn >= chart.late.from,
                Common::WeatherRoll,
                chart.late.drm,
                "late in the year",
            );
            let die = context.d6();
            let total = die as i8 + modifiers.sum();
            let row = chart.rows.iter().find(|row| total <= row.upto).or(chart.rows.last());
            let weather = row.map_or(Weather::Fair, |row| row.weather);
            board.weather = match weather {
                Weather::Rain if board.turn >= chart.snow_from || chart.snow_turns.contains(&board.turn) => {
                    Weather::Snow
                }
                other => other,
            };
            let weather = board.weather;
            let roll = Rolled::one(Common::WeatherRoll, die, modifiers);
            context.tell(|| Event::Weather { weather, roll: Some(roll) });
        }
        self.variant.air_observation(self, board, context);
        Flow::Return
    }

    /// A side observes from the air when its die is high enough for the weather; where every die is, or none, no die
    /// is rolled (Big Push 5.6).
    pub fn roll_observation(
        &self,
        board: &mut Board<V::Own>,
        side: Side,
        context: &mut Context<Event<V::Own>>,
    ) {
        let effect = self.pack.charts.weather.effect(board.weather);
        let from = if side == Side::Allied { effect.allied_air } else { effect.german_air };
        let die = (2..=6).contains(&from).then(|| context.d6());
        let observes = die.map_or(from <= 1, |die| die >= from);
        board.observation[side.index()] = observes;
        context.tell(|| Event::AirObservation { side, die, observes });
    }
}
