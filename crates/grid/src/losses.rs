//! Step losses: the owner chooses which unit takes each, within what the rules leave him.
//!
//! Big Push 6.5.1 to 6.5.4, 13.2; Verdun 9.2. One procedure serves bombardment, Defensive Fire, assaults and mines.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::{Mark, Place};
use crate::event::Event;
use crate::rule::{Common, Rule};
use crate::square::Square;
use crate::units::{Kind, Nation, Side, Size, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

/// What the losses come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Guns or aeroplanes: a unit on its last step may go into disorder instead.
    Bombardment,
    /// The defenders' fire.
    DefensiveFire,
    /// An assault, on either side.
    Assault,
    /// A mine.
    Mine,
}

impl Cause {
    /// All of them, with the names position files use.
    pub const NAMES: [(Cause, &'static str); 4] = [
        (Cause::Bombardment, "bombardment"),
        (Cause::DefensiveFire, "defensive-fire"),
        (Cause::Assault, "assault"),
        (Cause::Mine, "mine"),
    ];
}

/// Who may be hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Everyone in the square.
    Square,
    /// The guns of the bombardment in hand that fire from the square.
    Guns,
    /// The attackers of the assault in hand, closers first.
    Attackers,
    /// The attackers in the square that is struck back at.
    Struck,
    /// Those who strike back.
    Strikers,
}

impl Scope {
    /// All of them, with the names position files use.
    pub const NAMES: [(Scope, &'static str); 5] = [
        (Scope::Square, "square"),
        (Scope::Guns, "guns"),
        (Scope::Attackers, "attackers"),
        (Scope::Struck, "struck"),
        (Scope::Strikers, "strikers"),
    ];
}

/// The losses in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Losses {
    /// Who loses.
    pub side: Side,
    /// Where.
    pub square: Square,
    /// Steps still to be taken.
    pub left: u8,
    /// Steps in all.
    pub all: u8,
    /// Why.
    pub cause: Cause,
    /// Who may be hit.
    pub scope: Scope,
    /// The unit that took the last one, or what became of it.
    pub last: Unit,
    /// Whether more than one unit has been hit.
    pub several: bool,
}

impl Losses {
    /// None.
    pub const NONE: Losses = Losses {
        side: Side::Allied,
        square: Square::NONE,
        left: 0,
        all: 0,
        cause: Cause::Bombardment,
        scope: Scope::Square,
        last: Unit::NONE,
        several: false,
    };

    /// So many steps.
    pub fn new(side: Side, square: Square, steps: u8, cause: Cause, scope: Scope) -> Losses {
        Losses { side, square, left: steps, all: steps, cause, scope, ..Losses::NONE }
    }
}

/// One way in which a unit takes a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LossOption {
    /// How, by number: [`REDUCE`], [`DISRUPT`], [`ELIMINATE`], or a game's own.
    pub how: u8,
    /// Steps it accounts for.
    pub steps: u8,
}

/// The counter turns over or gives way to a smaller one.
pub const REDUCE: u8 = 0;
/// The unit goes into disorder instead.
pub const DISRUPT: u8 = 1;
/// The unit is lost.
pub const ELIMINATE: u8 = 2;

/// What a loss is called when it is typed.
pub const LOSS_NAMES: [&str; 5] = ["reduce", "disrupt", "eliminate", "split", "shrink"];
/// The unit gives way to all its parts, disrupted.
pub const SPLIT: u8 = 3;
/// The unit gives way to all its parts but one.
pub const SHRINK: u8 = 4;

impl<V: Variant> Grid<V> {
    /// The steps a unit still has (Big Push 12.1.3).
    pub fn steps_left(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let counter = self.pack.unit(unit);
        let reduced = board.unit(unit).has(Mark::Back) && !counter.has_modes();
        counter.steps.saturating_sub(u8::from(reduced))
    }

