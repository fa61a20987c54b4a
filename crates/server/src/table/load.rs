//! From rows to a game in progress and back.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::dice::unhex;
use engine::{DiceSource, Record, Seat, Session, Setup, Start, Viewer};
use games::Library;

use crate::store::{ActionRow, GameRow, SeatRow, Status};

/// A game in progress.
pub(crate) type Live = Box<dyn Session>;

/// Runs something of the rules. Should it panic, that is an error like any other: the log is not touched.
pub(crate) fn guard<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<String>().map(String::as_str);
        let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no message");
        format!("the rules failed: {text}")
    })
}

/// The options of a set-up as they are stored.
pub(crate) fn options_of(game: &GameRow) -> BTreeMap<String, String> {
    serde_json::from_str(&game.options).unwrap_or_default()
}

/// Begins a game whose seats are all taken: the dice are seeded now.
pub(crate) fn begin(library: &Library, game: &GameRow, seats: &[SeatRow]) -> Result<Live, String> {
    let playable = library
        .game_on_pack(&game.title, &game.pack)
        .or_else(|| library.game(&game.title))
        .ok_or_else(|| format!("there is no game '{}'", game.title))?;
    let title = playable.title();
    let player = |row: &SeatRow| {
        let info = title.seats.get(row.seat as usize)?;
        let name = if row.kind == "bot" { row.level.clone() } else { row.name.clone() };
        Some((info.id.clone(), name))
    };
    let start = Start {
        setup: Setup { scenario: game.scenario.clone(), options: options_of(game) },
        players: seats.iter().filter_map(player).collect(),
        dice: DiceSource::Audited {
            commitment: game.commitment.clone(),
            game: game.id.clone(),
            nonces: seats.iter().map(|seat| seat.nonce.clone()).collect(),
        },
        secret: unhex(&game.secret),
        script: Vec::new(),
        position: Some(game.position.clone()).filter(|position| !position.is_empty()),
    };
    let mut session = guard(|| playable.open(start))??;
    session.take_changes();
    Ok(session)
}

/// The record of a log, with everything in it.
pub(crate) fn full_text(game: &GameRow, actions: &[ActionRow]) -> String {
    let mut text = game.header.clone();
    for action in actions {
        text.push_str(&action.line);
        text.push('\n');
        if !action.hash.is_empty() {
            text.push_str(&action.hash);
            text.push('\n');
        }
    }
    text
}

/// Re-runs a log. Every action must be legal, every die and hash as it was.
pub(crate) fn replay(library: &Library, game: &GameRow, actions: &[ActionRow]) -> Result<Live, String> {
    let record = Record::parse(&full_text(game, actions)).map_err(|error| error.to_string())?;
    let replayed = guard(|| library.replay(&record, unhex(&game.secret)))?;
    let mut session = replayed.map_err(|error| error.to_string())?;
    for action in actions.iter().filter(|action| action.automatic != 0) {
        session.mark_automatic(action.seq as usize);
    }
    session.take_changes();
    Ok(session)
}

/// A set of seats as a number.
pub(crate) fn bits(seats: &[Seat]) -> i64 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)
}

/// The seats in a number.
pub(crate) fn seats_in(bits: i64) -> Vec<u8> {
    (0..8).filter(|seat| bits & (1 << seat) != 0).collect()
}

/// What the lobby must know of a session.
pub(crate) struct Note {
    pub(crate) seq: i64,
    pub(crate) turn: i64,
    pub(crate) asked: i64,
    pub(crate) status: Status,
}

impl Note {
    /// Of a session at which these sit.
    pub(crate) fn of(session: &dyn Session, seats: &[SeatRow]) -> Note {
        let asked = bits(&session.asked());
        let waits_for = |row: &SeatRow| row.kind == "bot" && asked & (1 << row.seat) != 0;
        let busy = i64::from(seats.iter().any(waits_for));
        let status = match session.outcome() {
            Some((winners, outcome)) => Status { state: "over", winners: bits(&winners), outcome, busy },
            None => Status { state: "running", winners: 0, outcome: String::new(), busy },
        };
        Note { seq: session.seq() as i64, turn: i64::from(session.turn()), asked, status }
    }
}

/// The header of a game's log: its record up to the first decision.
pub(crate) fn header(session: &dyn Session) -> String {
    session.record(Viewer::Omniscient).print()
}
