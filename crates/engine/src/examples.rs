//! Worked examples as data: a situation, a script, and what must follow.
//!
//! An example file holds `[[example]]` tables. Each declares the cases it shows; running it proves that every one of
//! them was really cited by a decision, an option, an event, a refusal or an odds card on the way.

use std::collections::{BTreeMap, BTreeSet};

use serde::Deserialize;
use serde_json::Value;

use crate::game::{Refusal, Start};
use crate::record::DiceSource;
use crate::seat::{Seat, Viewer};
use crate::session::Session;
use crate::title::Setup;
use crate::wire::{Odds, Told};

/// A file of examples.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExampleFile {
    /// The examples.
    pub example: Vec<Example>,
}

/// One worked example.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// What it is called; unique within a game.
    pub name: String,
    /// The cases it shows.
    pub cases: Vec<String>,
    /// The situation and its arithmetic, in words.
    #[serde(default)]
    pub about: String,
    /// The scenario to set up; not needed with a position.
    #[serde(default)]
    pub scenario: String,
    /// Options of the scenario.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// A position file to begin from.
    pub position: Option<String>,
    /// The dice, in the order in which they fall.
    #[serde(default)]
    pub dice: Vec<u8>,
    /// What is played and what must be seen, line by line.
    pub script: Vec<String>,
}

/// Reads a file of examples.
pub fn parse(text: &str) -> Result<Vec<Example>, String> {
    toml::from_str::<ExampleFile>(text).map(|file| file.example).map_err(|error| error.to_string())
}

/// How the game of an example begins.
pub fn start_of(example: &Example) -> Start {
    Start {
        setup: Setup { scenario: example.scenario.clone(), options: example.options.clone() },
        players: BTreeMap::new(),
        dice: if example.dice.is_empty() { DiceSource::Seed(1) } else { DiceSource::Hidden },
        secret: None,
        script: example.dice.clone(),
        position: example.position.clone(),
    }
}

/// Runs an example on a game that `open` sets up. The error names the line of the script and what was seen instead.
pub fn run<F>(example: &Example, open: F) -> Result<(), String>
where
    F: FnOnce(Start) -> Result<Box<dyn Session>, String>,
{
    let session = open(start_of(example)).map_err(|error| format!("cannot be set up: {error}"))?;
    let mut runner = Runner { session, cited: BTreeSet::new(), told_from: 0 };
    runner.note_events(0);
    runner.note_decision();
    for (index, line) in example.script.iter().enumerate() {
        runner.line(line).map_err(|error| format!("script line {} '{line}': {error}", index + 1))?;
    }
    let silent: Vec<&str> =
        example.cases.iter().map(String::as_str).filter(|case| !runner.cited.contains(*case)).collect();
    if silent.is_empty() { Ok(()) } else { Err(format!("never cited: {}", silent.join(", "))) }
}

struct Runner {
    session: Box<dyn Session>,
    cited: BTreeSet<String>,
    /// Where the events of the last play begin.
    told_from: usize,
}

impl Runner {
    fn line(&mut self, line: &str) -> Result<(), String> {
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb {
            "no" => self.refused(rest),
            "odds" => self.odds(rest),
            _ if EXPECTATIONS.contains(&verb) => holds(&*self.session, self.told_from, line),
            _ => {
                let (seat, text) = speaker(&*self.session, line)?;
                self.told_from = self.session.event_count();
                self.session.play(seat, text).map_err(|refusal| refusal.error)?;
                self.note_events(self.told_from);
                self.note_decision();
                Ok(())
            }
        }
    }

    /// `no seat: action -- cases`: refused, citing at least these cases, and nothing changes.
    fn refused(&mut self, rest: &str) -> Result<(), String> {
        let (said, cases) = rest.split_once(" -- ").unwrap_or((rest, ""));
        let (seat, text) = speaker(&*self.session, said)?;
        let before = self.session.position();
        let Err(refusal) = self.session.play(seat, text) else { return Err("was accepted".into()) };
        if self.session.position() != before {
            return Err("the refusal changed the board".into());
        }
        let explained = self.session.why(seat, text).err();
        let reasons =
            |refusal: &Refusal| refusal.reasons.iter().map(|reason| reason.case.clone()).collect::<Vec<_>>();
        let mut given = reasons(&refusal);
        given.extend(explained.iter().flat_map(reasons));
        for case in cases.split_whitespace() {
            if !given.iter().any(|given| given == case) {
                return Err(format!("was refused by {given:?}: {}", refusal.error));
            }
        }
        self.cited.extend(given);
        Ok(())
    }

