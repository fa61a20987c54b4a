//! What players read in random games: labels, odds and the dice in the events.

use std::collections::BTreeSet;
use std::sync::Arc;

use cambrai::Cambrai;
use engine::{Dice, Game, Present, Session, Setup, Start, Viewer};

fn setups(game: &Cambrai) -> Vec<Setup> {
    let mut all = Setup::of("full");
    for option in &game.title().options {
        all.options.insert(option.id.clone(), option.values[1].clone());
    }
    let scenarios = game.title().scenarios.iter().map(|scenario| Setup::of(&scenario.id));
    scenarios.chain([all]).collect()
}

#[test]
fn labels_differ_odds_are_promised_and_every_die_is_told() {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"));
    for (setup, seed) in
        setups(&rules).into_iter().flat_map(|setup| (0..4).map(move |seed| (setup.clone(), seed)))
    {
        let mut game = Game::start(rules.clone(), Start::seeded(setup, seed)).expect("a scenario");
        let mut choose = Dice::seeded(seed + 100);
        for _ in 0..1000 {
            let Some(seat) = game.asked().first().copied() else { break };
            let decision = game.decision(Viewer::Seat(seat)).expect("it goes on");
            let mut labels = BTreeSet::new();
            for choice in &decision.options {
                assert!(labels.insert(&choice.label), "'{}' twice: {}", choice.label, decision.prompt.text);
                let hidden = decision.prompt.kind == "bid";
                assert!(
                    hidden || choice.odds || !choice.binding,
                    "{}: {}",
                    choice.play,
                    decision.prompt.text
                );
            }
            let wanted =
                usize::from(choose.draw(250)) * usize::from(choose.draw(250)) % decision.options.len();
            let (since, seq) = (game.event_count(), game.seq());
            let play = decision.options[wanted].play.to_uppercase();
            game.play(seat, &play).expect("an option can be played, in any case of letters");
            let told = Session::events(&game, since, Viewer::Omniscient);
            let dice: Vec<u8> =
                told.iter().flat_map(|told| &told.rolls).flat_map(|roll| roll.dice.clone()).collect();
            let rolled: Vec<u8> = Session::rolled(&game, seq).iter().map(|die| die.value).collect();
            assert_eq!(dice, rolled, "after '{play}'");
        }
    }
}
