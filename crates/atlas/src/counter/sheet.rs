//! All symbols of a game in one SVG, to be fetched once and used many times.

use std::fmt::Write;

use super::{CounterFace, Mark, Marker, face, marker, status};
use crate::ink::{slug, theme};

/// The id of a face's symbol.
pub fn face_id(id: &str) -> String {
    format!("face-{}", slug(id))
}

/// The symbols of these faces, of all marks and of all markers, with their style, to be put into `<defs>`.
pub(crate) fn definitions(faces: &[CounterFace]) -> String {
    let rules = format!("{}{}{}", face::STYLE, status::STYLE, marker::STYLE);
    let mut out = format!("<style>{}</style>", rules.replace("SANS", theme::SANS).replace('\n', ""));
    out.push_str(&face::plates());
    for mark in Mark::ALL {
        let _ = write!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 40 40\">{}</symbol>",
            mark.symbol_id(),
            mark.drawing()
        );
    }
    // Points up; turned to the side the unit faces, about the middle of its counter.
    out.push_str(
        "<symbol id=\"mark-facing\" viewBox=\"0 0 100 100\" overflow=\"visible\">\
         <path class=\"mk-facing\" d=\"M49-9L61 4H37z\"/></symbol>",
    );
    for (id, colour, dashes) in
        [("can-act", "picked,#e0a526", ""), ("picked", "accent,#b5651d", " stroke-dasharray=\"12 5\"")]
    {
        let _ = write!(
            out,
            "<symbol id=\"outline-{id}\" viewBox=\"0 0 100 100\"><rect x=\"1.5\" y=\"1.5\" width=\"95\" height=\"95\" \
             rx=\"7.5\" fill=\"none\" stroke=\"var(--{colour})\" stroke-width=\"4.5\"{dashes}/></symbol>"
        );
    }
    for marker in Marker::all() {
        let _ = write!(
            out,
            "<symbol id=\"{}\" viewBox=\"0 0 100 100\">{}</symbol>",
            marker.symbol_id(),
            marker.drawing()
        );
    }
    let mut seen = std::collections::BTreeSet::new();
    for face in faces.iter().filter(|face| seen.insert(face.id.as_str())) {
        out.push_str(&face::symbol(face));
    }
    out
}

/// One SVG with a symbol for each face (`face-…`), mark (`mark-…`) and marker (`marker-…`), the pointer
/// `mark-facing`, and the outlines `outline-can-act` and `outline-picked` to lay over a counter.
///
/// It shows nothing by itself: embed it once, then `<use href="#face-…" width="…" height="…"/>`. A face given twice
/// is drawn once.
pub fn sheet(faces: &[CounterFace]) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"atlas-sheet\" width=\"0\" height=\"0\" \
         aria-hidden=\"true\"><defs>{}</defs></svg>",
        definitions(faces)
    )
}
