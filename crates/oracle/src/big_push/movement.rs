//! The Movement Phase (7.0).

use std::collections::BTreeMap;

use toml::Value;

use super::entry::{behind_line, waits};
use super::{BigPush, Look, enemy_of, side_of};
use crate::squares::board::Board;
use crate::squares::charts::texts;
use crate::squares::grid::Square;
use crate::squares::map::tables;
use crate::squares::movement::{Extent, Ground, Start, Way};
use crate::squares::position::{Place, Unit};
use crate::squares::sets::Known;
use crate::squares::turn::{about, points};

impl Look<'_> {
    /// Compares the decisions of the Movement Phase.
    pub(super) fn movement(&mut self) {
        match self.kind.as_str() {
            "move-unit" => self.move_unit(),
            "move" => {
                self.who_moves(None);
                self.end_of_phase();
            }
            "set-up" => self.free_set_up(),
            _ => {}
        }
    }

    fn move_unit(&mut self) {
        let Some(id) = about(&self.turn.decision).first().cloned() else { return };
        let Some(unit) = self.board.position.unit(&id).cloned() else { return };
        let side = self.board.side(&unit);
        let ground = ground(&self.board, side);
        let (part, reached) = match unit.place {
            Place::Map(square) => ("movement", Some(destinations(&ground, &unit, square))),
            _ => ("entry", self.rules.arrivals(&ground, &unit)),
        };
        let Some(reached) = reached else { return };
        let name = |s: Square| self.board.name(s);
        let moves =
            reached.into_iter().map(|(to, cost)| (format!("move {id} {}", name(to)), points(cost))).collect();
        let plain =
            |list: Vec<String>| list.into_iter().map(|p| (p, String::new())).collect::<BTreeMap<_, _>>();
        let mut flips =
            plain(if self.rules.may_flip(&ground, &unit) { vec![format!("flip {id}")] } else { Vec::new() });
        // On the map digging in costs two points; a unit that enters chooses its mode freely (7.4.1, 7.7).
        if self.board.kind(&unit) == "infantry" && !unit.is("back") && unit.square().is_some() {
            for cost in flips.values_mut() {
                *cost = points(self.board.charts.number("movement.entrench"));
            }
        }
        let faces = plain(facings(&ground, &unit).into_iter().map(|f| format!("face {id} {f}")).collect());
        let price = points(unit.square().map_or(0, |square| exit_cost(&self.board, &unit, square)));
        let exits = self.rules.exits(&ground, &unit).into_iter();
        let exits = exits.map(|edge| (format!("exit {id} {edge}"), price.clone())).collect();
        let breaks = plain(self.rules.break_downs(&self.board, &unit));
        let builds = plain(self.rules.builds(&self.board, &unit));
        drop(ground);
        self.compare_options(part, "7.2", &["move"], &moves);
        self.compare_options("movement", "7.4", &["flip"], &flips);
        self.compare_options("movement", "7.2.2", &["face"], &faces);
        self.compare_options("entry", "13.4", &["exit"], &exits);
        self.compare_options("movement", "7.4.3", &["break-down"], &breaks);
        self.compare_options("movement", "7.4.3", &["build"], &builds);
        if self.options.keys().any(|p| p.starts_with("unit ")) {
            self.who_moves(Some(&id));
        }
    }

    /// Compares the units that can be taken up: those of the seat that can still do something (7.0, 7.7).
    fn who_moves(&mut self, but: Option<&str>) {
        let Some(seat) = self.board.position.step().get(1).map(ToString::to_string) else { return };
        let side = side_of(&seat);
        let ground = ground(&self.board, side);
        let three = self.board.position.option("french-seat") == Some("on");
        let mut expected = BTreeMap::new();
        for unit in self.board.position.all() {
            let nation = self.board.nation(unit);
            let mine = self.board.side(unit) == side
                && self.board.counter(unit).is_some()
                && (!three || nation == seat);
            let play = format!("unit {}", unit.id);
            // A unit that could only go where there is no room may be taken up; it then stays.
            let has_way = || match unit.square() {
                Some(square) => !ways(&ground, unit, square, Extent::First).is_empty(),
                None => {
                    waits(&self.board, unit)
                        && self.rules.ways_in(&ground, unit).is_some_and(|ways| !ways.is_empty())
                }
            };
            let crowded = || self.options.contains_key(&play) && has_way();
            // The first of several equal units that wait outside stands for all of them.
            let twin = |u: &&Unit| {
                let printed = |u: &Unit| self.board.counter(u).map(|c| (&c.class, &c.nation));
                ["brigade", "battalion"].contains(&self.board.size(unit))
                    && self.board.counter(unit).is_some_and(|c| !c.class.is_empty())
                    && u.place == unit.place
                    && u.marks == unit.marks
                    && printed(u) == printed(unit)
                    && expected.contains_key(&format!("unit {}", u.id))
            };
            if unit.square().is_none() && self.board.position.all().any(|u| twin(&u)) {
                continue;
            }
            if mine && Some(unit.id.as_str()) != but && (self.can_act(&ground, unit) || crowded()) {
                expected.insert(play, String::new());
            }
        }
        drop(ground);
        self.compare_options("movement", "7.0", &["unit"], &expected);
    }

    /// The phase may not end while a square is overstacked by units that could still leave (7.3, S42, S190).
    fn end_of_phase(&mut self) {
        let Some(seat) = self.board.position.step().get(1).map(ToString::to_string) else { return };
        if self.board.position.option("french-seat") == Some("on") {
            return;
        }
        let side = side_of(&seat);
        let ground = ground(&self.board, side);
        let thick = |leaves: &dyn Fn(&Unit, Square) -> bool| {
            ground.friends.iter().any(|square| {
                let stack = self.board.of_side(side, square);
                !self.board.may_stack(&stack) && stack.iter().any(|u| leaves(u, square))
            })
        };
        let (could, must) = (
            thick(&|u, square| !ways(&ground, u, square, Extent::First).is_empty()),
            thick(&|u, square| !destinations(&ground, u, square).is_empty()),
        );
        drop(ground);
        // A unit that could only go where there is no room may be taken up first; it then stays.
        if could && !must {
            return;
        }
        let thick = must;
        let expected =
            if thick { BTreeMap::new() } else { BTreeMap::from([("done".to_owned(), String::new())]) };
        self.compare_options("stacking", "7.3", &["done"], &expected);
    }

    /// Guns that are set up freely stand behind the line, free of enemy zones of control, within the rows of the
    /// scenario and the stacking limits (14.2.1, 14.2.2, S176).
    fn free_set_up(&mut self) {
        let Some(id) = about(&self.turn.decision).first().cloned() else { return };
        let Some(unit) = self.board.position.unit(&id).cloned() else { return };
        let side = self.board.side(&unit);
        let Some(scenario) = self.rules.scenario(&self.board.position.scenario) else { return };
        let Some(free) = tables(scenario, "free").find(|f| texts(f.get("units")).contains(&id)) else {
            return;
        };
        let number = |key: &str| free.get(key).and_then(Value::as_integer).unwrap_or(0);
        let rows = crate::squares::charts::integers(free.get("rows"));
        let within = |s: Square| {
            let row = i64::from(s.row) + 1;
            rows.first().is_none_or(|f| row >= *f) && rows.get(1).is_none_or(|l| row <= *l)
        };
        // The least number on a bank binds the units that are left to place.
        let units = texts(free.get("units"));
        let bank = |s: Square| self.board.map.bank.get(&s).copied().unwrap_or('?');
        let placed: Vec<Square> =
            units.iter().filter_map(|u| self.board.position.unit(u)).filter_map(Unit::square).collect();
        let left = (units.len() - placed.len()) as i64;
        let lacking = |key: &str, letter: char| {
            number(key) - placed.iter().filter(|s| bank(**s) == letter).count() as i64
        };
        let (north, south) = (lacking("north", 'N').max(0), lacking("south", 'S').max(0));
        let fits = |s: Square| match bank(s) {
            'N' => left > south,
            'S' => left > north,
            _ => true,
        };
        let mut expected = BTreeMap::new();
        for square in behind_line(&self.board, side) {
            let mut stack = self.board.of_side(side, square);
            stack.push(&unit);
            if within(square) && fits(square) && self.board.may_stack(&stack) {
                expected.insert(format!("place {id} {}", self.board.name(square)), String::new());
            }
        }
        self.compare_options("zoc", "7.5", &["place"], &expected);
    }

    /// A unit can still do something in this phase.
    fn can_act(&self, ground: &Ground, unit: &Unit) -> bool {
        if unit.is("moved") {
            return false;
        }
        match unit.place {
            Place::Map(square) => {
                self.rules.may_flip(ground, unit)
                    || !facings(ground, unit).is_empty()
                    || !self.rules.exits(ground, unit).is_empty()
                    || !self.rules.break_downs(ground.board, unit).is_empty()
                    || !self.rules.builds(ground.board, unit).is_empty()
                    || !destinations(ground, unit, square).is_empty()
            }
            Place::Due(_) | Place::Off(..) => {
                waits(ground.board, unit) && self.rules.arrivals(ground, unit).is_some_and(|a| !a.is_empty())
            }
            _ => false,
        }
    }
}

