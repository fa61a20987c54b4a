//! A map of areas, layer by layer.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::network::Network;
use super::{AreaMap, frame, land, lettering, lines, spots};
use crate::ink::labels::Placer;
use crate::ink::strokes::Clearing;
use crate::ink::{Rect, escape, glyphs, number, theme};
use crate::map::{LAYERS, Map, Spot};

/// A map being drawn.
#[derive(Clone, Debug)]
pub(super) struct Sketch {
    rect: Rect,
    pub(super) network: Network,
    pub(super) clearing: Clearing,
    pub(super) placer: Placer,
    pub(super) definitions: String,
    layers: BTreeMap<&'static str, String>,
}

impl Sketch {
    fn of(map: &AreaMap) -> Self {
        let rect = Rect { left: 0.0, top: 0.0, right: map.width, bottom: map.height };
        Self {
            rect,
            network: Network::of(map),
            clearing: Clearing::default(),
            placer: Placer::new(rect.grown(-4.0)),
            definitions: String::new(),
            layers: BTreeMap::new(),
        }
    }

    pub(super) fn rect(&self) -> Rect {
        self.rect
    }

    /// Adds to a layer.
    pub(super) fn put(&mut self, layer: &'static str, svg: &str) {
        self.layers.entry(layer).or_default().push_str(svg);
    }
}

/// The rules that a map of areas adds to the style sheet.
const STYLE: &str = "
.atlas .tint{opacity:.2}.atlas .zone-tint{opacity:.5}.atlas .band{fill:none;stroke-width:30;opacity:.6}
.atlas .is-british .tint{fill:var(--wash-british)}.atlas .is-british .band{stroke:var(--wash-british)}
.atlas .is-german .tint{fill:var(--wash-german)}.atlas .is-german .band{stroke:var(--wash-german)}
.atlas .is-french .tint{fill:var(--wash-french)}.atlas .is-french .band{stroke:var(--wash-french)}
.atlas .flag{display:none}
.atlas .is-british .flag-british,.atlas .is-german .flag-german{display:inline}
.atlas .bridge[data-state=british] .flag-british,.atlas .bridge[data-state=german] .flag-german{display:inline}
.atlas .blown,.atlas .bridge[data-state=destroyed] .standing{display:none}
.atlas .bridge[data-state=destroyed] .blown{display:inline}
.atlas .bridge-hit{fill:transparent}
.atlas .border{stroke:var(--ink);stroke-width:1.7;stroke-dasharray:13 3.5 2.5 3.5}
.atlas .border-halo{stroke:var(--halo);stroke-width:5;opacity:.6}
.atlas .rim{stroke:var(--ink);stroke-width:3}.atlas .rim-glow{stroke:var(--ink-soft);stroke-width:11;opacity:.16}
.atlas .link{stroke:var(--ink-soft);stroke-width:3;stroke-dasharray:11 8}
.atlas .link-halo{stroke:var(--halo);stroke-width:7;opacity:.5}
.atlas .canal-glow{stroke:var(--water);opacity:.35}.atlas .canal-water{stroke:var(--water)}
.atlas .poplar{stroke-width:4;opacity:.75}.atlas .lane{stroke-width:1.8;opacity:.85}
.atlas .zone-card{fill:var(--card);stroke:var(--ink);stroke-width:2.2}
.atlas .zone-line{fill:none;stroke:var(--ink);stroke-width:.9;opacity:.6}
.atlas .name-area{font-size:20px;font-variant-caps:small-caps;letter-spacing:.03em}
.atlas .name-hamlet{font-size:15px}
.atlas .area-title{font-size:38px}
.atlas .badge-shape{fill:var(--card);stroke:var(--ink);stroke-width:2.4;stroke-linejoin:round}
.atlas .badge-barrage{fill:none;stroke:var(--target);stroke-width:2}
.atlas .badge-id{font-size:24px;font-weight:700}
.atlas .badge-value{font-size:14px;fill:var(--target);font-weight:600}
.atlas .breakthrough{fill:none;stroke:var(--accent);stroke-width:3;stroke-linecap:round;stroke-linejoin:round}
.atlas .cavalry circle{fill:var(--card);stroke:var(--ink);stroke-width:1.6}.atlas .cavalry use{fill:var(--ink)}
.atlas .cavalry-number{font-size:16px;font-weight:700;paint-order:stroke;stroke:var(--halo);stroke-width:3}
.atlas .tag rect{stroke:var(--ink);stroke-width:.8}.atlas .tag-text{font-size:13px;font-weight:600}
.atlas.zoom-far .name-hamlet,.atlas.zoom-far .tag{display:none}
.atlas.zoom-far .name-area{font-size:25px}
";

