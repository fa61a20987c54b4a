//! Movement: allowances, costs and where a unit can go (7.0 to 7.6).

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::board::Board;
use super::grid::Square;
use super::map::Road;
use super::position::Unit;

/// What a side's movement depends on besides the unit that moves.
pub(crate) struct Ground<'b> {
    pub(crate) board: &'b Board<'b>,
    pub(crate) side: &'static str,
    /// The squares in an enemy zone of control; friends do not cancel it for movement (7.5).
    pub(crate) zoc: BTreeSet<Square>,
    /// The squares with enemy units.
    pub(crate) enemies: BTreeSet<Square>,
    /// The squares with friendly units.
    pub(crate) friends: BTreeSet<Square>,
    /// The friendly zone of control.
    pub(crate) own: BTreeSet<Square>,
    /// The squares that no unit may enter for another reason, such as an engagement (8.8).
    pub(crate) closed: BTreeSet<Square>,
    /// Which units can still leave their squares, once it has been worked out.
    leavers: RefCell<BTreeMap<usize, bool>>,
    /// The distance from every enemy at which a unit is off the front (7.6).
    off_front: i64,
}

/// From where a move goes on.
pub(crate) enum Start {
    /// From a square of the map.
    Square(Square),
    /// From outside, each entry square with the cost of entering it.
    Outside(BTreeMap<Square, i64>),
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
        // The searches ask for it again and again, and neither map nor charts ever change.
        let costs = self.map.costs.get_or_init(|| {
            let steps = self.map.all().flat_map(|from| self.map.neighbours(from).map(move |to| (from, to)));
            steps.map(|(from, to)| ((from, to), self.look_up_step_cost(from, to))).collect()
        });
        costs.get(&(from, to)).copied().unwrap_or_else(|| self.look_up_step_cost(from, to))
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
    /// Looks at the board with the eyes of the side that moves.
    pub(crate) fn new(board: &'b Board<'b>, side: &'static str, enemy: &str) -> Self {
        Self {
            board,
            side,
            zoc: board.zoc(enemy),
            enemies: board.army(enemy).map(|(_, s)| s).collect(),
            friends: board.army(side).map(|(_, s)| s).collect(),
            own: board.zoc(side),
            closed: BTreeSet::new(),
            leavers: RefCell::new(BTreeMap::new()),
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
    pub(crate) fn threats(&self, unit: &Unit) -> Vec<Square> {
        let map = self.board.map;
        let held = |square: Square, alone: bool| {
            if !self.own.contains(&square) {
                return false;
            }
            if !alone {
                return true;
            }
            let by = |s: Square, near: bool| {
                self.board.at(s).any(|u| {
                    u.id != unit.id && self.board.side(u) == self.side && (!near || self.board.projects(u))
                })
            };
            by(square, false) || map.neighbours(square).any(|n| by(n, true))
        };
        let ringed = |square: Square| {
            map.neighbours(square).all(|n| held(n, false)) && map.neighbours(square).all(|n| held(n, true))
        };
        self.enemies.iter().copied().filter(|s| !ringed(*s)).collect()
    }

    /// A square lies far enough from every enemy that counts (7.6, S73).
    pub(crate) fn is_off_front(&self, square: Square, threats: &[Square]) -> bool {
        threats.iter().all(|t| i64::from(t.distance(square)) >= self.off_front)
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
    ) -> BTreeMap<Square, Way> {
        let mut ways = BTreeMap::new();
        let spent = unit.spent();
        for (square, cost) in self.search(start, allowance - spent, leaving, None) {
            ways.insert(square, Way { cost, off_front: false });
        }
        let threats = self.threats(unit);
        let far = match start {
            Start::Square(square) => !unit.is("near") && self.is_off_front(*square, &threats),
            Start::Outside(_) => true,
        };
        if far {
            let doubled = allowance * self.board.charts.number("movement.off_front_factor");
            for (square, cost) in self.search(start, doubled - spent, leaving, Some(&threats)) {
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
        threats: Option<&Vec<Square>>,
    ) -> BTreeMap<Square, i64> {
        let far = |square: Square| threats.is_none_or(|t| self.is_off_front(square, t));
        let [passing, leave, enter] = ["passage", "interdicted_leave", "interdicted_enter"]
            .map(|key| self.board.charts.number(&format!("movement.{key}")));
        let interdiction = |square: Square, price: i64| {
            if self.board.position.interdicted.contains(&square) { price } else { 0 }
        };
        let mut costs: BTreeMap<Square, i64> = BTreeMap::new();
        let mut open: BTreeSet<(i64, Square)> = BTreeSet::new();
        let mut origin = None;
        match start {
            Start::Square(square) => {
                origin = Some(*square);
                open.insert((0, *square));
            }
            Start::Outside(entries) => {
                for (square, cost) in entries {
                    if *cost <= budget && far(*square) {
                        costs.insert(*square, *cost);
                        open.insert((*cost, *square));
                    }
                }
            }
        }
        while let Some((cost, from)) = open.pop_first() {
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
            for to in self.board.map.neighbours(from) {
                let blocked = self.enemies.contains(&to)
                    || self.closed.contains(&to)
                    || !self.board.map.joined(from, to)
                    || at_origin && self.zoc.contains(&from) && self.zoc.contains(&to);
                if blocked || !far(to) || Some(to) == origin {
                    continue;
                }
                let total = out + self.board.step_cost(from, to) + interdiction(to, enter);
                if total <= budget && costs.get(&to).is_none_or(|old| total < *old) {
                    costs.insert(to, total);
                    open.insert((total, to));
                }
            }
        }
        costs
    }
}
