//! Which seats play together.

use engine::{Seat, Setup, Start};
use games::Playable;

use crate::error::LabError;

/// The sides of a scenario: seats that win and lose together, the side of the first seat first.
///
/// No title says who the enemies are, but the rules do: when a seat resigns, its enemies win.
pub fn sides(game: &dyn Playable, setup: &Setup) -> Result<Vec<Vec<Seat>>, LabError> {
    let title = game.title();
    title.check(setup).map_err(LabError::Setup)?;
    let scenario = title.scenarios.iter().find(|scenario| scenario.id == setup.scenario);
    let seats: Vec<Seat> =
        scenario.iter().flat_map(|scenario| &scenario.seats).map(|seat| Seat(*seat)).collect();
    let mut sides: Vec<Vec<Seat>> = Vec::new();
    for seat in seats {
        let mut session = game.open(Start::seeded(setup.clone(), 0)).map_err(LabError::Setup)?;
        session.play(seat, "resign").map_err(|refusal| LabError::Setup(refusal.error))?;
        let (enemies, _) = session.outcome().unwrap_or_default();
        match sides.iter_mut().find(|side| side.iter().all(|friend| !enemies.contains(friend))) {
            Some(side) => side.push(seat),
            None => sides.push(vec![seat]),
        }
    }
    Ok(sides)
}

/// The name of a side: its seats' names.
pub fn side_name(game: &dyn Playable, side: &[Seat]) -> String {
    let names: Vec<&str> =
        side.iter().map(|seat| game.title().seats[usize::from(seat.0)].name.as_str()).collect();
    names.join(" and ")
}
