//! Watches a game and takes notes at the end of each turn.

use std::collections::{BTreeMap, BTreeSet};

use engine::{Session, Title, Viewer};

use crate::rows::{Places, TurnRow};
use crate::view::View;

/// Boxes in which a unit is lost. A unit that was on the map and shows nowhere any more is lost, too.
const LOST: [&str; 4] = ["eliminated", "gone", "pool", "track"];

/// An observer of one game.
pub(crate) struct Observer<'a> {
    nations: BTreeMap<&'a str, &'a str>,
    places: BTreeSet<&'a str>,
    turn: Option<u16>,
    events: usize,
    was_on_map: BTreeSet<String>,
    /// A row for each turn that has ended.
    pub(crate) rows: Vec<TurnRow>,
    /// Who held and occupied what.
    pub(crate) seen: Places,
}

impl<'a> Observer<'a> {
    pub(crate) fn new(title: &'a Title) -> Observer<'a> {
        Observer {
            nations: title.units.iter().map(|unit| (unit.id.as_str(), unit.nation.as_str())).collect(),
            places: title.places.iter().map(|place| place.id.as_str()).collect(),
            turn: None,
            events: 0,
            was_on_map: BTreeSet::new(),
            rows: Vec::new(),
            seen: Places::default(),
        }
    }

    /// Looks at a game before and after each action.
    pub(crate) fn watch(&mut self, session: &dyn Session) {
        let now = session.turn();
        match self.turn {
            None => self.note_units(&View::of(session)),
            Some(ended) if ended != now || session.outcome().is_some() => self.note(session, ended),
            Some(_) => {}
        }
        self.turn = Some(now);
    }

    fn note(&mut self, session: &dyn Session, turn: u16) {
        let view = View::of(session);
        self.note_units(&view);
        let mut row = TurnRow { turn, ..TurnRow::default() };
        row.tracks = view.tracks.iter().map(|(id, track)| (id.clone(), track.value)).collect();
        for nation in self.nations.values() {
            row.lost.entry((*nation).to_owned()).or_default();
            row.on_map.entry((*nation).to_owned()).or_default();
        }
        for (unit, nation) in &self.nations {
            let at = view.units.get(*unit).map(String::as_str);
            if at.is_some_and(|at| self.places.contains(at)) {
                *row.on_map.entry((*nation).to_owned()).or_default() += 1;
            } else if self.is_lost(unit, at) {
                *row.lost.entry((*nation).to_owned()).or_default() += 1;
            }
        }
        for nation in view.control.values() {
            *row.held.entry(nation.clone()).or_default() += 1;
        }
        for told in session.events(self.events, Viewer::Omniscient) {
            *row.events.entry(told.kind).or_default() += 1;
        }
        self.events = session.event_count();
        self.note_places(&view, turn);
        self.rows.push(row);
    }

    fn is_lost(&self, unit: &str, at: Option<&str>) -> bool {
        match at {
            Some("eliminated") => true,
            Some(at) => LOST.contains(&at) && self.was_on_map.contains(unit),
            None => self.was_on_map.contains(unit),
        }
    }

    fn note_units(&mut self, view: &View) {
        let on_map = view.units.iter().filter(|(_, at)| self.places.contains(at.as_str()));
        self.was_on_map.extend(on_map.map(|(unit, _)| unit.clone()));
    }

    fn note_places(&mut self, view: &View, turn: u16) {
        for (place, nation) in &view.control {
            self.seen.0.entry((turn, place.clone(), nation.clone())).or_default().controlled = 1;
        }
        for (unit, at) in &view.units {
            if let (true, Some(nation)) = (self.places.contains(at.as_str()), self.nations.get(unit.as_str()))
            {
                self.seen.0.entry((turn, at.clone(), (*nation).to_owned())).or_default().occupied = 1;
            }
        }
    }
}
