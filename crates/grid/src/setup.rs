//! Setting up: fixed squares, modes that the owner chooses, and guns placed freely behind the line.
//!
//! Big Push 14.0, Verdun 19.0.

use engine::{Forbidden, Question};

use crate::action::Action;
use crate::board::{Mark, Place};
use crate::event::Event;
use crate::pack::StartMode;
use crate::rule::{Common, Rule};
use crate::square::{Square, Squares};
use crate::steps;
use crate::units::{Nation, Side, Unit};
use crate::variant::{BoardOf, ContextOf, Grid, Own, Variant};
use crate::{Answers, Board, Flow};

impl<V: Variant> Grid<V> {
    /// The board of a scenario before anyone has chosen anything.
    pub fn lay_out(&self, scenario: u8, own: <V::Own as Own>::Board) -> BoardOf<V> {
        let pack = &self.pack;
        let printed = &pack.scenarios[usize::from(scenario)];
        let mut board = Board::new(own);
        board.scenario = scenario;
        board.turn = printed.first_turn;
        board.last_turn = printed.last_turn;
        for placed in &printed.set_up {
            let side = pack.side(placed.unit);
            let back = placed.reduced || matches!(placed.mode, StartMode::Entrenched | StartMode::Supply);
            board.update(pack, placed.unit, |state| {
                state.put(Place::Map(placed.at));
                state.face(placed.facing.unwrap_or(pack.map.front(side)));
                state.set(Mark::Back, back);
            });
        }
        for unit in &printed.pool {
            board.update(pack, *unit, |state| state.put(Place::Pool));
        }
        for unit in printed.free.iter().flat_map(|free| &free.units) {
            board.update(pack, *unit, |state| state.put(Place::Hand));
        }
        for unit in pack.all_units() {
            if let (Place::Unused, Some(group)) = (board.unit(unit).place(), printed.call(unit)) {
                board.update(pack, unit, |state| {
                    state.put(Place::Due(group.turn));
                    state.set(Mark::Back, group.reduced);
                });
            }
        }
        self.first_holders(&mut board);
        self.excuse_set_up(&mut board);
        board
    }

    /// Squares that the set-up filled too full may stay so until their owner moves (Big Push 7.3).
    pub fn excuse_set_up(&self, board: &mut BoardOf<V>) {
        for side in Side::BOTH {
            let narrow = self.variant.narrow_squares(self) & *board.occupied(side);
            for square in (*board.crowded(side) | narrow).iter() {
                if self.is_overstacked(board, side, square) {
                    board.excused.insert(square);
                }
            }
        }
    }

    /// Squares belong to the side that stands there, else to the side whose start trench lies before them.
    // Ruling: an empty objective counts as German at the start unless Allied units stand there.
    fn first_holders(&self, board: &mut BoardOf<V>) {
        for square in self.pack.map.all.iter() {
            let owner = board.units_at(square).map(|unit| self.pack.unit(unit).nation).next();
            board.hold(owner.unwrap_or(Nation::German), square);
        }
    }

    /// The next unit of the set-up whose mode its owner chooses, the Germans' first.
    pub(crate) fn next_mode(&self, board: &BoardOf<V>, next: u8) -> Option<(u8, Unit)> {
        let printed = &self.pack.scenarios[usize::from(board.scenario)];
        let ordered = Side::BOTH
            .into_iter()
            .rev()
            .flat_map(|side| printed.set_up.iter().filter(move |placed| self.pack.side(placed.unit) == side));
        ordered
            .enumerate()
            .skip(usize::from(next))
            .find(|(_, placed)| placed.mode == StartMode::Choice)
            .map(|(index, placed)| (index as u8, placed.unit))
    }

    pub(crate) fn run_modes(&self, step: &mut steps::Modes, board: &BoardOf<V>) -> Flow<V::Own> {
        let steps::Modes { next } = step;
        match self.next_mode(board, *next) {
            Some((index, _)) => {
                *next = index;
                Flow::Ask
            }
            None => Flow::Return,
        }
    }

    pub(crate) fn question_modes(&self, next: u8, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let nation =
            self.next_mode(board, next).map_or(Nation::German, |(_, unit)| self.pack.unit(unit).nation);
        self.variant.set_up_question(self, board, nation)
    }

    pub(crate) fn ask_modes(&self, next: u8, board: &BoardOf<V>, answers: &mut Answers<V>) {
        if let Some((_, unit)) = self.next_mode(board, next) {
            answers.extend([Action::Stay(unit), Action::Flip(unit)]);
        }
    }

