//! Large units break down into small ones, and small ones build up again, within the counter mix.
//!
//! Big Push 7.4.3 to 7.4.5, Verdun 9.3.

use arrayvec::ArrayVec;
use engine::Forbidden;

use crate::board::{Mark, Place};
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::speak::{count, series};
use crate::square::Square;
use crate::units::{Kind, Nation, Size, Unit, UnitSet};
use crate::variant::{BoardOf, ContextOf, Grid, Reform, Variant};

/// Brigades of one class in the pool, at full strength or reduced, that a division may break down into.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part {
    attack: u8,
    first: Unit,
    free: u8,
    reduced: bool,
}

impl<V: Variant> Grid<V> {
    /// The pool's first free counter of a class and nation.
    pub fn in_pool(&self, board: &BoardOf<V>, class: u8, nation: Nation) -> Option<Unit> {
        board.pool().iter().find(|unit| {
            let counter = self.pack.unit(*unit);
            (counter.class, counter.nation) == (class, nation)
        })
    }

    /// The infantry of a nation and size in the pool.
    fn pooled_infantry(&self, board: &BoardOf<V>, nation: Nation, size: Size) -> UnitSet {
        *board.pool() & self.pack.sizes[size as usize] & self.pack.units_of(nation, Kind::Infantry)
    }

    /// The brigades of a nation in the pool, strongest first, one of each class with their number; then, where a game
    /// breaks divisions down into reduced ones too, the same turned over.
    fn brigades(&self, board: &BoardOf<V>, nation: Nation) -> ArrayVec<Part, 4> {
        let mut found: ArrayVec<Part, 4> = ArrayVec::new();
        for unit in self.pooled_infantry(board, nation, Size::Brigade).iter() {
            let counter = self.pack.unit(unit);
            let known = found.iter_mut().find(|part| self.pack.unit(part.first).class == counter.class);
            if let Some(part) = known {
                part.free += 1;
            } else {
                let attack = counter.faces[0].attack;
                let _ = found.try_push(Part { attack, first: unit, free: 1, reduced: false });
            }
        }
        found.sort_by_key(|part| (std::cmp::Reverse(part.attack), part.first));
        if self.variant.reduced_parts() > 0 {
            for part in found.clone() {
                let attack = self.pack.unit(part.first).faces[1].attack;
                let _ = found.try_push(Part { attack, reduced: true, ..part });
            }
        }
        found
    }

    /// What a division breaks down into, in words.
    pub(crate) fn parts_in_words(&self, board: &BoardOf<V>, unit: Unit, parts: u8) -> String {
        let mut words = Vec::new();
        for (index, part) in self.brigades(board, self.pack.unit(unit).nation).iter().enumerate() {
            let number = parts >> (2 * index) & 3;
            if number > 0 {
                let face = self.pack.unit(part.first).faces[0];
                let brigades = count(number, if part.reduced { "reduced brigade" } else { "brigade" });
                words.push(format!("{brigades} of {}-{}-{}", face.attack, face.defense, face.movement));
            }
        }
        series(&words.iter().map(String::as_str).collect::<Vec<_>>())
    }

    fn may_reform(&self, board: &BoardOf<V>, unit: Unit, reform: Reform) -> bool {
        let state = board.unit(unit);
        let shelled = board.is_interdicted(state.square());
        let may_under_fire = || self.variant.reforms_under_fire(self, unit, reform);
        state.square().is_some()
            && state.good_order()
            && !state.has(Mark::Engaged)
            && !state.has(Mark::Held)
            && !state.has(Mark::Reformed)
            && (!shelled || may_under_fire())
    }

    /// Whether a unit can break down at all.
    pub(crate) fn can_break_down(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let counter = self.pack.unit(unit);
        if counter.size == Size::Division {
            // One brigade is enough.
            let limit = board.face(&self.pack, unit).attack;
            let most = self.most_brigades();
            return counter.kind == Kind::Infantry
                && self.may_reform(board, unit, Reform::BreakDown)
                && self
                    .brigades(board, counter.nation)
                    .iter()
                    .any(|part| (1..=limit).contains(&part.attack) && most[usize::from(part.reduced)] > 0);
        }
        let mut any = false;
        self.break_downs(board, unit, |_| any = true);
        any
    }

