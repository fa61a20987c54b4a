//! Every worked example of every game holds, and every case of every rulebook is shown by one.

use engine::examples::Example;
use engine::{Setup, Start, Viewer};
use games::{Coverage, Library};

#[test]
fn every_worked_example_holds() {
    let library = Library::embedded().expect("the packs are good");
    let (mut run, mut wrong) = (0, Vec::new());
    for game in library.games() {
        for example in game.examples().expect("the examples are good") {
            run += 1;
            if let Err(error) = engine::examples::run(&example, |start| game.open(start)) {
                wrong.push(format!("{}: {}: {error}", game.title().id, example.name));
            }
        }
    }
    assert!(wrong.is_empty(), "{} of {run} examples fail:\n{}", wrong.len(), wrong.join("\n"));
}

/// The games whose rulebook is covered case by case.
const COMPLETE: [&str; 3] = ["cambrai", "big-push", "verdun"];

#[test]
fn every_case_is_cited_and_shown_or_no_rule() {
    let library = Library::embedded().expect("the packs are good");
    for game in COMPLETE.map(|id| library.game(id).expect("it is there")) {
        let coverage = Coverage::of(game.as_ref()).expect("the examples are good");
        assert!(
            coverage.gaps().is_empty(),
            "{}: no coverage of {}",
            game.title().id,
            coverage.gaps().join(", ")
        );
    }
}

/// All clauses are proved, also those at the ends of sentences, where rules go wrong.
#[test]
fn every_clause_is_proved() {
    let library = Library::embedded().expect("the packs are good");
    for game in COMPLETE.map(|id| library.game(id).expect("it is there")) {
        let id = game.title().id.as_str();
        let coverage = Coverage::of(game.as_ref()).expect("the examples are good");
        assert!(!coverage.clauses.is_empty(), "{id} has no clauses");
        let gaps: Vec<String> = coverage
            .clauses
            .iter()
            .filter_map(|(clause, gap)| Some(format!("{}: {}", clause.id, gap.as_ref()?)))
            .collect();
        assert!(gaps.is_empty(), "{id}:\n{}", gaps.join("\n"));
    }
}

/// A choice says whether there is a card of odds for it, so that a client need not ask in vain.
#[test]
fn choices_promise_odds_where_there_are_odds() {
    let library = Library::embedded().expect("the packs are good");
    let mut wrong = Vec::new();
    for game in library.games() {
        for example in game.examples().expect("the examples are good") {
            let start = Start { position: example.position.clone(), ..Start::seeded(setup_of(&example), 1) };
            let Ok(session) = game.open(start) else { continue };
            let Some(decision) = session.decision(Viewer::Omniscient) else { continue };
            for choice in decision.options {
                let seat = decision.seats[0];
                if session.odds(seat, &[], &choice.play).is_ok() != choice.odds {
                    wrong.push(format!("{}: {}: {}", game.title().id, example.name, choice.play));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} choices:\n{}", wrong.len(), wrong.join("\n"));
}

/// Supply takes a headquarters off the map, and its card tells for how long.
#[test]
fn odds_of_supply_tell_of_the_return() {
    let library = Library::embedded().expect("the packs are good");
    let game = library.game("big-push").expect("it is there");
    let examples = game.examples().expect("the examples are good");
    let supplied = |example: &Example| {
        let start = Start { position: example.position.clone(), ..Start::seeded(setup_of(example), 1) };
        let session = game.open(start).ok()?;
        let decision = session.decision(Viewer::Omniscient)?;
        let choice = decision.options.iter().find(|choice| choice.play.starts_with("supply "))?;
        session.odds(decision.seats[0], &[], &choice.play).ok()
    };
    let cards: Vec<_> = examples.iter().filter_map(supplied).collect();
    assert!(!cards.is_empty(), "no example asks for supply at once");
    for card in cards {
        assert!(card.summary.contains("the headquarters is back next turn with "), "{}", card.summary);
        assert!(card.cases.iter().any(|case| case == "11.2.1"), "{:?}", card.cases);
    }
}

fn setup_of(example: &Example) -> Setup {
    Setup { scenario: example.scenario.clone(), options: example.options.clone() }
}
