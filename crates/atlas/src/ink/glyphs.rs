//! Small drawn things: houses, flags, bridges, a horse's head.

use std::fmt::Write;

use super::{Path, Point, noise, number};

/// The houses of a village about a point, as filled rectangles; `count` houses within `reach`.
/// They turn with `street`, the direction of the main road.
pub(crate) fn houses(path: &mut Path, middle: Point, street: Point, reach: f64, count: usize, seed: i64) {
    let street = if street.length() < 0.1 { Point::new(1.0, 0.25).unit() } else { street.unit() };
    let across = street.right();
    for index in 0..count as i64 {
        let side = if index % 2 == 0 { 1.0 } else { -1.0 };
        let place = (index / 2) as f64 / (count as f64 / 2.0 - 0.5).max(1.0) * 2.0 - 1.0;
        let along = place * reach * (0.85 + 0.2 * noise::jitter(seed, index, 41));
        let lane = 4.5 + (reach * 0.42) * noise::hash(seed, index, 42) * (1.0 - place.abs() * 0.5);
        let corner = middle + street * along + across * (side * lane);
        let (long, deep) =
            (3.2 + 3.4 * noise::hash(seed, index, 43), 2.4 + 1.4 * noise::hash(seed, index, 44));
        let turn = street + across * (0.22 * noise::jitter(seed, index, 45));
        let (u, v) = (turn.unit() * long, turn.unit().right() * deep);
        path.polyline(&[corner - u - v, corner + u - v, corner + u + v, corner - u + v], true);
    }
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
        "<path d=\"M7 34V3\" stroke=\"#3a3128\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>\
         <circle cx=\"7\" cy=\"3\" r=\"1.8\" fill=\"#3a3128\"/>\
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

/// A horse's head in a box of 24, looking left.
pub(crate) const HORSE: &str = "M8.6 21.5c.2-3.6 1.9-5.4 3.2-7.4-1.6.9-3.1 1.3-4.6 1.6-.8 1.2-2 1.7-3.2 1.2-1-.4-1.7-1.6-1.2-2.6\
     1.4-2.4 2.6-4.9 4.3-7 .5-1.7.9-3.2.6-5.1 1.4.7 2.4 1.6 3 2.6.4-.9.6-1.7.6-2.8 1.4 1.1 2.2 2.2 2.7 3.5\
     5 1.5 7.6 6.4 7.6 16z";

/// `x="…" y="…"` for something whose middle is given.
pub(crate) fn corner(middle: Point, size: f64) -> String {
    format!("x=\"{}\" y=\"{}\"", number(middle.x - size / 2.0), number(middle.y - size / 2.0))
}
