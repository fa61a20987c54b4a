//! How to play the games on squares, The Big Push and Verdun.
//!
//! Guns first, infantry where the odds are good and the ground is worth it, and a line that holds behind it. What the
//! ground is worth and who wants to attack comes from the scenario: that, and what only one game asks, is the
//! [`Doctrine`] of each game.

mod aims;
mod field;
mod fight;
mod guard;
mod guns;
mod habits;
mod headquarters;
mod march;
mod meuse;
mod outlook;
mod prospect;
mod reasons;
mod somme;
mod toll;
mod value;

use ::grid::{Action, BoardOf, Grid, Side, Speak, Step};
use engine::Seat;

use crate::{Brain, Level};
use aims::Aims;
use field::Field;

/// How a unit can take part in an assault on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// With all others.
    Joins,
    /// Only by itself.
    Alone,
    /// Not at all.
    Cannot,
}

/// What only one game can say: what its ground is worth, how it stands, and the answers to its own questions.
pub(crate) trait Doctrine: Speak {
    /// How clearly weights speak in this game, compared with others at the same temperature.
    const CLARITY: f32;

    /// Nobody hopes for resources where the chance to take a square is smaller than this without them.
    const LEAST_CHANCE: f32 = 0.0;

    /// What each side wants, in the scenario that is played.
    fn aims(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Aims;

    /// Whether a square lies where a nation's troops should be.
    fn belongs(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Nation, _: ::grid::Square) -> bool {
        true
    }

    /// How a unit can take part in an assault on a square.
    fn part(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Unit, _: ::grid::Square) -> Part {
        Part::Joins
    }

    /// Whether a side is about to make the last moves of the game, to which nobody can reply.
    fn has_last_word(&self, _: &BoardOf<Self>, _: Side) -> bool {
        false
    }

    /// The weight of breaking a unit down, or of building one up.
    fn reform(&self, _: &Field<Self>, action: Action<Self::Own>) -> f32 {
        if matches!(action, Action::Build { .. }) { 0.6 } else { -2.0 }
    }

    /// Squares that a side should keep under its zones of control, so that nobody walks in, and what each is worth.
    fn guarded(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: Side) -> (::grid::Squares, f32) {
        (::grid::Squares::EMPTY, 0.0)
    }

    /// The expected result for the Allies as far as ground and points tell, from -1 to 1.
    fn standing(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> f32;

    /// The weight of an answer to a question that only this game asks.
    fn weigh_own(&self, field: &Field<Self>, step: &Step<Self::Own>, action: Action<Self::Own>) -> f32;

    /// What speaks for such an answer.
    fn reason_own(&self, field: &Field<Self>, action: Action<Self::Own>) -> &'static str;
}

/// The side that a seat plays for.
fn side_of<V: Doctrine>(grid: &Grid<V>, board: &BoardOf<V>, seat: Seat) -> Side {
    if grid.variant.seat(board, ::grid::Nation::German) == seat { Side::German } else { Side::Allied }
}

impl<V: Doctrine> Brain for Grid<V> {
    fn weigh(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        options: &[Action<V::Own>],
        weights: &mut Vec<f32>,
    ) {
        let field = Field::new(self, board, side_of(self, board, seat));
        let first = weights.len();
        habits::weigh(&field, step, options, weights);
        // What to strike is plain to see, what to hold is not: whoever strays does so most in defence.
        let clarity = V::CLARITY * (0.2 + 0.8 * field.aims.zeal(field.side));
        for weight in &mut weights[first..] {
            *weight *= clarity;
        }
    }

    fn judge(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat) -> f32 {
        let allied = value::allied(self, step, board);
        if side_of(self, board, seat) == Side::Allied { allied } else { -allied }
    }

    fn player_turn(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> u32 {
        value::player_turn::<V>(step, board)
    }

    const LOOSENESS: f32 = 0.06;

    fn effort(&self, step: &Step<V::Own>, _: &BoardOf<V>, level: &Level) -> (usize, u32) {
        value::effort::<V>(step, level)
    }

    fn plan(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> String {
        let field = Field::new(self, board, side_of(self, board, seat));
        reasons::plan(&field, step, action)
    }
}
