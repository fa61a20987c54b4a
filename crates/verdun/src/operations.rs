//! Operations: each side may buy options for points that the enemy gets at the end (20.4).

use engine::{Forbidden, Question, Seat, seat::Seats};
use grid::{Nation, Place, Side, Squares, Unit};

use crate::board::{Action as Own, Event as Told, Operation};
use crate::rule::Own as Rules;
use crate::verdun::{SOLITAIRE_OPERATIONS, seat_of_side, side_of_seat};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

/// Not yet asked.
const UNKNOWN: u8 = 0;
/// Wants none.
const NO: u8 = 1;
/// Wants some.
const YES: u8 = 2;
/// Has finished choosing.
const DONE: u8 = 3;

impl Verdun {
    /// The table of a side.
    pub fn operations(&self, side: Side) -> &[crate::data::Operation] {
        match side {
            Side::German => &self.data.charts.operations.german,
            Side::Allied => &self.data.charts.operations.french,
        }
    }

    /// Both write yes or no, then choose in secret; or dice decide in solitaire play (20.4, 20.4.4).
    pub(crate) fn run_operations(&self, board: &mut Table, context: &mut Context) -> Flow {
        if !self.scenario(board).raw.operations {
            return Flow::Return;
        }
        if board.options & SOLITAIRE_OPERATIONS != 0 {
            self.roll_operations(board, context);
            return Flow::Return;
        }
        let wants = board.own.wants_operations;
        if wants.contains(&UNKNOWN) {
            return Flow::Ask;
        }
        if wants.contains(&YES) {
            return Flow::Ask;
        }
        let chosen = board.own.operations;
        context.tell(|| Event::Own(Told::OperationsShown { chosen }));
        Flow::Return
    }

    fn choosing(&self, board: &Table) -> Seats {
        let wants = board.own.wants_operations;
        let first = wants.contains(&UNKNOWN);
        let mut seats = Seats::NONE;
        for side in Side::BOTH {
            let state = wants[side.index()];
            if (first && state == UNKNOWN) || (!first && state == YES) {
                seats = seats.with(seat_of_side(side));
            }
        }
        seats
    }

    pub(crate) fn question_operations(&self, board: &Table) -> Question<Rule> {
        Question { seats: self.choosing(board), rule: Rule::Own(Rules::Operations) }
    }

    pub(crate) fn ask_operations(&self, board: &Table, seat: Seat, answers: &mut Vec<Action>) {
        let side = side_of_seat(seat);
        match board.own.wants_operations[side.index()] {
            UNKNOWN => answers.extend([Action::Own(Own::Yes), Action::Pass]),
            YES => {
                let chosen = board.own.operations[side.index()];
                // In the order of the table, so that a choice is written in one way only.
                let first = 8 - chosen.leading_zeros() as u8;
                answers.extend((first..6).map(|index| Action::Own(Own::Operation(index))));
                if chosen != 0 {
                    answers.push(Action::Done);
                }
            }
            _ => {}
        }
    }

    pub(crate) fn check_operations(&self, board: &Table, seat: Seat, action: Action) -> Forbidden {
        let mut answers = Vec::new();
        self.ask_operations(board, seat, &mut answers);
        let rule = match side_of_seat(seat) {
            Side::German => Rules::GermanOperations,
            Side::Allied => Rules::FrenchOperations,
        };
        self.check_offered(&answers, action, Rule::Own(rule))
    }

    pub(crate) fn choose_operation(
        &self,
        board: &mut Table,
        seat: Seat,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let side = side_of_seat(seat);
        let state = &mut board.own.wants_operations[side.index()];
        match action {
            Action::Own(Own::Yes) => {
                *state = YES;
                context.tell(|| Event::Own(Told::OperationsWanted { side, wants: true }));
            }
            Action::Pass => {
                *state = NO;
                context.tell(|| Event::Own(Told::OperationsWanted { side, wants: false }));
            }
            Action::Own(Own::Operation(operation)) => {
                board.own.operations[side.index()] |= 1 << operation;
                context.tell(|| Event::Own(Told::OperationChosen { side, operation }));
                if operation == 5 {
                    board.own.wants_operations[side.index()] = DONE;
                }
            }
            _ => *state = DONE,
        }
        Flow::Again
    }

