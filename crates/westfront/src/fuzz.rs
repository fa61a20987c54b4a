//! `westfront fuzz`: random legal play on all cores.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;
use engine::fuzz::{Checks, Failure, Stats, Turn, Witness};
use engine::title::ScenarioInfo;
use engine::{Dice, Setup};
use games::{Library, Playable};
use indicatif::{ProgressBar, ProgressStyle};
use oracle::Oracle;

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
    /// Do the slow checks once in this many decisions.
    #[arg(long, default_value_t = 29)]
    every: usize,
    /// Keep every option at its default; otherwise every second game has random ones.
    #[arg(long)]
    plain: bool,
    /// Ask the oracle, a second implementation of the rules, at every decision; a difference is a failure.
    #[arg(long)]
    oracle: bool,
}

/// The oracle beside the rules, and how much it has compared.
struct Second {
    oracle: Box<dyn Oracle>,
    compared: Mutex<BTreeMap<&'static str, [usize; 2]>>,
    /// How many positions of differences were written.
    files: AtomicU64,
}

/// The totals of all games.
#[derive(Default)]
struct Sum {
    decisions: usize,
    failures: Vec<(u64, Setup, Failure)>,
    cited: BTreeSet<String>,
    results: BTreeMap<String, u64>,
}

pub(crate) fn run(library: &Library, arguments: &FuzzArguments) -> Result<ExitCode> {
    let game = crate::find(library, &arguments.game)?;
    let title = game.title();
    if let Some(scenario) = &arguments.scenario {
        title.check(&Setup::of(scenario)).map_err(|error| anyhow::anyhow!(error))?;
        let known = |other: &ScenarioInfo| other.id != *scenario || is_in_rulebook(other);
        anyhow::ensure!(
            !arguments.oracle || title.scenarios.iter().all(known),
            "the oracle knows the rulebook's scenarios, and {scenario} is played on a part of the map"
        );
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} games, {eta} left")?;
    let bar = ProgressBar::new(arguments.games).with_style(style);
    // A failing game is reported by its record; a panic's own noise would only bury the report.
    std::panic::set_hook(Box::new(|_| {}));
    let second = arguments.oracle.then(|| Second::of(game.as_ref())).transpose()?;
    let started = now();
    let sum = play_all(game.as_ref(), arguments, second.as_ref(), &bar);
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
    if let Some(second) = &second {
        second.report();
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

fn play_all(
    game: &dyn Playable,
    arguments: &FuzzArguments,
    second: Option<&Second>,
    bar: &ProgressBar,
) -> Sum {
    let witness = second.map(|second| second as &dyn Witness);
    let checks = Checks { every: arguments.every.max(1), witness, ..Checks::default() };
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
                    if let Err(failure) = &result {
                        bar.suspend(|| eprintln!("seed {seed} ({}): {}", setup.scenario, failure.why));
                    }
                    sum.lock().expect("no game panics outside its own guard").add(seed, setup, result);
                    bar.inc(1);
                }
            });
        }
    });
    sum.into_inner().expect("no game panics outside its own guard")
}

/// Whether the oracle can follow a scenario: it was written from the rulebooks alone, and no rulebook has
/// battles on a part of the map.
fn is_in_rulebook(scenario: &ScenarioInfo) -> bool {
    scenario.places.is_empty()
}

/// Scenarios in turn; odd seeds with random options.
fn setup_of(game: &dyn Playable, arguments: &FuzzArguments, seed: u64) -> Setup {
    let title = game.title();
    let scenario = arguments.scenario.clone().unwrap_or_else(|| {
        let known = |scenario: &&ScenarioInfo| !arguments.oracle || is_in_rulebook(scenario);
        let known: Vec<&ScenarioInfo> = title.scenarios.iter().filter(known).collect();
        known[(seed / 2 % known.len() as u64) as usize].id.clone()
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

impl Second {
    fn of(game: &dyn Playable) -> Result<Second> {
        let files = game.files().context("the game has no pack")?;
        let files = files.0.iter().map(|(name, text)| (name.clone(), text.to_string())).collect();
        let oracle = oracle::of(&game.title().id, &files).map_err(|error| anyhow::anyhow!(error))?;
        let compared = oracle.parts().iter().map(|part| (*part, [0, 0])).collect();
        Ok(Second { oracle, compared: Mutex::new(compared), files: AtomicU64::new(0) })
    }

    /// How often each part of the oracle had something to compare, and how often it disagreed.
    fn report(&self) {
        let compared = self.compared.lock().expect("the oracle's panics are caught outside this lock");
        for (part, [asked, differed]) in compared.iter() {
            println!("oracle {part:16} {asked:9} compared {differed:6} differences");
        }
    }
}

impl Witness for Second {
    fn judge(&self, turn: &Turn) -> Result<(), String> {
        let json = |error: serde_json::Error| error.to_string();
        let decision = serde_json::to_value(&turn.decision).map_err(json)?;
        let events = turn.events.iter().map(serde_json::to_value).collect::<Result<_, _>>().map_err(json)?;
        let positions = [turn.position.as_str(), turn.next.as_str()];
        let result = turn.result.as_deref();
        let read = oracle::Turn::read(&turn.seat, positions, decision, &turn.play, events, result)?;
        let verdict = self.oracle.compare(&read);
        let mut compared = self.compared.lock().expect("the oracle's panics are caught outside this lock");
        for (part, asked) in verdict.asked {
            compared.entry(part).or_default()[0] += asked;
        }
        for difference in &verdict.differences {
            compared.entry(difference.part).or_default()[1] += 1;
        }
        let Some(first) = verdict.differences.first() else { return Ok(()) };
        let number = self.files.fetch_add(1, Ordering::Relaxed);
        let file = format!("fuzz-failures/{}-{number}.toml", first.part);
        fs::create_dir_all("fuzz-failures")
            .and_then(|()| fs::write(&file, &turn.position))
            .map_err(|error| format!("cannot write {file}: {error}"))?;
        let (part, seat, play) = (first.part, &turn.seat, &turn.play);
        Err(format!("oracle, {part}, {seat}: {play}: {}\n  position: {file}", first.what))
    }
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
