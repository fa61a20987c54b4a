//! Hills and ridges as hachures: short strokes running downhill from each contour.

use super::contour::Field;
use super::strokes::Blocks;
use super::{Point, Rect, noise, resample};

/// One belt of strokes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Belt {
    /// The height it starts from.
    pub(crate) level: f64,
    /// How long its strokes are, on a middling slope.
    pub(crate) length: f64,
    /// How far apart its strokes are.
    pub(crate) spacing: f64,
}

/// The strokes of one belt. Strokes that start where `keep` says no are left out.
pub(crate) fn belt(field: &Field, belt: Belt, frame: &Rect, keep: impl Fn(Point) -> bool) -> Blocks {
    let mut blocks = Blocks::default();
    for (ring, mut line) in field.contours(belt.level).into_iter().enumerate() {
        line.push(line[0]);
        for (index, point) in resample(&line, belt.spacing).into_iter().skip(1).enumerate() {
            let slope = field.slope(point);
            if slope.length() < 0.002 || !keep(point) {
                continue;
            }
            let shake = noise::jitter(index as i64, ring as i64, 31);
            let steep = (slope.length() * 60.0).clamp(0.55, 1.25);
            let downhill = slope.unit() * -1.0;
            let turned = downhill + downhill.right() * (shake * 0.16);
            let end = point + turned * (belt.length * steep * (1.0 + 0.25 * shake));
            let start = point - downhill * (2.0 * noise::hash(index as i64, ring as i64, 32));
            if frame.holds(start) && frame.holds(end) {
                let path = blocks.at(start);
                path.move_to(start);
                path.line_to(end);
            }
        }
    }
    blocks
}
