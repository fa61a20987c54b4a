//! Whatever a seat asks, the answer does not change when only what it cannot know changes.

use std::collections::BTreeMap;

use crate::dice::Dice;
use crate::game::Game;
use crate::rules::Present;
use crate::seat::{Seat, Viewer};
use crate::session::Session;

/// So many options of a decision are asked about, spread over all of them.
const OPTIONS: usize = 6;
/// So many other answers of an opponent are tried.
const OTHERS: usize = 4;

/// All that a seat hears if it asks for everything: each request with its answer.
type Heard = Vec<(String, String)>;

/// Every answer that a seat can get stays the same when what it cannot know is dealt anew.
pub(super) fn check_answers<R: Present>(game: &mut Game<R>, earlier: &[R::Action]) -> Result<(), String> {
    for seat in seats(game) {
        let mut other = game.live().clone();
        let mut dice = Dice::seeded(game.seq() as u64);
        other.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, &mut dice));
        let truth = everything(game, seat, earlier);
        let dealt = game.with_other(other, |game| everything(game, seat, earlier));
        compare(seat, &truth, &dealt)?;
    }
    Ok(())
}

/// Where several seats are asked at once, no seat can tell what an enemy has answered before it answers itself.
pub(super) fn check_sealed<R: Present>(game: &mut Game<R>) -> Result<(), String> {
    let asked: Vec<Seat> = game.live().asked().iter().collect();
    if asked.len() < 2 {
        return Ok(());
    }
    let pairs = asked.iter().flat_map(|first| asked.iter().map(move |second| (*first, *second)));
    for (first, second) in pairs {
        if !game.rules().are_enemies(game.live().board(), first, second) {
            continue;
        }
        // How much was told is known to all; those are compared after which as much was.
        let mut known: BTreeMap<usize, Heard> = BTreeMap::new();
        for answer in spread(&game.live().options_of(first), OTHERS) {
            game.act(first, answer).map_err(|refusal| refusal.error)?;
            if !game.may_undo(first) {
                return Err(format!("{answer:?} ends a sealed question and another seat has not answered"));
            }
            // Some answers leave their own seat with more to write.
            let asked = game.live().asked();
            let is_next = asked.contains(second) && !asked.contains(first);
            let (told, heard) = (game.events().len(), is_next.then(|| everything(game, second, &[])));
            game.undo(first).map_err(|refusal| refusal.error)?;
            if let Some(heard) = heard {
                compare(second, known.entry(told).or_insert_with(|| heard.clone()), &heard)?;
            }
        }
    }
    Ok(())
}

fn seats<R: Present>(game: &Game<R>) -> impl Iterator<Item = Seat> + use<R> {
    (0..game.rules().title().seats.len() as u8).map(Seat)
}

fn compare(seat: Seat, one: &Heard, other: &Heard) -> Result<(), String> {
    match one.iter().zip(other).find(|(one, other)| one != other) {
        Some(((request, one), (_, other))) => {
            Err(format!("{seat:?} can tell hidden facts apart by {request}: {one} or {other}"))
        }
        None if one.len() != other.len() => Err(format!("{seat:?} can ask other things")),
        None => Ok(()),
    }
}

/// Asks everything that a seat can ask: its view, its decision, and why, way and odds of options, after others too.
fn everything<R: Present>(game: &Game<R>, seat: Seat, earlier: &[R::Action]) -> Heard {
    let viewer = Viewer::Seat(seat);
    let last = game.events_after(game.seq().saturating_sub(1));
    let mut heard = vec![
        ("the view".to_owned(), game.view(viewer)),
        ("the decision".to_owned(), json(&game.decision(viewer))),
        ("the layers".to_owned(), json(&game.layers(viewer))),
        ("the conditions of victory".to_owned(), json(&game.standing(viewer))),
        ("the staff".to_owned(), json(&game.staff(viewer))),
        ("the events".to_owned(), json(&Session::events(game, last, viewer))),
        ("the undo".to_owned(), game.may_undo(seat).to_string()),
    ];
    let print = |actions: &[R::Action]| -> Vec<String> {
        spread(actions, OPTIONS).map(|action| game.rules().print(action)).collect()
    };
    let (options, refused) = (print(&game.live().options_of(seat)), print(earlier));
    for text in options.iter().chain(&refused) {
        heard.push((format!("why '{text}'"), format!("{:?}", game.why(seat, text))));
        heard.push((format!("the path of '{text}'"), format!("{:?}", game.path(seat, text))));
        heard.push((format!("the odds of '{text}'"), format!("{:?}", game.odds(seat, &[], text))));
    }
    for before in &options {
        for text in options.iter().chain(&refused).take(OPTIONS) {
            let odds = format!("{:?}", game.odds(seat, &[before], text));
            heard.push((format!("the odds of '{text}' after '{before}'"), odds));
        }
    }
    heard
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

/// At most `count` of them, spread over all.
fn spread<A: Copy>(all: &[A], count: usize) -> impl Iterator<Item = A> + use<A> {
    let every = all.len().div_ceil(count).max(1);
    all.iter().copied().step_by(every).collect::<Vec<A>>().into_iter()
}
