//! The oracle of Breakthrough: Cambrai, written from its rulebook; rulings (R) settle what the book leaves open.

mod artillery;
mod assault;
mod board;
mod bridges;
mod casualties;
mod chronicle;
mod event;
mod impulses;
mod markers;
mod movement;
mod night;
mod pack;
mod reinforcements;
mod retreat;
mod stacking;
mod steps;
mod supply;
#[cfg(test)]
mod tests;
mod victory;
mod weather;

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::{Oracle, Turn, Verdict};
use board::Board;
use chronicle::Story;
use event::Event;
use pack::{Pack, Side};

/// The oracle on one pack.
pub struct Cambrai {
    pack: Pack,
}

type Answers = BTreeMap<String, Option<String>>;

impl Cambrai {
    /// Reads the files of the pack, name to text: `map.toml`, `units.toml`, `scenarios.toml`.
    ///
    /// # Errors
    ///
    /// A file is missing or cannot be read.
    pub fn new(files: &BTreeMap<String, String>) -> Result<Self, String> {
        Ok(Cambrai { pack: Pack::read(files)? })
    }

    /// The answers that the rules allow to a question, with the part and the case; nothing for questions that it does
    /// not judge.
    fn legal(&self, board: &Board, kind: &str, side: Side) -> Option<(&'static str, &'static str, Answers)> {
        let pack = &self.pack;
        let two = |a: &str, b: &str| BTreeMap::from([(a.to_string(), None), (b.to_string(), None)]);
        Some(match kind {
            "activation" => ("impulses", "8.1", impulses::activation(pack, board, side)),
            "regroup" => ("movement", "8.1.2", impulses::regroup(pack, board, side)),
            "movement" | "destination" => ("movement", "10.1", movement::answers(pack, board, side)),
            "artillery" => ("barrage", "9.1", artillery::answers(pack, board, side)),
            "opening" => ("barrage", "16.2", artillery::opening(pack, board, side)),
            "primary-target" => ("barrage", "9.2", artillery::primary_targets(pack, board, side)),
            "barrage-losses" => {
                let b = board.barrage.as_ref()?;
                ("barrage", "9.3", artillery::losses(pack, board, b, side))
            }
            "commitment" => ("assault", "11.2", assault::commitment(pack, board, side)),
            "point" => ("assault", "10.4", assault::points(board)),
            "forward" => ("assault", "11.4", assault::forwards(pack, board, side)),
            "losses" => {
                let a = board.assault.as_ref()?;
                ("casualties", "11.6", casualties::losses(pack, board, a, side))
            }
            "retreat" => ("retreat", "11.7.2", retreat::destinations(pack, board)),
            "fall-back" => ("retreat", "11.7", retreat::fall_back(pack, board)),
            "withdrawal" => ("retreat", "11.7.3", retreat::withdrawal(pack, board, side)),
            "demolition" => ("bridges", "14.1", bridges::answers(pack, board, side)),
            "effort" | "forecast" | "more-ammunition" | "haigs-mind" => {
                ("advantage", "15.1", two("advantage", "decline"))
            }
            "purchase" => ("refit", "12.5", night::purchase(board, side)),
            "infantry-refit" => ("refit", "12.7", night::infantry(pack, board, side)),
            "dismounting" => ("refit", "12.8", night::dismounting(pack, board)),
            "dismounted-refit" => ("refit", "12.8", night::dismounted_refit(pack, board)),
            "tank-refit" => ("refit", "12.6", night::tanks(pack, board)),
            "placement" => ("reinforcements", "5.5", reinforcements::placement(pack, board)),
            "garrisons" => ("reinforcements", "5.3", reinforcements::garrisons(pack, board)),
            "recall" => ("weather", "17.3", two("recall", "decline")),
            "interdiction" => ("weather", "17.3", weather::interdiction(pack, board, side)),
            _ => return None,
        })
    }

