//! To be written.

use super::Look;

impl Look<'_> {
    pub(super) fn assault(&mut self) {}
}
