//! Thinking: imagined continuations, shared out among the options that promise most.
//!
//! Every option that survives a first look gets the same imagined dice. An option drops out when it falls
//! clearly behind or makes no difference; after each round the worse half drops out, too (sequential
//! halving). Most of the work goes into close decisions that matter.

use engine::{Dice, Match, Seat};

use crate::brain::Brain;
use crate::level::Level;
use crate::plan::Plan;

/// How long a continuation may be before it is judged anyway.
const LONGEST: usize = 400;

/// How many futures are imagined between two comparisons of the options.
const BATCH: usize = 8;

/// An option drops out when it is behind by this many standard errors.
const SURE: f32 = 3.0;

/// Less than this is no difference, on the scale from -1 to 1.
const STAKE: f32 = 0.01;

/// The least variance that is believed of a few differences.
const LEAST_VARIANCE: f32 = 1e-5;

/// What thinking found.
#[derive(Clone, Debug)]
pub struct Verdict<A> {
    /// The choice.
    pub action: A,
    /// How many continuations were imagined.
    pub samples: usize,
    /// How many decisions these had together.
    pub imagined: usize,
    /// The options that were tried, the best first; empty if the player did not look ahead.
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
                    Some(known) => known.values.extend(trial.values),
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

/// Chooses an option of the decision that is open in `seen`, a match as `seat` may imagine it, by a plan.
///
/// `is_over` is asked between rounds; a level without a clock never asks it, so that it plays alike at any speed.
pub fn think<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    plan: Plan,
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
        rules.weigh_by(plan, step, seen.board(), seat, &options, &mut weights);
    }
    let mut ranked: Vec<(B::Action, f32)> = options.into_iter().zip(weights).collect();
    if level.samples > 0 {
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        ranked.truncate(level.candidates.max(2));
        let best = ranked[0].1;
        ranked.retain(|(_, weight)| *weight >= best - level.reach);
    }
    let (samples, horizon) = rules.effort(step, seen.board(), level);
    let too_late = level.uses_clock && is_over();
    if samples == 0 || ranked.len() == 1 || too_late {
        let weights: Vec<f32> = ranked.iter().map(|(_, weight)| *weight).collect();
        let action = ranked[draw(&weights, level.temperature, &mut dice)].0;
        return Verdict { action, samples: 0, imagined: 0, trials: Vec::new() };
    }
    race(seen, seat, &Level { samples, horizon, ..*level }, &ranked, &mut dice, is_over)
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
#[derive(Clone, Debug)]
pub struct Trial<A> {
    /// The option.
    pub action: A,
    /// How much lighter it is than the heaviest.
    pub(crate) weight: f32,
    /// What each imagined future was worth; the same futures in the same order for all options.
    pub(crate) values: Vec<f32>,
}

impl<A> Trial<A> {
    /// An option that has not been tried: only its weight is known.
    pub(crate) fn new(action: A, weight: f32) -> Trial<A> {
        Trial { action, weight, values: Vec::new() }
    }

    /// What was imagined on average.
    pub fn mean(&self) -> f32 {
        self.values.iter().sum::<f32>() / self.values.len().max(1) as f32
    }

    /// The mean, corrected by the first impression while the mean is uncertain: a weight larger by 1 counts
    /// as much as one standard error.
    pub(crate) fn promise(&self) -> f32 {
        let count = self.values.len().max(1) as f32;
        let mean = self.mean();
        let squares = self.values.iter().map(|value| value * value).sum::<f32>() / count;
        mean + self.weight * ((squares - mean * mean).max(1e-4) / count).sqrt()
    }

    /// How much more this option brought than another in the futures that both were given, and the standard error of
    /// that. Luck that meets both alike cancels out.
    pub(crate) fn ahead_of(&self, other: &Trial<A>) -> (f32, f32) {
        let count = self.values.len().min(other.values.len()).max(1) as f32;
        let (mut sum, mut squares) = (0.0, 0.0);
        for (one, two) in self.values.iter().zip(&other.values) {
            sum += one - two;
            squares += (one - two) * (one - two);
        }
        let mean = sum / count;
        (mean, ((squares / count - mean * mean).max(LEAST_VARIANCE) / count).sqrt())
    }

