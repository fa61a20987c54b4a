//! Paths of command, supply and rally (8.2, 11.1, 12.2.1).

use super::board::Board;
use super::grid::Square;
use super::sets::Known;

impl Board<'_> {
    /// The lengths of the shortest paths from a square through squares free of enemy units and of enemy zones of
    /// control; a friendly unit cancels the zone in its square, and rivers are no obstacle (8.2, 11.1, S10).
    pub(crate) fn path_lengths(&self, side: &str, enemy: &str, from: Square, longest: i64) -> Known<i64> {
        let mut lengths = Known::from_iter([(from, 0)]);
        let mut ring = vec![from];
        for length in 1..=longest {
            let mut next = Vec::new();
            for square in ring {
                for to in self.map.neighbours(square) {
                    if !lengths.contains_key(&to) && self.path_open(side, enemy, to) {
                        lengths.insert(to, length);
                        next.push(to);
                    }
                }
            }
            ring = next;
        }
        lengths
    }

    /// A path may use a square.
    pub(crate) fn path_open(&self, side: &str, enemy: &str, square: Square) -> bool {
        !self.holds(enemy, square) && (self.holds(side, square) || !self.in_zoc(enemy, square))
    }
}
