//! Canals, bridges, roads, villages, trenches, borders and connections.

use std::fmt::Write;

use super::draw::Sketch;
use super::roads::crossing;
use super::{Area, AreaMap, Bridge, Village};
use crate::ink::glyphs::{city, extent, houses};
use crate::ink::strokes::crenellate;
use crate::ink::{Curve, Path, Rect, Side, escape, noise, number, resample, slug, smooth};
use crate::{Importance, Point};

/// The canals as drawn, with their names.
pub(super) fn canals(map: &AreaMap, sketch: &mut Sketch) -> Vec<(String, Vec<Point>)> {
    let mut path = Path::fine();
    let mut named = Vec::new();
    for canal in map.canals.iter().filter(|canal| canal.line.len() > 1) {
        let curve = sketch.network.along(&canal.line);
        curve.add_to(&mut path);
        let mut line = curve.flatten(8);
        if let (Some(first), Some(last)) = (canal.line.first(), canal.line.last()) {
            // The extension may hang on either end.
            let Some(start) = canal.extension.first() else {
                named.push((canal.name.clone(), line));
                continue;
            };
            let near = if first.distance(*start) < last.distance(*start) { first } else { last };
            let mut beyond = vec![*near];
            beyond.extend(&canal.extension);
            let more = smooth(&beyond, false);
            more.add_to(&mut path);
            if near == first {
                let mut joined = more.flatten(8);
                joined.reverse();
                joined.append(&mut line);
                line = joined;
            } else {
                line.extend(more.flatten(8));
            }
        }
        named.push((canal.name.clone(), line));
    }
    for (_, line) in &named {
        sketch.placer.avoid_line(line, 2.0);
        sketch.clearing.along(line, 14.0);
    }
    let data = path.data();
    let mut out = String::new();
    for (class, width) in [("canal-glow", 20.0), ("canal", 12.0), ("canal-bed", 8.6), ("canal-water", 5.4)] {
        let _ = write!(out, "<path class=\"line {class}\" stroke-width=\"{width}\" d=\"{data}\"/>");
    }
    sketch.put("water", &out);
    named
}

/// A bridge's middle, and the direction in which it crosses.
fn bridge_site(map: &AreaMap, sketch: &Sketch, bridge: &Bridge) -> Option<(Point, Point)> {
    if bridge.border.len() > 1 {
        let line = sketch.network.along(&bridge.border).flatten(10);
        let middle = line.len() / 2;
        return Some((line[middle], (line[middle + 1] - line[middle - 1]).unit().right()));
    }
    let label = |id: &str| map.places().find(|area| area.id == id).map(|area| area.label);
    let (from, to) = (label(&bridge.between.0)?, label(&bridge.between.1)?);
    let canals = map.canals.iter().flat_map(|canal| [&canal.line, &canal.extension]);
    let mut meeting =
        canals.flat_map(|line| line.windows(2)).filter_map(|pair| crossing(from, to, pair[0], pair[1]));
    Some((meeting.next()?, (to - from).unit()))
}

/// Bridges: deck and parapets, a gap and rubble when destroyed, and the holder's flag.
pub(super) fn bridges(map: &AreaMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for bridge in &map.bridges {
        let Some((at, way)) = bridge_site(map, sketch, bridge) else { continue };
        let degrees = way.y.atan2(way.x).to_degrees();
        let (id, key, state) = (escape(&bridge.id), slug(&bridge.id), bridge.state.word());
        let _ = write!(
            out,
            "<g id=\"bridge-{key}\" class=\"bridge\" data-bridge=\"{id}\" data-state=\"{state}\" \
             transform=\"translate({} {})\"><title>{}</title><circle class=\"bridge-hit\" r=\"22\"/>\
             <g transform=\"rotate({})\"><use class=\"standing\" href=\"#map-bridge\"/>\
             <use class=\"blown\" href=\"#map-bridge-blown\"/></g>\
             <use class=\"flag flag-british\" href=\"#map-flag-british\" x=\"6\" y=\"-30\" width=\"24\" height=\"24\"/>\
             <use class=\"flag flag-german\" href=\"#map-flag-german\" x=\"6\" y=\"-30\" width=\"24\" height=\"24\"/></g>",
            number(at.x),
            number(at.y),
            escape(&bridge.name),
            number(degrees)
        );
        sketch.placer.avoid(Rect::around(at + Point::new(4.0, -4.0), 46.0, 42.0), 5.0);
        sketch.clearing.around(at, 22.0);
    }
    sketch.put("markers-base", &out);
}

pub(super) fn roads(map: &AreaMap, sketch: &mut Sketch) {
    let mut path = Path::coarse();
    for road in &map.roads {
        let curve = smooth(road, false);
        curve.add_to(&mut path);
        let line = curve.flatten(5);
        sketch.placer.avoid_line(&line, 0.3);
        sketch.clearing.along(&line, 7.0);
    }
    if !path.is_empty() {
        poplars(map, sketch);
        sketch.put("roads", &format!("<path class=\"line road-minor lane\" d=\"{}\"/>", path.data()));
    }
}

/// Trees along the lanes, now on one side, now on both.
fn poplars(map: &AreaMap, sketch: &mut Sketch) {
    let mut path = Path::coarse();
    for (number, road) in map.roads.iter().enumerate() {
        let line = resample(&smooth(road, false).flatten(5), 11.0);
        for (index, three) in line.windows(3).enumerate().skip(2) {
            let aside = (three[2] - three[0]).unit().right() * 5.5;
            for (side, purpose) in [(1.0, 83), (-1.0, 84)] {
                if noise::wave(index as f64 / 6.0, number as f64 * 3.7, purpose) > 0.05 {
                    path.dot(three[1] + aside * side);
                }
            }
        }
    }
    sketch.put("roads", &format!("<path class=\"tree poplar\" d=\"{}\"/>", path.data()));
}

