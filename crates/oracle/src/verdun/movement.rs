//! Where a unit can go and at what cost (12.0).

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::ground::{blocked, entrenched, foot, may_stack, two_modes, zoc};
use super::{Verdun, enemy_of};
use crate::squares::board::Board;
use crate::squares::grid::Square;
use crate::squares::map::Road;
use crate::squares::movement::{Extent, Ground, Threats};
use crate::squares::position::{Place, Unit};
use crate::squares::sets::Known;

/// How a gun is bound (12.3.4, 12.5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    /// Not at all: everything that is no gun.
    Free,
    /// A field gun: only by the bog.
    Field,
    /// A heavy gun: by the bog, and a die before a start trench.
    Heavy,
    /// A gun of one point: major roads, never a start trench.
    Road,
    /// A railway gun.
    Rail,
}

/// The place from which a move goes on.
pub(super) enum Start {
    Square(Square),
    /// From outside, each entry square with its cost.
    Outside(Box<Known<i64>>),
}

/// The ground as the side to move finds it (10.1.1, 11.2, V135).
pub(super) fn ground<'b>(board: &'b Board<'b>, side: &'static str) -> Ground<'b> {
    let mut ground = Ground::new(board, side, enemy_of(side));
    ground.zoc = zoc(board, enemy_of(side));
    ground.own = zoc(board, side);
    let fought = board.army(side).filter(|(u, _)| u.is("engaged") && !u.is("locked"));
    ground.closed = fought.map(|(_, s)| s).collect();
    ground
}

impl Verdun {
    fn bound(&self, board: &Board, unit: &Unit) -> Bound {
        if board.kind(unit) != "artillery" {
            return Bound::Free;
        }
        match board.face(unit)[2] {
            0 => Bound::Rail,
            1 => Bound::Road,
            _ if board.counter(unit).is_some_and(|c| c.heavy) => Bound::Heavy,
            _ => Bound::Field,
        }
    }

    /// The allowance in half points (12.1.2, 12.4.2, 12.8.1, V127).
    pub(super) fn allowance(&self, board: &Board, unit: &Unit) -> i64 {
        let printed = match board.counter(unit) {
            Some(counter) if two_modes(board, unit) && (unit.is("flipped") || board.foul()) => {
                counter.front[2]
            }
            _ => board.face(unit)[2],
        };
        board.allowance(unit, printed)
    }

    /// A unit may move at all (9.2.4, 12.4.2, 12.8.2b, 16.5.1, V39, V127).
    pub(super) fn may_move(&self, board: &Board, unit: &Unit) -> bool {
        let fixed = unit.is("moved") || unit.is("locked") || unit.is("held") || board.supply_hq(unit);
        if fixed || board.kind(unit) == "garrison" || board.kind(unit) == "air" {
            return false;
        }
        if board.foul() {
            if board.kind(unit) == "artillery" {
                return self.pioneers(board, unit);
            }
            if entrenched(board, unit)
                && !unit.is("flipped")
                && (!unit.good_order() || board.interdicted(unit))
            {
                return false;
            }
        }
        true
    }

    /// A German gun has an engineer with it who can go along through the mud (12.4.2a).
    fn pioneers(&self, board: &Board, unit: &Unit) -> bool {
        let Some(square) = unit.square() else { return false };
        let goes = |u: &Unit| {
            board.kind(u) == "engineer" && !["moved", "locked", "held", "engaged"].iter().any(|m| u.is(m))
        };
        board.nation(unit) == "german" && board.at(square).any(goes)
    }

    /// The cost of a step: by a road what the road costs, but not into a start trench; else the highest of the ground
    /// (12.3.1, 12.3.5, V9).
    pub(super) fn step_cost(&self, board: &Board, from: Square, to: Square) -> i64 {
        if board.map.has(to, "start_trench") {
            return board.ground_cost(to, from.diagonal(to));
        }
        board.step_cost(from, to)
    }

