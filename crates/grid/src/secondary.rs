//! Secondary Attacks: a second wave, bought one square at a time after all other assaults.
//!
//! Big Push 11.10, Verdun 16.8.

use engine::Forbidden;

use crate::action::Action;
use crate::assault::{Assault, Wave};
use crate::board::{Commitment, Mark};
use crate::resources::SECOND;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::step::Stage;
use crate::steps;
use crate::units::Nation;
use crate::variant::{BoardOf, ContextOf, Grid, Variant};
use crate::{Answers, Flow};

impl<V: Variant> Grid<V> {
    /// The squares a commander could attack again.
    fn secondary_targets(&self, board: &BoardOf<V>, nation: Nation) -> Squares {
        let mut targets = Squares::EMPTY;
        if board.resources[nation.index()][usize::from(SECOND)] == 0 {
            return targets;
        }
        self.commitments(board, nation, Square::NONE, Wave::Secondary, |unit, to| {
            // An engagement is never fought on as a Secondary Attack.
            if !board.unit(unit).has(Mark::Engaged) {
                targets.insert(to);
            }
        });
        targets
    }

    /// A wave is over: what is left of the commitment of each unit that is not held by an engagement.
    pub(crate) fn end_wave(&self, board: &mut BoardOf<V>, left: impl Fn(Commitment) -> Commitment) {
        for unit in self.pack.all_units() {
            let commitment = board.unit(unit).commitment();
            if commitment.0 != 0 && !board.unit(unit).has(Mark::Locked) {
                board.update(&self.pack, unit, |state| state.set_commitment(left(commitment)));
            }
        }
    }

    pub(crate) fn run_secondary_attacks(
        &self,
        step: &mut steps::SecondaryAttacks,
        board: &mut BoardOf<V>,
    ) -> Flow<V::Own> {
        let steps::SecondaryAttacks { side, next } = step;
        let commanders = self.variant.commanders(board, *side);
        // Ruling: nobody makes two Secondary Attacks in a phase, not even one who advanced after the first.
        self.end_wave(board, Commitment::only_fought);
        while let Some(nation) = commanders.get(usize::from(*next)) {
            if !self.secondary_targets(board, *nation).is_empty() {
                return Flow::Ask;
            }
            *next += 1;
        }
        board.resources = [[0; 12]; 3];
        Flow::Return
    }

    pub(crate) fn ask_secondary(&self, board: &BoardOf<V>, nation: Nation, answers: &mut Answers<V>) {
        answers.extend(self.secondary_targets(board, nation).iter().map(Action::Target));
        answers.push(Action::Done);
    }

    pub(crate) fn check_secondary(
        &self,
        board: &BoardOf<V>,
        nation: Nation,
        action: Action<V::Own>,
    ) -> Forbidden {
        match action {
            Action::Done => Forbidden::NO,
            Action::Target(square) if self.secondary_targets(board, nation).contains(square) => Forbidden::NO,
            _ => Forbidden::by(Rule::<V::Own>::from(Common::SecondaryAttacks)),
        }
    }

    pub(crate) fn choose_secondary(
        &self,
        step: &mut steps::SecondaryAttacks,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::SecondaryAttacks { side, next } = step;
        let nation = self.acting(board, *side, *next);
        let Action::Target(target) = action else {
            *next += 1;
            return Flow::Again;
        };
        board.assault = Assault { target, side: *side, wave: Wave::Secondary, ..Assault::NONE };
        self.spend_resource(board, nation, SECOND, context);
        if !self.variant.tallied_when_resolved() {
            let tally = &mut board.tally[nation.index()];
            tally.assaults = tally.assaults.saturating_add(1);
        }
        Flow::call(steps::Secondary { nation, target, at: 0 })
    }

    /// Commitment, closing in, Defensive Fire and the assault are all done again for the one square.
    pub(crate) fn run_secondary(&self, step: &mut steps::Secondary, board: &mut BoardOf<V>) -> Flow<V::Own> {
        let steps::Secondary { nation, target, at } = step;
        let (nation, target) = (*nation, *target);
        *at += 1;
        match *at {
            1 => Flow::call(steps::Commit { nation, only: target }),
            2 => Flow::Call(self.variant.closing_step(nation, target)),
            3 => Flow::call(steps::DefensiveFire { side: nation.side().enemy(), only: target }),
            4 => {
                self.drop_out(board, nation.side());
                if self.attacker_list(board, target).is_empty() {
                    return Flow::Again;
                }
                board.assault =
                    Assault { target, side: nation.side(), wave: Wave::Secondary, ..Assault::NONE };
                Flow::call(steps::Assault { stage: Stage::Begin })
            }
            _ => {
                board.assault = Assault::NONE;
                Flow::Return
            }
        }
    }
}
