//! Identifiers, flags, tags and all that belongs to a place's label.

use std::fmt::Write;

use super::{Area, AreaMap, Identifier};
use crate::ink::glyphs::corner;
use crate::ink::words::{Lettering, breaks};
use crate::ink::{Rect, contains, escape, number};
use crate::{Colour, Nation, Point};

/// The name of an area.
const AREA: Lettering = Lettering { class: "name-area", size: 20.0, small_caps: true, spacing: 0.03 };
/// The size of an identifier.
const BADGE: f64 = 46.0;

/// Where the parts of a label stand.
struct Layout {
    badge: Point,
    flag: Point,
    horse: Point,
    lines: Vec<String>,
    /// The middle of the first line of the name.
    name: Point,
    tags: Point,
}

fn is_box(area: &Area) -> bool {
    let bounds = Rect::of(&area.polygon);
    area.polygon.len() == 4 && bounds.height() < 140.0
}

fn layout(area: &Area) -> Layout {
    let one_line = |most: f64| {
        let mut ways = breaks(&area.name);
        let fits = AREA.width(&area.name) < most;
        if fits || ways.len() == 1 { ways.swap_remove(0) } else { ways.swap_remove(1) }
    };
    if is_box(area) {
        // The name stands above the box, so that the box is free for counters.
        let bounds = Rect::of(&area.polygon);
        let badge = Point::new(bounds.left + 35.0, bounds.top + 38.0);
        return Layout {
            badge,
            flag: badge + Point::new(2.0, 50.0),
            horse: badge + Point::new(46.0, 0.0),
            name: Point::new(bounds.middle().x, bounds.top - 15.0),
            tags: Point::new(bounds.right - 22.0, bounds.bottom),
            lines: vec![area.name.clone()],
        };
    }
    let bounds = Rect::of(&area.polygon);
    let lines = one_line((bounds.width() * 0.72).min(190.0));
    let high = (lines.len() - 1) as f64 * 18.0;
    let badge = area.label - Point::new(0.0, 18.0);
    Layout {
        badge,
        flag: badge + Point::new(-42.0, -2.0),
        horse: badge + Point::new(42.0, 0.0),
        name: badge + Point::new(0.0, 37.0),
        tags: badge + Point::new(0.0, 59.0 + high),
        lines,
    }
}

/// The boxes that counters should not cover: identifier with its neighbours, name, tags.
pub(super) fn blocks(area: &Area) -> Vec<Rect> {
    let layout = layout(area);
    let mut blocks = vec![Rect::around(layout.badge, BADGE + 2.0, BADGE)];
    blocks.push(Rect::around(layout.flag, 30.0, 32.0));
    if !area.cavalry.is_empty() {
        blocks.push(Rect::around(layout.horse, 34.0, 34.0));
    }
    for (index, line) in layout.lines.iter().enumerate() {
        let middle = layout.name + Point::new(0.0, 18.0 * index as f64);
        blocks.push(Rect::around(middle, AREA.width(line), 17.0));
    }
    if !area.sectors.is_empty() && !is_box(area) {
        blocks.push(Rect::around(layout.tags, area.sectors.len() as f64 * 27.0, 17.0));
    }
    blocks
}

/// All labels of the map.
pub(super) fn labels(map: &AreaMap) -> (String, String) {
    let (mut names, mut badges) = (String::new(), String::new());
    for area in map.places() {
        let layout = layout(area);
        for (index, line) in layout.lines.iter().enumerate() {
            let at = layout.name + Point::new(0.0, 18.0 * index as f64 + 6.0);
            let _ = write!(
                names,
                "<text class=\"name name-area\" x=\"{}\" y=\"{}\">{}</text>",
                number(at.x),
                number(at.y),
                escape(line)
            );
        }
        if area.breakthrough {
            let wide = layout.lines.iter().map(|line| AREA.width(line)).fold(0.0, f64::max);
            let _ = write!(
                badges,
                "<path class=\"breakthrough\" d=\"M{} {}l7 6-7 6m8-12l7 6-7 6\"/>",
                number(layout.name.x + wide / 2.0 + 6.0),
                number(layout.name.y - 5.0)
            );
        }
        badge(&mut badges, area, layout.badge);
        flag(&mut badges, area, layout.flag);
        if !area.cavalry.is_empty() {
            horse(&mut badges, area, layout.horse);
        }
        tags(&mut badges, area, layout.tags);
    }
    (names, badges)
}

