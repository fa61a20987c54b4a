//! British air bombardment (6.6): the counter is placed before the guns fire and strikes after them.

use engine::Forbidden;
use grid::bombardment::Hit;
use grid::{Event, Flow, GunRules, Mark, Side, Square, Squares};

use crate::own::OwnEvent;
use crate::variant::on;
use crate::{BigPush, BigPushOwn, OwnRule, Somme, options};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// German units of the front line: on their start trench, or within two squares of an Allied unit on their bank.
// Ruling 41 and 59: the rules do not say where the line runs.
pub(crate) fn german_line(game: &BigPush, board: &Board) -> Squares {
    let map = &game.pack.map;
    let trench = &map.trench[Side::German.index()];
    board
        .occupied(Side::German)
        .iter()
        .filter(|square| {
            trench.contains(*square)
                || map.disc(*square, 2).iter().any(|near| {
                    board.occupied(Side::Allied).contains(near)
                        && map.bank[near.index()] == map.bank[square.index()]
                })
        })
        .collect()
}

/// Where the air counter may lie: on a unit of the German line, or at most three squares from one and not west of it,
/// and neither on Allied nor on engaged units.
pub(crate) fn targets(game: &BigPush, board: &Board) -> Squares {
    let map = &game.pack.map;
    let mut targets = german_line(game, board);
    for _ in 0..3 {
        // Eastward, northward and southward steps never lead west of the unit they begin with.
        let mut wider = targets;
        for direction in [0, 1, 2, 3, 4].map(grid::Direction) {
            wider = wider | map.shifted(targets, direction);
        }
        targets = wider;
    }
    targets = targets
        - *board.occupied(Side::Allied)
        - game.variant.protected_from_bombardment(game, board, Side::Allied);
    for square in (targets & *board.occupied(Side::German)).iter() {
        if board.units_at(square).any(|unit| board.unit(unit).has(Mark::Engaged)) {
            targets.remove(square);
        }
    }
    targets
}

pub(crate) fn may_place(game: &BigPush, board: &Board, square: Square) -> Forbidden {
    let mut verdict = Forbidden::NO;
    let legal = square.is_some() && targets(game, board).contains(square);
    verdict.when(!legal, grid::Rule::<crate::BigPushOwn>::from(grid::Common::AirBombardment));
    let concealed = game.variant.protected_from_bombardment(game, board, Side::Allied);
    verdict
        .when(concealed.contains(square), grid::Rule::<crate::BigPushOwn>::from(OwnRule::GermanOperations));
    verdict
}

/// The column that two dice choose, if they hit at all.
fn column(game: &BigPush, dice: [u8; 2]) -> Option<u8> {
    let column = dice[0] + dice[1] - game.pack.charts.bombardment.air_first.min(2);
    (column <= 8).then_some(column)
}

/// The result of the third die; in an empty square any success interdicts.
fn damage(game: &BigPush, board: &Board, square: Square, column: u8, die: u8) -> Hit {
    let hit = game.bombardment_result(column, die as i8);
    let occupied = board.occupied(Side::German).contains(square);
    if hit != Hit::Miss && !occupied { Hit::Interdict } else { hit }
}

/// What three dice of an air strike do, the interdiction by the column alone included.
pub(crate) fn result(game: &BigPush, board: &Board, square: Square, dice: [u8; 2], die: u8) -> Hit {
    let Some(column) = column(game, dice) else { return Hit::Miss };
    let hit = damage(game, board, square, column, die);
    let by_column = hit == Hit::Miss && interdicts_by_column(game, board) && !board.is_interdicted(square);
    if by_column { Hit::Interdict } else { hit }
}

fn interdicts_by_column(game: &BigPush, board: &Board) -> bool {
    game.pack.first_edition() || on(board, options::AIR_COLUMN)
}

/// Two dice choose the column, one die the result, without modifiers. Any damage also interdicts the square (6.6).
// Ruling: with an option the success that interdicts is that of the two dice, 2 to 10, whatever the third shows.
pub(crate) fn strike(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    let square = board.own.air;
    if !square.is_some() {
        return Flow::Return;
    }
    board.own.air = Square::NONE;
    let dice = [context.d6(), context.d6()];
    let Some(column) = column(game, dice) else {
        context.tell(|| Event::Own(OwnEvent::AirStruck { square, dice, die: None, hit: Hit::Miss }));
        return Flow::Return;
    };
    let die = context.d6();
    let hit = damage(game, board, square, column, die);
    context.tell(|| Event::Own(OwnEvent::AirStruck { square, dice, die: Some(die), hit }));
    if !board.is_interdicted(square) && (hit != Hit::Miss || interdicts_by_column(game, board)) {
        board.interdict(&game.pack, Side::Allied, square, true);
        context.tell(|| Event::Interdicted { square });
    }
    game.apply_hit(board, Side::Allied, square, hit, context)
}
