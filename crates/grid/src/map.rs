//! The map: squares and their terrain, roads, rivers, trenches, edges.
//!
//! Big Push 7.1, Verdun 12.3. Everything that does not change in play is worked out once, when the pack is read:
//! the eight neighbours of each square and what a step to each costs.

use std::collections::BTreeMap;

use engine::pack::PackError;
use serde::Deserialize;

use crate::charts::Charts;
use crate::square::{Direction, SQUARES, Square, Squares};
use crate::units::{Nation, Side};

const FILE: &str = "map.toml";

/// A step that no unit can take.
pub const BLOCKED: u8 = u8::MAX;

/// The kinds of terrain a square may hold, apart from clear ground.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Terrain {
    /// Houses.
    Town,
    /// Trees.
    Woods,
    /// Wet ground.
    Marsh,
    /// High ground.
    Ridge,
    /// A hill with a name.
    Hill,
    /// Works of concrete.
    DefenseWorks,
    /// A fort.
    Fort,
    /// The trenches of the first day.
    StartTrench,
}

impl Terrain {
    /// All of them.
    pub const ALL: [Terrain; 8] = [
        Terrain::Town,
        Terrain::Woods,
        Terrain::Marsh,
        Terrain::Ridge,
        Terrain::Hill,
        Terrain::DefenseWorks,
        Terrain::Fort,
        Terrain::StartTrench,
    ];

    /// In words.
    pub fn name(self) -> &'static str {
        ["town", "woods", "marsh", "ridge", "hill", "defense works", "fort", "start trench"][self as usize]
    }
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Edge {
    /// The top.
    North,
    /// The right.
    East,
    /// The bottom.
    South,
    /// The left.
    West,
}

impl Edge {
    /// All four.
    pub const ALL: [Edge; 4] = [Edge::North, Edge::East, Edge::South, Edge::West];

    /// The direction that leads to it.
    pub fn direction(self) -> Direction {
        Direction::SIDES[self as usize]
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        self.direction().name()
    }
}

/// A road, railway, river or trench as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name.
    pub name: String,
    /// `major`, `minor`, `railway`, `barrier`, `stream`, `canal`, `interest`, or the nation of a trench.
    pub class: String,
    /// The squares it runs through.
    pub squares: Vec<Square>,
    /// Its course in squares from the north-west corner, where it is known more exactly.
    pub course: Vec<(f32, f32)>,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// `town`, `wood`, `ridge`, `landmark`, …
    pub kind: String,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// What does not change on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Squares from west to east.
    pub columns: u8,
    /// Squares from north to south.
    pub rows: u8,
    /// The name of each square.
    pub names: Vec<String>,
    /// All squares.
    pub all: Squares,
    /// The eight neighbours of each square, by direction.
    pub neighbours: Vec<[Square; 8]>,
    /// What a step in each direction costs, in half points; [`BLOCKED`] where the river bars it.
    pub steps: Vec<[u8; 8]>,
    /// For each direction, how far it moves a square's number, and the squares that a step in it enters at each cost,
    /// in half points.
    pub ways: [(i32, Vec<(u8, Squares)>); 8],
    /// What entering the map at each square costs, in half points.
    pub entry: Vec<u8>,
    /// The squares of each terrain.
    pub terrain: [Squares; 8],
    /// The bank of the barrier river that each square belongs to.
    pub bank: Vec<u8>,
    /// The names of the banks.
    pub banks: Vec<String>,
    /// The squares of streams that shift assaults.
    pub stream: Squares,
    /// Pairs of neighbouring stream squares along one stream.
    pub along_stream: Vec<(Square, Square)>,
    /// Steps over the barrier river at its crossings.
    pub crossings: Vec<(Square, Square)>,
    /// The start trench of each side.
    pub trench: [Squares; 2],
    /// The squares of each edge.
    pub edges: [Squares; 4],
    /// The home edge of each side.
    pub home: [Edge; 2],
    /// Places with names.
    pub places: Vec<Place>,
    /// Roads, railways, rivers and trenches, for drawing.
    pub lines: Vec<Line>,
    not_first_column: Squares,
    not_last_column: Squares,
}

impl Map {
    /// The column and row of a square, from 0.
    pub fn position(&self, square: Square) -> (i16, i16) {
        let columns = u16::from(self.columns);
        ((square.0 % columns) as i16, (square.0 / columns) as i16)
    }

