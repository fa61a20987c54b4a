//! Lines with bands: how something changes from turn to turn.

use std::fmt::Write;

use super::frame::{Frame, Paper, Range};
use super::{escape, number};

/// A point of a line with its band.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Point {
    /// A point without a band.
    pub(crate) fn at(x: f64, y: f64) -> Point {
        Point { x, y, low: y, high: y }
    }
}

/// One line.
pub(crate) struct Series {
    pub(crate) name: String,
    pub(crate) colour: &'static str,
    pub(crate) points: Vec<Point>,
}

/// Lines with their bands and names.
pub(crate) fn lines(paper: Paper, title: &str, labels: [&str; 2], series: &[Series]) -> String {
    let points = || series.iter().flat_map(|series| &series.points);
    let y = Range::of(points().flat_map(|point| [point.low, point.high]).chain([0.0]));
    let x =
        points().map(|point| point.x).fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    let x = if x.0 < x.1 { Range { low: x.0, high: x.1 } } else { Range::of(points().map(|point| point.x)) };
    let mut frame = Frame::new(paper, title, labels, x, y);
    frame.x_ticks();
    let zero = frame.y(0.0);
    frame.draw(&format!(
        "<path class=\"axis\" d=\"M{:.1} {zero:.1}H{:.1}\"/>",
        frame.x(x.low),
        frame.x(x.high)
    ));
    for one in series {
        let svg = line(&frame, one);
        frame.draw(&svg);
    }
    let mut right = paper.width - 16.0;
    for one in series.iter().rev() {
        frame.draw(&format!(
            "<text x=\"{right:.1}\" y=\"21\" text-anchor=\"end\" style=\"fill:{}\">■ {}</text>",
            one.colour,
            escape(&one.name)
        ));
        right -= 26.0 + 7.0 * one.name.chars().count() as f64;
    }
    frame.finish()
}

fn line(frame: &Frame, series: &Series) -> String {
    let mut svg = String::new();
    let (mut band, mut back, mut path) = (String::new(), String::new(), String::new());
    for (index, point) in series.points.iter().enumerate() {
        let (x, letter) = (frame.x(point.x), if index == 0 { 'M' } else { 'L' });
        let _ = write!(band, "{letter}{x:.1} {:.1}", frame.y(point.low));
        back = format!("L{x:.1} {:.1}{back}", frame.y(point.high));
        let _ = write!(path, "{letter}{x:.1} {:.1}", frame.y(point.y));
    }
    if series.points.iter().any(|point| point.low < point.high) {
        let _ = write!(svg, "<path d=\"{band}{back}Z\" fill=\"{}\" opacity=\"0.18\"/>", series.colour);
    }
    if path.is_empty() {
        return svg;
    }
    let _ =
        write!(svg, "<path d=\"{path}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2.2\"/>", series.colour);
    // Many points would hide the line.
    if series.points.len() <= 40 {
        for point in &series.points {
            let _ = write!(
                svg,
                "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"3\" fill=\"{}\"><title>{}, {}: {} ({} to {})</title></circle>",
                frame.x(point.x),
                frame.y(point.y),
                series.colour,
                escape(&series.name),
                number(point.x),
                number(point.y),
                number(point.low),
                number(point.high),
            );
        }
    }
    svg
}
