//! Stacking: how many units may stand in a square at the end of a phase.
//!
//! Big Push 7.3, Verdun 10.0. Both books come to the same sum: a square has room for four quarters; a division takes
//! all four, a brigade, regiment or gun two, a battalion one.

use engine::Forbidden;

use crate::board::{Board, Mark};
use crate::pack::Pack;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::units::{Counter, Kind, Side, Size, Unit};
use crate::variant::{BoardOf, Grid, Own, Variant};

/// What stands together in a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stack {
    /// Quarters taken.
    pub room: u8,
    /// Units of all kinds.
    pub units: u8,
    /// Divisions.
    pub divisions: u8,
    /// HQs in Supply Mode.
    pub supply: u8,
    /// HQs in Command Mode.
    pub command: u8,
    /// Nations, one bit each.
    pub nations: u8,
    /// Battalions, and brigades with no more than two attack factors.
    pub small: u8,
}

impl Stack {
    /// Adds a unit.
    #[inline]
    pub fn add<O: Own>(&mut self, pack: &Pack, board: &Board<O>, unit: Unit) {
        self.add_as(pack, unit, board.unit(unit).has(Mark::Back));
    }

    /// Adds a unit as if its back were up or not.
    #[inline]
    pub fn add_as(&mut self, pack: &Pack, unit: Unit, back: bool) {
        let more = &pack.alone[unit.index()][usize::from(back)];
        self.room += more.room;
        self.units += more.units;
        self.divisions += more.divisions;
        self.supply += more.supply;
        self.command += more.command;
        self.nations |= more.nations;
        self.small += more.small;
    }

    /// A counter by itself, with its back up or not.
    pub(crate) fn of(counter: &Counter, back: bool) -> Stack {
        let hq = counter.kind == Kind::Hq;
        Stack {
            room: counter.room,
            units: 1,
            divisions: u8::from(counter.size == Size::Division),
            supply: u8::from(hq && back),
            command: u8::from(hq && !back),
            nations: 1 << counter.nation.index(),
            small: u8::from(counter.is_small(counter.faces[usize::from(back)])),
        }
    }

    /// Every rule that the stack breaks: a division stands alone, nations do not mix, an HQ in Supply Mode stands
    /// alone and one in Command Mode never with a division (Big Push 7.3.1 to 7.3.3, Verdun 10.2 to 10.4).
    pub fn verdict<O: Own>(&self, limit: u8) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let is_mixed = self.nations & self.nations.wrapping_sub(1) != 0;
        let is_shared_hq = (self.supply > 0 && self.units > 1) || (self.divisions > 0 && self.command > 0);
        if self.room <= limit && !is_mixed && !is_shared_hq {
            return verdict;
        }
        let german = self.nations & (1 << crate::units::Nation::German.index()) != 0;
        let rule: Rule<O> = if german { Common::GermanStacking } else { Common::AlliedStacking }.into();
        verdict.when(self.room > limit || is_mixed, rule);
        verdict.when(is_shared_hq, Rule::<O>::from(Common::HqStacking));
        verdict
    }
}

impl<V: Variant> Grid<V> {
    /// Everything a side has in a square.
    pub fn stack(&self, board: &BoardOf<V>, side: Side, square: Square) -> Stack {
        let mut stack = Stack::default();
        for unit in board.troops_at(&self.pack, side, square) {
            stack.add(&self.pack, board, unit);
        }
        stack
    }

    /// Whether a side has more in a square than may stay there.
    pub fn is_overstacked(&self, board: &BoardOf<V>, side: Side, square: Square) -> bool {
        !self.variant.may_stack(self, board, &self.stack(board, side, square), square).is_legal()
    }

    /// Whether a unit may come to stand in a square with all who are there.
    pub fn may_stand(&self, board: &BoardOf<V>, unit: Unit, square: Square) -> Forbidden {
        let side = self.pack.side(unit);
        if !board.occupied(side).contains(square) {
            let mut alone = Stack::default();
            alone.add(&self.pack, board, unit);
            return self.variant.may_stack(self, board, &alone, square);
        }
        let mut stack = Stack::default();
        for other in board.troops_at(&self.pack, side, square).filter(|other| *other != unit) {
            stack.add(&self.pack, board, other);
        }
        stack.add(&self.pack, board, unit);
        self.variant.may_stack(self, board, &stack, square)
    }

    /// Whether a unit may stop in a square in movement. Stacking is judged at the end of the phase, so those who can
    /// still leave do not count yet (Big Push 7.3).
    // Ruling: a unit may stop only where the stack is legal with all friends that cannot still leave.
    pub fn may_stop(&self, board: &BoardOf<V>, unit: Unit, square: Square) -> Forbidden {
        let mut alone = Stack::default();
        alone.add(&self.pack, board, unit);
        self.may_join(board, unit, &alone, square)
    }

    /// Those of some squares in which a unit may stop.
    pub(crate) fn stops(&self, board: &BoardOf<V>, unit: Unit, squares: Squares) -> Squares {
        let side = self.pack.side(unit);
        let mut alone = Stack::default();
        alone.add(&self.pack, board, unit);
        let free = squares - *board.occupied(side.enemy());
        let taken = *board.occupied(side) | self.variant.narrow_squares(self);
        let mut stops = free - taken;
        // Alone it stands in one square as in another.
        if stops.first().is_some_and(|one| !self.variant.may_stack(self, board, &alone, one).is_legal()) {
            stops = Squares::EMPTY;
        }
        for square in (free & taken).iter() {
            let verdict = if board.occupied(side).contains(square) {
                self.may_share(board, unit, &alone, square)
            } else {
                self.variant.may_stack(self, board, &alone, square)
            };
            stops.set(square, verdict.is_legal());
        }
        stops
    }

    /// The same for a unit that makes up a stack by itself, which is the same wherever it goes.
    fn may_join(&self, board: &BoardOf<V>, unit: Unit, alone: &Stack, square: Square) -> Forbidden {
        let side = self.pack.side(unit);
        if board.occupied(side.enemy()).contains(square) {
            return Forbidden::by(Rule::<V::Own>::from(Common::Stacking));
        }
        if !board.occupied(side).contains(square) {
            return self.variant.may_stack(self, board, alone, square);
        }
        self.may_share(board, unit, alone, square)
    }

    /// The same in a square where friends stand.
    fn may_share(&self, board: &BoardOf<V>, unit: Unit, alone: &Stack, square: Square) -> Forbidden {
        let side = self.pack.side(unit);
        let others = || board.troops_at(&self.pack, side, square).filter(|other| *other != unit);
        let comes = board.square(unit) != square;
        let mut stack = *alone;
        for other in others() {
            if comes && self.is_under_attack(board, other) {
                return Forbidden::by(Rule::<V::Own>::from(Common::Engaged));
            }
            stack.add(&self.pack, board, other);
        }
        // What is legal with all of them is legal with some of them; to ask who can leave takes longer.
        let verdict = self.variant.may_stack(self, board, &stack, square);
        if verdict.is_legal() {
            return verdict;
        }
        let (mut staying, mut some_leave) = (*alone, false);
        for other in others() {
            if self.can_still_leave(board, other) {
                some_leave = true;
            } else {
                staying.add(&self.pack, board, other);
            }
        }
        if some_leave { self.variant.may_stack(self, board, &staying, square) } else { verdict }
    }

    /// The squares where a side has too much.
    pub fn overstacked(&self, board: &BoardOf<V>, side: Side) -> Option<Square> {
        let squares = self.stacked_squares(board, side) - board.excused;
        squares.iter().find(|square| self.is_overstacked(board, side, *square))
    }
}
