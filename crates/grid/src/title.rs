//! The static facts of a game: charts, counters and squares as cards.

use engine::title::{Chart, PlaceInfo, ScenarioInfo, UnitInfo};

use crate::map::{Line, Place, Terrain};
use crate::pack::Pack;
use crate::prompts::points;
use crate::speak::count;
use crate::square::Square;
use crate::units::{Counter, Kind, Unit};
use crate::weather::Weather;

fn texts(row: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    row.into_iter().map(|cell| cell.to_string()).collect()
}

fn signed(value: i8) -> String {
    format!("{value:+}")
}

fn chart(id: &str, title: &str, case: &str, columns: Vec<String>, rows: Vec<Vec<String>>) -> Chart {
    Chart {
        id: id.to_owned(),
        title: title.to_owned(),
        case: case.to_owned(),
        columns,
        rows,
        note: String::new(),
    }
}

/// The printed tables that both games have.
pub fn charts(pack: &Pack) -> Vec<Chart> {
    vec![
        weather_chart(pack),
        terrain_chart(pack),
        bombardment_chart(pack),
        defensive_fire_chart(pack),
        assault_chart(pack),
        modifiers_chart(pack),
        resource_chart(pack),
        replacement_chart(pack),
        small_rolls(pack),
    ]
}

fn weather_chart(pack: &Pack) -> Chart {
    let weather = &pack.charts.weather;
    let rows = Weather::ALL
        .into_iter()
        .map(|kind| {
            let effect = weather.effect(kind);
            let upto = weather
                .rows
                .iter()
                .find(|row| row.weather == kind)
                .map_or_else(|| "instead of rain".to_owned(), |row| format!("up to {}", row.upto));
            let air = |from: u8| match from {
                0 | 1 => "yes".to_owned(),
                2..=6 => format!("{from}-6"),
                _ => "no".to_owned(),
            };
            vec![
                kind.name().to_owned(),
                upto,
                air(effect.allied_air),
                air(effect.german_air),
                if effect.move_loss > 0 { format!("-{} MP", effect.move_loss) } else { "full".to_owned() },
                effect.supply_range.to_string(),
            ]
        })
        .collect();
    let columns = texts(["weather", "die", "Allied air", "German air", "movement", "supply"]);
    let mut table = chart("weather", "Weather", &weather.case, columns, rows);
    let snow = if weather.snow_turns.is_empty() {
        format!("from {}", pack.turn_name(weather.snow_from))
    } else {
        let dates: Vec<&str> = weather.snow_turns.iter().map(|turn| pack.turn_name(*turn)).collect();
        format!("on {}", dates.join(", "))
    };
    table.note = format!(
        "{} after rain or snow; {} from {}; rain is snow {snow}",
        signed(weather.after_rain),
        signed(weather.late.drm),
        pack.turn_name(weather.late.from),
    );
    table
}

fn terrain_chart(pack: &Pack) -> Chart {
    let terrain = &pack.charts.terrain;
    let mut rows = vec![vec![
        "clear".to_owned(),
        points(terrain.clear.straight),
        points(terrain.clear.diagonal),
        terrain.clear.shift.to_string(),
    ]];
    for kind in Terrain::ALL {
        if !pack.map.terrain[kind as usize].is_empty() {
            let line = terrain.line(kind);
            // What costs nothing of its own is entered for what else is in the square.
            let price = |half: u8| if half > 0 { points(half) } else { "as the ground".to_owned() };
            rows.push(vec![
                kind.name().to_owned(),
                price(line.straight),
                price(line.diagonal),
                line.shift.to_string(),
            ]);
        }
    }
    for (name, rate) in [("major road", pack.charts.roads.major), ("minor road", pack.charts.roads.minor)] {
        rows.push(vec![name.to_owned(), points(rate.straight), points(rate.diagonal), "0".to_owned()]);
    }
    rows.push(vec![
        "stream".to_owned(),
        "-".to_owned(),
        "-".to_owned(),
        pack.charts.rivers.stream_shift.to_string(),
    ]);
    rows.push(vec![
        "river crossing".to_owned(),
        "-".to_owned(),
        "-".to_owned(),
        pack.charts.rivers.barrier_shift.to_string(),
    ]);
    chart(
        "terrain",
        "Terrain",
        &terrain.case,
        texts(["terrain", "straight", "diagonal", "assault shift"]),
        rows,
    )
}

