//! What all sections need: sides with their names and colours, and the games by turn.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Setup, Start};
use games::Playable;

use crate::draw::{Point, nation_colour};
use crate::error::LabError;
use crate::rows::{Results, TurnRow};
use crate::sides;
use crate::view::View;

/// A side as the report shows it.
pub(super) struct Side {
    pub(super) name: String,
    /// The ids of its seats.
    pub(super) seats: Vec<String>,
    pub(super) nations: Vec<String>,
    pub(super) colour: &'static str,
}

/// Everything that sections look up.
pub(super) struct Facts<'a> {
    pub(super) results: &'a Results,
    pub(super) scenario: String,
    pub(super) sides: Vec<Side>,
    /// The names of the tracks.
    pub(super) labels: BTreeMap<String, String>,
    /// The tracks of victory points, each with the number of its side.
    pub(super) points: Vec<(String, usize)>,
    /// The side that holds every place for which views name no holder, if there is such a side.
    pub(super) silent: Option<usize>,
    /// Every turn that any game reached, with the number of games that did.
    pub(super) turns: BTreeMap<u16, u64>,
}

impl<'a> Facts<'a> {
    pub(super) fn new(game: &dyn Playable, results: &'a Results) -> Result<Facts<'a>, LabError> {
        let title = game.title();
        let run = &results.run;
        let setup = Setup { scenario: run.scenario.clone(), options: run.options.clone() };
        let sides = sides::sides(game, &setup)?;
        let session = game.open(Start::seeded(setup, run.seed)).map_err(LabError::Setup)?;
        let view = View::of(session.as_ref());
        let points = view.point_tracks(title, &sides).into_iter().map(|(id, _, side)| (id.to_owned(), side));
        let points = points.collect();
        let scenario = title.scenarios.iter().find(|scenario| scenario.id == run.scenario);
        let mut turns = BTreeMap::new();
        for row in results.games.iter().flat_map(|game| &game.by_turn) {
            *turns.entry(row.turn).or_default() += 1;
        }
        let side = |seats: &Vec<engine::Seat>| {
            let infos = || seats.iter().map(|seat| &title.seats[usize::from(seat.0)]);
            Side {
                name: sides::side_name(game, seats),
                seats: infos().map(|seat| seat.id.clone()).collect(),
                nations: infos().map(|seat| seat.nation.clone()).collect(),
                colour: infos().next().map_or("", |seat| nation_colour(&seat.nation)),
            }
        };
        let sides: Vec<Side> = sides.iter().map(side).collect();
        Ok(Facts {
            results,
            points,
            silent: silent_side(&view, &sides, title.places.len()),
            scenario: scenario.map_or_else(String::new, |scenario| scenario.name.clone()),
            sides,
            labels: View::of(session.as_ref())
                .tracks
                .into_iter()
                .map(|(id, track)| (id, track.label))
                .collect(),
            turns,
        })
    }

    /// The name of a track.
    pub(super) fn label(&self, track: &str) -> String {
        self.labels.get(track).cloned().unwrap_or_else(|| track.to_owned())
    }

    /// Every name that `names` finds in any turn, in order.
    pub(super) fn names<'b>(&'b self, names: impl Fn(&'b TurnRow) -> Vec<&'b String>) -> Vec<&'b String> {
        let all: BTreeSet<&String> =
            self.results.games.iter().flat_map(|game| &game.by_turn).flat_map(names).collect();
        all.into_iter().collect()
    }

    /// A value at the end of each turn: the mean over the games that reached it, and the band from the 10th
    /// to the 90th percentile.
    pub(super) fn course(&self, value: impl Fn(&TurnRow) -> Option<i64>) -> Vec<Point> {
        let mut by_turn: BTreeMap<u16, Vec<i64>> = BTreeMap::new();
        for row in self.results.games.iter().flat_map(|game| &game.by_turn) {
            if let Some(value) = value(row) {
                by_turn.entry(row.turn).or_default().push(value);
            }
        }
        let points = by_turn.into_iter().map(|(turn, mut values)| {
            values.sort_unstable();
            let quantile = |share: f64| values[((values.len() - 1) as f64 * share).round() as usize] as f64;
            Point {
                x: f64::from(turn),
                y: values.iter().sum::<i64>() as f64 / values.len() as f64,
                low: quantile(0.1),
                high: quantile(0.9),
            }
        });
        points.collect()
    }
}

/// A large map does not name the usual holder of its places: the side that is hardly ever named.
fn silent_side(view: &View, sides: &[Side], places: usize) -> Option<usize> {
    let named = view.control.len();
    let by = |side: &Side| view.control.values().filter(|nation| side.nations.contains(nation)).count();
    (named > 0 && named < places).then(|| sides.iter().position(|side| by(side) * 10 < named))?
}
