//! A field of heights over the map and its contour lines: how square terrain gets a natural edge.

use std::collections::BTreeMap;

use super::{Point, noise};

/// Samples for each square side.
const SAMPLES: usize = 8;

/// Numbers sampled on a lattice that reaches one square beyond the map on every side.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    origin: Point,
    step: f64,
    width: usize,
    height: usize,
    values: Vec<f64>,
}

/// A lattice edge: across or down, and its first node.
type Edge = (bool, usize, usize);

impl Field {
    /// A field that is `height(column, row)` everywhere in that square. Terrain at the rim runs off the map.
    pub(crate) fn over_squares(
        columns: usize,
        rows: usize,
        size: f64,
        height: impl Fn(usize, usize) -> f64,
    ) -> Self {
        let (wide, high) = ((columns + 2) * SAMPLES, (rows + 2) * SAMPLES);
        let nearest = |index: usize, count: usize| (index / SAMPLES).saturating_sub(1).min(count - 1);
        let mut values = Vec::with_capacity(wide * high);
        for down in 0..high {
            for across in 0..wide {
                values.push(height(nearest(across, columns), nearest(down, rows)));
            }
        }
        let step = size / SAMPLES as f64;
        let first = step / 2.0 - size;
        Self { origin: Point::new(first, first), step, width: wide, height: high, values }
    }

    /// A field over a rectangle of the plane, sampled every `step`.
    pub(crate) fn over_plane(width: f64, height: f64, step: f64, value: impl Fn(Point) -> f64) -> Self {
        let (wide, high) = ((width / step) as usize + 3, (height / step) as usize + 3);
        let origin = Point::new(-step, -step);
        let values = (0..wide * high)
            .map(|index| {
                value(origin + Point::new((index % wide) as f64 * step, (index / wide) as f64 * step))
            })
            .collect();
        Self { origin, step, width: wide, height: high, values }
    }

    /// Rounds everything off; `reach` is in map units.
    pub(crate) fn blur(&mut self, reach: f64) {
        let sigma = reach / self.step;
        let radius = (sigma * 2.5).ceil() as isize;
        let weights: Vec<f64> =
            (-radius..=radius).map(|offset| (-(offset as f64 / sigma).powi(2) / 2.0).exp()).collect();
        let sum: f64 = weights.iter().sum();
        for (along, lines, step, line_step) in
            [(self.width, self.height, 1, self.width), (self.height, self.width, self.width, 1)]
        {
            let mut line = vec![0.0; along];
            for index in 0..lines {
                for (position, slot) in line.iter_mut().enumerate() {
                    let total: f64 = weights
                        .iter()
                        .zip(-radius..)
                        .map(|(weight, offset)| {
                            let near = (position as isize + offset).clamp(0, along as isize - 1) as usize;
                            weight * self.values[index * line_step + near * step]
                        })
                        .sum();
                    *slot = total / sum;
                }
                for (position, value) in line.iter().enumerate() {
                    self.values[index * line_step + position * step] = *value;
                }
            }
        }
    }

    /// Makes edges irregular: bumps of `wavelength`, up to `amount` high.
    pub(crate) fn roughen(&mut self, amount: f64, wavelength: f64, purpose: u64) {
        for index in 0..self.values.len() {
            let x = (index % self.width) as f64 * self.step / wavelength;
            let y = (index / self.width) as f64 * self.step / wavelength;
            let bump = noise::wave(x, y, purpose) + 0.5 * noise::wave(x * 2.1, y * 2.1, purpose + 1);
            self.values[index] += bump * amount;
        }
    }

    /// The height at a point.
    pub(crate) fn at(&self, point: Point) -> f64 {
        let x = ((point.x - self.origin.x) / self.step).clamp(0.0, self.width as f64 - 1.001);
        let y = ((point.y - self.origin.y) / self.step).clamp(0.0, self.height as f64 - 1.001);
        let (column, row) = (x as usize, y as usize);
        let (across, down) = (x - column as f64, y - row as f64);
        let node = |dx: usize, dy: usize| self.values[(row + dy) * self.width + column + dx];
        (node(0, 0) * (1.0 - across) + node(1, 0) * across) * (1.0 - down)
            + (node(0, 1) * (1.0 - across) + node(1, 1) * across) * down
    }

