//! A field of coloured cells with rows and columns.

use std::fmt::Write;

use super::escape;
use super::frame::{Paper, open};

/// A cell.
pub(crate) struct Cell {
    /// Its colour.
    pub(crate) colour: String,
    /// What stands in it.
    pub(crate) words: String,
    /// The colour of the words.
    pub(crate) ink: &'static str,
    /// What is said about it when it is pointed at.
    pub(crate) about: String,
}

/// Rows of cells; a cell may be missing.
pub(crate) fn matrix(title: &str, columns: &[String], rows: &[(String, Vec<Option<Cell>>)]) -> String {
    const LEFT: f64 = 240.0;
    const ROW: f64 = 20.0;
    let width = (830.0 / columns.len().max(1) as f64).min(46.0);
    let paper = Paper {
        width: (LEFT + 14.0 + width * columns.len() as f64).max(Paper::HALF.width),
        height: 62.0 + ROW * rows.len() as f64,
    };
    let mut svg = open(title, paper);
    for (nth, column) in columns.iter().enumerate() {
        let x = LEFT + (nth as f64 + 0.5) * width;
        let _ = write!(svg, "<text x=\"{x:.1}\" y=\"44\" text-anchor=\"middle\">{}</text>", escape(column));
    }
    for (index, (name, cells)) in rows.iter().enumerate() {
        let y = 50.0 + ROW * index as f64;
        let name: String = name.chars().take(36).collect();
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 8.0,
            y + 14.0,
            escape(&name)
        );
        for (nth, cell) in cells.iter().enumerate() {
            let Some(cell) = cell else { continue };
            let x = LEFT + nth as f64 * width;
            let _ = write!(
                svg,
                "<g><title>{}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\" style=\"fill:{}\">{}</text></g>",
                escape(&cell.about),
                width - 1.0,
                ROW - 1.0,
                cell.colour,
                x + width / 2.0,
                y + 14.0,
                cell.ink,
                escape(&cell.words)
            );
        }
    }
    svg + "</svg>\n"
}
