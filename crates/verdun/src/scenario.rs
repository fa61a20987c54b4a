//! A scenario's own part: guns to be placed, arrivals, special rules and victory conditions, as the pack writes them.

use engine::pack::PackError;
use grid::{Nation, Pack, Squares, Unit, UnitSet};
use serde::Deserialize;

use crate::data::{SCENARIOS, checked_squares, find, table};

/// How many calls a scenario may have.
pub const CALLS: usize = 64;

/// A scenario's own part.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// What the pack says.
    pub raw: RawScenario,
    /// The place in the pack of the first scenario of its case: 0 to 5, and 6 for the campaign.
    pub number: usize,
    /// Units inside forts.
    pub inside: UnitSet,
    /// Units in the Operations Reserves Box.
    pub reserves: Vec<(Unit, bool)>,
    /// Guns that are placed by their owner.
    pub guns: Vec<GunGroup>,
    /// The zone by which each unit comes.
    pub entries: Vec<(Unit, u8)>,
    /// Units from the pool that are called up.
    pub calls: Vec<Call>,
    /// Units that leave the game on a turn.
    pub leaving: Vec<Unit>,
    /// Corps that rest at first.
    pub rear_corps: Vec<Vec<Unit>>,
    /// Battalions of the set-up whose kind their owner chooses.
    pub battalions_of_choice: Vec<Unit>,
    /// A division that waits for a six.
    pub local_reserve: Vec<Unit>,
}

/// Guns that are placed by their owner.
#[derive(Clone, Debug)]
pub struct GunGroup {
    /// Whose.
    pub nation: Nation,
    /// Which.
    pub units: Vec<Unit>,
    /// Where.
    pub squares: Squares,
    /// How many at least on the west bank.
    pub west: u8,
    /// How many heavy guns stay, if some are drawn out.
    pub heavy: u8,
    /// How many field guns stay, if some are drawn out.
    pub field: u8,
    /// How many the owner leaves out.
    pub leave_out: u8,
}

/// Units from the pool that are called up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Call {
    /// From this turn on.
    pub turn: u8,
    /// Whose.
    pub nation: Nation,
    /// Of what kind.
    pub kind: CallKind,
    /// The highest attack factor.
    pub attack: u8,
    /// The highest defence factor.
    pub defense: u8,
    /// How many.
    pub count: u8,
    /// Where, by number.
    pub zone: u8,
}

/// What a call brings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CallKind {
    /// Battalions, or regiments in change.
    Battalions,
    /// A regiment or a weaker one.
    Regiment,
    /// A division, a weaker or reduced one, or brigades.
    Division,
    /// A brigade.
    Brigade,
}

/// A scenario's own part as written.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawScenario {
    guns: Option<Vec<RawGuns>>,
    #[serde(default)]
    entries: Vec<RawEntry>,
    #[serde(default)]
    calls: Vec<RawCall>,
    #[serde(default)]
    inside: Vec<String>,
    #[serde(default)]
    reserves: Vec<String>,
    #[serde(default)]
    reserves_reduced: Vec<String>,
    /// Whether half of the free brigades start in reserve, `chosen` or `drawn`.
    #[serde(default)]
    pub half_of_brigades: String,
    /// Air units.
    pub air: AirForce,
    /// The west-bank lines are held before this turn (19.1.5f).
    #[serde(default)]
    pub hold_until: u8,
    /// No lull before this turn (7.1.1).
    #[serde(default)]
    pub no_lull_before: u8,
    /// Turns on which bombardment costs no HQ (19.1.5e).
    #[serde(default)]
    pub free_bombardment: Vec<u8>,
    /// Guns bog down from this turn on (12.3.4).
    #[serde(default)]
    pub bog_from: u8,
    /// Face-down garrisons.
    pub garrisons: Option<Garrisons>,
    /// Mines (19.1.5k).
    pub mines: Option<Mines>,
    #[serde(default, rename = "overstacked")]
    _overstacked: Vec<String>,
    /// Whether a third of replacements goes to reserve without a roll (19.2.2b).
    #[serde(default)]
    pub reserves_third: bool,
    leaving: Option<RawLeaving>,
    /// Whether battalions may make change (19.3.5d, 20.3.4).
    #[serde(default)]
    pub battalion_change: bool,
    /// Whether calls may also bring counters that are not in play (19.5.4).
    #[serde(default)]
    pub calls_from_unused: bool,
    /// Turns with phosgene.
    #[serde(default)]
    pub phosgene: Vec<u8>,
    /// Turns with little phosgene.
    #[serde(default)]
    pub phosgene_limited: Vec<u8>,
    /// Turns with Somme withdrawals.
    #[serde(default)]
    pub somme: Vec<u8>,
    #[serde(default)]
    rear_corps: Vec<Vec<String>>,
    #[serde(default)]
    battalions_of_choice: Vec<String>,
    /// German morale is low from this turn on.
    #[serde(default)]
    pub german_morale_from: u8,
    /// German guns are worn from this turn on.
    #[serde(default)]
    pub worn_guns_from: u8,
    /// Whether the French move first.
    #[serde(default)]
    pub french_first: bool,
    #[serde(default)]
    local_reserve: Vec<String>,
    /// Gun withdrawals of the campaign.
    #[serde(default)]
    pub withdrawals: Vec<Withdrawal>,
    /// Whether Operations are chosen (20.4).
    #[serde(default)]
    pub operations: bool,
    /// How many random objectives are drawn (18.2).
    #[serde(default)]
    pub objectives: u8,
    /// The victories.
    #[serde(default)]
    pub victory: Vec<Victory>,
}

