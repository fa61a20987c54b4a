//! Plans: a stretch of play is imagined to its end in several ways, and the best of them is followed.
//!
//! A plan is a temper, which is how a player values ground and blood, and a whim, which is what it does a little
//! differently from what it usually would. Every plan meets the same imagined dice against an enemy of ordinary habits.
//! The worse plans drop out, so that most of the work goes into the best few.

use std::thread;

use engine::{Dice, Match, Seat};

use crate::brain::Brain;
use crate::level::Level;
use crate::player::Limits;
use crate::think::{Trial, play_on};

/// How a player goes about a stretch of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Which of the tempers that the brain knows; 0 is the ordinary one.
    pub temper: u8,
    /// Which whim; 0 is none.
    pub whim: u16,
}

impl Plan {
    /// Habits as they are.
    pub const ORDINARY: Plan = Plan { temper: 0, whim: 0 };
}

/// A plan, and the stretch of play that it was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// As the brain counts stretches.
    pub stretch: u32,
    /// The plan.
    pub plan: Plan,
}

/// What a comparison of plans found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The best plan.
    pub plan: Plan,
    /// What it leads to on average, from -1 to 1.
    pub value: f32,
    /// The same for the ordinary plan.
    pub ordinary: f32,
    /// How many continuations were imagined.
    pub samples: usize,
    /// How many decisions these had together.
    pub imagined: usize,
}

/// So many futures are imagined for each plan before the worse ones drop out.
const BATCH: usize = 3;

/// With so few plans left, only those drop out that are clearly behind.
const FINALISTS: usize = 4;

/// How many standard errors the ordinary plan is given in advance: habits are followed where nothing else is better.
const DOUBT: f32 = -0.5;

/// How long a continuation may be before it is judged anyway.
const LONGEST: usize = 6000;

/// After so many player turns a continuation is judged: one's own, the enemy's, and the night.
const HORIZON: u32 = 3;

/// For each plan so many continuations are imagined at most, on average.
const FUTURES: usize = 4;

/// The clock is looked at between so many decisions.
const GLANCE: usize = 16;

/// How much the bare result counts in the value of a finished game; the rest is how narrow it was.
const RESULT: f32 = 0.5;

/// Compares the plans for the stretch of play that begins with the open decision of `seen`, a match as `seat` may
/// imagine it. The plan that was followed so far is among them.
pub fn compare<B: Brain>(seen: &Match<B>, seat: Seat, level: &Level, limits: &Limits) -> Survey {
    let before = limits.plan.map_or(Plan::ORDINARY, |followed| followed.plan);
    let tempers = seen.rules().tempers(seen.board(), seat).len().max(1);
    let mut dice = Dice::seeded(limits.seed);
    // Every comparison has whims of its own, so that a turn tries many.
    let whims = u16::from(dice.draw(250)) << 8;
    let mut trials: Vec<Trial<Plan>> = (0..level.plans)
        .map(|nth| match nth / tempers {
            0 => Plan { temper: nth as u8, whim: 0 },
            whim => Plan { temper: (nth % tempers) as u8, whim: whims + whim as u16 },
        })
        .map(|plan| Trial::new(plan, if plan == Plan::ORDINARY { 0.0 } else { DOUBT }))
        .collect();
    if trials.iter().all(|trial| trial.action != before) {
        trials.push(Trial::new(before, DOUBT));
    }
    let (mut samples, mut imagined) = (0, 0);
    let mut standing = trials.len();
    while standing > 1 && samples < FUTURES * level.plans && !(level.uses_clock && (limits.is_over)()) {
        let futures: Vec<u64> =
            (0..BATCH).map(|_| (0..4).fold(0, |seed, _| seed << 8 | u64::from(dice.draw(250)))).collect();
        dice.forget();
        let plans: Vec<Plan> = trials[..standing].iter().map(|trial| trial.action).collect();
        let values = imagine_all(seen, seat, level, limits, &plans, &futures);
        // Only futures that all plans have met are counted.
        let whole = values.len() / standing * standing;
        for (index, (value, decisions)) in values.into_iter().enumerate() {
            imagined += decisions;
            samples += 1;
            if index < whole {
                trials[index % standing].values.push(value);
            }
        }
        trials[..standing].sort_by(|one, other| other.promise().total_cmp(&one.promise()));
        if whole == 0 {
            break;
        }
        let kept = if standing > FINALISTS { (standing * 3 / 4).max(FINALISTS) } else { standing };
        let settled = |index: &usize| trials[0].values.len() > BATCH && trials[0].settles(&trials[*index]);
        standing = (1..kept).find(settled).unwrap_or(kept);
    }
    let mean_of = |plan: Plan| trials.iter().find(|trial| trial.action == plan).map_or(0.0, Trial::mean);
    let best = trials.first().map_or(Plan::ORDINARY, |trial| trial.action);
    Survey { plan: best, value: mean_of(best), ordinary: mean_of(Plan::ORDINARY), samples, imagined }
}

