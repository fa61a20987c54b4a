//! What a viewer sees: units, squares and tracks, always in the same order.

use std::borrow::Cow;

use arrayvec::ArrayVec;
use engine::Viewer;
use engine::wire::{Item, PlaceItem, TrackItem, UnitItem};

use crate::board::{Mark, Place};
use crate::prompts::points;
use crate::speak::{Speak, stock};
use crate::square::{Square, Squares};
use crate::units::{Kind, Nation, Side, Unit};
use crate::variant::{BoardOf, Grid};

/// The tracks both games have.
const TRACKS: [(&str, &str); 9] = [
    ("turn", "Turn"),
    ("weather", "Weather"),
    ("phase", "Phase"),
    ("air", "Air observation"),
    ("vp-allied", "Allied victory points"),
    ("vp-german", "German victory points"),
    ("resources", "Command resources"),
    ("working-allied", "Allied working total"),
    ("working-german", "German working total"),
];

impl<V: Speak> Grid<V> {
    fn unit_count(&self) -> u16 {
        self.pack.units.len() as u16
    }

    fn square_count(&self) -> u16 {
        self.pack.map.names.len() as u16
    }

    pub(crate) fn item_count(&self) -> u16 {
        self.unit_count() + self.square_count() + TRACKS.len() as u16 + self.variant.tracks()
    }

