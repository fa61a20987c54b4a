//! The game with the pack of the repository.

#![allow(dead_code, reason = "each test file uses its part")]

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use big_push::BigPush;
use engine::pack::Files;

/// The pack's folder.
pub(crate) const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packs/big-push");

/// The pack as it is on disk.
pub(crate) fn files() -> Files {
    let mut files = BTreeMap::new();
    for name in ["map.toml", "units.toml", "charts.toml", "scenarios.toml", "cases.toml", "rules.toml"] {
        let text = std::fs::read_to_string(Path::new(PACK).join(name)).expect("the pack is complete");
        files.insert(name.to_owned(), text.into());
    }
    Files(files)
}

/// The game.
pub(crate) fn game() -> Arc<BigPush> {
    match big_push::game(&files()) {
        Ok(game) => Arc::new(game),
        Err(error) => panic!("{error}"),
    }
}