/// How far a village's houses reach, and how many there are.
const fn size(importance: Importance) -> (f64, usize) {
    match importance {
        Importance::Village => (13.0, 11),
        Importance::Town => (19.0, 22),
        Importance::City => (44.0, 0),
    }
}

/// The room a village takes up to its sides, and up and down.
pub(super) fn room(map: &AreaMap, village: &Village) -> Point {
    let reach = size(village.importance).0;
    if village.importance == Importance::City {
        return Point::new(reach, reach) * 1.06;
    }
    extent(street(map, village), reach)
}

/// The way the first road runs out of a village.
fn street(map: &AreaMap, village: &Village) -> Point {
    let ends = map.roads.iter().find_map(|road| match road.as_slice() {
        [first, second, ..] if first.distance(village.at) < 2.0 => Some(*second - *first),
        [.., second, last] if last.distance(village.at) < 2.0 => Some(*last - *second),
        _ => None,
    });
    ends.unwrap_or_default()
}

pub(super) fn villages(map: &AreaMap, sketch: &mut Sketch) {
    let (mut small, mut large) = (Path::fine(), Path::fine());
    for village in map.villages.iter().filter(|village| !map.is_boxed(village.at)) {
        let street = street(map, village);
        let (reach, count) = size(village.importance);
        let seed = noise::seed(&village.name);
        if village.importance == Importance::City {
            let keep = |point: Point| sketch.clearing.is_free_by(point, 0.8);
            city(&mut large, &[village.at], reach, seed % 4096, keep);
        } else {
            houses(&mut small, village.at, street, reach, count, seed);
        }
        let room = room(map, village);
        sketch.placer.avoid(Rect::around(village.at, room.x * 1.8, room.y * 1.8), 2.0);
        sketch.clearing.around(village.at, reach + 4.0);
    }
    let mut out = String::new();
    for (path, class) in [(&small, "house"), (&large, "house-large")] {
        if !path.is_empty() {
            let _ = write!(out, "<path class=\"{class}\" d=\"{}\"/>", path.data());
        }
    }
    sketch.put("towns", &out);
}

pub(super) fn trenches(map: &AreaMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for trench in map.trenches.iter().filter(|trench| trench.line.len() > 1) {
        let line = smooth(&trench.line, false).flatten(8);
        let data = crenellate(&line, 6.5, 6.5, Side::Left);
        sketch.placer.avoid_line(&line, 0.6);
        let word = trench.nation.word();
        let _ = write!(
            out,
            "<path class=\"trench-halo\" d=\"{data}\"/><path class=\"trench ink-{word}\" d=\"{data}\"/>"
        );
    }
    sketch.put("trenches", &out);
}

/// Borders between areas, the rim, connections and zone boxes.
pub(super) fn borders(map: &AreaMap, sketch: &mut Sketch) {
    let (inner, rim) = sketch.network.borders();
    let join = |curves: &[Curve]| {
        let mut path = Path::fine();
        for curve in curves {
            curve.add_to(&mut path);
        }
        path.data().to_owned()
    };
    let (inner, rim) = (join(&inner), join(&rim));
    let mut out = format!(
        "<path class=\"line border-halo\" d=\"{inner}\"/><path class=\"line border\" d=\"{inner}\"/>\
         <path class=\"line rim-glow\" d=\"{rim}\"/><path class=\"line rim\" d=\"{rim}\"/>"
    );
    let mut dashes = Path::coarse();
    for connection in &map.connections {
        let find = |id: &str| map.places().find(|area| area.id == id);
        if let (Some(from), Some(to)) = (find(&connection.from), find(&connection.to)) {
            let (start, end) = (leave(from, to.label), leave(to, from.label));
            dashes.polyline(&[start, end], false);
            sketch.placer.avoid_line(&[start, end], 0.5);
        }
    }
    if !dashes.is_empty() {
        let _ = write!(
            out,
            "<path class=\"line link-halo\" d=\"{0}\"/><path class=\"line link\" d=\"{0}\"/>",
            dashes.data()
        );
    }
    for zone in &map.zones {
        zone_box(&mut out, zone);
    }
    sketch.put("grid", &out);
}

/// The last point inside a place on the way from its label to somewhere else, a step outside.
fn leave(area: &Area, to: Point) -> Point {
    let line = resample(&[area.label, to], 4.0);
    let count = area.polygon.len();
    let meeting = (0..count)
        .filter_map(|index| crossing(area.label, to, area.polygon[index], area.polygon[(index + 1) % count]));
    // The farthest one: an outline may be left and entered again.
    let far = meeting.max_by(|a, b| a.distance(area.label).total_cmp(&b.distance(area.label)));
    far.unwrap_or(line[0])
}

fn zone_box(out: &mut String, zone: &Area) {
    let bounds = Rect::of(&zone.polygon);
    let rect = |class: &str, by: f64, radius: f64| {
        let grown = bounds.grown(by);
        format!(
            "<rect class=\"{class}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{radius}\"/>",
            number(grown.left),
            number(grown.top),
            number(grown.width()),
            number(grown.height())
        )
    };
    let (id, word) = (escape(&zone.id), zone.control.word());
    let _ = write!(
        out,
        "<g class=\"zone control is-{word}\" data-control-of=\"{id}\">{}{}{}</g>",
        rect("zone-card", 0.0, 9.0),
        rect("tint zone-tint", 0.0, 9.0),
        rect("zone-line", -5.0, 6.0)
    );
}
