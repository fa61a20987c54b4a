//! How the results of an assault are spread: over the dice, over repeats that the rules demand, and over re-rolls.
//!
//! Everything is counted in whole ways out of a whole total, so that odds are exact.

use std::cmp::Ordering;

use crate::assault::{Assessment, Outcome};
use crate::odds::two_dice;
use crate::rule::Rule;
use crate::units::Side;
use crate::variant::{BoardOf, Grid, Variant};

const RESULTS: usize = Outcome::ALL.len();

/// The ways to each result, out of a total.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chances {
    ways: [u64; RESULTS],
    /// The ways in which nobody resists, so that no dice fall.
    unopposed: u64,
    of: u64,
}

impl Chances {
    /// One result for certain.
    pub fn certain(outcome: Outcome) -> Chances {
        let mut ways = [0; RESULTS];
        ways[outcome as usize] = 1;
        Chances { ways, unopposed: 0, of: 1 }
    }

    /// Nobody resists: the square is taken without dice.
    pub const UNOPPOSED: Chances = Chances { ways: [0; RESULTS], unopposed: 1, of: 1 };

    /// The ways in which nobody resists.
    pub fn unopposed(&self) -> u64 {
        self.unopposed
    }

    /// The ways in which the square is taken.
    pub fn taken(&self) -> u64 {
        self.ways_to(Outcome::takes_square) + self.unopposed
    }

    /// Whether the square is more likely to be taken than with other chances.
    pub fn is_better_than(&self, other: &Chances) -> bool {
        u128::from(self.taken()) * u128::from(other.of) > u128::from(other.taken()) * u128::from(self.of)
    }

    /// The ways to a result.
    pub fn ways(&self, outcome: Outcome) -> u64 {
        self.ways[outcome as usize]
    }

    /// The total.
    pub fn of(&self) -> u64 {
        self.of
    }

    /// The ways to all results of a kind together.
    pub fn ways_to(&self, wanted: impl Fn(Outcome) -> bool) -> u64 {
        Outcome::ALL.into_iter().filter(|outcome| wanted(*outcome)).map(|outcome| self.ways(outcome)).sum()
    }

    /// The chances if the dice fall again as long as they show a result; unchanged if they can show nothing else.
    #[must_use]
    pub fn without(mut self, outcome: Outcome) -> Chances {
        let ways = self.ways(outcome);
        if ways < self.of {
            self.of -= ways;
            self.ways[outcome as usize] = 0;
        }
        self
    }

    /// Several chances, each with a weight.
    pub fn mix(parts: &[(u64, Chances)]) -> Chances {
        let common = parts.iter().filter(|(weight, _)| *weight > 0).fold(1, |sum, (_, part)| {
            let (mut a, mut b) = (sum, part.of);
            while b > 0 {
                (a, b) = (b, a % b);
            }
            sum / a * part.of
        });
        let mut mixed = Chances { ways: [0; RESULTS], unopposed: 0, of: 0 };
        for (weight, part) in parts.iter().filter(|(weight, _)| *weight > 0) {
            mixed.of += weight * common;
            mixed.unopposed += weight * part.unopposed * (common / part.of);
            for (sum, ways) in mixed.ways.iter_mut().zip(part.ways) {
                *sum += weight * ways * (common / part.of);
            }
        }
        mixed
    }

    /// Whether new dice with these chances are more likely to be better than worse, for one who wishes results above
    /// (the attacker) or below (the defender) the one that stands.
    pub fn invite(&self, standing: Outcome, wish: Ordering) -> bool {
        self.ways_to(|outcome| outcome.cmp(&standing) == wish)
            > self.ways_to(|outcome| outcome.cmp(&standing) == wish.reverse())
    }
}

impl<V: Variant> Grid<V> {
    /// The chances of two dice for an assessment.
    pub fn dice_chances(&self, assessment: &Assessment<V::Own>) -> Chances {
        let column = self.assault_column(assessment);
        let mut chances = Chances { ways: [0; RESULTS], unopposed: 0, of: 36 };
        for (sum, count) in two_dice() {
            chances.ways[self.assault_result(column, sum + assessment.modifiers.sum()) as usize] += count;
        }
        chances
    }

    /// The chances of the dice of the assault in hand, without what does not stand and is rolled again.
    pub fn roll_chances(&self, board: &BoardOf<V>) -> Chances {
        let mut chances = self.dice_chances(&self.assess_assault(board));
        let mut trial = board.clone();
        for outcome in Outcome::ALL {
            trial.assault.outcome = Some(outcome);
            if self.variant.must_roll_again(self, &trial).is_some() {
                chances = chances.without(outcome);
            }
        }
        chances
    }

    /// The rule by which a result is rolled again: a side may ask for it and is more likely to gain than to lose.
    fn rolled_again(&self, trial: &BoardOf<V>, roll: &Chances, roller: Side) -> Option<Rule<V::Own>> {
        let standing = trial.assault.outcome?;
        [(roller, Ordering::Greater), (roller.enemy(), Ordering::Less)]
            .into_iter()
            .filter(|(_, wish)| roll.invite(standing, *wish))
            .find_map(|(side, _)| self.variant.may_roll_again(self, trial, side))
    }

    /// The rules by which dice may fall again in an assault, each once.
    pub fn reroll_rules(&self, board: &BoardOf<V>, roll: &Chances, roller: Side) -> Vec<Rule<V::Own>> {
        let mut trial = board.clone();
        let mut rules = Vec::new();
        for outcome in Outcome::ALL {
            trial.assault.outcome = Some(outcome);
            let optional =
                if roll.ways(outcome) > 0 { self.rolled_again(&trial, roll, roller) } else { None };
            for rule in self.variant.must_roll_again(self, &trial).into_iter().chain(optional) {
                if !rules.contains(&rule) {
                    rules.push(rule);
                }
            }
        }
        rules
    }

    /// The chances of what stands in the end if a roll by a side may be made again once: whoever may ask for new dice
    /// does so when they are more likely to be better for him than worse (Verdun 16.7).
    pub fn settled_chances(&self, board: &BoardOf<V>, roll: &Chances, roller: Side) -> Chances {
        let mut trial = board.clone();
        let mut again = false;
        let parts = Outcome::ALL.map(|outcome| {
            trial.assault.outcome = Some(outcome);
            let rolled = roll.ways(outcome) > 0 && self.rolled_again(&trial, roll, roller).is_some();
            again |= rolled;
            (roll.ways(outcome), if rolled { *roll } else { Chances::certain(outcome) })
        });
        if again { Chances::mix(&parts) } else { *roll }
    }

    /// The chances of the assault in hand, the wind and sensible re-rolls included.
    pub fn assault_chances(&self, board: &BoardOf<V>) -> Chances {
        self.over_winds(board, |trial| {
            self.settled_chances(trial, &self.roll_chances(trial), trial.assault.side)
        })
    }

    fn over_winds(&self, board: &BoardOf<V>, chances: impl Fn(&BoardOf<V>) -> Chances) -> Chances {
        if !self.wind_is_open(board) {
            return chances(board);
        }
        let good = u64::from(self.pack.charts.resources.smoke_upto.min(6));
        let mut trial = board.clone();
        trial.assault.smoke = true;
        let fair = chances(&trial);
        trial.assault.smoke = false;
        Chances::mix(&[(good, fair), (6 - good, chances(&trial))])
    }
}
