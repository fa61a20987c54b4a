//! What only Verdun: A Generation Lost does.
