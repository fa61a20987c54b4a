//! Exact odds of what a player may set going: assaults, and what all cards share. Each other die has its card in the
//! file of its rule.

use engine::Dice;
use engine::wire::{Chance, Line, Odds, Planned, Sum as WireSum};

use crate::board::{Assault, AssaultKind, Board, Outcome};
use crate::movement::Movement;
use crate::moving::{self, Crossing};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Place, Unit, Units};
use crate::step::{Action, Context, OddsCard, Step, Steps};
use crate::sum::Sum;
use crate::tell::outcome_words;
use crate::words::{place_name, unit_name};
use crate::{bridges, combat, foresight};

/// A card that is worked out when somebody asks for it.
pub(crate) fn card<'a>(odds: impl FnOnce() -> Odds + 'a) -> OddsCard<'a> {
    Box::new(move || Some(odds()))
}

/// The exact chances of what an option sets going: what it aims at, though other choices may come before the dice, or
/// a die that is rolled of itself after the answer.
pub(crate) fn odds(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<Odds> {
    if let Some(card) = step.odds(pack, board, action) {
        return card();
    }
    let (roller, before) = foresight::next_roll(pack, step, board, action)?;
    roller.rolls()?(pack, &before)
}

/// Marks the chances of a die that falls anyway, whatever is answered.
pub(crate) fn next_die(odds: Odds) -> Odds {
    Odds { title: format!("Next comes {}", in_sentence(&odds.title)), ..odds }
}

/// The assault in hand, fought by some attackers.
pub(crate) fn assault_in_hand<'a>(
    pack: &'a Pack,
    board: &'a Board,
    action: Action,
    attackers: Units,
) -> Option<OddsCard<'a>> {
    let Assault { place, kind, .. } = board.assault?;
    Some(Box::new(move || assault(pack, board, action, attackers, place, kind)))
}

/// The assault in hand once all is said: the dice are next.
pub(crate) fn assault_about_to_be_rolled(pack: &Pack, board: &Board) -> Option<Odds> {
    let Assault { place, kind, attackers, forward, .. } = board.assault?;
    assault(pack, board, forward.map_or(Action::Done, Action::Forward), attackers, place, kind)
}

/// The assault for which a unit would enter a place, and the bridge that may fall under it (10.4, 17.2.4).
pub(crate) fn assault_on_entry(
    pack: &Pack,
    board: &Board,
    action: Action,
    mover: Unit,
    place: Place,
    crossing: Crossing,
) -> Option<Odds> {
    let dry = crossing == Crossing::Dry;
    let falls = if dry { bridges::collapse_ways(pack, board, mover, place) } else { 0 };
    let attackers = moving::waiting(board, place) | Units::one(mover);
    let mut entered = board.clone();
    moving::rehearse(pack, &mut entered, place, crossing, &mut Context::silent(&mut Dice::seeded(0)));
    let odds = assault(pack, &entered, action, attackers, place, AssaultKind::Mandatory)?;
    Some(if falls > 0 { over_bridge(pack, odds, falls) } else { odds })
}

/// A title inside a sentence.
fn in_sentence(title: &str) -> String {
    title.strip_prefix("The ").map_or_else(|| title.to_owned(), |rest| format!("the {rest}"))
}

/// The assaults for which units wait in the places they have entered, with the unit that will lead each.
pub(crate) fn planned(pack: &Pack, board: &Board) -> Vec<Planned> {
    let (mandatory, optional) = moving::assaults(pack, board);
    let entered = (mandatory | optional).iter().filter(|place| !moving::waiting(board, *place).is_empty());
    entered
        .filter_map(|place| {
            let Odds { title, cases, results, summary, .. } =
                odds(pack, Movement.into(), board, Action::Assault(place))?;
            let of = results.first().map_or(1, |chance| chance.of);
            let success = Tally { pack, of, results }.share(is_success);
            Some(Planned {
                place: pack.at(place).id.clone(),
                label: format!("{success} %"),
                text: format!("{title}, {summary}."),
                cases,
            })
        })
        .collect()
}

