//! The Big Push: the Allies must clear the German start trench and take their objectives; the Germans need only deny it.

use ::grid::map::Edge;
use ::grid::units::Nation;
use ::grid::{Action, Side, Square, Squares, Step};
use big_push::data::{MarkerKind, Objective};
use big_push::{BigPush, BigPushOwn, OwnAction, OwnStep, Somme, objectives};

use super::aims::Aims;
use super::field::Field;
use super::{Doctrine, NEVER};

type Board = ::grid::BoardOf<Somme>;

/// The objectives of the Allies that count now, each with its nation and what it is worth.
fn places<'a>(game: &'a BigPush, board: &'a Board) -> impl Iterator<Item = (Nation, &'a [Square], u8, f32)> {
    let own = &game.variant.own;
    let scenario = &own.scenarios[usize::from(board.scenario)];
    let list = |nation: Nation, places: &'a [Objective]| {
        places.iter().map(move |place| (nation, place.squares.as_slice(), place.needed, 2.0))
    };
    let drawn = own.markers.iter().enumerate().filter(move |(index, marker)| {
        scenario.campaign && board.own.markers >> index & 1 == 1 && marker.kind == MarkerKind::Territorial
    });
    list(Nation::British, &scenario.victory.british)
        .chain(list(Nation::French, &scenario.victory.french))
        .chain(drawn.map(|(_, marker)| (marker.nation, marker.squares.as_slice(), marker.needed, DRAWN)))
}

/// What was taken is guarded in the last turns: so many before the last one.
const GUARDED: u8 = 3;

/// What a place is worth that was drawn in the campaign: all must be held for a victory.
const DRAWN: f32 = 1.5;

/// What the towns are worth together that win by themselves.
const TOWNS: f32 = 10.0;

/// What a square of the edge is worth to each side over which troops leave for a victory. The Germans must not run
/// there before the Allies.
const EDGE: [f32; 2] = [1.5, 0.5];

/// How many objectives the British and the French still lack; a part of one counts in part.
fn lacking(game: &BigPush, board: &Board) -> [f32; 2] {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let mut lacking = [0.0f32; 3];
    let mut total = [0.0f32; 3];
    for (nation, squares, needed, _) in places(game, board) {
        let held = squares.iter().filter(|square| objectives::holds(game, board, nation, **square)).count();
        let part = (held as f32 / f32::from(needed.max(1))).min(1.0);
        lacking[nation.index()] += 1.0 - part;
        total[nation.index()] += 1.0;
    }
    let wanted = |nation: Nation, needed: u8| {
        let spare = total[nation.index()] - f32::from(needed);
        (lacking[nation.index()] - spare).max(0.0)
    };
    let victory = &scenario.victory;
    if scenario.campaign {
        return [lacking[0], lacking[1]];
    }
    [wanted(Nation::British, victory.british_needed), wanted(Nation::French, victory.french_needed)]
}

/// Whether the Allies win by leaving over the east edge, and have not yet. Where the squares must be kept as well,
/// nobody tries.
fn wants_exits(game: &BigPush, board: &Board) -> bool {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let [british, french, ..] = board.own.exits;
    scenario
        .victory
        .exits
        .is_some_and(|exits| !exits.exclusive && british.saturating_add(french) < exits.count)
}

impl Doctrine for Somme {
    const CLARITY: f32 = 0.6;
    const LEAST_CHANCE: f32 = 0.05;

    fn aims(&self, game: &BigPush, board: &Board) -> Aims {
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        // At the end nothing is left to spare anybody for.
        let end = if board.turn >= board.last_turn { 0.3 } else { 1.0 };
        let price = if campaign { [0.25, 0.25] } else { [0.2 * end, 0.18] };
        // Nobody comes back in time after the last turn, but his points count.
        let refill = if board.turn >= board.last_turn { -0.3 } else { 0.3 };
        // Twice the enemy's points win the campaign: what gives him one point takes two.
        let allied = if campaign { -0.2 } else { refill };
        let mut aims = Aims::new([1.0, 0.25], price, [allied, refill]);
        for (nation, squares, needed, worth) in places(game, board) {
            for square in squares {
                let held = if objectives::holds(game, board, nation, *square) { 0.8 } else { 1.0 };
                aims.add(*square, held * worth / f32::from(needed.max(1)));
            }
        }
        let victory = &self.own.scenarios[usize::from(board.scenario)].victory;
        for town in &victory.hold {
            aims.raise(*town, TOWNS / victory.hold.len() as f32);
        }
        if wants_exits(game, board) {
            for square in game.pack.map.edges[Edge::East as usize].iter() {
                aims.raise(square, EDGE[board.phasing.index()]);
            }
        }
        // One German left in his start trench denies the Allies their victory: the last ones matter most.
        let trench = game.pack.map.trench[Side::German.index()];
        let manned = trench & *board.occupied(Side::German);
        let each = 1.5 + 10.0 / (1.0 + manned.count() as f32);
        for square in manned.iter() {
            aims.add(square, each);
        }
        // Whoever walks back into the trench at the end undoes it all.
        let late = f32::from(board.last_turn.saturating_sub(board.turn));
        let open = 0.15 + 2.0 / (1.0 + manned.count() as f32) / (1.0 + late);
        for square in (trench - manned).iter() {
            aims.add(square, open);
        }
        aims
    }

