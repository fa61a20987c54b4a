//! The odds cards against the procedure itself, played through for every fall of the dice.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Viewer;
use engine::seat::Seat;
use verdun::Game;

const GERMAN: Seat = Seat(0);
const FRENCH: Seat = Seat(1);

type Ways = BTreeMap<String, u64>;

/// One fall of two dice for each sum, and in how many ways it comes.
fn sums() -> Vec<(Vec<u8>, u64)> {
    (2..=12u8)
        .map(|sum| {
            let first = sum.saturating_sub(6).max(1);
            (vec![first, sum - first], 6 - u64::from(sum.abs_diff(7)))
        })
        .collect()
}

/// Every fall of one die.
fn die() -> Vec<(Vec<u8>, u64)> {
    (1..=6).map(|die| (vec![die], 1)).collect()
}

/// Every combination of some rolls, one after the other.
fn all(rolls: &[Vec<(Vec<u8>, u64)>]) -> Vec<(Vec<u8>, u64)> {
    rolls.iter().fold(vec![(Vec::new(), 1)], |before, roll| {
        let join = |(dice, ways): &(Vec<u8>, u64)| {
            let (dice, ways) = (dice.clone(), *ways);
            roll.iter()
                .map(move |(more, count)| ([&dice[..], more].concat(), ways * count))
                .collect::<Vec<_>>()
        };
        before.iter().flat_map(join).collect()
    })
}

/// What the last event of a kind said after its colon.
fn said(session: &dyn engine::Session, kind: &str) -> Option<String> {
    let told = session.events(0, Viewer::Omniscient);
    // A counter-attack is the other side's assault.
    let own = |event: &&engine::wire::Told| kind != "assaulted" || event.seat == Some(GERMAN);
    let text = told.iter().rev().filter(own).find(|event| event.kind == kind)?.text.clone();
    let result = text.rsplit_once(": ").map_or(text.as_str(), |(_, result)| result);
    Some(result.split([',', '.']).next().unwrap_or_default().to_owned())
}

/// Plays some lines for every fall and counts what an event says; re-rolls are answered by `wish`.
fn played(
    game: &Arc<Game>,
    position: &str,
    lines: &[(Seat, &str)],
    falls: &[(Vec<u8>, u64)],
    kind: &str,
    wish: &dyn Fn(Seat, &str) -> bool,
) -> Ways {
    let mut ways = Ways::new();
    for (dice, count) in falls {
        let mut session = crate::common::open(game, position, dice).expect("the position is good");
        for (seat, line) in lines {
            session.play(*seat, line).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
        }
        while session.decision(Viewer::Omniscient).is_some_and(|decision| decision.prompt.kind == "re-roll") {
            let seat = session.asked()[0];
            let shown = said(session.as_ref(), kind).expect("there is a result");
            session
                .play(seat, if wish(seat, &shown) { "re-roll" } else { "pass" })
                .expect("both are offered");
        }
        *ways.entry(said(session.as_ref(), kind).expect("it was told")).or_default() += count;
    }
    ways
}

/// The chances of a card as fractions of one denominator.
fn shown(game: &Arc<Game>, position: &str, seat: Seat, line: &str) -> Ways {
    let session = crate::common::open(game, position, &[]).expect("the position is good");
    let odds = session.odds(seat, &[], line).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
    odds.results.iter().map(|chance| (chance.label.clone(), chance.ways)).collect()
}

fn assert_same(shown: &Ways, played: &Ways, what: &str) {
    let (all_shown, all_played): (u64, u64) = (shown.values().sum(), played.values().sum());
    let share = |ways: &Ways, label: &str| u128::from(ways.get(label).copied().unwrap_or(0));
    for label in shown.keys().chain(played.keys()) {
        assert_eq!(
            share(shown, label) * u128::from(all_played),
            share(played, label) * u128::from(all_shown),
            "{what}: {label}: the card says {shown:?}, the dice {played:?}"
        );
    }
}

fn never(_: Seat, _: &str) -> bool {
    false
}

const GUNS: &str = r#"
scenario = "firestorm"
turn = 1
phasing = "german"
stack = ["turn 10", "bombardment german 0 0", "guns german"]
units = ["ge-art-150h-1 G17", "ge-art-150h-2 G18", "ge-art-210h-1 G17", "fr-bde4-1 L20", "fr-bde4-2 L20", "ge-art-77-1 A1"]
[shot]
target = "L20"
guns = ["ge-art-150h-1", "ge-art-150h-2"]
"#;

