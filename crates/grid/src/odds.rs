//! Exact chances, from the same assessments that the dice use.

use std::collections::BTreeMap;

use engine::step::{OddsCard, Steps};
use engine::wire::{Chance, Line, Odds, Sum};

use crate::action::Action;
use crate::assault::Outcome;
use crate::bombardment::Hit;
use crate::chances::Chances;
use crate::commitment::Renewed;
use crate::event::Modifiers;
use crate::rule::{Common, Rule};
use crate::speak::{Speak, count};
use crate::square::Square;
use crate::step::{Stage, Step};
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, Grid};

/// How many ways two dice give a sum.
pub(crate) fn two_dice() -> impl Iterator<Item = (i8, u64)> {
    (2..=12).map(|sum: i8| (sum, 6 - u64::from(sum.abs_diff(7))))
}

impl<V: Speak> Grid<V> {
    /// The chances of what an answer would set going.
    pub(crate) fn odds_of(
        &self,
        step: &Step<V::Own>,
        board: &BoardOf<V>,
        seat: engine::Seat,
        action: Action<V::Own>,
    ) -> Option<Odds> {
        match (*step, action) {
            (Step::Own(own), action) => self.variant.odds(self, own, board, seat, action),
            (_, Action::Own(own)) => self.variant.more_odds(self, board, own),
            _ => step.odds(self, board, action)?(),
        }
    }

    /// The bombardment in hand with one gun more. Where too few have joined, the only gun that is left joins of itself.
    pub(crate) fn odds_with_gun(&self, board: &BoardOf<V>, nation: Nation, gun: Unit) -> Odds {
        let mut trial = board.clone();
        let mut next = Some(gun);
        while let Some(gun) = next {
            if gun.is_some() {
                trial.shot.guns.insert(gun);
            } else {
                trial.shot.off_map = true;
            }
            let mut answers = Vec::new();
            self.ask_guns(&trial, nation, &mut answers);
            next = if let [Action::Join(only)] = answers[..] { Some(only) } else { None };
        }
        self.bombardment_odds(&trial, nation.side())
    }

