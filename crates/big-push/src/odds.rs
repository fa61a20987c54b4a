//! Exact chances of what only this game rolls for, and of assaults that may fall apart before their dice
//! (6.4.1, 9.4, 11.3, 11.5.2.2, 15.5.3).

use std::collections::BTreeMap;

use engine::wire::Odds;
use grid::assault::Wave;
use grid::bombardment::Hit;
use grid::chances::Chances;
use grid::event::Modifiers;
use grid::forecast::{Course, Courses};
use grid::resources::SPECIAL;
use grid::units::{Nation, Unit};
use grid::{Action, Common, Place, Rule, Square};

use crate::data::MineMarker;
use crate::own::{OwnAction, OwnStep};
use crate::{BigPush, BigPushOwn, OwnRule, Somme, air, coordination, operations, options, tanks};

type Board = grid::BoardOf<Somme>;

/// The chances of an answer to one of the game's own questions.
pub(crate) fn odds(game: &BigPush, step: OwnStep, board: &Board, action: Action<BigPushOwn>) -> Option<Odds> {
    match (step, action) {
        (OwnStep::Substitute, Action::Use(_)) => {
            let limit = game.variant.own.charts.command_center.substitute_upto;
            Some(game.one_die_odds(
                "A substitute for tanks",
                vec![OwnRule::Substitute.into()],
                &Modifiers::new(),
                |die| die <= limit,
                ["granted", "refused"],
                "that it is granted",
            ))
        }
        (OwnStep::AirPlacement, Action::Target(square)) => Some(air_strike(game, board, square)),
        (OwnStep::LayMines { .. } | OwnStep::MoreMines, Action::Target(square)) => Some(mine(game, square)),
        (OwnStep::ChooseNation, Action::Own(OwnAction::Nation(nation))) => {
            Some(game.forecast_odds(&alone(game, board, nation)))
        }
        (OwnStep::JoinTanks, Action::Use(SPECIAL)) => {
            let rules = vec![OwnRule::TanksInAssault.into()];
            Some(game.courses_odds(board, Courses { all: joined(game, board), rules }))
        }
        (OwnStep::JoinTanks, Action::Own(answer)) => {
            let arm = if answer == OwnAction::Foot { Arm::Foot } else { Arm::Mounted };
            Some(game.forecast_odds(&one_arm(game, board, arm)))
        }
        _ => None,
    }
}

/// The air strike after the guns: two dice for the column, one for the result (6.6).
fn air_strike(game: &BigPush, board: &Board, square: Square) -> Odds {
    let mut ways: BTreeMap<Hit, u64> = BTreeMap::new();
    for first in 1..=6 {
        for second in 1..=6 {
            for die in 1..=6 {
                *ways.entry(air::result(game, board, square, [first, second], die)).or_default() += 1;
            }
        }
    }
    let missed = ways.get(&Hit::Miss).copied().unwrap_or(0);
    let results = ways.iter().rev().map(|(hit, ways)| (hit.name().to_owned(), *ways)).collect();
    let summary = format!("{} % for an effect", BigPush::percent(216 - missed, 216));
    let title = format!("Air strike on {}", game.at(square));
    game.card(title, &[Common::AirBombardment.into()], results, summary)
}

/// A mine blows on a low die, and a marker drawn blind says what it does (14.1.3).
fn mine(game: &BigPush, square: Square) -> Odds {
    let chart = &game.variant.own.charts.mines;
    let kinds = [
        ("a step and disruption", MineMarker::StepAndDisrupt),
        ("a step", MineMarker::Step),
        ("disruption", MineMarker::Disrupt),
        ("suppression", MineMarker::Suppress),
    ];
    let of = 6 * chart.markers.len() as u64;
    let mut results: Vec<(String, u64)> = kinds
        .into_iter()
        .map(|(label, kind)| {
            let drawn = chart.markers.iter().filter(|marker| **marker == kind).count() as u64;
            (label.to_owned(), u64::from(chart.upto) * drawn)
        })
        .filter(|(_, ways)| *ways > 0)
        .collect();
    let effect: u64 = results.iter().map(|(_, ways)| ways).sum();
    results.push(("nothing".to_owned(), of - effect));
    let summary = format!("{} % for an effect", BigPush::percent(effect, of));
    game.card(format!("A mine under {}", game.at(square)), &[OwnRule::Mines.into()], results, summary)
}

