//! Orders that repeat what was done last turn.

use engine::{Detail, Session, Setup, Start, Viewer};
use games::Library;

fn game(id: &str, scenario: &str) -> Box<dyn Session> {
    let library = Library::embedded().expect("the packs are good");
    let game = library.game(id).expect("there is such a game");
    game.open(Start::seeded(Setup::of(scenario), 7)).expect("it can be set up")
}

/// Answers one question: the first target with all guns, and as little else as can be.
fn answer(session: &mut dyn Session) {
    let seat = session.asked()[0];
    let decision = session.decision(Viewer::Seat(seat)).expect("somebody is asked");
    let find = |start: &str| decision.options.iter().find(|choice| choice.play.starts_with(start));
    let choice = match decision.prompt.kind.as_str() {
        "bombard" => find("target"),
        "guns" => find("join"),
        "bombardment-supply" => find("supply"),
        _ => find("done").or_else(|| find("pass")),
    };
    session.play(seat, &choice.unwrap_or(&decision.options[0]).play).expect("it was offered");
}

#[test]
fn guns_can_fire_as_last_turn() {
    for (id, scenario) in [("big-push", "over-the-top"), ("verdun", "firestorm")] {
        let mut session = game(id, scenario);
        let mut seen = 0;
        for _ in 0..4000 {
            if session.outcome().is_some() || seen == 3 {
                break;
            }
            let seat = session.asked()[0];
            let decision = session.decision(Viewer::Seat(seat)).expect("somebody is asked");
            let repeat = decision.bundles.iter().find(|bundle| bundle.id.starts_with("as-last-turn"));
            let Some(bundle) = repeat.cloned() else {
                answer(&mut *session);
                continue;
            };
            seen += 1;
            let plain =
                session.decision_with(Viewer::Seat(seat), Detail::Answers).expect("somebody is asked");
            assert_eq!(plain.options, decision.options, "{id}: the answers are the same without orders");
            assert!(plain.bundles.is_empty() && plain.plan.is_empty(), "{id}: and nothing is tried out");
            assert!(session.turn() > 1, "{id}: there was no turn before");
            assert!(bundle.binding && bundle.label.contains("as last turn"), "{bundle:?}");
            for play in &bundle.plays {
                session.play(seat, play).unwrap_or_else(|refusal| panic!("{id}: {play}: {refusal}"));
            }
            let answered = session.asked() != [seat];
            let fired = !session.rolled(session.seq() - 1).is_empty();
            assert!(fired || answered, "{id}: the guns fire, or wait for those that answer them");
        }
        assert!(seen > 0, "{id}: no shot of last turn was offered again");
    }
}
