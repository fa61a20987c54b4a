//! How assaults differ from the common system: who attacks with what help, and how it is fought (13.0 to 16.0).

use arrayvec::ArrayVec;
use engine::Forbidden;
use grid::assault::Assessment;
use grid::event::Modifiers;
use grid::map::Terrain;
use grid::variant::Small;
use grid::{AssaultRules, CommitmentRules, Common, Mark, Nation, Side, Square, Squares, Unit};

use crate::board::Step as OwnStep;
use crate::rule::Own as Rules;
use crate::{Context, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

impl CommitmentRules for Verdun {
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

    fn resource_spent(
        &self,
        grid: &Game,
        board: &mut Table,
        kind: u8,
        context: &mut Context,
    ) -> Option<OwnStep> {
        self.spend(grid, board, kind, context)
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
}

impl AssaultRules for Verdun {
    fn assaults_over(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        board.own.lavish = Squares::EMPTY;
        self.gun_supply_leaves(grid, board, context);
    }

    fn defends(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        self.is_free_to_defend(grid, board, unit) && self.defends_fort(grid, board, unit)
    }

    fn shelters(&self, grid: &Game, board: &Table, side: Side, square: Square, terrain: Terrain) -> bool {
        self.is_sheltered(grid, board, side, square, terrain)
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

    fn second_wave_demoralizes(&self, grid: &Game) -> bool {
        !grid.pack.first_edition()
    }

    fn disorder_counts_once(&self) -> bool {
        true
    }

    fn supply_hq_surrenders(&self, grid: &Game, board: &mut Table, unit: Unit, context: &mut Context) {
        self.surrender(grid, board, unit, context);
    }

    fn pushed_back(&self, grid: &Game, board: &mut Table, unit: Unit) {
        // Ruling: a unit that retreats into a fort square stays outside the fort if it can.
        self.fall_back_to_fort(grid, board, unit);
        board.update(&grid.pack, unit, |state| state.set(Mark::Driven, false));
        board.own.fallen_back.insert(unit);
    }

    fn defense_strength(&self, grid: &Game, board: &Table) -> u8 {
        self.strength_in_defence(grid, board)
    }

    fn assault_modifiers(&self, grid: &Game, board: &Table, assessment: &mut Assessment<Only>) {
        self.more_modifiers(grid, board, assessment);
    }

    /// An engaged assault is in command wherever the HQ is: one that is far away does not hinder it (13.1.3).
    fn command_modifier(&self, grid: &Game, board: &Table, from: &[Squares; 3], nations: u8) -> i8 {
        let in_command = grid.is_engaged_assault(board) && !grid.pack.first_edition();
        let least = if in_command { 0 } else { i8::MIN };
        Nation::ALL
            .into_iter()
            .filter(|nation| nations >> nation.index() & 1 == 1)
            .map(|nation| self.command_band(grid, board, nation, &from[nation.index()]))
            .min()
            .unwrap_or(0)
            .max(least)
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

    fn after_defense(&self, grid: &Game, board: &Table) -> Option<OwnStep> {
        self.tests_morale(grid, board).then_some(OwnStep::Demoralized)
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

    fn all_must_advance(&self) -> bool {
        true
    }

    fn must_roll_again(&self, grid: &Game, board: &Table) -> Option<Rule> {
        self.is_void(grid, board).then_some(Rule::Own(Rules::CounterAttack))
    }

    fn may_roll_again(&self, grid: &Game, board: &Table, side: Side) -> Option<Rule> {
        self.may_reroll(grid, board, side).map(Rule::Own)
    }
}
