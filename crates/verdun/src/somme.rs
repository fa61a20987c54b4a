//! Withdrawals: troops and guns leave for the Somme and elsewhere (6.0, 19.4.5b, 19.5.1, 20.2.1).

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};
use grid::units::{Kind, Size};
use grid::{Mark, Nation, Place, Unit};

use crate::board::{Action as Own, Demand, Event as Told, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::seat_of;
use crate::{Action, Context, Event, Flow, Game, Rule, Table, Verdun};

type Step = grid::Step<crate::Only>;

impl Verdun {
    /// In July a die not used before says what leaves; the owner names the units (19.4.5b).
    pub(crate) fn run_somme(&self, grid: &Game, board: &mut Table, context: &mut Context) -> Flow {
        let turns = &self.scenario(board).raw.somme;
        // Mines are laid next, before the German turn begins.
        let next = Flow::Goto(Step::Own(OwnStep::Mines { laid: 0 }));
        let Some(index) = turns.iter().position(|turn| *turn == board.turn) else { return next };
        if board.own.somme_used.count_ones() as usize <= index && board.own.somme_used != 0x3f {
            let mut void = ArrayVec::new();
            let die = loop {
                let die = context.d6();
                if board.own.somme_used >> (die - 1) & 1 == 0 {
                    break die;
                }
                // Only the first are shown; a long run of them is all but impossible.
                let _ = void.try_push(die);
            };
            board.own.somme_used |= 1 << (die - 1);
            let row = self.data.charts.somme.rows[usize::from(die - 1)];
            let demand = Demand { regiments: row.regiments, battalions: row.battalions, heavy: row.heavy };
            board.own.demand = demand;
            let campaign = self.is_campaign(board);
            context.tell(|| Event::Own(Told::SommeRolled { die, void, demand, campaign }));
        }
        let mut any = false;
        self.somme_choices(grid, board, |_| any = true);
        if any {
            return Flow::Ask;
        }
        board.own.demand = Demand::default();
        next
    }

    /// Regiments, battalions and heavy guns from the map or the pool, not from the reserves (19.4.5b).
    fn may_leave(&self, grid: &Game, board: &Table, unit: Unit) -> bool {
        let counter = grid.pack.unit(unit);
        let state = board.unit(unit);
        let here = state.square().is_some() || state.place() == Place::Pool;
        if counter.nation != Nation::German || !here || state.has(Mark::Engaged) {
            return false;
        }
        let demand = &board.own.demand;
        match (counter.kind, counter.size) {
            (Kind::Infantry, Size::Regiment) => demand.regiments > 0,
            (Kind::Infantry, Size::Battalion) => demand.battalions > 0,
            (Kind::Artillery, _) => demand.heavy > 0 && counter.heavy && !self.data.rail_guns.contains(unit),
            _ => false,
        }
    }

    pub(crate) fn somme_choices(&self, grid: &Game, board: &Table, mut offer: impl FnMut(Unit)) {
        for unit in grid.pack.all_units() {
            // Counters of one class in the pool are alike.
            let twin = board.unit(unit).place() == Place::Pool
                && (0..unit.0).map(Unit).any(|other| {
                    grid.pack.unit(other).class == grid.pack.unit(unit).class
                        && grid.pack.unit(other).nation == Nation::German
                        && board.unit(other).place() == Place::Pool
                });
            if !twin && self.may_leave(grid, board, unit) {
                offer(unit);
            }
        }
    }

    pub(crate) fn question_somme(&self) -> Question<Rule> {
        Question { seats: seat_of(Nation::German).into(), rule: Rule::Own(Rules::SommeWithdrawal) }
    }

    pub(crate) fn check_somme(&self, grid: &Game, board: &Table, action: Action) -> Forbidden {
        let mut found = false;
        if let Action::Own(Own::Withdraw(unit)) = action {
            self.somme_choices(grid, board, |offered| found |= offered == unit);
        }
        if found { Forbidden::NO } else { Forbidden::by(Rule::Own(Rules::SommeWithdrawal)) }
    }

    pub(crate) fn choose_somme(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        let Action::Own(Own::Withdraw(unit)) = action else { return Flow::Again };
        let counter = grid.pack.unit(unit);
        let demand = &mut board.own.demand;
        let count = match (counter.kind, counter.size) {
            (Kind::Artillery, _) => &mut demand.heavy,
            (_, Size::Regiment) => &mut demand.regiments,
            _ => &mut demand.battalions,
        };
        *count = count.saturating_sub(1);
        self.withdraw(grid, board, unit, Rules::SommeWithdrawal, context);
        Flow::Again
    }

    /// Takes a unit out of the game without points.
    pub(crate) fn withdraw(
        &self,
        grid: &Game,
        board: &mut Table,
        unit: Unit,
        rule: Rules,
        context: &mut Context,
    ) {
        grid.take_off(board, unit, Place::Gone);
        context.tell(|| Event::Own(Told::Withdrawn { unit, rule }));
    }

    /// Draws guns out of a cup until so many heavy and field guns are left; those in the pool stay there
    /// (19.5.1, 19.6.1, 20.2.1).
    pub(crate) fn draw_guns(
        &self,
        grid: &Game,
        board: &mut Table,
        guns: &[Unit],
        keep: (u8, u8),
        rule: Rules,
        context: &mut Context,
    ) {
        for (heavy, keep) in [(true, keep.0), (false, keep.1)] {
            let mut cup: Vec<Unit> = guns
                .iter()
                .copied()
                .filter(|gun| {
                    grid.pack.unit(*gun).heavy == heavy
                        && !self.data.rail_guns.contains(*gun)
                        && (board.square(*gun).is_some() || board.unit(*gun).place() == Place::Hand)
                })
                .collect();
            while cup.len() > usize::from(keep) {
                let drawn = usize::from(context.dice.draw(cup.len() as u8)) - 1;
                let gun = cup.remove(drawn);
                self.withdraw(grid, board, gun, rule, context);
            }
        }
    }
}