    /// How many brigades a division breaks down into at most: at full strength, and reduced.
    fn most_brigades(&self) -> [u8; 2] {
        let reduced = self.variant.reduced_parts();
        [self.pack.division_brigades - reduced, reduced]
    }

    /// The ways a unit may break down. For a division each is a number of brigades of each class, two bits a class,
    /// strongest first: those with the greatest sum of attack factors that does not exceed the division's. A regiment
    /// gives the battalions of its class (Big Push 7.4.3, 7.4.4).
    pub(crate) fn break_downs(&self, board: &BoardOf<V>, unit: Unit, mut offer: impl FnMut(u8)) {
        let counter = self.pack.unit(unit);
        if !self.may_reform(board, unit, Reform::BreakDown) || counter.kind != Kind::Infantry {
            return;
        }
        match counter.size {
            Size::Regiment if self.has_battalions(board, unit) => offer(0),
            Size::Division => {
                let most = self.most_brigades();
                let limit = board.face(&self.pack, unit).attack;
                let brigades = self.brigades(board, counter.nation);
                // The greatest sum counts, and with equal sums the regular exchange.
                // Where a division gives full brigades only, their number comes first: fewer come only for want of
                // counters (Big Push 7.4.3).
                let by_number = most[1] == 0 && !self.pack.first_edition();
                let (mut best, mut ways) = ((0, 0, false), ArrayVec::<u8, 64>::new());
                combinations(&brigades, most, limit, Chosen::default(), &mut |chosen| {
                    let number = if by_number { chosen.kinds[0] } else { 0 };
                    let value = (number, chosen.sum, most[1] > 0 && chosen.kinds == most);
                    if chosen.sum == 0 || value < best {
                        return;
                    }
                    if value > best {
                        best = value;
                        ways.clear();
                    }
                    let _ = ways.try_push(chosen.parts);
                });
                ways.into_iter().for_each(offer);
            }
            _ => {}
        }
    }

    /// Whether the pool has the battalions that a regiment would become.
    fn has_battalions(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let counter = self.pack.unit(unit);
        let classes = &self.pack.breakdown[usize::from(counter.class)];
        // Those that are no stronger than any part will do for each; most often there are enough of them.
        let least = classes.iter().map(|class| self.pack.class_attack[usize::from(*class)]).min();
        let pool = self.pooled_infantry(board, counter.nation, Size::Battalion);
        let weak = pool.iter().filter(|other| Some(self.pack.unit(*other).faces[0].attack) <= least);
        if weak.take(classes.len()).count() == classes.len() {
            return true;
        }
        let parts = self.regiment_parts(board, unit).len();
        parts == classes.len() || (parts > 0 && self.variant.may_break_down_short())
    }

    /// The battalions a regiment would become: the best of its class in the pool, else weaker ones
    /// (Big Push 6.5.2, 7.4.4).
    pub fn regiment_parts(&self, board: &BoardOf<V>, unit: Unit) -> ArrayVec<Unit, 4> {
        let counter = self.pack.unit(unit);
        let pool = self.pooled_infantry(board, counter.nation, Size::Battalion);
        let mut parts: ArrayVec<Unit, 4> = ArrayVec::new();
        for class in &self.pack.breakdown[usize::from(counter.class)] {
            let attack = self.pack.class_attack[usize::from(*class)];
            let next = pool
                .iter()
                .filter(|other| self.pack.unit(*other).faces[0].attack <= attack && !parts.contains(other))
                .max_by_key(|other| (self.pack.unit(*other).faces[0].attack, std::cmp::Reverse(*other)));
            if let Some(next) = next {
                let _ = parts.try_push(next);
            }
        }
        parts
    }

    pub(crate) fn why_no_break_down(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        let german = self.pack.unit(unit).nation == Nation::German;
        let rule = if german { Common::GermanBreakdown } else { Common::AlliedBreakdown };
        let mut verdict = Forbidden::by(Rule::<V::Own>::from(rule));
        verdict.when(!board.unit(unit).good_order(), Rule::<V::Own>::from(Common::GoodOrder));
        verdict
    }

