//! Position files that somebody has spoilt: they are refused with a reason or play on, and nothing panics.

use std::collections::BTreeSet;
use std::sync::Arc;

use engine::{Dice, Game, Present, Session, Setup, Start};

/// Positions of random games, some decisions apart.
fn positions() -> Vec<String> {
    let game = crate::common::game();
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

/// Opens a position and plays some decisions at random.
fn play_on(game: &Arc<verdun::Game>, text: &str, seed: u64) -> Result<(), String> {
    let mut session = crate::common::open(game, text, &[])?;
    let mut choose = Dice::seeded(seed);
    for _ in 0..30 {
        let Some(seat) = session.asked().first().copied() else { break };
        let options = session.options(seat);
        let nth = usize::from(choose.draw(250)) % options.len();
        choose.forget();
        session.play(seat, &options[nth]).map_err(|refusal| refusal.error)?;
    }
    Ok(())
}

#[test]
fn spoilt_positions_are_refused_or_play_on() {
    let game = crate::common::game();
    let mut choose = Dice::seeded(1916);
    let (mut refused, mut played, mut panics) = (BTreeSet::new(), 0, BTreeSet::new());
    let rounds: usize = std::env::var("ROUNDS").ok().and_then(|text| text.parse().ok()).unwrap_or(40);
    for position in positions() {
        for _ in 0..rounds {
            let text = spoilt(&position, &mut choose);
            let seed = u64::from(choose.draw(250));
            choose.forget();
            let outcome = std::panic::catch_unwind(|| play_on(&game, &text, seed));
            match outcome {
                Ok(Ok(())) => played += 1,
                Ok(Err(reason)) => {
                    assert!(!reason.is_empty());
                    refused.insert(reason);
                }
                Err(panic) => {
                    let said = panic.downcast_ref::<String>().cloned();
                    let said = said.or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()));
                    let stack = text.lines().find(|line| line.starts_with("stack")).unwrap_or("no stack");
                    panics.insert(format!("{}, {stack}", said.unwrap_or_default()));
                }
            }
        }
    }
    let list: Vec<String> = panics.into_iter().collect();
    assert!(list.is_empty(), "{} panics:\n{}", list.len(), list.join("\n"));
    assert!(refused.len() > 20 && played > 20, "{} reasons, {played} played", refused.len());
}

#[test]
fn positions_that_do_not_hang_together_are_refused() {
    let game = crate::common::game();
    let refuse = |stack: &str, reason: &str| {
        let text =
            format!("scenario = \"may-cup\"\nstack = [{stack}]\nunits = [\"fr-37 V1\", \"ge-11r-1 A1\"]\n");
        let error =
            crate::common::open(&game, &text, &[]).err().unwrap_or_else(|| panic!("{stack} is accepted"));
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

#[test]
fn what_a_position_leaves_out_is_nothing() {
    let game = crate::common::game();
    let text = positions().pop().expect("a position");
    let with_credit: String = text
        .lines()
        .filter(|line| !line.starts_with("credit =") && !line.starts_with("counts ="))
        .map(|line| if line == "[own]" { "[own]\ncredit = [6, 4]\n".to_owned() } else { format!("{line}\n") })
        .collect();
    let position = game.parse_position(&with_credit).expect("it can be read");
    let again = game.print_position(&position.setup, &position.board, &position.stack);
    assert!(again.contains("credit = [6, 4]"), "the credit is read and written:\n{again}");
    assert!(!again.contains("counts ="), "nothing was counted:\n{again}");
}
