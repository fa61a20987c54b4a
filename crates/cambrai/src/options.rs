//! The optional rules (17.0), and rulings on which players may choose otherwise.

use engine::Setup;
use engine::title::OptionInfo;

use crate::side::Side;

/// The options in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The side that both players want and bid for (17.1).
    pub bid_for: Option<Side>,
    /// Tanks attack better on the first two days (17.2.1).
    pub tank_fright: bool,
    /// The weather is that of history (17.2.2).
    pub historical_weather: bool,
    /// The 51st Division works badly with tanks (17.2.3).
    pub fifty_first: bool,
    /// Bridges may collapse under tanks (17.2.4).
    pub bridge_collapse: bool,
    /// Snow may end the campaign (17.2.5).
    pub snowstorm: bool,
    /// Air markers may hinder zones (17.3).
    pub air_interdiction: bool,
    /// Ruling R22 otherwise: the first division costs a point, too (11.4.2).
    pub every_division_costs: bool,
    /// Ruling R27 otherwise: an overrun exhausts nobody (11.5).
    pub overrun_spares_all: bool,
    /// Ruling R3 otherwise: an unused Hurricane marker is used up at dusk (9.6).
    pub hurricane_lapses: bool,
    /// Ruling R29 otherwise: only the assaulting units stop in a triangle area (11.5.1).
    pub triangle_stops_few: bool,
    /// Ruling R56 otherwise: one place east of the canal may count as contested and as controlled (13.1.2).
    pub haig_counts_twice: bool,
    /// Ruling R68 otherwise: a breakthrough may come from a contested zone that is still German (13.1.1).
    pub breakthrough_contested: bool,
}

/// One option: its id, its case, its values with the default first, and what it does.
struct Known {
    id: &'static str,
    case: &'static str,
    values: &'static [&'static str],
    about: &'static str,
}

const SWITCH: &[&str] = &["off", "on"];

const KNOWN: &[Known] = &[
    Known {
        id: "side-bid",
        case: "17.1",
        values: &["off", "british", "german"],
        about: "Both players want this side and bid ammunition points for it in secret; seats keep their names.",
    },
    Known {
        id: "tank-fright",
        case: "17.2.1",
        values: SWITCH,
        about: "British assaults with tanks attack at a further +1 on November 20 and 21.",
    },
    Known {
        id: "historical-weather",
        case: "17.2.2",
        values: SWITCH,
        about: "Each day begins with the weather of history instead of a roll.",
    },
    Known {
        id: "51st-division",
        case: "17.2.3",
        values: SWITCH,
        about: "Assaults that mix the 51st Division with tanks attack at -2 on November 20 and -1 later.",
    },
    Known {
        id: "bridge-collapse",
        case: "17.2.4",
        values: SWITCH,
        about: "A bridge may collapse under a tank that leads a mandatory assault over it.",
    },
    Known {
        id: "snowstorm",
        case: "17.2.5",
        values: SWITCH,
        about: "From December 1 a snowstorm may end the campaign on an overcast dawn.",
    },
    Known {
        id: "air-interdiction",
        case: "17.3",
        values: SWITCH,
        about: "On a clear dawn an air marker may halve the movement of enemies in a zone.",
    },
    Known {
        id: "divisions",
        case: "11.4.2",
        values: &["first-free", "each-costs"],
        about: "Whether the first division in an assault is free (ruling R22) or costs 1 like every other.",
    },
    Known {
        id: "overrun",
        case: "11.5",
        values: &["exhausts-point", "exhausts-nobody"],
        about: "Whether an overrun exhausts the tank in front (ruling R27) or nobody.",
    },
    Known {
        id: "unused-hurricane",
        case: "9.6",
        values: &["kept", "used-up"],
        about: "Whether a Hurricane marker that was not fired stays fresh at dusk (ruling R3) or is used up.",
    },
    Known {
        id: "triangle",
        case: "11.5.1",
        values: &["ends-impulse", "stops-assaulters"],
        about: "Whether a prevented overrun ends the whole impulse (ruling R29) or stops only those units.",
    },
    Known {
        id: "haig-east",
        case: "13.1.2",
        values: &["different-places", "same-place"],
        about: "Whether contesting and controlling ground east of the canal add up only in different places (ruling R56).",
    },
    Known {
        id: "breakthrough",
        case: "13.1.1",
        values: &["controlled-zone", "contested-zone"],
        about: "Whether the cavalry's zone must be British (ruling R68) or may be contested beside a British area.",
    },
];

/// What the title says about the options.
pub(crate) fn infos() -> Vec<OptionInfo> {
    let info = |known: &Known| OptionInfo {
        id: known.id.into(),
        about: known.about.into(),
        case: known.case.into(),
        values: known.values.iter().map(|value| (*value).to_owned()).collect(),
    };
    KNOWN.iter().map(info).collect()
}

impl Options {
    /// The options of a set-up; what it does not name has its default.
    pub fn of(setup: &Setup) -> Options {
        let other = |id: &str| {
            let known = KNOWN.iter().find(|known| known.id == id);
            known.is_some_and(|known| setup.options.get(id).is_some_and(|value| value != known.values[0]))
        };
        Options {
            bid_for: setup.options.get("side-bid").and_then(|value| Side::from_id(value)),
            tank_fright: other("tank-fright"),
            historical_weather: other("historical-weather"),
            fifty_first: other("51st-division"),
            bridge_collapse: other("bridge-collapse"),
            snowstorm: other("snowstorm"),
            air_interdiction: other("air-interdiction"),
            every_division_costs: other("divisions"),
            overrun_spares_all: other("overrun"),
            hurricane_lapses: other("unused-hurricane"),
            triangle_stops_few: other("triangle"),
            haig_counts_twice: other("haig-east"),
            breakthrough_contested: other("breakthrough"),
        }
    }
}
