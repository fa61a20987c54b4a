//! Matches between two players: pairs of games with sides swapped and the same dice.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::time::Duration;

use engine::{Seat, Setup, Viewer};
use games::Playable;
use serde::Serialize;

use crate::contestant::Contestant;
use crate::elo::{Estimate, Pairs, wilson};
use crate::error::LabError;
use crate::pace::Pace;
use crate::play::{Finished, Table};
use crate::player::{Failing, Player};
use crate::sprt::{Sprt, Verdict};
use crate::{seeds, sides, workers};

/// A match that is to be played.
pub struct Arena<'a> {
    /// The game.
    pub game: &'a dyn Playable,
    /// Scenario and options.
    pub setup: Setup,
    /// A and B.
    pub contestants: [Contestant; 2],
    /// The most pairs.
    pub pairs: u64,
    /// Where the dice come from.
    pub seed: u64,
    /// Time for each decision, for players with a clock.
    pub budget: Option<Duration>,
    /// Time for each player turn of a program.
    pub turn_budget: Option<Duration>,
    /// How many games run at once.
    pub threads: usize,
    /// When to stop early.
    pub sprt: Option<Sprt>,
    /// Which side A plays in all games, 0 for that of the first seat; else A and B swap sides, with the same dice.
    pub only_side: Option<usize>,
}

/// How one game went.
#[derive(Clone, Debug)]
pub struct GameResult {
    /// Half points for A: 0, 1 or 2.
    pub half_points: u8,
    /// Which side A had, 0 for that of the first seat.
    pub side: usize,
    /// How near A and B were to victory at the end, from 0 to 1.
    pub closeness: [f32; 2],
    /// How many decisions it had.
    pub decisions: usize,
    /// How many decisions the players imagined.
    pub imagined: usize,
    /// How long A and B thought.
    pub paces: Vec<Pace>,
    /// Who failed, if anyone: 0 for A, 1 for B, none for the rules themselves; how, and why.
    pub fault: Option<(Option<usize>, Failing, String)>,
    /// The whole game.
    pub record: String,
}

/// The results of the games so far.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Tally {
    /// Games that A won, drew, lost.
    pub games: [u64; 3],
    /// Pairs by A's half points.
    pub pairs: Pairs,
    /// Crashes, nonsense and time losses of A and of B.
    pub faults: [Faults; 2],
    /// Games that the rules themselves broke off.
    pub broken: u64,
    /// Games that the side of the first seat won, drew, lost, no matter which player had it.
    pub first_side: [u64; 3],
    /// A's games with each side.
    pub by_side: [BySide; 2],
    /// Decisions taken.
    pub decisions: usize,
    /// Decisions imagined.
    pub imagined: usize,
    /// How long A and B thought; not the same in two runs.
    #[serde(skip)]
    pub paces: [Pace; 2],
}

/// The results of games with one side.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct BySide {
    /// Games won, drawn, lost.
    pub games: [u64; 3],
    /// How near the player was to victory at the end, and its opponent, all games added up.
    pub closeness: [f64; 2],
}

impl BySide {
    /// How near player and opponent were to victory on average.
    pub fn mean_closeness(&self) -> [f64; 2] {
        let games = self.games.iter().sum::<u64>().max(1) as f64;
        self.closeness.map(|sum| sum / games)
    }
}

/// How often a player failed, by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    /// It ended or panicked.
    pub crashes: u64,
    /// It gave an answer that is not legal.
    pub nonsense: u64,
    /// It did not answer in time.
    pub late: u64,
}

impl Tally {
    /// Counts a pair.
    fn add(&mut self, pair: &[GameResult; 2]) {
        self.pairs.0[usize::from(pair[0].half_points + pair[1].half_points)] += 1;
        for game in pair {
            let lost_by = 2 - usize::from(game.half_points);
            self.games[lost_by] += 1;
            self.first_side[if game.side == 0 { lost_by } else { 2 - lost_by }] += 1;
            let own = &mut self.by_side[game.side];
            own.games[lost_by] += 1;
            for (sum, closeness) in own.closeness.iter_mut().zip(game.closeness) {
                *sum += f64::from(closeness);
            }
            self.decisions += game.decisions;
            self.imagined += game.imagined;
            for (all, pace) in self.paces.iter_mut().zip(&game.paces) {
                all.add(pace);
            }
            match &game.fault {
                Some((Some(who), failing, _)) => {
                    let faults = &mut self.faults[*who];
                    match failing {
                        Failing::Crash => faults.crashes += 1,
                        Failing::Nonsense => faults.nonsense += 1,
                        Failing::Late => faults.late += 1,
                    }
                }
                Some((None, ..)) => self.broken += 1,
                None => {}
            }
        }
    }

