//! The Command Center and its resources (14.0).

use std::collections::BTreeMap;

use super::bombardment::{in_range, ready};
use super::command::attackers;
use super::{Look, plain, side_of};
use crate::squares::board::Board;
use crate::squares::charts::integers;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares the roll of the Command Center and what can be put into an assault.
    pub(super) fn resources(&mut self) {
        for event in self.events.clone() {
            match event.kind.as_str() {
                "command-center" => self.command_center(&event),
                "smoke" => self.smoke(&event),
                _ => {}
            }
        }
        match self.kind.as_str() {
            "resources" => self.usable(),
            "defend-with-guns" => self.defending_guns(),
            "name-gun" => self.named_guns(),
            _ => {}
        }
    }

    /// The modifiers beside the table, then the row of the sum (14.1, V15).
    fn command_center(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let side = side_of(&self.board.position.phasing);
        let told = roll.modifiers();
        let lines = self.center_modifiers(&self.board, side, &told);
        self.verdict.asked("resources");
        let row =
            self.board.charts.row("resources", roll.total - self.board.charts.number("resources.first_row"));
        let names = self.board.charts.texts("resources.names");
        let given: Vec<String> =
            names.iter().zip(&row).filter(|(_, n)| **n > 0).map(|(name, n)| format!("{n} {name}")).collect();
        let theirs = |g: &&String| side == "german" || !g.ends_with("flamethrowers");
        let all_told = given.iter().filter(theirs).all(|g| event.tells(g));
        if told != lines || !roll.adds_up() || roll.dice.len() != 2 || !all_told {
            self.verdict.differs(
                "resources",
                format!("14.1: {lines:?}, {given:?}; the program: {} {roll:?}", event.text),
            );
        }
    }

    fn center_modifiers(
        &self,
        board: &Board,
        side: &'static str,
        told: &BTreeMap<String, i64>,
    ) -> BTreeMap<String, i64> {
        let number = |key: &str| board.charts.number(&format!("own.command_center.{key}"));
        let on_line = |side: &str| board.army(side).any(|(_, s)| board.map.trench_of("allied", s));
        let mut lines = BTreeMap::new();
        if board.foul() {
            lines.insert("rain or snow".to_owned(), number("foul"));
        }
        let shaken =
            board.army(side).filter(|(u, _)| board.kind(u) == "hq" && u.is("disrupted")).count() as i64;
        lines.insert("disrupted HQs".to_owned(), shaken * number("disrupted_hq"));
        if side == "german" {
            if !on_line("allied") {
                lines.insert("French start line clear".to_owned(), number("start_line_clear"));
            }
            // The objectives are judged with victory; the program's word is taken here.
            if let Some((label, value)) = told.iter().find(|(l, _)| l.contains("objectives")) {
                lines.insert(label.clone(), *value);
            }
        } else {
            if on_line("german") {
                lines.insert("Germans on the start line".to_owned(), number("line_broken"));
            }
            if on_line("allied") {
                lines.insert("start line held".to_owned(), number("line_held"));
            }
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// The smoke blows at the defenders on one to three (14.2.3).
    fn smoke(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        self.verdict.asked("resources");
        let helps = roll.total <= self.board.charts.number("resources.smoke_upto");
        if !roll.adds_up() || helps != event.text.contains("at the defenders") {
            self.verdict
                .differs("resources", format!("14.2.3: helps {helps}; the program: {} {roll:?}", event.text));
        }
    }

    /// A resource may be used if one is left, four kinds at most, three beside a secondary assault, four columns at most,
    /// one barrage, guns where they are needed (14.2, 14.3, 16.2.2, V46, V110).
    fn usable(&mut self) {
        let position = &self.board.position;
        let Some(target) = position.text("assault", "target").and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = position.text("assault", "side").map_or("allied", side_of);
        let seat = if side == "german" { "german" } else { "french" };
        let stock = integers(position.table.get("resources").and_then(|r| r.get(seat)));
        let names = self.board.charts.texts("resources.names");
        let shifts = self.board.charts.numbers("resources.shifts");
        let used = position.number("assault", "resources");
        let is_used = |name: &str| names.iter().position(|n| n == name).is_some_and(|at| used >> at & 1 == 1);
        let count = (0..names.len()).filter(|at| *at != 0 && used >> at & 1 == 1).count() as i64;
        let secondary = position.text("assault", "wave") == Some("secondary");
        let most = self.board.charts.number("resources.most") - i64::from(secondary);
        let phosgene = i64::from(position.number("assault", "own") & 4 == 4);
        let mut shift: i64 =
            (0..names.len()).filter(|at| used >> at & 1 == 1).filter_map(|at| shifts.get(at)).sum();
        shift += if is_used("gas") { phosgene } else { 0 };
        let list = attackers(&self.board, side, target);
        let renewed = !list.is_empty() && list.iter().all(|(u, _)| u.is("engaged"));
        let mut expected = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let left = stock.get(at).copied().unwrap_or(0) > 0;
            let here = match name.as_str() {
                "secondary assaults" | "consolidate" => false,
                "lifting barrage" | "creeping barrage" => {
                    !is_used("lifting barrage") && !is_used("creeping barrage") && self.any_gun(side, target)
                }
                "French 75s" => side == "allied" && !renewed && !self.support_guns(target).is_empty(),
                "flamethrowers" => {
                    side == "german" && list.iter().any(|(u, _)| u.is("closed") && !u.is("engaged"))
                }
                "gas" => !self.gas_guns(side, target).is_empty(),
                _ => true,
            };
            let more = shifts.get(at).copied().unwrap_or(0);
            if left && here && !is_used(name) && count < most && (more == 0 || shift + more <= 4) {
                expected.push(format!("use {}", name.replace(' ', "-")));
            }
        }
        self.compare_options("resources", "14.3", &["use"], &plain(expected));
    }

    /// Some gun in good order that is not interdicted is in range (14.2.2, V188).
    fn any_gun(&self, side: &str, target: Square) -> bool {
        self.board.army(side).any(|(u, s)| ready(&self.board, u) && in_range(&self.board, u, s, target))
    }

    /// The 75s in good order, not interdicted and in range that were not used in this player turn (14.2.4, V110, V188).
    fn support_guns(&self, target: Square) -> Vec<String> {
        let spent = self.board.position.list_in("own", "spent_guns");
        let fits = |u: &Unit, s: Square| {
            let field = self.board.counter(u).is_some_and(|c| c.class == "gun-75");
            field && ready(&self.board, u) && !spent.contains(&u.id) && in_range(&self.board, u, s, target)
        };
        self.board.army("allied").filter(|(u, s)| fits(u, *s)).map(|(u, _)| u.id.clone()).collect()
    }

    /// The guns in good order and in range that have not fired gas, nor as 75s for another assault (14.2.6, V110).
    fn gas_guns(&self, side: &str, target: Square) -> Vec<String> {
        let position = &self.board.position;
        let mut spent = position.list_in("own", "gas_guns");
        let here = position.list_in("own", "support_gun");
        let mine = self.resource_used("French 75s");
        spent.extend(
            position.list_in("own", "spent_guns").into_iter().filter(|id| !mine || !here.contains(id)),
        );
        let fits = |u: &Unit, s: Square| {
            ready(&self.board, u) && !spent.contains(&u.id) && in_range(&self.board, u, s, target)
        };
        self.board.army(side).filter(|(u, s)| fits(u, *s)).map(|(u, _)| u.id.clone()).collect()
    }

    fn resource_used(&self, name: &str) -> bool {
        let used = self.board.position.number("assault", "resources");
        let names = self.board.charts.texts("resources.names");
        names.iter().position(|n| n == name).is_some_and(|at| used >> at & 1 == 1)
    }

    /// The French name a battery within range of the defenders (14.2.4b).
    fn defending_guns(&mut self) {
        let position = &self.board.position;
        let Some(target) = position.text("assault", "target").and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let mut expected: Vec<String> =
            self.support_guns(target).into_iter().map(|id| format!("gun {id}")).collect();
        expected.push("pass".to_owned());
        self.compare_options("resources", "14.2.4", &["gun", "pass"], &plain(expected));
    }

    /// Where several guns could back a resource its owner names one (V122).
    fn named_guns(&mut self) {
        let position = &self.board.position;
        let Some(target) = position.text("assault", "target").and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = position.text("assault", "side").map_or("allied", side_of);
        let names = self.board.charts.texts("resources.names");
        let at = self.step().get(2).and_then(|s| s.parse::<usize>().ok());
        let guns = match at.and_then(|at| names.get(at)).map(String::as_str) {
            Some("gas") => self.gas_guns(side, target),
            Some("French 75s") if side == "allied" => self.support_guns(target),
            _ => return,
        };
        let expected: Vec<String> = guns.into_iter().map(|id| format!("gun {id}")).collect();
        self.compare_options("resources", "14.2.6", &["gun"], &plain(expected));
    }
}