    /// The counter that a unit turns into when it can no longer be turned over: the strongest brigade in the pool
    /// that is weaker than the reduced division, or the best battalion of the regiment's class
    /// (Big Push 6.5.2, 6.5.3).
    pub fn smaller(&self, board: &BoardOf<V>, unit: Unit) -> Option<Unit> {
        let counter = self.pack.unit(unit);
        match counter.size {
            Size::Regiment => self.regiment_parts(board, unit).first().copied(),
            Size::Division => {
                let attack = board.face(&self.pack, unit).attack;
                self.pack
                    .all_units()
                    .filter(|other| {
                        let found = self.pack.unit(*other);
                        found.nation == counter.nation
                            && found.kind == Kind::Infantry
                            && found.size == Size::Brigade
                            && found.faces[0].attack < attack
                            && board.unit(*other).place() == Place::Pool
                    })
                    .max_by_key(|other| (self.pack.unit(*other).faces[0].attack, std::cmp::Reverse(*other)))
            }
            _ => None,
        }
    }

    /// A unit turns over, gives way to a smaller one, or is lost; on its last step bombardment may disrupt it instead
    /// (Big Push 6.5.1 to 6.5.4).
    pub fn common_loss_options(&self, board: &BoardOf<V>, unit: Unit, options: &mut ArrayVec<LossOption, 4>) {
        let counter = self.pack.unit(unit);
        let state = board.unit(unit);
        let one = |how: u8| LossOption { how, steps: 1 };
        let turns_over = !counter.has_modes() && !state.has(Mark::Back) && counter.steps > 1;
        let gives_way = match counter.size {
            Size::Regiment => true,
            Size::Division => state.has(Mark::Back),
            _ => false,
        };
        if turns_over {
            options.push(one(REDUCE));
        } else if gives_way {
            options.push(one(if self.smaller(board, unit).is_some() { REDUCE } else { ELIMINATE }));
        } else if board.losses.cause == Cause::Bombardment && !state.has(Mark::Disrupted) {
            options.push(one(DISRUPT));
            // Ruling: German infantry may be given up instead, as for a regiment's two steps; others go into disorder,
            // and so does whoever takes the third of three steps.
            let third = board.losses.all >= 3 && board.losses.left == 1 && !self.pack.first_edition();
            if counter.nation == Nation::German && counter.kind.is_foot() && !third {
                options.push(one(ELIMINATE));
            }
        } else {
            options.push(one(ELIMINATE));
        }
    }

    /// The units that may take the next loss.
    pub fn loss_candidates(&self, board: &BoardOf<V>) -> ArrayVec<Unit, 24> {
        let losses = &board.losses;
        let mut units: ArrayVec<Unit, 24> = ArrayVec::new();
        match losses.scope {
            Scope::Square => units.extend(self.exposed(board, losses.side, losses.square).take(24)),
            Scope::Guns => {
                // A gun that was hit is silent, but may take the next step as well.
                let hit = |unit: &Unit| board.shot.guns.contains(*unit) || *unit == losses.last;
                units.extend(board.units_at(losses.square).filter(hit).take(24));
            }
            Scope::Attackers => {
                self.attackers(board, board.assault.target, |unit| {
                    let _ = units.try_push(unit);
                });
                if units.iter().any(|unit| board.unit(*unit).commitment().closed()) {
                    units.retain(|unit| board.unit(*unit).commitment().closed());
                }
            }
            Scope::Struck => self.attackers(board, board.assault.target, |unit| {
                if board.square(unit) == board.assault.strike || self.variant.is_struck(board, unit) {
                    let _ = units.try_push(unit);
                }
            }),
            Scope::Strikers => units.extend(self.strikers(board).take(24)),
        }
        // An HQ in Supply Mode has no strength to lose while others stand with it.
        let supply =
            |unit: &Unit| self.pack.unit(*unit).kind == Kind::Hq && board.unit(*unit).has(Mark::Back);
        if losses.cause != Cause::Bombardment && units.iter().any(|unit| !supply(unit)) {
            units.retain(|unit| !supply(unit));
        }
        // Three steps on German infantry fall on two units at least (Big Push 6.5.2).
        let spread =
            losses.all >= 3 && losses.left == 1 && !losses.several && self.variant.three_steps_spread();
        if losses.cause == Cause::Bombardment && spread {
            let foot = |unit: &Unit| {
                *unit != losses.last
                    && self.pack.unit(*unit).nation == Nation::German
                    && self.pack.unit(*unit).kind.is_foot()
            };
            if units.iter().any(foot) {
                let spared = losses.last;
                units.retain(|unit| *unit != spared);
            }
        }
        units
    }

