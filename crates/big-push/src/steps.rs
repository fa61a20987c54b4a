//! The steps that only The Big Push has: running them, asking, checking, choosing.

use engine::{Forbidden, Question, Seat};
use grid::action::Action;
use grid::resources::{CONSOLIDATE, SPECIAL};
use grid::steps;
use grid::units::{Nation, Unit};
use grid::{Common, Event, Flow, Mark, MovementRules, Place, Rule, Side, Step, Variant};

use crate::own::{OwnAction, OwnEvent, OwnStep, allied, german};
use crate::variant::on;
use crate::{
    BigPush, BigPushOwn, OwnRule, Somme, air, areas, coordination, objectives, operations, options, special,
    tanks,
};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type R = Rule<BigPushOwn>;
type A = Action<BigPushOwn>;

impl Somme {
    pub(crate) fn run_own(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &mut Board,
        context: &mut Context,
    ) -> Flow<BigPushOwn> {
        match step {
            OwnStep::PreGame => self.pre_game(board),
            OwnStep::Operating => operations::run_operating(board, context),
            OwnStep::Operations => operations::run_operations(game, board, context),
            OwnStep::Draw => objectives::draw(game, board, context),
            OwnStep::Change
            | OwnStep::Discover
            | OwnStep::ChooseNation
            | OwnStep::JoinTanks
            | OwnStep::Substitute => Flow::Ask,
            OwnStep::ConcealedGuns => match operations::next_concealed(game, board) {
                Some((_, squares)) if !squares.is_empty() => Flow::Ask,
                Some((gun, _)) => {
                    game.to_pool(board, gun);
                    Flow::Again
                }
                None => Flow::Return,
            },
            OwnStep::LayMines { left } => {
                let open = !special::mine_squares(game, board).is_empty();
                if left > 0 && open { Flow::Ask } else { Flow::Return }
            }
            OwnStep::MoreMines => match special::mines_this_turn(game, board) {
                0 => Flow::Return,
                left => Flow::Goto(Step::Own(OwnStep::LayMines { left })),
            },
            OwnStep::TurnStart => {
                if board.own.pre_game {
                    let scenario = board.scenario;
                    context.tell(|| Event::Own(OwnEvent::Began { scenario }));
                }
                self.call_brigade(game, board, context);
                self.call_again(game, board, context);
                tanks::note_arrivals(game, board);
                areas::mind_boundary(game, board);
                board.own.pre_game = false;
                Flow::Return
            }
            OwnStep::AirPlacement => {
                let any = !air::targets(game, board).is_empty();
                if any { Flow::Ask } else { Flow::Return }
            }
            OwnStep::AirStrike => air::strike(game, board, context),
            OwnStep::BlowMines => special::blow(game, board, context),
            OwnStep::ReleaseCavalry => {
                special::release_cavalry(game, board, context);
                Flow::Return
            }
            OwnStep::BreakTanks => {
                tanks::break_down(game, board, context);
                Flow::Return
            }
            OwnStep::Areas => {
                areas::charge(game, board, context);
                Flow::Return
            }
            OwnStep::Claim => objectives::run_claim(game, board, context),
            OwnStep::Planning(side) => {
                let held = objectives::held_markers(game, board) & board.own.shown;
                board.own.claimed = side == Side::Allied && held.count_ones() >= 2;
                Flow::Goto(Step::Own(OwnStep::Plan(side)))
            }
            OwnStep::Plan(side) => {
                if operations::may_plan(game, board, side) {
                    Flow::Ask
                } else {
                    Flow::Return
                }
            }
            OwnStep::Coordinate => coordination::coordinate(game, board, context),
            OwnStep::SlipAway => Self::slip_away(game, board, context),
            OwnStep::Reorganize(side) => {
                Flow::goto(steps::Replacements { next: self.own_place(side, board) })
            }
            OwnStep::Rally(side) => Flow::goto(steps::Rally { next: self.own_place(side, board) }),
            OwnStep::RecoverTanks => {
                tanks::recover(game, board, context);
                Flow::Return
            }
        }
    }

    /// What comes before the first turn: modes, guns placed freely, operations, objectives, mines (4.1).
    fn pre_game(&self, board: &mut Board) -> Flow<BigPushOwn> {
        let own = &self.own.scenarios[usize::from(board.scenario)];
        let at = board.own.prepared;
        board.own.prepared = at.saturating_add(1);
        let next = |step: OwnStep| Flow::Call(Step::Own(step));
        match at {
            0 => Flow::call(steps::Modes { next: 0 }),
            1 => Flow::call(steps::SetUp { group: 0 }),
            2 if own.campaign => next(OwnStep::Operating),
            3 if own.campaign => next(OwnStep::Draw),
            4 if board.own.has(Side::Allied, allied::CHANGE_OBJECTIVE) => next(OwnStep::Change),
            5 if board.own.has(Side::German, german::DISCOVER_OBJECTIVE) => next(OwnStep::Discover),
            6 if board.own.has(Side::German, german::CONCEALED_ARTILLERY) => next(OwnStep::ConcealedGuns),
            7 if own.mines.is_some() => {
                next(OwnStep::LayMines { left: own.mines.map_or(0, |(count, _)| count) })
            }
            8.. => Flow::goto(steps::Turn { at: 0 }),
            _ => Flow::Again,
        }
    }

