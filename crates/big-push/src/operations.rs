//! Operations of the campaign (15.5): whether, which, and what they change before play.

use engine::seat::Seats;
use engine::{Forbidden, Seat};
use grid::units::Kind;
use grid::{Event, Flow, Mark, Place, Side, Step};

use crate::own::{OwnAction, OwnBoard, OwnEvent, OwnStep, allied, german};
use crate::{BigPush, BigPushOwn, OwnRule, Somme};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

const NO: u8 = 1;
const YES: u8 = 2;

/// The seat that decides a side's operations: the British for the Allies.
pub(crate) fn seat_of(side: Side) -> Seat {
    match side {
        Side::Allied => Seat(0),
        Side::German => Seat(1),
    }
}

fn side_of(seat: Seat) -> Side {
    if seat == seat_of(Side::German) { Side::German } else { Side::Allied }
}

/// Those who have not yet written whether they conduct operations.
pub(crate) fn undecided(board: &Board) -> Seats {
    Side::BOTH
        .into_iter()
        .filter(|side| board.own.operating[side.index()] == 0)
        .fold(Seats::NONE, |seats, side| seats.with(seat_of(side)))
}

/// Those who conduct operations and have not yet written which.
pub(crate) fn choosing(board: &Board) -> Seats {
    Side::BOTH
        .into_iter()
        .filter(|side| board.own.operations[side.index()] == OwnBoard::OPEN)
        .fold(Seats::NONE, |seats, side| seats.with(seat_of(side)))
}

/// Both write yes or no in secret, then show it (15.5).
pub(crate) fn run_operating(board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    if !undecided(board).is_empty() {
        return Flow::Ask;
    }
    for side in Side::BOTH {
        let yes = board.own.operating[side.index()] == YES;
        context.tell(|| Event::Own(OwnEvent::Operating { side, yes }));
        board.own.operations[side.index()] = if yes { OwnBoard::OPEN } else { 0 };
    }
    Flow::Goto(Step::Own(OwnStep::Operations))
}

pub(crate) fn answer(board: &mut Board, seat: Seat, yes: bool, context: &mut Context) {
    let side = side_of(seat);
    board.own.operating[side.index()] = if yes { YES } else { NO };
    context.tell(|| Event::Own(OwnEvent::Answered { side, yes }));
}

/// Those who said yes write their operations; then all are shown and paid for (15.5, 15.5.1).
pub(crate) fn run_operations(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    if !choosing(board).is_empty() {
        return Flow::Ask;
    }
    let charts = &game.variant.own.charts.operations;
    for side in Side::BOTH {
        let chosen = board.own.operations[side.index()];
        if chosen == 0 {
            continue;
        }
        let table = if side == Side::Allied { &charts.allied } else { &charts.german };
        let points: i16 = table
            .iter()
            .enumerate()
            .filter(|(index, _)| chosen >> index & 1 == 1)
            .map(|(_, line)| line.vp)
            .sum();
        board.points[side.enemy().index()].other += points;
        context.tell(|| Event::Own(OwnEvent::ChoseOperations { side, chosen, points }));
    }
    prepare(game, board);
    Flow::Return
}

pub(crate) fn write(board: &mut Board, seat: Seat, chosen: u8, context: &mut Context) {
    let side = side_of(seat);
    board.own.operations[side.index()] = chosen;
    context.tell(|| Event::Own(OwnEvent::WroteOperations { side, chosen }));
}

pub(crate) fn check_write(board: &Board, seat: Seat, action: OwnAction) -> Forbidden {
    let legal = matches!(action, OwnAction::Operations(chosen) if (1..64).contains(&chosen))
        && choosing(board).contains(seat);
    let mut verdict = Forbidden::NO;
    verdict.when(!legal, grid::Rule::<crate::BigPushOwn>::from(OwnRule::OperationsTable));
    verdict
}

/// What operations change at once: a gun more, a later start, German guns taken in hand again (15.5.2, 15.5.3).
fn prepare(game: &BigPush, board: &mut Board) {
    if board.own.has(Side::Allied, allied::BUILD_ARTILLERY) {
        let (gun, square) = game.variant.own.extra_gun;
        game.place(board, gun, square);
        game.excuse_set_up(board);
    }
    if board.own.has(Side::Allied, allied::TRAIN_TROOPS) {
        board.turn = game.variant.own.charts.operations.training_starts;
        board.own.first_turn = board.turn;
    }
    if board.own.has(Side::German, german::CONCEALED_ARTILLERY) {
        for unit in game.pack.all_units() {
            let counter = game.pack.unit(unit);
            if counter.side == Side::German && counter.kind == Kind::Artillery && board.square(unit).is_some()
            {
                game.take_off(board, unit, Place::Hand);
            }
        }
    }
}

