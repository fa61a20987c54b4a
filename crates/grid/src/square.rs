//! Squares, directions, and sets of squares.

/// How many squares a map has room for.
pub const SQUARES: usize = 748;
const WORDS: usize = SQUARES.div_ceil(64);

/// One square of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(pub u16);

impl Square {
    /// Off the map.
    pub const NONE: Square = Square(u16::MAX);

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a square at all.
    #[inline]
    pub fn is_some(self) -> bool {
        self != Square::NONE
    }
}

/// One of the eight directions, clockwise from north; even ones are straight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Direction(pub u8);

impl Direction {
    /// Up the map.
    pub const NORTH: Direction = Direction(0);
    /// To the right.
    pub const EAST: Direction = Direction(2);
    /// Down the map.
    pub const SOUTH: Direction = Direction(4);
    /// To the left.
    pub const WEST: Direction = Direction(6);
    /// The four sides of a square.
    pub const SIDES: [Direction; 4] = [Direction::NORTH, Direction::EAST, Direction::SOUTH, Direction::WEST];

    /// All eight.
    #[inline]
    pub fn all() -> impl Iterator<Item = Direction> {
        (0..8).map(Direction)
    }

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether it runs through a side of the square, not a corner.
    #[inline]
    pub fn is_straight(self) -> bool {
        self.0.is_multiple_of(2)
    }

    /// The way back.
    #[inline]
    pub fn opposite(self) -> Direction {
        Direction((self.0 + 4) % 8)
    }

    /// Columns to the right and rows down.
    #[inline]
    pub fn delta(self) -> (i16, i16) {
        [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)][self.index()]
    }

    /// Its name, as it is typed.
    pub fn name(self) -> &'static str {
        ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"][self.index()]
    }

    /// The direction of that name.
    pub fn parse(text: &str) -> Option<Direction> {
        Direction::all().find(|direction| direction.name() == text)
    }
}

/// A set of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Squares(pub [u64; WORDS]);

impl Squares {
    /// No square.
    pub const EMPTY: Squares = Squares([0; WORDS]);

    /// That one square.
    #[inline]
    pub fn one(square: Square) -> Squares {
        let mut set = Squares::EMPTY;
        set.insert(square);
        set
    }

    /// Whether `square` is in the set.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        square.index() < SQUARES && self.0[square.index() / 64] >> (square.index() % 64) & 1 == 1
    }

    /// Puts `square` in.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        if square.index() < SQUARES {
            self.0[square.index() / 64] |= 1 << (square.index() % 64);
        }
    }

    /// Takes `square` out.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() / 64] &= !(1 << (square.index() % 64));
    }

    /// Puts `square` in or takes it out.
    #[inline]
    pub fn set(&mut self, square: Square, present: bool) {
        if present { self.insert(square) } else { self.remove(square) }
    }

    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|word| *word == 0)
    }

    /// How many there are.
    #[inline]
    pub fn count(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The squares in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Square> + use<> {
        Members::new(self.0).map(|index| Square(index as u16))
    }

    /// The first square.
    #[inline]
    pub fn first(&self) -> Option<Square> {
        self.iter().next()
    }

    /// Whether the two sets meet.
    #[inline]
    pub fn meets(&self, other: &Squares) -> bool {
        self.0.iter().zip(other.0).any(|(a, b)| a & b != 0)
    }

    /// The set and all that is beside, above or below it in rows of so many columns. Most sets fill a part of the words,
    /// and only these and their neighbours are gone through.
    pub(crate) fn spread(&self, columns: usize, not_first: &Squares, not_last: &Squares) -> Squares {
        let Some(first) = self.0.iter().position(|word| *word != 0) else { return *self };
        let last = self.0.iter().rposition(|word| *word != 0).unwrap_or(first);
        let words = first.saturating_sub(1)..WORDS.min(last + 2);
        // The rows widened, with an empty word on either side.
        let mut wide = [0; WORDS + 2];
        let mut from_west = 0;
        for index in words.clone() {
            let here = self.0[index];
            let (east, west) = (here & not_last.0[index], here & not_first.0[index]);
            let from_east = if index + 1 < WORDS { self.0[index + 1] & not_first.0[index + 1] } else { 0 };
            wide[index + 1] = here | east << 1 | from_west >> 63 | west >> 1 | from_east << 63;
            from_west = east;
        }
        let mut out = Squares::EMPTY;
        for index in words {
            let [north, here, south] = [wide[index], wide[index + 1], wide[index + 2]];
            let down = here << columns | north >> 1 >> (63 - columns);
            let up = here >> columns | south << 1 << (63 - columns);
            out.0[index] = here | down | up;
        }
        out
    }

    /// The set moved up by less than a word: every square to one with a higher number.
    #[inline]
    pub(crate) fn up(self, by: usize) -> Squares {
        let mut out = self.0;
        for word in &mut out {
            *word <<= by;
        }
        for (word, below) in out[1..].iter_mut().zip(self.0) {
            *word |= below >> 1 >> (63 - by);
        }
        Squares(out)
    }

    /// The set moved down by less than a word.
    #[inline]
    pub(crate) fn down(self, by: usize) -> Squares {
        let mut out = self.0;
        for word in &mut out {
            *word >>= by;
        }
        for (word, above) in out.iter_mut().zip(&self.0[1..]) {
            *word |= above << 1 << (63 - by);
        }
        Squares(out)
    }
}

