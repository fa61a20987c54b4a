//! The game's own steps, handed to the module that carries each out.

use engine::{Forbidden, Question, Seat};
use grid::steps;
use grid::{Common, Nation, Side, Square};

use crate::board::{Action as Own, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::{seat_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    pub(crate) fn run_own(
        &self,
        grid: &Game,
        step: &mut OwnStep,
        board: &mut Table,
        context: &mut Context,
    ) -> Flow {
        match step {
            OwnStep::Begin { at } => self.run_begin(board, at, context),
            OwnStep::Guns { group, drawn } => self.run_guns(grid, board, group, drawn, context),
            OwnStep::Garrisons => self.run_garrisons(grid, board, context),
            OwnStep::Halves => self.run_halves(grid, board, context),
            OwnStep::RearCorps => self.run_rear_corps(board),
            OwnStep::Battalions => self.run_battalions(grid, board, context),
            OwnStep::Operations => self.run_operations(board, context),
            OwnStep::Objectives => self.run_objectives(grid, board, context),
            OwnStep::ExtraHqs => self.run_extra_hqs(grid, board),
            OwnStep::TurnBegins => self.run_turn_begins(grid, board, context),
            OwnStep::Somme => self.run_somme(grid, board, context),
            OwnStep::Lull => self.run_lull(board, context),
            OwnStep::Redeploy => self.run_redeploy(grid, board),
            OwnStep::AirPlaced(side) => self.run_air_placed(board, *side),
            OwnStep::AirIntercepts(side) => self.run_air_intercepts(board, *side, context),
            OwnStep::Supply(side) => self.run_supply(grid, board, *side, context),
            OwnStep::SupplySpent(side) => self.run_supply_spent(grid, board, *side, context),
            OwnStep::AirBombs(side) => self.run_air_bombs(grid, board, *side, context),
            OwnStep::Mines { laid } => self.run_mines(grid, board, *laid),
            OwnStep::Detonate { next, shake } => self.run_detonate(grid, board, next, shake, context),
            OwnStep::Release { side, left, rolled } => {
                self.run_release(grid, board, *side, left, rolled, context)
            }
            OwnStep::Arrivals(side) => self.run_arrivals(grid, board, *side, context),
            OwnStep::Close { nation, only } => self.run_close(grid, board, *nation, *only),
            OwnStep::DefendingGuns | OwnStep::GoOn | OwnStep::NameGun { .. } => Flow::Ask,
            OwnStep::ReRoll { side } => self.run_reroll(grid, board, *side, context),
            OwnStep::FortFire { target, secondary, fired } => {
                self.run_fort_fire(grid, board, *target, *secondary, fired)
            }
            OwnStep::DrumTarget { nation } => self.run_drum_target(grid, board, *nation),
            OwnStep::DrumFires { nation } => self.run_drum_fires(board, *nation),
            OwnStep::Demoralized => self.run_demoralized(grid, board, context),
            OwnStep::Strike => self.run_strike(grid, board),
            OwnStep::StrikeRolled => self.run_strike_rolled(grid, board, context),
            OwnStep::StrikeResult => self.run_strike_result(grid, board, context),
            OwnStep::Replacements(side) => self.run_replacements(grid, board, *side, context),
            OwnStep::Reserves(side) => self.run_reserves(grid, board, *side, context),
            OwnStep::Returns => self.run_returns(grid, board, context),
            OwnStep::LullRally => self.run_lull_rally(grid, board, context),
            OwnStep::Reset => self.run_reset(grid, board, context),
        }
    }

    pub(crate) fn question_own(&self, grid: &Game, step: OwnStep, board: &Table) -> Question<Rule> {
        let of =
            |nation: Nation, rule: Rules| Question { seats: seat_of(nation).into(), rule: Rule::Own(rule) };
        match step {
            OwnStep::Guns { group, .. } => self.question_guns(board, group),
            OwnStep::Garrisons => of(Nation::French, Rules::Garrisons),
            OwnStep::Halves => of(Nation::French, self.set_up_rule(board)),
            OwnStep::RearCorps => of(Nation::German, Rules::MayCupSpecial),
            OwnStep::Battalions => of(Nation::German, self.set_up_rule(board)),
            OwnStep::Operations => self.question_operations(board),
            OwnStep::Objectives => self.question_objectives(),
            OwnStep::ExtraHqs => of(Nation::French, Rules::FrenchOperations),
            OwnStep::Somme => self.question_somme(),
            OwnStep::Lull => self.question_lull(board),
            OwnStep::Redeploy => of(Nation::German, Rules::LaterWithdrawals),
            OwnStep::AirPlaced(side) => self.question_air(side),
            OwnStep::AirIntercepts(side) => self.question_air(side.enemy()),
            OwnStep::Supply(side) => self.question_supply(side),
            OwnStep::Mines { .. } => self.question_mines(board),
            OwnStep::Release { side, .. } => self.question_release(board, side),
            OwnStep::Arrivals(side) => self.question_arrivals(board, side),
            OwnStep::Close { nation, .. } => self.question_close(nation),
            OwnStep::DefendingGuns => self.question_guns_in_defence(),
            OwnStep::NameGun { kind } => self.question_gun(board, kind),
            OwnStep::ReRoll { side } => self.question_reroll(side),
            OwnStep::GoOn => self.question_go_on(grid, board),
            OwnStep::DrumTarget { nation } => of(nation, Rules::GermanOperations),
            OwnStep::Strike => self.question_strike(board),
            OwnStep::Replacements(side) => self.question_replacements(side),
            OwnStep::Reserves(side) => self.question_reserves(side),
            _ => Question { seats: seat_of_side(board.phasing).into(), rule: Common::TurnSequence.into() },
        }
    }

    pub(crate) fn ask_own(
        &self,
        grid: &Game,
        step: OwnStep,
        board: &Table,
        seat: Seat,
        answers: &mut Vec<Action>,
    ) {
        match step {
            OwnStep::Guns { group, .. } => self.ask_guns(grid, board, group, answers),
            OwnStep::Garrisons => self.ask_garrisons(grid, board, answers),
            OwnStep::Halves => self.ask_halves(grid, board, answers),
            OwnStep::RearCorps => {
                let corps = self.scenario(board).rear_corps.len() as u8;
                answers.extend((0..corps).map(|corps| Action::Own(Own::Corps(corps))));
            }
            OwnStep::Battalions => self.ask_battalions(grid, board, answers),
            OwnStep::Operations => self.ask_operations(board, seat, answers),
            OwnStep::Objectives => self.ask_objectives(board, answers),
            OwnStep::ExtraHqs => self.ask_extra_hqs(grid, board, answers),
            OwnStep::Somme => {
                self.somme_choices(grid, board, |unit| answers.push(Action::Own(Own::Withdraw(unit))));
            }
            OwnStep::Lull | OwnStep::GoOn => answers.extend([Action::Own(Own::Yes), Action::Pass]),
            OwnStep::Redeploy => self.ask_redeploy(grid, board, answers),
            OwnStep::AirPlaced(side) => self.ask_air_placed(grid, board, side, answers),
            OwnStep::AirIntercepts(side) => self.ask_air_intercepts(board, side, answers),
            OwnStep::Supply(side) => self.ask_supply(grid, board, side, answers),
            OwnStep::Mines { .. } => self.ask_mines(grid, board, answers),
            OwnStep::Release { side, .. } => self.ask_release(grid, board, side, answers),
            OwnStep::Arrivals(side) => {
                self.call_choices(grid, board, side, |call, unit, full| {
                    answers.push(Action::Own(Own::Call { call, unit, full }));
                });
                answers.push(Action::Done);
            }
            OwnStep::Close { nation, only } => self.ask_close(grid, board, nation, only, answers),
            OwnStep::DefendingGuns => self.ask_guns_in_defence(grid, board, answers),
            OwnStep::NameGun { kind } => {
                answers.extend(
                    self.guns_for(grid, board, kind).into_iter().map(|gun| Action::Own(Own::Gun(gun))),
                );
            }
            OwnStep::ReRoll { .. } => answers.extend([Action::Own(Own::ReRoll), Action::Pass]),
            OwnStep::DrumTarget { .. } => self.ask_drum_target(grid, board, answers),
            OwnStep::Strike => self.ask_strike(grid, board, answers),
            OwnStep::Replacements(side) => {
                self.replacement_choices(grid, board, side, |unit, full| {
                    answers.push(Action::Own(Own::Take { unit, full }));
                });
                answers.push(Action::Done);
            }
            OwnStep::Reserves(side) => {
                self.reserve_choices(grid, board, side, |unit| answers.push(Action::Own(Own::Reserve(unit))));
            }
            _ => {}
        }
    }

    pub(crate) fn check_own(
        &self,
        grid: &Game,
        step: OwnStep,
        board: &Table,
        seat: Seat,
        action: Action,
    ) -> Forbidden {
        match step {
            OwnStep::Operations => self.check_operations(board, seat, action),
            OwnStep::Somme => self.check_somme(grid, board, action),
            OwnStep::Lull => self.check_lull(action),
            OwnStep::AirPlaced(side) => self.check_air_placed(grid, board, side, action),
            OwnStep::AirIntercepts(side) => self.check_air_intercepts(board, side, action),
            OwnStep::Supply(side) => self.check_supply(grid, board, side, action),
            OwnStep::Mines { .. } => self.check_mines(grid, board, action),
            OwnStep::Arrivals(side) => self.check_arrivals(grid, board, side, action),
            OwnStep::Close { nation, only } => self.check_close(grid, board, nation, only, action),
            OwnStep::Replacements(side) => self.check_replacements(grid, board, side, action),
            _ => {
                let mut offered = Vec::new();
                self.ask_own(grid, step, board, seat, &mut offered);
                let mut verdict =
                    self.check_offered(&offered, action, self.question_own(grid, step, board).rule);
                if let (OwnStep::Objectives, Action::Own(Own::Objective(bit))) = (step, action) {
                    let accepted = board.own.accepted >> bit.min(31) & 1 == 1;
                    verdict.when(accepted, Rule::Own(Rules::GermanOperations));
                }
                if let (false, Action::Place { unit, to }) = (verdict.is_legal(), action)
                    && unit.index() < grid.pack.units.len()
                    && to.index() < grid.pack.map.names.len()
                {
                    verdict.extend(grid.may_stand(board, unit, to));
                    let ground = grid.pack.unit(unit).kind == grid::units::Kind::Artillery
                        && !self.gun_ground(grid, unit).contains(to);
                    verdict.when(ground, self.gun_rule(grid, unit));
                }
                verdict
            }
        }
    }

    pub(crate) fn choose_own(
        &self,
        grid: &Game,
        step: &mut OwnStep,
        board: &mut Table,
        seat: Seat,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        match step {
            OwnStep::Guns { .. } => self.choose_guns(grid, board, action, context),
            OwnStep::Garrisons => self.choose_garrison(grid, board, action, context),
            OwnStep::Halves => {
                if let Action::Own(Own::Reserve(unit)) = action {
                    self.put_in_reserve(grid, board, unit);
                }
                Flow::Again
            }
            OwnStep::RearCorps => {
                if let Action::Own(Own::Corps(corps)) = action {
                    self.free_corps(grid, board, corps, context);
                }
                Flow::Again
            }
            OwnStep::Battalions => self.choose_battalion(grid, board, action, context),
            OwnStep::Operations => self.choose_operation(board, seat, action, context),
            OwnStep::Objectives => self.choose_objective(grid, board, action, context),
            OwnStep::ExtraHqs | OwnStep::Redeploy => {
                if let Action::Place { unit, to } = action {
                    grid.place(board, unit, to);
                    context.tell(|| Event::Placed { unit, to });
                }
                Flow::Again
            }
            OwnStep::Somme => self.choose_somme(grid, board, action, context),
            OwnStep::Lull => self.choose_lull(grid, board, seat, action, context),
            OwnStep::AirPlaced(_) => self.choose_air_placed(board, action, context),
            OwnStep::AirIntercepts(side) => self.choose_air_intercepts(board, *side, action, context),
            OwnStep::Supply(_) => self.choose_supply(grid, board, action, context),
            OwnStep::Mines { laid } => self.choose_mine(board, laid, action, context),
            OwnStep::Release { side, left, .. } => {
                self.choose_release(grid, board, *side, left, action, context)
            }
            OwnStep::Arrivals(side) => self.choose_arrivals(grid, board, *side, action, context),
            OwnStep::Close { .. } => self.choose_close(grid, board, action, context),
            OwnStep::DefendingGuns => self.choose_guns_in_defence(board, action, context),
            OwnStep::NameGun { kind } => self.choose_gun(grid, board, *kind, action, context),
            OwnStep::ReRoll { side } => self.choose_reroll(grid, board, *side, action, context),
            OwnStep::GoOn => self.choose_go_on(grid, board, action, context),
            OwnStep::DrumTarget { .. } => {
                if let Action::Target(square) = action {
                    board.own.drum_target = square;
                }
                Flow::Return
            }
            OwnStep::Strike => self.choose_strike(board, action),
            OwnStep::Replacements(side) => self.choose_replacement(grid, board, *side, action, context),
            OwnStep::Reserves(side) => self.choose_reserve(grid, board, *side, action, context),
            _ => Flow::Again,
        }
    }

    // ------------------------------------------------------------------------------------------- drum fire

    fn drum_targets(&self, grid: &Game, board: &Table) -> grid::Squares {
        let (target, side) = (board.shot.target, Side::German);
        let heavies: Vec<grid::Unit> = board.shot.guns.iter().collect();
        grid.pack
            .map
            .around(target)
            .map(|(_, square)| square)
            .filter(|square: &Square| {
                let engaged = board.units_at(*square).any(|unit| board.unit(unit).has(grid::Mark::Engaged));
                !board.occupied(side).contains(*square)
                    && !engaged
                    && heavies.iter().any(|gun| grid.in_range(board, *gun, *square))
            })
            .collect()
    }

    fn run_drum_target(&self, grid: &Game, board: &Table, _: Nation) -> Flow {
        if self.drum_targets(grid, board).is_empty() { Flow::Return } else { Flow::Ask }
    }

    fn ask_drum_target(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        answers.extend(self.drum_targets(grid, board).iter().map(Action::Target));
    }

    /// The second square is struck by the same guns, as far as they reach (20.4.2).
    fn run_drum_fires(&self, board: &mut Table, nation: Nation) -> Flow {
        if board.losses.left > 0 {
            return Flow::call(steps::Losses);
        }
        let target = board.own.drum_target;
        let guns = board.own.drum_guns;
        board.own.drum_target = Square::NONE;
        board.own.drum = false;
        board.own.drum_guns = grid::UnitSet::EMPTY;
        if !target.is_some() {
            return Flow::Return;
        }
        board.shot = grid::bombardment::Shot { target, guns, ..grid::bombardment::Shot::NONE };
        Flow::goto(steps::Fire { nation })
    }
}
