//! How players speak: every action in its short typed form, and longer lines that stand for several.

use crate::board::Board;
use crate::moving;
use crate::pack::Pack;
use crate::sets::{Place, Unit};
use crate::step::{Action, Step, StepKind};

/// An action in its typed form: `move br-62-185`.
pub(crate) fn print(pack: &Pack, action: Action) -> String {
    let place = |verb: &str, place: Place| format!("{verb} {}", pack.at(place).id);
    let unit = |verb: &str, unit: Unit| format!("{verb} {}", pack.info(unit).id);
    match action {
        Action::Bid(points) => format!("bid {points}"),
        Action::Buy(count) => format!("buy {count}"),
        Action::Blow(bridge) => format!("blow {}", pack.over(bridge).id),
        Action::Place(at) => place("place", at),
        Action::Interdict(at) => place("interdict", at),
        Action::Activate(at) => place("activate", at),
        Action::Regroup(at) => place("regroup", at),
        Action::Hurricane(at) => place("hurricane", at),
        Action::Rolling(at) => place("rolling", at),
        Action::Direct(at) => place("direct", at),
        Action::Air(at) => place("air", at),
        Action::To(at) => place("to", at),
        Action::Wade(at) => place("wade", at),
        Action::Assault(at) => place("assault", at),
        Action::Enter(who) => unit("enter", who),
        Action::Swap(who) => unit("swap", who),
        Action::Target(who) => unit("target", who),
        Action::Move(who) => unit("move", who),
        Action::Commit(who) => unit("commit", who),
        Action::Point(who) => unit("point", who),
        Action::Forward(who) => unit("forward", who),
        Action::Exhaust(who) => unit("exhaust", who),
        Action::Eliminate(who) => unit("eliminate", who),
        Action::Retreat(who) => unit("retreat", who),
        Action::Refit(who) => unit("refit", who),
        Action::Dismount(who) => unit("dismount", who),
        Action::Advantage => "advantage".into(),
        Action::Decline => "decline".into(),
        Action::Recall => "recall".into(),
        Action::Pass => "pass".into(),
        Action::Roll => "roll".into(),
        Action::Done => "done".into(),
    }
}

/// The actions a typed line stands for. Several commands are parted by `;`. Besides the short forms:
/// `move U V to 3 8` moves each unit along a path, `commit all` and `commit U V` name several, `rolling 3 2` and
/// `direct 3 2` place several markers, `hurricane 3 U` names the primary target, `retreat U to 4` the refuge.
pub(crate) fn parse(pack: &Pack, step: Step, board: &Board, text: &str) -> Result<Vec<Action>, String> {
    let mut actions = Vec::new();
    // Verbs and ids may be typed in any case of letters.
    let text = text.to_ascii_lowercase();
    for command in text.split(';').map(str::trim).filter(|command| !command.is_empty()) {
        parse_command(pack, step, board, command, &mut actions)?;
    }
    if actions.is_empty() { Err("nothing was said".into()) } else { Ok(actions) }
}

fn parse_command(
    pack: &Pack,
    step: Step,
    board: &Board,
    command: &str,
    actions: &mut Vec<Action>,
) -> Result<(), String> {
    let words: Vec<&str> = command.split_whitespace().collect();
    let Some((verb, rest)) = words.split_first() else { return Ok(()) };
    match (*verb, rest) {
        ("move", rest) => parse_move(pack, rest, actions),
        ("commit", ["all"]) if step.kind() == StepKind::Commitment => {
            let attackers = board.assault.map(|assault| assault.place);
            let all = attackers.map(|place| moving::able(board) & board.units_in(place));
            actions.extend(all.into_iter().flat_map(crate::sets::Units::iter).map(Action::Commit));
            actions.push(Action::Done);
            Ok(())
        }
        ("commit", rest) if rest.len() > 1 => {
            for word in rest {
                actions.push(Action::Commit(unit(pack, word)?));
            }
            Ok(())
        }
        (verb @ ("rolling" | "direct"), [at, count]) => {
            let at = place(pack, at)?;
            let action = if verb == "rolling" { Action::Rolling(at) } else { Action::Direct(at) };
            let count: usize = count.parse().map_err(|_| format!("'{count}' is not a number of markers"))?;
            actions.extend(std::iter::repeat_n(action, count.min(16)));
            Ok(())
        }
        ("hurricane", [at, target]) => {
            actions.push(Action::Hurricane(place(pack, at)?));
            actions.push(Action::Target(unit(pack, target)?));
            Ok(())
        }
        ("retreat", [who, "to", at]) => {
            actions.push(Action::Retreat(unit(pack, who)?));
            actions.push(Action::To(place(pack, at)?));
            Ok(())
        }
        (verb, rest) => {
            actions.push(parse_one(pack, verb, rest)?);
            Ok(())
        }
    }
}

