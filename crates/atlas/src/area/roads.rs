//! Lanes between villages, for the eye only.

use super::AreaMap;
use crate::Point;
use crate::ink::{noise, resample};

impl AreaMap {
    /// Lanes between neighbouring villages, for [`AreaMap::roads`] when a pack has none: two villages are joined if
    /// no third is nearer to both, and over a canal only by a bridge.
    pub fn village_lanes(&self) -> Vec<Vec<Point>> {
        let mut lanes = Vec::new();
        for (index, from) in self.villages.iter().enumerate() {
            for to in &self.villages[index + 1..] {
                let far = from.at.distance(to.at);
                let has_between = self
                    .villages
                    .iter()
                    .any(|third| third.at.distance(from.at) < far && third.at.distance(to.at) < far);
                if has_between || !(1.0..=330.0).contains(&far) {
                    continue;
                }
                match self.water_between(from.at, to.at) {
                    None => lanes.push(lane(from.at, to.at)),
                    Some(meeting) => lanes.extend(self.bridge_near(meeting).map(|bridge| {
                        let mut path = lane(from.at, bridge);
                        path.extend(lane(bridge, to.at).into_iter().skip(1));
                        path
                    })),
                }
            }
        }
        lanes
    }

    /// Where the straight way between two points meets a canal.
    fn water_between(&self, from: Point, to: Point) -> Option<Point> {
        let lines = self.canals.iter().flat_map(|canal| [&canal.line, &canal.extension]);
        lines.flat_map(|line| line.windows(2)).find_map(|pair| crossing(from, to, pair[0], pair[1]))
    }

    fn bridge_near(&self, point: Point) -> Option<Point> {
        let bridges = self.bridges.iter().filter(|bridge| bridge.border.len() > 1).map(|bridge| {
            let line = resample(&bridge.border, 5.0);
            line[line.len() / 2]
        });
        bridges
            .filter(|bridge| bridge.distance(point) < 110.0)
            .min_by(|a, b| a.distance(point).total_cmp(&b.distance(point)))
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
