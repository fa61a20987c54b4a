//! Reinforcements and units that return: where they enter (7.7, 13.4).

use toml::{Table, Value};

use super::movement::{allowance, may_stop};
use super::{BigPush, enemy_of};
use crate::squares::board::Board;
use crate::squares::charts::texts;
use crate::squares::grid::Square;
use crate::squares::map::{Road, tables};
use crate::squares::movement::{Extent, Ground, Start, Way};
use crate::squares::position::{Place, Unit};
use crate::squares::sets::{Known, Squares};

/// A unit that waits outside may come in this turn: a reinforcement from its turn on, a returning unit likewise (7.7).
pub(super) fn waits(board: &Board, unit: &Unit) -> bool {
    match unit.place {
        Place::Due(turn) | Place::Off(_, turn) => turn <= board.position.turn && !unit.is("moved"),
        _ => false,
    }
}

impl BigPush {
    /// A scenario by its id.
    pub(super) fn scenario(&self, id: &str) -> Option<&Table> {
        tables(&self.scenarios, "scenario").find(|s| s.get("id").and_then(Value::as_str) == Some(id))
    }

    /// The special rules of a scenario.
    pub(super) fn special(&self, id: &str) -> Option<&Table> {
        self.scenario(id)?.get("own")?.as_table()
    }

    /// The entry of a reinforcement's schedule, a square or `edge`; the square instead; the scenario that has it
    /// (15.0.1).
    fn schedule(&self, board: &Board, unit: &Unit, turn: i64) -> Option<(String, String, String)> {
        let here = self.scenario(&board.position.scenario)?;
        let mut ids = vec![board.position.scenario.clone()];
        ids.extend(texts(here.get("reinforcements_from")));
        for id in ids {
            for call in self.scenario(&id).into_iter().flat_map(|s| tables(s, "reinforcements")) {
                // If a brigade is not available, another of its kind comes (S127).
                let kind = |id: &String| board.counters.get(id).map(|c| (&c.class, &c.nation));
                let alike = |id: &String| {
                    *id == unit.id || kind(id) == kind(&unit.id) && board.size(unit) == "brigade"
                };
                let named = texts(call.get("units")).iter().any(alike);
                if named && call.get("turn").and_then(Value::as_integer) == Some(turn) {
                    let instead = call.get("instead").and_then(Value::as_str).unwrap_or("").to_owned();
                    return Some((call.get("entry")?.as_str()?.to_owned(), instead, id));
                }
            }
        }
        None
    }

    /// The squares at which a unit may enter (7.7, 14.2.3, 14.3.4, 14.4.4, 15.7.1, S75, S192, S209).
    pub(super) fn entries(&self, ground: &Ground, unit: &Unit) -> Option<Known<i64>> {
        let board = ground.board;
        let home = board.map.edges.get(ground.side)?.clone();
        let squares: Squares = match &unit.place {
            Place::Due(turn) => {
                let (entry, instead, scenario) = self.schedule(board, unit, *turn)?;
                match board.map.square(&entry) {
                    Some(square) if board.map.edges_of(square).contains(&home.as_str()) => {
                        if ground.enemies.contains(&square) {
                            nearest(ground, square, &home)
                        } else {
                            Squares::from_iter([square])
                        }
                    }
                    Some(square) => {
                        // Inside the map the square must be the side's own, out of enemy zones and have room; else
                        // the unit comes by the edge (7.7, 14.4.1, S76).
                        let clear = !ground.enemies.contains(&square) && !ground.zoc.contains(&square);
                        let mut there = board.of_side(ground.side, square);
                        there.push(unit);
                        if clear && self.friendly_held(board, square) && board.may_stack(&there) {
                            return Some(Known::from_iter([(square, 0)]));
                        }
                        let edge = board.map.square(&instead)?;
                        if ground.enemies.contains(&edge) {
                            nearest(ground, edge, &home)
                        } else {
                            Squares::from_iter([edge])
                        }
                    }
                    None => {
                        // 14.3.3 and 14.4.3 say free of Allied zones of control, 14.1.2 and 14.2.2 do not.
                        let clear = ["devil-machines", "away-to-siegfried"].contains(&scenario.as_str());
                        edge(ground, &home, clear)
                    }
                }
            }
            Place::Off(edge_name, _) => {
                if board.kind(unit) == "hq" && !self.is_raider(board, unit) {
                    edge(ground, &home, true)
                } else {
                    let exit = self.special(&board.position.scenario)?.get("german_exit")?;
                    let flag = |key: &str| exit.get(key).and_then(Value::as_bool).unwrap_or(false);
                    let mut squares = edge(ground, edge_name, flag("clear_of_zoc"));
                    if flag("behind_lines") {
                        let rear = behind_line(board, ground.side);
                        squares.retain(|s| rear.contains(s) || board.holds(ground.side, *s));
                    }
                    squares
                }
            }
            _ => return None,
        };
        Some(squares.into_iter().map(|s| (s, entry_cost(board, s))).collect())
    }

