//! The map: terrain, banks, roads, rivers, trenches (7.1).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use toml::{Table, Value};

use super::charts::texts;
use super::grid::Square;
use super::sets::{Known, Squares};

/// A road's class (7.2.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Road {
    Major,
    Minor,
}

/// A start trench.
pub(crate) struct Trench {
    pub(crate) side: String,
    pub(crate) squares: Squares,
}

/// A step to a square next to another.
pub(crate) struct Step {
    pub(crate) to: Square,
    pub(crate) cost: i64,
    pub(crate) joined: bool,
}

/// The map of a game.
pub(crate) struct Map {
    /// The steps out of each square with what they cost by the charts, once it has been worked out.
    pub(crate) steps: OnceLock<Known<Vec<Step>>>,
    pub(crate) columns: i32,
    pub(crate) rows: i32,
    letters_are_columns: bool,
    /// The kinds of terrain in a square; a clear square has none.
    pub(crate) terrain: Known<BTreeSet<String>>,
    /// The bank to which a square belongs.
    pub(crate) bank: Known<char>,
    /// The road, if any, between two squares next to each other.
    pub(crate) roads: BTreeMap<(Square, Square), Road>,
    /// The pairs of squares that join the banks.
    pub(crate) crossings: BTreeSet<(Square, Square)>,
    /// The courses of streams that matter.
    pub(crate) streams: Vec<Vec<Square>>,
    pub(crate) trenches: Vec<Trench>,
    /// The home edge of each side.
    pub(crate) edges: BTreeMap<String, String>,
    /// The pairs of squares that a railway joins.
    pub(crate) rails: BTreeSet<(Square, Square)>,
    /// The squares of each road, by its name.
    pub(crate) road_names: BTreeMap<String, Vec<Square>>,
}

impl Map {
    /// Reads the pack's map.
    pub(crate) fn read(file: &Table) -> Self {
        let grid = file.get("grid");
        let number = |key: &str| {
            let number = grid.and_then(|g| g.get(key)).and_then(Value::as_integer).unwrap_or(0);
            i32::try_from(number).unwrap_or(0)
        };
        let mut map = Self {
            steps: OnceLock::new(),
            columns: number("columns"),
            rows: number("rows"),
            letters_are_columns: grid.and_then(|g| g.get("letters")).and_then(Value::as_str)
                == Some("columns"),
            terrain: Known::new(),
            bank: Known::new(),
            roads: BTreeMap::new(),
            crossings: BTreeSet::new(),
            streams: Vec::new(),
            trenches: Vec::new(),
            edges: BTreeMap::new(),
            rails: BTreeSet::new(),
            road_names: BTreeMap::new(),
        };
        if let Some(edges) = grid.and_then(|g| g.get("edges")).and_then(Value::as_table) {
            for (side, edge) in edges {
                map.edges.insert(side.clone(), edge.as_str().unwrap_or("").to_owned());
            }
        }
        map.read_layers(file);
        map.read_lines(file);
        map
    }

    fn read_layers(&mut self, file: &Table) {
        let Some(layers) = file.get("layers") else { return };
        let legend = layers.get("legend");
        for (square, letter) in layer(layers.get("terrain")) {
            let kinds = texts(legend.and_then(|l| l.get(letter.to_string().as_str())));
            self.terrain.or_default(square).extend(kinds);
        }
        self.bank = layer(layers.get("bank")).into_iter().collect();
        for place in tables(file, "place") {
            let kind = place.get("kind").and_then(Value::as_str).unwrap_or("");
            if ["town", "fort", "defense works"].contains(&kind) {
                for square in self.squares(place.get("squares")) {
                    self.terrain.or_default(square).insert(kind.replace(' ', "_"));
                }
            }
        }
    }

