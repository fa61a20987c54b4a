//! To be written.

use super::Look;

impl Look<'_> {
    pub(super) fn defensive_fire(&mut self) {}
}
