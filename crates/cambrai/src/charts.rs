//! The numbers that play reads from the charts (`charts.toml`).

use engine::{Files, PackError};
use serde::Deserialize;

use crate::pack::turn_of;
use crate::side::{BySide, Side};

const FILE: &str = "charts.toml";

/// Every number of the rules.
#[derive(Clone, Debug)]
pub struct Charts {
    /// Stacking (7.1).
    pub stacking: StackingChart,
    /// Movement (10.1).
    pub movement: MovementChart,
    /// The weather die (6.0).
    pub weather: WeatherChart,
    /// The Hurricane Barrage (9.2, 9.3).
    pub barrage: BarrageChart,
    /// Assaults (11.4).
    pub assault: AssaultChart,
    /// Assault casualty points (11.6).
    pub casualties: CasualtyChart,
    /// Bridge demolition (14.1).
    pub demolition: DemolitionChart,
    /// Haig's decision (13.1.2).
    pub haig: HaigChart,
    /// The night's refits (12.5, 12.7).
    pub refit: RefitChart,
    /// The lowest die at which a bridge collapses (17.2.4).
    pub collapse_from: u8,
    /// The highest bid (17.1).
    pub highest_bid: u8,
    /// Whether the historical weather of each turn begins clear (17.2.2).
    pub historical_clear: [bool; TURNS],
    /// The highest die that brings a snowstorm, by turn (17.2.5).
    pub snowstorm: [u8; TURNS],
    /// The die that a used Hurricane marker needs, by turn (12.4).
    pub hurricane_refit: [BySide<u8>; TURNS],
    /// Dice and bonus of the ammunition roll, by turn (12.5).
    pub ammunition: [BySide<(u8, u8)>; TURNS],
}

/// The turns from November 20 to December 3.
pub const TURNS: usize = 14;

