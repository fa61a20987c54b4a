//! Every side of every scenario has its briefing.

use games::Library;

#[test]
fn every_side_of_every_scenario_is_briefed() {
    for game in Library::embedded().expect("the packs can be read").games() {
        let (title, told) = (game.title(), game.briefings().expect("the briefings can be read"));
        for scenario in &title.scenarios {
            let of = |name: &str| name == scenario.id;
            let shape = told.shape.iter().filter(|shape| of(&shape.scenario)).count();
            assert_eq!(shape, 1, "{} {}", title.id, scenario.id);
            for seat in scenario.seats.iter().map(|seat| &title.seats[usize::from(*seat)].id) {
                let count = told.briefing.iter().filter(|one| of(&one.scenario) && one.side == *seat).count();
                assert_eq!(count, 1, "{} {} {seat}", title.id, scenario.id);
            }
        }
        for one in &told.briefing {
            assert!(title.scenarios.iter().any(|scenario| scenario.id == one.scenario), "{}", one.scenario);
            assert!(title.seats.iter().any(|seat| seat.id == one.side), "{} {}", one.scenario, one.side);
            let sentences = one.situation.matches(['.', '?']).count();
            assert!(sentences >= 4 && !one.task.is_empty() && one.ideas.len() >= 2, "{one:?}");
        }
        for shape in &told.shape {
            let scenario = title.scenarios.iter().find(|scenario| scenario.id == shape.scenario);
            assert!(scenario.is_some_and(|scenario| scenario.turns == shape.turns), "{shape:?}");
            assert!(shape.hard.values().all(|hard| (1..=5).contains(hard)), "{shape:?}");
            let balance = shape.balance.as_ref().expect("the laboratory has counted it");
            let sides: Vec<&String> = balance.won.keys().collect();
            assert_eq!(sides, shape.hard.keys().collect::<Vec<_>>(), "{shape:?}");
            assert!((1..=balance.games).contains(&balance.won.values().sum()), "{shape:?}");
        }
    }
}
