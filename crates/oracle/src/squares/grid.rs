//! Squares, directions and distances (3.2, 7.2.1).

/// A square of the grid; rows run from north to south, columns from west to east, both from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Square {
    pub(crate) row: i32,
    pub(crate) column: i32,
}

/// The eight directions in which a step can go, straight ones first.
pub(crate) const DIRECTIONS: [(&str, i32, i32); 8] = [
    ("north", -1, 0),
    ("east", 0, 1),
    ("south", 1, 0),
    ("west", 0, -1),
    ("northeast", -1, 1),
    ("southeast", 1, 1),
    ("southwest", 1, -1),
    ("northwest", -1, -1),
];

impl Square {
    /// The square one step away in a named direction.
    pub(crate) fn toward(self, direction: &str) -> Option<Self> {
        let (_, row, column) = DIRECTIONS.iter().find(|d| d.0 == direction)?;
        Some(Self { row: self.row + row, column: self.column + column })
    }

    /// The eight squares around.
    pub(crate) fn around(self) -> impl Iterator<Item = Self> {
        DIRECTIONS
            .iter()
            .map(move |(_, row, column)| Self { row: self.row + row, column: self.column + column })
    }

    /// The distance in squares, the first left out and the last counted in; it can run diagonally (6.3.1).
    pub(crate) fn distance(self, other: Self) -> i32 {
        (self.row - other.row).abs().max((self.column - other.column).abs())
    }

    /// A step is diagonal when row and column change (7.2.1).
    pub(crate) fn diagonal(self, other: Self) -> bool {
        self.row != other.row && self.column != other.column
    }
}