/// Air units.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct AirForce {
    /// German units.
    pub german: u8,
    /// French units.
    pub french: u8,
    /// The first turn of the French.
    pub french_from: u8,
}

/// Face-down garrisons.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Garrisons {
    /// How many.
    pub markers: u8,
    /// How many at least on the west bank.
    pub west: u8,
}

/// Mines.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Mines {
    /// When.
    pub turn: u8,
    /// How many.
    pub count: u8,
}

/// A withdrawal of guns.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Withdrawal {
    /// When.
    pub turn: u8,
    /// Heavy guns that stay.
    pub heavy: u8,
    /// Field guns that stay.
    pub field: u8,
    /// How many at least on the west bank.
    pub west: u8,
    /// Whether only heavy guns count there.
    #[serde(default)]
    pub heavy_west: bool,
}

/// A kind of victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Victory {
    /// Whose.
    pub side: Nation,
    /// Its name.
    pub level: String,
    /// How many conditions must hold.
    pub need: usize,
    /// Whether it falls to that side when the other does not win.
    #[serde(default)]
    pub otherwise: bool,
    /// The conditions.
    #[serde(default)]
    pub conditions: Vec<Condition>,
}

/// A condition of victory.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Condition {
    /// No French unit on the French start line.
    ClearStartLine {
        /// Which line.
        #[serde(rename = "line")]
        _line: Nation,
    },
    /// So many of the objectives.
    OccupyAtLeast {
        /// How many.
        n: u8,
        /// Of these.
        objectives: Vec<Objective>,
    },
    /// Ahead by that many points.
    VpLead {
        /// By how many.
        margin: i16,
        /// From what: anything beyond losses, replacements and surrenders counts only where named.
        sources: Vec<String>,
    },
    /// A unit there, or the last to pass.
    OccupyOrLastThrough {
        /// Where.
        squares: Vec<String>,
    },
    /// Units there.
    Occupy {
        /// Where.
        squares: Vec<String>,
    },
    /// Units in all of them.
    OccupyAll {
        /// Where.
        squares: Vec<String>,
    },
    /// A unit in one of them.
    OccupyAny {
        /// Where.
        squares: Vec<String>,
        /// Or next to one.
        #[serde(default)]
        or_adjacent: bool,
    },
    /// A friendly zone of control on one of them.
    ZocOnAny {
        /// Where.
        squares: Vec<String>,
    },
    /// No enemy zone of control on any.
    NoEnemyZoc {
        /// Where.
        squares: Vec<String>,
    },
    /// No enemy zone of control that a friend does not share.
    NoUncontestedEnemyZoc {
        /// Where.
        squares: Vec<String>,
    },
    /// A path to the own edge.
    SupplyLine {
        /// From there.
        squares: Vec<String>,
    },
    /// Own units on so many squares of the French start line.
    OccupyStartLine {
        /// Which line.
        #[serde(rename = "line")]
        _line: Nation,
        /// How many.
        n: u8,
    },
    /// A closed ring of units and zones of control.
    Encircle {
        /// Around these.
        squares: Vec<String>,
    },
    /// Every objective drawn.
    AllRandomObjectives {
        /// How many there are.
        #[serde(rename = "n")]
        _n: u8,
    },
    /// The other side does not win, or not at that level.
    Prevent {
        /// Whose.
        side: Nation,
        /// Which level, or `any`.
        level: String,
    },
    /// The other side meets not one condition of that level.
    NoneMet {
        /// Whose.
        side: Nation,
        /// Which level.
        level: String,
    },
    /// All of these.
    AllOf {
        /// Which.
        conditions: Vec<Condition>,
    },
}

