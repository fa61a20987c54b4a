//! The legends explain everything that lies on the table.

use std::collections::BTreeSet;

use engine::{Dice, Seat, Session, Setup, Start, Viewer};
use games::{Legend, Library, Playable};
use serde_json::Value;

fn legends() -> Vec<(Library, String, Legend)> {
    let ids = ["cambrai", "big-push", "verdun"];
    ids.map(|id| {
        let library = Library::embedded().expect("the packs are good");
        let legend = library.game(id).expect("a game").legend().expect("its legend can be read");
        (library, id.to_owned(), legend)
    })
    .into()
}

#[test]
fn every_sign_can_be_drawn_in_one_way() {
    for (library, id, legend) in legends() {
        let game = library.game(&id).expect("a game");
        let sheet = game.counters();
        for (number, sign) in legend.signs().enumerate() {
            assert_eq!(sign.ways(), 1, "{id}: '{}' is drawn in one way", sign.words);
            assert!(sign.words.ends_with('.'), "{id}: '{}' is a sentence", sign.words);
            if !sign.counter.is_empty() {
                let face = format!("id=\"face-{}-{}\"", sign.counter, sign.face);
                assert!(sheet.contains(&face), "{id}: there is no {face}");
            }
            let picture = legend.picture(game.as_ref(), number);
            assert_eq!(picture.is_some(), !sign.place.is_empty(), "{id}: a picture of {}", sign.place);
        }
    }
}

#[test]
fn every_mark_of_a_random_game_is_explained() {
    for (library, id, legend) in legends() {
        let game = library.game(&id).expect("a game");
        let known: BTreeSet<&str> =
            legend.signs().flat_map(|sign| [sign.mark.as_str(), sign.marker.as_str()]).collect();
        for mark in marks_of_play(game.as_ref(), 400) {
            assert!(known.contains(mark.as_str()), "{id}: nothing explains '{mark}'");
        }
    }
}

/// The marks on counters and places that a seat sees in the first answers of a random game.
fn marks_of_play(game: &dyn Playable, answers: usize) -> BTreeSet<String> {
    let scenario = game.title().scenarios[0].id.clone();
    let mut session = game.open(Start::seeded(Setup::of(&scenario), 11)).expect("a game begins");
    let mut dice = Dice::seeded(5);
    let mut marks = BTreeSet::new();
    for _ in 0..answers {
        let Some(seat) = session.asked().first().copied() else { break };
        let options = session.options(seat);
        let number = usize::from(dice.draw_hidden(options.len().min(200) as u8)) - 1;
        session.play(seat, &options[number]).expect("an option is legal");
        marks.extend(marks_in(session.as_ref(), seat));
    }
    marks
}

fn marks_in(session: &dyn Session, seat: Seat) -> Vec<String> {
    let view: Value = serde_json::from_str(&session.view(Viewer::Seat(seat))).expect("a view is JSON");
    let items = view["items"].as_array().cloned().unwrap_or_default();
    let shown = items.iter().flat_map(|item| {
        let item = &item[1];
        [&item["unit"]["marks"], &item["place"]["marks"]]
            .map(|marks| marks.as_array().cloned().unwrap_or_default())
    });
    let words = shown.flatten().filter_map(|mark| mark.as_str().map(str::to_owned));
    // The number of equal markers does not make another mark.
    words.map(|words| words.split(" x").next().unwrap_or_default().to_owned()).collect()
}
