//! Movement: allowances, costs and where a unit can go (7.0 to 7.6).

use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::rc::Rc;

use super::board::Board;
use super::grid::Square;
use super::map::{Road, Step};
use super::position::Unit;
use super::sets::{Known, Squares};

/// The facts that a side's movement depends on, besides the unit that moves.
pub(crate) struct Ground<'b> {
    pub(crate) board: &'b Board<'b>,
    pub(crate) side: &'static str,
    /// The squares in an enemy zone of control; friends do not cancel it for movement (7.5).
    pub(crate) zoc: Squares,
    /// The squares with enemy units.
    pub(crate) enemies: Squares,
    /// The squares with friendly units.
    pub(crate) friends: Squares,
    /// The friendly zone of control.
    pub(crate) own: Squares,
    /// The squares that no unit may enter for another reason, such as an engagement (8.8).
    pub(crate) closed: Squares,
    /// Which units can still leave their squares, once it has been worked out.
    leavers: RefCell<BTreeMap<usize, bool>>,
    /// The enemies that friends and their zones of control surround, once it has been worked out.
    ringed: OnceCell<Vec<Square>>,
    /// The sets of enemies that count for some unit, each with the squares along their front.
    threats: RefCell<Vec<Rc<Threats>>>,
    /// The distance from every enemy at which a unit is off the front (7.6).
    off_front: i64,
}

/// The enemies that keep a unit from moving off the front.
pub(crate) struct Threats {
    enemies: Vec<Square>,
    /// The squares that are nearer to one of them than a unit off the front may come.
    front: Squares,
}

/// The place from which a move goes on.
pub(crate) enum Start {
    /// From a square of the map.
    Square(Square),
    /// From outside, each entry square with the cost of entering it.
    Outside(Box<Known<i64>>),
}

/// How far a search goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Extent {
    /// Everywhere.
    All,
    /// To the first square found: to know whether there is a way at all.
    First,
}

/// A move's cost and whether it stayed off the front all the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Way {
    pub(crate) cost: i64,
    pub(crate) off_front: bool,
}

impl Board<'_> {
    /// The points a unit loses in the weather, in half points (5.3, 5.4).
    fn weather_loss(&self) -> i64 {
        2 * self.charts.number(&format!("weather.{}.move_loss", self.position.weather))
    }

    /// The allowance in half points: the printed one less weather and suppression, then halved for disruption and
    /// rounded up to a whole point (7.2, 7.0, 6.5.1, S74).
    pub(crate) fn allowance(&self, unit: &Unit, printed: i64) -> i64 {
        let mut points = 2 * printed - self.weather_loss();
        if unit.is("suppressed") {
            points -= 2 * self.charts.number("movement.suppressed_loss");
        }
        points = points.max(0);
        if unit.is("disrupted") {
            points = (points / 2 + 1) / 2 * 2;
        }
        points
    }

    /// The cost of the ground of a square: the highest of its kinds (7.2).
    pub(crate) fn ground_cost(&self, square: Square, diagonal: bool) -> i64 {
        let way = if diagonal { "diagonal" } else { "straight" };
        let mut cost = self.charts.number(&format!("terrain.clear.{way}"));
        for kind in self.map.terrain.get(&square).into_iter().flatten() {
            cost = cost.max(self.charts.number(&format!("terrain.{kind}.{way}")));
        }
        cost
    }

    /// The cost of a step: by a road what the road costs, else the ground's cost (7.2, 7.2.3, S14, S15).
    pub(crate) fn step_cost(&self, from: Square, to: Square) -> i64 {
        let known = self.steps(from).iter().find(|step| step.to == to);
        known.map_or_else(|| self.look_up_step_cost(from, to), |step| step.cost)
    }

    /// The steps out of a square: the searches ask for them again and again, and neither map nor charts ever change.
    pub(crate) fn steps(&self, from: Square) -> &[Step] {
        let steps = self.map.steps.get_or_init(|| {
            let step = |from: Square, to: Square| Step {
                to,
                cost: self.look_up_step_cost(from, to),
                joined: self.map.joined(from, to),
            };
            let steps = |from| self.map.neighbours(from).map(|to| step(from, to)).collect();
            self.map.all().map(|from| (from, steps(from))).collect()
        });
        steps.get(&from).map_or(&[], Vec::as_slice)
    }

    fn look_up_step_cost(&self, from: Square, to: Square) -> i64 {
        let way = if from.diagonal(to) { "diagonal" } else { "straight" };
        match self.map.roads.get(&(from, to)) {
            Some(Road::Major) => self.charts.number(&format!("roads.major.{way}")),
            Some(Road::Minor) => self.charts.number(&format!("roads.minor.{way}")),
            None => self.ground_cost(to, from.diagonal(to)),
        }
    }
}

impl<'b> Ground<'b> {
    /// Sees the board as the side that moves does.
    pub(crate) fn new(board: &'b Board<'b>, side: &'static str, enemy: &str) -> Self {
        Self {
            board,
            side,
            zoc: board.zoc(enemy),
            enemies: board.army(enemy).map(|(_, s)| s).collect(),
            friends: board.army(side).map(|(_, s)| s).collect(),
            own: board.zoc(side),
            closed: Squares::new(),
            leavers: RefCell::default(),
            ringed: OnceCell::new(),
            threats: RefCell::default(),
            off_front: board.charts.number("movement.off_front_distance"),
        }
    }

