//! A game with its pack, its types erased.

use std::sync::Arc;

use engine::examples::{self, Example};
use engine::fuzz::{self, Checks, Failure, Stats};
use engine::pack::Estimate;
use engine::{Casebook, Files, Game, PackError, Present, Record, RecordError, Session, Setup, Start, Title};

/// What can be done with a game before and beside playing it.
pub trait Playable: Send + Sync {
    /// Its static facts.
    fn title(&self) -> &Title;
    /// Its cases and the rules that cite them.
    fn casebook(&self) -> &Casebook;
    /// Sets a game up.
    fn open(&self, start: Start) -> Result<Box<dyn Session>, String>;
    /// Re-runs a record.
    fn replay(&self, record: &Record, secret: Option<[u8; 32]>) -> Result<Box<dyn Session>, RecordError>;
    /// Plays one random game with every invariant checked.
    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks) -> Result<Stats, Failure>;
    /// Its worked examples.
    fn examples(&self) -> Result<Vec<Example>, PackError>;
    /// What its pack estimates, and why.
    fn estimates(&self) -> Vec<Estimate>;
    /// The map as an SVG picture, without counters.
    fn map(&self) -> String;
    /// The map with the counters of a game in progress.
    fn picture(&self, session: &dyn Session) -> String;
    /// Every counter face as a sheet of SVG symbols.
    fn counters(&self) -> String;
}

/// How a game is drawn.
pub trait Drawn: Present {
    /// The map without counters.
    fn draw_map(&self) -> String;
    /// The map with the counters of a board.
    fn draw_board(&self, board: &Self::Board) -> String;
    /// The sheet of counter faces.
    fn draw_counters(&self) -> String;
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

    fn replay(&self, record: &Record, secret: Option<[u8; 32]>) -> Result<Box<dyn Session>, RecordError> {
        Ok(Box::new(Game::replay(self.rules.clone(), record, secret)?))
    }

    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks) -> Result<Stats, Failure> {
        fuzz::random_game(&self.rules, setup, seed, checks)
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

    fn estimates(&self) -> Vec<Estimate> {
        self.files.estimates()
    }

    fn map(&self) -> String {
        self.rules.draw_map()
    }

    fn picture(&self, session: &dyn Session) -> String {
        match session.as_any().downcast_ref::<Game<R>>() {
            Some(game) => self.rules.draw_board(game.live().board()),
            None => self.rules.draw_map(),
        }
    }

    fn counters(&self) -> String {
        self.rules.draw_counters()
    }
}
