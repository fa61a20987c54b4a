//! The view that sees everything, read back from its JSON.

use std::collections::BTreeMap;

use engine::{Seat, Session, Viewer};
use serde::Deserialize;

/// A view in parts.
#[derive(Default)]
pub(crate) struct View {
    /// Where each unit lies: a place or a box.
    pub(crate) units: BTreeMap<String, String>,
    /// The nation that controls each place.
    pub(crate) control: BTreeMap<String, String>,
    /// Tracks that show a number.
    pub(crate) tracks: BTreeMap<String, Track>,
}

/// A track that shows a number.
pub(crate) struct Track {
    pub(crate) value: i64,
    pub(crate) label: String,
    pub(crate) seat: Option<Seat>,
}

#[derive(Deserialize)]
struct Whole {
    items: Vec<(u16, Item)>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Item {
    Unit {
        id: String,
        at: String,
    },
    Place {
        id: String,
        #[serde(default)]
        control: String,
    },
    Track {
        id: String,
        label: String,
        value: String,
        seat: Option<Seat>,
    },
}

impl View {
    pub(crate) fn of(session: &dyn Session) -> View {
        let whole: Whole = serde_json::from_str(&session.view(Viewer::Omniscient))
            .expect("a view has the form that wire.rs gives it");
        let mut view = View::default();
        for (_, item) in whole.items {
            match item {
                Item::Unit { id, at } => {
                    view.units.insert(id, at);
                }
                Item::Place { id, control } if !control.is_empty() => {
                    view.control.insert(id, control);
                }
                Item::Place { .. } => {}
                Item::Track { id, label, value, seat } => {
                    if let Ok(value) = value.trim().trim_start_matches('+').parse() {
                        view.tracks.insert(id, Track { value, label, seat });
                    }
                }
            }
        }
        view
    }

    /// What the tracks of victory points say for the seats of a side, if there are any; a track that is nobody's is
    /// the first seat's.
    pub(crate) fn points(&self, side: &[Seat]) -> Option<i64> {
        let tracks = self.tracks.iter().filter(|(id, _)| is_points(id));
        let signed = tracks.map(|(_, track)| {
            let own = side.contains(&track.seat.unwrap_or(Seat(0)));
            if own { track.value } else { -track.value }
        });
        signed.reduce(|sum, points| sum + points)
    }
}

/// Whether a track counts victory points: `vp`, or `vp-` and whose.
pub(crate) fn is_points(track: &str) -> bool {
    track == "vp" || track.starts_with("vp-")
}