impl std::ops::BitAnd for Squares {
    type Output = Squares;
    #[inline]
    fn bitand(self, other: Squares) -> Squares {
        let mut out = self;
        for (word, with) in out.0.iter_mut().zip(other.0) {
            *word &= with;
        }
        out
    }
}

impl std::ops::BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        let mut out = self;
        for (word, with) in out.0.iter_mut().zip(other.0) {
            *word |= with;
        }
        out
    }
}

impl std::ops::Sub for Squares {
    type Output = Squares;
    #[inline]
    fn sub(self, other: Squares) -> Squares {
        let mut out = self;
        for (word, without) in out.0.iter_mut().zip(other.0) {
            *word &= !without;
        }
        out
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut set = Squares::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

/// The places of the ones in a row of words, in order.
pub(crate) struct Members<const N: usize> {
    words: [u64; N],
    index: usize,
    /// What is left of the word at the index.
    word: u64,
}

impl<const N: usize> Members<N> {
    #[inline]
    pub(crate) fn new(words: [u64; N]) -> Members<N> {
        Members { words, index: 0, word: words.first().copied().unwrap_or(0) }
    }
}

impl<const N: usize> Iterator for Members<N> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.word == 0 {
            self.index += 1;
            self.word = *self.words.get(self.index)?;
        }
        let bit = self.word.trailing_zeros() as usize;
        self.word &= self.word - 1;
        Some(self.index * 64 + bit)
    }

    /// Whoever wants all of them gets them word by word.
    #[inline]
    fn fold<B, F: FnMut(B, usize) -> B>(self, start: B, mut fold: F) -> B {
        let mut folded = start;
        let mut word = self.word;
        for index in self.index..N {
            while word != 0 {
                folded = fold(folded, index * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
            word = self.words.get(index + 1).copied().unwrap_or(0);
        }
        folded
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_moves_over_word_borders() {
        let set: Squares = [Square(63), Square(700)].into_iter().collect();
        assert_eq!(set.up(22).iter().collect::<Vec<_>>(), [Square(85), Square(722)]);
        assert_eq!(set.down(22).iter().collect::<Vec<_>>(), [Square(41), Square(678)]);
        assert_eq!(set.up(22).down(22), set);
    }

    #[test]
    fn opposite_directions_cancel() {
        for direction in Direction::all() {
            let ((a, b), (c, d)) = (direction.delta(), direction.opposite().delta());
            assert_eq!((a + c, b + d), (0, 0));
            assert_eq!(Direction::parse(direction.name()), Some(direction));
        }
    }
}
