//! `westfront replay` and `westfront verify`.

use std::fs;
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use engine::record::{LONGEST_RECORD, Line, What};
use engine::{DiceSource, Record, Session, Viewer};
use games::Library;

use crate::tell::tell;

/// Reads a record and re-runs it, up to its end or the first `at` actions.
pub(crate) fn load(library: &Library, file: &Path, at: Option<usize>) -> Result<Box<dyn Session>> {
    let name = file.display();
    let text = read(file).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(text).map_err(|_| anyhow!("{name} is not text"))?;
    let mut record = Record::parse(&text).with_context(|| name.to_string())?;
    if let Some(at) = at {
        record.lines = up_to(record.lines, at);
    }
    library.replay(&record, None).with_context(|| name.to_string())
}

/// A file up to the greatest length of a record: a device that never ends is no record.
fn read(file: &Path) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    fs::File::open(file)?.take(LONGEST_RECORD as u64 + 1).read_to_end(&mut text)?;
    Ok(text)
}

/// The lines up to and with the `at`th action. The secret stays: it is what the dice come from.
fn up_to(lines: Vec<Line>, at: usize) -> Vec<Line> {
    let mut actions = 0;
    let kept = lines.into_iter().filter(|line| match line.what {
        What::Act { .. } | What::Sealed { .. } => {
            actions += 1;
            actions <= at
        }
        What::Hash { .. } => actions <= at,
        What::Result(_) => false,
        What::Start(_) | What::Secret(_) => true,
    });
    kept.collect()
}

pub(crate) fn show(library: &Library, file: &Path, at: Option<usize>) -> Result<ExitCode> {
    let session = load(library, file, at)?;
    tell(|out| {
        write_session(out, session.as_ref())?;
        if at.is_some() { writeln!(out, "\n{}", session.position()) } else { Ok(()) }
    })?;
    Ok(ExitCode::SUCCESS)
}

fn write_session(out: &mut dyn Write, session: &dyn Session) -> io::Result<()> {
    let title = session.title();
    writeln!(out, "{}", title.name)?;
    for told in session.events(0, Viewer::Omniscient) {
        writeln!(out, "{}  [{}]", told.text, told.cases.join(", "))?;
        for roll in told.rolls {
            let dice: Vec<String> = roll.dice.iter().map(u8::to_string).collect();
            let lines: Vec<String> = roll
                .lines
                .iter()
                .map(|line| format!("{:+} {} [{}]", line.value, line.label, line.cases.join(", ")))
                .collect();
            writeln!(
                out,
                "    {}: dice {}; {}; total {}",
                roll.label,
                dice.join(" "),
                lines.join(", "),
                roll.total
            )?;
        }
    }
    writeln!(out)?;
    match (session.outcome(), session.decision(Viewer::Omniscient)) {
        (Some((_, result)), _) => writeln!(out, "After {} actions: {result}", session.seq())?,
        (None, Some(decision)) => {
            let seats: Vec<&str> =
                decision.seats.iter().map(|seat| title.seats[usize::from(seat.0)].name.as_str()).collect();
            writeln!(
                out,
                "After {} actions, {} to decide: {}",
                session.seq(),
                seats.join(" and "),
                decision.prompt.text
            )?;
            for option in &decision.options {
                writeln!(out, "  {:<32} {} {}", option.play, option.label, option.cost)?;
            }
        }
        (None, None) => {}
    }
    Ok(())
}

pub(crate) fn verify(library: &Library, files: &[PathBuf]) -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    for file in files {
        match verify_one(library, file) {
            Ok(verdict) => println!("{}: {verdict}", file.display()),
            Err(error) => {
                println!("{}: WRONG: {error:#}", file.display());
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

fn verify_one(library: &Library, file: &Path) -> Result<String> {
    let text = String::from_utf8(read(file).context("cannot be read")?).context("is not text")?;
    let record = Record::parse(&text)?;
    let session = library.replay(&record, None)?;
    let hashes = record.lines.iter().filter(|line| matches!(line.what, What::Hash { .. })).count();
    let revealed = record.lines.iter().any(|line| matches!(line.what, What::Secret(_)));
    let dice = match record.header.dice {
        DiceSource::Seed(_) => "every die follows from the seed",
        DiceSource::Audited { .. } if revealed => "the secret fits its commitment and gives every die",
        DiceSource::Audited { .. } => "the dice cannot be checked before the secret is revealed",
        DiceSource::Hidden => "the dice are taken as recorded: their source is not in the record",
    };
    let end = session.outcome().map_or_else(|| "not finished".to_owned(), |(_, result)| result);
    Ok(format!("good: {} legal actions, {hashes} board hashes; {dice}; {end}", session.seq()))
}