fn badge(out: &mut String, area: &Area, at: Point) {
    let (x, y) = (number(at.x), number(at.y));
    let _ = write!(out, "<g class=\"badge\" transform=\"translate({x} {y})\">");
    let (shape, drop) = match area.identifier {
        Identifier::Square => ("M-21-21h42v42h-42z", 0.0),
        Identifier::Triangle => ("M0-28L27 20H-27z", 4.0),
        Identifier::Circle => ("M-22.5 0a22.5 22.5 0 1 1 45 0a22.5 22.5 0 1 1-45 0", 0.0),
    };
    let _ = write!(out, "<path class=\"badge-shape\" d=\"{shape}\"/>");
    if area.barrage {
        let inner = match area.identifier {
            Identifier::Square => "M-17.5-17.5h35v35h-35z",
            Identifier::Triangle => "M0-20.5L20.5 16H-20.5z",
            Identifier::Circle => "M-19 0a19 19 0 1 1 38 0a19 19 0 1 1-38 0",
        };
        let _ = write!(out, "<path class=\"badge-barrage\" d=\"{inner}\"/>");
    }
    let _ = write!(
        out,
        "<text class=\"badge-id\" y=\"{}\">{}</text><text class=\"badge-value\" y=\"{}\">{:+}</text>",
        number(drop + 2.0),
        escape(&area.id),
        number(drop + 15.0),
        area.modifier
    );
    out.push_str("</g>");
}

/// Both flags lie there; the class of the group says which one flies.
fn flag(out: &mut String, area: &Area, at: Point) {
    let (id, word) = (escape(&area.id), area.control.word());
    let _ = write!(out, "<g class=\"control is-{word}\" data-control-of=\"{id}\">");
    for nation in [Nation::British, Nation::German] {
        let word = nation.word();
        let place = corner(at, 34.0);
        let _ = write!(
            out,
            "<use class=\"flag flag-{word}\" href=\"#map-flag-{word}\" {place} width=\"34\" height=\"34\"/>"
        );
    }
    out.push_str("</g>");
}

fn horse(out: &mut String, area: &Area, at: Point) {
    let _ = write!(
        out,
        "<g class=\"cavalry\" transform=\"translate({} {})\"><circle r=\"16.5\"/>\
         <use href=\"#map-horse\" x=\"-12\" y=\"-12\"/><text class=\"cavalry-number\" x=\"15\" y=\"17\">{}</text></g>",
        number(at.x),
        number(at.y),
        escape(&area.cavalry)
    );
}

fn tags(out: &mut String, area: &Area, at: Point) {
    let count = area.sectors.len() as f64;
    let in_box = is_box(area);
    for (index, sector) in area.sectors.iter().enumerate() {
        let shift = if in_box { index as f64 - count + 1.0 } else { index as f64 - (count - 1.0) / 2.0 };
        let (colour, letters) =
            sector.colour.map_or(("#8a8780", "#fbf5e6"), |colour: Colour| (colour.hex(), colour.lettering()));
        let _ = write!(
            out,
            "<g class=\"tag\" transform=\"translate({} {})\"><rect x=\"-12\" y=\"-7.5\" width=\"24\" height=\"15\" \
             rx=\"3\" fill=\"{colour}\"/><text class=\"tag-text\" y=\"4.6\" style=\"fill:{letters}\">{}</text></g>",
            number(at.x + shift * 27.0),
            number(at.y),
            escape(&sector.number)
        );
    }
}

impl AreaMap {
    /// The same map with every label moved, if that helps, off the villages and bridges and wholly into its area.
    pub(super) fn settled(&self) -> Self {
        let obstacles = self.obstacles();
        let mut map = self.clone();
        for area in map.areas.iter_mut().filter(|area| !area.polygon.is_empty()) {
            area.label = settle(area, &obstacles);
        }
        map
    }

    /// One place of that map.
    pub(super) fn settled_place(&self, id: &str) -> Option<Area> {
        let mut place = self.places().find(|area| area.id == id)?.clone();
        if self.areas.iter().any(|area| area.id == id) && !place.polygon.is_empty() {
            place.label = settle(&place, &self.obstacles());
        }
        Some(place)
    }

    fn obstacles(&self) -> Vec<Rect> {
        let villages = self.villages.iter().map(|village| {
            let room = super::lines::room(self, village);
            Rect::around(village.at, room.x * 1.9, room.y * 1.9)
        });
        let bridges = self.bridges.iter().filter(|bridge| bridge.border.len() > 1).map(|bridge| {
            let line = crate::ink::resample(&bridge.border, 5.0);
            Rect::around(line[line.len() / 2], 52.0, 52.0)
        });
        villages.chain(bridges).collect()
    }
}

fn settle(area: &Area, obstacles: &[Rect]) -> Point {
    let mut best = (f64::MAX, area.label);
    for step in 0..13 * 13 {
        let shift = Point::new(f64::from(step % 13 - 6) * 9.0, f64::from(step / 13 - 6) * 9.0);
        let moved = Area { label: area.label + shift, ..area.clone() };
        let mut cost = shift.length() * 5.0;
        for block in blocks(&moved) {
            cost += obstacles.iter().map(|obstacle| block.overlap(obstacle)).sum::<f64>();
            let corners = [
                (block.left, block.top),
                (block.right, block.top),
                (block.right, block.bottom),
                (block.left, block.bottom),
            ];
            let outside =
                corners.iter().filter(|(x, y)| !contains(&area.polygon, Point::new(*x, *y))).count();
            cost += outside as f64 * 400.0;
        }
        if cost < best.0 {
            best = (cost, moved.label);
        }
    }
    best.1
}
