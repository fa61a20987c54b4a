//! Mass simulation: one scenario played many times.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use engine::{Seat, Setup};
use games::Playable;

use crate::contestant::Contestant;
use crate::error::LabError;
use crate::observe::Observer;
use crate::play::{Finished, Table};
use crate::player::Player;
use crate::rows::{GameRow, Places, Results, Run};
use crate::{seeds, sides, workers};

/// Plays the games of a run, or of its shard, on `threads` threads; `after_game` is called after each.
///
/// A game depends only on the run's seed and its own index, so shards and threads make no difference.
pub fn simulate(
    game: &dyn Playable,
    run: &Run,
    threads: usize,
    mut after_game: impl FnMut(),
) -> Result<Results, LabError> {
    let setup = Setup { scenario: run.scenario.clone(), options: run.options.clone() };
    let sides = sides::sides(game, &setup)?;
    let levels: Vec<Contestant> =
        run.levels.iter().map(|level| Contestant::parse(level)).collect::<Result<_, _>>()?;
    if levels.is_empty() || levels.len() > sides.len() {
        return Err(LabError::Setup(format!("{} levels for {} sides", levels.len(), sides.len())));
    }
    // A single level counts for all sides.
    let level_of = |side: usize| side.min(levels.len() - 1);
    let seats = sides.iter().enumerate();
    let seating: BTreeMap<Seat, usize> =
        seats.flat_map(|(side, seats)| seats.iter().map(move |seat| (*seat, level_of(side)))).collect();
    let names: Vec<String> = levels.iter().map(Contestant::name).collect();
    let mut results = Results { run: run.clone(), games: Vec::new(), places: Places::default() };
    let mut trouble = None;
    workers::in_order(
        &run.indices(),
        threads,
        || levels.iter().map(|level| level.player(None, None, 1)).collect::<Vec<_>>(),
        |players, index| {
            let seed = seeds::of_game(run.seed, index);
            let table = Table { game, setup: &setup, names: &names, seating: &seating, seed };
            one_game(&table, index, players)
        },
        |_, played| {
            after_game();
            match played {
                Ok((row, places)) => {
                    results.games.push(row);
                    results.places.add(places);
                    ControlFlow::Continue(())
                }
                Err(error) => {
                    trouble = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    trouble.map_or(Ok(results), Err)
}

fn one_game(
    table: &Table,
    index: u64,
    players: &mut [Box<dyn Player>],
) -> Result<(GameRow, Places), LabError> {
    let title = table.game.title();
    let mut observer = Observer::new(title);
    let Finished { session, fault, .. } = table.play(players, &mut |session| observer.watch(session))?;
    let (winners, result) = session.outcome().unwrap_or_else(|| (Vec::new(), "broken off".into()));
    let row = GameRow {
        game: index,
        seed: table.seed,
        winners: winners.iter().map(|seat| title.seats[usize::from(seat.0)].id.clone()).collect(),
        result,
        turns: observer.rows.last().map_or(0, |row| row.turn),
        decisions: session.seq(),
        fault: fault.map(|(_, fault)| fault.why),
        by_turn: observer.rows,
    };
    Ok((row, observer.seen))
}