    /// Whether a unit can still leave its square; the stacks of a whole reach ask for it again and again.
    pub(crate) fn leaves(&self, unit: &Unit, look: impl FnOnce() -> bool) -> bool {
        let known = self.leavers.borrow().get(&unit.at).copied();
        known.unwrap_or_else(|| {
            let leaves = look();
            self.leavers.borrow_mut().insert(unit.at, leaves);
            leaves
        })
    }

    /// The enemies that keep a unit from moving off the front: all but those surrounded by friendly units or their
    /// zones of control; the moving unit does not help to surround (7.6, S182).
    pub(crate) fn threats(&self, unit: &Unit) -> Rc<Threats> {
        let map = self.board.map;
        let ringed = self.ringed.get_or_init(|| {
            let ringed = |square: &Square| map.neighbours(*square).all(|n| self.own.contains(&n));
            self.enemies.iter().filter(ringed).collect()
        });
        let by = |square: Square, near: bool| {
            self.board.at(square).any(|u| {
                u.id != unit.id && self.board.side(u) == self.side && (!near || self.board.projects(u))
            })
        };
        let held = |square: Square| by(square, false) || map.neighbours(square).any(|n| by(n, true));
        let surrounded = |square: &Square| ringed.contains(square) && map.neighbours(*square).all(held);
        let enemies: Vec<Square> = self.enemies.iter().filter(|s| !surrounded(s)).collect();
        let mut known = self.threats.borrow_mut();
        if let Some(threats) = known.iter().find(|threats| threats.enemies == enemies) {
            return threats.clone();
        }
        let far = |s: &Square| enemies.iter().all(|t| i64::from(t.distance(*s)) >= self.off_front);
        let front = map.all().filter(|s| !far(s)).collect();
        known.push(Rc::new(Threats { enemies, front }));
        known[known.len() - 1].clone()
    }

    /// A square lies far enough from every enemy that counts (7.6, S73).
    pub(crate) fn is_off_front(&self, square: Square, threats: &Threats) -> bool {
        !threats.front.contains(&square)
    }

    /// Everywhere a unit can go with the points it has left, and the cheapest cost (7.2, 7.5, S188).
    ///
    /// A unit whose whole move in this phase stays off the front has twice the allowance (7.6). Where a square can be
    /// reached both off the front and by a cheaper way along it, the move stays off the front and keeps the allowance.
    pub(crate) fn reach(
        &self,
        unit: &Unit,
        start: &Start,
        allowance: i64,
        leaving: i64,
        extent: Extent,
    ) -> Known<Way> {
        let mut ways = Known::new();
        let spent = unit.spent();
        for (square, cost) in self.search(start, allowance - spent, leaving, None, extent) {
            ways.insert(square, Way { cost, off_front: false });
        }
        if extent == Extent::First && !ways.is_empty() {
            return ways;
        }
        let threats = self.threats(unit);
        let far = match start {
            Start::Square(square) => !unit.is("near") && self.is_off_front(*square, &threats),
            Start::Outside(_) => true,
        };
        if far {
            let doubled = allowance * self.board.charts.number("movement.off_front_factor");
            for (square, cost) in self.search(start, doubled - spent, leaving, Some(&threats), extent) {
                ways.insert(square, Way { cost, off_front: true });
            }
        }
        ways
    }

    fn search(
        &self,
        start: &Start,
        budget: i64,
        leaving: i64,
        threats: Option<&Threats>,
        extent: Extent,
    ) -> Known<i64> {
        let far = |square: Square| threats.is_none_or(|t| self.is_off_front(square, t));
        let [passing, leave, enter] = ["passage", "interdicted_leave", "interdicted_enter"]
            .map(|key| self.board.charts.number(&format!("movement.{key}")));
        let interdiction = |square: Square, price: i64| {
            if self.board.position.interdicted.contains(&square) { price } else { 0 }
        };
        let mut costs: Known<i64> = Known::new();
        let mut open: BinaryHeap<Reverse<(i64, Square)>> = BinaryHeap::new();
        let mut origin = None;
        match start {
            Start::Square(square) => {
                origin = Some(*square);
                open.push(Reverse((0, *square)));
            }
            Start::Outside(entries) => {
                for (square, cost) in entries.iter() {
                    if *cost <= budget && far(square) {
                        costs.insert(square, *cost);
                        open.push(Reverse((*cost, square)));
                    }
                }
            }
        }
        while let Some(Reverse((cost, from))) = open.pop() {
            let at_origin = origin == Some(from) && cost == 0;
            if !at_origin && (costs.get(&from) != Some(&cost) || self.zoc.contains(&from)) {
                continue;
            }
            let passage = if at_origin {
                leaving
            } else if self.friends.contains(&from) {
                passing
            } else {
                0
            };
            let out = cost + passage + interdiction(from, leave);
            for Step { to, cost, joined } in self.board.steps(from) {
                let to = *to;
                let blocked = self.enemies.contains(&to)
                    || !joined
                    || at_origin && self.zoc.contains(&from) && self.zoc.contains(&to);
                if blocked || !far(to) || Some(to) == origin {
                    continue;
                }
                let total = out + cost + interdiction(to, enter);
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
}
