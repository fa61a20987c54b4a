//! Mines under the French line (19.1.5k, 20.4.2).

use engine::{Forbidden, Question};
use grid::losses::{Cause, Losses, Scope};
use grid::steps;
use grid::{Mark, Nation, Side, Square, Squares};

use crate::board::{Event as Told, Operation};
use crate::rule::Own as Rules;
use crate::verdun::seat_of;
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

const WEST: u8 = 1;

impl Verdun {
    /// How many mines may be laid this turn.
    fn mines_now(&self, board: &Table) -> u8 {
        let Some(mines) = self.scenario(board).raw.mines else { return 0 };
        if board.turn == mines.turn {
            mines.count
        } else if board.turn > mines.turn && board.own.has(Operation::PlantMines) {
            self.data.charts.operations.mines
        } else {
            0
        }
    }

    /// The squares that can be mined: French infantry on the west-bank start line; later any French square next to
    /// Germans; never one with engaged units (19.1.5k, 20.4.2).
    pub(crate) fn mine_targets(&self, grid: &Game, board: &Table) -> Squares {
        let map = &grid.pack.map;
        let first = self.scenario(board).raw.mines.is_some_and(|mines| mines.turn == board.turn);
        board
            .occupied(Side::Allied)
            .iter()
            .filter(|square| {
                let place = if first {
                    map.trench[Side::Allied.index()].contains(*square)
                        && map.bank[square.index()] == WEST
                        && board
                            .troops_at(&grid.pack, Side::Allied, *square)
                            .any(|unit| grid.pack.unit(unit).kind.is_foot())
                } else {
                    map.disc(*square, 1).meets(board.occupied(Side::German))
                };
                place
                    && !board.own.mines.iter().any(|(laid, _)| laid == square)
                    && board
                        .troops_at(&grid.pack, Side::Allied, *square)
                        .all(|unit| !board.unit(unit).has(Mark::Engaged))
            })
            .collect()
    }

    /// The mines are laid before the German turn begins (19.1.5k).
    pub(crate) fn run_mines(&self, grid: &Game, board: &Table, laid: u8) -> Flow {
        let more = laid < self.mines_now(board).min(3);
        if more && !self.mine_targets(grid, board).is_empty() { Flow::Ask } else { Flow::Return }
    }

    pub(crate) fn question_mines(&self, board: &Table) -> Question<Rule> {
        Question { seats: seat_of(Nation::German).into(), rule: Rule::Own(self.mine_rule(board)) }
    }

    pub(crate) fn mine_rule(&self, board: &Table) -> Rules {
        let first = self.scenario(board).raw.mines.is_some_and(|mines| mines.turn == board.turn);
        if first { Rules::FirestormSpecial } else { Rules::GermanOperations }
    }

    pub(crate) fn ask_mines(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        answers.extend(self.mine_targets(grid, board).iter().map(Action::Target));
        if self.may_lay_none(grid, board) {
            answers.push(Action::Done);
        }
    }

    pub(crate) fn check_mines(&self, grid: &Game, board: &Table, action: Action) -> Forbidden {
        let legal = match action {
            Action::Target(square) => self.mine_targets(grid, board).contains(square),
            Action::Done => self.may_lay_none(grid, board),
            _ => false,
        };
        let mut verdict = Forbidden::NO;
        verdict.when(!legal, Rule::Own(self.mine_rule(board)));
        verdict
    }

    /// The operation allows a mine and does not ask for one (20.4.2).
    fn may_lay_none(&self, grid: &Game, board: &Table) -> bool {
        self.mine_rule(board) == Rules::GermanOperations && !grid.pack.first_edition()
    }

    /// The marker is drawn face down: nobody knows what it does (19.1.5k).
    pub(crate) fn choose_mine(
        &self,
        board: &mut Table,
        laid: &mut u8,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if let Action::Target(square) = action {
            let mut left: Vec<u8> = (0..self.data.charts.mines.markers.len() as u8).collect();
            left.retain(|kind| !board.own.mines.iter().any(|(at, known)| at.is_some() && known == kind));
            let kind = match left.len() {
                0 => 0,
                1 => left[0],
                many => left[usize::from(context.dice.draw_hidden(many as u8)) - 1],
            };
            if let Some(mine) = board.own.mines.get_mut(usize::from(*laid)) {
                *mine = (square, kind);
            }
            *laid += 1;
            let rule = self.mine_rule(board);
            context.tell(|| Event::Own(Told::MineLaid { square, rule }));
            return Flow::Again;
        }
        Flow::Return
    }

    /// Each mine goes off on a low die: it may disrupt, cost a step besides, or do nothing (19.1.5k).
    pub(crate) fn run_detonate(
        &self,
        grid: &Game,
        board: &mut Table,
        next: &mut u8,
        shake: &mut bool,
        context: &mut Context,
    ) -> Flow {
        if *shake {
            *shake = false;
            let square = board.own.mines[usize::from(*next) - 1].0;
            self.shake_mined(grid, board, square, context);
            return Flow::Again;
        }
        let Some((square, kind)) = board.own.mines.get(usize::from(*next)).copied() else {
            board.own.mines = [(Square::NONE, 0); 3];
            return Flow::Return;
        };
        *next += 1;
        if !square.is_some() {
            return Flow::Again;
        }
        let die = context.d6();
        let explodes = die <= self.data.charts.mines.upto;
        let rule = self.mine_rule(board);
        context.tell(|| Event::Own(Told::Mine { square, die, effect: explodes.then_some(kind), rule }));
        match self.data.charts.mines.markers.get(usize::from(kind)).map(String::as_str) {
            Some("DST") if explodes => {
                board.losses = Losses::new(Side::Allied, square, 1, Cause::Mine, Scope::Square);
                *shake = true;
                Flow::call(steps::Losses)
            }
            Some("D") if explodes => {
                self.shake_mined(grid, board, square, context);
                Flow::Again
            }
            _ => Flow::Again,
        }
    }

    fn shake_mined(&self, grid: &Game, board: &mut Table, square: Square, context: &mut Context) {
        let units = grid.shake(board, Side::Allied, square, true);
        let rule = Rule::Own(self.mine_rule(board));
        context.tell(|| Event::Shaken { square, disrupted: true, units, rule });
    }
}