    /// The chances of an answer in an assault: what it does to the board in hand, and then the dice.
    pub(crate) fn stage_odds<'a>(
        &'a self,
        stage: Stage,
        board: &'a BoardOf<V>,
        action: Action<V::Own>,
    ) -> Option<OddsCard<'a>> {
        Some(match (stage, action) {
            (Stage::Supply, Action::Supply(hq)) => Box::new(move || Some(self.supplied_odds(board, hq))),
            (Stage::Supply, Action::Unsupplied) => Box::new(move || {
                let (nation, _) = self.supply_question(board)?;
                let mut trial = board.clone();
                self.name_supply(&mut trial, nation, Unit::NONE);
                Some(self.forecast_odds(&trial))
            }),
            (Stage::Resources, Action::Done) => Box::new(move || Some(self.assault_odds(board))),
            (Stage::Resources, Action::Use(kind)) => Box::new(move || {
                let mut trial = board.clone();
                trial.assault.resources |= 1 << kind;
                Some(self.assault_odds(&trial))
            }),
            (Stage::Resources, Action::Own(own)) => {
                Box::new(move || self.variant.more_odds(self, board, own))
            }
            (Stage::Strike, Action::Strike(square)) => Box::new(move || {
                let mut trial = board.clone();
                trial.assault.strike = square;
                Some(self.strike_odds(&trial))
            }),
            _ => return None,
        })
    }

    /// The forecast with an HQ that supplies.
    fn supplied_odds(&self, board: &BoardOf<V>, hq: Unit) -> Odds {
        let mut trial = board.clone();
        self.name_supply(&mut trial, self.pack.unit(hq).nation, hq);
        let mut odds = self.forecast_odds(&trial);
        self.tell_return(board, &mut odds);
        odds
    }

    /// A card tells besides when the HQ that supplies comes back.
    fn tell_return(&self, board: &BoardOf<V>, odds: &mut Odds) {
        let modifiers = self.return_modifiers(board);
        let soon = (1..=6).filter(|die| self.returns_soon(die + modifiers.sum())).count() as u64;
        let chance = Self::percent(soon, 6);
        odds.summary = format!(
            "{}; the headquarters is back next turn with {chance} %, otherwise a turn later",
            odds.summary
        );
        odds.cases.extend(self.cases([Common::SupplyHqReturn]));
        if modifiers.sum() != 0 {
            odds.sums.push(self.sum("die for the return of the headquarters", &modifiers));
        }
    }

    pub(crate) fn cases(&self, rules: impl IntoIterator<Item = Common>) -> Vec<String> {
        self.pack.casebook.numbers(rules.into_iter().map(Rule::<V::Own>::from))
    }

    /// A list of modifiers as a sum.
    pub fn sum(&self, label: &str, modifiers: &Modifiers<V::Own>) -> Sum {
        Sum { label: label.to_owned(), lines: self.lines(modifiers), total: i32::from(modifiers.sum()) }
    }

    /// Whole percents, rounded.
    pub fn percent(ways: u64, of: u64) -> u64 {
        (ways * 100 + of / 2).checked_div(of).unwrap_or(0)
    }

    /// A success or failure on one die; `hope` says in the summary what the chance is for.
    pub fn one_die_odds(
        &self,
        title: &str,
        rules: Vec<Rule<V::Own>>,
        modifiers: &Modifiers<V::Own>,
        succeeds: impl Fn(u8) -> bool,
        labels: [&str; 2],
        hope: &str,
    ) -> Odds {
        let ways = (1..=6).filter(|die| succeeds(*die)).count() as u64;
        let cases = self.pack.casebook.numbers(rules);
        let chance = |label: &str, ways: u64| Chance {
            label: label.to_owned(),
            ways,
            of: 6,
            cases: cases.clone(),
            about: "".into(),
        };
        Odds {
            title: title.to_owned(),
            sums: vec![self.sum("modifiers", modifiers)],
            results: vec![chance(labels[0], ways), chance(labels[1], 6 - ways)],
            summary: format!("{} % {hope}", Self::percent(ways, 6)),
            chart: None,
            cases,
        }
    }

    /// A card of chances that add up to one.
    pub fn card(
        &self,
        title: String,
        rules: &[Rule<V::Own>],
        results: Vec<(String, u64)>,
        summary: String,
    ) -> Odds {
        let of = results.iter().map(|(_, ways)| ways).sum();
        let chance =
            |(label, ways): (String, u64)| Chance { label, ways, of, cases: Vec::new(), about: "".into() };
        Odds {
            title,
            cases: self.pack.casebook.numbers(rules.iter().copied()),
            sums: Vec::new(),
            results: results.into_iter().map(chance).collect(),
            summary,
            chart: None,
        }
    }

    /// What the two dice of the Command Center may bring (Big Push 9.1, Verdun 14.1).
    pub(crate) fn command_center_odds(&self, board: &BoardOf<V>, side: Side) -> Option<Odds> {
        if self.assaulted(board, side, Renewed::Too).is_empty() {
            return None;
        }
        let modifiers = self.command_center_modifiers(board, side);
        let mut ways: BTreeMap<u32, u64> = BTreeMap::new();
        for (roll, falls) in two_dice() {
            let given = self.resources_for(roll + modifiers.sum());
            *ways.entry(given.iter().map(|number| u32::from(*number)).sum()).or_default() += falls;
        }
        let sum: u64 = ways.iter().map(|(given, ways)| u64::from(*given) * ways).sum();
        let mean = ((sum + 18) / 36) as u32;
        let label = |given: u32| match given {
            0 => "no resource".to_owned(),
            given => count(given, "resource"),
        };
        let results = ways.iter().map(|(given, ways)| (label(*given), *ways)).collect();
        let rules = [Common::CommandCenter.into()];
        let summary = format!("{} on average", label(mean));
        let mut odds = self.card("Command Center".to_owned(), &rules, results, summary);
        odds.sums.push(self.sum("dice", &modifiers));
        Some(odds)
    }

    /// A bombardment by every gun that may fire at the target in hand.
    pub fn full_bombardment_odds(&self, mut trial: BoardOf<V>, nation: Nation) -> Odds {
        let mut answers = Vec::new();
        self.ask_guns(&trial, nation, &mut answers);
        for action in answers {
            match action {
                Action::Join(gun) if gun.is_some() => trial.shot.guns.insert(gun),
                Action::Join(_) => trial.shot.off_map = true,
                _ => {}
            }
        }
        let mut odds = self.bombardment_odds(&trial, nation.side());
        odds.title.push_str(" with every gun in range");
        odds
    }

    pub(crate) fn bombardment_odds(&self, board: &BoardOf<V>, side: Side) -> Odds {
        let assessment = self.assess_bombardment(board, side);
        let vacant = !board.occupied(side.enemy()).contains(board.shot.target);
        let mut ways: BTreeMap<Hit, u64> = BTreeMap::new();
        for die in 1..=6 {
            let mut hit = match assessment.column {
                Some(column) => self.bombardment_result(column, die + assessment.modifiers.sum()),
                None => Hit::Miss,
            };
            if vacant && hit != Hit::Miss {
                hit = Hit::Interdict;
            }
            hit = self.variant.hit_on_target(board, hit);
            *ways.entry(hit).or_default() += 1;
        }
        let effect: u64 = ways.iter().filter(|(hit, _)| **hit != Hit::Miss).map(|(_, ways)| *ways).sum();
        let chart = &self.pack.charts.bombardment;
        let row = &chart.targets[usize::from(assessment.row)];
        let factors = Sum {
            label: format!("factors against {row}"),
            lines: vec![Line {
                label: "guns".to_owned(),
                value: i32::from(assessment.factors),
                cases: self.cases([Common::MinimumFactors]),
            }],
            total: i32::from(assessment.factors),
        };
        Odds {
            title: format!("Bombardment of {}", self.at(board.shot.target)),
            cases: self.cases([Common::BombardmentRoll, Common::BombardmentResults, Common::TargetTerrain]),
            sums: vec![factors, self.sum("die", &assessment.modifiers)],
            results: ways
                .iter()
                .rev()
                .map(|(hit, ways)| Chance {
                    label: hit.name().to_owned(),
                    ways: *ways,
                    of: 6,
                    cases: self.cases([Common::BombardmentResults]),
                    about: "".into(),
                })
                .collect(),
            summary: format!("{} % for an effect, if no gun is silenced", Self::percent(effect, 6)),
            chart: assessment.column.map(|column| ("bombardment".to_owned(), (column + 1).to_string())),
        }
    }

    pub(crate) fn counter_odds(&self, board: &BoardOf<V>, nation: Nation) -> Odds {
        let (factors, modifiers) = self.assess_counter(board, nation);
        self.variant.counter_battery_odds(self, board, nation, factors, &modifiers).unwrap_or_else(|| {
            let shift = modifiers.sum();
            let title = format!("Counter-battery fire at {}", self.at(board.shot.firing));
            let rules = vec![Common::CounterBattery.into()];
            self.one_die_odds(
                &title,
                rules,
                &modifiers,
                |die| die as i8 + shift <= factors as i8,
                ["each gun is silenced", "missed"],
                "to silence each gun",
            )
        })
    }

    pub(crate) fn closing_odds(&self, board: &BoardOf<V>, from: Square, to: Square) -> Odds {
        let assessment = self.assess_closing(board, from, to);
        let mut rules: Vec<Rule<V::Own>> = vec![Common::ClosingIn.into()];
        rules.extend(assessment.six_fails);
        let title = format!("Closing in on {}", self.at(to));
        let automatic = assessment.automatic;
        self.one_die_odds(
            &title,
            rules,
            &assessment.modifiers,
            |die| automatic || assessment.succeeds(die),
            ["closes in", "fails"],
            "to close in",
        )
    }

    /// The chance of every result of the assault in hand: the wind if there is smoke, repeats that the rules demand, and
    /// the one re-roll, made by whoever may ask for it and is more likely to gain by it than to lose.
    pub fn assault_odds(&self, board: &BoardOf<V>) -> Odds {
        self.assault_card(board, &self.assault_chances(board))
    }

    /// Chances of the assault in hand as odds, with the rules by which dice may fall again.
    pub(crate) fn assault_card(&self, board: &BoardOf<V>, chances: &Chances) -> Odds {
        let title = format!("Assault on {}", self.at(board.assault.target));
        let success = self.variant.success(self, board);
        let mut odds = self.crt_odds(title, &self.assess_assault(board), chances, success);
        let rules = self.reroll_rules(board, &self.roll_chances(board), board.assault.side);
        if !rules.is_empty() {
            odds.summary.push_str(", re-rolls included");
            odds.cases.extend(self.pack.casebook.numbers(rules));
        }
        odds
    }

    fn strike_odds(&self, board: &BoardOf<V>) -> Odds {
        let assessment = self.assess_strike(board);
        let title = format!("Counterattack on {}", self.at(board.assault.strike));
        self.crt_odds(title, &assessment, &self.dice_chances(&assessment), "to take the square")
    }

    /// Chances on the assault table as odds; the summary says how likely the defender gives way.
    pub fn crt_odds(
        &self,
        title: String,
        assessment: &crate::assault::Assessment<V::Own>,
        chances: &Chances,
        success: &str,
    ) -> Odds {
        let column = self.assault_column(assessment);
        let line = |label: &str, value: i32| Line {
            label: label.to_owned(),
            value,
            cases: self.cases([Common::Differential]),
        };
        let strengths = Sum {
            label: "strength".to_owned(),
            lines: vec![
                line("attack", i32::from(assessment.attack)),
                line("defence", -i32::from(assessment.defense)),
            ],
            total: i32::from(assessment.attack) - i32::from(assessment.defense),
        };
        let dice = Outcome::ALL.iter().map(|outcome| Chance {
            label: outcome.code().to_owned(),
            ways: chances.ways(*outcome),
            of: chances.of(),
            cases: self.cases([Common::AssaultResults]),
            about: outcome.about().into(),
        });
        let walkover = Chance {
            label: "without a fight".to_owned(),
            ways: chances.unopposed(),
            of: chances.of(),
            cases: self.cases([Common::AssaultStatus]),
            about: "".into(),
        };
        let costly = chances.ways_to(|outcome| {
            matches!(
                outcome,
                Outcome::AttackersEliminated | Outcome::AttackersTwoSteps | Outcome::AttackersOneStep
            )
        });
        let percent = |ways| Self::percent(ways, chances.of());
        // Whoever is struck back at may lose steps after all.
        let after = match percent(chances.ways(Outcome::Counterattack)) {
            0 => String::new(),
            chance => format!(", {chance} % for a counter-attack"),
        };
        Odds {
            title,
            cases: self.cases([Common::Assault, Common::AssaultResults]),
            sums: vec![
                strengths,
                self.sum("column shifts", &assessment.shifts),
                self.sum("dice", &assessment.modifiers),
            ],
            results: dice.chain([walkover]).filter(|chance| chance.ways > 0).collect(),
            summary: format!(
                "{} % {success}, {} % to lose steps{after}",
                percent(chances.taken()),
                percent(costly)
            ),
            chart: Some(("assault".to_owned(), format!("{column:+}"))),
        }
    }

    pub(crate) fn rally_odds(&self, board: &BoardOf<V>, unit: Unit) -> Odds {
        let modifiers = self.variant.rally_modifiers(self, board, unit);
        let limit = self.variant.rally_limit(self, board, unit);
        let shift = modifiers.sum();
        let title = format!("{} {}", self.who(unit), self.verb(unit, "rallies", "rally"));
        self.one_die_odds(
            &title,
            vec![Common::Rally.into()],
            &modifiers,
            |die| die as i8 + shift <= limit,
            ["rallies", "does not rally"],
            "to rally",
        )
    }

    /// The rule a question cites, for odds cards of a game's own.
    pub fn question_rule(&self, step: &Step<V::Own>, board: &BoardOf<V>) -> Rule<V::Own> {
        engine::Rules::question(self, step, board).rule
    }
}
