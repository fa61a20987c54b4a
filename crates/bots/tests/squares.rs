//! Computer players in the games on squares: always legal, blind to what is hidden, alike from the same seed.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bots::{Followed, Level, Limits, Plan, advise, choose, level, player_turn, stretch, warn};
use engine::{Dice, Files, Game, Present, Seat, Session, Setup, Start, Viewer};

/// A level without a clock that does not think long.
fn quick(id: &str) -> Level {
    let level = level(id).expect("there is such a level");
    Level { samples: level.samples.min(4), planning: 0, uses_clock: false, ..*level }
}

fn limits(seed: u64) -> Limits<'static> {
    Limits { seed, threads: 1, is_over: &|| true, plan: None }
}

fn files(game: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(game);
    let mut files = Files::default();
    for entry in std::fs::read_dir(folder).expect("the pack is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
            files.0.insert(name, std::fs::read_to_string(&path).expect("a text").into());
        }
    }
    files
}

fn big_push() -> Arc<big_push::BigPush> {
    Arc::new(big_push::game(&files("big-push")).expect("the pack is good"))
}

fn verdun() -> Arc<verdun::Game> {
    Arc::new(verdun::game(&files("verdun")).expect("the pack is good"))
}

fn start<R: Present>(rules: &Arc<R>, setup: Setup, seed: u64) -> Game<R> {
    Game::start(rules.clone(), Start::seeded(setup, seed)).expect("a scenario can be set up")
}

/// Plays at most `most` decisions and gives what was played. A choice that the rules refuse fails the test.
fn play(session: &mut dyn Session, level: &Level, most: usize) -> Vec<String> {
    let mut played = Vec::new();
    while let Some(seat) = session.asked().first().copied().filter(|_| played.len() < most) {
        let chosen = choose(session, seat, level, &limits(played.len() as u64));
        let chosen = chosen.expect("whoever is asked chooses");
        assert!(!chosen.reason.is_empty() && chosen.reason != "by chance", "{} has a reason", chosen.text);
        if let Err(refusal) = session.play(seat, &chosen.text) {
            panic!("{}: {} refuses {}", level.id, refusal.error, chosen.text);
        }
        played.push(chosen.text);
    }
    played
}

fn plays_everywhere<R: Present>(rules: &Arc<R>) {
    for scenario in &rules.title().scenarios {
        for id in ["recruit", "captain"] {
            let once = || play(&mut start(rules, Setup::of(&scenario.id), 3), &quick(id), 700);
            assert_eq!(once(), once(), "{id} in {}", scenario.id);
        }
    }
}

#[test]
fn every_scenario_of_the_big_push_is_played_legally_and_alike() {
    plays_everywhere(&big_push());
}

#[test]
fn every_scenario_of_verdun_is_played_legally_and_alike() {
    plays_everywhere(&verdun());
}

#[test]
fn the_french_may_have_a_seat_of_their_own() {
    let mut setup = Setup::of("over-the-top");
    setup.options.insert("french-seat".into(), "on".into());
    let mut game = start(&big_push(), setup, 4);
    play(&mut game, &quick("recruit"), usize::MAX);
    assert!(game.outcome().is_some());
}

/// Two boards that differ only in what `seat` cannot know get the same answer from the same seed; gives how often
/// there was something hidden.
fn is_blind<R: Present>(rules: &Arc<R>, setup: &Setup, decisions: u64) -> usize {
    let mut game = start(rules, setup.clone(), 11);
    let mut differing = 0;
    for decision in 0..decisions {
        let Some(seat) = game.live().asked().iter().last() else { break };
        let other = game.imagine(seat, &mut Dice::seeded(1000 + decision));
        if other.board() != game.live().board() {
            differing += 1;
            let print = |board, stack| Start {
                position: Some(rules.print_position(setup, board, stack)),
                ..Start::seeded(setup.clone(), 1)
            };
            let open = |start| Game::start(rules.clone(), start).expect("a printed position can be read");
            let one = open(print(game.live().board(), game.live().stack()));
            let two = open(print(other.board(), other.stack()));
            for id in ["recruit", "captain", "general"] {
                let answer = |game: &Game<R>| choose(game, seat, &quick(id), &limits(decision));
                assert_eq!(answer(&one), answer(&two), "{id} at decision {decision}");
            }
            if decision % 40 == 0 {
                is_advised_blindly(&one, &two, seat, decision);
            }
        }
        let chosen = choose(&game, seat, &quick("recruit"), &limits(decision)).expect("an answer");
        game.play(seat, &chosen.text).expect("an answer can be played");
    }
    differing
}

