//! Whether a position written by hand hangs together: every step in progress finds on the board what it works on.

use engine::step::Steps;

use crate::speak::Speak;
use crate::step::Step;
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
            && !matches!(first, Step::Turn(_))
            && kind(first) != kind(start)
        {
            return Err(format!("stack: begins with '{}', not with the turn", self.print_step(first)));
        }
        for (depth, step) in stack.iter().enumerate() {
            let found = match *step {
                Step::Own(own) => self.variant.check_step(self, board, own),
                _ => step.needs(self, board, &stack[..depth]),
            };
            found.map_err(|reason| format!("stack: '{}': {reason}", self.print_step(step)))?;
        }
        Ok(())
    }

    /// A step as words.
    pub(crate) fn print_step(&self, step: &Step<V::Own>) -> String {
        if let Step::Own(own) = *step {
            return format!("own {}", self.variant.print_step(self, own));
        }
        let mut words = String::new();
        step.print(self, &mut words);
        words
    }

    /// The step that some words stand for.
    pub(crate) fn parse_step(&self, text: &str) -> Result<Step<V::Own>, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let step = match words[..] {
            ["own", ref own @ ..] => self.variant.parse_step(self, own).map(Step::Own),
            _ => Step::parse(self, &words),
        };
        step.ok_or_else(|| format!("stack: '{text}' is no step"))
    }
}
