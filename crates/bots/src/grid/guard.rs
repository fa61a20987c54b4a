//! The guard over what was taken: nobody shall walk back in.
//!
//! A square is safe when somebody stands in it, or when every way to it leads through zones of control: whoever enters
//! one stops there, and steps from one into another are forbidden.

use std::cell::Cell;

use ::grid::{Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

/// So many squares an enemy may walk.
const WALK: usize = 5;

/// From so far away enemies come back.
const NEAR: u8 = 3;

/// What part of a square's worth it is that a zone of control lies on it, though enemies may still come.
const COVER: f32 = 0.12;

/// What part of a square's worth is at stake when its last guard leaves it.
const LEFT: f32 = 0.7;

/// What a side guards.
pub(super) struct Guard {
    /// Squares that no enemy shall enter.
    squares: Squares,
    /// What each is worth.
    worth: f32,
    /// Whether nobody can answer any more to what the enemy does next.
    is_final: bool,
    /// What all but one unit do.
    others: Cell<(Unit, Watch)>,
}

/// Who watches.
#[derive(Clone, Copy)]
struct Watch {
    /// Where they stand.
    stand: Squares,
    /// Their zones of control.
    zones: Squares,
    /// What enemies can enter or hold.
    entered: Squares,
    /// How many guarded squares they can enter.
    open: f32,
}

impl Guard {
    /// The squares, what each is worth, at least 1 when nobody can answer any more, and how much that counts in the
    /// temper of the day.
    pub(super) fn new((squares, worth): (Squares, f32), temper: f32) -> Guard {
        let none = Watch { stand: Squares::EMPTY, zones: Squares::EMPTY, entered: Squares::EMPTY, open: 0.0 };
        Guard {
            squares,
            worth: worth * temper,
            is_final: worth >= 1.0,
            others: Cell::new((Unit::NONE, none)),
        }
    }
}

impl<V: Doctrine> Field<'_, V> {
    /// How strong the enemies in a square are who could come back into what is guarded when nobody can answer any
    /// more: to weaken or to drive them off is worth as much as to stand in their way.
    pub(super) fn menace(&self, square: Square) -> f32 {
        let near = |radius: u8| self.grid.pack.map.disc(square, radius).meets(&self.guard.squares);
        if !self.guard.is_final || !near(NEAR) {
            return 0.0;
        }
        self.board.troops_at(&self.grid.pack, self.enemy, square).map(|unit| self.attack(unit)).sum()
    }

    /// What is lost behind a unit that leaves its square after some others, or while others are committed elsewhere:
    /// the square, if nobody is left in it and enemies are near.
    pub(super) fn bared_by(&self, unit: Unit, gone: &[Unit]) -> f32 {
        let square = self.board.square(unit);
        let worth = self.aims.worth(square);
        let stays = |other: Unit| {
            other != unit
                && !gone.contains(&other)
                && self.board.unit(other).commitment().direction().is_none()
        };
        if worth <= 0.0 || self.board.troops_at(&self.grid.pack, self.side, square).any(stays) {
            return 0.0;
        }
        LEFT * worth
            * match self.nearest_enemy(square) {
                0..=2 => 1.0,
                3 | 4 => 0.7,
                _ => 0.2,
            }
    }

    /// What a unit does from a square to keep enemies out of what is guarded.
    pub(super) fn watch(&self, unit: Unit, from: Square) -> f32 {
        if self.guard.squares.is_empty() {
            return 0.0;
        }
        if self.guard.others.get().0 != unit {
            self.guard.others.set((unit, self.watch_without(unit)));
        }
        let others = self.guard.others.get().1;
        let mut stand = others.stand;
        stand.insert(from);
        let zone = if self.board.unit(unit).good_order() {
            self.grid.pack.map.disc(from, 1)
        } else {
            Squares::EMPTY
        };
        // Far from every way that enemies can take, nobody bars one.
        let bars = zone.meets(&others.entered) || others.entered.contains(from);
        let closed = if bars {
            let entered = self.entered_by_enemies(stand, others.zones | zone);
            others.open - (self.guard.squares & entered).count() as f32
        } else {
            0.0
        };
        let covered = (self.guard.squares & (zone - others.zones)).count() as f32;
        self.guard.worth * (closed + COVER * covered)
    }

    /// What all do but one.
    fn watch_without(&self, unit: Unit) -> Watch {
        let (mut stand, mut sources) = (Squares::EMPTY, Squares::EMPTY);
        for other in self.board.on_map(&self.grid.pack, self.side).filter(|other| *other != unit) {
            let square = self.board.square(other);
            stand.insert(square);
            if self.board.unit(other).good_order() {
                sources.insert(square);
            }
        }
        let zones = self.grid.pack.map.spread(sources);
        let entered = self.entered_by_enemies(stand, zones);
        let open = (self.guard.squares & entered).count() as f32;
        Watch { stand, zones, entered: entered | *self.board.occupied(self.enemy), open }
    }

    /// The squares that enemies can walk into.
    fn entered_by_enemies(&self, stand: Squares, zones: Squares) -> Squares {
        let map = &self.grid.pack.map;
        let enemies = *self.board.occupied(self.enemy);
        let pinned = map.step_from(enemies & zones) - zones;
        let mut entered = (map.step_from(enemies - zones) | pinned) - stand;
        for _ in 1..WALK {
            entered = entered | (map.step_from(entered - zones) - stand);
        }
        entered
    }
}
