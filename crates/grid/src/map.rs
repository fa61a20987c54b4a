//! The map: squares and their terrain, roads, rivers, trenches, edges.
//!
//! Big Push 7.1, Verdun 12.3. Everything that does not change in play is worked out once, when the pack is read:
//! the eight neighbours of each square and what a step to each costs.

use serde::Deserialize;

use crate::square::{Direction, Square, Squares};
use crate::units::Side;

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
        ["town", "woods", "marsh", "ridge", "hill", "defence works", "fort", "start trench"][self as usize]
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
    /// The same row by row from the north-west, one byte for each neighbour: see [`crate::search`].
    pub(crate) rings: Vec<u64>,
    /// What a step from each of its neighbours into a square costs, in the same order.
    pub(crate) arrivals: Vec<u64>,
    /// What leads from the number of a square to those around it, in the same order.
    pub(crate) beside: [u16; 8],
    /// The cheapest step out of each square.
    pub(crate) cheapest: Vec<u8>,
    /// The squares that every step can leave.
    pub(crate) unbarred: Squares,
    /// The squares that a step in each direction can leave.
    pub(crate) exits: [Squares; 8],
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
    pub(crate) not_first_column: Squares,
    pub(crate) not_last_column: Squares,
    /// The squares within one, two and three steps of each, which are asked for most.
    pub(crate) discs: [Vec<Squares>; 3],
}

impl Map {
    /// The column and row of a square, from 0.
    #[inline]
    pub fn position(&self, square: Square) -> (i16, i16) {
        let columns = u16::from(self.columns);
        ((square.0 % columns) as i16, (square.0 / columns) as i16)
    }

    /// The square at a column and row, if it is on the map.
    #[inline]
    pub fn at(&self, column: i16, row: i16) -> Square {
        if (0..i16::from(self.columns)).contains(&column) && (0..i16::from(self.rows)).contains(&row) {
            Square(row as u16 * u16::from(self.columns) + column as u16)
        } else {
            Square::NONE
        }
    }

    /// Distance runs diagonally as well: the longer of the two differences (Big Push 6.3.1, Verdun 8.3.1).
    #[inline]
    pub fn distance(&self, a: Square, b: Square) -> u8 {
        let ((a_column, a_row), (b_column, b_row)) = (self.position(a), self.position(b));
        (a_column - b_column).abs().max((a_row - b_row).abs()) as u8
    }

    /// The neighbour in a direction, or [`Square::NONE`].
    #[inline]
    pub fn neighbour(&self, square: Square, direction: Direction) -> Square {
        self.neighbours.get(square.index()).map_or(Square::NONE, |row| row[direction.index()])
    }

    /// The neighbours of a square with their directions.
    #[inline]
    pub fn around(&self, square: Square) -> impl Iterator<Item = (Direction, Square)> + use<> {
        let row = self.neighbours.get(square.index()).copied().unwrap_or([Square::NONE; 8]);
        Direction::all().map(move |d| (d, row[d.index()])).filter(|(_, square)| square.is_some())
    }

    /// The direction from a square to its neighbour.
    pub fn direction(&self, from: Square, to: Square) -> Option<Direction> {
        self.around(from).find(|(_, square)| *square == to).map(|(direction, _)| direction)
    }

    /// Whether a unit can pass between two neighbouring squares at all.
    #[inline]
    pub fn passable(&self, from: Square, direction: Direction) -> bool {
        self.steps.get(from.index()).is_some_and(|steps| steps[direction.index()] != BLOCKED)
    }

    /// Every square at most one step away from the set, and the set itself.
    #[inline]
    pub fn spread(&self, set: Squares) -> Squares {
        set.spread(usize::from(self.columns), &self.not_first_column, &self.not_last_column) & self.all
    }

    /// Every square next to one of the set.
    #[inline]
    pub fn next_to(&self, set: Squares) -> Squares {
        let beside = (set & self.not_last_column).up(1) | (set & self.not_first_column).down(1);
        let (wide, columns) = (set | beside, usize::from(self.columns));
        (beside | wide.up(columns) | wide.down(columns)) & self.all
    }

    /// The set and every square that one step from it enters.
    pub fn step_from(&self, set: Squares) -> Squares {
        let barred = set - self.unbarred;
        Direction::all().fold(self.spread(set & self.unbarred) | set, |wider, direction| {
            if barred.is_empty() {
                return wider;
            }
            wider | self.shifted(barred & self.exits[direction.index()], direction)
        })
    }

    /// The neighbours of a set in one direction.
    #[inline]
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

    /// The squares of so many rows, from the north.
    pub fn first_rows(&self, rows: u8) -> Squares {
        let count = usize::from(rows) * usize::from(self.columns);
        let mut first = self.all;
        for (index, word) in first.0.iter_mut().enumerate() {
            let kept = count.saturating_sub(64 * index);
            if kept < 64 {
                *word &= (1 << kept) - 1;
            }
        }
        first
    }

