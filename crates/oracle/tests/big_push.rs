//! The oracle of The Big Push on turns written by hand.

use std::collections::BTreeMap;

use oracle::{BigPush, Oracle as _, Turn, Verdict};
use serde_json::{Value, json};

fn oracle() -> BigPush {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/big-push");
    let read =
        |name: &str| (name.to_owned(), std::fs::read_to_string(format!("{pack}/{name}")).unwrap_or_default());
    let files: BTreeMap<String, String> =
        ["map.toml", "charts.toml", "units.toml", "scenarios.toml"].into_iter().map(read).collect();
    BigPush::new(&files).unwrap_or_else(|error| panic!("{error}"))
}

fn compare(position: &str, decision: Value, play: &str, events: Vec<Value>) -> Verdict {
    let table: toml::Table = position.parse().unwrap_or_default();
    let turn = Turn {
        seat: "british".to_owned(),
        position: table.clone().into(),
        decision,
        play: play.to_owned(),
        events,
        next: table.into(),
        result: None,
    };
    oracle().compare(&turn)
}

const WOODS: &str = r#"
scenario = "over-the-top"
turn = 2
stack = ["turn 11", "movement allied 1", "move british fr-b3-1 acted"]
units = ["fr-b3-1 U19 east near stepped spent:10", "ge-2gr-77 V1 west", "ge-52-170 S18 west disrupted"]
"#;

fn moves(list: &[(&str, &str)]) -> Value {
    let options: Vec<Value> = list.iter().map(|(play, cost)| json!({"play": play, "cost": cost})).collect();
    json!({"kind": "move-unit", "about": ["fr-b3-1"], "options": options})
}

/// The book's French brigade has one point left: woods cost two (7.2).
#[test]
fn a_brigade_with_one_point_left() {
    let faces = [("face fr-b3-1 north", ""), ("face fr-b3-1 south", ""), ("face fr-b3-1 west", "")];
    let mut offered = vec![("move fr-b3-1 V20", "2 MP")];
    offered.extend(faces);
    let verdict = compare(WOODS, moves(&offered), "stay fr-b3-1", Vec::new());
    assert!(verdict.differences.iter().any(|d| d.part == "movement"), "{verdict:?}");
    let mut offered = vec![("move fr-b3-1 U20", "1 MP")];
    offered.extend(faces);
    let verdict = compare(WOODS, moves(&offered), "stay fr-b3-1", Vec::new());
    assert_eq!(verdict.differences, [], "{verdict:?}");
}

/// A roll whose modifiers do not make its total is found.
#[test]
fn a_roll_that_does_not_add_up() {
    let roll = json!({"label": "weather", "dice": [3], "lines": [], "total": 4});
    let event = json!({"kind": "weather", "text": "The weather is drizzle.", "rolls": [roll]});
    let verdict = compare(WOODS, json!({"kind": "rally", "options": []}), "done", vec![event]);
    assert!(!verdict.differences.is_empty());
}

/// Unknown things are asked nothing.
#[test]
fn unknown_things_are_not_judged() {
    let verdict = compare("", json!({"kind": "surprise"}), "?", vec![json!({"kind": "wonder"})]);
    assert_eq!(verdict, Verdict::default());
    let broken = r#"units = ["nobody Z99", "br-4", "ge-52-170 pool pool"]"#;
    for kind in [
        "move",
        "move-unit",
        "commit",
        "close",
        "supply",
        "bombard",
        "guns",
        "counter-battery",
        "resources",
        "defensive-fire",
        "firers",
        "take-losses",
        "retreat",
        "displace",
        "advance",
        "rally",
        "set-up",
        "strike",
    ] {
        let decision =
            json!({"kind": kind, "about": ["br-4", 7], "options": [{"play": 3}, {"play": "target"}]});
        let _ = compare(broken, decision, "", vec![json!({"kind": "assaulted", "rolls": [7]})]);
    }
}