    pub(crate) fn run_losses(&self, board: &mut BoardOf<V>) -> Flow<V::Own> {
        if board.losses.left == 0 || self.loss_candidates(board).is_empty() {
            if board.losses.scope == Scope::Attackers && !self.pack.first_edition() {
                for unit in self.attacker_list(board, board.assault.target) {
                    if board.unit(unit).has(Mark::Disrupted) {
                        board.update(&self.pack, unit, super::board::UnitState::stand_down);
                    }
                }
            }
            board.losses = Losses::NONE;
            return Flow::Return;
        }
        Flow::Ask
    }

    /// The commander who owns most of those who may be hit.
    pub(crate) fn question_losses(&self, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let units = self.loss_candidates(board);
        let nation = self.spokesman(board, board.losses.side, units.iter().copied());
        let rule = match board.losses.cause {
            Cause::Bombardment => Common::BombardmentResults,
            Cause::DefensiveFire => Common::DefensiveResults,
            Cause::Assault => Common::AssaultResults,
            Cause::Mine => Common::GermanLosses,
        };
        Question { seats: self.variant.seat(board, nation).into(), rule: rule.into() }
    }

    /// The commander who speaks for a group: the one with more units in it, the first on a tie.
    pub(crate) fn spokesman(
        &self,
        board: &BoardOf<V>,
        side: Side,
        units: impl Iterator<Item = Unit>,
    ) -> Nation {
        let commanders = self.variant.commanders(board, side);
        let mut counts = [0u8; 3];
        for unit in units {
            counts[self.variant.commander(board, self.pack.unit(unit).nation).index()] += 1;
        }
        let most = commanders.iter().map(|nation| counts[nation.index()]).max().unwrap_or(0);
        commanders.iter().copied().find(|nation| counts[nation.index()] == most).unwrap_or(commanders[0])
    }

    pub(crate) fn ask_losses(&self, board: &BoardOf<V>, answers: &mut Answers<V>) {
        for unit in self.loss_candidates(board) {
            let mut options = ArrayVec::new();
            self.variant.loss_options(self, board, unit, &mut options);
            answers.extend(options.iter().map(|option| Action::Lose { unit, how: option.how }));
        }
    }

    pub(crate) fn check_losses(&self, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let Action::Lose { unit, how } = action else {
            return Forbidden::by(self.question_losses(board).rule);
        };
        let mut verdict = Forbidden::NO;
        if !self.loss_candidates(board).contains(&unit) {
            verdict.when(true, self.question_losses(board).rule);
            verdict.when(board.losses.scope == Scope::Attackers, rule(Common::InterdictionAndClosers));
            return verdict;
        }
        let mut options = ArrayVec::new();
        self.variant.loss_options(self, board, unit, &mut options);
        verdict.when(!options.iter().any(|option| option.how == how), self.loss_rule(unit));
        verdict
    }

    /// The rule by which a unit takes losses.
    pub fn loss_rule(&self, unit: Unit) -> Rule<V::Own> {
        let counter = self.pack.unit(unit);
        match counter.kind {
            Kind::Artillery | Kind::Hq => Common::ArtilleryLosses,
            _ if counter.nation == Nation::German => Common::GermanLosses,
            _ => Common::AlliedLosses,
        }
        .into()
    }

