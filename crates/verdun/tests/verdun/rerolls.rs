//! Odds of re-rolls and counter-attacks against the real procedure: every fall of the dice is played out and counted.

use std::collections::BTreeMap;

use engine::{Dice, Game, Match, Present, Seat, Setup, Start};
use grid::Step;
use grid::assault::Outcome;
use verdun::board::{Event as Told, Step as OwnStep};
use verdun::verdun::seat_of_side;

type Rules = verdun::Game;
type Event = verdun::Event;
type Spread = BTreeMap<String, Share>;

/// An exact share of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Share(u128, u128);

impl Share {
    fn new(ways: u128, of: u128) -> Share {
        let (mut a, mut b) = (ways, of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Share(ways / a.max(1), of / a.max(1))
    }

    fn plus(self, other: Share) -> Share {
        Share::new(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    fn times(self, other: Share) -> Share {
        Share::new(self.0 * other.0, self.1 * other.1)
    }
}

fn open(position: &str) -> Match<Rules> {
    let mut start = Start::seeded(Setup::of(""), 1);
    start.position = Some(position.to_owned());
    Game::start(crate::common::game(), start).expect("the position is good").live().clone()
}

fn parse(table: &Match<Rules>, text: &str) -> verdun::Action {
    let step = table.step().expect("a question is open");
    let actions = table.rules().parse(step, table.board(), text).expect("an action");
    *actions.last().expect("one")
}

fn seat(table: &Match<Rules>) -> Seat {
    table.asked().only().expect("one seat is asked")
}

fn odds(table: &Match<Rules>, text: &str) -> Spread {
    let step = table.step().expect("a question is open");
    let odds = table.rules().odds(step, table.board(), seat(table), parse(table, text)).expect("odds");
    let mut spread = Spread::new();
    for chance in odds.results {
        add(&mut spread, &chance.label, Share::new(chance.ways.into(), chance.of.into()));
    }
    spread.retain(|_, share| share.0 > 0);
    spread
}

fn add(spread: &mut Spread, label: &str, share: Share) {
    let sum = spread.entry(label.to_owned()).or_insert(Share(0, 1));
    *sum = sum.plus(share);
}

/// Plays an answer with these dice.
fn play(table: &Match<Rules>, text: &str, dice: &[u8]) -> (Match<Rules>, Vec<Event>) {
    let mut copy = table.clone().with_dice(Dice::scripted(dice.iter().copied(), 7));
    let mut events = Vec::new();
    copy.play(seat(table), parse(table, text), Some(&mut events)).expect("is legal");
    (copy, events)
}

fn two_dice() -> impl Iterator<Item = [u8; 2]> {
    (1..=6).flat_map(|a| (1..=6).map(move |b| [a, b]))
}

/// The first result of the assault table, unless the rules demanded that it be rolled again.
fn result(events: &[Event]) -> Option<Outcome> {
    let repeated = |event: &Event| {
        matches!(event, Event::Own(Told::ReRolled { rule: verdun::rule::Own::CounterAttack, .. }))
    };
    if events.iter().any(repeated) {
        return None;
    }
    events.iter().find_map(|event| match event {
        Event::Assaulted { outcome, .. } => Some(*outcome),
        _ => None,
    })
}

/// How a roll falls, result by result, over all dice that stand.
fn fall(table: &Match<Rules>, text: &str, first: &[u8]) -> BTreeMap<Outcome, u128> {
    let mut ways = BTreeMap::new();
    for dice in two_dice() {
        let (_, events) = play(table, text, &[first, &dice].concat());
        if let Some(outcome) = result(&events) {
            *ways.entry(outcome).or_default() += 1;
        }
    }
    ways
}

/// Everything played out: whoever is asked rolls again when more ways are better for him than worse. In a counter-attack
/// another counter-attack begins anew and is left out of the count.
fn played(table: &Match<Rules>, text: &str, first: &[u8], anew: Option<Outcome>) -> Spread {
    let ways = fall(table, text, first);
    let total: u128 = ways.values().sum();
    let mut spread = Spread::new();
    for dice in two_dice() {
        let (mut copy, events) = play(table, text, &[first, &dice].concat());
        let Some(outcome) = result(&events) else { continue };
        let one = Share::new(1, total);
        let attacker = events.iter().find_map(|event| match event {
            Event::Assaulted { side, .. } => Some(*side),
            _ => None,
        });
        loop {
            let asks = matches!(copy.step(), Some(Step::Own(OwnStep::ReRoll { .. })));
            if !asks {
                add(&mut spread, outcome.code(), one);
                break;
            }
            let upward = attacker.is_some_and(|side| seat_of_side(side) == seat(&copy));
            let above: u128 = ways.iter().filter(|(new, _)| **new > outcome).map(|(_, ways)| ways).sum();
            let below: u128 = ways.iter().filter(|(new, _)| **new < outcome).map(|(_, ways)| ways).sum();
            if (upward && above > below) || (!upward && below > above) {
                let again = fall(&copy, "re-roll", &[]);
                let all: u128 = again.values().sum();
                for (new, ways) in again {
                    add(&mut spread, new.code(), one.times(Share::new(ways, all)));
                }
                break;
            }
            copy = play(&copy, "pass", &[]).0;
        }
    }
    if let Some(again) = anew.and_then(|outcome| spread.remove(outcome.code())) {
        let rest = Share::new(again.1, again.1 - again.0);
        for share in spread.values_mut() {
            *share = share.times(rest);
        }
    }
    spread
}

const ASSAULT: &str = "[assault]\nside = \"german\"\ntarget = \"Q29\"\nwave = \"primary\"\n";
const BARRAGE: &str = "[resources]\ngerman = [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]\n";

fn assault(turn: u8, units: &str, more: &str) -> Match<Rules> {
    open(&format!(
        "scenario = \"campaign\"\nturn = {turn}\nphasing = \"german\"\n\
         stack = [\"turn 20\", \"assaults german 1\", \"assault resources\"]\nunits = [{units}]\n{more}"
    ))
}

#[test]
fn a_garrison_cannot_counter_attack_and_engineers_roll_again() {
    let units = r#""fr-gar-1 J23 own-a", "ge-eng-1 I23 south against:south", "ge-art-150h-1 G23""#;
    let target = ASSAULT.replace("Q29", "J23");
    let table = assault(2, units, &format!("{target}{BARRAGE}"));
    let found = odds(&table, "done");
    assert_eq!(found.get("CA"), None, "{found:?}");
    assert_eq!(found, played(&table, "done", &[], None));
}

#[test]
fn an_engagement_is_rolled_again_by_french_elan() {
    let units =
        r#""fr-bde4-1 Q29", "fr-hq-xxx S29", "ge-11r-1 P29 south against:south", "ge-art-150h-1 O28""#;
    let table = assault(2, units, &format!("{ASSAULT}{BARRAGE}"));
    assert_eq!(odds(&table, "done"), played(&table, "done", &[], None));
}

#[test]
fn both_sides_may_roll_again_the_attacker_first() {
    let units = r#""fr-5 Q29", "ge-5-1 P29 south back against:south", "ge-eng-1 P28", "ge-art-150h-1 O28""#;
    let table = assault(10, units, &format!("{ASSAULT}{BARRAGE}"));
    assert_eq!(odds(&table, "done"), played(&table, "done", &[], None));
    let (question, _) = play(&table, "done", &[1, 2]);
    assert_eq!(odds(&question, "re-roll"), played(&question, "re-roll", &[], None));
    let (high, _) = play(&table, "done", &[6, 6]);
    let stands = odds(&high, "pass");
    let (french, _) = play(&high, "pass", &[]);
    assert_eq!(stands, odds(&french, "re-roll"), "the French gain by new dice");
    assert_eq!(odds(&french, "pass").values().copied().collect::<Vec<_>>(), [Share(1, 1)]);
}

#[test]
fn smoke_is_rolled_once_and_serves_both_rolls() {
    let units =
        r#""fr-bde4-1 Q29", "ge-11r-1 P29 south back against:south", "ge-eng-1 P28", "ge-art-150h-1 O28""#;
    let with_smoke = ASSAULT.to_owned() + "resources = 8\n";
    let table = assault(2, units, &format!("{with_smoke}{BARRAGE}"));
    let mut spread = Spread::new();
    for wind in 1..=6 {
        for (label, share) in played(&table, "done", &[wind], None) {
            add(&mut spread, &label, share.times(Share(1, 6)));
        }
    }
    assert_eq!(odds(&table, "done"), spread);
}

#[test]
fn a_counter_attack_is_rolled_until_it_is_not_answered() {
    let table = open(
        r#"
scenario = "campaign"
turn = 2
phasing = "german"
stack = ["turn 20", "assaults german 1", "own counter-attack"]
units = ["fr-bde4-1 Q29", "fr-hq-xxx S29", "ge-11r-1 P29 south against:south", "ge-5-1 P28 south against:southeast"]
[assault]
outcome = "CA"
side = "german"
target = "Q29"
wave = "primary"
"#,
    );
    for text in ["unit ge-11r-1", "unit ge-5-1"] {
        assert_eq!(odds(&table, text), played(&table, text, &[], Some(Outcome::Counterattack)), "{text}");
    }
}

#[test]
fn phosgene_and_75s_in_defence_shift_the_odds_as_they_shift_the_dice() {
    let units = r#""fr-bde4-1 Q29", "fr-bde4-2 Q29", "fr-art-75-1 S29", "ge-11r-1 P29 south against:south", "ge-art-150h-1 O28""#;
    let gas = ASSAULT.to_owned() + "resources = 32\n";
    let more = format!(
        "{gas}[resources]\nfrench = [0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]\n[own]\ngas = [1, 0]\ngas_gun = [\"ge-art-150h-1\"]\n"
    );
    let table = assault(18, units, &more);
    let card = odds(&table, "phosgene");
    let (guns, _) = play(&table, "phosgene", &[]);
    assert!(matches!(guns.step(), Some(Step::Own(OwnStep::DefendingGuns))), "{:?}", guns.step());
    assert_eq!(card, odds(&guns, "pass"));
    for text in ["pass", "gun fr-art-75-1"] {
        assert_eq!(odds(&guns, text), played(&guns, text, &[], None), "{text}");
    }
    assert_ne!(odds(&guns, "pass"), odds(&guns, "gun fr-art-75-1"));
}

#[test]
fn worn_guns_answer_worse() {
    let at = |turn: u8| {
        open(&format!(
            r#"
scenario = "campaign"
turn = {turn}
phasing = "allied"
stack = ["turn 28", "bombardment allied 0 0", "counter-battery german"]
units = ["fr-hq-xxx V28 back", "fr-art-155h-1 Q29", "ge-art-150h-1 L29", "ge-art-150h-2 L30", "ge-bn2-1 M30"]
[shot]
target = "M30"
guns = ["fr-art-155h-1"]
firing = "Q29"
asking = true
counter = ["ge-art-150h-1"]
[own]
supply = "fr-hq-xxx"
"#
        ))
    };
    let counted = |table: &Match<Rules>| {
        let hits = two_dice().filter(|dice| {
            let (_, events) = play(table, "done", dice);
            let hit = events.iter().find_map(|event| match event {
                Event::CounterBattery { hit, .. } => Some(*hit),
                _ => None,
            });
            hit.expect("the gun is rolled for")
        });
        Share::new(hits.count() as u128, 36)
    };
    let (fresh, worn) = (at(20), at(26));
    assert_eq!(odds(&fresh, "done")["disrupted"], counted(&fresh));
    assert_eq!(odds(&worn, "done")["disrupted"], counted(&worn));
    assert_ne!(counted(&fresh), counted(&worn));
}

#[test]
fn a_shot_into_a_fort_disrupts_or_does_nothing() {
    let table = open(
        r#"
scenario = "firestorm"
turn = 1
phasing = "german"
stack = ["turn 10", "bombardment german 0 0"]
units = ["ge-art-420-1 F22", "ge-art-420-2 F23", "ge-art-150h-1 F24", "fr-gar-1 J23 own-a"]
"#,
    );
    let (aimed, _) = play(&table, "inside J23", &[]);
    let shot = |die: u8| {
        let (_, events) = play(&aimed, "join ge-art-420-1", &[die]);
        events.iter().any(|event| matches!(event, Event::Disordered { .. }))
    };
    let hits = (1..=6).filter(|die| shot(*die)).count() as u128;
    assert!(hits > 0, "the guns can hit");
    let found = odds(&table, "inside J23");
    assert_eq!(found["disrupt"], Share::new(hits, 6), "{found:?}");
    assert_eq!(found["no effect"], Share::new(6 - hits, 6), "{found:?}");
}