    pub(crate) fn check_modes(&self, next: u8, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let unit = self.next_mode(board, next).map(|(_, unit)| unit);
        let legal = matches!(action, Action::Stay(other) | Action::Flip(other) if unit == Some(other));
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::<V::Own>::from(Common::HqModes));
        verdict
    }

    pub(crate) fn choose_modes(
        &self,
        step: &mut steps::Modes,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        let steps::Modes { next } = step;
        *next += 1;
        if let Action::Flip(unit) = action {
            board.update(&self.pack, unit, |state| state.set(Mark::Back, true));
            self.excuse_set_up(board);
            context.tell(|| Event::Flipped { unit, back: true });
        }
        Flow::Again
    }

    /// The area behind a side's line: squares outside enemy zones of control that can be reached from the own edge
    /// without entering an enemy's square or zone of control, where friends keep the way open (Big Push 14.2.1).
    // Ruling: "behind the line" for guns that are placed freely.
    pub fn behind_line(&self, board: &BoardOf<V>, side: Side) -> Squares {
        self.those_behind_line(board, side, self.pack.map.all)
    }

    /// Those of some squares that are behind a side's line.
    pub fn those_behind_line(&self, board: &BoardOf<V>, side: Side, squares: Squares) -> Squares {
        let map = &self.pack.map;
        let open = self.open_to_tracing(board, side);
        let wanted = squares & open;
        let mut reached = map.home_squares(side) & open;
        let mut last = reached;
        while !last.is_empty() && !(wanted - reached).is_empty() {
            last = (map.step_from(last) & open) - reached;
            reached = reached | last;
        }
        (wanted & reached) - *board.zoc(side.enemy())
    }

    /// The unit to be placed next in a group, and where it may stand.
    pub(crate) fn next_placement(&self, board: &BoardOf<V>, group: u8) -> Option<(Unit, Squares)> {
        let printed = &self.pack.scenarios[usize::from(board.scenario)];
        let free = printed.free.get(usize::from(group))?;
        let map = &self.pack.map;
        let waiting = |unit: &&Unit| board.unit(**unit).place() == Place::Hand;
        let unit = *free.units.iter().find(waiting)?;
        let left = free.units.iter().filter(waiting).count() as u8;
        let mut squares: Squares = self
            .behind_line(board, free.nation.side())
            .iter()
            .filter(|square| {
                let row = map.position(*square).1 as u8;
                (free.rows.0..=free.rows.1).contains(&row) && self.may_stand(board, unit, *square).is_legal()
            })
            .collect();
        // Enough must be left for the bank that still lacks guns.
        for (bank, least) in free.at_least.iter().enumerate() {
            let there = free
                .units
                .iter()
                .filter(|unit| {
                    let square = board.square(**unit);
                    square.is_some() && usize::from(map.bank[square.index()]) == bank
                })
                .count() as u8;
            if least.saturating_sub(there) >= left {
                let bank_squares: Squares =
                    map.all.iter().filter(|square| usize::from(map.bank[square.index()]) == bank).collect();
                squares = squares & bank_squares;
            }
        }
        Some((unit, squares))
    }

    pub(crate) fn run_set_up(&self, step: &mut steps::SetUp, board: &mut BoardOf<V>) -> Flow<V::Own> {
        let steps::SetUp { group } = step;
        let groups = self.pack.scenarios[usize::from(board.scenario)].free.len() as u8;
        while *group < groups {
            if let Some((_, squares)) = self.next_placement(board, *group)
                && !squares.is_empty()
            {
                return Flow::Ask;
            }
            *group += 1;
        }
        Flow::Return
    }

    pub(crate) fn question_set_up(&self, group: u8, board: &BoardOf<V>) -> Question<Rule<V::Own>> {
        let printed = &self.pack.scenarios[usize::from(board.scenario)];
        let nation = printed.free.get(usize::from(group)).map_or(Nation::German, |free| free.nation);
        self.variant.set_up_question(self, board, nation)
    }

    pub(crate) fn ask_set_up(&self, group: u8, board: &BoardOf<V>, answers: &mut Answers<V>) {
        if let Some((unit, squares)) = self.next_placement(board, group) {
            answers.extend(squares.iter().map(|to| Action::Place { unit, to }));
        }
    }

    pub(crate) fn check_set_up(&self, group: u8, board: &BoardOf<V>, action: Action<V::Own>) -> Forbidden {
        let mut verdict = Forbidden::by(self.question_set_up(group, board).rule);
        if let (Action::Place { unit, to }, Some((next, squares))) =
            (action, self.next_placement(board, group))
        {
            if unit == next && squares.contains(to) {
                return Forbidden::NO;
            }
            if to.is_some() && unit == next {
                verdict.extend(self.may_stand(board, unit, to));
            }
        }
        verdict
    }

    pub(crate) fn choose_set_up(
        &self,
        board: &mut BoardOf<V>,
        action: Action<V::Own>,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        if let Action::Place { unit, to } = action {
            self.place(board, unit, to);
            context.tell(|| Event::Placed { unit, to });
        }
        Flow::Again
    }

    /// Puts a unit on the map before play.
    pub fn place(&self, board: &mut BoardOf<V>, unit: Unit, to: Square) {
        let facing = self.facing_on_arrival(board, unit, to, None);
        board.update(&self.pack, unit, |state| {
            state.put(Place::Map(to));
            state.face(facing);
        });
        board.hold(self.pack.unit(unit).nation, to);
    }
}
