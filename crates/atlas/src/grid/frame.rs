//! Paper, neatline, margins, grid, codes and the shapes that catch clicks.

use std::fmt::Write;

use super::draw::Sketch;
use super::input::letter_of;
use super::{Codes, EdgeSide, GridMap, SIZE};
use crate::ink::{Path, Point, Rect, escape, number};

/// Paper beyond the squares, on each side.
pub(super) const MARGIN: f64 = 104.0;
/// Paper above the squares, for the title.
pub(super) const HEAD: f64 = 168.0;
/// Paper below the squares, for the scale.
pub(super) const FOOT: f64 = 142.0;
/// How far the neatline stands from the squares.
const FRAME: f64 = 18.0;

pub(super) fn paper(map: &GridMap, sketch: &mut Sketch) {
    let rect = sketch.rect();
    let (width, height) = (rect.width(), rect.height());
    let mut out = format!(
        "<rect class=\"paper\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
        number(-MARGIN),
        number(-HEAD),
        number(width + 2.0 * MARGIN),
        number(height + HEAD + FOOT)
    );
    let _ = write!(
        out,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"url(#vignette)\"/>",
        number(-MARGIN),
        number(-HEAD),
        number(width + 2.0 * MARGIN),
        number(height + HEAD + FOOT)
    );
    creases(&mut out, &rect);
    neatline(map, &mut out, &rect);
    margins(map, &mut out, &rect);
    headings(map, &mut out, &rect);
    edges(map, &mut out, &rect);
    sketch.put("paper", &out);
}

/// The sheet was folded to fit a pocket.
fn creases(out: &mut String, rect: &Rect) {
    let mut path = Path::coarse();
    let folds = |length: f64| ((length / 560.0).round() as i32).max(2);
    for fold in 1..folds(rect.width()) {
        let x = rect.width() * f64::from(fold) / f64::from(folds(rect.width()));
        path.polyline(&[Point::new(x, -HEAD), Point::new(x, rect.bottom + FOOT)], false);
    }
    for fold in 1..folds(rect.height()) {
        let y = rect.height() * f64::from(fold) / f64::from(folds(rect.height()));
        path.polyline(&[Point::new(-MARGIN, y), Point::new(rect.right + MARGIN, y)], false);
    }
    let _ = write!(out, "<path class=\"crease\" d=\"{}\"/>", path.data());
}

/// A frame with a chequered band, one field for each square.
fn neatline(map: &GridMap, out: &mut String, rect: &Rect) {
    let box_of = |by: f64, width: &str| {
        let grown = rect.grown(by);
        format!(
            "<rect class=\"neat\" stroke-width=\"{width}\" x=\"{0}\" y=\"{0}\" width=\"{1}\" height=\"{2}\"/>",
            number(-by),
            number(grown.width()),
            number(grown.height())
        )
    };
    out.push_str(&box_of(0.0, "1.6"));
    out.push_str(&box_of(FRAME - 8.0, "1"));
    out.push_str(&box_of(FRAME - 1.0, "1"));
    out.push_str(&box_of(FRAME + 5.0, "4.5"));
    let mut band = Path::coarse();
    let (inner, outer) = (FRAME - 8.0, FRAME - 1.0);
    for column in (0..map.columns).step_by(2) {
        let x = f64::from(column) * SIZE;
        for (top, bottom) in [(-outer, -inner), (rect.bottom + inner, rect.bottom + outer)] {
            let corners = [(x, top), (x + SIZE, top), (x + SIZE, bottom), (x, bottom)];
            band.polyline(&corners.map(|(x, y)| Point::new(x, y)), true);
        }
    }
    for row in (0..map.rows).step_by(2) {
        let y = f64::from(row) * SIZE;
        for (left, right) in [(-outer, -inner), (rect.right + inner, rect.right + outer)] {
            let corners = [(left, y), (right, y), (right, y + SIZE), (left, y + SIZE)];
            band.polyline(&corners.map(|(x, y)| Point::new(x, y)), true);
        }
    }
    let _ = write!(out, "<path class=\"neat-fill\" d=\"{}\"/>", band.data());
}

/// Letters and numbers along the edges.
fn margins(map: &GridMap, out: &mut String, rect: &Rect) {
    let name = |index: u16, is_letter: bool| {
        if is_letter { letter_of(index).to_string() } else { (index + 1).to_string() }
    };
    let letters_across = map.codes == Codes::ColumnLetters;
    out.push_str("<g class=\"margins\">");
    for column in 0..map.columns {
        let x = (f64::from(column) + 0.5) * SIZE;
        for y in [-FRAME - 14.0, rect.bottom + FRAME + 31.0] {
            let text = name(column, letters_across);
            let _ =
                write!(out, "<text class=\"margin\" x=\"{}\" y=\"{}\">{text}</text>", number(x), number(y));
        }
    }
    for row in 0..map.rows {
        let y = (f64::from(row) + 0.5) * SIZE + 8.0;
        for x in [-FRAME - 26.0, rect.right + FRAME + 26.0] {
            let text = name(row, !letters_across);
            let _ =
                write!(out, "<text class=\"margin\" x=\"{}\" y=\"{}\">{text}</text>", number(x), number(y));
        }
    }
    out.push_str("</g>");
}

