//! Washes by control, woods and ridges.

use std::fmt::Write;

use super::draw::Sketch;
use super::{AreaMap, GroundKind};
use crate::Point;
use crate::grid::trees_svg;
use crate::ink::contour::{Field, cut_corners};
use crate::ink::hachures::{Belt, belt};
use crate::ink::strokes::trees;
use crate::ink::{Path, escape, noise, slug};

/// The washes: a pale tint over each area, stronger along the inside of its border, as mapmakers tinted frontiers.
pub(super) fn washes(map: &AreaMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for area in &map.areas {
        let mut path = Path::fine();
        sketch.network.outline(&area.polygon).add_to(&mut path);
        path.close();
        let (id, key, word) = (escape(&area.id), slug(&area.id), area.control.word());
        let _ = write!(
            sketch.definitions,
            "<clipPath id=\"clip-{key}\"><path id=\"shape-{key}\" d=\"{}\"/></clipPath>",
            path.data()
        );
        let _ = write!(
            out,
            "<g class=\"control is-{word}\" data-control-of=\"{id}\"><use class=\"tint\" href=\"#shape-{key}\"/>\
             <g clip-path=\"url(#clip-{key})\"><use class=\"band\" href=\"#shape-{key}\"/></g></g>"
        );
    }
    sketch.put("washes", &out);
}

/// Height or density of a kind of ground at a point.
fn density(map: &AreaMap, kind: GroundKind, point: Point) -> f64 {
    map.grounds
        .iter()
        .filter(|ground| ground.kind == kind && ground.reach > 0.0)
        .map(|ground| {
            let off = point - ground.at;
            // Ridges lie along the country's grain, from south-west to north-east; woods are rounder.
            let (long, broad) = if kind == GroundKind::Ridge { (1.7, 0.75) } else { (1.15, 0.9) };
            let half = std::f64::consts::FRAC_1_SQRT_2;
            let (u, v) = ((off.x - off.y) * half / long, (off.x + off.y) * half / broad);
            let reach = ground.reach;
            1.0 - u.hypot(v) / (reach * 2.0)
        })
        .fold(0.0, f64::max)
}

/// Woods and ridges.
pub(super) fn grounds(map: &AreaMap, sketch: &mut Sketch) {
    let rough = |kind: GroundKind, purpose: u64| {
        Field::over_plane(map.width, map.height, 10.0, |point| {
            let bump = noise::wave(point.x / 34.0, point.y / 34.0, purpose)
                + 0.6 * noise::wave(point.x / 15.0, point.y / 15.0, purpose + 1);
            density(map, kind, point) + bump * 0.09
        })
    };
    let woods = rough(GroundKind::Wood, 91);
    let mut path = Path::coarse();
    for line in woods.contours(0.5) {
        path.polyline(&cut_corners(&line), true);
    }
    if !path.is_empty() {
        sketch.put("woods", &format!("<path class=\"wash-wood\" d=\"{}\"/>", path.data()));
    }
    let frame = sketch.rect();
    let [small, large] = trees(&frame, 15.0, |point| woods.at(point) > 0.56, &sketch.clearing);
    sketch.put("woods", &trees_svg(&small, &large));
    let heights = rough(GroundKind::Ridge, 95);
    for (level, length, spacing, width) in
        [(0.5, 14.0, 6.0, "1"), (0.63, 14.0, 6.5, "1.3"), (0.76, 13.0, 6.5, "1.6")]
    {
        let strokes = belt(&heights, Belt { level, length, spacing }, &frame, |_| true);
        sketch.put("hachures", &strokes.svg(&format!("class=\"hachure\" stroke-width=\"{width}\"")));
    }
}
