//! Small drawn things: houses, flags, bridges, a horse's head.

use std::fmt::Write;

use super::{Path, Point, noise, number};

/// The houses of a village about a point, as filled rectangles; `count` houses within `reach`.
/// They line `street`, the direction of the main road, and scatter behind it. In their midst stands a church.
pub(crate) fn houses(path: &mut Path, middle: Point, street: Point, reach: f64, count: usize, seed: i64) {
    let street = if street.length() < 0.1 { Point::new(1.0, 0.25).unit() } else { street.unit() };
    let across = street.right();
    let depth = reach * 0.72;
    for index in 0..count as i64 {
        let random = |purpose: u64| noise::hash(seed, index, purpose);
        let side = if index % 2 == 0 { 1.0 } else { -1.0 };
        let share = ((index / 2) as f64 + 0.5) / (count as f64 / 2.0) * 2.0 - 1.0;
        let along = (share + 0.22 * (random(41) * 2.0 - 1.0)) * reach;
        // Most houses stand on the street; the others make the village as deep as it is round.
        let behind = if random(46) < 0.55 { 0.0 } else { random(42) * (1.0 - share * share).max(0.0).sqrt() };
        let corner = middle + street * along + across * (side * (5.2 + behind * (depth - 5.2)));
        let turned = if random(47) < 0.3 { across } else { street };
        let facing = (turned + turned.right() * (0.2 * (random(45) * 2.0 - 1.0))).unit();
        let (u, v) = (facing * (1.9 + 2.6 * random(43)), facing.right() * (1.5 + 1.1 * random(44)));
        path.polyline(&[corner - u - v, corner + u - v, corner + u + v, corner - u + v], true);
    }
    church(path, middle + across * 1.0 - street * (reach * 0.1));
}

/// The blocks of a city about its middles, cut by streets, by `keep` (roads, rails and rivers), and by its own
/// irregular edge.
pub(crate) fn city(path: &mut Path, middles: &[Point], reach: f64, seed: i64, keep: impl Fn(Point) -> bool) {
    let angle = noise::hash(seed, 1, 55);
    let (along, across) = (Point::new(angle.cos(), angle.sin()), Point::new(-angle.sin(), angle.cos()));
    let steps = ((reach * 1.2 + 110.0) / 7.0) as i64;
    for (number, middle) in middles.iter().enumerate() {
        for cell in 0..(2 * steps + 1).pow(2) {
            let (column, row) = (cell % (2 * steps + 1) - steps, cell / (2 * steps + 1) - steps);
            let random = |purpose: u64| noise::hash(column + seed, row, purpose);
            // Every fourth lane is a street.
            let spread = |index: i64| index as f64 * 6.6 + (index as f64 / 4.0).floor() * 3.4;
            let at = *middle + along * (spread(column) + random(57)) + across * (spread(row) + random(58));
            let edge = reach * (0.84 + 0.2 * noise::wave(at.x / 13.0, at.y / 13.0, 56));
            let nearest =
                middles.iter().map(|other| other.distance(at)).enumerate().min_by(|a, b| a.1.total_cmp(&b.1));
            let is_mine = nearest.is_some_and(|(index, distance)| index == number && distance < edge);
            if !is_mine || random(59) < 0.12 || !keep(at) {
                continue;
            }
            let (u, v) = (along * (2.3 + 1.0 * random(60)), across * (2.1 + 1.0 * random(61)));
            path.polyline(&[at - u - v, at + u - v, at + u + v, at - u + v], true);
        }
    }
}

/// A nave with a cross on it.
fn church(path: &mut Path, at: Point) {
    let shape = [
        (-3.0, 4.0),
        (-3.0, -2.0),
        (-1.0, -2.0),
        (-1.0, -5.0),
        (-3.0, -5.0),
        (-3.0, -7.0),
        (-1.0, -7.0),
        (-1.0, -9.0),
        (1.0, -9.0),
        (1.0, -7.0),
        (3.0, -7.0),
        (3.0, -5.0),
        (1.0, -5.0),
        (1.0, -2.0),
        (3.0, -2.0),
        (3.0, 4.0),
    ];
    path.polyline(&shape.map(|(x, y)| at + Point::new(x, y)), true);
}

/// How far houses reach to the sides and up and down.
pub(crate) fn extent(street: Point, reach: f64) -> Point {
    let street = if street.length() < 0.1 { Point::new(1.0, 0.25).unit() } else { street.unit() };
    let (long, deep) = (reach * 1.12 + 4.0, (reach * 0.72).max(10.0));
    let across = street.right();
    Point::new((street.x * long).hypot(across.x * deep), (street.y * long).hypot(across.y * deep))
}

