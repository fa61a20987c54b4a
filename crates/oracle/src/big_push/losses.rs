//! Step losses: who may take them and in which form (6.5.2 to 6.5.4, 10.2, 11.8).

use std::collections::BTreeMap;

use super::Look;
use super::command::attackers;
use crate::squares::board::Board;
use crate::squares::position::{Place, Unit};

impl Look<'_> {
    /// Compares the losses offered.
    pub(super) fn losses(&mut self) {
        if self.kind != "take-losses" || self.board.position.option("french-seat") == Some("on") {
            return;
        }
        let position = &self.board.position;
        let text = |key: &str| position.text("losses", key).unwrap_or("").to_owned();
        let (side, cause, scope) = (super::side_of(&text("side")), text("cause"), text("scope"));
        let Some(square) = self.board.map.square(&text("square")) else { return };
        let bombarded = cause == "bombardment";
        // Three steps on German infantry have their own pattern (6.5.2).
        if bombarded && position.number("losses", "all") >= 3 && side == "german" || cause == "mine" {
            return;
        }
        let mut hit: Vec<&Unit> = match scope.as_str() {
            "attackers" => attackers(&self.board, side, square).into_iter().map(|(u, _)| u).collect(),
            "square" => self.board.of_side(side, square),
            _ => return,
        };
        // Those who closed in take losses first, even to elimination (10.2, S139).
        if scope == "attackers" && hit.iter().any(|u| u.is("closed")) {
            hit.retain(|u| u.is("closed"));
        }
        if hit.iter().any(|u| self.board.supply_hq(u)) {
            return;
        }
        let mut expected = BTreeMap::new();
        for unit in hit {
            for form in forms(&self.board, unit, bombarded) {
                expected.insert(format!("lose {} {form}", unit.id), "*".to_owned());
            }
        }
        self.compare_options("losses", "6.5.2", &["lose"], &expected);
    }
}

/// How a unit can take a step: it is reduced while it has more than one; on its last step it disrupts under
/// bombardment, if it is not disrupted yet, and is eliminated elsewhere; German infantry may be given up instead of
/// disrupting (6.5.1 to 6.5.4, S61, S63, S64, S196).
fn forms(board: &Board, unit: &Unit, bombarded: bool) -> Vec<&'static str> {
    let german = board.nation(unit) == "german";
    let pool = |fits: &dyn Fn(&Unit) -> bool| board.position.all().any(|u| u.place == Place::Pool && fits(u));
    let reduces = match (board.kind(unit), board.size(unit)) {
        ("hq", _) | (_, "battalion") => false,
        ("infantry", "regiment") => pool(&|u| board.nation(u) == "german" && board.size(u) == "battalion"),
        ("infantry", "division") if unit.is("back") => pool(&|u| {
            let brigade = board.kind(u) == "infantry" && board.size(u) == "brigade";
            let weaker = board.counter(u).is_some_and(|c| c.front[0] < board.face(unit)[0]);
            brigade && weaker && board.nation(u) == board.nation(unit)
        }),
        _ => !unit.is("back"),
    };
    if reduces {
        vec!["reduce"]
    } else if bombarded
        && !unit.is("disrupted")
        && ["battalion", "brigade", "company", "corps"].contains(&board.size(unit))
    {
        if german && board.kind(unit) == "infantry" { vec!["disrupt", "eliminate"] } else { vec!["disrupt"] }
    } else {
        vec!["eliminate"]
    }
}
