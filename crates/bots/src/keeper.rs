//! The time of a player turn, shared out among its decisions.

use std::time::Duration;

use crate::plan::Followed;

/// A decision gets one part in this many of the time left: the first decisions matter most and get most.
const PARTS: u32 = 12;

/// A decision that opens and plans a stretch of play gets one part in this many.
const PLANNING: u32 = 3;

/// Less time than this is not worth thinking with: it is kept.
const LEAST: Duration = Duration::from_millis(2);

/// Keeps a player with a clock to its budget, and remembers the plan that it follows.
/// It never looks at a clock itself: the caller says how much time was used.
#[derive(Clone, Debug)]
pub struct Keeper {
    budget: Duration,
    turn: Option<u32>,
    used: Duration,
    plan: Option<Followed>,
}

impl Keeper {
    /// The strongest level's time for a player turn unless stated otherwise.
    pub const USUAL: Duration = Duration::from_secs(10);

    /// A keeper with `budget` for each player turn.
    pub fn new(budget: Duration) -> Keeper {
        Keeper { budget, turn: None, used: Duration::ZERO, plan: None }
    }

    /// How long the next decision may take; `turn` is the player turn that it belongs to, and `stretch` the stretch of
    /// play if that is planned as a whole. Never more than what is left of the turn.
    pub fn share(&mut self, turn: Option<u32>, stretch: Option<u32>) -> Duration {
        if self.turn != turn {
            (self.turn, self.used) = (turn, Duration::ZERO);
        }
        let left = self.budget.saturating_sub(self.used);
        let planned = self.plan.map(|plan| plan.stretch);
        let parts = if stretch.is_some() && stretch != planned { PLANNING } else { PARTS };
        (left / parts).max(LEAST).min(left)
    }

    /// The plan that the player follows, if it has one.
    pub fn plan(&self) -> Option<Followed> {
        self.plan
    }

    /// A new game begins.
    pub fn forget(&mut self) {
        (self.turn, self.used, self.plan) = (None, Duration::ZERO, None);
    }

    /// Notes the time used for the decision and the plan followed.
    pub fn note(&mut self, used: Duration, plan: Option<Followed>) {
        self.used += used;
        self.plan = plan.or(self.plan);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Plan;

    /// A player who always takes a little longer than he was given still keeps to his budget within a tenth.
    #[test]
    fn a_long_turn_keeps_to_its_budget() {
        let mut keeper = Keeper::new(Duration::from_secs(10));
        let mut sum = Duration::ZERO;
        for decision in 0..200 {
            let share = keeper.share(Some(1), None);
            assert!(share + sum <= Duration::from_secs(10) || share.is_zero(), "decision {decision}");
            let used = share + Duration::from_millis(4);
            keeper.note(used, None);
            sum += used;
        }
        assert!(sum <= Duration::from_secs(11), "{sum:?}");
        assert!(keeper.share(Some(2), None) > Duration::from_millis(500), "a new turn has new time");
    }

    #[test]
    fn the_first_decision_gets_most() {
        let mut keeper = Keeper::new(Keeper::USUAL);
        let first = keeper.share(Some(1), None);
        keeper.note(first, None);
        assert!(keeper.share(Some(1), None) < first);
    }

    #[test]
    fn planning_gets_most_and_a_plan_is_remembered() {
        let mut keeper = Keeper::new(Keeper::USUAL);
        let planning = keeper.share(Some(1), Some(4));
        assert!(planning > keeper.share(Some(1), None));
        let plan = Followed { turn: 1, stretch: 4, plan: Plan { temper: 2, ..Plan::ORDINARY } };
        keeper.note(Duration::ZERO, Some(plan));
        keeper.note(Duration::ZERO, None);
        assert_eq!(keeper.plan(), Some(plan));
        assert!(keeper.share(Some(1), Some(4)) < planning, "what is planned is not planned again");
        assert_eq!(keeper.share(Some(1), Some(5)), planning, "a new stretch is");
        keeper.forget();
        assert_eq!(keeper.plan(), None);
    }
}