    /// Germans who left the map and will come back.
    pub(super) fn is_raider(&self, board: &Board, unit: &Unit) -> bool {
        board.position.list_in("own", "raiders").contains(&unit.id)
    }

    /// The Allies hold a square: the position lists what each nation was the last to hold (13.1.1).
    fn friendly_held(&self, board: &Board, square: Square) -> bool {
        let name = board.name(square);
        board.position.list("held_british").contains(&name)
            || board.position.list("held_french").contains(&name)
    }

    /// Where a unit that enters can go, with room there or without.
    pub(super) fn ways_in(&self, ground: &Ground, unit: &Unit) -> Option<Known<Way>> {
        let start = Start::Outside(Box::new(self.entries(ground, unit)?));
        Some(ground.reach(unit, &start, allowance(ground.board, unit), 0, Extent::All))
    }

    /// Where a unit that enters can end its move, each square with the cost.
    pub(super) fn arrivals(&self, ground: &Ground, unit: &Unit) -> Option<Known<i64>> {
        let ways = self.ways_in(ground, unit)?;
        Some(
            ways.into_iter()
                .filter(|(to, _)| may_stop(ground, unit, *to))
                .map(|(to, way)| (to, way.cost))
                .collect(),
        )
    }
}

/// Entering costs the straight cost of the square, roads included, and its interdiction (7.7, 7.2.4, S75).
fn entry_cost(board: &Board, square: Square) -> i64 {
    let road = board.map.neighbours(square).filter_map(|n| board.map.roads.get(&(square, n))).min();
    let cost = match road {
        Some(Road::Major) => board.charts.number("roads.major.straight"),
        Some(Road::Minor) => board.charts.number("roads.minor.straight"),
        None => board.ground_cost(square, false),
    };
    let interdicted = board.position.interdicted.contains(&square);
    cost + if interdicted { board.charts.number("movement.interdicted_enter") } else { 0 }
}

/// The squares of an edge without enemies, and outside their zones of control where the scenario asks for it.
fn edge(ground: &Ground, edge: &str, clear: bool) -> Squares {
    let map = ground.board.map;
    map.all()
        .filter(|s| map.edges_of(*s).contains(&edge))
        .filter(|s| !ground.enemies.contains(s) && (!clear || !ground.zoc.contains(s)))
        .collect()
}

/// The free squares of the own edge outside enemy zones of control that are nearest to a blocked square; among equals
/// the owner chooses (S75, S192).
fn nearest(ground: &Ground, square: Square, home: &str) -> Squares {
    let open = edge(ground, home, true);
    let best = open.iter().map(|s| s.distance(square)).min();
    open.into_iter().filter(|s| Some(s.distance(square)) == best).collect()
}

/// The squares behind a side's line: outside enemy zones of control, and reached from the home edge without entering
/// one or an enemy's square; a friend's square is always passable (S176).
pub(super) fn behind_line(board: &Board, side: &'static str) -> Squares {
    let enemy = enemy_of(side);
    let zone = board.zoc(enemy);
    let home = board.map.edges.get(side).cloned().unwrap_or_default();
    let passable = |s: Square| !board.holds(enemy, s) && (board.holds(side, s) || !zone.contains(&s));
    let mut open: Vec<Square> =
        board.map.all().filter(|s| board.map.edges_of(*s).contains(&home.as_str()) && passable(*s)).collect();
    let mut reached: Squares = open.iter().copied().collect();
    while let Some(square) = open.pop() {
        for to in board.map.neighbours(square) {
            if passable(to) && board.map.joined(square, to) && reached.insert(to) {
                open.push(to);
            }
        }
    }
    reached.retain(|s| !zone.contains(s));
    reached
}
