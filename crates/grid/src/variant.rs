//! Where two games of the system differ in kind. Each method is named after its rule.

use std::fmt::Debug;
use std::sync::Arc;

use engine::{Cite, Context, Forbidden, Outcome, Seat, Title};

use crate::assault::Assessment;
use crate::board::Board;
use crate::event::{Event, Modifiers};
use crate::losses::LossOption;
use crate::map::Edge;
use crate::pack::Pack;
use crate::rule::Rule;
use crate::square::{Square, Squares};
use crate::stacking::Stack;
use crate::step::Step;
use crate::units::{Nation, Side, Unit};

/// What only one game has.
pub trait Own: Copy + Debug + PartialEq + Eq + Default + Send + Sync + 'static {
    /// Its own steps; small.
    type Step: Copy + PartialEq + Eq + Debug + Send + Sync;
    /// Its own answers; at most six bytes.
    type Action: Copy + Eq + Debug + Send + Sync;
    /// Its own events.
    type Event: Clone + PartialEq + Eq + Debug + Send + Sync;
    /// Its own rules.
    type Rule: Cite;
    /// Its own part of the board; no heap.
    type Board: Clone + PartialEq + Debug + Send + Sync;
}

/// A game of the system: its pack and what it does its own way.
#[derive(Debug)]
pub struct Grid<V: Variant> {
    /// What is printed.
    pub pack: Arc<Pack>,
    /// What differs.
    pub variant: V,
    /// What the lobby shows.
    pub title: Title,
}

/// The board of a game.
pub type BoardOf<V> = Board<<V as Variant>::Own>;
/// The context of a game.
pub type ContextOf<'a, V> = Context<'a, Event<<V as Variant>::Own>>;