impl BigPush {
    /// A unit may change its mode (7.4.1, 7.4.2, 7.7.1).
    fn may_flip(&self, ground: &Ground, unit: &Unit) -> bool {
        let board = ground.board;
        if ["moved", "locked", "flipped", "dug-in"].iter().any(|mark| unit.is(mark)) {
            return false;
        }
        match (board.kind(unit), board.nation(unit)) {
            ("hq", _) if unit.is("back") => !unit.is("stepped"),
            ("hq", _) => {
                let Some(square) = unit.square() else { return false };
                let mut supply = unit.clone();
                supply.marks.push("back".to_owned());
                (!unit.is("stepped") || unit.is("entered")) && may_stop(ground, &supply, square)
            }
            ("infantry", "german") => {
                unit.good_order()
                    && !board.interdicted(unit)
                    && (unit.is("back") || self.can_entrench(ground, unit))
            }
            _ => false,
        }
    }

    /// Entrenching costs two points (7.4.1).
    fn can_entrench(&self, ground: &Ground, unit: &Unit) -> bool {
        let board = ground.board;
        let mut points = allowance(board, unit);
        let far = unit.square().is_some_and(|s| ground.is_off_front(s, &ground.threats(unit)));
        if far && !unit.is("near") {
            points *= board.charts.number("movement.off_front_factor");
        }
        points - unit.spent() >= board.charts.number("movement.entrench")
    }

