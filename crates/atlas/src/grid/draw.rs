//! A map of squares, layer by layer.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::lanes::Lanes;
use super::{GridMap, SIZE, built, frame, land, lettering, lines};
use crate::ink::labels::Placer;
use crate::ink::strokes::Clearing;
use crate::ink::{Curve, Rect, escape, glyphs, number, theme};
use crate::map::{LAYERS, Map, Spot};

/// The usual side of a counter on a map of squares.
const COUNTER: f64 = 78.0;

/// A map being drawn: its layers so far, and what textures and names must keep away from.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    rect: Rect,
    pub(super) lanes: Lanes,
    pub(super) clearing: Clearing,
    pub(super) placer: Placer,
    layers: BTreeMap<&'static str, String>,
}

impl Sketch {
    fn of(map: &GridMap) -> Self {
        let rect = Rect {
            left: 0.0,
            top: 0.0,
            right: f64::from(map.columns) * SIZE,
            bottom: f64::from(map.rows) * SIZE,
        };
        Self {
            rect,
            lanes: Lanes::of(map),
            clearing: Clearing::default(),
            placer: Placer::new(rect.grown(-3.0)),
            layers: BTreeMap::new(),
        }
    }

    /// The squares' rectangle.
    pub(super) fn rect(&self) -> Rect {
        self.rect
    }

    /// Adds to a layer.
    pub(super) fn put(&mut self, layer: &'static str, svg: &str) {
        self.layers.entry(layer).or_default().push_str(svg);
    }

    /// Keeps textures and, with that weight, names away from a line.
    pub(super) fn keep_clear(&mut self, curve: &Curve, reach: f64, weight: f64) {
        let line = curve.flatten(6);
        self.placer.avoid_line(&line, weight);
        self.clearing.along(&line, reach);
    }
}

impl Map for GridMap {
    fn draw_with(&self, definitions: &str, markers: &str, counters: &str) -> String {
        let mut sketch = Sketch::of(self);
        // Lines first: trees stand and names are written where lines leave room.
        let courses = lines::courses(self, &sketch);
        for course in &courses {
            let (reach, weight) = match course.class {
                super::RiverClass::Major => (15.0, 2.5),
                super::RiverClass::Minor => (10.0, 0.9),
                _ => (8.0, 0.5),
            };
            sketch.keep_clear(&course.curve, reach, weight);
        }
        lines::water(self, &mut sketch, &courses);
        lines::railways(self, &mut sketch);
        lines::roads(self, &mut sketch, &courses);
        built::towns(self, &mut sketch);
        lines::trenches(self, &mut sketch);
        let land = land::Land::of(self);
        land.washes(&mut sketch);
        land.hachures(&mut sketch);
        land.woods(&mut sketch);
        land.marsh(&mut sketch);
        lettering::names(self, &mut sketch, &courses);
        frame::paper(self, &mut sketch);
        frame::grid(self, &mut sketch);
        frame::codes(self, &mut sketch);
        frame::places(self, &mut sketch);
        sketch.put("markers", markers);
        sketch.put("counters", counters);
        assemble(self, &sketch, definitions)
    }

    fn spots(&self, place: &str, count: usize) -> Option<Vec<Spot>> {
        let square = self.codes.square(place).filter(|square| self.has(*square))?;
        // A square holds one stack; a lone counter is drawn larger than the top of a stack.
        let size = if count > 1 { 72.0 } else { COUNTER };
        Some(vec![Spot { middle: square.middle(), size }])
    }
}

fn assemble(map: &GridMap, sketch: &Sketch, definitions: &str) -> String {
    let rect = sketch.rect;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"atlas atlas-grid\" data-counter=\"{COUNTER}\" viewBox=\"{} {} {} {}\" \
         role=\"group\" aria-label=\"{}\">",
        number(-frame::MARGIN),
        number(-frame::HEAD),
        number(rect.width() + 2.0 * frame::MARGIN),
        number(rect.height() + frame::HEAD + frame::FOOT),
        escape(&map.title)
    );
    out.push_str(&theme::style(".atlas .flow{opacity:.45}"));
    let _ = write!(
        out,
        "<defs><clipPath id=\"map-rect\"><rect width=\"{}\" height=\"{}\"/></clipPath>\
         <radialGradient id=\"vignette\" r=\".75\"><stop offset=\".55\" stop-color=\"#8a6a3a\" stop-opacity=\"0\"/>\
         <stop offset=\"1\" stop-color=\"#8a6a3a\" stop-opacity=\".2\"/></radialGradient>{}{definitions}</defs>",
        number(rect.width()),
        number(rect.height()),
        glyphs::definitions()
    );
    for layer in LAYERS {
        // Only the margins may be drawn on beyond the squares.
        let is_clipped =
            !matches!(layer, "paper" | "names" | "codes" | "places" | "markers" | "counters" | "highlights");
        let clip = if is_clipped { " clip-path=\"url(#map-rect)\"" } else { "" };
        let content = sketch.layers.get(layer).map_or("", String::as_str);
        let _ = write!(out, "<g id=\"layer-{layer}\"{clip}>{content}</g>");
    }
    out.push_str("</svg>");
    out
}
