//! What the lobby shows: seats, scenarios, options, charts, cards.

use engine::Title;
use engine::title::{OptionInfo, ScenarioInfo, SeatInfo};
use grid::pack::Pack;

/// An option: its id, its case, and what it does.
const OPTIONS: [(&str, &str, &str); 3] = [
    ("solitaire-lull", "7.4", "Two dice decide on lull turns: 10 or more brings one."),
    ("solitaire-operations", "20.4.4", "Dice choose the operations of both sides in the campaign."),
    ("solitaire-objectives", "20.5.4", "Nobody sees the German objectives before the end of the campaign."),
];

/// The static facts of the game.
pub(crate) fn title(pack: &Pack) -> Title {
    let seat = |id: &str, name: &str| SeatInfo { id: id.into(), name: name.into(), nation: id.into() };
    Title {
        id: "verdun".into(),
        name: "Verdun: A Generation Lost".into(),
        rules_version: 1,
        pack: pack.hash.clone(),
        seats: vec![seat("german", "Germans"), seat("french", "French")],
        scenarios: pack
            .scenarios
            .iter()
            .map(|scenario| ScenarioInfo {
                id: scenario.id.clone(),
                name: scenario.name.clone(),
                from: pack.turn_name(scenario.first_turn).to_owned(),
                to: pack.turn_name(scenario.last_turn).to_owned(),
                turns: u16::from(scenario.last_turn - scenario.first_turn) + 1,
                seats: vec![0, 1],
                about: scenario.about.clone(),
            })
            .collect(),
        options: OPTIONS
            .iter()
            .map(|(id, case, about)| OptionInfo {
                id: (*id).into(),
                about: (*about).into(),
                case: (*case).into(),
                values: vec!["off".into(), "on".into()],
            })
            .collect(),
        cases: pack.casebook.cases.clone(),
        charts: Vec::new(),
        units: Vec::new(),
        places: Vec::new(),
    }
}