    /// Where a unit on the map can end a leg of its move, each square with the cost. Engaged defenders withdraw all
    /// together or not at all (V100).
    pub(super) fn destinations(&self, ground: &Ground, unit: &Unit, square: Square) -> Known<i64> {
        let ways = self.destinations_alone(ground, unit, square);
        let breaks_off = |u: &Unit| u.is("engaged") && !u.is("locked");
        let board = ground.board;
        let companions: Vec<&Unit> = board
            .of_side(ground.side, square)
            .into_iter()
            .filter(|u| u.id != unit.id && breaks_off(u))
            .collect();
        if !breaks_off(unit) || companions.is_empty() {
            return ways;
        }
        // A unit that has only said that it stays goes along after all.
        let all_get_away = |board: &Board| {
            companions.iter().all(|u| {
                let ready = board.with(u, |u| u.marks.retain(|mark| mark != "moved"));
                let Some(unit) = ready.position.unit(&u.id) else { return false };
                !self.destinations_alone(&self::ground(&ready, ground.side), unit, square).is_empty()
            })
        };
        if !all_get_away(board) {
            return Known::new();
        }
        let frees_all = |to: Square| {
            let gone = board.with(unit, |u| {
                u.place = Place::Map(to);
                u.marks.retain(|mark| mark != "engaged");
                u.marks.push("moved".to_owned());
            });
            all_get_away(&gone)
        };
        ways.into_iter().filter(|(to, _)| frees_all(*to)).collect()
    }

    fn destinations_alone(&self, ground: &Ground, unit: &Unit, square: Square) -> Known<i64> {
        let ways = self.ways(ground, unit, square, Extent::All);
        ways.into_iter().filter(|(to, _)| self.may_stop(ground, unit, *to)).collect()
    }

    /// The squares that a unit on the map can reach.
    pub(super) fn ways(&self, ground: &Ground, unit: &Unit, square: Square, extent: Extent) -> Known<i64> {
        let board = ground.board;
        // A unit that has moved into an enemy zone of control stays there (11.2.2), a heavy gun in a start trench (12.5.4).
        let stops =
            || ground.zoc.contains(&square) || self.halts(ground, false, self.bound(board, unit), square);
        if !self.may_move(board, unit) || unit.is("stepped") && stops() {
            return Known::new();
        }
        self.reach(ground, unit, &Start::Square(square), extent)
    }

    /// Everywhere a unit can go with the points it has left, off the front with twice the allowance (12.2, 12.9).
    pub(super) fn reach(&self, ground: &Ground, unit: &Unit, start: &Start, extent: Extent) -> Known<i64> {
        let board = ground.board;
        let mut allowance = self.allowance(board, unit);
        if board.face(unit)[2] == 0 {
            // A way on rails may be of any length, but in dry weather alone (V106).
            allowance = if board.foul() { 0 } else { 1000 };
        }
        let spent = unit.spent();
        if allowance == 0 {
            return Known::new();
        }
        let mut ways = self.search(ground, unit, start, allowance - spent, None, extent);
        if extent == Extent::First && !ways.is_empty() {
            return ways;
        }
        let threats = ground.threats(unit);
        let far = match start {
            Start::Square(square) => !unit.is("near") && ground.is_off_front(*square, &threats),
            Start::Outside(_) => true,
        };
        if far {
            let doubled = allowance * board.charts.number("movement.off_front_factor");
            for (square, cost) in self.search(ground, unit, start, doubled - spent, Some(&threats), extent) {
                ways.insert(square, cost);
            }
        }
        ways
    }

