//! A game with its pack, its types erased.

use std::sync::Arc;

use atlas::{CounterFace, Facing, Map, Mark, Placement, Window, crop, map_with_counters, sheet};
use engine::clauses::{self, Clause};
use engine::examples::{self, Example};
use engine::fuzz::{self, Checks, Failure, Stats};
use engine::pack::Estimate;
use engine::wire::Item;
use engine::{
    Casebook, Files, Game, PackError, Present, Record, RecordError, Session, Setup, Start, Title, Viewer,
};

use crate::Briefings;
use crate::Legend;
use crate::lessons::Lessons;

/// How far a keepsake reaches beyond the middles of its places, in map units: a square and a bit.
const MARGIN: f64 = 80.0;

/// What can be done with a game before and beside playing it.
pub trait Playable: Send + Sync {
    /// Its static facts.
    fn title(&self) -> &Title;
    /// Its cases and the rules that cite them.
    fn casebook(&self) -> &Casebook;
    /// Sets a game up.
    fn open(&self, start: Start) -> Result<Box<dyn Session>, String>;
    /// Re-runs a record.
    fn replay(&self, record: &Record, secret: Option<[u8; 32]>) -> Result<Box<dyn Session>, RecordError> {
        self.replay_while(record, secret, &|| true)
    }
    /// The same, stopped when it is no longer wanted: `go_on` is asked before each line.
    fn replay_while(
        &self,
        record: &Record,
        secret: Option<[u8; 32]>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Session>, RecordError>;
    /// Plays one random game with every invariant checked.
    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks<'_>) -> Result<Stats, Failure>;
    /// Its worked examples.
    fn examples(&self) -> Result<Vec<Example>, PackError>;
    /// The statements of its rulebook, with what proves them.
    fn clauses(&self) -> Result<Vec<Clause>, PackError> {
        Ok(Vec::new())
    }
    /// The files of its pack, if it has one.
    fn files(&self) -> Option<&Files> {
        None
    }
    /// What its players are told before a battle.
    fn briefings(&self) -> Result<Briefings, PackError> {
        match self.files() {
            Some(files) if files.0.contains_key("briefings.toml") => files.read("briefings.toml"),
            _ => Ok(Briefings::default()),
        }
    }
    /// What the marks, letters and numbers on its counters and map mean.
    fn legend(&self) -> Result<Legend, PackError> {
        match self.files() {
            Some(files) if files.0.contains_key("legend.toml") => files.read("legend.toml"),
            _ => Ok(Legend::default()),
        }
    }
    /// Its course for beginners.
    fn lessons(&self) -> Result<Lessons, PackError> {
        match self.files() {
            Some(files) if files.0.contains_key("lessons.toml") => {
                let lessons: Lessons = files.read("lessons.toml")?;
                lessons.check()?;
                Ok(lessons)
            }
            _ => Ok(Lessons::default()),
        }
    }
    /// Whether its pack has a fact, or what it has instead.
    fn look_up(&self, fact: &str) -> Result<(), String> {
        Err(format!("there is no pack to look '{fact}' up in"))
    }
    /// What its pack estimates, and why.
    fn estimates(&self) -> Vec<Estimate>;
    /// The map as an SVG picture, without counters.
    fn map(&self) -> String;
    /// The map with the counters of a game in progress.
    fn picture(&self, session: &dyn Session) -> String;
    /// The same as a keepsake: a battle on a part of the map shows only that part.
    fn keepsake(&self, session: &dyn Session) -> String {
        self.picture(session)
    }
    /// A window of the same picture.
    fn scene(&self, session: &dyn Session, window: Window) -> String {
        crop(&self.picture(session), window)
    }
    /// Every counter face as a sheet of SVG symbols.
    fn counters(&self) -> String;
    /// The chapters of its manual by file name, as they are written.
    fn manual(&self) -> Vec<(&str, &str)> {
        Vec::new()
    }
}

/// What a picture of a game needs.
pub trait Drawn: Present {
    /// Its kind of map.
    type Map: atlas::Map;

    /// The map, as a board has changed it: control, bridges, forts.
    fn map(&self, board: Option<&Self::Board>) -> Self::Map;

