//! The account of a finished game: how the chances went, where they turned, and what it cost.

use std::collections::BTreeMap;

use engine::wire::Told;
use engine::{Record, RecordError, Seat, Session, Title, Viewer};
use games::Library;
use serde::Serialize;

use crate::luck::{GoOn, Judge, Ledger, RollLuck};
use crate::sides;

/// The most turning points that are told.
const MOST: usize = 5;

/// Chances that change by less than this do not turn.
const LEAST: f64 = 0.04;

/// A roll that did less than this is not worth telling of, on the scale from -1 to 1.
const ROLLED: f64 = 0.02;

/// The kinds of events that count as the loss of a unit.
const LOSSES: [&str; 4] = ["lost", "exhausted", "eliminated", "surrendered"];

/// The kinds of events that are assaults.
const ASSAULTS: [&str; 7] =
    ["assaulted", "repulse", "stalemate", "success", "overrun", "one-point", "cleared"];

/// Assaults that went well for those who made them, and places that changed hands: kinds of events.
const GAINS: [&str; 5] = ["success", "overrun", "one-point", "cleared", "control-changed"];

/// Assaults that failed: kinds of events.
const HELD: [&str; 2] = ["repulse", "stalemate"];

/// The account of one game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Account {
    /// How the chances stood at the end of each player turn.
    pub course: Vec<Stand>,
    /// The turning points in their order.
    pub moments: Vec<Moment>,
    /// What it cost each side: how often each kind of loss was told.
    pub losses: Vec<BTreeMap<String, u32>>,
    /// The place that was assaulted most often, and how often.
    pub fought_over: Option<(String, u32)>,
}

/// How the chances stood.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Stand {
    /// After which action.
    pub action: usize,
    /// The turn.
    pub turn: u16,
    /// The chance of each side to win, from 0 to 1.
    pub chances: Vec<f64>,
}

/// A player turn in which the chances changed much.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Moment {
    /// How many actions came before it.
    pub from: usize,
    /// The number of the action that mattered most in it, counted from 1.
    pub action: usize,
    /// The turn.
    pub turn: u16,
    /// The chances before it.
    pub before: Vec<f64>,
    /// The chances after it.
    pub after: Vec<f64>,
    /// What happened, as both sides may know it.
    pub told: String,
    /// The cases of that.
    pub cases: Vec<String>,
}

/// The account of the game of a record, with the ledger of its dice, as a judge sees it. None if it was broken off.
pub fn account(
    library: &Library,
    record: &Record,
    ledger: &Ledger,
    judge: Judge,
    go_on: GoOn,
) -> Result<Option<Account>, RecordError> {
    let wrong = |reason: String| RecordError { line: 1, reason };
    let session = library.replay(record, None)?;
    let header = &record.header;
    let game = library.game_of(header);
    let game = game.ok_or_else(|| wrong(format!("there is no game '{}'", header.game)))?;
    let sides = sides::sides(game.as_ref(), &header.setup).map_err(|error| wrong(error.to_string()))?;
    let session = session.as_ref();
    let told = session.events(0, Viewer::Spectator);
    let Some(course) = course(session, &sides, judge, go_on) else { return Ok(None) };
    let nations: Vec<Vec<&str>> = sides
        .iter()
        .map(|side| side.iter().map(|seat| game.title().seats[usize::from(seat.0)].nation.as_str()).collect())
        .collect();
    Ok(Some(Account {
        moments: moments(session, game.title(), &course, ledger, &told, &|told, winner| {
            speaks(game.title(), &nations, &sides, told, winner)
        }),
        course,
        losses: losses(game.title(), &nations, &told),
        fought_over: fought_over(game.title(), &told),
    }))
}

/// How the chances stood wherever play passed from one player turn to the next, and at the end.
fn course(session: &dyn Session, sides: &[Vec<Seat>], judge: Judge, go_on: GoOn) -> Option<Vec<Stand>> {
    let stand = |at: &dyn Session, action: usize| Stand {
        action,
        turn: at.turn(),
        chances: sides
            .iter()
            .map(|side| f64::midpoint(1.0, judge(at, side[0]).unwrap_or_default()))
            .collect(),
    };
    let last = (0..session.seq()).rev().find(|seq| session.excerpt(*seq).is_some());
    let (mut course, mut known) = (Vec::new(), None);
    for seq in 0..session.seq() {
        if !go_on(seq, session.seq()) {
            return None;
        }
        let Some(after) = session.excerpt(seq) else { continue };
        let turn = bots::player_turn(after.as_ref());
        if course.is_empty() || turn != known || Some(seq) == last {
            course.push(stand(after.as_ref(), seq + 1));
        }
        known = turn;
    }
    Some(course)
}

