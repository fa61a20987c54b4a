//! The Command Center (9.1, 9.4).

use std::collections::BTreeMap;

use toml::Value;

use super::{Look, side_of};
use crate::squares::board::Board;
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares the roll of the Command Center and what can be used in an assault.
    pub(super) fn resources(&mut self) {
        let events = self.events.clone();
        for event in events.iter().filter(|e| e.kind == "command-center") {
            self.command_center(event);
        }
        if self.kind == "resources" {
            self.usable();
        }
    }

    /// The modifiers beside the table, then the row of the sum (9.1).
    fn command_center(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let side = side_of(&self.board.position.phasing.clone());
        let told = roll.modifiers();
        let before = self.center_modifiers(&self.board, side, &told);
        let after = self.center_modifiers(&self.next(), side, &told);
        self.verdict.asked("resources");
        let total: i64 = roll.total;
        let row = self.board.charts.row("resources", total - self.board.charts.number("resources.first_row"));
        let names = self.board.charts.texts("resources.names");
        let given: Vec<String> =
            names.iter().zip(&row).filter(|(_, n)| **n > 0).map(|(name, n)| format!("{n} {name}")).collect();
        let all_told = given.iter().all(|g| event.tells(g));
        if told != before && told != after || !roll.adds_up() || !all_told {
            let what = format!("9.1: {before:?}, {given:?}; the program: {} {roll:?}", event.text);
            self.verdict.differs("resources", what);
        }
    }

    /// The modifiers of a side's roll.
    fn center_modifiers(
        &self,
        board: &Board,
        side: &'static str,
        told: &BTreeMap<String, i64>,
    ) -> BTreeMap<String, i64> {
        let number = |key: &str| board.charts.number(&format!("own.command_center.{key}"));
        let german_line = |s| board.map.trench_of("german", s);
        let germans_in_line = board.army("german").any(|(_, s)| german_line(s));
        let mut lines = BTreeMap::new();
        let planned = board.position.table.get("own").and_then(|o| o.get("planned"));
        let turn = planned.and_then(Value::as_array).and_then(|p| p.get(usize::from(side == "german")));
        if turn.and_then(Value::as_integer) == Some(board.position.turn) {
            lines.insert("attack planning".to_owned(), number("planning"));
        }
        if side == "allied" {
            if board.foul() {
                lines.insert("rain or snow".to_owned(), number("foul"));
            }
            let shaken =
                board.army(side).filter(|(u, _)| board.kind(u) == "hq" && u.is("disrupted")).count() as i64;
            lines.insert("disrupted HQs".to_owned(), shaken * number("disrupted_hq"));
            if !germans_in_line {
                lines.insert("no German on the start line".to_owned(), number("start_line_clear"));
            }
            match self.objectives_reached(board) {
                Some(true) => {
                    lines.insert("two objectives reached".to_owned(), number("objectives"));
                }
                Some(false) => {}
                None => {
                    // Whether two are held depends on which side passed last; the program's word is taken.
                    if let Some(value) = told.get("two objectives reached") {
                        lines.insert("two objectives reached".to_owned(), *value);
                    }
                }
            }
        } else {
            if board.army("allied").any(|(_, s)| german_line(s)) {
                lines.insert("Allies on the start line".to_owned(), number("german_allied_in_line"));
            }
            // The rules do not say whether an Allied start trench is a Primary Trench here; the program's
            // word is taken.
            let told = told.contains_key("Germans hold a trench square");
            if germans_in_line || told && board.army("german").any(|(_, s)| board.map.has(s, "start_trench"))
            {
                lines.insert("Germans hold a trench square".to_owned(), number("german_holds_trench"));
            }
            let tanks: Vec<_> = board.army("allied").filter(|(u, _)| board.kind(u) == "tank").collect();
            let out =
                |u: &crate::squares::position::Unit| u.is("broken") || u.is("disrupted") || u.is("back");
            if !tanks.is_empty() && tanks.iter().all(|(u, _)| out(u)) {
                lines.insert("all tanks out of action".to_owned(), number("german_tanks_out"));
            }
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// A resource may be used if there is one left, four kinds at most, lift and creeping barrage as one kind, a barrage
    /// with a gun of an attacking nation in range (9.3, 11.5.2, 11.5.2.1, S154, S155).
    fn usable(&mut self) {
        let Some(target) =
            self.board.position.text("assault", "target").and_then(|s| self.board.map.square(s))
        else {
            return;
        };
        if self.board.position.option("french-seat") == Some("on") {
            return;
        }
        let side = self.board.position.text("assault", "side").map_or("allied", side_of);
        let seat = if side == "german" { "german" } else { "british" };
        let stock = crate::squares::charts::integers(
            self.board.position.table.get("resources").and_then(|r| r.get(seat)),
        );
        let names = self.board.charts.texts("resources.names");
        let used = self.board.position.number("assault", "resources");
        let is_used = |at: usize| used >> at & 1 == 1;
        let at_of = |name: &str| names.iter().position(|n| n == name);
        let (lift, creep) = (at_of("lift barrage"), at_of("creeping barrage"));
        let mut kinds = (0..names.len()).filter(|at| is_used(*at) && *at != 0).count();
        if self.board.position.number("assault", "own") & 1 == 1
            && !at_of("tank/cavalry").is_some_and(is_used)
        {
            kinds += usize::from(self.tanks_with_infantry(side, target));
        }
        let needs: Vec<bool> = self
            .board
            .charts
            .value("resources.needs_gun")
            .and_then(Value::as_array)
            .map(|l| l.iter().map(|v| v.as_bool().unwrap_or(false)).collect())
            .unwrap_or_default();
        let nations: Vec<&str> = super::command::attackers(&self.board, side, target)
            .iter()
            .map(|(u, _)| self.board.nation(u))
            .collect();
        let gun = self.board.army(side).any(|(u, s)| {
            self.board.kind(u) == "artillery"
                && u.good_order()
                && !self.board.interdicted(u)
                && nations.contains(&self.board.nation(u))
                && self.board.counter(u).is_some_and(|c| i64::from(s.distance(target)) <= c.range)
        });
        let mut expected = BTreeMap::new();
        for (at, name) in names.iter().enumerate() {
            let apart = ["second attacks", "tank/cavalry", "consolidate"].contains(&name.as_str());
            let barrage = Some(at) == lift || Some(at) == creep;
            let barred = barrage && (lift.is_some_and(is_used) || creep.is_some_and(is_used));
            let armed = gun || !needs.get(at).copied().unwrap_or(false);
            let left = stock.get(at).copied().unwrap_or(0) > 0;
            if !apart
                && left
                && armed
                && !barred
                && !is_used(at)
                && (kinds as i64) < self.board.charts.number("resources.most")
            {
                expected.insert(format!("use {}", name.replace([' ', '/'], "-")), String::new());
            }
        }
        self.compare_options("resources", "9.3", &["use"], &expected);
    }

    fn tanks_with_infantry(&self, side: &str, target: crate::squares::grid::Square) -> bool {
        let list = super::command::attackers(&self.board, side, target);
        let mounted = |u: &crate::squares::position::Unit| ["tank", "cavalry"].contains(&self.board.kind(u));
        list.iter().any(|(u, _)| mounted(u)) && list.iter().any(|(u, _)| !mounted(u))
    }
}
