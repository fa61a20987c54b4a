//! What can be seen: counters, places, tracks and bridges. Nothing on this table is hidden (7.1).

use std::borrow::Cow;

use arrayvec::ArrayVec;
use engine::wire::{Item, PlaceItem, TrackItem, UnitItem};

use crate::bids;
use crate::board::{Air, Board, Where};
use crate::end_phase;
use crate::movement;
use crate::pack::{Pack, day_name};
use crate::scenario::Weather;
use crate::sets::{Bridge, Place, Unit};
use crate::side::Side;

/// The tracks, in the order in which they are shown.
const TRACKS: [(&str, &str, Option<Side>); 14] = [
    ("turn", "Turn", None),
    ("impulse", "Impulse", None),
    ("weather", "Weather", None),
    ("advantage", "Advantage", None),
    ("vp", "Victory points", Some(Side::British)),
    ("active", "In action", None),
    ("support-british", "Support markers", Some(Side::British)),
    ("ammunition-british", "Ammunition", Some(Side::British)),
    ("hurricane-british", "Hurricane markers", Some(Side::British)),
    ("air-british", "Air", Some(Side::British)),
    ("support-german", "Support markers", Some(Side::German)),
    ("ammunition-german", "Ammunition", Some(Side::German)),
    ("hurricane-german", "Hurricane markers", Some(Side::German)),
    ("air-german", "Air", Some(Side::German)),
];

/// Units, places, tracks, bridges.
pub(crate) fn count(pack: &Pack) -> u16 {
    (pack.units.len() + pack.places.len() + TRACKS.len() + pack.bridges.len()) as u16
}

/// One item; none for a counter that is not in the game.
pub(crate) fn item<'a>(pack: &'a Pack, board: &'a Board, index: u16) -> Option<Item<'a>> {
    let index = usize::from(index);
    if index < pack.units.len() {
        return unit(pack, board, Unit(index as u8)).map(Item::Unit);
    }
    let index = index - pack.units.len();
    if index < pack.places.len() {
        return Some(Item::Place(place(pack, board, Place(index as u8))));
    }
    let index = index - pack.places.len();
    if let Some((id, label, side)) = TRACKS.get(index) {
        let seat = side.map(|side| bids::seat_for(board, side));
        return Some(Item::Track(TrackItem { id, label, value: track(pack, board, id, *side), seat }));
    }
    let bridge = Bridge((index - TRACKS.len()) as u8);
    let info = pack.bridges.get(bridge.index())?;
    let value = Cow::Borrowed(board.bridge(bridge).id());
    Some(Item::Track(TrackItem { id: &info.id, label: &info.name, value, seat: None }))
}

fn unit<'a>(pack: &'a Pack, board: &'a Board, unit: Unit) -> Option<UnitItem<'a>> {
    let info = pack.info(unit);
    let at = match board.whereabouts(unit) {
        Where::At(place) => pack.at(place).id.as_str(),
        Where::Reserve => "reserve",
        Where::Eliminated => "eliminated",
        Where::Removed => return None,
    };
    let impulse = &board.impulse;
    let mut marks = ArrayVec::new();
    let mut mark = |letter: &'static str, condition: bool| {
        if condition {
            marks.push(letter);
        }
    };
    if let Some(assault) = &board.assault {
        mark("A", assault.attackers.contains(unit));
        mark("P", assault.point == Some(unit));
        mark("F", assault.forward == Some(unit));
    }
    mark("T", board.barrage.is_some_and(|barrage| barrage.primary == Some(unit)));
    mark("M", impulse.mover == Some(unit));
    mark("N", impulse.released.contains(unit));
    let moves = impulse.started.contains(unit) && board.is_fresh(unit) && !impulse.finished.contains(unit);
    let left = if moves {
        Cow::Owned(format!("{} MF", movement::left(pack, board, unit)))
    } else {
        Cow::Borrowed("")
    };
    let face = if board.is_fresh(unit) { "fresh" } else { "exhausted" };
    Some(UnitItem { id: &info.id, face, at, marks, left })
}

fn place<'a>(pack: &'a Pack, board: &'a Board, place: Place) -> PlaceItem<'a> {
    let impulse = &board.impulse;
    let mut marks: ArrayVec<Cow<'static, str>, 8> = ArrayVec::new();
    let counted = |word: &'static str, count: u8| match count {
        0 => None,
        1 => Some(Cow::Borrowed(word)),
        count => Some(Cow::Owned(format!("{word} x{count}"))),
    };
    marks.extend(counted("rolling barrage", impulse.rolling[place.index()]));
    marks.extend(counted("direct support", impulse.direct[place.index()]));
    for side in Side::BOTH {
        if board.air[side] == Air::Over(place) {
            marks.push(Cow::Borrowed(if side == Side::British { "British air" } else { "German air" }));
        }
        if board.air[side] == Air::Interdicting(place) {
            marks.push(Cow::Borrowed("interdicted"));
        }
    }
    if impulse.area == Some(place) {
        marks.push(Cow::Borrowed("active"));
    }
    if impulse.assaulted.contains(place) {
        marks.push(Cow::Borrowed("assaulted"));
    }
    if board.opening.contains(place) {
        marks.push(Cow::Borrowed("barrage target"));
    }
    let control = if board.british.contains(place) { "british" } else { "german" };
    PlaceItem { id: &pack.at(place).id, control, marks }
}

fn track(pack: &Pack, board: &Board, id: &str, side: Option<Side>) -> Cow<'static, str> {
    let side = side.unwrap_or_default();
    match id.split_once('-').map_or(id, |(kind, _)| kind) {
        "turn" => day_name(board.turn).into(),
        "impulse" => board.impulse_number.to_string().into(),
        "weather" => board.weather.id().into(),
        "advantage" => board.advantage.map_or("spent", Side::id).into(),
        "vp" => end_phase::victory_points(pack, board).to_string().into(),
        "active" => board.active.id().into(),
        "support" => board.support[side].to_string().into(),
        "ammunition" => board.ammunition[side].to_string().into(),
        "hurricane" => {
            format!("{} fresh, {} used", board.hurricane_fresh[side], board.hurricane_used[side]).into()
        }
        _ => match board.air[side] {
            Air::Absent => "not arrived".into(),
            Air::Ready | Air::Flown if board.weather == Weather::Overcast => "grounded".into(),
            Air::Ready => "ready".into(),
            Air::Flown => "flown".into(),
            Air::Over(place) => format!("over {}", pack.at(place).id).into(),
            Air::Interdicting(place) => format!("interdicts {}", pack.at(place).id).into(),
        },
    }
}

/// The items that differ between two boards.
pub(crate) fn changes(pack: &Pack, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
    for index in 0..count(pack) {
        if item(pack, before, index) != item(pack, after, index) {
            changed(index);
        }
    }
}
