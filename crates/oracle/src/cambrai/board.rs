//! A position as it lies on the table, read from its file.

use std::collections::{BTreeMap, BTreeSet};

use toml::{Table, Value};

use super::pack::{Link, Pack, Side, flag, number, sub, text, texts};

/// The impulse in hand (8.0).
#[derive(Clone, Debug, Default)]
pub(super) struct Now {
    pub(super) area: String,
    pub(super) centre: String,
    pub(super) started: BTreeSet<String>,
    pub(super) finished: BTreeSet<String>,
    pub(super) released: BTreeSet<String>,
    pub(super) contested: BTreeSet<String>,
    pub(super) assaulted: BTreeSet<String>,
    pub(super) spent: BTreeMap<String, i64>,
    pub(super) came_from: BTreeMap<String, String>,
    pub(super) waded: BTreeSet<String>,
    pub(super) first_in: BTreeMap<String, String>,
    pub(super) rolling: BTreeMap<String, i64>,
    pub(super) direct: BTreeMap<String, i64>,
    pub(super) crossings: BTreeMap<String, i64>,
    pub(super) leaving: i64,
    pub(super) mover: Option<String>,
    pub(super) moved: bool,
    pub(super) fired: bool,
    pub(super) overran: bool,
    pub(super) halted: bool,
    pub(super) passed: bool,
    pub(super) tried: BTreeSet<String>,
}

/// The assault in hand (11.0).
#[derive(Clone, Debug, Default)]
pub(super) struct Assault {
    pub(super) place: String,
    pub(super) kind: String,
    pub(super) attackers: BTreeSet<String>,
    pub(super) point: Option<String>,
    pub(super) forward: Option<String>,
    pub(super) outcome: Option<String>,
    pub(super) success: i64,
    pub(super) points: i64,
    pub(super) begun: bool,
    pub(super) cost: i64,
}

/// The barrage in hand (9.2).
#[derive(Clone, Debug, Default)]
pub(super) struct Barrage {
    pub(super) place: String,
    pub(super) primary: Option<String>,
    pub(super) points: i64,
    pub(super) begun: bool,
}

/// Everything on the table.
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) scenario: String,
    pub(super) options: BTreeMap<String, String>,
    pub(super) steps: Vec<String>,
    pub(super) date: String,
    pub(super) impulse: i64,
    pub(super) first: Side,
    pub(super) active: Side,
    pub(super) clear: bool,
    pub(super) weather_turns: bool,
    pub(super) sunset: Option<i64>,
    pub(super) day_over: bool,
    pub(super) advantage: Option<Side>,
    pub(super) advantage_due: Side,
    pub(super) swapped: bool,
    pub(super) british: BTreeSet<String>,
    pub(super) bridges: BTreeMap<String, String>,
    pub(super) support: [i64; 2],
    pub(super) ammunition: [i64; 2],
    pub(super) fresh: [i64; 2],
    pub(super) used: [i64; 2],
    pub(super) air: [String; 2],
    pub(super) opening: Vec<String>,
    pub(super) subject: Option<String>,
    pub(super) refits: i64,
    pub(super) at: BTreeMap<String, String>,
    pub(super) exhausted: BTreeSet<String>,
    pub(super) now: Now,
    pub(super) assault: Option<Assault>,
    pub(super) barrage: Option<Barrage>,
}

fn set(table: &Table, key: &str) -> BTreeSet<String> {
    texts(table, key).into_iter().collect()
}

fn words(table: &Table, key: &str) -> BTreeMap<String, String> {
    sub(table, key).iter().filter_map(|(k, v)| Some((k.clone(), v.as_str()?.to_string()))).collect()
}

fn numbers(table: &Table, key: &str) -> BTreeMap<String, i64> {
    sub(table, key).iter().filter_map(|(k, v)| Some((k.clone(), v.as_integer()?))).collect()
}