    /// The square at a column and row, if it is on the map.
    pub fn at(&self, column: i16, row: i16) -> Square {
        if (0..i16::from(self.columns)).contains(&column) && (0..i16::from(self.rows)).contains(&row) {
            Square(row as u16 * u16::from(self.columns) + column as u16)
        } else {
            Square::NONE
        }
    }

    /// Distance runs diagonally as well: the longer of the two differences (Big Push 6.3.1, Verdun 8.3.1).
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        let ((a_column, a_row), (b_column, b_row)) = (self.position(a), self.position(b));
        (a_column - b_column).abs().max((a_row - b_row).abs()) as u8
    }

    /// The neighbour in a direction, or [`Square::NONE`].
    pub fn neighbour(&self, square: Square, direction: Direction) -> Square {
        self.neighbours[square.index()][direction.index()]
    }

    /// The neighbours of a square with their directions.
    pub fn around(&self, square: Square) -> impl Iterator<Item = (Direction, Square)> + use<> {
        let row = self.neighbours[square.index()];
        Direction::all().map(move |d| (d, row[d.index()])).filter(|(_, square)| square.is_some())
    }

    /// The direction from a square to its neighbour.
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        self.around(from).find(|(_, square)| *square == to).map(|(direction, _)| direction)
    }

    /// Whether a unit can pass between two neighbouring squares at all.
    pub fn passable(&self, from: Square, direction: Direction) -> bool {
        self.steps[from.index()][direction.index()] != BLOCKED
    }

    /// Every square at most one step away from the set, and the set itself.
    pub fn spread(&self, set: Squares) -> Squares {
        let wide = set | (set & self.not_last_column).up(1) | (set & self.not_first_column).down(1);
        let columns = usize::from(self.columns);
        (wide | wide.up(columns) | wide.down(columns)) & self.all
    }

    /// The set and every square that one step from it enters.
    pub fn step_from(&self, set: Squares) -> Squares {
        let mut wider = set;
        for (direction, (_, ways)) in self.ways.iter().enumerate() {
            let moved = self.shifted(set, Direction(direction as u8));
            for (_, entered) in ways {
                wider = wider | (moved & *entered);
            }
        }
        wider
    }

    /// The neighbours of a set in one direction.
    pub fn shifted(&self, set: Squares, direction: Direction) -> Squares {
        let inside = match direction.delta().0 {
            1 => set & self.not_last_column,
            -1 => set & self.not_first_column,
            _ => set,
        };
        let (right, down) = direction.delta();
        let by = down * i16::from(self.columns) + right;
        let moved = if by >= 0 { inside.up(by as usize) } else { inside.down(by.unsigned_abs() as usize) };
        moved & self.all
    }

    /// Every square within a distance.
    pub fn disc(&self, centre: Square, radius: u8) -> Squares {
        let (column, row) = self.position(centre);
        let radius = i16::from(radius);
        let (first, last) = ((column - radius).max(0), (column + radius).min(i16::from(self.columns) - 1));
        let run = (1u64 << (last - first + 1)) - 1;
        let mut disc = Squares::EMPTY;
        for row in (row - radius).max(0)..=(row + radius).min(i16::from(self.rows) - 1) {
            let bit = row as usize * usize::from(self.columns) + first as usize;
            disc.0[bit / 64] |= run << (bit % 64);
            if bit % 64 + (last - first) as usize >= 64 {
                disc.0[bit / 64 + 1] |= run >> (64 - bit % 64);
            }
        }
        disc
    }

    /// Whether a square holds a terrain.
    pub fn has(&self, square: Square, terrain: Terrain) -> bool {
        self.terrain[terrain as usize].contains(square)
    }

    /// The terrain of a square.
    pub fn terrain(&self, square: Square) -> impl Iterator<Item = Terrain> + '_ {
        Terrain::ALL.into_iter().filter(move |terrain| self.has(square, *terrain))
    }

    /// Whether the square is in any start trench.
    pub fn in_trench(&self, square: Square) -> bool {
        self.has(square, Terrain::StartTrench)
    }

    /// The square of that name.
    pub fn find(&self, name: &str) -> Option<Square> {
        self.names.iter().position(|known| known.eq_ignore_ascii_case(name)).map(|index| Square(index as u16))
    }

    /// The name of a square.
    pub fn name(&self, square: Square) -> &str {
        self.names.get(square.index()).map_or("-", String::as_str)
    }

    /// How far a square lies from a side's home edge.
    pub fn depth(&self, side: Side, square: Square) -> i16 {
        let (column, row) = self.position(square);
        match self.home[side.index()] {
            Edge::North => row,
            Edge::East => i16::from(self.columns) - 1 - column,
            Edge::South => i16::from(self.rows) - 1 - row,
            Edge::West => column,
        }
    }

    /// The squares of a side's home edge.
    pub fn home_squares(&self, side: Side) -> Squares {
        self.edges[self.home[side.index()] as usize]
    }

    /// The direction toward the enemy's home: what a side faces unless it says otherwise.
    pub fn front(&self, side: Side) -> Direction {
        self.home[side.index()].direction().opposite()
    }

    /// Squares that can be reached from `from` within `limit` steps over `open` squares: one set per step.
    pub fn flood(&self, from: Squares, open: Squares, limit: u8) -> Flood {
        let mut flood = Flood { within: [Squares::EMPTY; 12], limit: limit.min(11) };
        flood.within[0] = from;
        for step in 1..=usize::from(flood.limit) {
            flood.within[step] = flood.within[step - 1] | (self.spread(flood.within[step - 1]) & open);
        }
        flood
    }
}

