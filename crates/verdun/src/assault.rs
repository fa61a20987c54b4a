//! Assaults its own way: command bands, supply, engineers, surrender (13.1.4, 13.2, 16.0).

use arrayvec::ArrayVec;
use engine::Forbidden;
use grid::assault::{Assessment, Outcome, Wave};
use grid::command::Mode;
use grid::units::{Kind, Size};
use grid::{Common, Mark, Nation, Place, Side, Square, Squares, Unit, UnitSet};

use crate::board::{Event as Told, Operation};
use crate::forts::{FOUGHT_OUTSIDE, STAGE_TWO};
use crate::resources::{DEFENDED, PHOSGENE};
use crate::rule::Own as Rules;
use crate::verdun::INSIDE;
use crate::{Context, Event, Flow, Game, Only, Rule, Table, Verdun};

/// The defenders of the assault in hand have been tested for surrender.
pub const TESTED: u8 = 1 << 6;

impl Verdun {
    /// The modifier for the distance to the HQ: the farthest attacker counts, each from its best HQ (13.1.4d).
    pub(crate) fn command_band(&self, grid: &Game, board: &Table, nation: Nation, from: &Squares) -> i8 {
        let chart = &grid.pack.charts;
        let bands = &self.data.charts.command;
        let open = grid.open_to_tracing(board, nation.side()) | *from;
        let (mut good, mut shaken, mut engaged) = (Squares::EMPTY, Squares::EMPTY, Squares::EMPTY);
        for hq in grid.hqs(board, nation, Mode::Command) {
            if board.unit(hq).has(Mark::Engaged) {
                // An engaged HQ commands the square it is in and no other (13.1.4a).
                if !grid.pack.first_edition() {
                    engaged.insert(board.square(hq));
                }
            } else {
                let set = if board.unit(hq).good_order() { &mut good } else { &mut shaken };
                set.insert(board.square(hq));
            }
        }
        let good = grid.pack.map.flood(good, open, chart.ranges.command);
        let shaken = grid.pack.map.flood(shaken, open, chart.ranges.command_disrupted);
        let drm = |distance: Option<u8>, near: u8, middle: u8| match distance {
            Some(squares) if squares <= near => chart.assault.drm.command_near,
            Some(squares) if squares <= middle => 0,
            _ => chart.assault.drm.command_far,
        };
        from.iter()
            .map(|square| {
                if engaged.contains(square) {
                    return chart.assault.drm.command_near;
                }
                drm(good.distance(square), chart.ranges.command_near, bands.middle).max(drm(
                    shaken.distance(square),
                    bands.disrupted_near,
                    bands.disrupted_middle,
                ))
            })
            .min()
            .unwrap_or(0)
    }

    /// German morale is low in the second half of the battle (19.5.5b, 19.6.5d, 20.3.9).
    pub(crate) fn low_morale(&self, board: &Table, side: Side) -> Option<Rules> {
        let from = self.scenario(board).raw.german_morale_from;
        (side == Side::German && from > 0 && board.turn >= from).then(|| match self.scenario_id(board) {
            4 => Rules::NotPassSpecial,
            5 => Rules::RampartsSpecial,
            _ => Rules::GermanMorale,
        })
    }

    /// Guns and HQs add nothing to infantry that defends, and defend with 1 when alone (13.1.1, 16.1.1).
    pub(crate) fn strength_in_defence(&self, grid: &Game, board: &Table) -> u8 {
        let (side, target) = (board.assault.side.enemy(), board.assault.target);
        let foot: ArrayVec<Unit, 16> = grid
            .defenders(board, side, target)
            .filter(|unit| grid.pack.unit(*unit).kind.is_foot())
            .take(16)
            .collect();
        if foot.is_empty() {
            return u8::from(grid.defenders(board, side, target).next().is_some());
        }
        foot.iter().map(|unit| grid.defense_factor(board, *unit)).sum()
    }

    /// Whether a unit takes part in the defence of its square: those who are engaged elsewhere do not, and engaged
    /// defenders turn only on those who engaged them (16.5.1).
    // Ruling: units in the square of engaged defenders that took no part before meet a renewed assault with them.
    pub(crate) fn is_free_to_defend(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        if board.engaged().is_empty() || !grid.binds_fighters_alone() {
            return true;
        }
        let locked = board.unit(unit).has(Mark::Locked);
        if board.assault.target != board.square(unit) || !grid.turns_on_attackers(board) {
            return !locked;
        }
        let (mut engaged_them, against) = (false, grid.target_of(board, unit));
        grid.attackers(board, board.assault.target, |attacker| {
            engaged_them |= board.square(attacker) == against;
        });
        locked && (engaged_them || grid.pack.first_edition())
    }

