//! From rows to a game in progress and back.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::dice::unhex;
use engine::record::What;
use engine::{DiceSource, Record, RecordError, Seat, Session, Setup, Start, Viewer};
use games::Library;

use super::lesson;
use crate::store::{ActionRow, GameRow, SeatRow, Status};

/// A game in progress.
pub(crate) type Live = Box<dyn Session>;

/// Runs code of the rules. A panic becomes an error like any other, and the log is not touched.
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

/// A log that does not replay.
#[derive(Debug)]
pub(crate) struct Broken {
    /// The line at which it differs; 0 if that is not known.
    pub(crate) line: usize,
    /// How it differs. It may contain secrets.
    pub(crate) why: String,
}

impl Broken {
    pub(crate) fn unknown(why: String) -> Broken {
        Broken { line: 0, why }
    }

    /// What everyone may know of it.
    pub(crate) fn public(&self) -> String {
        match self.line {
            0 => "its log does not replay with this version of the program".into(),
            line => format!("its log does not replay with this version of the program from line {line} on"),
        }
    }
}

impl From<RecordError> for Broken {
    fn from(error: RecordError) -> Broken {
        Broken { line: error.line, why: error.to_string() }
    }
}

/// Re-runs a log. Every action must be legal, and every die and hash the same.
pub(crate) fn replay(library: &Library, game: &GameRow, actions: &[ActionRow]) -> Result<Live, Broken> {
    let record = Record::parse(&full_text(game, actions))?;
    if !game.lesson.is_empty() {
        // The dice to come are the lesson's.
        return guard(|| lesson::resume(library, game, record))
            .and_then(|done| done)
            .map_err(Broken::unknown);
    }
    let replayed = guard(|| library.replay(&record, unhex(&game.secret)));
    let mut session = replayed.map_err(Broken::unknown)??;
    for action in actions.iter().filter(|action| action.automatic != 0) {
        session.mark_automatic(action.seq as usize);
    }
    session.take_changes();
    Ok(session)
}

/// The record of a log that does not replay, for the holder of `seats`: sealed as usual as far as it replays,
/// and after that without entries of other seats.
pub(crate) fn broken_record(
    library: &Library,
    game: &GameRow,
    actions: &[ActionRow],
    viewer: Viewer,
    seats: i64,
) -> String {
    const NOTE: &str = "# From here on the log does not replay with this version of the program.\n";
    let failed = match Record::parse(&full_text(game, actions)) {
        Ok(record) => {
            guard(|| library.replay(&record, unhex(&game.secret)).err().map_or(0, |error| error.line))
        }
        Err(error) => Ok(error.line),
    };
    // If the fault lies in the header, no entry counts as good.
    let header = game.header.lines().count();
    let failed = failed.unwrap_or(0).max(header + 1);
    let lines_before = |count: usize| {
        actions[..count].iter().map(|action| 1 + usize::from(!action.hash.is_empty())).sum::<usize>()
    };
    let good = (0..=actions.len()).rev().find(|count| header + lines_before(*count) < failed).unwrap_or(0);
    let mut text = match replay(library, game, &actions[..good]) {
        Ok(session) => guard(|| session.record(viewer).print()).unwrap_or_default(),
        Err(_) => String::new(),
    };
    text.push_str(NOTE);
    let own: Vec<String> = library.game(&game.title).map_or_else(Vec::new, |playable| {
        let seats = seats_in(seats).into_iter();
        seats.filter_map(|seat| Some(playable.title().seats.get(usize::from(seat))?.id.clone())).collect()
    });
    for action in &actions[good..] {
        let seat = action.line.split_once(": ").map_or("", |(seat, _)| seat);
        if own.iter().any(|own| own == seat) || viewer == Viewer::Omniscient {
            text.push_str(&action.line);
        } else {
            text.push_str("# an answer of another seat");
        }
        text.push('\n');
    }
    text
}

/// A set of seats as a number.
pub(crate) fn bits(seats: &[Seat]) -> i64 {
    seats.iter().fold(0, |bits, seat| bits | 1 << seat.0)
}

/// The seats in a number.
pub(crate) fn seats_in(bits: i64) -> Vec<u8> {
    (0..8).filter(|seat| bits & (1 << seat) != 0).collect()
}

/// What the lobby must know about a session.
pub(crate) struct Note {
    pub(crate) seq: i64,
    pub(crate) turn: i64,
    pub(crate) asked: i64,
    pub(crate) status: Status,
}

impl Note {
    /// The note of a session with these seats.
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

/// The same for a game that has gone on since: its record without the entries.
pub(crate) fn opening(session: &dyn Session) -> String {
    let mut record = session.record(Viewer::Omniscient);
    record.lines.retain(|line| matches!(line.what, What::Start(_)));
    record.print()
}
