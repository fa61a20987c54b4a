//! What the game is before anyone plays: seats, scenarios, options, charts, cards.

use engine::title::{Chart, PlaceInfo, ScenarioInfo, SeatInfo, Title, UnitInfo};

use crate::charts::{Charts, TURNS};
use crate::options;
use crate::pack::{Identifier, Kind, Pack, date_of, day_name};
use crate::sets::Place;
use crate::side::Side;

/// The title of the game on a pack.
pub(crate) fn title(pack: &Pack) -> Title {
    let seat = |side: Side| SeatInfo {
        id: side.id().into(),
        name: side.name().trim_start_matches("the ").into(),
        nation: side.id().into(),
    };
    let scenario = |scenario: &crate::scenario::Scenario| ScenarioInfo {
        id: scenario.id.clone(),
        name: scenario.name.clone(),
        from: day_name(scenario.first_turn),
        to: day_name(scenario.last_turn),
        turns: u16::from(scenario.last_turn - scenario.first_turn) + 1,
        seats: vec![0, 1],
        about: scenario.note.clone(),
        school: scenario.school,
        places: scenario
            .open
            .map_or_else(Vec::new, |open| open.iter().map(|place| pack.at(place).id.clone()).collect()),
    };
    Title {
        id: "cambrai".into(),
        name: "Breakthrough: Cambrai".into(),
        rules_version: pack.edition,
        pack: pack.hash.clone(),
        seats: Side::BOTH.into_iter().map(seat).collect(),
        scenarios: pack.scenarios.iter().map(scenario).collect(),
        options: options::infos(),
        cases: pack.casebook.cases.clone(),
        charts: charts(&pack.charts),
        units: pack.units.iter().map(|unit| unit_card(pack, unit)).collect(),
        places: (0..pack.places.len() as u8).map(|place| place_card(pack, Place(place))).collect(),
    }
}

fn unit_card(pack: &Pack, unit: &crate::pack::UnitInfo) -> UnitInfo {
    let kind = match unit.kind {
        Kind::Infantry => "infantry",
        Kind::Tank => "tank",
        Kind::Cavalry => "cavalry",
        Kind::Garrison => "garrison",
    };
    let mut card = Vec::new();
    if unit.kind == Kind::Garrison {
        card.push(format!("Garrison: defence {}, exhausted {}", unit.defense, unit.exhausted_defense));
        card.push("Neither moves nor retreats nor attacks (2.2.1.4)".into());
    } else {
        card.push(format!(
            "Fresh: attack {}, defence {}, movement {}",
            unit.attack, unit.defense, unit.movement
        ));
        card.push(format!("Exhausted: defence {}", unit.exhausted_defense));
    }
    if !unit.division.is_empty() {
        card.push(unit.division.clone());
    }
    if !unit.colour.is_empty() {
        card.push(format!("Sector colour {} (10.5.3)", unit.colour));
    }
    if let Some(weaker) = unit.weaker.map(|weaker| pack.info(weaker)) {
        let factors = format!("{}-{}-{}", weaker.attack, weaker.defense, weaker.movement);
        card.push(format!("A failed refit leaves a {factors} (12.6)"));
    }
    UnitInfo {
        id: unit.id.clone(),
        name: unit.name.clone(),
        nation: unit.side.id().into(),
        kind: kind.into(),
        card,
    }
}

fn place_card(pack: &Pack, place: Place) -> PlaceInfo {
    let info = pack.at(place);
    let identifier = match info.identifier {
        Identifier::Circle => "open country",
        Identifier::Square => "Hindenburg Line (square)",
        Identifier::Triangle => "woods or ridge (triangle)",
    };
    let mut card = vec![format!("Terrain +{}, {identifier} (2.1.3)", info.terrain)];
    if !info.sectors.is_empty() {
        card.push(format!("Sectors {} (10.5.3)", info.sectors.join(", ")));
    }
    if !info.cavalry_release.is_empty() {
        card.push(format!("Releases the {} (5.4.2)", info.cavalry_release));
    }
    if pack.links.objectives.contains(place) {
        card.push("Counts when Haig decides (13.1.2)".into());
    }
    if pack.links.breakthrough.contains(place) {
        card.push("Breakthrough zone (13.1.1)".into());
    }
    let near: Vec<&str> =
        pack.links.neighbours[place.index()].iter().map(|near| pack.at(near).id.as_str()).collect();
    card.push(format!("Touches {}", near.join(", ")));
    card.push(info.note.clone());
    PlaceInfo { id: info.id.clone(), name: info.name.clone(), x: info.label.0, y: info.label.1, card }
}

/// A chart of two columns.
fn two(id: &str, title: &str, case: &str, columns: [&str; 2], rows: &[(&str, String)]) -> Chart {
    Chart {
        id: id.into(),
        title: title.into(),
        case: case.into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: rows.iter().map(|(name, value)| vec![(*name).to_owned(), value.clone()]).collect(),
        note: String::new(),
    }
}