    /// Whether the assault in hand is against the inside of a fort.
    pub(crate) fn at_fort(&self, grid: &Game, board: &Table) -> bool {
        let target = board.assault.target;
        self.data.forts.contains(target)
            && grid
                .defenders(board, board.assault.side.enemy(), target)
                .any(|unit| board.unit(unit).has(INSIDE))
    }

    /// Shifts and modifiers that only this game has (14.2.4 to 14.2.6, 16.2.3, 19.5.5b, 20.4.3).
    pub(crate) fn more_modifiers(&self, grid: &Game, board: &Table, assessment: &mut Assessment<Only>) {
        let (side, notes) = (board.assault.side, board.assault.own);
        if notes & PHOSGENE != 0 {
            assessment.shifts.add(Rule::Own(Rules::Phosgene), 1, "phosgene");
            assessment.modifiers.add(Rule::Own(Rules::Phosgene), 2, "phosgene");
        }
        if notes & DEFENDED != 0 {
            assessment.shifts.add(Rule::Own(Rules::French75s), -2, "French 75s in defence");
        }
        if self.at_fort(grid, board) {
            let mut engineers = false;
            grid.attackers(board, board.assault.target, |unit| {
                engineers |= grid.pack.unit(unit).kind == Kind::Engineer;
            });
            assessment.shifts.add_if(
                engineers,
                Rule::Own(Rules::EngineersAtForts),
                2,
                "engineers at the fort",
            );
        }
        let manned = if grid.pack.first_edition() {
            self.at_fort(grid, board)
        } else {
            let target = board.assault.target;
            // Ruling: a garrison that lies face down does not help those outside; its guns would betray it.
            let inside = |unit: Unit| board.unit(unit).has(INSIDE) && !self.data.markers.contains(&unit);
            self.data.forts.contains(target) && board.troops_at(&grid.pack, Side::Allied, target).any(inside)
        };
        let guns = side == Side::German && board.own.has(Operation::FortGuns) && manned;
        let value = self.data.charts.operations.fort_guns;
        assessment.modifiers.add_if(guns, Rule::Own(Rules::FrenchOperations), value, "fort guns");
        if let Some(rule) = self.low_morale(board, side) {
            assessment.modifiers.add(Rule::Own(rule), -1, "German morale");
        }
    }

    /// What an assault leaves behind once it is rolled: the outside of a fort fought, four resources used.
    pub(crate) fn note_assault(&self, grid: &Game, board: &mut Table) {
        let (side, target) = (board.assault.side.enemy(), board.assault.target);
        board.own.struck = UnitSet::EMPTY;
        board.own.fallen_back = UnitSet::EMPTY;
        if self.data.forts.contains(target) && board.assault.own & STAGE_TWO == 0 {
            let outside = board.troops_at(&grid.pack, side, target).any(|unit| !board.unit(unit).has(INSIDE));
            if outside {
                board.assault.own |= FOUGHT_OUTSIDE;
            }
        }
        if grid.kinds_used(board) >= 4 {
            board.own.lavish.insert(target);
        }
    }

    /// The squares of a nation's attackers that no HQ named in this phase supplies yet (13.2.1).
    fn unsupplied(&self, grid: &Game, board: &Table, nation: Nation, from: &Squares) -> Squares {
        let named: ArrayVec<Unit, 16> =
            grid.hqs(board, nation, Mode::Supply).filter(|hq| board.used.contains(*hq)).take(16).collect();
        from.iter().filter(|square| !named.iter().any(|hq| grid.supplies(board, *hq, *square))).collect()
    }

    /// Each attacker needs a path to some supply HQ: those that reach one who has none yet may be named. An HQ that is
    /// used up anyway supplies everyone in its range (13.2.1, 13.2.4).
    pub(crate) fn more_suppliers(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        from: &Squares,
    ) -> ArrayVec<Unit, 16> {
        let without = self.unsupplied(grid, board, nation, from);
        grid.hqs(board, nation, Mode::Supply)
            .filter(|hq| without.iter().any(|square| grid.supplies(board, *hq, square)))
            .take(16)
            .collect()
    }

    /// Whether no attacker of a nation is out of supply (13.2).
    pub(crate) fn all_supplied(&self, grid: &Game, board: &Table, nation: Nation, from: &Squares) -> bool {
        self.unsupplied(grid, board, nation, from).is_empty()
    }

    /// Before March 6 held infantry does not assault, nor does anyone over its own held line (19.1.5f); forts take one
    /// attacker; four resources leave none for a second assault (14.2.1).
    pub(crate) fn reasons_against(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        target: Square,
    ) -> Forbidden {
        let mut verdict = self.may_assault_fort(grid, board, unit, target);
        let from = board.square(unit);
        if board.turn < self.scenario(board).raw.hold_until && from.is_some() {
            let west = |square: Square| grid.pack.map.bank[square.index()] == 1;
            let bound = if grid.pack.first_edition() {
                self.is_behind_or_on(grid, unit, from)
            } else {
                self.is_rear(grid.pack.side(unit), from)
            };
            let held = west(from) && west(target) && bound;
            verdict.when(held, Rule::Own(Rules::FirestormSpecial));
        }
        verdict.when(board.own.lavish.contains(target), Rule::Common(Common::SecondAttackResource));
        verdict
    }

