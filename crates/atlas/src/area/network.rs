//! Borders as a network of shared vertices, so that neighbours get the same curve.

use std::collections::{BTreeMap, BTreeSet};

use super::AreaMap;
use crate::Point;
use crate::ink::Curve;

/// A vertex by its coordinates in tenths.
type Key = (i64, i64);

fn key(point: Point) -> Key {
    ((point.x * 10.0).round() as i64, (point.y * 10.0).round() as i64)
}

fn point(key: Key) -> Point {
    Point::new(key.0 as f64 / 10.0, key.1 as f64 / 10.0)
}

/// Which edge a border goes on with at each vertex.
#[derive(Clone, Debug, Default)]
pub(super) struct Network {
    neighbours: BTreeMap<Key, BTreeSet<Key>>,
    /// At a vertex, coming from a neighbour: the neighbour it goes on to without a corner.
    onward: BTreeMap<(Key, Key), Key>,
    /// Edges along canals.
    canals: BTreeSet<(Key, Key)>,
    /// How many areas have each edge.
    uses: BTreeMap<(Key, Key), usize>,
}

impl Network {
    pub(super) fn of(map: &AreaMap) -> Self {
        let mut network = Self::default();
        for area in &map.areas {
            for (a, b) in ring(&area.polygon) {
                network.join(a, b);
                *network.uses.entry((a.min(b), a.max(b))).or_default() += 1;
            }
        }
        for canal in &map.canals {
            for pair in canal.line.windows(2) {
                let (a, b) = (key(pair[0]), key(pair[1]));
                network.canals.insert((a.min(b), a.max(b)));
            }
            for three in canal.line.windows(3) {
                network.pair(key(three[1]), key(three[0]), key(three[2]));
            }
        }
        let vertices: Vec<Key> = network.neighbours.keys().copied().collect();
        for vertex in vertices {
            network.pair_straightest(vertex);
        }
        network
    }

    fn join(&mut self, a: Key, b: Key) {
        self.neighbours.entry(a).or_default().insert(b);
        self.neighbours.entry(b).or_default().insert(a);
    }

    fn pair(&mut self, vertex: Key, before: Key, after: Key) {
        self.onward.insert((vertex, before), after);
        self.onward.insert((vertex, after), before);
    }

    /// Pairs the edges at a vertex that is not on a canal: both of two, the straightest two of three.
    fn pair_straightest(&mut self, vertex: Key) {
        let edges: Vec<Key> = self.neighbours[&vertex].iter().copied().collect();
        if edges.iter().any(|edge| self.onward.contains_key(&(vertex, *edge))) {
            return;
        }
        let mut best = (if edges.len() == 2 { 2.0 } else { -0.85 }, None);
        for (index, a) in edges.iter().enumerate() {
            for b in &edges[index + 1..] {
                let turn = (point(*a) - point(vertex)).unit().dot((point(*b) - point(vertex)).unit());
                if turn < best.0 {
                    best = (turn, Some((*a, *b)));
                }
            }
        }
        if let Some((a, b)) = best.1 {
            self.pair(vertex, a, b);
        }
    }

    /// The direction in which the curve from `a` to `b` leaves `a`.
    fn leaving(&self, a: Key, b: Key) -> Point {
        let from = self.onward.get(&(a, b)).copied().unwrap_or(a);
        (point(b) - point(from)).unit()
    }

    fn piece(&self, a: Key, b: Key) -> [Point; 3] {
        let reach = point(a).distance(point(b)) * 0.36;
        [point(a) + self.leaving(a, b) * reach, point(b) + self.leaving(b, a) * reach, point(b)]
    }

    /// The curved outline of a polygon.
    pub(super) fn outline(&self, polygon: &[Point]) -> Curve {
        let pieces = ring(polygon).map(|(a, b)| self.piece(a, b)).collect();
        Curve { start: polygon.first().copied().unwrap_or_default(), pieces }
    }

    /// The curve of a line along borders.
    pub(super) fn along(&self, line: &[Point]) -> Curve {
        let pieces = line.windows(2).map(|pair| self.piece(key(pair[0]), key(pair[1]))).collect();
        Curve { start: line.first().copied().unwrap_or_default(), pieces }
    }

    /// All borders, each once: those between areas, and the rim. A canal is its own border.
    pub(super) fn borders(&self) -> (Vec<Curve>, Vec<Curve>) {
        let (mut inner, mut rim) = (Vec::new(), Vec::new());
        for ((a, b), count) in self.uses.iter().filter(|(edge, _)| !self.canals.contains(edge)) {
            let curve = Curve { start: point(*a), pieces: vec![self.piece(*a, *b)] };
            if *count > 1 { inner.push(curve) } else { rim.push(curve) }
        }
        (inner, rim)
    }
}

fn ring(polygon: &[Point]) -> impl Iterator<Item = (Key, Key)> {
    let count = polygon.len();
    (0..count).map(move |index| (key(polygon[index]), key(polygon[(index + 1) % count])))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Area;

    #[test]
    fn neighbours_share_their_border_exactly() {
        let points = |list: &[(f64, f64)]| list.iter().map(|(x, y)| Point::new(*x, *y)).collect::<Vec<_>>();
        let left = points(&[(0.0, 0.0), (50.0, 0.0), (60.0, 50.0), (50.0, 100.0), (0.0, 100.0)]);
        let right = points(&[(50.0, 0.0), (100.0, 0.0), (100.0, 100.0), (50.0, 100.0), (60.0, 50.0)]);
        let map = AreaMap {
            areas: [&left, &right].map(|polygon| Area { polygon: polygon.clone(), ..Area::default() }).into(),
            ..AreaMap::default()
        };
        let network = Network::of(&map);
        let one = network.along(&left[1..4]);
        let mut back = left[1..4].to_vec();
        back.reverse();
        let other = network.along(&back);
        assert!((one.pieces[0][0] - other.pieces[1][1]).length() < 1e-9);
        assert!((one.pieces[0][1] - other.pieces[1][0]).length() < 1e-9);
        assert_eq!(network.borders().0.len(), 2);
    }
}
