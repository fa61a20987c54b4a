//! Bombardment and counter-battery fire (6.0).

use std::collections::BTreeMap;

use super::supply::supplied;
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::{Event, about};

impl Look<'_> {
    /// Compares targets, guns and results of bombardments.
    pub(super) fn bombardment(&mut self) {
        // Guns outside the map belong to no square; their factors are not compared.
        if self.operation("german", "off-map-artillery") {
            return;
        }
        match self.kind.as_str() {
            "bombard" => self.targets(),
            "guns" => self.which_guns(),
            "counter-battery" => self.which_answer(),
            _ => {}
        }
        self.fire_events();
    }

    /// A square may be bombarded if the guns in range bring the factors that its terrain asks for (6.2.1, 6.3.3).
    fn targets(&mut self) {
        let step: Vec<String> = self.board.position.step().into_iter().map(str::to_owned).collect();
        let Some(side) = step.get(1).map(|s| side_of(s)) else { return };
        if self.board.position.option("french-seat") == Some("on") {
            return;
        }
        let guns: Vec<(&Unit, Square)> =
            self.board.army(side).filter(|(u, _)| ready(&self.board, u) && !u.is("fired")).collect();
        let concealed = self.operation("german", "concealed-artillery");
        let mut expected = BTreeMap::new();
        for square in self.board.map.all() {
            let factors: i64 = guns
                .iter()
                .filter(|(u, s)| i64::from(s.distance(square)) <= range(&self.board, u))
                .map(|(u, _)| self.board.face(u)[0])
                .sum();
            if is_target(&self.board, side, square, concealed)
                && column(&self.board, square, factors).is_some()
            {
                expected.insert(format!("target {}", self.board.name(square)), String::new());
            }
        }
        self.compare_options("bombardment", "6.2.1", &["target"], &expected);
    }

    /// Guns in Good Order and in range that have not fired may join; they may fire when they are enough (6.3, 6.3.2).
    fn which_guns(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = side_of(&self.board.position.phasing.clone());
        let joined = self.board.position.list_in("shot", "guns");
        let three = self.board.position.option("french-seat") == Some("on");
        let seat = &self.turn.seat;
        let mut expected = BTreeMap::new();
        let mut factors = 0;
        for (unit, square) in self.board.army(side) {
            let in_range = i64::from(square.distance(target)) <= range(&self.board, unit);
            if joined.contains(&unit.id) {
                factors += self.board.face(unit)[0];
            } else if ready(&self.board, unit) && !unit.is("fired") && in_range {
                let mine = !three || self.board.nation(unit) == seat.as_str();
                if mine {
                    expected.insert(format!("join {}", unit.id), String::new());
                }
            }
        }
        if column(&self.board, target, factors).is_some() {
            expected.insert("done".to_owned(), String::new());
        }
        self.compare_options("bombardment", "6.3", &["join", "done"], &expected);
    }

    /// Guns in Good Order within range of a bombarding square may answer, once in the phase (6.4, S136).
    fn which_answer(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let phasing = self.board.position.phasing.clone();
        let side = enemy_of(side_of(&phasing));
        let joined = self.board.position.list_in("shot", "counter");
        let three = self.board.position.option("french-seat") == Some("on");
        let seat = &self.turn.seat;
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            let in_range = i64::from(square.distance(target)) <= range(&self.board, unit);
            let mine = !three || self.board.nation(unit) == seat.as_str();
            let spent = unit.is("fired") || joined.contains(&unit.id);
            if ready(&self.board, unit) && !spent && in_range && mine {
                expected.insert(format!("join {}", unit.id), String::new());
            }
        }
        expected.insert(if joined.is_empty() { "pass" } else { "done" }.to_owned(), String::new());
        self.compare_options("counter-battery", "6.4", &["join", "done", "pass"], &expected);
    }

    fn fire_events(&mut self) {
        let events = self.events.clone();
        let mut hit = Vec::new();
        for event in &events {
            match event.kind.as_str() {
                "counter-battery" => {
                    self.answered(event);
                    if event.text.contains("is hit") {
                        hit.extend(event.units.clone());
                    }
                }
                "bombarded" if ["guns", "counter-battery", "bombard"].contains(&self.kind.as_str()) => {
                    self.bombarded(event, &hit);
                }
                "air-struck" => self.air_struck(event),
                _ => {}
            }
        }
    }

    /// Counter-battery fire hits a gun when the die with its modifiers does not exceed the factors (6.4, S54).
    fn answered(&mut self, event: &Event) {
        let (Some(roll), true) = (event.rolls.first(), self.kind == "counter-battery") else { return };
        if self.board.position.option("counter-battery") == Some("table") {
            return;
        }
        let mut names = self.board.position.list_in("shot", "counter");
        names.extend(self.turn.play.strip_prefix("join ").map(str::to_owned));
        let guns: Vec<&Unit> = names.iter().filter_map(|id| self.board.position.unit(id)).collect();
        let factors: i64 = guns.iter().map(|u| self.board.face(u)[1]).sum();
        let expected = gun_modifiers(&self.board, &guns, "counter_battery");
        let modifier: i64 = expected.values().sum();
        let die = roll.dice.first().copied().unwrap_or(0);
        let hits = die + modifier <= factors;
        self.verdict.asked("counter-battery");
        if roll.modifiers() != expected || !roll.adds_up() || hits != event.text.contains("is hit") {
            let what = format!(
                "6.4: {factors} factors, die {die}, {expected:?}: hit {hits}; the program: {} {roll:?}",
                event.text
            );
            self.verdict.differs("counter-battery", what);
        }
    }

    /// The guns that fire choose the column, the situation the modifiers, the die the result (6.2.1, 6.5.1).
    fn bombarded(&mut self, event: &Event, hit: &[String]) {
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let Some(roll) = event.roll("bombardment").cloned() else { return };
        if self.board.position.option("counter-battery") == Some("table") {
            return;
        }
        let mut names = self.board.position.list_in("shot", "guns");
        if self.kind != "counter-battery" {
            let fresh =
                |u: &&Unit| u.is("fired") && self.board.position.unit(&u.id).is_some_and(|o| !o.is("fired"));
            let side = side_of(&self.board.position.phasing);
            names = self.next().army(side).map(|(u, _)| u).filter(fresh).map(|u| u.id.clone()).collect();
        }
        names.retain(|id| !hit.contains(id));
        let guns: Vec<&Unit> = names.iter().filter_map(|id| self.board.position.unit(id)).collect();
        if guns.is_empty() {
            return;
        }
        let factors: i64 = guns.iter().map(|u| self.board.face(u)[0]).sum();
        let mut expected = gun_modifiers(&self.board, &guns, "bombardment.drm");
        // A concealed gun is no target, so it is none of several either (15.5.3, S258).
        let concealed = self.operation("german", "concealed-artillery");
        let gun = |u: &Unit| self.board.side(u) == "german" && self.board.kind(u) == "artillery";
        let targets: Vec<&Unit> = self.board.at(target).filter(|u| !(concealed && gun(u))).collect();
        let number = |key: &str| self.board.charts.number(&format!("bombardment.drm.{key}"));
        if targets.len() > 1 {
            expected.insert("stacked targets".to_owned(), number("stacked") * (targets.len() as i64 - 1));
        }
        if targets.iter().any(|u| self.board.kind(u) == "cavalry") {
            expected.insert("cavalry target".to_owned(), number("cavalry"));
        }
        let told: Vec<i64> = roll.modifiers().into_values().collect();
        let mut sums: Vec<i64> = expected.values().copied().collect();
        let mut told_sorted = told.clone();
        sums.sort_unstable();
        told_sorted.sort_unstable();
        let die: i64 = roll.dice.iter().sum::<i64>() + sums.iter().sum::<i64>();
        let column = column(&self.board, target, factors);
        let result = column.and_then(|c| self.board.charts.cell("bombardment", die.clamp(1, 6) - 1, c));
        self.verdict.asked("bombardment");
        let words = result.map(|r| words(r, targets.is_empty()));
        let column_told = event.text.contains(&format!("column {}:", column.unwrap_or(-1) + 1));
        let result_told = words.is_some_and(|w| event.text.ends_with(&format!("{w}.")));
        if sums != told_sorted || !roll.adds_up() || !column_told || !result_told {
            let what = format!(
                "6.5.1: {factors} factors, column {column:?}, {expected:?}: {words:?}; the program: {} {roll:?}",
                event.text
            );
            self.verdict.differs("bombardment", what);
        }
    }

    /// Two dice find the column of an air strike, 11 and 12 miss; the third die has no modifiers (6.6).
    fn air_struck(&mut self, event: &Event) {
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let Some(first) = event.roll("column") else { return };
        let column = first.dice.iter().sum::<i64>() - self.board.charts.number("bombardment.air_first");
        let width = self.board.charts.row("bombardment", 0).len().max(9) as i64;
        let second = event.roll("bombardment");
        let vacant = self.board.at(target).next().is_none();
        self.verdict.asked("bombardment");
        let told = event.text.rsplit(": ").next().unwrap_or("").trim_end_matches('.').to_owned();
        let (words, interdicts) = match second {
            None => ("no effect", false),
            Some(roll) => {
                let die = roll.dice.first().copied().unwrap_or(6);
                let result = self.board.charts.cell("bombardment", die - 1, column).unwrap_or("-");
                (words(result, vacant), result != "-")
            }
        };
        if (column >= width) != second.is_none()
            || words != told
            || second.is_some_and(|r| !r.lines.is_empty())
        {
            self.verdict.differs(
                "bombardment",
                format!("6.6: column {column}, {words}; the program: {}", event.text),
            );
        }
        // A successful damage result interdicts a square that is not interdicted yet; a miss does nothing.
        let before = self.board.position.interdicted.contains(&target);
        let name = self.board.name(target);
        let marked = self.events.iter().any(|e| e.kind == "interdicted" && e.places.contains(&name));
        let any_column = self.board.position.option("air-strike") == Some("any-column");
        let interdicts = if any_column { column < width } else { interdicts };
        let shelled = self
            .events
            .iter()
            .any(|e| e.kind == "bombarded" && e.text != event.text && e.places.first() == Some(&name));
        if !before && !shelled && marked != interdicts {
            let what = format!("6.6: {} interdicts {interdicts}; the program: {marked}", event.text);
            self.verdict.differs("bombardment", what);
        }
    }
}