/// Neither advice nor a warning knows what is hidden. The clock stops after the same number of looks.
fn is_advised_blindly<R: Present>(one: &Game<R>, two: &Game<R>, seat: Seat, seed: u64) {
    let captain = level("captain").expect("there is such a level");
    let looks = AtomicUsize::new(0);
    let is_over = || looks.fetch_add(1, Ordering::Relaxed) >= 20;
    let limits = Limits { seed, threads: 1, is_over: &is_over, plan: None };
    let advice = |game: &Game<R>| {
        looks.store(0, Ordering::Relaxed);
        let advice = advise(game, seat, captain, &limits).expect("the seat is asked");
        let plays = game.options(seat);
        assert!(plays.contains(&advice.best.play), "{advice:?}");
        looks.store(0, Ordering::Relaxed);
        (warn(game, seat, &plays[plays.len() / 2], captain, &limits), advice)
    };
    assert_eq!(advice(one), advice(two), "advice at decision {seed}");
}

/// In A Punishing Land seven Allied units that leave over the east edge win (14.2.4): each unit that gets
/// there goes. German exits give points away, so Germans stay.
#[test]
fn the_allies_leave_over_the_east_edge_where_that_wins() {
    let rules = big_push();
    let (mut left, mut at_once) = (0, 0);
    for seed in 1..=3 {
        let mut game = start(&rules, Setup::of("a-punishing-land"), seed);
        let played = play(&mut game, &quick("captain"), usize::MAX);
        left += played.iter().filter(|text| text.starts_with("exit ")).count();
        at_once += played.windows(2).filter(|pair| leaves_at_once(&pair[0], &pair[1])).count();
        assert!(!played.iter().any(|text| text.starts_with("exit ge-")), "seed {seed}");
    }
    assert!(left > 0, "nobody left");
    assert!(at_once > 0, "nobody kept enough movement to leave");
}

/// Whether one answer moves a unit and the next takes it off the map.
fn leaves_at_once(one: &str, next: &str) -> bool {
    let moved = one.strip_prefix("move ").and_then(|rest| rest.split(' ').next());
    let gone = next.strip_prefix("exit ").and_then(|rest| rest.split(' ').next());
    moved.is_some() && moved == gone
}

/// Concealed guns are worth their ten points in the campaign (15.5.3), and no other operation is: the Germans buy them,
/// the Allies buy nothing.
#[test]
fn only_concealed_guns_are_bought_in_the_campaign() {
    let rules = big_push();
    let mut game = start(&rules, Setup::of("campaign"), 5);
    play(&mut game, &quick("captain"), 40);
    let own = &game.live().board().own;
    assert_eq!(own.operations, [0, 1 << big_push::own::german::CONCEALED_ARTILLERY]);
}

/// A general plans a stretch of play from what its seat knows, alike from the same seed, and says so; it keeps the plan
/// to the end of the stretch, and looks no further than its experience when its time is up.
#[test]
fn a_plan_is_made_blindly_and_kept() {
    let rules = big_push();
    let mut game = start(&rules, Setup::of("over-the-top"), 11);
    let seat = loop {
        let seat = game.live().asked().iter().next().expect("somebody is asked");
        if stretch(&game, seat).is_some() {
            break seat;
        }
        let chosen = choose(&game, seat, &quick("captain"), &limits(1)).expect("an answer");
        game.play(seat, &chosen.text).expect("an answer can be played");
    };
    let planner =
        Level { planning: 1, samples: 1, uses_clock: false, ..*level("general").expect("a general") };
    let first = choose(&game, seat, &planner, &limits(5)).expect("an answer");
    assert!(first.imagined > 100, "a stretch of play was imagined");
    assert!(first.reason.contains("futures"), "{}", first.reason);
    let plan = first.plan.expect("there is a plan");
    assert_eq!(Some(plan.stretch), stretch(&game, seat));
    let again = choose(&game, seat, &planner, &limits(5)).expect("an answer");
    assert_eq!(first, again);
    let kept = choose(&game, seat, &planner, &Limits { plan: Some(plan), ..limits(5) }).expect("an answer");
    assert_eq!((kept.plan, kept.imagined), (Some(plan), 0), "what is planned is not planned again");
    let hurried = Level { uses_clock: true, ..planner };
    let late = choose(&game, seat, &hurried, &limits(5)).expect("an answer");
    let seasoned = Plan { temper: 1, ..Plan::ORDINARY };
    assert_eq!(late.plan.map(|followed| followed.plan), Some(seasoned), "no time to plan");
    assert_eq!(late.imagined, 0);
}

