//! Territorial objectives and victory (13.0, 14.1.4 to 15.7.1).

use toml::Value;

use super::Look;
use crate::squares::board::Board;
use crate::squares::charts::{integers, texts};
use crate::squares::grid::Square;

impl Look<'_> {
    /// Compares the conditions told at the end of play.
    pub(super) fn victory(&mut self) {
        let events = self.events.clone();
        for event in events.iter().filter(|e| e.kind == "condition") {
            let Some(holds) = self.condition(&event.text) else { continue };
            self.verdict.asked("victory");
            if holds != event.text.ends_with("yes.") {
                self.verdict.differs("victory", format!("13.1: {holds}; the program: {}", event.text));
            }
        }
    }

    /// A condition of the scenario, by the words in which it is told.
    fn condition(&self, text: &str) -> Option<bool> {
        let board = &self.next();
        let special = self.rules.special(&board.position.scenario)?;
        let victory = special.get("victory")?;
        let number = |key: &str| victory.get(key).and_then(Value::as_integer).unwrap_or(0);
        if special.get("campaign").and_then(Value::as_bool) == Some(true) {
            return None;
        }
        if text.contains("German start trench is clear") {
            // No German unit of any kind, headquarters and guns included (S115).
            return Some(!board.army("german").any(|(_, s)| board.map.trench_of("german", s)));
        }
        if text.contains("hold their objectives") {
            let nation = if text.contains("British") { "british" } else { "french" };
            let list = victory.get(nation).and_then(Value::as_array)?;
            let claimed = list.iter().filter(|o| claimed(board, nation, o)).count() as i64;
            return Some(claimed >= number(&format!("{nation}_needed")));
        }
        if text.contains("lead by enough points") {
            let kinds = ["losses", "replacements", "exits", "area"];
            let counts = texts(victory.get("margin_counts"));
            let points = board.position.table.get("points").and_then(Value::as_array)?;
            let sum = |at: usize| -> i64 {
                let list = integers(points.get(at));
                let counted = kinds.iter().enumerate().filter(|(_, k)| counts.iter().any(|c| c == *k));
                counted.map(|(at, _)| list.get(at).copied().unwrap_or(0)).sum()
            };
            return Some(sum(1) - sum(0) >= number("margin"));
        }
        if text.contains("enough of the Allied start trench") {
            let without = victory.get("german_trench_without_hq").and_then(Value::as_bool).unwrap_or(false);
            let mut squares: Vec<Square> = board
                .army("german")
                .filter(|(u, s)| board.map.trench_of("allied", *s) && !(without && board.kind(u) == "hq"))
                .map(|(_, s)| s)
                .collect();
            squares.sort_unstable();
            squares.dedup();
            return Some(squares.len() as i64 >= number("german_trench"));
        }
        if text.contains("line to the west edge") {
            return Some(
                board.map.squares(victory.get("hold")).into_iter().all(|s| self.line_west(board, s)),
            );
        }
        None
    }

    /// Allied units in Good Order stand in a town, and a line of squares outside German zones of control leads to the
    /// west edge; the town itself is exempt (14.3.7, 14.4.5, S167).
    fn line_west(&self, board: &Board, town: Square) -> bool {
        if !board.of_side("allied", town).iter().any(|u| u.good_order()) {
            return false;
        }
        let zone = board.zoc("german");
        let mut open = vec![town];
        let mut seen = vec![town];
        while let Some(square) = open.pop() {
            if square.column == 0 {
                return true;
            }
            for to in board.map.neighbours(square) {
                if !zone.contains(&to) && !seen.contains(&to) {
                    seen.push(to);
                    open.push(to);
                }
            }
        }
        false
    }

    /// Two or more objectives are reached: those of the scenario; in the campaign what the owner has claimed (S95, S185).
    pub(super) fn objectives_reached(&self, board: &Board) -> Option<bool> {
        let special = self.rules.special(&board.position.scenario)?;
        if special.get("campaign").and_then(Value::as_bool) == Some(true) {
            return None;
        }
        let victory = special.get("victory")?;
        let mut reached = 0;
        for nation in ["british", "french"] {
            let list = victory.get(nation).and_then(Value::as_array).into_iter().flatten();
            reached += list.filter(|objective| claimed(board, nation, objective)).count();
        }
        Some(reached >= 2)
    }
}

/// A nation claims an objective when it controls enough of its squares (13.1.1, S112).
fn claimed(board: &Board, nation: &str, objective: &Value) -> bool {
    let needed = objective.get("needed").and_then(Value::as_integer).unwrap_or(1);
    let squares = board.map.squares(objective.get("squares")).into_iter();
    squares.filter(|square| controls(board, *square, nation)).count() as i64 >= needed
}

/// A nation controls a square: it stands there, else it has a zone of control there that the enemy does not contest,
/// else it was the last to pass (13.1.1, S113).
fn controls(board: &Board, square: Square, nation: &str) -> bool {
    if board.at(square).next().is_some() {
        return board.at(square).any(|u| board.nation(u) == nation);
    }
    let (allied, german) = (board.in_zoc("allied", square), board.in_zoc("german", square));
    if allied != german {
        let near = board.map.neighbours(square).flat_map(|n| board.at(n));
        return near.into_iter().any(|u| board.nation(u) == nation && board.projects(u));
    }
    let name = board.name(square);
    let last = if board.position.list("held_british").contains(&name) {
        "british"
    } else if board.position.list("held_french").contains(&name) {
        "french"
    } else {
        "german"
    };
    last == nation
}