#[test]
fn bombardment_with_each_gun_that_may_join() {
    let game = crate::common::game();
    for line in ["done", "join ge-art-210h-1"] {
        let card = shown(&game, GUNS, GERMAN, line);
        let dice = played(&game, GUNS, &[(GERMAN, line)], &die(), "bombarded", &never);
        assert_same(&card, &dice, line);
    }
}

#[test]
fn counter_battery_fire_for_each_gun() {
    let game = crate::common::game();
    let position = r#"
scenario = "they-shall-not-pass"
turn = 26
phasing = "allied"
stack = ["turn 28", "bombardment allied 0 0", "counter-battery german"]
units = ["ge-art-150h-1 H20", "ge-art-150h-2 H21", "ge-art-210h-1 H20", "fr-art-155h-3 N19", "fr-art-155h-2 N19", "ge-11r-1 J20", "fr-hq-i R20 back"]
[shot]
target = "J20"
guns = ["fr-art-155h-3"]
firing = "N19"
asking = true
counter = ["ge-art-150h-1", "ge-art-150h-2"]
[own]
supply = "fr-hq-i"
"#;
    for line in ["done", "join ge-art-210h-1"] {
        let card = shown(&game, position, GERMAN, line);
        let told =
            played(&game, position, &[(GERMAN, line)], &all(&[sums(), die()]), "counter-battery", &never);
        let hits: u64 = told
            .iter()
            .filter(|(text, _)| text.contains("disrupted") || text.contains("silenced"))
            .map(|(_, ways)| ways)
            .sum();
        let dice = Ways::from([
            ("disrupted".to_owned(), hits),
            ("no effect".to_owned(), told.values().sum::<u64>() - hits),
        ]);
        assert_same(&card, &dice, line);
    }
}

#[test]
fn closing_in() {
    let game = crate::common::game();
    let position = r#"
scenario = "firestorm"
turn = 3
phasing = "german"
stack = ["turn 17", "commitment german 2", "own close-in german -"]
units = ["ge-6-1 P30 against:south", "ge-121-1 P31 back against:southwest", "ge-hq-iii P32", "fr-bde4-1 Q30"]
"#;
    for unit in ["ge-6-1", "ge-121-1"] {
        let line = format!("close {unit}");
        let card = shown(&game, position, GERMAN, &line);
        let told = played(&game, position, &[(GERMAN, &line)], &die(), "closed-in", &never);
        let closed: u64 =
            told.iter().filter(|(text, _)| text.contains("closed in")).map(|(_, ways)| ways).sum();
        let dice =
            Ways::from([("closes in".to_owned(), closed), ("stays on the line".to_owned(), 6 - closed)]);
        assert_same(&card, &dice, &line);
    }
}

#[test]
fn defensive_fire_in_rain_at_closers() {
    let game = crate::common::game();
    let position = r#"
scenario = "may-cup"
turn = 9
weather = "rain"
phasing = "german"
stack = ["turn 19", "defensive-fire french -"]
units = ["ge-6-1 P30 against:south closed", "ge-121-1 P31 against:southwest", "ge-hq-iii P32", "fr-bde4-1 Q30", "ge-6-2 N30 against:south", "fr-bde4-2 O30"]
"#;
    let position = position.replace("defensive-fire french -", "defensive-fire allied -");
    let card = shown(&game, &position, FRENCH, "resolve Q30");
    let dice = played(&game, &position, &[(FRENCH, "resolve Q30")], &sums(), "defensive-fire", &never);
    assert_same(&card, &dice, "defensive fire");
}

/// An assault with every resource in hand; the defenders are a brigade far from any French HQ.
const ASSAULT: &str = r#"
scenario = "campaign"
turn = 18
phasing = "german"
stack = ["turn 20", "assaults german 1", "assault resources"]
units = ["ge-6-1 P30 against:south closed", "ge-6-2 P31 against:southwest", "ge-hq-iii P32", "ge-art-150h-1 L30", "ge-art-150h-2 L31", "fr-bde4-1 Q30", "fr-bde4-2 Q30", "fr-37 V1"]
[assault]
target = "Q30"
side = "german"
wave = "primary"
[resources]
german = [0, 1, 1, 1, 0, 1, 1, 0, 1]
[own]
gas = [1, 0]
"#;

