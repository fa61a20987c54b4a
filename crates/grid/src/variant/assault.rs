//! How assaults are fought and what follows (Big Push 11.0, Verdun 16.0).

use crate::assault::Assessment;
use crate::rule::Rule;
use crate::square::{Square, Squares};
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Own, System, Variant};

/// How assaults are fought and what follows (Big Push 11.0, Verdun 16.0).
pub trait AssaultRules: System {
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

    /// Further shifts and modifiers of a counterattack (Big Push 11.8).
    fn strike_modifiers(
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
    ) -> i8
    where
        Self: Variant,
    {
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

    /// A step of the game's own right after the assault dice: re-rolls.
    fn after_roll(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board);
        None
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

    /// The defence factors of the assault in hand (Big Push 11.4).
    fn defense_strength(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> u8
    where
        Self: Variant,
    {
        grid.common_defense_strength(board)
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

    /// A unit was driven into another square.
    fn pushed_back(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, unit: Unit) {
        let _ = (grid, board, unit);
    }

    /// Whether an attacker is one of those who are struck back at.
    fn is_struck(&self, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (board, unit);
        false
    }

    /// The squares that a retreating unit prefers among those it can enter (Big Push 11.8.1).
    fn retreat_order(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        from: Square,
        squares: Squares,
    ) -> Squares
    where
        Self: Variant,
    {
        grid.common_retreat_order(board, unit, from, squares)
    }

    /// Whether a unit has fallen back in the assault in hand, so that others make room for it (Big Push 10.2,
    /// Verdun 16.5.6).
    fn has_fallen_back(&self, board: &BoardOf<Self>, unit: Unit) -> bool {
        board.assault.advanced.contains(unit)
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
    ) where
        Self: Variant,
    {
        grid.give_up(board, unit, context);
    }

    /// Whether defenders who lose a Secondary Attack may surrender (Verdun 16.8.3).
    fn second_wave_demoralizes(&self, grid: &Grid<Self>) -> bool {
        let _ = grid;
        false
    }

    /// The assaults of a phase are over: what a game does before the HQs that supplied them leave.
    fn assaults_over(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, context: &mut ContextOf<Self>) {
        let _ = (grid, board, context);
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

    /// Whether all victors must enter the square as far as they can stack (Verdun 16.6).
    fn all_must_advance(&self) -> bool {
        false
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
}