    pub(crate) fn why_no_build(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        self.why_no_break_down(board, unit)
    }

    /// Breaks a unit down; the parts keep its mode, facing and points left.
    pub(crate) fn break_down(
        &self,
        board: &mut BoardOf<V>,
        unit: Unit,
        parts: u8,
        context: &mut ContextOf<V>,
    ) {
        let counter = self.pack.unit(unit);
        let state = *board.unit(unit);
        let mut into: ArrayVec<Unit, 3> = ArrayVec::new();
        let mut reduced = UnitSet::EMPTY;
        if counter.size == Size::Regiment {
            into.extend(self.regiment_parts(board, unit).into_iter().take(3));
        } else {
            for (index, part) in self.brigades(board, counter.nation).iter().enumerate() {
                let count = usize::from(parts >> (2 * index) & 3).min(3 - into.len());
                let class = self.pack.unit(part.first).class;
                let free: ArrayVec<Unit, 3> = board
                    .pool()
                    .iter()
                    .filter(|other| {
                        let found = self.pack.unit(*other);
                        (found.class, found.nation) == (class, counter.nation) && !into.contains(other)
                    })
                    .take(count)
                    .collect();
                if part.reduced {
                    free.iter().for_each(|unit| reduced.insert(*unit));
                }
                into.extend(free);
            }
        }
        let (modes, first_edition) = (counter.has_modes(), self.pack.first_edition());
        self.to_pool(board, unit);
        for part in &into {
            board.update(&self.pack, *part, |new| {
                *new = state;
                new.set(Mark::Reformed, true);
                new.set(Mark::Parted, state.has(Mark::Stepped) && !first_edition);
                if !modes {
                    new.set(Mark::Back, reduced.contains(*part));
                }
            });
        }
        let at = state.square();
        context.tell(|| Event::BrokeDown { unit, into, at });
    }

    /// Puts a unit into the pool, unmarked.
    pub fn to_pool(&self, board: &mut BoardOf<V>, unit: Unit) {
        self.take_off(board, unit, Place::Pool);
    }

    /// Takes a unit off the map, unmarked but for what a game notes on it for good.
    pub fn take_off(&self, board: &mut BoardOf<V>, unit: Unit, place: Place) {
        board.update(&self.pack, unit, |state| {
            for (mark, _) in Mark::NAMES {
                if !matches!(mark, Mark::OwnC | Mark::OwnD) {
                    state.set(mark, false);
                }
            }
            state.set_commitment(crate::board::Commitment(0));
            state.set_spent(0);
            state.face(crate::square::Direction::NORTH);
            state.put(place);
        });
    }

    /// The units that would combine with a unit: all small infantry of its nation in the square, unmoved and in good
    /// order.
    fn builders(&self, board: &BoardOf<V>, unit: Unit, wanted: usize) -> ArrayVec<Unit, 4> {
        let counter = self.pack.unit(unit);
        let mut units = ArrayVec::new();
        if !matches!(counter.size, Size::Brigade | Size::Battalion) || counter.kind != Kind::Infantry {
            return units;
        }
        let square: Square = board.square(unit);
        for other in board.units_at(square) {
            let found = self.pack.unit(other);
            let fit = found.nation == counter.nation
                && found.size == counter.size
                && found.kind == Kind::Infantry
                && self.may_reform(board, other, Reform::Build)
                && board.unit(other).spent() == 0
                && !board.unit(other).has(Mark::Moved)
                && !board.unit(other).has(Mark::Entered)
                && (found.size == Size::Brigade
                    || board.unit(other).has(Mark::Back) == board.unit(unit).has(Mark::Back));
            if fit {
                let _ = units.try_push(other);
            }
        }
        if counter.size == Size::Battalion {
            // As many battalions as the regiment needs: the unit itself and the first others.
            if !units.contains(&unit) || units.len() < wanted {
                units.clear();
                return units;
            }
            units.retain(|other| *other != unit);
            units.truncate(wanted.saturating_sub(1));
            units.insert(0, unit);
        }
        units
    }

