//! What only The Big Push does.
