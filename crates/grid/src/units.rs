//! The counters: nations, sides, kinds, sizes, and what is printed on them.

use serde::Deserialize;

use crate::square::Members;

/// How many units a game has room for.
pub const UNITS: usize = 288;
const WORDS: usize = UNITS.div_ceil(64);

/// One counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(pub u16);

impl Unit {
    /// No unit.
    pub const NONE: Unit = Unit(u16::MAX);

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Whether this is a unit at all.
    #[inline]
    pub fn is_some(self) -> bool {
        self != Unit::NONE
    }
}

/// A set of units.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct UnitSet(pub [u64; WORDS]);

impl UnitSet {
    /// No unit.
    pub const EMPTY: UnitSet = UnitSet([0; WORDS]);

    /// Whether `unit` is in the set.
    #[inline]
    pub fn contains(&self, unit: Unit) -> bool {
        unit.index() < UNITS && self.0[unit.index() / 64] >> (unit.index() % 64) & 1 == 1
    }

    /// Puts `unit` in.
    #[inline]
    pub fn insert(&mut self, unit: Unit) {
        self.0[unit.index() / 64] |= 1 << (unit.index() % 64);
    }

    /// Takes `unit` out.
    #[inline]
    pub fn remove(&mut self, unit: Unit) {
        self.0[unit.index() / 64] &= !(1 << (unit.index() % 64));
    }

    /// Puts `unit` in or takes it out.
    #[inline]
    pub fn set(&mut self, unit: Unit, present: bool) {
        if present { self.insert(unit) } else { self.remove(unit) }
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

    /// The units in order.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = Unit> + use<> {
        Members::new(self.0).map(|index| Unit(index as u16))
    }
}

impl std::ops::BitAnd for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitand(self, other: UnitSet) -> UnitSet {
        let mut out = self;
        for (word, with) in out.0.iter_mut().zip(other.0) {
            *word &= with;
        }
        out
    }
}

impl std::ops::BitOr for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn bitor(self, other: UnitSet) -> UnitSet {
        let mut out = self;
        for (word, with) in out.0.iter_mut().zip(other.0) {
            *word |= with;
        }
        out
    }
}

impl std::ops::Sub for UnitSet {
    type Output = UnitSet;
    #[inline]
    fn sub(self, other: UnitSet) -> UnitSet {
        let mut out = self;
        for (word, without) in out.0.iter_mut().zip(other.0) {
            *word &= !without;
        }
        out
    }
}

impl FromIterator<Unit> for UnitSet {
    fn from_iter<I: IntoIterator<Item = Unit>>(units: I) -> UnitSet {
        let mut set = UnitSet::EMPTY;
        for unit in units {
            set.insert(unit);
        }
        set
    }
}

/// The two sides of the war.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// British and French.
    Allied,
    /// German.
    German,
}

impl Side {
    /// Both.
    pub const BOTH: [Side; 2] = [Side::Allied, Side::German];

    /// The enemy.
    #[inline]
    pub fn enemy(self) -> Side {
        match self {
            Side::Allied => Side::German,
            Side::German => Side::Allied,
        }
    }

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// In words.
    pub fn name(self) -> &'static str {
        ["Allied", "German"][self.index()]
    }
}

/// Whose counter it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Nation {
    /// British and Commonwealth.
    British,
    /// French.
    French,
    /// German.
    German,
}

impl Nation {
    /// All three.
    pub const ALL: [Nation; 3] = [Nation::British, Nation::French, Nation::German];

    /// Its side.
    #[inline]
    pub fn side(self) -> Side {
        match self {
            Nation::British | Nation::French => Side::Allied,
            Nation::German => Side::German,
        }
    }

    /// As an index.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The short name: `british`.
    pub fn id(self) -> &'static str {
        ["british", "french", "german"][self.index()]
    }

    /// In words: `British`.
    pub fn name(self) -> &'static str {
        ["British", "French", "German"][self.index()]
    }
}

