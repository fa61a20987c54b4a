//! How units stack, move, enter, leave and change their form (Big Push 7.0, Verdun 9.3, 10.0 to 12.0).

use engine::Forbidden;

use arrayvec::ArrayVec;

use crate::map::Edge;
use crate::rule::Rule;
use crate::square::{Square, Squares};
use crate::stacking::Stack;
use crate::units::{Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, System, Variant};

/// How a unit changes its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reform {
    /// It breaks down.
    BreakDown,
    /// It is built into a larger one.
    Build,
}

/// How units stack, move, enter, leave and change their form (Big Push 7.0, Verdun 9.3, 10.0 to 12.0).
pub trait MovementRules: System {
    /// Whether a stack may stand in a square (Big Push 7.3, Verdun 10.0). Squares that are not narrow are all alike.
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
    fn allowance(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> u8
    where
        Self: Variant,
    {
        grid.printed_allowance(board, unit)
    }

    /// Squares a unit may not enter besides those the enemy holds.
    fn closed_to(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Squares {
        let _ = (grid, board, unit);
        Squares::EMPTY
    }

    /// The edges over which a unit may leave the map from a square in movement (Big Push 13.4).
    fn exits(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, from: Square) -> ArrayVec<Edge, 2> {
        let _ = (grid, board, unit, from);
        ArrayVec::new()
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

    /// The squares by which a unit off the map comes on, if not its scheduled square or its edge (Verdun 12.7.4).
    fn entry_zone(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> Option<Squares> {
        let _ = (grid, board, unit);
        None
    }

    /// Whether it hangs on friends on the map where a unit may come on: on room in its square, or on their line.
    fn enters_by_friends(&self) -> bool {
        true
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

    /// The rule by which assaults over the river are barred away from its crossings.
    fn crossing_rule(&self) -> Rule<Self::Own> {
        crate::rule::Common::RiverCrossing.into()
    }

    /// The rules of the game's own by which a unit cannot get to a square.
    fn why_barred(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit, to: Square) -> Forbidden {
        let _ = (grid, board, unit, to);
        Forbidden::NO
    }

    /// Enemy squares that a side's units may pass through, though not stop in (Verdun 11.3.2).
    fn passable_enemies(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side) -> Squares {
        let _ = (grid, board, side);
        Squares::EMPTY
    }

    /// Whether a unit may break down or be built in an interdicted square (Big Push 7.4.4, Verdun 9.3).
    fn reforms_under_fire(&self, grid: &Grid<Self>, unit: Unit, reform: Reform) -> bool {
        let _ = (grid, unit, reform);
        false
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

    /// Whether entrenched infantry in a square is on a start line, so that its trench is not a secondary one
    /// (Verdun 16.3.2a).
    fn on_start_line(&self, grid: &Grid<Self>, square: Square) -> bool {
        grid.pack.map.in_trench(square)
    }
}
