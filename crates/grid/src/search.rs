//! The search behind a unit's reach: from the starts over the squares that may be entered, as far as the points last.
//!
//! It goes half point by half point: the squares that wait at one cost are left in turn. Only costs are kept.

use arrayvec::ArrayVec;

use crate::map::Map;
use crate::square::{Direction, SQUARES, Square, Squares};

/// More half points than any unit may spend.
pub(crate) const LEVELS: usize = 44;

/// Room for a list of squares by each cost; a power of two, like [`ROOM`].
const LISTS: usize = LEVELS.next_power_of_two();

/// Where one search may go.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field<'a> {
    pub(crate) ground: &'a Ground,
    /// Squares that may be entered.
    pub(crate) open: Squares,
    /// Those of them that cost no more than the step.
    pub(crate) plain: Squares,
    /// Squares that would be open but are too near an enemy for off-front movement.
    pub(crate) shunned: Squares,
}

impl Field<'_> {
    /// The field of off-front movement: without the squares near the enemy.
    pub(crate) fn away_from(&self, near: &Squares) -> Self {
        Field {
            open: self.open - *near,
            plain: self.plain - *near,
            shunned: self.open & *near,
            ground: self.ground,
        }
    }
}

/// What does not change while one reach is worked out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ground {
    /// Squares that cost something to leave, or cannot be left, or where the search starts.
    pub(crate) sticky: Squares,
    /// Squares in enemy zones of control.
    pub(crate) zoc: Squares,
    /// Squares with friends in them.
    pub(crate) friends: Squares,
    pub(crate) interdicted: Squares,
    /// Squares in which a unit must stop.
    pub(crate) halts: Squares,
    pub(crate) start: Square,
    /// Whether the first step may lead from one enemy zone of control into another.
    pub(crate) breaks_off: bool,
    /// What leaving the start costs because of friends there.
    pub(crate) start_passage: u8,
    /// The search may end when it comes here.
    pub(crate) goal: Square,
    pub(crate) passage: u8,
    pub(crate) enter: u8,
    pub(crate) leave: u8,
}

impl Ground {
    /// The ground of a unit that goes nowhere.
    pub(crate) const NONE: Ground = Ground {
        sticky: Squares::EMPTY,
        zoc: Squares::EMPTY,
        friends: Squares::EMPTY,
        interdicted: Squares::EMPTY,
        halts: Squares::EMPTY,
        start: Square::NONE,
        breaks_off: false,
        start_passage: 0,
        goal: Square::NONE,
        passage: 0,
        enter: 0,
        leave: 0,
    };

    /// Whether a unit that has come to a square goes no further.
    pub(crate) fn is_end(&self, square: Square) -> bool {
        square != self.start && (self.zoc.contains(square) || self.halts.contains(square))
    }

    /// What leaving a square costs beyond the step.
    pub(crate) fn surcharge(&self, square: Square) -> u8 {
        let passage = match (square == self.start, self.friends.contains(square)) {
            (true, _) => self.start_passage,
            (false, true) => self.passage,
            (false, false) => 0,
        };
        let leave = if self.interdicted.contains(square) { self.leave } else { 0 };
        passage + leave
    }
}

/// One search: the squares reached, and the cheapest cost of each of them.
#[derive(Clone, Debug)]
pub(crate) struct Search {
    pub(crate) costs: [u8; ROOM + 4],
    pub(crate) reached: Squares,
    /// Whether it came upon a square that only the enemy's nearness closes.
    pub(crate) turned_away: bool,
}

/// Room for a row beyond either edge of the map.
const MARGIN: usize = 64;
/// Room for the map and its margins: a power of two, so that the compiler sees that no place is beyond it.
const ROOM: usize = 1024;
const _: () = assert!(MARGIN + SQUARES + MARGIN <= ROOM);

/// Where the cost of a square stands.
#[inline]
fn place_of(square: Square) -> usize {
    (MARGIN + square.index()) % ROOM
}

impl Search {
    /// A search that was not made.
    pub(crate) const NONE: Search =
        Search { costs: [0; ROOM + 4], reached: Squares::EMPTY, turned_away: false };

    pub(crate) fn cost(&self, square: Square) -> Option<u8> {
        self.reached.contains(square).then(|| self.cost_of_reached(square))
    }

    /// The cost of a square that is known to be reached.
    #[inline]
    pub(crate) fn cost_of_reached(&self, square: Square) -> u8 {
        self.costs[place_of(square)]
    }

