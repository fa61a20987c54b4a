//! How The Big Push differs from the common system, rule by rule.

use arrayvec::ArrayVec;
use engine::{Forbidden, Outcome, Question, Seat};
use grid::action::Action;
use grid::command::Mode;
use grid::losses::Cause;
use grid::map::Edge;
use grid::steps;
use grid::units::{Kind, Nation, Size, Unit};
use grid::{
    Common, Flow, GunRules, Mark, MovementRules, ReorganizationRules, Rule, Side, Square, Squares, Step,
    System, Variant,
};

use crate::own::{OwnAction, OwnEvent, OwnStep, allied, german};
use crate::{
    BigPush, BigPushOwn, OwnRule, Somme, areas, objectives, operations, options, sequence, set_up, tanks,
    victory,
};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type R = Rule<BigPushOwn>;

/// Whether an option is on.
pub(crate) fn on(board: &Board, option: u32) -> bool {
    board.options & option != 0
}

/// Whether the French have their own seat.
pub(crate) fn has_french_seat(board: &Board) -> bool {
    on(board, options::FRENCH_SEAT)
}

const BRITISH: [Nation; 1] = [Nation::British];
/// The Allied commanders.
pub(crate) const ALLIES: [Nation; 2] = [Nation::British, Nation::French];
const GERMANS: [Nation; 1] = [Nation::German];

impl System for Somme {
    type Own = BigPushOwn;

    fn within(&self, _: &Squares) -> Somme {
        self.clone()
    }
}

impl Variant for Somme {
    fn sequence(&self, board: &Board) -> &'static [Step<BigPushOwn>] {
        match (on(board, options::EACH_PLAYER), self.first_edition) {
            (false, false) => &sequence::TURN,
            (true, false) => &sequence::EACH_PLAYER,
            (false, true) => &sequence::FIRST_TURN,
            (true, true) => &sequence::FIRST_EACH_PLAYER,
        }
    }

    fn end_of_turn(&self, game: &BigPush, board: &mut Board, context: &mut Context) -> Option<Outcome<R>> {
        if board.turn >= board.last_turn {
            return Some(victory::decide(game, board, context));
        }
        board.turn += 1;
        None
    }

    fn is_first_turn(&self, board: &Board) -> bool {
        board.turn == 1
    }

    fn seat(&self, board: &Board, nation: Nation) -> Seat {
        match nation {
            Nation::German => Seat(1),
            Nation::French if has_french_seat(board) => Seat(2),
            Nation::British | Nation::French => Seat(0),
        }
    }

    fn commander(&self, board: &Board, nation: Nation) -> Nation {
        if nation == Nation::French && !has_french_seat(board) { Nation::British } else { nation }
    }

    fn commanders(&self, board: &Board, side: Side) -> &'static [Nation] {
        match side {
            Side::German => &GERMANS,
            Side::Allied if has_french_seat(board) => &ALLIES,
            Side::Allied => &BRITISH,
        }
    }

    /// Two objectives may be claimed while the British commit their units (9.1).
    fn more_answers(
        &self,
        game: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        answers: &mut Vec<Action<BigPushOwn>>,
    ) {
        if is_commitment(step) && objectives::may_claim(game, board) {
            answers.push(Action::Own(OwnAction::Claim));
        }
    }

    fn check_more(
        &self,
        game: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        action: OwnAction,
    ) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let claim = is_commitment(step) && action == OwnAction::Claim;
        verdict.when(!claim, R::from(Common::TurnSequence));
        verdict.when(claim && !objectives::may_claim(game, board), R::from(Common::Objectives));
        verdict
    }

    fn choose_more(
        &self,
        _: &BigPush,
        _: &mut Step<BigPushOwn>,
        _: &mut Board,
        _: OwnAction,
        _: &mut Context,
    ) -> Flow<BigPushOwn> {
        Flow::Call(Step::Own(OwnStep::Claim))
    }

    fn set_up_question(&self, game: &BigPush, board: &Board, nation: Nation) -> Question<R> {
        let scenario = &game.pack.scenarios[usize::from(board.scenario)];
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        let rule = if campaign { OwnRule::CampaignHqs } else { set_up::set_up_rule(&scenario.case, nation) };
        Question { seats: self.seat(board, nation).into(), rule: rule.into() }
    }

    fn reveals(&self, event: &OwnEvent) -> bool {
        matches!(
            event,
            OwnEvent::Operating { .. }
                | OwnEvent::ChoseOperations { .. }
                | OwnEvent::Drew { .. }
                | OwnEvent::Changed { .. }
                | OwnEvent::Discovered { .. }
                | OwnEvent::Claimed { .. }
        )
    }

    fn run(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &mut Board,
        context: &mut Context,
    ) -> Flow<BigPushOwn> {
        self.run_own(game, step, board, context)
    }

    fn question(&self, _: &BigPush, step: OwnStep, board: &Board) -> Question<R> {
        self.question_own(step, board)
    }

    fn candidates(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &Board,
        seat: Seat,
        out: &mut Vec<Action<BigPushOwn>>,
    ) {
        Self::candidates_own(game, step, board, seat, out);
    }

    /// These candidates are read from the very set that `check` looks into.
    fn candidates_are_legal(&self, step: OwnStep) -> bool {
        matches!(step, OwnStep::LayMines { .. } | OwnStep::AirPlacement | OwnStep::ConcealedGuns)
    }

    fn check(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &Board,
        seat: Seat,
        action: Action<BigPushOwn>,
    ) -> Forbidden {
        self.check_own(game, step, board, seat, action)
    }

    fn choose(
        &self,
        game: &BigPush,
        step: &mut OwnStep,
        board: &mut Board,
        seat: Seat,
        action: Action<BigPushOwn>,
        context: &mut Context,
    ) -> Flow<BigPushOwn> {
        self.choose_own(game, step, board, seat, action, context)
    }
}

