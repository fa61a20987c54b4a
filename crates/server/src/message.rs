//! What a client says over its socket.

use engine::Detail;
use engine::wire::Reason;
use serde::{Deserialize, Deserializer, Serialize};

use crate::table::orders::Order;

/// A number by which a client knows its answer again.
pub(crate) type Id = Option<u64>;

/// One frame of a client.
#[derive(Debug, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub(crate) enum FromClient {
    Hello {
        id: Id,
        #[serde(default, deserialize_with = "wanted")]
        seat: Wanted,
        token: Option<String>,
        rev: Option<i64>,
        /// Whether decisions come with orders and the plan.
        #[serde(rename = "bundles", default = "with_bundles", deserialize_with = "detail")]
        detail: Detail,
    },
    Play {
        id: Id,
        rev: i64,
        text: String,
        /// In a lesson: the learner insists on an answer that the lesson does not want.
        #[serde(default)]
        anyway: bool,
    },
    /// In a lesson: goes on, or back.
    Lesson {
        id: Id,
        rev: i64,
        go: Go,
    },
    Undo {
        id: Id,
        rev: i64,
    },
    Why {
        id: Id,
        text: String,
    },
    Odds {
        id: Id,
        #[serde(default)]
        before: Vec<String>,
        text: String,
    },
    /// The way of a move.
    Path {
        id: Id,
        text: String,
    },
    /// Where several counters can go together.
    Together {
        id: Id,
        units: Vec<String>,
    },
    /// The answers that bring counters to places.
    March {
        id: Id,
        moves: Vec<(String, String)>,
    },
    /// Zones of control, command, supply.
    Layers {
        id: Id,
    },
    /// The conditions of victory and how they stand.
    Victory {
        id: Id,
    },
    /// What others have done since an entry, in three lines.
    Summary {
        id: Id,
        since: u32,
    },
    /// Where the sequence of play stands, and what has been left undone.
    Staff {
        id: Id,
    },
    At {
        id: Id,
        seq: u32,
        #[serde(rename = "as")]
        through: Option<Eyes>,
    },
    Events {
        id: Id,
        from: u32,
        to: u32,
    },
    Orders {
        id: Id,
        orders: Vec<Order>,
    },
    Chat {
        id: Id,
        text: String,
    },
    /// What a level would do.
    Advise {
        id: Id,
        level: Option<String>,
    },
    /// What speaks against an answer.
    Warn {
        id: Id,
        text: String,
    },
    /// Whether both players may ask for advice.
    Consent {
        id: Id,
        advice: bool,
    },
    /// The computer's next answers need not be shown one by one.
    Hurry {
        id: Id,
    },
    Ping,
}

/// Through whose eyes the player looks back.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(crate) enum Eyes {
    Seat(u8),
    Named(String),
}

impl FromClient {
    pub(crate) fn id(&self) -> Id {
        match self {
            FromClient::Hello { id, .. }
            | FromClient::Play { id, .. }
            | FromClient::Lesson { id, .. }
            | FromClient::Undo { id, .. }
            | FromClient::Why { id, .. }
            | FromClient::Odds { id, .. }
            | FromClient::Path { id, .. }
            | FromClient::Together { id, .. }
            | FromClient::March { id, .. }
            | FromClient::Layers { id }
            | FromClient::Victory { id }
            | FromClient::Summary { id, .. }
            | FromClient::Staff { id }
            | FromClient::Advise { id, .. }
            | FromClient::Warn { id, .. }
            | FromClient::Consent { id, .. }
            | FromClient::Hurry { id }
            | FromClient::At { id, .. }
            | FromClient::Events { id, .. }
            | FromClient::Orders { id, .. }
            | FromClient::Chat { id, .. } => *id,
            FromClient::Ping => None,
        }
    }
}

/// What a player asks a computer player.
#[derive(Clone, Debug)]
pub(crate) enum Counsel {
    /// What the level would do.
    Advice(String),
    /// What speaks against that answer.
    Warning(String),
}