    /// The costs of the eight squares around one, row by row from the north-west, a byte each.
    fn around(&self, square: Square, columns: usize) -> u64 {
        // Four bytes are read at once, of which three count.
        let row = |first: usize| {
            let (costs, first) = (&self.costs, first % ROOM);
            let four = [costs[first], costs[first + 1], costs[first + 2], costs[first + 3]];
            u64::from(u32::from_le_bytes(four))
        };
        let west = MARGIN + square.index() - 1;
        let (north, beside, south) = (row(west - columns), row(west), row(west + columns));
        (north & 0xff_ffff) | (beside & 0xff) << 24 | (beside & 0xff_0000) << 16 | south << 40
    }
}

/// The directions in the order of the rows around a square.
const ROWS: [Direction; 8] = [
    Direction(7),
    Direction(0),
    Direction(1),
    Direction(6),
    Direction(2),
    Direction(5),
    Direction(4),
    Direction(3),
];
/// The lowest bit of every byte.
const ONES: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte.
const HIGH: u64 = ONES << 7;
/// A step in a ring that no unit can take: more than all others come to, and still below the highest bit.
const BARRED: u8 = 64;

/// Eight step costs row by row, a byte each.
pub(crate) fn ring(steps: &[u8; 8]) -> u64 {
    u64::from_le_bytes(ROWS.map(|direction| steps[direction.index()].min(BARRED)))
}

/// What leads from the number of a square to those around it, row by row, on a map of so many columns.
pub(crate) fn beside(columns: u8) -> [u16; 8] {
    ROWS.map(|direction| {
        let (right, down) = direction.delta();
        (down * i16::from(columns) + right) as u16
    })
}

/// The squares that wait to be left, listed by the cost at which a step enters them. A square that is found again at
/// a lower cost is listed again.
struct Waiting {
    /// The costs at which squares wait, a bit each.
    costs: u64,
    first: [u16; LISTS],
    listed: ArrayVec<(Square, u16), { SQUARES * 8 }>,
}

impl Waiting {
    const END: u16 = u16::MAX;

    fn new() -> Waiting {
        Waiting { costs: 0, first: [Waiting::END; LISTS], listed: ArrayVec::new() }
    }

    fn push(&mut self, square: Square, cost: u8) {
        self.costs |= 1 << (usize::from(cost) % LISTS);
        let first = &mut self.first[usize::from(cost) % LISTS];
        let next = std::mem::replace(first, self.listed.len() as u16);
        // There is room for every step of the map.
        let _ = self.listed.try_push((square, next));
    }

    /// Takes the cheapest list away: its cost, and where its first square stands.
    fn take(&mut self) -> Option<(u8, u16)> {
        let cost = self.costs.trailing_zeros() as u8;
        self.costs &= self.costs.checked_sub(1)?;
        let first = &mut self.first[usize::from(cost) % LISTS];
        Some((cost, std::mem::replace(first, Waiting::END)))
    }
}

/// Goes from the starts as far as the points last. A unit stops in an enemy zone of control and does not go from one
/// to another; leaving friends or interdicted squares, and entering interdicted ones, costs more.
pub(crate) fn explore(map: &Map, field: &Field, starts: &[(Square, u8)], limit: u8, search: &mut Search) {
    let limit = limit.min(LEVELS as u8 - 1);
    // What costs more than the limit is not better than what stands here already.
    search.costs.fill(limit + 1);
    go_on(map, field, starts, limit, search, &mut Waiting::new());
}

/// The same after a search with more points that shunned some squares. What that one found stays true; there is more to
/// find only by way of the squares it shunned. Of those it found too far away the cost is that of an unknown square.
pub(crate) fn widen(
    map: &Map,
    field: &Field,
    starts: &[(Square, u8)],
    limit: u8,
    (narrow, shunned): (&Search, Squares),
    search: &mut Search,
) {
    let limit = limit.min(LEVELS as u8 - 1);
    for (cost, known) in search.costs.iter_mut().zip(&narrow.costs) {
        // No cost is that of a closed square, and becomes the highest of all.
        *cost = known.wrapping_sub(1).min(limit) + 1;
    }
    search.reached = narrow.reached;
    let mut waiting = Waiting::new();
    for square in (narrow.reached & map.next_to(shunned)).iter() {
        let cost = search.costs[place_of(square)];
        if cost <= limit && cost + map.cheapest[square.index()] <= limit {
            waiting.push(square, cost);
        }
    }
    go_on(map, field, starts, limit, search, &mut waiting);
}