/// How many of the 36 falls of two dice give each total, from 0 to 12.
pub(crate) const TWO_DICE: [u64; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// Collects results in the order in which they first come up.
pub(crate) struct Tally<'a> {
    pack: &'a Pack,
    of: u64,
    pub results: Vec<Chance>,
}

impl Tally<'_> {
    /// So many more ways to a result.
    pub(crate) fn add(&mut self, label: String, ways: u64, rules: &[Rule]) {
        match self.results.iter_mut().find(|chance| chance.label == label) {
            Some(chance) => chance.ways += ways,
            None => self.results.push(Chance {
                label,
                ways,
                of: self.of,
                cases: self.pack.casebook.numbers(rules.iter().copied()),
                about: "".into(),
            }),
        }
    }

    /// The share of some results, in hundredths.
    pub(crate) fn share(&self, is: impl Fn(&str) -> bool) -> u64 {
        let ways: u64 =
            self.results.iter().filter(|chance| is(&chance.label)).map(|chance| chance.ways).sum();
        (ways * 100 + self.of / 2) / self.of
    }

    /// A share in words: what is not quite sure is never called sure.
    fn percent(&self, is: impl Fn(&str) -> bool) -> String {
        let is_open = self.results.iter().any(|chance| chance.ways > 0 && !is(&chance.label));
        match self.share(is) {
            100 if is_open => "over 99 %".to_owned(),
            share => format!("{share} %"),
        }
    }
}

/// A tally of so many equal ways.
pub(crate) fn tally(pack: &Pack, of: u64) -> Tally<'_> {
    Tally { pack, of, results: Vec::new() }
}

/// A sum, line by line.
pub(crate) fn sum(pack: &Pack, label: &str, sum: &Sum) -> WireSum {
    let line = |(part, value): &(crate::sum::Part, i8)| Line {
        label: part.words().into(),
        value: i32::from(*value),
        cases: pack.casebook.numbers(part.rules().iter().copied()),
    };
    WireSum { label: label.into(), lines: sum.parts.iter().map(line).collect(), total: i32::from(sum.total) }
}

/// The point unit that was named, is named now, came first, or attacks best.
fn leader(pack: &Pack, board: &Board, action: Action, attackers: Units, assault: &Assault) -> Option<Unit> {
    if let Action::Point(unit) = action {
        return Some(unit);
    }
    let first = match assault.kind {
        AssaultKind::Mandatory => board.impulse.first_in[assault.place.index()],
        AssaultKind::Optional | AssaultKind::Inside => board.assault.and_then(|assault| assault.point),
    };
    first.or_else(|| attackers.iter().max_by_key(|unit| (pack.info(*unit).attack, std::cmp::Reverse(unit.0))))
}

/// The forward unit that is named, or the one that makes the defense strongest.
fn front(pack: &Pack, board: &Board, action: Action, assault: &Assault, point: Unit) -> Option<Unit> {
    if let Action::Forward(unit) = action {
        return Some(unit);
    }
    let defenders = board.own_in(pack, pack.info(point).side.enemy(), assault.place);
    let value = |unit: &Unit| combat::assess(pack, board, assault, point, *unit).defense.total;
    defenders.iter().max_by_key(|unit| (value(unit), std::cmp::Reverse(unit.0)))
}

