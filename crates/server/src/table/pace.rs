//! How quickly computer players answer while people watch.

use std::time::Duration;

/// How many answers are shown one by one; later ones come faster and faster.
const CALM: u32 = 12;

/// The pace of computer players' answers in a row: a long turn can be followed without taking long.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Pace {
    answers: u32,
    hurried: bool,
}

impl Pace {
    /// The least time before the next answer, when the first ones take the `longest`.
    pub(super) fn next(&mut self, longest: Duration) -> Duration {
        self.answers += 1;
        if self.hurried { Duration::ZERO } else { longest * CALM / self.answers.max(CALM) }
    }

    /// Shows the rest of the row at once.
    pub(super) fn hurry(&mut self) {
        self.hurried = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONGEST: Duration = Duration::from_millis(350);

    #[test]
    fn a_long_turn_goes_by_faster_and_faster() {
        let mut pace = Pace::default();
        let pauses: Vec<Duration> = (0..200).map(|_| pace.next(LONGEST)).collect();
        assert!(pauses[..12].iter().all(|pause| *pause == LONGEST));
        assert!(pauses.is_sorted_by(|one, next| one >= next));
        assert!(pauses.iter().sum::<Duration>() < Duration::from_secs(20));
    }

    #[test]
    fn a_hurry_ends_the_waiting() {
        let mut pace = Pace::default();
        pace.next(LONGEST);
        pace.hurry();
        assert_eq!(pace.next(LONGEST), Duration::ZERO);
    }
}
