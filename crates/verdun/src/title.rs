//! What the lobby shows: seats, scenarios, options, charts, cards.

use engine::Title;
use engine::title::{Chart, OptionInfo, SeatInfo};
use grid::Unit;
use grid::pack::Pack;
use grid::units::Kind;

use crate::charts::ObjectiveRow;
use crate::data::Data;

/// An option: its id, its case, and what it does.
const OPTIONS: [(&str, &str, &str); 3] = [
    ("solitaire-lull", "7.4", "Two dice decide on lull turns: 10 or more brings one."),
    ("solitaire-operations", "20.4.4", "Dice choose the operations of both sides in the campaign."),
    ("solitaire-objectives", "20.5.4", "Nobody sees the German objectives before the end of the campaign."),
];

/// The static facts of the game.
pub(crate) fn title(pack: &Pack, data: &Data) -> Title {
    let seat = |id: &str, name: &str| SeatInfo { id: id.into(), name: name.into(), nation: id.into() };
    Title {
        id: "verdun".into(),
        name: "Verdun: A Generation Lost".into(),
        rules_version: pack.edition,
        pack: pack.hash.clone(),
        seats: vec![seat("german", "Germans"), seat("french", "French")],
        scenarios: grid::title::scenarios(pack, &[0, 1]),
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
        charts: charts(pack, data),
        units: grid::title::units(pack, |unit, back| face_name(pack, unit, back)),
        places: grid::title::places(pack),
    }
}

/// Which side of a counter is up, in words.
fn face_name(pack: &Pack, unit: Unit, back: bool) -> &'static str {
    let counter = pack.unit(unit);
    match (counter.kind, counter.has_modes(), back) {
        (Kind::Hq, _, false) => "command",
        (Kind::Hq, _, true) => "supply",
        (_, true, false) => "mobile",
        (_, true, true) => "entrenched",
        (_, false, false) => "full",
        (_, false, true) => "reduced",
    }
}

/// The charts of both games in this one's words, and its own.
fn charts(pack: &Pack, data: &Data) -> Vec<Chart> {
    let mut charts = grid::title::charts(pack);
    for (id, old, new) in [
        ("terrain", "stream", "over the Orne"),
        ("modifiers", "heavy guns", "heavy guns, once"),
        ("modifiers", "each attacker closing in", "attackers closing in, once"),
        ("modifiers", "a disrupted defender", "disrupted or suppressed defenders, once"),
        ("modifiers", "units closing in", "each unit closing in beyond the first"),
        ("rolls", "rally", "rally far from HQs and enemies"),
    ] {
        grid::title::reword(&mut charts, id, old, new);
    }
    for chart in &mut charts {
        if chart.id == "modifiers" {
            chart.rows.retain(|row| !row.iter().any(|cell| cell == "a suppressed defender"));
        }
        if chart.id == "rolls" {
            let rally = &data.charts.rally;
            let mut rows = vec![
                ("rally with a command HQ within 3 squares", rally.hq),
                ("rally in an enemy zone of control", rally.zoc),
                ("rally of guns in rain or snow", rally.foul_guns),
            ];
            rows.retain(|(_, upto)| *upto > 0);
            let text = |upto: i8| if upto > 1 { format!("1-{upto}") } else { "1".to_owned() };
            chart.rows.extend(rows.into_iter().map(|(name, upto)| vec![name.to_owned(), text(upto)]));
        }
    }
    charts.extend(own_charts(data));
    charts
}

/// The charts that only this game has; all of them are reconstructed.
fn own_charts(data: &Data) -> Vec<Chart> {
    let table = |id: &str, title: &str, case: &str, columns: &[&str], rows: Vec<Vec<String>>| Chart {
        id: id.into(),
        title: title.into(),
        case: case.into(),
        columns: columns.iter().map(|column| (*column).to_owned()).collect(),
        rows,
        note: "reconstructed".into(),
    };
    let charts = &data.charts;
    let counter = charts.counter_battery.columns.iter().zip(&charts.counter_battery.upto);
    let operations = |list: &[crate::data::Operation]| {
        list.iter().map(|found| vec![found.name.clone(), found.vp.to_string()]).collect::<Vec<_>>()
    };
    vec![
        table(
            "counter-battery",
            "Counter-battery fire",
            "8.5.1",
            &["factors", "hits on"],
            counter.map(|(factors, upto)| vec![factors.to_string(), format!("{upto} or less")]).collect(),
        ),
        table(
            "somme",
            "Somme withdrawal",
            "6.0",
            &["die", "regiments", "battalions", "heavy guns"],
            charts
                .somme
                .rows
                .iter()
                .enumerate()
                .map(|(index, row)| {
                    [index as u8 + 1, row.regiments, row.battalions, row.heavy]
                        .iter()
                        .map(u8::to_string)
                        .collect()
                })
                .collect(),
        ),
        table(
            "reserves",
            "Reserve rate",
            "17.4.1",
            &["roll", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"],
            charts
                .reserves
                .rows
                .iter()
                .enumerate()
                .map(|(index, row)| {
                    let roll = index as i8 + charts.reserves.first_row;
                    std::iter::once(roll.to_string()).chain(row.iter().map(u8::to_string)).collect()
                })
                .collect(),
        ),
        table(
            "objectives",
            "Random objectives",
            "18.2",
            &["first die", "second die", "objective", "points"],
            charts.objectives.rows.iter().map(objective_row).collect(),
        ),
        table(
            "operations-german",
            "German operations",
            "20.4.2",
            &["option", "points"],
            operations(&charts.operations.german),
        ),
        table(
            "operations-french",
            "French operations",
            "20.4.3",
            &["option", "points"],
            operations(&charts.operations.french),
        ),
    ]
}

fn objective_row(row: &ObjectiveRow) -> Vec<String> {
    let dice = |faces: &[u8]| faces.iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
    vec![dice(&row.first), dice(&row.second), row.name.clone(), row.vp.to_string()]
}
