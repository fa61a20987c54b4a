//! The view that sees everything, read back from its JSON.

use std::collections::BTreeMap;

use engine::{Seat, Session, Title, Viewer};
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

    /// The tracks of victory points, each with the side whose points it counts.
    pub(crate) fn point_tracks(&self, title: &Title, sides: &[Vec<Seat>]) -> Vec<(&str, &Track, usize)> {
        let tracks = self.tracks.iter().filter(|(id, _)| is_points(id));
        let named: Vec<(&str, &Track, Option<usize>)> =
            tracks.map(|(id, track)| (id.as_str(), track, named_side(title, sides, id, track))).collect();
        // A track that names no known side (`vp-allied`) belongs to the first side without one.
        let left = (0..sides.len()).find(|side| named.iter().all(|(_, _, owner)| *owner != Some(*side)));
        named.into_iter().map(|(id, track, owner)| (id, track, owner.or(left).unwrap_or(0))).collect()
    }

    /// The victory points of each side, less those of the others; none if there are no such tracks.
    pub(crate) fn points(&self, title: &Title, sides: &[Vec<Seat>]) -> Option<Vec<i64>> {
        let tracks = self.point_tracks(title, sides);
        let mut points = vec![0; sides.len()];
        for (_, track, owner) in &tracks {
            for (side, sum) in points.iter_mut().enumerate() {
                *sum += if side == *owner { track.value } else { -track.value };
            }
        }
        (!tracks.is_empty()).then_some(points)
    }
}

/// The side whose points a track counts, if it says so: by its seat, or by a seat's id or nation in its name.
fn named_side(title: &Title, sides: &[Vec<Seat>], id: &str, track: &Track) -> Option<usize> {
    let name = id.strip_prefix("vp-").unwrap_or_default();
    let is_named = |seat: &Seat| {
        let info = &title.seats[usize::from(seat.0)];
        track.seat.map_or_else(|| info.id == name || info.nation == name, |own| own == *seat)
    };
    sides.iter().position(|side| side.iter().any(is_named))
}

/// Whether a track counts victory points: `vp`, or `vp-` and whose.
pub(crate) fn is_points(track: &str) -> bool {
    track == "vp" || track.starts_with("vp-")
}

#[cfg(test)]
mod tests {
    use engine::title::SeatInfo;

    use super::*;

    fn title() -> Title {
        let seat = |id: &str| SeatInfo { id: id.into(), name: id.into(), nation: id.into() };
        Title {
            id: String::new(),
            name: String::new(),
            rules_version: 1,
            pack: String::new(),
            seats: ["british", "french", "german"].map(seat).to_vec(),
            scenarios: vec![],
            options: vec![],
            cases: vec![],
            charts: vec![],
            units: vec![],
            places: vec![],
        }
    }

    fn points(tracks: &[(&str, i64, Option<Seat>)]) -> Option<Vec<i64>> {
        let track = |value, seat| Track { value, label: String::new(), seat };
        let tracks = tracks.iter().map(|(id, value, seat)| ((*id).to_owned(), track(*value, *seat)));
        let view = View { tracks: tracks.collect(), ..View::default() };
        view.points(&title(), &[vec![Seat(0), Seat(1)], vec![Seat(2)]])
    }

    #[test]
    fn points_are_those_of_the_side_that_the_track_names() {
        assert_eq!(points(&[("vp", 7, None)]), Some(vec![7, -7]));
        assert_eq!(points(&[("vp", 7, Some(Seat(2)))]), Some(vec![-7, 7]));
        assert_eq!(points(&[("vp-allied", 9, None), ("vp-german", 4, None)]), Some(vec![5, -5]));
        assert_eq!(points(&[("weather", 1, None)]), None);
    }
}