/// A general follows its plan to the end of its player turn, also where nothing is planned anew: in the commitments and
/// the blows after the march.
#[test]
fn a_plan_lasts_to_the_end_of_the_player_turn() {
    let rules = big_push();
    let mut game = start(&rules, Setup::of("over-the-top"), 12);
    let planner =
        Level { planning: 1, samples: 1, uses_clock: false, ..*level("general").expect("a general") };
    let mut plan: Option<Followed> = None;
    let (mut decision, mut committed) = (0, 0);
    while plan.is_none_or(|plan| player_turn(&game) == Some(plan.turn)) {
        let seat = game.live().asked().iter().next().expect("somebody is asked");
        // Planning itself is slow, so only the first stretch is planned.
        let again = plan.is_some() && stretch(&game, seat).is_some();
        let level = if again { quick("captain") } else { planner };
        let chosen = choose(&game, seat, &level, &Limits { plan, ..limits(decision) }).expect("an answer");
        if chosen.text.starts_with("assault ") {
            assert_eq!(chosen.plan, plan, "decision {decision}");
            committed += 1;
        }
        plan = plan.or(chosen.plan);
        game.play(seat, &chosen.text).expect("an answer can be played");
        decision += 1;
    }
    assert!(committed > 5, "somebody attacks");
}

/// Operations, drawn objectives and what was written for replacements are hidden on the Somme.
#[test]
fn what_is_hidden_in_the_big_push_does_not_change_an_answer() {
    assert!(is_blind(&big_push(), &Setup::of("campaign"), 600) > 100, "the objectives are hidden");
    assert!(is_blind(&big_push(), &Setup::of("over-the-top"), 1400) > 0, "what is bid is hidden");
}

/// Which garrisons are dummies is hidden at Verdun, and in the campaign the objectives.
#[test]
fn what_is_hidden_in_verdun_does_not_change_an_answer() {
    assert!(is_blind(&verdun(), &Setup::of("firestorm"), 150) > 50, "the garrisons are face down");
    assert!(is_blind(&verdun(), &Setup::of("campaign"), 200) > 50, "the objectives are hidden");
}

/// Plays at most `most` decisions of captains and gives what happened, in words.
fn told(session: &mut dyn Session, most: usize) -> Vec<String> {
    play(session, &quick("captain"), most);
    session.events(0, Viewer::Omniscient).into_iter().map(|event| event.text).collect()
}

/// The last column of the Bombardment Table (8.2) asks for 24 factors against the hardest target; guns beyond
/// it are kept for another target. A bombardment exceeds the column by no more than its last gun brought.
#[test]
fn no_more_guns_fire_than_the_table_has_columns() {
    let rules = verdun();
    let mut fired = 0;
    for seed in 1..=2 {
        for text in told(&mut start(&rules, Setup::of("hells-doorway"), seed), 900) {
            let Some(fire) = text.strip_prefix("Fire on ") else { continue };
            let factors = fire.rsplit_once(": ").and_then(|(_, factors)| factors.split(' ').next());
            let factors = factors.and_then(|factors| factors.parse::<u8>().ok());
            fired += 1;
            assert!(factors.expect("a number") <= 24 + 6, "seed {seed}: {text}");
        }
    }
    assert!(fired > 5, "the guns are silent");
}

/// A unit that has moved does not walk back where it came from with the rest of its movement.
#[test]
fn no_unit_walks_to_and_fro_in_one_turn() {
    let rules = big_push();
    for seed in 1..=2 {
        let played =
            play(&mut start(&rules, Setup::of("away-to-siegfried"), seed), &quick("captain"), usize::MAX);
        for moves in played.windows(3) {
            let walks = moves.iter().all(|text| text.starts_with("move "));
            assert!(!walks || moves[0] != moves[2], "seed {seed}: {moves:?}");
        }
    }
}

