//! The guard over captured ground: no enemy may walk back in.
//!
//! A square is safe when a unit stands in it, or when every way to it leads through zones of control: a unit
//! that enters a zone stops there, and may not step from one zone into another.

use std::cell::Cell;

use ::grid::{Square, Squares, Unit};

use super::Doctrine;
use super::field::Field;

/// How many squares an enemy may walk.
const WALK: usize = 5;

/// Enemies come back from at most this far away.
const NEAR: u8 = 3;

/// The part of a square's worth that a zone of control over it brings, although enemies may still come.
const COVER: f32 = 0.12;

/// The part of a square's worth that is lost when its last guard leaves.
const LEFT: f32 = 0.7;

/// The part of a post's worth that depends on a unit standing in it.
const POST: f32 = 0.8;

/// In the last turn enemies walk into empty squares from at most this far away.
const COMING: u8 = 4;

/// What a side guards.
pub(super) struct Guard {
    /// Squares that no enemy may enter.
    squares: Squares,
    /// Squares that count only while a unit stands in them.
    posts: Squares,
    /// What each guarded square is worth.
    worth: f32,
    /// Whether the enemy makes the last moves, so that what he does next cannot be answered.
    is_final: bool,
    /// What all units but one watch; the unit left out comes first.
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
    /// A guard over `squares`, each worth `worth` times `temper`; a worth of at least 1 means that the enemy
    /// has the last word. `posts` count only while a unit stands in them.
    pub(super) fn new((squares, worth): (Squares, f32), posts: Squares, temper: f32) -> Guard {
        let none = Watch { stand: Squares::EMPTY, zones: Squares::EMPTY, entered: Squares::EMPTY, open: 0.0 };
        Guard {
            squares,
            posts,
            worth: worth * temper,
            is_final: worth >= 1.0,
            others: Cell::new((Unit::NONE, none)),
        }
    }
}

impl<V: Doctrine> Field<'_, V> {
    /// How strong the enemies in a square are that could walk back into guarded squares in the last moves:
    /// weakening them or driving them off is worth as much as standing in their way.
    pub(super) fn menace(&self, square: Square) -> f32 {
        let near = |radius: u8| self.grid.pack.map.disc(square, radius).meets(&self.guard.squares);
        if !self.guard.is_final || !near(NEAR) {
            return 0.0;
        }
        self.board.troops_at(&self.grid.pack, self.enemy, square).map(|unit| self.attack(unit)).sum()
    }

    /// What is lost behind a unit that leaves its square after some others, or while others are committed
    /// elsewhere: the square, if it is left empty with enemies near, or counts only while occupied.
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
        if self.guard.posts.contains(square) {
            return worth;
        }
        let near = self.nearest_enemy(square);
        // An enemy who walks in at the end cannot be thrown out again.
        if near <= COMING && self.guard.is_final && self.guard.squares.contains(square) {
            return worth + self.guard.worth;
        }
        LEFT * worth
            * match near {
                0..=2 => 1.0,
                3 | 4 => 0.7,
                _ => 0.2,
            }
    }

    /// What a unit does from a square to keep what was taken: it mans a post, and keeps enemies out of what is guarded.
    pub(super) fn watch(&self, unit: Unit, from: Square) -> f32 {
        let manned = self.mans(unit, from);
        if self.guard.squares.is_empty() {
            return manned;
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
        // Far from every way that enemies can take, a unit bars none.
        let bars = zone.meets(&others.entered) || others.entered.contains(from);
        let closed = if bars {
            let entered = self.entered_by_enemies(stand, others.zones | zone);
            others.open - (self.guard.squares & entered).count() as f32
        } else {
            0.0
        };
        let covered = (self.guard.squares & (zone - others.zones)).count() as f32;
        manned + self.guard.worth * (closed + COVER * covered)
    }

    /// The worth of a unit in a post: nothing where others stand in good order already.
    fn mans(&self, unit: Unit, square: Square) -> f32 {
        let holds = |other: Unit| other != unit && self.board.unit(other).good_order();
        let needed = self.guard.posts.contains(square)
            && !self.board.troops_at(&self.grid.pack, self.side, square).any(holds);
        if needed { POST * self.aims.worth(square) } else { 0.0 }
    }

    /// What all units but one watch.
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
        self.entered_by(*self.board.occupied(self.enemy), stand, zones, WALK)
    }

    /// The squares that enemies with this much movement can walk into.
    pub(super) fn entered_by(
        &self,
        enemies: Squares,
        stand: Squares,
        zones: Squares,
        squares: usize,
    ) -> Squares {
        let map = &self.grid.pack.map;
        let pinned = map.step_from(enemies & zones) - zones;
        let mut entered = (map.step_from(enemies - zones) | pinned) - stand;
        for _ in 1..squares {
            entered = entered | (map.step_from(entered - zones) - stand);
        }
        entered
    }
}