impl GunRules for Somme {
    /// Squares with nothing but concealed guns cannot be bombarded (15.5.3).
    fn protected_from_bombardment(&self, game: &BigPush, board: &Board, side: Side) -> Squares {
        if side != Side::Allied || !board.own.has(Side::German, german::CONCEALED_ARTILLERY) {
            return Squares::EMPTY;
        }
        board
            .occupied(Side::German)
            .iter()
            .filter(|square| {
                board
                    .troops_at(&game.pack, Side::German, *square)
                    .all(|unit| operations::is_concealed(game, board, unit))
            })
            .collect()
    }

    fn protection_rule(&self) -> R {
        OwnRule::GermanOperations.into()
    }

    fn is_exposed(&self, game: &BigPush, board: &Board, unit: Unit) -> bool {
        let mined = board.losses.cause == Cause::Mine;
        let fired_at = board.phasing == Side::Allied && !board.assault.target.is_some() && !mined;
        !(fired_at && operations::is_concealed(game, board, unit))
    }

    fn off_map_fire(&self, game: &BigPush, board: &Board, side: Side) -> (Squares, u8) {
        if side == Side::German { operations::off_map(game, board) } else { (Squares::EMPTY, 0) }
    }

    fn off_map_fired(&self, board: &mut Board, _: Side) {
        board.own.off_map = operations::stamp(board);
    }

    fn counter_battery(
        &self,
        game: &BigPush,
        board: &mut Board,
        nation: Nation,
        context: &mut Context,
    ) -> Flow<BigPushOwn> {
        if on(board, options::COUNTER_BATTERY_TABLE) {
            game.fire_counter_battery_on_table(board, nation, context)
        } else {
            game.fire_counter_battery(board, nation, context)
        }
    }

    fn counter_battery_rule(&self, board: &Board) -> R {
        if on(board, options::COUNTER_BATTERY_TABLE) {
            OwnRule::CounterBatteryTable.into()
        } else {
            Common::CounterBattery.into()
        }
    }

    /// The commander in whose rows an empty square lies.
    fn answers_for(&self, game: &BigPush, board: &Board, side: Side, square: Square) -> Nation {
        let nation = match side {
            Side::German => Nation::German,
            Side::Allied if areas::in_own_area(game, board, Nation::British, square) => Nation::British,
            Side::Allied => Nation::French,
        };
        self.commander(board, nation)
    }

    /// A gun counts the squares from its own, left out, to that of the HQ (6.3.2).
    fn gun_is_supplied(&self, game: &BigPush, board: &Board, gun: Unit) -> bool {
        let square = board.square(gun);
        game.hqs(board, game.pack.unit(gun).nation, Mode::Supply)
            .any(|hq| game.is_within(board, hq, square, game.supply_range(board, hq)))
    }

    /// German strength lost counts for a marker (15.6.5).
    fn eliminated(&self, game: &BigPush, board: &mut Board, unit: Unit, _: &mut Context) {
        let counter = game.pack.unit(unit);
        board.own.lost.set(unit, !self.first_edition && game.is_formation(unit));
        if counter.side == Side::German && (counter.kind != Kind::Hq || !self.first_edition) {
            let face = if counter.has_modes() { counter.faces[0] } else { board.face(&game.pack, unit) };
            board.own.strength_lost += u16::from(face.attack);
        }
        self.forget_tank(board, unit);
    }

