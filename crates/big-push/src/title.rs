//! What the lobby shows: seats, scenarios, options, charts, cards.

use engine::Title;
use engine::title::{Chart, OptionInfo, SeatInfo};
use grid::pack::Pack;
use grid::title;
use grid::units::{Kind, Unit};

use crate::data::{OwnCharts, OwnPack};

/// An option: its id, its case, its values with the default first, and what it does.
const OPTIONS: [(&str, &str, &[&str], &str); 10] = [
    (
        "french-seat",
        "1.0",
        &["off", "on"],
        "A third player commands the French; otherwise one player commands all the Allies.",
    ),
    (
        "counter-battery",
        "6.4.1",
        &["roll", "table"],
        "Counter-battery fire is a roll against its factors, or is resolved on the bombardment table.",
    ),
    (
        "closing-six",
        "8.7.1",
        &["off", "on"],
        "A six always fails to close in, and no division closes without a roll.",
    ),
    (
        "closing-in",
        "8.7",
        &["two-levels", "single-level"],
        "Committed units attack and may also close in; or every one must roll, and one that fails does not attack.",
    ),
    (
        "closers",
        "11.7.6",
        &["each", "over-one"],
        "Every unit that closed in helps the assault roll, or every one over the first.",
    ),
    (
        "reorganization",
        "12.0",
        &["joint", "each-player"],
        "Both players reorganize at the end of the turn, or each at the end of his own phase.",
    ),
    (
        "flank",
        "11.7.4",
        &["closers", "once", "per-unit"],
        "A flank attack gives one, or one for each closer there if more; or one in all; or one for each unit there.",
    ),
    (
        "entrenched-fire",
        "10.1",
        &["smaller-number", "larger-number"],
        "Entrenched Germans fire at their attackers with the smaller of their combat numbers, or with the larger.",
    ),
    (
        "air-strike",
        "6.6",
        &["damage", "any-column"],
        "An air strike interdicts its square if it does damage, or whenever its first two dice show 2 to 10.",
    ),
    (
        "second-call",
        "15.1",
        &["returns", "ignored"],
        "A lost division or regiment that the campaign's schedule calls again comes back, or stays lost.",
    ),
];

/// The static facts of the game.
pub(crate) fn title(pack: &Pack, own: &OwnPack) -> Title {
    let seat = |id: &str, name: &str, nation: &str| SeatInfo {
        id: id.to_owned(),
        name: name.to_owned(),
        nation: nation.to_owned(),
    };
    Title {
        id: "big-push".to_owned(),
        name: "The Big Push".to_owned(),
        rules_version: pack.edition,
        pack: pack.hash.clone(),
        seats: vec![
            seat("british", "Allies", "british"),
            seat("german", "Germans", "german"),
            seat("french", "French", "french"),
        ],
        scenarios: title::scenarios(pack, &[0, 1]),
        options: OPTIONS
            .iter()
            .map(|(id, case, values, about)| OptionInfo {
                id: (*id).to_owned(),
                about: (*about).to_owned(),
                case: (*case).to_owned(),
                values: values.iter().map(|value| (*value).to_owned()).collect(),
            })
            .collect(),
        cases: pack.casebook.cases.clone(),
        charts: charts(pack, own),
        units: title::units(pack, |unit, back| face_name(pack, unit, back)),
        places: title::places(pack),
    }
}

/// Which side of a counter is up, in words.
pub(crate) fn face_name(pack: &Pack, unit: Unit, back: bool) -> &'static str {
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

fn charts(pack: &Pack, own: &OwnPack) -> Vec<Chart> {
    let mut charts = title::charts(pack);
    title::reword(&mut charts, "terrain", "stream", "over the Ancre");
    charts.extend(own_charts(&own.charts));
    charts
}

fn own_charts(charts: &OwnCharts) -> Vec<Chart> {
    let table = |id: &str, title: &str, case: &str, columns: [&str; 2], rows: Vec<[String; 2]>| Chart {
        id: id.to_owned(),
        title: title.to_owned(),
        case: case.to_owned(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.into_iter().map(Vec::from).collect(),
        note: String::new(),
    };
    let line = |label: &str, value: i8| [label.to_owned(), format!("{value:+}")];
    let center = &charts.command_center;
    let operations = |list: &[crate::data::Operation]| {
        list.iter().map(|operation| [operation.name.clone(), operation.vp.to_string()]).collect()
    };
    vec![
        table(
            "command-center-modifiers",
            "Command Center modifiers",
            "9.1",
            ["when", "dice"],
            vec![
                line("Allies: rain or snow", center.foul),
                line("Allies: each disrupted HQ", center.disrupted_hq),
                line("Allies: two objectives reached", center.objectives),
                line("attack planning", center.planning),
                line("Allies: no German on the start line", center.start_line_clear),
                line("Germans: Allies on the start line", center.german_allied_in_line),
                line("Germans: they hold a trench square", center.german_holds_trench),
                line("Germans: all tanks out of action", center.german_tanks_out),
            ],
        ),
        table(
            "tanks",
            "Tanks",
            "7.8",
            ["roll", "result"],
            vec![
                [format!("{} or more", charts.tanks.breakdown_from), "breaks down".to_owned()],
                [format!("{} or less", charts.tanks.recovery_upto), "recovers".to_owned()],
                line("rain or snow", charts.tanks.foul),
                line("recovery: a good-order German next to it", charts.tanks.enemy_adjacent),
                line("recovery: cavalry or a brigade with it", charts.tanks.escort),
            ],
        ),
        table(
            "coordination",
            "Attack coordination",
            "11.3",
            ["roll", "result"],
            vec![
                [format!("{} or less", charts.coordination.upto), "both nations attack".to_owned()],
                line("rain or snow", charts.coordination.foul),
                line("near the national boundary", charts.coordination.near_boundary),
            ],
        ),
        table(
            "operations-allied",
            "Allied operations",
            "15.5.2",
            ["operation", "German points"],
            operations(&charts.operations.allied),
        ),
        table(
            "operations-german",
            "German operations",
            "15.5.3",
            ["operation", "Allied points"],
            operations(&charts.operations.german),
        ),
    ]
}
