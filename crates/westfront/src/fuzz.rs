//! `westfront fuzz`: random legal play on all cores.

use std::collections::BTreeSet;
use std::fs;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use engine::fuzz::{Checks, Failure, Stats};
use engine::{Dice, Setup};
use games::{Library, Playable};
use indicatif::{ProgressBar, ProgressStyle};

#[derive(Args)]
pub(crate) struct FuzzArguments {
    /// The game's id.
    game: String,
    /// One scenario; all of them in turn if left out.
    scenario: Option<String>,
    /// How many games.
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// The first game's seed.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Do the slow checks once in so many decisions.
    #[arg(long, default_value_t = 29)]
    every: usize,
    /// Keep every option at its default; otherwise every second game has random ones.
    #[arg(long)]
    plain: bool,
}

/// What all games together came to.
#[derive(Default)]
struct Sum {
    decisions: usize,
    failures: Vec<(u64, Setup, Failure)>,
    cited: BTreeSet<String>,
    results: std::collections::BTreeMap<String, u64>,
}

pub(crate) fn run(library: &Library, arguments: &FuzzArguments) -> Result<ExitCode> {
    let game = crate::find(library, &arguments.game)?;
    let title = game.title();
    if let Some(scenario) = &arguments.scenario {
        title.check(&Setup::of(scenario)).map_err(|error| anyhow::anyhow!(error))?;
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?;
    let bar = ProgressBar::new(arguments.games).with_style(style);
    // A failing game is reported by its record; a panic's own noise would only bury the report.
    std::panic::set_hook(Box::new(|_| {}));
    let started = now();
    let sum = play_all(game.as_ref(), arguments, &bar);
    let seconds = started.elapsed().as_secs_f64();
    let _ = std::panic::take_hook();
    bar.finish_and_clear();

    for (result, count) in &sum.results {
        println!("{count:>7}  {result}");
    }
    let unreached = unreached(game.as_ref(), &sum.cited);
    if !unreached.is_empty() {
        println!("cases that no event, decision or option of these games cited: {}", unreached.join(", "));
    }
    for (seed, setup, failure) in &sum.failures {
        let file = format!("fuzz-failures/{}-{}-{seed}.game", title.id, setup.scenario);
        fs::create_dir_all("fuzz-failures").context("cannot make the folder fuzz-failures")?;
        fs::write(&file, &failure.record).with_context(|| format!("cannot write {file}"))?;
        println!("FAILED seed {seed} ({}): {}\n  record: {file}", setup.scenario, failure.why);
    }
    let rate = sum.decisions as f64 / seconds.max(1e-9);
    let (games, decisions, failures) = (arguments.games, sum.decisions, sum.failures.len());
    println!("{games} games, {decisions} decisions, {failures} failures, {rate:.0} decisions/s");
    Ok(if failures == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

#[expect(clippy::disallowed_methods, reason = "the rate of play is measured, not played")]
fn now() -> std::time::Instant {
    std::time::Instant::now()
}

fn play_all(game: &dyn Playable, arguments: &FuzzArguments, bar: &ProgressBar) -> Sum {
    let checks = Checks { every: arguments.every.max(1), ..Checks::default() };
    let (next, sum) = (AtomicU64::new(0), Mutex::new(Sum::default()));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= arguments.games {
                        return;
                    }
                    let seed = arguments.seed.wrapping_add(index);
                    let setup = setup_of(game, arguments, seed);
                    let result = game.fuzz(&setup, seed, checks);
                    sum.lock().expect("no game panics outside its own guard").add(seed, setup, result);
                    bar.inc(1);
                }
            });
        }
    });
    sum.into_inner().expect("no game panics outside its own guard")
}

/// Scenarios in turn; odd seeds with random options.
fn setup_of(game: &dyn Playable, arguments: &FuzzArguments, seed: u64) -> Setup {
    let title = game.title();
    let scenario = arguments.scenario.clone().unwrap_or_else(|| {
        let index = seed / 2 % title.scenarios.len() as u64;
        title.scenarios[index as usize].id.clone()
    });
    let mut setup = Setup::of(&scenario);
    if seed % 2 == 1 && !arguments.plain {
        let mut dice = Dice::seeded(seed);
        for option in &title.options {
            let value = &option.values[usize::from(dice.draw(option.values.len() as u8)) - 1];
            setup.options.insert(option.id.clone(), value.clone());
        }
    }
    setup
}

fn unreached(game: &dyn Playable, cited: &BTreeSet<String>) -> Vec<String> {
    let book = game.casebook();
    let missing = |number: &&str| !cited.contains(*number) && !book.not_rules.contains_key(*number);
    book.cited().into_iter().filter(missing).map(str::to_owned).collect()
}

impl Sum {
    fn add(&mut self, seed: u64, setup: Setup, result: Result<Stats, Failure>) {
        match result {
            Ok(stats) => {
                self.decisions += stats.decisions;
                self.cited.extend(stats.cited);
                *self.results.entry(format!("{}: {}", setup.scenario, stats.result)).or_default() += 1;
            }
            Err(failure) => self.failures.push((seed, setup, failure)),
        }
    }
}