    /// Whether looking further would not change the choice: this option is clearly better than `other`, or as good.
    pub(crate) fn settles(&self, other: &Trial<A>) -> bool {
        let (ahead, error) = self.ahead_of(other);
        ahead > SURE * error || ahead.abs() + 2.0 * error < STAKE
    }
}

/// The race of the options: all meet the same futures, those that are clearly worse or make no difference drop out,
/// and after each round the worse half. It is over when one is left, the level's work is done or the time is up.
fn race<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    ranked: &[(B::Action, f32)],
    dice: &mut Dice,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Verdict<B::Action> {
    let best = ranked[0].1;
    let mut trials: Vec<Trial<B::Action>> =
        ranked.iter().map(|(action, weight)| Trial::new(*action, *weight - best)).collect();
    let rounds = trials.len().ilog2() as usize + 1;
    let mut imagination = Imagination { seen, seat, level, pool: seen.clone(), weights: Vec::new() };
    let (mut samples, mut imagined) = (0, 0);
    let mut standing = trials.len();
    'race: for _ in 0..rounds {
        let each = (level.samples / rounds / standing).max(2);
        for nth in 1..=each {
            let future = u64::from(dice.draw(250)) << 32 | u64::from(dice.draw(250)) << 16 | samples as u64;
            dice.forget();
            for trial in &mut trials[..standing] {
                let (value, decisions) = imagination.follow(trial.action, future);
                trial.values.push(value);
                imagined += decisions;
                samples += 1;
            }
            let time_is_up = level.uses_clock && is_over();
            if nth % BATCH == 0 || nth == each || time_is_up {
                trials[..standing].sort_by(|one, other| other.promise().total_cmp(&one.promise()));
                standing = retire(&mut trials, standing);
            }
            if standing == 1 || time_is_up {
                break 'race;
            }
        }
        standing = (standing / 2).max(2);
    }
    Verdict { action: trials[0].action, samples, imagined, trials }
}

/// Moves those that the best of the standing settles behind the others, in their order; how many are left.
fn retire<A: Copy>(trials: &mut [Trial<A>], standing: usize) -> usize {
    if trials[0].values.len() < BATCH {
        return standing;
    }
    let mut left = 1;
    for index in 1..standing {
        if !trials[0].settles(&trials[index]) {
            trials[left..=index].rotate_right(1);
            left += 1;
        }
    }
    left
}

/// What continuations are imagined from, and with.
struct Imagination<'a, B: Brain> {
    seen: &'a Match<B>,
    seat: Seat,
    level: &'a Level,
    pool: Match<B>,
    weights: Vec<f32>,
}

impl<B: Brain> Imagination<'_, B> {
    /// Plays `action` and then what sensible players would do, with imagined dice; returns the judgement of
    /// where that leads and the number of decisions taken.
    fn follow(&mut self, action: B::Action, future: u64) -> (f32, usize) {
        let Imagination { seen, seat, level, pool, weights } = self;
        let seat = *seat;
        pool.clone_from(seen);
        let mut dice = Dice::seeded(future);
        pool.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, &mut dice));
        pool.replace_dice(Dice::seeded(future ^ 0xd1ce));
        if pool.play(seat, action, None).is_err() {
            // Only hidden facts could make an option illegal, and options do not depend on them.
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
            play_on(pool, weights, &mut dice);
            decisions += 1;
        }
        let step = pool.step().expect("a decision has a step");
        (pool.rules().judge(step, pool.board(), seat).clamp(-1.0, 1.0), decisions)
    }
}

/// One decision as a sensible player would take it.
fn play_on<B: Brain>(pool: &mut Match<B>, weights: &mut Vec<f32>, dice: &mut Dice) {
    weights.clear();
    let step = pool.step().expect("a decision has a step");
    let Some(seat) = pool.asked().only() else {
        // Sealed choices: each seat in turn.
        let seat = pool.asked().iter().next().expect("somebody is asked");
        let options = pool.options_of(seat);
        pool.rules().weigh(step, pool.board(), seat, &options, weights);
        let index = draw(weights, B::LOOSENESS, dice);
        pool.play(seat, options[index], None).expect("an option can be played");
        return;
    };
    pool.rules().weigh(step, pool.board(), seat, pool.options(), weights);
    let index = draw(weights, B::LOOSENESS, dice);
    pool.play_nth(index, None);
}
