//! Every square a unit can reach, with its cost and the way.
//!
//! Big Push 7.2 to 7.6, Verdun 12.0. The search keeps costs; a way is read back from them when somebody asks.

use arrayvec::ArrayVec;

use crate::board::Mark;
use crate::map::Map;
use crate::search::{Field, Ground, LEVELS, Search, explore, step_to, widen};
use crate::square::{Direction, Square, Squares};
use crate::units::{Side, Unit};
use crate::variant::{BoardOf, Grid, Variant};

/// A way over the map; every step costs at least half a point.
pub type Path = ArrayVec<Square, { LEVELS + 1 }>;

/// Every square a unit can reach, with the cost and the way.
#[derive(Clone, Debug)]
pub struct Reach {
    terms: Terms,
    plain: Search,
    off_front: Search,
    reached: Squares,
}

/// What a reach from a square of the map follows from.
#[derive(Clone, Debug, PartialEq)]
struct Terms {
    ground: Ground,
    /// Squares that may be entered.
    open: Squares,
    /// Squares too near an enemy for off-front movement.
    near: Squares,
    /// Half points for off-front movement.
    double: u8,
    /// Half points for any other.
    single: u8,
}

/// The reach of the unit in hand, or its way, kept from the question to the answer or from the check to the move.
#[derive(Debug, Default)]
pub struct Notes {
    unit: Option<Unit>,
    /// Kept when the unit is forgotten, so that there is room for the next.
    reach: Option<Box<Reach>>,
    near: Nearness,
}

impl Notes {
    pub(crate) fn forget(&mut self) {
        self.unit = None;
    }

    /// The reach of a unit, if it was kept.
    pub(crate) fn of(&self, unit: Unit) -> Option<&Reach> {
        if self.unit == Some(unit) { self.reach.as_deref() } else { None }
    }
}

/// The squares near some enemies: worked out anew only when these are no longer the same.
#[derive(Clone, Copy, Debug, Default)]
struct Nearness {
    enemies: Squares,
    near: Squares,
}

impl Reach {
    const NOWHERE: Reach = Reach {
        terms: Terms {
            ground: Ground::NONE,
            open: Squares::EMPTY,
            near: Squares::EMPTY,
            double: 0,
            single: 0,
        },
        plain: Search::NONE,
        off_front: Search::NONE,
        reached: Squares::EMPTY,
    };

    /// Forgets what was found, though not the costs of a search that nobody reads.
    fn clear(&mut self) {
        self.terms.ground.start = Square::NONE;
        self.reached = Squares::EMPTY;
        self.plain.reached = Squares::EMPTY;
        self.off_front.reached = Squares::EMPTY;
    }

    /// Searches from the starts: first off the front, with more points, then with fewer near the enemy as well.
    fn search(&mut self, map: &Map, terms: Terms, starts: &[(Square, u8)]) {
        self.clear();
        self.terms = terms;
        let Terms { ground, open, near, double, single } = &self.terms;
        let field = Field { ground, open: *open, plain: *open - ground.interdicted, shunned: Squares::EMPTY };
        let is_far = |(square, _): &(Square, u8)| !near.contains(*square);
        let (mut done, mut shunned) = (false, None);
        if *double > 0 && starts.iter().any(is_far) {
            let (search, far) = (&mut self.off_front, field.away_from(near));
            explore(map, &far, starts, *double, search);
            shunned = Some(far.shunned);
            // Without a square near the enemy within reach, the second search would find nothing new; nor is there
            // anything to look for beyond the goal.
            done = search.reached.contains(ground.goal) || (!search.turned_away && starts.iter().all(is_far));
        }
        if !done && *single > 0 {
            match shunned {
                Some(shunned) => {
                    widen(map, &field, starts, *single, (&self.off_front, shunned), &mut self.plain);
                }
                None => explore(map, &field, starts, *single, &mut self.plain),
            }
        }
    }

    /// The search that says how a square is reached.
    fn of(&self, square: Square) -> Option<&Search> {
        if self.off_front.reached.contains(square) {
            return Some(&self.off_front);
        }
        self.plain.reached.contains(square).then_some(&self.plain)
    }

    /// What it costs to get there, in half points.
    pub fn cost(&self, square: Square) -> Option<u8> {
        let search = self.of(square)?;
        self.reached.contains(square).then(|| search.cost_of_reached(square))
    }

