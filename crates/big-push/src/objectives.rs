//! Objectives: who holds a place (13.1.1), and the markers of the campaign (15.6).

use grid::board::Mark;
use grid::units::{Kind, Nation};
use grid::{Event, Flow, Side, Square, Squares};

use crate::data::{MarkerKind, Objective};
use crate::own::{OwnEvent, german};
use crate::{BigPush, BigPushOwn, Somme, areas};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// How many British and French markers are drawn (15.6.1).
pub(crate) const DRAWN: [(Nation, u8); 2] = [(Nation::British, 5), (Nation::French, 2)];

/// Whether a nation holds a square: it stands there, or it alone of the two sides has a zone of control on it, or it
/// was the last to hold or pass it (13.1.1).
pub fn holds(game: &BigPush, board: &Board, nation: Nation, square: Square) -> bool {
    for side in Side::BOTH {
        if board.occupied(side).contains(square) {
            return board
                .troops_at(&game.pack, side, square)
                .any(|unit| game.pack.unit(unit).nation == nation);
        }
    }
    let (allied, german) =
        (board.zoc(Side::Allied).contains(square), board.zoc(Side::German).contains(square));
    if allied != german {
        return game.pack.map.around(square).any(|(_, near)| {
            !board.is_interdicted(near)
                && board.units_at(near).any(|unit| {
                    let counter = game.pack.unit(unit);
                    let state = board.unit(unit);
                    counter.nation == nation
                        && counter.is_ground()
                        && state.good_order()
                        && !(counter.kind == Kind::Hq && state.has(Mark::Back))
                })
        });
    }
    board.holder(square) == Some(nation)
}

/// The towns behind the Allied line are Allied at the start, empty ones too: British or French by their rows
/// (15.7.1).
// Ruling 113: other empty places count as German.
pub(crate) fn note_rear_towns(game: &BigPush, board: &mut Board) {
    let victory = &game.variant.own.scenarios[usize::from(board.scenario)].victory;
    for square in victory.towns.iter().flat_map(|town| town.squares.iter().copied()) {
        if board.units_at(square).next().is_none() {
            let nation = if areas::in_own_area(game, board, Nation::British, square) {
                Nation::British
            } else {
                Nation::French
            };
            board.hold(nation, square);
        }
    }
}

/// Whether a nation holds enough squares of a place.
pub fn holds_enough(game: &BigPush, board: &Board, nation: Nation, squares: &[Square], needed: u8) -> bool {
    squares.iter().filter(|square| holds(game, board, nation, **square)).count() >= usize::from(needed)
}

/// How many of a list of places a nation holds.
pub(crate) fn count(game: &BigPush, board: &Board, nation: Nation, places: &[Objective]) -> u8 {
    places.iter().filter(|place| holds_enough(game, board, nation, &place.squares, place.needed)).count()
        as u8
}

/// Places that count for the Command Center: those of the scenario, or drawn ones in the campaign (ruling 95).
pub(crate) fn reached(game: &BigPush, board: &Board) -> u8 {
    let scenario = &game.variant.own.scenarios[usize::from(board.scenario)];
    if scenario.campaign {
        return held_markers(game, board).count_ones() as u8;
    }
    count(game, board, Nation::British, &scenario.victory.british)
        + count(game, board, Nation::French, &scenario.victory.french)
}

/// The drawn territorial markers that their nation holds.
pub(crate) fn held_markers(game: &BigPush, board: &Board) -> u16 {
    let mut held = 0;
    for (index, marker) in game.variant.own.markers.iter().enumerate() {
        if board.own.markers >> index & 1 == 1
            && marker.kind == MarkerKind::Territorial
            && holds_enough(game, board, marker.nation, &marker.squares, marker.needed)
        {
            held |= 1 << index;
        }
    }
    held
}

/// Whether two objectives that are held may be claimed by showing them (9.1).
// Ruling 185: while assaults are committed, which the enemy cannot tell from any other commitment.
pub(crate) fn may_claim(game: &BigPush, board: &Board) -> bool {
    if !game.variant.own.scenarios[usize::from(board.scenario)].campaign {
        return false;
    }
    let held = held_markers(game, board);
    held.count_ones() >= 2 && (held & board.own.shown).count_ones() < 2
}

/// The held objectives that have not been shown yet.
pub(crate) fn to_show(game: &BigPush, board: &Board) -> u16 {
    held_markers(game, board) & !board.own.shown
}