fn two(table: &Table, key: &str) -> [i64; 2] {
    let list = table.get(key).and_then(Value::as_array).cloned().unwrap_or_default();
    let one = |i: usize| list.get(i).and_then(Value::as_integer).unwrap_or(0);
    [one(0), one(1)]
}

fn side(table: &Table, key: &str) -> Option<Side> {
    text(table, key).as_deref().and_then(Side::named)
}

/// The pack's name of a bridge, whichever way its ends are written.
fn bridge_name(pack: &Pack, name: &str) -> String {
    pack.bridge(name).and_then(|l| l.bridge.clone()).unwrap_or_else(|| name.to_string())
}

impl Board {
    /// Reads a position; what is left out has its default.
    pub(super) fn read(pack: &Pack, t: &Table) -> Option<Self> {
        let scenario = text(t, "scenario")?;
        let printed = pack.scenarios.get(&scenario)?;
        let holder = text(t, "advantage").unwrap_or_else(|| "british".to_string());
        let advantage = Side::named(&holder);
        let usual = advantage.unwrap_or(Side::British);
        let mut at = BTreeMap::new();
        let mut exhausted = BTreeSet::new();
        for (place, list) in &sub(t, "units") {
            for word in list.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let id = word.trim_end_matches('*').trim_end_matches(" exhausted").to_string();
                if id != word {
                    exhausted.insert(id.clone());
                }
                at.insert(id, place.clone());
            }
        }
        let mut bridges: BTreeMap<String, String> = BTreeMap::new();
        for b in pack.links.iter().filter_map(|l| l.bridge.clone()) {
            bridges.insert(b, "german".to_string());
        }
        for (name, state) in words(t, "bridges") {
            bridges.insert(bridge_name(pack, &name), state);
        }
        let air = texts(t, "air");
        let marker = |i: usize| air.get(i).cloned().unwrap_or_else(|| "absent".to_string());
        Some(Board {
            options: words(t, "options"),
            steps: texts(t, "steps"),
            date: text(t, "date").or_else(|| text(printed, "start"))?,
            impulse: number(t, "impulse").unwrap_or(0),
            first: side(t, "first").unwrap_or(usual),
            active: side(t, "active").unwrap_or(usual),
            clear: text(t, "weather").as_deref() != Some("overcast"),
            weather_turns: flag(t, "weather_turns"),
            sunset: number(t, "sunset"),
            day_over: flag(t, "day_over"),
            advantage,
            advantage_due: side(t, "advantage_due").unwrap_or(usual.other()),
            swapped: flag(t, "swapped"),
            british: set(t, "british"),
            bridges,
            support: two(t, "support"),
            ammunition: two(t, "ammunition"),
            fresh: two(t, "hurricane_fresh"),
            used: two(t, "hurricane_used"),
            air: [marker(0), marker(1)],
            opening: texts(t, "opening"),
            subject: text(t, "subject"),
            refits: number(t, "refits").unwrap_or(0),
            at,
            exhausted,
            now: now(pack, &sub(t, "now")),
            assault: t.get("assault").and_then(Value::as_table).map(assault),
            barrage: t.get("barrage").and_then(Value::as_table).map(barrage),
            scenario,
        })
    }

    /// The units of a side in a place.
    pub(super) fn own(&self, pack: &Pack, side: Side, place: &str) -> Vec<String> {
        let here = self.at.iter().filter(|(_, p)| p.as_str() == place).map(|(u, _)| u.clone());
        here.filter(|u| pack.units.get(u).is_some_and(|c| c.side == side)).collect()
    }

    /// The fresh units of a side in a place.
    pub(super) fn own_fresh(&self, pack: &Pack, side: Side, place: &str) -> Vec<String> {
        self.own(pack, side, place).into_iter().filter(|u| !self.exhausted.contains(u)).collect()
    }

    /// Whether a unit has its fresh side up (2.2.1).
    pub(super) fn is_fresh(&self, unit: &str) -> bool {
        !self.exhausted.contains(unit)
    }

    /// Who controls a place (7.2, 2.2.3.2).
    pub(super) fn controls(&self, side: Side, place: &str) -> bool {
        self.british.contains(place) == (side == Side::British)
    }

    /// A place is vacant if it holds no enemy unit (7.2.2).
    pub(super) fn vacant(&self, pack: &Pack, side: Side, place: &str) -> bool {
        self.own(pack, side.other(), place).is_empty()
    }

    /// A place is free if it is vacant and under friendly control (7.2.3).
    pub(super) fn free(&self, pack: &Pack, side: Side, place: &str) -> bool {
        self.vacant(pack, side, place) && self.controls(side, place)
    }

    /// A place is contested if it holds units of both sides (7.2.1).
    pub(super) fn contested(&self, pack: &Pack, place: &str) -> bool {
        !self.own(pack, Side::British, place).is_empty() && !self.own(pack, Side::German, place).is_empty()
    }

    /// Whether an option of the game has a value other than its first.
    pub(super) fn option(&self, id: &str, value: &str) -> bool {
        self.options.get(id).is_some_and(|v| v == value)
    }

    /// The state of the bridge of a link: none, or who holds it, or destroyed (14.0).
    pub(super) fn bridge_of(&self, link: &Link) -> Option<String> {
        link.bridge.as_ref().and_then(|b| self.bridges.get(b)).cloned()
    }

    /// The special table of the scenario.
    pub(super) fn special(&self, pack: &Pack) -> Table {
        pack.scenarios.get(&self.scenario).map(|s| sub(s, "special")).unwrap_or_default()
    }

    /// The side that a seat's number plays (17.1).
    pub(super) fn side_of_seat(&self, seat: i64) -> Side {
        if (seat == 0) == self.swapped { Side::German } else { Side::British }
    }

    /// The innermost step.
    pub(super) fn step(&self) -> &str {
        self.steps.last().map_or("activation", String::as_str)
    }
}

