//! The parts of a map of squares. Plain data; the reader of the packs fills it.

use serde::{Deserialize, Serialize};

use super::SIZE;
use crate::{Nation, Point, Side};

/// A square by its place in the grid, both from zero: columns from the west, rows from the north.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Square {
    /// From the west, 0 first.
    pub column: u16,
    /// From the north, 0 first.
    pub row: u16,
}

impl Square {
    /// A square from its column and row.
    pub const fn new(column: u16, row: u16) -> Self {
        Self { column, row }
    }

    /// Its middle in map units.
    pub fn middle(self) -> Point {
        Point::new((f64::from(self.column) + 0.5) * SIZE, (f64::from(self.row) + 0.5) * SIZE)
    }
}

/// How squares are named.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Codes {
    /// Letters name the columns, numbers the rows: `K14` is the eleventh column (The Big Push).
    #[default]
    ColumnLetters,
    /// Letters name the rows, numbers the columns: `J23` is the tenth row (Verdun).
    RowLetters,
}

impl Codes {
    /// The code of a square, which is its place id.
    pub fn code(self, square: Square) -> String {
        let (letter, figure) = match self {
            Self::ColumnLetters => (square.column, square.row),
            Self::RowLetters => (square.row, square.column),
        };
        format!("{}{}", letter_of(letter), figure + 1)
    }

    /// The square of a code, if the text is one.
    pub fn square(self, code: &str) -> Option<Square> {
        let letter = code.chars().next().filter(char::is_ascii_uppercase)?;
        let first = u16::from(letter as u8 - b'A');
        let second = code[1..].parse::<u16>().ok()?.checked_sub(1)?;
        Some(match self {
            Self::ColumnLetters => Square::new(first, second),
            Self::RowLetters => Square::new(second, first),
        })
    }
}

pub(super) fn letter_of(index: u16) -> char {
    char::from(b'A' + (index % 26) as u8)
}

/// The ground of a square. Nothing set means clear.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Terrain {
    /// Trees.
    pub woods: bool,
    /// Hachures.
    pub ridge: bool,
    /// A named hill: more and darker hachures.
    pub hill: bool,
    /// Blue dashes.
    pub marsh: bool,
}

/// How broad a watercourse is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RiverClass {
    /// A thread.
    #[default]
    Stream,
    /// A small river.
    Minor,
    /// The Somme, the Meuse.
    Major,
    /// A canal: a double line. One that follows a major river's squares is drawn beside that river.
    Canal,
}

/// A river, stream or canal.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct River {
    /// Written along it; empty for none.
    pub name: String,
    /// How broad it is.
    pub class: RiverClass,
    /// The squares it runs through, in order.
    pub squares: Vec<Square>,
    /// Its course if known more closely: x and y in squares from the north-west corner of the map.
    pub course: Vec<Point>,
}

/// The bank of a river square that is shut to units; it is hatched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClosedBank {
    /// The river square.
    pub square: Square,
    /// The open side, looking along the major river's course.
    pub open: Side,
}

/// A place where a road crosses the major river.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Crossing {
    /// The squares it joins.
    pub between: (Square, Square),
}

/// How important a road is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RoadClass {
    /// A thin line.
    #[default]
    Minor,
    /// A cased line.
    Major,
}

/// A road through neighbouring squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Road {
    /// How important it is.
    pub class: RoadClass,
    /// Its squares in order.
    pub path: Vec<Square>,
}

/// A railway through neighbouring squares.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Railway {
    /// Its squares in order.
    pub path: Vec<Square>,
}

/// How large a town is written and built.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Importance {
    /// A few houses.
    #[default]
    Village,
    /// A small town.
    Town,
    /// Verdun, Péronne, Albert, Bapaume.
    City,
}

/// A town or village. Every one of its squares gets houses; its name is written once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Town {
    /// Its name.
    pub name: String,
    /// Its squares.
    pub squares: Vec<Square>,
    /// How large it is.
    pub importance: Importance,
}

/// A fort: a pentagon.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Fort {
    /// Its name.
    pub name: String,
    /// Its square.
    pub square: Square,
    /// A citadel is drawn larger.
    pub citadel: bool,
}

