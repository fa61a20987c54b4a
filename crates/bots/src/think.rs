//! Thinking: imagined continuations, shared out among the options that promise most.
//!
//! Every option that survives a first look gets the same imagined dice; after each round the worse half is dropped
//! (sequential halving), so that most of the work goes into the close decisions.

use engine::{Dice, Match, Seat};

use crate::brain::Brain;
use crate::level::Level;

/// How long a continuation may be before it is judged anyway.
const LONGEST: usize = 400;

/// How freely imagined players stray from what their judgement prefers.
const LOOSENESS: f32 = 0.25;

/// What thinking found.
#[derive(Clone, Debug)]
pub struct Verdict<A> {
    /// The choice.
    pub action: A,
    /// How many continuations were imagined.
    pub samples: usize,
    /// How many decisions these had together.
    pub imagined: usize,
    /// What was looked into, the best first; empty if the player did not look ahead.
    pub trials: Vec<Trial<A>>,
}

impl<A: Copy + PartialEq> Verdict<A> {
    /// What the choice is expected to lead to, from -1 to 1.
    pub fn value(&self) -> Option<f32> {
        self.trials.iter().find(|trial| trial.action == self.action).map(Trial::mean)
    }

    /// Counts the verdicts of several thinkers together: of their choices the one that promises most.
    pub fn together(verdicts: Vec<Verdict<A>>) -> Option<Verdict<A>> {
        let choices: Vec<A> = verdicts.iter().map(|verdict| verdict.action).collect();
        let mut all = verdicts.into_iter().reduce(|mut all, verdict| {
            for trial in verdict.trials {
                match all.trials.iter_mut().find(|known| known.action == trial.action) {
                    Some(known) => known.merge(&trial),
                    None => all.trials.push(trial),
                }
            }
            all.samples += verdict.samples;
            all.imagined += verdict.imagined;
            all
        })?;
        all.trials.sort_by(|one, other| {
            let is_choice = |trial: &Trial<A>| choices.contains(&trial.action);
            is_choice(other).cmp(&is_choice(one)).then(other.promise().total_cmp(&one.promise()))
        });
        if let Some(best) = all.trials.first() {
            all.action = best.action;
        }
        Some(all)
    }
}

/// Chooses an option of the decision that is open in `seen`, a match as `seat` may imagine it.
///
/// `is_over` is asked between rounds; a level without a clock never asks it, so that it plays alike at any speed.
pub fn think<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    seed: u64,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Verdict<B::Action> {
    let options = seen.options_of(seat);
    let step = seen.step().expect("a decision has a step");
    let mut dice = Dice::seeded(seed);
    let rules = seen.rules();
    let mut weights = Vec::with_capacity(options.len());
    if level.temperature.is_infinite() {
        weights.resize(options.len(), 0.0);
    } else {
        rules.weigh(step, seen.board(), seat, &options, &mut weights);
    }
    let mut ranked: Vec<(B::Action, f32)> = options.into_iter().zip(weights).collect();
    if level.samples > 0 {
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked.truncate(level.candidates.max(2));
        let best = ranked[0].1;
        ranked.retain(|(_, weight)| *weight >= best - level.reach);
    }
    if level.samples == 0 || ranked.len() == 1 || !rules.ponders(step, seen.board()) {
        let weights: Vec<f32> = ranked.iter().map(|(_, weight)| *weight).collect();
        let action = ranked[draw(&weights, level.temperature, &mut dice)].0;
        return Verdict { action, samples: 0, imagined: 0, trials: Vec::new() };
    }
    halve(seen, seat, level, &ranked, &mut dice, is_over)
}

