//! The names on a map of squares.

use std::fmt::Write;

use super::built::{fort_point, landmark_point, room, work_point};
use super::draw::Sketch;
use super::lanes::Lanes;
use super::lines::Course;
use super::{GridMap, Importance, Name, NameKind, RiverClass, Square, Town};
use crate::ink::labels::{Request, Wish};
use crate::ink::words::Lettering;
use crate::ink::{Path, Point, escape};

const fn lettering(class: &'static str, size: f64, small_caps: bool, spacing: f64) -> Lettering {
    Lettering { class, size, small_caps, spacing }
}

const CITY: Lettering = lettering("name-city", 36.0, true, 0.08);
const TOWN: Lettering = lettering("name-town", 25.0, true, 0.03);
const VILLAGE: Lettering = lettering("name-village", 19.5, true, 0.0);
const FORT: Lettering = lettering("name-fort", 17.0, true, 0.02);
const WOOD: Lettering = lettering("name-wood", 16.5, false, 0.0);
const RIDGE: Lettering = lettering("name-ridge", 16.0, false, 0.1);
const HILL: Lettering = lettering("name-hill", 18.0, false, 0.02);
const LANDMARK: Lettering = lettering("name-landmark", 14.5, false, 0.0);
const RIVER: Lettering = lettering("name-river", 26.0, false, 0.3);
const WATER: Lettering = lettering("name-water", 17.0, false, 0.12);

pub(super) fn names(map: &GridMap, sketch: &mut Sketch, courses: &[Course]) {
    let mut out = water_names(sketch, courses);
    let mut requests = Vec::new();
    let mut towns: Vec<_> = map.towns.iter().filter(|town| !town.squares.is_empty()).collect();
    towns.sort_by_key(|town| std::cmp::Reverse(town.importance));
    for town in towns {
        let lettering = match town.importance {
            Importance::Village => VILLAGE,
            Importance::Town => TOWN,
            Importance::City => CITY,
        };
        requests.push(Request { text: town.name.clone(), lettering, wish: by_houses(map, town) });
    }
    for fort in &map.forts {
        let radius = if fort.citadel { 22.0 } else { 17.0 };
        let (point, reach) = (fort_point(map, fort.square), Point::new(radius, radius));
        requests.push(Request {
            text: fort.name.clone(),
            lettering: FORT,
            wish: Wish::Beside { point, reach },
        });
    }
    for work in map.works.iter().filter(|work| !work.squares.is_empty()) {
        let point = mean(&work.squares.iter().map(|square| work_point(*square)).collect::<Vec<_>>());
        let wish = Wish::Beside { point, reach: Point::new(18.0, 15.0) };
        requests.push(Request { text: work.name.clone(), lettering: LANDMARK, wish });
    }
    for kind in [NameKind::Hill, NameKind::Landmark, NameKind::Ridge, NameKind::Wood, NameKind::Marsh] {
        let named = map.names.iter().filter(|name| name.kind == kind && !name.squares.is_empty());
        requests.extend(named.map(|name| request(map, name)));
    }
    requests.retain(|request| !request.text.trim().is_empty());
    for text in sketch.placer.place(&requests) {
        out.push_str(&text);
    }
    sketch.put("names", &out);
}

/// The name of a town of several squares goes beside the one nearest their middle, or across them.
fn by_houses(map: &GridMap, town: &Town) -> Wish {
    let nodes: Vec<Point> = town.squares.iter().map(|square| Lanes::node(*square)).collect();
    let middle = mean(&nodes);
    if nodes.len() >= 4 {
        let shifts = [-105.0, 105.0, -70.0, 70.0, 0.0];
        return Wish::At(shifts.iter().map(|y| (middle + Point::new(0.0, *y), 0.0)).collect());
    }
    let nearest = (0..nodes.len())
        .min_by(|a, b| nodes[*a].distance(middle).total_cmp(&nodes[*b].distance(middle)))
        .unwrap_or(0);
    Wish::Beside { point: nodes[nearest], reach: room(map, town.squares[nearest], town.importance) }
}

