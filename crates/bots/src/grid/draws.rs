//! What draws a side on: goals far and near, the near ones more.

use ::grid::Nation;

use super::aims::MOST;

/// So many goals are looked at together, which the processor does at once.
const LANES: usize = 8;

/// Goals, field by field.
pub(super) struct Draws {
    count: usize,
    columns: [f32; MOST],
    rows: [f32; MOST],
    /// How strongly each draws troops of each nation, and anybody.
    weights: [[f32; MOST]; 4],
}

impl Draws {
    /// None yet.
    pub(super) fn new() -> Draws {
        Draws { count: 0, columns: [0.0; MOST], rows: [0.0; MOST], weights: [[0.0; MOST]; 4] }
    }

    /// A goal at a column and row, how strongly it draws, and whose troops should care.
    pub(super) fn add(&mut self, (column, row): (i16, i16), weight: f32, nations: [bool; 3]) {
        let nth = self.count;
        if nth == MOST {
            return;
        }
        (self.columns[nth], self.rows[nth]) = (f32::from(column), f32::from(row));
        for (index, cares) in nations.into_iter().chain([true]).enumerate() {
            self.weights[index][nth] = if cares { weight } else { 0.0 };
        }
        self.count += 1;
    }

    /// How strongly the goals draw a nation's troops, or anybody, to a column and row: the strongest of them, and a
    /// little of all others.
    pub(super) fn pull(&self, (column, row): (i16, i16), nation: Option<Nation>) -> f32 {
        let (column, row) = (f32::from(column), f32::from(row));
        let weights = &self.weights[nation.map_or(3, Nation::index)];
        let (mut best, mut sum) = ([0.0f32; LANES], [0.0f32; LANES]);
        for first in (0..self.count).step_by(LANES) {
            for lane in 0..LANES {
                let nth = first + lane;
                let distance = (self.columns[nth] - column).abs().max((self.rows[nth] - row).abs());
                let pull = weights[nth] * 3.0 / (3.0 + distance);
                best[lane] = best[lane].max(pull);
                sum[lane] += pull * pull / (1.0 + distance);
            }
        }
        best.into_iter().fold(0.0, f32::max) + 0.1 * sum.into_iter().sum::<f32>()
    }
}