    /// On September 9 a brigade of strength four comes from the pool, if one is there (ruling 127).
    fn call_brigade(&self, game: &BigPush, board: &mut Board, context: &mut Context) {
        let scenario = &game.pack.scenarios[usize::from(board.scenario)];
        let turn = board.turn;
        for group in scenario.reinforcements.iter().filter(|group| group.turn == turn) {
            for unit in &group.units {
                let counter = game.pack.unit(*unit);
                let wanted =
                    scenario.pool.contains(unit) && self.own.scenarios[usize::from(board.scenario)].campaign;
                if !wanted {
                    continue;
                }
                let itself = (board.unit(*unit).place() == Place::Pool).then_some(*unit);
                if let Some(free) = itself.or_else(|| game.in_pool(board, counter.class, counter.nation)) {
                    board.update(&game.pack, free, |state| state.put(Place::Due(turn)));
                    context.tell(|| Event::Own(OwnEvent::Called { unit: free }));
                }
            }
        }
    }

    /// A lost division or regiment that the campaign's schedule calls once more comes back; on the map it simply stays
    /// (15.1, 15.3).
    fn call_again(&self, game: &BigPush, board: &mut Board, context: &mut Context) {
        let scenario = &game.pack.scenarios[usize::from(board.scenario)];
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        if self.first_edition || !campaign || on(board, options::CALLED_ONCE) {
            return;
        }
        let turn = board.turn;
        for group in scenario.reinforcements.iter().filter(|group| group.turn == turn) {
            for unit in group.units.iter().copied() {
                if board.own.lost.contains(unit) && board.unit(unit).place() == Place::Pool {
                    board.own.lost.remove(unit);
                    board.update(&game.pack, unit, |state| {
                        state.put(Place::Due(turn));
                        state.set(Mark::Back, group.reduced);
                    });
                    context.tell(|| Event::Own(OwnEvent::Called { unit }));
                }
            }
        }
        let is_away = |unit: &Unit| !board.square(*unit).is_some();
        board.own.lost = board.own.lost.iter().filter(is_away).collect();
    }

    fn slip_away(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
        let Some(gun) = operations::concealed_in_target(game, board) else {
            return Flow::Return;
        };
        if game.retreat_squares(board, gun, board.assault.target).is_empty() {
            let edge = game.variant.retreat_off_map(game, board, gun);
            match edge.filter(|_| !game.pack.first_edition()) {
                Some(edge) => {
                    context.tell(|| Event::Exited { unit: gun, edge, forced: true });
                    areas::driven_off(game, board, gun, edge, context);
                }
                None => game.eliminate(board, gun, Common::Retreat.into(), context),
            }
            return Flow::Again;
        }
        Flow::Ask
    }

    /// Where the commanders of a side begin in the common order of reorganization: they come last in their own phase.
    fn own_place(&self, side: Side, board: &Board) -> u8 {
        self.commanders(board, side.enemy()).len() as u8
    }

    pub(crate) fn question_own(&self, step: OwnStep, board: &Board) -> Question<R> {
        let of = |nation: Nation, rule: R| Question { seats: self.seat(board, nation).into(), rule };
        match step {
            OwnStep::Operating => {
                Question { seats: operations::undecided(board), rule: OwnRule::Operations.into() }
            }
            OwnStep::Operations => {
                Question { seats: operations::choosing(board), rule: OwnRule::OperationsTable.into() }
            }
            OwnStep::Change => of(Nation::British, OwnRule::DrawingObjectives.into()),
            OwnStep::Discover => of(Nation::German, OwnRule::DrawingObjectives.into()),
            OwnStep::LayMines { .. } => of(Nation::British, OwnRule::Mines.into()),
            OwnStep::AirPlacement => of(Nation::British, Common::AirBombardment.into()),
            OwnStep::Claim => of(Nation::British, Common::Objectives.into()),
            OwnStep::Plan(Side::Allied) => of(Nation::British, OwnRule::AlliedOperations.into()),
            OwnStep::Plan(Side::German) | OwnStep::ConcealedGuns | OwnStep::SlipAway => {
                of(Nation::German, OwnRule::GermanOperations.into())
            }
            OwnStep::Substitute => of(Nation::German, OwnRule::Substitute.into()),
            OwnStep::ChooseNation => of(Nation::British, OwnRule::Coordination.into()),
            OwnStep::JoinTanks => of(Nation::British, OwnRule::TanksInAssault.into()),
            _ => of(Nation::British, Common::TurnSequence.into()),
        }
    }

