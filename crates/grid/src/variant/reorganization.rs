//! How units rally and come back (Big Push 12.0, Verdun 17.0).

use crate::event::Modifiers;
use crate::square::Squares;
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, System, Variant};

/// How units rally and come back (Big Push 12.0, Verdun 17.0).
pub trait ReorganizationRules: System {
    /// Modifiers of a rally roll (Big Push 12.2).
    fn rally_modifiers(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Modifiers<Self::Own>
    where
        Self: Variant,
    {
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
    ) -> (u8, Option<crate::event::Rolled<Self::Own>>)
    where
        Self: Variant,
    {
        let _ = (board, nation);
        grid.roll_replacements(total, context)
    }

    /// What a unit from the pool costs: steps, and points for the enemy (Big Push 12.1.3, 13.3).
    fn replacement_price(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, full: bool) -> (u8, u8)
    where
        Self: Variant,
    {
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
    fn replaced(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        unit: Unit,
        context: &mut ContextOf<Self>,
    ) {
        let _ = (grid, board, unit, context);
    }

    /// An HQ that supplied assaults has come back into the pool (Big Push 11.2.1).
    fn returned(&self, board: &mut BoardOf<Self>, hq: Unit) {
        let _ = (board, hq);
    }

    /// A rally attempt was made.
    fn rallied(&self, board: &mut BoardOf<Self>, unit: Unit, success: bool) {
        let _ = (board, unit, success);
    }
}