    fn search(
        &self,
        ground: &Ground,
        unit: &Unit,
        start: &Start,
        budget: i64,
        threats: Option<&Threats>,
        extent: Extent,
    ) -> Known<i64> {
        let board = ground.board;
        let far = |square: Square| threats.is_none_or(|t| ground.is_off_front(square, t));
        let marked = |square: Square| board.position.interdicted.contains(&square);
        let bound = self.bound(board, unit);
        let walls = blocked(board, ground.side);
        let on_hold = self.on_hold(board, unit);
        let number = |key: &str| board.charts.number(key);
        let [passing, leaving, entering] = ["passage", "interdicted_leave", "interdicted_enter"]
            .map(|key| number(&format!("movement.{key}")));
        let mut costs: Known<i64> = Known::new();
        let mut open: BinaryHeap<Reverse<(i64, Square)>> = BinaryHeap::new();
        let mut origin = None;
        match start {
            Start::Square(square) => {
                origin = Some(*square);
                open.push(Reverse((0, *square)));
            }
            Start::Outside(entries) => {
                for (square, cost) in entries.iter().filter(|(s, c)| **c <= budget && far(*s)) {
                    costs.insert(square, *cost);
                    open.push(Reverse((*cost, square)));
                }
            }
        }
        while let Some(Reverse((cost, from))) = open.pop() {
            let at_origin = origin == Some(from) && cost == 0;
            if !at_origin && (costs.get(&from) != Some(&cost) || ground.zoc.contains(&from)) {
                continue;
            }
            let entry = matches!(start, Start::Outside(all) if all.contains_key(&from));
            let mired = !entry && self.mires(board, unit, bound, from);
            if !at_origin && (mired || self.halts(ground, on_hold, bound, from)) {
                continue;
            }
            let mut out = cost;
            if at_origin {
                out += passage(board, unit, from);
            } else if ground.friends.contains(&from) {
                out += passing;
            }
            if marked(from) {
                out += leaving;
            }
            for to in board.map.neighbours(from) {
                let withdraws = unit.is("engaged") && !unit.is("stepped");
                let controlled =
                    at_origin && !withdraws && ground.zoc.contains(&from) && ground.zoc.contains(&to);
                let closed =
                    walls.contains(&to) || ground.closed.contains(&to) || !board.map.joined(from, to);
                if controlled || closed || !far(to) || Some(to) == origin {
                    continue;
                }
                let beside = origin.is_some_and(|o| o.distance(to) == 1);
                let Some(step) = self.gun_step(board, unit, bound, from, to) else { continue };
                if bound == Bound::Road && origin.is_some_and(|o| !two_links(board, o, to)) {
                    continue;
                }
                // The French railway guns make one step (V106).
                let entry = matches!(start, Start::Outside(all) if all.contains_key(&from));
                let french_rail = bound == Bound::Rail && board.nation(unit) == "french";
                if french_rail && !entry && (!at_origin || unit.spent() > 0) {
                    continue;
                }
                // The die before a start trench is thrown beside it, so the step into it is a leg of its own (12.5.4).
                let dice = bound == Bound::Heavy && board.map.has(to, "start_trench") && !beside;
                if dice || on_hold && !self.line_open(ground, unit, from, to) {
                    continue;
                }
                if !self.bog_allows(board, unit, bound, start, to) {
                    continue;
                }
                let mut total = out + step;
                if marked(to) {
                    total += entering;
                }
                if total <= budget && costs.get(&to).is_none_or(|old| total < *old) {
                    costs.insert(to, total);
                    if extent == Extent::First {
                        return costs;
                    }
                    open.push(Reverse((total, to)));
                }
            }
        }
        costs
    }

    /// A gun that has come to a square in the bog goes no further: north of the German line all move on, on the Voie
    /// Sacrée the French (12.3.4b, c, d).
    fn mires(&self, board: &Board, unit: &Unit, bound: Bound, square: Square) -> bool {
        let sacred = board.nation(unit) == "french" && self.sacred_way.contains(&square);
        let dry = sacred || self.north.contains(&square);
        board.position.turn > 1 && !matches!(bound, Bound::Free | Bound::Rail) && !dry
    }

    /// The one step in the bog leads to a square next to where the gun began, and nothing precedes it in the phase; a
    /// gun that arrives has it from its entry square (12.3.4b, V170).
    fn bog_allows(&self, board: &Board, unit: &Unit, bound: Bound, start: &Start, to: Square) -> bool {
        if board.position.turn <= 1 || matches!(bound, Bound::Free | Bound::Rail) {
            return true;
        }
        let french = board.nation(unit) == "french";
        match start {
            Start::Outside(entries) => {
                french && self.sacred_way.contains(&to) || entries.iter().any(|(e, _)| e.distance(to) <= 1)
            }
            Start::Square(from) => {
                // The one step of a gun that is bound to roads follows a road (V170).
                let linked = bound != Bound::Road || board.map.roads.get(&(*from, to)) == Some(&Road::Major);
                let beside = from.distance(to) <= 1 && linked;
                let road = french && self.sacred_way.contains(from) && self.sacred_way.contains(&to);
                let north = self.north.contains(from);
                road || north && (beside || self.north.contains(&to)) || unit.spent() == 0 && beside
            }
        }
    }

