//! Places, units and bridges as small numbers, and sets of them as bits.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not, Sub};

/// How many places the map may have: one bit each in [`Places`].
pub const MAX_PLACES: usize = 40;
/// How many counters the pack may have.
pub const MAX_UNITS: usize = 162;
/// How many bridges the map may have.
pub const MAX_BRIDGES: usize = 12;

/// An area or zone, by its number in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place(pub u8);

/// A counter, by its number in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unit(pub u8);

/// A bridge, by its number in the pack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Bridge(pub u8);

impl Place {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Unit {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Bridge {
    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A set of places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places(pub u64);

impl Places {
    /// No place.
    pub const NONE: Places = Places(0);

    /// That one place.
    #[inline]
    pub fn one(place: Place) -> Places {
        Places(1 << place.0)
    }

    /// Whether `place` is in the set.
    #[inline]
    pub fn contains(self, place: Place) -> bool {
        self.0 >> place.0 & 1 != 0
    }

    /// Puts `place` in.
    #[inline]
    pub fn insert(&mut self, place: Place) {
        self.0 |= 1 << place.0;
    }

    /// Takes `place` out.
    #[inline]
    pub fn remove(&mut self, place: Place) {
        self.0 &= !(1 << place.0);
    }

    /// Puts `place` in if `condition` holds, else takes it out.
    #[inline]
    pub fn set(&mut self, place: Place, condition: bool) {
        self.0 = self.0 & !(1 << place.0) | u64::from(condition) << place.0;
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// The first, in the order of the pack.
    #[inline]
    pub fn first(self) -> Option<Place> {
        (self.0 != 0).then(|| Place(self.0.trailing_zeros() as u8))
    }

    /// Each in turn, in the order of the pack.
    #[inline]
    pub fn iter(self) -> PlacesIter {
        PlacesIter(self.0)
    }
}

/// Walks a set of places.
pub struct PlacesIter(u64);

impl Iterator for PlacesIter {
    type Item = Place;

    #[inline]
    fn next(&mut self) -> Option<Place> {
        let place = Places(self.0).first()?;
        self.0 &= self.0 - 1;
        Some(place)
    }
}

impl FromIterator<Place> for Places {
    fn from_iter<I: IntoIterator<Item = Place>>(places: I) -> Places {
        places.into_iter().fold(Places::NONE, |set, place| set | Places::one(place))
    }
}

impl BitAnd for Places {
    type Output = Places;
    #[inline]
    fn bitand(self, other: Places) -> Places {
        Places(self.0 & other.0)
    }
}

impl BitOr for Places {
    type Output = Places;
    #[inline]
    fn bitor(self, other: Places) -> Places {
        Places(self.0 | other.0)
    }
}

impl BitOrAssign for Places {
    #[inline]
    fn bitor_assign(&mut self, other: Places) {
        self.0 |= other.0;
    }
}

impl BitAndAssign for Places {
    #[inline]
    fn bitand_assign(&mut self, other: Places) {
        self.0 &= other.0;
    }
}

impl BitXor for Places {
    type Output = Places;
    #[inline]
    fn bitxor(self, other: Places) -> Places {
        Places(self.0 ^ other.0)
    }
}

impl Sub for Places {
    type Output = Places;
    #[inline]
    fn sub(self, other: Places) -> Places {
        Places(self.0 & !other.0)
    }
}

impl Not for Places {
    type Output = Places;
    #[inline]
    fn not(self) -> Places {
        Places(!self.0)
    }
}

/// A set of units.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Units([u64; 3]);

impl Units {
    /// No unit.
    pub const NONE: Units = Units([0; 3]);

    /// That one unit.
    #[inline]
    pub fn one(unit: Unit) -> Units {
        let mut units = Units::NONE;
        units.insert(unit);
        units
    }

    /// Whether `unit` is in the set.
    #[inline]
    pub fn contains(&self, unit: Unit) -> bool {
        self.0[unit.index() / 64] >> (unit.0 % 64) & 1 != 0
    }

    /// Puts `unit` in.
    #[inline]
    pub fn insert(&mut self, unit: Unit) {
        self.0[unit.index() / 64] |= 1 << (unit.0 % 64);
    }

    /// Takes `unit` out.
    #[inline]
    pub fn remove(&mut self, unit: Unit) {
        self.0[unit.index() / 64] &= !(1 << (unit.0 % 64));
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0[0] | self.0[1] | self.0[2] == 0
    }

    /// How many there are.
    #[inline]
    pub fn count(self) -> u8 {
        self.0.iter().map(|word| word.count_ones() as u8).sum()
    }

    /// The first, in the order of the pack.
    #[inline]
    pub fn first(self) -> Option<Unit> {
        self.iter().next()
    }

    /// Each in turn, in the order of the pack.
    #[inline]
    pub fn iter(self) -> UnitsIter {
        UnitsIter { words: self.0, at: 0 }
    }
}

/// Walks a set of units.
pub struct UnitsIter {
    words: [u64; 3],
    at: usize,
}

impl Iterator for UnitsIter {
    type Item = Unit;

    #[inline]
    fn next(&mut self) -> Option<Unit> {
        while self.at < 3 {
            let word = self.words[self.at];
            if word != 0 {
                self.words[self.at] &= word - 1;
                return Some(Unit((self.at * 64) as u8 + word.trailing_zeros() as u8));
            }
            self.at += 1;
        }
        None
    }
}

impl FromIterator<Unit> for Units {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> Units {
        let mut set = Units::NONE;
        units.into_iter().for_each(|unit| set.insert(unit));
        set
    }
}

impl BitAnd for Units {
    type Output = Units;
    #[inline]
    fn bitand(self, other: Units) -> Units {
        Units([self.0[0] & other.0[0], self.0[1] & other.0[1], self.0[2] & other.0[2]])
    }
}

impl BitOr for Units {
    type Output = Units;
    #[inline]
    fn bitor(self, other: Units) -> Units {
        Units([self.0[0] | other.0[0], self.0[1] | other.0[1], self.0[2] | other.0[2]])
    }
}

impl BitOrAssign for Units {
    #[inline]
    fn bitor_assign(&mut self, other: Units) {
        *self = *self | other;
    }
}

impl BitXor for Units {
    type Output = Units;
    #[inline]
    fn bitxor(self, other: Units) -> Units {
        Units([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1], self.0[2] ^ other.0[2]])
    }
}

impl Sub for Units {
    type Output = Units;
    #[inline]
    fn sub(self, other: Units) -> Units {
        Units([self.0[0] & !other.0[0], self.0[1] & !other.0[1], self.0[2] & !other.0[2]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_beyond_the_first_word_are_kept_apart() {
        let mut units: Units = [Unit(3), Unit(63), Unit(64), Unit(161)].into_iter().collect();
        units.remove(Unit(63));
        assert_eq!(units.iter().map(|unit| unit.0).collect::<Vec<_>>(), [3, 64, 161]);
        assert_eq!((units.count(), units.contains(Unit(128)), units.contains(Unit(161))), (3, false, true));
    }

    #[test]
    fn places_can_be_set_either_way() {
        let mut places = Places::one(Place(39));
        places.set(Place(2), true);
        places.set(Place(39), false);
        assert_eq!((places.first(), places.count()), (Some(Place(2)), 1));
    }
}
