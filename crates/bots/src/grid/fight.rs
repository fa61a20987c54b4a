//! The fight: who goes in, who closes, what supports them, and who follows.

use ::grid::assault::{Assault, Wave};
use ::grid::resources::SMOKE;
use ::grid::{Action, Square, Step, Unit};

use super::Doctrine;
use super::field::Field;
use super::outlook::Outlook;
use super::prospect::{Prospect, dice, planned};

impl<V: Doctrine> Field<'_, V> {
    /// The wave of a question about commitments.
    fn wave(step: &Step<V::Own>) -> Wave {
        match step {
            Step::Commit { only, .. } if only.is_some() => Wave::Secondary,
            _ => Wave::Primary,
        }
    }

    /// The weights of commitments: the plan first, the best blow before the others.
    pub(super) fn commit(&self, step: &Step<V::Own>, options: &[Action<V::Own>], weights: &mut Vec<f32>) {
        let outlook = Outlook::of(self, options, Self::wave(step));
        for option in options {
            weights.push(match *option {
                Action::Commit { unit, to } => match outlook.blow_of(unit) {
                    Some(blow) if blow.target == to => 0.8 + (2.0 * blow.gain).min(2.0),
                    _ => -1.5,
                },
                _ => 0.0,
            });
        }
    }

    /// What an assault that is committed promises as it stands.
    pub(super) fn assault(&self, target: Square) -> Prospect {
        let mut trial = self.board.clone();
        let mut renewed = false;
        self.grid.attackers(self.board, target, |unit| {
            renewed |= self.board.unit(unit).has(::grid::Mark::Locked);
        });
        planned(self, &mut trial, target, if renewed { Wave::Renewed } else { Wave::Primary })
    }

    /// Closing in helps the assault and doubles its losses: what it adds, if it succeeds.
    pub(super) fn close(&self, from: Square, to: Square) -> f32 {
        let units: Vec<Unit> = self
            .board
            .units_at(from)
            .filter(|unit| self.grid.target_of(self.board, *unit) == to)
            .collect();
        self.closing(&units, to)
    }

    /// What it adds that some units close in on a square.
    pub(super) fn closing(&self, units: &[Unit], to: Square) -> f32 {
        let mut trial = self.board.clone();
        let now = planned(self, &mut trial, to, Wave::Primary).value;
        for unit in units {
            trial.update(&self.grid.pack, *unit, |state| state.close(true));
        }
        let then = planned(self, &mut trial, to, Wave::Primary).value;
        5.0 * (then - now)
    }

    /// A resource goes where it adds most: what it adds here, less what it might add elsewhere.
    pub(super) fn support(&self, kind: u8) -> f32 {
        let now = dice(self, self.board).value;
        let with = |smoke: bool| {
            let mut trial = self.board.clone();
            trial.assault.resources |= 1 << kind;
            trial.assault.smoke = smoke;
            dice(self, &trial).value
        };
        let then = if kind == SMOKE {
            let good = f32::from(self.grid.pack.charts.resources.smoke_upto.min(6)) / 6.0;
            good * with(true) + (1.0 - good) * with(false)
        } else {
            with(self.board.assault.smoke)
        };
        let waiting =
            self.grid.assaulted(self.board, self.side, ::grid::commitment::Renewed::Too).count() as f32 - 1.0;
        let commander = self.grid.assault_commander(self.board);
        let left = f32::from(self.board.resources[commander.index()][usize::from(kind)]);
        let dear = if waiting >= left { 0.25 } else { 0.08 };
        6.0 * (then - now) - dear
    }

    /// A second wave against a square: everyone beside it who is free.
    pub(super) fn second_wave(&self, target: Square) -> f32 {
        let mut trial = self.board.clone();
        trial.assault = Assault { target, side: self.side, wave: Wave::Secondary, ..Assault::NONE };
        let mut any = false;
        for (direction, from) in self.grid.pack.map.around(target) {
            if !self.grid.pack.map.passable(from, direction.opposite()) {
                continue;
            }
            let units: Vec<Unit> = self.board.troops_at(&self.grid.pack, self.side, from).collect();
            for unit in units {
                if self.attack(unit) > 0.0 && self.board.unit(unit).commitment().direction().is_none() {
                    trial.update(&self.grid.pack, unit, |state| state.commit(direction.opposite()));
                    any = true;
                }
            }
        }
        if !any {
            return -2.0;
        }
        4.0 * planned(self, &mut trial, target, Wave::Secondary).value - 0.3
    }

    /// The weights of who advances where: ground that is wanted, and as many as hold it.
    pub(super) fn advance(&self, unit: Unit, to: Square) -> f32 {
        let here = self.board.square(unit);
        let gain = self.post(unit, to) - self.post(unit, here);
        let taken = self.board.occupied(self.side).contains(self.board.assault.target);
        let first = if !taken && to == self.board.assault.target { 0.6 } else { 0.0 };
        let gap = if taken { 0.0 } else { 0.2 * f32::from(self.board.face(&self.grid.pack, unit).defense) };
        2.0 * gain + first + 0.3 * gap + 0.2 * self.aims.worth(to)
    }

    /// Where to strike back: the weakest of those who attacked.
    pub(super) fn strike_back(&self, square: Square) -> f32 {
        let mut trial = self.board.clone();
        trial.assault.strike = square;
        let assessment = self.grid.assess_strike(&trial);
        f32::from(self.grid.assault_column(&assessment)) + 0.5 * f32::from(assessment.modifiers.sum())
    }
}
