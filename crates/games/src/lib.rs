//! The closed list of the games, with their packs; text in, text out.
//!
//! The program, the server and the bots get every game from a [`Library`]: the packs inside the binary, with those of
//! a folder in their place where one is given, and old packs kept so that old games never break.

mod briefings;
mod cambrai;
mod coverage;
mod hosted;
mod legend;
pub mod lessons;
mod packs;
mod squares;

pub use briefings::{Briefing, Briefings, Shape};
pub use coverage::{Coverage, Standing};
pub use hosted::{Drawn, Hosted, Playable};
pub use legend::{Legend, Sign};
pub use packs::read_folder;

use std::path::Path;
use std::sync::{Arc, OnceLock};

use engine::record::Header;
use engine::{Files, PackError, Record, RecordError, Session};

/// The games that can be played here.
#[derive(Clone)]
pub struct Library {
    games: Vec<Arc<dyn Playable>>,
    archive: Arc<[Archived]>,
}

/// A game on a pack of an earlier version, or by rules of an earlier edition, for records that name it. Few are asked
/// for, so it is read when it is.
struct Archived {
    id: &'static str,
    pack: String,
    /// The edition of the rules, if it is not that which the pack names.
    rules: Option<u32>,
    read: OnceLock<Option<Arc<dyn Playable>>>,
}

impl Archived {
    fn game(&self) -> Option<&Arc<dyn Playable>> {
        let read = || {
            let mut files = packs::archived(self.id, &self.pack);
            if let Some(rules) = self.rules {
                files.finish_by(rules);
            }
            open_game(self.id, files).ok()
        };
        self.read.get_or_init(read).as_ref()
    }
}

impl Library {
    /// The games with the packs inside the binary.
    pub fn embedded() -> Result<Library, PackError> {
        Library::open(None)
    }

    /// The games, with the files of `folder/GAME/` in place of those inside the binary.
    pub fn with_overrides(folder: &Path) -> Result<Library, PackError> {
        Library::open(Some(folder))
    }

    /// A library of other games: for tests of what hosts them.
    pub fn of(games: Vec<Arc<dyn Playable>>) -> Library {
        Library { games, archive: Arc::default() }
    }

    fn open(folder: Option<&Path>) -> Result<Library, PackError> {
        // Each game reads its packs on a thread of its own, so that the program starts sooner.
        let opened = std::thread::scope(|scope| {
            GAMES
                .map(|id| scope.spawn(move || open_present(id, folder)))
                .map(std::thread::ScopedJoinHandle::join)
        });
        let mut games = Vec::new();
        for (id, opened) in GAMES.into_iter().zip(opened) {
            games.push(opened.map_err(|_| PackError::new(id, "pack", "cannot be read"))??);
        }
        let archive = GAMES.into_iter().flat_map(|id| archive_of(id, folder.is_some())).collect();
        Ok(Library { games, archive })
    }

    /// All games, in the order in which they are listed.
    pub fn games(&self) -> &[Arc<dyn Playable>] {
        &self.games
    }

    /// The game with that id.
    pub fn game(&self, id: &str) -> Option<&Arc<dyn Playable>> {
        self.games.iter().find(|game| game.title().id == id)
    }

    /// The game with that id on the pack with that hash.
    pub fn game_on_pack(&self, id: &str, pack: &str) -> Option<&Arc<dyn Playable>> {
        let present = self.games.iter().find(|game| game.title().id == id && game.title().pack == pack);
        let old = || self.archive.iter().find(|old| old.id == id && old.pack == pack)?.game();
        present.or_else(old)
    }

    /// The game that a record was played with: its pack and its edition of the rules, or else what comes nearest.
    pub fn game_of(&self, header: &Header) -> Option<&Arc<dyn Playable>> {
        let named = self.game_on_pack(&header.game, &header.pack);
        let fits = |game: &&Arc<dyn Playable>| game.title().rules_version == header.rules;
        let earlier = || {
            let mut others =
                self.archive.iter().filter(|old| old.id == header.game && old.pack == header.pack);
            others.find_map(|old| old.game().filter(fits))
        };
        named.filter(fits).or_else(earlier).or(named).or_else(|| self.game(&header.game))
    }

    /// Re-runs a record on the game and pack that it names.
    pub fn replay(&self, record: &Record, secret: Option<[u8; 32]>) -> Result<Box<dyn Session>, RecordError> {
        self.replay_while(record, secret, &|| true)
    }

    /// The same, as long as someone wants it: before each line it is asked whether to go on.
    pub fn replay_while(
        &self,
        record: &Record,
        secret: Option<[u8; 32]>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Session>, RecordError> {
        let header = &record.header;
        let game = self
            .game_of(header)
            .ok_or_else(|| RecordError { line: 1, reason: format!("there is no game '{}'", header.game) })?;
        game.replay_while(record, secret, go_on)
    }
}

/// The ids of the games, as typed, in the order in which they are listed.
const GAMES: [&str; 3] = ["big-push", "verdun", "cambrai"];

/// A game on its present pack.
fn open_present(id: &str, folder: Option<&Path>) -> Result<Arc<dyn Playable>, PackError> {
    let mut files = packs::embedded(id);
    if let Some(folder) = folder {
        files.0.extend(read_folder(&folder.join(id))?.0);
    }
    open_game(id, files)
}

/// The earlier packs of a game; the binary's own too where a folder stands in its place: games under way on it go on.
fn archive_of(id: &'static str, replaced: bool) -> Vec<Archived> {
    let own = packs::embedded(id).hash();
    let named = packs::archived_hashes(id).into_iter().chain(replaced.then(|| own.clone()));
    let mut archive: Vec<_> =
        named.map(|pack| Archived { id, pack, rules: None, read: OnceLock::new() }).collect();
    // The present pack has been played on by the second edition of the rules, too.
    archive.push(Archived { id, pack: own, rules: Some(2), read: OnceLock::new() });
    archive
}

/// Sets the rules of a game up on its pack.
fn open_game(id: &str, files: Files) -> Result<Arc<dyn Playable>, PackError> {
    match id {
        "big-push" => Ok(Arc::new(Hosted { rules: Arc::new(big_push::game(&files)?), files })),
        "verdun" => Ok(Arc::new(Hosted { rules: Arc::new(verdun::game(&files)?), files })),
        "cambrai" => Ok(Arc::new(Hosted { rules: Arc::new(::cambrai::Cambrai::new(&files)?), files })),
        _ => Err(PackError::new(id, "game", "there is no such game")),
    }
}
