//! Who plays: a level of the built-in computer players, or a program of one's own.

use std::time::Duration;

use bots::{Keeper, Level};

use crate::error::LabError;
use crate::external::{Clock, External};
use crate::player::{Builtin, Player};

/// How long a program may think about one decision unless stated otherwise.
const USUAL_BUDGET: Duration = Duration::from_secs(1);

/// Who plays.
#[derive(Clone, Debug, PartialEq)]
pub enum Contestant {
    /// A built-in level.
    Level(Level),
    /// A program that speaks the bot protocol, with its arguments.
    Program(Vec<String>),
}

impl Contestant {
    /// `captain` is a level, `cmd:python3 bot.py` a program.
    pub fn parse(text: &str) -> Result<Contestant, LabError> {
        if let Some(command) = text.strip_prefix("cmd:") {
            let words = words(command).map_err(LabError::Setup)?;
            return Ok(Contestant::Program(words));
        }
        bots::level(text).map(|level| Contestant::Level(*level)).ok_or_else(|| {
            let known: Vec<&str> = bots::LEVELS.iter().map(|level| level.id).collect();
            LabError::Setup(format!(
                "there is no level '{text}'; there are {}, and cmd:PROGRAM",
                known.join(", ")
            ))
        })
    }

    /// Its name in reports.
    pub fn name(&self) -> String {
        match self {
            Contestant::Level(level) => level.id.to_owned(),
            Contestant::Program(words) => words.join(" "),
        }
    }

    /// A player of this kind. `budget` is for each decision of a program, and for each player turn of a level
    /// with a clock, which thinks on `threads`. Without a budget such a level imagines its usual number of
    /// continuations and plays alike on every machine. `turn` limits each player turn of a program as well.
    pub fn player(
        &self,
        budget: Option<Duration>,
        turn: Option<Duration>,
        threads: usize,
    ) -> Box<dyn Player> {
        match self {
            Contestant::Level(level) => {
                let level = Level { uses_clock: level.uses_clock && budget.is_some(), ..*level };
                Box::new(Builtin { level, threads, keeper: Keeper::new(budget.unwrap_or_default()) })
            }
            Contestant::Program(words) => {
                let clock = Clock { answer: budget.unwrap_or(USUAL_BUDGET), turn };
                Box::new(External::new(words.clone(), clock))
            }
        }
    }
}

/// A command in words; quotes keep spaces together.
fn words(command: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for letter in command.chars() {
        match (letter, quote) {
            (letter, Some(open)) if letter == open => quote = None,
            ('"' | '\'', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (letter, None) if letter.is_whitespace() => words.extend(word.take()),
            (letter, _) => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    if quote.is_some() {
        return Err(format!("a quote is open in '{command}'"));
    }
    if words.is_empty() {
        return Err("cmd: needs a program".into());
    }
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_split_at_spaces_outside_quotes() {
        assert_eq!(words("python3 bot.py").as_deref(), Ok(&["python3".to_owned(), "bot.py".to_owned()][..]));
        assert_eq!(words("sh -c 'a b'  \"\"").map(|words| words.join("|")), Ok("sh|-c|a b|".into()));
        assert!(words("sh 'a").is_err() && words("  ").is_err());
    }

    #[test]
    fn an_unknown_level_names_those_there_are() {
        let error = Contestant::parse("corporal").expect_err("no such level").to_string();
        assert!(error.contains("corporal") && error.contains("captain"), "{error}");
        assert!(Contestant::parse("general").is_ok_and(|general| general.name() == "general"));
    }
}
