//! Commitment, command, supply and closing in (13.0, 16.8).

use std::collections::BTreeMap;

use super::ground::{fits_fort, foot, inside};
use super::{Look, Verdun, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::{Event, about};

impl Look<'_> {
    /// Compares who may assault which square, which headquarters supplies, who closes in.
    pub(super) fn command(&mut self) {
        match self.kind.as_str() {
            "commit" => self.commitment(),
            "secondary-attack" => self.secondary_targets(),
            "supply" => self.which_supply(),
            "bombardment-supply" => self.which_modes(),
            "close-in" => self.who_closes(),
            _ => {}
        }
        for event in self.events.clone() {
            if event.kind == "closed-in" {
                self.closed_in(&event);
            }
        }
    }

    fn commitment(&mut self) {
        let step = self.step();
        let Some(side) = step.get(1).map(|s| side_of(s)) else { return };
        let only = step.get(2).and_then(|s| self.board.map.square(s));
        let secondary = self.board.position.within("secondary").is_some();
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            for target in self.board.map.neighbours(square).filter(|t| only.is_none_or(|o| o == *t)) {
                if self.rules.may_commit(&self.board, unit, square, target, secondary) {
                    expected
                        .insert(format!("assault {} {}", unit.id, self.board.name(target)), String::new());
                }
            }
        }
        self.compare_options("command", "13.1", &["assault"], &expected);
    }

    /// A Secondary Assault is made on a square that some unit may still be committed against (16.8, V121, V141).
    fn secondary_targets(&mut self) {
        let Some(step) = self.board.position.within("secondary-attacks") else { return };
        let Some(side) = step.get(1).map(|s| side_of(s)) else { return };
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            for target in self.board.map.neighbours(square) {
                if self.rules.may_commit(&self.board, unit, square, target, true) {
                    expected.insert(format!("target {}", self.board.name(target)), String::new());
                }
            }
        }
        self.compare_options("command", "16.8", &["target"], &expected);
    }

    /// A headquarters in Supply Mode may supply the attackers in its range (13.2).
    fn which_supply(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = self.board.position.text("assault", "side").map_or("allied", side_of);
        let jump_offs: Vec<Square> =
            attackers(&self.board, side, target).into_iter().map(|(_, s)| s).collect();
        let used = self.board.position.list("used");
        let mut expected = BTreeMap::new();
        for (hq, _) in self.board.army(side).filter(|(u, _)| !used.contains(&u.id)) {
            let reached = jump_offs.iter().filter(|s| supplies(&self.board, hq, **s)).count();
            let play = format!("supply {}", hq.id);
            // The player decides whether to name one that reaches only a part of the attackers.
            if reached > 0 && (reached == jump_offs.len() || self.options.contains_key(&play)) {
                expected.insert(play, String::new());
            }
        }
        self.compare_options("supply", "13.2", &["supply"], &expected);
    }

    /// Headquarters on the map change mode at the start of the bombardment, once in a turn, whatever moved last turn
    /// (12.8.2c).
    fn which_modes(&mut self) {
        let side = side_of(&self.board.position.phasing);
        let switched = self.board.position.list_in("own", "switched");
        let mut expected = BTreeMap::new();
        for (hq, square) in self.board.army(side).filter(|(u, _)| self.board.kind(u) == "hq") {
            let bound = ["locked", "held", "leaving"].iter().any(|mark| hq.is(mark));
            let play = format!("flip {}", hq.id);
            // Whether a square has room for one more supply headquarters is a question of stacking.
            let alone = self.board.at(square).count() == 1;
            if !bound && !switched.contains(&hq.id) && (alone || self.options.contains_key(&play)) {
                expected.insert(play, String::new());
            }
        }
        self.compare_options("supply", "12.8.2", &["flip"], &expected);
    }

    /// Every committed unit may try once to close in (13.4).
    fn who_closes(&mut self) {
        let step = self.step();
        let Some(side) = step.get(2).map(|s| side_of(s)) else { return };
        let only = step.get(3).and_then(|s| self.board.map.square(s));
        let tried = self.board.position.list_in("own", "tried");
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            let target = against(unit, square).filter(|t| only.is_none_or(|o| o == *t));
            let fresh =
                !tried.contains(&unit.id) && !unit.is("closed") && !unit.is("locked") && !unit.is("engaged");
            // An empty fort cannot be closed in on.
            let met = target.is_some_and(|t| self.board.holds(enemy_of(side), t));
            if met && fresh {
                expected.insert(format!("close {}", unit.id), String::new());
            }
        }
        self.compare_options("closing", "13.4", &["close"], &expected);
    }

    /// A unit closes in when the die does not exceed its primary attack factor and is no six (13.4.1).
    fn closed_in(&mut self, event: &Event) {
        let Some(unit) = event.units.first().and_then(|id| self.board.position.unit(id)) else { return };
        let Some(roll) = event.rolls.first() else { return };
        let factor = self.board.face(unit)[0];
        let closes = roll.total <= factor && roll.total < 6;
        let told = event.text.contains("closed in on");
        self.verdict.asked("closing");
        if !roll.adds_up() || roll.dice.len() != 1 || !roll.lines.is_empty() || closes != told {
            self.verdict.differs(
                "closing",
                format!("13.4.1: factor {factor}: {closes}; the program: {} {roll:?}", event.text),
            );
        }
    }
}

