//! Sets of squares, and values of squares: searches ask for them at every step, so each square has its own
//! bit or slot.

use super::grid::Square;

/// No map has more squares in a row or column.
const SIDE: i32 = 40;
const WORDS: usize = (SIDE * SIDE) as usize / 64;

/// A set of squares, in the order of rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Squares {
    bits: [u64; WORDS],
}

/// A value for some squares.
#[derive(Clone, Debug)]
pub(crate) struct Known<T> {
    known: Squares,
    slots: Vec<Option<T>>,
}

fn slot(square: Square) -> Option<usize> {
    let within = |number: i32| (0..SIDE).contains(&number);
    (within(square.row) && within(square.column)).then_some((square.row * SIDE + square.column) as usize)
}

fn square(slot: usize) -> Square {
    let slot = slot as i32;
    Square { row: slot / SIDE, column: slot % SIDE }
}

impl Squares {
    pub(crate) const fn new() -> Self {
        Self { bits: [0; WORDS] }
    }

    pub(crate) fn contains(&self, square: &Square) -> bool {
        slot(*square).is_some_and(|at| self.bits[at / 64] >> (at % 64) & 1 == 1)
    }

    /// Adds a square; it says whether the square is new.
    pub(crate) fn insert(&mut self, square: Square) -> bool {
        let Some(at) = slot(square) else { return false };
        let new = self.bits[at / 64] >> (at % 64) & 1 == 0;
        self.bits[at / 64] |= 1 << (at % 64);
        new
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bits.iter().all(|word| *word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.bits.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn retain(&mut self, keep: impl FnMut(&Square) -> bool) {
        *self = self.iter().filter(keep).collect();
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        self.clone().into_iter()
    }
}

/// The squares of a set, one after another.
pub(crate) struct Iter {
    rest: Squares,
    word: usize,
}

impl Iterator for Iter {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        while self.word < WORDS {
            let word = &mut self.rest.bits[self.word];
            if *word != 0 {
                let bit = word.trailing_zeros() as usize;
                *word &= *word - 1;
                return Some(square(self.word * 64 + bit));
            }
            self.word += 1;
        }
        None
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;

    fn into_iter(self) -> Iter {
        Iter { rest: self, word: 0 }
    }
}

impl Extend<Square> for Squares {
    fn extend<I: IntoIterator<Item = Square>>(&mut self, squares: I) {
        for square in squares {
            self.insert(square);
        }
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        let mut set = Self::new();
        set.extend(squares);
        set
    }
}

impl<T> Known<T> {
    pub(crate) fn new() -> Self {
        Self { known: Squares::new(), slots: Vec::new() }
    }

    pub(crate) fn get(&self, square: &Square) -> Option<&T> {
        self.slots.get(slot(*square)?)?.as_ref()
    }

    pub(crate) fn contains_key(&self, square: &Square) -> bool {
        self.known.contains(square)
    }

    pub(crate) fn insert(&mut self, square: Square, value: T) {
        *self.slot(square) = Some(value);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.known.is_empty()
    }

    /// The value of a square, beginning with the default.
    pub(crate) fn or_default(&mut self, square: Square) -> &mut T
    where
        T: Default,
    {
        self.slot(square).get_or_insert_default()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (Square, &T)> {
        self.known.iter().filter_map(|square| Some((square, self.get(&square)?)))
    }

    fn slot(&mut self, square: Square) -> &mut Option<T> {
        if self.slots.is_empty() {
            self.slots.resize_with((SIDE * SIDE) as usize, || None);
        }
        self.known.insert(square);
        &mut self.slots[slot(square).expect("a square of a map")]
    }
}

impl<T> IntoIterator for Known<T> {
    type Item = (Square, T);
    type IntoIter = std::vec::IntoIter<(Square, T)>;

    fn into_iter(mut self) -> Self::IntoIter {
        let slots = &mut self.slots;
        let pairs = self.known.into_iter().filter_map(|square| Some((square, slots[slot(square)?].take()?)));
        pairs.collect::<Vec<_>>().into_iter()
    }
}

impl<T> FromIterator<(Square, T)> for Known<T> {
    fn from_iter<I: IntoIterator<Item = (Square, T)>>(pairs: I) -> Self {
        let mut all = Self::new();
        for (square, value) in pairs {
            all.insert(square, value);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_come_in_the_order_of_rows() {
        let at = |row, column| Square { row, column };
        let set: Squares = [at(3, 1), at(0, 33), at(33, 0), at(0, 2), at(-1, 4)].into_iter().collect();
        assert_eq!(set.iter().collect::<Vec<_>>(), [at(0, 2), at(0, 33), at(3, 1), at(33, 0)]);
        assert!(set.contains(&at(3, 1)) && !set.contains(&at(1, 3)) && !set.contains(&at(-1, 4)));
        let known: Known<i64> = set.iter().zip(5..).collect();
        assert_eq!(known.get(&at(0, 33)), Some(&6));
        assert_eq!(known.into_iter().map(|(_, value)| value).collect::<Vec<_>>(), [5, 6, 7, 8]);
    }
}
