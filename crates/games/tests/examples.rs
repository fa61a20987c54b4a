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

/// Statements that still wait for their proof, with the reason.
const OPEN_CLAUSES: [(&str, &str, &str); 2] = [
    ("verdun", "19.3.1e", "the German is not asked which battalions stand in the squares (V174)"),
    ("verdun", "19.3.1j", "nor which five lie in the reserves box (V174)"),
];

/// The tails of sentences, where rules go wrong, are all proved.
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
            .filter(|(clause, _)| {
                !OPEN_CLAUSES.iter().any(|open| (open.0, open.1) == (id, clause.id.as_str()))
            })
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

fn setup_of(example: &Example) -> Setup {
    Setup { scenario: example.scenario.clone(), options: example.options.clone() }
}
