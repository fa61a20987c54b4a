//! The plan of an assault phase: where the blows fall, and with which units.

use ::grid::assault::Wave;
use ::grid::{Action, BoardOf, Square, Unit};
use arrayvec::ArrayVec;

use super::field::Field;
use super::prospect::{Prospect, supported};
use super::stores::Stores;
use super::{Doctrine, Part};

/// The worth that resources may still add to an attack: one that is nearly good enough is made.
const HOPE: f32 = 0.05;

/// The least chance from which an attacker hopes for resources.
const LONG_SHOT: f32 = 0.1;

/// The factors beyond the last column that make up for Defensive Fire: more units would only get in the way.
const SPARE: f32 = 6.0;

/// The chance that even an attack which does not succeed leaves the ground behind it empty.
const DRIVEN_OFF: f32 = 0.3;

/// One blow: who strikes where, and what it promises.
#[derive(Clone, Debug)]
pub(super) struct Blow {
    /// What is struck.
    pub(super) target: Square,
    /// The units that should join those committed already.
    pub(super) units: ArrayVec<Unit, 12>,
    /// What all of them promise together.
    pub(super) prospect: Prospect,
    /// How much the newcomers add.
    pub(super) gain: f32,
    /// Whether some units are committed already.
    begun: bool,
    /// Whether the units committed already suffice.
    enough: bool,
}

/// Where the blows fall.
pub(super) struct Outlook {
    /// The best first.
    pub(super) blows: Vec<Blow>,
}

impl Outlook {
    /// Plans with the commitments that are offered.
    pub(super) fn of<V: Doctrine>(field: &Field<V>, options: &[Action<V::Own>], wave: Wave) -> Outlook {
        let mut targets: Vec<(Square, ArrayVec<Unit, 12>)> = Vec::new();
        for option in options {
            let Action::Commit { unit, to } = *option else { continue };
            match targets.iter_mut().find(|(target, _)| *target == to) {
                Some((_, units)) => drop(units.try_push(unit)),
                None => targets.push((to, ArrayVec::from_iter([unit]))),
            }
        }
        let mut trial = field.board.clone();
        let mut stores = match wave {
            Wave::Primary => Stores::promised(field, &mut trial),
            _ => Stores::none(),
        };
        let mut open: Vec<Blow> = targets
            .iter()
            .map(|(target, units)| strike(field, &mut trial, *target, units, wave, &stores))
            .collect();
        let mut blows = Vec::new();
        let least = if field.aims.zeal(field.side) >= 0.5 { LONG_SHOT } else { V::LEAST_CHANCE };
        // A defender gains nothing by hopeless blows; an attacker wears the enemy out by them.
        let hopeless = if field.aims.riposte(field.side) >= 0.5 { 0.0 } else { V::LEAST_CHANCE };
        loop {
            let best = open
                .iter()
                .enumerate()
                .filter(|(_, blow)| {
                    let hopes =
                        blow.gain > -HOPE * field.temper.hope && blow.prospect.take >= least && !blow.enough;
                    let pays = blow.gain > 0.0 && (blow.prospect.take >= hopeless || blow.begun);
                    (pays || hopes) && !blow.units.is_empty()
                })
                .max_by(|one, other| one.1.gain.total_cmp(&other.1.gain))
                .map(|(index, _)| index);
            let Some(index) = best else { break };
            let blow = open.swap_remove(index);
            let before = stores.left();
            if wave == Wave::Primary {
                blow.units.iter().for_each(|unit| commit(field, &mut trial, *unit, blow.target));
                stores.spend(field, &mut trial, blow.target);
                blow.units.iter().for_each(|unit| stand_down(field, &mut trial, *unit));
            }
            let spent = before != stores.left();
            for other in &mut open {
                if !spent && !other.units.iter().any(|unit| blow.units.contains(unit)) {
                    continue;
                }
                let Some((_, all)) = targets.iter().find(|(target, _)| *target == other.target) else {
                    continue;
                };
                let taken = |unit: &Unit| {
                    blow.units.contains(unit) || blows.iter().any(|known: &Blow| known.units.contains(unit))
                };
                let left: ArrayVec<Unit, 12> = all.iter().copied().filter(|unit| !taken(unit)).collect();
                *other = strike(field, &mut trial, other.target, &left, wave, &stores);
            }
            blows.push(blow);
        }
        Outlook { blows }
    }

    /// The blow that a unit takes part in.
    pub(super) fn blow_of(&self, unit: Unit) -> Option<&Blow> {
        self.blows.iter().find(|blow| blow.units.contains(&unit))
    }
}

