//! Assault casualty points (11.6).

use std::collections::BTreeMap;

use super::board::{Assault, Board};
use super::pack::{Pack, Side};
use super::retreat::refuges;

type Answers = BTreeMap<String, Option<String>>;

/// A defender while points are taken: fresh or not, and whether it can pay by retreating.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Payer {
    id: String,
    fresh: bool,
    refuge: bool,
}

/// The steps of one unit, each with its points: a fresh unit becomes exhausted for 1, an exhausted one is eliminated for
/// 2 or retreats for 1 if it has a refuge (11.6, R31, R86).
fn steps(payer: &Payer) -> Vec<(&'static str, i64)> {
    if payer.fresh {
        return vec![("exhaust", 1)];
    }
    let mut found = vec![("eliminate", 2)];
    if payer.refuge {
        found.push(("retreat", 1));
    }
    found
}

fn after(payers: &[Payer], id: &str, step: &str) -> Vec<Payer> {
    let mut rest = payers.to_vec();
    if step == "exhaust" {
        for p in rest.iter_mut().filter(|p| p.id == id) {
            p.fresh = false;
        }
    } else {
        rest.retain(|p| p.id != id);
    }
    rest
}

/// Points that stay unpaid are worse than any excess: exact losses must be applied whenever possible (11.6).
const UNPAID: i64 = 1000;

/// How many defenders are fresh with and without a refuge, and exhausted with and without one.
type Count = [usize; 4];

fn count(payers: &[Payer]) -> Count {
    let mut found = [0; 4];
    for p in payers {
        found[usize::from(!p.refuge) + 2 * usize::from(!p.fresh)] += 1;
    }
    found
}

/// The smallest excess with which points can be paid (11.6, R86).
fn excess(units: Count, points: i64, known: &mut BTreeMap<(Count, i64), i64>) -> i64 {
    if points <= 0 {
        return -points;
    }
    if let Some(found) = known.get(&(units, points)) {
        return *found;
    }
    let mut least = UNPAID + points;
    for (kind, n) in units.iter().enumerate() {
        if *n == 0 {
            continue;
        }
        let mut rest = units;
        rest[kind] -= 1;
        if kind < 2 {
            rest[kind + 2] += 1;
            least = least.min(excess(rest, points - 1, known));
        } else {
            least = least.min(excess(rest, points - 2, known));
            if kind == 2 {
                least = least.min(excess(rest, points - 1, known));
            }
        }
    }
    known.insert((units, points), least);
    least
}

fn payers(pack: &Pack, board: &Board, side: Side, place: &str) -> Vec<Payer> {
    let there = board.own(pack, side, place).into_iter();
    there
        .map(|id| Payer {
            fresh: board.is_fresh(&id),
            refuge: !refuges(pack, board, &id, place).is_empty(),
            id,
        })
        .collect()
}

fn words(points: i64) -> String {
    if points == 1 { "1 point".to_string() } else { format!("{points} points") }
}

/// The defender's answers: the forward unit takes the first loss, exact losses come before any excess (11.6).
pub(super) fn losses(pack: &Pack, board: &Board, assault: &Assault, side: Side) -> Answers {
    if assault.outcome.as_deref() == Some("one-point") {
        return one_point(pack, board, assault);
    }
    let all = payers(pack, board, side, &assault.place);
    let first = |p: &&Payer| assault.begun || assault.forward.as_ref() == Some(&p.id);
    let mut costed = Vec::new();
    let mut known = BTreeMap::new();
    if assault.points <= 0 {
        return BTreeMap::new();
    }
    for p in all.iter().filter(first) {
        for (step, cost) in steps(p) {
            let end = excess(count(&after(&all, &p.id, step)), assault.points - cost, &mut known);
            costed.push((format!("{step} {}", p.id), cost, end));
        }
    }
    let least = costed.iter().map(|(_, _, end)| *end).min();
    let kept = costed.into_iter().filter(|(_, _, end)| Some(*end) == least);
    kept.map(|(play, cost, _)| (play, Some(words(cost)))).collect()
}

/// Exactly one point in a square or triangle area: the forward unit becomes exhausted or retreats; one that can do
/// neither is eliminated (11.6.1, R73, R87).
fn one_point(pack: &Pack, board: &Board, assault: &Assault) -> Answers {
    let mut found = BTreeMap::new();
    let Some(forward) = &assault.forward else { return found };
    if board.at.get(forward) != Some(&assault.place) {
        return found;
    }
    if board.is_fresh(forward) {
        found.insert(format!("exhaust {forward}"), Some(words(1)));
    }
    if !refuges(pack, board, forward, &assault.place).is_empty() {
        found.insert(format!("retreat {forward}"), Some(words(1)));
    }
    if found.is_empty() {
        found.insert(format!("eliminate {forward}"), Some(words(2)));
    }
    found
}