    /// A step's cost; none where the gun may not go (12.5, V70, V71, V106).
    fn gun_step(&self, board: &Board, unit: &Unit, bound: Bound, from: Square, to: Square) -> Option<i64> {
        let cost = self.step_cost(board, from, to);
        match bound {
            Bound::Road => {
                let road = board.map.roads.get(&(from, to)) == Some(&Road::Major);
                (road && !board.map.has(to, "start_trench")).then_some(cost)
            }
            Bound::Rail => {
                let rails = board.map.rails.contains(&(from, to));
                if board.nation(unit) == "german" {
                    (rails && self.north.contains(&to)).then_some(0)
                } else {
                    let name = board.name(to);
                    let town = name == "P19" && board.name(from) == "Q19"
                        || board.name(from) == "P19" && name == "Q19";
                    let south = board.map.bank.get(&to) == Some(&'W') && to.row >= 16;
                    (rails && south || town).then_some(0)
                }
            }
            _ => Some(cost),
        }
    }

    /// A unit that enters a square goes no further: a heavy gun in a start trench, infantry in a line that is on hold
    /// (12.5.4, V39).
    fn halts(&self, ground: &Ground, on_hold: bool, bound: Bound, square: Square) -> bool {
        let board = ground.board;
        if bound == Bound::Heavy && board.map.has(square, "start_trench") {
            return true;
        }
        on_hold && board.map.trench_of(ground.side, square) && self.west(board, square)
    }

    /// The hold on the west bank still binds a unit: infantry that is there, before March 6 (19.1.5f, 19.1.5g, V39).
    pub(super) fn on_hold(&self, board: &Board, unit: &Unit) -> bool {
        let until = self.special_number(board, "hold_until").unwrap_or(0);
        board.position.turn < until && foot(board, unit) && unit.square().is_none_or(|s| self.west(board, s))
    }

    pub(super) fn west(&self, board: &Board, square: Square) -> bool {
        board.map.bank.get(&square) == Some(&'W')
    }

    /// Infantry on hold from behind its line does not pass it: it never steps into the land before it (V39).
    fn line_open(&self, ground: &Ground, unit: &Unit, from: Square, to: Square) -> bool {
        let board = ground.board;
        let behind = |s: Square| self.behind_own_line(ground.side, s);
        if !unit.square().is_none_or(behind) || !self.west(board, from) || !self.west(board, to) {
            return true;
        }
        let line = |s: Square| board.map.trench_of(ground.side, s);
        !(behind(from) && !behind(to) && !line(to))
    }

    /// A square lies behind the side's own start line.
    pub(super) fn behind_own_line(&self, side: &str, square: Square) -> bool {
        if side == "german" { self.north.contains(&square) } else { self.south.contains(&square) }
    }

    /// A unit may stop where the stack is legal with all friends that cannot still leave, in no enemy's square and in no
    /// fort that is the enemy's (10.1.2, 10.5, V169).
    pub(super) fn may_stop(&self, ground: &Ground, unit: &Unit, square: Square) -> bool {
        let board = ground.board;
        if ground.enemies.contains(&square) {
            return false;
        }
        let friends: Vec<&Unit> =
            board.of_side(ground.side, square).into_iter().filter(|u| u.id != unit.id).collect();
        if board.map.has(square, "fort") && friends.is_empty() && self.fort_of(board, square) != ground.side {
            return false;
        }
        let mut all = friends;
        all.push(unit);
        if may_stack(board, &all, square) {
            return true;
        }
        all.retain(|u| u.id == unit.id || !self.may_leave(ground, u, square));
        may_stack(board, &all, square)
    }

    /// A unit can still leave its square in this phase; a headquarters in Supply Mode cannot, because modes change before
    /// any unit moves (10.1.2, 12.8.2b, V159).
    fn may_leave(&self, ground: &Ground, unit: &Unit, square: Square) -> bool {
        ground.leaves(unit, || !self.ways(ground, unit, square, Extent::First).is_empty())
    }
}

/// A unit that goes on from a friends' square pays the passage, though not for its own parts (10.1.3, V169).
fn passage(board: &Board, unit: &Unit, square: Square) -> i64 {
    let parts = |u: &Unit| unit.is("parted") && u.is("parted") && u.spent() == unit.spent();
    let others = board.of_side(board.side(unit), square).into_iter().any(|u| u.id != unit.id && !parts(u));
    if unit.is("stepped") && others { board.charts.number("movement.passage") } else { 0 }
}

/// A gun of one point moves along at most two links of major road in one leg (12.5.1, V184).
fn two_links(board: &Board, from: Square, to: Square) -> bool {
    let major = |a: Square, b: Square| board.map.roads.get(&(a, b)) == Some(&Road::Major);
    major(from, to) || board.map.neighbours(from).any(|by| major(from, by) && (by == to || major(by, to)))
}
