//! Where the front ran: control and occupation on the game's own map, turn by turn, and who had the objectives.

use std::fmt::Write;

use engine::title::PlaceInfo;
use games::Playable;

use super::facts::{Facts, Side};
use crate::draw::{Cell, Page, escape, matrix, percent};
use crate::rows::Seen;

/// The most objectives that are shown.
const MOST_OBJECTIVES: usize = 60;
/// The most other places.
const MOST_CONTESTED: usize = 20;

/// Among the games that reached a turn, the share in which each side had a place at its end.
struct Standing {
    first: f64,
    others: f64,
}

impl Standing {
    /// From 0, always of the others, to 1, always of the first side.
    fn balance(&self) -> f64 {
        0.5 + (self.first - self.others) / 2.0
    }

    /// A place that each side holds in half of the games counts 1/4, one that never changes hands nothing.
    fn contested(&self) -> f64 {
        self.first * self.others
    }
}

fn standing(facts: &Facts, turn: u16, place: &str, what: fn(Seen) -> u64) -> Option<Standing> {
    let reached = *facts.turns.get(&turn)? as f64;
    let sum = |side: &Side| -> f64 {
        let seen = side.nations.iter().map(|nation| what(facts.results.places.at(turn, place, nation)));
        (seen.sum::<u64>() as f64 / reached).min(1.0)
    };
    let (first, others) = facts.sides.split_first()?;
    let (first, others) = (sum(first), others.iter().map(sum).sum::<f64>());
    (first + others > 0.0).then_some(Standing { first, others })
}

/// Who controlled a place; the silent side, if views do not say.
fn control(facts: &Facts, turn: u16, place: &str) -> Option<Standing> {
    let mut standing = standing(facts, turn, place, |seen| seen.controlled);
    if let Some(silent) = facts.silent {
        let standing = standing.get_or_insert(Standing { first: 0.0, others: 0.0 });
        let unsaid = (1.0 - standing.first - standing.others).max(0.0);
        *(if silent == 0 { &mut standing.first } else { &mut standing.others }) += unsaid;
    }
    standing
}

/// What the map shows of a place: who controlled it, or who stood there if control was never stated.
fn shown(facts: &Facts, turn: u16, place: &str) -> Option<Standing> {
    if standing(facts, turn, place, |seen| seen.controlled).is_some() {
        control(facts, turn, place)
    } else {
        standing(facts, turn, place, |seen| seen.occupied)
    }
}

/// Between two colours, through the colour of paper.
fn between(facts: &Facts, balance: f64) -> String {
    const PAPER: [f64; 3] = [250.0, 246.0, 236.0];
    let side = if balance >= 0.5 { facts.sides.first() } else { facts.sides.last() };
    let strength = (balance - 0.5).abs() * 2.0;
    let parse = |colour: &str, nth: usize| {
        colour.get(1 + 2 * nth..3 + 2 * nth).and_then(|hex| u8::from_str_radix(hex, 16).ok()).unwrap_or(128)
    };
    let colour = side.map_or("", |side| side.colour);
    let mixed = [0, 1, 2].map(|nth| PAPER[nth] + (f64::from(parse(colour, nth)) - PAPER[nth]) * strength);
    format!("#{:02x}{:02x}{:02x}", mixed[0] as u8, mixed[1] as u8, mixed[2] as u8)
}

pub(super) fn section(page: &mut Page, facts: &Facts, game: &dyn Playable) {
    let places = &game.title().places;
    let map = game.map();
    let Some(corners) = view_box(&map) else { return };
    let Some((last, _)) = facts.turns.last_key_value() else { return };
    let radius = radius(places);
    let mut html = "<div class=\"front\">\n".to_owned();
    let mut style = FRONT_STYLE.to_owned();
    for turn in facts.turns.keys() {
        let checked = if turn == last { " checked=\"checked\"" } else { "" };
        let _ = writeln!(
            html,
            "<input type=\"radio\" name=\"turn\" id=\"turn-{turn}\"{checked}/><label for=\"turn-{turn}\">{turn}</label>"
        );
        let _ = writeln!(style, "#turn-{turn}:checked ~ .map .turn-{turn} {{ display: inline; }}");
    }
    let _ = write!(
        html,
        "<div class=\"map\"><img alt=\"map\" src=\"data:image/svg+xml,{}\"/>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{corners}\">\n",
        percent_encoded(&map)
    );
    for turn in facts.turns.keys() {
        let _ = writeln!(html, "<g class=\"turn-{turn}\">{}</g>", circles(facts, places, *turn, radius));
    }
    html += "</svg></div>\n</div>\n";
    page.style(&style);
    let names: Vec<&str> = facts.sides.iter().map(|side| side.name.as_str()).collect();
    let about = format!(
        "Choose a turn. Each place is coloured by who controlled it at the turn's end, or stood in it where nothing \
         says who controls it: {}; pale where it was now one, now the other. Point at a place for the share of {}.",
        names.join(" against "),
        names[0]
    );
    page.section("The front", &about, &html);
}

fn circles(facts: &Facts, places: &[PlaceInfo], turn: u16, radius: f64) -> String {
    let mut svg = String::new();
    for place in places {
        let Some(standing) = shown(facts, turn, &place.id) else { continue };
        let name =
            if place.name.is_empty() { place.id.clone() } else { format!("{} {}", place.id, place.name) };
        let _ = write!(
            svg,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{radius:.0}\" fill=\"{}\" opacity=\"{:.2}\"><title>{}: {}</title></circle>",
            place.x,
            place.y,
            between(facts, standing.balance()),
            0.2 + 0.6 * (standing.first + standing.others).min(1.0),
            escape(&name),
            percent(standing.first),
        );
    }
    svg
}

