//! Water, railways, roads and trenches.

use std::fmt::Write;

use super::draw::Sketch;
use super::lanes::Lane;
use super::{GridMap, RiverClass, RoadClass, SIZE, Square, Trench};
use crate::ink::strokes::{crenellate, hatch};
use crate::ink::{Curve, Path, Point, Rect, Side, nearest_on, side_of, smooth};

/// A watercourse as drawn.
#[derive(Clone, Debug)]
pub(super) struct Course {
    pub(super) class: RiverClass,
    pub(super) name: String,
    pub(super) curve: Curve,
    pub(super) line: Vec<Point>,
}

/// All watercourses of a map.
pub(super) fn courses(map: &GridMap, sketch: &Sketch) -> Vec<Course> {
    map.rivers
        .iter()
        .map(|river| {
            let points = if !river.course.is_empty() {
                river.course.iter().map(|point| *point * SIZE).collect()
            } else if let Some(main) = beside(map, river) {
                let line =
                    smooth(&main.iter().map(|point| *point * SIZE).collect::<Vec<_>>(), false).flatten(3);
                shifted(&line, 15.0)
            } else {
                let lane = if river.class == RiverClass::Canal { Lane::Canal } else { Lane::Water };
                sketch.lanes.points(&river.squares, lane)
            };
            let curve = smooth(&points, false);
            let line = curve.flatten(8);
            Course { class: river.class, name: river.name.clone(), curve, line }
        })
        .collect()
}

/// The course of the major river that a canal runs beside, if most of their squares are the same.
fn beside<'a>(map: &'a GridMap, canal: &super::River) -> Option<&'a Vec<Point>> {
    if canal.class != RiverClass::Canal {
        return None;
    }
    map.rivers.iter().filter(|river| !river.course.is_empty()).map(|river| (river, &river.course)).find_map(
        |(river, course)| {
            let shared = canal.squares.iter().filter(|square| river.squares.contains(square)).count();
            (shared * 10 > canal.squares.len() * 8).then_some(course)
        },
    )
}

/// A line moved to its left, thinned so that tight bends do not fold over.
fn shifted(line: &[Point], by: f64) -> Vec<Point> {
    let last = line.len() - 1;
    let moved: Vec<Point> = (0..=last)
        .map(|index| {
            let way = line[(index + 1).min(last)] - line[index.saturating_sub(1)];
            line[index] - way.unit().right() * by
        })
        .filter(|point| {
            line.windows(2).all(|pair| nearest_on(pair[0], pair[1], *point).distance(*point) > by - 1.5)
        })
        .collect();
    moved.into_iter().step_by(2).collect()
}

pub(super) fn water(map: &GridMap, sketch: &mut Sketch, courses: &[Course]) {
    let mut out = closed_banks(map, courses);
    let of = |wanted: RiverClass| {
        let mut path = Path::fine();
        for course in courses.iter().filter(|course| course.class == wanted) {
            course.curve.add_to(&mut path);
        }
        path
    };
    let mut stroke = |path: &Path, class: &str, width: f64| {
        if !path.is_empty() {
            let _ =
                write!(out, "<path class=\"line {class}\" stroke-width=\"{width}\" d=\"{}\"/>", path.data());
        }
    };
    let (streams, minor) = (of(RiverClass::Stream), of(RiverClass::Minor));
    let (canals, major) = (of(RiverClass::Canal), of(RiverClass::Major));
    stroke(&streams, "bank", 2.6);
    stroke(&minor, "bank", 6.4);
    stroke(&canals, "canal", 5.6);
    stroke(&canals, "canal-bed", 2.6);
    // All casings before all hearts, so that a tributary opens into its river.
    stroke(&major, "bank", 19.0);
    stroke(&minor, "stream", 3.8);
    stroke(&major, "stream", 15.0);
    stroke(&major, "bank flow", 0.8);
    sketch.put("water", &out);
}