/// The next concealed gun and the squares where it may stand: anywhere behind the German line (15.5.3).
pub(crate) fn next_concealed(game: &BigPush, board: &Board) -> Option<(grid::Unit, grid::Squares)> {
    let gun = game
        .pack
        .all_units()
        .find(|unit| board.unit(*unit).place() == Place::Hand && game.pack.side(*unit) == Side::German)?;
    let squares = game.behind_line(board, Side::German);
    let fit = squares.iter().filter(|square| game.may_stand(board, gun, *square).is_legal()).collect();
    Some((gun, fit))
}

/// Whether a side may use its Command Center operation in this turn: once, in its months (15.5.2, 15.5.3).
pub(crate) fn may_plan(game: &BigPush, board: &Board, side: Side) -> bool {
    let charts = &game.variant.own.charts.operations;
    let ((first, last), operation) = match side {
        Side::Allied => (charts.command_center_allied, allied::COMMAND_CENTER),
        Side::German => (charts.command_center_german, german::COMMAND_CENTER),
    };
    board.own.has(side, operation)
        && board.own.planned[side.index()] == 0
        && (first..=last).contains(&board.turn)
        && has_assaults(game, board, side)
}

/// Whether a side has any assault to resolve.
pub(crate) fn has_assaults(game: &BigPush, board: &Board, side: Side) -> bool {
    !game.assaulted(board, side, grid::commitment::Renewed::Too).is_empty()
}

/// A brigade called up in place of the one on the schedule enters where that one would (ruling 127).
pub(crate) fn stand_in_entry(game: &BigPush, board: &Board, unit: grid::Unit) -> Option<grid::Squares> {
    let scenario = &game.pack.scenarios[usize::from(board.scenario)];
    let Place::Due(turn) = board.unit(unit).place() else { return None };
    if scenario.call(unit).is_some() {
        return None;
    }
    let class = game.pack.unit(unit).class;
    let alike = |other: &grid::Unit| game.pack.unit(*other).class == class;
    let mut called =
        scenario.reinforcements.iter().filter(|group| group.turn == turn && group.units.iter().any(alike));
    Some(called.find_map(|group| group.entry).map_or(grid::Squares::EMPTY, grid::Squares::one))
}

/// Squares the German off-map artillery reaches, if it has not fired in this phase (15.5.3).
pub(crate) fn off_map(game: &BigPush, board: &Board) -> (grid::Squares, u8) {
    let chart = &game.variant.own.charts.operations.off_map;
    if !board.own.has(Side::German, german::OFF_MAP_ARTILLERY) || board.own.off_map == stamp(board) {
        return (grid::Squares::EMPTY, 0);
    }
    let map = &game.pack.map;
    let reach = i16::from(chart.range);
    let squares = map
        .all
        .iter()
        .filter(|square| {
            let (column, row) = map.position(*square);
            row < reach || i16::from(map.columns) - 1 - column < reach
        })
        .collect();
    (squares, chart.factors)
}

/// Names a phase of the game.
pub(crate) fn stamp(board: &Board) -> u8 {
    board.turn * 2 + u8::from(board.phasing == Side::German)
}

/// Whether a unit is one of the concealed guns.
pub fn is_concealed(game: &BigPush, board: &Board, unit: grid::Unit) -> bool {
    let counter = game.pack.unit(unit);
    counter.side == Side::German
        && counter.kind == Kind::Artillery
        && board.own.has(Side::German, german::CONCEALED_ARTILLERY)
}

/// Concealed guns in the assaulted square slip away before the assault (15.5.3).
pub(crate) fn concealed_in_target(game: &BigPush, board: &Board) -> Option<grid::Unit> {
    let target = board.assault.target;
    if board.assault.side != Side::Allied || !target.is_some() {
        return None;
    }
    board
        .troops_at(&game.pack, Side::German, target)
        .find(|unit| is_concealed(game, board, *unit) && !board.unit(*unit).has(Mark::Engaged))
}
