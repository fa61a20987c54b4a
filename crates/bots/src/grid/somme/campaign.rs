//! The campaign of the Somme: what points, towns and operations are worth there.

use ::grid::units::Kind;
use ::grid::{Mark, Side, Square, Squares, Unit};
use big_push::data::MarkerKind;
use big_push::own::german;
use big_push::{BigPush, Somme};

use super::{Aims, Board, area};
use crate::grid::field::Field;

/// How eagerly each side attacks: the Germans, who win by two towns behind the Allied line, strike back.
const ZEAL: [f32; 2] = [1.0, 0.5];

/// What a step of each side is worth to its enemy.
const PRICE: [f32; 2] = [0.25, 0.25];

/// The part of that price that a step costs its own side: the Allies are there to attack, but their steps
/// count double.
const THRIFT: [f32; 2] = [0.6, 1.0];

/// The worth of a returning step, less its points. The Allies win by twice the German points: a point for the
/// Germans costs them two, and each step that the Germans call up brings the Allies nearer to victory.
const REFILL: [f32; 2] = [-0.2, -0.2];

/// This many headquarters of a side are enough: each one called up gives the enemy a point.
const STAFF: usize = 6;

/// The worth of each of the towns; two of them win for the Germans.
const TOWN: f32 = 8.0;

/// The same to the Allies in their phases while they have it: they need not crowd there.
const OWN_TOWN: f32 = 2.0;

/// The part of the start trench's worth that is left when a drawn marker is out of reach: without all markers
/// the trench decides nothing, but Germans are still beaten there.
const WITHOUT_HOPE: f32 = 0.4;

/// What it costs a unit to stand outside its nation's area: three points, which count double against the Allies.
const TRESPASS: f32 = 3.0;

/// The same in a scenario, where points decide less.
const STRAY: f32 = 0.5;

/// The same in the last turn of a scenario, when no unit goes on from there.
const STRAY_AT_LAST: f32 = 1.0;

/// Captured ground and the towns behind the Allied line are guarded from this many turns before the last:
/// there are enough turns to take ground in, and two towns lose the campaign.
pub(super) const GUARDED: u8 = 3;

/// From this many turns before the last, the British and the French help each other.
const HELP: u8 = 5;

/// Helpers may stand at most this far from a lost town.
const AROUND: u8 = 5;

/// The unit has paid for standing outside; it pays only once.
const CHARGED: Mark = Mark::OwnC;

/// The operations that each side buys, one bit each. Guns that cannot be fired at are worth far more than
/// their ten points; every other operation that was tried gave the enemy at least as much as it brought.
const OPERATIONS: [u8; 2] = [0, 1 << german::CONCEALED_ARTILLERY];

fn is_played(game: &BigPush, board: &Board) -> bool {
    game.variant.own.scenarios[usize::from(board.scenario)].campaign
}

/// What both sides want besides places.
pub(super) fn aims() -> Aims {
    let mut aims = Aims::new(ZEAL, PRICE, REFILL);
    aims.long_war = true;
    aims.thrift = THRIFT;
    aims.staff = STAFF;
    aims.raiders = Some(Side::German);
    aims
}

/// Adds what the towns behind the Allied line are worth.
pub(super) fn add_towns(game: &BigPush, board: &Board, aims: &mut Aims) {
    for town in &game.variant.own.scenarios[usize::from(board.scenario)].victory.towns {
        for square in &town.squares {
            let is_safe = board.phasing == Side::Allied && !board.occupied(Side::German).contains(*square);
            let worth = if is_safe { OWN_TOWN } else { TOWN };
            aims.raise(*square, worth / f32::from(town.needed.max(1)));
        }
    }
}

/// Where the British and the French help each other: around the towns behind the Allied line in which Germans stand
/// near the end.
pub(super) fn calls_for_help(game: &BigPush, board: &Board) -> Squares {
    if board.last_turn.saturating_sub(board.turn) > HELP {
        return Squares::EMPTY;
    }
    let towns = &game.variant.own.scenarios[usize::from(board.scenario)].victory.towns;
    let lost = towns
        .iter()
        .flat_map(|town| &town.squares)
        .filter(|square| board.occupied(Side::German).contains(**square));
    lost.fold(Squares::EMPTY, |around, square| around | game.pack.map.disc(*square, AROUND))
}

/// The part of its worth that the German start trench still has.
pub(super) fn trench(game: &BigPush, board: &Board) -> f32 {
    if is_hopeless(game, board) { WITHOUT_HOPE } else { 1.0 }
}

/// Whether a drawn marker is out of reach, and with it the first victory.
pub(super) fn is_hopeless(game: &BigPush, board: &Board) -> bool {
    let hopeless = |(index, marker): (usize, &big_push::data::Marker)| {
        board.own.markers >> index & 1 == 1
            && matches!(marker.kind, MarkerKind::Exit | MarkerKind::Breakthrough | MarkerKind::Reserves)
    };
    is_played(game, board) && game.variant.own.markers.iter().enumerate().any(hopeless)
}

/// The cost, in the worth of ground, of a unit's going outside its nation's area.
pub(super) fn trespass(field: &Field<Somme>, unit: Unit, to: Square) -> f32 {
    let (game, board) = (field.grid, field.board);
    let counter = game.pack.unit(unit);
    let pays = counter.side == Side::Allied && counter.kind != Kind::Hq && !board.unit(unit).has(CHARGED);
    if !pays || area(game, board, counter.nation).contains(to) {
        return 0.0;
    }
    if is_played(game, board) {
        TRESPASS
    } else if board.turn >= board.last_turn {
        STRAY_AT_LAST
    } else {
        STRAY
    }
}

/// The weight of conducting no operations.
pub(super) fn without_operations(side: Side) -> f32 {
    if OPERATIONS[side.index()] == 0 { 0.5 } else { -0.5 }
}

/// The weight of a choice of operations, by what it shares with those that are worth their points.
pub(super) fn operations(side: Side, chosen: u8) -> f32 {
    let wanted = OPERATIONS[side.index()];
    (chosen & wanted).count_ones() as f32 - 0.5 * (chosen & !wanted).count_ones() as f32
}
