//! Breakthrough: Cambrai, the area-impulse game.
