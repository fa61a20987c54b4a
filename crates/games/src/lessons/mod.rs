//! Lessons: short games with scripted dice in which a learner is told what to do and why.
//!
//! A lesson is data of the pack, `lessons.toml`. It runs on an ordinary table with the ordinary rules. It
//! adds texts, the wanted answers, replies to other answers, and the answers of the other side. [`Desk`]
//! plays it: it lays out any step, judges an answer and goes on. [`words`] fills the numbers in.

mod desk;
mod words;

pub use desk::{Answer, Desk, Laid, Progress, Standing};

use engine::PackError;
use serde::{Deserialize, Serialize};

/// The file `lessons.toml` of a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lessons {
    /// The course, in the order in which it is taken.
    #[serde(default)]
    pub lesson: Vec<Lesson>,
}

/// A lesson of a few minutes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its address: lower case with hyphens.
    pub id: String,
    /// What it is called.
    pub title: String,
    /// How long it takes.
    pub minutes: u8,
    /// The seat of the learner.
    pub seat: String,
    /// The cases that are cited while it runs.
    pub cases: Vec<String>,
    /// The case at which the manual explains it.
    pub manual: String,
    /// The position it begins from, if it has one board.
    #[serde(default)]
    pub position: String,
    /// The dice of that board, in the order in which they fall.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What holds when it is done, in the words of the worked examples.
    pub done: Vec<String>,
    /// What has been learnt then.
    pub learnt: Vec<String>,
    /// Its boards, if it has several.
    #[serde(default)]
    pub board: Vec<Board>,
    /// What is said and wanted, in order.
    pub step: Vec<Step>,
}

/// A position with its dice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Board {
    /// The position file.
    pub position: String,
    /// The dice, in the order in which they fall.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What holds before the next board is laid out.
    #[serde(default)]
    pub done: Vec<String>,
}

/// One thing that is said.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// At most three sentences, the first one bold, with placeholders for names and numbers.
    pub say: String,
    /// What is lit and opened.
    #[serde(default)]
    pub show: Show,
    /// The answers that are wanted, typed; none: the learner reads and goes on.
    pub want: Vec<String>,
    /// Answers that are as good as all that is still wanted.
    #[serde(default)]
    pub also: Vec<String>,
    /// What the other side answers: `seat: answer`.
    #[serde(default)]
    pub reply: Vec<String>,
    /// Whether the learner is led back here.
    #[serde(default)]
    pub mark: bool,
    /// The board it is played on, counted from 1; none: the one before.
    #[serde(default)]
    pub board: Option<usize>,
    /// What is said to other answers; the first that fits.
    #[serde(default)]
    pub other: Vec<Other>,
}

/// What a step lights and opens.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Show {
    /// Places to light.
    #[serde(default)]
    pub places: Vec<String>,
    /// Units to light.
    #[serde(default)]
    pub units: Vec<String>,
    /// A panel to look at.
    #[serde(default)]
    pub panel: Panel,
}

/// A part of the screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Panel {
    /// None.
    #[default]
    #[serde(rename = "")]
    None,
    /// The odds of what is wanted.
    Odds,
    /// Who is winning.
    Victory,
    /// The line above the map.
    Strip,
    /// The card of the first unit that is lit.
    Unit,
    /// The printed charts.
    Charts,
}

/// What is said to an answer that is not wanted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Other {
    /// The typed answer, with `*` for anything.
    pub when: String,
    /// What is said.
    pub say: String,
    /// What becomes of it.
    #[serde(default)]
    pub then: Then,
}

/// What becomes of an answer that is not wanted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Then {
    /// It is not played.
    #[default]
    Back,
    /// It is played, and the lesson goes on.
    GoOn,
    /// It is played, and the learner sees what comes of it before the step begins anew.
    Try,
}

impl Lessons {
    /// The lesson with that id, and its number in the course, counted from 0.
    pub fn find(&self, id: &str) -> Option<(usize, &Lesson)> {
        self.lesson.iter().enumerate().find(|(_, lesson)| lesson.id == id)
    }

    /// What a reader of the file cannot see from its types.
    pub(crate) fn check(&self) -> Result<(), PackError> {
        for (number, lesson) in self.lesson.iter().enumerate() {
            let wrong = |why: String| Err(PackError::new("lessons.toml", &lesson.id, why));
            let is_address =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            if lesson.id.is_empty() || !lesson.id.chars().all(is_address) {
                return wrong("an id is lower case with hyphens".into());
            }
            if self.lesson[..number].iter().any(|earlier| earlier.id == lesson.id) {
                return wrong("another lesson has this id".into());
            }
            if lesson.position.is_empty() == lesson.board.is_empty() {
                return wrong("a lesson has either a position or boards".into());
            }
            if lesson.step.is_empty() || lesson.done.is_empty() || lesson.learnt.is_empty() {
                return wrong("a lesson has steps, what is done and what is learnt".into());
            }
            for step in &lesson.step {
                if step.board.is_some_and(|board| !(1..=lesson.boards().len()).contains(&board)) {
                    return wrong(format!("there is no board {}", step.board.unwrap_or_default()));
                }
                if let Some(line) = step.reply.iter().find(|line| !line.contains(": ")) {
                    return wrong(format!("'{line}' is not 'seat: answer'"));
                }
            }
        }
        Ok(())
    }
}

impl Lesson {
    /// Its boards.
    pub fn boards(&self) -> Vec<Board> {
        if self.board.is_empty() {
            vec![Board { position: self.position.clone(), dice: self.dice.clone(), done: Vec::new() }]
        } else {
            self.board.clone()
        }
    }

    /// The board of a step, counted from 0.
    pub fn board_of(&self, step: usize) -> usize {
        let named = self.step.iter().take(step + 1).rev().find_map(|step| step.board);
        named.unwrap_or(1) - 1
    }
}