/// What kind of troops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Foot.
    Infantry,
    /// Horse.
    Cavalry,
    /// Tanks.
    Tank,
    /// Guns.
    Artillery,
    /// A corps headquarters.
    Hq,
    /// Aeroplanes.
    Air,
    /// Pioneers.
    Engineer,
    /// Light infantry.
    Chasseur,
    /// The garrison of a fort.
    Garrison,
}

impl Kind {
    /// How many kinds there are.
    pub const COUNT: usize = Kind::Garrison as usize + 1;

    /// In words, as the pack spells it.
    pub fn name(self) -> &'static str {
        ["infantry", "cavalry", "tank", "artillery", "hq", "air", "engineer", "chasseur", "garrison"]
            [self as usize]
    }

    /// Whether it fights on foot.
    #[inline]
    pub fn is_foot(self) -> bool {
        matches!(self, Kind::Infantry | Kind::Engineer | Kind::Chasseur | Kind::Garrison)
    }
}

/// How large it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Size {
    /// Four steps or more.
    Division,
    /// Two steps.
    Brigade,
    /// Two steps or more.
    Regiment,
    /// One step.
    Battalion,
    /// Tanks.
    Company,
    /// Guns.
    Battery,
    /// A headquarters.
    Corps,
    /// Aeroplanes.
    Squadron,
}

impl Size {
    /// How many sizes there are.
    pub const COUNT: usize = Size::Squadron as usize + 1;

    /// In words, as the pack spells it.
    pub fn name(self) -> &'static str {
        ["division", "brigade", "regiment", "battalion", "company", "battery", "corps", "squadron"]
            [self as usize]
    }
}

/// What one side of a counter shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "[u8; 3]")]
pub struct Face {
    /// The first number: attack, or bombardment for guns.
    pub attack: u8,
    /// The second number: defence, Defensive Fire, counter-battery, secondary attack.
    pub defense: u8,
    /// Movement points.
    pub movement: u8,
}

impl From<[u8; 3]> for Face {
    fn from([attack, defense, movement]: [u8; 3]) -> Face {
        Face { attack, defense, movement }
    }
}

/// What a counter is, apart from where it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counter {
    /// As it is typed.
    pub id: String,
    /// As it is spoken of.
    pub name: String,
    /// Whose.
    pub nation: Nation,
    /// Its side.
    pub side: Side,
    /// What troops.
    pub kind: Kind,
    /// How large.
    pub size: Size,
    /// Its formation, if printed.
    pub parent: String,
    /// Its class of strength: counters of one class are alike.
    pub class: u8,
    /// Front and back.
    pub faces: [Face; 2],
    /// Steps at full strength.
    pub steps: u8,
    /// Range of fire; 0 if it has none.
    pub range: u8,
    /// Whether it is heavy artillery.
    pub heavy: bool,
    /// Quarters of a square that it takes up.
    pub room: u8,
    /// The lowest-numbered counter that is exactly alike.
    pub like: Unit,
}

impl Counter {
    /// Whether the counter has two modes instead of a reduced side: German foot, and every HQ.
    #[inline]
    pub fn has_modes(&self) -> bool {
        self.kind == Kind::Hq || (self.side == Side::German && self.kind.is_foot())
    }

    /// Whether it can be sent into an assault.
    #[inline]
    pub fn may_attack(&self) -> bool {
        matches!(self.kind, Kind::Infantry | Kind::Cavalry | Kind::Tank | Kind::Engineer | Kind::Chasseur)
    }

    /// Whether it is a battalion, or a brigade whose face shows no more than two attack factors.
    #[inline]
    pub fn is_small(&self, face: Face) -> bool {
        self.kind.is_foot()
            && (self.size == Size::Battalion || (self.size == Size::Brigade && face.attack <= 2))
    }

    /// Whether it is a combat unit that stands on the map.
    #[inline]
    pub fn is_ground(&self) -> bool {
        self.kind != Kind::Air
    }
}

impl crate::pack::Pack {
    /// The side a counter's owner has at the table.
    #[inline]
    pub fn side(&self, unit: Unit) -> Side {
        self.unit(unit).side
    }
}
