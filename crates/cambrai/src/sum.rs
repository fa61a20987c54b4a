//! Sums that keep their reasons: attack and defense values, and what is added to a die.

use arrayvec::ArrayVec;

use crate::rule::Rule;

/// What a line of a sum stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The attack factor of the point unit (11.4.2 A).
    PointUnit,
    /// Further attackers (11.4.2 B).
    OtherUnits,
    /// Direct Support markers (11.4.2 C).
    DirectSupport,
    /// The air marker (11.4.2 D).
    AirSupport,
    /// Different divisions (11.4.2 E).
    Divisions,
    /// Tanks on November 20 (16.7).
    FirstDayTanks,
    /// Tank fright (17.2.1).
    TankFright,
    /// The 51st Division with tanks (17.2.3).
    FiftyFirst,
    /// The defense factor of the forward unit (11.4.3 A).
    ForwardUnit,
    /// Further fresh defenders (11.4.3 B).
    FreshDefenders,
    /// The terrain modifier in an assault (11.4.3 C).
    Terrain,
    /// Fresh Hurricane markers of the defender (11.4.3 D).
    Hurricanes,
    /// A mandatory assault over a canal (11.4.3 E).
    Canal,
    /// The Hurricane marker itself (9.2.1 A).
    BarrageMarker,
    /// A crowded target (9.2.1 B).
    Crowd,
    /// The terrain modifier against a barrage (9.2.2 A).
    BarrageTerrain,
    /// Overcast against a barrage (9.2.2 B).
    OvercastCover,
    /// A free area beside the bridge (14.1).
    FreeEnd,
    /// An own contested area beside the bridge (14.1).
    OwnContestedEnd,
    /// An enemy contested area beside the bridge (14.1).
    EnemyContestedEnd,
    /// The Canal du Nord (14.1).
    CanalDuNord,
    /// Surprise on November 20 (14.1).
    Surprise,
    /// An objective of Haig's held or contested (13.1.2).
    Objective,
    /// Ground contested east of the canal (13.1.2).
    ContestEast,
    /// Ground controlled east of the canal (13.1.2).
    ControlEast,
    /// The British bonus on ammunition on November 20 (16.6).
    FirstDayAmmunition,
    /// Any other bonus on ammunition (12.5).
    AmmunitionBonus,
}

impl Part {
    /// The rules behind it.
    pub fn rules(self) -> &'static [Rule] {
        match self {
            Part::PointUnit => &[Rule::AttackValue, Rule::PointUnit, Rule::UnitFactors],
            Part::OtherUnits | Part::Divisions => &[Rule::AttackValue],
            Part::DirectSupport => &[Rule::AttackValue, Rule::DirectSupport],
            Part::AirSupport => &[Rule::AttackValue, Rule::AirSupport],
            Part::FirstDayTanks => &[Rule::FirstDayTanks],
            Part::TankFright => &[Rule::TankFright],
            Part::FiftyFirst => &[Rule::FiftyFirstDivision],
            Part::ForwardUnit => &[Rule::DefenseValue, Rule::UnitFactors],
            Part::FreshDefenders | Part::Hurricanes | Part::Canal => &[Rule::DefenseValue],
            Part::Terrain => &[Rule::DefenseValue, Rule::Terrain],
            Part::BarrageMarker | Part::Crowd => &[Rule::BarrageAttack],
            Part::BarrageTerrain => &[Rule::BarrageDefense, Rule::Terrain],
            Part::OvercastCover => &[Rule::BarrageDefense, Rule::Overcast],
            Part::FreeEnd => &[Rule::Demolition, Rule::FreeAreas],
            Part::OwnContestedEnd | Part::EnemyContestedEnd => &[Rule::Demolition, Rule::ContestedAreas],
            Part::CanalDuNord | Part::Surprise => &[Rule::Demolition],
            Part::Objective | Part::ContestEast | Part::ControlEast => &[Rule::HaigDecides],
            Part::FirstDayAmmunition => &[Rule::ArtilleryRefit, Rule::FirstDayAmmunition],
            Part::AmmunitionBonus => &[Rule::ArtilleryRefit],
        }
    }

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Part::PointUnit => "point unit's attack factor",
            Part::OtherUnits => "further units",
            Part::DirectSupport => "Direct Support",
            Part::AirSupport => "air support",
            Part::Divisions => "different divisions",
            Part::FirstDayTanks => "tanks on November 20",
            Part::TankFright => "tank fright",
            Part::FiftyFirst => "51st Division with tanks",
            Part::ForwardUnit => "forward unit's defence factor",
            Part::FreshDefenders => "further fresh defenders",
            Part::Terrain | Part::BarrageTerrain => "terrain",
            Part::Hurricanes => "defender's fresh Hurricane markers",
            Part::Canal => "assault over a canal",
            Part::BarrageMarker => "Hurricane Barrage",
            Part::Crowd => "crowded target",
            Part::OvercastCover => "overcast",
            Part::FreeEnd => "free end",
            Part::OwnContestedEnd => "own contested end",
            Part::EnemyContestedEnd => "enemy contested end",
            Part::CanalDuNord => "Canal du Nord",
            Part::Surprise => "surprise on November 20",
            Part::Objective => "objective held or contested",
            Part::ContestEast => "contested east of the canal",
            Part::ControlEast => "controlled east of the canal",
            Part::FirstDayAmmunition | Part::AmmunitionBonus => "bonus of the day",
        }
    }
}

/// A sum of parts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// The parts that are not 0.
    pub parts: ArrayVec<(Part, i8), 10>,
    /// Their total.
    pub total: i8,
}

impl Sum {
    /// Adds a part; nothing is noted for 0.
    pub(crate) fn add(&mut self, part: Part, value: i8) -> &mut Sum {
        if value != 0 {
            self.parts.push((part, value));
            self.total += value;
        }
        self
    }
}