    /// The edges over which a unit may leave the map, for a point and the interdiction of its square (13.4, S150).
    fn exits(&self, ground: &Ground, unit: &Unit) -> Vec<String> {
        let board = ground.board;
        let (Some(square), Some(special)) = (unit.square(), self.special(&board.position.scenario)) else {
            return Vec::new();
        };
        if !may_move(board, unit) || unit.is("stepped") && ground.zoc.contains(&square) {
            return Vec::new();
        }
        let cost = exit_cost(board, unit, square);
        let mut points = allowance(board, unit);
        if !unit.is("near") && ground.is_off_front(square, &ground.threats(unit)) {
            points *= board.charts.number("movement.off_front_factor");
        }
        if cost > points - unit.spent() {
            return Vec::new();
        }
        let edges = board.map.edges_of(square);
        if ground.side == "german" {
            let Some(exit) = special.get("german_exit") else { return Vec::new() };
            let allowed = texts(exit.get("edges"));
            let columns = exit.get("north_columns").and_then(Value::as_str);
            let column = board.name(square).chars().next().unwrap_or('?');
            let fits = |edge: &str| edge != "north" || columns.is_none_or(|c| c.contains(column));
            edges
                .into_iter()
                .filter(|e| allowed.iter().any(|a| a == e) && fits(e))
                .map(str::to_owned)
                .collect()
        } else {
            let allowed = special.get("allied_exit").and_then(Value::as_bool).unwrap_or(false);
            let east = allowed && board.kind(unit) == "infantry" && edges.contains(&"east");
            if east { vec!["east".to_owned()] } else { Vec::new() }
        }
    }
}

/// The other sides that a unit may face: turning is free, but not in an enemy zone of control, and once a phase
/// (7.2.2, S68, S189, S218).
fn facings(ground: &Ground, unit: &Unit) -> Vec<&'static str> {
    let board = ground.board;
    let fixed =
        unit.is("moved") || unit.is("locked") || unit.is("broken") || unit.is("held") || unit.is("turned");
    // A stack faces one way, and engaged attackers do not turn (7.2.2, S148).
    let bound = |square: Square| board.of_side(ground.side, square).iter().any(|u| u.is("locked"));
    match unit.square() {
        Some(square)
            if !fixed && !board.supply_hq(unit) && !ground.zoc.contains(&square) && !bound(square) =>
        {
            ["north", "east", "south", "west"].into_iter().filter(|f| *f != unit.facing).collect()
        }
        _ => Vec::new(),
    }
}

