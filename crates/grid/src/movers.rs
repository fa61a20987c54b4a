//! Who can be taken in hand, who can still leave, and where too many stand.
//!
//! Big Push 7.0, 7.3; Verdun 10.0, 12.0. Between two questions of a movement phase little changes, so what is known
//! lies on the board. A change of a unit casts doubt on its square, one that reaches further on all squares; before
//! the next question the doubtful squares, and only those, are looked at again.

use crate::board::Mark;
use crate::square::{Square, Squares};
use crate::steps;
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, Grid, Variant};

/// What is known about the units of the side that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Movers {
    /// Units on the map that can step, turn, change their mode or leave the map, and those off it that can enter.
    pub(crate) able: UnitSet,
    /// Units that can still leave their squares.
    pub(crate) leavers: UnitSet,
    /// Squares with more units than may stay there.
    pub(crate) thick: Squares,
    /// Squares about whose units nothing is known.
    pub(crate) doubtful: Squares,
    /// Whether anything is known about the units off the map.
    pub(crate) waiting: bool,
}

impl Movers {
    /// What is known about an empty board.
    pub(crate) const NOBODY: Movers = Movers {
        able: UnitSet::EMPTY,
        leavers: UnitSet::EMPTY,
        thick: Squares::EMPTY,
        doubtful: Squares::EMPTY,
        waiting: false,
    };
}

impl<V: Variant> Grid<V> {
    /// Looks again at the squares of the moving side that are in doubt.
    pub(crate) fn review_movers(&self, board: &mut BoardOf<V>, side: Side) {
        let known = board.movers();
        let is_known = known.doubtful.is_empty() && (known.waiting || self.variant.enters_by_friends());
        if is_known || side != board.phasing {
            return;
        }
        let mut movers = *known;
        let doubtful = std::mem::take(&mut movers.doubtful);
        movers.thick = movers.thick - doubtful;
        for square in (doubtful & *board.occupied(side)).iter() {
            self.review_square(board, side, square, &mut movers);
        }
        if !movers.waiting && !self.variant.enters_by_friends() {
            self.waiting_units(board, side)
                .for_each(|unit| movers.able.set(unit, self.can_enter(board, unit)));
            movers.waiting = true;
        }
        board.learn_movers(movers);
    }

    /// The units of a side that are off the map and have not moved.
    fn waiting_units(&self, board: &BoardOf<V>, side: Side) -> impl Iterator<Item = Unit> {
        (*board.ready() - *board.units_on_map()).iter().filter(move |unit| self.pack.side(*unit) == side)
    }

    fn review_square(&self, board: &BoardOf<V>, side: Side, square: Square, movers: &mut Movers) {
        let full = board.crowded(side).contains(square) || self.variant.narrow_squares(self).contains(square);
        movers.thick.set(square, full && self.is_overstacked(board, side, square));
        for unit in board.troops_at(&self.pack, side, square).filter(|unit| board.ready().contains(*unit)) {
            // Where only a search tells whether a unit can step, it may depend on what others do meanwhile.
            let Some(steps) = self.sees_step(board, unit) else {
                movers.doubtful.insert(square);
                return;
            };
            movers.leavers.set(unit, steps && self.may_go_on(board, unit));
            movers.able.set(unit, self.is_able(board, unit, || steps));
        }
    }

    /// Whether a unit on the map can do anything that does not hang on the pool.
    fn is_able(&self, board: &BoardOf<V>, unit: Unit, steps: impl FnOnce() -> bool) -> bool {
        !board.unit(unit).has(Mark::Locked)
            && (steps()
                || self.may_flip(board, unit).is_legal()
                || self.can_turn(board, unit)
                || !self.may_exit(board, unit).is_empty())
    }

    /// Whether a unit can still leave its square in this phase.
    pub fn can_still_leave(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        if self.pack.side(unit) != board.phasing || state.has(Mark::Moved) {
            return false;
        }
        if !board.movers().doubtful.contains(state.square()) {
            return board.movers().leavers.contains(unit);
        }
        self.may_go_on(board, unit) && self.can_step(board, unit)
    }

    /// The first edition thought only of the single allowance of a unit that had spent more off the front.
    fn may_go_on(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        !self.pack.first_edition() || self.points_left(board, unit) > 0
    }

    /// The squares in which a side may have too much: more than one unit, or any where even one may be too much.
    pub(crate) fn stacked_squares(&self, board: &BoardOf<V>, side: Side) -> Squares {
        *board.crowded(side) | (self.variant.narrow_squares(self) & *board.occupied(side))
    }

    /// The squares about whose units of a side nothing is known.
    fn doubtful(&self, board: &BoardOf<V>, side: Side) -> Squares {
        if side == board.phasing { board.movers().doubtful } else { self.pack.map.all }
    }

    /// The squares in which a side has more than may stay there.
    pub(crate) fn thick_squares(&self, board: &BoardOf<V>, side: Side) -> Squares {
        let doubtful = self.doubtful(board, side);
        let mut thick = board.movers().thick - doubtful;
        for square in (doubtful & self.stacked_squares(board, side)).iter() {
            thick.set(square, self.is_overstacked(board, side, square));
        }
        thick
    }