/// The radius of circles that do not cover their neighbours: a little less than half the distance between
/// near places.
fn radius(places: &[PlaceInfo]) -> f64 {
    let mut nearest: Vec<f64> = places
        .iter()
        .map(|one| {
            let distance = |other: &PlaceInfo| f64::from(one.x - other.x).hypot(f64::from(one.y - other.y));
            places.iter().filter(|other| other.id != one.id).map(distance).fold(f64::MAX, f64::min)
        })
        .collect();
    nearest.sort_by(f64::total_cmp);
    // The closest few may be boxes; a typical distance decides.
    nearest.get(nearest.len() / 4).map_or(20.0, |distance| (distance * 0.36).clamp(2.0, 200.0))
}

/// The corners of the map picture.
fn view_box(map: &str) -> Option<String> {
    let (_, rest) = map.split_once("viewBox=\"")?;
    let (corners, _) = rest.split_once('"')?;
    let numbers = corners.split_whitespace().filter(|number| number.parse::<f64>().is_ok()).count();
    (numbers == 4 && corners.split_whitespace().count() == 4).then(|| corners.to_owned())
}

/// Bytes as they may stand in a data address.
fn percent_encoded(text: &str) -> String {
    text.bytes().fold(String::with_capacity(text.len() * 5 / 4), |mut encoded, byte| {
        match byte {
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b' '
            | b'-'
            | b'.'
            | b'_'
            | b'='
            | b':'
            | b'/'
            | b';'
            | b',' => {
                encoded.push(char::from(byte));
            }
            b'\n' => encoded.push(' '),
            byte => {
                let _ = write!(encoded, "%{byte:02X}");
            }
        }
        encoded
    })
}

pub(super) fn objectives(page: &mut Page, facts: &Facts, game: &dyn Playable) {
    let mut rows = Vec::new();
    for place in places_that_matter(facts, &game.title().places) {
        let cells: Vec<Option<Cell>> = facts
            .turns
            .keys()
            .map(|turn| {
                let standing = control(facts, *turn, &place.id)?;
                let (first, balance) = (standing.first, standing.balance());
                let name = &facts.sides[0].name;
                Some(Cell {
                    colour: between(facts, balance),
                    words: format!("{:.0}", first * 100.0),
                    ink: if (balance - 0.5).abs() > 0.36 { "#fffdf7" } else { "#2c2a26" },
                    about: format!("{}, turn {turn}: {name} {}", place.id, percent(first)),
                })
            })
            .collect();
        rows.push((format!("{} {}", place.id, place.name).trim().to_owned(), cells));
    }
    if rows.is_empty() {
        return;
    }
    let columns: Vec<String> = facts.turns.keys().map(u16::to_string).collect();
    let first = facts.sides.first().map_or("", |side| side.name.as_str());
    let plot = matrix(&format!("Held by {first} at the end of each turn, % of games"), &columns, &rows);
    page.section(
        "Objectives",
        "Command of the places whose card speaks of an objective or of victory points, and then of those that \
         changed hands most, among the games that reached the turn.",
        &plot,
    );
}

/// Objectives first, as their cards say; then the most contested places.
fn places_that_matter<'a>(facts: &Facts, places: &'a [PlaceInfo]) -> Vec<&'a PlaceInfo> {
    let is_objective = |place: &&PlaceInfo| {
        place.card.iter().any(|line| {
            let words = line.to_lowercase();
            let mut words = words.split(|letter: char| !letter.is_alphanumeric());
            words.any(|word| ["objective", "vp", "victory"].contains(&word))
        })
    };
    let contested = |place: &PlaceInfo| -> f64 {
        let turns = facts.turns.keys().filter_map(|turn| control(facts, *turn, &place.id));
        turns.map(|standing| standing.contested()).sum()
    };
    let (mut chosen, others): (Vec<&PlaceInfo>, Vec<&PlaceInfo>) = places.iter().partition(is_objective);
    chosen.truncate(MOST_OBJECTIVES);
    let mut others: Vec<(f64, &PlaceInfo)> = others
        .into_iter()
        .map(|place| (contested(place), place))
        .filter(|(contested, _)| *contested > 0.0)
        .collect();
    others.sort_by(|one, other| other.0.total_cmp(&one.0));
    chosen.extend(others.into_iter().take(MOST_CONTESTED).map(|(_, place)| place));
    chosen
}

const FRONT_STYLE: &str = "\
.front .map { position: relative; margin-top: 0.5rem; border: 1px solid var(--line); }
.front .map img { display: block; width: 100%; }
.front .map svg { position: absolute; inset: 0; width: 100%; height: 100%; }
.front .map g { display: none; }
.front .map circle { stroke: #2c2a26; stroke-width: 1; stroke-opacity: 0.4; }
.front input { position: absolute; opacity: 0; }
.front label { display: inline-block; min-width: 2rem; padding: 0.1rem 0.4rem; border: 1px solid var(--line);
  text-align: center; cursor: pointer; background: #fffdf7; }
.front input:checked + label { background: var(--ink); color: var(--paper); }
.front input:focus-visible + label { outline: 2px solid #b5722b; }
";