fn bombardment_chart(pack: &Pack) -> Chart {
    let table = &pack.charts.bombardment;
    let mut rows: Vec<Vec<String>> = table
        .targets
        .iter()
        .zip(&table.minimum)
        .map(|(name, row)| std::iter::once(name.clone()).chain(row.iter().map(ToString::to_string)).collect())
        .collect();
    for (die, row) in table.rows.iter().enumerate() {
        rows.push(std::iter::once(format!("die {}", die + 1)).chain(row.iter().cloned()).collect());
    }
    let air: Vec<String> = std::iter::once("air 2d6".to_owned())
        .chain((0..9).map(|column| (column + table.air_first).to_string()))
        .collect();
    rows.push(air);
    let columns =
        std::iter::once("factors".to_owned()).chain((1..=9).map(|column| column.to_string())).collect();
    chart("bombardment", "Bombardment", &table.case, columns, rows)
}

fn defensive_fire_chart(pack: &Pack) -> Chart {
    let table = &pack.charts.defensive_fire;
    let rows = table
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let roll = index as i8 + table.first_row;
            std::iter::once(roll.to_string()).chain(row.iter().cloned()).collect()
        })
        .collect();
    let columns =
        std::iter::once("2d6".to_owned()).chain((1..=10).map(|factors| factors.to_string())).collect();
    chart("defensive-fire", "Defensive Fire", &table.case, columns, rows)
}

fn assault_chart(pack: &Pack) -> Chart {
    let table = &pack.charts.assault;
    let rows = table
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let roll = index as i8 + table.first_row;
            std::iter::once(roll.to_string())
                .chain(row.iter().map(|result| result.code().to_owned()))
                .collect()
        })
        .collect();
    let width = table.rows.first().map_or(0, Vec::len) as i8;
    let columns = std::iter::once("2d6".to_owned())
        .chain((0..width).map(|column| signed(column + table.first_column)))
        .collect();
    chart("assault", "Assault", &table.case, columns, rows)
}

fn modifiers_chart(pack: &Pack) -> Chart {
    let (assault, fire) = (&pack.charts.assault.drm, &pack.charts.defensive_fire.drm);
    let bombardment = &pack.charts.bombardment.drm;
    let lines: [(&str, &str, i8); 22] = [
        ("bombardment", "cavalry in the target", bombardment.cavalry),
        ("bombardment", "air observation", bombardment.air_observation),
        ("bombardment", "each target beyond the first", bombardment.stacked),
        ("bombardment", "heavy guns", bombardment.heavy),
        ("bombardment", "each gun out of supply", bombardment.unsupplied),
        ("bombardment", "rain or snow", bombardment.foul),
        ("defensive fire", "each attacker closing in", fire.closer),
        ("defensive fire", "attacker from an interdicted square", fire.interdicted_attacker),
        ("defensive fire", "interdicted defender", fire.interdicted_defender),
        ("defensive fire", "rain or snow", fire.foul),
        ("defensive fire", "tanks attack", fire.tanks),
        ("assault", "a disrupted defender", assault.disrupted),
        ("assault", "a suppressed defender", assault.suppressed),
        ("assault", "interdicted defenders", assault.interdicted_defender),
        ("assault", "each interdicted jump-off square", assault.interdicted_attacker),
        ("assault", "HQ near", assault.command_near),
        ("assault", "HQ far", assault.command_far),
        ("assault", "out of supply", assault.unsupplied),
        ("assault", "rain or snow", assault.foul),
        ("assault", "secondary trench", assault.secondary_trench),
        ("assault", "units closing in", assault.closer),
        ("assault", "flank attack", assault.flank),
    ];
    let rows = lines
        .into_iter()
        .filter(|(_, _, value)| *value != 0)
        .map(|(table, label, value)| vec![table.to_owned(), label.to_owned(), signed(value)])
        .collect();
    chart("modifiers", "Die modifiers", &pack.charts.assault.case, texts(["table", "when", "die"]), rows)
}