    pub(crate) fn candidates_own(game: &BigPush, step: OwnStep, board: &Board, _: Seat, out: &mut Vec<A>) {
        let own = Action::Own;
        match step {
            OwnStep::Operating | OwnStep::Plan(_) => {
                out.extend([own(OwnAction::Yes), own(OwnAction::No)]);
            }
            OwnStep::Claim => {
                let open = objectives::to_show(game, board);
                let open = (0..16).filter(|index| open >> index & 1 == 1);
                out.extend(open.map(|index| own(OwnAction::Show(index))));
            }
            OwnStep::Operations => out.extend((1..64).map(|chosen| own(OwnAction::Operations(chosen)))),
            OwnStep::Change => {
                out.extend(
                    (0..16)
                        .filter(|index| board.own.markers >> index & 1 == 1)
                        .map(|index| own(OwnAction::Marker(index))),
                );
                out.push(own(OwnAction::No));
            }
            OwnStep::Discover | OwnStep::ChooseNation => {
                out.extend([own(OwnAction::Nation(Nation::British)), own(OwnAction::Nation(Nation::French))]);
            }
            OwnStep::ConcealedGuns => {
                if let Some((unit, squares)) = operations::next_concealed(game, board) {
                    out.extend(squares.iter().map(|to| Action::Place { unit, to }));
                }
            }
            OwnStep::LayMines { .. } => {
                let squares = special::mine_squares(game, board);
                out.extend(squares.iter().map(Action::Target));
                if !board.own.pre_game {
                    out.push(Action::Pass);
                }
            }
            OwnStep::AirPlacement => {
                out.extend(air::targets(game, board).iter().map(Action::Target));
                out.push(Action::Pass);
            }
            OwnStep::Substitute => {
                out.extend((0..=CONSOLIDATE).map(Action::Use));
                out.push(Action::Pass);
            }
            OwnStep::JoinTanks => {
                out.extend([Action::Use(SPECIAL), own(OwnAction::Foot), own(OwnAction::Mounted)]);
            }
            OwnStep::SlipAway => {
                if let Some(unit) = operations::concealed_in_target(game, board) {
                    let squares = game.retreat_squares(board, unit, board.assault.target);
                    out.extend(squares.iter().map(|to| Action::Retreat { unit, to }));
                }
            }
            _ => {}
        }
    }

    #[allow(clippy::match_same_arms, reason = "one arm for each step")]
    pub(crate) fn check_own(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &Board,
        seat: Seat,
        action: A,
    ) -> Forbidden {
        let by = |rule: R| Forbidden::by(rule);
        match (step, action) {
            (OwnStep::Operating | OwnStep::Plan(_), Action::Own(OwnAction::Yes | OwnAction::No)) => {
                Forbidden::NO
            }
            (OwnStep::Claim, Action::Own(OwnAction::Show(marker)))
                if marker < 16 && objectives::to_show(game, board) >> marker & 1 == 1 =>
            {
                Forbidden::NO
            }
            (OwnStep::Operations, Action::Own(action)) => operations::check_write(board, seat, action),
            (OwnStep::Change, Action::Own(OwnAction::No)) => Forbidden::NO,
            (OwnStep::Change, Action::Own(OwnAction::Marker(marker)))
                if marker < 16 && board.own.markers >> marker & 1 == 1 =>
            {
                Forbidden::NO
            }
            (
                OwnStep::Discover | OwnStep::ChooseNation,
                Action::Own(OwnAction::Nation(Nation::British | Nation::French)),
            ) => Forbidden::NO,
            (OwnStep::ConcealedGuns, Action::Place { unit, to }) => {
                match operations::next_concealed(game, board) {
                    Some((gun, squares)) if gun == unit && squares.contains(to) => Forbidden::NO,
                    _ => by(OwnRule::GermanOperations.into()),
                }
            }
            (OwnStep::LayMines { .. }, Action::Target(square)) => special::may_lay(game, board, square),
            (OwnStep::LayMines { .. }, Action::Pass) if !board.own.pre_game => Forbidden::NO,
            (OwnStep::AirPlacement, Action::Target(square)) => air::may_place(game, board, square),
            (OwnStep::AirPlacement | OwnStep::Substitute, Action::Pass) => Forbidden::NO,
            (OwnStep::Substitute, Action::Use(kind)) if kind != SPECIAL && kind <= CONSOLIDATE => {
                Forbidden::NO
            }
            (OwnStep::JoinTanks, Action::Use(SPECIAL)) => {
                let mut verdict = Forbidden::NO;
                let none = board.resources[Nation::British.index()][usize::from(SPECIAL)] == 0;
                verdict.when(none, R::from(OwnRule::TankResource));
                verdict
            }
            (OwnStep::JoinTanks, Action::Own(OwnAction::Foot | OwnAction::Mounted)) => Forbidden::NO,
            (OwnStep::SlipAway, Action::Retreat { unit, to }) => {
                let legal = operations::concealed_in_target(game, board) == Some(unit)
                    && game.retreat_squares(board, unit, board.assault.target).contains(to);
                if legal { Forbidden::NO } else { by(Common::Retreat.into()) }
            }
            _ => by(self.question_own(step, board).rule),
        }
    }