    fn read_lines(&mut self, file: &Table) {
        for road in tables(file, "road") {
            let class = if road.get("class").and_then(Value::as_str) == Some("major") {
                Road::Major
            } else {
                Road::Minor
            };
            let path = self.squares(road.get("path"));
            let name = road.get("name").and_then(Value::as_str).unwrap_or("");
            self.road_names.insert(name.to_owned(), path.clone());
            for pair in path.windows(2) {
                for step in [(pair[0], pair[1]), (pair[1], pair[0])] {
                    let best = self.roads.get(&step).map_or(class, |old| (*old).min(class));
                    self.roads.insert(step, best);
                }
            }
        }
        for railway in tables(file, "railway") {
            for pair in self.squares(railway.get("path")).windows(2) {
                self.rails.extend([(pair[0], pair[1]), (pair[1], pair[0])]);
            }
        }
        for river in tables(file, "river") {
            if river.get("class").and_then(Value::as_str) == Some("stream") {
                let course = self.squares(river.get("squares"));
                self.streams.push(course);
            }
        }
        for crossing in tables(file, "crossing") {
            if let [a, b] = self.squares(crossing.get("between"))[..] {
                self.crossings.insert((a, b));
                self.crossings.insert((b, a));
            }
        }
        for trench in tables(file, "trench") {
            let text = |key: &str| trench.get(key).and_then(Value::as_str).unwrap_or("").to_owned();
            let squares: Squares = self.squares(trench.get("squares")).into_iter().collect();
            for square in squares.iter() {
                self.terrain.or_default(square).insert("start_trench".to_owned());
            }
            self.trenches.push(Trench { side: text("side"), squares });
        }
    }

    /// The squares of a TOML list.
    pub(crate) fn squares(&self, value: Option<&Value>) -> Vec<Square> {
        texts(value).iter().filter_map(|name| self.square(name)).collect()
    }

    /// A square by its name, such as `K18`.
    pub(crate) fn square(&self, name: &str) -> Option<Square> {
        let letter = name.chars().next().filter(char::is_ascii_uppercase)?;
        let lettered = i32::try_from(u32::from(letter) - u32::from('A')).ok()?;
        let numbered = name.get(1..)?.parse::<i32>().ok()? - 1;
        let square = if self.letters_are_columns {
            Square { row: numbered, column: lettered }
        } else {
            Square { row: lettered, column: numbered }
        };
        self.holds(square).then_some(square)
    }

    /// The name of a square.
    pub(crate) fn name(&self, square: Square) -> String {
        let (letter, number) =
            if self.letters_are_columns { (square.column, square.row) } else { (square.row, square.column) };
        let letter = u8::try_from(letter).ok().filter(|l| *l < 26).map_or('?', |l| char::from(b'A' + l));
        format!("{letter}{}", number + 1)
    }

    /// The square lies on the map.
    pub(crate) fn holds(&self, square: Square) -> bool {
        (0..self.rows).contains(&square.row) && (0..self.columns).contains(&square.column)
    }

    /// Every square of the map, row by row.
    pub(crate) fn all(&self) -> impl Iterator<Item = Square> + '_ {
        (0..self.rows).flat_map(move |row| (0..self.columns).map(move |column| Square { row, column }))
    }

    /// The squares of the map around a square.
    pub(crate) fn neighbours(&self, square: Square) -> impl Iterator<Item = Square> + '_ {
        square.around().filter(|s| self.holds(*s))
    }

    /// The square contains a kind of terrain.
    pub(crate) fn has(&self, square: Square, kind: &str) -> bool {
        self.terrain.get(&square).is_some_and(|kinds| kinds.contains(kind))
    }

    /// A step, an advance, a retreat or an assault between two banks is possible only at a crossing (7.1.1, S6, S8).
    pub(crate) fn joined(&self, from: Square, to: Square) -> bool {
        self.bank.get(&from) == self.bank.get(&to) || self.crossings.contains(&(from, to))
    }

    /// The edges of the map on which a square lies.
    pub(crate) fn edges_of(&self, square: Square) -> Vec<&'static str> {
        let mut edges = Vec::new();
        if square.row == 0 {
            edges.push("north");
        }
        if square.column == self.columns - 1 {
            edges.push("east");
        }
        if square.row == self.rows - 1 {
            edges.push("south");
        }
        if square.column == 0 {
            edges.push("west");
        }
        edges
    }

    /// The square belongs to a start trench of a side.
    pub(crate) fn trench_of(&self, side: &str, square: Square) -> bool {
        self.trenches.iter().any(|t| t.side == side && t.squares.contains(&square))
    }
}

/// The tables of an array of tables.
pub(crate) fn tables<'a>(file: &'a Table, key: &str) -> impl Iterator<Item = &'a Table> {
    file.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_table)
}

fn layer(value: Option<&Value>) -> Vec<(Square, char)> {
    let text = value.and_then(Value::as_str).unwrap_or("");
    let mut squares = Vec::new();
    for (row, line) in (0..).zip(text.lines().filter(|l| !l.is_empty())) {
        for (column, letter) in (0..).zip(line.chars()) {
            squares.push((Square { row, column }, letter));
        }
    }
    squares
}
