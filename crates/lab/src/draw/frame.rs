//! Axes: from values to places on the paper.

use std::fmt::Write;

use super::{escape, number};

/// The paper of a plot, in its own units.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paper {
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Paper {
    /// Two of them stand side by side.
    pub(crate) const HALF: Paper = Paper { width: 540.0, height: 300.0 };
    /// As wide as the page.
    pub(crate) const WHOLE: Paper = Paper { width: 1100.0, height: 380.0 };
}

const LEFT: f64 = 56.0;
const RIGHT: f64 = 16.0;
const TOP: f64 = 34.0;
const BOTTOM: f64 = 44.0;

/// A range of values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Range {
    pub(crate) low: f64,
    pub(crate) high: f64,
}

impl Range {
    /// The range of some values, widened to round numbers; never empty.
    pub(crate) fn of(values: impl Iterator<Item = f64>) -> Range {
        let (mut low, mut high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        if high - low < 1e-9 {
            (low, high) = (low - 0.5, high + 0.5);
        }
        let step = step(high - low);
        Range { low: (low / step).floor() * step, high: (high / step).ceil() * step }
    }

    /// Round numbers in the range.
    fn ticks(self) -> Vec<f64> {
        let step = step(self.high - self.low);
        let first = (self.low / step).ceil();
        let count = ((self.high - first * step) / step + 1e-6).floor() as usize;
        (0..=count).map(|nth| (first + nth as f64) * step).collect()
    }
}

/// A round distance between ticks: 1, 2 or 5 times a power of ten, for about five of them.
fn step(span: f64) -> f64 {
    let rough = span / 5.0;
    let power = 10f64.powf(rough.log10().floor());
    let factor = rough / power;
    let round = if factor <= 1.0 {
        1.0
    } else if factor <= 2.0 {
        2.0
    } else if factor <= 5.0 {
        5.0
    } else {
        10.0
    };
    round * power
}

/// A plot with two axes.
pub(super) struct Frame {
    paper: Paper,
    x: Range,
    y: Range,
    svg: String,
}

impl Frame {
    /// Draws title, axes and grid. Whether the x axis has ticks of its own is up to the plot.
    pub(super) fn new(paper: Paper, title: &str, labels: [&str; 2], x: Range, y: Range) -> Frame {
        let mut frame = Frame { paper, x, y, svg: open(title, paper) };
        let (left, right) = (frame.x(x.low), frame.x(x.high));
        for tick in y.ticks() {
            let at = frame.y(tick);
            let _ = write!(
                frame.svg,
                "<line class=\"grid\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/>\
                 <text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                at + 4.0,
                number(tick)
            );
        }
        let (floor, middle) = (frame.y(y.low), f64::midpoint(frame.y(y.low), frame.y(y.high)));
        let _ = write!(
            frame.svg,
            "<line class=\"axis\" x1=\"{left:.1}\" x2=\"{right:.1}\" y1=\"{floor:.1}\" y2=\"{floor:.1}\"/>\
             <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\
             <text class=\"soft\" x=\"14\" y=\"{middle:.1}\" text-anchor=\"middle\" \
             transform=\"rotate(-90 14 {middle:.1})\">{}</text>",
            f64::midpoint(left, right),
            paper.height - 8.0,
            escape(labels[0]),
            escape(labels[1]),
        );
        frame
    }

    /// Ticks below the x axis: every whole number where they are few.
    pub(super) fn x_ticks(&mut self) {
        let Range { low, high } = self.x;
        let whole = (low.ceil() as i64..=high.floor() as i64).map(|number| number as f64);
        let ticks = if high - low <= 16.0 { whole.collect() } else { self.x.ticks() };
        for tick in ticks {
            self.x_label(tick, &number(tick));
        }
    }

    /// Words below the x axis.
    pub(super) fn x_label(&mut self, at: f64, words: &str) {
        let (x, y) = (self.x(at), self.y(self.y.low) + 16.0);
        let _ = write!(
            self.svg,
            "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"middle\">{}</text>",
            escape(words)
        );
    }

    /// Where a value lies on the paper, from the left.
    pub(super) fn x(&self, value: f64) -> f64 {
        LEFT + (value - self.x.low) / (self.x.high - self.x.low) * (self.paper.width - LEFT - RIGHT)
    }

    /// The same from the top.
    pub(super) fn y(&self, value: f64) -> f64 {
        let share = (value - self.y.low) / (self.y.high - self.y.low);
        let height = self.paper.height;
        height - BOTTOM - share * (height - TOP - BOTTOM)
    }

    /// Puts SVG on the paper.
    pub(super) fn draw(&mut self, svg: &str) {
        self.svg.push_str(svg);
    }

    /// The whole plot.
    pub(super) fn finish(self) -> String {
        self.svg + "</svg>\n"
    }
}

/// The beginning of a plot: paper and title.
pub(super) fn open(title: &str, paper: Paper) -> String {
    let (title, Paper { width, height }) = (escape(title), paper);
    format!(
        "<svg class=\"plot\" xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" aria-label=\"{title}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" style=\"max-width:{width:.0}px\"><text class=\"title\" x=\"14\" y=\"21\">{title}</text>"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_round_and_never_empty() {
        assert_eq!(Range::of([3.0, 17.0].into_iter()), Range { low: 0.0, high: 20.0 });
        let one = Range::of([4.0].into_iter());
        assert!((one.low - 3.4).abs() < 1e-9 && (one.high - 4.6).abs() < 1e-9, "{one:?}");
        assert_eq!(Range::of(std::iter::empty()), Range { low: 0.0, high: 1.0 });
    }

    #[test]
    fn ticks_lie_in_the_range() {
        assert_eq!(Range { low: 0.0, high: 20.0 }.ticks(), [0.0, 5.0, 10.0, 15.0, 20.0]);
        assert_eq!(Range { low: -3.0, high: 2.0 }.ticks(), [-3.0, -2.0, -1.0, 0.0, 1.0, 2.0]);
    }
}