/// The ground as the side to move finds it.
pub(super) fn ground<'b>(board: &'b Board<'b>, side: &'static str) -> Ground<'b> {
    Ground::new(board, side, enemy_of(side))
}

/// The squares in which a unit on the map can end a leg of its move, each with the cost (7.2, 7.3, 7.5).
pub(super) fn destinations(ground: &Ground, unit: &Unit, square: Square) -> Known<i64> {
    ways(ground, unit, square, Extent::All)
        .into_iter()
        .filter(|(to, _)| may_stop(ground, unit, *to))
        .map(|(to, way)| (to, way.cost))
        .collect()
}

/// The squares that a unit on the map can reach (7.2, 7.5); one that has moved into a zone of control stays (S143).
fn ways(ground: &Ground, unit: &Unit, square: Square, extent: Extent) -> Known<Way> {
    let board = ground.board;
    if !may_move(board, unit) || unit.is("stepped") && ground.zoc.contains(&square) {
        return Known::new();
    }
    let start = Start::Square(square);
    ground.reach(unit, &start, allowance(board, unit), passage(board, unit, square), extent)
}

/// Leaving the map costs a point, the passage and the interdiction of the square (7.2.4, 13.4, S150).
fn exit_cost(board: &Board, unit: &Unit, square: Square) -> i64 {
    let interdicted = board.position.interdicted.contains(&square);
    let shells = if interdicted { board.charts.number("movement.interdicted_leave") } else { 0 };
    board.charts.number("movement.exit") + passage(board, unit, square) + shells
}

/// A unit that has gone on from a friends' square pays the passage, though not for its own parts (7.3, 7.4.3, S217).
fn passage(board: &Board, unit: &Unit, square: Square) -> i64 {
    let parts = |u: &Unit| unit.is("parted") && u.is("parted") && u.spent() == unit.spent();
    let others = board.of_side(board.side(unit), square).into_iter().any(|u| u.id != unit.id && !parts(u));
    if unit.is("stepped") && others { board.charts.number("movement.passage") } else { 0 }
}

/// The allowance of the face that shows; infantry that has entrenched in this phase paid for it out of its mobile
/// allowance (7.4.1, 7.4.2).
pub(super) fn allowance(board: &Board, unit: &Unit) -> i64 {
    let printed = match board.counter(unit) {
        Some(counter) if counter.kind == "infantry" && counter.nation == "german" && unit.is("flipped") => {
            counter.front[2]
        }
        _ => board.face(unit)[2],
    };
    board.allowance(unit, printed)
}

/// A unit may move at all: engaged attackers, broken-down tanks, held cavalry and headquarters in Supply Mode stay
/// (7.4.2, 7.8, 14.1.3, S148).
pub(super) fn may_move(board: &Board, unit: &Unit) -> bool {
    !unit.is("moved")
        && !unit.is("locked")
        && !unit.is("broken")
        && !unit.is("held")
        && !board.supply_hq(unit)
}

/// A unit may stop where the stack is legal with all friends that cannot still leave (7.3, S190). It joins no engaged
/// defenders, though it may pass through their square (8.8, S99).
pub(super) fn may_stop(ground: &Ground, unit: &Unit, square: Square) -> bool {
    let board = ground.board;
    let friends = board.of_side(ground.side, square);
    let joins = unit.square() != Some(square);
    if joins && friends.iter().any(|u| u.is("engaged") && !u.is("locked")) {
        return false;
    }
    let mut all: Vec<&Unit> = friends.iter().copied().filter(|u| u.id != unit.id).collect();
    all.push(unit);
    if board.may_stack(&all) {
        return true;
    }
    all.retain(|u| u.id == unit.id || !may_leave(ground, u, square));
    board.may_stack(&all)
}

/// A unit can still leave its square in this phase; a headquarters in Supply Mode has to change its mode first, and
/// counts as one that stays until it has (7.4.2, S190).
pub(super) fn may_leave(ground: &Ground, unit: &Unit, square: Square) -> bool {
    ground.leaves(unit, || !ways(ground, unit, square, Extent::First).is_empty())
}
