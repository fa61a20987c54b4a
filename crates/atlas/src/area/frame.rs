//! Paper, frame, title, tracks, and the shapes that catch clicks.

use std::fmt::Write;

use super::AreaMap;
use super::draw::Sketch;
use super::spots::{COUNTER, lattice};
use crate::ink::words::breaks;
use crate::ink::{Path, Rect, escape, number, slug};

/// Paper beyond the map's own units.
pub(super) const MARGIN: f64 = 46.0;

pub(super) fn paper(map: &AreaMap, sketch: &mut Sketch) {
    let sheet = sketch.rect().grown(MARGIN);
    let mut out = String::new();
    for fill in ["class=\"paper\"", "fill=\"url(#vignette)\""] {
        let _ = write!(
            out,
            "<rect {fill} x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            number(sheet.left),
            number(sheet.top),
            number(sheet.width()),
            number(sheet.height())
        );
    }
    let mut creases = String::new();
    for fold in 1..4 {
        let (x, y) = (map.width * f64::from(fold) / 4.0, map.height * f64::from(fold) / 4.0);
        let _ = write!(creases, "M{} {}V{}", number(x), number(sheet.top), number(sheet.bottom));
        let _ = write!(creases, "M{} {}H{}", number(sheet.left), number(y), number(sheet.right));
    }
    let _ = write!(out, "<path class=\"crease\" d=\"{creases}\"/>");
    for (by, width) in [(8.0, "1"), (16.0, "1"), (24.0, "4.5")] {
        let rect = sketch.rect().grown(by);
        let _ = write!(
            out,
            "<rect class=\"neat\" stroke-width=\"{width}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
            number(rect.left),
            number(rect.top),
            number(rect.width()),
            number(rect.height())
        );
    }
    out.push_str(&band(&sketch.rect()));
    cartouche(map, &mut out);
    for track in &map.tracks {
        let rect = Rect { left: track.from.x, top: track.from.y, right: track.to.x, bottom: track.to.y };
        let _ = write!(
            out,
            "<g id=\"track-{}\"><rect class=\"zone-card\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"6\"/>\
             <text class=\"name-edge\" x=\"{}\" y=\"{}\">{}</text></g>",
            slug(&track.id),
            number(rect.left),
            number(rect.top),
            number(rect.width()),
            number(rect.height()),
            number(rect.middle().x),
            number(rect.top + 26.0),
            escape(&track.title)
        );
    }
    sketch.put("paper", &out);
}

/// The chequered band of the frame.
fn band(rect: &Rect) -> String {
    let mut path = Path::coarse();
    let step = 60.0;
    let fields = |length: f64| (length / step).floor() as i32;
    let corner = |x: f64, y: f64| crate::Point::new(x, y);
    for field in (0..fields(rect.width())).step_by(2) {
        let x = rect.left + f64::from(field) * step;
        for y in [rect.top - 16.0, rect.bottom + 8.0] {
            path.polyline(
                &[corner(x, y), corner(x + step, y), corner(x + step, y + 8.0), corner(x, y + 8.0)],
                true,
            );
        }
    }
    for field in (0..fields(rect.height())).step_by(2) {
        let y = rect.top + f64::from(field) * step;
        for x in [rect.left - 16.0, rect.right + 8.0] {
            path.polyline(
                &[corner(x, y), corner(x + 8.0, y), corner(x + 8.0, y + step), corner(x, y + step)],
                true,
            );
        }
    }
    format!("<path class=\"neat-fill\" d=\"{}\"/>", path.data())
}

/// Title, subtitle and scale in the lower left corner, where Cambrai has no zones.
fn cartouche(map: &AreaMap, out: &mut String) {
    let (left, bottom) = (30.0, map.height - 34.0);
    let lines = breaks(&map.subtitle).pop().unwrap_or_default();
    let _ = write!(
        out,
        "<g transform=\"translate({} {})\"><text class=\"title start area-title\" y=\"{}\">{}</text>",
        number(left),
        number(bottom),
        number(-62.0 - 24.0 * lines.len() as f64),
        escape(&map.title)
    );
    for (index, line) in lines.iter().enumerate() {
        let y = -54.0 - 24.0 * (lines.len() - 1 - index) as f64;
        let _ = write!(out, "<text class=\"subtitle start\" y=\"{}\">{}</text>", number(y), escape(line));
    }
    if map.kilometre > 0.0 {
        let kilometre = map.kilometre;
        let _ = write!(
            out,
            "<path class=\"neat\" stroke-width=\"1.4\" d=\"M0-26h{}v8H0z\"/>",
            number(kilometre * 5.0)
        );
        for field in [0, 2, 4] {
            let x = number(kilometre * f64::from(field));
            let _ = write!(out, "<path class=\"neat-fill\" d=\"M{x}-26h{0}v8h-{0}z\"/>", number(kilometre));
        }
        for mark in 0..=5 {
            let unit = if mark == 5 { " km" } else { "" };
            let x = number(kilometre * f64::from(mark));
            let _ = write!(out, "<text class=\"fine\" x=\"{x}\">{mark}{unit}</text>");
        }
    }
    out.push_str("</g>");
}

pub(super) fn places(map: &AreaMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for (index, area) in map.places().enumerate() {
        let mut path = Path::fine();
        if index < map.areas.len() {
            sketch.network.outline(&area.polygon).add_to(&mut path);
            path.close();
        } else {
            path.polyline(&area.polygon, true);
        }
        let spots: Vec<String> = lattice(area, COUNTER)
            .iter()
            .map(|spot| format!("{},{}", number(spot.middle.x), number(spot.middle.y)))
            .collect();
        let _ = write!(
            out,
            "<path id=\"place-{}\" class=\"place\" data-place=\"{}\" data-x=\"{}\" data-y=\"{}\" \
             data-size=\"{}\" data-spots=\"{}\" d=\"{}\"/>",
            slug(&area.id),
            escape(&area.id),
            number(area.label.x),
            number(area.label.y),
            number(COUNTER),
            spots.join(" "),
            path.data()
        );
    }
    sketch.put("places", &out);
}
