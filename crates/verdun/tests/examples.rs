//! The worked examples of the rulebook, and the cases they show.

mod common;

use std::collections::BTreeSet;

use engine::{Game, Session, examples};

#[test]
fn every_example_holds() {
    let game = common::game();
    let mut declared = BTreeSet::new();
    let mut failures = Vec::new();
    let mut count = 0;
    for entry in std::fs::read_dir(common::root().join("examples")).expect("the examples are there") {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("a text");
        for example in examples::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())) {
            count += 1;
            let open =
                |start| Game::start(game.clone(), start).map(|game| Box::new(game) as Box<dyn Session>);
            match examples::run(&example, open) {
                Ok(()) => declared.extend(example.cases),
                Err(error) => failures.push(format!("{}: {}: {error}", path.display(), example.name)),
            }
        }
    }
    let book = &game.pack.casebook;
    let missing: Vec<&str> = book
        .cases
        .iter()
        .map(|case| case.number.as_str())
        .filter(|number| !book.not_rules.contains_key(*number) && !declared.contains(*number))
        .collect();
    println!(
        "{count} examples, {} cases declared, missing {}: {}",
        declared.len(),
        missing.len(),
        missing.join(" ")
    );
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
