//! One face of a counter, in a box of 100. The counter itself ends at 96; the rest is its shadow.

use std::fmt::Write;

use super::{CounterFace, SizeMark, Strength, nato};
use crate::Nation;
use crate::ink::{escape, number, slug};

/// Body, edge and band of each nation's counters.
const fn colours(nation: Nation) -> (&'static str, &'static str, &'static str) {
    match nation {
        Nation::British => ("#dcbf8e", "#7d5c2d", "#8a5222"),
        Nation::French => ("#adc0d3", "#465f80", "#3a5982"),
        Nation::German => ("#b3b8ab", "#565c51", "#4b5249"),
    }
}

/// Rules for the parts of a face. Plain class names, because a `<use>` does not see its surroundings' selectors.
pub(super) const STYLE: &str = "
.cf-box{fill:#f7f0df;stroke:#2a2118;stroke-width:2.6}
.cf-line{fill:none;stroke:#2a2118;stroke-width:2.6;stroke-linecap:square}
.cf-thin{fill:none;stroke:#2a2118;stroke-width:1.5}
.cf-fill{fill:#2a2118}.cf-hole{fill:#f7f0df}
.cf-word{font:700 19px SANS;text-anchor:middle;fill:#2a2118}
.cf-size{font:700 14px SANS;text-anchor:middle;fill:#2a2118;letter-spacing:1px}
.cf-side{font:700 14px SANS;text-anchor:middle;fill:#2a2118}
.cf-factors{font:700 27px SANS;text-anchor:middle;fill:#2a2118;font-variant-numeric:lining-nums tabular-nums}
.cf-pale{fill:#fff8e6}
.cf-light{fill:none;stroke:#fff;stroke-width:2.2;opacity:.55;stroke-linejoin:round;stroke-linecap:round}
.cf-dark{fill:none;stroke:#000;stroke-width:2.4;opacity:.2;stroke-linejoin:round;stroke-linecap:round}
.cf-shadow{fill:#1b1208}
";

/// The outline of a counter, with or without a crenellated top.
fn outline(entrenched: bool) -> String {
    if !entrenched {
        return "M9 3h80a6 6 0 0 1 6 6v80a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6V9a6 6 0 0 1 6-6z".to_owned();
    }
    // Five merlons and four gaps, nearly of the same width.
    let mut path = String::from("M3 2");
    for merlon in 0..5 {
        path.push_str("h10.4");
        if merlon < 4 {
            path.push_str("v8h10v-8");
        }
    }
    path.push_str("V89a6 6 0 0 1-6 6H9a6 6 0 0 1-6-6z");
    path
}

/// The plates that faces lie on: six of them, so that faces stay short.
pub(super) fn plates() -> String {
    let mut out = String::new();
    for nation in Nation::ALL {
        let (body, edge, _) = colours(nation);
        for entrenched in [false, true] {
            let shape = outline(entrenched);
            let id = plate_id(nation, entrenched);
            let top = if entrenched { 9.0 } else { 5.4 };
            let (ink, thick) = if entrenched { ("#2a2118", "2.4") } else { (edge, "1.8") };
            let _ = write!(
                out,
                "<g id=\"{id}\"><path class=\"cf-shadow\" d=\"{shape}\" transform=\"translate(4 4.5)\" opacity=\".13\"/>\
                 <path class=\"cf-shadow\" d=\"{shape}\" transform=\"translate(2.2 2.6)\" opacity=\".24\"/>\
                 <path d=\"{shape}\" fill=\"{body}\" stroke=\"{ink}\" stroke-width=\"{thick}\"/>\
                 <path class=\"cf-light\" d=\"M5.6 88V{}q0-2 2-2h{}\"/>\
                 <path class=\"cf-dark\" d=\"M10 92.4h79q3.4 0 3.4-3.4V10\"/></g>",
                number(top + 4.0),
                if entrenched { "2" } else { "80" }
            );
        }
    }
    out
}

fn plate_id(nation: Nation, entrenched: bool) -> String {
    format!("plate-{}{}", nation.word(), if entrenched { "-dug-in" } else { "" })
}

/// A face as a symbol.
pub(super) fn symbol(face: &CounterFace) -> String {
    let (_, edge, band) = colours(face.nation);
    let mut out = format!(
        "<symbol id=\"{}\" viewBox=\"0 0 100 100\"><use href=\"#{}\"/>",
        super::face_id(&face.id),
        plate_id(face.nation, face.entrenched)
    );
    debug_assert!(!slug(&face.id).is_empty(), "a face needs an id");
    if face.strength == Strength::Exhausted {
        out.push_str("<path d=\"M5 12h88v50H5z\" fill=\"#fff\" opacity=\".3\"/>");
    }
    if let Some(stripe) = face.stripe {
        let _ = write!(
            out,
            "<path d=\"M4 12h8.5v49H4z\" fill=\"{}\" stroke=\"{edge}\" stroke-width=\".8\"/>",
            stripe.hex()
        );
    }
    if face.strength != Strength::Full {
        let _ = write!(out, "<path d=\"M4 64h90v24.5a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5z\" fill=\"{band}\"/>");
    }
    if face.strength == Strength::Exhausted {
        out.push_str(
            "<path d=\"M5 72l8-8M5 88l24-24M13 93l29-29M29 93l29-29M45 93l29-29M61 93l29-29M77 93l16-16\" \
             stroke=\"#fff8e6\" stroke-width=\"1.6\" opacity=\".3\"/>",
        );
    }
    // Battlements push the box down a little.
    let top = if face.entrenched { 27.5 } else { 25.5 };
    let _ = write!(
        out,
        "<rect class=\"cf-box\" x=\"26\" y=\"{top}\" width=\"46\" height=\"30\"/>\
         <g transform=\"translate(26 {top})\">{}</g>",
        nato::drawing(face.symbol)
    );
    size_mark(&mut out, face, band, top - 3.5);
    let indent = if face.stripe.is_some() { 19.5 } else { 15.0 };
    side_text(&mut out, &face.parent, indent);
    side_text(&mut out, &face.label, 83.5);
    factors(&mut out, face);
    out.push_str("</symbol>");
    out
}

fn size_mark(out: &mut String, face: &CounterFace, band: &str, base: f64) {
    if face.size == SizeMark::Flag {
        let _ = write!(
            out,
            "<path d=\"M43 23V9.5\" class=\"cf-line\"/><path d=\"M43.5 9.5h14l-3.4 4 3.4 4h-14z\" fill=\"{band}\" \
             stroke=\"#2a2118\" stroke-width=\"1\"/>"
        );
    } else if face.size != SizeMark::None {
        let _ = write!(
            out,
            "<text class=\"cf-size\" x=\"49.5\" y=\"{}\">{}</text>",
            number(base),
            face.size.text()
        );
    }
}

/// Short texts stand level beside the box; longer ones run up along it.
fn side_text(out: &mut String, text: &str, x: f64) {
    let letters = text.chars().count();
    if letters == 0 {
        return;
    }
    let size = match letters {
        1..=2 => 14.5,
        3..=5 => 13.0,
        6 => 12.0,
        7 => 10.5,
        _ => 9.0,
    };
    let style = format!("style=\"font-size:{}px\"", number(size));
    let x = number(x);
    // Two broad capitals would touch the box.
    let capitals = text.chars().filter(|letter| letter.is_uppercase()).count();
    if letters <= 2 && capitals < 2 {
        let _ = write!(out, "<text class=\"cf-side\" {style} x=\"{x}\" y=\"45\">{}</text>", escape(text));
    } else {
        let _ = write!(
            out,
            "<text class=\"cf-side\" {style} transform=\"translate({x} 38.5) rotate(-90)\" y=\"{}\">{}</text>",
            number(size * 0.36),
            escape(text)
        );
    }
}

fn factors(out: &mut String, face: &CounterFace) {
    let size = match face.factors.chars().count() {
        0 => return,
        1..=6 => 27.0,
        7 => 24.0,
        8 => 22.0,
        9..=10 => 18.0,
        _ => 13.0,
    };
    let pale = if face.strength == Strength::Full { "" } else { " cf-pale" };
    let _ = write!(
        out,
        "<text class=\"cf-factors{pale}\" style=\"font-size:{}px\" x=\"49\" y=\"{}\">{}</text>",
        number(size),
        number(78.5 + size * 0.355),
        escape(&face.factors)
    );
}