fn closed_banks(map: &GridMap, courses: &[Course]) -> String {
    let Some(river) = courses.iter().find(|course| course.class == RiverClass::Major) else {
        return String::new();
    };
    let mut path = Path::coarse();
    for bank in &map.closed_banks {
        let middle = bank.square.middle();
        let near: Vec<Point> = {
            let reach = Rect::around(middle, SIZE * 3.0, SIZE * 3.0);
            river.line.iter().copied().filter(|point| reach.holds(*point)).collect()
        };
        if near.len() < 2 {
            continue;
        }
        hatch(&mut path, &Rect::around(middle, SIZE, SIZE), 11.0, |point| {
            let (distance, side) = side_of(&near, point);
            side != bank.open && distance > 8.0
        });
    }
    if path.is_empty() { String::new() } else { format!("<path class=\"closed\" d=\"{}\"/>", path.data()) }
}

pub(super) fn railways(map: &GridMap, sketch: &mut Sketch) {
    let mut path = Path::fine();
    for railway in &map.railways {
        let curve = smooth(&sketch.lanes.points(&railway.path, Lane::Rail), false);
        sketch.keep_clear(&curve, 10.0, 0.5);
        curve.add_to(&mut path);
    }
    if !path.is_empty() {
        let data = path.data();
        let svg =
            format!("<path class=\"line rail\" d=\"{data}\"/><path class=\"line sleeper\" d=\"{data}\"/>");
        sketch.put("railways", &svg);
    }
}

pub(super) fn roads(map: &GridMap, sketch: &mut Sketch, courses: &[Course]) {
    let mut out = String::new();
    let (mut minor, mut major) = (Path::fine(), Path::fine());
    let mut lines = Vec::new();
    for road in &map.roads {
        let curve = smooth(&sketch.lanes.points(&road.path, Lane::Road), false);
        sketch.keep_clear(&curve, 11.0, if road.class == RoadClass::Major { 0.7 } else { 0.35 });
        curve.add_to(if road.class == RoadClass::Major { &mut major } else { &mut minor });
        lines.push((road, curve.flatten(8)));
    }
    for (path, class) in [(&minor, "road-minor"), (&major, "road-major"), (&major, "road-heart")] {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"line {class}\" d=\"{}\"/>", path.data());
        }
    }
    for crossing in &map.crossings {
        let (from, to) = crossing.between;
        let river = courses.iter().find(|course| course.class == RiverClass::Major);
        let road = lines.iter().find(|(road, _)| {
            road.path
                .windows(2)
                .any(|pair| (pair[0], pair[1]) == (from, to) || (pair[1], pair[0]) == (from, to))
        });
        if let (Some(river), Some((_, road))) = (river, road) {
            let middle = from.middle().towards(to.middle(), 0.5);
            out.push_str(&bridge(&river.line, road, middle));
        }
    }
    sketch.put("roads", &out);
}

/// A bridge where a road crosses a river, nearest to a point.
fn bridge(river: &[Point], road: &[Point], near: Point) -> String {
    let mut best: Option<(f64, Point, Point)> = None;
    for pair in road.windows(2).filter(|pair| pair[0].distance(near) < SIZE * 1.1) {
        for reach in river.windows(2) {
            let gap = nearest_on(reach[0], reach[1], pair[0]).distance(pair[0]);
            let off = gap * 4.0 + pair[0].distance(near);
            if best.is_none_or(|(least, _, _)| off < least) {
                best = Some((off, pair[0].towards(pair[1], 0.5), (pair[1] - pair[0]).unit()));
            }
        }
    }
    let Some((_, middle, way)) = best else { return String::new() };
    let (along, across) = (way * 14.0, way.right());
    let mut deck = Path::fine();
    deck.polyline(&[middle - along, middle + along], false);
    let mut rails = Path::fine();
    for side in [-1.0, 1.0] {
        let edge = across * (6.0 * side);
        let flare = across * (4.0 * side);
        rails.polyline(
            &[
                middle - along * 1.35 + edge + flare,
                middle - along + edge,
                middle + along + edge,
                middle + along * 1.35 + edge + flare,
            ],
            false,
        );
    }
    format!(
        "<path class=\"line bridge-deck\" d=\"{0}\"/><path class=\"line road-heart\" d=\"{0}\"/>\
         <path class=\"line bridge-rail\" d=\"{1}\"/>",
        deck.data(),
        rails.data()
    )
}

