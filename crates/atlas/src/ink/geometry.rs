//! Points, rectangles and polylines.

use std::ops::{Add, Mul, Sub};

use serde::{Deserialize, Serialize};

/// A point or a vector in map units: x to the right, y down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Down.
    pub y: f64,
}

impl Point {
    /// A point from its two numbers.
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    pub(crate) fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    pub(crate) fn distance(self, other: Self) -> f64 {
        (self - other).length()
    }

    /// The same direction with length one; zero stays zero.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length < 1e-9 { Self::default() } else { self * (1.0 / length) }
    }

    /// Turned a quarter to the right (as seen with y down).
    pub(crate) const fn right(self) -> Self {
        Self { x: -self.y, y: self.x }
    }

    pub(crate) fn towards(self, other: Self, share: f64) -> Self {
        self + (other - self) * share
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y
    }
}

impl Add for Point {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Point {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Point {
    type Output = Self;
    fn mul(self, factor: f64) -> Self {
        Self::new(self.x * factor, self.y * factor)
    }
}

/// A side of a line, looking along it from its first point to its last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Side {
    /// To the left of the line.
    #[default]
    Left,
    /// To the right of the line.
    Right,
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

impl Rect {
    pub(crate) fn around(middle: Point, width: f64, height: f64) -> Self {
        Self {
            left: middle.x - width / 2.0,
            top: middle.y - height / 2.0,
            right: middle.x + width / 2.0,
            bottom: middle.y + height / 2.0,
        }
    }

    pub(crate) fn of(points: &[Point]) -> Self {
        let mut rect = Self { left: f64::MAX, top: f64::MAX, right: f64::MIN, bottom: f64::MIN };
        for point in points {
            rect.left = rect.left.min(point.x);
            rect.top = rect.top.min(point.y);
            rect.right = rect.right.max(point.x);
            rect.bottom = rect.bottom.max(point.y);
        }
        rect
    }

    pub(crate) fn width(&self) -> f64 {
        self.right - self.left
    }

    pub(crate) fn height(&self) -> f64 {
        self.bottom - self.top
    }

    pub(crate) fn middle(&self) -> Point {
        Point::new(f64::midpoint(self.left, self.right), f64::midpoint(self.top, self.bottom))
    }

    pub(crate) fn grown(&self, by: f64) -> Self {
        Self { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    pub(crate) fn holds(&self, point: Point) -> bool {
        point.x >= self.left && point.x <= self.right && point.y >= self.top && point.y <= self.bottom
    }

    /// The area both share.
    pub(crate) fn overlap(&self, other: &Self) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        if width > 0.0 && height > 0.0 { width * height } else { 0.0 }
    }
}

/// Whether a polygon holds a point.
pub(crate) fn contains(polygon: &[Point], point: Point) -> bool {
    let mut inside = false;
    for (index, a) in polygon.iter().enumerate() {
        let b = polygon[(index + 1) % polygon.len()];
        if (a.y > point.y) != (b.y > point.y) {
            let x = a.x + (point.y - a.y) / (b.y - a.y) * (b.x - a.x);
            if point.x < x {
                inside = !inside;
            }
        }
    }
    inside
}

/// The nearest point of a segment.
pub(crate) fn nearest_on(a: Point, b: Point, point: Point) -> Point {
    let along = b - a;
    let square = along.dot(along);
    if square < 1e-9 {
        return a;
    }
    a + along * ((point - a).dot(along) / square).clamp(0.0, 1.0)
}

/// How far a point lies from a polyline, and on which side of it.
pub(crate) fn side_of(line: &[Point], point: Point) -> (f64, Side) {
    let mut best = (f64::MAX, Side::Left);
    let mut sharpest = -1.0;
    for pair in line.windows(2) {
        let near = nearest_on(pair[0], pair[1], point);
        let distance = near.distance(point);
        let across = (pair[1] - pair[0]).unit().right().dot((point - near).unit());
        // At a bend two segments are equally near; the one the point stands square to decides.
        if distance < best.0 - 1e-6 || (distance < best.0 + 1e-6 && across.abs() > sharpest) {
            best = (distance, if across > 0.0 { Side::Right } else { Side::Left });
            sharpest = across.abs();
        }
    }
    best
}

/// The length of a polyline.
pub(crate) fn length(line: &[Point]) -> f64 {
    line.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}

/// Points on a polyline at even steps of about `step`, both ends included.
pub(crate) fn resample(line: &[Point], step: f64) -> Vec<Point> {
    let total = length(line);
    let count = (total / step).round().max(1.0) as usize;
    let mut points = Vec::with_capacity(count + 1);
    let mut segment = 0;
    let mut before = 0.0;
    for index in 0..=count {
        let wanted = total * index as f64 / count as f64;
        while segment + 2 < line.len() && before + line[segment].distance(line[segment + 1]) < wanted {
            before += line[segment].distance(line[segment + 1]);
            segment += 1;
        }
        let Some(next) = line.get(segment + 1) else { break };
        let here = line[segment].distance(*next).max(1e-9);
        points.push(line[segment].towards(*next, ((wanted - before) / here).clamp(0.0, 1.0)));
    }
    points
}