/// An objective of a scenario.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Objective {
    /// Its name.
    pub name: String,
    /// Its squares.
    #[serde(default)]
    pub squares: Vec<String>,
    /// Squares of which one must lie in a German zone of control.
    #[serde(default)]
    pub zoc_on_any: Vec<String>,
    /// Whether it counts twice when its garrison was a dummy.
    #[serde(default)]
    pub double_if_dummy: bool,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawGuns {
    nation: Nation,
    units: Vec<String>,
    squares: Vec<String>,
    west: u8,
    #[serde(default)]
    heavy: u8,
    #[serde(default)]
    field: u8,
    #[serde(default)]
    leave_out: u8,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    #[serde(rename = "turn")]
    _turn: u8,
    units: Vec<String>,
    at: String,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawCall {
    turn: u8,
    nation: Nation,
    kind: CallKind,
    attack: u8,
    #[serde(default = "any_defense")]
    defense: u8,
    count: u8,
    at: String,
}

/// Where a call does not say it, the defence factor does not matter.
fn any_defense() -> u8 {
    u8::MAX
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLeaving {
    turn: u8,
    units: Vec<String>,
}

impl Scenario {
    /// Reads and checks what only this game has in a scenario.
    pub(crate) fn parse(
        pack: &Pack,
        scenario: &grid::pack::Scenario,
        zones: &[(String, Squares)],
    ) -> Result<Scenario, PackError> {
        let key = &scenario.id;
        let mut raw: RawScenario = table(&scenario.own, SCENARIOS, key)?;
        if raw.guns.is_none()
            && let Some(first) = pack.scenarios.first()
        {
            // The Crown Prince's plan and the campaign are set up as the first scenario.
            raw.guns = table::<RawScenario>(&first.own, SCENARIOS, &first.id)?.guns;
        }
        let unit = |id: &String| find(pack, id, SCENARIOS, key);
        let zone = |name: &String| {
            zones
                .iter()
                .position(|(known, _)| known == name)
                .map(|index| index as u8 + 1)
                .ok_or_else(|| PackError::new(SCENARIOS, key, format!("there is no zone {name}")))
        };
        let mut entries = Vec::new();
        let inherited: Vec<RawEntry> = if raw.entries.is_empty() {
            pack.scenarios.first().map_or(Ok(Vec::new()), |first| {
                table::<RawScenario>(&first.own, SCENARIOS, &first.id).map(|raw| raw.entries)
            })?
        } else {
            raw.entries.clone()
        };
        for group in &inherited {
            let number = zone(&group.at)?;
            for id in &group.units {
                entries.push((unit(id)?, number));
            }
        }
        let mut guns = Vec::new();
        for group in raw.guns.iter().flatten() {
            guns.push(GunGroup {
                nation: group.nation,
                units: group.units.iter().map(unit).collect::<Result<_, _>>()?,
                squares: checked_squares(pack, &group.squares, SCENARIOS, key)?,
                west: group.west,
                heavy: group.heavy,
                field: group.field,
                leave_out: group.leave_out,
            });
        }
        let mut calls = Vec::new();
        for call in &raw.calls {
            calls.push(Call {
                turn: call.turn,
                nation: call.nation,
                kind: call.kind,
                attack: call.attack,
                defense: call.defense,
                count: call.count,
                zone: zone(&call.at)?,
            });
        }
        if calls.len() > CALLS {
            return Err(PackError::new(SCENARIOS, key, format!("has more than {CALLS} calls")));
        }
        let mut reserves = Vec::new();
        for (list, reduced) in [(&raw.reserves, false), (&raw.reserves_reduced, true)] {
            for id in list {
                reserves.push((unit(id)?, reduced));
            }
        }
        let units = |list: &[String]| list.iter().map(unit).collect::<Result<Vec<Unit>, PackError>>();
        let of_case = |other: &grid::pack::Scenario| other.case == scenario.case;
        Ok(Scenario {
            number: pack.scenarios.iter().position(of_case).unwrap_or_default(),
            inside: units(&raw.inside)?.into_iter().collect(),
            reserves,
            guns,
            entries,
            calls,
            leaving: raw.leaving.as_ref().map_or(Ok(Vec::new()), |leaving| units(&leaving.units))?,
            rear_corps: raw.rear_corps.iter().map(|corps| units(corps)).collect::<Result<_, _>>()?,
            battalions_of_choice: units(&raw.battalions_of_choice)?,
            local_reserve: units(&raw.local_reserve)?,
            raw,
        })
    }

    /// The turn on which units leave the game, if any do.
    pub fn leaving_turn(&self) -> Option<u8> {
        self.raw.leaving.as_ref().map(|leaving| leaving.turn)
    }
}
