//! Closing in (8.7).

use std::collections::BTreeMap;

use super::command::against;
use super::{Look, side_of};
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::Event;

impl Look<'_> {
    /// Compares who may try to close in, and what the die brings.
    pub(super) fn closing(&mut self) {
        if self.kind == "close" {
            self.who_closes();
        }
        for event in self.events.clone() {
            let squares: Vec<Square> = event.places.iter().filter_map(|s| self.board.map.square(s)).collect();
            if let ("closed-in", [from, to]) = (event.kind.as_str(), &squares[..]) {
                self.closed_in(&event, *from, *to);
            }
        }
    }

    /// Every committed stack may try once (8.7, S84).
    fn who_closes(&mut self) {
        let step: Vec<String> = self.board.position.step().into_iter().map(str::to_owned).collect();
        let Some(seat) = step.get(1) else { return };
        let only = step.get(2).and_then(|s| self.board.map.square(s));
        let three = self.board.position.option("french-seat") == Some("on");
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side_of(seat)) {
            if three && self.board.nation(unit) != seat || unit.is("locked") {
                continue;
            }
            let Some(target) = against(unit, square).filter(|t| only.is_none_or(|o| o == *t)) else {
                continue;
            };
            if !unit.is("closed") && !unit.is("failed") {
                let play = format!("close {} {}", self.board.name(square), self.board.name(target));
                expected.insert(play, String::new());
            }
        }
        self.compare_options("closing", "8.7", &["close"], &expected);
    }

    /// A stack closes in when the die, one more for a suppressed unit, does not exceed its attack factors; an Allied
    /// division of six or more needs no die (8.7, 8.7.1).
    fn closed_in(&mut self, event: &Event, from: Square, to: Square) {
        // The answer may have committed one of them.
        let name = self.board.name(to);
        let commits = |u: &Unit| self.turn.play == format!("assault {} {name}", u.id);
        let attacks = |u: &&Unit| (against(u, from) == Some(to) || commits(u)) && !u.is("locked");
        let stack: Vec<&Unit> = self.board.at(from).filter(attacks).collect();
        if stack.is_empty() {
            return;
        }
        let sum: i64 = stack.iter().map(|u| self.board.face(u)[0]).sum();
        let six = self.board.position.option("closing-six") == Some("on");
        let most = self.board.charts.number("closing.automatic_from");
        let automatic =
            !six && stack.iter().any(|u| self.board.size(u) == "division" && self.board.face(u)[0] >= most);
        let mut lines = BTreeMap::new();
        // Any suppressed unit in the square adds to the die, attacker or not (S229).
        let side = self.board.side(stack[0]);
        if self.board.of_side(side, from).iter().any(|u| u.is("suppressed")) {
            lines.insert("suppressed", self.board.charts.number("closing.suppressed"));
        }
        if self.trained() && stack.iter().all(|u| self.board.nation(u) == "british") {
            lines.insert("trained", -1);
        }
        let modifier: i64 = lines.values().sum();
        let told = !event.text.contains("fail");
        self.verdict.asked("closing");
        match event.rolls.first() {
            None if automatic => {
                if !told {
                    self.verdict
                        .differs("closing", format!("8.7: a division of {sum} closes in: {}", event.text));
                }
            }
            None => self.verdict.differs("closing", format!("8.7: {sum} factors need a die: {}", event.text)),
            Some(roll) => {
                let die = roll.dice.first().copied().unwrap_or(0);
                let told_modifier: i64 = roll.lines.iter().map(|l| l.1).sum();
                let closes = die + modifier <= sum && !(six && die == 6);
                if automatic || !roll.adds_up() || told_modifier != modifier || told != closes {
                    let what = format!(
                        "8.7: die {die} {modifier:+} against {sum}: {closes}; the program: {} {:?}",
                        event.text, roll
                    );
                    self.verdict.differs("closing", what);
                }
            }
        }
    }

    /// A unit has closed in, before this answer or by it.
    pub(super) fn closes(&self, unit: &Unit, from: Square) -> bool {
        let name = self.board.name(from);
        let now =
            |e: &Event| e.kind == "closed-in" && e.places.first() == Some(&name) && !e.text.contains("fail");
        unit.is("closed") || self.events.iter().any(now)
    }

    /// The Allies chose to train their troops (15.5.2).
    pub(super) fn trained(&self) -> bool {
        self.operation("allied", "train-troops")
    }
}
