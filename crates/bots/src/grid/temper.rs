//! Tempers: how a player values ground and blood when it plans, and the whims by which plans of one temper differ.

use ::grid::{Action, Grid, Side, Square};

use super::Doctrine;
use super::aims::Aims;

/// How a player values ground and blood, compared with its habits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Temper {
    /// What part of the way to full zeal it goes.
    pub(super) boldness: f32,
    /// Its own steps.
    pub(super) price: f32,
    /// Squares of the start trenches.
    pub(super) line: f32,
    /// Other ground.
    pub(super) depth: f32,
    /// What was taken and shall be kept.
    pub(super) guard: f32,
    /// How much more the north counts than the south.
    pub(super) north: f32,
}

impl Temper {
    /// Habits as they are.
    pub(super) const ORDINARY: Temper =
        Temper { boldness: 0.0, price: 1.0, line: 1.0, depth: 1.0, guard: 1.0, north: 0.0 };

    /// The tempers and their names, the ordinary one first.
    pub(super) const NAMES: [&'static str; 8] =
        ["ordinary", "bold", "line", "depth", "guard", "north", "south", "careful"];

    const ALL: [Temper; 8] = [
        Temper::ORDINARY,
        Temper { boldness: 0.4, price: 0.4, ..Temper::ORDINARY },
        Temper { line: 1.6, depth: 0.7, ..Temper::ORDINARY },
        Temper { line: 0.7, depth: 1.6, ..Temper::ORDINARY },
        Temper { guard: 3.0, ..Temper::ORDINARY },
        Temper { north: 0.4, ..Temper::ORDINARY },
        Temper { north: -0.4, ..Temper::ORDINARY },
        Temper { price: 2.0, ..Temper::ORDINARY },
    ];

    /// The temper with that number.
    pub(super) fn of(number: u8) -> &'static Temper {
        Temper::ALL.get(usize::from(number)).unwrap_or(&Temper::ORDINARY)
    }

    /// Bends what a side wants.
    pub(super) fn bend<V: Doctrine>(&self, grid: &Grid<V>, side: Side, aims: &mut Aims) {
        let map = &grid.pack.map;
        let zeal = &mut aims.zeal[side.index()];
        *zeal += self.boldness * (1.0 - *zeal);
        aims.price[side.index()] *= self.price * aims.thrift[side.index()];
        let line = map.trench[0] | map.trench[1];
        let middle = f32::from(map.rows) / 2.0;
        for (square, worth) in &mut aims.goals {
            let south = (f32::from(map.position(*square).1) - middle) / middle;
            let kind = if line.contains(*square) { self.line } else { self.depth };
            *worth *= kind * (1.0 - self.north * south);
        }
    }
}

/// How far whims go, by their number.
const WHIMS: [f32; 3] = [0.3, 0.6, 1.2];

/// What a whim adds to the weight of an answer: where a unit goes, what it attacks, what is fired at. The same whim
/// always thinks the same of the same answer.
pub(super) fn whim<V: Doctrine>(number: u16, action: Action<V::Own>) -> f32 {
    let (kind, unit, square) = match action {
        Action::Move { unit, to } => (1, usize::from(unit.0), to),
        Action::Commit { unit, to } => (2, usize::from(unit.0), to),
        Action::Target(to) => (3, 0, to),
        Action::Pick(unit) => (4, usize::from(unit.0), Square::NONE),
        _ => return 0.0,
    };
    if number == 0 {
        return 0.0;
    }
    let key = (u64::from(number) << 48) | (kind << 40) | ((unit as u64) << 20) | square.index() as u64;
    WHIMS[usize::from(number) % WHIMS.len()] * noise(key)
}

/// A number from -1 to 1 that looks like chance.
fn noise(key: u64) -> f32 {
    let mut mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((mixed >> 40) as f32) / (1u64 << 23) as f32 - 1.0
}
