//! Every condition of every scenario, met and lacking, on boards made by hand.

use engine::staff::{Count, Row, Verdict, verdict};
use engine::{Present, Setup, Viewer};
use grid::{Nation, Place, Side, Square, Unit};
use verdun::data::Condition;
use verdun::{Game, Table};

use crate::common;

/// Every square that the conditions of a side name.
fn named(game: &Game, board: &Table, side: Side) -> Vec<Square> {
    fn of(condition: &Condition, names: &mut Vec<String>) {
        match condition {
            Condition::OccupyAtLeast { objectives, .. } => {
                for objective in objectives {
                    names.extend(objective.squares.iter().chain(&objective.zoc_on_any).cloned());
                }
            }
            Condition::OccupyOrLastThrough { squares }
            | Condition::Occupy { squares }
            | Condition::OccupyAll { squares }
            | Condition::OccupyAny { squares, .. }
            | Condition::ZocOnAny { squares }
            | Condition::Encircle { squares } => names.extend(squares.iter().cloned()),
            Condition::AllOf { conditions } => {
                for condition in conditions {
                    of(condition, names);
                }
            }
            _ => {}
        }
    }
    let mut names = Vec::new();
    let victories = game.variant.scenario(board).raw.victory.iter();
    for condition in victories.filter(|victory| victory.side.side() == side).flat_map(|v| &v.conditions) {
        of(condition, &mut names);
    }
    names.sort();
    names.dedup();
    names.iter().filter_map(|name| game.pack.map.find(name)).collect()
}

/// A board on which only one side is left, and stands wherever it wants to; it leads by a hundred points.
fn everything(game: &Game, scenario: &str, side: Side, more: &[Square]) -> Table {
    let (mut board, _) = game.start(&Setup::of(scenario)).expect("a scenario");
    let all: Vec<Unit> = game.pack.all_units().filter(|unit| board.square(*unit).is_some()).collect();
    for unit in all {
        game.take_off(&mut board, unit, Place::Pool);
    }
    let squares = named(game, &board, side);
    let infantry = |unit: &Unit| {
        let counter = game.pack.unit(*unit);
        counter.nation.side() == side && counter.kind.is_foot()
    };
    let units: Vec<Unit> = game.pack.all_units().filter(infantry).collect();
    assert!(units.len() >= squares.len() + more.len(), "{scenario}");
    for (unit, square) in units.into_iter().zip(squares.iter().chain(more)) {
        game.place(&mut board, unit, *square);
    }
    board.points[side.index()].losses = 400;
    board
}

fn check(rows: &[Row], side: &str, met: bool, scenario: &str) {
    let own: Vec<&Row> = rows.iter().filter(|row| row.side == side).collect();
    assert!(!own.is_empty());
    for row in own {
        assert_eq!(row.goal.met, Some(met), "{scenario}: {:#?}", row.goal);
        assert_eq!(row.goal.lacking.is_empty(), met, "{scenario}: {:#?}", row.goal);
    }
}

#[test]
fn each_side_has_everything() {
    let game = common::game();
    let line: Vec<Square> = game.pack.map.trench[Side::Allied.index()].iter().take(20).collect();
    for scenario in &game.pack.scenarios {
        for (side, name, other) in [(Side::German, "Germans", "French"), (Side::Allied, "French", "Germans")]
        {
            let more = if side == Side::Allied { &line[..] } else { &[] };
            let mut board = everything(&game, &scenario.id, side, more);
            let drawn = game.variant.scenario(&board).raw.objectives;
            if drawn > 0 {
                // Only places, which can be stood on, are drawn.
                let rows = game.variant.data.charts.objectives.rows.iter().enumerate();
                let places = rows.filter(|(_, row)| !row.squares.is_empty()).take(usize::from(drawn));
                board.own.objectives = places.fold(0, |all, (bit, _)| all | 1 << bit);
                if side == Side::German {
                    let objectives = board.own.objectives;
                    for bit in (0..17usize).filter(|bit| objectives >> bit & 1 == 1) {
                        for square in game.variant.data.objectives[bit].iter() {
                            board.hold(Nation::German, square);
                        }
                    }
                }
            }
            let rows = game.standing(&board, Viewer::Omniscient, Count::Ahead).rows;
            check(&rows, name, true, &scenario.id);
            check(&rows, other, false, &scenario.id);
            let won = matches!(verdict(&rows), Verdict::Won { side, .. } if side == name);
            assert!(won, "{}: {:?}", scenario.id, verdict(&rows));
        }
    }
}

/// Who may not know the objectives is not told how a lead stands that hangs on them.
#[test]
fn the_french_do_not_know_the_secret_objectives() {
    let game = common::game();
    let mut board = everything(&game, "campaign", Side::German, &[]);
    board.own.objectives = 0xff;
    board.own.wants_operations = [1; 2];
    let of = |board: &Table, seat| game.standing(board, Viewer::Seat(engine::Seat(seat)), Count::Ahead);
    assert!(of(&board, 0).rows.iter().all(|row| row.goal.met.is_some()));
    assert!(of(&board, 1).rows.iter().any(|row| row.goal.met.is_none()));
    let before = of(&board, 1);
    board.own.objectives = 0xff00;
    assert_eq!(of(&board, 1), before, "other objectives look the same to the French");
    assert_ne!(of(&board, 0), game.standing(&board, Viewer::Seat(engine::Seat(1)), Count::Ahead));
}