/// The player turns that changed the chances most, in their order. `speaks` says whether an event tells why a side is
/// better off.
fn moments(
    session: &dyn Session,
    title: &Title,
    course: &[Stand],
    ledger: &Ledger,
    told: &[Told],
    speaks: &dyn Fn(&Told, usize) -> bool,
) -> Vec<Moment> {
    let change = |pair: &[Stand]| (pair[1].chances[0] - pair[0].chances[0]).abs();
    let is_better = |pair: &[Stand]| pair[1].chances[0] > pair[0].chances[0];
    let winner = |pair: &[Stand]| usize::from(!is_better(pair));
    let matters = |pair: &[Stand], action: usize| {
        let range = session.events_after(action - 1)..session.events_after(action);
        told[range].iter().any(|told| speaks(told, winner(pair)))
    };
    let last = course.last().map(|stand| stand.action);
    // Without a fight or a loss only the calendar has turned; but the end of the game is told.
    let turns_here = |pair: &[Stand]| {
        Some(pair[1].action) == last
            || (pair[0].action + 1..=pair[1].action).any(|action| matters(pair, action))
    };
    let mut turns: Vec<&[Stand]> =
        course.windows(2).filter(|pair| change(pair) >= LEAST && turns_here(pair)).collect();
    turns.sort_by(|one, other| change(other).total_cmp(&change(one)));
    turns.truncate(MOST);
    turns.sort_by_key(|pair| pair[0].action);
    let moment = |pair: &[Stand]| {
        let (from, to) = (pair[0].action, pair[1].action);
        let better = is_better(pair);
        let pushes = |effect: f64| if better { effect } else { -effect };
        // The blow whose dice did most in the direction in which the chances went; else the last one with
        // heavy losses. Weather and refits decide nothing by themselves.
        let rolls = ledger.rolls.iter().filter(|roll| roll.action > from && roll.action <= to);
        let rolls = rolls.filter(|roll| matters(pair, roll.action));
        let weight = |actual: &[f64], effect: &[f64]| {
            pushes(effect.first().copied().unwrap_or_default())
                + 0.01 * pushes(actual.first().copied().unwrap_or_default())
        };
        let most = rolls.filter(|roll| weight(&roll.actual, &roll.effect) > ROLLED).max_by(|one, other| {
            weight(&one.actual, &one.effect).total_cmp(&weight(&other.actual, &other.effect))
        });
        // A blow must do enough to decide; otherwise the count at the end does. On the scale of the rolls a
        // chance counts twice.
        let is_decided_by = |roll: &&RollLuck| weight(&roll.actual, &roll.effect) >= change(pair);
        let ends = if Some(to) == last { session.outcome() } else { None };
        let (action, (text, cases)) = match ends {
            Some((winners, result)) if !most.as_ref().is_some_and(is_decided_by) => {
                (to, end(title, &winners, &result))
            }
            _ => {
                let blow = most.map(|roll| roll.action);
                let late = || (from + 1..=to).rev().find(|action| matters(pair, *action));
                let action = blow.or_else(late).unwrap_or(to);
                (action, tell(session, title, told, action, &|told| speaks(told, winner(pair))))
            }
        };
        Moment {
            from,
            action,
            turn: pair[0].turn,
            before: pair[0].chances.clone(),
            after: pair[1].chances.clone(),
            told: text,
            cases,
        }
    };
    turns.into_iter().map(moment).collect()
}

/// How the game ended, with the cases of the result.
fn end(title: &Title, winners: &[Seat], result: &str) -> (String, Vec<String>) {
    let names: Vec<&str> =
        winners.iter().map(|seat| title.seats[usize::from(seat.0)].name.as_str()).collect();
    let text = match names.as_slice() {
        [] => "The battle ends, and it is drawn.".to_owned(),
        names => format!("The battle ends, and the {} have won.", names.join(" and ")),
    };
    let cases = result.rsplit_once(" (").and_then(|(_, cases)| cases.strip_suffix(')'));
    (text, cases.into_iter().flat_map(|cases| cases.split(", ")).map(str::to_owned).collect())
}

