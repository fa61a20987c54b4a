//! Columns: how often each value came up.

use std::fmt::Write;

use super::frame::{Frame, Paper, Range};
use super::{escape, number};

/// One column: values from `low` up to but not with `high`.
pub(crate) struct Column {
    pub(crate) low: i64,
    pub(crate) high: i64,
    pub(crate) count: usize,
}

impl Column {
    fn words(&self) -> String {
        if self.high == self.low + 1 {
            self.low.to_string()
        } else {
            format!("{} to {}", self.low, self.high - 1)
        }
    }
}

/// The most columns that are drawn.
const MOST: i64 = 40;

/// Sorts values into columns of one width.
fn columns(values: &[i64]) -> Vec<Column> {
    let (Some(low), Some(high)) = (values.iter().min(), values.iter().max()) else { return Vec::new() };
    let width = (high - low + MOST) / MOST;
    let first = low.div_euclid(width);
    let count = high.div_euclid(width) - first + 1;
    let mut columns: Vec<Column> = (0..count)
        .map(|nth| Column { low: (first + nth) * width, high: (first + nth + 1) * width, count: 0 })
        .collect();
    for value in values {
        columns[(value.div_euclid(width) - first) as usize].count += 1;
    }
    columns
}

/// How the values are spread, with their mean.
pub(crate) fn histogram(title: &str, label: &str, values: &[i64], colour: &str) -> String {
    let columns = columns(values);
    let games = values.len().max(1) as f64;
    let (low, high) =
        (columns.first().map_or(0, |column| column.low), columns.last().map_or(1, |column| column.high));
    let most = columns.iter().map(|column| column.count).max().unwrap_or(1) as f64 / games * 100.0;
    let y = Range { low: 0.0, ..Range::of([0.0, most].into_iter()) };
    // Columns stand around their value, not to its right.
    let (x, half) = (Range { low: low as f64 - 0.5, high: high as f64 - 0.5 }, 0.5);
    let mut frame = Frame::new(Paper::HALF, title, [label, "% of games"], x, y);
    frame.x_ticks();
    for column in &columns {
        let share = column.count as f64 / games * 100.0;
        let (left, right) = (frame.x(column.low as f64 - half), frame.x(column.high as f64 - half));
        let (top, floor) = (frame.y(share), frame.y(0.0));
        let mut svg = String::new();
        let _ = write!(
            svg,
            "<rect x=\"{:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{colour}\">\
             <title>{}: {} % ({} games)</title></rect>",
            left + 0.5,
            (right - left - 1.0).max(0.5),
            floor - top,
            escape(&column.words()),
            number(share),
            column.count
        );
        frame.draw(&svg);
    }
    let mean = values.iter().sum::<i64>() as f64 / games;
    let (at, top, floor) = (frame.x(mean), frame.y(y.high), frame.y(0.0));
    frame.draw(&format!(
        "<path d=\"M{at:.1} {floor:.1}V{top:.1}\" stroke=\"#1d1b18\" stroke-dasharray=\"4 3\"/>\
         <text class=\"soft\" x=\"{:.1}\" y=\"{:.1}\">mean {}</text>",
        at + 4.0,
        top + 10.0,
        number(mean)
    ));
    frame.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_has_its_column() {
        let values: Vec<i64> = (-7..300).collect();
        let sorted = columns(&values);
        assert!(sorted.len() <= 41, "{}", sorted.len());
        assert_eq!(sorted.iter().map(|column| column.count).sum::<usize>(), values.len());
        assert_eq!(columns(&[5, 5, 7]).iter().map(|column| column.count).collect::<Vec<_>>(), [2, 0, 1]);
        assert!(columns(&[]).is_empty());
    }
}