/// The best blow against a square: units are added, the strongest first, as long as they add more than they risk.
fn strike<V: Doctrine>(
    field: &Field<V>,
    trial: &mut BoardOf<V>,
    target: Square,
    units: &[Unit],
    wave: Wave,
    stores: &Stores,
) -> Blow {
    let grid = field.grid;
    let mut ranked: ArrayVec<Unit, 12> = units.iter().copied().collect();
    ranked.sort_by(|one, other| field.attack(*other).total_cmp(&field.attack(*one)));
    let begun = !grid.attacker_list(field.board, target).is_empty();
    let before = if begun { supported(field, trial, target, wave, stores).value } else { 0.0 };
    let enough = begun && suffices(field, target);
    let mut blow =
        Blow { target, units: ArrayVec::new(), prospect: Prospect::default(), gain: -1.0, begun, enough };
    let mut joined: ArrayVec<Unit, 12> = ArrayVec::new();
    let mut bared = 0.0;
    for unit in ranked {
        let alone = grid.variant.part(grid, field.board, unit, target) == Part::Alone;
        if alone {
            joined.drain(..).for_each(|other| stand_down(field, trial, other));
            bared = 0.0;
        }
        commit(field, trial, unit, target);
        let mut prospect = supported(field, trial, target, wave, stores);
        if alone {
            prospect = closing_in(field, trial, unit, prospect, wave, stores);
        }
        bared += field.bared_by(unit, &joined);
        joined.push(unit);
        prospect.value -= prospect.take.max(DRIVEN_OFF) * bared * field.temper.bared;
        // A unit must add more than a trifle: one that does not fight today can fight tomorrow.
        if prospect.value - before > blow.gain + 0.01 {
            blow.prospect = prospect;
            blow.gain = prospect.value - before;
            blow.units.clone_from(&joined);
        }
    }
    joined.into_iter().for_each(|unit| stand_down(field, trial, unit));
    blow
}

/// What the blow in hand promises when its one unit may try to close in: for a lone unit against the last
/// step of a garrison, everything depends on closing in.
fn closing_in<V: Doctrine>(
    field: &Field<V>,
    trial: &mut BoardOf<V>,
    unit: Unit,
    plain: Prospect,
    wave: Wave,
    stores: &Stores,
) -> Prospect {
    let (grid, target) = (field.grid, trial.assault.target);
    let assessment = grid.assess_closing(trial, trial.square(unit), target);
    if assessment.automatic {
        return plain;
    }
    let chance = (1..=6).filter(|die| assessment.succeeds(*die)).count() as f32 / 6.0;
    let before = *trial.unit(unit);
    trial.update(&grid.pack, unit, |state| state.close(true));
    let closed = supported(field, trial, target, wave, stores);
    trial.update(&grid.pack, unit, |state| *state = before);
    if closed.value <= plain.value {
        return plain;
    }
    let mean = |of: fn(&Prospect) -> f32| chance * of(&closed) + (1.0 - chance) * of(&plain);
    Prospect {
        column: plain.column,
        take: mean(|one| one.take),
        loss: mean(|one| one.loss),
        kill: mean(|one| one.kill),
        value: mean(|one| one.value),
    }
}

/// Takes a commitment back on an imagined board.
fn stand_down<V: Doctrine>(field: &Field<V>, trial: &mut BoardOf<V>, unit: Unit) {
    let state = *field.board.unit(unit);
    trial.update(&field.grid.pack, unit, |trial| *trial = state);
}

/// Whether the units committed against a square reach the last column with factors to spare.
fn suffices<V: Doctrine>(field: &Field<V>, target: Square) -> bool {
    let grid = field.grid;
    let chart = &grid.pack.charts.assault;
    let last = f32::from(chart.first_column) + chart.rows[0].len() as f32 - 1.0;
    let mut attack = 0.0;
    grid.attackers(field.board, target, |unit| attack += field.attack(unit));
    let shift = f32::from(field.shift(field.enemy, target));
    attack - field.defense_at(field.enemy, target, Unit::NONE) + shift >= last + SPARE
}

/// Commits a unit on an imagined board; strong divisions close in without a roll.
fn commit<V: Doctrine>(field: &Field<V>, trial: &mut BoardOf<V>, unit: Unit, target: Square) {
    let grid = field.grid;
    let Some(direction) = grid.pack.map.direction(trial.square(unit), target) else { return };
    trial.update(&grid.pack, unit, |state| state.commit(direction));
    if grid.assess_closing(trial, trial.square(unit), target).automatic {
        trial.update(&grid.pack, unit, |state| state.close(true));
    }
}