    fn weakened(&self, game: &BigPush, board: &mut Board, unit: Unit, into: Unit) {
        let counter = game.pack.unit(unit);
        if unit != into && !self.first_edition {
            board.own.lost.set(unit, game.is_formation(unit));
        }
        if counter.side == Side::German {
            let before = counter.faces[0].attack;
            let after =
                if unit == into { counter.faces[1].attack } else { game.pack.unit(into).faces[0].attack };
            board.own.strength_lost += u16::from(before.saturating_sub(after));
        }
    }
}

impl MovementRules for Somme {
    fn fixed_by(&self, board: &Board, unit: Unit) -> Option<R> {
        let state = board.unit(unit);
        if state.has(Mark::Broken) {
            return Some(OwnRule::TankBreakdown.into());
        }
        state.has(Mark::Held).then_some(OwnRule::CavalryRelease.into())
    }

    /// Only divisions and brigades are kept from it (7.4.3, 7.4.4).
    fn reforms_under_fire(&self, game: &BigPush, unit: Unit, _: grid::variant::Reform) -> bool {
        !self.first_edition && game.pack.side(unit) == Side::German
    }

    fn exits(&self, game: &BigPush, board: &Board, unit: Unit, from: Square) -> ArrayVec<Edge, 2> {
        areas::exits(game, board, unit, from)
    }

    fn exited(&self, game: &BigPush, board: &mut Board, unit: Unit, edge: Edge, context: &mut Context) {
        areas::exited(game, board, unit, edge, context);
    }

    fn retreat_off_map(&self, game: &BigPush, board: &Board, unit: Unit) -> Option<Edge> {
        areas::retreat_edge(game, board, unit)
    }

    fn retreated_off_map(
        &self,
        game: &BigPush,
        board: &mut Board,
        unit: Unit,
        edge: Edge,
        context: &mut Context,
    ) {
        areas::driven_off(game, board, unit, edge, context);
    }

    /// Raiders return anywhere along the edge they left by; where the scenario asks for it, behind their line or
    /// outside Allied zones of control (14.2.3, 14.3.4, 14.4.4, 15.7.1).
    fn entry_zone(&self, game: &BigPush, board: &Board, unit: Unit) -> Option<Squares> {
        areas::way_back(game, board, unit).or_else(|| operations::stand_in_entry(game, board, unit))
    }

    fn arrived(&self, game: &BigPush, board: &mut Board, unit: Unit, _: &mut Context) {
        areas::arrived(game, board, unit);
        tanks::note_arrivals(game, board);
    }
}

impl ReorganizationRules for Somme {
    /// Battalions cost no steps with Commit Reserves; British HQs that were used up as supply come back free with
    /// Increase Supply (15.5.2, 15.5.3).
    fn replacement_price(&self, game: &BigPush, board: &Board, unit: Unit, full: bool) -> (u8, u8) {
        let counter = game.pack.unit(unit);
        let steps = game.replacement_cost(unit, full);
        if counter.size == Size::Battalion && board.own.has(Side::German, german::COMMIT_RESERVES) {
            return (0, steps);
        }
        let free = counter.kind == Kind::Hq
            && counter.nation == Nation::British
            && board.own.expended.contains(unit)
            && board.own.has(Side::Allied, allied::INCREASE_SUPPLY);
        if free { (0, 0) } else { (steps, steps) }
    }

    fn may_merge(&self, board: &Board) -> bool {
        self.own.scenarios[usize::from(board.scenario)].campaign
    }

    /// Germans come back on the north or east edge; no unit comes back behind the enemy's line (12.1.3).
    fn replacement_edge(&self, game: &BigPush, board: &Board, side: Side) -> Squares {
        let map = &game.pack.map;
        let edge = match side {
            Side::Allied => map.home_squares(side),
            Side::German => map.home_squares(side) | map.edges[Edge::North as usize],
        };
        game.those_behind_line(board, side, edge)
    }

    fn returned(&self, board: &mut Board, hq: Unit) {
        board.own.expended.insert(hq);
    }

    fn replaced(&self, game: &BigPush, board: &mut Board, unit: Unit, context: &mut Context) {
        board.own.expended.remove(unit);
        if !self.first_edition {
            areas::appeared(game, board, unit, context);
        }
        if self.is_regiment(unit) {
            board.own.regiments = board.own.regiments.saturating_add(1);
        }
    }
}

/// Whether the British are committing units to primary assaults.
fn is_commitment(step: &Step<BigPushOwn>) -> bool {
    matches!(step, Step::Commit(steps::Commit { nation: Nation::British, only }) if !only.is_some())
}

impl Somme {
    /// A tank that is lost begins anew when it returns.
    fn forget_tank(&self, board: &mut Board, unit: Unit) {
        if let Some(index) = self.own.tanks.iter().position(|tank| *tank == unit) {
            board.own.tanks_since[index] = 0;
        }
    }

    fn is_regiment(&self, unit: Unit) -> bool {
        self.own.regiments.contains(&unit)
    }
}
