//! What a roll could be expected to bring: every fall of its dice where they are few, a sample where they are many.

use engine::{Dice, Session};

use super::Effort;
use crate::seeds;

/// What a game is worth to each side.
pub(super) type Value = Vec<f64>;

/// What could be expected of a roll.
pub(super) struct Expected {
    /// The mean value over the falls of its dice.
    pub(super) mean: Value,
    /// The standard error of that mean, for the side for which it is largest; 0 if all falls were looked at.
    pub(super) error: f64,
    /// Whether every fall was looked at.
    pub(super) is_exact: bool,
}

/// What could be expected of the one entry of `session`, whose number is `seq` in the whole game.
pub(super) fn expected(
    session: &dyn Session,
    seq: usize,
    effort: Effort,
    value: &dyn Fn(&dyn Session) -> Value,
) -> Option<Expected> {
    let falls = session.rolled(0).iter().fold(1u64, |falls, die| falls.saturating_mul(u64::from(die.of)));
    if falls <= effort.few {
        let mut all = Falls { session, value, sum: Vec::new(), left: 4 * effort.few };
        if all.walk(&mut Vec::new(), 1.0).is_some() {
            return Some(Expected { mean: all.sum, error: 0.0, is_exact: true });
        }
    }
    let samples = effort.samples.max(2);
    let (mut sum, mut squares) = (Vec::new(), Vec::new());
    for nth in 0..samples {
        let seed = seeds::of_game(seq as u64, nth);
        let value = value(session.reroll(0, Dice::seeded(seed))?.as_ref());
        add(&mut squares, &value.iter().map(|value| value * value).collect(), 1.0);
        add(&mut sum, &value, 1.0);
    }
    let count = samples as f64;
    let variance = |(sum, squares): (&f64, &f64)| (squares - sum * sum / count).max(0.0) / (count - 1.0);
    let widest = sum.iter().zip(&squares).map(variance).fold(0.0, f64::max);
    let mean = sum.iter().map(|sum| sum / count).collect();
    Some(Expected { mean, error: (widest / count).sqrt(), is_exact: false })
}

/// All falls of the dice of one entry. Later dice may depend on earlier ones, so they are found one by one.
struct Falls<'a> {
    session: &'a dyn Session,
    value: &'a dyn Fn(&dyn Session) -> Value,
    sum: Value,
    left: u64,
}

impl Falls<'_> {
    /// Adds the values of all falls that begin with `script`; none if there are too many.
    fn walk(&mut self, script: &mut Vec<u8>, probability: f64) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let fallen = self.session.reroll(0, Dice::scripted(script.iter().copied(), 0))?;
        let Some(next) = fallen.rolled(0).get(script.len()) else {
            add(&mut self.sum, &(self.value)(fallen.as_ref()), probability);
            return Some(());
        };
        let of = next.of;
        for face in 1..=of {
            script.push(face);
            self.walk(script, probability / f64::from(of))?;
            script.pop();
        }
        Some(())
    }
}

fn add(sum: &mut Value, value: &Value, weight: f64) {
    sum.resize(value.len(), 0.0);
    for (sum, value) in sum.iter_mut().zip(value) {
        *sum += value * weight;
    }
}
