//! `westfront list`.

use std::process::ExitCode;

use games::Library;

pub(crate) fn run(library: &Library) -> ExitCode {
    for game in library.games() {
        let title = game.title();
        println!("{}  {}  (pack {})", title.id, title.name, title.pack);
        for scenario in &title.scenarios {
            let seats: Vec<&str> =
                scenario.seats.iter().map(|seat| title.seats[usize::from(*seat)].id.as_str()).collect();
            let turns = if scenario.turns == 1 { "turn" } else { "turns" };
            println!(
                "  {:<22} {}: {} {turns}, {} to {}; {}",
                scenario.id,
                scenario.name,
                scenario.turns,
                scenario.from,
                scenario.to,
                seats.join(" against ")
            );
        }
        for option in &title.options {
            let values = option.values.join("|");
            println!(
                "  --option {:<26} {} [{}]",
                format!("{}={values}", option.id),
                option.about,
                option.case
            );
        }
        println!();
    }
    ExitCode::SUCCESS
}