/// A gun that can fire: artillery in Good Order, not interdicted (6.3.2).
fn ready(board: &Board, unit: &Unit) -> bool {
    board.kind(unit) == "artillery" && unit.good_order() && !board.interdicted(unit)
}

fn range(board: &Board, unit: &Unit) -> i64 {
    board.counter(unit).map_or(0, |c| c.range)
}

/// Enemy squares without engaged units and vacant squares can be bombarded; concealed guns cannot (6.3.2, 6.3.3, 15.5.3).
fn is_target(board: &Board, side: &str, square: Square, concealed: bool) -> bool {
    let units: Vec<&Unit> = board.at(square).collect();
    let guns = !units.is_empty()
        && units.iter().all(|u| board.nation(u) == "german" && board.kind(u) == "artillery");
    // Two markers never lie in one square, and a vacant square can only be interdicted (S142).
    let marked = units.is_empty() && board.position.interdicted.contains(&square);
    units.iter().all(|u| board.side(u) != side && !u.is("engaged")) && !(concealed && guns) && !marked
}

/// The row of the target on the Artillery Bombardment Table (6.2.1, S56, S130, S141).
pub(super) fn target_row(board: &Board, square: Square) -> i64 {
    let units: Vec<&Unit> = board.at(square).collect();
    let cavalry = !units.is_empty() && units.iter().all(|u| board.kind(u) == "cavalry");
    let mut row = 0;
    for kind in board.map.terrain.get(&square).into_iter().flatten() {
        if kind == "start_trench" && cavalry {
            continue;
        }
        row = row.max(board.charts.number(&format!("terrain.{kind}.target")));
    }
    if secondary_trench(board, square) {
        row = row.max(board.charts.number("terrain.secondary_trench.target"));
    }
    row
}