/// As many are shown as make two, of the owner's choice.
pub(crate) fn run_claim(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    let held = held_markers(game, board);
    let open = held & !board.own.shown;
    let lacking = 2u32.saturating_sub((held & board.own.shown).count_ones());
    if lacking > 0 && open.count_ones() > lacking {
        return Flow::Ask;
    }
    if lacking > 0 {
        board.own.shown |= open;
    }
    let markers = held & board.own.shown;
    context.tell(|| Event::Own(OwnEvent::Claimed { markers }));
    Flow::Return
}

/// The markers are drawn in secret, five British and two French (15.6.1).
pub(crate) fn draw(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    for (nation, count) in DRAWN {
        for _ in 0..count {
            draw_one(game, board, nation, context);
        }
    }
    Flow::Return
}

fn left(game: &BigPush, board: &Board, nation: Nation) -> Vec<u8> {
    let markers = &game.variant.own.markers;
    (0..markers.len() as u8)
        .filter(|index| markers[usize::from(*index)].nation == nation && board.own.markers >> index & 1 == 0)
        .collect()
}

fn draw_one(game: &BigPush, board: &mut Board, nation: Nation, context: &mut Context) -> u8 {
    let cup = left(game, board, nation);
    let drawn = context.dice.draw_hidden(cup.len() as u8);
    let marker = cup[usize::from(drawn - 1)];
    board.own.markers |= 1 << marker;
    context.tell(|| Event::Own(OwnEvent::Drew { marker }));
    marker
}

/// One marker is put aside and another of the same nation drawn (15.5.2, 15.6.1).
pub(crate) fn change(game: &BigPush, board: &mut Board, from: u8, context: &mut Context) {
    let nation = game.variant.own.markers[usize::from(from)].nation;
    let cup = left(game, board, nation);
    let drawn = context.dice.draw_hidden(cup.len() as u8);
    let to = cup[usize::from(drawn - 1)];
    board.own.markers = board.own.markers & !(1 << from) | 1 << to;
    context.tell(|| Event::Own(OwnEvent::Changed { from, to }));
}

/// The Germans name a nation and see one of its drawn markers (15.5.3, 15.6.1).
pub(crate) fn discover(game: &BigPush, board: &mut Board, nation: Nation, context: &mut Context) {
    let markers = &game.variant.own.markers;
    let drawn: Vec<u8> = (0..markers.len() as u8)
        .filter(|index| markers[usize::from(*index)].nation == nation && board.own.markers >> index & 1 == 1)
        .collect();
    let pick = context.dice.draw_hidden(drawn.len() as u8);
    let marker = drawn[usize::from(pick - 1)];
    board.own.discovered = marker;
    context.tell(|| Event::Own(OwnEvent::Discovered { marker }));
}

/// Whether a drawn marker's goal is reached at the end of the game (15.6.2 to 15.6.6).
pub(crate) fn is_met(game: &BigPush, board: &Board, index: usize) -> bool {
    let marker = &game.variant.own.markers[index];
    match marker.kind {
        MarkerKind::Territorial => holds_enough(game, board, marker.nation, &marker.squares, marker.needed),
        MarkerKind::Exit => {
            board.own.exits[marker.nation.index() + 2] >= marker.needed && exits_covered(board)
        }
        MarkerKind::Breakthrough => board.own.breakthroughs >= marker.needed,
        MarkerKind::Strength => {
            board.own.strength_lost >= u16::from(marker.needed)
                && board.points[Side::Allied.index()].total() > board.points[Side::German.index()].total()
        }
        MarkerKind::Reserves => {
            let committed = board.own.has(Side::German, german::COMMIT_RESERVES);
            board.own.regiments >= if committed { marker.needed_with_reserves } else { marker.needed }
        }
    }
}

/// Every square used for an exit is Allied, or in an Allied zone of control, and in no German one (15.6.3).
pub(crate) fn exits_covered(board: &Board) -> bool {
    open_exits(board).is_empty()
}

/// The squares used for an exit that are not covered so.
pub(crate) fn open_exits(board: &Board) -> Squares {
    let covered =
        |square: &Square| board.in_zoc_of(Side::Allied, *square) && !board.in_zoc_of(Side::German, *square);
    board.own.exit_squares.iter().filter(|square| !covered(square)).collect()
}