    pub(crate) fn choose_loss(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let Action::Lose { unit, how } = action else { return Flow::Again };
        let mut options = ArrayVec::new();
        self.variant.loss_options(self, board, unit, &mut options);
        let Some(option) = options.iter().find(|option| option.how == how).copied() else {
            return Flow::Again;
        };
        let became = self.take_loss(board, unit, how, context);
        let losses = &mut board.losses;
        losses.several |= losses.last.is_some() && losses.last != unit;
        losses.last = became;
        losses.left = losses.left.saturating_sub(option.steps);
        Flow::Again
    }

    /// Carries out one loss; gives what became of the unit.
    pub fn take_loss(&self, board: &mut BoardOf<V>, unit: Unit, how: u8, context: &mut ContextOf<V>) -> Unit {
        let rule = self.loss_rule(unit);
        board.shot.guns.remove(unit);
        match how {
            REDUCE => {
                let counter = self.pack.unit(unit);
                let mut in_assault = self.loses_in_own_assault(board, unit);
                let turns_over = !counter.has_modes() && !board.unit(unit).has(Mark::Back);
                let into = if turns_over {
                    let tank = counter.kind == Kind::Tank && board.losses.cause == Cause::Bombardment;
                    board.update(&self.pack, unit, |state| {
                        state.set(Mark::Back, true);
                        if tank {
                            state.set(Mark::Broken, true);
                        }
                    });
                    unit
                } else {
                    let into = self.smaller(board, unit).unwrap_or(unit);
                    let state = *board.unit(unit);
                    let modes = counter.has_modes();
                    self.to_pool(board, unit);
                    board.update(&self.pack, into, |new| {
                        *new = state;
                        if !modes {
                            new.set(Mark::Back, false);
                        }
                    });
                    into
                };
                context.tell(|| Event::Lost { unit, steps: 1, into, rule });
                self.variant.weakened(self, board, unit, into);
                if self.pack.first_edition() {
                    in_assault = self.loses_in_own_assault(board, unit);
                }
                self.score_loss(board, unit, 1, in_assault, context);
                into
            }
            SPLIT | SHRINK => self.give_way(board, unit, how, context),
            DISRUPT => {
                self.disrupt(board, unit);
                self.fall_out(board, unit);
                let tank = self.pack.unit(unit).kind == Kind::Tank;
                board.update(&self.pack, unit, |state| {
                    state.set(Mark::Broken, tank || state.has(Mark::Broken));
                });
                context.tell(|| Event::Disordered { unit, rule });
                unit
            }
            _ => {
                self.eliminate(board, unit, rule, context);
                unit
            }
        }
    }

    /// An attacker in disorder takes no part in the assault. All hits are taken first; only games of the first edition
    /// forgot those that were left (Verdun 15.2.6).
    fn fall_out(&self, board: &mut BoardOf<V>, unit: Unit) {
        if board.losses.scope == Scope::Attackers && self.pack.first_edition() {
            board.update(&self.pack, unit, super::board::UnitState::stand_down);
        }
    }

    /// The parts that a unit gives way to, and the steps lost with those that are not to be had.
    pub(crate) fn parts_that_stay(&self, board: &BoardOf<V>, unit: Unit, how: u8) -> (ArrayVec<Unit, 4>, u8) {
        let mut parts = self.regiment_parts(board, unit);
        let full = self.pack.breakdown[usize::from(self.pack.unit(unit).class)].len();
        if how == SHRINK && parts.len() >= full {
            parts.pop();
        }
        let lost = full.saturating_sub(parts.len()) as u8;
        (parts, lost)
    }

    /// A unit gives way to its parts: all of them in disorder for a step that costs no strength, or all but one
    /// (Verdun 9.2.1).
    fn give_way(&self, board: &mut BoardOf<V>, unit: Unit, how: u8, context: &mut ContextOf<V>) -> Unit {
        let rule = self.loss_rule(unit);
        let state = *board.unit(unit);
        let mut in_assault = self.loses_in_own_assault(board, unit);
        let (parts, lost) = self.parts_that_stay(board, unit, how);
        let Some(first) = parts.first().copied() else {
            self.eliminate(board, unit, rule, context);
            return unit;
        };
        self.to_pool(board, unit);
        for part in &parts {
            board.update(&self.pack, *part, |new| *new = state);
            self.variant.weakened(self, board, unit, *part);
            if how == SPLIT {
                self.disrupt(board, *part);
                self.fall_out(board, *part);
            }
        }
        if lost > 0 {
            context.tell(|| Event::Lost { unit, steps: lost, into: first, rule });
            if self.pack.first_edition() {
                in_assault = self.loses_in_own_assault(board, unit);
            }
            self.score_loss(board, unit, lost, in_assault, context);
        } else {
            context.tell(|| Event::Disordered { unit: first, rule });
        }
        first
    }

