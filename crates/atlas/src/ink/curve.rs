//! Smooth curves through points.

use super::{Path, Point};

/// A chain of cubic curves.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curve {
    pub(crate) start: Point,
    /// Two handles and an end for each piece.
    pub(crate) pieces: Vec<[Point; 3]>,
}

impl Curve {
    /// Points along the curve, `steps` for each piece.
    pub(crate) fn flatten(&self, steps: usize) -> Vec<Point> {
        let mut points = vec![self.start];
        let mut from = self.start;
        for [first, second, end] in &self.pieces {
            for step in 1..=steps {
                let t = step as f64 / steps as f64;
                let u = 1.0 - t;
                points.push(
                    from * (u * u * u)
                        + *first * (3.0 * u * u * t)
                        + *second * (3.0 * u * t * t)
                        + *end * (t * t * t),
                );
            }
            from = *end;
        }
        points
    }

    /// Adds the curve to a path.
    pub(crate) fn add_to(&self, path: &mut Path) {
        path.move_to(self.start);
        self.follow(path);
    }

    /// Adds the curve to a path that already stands at its start.
    pub(crate) fn follow(&self, path: &mut Path) {
        for [first, second, end] in &self.pieces {
            path.curve_to(*first, *second, *end);
        }
    }
}

/// A curve through all points. Handles are a share of their own segment, so that it never overshoots or loops.
pub(crate) fn smooth(points: &[Point], closed: bool) -> Curve {
    let count = points.len();
    if count < 2 {
        return Curve { start: points.first().copied().unwrap_or_default(), pieces: Vec::new() };
    }
    let at = |index: isize| -> Point {
        if closed {
            points[index.rem_euclid(count as isize) as usize]
        } else {
            points[index.clamp(0, count as isize - 1) as usize]
        }
    };
    let tangent = |index: isize| (at(index + 1) - at(index - 1)).unit();
    let segments = if closed { count } else { count - 1 };
    let pieces = (0..segments as isize)
        .map(|index| {
            let (from, to) = (at(index), at(index + 1));
            let reach = from.distance(to) * 0.36;
            [from + tangent(index) * reach, to - tangent(index + 1) * reach, to]
        })
        .collect();
    Curve { start: points[0], pieces }
}
