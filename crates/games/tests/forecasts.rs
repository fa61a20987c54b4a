//! The odds of an assault that is still to come, against the procedure played through for every fall of the dice.

use std::collections::BTreeMap;

use engine::{Session, Setup, Start, Viewer};
use games::Library;

type Ways = BTreeMap<String, u64>;

/// One fall for each way in which a roll of this many dice may come out, with its weight.
fn falls(dice: usize) -> Vec<(Vec<u8>, u64)> {
    match dice {
        1 => (1..=6).map(|die| (vec![die], 1)).collect(),
        _ => (2..=12u8)
            .map(|sum| {
                let first = sum.saturating_sub(6).max(1);
                (vec![first, sum - first], 6 - u64::from(sum.abs_diff(7)))
            })
            .collect(),
    }
}

/// Every combination of rolls, one after the other.
fn all(rolls: &[usize]) -> Vec<(Vec<u8>, u64)> {
    rolls.iter().fold(vec![(Vec::new(), 1)], |before, dice| {
        let mut longer = Vec::new();
        for (first, ways) in &before {
            for (second, count) in falls(*dice) {
                longer.push(([&first[..], &second].concat(), ways * count));
            }
        }
        longer
    })
}

/// How the first dice of the assault on a square came out, if they have fallen.
fn outcome(session: &dyn Session, target: &str) -> Option<String> {
    let told = session.events(0, Viewer::Omniscient);
    let here = |kind: &str| {
        let about = |event: &&engine::wire::Told| event.kind == kind && event.text.contains(target);
        told.iter().find(about).map(|event| event.text.clone())
    };
    let fought = here("assaulted").map(|text| {
        let result = text.rsplit_once(": ").map_or("", |(_, result)| result);
        result.split([',', '.']).next().unwrap_or_default().to_owned()
    });
    fought.or_else(|| here("advanced").map(|_| "without a fight".to_owned()))
}

/// Plays a position for every fall; `answers` says what is answered to which kind of question.
fn played(game: &str, position: &str, rolls: &[usize], target: &str, answers: &[(&str, &str)]) -> Ways {
    let library = Library::embedded().expect("the packs are good");
    let mut ways = Ways::new();
    for (dice, count) in all(rolls) {
        let start = Start {
            script: dice.iter().copied().chain([4, 3].into_iter().cycle().take(200)).collect(),
            position: Some(position.to_owned()),
            ..Start::seeded(Setup::of(""), 1)
        };
        let mut session = library.game(game).expect("it is there").open(start).expect("the position is good");
        let result = loop {
            if let Some(result) = outcome(session.as_ref(), target) {
                break result;
            }
            let decision = session.decision(Viewer::Omniscient).expect("it goes on");
            let kind = &decision.prompt.kind;
            let (_, answer) = answers
                .iter()
                .find(|(known, _)| known == kind)
                .unwrap_or_else(|| panic!("{kind}: {}", decision.prompt.text));
            session.play(decision.seats[0], answer).unwrap_or_else(|refusal| panic!("{}", refusal.error));
        };
        *ways.entry(result).or_default() += count;
    }
    ways
}

/// The chances of a card.
fn shown(game: &str, position: &str, line: &str) -> Ways {
    let library = Library::embedded().expect("the packs are good");
    let start = Start { position: Some(position.to_owned()), ..Start::seeded(Setup::of(""), 1) };
    let session = library.game(game).expect("it is there").open(start).expect("the position is good");
    let seat = session.asked()[0];
    let odds = session.odds(seat, &[], line).unwrap_or_else(|refusal| panic!("{line}: {}", refusal.error));
    odds.results.into_iter().map(|chance| (chance.label, chance.ways)).collect()
}

fn assert_same(shown: &Ways, played: &Ways) {
    let (all_shown, all_played): (u64, u64) = (shown.values().sum(), played.values().sum());
    let share = |ways: &Ways, label: &str| ways.get(label).copied().unwrap_or(0);
    for label in shown.keys().chain(played.keys()) {
        assert_eq!(
            share(shown, label) * all_played,
            share(played, label) * all_shown,
            "{label}: the card says {shown:?}, the dice {played:?}"
        );
    }
}

