//! How a line that is given as squares becomes a natural curve.
//!
//! A line crosses from square to square at one point of their common edge or corner, always the same for the same
//! pair of squares and kind of line, so that what runs together is drawn together, and what only runs beside it
//! (a railway beside a road beside a brook) keeps its own lane.

use std::collections::{BTreeMap, BTreeSet};

use super::{GridMap, SIZE, Square};
use crate::Point;
use crate::ink::noise;

/// Which lane a kind of line keeps, as a shift along the edge it crosses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lane {
    Water,
    Canal,
    Road,
    Rail,
}

impl Lane {
    const fn shift(self) -> f64 {
        match self {
            Self::Water => -17.0,
            Self::Canal => -27.0,
            Self::Road => 0.0,
            Self::Rail => 16.0,
        }
    }

    const fn purpose(self) -> u64 {
        match self {
            Self::Water => 61,
            Self::Canal => 62,
            Self::Road => 63,
            Self::Rail => 64,
        }
    }
}

/// The points at which roads meet, and where villages stand.
#[derive(Clone, Debug)]
pub(super) struct Lanes {
    columns: u16,
    rows: u16,
    /// Squares in which a road goes through the square's own point: towns and junctions.
    nodes: BTreeSet<Square>,
    towns: BTreeSet<Square>,
}

impl Lanes {
    pub(super) fn of(map: &GridMap) -> Self {
        let towns: BTreeSet<Square> = map.towns.iter().flat_map(|town| &town.squares).copied().collect();
        let mut visits: BTreeMap<Square, usize> = BTreeMap::new();
        for road in &map.roads {
            for square in &road.path {
                *visits.entry(*square).or_default() += 1;
            }
            for end in [road.path.first(), road.path.last()].into_iter().flatten() {
                *visits.entry(*end).or_default() += 1;
            }
        }
        let mut nodes = towns.clone();
        nodes.extend(visits.into_iter().filter(|(_, count)| *count > 1).map(|(square, _)| square));
        Self { columns: map.columns, rows: map.rows, nodes, towns }
    }

    /// The point of a square where roads meet and houses stand: near its middle, but not in a row with all others.
    pub(super) fn node(square: Square) -> Point {
        let (column, row) = (i64::from(square.column), i64::from(square.row));
        square.middle() + Point::new(noise::jitter(column, row, 51), noise::jitter(column, row, 52)) * 11.0
    }

    /// Where a line passes from one square to its neighbour.
    fn crossing(from: Square, to: Square, lane: Lane) -> Point {
        let (a, b) = (from.middle(), to.middle());
        let middle = a.towards(b, 0.5);
        let (dx, dy) = (b.x - a.x, b.y - a.y);
        let key = |first: u16, second: u16| i64::from(first) + i64::from(second) * 2;
        let (column, row) = (
            key(from.column.min(to.column), from.column.max(to.column)),
            key(from.row.min(to.row), from.row.max(to.row)),
        );
        let stray = noise::jitter(column, row, lane.purpose());
        if dx.abs() > 1.0 && dy.abs() > 1.0 {
            // Through the corner itself, or nearly: it must be clear which squares the line joins.
            let beside = if dx * dy > 0.0 { Point::new(-0.7, 0.7) } else { Point::new(0.7, 0.7) };
            return middle + beside * (lane.shift() * 0.42 + stray * 2.0);
        }
        let along = if dx.abs() > 1.0 { Point::new(0.0, 1.0) } else { Point::new(1.0, 0.0) };
        middle + along * (lane.shift() + stray * if lane == Lane::Road { 13.0 } else { 8.0 })
    }

    /// The points of a line through squares. Ends at the rim run off the map, unless a road ends in a town there.
    pub(super) fn points(&self, squares: &[Square], lane: Lane) -> Vec<Point> {
        let mut points = Vec::new();
        for (index, square) in squares.iter().enumerate() {
            let is_end = index == 0 || index + 1 == squares.len();
            if is_end || (lane == Lane::Road && self.nodes.contains(square)) {
                points.push(self.stop(*square, lane));
            } else if matches!(lane, Lane::Water | Lane::Canal) {
                points.push(meander(*square, squares[index - 1], squares[index + 1], lane));
            }
            if let Some(next) = squares.get(index + 1) {
                points.push(Self::crossing(*square, *next, lane));
            }
        }
        if let [first, second, ..] = *squares {
            self.run_off(&mut points, first, second, lane, true);
        }
        if let [.., second, last] = *squares {
            self.run_off(&mut points, last, second, lane, false);
        }
        points
    }

    fn stop(&self, square: Square, lane: Lane) -> Point {
        if lane == Lane::Road {
            return Self::node(square);
        }
        let aside = Point::new(0.5, 0.5) * lane.shift();
        if self.towns.contains(&square) { Self::node(square) + aside * 1.6 } else { square.middle() + aside }
    }

    fn run_off(&self, points: &mut Vec<Point>, end: Square, inner: Square, lane: Lane, at_start: bool) {
        if lane == Lane::Road && self.towns.contains(&end) {
            return;
        }
        let (right, bottom) = (f64::from(self.columns) * SIZE, f64::from(self.rows) * SIZE);
        let here = if at_start { points[0] } else { points[points.len() - 1] };
        let heading = end.middle() - inner.middle();
        let rims = [
            (end.column == 0, Point::new(-2.0, here.y), Point::new(-1.0, 0.0)),
            (end.column + 1 == self.columns, Point::new(right + 2.0, here.y), Point::new(1.0, 0.0)),
            (end.row == 0, Point::new(here.x, -2.0), Point::new(0.0, -1.0)),
            (end.row + 1 == self.rows, Point::new(here.x, bottom + 2.0), Point::new(0.0, 1.0)),
        ];
        let best = rims
            .iter()
            .filter(|(touches, _, _)| *touches)
            .max_by(|a, b| a.2.dot(heading).total_cmp(&b.2.dot(heading)));
        // A line that ends while running along the rim really ends.
        let Some((_, rim, _)) = best.filter(|(_, _, outward)| outward.dot(heading) > 1.0) else { return };
        let exit = *rim + heading.unit() * 6.0;
        if at_start {
            points.insert(0, exit);
        } else {
            points.push(exit);
        }
    }
}

/// A point inside a square for water to swing through.
fn meander(square: Square, before: Square, after: Square, lane: Lane) -> Point {
    let (column, row) = (i64::from(square.column), i64::from(square.row));
    let way = (after.middle() - before.middle()).unit();
    let entry = Lanes::crossing(before, square, lane);
    let exit = Lanes::crossing(square, after, lane);
    let swing =
        noise::jitter(column, row, lane.purpose() + 10) * if lane == Lane::Canal { 2.0 } else { 15.0 };
    // Half way between the straight line and the middle of the square: bends are cut, but not flattened.
    entry.towards(exit, 0.5).towards(square.middle(), 0.25) + way.right() * swing
}