fn headings(map: &GridMap, out: &mut String, rect: &Rect) {
    let middle = rect.middle().x;
    let _ = write!(
        out,
        "<text class=\"title\" x=\"{0}\" y=\"-108\">{1}</text><text class=\"subtitle\" x=\"{0}\" y=\"-72\">{2}</text>",
        number(middle),
        escape(&map.title),
        escape(&map.subtitle)
    );
    let _ = write!(
        out,
        "<g transform=\"translate({} -104)\"><g transform=\"rotate({})\">\
         <path class=\"neat\" stroke-width=\"1.6\" d=\"M0 30V-34M-15 0H15\"/>\
         <path class=\"neat-fill\" d=\"M0-42L8-14 0-20z\"/>\
         <path class=\"neat\" stroke-width=\"1.4\" d=\"M0-42L-8-14 0-20z\"/></g>\
         <text class=\"fine\" x=\"24\" y=\"-24\">N</text></g>",
        number(rect.right - 30.0),
        number(map.north)
    );
    if map.square_kilometres > 0.0 {
        scale(map, out, rect);
    }
}

/// A scale of five kilometres, with the first one divided.
fn scale(map: &GridMap, out: &mut String, rect: &Rect) {
    let kilometre = SIZE / map.square_kilometres;
    let (left, top) = (rect.middle().x - kilometre * 2.5, rect.bottom + FRAME + 78.0);
    let _ = write!(out, "<g transform=\"translate({} {})\">", number(left), number(top));
    let _ = write!(
        out,
        "<path class=\"neat\" stroke-width=\"1.4\" d=\"M0 0h{0}v8H0z\"/>",
        number(kilometre * 5.0)
    );
    for field in [0, 2, 4] {
        let x = kilometre * f64::from(field);
        let _ =
            write!(out, "<path class=\"neat-fill\" d=\"M{} 0h{}v8h-{1}z\"/>", number(x), number(kilometre));
    }
    for mark in 0..=5 {
        let unit = if mark == 5 { " km" } else { "" };
        let x = number(kilometre * f64::from(mark));
        let _ = write!(out, "<text class=\"fine\" x=\"{x}\" y=\"27\">{mark}{unit}</text>");
    }
    out.push_str("</g>");
}

/// Notes in the margin: a bar in the owner's ink along the squares, and a line of text.
fn edges(map: &GridMap, out: &mut String, rect: &Rect) {
    let bar = FRAME + 5.0;
    for note in &map.edges {
        let (from, to) = (f64::from(note.from) * SIZE + 6.0, (f64::from(note.to) + 1.0) * SIZE - 6.0);
        let (word, text) = (note.nation.word(), escape(&note.text));
        let along = f64::midpoint(from, to);
        let (line, x, y, turn) = match note.side {
            // The title stands in the middle.
            EdgeSide::North => {
                (format!("M{} {}H{}", from, -bar, to), f64::midpoint(from, along), -FRAME - 40.0, 0)
            }
            EdgeSide::South => {
                (format!("M{} {}H{}", from, rect.bottom + bar, to), along, rect.bottom + FRAME + 56.0, 0)
            }
            EdgeSide::West => (format!("M{} {}V{}", -bar, from, to), -FRAME - 54.0, along, -90),
            EdgeSide::East => {
                (format!("M{} {}V{}", rect.right + bar, from, to), rect.right + FRAME + 54.0, along, 90)
            }
        };
        let (x, y) = (number(x), number(y));
        let _ = write!(
            out,
            "<path class=\"line ink-{word}\" stroke-width=\"4.5\" d=\"{line}\"/>\
             <text class=\"name-edge fill-{word}\" x=\"{x}\" y=\"{y}\" transform=\"rotate({turn} {x} {y})\">{text}</text>"
        );
    }
}

pub(super) fn grid(map: &GridMap, sketch: &mut Sketch) {
    let rect = sketch.rect();
    let mut path = Path::coarse();
    for column in 1..map.columns {
        let x = f64::from(column) * SIZE;
        path.polyline(&[Point::new(x, 0.0), Point::new(x, rect.bottom)], false);
    }
    for row in 1..map.rows {
        let y = f64::from(row) * SIZE;
        path.polyline(&[Point::new(0.0, y), Point::new(rect.right, y)], false);
    }
    sketch.put("grid", &format!("<path class=\"grid\" d=\"{}\"/>", path.data()));
}

pub(super) fn codes(map: &GridMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for square in map.squares() {
        let corner = square.middle() - Point::new(SIZE / 2.0 - 3.0, SIZE / 2.0 - 11.0);
        let code = map.codes.code(square);
        let (x, y) = (number(corner.x), number(corner.y));
        let _ = write!(out, "<text class=\"code\" x=\"{x}\" y=\"{y}\">{code}</text>");
    }
    sketch.put("codes", &out);
}

pub(super) fn places(map: &GridMap, sketch: &mut Sketch) {
    let mut out = String::new();
    for square in map.squares() {
        let (middle, code) = (square.middle(), map.codes.code(square));
        let _ = write!(
            out,
            "<rect id=\"place-{code}\" class=\"place\" data-place=\"{code}\" data-x=\"{}\" data-y=\"{}\" \
             x=\"{}\" y=\"{}\" width=\"100\" height=\"100\"/>",
            number(middle.x),
            number(middle.y),
            number(middle.x - SIZE / 2.0),
            number(middle.y - SIZE / 2.0)
        );
    }
    sketch.put("places", &out);
}
