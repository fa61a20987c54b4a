//! Command and supply: paths from HQs that enemies and their zones of control cut, and friends keep open.
//!
//! Big Push 8.2 to 8.5, 11.1, 11.2; Verdun 13.1, 13.2.

use crate::board::Mark;
use crate::square::{Square, Squares};
use crate::units::{Kind, Nation, Side, Unit};
use crate::variant::{BoardOf, Grid, Small, Variant};

impl<V: Variant> Grid<V> {
    /// Squares through which a side may trace command and supply: free of enemies, and free of their zones of control
    /// unless a friend stands there (Big Push 7.5, 8.2).
    pub fn open_to_tracing(&self, board: &BoardOf<V>, side: Side) -> Squares {
        let enemy = side.enemy();
        (self.pack.map.all - *board.occupied(enemy)) - (*board.zoc(enemy) - *board.occupied(side))
    }

    /// The HQs of a nation on the map in a mode.
    pub fn hqs<'a>(
        &'a self,
        board: &'a BoardOf<V>,
        nation: Nation,
        supply: Mode,
    ) -> impl Iterator<Item = Unit> + 'a {
        self.pack.units_of(nation, Kind::Hq).iter().filter(move |unit| {
            board.square(*unit).is_some() && board.unit(*unit).has(Mark::Back) == (supply == Mode::Supply)
        })
    }

    /// The squares from which a nation's units have command support for an assault on a neighbour. The path excludes
    /// the HQ and includes the assaulted square, so one step less is left for the way to the jump-off square
    /// (Big Push 8.2).
    pub fn in_command(&self, board: &BoardOf<V>, nation: Nation, small: Small) -> Squares {
        let [without, with] = self.in_command_both(board, nation);
        if small == Small::Some { with } else { without }
    }

    /// The same without and with small units, which may shorten the range. HQs that are alike in both are traced
    /// together, and both ranges are read from one trace.
    pub(crate) fn in_command_both(&self, board: &BoardOf<V>, nation: Nation) -> [Squares; 2] {
        let open = self.open_to_tracing(board, nation.side());
        let mut commanded = [Squares::EMPTY; 2];
        let mut traces = arrayvec::ArrayVec::<([u8; 2], Squares), 4>::new();
        let mut engaged = Squares::EMPTY;
        for hq in self.hqs(board, nation, Mode::Command) {
            let square = board.square(hq);
            if board.unit(hq).has(Mark::Engaged) {
                engaged.insert(square);
                continue;
            }
            let ranges = [Small::None, Small::Some]
                .map(|small| self.variant.command_range(self, board, hq, small).saturating_sub(1));
            match traces.iter_mut().find(|(known, _)| *known == ranges) {
                Some((_, sources)) => sources.insert(square),
                None => {
                    let _ = traces.try_push((ranges, Squares::one(square)));
                }
            }
        }
        for (ranges, sources) in traces {
            let flood = self.pack.map.flood(sources, open, ranges[0].max(ranges[1]));
            for (squares, steps) in commanded.iter_mut().zip(ranges) {
                *squares = *squares | *flood.within(steps);
            }
        }
        commanded.map(|squares| squares | engaged)
    }

    /// The number of squares from a jump-off square's assault back to the nearest HQ in Command Mode and good order,
    /// the assaulted square left out and the HQ's counted; an engaged HQ commands the square it is in and no other
    /// (Big Push 11.7.1, 8.3).
    pub fn command_distance(&self, board: &BoardOf<V>, nation: Nation, from: Square) -> Option<u8> {
        let limit = self.pack.charts.ranges.command;
        let open = self.open_to_tracing(board, nation.side());
        let (mut sources, mut engaged) = (Squares::EMPTY, Squares::EMPTY);
        for hq in self.hqs(board, nation, Mode::Command).filter(|hq| board.unit(*hq).good_order()) {
            let set = if board.unit(hq).has(Mark::Engaged) { &mut engaged } else { &mut sources };
            set.insert(board.square(hq));
        }
        if engaged.contains(from) && !self.pack.first_edition() {
            return Some(1);
        }
        self.pack.map.steps_to(sources, open, limit.saturating_sub(1), from).map(|steps| steps + 1)
    }

    /// How far an HQ in Supply Mode supplies: by the weather, three squares if disrupted, only its own if engaged
    /// (Big Push 11.1, 11.2).
    pub fn supply_range(&self, board: &BoardOf<V>, hq: Unit) -> u8 {
        let state = board.unit(hq);
        if state.has(Mark::Engaged) {
            0
        } else if state.good_order() {
            self.pack.charts.weather.effect(board.weather).supply_range
        } else {
            self.pack.charts.ranges.supply_disrupted
        }
    }

    /// Whether an HQ supplies an attack from a square.
    pub fn supplies(&self, board: &BoardOf<V>, hq: Unit, from: Square) -> bool {
        let range = self.supply_range(board, hq);
        let steps = if range == 0 { 0 } else { self.variant.supply_steps(range) };
        self.pack.map.distance(board.square(hq), from) <= steps && self.supplied_by(board, hq).contains(from)
    }

    /// Whether a path of so many steps, open to tracing, leads from an HQ to a square.
    pub fn is_within(&self, board: &BoardOf<V>, hq: Unit, from: Square, steps: u8) -> bool {
        let square = board.square(hq);
        let open = self.open_to_tracing(board, self.pack.unit(hq).nation.side());
        self.pack.map.distance(square, from) <= steps
            && self.pack.map.steps_to(Squares::one(square), open, steps, from).is_some()
    }

    /// The squares from which an HQ supplies attacks (Big Push 11.1).
    pub fn supplied_by(&self, board: &BoardOf<V>, hq: Unit) -> Squares {
        let source = Squares::one(board.square(hq));
        let range = self.supply_range(board, hq);
        if range == 0 {
            return source;
        }
        let steps = self.variant.supply_steps(range);
        let open = self.open_to_tracing(board, self.pack.unit(hq).nation.side());
        *self.pack.map.flood(source, open, steps).within(steps)
    }

    /// Whether an HQ supplies attacks from all of some squares.
    pub fn supplies_all(&self, board: &BoardOf<V>, hq: Unit, from: &Squares) -> bool {
        from.iter().all(|square| self.supplies(board, hq, square))
    }

    /// Whether any HQ of a nation supplies a square.
    pub fn has_supply_in_range(&self, board: &BoardOf<V>, nation: Nation, square: Square) -> bool {
        self.hqs(board, nation, Mode::Supply).any(|hq| self.supplies(board, hq, square))
    }
}

/// The modes of an HQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// Flag side up.
    Command,
    /// Supply side up.
    Supply,
}
