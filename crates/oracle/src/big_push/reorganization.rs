//! To be written.

use super::Look;

impl Look<'_> {
    pub(super) fn reorganization(&mut self) {}
}
