//! Assault: strengths, column shifts and modifiers, and the table.
//!
//! Big Push 11.1 to 11.8, Verdun 16.1 to 16.5. [`Grid::assess_assault`] is used by the dice and by the odds alike.

use serde::Deserialize;

use crate::board::Mark;
use crate::event::Modifiers;
use crate::map::Terrain;
use crate::resources::SMOKE;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::units::{Kind, Nation, Side, Unit, UnitSet};
use crate::variant::{BoardOf, Grid, Own, Variant};

/// Which assault of the phase this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wave {
    /// Committed this phase.
    Primary,
    /// Bought with a resource, after the others.
    Secondary,
    /// An engagement that goes on.
    Renewed,
}

impl Wave {
    /// All of them, with the names position files use.
    pub const NAMES: [(Wave, &'static str); 3] =
        [(Wave::Primary, "primary"), (Wave::Secondary, "secondary"), (Wave::Renewed, "renewed")];
}

/// The assault in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Assault {
    /// What is assaulted; none when no assault is in hand.
    pub target: Square,
    /// Who assaults.
    pub side: Side,
    /// Which wave.
    pub wave: Wave,
    /// The HQ that supplies each nation.
    pub supply: [Unit; 3],
    /// Nations that have named their HQ or declined, one bit each, and [`Assault::WIND_KNOWN`].
    pub asked: u8,
    /// Kinds of resources put in, one bit each.
    pub resources: u16,
    /// Whether the smoke blew the right way.
    pub smoke: bool,
    /// A game's own notes on this assault.
    pub own: u8,
    /// What the dice said.
    pub outcome: Option<Outcome>,
    /// Whether any attacker closed in when the dice were rolled.
    pub closers: bool,
    /// The jump-off square that is struck back at.
    pub strike: Square,
    /// Who fires in defence.
    pub firers: UnitSet,
    /// Attackers that have advanced, units that consolidated, and units that were driven back.
    pub advanced: UnitSet,
}

impl Assault {
    /// None.
    pub const NONE: Assault = Assault {
        target: Square::NONE,
        side: Side::Allied,
        wave: Wave::Primary,
        supply: [Unit::NONE; 3],
        asked: 0,
        resources: 0,
        smoke: false,
        own: 0,
        outcome: None,
        closers: false,
        strike: Square::NONE,
        firers: UnitSet::EMPTY,
        advanced: UnitSet::EMPTY,
    };

    /// The die for the smoke has been rolled.
    pub const WIND_KNOWN: u8 = 1 << 7;

    /// Whether losses of `side` now are those of its own counterattack.
    pub(crate) fn striking(&self, side: Side, phasing: Side) -> bool {
        self.strike.is_some() && side != phasing && self.outcome.is_some_and(Outcome::hurts_attacker)
    }
}

/// A result of the assault table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub enum Outcome {
    /// All attackers are lost.
    #[serde(rename = "AE")]
    AttackersEliminated,
    /// Two steps, and the attackers go back.
    #[serde(rename = "A2SR")]
    AttackersTwoSteps,
    /// One step, and the attackers go back.
    #[serde(rename = "ASR")]
    AttackersOneStep,
    /// The attackers go back.
    #[serde(rename = "AR")]
    AttackersRetreat,
    /// Both sides are locked together.
    #[serde(rename = "ENG")]
    Engaged,
    /// The defender strikes back.
    #[serde(rename = "CA")]
    Counterattack,
    /// The defenders retreat.
    #[serde(rename = "DR")]
    DefendersRetreat,
    /// One step, and the defenders retreat.
    #[serde(rename = "DSR")]
    DefendersOneStep,
    /// Two steps, and the defenders retreat.
    #[serde(rename = "D2SR")]
    DefendersTwoSteps,
    /// All defenders are lost.
    #[serde(rename = "DE")]
    DefendersEliminated,
    /// All defenders are lost, and the attackers break through.
    #[serde(rename = "DEBT")]
    Breakthrough,
}

impl Outcome {
    /// All of them, worst for the attacker first.
    pub const ALL: [Outcome; 11] = [
        Outcome::AttackersEliminated,
        Outcome::AttackersTwoSteps,
        Outcome::AttackersOneStep,
        Outcome::AttackersRetreat,
        Outcome::Engaged,
        Outcome::Counterattack,
        Outcome::DefendersRetreat,
        Outcome::DefendersOneStep,
        Outcome::DefendersTwoSteps,
        Outcome::DefendersEliminated,
        Outcome::Breakthrough,
    ];