/// Defence works: a small redoubt in each square.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Work {
    /// Their name.
    pub name: String,
    /// Their squares.
    pub squares: Vec<Square>,
}

/// What kind of thing a name belongs to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NameKind {
    /// A wood: italic, green.
    Wood,
    /// A ridge: spaced italic, brown, along the ridge.
    Ridge,
    /// A hill: brown, strong.
    Hill,
    /// A marsh: italic, blue.
    Marsh,
    /// A farm, redoubt or ruin: small italic with a mark.
    #[default]
    Landmark,
}

/// The name of something that is not a town, fort or river.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Name {
    /// What is written.
    pub text: String,
    /// Whose name it is.
    pub kind: NameKind,
    /// Its squares.
    pub squares: Vec<Square>,
}

/// A start trench.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Trench {
    /// Whose it is; it is drawn on the side of its squares that looks to the enemy's trench.
    pub nation: Nation,
    /// The squares it runs through, in order.
    pub path: Vec<Square>,
    /// Squares of the path where it is interrupted, as by a river.
    pub gaps: Vec<Square>,
}

/// One edge of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EdgeSide {
    /// The top.
    #[default]
    North,
    /// The right.
    East,
    /// The bottom.
    South,
    /// The left.
    West,
}

/// A note in the margin: whose edge this is, or who enters here.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct EdgeNote {
    /// Which edge.
    pub side: EdgeSide,
    /// The first column or row it covers, from zero.
    pub from: u16,
    /// The last one.
    pub to: u16,
    /// Whose it is.
    pub nation: Nation,
    /// What is written beside it.
    pub text: String,
}

/// A map of squares.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct GridMap {
    /// Written in the top margin.
    pub title: String,
    /// Written below the title.
    pub subtitle: String,
    /// How many columns.
    pub columns: u16,
    /// How many rows.
    pub rows: u16,
    /// How squares are named.
    pub codes: Codes,
    /// The side of a square in kilometres, for the scale; 0 for no scale.
    pub square_kilometres: f64,
    /// Where true north lies, in degrees clockwise from the top of the map.
    pub north: f64,
    /// The ground of every square, row by row from the north-west. Missing squares are clear.
    pub terrain: Vec<Terrain>,
    /// Rivers, streams and canals.
    pub rivers: Vec<River>,
    /// Banks of the major river that are shut.
    pub closed_banks: Vec<ClosedBank>,
    /// Bridges over the major river.
    pub crossings: Vec<Crossing>,
    /// Roads.
    pub roads: Vec<Road>,
    /// Railways.
    pub railways: Vec<Railway>,
    /// Towns and villages.
    pub towns: Vec<Town>,
    /// Forts.
    pub forts: Vec<Fort>,
    /// Defence works.
    pub works: Vec<Work>,
    /// Other names.
    pub names: Vec<Name>,
    /// Start trenches.
    pub trenches: Vec<Trench>,
    /// Notes in the margin.
    pub edges: Vec<EdgeNote>,
}

impl GridMap {
    /// The ground of a square.
    pub fn terrain_at(&self, square: Square) -> Terrain {
        let index = usize::from(square.row) * usize::from(self.columns) + usize::from(square.column);
        self.terrain.get(index).copied().unwrap_or_default()
    }

    /// All squares, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        let columns = self.columns;
        (0..self.rows).flat_map(move |row| (0..columns).map(move |column| Square::new(column, row)))
    }

    /// Whether a square is on the map.
    pub fn has(&self, square: Square) -> bool {
        square.column < self.columns && square.row < self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_read_back() {
        let square = Square::new(10, 13);
        assert_eq!(Codes::ColumnLetters.code(square), "K14");
        assert_eq!(Codes::ColumnLetters.square("K14"), Some(square));
        assert_eq!(Codes::RowLetters.code(square), "N11");
        assert_eq!(Codes::RowLetters.square("N11"), Some(square));
        for bad in ["", "K", "K0", "14", "é1", "Kx"] {
            assert_eq!(Codes::ColumnLetters.square(bad), None, "{bad}");
        }
    }
}