pub(super) fn trenches(map: &GridMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for trench in &map.trenches {
        let enemies: Vec<Point> = map
            .trenches
            .iter()
            .filter(|other| other.nation.is_enemy_of(trench.nation))
            .flat_map(|other| other.path.iter().map(|square| square.middle()))
            .collect();
        for part in unbroken(trench) {
            let line = smooth(&front(map, part, &enemies), false).flatten(10);
            if line.len() < 2 {
                continue;
            }
            let side = side_of_enemy(&line, &enemies);
            let data = crenellate(&line, 8.0, 7.5, side);
            sketch.placer.avoid_line(&line, 0.5);
            sketch.clearing.along(&line, 9.0);
            let word = trench.nation.word();
            let _ = write!(
                out,
                "<path class=\"trench-halo\" d=\"{data}\"/><path class=\"trench ink-{word}\" d=\"{data}\"/>"
            );
        }
    }
    sketch.put("trenches", &out);
}

/// The parts of a trench between its gaps.
fn unbroken(trench: &Trench) -> impl Iterator<Item = &[Square]> {
    trench.path.split(|square| trench.gaps.contains(square)).filter(|part| !part.is_empty())
}

/// The line of a trench, drawn towards the enemy within its squares.
fn front(map: &GridMap, squares: &[Square], enemies: &[Point]) -> Vec<Point> {
    let towards = |point: Point| {
        // Several enemies count, the near ones most; one alone would make the line jump.
        let mut pull = Point::default();
        for enemy in enemies {
            let way = *enemy - point;
            pull = pull + way.unit() * (1.0 / way.length().max(50.0).powi(3));
        }
        pull.unit()
    };
    let mut points = Vec::new();
    for (index, square) in squares.iter().enumerate() {
        let middle = square.middle();
        points.push(middle + towards(middle) * 27.0);
        if let Some(next) = squares.get(index + 1) {
            let edge = middle.towards(next.middle(), 0.5);
            let is_corner = square.column != next.column && square.row != next.row;
            points.push(edge + towards(edge) * if is_corner { 5.0 } else { 27.0 });
        }
    }
    extend_to_rim(map, squares, &mut points);
    points
}

fn extend_to_rim(map: &GridMap, squares: &[Square], points: &mut Vec<Point>) {
    let (right, bottom) = (f64::from(map.columns) * SIZE, f64::from(map.rows) * SIZE);
    let exit = |square: Square, point: Point, way: Point| -> Option<Point> {
        if square.row == 0 && way.y < -0.3 {
            Some(Point::new(point.x + way.x * 40.0, 0.0))
        } else if square.row + 1 == map.rows && way.y > 0.3 {
            Some(Point::new(point.x + way.x * 40.0, bottom))
        } else if square.column == 0 && way.x < -0.3 {
            Some(Point::new(0.0, point.y + way.y * 40.0))
        } else if square.column + 1 == map.columns && way.x > 0.3 {
            Some(Point::new(right, point.y + way.y * 40.0))
        } else {
            None
        }
    };
    if points.len() < 2 {
        return;
    }
    let last = points.len() - 1;
    let ends = [
        exit(squares[0], points[0], (points[0] - points[1]).unit()),
        exit(squares[squares.len() - 1], points[last], (points[last] - points[last - 1]).unit()),
    ];
    if let Some(point) = ends[1] {
        points.push(point);
    }
    if let Some(point) = ends[0] {
        points.insert(0, point);
    }
}

fn side_of_enemy(line: &[Point], enemies: &[Point]) -> Side {
    let right = enemies.iter().filter(|enemy| side_of(line, **enemy).1 == Side::Right).count();
    if right * 2 > enemies.len() { Side::Right } else { Side::Left }
}
