//! Defensive Fire (10.0).

use std::collections::BTreeMap;

use super::command::{against, attackers};
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;
use crate::squares::turn::{Event, about};

impl Look<'_> {
    /// Compares the squares that may fire, who joins, the factors, the modifiers and the result.
    pub(super) fn defensive_fire(&mut self) {
        let side = enemy_of(side_of(&self.board.position.phasing.clone()));
        let three = self.board.position.option("french-seat") == Some("on");
        match self.kind.as_str() {
            "defensive-fire" if !three => self.firing_squares(side),
            "firers" if !three => self.neighbours(side),
            _ => {}
        }
        let events = self.events.clone();
        for event in events.iter().filter(|e| e.kind == "defensive-fire") {
            self.fired(side, event);
        }
    }

    /// Every assaulted square from which or beside which a unit can fire at its attackers, once (10.2).
    fn firing_squares(&mut self, side: &'static str) {
        let step: Vec<String> = self.board.position.step().into_iter().map(str::to_owned).collect();
        let only = step.get(2).and_then(|s| self.board.map.square(s));
        // If only neighbours have fired, no defender carries a mark; the position lists these squares.
        let answered = self.board.position.list("answered");
        let mut expected = BTreeMap::new();
        for target in assaulted(&self.board, enemy_of(side)) {
            let fires =
                !own_firers(&self.board, side, target).is_empty() || !self.joiners(side, target).is_empty();
            // One roll for an assault: a square that has fired does not fire again (10.2).
            let defenders = self.board.of_side(side, target);
            let name = self.board.name(target);
            let done = defenders.iter().any(|u| u.is("shot")) || answered.contains(&name);
            // Engaged units are not defended by fire, not even by their neighbours' (10.2, S259).
            let engaged = defenders.iter().any(|u| u.is("engaged"));
            if only.is_none_or(|o| o == target) && fires && !done && !engaged {
                expected.insert(format!("resolve {name}"), String::new());
            }
        }
        self.compare_options("defensive-fire", "10.2", &["resolve"], &expected);
    }

    /// Neighbours of the assaulted square that are not assaulted themselves and stand next to an attacker (10.2, S97).
    fn neighbours(&mut self, side: &'static str) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let joined = self.board.position.list_in("assault", "firers");
        let joiners = self.joiners(side, target).into_iter().filter(|id| !joined.contains(id));
        let expected = joiners.map(|id| (format!("join {id}"), String::new())).collect();
        self.compare_options("defensive-fire", "10.2", &["join"], &expected);
    }

    fn joiners(&self, side: &'static str, target: Square) -> Vec<String> {
        let attackers = attackers(&self.board, enemy_of(side), target);
        let under_attack = assaulted(&self.board, enemy_of(side));
        let mut joiners = Vec::new();
        for square in self.board.map.neighbours(target) {
            let near = attackers.iter().any(|(u, s)| !u.is("locked") && s.distance(square) <= 1);
            if near && !under_attack.contains(&square) {
                let units = self.board.of_side(side, square).into_iter().filter(|u| can_fire(&self.board, u));
                joiners.extend(units.map(|u| u.id.clone()));
            }
        }
        joiners
    }

    /// Factors choose the column, at most ten; modifiers are cumulative (10.1, 10.2).
    fn fired(&mut self, side: &'static str, event: &Event) {
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let Some(roll) = event.rolls.first() else { return };
        let names = match self.kind.as_str() {
            "firers" => {
                let mut names = self.board.position.list_in("assault", "firers");
                names.extend(self.turn.play.strip_prefix("join ").map(str::to_owned));
                names
            }
            "defensive-fire" => {
                let own: Vec<String> =
                    own_firers(&self.board, side, target).iter().map(|u| u.id.clone()).collect();
                if own.is_empty() { self.joiners(side, target) } else { own }
            }
            _ => return,
        };
        let firers: Vec<&Unit> = names.iter().filter_map(|id| self.board.position.unit(id)).collect();
        let factors: i64 = firers.iter().map(|u| fire_factor(&self.board, u)).sum();
        let expected = self.fire_modifiers(side, target);
        let mut values: Vec<i64> = expected.values().copied().collect();
        let mut told: Vec<i64> = roll.modifiers().into_values().collect();
        values.sort_unstable();
        told.sort_unstable();
        let total = roll.dice.iter().sum::<i64>() + values.iter().sum::<i64>();
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
        if values != told || !roll.adds_up() || !right {
            let what = format!(
                "10.2: {factors} factors of {names:?}, {expected:?}: {words}; the program: {} {roll:?}",
                event.text
            );
            self.verdict.differs("defensive-fire", what);
        }
    }

    fn fire_modifiers(&self, side: &'static str, target: Square) -> BTreeMap<String, i64> {
        let number = |key: &str| self.board.charts.number(&format!("defensive_fire.drm.{key}"));
        let attackers = attackers(&self.board, enemy_of(side), target);
        let attackers: Vec<_> = attackers.into_iter().filter(|(u, _)| !u.is("locked")).collect();
        let mut lines = BTreeMap::new();
        let closers = attackers.iter().filter(|(u, _)| u.is("closed")).count() as i64;
        lines.insert("attackers closing in".to_owned(), closers * number("closer"));
        if attackers.iter().any(|(u, _)| self.board.interdicted(u)) {
            lines.insert("attacker from an interdicted square".to_owned(), number("interdicted_attacker"));
        }
        if self.board.foul() {
            lines.insert("rain or snow".to_owned(), number("foul"));
        }
        if self.board.position.interdicted.contains(&target) {
            lines.insert("interdicted defender".to_owned(), number("interdicted_defender"));
        }
        if attackers.iter().any(|(u, _)| self.board.kind(u) == "tank") {
            lines.insert("tanks".to_owned(), number("tanks"));
        }
        if side == "german" && self.operation("german", "reinforced-defenses") {
            lines.insert("reinforced defences".to_owned(), -1);
        }
        lines.retain(|_, v| *v != 0);
        lines
    }
}

/// The squares under a new assault; engaged ones do not fire again (10.2).
fn assaulted(board: &Board, attacker: &'static str) -> Squares {
    board.army(attacker).filter(|(u, _)| !u.is("locked")).filter_map(|(u, s)| against(u, s)).collect()
}

/// A unit in Good Order that has not fired and has factors may fire, an engaged one not (10.1, 10.2, S97, S98).
fn can_fire(board: &Board, unit: &Unit) -> bool {
    unit.good_order() && !unit.is("shot") && !unit.is("engaged") && fire_factor(board, unit) > 0
}

fn own_firers<'b>(board: &'b Board, side: &str, target: Square) -> Vec<&'b Unit> {
    board.of_side(side, target).into_iter().filter(|u| can_fire(board, u)).collect()
}

/// Infantry and tanks fire with their Secondary Attack number, for entrenched Germans the first; cavalry and
/// headquarters in Command Mode with their single factor, guns with the middle number (10.1, 9.2.1).
pub(super) fn fire_factor(board: &Board, unit: &Unit) -> i64 {
    let face = board.face(unit);
    match (board.kind(unit), board.nation(unit)) {
        ("hq", _) if unit.is("back") => 0,
        ("hq" | "cavalry", _) => face[0],
        ("infantry", "german") if unit.is("back") => {
            if board.position.option("entrenched-fire") == Some("larger-number") { face[1] } else { face[0] }
        }
        _ => face[1],
    }
}