/// The chances of an assault (11.4).
pub(crate) fn assault(
    pack: &Pack,
    board: &Board,
    action: Action,
    attackers: Units,
    place: Place,
    kind: AssaultKind,
) -> Option<Odds> {
    let assault = Assault {
        place,
        kind,
        attackers,
        point: None,
        forward: None,
        outcome: None,
        points: 0,
        begun: false,
        cost: 0,
    };
    let point = leader(pack, board, action, attackers, &assault)?;
    let forward = front(pack, board, action, &assault, point)?;
    let assessment = combat::assess(pack, board, &assault, point, forward);
    let mut tally = tally(pack, 36 * 36);
    let mut counts = [0u64; 256];
    for (attack, attack_ways) in TWO_DICE.iter().enumerate() {
        for (defense, defense_ways) in TWO_DICE.iter().enumerate() {
            let difference =
                assessment.attack.total + attack as i8 - assessment.defense.total - defense as i8;
            counts[(i16::from(difference) + 128) as usize] += attack_ways * defense_ways;
        }
    }
    for (index, ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let outcome = assessment.outcome((index as i16 - 128) as i8);
        let rules: &[Rule] = match outcome {
            Outcome::OnePoint => &[Rule::Success, Rule::DefensivePositions],
            Outcome::Success(_) | Outcome::Cleared => &[Rule::Success, Rule::AssaultCasualties],
            Outcome::Repulse => &[Rule::Repulse],
            Outcome::Stalemate => &[Rule::Stalemate],
            Outcome::Halted => &[Rule::TriangleOverrun],
            Outcome::Overrun => &[Rule::Overrun],
        };
        tally.add(outcome_words(outcome), *ways, rules);
    }
    Some(Odds {
        title: format!(
            "Assault in {}: {} against {}",
            place_name(pack, place),
            unit_name(pack, point),
            unit_name(pack, forward)
        ),
        cases: pack.casebook.numbers([Rule::AssaultProcedure, kind.rule(), Rule::AssaultResult]),
        sums: vec![
            sum(pack, "attack value", &assessment.attack),
            sum(pack, "defence value", &assessment.defense),
        ],
        summary: success_words(&tally),
        results: tally.results,
        chart: Some(("assault".into(), String::new())),
    })
}

/// The same assault over a bridge that falls on so many sides of a die: then the tank does not assault (17.2.4).
fn over_bridge(pack: &Pack, odds: Odds, falls: u64) -> Odds {
    let holds = 6 - falls;
    let of = odds.results.first().map_or(1, |chance| chance.of) * 6;
    let collapse = pack.casebook.numbers([Rule::BridgeCollapse]);
    let fallen = Chance {
        label: "the bridge collapses".into(),
        ways: of / 6 * falls,
        of,
        cases: collapse.clone(),
        about: "".into(),
    };
    let fought = odds.results.into_iter().map(|chance| Chance { ways: chance.ways * holds, of, ..chance });
    let results: Vec<Chance> = std::iter::once(fallen).chain(fought).collect();
    let tally = Tally { pack, of, results };
    Odds {
        summary: format!(
            "{}, {} % that the bridge collapses",
            success_words(&tally),
            tally.share(|label| label == "the bridge collapses")
        ),
        cases: odds.cases.into_iter().chain(collapse).collect(),
        results: tally.results,
        ..odds
    }
}

fn is_success(label: &str) -> bool {
    label.starts_with("success") || label == "overrun"
}

/// How likely an assault succeeds, in words.
fn success_words(tally: &Tally) -> String {
    let success = tally.percent(is_success);
    let overrun = tally.share(|label| label == "overrun");
    let also = if overrun > 0 { format!(", including {overrun} % to overrun") } else { String::new() };
    format!("{success} to succeed{also}")
}

/// The chances of one die.
pub(crate) fn one_die(
    pack: &Pack,
    title: String,
    rules: &[Rule],
    added: &Sum,
    outcome: impl Fn(i8) -> &'static str,
) -> Odds {
    let mut tally = tally(pack, 6);
    for die in 1..=6i8 {
        tally.add(outcome(die + added.total).into(), 1, rules);
    }
    let words: Vec<String> = tally
        .results
        .iter()
        .map(|chance| format!("{} % {}", tally.share(|label| label == chance.label), chance.label))
        .collect();
    Odds {
        title,
        cases: pack.casebook.numbers(rules.iter().copied()),
        sums: if added.parts.is_empty() { Vec::new() } else { vec![sum(pack, "added to the die", added)] },
        summary: words.join(", "),
        results: tally.results,
        chart: None,
    }
}
