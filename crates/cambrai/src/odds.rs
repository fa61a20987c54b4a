//! Exact odds of what a player may set going: assaults, barrages, demolitions, refits, sunset.

use engine::wire::{Chance, Line, Odds, Planned, Sum as WireSum};
use engine::{Context, Dice};

use crate::board::{Assault, AssaultKind, Board, Outcome};
use crate::foresight::Sequel;
use crate::movement::{self, Crossing};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::sets::{Bridge, Place, Unit, Units};
use crate::step::{Action, Step};
use crate::sum::Sum;
use crate::tell::outcome_words;
use crate::words::{counted, place_name, unit_name};
use crate::{artillery, bridges, combat, end_phase, foresight, night, sunset};

/// What dice would be rolled for.
enum Subject {
    Barrage(Place),
    /// An assault on a board as it would be, with point and forward unit if they are known.
    Assault {
        attackers: Units,
        place: Place,
        kind: AssaultKind,
        entering: Option<(Place, Crossing)>,
    },
    Demolition(Bridge),
    TankRefit(Unit),
    Ammunition,
    /// A die that is rolled of itself after the answer.
    Later(Step, Box<Board>),
}

fn subject(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<Subject> {
    aim(pack, step, board, action).or_else(|| {
        let (step, before) = foresight::next_roll(pack, step, board, action)?;
        Some(Subject::Later(step, Box::new(before)))
    })
}

/// What a player aims at with an answer, though other choices may come before the dice.
fn aim(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<Subject> {
    let in_hand = |attackers: Units| {
        let assault = board.assault?;
        Some(Subject::Assault { attackers, place: assault.place, kind: assault.kind, entering: None })
    };
    match (step, action) {
        (Step::Opening | Step::Artillery, Action::Hurricane(place)) => Some(Subject::Barrage(place)),
        (Step::PrimaryTarget, Action::Target(_)) => {
            board.barrage.map(|barrage| Subject::Barrage(barrage.place))
        }
        (Step::Movement, Action::To(place) | Action::Wade(place)) => {
            let crossing = if matches!(action, Action::To(_)) { Crossing::Dry } else { Crossing::Wading };
            let enemies = board.present(board.active.enemy()).contains(place);
            let mandatory = enemies && !board.impulse.contested.contains(place);
            let mover = board.impulse.mover.filter(|_| mandatory)?;
            let attackers = movement::waiting(board, place) | Units::one(mover);
            let entering = Some((place, crossing));
            Some(Subject::Assault { attackers, place, kind: AssaultKind::Mandatory, entering })
        }
        (Step::Movement, Action::Assault(place)) => {
            let (kind, attackers) = if board.impulse.area == Some(place) {
                (AssaultKind::Inside, combat::insiders(pack, board, place))
            } else if board.impulse.contested.contains(place) {
                (AssaultKind::Optional, movement::waiting(board, place))
            } else {
                (AssaultKind::Mandatory, movement::waiting(board, place))
            };
            Some(Subject::Assault { attackers, place, kind, entering: None })
        }
        (Step::Commitment, Action::Commit(unit)) => in_hand(board.assault?.attackers | Units::one(unit)),
        (Step::Commitment, Action::Done) | (Step::Point | Step::Forward, _) => {
            in_hand(board.assault?.attackers)
        }
        (Step::Demolition, Action::Blow(bridge)) => Some(Subject::Demolition(bridge)),
        (Step::TankRefit, Action::Roll) => board.subject.map(Subject::TankRefit),
        (Step::MoreAmmunition, Action::Advantage) => Some(Subject::Ammunition),
        _ => None,
    }
}

/// Whether dice hang on an option.
pub(crate) fn has(pack: &Pack, step: Step, board: &Board, action: Action, sequel: Sequel) -> bool {
    sequel.roller.is_some_and(has_later) || aim(pack, step, board, action).is_some()
}

/// The exact chances of what an option sets going.
pub(crate) fn odds(pack: &Pack, step: Step, board: &Board, action: Action) -> Option<Odds> {
    match subject(pack, step, board, action)? {
        Subject::Barrage(place) => Some(barrage(pack, board, place)),
        Subject::Assault { attackers, place, kind, entering } => {
            let falls = match (action, board.impulse.mover) {
                (Action::To(place), Some(mover)) => bridges::collapse_ways(pack, board, mover, place),
                _ => 0,
            };
            let mut board = board.clone();
            if let Some((place, crossing)) = entering {
                movement::rehearse(
                    pack,
                    &mut board,
                    place,
                    crossing,
                    &mut Context::silent(&mut Dice::seeded(0)),
                );
            }
            let odds = assault(pack, &board, action, attackers, place, kind)?;
            Some(if falls > 0 { over_bridge(pack, odds, falls) } else { odds })
        }
        Subject::Demolition(bridge) => Some(demolition(pack, board, bridge)),
        Subject::TankRefit(unit) => Some(tank_refit(pack, unit)),
        Subject::Ammunition => Some(ammunition(pack)),
        Subject::Later(step, before) => later(pack, step, &before).map(|odds| match step {
            Step::Resolution => odds,
            // The die falls anyway, whatever is answered.
            _ => Odds { title: format!("Next comes {}", in_sentence(&odds.title)), ..odds },
        }),
    }
}

/// A title inside a sentence.
fn in_sentence(title: &str) -> String {
    title.strip_prefix("The ").map_or_else(|| title.to_owned(), |rest| format!("the {rest}"))
}

/// The assaults for which units wait in the places they have entered, with the unit that will lead each.
pub(crate) fn planned(pack: &Pack, step: Step, board: &Board) -> Vec<Planned> {
    if step != Step::Movement {
        return Vec::new();
    }
    let (mandatory, optional) = movement::assaults(pack, board);
    let entered = (mandatory | optional).iter().filter(|place| !movement::waiting(board, *place).is_empty());
    entered
        .filter_map(|place| {
            let Odds { title, cases, results, summary, .. } =
                odds(pack, step, board, Action::Assault(place))?;
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

/// Whether [`later`] knows the die of a step.
fn has_later(step: Step) -> bool {
    matches!(
        step,
        Step::Weather
            | Step::Snowstorm
            | Step::ImpulseEnd
            | Step::HurricaneRefit
            | Step::Ammunition
            | Step::TankRefit
            | Step::EndPhase
            | Step::Resolution
    )
}

/// The chances of what a step rolls for of itself.
fn later(pack: &Pack, step: Step, board: &Board) -> Option<Odds> {
    match step {
        Step::Weather => Some(weather_odds(pack)),
        Step::Snowstorm => Some(storm_odds(pack, board)),
        Step::ImpulseEnd => Some(sunset_odds(pack, board)),
        Step::HurricaneRefit => Some(hurricane_odds(pack, board)),
        Step::Ammunition => Some(ammunition_odds(pack, board)),
        Step::TankRefit => night::next_tank(pack, board).map(|unit| tank_refit(pack, unit)),
        Step::EndPhase => Some(haig_odds(pack, board)),
        Step::Resolution => {
            let assault = board.assault?;
            let action = assault.forward.map_or(Action::Done, Action::Forward);
            self::assault(pack, board, action, assault.attackers, assault.place, assault.kind)
        }
        _ => None,
    }
}

/// How many of the 36 falls of two dice give each total, from 0 to 12.
const TWO_DICE: [u64; 13] = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];

/// Collects results in the order in which they first come up.
struct Tally<'a> {
    pack: &'a Pack,
    of: u64,
    results: Vec<Chance>,
}

impl Tally<'_> {
    fn add(&mut self, label: String, ways: u64, rules: &[Rule]) {
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

    fn share(&self, is: impl Fn(&str) -> bool) -> u64 {
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

fn tally(pack: &Pack, of: u64) -> Tally<'_> {
    Tally { pack, of, results: Vec::new() }
}

fn sum(pack: &Pack, label: &str, sum: &Sum) -> WireSum {
    let line = |(part, value): &(crate::sum::Part, i8)| Line {
        label: part.words().into(),
        value: i32::from(*value),
        cases: pack.casebook.numbers(part.rules().iter().copied()),
    };
    WireSum { label: label.into(), lines: sum.parts.iter().map(line).collect(), total: i32::from(sum.total) }
}

fn barrage(pack: &Pack, board: &Board, place: Place) -> Odds {
    let (attack, defense) = artillery::assess(pack, board, place);
    let mut tally = tally(pack, 36);
    let mut counts = [0u64; 32];
    for attack_die in 1..=6i8 {
        for defense_die in 1..=6i8 {
            let difference = attack.total + attack_die - defense.total - defense_die;
            let (points, _) = artillery::points(pack, place, difference);
            counts[usize::from(points).min(31)] += 1;
        }
    }
    for (points, ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let label = if points == 0 { "no effect".to_owned() } else { counted(points as i32, "point") };
        tally.add(label, *ways, &[Rule::BarrageResolution, Rule::BarrageCasualties]);
    }
    let square = pack.links.square.contains(place);
    let mut rules = vec![Rule::HurricaneBarrage, Rule::BarrageResolution];
    if square {
        rules.push(Rule::HindenburgLine);
    }
    Odds {
        title: format!("Hurricane Barrage on {}", place_name(pack, place)),
        cases: pack.casebook.numbers(rules),
        sums: vec![sum(pack, "attack value", &attack), sum(pack, "defence value", &defense)],
        summary: format!("{} % to cause casualties", 100 - tally.share(|label| label == "no effect")),
        results: tally.results,
        chart: Some(("barrage".into(), String::new())),
    }
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

fn assault(
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

fn demolition(pack: &Pack, board: &Board, bridge: Bridge) -> Odds {
    let added = bridges::assess(pack, board, bridge);
    let mut tally = tally(pack, 6);
    let blown = bridges::ways_to_blow(pack, board, bridge);
    for die in 0..6 {
        tally.add(if die < 6 - blown { "stands".into() } else { "blown".into() }, 1, &[Rule::Demolition]);
    }
    Odds {
        title: format!("Demolition of the {}", pack.over(bridge).name),
        cases: pack.casebook.numbers([Rule::Demolition]),
        sums: vec![sum(pack, "added to the die", &added)],
        summary: format!("{} % to blow it", tally.share(|label| label == "blown")),
        results: tally.results,
        chart: Some(("demolition".into(), String::new())),
    }
}

fn tank_refit(pack: &Pack, unit: Unit) -> Odds {
    let info = pack.info(unit);
    let mut tally = tally(pack, 6);
    for die in 1..=6i8 {
        let label = match (die <= info.exhausted_defense, info.weaker) {
            (true, _) => "fresh",
            (false, Some(_)) => "weaker",
            (false, None) => "lost",
        };
        tally.add(label.into(), 1, &[Rule::TankRefit]);
    }
    Odds {
        title: format!("The refit of {}", info.name),
        cases: pack.casebook.numbers([Rule::TankRefit]),
        sums: Vec::new(),
        summary: format!("{} % to keep its strength", tally.share(|label| label == "fresh")),
        results: tally.results,
        chart: Some(("tank-refit".into(), String::new())),
    }
}

fn ammunition(pack: &Pack) -> Odds {
    let mut tally = tally(pack, 36);
    for (total, ways) in TWO_DICE.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        tally.add(format!("{total} points"), *ways, &[Rule::ArtilleryRefit]);
    }
    Odds {
        title: "Additional ammunition".into(),
        cases: pack.casebook.numbers([Rule::AdvantageUse, Rule::ArtilleryRefit]),
        sums: Vec::new(),
        summary: "7 points on average".into(),
        results: tally.results,
        chart: Some(("ammunition".into(), String::new())),
    }
}

/// The chances of one die.
fn one_die(
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

fn weather_odds(pack: &Pack) -> Odds {
    let overcast = pack.charts.weather.overcast_up_to as i8;
    one_die(
        pack,
        "The weather of the day".into(),
        &[Rule::WeatherRoll, Rule::Weather],
        &Sum::default(),
        |die| if die <= overcast { "overcast" } else { "clear" },
    )
}

fn storm_odds(pack: &Pack, board: &Board) -> Odds {
    let limit = pack.charts.snowstorm[usize::from(board.turn)] as i8;
    one_die(pack, "The snowstorm roll".into(), &[Rule::Snowstorm], &Sum::default(), |die| {
        if die <= limit { "a snowstorm" } else { "no snowstorm" }
    })
}

fn haig_odds(pack: &Pack, board: &Board) -> Odds {
    let needed = pack.charts.haig.needed;
    let added = end_phase::haig(pack, board);
    one_die(pack, "Haig's decision".into(), &[Rule::HaigDecides], &added, |total| {
        if total >= needed { "the offensive goes on" } else { "he would stop it" }
    })
}

fn hurricane_odds(pack: &Pack, board: &Board) -> Odds {
    let side = board.asked;
    let needed = pack.charts.hurricane_needs(board.turn, side) as i8;
    let title = format!("The refit of a {} Hurricane marker", side.adjective());
    one_die(pack, title, &[Rule::HurricaneRefit], &Sum::default(), |die| {
        if die >= needed { "fresh" } else { "used" }
    })
}

fn ammunition_odds(pack: &Pack, board: &Board) -> Odds {
    let side = board.asked;
    let (count, bonus) = pack.charts.ammunition[usize::from(board.turn)][side];
    let mut ways = vec![1u64];
    for _ in 0..count {
        let mut next = vec![0; ways.len() + 6];
        for (total, before) in ways.iter().enumerate() {
            (1..=6).for_each(|die| next[total + die] += before);
        }
        ways = next;
    }
    let mut tally = tally(pack, 6u64.pow(u32::from(count)));
    for (total, ways) in ways.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let points = counted((total + usize::from(bonus)) as i32, "point");
        tally.add(points, *ways, &[Rule::ArtilleryRefit]);
    }
    Odds {
        title: format!("The ammunition of {}", side.name()),
        cases: pack.casebook.numbers([Rule::ArtilleryRefit]),
        sums: Vec::new(),
        summary: format!("{} points on average", f32::from(count) * 3.5 + f32::from(bonus)),
        results: tally.results,
        chart: Some(("ammunition".into(), String::new())),
    }
}

fn sunset_odds(pack: &Pack, board: &Board) -> Odds {
    let mut tally = tally(pack, 36);
    for (total, ways) in TWO_DICE.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let verdict = sunset::verdict(pack, board, total as u8);
        if verdict.ends {
            tally.add("daylight ends".into(), *ways, &[Rule::Sunset]);
        } else if verdict.changes {
            tally.add("the weather changes".into(), *ways, &[Rule::WeatherChange]);
        } else {
            tally.add("daylight goes on".into(), *ways, &[Rule::Sunset]);
        }
    }
    Odds {
        title: format!("The sunset roll of impulse {}", board.impulse_number),
        cases: pack.casebook.numbers([Rule::Sunset]),
        sums: Vec::new(),
        summary: format!("{} % that daylight ends", tally.share(|label| label == "daylight ends")),
        results: tally.results,
        chart: None,
    }
}