    /// Three different options for each side, paired by number: the higher die keeps its option, a tie keeps both
    /// (20.4.4).
    fn roll_operations(&self, board: &mut Table, context: &mut Context) {
        let mut picks = [[0u8; 3]; 2];
        for row in &mut picks {
            let mut taken = 0u8;
            for pick in row.iter_mut() {
                *pick = loop {
                    let die = context.d6() - 1;
                    if taken >> die & 1 == 0 {
                        taken |= 1 << die;
                        break die;
                    }
                };
            }
            row.sort_unstable();
        }
        let [first, second] = picks;
        for (french_pick, german_pick) in first.into_iter().zip(second) {
            let (french, german) = (context.d6(), context.d6());
            if french >= german {
                board.own.operations[0] |= 1 << french_pick;
            }
            if german >= french {
                board.own.operations[1] |= 1 << german_pick;
            }
        }
        let chosen = board.own.operations;
        context.tell(|| Event::Own(Told::Applied { rule: Rules::OperationsSolitaire }));
        context.tell(|| Event::Own(Told::OperationsShown { chosen }));
    }

    /// The points that a side's operations concede to its enemy at the end (20.4.1).
    pub fn conceded(&self, board: &Table, side: Side) -> i16 {
        let chosen = board.own.operations[side.index()];
        self.operations(side)
            .iter()
            .enumerate()
            .filter(|(bit, _)| chosen >> bit & 1 == 1)
            .map(|(_, o)| o.vp)
            .sum()
    }

    // ----------------------------------------------------------------------------------- Stronger Command

    /// Two more French HQs in the first set-up (20.4.3).
    // Ruling: they are those of the schedule that come last, and stand anywhere in the French rear.
    fn next_extra_hq(&self, grid: &Game, board: &Table) -> Option<(Unit, Squares)> {
        if !board.own.has(Operation::StrongerCommand) {
            return None;
        }
        let unused = |place: Place| {
            grid.pack.all_units().filter(move |unit| {
                grid.pack.unit(*unit).nation == Nation::French
                    && grid.pack.unit(*unit).kind == grid::units::Kind::Hq
                    && board.unit(*unit).place() == place
            })
        };
        let spare: Vec<Unit> = unused(Place::Unused).collect();
        let on_map = grid
            .pack
            .all_units()
            .filter(|unit| {
                grid.pack.unit(*unit).nation == Nation::French
                    && grid.pack.unit(*unit).kind == grid::units::Kind::Hq
                    && board.square(*unit).is_some()
            })
            .count();
        let extra = usize::from(self.data.charts.operations.extra_hqs);
        let printed = grid.pack.scenarios[usize::from(board.scenario)]
            .set_up
            .iter()
            .filter(|placed| {
                let counter = grid.pack.unit(placed.unit);
                counter.nation == Nation::French && counter.kind == grid::units::Kind::Hq
            })
            .count();
        if on_map >= printed + extra {
            return None;
        }
        let hq = *spare.first()?;
        let squares = grid
            .behind_line(board, Side::Allied)
            .iter()
            .filter(|square| {
                grid.may_stand(board, hq, *square).is_legal() && !self.data.forts.contains(*square)
            })
            .collect();
        Some((hq, squares))
    }

    pub(crate) fn run_extra_hqs(&self, grid: &Game, board: &Table) -> Flow {
        match self.next_extra_hq(grid, board) {
            Some((_, squares)) if !squares.is_empty() => Flow::Ask,
            _ => Flow::Return,
        }
    }

    pub(crate) fn ask_extra_hqs(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        if let Some((unit, squares)) = self.next_extra_hq(grid, board) {
            answers.extend(squares.iter().map(|to| Action::Place { unit, to }));
        }
    }
}
