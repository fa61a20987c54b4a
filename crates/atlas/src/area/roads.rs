//! Lanes between villages, for the eye only.

use super::AreaMap;
use crate::Point;
use crate::ink::noise;

impl AreaMap {
    /// Lanes between neighbouring villages, for [`AreaMap::roads`] when a pack has none: two villages are joined if
    /// no third is nearer to both, and never across a canal except near a bridge.
    pub fn village_lanes(&self) -> Vec<Vec<Point>> {
        let mut lanes = Vec::new();
        for (index, from) in self.villages.iter().enumerate() {
            for to in &self.villages[index + 1..] {
                let far = from.at.distance(to.at);
                let has_between = self
                    .villages
                    .iter()
                    .any(|third| third.at.distance(from.at) < far && third.at.distance(to.at) < far);
                if !has_between && far < 330.0 && far > 1.0 && self.may_pass(from.at, to.at) {
                    lanes.push(lane(from.at, to.at));
                }
            }
        }
        lanes
    }

    fn may_pass(&self, from: Point, to: Point) -> bool {
        self.canals.iter().flat_map(|canal| [&canal.line, &canal.extension]).all(|line| {
            line.windows(2).all(|pair| {
                crossing(from, to, pair[0], pair[1]).is_none_or(|at| {
                    self.bridges.iter().any(|bridge| {
                        bridge.border.windows(2).any(|pair| pair[0].towards(pair[1], 0.5).distance(at) < 45.0)
                    })
                })
            })
        })
    }
}

/// Where two segments cross.
pub(super) fn crossing(a: Point, b: Point, c: Point, d: Point) -> Option<Point> {
    let (first, second) = (b - a, d - c);
    let cross = first.x * second.y - first.y * second.x;
    if cross.abs() < 1e-9 {
        return None;
    }
    let off = c - a;
    let along = (off.x * second.y - off.y * second.x) / cross;
    let other = (off.x * first.y - off.y * first.x) / cross;
    ((0.0..=1.0).contains(&along) && (0.0..=1.0).contains(&other)).then(|| a + first * along)
}

/// A lane that wanders a little.
fn lane(from: Point, to: Point) -> Vec<Point> {
    let pieces = (from.distance(to) / 45.0).ceil().max(2.0) as i64;
    let aside = (to - from).unit().right();
    (0..=pieces)
        .map(|piece| {
            let share = piece as f64 / pieces as f64;
            let stray = if piece == 0 || piece == pieces {
                0.0
            } else {
                noise::jitter(from.x as i64 + piece, to.y as i64, 81) * 7.0
            };
            from.towards(to, share) + aside * stray
        })
        .collect()
}
