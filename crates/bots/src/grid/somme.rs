//! The Big Push: the Allies must clear the German start trench and take their objectives; the Germans need only deny it.

mod campaign;
mod goals;
mod standing;
mod trench;

use ::grid::map::Edge;
use ::grid::units::Nation;
use ::grid::{Action, Side, Square, Squares, Step, Unit};
use big_push::{BigPush, BigPushOwn, OwnAction, OwnStep, Somme};

use super::aims::Aims;
use super::field::Field;
use super::temper::Temper;
use super::{Doctrine, NEVER};
use goals::wants_exits;

type Board = ::grid::BoardOf<Somme>;

/// How eagerly each side attacks: the Germans only deny.
const ZEAL: [f32; 2] = [1.0, 0.25];

/// The part of their price that steps cost the side that loses them: the Allies are there to attack.
const THRIFT: [f32; 2] = [0.35, 1.0];

/// Captured ground is guarded from this many turns before the last. A side that began earlier would walk back
/// while there is still ground to take.
const GUARDED: u8 = 1;

/// The worth of leaving over the edge where that wins: no place on the map is worth more.
const LEAVE: f32 = 20.0;

/// The worth to the Germans of each square of the edge that the Allies must not leave over.
const DOOR: f32 = 0.3;

/// The area of a nation, outside which its troops cost points.
fn area(game: &BigPush, board: &Board, nation: Nation) -> Squares {
    let map = &game.pack.map;
    let rows = &game.variant.own.scenarios[usize::from(board.scenario)].british_rows;
    let last = rows.iter().rev().find(|(from, _)| *from <= board.turn).map_or(0, |(_, row)| *row);
    let british = map.first_rows(last.saturating_add(1));
    match nation {
        Nation::British => british,
        Nation::French => map.all - british,
        Nation::German => map.all,
    }
}

/// The temper that has done best for the Allies, from Over the Top.
const ALLIES: Temper = Temper {
    boldness: 0.10,
    price: 0.95,
    kill: 1.37,
    line: 0.90,
    depth: 0.72,
    guard: 0.86,
    riposte: 0.07,
    garrison: 1.46,
    menace: 0.60,
    onward: 1.13,
    hold: 0.74,
    pull: 1.35,
    risk: 1.20,
    wall: 1.21,
    hope: 0.66,
    bared: 0.85,
    foothold: 0.78,
    caught: 1.40,
    elsewhere: 1.46,
    soften: 1.18,
    service: 1.42,
    hq_danger: 0.62,
    again: 0.16,
    spare: 0.79,
    entrench: 0.30,
    climb: 3.07,
    bother: 0.57,
    crowd: 1.74,
    confidence: 0.68,
    ..Temper::ORDINARY
};

impl Doctrine for Somme {
    const CLARITY: f32 = 0.6;
    const LEAST_CHANCE: f32 = 0.05;

    fn seasoned(&self, board: &Board, side: Side) -> Temper {
        let [allied, german] = board.points.map(|points| points.total());
        match side {
            // The points that the border costs do not matter to a side that leads in points; in the campaign
            // all count.
            Side::Allied if allied >= german && !self.own.scenarios[usize::from(board.scenario)].campaign => {
                Temper { border: 0.0, ..ALLIES }
            }
            Side::Allied => ALLIES,
            Side::German => Temper::ORDINARY,
        }
    }

    fn aims(&self, game: &BigPush, board: &Board) -> Aims {
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        // At the end there is nothing to spare troops for.
        let end = if board.turn >= board.last_turn { 0.3 } else { 1.0 };
        // A unit that returns in the last two turns is too late for the front, but its points count.
        let refill = if board.turn + 1 >= board.last_turn { -0.3 } else { 0.3 };
        let mut aims =
            if campaign { campaign::aims() } else { Aims::new(ZEAL, [0.2 * end, 0.18], [refill; 2]) };
        if !campaign {
            aims.thrift = THRIFT;
        }
        goals::add_places(game, board, &mut aims);
        campaign::add_towns(game, board, &mut aims);
        goals::add_trench(game, board, &mut aims);
        aims
    }

