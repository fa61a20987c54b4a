//! Pages and plots: plain HTML and SVG, well-formed as XML, with nothing to load.

mod bars;
mod frame;
mod histogram;
mod lines;
mod matrix;
mod page;

pub(crate) use bars::{Bar, bars};
pub(crate) use frame::Paper;
pub(crate) use histogram::histogram;
pub(crate) use lines::{Point, Series, lines};
pub(crate) use matrix::{Cell, matrix};
pub(crate) use page::{Page, table};

/// Text as it stands in HTML and SVG.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // No XML text may hold these.
            letter if letter.is_control() && letter != '\n' && letter != '\t' => escaped.push('\u{fffd}'),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// The colour of a nation's lines and bars.
pub(crate) fn nation_colour(nation: &str) -> &'static str {
    match nation {
        "british" => "#b5722b",
        "french" => "#2f6fb5",
        "german" => "#4f6158",
        _ => "#8a5a83",
    }
}

/// The colour of draws and totals, which belong to no side.
pub(crate) const GREY: &str = "#9a958a";

/// A number with as many digits as it needs.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 100.0).round() / 100.0;
    // Minus zero is zero.
    format!("{}", rounded + 0.0)
}

/// A share in percent.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_the_page() {
        assert_eq!(escape("<a href=\"x\">&\u{1}"), "&lt;a href=&quot;x&quot;&gt;&amp;\u{fffd}");
    }

    #[test]
    fn numbers_are_short() {
        assert_eq!([number(2.0), number(0.333_33), number(-0.001)], ["2", "0.33", "0"]);
        assert_eq!(percent(0.1234), "12.3 %");
    }
}
