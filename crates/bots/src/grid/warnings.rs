//! Warnings before an answer: blows that lose more than they take, fire without shells, unguarded units.

use ::grid::steps;
use ::grid::units::Kind;
use ::grid::variant::Small;
use ::grid::{Action, Nation, Square, Step, Unit};

use super::Doctrine;
use super::advice::{name, percent};
use super::field::Field;
use crate::Warning;

/// A blow that succeeds less often than this is in the lowest columns.
const LOW: f32 = 0.2;

/// A unit at least this likely to be overrun is in danger.
const REACHED: f32 = 0.5;

/// A square from this worth on is needed.
const NEEDED: f32 = 0.5;

/// A side of this zeal means to attack.
const ATTACKS: f32 = 0.5;

/// Enemies within this distance walk into ground left to them.
const NEAR: u8 = 2;

/// What is wrong with an answer, if something is.
pub(super) fn warning<V: Doctrine>(
    field: &Field<V>,
    step: &Step<V::Own>,
    options: &[Action<V::Own>],
    action: Action<V::Own>,
) -> Option<Warning> {
    match (step, action) {
        (Step::Commit(_), Action::Commit { to, .. }) => {
            let wave = Field::<V>::wave(step);
            poor(field, to, &field.joined_by(&field.able(options, to), to, wave), "at best")
        }
        (Step::Commit(_), Action::Done) => {
            let wave = Field::<V>::wave(step);
            let committed = |square: &Square| {
                let mut some = false;
                field.grid.attackers(field.board, *square, |_| some = true);
                some
            };
            let targets = field.board.occupied(field.enemy).iter().filter(committed);
            targets
                .into_iter()
                .find_map(|to| poor(field, to, &field.joined_by(&[], to, wave), "as it stands"))
        }
        (_, Action::Unsupplied) => {
            let hq = options.iter().find_map(|option| match option {
                Action::Supply(hq) => Some(*hq),
                _ => None,
            })?;
            let hq = &field.grid.pack.unit(hq).name;
            Some(Warning::new(
                "no-supply",
                format!("Out of supply: two less on the dice. {hq} could supply."),
            ))
        }
        (Step::Bombardment(_), Action::Target(square)) => {
            let foes = *field.board.occupied(field.enemy);
            let better =
                options.iter().any(|option| matches!(option, Action::Target(at) if foes.contains(*at)));
            let useful = foes.contains(square) || field.aims.worth(square) > 0.0;
            (better && !useful)
                .then(|| Warning::new("wasted-fire", format!("No unit is at {}.", name(field, square))))
        }
        (Step::Move(_), Action::Move { unit, to }) => {
            helpless_at(field, unit, to).or_else(|| left_behind(field, unit, to))
        }
        (Step::Move(steps::Move { nation, .. }), Action::Done) => {
            let own = field.board.on_map(&field.grid.pack, field.side);
            let mut own = own.filter(|unit| field.grid.pack.unit(*unit).nation == *nation);
            own.find_map(|unit| helpless_at(field, unit, field.board.square(unit)))
                .or_else(|| uncommanded(field, *nation))
        }
        (_, Action::Steps(steps)) if steps > 0 && field.board.turn == field.board.last_turn => {
            let text = "It is the last turn: the steps come too late, and the enemy gets their points.";
            Some(Warning::new("points-for-nothing", text))
        }
        _ => None,
    }
}

/// A blow in the lowest columns that costs more than it takes.
fn poor<V: Doctrine>(
    field: &Field<V>,
    to: Square,
    prospect: &super::prospect::Prospect,
    when: &str,
) -> Option<Warning> {
    (prospect.take < LOW && prospect.loss > prospect.kill).then(|| {
        let (name, chance) = (name(field, to), percent(prospect.take));
        Warning::new(
            "low-column",
            format!("{name}, {chance} {when}: you will probably lose more than you take."),
        )
    })
}

/// A gun or a headquarters alone where the enemy can strike it.
fn helpless_at<V: Doctrine>(field: &Field<V>, unit: Unit, at: Square) -> Option<Warning> {
    let counter = field.grid.pack.unit(unit);
    let alone = at.is_some() && field.overrun(unit, at) >= 1.0;
    match counter.kind {
        Kind::Hq if alone => Some(Warning::new(
            "hq-alone",
            format!("{} stands alone at {}; enemies can reach it.", counter.name, name(field, at)),
        )),
        Kind::Artillery if alone => Some(Warning::new(
            "guns-in-reach",
            format!("{} at {} can be reached, and no infantry is with it.", counter.name, name(field, at)),
        )),
        _ => None,
    }
}

/// Units beside the enemy that may not assault, because no headquarters commands them there.
fn uncommanded<V: Doctrine>(field: &Field<V>, nation: Nation) -> Option<Warning> {
    let (grid, board) = (field.grid, field.board);
    let command = grid.command_cache(board, nation);
    let targets = grid.assaultable(board, field.side);
    let front = board.on_map(&grid.pack, field.side).filter(|unit| {
        let beside = || grid.pack.map.around(board.square(*unit)).any(|(_, at)| targets.contains(at));
        grid.pack.unit(*unit).nation == nation && grid.pack.unit(*unit).may_attack() && beside()
    });
    let (led, left): (Vec<Unit>, Vec<Unit>) =
        front.partition(|unit| command.reach(nation, Small::None).contains(board.square(*unit)));
    let first = *left.first()?;
    let attacks = field.aims.zeal(field.side) >= ATTACKS && V::blows_follow(&grid.variant, board);
    (attacks && left.len() > led.len()).then(|| {
        let at = name(field, board.square(first));
        let text = match left.len() {
            1 => format!("{} at {at} has no command: it cannot assault.", grid.pack.unit(first).name),
            count => format!(
                "{count} units beside the enemy, at {at} and elsewhere, have no command: they cannot assault."
            ),
        };
        Warning::new("no-command", text)
    })
}

/// What a unit leaves behind: guns and headquarters without infantry, and ground that is needed.
fn left_behind<V: Doctrine>(field: &Field<V>, unit: Unit, to: Square) -> Option<Warning> {
    let here = field.board.square(unit);
    if !here.is_some() || here == to || !field.grid.pack.unit(unit).may_attack() {
        return None;
    }
    let pack = &field.grid.pack;
    if field.shields(unit, here) > 0.0 {
        let helpless = |other: &Unit| matches!(pack.unit(*other).kind, Kind::Hq | Kind::Artillery);
        let left = field.board.troops_at(pack, field.side, here).find(helpless)?;
        let kind = if pack.unit(left).kind == Kind::Hq { "hq-alone" } else { "guns-in-reach" };
        let text = format!(
            "{} would stand alone at {}; enemies can reach it.",
            pack.unit(left).name,
            name(field, here)
        );
        return Some(Warning::new(kind, text));
    }
    let empty = !field.board.troops_at(pack, field.side, here).any(|other| other != unit);
    let needed = field.aims.worth(here) >= NEEDED && field.nearest_enemy(here) <= NEAR;
    (empty && needed && field.bared_by(unit, &[]) >= REACHED * field.aims.worth(here)).then(|| {
        Warning::new("emptied", format!("{} would be empty, and enemies are near.", name(field, here)))
    })
}
