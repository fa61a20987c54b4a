//! Computer players for any game, their types erased.

use std::fmt::Write;
use std::thread;

use engine::{Dice, Game, Seat, Session};

use crate::advise::{self, Advice, Warning};
use crate::brain::Brain;
use crate::foresee::foresee;
use crate::level::Level;
use crate::plan::{Followed, Plan, Survey, compare};
use crate::think::{Verdict, think};

/// What a computer player knows besides the game.
pub struct Limits<'a> {
    /// For its own dice.
    pub seed: u64,
    /// On how many threads it may think.
    pub threads: usize,
    /// Whether its time is up. Only levels with a clock ask.
    pub is_over: &'a (dyn Fn() -> bool + Sync),
    /// The plan that it follows, as it said with its last decision.
    pub plan: Option<Followed>,
}

/// A decision with its reason. The reason is for after the game and for study, never for the enemy during it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chosen {
    /// The typed form.
    pub text: String,
    /// Why, in a sentence: plan, what it expects, what it considered.
    pub reason: String,
    /// How many decisions it imagined for it.
    pub imagined: usize,
    /// The plan that it follows, where it plans.
    pub plan: Option<Followed>,
}

/// A brain's answer, which may be nothing; none if it does not know the game.
type Known<T> = Option<Option<T>>;

/// A brain with its types erased: each function answers if the game is the one that this brain knows.
struct Mind {
    think: fn(&dyn Session, Seat, &Level, &Limits) -> Option<Chosen>,
    advise: fn(&dyn Session, Seat, &Level, &Limits) -> Known<Advice>,
    warn: fn(&dyn Session, Seat, &str, &Level, &Limits) -> Known<Warning>,
    foresee: fn(&dyn Session, Seat) -> Option<f32>,
    player_turn: fn(&dyn Session) -> Option<u32>,
    stretch: fn(&dyn Session, Seat) -> Option<u32>,
}

impl Mind {
    /// The mind of a typed game.
    const fn of<B: Brain>() -> Mind {
        Mind {
            think: |session, seat, level, limits| {
                Some(consider(session.as_any().downcast_ref::<Game<B>>()?, seat, level, limits))
            },
            advise: |session, seat, level, limits| {
                Some(advise::advise(session.as_any().downcast_ref::<Game<B>>()?, seat, level, limits))
            },
            warn: |session, seat, text, level, limits| {
                Some(advise::warn(session.as_any().downcast_ref::<Game<B>>()?, seat, text, level, limits))
            },
            foresee: |session, seat| Some(foresee(session.as_any().downcast_ref::<Game<B>>()?.live(), seat)),
            player_turn: |session| {
                let live = session.as_any().downcast_ref::<Game<B>>()?.live();
                live.step().map(|step| live.rules().player_turn(step, live.board()))
            },
            stretch: |session, seat| {
                let live = session.as_any().downcast_ref::<Game<B>>()?.live();
                live.rules().stretch(live.step()?, live.board(), seat)
            },
        }
    }
}

/// The games that computers know how to play: one `Mind::of::<Rules>()` for each.
const BRAINS: [Mind; 3] =
    [Mind::of::<::cambrai::Cambrai>(), Mind::of::<big_push::BigPush>(), Mind::of::<verdun::Game>()];

/// Chooses for `seat`. None when the seat is not asked, or the game is unknown to computers.
pub fn choose(session: &dyn Session, seat: Seat, level: &Level, limits: &Limits) -> Option<Chosen> {
    if !session.asked().contains(&seat) {
        return None;
    }
    let thought = BRAINS.iter().find_map(|mind| (mind.think)(session, seat, level, limits));
    thought.or_else(|| by_chance(session, seat, limits))
}

/// What a level would do for `seat`, why, and what else could be done. None when the seat is not asked, or the game is
/// unknown to computers.
pub fn advise(session: &dyn Session, seat: Seat, level: &Level, limits: &Limits) -> Option<Advice> {
    BRAINS.iter().find_map(|mind| (mind.advise)(session, seat, level, limits)).flatten()
}

/// What speaks against a typed answer of `seat`, if it is a poor one.
pub fn warn(
    session: &dyn Session,
    seat: Seat,
    text: &str,
    level: &Level,
    limits: &Limits,
) -> Option<Warning> {
    BRAINS.iter().find_map(|mind| (mind.warn)(session, seat, text, level, limits)).flatten()
}

/// What a game promises `seat`, from -1 (lost) to 1 (won), judged with nothing hidden: for use after the
/// game. None when the game is unknown to computers.
pub fn promise(session: &dyn Session, seat: Seat) -> Option<f32> {
    BRAINS.iter().find_map(|mind| (mind.foresee)(session, seat))
}

/// The number of the player turn that a game is in: it changes whenever play passes on. None when the game is unknown
/// to computers, or over.
pub fn player_turn(session: &dyn Session) -> Option<u32> {
    BRAINS.iter().find_map(|mind| (mind.player_turn)(session))
}

