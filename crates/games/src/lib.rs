//! The closed list of the games, with their packs; text in, text out.