#[test]
fn assaults_with_each_resource() {
    let game = crate::common::game();
    let session = crate::common::open(&game, ASSAULT, &[]).expect("the position is good");
    let options = session.options(GERMAN);
    assert!(options.iter().filter(|option| option.starts_with("use ")).count() >= 6, "{options:?}");
    for option in options {
        let card = shown(&game, ASSAULT, GERMAN, &option);
        let mut lines = vec![(GERMAN, option.as_str())];
        if option == "use gas" {
            lines.push((GERMAN, "gun ge-art-150h-1"));
        }
        if option != "done" {
            lines.push((GERMAN, "done"));
        }
        let falls = if option.contains("smoke") { all(&[die(), sums()]) } else { sums() };
        let dice = played(&game, ASSAULT, &lines, &falls, "assaulted", &never);
        assert_same(&card, &dice, &option);
    }
}

#[test]
fn assaults_with_phosgene() {
    let game = crate::common::game();
    let position = ASSAULT
        .replace("wave = \"primary\"", "wave = \"primary\"\nresources = 32")
        .replace("gas = [1, 0]", "gas = [1, 0]\ngas_gun = [\"ge-art-150h-1\"]");
    let card = shown(&game, &position, GERMAN, "phosgene");
    let lines = [(GERMAN, "phosgene"), (GERMAN, "done")];
    assert_same(&card, &played(&game, &position, &lines, &sums(), "assaulted", &never), "phosgene");
}

#[test]
fn assaults_that_french_75s_defend() {
    let game = crate::common::game();
    let position = ASSAULT
        .replace("\"assault resources\"", "\"assault roll\", \"own defending-guns\"")
        .replace("\"fr-37 V1\"", "\"fr-37 V1\", \"fr-art-75-1 S30\"")
        .replace("german = [0, 1, 1, 1, 0, 1, 1, 0, 1]", "french = [0, 0, 0, 0, 1]");
    for line in ["gun fr-art-75-1", "pass"] {
        let card = shown(&game, &position, FRENCH, line);
        let dice = played(&game, &position, &[(FRENCH, line)], &sums(), "assaulted", &never);
        assert_same(&card, &dice, line);
    }
}

/// The policy of the card: roll again when new dice are more likely to be better than worse.
fn policy(once: &Ways, attacker: Seat) -> impl Fn(Seat, &str) -> bool + '_ {
    const ORDER: [&str; 11] = ["AE", "A2SR", "ASR", "AR", "ENG", "CA", "DR", "DSR", "D2SR", "DE", "DEBT"];
    move |seat, shown| {
        let rank = |label: &str| ORDER.iter().position(|known| *known == label).expect("a result");
        let than = rank(shown);
        let sum = |good: &dyn Fn(usize) -> bool| -> u64 {
            once.iter().filter(|(label, _)| good(rank(label))).map(|(_, ways)| ways).sum()
        };
        let (better, worse) = (sum(&|rank| rank > than), sum(&|rank| rank < than));
        if seat == attacker { better > worse } else { worse > better }
    }
}

fn with_rerolls(position: &str, attacker: Seat, what: &str) {
    let game = crate::common::game();
    let lines = [(attacker, "done")];
    let once = played(&game, position, &lines, &sums(), "assaulted", &never);
    let card = shown(&game, position, attacker, "done");
    let wish = policy(&once, attacker);
    let dice = played(&game, position, &lines, &all(&[sums(), sums()]), "assaulted", &wish);
    assert_ne!(once.get("ENG"), dice.get("ENG"), "{what}: nobody rolled again");
    assert_same(&card, &dice, what);
}

#[test]
fn elan_rolls_engagements_again() {
    let position = ASSAULT.replace("\"fr-37 V1\"", "\"fr-37 V1\", \"fr-hq-i S30\"");
    with_rerolls(&position, GERMAN, "élan");
}

#[test]
fn the_fifth_division_rolls_anything_again() {
    let position = ASSAULT.replace("\"fr-bde4-1 Q30\", \"fr-bde4-2 Q30\"", "\"fr-5 Q30\"");
    with_rerolls(&position, GERMAN, "5th Division");
}

#[test]
fn engineers_roll_trench_fights_again() {
    let position = ASSAULT
        .replace("ge-6-1 P30 against:south closed", "ge-6-1 P30 back against:south")
        .replace("ge-6-2 P31 against:southwest", "ge-6-2 P31 back against:southwest")
        .replace("\"fr-37 V1\"", "\"fr-37 V1\", \"ge-eng-1 O31\"");
    with_rerolls(&position, GERMAN, "engineers");
}

