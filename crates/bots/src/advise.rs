//! Advice: what a level would do at the open decision, why, the other good answers, and what speaks against
//! an answer.
//!
//! The match is redealt first, as for computer players: what the seat cannot know takes other values.

use engine::{Dice, Game, Match, Seat};
use serde::Serialize;

use crate::brain::Brain;
use crate::level::Level;
use crate::plan::{Imagination, Plan};
use crate::player::{Limits, follow, unplanned};
use crate::think::Trial;

/// The fewest answers that are looked into, however light they are.
const LEAST: usize = 3;

/// The most answers that are looked into.
const MOST: usize = 6;

/// The most futures in which they meet.
const FUTURES: usize = 24;

/// How many alternatives are told.
const ALTERNATIVES: usize = 2;

/// A smaller difference is hardly one, on the scale from -1 to 1.
const HARDLY: f32 = 0.01;

/// From here on an answer is clearly worse.
const CLEARLY: f32 = 0.05;

/// From here on it is a blunder.
const BLUNDER: f32 = 0.15;

/// How much a difference is doubted after one future; more futures leave less doubt.
const DOUBT: f32 = 0.1;

/// What a level would do.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Advice {
    /// What it would do.
    pub best: Way,
    /// What else could be done, the better first.
    pub or: Vec<Way>,
    /// What tempts and is worse.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub not: Option<Way>,
}

/// One answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Way {
    /// Its typed form.
    pub play: String,
    /// The words of its button.
    pub label: String,
    /// What speaks for it, or against it, after "because".
    pub because: String,
    /// What the dice promise, where it rolls any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<String>,
    /// How much worse than the best it is.
    pub worse: Gap,
}

/// A difference in words. It rests on judgement, so it is not shown as a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Gap {
    /// It hardly matters.
    Hardly,
    /// A little.
    Slightly,
    /// Beyond doubt.
    Clearly,
}

/// What speaks against an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Warning {
    /// What kind of warning it is; a player can turn a kind off.
    pub kind: &'static str,
    /// One sentence.
    pub text: String,
}

impl Warning {
    pub(crate) fn new(kind: &'static str, text: impl Into<String>) -> Warning {
        Warning { kind, text: text.into() }
    }
}

/// What `level` would do for `seat`. None when the seat is not asked.
pub fn advise<B: Brain>(game: &Game<B>, seat: Seat, level: &Level, limits: &Limits) -> Option<Advice> {
    let seen = game.imagine(seat, &mut Dice::seeded(limits.seed));
    let desk = Desk::open(&seen, seat, level, limits)?;
    let mut trials = desk.trials(&desk.candidates(None));
    trials.sort_by(|one, other| other.promise().total_cmp(&one.promise()));
    let (best, rest) = trials.split_first()?;
    let not = desk.tempting(best, rest);
    let others = rest.iter().filter(|trial| not.as_ref().is_none_or(|(action, _)| *action != trial.action));
    let or = others.take(ALTERNATIVES).map(|trial| desk.way(trial, best)).collect();
    let not = not.map(|(action, because)| {
        let trial = rest.iter().find(|trial| trial.action == action);
        let worse = trial.map_or(Gap::Clearly, |trial| gap(best, trial));
        Way { because, worse, ..desk.described(action) }
    });
    Some(Advice { best: desk.way(best, best), or, not })
}

/// What speaks against an answer of `seat`, typed on one line or on one for each answer of an order: a plain fault of any
/// of them, or that `level` expects much more of another one than of the first.
pub fn warn<B: Brain>(
    game: &Game<B>,
    seat: Seat,
    text: &str,
    level: &Level,
    limits: &Limits,
) -> Option<Warning> {
    let seen = game.imagine(seat, &mut Dice::seeded(limits.seed));
    let desk = Desk::open(&seen, seat, level, limits)?;
    if let Some(fault) = plain_fault(&seen, seat, text) {
        return Some(fault);
    }
    let first = text.lines().next()?;
    let [action] = seen.rules().parse(seen.step()?, seen.board(), first).ok()?[..] else { return None };
    if !desk.options.contains(&action) || desk.options.len() < 2 {
        return None;
    }
    let mut trials = desk.trials(&desk.candidates(Some(action)));
    trials.sort_by(|one, other| other.promise().total_cmp(&one.promise()));
    let best = trials.first()?;
    let own = trials.iter().find(|trial| trial.action == action)?;
    let (ahead, error) = ahead(best, own);
    let better = desk.described(best.action).label;
    (ahead > BLUNDER && ahead > 2.0 * error)
        .then(|| Warning::new("judgement", format!("The {} expects much more of this: {better}.", level.id)))
}

/// The first plain fault of some typed answers, which are given one after the other as far as no die falls.
fn plain_fault<B: Brain>(seen: &Match<B>, seat: Seat, text: &str) -> Option<Warning> {
    let mut copy = seen.clone();
    for line in text.lines() {
        for action in copy.rules().parse(copy.step()?, copy.board(), line).ok()? {
            let options = copy.options_of(seat);
            if !options.contains(&action) {
                return None;
            }
            let step = copy.step()?;
            if let Some(warning) = copy.rules().warning(step, copy.board(), seat, &options, action) {
                return Some(warning);
            }
            copy.play(seat, action, None).ok()?;
            if !copy.rolled().is_empty() || copy.asked().only() != Some(seat) {
                return None;
            }
        }
    }
    None
}

