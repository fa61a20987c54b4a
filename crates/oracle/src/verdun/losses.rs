//! Step losses: who may take them and in which form (9.2, 13.4.2b, 15.2.6, 16.5.5).

use std::collections::BTreeMap;

use super::Look;
use super::command::attackers;
use crate::squares::board::Board;
use crate::squares::position::{Place, Unit};

impl Look<'_> {
    /// Compares the losses offered and their points.
    pub(super) fn losses(&mut self) {
        if self.kind != "take-losses" {
            return;
        }
        let text = |key: &str| self.board.position.text("losses", key).unwrap_or("").to_owned();
        let (side, cause) = (super::side_of(&text("side")), text("cause"));
        let Some(square) = self.board.map.square(&text("square")) else { return };
        if !["assault", "bombardment", "defensive-fire"].contains(&cause.as_str())
            || self.board.map.has(square, "fort")
        {
            return;
        }
        let mut hit: Vec<&Unit> = match text("scope").as_str() {
            "attackers" => attackers(&self.board, side, square).into_iter().map(|(u, _)| u).collect(),
            "square" => self.board.of_side(side, square),
            _ => return,
        };
        // Those who closed in take losses first, even to elimination (13.4.2b, V148).
        if text("scope") == "attackers" && hit.iter().any(|u| u.is("closed")) {
            hit.retain(|u| u.is("closed"));
        }
        if hit.iter().any(|u| self.board.kind(u) == "hq" || u.is("engaged")) {
            return;
        }
        let (left, all) =
            (self.board.position.number("losses", "left"), self.board.position.number("losses", "all"));
        let mut expected = BTreeMap::new();
        for unit in &hit {
            // If a regiment may have broken up, only a lone battalion goes into disorder; the third of three
            // steps leaves no other choice (9.2.1b, 9.2.1c).
            let mates = hit.iter().filter(|u| u.id != unit.id && u.square() == unit.square());
            let lone =
                left == all || !mates.clone().any(|u| self.board.size(u) == "battalion" && u.good_order());
            let third = all >= 3 && left == 1;
            let hits = Hits { soft: cause != "assault", lone, third };
            for (form, points) in forms(&self.board, unit, hits) {
                let cost = match points {
                    0 => "no point".to_owned(),
                    1 => "1 point".to_owned(),
                    n => format!("{n} points"),
                };
                expected.insert(format!("lose {} {form}", unit.id), cost);
            }
        }
        self.compare_options("losses", "9.2", &["lose"], &expected);
    }
}

/// What kind of hits a unit takes.
#[derive(Clone, Copy)]
struct Hits {
    /// Fire, in which a last step may become disruption.
    soft: bool,
    /// No other battalion in good order can take the step.
    lone: bool,
    /// The last of three steps or more.
    third: bool,
}

/// How a unit can take a step, with the points that the enemy gets (9.2, 16.5.5, V50, V86, V101, V116, V167).
fn forms(board: &Board, unit: &Unit, hits: Hits) -> Vec<(&'static str, i64)> {
    let Hits { soft, lone, third } = hits;
    let pool = |fits: &dyn Fn(&Unit) -> bool| board.position.all().any(|u| u.place == Place::Pool && fits(u));
    let last = |may_choose: bool| {
        if !soft || !unit.good_order() || may_choose && !lone {
            vec![("eliminate", 1)]
        } else if may_choose && !third {
            vec![("disrupt", 0), ("eliminate", 1)]
        } else {
            vec![("disrupt", 0)]
        }
    };
    match (board.kind(unit), board.size(unit)) {
        ("infantry", "regiment") => {
            let steps = board.counter(unit).map_or(2, |c| c.steps);
            let battalion = |u: &&Unit| board.kind(u) == "infantry" && board.size(u) == "battalion";
            let pooled = board.position.all().filter(|u| u.place == Place::Pool);
            let factor = |u: &Unit| board.counter(u).map_or(0, |c| c.front[0]);
            let (strong, weak): (Vec<_>, Vec<_>) = pooled.filter(battalion).partition(|u| factor(u) > 1);
            let (strong, weak) = (strong.len() as i64, weak.len() as i64);
            // A 326 consists of a 216 and a 116, and no larger counter stands in for a smaller (V116).
            let left = match factor(unit) {
                3 if strong > 0 => 1 + weak.min(1),
                _ => strong + weak,
            };
            match (left, soft && !unit.is("disrupted")) {
                (0, _) => vec![("eliminate", steps)],
                (_, true) => vec![("shrink", (steps - left).max(1)), ("split", (steps - left).max(0))],
                (_, false) => vec![("shrink", (steps - left).max(1))],
            }
        }
        ("infantry", "division") if unit.is("back") => {
            let factor = board.face(unit)[0];
            let weaker = |u: &Unit| {
                board.size(u) == "brigade" && board.counter(u).is_some_and(|c| c.front[0] < factor)
            };
            if pool(&weaker) { vec![("reduce", 1)] } else { vec![("eliminate", 3)] }
        }
        ("infantry" | "chasseur" | "artillery", size)
            if size != "battalion" || board.kind(unit) == "chasseur" =>
        {
            if unit.is("back") {
                last(false)
            } else {
                vec![("reduce", 1)]
            }
        }
        _ => last(true),
    }
}
