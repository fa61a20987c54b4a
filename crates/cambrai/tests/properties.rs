//! What holds in every position that play can reach.

use std::sync::{Arc, OnceLock};

use cambrai::sets::{Bridge, Place, Unit};
use cambrai::{Action, Cambrai};
use engine::{Dice, Match, Present, Rules, Seat, Setup};
use proptest::prelude::*;

fn game() -> &'static Arc<Cambrai> {
    static GAME: OnceLock<Arc<Cambrai>> = OnceLock::new();
    GAME.get_or_init(|| Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound")))
}

/// Every action there could ever be, and some beyond.
fn universe(game: &Cambrai) -> Vec<Action> {
    let mut all =
        vec![Action::Advantage, Action::Decline, Action::Recall, Action::Pass, Action::Roll, Action::Done];
    all.extend((0..20).flat_map(|number| [Action::Bid(number), Action::Buy(number)]));
    all.extend((0..game.pack.bridges.len() as u8).map(|bridge| Action::Blow(Bridge(bridge))));
    let at_places: [fn(Place) -> Action; 11] = [
        Action::Place,
        Action::Interdict,
        Action::Activate,
        Action::Regroup,
        Action::Hurricane,
        Action::Rolling,
        Action::Direct,
        Action::Air,
        Action::To,
        Action::Wade,
        Action::Assault,
    ];
    let of_units: [fn(Unit) -> Action; 12] = [
        Action::Enter,
        Action::Swap,
        Action::Target,
        Action::Move,
        Action::Commit,
        Action::Point,
        Action::Forward,
        Action::Exhaust,
        Action::Eliminate,
        Action::Retreat,
        Action::Refit,
        Action::Dismount,
    ];
    for place in (0..game.pack.places.len() as u8).map(Place) {
        all.extend(at_places.iter().map(|make| make(place)));
    }
    for unit in (0..game.pack.units.len() as u8).map(Unit) {
        all.extend(of_units.iter().map(|make| make(unit)));
    }
    all
}

/// Plays a list of choices, each taken modulo the number of options; stops at the last decision of the game.
fn play(scenario: usize, options: u16, seed: u64, choices: &[u16]) -> Match<Cambrai> {
    let game = game();
    let title = game.title();
    let mut setup = Setup::of(&title.scenarios[scenario % title.scenarios.len()].id);
    for (index, option) in title.options.iter().enumerate().filter(|(_, option)| option.id != "side-bid") {
        if options >> index & 1 != 0 {
            setup.options.insert(option.id.clone(), option.values[1].clone());
        }
    }
    let (board, step) = game.start(&setup).expect("a scenario");
    let mut live = Match::start(game.clone(), board, [step], Dice::seeded(seed), None);
    for choice in choices {
        let mut next = live.clone();
        next.play_nth(usize::from(*choice) % live.options().len(), None);
        if next.outcome().is_some() {
            break;
        }
        live = next;
    }
    live
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// What is offered is exactly what the one legality function allows, and the other seat is allowed nothing.
    #[test]
    fn offers_are_what_is_legal(
        scenario in 0usize..5,
        options in any::<u16>(),
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..400),
    ) {
        let live = play(scenario, options, seed, &choices);
        if let (Some(step), Some(seat)) = (live.step(), live.asked().only()) {
            for action in universe(game()) {
                let legal = game().check(step, live.board(), seat, action).is_legal();
                prop_assert_eq!(
                    legal,
                    live.options().contains(&action),
                    "{} at {:?}",
                    game().print(action),
                    step
                );
                prop_assert!(!game().check(step, live.board(), Seat(1 - seat.0), action).is_legal());
            }
        }
    }

    /// Odds are complete: their ways add up to all falls of the dice, and every line has its case.
    #[test]
    fn odds_add_up(
        scenario in 0usize..5,
        options in any::<u16>(),
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..300),
    ) {
        let live = play(scenario, options, seed, &choices);
        if let (Some(step), Some(seat)) = (live.step(), live.asked().only()) {
            for action in live.options() {
                let odds = game().odds(step, live.board(), seat, *action);
                prop_assert_eq!(odds.is_some(), game().describe(step, live.board(), seat, *action).odds);
                if let Some(odds) = odds {
                    let ways: u64 = odds.results.iter().map(|chance| chance.ways).sum();
                    prop_assert!(odds.results.iter().all(|chance| chance.of == ways && !chance.cases.is_empty()));
                    for sum in &odds.sums {
                        let total: i32 = sum.lines.iter().map(|line| line.value).sum();
                        prop_assert_eq!(total, sum.total);
                        prop_assert!(sum.lines.iter().all(|line| !line.cases.is_empty()));
                    }
                }
            }
        }
    }

    /// No text makes the parsers panic, and no damaged position file does.
    #[test]
    fn nonsense_is_refused_without_harm(
        text in "[ -~]{0,60}",
        cut in 0usize..4000,
        seed in any::<u64>(),
        choices in prop::collection::vec(any::<u16>(), 0..120),
    ) {
        let live = play(0, 0, seed, &choices);
        if let Some(step) = live.step() {
            let _ = game().parse(step, live.board(), &text);
        }
        let mut position = game().print_position(&Setup::of("campaign"), live.board(), live.stack());
        let cut = cut.min(position.len());
        position.replace_range(cut..(cut + 3).min(position.len()), &text);
        if let Ok(position) = game().parse_position(&position) {
            Match::start(game().clone(), position.board, position.stack, Dice::seeded(1), None);
        }
    }
}
