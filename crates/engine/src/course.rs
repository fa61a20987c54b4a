//! The course of a worked example in words: who is asked what, what is answered, what the dice say, what follows.
//!
//! The manual tells an example by it, from the same file that runs as a test.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::examples::{Example, start_of};
use crate::game::Start;
use crate::seat::{Seat, Viewer};
use crate::session::Session;
use crate::wire::{Choice, Reason, Target, Told};

/// What happens in a worked example, and where.
#[derive(Clone, Debug, Default)]
pub struct Course {
    /// What happens, in order.
    pub steps: Vec<Step>,
    /// The places that matter in it, by their ids.
    pub places: BTreeSet<String>,
}

/// One thing that happens in a worked example.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// What follows at once from the position, before any answer.
    Begins(Vec<Told>),
    /// An answer and what is told of it.
    Plays {
        /// Who answers.
        seat: Seat,
        /// The sentence that asks.
        question: String,
        /// The answer, as its button says it.
        answer: String,
        /// What is told of it.
        told: Vec<Told>,
    },
    /// An answer that may be given, and is not.
    May {
        /// Who may give it.
        seat: Seat,
        /// The answer, as its button says it.
        answer: String,
    },
    /// An answer that is refused, or not offered.
    MayNot {
        /// Who would give it.
        seat: Seat,
        /// The answer, as typed.
        typed: String,
        /// The cases against it.
        reasons: Vec<Reason>,
    },
    /// A chance that is known before the roll.
    Chance {
        /// The answer on which it hangs.
        answer: String,
        /// The result.
        result: String,
        /// Falls of the dice that give it, of how many.
        ways: String,
    },
    /// The end of the game.
    Ends(String),
}

/// More events than this after one answer are cut down to those that matter.
const MOST_EVENTS: usize = 4;

/// Plays an example through on a game that `open` sets up, and tells its course.
pub fn tell<F>(example: &Example, open: F) -> Result<Course, String>
where
    F: FnOnce(Start) -> Result<Box<dyn Session>, String>,
{
    let session = open(start_of(example))?;
    let mut teller = Teller { course: Course::default(), session };
    let first = teller.session.events(0, Viewer::Omniscient);
    let first = teller.worth_telling(first, &example.script);
    if !first.is_empty() {
        teller.course.steps.push(Step::Begins(first));
    }
    if let Some(decision) = teller.session.decision(Viewer::Omniscient) {
        teller.note_all(decision.prompt.about);
    }
    for (index, line) in example.script.iter().enumerate() {
        teller.line(line, &example.script[index + 1..])?;
    }
    if teller.course.places.is_empty() {
        let everywhere: Vec<String> = teller.units().into_values().collect();
        teller.note_all(everywhere);
    }
    Ok(teller.course)
}

struct Teller {
    course: Course,
    session: Box<dyn Session>,
}

