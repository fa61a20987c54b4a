//! Horizontal bars of shares with their intervals.

use std::fmt::Write;

use super::frame::{Paper, open};
use super::{escape, percent};
use crate::elo::Estimate;

/// A bar.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) share: Estimate,
    pub(crate) colour: &'static str,
}

/// Bars from 0 to 100 %, each with its 95 % interval.
pub(crate) fn bars(title: &str, bars: &[Bar]) -> String {
    const LEFT: f64 = 150.0;
    const ROW: f64 = 34.0;
    let paper = Paper { height: 44.0 + ROW * bars.len() as f64, ..Paper::HALF };
    let span = paper.width - LEFT - 130.0;
    let mut svg = open(title, paper);
    for (index, bar) in bars.iter().enumerate() {
        let top = 36.0 + ROW * index as f64;
        let middle = top + 11.0;
        let (low, high) = (LEFT + bar.share.low * span, LEFT + bar.share.high * span);
        let _ = write!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\
             <rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{span:.1}\" height=\"22\" fill=\"#f1ebdb\"/>\
             <rect x=\"{LEFT}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"22\" fill=\"{}\"/>\
             <path d=\"M{low:.1} {middle:.1}H{high:.1}m0 -4v8M{low:.1} {middle:.1}m0 -4v8\" stroke=\"#1d1b18\" \
             fill=\"none\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{} ({}–{})</text>",
            LEFT - 8.0,
            middle + 4.0,
            escape(&bar.label),
            bar.share.value * span,
            bar.colour,
            LEFT + span + 6.0,
            middle + 4.0,
            percent(bar.share.value),
            (bar.share.low * 100.0).round(),
            (bar.share.high * 100.0).round(),
        );
    }
    svg + "</svg>\n"
}
