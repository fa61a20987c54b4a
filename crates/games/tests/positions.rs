//! Mangled positions: the rules can answer every position that the reader accepts.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::{Dice, Session, Setup, Start, Viewer};
use games::{Library, Playable};

/// Numbers that may stand anywhere.
const NUMBERS: [&str; 9] = ["0", "1", "2", "3", "5", "9", "12", "40", "255"];

/// The position files of a game's worked examples.
fn written(game: &dyn Playable) -> Vec<String> {
    let examples = game.examples().unwrap_or_else(|error| panic!("{error}"));
    examples.into_iter().filter_map(|example| example.position).collect()
}

/// The words of a text with what stands between them.
fn words(text: &str) -> Vec<&str> {
    text.split_inclusive(|letter: char| "\"[],= :\n".contains(letter)).collect()
}

/// One item of a list of any length.
fn one_of<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    let high = usize::from(dice.draw(200)) - 1;
    &list[(high * 200 + usize::from(dice.draw(200)) - 1) % list.len()]
}

/// What a word looks like: `ge-52-170 ` and `br-4-12 ` are alike, `K18` and `B3`, and so are numbers.
fn shape(word: &str) -> String {
    let mut shape = String::new();
    for letter in word.chars() {
        let kind = match letter {
            'a'..='z' => 'a',
            'A'..='Z' => 'A',
            '0'..='9' => '0',
            other => other,
        };
        if !shape.ends_with(kind) {
            shape.push(kind);
        }
    }
    shape
}

/// A position with some words left out, doubled, or replaced by words of other positions.
fn mangled(dice: &mut Dice, all: &[String], vocabulary: &BTreeMap<String, Vec<&str>>) -> String {
    let text = one_of(dice, all);
    let mut words: Vec<&str> = words(text);
    for _ in 0..dice.draw(3) {
        let at = usize::from(dice.draw(200)) * 200 + usize::from(dice.draw(200));
        let at = at % words.len();
        match dice.draw(10) {
            1 => {
                words.remove(at);
            }
            2 => words.insert(at, words[at]),
            3 => {
                words[at] = NUMBERS[usize::from(dice.draw(9)) - 1];
            }
            _ => words[at] = *one_of(dice, &vocabulary[&shape(words[at])]),
        }
        dice.forget();
    }
    words.concat()
}

/// Looks at everything that a table shows of a position, and plays on for a while.
fn look(session: &mut dyn Session, dice: &mut Dice) {
    for _ in 0..6 {
        let seats = session.asked();
        let viewers = seats.iter().map(|seat| Viewer::Seat(*seat));
        for viewer in viewers.chain([Viewer::Spectator, Viewer::Omniscient]) {
            let _ = (session.view(viewer), session.decision(viewer), session.standing(viewer));
            let _ = (session.staff(viewer), session.layers(viewer), session.events(0, viewer));
        }
        let _ = session.position();
        let Some(seat) = seats.first().copied() else { return };
        let options = session.options(seat);
        for play in options.iter().take(12) {
            let _ = (session.odds(seat, &[], play), session.path(seat, play));
        }
        if options.is_empty() {
            return;
        }
        let play = one_of(dice, &options).clone();
        session.play(seat, &play).unwrap_or_else(|refusal| panic!("'{play}' is refused: {}", refusal.error));
        dice.forget();
    }
}

/// The mangled positions that were read and could not be answered, each with the reason.
fn unsound(game: &dyn Playable, seed: u64, count: usize) -> (usize, Vec<(String, String)>) {
    let all = written(game);
    let mut vocabulary: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for word in all.iter().flat_map(|text| words(text)).chain(NUMBERS) {
        vocabulary.entry(shape(word)).or_default().push(word);
    }
    let mut dice = Dice::seeded(seed);
    let (mut read, mut found) = (0, Vec::new());
    for _ in 0..count {
        let text = mangled(&mut dice, &all, &vocabulary);
        let start = Start { position: Some(text.clone()), ..Start::seeded(Setup::default(), seed) };
        let played = catch_unwind(AssertUnwindSafe(|| {
            let Ok(mut session) = game.open(start) else { return false };
            look(session.as_mut(), &mut dice);
            true
        }));
        match played {
            Ok(sound) => read += usize::from(sound),
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or_default();
                found.push((words.to_owned(), text));
            }
        }
    }
    (read, found)
}

fn check(id: &str) {
    let library = Library::embedded().unwrap_or_else(|error| panic!("{error}"));
    let game = library.game(id).unwrap_or_else(|| panic!("there is no {id}"));
    let (read, found) = unsound(game.as_ref(), 1, 400);
    assert!(read > 100, "only {read} positions were read");
    for (why, text) in &found {
        println!("{why}\n{text}\n");
    }
    assert!(found.is_empty(), "{} positions cannot be answered", found.len());
}

#[test]
fn the_big_push_answers_every_position() {
    check("big-push");
}

#[test]
fn verdun_answers_every_position() {
    check("verdun");
}

#[test]
fn cambrai_answers_every_position() {
    check("cambrai");
}
