//! Real browsers at real tables: what the tests in `tests/` need.
//!
//! A [`House`] is a server on a free port with a database of its own. A [`Browser`] is a Chromium without a screen,
//! driven through chromedriver; both come from the operating system's packages.

mod browser;
mod driver;
mod house;

pub use browser::{Browser, Screen, Wants};
pub use house::House;

use std::path::PathBuf;

/// Where pictures of the pages are put.
pub fn pictures() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("pictures")
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../..")
}
