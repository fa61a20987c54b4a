//! Step losses: regiments give way to battalions, divisions to brigades; from fire a last step may become disorder
//! (9.2).

use arrayvec::ArrayVec;
use grid::losses::{Cause, DISRUPT, ELIMINATE, LossOption, REDUCE, SHRINK, SPLIT};
use grid::units::{Kind, Nation, Size};
use grid::{Mark, Place, Unit};

use crate::{Context, Game, Table, Verdun};

impl Verdun {
    /// The ways in which a unit may take the next step (9.2.1 to 9.2.3, 16.5.5).
    pub(crate) fn ways_to_lose(
        &self,
        grid: &Game,
        board: &Table,
        unit: Unit,
        options: &mut ArrayVec<LossOption, 4>,
    ) {
        let (counter, state) = (grid.pack.unit(unit), board.unit(unit));
        let one = |how: u8| LossOption { how, steps: 1 };
        let by_fire = matches!(board.losses.cause, Cause::Bombardment | Cause::DefensiveFire);
        if counter.size == Size::Regiment {
            if grid.regiment_parts(board, unit).is_empty() && !grid.pack.first_edition() {
                options.push(one(ELIMINATE));
                return;
            }
            options.push(one(SHRINK));
            let shaken =
                if grid.pack.first_edition() { !state.good_order() } else { state.has(Mark::Disrupted) };
            if by_fire && !shaken && !grid.regiment_parts(board, unit).is_empty() {
                options.push(one(SPLIT));
            }
            return;
        }
        if !counter.has_modes() && !state.has(Mark::Back) && counter.steps > 1 {
            options.push(one(REDUCE));
            return;
        }
        if counter.size == Size::Division {
            options.push(one(if grid.smaller(board, unit).is_some() { REDUCE } else { ELIMINATE }));
            return;
        }
        let german = counter.nation == Nation::German && counter.kind.is_foot();
        let orderly = if german && !grid.pack.first_edition() {
            state.good_order()
        } else {
            !state.has(Mark::Disrupted)
        };
        let may_disorder = by_fire && orderly && (!german || self.is_lone(grid, board, unit));
        if may_disorder {
            options.push(one(DISRUPT));
        }
        // The third of three steps disrupts what is left of a regiment (9.2.1b).
        let third = board.losses.all >= 3 && board.losses.left == 1;
        if (german && !(third && may_disorder && !grid.pack.first_edition())) || !may_disorder {
            options.push(one(ELIMINATE));
        }
    }

    /// Whether no other good-order battalion may take the loss: of what is left of a regiment only a lone one goes into
    /// disorder. With the first step no regiment has been broken up yet (9.2.1, 8.6.4).
    fn is_lone(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        if board.losses.left == board.losses.all && !grid.pack.first_edition() {
            return true;
        }
        !grid.loss_candidates(board).iter().any(|other| {
            *other != unit
                && board.square(*other) == board.square(unit)
                && grid.pack.unit(*other).size == Size::Battalion
                && grid.pack.unit(*other).kind.is_foot()
                && board.unit(*other).good_order()
        })
    }

    /// Engineers, chasseurs and garrisons do not come back (9.2.1c, 9.2.2d, 17.1.2); destroyed French guns are
    /// counted (20.5.3e).
    pub(crate) fn never_to_return(&self, grid: &Game, board: &mut Table, unit: Unit, _: &mut Context) {
        let counter = grid.pack.unit(unit);
        if counter.nation == Nation::French && counter.kind == Kind::Artillery {
            board.own.guns_lost = board.own.guns_lost.saturating_add(1);
        }
        if matches!(counter.kind, Kind::Engineer | Kind::Chasseur | Kind::Garrison) {
            grid.take_off(board, unit, Place::Gone);
        }
    }

    /// Counts lost steps for the limits of replacements and for objectives (17.1.1, 20.5.3c).
    pub(crate) fn count_lost(&self, grid: &Game, board: &mut Table, unit: Unit, steps: u8) {
        let side = grid.pack.side(unit).index();
        board.own.lost_now[side] = board.own.lost_now[side].saturating_add(steps);
        board.own.lost[side] = board.own.lost[side].saturating_add(u16::from(steps));
    }
}