/// Where the two games differ in kind.
pub trait Variant: Send + Sync + Sized + Debug + 'static {
    /// What only this game has.
    type Own: Own;

    /// The sequence of play of the turn (Big Push 4.1, Verdun 4.0).
    fn sequence(&self, board: &BoardOf<Self>) -> &'static [Step<Self::Own>];

    /// What happens when the sequence ends: the next turn, or the end of the game.
    fn end_of_turn(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> Option<Outcome<Rule<Self::Own>>>;

    /// Whether this is the first turn that is played.
    fn is_first_turn(&self, board: &BoardOf<Self>) -> bool;

    /// The seat that decides for a nation.
    fn seat(&self, board: &BoardOf<Self>, nation: Nation) -> Seat;

    /// The nation whose commander decides for a nation's units: itself, or its ally.
    fn commander(&self, board: &BoardOf<Self>, nation: Nation) -> Nation {
        let _ = board;
        nation
    }

    /// The commanders of a side, in the order in which they act.
    fn commanders(&self, board: &BoardOf<Self>, side: Side) -> &'static [Nation];

    /// Each side rolls for its own air observation (Big Push 5.1).
    fn air_observation(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, context: &mut ContextOf<Self>) {
        for side in Side::BOTH {
            grid.roll_observation(board, side, context);
        }
    }

    /// Squares that may not be bombarded besides friendly and engaged ones.
    fn protected_from_bombardment(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = (grid, board, side);
        Squares::EMPTY
    }

    /// The rule that protects squares from bombardment.
    fn protection_rule(&self) -> Rule<Self::Own> {
        crate::rule::Common::Bombardment.into()
    }

    /// Further modifiers of a bombardment.
    fn bombardment_modifiers(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        side: Side,
        modifiers: &mut Modifiers<Self::Own>,
    ) {
        let _ = (grid, board, side, modifiers);
    }

    /// Factors from off the map that may join a side's fire, and the squares they reach.
    fn off_map_fire(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> (Squares, u8) {
        let _ = (grid, board, side);
        (Squares::EMPTY, 0)
    }

    /// Notes that factors from off the map have fired.
    fn off_map_fired(&self, board: &mut BoardOf<Self>, side: Side) {
        let _ = (board, side);
    }

    /// How many of the heavy guns in one fire count: each of them (Big Push 6.5.1).
    fn heavy_guns_counted(&self, heavies: u8) -> u8 {
        heavies
    }

    /// Whether a gun has supply: figured like attack supply (Big Push 6.3.2).
    fn gun_is_supplied(&self, grid: &Grid<Self>, board: &BoardOf<Self>, gun: Unit) -> bool {
        grid.has_supply_in_range(board, grid.pack.unit(gun).nation, board.square(gun))
    }

    /// The counter-battery fire in hand is resolved: each gun is rolled for (Big Push 6.4).
    fn counter_battery(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        nation: Nation,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self> {
        grid.fire_counter_battery(board, nation, context)
    }

    /// The rule by which counter-battery fire is resolved.
    fn counter_battery_rule(&self, board: &BoardOf<Self>) -> Rule<Self::Own> {
        let _ = board;
        crate::rule::Common::CounterBattery.into()
    }

    /// Whether a stack may stand in a square (Big Push 7.3, Verdun 10.0).
    fn may_stack(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        stack: &Stack,
        square: Square,
    ) -> Forbidden {
        let _ = (board, square);
        stack.verdict::<Self::Own>(grid.pack.charts.stacking.limit)
    }

    /// Squares in which even a single unit may be too much.
    fn narrow_squares(&self, grid: &Grid<Self>) -> Squares {
        let _ = grid;
        Squares::EMPTY
    }

    /// Half points a unit may spend in this phase; the printed allowance less weather and disorder.
    fn allowance(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> u8 {
        grid.printed_allowance(board, unit)
    }

    /// Squares a unit may not enter besides those the enemy holds.
    fn closed_to(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Squares {
        let _ = (grid, board, unit);
        Squares::EMPTY
    }

    /// The edges over which a unit may leave the map from a square in movement (Big Push 13.4).
    fn exits(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, from: Square) -> Option<Edge> {
        let _ = (grid, board, unit, from);
        None
    }

    /// What leaving the map costs or earns, and where the unit goes.
    fn exited(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        edge: Edge,
        context: &mut ContextOf<Self>,
    );

    /// The edge over which a unit without another way may retreat, if any.
    fn retreat_off_map(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Option<Edge> {
        let _ = (grid, board, unit);
        None
    }

    /// What a retreat off the map costs, and where the unit goes.
    fn retreated_off_map(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        edge: Edge,
        context: &mut ContextOf<Self>,
    );

    /// A unit came to stand in a square of its own will: national areas (Big Push 14.1.3).
    fn arrived(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, unit, context);
    }

    /// Ways in which a unit may take losses, for at most `left` points.
    fn loss_options(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        options: &mut arrayvec::ArrayVec<LossOption, 4>,
    ) {
        grid.common_loss_options(board, unit, options);
    }

    /// The range of an HQ for a unit of its nation that takes part in an assault (Big Push 8.3, 8.4).
    fn command_range(&self, grid: &Grid<Self>, board: &BoardOf<Self>, hq: Unit, small: Small) -> u8 {
        let _ = small;
        let ranges = &grid.pack.charts.ranges;
        if board.unit(hq).good_order() { ranges.command } else { ranges.command_disrupted }
    }

    /// The rule of a nation's command range.
    fn command_rule(&self, nation: Nation) -> Rule<Self::Own> {
        let _ = nation;
        crate::rule::Common::CommandRange.into()
    }

    /// Whether a unit is one of those that shorten command.
    fn is_small(&self, grid: &Grid<Self>, unit: Unit) -> bool {
        let _ = (grid, unit);
        false
    }

    /// Whether suppressed units may assault (Big Push 11.3).
    fn suppressed_may_assault(&self) -> bool {
        false
    }

    /// Further reasons against committing a unit to an assault of a square.
    fn may_commit(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, target: Square) -> Forbidden {
        let _ = (grid, board, unit, target);
        Forbidden::NO
    }

    /// Modifiers of a closing roll besides suppression.
    fn closing_modifiers(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        modifiers: &mut Modifiers<Self::Own>,
    ) {
        let _ = (grid, board, unit, modifiers);
    }

    /// Whether a six always fails to close in (Big Push 8.7.1, Verdun 13.4.1).
    fn six_never_closes(&self, board: &BoardOf<Self>) -> Option<Rule<Self::Own>>;

    /// Whether every committed stack must try to close, and one that fails does not attack.
    fn must_close(&self, board: &BoardOf<Self>) -> bool {
        let _ = board;
        false
    }

    /// Modifiers of the Command Center roll (Big Push 9.1, Verdun 14.1).
    fn command_center_modifiers(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        side: Side,
        modifiers: &mut Modifiers<Self::Own>,
    );

    /// What follows the Command Center roll: the resources are shared out; perhaps a step of the game's own.
    fn share_resources(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        side: Side,
        given: [u8; 12],
    ) -> Option<<Self::Own as Own>::Step>;

    /// Whether a resource may be put into the assault in hand, besides guns and numbers.
    fn may_use(&self, grid: &Grid<Self>, board: &BoardOf<Self>, kind: u8) -> Forbidden {
        let _ = (grid, board, kind);
        Forbidden::NO
    }

    /// The rule of a kind of resource.
    fn resource_rule(&self, kind: u8) -> Rule<Self::Own>;

    /// A kind of resource in words.
    fn resource_label(&self, kind: u8) -> &'static str;

    /// Further modifiers of Defensive Fire.
    fn defensive_fire_modifiers(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        target: Square,
        modifiers: &mut Modifiers<Self::Own>,
    ) {
        let _ = (grid, board, target, modifiers);
    }

    /// A step of the game's own before an assault is resolved, as long as there is one (Big Push 11.3, 11.5.2.2).
    fn before_assault(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// Further shifts and modifiers of an assault.
    fn assault_modifiers(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        assessment: &mut Assessment<Self::Own>,
    ) {
        let _ = (grid, board, assessment);
    }

    /// The modifier for the distance to the nearest HQ, the worst of the attacking nations' (Big Push 11.7.1).
    fn command_modifier(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        from: &[Squares; 3],
        nations: u8,
    ) -> i8 {
        let mut worst = i8::MAX;
        for nation in Nation::ALL {
            if nations >> nation.index() & 1 == 1 {
                let nearest =
                    from[nation.index()].iter().filter_map(|s| grid.command_distance(board, nation, s)).min();
                worst = worst.min(grid.near_or_far(nearest));
            }
        }
        if worst == i8::MAX { 0 } else { worst }
    }

    /// Whether a side is barred from flank attacks.
    fn no_flanks(&self, board: &BoardOf<Self>, side: Side) -> bool {
        let _ = (board, side);
        false
    }

    /// How many closers count for the attacker.
    fn closers_bonus(&self, board: &BoardOf<Self>, closers: u8) -> u8 {
        let _ = board;
        closers
    }

    /// The flank bonus: attackers from uncovered flank squares, and closers among them (Big Push 11.7.4).
    fn flank_bonus(&self, board: &BoardOf<Self>, units: u8, closers: u8) -> u8 {
        let _ = (board, units);
        closers.max(1)
    }

    /// An assault was resolved: what a game counts.
    fn assaulted(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        outcome: crate::assault::Outcome,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, outcome, context);
    }

    /// A unit was lost: what a game counts, and where it goes if not to the pool.
    fn eliminated(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, unit, context);
    }

    /// A unit was reduced, and perhaps gave way to a smaller one: what a game counts.
    fn weakened(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, unit: Unit, into: Unit) {
        let _ = (grid, board, unit, into);
    }

    /// Modifiers of a rally roll (Big Push 12.2).
    fn rally_modifiers(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Modifiers<Self::Own> {
        grid.common_rally_modifiers(board, unit)
    }

    /// The highest roll that rallies a unit.
    fn rally_limit(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> i8 {
        let _ = (board, unit);
        grid.pack.charts.rally.upto
    }

    /// How many replacement steps a commander gets for his working total (Big Push 12.1.2).
    fn replacement_roll(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
        total: u8,
        context: &mut ContextOf<Self>,
    ) -> (u8, Option<crate::event::Rolled<Self::Own>>) {
        let _ = (board, nation);
        grid.roll_replacements(total, context)
    }

    /// What a unit from the pool costs: steps, and points for the enemy (Big Push 12.1.3, 13.3).
    fn replacement_price(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        full: bool,
    ) -> (u8, u8) {
        let _ = board;
        let steps = grid.replacement_cost(unit, full);
        (steps, steps)
    }

    /// Whether brigades on the map may be merged into a division that comes back (Big Push 15.1).
    fn may_merge(&self, board: &BoardOf<Self>) -> bool {
        let _ = board;
        false
    }

    /// Whether a unit in the pool may come back at all.
    fn may_be_replaced(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (grid, board, unit);
        true
    }

    /// The squares on which a side's replacements appear.
    fn replacement_edge(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = board;
        grid.pack.map.home_squares(side)
    }

    /// A unit came back from the pool: what a game counts.
    fn replaced(&self, board: &mut BoardOf<Self>, unit: Unit) {
        let _ = (board, unit);
    }

    /// Who places a nation's free units, and by which rule.
    fn set_up_question(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
    ) -> engine::Question<Rule<Self::Own>>;

    /// A step of the game's own right after the assault dice: re-rolls.
    fn after_roll(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// Whether an event of the game's own shows a player something he did not know.
    fn reveals(&self, event: &<Self::Own as Own>::Event) -> bool {
        let _ = event;
        false
    }

    /// Answers of the game's own in a common step.
    fn more_answers(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        answers: &mut Vec<crate::Action<Self::Own>>,
    ) {
        let _ = (grid, step, board, answers);
    }

    /// What forbids an answer of the game's own in a common step.
    fn check_more(
        &self,
        grid: &Grid<Self>,
        step: &Step<Self::Own>,
        board: &BoardOf<Self>,
        action: <Self::Own as Own>::Action,
    ) -> Forbidden {
        let _ = (grid, step, board, action);
        Forbidden::by(Rule::<Self::Own>::from(crate::rule::Common::TurnSequence))
    }

    /// Carries out an answer of the game's own in a common step.
    fn choose_more(
        &self,
        grid: &Grid<Self>,
        step: &mut Step<Self::Own>,
        board: &mut BoardOf<Self>,
        action: <Self::Own as Own>::Action,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self> {
        let _ = (grid, step, board, action, context);
        crate::Flow::<Self>::Again
    }

    /// An HQ that supplied assaults has come back into the pool (Big Push 11.2.1).
    fn returned(&self, board: &mut BoardOf<Self>, hq: Unit) {
        let _ = (board, hq);
    }

    /// The commander who answers fire at an empty square (Big Push 1.0).
    fn answers_for(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side, square: Square) -> Nation {
        let _ = (grid, square);
        self.commanders(board, side)[0]
    }

    /// The squares by which a unit off the map comes on, if not its scheduled square or its edge (Verdun 12.7.4).
    fn entry_zone(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Option<Squares> {
        let _ = (grid, board, unit);
        None
    }

    /// Squares in which a moving unit must stop.
    fn halts(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Squares {
        let _ = (grid, board, unit);
        Squares::EMPTY
    }

    /// Whether a unit that is about to move gets away: a die may hold it back (Verdun 12.5.4).
    fn sets_out(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        to: Square,
        context: &mut ContextOf<Self>,
    ) -> bool {
        let _ = (grid, board, unit, to, context);
        true
    }

    /// Further reasons against a change of an infantry unit's mode (Verdun 12.4.2).
    fn may_change_mode(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Forbidden {
        let _ = (grid, board, unit);
        Forbidden::NO
    }

    /// The rule by which a unit can neither move, turn nor assault (Big Push 7.8, 14.1.3).
    fn fixed_by(&self, board: &BoardOf<Self>, unit: Unit) -> Option<Rule<Self::Own>> {
        let _ = (board, unit);
        None
    }

    /// A gun's factor against a square.
    fn gun_factor(&self, grid: &Grid<Self>, board: &BoardOf<Self>, gun: Unit, target: Square) -> u8 {
        let _ = target;
        board.face(&grid.pack, gun).attack
    }

    /// A bombardment has been announced.
    fn fire_opened(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>) {
        let _ = (grid, board);
    }

    /// A bombardment came to nothing because its guns were silenced.
    fn fire_lapsed(&self, board: &mut BoardOf<Self>) {
        let _ = board;
    }

    /// A bombardment's result is carried out on the target (Big Push 6.5.1).
    fn bombardment_hit(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        side: Side,
        target: Square,
        hit: crate::bombardment::Hit,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self> {
        grid.apply_hit(board, side, target, hit, context)
    }

    /// Whether a unit can be hit from afar where it stands.
    fn is_exposed(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (grid, board, unit);
        true
    }

    /// Whether a unit defends its square against the assault in hand.
    fn defends(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (grid, board, unit);
        true
    }

    /// Whether a terrain of a square shelters those of a side who are fired at or assaulted there.
    fn shelters(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        side: Side,
        square: Square,
        terrain: crate::map::Terrain,
    ) -> bool {
        let _ = (grid, board, side, square, terrain);
        true
    }

    /// Steps were lost: what a game counts besides points.
    fn lost(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, unit: Unit, steps: u8) {
        let _ = (grid, board, unit, steps);
    }

    /// Squares without enemies that may be assaulted all the same (Verdun 13.3.1).
    fn empty_targets(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = (grid, board, side);
        Squares::EMPTY
    }

    /// The step in which units close in: stack by stack (Big Push 8.7).
    fn closing_step(&self, nation: Nation, only: Square) -> Step<Self::Own> {
        Step::Close { nation, only }
    }

    /// Whether neighbours join in Defensive Fire (Big Push 10.2).
    fn neighbours_fire(&self, board: &BoardOf<Self>) -> bool {
        let _ = board;
        true
    }

    /// Defensive Fire is about to begin.
    fn fire_begins(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        side: Side,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, side, context);
    }

    /// The defence factors of the assault in hand (Big Push 11.4).
    fn defense_strength(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> u8 {
        grid.common_defense_strength(board)
    }

    /// How many steps a supply path of so many squares allows to the jump-off square: the assaulted square counts
    /// (Big Push 11.1).
    fn supply_steps(&self, range: u8) -> u8 {
        range.saturating_sub(1)
    }

    /// A step of the game's own before the dice of an assault, as long as there is one.
    fn before_roll(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// A step of the game's own once the defender has taken his losses, as long as there is one (Verdun 16.8.3).
    fn after_defense(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// A step of the game's own in place of the advance into a cleared square (Verdun 13.3.1).
    fn square_cleared(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// A step of the game's own in place of the common counterattack (Verdun 16.5.2).
    fn counterattack(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
    }

    /// Whether a unit may go on beyond the square although the result is not a breakthrough.
    fn breaks_through(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        outcome: crate::assault::Outcome,
    ) -> bool {
        let _ = (grid, board, unit, outcome);
        false
    }

    /// A resource was put into the assault in hand.
    fn resource_spent(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        kind: u8,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, kind, context);
    }

    /// A unit was driven into another square.
    fn pushed_back(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, unit: Unit) {
        let _ = (grid, board, unit);
    }

    /// Whether an attacker is one of those who are struck back at.
    fn is_struck(&self, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (board, unit);
        false
    }

    /// A rally attempt was made.
    fn rallied(&self, board: &mut BoardOf<Self>, unit: Unit, success: bool) {
        let _ = (board, unit, success);
    }

    /// The squares that a retreating unit prefers among those it can enter (Big Push 11.8.1).
    fn retreat_order(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        from: Square,
        squares: Squares,
    ) -> Squares {
        grid.common_retreat_order(board, unit, from, squares)
    }

    /// Whether a unit has fallen back in the assault in hand, so that others make room for it (Verdun 16.5.6).
    fn has_fallen_back(&self, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (board, unit);
        false
    }

    /// Whether disrupted and suppressed defenders together count once (Verdun 16.3.2).
    fn disorder_counts_once(&self) -> bool {
        false
    }

    /// An HQ in Supply Mode, assaulted alone, surrenders (Big Push 7.4.2, Verdun 12.8.2).
    fn supply_hq_surrenders(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        context: &mut ContextOf<Self>,
    ) {
        grid.give_up(board, unit, context);
    }

    /// The rule by which assaults over the river are barred away from its crossings.
    fn crossing_rule(&self) -> Rule<Self::Own> {
        crate::rule::Common::RiverCrossing.into()
    }

    /// The rules of the game's own by which a unit cannot get to a square.
    fn why_barred(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, to: Square) -> Forbidden {
        let _ = (grid, board, unit, to);
        Forbidden::NO
    }

    /// Whether three steps of bombardment must fall on two German units at least (Big Push 6.5.2).
    fn three_steps_spread(&self) -> bool {
        true
    }

    /// The assaults of a phase are over: what a game does before the HQs that supplied them leave.
    fn assaults_over(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, context: &mut ContextOf<Self>) {
        let _ = (grid, board, context);
    }

    /// Enemy squares that a side's units may pass through, though not stop in (Verdun 11.3.2).
    fn passable_enemies(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = (grid, board, side);
        Squares::EMPTY
    }

    /// Whether a regiment may break down although the pool has too few battalions (Verdun 9.3.1).
    fn may_break_down_short(&self) -> bool {
        false
    }

    /// How many of the brigades of a division that breaks down are reduced ones (Verdun 9.1.2).
    fn reduced_parts(&self) -> u8 {
        0
    }

    /// The attack factors that brigades need to build a division: those of its reduced side (Big Push 7.4.3).
    fn factors_to_build(&self, grid: &Grid<Self>, division: Unit) -> u8 {
        grid.pack.unit(division).faces[1].attack
    }

    /// The battalions that build a regiment (Big Push 7.4.4, Verdun 9.3.2).
    fn battalions_to_build(&self, grid: &Grid<Self>, regiment: Unit) -> usize {
        let _ = (grid, regiment);
        2
    }

    /// Whether an engagement binds both its squares: engaged defenders turn on their attackers in command and in supply
    /// and without a terrain shift, and any result but another engagement ends it (Verdun 16.5.1).
    fn engaged_fight_on(&self) -> bool {
        false
    }

    /// Whether all engaged defenders withdraw or none, the first step leading even into an enemy zone of control, while
    /// the attackers take the square at once as far as they can stack (Verdun 16.5.1).
    fn withdraws_together(&self) -> bool {
        false
    }

    /// Whether an assault counts for replacements only if attackers are left when it is resolved (Verdun 17.2).
    fn tallied_when_resolved(&self) -> bool {
        false
    }

    /// Whether entrenched infantry in a square is on a start line, so that its trench is not a secondary one
    /// (Verdun 16.3.2a).
    fn on_start_line(&self, grid: &Grid<Self>, square: Square) -> bool {
        grid.pack.map.in_trench(square)
    }

    /// Whether all victors must enter the square as far as they can stack (Verdun 16.6).
    fn all_must_advance(&self) -> bool {
        false
    }

    /// The HQs that a nation may still name for its attackers from some squares: one HQ supplies them all
    /// (Big Push 11.1).
    fn supply_choices(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
        from: &Squares,
    ) -> arrayvec::ArrayVec<Unit, 16> {
        grid.hqs(board, nation, crate::command::Mode::Supply)
            .filter(|hq| {
                !board.assault.supply[nation.index()].is_some() && grid.supplies_all(board, *hq, from)
            })
            .take(16)
            .collect()
    }

    /// Whether all attackers of a nation from some squares are supplied in the assault in hand (Big Push 11.1).
    fn is_supplied(&self, grid: &Grid<Self>, board: &BoardOf<Self>, nation: Nation, from: &Squares) -> bool {
        let _ = (grid, from);
        board.assault.supply[nation.index()].is_some()
    }

    /// Whether the result just rolled does not stand, so that the dice fall again (Verdun 16.5.2f).
    fn must_roll_again(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<Rule<Self::Own>> {
        let _ = (grid, board);
        None
    }

    /// Whether a side may ask for new dice after the result just rolled (Verdun 16.7).
    fn may_roll_again(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        side: Side,
    ) -> Option<Rule<Self::Own>> {
        let _ = (grid, board, side);
        None
    }

    /// Runs a step of the game's own that may change itself.
    fn run_step(
        &self,
        grid: &Grid<Self>,
        step: &mut <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self> {
        self.run(grid, *step, board, context)
    }

    /// Runs a step of the game's own.
    fn run(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self>;

    /// Who is asked by a step of the game's own.
    fn question(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
    ) -> engine::Question<Rule<Self::Own>>;

    /// The candidates of a step of the game's own; those that `check` forbids are left out by the caller.
    fn candidates(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        seat: Seat,
        candidates: &mut Vec<crate::Action<Self::Own>>,
    );

    /// Whether all candidates of a step of the game's own are legal, so that they need not be checked one by one.
    fn candidates_are_legal(&self, step: <Self::Own as Own>::Step) -> bool {
        let _ = step;
        false
    }

    /// What forbids an answer to a step of the game's own.
    fn check(
        &self,
        grid: &Grid<Self>,
        step: <Self::Own as Own>::Step,
        board: &BoardOf<Self>,
        seat: Seat,
        action: crate::Action<Self::Own>,
    ) -> Forbidden;

    /// Carries out an answer to a step of the game's own.
    fn choose(
        &self,
        grid: &Grid<Self>,
        step: &mut <Self::Own as Own>::Step,
        board: &mut BoardOf<Self>,
        seat: Seat,
        action: crate::Action<Self::Own>,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self>;
}

/// Whether small units take part in an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Small {
    /// One or more.
    Some,
    /// None.
    None,
}
