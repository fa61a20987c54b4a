//! An assault that is still to come: allies who may not find each other, garrisons face down, HQs that would surrender.
//!
//! What happens before its dice fall splits an assault into courses, and its chances are theirs, weighed.

use engine::wire::Odds;

use crate::action::Action;
use crate::assault::{Assault, Outcome, Wave};
use crate::chances::Chances;
use crate::rule::Rule;
use crate::speak::Speak;
use crate::square::Square;
use crate::steps;
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, Grid, Variant};

/// One way in which an assault may come to its dice.
#[derive(Clone, Debug)]
pub struct Course<V: Variant> {
    /// What happens: `together`.
    pub label: String,
    /// How often, against the weights of the other courses.
    pub weight: u64,
    /// The board when the dice are about to fall.
    pub board: BoardOf<V>,
}

/// All courses of an assault.
#[derive(Clone, Debug)]
pub struct Courses<V: Variant> {
    /// The courses; never none.
    pub all: Vec<Course<V>>,
    /// The rules that part them.
    pub rules: Vec<Rule<V::Own>>,
}

impl<V: Variant> Courses<V> {
    /// The only course.
    pub fn one(board: BoardOf<V>) -> Courses<V> {
        Courses { all: vec![Course { label: String::new(), weight: 1, board }], rules: Vec::new() }
    }
}

impl<V: Speak> Grid<V> {
    /// Commits a unit on a trial board.
    pub(crate) fn commit_on(&self, trial: &mut BoardOf<V>, unit: Unit, to: Square) -> Option<()> {
        let direction = self.pack.map.direction(trial.square(unit), to)?;
        trial.update(&self.pack, unit, |state| state.commit(direction));
        Some(())
    }

    /// An assault to which units are being committed: Defensive Fire and resources are still to come.
    pub(crate) fn committed_odds(
        &self,
        mut trial: BoardOf<V>,
        side: Side,
        target: Square,
        wave: Wave,
    ) -> Odds {
        trial.assault = Assault { target, side, wave, ..Assault::NONE };
        let mut odds = self.forecast_odds(&trial);
        odds.summary.push_str(", before Defensive Fire and resources");
        odds
    }

    /// A Secondary Attack with every unit that may take part.
    pub(crate) fn secondary_odds(&self, board: &BoardOf<V>, nation: Nation, target: Square) -> Odds {
        let mut trial = board.clone();
        loop {
            let mut answers = Vec::new();
            self.ask_commit(&steps::Commit { nation, only: target }, &trial, &mut answers);
            let next = answers.into_iter().find_map(|action| match action {
                Action::Commit { unit, to } if to == target => Some(unit),
                _ => None,
            });
            let Some(unit) = next else { break };
            if self.commit_on(&mut trial, unit, target).is_none() {
                break;
            }
        }
        self.committed_odds(trial, nation.side(), target, Wave::Secondary)
    }

    /// The chance of every result of an assault whose dice are still far off: its courses, each with all the supply it
    /// could have.
    pub fn forecast_odds(&self, board: &BoardOf<V>) -> Odds {
        self.courses_odds(board, self.variant.courses(self, board))
    }

    /// The card of an assault whose dice are still far off, and how likely it takes its square, in per cent.
    pub(crate) fn forecast(&self, board: &BoardOf<V>) -> (Odds, u64) {
        let (odds, chances) = self.card_and_chances(board, self.variant.courses(self, board));
        (odds, Self::percent(chances.taken(), chances.of()))
    }

    /// The chance of every result of an assault that may take these courses.
    pub fn courses_odds(&self, board: &BoardOf<V>, courses: Courses<V>) -> Odds {
        self.card_and_chances(board, courses).0
    }

    fn card_and_chances(&self, board: &BoardOf<V>, courses: Courses<V>) -> (Odds, Chances) {
        let Courses { mut all, rules } = courses;
        for course in &mut all {
            self.supply_fully(&mut course.board);
        }
        let weights: u64 = all.iter().map(|course| course.weight).sum();
        let parts: Vec<(u64, Chances)> =
            all.iter().map(|course| (course.weight, self.course_chances(&course.board))).collect();
        let fought: Vec<(&Course<V>, Odds)> = all
            .iter()
            .filter(|course| !self.is_unopposed(&course.board))
            .map(|course| (course, self.assault_odds(&course.board)))
            .collect();
        let chances = Chances::mix(&parts);
        let mut odds = if let Some((course, _)) = fought.first() {
            self.assault_card(&course.board, &chances)
        } else {
            let title = format!("Assault on {}", self.at(board.assault.target));
            let success = self.variant.success(self, board);
            self.crt_odds(title, &self.assess_assault(board), &chances, success)
        };
        odds.sums.clear();
        let mut cases = self.pack.casebook.numbers(rules);
        for (course, card) in fought {
            cases.extend(card.cases);
            for mut sum in card.sums {
                if course.weight < weights {
                    sum.label = format!("{}, {} in {weights}: {}", course.label, course.weight, sum.label);
                } else if !course.label.is_empty() {
                    sum.label = format!("{}: {}", course.label, sum.label);
                }
                odds.sums.push(sum);
            }
        }
        for case in cases {
            if !odds.cases.contains(&case) {
                odds.cases.push(case);
            }
        }
        (odds, chances)
    }

    /// The chances of one course: nobody may resist, or nobody be left to attack.
    pub fn course_chances(&self, board: &BoardOf<V>) -> Chances {
        if self.attacker_list(board, board.assault.target).is_empty() {
            return Chances::certain(Outcome::AttackersRetreat);
        }
        if self.is_unopposed(board) { Chances::UNOPPOSED } else { self.assault_chances(board) }
    }

    /// Whether the square of the assault in hand falls without dice: it is empty, or HQs in Supply Mode alone are there
    /// (Big Push 11.3, Verdun 13.3.1).
    fn is_unopposed(&self, board: &BoardOf<V>) -> bool {
        !board.occupied(board.assault.side.enemy()).contains(board.assault.target)
            || self.only_supply_hqs(board)
    }

    /// Names all HQs that the assault in hand could still be supplied by.
    pub fn supply_fully(&self, board: &mut BoardOf<V>) {
        while let Some((nation, hqs)) = self.supply_question(board) {
            self.name_supply(board, nation, hqs.first().copied().unwrap_or(Unit::NONE));
        }
    }
}
