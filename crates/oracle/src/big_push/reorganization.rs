//! Weather, reorganization and the other single dice (5.0, 7.8, 9.4, 11.2.1, 12.0, 14.1.3).

use std::collections::BTreeMap;
use std::sync::Arc;

use toml::Value;

use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::position::Unit;
use crate::squares::turn::{Event, Roll};

impl Look<'_> {
    /// Compares rallies, weather, replacements and the smaller dice.
    pub(super) fn reorganization(&mut self) {
        if self.kind == "rally" {
            self.who_rallies();
        }
        // A rally changes which units are in Good Order for the next ones.
        let mut board = None;
        let events = self.events.clone();
        for event in &events {
            self.adds_up(event);
            match event.kind.as_str() {
                "rallied" if self.kind == "rally" => {
                    let board = board.get_or_insert_with(|| self.rules.board(&self.turn.position));
                    self.rallied(event, board);
                }
                "weather" => self.weather(event),
                "air-observation" => self.observation(event),
                "replacements" => self.replacements(event),
                "hq-removed" => self.hq_removed(event),
                "tank-recovery" => {
                    self.verdict.asked("reorganization");
                    if let Some(what) = self.recovery(event, board.as_ref().unwrap_or(&self.board)) {
                        self.verdict.differs("reorganization", what);
                    }
                }
                _ => self.simple_die(event),
            }
        }
    }

    /// Every roll's dice and modifiers make its total.
    fn adds_up(&mut self, event: &Event) {
        if let Some(roll) = event.rolls.iter().find(|r| !r.dice.is_empty() && !r.adds_up()) {
            self.verdict
                .differs("reorganization", format!("{}: the roll does not add up: {roll:?}", event.kind));
        }
    }

    /// Each disrupted or suppressed unit tries once (12.2, S198).
    fn who_rallies(&mut self) {
        let side = side_of(&self.turn.seat);
        if self.board.position.option("french-seat") == Some("on") {
            return;
        }
        let tried = self.board.position.list("used");
        let shaken = self.board.army(side).filter(|(u, _)| !u.good_order() && !tried.contains(&u.id));
        let expected = shaken.map(|(u, _)| (format!("rally {}", u.id), String::new())).collect();
        self.compare_options("reorganization", "12.2", &["rally"], &expected);
    }

    /// A unit rallies on 1 to 3: one less with a headquarters in Command Mode within three squares, one more in an enemy
    /// zone of control that no friend in Good Order in the square cancels, one more for tanks in rain or snow (12.2,
    /// 12.2.1).
    fn rallied(&mut self, event: &Event, board: &mut Board) {
        let (Some(id), Some(roll)) = (event.units.first(), event.rolls.first()) else { return };
        let Some((unit, square)) = board.position.unit(id).and_then(|u| Some((u.clone(), u.square()?)))
        else {
            return;
        };
        let number = |key: &str| board.charts.number(&format!("rally.{key}"));
        let side = board.side(&unit);
        let enemy = enemy_of(side);
        let mut lines = BTreeMap::new();
        let paths = board.path_lengths(side, enemy, square, board.charts.number("ranges.rally"));
        if board.army(side).any(|(u, s)| u.id != unit.id && board.command_hq(u) && paths.contains_key(&s)) {
            lines.insert("HQ near".to_owned(), number("hq"));
        }
        let friend = board.at(square).any(|u| u.id != unit.id && board.side(u) == side && u.good_order());
        if board.in_zoc(enemy, square) && !friend {
            lines.insert("enemy zone of control".to_owned(), number("zoc"));
        }
        if board.kind(&unit) == "tank" && board.foul() {
            lines.insert("rain or snow".to_owned(), number("foul_tanks"));
        }
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let rallies = total <= number("upto");
        self.verdict.asked("reorganization");
        let mut told: Vec<i64> = roll.modifiers().into_values().collect();
        let mut own: Vec<i64> = lines.values().copied().collect();
        told.sort_unstable();
        own.sort_unstable();
        if told != own || rallies == (event.text.contains("does not") || event.text.contains("do not")) {
            let what =
                format!("12.2: {id} {lines:?}, rallies {rallies}; the program: {} {roll:?}", event.text);
            self.verdict.differs("reorganization", what);
        }
        if !event.text.contains("does not") {
            for other in Arc::make_mut(&mut board.position).units.iter_mut().filter(|u| u.id == *id) {
                Arc::make_mut(other).marks.retain(|m| m != "disrupted" && m != "suppressed");
            }
        }
    }

    /// The weather die, one more after rain or snow and one more from September 16 on; from November 3 rain is snow
    /// (5.1, 5.5).
    fn weather(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let charts = &self.board.charts;
        let turn = self.next().position.turn;
        let new_turn = self.board.position.turn + 1 == turn;
        if !new_turn && self.board.position.turn != turn {
            return;
        }
        let mut lines = BTreeMap::new();
        if new_turn && self.board.foul() {
            lines.insert("rain before".to_owned(), charts.number("weather.after_rain"));
        }
        if turn >= charts.number("weather.late.from") {
            lines.insert("late in the year".to_owned(), charts.number("weather.late.drm"));
        }
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let rows = charts.value("weather.rows").and_then(Value::as_array);
        let row = rows
            .into_iter()
            .flatten()
            .find(|r| r.get("upto").and_then(Value::as_integer).is_some_and(|u| total <= u));
        let mut weather = row.and_then(|r| r.get("weather")).and_then(Value::as_str).unwrap_or("rain");
        if weather == "rain" && turn >= charts.number("weather.snow_from") {
            weather = "snow";
        }
        self.verdict.asked("reorganization");
        if roll.modifiers() != lines || !event.text.ends_with(&format!("{weather}.")) {
            let what = format!("5.1: {lines:?} {weather}; the program: {} {roll:?}", event.text);
            self.verdict.differs("reorganization", what);
        }
    }

    /// Air observation succeeds from a number on that depends on weather and side (5.6).
    fn observation(&mut self, event: &Event) {
        let Some(die) = event.rolls.first().and_then(|r| r.dice.first()) else { return };
        let side = if event.text.contains("Allied") { "allied" } else { "german" };
        let least = self.board.charts.number(&format!("weather.{}.{side}_air", self.next().position.weather));
        self.verdict.asked("reorganization");
        if (*die >= least) == event.text.contains("cannot") {
            self.verdict.differs(
                "reorganization",
                format!("5.6: {die} against {least}; the program: {}", event.text),
            );
        }
    }

    /// The working total chooses the column, the dice the row; fewer than four give nothing (12.1.1, 12.1.2).
    fn replacements(&mut self, event: &Event) {
        let words: Vec<&str> = event.text.split(' ').collect();
        let after = |word: &str| {
            let at = words.iter().position(|w| *w == word)?;
            words.get(at + 1)?.trim_end_matches('.').parse::<i64>().ok()
        };
        let (Some(total), Some(told)) = (after("of"), after("allows")) else { return };
        let first = self.board.charts.number("replacements.first_column");
        let steps = match event.rolls.first() {
            Some(roll) => {
                let row = roll.dice.iter().sum::<i64>() - self.board.charts.number("replacements.first_row");
                let cells = self.board.charts.row("replacements", row);
                let at = usize::try_from(total - first).unwrap_or(0).min(cells.len().saturating_sub(1));
                cells.get(at).copied().unwrap_or(0)
            }
            None => 0,
        };
        self.verdict.asked("reorganization");
        if steps != told || (total < first) != event.rolls.is_empty() {
            let what = format!("12.1.2: {total} gives {steps}; the program: {}", event.text);
            self.verdict.differs("reorganization", what);
        }
    }

    /// A headquarters used for supply is back next turn on 1 to 3, else after two turns; one driven off after a complete
    /// turn (11.2.1, 7.4.2).
    fn hq_removed(&mut self, event: &Event) {
        let turns = match event.rolls.first() {
            None => 2,
            Some(roll) => {
                let foul = if self.board.foul() { self.board.charts.number("hq_return.foul") } else { 0 };
                let total = roll.dice.iter().sum::<i64>() + foul;
                if total <= self.board.charts.number("hq_return.next_turn_upto") { 1 } else { 2 }
            }
        };
        let calendar =
            self.rules.scenarios.get("calendar").and_then(|c| c.get("turns")).and_then(Value::as_array);
        let at = usize::try_from(self.board.position.turn - 1 + turns).unwrap_or(0);
        let Some(date) = calendar.and_then(|c| c.get(at)).and_then(Value::as_str) else { return };
        self.verdict.asked("reorganization");
        if !event.text.ends_with(&format!("until {date}.")) {
            self.verdict.differs(
                "reorganization",
                format!("11.2.1: back {date}; the program: {} {:?}", event.text, event.rolls),
            );
        }
    }

    /// A tank recovers on 1 or 2: one more in rain or snow and beside a German unit in Good Order, one less with an
    /// escort of British cavalry or an infantry brigade (12.3). The board holds the rallies before it.
    fn recovery(&self, event: &Event, board: &Board) -> Option<String> {
        let (id, roll) = (event.units.first()?, event.rolls.first()?);
        let told = event.text.contains("repaired") || event.text.contains("recovers");
        let number = |key: &str| board.charts.number(&format!("own.tanks.{key}"));
        let square = board.position.unit(id)?.square()?;
        let mut lines = BTreeMap::new();
        if board.foul() {
            lines.insert("rain or snow", number("foul"));
        }
        let enemy = |u: &Unit| board.side(u) == "german" && u.good_order() && !board.interdicted(u);
        if board.map.neighbours(square).any(|n| board.at(n).any(enemy)) {
            lines.insert("enemy adjacent", number("enemy_adjacent"));
        }
        let brigade = |u: &Unit| board.kind(u) == "infantry" && board.size(u) == "brigade";
        let escort = |u: &Unit| board.nation(u) == "british" && (board.kind(u) == "cavalry" || brigade(u));
        if board.at(square).any(escort) {
            lines.insert("escort", number("escort"));
        }
        let sum: i64 = lines.values().sum();
        let recovers = roll.dice.iter().sum::<i64>() + sum <= number("recovery_upto");
        let holds = roll.lines.iter().map(|l| l.1).sum::<i64>() == sum && recovers == told;
        (!holds).then(|| format!("12.3: {lines:?} {recovers}; the program: {} {roll:?}", event.text))
    }

    /// Dice that only succeed or fail.
    fn simple_die(&mut self, event: &Event) {
        let Some(roll) = event.rolls.first() else { return };
        let charts = &self.board.charts;
        let die: i64 = roll.dice.iter().sum();
        let foul = |r: &Roll| i64::from(r.modifiers().contains_key("rain or snow"));
        let (part, case, succeeds, told) = match event.kind.as_str() {
            "smoke" => (
                "resources",
                "11.6.1",
                die <= charts.number("resources.smoke_upto"),
                event.text.contains("at the"),
            ),
            "substituted" => (
                "resources",
                "9.4",
                die <= charts.number("own.command_center.substitute_upto"),
                !event.text.contains("fails"),
            ),
            "cavalry" => (
                "movement",
                "14.1.3",
                die <= charts.number("own.cavalry.release_upto"),
                event.text.contains("released"),
            ),
            "mine" => (
                "bombardment",
                "14.1.3",
                die <= charts.number("own.mines.upto"),
                !event.text.contains("does not blow"),
            ),
            "tank-breakdown" => {
                let total = die + foul(roll) * charts.number("own.tanks.foul");
                let breaks = total >= charts.number("own.tanks.breakdown_from");
                if self.next().foul() != (foul(roll) == 1) {
                    self.verdict.differs(
                        "movement",
                        format!("7.8: {} {roll:?} in {}", event.text, self.next().position.weather),
                    );
                }
                ("movement", "7.8", breaks, event.text.contains("breaks down"))
            }
            _ => return,
        };
        self.verdict.asked(part);
        if succeeds != told {
            self.verdict.differs(part, format!("{case}: die {die}: {succeeds}; the program: {}", event.text));
        }
    }
}
