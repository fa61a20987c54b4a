//! Defensive Fire (15.0).

use std::collections::{BTreeMap, BTreeSet};

use super::command::{against, attackers, met};
use super::{Look, enemy_of, plain, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares the squares that may fire, the factors, the modifiers and the result.
    pub(super) fn defensive_fire(&mut self) {
        let side = enemy_of(side_of(&self.board.position.phasing));
        if self.kind == "defensive-fire" {
            self.firing_squares(side);
        }
        for event in self.events.clone() {
            if event.kind == "defensive-fire" {
                self.fired(side, &event);
            }
            if event.kind != "committed" && event.kind != "resource" && event.kind != "closed-in" {
                return;
            }
        }
    }

    /// Every square under a new assault fires once, if a defender in good order has factors (15.2, 15.2.5).
    fn firing_squares(&mut self, side: &'static str) {
        let only = self.step().get(2).and_then(|s| self.board.map.square(s));
        let answered = self.board.position.list("answered");
        let mut expected = BTreeSet::new();
        for target in assaulted(&self.board, enemy_of(side)) {
            let name = self.board.name(target);
            let fires =
                firers(&self.board, side, target).iter().map(|u| fire_factor(&self.board, u)).sum::<i64>()
                    > 0;
            if only.is_none_or(|o| o == target) && fires && !answered.contains(&name) {
                expected.insert(format!("resolve {name}"));
            }
        }
        self.compare_options("defensive-fire", "15.2", &["resolve"], &plain(expected));
    }

    /// Factors choose the column, at most ten; closers and interdicted jump-off squares count once (15.2, V147).
    fn fired(&mut self, side: &'static str, event: &Event) {
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let Some(roll) = event.rolls.first() else { return };
        let firers = firers(&self.board, side, target);
        // A garrison that lies face down is shown before its fire; its factors are not known here (V94, V173).
        if firers.iter().any(|u| u.id.contains("marker")) || self.events.iter().any(|e| e.kind == "committed")
        {
            return;
        }
        let factors: i64 = firers.iter().map(|u| fire_factor(&self.board, u)).sum();
        let lines = self.fire_lines(side, target);
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let row = total - self.board.charts.number("defensive_fire.first_row");
        let result = self.board.charts.cell("defensive_fire", row, factors.min(10) - 1).unwrap_or("?");
        let words = match result {
            "-" => "no effect",
            "R" => "retreat",
            "D" => "retreat and disrupted",
            "1" => "one step",
            "2" => "two steps",
            "3" => "three steps",
            "4" => "four steps",
            _ => "?",
        };
        self.verdict.asked("defensive-fire");
        let right = event.text.starts_with(&format!("{factors} factor"))
            && event.text.ends_with(&format!(": {words}."));
        if roll.modifiers() != lines || !roll.adds_up() || roll.dice.len() != 2 || !right {
            let what =
                format!("15.2: {factors} factors, {lines:?}: {words}; the program: {} {roll:?}", event.text);
            self.verdict.differs("defensive-fire", what);
        }
    }

    fn fire_lines(&self, side: &'static str, target: Square) -> BTreeMap<String, i64> {
        let number = |key: &str| self.board.charts.number(&format!("defensive_fire.drm.{key}"));
        let list = attackers(&self.board, enemy_of(side), target);
        let mut lines = BTreeMap::new();
        if list.iter().any(|(u, _)| u.is("closed")) {
            lines.insert("attackers closing in".to_owned(), number("closer"));
        }
        if list.iter().any(|(u, _)| self.board.interdicted(u)) {
            lines.insert("attacker from an interdicted square".to_owned(), number("interdicted_attacker"));
        }
        if self.board.foul() {
            lines.insert("rain or snow".to_owned(), number("foul"));
        }
        if self.board.position.interdicted.contains(&target) {
            lines.insert("interdicted defender".to_owned(), number("interdicted_defender"));
        }
        lines
    }
}

/// The squares under a new assault (15.2.5).
fn assaulted(board: &Board, attacker: &'static str) -> Squares {
    let new = board.army(attacker).filter(|(u, _)| !u.is("locked") && !u.is("engaged"));
    new.filter_map(|(u, s)| against(u, s)).collect()
}

/// The defenders in good order who are not engaged (15.1.2, 15.2.4, 15.2.5).
fn firers<'b>(board: &'b Board, side: &str, target: Square) -> Vec<&'b Unit> {
    met(board, side, target)
        .into_iter()
        .filter(|u| u.good_order() && !u.is("engaged") && !u.is("shot"))
        .collect()
}

/// The middle number of infantry and guns, the single one of a command headquarters, none of one in Supply Mode
/// (15.1.1, V42).
fn fire_factor(board: &Board, unit: &Unit) -> i64 {
    if board.supply_hq(unit) { 0 } else { board.face(unit)[1] }
}
