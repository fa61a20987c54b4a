//! Nations and the few named colours a map or counter may carry.

use serde::{Deserialize, Serialize};

/// Who owns a counter, a trench or a place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Nation {
    /// Tan counters, brown ink.
    #[default]
    British,
    /// Horizon blue counters, blue ink.
    French,
    /// Field grey counters, slate ink.
    German,
}

impl Nation {
    /// All of them, in the order of the enum.
    pub const ALL: [Self; 3] = [Self::British, Self::French, Self::German];

    /// The word used in ids and class names.
    pub const fn word(self) -> &'static str {
        match self {
            Self::British => "british",
            Self::French => "french",
            Self::German => "german",
        }
    }

    /// Whether the two fight each other.
    pub(crate) fn is_enemy_of(self, other: Self) -> bool {
        (self == Self::German) != (other == Self::German)
    }
}

/// A colour named on a printed counter or map, such as that of an operational sector.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// `--tag-yellow`
    Yellow,
    /// `--tag-red`
    Red,
    /// `--tag-orange`
    Orange,
    /// `--tag-purple`
    Purple,
    /// `--tag-brown`
    Brown,
    /// `--tag-blue`
    Blue,
    /// `--tag-black`
    Black,
    /// `--tag-grey`
    Grey,
    /// `--tag-green`
    Green,
}

impl Colour {
    /// All of them, in the order of the enum.
    pub const ALL: [Self; 9] = [
        Self::Yellow,
        Self::Red,
        Self::Orange,
        Self::Purple,
        Self::Brown,
        Self::Blue,
        Self::Black,
        Self::Grey,
        Self::Green,
    ];

    /// The word used in ids and class names, and in the packs.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Yellow => "yellow",
            Self::Red => "red",
            Self::Orange => "orange",
            Self::Purple => "purple",
            Self::Brown => "brown",
            Self::Blue => "blue",
            Self::Black => "black",
            Self::Grey => "grey",
            Self::Green => "green",
        }
    }

    /// The colour of that word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|colour| colour.word() == word)
    }

    /// What it looks like on paper. Muted, as printing inks of the time were.
    pub(crate) const fn hex(self) -> &'static str {
        match self {
            Self::Yellow => "#d9b23a",
            Self::Red => "#b0473a",
            Self::Orange => "#cf7f33",
            Self::Purple => "#7a5a8c",
            Self::Brown => "#7c5a3a",
            Self::Blue => "#4a6f9c",
            Self::Black => "#2f2c29",
            Self::Grey => "#8a8780",
            Self::Green => "#5e8450",
        }
    }

    /// Lettering that can be read on it.
    pub(crate) const fn lettering(self) -> &'static str {
        match self {
            Self::Yellow | Self::Orange | Self::Grey => "#221d16",
            _ => "#fbf5e6",
        }
    }
}
