//! Small units on the map combine with replacement steps into a large one of the pool (Big Push 15.1, 15.3).

use arrayvec::ArrayVec;

use crate::board::Mark;
use crate::square::Square;
use crate::units::{Kind, Size, Unit};
use crate::variant::{BoardOf, Grid, Variant};

impl<V: Variant> Grid<V> {
    /// What it costs to bring a division back in a square where brigades of its nation stand and give up their
    /// counters to it: what they lack is made good from the pool, by reduced brigades for one step each and full ones for
    /// two. Battalions build a regiment in the same way, for one step each (Big Push 15.1, 15.3). None if that is not
    /// enough.
    pub fn merging_price(&self, board: &BoardOf<V>, unit: Unit, full: bool, square: Square) -> Option<u8> {
        let counter = self.pack.unit(unit);
        let part = self.part_of(unit)?;
        if !board.occupied(counter.side).contains(square) {
            return None;
        }
        let parts = self.merging_parts(board, unit, square);
        // Nobody but the parts may stand there, and an HQ does not go with a division.
        if parts.is_empty() || parts.len() != board.troops_at(&self.pack, counter.side, square).count() {
            return None;
        }
        let sum: u8 = parts.iter().map(|part| board.face(&self.pack, *part).attack).sum();
        let needed = counter.faces[usize::from(!full && !counter.has_modes())].attack.saturating_sub(sum);
        let foot = *board.pool() & self.pack.units_of(counter.nation, Kind::Infantry);
        // The most factors that can be had for each number of steps.
        let mut most = [0u8; 7];
        let mut bought = 0;
        for found in foot.iter().map(|other| self.pack.unit(other)).filter(|found| found.size == part) {
            let whole = usize::from(found.steps);
            for steps in (1..most.len()).rev() {
                let full = if steps >= whole { most[steps - whole] + found.faces[0].attack } else { 0 };
                let reduced = if whole > 1 { most[steps - 1] + found.faces[1].attack } else { 0 };
                most[steps] = most[steps].max(full).max(reduced);
            }
            bought += 1;
            if self.pack.first_edition() && bought > 0 {
                let best = |back: usize| {
                    let same =
                        foot.iter().map(|other| self.pack.unit(other)).filter(|found| found.size == part);
                    same.map(|found| found.faces[back].attack).max().unwrap_or(0)
                };
                most = [0, best(1), best(0), 0, 0, 0, 0];
                break;
            }
        }
        (1..most.len()).find(|steps| needed <= most[*steps]).map(|steps| steps as u8)
    }

    /// The size of the parts that may combine into a unit that comes back.
    pub(crate) fn part_of(&self, unit: Unit) -> Option<Size> {
        match self.pack.unit(unit).size {
            Size::Division => Some(Size::Brigade),
            Size::Regiment if !self.pack.first_edition() => Some(Size::Battalion),
            _ => None,
        }
    }

    pub(crate) fn merging_parts(&self, board: &BoardOf<V>, unit: Unit, square: Square) -> ArrayVec<Unit, 4> {
        let (nation, part) = (self.pack.unit(unit).nation, self.part_of(unit));
        // Infantry in an interdicted square does not combine (Big Push 7.4.3).
        if board.is_interdicted(square) {
            return ArrayVec::new();
        }
        board
            .units_at(square)
            .filter(|other| {
                let found = self.pack.unit(*other);
                let state = board.unit(*other);
                (found.nation, found.kind) == (nation, Kind::Infantry)
                    && Some(found.size) == part
                    && state.good_order()
                    && !state.has(Mark::Engaged)
            })
            .take(4)
            .collect()
    }
}
