//! How fast players play: games and decisions a second, on one core and on all.

use std::fmt::Write;

use crate::arena::Arena;
use crate::clock::Stopwatch;
use crate::error::LabError;

/// A measurement on a number of threads.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// How many games ran at once.
    pub threads: usize,
    /// How many games.
    pub games: u64,
    /// Decisions taken.
    pub decisions: usize,
    /// Decisions imagined by the players.
    pub imagined: usize,
    /// How long it took.
    pub seconds: f64,
}

/// Plays the match once on one thread, and again on twice as many until all are used.
pub fn measure(arena: &mut Arena) -> Result<Vec<Measured>, LabError> {
    let most = arena.threads.max(1);
    let mut measured = Vec::new();
    let mut threads = 1;
    loop {
        arena.threads = threads;
        let watch = Stopwatch::start();
        let tally = arena.run(|_, _, _| Ok(()))?;
        measured.push(Measured {
            threads,
            games: tally.games.iter().sum(),
            decisions: tally.decisions,
            imagined: tally.imagined,
            seconds: watch.seconds(),
        });
        if threads == most {
            arena.threads = most;
            return Ok(measured);
        }
        threads = (2 * threads).min(most);
    }
}

/// The measurements as rows of a Markdown table, ready for a document.
pub fn markdown(players: &str, measured: &[Measured]) -> String {
    let mut table =
        "| players | threads | games | seconds | games/s | decisions/s | imagined decisions/s | speed-up |\n\
                     |---|---:|---:|---:|---:|---:|---:|---:|\n"
            .to_owned();
    let alone = measured.first().map_or(1.0, |one| one.games as f64 / one.seconds);
    for one in measured {
        let rate = |count: f64| count / one.seconds;
        let _ = writeln!(
            table,
            "| {players} | {} | {} | {:.2} | {:.2} | {:.0} | {:.0} | {:.2} |",
            one.threads,
            one.games,
            one.seconds,
            rate(one.games as f64),
            rate(one.decisions as f64),
            rate(one.imagined as f64),
            rate(one.games as f64) / alone
        );
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_are_counts_by_seconds() {
        let one = Measured { threads: 1, games: 10, decisions: 500, imagined: 4_000, seconds: 2.0 };
        let two = Measured { threads: 2, seconds: 1.25, ..one };
        let table = markdown("captain against recruit", &[one, two]);
        assert!(
            table.contains("| captain against recruit | 1 | 10 | 2.00 | 5.00 | 250 | 2000 | 1.00 |"),
            "{table}"
        );
        assert!(table.contains("| 2 | 10 | 1.25 | 8.00 | 400 | 3200 | 1.60 |"), "{table}");
    }
}
