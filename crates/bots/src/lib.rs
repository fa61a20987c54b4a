//! Computer players: they see what their seat sees and choose an option.