/// Against a garrison a counter-attack is rolled again until something else comes up, so the other results keep their
/// shares among themselves.
#[test]
fn garrisons_never_counter_attack() {
    let game = crate::common::game();
    let position = r#"
scenario = "campaign"
turn = 18
phasing = "german"
stack = ["turn 20", "assaults german 1", "assault resources"]
units = ["ge-bn2-1 K25 against:south", "ge-hq-iii J25", "ge-art-150h-1 G25", "ge-art-150h-2 G26", "fr-gar-4 L25 own-a", "fr-37 V1"]
[assault]
target = "L25"
side = "german"
wave = "primary"
[resources]
german = [0, 1, 1, 0, 0, 0, 1]
"#;
    let card = shown(&game, position, GERMAN, "use lifting-barrage");
    assert!(!card.contains_key("CA"), "{card:?}");
    let lines = [(GERMAN, "use lifting-barrage"), (GERMAN, "done")];
    let standing: Vec<(Vec<u8>, u64)> =
        sums().into_iter().filter(|(fall, _)| !is_void(&game, position, fall)).collect();
    assert!(standing.len() < sums().len(), "no counter-attack came up");
    let dice = played(&game, position, &lines, &standing, "assaulted", &never);
    assert_same(&card, &dice, "garrison");
}

fn is_void(game: &Arc<Game>, position: &str, fall: &[u8]) -> bool {
    let mut session = crate::common::open(game, position, fall).expect("the position is good");
    session.play(GERMAN, "use lifting-barrage").expect("it may be used");
    session.play(GERMAN, "done").expect("it may be rolled");
    session.events(0, Viewer::Omniscient).iter().filter(|event| event.kind == "assaulted").count() > 1
}

#[test]
fn air_combat_and_bombs() {
    let game = crate::common::game();
    let position = r#"
scenario = "may-cup"
turn = 9
phasing = "german"
stack = ["turn 8", "own air-intercepts german"]
units = ["fr-bde4-1 K30", "ge-11r-1 D25", "ge-bn2-1 D26"]
[own]
flights = ["ready", "absent", "K30", "absent"]
"#;
    let card = shown(&game, position, FRENCH, "fly fr-air-1 K30");
    let mut dice = Ways::new();
    for (fall, count) in all(&[sums(), sums(), sums()]) {
        if fall[0] + fall[1] == fall[2] + fall[3] {
            continue;
        }
        let mut session = crate::common::open(&game, position, &fall).expect("the position is good");
        session.play(FRENCH, "fly fr-air-1 K30").expect("it may fly");
        let told = session.events(0, Viewer::Omniscient);
        let loser = told.iter().find(|event| event.kind == "air-loser").expect("somebody loses");
        let (german, down) =
            (loser.units.iter().any(|unit| unit == "ge-air-1"), loser.text.contains("shot down"));
        let label = format!(
            "{}, {} and {} shot down",
            if german { "driven off" } else { "gets through" },
            grid::count(i64::from(german && down), "bomber"),
            grid::count(i64::from(!german && down), "interceptor")
        );
        *dice.entry(label).or_default() += count;
    }
    assert_same(&card, &dice, "air combat");
    let bombs = position
        .replace("own air-intercepts german", "own air-placed german")
        .replace("\"ready\", \"absent\", \"K30\"", "\"absent\", \"absent\", \"ready\"");
    let card = shown(&game, &bombs, GERMAN, "fly ge-air-1 K30");
    let falling =
        position.replace("turn 8", "turn 12").replace("own air-intercepts german", "own air-bombs german");
    let dice = played(&game, &falling, &[], &all(&[sums(), die()]), "air-bombed", &never);
    // German bombs that do nothing else still interdict, unless the column dice missed.
    let missed: u64 =
        sums().iter().filter(|(fall, _)| fall[0] + fall[1] >= 11).map(|(_, ways)| ways * 6).sum();
    let mut counted = dice.clone();
    let nothing = counted.remove("miss").or_else(|| counted.remove("no effect")).unwrap_or(0);
    *counted.entry("interdict".to_owned()).or_default() += nothing - missed;
    counted.insert("miss".to_owned(), missed);
    let rename = |ways: &Ways| -> Ways {
        let mut renamed = Ways::new();
        for (label, count) in ways {
            let label = if label.contains("interdict") { "interdict" } else { label };
            let label = if matches!(label, "miss" | "no effect" | "missed") { "miss" } else { label };
            *renamed.entry(label.to_owned()).or_default() += count;
        }
        renamed
    };
    assert_same(&rename(&card), &rename(&counted), "bombs");
}
