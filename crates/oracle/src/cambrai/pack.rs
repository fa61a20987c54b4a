//! What is printed: places, links, counters, scenarios (2.0, 3.0).

use std::collections::BTreeMap;

use toml::{Table, Value};

/// One of the two players (1.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Side {
    British,
    German,
}

impl Side {
    /// The opponent.
    pub(super) fn other(self) -> Self {
        if self == Side::British { Side::German } else { Side::British }
    }

    /// The place of the side in lists of two values.
    pub(super) fn index(self) -> usize {
        usize::from(self == Side::German)
    }

    /// The word of a file for the side.
    pub(super) fn word(self) -> &'static str {
        if self == Side::British { "british" } else { "german" }
    }

    /// The side that a word of a file names.
    pub(super) fn named(word: &str) -> Option<Self> {
        match word {
            "british" => Some(Side::British),
            "german" => Some(Side::German),
            _ => None,
        }
    }
}

/// An area or a zone (2.1.1, 2.1.2).
#[derive(Clone, Debug, Default)]
pub(super) struct Place {
    pub(super) zone: bool,
    pub(super) terrain: i64,
    pub(super) identifier: String,
    pub(super) sectors: Vec<String>,
    pub(super) colours: Vec<String>,
    pub(super) open: bool,
    pub(super) east: bool,
    pub(super) haig: bool,
    pub(super) breakthrough: bool,
    pub(super) supply: String,
}

/// A boundary or a connection line (2.1.1, 2.1.2).
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub(super) ends: [String; 2],
    pub(super) canal: Option<String>,
    pub(super) bridge: Option<String>,
}

/// A counter (2.2.2).
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub(super) side: Side,
    pub(super) kind: String,
    pub(super) division: String,
    pub(super) sector: String,
    pub(super) colour: String,
    pub(super) restricted: bool,
    pub(super) attack: i64,
    pub(super) defense: i64,
    pub(super) exhausted_defense: i64,
    pub(super) movement: i64,
    pub(super) smaller: Option<String>,
}

/// Everything printed.
#[derive(Clone, Debug, Default)]
pub(super) struct Pack {
    pub(super) places: BTreeMap<String, Place>,
    pub(super) links: Vec<Link>,
    pub(super) units: BTreeMap<String, Unit>,
    pub(super) scenarios: BTreeMap<String, Table>,
}

/// The text under a key.
pub(super) fn text(table: &Table, key: &str) -> Option<String> {
    table.get(key).and_then(Value::as_str).map(str::to_string)
}

/// The number under a key.
pub(super) fn number(table: &Table, key: &str) -> Option<i64> {
    table.get(key).and_then(Value::as_integer)
}

/// Whether a key says `true`.
pub(super) fn flag(table: &Table, key: &str) -> bool {
    table.get(key).and_then(Value::as_bool).unwrap_or(false)
}

/// The list of texts under a key.
pub(super) fn texts(table: &Table, key: &str) -> Vec<String> {
    let list = table.get(key).and_then(Value::as_array);
    list.map(|l| l.iter().filter_map(Value::as_str).map(str::to_string).collect()).unwrap_or_default()
}

/// The list of tables under a key.
pub(super) fn tables(table: &Table, key: &str) -> Vec<Table> {
    let list = table.get(key).and_then(Value::as_array);
    list.map(|l| l.iter().filter_map(Value::as_table).cloned().collect()).unwrap_or_default()
}

/// The table under a key, an empty one if there is none.
pub(super) fn sub(table: &Table, key: &str) -> Table {
    table.get(key).and_then(Value::as_table).cloned().unwrap_or_default()
}