    fn is_behind_or_on(&self, grid: &Game, unit: Unit, from: Square) -> bool {
        let map = &grid.pack.map;
        match grid.pack.side(unit) {
            Side::German => self.data.north.contains(from) || map.trench[1].contains(from),
            Side::Allied => !self.data.north.contains(from) && !map.trench[1].contains(from),
        }
    }

    /// With Storm Tactics the best regiments, and engineers who attacked with them, go on beyond a square that is vacated
    /// (20.4.2).
    pub(crate) fn storms_on(&self, grid: &Game, board: &Table, unit: Unit, outcome: Outcome) -> bool {
        let counter = grid.pack.unit(unit);
        let storm = |unit: Unit| {
            let counter = grid.pack.unit(unit);
            counter.size == Size::Regiment && counter.faces[0].attack == 7
        };
        counter.side == Side::German
            && board.own.has(Operation::StormTactics)
            && (outcome.takes_square() || (outcome == Outcome::Counterattack && !grid.pack.first_edition()))
            && (storm(unit)
                || (counter.kind == Kind::Engineer
                    && (grid.attacker_list(board, board.assault.target).into_iter().any(storm)
                        || board.assault.advanced.iter().any(storm))))
    }

    // ------------------------------------------------------------------------------------------- surrender

    /// Whether defenders who lost a secondary assault are still to be tested (16.8.3).
    pub(crate) fn tests_morale(&self, grid: &Game, board: &Table) -> bool {
        let Some(outcome) = board.assault.outcome else { return false };
        // Where nobody can strike back a counter-attack is a retreat (16.5.2e).
        let driven_out = outcome == Outcome::Counterattack
            && grid.strikers(board).next().is_none()
            && !grid.pack.first_edition();
        let lost = outcome.takes_square()
            || driven_out
            || (board.assault.closers && matches!(outcome, Outcome::Engaged | Outcome::Counterattack));
        board.assault.wave == Wave::Secondary && lost && board.assault.own & TESTED == 0
    }

    /// Supply HQs surrender; command HQs, guns, battalions and reduced brigades roll, except engineers and chasseurs in
    /// a fort (16.8.3).
    pub(crate) fn run_demoralized(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        board.assault.own |= TESTED;
        let side = board.assault.side.enemy();
        let units: ArrayVec<Unit, 16> = grid.defenders(board, side, board.assault.target).take(16).collect();
        let chart = self.data.charts.demoralized;
        for unit in units {
            let (counter, state) = (grid.pack.unit(unit), *board.unit(unit));
            let supply = counter.kind == Kind::Hq && state.has(Mark::Back);
            let limit = match (counter.kind, counter.size) {
                (Kind::Hq | Kind::Artillery, _) => chart.other,
                (_, Size::Battalion) => chart.infantry,
                (_, Size::Brigade) if state.has(Mark::Back) => chart.infantry,
                _ => continue,
            };
            let elite = matches!(counter.kind, Kind::Engineer | Kind::Chasseur);
            let exempt = (elite && state.has(INSIDE)) || counter.kind == Kind::Garrison;
            if exempt && !grid.pack.first_edition() {
                continue;
            }
            let added = if state.has(INSIDE) { chart.fort } else { 0 } + if elite { chart.elite } else { 0 };
            let surrenders = if supply {
                true
            } else {
                let die = context.d6();
                let surrenders = die as i8 + added <= limit;
                context.tell(|| Event::Own(Told::Tested { unit, die, added, surrenders }));
                surrenders
            };
            if surrenders {
                self.surrender(grid, board, unit, context);
            }
        }
        Flow::Return
    }

    /// A unit that surrenders leaves the game for two points a step (16.8.3).
    pub(crate) fn surrender(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        let side = grid.pack.side(unit).enemy();
        let points = grid.steps_left(board, unit).max(1) * self.data.charts.demoralized.points;
        board.own.surrenders[side.index()] += i16::from(points);
        self.count_lost(grid, board, unit, points / 2);
        if grid.pack.unit(unit).kind == Kind::Artillery && grid.pack.side(unit) == Side::Allied {
            board.own.guns_lost = board.own.guns_lost.saturating_add(1);
        }
        context.tell(|| Event::Surrendered { unit });
        context.tell(|| Event::Own(Told::SurrenderPoints { side, points }));
        grid.take_off(board, unit, Place::Gone);
    }
}