    pub(crate) fn choose_own(
        &self,
        game: &BigPush,
        step: &mut OwnStep,
        board: &mut Board,
        seat: Seat,
        action: A,
        context: &mut Context,
    ) -> Flow<BigPushOwn> {
        match (*step, action) {
            (OwnStep::Operating, Action::Own(answer)) => {
                operations::answer(board, seat, answer == OwnAction::Yes, context);
                Flow::Again
            }
            (OwnStep::Operations, Action::Own(OwnAction::Operations(chosen))) => {
                operations::write(board, seat, chosen, context);
                Flow::Again
            }
            (OwnStep::Change, Action::Own(OwnAction::Marker(marker))) => {
                objectives::change(game, board, marker, context);
                Flow::Return
            }
            (OwnStep::Discover, Action::Own(OwnAction::Nation(nation))) => {
                objectives::discover(game, board, nation, context);
                Flow::Return
            }
            (OwnStep::ConcealedGuns, Action::Place { unit, to }) => {
                game.place(board, unit, to);
                context.tell(|| Event::Placed { unit, to });
                Flow::Again
            }
            (OwnStep::LayMines { left }, Action::Target(square)) => {
                board.own.mines.insert(square);
                context.tell(|| Event::Own(OwnEvent::MineLaid { square }));
                *step = OwnStep::LayMines { left: left - 1 };
                Flow::Again
            }
            (OwnStep::AirPlacement, Action::Target(square)) => {
                board.own.air = square;
                context.tell(|| Event::Own(OwnEvent::AirPlaced { square }));
                Flow::Return
            }
            (OwnStep::Claim, Action::Own(OwnAction::Show(marker))) => {
                board.own.shown |= 1 << marker;
                Flow::Again
            }
            (OwnStep::Plan(side), Action::Own(answer)) => {
                if answer == OwnAction::Yes {
                    board.own.planned[side.index()] = board.turn;
                    context.tell(|| Event::Own(OwnEvent::Planned { side }));
                }
                Flow::Return
            }
            (OwnStep::Substitute, action) => {
                self.substitute(board, action, context);
                Flow::Return
            }
            (OwnStep::ChooseNation, Action::Own(OwnAction::Nation(nation))) => {
                coordination::keep(game, board, nation, context);
                Flow::Return
            }
            (OwnStep::JoinTanks, action) => {
                board.assault.own |= coordination::SORTED;
                let rule = OwnRule::TanksInAssault;
                match action {
                    Action::Own(OwnAction::Foot) => {
                        tanks::stand_down(game, board, rule, context, |unit| tanks::is_mounted(game, unit));
                    }
                    Action::Own(_) => {
                        tanks::stand_down(game, board, rule, context, |unit| !tanks::is_mounted(game, unit));
                    }
                    _ => tanks::join(game, board, context),
                }
                Flow::Return
            }
            (OwnStep::SlipAway, Action::Retreat { unit, to }) => {
                game.place(board, unit, to);
                context.tell(|| Event::Retreated { unit, to });
                Flow::Again
            }
            _ => Flow::Return,
        }
    }

    /// A resource is named first; on 1 or 2 it grows by the number of tanks and cavalry in the row (9.4).
    fn substitute(&self, board: &mut Board, action: A, context: &mut Context) {
        let german = Nation::German.index();
        let amount = board.resources[german][usize::from(SPECIAL)];
        board.resources[german][usize::from(SPECIAL)] = 0;
        let Action::Use(kind) = action else { return };
        let die = context.d6();
        let gained = if die <= self.own.charts.command_center.substitute_upto { amount } else { 0 };
        board.resources[german][usize::from(kind)] += gained;
        context.tell(|| Event::Own(OwnEvent::Substituted { kind, die, amount: gained }));
    }
}
