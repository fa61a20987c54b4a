//! The names of villages, woods, ridges and canals.

use std::fmt::Write;

use super::draw::Sketch;
use super::lines::room;
use super::{AreaMap, GroundKind, badges};
use crate::ink::labels::{Request, Wish};
use crate::ink::words::Lettering;
use crate::ink::{Path, Rect, contains, escape, smooth};
use crate::{Importance, Point};

const fn lettering(class: &'static str, size: f64, spacing: f64) -> Lettering {
    Lettering { class, size, small_caps: false, spacing }
}

const VILLAGE: Lettering = lettering("name-hamlet", 15.0, 0.0);
const CITY: Lettering = Lettering { class: "name-town", size: 25.0, small_caps: true, spacing: 0.03 };
const WOOD: Lettering = lettering("name-wood", 16.5, 0.0);
const RIDGE: Lettering = lettering("name-ridge", 16.0, 0.1);
const WATER: Lettering = lettering("name-water", 17.0, 0.12);

pub(super) fn names(map: &AreaMap, sketch: &mut Sketch, canals: &[(String, Vec<Point>)]) {
    for zone in &map.zones {
        sketch.placer.avoid(Rect::of(&zone.polygon).grown(2.0), 8.0);
    }
    for area in map.places() {
        for block in badges::blocks(area) {
            sketch.placer.avoid(block.grown(3.0), 6.0);
        }
    }
    let mut out = String::new();
    for (index, (name, line)) in canals.iter().enumerate().filter(|(_, (name, _))| !name.is_empty()) {
        let mut apart = None;
        for part in 0..2 {
            // Written once in any case, and a second time only where there is room.
            let most = if part == 0 { f64::MAX } else { 45.0 };
            let stretch = sketch.placer.stretch(line, WATER.width(name), (10.0, most), apart);
            let Some(base) = stretch else { continue };
            apart = Some(base[base.len() / 2]);
            let mut path = Path::coarse();
            smooth(&base.iter().copied().step_by(4).collect::<Vec<_>>(), false).add_to(&mut path);
            let _ = write!(
                out,
                "<path id=\"water-{index}-{part}\" fill=\"none\" d=\"{}\"/><text class=\"name name-water start\">\
                 <textPath href=\"#water-{index}-{part}\">{}</textPath></text>",
                path.data(),
                escape(name)
            );
        }
    }
    let mut requests = requests(map);
    requests.retain(|request| !request.text.trim().is_empty());
    for text in sketch.placer.place(&requests) {
        out.push_str(&text);
    }
    sketch.put("names", &out);
    let (names, labels) = badges::labels(map);
    sketch.put("names", &names);
    sketch.put("codes", &labels);
}

/// The names of villages, woods and ridges. One with the name of its area is not named again, and one under a
/// zone box not at all.
fn requests(map: &AreaMap) -> Vec<Request> {
    let is_said = |name: &str, at: Point| {
        map.is_boxed(at) || map.areas.iter().any(|area| area.name == name && contains(&area.polygon, at))
    };
    let mut requests = Vec::new();
    for village in map.villages.iter().filter(|village| !is_said(&village.name, village.at)) {
        let lettering = if village.importance == Importance::City { CITY } else { VILLAGE };
        let wish = Wish::Beside { point: village.at, reach: room(map, village) };
        requests.push(Request { text: village.name.clone(), lettering, wish });
    }
    for ground in map.grounds.iter().filter(|ground| !is_said(&ground.name, ground.at)) {
        let lettering = if ground.kind == GroundKind::Wood { WOOD } else { RIDGE };
        let mut spots: Vec<(Point, f64)> = (0..25_i32)
            .map(|index| {
                let shift = Point::new(f64::from(index % 5 - 2) * 22.0, f64::from(index / 5 - 2) * 16.0);
                (ground.at + shift, 0.0)
            })
            .collect();
        spots.sort_by(|a, b| a.0.distance(ground.at).total_cmp(&b.0.distance(ground.at)));
        requests.push(Request { text: ground.name.clone(), lettering, wish: Wish::At(spots) });
    }
    requests
}
