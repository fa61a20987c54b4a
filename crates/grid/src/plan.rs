//! What a side has planned and not rolled for yet: its assaults with their chances, the bombardment in hand.

use engine::step::Steps;

use engine::wire::Planned;

use crate::assault::{Assault, Wave};
use crate::commitment::Renewed;
use crate::rule::{Common, Rule};
use crate::speak::{Speak, count};
use crate::square::Square;
use crate::step::Step;
use crate::units::Side;
use crate::variant::{BoardOf, Grid};

impl<V: Speak> Grid<V> {
    pub(crate) fn plan_at(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> Vec<Planned> {
        let Step::Own(own) = *step else { return step.planned(self, board) };
        let planning = self.variant.planning(own);
        planning.map_or_else(Vec::new, |(side, only)| self.planned_assaults(board, side, only))
    }

    /// Every assault that a side has committed units to, or the one against `only`.
    pub(crate) fn planned_assaults(&self, board: &BoardOf<V>, side: Side, only: Square) -> Vec<Planned> {
        let targets = self.assaulted(board, side, Renewed::Too);
        let meant = targets.iter().filter(|target| !only.is_some() || *target == only);
        meant
            .map(|target| {
                let wave = if only.is_some() { Wave::Secondary } else { self.wave_of(board, target) };
                let mut trial = board.clone();
                trial.assault = Assault { target, side, wave, ..Assault::NONE };
                let (odds, percent) = self.forecast(&trial);
                Planned {
                    place: self.pack.map.name(target).to_owned(),
                    label: format!("{percent} %"),
                    text: format!("{}: {}.", odds.title, odds.summary),
                    cases: odds.cases,
                }
            })
            .collect()
    }

    /// The bombardment in hand: its factors, its column, and what the next column would take.
    pub(crate) fn planned_bombardment(&self, board: &BoardOf<V>, side: Side) -> Planned {
        let assessment = self.assess_bombardment(board, side);
        let chart = &self.pack.charts.bombardment;
        let least = &chart.minimum[usize::from(assessment.row)];
        let (row, columns) = (&chart.targets[usize::from(assessment.row)], least.len());
        let now = match assessment.column {
            Some(column) => format!("column {} of {columns} ({row})", column + 1),
            None => format!("too few for the lowest column ({row})"),
        };
        let next = assessment.column.map_or(0, |column| usize::from(column) + 1);
        let more = match least.get(next) {
            Some(least) => format!("{} are needed for column {}", least, next + 1),
            None => "more guns add nothing but their own modifiers".to_owned(),
        };
        let factors = count(assessment.factors, "factor");
        let rules = [Common::MinimumFactors, Common::TargetTerrain].map(Rule::<V::Own>::from);
        Planned {
            place: self.pack.map.name(board.shot.target).to_owned(),
            label: factors.clone(),
            text: format!("{factors}: {now}; {more}."),
            cases: self.pack.casebook.numbers(rules),
        }
    }
}
