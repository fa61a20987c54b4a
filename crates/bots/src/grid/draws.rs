//! What draws a side on: goals far and near, the near ones more.

use ::grid::map::Map;
use ::grid::{Nation, Square};

use super::aims::MOST;
use super::temper::Temper;

/// How many goals are computed together, in one vector operation.
const LANES: usize = 8;

/// A goal on the other bank counts this many squares farther away, because the bridge is elsewhere.
const ACROSS: f32 = 3.0;

/// At this distance a goal draws half as strongly as beside it.
const HALF: f32 = 3.0;

/// How much all other goals draw besides the strongest.
const OTHERS: f32 = 0.1;

/// Where a goal lies, or a unit that it draws: column, row and bank of the river.
#[derive(Clone, Copy)]
pub(super) struct Spot(f32, f32, f32);

impl Spot {
    /// Where a square lies.
    pub(super) fn of(map: &Map, square: Square) -> Spot {
        let (column, row) = map.position(square);
        let bank = map.bank.get(square.index()).copied().unwrap_or(0);
        Spot(f32::from(column), f32::from(row), f32::from(bank))
    }
}

/// Goals, field by field.
pub(super) struct Draws {
    /// At this distance a goal draws half as strongly.
    half: f32,
    /// How much the others draw besides the strongest.
    others: f32,
    count: usize,
    columns: [f32; MOST],
    rows: [f32; MOST],
    banks: [f32; MOST],
    /// How strongly each draws troops of each nation, and of any nation.
    weights: [[f32; MOST]; 4],
}

impl Draws {
    /// None yet.
    pub(super) fn new(temper: &Temper) -> Draws {
        Draws {
            half: HALF * temper.reach,
            others: OTHERS * temper.crowd,
            count: 0,
            columns: [0.0; MOST],
            rows: [0.0; MOST],
            banks: [0.0; MOST],
            weights: [[0.0; MOST]; 4],
        }
    }

    /// A goal, how strongly it draws, and whose troops should care.
    pub(super) fn add(&mut self, Spot(column, row, bank): Spot, weight: f32, nations: [bool; 3]) {
        let nth = self.count;
        if nth == MOST {
            return;
        }
        (self.columns[nth], self.rows[nth], self.banks[nth]) = (column, row, bank);
        for (index, cares) in nations.into_iter().chain([true]).enumerate() {
            self.weights[index][nth] = if cares { weight } else { 0.0 };
        }
        self.count += 1;
    }

    /// How strongly the goals draw a nation's troops, or any: the strongest goal, and a little of the others.
    pub(super) fn pull(&self, Spot(column, row, bank): Spot, nation: Option<Nation>) -> f32 {
        let weights = &self.weights[nation.map_or(3, Nation::index)];
        let (mut best, mut sum) = ([0.0f32; LANES], [0.0f32; LANES]);
        for first in (0..self.count).step_by(LANES) {
            for lane in 0..LANES {
                let nth = first + lane;
                let flown = (self.columns[nth] - column).abs().max((self.rows[nth] - row).abs());
                let distance = flown + ACROSS * (self.banks[nth] - bank).abs().min(1.0);
                let pull = weights[nth] * self.half / (self.half + distance);
                best[lane] = best[lane].max(pull);
                sum[lane] += pull * pull / (1.0 + distance);
            }
        }
        best.into_iter().fold(0.0, f32::max) + self.others * sum.into_iter().sum::<f32>()
    }
}
