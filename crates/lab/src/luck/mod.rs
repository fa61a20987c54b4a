//! The ledger of luck: what each roll of a finished game was worth, and to whom.
//!
//! A roll's effect is the worth of the game after its dice, less the worth that could be expected of them.
//! The decisions before and after it belong to the players; only the dice are luck.

mod expect;
mod page;

pub use page::{html, text};

use std::ops::ControlFlow;

use engine::record::What;
use engine::{Record, RecordError, Seat, Session, Setup, Start, Viewer};
use games::{Library, Playable};
use serde::Serialize;

use crate::view::View;
use crate::{seeds, sides, workers};
use expect::{Expected, Value, expected};

/// The ledger of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ledger {
    /// The game's id.
    pub game: String,
    /// The scenario's id.
    pub scenario: String,
    /// How it ended, if it has.
    pub result: Option<String>,
    /// What effects are measured in.
    pub measure: Measure,
    /// The sides and what the dice gave them.
    pub sides: Vec<SideLuck>,
    /// Every roll in order.
    pub rolls: Vec<RollLuck>,
}

/// What effects are measured in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Measure {
    /// The expected result as the computer players judge it, from -1 (lost) to 1 (won).
    Result,
    /// Victory points on the game's own track.
    Points,
    /// Nothing: the game has neither.
    None,
}

/// What the dice gave a side.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideLuck {
    /// Its seats' names.
    pub name: String,
    /// The nation of its first seat, for its colour.
    pub nation: String,
    /// By all dice.
    pub total: f64,
    /// By the dice of its own actions.
    pub own: f64,
    /// By the dice of the enemy's.
    pub enemy: f64,
    /// The standard error of the total, because some rolls were sampled.
    pub error: f64,
}

/// One roll: all the dice that one action rolled.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RollLuck {
    /// The number of its action in the record; 0 for the dice before the first decision.
    pub action: usize,
    /// The turn.
    pub turn: u16,
    /// The side that acted, by its number in `sides`; none before the first decision.
    pub side: Option<usize>,
    /// The typed form of the action.
    pub text: String,
    /// The dice.
    pub dice: Vec<u8>,
    /// What happened, in sentences.
    pub told: String,
    /// The cases of that.
    pub cases: Vec<String>,
    /// What could be expected for each side.
    pub expected: Vec<f64>,
    /// What the roll brought.
    pub actual: Vec<f64>,
    /// The difference.
    pub effect: Vec<f64>,
    /// Whether every fall of the dice was looked at; otherwise some were sampled.
    pub exact: bool,
    /// The standard error of what could be expected; 0 if every fall was looked at.
    pub error: f64,
}

/// How much work to do.
#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// If there are no more falls of the dice than these, all are looked at.
    pub few: u64,
    /// How many falls of the dice are sampled where there are too many to look at all.
    pub samples: u64,
    /// How many threads to use.
    pub threads: usize,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { few: 36, samples: 48, threads: 1 }
    }
}

/// The ledger of a record, judged by the computer players, or by victory points where they do not know the game.
pub fn ledger(library: &Library, record: &Record) -> Result<Ledger, RecordError> {
    ledger_with(library, record, Effort::default(), &promise, &|_, _| true)
}

/// Takes how many rolls are done, and of how many; says whether to go on.
pub type GoOn<'a> = &'a dyn Fn(usize, usize) -> bool;

/// What a game promises a seat, if that can be said.
pub type Judge<'a> = &'a (dyn Fn(&dyn Session, Seat) -> Option<f64> + Sync);

/// The judgement of the computer players.
pub fn promise(session: &dyn Session, seat: Seat) -> Option<f64> {
    bots::promise(session, seat).map(f64::from)
}

/// The same with another effort and another judge.
pub fn ledger_with(
    library: &Library,
    record: &Record,
    effort: Effort,
    judge: Judge,
    go_on: GoOn,
) -> Result<Ledger, RecordError> {
    let wrong = |reason: String| RecordError { line: 1, reason };
    let session = library.replay(record, None)?;
    let header = &record.header;
    let game = library.game_of(header);
    let game = game.ok_or_else(|| wrong(format!("there is no game '{}'", header.game)))?.as_ref();
    let full = session.record(Viewer::Omniscient);
    let sides = sides::sides(game, &full.header.setup).map_err(|error| wrong(error.to_string()))?;
    let book = Book { game, session: session.as_ref(), full: &full, sides: &sides, judge, effort, go_on };
    book.write().ok_or_else(|| wrong("the ledger was broken off".into()))
}

