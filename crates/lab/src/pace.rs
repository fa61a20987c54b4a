//! How long players think: single decisions, and whole player turns.

use std::time::Duration;

/// The times that a player took.
#[derive(Clone, Debug, Default)]
pub struct Pace {
    decisions: Vec<Duration>,
    turns: Vec<Duration>,
    /// The player turn of the last decision.
    turn: Option<u32>,
}

impl Pace {
    /// Notes how long a decision took; `turn` is its player turn, if the game has player turns.
    pub fn note(&mut self, turn: Option<u32>, took: Duration) {
        self.decisions.push(took);
        match self.turns.last_mut() {
            Some(last) if turn.is_some() && turn == self.turn => *last += took,
            _ => self.turns.push(took),
        }
        self.turn = turn;
    }

    /// Counts another game's times, too.
    pub fn add(&mut self, other: &Pace) {
        self.decisions.extend(&other.decisions);
        self.turns.extend(&other.turns);
        self.turn = None;
    }

    /// The median, the 99th percentile and the longest of all decisions.
    pub fn decisions(&self) -> Option<[Duration; 3]> {
        quantiles(&self.decisions)
    }

    /// The same of all player turns.
    pub fn turns(&self) -> Option<[Duration; 3]> {
        quantiles(&self.turns)
    }
}

fn quantiles(times: &[Duration]) -> Option<[Duration; 3]> {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let last = sorted.len().checked_sub(1)?;
    Some([sorted[last / 2], sorted[last * 99 / 100], sorted[last]])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_a_turn_are_summed() {
        let milliseconds = Duration::from_millis;
        let mut pace = Pace::default();
        assert_eq!(pace.decisions(), None);
        for (turn, took) in [(1, 3), (1, 4), (3, 10), (5, 1), (5, 1)] {
            pace.note(Some(turn), milliseconds(took));
        }
        assert_eq!(pace.decisions(), Some([milliseconds(3), milliseconds(4), milliseconds(10)]));
        assert_eq!(pace.turns(), Some([milliseconds(7), milliseconds(7), milliseconds(10)]));
        let mut both = Pace::default();
        both.add(&pace);
        both.add(&pace);
        both.note(Some(5), milliseconds(20));
        assert_eq!(
            both.turns().map(|times| times[2]),
            Some(milliseconds(20)),
            "another game is another turn"
        );
    }

    #[test]
    fn the_hundredth_of_a_hundred_is_the_longest() {
        let mut pace = Pace::default();
        for number in 1..=100 {
            pace.note(None, Duration::from_micros(number));
        }
        let micros = Duration::from_micros;
        assert_eq!(pace.decisions(), Some([micros(50), micros(99), micros(100)]));
    }
}
