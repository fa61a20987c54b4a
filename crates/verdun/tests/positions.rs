//! Position files that somebody has spoilt: they are refused with a reason or play on, and nothing panics.

mod common;

use std::collections::BTreeSet;

use engine::{Dice, Game, Session, Setup, Start};

/// Positions of random games, some decisions apart.
fn positions() -> Vec<String> {
    let game = common::game();
    let mut found = Vec::new();
    for (nth, scenario) in game.pack.scenarios.iter().enumerate() {
        let start = Start::seeded(Setup::of(&scenario.id), nth as u64);
        let mut session = Game::start(game.clone(), start).expect("a scenario can be set up");
        let mut choose = Dice::seeded(nth as u64 + 40);
        for decision in 0..900 {
            let Some(seat) = session.asked().first().copied() else { break };
            if decision % 150 == 149 {
                found.push(session.position());
            }
            let options = session.options(seat);
            let wanted = usize::from(choose.draw(250)) * usize::from(choose.draw(250)) % options.len();
            choose.forget();
            session.play(seat, &options[wanted]).expect("an option can be played");
        }
    }
    found
}

/// The text with one line left out, or one word replaced by another word of the text.
fn spoilt(text: &str, choose: &mut Dice) -> String {
    let mut number = |below: usize| {
        let drawn = usize::from(choose.draw(250)) * 250 + usize::from(choose.draw(250));
        choose.forget();
        drawn % below
    };
    let mut lines: Vec<&str> = text.lines().collect();
    if number(5) == 0 {
        let nth = number(lines.len());
        lines.remove(nth);
        return lines.join("\n");
    }
    let is_mark = |letter: char| matches!(letter, ' ' | '"' | ',' | '[' | ']' | '\n' | '=');
    let words: Vec<(usize, &str)> = text
        .match_indices(|letter: char| !is_mark(letter))
        .map(|(at, _)| at)
        .filter(|at| *at == 0 || text[..*at].ends_with(is_mark))
        .map(|at| (at, text[at..].split(is_mark).next().unwrap_or("")))
        .collect();
    // The steps in progress are short and matter most.
    let stack = text.find("stack = ").unwrap_or(0);
    let near: Vec<&(usize, &str)> =
        words.iter().filter(|(at, _)| (stack..stack + 160).contains(at)).collect();
    let (at, old) = if number(3) == 0 && !near.is_empty() {
        *near[number(near.len())]
    } else {
        words[number(words.len())]
    };
    let other =
        ["0", "-1", "255", "70000", "-", "V34", "Z9", "fr-5", "british", "french", "german", "assault roll"];
    let new = if number(2) == 0 { words[number(words.len())].1 } else { other[number(other.len())] };
    format!("{}{new}{}", &text[..at], &text[at + old.len()..])
}

#[test]
fn spoilt_positions_are_refused_or_play_on() {
    let game = common::game();
    let mut choose = Dice::seeded(1916);
    let (mut refused, mut played) = (BTreeSet::new(), 0);
    let rounds: usize = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    for position in positions() {
        for _ in 0..rounds {
            let text = spoilt(&position, &mut choose);
            match common::open(&game, &text, &[]) {
                Err(reason) => {
                    assert!(!reason.is_empty());
                    refused.insert(reason);
                }
                Ok(mut session) => {
                    played += 1;
                    for _ in 0..30 {
                        let Some(seat) = session.asked().first().copied() else { break };
                        let options = session.options(seat);
                        let nth = usize::from(choose.draw(250)) % options.len();
                        choose.forget();
                        session.play(seat, &options[nth]).expect("an option can be played");
                    }
                }
            }
        }
    }
    assert!(refused.len() > 20 && played > 20, "{} reasons, {played} played", refused.len());
}

#[test]
fn positions_that_do_not_hang_together_are_refused() {
    let game = common::game();
    let refuse = |stack: &str, reason: &str| {
        let text =
            format!("scenario = \"may-cup\"\nstack = [{stack}]\nunits = [\"fr-37 V1\", \"ge-11r-1 A1\"]\n");
        let error = common::open(&game, &text, &[]).err().unwrap_or_else(|| panic!("{stack} is accepted"));
        assert!(error.contains(reason), "{stack}: {error}");
    };
    refuse("\"assault resources\"", "not with the turn");
    refuse("\"turn 20\", \"assault resources\"", "needs an assault");
    refuse("\"turn 10\", \"guns german\"", "needs a shot");
    refuse("\"turn 16\", \"move german fr-37 fresh\"", "cannot be in hand");
    refuse("\"turn 16\", \"move british - fresh\"", "no commander");
    refuse("\"turn 20\", \"retreat allied -\"", "needs a square");
    refuse("\"turn 13\", \"own detonate 9 no\"", "three mines");
    refuse("\"turn 20\", \"own re-roll german\"", "with a result");
}
