//! The stores: what the Command Center is likely to give. Blows are planned with the barrages that will come.

use ::grid::assault::Wave;
use ::grid::commitment::Renewed;
use ::grid::resources::{CREEPING, GAS, LIFT, NIGHT, SPECIAL};
use ::grid::{BoardOf, Square};
use arrayvec::ArrayVec;

use super::Doctrine;
use super::field::Field;
use super::prospect::{dice, ready};

/// Two dice bring at least this sum in 26 of 36 cases.
const LIKELY: i8 = 6;

/// Flamethrowers, which only Verdun has.
const FLAMETHROWERS: u8 = 8;

/// The kinds that are counted on, the strongest first. Smoke is not among them: it blows either way.
const KINDS: [u8; 6] = [CREEPING, LIFT, GAS, NIGHT, SPECIAL, FLAMETHROWERS];

/// The least that a resource must add to a blow to be spent on it.
const LEAST: f32 = 0.05;

/// Resources that are likely to come, and for which assaults they are meant.
#[derive(Clone, Debug)]
pub(super) struct Stores {
    left: [u8; 12],
    meant: ArrayVec<(Square, u16), 24>,
}

impl Stores {
    /// Nothing.
    pub(super) fn none() -> Stores {
        Stores { left: [0; 12], meant: ArrayVec::new() }
    }

    /// What a side will probably get for its planned assaults, less the needs of those committed already.
    pub(super) fn promised<V: Doctrine>(field: &Field<V>, trial: &mut BoardOf<V>) -> Stores {
        let modifiers = field.grid.command_center_modifiers(field.board, field.side);
        let left = field.grid.resources_for(LIKELY + modifiers.sum());
        let mut stores = Stores { left, meant: ArrayVec::new() };
        let committed = field.grid.assaulted(field.board, field.side, Renewed::Not);
        let mut targets: Vec<Square> = committed.iter().collect();
        targets.sort_by(|one, other| field.prize(*other).total_cmp(&field.prize(*one)));
        for target in targets {
            stores.spend(field, trial, target);
        }
        stores
    }

    /// The resources that are not meant for any assault yet.
    pub(super) fn left(&self) -> [u8; 12] {
        self.left
    }

    /// Puts the resources that may be used into the assault in hand, on an imagined board.
    pub(super) fn lend<V: Doctrine>(&self, field: &Field<V>, trial: &mut BoardOf<V>) {
        if let Some((_, kinds)) = self.meant.iter().find(|(target, _)| *target == trial.assault.target) {
            trial.assault.resources = *kinds;
            return;
        }
        if self.left == [0; 12] {
            return;
        }
        let commander = field.grid.assault_commander(trial);
        let before = std::mem::replace(&mut trial.resources[commander.index()], self.left);
        for kind in KINDS {
            if field.grid.may_use(trial, commander, kind).is_legal() {
                trial.assault.resources |= 1 << kind;
            }
        }
        trial.resources[commander.index()] = before;
    }

    /// Takes out the resources that help an imagined assault of all committed units, and keeps them for it.
    pub(super) fn spend<V: Doctrine>(&mut self, field: &Field<V>, trial: &mut BoardOf<V>, target: Square) {
        if self.meant.is_full() || self.meant.iter().any(|(known, _)| *known == target) {
            return;
        }
        ready(field, trial, target, Wave::Primary);
        self.lend(field, trial);
        let mut all = dice(field, trial).value;
        for kind in KINDS.into_iter().rev() {
            let bit = 1 << kind;
            if trial.assault.resources & bit == 0 {
                continue;
            }
            trial.assault.resources &= !bit;
            let without = dice(field, trial).value;
            if all - without < LEAST {
                all = without;
            } else {
                trial.assault.resources |= bit;
                self.left[usize::from(kind)] = self.left[usize::from(kind)].saturating_sub(1);
            }
        }
        self.meant.push((target, trial.assault.resources));
    }
}
