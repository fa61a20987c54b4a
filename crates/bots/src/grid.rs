//! How to play the games on squares, The Big Push and Verdun.
//!
//! Guns first, infantry where the odds are good and the ground is worth it, and a line that holds behind it.
//! The scenario decides what the ground is worth and who wants to attack. That, and the questions of one game
//! alone, is the [`Doctrine`] of each game.

mod advice;
mod aims;
mod battery;
mod danger;
mod draws;
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
mod stores;
mod temper;
mod toll;
mod turns;
mod warnings;

use ::grid::{Action, BoardOf, Grid, Side, Speak, Step};
use engine::Seat;

use crate::{Brain, Level, Plan, Warning};
use aims::Aims;
use field::Field;
use temper::Temper;

/// The weight of an answer that is given only when there is no other.
pub(crate) const NEVER: f32 = -20.0;

/// How much depends on a place near the enemy that is far from every goal, where a goal is worth about 1.
const ANYWHERE: f32 = 0.2;

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

/// What only one game knows: the worth of its ground, the value of a board, and answers to its questions.
pub(crate) trait Doctrine: Speak {
    /// How clearly weights speak in this game, compared with others at the same temperature.
    const CLARITY: f32;

    /// No side makes a second wave where the chance to take a square is smaller than this. A side that does
    /// not attack hopes for resources from this chance on; an attacker's limit is the same in both games.
    const LEAST_CHANCE: f32 = 0.0;

    /// The temper that has done best for a side, measured in games in which only that side had it.
    fn seasoned(&self, board: &BoardOf<Self>, side: Side) -> Temper;