/// What each plan leads to in each future, future by future; the last ones are missing when time is up.
fn imagine_all<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    limits: &Limits,
    plans: &[Plan],
    futures: &[u64],
) -> Vec<(f32, usize)> {
    let threads = if level.uses_clock { limits.threads.max(1) } else { 1 };
    let count = plans.len() * futures.len();
    let work = |first: usize| {
        let mut imagination =
            Imagination { seen, seat, level, limits, pool: seen.clone(), weights: Vec::new() };
        (first..count)
            .step_by(threads)
            .map_while(|nth| imagination.live_through(plans[nth % plans.len()], futures[nth / plans.len()]))
            .collect::<Vec<_>>()
    };
    let parts: Vec<Vec<(f32, usize)>> = if threads == 1 {
        vec![work(0)]
    } else {
        thread::scope(|scope| {
            let thinking: Vec<_> = (0..threads).map(|first| scope.spawn(move || work(first))).collect();
            thinking.into_iter().map(|one| one.join().expect("thinking does not fail")).collect()
        })
    };
    (0..count).map_while(|nth| parts[nth % threads].get(nth / threads).copied()).collect()
}

/// What futures are imagined from, and with.
struct Imagination<'a, B: Brain> {
    seen: &'a Match<B>,
    seat: Seat,
    level: &'a Level,
    limits: &'a Limits<'a>,
    pool: Match<B>,
    weights: Vec<f32>,
}

impl<B: Brain> Imagination<'_, B> {
    /// Plays on with imagined dice, following the plan to the end of the player turn and habits after it, and judges
    /// where that leads; with the number of decisions that it took. None when time is up.
    fn live_through(&mut self, plan: Plan, future: u64) -> Option<(f32, usize)> {
        let Imagination { seen, seat, level, limits, pool, weights } = self;
        let seat = *seat;
        pool.clone_from(seen);
        let mut dice = Dice::seeded(future);
        pool.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, &mut dice));
        pool.replace_dice(Dice::seeded(future ^ 0xd1ce));
        let turn_of = |at: &Match<B>| at.step().map(|step| at.rules().player_turn(step, at.board()));
        let (mut turns, mut last) = (0, turn_of(seen));
        let mut decisions = 0;
        while decisions < LONGEST {
            if let Some(outcome) = pool.outcome() {
                let result = match (outcome.winners.is_empty(), outcome.winners.contains(seat)) {
                    (true, _) => 0.0,
                    (false, true) => 1.0,
                    (false, false) => -1.0,
                };
                let margin = pool.rules().margin(pool.board(), seat);
                return Some((RESULT * result + (1.0 - RESULT) * margin, decisions));
            }
            if decisions % GLANCE == 0 && level.uses_clock && (limits.is_over)() {
                return None;
            }
            let turn = turn_of(pool);
            if turn != last {
                (last, turns) = (turn, turns + 1);
                if turns >= HORIZON {
                    break;
                }
            }
            play_on(pool, weights, &mut dice, |asked| {
                if turns == 0 && asked == seat { plan } else { Plan::ORDINARY }
            });
            decisions += 1;
        }
        let step = pool.step()?;
        Some((pool.rules().judge(step, pool.board(), seat).clamp(-1.0, 1.0), decisions))
    }
}