    /// `odds seat: action -- label ways/of`.
    fn odds(&mut self, rest: &str) -> Result<(), String> {
        let (said, expected) = rest.split_once(" -- ").ok_or("say 'odds seat: action -- label ways/of'")?;
        let (seat, text) = speaker(&*self.session, said)?;
        let odds = self.session.odds(seat, &[], text).map_err(|refusal| refusal.error)?;
        self.note_odds(&odds);
        let (label, fraction) = expected.rsplit_once(' ').ok_or("say 'label ways/of'")?;
        let parse = |text: &str| text.parse::<u64>().map_err(|_| format!("'{text}' is not a number"));
        let (ways, of) = fraction.split_once('/').ok_or("say 'ways/of'")?;
        let (ways, of) = (parse(ways)?, parse(of)?);
        let sum: u64 =
            odds.results.iter().filter(|chance| chance.label == label).map(|chance| chance.ways).sum();
        let all = odds.results.first().map_or(1, |chance| chance.of);
        if u128::from(sum) * u128::from(of) == u128::from(ways) * u128::from(all) {
            return Ok(());
        }
        let found: Vec<String> = odds
            .results
            .iter()
            .map(|chance| format!("{} {}/{}", chance.label, chance.ways, chance.of))
            .collect();
        Err(format!("the odds are: {}", found.join(" · ")))
    }

    fn note_events(&mut self, since: usize) {
        for told in self.session.events(since, Viewer::Omniscient) {
            let Told { cases, rolls, .. } = told;
            self.cited.extend(cases);
            self.cited.extend(rolls.into_iter().flat_map(|roll| roll.lines).flat_map(|line| line.cases));
        }
        if let Some((_, result)) = self.session.outcome()
            && let Some((_, cases)) = result.trim_end_matches(')').rsplit_once(" (")
        {
            self.cited.extend(cases.split(", ").map(str::to_owned));
        }
    }

    fn note_decision(&mut self) {
        if let Some(decision) = self.session.decision(Viewer::Omniscient) {
            self.cited.extend(decision.prompt.cases);
            self.cited.extend(decision.options.into_iter().flat_map(|choice| choice.cases));
        }
    }

    fn note_odds(&mut self, odds: &Odds) {
        self.cited.extend(odds.cases.iter().cloned());
        self.cited
            .extend(odds.sums.iter().flat_map(|sum| &sum.lines).flat_map(|line| line.cases.iter().cloned()));
        self.cited.extend(odds.results.iter().flat_map(|chance| chance.cases.iter().cloned()));
    }
}

/// What an example or a lesson may expect.
const EXPECTATIONS: [&str; 7] = ["offer", "hide", "ask", "told", "secret", "see", "over"];

/// Whether an expectation holds: `offer`, `hide`, `ask`, `told` (of the events from `since` on), `secret`, `see` or
/// `over`. The error says what was seen instead.
pub fn holds(session: &dyn Session, since: usize, line: &str) -> Result<(), String> {
    let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
    match verb {
        "offer" => offered(session, rest, true),
        "hide" => offered(session, rest, false),
        "ask" => asked(session, rest),
        "told" => told(session, since, rest),
        "secret" => secret(session, rest),
        "see" => see(session, rest),
        "over" => over(session, rest),
        _ => Err(format!("'{verb}' is no expectation")),
    }
}

fn speaker<'a>(session: &dyn Session, line: &'a str) -> Result<(Seat, &'a str), String> {
    let (seat, text) = line.split_once(':').ok_or("say 'seat: action'")?;
    let seat = session.title().seat(seat.trim()).ok_or_else(|| format!("no seat '{seat}'"))?;
    Ok((seat, text.trim()))
}

fn offered(session: &dyn Session, rest: &str, expected: bool) -> Result<(), String> {
    let (seat, text) = speaker(session, rest)?;
    let options = session.options(seat);
    if options.iter().any(|option| option == text) == expected {
        return Ok(());
    }
    Err(format!("the options are: {}", options.join(" · ")))
}

fn asked(session: &dyn Session, rest: &str) -> Result<(), String> {
    let (seat, kind) = rest.split_once(' ').ok_or("say 'ask seat kind'")?;
    let seat = session.title().seat(seat).ok_or_else(|| format!("no seat '{seat}'"))?;
    let decision = session.decision(Viewer::Omniscient).ok_or("the game is over")?;
    if decision.seats.contains(&seat) && decision.prompt.kind == kind {
        return Ok(());
    }
    Err(format!("{:?} is asked {}: {}", decision.seats, decision.prompt.kind, decision.prompt.text))
}

fn told(session: &dyn Session, since: usize, rest: &str) -> Result<(), String> {
    let (kind, fragment) = rest.split_once(' ').unwrap_or((rest, ""));
    let told = session.events(since, Viewer::Omniscient);
    if told.iter().any(|event| event.kind == kind && event.text.contains(fragment)) {
        return Ok(());
    }
    let heard: Vec<String> = told.iter().map(|event| format!("{} «{}»", event.kind, event.text)).collect();
    Err(format!("told was: {}", heard.join(" · ")))
}

