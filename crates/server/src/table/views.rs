//! Frames for sockets: whole views, updates, looks back.

use engine::{Detail, Seat, Session, Viewer};
use serde::Serialize;

use super::info::OutcomeView;
use crate::message::Id;

/// The most events in a whole view; clients ask for earlier ones.
const LATEST: usize = 200;
/// The most events sent at once.
pub(crate) const MOST_EVENTS: usize = 500;

/// JSON of a value that can always be written as JSON.
pub(crate) fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("plain JSON")
}

/// JSON in the making, in one piece of memory.
pub(crate) struct Text(Vec<u8>);

impl Text {
    /// Empty, with room for an update of usual length.
    fn new() -> Text {
        Text(Vec::with_capacity(8 << 10))
    }

    /// Text that is JSON already.
    fn raw(&mut self, text: &str) -> &mut Text {
        self.0.extend_from_slice(text.as_bytes());
        self
    }

    fn json(&mut self, value: &impl Serialize) -> &mut Text {
        serde_json::to_writer(&mut self.0, value).expect("plain JSON");
        self
    }

    fn done(self) -> String {
        String::from_utf8(self.0).expect("JSON is text")
    }
}

fn write_tail(text: &mut Text, session: &dyn Session, viewer: Viewer, detail: Detail) {
    let outcome = session.outcome().map(|(winners, text)| OutcomeView {
        winners: winners.into_iter().map(|seat| seat.0).collect(),
        text,
    });
    let undo = matches!(viewer, Viewer::Seat(seat) if session.may_undo(seat));
    text.raw("\"decision\":").json(&session.decision_with(viewer, detail));
    text.raw(",\"undo\":").json(&undo);
    text.raw(",\"draw_offer\":").json(&session.draw_offer());
    text.raw(",\"outcome\":").json(&outcome);
}

/// The changing part of a whole view: everything behind `"rev":…`.
pub(crate) fn whole(session: &dyn Session, viewer: Viewer, detail: Detail) -> String {
    let from = session.event_count().saturating_sub(LATEST);
    let view = session.view(viewer);
    let mut text = Text::new();
    // The engine gives `{"seq":…,"turn":…,"items":[…]}`; its braces are left out.
    text.raw(&view[1..view.len() - 1]);
    text.raw(",\"events_from\":").json(&from);
    text.raw(",\"events\":").json(&session.events(from, viewer)).raw(",");
    write_tail(&mut text, session, viewer, detail);
    if let Viewer::Seat(seat) = viewer
        && let Some(since) = last_answer(session, seat)
        && since < session.seq()
    {
        text.raw(",\"away\":{\"since\":").json(&since);
        text.raw(",\"events_from\":").json(&session.events_after(since)).raw("}");
    }
    text.done()
}

/// How many entries there were after the seat's last own one.
fn last_answer(session: &dyn Session, seat: Seat) -> Option<usize> {
    (0..session.seq()).rev().find(|seq| session.seat_of(*seq) == Some(seat)).map(|seq| seq + 1)
}

/// What has changed since revision `from`.
pub(crate) struct Update<'a> {
    pub(crate) from: i64,
    pub(crate) rev: i64,
    pub(crate) items: &'a [u16],
    pub(crate) events_from: usize,
}

impl Update<'_> {
    /// The first part of a frame, which is the same for all viewers of a game in which nothing is hidden.
    pub(crate) fn head(&self, session: &dyn Session, viewer: Viewer) -> Text {
        let mut text = Text::new();
        text.raw("{\"type\":\"update\",\"from\":").json(&self.from);
        text.raw(",\"rev\":").json(&self.rev);
        text.raw(",\"seq\":").json(&session.seq());
        text.raw(",\"turn\":").json(&session.turn());
        text.raw(",\"items\":").raw(&session.items(self.items, viewer));
        text.raw(",\"events_from\":").json(&self.events_from);
        text.raw(",\"events\":").json(&session.events(self.events_from, viewer)).raw(",");
        text
    }
}

/// A frame for `viewer` with that first part.
pub(crate) fn frame(head: &Text, session: &dyn Session, viewer: Viewer, detail: Detail) -> String {
    let mut text = Text::new();
    text.0.extend_from_slice(&head.0);
    write_tail(&mut text, session, viewer, detail);
    text.raw("}");
    text.done()
}

/// The table after `seq` entries.
pub(crate) fn look_back(session: &dyn Session, id: Id, seq: usize, viewer: Viewer) -> String {
    let seq = seq.min(session.seq());
    let view = session.view_at(seq, viewer);
    let (from, to) = match seq {
        0 => (0, session.events_after(0)),
        seq => (session.events_after(seq - 1), session.events_after(seq)),
    };
    let through = match viewer {
        Viewer::Seat(seat) => seat.0.to_string(),
        Viewer::Spectator => "\"spectator\"".into(),
        Viewer::Omniscient => "\"all\"".into(),
    };
    let mut events = session.events(from, viewer);
    events.truncate((to - from).min(MOST_EVENTS));
    format!(
        "{{\"type\":\"view_at\",\"id\":{},\"as\":{through},{},\"events_from\":{from},\"events\":{}}}",
        json(&id),
        &view[1..view.len() - 1],
        json(&events)
    )
}

/// Some of the events.
pub(crate) fn events(session: &dyn Session, id: Id, from: usize, to: usize, viewer: Viewer) -> String {
    let mut events = session.events(from, viewer);
    events.truncate(to.saturating_sub(from).min(MOST_EVENTS));
    format!("{{\"type\":\"events\",\"id\":{},\"from\":{from},\"events\":{}}}", json(&id), json(&events))
}