/// Weighs one roll. Several threads may do so at once.
struct Bench<'a> {
    session: &'a dyn Session,
    sides: &'a [Vec<Seat>],
    judge: Judge<'a>,
    effort: Effort,
}

impl Bench<'_> {
    /// What a game is worth to each side.
    fn value(&self, measure: Measure, session: &dyn Session) -> Value {
        match measure {
            Measure::Result => {
                self.sides.iter().map(|side| (self.judge)(session, side[0]).unwrap_or_default()).collect()
            }
            Measure::Points => {
                let points = self.points(session).unwrap_or_else(|| vec![0; self.sides.len()]);
                points.into_iter().map(|points| points as f64).collect()
            }
            Measure::None => vec![0.0; self.sides.len()],
        }
    }

    fn points(&self, session: &dyn Session) -> Option<Vec<i64>> {
        View::of(session).points(session.title(), self.sides)
    }

    fn roll(
        &self,
        seq: usize,
        measure: Measure,
        told: &[engine::wire::Told],
        turns: &[u16],
    ) -> Option<RollLuck> {
        let session = self.session;
        let value = |session: &dyn Session| self.value(measure, session);
        let dice: Vec<u8> = session.rolled(seq).iter().map(|die| die.value).collect();
        let one = session.excerpt(seq)?;
        let actual = value(one.as_ref());
        let Expected { mean: expected, error, is_exact: exact } =
            expected(one.as_ref(), seq, self.effort, &value)?;
        let seat = session.seat_of(seq)?;
        let What::Act { text, .. } = session.entry(seq)? else { return None };
        let told = &told[session.events_after(seq)..session.events_after(seq + 1)];
        let mut with_dice: Vec<&engine::wire::Told> =
            told.iter().filter(|told| !told.rolls.is_empty()).collect();
        if with_dice.is_empty() {
            with_dice = told.iter().collect();
        }
        let mut cases: Vec<String> = with_dice.iter().flat_map(|told| told.cases.clone()).collect();
        cases.sort();
        cases.dedup();
        Some(RollLuck {
            action: seq + 1,
            turn: turns.get(seq).copied().unwrap_or_default(),
            side: self.sides.iter().position(|side| side.contains(&seat)),
            text,
            dice,
            told: with_dice.iter().map(|told| told.text.as_str()).collect::<Vec<_>>().join(" "),
            cases,
            effect: actual.iter().zip(&expected).map(|(actual, expected)| actual - expected).collect(),
            expected,
            actual,
            exact,
            error,
        })
    }
}

/// A ledger that is being written.
struct Book<'a> {
    game: &'a dyn Playable,
    session: &'a dyn Session,
    full: &'a Record,
    sides: &'a [Vec<Seat>],
    judge: Judge<'a>,
    effort: Effort,
    go_on: GoOn<'a>,
}