/// The stretch of play that the open decision belongs to, if `seat` may plan it as a whole.
pub fn stretch(session: &dyn Session, seat: Seat) -> Option<u32> {
    BRAINS.iter().find_map(|mind| (mind.stretch)(session, seat))
}

/// Any legal option: for games without a brain.
fn by_chance(session: &dyn Session, seat: Seat, limits: &Limits) -> Option<Chosen> {
    let options = session.options(seat);
    let mut dice = Dice::seeded(limits.seed);
    let wanted = usize::from(dice.draw(250)) * usize::from(dice.draw(250));
    let text = options.get(wanted % options.len().max(1))?.clone();
    Some(Chosen { text, reason: "by chance".into(), imagined: 0, plan: None })
}

/// Thinks about a typed game.
pub fn consider<B: Brain>(game: &Game<B>, seat: Seat, level: &Level, limits: &Limits) -> Chosen {
    let seen = game.imagine(seat, &mut Dice::seeded(limits.seed));
    let (followed, survey) = follow(&seen, seat, level, limits);
    let plan = followed.map_or_else(|| unplanned(&seen, seat, level), |followed| followed.plan);
    let threads = if level.uses_clock { limits.threads.max(1) } else { 1 };
    let verdict = if threads == 1 {
        think(&seen, seat, level, plan, limits.seed, limits.is_over)
    } else {
        together(&seen, seat, level, plan, limits, threads)
    };
    let rules = game.rules();
    let mut reason = match seen.step() {
        Some(step) if level.temperature.is_finite() => rules.plan(step, seen.board(), seat, verdict.action),
        _ => "by chance".into(),
    };
    if let Some(value) = verdict.value() {
        let _ = write!(reason, "; expects {value:+.2} after {} continuations", verdict.samples);
        let others: Vec<String> = verdict
            .trials
            .iter()
            .filter(|trial| trial.action != verdict.action)
            .take(3)
            .map(|trial| format!("{} {:+.2}", rules.print(trial.action), trial.mean()))
            .collect();
        if !others.is_empty() {
            let _ = write!(reason, "; instead of {}", others.join(", "));
        }
    }
    if plan != Plan::ORDINARY {
        let name = rules.tempers(seen.board(), seat).get(usize::from(plan.temper)).unwrap_or(&"ordinary");
        let _ = write!(reason, "; plan {name}{}", if plan.is_varied() { ", varied" } else { "" });
    }
    let mut imagined = verdict.imagined;
    if let Some(survey) = survey {
        imagined += survey.imagined;
        let Survey { value, before, samples, .. } = survey;
        let _ = write!(
            reason,
            "; the plan leads to {value:+.2}, the one before to {before:+.2}, by {samples} futures"
        );
    }
    Chosen { text: rules.print(verdict.action), reason, imagined, plan: followed }
}

/// How a level plays where nothing is planned: by the seasoned temper if it plans at all, else by habits.
pub(crate) fn unplanned<B: Brain>(seen: &engine::Match<B>, seat: Seat, level: &Level) -> Plan {
    if level.planning > 0 { Plan::of(seen.rules().seasoned(seen.board(), seat)) } else { Plan::ORDINARY }
}

/// The plan to follow: the one in hand to the end of its player turn, challenged wherever a stretch of play begins.
pub(crate) fn follow<B: Brain>(
    seen: &engine::Match<B>,
    seat: Seat,
    level: &Level,
    limits: &Limits,
) -> (Option<Followed>, Option<Survey>) {
    let (Some(step), true) = (seen.step(), level.planning > 0) else { return (None, None) };
    let turn = seen.rules().player_turn(step, seen.board());
    let known = limits.plan.filter(|known| known.turn == turn);
    match seen.rules().stretch(step, seen.board(), seat) {
        Some(stretch) if known.is_none_or(|known| known.stretch != stretch) => {
            let survey = compare(seen, seat, level, limits, known.map(|known| known.plan));
            (Some(Followed { turn, stretch, plan: survey.plan }), Some(survey))
        }
        _ => (known, None),
    }
}

/// Thinks on several threads and counts their verdicts together.
fn together<B: Brain>(
    seen: &engine::Match<B>,
    seat: Seat,
    level: &Level,
    plan: Plan,
    limits: &Limits,
    threads: usize,
) -> Verdict<B::Action> {
    let share = &Level { samples: level.samples.div_ceil(threads), ..*level };
    let verdicts: Vec<Verdict<B::Action>> = thread::scope(|scope| {
        let thinking: Vec<_> = (0..threads as u64)
            .map(|nth| {
                scope.spawn(move || {
                    think(seen, seat, share, plan, limits.seed.wrapping_add(nth << 48), limits.is_over)
                })
            })
            .collect();
        thinking.into_iter().map(|one| one.join().expect("thinking does not fail")).collect()
    });
    Verdict::together(verdicts).expect("there is a thread")
}
