//! British and French in one assault (8.1, 11.3).

use grid::event::{Modifiers, Rolled};
use grid::resources::SPECIAL;
use grid::units::Nation;
use grid::{Event, Flow, Side, Step};

use crate::own::{OwnEvent, OwnStep};
use crate::{BigPush, BigPushOwn, OwnRule, Somme, areas, tanks};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;

/// The assault in hand has passed its coordination test.
pub(crate) const COORDINATED: u8 = 1;
/// Tanks and cavalry have been sorted out.
pub(crate) const SORTED: u8 = 2;

/// Whether the assault in hand is made by both nations.
pub(crate) fn is_joint(game: &BigPush, board: &Board) -> bool {
    let mut nations = [false; 3];
    game.attackers(board, board.assault.target, |unit| nations[game.pack.unit(unit).nation.index()] = true);
    nations[Nation::British.index()] && nations[Nation::French.index()]
}

/// Modifiers of the coordination roll.
// Ruling 91: the table is on no chart; 1 to 3 succeeds, rain hinders, the boundary helps.
pub(crate) fn modifiers(game: &BigPush, board: &Board) -> Modifiers<crate::BigPushOwn> {
    let chart = &game.variant.own.charts.coordination;
    let mut modifiers = Modifiers::new();
    modifiers.add_if(board.weather.is_foul(), OwnRule::Coordination, chart.foul, "rain or snow");
    let row = game.pack.map.position(board.assault.target).1;
    let last = i16::from(areas::last_british_row(game, board));
    let near = (row - last).abs().min((row - last - 1).abs()) < i16::from(chart.boundary_rows);
    modifiers.add_if(near, OwnRule::Coordination, chart.near_boundary, "near the boundary");
    modifiers
}

/// One die decides whether both nations attack together; otherwise the player chooses one of them.
pub(crate) fn coordinate(game: &BigPush, board: &mut Board, context: &mut Context) -> Flow<BigPushOwn> {
    let modifiers = modifiers(game, board);
    let die = context.d6();
    let roll = Rolled::one(OwnRule::Coordination, die, modifiers);
    let success = roll.total() <= game.variant.own.charts.coordination.upto;
    context.tell(|| Event::Own(OwnEvent::Coordinated { roll, success }));
    board.assault.own |= COORDINATED;
    if success { Flow::Return } else { Flow::Goto(Step::Own(OwnStep::ChooseNation)) }
}

/// The other nation stands down.
pub(crate) fn keep(game: &BigPush, board: &mut Board, nation: Nation, context: &mut Context) {
    tanks::stand_down(game, board, OwnRule::Coordination, context, |unit| {
        game.pack.unit(unit).nation != nation
    });
}

/// With three seats each resource of the one Allied roll is divided as evenly as possible, the odd one to the nation
/// with more assaults; tanks and cavalry are British (9.1).
// Ruling 173.
pub(crate) fn share(game: &BigPush, board: &mut Board, given: [u8; 12]) {
    let mut assaults = [0u8; 3];
    for square in game.assaulted(board, Side::Allied, grid::commitment::Renewed::Too).iter() {
        let mut nations = [false; 3];
        game.attackers(board, square, |unit| nations[game.pack.unit(unit).nation.index()] = true);
        for (count, present) in assaults.iter_mut().zip(nations) {
            *count += u8::from(present);
        }
    }
    let more_french = assaults[Nation::French.index()] > assaults[Nation::British.index()];
    for (kind, count) in given.into_iter().enumerate() {
        let half = count / 2;
        let (british, french) = match (kind == usize::from(SPECIAL), more_french) {
            (true, _) => (count, 0),
            (false, true) => (half, count - half),
            (false, false) => (count - half, half),
        };
        board.resources[Nation::British.index()][kind] = british;
        board.resources[Nation::French.index()][kind] = french;
    }
}
