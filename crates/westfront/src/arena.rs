//! `westfront arena`: two players meet.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use anyhow::{Context, Result, anyhow};
use clap::Args;
use engine::Setup;
use games::{Library, Playable};
use indicatif::{ProgressBar, ProgressStyle};
use lab::{Arena, Contestant, Estimate, GameResult, LabError, Sprt, Tally, Verdict, bench, sides, workers};

#[derive(Args)]
pub(crate) struct ArenaArguments {
    /// The first player: a level, or cmd:PROGRAM for one that speaks docs/bot-protocol.md.
    a: String,
    /// The second player.
    b: String,
    /// The game's id.
    #[arg(long)]
    game: String,
    /// The scenario; the first one if left out.
    #[arg(long)]
    scenario: Option<String>,
    /// An option of the game, as ID=VALUE; may be repeated.
    #[arg(long = "option", value_name = "ID=VALUE")]
    options: Vec<String>,
    /// How many pairs of games: the same dice, sides swapped.
    #[arg(long, default_value_t = 50)]
    pairs: u64,
    /// Where the dice come from.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Stop as soon as the difference is clearly one of these two, in Elo.
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Time in milliseconds: for each decision of a program, for each player turn of a level that uses a clock.
    ///
    /// Without it programs have a second, and levels think a fixed amount, alike on every machine.
    #[arg(long, value_name = "MS")]
    budget: Option<u64>,
    /// So many games at once; one for each core if left out. Levels with a clock think on the cores that are left.
    #[arg(long)]
    threads: Option<usize>,
    /// Keep the record of every game in this folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Measure speed: play the match on one core, then on all, and print a table.
    #[arg(long)]
    bench: bool,
}