    /// The squares.
    pub fn squares(&self) -> &Squares {
        &self.reached
    }

    /// Whether the whole way keeps away from the enemy.
    pub fn is_off_front(&self, square: Square) -> bool {
        self.off_front.reached.contains(square)
    }

    /// The way to a square, from where the unit starts or enters.
    pub fn path(&self, map: &Map, to: Square) -> Path {
        let search = self.of(to);
        let mut path = Path::new();
        path.push(to);
        let mut at = to;
        while let Some(direction) = search.and_then(|search| step_to(map, &self.terms.ground, search, at)) {
            at = map.neighbour(at, direction.opposite());
            if path.try_push(at).is_err() {
                break;
            }
        }
        path.reverse();
        path
    }

    /// The direction of the last step to a square; none if the unit starts or enters there.
    pub fn last_step(&self, map: &Map, to: Square) -> Option<Direction> {
        step_to(map, &self.terms.ground, self.of(to)?, to)
    }
}

impl<V: Variant> Grid<V> {
    /// The squares from which a unit of a side is too near an enemy for off-front movement. Enemies all around whom
    /// friends stand or control the squares do not count (Big Push 7.6, Verdun 12.9).
    fn nearness<'a>(
        &self,
        board: &BoardOf<V>,
        side: Side,
        moving: Unit,
        known: &'a mut Nearness,
    ) -> &'a Squares {
        let map = &self.pack.map;
        let enemies = *board.occupied(side.enemy()) - self.surrounded(board, side, moving);
        if known.enemies != enemies {
            let mut near = enemies;
            for _ in 1..self.pack.charts.movement.off_front_distance {
                near = map.spread(near);
            }
            *known = Nearness { enemies, near };
        }
        &known.near
    }

    /// The squares beside a unit that it does not enter off the front.
    pub(crate) fn near_enemies_beside(&self, board: &BoardOf<V>, unit: Unit) -> Squares {
        let (map, side, square) = (&self.pack.map, self.pack.side(unit), board.square(unit));
        let distance = self.pack.charts.movement.off_front_distance;
        let mut near = *board.occupied(side.enemy()) & map.disc(square, distance);
        if near.is_empty() {
            return near;
        }
        near = near - self.surrounded(board, side, unit);
        for _ in 1..distance {
            near = map.spread(near);
        }
        near & map.disc(square, 1)
    }

    /// The enemies all around whom a side's units stand or control the squares.
    // Ruling: the moving unit and its own zone of control do not help to surround.
    pub(crate) fn surrounded(&self, board: &BoardOf<V>, side: Side, moving: Unit) -> Squares {
        let ringed = *board.ringed(side);
        let own = board.square(moving);
        if ringed.is_empty() || !own.is_some() {
            return ringed;
        }
        // Those further away are surrounded without the moving unit.
        let near = ringed & self.pack.map.disc(own, 2);
        if near.is_empty() {
            return ringed;
        }
        let helped = near.iter().filter(|square| !self.is_surrounded(board, side, moving, *square));
        ringed - helped.collect()
    }

    fn is_surrounded(&self, board: &BoardOf<V>, side: Side, moving: Unit, square: Square) -> bool {
        let map = &self.pack.map;
        let own = board.square(moving);
        map.around(square).all(|(_, next)| {
            let standing = || board.troops_at(&self.pack, side, next).any(|unit| unit != moving);
            let controlled = || {
                let beside = own.is_some() && map.distance(own, next) == 1;
                let state = board.unit(moving);
                let projects = if self.pack.first_edition() {
                    state.good_order()
                } else {
                    board.projects(&self.pack, moving, state)
                };
                let itself = u8::from(beside && projects);
                board.control_count(&self.pack, side, next) > itself
            };
            (board.occupied(side).contains(next) && standing())
                || (board.zoc(side).contains(next) && controlled())
        })
    }

    /// Every square a unit can reach in this phase, wherever it starts: on the map or off it.
    pub fn reach(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        self.way_to(board, unit, Square::NONE)
    }

    /// The same, to be kept from the question to the answer.
    pub(crate) fn reach_and_note<'a>(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        notes: &'a mut Notes,
    ) -> &'a Reach {
        self.way_and_note(board, unit, Square::NONE, notes)
    }

    /// As much of it as shows whether and how a unit comes to a square, to be kept until it goes there.
    pub(crate) fn way_and_note<'a>(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        to: Square,
        notes: &'a mut Notes,
    ) -> &'a Reach {
        notes.unit = Some(unit);
        let reach = notes.reach.get_or_insert_with(|| Box::new(Reach::NOWHERE));
        self.explore_for(board, unit, to, reach, &mut notes.near);
        if self.breaks_off(board, unit) {
            reach.reached = self.ways_to_withdraw(board, unit, reach.reached);
        }
        reach
    }

    /// As much of a unit's reach as shows whether and how it comes to a square. An engaged defender goes only where the
    /// rest of its stack can get away as well (Verdun 16.5.1).
    pub fn way_to(&self, board: &BoardOf<V>, unit: Unit, to: Square) -> Reach {
        let mut reach = Reach::NOWHERE;
        self.explore_for(board, unit, to, &mut reach, &mut Nearness::default());
        if self.breaks_off(board, unit) {
            reach.reached = self.ways_to_withdraw(board, unit, reach.reached);
        }
        reach
    }

    /// Every square a unit can reach in this phase, whatever becomes of those engaged with it.
    pub(crate) fn reach_alone(&self, board: &BoardOf<V>, unit: Unit) -> Reach {
        let mut reach = Reach::NOWHERE;
        self.explore_for(board, unit, Square::NONE, &mut reach, &mut Nearness::default());
        reach
    }

    /// Works a unit's reach out, or as much of it as leads to the goal.
    fn explore_for(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        goal: Square,
        reach: &mut Reach,
        nearness: &mut Nearness,
    ) {
        let start = board.square(unit);
        let allowance = self.variant.allowance(self, board, unit);
        if allowance == 0 || self.has_stopped(board, unit) {
            reach.clear();
            return;
        }
        let terms = self.terms(board, unit, allowance, goal, nearness);
        if start.is_some() {
            // A comrade who stands beside the unit before has the same reach.
            if terms != reach.terms {
                reach.search(&self.pack.map, terms, &[(start, 0)]);
            }
        } else {
            let (entries, cost) = self.entries(board, unit);
            let starts =
                entries.iter().take(80).map(|square| (square, self.entry_price(board, cost, square)));
            reach.search(&self.pack.map, terms, &starts.collect::<ArrayVec<_, 80>>());
        }
        reach.reached = reach.off_front.reached | reach.plain.reached;
        if start.is_some() {
            reach.reached.remove(start);
        }
    }

    fn terms(
        &self,
        board: &BoardOf<V>,
        unit: Unit,
        allowance: u8,
        goal: Square,
        nearness: &mut Nearness,
    ) -> Terms {
        let (side, state) = (self.pack.side(unit), board.unit(unit));
        let open = self.pack.map.all
            - (*board.occupied(side.enemy()) - self.variant.passable_enemies(self, board, side))
            - self.variant.closed_to(self, board, unit);
        let factor = if state.has(Mark::Near) { 0 } else { self.pack.charts.movement.off_front_factor };
        let double = (allowance * factor).saturating_sub(state.spent());
        let near = if double > 0 { *self.nearness(board, side, unit, nearness) } else { Squares::EMPTY };
        let single = allowance.saturating_sub(state.spent());
        Terms { ground: self.ground(board, unit, goal), open, near, double, single }
    }

    fn ground(&self, board: &BoardOf<V>, unit: Unit, goal: Square) -> Ground {
        let (side, start) = (self.pack.side(unit), board.square(unit));
        let costs = &self.pack.charts.movement;
        let (interdicted, zoc) = (board.interdicted(), *board.zoc(side.enemy()));
        let (friends, halts) = (*board.occupied(side), self.variant.halts(self, board, unit));
        let mut sticky = friends | interdicted | zoc | halts;
        sticky.insert(start);
        Ground {
            sticky,
            zoc,
            friends,
            interdicted,
            halts,
            start,
            breaks_off: self.breaks_off(board, unit),
            start_passage: self.passage(board, unit),
            goal,
            passage: costs.passage,
            enter: costs.interdicted_enter,
            leave: costs.interdicted_leave,
        }
    }
}
