//! How fast the game is: random play beside chess, copies, views, odds, replays.

use std::hint::black_box;
use std::sync::Arc;

use cambrai::{Action, Cambrai};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use engine::{Dice, Game, Match, Present, Record, Session, Setup, Start, Viewer};

fn rules() -> Arc<Cambrai> {
    Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"))
}

/// A small generator, so that choosing costs next to nothing on either side of the comparison.
struct Chooser(u64);

impl Chooser {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * count as u64) >> 32) as usize
    }
}

fn fresh_match(rules: &Arc<Cambrai>, seed: u64) -> Match<Cambrai> {
    let (board, step) = rules.start(&Setup::of("campaign")).expect("a scenario");
    Match::start(rules.clone(), board, [step], Dice::seeded(seed), None)
}

/// Plays `count` random decisions, beginning anew when a game ends.
fn decisions(rules: &Arc<Cambrai>, count: usize) -> usize {
    let mut choose = Chooser(0x9e37_79b9_7f4a_7c15);
    let mut seed = 1;
    let mut live = fresh_match(rules, seed);
    for _ in 0..count {
        if live.outcome().is_some() {
            seed += 1;
            live = fresh_match(rules, seed);
        }
        let nth = choose.below(live.options().len());
        live.play_nth(nth, None);
    }
    live.options().len()
}

fn chess_moves(count: usize) -> usize {
    let mut choose = Chooser(0x9e37_79b9_7f4a_7c15);
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

/// A random game, well into its course: the first seed whose game lasts that long.
fn midgame(rules: &Arc<Cambrai>) -> Game<Cambrai> {
    (1..)
        .find_map(|seed| {
            let mut choose = Chooser(seed);
            let start = Start::seeded(Setup::of("campaign"), seed);
            let mut game = Game::start(rules.clone(), start).expect("a game");
            for _ in 0..200 {
                let seat = game.live().asked().only()?;
                let options = game.live().options();
                let action = options[choose.below(options.len())];
                game.act(seat, action).expect("an option");
            }
            game.live().asked().only().map(|_| game)
        })
        .expect("some game lasts")
}

fn speed(criterion: &mut Criterion) {
    let rules = rules();
    let mut group = criterion.benchmark_group("random play");
    group.throughput(Throughput::Elements(10_000));
    group.bench_function("cambrai decisions", |bencher| bencher.iter(|| decisions(&rules, 10_000)));
    group.bench_function("chess moves", |bencher| bencher.iter(|| chess_moves(10_000)));
    group.finish();

    let game = midgame(&rules);
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
    odds(criterion, &rules);
    replay(criterion, &rules);
}

/// The first assault of the tanks on Havrincourt, just before the decision to enter.
fn odds(criterion: &mut Criterion, rules: &Arc<Cambrai>) {
    let position = r#"
        scenario = "campaign"
        steps = ["movement"]
        impulse = 2
        british = ["I", "J", "K", "L", "2"]
        [now]
        area = "K"
        started = ["br-62-185", "br-62-186", "tank-G-6"]
        came_from = { br-62-185 = "K", tank-G-6 = "K" }
        first_in = { 3 = "tank-G-6" }
        [units]
        K = ["br-62-186"]
        3 = ["tank-G-6", "br-62-185", "gar-02", "de-54-84"]
    "#;
    let position = rules.parse_position(position).expect("a position");
    let action = Action::Assault(rules.pack.place("3").expect("area 3"));
    criterion.bench_function("exact odds of an assault", |bencher| {
        let step = position.stack[0];
        bencher.iter(|| rules.odds(&step, black_box(&position.board), engine::Seat(0), action));
    });
}

/// Three thousand recorded actions, read, checked and re-run; taken from one game after another.
fn replay(criterion: &mut Criterion, rules: &Arc<Cambrai>) {
    let mut choose = Chooser(11);
    let mut texts = Vec::new();
    let (mut actions, mut seed) = (0, 1);
    while actions < 3_000 {
        let mut game = Game::start(rules.clone(), Start::seeded(Setup::of("full"), seed)).expect("a game");
        while actions < 3_000 && game.live().outcome().is_none() {
            let seat = game.live().asked().only().expect("one seat");
            let options = game.live().options();
            let action = options[choose.below(options.len())];
            game.act(seat, action).expect("an option");
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

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = speed
}
criterion_main!(benches);
