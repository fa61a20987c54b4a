//! Whether a position written by hand hangs together: every step in progress finds on the board what it works on.

use crate::speak::Speak;
use crate::step::Step;
use crate::units::Nation;
use crate::variant::{BoardOf, Grid};

impl<V: Speak> Grid<V> {
    /// What is wrong with the steps in progress: the first must be one that ends the game, each other one needs its
    /// shot, assault, losses or unit.
    pub(crate) fn check_stack(
        &self,
        start: &Step<V::Own>,
        board: &BoardOf<V>,
        stack: &[Step<V::Own>],
    ) -> Result<(), String> {
        let kind = |step: &Step<V::Own>| -> Vec<String> {
            let text = self.print_step(step);
            let is_word = |word: &&str| word.parse::<u8>().is_err();
            text.split_whitespace().filter(is_word).map(str::to_owned).collect()
        };
        if let Some(first) = stack.first()
            && !matches!(first, Step::Turn { .. })
            && kind(first) != kind(start)
        {
            return Err(format!("stack: begins with '{}', not with the turn", self.print_step(first)));
        }
        for step in stack {
            self.check_step(board, step)
                .map_err(|reason| format!("stack: '{}': {reason}", self.print_step(step)))?;
        }
        Ok(())
    }

    fn check_step(&self, board: &BoardOf<V>, step: &Step<V::Own>) -> Result<(), String> {
        let need = |found: bool, reason: &str| if found { Ok(()) } else { Err(reason.to_owned()) };
        let commander = |nation: Nation| {
            let known = self.variant.commanders(board, nation.side()).contains(&nation);
            need(known, "has no commander of that nation")
        };
        let (shot, assault) = (board.shot.target.is_some(), board.assault.target.is_some());
        let counter = |next: u8, most: u8| need(next <= most, "counts too far");
        match *step {
            Step::Turn { at } => counter(at, 100),
            Step::Bombardment { next, .. }
            | Step::Movement { next, .. }
            | Step::Commitment { next, .. }
            | Step::Assaults { next, .. }
            | Step::SecondaryAttacks { next, .. }
            | Step::Replacements { next }
            | Step::Rally { next } => counter(next, 9),
            Step::SetUp { group: next } | Step::Modes { next } => counter(next, 250),
            Step::Guns { nation } | Step::Counter { nation } | Step::Fire { nation } => {
                need(shot, "needs a shot with a target")?;
                commander(nation)
            }
            Step::Firers { nation } => {
                need(assault, "needs an assault with a target")?;
                commander(nation)
            }
            Step::FallBack { .. } | Step::Assault(_) | Step::LossesThen(_) | Step::Advance { .. } => {
                need(assault, "needs an assault with a target")
            }
            Step::Retreat { from, .. } => {
                need(from.is_some() && assault, "needs a square and an assault with a target")
            }
            Step::Rotate { side, square } => {
                let there = square.is_some() && board.troops_at(&self.pack, side, square).next().is_some();
                need(there, "needs a unit in that square")
            }
            Step::Losses => need(board.losses.square.is_some() || board.losses.left == 0, "needs losses"),
            Step::Secondary { nation, target, at } => {
                counter(at, 9)?;
                need(target.is_some(), "needs a target")?;
                commander(nation)
            }
            Step::Move { nation, unit, .. } => {
                let at_hand = !unit.is_some()
                    || (self.pack.side(unit) == nation.side()
                        && (board.square(unit).is_some() || self.may_enter_map(board, unit)));
                need(at_hand, "that unit cannot be in hand")?;
                commander(nation)
            }
            Step::Commit { nation, .. } | Step::Close { nation, .. } => commander(nation),
            Step::ReplaceAt { nation, unit, .. } => {
                need(unit.is_some() && self.pack.side(unit) == nation.side(), "needs a unit of its own")?;
                commander(nation)
            }
            Step::Own(own) => self.variant.check_step(self, board, own),
            _ => Ok(()),
        }
    }
}
