//! Bombardment and counter-battery fire (8.0).

use std::collections::{BTreeMap, BTreeSet};

use super::ground::{entrenched, inside};
use super::{Look, Verdun, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::position::Unit;
use crate::squares::turn::{Event, about};

impl Look<'_> {
    /// Compares targets, guns and results of bombardments.
    pub(super) fn bombardment(&mut self) {
        // Guns off the map belong to no square; their factors are not compared.
        if self.operation("allied", "off-map-artillery") {
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

    /// A square may be bombarded if the guns in range bring the factors that its terrain asks for (8.2, 8.3).
    fn targets(&mut self) {
        let Some(side) = self.step().get(1).map(|s| side_of(s)) else { return };
        let mut expected = BTreeMap::new();
        for square in self.board.map.all() {
            for (word, fort) in [("target", false), ("inside", true)] {
                let factors: i64 = self
                    .board
                    .army(side)
                    .filter(|(u, s)| !u.is("fired") && may_fire(&self.board, u, *s, square, fort))
                    .map(|(u, _)| self.board.face(u)[0])
                    .sum();
                if is_target(&self.board, side, square, fort)
                    && column(&self.board, square, fort, factors).is_some()
                {
                    expected.insert(format!("{word} {}", self.board.name(square)), String::new());
                }
            }
        }
        self.compare_options("bombardment", "8.3", &["target", "inside"], &expected);
    }

    /// The fire in hand strikes the inside of a fort.
    fn strikes_inside(&self) -> bool {
        self.board.position.flag("own", "inside_shot") || self.turn.play.starts_with("inside ")
    }

    /// Guns in good order and in range that have not fired may join; they fire when they are enough (8.3, 8.3.2).
    fn which_guns(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = side_of(&self.board.position.phasing);
        let joined = self.board.position.list_in("shot", "guns");
        let fort = self.strikes_inside();
        let mut expected = BTreeMap::new();
        let mut factors = 0;
        for (unit, square) in self.board.army(side) {
            if joined.contains(&unit.id) {
                factors += self.board.face(unit)[0];
            } else if !unit.is("fired") && may_fire(&self.board, unit, square, target, fort) {
                expected.insert(format!("join {}", unit.id), String::new());
            }
        }
        if column(&self.board, target, fort, factors).is_some() {
            expected.insert("done".to_owned(), String::new());
        }
        self.compare_options("bombardment", "8.3", &["join", "done"], &expected);
    }

    /// Guns in good order within range of a bombarding square may answer, once in the segment (8.5, V88).
    fn which_answer(&mut self) {
        let Some(target) = about(&self.turn.decision).first().and_then(|s| self.board.map.square(s)) else {
            return;
        };
        let side = enemy_of(side_of(&self.board.position.phasing));
        let joined = self.board.position.list_in("shot", "counter");
        let mut expected = BTreeMap::new();
        for (unit, square) in self.board.army(side) {
            let spent = unit.is("fired") || joined.contains(&unit.id);
            if ready(&self.board, unit) && !spent && in_range(&self.board, unit, square, target) {
                expected.insert(format!("join {}", unit.id), String::new());
            }
        }
        expected.insert(if joined.is_empty() { "pass" } else { "done" }.to_owned(), String::new());
        self.compare_options("counter-battery", "8.5", &["join", "done", "pass"], &expected);
    }

    fn fire_events(&mut self) {
        let mut hit = Vec::new();
        let mut named: Option<(Vec<String>, String)> = None;
        for event in self.events.clone() {
            match event.kind.as_str() {
                "bombards" => {
                    self.announced(&event);
                    named = Some((event.units.clone(), event.places.first().cloned().unwrap_or_default()));
                }
                "counter-battery" => {
                    self.answered(&event);
                    if event.text.contains("is hit") {
                        hit.extend(event.units.clone());
                    }
                }
                "bombarded" => {
                    let place = event.places.first().cloned().unwrap_or_default();
                    let guns = match &named {
                        Some((guns, at)) if *at == place => guns.clone(),
                        _ => self.board.position.list_in("shot", "guns"),
                    };
                    self.bombarded(&event, guns.into_iter().filter(|id| !hit.contains(id)).collect());
                    return;
                }
                "air-bombed" | "phase" => return,
                _ => {}
            }
        }
    }

    /// The factors that are told are those of the guns (8.3).
    fn announced(&mut self, event: &Event) {
        let guns: Vec<&Unit> = event.units.iter().filter_map(|id| self.board.position.unit(id)).collect();
        let factors: i64 = guns.iter().map(|u| self.board.face(u)[0]).sum();
        self.verdict.asked("bombardment");
        if !event.text.ends_with(&format!(": {factors} factors.")) && factors != 1 {
            self.verdict
                .differs("bombardment", format!("8.3: {factors} factors; the program: {}", event.text));
        }
    }

    /// Two dice, less one with air observation, that do not exceed the success number hit a gun; a ridge shifts two
    /// columns to the left (8.5, V88).
    fn answered(&mut self, event: &Event) {
        let (Some(roll), true) = (event.rolls.first(), self.kind == "counter-battery") else { return };
        let Some(target) = self.board.position.text("shot", "firing").and_then(|s| self.board.map.square(s))
        else {
            return;
        };
        let mut names = self.board.position.list_in("shot", "counter");
        names.extend(self.turn.play.strip_prefix("join ").map(str::to_owned));
        let guns: Vec<&Unit> = names.iter().filter_map(|id| self.board.position.unit(id)).collect();
        let Some(side) = guns.first().map(|u| self.board.side(u)) else { return };
        let factors: i64 = guns.iter().map(|u| self.board.face(u)[1]).sum();
        let mut lines = BTreeMap::new();
        if sees(&self.board, side) {
            lines.insert(
                "air observation".to_owned(),
                self.board.charts.number("counter_battery.air_observation"),
            );
        }
        if self.worn(side) {
            lines.insert("worn guns".to_owned(), 1);
        }
        let upto = success(&self.board, target, factors);
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let hits = total <= upto;
        self.verdict.asked("counter-battery");
        let told = event.text.contains("is hit");
        let factors_told = event.text.contains(&format!(" {factors} factor"));
        if roll.modifiers() != lines
            || !roll.adds_up()
            || roll.dice.len() != 2
            || hits != told
            || !factors_told
        {
            let what = format!(
                "8.5: {factors} factors need {upto}, {lines:?}: hit {hits}; the program: {} {roll:?}",
                event.text
            );
            self.verdict.differs("counter-battery", what);
        }
    }

    /// German guns are worn out late in the year (19.5.5c, 20.3.10).
    fn worn(&self, side: &str) -> bool {
        let from = self.rules.special_number(&self.board, "worn_guns_from");
        side == "german" && from.is_some_and(|f| self.board.position.turn >= f)
    }

    /// The guns that fire choose the column, the situation the modifiers, the die the result (8.2, 8.6).
    fn bombarded(&mut self, event: &Event, names: Vec<String>) {
        let Some(target) = event.places.first().and_then(|s| self.board.map.square(s)) else { return };
        let Some(roll) = event.roll("bombardment").cloned() else { return };
        let guns: Vec<&Unit> = names.iter().filter_map(|id| self.board.position.unit(id)).collect();
        let Some(side) = guns.first().map(|u| self.board.side(u)) else { return };
        let fort = self.strikes_inside();
        let factors: i64 = guns.iter().map(|u| self.board.face(u)[0]).sum();
        let lines = self.fire_modifiers(side, &guns, target, fort);
        let total = roll.dice.iter().sum::<i64>() + lines.values().sum::<i64>();
        let column = column(&self.board, target, fort, factors);
        let result = column
            .and_then(|c| self.board.charts.cell("bombardment", total.clamp(1, 6) - 1, c))
            .unwrap_or("?");
        let vacant = self.board.at(target).next().is_none();
        let word = if fort && !["-", "I", "?"].contains(&result) { "disrupt" } else { words(result, vacant) };
        self.verdict.asked("bombardment");
        let told = event.text.contains(&format!("column {}", column.unwrap_or(-1) + 1));
        if roll.modifiers() != lines
            || !roll.adds_up()
            || !told
            || !event.text.ends_with(&format!(": {word}."))
        {
            let what = format!(
                "8.6: {factors} factors, column {column:?}, {lines:?}: {word}; the program: {} {roll:?}",
                event.text
            );
            self.verdict.differs("bombardment", what);
        }
    }

    /// The modifiers under the Bombardment Table (8.4.3, 8.6.2, V11).
    fn fire_modifiers(
        &self,
        side: &'static str,
        guns: &[&Unit],
        target: Square,
        fort: bool,
    ) -> BTreeMap<String, i64> {
        let board = &self.board;
        let number = |key: &str| board.charts.number(&format!("bombardment.drm.{key}"));
        let mut lines = BTreeMap::new();
        if sees(board, side) {
            lines.insert("air observation".to_owned(), number("air_observation"));
        }
        if guns.iter().any(|u| board.counter(u).is_some_and(|c| c.heavy)) {
            lines.insert("heavy guns".to_owned(), number("heavy"));
        }
        let dry = guns.iter().filter(|u| !self.rules.gun_supplied(board, u)).count() as i64;
        lines.insert("guns out of supply".to_owned(), dry * number("unsupplied"));
        if board.foul() {
            lines.insert("rain or snow".to_owned(), number("foul"));
        }
        if self.worn(side) {
            lines.insert("worn guns".to_owned(), 1);
        }
        let hit = board.at(target).filter(|u| inside(u) == fort && !u.is("engaged")).count() as i64;
        lines.insert("stacked targets".to_owned(), (hit - 1).max(0) * number("stacked"));
        lines.retain(|_, v| *v != 0);
        lines
    }
}

impl Verdun {
    /// A gun is supplied when a path of any length leads to the headquarters that was named, free of enemy units and of
    /// their zones of control unless a friend is there; on February 21 all are (8.4, 19.1.5e).
    fn gun_supplied(&self, board: &Board, gun: &Unit) -> bool {
        let free = self.special(&board.position.scenario).and_then(|s| s.get("free_bombardment"));
        if crate::squares::charts::integers(free).contains(&board.position.turn) {
            return true;
        }
        let Some(from) = gun.square() else { return true };
        let named = board.position.text("own", "supply").and_then(|id| board.position.unit(id));
        let Some(at) = named.and_then(Unit::square) else { return false };
        let side = board.side(gun);
        board.path_lengths(side, enemy_of(side), from, 800).contains_key(&at)
    }
}

/// A gun that can fire: in good order and not interdicted (8.3.2).
pub(super) fn ready(board: &Board, unit: &Unit) -> bool {
    board.kind(unit) == "artillery" && unit.good_order() && !board.interdicted(unit)
}

/// A square lies in a gun's range (8.3.1).
pub(super) fn in_range(board: &Board, unit: &Unit, from: Square, to: Square) -> bool {
    board.counter(unit).is_some_and(|c| i64::from(from.distance(to)) <= c.range)
}

/// A gun may join a fire: field guns not at the entrenched, only the heaviest at the inside of a fort (8.2.2, 8.3.2e,
/// V74, V140).
fn may_fire(board: &Board, unit: &Unit, from: Square, target: Square, fort: bool) -> bool {
    if !ready(board, unit) || !in_range(board, unit, from, target) {
        return false;
    }
    let class = board.counter(unit).map_or("", |c| &c.class);
    let listed = |key: &str| board.charts.texts(key).iter().any(|c| c == class);
    // Only units are entrenched; an empty trench is ground like any other (3.0).
    let works = board.map.has(target, "start_trench") || board.map.has(target, "defense_works");
    let hard = board.at(target).any(|u| !inside(u) && (works || entrenched(board, u)));
    let light = hard && !fort && listed("own.special.field_guns");
    if fort { listed("own.special.fort_guns") } else { !light }
}

/// Enemies who are not engaged, and vacant squares, can be bombarded; the inside of a fort only if someone is there
/// (8.2.2, 8.3, 8.3.3, V99).
fn is_target(board: &Board, side: &str, square: Square, fort: bool) -> bool {
    let units: Vec<&Unit> = board.at(square).collect();
    if units.iter().any(|u| board.side(u) == side) {
        return false;
    }
    if fort {
        return units.iter().any(|u| inside(u) && !u.is("engaged"));
    }
    let outside: Vec<&&Unit> = units.iter().filter(|u| !inside(u)).collect();
    let free = outside.iter().any(|u| !u.is("engaged"));
    if units.is_empty() { !board.position.interdicted.contains(&square) } else { free }
}

/// The row of the target on the Bombardment Table (8.2.1, 8.2.2, V84).
pub(super) fn target_row(board: &Board, square: Square, fort: bool) -> i64 {
    let row = |kind: &str| board.charts.number(&format!("terrain.{kind}.target"));
    if fort {
        return row("fort");
    }
    let kinds: BTreeSet<&String> = board.map.terrain.get(&square).into_iter().flatten().collect();
    // Units outside a fort have the square's other ground; a vacant square has all its ground (8.2.1).
    let beside = board.at(square).any(|u| !inside(u));
    let mut worst = kinds.into_iter().filter(|k| *k != "fort" || !beside).map(|k| row(k)).max().unwrap_or(0);
    if board.at(square).any(|u| entrenched(board, u) && !inside(u)) && !board.map.trench_of("german", square)
    {
        worst = worst.max(row("secondary_trench"));
    }
    worst
}

/// The column that factors reach against a square, or none (8.2, 8.3).
fn column(board: &Board, square: Square, fort: bool, factors: i64) -> Option<i64> {
    let rows = board.charts.value("bombardment.minimum")?.as_array()?;
    let row = rows.get(usize::try_from(target_row(board, square, fort)).ok()?)?.as_array()?;
    let reached =
        row.iter().filter_map(toml::Value::as_integer).filter(|least| *least <= factors).count() as i64;
    (reached > 0).then_some(reached - 1)
}

/// The success number of counter-battery fire; less than three factors miss (8.5.1, 8.5.3).
fn success(board: &Board, target: Square, factors: i64) -> i64 {
    let columns = board.charts.numbers("own.counter_battery.columns");
    let upto = board.charts.numbers("own.counter_battery.upto");
    let reached = columns.iter().filter(|c| **c <= factors).count() as i64;
    if reached == 0 {
        return 0;
    }
    let ridge = board.map.has(target, "ridge");
    let shift = if ridge { board.charts.number("own.counter_battery.ridge_shift") } else { 0 };
    let at = (reached - 1 + shift).max(0);
    usize::try_from(at).ok().and_then(|at| upto.get(at)).copied().unwrap_or(0)
}

/// A side observes from the air (5.1).
fn sees(board: &Board, side: &str) -> bool {
    let observation = board.position.table.get("observation").and_then(toml::Value::as_array);
    let value = observation.and_then(|o| o.get(usize::from(side == "german"))).and_then(toml::Value::as_bool);
    value.unwrap_or(false)
}

/// A result in words; against a vacant square every result but a miss interdicts (8.6.4).
pub(super) fn words(result: &str, vacant: bool) -> &'static str {
    match result {
        "-" => "no effect",
        "?" => "?",
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
