//! The time of a player turn, shared out among its decisions.

use std::time::Duration;

/// A decision gets one part in so many of what is left, so that the first ones, which matter most, get most.
const PARTS: u32 = 12;

/// Less than this is not worth beginning to think: the rest is kept.
const LEAST: Duration = Duration::from_millis(2);

/// Keeps a player with a clock to its budget. It never looks at a clock itself: whoever has one says what was used.
#[derive(Clone, Debug)]
pub struct Keeper {
    budget: Duration,
    turn: Option<u32>,
    used: Duration,
}

impl Keeper {
    /// What the strongest level gets for a player turn when nothing else is said.
    pub const USUAL: Duration = Duration::from_secs(10);

    /// A keeper of so much time for each player turn.
    pub fn new(budget: Duration) -> Keeper {
        Keeper { budget, turn: None, used: Duration::ZERO }
    }

    /// How long the next decision may take; `turn` is the player turn that it belongs to. Never more than what is left
    /// of the turn.
    pub fn share(&mut self, turn: Option<u32>) -> Duration {
        if self.turn != turn {
            (self.turn, self.used) = (turn, Duration::ZERO);
        }
        let left = self.budget.saturating_sub(self.used);
        (left / PARTS).max(LEAST).min(left)
    }

    /// A new game begins.
    pub fn forget(&mut self) {
        (self.turn, self.used) = (None, Duration::ZERO);
    }

    /// So much time was used for the decision.
    pub fn note(&mut self, used: Duration) {
        self.used += used;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A player who always takes a little longer than he was given still keeps to his budget within a tenth.
    #[test]
    fn a_long_turn_keeps_to_its_budget() {
        let mut keeper = Keeper::new(Duration::from_secs(10));
        let mut sum = Duration::ZERO;
        for decision in 0..200 {
            let share = keeper.share(Some(1));
            assert!(share + sum <= Duration::from_secs(10) || share.is_zero(), "decision {decision}");
            let used = share + Duration::from_millis(4);
            keeper.note(used);
            sum += used;
        }
        assert!(sum <= Duration::from_secs(11), "{sum:?}");
        assert!(keeper.share(Some(2)) > Duration::from_millis(500), "a new turn has new time");
    }

    #[test]
    fn the_first_decision_gets_most() {
        let mut keeper = Keeper::new(Keeper::USUAL);
        let first = keeper.share(Some(1));
        keeper.note(first);
        assert!(keeper.share(Some(1)) < first);
    }
}
