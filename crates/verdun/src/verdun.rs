//! The game as a variant of the square-grid system: what it does its own way, handed to the module that does it.

use arrayvec::ArrayVec;
use engine::{Forbidden, Outcome, Question, Seat};
use grid::bombardment::Hit;
use grid::event::Modifiers;
use grid::losses::LossOption;
use grid::map::Edge;
use grid::pack::Pack;
use grid::stacking::Stack;
use grid::{
    GunRules, Mark, MovementRules, Nation, ReorganizationRules, Side, Square, Squares, System, Unit, Variant,
};

use crate::board::{Action as OwnAction, Event as Told, Lull, Step as OwnStep};
use crate::data::Data;
use crate::rule::Own as Rules;
pub use crate::seats::*;
use crate::{Action, Context, Flow, Game, Only, Rule, Table, sequence};

type Step = grid::Step<Only>;

/// What only Verdun knows.
#[derive(Clone, Debug)]
pub struct Verdun {
    /// The pack's own part.
    pub data: Data,
}

impl Verdun {
    /// Reads what only this game has in its pack.
    pub fn new(pack: &Pack) -> Result<Verdun, engine::PackError> {
        Ok(Verdun { data: Data::parse(pack)? })
    }
}

impl System for Verdun {
    type Own = Only;

    fn within(&self, inside: &Squares) -> Verdun {
        Verdun { data: self.data.within(inside) }
    }
}

impl Variant for Verdun {
    fn sequence(&self, board: &Table) -> &'static [Step] {
        match (self.scenario(board).raw.french_first, board.own.lull == Lull::Yes) {
            (false, false) => sequence::GERMAN_FIRST,
            (true, false) => sequence::FRENCH_FIRST,
            (false, true) => sequence::LULL_GERMAN_FIRST,
            (true, true) => sequence::LULL_FRENCH_FIRST,
        }
    }

    fn end_of_turn(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Option<Outcome<Rule>> {
        if board.turn >= board.last_turn {
            return Some(self.judge(grid, board, context));
        }
        board.turn += 1;
        // Only now: a lull turn keeps its short sequence to the end.
        board.own.lull_before = board.own.lull == Lull::Yes;
        board.own.lull = Lull::Open;
        None
    }

    fn is_first_turn(&self, board: &Table) -> bool {
        board.turn == 1
    }

    fn seat(&self, _: &Table, nation: Nation) -> Seat {
        seat_of(nation)
    }

    fn commanders(&self, _: &Table, side: Side) -> &'static [Nation] {
        match side {
            Side::Allied => &[Nation::French],
            Side::German => &[Nation::German],
        }
    }

    fn set_up_question(&self, _: &Game, board: &Table, nation: Nation) -> Question<Rule> {
        Question { seats: seat_of(nation).into(), rule: Rule::Own(self.set_up_rule(board)) }
    }

    fn reveals(&self, event: &Told) -> bool {
        matches!(
            event,
            Told::Revealed { .. }
                | Told::OperationsShown { .. }
                | Told::Claimed { .. }
                | Told::ObjectivesRolled { .. }
        )
    }

    fn more_answers(&self, grid: &Game, step: &Step, board: &Table, answers: &mut Vec<Action>) {
        self.own_answers(grid, step, board, answers);
    }

    fn check_more(&self, grid: &Game, step: &Step, board: &Table, action: OwnAction) -> Forbidden {
        self.check_own_answer(grid, step, board, action)
    }

    fn choose_more(
        &self,
        grid: &Game,
        step: &mut Step,
        board: &mut Table,
        action: OwnAction,
        context: &mut Context,
    ) -> Flow {
        self.choose_own_answer(grid, step, board, action, context)
    }

    fn run_step(&self, grid: &Game, step: &mut OwnStep, board: &mut Table, context: &mut Context) -> Flow {
        self.run_own(grid, step, board, context)
    }

    fn run(&self, grid: &Game, mut step: OwnStep, board: &mut Table, context: &mut Context) -> Flow {
        self.run_own(grid, &mut step, board, context)
    }

    fn question(&self, grid: &Game, step: OwnStep, board: &Table) -> Question<Rule> {
        self.question_own(grid, step, board)
    }

    fn candidates(&self, grid: &Game, step: OwnStep, board: &Table, seat: Seat, answers: &mut Vec<Action>) {
        self.ask_own(grid, step, board, seat, answers);
    }

    fn candidates_are_legal(&self, _: OwnStep) -> bool {
        true
    }

    fn check(&self, grid: &Game, step: OwnStep, board: &Table, seat: Seat, action: Action) -> Forbidden {
        self.check_own(grid, step, board, seat, action)
    }

    fn choose(
        &self,
        grid: &Game,
        step: &mut OwnStep,
        board: &mut Table,
        seat: Seat,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        self.choose_own(grid, step, board, seat, action, context)
    }
}