/// An open decision with what is needed to think about it.
struct Desk<'a, B: Brain> {
    seen: &'a Match<B>,
    seat: Seat,
    level: Level,
    limits: &'a Limits<'a>,
    plan: Plan,
    options: Vec<B::Action>,
    weights: Vec<f32>,
}

impl<'a, B: Brain> Desk<'a, B> {
    fn open(seen: &'a Match<B>, seat: Seat, level: &Level, limits: &'a Limits<'a>) -> Option<Desk<'a, B>> {
        let step = seen.step().filter(|_| seen.asked().contains(seat))?;
        let (followed, _) = follow(seen, seat, level, limits);
        let plan = followed.map_or_else(|| unplanned(seen, seat, level), |followed| followed.plan);
        let options = seen.options_of(seat);
        let mut weights = Vec::with_capacity(options.len());
        seen.rules().weigh_by(plan, step, seen.board(), seat, &options, &mut weights);
        // A player waits for the answer: the clock counts at any level.
        let level = Level { uses_clock: true, ..*level };
        Some(Desk { seen, seat, level, limits, plan, options, weights })
    }

    /// The answers worth looking into, the heaviest first, each with how much lighter it is than the
    /// heaviest. `also` is always among them.
    fn candidates(&self, also: Option<B::Action>) -> Vec<(B::Action, f32)> {
        let mut ranked: Vec<(B::Action, f32)> =
            self.options.iter().copied().zip(self.weights.iter().copied()).collect();
        ranked.sort_by(|one, other| other.1.total_cmp(&one.1));
        let best = ranked.first().map_or(0.0, |(_, weight)| *weight);
        let own = ranked.iter().find(|(action, _)| Some(*action) == also).copied();
        let within = ranked.iter().take_while(|(_, weight)| *weight >= best - self.level.reach).count();
        ranked.truncate(within.clamp(LEAST, MOST));
        if let Some(own) = own.filter(|own| !ranked.contains(own)) {
            ranked.push(own);
        }
        ranked.into_iter().map(|(action, weight)| (action, weight - best)).collect()
    }

    /// All candidates meet the same futures until time is up. A future counts only when all have met it; with
    /// no such future the first impression decides.
    fn trials(&self, candidates: &[(B::Action, f32)]) -> Vec<Trial<B::Action>> {
        let mut trials: Vec<Trial<B::Action>> =
            candidates.iter().map(|(action, weight)| Trial::new(*action, *weight)).collect();
        if trials.len() < 2 {
            return trials;
        }
        let mut imagination = Imagination::of(self.seen, self.seat, &self.level, self.limits);
        for nth in 0..FUTURES {
            let future = self.limits.seed.wrapping_add((nth as u64) << 32);
            let values: Vec<f32> = trials
                .iter()
                .map_while(|trial| imagination.live_through(Some(trial.action), self.plan, future))
                .map(|(value, _)| value)
                .collect();
            if values.len() < trials.len() {
                break;
            }
            for (trial, value) in trials.iter_mut().zip(values) {
                trial.values.push(value);
            }
        }
        trials
    }

    /// An answer in words, with nothing that speaks for it yet.
    fn described(&self, action: B::Action) -> Way {
        let (rules, board) = (self.seen.rules(), self.seen.board());
        let step = self.seen.step().expect("a decision has a step");
        let odds = rules.odds(step, board, self.seat, action);
        Way {
            play: rules.print(action),
            label: rules.describe(step, board, self.seat, action).label,
            because: String::new(),
            odds: odds.map(|odds| odds.summary),
            worse: Gap::Hardly,
        }
    }

    fn way(&self, trial: &Trial<B::Action>, best: &Trial<B::Action>) -> Way {
        let step = self.seen.step().expect("a decision has a step");
        let because = self.seen.rules().because(step, self.seen.board(), self.seat, trial.action);
        Way { because, worse: gap(best, trial), ..self.described(trial.action) }
    }

    /// The tempting answer that is worse than the best: the one the game names, or the one that looked best
    /// at first sight.
    fn tempting(&self, best: &Trial<B::Action>, rest: &[Trial<B::Action>]) -> Option<(B::Action, String)> {
        let (rules, board) = (self.seen.rules(), self.seen.board());
        let known = rules.tempting(self.seen.step()?, board, self.seat, &self.options, best.action);
        // An answer that turned out as good as the best is not shown as a temptation.
        let known = known.filter(|(action, _)| {
            rest.iter()
                .find(|trial| trial.action == *action)
                .is_none_or(|trial| gap(best, trial) != Gap::Hardly)
        });
        known.or_else(|| {
            let heaviest = rest.iter().max_by(|one, other| one.weight.total_cmp(&other.weight))?;
            (heaviest.weight > best.weight && gap(best, heaviest) != Gap::Hardly)
                .then(|| (heaviest.action, "it looks better at first sight and leads to less".into()))
        })
    }
}

/// How far an option is ahead of another, and how much of that may be chance.
fn ahead<A>(best: &Trial<A>, other: &Trial<A>) -> (f32, f32) {
    let (ahead, error) = best.ahead_of(other);
    (ahead, error.max(DOUBT / best.values.len().max(1) as f32))
}

/// How much worse than the best an option turned out to be, as far as the futures tell.
fn gap<A>(best: &Trial<A>, other: &Trial<A>) -> Gap {
    let (ahead, error) = ahead(best, other);
    if ahead < HARDLY.max(error) {
        Gap::Hardly
    } else if ahead < CLEARLY {
        Gap::Slightly
    } else {
        Gap::Clearly
    }
}