impl Pack {
    /// Reads the files of a pack, name to text.
    ///
    /// # Errors
    ///
    /// A file is missing or is not TOML.
    pub(super) fn read(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let file = |name: &str| -> Result<Table, String> {
            let found = files.iter().find(|(k, _)| k.as_str() == name || k.ends_with(&format!("/{name}")));
            let (_, body) = found.ok_or_else(|| format!("{name} is missing"))?;
            body.parse::<Table>().map_err(|e| format!("{name}: {e}"))
        };
        let (map, counters, scenarios) = (file("map.toml")?, file("units.toml")?, file("scenarios.toml")?);
        let mut pack = Pack::default();
        for (key, zone) in [("area", false), ("zone", true)] {
            for t in tables(&map, key) {
                pack.places.insert(text(&t, "id").unwrap_or_default(), place(&t, zone));
            }
        }
        for t in tables(&map, "border") {
            if let [a, b] = texts(&t, "between").as_slice() {
                let ends = [a.clone(), b.clone()];
                pack.links.push(Link { ends, canal: text(&t, "canal"), bridge: text(&t, "bridge") });
            }
        }
        for t in tables(&counters, "unit") {
            if let Some(side) = text(&t, "nation").as_deref().and_then(Side::named) {
                pack.units.insert(text(&t, "id").unwrap_or_default(), unit(&t, side));
            }
        }
        for t in tables(&scenarios, "scenario") {
            pack.scenarios.insert(text(&t, "id").unwrap_or_default(), t);
        }
        Ok(pack)
    }

    /// The link between two places (2.1.1, 10.5.4).
    pub(super) fn link(&self, a: &str, b: &str) -> Option<&Link> {
        self.links.iter().find(|l| (l.ends[0] == a && l.ends[1] == b) || (l.ends[0] == b && l.ends[1] == a))
    }

    /// The places adjacent to a place, across canals and along connections (2.1.1, 2.1.2).
    pub(super) fn next_to(&self, place: &str) -> Vec<String> {
        let mut found = Vec::new();
        for l in &self.links {
            if l.ends[0] == place {
                found.push(l.ends[1].clone());
            } else if l.ends[1] == place {
                found.push(l.ends[0].clone());
            }
        }
        found
    }

    /// How many steps apart two places are, canals ignored (9.1, R37).
    pub(super) fn distance(&self, from: &str, to: &str) -> Option<usize> {
        let mut reached = vec![from.to_string()];
        for steps in 0..self.places.len() {
            if reached.iter().any(|p| p == to) {
                return Some(steps);
            }
            for p in reached.clone() {
                for q in self.next_to(&p) {
                    if !reached.contains(&q) {
                        reached.push(q);
                    }
                }
            }
        }
        None
    }

    /// The link that has a bridge of this name, its ends in either order.
    pub(super) fn bridge(&self, name: &str) -> Option<&Link> {
        let name = name.strip_prefix("br-").unwrap_or(name);
        self.links.iter().find(|l| {
            l.bridge.is_some()
                && (l.bridge.as_deref() == Some(name) || format!("{}-{}", l.ends[1], l.ends[0]) == name)
        })
    }
}

fn place(t: &Table, zone: bool) -> Place {
    Place {
        zone,
        terrain: number(t, "tem").unwrap_or(0),
        identifier: text(t, "identifier").unwrap_or_default(),
        sectors: texts(t, "sectors"),
        colours: texts(t, "sector_colours"),
        open: flag(t, "sectors_open"),
        east: flag(t, "east"),
        haig: flag(t, "haig"),
        breakthrough: flag(t, "breakthrough"),
        supply: text(t, "supply").unwrap_or_default(),
    }
}

fn unit(t: &Table, side: Side) -> Unit {
    Unit {
        side,
        kind: text(t, "type").unwrap_or_default(),
        division: text(t, "division").unwrap_or_default(),
        sector: text(t, "sector").unwrap_or_default(),
        colour: text(t, "colour").unwrap_or_default(),
        restricted: flag(t, "sector_restricted"),
        attack: number(t, "attack").unwrap_or(0),
        defense: number(t, "defense").unwrap_or(0),
        exhausted_defense: number(t, "exhausted_defense").unwrap_or(0),
        movement: number(t, "move").unwrap_or(0),
        smaller: text(t, "on_failed_refit"),
    }
}