impl GunRules for Verdun {
    /// One die serves both sides (5.1).
    fn air_observation(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        grid.roll_observation(board, Side::German, context);
        board.observation[Side::Allied.index()] = board.observation[Side::German.index()];
    }

    fn protected_from_bombardment(&self, grid: &Game, board: &Table, _: Side) -> Squares {
        self.nothing_to_bombard(grid, board)
    }

    fn bombardment_modifiers(&self, _: &Game, board: &Table, side: Side, modifiers: &mut Modifiers<Only>) {
        self.more_bombardment_modifiers(board, side, modifiers);
    }

    fn off_map_fire(&self, grid: &Game, board: &Table, side: Side) -> (Squares, u8) {
        self.off_map_guns(grid, board, side)
    }

    fn off_map_fired(&self, board: &mut Table, _: Side) {
        board.own.off_map_fired = true;
    }

    /// Heavy guns count once, however many (8.6.2).
    fn heavy_guns_counted(&self, heavies: u8) -> u8 {
        heavies.min(1)
    }

    fn gun_is_supplied(&self, grid: &Game, board: &Table, gun: Unit) -> bool {
        self.traces_supply(grid, board, gun)
    }

    fn gun_factor(&self, grid: &Game, board: &Table, gun: Unit, target: Square) -> u8 {
        self.gun_factor_at(grid, board, gun, target)
    }

    /// Fire by guns without supply alone does not use the HQ up (8.4.3).
    fn fire_opened(&self, grid: &Game, board: &mut Table) {
        board.answered = Squares::EMPTY;
        let supplied = board.shot.guns.iter().any(|gun| self.traces_supply(grid, board, gun));
        board.own.fired |= supplied || board.shot.off_map;
    }

    fn fire_lapsed(&self, board: &mut Table) {
        board.own.inside_shot = false;
        board.own.drum = false;
        board.own.drum_target = Square::NONE;
    }

    fn three_steps_spread(&self) -> bool {
        false
    }

    fn counter_battery(&self, grid: &Game, board: &mut Table, nation: Nation, context: &mut Context) -> Flow {
        self.counter_battery_table(grid, board, nation, context)
    }

    fn hit_on_target(&self, board: &Table, hit: Hit) -> Hit {
        self.hit_in_fort(board, hit)
    }

    fn bombardment_hit(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        target: Square,
        hit: Hit,
        context: &mut Context,
    ) -> Flow {
        self.carry_out_hit(grid, board, side, target, hit, context)
    }

    fn is_exposed(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        self.is_within_reach(grid, board, unit)
    }

    fn loss_options(&self, grid: &Game, board: &Table, unit: Unit, options: &mut ArrayVec<LossOption, 4>) {
        self.ways_to_lose(grid, board, unit, options);
    }

    fn lost(&self, grid: &Game, board: &mut Table, unit: Unit, steps: u8) {
        self.count_lost(grid, board, unit, steps);
    }

    fn eliminated(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        if !grid.pack.first_edition() {
            board.own.shaken.remove(unit);
        }
        self.never_to_return(grid, board, unit, context);
    }

    fn weakened(&self, grid: &Game, board: &mut Table, unit: Unit, into: Unit) {
        if unit != into && !grid.pack.first_edition() {
            board.own.shaken.remove(unit);
        }
        self.strike_passes(board, unit, into);
    }
}

impl MovementRules for Verdun {
    fn narrow_squares(&self, _: &Game) -> Squares {
        self.data.forts
    }

    /// Fort squares have their own limit (10.5).
    fn may_stack(&self, grid: &Game, board: &Table, stack: &Stack, square: Square) -> Forbidden {
        if self.data.forts.contains(square) {
            let occupied = Side::BOTH.into_iter().any(|side| board.occupied(side).contains(square));
            let empty = !occupied && self.empty_forts(board, board.phasing).contains(square);
            if empty && self.passes_empty_forts(grid, board) {
                return Forbidden::by(Rule::Own(Rules::FortPassage));
            }
            return self.fort_stack(stack);
        }
        stack.verdict::<Only>(grid.pack.charts.stacking.limit)
    }