/// A bridge seen from above, its deck along the x axis, and a destroyed one.
const BRIDGES: &str = "<g id=\"map-bridge\"><path d=\"M-19-7h38v14h-38z\" fill=\"var(--card)\"/>\
<path d=\"M-24-11l5 4h38l5-4M-24 11l5-4h38l5 4\" fill=\"none\" stroke=\"var(--ink)\" stroke-width=\"2.6\" \
stroke-linecap=\"round\" stroke-linejoin=\"round\"/><path d=\"M-12-7v14M-4-7v14M4-7v14M12-7v14\" \
stroke=\"var(--ink)\" stroke-width=\".9\" opacity=\".55\"/></g>\
<g id=\"map-bridge-blown\"><path d=\"M-19-7h9l3 4-3 4 3 3-2 3h-10zM19-7h-8l-4 3 3 5-3 3 3 3h9z\" fill=\"var(--card)\"/>\
<path d=\"M-24-11l5 4h10l3 4M-24 11l5-4h9l4-3M24-11l-5 4H11l-4 3M24 11l-5-4H10l-3-3\" fill=\"none\" \
stroke=\"var(--ink)\" stroke-width=\"2.6\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\
<path d=\"M-9-9L9 9M9-9L-9 9\" stroke=\"var(--target)\" stroke-width=\"3.4\" stroke-linecap=\"round\"/></g>";

impl Map for AreaMap {
    fn draw_with(&self, definitions: &str, markers: &str, counters: &str) -> String {
        let map = &self.settled();
        let mut sketch = Sketch::of(map);
        land::washes(map, &mut sketch);
        let canals = lines::canals(map, &mut sketch);
        lines::bridges(map, &mut sketch);
        lines::roads(map, &mut sketch);
        lines::villages(map, &mut sketch);
        lines::trenches(map, &mut sketch);
        lines::borders(map, &mut sketch);
        land::grounds(map, &mut sketch);
        lettering::names(map, &mut sketch, &canals);
        frame::paper(map, &mut sketch);
        frame::places(map, &mut sketch);
        let bridges = sketch.layers.remove("markers-base").unwrap_or_default();
        sketch.put("markers", &bridges);
        sketch.put("markers", markers);
        sketch.put("counters", counters);
        assemble(map, &sketch, definitions)
    }

    fn spots(&self, place: &str, count: usize) -> Option<Vec<Spot>> {
        spots::spots(self, place, count)
    }
}

fn assemble(map: &AreaMap, sketch: &Sketch, definitions: &str) -> String {
    let sheet = sketch.rect.grown(frame::MARGIN);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"atlas atlas-areas\" data-counter=\"{}\" viewBox=\"{} {} {} {}\" \
         role=\"group\" aria-label=\"{}\">",
        number(spots::COUNTER),
        number(sheet.left),
        number(sheet.top),
        number(sheet.width()),
        number(sheet.height()),
        escape(&map.title)
    );
    out.push_str(&theme::style(STYLE));
    let _ = write!(
        out,
        "<defs><radialGradient id=\"vignette\" r=\".75\"><stop offset=\".55\" stop-color=\"#8a6a3a\" \
         stop-opacity=\"0\"/><stop offset=\"1\" stop-color=\"#8a6a3a\" stop-opacity=\".2\"/></radialGradient>\
         {}{BRIDGES}{}{definitions}</defs>",
        glyphs::definitions(),
        sketch.definitions
    );
    for layer in LAYERS {
        let content = sketch.layers.get(layer).map_or("", String::as_str);
        let _ = write!(out, "<g id=\"layer-{layer}\">{content}</g>");
    }
    out.push_str("</svg>");
    out
}