fn request(map: &GridMap, name: &Name) -> Request {
    let text = name.text.clone();
    let (lettering, wish) = match name.kind {
        NameKind::Landmark => (
            LANDMARK,
            Wish::Beside { point: landmark_point(map, name.squares[0]), reach: Point::new(6.0, 6.0) },
        ),
        NameKind::Hill => (HILL, Wish::At(spots(&name.squares, 0.0))),
        NameKind::Ridge => (RIDGE, Wish::At(spots(&name.squares, trend(&name.squares)))),
        NameKind::Wood => (WOOD, Wish::At(spots(&name.squares, 0.0))),
        NameKind::Marsh => (WATER, Wish::At(spots(&name.squares, 0.0))),
    };
    Request { text, lettering, wish }
}

fn mean(points: &[Point]) -> Point {
    points.iter().fold(Point::default(), |sum, point| sum + *point) * (1.0 / points.len().max(1) as f64)
}

/// Spots for the name of a stretch of ground: over it, its middle first.
fn spots(squares: &[Square], angle: f64) -> Vec<(Point, f64)> {
    let middles: Vec<Point> = squares.iter().map(|square| square.middle()).collect();
    let middle = mean(&middles);
    let mut spots: Vec<(Point, f64)> = Vec::new();
    for anchor in std::iter::once(&middle).chain(&middles) {
        for (x, y) in [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)] {
            for reach in [1.0, 1.9] {
                let shift = Point::new(f64::from(x) * 26.0, f64::from(y) * 21.0) * reach;
                spots.push((*anchor + shift, angle));
            }
        }
    }
    spots.sort_by(|a, b| a.0.distance(middle).total_cmp(&b.0.distance(middle)));
    spots.dedup_by(|a, b| a.0.distance(b.0) < 4.0);
    if angle.abs() > 1.0 {
        let level: Vec<_> = spots.iter().map(|(point, _)| (*point, 0.0)).collect();
        spots.extend(level);
    }
    spots
}

/// The direction a ridge runs in, in degrees, if it is long enough to have one.
fn trend(squares: &[Square]) -> f64 {
    if squares.len() < 3 {
        return 0.0;
    }
    let points: Vec<Point> = squares.iter().map(|square| square.middle()).collect();
    let middle = mean(&points);
    let (mut xx, mut yy, mut xy) = (0.0, 0.0, 0.0);
    for point in points {
        let off = point - middle;
        xx += off.x * off.x;
        yy += off.y * off.y;
        xy += off.x * off.y;
    }
    let spread = ((xx - yy).powi(2) + 4.0 * xy * xy).sqrt();
    if spread < 0.45 * (xx + yy) {
        return 0.0;
    }
    (0.5 * (2.0 * xy).atan2(xx - yy)).to_degrees().clamp(-58.0, 58.0)
}

fn water_names(sketch: &mut Sketch, courses: &[Course]) -> String {
    let mut out = String::new();
    for (index, course) in courses.iter().enumerate().filter(|(_, course)| !course.name.is_empty()) {
        let (style, away, times) = match course.class {
            RiverClass::Major => (RIVER, 13.0, 3),
            RiverClass::Minor => (WATER, 6.0, 1),
            RiverClass::Stream | RiverClass::Canal => (WATER, 5.0, 1),
        };
        let wanted = style.width(&course.name);
        // A long river carries its name several times, as on any map.
        let parts = if course.line.len() > 200 { times } else { 1 };
        for part in 0..parts {
            let from = course.line.len() * part / parts;
            let to = course.line.len() * (part + 1) / parts;
            let most = if part == 0 { f64::MAX } else { 70.0 };
            let stretch = sketch.placer.stretch(&course.line[from..to], wanted, (away, most), None);
            let Some(base) = stretch else { continue };
            let mut path = Path::coarse();
            crate::ink::smooth(&base.iter().copied().step_by(4).collect::<Vec<_>>(), false).add_to(&mut path);
            let _ = write!(
                out,
                "<path id=\"water-{index}-{part}\" fill=\"none\" d=\"{}\"/>\
                 <text class=\"name {} start\"><textPath href=\"#water-{index}-{part}\">{}</textPath></text>",
                path.data(),
                style.class,
                escape(&course.name)
            );
        }
    }
    out
}