/// What the last of `actions` did, with the cases: the sentence that `speaks` for the change, those with dice
/// first; or another roll, or two other sentences.
fn tell(
    session: &dyn Session,
    title: &Title,
    told: &[Told],
    action: usize,
    speaks: &dyn Fn(&Told) -> bool,
) -> (String, Vec<String>) {
    let range = session.events_after(action.saturating_sub(1))..session.events_after(action);
    let told: Vec<&Told> = told[range].iter().filter(|told| !told.text.is_empty()).collect();
    let rolled = |told: &&&Told| !told.rolls.is_empty();
    let best = told.iter().filter(rolled).find(|told| speaks(told));
    let best = best.or_else(|| told.iter().find(|told| speaks(told))).or_else(|| told.iter().find(rolled));
    let chosen = best.map_or_else(|| told.iter().copied().take(2).collect(), |best| vec![*best]);
    let mut cases: Vec<String> = chosen.iter().flat_map(|told| told.cases.clone()).collect();
    cases.sort();
    cases.dedup();
    (chosen.iter().map(|told| named(title, told)).collect::<Vec<_>>().join(" "), cases)
}

/// What an event says. Who reads an account without the map knows neither a place by its square nor whose assault it
/// was, so both are named.
fn named(title: &Title, told: &Told) -> String {
    let Some(place) = told.places.first().filter(|_| told.kind == "assaulted") else {
        return told.text.clone();
    };
    let by = told
        .seat
        .map_or_else(String::new, |seat| format!(" by the {}", title.seats[usize::from(seat.0)].name));
    told.text.replacen(&format!(" on {place}:"), &format!("{by} on {}:", place_name(title, place)), 1)
}

/// A place by its name, with its square.
fn place_name(title: &Title, place: &str) -> String {
    let info = title.places.iter().find(|info| info.id == place);
    match info.map_or("", |info| info.name.as_str()) {
        name if name.is_empty() || name == place => place.to_owned(),
        name => format!("{name} ({place})"),
    }
}

/// Whether an event tells why the side of that number is better off: it has gained by it, or the other side has lost.
fn speaks(title: &Title, nations: &[Vec<&str>], sides: &[Vec<Seat>], told: &Told, winner: usize) -> bool {
    let actor = told.seat.and_then(|seat| sides.iter().position(|side| side.contains(&seat)));
    match told.kind.as_str() {
        kind if GAINS.contains(&kind) => actor.is_none_or(|actor| actor == winner),
        kind if HELD.contains(&kind) => actor.is_none_or(|actor| actor != winner),
        kind if ASSAULTS.contains(&kind) => true,
        _ => loser(title, nations, told).is_some_and(|loser| loser != winner),
    }
}

/// How often each kind of loss befell each side.
fn losses(title: &Title, nations: &[Vec<&str>], told: &[Told]) -> Vec<BTreeMap<String, u32>> {
    let mut losses = vec![BTreeMap::new(); nations.len()];
    for told in told {
        if let Some(side) = loser(title, nations, told) {
            *losses[side].entry(told.kind.clone()).or_default() += 1;
        }
    }
    losses
}

/// The side that an event cost something, if it was a loss.
fn loser(title: &Title, nations: &[Vec<&str>], told: &Told) -> Option<usize> {
    let id = told.units.first().filter(|_| LOSSES.contains(&told.kind.as_str()))?;
    let unit = title.units.iter().find(|unit| unit.id == *id)?;
    nations.iter().position(|nations| nations.contains(&unit.nation.as_str()))
}

/// The place that was assaulted most often, if one was more than once.
fn fought_over(title: &Title, told: &[Told]) -> Option<(String, u32)> {
    let mut places: BTreeMap<&str, u32> = BTreeMap::new();
    for told in told.iter().filter(|told| ASSAULTS.contains(&told.kind.as_str())) {
        if let Some(place) = told.places.first() {
            *places.entry(place).or_default() += 1;
        }
    }
    let (place, count) =
        places.into_iter().max_by_key(|(_, count)| *count).filter(|(_, count)| *count > 1)?;
    Some((place_name(title, place), count))
}
