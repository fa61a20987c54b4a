//! Texts on standard output.

use std::io::{self, BufWriter, ErrorKind, Write};

use anyhow::{Context, Result};

/// Writes a text to standard output; a reader that stops early, such as `head`, is no error.
pub(crate) fn tell(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        result => result.context("cannot write to standard output"),
    }
}