/// German infantry entrenched off the start line makes a secondary trench (6.2.1).
pub(super) fn secondary_trench(board: &Board, square: Square) -> bool {
    let entrenched = |u: &Unit| board.nation(u) == "german" && board.kind(u) == "infantry" && u.is("back");
    !board.map.has(square, "start_trench") && board.at(square).any(entrenched)
}

/// The column that factors reach against a square, or none (6.2.1).
fn column(board: &Board, square: Square, factors: i64) -> Option<i64> {
    let rows = board.charts.value("bombardment.minimum")?.as_array()?;
    let row = rows.get(usize::try_from(target_row(board, square)).ok()?)?.as_array()?;
    let reached =
        row.iter().filter_map(toml::Value::as_integer).filter(|least| *least <= factors).count() as i64;
    (reached > 0).then_some(reached - 1)
}

/// The modifiers of air observation, heavy guns, supply and weather to a roll of guns (6.5.1).
fn gun_modifiers(board: &Board, guns: &[&Unit], chart: &str) -> BTreeMap<String, i64> {
    let number = |key: &str| board.charts.number(&format!("{chart}.{key}"));
    let mut lines = BTreeMap::new();
    let side = guns.first().map_or("", |u| board.side(u));
    let observation = board.position.table.get("observation").and_then(toml::Value::as_array);
    let sees = observation.and_then(|o| o.get(usize::from(side == "german"))).and_then(toml::Value::as_bool);
    if sees.unwrap_or(false) {
        lines.insert("air observation".to_owned(), number("air_observation"));
    }
    let heavy = guns.iter().filter(|u| board.counter(u).is_some_and(|c| c.heavy)).count() as i64;
    lines.insert("heavy guns".to_owned(), heavy * number("heavy"));
    let dry = guns.iter().filter(|u| u.square().is_some_and(|s| !supplied(board, u, s, 0))).count() as i64;
    lines.insert("guns out of supply".to_owned(), dry * number("unsupplied"));
    if board.foul() {
        lines.insert("rain or snow".to_owned(), number("foul"));
    }
    lines.retain(|_, value| *value != 0);
    lines
}

/// A result in words; against a vacant square every result but a miss interdicts (6.5.1).
fn words(result: &str, vacant: bool) -> &'static str {
    match result {
        "-" => "no effect",
        _ if vacant => "interdict",
        "I" => "interdict",
        "S" => "suppress",
        "D" => "disrupt",
        "ST" => "one step",
        "2ST" => "two steps",
        "3ST" => "three steps",
        _ => "?",
    }
}
