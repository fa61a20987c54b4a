//! What can be seen: counters, places, tracks and bridges. Nothing on this table is hidden (7.1).

use std::borrow::Cow;

use arrayvec::ArrayVec;
use engine::Seat;
use engine::wire::{Item, PlaceItem, TrackItem, UnitItem};

use crate::bids;
use crate::board::{Air, Board, Where};
use crate::end_phase;
use crate::moving;
use crate::pack::{Pack, day_name};
use crate::scenario::Weather;
use crate::sets::{Bridge, MAX_PLACES, MAX_UNITS, Place, Places, Unit, Units};
use crate::side::Side;

/// What a track shows.
#[derive(Clone, Copy)]
enum Track {
    Turn,
    Impulse,
    Weather,
    Advantage,
    VictoryPoints,
    Active,
    Support(Side),
    Ammunition(Side),
    Hurricane(Side),
    Air(Side),
    Player(Side),
}

/// The tracks, in the order in which they are shown: id, name, what, whose.
const TRACKS: [(&str, &str, Track, Option<Side>); 16] = [
    ("turn", "Turn", Track::Turn, None),
    ("impulse", "Impulse", Track::Impulse, None),
    ("weather", "Weather", Track::Weather, None),
    ("advantage", "Advantage", Track::Advantage, None),
    ("vp", "Victory points", Track::VictoryPoints, Some(Side::British)),
    ("active", "In action", Track::Active, None),
    ("support-british", "Support markers", Track::Support(Side::British), Some(Side::British)),
    ("ammunition-british", "Ammunition", Track::Ammunition(Side::British), Some(Side::British)),
    ("hurricane-british", "Hurricane markers", Track::Hurricane(Side::British), Some(Side::British)),
    ("air-british", "Air", Track::Air(Side::British), Some(Side::British)),
    ("support-german", "Support markers", Track::Support(Side::German), Some(Side::German)),
    ("ammunition-german", "Ammunition", Track::Ammunition(Side::German), Some(Side::German)),
    ("hurricane-german", "Hurricane markers", Track::Hurricane(Side::German), Some(Side::German)),
    ("air-german", "Air", Track::Air(Side::German), Some(Side::German)),
    ("player-british", "The British are played by", Track::Player(Side::British), Some(Side::British)),
    ("player-german", "The Germans are played by", Track::Player(Side::German), Some(Side::German)),
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
    if let Some((id, label, what, side)) = TRACKS.get(index) {
        // Who plays which side needs to be shown only where players bid for it (17.1).
        if matches!(what, Track::Player(_)) && board.options.bid_for.is_none() {
            return None;
        }
        let seat = side.map(|side| bids::seat_for(board, side));
        return Some(Item::Track(TrackItem {
            id,
            label: (*label).into(),
            value: track(pack, board, *what),
            seat,
        }));
    }
    let bridge = Bridge((index - TRACKS.len()) as u8);
    let info = pack.bridges.get(bridge.index())?;
    let value = Cow::Borrowed(board.bridge(bridge).id());
    Some(Item::Track(TrackItem { id: &info.id, label: (&*info.name).into(), value, seat: None }))
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
    let left = if moves { factor_words(moving::left(pack, board, unit)) } else { Cow::Borrowed("") };
    let face = if board.is_fresh(unit) { "fresh" } else { "exhausted" };
    Some(UnitItem { id: &info.id, face, at, marks, left })
}

/// Movement left, without an allocation for the usual numbers.
fn factor_words(left: u8) -> Cow<'static, str> {
    const WORDS: [&str; 8] = ["0 MF", "1 MF", "2 MF", "3 MF", "4 MF", "5 MF", "6 MF", "7 MF"];
    WORDS.get(usize::from(left)).map_or_else(|| format!("{left} MF").into(), |words| Cow::Borrowed(*words))
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

fn track(pack: &Pack, board: &Board, what: Track) -> Cow<'static, str> {
    match what {
        Track::Turn => day_name(board.turn).into(),
        Track::Impulse => board.impulse_number.to_string().into(),
        Track::Weather => board.weather.id().into(),
        Track::Advantage => board.advantage.map_or("spent", Side::id).into(),
        Track::VictoryPoints => end_phase::victory_points(pack, board).to_string().into(),
        Track::Active => board.active.id().into(),
        Track::Support(side) => board.support[side].to_string().into(),
        Track::Ammunition(side) => board.ammunition[side].to_string().into(),
        Track::Hurricane(side) => {
            format!("{} fresh, {} used", board.hurricane_fresh[side], board.hurricane_used[side]).into()
        }
        Track::Player(side) => {
            if bids::seat_for(board, side) == Seat(0) { "the British seat" } else { "the German seat" }.into()
        }
        Track::Air(side) => match board.air[side] {
            Air::Absent => "not arrived".into(),
            Air::Ready | Air::Flown if board.weather == Weather::Overcast => "grounded".into(),
            Air::Ready => "ready".into(),
            Air::Flown => "flown".into(),
            Air::Over(place) => format!("over {}", pack.at(place).id).into(),
            Air::Interdicting(place) => format!("interdicts {}", pack.at(place).id).into(),
        },
    }
}

