//! Territorial objectives and victory (13.0, 14.1.4 to 15.7.1).

use toml::Value;

use super::Look;
use crate::squares::board::Board;
use crate::squares::grid::Square;

impl Look<'_> {
    /// Compares the conditions told at the end of play.
    pub(super) fn victory(&mut self) {}

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
