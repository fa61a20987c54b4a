//! What can go wrong in the laboratory.

use std::path::Path;

/// Why something could not be done, in a sentence.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// What was asked for cannot be set up.
    #[error("{0}")]
    Setup(String),
    /// A file cannot be read or written.
    #[error("{file}: {error}")]
    File {
        /// Its path.
        file: String,
        /// What the system said.
        error: std::io::Error,
    },
    /// A file of rows says what it may not.
    #[error("{file}, line {line}: {reason}")]
    Rows {
        /// Its path.
        file: String,
        /// The line, counted from 1.
        line: usize,
        /// What is wrong there.
        reason: String,
    },
}

impl LabError {
    /// For `map_err` around the file system.
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> LabError + use<'_> {
        move |error| LabError::File { file: path.display().to_string(), error }
    }
}