    /// Whether a commander may take a unit in hand.
    pub(crate) fn may_pick(&self, board: &BoardOf<V>, nation: Nation, unit: Unit) -> bool {
        let counter = self.pack.unit(unit);
        counter.side == nation.side()
            && counter.is_ground()
            && self.variant.commander(board, counter.nation) == nation
            && !board.unit(unit).has(Mark::Moved)
            && self.can_begin(board, unit)
    }

    /// Whether a unit that has not moved can do anything.
    fn can_begin(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let state = board.unit(unit);
        if !state.square().is_some() {
            return self.can_enter(board, unit);
        }
        self.is_able(board, unit, || self.can_step(board, unit))
            || (!state.has(Mark::Locked) && self.can_reform(board, unit))
    }

    /// Whether a unit can break down, or build a larger one with others; zones of control prevent neither (Big Push
    /// 7.4.5).
    fn can_reform(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        self.can_break_down(board, unit) || (!self.pack.first_edition() && self.can_build(board, unit))
    }

    /// The units that a commander may take in hand: of those that wait alike in the same place, the first.
    pub(crate) fn picks(&self, board: &BoardOf<V>, nation: Nation) -> UnitSet {
        let side = nation.side();
        let ready = *board.ready() & self.commanded(board, nation);
        let known = self.known_movers(board, side);
        let mut picks = ready & known & board.movers().able;
        // Of the others of whom that much is known, only infantry on the map may still break down or build.
        let infantry = self.pack.kinds[Kind::Infantry as usize];
        for unit in ((ready - picks) & known & *board.units_on_map() & infantry).iter() {
            picks.set(unit, !board.unit(unit).has(Mark::Locked) && self.can_reform(board, unit));
        }
        for unit in (ready - known).iter() {
            picks.set(unit, self.can_begin(board, unit));
        }
        for unit in (picks - *board.units_on_map()).iter() {
            picks.set(unit, !self.is_second(board, unit, &picks));
        }
        picks
    }

    /// The units of a side of which it is known whether they can do anything.
    fn known_movers(&self, board: &BoardOf<V>, side: Side) -> UnitSet {
        let movers = board.movers();
        let mut known = match (side == board.phasing, movers.waiting) {
            (false, _) => UnitSet::EMPTY,
            (true, false) => *board.units_on_map(),
            (true, true) => *board.units_on_map() | *board.ready(),
        };
        for square in (movers.doubtful & *board.occupied(side)).iter() {
            board.troops_at(&self.pack, side, square).for_each(|unit| known.remove(unit));
        }
        known
    }

    /// Whether a look tells that a commander has more than one answer in the movement phase.
    pub(crate) fn sees_choice(&self, step: &steps::Move, board: &BoardOf<V>) -> bool {
        let steps::Move { nation, unit, acted } = *step;
        let picks = || {
            let able = board.movers().able & *board.ready() & *board.units_on_map();
            able & self.known_movers(board, nation.side()) & self.commanded(board, nation)
        };
        if !unit.is_some() {
            return picks().count() > 1;
        }
        let others = || picks().count() > u32::from(picks().contains(unit));
        self.can_turn(board, unit)
            || (self.may_stay_unless(board, unit, || true).is_legal()
                && (self.sees_stop(board, unit)
                    || self.may_flip(board, unit).is_legal()
                    || (acted && others())))
    }

    /// Whether there is an empty square next to a unit to which it can move.
    fn sees_stop(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        if !board.square(unit).is_some() || self.has_stopped(board, unit) || self.breaks_off(board, unit) {
            return false;
        }
        let friends = *board.occupied(self.pack.side(unit)) | self.variant.narrow_squares(self);
        let closed = friends | self.variant.closed_to(self, board, unit);
        let step = self.affordable_step(board, unit, self.points_left(board, unit), &closed);
        step.is_some_and(|to| self.may_stop(board, unit, to).is_legal())
    }

    /// Whether a unit off the map waits alike in the same place as one of those that may be taken in hand.
    fn is_second(&self, board: &BoardOf<V>, unit: Unit, picks: &UnitSet) -> bool {
        let like = self.pack.unit(unit).like;
        (like.0..unit.0).map(Unit).any(|other| {
            picks.contains(other)
                && self.pack.unit(other).like == like
                && board.unit(other) == board.unit(unit)
        })
    }

    /// Compares what is known with a fresh look, in a movement phase.
    pub(crate) fn audit_movers(&self, board: &BoardOf<V>) -> Result<(), String> {
        let known = board.movers();
        for square in (*board.occupied(board.phasing) - known.doubtful).iter() {
            let mut fresh = Movers { thick: known.thick, ..Movers::NOBODY };
            self.review_square(board, board.phasing, square, &mut fresh);
            let same = board.troops_at(&self.pack, board.phasing, square).all(|unit| {
                let ready = board.ready().contains(unit);
                (fresh.able.contains(unit), fresh.leavers.contains(unit))
                    == (ready && known.able.contains(unit), ready && known.leavers.contains(unit))
            });
            if !same || fresh.thick != known.thick || !fresh.doubtful.is_empty() {
                return Err(format!("what is known about {} is wrong", self.pack.map.name(square)));
            }
        }
        let mut waiting = self.waiting_units(board, board.phasing);
        if known.waiting && waiting.any(|unit| self.can_enter(board, unit) != known.able.contains(unit)) {
            return Err("what is known about the units off the map is wrong".to_owned());
        }
        Ok(())
    }
}