    /// As the chart spells it.
    pub fn code(self) -> &'static str {
        ["AE", "A2SR", "ASR", "AR", "ENG", "CA", "DR", "DSR", "D2SR", "DE", "DEBT"][self as usize]
    }

    /// What it means, in words.
    pub fn about(self) -> &'static str {
        [
            "all attackers are lost",
            "attackers lose two steps and retreat",
            "attackers lose a step and retreat",
            "attackers retreat",
            "both sides are locked together",
            "the defender strikes back",
            "defenders retreat",
            "defenders lose a step and retreat",
            "defenders lose two steps and retreat",
            "all defenders are lost",
            "all defenders are lost; attackers break through",
        ][self as usize]
    }

    /// The result that the chart spells so.
    pub fn parse(code: &str) -> Option<Outcome> {
        Outcome::ALL.into_iter().find(|outcome| outcome.code() == code)
    }

    /// Steps that the attacker loses, before doubling.
    pub fn attacker_steps(self) -> u8 {
        match self {
            Outcome::AttackersTwoSteps => 2,
            Outcome::AttackersOneStep => 1,
            _ => 0,
        }
    }

    /// Steps that the defender loses, before doubling.
    pub fn defender_steps(self) -> u8 {
        match self {
            Outcome::DefendersTwoSteps => 2,
            Outcome::DefendersOneStep => 1,
            _ => 0,
        }
    }

    /// Whether it is a result against the attacker.
    pub fn hurts_attacker(self) -> bool {
        self <= Outcome::AttackersRetreat
    }

    /// Whether the defenders give up the square.
    pub fn takes_square(self) -> bool {
        self >= Outcome::DefendersRetreat
    }
}

/// An assault, ready to be rolled.
#[derive(Clone, Debug)]
pub struct Assessment<O: Own> {
    /// Attack factors.
    pub attack: u8,
    /// Defence factors.
    pub defense: u8,
    /// Column shifts, to the right above zero.
    pub shifts: Modifiers<O>,
    /// What is added to the dice.
    pub modifiers: Modifiers<O>,
}

impl<O: Own> Assessment<O> {
    /// The difference of strengths, held within the outer columns, shifted, and held again
    /// (Big Push 11.4, 11.5.2.3).
    pub fn column(&self, first: i8, columns: usize) -> i8 {
        let last = first + columns as i8 - 1;
        let start = (i16::from(self.attack) - i16::from(self.defense)).clamp(first.into(), last.into()) as i8;
        (start + self.shifts.sum()).clamp(first, last)
    }
}

impl<V: Variant> Grid<V> {
    /// The second number of a unit; nothing for an HQ in Supply Mode.
    pub(crate) fn defense_number(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let supply = self.pack.unit(unit).kind == Kind::Hq && board.unit(unit).has(Mark::Back);
        if supply { 0 } else { board.face(&self.pack, unit).defense }
    }

    /// A unit's strength in defence: the second number, halved if suppressed (Big Push 11.3, 11.4).
    pub fn defense_factor(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let factor = self.defense_number(board, unit);
        if board.unit(unit).has(Mark::Suppressed) { factor.div_ceil(2) } else { factor }
    }

    /// A unit's strength in attack: the first number, or in a Secondary Attack the lower one
    /// (Big Push 9.2.1, 11.4, 11.10).
    pub fn attack_factor(&self, board: &BoardOf<V>, unit: Unit, wave: Wave) -> u8 {
        let face = board.face(&self.pack, unit);
        match wave {
            Wave::Secondary => face.attack.min(face.defense),
            Wave::Primary | Wave::Renewed => face.attack,
        }
    }

