//! Which rules an option rests on.

use engine::step::Steps;

use crate::action::Action;
use crate::board::Mark;
use crate::rule::{Common, Rule};
use crate::speak::Speak;
use crate::step::Step;
use crate::units::{Kind, Nation, Unit};
use crate::variant::{BoardOf, Grid};

impl<V: Speak> Grid<V> {
    /// The rules that allow an answer.
    pub(crate) fn option_rules(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Vec<Rule<V::Own>> {
        let mut rules = Vec::new();
        if !matches!(step, Step::Own(_)) {
            step.cites(self, board, action, &mut rules);
        }
        if rules.is_empty() {
            rules = self.common_option_rules(step, board, action);
        }
        self.variant.cite(self, step, board, action, &mut rules);
        rules
    }

    fn common_option_rules(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        action: Action<V::Own>,
    ) -> Vec<Rule<V::Own>> {
        let rules = |rules: &[Common]| rules.iter().map(|rule| Rule::from(*rule)).collect::<Vec<_>>();
        match action {
            Action::Join(_) => rules(&[Common::FiringGuns, Common::ArtilleryRange, Common::FireLimits]),
            Action::Move { unit, to } => {
                let reach = self.way_to(board, unit, to);
                let path = reach.path(&self.pack.map, to);
                let mut list = self.move_rules(board, &reach, &path, self.pack.unit(unit).nation).to_vec();
                list.dedup();
                list.push(Common::MapGrid.into());
                if !board.square(unit).is_some() {
                    list.push(Common::Reinforcements.into());
                }
                list
            }
            Action::Face { .. } => rules(&[Common::Facing]),
            Action::Stay(unit) | Action::Flip(unit) => self.mode_rules(board, unit),
            Action::BreakDown { unit, .. } | Action::Build { from: unit, .. } => {
                self.reform_rules(board, unit)
            }
            Action::Exit { .. } => rules(&[Common::Exits]),
            Action::Pick(unit) => {
                let list =
                    if board.square(unit).is_some() { [Common::Movement] } else { [Common::Reinforcements] };
                rules(&list)
            }
            Action::Commit { unit, .. } => {
                let mut list = rules(&[
                    Common::Commitment,
                    Common::EligibleUnits,
                    Common::CommandSupport,
                    Common::CommandCapacity,
                    Common::MovingUp,
                ]);
                list.push(self.variant.command_rule(self.pack.unit(unit).nation));
                list
            }
            Action::Close { .. } => rules(&[Common::ClosingIn]),
            Action::Supply(unit) => {
                let mut list = rules(&[Common::AttackSupply]);
                if !board.unit(unit).good_order() {
                    list.push(Common::SupplyLimits.into());
                }
                list
            }
            Action::Unsupplied => rules(&[Common::AttackersUnsupplied]),
            Action::Use(kind) => {
                let mut list = vec![self.variant.resource_rule(kind)];
                list.extend(rules(&[Common::ResourceKinds, Common::UsingResources, Common::ResourceShift]));
                list
            }
            Action::Lose { unit, .. } => vec![self.loss_rule(unit)],
            Action::Retreat { .. } => rules(&[Common::Retreat]),
            Action::Displace { .. } => rules(&[Common::DefensiveResults, Common::Stacking]),
            Action::Advance { .. } => rules(&[Common::Advance]),
            Action::Consolidate(_) => rules(&[Common::Consolidation, Common::ConsolidateResource]),
            Action::Strike(_) => rules(&[Common::AssaultResults]),
            Action::Steps(_) => rules(&[Common::ReplacementRoll, Common::TakingReplacements]),
            Action::Replace { .. } => rules(&[Common::ReplacementPool, Common::TakingReplacements]),
            Action::Rally(_) => rules(&[Common::Rally]),
            _ => vec![engine::Rules::question(self, step, board).rule],
        }
    }

    fn mode_rules(&self, board: &BoardOf<V>, unit: Unit) -> Vec<Rule<V::Own>> {
        let mut list: Vec<Rule<V::Own>> = vec![Common::SpecialUnits.into()];
        if self.pack.unit(unit).kind == Kind::Hq {
            list.push(Common::HqModes.into());
            if board.unit(unit).has(Mark::Entered) {
                list.push(Common::ReinforcementHqs.into());
            }
        } else {
            list.push(Common::InfantryModes.into());
        }
        list
    }

    fn reform_rules(&self, board: &BoardOf<V>, unit: Unit) -> Vec<Rule<V::Own>> {
        let counter = self.pack.unit(unit);
        let german = counter.nation == Nation::German;
        let mut list: Vec<Rule<V::Own>> =
            vec![if german { Common::GermanBreakdown } else { Common::AlliedBreakdown }.into()];
        let square = board.square(unit);
        if square.is_some() && board.zoc(counter.side.enemy()).contains(square) {
            list.push(Common::BreakdownInZoc.into());
        }
        list
    }
}