/// Counter-battery fire on the bombardment table, as an option (6.4.1).
pub(crate) fn counter_battery(
    game: &BigPush,
    board: &Board,
    nation: Nation,
    factors: u8,
    modifiers: &Modifiers<BigPushOwn>,
) -> Option<Odds> {
    if board.options & options::COUNTER_BATTERY_TABLE == 0 {
        return None;
    }
    let row = game.target_row(board, nation.side().enemy(), board.shot.firing);
    let minimum = &game.pack.charts.bombardment.minimum[usize::from(row)];
    let column = minimum.iter().rposition(|least| factors >= *least);
    let shift = modifiers.sum();
    let rules = vec![Rule::from(OwnRule::CounterBatteryTable), Common::BombardmentResults.into()];
    let silenced = |die: u8| {
        column.is_some_and(|column| {
            game.bombardment_result(column as u8, die as i8 + shift) != grid::bombardment::Hit::Miss
        })
    };
    Some(game.one_die_odds(
        "Counter-battery fire on the table",
        rules,
        modifiers,
        silenced,
        ["an effect", "missed"],
        "for an effect",
    ))
}

// ------------------------------------------------------------------------------------------------ courses

/// The courses of an assault: both nations together or the better one alone (11.3), tanks and cavalry with infantry or
/// the better of the two alone (11.5.2.2), concealed guns gone (15.5.3).
pub(crate) fn courses(game: &BigPush, board: &Board) -> Courses<Somme> {
    let mut rules = Vec::new();
    let all = split(game, board.clone(), &mut rules);
    Courses { all, rules }
}

fn split(game: &BigPush, mut board: Board, rules: &mut Vec<Rule<BigPushOwn>>) -> Vec<Course<Somme>> {
    let mut note = |rule: OwnRule| {
        if !rules.contains(&rule.into()) {
            rules.push(rule.into());
        }
    };
    let (fresh, notes) = (board.assault.wave != Wave::Renewed, board.assault.own);
    if fresh && coordination::is_joint(game, &board) && notes & coordination::COORDINATED == 0 {
        note(OwnRule::Coordination);
        let shift = coordination::modifiers(game, &board).sum();
        let limit = game.variant.own.charts.coordination.upto;
        let ways = (1..=6).filter(|die: &i8| die + shift <= limit).count() as u64;
        let nations = [Nation::British, Nation::French].map(|nation| {
            let label = format!("{} alone", nation.name());
            labelled(&label, split(game, alone(game, &board, nation), rules))
        });
        board.assault.own |= coordination::COORDINATED;
        let together = labelled("together", split(game, board, rules));
        return mixed([(ways, together), (6 - ways, best(game, nations))]);
    }
    if fresh && tanks::is_mixed(game, &board) && notes & coordination::SORTED == 0 {
        note(OwnRule::TanksInAssault);
        let mut choices = vec![
            labelled("infantry alone", split(game, one_arm(game, &board, Arm::Foot), rules)),
            labelled("tanks and cavalry alone", split(game, one_arm(game, &board, Arm::Mounted), rules)),
        ];
        if board.resources[Nation::British.index()][usize::from(SPECIAL)] > 0 {
            choices.push(joined(game, &board));
        }
        return best(game, choices);
    }
    while let Some(gun) = operations::concealed_in_target(game, &board) {
        note(OwnRule::GermanOperations);
        game.take_off(&mut board, gun, Place::Gone);
    }
    Courses::one(board).all
}

