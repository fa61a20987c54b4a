//! The worked examples of the pack, and the proof that together they show every case of the rulebook.

mod common;

use std::collections::BTreeSet;
use std::path::Path;

use engine::examples::{Example, parse, run};
use engine::{Game, Present, Session};

fn examples() -> Vec<Example> {
    let mut paths: Vec<_> = Path::new(common::PACK)
        .join("examples")
        .read_dir()
        .expect("a folder of examples")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    paths.sort();
    let mut examples = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("a file");
        examples.extend(parse(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display())));
    }
    examples
}

#[test]
fn every_example_plays_as_it_says() {
    let game = common::game();
    let failures: Vec<String> = examples()
        .iter()
        .filter_map(|example| {
            let open =
                |start| Game::start(game.clone(), start).map(|game| Box::new(game) as Box<dyn Session>);
            run(example, open).err().map(|error| format!("{}: {error}", example.name))
        })
        .collect();
    assert!(failures.is_empty(), "{} examples fail:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn examples_have_names_of_their_own_and_show_every_case() {
    let game = common::game();
    let examples = examples();
    let names: BTreeSet<&str> = examples.iter().map(|example| example.name.as_str()).collect();
    assert_eq!(names.len(), examples.len(), "two examples have one name");
    let shown: BTreeSet<&str> =
        examples.iter().flat_map(|example| &example.cases).map(String::as_str).collect();
    let book = game.casebook();
    let missing: Vec<&str> = book
        .cases
        .iter()
        .map(|case| case.number.as_str())
        .filter(|number| !book.not_rules.contains_key(*number) && !shown.contains(number))
        .collect();
    assert!(missing.is_empty(), "no example shows {}", missing.join(", "));
}