    /// A's score with Wilson's interval over single games.
    pub fn plain_score(&self) -> Estimate {
        let [won, drawn, lost] = self.games.map(|games| games as f64);
        wilson(won + drawn / 2.0, won + drawn + lost)
    }
}

impl Arena<'_> {
    /// Plays the match. `after_pair` gets each pair in turn, with the tally up to it.
    pub fn run(
        &self,
        mut after_pair: impl FnMut(u64, &[GameResult; 2], &Tally) -> Result<(), LabError>,
    ) -> Result<Tally, LabError> {
        let sides = sides::sides(self.game, &self.setup)?;
        let [first, second] = &sides[..] else {
            return Err(LabError::Setup(format!(
                "a match needs two sides, and this scenario has {}",
                sides.len()
            )));
        };
        let seating = |first_player: usize| -> BTreeMap<Seat, usize> {
            let firsts = first.iter().map(|seat| (*seat, first_player));
            firsts.chain(second.iter().map(|seat| (*seat, 1 - first_player))).collect()
        };
        let seatings = [seating(0), seating(1)];
        let rounds: [(usize, u64); 2] = match self.only_side {
            None => [(0, 0), (1, 0)],
            Some(side) => [(side, 0), (side, self.pairs)],
        };
        let names = self.contestants.each_ref().map(Contestant::name);
        let indices: Vec<u64> = (0..self.pairs).collect();
        let (mut tally, mut trouble) = (Tally::default(), None);
        // Players think on the cores that games do not fill.
        let each = (workers::cores() / self.threads.max(1)).max(1);
        workers::in_order(
            &indices,
            self.threads,
            || {
                self.contestants
                    .each_ref()
                    .map(|contestant| contestant.player(self.budget, self.turn_budget, each))
            },
            |players, index| {
                let [one, other] = rounds.map(|(side, later)| {
                    let seed = seeds::of_game(self.seed, index + later);
                    self.one_game(&names, side, &seatings[side], seed, players)
                });
                Ok([one?, other?])
            },
            |index, pair: Result<[GameResult; 2], LabError>| {
                let taken = pair.and_then(|pair| {
                    tally.add(&pair);
                    after_pair(index, &pair, &tally)
                });
                trouble = taken.err();
                let decided = self.sprt.is_some_and(|sprt| sprt.verdict(tally.pairs) != Verdict::Open);
                if decided || trouble.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        trouble.map_or(Ok(tally), Err)
    }

    fn one_game(
        &self,
        names: &[String],
        side: usize,
        seating: &BTreeMap<Seat, usize>,
        seed: u64,
        players: &mut [Box<dyn Player>],
    ) -> Result<GameResult, LabError> {
        let table = Table { game: self.game, setup: &self.setup, names, seating, seed };
        let Finished { session, fault, imagined, paces } = table.play(players, &mut |_| {})?;
        let half_points = match session.outcome() {
            Some((winners, _)) if !winners.is_empty() => {
                let a_won = winners.iter().any(|seat| seating.get(seat) == Some(&0));
                if a_won { 2 } else { 0 }
            }
            _ => 1,
        };
        let fault = fault.map(|(seat, fault)| {
            let who = seat.and_then(|seat| seating.get(&seat).copied());
            (who, fault.failing, fault.why)
        });
        let standing = session.standing(Viewer::Omniscient);
        let closeness = [0, 1].map(|player| {
            let seat = seating.iter().find(|(_, sits)| **sits == player).map(|(seat, _)| *seat);
            seat.map_or(0.0, |seat| standing.closeness(seat))
        });
        let record = session.record(Viewer::Omniscient).print();
        Ok(GameResult {
            half_points,
            side,
            closeness,
            decisions: session.seq(),
            imagined,
            paces,
            fault,
            record,
        })
    }
}
