//! What both games of the system are measured by: random play beside chess, reaches, copies, views, odds, replays.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

use criterion::{Criterion, Throughput};
use engine::{Dice, Files, Game, Match, Present, Record, Rules, Session, Setup, Start, Viewer};
use grid::steps;
use grid::{Action, Grid, Nation, Speak, Step, Unit};

/// The pack of a game, as the repository has it.
pub(crate) fn files(game: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(game);
    let names = ["cases.toml", "charts.toml", "map.toml", "rules.toml", "scenarios.toml", "units.toml"];
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the pack is there");
    Files(names.map(|name| (name.to_owned(), read(name).into())).into_iter().collect::<BTreeMap<_, _>>())
}

/// A small generator, so that choosing costs next to nothing on either side of the comparison.
struct Chooser(u64);

impl Chooser {
    fn new(seed: u64) -> Chooser {
        Chooser((seed + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    }

    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * count as u64) >> 32) as usize
    }
}

fn fresh_match<V: Speak>(rules: &Arc<Grid<V>>, scenario: &str, seed: u64) -> Match<Grid<V>> {
    let (board, step) = rules.start(&Setup::of(scenario)).expect("a scenario");
    Match::start(rules.clone(), board, [step], Dice::seeded(seed), None)
}

/// Plays one random decision; the sealed ones of several seats are answered by the first of them.
fn play_one<V: Speak>(live: &mut Match<Grid<V>>, choose: &mut Chooser) {
    if live.asked().only().is_some() {
        let nth = choose.below(live.options().len());
        live.play_nth(nth, None);
    } else if let Some(seat) = live.asked().iter().next() {
        let options = live.options_of(seat);
        live.play(seat, options[choose.below(options.len())], None).expect("an option");
    }
}

/// Plays `count` random decisions, beginning anew when a game ends.
fn decisions<V: Speak>(rules: &Arc<Grid<V>>, scenario: &str, count: usize) -> usize {
    let mut choose = Chooser::new(0);
    let mut seed = 1;
    let mut live = fresh_match(rules, scenario, seed);
    for _ in 0..count {
        if live.outcome().is_some() {
            seed += 1;
            live = fresh_match(rules, scenario, seed);
        }
        play_one(&mut live, &mut choose);
    }
    live.options().len()
}

fn chess_moves(count: usize) -> usize {
    let mut choose = Chooser::new(0);
    let mut board = cozy_chess::Board::default();
    let mut moves = Vec::with_capacity(256);
    for _ in 0..count {
        moves.clear();
        board.generate_moves(|set| {
            moves.extend(set);
            false
        });
        if moves.is_empty() || board.status() != cozy_chess::GameStatus::Ongoing {
            board = cozy_chess::Board::default();
            continue;
        }
        board.play_unchecked(moves[choose.below(moves.len())]);
    }
    moves.len()
}

/// A random game that has come to a decision of a kind.
fn game_at<V: Speak>(
    rules: &Arc<Grid<V>>,
    scenario: &str,
    wanted: impl Fn(&Match<Grid<V>>) -> bool,
) -> Game<Grid<V>> {
    (1..)
        .find_map(|seed| {
            let mut choose = Chooser::new(seed);
            let start = Start::seeded(Setup::of(scenario), seed);
            let mut game = Game::start(rules.clone(), start).expect("a game");
            while !wanted(game.live()) {
                let seat = game.live().asked().iter().next()?;
                let options = game.live().options_of(seat);
                game.act(seat, options[choose.below(options.len())]).expect("an option");
            }
            Some(game)
        })
        .expect("some game comes to it")
}