    /// Interdiction keeps units from breaking down, not from being built (9.3.1, 9.3.2).
    fn reforms_under_fire(&self, grid: &Game, _: Unit, reform: grid::variant::Reform) -> bool {
        reform == grid::variant::Reform::Build && !grid.pack.first_edition()
    }

    fn allowance(&self, grid: &Game, board: &Table, unit: Unit) -> u8 {
        self.points(grid, board, unit)
    }

    fn closed_to(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        self.barred(grid, board, unit)
    }

    fn enters_by_friends(&self) -> bool {
        false
    }

    fn halts(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        self.must_stop(grid, board, unit)
    }

    fn sets_out(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        to: Square,
        context: &mut Context,
    ) -> bool {
        self.leaves(grid, board, unit, to, context)
    }

    fn may_change_mode(&self, grid: &Game, board: &Table, unit: Unit) -> Forbidden {
        self.may_dig(grid, board, unit)
    }

    fn entry_zone(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Squares> {
        self.comes_by(grid, board, unit)
    }

    fn exits(&self, grid: &Game, board: &Table, unit: Unit, from: Square) -> ArrayVec<Edge, 2> {
        self.may_raid(grid, board, unit, from).into_iter().collect()
    }

    fn exited(&self, grid: &Game, board: &mut Table, unit: Unit, edge: Edge, context: &mut Context) {
        self.raided(grid, board, unit, edge, context);
    }

    fn retreat_off_map(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Edge> {
        self.way_off_map(grid, board, unit)
    }

    fn fixed_by(&self, board: &Table, unit: Unit) -> Option<Rule> {
        let rule = match self.scenario_id(board) {
            2 => Rules::MayCupSpecial,
            5 => Rules::RampartsSpecial,
            _ => Rules::FirestormSpecial,
        };
        board.unit(unit).has(Mark::Held).then_some(Rule::Own(rule))
    }

    fn why_barred(&self, grid: &Game, board: &Table, unit: Unit, to: Square) -> Forbidden {
        self.reasons_to_stay(grid, board, unit, to)
    }

    fn crossing_rule(&self) -> Rule {
        Rule::Own(Rules::AssaultOverMeuse)
    }

    fn passable_enemies(&self, grid: &Game, board: &Table, side: Side) -> Squares {
        self.silent_forts(grid, board, side)
    }

    fn may_break_down_short(&self) -> bool {
        true
    }

    /// Two full brigades and a reduced one (9.1.2).
    fn reduced_parts(&self) -> u8 {
        1
    }

    /// Only a division at full strength is rebuilt (9.3.2).
    fn factors_to_build(&self, grid: &Game, division: Unit) -> u8 {
        grid.pack.unit(division).faces[0].attack
    }

    /// Three battalions for a larger regiment, two for a smaller one (9.3.2).
    fn battalions_to_build(&self, grid: &Game, regiment: Unit) -> usize {
        usize::from(grid.pack.unit(regiment).steps)
    }

    fn retreated_off_map(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        edge: Edge,
        context: &mut Context,
    ) {
        self.driven_off(grid, board, unit, edge, context);
    }

    fn arrived(&self, grid: &Game, board: &mut Table, unit: Unit, _: &mut Context) {
        self.has_arrived(grid, board, unit);
    }

    /// Only the German line is theirs (16.3.2a).
    fn on_start_line(&self, grid: &Game, square: Square) -> bool {
        grid.pack.map.trench[Side::German.index()].contains(square)
    }
}

impl ReorganizationRules for Verdun {
    fn rally_modifiers(&self, _: &Game, board: &Table, unit: Unit) -> Modifiers<Only> {
        self.rally_bonus(board, unit)
    }

    fn rally_limit(&self, grid: &Game, board: &Table, unit: Unit) -> i8 {
        self.rally_row(grid, board, unit)
    }

    fn rallied(&self, board: &mut Table, unit: Unit, success: bool) {
        if success {
            board.own.shaken.remove(unit);
        } else {
            board.own.shaken.insert(unit);
        }
    }
}
