//! The pack of the repository, and games that begin from a position.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use engine::pack::Files;
use engine::{Game, Session, Setup, Start};

/// Where the pack lies.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs/verdun")
}

/// Its files.
pub(crate) fn files() -> Files {
    let mut files = BTreeMap::new();
    for name in ["cases.toml", "charts.toml", "map.toml", "rules.toml", "scenarios.toml", "units.toml"] {
        let text = std::fs::read_to_string(root().join(name)).expect("the pack is there");
        files.insert(name.to_owned(), text.into());
    }
    Files(files)
}

/// The game.
pub(crate) fn game() -> Arc<verdun::Game> {
    Arc::new(verdun::game(&files()).expect("the pack is good"))
}

/// A game from a position whose first dice are given; whatever is rolled after them is a four and a three.
pub(crate) fn open(
    game: &Arc<verdun::Game>,
    position: &str,
    dice: &[u8],
) -> Result<Box<dyn Session>, String> {
    let mut start = Start::seeded(Setup::of(""), 7);
    if !dice.is_empty() {
        start.script = dice.iter().copied().chain([4, 3].into_iter().cycle().take(400)).collect();
    }
    start.position = Some(position.to_owned());
    Game::start(game.clone(), start).map(|game| Box::new(game) as Box<dyn Session>)
}