/// Measures one game in its first scenario, which has the given commanders.
pub(crate) fn measure<V: Speak>(
    criterion: &mut Criterion,
    rules: &Arc<Grid<V>>,
    scenario: &str,
    commanders: [Nation; 2],
) {
    let mut group = criterion.benchmark_group("random play");
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("decisions", |bencher| bencher.iter(|| decisions(rules, scenario, 10_000)));
    group.bench_function("chess moves", |bencher| bencher.iter(|| chess_moves(10_000)));
    group.throughput(Throughput::Elements(1));
    let mut seed = 0;
    group.bench_function("whole games", |bencher| {
        bencher.iter(|| {
            seed += 1;
            let (mut live, mut choose) = (fresh_match(rules, scenario, seed), Chooser::new(seed));
            while live.outcome().is_none() {
                play_one(&mut live, &mut choose);
            }
        });
    });
    group.finish();
    for nation in commanders {
        moves(criterion, rules, scenario, nation);
    }

    let game = game_at(rules, scenario, |live| live.board().turn > 1 && live.asked().only().is_some());
    let live = game.live().clone();
    criterion.bench_function("clone a match", |bencher| bencher.iter(|| black_box(&live).clone()));
    let mut pooled = live.clone();
    criterion.bench_function("clone a match into a pool", |bencher| {
        bencher.iter(|| pooled.clone_from(black_box(&live)));
    });
    let seat = live.asked().only().expect("one seat");
    criterion.bench_function("view of a seat as JSON", |bencher| {
        bencher.iter(|| Session::view(black_box(&game), Viewer::Seat(seat)));
    });
    odds(criterion, rules, scenario);
    replay(criterion, rules, scenario);
}

/// What the units of a side can do when its first movement phase begins.
fn moves<V: Speak>(criterion: &mut Criterion, rules: &Arc<Grid<V>>, scenario: &str, commander: Nation) {
    let game = game_at(
        rules,
        scenario,
        |live| matches!(live.step(), Some(Step::Move(steps::Move { nation, .. })) if *nation == commander),
    );
    let board = game.live().board();
    let units: Vec<Unit> = board.on_map(&rules.pack, commander.side()).collect();
    let name = commander.name();
    let mut group = criterion.benchmark_group("movement");
    group.throughput(Throughput::Elements(units.len() as u64));
    group.bench_function(format!("{name} reaches, costs and ways"), |bencher| {
        bencher.iter(|| {
            for unit in &units {
                let reach = rules.reach(black_box(board), *unit);
                for to in reach.squares().iter() {
                    black_box((reach.cost(to), reach.last_step(&rules.pack.map, to)));
                }
            }
        });
    });
    let seat = rules.variant.seat(board, commander);
    let mut answers = Vec::new();
    group.bench_function(format!("{name} moves of all units"), |bencher| {
        bencher.iter(|| {
            answers.clear();
            let mut notes = <Grid<V> as Rules>::Notes::default();
            for unit in &units {
                let step = Step::Move(steps::Move { nation: commander, unit: *unit, acted: false });
                rules.ask_and_note(&step, black_box(board), seat, &mut answers, &mut notes);
            }
        });
    });
    group.finish();
}

/// The preview of an assault, just before it is resolved.
fn odds<V: Speak>(criterion: &mut Criterion, rules: &Arc<Grid<V>>, scenario: &str) {
    let game = game_at(rules, scenario, |live| {
        matches!(live.step(), Some(Step::Assaults(_))) && matches!(live.options()[0], Action::Resolve(_))
    });
    let live = game.live();
    let (step, seat) = (live.step().expect("a step"), live.asked().only().expect("one seat"));
    criterion.bench_function("exact odds of an assault", |bencher| {
        bencher.iter(|| rules.odds(step, black_box(live.board()), seat, live.options()[0]));
    });
}

/// Three thousand recorded actions, read, checked and re-run; taken from one game after another.
fn replay<V: Speak>(criterion: &mut Criterion, rules: &Arc<Grid<V>>, scenario: &str) {
    let mut choose = Chooser::new(11);
    let mut texts = Vec::new();
    let (mut actions, mut seed) = (0, 1);
    while actions < 3_000 {
        let mut game = Game::start(rules.clone(), Start::seeded(Setup::of(scenario), seed)).expect("a game");
        while actions < 3_000 && game.live().outcome().is_none() {
            let seat = game.live().asked().iter().next().expect("a seat");
            let options = game.live().options_of(seat);
            game.act(seat, options[choose.below(options.len())]).expect("an option");
            actions += 1;
        }
        texts.push(game.record(Viewer::Omniscient).print());
        seed += 1;
    }
    criterion.bench_function("replay of 3,000 actions", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                let record = Record::parse(text).expect("a record");
                Game::replay(rules.clone(), &record, None).expect("it re-runs");
            }
        });
    });
}
