//! Where counters lie in an area: a neat cluster about the label that leaves the label itself free.

use super::badges::blocks;
use super::{Area, AreaMap};
use crate::ink::{Rect, contains};
use crate::{Point, Spot};

/// The usual side of a counter on a map of areas.
pub(super) const COUNTER: f64 = 46.0;

/// As many spots as the place has at a size, nearest to the label first.
pub(super) fn lattice(area: &Area, size: f64) -> Vec<Spot> {
    let step = size + 3.0;
    let bounds = Rect::of(&area.polygon);
    let taken = blocks(area);
    let fits = |middle: Point| {
        // A little more than the counter, so that none touches a border.
        let counter = Rect::around(middle, size + 4.0, size + 4.0);
        let corners = [
            (counter.left, counter.top),
            (counter.right, counter.top),
            (counter.right, counter.bottom),
            (counter.left, counter.bottom),
        ];
        corners.iter().all(|(x, y)| contains(&area.polygon, Point::new(*x, *y)))
            && contains(&area.polygon, middle)
            && taken.iter().all(|block| block.overlap(&counter) < 30.0)
    };
    // Several rasters are tried, each row of a raster by itself: rows may be shifted to fill a slanted area.
    let mut best: Vec<Point> = Vec::new();
    for phase in 0..6 {
        let mut found = Vec::new();
        let mut y = bounds.top + size / 2.0 + 2.5 + step * f64::from(phase) / 6.0;
        while y < bounds.bottom {
            let rows = (0..6).map(|shift| {
                let mut row = Vec::new();
                let mut x = bounds.left + size / 2.0 + step * f64::from(shift) / 6.0;
                while x < bounds.right {
                    if fits(Point::new(x, y)) {
                        row.push(Point::new(x, y));
                    }
                    x += step;
                }
                row
            });
            found.extend(rows.max_by_key(Vec::len).unwrap_or_default());
            y += step;
        }
        if found.len() > best.len() {
            best = found;
        }
    }
    best.sort_by(|a, b| a.distance(area.label).total_cmp(&b.distance(area.label)));
    best.into_iter().map(|middle| Spot { middle, size }).collect()
}

/// Spots for `count` counters: full size if there is room, a little smaller if that helps.
pub(super) fn spots(map: &AreaMap, place: &str, count: usize) -> Option<Vec<Spot>> {
    let area = &map.settled_place(place)?;
    let mut most = Vec::new();
    for size in [COUNTER, 42.0, 38.0] {
        let mut found = lattice(area, size);
        if found.len() >= count {
            found.truncate(count);
            return Some(found);
        }
        if found.len() > most.len() {
            most = found;
        }
    }
    if most.is_empty() {
        most.push(Spot { middle: area.label + Point::new(0.0, COUNTER), size: COUNTER });
    }
    Some(most)
}
