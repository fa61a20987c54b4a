//! The description of a table for clients.

use std::collections::BTreeMap;
use std::time::Duration;

use engine::Title;
use serde::Serialize;
use utoipa::ToSchema;

use super::{lesson, load};
use crate::store::{GameRow, SeatRow};

/// One table: who sits there and how far it is.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Table)]
pub(crate) struct TableInfo {
    id: String,
    /// The game's short name.
    game: String,
    scenario: String,
    options: BTreeMap<String, String>,
    /// What its maker called it.
    title: String,
    /// `waiting`, `running`, `over` or `broken`.
    state: String,
    hotseat: bool,
    listed: bool,
    /// Whether the reader may look on.
    watch: bool,
    seats: Vec<SeatView>,
    seq: i64,
    turn: i64,
    outcome: Option<OutcomeView>,
    /// SHA-256 of the secret of the dice.
    commitment: String,
    nonces: Vec<String>,
    rematch: Option<String>,
    /// How many seconds a computer player may think about its turn.
    bot_time: u64,
    created: i64,
    changed: i64,
    /// The lesson at this table.
    #[serde(skip_serializing_if = "Option::is_none")]
    lesson: Option<String>,
    /// What is wrong with a broken table.
    about: Option<String>,
}

/// One seat of a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct SeatView {
    seat: u8,
    id: String,
    /// `person`, `open` or `bot`.
    by: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    level: String,
    name: String,
    taken: bool,
    /// Whether its nonce is there.
    ready: bool,
    yours: bool,
    here: bool,
    thinking: bool,
    asked: bool,
    /// Whether its player has agreed that both may ask for advice.
    advice: bool,
}

/// How a game ended.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeView {
    /// Empty in a draw.
    pub(crate) winners: Vec<u8>,
    pub(crate) text: String,
}

/// How the reader of a description is related to the table.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Reader {
    /// The seats he holds, one bit each.
    pub(crate) yours: i64,
    /// Whether he may look on.
    pub(crate) watch: bool,
}

impl TableInfo {
    /// `here` has a bit for each seat with an open socket.
    pub(crate) fn new(
        game: &GameRow,
        seats: &[SeatRow],
        title: Option<&Title>,
        reader: Reader,
        here: i64,
        bot_time: Duration,
    ) -> TableInfo {
        let view = |row: &SeatRow| {
            let has = |set: i64| set & (1 << row.seat) != 0;
            let asked = game.state == "running" && game.broken.is_empty() && has(game.asked);
            SeatView {
                seat: row.seat as u8,
                id: title
                    .and_then(|title| title.seats.get(row.seat as usize))
                    .map(|seat| seat.id.clone())
                    .unwrap_or_default(),
                by: row.kind.clone(),
                level: row.level.clone(),
                name: row.name.clone(),
                taken: row.is_taken(),
                ready: !row.nonce.is_empty(),
                yours: has(reader.yours),
                here: has(here) || row.kind == "bot",
                thinking: row.kind == "bot" && asked,
                asked,
                advice: !row.advice.is_empty(),
            }
        };
        let is_over = game.state == "over";
        TableInfo {
            id: game.id.clone(),
            game: game.title.clone(),
            scenario: game.scenario.clone(),
            options: load::options_of(game),
            title: game.name.clone(),
            state: if game.broken.is_empty() { game.state.clone() } else { "broken".into() },
            hotseat: game.hotseat != 0,
            listed: game.listed != 0,
            watch: reader.watch || reader.yours != 0 || game.listed != 0,
            seats: seats.iter().map(view).collect(),
            seq: game.seq,
            turn: game.turn,
            outcome: is_over
                .then(|| OutcomeView { winners: load::seats_in(game.winners), text: game.outcome.clone() }),
            commitment: game.commitment.clone(),
            nonces: seats.iter().map(|seat| seat.nonce.clone()).filter(|nonce| !nonce.is_empty()).collect(),
            rematch: Some(game.rematch.clone()).filter(|rematch| !rematch.is_empty()),
            bot_time: bot_time.as_secs(),
            created: game.created,
            changed: game.changed,
            lesson: lesson::id_of(&game.lesson),
            about: Some(game.broken.clone()).filter(|broken| !broken.is_empty()),
        }
    }
}
