//! Scores, their intervals, and what they mean in Elo.

use serde::Serialize;

/// The number of standard errors of a two-sided 95 % interval.
pub const Z95: f64 = 1.959_963_984_540_054;

/// An estimate with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The best guess.
    pub value: f64,
    /// At least this, very likely.
    pub low: f64,
    /// At most this, very likely.
    pub high: f64,
}

impl Estimate {
    /// The same on another scale that grows with this one.
    pub fn map(self, scale: impl Fn(f64) -> f64) -> Estimate {
        Estimate { value: scale(self.value), low: scale(self.low), high: scale(self.high) }
    }
}

/// Wilson's interval for `successes` (a draw is half a one) in `trials`.
///
/// Unlike the plain one it stays between 0 and 1 and is honest with few trials.
pub fn wilson(successes: f64, trials: f64) -> Estimate {
    if trials <= 0.0 {
        return Estimate { value: 0.5, low: 0.0, high: 1.0 };
    }
    let (share, square) = (successes / trials, Z95 * Z95);
    let middle = (share + square / (2.0 * trials)) / (1.0 + square / trials);
    let half = Z95 / (1.0 + square / trials)
        * (share * (1.0 - share) / trials + square / (4.0 * trials * trials)).sqrt();
    Estimate { value: share, low: (middle - half).max(0.0), high: (middle + half).min(1.0) }
}

/// The difference in Elo at which a player is expected to score `score`; infinite at 0 and 1.
pub fn elo(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// What a player who is stronger by `elo` is expected to score.
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// How pairs of games ended: the `n`th number counts those in which A made `n` half points of four.
///
/// Both games of a pair have the same dice, so their results depend on each other; the pairs do not.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Pairs(pub [u64; 5]);

impl Pairs {
    /// How many pairs.
    pub fn count(self) -> u64 {
        self.0.iter().sum()
    }

    /// The mean score of a game, from 0 to 1.
    pub fn mean(self) -> f64 {
        let points: f64 =
            (0u8..).zip(self.0).map(|(half_points, pairs)| f64::from(half_points) * pairs as f64).sum();
        points / 4.0 / self.count() as f64
    }

    /// The variance of a pair's mean score.
    pub fn variance(self) -> f64 {
        let mean = self.mean();
        let squares = (0u8..).zip(self.0).map(|(half_points, pairs)| {
            let distance = f64::from(half_points) / 4.0 - mean;
            distance * distance * pairs as f64
        });
        squares.sum::<f64>() / self.count() as f64
    }

    /// The score with the interval that the spread of the pairs gives.
    ///
    /// Where all pairs ended alike there is no spread to go by, and Wilson's interval over the pairs is taken.
    pub fn score(self) -> Estimate {
        let pairs = self.count() as f64;
        let (mean, variance) = (self.mean(), self.variance());
        if pairs < 2.0 || variance < 1e-9 {
            return wilson(if pairs > 0.0 { mean * pairs } else { 0.0 }, pairs);
        }
        let half = Z95 * (variance / (pairs - 1.0)).sqrt();
        Estimate { value: mean, low: (mean - half).max(0.0), high: (mean + half).min(1.0) }
    }

    /// The difference in Elo with its interval.
    pub fn elo(self) -> Estimate {
        self.score().map(elo)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(one: f64, other: f64) -> bool {
        (one - other).abs() < 5e-4
    }

    #[test]
    fn wilson_as_in_the_textbook() {
        // 8 of 10: 0.4902 to 0.9433; none of 20: 0 to 0.1611.
        let some = wilson(8.0, 10.0);
        assert!(near(some.low, 0.4902) && near(some.high, 0.9433), "{some:?}");
        let none = wilson(0.0, 20.0);
        assert!(near(none.low, 0.0) && near(none.high, 0.1611), "{none:?}");
        assert_eq!(wilson(0.0, 0.0), Estimate { value: 0.5, low: 0.0, high: 1.0 });
    }

    #[test]
    fn elo_and_score_are_inverse() {
        assert!(near(elo(0.5), 0.0) && near(elo(0.75), 190.8485) && near(expected_score(100.0), 0.640_06));
        assert!(near(elo(expected_score(-37.0)), -37.0));
        assert!(elo(1.0).is_infinite());
    }

    #[test]
    fn pairs_by_hand() {
        // Ten pairs: 1 lost, 2 of half a point, 4 even, 2 of one and a half, 1 won. Mean 1/2; variance
        // (1/4 + 2/16 + 2/16 + 1/4) / 10 = 0.075.
        let even = Pairs([1, 2, 4, 2, 1]);
        assert!(near(even.mean(), 0.5) && near(even.variance(), 0.075));
        // Half the interval: 1.96 x sqrt(0.075 / 9) = 0.17892.
        let score = even.score();
        assert!(near(score.low, 0.32108) && near(score.high, 0.67892), "{score:?}");
        let elo = even.elo();
        assert!(near(elo.value, 0.0) && near(elo.high, 130.0817) && near(elo.low, -elo.high), "{elo:?}");
    }

    #[test]
    fn pairs_that_all_ended_alike_still_leave_doubt() {
        let won = Pairs([0, 0, 0, 0, 20]).score();
        assert!(near(won.value, 1.0) && near(won.low, 0.8389), "{won:?}");
        assert!(Pairs([0, 0, 20, 0, 0]).score().low < 0.31);
    }
}