    /// Which way and how steeply it rises.
    pub(crate) fn slope(&self, point: Point) -> Point {
        let (dx, dy) = (Point::new(self.step, 0.0), Point::new(0.0, self.step));
        Point::new(self.at(point + dx) - self.at(point - dx), self.at(point + dy) - self.at(point - dy))
            * (0.5 / self.step)
    }

    /// The closed lines on which the height is `level`.
    pub(crate) fn contours(&self, level: f64) -> Vec<Vec<Point>> {
        let mut next = BTreeMap::new();
        for row in 0..self.height - 1 {
            for column in 0..self.width - 1 {
                self.segments(column, row, level, &mut next);
            }
        }
        let mut loops = Vec::new();
        while let Some((&start, _)) = next.first_key_value() {
            let mut line = Vec::new();
            let mut edge = start;
            while let Some(following) = next.remove(&edge) {
                line.push(self.crossing(edge, level));
                edge = following;
            }
            if line.len() > 5 {
                loops.push(line);
            }
        }
        loops
    }

    fn inside(&self, column: usize, row: usize, level: f64) -> bool {
        // The outermost nodes count as low, so that every line closes.
        column > 0
            && row > 0
            && column + 1 < self.width
            && row + 1 < self.height
            && self.values[row * self.width + column] > level
    }

    /// The pieces of contour within one cell, with the high ground on their right.
    fn segments(&self, column: usize, row: usize, level: f64, next: &mut BTreeMap<Edge, Edge>) {
        let corner = |dx, dy, bit: u8| if self.inside(column + dx, row + dy, level) { bit } else { 0 };
        let case = corner(0, 0, 8) | corner(1, 0, 4) | corner(1, 1, 2) | corner(0, 1, 1);
        let (top, bottom) = ((false, column, row), (false, column, row + 1));
        let (left, right) = ((true, column, row), (true, column + 1, row));
        let pairs: &[(Edge, Edge)] = match case {
            1 => &[(left, bottom)],
            2 => &[(bottom, right)],
            3 => &[(left, right)],
            4 => &[(right, top)],
            5 => &[(right, top), (left, bottom)],
            6 => &[(bottom, top)],
            7 => &[(left, top)],
            8 => &[(top, left)],
            9 => &[(top, bottom)],
            10 => &[(top, left), (bottom, right)],
            11 => &[(top, right)],
            12 => &[(right, left)],
            13 => &[(right, bottom)],
            14 => &[(bottom, left)],
            _ => &[],
        };
        next.extend(pairs.iter().copied());
    }

    fn crossing(&self, (down, column, row): Edge, level: f64) -> Point {
        let other = if down { (column, row + 1) } else { (column + 1, row) };
        let value = |column: usize, row: usize| self.values[row * self.width + column];
        let (a, b) = (value(column, row), value(other.0, other.1));
        let share = if (b - a).abs() < 1e-9 { 0.5 } else { ((level - a) / (b - a)).clamp(0.05, 0.95) };
        let node = |column: usize, row: usize| {
            self.origin + Point::new(column as f64 * self.step, row as f64 * self.step)
        };
        node(column, row).towards(node(other.0, other.1), share)
    }
}

/// Cuts the corners of a closed line once.
pub(crate) fn cut_corners(line: &[Point]) -> Vec<Point> {
    let mut out = Vec::with_capacity(line.len() * 2);
    for (index, point) in line.iter().enumerate() {
        let next = line[(index + 1) % line.len()];
        out.push(point.towards(next, 0.25));
        out.push(point.towards(next, 0.75));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_square_of_wood_is_one_closed_line_about_that_square() {
        let mut field =
            Field::over_squares(3, 3, 100.0, |column, row| f64::from(u8::from((column, row) == (1, 1))));
        field.blur(15.0);
        let lines = field.contours(0.5);
        assert_eq!(lines.len(), 1);
        for point in &lines[0] {
            assert!(point.x > 90.0 && point.x < 210.0 && point.y > 90.0 && point.y < 210.0, "{point:?}");
        }
    }
}