    /// Every face of every counter; its id is the unit's and the face's, `br-62-185-fresh`.
    fn faces(&self) -> Vec<CounterFace>;
}

/// The counters that a viewer of everything sees on the map.
fn placements<R: Drawn>(rules: &R, board: &R::Board) -> Vec<Placement> {
    let seen = (0..rules.items()).filter_map(|item| rules.item(board, item, Viewer::Omniscient));
    let units = seen.filter_map(|item| match item {
        Item::Unit(unit) => Some(Placement {
            place: unit.at.to_owned(),
            face: format!("{}-{}", unit.id, unit.face),
            marks: unit.marks.iter().filter_map(|letter| mark(letter)).collect(),
            facing: unit.marks.iter().find_map(|arrow| facing(arrow)),
        }),
        Item::Place(_) | Item::Track(_) => None,
    });
    units.collect()
}

/// The mark that a unit's letter stands for.
fn mark(letter: &str) -> Option<Mark> {
    Some(match letter {
        "D" => Mark::Disrupted,
        "S" => Mark::Suppressed,
        "E" => Mark::Engaged,
        "I" => Mark::Interdicted,
        "U" => Mark::Unsupplied,
        "O" => Mark::OutOfSupply,
        "B" => Mark::BrokenDown,
        "H" => Mark::Halted,
        "C" => Mark::Committed,
        "R" => Mark::Reserve,
        _ => return None,
    })
}

/// The side of its square that a unit's arrow points at.
fn facing(arrow: &str) -> Option<Facing> {
    Some(match arrow {
        "↑" => Facing::North,
        "→" => Facing::East,
        "↓" => Facing::South,
        "←" => Facing::West,
        _ => return None,
    })
}

/// The rules of a game on its pack.
pub struct Hosted<R: Present> {
    /// The rules.
    pub rules: Arc<R>,
    /// The files of the pack.
    pub files: Files,
}

impl<R: Drawn> Playable for Hosted<R> {
    fn title(&self) -> &Title {
        self.rules.title()
    }

    fn casebook(&self) -> &Casebook {
        self.rules.casebook()
    }

    fn open(&self, start: Start) -> Result<Box<dyn Session>, String> {
        Ok(Box::new(Game::start(self.rules.clone(), start)?))
    }

    fn replay_while(
        &self,
        record: &Record,
        secret: Option<[u8; 32]>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Session>, RecordError> {
        Ok(Box::new(Game::replay_while(self.rules.clone(), record, secret, go_on)?))
    }

    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks<'_>) -> Result<Stats, Failure> {
        fuzz::random_game(&self.rules, setup, seed, checks)
    }

    fn files(&self) -> Option<&Files> {
        Some(&self.files)
    }

    fn examples(&self) -> Result<Vec<Example>, PackError> {
        let mut all: Vec<Example> = Vec::new();
        for (file, text) in self.files.0.iter().filter(|(name, _)| name.starts_with("examples/")) {
            for example in examples::parse(text).map_err(|error| PackError::new(file, "example", error))? {
                if all.iter().any(|known| known.name == example.name) {
                    return Err(PackError::new(file, &example.name, "another example has this name"));
                }
                all.push(example);
            }
        }
        Ok(all)
    }

    fn clauses(&self) -> Result<Vec<Clause>, PackError> {
        clauses::parse(&self.files)
    }

    fn look_up(&self, fact: &str) -> Result<(), String> {
        clauses::look_up(&self.files, fact)
    }

    fn estimates(&self) -> Vec<Estimate> {
        self.files.estimates()
    }

    fn map(&self) -> String {
        self.rules.map(None).draw()
    }

    fn picture(&self, session: &dyn Session) -> String {
        match session.as_any().downcast_ref::<Game<R>>() {
            Some(game) => {
                let (rules, board) = (game.rules(), game.live().board());
                let scenario = &game.origin().setup.scenario;
                let played = rules.title().scenarios.iter().find(|known| known.id == *scenario);
                let map =
                    map_with_counters(&rules.map(Some(board)), &rules.faces(), &placements(rules, board));
                atlas::close(map, played.map_or(&[], |played| &played.places))
            }
            None => self.map(),
        }
    }

    fn keepsake(&self, session: &dyn Session) -> String {
        let picture = self.picture(session);
        let Some(game) = session.as_any().downcast_ref::<Game<R>>() else { return picture };
        let (title, scenario) = (game.rules().title(), &game.origin().setup.scenario);
        let open =
            title.scenarios.iter().find(|known| known.id == *scenario).map_or(&[][..], |known| &known.places);
        let spots: Vec<(f64, f64)> = title
            .places
            .iter()
            .filter(|place| open.contains(&place.id))
            .map(|place| (f64::from(place.x), f64::from(place.y)))
            .collect();
        let Some(first) = spots.first() else { return picture };
        let edges = spots.iter().fold((*first, *first), |((left, top), (right, bottom)), (x, y)| {
            ((left.min(*x), top.min(*y)), (right.max(*x), bottom.max(*y)))
        });
        let ((left, top), (right, bottom)) = edges;
        let window = Window {
            left: left - MARGIN,
            top: top - MARGIN,
            width: right - left + 2.0 * MARGIN,
            height: bottom - top + 2.0 * MARGIN,
        };
        crop(&picture, window)
    }

    fn scene(&self, session: &dyn Session, window: Window) -> String {
        let Some(game) = session.as_any().downcast_ref::<Game<R>>() else { return crop(&self.map(), window) };
        let (rules, board) = (game.rules(), game.live().board());
        let placed = placements(rules, board);
        let mut faces = rules.faces();
        faces.retain(|face| placed.iter().any(|counter| counter.face == face.id));
        crop(&map_with_counters(&rules.map(Some(board)), &faces, &placed), window)
    }

    fn counters(&self) -> String {
        sheet(&self.rules.faces())
    }

    fn manual(&self) -> Vec<(&str, &str)> {
        let named =
            self.files.0.iter().filter_map(|(name, text)| Some((name.strip_prefix("manual/")?, text)));
        named.map(|(name, text)| (name, text.as_ref())).collect()
    }
}
