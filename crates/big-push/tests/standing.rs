//! Every condition of every scenario, met and lacking, on boards made by hand.

mod common;

use big_push::{BigPush, Somme};
use engine::staff::{Count, Row, Verdict, verdict};
use engine::{Present, Setup, Viewer};
use grid::{Mark, Nation, Place, Side, Square, Unit};

type Board = grid::BoardOf<Somme>;

/// A board on which only one side is left.
fn only(game: &BigPush, scenario: &str, side: Side) -> Board {
    let (mut board, _) = game.start(&Setup::of(scenario)).expect("a scenario");
    let gone: Vec<Unit> = board.on_map(&game.pack, side.enemy()).collect();
    for unit in gone {
        game.take_off(&mut board, unit, Place::Pool);
    }
    board
}

/// Infantry of a nation that was not on the map stands on these squares.
fn man(game: &BigPush, board: &mut Board, nation: Nation, squares: &[Square]) {
    let of_nation = |unit: &Unit| {
        let counter = game.pack.unit(*unit);
        counter.nation == nation && counter.kind.is_foot() && !board.square(*unit).is_some()
    };
    let units: Vec<Unit> = game.pack.all_units().filter(of_nation).collect();
    assert!(units.len() >= squares.len(), "{} units for {} squares", units.len(), squares.len());
    for (unit, square) in units.into_iter().zip(squares) {
        game.place(board, unit, *square);
        board.update(&game.pack, unit, |state| state.set(Mark::Disrupted, false));
    }
}

fn rows(game: &BigPush, board: &Board) -> Vec<Row> {
    game.standing(board, Viewer::Omniscient, Count::Ahead).rows
}

fn check(rows: &[Row], side: &str, met: bool, scenario: &str) {
    let own: Vec<&Row> = rows.iter().filter(|row| row.side == side).collect();
    assert!(!own.is_empty());
    for row in own {
        assert_eq!(row.goal.met, Some(met), "{scenario}: {:#?}", row.goal);
        assert_eq!(
            row.goal.lacking.is_empty() && row.goal.parts.iter().all(|part| part.met == Some(true)),
            met
        );
    }
}

#[test]
fn the_allies_have_everything() {
    let game = common::game();
    for (index, scenario) in game.pack.scenarios.iter().enumerate() {
        let victory = &game.variant.own.scenarios[index].victory;
        let mut board = only(&game, &scenario.id, Side::Allied);
        man(&game, &mut board, Nation::British, &victory.hold);
        for (nation, places) in [(Nation::British, &victory.british), (Nation::French, &victory.french)] {
            let squares: Vec<Square> =
                places.iter().flat_map(|place| place.squares.iter().copied()).collect();
            for square in squares {
                if board.units_at(square).next().is_none() {
                    man(&game, &mut board, nation, &[square]);
                }
                // Who has left again was the last to pass.
                board.hold(nation, square);
            }
        }
        board.own.exits = [20, 20, 20, 20];
        board.own.breakthroughs = 9;
        board.own.strength_lost = 900;
        board.own.regiments = 90;
        board.points[Side::Allied.index()].losses = 200;
        if game.variant.own.scenarios[index].campaign {
            let combat = |marker: usize| game.variant.own.markers[marker].squares.is_empty();
            let markers = (0..game.variant.own.markers.len()).filter(|marker| combat(*marker));
            board.own.markers = markers.fold(0, |all, marker| all | 1 << marker);
        }
        let rows = rows(&game, &board);
        check(&rows, "Allies", true, &scenario.id);
        check(&rows, "Germans", false, &scenario.id);
        assert!(matches!(verdict(&rows), Verdict::Won { side: "Allies", group: "Allied victory I" }));
    }
}

#[test]
fn the_germans_have_everything() {
    let game = common::game();
    for (index, scenario) in game.pack.scenarios.iter().enumerate() {
        let mut board = only(&game, &scenario.id, Side::German);
        let victory = &game.variant.own.scenarios[index].victory;
        let towns: Vec<Square> = victory.towns.iter().flat_map(|town| town.squares.iter().copied()).collect();
        let rear = game.pack.map.trench[Side::Allied.index()];
        let front = game.pack.map.trench[Side::German.index()];
        let squares: Vec<Square> =
            towns.into_iter().chain(rear.iter().take(9)).chain(front.iter().take(9)).collect();
        man(&game, &mut board, Nation::German, &squares);
        board.points[Side::German.index()].losses = 200;
        if game.variant.own.scenarios[index].campaign {
            board.own.markers = 1;
        }
        let rows = rows(&game, &board);
        check(&rows, "Germans", true, &scenario.id);
        check(&rows, "Allies", false, &scenario.id);
        let trench = rows.iter().find(|row| row.goal.text.contains("start trench")).expect("a row");
        assert!(trench.goal.lacking.squares.len() >= 9, "{:?}", trench.goal);
        assert!(matches!(verdict(&rows), Verdict::Won { side: "Germans", .. }));
    }
}

/// A town is no use without its way home.
#[test]
fn a_town_that_is_cut_off_shows_where() {
    let game = common::game();
    let mut board = only(&game, "devil-machines", Side::German);
    let bapaume = game.pack.map.find("P7").expect("Bapaume");
    let gone: Vec<Unit> = board.units_at(bapaume).collect();
    for unit in gone {
        game.take_off(&mut board, unit, Place::Pool);
    }
    man(&game, &mut board, Nation::British, &[bapaume]);
    let ring: Vec<Square> = game.pack.map.around(bapaume).map(|(_, square)| square).collect();
    man(&game, &mut board, Nation::German, &ring);
    let rows = rows(&game, &board);
    let town = rows.iter().find(|row| row.group == "Allied victory III").expect("a row");
    assert_eq!(town.goal.met, Some(false));
    assert!(town.goal.lacking.text.starts_with("The way ends at "), "{:?}", town.goal.lacking);
    assert!(!town.goal.lacking.squares.is_empty());
}
