//! The oracle on positions whose answer is in the rulebook.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::board::Board;
use super::pack::{Pack, Side};
use super::{Cambrai, casualties, movement, retreat, victory};
use crate::{Oracle, Turn};

fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/cambrai");
    let names = ["map.toml", "units.toml", "scenarios.toml"];
    names
        .iter()
        .map(|n| (n.to_string(), std::fs::read_to_string(folder.join(n)).unwrap_or_default()))
        .collect()
}

fn position(text: &str) -> (Pack, Board) {
    let pack = Pack::read(&files()).expect("the pack can be read");
    let board = Board::read(&pack, &text.parse().expect("a position")).expect("a position of the pack");
    (pack, board)
}

const GRAINCOURT: &str = r#"
scenario = "campaign"
date = "1917-11-22"
impulse = 3
british = ["I", "J", "K", "L", "2", "3", "4", "12"]
[now]
area = "4"
started = ["br-62-185"]
mover = "br-62-185"
[units]
4 = ["br-62-185"]
7 = ["de-54-84"]
11 = ["de-54-27R*"]
17 = ["de-107-52R"]
"#;

#[test]
fn entering_costs_one_to_four() {
    let (pack, board) = position(GRAINCOURT);
    let cost = |p: &str| movement::printed_cost(&pack, &board, Side::British, p);
    assert_eq!((cost("8"), cost("5"), cost("11"), cost("7")), (1, 2, 3, 4));
    let ways: Vec<String> = movement::ways(&pack, &board, "br-62-185").into_iter().map(|w| w.play).collect();
    assert!(ways.contains(&"to 7".to_string()) && ways.contains(&"wade 1".to_string()));
}

#[test]
fn overcast_takes_one_and_the_minimum_move_spends_all() {
    let (pack, board) = position(&GRAINCOURT.replace("impulse = 3", "impulse = 3\nweather = \"overcast\""));
    let ways = movement::ways(&pack, &board, "br-62-185");
    let way = ways.iter().find(|w| w.play == "to 7").expect("a minimum move");
    assert_eq!((way.cost.as_str(), way.spends), ("all 3 MF (minimum move)", 3));
}

#[test]
fn two_points_are_met_exactly() {
    let (pack, board) = position(
        r#"
scenario = "campaign"
date = "1917-11-22"
british = ["I", "J", "K", "L"]
[assault]
place = "8"
kind = "mandatory"
attackers = ["br-62-185"]
point = "br-62-185"
forward = "de-54-84"
outcome = "success"
points = 2
[units]
8 = ["de-54-84*", "de-54-27R", "br-62-185"]
"#,
    );
    let assault = board.assault.clone().expect("an assault");
    let found = casualties::losses(&pack, &board, &assault, Side::German);
    let plays: Vec<&str> = found.keys().map(String::as_str).collect();
    assert_eq!(plays, ["eliminate de-54-84", "retreat de-54-84"]);
}

#[test]
fn a_retreat_goes_to_the_free_place_with_the_fewest_enemy_neighbours() {
    let (pack, board) = position(
        r#"
scenario = "campaign"
date = "1917-11-22"
british = ["I", "J", "K", "L", "2", "3", "4", "9", "11"]
[units]
8 = ["de-54-84", "br-62-185"]
"#,
    );
    let found = retreat::refuges(&pack, &board, "de-54-84", "8");
    assert!(!found.contains("4") && !found.contains("11"));
    assert!(found.contains("13") && found.contains("14"));
}

#[test]
fn the_first_five_points_are_the_zones_and_area_two() {
    let (pack, board) =
        position("scenario = \"campaign\"\nbritish = [\"I\", \"J\", \"K\", \"L\", \"2\", \"27\"]");
    assert_eq!(victory::points(&pack, &board), 5);
}

fn turn(options: &[(&str, &str)]) -> Turn {
    let list: Vec<Value> = options.iter().map(|(p, c)| json!({"play": p, "cost": c})).collect();
    let place = GRAINCOURT.replace("impulse = 3", "impulse = 3\nsteps = [\"movement\"]");
    Turn {
        seat: "british".to_string(),
        position: std::sync::Arc::new(place.parse().expect("a position")),
        decision: json!({"kind": "destination", "options": list}),
        play: "to 8".to_string(),
        events: vec![],
        next: std::sync::Arc::new(place.parse().expect("a position")),
        result: None,
    }
}

#[test]
fn a_missing_and_a_dear_answer_are_found() {
    let oracle = Cambrai::new(&files()).expect("the pack can be read");
    let verdict = oracle.compare(&turn(&[("to 8", "2 MF")]));
    let said: Vec<&str> = verdict.differences.iter().map(|d| d.what.as_str()).collect();
    assert!(said.contains(&"`to 8` costs 1 MF, not 2 MF (10.1)"), "{said:?}");
    assert!(said.contains(&"`to 7` is not offered, but legal (10.1)"), "{said:?}");
}

#[test]
fn nonsense_is_not_compared() {
    let oracle = Cambrai::new(&files()).expect("the pack can be read");
    let mut strange = turn(&[]);
    strange.decision = json!(7);
    strange.events =
        vec![json!({"kind": "moved"}), json!(null), json!({"kind": "repulse", "places": ["99"]})];
    oracle.compare(&strange);
    strange.position = std::sync::Arc::new("scenario = \"none\"".parse().expect("a table"));
    assert_eq!(oracle.compare(&strange), crate::Verdict::default());
}
