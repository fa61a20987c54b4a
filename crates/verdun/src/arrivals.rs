//! Arrivals: reserves released, units called from the pool, what the calendar brings (12.7, 17.4.4, 20.2).

use engine::{Forbidden, Question};
use grid::units::{Kind, Size};
use grid::{Mark, Nation, Place, Side, Unit};

use crate::board::{Action as Own, Event as Told, Flight, Lull, Operation};
use crate::data::CallKind;
use crate::rule::Own as Rules;
use crate::verdun::{box_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

impl Verdun {
    /// What the calendar brings at the start of a turn.
    pub(crate) fn run_turn_begins(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let scenario = self.scenario(board);
        if self.is_campaign(board) {
            context.tell(|| Event::Own(Told::Applied { rule: Rules::CampaignWeather }));
        }
        if scenario.raw.air.french_from == board.turn || board.own.has(Operation::Lafayette) {
            for index in 0..usize::from(scenario.raw.air.french).min(2) {
                if board.own.flights[index] == Flight::Absent {
                    board.own.flights[index] = Flight::Ready;
                    let unit = self.data.air[Side::Allied.index()][index];
                    context.tell(|| Event::Own(Told::AirBack { unit, rule: Rules::AirUnits }));
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
            // Field guns that all stay are not lifted (20.2.1).
            let field = guns.iter().filter(|gun| !grid.pack.unit(**gun).heavy).count();
            let lifted = |gun: &Unit| grid.pack.unit(*gun).heavy || usize::from(withdrawal.field) < field;
            for gun in guns.iter().copied().filter(lifted) {
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

    /// The rule of the scenario's schedule.
    pub fn arrivals_rule(&self, board: &Table) -> Rules {
        [
            Rules::FirestormArrivals,
            Rules::FirestormArrivals,
            Rules::MayCupArrivals,
            Rules::HellsDoorwayArrivals,
            Rules::NotPassArrivals,
            Rules::RampartsArrivals,
        ]
        .get(self.scenario_id(board))
        .copied()
        .unwrap_or(Rules::CampaignArrivals)
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
        // In August three of the heavy guns that stay go west, and field guns do not count.
        let counts = |unit: &Unit| {
            german_gun(unit)
                && (!withdrawal.heavy_west
                    || (grid.pack.unit(*unit).heavy && !self.data.rail_guns.contains(*unit)))
        };
        let there = grid
            .pack
            .all_units()
            .filter(|unit| counts(unit) && board.square(*unit).is_some() && on_west(board.square(*unit)))
            .count();
        let heavy_left = waiting.iter().filter(|unit| counts(unit)).count();
        let goes_west = !withdrawal.heavy_west || grid.pack.unit(gun).heavy;
        if goes_west && usize::from(withdrawal.west).saturating_sub(there) >= heavy_left {
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
                let die = (dice[0] + dice[1] <= upto).then(|| context.d6());
                let units = die.unwrap_or(0).min(held);
                *left = units;
                context.tell(|| Event::Own(Told::ReserveReleaseRolled { side, dice, die, units }));
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
        let mut any = false;
        self.call_choices(grid, board, side, |_, _, _| any = true);
        if any {
            return Flow::Ask;
        }
        self.before_movement(grid, board, side, context);
        Flow::Return
    }

    /// The rule by which the Alpine brigade leaves.
    pub(crate) fn leaving_rule(&self, board: &Table) -> Rules {
        if self.is_campaign(board) { Rules::AlpineBrigade } else { Rules::MayCupSpecial }
    }

    fn before_movement(&self, grid: &Game, board: &mut Table, side: Side, context: &mut Context) {
        board.own.credit = (0, 0);
        if side != Side::German {
            return;
        }
        let scenario = self.scenario(board);
        if scenario.leaving_turn() == Some(board.turn) {
            for unit in &scenario.leaving {
                if !matches!(board.unit(*unit).place(), Place::Gone | Place::Unused | Place::Exited) {
                    self.withdraw(grid, board, *unit, self.leaving_rule(board), context);
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

    /// What a unit of the pool counts for a call, if it may come for it, whole or reduced
    /// (12.7.6, 20.2.1, 20.2.2).
    fn counts_for(&self, grid: &Game, board: &Table, index: usize, unit: Unit, full: bool) -> Option<u8> {
        let (call, left) = (self.scenario(board).calls.get(index)?, board.own.calls[index]);
        let counter = grid.pack.unit(unit);
        if counter.nation != call.nation || counter.kind != Kind::Infantry || !self.may_be_called(board, unit)
        {
            return None;
        }
        let face = counter.faces[usize::from(!full)];
        let attack = face.attack;
        let is_larger = attack > call.attack || face.defense > call.defense;
        if !full && (call.kind != CallKind::Division || counter.has_modes()) {
            return None;
        }
        match (call.kind, counter.size) {
            (CallKind::Battalions, Size::Battalion) => (left > 0).then_some(1),
            (CallKind::Battalions, Size::Regiment) => {
                // Without a table of its own a scenario counts as for a rebuild (9.3.2, 12.7.6).
                let price = if self.scenario(board).raw.battalion_change {
                    *self.data.charts.special.change.get(&attack.to_string())?
                } else {
                    counter.steps
                };
                (price <= left).then_some(price)
            }
            (CallKind::Regiment, Size::Regiment) | (CallKind::Division, Size::Division) => {
                (left > 0 && !is_larger).then_some(1)
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
        mut offer: impl FnMut(u8, Unit, bool),
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
                for full in [true, false] {
                    let class = (grid.pack.unit(unit).class, full);
                    if !classes.contains(&class) && self.counts_for(grid, board, index, unit, full).is_some()
                    {
                        classes.push(class);
                        offer(index as u8, unit, full);
                    }
                }
            }
        }
    }

    pub(crate) fn question_arrivals(&self, board: &Table, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(self.arrivals_rule(board)) }
    }

    pub(crate) fn check_arrivals(&self, grid: &Game, board: &Table, side: Side, action: Action) -> Forbidden {
        let mut found = action == Action::Done;
        let mut battalions = false;
        if let Action::Own(Own::Call { call, unit, full }) = action {
            self.call_choices(grid, board, side, |index, offered, whole| {
                found |= (index, offered, whole) == (call, unit, full);
            });
            let calls = &self.scenario(board).calls;
            battalions = calls.get(usize::from(call)).is_some_and(|call| call.kind == CallKind::Battalions);
        }
        let mut verdict = Forbidden::NO;
        verdict.when(!found, Rule::Own(self.arrivals_rule(board)));
        verdict.when(!found && battalions, Rule::Own(Rules::BattalionArrivals));
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
        let Action::Own(Own::Call { call: index, unit, full }) = action else {
            self.before_movement(grid, board, side, context);
            return Flow::Return;
        };
        let Some(call) = self.scenario(board).calls.get(usize::from(index)).copied() else {
            return Flow::Again;
        };
        let left = board.own.calls[usize::from(index)];
        let Some(price) = self.counts_for(grid, board, usize::from(index), unit, full) else {
            return Flow::Again;
        };
        board.own.calls[usize::from(index)] = left - price.min(left);
        if call.kind == CallKind::Division && grid.pack.unit(unit).size == Size::Brigade {
            let attack = grid.pack.unit(unit).faces[usize::from(!full)].attack;
            let before = if price == 0 { board.own.credit.0 } else { call.attack };
            board.own.credit = (before.saturating_sub(attack), index + 1);
        }
        let turn = board.turn;
        grid.take_off(board, unit, Place::Due(turn));
        board.update(&grid.pack, unit, |state| state.set(Mark::Back, !full));
        board.own.entry[unit.index()] = call.zone;
        let rule = match call.kind {
            CallKind::Battalions if grid.pack.unit(unit).size == Size::Regiment => self.change_rule(board),
            CallKind::Battalions => Rules::BattalionArrivals,
            _ => self.arrivals_rule(board),
        };
        context.tell(|| Event::Own(Told::Called { unit, rule }));
        Flow::Again
    }

    /// Units of the pool may be called, and where the scenario says so counters that are not in play.
    fn may_be_called(&self, board: &Table, unit: Unit) -> bool {
        match board.unit(unit).place() {
            Place::Pool => true,
            Place::Unused => self.scenario(board).raw.calls_from_unused,
            _ => false,
        }
    }

    /// The rule by which battalions make change (12.7.6, 19.3.5d, 20.3.4).
    pub(crate) fn change_rule(&self, board: &Table) -> Rules {
        match (self.is_campaign(board), self.scenario(board).raw.battalion_change) {
            (true, _) => Rules::BattalionChange,
            (false, true) => Rules::MayCupSpecial,
            (false, false) => Rules::BattalionArrivals,
        }
    }
}
