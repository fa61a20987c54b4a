//! The exact chances of Defensive Fire (Big Push 10.2).

use std::collections::BTreeMap;

use engine::wire::{Chance, Line, Odds, Sum};

use crate::defensive_fire::Fire;
use crate::odds::two_dice;
use crate::rule::Common;
use crate::speak::Speak;
use crate::variant::{BoardOf, Grid};

impl<V: Speak> Grid<V> {
    /// The chances of the fire in hand.
    pub(crate) fn fire_odds(&self, board: &BoardOf<V>) -> Odds {
        let assessment = self.assess_fire(board);
        let mut ways: BTreeMap<Fire, u64> = BTreeMap::new();
        for (sum, count) in two_dice() {
            let result = self.fire_result(assessment.factors, sum + assessment.modifiers.sum());
            *ways.entry(result).or_default() += count;
        }
        let miss = ways.get(&Fire::Miss).copied().unwrap_or(0);
        let factors = Sum {
            label: "factors".to_owned(),
            lines: vec![Line {
                label: "firing".to_owned(),
                value: i32::from(assessment.factors),
                cases: self.cases([Common::DefensiveFactors]),
            }],
            total: i32::from(assessment.factors),
        };
        Odds {
            title: format!("Defensive Fire from {}", self.at(board.assault.target)),
            cases: self.cases([Common::DefensiveFire, Common::DefensiveResults]),
            sums: vec![factors, self.sum("dice", &assessment.modifiers)],
            results: ways
                .iter()
                .rev()
                .map(|(result, ways)| Chance {
                    label: result.name().to_owned(),
                    ways: *ways,
                    of: 36,
                    cases: self.cases([Common::DefensiveResults]),
                    about: "".into(),
                })
                .collect(),
            summary: format!("{} % for an effect", Self::percent(36 - miss, 36)),
            chart: Some(("defensive-fire".to_owned(), assessment.factors.min(10).to_string())),
        }
    }
}
