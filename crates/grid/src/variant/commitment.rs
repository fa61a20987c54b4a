//! Who assaults, in whose command and supply, with what help, and who fires at him (Big Push 8.0 to 11.2, Verdun 13.0 to 15.0).

use engine::Forbidden;

use crate::event::Modifiers;
use crate::rule::Rule;
use crate::square::{Square, Squares};
use crate::step::Step;
use crate::steps;
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Own, Small, System, Variant};

/// Who assaults, in whose command and supply, with what help, and who fires at him (Big Push 8.0 to 11.2, Verdun 13.0 to 15.0).
pub trait CommitmentRules: System {
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

    /// Squares without enemies that may be assaulted all the same (Verdun 13.3.1).
    fn empty_targets(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = (grid, board, side);
        Squares::EMPTY
    }

    /// The step in which units close in: stack by stack (Big Push 8.7).
    fn closing_step(&self, nation: Nation, only: Square) -> Step<Self::Own> {
        Step::Close(steps::Close { nation, only })
    }

    /// Whether neighbours join in Defensive Fire (Big Push 10.2).
    fn neighbours_fire(&self, board: &BoardOf<Self>) -> bool {
        let _ = board;
        true
    }

    /// Whether infantry, tanks and cavalry fire in defence with what they have in a Secondary Attack (Big Push 10.1).
    fn fires_as_in_secondary_attack(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> bool {
        let _ = (grid, board);
        false
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

    /// How many steps a supply path of so many squares allows to the jump-off square: the assaulted square counts
    /// (Big Push 11.1).
    fn supply_steps(&self, range: u8) -> u8 {
        range.saturating_sub(1)
    }

    /// A resource was put into the assault in hand; perhaps a question of the game's own follows.
    fn resource_spent(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        kind: u8,
        context: &mut ContextOf<Self>,
    ) -> Option<<Self::Own as Own>::Step> {
        let _ = (grid, board, kind, context);
        None
    }

    /// The HQs that a nation may still name for its attackers from some squares: one HQ supplies them all
    /// (Big Push 11.1).
    fn supply_choices(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        nation: Nation,
        from: &Squares,
    ) -> arrayvec::ArrayVec<Unit, 16>
    where
        Self: Variant,
    {
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
}