pub(crate) fn run(library: &Library, arguments: &ArenaArguments) -> Result<ExitCode> {
    let game = crate::find(library, &arguments.game)?;
    let setup = setup(game.as_ref(), arguments.scenario.as_deref(), &arguments.options)?;
    let mut arena = Arena {
        game: game.as_ref(),
        setup,
        contestants: [Contestant::parse(&arguments.a)?, Contestant::parse(&arguments.b)?],
        pairs: arguments.pairs,
        seed: arguments.seed,
        budget: arguments.budget.map(Duration::from_millis),
        threads: arguments.threads.unwrap_or_else(workers::cores),
        sprt: arguments.sprt.as_deref().map(|elo| Sprt { elo0: elo[0], elo1: elo[1] }),
    };
    let players = arena.contestants.each_ref().map(Contestant::name).join(" against ");
    if arguments.bench {
        print!("{}", bench::markdown(&players, &bench::measure(&mut arena)?));
        return Ok(ExitCode::SUCCESS);
    }
    if let Some(folder) = &arguments.output {
        fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {}", folder.display()))?;
    }
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} pairs, {eta} left  {msg}")?;
    let bar = ProgressBar::new(arena.pairs).with_style(style);
    // A player who panics loses his game and is counted; the noise would only hide the table.
    std::panic::set_hook(Box::new(|_| {}));
    let tally = arena.run(|index, pair, tally| {
        report_faults(&bar, index, pair);
        bar.set_message(score_line(tally));
        bar.inc(1);
        arguments.output.as_deref().map_or(Ok(()), |folder| keep(folder, index, pair))
    });
    let _ = std::panic::take_hook();
    bar.finish_and_clear();
    let tally = tally?;
    println!("{players}: {} {}, seed {}", arguments.game, arena.setup.scenario, arena.seed);
    summary(&arena, &tally)?;
    Ok(if tally.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Scenario and options from the command line.
pub(crate) fn setup(game: &dyn Playable, scenario: Option<&str>, options: &[String]) -> Result<Setup> {
    let title = game.title();
    let first = || title.scenarios.first().map(|scenario| scenario.id.as_str());
    let mut setup = Setup::of(scenario.or_else(first).context("the game has no scenario")?);
    for option in options {
        let (id, value) = option.split_once('=').with_context(|| format!("'{option}' is not ID=VALUE"))?;
        setup.options.insert(id.to_owned(), value.to_owned());
    }
    title.check(&setup).map_err(|error| anyhow!(error))?;
    Ok(setup)
}

fn keep(folder: &Path, index: u64, pair: &[GameResult; 2]) -> Result<(), LabError> {
    for (game, letter) in pair.iter().zip(['a', 'b']) {
        lab::store::write_file(folder, &format!("pair-{:05}{letter}.game", index + 1), &game.record)?;
    }
    Ok(())
}

fn report_faults(bar: &ProgressBar, index: u64, pair: &[GameResult; 2]) {
    for (game, letter) in pair.iter().zip(['a', 'b']) {
        if let Some((who, failing, why)) = &game.fault {
            let who = who.map_or("the rules", |who| ["A", "B"][who]);
            let line = format!("pair {}{letter}: {who}: {failing:?}: {why}", index + 1);
            // A bar that is not shown swallows what it is told to print.
            if bar.is_hidden() { eprintln!("{line}") } else { bar.println(line) }
        }
    }
}

fn score_line(tally: &Tally) -> String {
    let [won, drawn, lost] = tally.games;
    format!("+{won} ={drawn} -{lost}, Elo {}", interval(tally.pairs.elo(), |elo| format!("{elo:+.0}")))
}

fn interval(estimate: Estimate, print: impl Fn(f64) -> String) -> String {
    format!("{} ({} to {})", print(estimate.value), print(estimate.low), print(estimate.high))
}

fn summary(arena: &Arena, tally: &Tally) -> Result<()> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let [won, drawn, lost] = tally.games;
    println!("games      {won} won, {drawn} drawn, {lost} lost by A");
    println!("score      {}, by games (Wilson)", interval(tally.plain_score(), percent));
    println!("           {}, by pairs", interval(tally.pairs.score(), percent));
    println!("Elo        {}", interval(tally.pairs.elo(), |elo| format!("{elo:+.0}")));
    println!("pairs      {:?} by A's half points, 0 to 4", tally.pairs.0);
    let first = sides::sides(arena.game, &arena.setup)?;
    let [won, drawn, lost] = tally.first_side;
    println!("sides      {} won {won}, drew {drawn}, lost {lost}", sides::side_name(arena.game, &first[0]));
    for (faults, letter) in tally.faults.iter().zip(['A', 'B']) {
        println!(
            "faults {letter}   {} crashes, {} wrong answers, {} time losses",
            faults.crashes, faults.nonsense, faults.late
        );
    }
    if tally.broken > 0 {
        println!("BROKEN     {} games were broken off by the rules", tally.broken);
    }
    if let Some(sprt) = arena.sprt {
        let verdict = match sprt.verdict(tally.pairs) {
            Verdict::Open => "undecided".to_owned(),
            Verdict::Lower => format!("not stronger by {} Elo", sprt.elo1),
            Verdict::Higher => format!("stronger by more than {} Elo", sprt.elo0),
        };
        let (ratio, bound) = (sprt.log_likelihood_ratio(tally.pairs), Sprt::bound());
        println!(
            "SPRT       {verdict}: log-likelihood ratio {ratio:.2}, bounds {:.2} and {bound:.2}",
            -bound
        );
    }
    for (pace, letter) in tally.paces.iter().zip(['A', 'B']) {
        let times = |times: Option<[Duration; 3]>| {
            let [half, most, longest] = times.unwrap_or_default().map(|time| time.as_secs_f64() * 1e3);
            format!("half below {half:.1} ms, 99 of 100 below {most:.1} ms, longest {longest:.1} ms")
        };
        println!("times {letter}    decisions: {}", times(pace.decisions()));
        println!("           player turns: {}", times(pace.turns()));
    }
    println!("decisions  {}", tally.decisions);
    Ok(())
}