    fn guarded(&self, game: &BigPush, board: &Board, side: Side, _: &Aims) -> (Squares, f32) {
        let left = board.last_turn.saturating_sub(board.turn);
        if side == Side::German || left > GUARDED {
            return (Squares::EMPTY, 0.0);
        }
        let mut squares = game.pack.map.trench[Side::German.index()];
        for (_, place, _, _) in places(game, board) {
            squares = squares | place.iter().copied().collect();
        }
        (squares - *board.occupied(Side::German), 1.0 / (1.0 + 0.3 * f32::from(left)))
    }

    fn leave(&self, field: &Field<Somme>) -> f32 {
        if field.side == Side::Allied && wants_exits(field.grid, field.board) { 2.0 } else { NEVER }
    }

    fn home(&self, game: &BigPush, board: &Board, nation: Nation) -> Squares {
        let map = &game.pack.map;
        let rows = &self.own.scenarios[usize::from(board.scenario)].british_rows;
        let last = rows.iter().rev().find(|(from, _)| *from <= board.turn).map_or(0, |(_, row)| *row);
        let british = map.first_rows(last.saturating_add(1));
        match nation {
            Nation::British => british,
            Nation::French => map.all - british,
            Nation::German => map.all,
        }
    }

    fn silences(&self, game: &BigPush, board: &Board, nation: Nation) -> f32 {
        let (factors, modifiers) = game.assess_counter(board, nation);
        (f32::from(factors) - f32::from(modifiers.sum())).clamp(0.0, 6.0) / 6.0
    }

    fn standing(&self, game: &BigPush, board: &Board) -> f32 {
        // How many times the Allies may still attack.
        let turns = f32::from(board.last_turn.saturating_sub(board.turn))
            + if board.phasing == Side::Allied { 1.0 } else { 0.0 };
        let trench = game.pack.map.trench[Side::German.index()] & *board.occupied(Side::German);
        let [british, french] = lacking(game, board);
        let points = board.points[Side::Allied.index()].total() - board.points[Side::German.index()].total();
        // Fitted to how 1,200 games of captains ended.
        0.11 * turns
            - 0.15 * trench.count() as f32 / (1.0 + 0.35 * turns)
            - 0.24 * (british + french) / (1.0 + turns)
            + 0.002 * f32::from(points)
    }

    fn margin(&self, game: &BigPush, board: &Board) -> f32 {
        if self.own.scenarios[usize::from(board.scenario)].campaign {
            return self.standing(game, board);
        }
        let trench = game.pack.map.trench[Side::German.index()] & *board.occupied(Side::German);
        let lacking = trench.count() as f32 + 1.5 * lacking(game, board).iter().sum::<f32>();
        2.0 * (-0.35 * lacking).exp() - 1.0
    }

    #[allow(clippy::match_same_arms, reason = "one arm for each question")]
    fn weigh_own(&self, field: &Field<Somme>, step: &Step<BigPushOwn>, action: Action<BigPushOwn>) -> f32 {
        let Step::Own(step) = *step else { return 0.0 };
        match (step, action) {
            (OwnStep::LayMines { .. } | OwnStep::AirPlacement, Action::Target(square)) => {
                3.0 * field.softening(square) + 0.2
            }
            (OwnStep::Planning(_) | OwnStep::Plan(_), Action::Own(OwnAction::Yes)) => 1.0,
            (OwnStep::Operating, Action::Own(OwnAction::No)) => 0.5,
            (OwnStep::Operations, Action::Own(OwnAction::Operations(chosen))) => {
                -0.5 * chosen.count_ones() as f32
            }
            (OwnStep::Change, Action::Own(OwnAction::No)) => 0.5,
            (OwnStep::ChooseNation, Action::Own(OwnAction::Nation(nation))) => {
                let mut factors = 0.0;
                field.grid.attackers(field.board, field.board.assault.target, |unit| {
                    if field.grid.pack.unit(unit).nation == nation {
                        factors += field.attack(unit);
                    }
                });
                0.3 * factors
            }
            (OwnStep::JoinTanks, Action::Use(_)) => 1.0,
            (OwnStep::JoinTanks, Action::Own(OwnAction::Foot)) => 0.4,
            (OwnStep::Substitute, Action::Use(kind)) => match kind {
                ::grid::resources::CREEPING => 1.0,
                ::grid::resources::LIFT => 0.8,
                _ => 0.3,
            },
            (OwnStep::ConcealedGuns, Action::Place { unit, to }) => field.place(unit, to),
            (_, Action::Retreat { unit, to }) => field.fall_back(unit, to),
            _ => 0.0,
        }
    }

    fn reason_own(&self, field: &Field<Somme>, action: Action<BigPushOwn>) -> &'static str {
        match action {
            Action::Target(_) => "softens what will be attacked",
            Action::Own(OwnAction::Operations(_) | OwnAction::Yes | OwnAction::No) => {
                "weighs the points it costs"
            }
            _ if field.side == Side::Allied => "prepares the next blow",
            _ => "strengthens the line",
        }
    }
}