/// `move U`, `move U V to 3`, `move U to 3 8`.
fn parse_move(pack: &Pack, words: &[&str], actions: &mut Vec<Action>) -> Result<(), String> {
    let to = words.iter().position(|word| *word == "to").unwrap_or(words.len());
    if to == 0 {
        return Err("say which unit moves: 'move br-62-185 to 3'".into());
    }
    let path = words.get(to + 1..).unwrap_or_default();
    let path = path.iter().map(|word| place(pack, word)).collect::<Result<Vec<_>, _>>()?;
    if path.is_empty() && to > 1 {
        return Err("say where they move: 'move br-62-185 br-62-186 to 3'".into());
    }
    for word in &words[..to] {
        actions.push(Action::Move(unit(pack, word)?));
        actions.extend(path.iter().map(|place| Action::To(*place)));
    }
    Ok(())
}

fn parse_one(pack: &Pack, verb: &str, rest: &[&str]) -> Result<Action, String> {
    let only = || match rest {
        [word] => Ok(*word),
        _ => Err(format!("'{verb}' needs one word after it")),
    };
    let at = |make: fn(Place) -> Action| Ok(make(place(pack, only()?)?));
    let who = |make: fn(Unit) -> Action| Ok(make(unit(pack, only()?)?));
    let number = || only()?.parse::<u8>().map_err(|_| format!("'{verb}' needs a number"));
    let plain = |action: Action| {
        if rest.is_empty() { Ok(action) } else { Err(format!("'{verb}' stands alone")) }
    };
    match verb {
        "bid" => Ok(Action::Bid(number()?)),
        "buy" => Ok(Action::Buy(number()?)),
        "blow" => {
            let id = only()?;
            pack.bridge(id).map(Action::Blow).ok_or_else(|| format!("there is no bridge '{id}'"))
        }
        "place" => at(Action::Place),
        "interdict" => at(Action::Interdict),
        "activate" => at(Action::Activate),
        "regroup" => at(Action::Regroup),
        "hurricane" => at(Action::Hurricane),
        "rolling" => at(Action::Rolling),
        "direct" => at(Action::Direct),
        "air" => at(Action::Air),
        "to" => at(Action::To),
        "wade" => at(Action::Wade),
        "assault" => at(Action::Assault),
        "enter" => who(Action::Enter),
        "swap" => who(Action::Swap),
        "target" => who(Action::Target),
        "commit" => who(Action::Commit),
        "point" => who(Action::Point),
        "forward" => who(Action::Forward),
        "exhaust" => who(Action::Exhaust),
        "eliminate" => who(Action::Eliminate),
        "retreat" => who(Action::Retreat),
        "refit" => who(Action::Refit),
        "dismount" => who(Action::Dismount),
        "advantage" => plain(Action::Advantage),
        "decline" => plain(Action::Decline),
        "recall" => plain(Action::Recall),
        "pass" => plain(Action::Pass),
        "roll" => plain(Action::Roll),
        "done" => plain(Action::Done),
        _ => Err(format!(
            "'{verb}' is not understood; say for example 'activate 9', 'move br-6-16 to 9' or 'done'"
        )),
    }
}

fn place(pack: &Pack, word: &str) -> Result<Place, String> {
    pack.place(word).ok_or_else(|| format!("there is no area or zone '{word}'"))
}

fn unit(pack: &Pack, word: &str) -> Result<Unit, String> {
    pack.unit(word).ok_or_else(|| format!("there is no unit '{word}'"))
}
