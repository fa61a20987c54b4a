//! Why a computer player does what it does, in a few words.

use ::grid::{Action, Square, Step, Unit};
use engine::{Rules, Seat};

use super::Doctrine;
use super::field::Field;
use super::outlook::Outlook;
use super::prospect::{Prospect, planned};

/// What speaks for an answer.
pub(super) fn plan<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    seat: Seat,
    action: Action<V::Own>,
) -> String {
    match (step, action) {
        (Step::Own(_), _) | (_, Action::Own(_)) => field.grid.variant.reason_own(field, action).into(),
        (Step::Commit(_), Action::Commit { unit, to }) => commitment(field, step, seat, unit, to),
        (Step::Commit(_), _) => "sees no further attack that pays".into(),
        (Step::Assaults(_), Action::Resolve(square)) => odds(field, &field.assault(square), square),
        (Step::Bombardment(_), Action::Target(square)) => {
            format!("shells {}, worth {:.1}", name(field, square), field.prize(square))
        }
        (Step::Bombardment(_), _) => "keeps its guns silent".into(),
        (Step::Guns(_), Action::Join(_)) => "one gun more makes a difference".into(),
        (Step::Guns(_), _) => "the guns suffice".into(),
        (Step::Counter(_), _) => "answers the enemy's guns".into(),
        (Step::Move(_), Action::Move { unit, to }) => {
            let here = field.board.square(unit);
            let before = if here.is_some() { field.post(unit, here) } else { 0.0 };
            let after = field.post(unit, to);
            if after < before {
                return format!("makes room and goes to {}", name(field, to));
            }
            format!("does more in {}: {before:.2} to {after:.2}", name(field, to))
        }
        (Step::Move(_), Action::Stay(_) | Action::Done) => "stands where it is needed".into(),
        (Step::Move(_), Action::Pick(_)) => "looks for a better place".into(),
        (Step::Move(_), Action::Flip(_)) => "changes its mode".into(),
        (Step::Close(_), Action::Close { .. }) => "closes in: the blow gains by it".into(),
        (_, Action::Use(_)) => "the resource tells most here".into(),
        (_, Action::Supply(_)) => "an attack without shells is no attack".into(),
        (_, Action::Lose { .. }) => "gives up what it can spare".into(),
        (_, Action::Retreat { .. } | Action::Displace { .. }) => "falls back to hold again".into(),
        (_, Action::Advance { .. } | Action::Consolidate(_)) => "takes the ground".into(),
        (_, Action::Steps(_) | Action::Replace { .. } | Action::Rally(_)) => "fills its ranks".into(),
        (Step::DefensiveFire(_) | Step::Firers(_), _) => "fires on those who come".into(),
        _ if field.aims.zeal(field.side) > 0.5 => "prepares the next blow".into(),
        _ => "strengthens the line".into(),
    }
}

/// What the blow that a unit joins promises, with all units still to come.
fn commitment<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    seat: Seat,
    unit: Unit,
    to: Square,
) -> String {
    let wave = Field::<V>::wave(step);
    let mut options = Vec::new();
    field.grid.ask(step, field.board, seat, &mut options);
    let outlook = Outlook::of(field, &options, wave);
    if let Some(blow) = outlook.blow_of(unit).filter(|blow| blow.target == to) {
        return odds(field, &blow.prospect, to);
    }
    let mut trial = field.board.clone();
    if let Some(direction) = field.grid.pack.map.direction(trial.square(unit), to) {
        trial.update(&field.grid.pack, unit, |state| state.commit(direction));
    }
    odds(field, &planned(field, &mut trial, to, wave), to)
}

fn name<V: Doctrine>(field: &Field<V>, square: Square) -> String {
    let map = &field.grid.pack.map;
    let place = map.places.iter().find(|place| place.squares.contains(&square));
    match place {
        Some(place) => format!("{} {}", map.name(square), place.name),
        None => map.name(square).to_owned(),
    }
}

fn odds<V: Doctrine>(field: &Field<V>, prospect: &Prospect, target: Square) -> String {
    format!(
        "strikes {} in column {:+}: takes it {:.0} %, {:.1} steps against {:.1}",
        name(field, target),
        prospect.column,
        prospect.take * 100.0,
        prospect.loss,
        prospect.kill
    )
}
