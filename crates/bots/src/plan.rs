//! Plans: how a player goes about its player turn, found by trying changes and keeping what helps.
//!
//! A plan is a temper and a few whims. A temper is how a player values ground and blood; a whim is one thing
//! that it does differently in one place. At the beginning of each stretch of play the plan in hand is
//! challenged: by other tempers, and by itself with one whim more. All meet the same imagined futures, where
//! the dice of each place are the same for all, against an enemy of ordinary habits.

use std::thread;

use engine::{Dice, Match, Seat};

use crate::brain::Brain;
use crate::fortune::Fortune;
use crate::level::Level;
use crate::player::Limits;
use crate::think::Trial;

/// How a player goes about a player turn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Which of the tempers that the brain knows; 0 is the ordinary one.
    pub temper: u8,
    /// What it does differently, the last found last.
    pub whims: [Whim; WHIMS],
}

/// How many whims a plan may have.
const WHIMS: usize = 8;

/// Something that a plan does differently in one place.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Whim {
    /// Where, as the brain counts places.
    pub place: u16,
    /// What, as the brain understands it; 0 for nothing.
    pub kind: u8,
}

impl Plan {
    /// Habits as they are.
    pub const ORDINARY: Plan = Plan::of(0);

    /// A temper and no whim.
    pub(crate) const fn of(temper: u8) -> Plan {
        Plan { temper, whims: [Whim { place: 0, kind: 0 }; WHIMS] }
    }

    /// Whether it does anything differently in some place.
    pub(crate) fn is_varied(&self) -> bool {
        self.whims.iter().any(|whim| whim.kind > 0)
    }

    /// The plan with one whim more; the oldest is forgotten when there are too many.
    fn with(mut self, whim: Whim) -> Plan {
        self.whims.rotate_left(1);
        self.whims[WHIMS - 1] = whim;
        self
    }
}

/// A plan in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Followed {
    /// The player turn, to whose end it is followed.
    pub turn: u32,
    /// The stretch of play for which it was challenged last.
    pub stretch: u32,
    /// The plan.
    pub plan: Plan,
}

/// What a comparison of plans found.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The plan to follow.
    pub plan: Plan,
    /// What it leads to on average, from -1 to 1.
    pub value: f32,
    /// The same for the plan that was in hand.
    pub before: f32,
    /// How many futures were imagined.
    pub samples: usize,
    /// How many decisions these had together.
    pub imagined: usize,
}

/// How many plans challenge the one in hand in a round.
const CHALLENGERS: usize = 16;

/// How many of them have another temper, in the first round.
const TEMPERS: usize = 3;

/// The heats of a round: in how many futures the plans meet, and how many challengers at most are left after
/// that; only those ahead are kept. All futures of a round count.
const HEATS: [(usize, usize); 3] = [(2, 5), (6, 2), (12, 1)];

/// By how many standard errors a challenger must be ahead to be followed.
const DOUBT: f32 = 1.0;

/// How long a future may be before it is judged anyway.
const LONGEST: usize = 6000;

/// A future is judged after this many player turns: one's own, the enemy's, and the night.
const HORIZON: u32 = 3;

/// The clock is read once in this many decisions.
const GLANCE: usize = 16;

/// The share of the bare result in the value of a finished game; the rest is how narrow it was.
const RESULT: f32 = 0.5;

/// The plan of a seat that has none yet: what has done best in many games.
fn seasoned<B: Brain>(seen: &Match<B>, seat: Seat) -> Plan {
    Plan::of(seen.rules().seasoned(seen.board(), seat))
}

/// Challenges the plan in hand for the stretch of play that begins with the open decision of `seen`, a match as `seat`
/// may imagine it.
pub fn compare<B: Brain>(
    seen: &Match<B>,
    seat: Seat,
    level: &Level,
    limits: &Limits,
    in_hand: Option<Plan>,
) -> Survey {
    let mut places = Vec::new();
    seen.rules().places(seen.board(), seat, &mut places);
    let mut muse = Muse {
        dice: Dice::seeded(limits.seed),
        tempers: seen.rules().tempers(seen.board(), seat).len() as u8,
        places,
    };
    let plan = in_hand.unwrap_or_else(|| seasoned(seen, seat));
    let mut survey = Survey { plan, value: 0.0, before: 0.0, samples: 0, imagined: 0 };
    let is_over = || level.uses_clock && (limits.is_over)();
    while survey.imagined < level.planning && !is_over() {
        let is_first = survey.samples == 0;
        let mut trials = vec![Trial::new(survey.plan, 0.0)];
        for nth in 0..CHALLENGERS {
            let plan = muse.challenger(survey.plan, is_first && nth < TEMPERS);
            if trials.iter().all(|trial| trial.action != plan) {
                trials.push(Trial::new(plan, 0.0));
            }
        }
        for (futures, kept) in HEATS {
            let futures = muse.futures(futures);
            let plans: Vec<Plan> = trials.iter().map(|trial| trial.action).collect();
            let values = imagine_all(seen, seat, level, limits, &plans, &futures);
            survey.samples += values.len();
            survey.imagined += values.iter().map(|(_, decisions)| decisions).sum::<usize>();
            // When time is up, futures that not all have met do not count.
            let whole = values.len() / plans.len();
            for (index, (value, _)) in values.into_iter().enumerate().take(whole * plans.len()) {
                trials[index % plans.len()].values.push(value);
            }
            let least = trials[0].mean();
            trials[1..].sort_by(|one, other| other.mean().total_cmp(&one.mean()));
            let ahead = trials[1..].iter().take(kept).filter(|trial| trial.mean() > least).count();
            trials.truncate(1 + ahead);
            if ahead == 0 || whole < futures.len() {
                break;
            }
        }
        if trials[0].values.len() < HEATS[0].0 {
            break;
        }
        survey.value = trials[0].mean();
        if is_first {
            survey.before = survey.value;
        }
        if let [in_hand, best, ..] = &trials[..] {
            let (ahead, error) = best.ahead_of(in_hand);
            if ahead > DOUBT * error {
                (survey.plan, survey.value) = (best.action, best.mean());
            }
        }
    }
    survey
}