/// What [`Map::flood`] reached, step by step.
#[derive(Clone, Copy, Debug)]
pub struct Flood {
    within: [Squares; 12],
    limit: u8,
}

impl Flood {
    /// The number of steps to a square, if it was reached.
    pub fn distance(&self, square: Square) -> Option<u8> {
        (0..=self.limit).find(|step| self.within[usize::from(*step)].contains(square))
    }

    /// The squares within a number of steps.
    pub fn within(&self, steps: u8) -> &Squares {
        &self.within[usize::from(steps.min(self.limit))]
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawMap {
    grid: RawGrid,
    #[serde(default, rename = "transform")]
    _transform: toml::Table,
    layers: RawLayers,
    #[serde(default)]
    place: Vec<RawPlace>,
    #[serde(default)]
    road: Vec<RawLine>,
    #[serde(default)]
    railway: Vec<RawLine>,
    #[serde(default)]
    river: Vec<RawLine>,
    #[serde(default)]
    crossing: Vec<RawCrossing>,
    #[serde(default)]
    trench: Vec<RawTrench>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGrid {
    letters: Letters,
    columns: u8,
    rows: u8,
    #[serde(rename = "square_yards")]
    _square_yards: u16,
    edges: RawEdges,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum Letters {
    Columns,
    Rows,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEdges {
    allied: Edge,
    german: Edge,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLayers {
    legend: BTreeMap<char, Vec<Terrain>>,
    terrain: String,
    bank: String,
    banks: BTreeMap<char, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPlace {
    name: String,
    kind: String,
    squares: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLine {
    name: String,
    #[serde(default)]
    class: String,
    #[serde(default)]
    path: Vec<String>,
    #[serde(default)]
    squares: Vec<String>,
    #[serde(default)]
    course: Vec<(f32, f32)>,
    #[serde(rename = "source")]
    _source: String,
    #[serde(default, rename = "estimated")]
    _estimated: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCrossing {
    name: String,
    between: [String; 2],
    #[serde(rename = "source")]
    _source: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTrench {
    name: String,
    side: Side,
    nation: Nation,
    squares: Vec<String>,
    #[serde(default)]
    path: Vec<String>,
    #[serde(default, rename = "corners")]
    _corners: Vec<String>,
    #[serde(rename = "source")]
    _source: String,
    #[serde(default, rename = "squares_estimated")]
    _squares_estimated: bool,
    #[serde(default, rename = "squares_source")]
    _squares_source: String,
}

impl RawMap {
    /// Checks a raw map and works out its tables.
    pub(crate) fn check(self, charts: &Charts) -> Result<Map, PackError> {
        let (columns, rows) = (self.grid.columns, self.grid.rows);
        let count = usize::from(columns) * usize::from(rows);
        if count > SQUARES || columns == 0 || columns > 60 {
            return Err(PackError::new(FILE, "grid", format!("{columns} by {rows} squares are too many")));
        }
        let mut map = blank(&self.grid, count);
        let terrain = layer(&self.layers.terrain, "layers.terrain", columns, rows)?;
        for (index, letter) in terrain.iter().enumerate() {
            let kinds = self.layers.legend.get(letter).ok_or_else(|| {
                PackError::new(FILE, "layers.legend", format!("has no '{letter}', which layers.terrain uses"))
            })?;
            for kind in kinds {
                map.terrain[*kind as usize].insert(Square(index as u16));
            }
        }
        map.banks = self.layers.banks.values().cloned().collect();
        for letter in layer(&self.layers.bank, "layers.bank", columns, rows)? {
            let bank = self.layers.banks.keys().position(|known| *known == letter).ok_or_else(|| {
                PackError::new(FILE, "layers.banks", format!("has no '{letter}', which layers.bank uses"))
            })?;
            map.bank.push(bank as u8);
        }
        self.places_and_trenches(&mut map)?;
        self.waters(&mut map)?;
        let mut roads = Vec::new();
        for road in &self.road {
            let squares = path(&map, &road.path, &road.name)?;
            roads.push((road.class == "major", squares.clone()));
            map.lines.push(line(road, &road.class, squares));
        }
        for rail in &self.railway {
            let squares = path(&map, &rail.path, &rail.name)?;
            map.lines.push(line(rail, "railway", squares));
        }
        step_costs(&mut map, charts, &roads);
        sort_steps(&mut map);
        Ok(map)
    }

    fn places_and_trenches(&self, map: &mut Map) -> Result<(), PackError> {
        for place in &self.place {
            let squares = squares(map, &place.squares, &place.name)?;
            let terrain = match place.kind.as_str() {
                "town" => Some(Terrain::Town),
                "fort" => Some(Terrain::Fort),
                "defense works" => Some(Terrain::DefenseWorks),
                _ => None,
            };
            if let Some(terrain) = terrain {
                for square in &squares {
                    map.terrain[terrain as usize].insert(*square);
                }
            }
            map.places.push(Place { name: place.name.clone(), kind: place.kind.clone(), squares });
        }
        for trench in &self.trench {
            let inside = squares(map, &trench.squares, &trench.name)?;
            for square in inside.iter().copied() {
                map.trench[trench.side.index()].insert(square);
                map.terrain[Terrain::StartTrench as usize].insert(square);
            }
            let drawn =
                if trench.path.is_empty() { inside } else { squares(map, &trench.path, &trench.name)? };
            map.lines.push(Line {
                name: trench.name.clone(),
                class: format!("trench {}", trench.nation.id()),
                squares: drawn,
                course: Vec::new(),
            });
        }
        Ok(())
    }

    fn waters(&self, map: &mut Map) -> Result<(), PackError> {
        for river in &self.river {
            let squares = squares(map, &river.squares, &river.name)?;
            if river.class == "stream" {
                for square in &squares {
                    map.stream.insert(*square);
                }
                map.along_stream.extend(squares.windows(2).map(|pair| (pair[0], pair[1])));
            }
            map.lines.push(line(river, &river.class, squares));
        }
        for crossing in &self.crossing {
            let ends = squares(map, &crossing.between, &crossing.name)?;
            if map.direction(ends[0], ends[1]).is_none() {
                return Err(PackError::new(FILE, &crossing.name, "does not join two neighbouring squares"));
            }
            map.crossings.push((ends[0], ends[1]));
            map.crossings.push((ends[1], ends[0]));
        }
        Ok(())
    }
}

fn blank(grid: &RawGrid, count: usize) -> Map {
    let (columns, rows) = (grid.columns, grid.rows);
    let names = (0..count)
        .map(|index| {
            let (column, row) = (index % usize::from(columns), index / usize::from(columns));
            let (letter, number) = match grid.letters {
                Letters::Columns => (column, row),
                Letters::Rows => (row, column),
            };
            format!("{}{}", char::from(b'A' + letter as u8), number + 1)
        })
        .collect();
    let mut map = Map {
        columns,
        rows,
        names,
        all: (0..count).map(|index| Square(index as u16)).collect(),
        neighbours: Vec::new(),
        steps: Vec::new(),
        ways: std::array::from_fn(|index| {
            let (right, down) = Direction(index as u8).delta();
            (i32::from(down) * i32::from(columns) + i32::from(right), Vec::new())
        }),
        entry: Vec::new(),
        terrain: [Squares::EMPTY; 8],
        bank: Vec::new(),
        banks: Vec::new(),
        stream: Squares::EMPTY,
        along_stream: Vec::new(),
        crossings: Vec::new(),
        trench: [Squares::EMPTY; 2],
        edges: [Squares::EMPTY; 4],
        home: [grid.edges.allied, grid.edges.german],
        places: Vec::new(),
        lines: Vec::new(),
        not_first_column: Squares::EMPTY,
        not_last_column: Squares::EMPTY,
    };
    for square in map.all.iter() {
        let (column, row) = map.position(square);
        let mut around = [Square::NONE; 8];
        for direction in Direction::all() {
            let (right, down) = direction.delta();
            around[direction.index()] = map.at(column + right, row + down);
        }
        map.neighbours.push(around);
        map.not_first_column.set(square, column > 0);
        map.not_last_column.set(square, column + 1 < i16::from(columns));
        for edge in Edge::ALL {
            if !around[edge.direction().index()].is_some() {
                map.edges[edge as usize].insert(square);
            }
        }
    }
    map
}

/// A unit pays the single highest cost of a mixed square, or the rate of a road it follows
/// (Big Push 7.2, 7.2.3; Verdun 12.3).
fn step_costs(map: &mut Map, charts: &Charts, roads: &[(bool, Vec<Square>)]) {
    for square in map.all.iter() {
        let mut costs = [BLOCKED; 8];
        for (direction, to) in map.around(square) {
            let crosses = map.bank[square.index()] != map.bank[to.index()];
            if crosses && !map.crossings.contains(&(square, to)) {
                continue;
            }
            let mut cost = terrain_cost(map, charts, to, direction.is_straight());
            let trench = charts.roads.trench_cancels && map.in_trench(to);
            for (major, road) in roads {
                let follows =
                    road.windows(2).any(|pair| pair == [square, to] || pair == [to, square]) && !trench;
                if follows {
                    let rate = if *major { charts.roads.major } else { charts.roads.minor };
                    cost = cost.min(if direction.is_straight() { rate.straight } else { rate.diagonal });
                }
            }
            costs[direction.index()] = cost;
        }
        map.steps.push(costs);
        let on_road =
            |wanted: bool| roads.iter().any(|(major, road)| *major == wanted && road.contains(&square));
        let entry = terrain_cost(map, charts, square, true);
        map.entry.push(match (on_road(true), on_road(false)) {
            (true, _) => entry.min(charts.roads.major.straight),
            (false, true) => entry.min(charts.roads.minor.straight),
            (false, false) => entry,
        });
    }
}

/// Sorts all steps by direction and cost, so that a search can take them by the set.
fn sort_steps(map: &mut Map) {
    for square in map.all.iter() {
        for (direction, to) in map.around(square) {
            let cost = map.steps[square.index()][direction.index()];
            if cost == BLOCKED {
                continue;
            }
            let ways = &mut map.ways[direction.index()].1;
            match ways.iter_mut().find(|(known, _)| *known == cost) {
                Some((_, entered)) => entered.insert(to),
                None => ways.push((cost, Squares::one(to))),
            }
        }
    }
}

fn terrain_cost(map: &Map, charts: &Charts, square: Square, straight: bool) -> u8 {
    let of = |line: &crate::charts::TerrainLine| if straight { line.straight } else { line.diagonal };
    map.terrain(square)
        .map(|terrain| of(charts.terrain.line(terrain)))
        .fold(of(&charts.terrain.clear), u8::max)
}

fn layer(text: &str, key: &str, columns: u8, rows: u8) -> Result<Vec<char>, PackError> {
    let lines: Vec<&str> = text.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    if lines.len() != usize::from(rows) {
        return Err(PackError::new(FILE, key, format!("has {} rows instead of {rows}", lines.len())));
    }
    for (row, line) in lines.iter().enumerate() {
        if line.chars().count() != usize::from(columns) {
            return Err(PackError::new(FILE, key, format!("row {} is not {columns} squares long", row + 1)));
        }
    }
    Ok(lines.iter().flat_map(|line| line.chars()).collect())
}

fn squares(map: &Map, names: &[String], key: &str) -> Result<Vec<Square>, PackError> {
    names
        .iter()
        .map(|name| {
            map.find(name).ok_or_else(|| PackError::new(FILE, key, format!("there is no square {name}")))
        })
        .collect()
}

fn path(map: &Map, names: &[String], key: &str) -> Result<Vec<Square>, PackError> {
    let path = squares(map, names, key)?;
    for pair in path.windows(2) {
        if map.direction(pair[0], pair[1]).is_none() {
            let (from, to) = (map.name(pair[0]), map.name(pair[1]));
            return Err(PackError::new(FILE, key, format!("jumps from {from} to {to}")));
        }
    }
    Ok(path)
}

fn line(raw: &RawLine, class: &str, squares: Vec<Square>) -> Line {
    Line { name: raw.name.clone(), class: class.to_owned(), squares, course: raw.course.clone() }
}
