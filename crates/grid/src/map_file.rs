//! The map file: read, checked, and worked out into tables.

use std::collections::BTreeMap;

use engine::pack::PackError;
use serde::Deserialize;

use crate::charts::{Charts, TerrainLine};
use crate::map::{BLOCKED, Edge, Line, Map, Place, Terrain};
use crate::square::{Direction, SQUARES, Square, Squares};
use crate::units::{Nation, Side};

const FILE: &str = "map.toml";

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
        rings: Vec::new(),
        arrivals: Vec::new(),
        beside: crate::search::beside(columns),
        cheapest: Vec::new(),
        discs: [const { Vec::new() }; 3],
        unbarred: Squares::EMPTY,
        exits: [Squares::EMPTY; 8],
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
        map.unbarred.insert(square);
        for (direction, to) in map.around(square) {
            let crosses = map.bank[square.index()] != map.bank[to.index()];
            if !crosses || map.crossings.contains(&(square, to)) {
                costs[direction.index()] = terrain_cost(map, charts, to, direction.is_straight());
                map.exits[direction.index()].insert(square);
            } else {
                map.unbarred.set(square, false);
            }
        }
        map.steps.push(costs);
        map.entry.push(terrain_cost(map, charts, square, true));
    }
    for (major, road) in roads {
        let rate = if *major { charts.roads.major } else { charts.roads.minor };
        for square in road {
            let entry = &mut map.entry[square.index()];
            *entry = rate.straight.min(*entry);
        }
        let there = road.windows(2).map(|pair| (pair[0], pair[1]));
        for (from, to) in there.flat_map(|(from, to)| [(from, to), (to, from)]) {
            let trench = charts.roads.trench_cancels && map.in_trench(to);
            let Some(direction) = map.direction(from, to).filter(|_| !trench) else { continue };
            let cost = &mut map.steps[from.index()][direction.index()];
            if *cost != BLOCKED {
                *cost = (*cost).min(if direction.is_straight() { rate.straight } else { rate.diagonal });
            }
        }
    }
    map.index_steps();
}

fn terrain_cost(map: &Map, charts: &Charts, square: Square, straight: bool) -> u8 {
    let of = |line: &TerrainLine| if straight { line.straight } else { line.diagonal };
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
