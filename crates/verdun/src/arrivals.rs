//! Arrivals: reserves released, units called from the pool, what the calendar brings (12.7, 17.4.4, 20.2).

use engine::{Forbidden, Question};
use grid::units::{Kind, Size};
use grid::{Mark, Nation, Place, Side, Unit};

use crate::board::{Action as Own, Event as Told, Flight, Lull, Operation};
use crate::data::{Call, CallKind};
use crate::rule::Own as Rules;
use crate::verdun::{box_of, nation_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// What the calendar brings at the start of a turn.
    pub(crate) fn run_turn_begins(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let scenario = self.scenario(board);
        if scenario.raw.objectives > 0 {
            context.tell(|| Event::Own(Told::Applied { rule: Rules::CampaignWeather }));
        }
        if scenario.raw.air.french_from == board.turn || board.own.has(Operation::Lafayette) {
            for index in 0..usize::from(scenario.raw.air.french).min(2) {
                if board.own.flights[index] == Flight::Absent {
                    board.own.flights[index] = Flight::Ready;
                    let unit = self.data.air[Side::Allied.index()][index];
                    context.tell(|| Event::Own(Told::AirBack { unit }));
                }
            }
        }
        if scenario.raw.hold_until == board.turn && board.turn > 1 {
            for unit in grid.pack.all_units() {
                if board.unit(unit).has(Mark::Held) {
                    board.update(&grid.pack, unit, |state| state.set(Mark::Held, false));
                }
            }
            let rule = Rules::FirestormSpecial;
            context.tell(|| Event::Own(Told::Freed { die: None, free: true, rule }));
        }
        if !scenario.rear_corps.is_empty()
            && board.turn > grid.pack.scenarios[usize::from(board.scenario)].first_turn
        {
            for corps in 0..scenario.rear_corps.len() as u8 {
                if board.own.released >> corps & 1 == 0 {
                    self.free_corps(grid, board, corps, context);
                }
            }
        }
        if let Some(withdrawal) =
            scenario.raw.withdrawals.iter().find(|found| found.turn == board.turn).copied()
        {
            let guns: Vec<Unit> = grid
                .pack
                .all_units()
                .filter(|unit| {
                    grid.pack.unit(*unit).nation == Nation::German
                        && grid.pack.unit(*unit).kind == Kind::Artillery
                })
                .collect();
            let keep = (withdrawal.heavy, withdrawal.field);
            self.draw_guns(grid, board, &guns, keep, Rules::LaterWithdrawals, context);
            for gun in guns {
                let engaged = board.unit(gun).has(Mark::Engaged);
                if board.square(gun).is_some() && !self.data.rail_guns.contains(gun) && !engaged {
                    let back = board.unit(gun).has(Mark::Back);
                    grid.take_off(board, gun, Place::Hand);
                    board.update(&grid.pack, gun, |state| state.set(Mark::Back, back));
                }
            }
        }
        Flow::Return
    }

    // -------------------------------------------------------------------------------------------- redeploy

    /// The guns that stay are placed again behind the line, far from the front, some on the west bank (20.2.1).
    fn next_redeployed(&self, grid: &Game, board: &Table) -> Option<(Unit, grid::Squares)> {
        let withdrawal =
            self.scenario(board).raw.withdrawals.iter().find(|found| found.turn == board.turn)?;
        let map = &grid.pack.map;
        let german_gun = |unit: &Unit| {
            grid.pack.unit(*unit).nation == Nation::German && grid.pack.unit(*unit).kind == Kind::Artillery
        };
        let waiting: Vec<Unit> = grid
            .pack
            .all_units()
            .filter(|unit| german_gun(unit) && board.unit(*unit).place() == Place::Hand)
            .collect();
        let gun = *waiting.first()?;
        let behind = grid.behind_line(board, Side::German) & self.gun_ground(grid, gun);
        let front = *board.occupied(Side::German) & map.spread(*board.occupied(Side::Allied));
        let fits = |squares: grid::Squares| -> grid::Squares {
            squares.iter().filter(|square| grid.may_stand(board, gun, *square).is_legal()).collect()
        };
        let mut squares = grid::Squares::EMPTY;
        for distance in (1..=6).rev() {
            let mut near = front;
            for _ in 0..distance {
                near = map.spread(near);
            }
            squares = fits(behind - near);
            if !squares.is_empty() {
                break;
            }
        }
        if squares.is_empty() {
            squares = fits(behind);
        }
        let on_west = |square: grid::Square| map.bank[square.index()] == 1;
        let there = grid
            .pack
            .all_units()
            .filter(|unit| german_gun(unit) && board.square(*unit).is_some() && on_west(board.square(*unit)))
            .count();
        if usize::from(withdrawal.west).saturating_sub(there) >= waiting.len() {
            let west: grid::Squares = squares.iter().filter(|square| on_west(*square)).collect();
            if !west.is_empty() {
                squares = west;
            }
        }
        Some((gun, squares))
    }

    pub(crate) fn run_redeploy(&self, grid: &Game, board: &mut Table) -> Flow {
        while let Some((gun, squares)) = self.next_redeployed(grid, board) {
            if !squares.is_empty() {
                return Flow::Ask;
            }
            let (edge, turn) = (grid.pack.map.home[Side::German.index()], board.turn);
            board.update(&grid.pack, gun, |state| state.put(Place::Off(edge, turn)));
        }
        Flow::Return
    }

    pub(crate) fn ask_redeploy(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        if let Some((unit, squares)) = self.next_redeployed(grid, board) {
            answers.extend(squares.iter().map(|to| Action::Place { unit, to }));
        }
    }

    // -------------------------------------------------------------------------------------------- reserves

    /// Units of a side in the Operations Reserves Box.
    pub(crate) fn reserves(&self, grid: &Game, board: &Table, side: Side) -> Vec<Unit> {
        let place = Place::Box(box_of(side));
        grid.pack.all_units().filter(|unit| board.unit(*unit).place() == place).collect()
    }

    /// Two dice may release reserves at the start of movement; in a lull a third of them comes (17.4.3b, 17.4.4).
    pub(crate) fn run_release(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        left: &mut u8,
        rolled: &mut bool,
        context: &mut Context,
    ) -> Flow {
        let held = self.reserves(grid, board, side).len() as u8;
        if !*rolled {
            *rolled = true;
            if held == 0 {
                return Flow::Return;
            }
            if board.own.lull == Lull::Yes {
                *left = held / 3;
            } else {
                let chart = &self.data.charts.reserves;
                let open = side == Side::Allied && board.own.has(Operation::OpenReserves);
                let upto = if open { chart.open_release_upto } else { chart.release_upto };
                let dice = [context.d6(), context.d6()];
                let units = if dice[0] + dice[1] <= upto { context.d6() } else { 0 };
                *left = units.min(held);
                context.tell(|| Event::Own(Told::ReserveReleaseRolled { side, dice, units }));
            }
        }
        if *left == 0 || held == 0 { Flow::Return } else { Flow::Ask }
    }

    pub(crate) fn question_release(&self, board: &Table, side: Side) -> Question<Rule> {
        let rule = if board.own.lull == Lull::Yes { Rules::LullRelease } else { Rules::ReserveRelease };
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(rule) }
    }

    pub(crate) fn ask_release(&self, grid: &Game, board: &Table, side: Side, answers: &mut Vec<Action>) {
        let units = self.reserves(grid, board, side);
        let alike = |a: &Unit, b: &Unit| {
            grid.pack.unit(*a).class == grid.pack.unit(*b).class
                && board.unit(*a).has(Mark::Back) == board.unit(*b).has(Mark::Back)
        };
        for unit in &units {
            if units.iter().find(|other| alike(other, unit)) == Some(unit) {
                answers.push(Action::Own(Own::Release(*unit)));
            }
        }
    }

    pub(crate) fn choose_release(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        left: &mut u8,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if let Action::Own(Own::Release(unit)) = action {
            *left = left.saturating_sub(1);
            let lull = board.own.lull == Lull::Yes;
            let turn = board.turn + u8::from(lull);
            let edge = grid.pack.map.home[side.index()];
            board.update(&grid.pack, unit, |state| state.put(Place::Off(edge, turn)));
            board.own.entry[unit.index()] = 0;
            let rule = if lull { Rules::LullRelease } else { Rules::ReserveRelease };
            context.tell(|| Event::Own(Told::Released { unit, rule }));
        }
        Flow::Again
    }

    // ----------------------------------------------------------------------------------------------- calls

    /// What happens before a side moves, and then the calls of its schedule (12.7.6, 20.2).
    pub(crate) fn run_arrivals(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        if side == Side::Allied {
            board.own.settled = true;
        }
        let mut any = false;
        self.call_choices(grid, board, side, |_, _| any = true);
        if any {
            return Flow::Ask;
        }
        self.before_movement(grid, board, side, context);
        Flow::Return
    }

    fn before_movement(&self, grid: &Game, board: &mut Table, side: Side, context: &mut Context) {
        board.own.credit = (0, 0);
        if side != Side::German {
            return;
        }
        let scenario = self.scenario(board);
        if scenario.leaving_turn() == Some(board.turn) {
            for unit in &scenario.leaving {
                if board.square(*unit).is_some() || board.unit(*unit).place() == Place::Pool {
                    self.withdraw(grid, board, *unit, Rules::AlpineBrigade, context);
                }
            }
        }
        let held = |unit: &&Unit| board.unit(**unit).has(Mark::Held);
        if scenario.local_reserve.iter().any(|unit| held(&unit)) && board.own.lull != Lull::Yes {
            let die = context.d6();
            let free = die == 6;
            if free {
                for unit in &scenario.local_reserve {
                    board.update(&grid.pack, *unit, |state| state.set(Mark::Held, false));
                }
            }
            let rule = Rules::RampartsSpecial;
            context.tell(|| Event::Own(Told::Freed { die: Some(die), free, rule }));
        }
    }

    /// What a unit of the pool counts for a call, if it may come for it (12.7.6, 20.2.1, 20.2.2).
    fn counts_for(
        &self,
        grid: &Game,
        board: &Table,
        call: &Call,
        left: u8,
        index: usize,
        unit: Unit,
    ) -> Option<u8> {
        let counter = grid.pack.unit(unit);
        if counter.nation != call.nation
            || counter.kind != Kind::Infantry
            || board.unit(unit).place() != Place::Pool
        {
            return None;
        }
        let attack = counter.faces[0].attack;
        match (call.kind, counter.size) {
            (CallKind::Battalions, Size::Battalion) => Some(1),
            (CallKind::Battalions, Size::Regiment) if self.scenario(board).raw.battalion_change => {
                let price = *self.data.charts.special.change.get(&attack.to_string())?;
                (price <= left).then_some(price)
            }
            (CallKind::Regiment, Size::Regiment) | (CallKind::Division, Size::Division) => {
                (left > 0 && attack <= call.attack).then_some(1)
            }
            (CallKind::Brigade, Size::Brigade) => (attack == call.attack && left > 0).then_some(1),
            (CallKind::Division, Size::Brigade) => {
                let credit =
                    if usize::from(board.own.credit.1) == index + 1 { board.own.credit.0 } else { 0 };
                if attack <= credit { Some(0) } else { (left > 0 && attack <= call.attack).then_some(1) }
            }
            _ => None,
        }
    }

    pub(crate) fn call_choices(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        mut offer: impl FnMut(u8, Unit),
    ) {
        let calls = &self.scenario(board).calls;
        for (index, call) in calls.iter().enumerate() {
            let left = board.own.calls[index];
            let credit = usize::from(board.own.credit.1) == index + 1 && board.own.credit.0 > 0;
            if call.nation.side() != side || call.turn > board.turn || (left == 0 && !credit) {
                continue;
            }
            let mut classes = Vec::new();
            for unit in grid.pack.all_units() {
                let class = grid.pack.unit(unit).class;
                if !classes.contains(&class)
                    && self.counts_for(grid, board, call, left, index, unit).is_some()
                {
                    classes.push(class);
                    offer(index as u8, unit);
                }
            }
        }
    }

    pub(crate) fn question_arrivals(&self, board: &Table, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(self.arrivals_rule(board)) }
    }

    pub(crate) fn check_arrivals(&self, grid: &Game, board: &Table, side: Side, action: Action) -> Forbidden {
        let mut found = action == Action::Done;
        if let Action::Own(Own::Call { call, unit }) = action {
            self.call_choices(grid, board, side, |index, offered| found |= (index, offered) == (call, unit));
        }
        let mut verdict = Forbidden::NO;
        verdict.when(!found, Rule::Own(self.arrivals_rule(board)));
        verdict.when(!found, Rule::Own(Rules::BattalionArrivals));
        verdict
    }

    pub(crate) fn choose_arrivals(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Call { call: index, unit }) = action else {
            self.before_movement(grid, board, side, context);
            return Flow::Return;
        };
        let Some(call) = self.scenario(board).calls.get(usize::from(index)).copied() else {
            return Flow::Again;
        };
        let left = board.own.calls[usize::from(index)];
        let Some(price) = self.counts_for(grid, board, &call, left, usize::from(index), unit) else {
            return Flow::Again;
        };
        board.own.calls[usize::from(index)] = left - price.min(left);
        if call.kind == CallKind::Division && grid.pack.unit(unit).size == Size::Brigade {
            let attack = grid.pack.unit(unit).faces[0].attack;
            let before = if price == 0 { board.own.credit.0 } else { call.attack };
            board.own.credit = (before.saturating_sub(attack), index + 1);
        }
        let turn = board.turn;
        grid.take_off(board, unit, Place::Due(turn));
        board.own.entry[unit.index()] = call.zone;
        let rule = match call.kind {
            CallKind::Battalions if grid.pack.unit(unit).size == Size::Regiment => Rules::BattalionChange,
            CallKind::Battalions => Rules::BattalionArrivals,
            _ => self.arrivals_rule(board),
        };
        context.tell(|| Event::Own(Told::Called { unit, rule }));
        let _ = nation_of(side);
        Flow::Again
    }
}
