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
        let board = &self.next;
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
            let claims: Vec<Option<bool>> = list.iter().map(|o| self.claimed(board, nation, o)).collect();
            let sure = claims.iter().filter(|c| **c == Some(true)).count() as i64;
            let open = claims.iter().filter(|c| c.is_none()).count() as i64;
            let needed = number(&format!("{nation}_needed"));
            return if sure >= needed {
                Some(true)
            } else if sure + open < needed {
                Some(false)
            } else {
                None
            };
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
        let mut sure = 0;
        let mut open = 0;
        for nation in ["british", "french"] {
            for objective in victory.get(nation).and_then(Value::as_array).into_iter().flatten() {
                match self.claimed(board, nation, objective) {
                    Some(true) => sure += 1,
                    Some(false) => {}
                    None => open += 1,
                }
            }
        }
        if sure >= 2 {
            Some(true)
        } else if sure + open < 2 {
            Some(false)
        } else {
            None
        }
    }

    /// A nation claims an objective when it controls enough of its squares (13.1.1, S112).
    pub(super) fn claimed(&self, board: &Board, nation: &str, objective: &Value) -> Option<bool> {
        let squares = board.map.squares(objective.get("squares"));
        let needed = objective.get("needed").and_then(Value::as_integer).unwrap_or(1);
        let mut sure = 0;
        let mut open = 0;
        for square in squares {
            match controller(board, square) {
                Some(holder) if holder == nation => sure += 1,
                Some(_) => {}
                None => open += 1,
            }
        }
        if sure >= needed {
            Some(true)
        } else if sure + open < needed {
            Some(false)
        } else {
            None
        }
    }
}

/// The nation that controls a square: the one in it, else the only side with a zone of control on it, else the last to
/// pass; none where two Allied nations could claim it (13.1.1, S113).
pub(super) fn controller(board: &Board, square: Square) -> Option<String> {
    if let Some(unit) = board.at(square).next() {
        return Some(board.nation(unit).to_owned());
    }
    let name = board.name(square);
    let last = if board.position.list("held_british").contains(&name) {
        "british"
    } else if board.position.list("held_french").contains(&name) {
        "french"
    } else {
        "german"
    };
    let (allied, german) = (board.in_zoc("allied", square), board.in_zoc("german", square));
    if german && !allied {
        return Some("german".to_owned());
    }
    if allied && !german {
        let mut nations: Vec<&str> = board
            .map
            .neighbours(square)
            .flat_map(|n| board.at(n))
            .filter(|u| board.side(u) == "allied" && board.projects(u))
            .map(|u| board.nation(u))
            .collect();
        nations.sort_unstable();
        nations.dedup();
        return match nations[..] {
            [nation] => Some(nation.to_owned()),
            _ if last != "german" => Some(last.to_owned()),
            _ => None,
        };
    }
    Some(last.to_owned())
}