/// Goes on from the starts and from what waits already.
fn go_on(
    map: &Map,
    field: &Field,
    starts: &[(Square, u8)],
    limit: u8,
    search: &mut Search,
    waiting: &mut Waiting,
) {
    let ground = field.ground;
    search.turned_away = false;
    for (square, cost) in starts {
        let known = &mut search.costs[place_of(*square)];
        if *cost < *known && (*square == ground.start || field.open.contains(*square)) {
            *known = *cost;
            search.reached.insert(*square);
            waiting.push(*square, *cost);
        }
    }
    let has_goal = ground.goal.is_some();
    // A step that costs nothing would begin the list anew.
    while let Some((cost, mut at)) = waiting.take() {
        // What costs more than the goal may still turn out to be cheaper, but not the goal.
        if has_goal && search.cost(ground.goal).is_some_and(|known| known < cost) {
            break;
        }
        while let Some((square, next)) = waiting.listed.get(usize::from(at)).copied() {
            at = next;
            if search.costs[place_of(square)] != cost {
                continue;
            }
            let mut base = cost;
            if ground.sticky.contains(square) {
                base += ground.surcharge(square);
                if ground.is_end(square) || base + map.cheapest[square.index()] > limit {
                    continue;
                }
            }
            leave(map, field, square, base, limit, search, waiting);
        }
    }
}

/// Notes every square that a step from one enters, where that is cheaper than what was known. All eight neighbours are
/// compared at once, a byte each: most are no cheaper, and to ask them one by one is what a search would spend most of
/// its time on.
fn leave(
    map: &Map,
    field: &Field,
    from: Square,
    base: u8,
    limit: u8,
    search: &mut Search,
    waiting: &mut Waiting,
) {
    let ground = field.ground;
    let columns = usize::from(map.columns);
    let pinned = from == ground.start && ground.zoc.contains(from) && !ground.breaks_off;
    let totals = map.rings[from.index()] + u64::from(base) * ONES;
    // With all bytes below the highest bit, a byte of the difference keeps that bit unless the total is less.
    let mut cheaper = !((totals | HIGH) - search.around(from, columns)) & HIGH;
    while cheaper != 0 {
        let place = cheaper.trailing_zeros() as usize / 8 % 8;
        cheaper &= cheaper - 1;
        let to = Square(from.0.wrapping_add(map.beside[place]));
        let mut total = (totals >> (8 * place)) as u8;
        let known = &mut search.costs[place_of(to)];
        if pinned && ground.zoc.contains(to) {
            continue;
        }
        if !field.plain.contains(to) {
            if !field.open.contains(to) {
                // Nothing is cheaper than nothing, so it is not looked at again.
                *known = 0;
                search.turned_away |= field.shunned.contains(to);
                continue;
            }
            total += ground.enter;
            if total >= *known {
                continue;
            }
        }
        *known = total;
        search.reached.insert(to);
        if total + map.cheapest[to.index()] <= limit {
            waiting.push(to, total);
        }
    }
}

/// The step by which a search came to a square that it reached: of those that explain its cost the first, clockwise from
/// north. None if the unit starts or enters there.
pub(crate) fn step_to(map: &Map, ground: &Ground, search: &Search, to: Square) -> Option<Direction> {
    if to == ground.start {
        return None;
    }
    let enter = if ground.interdicted.contains(to) { ground.enter } else { 0 };
    let cost = search.cost_of_reached(to).checked_sub(enter)?;
    let totals = map.arrivals[to.index()] + search.around(to, usize::from(map.columns));
    // Only a step that costs no more than this explains it; most cost more.
    let mut likely = (((u64::from(cost) * ONES) | HIGH) - totals) & HIGH;
    let mut first: Option<Direction> = None;
    while likely != 0 {
        let place = likely.trailing_zeros() as usize / 8 % 8;
        likely &= likely - 1;
        let from = Square(to.0.wrapping_add(map.beside[place]));
        let direction = ROWS[place].opposite();
        if first.is_some_and(|first| first < direction) || !search.reached.contains(from) {
            continue;
        }
        let mut total = (totals >> (8 * place)) as u8;
        if ground.sticky.contains(from) {
            let free = from == ground.start && ground.breaks_off;
            if ground.is_end(from) || (!free && ground.zoc.contains(from) && ground.zoc.contains(to)) {
                continue;
            }
            total += ground.surcharge(from);
        }
        if total == cost {
            first = Some(direction);
        }
    }
    first
}