macro_rules! chart {
    ($(#[$doc:meta])* $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
    };
}

chart! {
    /// How many units fit in a place (7.1).
    StackingChart {
        /// Units of one side that count.
        limit: u8,
    }
}
chart! {
    /// What movement costs (10.1, 11.3) and what limits it.
    MovementChart {
        /// A vacant area.
        vacant: u8,
        /// A vacant area next to a fresh enemy.
        watched: u8,
        /// An area with only exhausted enemies.
        exhausted_enemy: u8,
        /// An area with a fresh enemy.
        fresh_enemy: u8,
        /// No area costs less.
        least: u8,
        /// An assault inside the active area against exhausted units only.
        assault_exhausted: u8,
        /// An assault inside the active area against a fresh unit.
        assault_fresh: u8,
        /// What overcast takes from every unit.
        overcast_loss: u8,
        /// What one Rolling Barrage takes off.
        rolling_barrage: u8,
        /// Units that may use one bridge in an impulse.
        bridge_capacity: u8,
        /// Movement of cavalry on November 20.
        cavalry_first_day: u8,
    }
}
chart! {
    /// The weather die (6.0).
    WeatherChart {
        /// The highest die that means overcast.
        overcast_up_to: u8,
    }
}
chart! {
    /// The Hurricane Barrage (9.1 to 9.3).
    BarrageChart {
        /// Its attack value.
        attack: i8,
        /// Added when the target is crowded.
        crowd_bonus: i8,
        /// Crowded means more units than this.
        crowd_above: u8,
        /// Added to the defense in overcast.
        overcast: i8,
        /// How far it reaches.
        range: u8,
        /// Points that a square area is spared.
        square_relief: u8,
        /// Points that a step absorbs.
        step: u8,
        /// Points that a tank's step absorbs.
        tank_step: u8,
    }
}
chart! {
    /// Attack and defense values (11.4.2, 11.4.3).
    AssaultChart {
        /// Each unit besides the point unit.
        other_unit: i8,
        /// Each Direct Support marker.
        direct_support: i8,
        /// The air marker.
        air_support: i8,
        /// Each division that counts.
        division: i8,
        /// Tanks on November 20 (16.7).
        first_day_tanks: i8,
        /// Tanks on the first two days, if tank fright is played (17.2.1).
        tank_fright: i8,
        /// The 51st Division with tanks on November 20 (17.2.3).
        fifty_first_first_day: i8,
        /// The same on later days.
        fifty_first_later: i8,
        /// Each fresh defender besides the forward unit.
        fresh_defender: i8,
        /// Each fresh Hurricane marker of the defender.
        hurricane: i8,
        /// A mandatory assault over a canal.
        canal: i8,
        /// Points that a square or triangle area is spared (11.6.1).
        position_relief: i8,
    }
}
chart! {
    /// What pays for assault casualty points (11.6).
    CasualtyChart {
        /// A fresh unit becomes exhausted.
        exhaust: u8,
        /// An exhausted unit retreats.
        retreat: u8,
        /// An exhausted unit is eliminated.
        eliminate_exhausted: u8,
    }
}
chart! {
    /// The demolition die (14.1).
    DemolitionChart {
        /// What must be reached.
        needed: i8,
        /// For each free area beside the bridge.
        free: i8,
        /// For each own contested area.
        contested_own: i8,
        /// For each enemy contested area.
        contested_enemy: i8,
        /// At the Canal du Nord.
        canal_du_nord: i8,
        /// On November 20.
        first_day: i8,
    }
}
chart! {
    /// Haig's die (13.1.2).
    HaigChart {
        /// What must be reached for the game to go on.
        needed: i8,
        /// For each objective held or contested.
        objective: i8,
        /// For contesting ground east of the canal.
        contest_east: i8,
        /// For controlling ground east of the canal.
        control_east: i8,
    }
}
chart! {
    /// Refits at night (12.5, 12.7).
    RefitChart {
        /// Support markers in the counter mix.
        support_limit: u8,
        /// German infantry units every night.
        german_infantry: u8,
        /// When both sides get more.
        extra_from: String,
        /// How many more.
        extra: u8,
        /// Where British infantry refits.
        british_zones: Vec<String>,
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCharts {
    stacking: StackingChart,
    movement: MovementChart,
    weather: WeatherChart,
    barrage: BarrageChart,
    assault: AssaultChart,
    casualties: CasualtyChart,
    demolition: DemolitionChart,
    haig: HaigChart,
    refit: RefitChart,
    collapse: RawCollapse,
    bids: RawBids,
    historical_weather: RawHistoricalWeather,
    snowstorm: Vec<RawSnowstorm>,
    hurricane_refit: Vec<RawHurricaneRefit>,
    ammunition: Vec<RawAmmunition>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCollapse {
    from: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "provenance is for the data report, which reads the file itself")]
struct RawBids {
    highest: u8,
    source: String,
    estimated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHistoricalWeather {
    clear: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSnowstorm {
    date: String,
    up_to: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawHurricaneRefit {
    from: String,
    british: u8,
    german: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawAmmunition {
    from: String,
    british: (u8, u8),
    german: (u8, u8),
}

impl Charts {
    /// Reads and checks the charts.
    pub(crate) fn parse(files: &Files) -> Result<Charts, PackError> {
        let raw: RawCharts = files.read(FILE)?;
        if raw.stacking.limit == 0 || raw.casualties.exhaust == 0 || raw.casualties.retreat == 0 {
            return Err(PackError::new(FILE, "stacking, casualties", "must not be 0"));
        }
        if raw.barrage.step == 0 || raw.barrage.tank_step == 0 || raw.movement.least == 0 {
            return Err(PackError::new(FILE, "barrage, movement", "steps and costs must not be 0"));
        }
        let mut historical_clear = [false; TURNS];
        for date in &raw.historical_weather.clear {
            historical_clear[turn(date)?] = true;
        }
        let mut snowstorm = [0; TURNS];
        for storm in &raw.snowstorm {
            snowstorm[turn(&storm.date)?] = storm.up_to;
        }
        let refit = raw
            .hurricane_refit
            .iter()
            .map(|row| Ok((turn(&row.from)?, BySide::new(row.british, row.german))));
        let ammunition = raw.ammunition.iter().map(|row| {
            if [row.british.0, row.german.0].iter().any(|dice| *dice > 4) {
                return Err(PackError::new(FILE, "ammunition", "at most four dice"));
            }
            Ok((turn(&row.from)?, BySide::new(row.british, row.german)))
        });
        turn(&raw.refit.extra_from)?;
        Ok(Charts {
            hurricane_refit: from_dates("hurricane_refit", refit)?,
            ammunition: from_dates("ammunition", ammunition)?,
            stacking: raw.stacking,
            movement: raw.movement,
            weather: raw.weather,
            barrage: raw.barrage,
            assault: raw.assault,
            casualties: raw.casualties,
            demolition: raw.demolition,
            haig: raw.haig,
            refit: raw.refit,
            collapse_from: raw.collapse.from,
            highest_bid: raw.bids.highest.min(99),
            historical_clear,
            snowstorm,
        })
    }

    /// The die that a side's used Hurricane marker needs on a turn (12.4).
    pub fn hurricane_needs(&self, turn: u8, side: Side) -> u8 {
        self.hurricane_refit[usize::from(turn) % TURNS][side]
    }
}

fn turn(date: &str) -> Result<usize, PackError> {
    turn_of(date).map(usize::from).ok_or_else(|| PackError::new(FILE, date, "is not on the turn track"))
}

/// Rows that hold from their date on, spread over all turns.
fn from_dates<T: Copy>(
    key: &str,
    rows: impl Iterator<Item = Result<(usize, T), PackError>>,
) -> Result<[T; TURNS], PackError> {
    let rows = rows.collect::<Result<Vec<_>, _>>()?;
    let Some((0, first)) = rows.first().copied() else {
        return Err(PackError::new(FILE, key, "must begin on November 20"));
    };
    let mut table = [first; TURNS];
    for (from, value) in rows {
        table[from..].fill(value);
    }
    Ok(table)
}
