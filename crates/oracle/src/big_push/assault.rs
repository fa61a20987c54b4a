//! Assaults: differential, shifts, modifiers, result (11.4 to 11.8).

use std::collections::{BTreeMap, BTreeSet};

use super::bombardment::secondary_trench;
use super::command::{against, attackers, headquarters};
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;
use crate::squares::turn::Event;

/// The facts from which an assault is worked out.
struct Fight<'b> {
    target: Square,
    attackers: Vec<(&'b Unit, Square)>,
    defenders: Vec<&'b Unit>,
    secondary: bool,
    counter: bool,
    renewed: bool,
    /// The kinds of resources in use, by their place on the chart.
    resources: BTreeSet<usize>,
    smoke: bool,
    supplied: bool,
}

impl Look<'_> {
    /// Compares those assaults and counter-attacks before which nothing in the turn has changed the board.
    pub(super) fn assault(&mut self) {
        let quiet = ["resource", "smoke", "supplied", "unsupplied", "committed", "closed-in"];
        let events = self.events.clone();
        for event in &events {
            if event.kind == "assaulted" {
                self.assaulted(event);
                return;
            }
            if !quiet.contains(&event.kind.as_str()) {
                return;
            }
        }
    }

    fn assaulted(&mut self, event: &Event) {
        let Some(square) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let counter = event.text.starts_with("Counterattack");
        let known = ["resources", "supply", "assaults", "strike", "close", "secondary-attack", "commit"];
        if !known.contains(&self.kind.as_str()) || self.events.iter().any(|e| e.kind == "committed") {
            return;
        }
        let fight = if counter { self.strike(square) } else { self.fight(square) };
        let Some(fight) = fight else { return };
        let (Some(roll), shifts) = (event.roll("assault"), event.roll("column shifts")) else { return };
        let attack: i64 =
            fight.attackers.iter().map(|(u, _)| attack_factor(&self.board, u, fight.secondary)).sum();
        let defence: i64 = fight.defenders.iter().map(|u| defence_factor(&self.board, u)).sum();
        let shift_lines = self.shifts(&fight);
        let lines = self.modifiers(&fight);
        let first = self.board.charts.number("assault.first_column");
        let last = first + 8;
        let column =
            ((attack - defence).clamp(first, last) + shift_lines.values().sum::<i64>()).clamp(first, last);
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let result = self.board.charts.cell("assault", total.clamp(0, 15), column - first).unwrap_or("?");
        let mut told_shifts: Vec<i64> =
            shifts.map(|s| s.modifiers().into_values().collect()).unwrap_or_default();
        let mut own_shifts: Vec<i64> = shift_lines.values().copied().collect();
        told_shifts.sort_unstable();
        own_shifts.sort_unstable();
        let head = format!(": {attack} against {defence}, column {column:+}: {result},");
        self.verdict.asked("assault");
        if told_shifts != own_shifts
            || roll.modifiers() != lines
            || !roll.adds_up()
            || !event.text.contains(&head)
        {
            let what = format!(
                "11.8: {head} {shift_lines:?} {lines:?}; the program: {} {shifts:?} {roll:?}",
                event.text
            );
            self.verdict.differs("assault", what);
        }
    }

    /// The assault in hand.
    fn fight(&self, target: Square) -> Option<Fight<'_>> {
        let position = &self.board.position;
        let side = side_of(&position.phasing);
        let single = position.option("closing-in") == Some("single-level");
        let mut list = attackers(&self.board, side, target);
        list.retain(|(u, _)| !(single && u.is("failed")));
        let mounted = |u: &Unit| ["tank", "cavalry"].contains(&self.board.kind(u));
        let nations: BTreeSet<&str> = list.iter().map(|(u, _)| self.board.nation(u)).collect();
        let mixed = list.iter().any(|(u, _)| mounted(u)) && list.iter().any(|(u, _)| !mounted(u));
        // In joint assaults and assaults with tanks the participants depend on dice that the position does
        // not keep.
        if list.is_empty() || nations.len() > 1 || mixed {
            return None;
        }
        // A unit that turns on an attacker with whom its friends are locked, too, fights that engagement with
        // them (S149).
        let renewed = list.iter().any(|(u, _)| u.is("locked"));
        let names = self.board.charts.texts("resources.names");
        let in_hand =
            position.text("assault", "target").and_then(|s| self.board.map.square(s)) == Some(target);
        let bits = if in_hand { position.number("assault", "resources") } else { 0 };
        let mut resources: BTreeSet<usize> = (0..names.len()).filter(|at| bits >> at & 1 == 1).collect();
        if let Some(used) = self.turn.play.strip_prefix("use ") {
            resources.extend(names.iter().position(|n| n.replace([' ', '/'], "-") == used));
        }
        let blows = |e: &Event| e.kind == "smoke" && e.text.contains("at the defenders");
        let smoke = in_hand && position.flag("assault", "smoke") || self.events.iter().any(blows);
        let chosen = in_hand && position.list_in("assault", "supply").iter().any(|hq| !hq.is_empty());
        let supplied = renewed || chosen || self.events.iter().any(|e| e.kind == "supplied");
        Some(Fight {
            target,
            defenders: self.board.of_side(enemy_of(side), target),
            attackers: list,
            secondary: position.within("secondary").is_some(),
            counter: false,
            renewed,
            resources,
            smoke,
            supplied,
        })
    }

    /// A counter-attack: Good Order defenders that can assault strike at one jump-off square (11.8, S101, S184).
    fn strike(&self, square: Square) -> Option<Fight<'_>> {
        if self.kind != "strike" {
            return None;
        }
        let position = &self.board.position;
        let from = position.text("assault", "target").and_then(|s| self.board.map.square(s))?;
        let side = side_of(position.text("assault", "side")?);
        let list: Vec<(&Unit, Square)> = self
            .board
            .of_side(enemy_of(side), from)
            .into_iter()
            .filter(|u| ["infantry", "cavalry", "tank"].contains(&self.board.kind(u)) && u.good_order())
            .map(|u| (u, from))
            .collect();
        let defenders: Vec<&Unit> = self
            .board
            .of_side(side, square)
            .into_iter()
            .filter(|u| against(u, square) == Some(from))
            .collect();
        if list.is_empty() || defenders.is_empty() {
            return None;
        }
        Some(Fight {
            target: square,
            attackers: list,
            defenders,
            secondary: false,
            counter: true,
            renewed: false,
            resources: BTreeSet::new(),
            smoke: false,
            supplied: true,
        })
    }

    /// The column shifts: the strongest terrain, rivers, resources (11.5.1, 11.5.2, S11, S12, S90).
    fn shifts(&self, fight: &Fight) -> BTreeMap<String, i64> {
        let board = &self.board;
        let mut lines = BTreeMap::new();
        let kinds = board.map.terrain.get(&fight.target).into_iter().flatten();
        let worst = kinds.map(|k| board.charts.number(&format!("terrain.{k}.shift"))).min().unwrap_or(0);
        lines.insert("terrain".to_owned(), worst);
        let along = |from: Square| {
            let beside = |c: &Vec<Square>| {
                c.windows(2)
                    .any(|w| w[0] == from && w[1] == fight.target || w[1] == from && w[0] == fight.target)
            };
            board.map.streams.iter().any(beside)
        };
        let wet = board.map.streams.iter().any(|c| c.contains(&fight.target));
        if wet && fight.attackers.iter().any(|(_, s)| !along(*s)) {
            lines.insert("across the stream".to_owned(), board.charts.number("rivers.stream_shift"));
        }
        if fight.attackers.iter().any(|(_, s)| board.map.bank.get(s) != board.map.bank.get(&fight.target)) {
            lines.insert("across the river".to_owned(), board.charts.number("rivers.barrier_shift"));
        }
        let shifts = board.charts.numbers("resources.shifts");
        for at in &fight.resources {
            lines.insert(format!("resource {at}"), shifts.get(*at).copied().unwrap_or(0));
        }
        let british = fight.attackers.iter().all(|(u, _)| board.nation(u) == "british");
        if british && self.trained() {
            lines.insert("trained troops".to_owned(), 1);
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// The die-roll modifiers (11.3, 11.6, 11.7).
    fn modifiers(&self, fight: &Fight) -> BTreeMap<String, i64> {
        let board = &self.board;
        let number = |key: &str| board.charts.number(&format!("assault.drm.{key}"));
        let mut lines: BTreeMap<String, i64> = BTreeMap::new();
        let mut add = |label: &str, value: i64| {
            lines.insert(label.to_owned(), value);
        };
        let names = board.charts.texts("resources.names");
        let drms = board.charts.numbers("resources.drms");
        for at in &fight.resources {
            let smoke = names.get(*at).is_some_and(|n| n == "smoke");
            if !smoke || fight.smoke {
                add(names.get(*at).map_or("", |n| n), drms.get(*at).copied().unwrap_or(0));
            }
        }
        if secondary_trench(board, fight.target) {
            add("secondary trench", number("secondary_trench"));
        }
        if board.foul() {
            add("rain or snow", number("foul"));
        }
        if !fight.supplied {
            add("out of supply", number("unsupplied"));
        }
        let near = fight.attackers.iter().any(|(u, s)| {
            let close = board.charts.number("ranges.command_near");
            headquarters(board, u, *s).iter().any(|(hq, length)| {
                hq.good_order() && *length <= close && (!hq.is("engaged") || *length == 1)
            })
        });
        add("distance to the HQ", number(if near { "command_near" } else { "command_far" }));
        if fight.defenders.iter().any(|u| u.is("disrupted")) {
            add("a disrupted defender", number("disrupted"));
        }
        if fight.defenders.iter().any(|u| u.is("suppressed")) {
            add("a suppressed defender", number("suppressed"));
        }
        if board.position.interdicted.contains(&fight.target) {
            add("interdicted defenders", number("interdicted_defender"));
        }
        let jump_offs: Squares = fight.attackers.iter().map(|(_, s)| *s).collect();
        let marked = jump_offs.iter().filter(|s| board.position.interdicted.contains(s)).count() as i64;
        let label =
            if fight.counter { "from an interdicted square" } else { "attackers from interdicted squares" };
        add(label, marked * number("interdicted_attacker"));
        if !fight.counter && !fight.renewed {
            let mut closers = fight.attackers.iter().filter(|(u, s)| self.closes(u, *s)).count() as i64;
            if board.position.option("closers") == Some("over-one") {
                closers = (closers - 1).max(0);
            }
            add("units closing in", closers * number("closer"));
        }
        if !fight.counter {
            add("flank attack", self.flank(fight, &jump_offs) * number("flank"));
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// A flank attack needs attackers from two squares, one of them an uncovered flank; it gives one, or one for each
    /// closer there if that is more (11.7.4, S105, S106, 15.5.3).
    fn flank(&self, fight: &Fight, jump_offs: &Squares) -> i64 {
        let board = &self.board;
        let Some(defender) = fight.defenders.first() else { return 0 };
        let side = board.side(defender);
        if jump_offs.len() < 2 || side == "german" && self.operation("german", "reinforced-defenses") {
            return 0;
        }
        let facing = fight.defenders.iter().find(|u| !board.supply_hq(u)).map(|u| u.facing.as_str());
        let front = facing.and_then(|f| fight.target.toward(f));
        let covered =
            |s: Square| board.map.neighbours(s).any(|n| n != fight.target && board.square_projects(side, n));
        let open = |s: Square| Some(s) != front && !covered(s);
        if !jump_offs.iter().any(open) {
            return 0;
        }
        let there = fight.attackers.iter().filter(|(_, s)| open(*s));
        match board.position.option("flank") {
            Some("once") => 1,
            Some("per-unit") => there.count() as i64,
            _ => (there.filter(|(u, s)| self.closes(u, *s) && !fight.renewed).count() as i64).max(1),
        }
    }
}

/// The attack factor: the first number; in a Secondary Attack the second of Allied and mobile infantry and of tanks, the
/// first of entrenched infantry, the single one of cavalry (11.4, 11.10).
pub(super) fn attack_factor(board: &Board, unit: &Unit, secondary: bool) -> i64 {
    let face = board.face(unit);
    let entrenched = board.nation(unit) == "german" && unit.is("back");
    if secondary && board.kind(unit) != "cavalry" && !entrenched { face[1] } else { face[0] }
}

/// The defence factor: the second number; the single one of cavalry and of headquarters in Command Mode, none of one in
/// Supply Mode; a suppressed unit's is halved and rounded up (11.3, 11.4, S163, S181).
pub(super) fn defence_factor(board: &Board, unit: &Unit) -> i64 {
    let face = board.face(unit);
    let full = match board.kind(unit) {
        "hq" if unit.is("back") => 0,
        "hq" | "cavalry" => face[0],
        _ => face[1],
    };
    if unit.is("suppressed") { (full + 1) / 2 } else { full }
}
