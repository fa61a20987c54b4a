//! Aeroplanes: they are placed, fight, and bomb after the guns (8.7).

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};
use grid::bombardment::Hit;
use grid::{Mark, Side, Square, Squares, Unit};

use crate::board::{Action as Own, Event as Told, Flight, Operation};
use crate::rule::Own as Rules;
use crate::verdun::seat_of_side;
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// Where an air unit's state lies on the board.
    pub fn flight_index(&self, unit: Unit) -> Option<usize> {
        Side::BOTH.into_iter().find_map(|side| {
            let index = self.data.air[side.index()].iter().position(|air| *air == unit)?;
            (index < 2).then_some(side.index() * 2 + index)
        })
    }

    /// The air units of a side with their states.
    pub(crate) fn flights<'a>(
        &'a self,
        board: &'a Table,
        side: Side,
    ) -> impl Iterator<Item = (Unit, Flight)> + 'a {
        self.data.air[side.index()]
            .iter()
            .take(2)
            .enumerate()
            .map(move |(index, unit)| (*unit, board.own.flights[side.index() * 2 + index]))
    }

    fn ready(&self, board: &Table, side: Side) -> Option<Unit> {
        self.flights(board, side).find(|(_, flight)| *flight == Flight::Ready).map(|(unit, _)| unit)
    }

    fn set_flight(&self, board: &mut Table, unit: Unit, flight: Flight) {
        if let Some(index) = self.flight_index(unit) {
            board.own.flights[index] = flight;
        }
    }

    /// The squares under a side's aeroplanes.
    pub fn flown_over(&self, board: &Table, side: Side) -> Squares {
        self.flights(board, side)
            .filter_map(|(_, flight)| if let Flight::Over(square) = flight { Some(square) } else { None })
            .collect()
    }

    /// The phasing side places its air units on any squares but those of friends and of engaged units, in any weather
    /// (8.7.2, 8.7.3a).
    pub(crate) fn air_targets(&self, grid: &Game, board: &Table, side: Side) -> Squares {
        let mut squares = grid.pack.map.all - *board.occupied(side);
        for square in board.occupied(side.enemy()).iter() {
            if board.units_at(square).any(|unit| board.unit(unit).has(Mark::Engaged)) {
                squares.remove(square);
            }
        }
        squares
    }

    pub(crate) fn run_air_placed(&self, board: &mut Table, side: Side) -> Flow {
        if side == Side::German {
            let due = board.own.flights.iter_mut().filter(|flight| **flight == Flight::Due);
            due.for_each(|flight| *flight = Flight::Ready);
        }
        if self.ready(board, side).is_some() { Flow::Ask } else { Flow::Return }
    }

    pub(crate) fn question_air(&self, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(Rules::AirUnits) }
    }

    pub(crate) fn ask_air_placed(&self, grid: &Game, board: &Table, side: Side, answers: &mut Vec<Action>) {
        if let Some(unit) = self.ready(board, side) {
            let targets = self.air_targets(grid, board, side);
            answers.extend(targets.iter().map(|to| Action::Own(Own::Fly { unit, to })));
        }
        answers.push(Action::Done);
    }

    pub(crate) fn check_air_placed(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        action: Action,
    ) -> Forbidden {
        match action {
            Action::Done => Forbidden::NO,
            Action::Own(Own::Fly { unit, to })
                if self.ready(board, side) == Some(unit)
                    && self.air_targets(grid, board, side).contains(to) =>
            {
                Forbidden::NO
            }
            _ => Forbidden::by(Rule::Own(Rules::AirCombat)),
        }
    }

    pub(crate) fn choose_air_placed(&self, board: &mut Table, action: Action, context: &mut Context) -> Flow {
        let Action::Own(Own::Fly { unit, to }) = action else { return Flow::Return };
        self.set_flight(board, unit, Flight::Over(to));
        context.tell(|| Event::Own(Told::Flew { unit, to, intercepts: false }));
        Flow::Again
    }

    /// The enemy may meet them, or hold his units back for his own turn (8.7.3b).
    pub(crate) fn run_air_intercepts(&self, board: &mut Table, side: Side, context: &mut Context) -> Flow {
        let over = self.flown_over(board, side);
        if !over.is_empty() && self.ready(board, side.enemy()).is_some() {
            return Flow::Ask;
        }
        self.fight(board, side, context);
        Flow::Return
    }

    pub(crate) fn ask_air_intercepts(&self, board: &Table, side: Side, answers: &mut Vec<Action>) {
        if let Some(unit) = self.ready(board, side.enemy()) {
            let over = self.flown_over(board, side);
            answers.extend(over.iter().map(|to| Action::Own(Own::Fly { unit, to })));
        }
        answers.push(Action::Done);
    }

    pub(crate) fn check_air_intercepts(&self, board: &Table, side: Side, action: Action) -> Forbidden {
        let mut answers = Vec::new();
        self.ask_air_intercepts(board, side, &mut answers);
        self.check_offered(&answers, action, Rule::Own(Rules::AirCombat))
    }

    pub(crate) fn choose_air_intercepts(
        &self,
        board: &mut Table,
        side: Side,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Fly { unit, to }) = action else {
            self.fight(board, side, context);
            return Flow::Return;
        };
        self.set_flight(board, unit, Flight::Over(to));
        context.tell(|| Event::Own(Told::Flew { unit, to, intercepts: true }));
        Flow::Again
    }

    /// Pairs fight square by square until one side is left; the loser of each fight may be shot down (8.7.3c).
    fn fight(&self, board: &mut Table, side: Side, context: &mut Context) {
        for square in self.flown_over(board, side).iter() {
            loop {
                let over = |side: Side| {
                    self.flights(board, side)
                        .find(|(_, flight)| *flight == Flight::Over(square))
                        .map(|(unit, _)| unit)
                };
                let (Some(french), Some(german)) = (over(Side::Allied), over(Side::German)) else { break };
                let french_dice = [context.d6(), context.d6()];
                let german_dice = [context.d6(), context.d6()];
                context
                    .tell(|| Event::Own(Told::AirFight { square, french, german, french_dice, german_dice }));
                let (ours, theirs) = (french_dice[0] + french_dice[1], german_dice[0] + german_dice[1]);
                if ours != theirs {
                    let (loser, winner) =
                        if ours < theirs { (french, Side::German) } else { (german, Side::Allied) };
                    self.air_loser(board, loser, winner, context);
                }
            }
        }
        // Interceptors have done their part of the turn.
        let interceptors: ArrayVec<Unit, 2> = self
            .flights(board, side.enemy())
            .filter(|(_, flight)| matches!(flight, Flight::Over(_)))
            .map(|(unit, _)| unit)
            .collect();
        for unit in interceptors {
            self.set_flight(board, unit, Flight::Spent);
        }
    }

    fn air_loser(&self, board: &mut Table, unit: Unit, winner: Side, context: &mut Context) {
        let dice = [context.d6(), context.d6()];
        let lost = dice[0] + dice[1] <= self.data.charts.air.shot_down_upto;
        context.tell(|| Event::Own(Told::AirLoser { unit, dice, lost }));
        self.set_flight(board, unit, if lost { Flight::Lost } else { Flight::Beaten });
        if lost {
            board.points[winner.index()].losses += 1;
            let loser = winner.enemy().index();
            board.own.lost_now[loser] = board.own.lost_now[loser].saturating_add(1);
            board.own.lost[loser] = board.own.lost[loser].saturating_add(1);
            let rule = grid::Common::LossPoints.into();
            context.tell(|| Event::Scored { side: winner, points: 1, unit, rule });
        }
    }

    /// After the guns each air unit rolls for a column and then for damage; the French only interdict, the Germans
    /// interdict besides (8.7.3d).
    pub(crate) fn run_air_bombs(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        let next = self.flights(board, side).find_map(|(unit, flight)| match flight {
            Flight::Over(square) => Some((unit, square)),
            _ => None,
        });
        let Some((unit, square)) = next else {
            // Those who lost a fight and got away may fly again in the next segment (8.7.3c).
            for flight in board.own.flights.iter_mut().filter(|flight| **flight == Flight::Beaten) {
                *flight = Flight::Ready;
            }
            return Flow::Return;
        };
        self.set_flight(board, unit, Flight::Spent);
        let dice = [context.d6(), context.d6()];
        let roll = dice[0] + dice[1];
        if roll >= self.data.charts.air.miss_from {
            context.tell(|| Event::Own(Told::AirBombed { unit, square, dice, die: None, hit: Hit::Miss }));
            return Flow::Again;
        }
        let die = context.d6();
        let hit = self.air_hit(grid, board, side, square, roll, die);
        context.tell(|| Event::Own(Told::AirBombed { unit, square, dice, die: Some(die), hit }));
        if side == Side::German && !board.is_interdicted(square) {
            board.interdict(&grid.pack, side, square, true);
            context.tell(|| Event::Interdicted { square });
        }
        match grid.apply_hit(board, side, square, hit, context) {
            Flow::Goto(step) | Flow::Call(step) => Flow::Call(step),
            _ => Flow::Again,
        }
    }

    /// The damage of bombs: the French only interdict, and units inside forts are safe (8.2.2, 8.7.3d).
    pub(crate) fn air_hit(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        square: Square,
        roll: u8,
        die: u8,
    ) -> Hit {
        let column = roll.saturating_sub(grid.pack.charts.bombardment.air_first);
        let hit = grid.bombardment_result(column, die as i8);
        let outside = board
            .troops_at(&grid.pack, side.enemy(), square)
            .any(|unit| !board.unit(unit).has(crate::verdun::INSIDE));
        if hit != Hit::Miss && (side == Side::Allied || !outside) { Hit::Interdict } else { hit }
    }

    /// Those who survived or flew come back (17.5.1). In games of the first edition the Lafayette Escadrille brought lost
    /// ones back, too.
    pub(crate) fn air_returns(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        for side in Side::BOTH {
            let units: ArrayVec<(Unit, Flight), 2> = self.flights(board, side).collect();
            for (unit, flight) in units {
                let free = side == Side::Allied && board.own.has(Operation::Lafayette);
                let rule = match flight {
                    Flight::Spent | Flight::Beaten | Flight::Over(_) => Rules::ReturningAircraft,
                    Flight::Lost if free && grid.pack.first_edition() => Rules::FrenchOperations,
                    Flight::Absent | Flight::Ready | Flight::Lost | Flight::Due => continue,
                };
                self.set_flight(board, unit, Flight::Ready);
                context.tell(|| Event::Own(Told::AirBack { unit, rule }));
            }
        }
    }

    /// Whether a lost air unit waits to be replaced.
    pub(crate) fn lost_air(&self, board: &Table, side: Side) -> Option<Unit> {
        self.flights(board, side).find(|(_, flight)| *flight == Flight::Lost).map(|(unit, _)| unit)
    }

    /// A replaced air unit flies from the next German bombardment on (17.6.2).
    pub(crate) fn replace_air(&self, grid: &Game, board: &mut Table, unit: Unit) {
        let flight = if grid.pack.first_edition() { Flight::Ready } else { Flight::Due };
        self.set_flight(board, unit, flight);
    }

    /// Puts an air unit over a square, for position files.
    pub fn fly(&self, board: &mut Table, unit: Unit, square: Square) {
        self.set_flight(board, unit, Flight::Over(square));
    }
}