    /// What stacked small units may build: a division of their nation from the pool whose attack factor they reach, at
    /// least reduced, or the smallest regiment of the pool (Big Push 7.4.3, 7.4.4).
    pub(crate) fn builds(&self, board: &BoardOf<V>, unit: Unit, mut offer: impl FnMut(Unit)) {
        let counter = self.pack.unit(unit);
        if !matches!(counter.size, Size::Brigade | Size::Battalion)
            || counter.kind != Kind::Infantry
            || !board.square(unit).is_some()
        {
            return;
        }
        let pool = || (*board.pool() & self.pack.nations[counter.nation.index()]).iter();
        if counter.size == Size::Brigade {
            let from = self.builders(board, unit, 2);
            if from.len() < 2 || !from.contains(&unit) {
                return;
            }
            let sum: u8 = from.iter().map(|other| board.face(&self.pack, *other).attack).sum();
            for division in pool() {
                let found = self.pack.unit(division);
                if found.size == Size::Division && self.variant.factors_to_build(self, division) <= sum {
                    offer(division);
                }
            }
            return;
        }
        for wanted in 2..=3 {
            if self.builders(board, unit, wanted).is_empty() {
                return;
            }
            let regiments = || {
                pool().filter(|other| {
                    let found = self.pack.unit(*other);
                    found.size == Size::Regiment
                        && found.kind == Kind::Infantry
                        && self.variant.battalions_to_build(self, *other) == wanted
                })
            };
            let strength = |other: &Unit| self.pack.unit(*other).faces[0].attack;
            // Between regiments that are equally small the owner chooses.
            let smallest = regiments().map(|other| strength(&other)).min();
            let equal = regiments().filter(|other| Some(strength(other)) == smallest);
            equal.take(if self.pack.first_edition() { 1 } else { usize::MAX }).for_each(&mut offer);
        }
    }

    /// Whether a unit can build a larger one with others.
    pub(crate) fn can_build(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let mut any = false;
        self.builds(board, unit, |_| any = true);
        any
    }

    /// Builds a larger unit.
    pub(crate) fn build(&self, board: &mut BoardOf<V>, from: Unit, into: Unit, context: &mut ContextOf<V>) {
        let parts = self.builders(board, from, self.variant.battalions_to_build(self, into));
        let sum: u8 = parts.iter().map(|other| board.face(&self.pack, *other).attack).sum();
        let state = *board.unit(from);
        let counter = self.pack.unit(into);
        let reduced = counter.size == Size::Division && sum < counter.faces[0].attack;
        for part in &parts {
            self.to_pool(board, *part);
        }
        board.update(&self.pack, into, |new| {
            *new = state;
            new.set(Mark::Reformed, true);
            if counter.size == Size::Division {
                new.set(Mark::Back, reduced);
            }
        });
        context.tell(|| Event::Built { into, reduced, from: parts });
    }
}

/// Some brigades of the pool.
#[derive(Clone, Copy, Debug, Default)]
struct Chosen {
    /// How many of each class, two bits a class.
    parts: u8,
    /// The classes that have had their turn.
    classes: usize,
    /// Their attack factors.
    sum: u8,
    /// How many at full strength, and how many reduced.
    kinds: [u8; 2],
}

/// Every choice of at most so many full and so many reduced brigades, and so many attack factors, that begins with
/// those chosen.
fn combinations(brigades: &[Part], most: [u8; 2], limit: u8, chosen: Chosen, offer: &mut impl FnMut(Chosen)) {
    let index = chosen.classes;
    let Some(part) = brigades.get(index) else { return offer(chosen) };
    // Full and reduced brigades of a class come from the same counters.
    let twin = brigades[..index].iter().position(|other| other.first == part.first);
    let taken = twin.map_or(0, |twin| chosen.parts >> (2 * twin) & 3);
    let kind = usize::from(part.reduced);
    let left = part.free.saturating_sub(taken).min(most[kind] - chosen.kinds[kind]);
    for count in 0..=left {
        let mut more = chosen;
        more.classes += 1;
        more.parts |= count << (2 * index);
        more.sum += count * part.attack;
        more.kinds[kind] += count;
        if more.sum > limit {
            break;
        }
        combinations(brigades, most, limit, more, offer);
    }
}