/// A pentagon, point up, about a point.
pub(crate) fn pentagon(path: &mut Path, middle: Point, radius: f64) {
    // A fort of the time is broader than high: a lozenge with its gorge flat at the rear.
    let shape = [(-0.62, 0.78), (-1.0, -0.12), (0.0, -0.95), (1.0, -0.12), (0.62, 0.78)];
    let points: Vec<Point> = shape.iter().map(|(x, y)| middle + Point::new(*x, *y) * radius).collect();
    path.polyline(&points, true);
}

/// Definitions that both maps use: flags of the three nations, a cavalry horse, a shell burst.
pub(crate) fn definitions() -> String {
    let mut out = String::new();
    for (word, field) in FLAGS {
        let _ = write!(out, "<symbol id=\"map-flag-{word}\" viewBox=\"0 0 36 36\">{}</symbol>", flag(field));
    }
    let _ = write!(out, "<path id=\"map-horse\" d=\"{HORSE}\"/>");
    out
}

/// A flag on its staff in a box of 36.
pub(crate) fn flag(field: &str) -> String {
    format!(
        "<path d=\"M7 34V3\" stroke=\"var(--ink,#3a3128)\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>\
         <circle cx=\"7\" cy=\"3\" r=\"1.8\" fill=\"var(--ink,#3a3128)\"/>\
         {field}\
         <path d=\"M8 5h24v16H8z\" fill=\"none\" stroke=\"#3a3128\" stroke-width=\"1\"/>"
    )
}

/// The cloth of each nation's flag, from 8,5 to 32,21. The British one is the Union flag with its stripes
/// simplified; the German one the war-time black, white and red with the cross in its canton.
pub(crate) const FLAGS: [(&str, &str); 3] = [
    (
        "british",
        "<path d=\"M8 5h24v16H8z\" fill=\"#33466b\"/>\
         <path d=\"M8 5l24 16M32 5L8 21\" stroke=\"#f4ecd8\" stroke-width=\"3.6\"/>\
         <path d=\"M8 5l24 16M32 5L8 21\" stroke=\"#a63a34\" stroke-width=\"1.2\"/>\
         <path d=\"M20 5v16M8 13h24\" stroke=\"#f4ecd8\" stroke-width=\"5\"/>\
         <path d=\"M20 5v16M8 13h24\" stroke=\"#a63a34\" stroke-width=\"2.8\"/>",
    ),
    (
        "french",
        "<path d=\"M8 5h8v16H8z\" fill=\"#3f5f96\"/><path d=\"M16 5h8v16h-8z\" fill=\"#f4ecd8\"/>\
         <path d=\"M24 5h8v16h-8z\" fill=\"#a63a34\"/>",
    ),
    (
        "german",
        "<path d=\"M8 5h24v5.4H8z\" fill=\"#2a2725\"/><path d=\"M8 10.4h24v5.3H8z\" fill=\"#f4ecd8\"/>\
         <path d=\"M8 15.7h24V21H8z\" fill=\"#9c3530\"/>\
         <path d=\"M17.6 10.8h4.8l-1 1.8h2.2v-.6 3 0-.8h-2.2l1 1.4h-4.8l1-1.4h-2.2v.6-2.6.6h2.2z\" fill=\"#2a2725\"/>",
    ),
];

/// A horse's head in a box of 24, looking left, with a hole for its eye.
pub(crate) const HORSE: &str = "M5.5 22.5H20.7C21.2 16 19.8 9 15.7 5.3L15.2 1 12.3 3.9\
C10.7 4.1 9.4 4.8 8.6 6.1L2.8 12.5C1.9 13.6 1.8 14.9 2.5 16L3.5 17.3C4.2 18.1 5.3 18 6 17.4\
L8.5 15.1C9.9 15.2 11.3 14.9 12.5 14.2 12 17.3 7.3 18.3 5.5 22.5zM8.9 8.5a.9.9 0 1 0 1.8 0a.9.9 0 1 0-1.8 0z";

/// `x="…" y="…"` for something whose middle is given.
pub(crate) fn corner(middle: Point, size: f64) -> String {
    format!("x=\"{}\" y=\"{}\"", number(middle.x - size / 2.0), number(middle.y - size / 2.0))
}
