//! Headquarters: some command, some supply, all out of the enemy's reach.

use ::grid::units::Kind;
use ::grid::{Mark, Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

impl<V: Doctrine> Field<'_, V> {
    /// The squares that other headquarters of a nation reach in a mode.
    fn covered(&self, hq: Unit, supply: bool) -> Squares {
        let pack = &self.grid.pack;
        let nation = pack.unit(hq).nation;
        let mut covered = Squares::EMPTY;
        for other in pack.all_units() {
            let counter = pack.unit(other);
            if other == hq
                || counter.kind != Kind::Hq
                || counter.nation != nation
                || !self.board.square(other).is_some()
                || self.board.unit(other).has(Mark::Back) != supply
            {
                continue;
            }
            covered = covered | pack.map.disc(self.board.square(other), self.hq_range(supply));
        }
        covered
    }

    /// How far a headquarters helps, in squares, roughly.
    fn hq_range(&self, supply: bool) -> u8 {
        let charts = &self.grid.pack.charts;
        if supply {
            charts.weather.effect(self.board.weather).supply_range.saturating_sub(2)
        } else {
            charts.ranges.command_near + 2
        }
    }

    /// What a headquarters does for its troops from a square: attackers in reach whom no other one serves.
    fn service(&self, hq: Unit, at: Square, supply: bool) -> f32 {
        let pack = &self.grid.pack;
        let nation = pack.unit(hq).nation;
        let reach = pack.map.disc(at, self.hq_range(supply));
        let served = self.covered(hq, supply);
        let close = pack.map.disc(at, pack.charts.ranges.command_near);
        let front = self.front(1);
        let line = pack.map.spread(front) & *self.board.occupied(self.side) & reach;
        let mut service = 0.0;
        for square in line.iter() {
            let mut factors = 0.0;
            for unit in self.board.troops_at(pack, self.side, square) {
                if pack.unit(unit).nation == nation {
                    factors += self.attack(unit);
                }
            }
            let share = if served.contains(square) { 0.25 } else { 1.0 };
            let near = if !supply && close.contains(square) { 1.3 } else { 1.0 };
            service += factors * share * near;
        }
        if supply {
            for unit in pack.all_units() {
                let counter = pack.unit(unit);
                if counter.kind == Kind::Artillery && counter.nation == nation {
                    let square = self.board.square(unit);
                    if square.is_some() && reach.contains(square) && !served.contains(square) {
                        service += 1.5;
                    }
                }
            }
        }
        service
    }

    /// Where a headquarters should stand.
    pub(super) fn hq_post(&self, hq: Unit, to: Square) -> f32 {
        let supply = self.board.unit(hq).has(Mark::Back);
        let danger = match self.nearest_enemy(to) {
            0 | 1 => 3.0,
            2 => 0.8,
            3 => 0.15,
            _ => 0.0,
        };
        0.04 * self.service(hq, to, supply).min(60.0) + 0.1 * self.pull(to) - danger
    }

    /// Whether the other mode would serve better where it stands.
    pub(super) fn hq_flip(&self, hq: Unit) -> f32 {
        let at = self.board.square(hq);
        let supply = self.board.unit(hq).has(Mark::Back);
        let (now, then) = (self.service(hq, at, supply), self.service(hq, at, !supply));
        // Command comes first: without it nobody attacks at all.
        let bias = if supply { 1.15 } else { 0.9 };
        0.15 * (then * bias - now) - 0.4
    }
}