const JOINT: &str = r#"
scenario = "over-the-top"
turn = 2
stack = ["turn 17", "assaults allied"]
units = ["br-hq-viii H9 east", "fr-hq-xx H8 east", "br-31 K9 east against:northeast", "fr-2 K8 east against:east", "br-b3-1 K20 east against:east", "ge-2gr-77 L8 west back", "ge-52-170 L20 west"]
"#;

#[test]
fn british_and_french_who_may_not_find_each_other() {
    let answers = [("assaults", "resolve L8"), ("choose-nation", "nation french")];
    let dice = played("big-push", JOINT, &[1, 2], "L8", &answers);
    assert_same(&shown("big-push", JOINT, "resolve L8"), &dice);
}

const TANKS: &str = r#"
scenario = "devil-machines"
turn = 13
stack = ["turn 17", "assaults allied", "assault begin"]
assault = { target = "L8", side = "allied", own = 1 }
resources = { british = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0] }
units = ["br-hq-viii H9 east", "fr-hq-xx H8 east", "br-tk-1 K9 east against:northeast", "fr-b3-1 K8 east against:east", "fr-b4-1 K8 east against:east", "ge-2gr-77 L8 west back", "ge-52-170 V1 west", "br-31 B5 east"]
own = { tanks_since = [12, 0, 0, 0] }
"#;

#[test]
fn tanks_with_french_infantry() {
    let answers = [("join-tanks", "use tank-cavalry")];
    let dice = played("big-push", TANKS, &[1, 2], "L8", &answers);
    assert_same(&shown("big-push", TANKS, "use tank-cavalry"), &dice);
    for alone in ["foot", "mounted"] {
        let dice = played("big-push", TANKS, &[2], "L8", &[("join-tanks", alone)]);
        assert_same(&shown("big-push", TANKS, alone), &dice);
    }
}

/// A fort with no unit outside; `markers` says what lies face down in it and in two others.
fn fort(markers: &str) -> String {
    format!(
        r#"
scenario = "firestorm"
turn = 3
phasing = "german"
held_french = ["L25"]
stack = ["turn 17", "commitment german 1", "commit german -"]
units = ["ge-bn2-1 K25", "ge-hq-iii J25", "fr-marker-1 L25 own-a", "fr-marker-2 V18 own-a", "fr-marker-3 U23 own-a", "fr-37 V1"]
[own]
markers = {markers}
"#
    )
}

/// Before the dice of the assault come those of the Command Center, a two without any resource. A counter-attack by a
/// garrison is rolled again, so the falls that would bring one are left out.
#[test]
fn garrisons_still_face_down() {
    let answers = [
        ("commit", "assault ge-bn2-1 L25"),
        ("close-in", "done"),
        ("defensive-fire", "done"),
        ("resources", "done"),
    ];
    let card = shown("verdun", &fort("[2, 0, 0, 0, 0, 0, 0, 0]"), "assault ge-bn2-1 L25");
    assert_eq!(card, shown("verdun", &fort("[0, 2, 0, 0, 0, 0, 0, 0]"), "assault ge-bn2-1 L25"));
    let real = played("verdun", &fort("[2, 0, 0, 0, 0, 0, 0, 0]"), &[2, 2], "L25", &answers);
    let dummy = played("verdun", &fort("[0, 2, 0, 0, 0, 0, 0, 0]"), &[2], "L25", &answers);
    assert_eq!(dummy.keys().collect::<Vec<_>>(), ["without a fight"]);
    let standing: u64 = real.iter().filter(|(label, _)| *label != "CA").map(|(_, ways)| ways).sum();
    let mut dice: Ways = real.into_iter().filter(|(label, _)| label != "CA").collect();
    dice.insert("without a fight".to_owned(), 2 * standing);
    assert_same(&card, &dice);
}