fn resource_chart(pack: &Pack) -> Chart {
    let table = &pack.charts.resources;
    let rows = table
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let roll = index as i8 + table.first_row;
            std::iter::once(roll.to_string()).chain(row.iter().map(ToString::to_string)).collect()
        })
        .collect();
    let columns = std::iter::once("2d6".to_owned()).chain(table.names.iter().cloned()).collect();
    let mut chart = chart("command-center", "Command Center", &table.case, columns, rows);
    chart.note = format!("at most {} kinds in one assault", table.most);
    chart
}

fn replacement_chart(pack: &Pack) -> Chart {
    let table = &pack.charts.replacements;
    let rows = table
        .rows
        .iter()
        .enumerate()
        .map(|(index, row)| {
            let roll = index as u8 + table.first_row;
            std::iter::once(roll.to_string()).chain(row.iter().map(ToString::to_string)).collect()
        })
        .collect();
    let width = table.rows.first().map_or(0, Vec::len) as u8;
    let columns = std::iter::once("2d6".to_owned())
        .chain((0..width).map(|column| (column + table.first_column).to_string()))
        .collect();
    chart("replacements", "Replacements", &table.case, columns, rows)
}

fn small_rolls(pack: &Pack) -> Chart {
    let charts = &pack.charts;
    let rows = vec![
        vec!["rally".to_owned(), format!("1-{}", charts.rally.upto)],
        vec!["smoke".to_owned(), format!("1-{}", charts.resources.smoke_upto)],
        vec!["supply HQ back next turn".to_owned(), format!("1-{}", charts.hq_return.next_turn_upto)],
    ];
    chart("rolls", "Other rolls", &charts.rally.case, texts(["roll", "succeeds on"]), rows)
}

/// Other words for a row of a chart, where a game reads it in its own way.
pub fn reword(charts: &mut [Chart], id: &str, old: &str, new: &str) {
    let rows = charts.iter_mut().filter(|chart| chart.id == id).flat_map(|chart| &mut chart.rows);
    rows.flatten().filter(|cell| *cell == old).for_each(|cell| new.clone_into(cell));
}

/// The counters as cards.
pub fn units(pack: &Pack, face: impl Fn(Unit, bool) -> &'static str) -> Vec<UnitInfo> {
    pack.all_units()
        .map(|unit| {
            let counter = pack.unit(unit);
            UnitInfo {
                id: counter.id.clone(),
                name: counter.name.clone(),
                nation: counter.nation.id().to_owned(),
                kind: counter.kind.name().to_owned(),
                card: card(counter, &face, unit),
            }
        })
        .collect()
}

fn card(counter: &Counter, face: impl Fn(Unit, bool) -> &'static str, unit: Unit) -> Vec<String> {
    let mut card = vec![match counter.kind {
        Kind::Hq => "corps headquarters".to_owned(),
        kind => format!("{} {}", kind.name(), counter.size.name()),
    }];
    if !counter.parent.is_empty() {
        card.push(formation(&counter.parent));
    }
    for (index, side) in counter.faces.iter().enumerate() {
        let first = match counter.kind {
            Kind::Artillery => format!("bombardment {}, ", side.attack),
            Kind::Hq => String::new(),
            _ => format!("attack {}, ", side.attack),
        };
        let (defence, movement) = (side.defense, side.movement);
        card.push(format!("{}: {first}defence {defence}, {movement} MP", face(unit, index == 1)));
    }
    if counter.range > 0 {
        card.push(format!("range {}{}", counter.range, if counter.heavy { ", heavy" } else { "" }));
    }
    card.push(count(counter.steps, "step"));
    card
}

