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
    #[arg(default_value = "general")]
    a: String,
    /// The second player.
    #[arg(required_unless_present = "positions")]
    b: Option<String>,
    /// The game's id; with --table, all games if left out.
    #[arg(long, required_unless_present_any = ["table", "positions"])]
    game: Option<String>,
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
    /// Time in milliseconds for each player turn of a program, besides that for each decision.
    #[arg(long, value_name = "MS")]
    turn_budget: Option<u64>,
    /// How many games run at once; one for each core if left out. Levels with a clock think on the cores that
    /// are left.
    #[arg(long)]
    threads: Option<usize>,
    /// Keep the record of every game in this folder.
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// A plays this side, named by a seat, in all games; no game is played with sides swapped.
    #[arg(long, value_name = "SEAT")]
    side: Option<String>,
    /// Play all scenarios of the rulebooks, and print a table by scenario and side of A.
    #[arg(long, conflicts_with_all = ["scenario", "options", "side", "sprt", "bench", "output"])]
    table: bool,
    /// Examine A in the book of test positions, of one game or of all.
    #[arg(long, conflicts_with_all = ["table", "scenario", "options", "side", "sprt", "bench", "output"])]
    positions: bool,
    /// Measure speed: play the match on one core, then on all, and print a table.
    #[arg(long)]
    bench: bool,
}

pub(crate) fn run(library: &Library, arguments: &ArenaArguments) -> Result<ExitCode> {
    if arguments.positions {
        return examine(library, arguments);
    }
    if arguments.table {
        return table(library, arguments);
    }
    let game = crate::find(library, arguments.game.as_deref().unwrap_or_default())?;
    let setup = setup(game.as_ref(), arguments.scenario.as_deref(), &arguments.options)?;
    let mut arena = arena(game.as_ref(), setup, arguments)?;
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
    println!("{players}: {} {}, seed {}", game.title().id, arena.setup.scenario, arena.seed);
    summary(&arena, &tally)?;
    Ok(if tally.broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The match that is asked for.
fn arena<'a>(game: &'a dyn Playable, setup: Setup, arguments: &ArenaArguments) -> Result<Arena<'a>> {
    let side_of = |id: &String| {
        let seat = game.title().seats.iter().position(|seat| seat.id == *id);
        let seat = seat.with_context(|| format!("no seat of {} is called '{id}'", game.title().id))?;
        let sides = sides::sides(game, &setup)?;
        let side = sides.iter().position(|side| side.iter().any(|one| usize::from(one.0) == seat));
        side.with_context(|| format!("'{id}' does not play in {}", setup.scenario))
    };
    let only_side = arguments.side.as_ref().map(side_of).transpose()?;
    Ok(Arena {
        game,
        setup,
        contestants: [Contestant::parse(&arguments.a)?, Contestant::parse(second(arguments)?)?],
        pairs: arguments.pairs,
        seed: arguments.seed,
        budget: arguments.budget.map(Duration::from_millis),
        turn_budget: arguments.turn_budget.map(Duration::from_millis),
        threads: arguments.threads.unwrap_or_else(workers::cores),
        sprt: arguments.sprt.as_deref().map(|elo| Sprt { elo0: elo[0], elo1: elo[1] }),
        only_side,
    })
}

fn second(arguments: &ArenaArguments) -> Result<&str> {
    arguments.b.as_deref().context("a match needs a second player")
}

/// How many positions of the book A solves.
fn examine(library: &Library, arguments: &ArenaArguments) -> Result<ExitCode> {
    let examined = Contestant::parse(&arguments.a)?;
    let threads = arguments.threads.unwrap_or_else(workers::cores);
    let marks = lab::book::examine(library, arguments.game.as_deref(), &examined, threads)?;
    for mark in marks.iter().filter(|mark| !mark.is_solved()) {
        println!("{}: {}", mark.game, mark.test.name);
        println!("    {}", mark.test.idea);
        println!("    {}", mark.missed.as_deref().unwrap_or_default());
    }
    let solved = marks.iter().filter(|mark| mark.is_solved()).count();
    println!("{} solves {solved} of {} positions", examined.name(), marks.len());
    Ok(ExitCode::SUCCESS)
}

/// All scenarios of the rulebooks, by scenario and side.
fn table(library: &Library, arguments: &ArenaArguments) -> Result<ExitCode> {
    let games = match &arguments.game {
        Some(id) => vec![crate::find(library, id)?],
        None => library.games().to_vec(),
    };
    let (a, b) = (&arguments.a, second(arguments)?);
    println!("{a} against {b}, {} games with each side, seed {}", arguments.pairs, arguments.seed);
    println!();
    println!("| game | scenario | {a} as | won | drawn | lost | near victory | its enemy |");
    println!("|---|---|---|---|---|---|---|---|");
    let mut broken = 0;
    for game in games {
        for scenario in game.title().scenarios.iter().filter(|scenario| !scenario.school) {
            let arena = arena(game.as_ref(), Setup::of(&scenario.id), arguments)?;
            let tally = arena.run(|_, _, _| Ok(()))?;
            let sides = sides::sides(game.as_ref(), &arena.setup)?;
            for (side, own) in sides.iter().zip(tally.by_side) {
                let [won, drawn, lost] = own.games;
                let [near, enemy] = own.mean_closeness();
                println!(
                    "| {} | {} | {} | {won} | {drawn} | {lost} | {near:.2} | {enemy:.2} |",
                    game.title().id,
                    scenario.id,
                    sides::side_name(game.as_ref(), side),
                );
            }
            broken += tally.broken;
        }
    }
    Ok(if broken == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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
            // A hidden bar swallows the lines that it should print.
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
    for (side, own) in first.iter().zip(tally.by_side).filter(|(_, own)| own.games != [0; 3]) {
        let ([won, drawn, lost], [near, enemy]) = (own.games, own.mean_closeness());
        println!(
            "A as       {}: won {won}, drew {drawn}, lost {lost}; near victory {near:.2}, its enemy {enemy:.2}",
            sides::side_name(arena.game, side)
        );
    }
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
