//! In no game can a side read what the other has written in secret before it answers.

use std::collections::{BTreeMap, BTreeSet};

use engine::wire::Choice;
use engine::{Seat, Session, Setup, Start, Viewer};
use games::{Library, Playable};

/// All that a seat is told and can ask, with every single action before.
fn everything(session: &dyn Session, seat: Seat) -> Vec<String> {
    let viewer = Viewer::Seat(seat);
    let decision = session.decision(viewer).expect("the game goes on");
    let plays: Vec<&str> = decision.options.iter().map(|choice| choice.play.as_str()).take(12).collect();
    let mut heard = vec![session.view(viewer), format!("{decision:?}")];
    heard.push(format!("{:?} {:?}", session.standing(viewer), session.staff(viewer)));
    heard.extend(session.events(0, viewer).into_iter().map(|told| told.text));
    for play in &plays {
        heard.push(format!("{play} {:?} {:?}", session.why(seat, play), session.path(seat, play)));
        heard.push(format!("{play} {:?}", session.odds(seat, &[], play)));
        for next in ["commit", "pass", "done"].iter().chain(plays.first()) {
            heard.push(format!("{play}, {next} {:?}", session.odds(seat, &[play], next)));
        }
    }
    heard
}

/// The kinds of sealed questions at the beginning of a scenario, after each of which both sides were compared.
fn sealed_questions(game: &dyn Playable, setup: &Setup) -> BTreeSet<String> {
    let mut kinds = BTreeSet::new();
    let mut session = game.open(Start::seeded(setup.clone(), 1)).expect("it can be set up");
    for _ in 0..300 {
        let Some(decision) = session.decision(Viewer::Omniscient) else { break };
        if let [first, second] = decision.seats[..] {
            kinds.insert(decision.prompt.kind.clone());
            for (writer, reader) in [(first, second), (second, first)] {
                compare(&mut *session, writer, reader);
            }
        }
        let seat = decision.seats[0];
        let play = session.options(seat).swap_remove(0);
        session.play(seat, &play).expect("it is an option");
    }
    kinds
}

fn compare(session: &mut dyn Session, writer: Seat, reader: Seat) {
    // The number of events is public: games are compared at moments with the same number.
    let mut known: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    for play in session.options(writer).into_iter().take(8) {
        session.play(writer, &play).expect("it is an option");
        if session.asked() == [reader] {
            let heard = everything(session, reader);
            let options = session.decision(Viewer::Seat(reader)).expect("it is asked").options;
            let is_binding = |choice: &Choice| choice.binding;
            assert!(options.iter().all(is_binding), "the last answer cannot be taken back");
            let same = known.entry(session.event_count()).or_insert_with(|| heard.clone());
            for (one, other) in same.iter().zip(&heard) {
                assert_eq!(one, other, "{play}");
            }
            assert_eq!(same.len(), heard.len());
        }
        session.undo(writer).expect("the other has not answered");
    }
}

#[test]
fn sealed_answers_cannot_be_read_before_one_answers() {
    let library = Library::embedded().expect("the packs are good");
    for (id, scenario, option, kind) in [
        ("cambrai", "campaign", Some(("side-bid", "british")), "bid"),
        ("verdun", "campaign", None, "operations"),
        ("big-push", "campaign", None, "operating"),
    ] {
        let game = library.game(id).expect("it is in the library");
        let mut setup = Setup::of(scenario);
        setup.options.extend(option.map(|(option, value)| (option.to_owned(), value.to_owned())));
        let kinds = sealed_questions(&**game, &setup);
        assert!(kinds.contains(kind), "{id} has asked {kinds:?}");
    }
}
