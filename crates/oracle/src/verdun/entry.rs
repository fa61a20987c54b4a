//! Reinforcements, replacements and units that return: where they enter (12.7, 17.6.1).

use toml::Value;

use super::Verdun;
use super::movement::Start;
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::map::Road;
use crate::squares::movement::{Extent, Ground};
use crate::squares::position::{Place, Unit};
use crate::squares::sets::Known;

impl Verdun {
    /// Where a unit that enters can end its move, each square with the cost; nothing is known of units that are not due.
    pub(super) fn arrivals(&self, ground: &Ground, unit: &Unit) -> Option<Known<i64>> {
        let board = ground.board;
        let due = match &unit.place {
            Place::Due(turn) | Place::Off(_, turn) => *turn,
            _ => return None,
        };
        if due > board.position.turn || unit.is("moved") || board.foul() && board.kind(unit) == "artillery" {
            return None;
        }
        let squares = self.entry_squares(board, unit, ground.side)?;
        // Enemies on the edge raise questions of their own (V156).
        if squares.iter().any(|s| ground.enemies.contains(s) || ground.zoc.contains(s)) {
            return None;
        }
        let mut entries = Known::new();
        for square in squares {
            let roads = || board.map.neighbours(square).filter_map(|n| board.map.roads.get(&(square, n)));
            let railed = board.map.neighbours(square).any(|n| board.map.rails.contains(&(square, n)));
            let fits = match (board.kind(unit), board.face(unit)[2]) {
                ("artillery", 0) => railed,
                ("artillery", 1) => roads().any(|r| *r == Road::Major),
                _ => true,
            };
            if fits {
                let road = roads().min().filter(|_| !board.map.has(square, "start_trench"));
                let mut cost = match road {
                    Some(Road::Major) => board.charts.number("roads.major.straight"),
                    Some(Road::Minor) => board.charts.number("roads.minor.straight"),
                    None => board.ground_cost(square, false),
                };
                if board.position.interdicted.contains(&square) {
                    cost += board.charts.number("movement.interdicted_enter");
                }
                entries.insert(square, cost);
            }
        }
        let ways = self.reach(ground, unit, &Start::Outside(Box::new(entries)), Extent::All);
        Some(ways.into_iter().filter(|(to, _)| self.may_stop(ground, unit, *to)).collect())
    }

    /// The squares by which a unit enters: those of its schedule, which the position names by a number, or any of its
    /// own edge (12.7.4).
    fn entry_squares(&self, board: &Board, unit: &Unit, side: &str) -> Option<Vec<Square>> {
        let named = board.position.list_in("own", "entry").iter().find_map(|line| {
            let (id, code) = line.split_once(' ')?;
            (id == unit.id).then(|| code.parse::<usize>().ok())?
        });
        let sets = self.scenarios.get("own").and_then(|o| o.get("entries")).and_then(Value::as_table)?;
        if let Some(code) = named.filter(|c| *c > 0) {
            let mut names: Vec<&String> = sets.keys().collect();
            names.sort();
            let set = names.get(code - 1)?;
            return Some(board.map.squares(sets.get(set.as_str())));
        }
        let home = board.map.edges.get(side)?.as_str();
        Some(board.map.all().filter(|s| board.map.edges_of(*s).contains(&home)).collect())
    }
}