    pub(crate) fn item_at<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        item: u16,
        viewer: Viewer,
    ) -> Option<Item<'a>> {
        let (units, squares) = (self.unit_count(), self.square_count());
        if item < units {
            return self.unit_item(board, Unit(item), viewer).map(Item::Unit);
        }
        if item < units + squares {
            return self.place_item(board, Square(item - units), viewer).map(Item::Place);
        }
        let index = item - units - squares;
        if let Some((id, label)) = TRACKS.get(usize::from(index)) {
            let value = self.track_value(board, id).into();
            // The Allies of one game are the French of the other.
            let label = match label.strip_prefix("Allied ") {
                Some(rest) => format!("{} {rest}", self.pack.side_name(Side::Allied)).into(),
                None => Cow::Borrowed(*label),
            };
            return Some(Item::Track(TrackItem { id, label, value, seat: None }));
        }
        let own = index - TRACKS.len() as u16;
        let (id, label, value, seat) = self.variant.track(self, board, own, viewer)?;
        Some(Item::Track(TrackItem { id, label: label.into(), value, seat }))
    }

    /// Which side of a counter is up, in words.
    pub fn face_name(&self, unit: Unit, back: bool) -> &'static str {
        let counter = self.pack.unit(unit);
        match (counter.kind, counter.has_modes(), back) {
            (Kind::Hq, _, false) => "command",
            (Kind::Hq, _, true) => "supply",
            (_, true, false) => "mobile",
            (_, true, true) => "entrenched",
            (_, false, false) => "full",
            (_, false, true) => "reduced",
        }
    }

    fn unit_item<'a>(&'a self, board: &'a BoardOf<V>, unit: Unit, viewer: Viewer) -> Option<UnitItem<'a>> {
        let state = board.unit(unit);
        let at = match state.place() {
            Place::Map(square) => self.pack.map.name(square),
            Place::Unused => return None,
            Place::Pool => "pool",
            Place::Gone => "gone",
            Place::Exited => "exited",
            Place::Hand => "hand",
            Place::Due(_) => "due",
            Place::Track(_) => "track",
            Place::Off(..) => "off",
            Place::Box(_) => "box",
        };
        let mut marks: ArrayVec<&'static str, 6> = ArrayVec::new();
        let arrows = ["↑", "→", "↓", "←"];
        let has_facing = state.square().is_some()
            && !(self.pack.unit(unit).kind == Kind::Hq && state.has(Mark::Back))
            && self.pack.unit(unit).is_ground();
        if has_facing {
            marks.push(arrows[usize::from(state.facing().0 / 2)]);
        }
        for (mark, letter) in [
            (Mark::Disrupted, "D"),
            (Mark::Suppressed, "S"),
            (Mark::Engaged, "E"),
            (Mark::Broken, "B"),
            (Mark::Held, "H"),
        ] {
            if state.has(mark) {
                let _ = marks.try_push(letter);
            }
        }
        if state.commitment().direction().is_some() {
            let _ = marks.try_push(if state.commitment().closed() { "C" } else { "A" });
        }
        let face = self.variant.face(self, board, unit, viewer);
        let face = face.unwrap_or_else(|| self.face_name(unit, state.has(Mark::Back)));
        let left = match (state.place(), state.spent()) {
            (Place::Due(turn) | Place::Track(turn) | Place::Off(_, turn), _) => {
                Cow::Owned(self.pack.turn_name(turn).to_owned())
            }
            (Place::Map(_), spent) if spent > 0 && !state.has(Mark::Moved) => {
                Cow::Owned(points(self.points_left(board, unit)))
            }
            _ => Cow::Borrowed(""),
        };
        Some(UnitItem { id: &self.pack.unit(unit).id, face, at, marks, left })
    }

    fn place_item<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        square: Square,
        viewer: Viewer,
    ) -> Option<PlaceItem<'a>> {
        let mut marks: ArrayVec<Cow<'static, str>, 8> = ArrayVec::new();
        if board.is_interdicted(square) {
            marks.push("interdicted".into());
        }
        if board.assault.target == square {
            marks.push("assault".into());
        }
        if board.shot.target == square {
            marks.push("target".into());
        }
        self.variant.square_marks(board, square, viewer, &mut |mark| {
            let _ = marks.try_push(mark.into());
        });
        let holder = board.holder(square).unwrap_or(Nation::German);
        if marks.is_empty() && holder == Nation::German {
            return None;
        }
        Some(PlaceItem { id: self.pack.map.name(square), control: holder.id(), marks })
    }

    fn track_value(&self, board: &BoardOf<V>, id: &str) -> String {
        match id {
            "turn" => format!("{} {}", board.turn, self.pack.turn_name(board.turn)),
            "weather" => board.weather.name().to_owned(),
            "phase" => self.pack.side_name(board.phasing).to_owned(),
            "air" => match board.observation {
                [true, true] => "both".to_owned(),
                [true, false] => self.pack.side_name(Side::Allied).to_owned(),
                [false, true] => "German".to_owned(),
                [false, false] => "none".to_owned(),
            },
            "vp-allied" => self.variant.victory_points(board, Side::Allied).to_string(),
            "vp-german" => self.variant.victory_points(board, Side::German).to_string(),
            "resources" => {
                let names = &self.pack.charts.resources.names;
                let mut list = Vec::new();
                for nation in Nation::ALL {
                    for (name, count) in names.iter().zip(board.resources[nation.index()]) {
                        if count > 0 {
                            list.push(stock(count, name));
                        }
                    }
                }
                list.join(", ")
            }
            "working-allied" => self.variant.working_total(board, Side::Allied).to_string(),
            "working-german" => self.variant.working_total(board, Side::German).to_string(),
            _ => String::new(),
        }
    }

    /// The squares whose items may differ: what does not lie on them alike, and all of them when the game's own part of
    /// the board has changed.
    fn touched_squares(&self, before: &BoardOf<V>, after: &BoardOf<V>) -> Squares {
        if before.own != after.own {
            return self.pack.map.all;
        }
        let differ = |a: Squares, b: Squares| (a - b) | (b - a);
        let targets = [before, after].into_iter().flat_map(|board| [board.assault.target, board.shot.target]);
        let mut touched: Squares = targets.collect();
        touched = touched | differ(before.interdicted(), after.interdicted());
        for (before, after) in before.held.iter().zip(&after.held) {
            touched = touched | differ(*before, *after);
        }
        touched
    }

    pub(crate) fn changed_items(
        &self,
        before: &BoardOf<V>,
        after: &BoardOf<V>,
        changed: &mut dyn FnMut(u16),
    ) {
        let (units, squares) = (self.unit_count(), self.square_count());
        for index in 0..units {
            let unit = Unit(index);
            let same = before.unit(unit) == after.unit(unit)
                && self.variant.face(self, before, unit, Viewer::Omniscient)
                    == self.variant.face(self, after, unit, Viewer::Omniscient)
                && (after.unit(unit).spent() == 0 || before.weather == after.weather);
            if !same {
                changed(index);
            }
        }
        for square in self.touched_squares(before, after).iter() {
            if self.place_item(before, square, Viewer::Omniscient)
                != self.place_item(after, square, Viewer::Omniscient)
            {
                changed(units + square.0);
            }
        }
        for index in units + squares..self.item_count() {
            // What is only now shown to all has not changed for one who always saw it.
            let differs = |viewer| self.item_at(before, index, viewer) != self.item_at(after, index, viewer);
            if differs(Viewer::Omniscient) || differs(Viewer::Spectator) {
                changed(index);
            }
        }
    }
}
