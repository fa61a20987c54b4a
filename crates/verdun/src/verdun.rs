//! The game as a variant of the square-grid system: what it does its own way, handed to the module that does it.

use arrayvec::ArrayVec;
use engine::{Forbidden, Outcome, Question, Seat};
use grid::assault::Assessment;
use grid::bombardment::Hit;
use grid::event::Modifiers;
use grid::losses::LossOption;
use grid::map::{Edge, Terrain};
use grid::pack::Pack;
use grid::stacking::Stack;
use grid::variant::Small;
use grid::{Common, Mark, Nation, Side, Square, Squares, Unit, Variant};

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

impl Variant for Verdun {
    type Own = Only;

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

    fn assaults_over(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        board.own.lavish = Squares::EMPTY;
        self.gun_supply_leaves(grid, board, context);
    }

    fn narrow_squares(&self, _: &Game) -> Squares {
        self.data.forts
    }

    fn counter_battery(&self, grid: &Game, board: &mut Table, nation: Nation, context: &mut Context) -> Flow {
        self.counter_battery_table(grid, board, nation, context)
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

    fn defends(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        self.defends_fort(grid, board, unit)
    }

    fn shelters(&self, grid: &Game, board: &Table, side: Side, square: Square, terrain: Terrain) -> bool {
        self.is_sheltered(grid, board, side, square, terrain)
    }

    /// Fort squares have their own limit (10.5).
    fn may_stack(&self, grid: &Game, _: &Table, stack: &Stack, square: Square) -> Forbidden {
        if self.data.forts.contains(square) {
            return self.fort_stack(stack);
        }
        stack.verdict::<Only>(grid.pack.charts.stacking.limit)
    }

    fn allowance(&self, grid: &Game, board: &Table, unit: Unit) -> u8 {
        self.points(grid, board, unit)
    }

    fn closed_to(&self, grid: &Game, board: &Table, unit: Unit) -> Squares {
        self.barred(grid, board, unit)
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

    fn exits(&self, grid: &Game, board: &Table, unit: Unit, from: Square) -> Option<Edge> {
        self.may_raid(grid, board, unit, from)
    }

    fn exited(&self, grid: &Game, board: &mut Table, unit: Unit, edge: Edge, context: &mut Context) {
        self.raided(grid, board, unit, edge, context);
    }

    fn retreat_off_map(&self, grid: &Game, board: &Table, unit: Unit) -> Option<Edge> {
        self.way_off_map(grid, board, unit)
    }

    fn retreat_order(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        from: Square,
        squares: Squares,
    ) -> Squares {
        self.retreat_preference(grid, board, unit, from, squares)
    }

    fn has_fallen_back(&self, board: &Table, unit: Unit) -> bool {
        board.own.fallen_back.contains(unit)
    }

    fn disorder_counts_once(&self) -> bool {
        true
    }

    fn supply_hq_surrenders(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        self.surrender(grid, board, unit, context);
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

    fn pushed_back(&self, grid: &Game, board: &mut Table, unit: Unit) {
        // Ruling: a unit that retreats into a fort square stays outside the fort.
        board.update(&grid.pack, unit, |state| {
            state.set(INSIDE, false);
            state.set(Mark::Driven, false);
        });
        board.own.fallen_back.insert(unit);
    }

    fn loss_options(&self, grid: &Game, board: &Table, unit: Unit, options: &mut ArrayVec<LossOption, 4>) {
        self.ways_to_lose(grid, board, unit, options);
    }

    fn lost(&self, grid: &Game, board: &mut Table, unit: Unit, steps: u8) {
        self.count_lost(grid, board, unit, steps);
    }

    fn eliminated(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        self.never_to_return(grid, board, unit, context);
    }

    /// The path excludes the HQ and includes the assaulting unit, so the whole range leads there (13.1.4b).
    fn command_range(&self, grid: &Game, board: &Table, hq: Unit, _: Small) -> u8 {
        let ranges = &grid.pack.charts.ranges;
        1 + if board.unit(hq).good_order() { ranges.command } else { ranges.command_disrupted }
    }

    /// The path excludes the jump-off square and includes the HQ (13.2.2).
    fn supply_steps(&self, range: u8) -> u8 {
        range
    }

    fn empty_targets(&self, _: &Game, board: &Table, side: Side) -> Squares {
        self.empty_forts(board, side)
    }

    fn may_commit(&self, grid: &Game, board: &Table, unit: Unit, target: Square) -> Forbidden {
        self.reasons_against(grid, board, unit, target)
    }

    fn six_never_closes(&self, _: &Table) -> Option<Rule> {
        Some(Common::ClosingIn.into())
    }

    fn closing_step(&self, nation: Nation, only: Square) -> Step {
        Step::Own(OwnStep::Close { nation, only })
    }

    fn command_center_modifiers(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        modifiers: &mut Modifiers<Only>,
    ) {
        self.center_modifiers(grid, board, side, modifiers);
    }

    fn share_resources(&self, _: &Game, board: &mut Table, side: Side, given: [u8; 12]) -> Option<OwnStep> {
        self.share(board, side, given);
        None
    }

    fn may_use(&self, grid: &Game, board: &Table, kind: u8) -> Forbidden {
        self.needs(grid, board, kind)
    }

    fn resource_spent(&self, grid: &Game, board: &mut Table, kind: u8, context: &mut Context) {
        self.spend(grid, board, kind, context);
    }

    fn resource_rule(&self, kind: u8) -> Rule {
        self.rule_of_resource(kind)
    }

    fn resource_label(&self, kind: u8) -> &'static str {
        self.label_of_resource(kind)
    }

    /// Only those in the assaulted square fire (15.2.1).
    fn neighbours_fire(&self, _: &Table) -> bool {
        false
    }

    fn fire_begins(&self, grid: &Game, board: &mut Table, side: Side, context: &mut Context) {
        self.reveal_assaulted(grid, board, side, context);
    }

    fn defense_strength(&self, grid: &Game, board: &Table) -> u8 {
        self.strength_in_defence(grid, board)
    }

    fn assault_modifiers(&self, grid: &Game, board: &Table, assessment: &mut Assessment<Only>) {
        self.more_modifiers(grid, board, assessment);
    }

    fn command_modifier(&self, grid: &Game, board: &Table, from: &[Squares; 3], nations: u8) -> i8 {
        Nation::ALL
            .into_iter()
            .filter(|nation| nations >> nation.index() & 1 == 1)
            .map(|nation| self.command_band(grid, board, nation, &from[nation.index()]))
            .min()
            .unwrap_or(0)
    }

    /// Each closer after the first counts (13.4.2b).
    fn closers_bonus(&self, _: &Table, closers: u8) -> u8 {
        closers.saturating_sub(1)
    }

    fn assaulted(&self, grid: &Game, board: &mut Table, _: grid::assault::Outcome, _: &mut Context) {
        self.note_assault(grid, board);
    }

    fn before_roll(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        self.may_defend_with_guns(grid, board).then_some(OwnStep::DefendingGuns)
    }

    fn after_roll(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        self.asks_for_reroll(grid, board)
    }

    fn after_defense(&self, _: &Game, board: &Table) -> Option<OwnStep> {
        self.tests_morale(board).then_some(OwnStep::Demoralized)
    }

    fn square_cleared(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        self.fort_holds(grid, board).then_some(OwnStep::GoOn)
    }

    fn counterattack(&self, _: &Game, _: &Table) -> Option<OwnStep> {
        Some(OwnStep::Strike)
    }

    fn is_struck(&self, board: &Table, unit: Unit) -> bool {
        board.own.struck.contains(unit)
    }

    /// Storm Tactics: the best regiments and their engineers go on whenever the square is vacated (20.4.2).
    fn breaks_through(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        outcome: grid::assault::Outcome,
    ) -> bool {
        self.storms_on(grid, board, unit, outcome)
    }

    /// An engagement binds both its squares until another result ends it (16.5.1).
    fn engaged_fight_on(&self) -> bool {
        true
    }

    fn withdraws_together(&self) -> bool {
        true
    }

    /// Assaults that fire has driven back are not counted (15.2.6, 17.2a).
    fn tallied_when_resolved(&self) -> bool {
        true
    }

    /// Only the German line is theirs (16.3.2a).
    fn on_start_line(&self, grid: &Game, square: Square) -> bool {
        grid.pack.map.trench[Side::German.index()].contains(square)
    }

    fn all_must_advance(&self) -> bool {
        true
    }

    fn supply_choices(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        from: &Squares,
    ) -> ArrayVec<Unit, 16> {
        self.more_suppliers(grid, board, nation, from)
    }

    fn is_supplied(&self, grid: &Game, board: &Table, nation: Nation, from: &Squares) -> bool {
        self.all_supplied(grid, board, nation, from)
    }

    fn must_roll_again(&self, grid: &Game, board: &Table) -> Option<Rule> {
        self.is_void(grid, board).then_some(Rule::Own(Rules::CounterAttack))
    }

    fn may_roll_again(&self, grid: &Game, board: &Table, side: Side) -> Option<Rule> {
        self.may_reroll(grid, board, side).map(Rule::Own)
    }

    fn weakened(&self, _: &Game, board: &mut Table, unit: Unit, into: Unit) {
        self.strike_passes(board, unit, into);
    }

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