fn charts(charts: &Charts) -> Vec<Chart> {
    let signed = |value: i8| format!("{value:+}");
    let mut all = vec![movement(charts), barrage(charts), assault(charts), casualties(charts)];
    let demolition = &charts.demolition;
    all.push(two(
        "demolition",
        "Bridge demolition",
        "14.1",
        ["Each end, the canal, the day", "Die"],
        &[
            ("Blown at", demolition.needed.to_string()),
            ("Free end", signed(demolition.free)),
            ("Own contested end", signed(demolition.contested_own)),
            ("Enemy contested end", signed(demolition.contested_enemy)),
            ("Canal du Nord", signed(demolition.canal_du_nord)),
            ("November 20", signed(demolition.first_day)),
        ],
    ));
    let haig = &charts.haig;
    all.push(two(
        "haig",
        "Haig decides",
        "13.1.2",
        ["British position", "Die"],
        &[
            ("The offensive goes on at", haig.needed.to_string()),
            ("Area 1 controlled or contested", signed(haig.objective)),
            ("Area 5 controlled or contested", signed(haig.objective)),
            ("Ground east of the canal contested", signed(haig.contest_east)),
            ("Ground east of the canal controlled", signed(haig.control_east)),
        ],
    ));
    all.push(two(
        "tank-refit",
        "Tank refit",
        "12.6",
        ["Exhausted tank", "Die above its defence, or no supply"],
        &[("6-3-5", "fresh 4-2-5".into()), ("4-2-5", "fresh 2-1-5".into()), ("2-1-5", "eliminated".into())],
    ));
    all.push(two(
        "weather",
        "Weather",
        "6.0",
        ["Die", "Weather"],
        &[
            ("Overcast up to", charts.weather.overcast_up_to.to_string()),
            ("Overcast: movement", format!("-{}", charts.movement.overcast_loss)),
            ("Overcast: defence against barrages", signed(charts.barrage.overcast)),
        ],
    ));
    all.push(by_day(charts));
    all
}

fn movement(charts: &Charts) -> Chart {
    let chart = &charts.movement;
    two(
        "movement",
        "Movement costs",
        "10.1",
        ["Entering", "MF"],
        &[
            ("Vacant area", chart.vacant.to_string()),
            ("Vacant area next to a fresh enemy", chart.watched.to_string()),
            ("Area with exhausted enemies only", chart.exhausted_enemy.to_string()),
            ("Area with a fresh enemy", chart.fresh_enemy.to_string()),
            ("Canal without a bridge (infantry)", "all".into()),
            ("Each Rolling Barrage, never below 1", format!("-{}", chart.rolling_barrage)),
            ("Assault in the active area, exhausted enemies", chart.assault_exhausted.to_string()),
            ("Assault in the active area, a fresh enemy", chart.assault_fresh.to_string()),
        ],
    )
}

fn barrage(charts: &Charts) -> Chart {
    let chart = &charts.barrage;
    two(
        "barrage",
        "Hurricane Barrage",
        "9.2",
        ["Attack and defence, one die each", "Value"],
        &[
            ("Attack", chart.attack.to_string()),
            ("More than three enemy units", format!("{:+}", chart.crowd_bonus)),
            ("Defense", "terrain".into()),
            ("Overcast, defence", format!("{:+}", chart.overcast)),
            ("Square area, casualty points", format!("-{}", chart.square_relief)),
            ("A step of infantry, cavalry, garrison", chart.step.to_string()),
            ("A step of a tank", chart.tank_step.to_string()),
        ],
    )
}

fn assault(charts: &Charts) -> Chart {
    let chart = &charts.assault;
    let signed = |value: i8| format!("{value:+}");
    two(
        "assault",
        "Assault",
        "11.4",
        ["Attack and defence, two dice each", "Value"],
        &[
            ("Point unit", "attack factor".into()),
            ("Each further unit", signed(chart.other_unit)),
            ("Each Direct Support marker", signed(chart.direct_support)),
            ("Air support", signed(chart.air_support)),
            ("Each division beyond the first", signed(chart.division)),
            ("Tanks on November 20", signed(chart.first_day_tanks)),
            ("Forward unit", "defence factor".into()),
            ("Each further fresh defender", signed(chart.fresh_defender)),
            ("Terrain", "+1 to +4".into()),
            ("Each fresh Hurricane marker of the defender", signed(chart.hurricane)),
            ("Mandatory assault over a canal", signed(chart.canal)),
        ],
    )
}

fn casualties(charts: &Charts) -> Chart {
    let chart = &charts.casualties;
    two(
        "casualties",
        "Assault casualty points",
        "11.6",
        ["Loss", "Points"],
        &[
            ("Fresh unit eliminated", (chart.exhaust + chart.eliminate_exhausted).to_string()),
            ("Fresh unit exhausted", chart.exhaust.to_string()),
            ("Exhausted unit eliminated", chart.eliminate_exhausted.to_string()),
            ("Exhausted unit retreats", chart.retreat.to_string()),
            ("Square or triangle area", format!("-{}", charts.assault.position_relief)),
        ],
    )
}

/// What changes from day to day: Hurricane refit, ammunition, historical weather.
fn by_day(charts: &Charts) -> Chart {
    let columns = [
        "Day",
        "British Hurricane",
        "German Hurricane",
        "British ammunition",
        "German ammunition",
        "Historical weather",
    ];
    let dice = |(dice, bonus): (u8, u8)| {
        let dice = if dice == 1 { "1 die".to_owned() } else { format!("{dice} dice") };
        if bonus > 0 { format!("{dice} +{bonus}") } else { dice }
    };
    let needed = |die: u8| if die > 6 { "-".to_owned() } else { format!("{die}+") };
    let row = |turn: usize| {
        vec![
            date_of(turn as u8),
            needed(charts.hurricane_refit[turn][Side::British]),
            needed(charts.hurricane_refit[turn][Side::German]),
            dice(charts.ammunition[turn][Side::British]),
            dice(charts.ammunition[turn][Side::German]),
            if charts.historical_clear[turn] { "clear".into() } else { "overcast".into() },
        ]
    };
    Chart {
        id: "ammunition".into(),
        title: "Day by day: Hurricane refit, ammunition, historical weather".into(),
        case: "12.4".into(),
        columns: columns.map(str::to_owned).to_vec(),
        rows: (0..TURNS).map(row).collect(),
        note: "Hurricane refit 12.4, ammunition 12.5, historical weather 17.2.2.".into(),
    }
}
