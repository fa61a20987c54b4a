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

fn at(position: &str) -> Game<Cambrai> {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"));
    let start = Start { position: Some(position.into()), ..Start::seeded(Setup::of(""), 1) };
    Game::start(rules, start).expect("the position is good")
}

/// Each option of the open question: how it is typed, its label and its cost.
fn options(game: &Game<Cambrai>) -> Vec<(String, String, String)> {
    let decision = game.decision(Viewer::Omniscient).expect("it goes on");
    decision.options.into_iter().map(|choice| (choice.play, choice.label, choice.cost)).collect()
}

fn label(game: &Game<Cambrai>, play: &str) -> String {
    let found = options(game).into_iter().find(|(typed, ..)| typed == play);
    found.unwrap_or_else(|| panic!("'{play}' is not offered")).1
}

#[test]
fn an_answer_that_ends_the_impulse_or_the_day_says_so() {
    let game = at(r#"
        scenario = "campaign"
        date = "1917-11-22"
        impulse = 3
        active = "british"
        british = ["I", "J", "K", "L", "2", "3"]
        [units]
        3 = ["br-62-185*"]
        J = ["br-6-16"]
        28 = ["de-107-52R"]
    "#);
    assert_eq!(label(&game, "activate 3"), "Assault impulse from 3 Havrincourt; ends the impulse");
    assert_eq!(label(&game, "activate J"), "Assault impulse from J Gonnelieu–Gouzeaucourt");
    assert_eq!(label(&game, "pass"), "Pass; ends the impulse");
    let game = at(r#"
        scenario = "campaign"
        date = "1917-11-20"
        impulse = 4
        british = ["I", "J", "K", "L", "2"]
        [units]
        J = ["br-6-16"]
        28 = ["de-107-52R"]
    "#);
    assert_eq!(label(&game, "pass"), "Pass; ends the day", "16.3");
}

#[test]
fn losses_have_their_price() {
    let game = at(r#"
        scenario = "campaign"
        date = "1917-11-22"
        steps = ["movement", "losses"]
        british = ["I", "J", "K", "L", "2", "3"]
        [now]
        area = "3"
        started = ["br-62-185"]
        [assault]
        place = "4"
        kind = "mandatory"
        attackers = ["br-62-185"]
        point = "br-62-185"
        forward = "de-54-84"
        outcome = "success"
        success = 3
        points = 2
        begun = true
        [units]
        4 = ["br-62-185*", "de-54-84*", "de-54-27R"]
    "#);
    let prices: Vec<(String, String)> =
        options(&game).into_iter().map(|(play, _, cost)| (play, cost)).collect();
    for (play, cost) in [
        ("retreat de-54-84", "1 point"),
        ("eliminate de-54-84", "2 points"),
        ("exhaust de-54-27R", "1 point"),
    ] {
        assert!(prices.contains(&(play.into(), cost.into())), "{play}: {prices:?}");
    }
}

#[test]
fn an_unknown_step_lists_the_known_ones() {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"));
    let error =
        rules.parse_position("scenario = \"campaign\"\nsteps = [\"foo\"]").err().expect("no such step");
    assert!(error.contains("no step 'foo'") && error.contains("activation, opening"), "{error}");
}

#[test]
fn the_document_of_positions_names_every_step() {
    let document = include_str!("../../../docs/positions.md");
    for name in <cambrai::Step as engine::step::Steps<cambrai::Pack>>::NAMES {
        assert!(document.contains(&format!("`{name}`")), "{name}");
    }
}

#[test]
fn an_answer_to_another_question_names_the_open_one() {
    let game = at(r#"
        scenario = "counter-attack"
        options = { air-interdiction = "on" }
        date = "1917-12-01"
        steps = ["recall"]
        british = ["I", "J", "K", "L", "2"]
        air = ["interdicts H", "absent"]
        [units]
        J = ["br-6-16"]
        H = ["de-28-40F"]
    "#);
    let refusal = game.why(engine::Seat(0), "activate J").expect_err("the marker comes first");
    let said = "'activate J' does not answer what is asked: Call the air marker back from H Banteux–Honnecourt? (17.3)";
    assert_eq!(refusal.error, said);
}
