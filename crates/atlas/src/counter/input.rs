//! What a counter's face shows.

use serde::{Deserialize, Serialize};

use crate::{Colour, Nation};

/// The symbol in the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Symbol {
    /// Crossed lines.
    #[default]
    Infantry,
    /// One line.
    Cavalry,
    /// A rhomboid tank.
    Tank,
    /// A dot.
    Artillery,
    /// A dot on a bar.
    HeavyArtillery,
    /// A dot on a railway truck.
    RailArtillery,
    /// `HQ`, with a staff below the box.
    Headquarters,
    /// A wheel above the supply bar, with a staff below the box.
    SupplyHeadquarters,
    /// A bridge.
    Engineer,
    /// Infantry with a horn.
    Chasseur,
    /// A pentagon.
    FortGarrison,
    /// A tower.
    Garrison,
    /// A biplane.
    Air,
    /// A gun on its mount.
    MachineGun,
    /// A question mark: a unit not yet seen.
    Unknown,
}

impl Symbol {
    /// All of them, in the order of the enum.
    pub const ALL: [Self; 15] = [
        Self::Infantry,
        Self::Cavalry,
        Self::Tank,
        Self::Artillery,
        Self::HeavyArtillery,
        Self::RailArtillery,
        Self::Headquarters,
        Self::SupplyHeadquarters,
        Self::Engineer,
        Self::Chasseur,
        Self::FortGarrison,
        Self::Garrison,
        Self::Air,
        Self::MachineGun,
        Self::Unknown,
    ];
}

/// The mark of size above the box.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SizeMark {
    /// Nothing.
    #[default]
    None,
    /// `I`
    Company,
    /// `II`
    Battalion,
    /// `III`
    Regiment,
    /// `X`
    Brigade,
    /// `XX`
    Division,
    /// `XXX`
    Corps,
    /// A small flag.
    Flag,
}

impl SizeMark {
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::None | Self::Flag => "",
            Self::Company => "I",
            Self::Battalion => "II",
            Self::Regiment => "III",
            Self::Brigade => "X",
            Self::Division => "XX",
            Self::Corps => "XXX",
        }
    }
}

/// How much is left of a unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// All of it: dark numerals.
    #[default]
    Full,
    /// Pale numerals on a coloured band.
    Reduced,
    /// Pale numerals on a hatched band, and a paler counter.
    Exhausted,
}

/// One side of a counter. It becomes `<symbol id="face-{id}" viewBox="0 0 100 100">`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CounterFace {
    /// Its id; the two sides of a counter have two.
    pub id: String,
    /// Its colours.
    pub nation: Nation,
    /// The symbol in the box.
    pub symbol: Symbol,
    /// The mark above the box.
    pub size: SizeMark,
    /// The unit's own number or name, to the right of the box. Keep it within eight letters.
    pub label: String,
    /// What it belongs to, to the left of the box.
    pub parent: String,
    /// The factors below the box, such as `8-6-6` or `4-3-5(9)`.
    pub factors: String,
    /// How much is left of it.
    pub strength: Strength,
    /// A crenellated top edge.
    pub entrenched: bool,
    /// A stripe of this colour down the left edge.
    pub stripe: Option<Colour>,
}