/// The items that differ between two boards. Only what can differ is looked at closely.
pub(crate) fn changes(pack: &Pack, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
    let mut differs = |index: usize| {
        let index = index as u16;
        if item(pack, before, index) != item(pack, after, index) {
            changed(index);
        }
    };
    for unit in restless_units(before, after).iter().filter(|unit| unit.index() < pack.units.len()) {
        differs(unit.index());
    }
    for place in restless_places(before, after).iter() {
        differs(pack.units.len() + place.index());
    }
    let tracks = pack.units.len() + pack.places.len();
    let reseated = before.swapped != after.swapped;
    for (index, (_, _, what, _)) in TRACKS.iter().enumerate() {
        if reseated || track_is_restless(before, after, *what) {
            differs(tracks + index);
        }
    }
    for index in (0..pack.bridges.len()).filter(|index| before.bridges[*index] != after.bridges[*index]) {
        differs(tracks + TRACKS.len() + index);
    }
}

/// Whether what a track shows may have changed.
fn track_is_restless(before: &Board, after: &Board, what: Track) -> bool {
    match what {
        Track::Turn => before.turn != after.turn,
        Track::Impulse => before.impulse_number != after.impulse_number,
        Track::Weather => before.weather != after.weather,
        Track::Advantage => before.advantage != after.advantage,
        Track::VictoryPoints => before.british != after.british,
        Track::Active => before.active != after.active,
        Track::Support(side) => before.support[side] != after.support[side],
        Track::Ammunition(side) => before.ammunition[side] != after.ammunition[side],
        Track::Hurricane(side) => {
            before.hurricane_fresh[side] != after.hurricane_fresh[side]
                || before.hurricane_used[side] != after.hurricane_used[side]
        }
        Track::Player(_) => false,
        Track::Air(side) => before.air[side] != after.air[side] || before.weather != after.weather,
    }
}

/// Units of which anything that is shown may have changed.
fn restless_units(before: &Board, after: &Board) -> Units {
    let (old, new) = (&before.impulse, &after.impulse);
    let attackers = |board: &Board| board.assault.map_or(Units::NONE, |assault| assault.attackers);
    let mut units = (before.fresh ^ after.fresh)
        | (old.started ^ new.started)
        | (old.finished ^ new.finished)
        | (old.released ^ new.released)
        | (attackers(before) ^ attackers(after));
    for index in 0..MAX_UNITS {
        if before.at[index] != after.at[index] || old.spent[index] != new.spent[index] {
            units.insert(Unit(index as u8));
        }
    }
    for board in [before, after] {
        let assault = board.assault.iter().flat_map(|assault| [assault.point, assault.forward]);
        let single = [board.impulse.mover, board.barrage.and_then(|barrage| barrage.primary)];
        assault.chain(single).flatten().for_each(|unit| units.insert(unit));
    }
    let pace = |board: &Board| (board.weather, board.air, board.turn, board.impulse.area);
    if pace(before) != pace(after) {
        units |= old.started | new.started;
    }
    units
}

/// Places of which anything that is shown may have changed.
fn restless_places(before: &Board, after: &Board) -> Places {
    let (old, new) = (&before.impulse, &after.impulse);
    let mut places =
        (before.british ^ after.british) | (old.assaulted ^ new.assaulted) | (before.opening ^ after.opening);
    for index in 0..MAX_PLACES {
        if old.rolling[index] != new.rolling[index] || old.direct[index] != new.direct[index] {
            places.insert(Place(index as u8));
        }
    }
    for board in [before, after] {
        let air = board.air.0.iter().filter_map(|air| match air {
            Air::Over(place) | Air::Interdicting(place) => Some(*place),
            Air::Absent | Air::Ready | Air::Flown => None,
        });
        air.chain(board.impulse.area).for_each(|place| places.insert(place));
    }
    places
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::{Dice, Match, Present, Setup};

    use super::*;

    /// The quick look finds what a comparison of all items finds.
    #[test]
    fn changes_are_exactly_the_items_that_differ() {
        let game = Arc::new(crate::Cambrai::new(&crate::embedded()).expect("the pack is sound"));
        let mut setup = Setup::of("campaign");
        setup.options.insert("side-bid".into(), "british".into());
        let (mut board, step) = game.start(&setup).expect("a scenario");
        // The second seat will bid higher, and the sides are swapped (17.1).
        board.bids[0] = Some(0);
        let mut live = Match::start(game.clone(), board, [step], Dice::seeded(4), None);
        let mut choose = Dice::seeded(9);
        for _ in 0..300 {
            if live.outcome().is_some() {
                break;
            }
            let before = live.board().clone();
            live.play_nth(usize::from(choose.draw(live.options().len() as u8)) - 1, None);
            let mut found = Vec::new();
            changes(&game.pack, &before, live.board(), &mut |index| found.push(index));
            let all: Vec<u16> = (0..count(&game.pack))
                .filter(|index| item(&game.pack, &before, *index) != item(&game.pack, live.board(), *index))
                .collect();
            assert_eq!(found, all);
        }
    }
}