/// The assault with the tank resource; French units need a further die (11.5.2.2).
fn joined(game: &BigPush, board: &Board) -> Vec<Course<Somme>> {
    let mut board = board.clone();
    board.assault.own |= coordination::SORTED;
    board.assault.resources |= 1 << SPECIAL;
    let units = game.attacker_list(&board, board.assault.target);
    let together = |board: Board, weight: u64| {
        let label = "tanks and cavalry with infantry".to_owned();
        let mut rules = Vec::new();
        split(game, board, &mut rules).into_iter().map(move |course| Course {
            label: label.clone(),
            weight,
            ..course
        })
    };
    if !units.iter().any(|unit| game.pack.unit(*unit).nation == Nation::French) {
        return together(board, 1).collect();
    }
    let by_die = |die: u8| {
        let out = tanks::left_out(game, &units, die);
        let mut trial = without(game, &board, |unit| out.contains(&unit));
        tanks::shift_by_tanks(game, &mut trial);
        together(trial, 1).map(move |course| Course { label: format!("a {die} for the tanks"), ..course })
    };
    (1..=6).flat_map(by_die).collect()
}

/// What does not go together attacks one after the other: these are the parts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arm {
    /// Infantry.
    Foot,
    /// Tanks and cavalry.
    Mounted,
}

fn one_arm(game: &BigPush, board: &Board, arm: Arm) -> Board {
    let mut trial = without(game, board, |unit| tanks::is_mounted(game, unit) == (arm == Arm::Foot));
    trial.assault.own |= coordination::SORTED;
    trial
}

fn alone(game: &BigPush, board: &Board, nation: Nation) -> Board {
    let mut trial = without(game, board, |unit| game.pack.unit(unit).nation != nation);
    trial.assault.own |= coordination::COORDINATED;
    trial
}

fn without(game: &BigPush, board: &Board, out: impl Fn(Unit) -> bool) -> Board {
    let mut trial = board.clone();
    for unit in game.attacker_list(board, board.assault.target) {
        if out(unit) {
            trial.update(&game.pack, unit, grid::board::UnitState::stand_down);
        }
    }
    trial
}

/// The chances of some courses together.
fn chances(game: &BigPush, courses: &[Course<Somme>]) -> Chances {
    let parts: Vec<(u64, Chances)> = courses
        .iter()
        .map(|course| {
            let mut trial = course.board.clone();
            game.supply_fully(&mut trial);
            (course.weight, game.course_chances(&trial))
        })
        .collect();
    Chances::mix(&parts)
}

/// Of several possibilities the one that takes the square most often.
fn best(game: &BigPush, choices: impl IntoIterator<Item = Vec<Course<Somme>>>) -> Vec<Course<Somme>> {
    let mut best: Option<(Chances, Vec<Course<Somme>>)> = None;
    for choice in choices {
        let found = chances(game, &choice);
        if best.as_ref().is_none_or(|(standing, _)| found.is_better_than(standing)) {
            best = Some((found, choice));
        }
    }
    best.map(|(_, courses)| courses).unwrap_or_default()
}

fn labelled(label: &str, courses: Vec<Course<Somme>>) -> Vec<Course<Somme>> {
    let join = |course: Course<Somme>| {
        let label =
            if course.label.is_empty() { label.to_owned() } else { format!("{label}, {}", course.label) };
        Course { label, ..course }
    };
    courses.into_iter().map(join).collect()
}

/// Two lists of courses, each with a weight of its own.
fn mixed(parts: [(u64, Vec<Course<Somme>>); 2]) -> Vec<Course<Somme>> {
    let sums = [&parts[1].1, &parts[0].1].map(|other| other.iter().map(|course| course.weight).sum::<u64>());
    let weigh = |((weight, courses), other): ((u64, Vec<Course<Somme>>), u64)| {
        courses
            .into_iter()
            .map(move |course| Course { weight: course.weight * weight * other, ..course })
            .filter(|course| course.weight > 0)
    };
    parts.into_iter().zip(sums).flat_map(weigh).collect()
}
