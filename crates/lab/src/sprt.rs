//! The sequential probability ratio test: stop as soon as one of two hypotheses about the Elo difference is clear.

use serde::Serialize;

use crate::elo::{Pairs, expected_score};

/// How often either hypothesis may be taken wrongly.
const ERROR: f64 = 0.05;

/// Two hypotheses: A is stronger by `elo0`, or by `elo1`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Sprt {
    /// The one to be refuted.
    pub elo0: f64,
    /// The one to be shown.
    pub elo1: f64,
}

/// What the test says so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// More games are needed.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    Lower,
    /// The difference is `elo1` rather than `elo0`.
    Higher,
}

impl Sprt {
    /// The logarithm of how much likelier the pairs are under `elo1` than under `elo0`.
    ///
    /// The mean of many pairs is normally distributed around the true mean, with the variance that the pairs
    /// show (the generalised test of Van den Bergh, in its normal form).
    pub fn log_likelihood_ratio(self, pairs: Pairs) -> f64 {
        let (low, high) = (expected_score(self.elo0), expected_score(self.elo1));
        let (count, variance) = (pairs.count() as f64, pairs.variance());
        if count < 2.0 || variance < 1e-9 {
            return 0.0;
        }
        count * (high - low) * (2.0 * pairs.mean() - low - high) / (2.0 * variance)
    }

    /// Above this the higher hypothesis is taken, below its negative the lower one.
    pub fn bound() -> f64 {
        ((1.0 - ERROR) / ERROR).ln()
    }

    /// What the pairs say.
    pub fn verdict(self, pairs: Pairs) -> Verdict {
        let ratio = self.log_likelihood_ratio(pairs);
        if ratio >= Sprt::bound() {
            Verdict::Higher
        } else if ratio <= -Sprt::bound() {
            Verdict::Lower
        } else {
            Verdict::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratio_by_hand() {
        // A scores 0.55 in 200 pairs: 20 lost, 40 even … chosen so that the numbers are simple.
        let pairs = Pairs([20, 30, 70, 50, 30]);
        // Mean: (30 + 140 + 150 + 120) / 800 = 0.55. Variance: (20 x .3025 + 30 x .09 + 70 x .0025 + 50 x .04 +
        // 30 x .2025) / 200 = (6.05 + 2.7 + 0.175 + 2 + 6.075) / 200 = 0.085.
        assert!((pairs.mean() - 0.55).abs() < 1e-12 && (pairs.variance() - 0.085).abs() < 1e-12);
        // Scores expected at 0 and 20 Elo: 0.5 and 0.528751. Ratio: 200 x 0.028751 x (1.1 - 1.028751) / 0.17 = 2.40998.
        let test = Sprt { elo0: 0.0, elo1: 20.0 };
        assert!(
            (test.log_likelihood_ratio(pairs) - 2.409_98).abs() < 1e-3,
            "{}",
            test.log_likelihood_ratio(pairs)
        );
        assert_eq!(test.verdict(pairs), Verdict::Open);
        assert_eq!(test.verdict(Pairs([40, 60, 140, 100, 60])), Verdict::Higher);
        assert_eq!(test.verdict(Pairs([60, 100, 140, 60, 40])), Verdict::Lower);
    }

    #[test]
    fn bounds_are_those_of_five_percent() {
        assert!((Sprt::bound() - 2.944_439).abs() < 1e-6);
        assert_eq!(Sprt { elo0: 0.0, elo1: 5.0 }.verdict(Pairs::default()), Verdict::Open);
    }
}