impl Book<'_> {
    /// The ledger; none if it was broken off.
    fn write(&self) -> Option<Ledger> {
        let measure = self.measure();
        let mut rolls: Vec<RollLuck> = self.before_the_first_decision(measure).into_iter().collect();
        let rolled: Vec<u64> = (0..self.session.seq())
            .filter(|seq| !self.session.rolled(*seq).is_empty())
            .map(|seq| seq as u64)
            .collect();
        let told = self.session.events(0, Viewer::Omniscient);
        let turns = self.turns();
        let (mut done, mut is_whole) = (0, (self.go_on)(0, rolled.len()));
        if !is_whole {
            return None;
        }
        let bench = self.bench();
        workers::in_order(
            &rolled,
            self.effort.threads,
            || (),
            |(), seq| bench.roll(seq as usize, measure, &told, &turns),
            |_, roll| {
                rolls.extend(roll);
                done += 1;
                is_whole = (self.go_on)(done, rolled.len());
                if is_whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            },
        );
        if !is_whole {
            return None;
        }
        let sides = (0..self.sides.len()).map(|side| self.side_luck(side, &rolls)).collect();
        Some(Ledger {
            game: self.full.header.game.clone(),
            scenario: self.full.header.setup.scenario.clone(),
            result: self.session.outcome().map(|(_, result)| result),
            measure,
            sides,
            rolls,
        })
    }

    fn bench(&self) -> Bench<'_> {
        Bench { session: self.session, sides: self.sides, judge: self.judge, effort: self.effort }
    }

    /// The judge if he has an opinion, else the track if there is one.
    fn measure(&self) -> Measure {
        if (self.judge)(self.session, self.sides[0][0]).is_some() {
            Measure::Result
        } else if self.bench().points(self.session).is_some() {
            Measure::Points
        } else {
            Measure::None
        }
    }

    /// The turn of each action.
    fn turns(&self) -> Vec<u16> {
        let mut turns = Vec::with_capacity(self.session.seq());
        let mut turn = self.opened(None).map_or(1, |opened| opened.turn());
        for line in &self.full.lines {
            match &line.what {
                What::Act { .. } | What::Sealed { .. } => turns.push(turn),
                What::Hash { turn: next, .. } => turn = *next,
                What::Start(_) | What::Result(_) | What::Secret(_) => {}
            }
        }
        turns
    }

    /// The game as it began, with its own dice or with others.
    fn opened(&self, seed: Option<u64>) -> Option<Box<dyn Session>> {
        let header = &self.full.header;
        if let Some(seed) = seed {
            let setup: Setup = header.setup.clone();
            let position = header.position.clone();
            return self.game.open(Start { position, ..Start::seeded(setup, seed) }).ok();
        }
        let mut record = self.full.clone();
        record.lines.retain(|line| matches!(line.what, What::Start(_) | What::Secret(_)));
        self.game.replay(&record, None).ok()
    }

    /// Dice that were rolled before anybody decided anything.
    fn before_the_first_decision(&self, measure: Measure) -> Option<RollLuck> {
        let dice = self.full.lines.iter().find_map(|line| match &line.what {
            What::Start(dice) => Some(dice.iter().map(|die| die.value).collect::<Vec<u8>>()),
            _ => None,
        })?;
        let opened = self.opened(None)?;
        let bench = self.bench();
        let actual = bench.value(measure, opened.as_ref());
        let others: Vec<Value> = (0..self.effort.samples)
            .filter_map(|nth| Some(bench.value(measure, self.opened(Some(seeds::of_game(0, nth)))?.as_ref())))
            .collect();
        let expected: Value = (0..actual.len())
            .map(|side| others.iter().map(|value| value[side]).sum::<f64>() / others.len().max(1) as f64)
            .collect();
        Some(RollLuck {
            action: 0,
            turn: opened.turn(),
            side: None,
            text: "before the first decision".into(),
            dice,
            told: opened
                .events(0, Viewer::Omniscient)
                .into_iter()
                .map(|told| told.text)
                .collect::<Vec<_>>()
                .join(" "),
            cases: Vec::new(),
            effect: actual.iter().zip(&expected).map(|(actual, expected)| actual - expected).collect(),
            expected,
            actual,
            exact: false,
            error: 0.0,
        })
    }

    fn side_luck(&self, side: usize, rolls: &[RollLuck]) -> SideLuck {
        let sum = |wanted: &dyn Fn(&RollLuck) -> bool| -> f64 {
            rolls.iter().filter(|roll| wanted(roll)).map(|roll| roll.effect[side]).sum()
        };
        let first = usize::from(self.sides[side][0].0);
        SideLuck {
            name: sides::side_name(self.game, &self.sides[side]),
            nation: self.game.title().seats[first].nation.clone(),
            total: sum(&|_| true),
            own: sum(&|roll| roll.side == Some(side)),
            enemy: sum(&|roll| roll.side.is_some_and(|other| other != side)),
            error: rolls.iter().map(|roll| roll.error * roll.error).sum::<f64>().sqrt(),
        }
    }
}