    /// Eliminates a unit: to the pool, with a point for each step it still had.
    pub fn eliminate(
        &self,
        board: &mut BoardOf<V>,
        unit: Unit,
        rule: Rule<V::Own>,
        context: &mut ContextOf<V>,
    ) {
        let steps = self.steps_left(board, unit);
        context.tell(|| Event::Eliminated { unit, rule });
        self.score_loss(board, unit, steps, self.loses_in_own_assault(board, unit), context);
        self.variant.eliminated(self, board, unit, context);
        if board.square(unit).is_some() {
            self.to_pool(board, unit);
        }
    }

    /// Whether a unit loses now in an assault of its own side. A counter that gives way to a smaller one has to be
    /// asked before it does: in the pool it is committed to nothing.
    pub(crate) fn loses_in_own_assault(&self, board: &BoardOf<V>, unit: Unit) -> bool {
        let side = self.pack.side(unit);
        let attacking = side == board.phasing && board.unit(unit).commitment().direction().is_some();
        let striking = board.losses.scope == Scope::Strikers || board.assault.striking(side, board.phasing);
        (attacking || striking) && board.assault.target.is_some()
    }

    /// Each step lost is a point for the enemy, and counts for replacements if it was lost in an assault of one's own
    /// (Big Push 12.1.1, 13.2; Verdun 18.3.1).
    pub(crate) fn score_loss(
        &self,
        board: &mut BoardOf<V>,
        unit: Unit,
        steps: u8,
        in_own_assault: bool,
        context: &mut ContextOf<V>,
    ) {
        let counter = self.pack.unit(unit);
        let side = counter.side.enemy();
        board.points[side.index()].losses += i16::from(steps);
        self.variant.lost(self, board, unit, steps);
        if in_own_assault {
            let commander = self.variant.commander(board, counter.nation);
            let tally = &mut board.tally[commander.index()];
            tally.steps = tally.steps.saturating_add(steps);
        }
        context.tell(|| Event::Scored { side, points: steps as i8, unit, rule: Common::LossPoints.into() });
    }

    /// Disrupts a unit and counts it for replacements, once a turn.
    pub fn disrupt(&self, board: &mut BoardOf<V>, unit: Unit) {
        if board.unit(unit).has(Mark::Disrupted) {
            return;
        }
        board.shot.guns.remove(unit);
        board.update(&self.pack, unit, |state| {
            state.set(Mark::Suppressed, false);
            state.set(Mark::Disrupted, true);
        });
        if !board.counted.contains(unit) {
            board.counted.insert(unit);
            let commander = self.variant.commander(board, self.pack.unit(unit).nation);
            let tally = &mut board.tally[commander.index()];
            tally.disrupted = tally.disrupted.saturating_add(1);
        }
    }

    /// Suppresses a unit; entrenched infantry turns to its mobile side until it rallies (Big Push 6.5.1).
    pub fn suppress(&self, board: &mut BoardOf<V>, unit: Unit) {
        if !board.unit(unit).good_order() {
            return;
        }
        board.shot.guns.remove(unit);
        let entrenched = self.pack.unit(unit).kind != Kind::Hq && self.pack.unit(unit).has_modes();
        board.update(&self.pack, unit, |state| {
            state.set(Mark::Suppressed, true);
            if entrenched && state.has(Mark::Back) {
                state.set(Mark::Back, false);
                state.set(Mark::Driven, true);
            }
        });
    }
}
