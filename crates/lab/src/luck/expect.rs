//! What a roll could be expected to bring: every fall of its dice where they are few, a sample where they are many.

use engine::{Dice, Session};

use crate::seeds;

/// What a game is worth to each side.
pub(super) type Value = Vec<f64>;

/// So many falls of the dice are all looked at.
const FEW: u64 = 216;

/// The mean value after the `seq`th entry over the falls of its dice, and whether they were all of them.
pub(super) fn expected(
    session: &dyn Session,
    seq: usize,
    samples: u64,
    value: &dyn Fn(&dyn Session) -> Value,
) -> Option<(Value, bool)> {
    let falls = session.rolled(seq).iter().fold(1u64, |falls, die| falls.saturating_mul(u64::from(die.of)));
    if falls <= FEW {
        let mut all = Falls { session, seq, value, sum: Vec::new(), left: 4 * FEW };
        if all.walk(&mut Vec::new(), 1.0).is_some() {
            return Some((all.sum, true));
        }
    }
    let mut sum = Vec::new();
    for nth in 0..samples.max(1) {
        let seed = seeds::of_game(seq as u64, nth);
        add(&mut sum, &value(session.reroll(seq, Dice::seeded(seed))?.as_ref()), 1.0 / samples.max(1) as f64);
    }
    Some((sum, false))
}

/// All falls of the dice of one entry. Later dice may depend on earlier ones, so they are found one by one.
struct Falls<'a> {
    session: &'a dyn Session,
    seq: usize,
    value: &'a dyn Fn(&dyn Session) -> Value,
    sum: Value,
    left: u64,
}

impl Falls<'_> {
    /// Adds the values of all falls that begin with `script`; none if there are too many.
    fn walk(&mut self, script: &mut Vec<u8>, probability: f64) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        let fallen = self.session.reroll(self.seq, Dice::scripted(script.iter().copied(), 0))?;
        let Some(next) = fallen.rolled(self.seq).get(script.len()) else {
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
