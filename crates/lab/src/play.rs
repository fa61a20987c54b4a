//! One game from its first die to its end.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use engine::{Seat, Session, Setup, Start};
use games::Playable;

use crate::clock::Stopwatch;
use crate::error::LabError;
use crate::pace::Pace;
use crate::player::{Failing, Fault, Player, panic_text};
use crate::seeds;

/// No game has more decisions; one that does is broken off and counts as a draw.
const LONGEST: usize = 1_000_000;

/// Who sits where, and what they play.
pub struct Table<'a> {
    /// The game.
    pub game: &'a dyn Playable,
    /// Scenario and options.
    pub setup: &'a Setup,
    /// The players' names as the record has them, by their number.
    pub names: &'a [String],
    /// Which player has which seat.
    pub seating: &'a BTreeMap<Seat, usize>,
    /// For the dice, and for the players' own.
    pub seed: u64,
}

/// A game that was played.
pub struct Finished {
    /// At its end.
    pub session: Box<dyn Session>,
    /// Who failed, if that ended the game: a seat, or the rules themselves.
    pub fault: Option<(Option<Seat>, Fault)>,
    /// How many decisions the players imagined.
    pub imagined: usize,
    /// How long each player thought, by its number.
    pub paces: Vec<Pace>,
}

impl Table<'_> {
    /// Plays to the end. A player who fails resigns thereby. `watch` is called before and after every action.
    pub fn play(
        &self,
        players: &mut [Box<dyn Player>],
        watch: &mut dyn FnMut(&dyn Session),
    ) -> Result<Finished, LabError> {
        let mut session = self.game.open(self.start()).map_err(LabError::Setup)?;
        let (mut fault, mut imagined) = (None, 0);
        let mut paces = vec![Pace::default(); players.len()];
        watch(session.as_ref());
        while let (Some(seat), None) = (session.asked().first().copied(), &fault) {
            let player = self.seating.get(&seat).copied();
            let player = player.ok_or_else(|| LabError::Setup("a seat is asked that nobody has".into()))?;
            let seed = seeds::of_decision(self.seed, player, seat, session.seq());
            let begun = Stopwatch::start();
            let answer = players[player].answer(session.as_ref(), seat, seed);
            paces[player].note(bots::player_turn(session.as_ref()), begun.elapsed());
            imagined += answer.as_ref().map_or(0, |answer| answer.imagined);
            let played = answer.map_err(|failed| (Some(seat), failed));
            fault = played.and_then(|answer| play_line(session.as_mut(), seat, &answer.text)).err();
            if let Some((Some(seat), _)) = fault {
                session.play(seat, "resign").map_err(|refusal| LabError::Setup(refusal.error))?;
            }
            watch(session.as_ref());
        }
        for (seat, player) in self.seating {
            players[*player].over(session.as_ref(), *seat);
        }
        Ok(Finished { session, fault, imagined, paces })
    }

    fn start(&self) -> Start {
        let mut start = Start::seeded(self.setup.clone(), self.seed);
        for (seat, player) in self.seating {
            let id = self.game.title().seats[usize::from(seat.0)].id.clone();
            start.players.insert(id, self.names[*player].clone());
        }
        start
    }
}

/// Plays a typed line. A refused line is the player's fault, a panic is the fault of the rules.
fn play_line(session: &mut dyn Session, seat: Seat, text: &str) -> Result<(), (Option<Seat>, Fault)> {
    if session.seq() > LONGEST {
        return Err((None, Fault::new(Failing::Late, format!("no end after {LONGEST} decisions"))));
    }
    match catch_unwind(AssertUnwindSafe(|| session.play(seat, text))) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(refusal)) => Err((Some(seat), Fault::new(Failing::Nonsense, refusal.error))),
        Err(panic) => Err((None, Fault::new(Failing::Crash, panic_text(&*panic)))),
    }
}
