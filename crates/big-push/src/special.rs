//! Mines and cavalry (14.1.3, 15.5.2).

use engine::Forbidden;
use grid::losses::{Cause, Losses, Scope};
use grid::steps;
use grid::units::{Kind, Nation};
use grid::{Event, Flow, Mark, Side, Square, Squares};

use crate::data::MineMarker;
use crate::own::{OwnEvent, allied};
use crate::{BigPush, BigPushOwn, OwnRule, Somme};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// German infantry in its start trench, down to the scenario's row (14.1.3).
fn trench_infantry(game: &BigPush, board: &Board) -> Squares {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let Some((_, last_row)) = scenario.mines else { return Squares::EMPTY };
    let map = &game.pack.map;
    let trench = map.trench[Side::German.index()];
    (trench & *board.occupied(Side::German))
        .iter()
        .filter(|square| {
            map.position(*square).1 <= i16::from(last_row)
                && board
                    .troops_at(&game.pack, Side::German, *square)
                    .any(|unit| game.pack.unit(unit).kind == Kind::Infantry)
        })
        .collect()
}

/// Germans next to a British unit and not engaged (15.5.2).
fn within_reach(game: &BigPush, board: &Board) -> Squares {
    let map = &game.pack.map;
    board
        .occupied(Side::German)
        .iter()
        .filter(|square| {
            let british = map.around(*square).any(|(_, near)| {
                board.units_at(near).any(|unit| game.pack.unit(unit).nation == Nation::British)
            });
            let engaged = board.units_at(*square).any(|unit| board.unit(unit).has(Mark::Engaged));
            british && !engaged
        })
        .collect()
}

/// Squares where a mine may be laid: under infantry in the German start trench, one marker to a square; of those laid
/// in a later turn one may lie under any Germans that British units can reach (14.1.3, 15.5.2).
pub(crate) fn mine_squares(game: &BigPush, board: &Board) -> Squares {
    let trench = trench_infantry(game, board);
    let elsewhere = !board.own.pre_game && (board.own.mines - trench).is_empty();
    let squares = if elsewhere { trench | within_reach(game, board) } else { trench };
    squares - board.own.mines
}

pub(crate) fn may_lay(game: &BigPush, board: &Board, square: Square) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let legal = mine_squares(game, board).contains(square);
    verdict.when(!legal, grid::Rule::<crate::BigPushOwn>::from(OwnRule::Mines));
    verdict
}

/// After the Allied bombardment each mine is tried: on 1 to 3 it blows and a marker says what it does
/// (14.1.3).
pub(crate) fn blow(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    let Some(square) = board.own.mines.first() else {
        board.own.mines_drawn = 0;
        return Flow::Return;
    };
    board.own.mines.remove(square);
    let chart = &game.variant.own.charts.mines;
    let die = context.d6();
    if die > chart.upto || !board.occupied(Side::German).contains(square) {
        context.tell(|| Event::Own(OwnEvent::Mine { square, die, marker: None }));
        return Flow::Again;
    }
    let left: Vec<u8> =
        (0..chart.markers.len() as u8).filter(|index| board.own.mines_drawn >> index & 1 == 0).collect();
    let draw = context.dice.draw(left.len() as u8);
    let index = left[usize::from(draw - 1)];
    board.own.mines_drawn |= 1 << index;
    let marker = chart.markers[usize::from(index)];
    context.tell(|| Event::Own(OwnEvent::Mine { square, die, marker: Some(marker) }));
    let rule = grid::Rule::from(OwnRule::Mines);
    if matches!(marker, MineMarker::StepAndDisrupt | MineMarker::Disrupt | MineMarker::Suppress) {
        let disrupted = marker != MineMarker::Suppress;
        // The losses in hand say that a mine blows, which concealed guns do not escape.
        board.losses = Losses::new(Side::German, square, 0, Cause::Mine, Scope::Square);
        let units = game.shake(board, Side::German, square, disrupted);
        board.losses = Losses::NONE;
        context.tell(|| Event::Shaken { square, disrupted, units, rule });
    }
    if matches!(marker, MineMarker::StepAndDisrupt | MineMarker::Step) {
        board.losses = Losses::new(Side::German, square, 1, Cause::Mine, Scope::Square);
        return Flow::call(steps::Losses);
    }
    Flow::Again
}

/// How many mines are laid in this turn: two with Plant Mines after the first turn (15.5.2).
pub(crate) fn mines_this_turn(game: &BigPush, board: &Board) -> u8 {
    let planting = board.own.has(Side::Allied, allied::PLANT_MINES);
    if planting && board.turn > board.own.first_turn {
        game.variant.own.charts.operations.extra_mines
    } else {
        0
    }
}

/// From July 15 each cavalry brigade that is held is tried: on 1 to 3 it is free (14.1.3).
pub(crate) fn release_cavalry(game: &BigPush, board: &mut Board, context: &mut Context) {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    let Some((from, until)) = scenario.cavalry_release else { return };
    if board.turn < from || board.turn > until {
        return;
    }
    for unit in game.pack.all_units() {
        if game.pack.unit(unit).kind == Kind::Cavalry
            && board.square(unit).is_some()
            && board.unit(unit).has(Mark::Held)
        {
            let die = context.d6();
            let released = die <= game.variant.own.charts.cavalry.release_upto;
            context.tell(|| Event::Own(OwnEvent::Cavalry { unit, die, released }));
            if released {
                board.update(&game.pack, unit, |state| state.set(Mark::Held, false));
            }
        }
    }
}