impl Teller {
    fn line(&mut self, line: &str, after: &[String]) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "ask" | "told" | "secret" | "see" => {}
            "offer" => {
                let (seat, text) = self.speaker(rest)?;
                let answer = self.seek(seat, text);
                self.course.steps.push(Step::May { seat, answer });
            }
            "hide" => {
                let (seat, text) = self.speaker(rest)?;
                let reasons = self.session.why(seat, text).err().map_or_else(Vec::new, |why| why.reasons);
                self.note_words(text);
                self.course.steps.push(Step::MayNot { seat, typed: text.to_owned(), reasons });
            }
            "no" => {
                let said = rest.split(" -- ").next().unwrap_or(rest);
                let (seat, text) = self.speaker(said)?;
                let refusal = self.session.why(seat, text).err();
                self.note_words(text);
                let reasons = refusal.map_or_else(Vec::new, |why| why.reasons);
                self.course.steps.push(Step::MayNot { seat, typed: text.to_owned(), reasons });
            }
            "odds" => {
                let (said, expected) = rest.split_once(" -- ").ok_or("odds of what?")?;
                let (seat, text) = self.speaker(said)?;
                let answer = self.seek(seat, text);
                let (result, ways) = expected.rsplit_once(' ').ok_or("odds of what?")?;
                let ways = ways.replace('/', " in ");
                self.course.steps.push(Step::Chance { answer, result: result.to_owned(), ways });
            }
            "over" => {
                if let Some((_, result)) = self.session.outcome() {
                    self.course.steps.push(Step::Ends(result));
                }
            }
            _ => self.play(line, after)?,
        }
        Ok(())
    }

    fn play(&mut self, line: &str, after: &[String]) -> Result<(), String> {
        let (seat, text) = self.speaker(line)?;
        let decision = self.session.decision(Viewer::Omniscient);
        let question = decision.map_or_else(String::new, |decision| decision.prompt.text);
        let answer = self.seek(seat, text);
        let since = self.session.event_count();
        self.session.play(seat, text).map_err(|refusal| refusal.error)?;
        let told = self.session.events(since, Viewer::Omniscient);
        let told = self.worth_telling(told, after);
        self.course.steps.push(Step::Plays { seat, question, answer, told });
        Ok(())
    }

    /// The events that a reader wants: all if they are few; otherwise those that the script names, and rolls.
    fn worth_telling(&mut self, told: Vec<Told>, after: &[String]) -> Vec<Told> {
        let named: Vec<(&str, &str)> = after
            .iter()
            .take_while(|line| !is_play(line))
            .filter_map(|line| line.strip_prefix("told "))
            .map(|rest| rest.split_once(' ').unwrap_or((rest, "")))
            .collect();
        let is_named = |event: &Told| {
            named.iter().any(|(kind, words)| event.kind == *kind && event.text.contains(words))
        };
        let kept: Vec<Told> = if told.len() <= MOST_EVENTS {
            told
        } else {
            // Rolls are told as long as they are few; what the script names is told in any case.
            let mut rolls = 0;
            let mut is_told = |event: &Told| {
                let is_roll = !event.rolls.is_empty();
                rolls += usize::from(is_roll);
                is_named(event) || (is_roll && rolls <= MOST_EVENTS)
            };
            told.into_iter().filter(|event| is_told(event)).collect()
        };
        for event in &kept {
            self.note_all(event.places.clone());
            self.note_all(event.units.clone());
        }
        kept
    }

    fn speaker<'a>(&self, line: &'a str) -> Result<(Seat, &'a str), String> {
        let (seat, text) = line.split_once(':').ok_or("say 'seat: action'")?;
        let seat = self.session.title().seat(seat.trim()).ok_or_else(|| format!("no seat '{seat}'"))?;
        Ok((seat, text.trim()))
    }

    /// What the button of an answer says, or the answer as typed; its unit and place matter.
    fn seek(&mut self, seat: Seat, text: &str) -> String {
        let Some(choice) = self.answer(seat, text) else {
            self.note_words(text);
            return text.to_owned();
        };
        match choice.target {
            Target::Unit(id) | Target::Place(id) => self.note(id),
            Target::Button => self.note_words(text),
        }
        choice.label
    }

    fn answer(&self, seat: Seat, text: &str) -> Option<Choice> {
        let options = self.session.decision(Viewer::Seat(seat))?.options;
        options.into_iter().find(|choice| choice.play == text)
    }

    /// Where every counter lies that is on the map.
    fn units(&self) -> BTreeMap<String, String> {
        let view: Value = serde_json::from_str(&self.session.view(Viewer::Omniscient)).unwrap_or_default();
        let items = view["items"].as_array().map_or(&[][..], Vec::as_slice);
        let units = items.iter().map(|pair| &pair[1]["unit"]);
        let at =
            units.filter_map(|unit| Some((unit["id"].as_str()?.to_owned(), unit["at"].as_str()?.to_owned())));
        let title = self.session.title();
        at.filter(|(_, at)| title.places.iter().any(|place| place.id == *at)).collect()
    }

    /// Remembers that a place or the place of a unit matters.
    fn note(&mut self, id: String) {
        self.note_all(vec![id]);
    }

    fn note_all(&mut self, ids: Vec<String>) {
        if ids.is_empty() {
            return;
        }
        let units = self.units();
        for id in ids {
            if let Some(at) = units.get(&id) {
                self.course.places.insert(at.clone());
            } else if self.session.title().places.iter().any(|place| place.id == id) {
                self.course.places.insert(id);
            }
        }
    }

    /// The places and units that a typed line names. A bare number may count something, unless it is the last word.
    fn note_words(&mut self, text: &str) {
        let last = text.split_whitespace().next_back();
        let names = |word: &&str| word.chars().any(char::is_alphabetic) || last == Some(*word);
        let words: Vec<String> = text.split_whitespace().filter(names).map(str::to_owned).collect();
        self.note_all(words);
    }
}

/// Whether a line of a script plays something, rather than looking at what is there.
fn is_play(line: &str) -> bool {
    let verb = line.split(' ').next().unwrap_or(line);
    !["no", "offer", "hide", "ask", "told", "secret", "see", "odds", "over"].contains(&verb)
}