/// A unit that comes back in the last two turns of a scenario on the Somme does not reach the front, and its
/// steps are points for the enemy (12.1): only headquarters are called up.
#[test]
fn no_unit_is_called_up_too_late() {
    let rules = big_push();
    let mut called = 0;
    for seed in 1..=2 {
        let mut game = start(&rules, Setup::of("away-to-siegfried"), seed);
        let level = quick("captain");
        let mut decisions = 0;
        while let Some(seat) = game.live().asked().iter().next() {
            let chosen = choose(&game, seat, &level, &limits(decisions)).expect("an answer");
            if chosen.text.starts_with("replace ") {
                let (turn, last) = (game.live().board().turn, game.live().board().last_turn);
                let early = turn + 1 < last;
                assert!(early || chosen.text.contains("-hq-"), "seed {seed}, turn {turn}: {}", chosen.text);
                called += 1;
            }
            game.play(seat, &chosen.text).expect("an answer can be played");
            decisions += 1;
        }
    }
    assert!(called > 0, "nobody is ever called up");
}

/// An attacker does not leave his guns without shells while a headquarters could turn to supply (8.4): the
/// Germans of Crown Prince's Plan fire in every turn in which a headquarters stands on the map.
#[test]
fn attackers_do_not_leave_their_guns_silent() {
    let rules = verdun();
    for seed in 1..=2 {
        let mut game = start(&rules, Setup::of("crown-princes-plan"), seed);
        let level = quick("captain");
        let mut decisions = 0;
        while let Some(seat) = game.live().asked().iter().next() {
            let chosen = choose(&game, seat, &level, &limits(decisions)).expect("an answer");
            let options = game.live().options_of(seat);
            let asked = options.iter().any(|option| matches!(option, ::grid::Action::Flip(_)));
            let supply = matches!(
                game.live().step(),
                Some(::grid::Step::Own(verdun::board::Step::Supply(::grid::Side::German)))
            );
            assert!(!(supply && asked && chosen.text == "done"), "seed {seed}, decision {decisions}");
            game.play(seat, &chosen.text).expect("an answer can be played");
            decisions += 1;
        }
    }
}

/// A headquarters that supplies an assault is used up (13.2): none is named where some attackers stay out of supply.
#[test]
fn no_headquarters_is_spent_in_vain() {
    let rules = verdun();
    let mut supplied = 0;
    for seed in 1..=2 {
        let mut game = start(&rules, Setup::of("hells-doorway"), seed);
        play(&mut game, &quick("captain"), usize::MAX);
        let mut named = false;
        for event in Session::events(&game, 0, Viewer::Omniscient) {
            named |= event.text.contains(" supplies the ") && event.text.ends_with(" attackers.");
            if !event.text.starts_with("Assault on ") {
                continue;
            }
            let mut lines = event.rolls.iter().flat_map(|roll| &roll.lines);
            let lacks = lines.any(|line| line.label == "out of supply");
            assert!(!(named && lacks), "seed {seed}: {}", event.text);
            supplied += u32::from(named);
            named = false;
        }
    }
    assert!(supplied > 3, "nobody is supplied");
}

/// Forts that decide the scenario are assaulted: a garrison of one step falls to an attacker that has closed
/// in (13.4, 16.5).
#[test]
fn forts_are_assaulted() {
    let rules = verdun();
    let forts = ["J23", "L25", "L16", "N23"].map(|fort| format!("Assault on {fort}: "));
    let assaults: usize = (1..=3)
        .map(|seed| {
            let told = told(&mut start(&rules, Setup::of("crown-princes-plan"), seed), usize::MAX);
            told.iter().filter(|text| forts.iter().any(|fort| text.starts_with(fort))).count()
        })
        .sum();
    assert!(assaults >= 3, "{assaults} in three games");
}

/// Captains fight the first battle of the course to its end.
fn ends_first_battle<R: Present>(rules: &Arc<R>) {
    let battle = rules.title().scenarios.iter().find(|scenario| scenario.school).expect("a first battle");
    for seed in 0..3 {
        let mut game = start(rules, Setup::of(&battle.id), seed);
        let played = play(&mut game, &quick("captain"), 5000);
        assert!(game.outcome().is_some(), "{} has no end after {} decisions", battle.name, played.len());
    }
}

#[test]
fn captains_fight_the_first_battle_of_the_big_push_to_its_end() {
    ends_first_battle(&big_push());
}

#[test]
fn captains_fight_the_first_battle_of_verdun_to_its_end() {
    ends_first_battle(&verdun());
}
