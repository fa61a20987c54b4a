//! How guns fire and what their hits cost (Big Push 6.0, Verdun 8.0, 9.0).

use crate::event::Modifiers;
use crate::losses::LossOption;
use crate::rule::Rule;
use crate::square::{Square, Squares};
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, System, Variant};

/// How guns fire and what their hits cost (Big Push 6.0, Verdun 8.0, 9.0).
pub trait GunRules: System {
    /// Each side rolls for its own air observation (Big Push 5.1).
    fn air_observation(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, context: &mut ContextOf<Self>)
    where
        Self: Variant,
    {
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
    fn gun_is_supplied(&self, grid: &Grid<Self>, board: &BoardOf<Self>, gun: Unit) -> bool
    where
        Self: Variant,
    {
        grid.has_supply_in_range(board, grid.pack.unit(gun).nation, board.square(gun))
    }

    /// The counter-battery fire in hand is resolved: each gun is rolled for (Big Push 6.4).
    fn counter_battery(
        &self,
        grid: &Grid<Self>,
        board: &mut BoardOf<Self>,
        nation: Nation,
        context: &mut ContextOf<Self>,
    ) -> crate::Flow<Self::Own>
    where
        Self: Variant,
    {
        grid.fire_counter_battery(board, nation, context)
    }

    /// The rule by which counter-battery fire is resolved.
    fn counter_battery_rule(&self, board: &BoardOf<Self>) -> Rule<Self::Own> {
        let _ = board;
        crate::rule::Common::CounterBattery.into()
    }

    /// Ways in which a unit may take losses, for at most `left` points.
    fn loss_options(
        &self,
        grid: &Grid<Self>,
        board: &BoardOf<Self>,
        unit: Unit,
        options: &mut arrayvec::ArrayVec<LossOption, 4>,
    ) where
        Self: Variant,
    {
        grid.common_loss_options(board, unit, options);
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

    /// The commander who answers fire at an empty square (Big Push 1.0).
    fn answers_for(&self, grid: &Grid<Self>, board: &BoardOf<Self>, side: Side, square: Square) -> Nation
    where
        Self: Variant,
    {
        let _ = (grid, square);
        self.commanders(board, side)[0]
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

    /// What a result of the bombardment table does to the target of the shot in hand (Verdun 8.2.2).
    fn hit_on_target(&self, board: &BoardOf<Self>, hit: crate::bombardment::Hit) -> crate::bombardment::Hit {
        let _ = board;
        hit
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
    ) -> crate::Flow<Self::Own>
    where
        Self: Variant,
    {
        grid.apply_hit(board, side, target, hit, context)
    }

    /// Whether a unit can be hit from afar where it stands.
    fn is_exposed(&self, grid: &Grid<Self>, board: &BoardOf<Self>, unit: Unit) -> bool {
        let _ = (grid, board, unit);
        true
    }

    /// Steps were lost: what a game counts besides points.
    fn lost(&self, grid: &Grid<Self>, board: &mut BoardOf<Self>, unit: Unit, steps: u8) {
        let _ = (grid, board, unit, steps);
    }

    /// Whether three steps of bombardment must fall on two German units at least (Big Push 6.5.2).
    fn three_steps_spread(&self) -> bool {
        true
    }
}