/// What a unit belongs to, in words: corps are numbered in Roman numerals and nothing else is; what is printed short,
/// such as 21, 13R, 6B, 192X and AC, is written out.
fn formation(parent: &str) -> String {
    if parent.chars().all(|letter| "IVXL".contains(letter)) {
        return format!("{parent} Corps");
    }
    let number = parent.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let kind = match &parent[number.len()..] {
        "" => "Division",
        "R" => "Reserve Division",
        "B" => "Bavarian Division",
        "X" => "Brigade",
        "AC" => return "Alpine Corps".to_owned(),
        _ => return parent.to_owned(),
    };
    let ending = match number {
        _ if number.ends_with("11") || number.ends_with("12") || number.ends_with("13") => "th",
        _ if number.ends_with('1') => "st",
        _ if number.ends_with('2') => "nd",
        _ if number.ends_with('3') => "rd",
        _ => "th",
    };
    format!("{number}{ending} {kind}")
}

/// The squares as cards. The middle of a square is at the middle of a field of 100 by 100.
pub fn places(pack: &Pack) -> Vec<PlaceInfo> {
    let lines: Vec<String> = pack.map.lines.iter().map(|line| line_in_words(pack, line)).collect();
    pack.map
        .all
        .iter()
        .map(|square| {
            let (column, row) = pack.map.position(square);
            let named: Vec<&str> = pack
                .map
                .places
                .iter()
                .filter(|place| place.squares.contains(&square))
                .map(|place| place.name.as_str())
                .collect();
            PlaceInfo {
                id: pack.map.name(square).to_owned(),
                name: named.first().copied().unwrap_or_default().to_owned(),
                x: i32::from(column) * 100 + 50,
                y: i32::from(row) * 100 + 50,
                card: place_card(pack, square, &named, &lines),
            }
        })
        .collect()
}

fn place_card(pack: &Pack, square: Square, named: &[&str], lines: &[String]) -> Vec<String> {
    let mut card: Vec<String> = named.iter().map(|name| (*name).to_owned()).collect();
    let terrain: Vec<&str> = pack.map.terrain(square).map(Terrain::name).collect();
    card.push(if terrain.is_empty() { "clear".to_owned() } else { terrain.join(", ") });
    let chart = &pack.charts.terrain;
    let shift = pack.map.terrain(square).map(|kind| chart.line(kind).shift).min().unwrap_or(0);
    if shift != 0 {
        card.push(format!("assault shift {shift}"));
    }
    for (line, words) in pack.map.lines.iter().zip(lines) {
        if line.squares.contains(&square) {
            card.push(words.clone());
        }
    }
    card
}

/// A road, a railway or a river with what it is; a trench says so by its name.
fn line_in_words(pack: &Pack, line: &Line) -> String {
    let stops: Vec<&str> = line.name.split(" - ").map(|stop| spelled(pack, stop)).collect();
    let name = stops.join(" – ");
    match line.class.as_str() {
        "major" => format!("{name} (major road)"),
        "minor" => format!("{name} (minor road)"),
        "barrier" => format!("{name} (river)"),
        class if class.starts_with("trench") => name,
        class => format!("{name} ({class})"),
    }
}

/// A place's name as the map spells it, with its accents.
fn spelled<'a>(pack: &'a Pack, name: &'a str) -> &'a str {
    let same = |known: &&Place| {
        let mut letters = name.chars();
        let mut is_next = |one: char| letters.next().is_some_and(|other| one == other || !one.is_ascii());
        known.name.chars().all(&mut is_next) && letters.next().is_none()
    };
    pack.map.places.iter().find(same).map_or(name, |place| place.name.as_str())
}

/// The scenarios.
pub fn scenarios(pack: &Pack, seats: &[u8]) -> Vec<ScenarioInfo> {
    pack.scenarios
        .iter()
        .map(|scenario| ScenarioInfo {
            id: scenario.id.clone(),
            name: scenario.name.clone(),
            from: pack.turn_name(scenario.first_turn).to_owned(),
            to: pack.turn_name(scenario.last_turn).to_owned(),
            turns: u16::from(scenario.last_turn - scenario.first_turn) + 1,
            seats: seats.to_vec(),
            about: scenario.about.clone(),
            school: scenario.school,
            places: scenario.bounds.map_or_else(Vec::new, |bounds| {
                pack.map.between(bounds).iter().map(|square| pack.map.name(square).to_owned()).collect()
            }),
        })
        .collect()
}