    /// Those who defend a square that is assaulted: all in it, unless a game says otherwise.
    pub fn defenders<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        side: Side,
        square: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        board.troops_at(&self.pack, side, square).filter(move |unit| self.variant.defends(self, board, *unit))
    }

    /// The defence factors of all defenders together (Big Push 11.4).
    pub fn common_defense_strength(&self, board: &BoardOf<V>) -> u8 {
        let assault = &board.assault;
        self.defenders(board, assault.side.enemy(), assault.target)
            .map(|unit| u16::from(self.defense_factor(board, unit)))
            .sum::<u16>()
            .min(u16::from(u8::MAX)) as u8
    }

    /// The terrain shift of a square: its strongest terrain alone; rivers come on top (Big Push 11.5.1).
    pub fn terrain_shift(&self, board: &BoardOf<V>, side: Side, square: Square) -> (Terrain, i8) {
        let chart = &self.pack.charts.terrain;
        self.pack
            .map
            .terrain(square)
            .filter(|terrain| self.variant.shelters(self, board, side, square, *terrain))
            .map(|terrain| (terrain, chart.line(terrain).shift))
            .min_by_key(|(_, shift)| *shift)
            .unwrap_or((Terrain::Town, 0))
    }

    /// The assault in hand: attackers against the square, with all shifts and modifiers.
    pub fn assess_assault(&self, board: &BoardOf<V>) -> Assessment<V::Own> {
        let assault = &board.assault;
        let mut parties = Parties::new(assault.side);
        self.attackers(board, assault.target, |unit| parties.add(self, board, unit));
        let defense = self.variant.defense_strength(self, board);
        let mut assessment = Assessment {
            attack: parties.attack,
            defense,
            shifts: Modifiers::new(),
            modifiers: Modifiers::new(),
        };
        if !self.turns_on_attackers(board) {
            self.ground_shifts(
                board,
                assault.side.enemy(),
                assault.target,
                &parties.from,
                &mut assessment.shifts,
            );
        }
        self.resource_effects(board, &mut assessment);
        let defenders = self.defenders(board, assault.side.enemy(), assault.target).collect();
        self.status_modifiers(board, &defenders, assault.target, &mut assessment.modifiers);
        self.situation_modifiers(board, &parties, &mut assessment.modifiers);
        self.variant.assault_modifiers(self, board, &mut assessment);
        assessment
    }

    /// Shifts for terrain and rivers (Big Push 11.5.1).
    // Ruling: only a stream that the chart marks shifts, and not for attackers who come along it.
    pub fn ground_shifts(
        &self,
        board: &BoardOf<V>,
        side: Side,
        target: Square,
        from: &Squares,
        shifts: &mut Modifiers<V::Own>,
    ) {
        let map = &self.pack.map;
        let (terrain, shift) = self.terrain_shift(board, side, target);
        shifts.add(Common::TerrainShift, shift, terrain.name());
        let rivers = &self.pack.charts.rivers;
        if map.stream.contains(target) {
            let along = |square: Square| {
                map.along_stream.contains(&(square, target)) || map.along_stream.contains(&(target, square))
            };
            let across = from.iter().any(|square| !along(square));
            shifts.add_if(across, Common::Waterways, rivers.stream_shift, "across the stream");
        }
        let over = from.iter().any(|square| map.bank[square.index()] != map.bank[target.index()]);
        shifts.add_if(over, Common::RiverCrossing, rivers.barrier_shift, "across the river");
    }

    fn resource_effects(&self, board: &BoardOf<V>, assessment: &mut Assessment<V::Own>) {
        let chart = &self.pack.charts.resources;
        for kind in 0..chart.names.len() as u8 {
            if board.assault.resources >> kind & 1 == 0 {
                continue;
            }
            let rule = self.variant.resource_rule(kind);
            let label = self.variant.resource_label(kind);
            assessment.shifts.add(rule, chart.shifts[usize::from(kind)], label);
            if kind != SMOKE || board.assault.smoke {
                assessment.modifiers.add(Common::ResourceModifiers, chart.drms[usize::from(kind)], label);
            }
        }
    }

    /// Modifiers for what state the defenders are in, and the weather (Big Push 11.7.2b, 11.7.3, 11.7.5, 11.7.6).
    fn status_modifiers(
        &self,
        board: &BoardOf<V>,
        defenders: &UnitSet,
        square: Square,
        modifiers: &mut Modifiers<V::Own>,
    ) {
        let chart = &self.pack.charts.assault.drm;
        let any = |mark: Mark| defenders.iter().any(|unit| board.unit(unit).has(mark));
        let disrupted = any(Mark::Disrupted);
        modifiers.add_if(disrupted, Common::DefenderStatus, chart.disrupted, "a disrupted defender");
        modifiers.add_if(
            any(Mark::Suppressed) && !(disrupted && self.variant.disorder_counts_once()),
            Common::DefenderStatus,
            chart.suppressed,
            "a suppressed defender",
        );
        modifiers.add_if(
            board.is_interdicted(square),
            Common::InterdictionAndClosers,
            chart.interdicted_defender,
            "interdicted defenders",
        );
        let trench = !self.variant.on_start_line(self, square)
            && defenders.iter().any(|unit| self.is_entrenched(board, unit));
        modifiers.add_if(trench, Common::SecondaryTrench, chart.secondary_trench, "secondary trench");
        modifiers.add_if(board.weather.is_foul(), Common::AssaultWeather, chart.foul, "rain or snow");
    }

    fn situation_modifiers(&self, board: &BoardOf<V>, parties: &Parties, modifiers: &mut Modifiers<V::Own>) {
        let chart = &self.pack.charts.assault.drm;
        let assault = &board.assault;
        let interdicted = (parties.from & board.interdicted()).count() as i8;
        modifiers.add(
            Common::InterdictionAndClosers,
            chart.interdicted_attacker * interdicted,
            "attackers from interdicted squares",
        );
        let unsupplied = !self.is_engaged_assault(board)
            && Nation::ALL.into_iter().any(|nation| {
                parties.nations >> nation.index() & 1 == 1
                    && !self.variant.is_supplied(self, board, nation, &parties.by_nation[nation.index()])
            });
        modifiers.add_if(unsupplied, Common::AttackersUnsupplied, chart.unsupplied, "out of supply");
        modifiers.add(
            Common::CommandDistance,
            self.variant.command_modifier(self, board, &parties.by_nation, parties.nations),
            "distance to the HQ",
        );
        let closers = self.variant.closers_bonus(board, parties.closers) as i8;
        modifiers.add(Common::InterdictionAndClosers, chart.closer * closers, "units closing in");
        let flank = self.flank_attack(board, assault.target, assault.side) as i8;
        modifiers.add(Common::FlankAttack, chart.flank * flank, "flank attack");
    }

    /// Attackers from at least two squares, one of them not the front, that no other enemy unit covers
    /// (Big Push 11.7.4).
    fn flank_attack(&self, board: &BoardOf<V>, target: Square, side: Side) -> u8 {
        if self.variant.no_flanks(board, side) {
            return 0;
        }
        let enemy = side.enemy();
        let Some(defender) = self.defenders(board, enemy, target).next() else { return 0 };
        let front = self.pack.map.neighbour(target, board.unit(defender).facing());
        let mut squares = Squares::EMPTY;
        let (mut units, mut closers) = (0u8, 0u8);
        self.attackers(board, target, |unit| {
            let from = board.square(unit);
            squares.insert(from);
            if from != front && !self.is_covered(board, enemy, target, from) {
                units += 1;
                closers += u8::from(board.unit(unit).commitment().closed());
            }
        });
        if squares.count() < 2 || units == 0 { 0 } else { self.variant.flank_bonus(board, units, closers) }
    }

    /// Whether a good-order unit outside the assaulted square controls the jump-off square.
    fn is_covered(&self, board: &BoardOf<V>, side: Side, target: Square, from: Square) -> bool {
        let from_target = board
            .troops_at(&self.pack, side, target)
            .filter(|unit| {
                let supply = self.pack.unit(*unit).kind == Kind::Hq && board.unit(*unit).has(Mark::Back);
                board.unit(*unit).good_order() && !supply && !board.is_interdicted(target)
            })
            .count() as u8;
        board.control_count(&self.pack, side, from) > from_target
    }

    /// The result of a roll in a column.
    pub fn assault_result(&self, column: i8, total: i8) -> Outcome {
        let chart = &self.pack.charts.assault;
        let row =
            (i16::from(total) - i16::from(chart.first_row)).clamp(0, chart.rows.len() as i16 - 1) as usize;
        let index = (column - chart.first_column).clamp(0, chart.rows[row].len() as i8 - 1) as usize;
        chart.rows[row][index]
    }

    /// The column an assessment is resolved in.
    pub fn assault_column(&self, assessment: &Assessment<V::Own>) -> i8 {
        let chart = &self.pack.charts.assault;
        assessment.column(chart.first_column, chart.rows[0].len())
    }

    /// The counterattack in hand: those who strike back against the attackers in one jump-off square. Terrain is that
    /// of the square struck at; there are no resources, closers or flanks, and supply is never short
    /// (Big Push 11.8).
    pub fn assess_strike(&self, board: &BoardOf<V>) -> Assessment<V::Own> {
        let assault = &board.assault;
        let (target, strike) = (assault.target, assault.strike);
        let mut attack = 0u16;
        let mut nations = 0u8;
        for unit in self.strikers(board) {
            attack += u16::from(board.face(&self.pack, unit).attack);
            nations |= 1 << self.pack.unit(unit).nation.index();
        }
        let mut defense = 0u16;
        self.attackers(board, target, |unit| {
            if board.square(unit) == strike {
                defense += u16::from(self.defense_factor(board, unit));
            }
        });
        let mut assessment = Assessment {
            attack: attack.min(255) as u8,
            defense: defense.min(255) as u8,
            shifts: Modifiers::new(),
            modifiers: Modifiers::new(),
        };
        self.ground_shifts(board, assault.side, strike, &Squares::one(target), &mut assessment.shifts);
        // Only those who attacked from the square are struck, not whoever shares it.
        let struck = if self.pack.first_edition() {
            self.defenders(board, assault.side, strike).collect()
        } else {
            let attackers = self.attacker_list(board, target).into_iter();
            attackers.filter(|unit| board.square(*unit) == strike).collect()
        };
        self.status_modifiers(board, &struck, strike, &mut assessment.modifiers);
        let chart = &self.pack.charts.assault.drm;
        assessment.modifiers.add_if(
            board.is_interdicted(target),
            Common::InterdictionAndClosers,
            chart.interdicted_attacker,
            "from an interdicted square",
        );
        let mut by_nation = [Squares::EMPTY; 3];
        for nation in Nation::ALL {
            if nations >> nation.index() & 1 == 1 {
                by_nation[nation.index()].insert(target);
            }
        }
        assessment.modifiers.add(
            Common::CommandDistance,
            self.variant.command_modifier(self, board, &by_nation, nations),
            "distance to the HQ",
        );
        self.variant.strike_modifiers(self, board, &mut assessment);
        assessment
    }

    /// Those in the assaulted square who can strike back: in good order, and neither guns nor HQs (Big Push 11.8).
    pub fn strikers<'a>(&'a self, board: &'a BoardOf<V>) -> impl Iterator<Item = Unit> + 'a {
        let assault = &board.assault;
        self.defenders(board, assault.side.enemy(), assault.target).filter(move |unit| {
            board.unit(*unit).good_order()
                && self.pack.unit(*unit).may_attack()
                && board.face(&self.pack, *unit).attack > 0
        })
    }

    /// The rule of the nearest-HQ modifier, as both games number it.
    pub fn near_or_far(&self, distance: Option<u8>) -> i8 {
        let (chart, ranges) = (&self.pack.charts.assault.drm, &self.pack.charts.ranges);
        match distance {
            Some(squares) if squares <= ranges.command_near => chart.command_near,
            _ => chart.command_far,
        }
    }
}

/// The attackers of a square, summed up.
struct Parties {
    attack: u8,
    closers: u8,
    from: Squares,
    by_nation: [Squares; 3],
    nations: u8,
}

impl Parties {
    fn new(_: Side) -> Parties {
        Parties { attack: 0, closers: 0, from: Squares::EMPTY, by_nation: [Squares::EMPTY; 3], nations: 0 }
    }

    fn add<V: Variant>(&mut self, grid: &Grid<V>, board: &BoardOf<V>, unit: Unit) {
        let nation = grid.pack.unit(unit).nation.index();
        let square = board.square(unit);
        self.attack = self.attack.saturating_add(grid.attack_factor(board, unit, board.assault.wave));
        self.closers += u8::from(board.unit(unit).commitment().closed());
        self.from.insert(square);
        self.by_nation[nation].insert(square);
        self.nations |= 1 << nation;
    }
}

/// The rule that a result of the table belongs to.
pub(crate) fn outcome_rule<O: Own>() -> Rule<O> {
    Common::AssaultResults.into()
}