/// The index of one of the options, the heavier the likelier.
fn draw(weights: &[f32], temperature: f32, dice: &mut Dice) -> usize {
    let best = weights.iter().copied().fold(f32::MIN, f32::max);
    let share =
        |weight: f32| if temperature.is_infinite() { 1.0 } else { ((weight - best) / temperature).exp() };
    let sum: f32 = weights.iter().map(|weight| share(*weight)).sum();
    // Three draws of 250 are fine enough for any list of options.
    let fine = (0..3).fold(0.0, |so_far, _| (so_far + f32::from(dice.draw(250) - 1)) / 250.0);
    dice.forget();
    let mut left = fine * sum;
    for (index, weight) in weights.iter().enumerate() {
        left -= share(*weight);
        if left < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}

/// One option on trial.
#[derive(Clone, Copy, Debug)]
pub struct Trial<A> {
    /// The option.
    pub action: A,
    /// How much lighter it is than the heaviest.
    weight: f32,
    sum: f32,
    squares: f32,
    count: usize,
}

impl<A> Trial<A> {
    fn add(&mut self, value: f32) {
        self.sum += value;
        self.squares += value * value;
        self.count += 1;
    }

    fn merge(&mut self, other: &Trial<A>) {
        self.sum += other.sum;
        self.squares += other.squares;
        self.count += other.count;
    }

    /// What was imagined on average.
    pub fn mean(&self) -> f32 {
        self.sum / self.count.max(1) as f32
    }

    /// The mean, and as long as it is uncertain the first impression: a weight that is larger by 1 counts as much as
    /// one standard error.
    fn promise(&self) -> f32 {
        let count = self.count.max(1) as f32;
        let variance = (self.squares / count - self.mean() * self.mean()).max(1e-4);
        self.mean() + self.weight * (variance / count).sqrt()
    }
}

fn halve<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    ranked: &[(B::Action, f32)],
    dice: &mut Dice,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Verdict<B::Action> {
    let best = ranked[0].1;
    let mut trials: Vec<Trial<B::Action>> = ranked
        .iter()
        .map(|(action, weight)| Trial {
            action: *action,
            weight: *weight - best,
            sum: 0.0,
            squares: 0.0,
            count: 0,
        })
        .collect();
    let rounds = trials.len().ilog2() as usize + 1;
    let mut pool = seen.clone();
    let mut weights = Vec::new();
    let (mut samples, mut imagined) = (0, 0);
    let mut standing = trials.len();
    let mut round = 0;
    loop {
        let each = (level.samples / rounds / standing).max(2);
        for _ in 0..each {
            let future = u64::from(dice.draw(250)) << 32 | u64::from(dice.draw(250)) << 16 | samples as u64;
            dice.forget();
            for trial in &mut trials[..standing] {
                let (value, decisions) =
                    imagine(seen, &mut pool, &mut weights, seat, level, trial.action, future);
                trial.add(value);
                imagined += decisions;
                samples += 1;
            }
            if level.uses_clock && is_over() {
                break;
            }
        }
        trials[..standing].sort_by(|one, other| other.promise().total_cmp(&one.promise()));
        round += 1;
        let done = if level.uses_clock { is_over() } else { round >= rounds };
        if done {
            break;
        }
        // With time left, the two best are compared for as long as it lasts.
        standing = (standing / 2).max(2).min(trials.len());
    }
    Verdict { action: trials[0].action, samples, imagined, trials }
}

/// Plays `action` and what sensible players would do after it, with imagined dice, and judges where that leads;
/// with the number of decisions that it took.
fn imagine<B: Brain>(
    seen: &Match<B>,
    pool: &mut Match<B>,
    weights: &mut Vec<f32>,
    seat: Seat,
    level: &Level,
    action: B::Action,
    future: u64,
) -> (f32, usize) {
    pool.clone_from(seen);
    let mut dice = Dice::seeded(future);
    pool.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, &mut dice));
    pool.replace_dice(Dice::seeded(future ^ 0xd1ce));
    if pool.play(seat, action, None).is_err() {
        // Only what is hidden could make an option illegal, and options do not depend on that.
        return (-1.0, 1);
    }
    let turn_of = |at: &Match<B>| at.step().map(|step| at.rules().player_turn(step, at.board()));
    // Counted from the open decision on, so that an option that ends the player turn is not seen further than others.
    let (mut turns, mut last) = (0, turn_of(seen));
    let mut decisions = 1;
    while decisions < LONGEST {
        if let Some(outcome) = pool.outcome() {
            let value = match (outcome.winners.is_empty(), outcome.winners.contains(seat)) {
                (true, _) => 0.0,
                (false, true) => 1.0,
                (false, false) => -1.0,
            };
            return (value, decisions);
        }
        let turn = turn_of(pool);
        if turn != last {
            (last, turns) = (turn, turns + 1);
            if turns >= level.horizon {
                break;
            }
        }
        follow(pool, weights, &mut dice);
        decisions += 1;
    }
    let step = pool.step().expect("a decision has a step");
    (pool.rules().judge(step, pool.board(), seat).clamp(-1.0, 1.0), decisions)
}

/// One decision as a sensible player would take it.
fn follow<B: Brain>(pool: &mut Match<B>, weights: &mut Vec<f32>, dice: &mut Dice) {
    let Some(seat) = pool.asked().only() else {
        // Sealed choices: each seat in turn, as it likes.
        let seat = pool.asked().iter().next().expect("somebody is asked");
        let options = pool.options_of(seat);
        let index = usize::from(dice.draw(options.len().min(250) as u8)) - 1;
        dice.forget();
        pool.play(seat, options[index], None).expect("an option can be played");
        return;
    };
    weights.clear();
    let step = pool.step().expect("a decision has a step");
    pool.rules().weigh(step, pool.board(), seat, pool.options(), weights);
    let index = draw(weights, LOOSENESS, dice);
    pool.play_nth(index, None);
}
