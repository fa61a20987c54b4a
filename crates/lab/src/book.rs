//! The book of test positions: situations with one right idea each, and how many of them a player finds.

use engine::examples::holds;
use engine::record::DiceSource;
use engine::{Seat, Session, Setup, Start};
use games::{Library, Playable};
use serde::Deserialize;

use crate::contestant::Contestant;
use crate::error::LabError;
use crate::player::Player;
use crate::{seeds, workers};

/// The chapters, by game.
const CHAPTERS: [(&str, &str); 3] = [
    ("big-push", include_str!("../book/big-push.toml")),
    ("cambrai", include_str!("../book/cambrai.toml")),
    ("verdun", include_str!("../book/verdun.toml")),
];

/// No test goes on for more decisions.
const LONGEST: usize = 20_000;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Chapter {
    position: Vec<Test>,
}

/// A situation with one right idea.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Test {
    /// What it is called; unique within its game.
    pub name: String,
    /// What a good player does there, and why.
    pub idea: String,
    /// The seat that is examined.
    pub seat: String,
    /// How long it is played.
    pub until: Until,
    /// How many different dice it is played with.
    #[serde(default)]
    pub seeds: Option<u64>,
    /// With how many of these dice the expectations must hold; with all of them if left out.
    #[serde(default)]
    pub needed: Option<u64>,
    /// At least one answer of the seat begins with one of these.
    #[serde(default)]
    pub plays: Vec<String>,
    /// No answer of the seat begins with one of these.
    #[serde(default)]
    pub never: Vec<String>,
    /// What must hold at the end, in the language of worked examples.
    #[serde(default)]
    pub sees: Vec<String>,
    /// The situation.
    pub position: String,
}

/// How long a situation is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Until {
    /// To the first answer of the seat.
    Answer,
    /// To the end of its impulse.
    Impulse,
    /// To the end of its player turn.
    Turn,
    /// To the end of the game.
    Game,
}

impl Test {
    fn seeds(&self) -> u64 {
        self.seeds.unwrap_or(if self.until == Until::Answer { 1 } else { 5 })
    }

    fn needed(&self) -> u64 {
        self.needed.unwrap_or_else(|| self.seeds())
    }
}

/// How a player did in one situation.
#[derive(Clone, Debug)]
pub struct Mark {
    /// The game's id.
    pub game: &'static str,
    /// The situation.
    pub test: Test,
    /// With how many dice the expectations held.
    pub held: u64,
    /// What was missing the first time that they did not hold.
    pub missed: Option<String>,
}

impl Mark {
    /// Whether the player has found the idea.
    pub fn is_solved(&self) -> bool {
        self.held >= self.test.needed()
    }
}

/// The tests of a game. The error names what is wrong with the file.
pub fn chapter(game: &str) -> Result<Vec<Test>, LabError> {
    let Some((_, text)) = CHAPTERS.iter().find(|(id, _)| *id == game) else { return Ok(Vec::new()) };
    let chapter: Chapter =
        toml::from_str(text).map_err(|error| LabError::Setup(format!("the book of {game}: {error}")))?;
    Ok(chapter.position)
}

/// Examines a player in the situations of one game or of all, on `threads`.
pub fn examine(
    library: &Library,
    game: Option<&str>,
    examined: &Contestant,
    threads: usize,
) -> Result<Vec<Mark>, LabError> {
    let mut tests = Vec::new();
    for (id, _) in CHAPTERS.iter().filter(|(id, _)| game.is_none_or(|game| game == *id)) {
        tests.extend(chapter(id)?.into_iter().map(|test| (*id, test)));
    }
    let captain = Contestant::parse("captain")?;
    let (mut marks, mut trouble) = (Vec::new(), None);
    let numbers: Vec<u64> = (0..tests.len() as u64).collect();
    workers::in_order(
        &numbers,
        threads,
        || [examined, &captain].map(|player| player.player(None, None, 1)),
        |players, number| {
            let (id, test) = &tests[number as usize];
            mark(library, id, test, players)
        },
        |_, marked: Result<Mark, LabError>| {
            match marked {
                Ok(mark) => marks.push(mark),
                Err(error) => trouble = Some(error),
            }
            if trouble.is_some() {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        },
    );
    trouble.map_or(Ok(marks), Err)
}

fn mark(
    library: &Library,
    id: &'static str,
    test: &Test,
    players: &mut [Box<dyn Player>; 2],
) -> Result<Mark, LabError> {
    let wrong = |why: String| LabError::Setup(format!("{id}, '{}': {why}", test.name));
    let game = library.game(id).ok_or_else(|| wrong("there is no such game".into()))?;
    let (mut held, mut missed) = (0, None);
    for seed in 1..=test.seeds() {
        match play(game.as_ref(), test, seed, players).map_err(wrong)? {
            None => held += 1,
            Some(why) => {
                missed.get_or_insert(why);
            }
        }
    }
    Ok(Mark { game: id, test: test.clone(), held, missed })
}

/// Plays a situation with some dice; returns what was missing, or nothing.
fn play(
    game: &dyn Playable,
    test: &Test,
    seed: u64,
    players: &mut [Box<dyn Player>; 2],
) -> Result<Option<String>, String> {
    let start = Start {
        dice: DiceSource::Seed(seed),
        position: Some(test.position.clone()),
        ..Start::seeded(Setup::of(""), seed)
    };
    let mut session = game.open(start)?;
    let seat = session.title().seat(&test.seat).ok_or_else(|| format!("no seat '{}'", test.seat))?;
    if session.asked() != [seat] {
        return Err(format!("the {} are not asked, or not alone", test.seat));
    }
    let mut answers: Vec<String> = Vec::new();
    let turn = bots::player_turn(session.as_ref());
    let is_done = |session: &dyn Session, answers: &[String]| match test.until {
        Until::Answer => !answers.is_empty(),
        Until::Impulse | Until::Turn => bots::player_turn(session) != turn,
        Until::Game => false,
    };
    while let Some(asked) = session.asked().first().copied() {
        if is_done(session.as_ref(), &answers) || session.seq() > LONGEST {
            break;
        }
        let player = usize::from(asked != seat);
        let dice = seeds::of_decision(seed, player, asked, session.seq());
        let answer = players[player].answer(session.as_ref(), asked, dice).map_err(|fault| fault.why)?;
        session.play(asked, &answer.text).map_err(|refusal| refusal.error)?;
        if asked == seat {
            answers.push(answer.text);
        }
    }
    for (number, player) in players.iter_mut().enumerate() {
        player.over(session.as_ref(), if number == 0 { seat } else { Seat(1 - seat.0.min(1)) });
    }
    let begins = |forms: &[String]| {
        answers.iter().find(|answer| forms.iter().any(|form| answer.starts_with(form.as_str())))
    };
    if !test.plays.is_empty() && begins(&test.plays).is_none() {
        return Ok(Some(format!("it played none of: {}", test.plays.join(", "))));
    }
    if let Some(answer) = begins(&test.never) {
        return Ok(Some(format!("it played: {answer}")));
    }
    let unseen =
        test.sees.iter().find_map(|line| holds(session.as_ref(), 0, line).err().map(|why| (line, why)));
    Ok(unseen.map(|(line, why)| format!("{line}: {why}")))
}
