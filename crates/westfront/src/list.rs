//! `westfront list`.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use games::Library;

use crate::tell::tell;

pub(crate) fn run(library: &Library) -> Result<ExitCode> {
    tell(|out| write_games(out, library))?;
    Ok(ExitCode::SUCCESS)
}

fn write_games(out: &mut dyn Write, library: &Library) -> io::Result<()> {
    for game in library.games() {
        let title = game.title();
        writeln!(out, "{}  {}  (pack {})", title.id, title.name, title.pack)?;
        for scenario in &title.scenarios {
            let seats: Vec<&str> =
                scenario.seats.iter().map(|seat| title.seats[usize::from(*seat)].id.as_str()).collect();
            let turns = if scenario.turns == 1 { "turn" } else { "turns" };
            writeln!(
                out,
                "  {:<22} {}: {} {turns}, {} to {}; {}",
                scenario.id,
                scenario.name,
                scenario.turns,
                scenario.from,
                scenario.to,
                seats.join(" against ")
            )?;
        }
        for option in &title.options {
            let values = option.values.join("|");
            writeln!(
                out,
                "  --option {:<26} {} [{}]",
                format!("{}={values}", option.id),
                option.about,
                option.case
            )?;
        }
        writeln!(out)?;
    }
    Ok(())
}
