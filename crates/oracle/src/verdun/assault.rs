//! Assaults: differential, shifts, modifiers, result (16.1 to 16.5).

use std::collections::{BTreeMap, BTreeSet};

use super::command::{against, attackers, command_modifier, met, supplies};
use super::ground::{entrenched, foot, inside};
use super::{Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::sets::Squares;
use crate::squares::turn::{Event, Roll};

/// The facts from which an assault is worked out.
struct Fight<'b> {
    target: Square,
    side: &'static str,
    attackers: Vec<(&'b Unit, Square)>,
    defenders: Vec<&'b Unit>,
    secondary: bool,
    counter: bool,
    /// An engagement that is fought again.
    renewed: bool,
    /// Fought by the former defender from inside the square (V99).
    breakout: bool,
    fort: bool,
    /// The kinds of resources in use, by their place on the chart.
    resources: BTreeSet<usize>,
    smoke: bool,
    phosgene: bool,
    /// A battery of 75s fires for the defenders (14.2.4b).
    guns: bool,
}

impl Look<'_> {
    /// Compares the assaults and counter-attacks before which nothing in the turn has changed the board.
    pub(super) fn assault(&mut self) {
        let quiet = ["resource", "smoke", "supplied", "unsupplied", "gun-support", "phosgene", "re-rolled"];
        for event in self.events.clone() {
            if event.kind == "assaulted" {
                self.assaulted(&event);
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
        let again = self.events.iter().any(|e| e.kind == "re-rolled");
        let known = [
            "resources",
            "supply",
            "assaults",
            "counter-attack",
            "defend-with-guns",
            "name-gun",
            "secondary-attack",
            "re-roll",
        ];
        if !known.contains(&self.kind.as_str()) || again && counter {
            return;
        }
        let fight = if counter { self.strike(square) } else { self.fight(square) };
        let Some(fight) = fight else { return };
        let (Some(roll), shifts) = (event.roll("assault"), event.roll("column shifts")) else { return };
        let attack: i64 =
            fight.attackers.iter().map(|(u, _)| attack_factor(&self.board, u, fight.secondary)).sum();
        let defence = defence(&self.board, &fight.defenders);
        let told: BTreeMap<String, i64> = shifts.map(Roll::modifiers).unwrap_or_default();
        let own_shifts = self.shifts(&fight, &told);
        let lines = self.modifiers(&fight, &roll.modifiers());
        let first = self.board.charts.number("assault.first_column");
        let last = first + 8;
        let column =
            ((attack - defence).clamp(first, last) + own_shifts.values().sum::<i64>()).clamp(first, last);
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let result = self.board.charts.cell("assault", total.clamp(0, 15), column - first).unwrap_or("?");
        let head = format!(": {attack} against {defence}, column {column:+}: {result},");
        self.verdict.asked("assault");
        if told != own_shifts || roll.modifiers() != lines || !roll.adds_up() || !event.text.contains(&head) {
            let shifts: Vec<_> = shifts.map(|s| s.lines.clone()).unwrap_or_default();
            let what = format!(
                "16.4{head} {own_shifts:?} {lines:?}; the program: {} {shifts:?} {roll:?}",
                event.text
            );
            self.verdict.differs("assault", what);
        }
    }

    /// The assault in hand.
    fn fight(&self, target: Square) -> Option<Fight<'_>> {
        let position = &self.board.position;
        let in_hand =
            position.text("assault", "target").and_then(|s| self.board.map.square(s)) == Some(target);
        let side = side_of(&position.phasing);
        let list = attackers(&self.board, side, target);
        let fort = self.board.map.has(target, "fort");
        if list.is_empty()
            || fort && self.board.of_side(enemy_of(side), target).iter().any(|u| u.id.contains("marker"))
        {
            return None;
        }
        let renewed = list.iter().all(|(u, _)| u.is("locked"));
        let breakout = list.iter().any(|(u, _)| u.is("engaged") && !u.is("locked"));
        let names = self.board.charts.texts("resources.names");
        let bits = if in_hand { position.number("assault", "resources") } else { 0 };
        let mut resources: BTreeSet<usize> = (0..names.len()).filter(|at| bits >> at & 1 == 1).collect();
        if let Some(used) = self.turn.play.strip_prefix("use ") {
            resources.extend(names.iter().position(|n| n.replace(' ', "-") == used));
        }
        let blows = |e: &Event| e.kind == "smoke" && e.text.contains("at the defenders");
        let mut defenders = met(&self.board, enemy_of(side), target);
        if breakout {
            let square = list.first().map(|(_, s)| *s);
            defenders.retain(|u| u.is("locked") && against(u, target) == square);
        } else if renewed {
            // Units in the square that took no part before meet it, too (V190).
            defenders.retain(|u| !u.is("locked"));
        } else {
            defenders.retain(|u| !u.is("engaged"));
        }
        let own = if in_hand { position.number("assault", "own") } else { 0 };
        let support = self.events.iter().any(|e| e.kind == "gun-support") && self.kind == "defend-with-guns";
        let stage_two = fort && defenders.iter().all(|u| inside(u));
        Some(Fight {
            target,
            side,
            attackers: list,
            defenders,
            secondary: position.within("secondary").is_some(),
            counter: false,
            renewed,
            breakout,
            fort: stage_two,
            resources,
            smoke: in_hand && position.flag("assault", "smoke") || self.events.iter().any(blows),
            phosgene: self.turn.play == "phosgene" || own & 4 == 4,
            guns: support || self.kind == "re-roll" && own & 8 == 8,
        })
    }

    /// A counter-attack: good-order infantry strikes the named attackers (16.5.2, V96, V97).
    fn strike(&self, square: Square) -> Option<Fight<'_>> {
        let position = &self.board.position;
        let from = position.text("assault", "target").and_then(|s| self.board.map.square(s))?;
        let side = side_of(position.text("assault", "side")?);
        let event = self.events.iter().find(|e| e.kind == "assaulted")?;
        let known = |id: &String| self.board.position.unit(id);
        let list: Vec<(&Unit, Square)> = event
            .units
            .iter()
            .filter_map(known)
            .filter(|u| self.board.side(u) != side && u.square() == Some(from))
            .map(|u| (u, from))
            .collect();
        let struck: Vec<&Unit> =
            event.units.iter().filter_map(known).filter(|u| self.board.side(u) == side).collect();
        let able: Vec<&Unit> = self
            .board
            .of_side(enemy_of(side), from)
            .into_iter()
            .filter(|u| foot(&self.board, u) && u.good_order())
            .collect();
        // The counter-attackers are all who can strike (16.5.2).
        if self.kind != "counter-attack" || list.len() != able.len() || struck.is_empty() {
            return None;
        }
        let several: BTreeSet<Option<Square>> = struck.iter().map(|u| u.square()).collect();
        if several.len() > 1 {
            return None;
        }
        Some(Fight {
            target: square,
            side: enemy_of(side),
            attackers: list,
            defenders: struck,
            secondary: false,
            counter: true,
            renewed: false,
            breakout: false,
            fort: false,
            resources: BTreeSet::new(),
            smoke: false,
            phosgene: false,
            guns: false,
        })
    }

    /// The column shifts: the strongest ground, rivers, resources, engineers (16.2, V8, V99).
    fn shifts(&self, fight: &Fight, told: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
        let board = &self.board;
        let mut lines = BTreeMap::new();
        if !fight.breakout {
            let kinds = board.map.terrain.get(&fight.target).into_iter().flatten();
            let shift = |k: &str| board.charts.number(&format!("terrain.{k}.shift"));
            let infantry = fight.defenders.iter().any(|u| foot(board, u) || board.kind(u) == "garrison");
            let counts = |k: &&String| (*k != "fort" || fight.fort) && (*k != "defense_works" || infantry);
            let grounds: BTreeMap<String, i64> =
                kinds.filter(counts).map(|k| (in_words(k), shift(k))).collect();
            // If several grounds have the same shift, any of them may be named.
            if let Some(value) = grounds.values().min() {
                let mut named = grounds.iter().filter(|(_, v)| *v == value).map(|(k, _)| k);
                let first = named.clone().next();
                let label = named.find(|k| told.contains_key(*k)).or(first);
                lines.insert(label.cloned().unwrap_or_default(), *value);
            }
            let along = |from: Square| board.map.streams.iter().any(|c| c.contains(&from));
            let wet = board.map.streams.iter().any(|c| c.contains(&fight.target));
            if wet && fight.attackers.iter().any(|(_, s)| !along(*s)) {
                lines.insert("across the stream".to_owned(), board.charts.number("rivers.stream_shift"));
            }
            if fight.attackers.iter().any(|(_, s)| board.map.bank.get(s) != board.map.bank.get(&fight.target))
            {
                lines.insert("across the river".to_owned(), board.charts.number("rivers.barrier_shift"));
            }
        }
        let names = board.charts.texts("resources.names");
        let shifts = board.charts.numbers("resources.shifts");
        for at in &fight.resources {
            let name = names.get(*at).cloned().unwrap_or_default();
            lines.insert(name, shifts.get(*at).copied().unwrap_or(0));
        }
        if fight.phosgene {
            lines.insert("phosgene".to_owned(), 1);
        }
        if fight.guns {
            lines.insert("French 75s in defence".to_owned(), -2);
        }
        if fight.fort && fight.attackers.iter().any(|(u, _)| board.kind(u) == "engineer") {
            lines.insert("engineers at the fort".to_owned(), 2);
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// The die-roll modifiers (13.1.4d, 13.2, 13.4.2b, 16.3).
    fn modifiers(&self, fight: &Fight, told: &BTreeMap<String, i64>) -> BTreeMap<String, i64> {
        let board = &self.board;
        let number = |key: &str| board.charts.number(&format!("assault.drm.{key}"));
        let mut lines: BTreeMap<String, i64> = BTreeMap::new();
        let mut add = |label: &str, value: i64| {
            lines.insert(label.to_owned(), value);
        };
        let names = board.charts.texts("resources.names");
        let drms = board.charts.numbers("resources.drms");
        for at in &fight.resources {
            let name = names.get(*at).map_or("", |n| n);
            if name != "smoke screen" || fight.smoke {
                add(name, drms.get(*at).copied().unwrap_or(0));
            }
        }
        if fight.phosgene {
            add("phosgene", 2);
        }
        // A trench of the Germans that is not their own start line (16.3.2a, V138).
        let dug = fight.defenders.iter().any(|u| entrenched(board, u));
        if dug && !fight.counter && !board.map.trench_of("german", fight.target) {
            add("secondary trench", number("secondary_trench"));
        }
        if board.foul() {
            add("rain or snow", number("foul"));
        }
        if !fight.counter && !fight.renewed && !fight.breakout && !self.supplied(fight) {
            add("out of supply", number("unsupplied"));
        }
        add("distance to the HQ", self.command_line(fight));
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
        if !fight.counter && !fight.renewed && !fight.breakout {
            let closers = fight.attackers.iter().filter(|(u, _)| u.is("closed")).count() as i64;
            add("units closing in", (closers - 1).max(0) * number("closer"));
        }
        if !fight.counter {
            add("flank attack", self.flank(fight, &jump_offs) * number("flank"));
        }
        let morale = self.rules.special_number(board, "german_morale_from");
        if fight.side == "german" && morale.is_some_and(|f| board.position.turn >= f) {
            add("German morale", -1);
        }
        if let Some(value) = told.get("fort guns").filter(|_| self.operation("allied", "fort-guns")) {
            add("fort guns", *value);
        }
        lines.retain(|_, v| *v != 0);
        lines
    }

    /// Every attacker counts from its nearest headquarters and the worst value holds; an engaged assault is not hindered
    /// by a distant one; a counter-attack without one has -1 (13.1.4d, V96, V146, V171).
    fn command_line(&self, fight: &Fight) -> i64 {
        let far = self.board.charts.number("assault.drm.command_far");
        let values = fight.attackers.iter().map(|(u, s)| command_modifier(&self.board, u, *s).unwrap_or(far));
        let worst = values.min().unwrap_or(0);
        if fight.renewed || fight.breakout { worst.max(0) } else { worst }
    }

    /// Every attacker lies in the range of a headquarters that is spent in this phase (13.2, V137).
    fn supplied(&self, fight: &Fight) -> bool {
        let position = &self.board.position;
        let mut spent = position.list("used");
        spent.extend(position.list_in("assault", "supply"));
        spent.extend(self.turn.play.strip_prefix("supply ").map(str::to_owned));
        if let Some(hq) =
            position.text("own", "supply").filter(|_| self.operation("german", "increase-supply"))
        {
            spent.push(hq.to_owned());
        }
        let hqs: Vec<&Unit> = spent.iter().filter_map(|id| position.unit(id)).collect();
        fight.attackers.iter().all(|(_, s)| hqs.iter().any(|hq| supplies(&self.board, hq, *s)))
    }

    /// A flank attack needs attackers from two squares, one of them an uncovered flank; it gives one, or one for each
    /// closer there if that is more (16.3.2b, V69).
    fn flank(&self, fight: &Fight, jump_offs: &Squares) -> i64 {
        let board = &self.board;
        if jump_offs.len() < 2 {
            return 0;
        }
        let side = enemy_of(fight.side);
        let facing = fight.defenders.iter().find(|u| !board.supply_hq(u)).map(|u| u.facing.as_str());
        let front = facing.and_then(|f| fight.target.toward(f));
        let covered =
            |s: Square| board.map.neighbours(s).any(|n| n != fight.target && board.square_projects(side, n));
        let open = |s: Square| Some(s) != front && !covered(s);
        if !jump_offs.iter().any(open) {
            return 0;
        }
        let closers =
            fight.attackers.iter().filter(|(u, s)| open(*s) && u.is("closed") && !fight.renewed).count()
                as i64;
        closers.max(1)
    }
}

/// The attack factor: the first number; in a Secondary Assault the second of French and mobile infantry (16.1.2, 16.8.2).
fn attack_factor(board: &Board, unit: &Unit, secondary: bool) -> i64 {
    let face = board.face(unit);
    if secondary && !entrenched(board, unit) { face[1] } else { face[0] }
}

/// The defence of a square: the second numbers of the infantry, halved and rounded up for the suppressed; guns and
/// command headquarters count one where no infantry defends (13.1.1, 16.1, V42, V114).
fn defence(board: &Board, defenders: &[&Unit]) -> i64 {
    let infantry: Vec<&&Unit> =
        defenders.iter().filter(|u| foot(board, u) || board.kind(u) == "garrison").collect();
    if infantry.is_empty() {
        return i64::from(defenders.iter().any(|u| !board.supply_hq(u)));
    }
    infantry
        .iter()
        .map(|u| if u.is("suppressed") { (board.face(u)[1] + 1) / 2 } else { board.face(u)[1] })
        .sum()
}

/// A kind of ground as events name it; the charts spell one of them in the American way.
fn in_words(kind: &str) -> String {
    kind.replace('_', " ").replace("defense", "defence")
}
