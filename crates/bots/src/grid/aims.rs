//! What the two sides want: ground that decides the scenario, and the price of blood.

use ::grid::square::SQUARES;
use ::grid::{Side, Square};
use arrayvec::ArrayVec;

/// How many squares may matter at once.
pub(super) const MOST: usize = 160;

/// What the two sides want.
#[derive(Clone, Debug)]
pub(crate) struct Aims {
    /// Squares that matter and what holding one is worth; 1 is a square that must be taken.
    pub(super) goals: ArrayVec<(Square, f32), MOST>,
    /// Which goal each square is, counted from 1; 0 for none.
    known: [u8; SQUARES],
    /// How eagerly each side attacks, from 0 (only what falls into its lap) to 1.
    pub(super) zeal: [f32; 2],
    /// The least eagerness with which a side strikes what comes within its reach, attacker or not.
    pub(super) riposte: f32,
    /// What a step of each side is worth to its enemy.
    pub(super) price: [f32; 2],
    /// The part of that price that a step costs its own side: a side that spares its troops bleeds more in
    /// the end.
    pub(super) thrift: [f32; 2],
    /// What a step that comes back as a replacement is worth to each side, less what it costs in points.
    pub(super) refill: [f32; 2],
    /// The part of a goal's worth that depends on a unit standing there, even with no enemy near.
    pub(super) garrison: f32,
    /// Whether this is a campaign.
    pub(super) long_war: bool,
    /// The part of its worth that a square loses if it will surely be taken back.
    pub(super) doubt: f32,
    /// The number of headquarters in the field that is enough: more are not called up at the price of points.
    pub(super) staff: usize,
    /// The side that sends raiders far beyond the line.
    pub(super) raiders: Option<Side>,
}

impl Aims {
    /// Nothing yet.
    pub(super) fn new(zeal: [f32; 2], price: [f32; 2], refill: [f32; 2]) -> Aims {
        Aims {
            goals: ArrayVec::new(),
            known: [0; SQUARES],
            zeal,
            riposte: 0.0,
            price,
            thrift: [1.0; 2],
            refill,
            garrison: 0.1,
            long_war: false,
            doubt: 0.0,
            staff: usize::MAX,
            raiders: None,
        }
    }

    /// Adds `worth` to the worth of a square.
    pub(super) fn add(&mut self, square: Square, worth: f32) {
        let Some(known) = self.known.get_mut(square.index()) else { return };
        if let Some(goal) = self.goals.get_mut(usize::from(*known).wrapping_sub(1)) {
            goal.1 += worth;
        } else if self.goals.try_push((square, worth)).is_ok() {
            *known = self.goals.len() as u8;
        }
    }

    /// Raises the worth of a square to at least `worth`.
    pub(super) fn raise(&mut self, square: Square, worth: f32) {
        let known = self.worth(square);
        if worth > known {
            self.add(square, worth - known);
        }
    }

    /// What holding a square is worth.
    pub(super) fn worth(&self, square: Square) -> f32 {
        let known = self.known.get(square.index()).copied().unwrap_or(0);
        self.goals.get(usize::from(known).wrapping_sub(1)).map_or(0.0, |(_, worth)| *worth)
    }

    /// How eagerly a side attacks.
    pub(super) fn zeal(&self, side: Side) -> f32 {
        self.zeal[side.index()]
    }

    /// How eagerly a side strikes what is within its reach.
    pub(super) fn riposte(&self, side: Side) -> f32 {
        self.zeal(side).max(self.riposte)
    }

    /// What a step of a side is worth to its enemy.
    pub(super) fn price(&self, side: Side) -> f32 {
        self.price[side.index()]
    }
}
