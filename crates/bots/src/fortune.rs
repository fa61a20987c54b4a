//! Imagined dice, place by place.
//!
//! Two continuations that differ in one corner of the map meet the same luck everywhere else. One row of dice
//! cannot do that: one more assault changes the dice of every later one. So each place has its own row.

use engine::{Dice, Match, Seat};

use crate::brain::Brain;
use crate::plan::Plan;

/// One imagined future: its luck, and what was made up in it.
pub(crate) struct Fortune<A> {
    future: u64,
    /// How often dice were rolled by each luck.
    rolled: Vec<(u32, u64)>,
    /// The round of questions whose answers were weighed last, and what is left of them, the heaviest last.
    round: Option<(Seat, u32)>,
    answers: Vec<A>,
}

impl<A: Copy + PartialEq> Fortune<A> {
    /// The luck of a future.
    pub(crate) fn of(future: u64) -> Fortune<A> {
        Fortune { future, rolled: Vec::new(), round: None, answers: Vec::new() }
    }

    /// Plays the heaviest option of the seat that is asked, or of the first of them, with the dice of its place;
    /// `plan_of` says what plan a seat follows.
    pub(crate) fn play_on<B: Brain<Action = A>>(
        &mut self,
        pool: &mut Match<B>,
        weights: &mut Vec<f32>,
        plan_of: impl Fn(Seat) -> Plan,
    ) {
        let (seat, action) = self.heaviest(pool, weights, plan_of);
        self.play(pool, seat, action);
    }

    /// Plays an option with the dice of its place.
    pub(crate) fn play<B: Brain<Action = A>>(&mut self, pool: &mut Match<B>, seat: Seat, action: A) {
        let step = pool.step().expect("a decision has a step");
        let luck = pool.rules().luck(step, pool.board(), action);
        pool.replace_dice(self.dice(luck));
        pool.play(seat, action, None).expect("an option can be played");
        if !pool.rolled().is_empty() {
            self.note(luck);
        }
    }

    /// The dice that a luck rolls next.
    fn dice(&self, luck: u32) -> Dice {
        let times = self.rolled.iter().find(|(known, _)| *known == luck).map_or(0, |(_, times)| *times);
        let key = (u64::from(luck) << 16 | times).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        Dice::seeded(self.future ^ key)
    }

    /// Dice were rolled by a luck.
    fn note(&mut self, luck: u32) {
        match self.rolled.iter_mut().find(|(known, _)| *known == luck) {
            Some((_, times)) => *times += 1,
            None => self.rolled.push((luck, 1)),
        }
    }

    /// The heaviest option of the seat that is asked; if several choose in secret, of the first of them.
    fn heaviest<B: Brain<Action = A>>(
        &mut self,
        pool: &Match<B>,
        weights: &mut Vec<f32>,
        plan_of: impl Fn(Seat) -> Plan,
    ) -> (Seat, A) {
        let step = pool.step().expect("a decision has a step");
        let seat = pool.asked().iter().next().expect("somebody is asked");
        let sealed = if pool.asked().only().is_some() { Vec::new() } else { pool.options_of(seat) };
        let options = if sealed.is_empty() { pool.options() } else { &sealed };
        let round = pool.rules().round(step, pool.board()).map(|round| (seat, round));
        if round.is_some() && round == self.round {
            while let Some(answer) = self.answers.pop() {
                if options.contains(&answer) {
                    return (seat, answer);
                }
            }
        }
        weights.clear();
        pool.rules().weigh_by(plan_of(seat), step, pool.board(), seat, options, weights);
        // The rest of an earlier round is dropped.
        self.round = round;
        self.answers.clear();
        let lighter = |one: &usize, other: &usize| weights[*one].total_cmp(&weights[*other]);
        if round.is_none() {
            let best = (0..options.len()).max_by(lighter);
            return (seat, options[best.expect("a decision has options")]);
        }
        let mut order: Vec<usize> = (0..options.len()).collect();
        order.sort_by(lighter);
        self.answers.extend(order.into_iter().map(|index| options[index]));
        (seat, self.answers.pop().expect("a decision has options"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rolls(fortune: &Fortune<u8>, luck: u32) -> Vec<u8> {
        let mut dice = fortune.dice(luck);
        (0..20).map(|_| dice.d6()).collect()
    }

    #[test]
    fn what_is_rolled_in_one_place_changes_no_other() {
        let mut fortune = Fortune::of(7);
        let (here, there) = (rolls(&fortune, 1), rolls(&fortune, 2));
        assert_ne!(here, there);
        fortune.note(1);
        assert_ne!(rolls(&fortune, 1), here, "the same dice do not come again");
        assert_eq!(rolls(&fortune, 2), there);
        assert_ne!(rolls(&Fortune::of(8), 2), there, "another future has other dice");
    }
}