    /// The Germans move last (4.0).
    fn has_last_word(&self, board: &Board, side: Side) -> bool {
        side == Side::German && board.phasing == side && board.turn >= board.last_turn
    }

    fn guarded(&self, game: &BigPush, board: &Board, side: Side, _: &Aims) -> (Squares, f32) {
        let left = board.last_turn.saturating_sub(board.turn);
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        if side == Side::German {
            return if wants_exits(game, board) {
                (game.pack.map.edges[Edge::East as usize], DOOR)
            } else {
                (Squares::EMPTY, 0.0)
            };
        }
        if left > if campaign { campaign::GUARDED } else { GUARDED } {
            return (Squares::EMPTY, 0.0);
        }
        (goals::to_guard(game, board), 1.0 / (1.0 + 0.3 * f32::from(left)))
    }

    /// The towns that win by themselves must be occupied (14.3.7, 14.4.5).
    fn posts(&self, game: &BigPush, board: &Board, side: Side) -> Squares {
        if side == Side::Allied { goals::to_occupy(game, board) } else { Squares::EMPTY }
    }

    fn leave(&self, field: &Field<Somme>) -> f32 {
        if field.side == Side::Allied && wants_exits(field.grid, field.board) { LEAVE } else { NEVER }
    }

    fn trespass(&self, field: &Field<Somme>, unit: Unit, to: Square) -> f32 {
        campaign::trespass(field, unit, to)
    }

    /// Concealed guns are gone before the blow falls (15.5.3).
    fn slips_away(&self, game: &BigPush, board: &Board, unit: Unit) -> bool {
        big_push::operations::is_concealed(game, board, unit)
    }

    fn home(&self, game: &BigPush, board: &Board, nation: Nation) -> Squares {
        area(game, board, nation) | campaign::calls_for_help(game, board)
    }

    fn silences(&self, game: &BigPush, board: &Board, nation: Nation) -> f32 {
        let (factors, modifiers) = game.assess_counter(board, nation);
        (f32::from(factors) - f32::from(modifiers.sum())).clamp(0.0, 6.0) / 6.0
    }

    fn standing(&self, game: &BigPush, board: &Board) -> f32 {
        standing::standing(game, board)
    }

    fn margin(&self, game: &BigPush, board: &Board) -> f32 {
        standing::margin(game, board)
    }

    #[allow(clippy::match_same_arms, reason = "one arm for each question")]
    fn weigh_own(&self, field: &Field<Somme>, step: &Step<BigPushOwn>, action: Action<BigPushOwn>) -> f32 {
        let Step::Own(step) = *step else { return 0.0 };
        match (step, action) {
            (OwnStep::AirPlacement, Action::Target(square))
                if !field.board.occupied(field.enemy).contains(square) =>
            {
                -0.5
            }
            (OwnStep::LayMines { .. } | OwnStep::AirPlacement, Action::Target(square)) => {
                3.0 * field.softening(square) + 0.2
            }
            (OwnStep::Planning(_) | OwnStep::Plan(_), Action::Own(OwnAction::Yes)) => 1.0,
            (OwnStep::Operating, Action::Own(OwnAction::No)) => campaign::without_operations(field.side),
            (OwnStep::Operations, Action::Own(OwnAction::Operations(chosen))) => {
                campaign::operations(field.side, chosen)
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

    fn advice_own(&self, field: &Field<Somme>, action: Action<BigPushOwn>) -> &'static str {
        match action {
            Action::Own(OwnAction::Operations(0) | OwnAction::No) => "it would cost more than it brings",
            Action::Own(OwnAction::Operations(_) | OwnAction::Yes) => "it brings more than it costs",
            Action::Own(OwnAction::Marker(_) | OwnAction::Claim | OwnAction::Show(_)) => {
                "these objectives are within your reach"
            }
            Action::Own(OwnAction::Foot | OwnAction::Mounted) => "this arm is the stronger one here",
            _ if field.side == Side::Allied => "it prepares your next blow",
            _ => "it strengthens your line",
        }
    }
}
