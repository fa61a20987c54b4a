//! A map with counters on it, for a picture of a set-up.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::counter::{CounterFace, Mark, definitions, face_id};
use crate::ink::number;
use crate::map::{Facing, Map, Spot};
use crate::{Nation, Point};

/// A counter somewhere on the map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Placement {
    /// The place's id.
    pub place: String,
    /// The face's id.
    pub face: String,
    /// Its status marks.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// The side it faces, where that matters.
    #[serde(default)]
    pub facing: Option<Facing>,
}

/// Draws a map with counters. The last placement in a place lies on top. Counters of unknown places or faces are
/// left out.
///
/// Where a place has room its counters lie side by side; where not, they are stacked, each side by itself, with a
/// count.
pub fn map_with_counters(map: &impl Map, faces: &[CounterFace], placements: &[Placement]) -> String {
    let nations: BTreeMap<&str, Nation> = faces.iter().map(|face| (face.id.as_str(), face.nation)).collect();
    let mut places: BTreeMap<&str, Vec<&Placement>> = BTreeMap::new();
    for placement in placements.iter().filter(|placement| nations.contains_key(placement.face.as_str())) {
        places.entry(&placement.place).or_default().push(placement);
    }
    let mut out = String::new();
    for (place, mut here) in places {
        here.sort_by_key(|placement| nations.get(placement.face.as_str()));
        let Some(spots) = map.spots(place, here.len()) else { continue };
        for (spot, pile) in spots.iter().zip(piles(&here, spots.len())) {
            draw_pile(&mut out, *spot, &pile);
        }
    }
    map.draw_with(&definitions(faces), "", &out)
}

/// Greys the places of a picture that are not played on: all except `open`, or none if `open` is empty.
pub fn close(picture: String, open: &[String]) -> String {
    if open.is_empty() {
        return picture;
    }
    let mut parts = picture.split(PLACE);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_open = part.split_once('"').is_some_and(|(id, _)| open.iter().any(|place| place == id));
        out.push_str(if is_open { PLACE } else { CLOSED });
        out.push_str(part);
    }
    out
}

/// How a place begins in a picture.
const PLACE: &str = "class=\"place\" data-place=\"";

/// The same for one that is not played on.
const CLOSED: &str = "class=\"place closed\" data-place=\"";

/// Counters dealt into at most `spots` piles, as even as possible, in order.
fn piles<'a>(here: &[&'a Placement], spots: usize) -> Vec<Vec<&'a Placement>> {
    let count = here.len().min(spots.max(1));
    (0..count).map(|pile| here[pile * here.len() / count..(pile + 1) * here.len() / count].to_vec()).collect()
}

fn draw_pile(out: &mut String, spot: Spot, pile: &[&Placement]) {
    // No more than four edges show; a higher pile looks the same and has its count.
    let shown = &pile[pile.len().saturating_sub(4)..];
    let step = spot.size * 0.075;
    let lowest = (shown.len() - 1) as f64 / 2.0;
    let mut top = spot.middle;
    for (level, placement) in shown.iter().enumerate() {
        let lift = (level as f64 - lowest) * step;
        top = spot.middle + Point::new(lift, -lift);
        draw_counter(out, placement, top, spot.size);
    }
    if pile.len() > 1 {
        let at = top + Point::new(spot.size * 0.47, spot.size * 0.47);
        let scale = spot.size / 72.0;
        let _ = write!(
            out,
            "<g transform=\"translate({} {}) scale({:.2})\"><circle class=\"count-disc\" r=\"11\"/>\
             <text class=\"count\" y=\"5.4\">{}</text></g>",
            number(at.x),
            number(at.y),
            scale,
            pile.len()
        );
    }
}

fn draw_counter(out: &mut String, placement: &Placement, middle: Point, size: f64) {
    let (x, y) = (number(middle.x - size / 2.0), number(middle.y - size / 2.0));
    let side = number(size);
    let _ = write!(
        out,
        "<g class=\"counter\"><use href=\"#{}\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\"/>",
        face_id(&placement.face)
    );
    if let Some(facing) = placement.facing {
        let _ = write!(
            out,
            "<use href=\"#mark-facing\" x=\"{x}\" y=\"{y}\" width=\"{side}\" height=\"{side}\" \
             transform=\"rotate({} {} {})\"/>",
            facing.degrees(),
            number(middle.x - size * 0.01),
            number(middle.y - size * 0.01)
        );
    }
    // Corners in reading order, starting where no size mark is.
    let corners = [(0.36, -0.36), (-0.38, -0.36), (-0.38, 0.36), (0.36, 0.36)];
    for (mark, (dx, dy)) in placement.marks.iter().zip(corners) {
        let at = middle + Point::new(dx, dy) * size;
        let wide = size * 0.36;
        let _ = write!(
            out,
            "<use href=\"#{}\" x=\"{}\" y=\"{}\" width=\"{3}\" height=\"{3}\"/>",
            mark.symbol_id(),
            number(at.x - wide / 2.0),
            number(at.y - wide / 2.0),
            number(wide)
        );
    }
    out.push_str("</g>");
}