fn now(pack: &Pack, t: &Table) -> Now {
    let area = text(t, "area").unwrap_or_default();
    Now {
        centre: text(t, "centre").unwrap_or_else(|| area.clone()),
        area,
        started: set(t, "started"),
        finished: set(t, "finished"),
        released: set(t, "released"),
        contested: set(t, "contested"),
        assaulted: set(t, "assaulted"),
        spent: numbers(t, "spent"),
        came_from: words(t, "came_from"),
        waded: set(t, "waded"),
        first_in: words(t, "first_in"),
        rolling: numbers(t, "rolling"),
        direct: numbers(t, "direct"),
        crossings: numbers(t, "crossings").into_iter().map(|(b, n)| (bridge_name(pack, &b), n)).collect(),
        leaving: number(t, "leaving").unwrap_or(0),
        mover: text(t, "mover"),
        moved: flag(t, "moved"),
        fired: flag(t, "fired"),
        overran: flag(t, "overran"),
        halted: flag(t, "halted"),
        passed: flag(t, "passed"),
        tried: texts(t, "tried").iter().map(|b| bridge_name(pack, b)).collect(),
    }
}

fn assault(t: &Table) -> Assault {
    Assault {
        place: text(t, "place").unwrap_or_default(),
        kind: text(t, "kind").unwrap_or_default(),
        attackers: set(t, "attackers"),
        point: text(t, "point"),
        forward: text(t, "forward"),
        outcome: text(t, "outcome"),
        success: number(t, "success").unwrap_or(0),
        points: number(t, "points").unwrap_or(0),
        begun: flag(t, "begun"),
        cost: number(t, "cost").unwrap_or(0),
    }
}

fn barrage(t: &Table) -> Barrage {
    Barrage {
        place: text(t, "place").unwrap_or_default(),
        primary: text(t, "primary"),
        points: number(t, "points").unwrap_or(0),
        begun: flag(t, "begun"),
    }
}