impl Verdun {
    /// A unit may be committed against a square (13.1, 13.3.1, 16.5.1, 16.8, V39, V94, V99).
    pub(super) fn may_commit(
        &self,
        board: &Board,
        unit: &Unit,
        square: Square,
        target: Square,
        secondary: bool,
    ) -> bool {
        let side = board.side(unit);
        let enemy = enemy_of(side);
        let barred =
            ["held", "locked", "withdrew"].iter().any(|m| unit.is(m)) || unit.value("against").is_some();
        if !foot(board, unit) || barred || !unit.good_order() || !board.map.joined(square, target) {
            return false;
        }
        if secondary
            && (unit.is("fought") || board.position.list_in("own", "lavish").contains(&board.name(target)))
        {
            return false;
        }
        if self.on_hold(board, unit) && self.west(board, target) && self.behind_own_line(side, square) {
            return false;
        }
        let defenders = board.of_side(enemy, target);
        if unit.is("engaged") {
            let fights = |u: &&Unit| u.is("locked") && against(u, target) == Some(square);
            let others = attackers(board, side, target);
            let alone = others.iter().all(|(u, _)| u.is("engaged"));
            // A division does not assault a fort's square, either (13.3.1).
            let fits = !board.map.has(target, "fort") || fits_fort(board, unit) && others.is_empty();
            return !secondary && alone && fits && defenders.iter().any(fights);
        }
        // No reinforcements are sent into an engagement (V190, V191).
        if attackers(board, side, target).iter().any(|(u, _)| u.is("locked") || u.is("engaged")) {
            return false;
        }
        if board.map.has(target, "fort") {
            let empty =
                defenders.is_empty() && !board.holds(side, target) && self.fort_of(board, target) == enemy;
            let taken = attackers(board, side, target).is_empty();
            let free = !defenders.is_empty() && defenders.iter().all(|u| !u.is("engaged"));
            return fits_fort(board, unit) && taken && (empty || free) && commanded(board, unit, square);
        }
        defenders.iter().any(|u| !u.is("engaged")) && commanded(board, unit, square)
    }
}

/// The square that a committed unit attacks.
pub(super) fn against(unit: &Unit, square: Square) -> Option<Square> {
    square.toward(unit.value("against")?)
}

/// The units committed against a square, with their jump-off squares.
pub(super) fn attackers<'b>(board: &'b Board, side: &'b str, target: Square) -> Vec<(&'b Unit, Square)> {
    board.army(side).filter(|(u, s)| against(u, *s) == Some(target)).collect()
}

/// The command headquarters to which a path leads, with its length, each within its range: eight squares, five for one
/// that is disrupted or suppressed, its own square for one that is engaged (13.1.4).
pub(super) fn headquarters<'b>(board: &'b Board, unit: &Unit, square: Square) -> Vec<(&'b Unit, i64)> {
    let side = board.side(unit);
    let lengths = board.path_lengths(side, enemy_of(side), square, board.charts.number("ranges.command"));
    let mut found = Vec::new();
    for (hq, at) in board.army(side).filter(|(u, _)| board.command_hq(u)) {
        let Some(length) = lengths.get(&at).copied() else { continue };
        let range = if hq.is("engaged") {
            0
        } else if hq.good_order() {
            board.charts.number("ranges.command")
        } else {
            board.charts.number("ranges.command_disrupted")
        };
        if length <= range {
            found.push((hq, length));
        }
    }
    found
}

/// A unit is in command (13.1.3).
fn commanded(board: &Board, unit: &Unit, square: Square) -> bool {
    !headquarters(board, unit, square).is_empty()
}

/// The modifier of the distance to a headquarters, the best that any of them gives; none without one (13.1.4d).
pub(super) fn command_modifier(board: &Board, unit: &Unit, square: Square) -> Option<i64> {
    let number = |key: &str| board.charts.number(key);
    headquarters(board, unit, square)
        .into_iter()
        .map(|(hq, length)| {
            let (near, middle) = if hq.good_order() {
                (number("ranges.command_near"), number("own.command.middle"))
            } else {
                (number("own.command.disrupted_near"), number("own.command.disrupted_middle"))
            };
            if length <= near {
                number("assault.drm.command_near")
            } else if length <= middle {
                0
            } else {
                number("assault.drm.command_far")
            }
        })
        .max()
}

/// A headquarters in Supply Mode supplies a square in its range: by the weather, three squares if it is disrupted or
/// suppressed (13.2.4, V43).
pub(super) fn supplies(board: &Board, hq: &Unit, square: Square) -> bool {
    let Some(at) = hq.square().filter(|_| board.supply_hq(hq)) else { return false };
    let range = if hq.good_order() {
        board.charts.number(&format!("weather.{}.supply_range", board.position.weather))
    } else {
        board.charts.number("ranges.supply_disrupted")
    };
    let side = board.side(hq);
    board.path_lengths(side, enemy_of(side), square, range).contains_key(&at)
}

/// The defenders whom an assault on a square meets: in a fort's square those outside first, then the one inside; those
/// who are engaged stand apart (13.3.1, V94, V99).
pub(super) fn met<'b>(board: &'b Board, side: &str, target: Square) -> Vec<&'b Unit> {
    let all: Vec<&Unit> = board.of_side(side, target);
    if all.iter().any(|u| !inside(u)) { all.into_iter().filter(|u| !inside(u)).collect() } else { all }
}
