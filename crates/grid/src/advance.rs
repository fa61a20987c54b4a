//! Advance after combat, breakthrough, and consolidation.
//!
//! Big Push 11.8, 11.8.2, 11.9; Verdun 16.5.4, 16.6, 14.2.8.

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};

use crate::action::Action;
use crate::assault::{Outcome, Wave};
use crate::board::{Mark, Place, UnitState};
use crate::event::Event;
use crate::resources::CONSOLIDATE;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::step::Stage;
use crate::steps;
use crate::units::{Kind, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// How far beyond the assaulted square a unit may go (Big Push 11.8.2).
    pub fn advance_limit(&self, board: &BoardOf<V>, unit: Unit) -> u8 {
        let chart = &self.pack.charts.assault.advance;
        let mounted = matches!(self.pack.unit(unit).kind, Kind::Tank | Kind::Cavalry);
        match board.assault.outcome {
            Some(outcome) if self.variant.breaks_through(self, board, unit, outcome) => {
                chart.infantry_breakthrough
            }
            Some(Outcome::Breakthrough) if mounted => chart.mounted_breakthrough,
            Some(Outcome::Breakthrough) => chart.infantry_breakthrough,
            Some(Outcome::DefendersEliminated) if mounted => chart.mounted_eliminated,
            _ => 0,
        }
    }

    /// Where a victorious attacker may go: into the square, or beyond it through empty or friendly squares, whatever
    /// zones of control lie there, as long as it can stand where it stops (Big Push 11.8, 11.8.2).
    pub fn advance_squares(&self, board: &BoardOf<V>, unit: Unit) -> Squares {
        let target = board.assault.target;
        let map = &self.pack.map;
        let side = self.pack.side(unit);
        let open = map.all - *board.occupied(side.enemy()) - self.variant.closed_to(self, board, unit);
        let mut reached = Squares::one(target);
        let limit = self.advance_limit(board, unit);
        for _ in 0..limit {
            let mut next = reached;
            for square in reached.iter() {
                for (direction, to) in map.around(square) {
                    if open.contains(to) && map.passable(square, direction) {
                        next.insert(to);
                    }
                }
            }
            reached = next;
        }
        // A breakthrough leads in any direction, also back to where the unit came from.
        if limit == 0 || !self.may_waive_breakthrough() {
            reached.remove(board.square(unit));
        }
        let mut squares: Squares =
            reached.iter().filter(|to| self.may_stand(board, unit, *to).is_legal()).collect();
        // Somebody stays in the square that was won, unless the attackers broke through (Big Push 11.8.2).
        let last = board.assault.outcome == Some(Outcome::DefendersEliminated)
            && !board.occupied(side).contains(target)
            && self.waiting(board).iter().all(|other| *other == unit);
        if last && squares.contains(target) && !self.pack.first_edition() {
            squares = Squares::one(target);
        }
        squares
    }

    /// Whether nobody has to advance after a breakthrough (Verdun 16.5.4, 16.6).
    fn may_waive_breakthrough(&self) -> bool {
        self.variant.all_must_advance() && !self.pack.first_edition()
    }

    /// Attackers who have not yet advanced.
    fn waiting(&self, board: &BoardOf<V>) -> ArrayVec<Unit, 24> {
        let mut units = self.attacker_list(board, board.assault.target);
        units.retain(|unit| !board.assault.advanced.contains(*unit));
        units
    }

    /// Units next to the square that took no part, are in good order and not committed elsewhere may follow if a
    /// consolidation is left (Big Push 11.9).
    fn may_consolidate(&self, board: &BoardOf<V>, unit: Unit) -> Forbidden {
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        let assault = &board.assault;
        let (counter, state) = (self.pack.unit(unit), board.unit(unit));
        let commander = self.variant.commander(board, counter.nation);
        let bought = assault.resources >> CONSOLIDATE & 1 == 1;
        let left = board.resources[commander.index()][usize::from(CONSOLIDATE)];
        verdict.when(!bought && left == 0, rule(Common::ConsolidateResource));
        if !bought {
            verdict.extend(self.variant.may_use(self, board, CONSOLIDATE));
            let full = assault.resources.count_ones() >= u32::from(self.pack.charts.resources.most);
            verdict.when(full, rule(Common::UsingResources));
        }
        let near = state.square().is_some() && self.pack.map.distance(state.square(), assault.target) == 1;
        let direction = if near { self.pack.map.direction(state.square(), assault.target) } else { None };
        verdict.when(counter.side != assault.side || direction.is_none(), rule(Common::Consolidation));
        if let Some(direction) = direction {
            let barred = !self.pack.map.passable(state.square(), direction);
            verdict.when(barred, rule(Common::RiverCrossing));
        }
        let busy = state.commitment().direction().is_some() && !state.commitment().fought();
        verdict.when(busy || state.has(Mark::Engaged), rule(Common::Consolidation));
        verdict.when(!state.good_order(), rule(Common::Consolidation));
        verdict.extend(self.is_fixed(board, unit));
        verdict.extend(self.variant.why_barred(self, board, unit, assault.target));
        let supply = counter.kind == Kind::Hq && state.has(Mark::Back);
        verdict.when(supply, rule(Common::HqModes));
        verdict.when(assault.advanced.contains(unit), rule(Common::Consolidation));
        if verdict.is_legal() {
            verdict.extend(self.may_stand(board, unit, assault.target));
        }
        verdict
    }

    fn consolidators(&self, board: &BoardOf<V>) -> ArrayVec<Unit, 32> {
        let mut units = ArrayVec::new();
        for (_, square) in self.pack.map.around(board.assault.target) {
            for unit in board.troops_at(&self.pack, board.assault.side, square) {
                if self.may_consolidate(board, unit).is_legal() {
                    let _ = units.try_push(unit);
                }
            }
        }
        units
    }

    /// Somebody must enter the square, unless the attackers broke through or nobody can (Big Push 11.8.1, 11.8.2); or all
    /// who can, unless they broke through or left it to those who consolidate (Verdun 14.2.8, 16.6).
    fn may_stop_advancing(&self, board: &BoardOf<V>) -> bool {
        let assault = &board.assault;
        if assault.outcome == Some(Outcome::Breakthrough) && self.may_waive_breakthrough() {
            return true;
        }
        let consolidated = assault.resources >> CONSOLIDATE & 1 == 1;
        let enough = !self.variant.all_must_advance()
            || consolidated
            || assault.outcome == Some(Outcome::Breakthrough);
        (enough && board.occupied(assault.side).contains(assault.target))
            || (assault.outcome == Some(Outcome::Breakthrough) && !assault.advanced.is_empty())
            || self
                .waiting(board)
                .iter()
                .all(|unit| !self.advance_squares(board, *unit).contains(assault.target))
    }

    pub(crate) fn run_advance(&self, board: &mut BoardOf<V>) -> Flow<V::Own> {
        let anyone = self.waiting(board).iter().any(|unit| !self.advance_squares(board, *unit).is_empty())
            || !self.consolidators(board).is_empty();
        if anyone { Flow::Ask } else { Flow::goto(steps::Assault { stage: Stage::End }) }
    }

    pub(crate) fn question_advance(&self, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let units = self.waiting(board);
        let side = board.assault.side;
        let nation = if units.is_empty() {
            self.spokesman(board, side, self.consolidators(board).into_iter())
        } else {
            self.spokesman(board, side, units.into_iter())
        };
        self.question_of(board, nation, Common::Advance)
    }

    pub(crate) fn ask_advance(&self, board: &BoardOf<V>, answers: &mut Answers<V>) {
        for unit in self.waiting(board) {
            answers.extend(self.advance_squares(board, unit).iter().map(|to| Action::Advance { unit, to }));
        }
        answers.extend(self.consolidators(board).into_iter().map(Action::Consolidate));
        if self.may_stop_advancing(board) {
            answers.push(Action::Done);
        }
    }

    pub(crate) fn check_advance(&self, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let rule = |rule: Common| Forbidden::by(Rule::<V::Own>::from(rule));
        match action {
            Action::Advance { unit, to } if self.waiting(board).contains(&unit) => {
                if self.advance_squares(board, unit).contains(to) {
                    return Forbidden::NO;
                }
                let mut verdict = rule(Common::Advance);
                if to.is_some() {
                    verdict.extend(self.may_stand(board, unit, to));
                }
                verdict
            }
            Action::Consolidate(unit) => self.may_consolidate(board, unit),
            Action::Done if self.may_stop_advancing(board) => Forbidden::NO,
            _ => rule(Common::Advance),
        }
    }

    pub(crate) fn choose_advance(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        match action {
            Action::Advance { unit, to } => {
                let target = board.assault.target;
                self.pass_through(board, unit, to);
                let rule = match board.assault.outcome {
                    Some(Outcome::Breakthrough) if to != target => Common::AssaultResults,
                    _ => Common::Advance,
                };
                self.step_forward(board, unit, to, rule, context);
                if board.assault.wave == Wave::Secondary {
                    board.update(&self.pack, unit, UnitState::fought);
                }
            }
            Action::Consolidate(unit) => {
                if board.assault.resources >> CONSOLIDATE & 1 == 0 {
                    let commander = self.variant.commander(board, self.pack.unit(unit).nation);
                    self.spend_resource(board, commander, CONSOLIDATE, context);
                    board.assault.resources |= 1 << CONSOLIDATE;
                }
                let to = board.assault.target;
                self.step_forward(board, unit, to, Common::Consolidation, context);
            }
            _ => return Flow::goto(steps::Assault { stage: Stage::End }),
        }
        Flow::Again
    }

    /// The squares of the shortest way from the assaulted square to where a victor stops are passed and so held
    /// (Big Push 13.1.1).
    fn pass_through(&self, board: &mut BoardOf<V>, unit: Unit, to: Square) {
        let map = &self.pack.map;
        let (nation, side) = (self.pack.unit(unit).nation, self.pack.side(unit));
        let open = map.all - *board.occupied(side.enemy()) - self.variant.closed_to(self, board, unit);
        let mut at = board.assault.target;
        board.hold(nation, at);
        while at != to {
            let next = map
                .around(at)
                .filter(|(direction, square)| open.contains(*square) && map.passable(at, *direction))
                .map(|(_, square)| square)
                .min_by_key(|square| {
                    let ((x, y), (end_x, end_y)) = (map.position(*square), map.position(to));
                    (map.distance(*square, to), (x - end_x).abs() + (y - end_y).abs())
                });
            match next {
                Some(square) if map.distance(square, to) < map.distance(at, to) => {
                    board.hold(nation, square);
                    at = square;
                }
                // Ruling: a detour around the enemy is not traced; only its end is held.
                _ => return,
            }
        }
    }

    pub(crate) fn step_forward(
        &self,
        board: &mut BoardOf<V>,
        unit: Unit,
        to: Square,
        rule: Common,
        context: &mut ContextOf<V>,
    ) {
        let from = board.square(unit);
        let step = self.pack.map.direction(from, to);
        let facing = self.facing_on_arrival(board, unit, to, step);
        board.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.face(facing);
            state.set(Mark::Engaged, false);
            state.set(Mark::Locked, false);
            state.stand_down();
        });
        board.assault.advanced.insert(unit);
        board.hold(self.pack.unit(unit).nation, to);
        context.tell(|| Event::Advanced { unit, to, rule: rule.into() });
        self.variant.arrived(self, board, unit, context);
    }
}