/// What a player could do instead, and what may happen.
struct Muse {
    dice: Dice,
    tempers: u8,
    places: Vec<(u16, f32)>,
}

impl Muse {
    /// The plan in hand in another temper, or with a whim more.
    fn challenger(&mut self, plan: Plan, in_another_temper: bool) -> Plan {
        let challenger = match self.place() {
            Some(place) if !in_another_temper => plan.with(Whim { place, kind: self.dice.draw(250) }),
            _ => Plan { temper: self.dice.draw(self.tempers) - 1, ..plan },
        };
        self.dice.forget();
        challenger
    }

    /// A random place; places on which more depends come more often.
    fn place(&mut self) -> Option<u16> {
        let drawn = (0..2).fold(0.0, |part, _| (part + f32::from(self.dice.draw(250) - 1)) / 250.0);
        let mut left = drawn * self.places.iter().map(|(_, weight)| weight).sum::<f32>();
        let is_drawn = |(_, weight): &&(u16, f32)| {
            left -= weight;
            left < 0.0
        };
        self.places.iter().find(is_drawn).or(self.places.last()).map(|(place, _)| *place)
    }

    /// `count` new futures.
    fn futures(&mut self, count: usize) -> Vec<u64> {
        let future = |dice: &mut Dice| (0..4).fold(0, |seed, _| seed << 8 | u64::from(dice.draw(250)));
        let futures = (0..count).map(|_| future(&mut self.dice)).collect();
        self.dice.forget();
        futures
    }
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
        let mut imagination = Imagination::of(seen, seat, level, limits);
        (first..count)
            .step_by(threads)
            .map_while(|nth| {
                imagination.live_through(None, plans[nth % plans.len()], futures[nth / plans.len()])
            })
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
pub(crate) struct Imagination<'a, B: Brain> {
    seen: &'a Match<B>,
    seat: Seat,
    level: &'a Level,
    limits: &'a Limits<'a>,
    pool: Match<B>,
    weights: Vec<f32>,
}

impl<'a, B: Brain> Imagination<'a, B> {
    /// Futures of the open decision of `seen`, a match as `seat` may imagine it.
    pub(crate) fn of(
        seen: &'a Match<B>,
        seat: Seat,
        level: &'a Level,
        limits: &'a Limits<'a>,
    ) -> Imagination<'a, B> {
        Imagination { seen, seat, level, limits, pool: seen.clone(), weights: Vec::new() }
    }

    /// Gives the first answer, if there is one, and plays on with imagined dice: by the plan to the end of
    /// the player turn, by ordinary habits after it. Returns the judgement of where that leads and the number
    /// of decisions taken; none when time is up.
    pub(crate) fn live_through(
        &mut self,
        first: Option<B::Action>,
        plan: Plan,
        future: u64,
    ) -> Option<(f32, usize)> {
        let Imagination { seen, seat, level, limits, pool, weights } = self;
        let seat = *seat;
        pool.clone_from(seen);
        let mut dice = Dice::seeded(future);
        pool.rewrite(|rules, board, stack| rules.redeal(board, stack, seat, &mut dice));
        let usual = seasoned(seen, seat);
        let mut fortune = Fortune::of(future);
        let turn_of = |at: &Match<B>| at.step().map(|step| at.rules().player_turn(step, at.board()));
        let (mut turns, mut last) = (0, turn_of(seen));
        let mut decisions = 0;
        if let Some(first) = first {
            fortune.play(pool, seat, first);
            decisions += 1;
        }
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
            fortune.play_on(pool, weights, |asked| match (asked == seat, turns) {
                (true, 0) => plan,
                (true, _) => usual,
                (false, _) => Plan::ORDINARY,
            });
            decisions += 1;
        }
        let step = pool.step()?;
        Some((pool.rules().judge(step, pool.board(), seat).clamp(-1.0, 1.0), decisions))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_on_which_more_depends_come_to_mind_more_often() {
        let mut muse = Muse { dice: Dice::seeded(3), tempers: 1, places: vec![(0, 1.0), (1, 0.0), (2, 3.0)] };
        let mut drawn = [0; 3];
        for _ in 0..400 {
            drawn[usize::from(muse.place().expect("there are places"))] += 1;
        }
        assert_eq!(drawn[1], 0, "nothing depends on it");
        assert!(drawn[0] > 50 && drawn[2] > 2 * drawn[0], "{drawn:?}");
        muse.places.clear();
        assert_eq!(muse.place(), None);
    }
}
