//! Textures made of many small strokes: trees, marsh, crenellations, bank hatching.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::geometry::nearest_on;
use super::{Path, Point, Rect, Side, noise, resample};

/// What trees and other textures keep away from: segments of lines, and spots as segments without length.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clearing {
    /// Segments with their reach, in every bucket they come near.
    near: BTreeMap<(i64, i64), Vec<Segment>>,
}

/// From, to, and the reach that is kept free.
type Segment = (Point, Point, f64);

/// The side of a bucket.
const BUCKET: f64 = 60.0;

fn bucket(point: Point) -> (i64, i64) {
    ((point.x / BUCKET).floor() as i64, (point.y / BUCKET).floor() as i64)
}

impl Clearing {
    /// Keeps `reach` free on both sides of a line.
    pub(crate) fn along(&mut self, line: &[Point], reach: f64) {
        for pair in line.windows(2) {
            self.add(pair[0], pair[1], reach);
        }
    }

    /// Keeps a circle free.
    pub(crate) fn around(&mut self, point: Point, reach: f64) {
        self.add(point, point, reach);
    }

    fn add(&mut self, from: Point, to: Point, reach: f64) {
        let room = Rect::of(&[from, to]).grown(reach);
        let (low, high) =
            (bucket(Point::new(room.left, room.top)), bucket(Point::new(room.right, room.bottom)));
        for row in low.1..=high.1 {
            for column in low.0..=high.0 {
                self.near.entry((column, row)).or_default().push((from, to, reach));
            }
        }
    }

    /// Whether nothing is near.
    pub(crate) fn is_free(&self, point: Point) -> bool {
        self.is_free_by(point, 1.0)
    }

    /// Whether nothing is nearer than a share of the reach it asked for.
    pub(crate) fn is_free_by(&self, point: Point, share: f64) -> bool {
        self.near.get(&bucket(point)).is_none_or(|segments| {
            segments
                .iter()
                .all(|(from, to, reach)| nearest_on(*from, *to, point).distance(point) > *reach * share)
        })
    }
}

/// Many small strokes, each in the path of the block of the map that it begins in.
///
/// A screen draws a map piece by piece. A path over the whole map is worked out anew for each piece, which takes most
/// of the time; of blocks only those near the piece are looked at.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blocks(BTreeMap<(i64, i64), Path>);

/// The side of a block.
const BLOCK: f64 = 400.0;

impl Blocks {
    /// The path for a stroke that begins at a point.
    pub(crate) fn at(&mut self, point: Point) -> &mut Path {
        let block = ((point.x / BLOCK).floor() as i64, (point.y / BLOCK).floor() as i64);
        self.0.entry(block).or_insert_with(Path::coarse)
    }

    /// A path element for each block, with these attributes.
    pub(crate) fn svg(&self, attributes: &str) -> String {
        let mut out = String::new();
        for path in self.0.values() {
            let _ = write!(out, "<path {attributes} d=\"{}\"/>", path.data());
        }
        out
    }
}

/// Where trees stand: large ones and small ones, as dots to be stroked with round caps.
pub(crate) fn trees(
    frame: &Rect,
    pitch: f64,
    is_wood: impl Fn(Point) -> bool,
    clearing: &Clearing,
) -> [Blocks; 2] {
    let mut sizes = [Blocks::default(), Blocks::default()];
    let (columns, rows) = ((frame.width() / pitch) as i64, (frame.height() / pitch) as i64);
    for row in 0..rows {
        for column in 0..columns {
            let stagger = if row % 2 == 0 { 0.0 } else { 0.5 };
            let x = column as f64 + 0.5 + stagger + 0.34 * noise::jitter(column, row, 11);
            let y = row as f64 + 0.5 + 0.34 * noise::jitter(column, row, 12);
            let point = Point::new(frame.left + x * pitch, frame.top + y * pitch);
            if frame.grown(-5.0).holds(point) && is_wood(point) && clearing.is_free(point) {
                let size = usize::from(noise::hash(column, row, 13) > 0.58);
                sizes[size].at(point).dot(point);
            }
        }
    }
    sizes
}

/// Marsh: level dashes in staggered rows, and here and there a tuft of reeds.
pub(crate) fn marsh(frame: &Rect, is_marsh: impl Fn(Point) -> bool, clearing: &Clearing) -> (String, String) {
    let (mut dashes, mut reeds) = (Path::coarse(), Path::coarse());
    let (across, down) = (25.0, 10.0);
    let (columns, rows) = ((frame.width() / across) as i64, (frame.height() / down) as i64);
    for row in 0..rows {
        for column in 0..columns {
            let shift = (row % 3) as f64 / 3.0 + 0.3 * noise::jitter(column, row, 21);
            let point = Point::new(
                frame.left + (column as f64 + 0.4 + shift) * across,
                frame.top + (row as f64 + 0.5) * down,
            );
            if !frame.grown(-12.0).holds(point) || !is_marsh(point) || !clearing.is_free(point) {
                continue;
            }
            let half = 4.0 + 5.0 * noise::hash(column, row, 22);
            dashes.polyline(&[point - Point::new(half, 0.0), point + Point::new(half, 0.0)], false);
            if noise::hash(column, row, 23) > 0.8 {
                for (lean, tall) in [(-4.0, 6.0), (0.0, 9.0), (4.0, 6.0)] {
                    let root = point + Point::new(lean * 0.4, -1.0);
                    reeds.polyline(&[root, root + Point::new(lean, -tall)], false);
                }
            }
        }
    }
    (dashes.data().to_owned(), reeds.data().to_owned())
}

/// A battlement along a line: teeth of `tooth` width, `height` high, towards `side`.
pub(crate) fn crenellate(line: &[Point], tooth: f64, height: f64, side: Side) -> String {
    let mut path = Path::fine();
    let points = resample(line, tooth);
    let turn = if side == Side::Right { 1.0 } else { -1.0 };
    for (index, pair) in points.windows(2).enumerate() {
        let outward = |at: usize| {
            let before = points[at.saturating_sub(1)];
            let after = points[(at + 1).min(points.len() - 1)];
            (after - before).unit().right() * (height * turn)
        };
        let raised = index % 2 == 1;
        let lift = |at: usize| if raised { outward(at) } else { Point::default() };
        if index == 0 {
            path.move_to(pair[0]);
        } else {
            path.line_to(pair[0] + lift(index));
        }
        path.line_to(pair[1] + lift(index + 1));
    }
    path.data().to_owned()
}

/// Diagonal hatching of the parts of `rect` where `wanted` says yes.
pub(crate) fn hatch(path: &mut Path, rect: &Rect, pitch: f64, wanted: impl Fn(Point) -> bool) {
    // Lines are counted from the map's corner, so that neighbouring squares join.
    let first = ((rect.left + rect.top) / pitch).ceil() as i64;
    let last = ((rect.right + rect.bottom) / pitch).floor() as i64;
    for line in first..=last {
        let sum = line as f64 * pitch;
        let (from, to) = ((sum - rect.bottom).max(rect.left), (sum - rect.top).min(rect.right));
        let steps = ((to - from) / 3.0).ceil().max(1.0) as usize;
        let mut open: Option<(Point, Point)> = None;
        for step in 0..=steps {
            let x = from + (to - from) * step as f64 / steps as f64;
            let point = Point::new(x, sum - x);
            if wanted(point) {
                open = Some((open.map_or(point, |(start, _)| start), point));
            } else if let Some((start, end)) = open.take() {
                path.polyline(&[start, end], false);
            }
        }
        if let Some((start, end)) = open {
            path.polyline(&[start, end], false);
        }
    }
}