    /// What each side wants, in the scenario that is played.
    fn aims(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> Aims;

    /// Where a nation's troops should be.
    fn home(&self, grid: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Nation) -> ::grid::Squares {
        grid.pack.map.all
    }

    /// How a unit can take part in an assault on a square.
    fn part(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Unit, _: ::grid::Square) -> Part {
        Part::Joins
    }

    /// Whether a side is about to make the last moves of the game, to which the enemy cannot reply.
    fn has_last_word(&self, _: &BoardOf<Self>, _: Side) -> bool {
        false
    }

    /// Whether assaults follow on the bombardments of this turn: otherwise guns fire to kill, not to soften.
    fn blows_follow(&self, _: &BoardOf<Self>) -> bool {
        true
    }

    /// Whether a counter-attack in the assault in hand is rolled again.
    fn rolls_again(&self, _: &Grid<Self>, _: &BoardOf<Self>) -> bool {
        false
    }

    /// The chance that the counter-battery fire in hand silences a gun.
    fn silences(&self, grid: &Grid<Self>, board: &BoardOf<Self>, nation: ::grid::Nation) -> f32;

    /// The weight of breaking a unit down, or of building one up: without room a unit goes elsewhere whole.
    fn reform(&self, _: &Field<Self>, action: Action<Self::Own>) -> f32 {
        if matches!(action, Action::Build { .. }) { 0.6 } else { NEVER }
    }

    /// The weight of leaving the map over an edge: the unit is lost or gives points away, so anything else is
    /// better.
    fn leave(&self, _: &Field<Self>) -> f32 {
        NEVER
    }

    /// The cost, in the worth of ground, of a unit's going to a square where it does not belong.
    fn trespass(&self, _: &Field<Self>, _: ::grid::Unit, _: ::grid::Square) -> f32 {
        0.0
    }

    /// Squares that a side should keep under its zones of control against enemies walking in, and what each
    /// is worth.
    fn guarded(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: Side, _: &Aims) -> (::grid::Squares, f32) {
        (::grid::Squares::EMPTY, 0.0)
    }

    /// Squares that count only while a side stands in them.
    fn posts(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: Side) -> ::grid::Squares {
        ::grid::Squares::EMPTY
    }

    /// Whether a unit may go into the fort in whose square it stands.
    fn may_go_in(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Unit) -> bool {
        false
    }

    /// Whether a unit slips away before a blow at it falls.
    fn slips_away(&self, _: &Grid<Self>, _: &BoardOf<Self>, _: ::grid::Unit) -> bool {
        false
    }

    /// The expected result for the Allies, from -1 to 1.
    fn standing(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> f32;

    /// The same when the game is over: how narrowly it was won or lost.
    fn margin(&self, grid: &Grid<Self>, board: &BoardOf<Self>) -> f32 {
        Doctrine::standing(self, grid, board)
    }

    /// The weight of an answer to a question that only this game asks.
    fn weigh_own(&self, field: &Field<Self>, step: &Step<Self::Own>, action: Action<Self::Own>) -> f32;

    /// What speaks for such an answer.
    fn reason_own(&self, field: &Field<Self>, action: Action<Self::Own>) -> &'static str;

    /// The same as advice to a player, to be read after "because".
    fn advice_own(&self, field: &Field<Self>, action: Action<Self::Own>) -> &'static str;
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
        self.weigh_by(Plan::ORDINARY, step, board, seat, options, weights);
    }

    fn weigh_by(
        &self,
        plan: Plan,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        options: &[Action<V::Own>],
        weights: &mut Vec<f32>,
    ) {
        let side = side_of(self, board, seat);
        let temper = Temper::of(plan.temper, self.variant.seasoned(board, side));
        let field = Field::new(self, board, side, temper);
        let first = weights.len();
        habits::weigh(&field, step, options, weights);
        temper::indulge(&field, &plan.whims, options, &mut weights[first..]);
        // It is plain what to strike, and less plain what to hold: a player errs most in defence.
        let clarity = V::CLARITY * (0.1 + 0.9 * field.aims.zeal(field.side));
        for weight in &mut weights[first..] {
            *weight *= clarity;
        }
    }

    fn judge(&self, _: &Step<V::Own>, board: &BoardOf<V>, seat: Seat) -> f32 {
        let allied = Doctrine::standing(&self.variant, self, board).clamp(-1.0, 1.0);
        if side_of(self, board, seat) == Side::Allied { allied } else { -allied }
    }

    fn player_turn(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> u32 {
        turns::player_turn::<V>(step, board)
    }

    /// Stretches of play are planned as a whole; single decisions follow the plan.
    fn effort(&self, _: &Step<V::Own>, _: &BoardOf<V>, _: &Level) -> (usize, u32) {
        (0, 0)
    }

    fn stretch(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat) -> Option<u32> {
        let phasing = side_of(self, board, seat) == board.phasing;
        let part = turns::part(self, step, board).filter(|_| phasing)?;
        Some(self.player_turn(step, board) << 4 | part)
    }

    fn tempers(&self, _: &BoardOf<V>, _: Seat) -> &'static [&'static str] {
        &Temper::NAMES
    }

    fn seasoned(&self, _: &BoardOf<V>, _: Seat) -> u8 {
        Temper::SEASONED
    }

    /// The squares near the enemy where this side stands, or may step; those near goals matter most.
    fn places(&self, board: &BoardOf<V>, seat: Seat, places: &mut Vec<(u16, f32)>) {
        let (map, side) = (&self.pack.map, side_of(self, board, seat));
        let aims = self.variant.aims(self, board);
        let near = map.spread(map.spread(*board.occupied(side.enemy())));
        places.extend((near & map.spread(*board.occupied(side))).iter().map(|square| {
            let around = map.disc(square, temper::NEAR);
            let goals = aims.goals.iter().filter(|(goal, _)| around.contains(*goal));
            (square.0, ANYWHERE + goals.map(|(_, worth)| worth).sum::<f32>())
        }));
    }

    fn luck(&self, step: &Step<V::Own>, board: &BoardOf<V>, action: Action<V::Own>) -> u32 {
        turns::luck::<V>(step, board, action)
    }

    fn round(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> Option<u32> {
        turns::round::<V>(step, board)
    }

    fn margin(&self, board: &BoardOf<V>, seat: Seat) -> f32 {
        let allied = self.variant.margin(self, board).clamp(-1.0, 1.0);
        if side_of(self, board, seat) == Side::Allied { allied } else { -allied }
    }

    fn plan(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> String {
        let field = Field::new(self, board, side_of(self, board, seat), Temper::ORDINARY);
        reasons::plan(&field, step, seat, action)
    }

    fn because(&self, step: &Step<V::Own>, board: &BoardOf<V>, seat: Seat, action: Action<V::Own>) -> String {
        let field = Field::new(self, board, side_of(self, board, seat), Temper::ORDINARY);
        advice::because(&field, step, seat, action)
    }

    fn tempting(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        options: &[Action<V::Own>],
        best: Action<V::Own>,
    ) -> Option<(Action<V::Own>, String)> {
        let field = Field::new(self, board, side_of(self, board, seat), Temper::ORDINARY);
        advice::tempting(&field, step, options, best)
    }

    fn warning(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: Seat,
        options: &[Action<V::Own>],
        action: Action<V::Own>,
    ) -> Option<Warning> {
        let field = Field::new(self, board, side_of(self, board, seat), Temper::ORDINARY);
        warnings::warning(&field, step, options, action)
    }
}