/// `secret seat words`: everything shows or tells these words, but not to that seat.
fn secret(session: &dyn Session, rest: &str) -> Result<(), String> {
    let (seat, words) = rest.split_once(' ').ok_or("say 'secret seat words'")?;
    let seat = session.title().seat(seat).ok_or_else(|| format!("no seat '{seat}'"))?;
    let known = |viewer: Viewer| {
        let events = session.events(0, viewer);
        let view = session.view(viewer);
        view.contains(words) || events.iter().any(|event| event.text.contains(words))
    };
    match (known(Viewer::Omniscient), known(Viewer::Seat(seat))) {
        (true, false) => Ok(()),
        (false, _) => Err("nobody is shown or told that".into()),
        (true, true) => Err("the seat is shown or told that".into()),
    }
}

/// `see held NATION PLACE`: a unit of that nation stands there; `see not held NATION PLACE`: none does.
fn held(session: &dyn Session, view: &Value, nation: &str, place: &str) -> Result<bool, String> {
    if !session.title().places.iter().any(|known| known.id == place) {
        return Err(format!("there is no place {place}"));
    }
    let units = &session.title().units;
    let of_nation = |id: &Value| units.iter().any(|unit| *id == unit.id && unit.nation == nation);
    let mut items = view["items"].as_array().into_iter().flatten().map(|pair| &pair[1]["unit"]);
    Ok(items.any(|unit| unit["at"] == place && of_nation(&unit["id"])))
}

/// `see won SEAT`: the game is over, and that seat has won.
fn won(session: &dyn Session, seat: &str) -> Result<(), String> {
    let seat = session.title().seat(seat).ok_or_else(|| format!("no seat '{seat}'"))?;
    match session.outcome() {
        Some((winners, _)) if winners.contains(&seat) => Ok(()),
        Some((_, result)) => Err(format!("the result is {result}")),
        None => Err("the game is not over".into()),
    }
}

/// `see UNIT key value …`, `see place ID key value …`, `see track ID value`, and the two above.
fn see(session: &dyn Session, rest: &str) -> Result<(), String> {
    if let Some(seat) = rest.strip_prefix("won ") {
        return won(session, seat);
    }
    let view: Value = serde_json::from_str(&session.view(Viewer::Omniscient)).map_err(|e| e.to_string())?;
    let words: Vec<&str> = rest.split_whitespace().collect();
    match words[..] {
        ["held", nation, place] if held(session, &view, nation, place)? => return Ok(()),
        ["held", nation, place] => return Err(format!("no {nation} unit is in {place}")),
        ["not", "held", nation, place] if !held(session, &view, nation, place)? => return Ok(()),
        ["not", "held", nation, place] => return Err(format!("a {nation} unit is in {place}")),
        _ => {}
    }
    let (kind, id, facts) = match words[..] {
        ["track", id, ..] => ("track", id, vec!["value", rest.splitn(3, ' ').nth(2).unwrap_or("")]),
        ["place", id, ref facts @ ..] => ("place", id, facts.to_vec()),
        [id, ref facts @ ..] => ("unit", id, facts.to_vec()),
        [] => return Err("see what?".into()),
    };
    let items = view["items"].as_array().ok_or("a view has items")?;
    let item = items.iter().map(|pair| &pair[1][kind]).find(|item| item["id"] == id);
    let Some(item) = item else {
        return if facts == ["gone"] { Ok(()) } else { Err(format!("there is no {kind} {id} to see")) };
    };
    for fact in facts.chunks(2) {
        let [key, expected] = fact else { return Err(format!("'{}' lacks its value", fact.concat())) };
        if !matches(&item[*key], expected) {
            return Err(format!("it shows {item}"));
        }
    }
    Ok(())
}

fn over(session: &dyn Session, rest: &str) -> Result<(), String> {
    let result = session.outcome().map(|(_, result)| result);
    if result.as_ref().is_some_and(|result| result.starts_with(rest)) {
        return Ok(());
    }
    Err(format!("the result is {result:?}"))
}

/// A text equals its value; a list of marks contains it; `-` means nothing there.
fn matches(value: &Value, expected: &str) -> bool {
    match value {
        Value::Null => expected == "-",
        Value::String(text) => text == expected || (expected == "-" && text.is_empty()),
        Value::Array(list) if expected == "-" => list.is_empty(),
        Value::Array(list) => expected.split('+').all(|mark| list.iter().any(|found| found == mark)),
        Value::Bool(_) | Value::Number(_) | Value::Object(_) => format!("{value}") == expected,
    }
}