    /// Every square within a distance.
    pub fn disc(&self, centre: Square, radius: u8) -> Squares {
        let known =
            self.discs.get(usize::from(radius).wrapping_sub(1)).and_then(|discs| discs.get(centre.index()));
        known.copied().unwrap_or_else(|| self.disc_of(centre, radius))
    }

    fn disc_of(&self, centre: Square, radius: u8) -> Squares {
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

    /// The squares between two opposite corners, both included.
    pub fn between(&self, corners: [Square; 2]) -> Squares {
        let [(a_column, a_row), (b_column, b_row)] = corners.map(|corner| self.position(corner));
        let (columns, rows) =
            (a_column.min(b_column)..=a_column.max(b_column), a_row.min(b_row)..=a_row.max(b_row));
        let inside = |square: &Square| {
            let (column, row) = self.position(*square);
            columns.contains(&column) && rows.contains(&row)
        };
        self.all.iter().filter(inside).collect()
    }

    /// The same map without what lies outside some squares: its edges are where they end. A square keeps its number,
    /// its name and its place in the picture.
    pub(crate) fn within(&self, inside: Squares) -> Map {
        let mut map = self.clone();
        map.all = self.all & inside;
        map.edges = [Squares::EMPTY; 4];
        for square in self.all.iter() {
            for direction in Direction::all() {
                let (here, toward) = (square.index(), direction.index());
                if !inside.contains(square) || !inside.contains(self.neighbours[here][toward]) {
                    map.neighbours[here][toward] = Square::NONE;
                    map.steps[here][toward] = BLOCKED;
                }
            }
        }
        for edge in Edge::ALL {
            let ends = |square: &Square| !map.neighbour(*square, edge.direction()).is_some();
            map.edges[edge as usize] = map.all.iter().filter(ends).collect();
        }
        map.trench = self.trench.map(|squares| squares & inside);
        map.index_steps();
        map
    }

    /// Puts the costs of the steps into the order in which they are searched, and notes what is near each square.
    pub(crate) fn index_steps(&mut self) {
        let squares = || (0..self.names.len() as u16).map(Square);
        self.discs = [1, 2, 3].map(|radius| squares().map(|square| self.disc_of(square, radius)).collect());
        self.rings = self.steps.iter().map(crate::search::ring).collect();
        let into = |square: Square| {
            std::array::from_fn(|index| {
                let direction = Direction(index as u8);
                let from = self.neighbour(square, direction);
                self.steps.get(from.index()).map_or(BLOCKED, |steps| steps[direction.opposite().index()])
            })
        };
        let squares = (0..self.names.len() as u16).map(Square);
        self.arrivals = squares.map(|square| crate::search::ring(&into(square))).collect();
        self.cheapest =
            self.rings.iter().map(|ring| ring.to_le_bytes().into_iter().fold(u8::MAX, u8::min)).collect();
    }

    /// Whether a square holds a terrain.
    #[inline]
    pub fn has(&self, square: Square, terrain: Terrain) -> bool {
        self.terrain[terrain as usize].contains(square)
    }

    /// The terrain of a square.
    pub fn terrain(&self, square: Square) -> impl Iterator<Item = Terrain> + '_ {
        Terrain::ALL.into_iter().filter(move |terrain| self.has(square, *terrain))
    }

    /// Whether the square is in any start trench.
    #[inline]
    pub fn in_trench(&self, square: Square) -> bool {
        self.has(square, Terrain::StartTrench)
    }

    /// The square of that name.
    pub fn find(&self, name: &str) -> Option<Square> {
        let letter = name.bytes().next()?.to_ascii_uppercase().checked_sub(b'A')?;
        let (letter, number) = (i16::from(letter), name.get(1..)?.parse::<u8>().ok()?.checked_sub(1)?);
        // Letters count columns on one map and rows on another.
        [self.at(letter, number.into()), self.at(number.into(), letter)]
            .into_iter()
            .find(|square| self.name(*square).eq_ignore_ascii_case(name))
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
        if from.is_empty() {
            return flood;
        }
        flood.within[0] = from;
        for step in 1..=usize::from(flood.limit) {
            flood.within[step] = flood.within[step - 1] | (self.spread(flood.within[step - 1]) & open);
        }
        flood
    }

    /// The number of steps from a set to a square over `open` squares, if it takes at most `limit`.
    pub fn steps_to(&self, from: Squares, open: Squares, limit: u8, to: Square) -> Option<u8> {
        let mut reached = from;
        for steps in 0..=limit {
            if reached.contains(to) {
                return Some(steps);
            }
            reached = reached | (self.spread(reached) & open);
        }
        None
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
    #[inline]
    pub fn distance(&self, square: Square) -> Option<u8> {
        (0..=self.limit).find(|step| self.within[usize::from(*step)].contains(square))
    }

    /// The squares within a number of steps.
    #[inline]
    pub fn within(&self, steps: u8) -> &Squares {
        &self.within[usize::from(steps.min(self.limit))]
    }
}