/// Where a learner wants to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Go {
    /// On, after reading.
    Next,
    /// To the step before.
    Back,
    /// To the last mark, after leaving the lesson's way.
    Again,
    /// To the first step.
    First,
    /// To where an unwanted answer leads.
    Anyway,
}

/// Through whose eyes a socket wants to look.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Through those of a seat it holds, preferably one that is asked.
    #[default]
    Own,
    /// Through those of this seat.
    Seat(u8),
    /// Through those of a spectator.
    Spectator,
}

/// Tells `"seat":null` (look on) from no `seat` at all.
fn wanted<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Wanted, D::Error> {
    Option::<u8>::deserialize(deserializer).map(|seat| seat.map_or(Wanted::Spectator, Wanted::Seat))
}

fn with_bundles() -> Detail {
    Detail::Bundles
}

fn detail<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Detail, D::Error> {
    bool::deserialize(deserializer).map(|bundles| if bundles { Detail::Bundles } else { Detail::Answers })
}

/// What a player wants to change.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Change {
    pub(crate) seat: u8,
    pub(crate) rev: i64,
    /// The typed line; none takes the last entry back.
    pub(crate) play: Option<String>,
    /// In a lesson: a step of the lesson itself, or an answer given against its advice.
    #[serde(default)]
    pub(crate) go: Option<Go>,
}

/// Why nothing has changed.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Refused {
    pub(crate) error: String,
    pub(crate) reasons: Vec<Reason>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) stale: bool,
    /// Said by a lesson: `back`, or `unsaid` if the answer can be tried nevertheless.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) lesson: String,
}

impl Refused {
    pub(crate) fn plain(error: impl Into<String>) -> Refused {
        Refused { error: error.into(), ..Refused::default() }
    }

    pub(crate) fn stale() -> Refused {
        Refused { error: "the table has moved on".into(), stale: true, ..Refused::default() }
    }

    /// The database went away in the middle of it.
    pub(crate) fn in_doubt() -> Refused {
        Refused {
            error: "the database is gone, and nobody knows yet whether this was stored: look again later"
                .into(),
            stale: true,
            ..Refused::default()
        }
    }

    /// As a frame.
    pub(crate) fn frame(&self, id: Id) -> String {
        #[derive(Serialize)]
        struct Frame<'a> {
            r#type: &'static str,
            #[serde(skip_serializing_if = "Option::is_none")]
            id: Id,
            #[serde(flatten)]
            refused: &'a Refused,
        }
        serde_json::to_string(&Frame { r#type: "refused", id, refused: self }).expect("plain JSON")
    }
}

impl From<engine::Refusal> for Refused {
    fn from(refusal: engine::Refusal) -> Refused {
        Refused { error: refusal.error, reasons: refusal.reasons, ..Refused::default() }
    }
}

impl From<crate::Error> for Refused {
    fn from(error: crate::Error) -> Refused {
        Refused { error: error.public(), reasons: error.reasons().to_vec(), ..Refused::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_seat_and_a_null_seat_are_two_things() {
        let seat = |text: &str| match serde_json::from_str(text) {
            Ok(FromClient::Hello { seat, .. }) => seat,
            other => panic!("{other:?}"),
        };
        assert_eq!(seat(r#"{"type":"hello"}"#), Wanted::Own);
        assert_eq!(seat(r#"{"type":"hello","seat":null}"#), Wanted::Spectator);
        assert_eq!(seat(r#"{"type":"hello","seat":1}"#), Wanted::Seat(1));
    }

    #[test]
    fn a_program_may_decline_bundles() {
        let detail = |text: &str| match serde_json::from_str(text) {
            Ok(FromClient::Hello { detail, .. }) => detail,
            other => panic!("{other:?}"),
        };
        assert_eq!(detail(r#"{"type":"hello"}"#), Detail::Bundles);
        assert_eq!(detail(r#"{"type":"hello","bundles":true}"#), Detail::Bundles);
        assert_eq!(detail(r#"{"type":"hello","bundles":false}"#), Detail::Answers);
    }
}
