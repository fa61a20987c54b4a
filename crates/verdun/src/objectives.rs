//! Random objectives of the campaign: drawn in secret, counted at the end (18.2, 20.5 to 20.7).

use arrayvec::ArrayVec;
use engine::Question;
use grid::{Nation, Side, Square, Squares};

use crate::board::{Action as Own, Event as Told, Operation};
use crate::rule::Own as Rules;
use crate::verdun::{SOLITAIRE_OBJECTIVES, seat_of};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// Eight different objectives are rolled for, unseen by the French; some may then be changed
    /// (18.2.1, 20.4.2, 20.5.1).
    pub(crate) fn run_objectives(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let count = u32::from(self.scenario(board).raw.objectives);
        if count == 0 {
            return Flow::Return;
        }
        while board.own.objectives.count_ones() < count {
            self.roll_objective(board, context);
        }
        let blind = self.objectives_are_blind(board);
        let changing = |board: &Table| {
            board.own.has(Operation::ChangeObjectives)
                && board.own.discarded.count_ones() < u32::from(self.data.charts.operations.changes)
        };
        // Playing alone, what is thrown away is drawn unseen as well (20.5.4).
        while blind && changing(board) {
            let open = board.own.objectives & !board.own.accepted;
            let held: Vec<u8> = (0..17).filter(|bit| open >> bit & 1 == 1).collect();
            let drawn = usize::from(context.dice.draw_hidden(held.len() as u8)) - 1;
            self.change_objective(grid, board, held[drawn], context);
        }
        if changing(board) {
            return Flow::Ask;
        }
        let objectives = board.own.objectives;
        context.tell(|| Event::Own(Told::ObjectivesRolled { objectives, blind }));
        Flow::Return
    }

    fn change_objective(&self, grid: &Game, board: &mut Table, bit: u8, context: &mut Context) {
        board.own.objectives &= !(1 << bit);
        board.own.discarded |= 1 << bit;
        let kept = board.own.objectives;
        self.roll_objective(board, context);
        if !grid.pack.first_edition() {
            board.own.accepted |= board.own.objectives & !kept;
        }
        let count = board.own.discarded.count_ones() as u8;
        context.tell(|| Event::Own(Told::ObjectivesChanged { count }));
    }

    fn roll_objective(&self, board: &mut Table, context: &mut Context) {
        loop {
            let (first, second) = (context.dice.draw_hidden(6), context.dice.draw_hidden(6));
            let row = self
                .data
                .charts
                .objectives
                .rows
                .iter()
                .position(|row| row.first.contains(&first) && row.second.contains(&second));
            if let Some(row) = row
                && (board.own.objectives | board.own.discarded) >> row & 1 == 0
            {
                board.own.objectives |= 1 << row;
                return;
            }
        }
    }

    pub(crate) fn question_objectives(&self) -> Question<Rule> {
        Question { seats: seat_of(Nation::German).into(), rule: Rule::Own(Rules::CampaignObjectives) }
    }

    pub(crate) fn ask_objectives(&self, board: &Table, answers: &mut Vec<Action>) {
        // What was thrown again is accepted.
        let open = board.own.objectives & !board.own.accepted;
        let drawn = (0..17u8).filter(|bit| open >> bit & 1 == 1);
        answers.extend(drawn.map(|bit| Action::Own(Own::Objective(bit))));
        answers.push(Action::Done);
    }

    pub(crate) fn choose_objective(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Objective(bit)) = action else {
            let objectives = board.own.objectives;
            let blind = self.objectives_are_blind(board);
            context.tell(|| Event::Own(Told::ObjectivesRolled { objectives, blind }));
            return Flow::Return;
        };
        self.change_objective(grid, board, bit, context);
        Flow::Again
    }

    /// Whether even the German does not see his objectives (20.5.4).
    pub fn objectives_are_blind(&self, board: &Table) -> bool {
        board.options & SOLITAIRE_OBJECTIVES != 0
    }

    // -------------------------------------------------------------------------------------------- reaching

    /// Whether the Germans have reached an objective (20.5.2, 20.5.3).
    pub fn has_reached(&self, grid: &Game, board: &Table, objective: usize) -> bool {
        let row = &self.data.charts.objectives.rows[objective];
        let german = |square: Square| self.holds(board, Side::German, square);
        if !row.squares.is_empty() {
            let squares = self.data.objectives[objective];
            return squares.iter().all(|square| self.controls(board, Side::German, square));
        }
        let infantry = |square: Square| {
            board
                .troops_at(&grid.pack, Side::German, square)
                .any(|unit| grid.pack.unit(unit).kind.is_foot() && board.unit(unit).good_order())
        };
        match row.id.as_str() {
            "french-reserves" => {
                let open = board.own.has(Operation::OpenReserves);
                board.own.divisions_replaced >= if open { row.open } else { row.otherwise }
            }
            "circle-verdun" => {
                self.is_encircled(grid, board)
                    || self.data.town.iter().all(|s| self.occupies(board, Side::German, s))
            }
            "cut-voie-sacree" => self.data.sacred_way.iter().any(infantry),
            "french-strength" => {
                board.own.lost[Side::Allied.index()] >= row.steps
                    && if grid.pack.first_edition() {
                        self.combat_points(board, Side::German) > self.combat_points(board, Side::Allied)
                    } else {
                        self.all_points(board, Side::German) > self.all_points(board, Side::Allied)
                    }
            }
            "ten-forts" => {
                let taken = self
                    .data
                    .forts
                    .iter()
                    .filter(|fort| {
                        let vacant = !board.occupied(Side::German).contains(*fort);
                        german(*fort) && !(vacant && board.in_zoc_of(Side::Allied, *fort))
                    })
                    .count();
                taken >= usize::from(row.forts)
            }
            "exit-south" => {
                let [regiments, battalions] = board.own.exited;
                let open = board.own.exits.iter().all(|square| {
                    board.in_zoc_of(Side::German, square) && !board.in_zoc_of(Side::Allied, square)
                });
                regiments >= row.regiments && regiments + battalions >= row.units && open
            }
            "destroy-artillery" => board.own.guns_lost >= row.guns,
            "east-entries" => self.data.entries.iter().all(infantry),
            _ => false,
        }
    }

    /// Whether good-order German units and their zones of control ring Verdun (20.5.3a).
    pub fn is_encircled(&self, grid: &Game, board: &Table) -> bool {
        let map = &grid.pack.map;
        let mut ring = *board.zoc(Side::German);
        for square in board.occupied(Side::German).iter() {
            let good =
                board.troops_at(&grid.pack, Side::German, square).any(|unit| board.unit(unit).good_order());
            ring.set(square, good || ring.contains(square));
        }
        let open = map.all - ring;
        let inside = self.data.town - *board.occupied(Side::German);
        if inside.is_empty() {
            return true;
        }
        let reached = self.connected(grid, inside, open);
        let border = map.edges.iter().fold(Squares::EMPTY, |all, edge| all | *edge);
        !reached.meets(&border)
    }

    /// How many of the scenario's own objectives the Germans hold: those of its victory conditions (14.1).
    pub(crate) fn open_objectives_held(&self, grid: &Game, board: &Table) -> usize {
        self.scenario_objectives(grid, board)
            .iter()
            .filter(|squares| squares.iter().all(|square| self.occupies(board, Side::German, square)))
            .count()
    }

    /// Whether the Germans could show two secret objectives that they hold (ruling 112).
    pub(crate) fn may_claim(&self, grid: &Game, board: &Table) -> bool {
        board.own.objectives != 0
            && !board.own.claimed
            && !self.objectives_are_blind(board)
            && self.claimable(grid, board).count_ones() >= 2
    }

    /// The two objectives that a claim shows: the first of those held.
    pub(crate) fn shown_by_claim(&self, grid: &Game, board: &Table) -> u32 {
        let held = self.claimable(grid, board);
        let without_first = held & held.wrapping_sub(1);
        held ^ (without_first & without_first.wrapping_sub(1))
    }

    /// The drawn places that the Germans hold.
    pub(crate) fn claimable(&self, grid: &Game, board: &Table) -> u32 {
        (0..17)
            .filter(|bit| {
                board.own.objectives >> bit & 1 == 1
                    && !self.data.charts.objectives.rows[*bit].squares.is_empty()
                    && self.has_reached(grid, board, *bit)
            })
            .fold(0, |bits, bit| bits | 1 << bit)
    }

    /// Counts the drawn objectives at the end: reached ones for the Germans, denied places for the French
    /// (18.1, 20.6, 20.7).
    pub(crate) fn count_objectives(&self, grid: &Game, board: &mut Table, context: &mut Context) -> usize {
        let mut reached_all = 0;
        // What compares the points of both sides is judged last.
        let compares = |bit: &u8| self.data.charts.objectives.rows[usize::from(*bit)].id == "french-strength";
        let mut order: ArrayVec<u8, 17> = (0..17).collect();
        if !grid.pack.first_edition() {
            order.sort_by_key(compares);
        }
        for bit in order {
            if board.own.objectives >> bit & 1 == 0 {
                continue;
            }
            let row = &self.data.charts.objectives.rows[usize::from(bit)];
            let reached = self.has_reached(grid, board, usize::from(bit));
            reached_all += usize::from(reached);
            let place = !row.squares.is_empty() || !row.entries.is_empty();
            let points = if reached || place { row.vp } else { 0 };
            let side = if reached { Side::German } else { Side::Allied };
            board.points[side.index()].other += points;
            context.tell(|| Event::Own(Told::ObjectiveCounted { objective: bit, reached, points }));
            let guns = board.own.guns_lost.checked_div(row.per_point).unwrap_or(0);
            board.points[Side::German.index()].other += i16::from(guns);
        }
        reached_all
    }

    /// A unit of the side stands there.
    pub(crate) fn occupies(&self, board: &Table, side: Side, square: Square) -> bool {
        board.occupied(side).contains(square)
    }

    /// A unit of the side stands there, or it was the last to pass (18.1.1).
    pub(crate) fn holds(&self, board: &Table, side: Side, square: Square) -> bool {
        if board.occupied(side.enemy()).contains(square) {
            return false;
        }
        self.occupies(board, side, square) || board.holder(square).is_some_and(|nation| nation.side() == side)
    }

    /// A side has an objective whose square it occupies, alone controls, or was the last to pass (18.1.1).
    // Ruling: occupation goes before a zone of control that the enemy does not share, and that before the last passage.
    pub(crate) fn controls(&self, board: &Table, side: Side, square: Square) -> bool {
        let alone = |side: Side| board.in_zoc_of(side, square) && !board.in_zoc_of(side.enemy(), square);
        let nobody =
            !board.occupied(Side::Allied).contains(square) && !board.occupied(Side::German).contains(square);
        if nobody && (alone(side) || alone(side.enemy())) {
            return alone(side);
        }
        self.holds(board, side, square)
    }
}
