//! Towns, forts and works.

use std::fmt::Write;

use super::draw::Sketch;
use super::lanes::Lanes;
use super::{GridMap, Importance, NameKind, SIZE, Square};
use crate::ink::glyphs::{city, extent, houses, pentagon};
use crate::ink::{Path, Point, Rect, noise};

/// Where the works of a square stand: towards its upper right, out of the way of roads and names.
pub(super) fn work_point(square: Square) -> Point {
    square.middle() + Point::new(20.0, 18.0)
}

/// Where a fort stands. In a town it gives way to the houses.
pub(super) fn fort_point(map: &GridMap, square: Square) -> Point {
    let in_town = map.towns.iter().any(|town| town.squares.contains(&square));
    if in_town { square.middle() + Point::new(-8.0, 14.0) } else { square.middle() }
}

pub(super) fn towns(map: &GridMap, sketch: &mut Sketch) {
    let (mut small, mut large) = (Path::fine(), Path::fine());
    for town in &map.towns {
        if town.importance == Importance::City {
            let middles: Vec<Point> = town.squares.iter().map(|square| Lanes::node(*square)).collect();
            let seed = noise::seed(&town.name) % 4096;
            city(&mut large, &middles, size(town.importance).0, seed, |point| {
                sketch.clearing.is_free_by(point, 0.62)
            });
        }
        for square in &town.squares {
            let middle = Lanes::node(*square);
            let seed = i64::from(square.column) * 64 + i64::from(square.row);
            let street = street(map, *square);
            let (reach, count) = size(town.importance);
            if town.importance != Importance::City {
                houses(&mut small, middle, street, reach, count, seed);
            }
            let extent = room(map, *square, town.importance);
            sketch.placer.avoid(Rect::around(middle, extent.x * 1.8, extent.y * 1.8), 2.0);
            sketch.clearing.around(middle, reach + 4.0);
        }
    }
    let mut out = String::new();
    for (path, class) in [(&small, "house"), (&large, "house-large")] {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", path.data());
        }
    }
    forts(map, sketch, &mut out);
    works(map, sketch, &mut out);
    landmarks(map, sketch, &mut out);
    sketch.put("towns", &out);
}

/// How far a town's houses reach in a square, and how many there are.
const fn size(importance: Importance) -> (f64, usize) {
    match importance {
        Importance::Village => (16.0, 13),
        Importance::Town => (22.0, 24),
        Importance::City => (50.0, 0),
    }
}

/// The room that the houses of a square take up.
pub(super) fn room(map: &GridMap, square: Square, importance: Importance) -> Point {
    let reach = size(importance).0;
    if importance == Importance::City {
        return Point::new(reach, reach) * 1.06;
    }
    extent(street(map, square), reach)
}

/// The way the main road runs through a square.
fn street(map: &GridMap, square: Square) -> Point {
    let mut roads: Vec<_> = map.roads.iter().filter(|road| road.path.contains(&square)).collect();
    roads.sort_by_key(|road| std::cmp::Reverse(road.class));
    roads.first().map_or(Point::default(), |road| {
        let index = road.path.iter().position(|other| *other == square).unwrap_or(0);
        let before = road.path[index.saturating_sub(1)];
        let after = road.path[(index + 1).min(road.path.len() - 1)];
        after.middle() - before.middle()
    })
}

fn forts(map: &GridMap, sketch: &mut Sketch, out: &mut String) {
    let (mut walls, mut hearts) = (Path::fine(), Path::fine());
    for fort in &map.forts {
        let middle = fort_point(map, fort.square);
        let radius = if fort.citadel { 21.0 } else { 16.0 };
        pentagon(&mut walls, middle, radius);
        pentagon(&mut hearts, middle, radius * 0.52);
        sketch.placer.avoid(Rect::around(middle, radius * 2.1, radius * 2.0), 4.0);
        sketch.clearing.around(middle, radius + 5.0);
    }
    if !walls.is_empty() {
        let _ = write!(
            out,
            "<path class=\"fort\" d=\"{}\"/><path class=\"fort-heart\" d=\"{}\"/>",
            walls.data(),
            hearts.data()
        );
    }
}

fn works(map: &GridMap, sketch: &mut Sketch, out: &mut String) {
    let mut path = Path::fine();
    for square in map.works.iter().flat_map(|work| &work.squares) {
        let middle = work_point(*square);
        let shape = [(-13.0, 6.0), (-13.0, -2.0), (-6.0, -8.0), (6.0, -8.0), (13.0, -2.0), (13.0, 6.0)];
        let points: Vec<Point> = shape.iter().map(|(x, y)| middle + Point::new(*x, *y)).collect();
        path.polyline(&points, false);
        for (x, y) in [(-9.6, -5.0), (0.0, -8.0), (9.6, -5.0)] {
            let root = middle + Point::new(x, y);
            path.polyline(&[root, root + Point::new(x * 0.35, -5.0)], false);
        }
        sketch.placer.avoid(Rect::around(middle, 30.0, 22.0), 3.0);
        sketch.clearing.around(middle, 18.0);
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"work\" d=\"{}\"/>", path.data());
    }
}

/// Where a landmark's mark stands.
pub(super) fn landmark_point(map: &GridMap, square: Square) -> Point {
    let taken = map.towns.iter().any(|town| town.squares.contains(&square));
    let shift = if taken { Point::new(-26.0, -27.0) } else { Point::new(4.0, 10.0) };
    square.middle() + shift
}

fn landmarks(map: &GridMap, sketch: &mut Sketch, out: &mut String) {
    let mut path = Path::fine();
    for name in map.names.iter().filter(|name| name.kind == NameKind::Landmark) {
        let Some(square) = name.squares.first() else { continue };
        let middle = landmark_point(map, *square);
        let corner = |x: f64, y: f64| middle + Point::new(x, y) * (SIZE * 0.035);
        path.polyline(&[corner(-1.0, -1.0), corner(1.0, 1.0)], false);
        path.polyline(&[corner(-1.0, 1.0), corner(1.0, -1.0)], false);
        sketch.placer.avoid(Rect::around(middle, 10.0, 10.0), 3.0);
    }
    if !path.is_empty() {
        let _ = write!(out, "<path class=\"landmark\" d=\"{}\"/>", path.data());
    }
}