    /// Questions whose answer is one of a list without costs: who enters first (5.0, R96).
    fn entering(&self, board: &Board, side: Side, theirs: &Answers, verdict: &mut Verdict) {
        let ours = reinforcements::entering(&self.pack, board, side, theirs);
        compare_answers("reinforcements", "5.0", &ours, theirs, verdict);
    }
}

/// The answers that the program offers, each with the words of its cost.
fn offered(decision: &Value) -> Answers {
    let options = decision.get("options").and_then(Value::as_array);
    let one = |o: &Value| {
        let play = o.get("play")?.as_str()?.to_string();
        Some((play, o.get("cost").and_then(Value::as_str).map(str::to_string)))
    };
    options.map(|l| l.iter().filter_map(one).collect()).unwrap_or_default()
}

/// Says where two lists of answers differ.
fn compare_answers(part: &'static str, case: &str, ours: &Answers, theirs: &Answers, verdict: &mut Verdict) {
    verdict.asked(part);
    for (play, cost) in ours {
        match theirs.get(play) {
            None => verdict.differs(part, format!("`{play}` is not offered, but legal ({case})")),
            Some(told) if told != cost => {
                let words = |c: &Option<String>| c.clone().unwrap_or_else(|| "nothing".to_string());
                let why = format!("`{play}` costs {}, not {} ({case})", words(cost), words(told));
                verdict.differs(part, why);
            }
            Some(_) => {}
        }
    }
    for play in theirs.keys().filter(|p| !ours.contains_key(*p)) {
        verdict.differs(part, format!("`{play}` is offered, but not legal ({case})"));
    }
}

impl Oracle for Cambrai {
    fn parts(&self) -> &'static [&'static str] {
        &[
            "movement",
            "stacking",
            "control",
            "impulses",
            "barrage",
            "assault",
            "casualties",
            "retreat",
            "bridges",
            "advantage",
            "refit",
            "supply",
            "reinforcements",
            "weather",
            "victory",
            "told",
        ]
    }

    fn compare(&self, turn: &Turn) -> Verdict {
        let mut verdict = Verdict::default();
        let pack = &self.pack;
        let Some(before) = Board::read(pack, &turn.position) else { return verdict };
        let kind = turn.decision.get("kind").and_then(Value::as_str).unwrap_or_default().to_string();
        let seat = Side::named(&turn.seat).unwrap_or(Side::British);
        let side = if before.swapped { seat.other() } else { seat };
        let theirs = offered(&turn.decision);
        if let Some((part, case, ours)) = self.legal(&before, &kind, side) {
            compare_answers(part, case, &ours, &theirs, &mut verdict);
        }
        if kind == "tank-return" {
            let ours = reinforcements::tank_return(pack, &before, &theirs);
            compare_answers("reinforcements", "5.3", &ours, &theirs, &mut verdict);
        }
        if kind == "reinforcements" || kind == "releases" {
            self.entering(&before, side, &theirs, &mut verdict);
        }
        if kind == "infantry-refit" && before.refits > night::most_refits(&before, side) {
            verdict
                .differs("refit", format!("{} may refit tonight (12.7)", night::most_refits(&before, side)));
        }
        let Some(next) = Board::read(pack, &turn.next) else { return verdict };
        if kind == "bid" {
            return verdict; // the units are set up only when the bids are open (17.1)
        }
        let events: Vec<Event> = turn.events.iter().map(|e| Event::read(&next, e)).collect();
        let mut story = Story::new(pack, &before, &next, &mut verdict);
        story.answer(&kind, &turn.play, side);
        for event in &events {
            story.tell(event);
        }
        story.end();
        let entered: BTreeSet<(Side, String)> = events
            .iter()
            .filter(|e| e.kind == "moved" || e.kind == "regrouped")
            .filter_map(|e| Some((e.side?, e.places.last()?.clone())))
            .collect();
        stacking::compare_stacking(pack, &before, &next, &mut verdict);
        stacking::compare_control(pack, &before, &next, &entered, &mut verdict);
        bridges::compare_holders(pack, &before, &next, &mut verdict);
        verdict
    }
}
