//! `westfront coverage GAME`: the case-by-case table, and the statements that nothing proves yet.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use games::{Coverage, Playable, Standing};

use crate::tell::tell;

pub(crate) fn run(game: &dyn Playable) -> Result<ExitCode> {
    let coverage = Coverage::of(game)?;
    tell(|out| write_rows(out, &coverage))?;
    Ok(if coverage.gaps().is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn write_rows(out: &mut dyn Write, coverage: &Coverage) -> io::Result<()> {
    for (number, title, standing) in &coverage.rows {
        let says = match standing {
            Standing::Covered(examples) => format!("covered      {}", examples.join(" · ")),
            Standing::NotARule(reason) => format!("not a rule   {reason}"),
            Standing::NotCited => "MISSING      no rule of the program cites it".into(),
            Standing::NoExample => "MISSING      no example shows it".into(),
        };
        writeln!(out, "{number:<9} {title:<44} {says}")?;
    }
    for (clause, gap) in &coverage.clauses {
        if let Some(gap) = gap {
            writeln!(out, "OPEN {:<9} {:<10} {} ({gap})", clause.id, clause.kind.name(), clause.says)?;
        }
    }
    writeln!(out, "{} of {} cases covered", coverage.covered(), coverage.rows.len())?;
    writeln!(out, "{} of {} clauses covered", coverage.proved(), coverage.clauses.len())
}
