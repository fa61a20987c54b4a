//! What bombardment does its own way: one HQ supplies a whole segment, guns at forts, the counter-battery table (8.0).

use arrayvec::ArrayVec;
use engine::{Forbidden, Question};
use grid::bombardment::Hit;
use grid::event::Modifiers;
use grid::map::Terrain;
use grid::units::Kind;
use grid::{Common, Mark, Nation, Place, Rolled, Side, Square, Squares, Unit};

use crate::board::{Action as Own, Event as Told, Operation, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::{INSIDE, nation_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

type Step = grid::Step<Only>;

impl Verdun {
    /// Whether bombardments of this turn cost no HQ (19.1.5e).
    pub fn is_free_of_supply(&self, board: &Table) -> bool {
        self.scenario(board).raw.free_bombardment.contains(&board.turn)
    }

    /// The HQs of a side that could supply the guns: in good order and in Supply Mode (8.4.2).
    fn suppliers(&self, grid: &Game, board: &Table, side: Side) -> ArrayVec<Unit, 16> {
        self.hqs(grid, board, side)
            .filter(|hq| board.unit(*hq).has(Mark::Back) && board.unit(*hq).good_order())
            .take(16)
            .collect()
    }

    /// The HQs of a side on the map.
    pub(crate) fn hqs<'a>(
        &'a self,
        grid: &'a Game,
        board: &'a Table,
        side: Side,
    ) -> impl Iterator<Item = Unit> + 'a {
        let hqs = grid.pack.units_of(crate::verdun::nation_of(side), Kind::Hq);
        hqs.iter().filter(move |unit| board.square(*unit).is_some())
    }

    /// An HQ may change mode at the start of the bombardment segment, once (12.8.2c).
    fn may_change_mode(&self, grid: &Game, board: &Table, side: Side, hq: Unit) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let counter = grid.pack.unit(hq);
        let rule = Rule::Common(Common::HqModes);
        verdict.when(counter.kind != Kind::Hq || counter.side != side || !board.square(hq).is_some(), rule);
        if verdict.is_legal() {
            verdict.when(board.own.switched.contains(hq), rule);
            // Up to the second edition steps of last turn's movement counted as well.
            let counts = grid.pack.second_edition();
            verdict.extend(if counts { grid.may_flip(board, hq) } else { grid.may_flip_hq(board, hq) });
        }
        verdict
    }

    pub(crate) fn run_supply(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        if board.own.supply.is_some() {
            return Flow::Return;
        }
        if self.is_free_of_supply(board) {
            context.tell(|| Event::Own(Told::FreeSupply { side }));
            return Flow::Return;
        }
        let any =
            self.hqs(grid, board, side).any(|hq| self.may_change_mode(grid, board, side, hq).is_legal());
        if any || !self.suppliers(grid, board, side).is_empty() {
            return Flow::Ask;
        }
        let has_guns = |unit: Unit| grid.pack.side(unit) == side && grid.can_fire(board, unit);
        if grid.pack.all_units().any(has_guns) {
            context.tell(|| Event::Own(Told::NoGunSupply { side }));
        }
        Flow::Return
    }

    pub(crate) fn question_supply(&self, side: Side) -> Question<Rule> {
        Question { seats: seat_of_side(side).into(), rule: Rule::Own(Rules::BombardmentSupply) }
    }

    pub(crate) fn ask_supply(&self, grid: &Game, board: &Table, side: Side, answers: &mut Vec<Action>) {
        answers.extend(self.suppliers(grid, board, side).into_iter().map(Action::Supply));
        for hq in self.hqs(grid, board, side) {
            if self.may_change_mode(grid, board, side, hq).is_legal() {
                answers.push(Action::Flip(hq));
            }
        }
        answers.push(Action::Done);
    }

    pub(crate) fn check_supply(&self, grid: &Game, board: &Table, side: Side, action: Action) -> Forbidden {
        match action {
            Action::Done => Forbidden::NO,
            Action::Supply(hq) if self.suppliers(grid, board, side).contains(&hq) => Forbidden::NO,
            Action::Flip(hq) => self.may_change_mode(grid, board, side, hq),
            _ => Forbidden::by(Rule::Own(Rules::SpendingSupply)),
        }
    }

    pub(crate) fn choose_supply(
        &self,
        grid: &Game,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        match action {
            Action::Supply(hq) => {
                board.own.supply = hq;
                context.tell(|| Event::Own(Told::SupplyNamed { hq }));
                Flow::Return
            }
            Action::Flip(hq) => {
                grid.flip(board, hq, context);
                board.update(&grid.pack, hq, |state| state.set(Mark::Moved, false));
                board.own.switched.insert(hq);
                Flow::Again
            }
            _ => Flow::Return,
        }
    }

    /// The HQ that supplied a bombardment leaves for the next turn's box; with Increase Supply it may serve assaults
    /// first (8.4.2, 20.4.2).
    pub(crate) fn run_supply_spent(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        context: &mut Context,
    ) -> Flow {
        let hq = board.own.supply;
        if hq.is_some() && board.own.fired {
            if side == Side::German
                && board.own.has(Operation::IncreaseSupply)
                && board.own.lull != crate::board::Lull::Yes
            {
                board.own.lingering = hq;
            } else {
                self.spend_hq(grid, board, hq, context);
            }
        }
        board.own.supply = Unit::NONE;
        board.own.fired = false;
        board.own.off_map_fired = false;
        Flow::Return
    }

    fn spend_hq(&self, grid: &Game, board: &mut Table, hq: Unit, context: &mut Context) {
        let back_on = board.turn + 1;
        grid.take_off(board, hq, Place::Track(back_on));
        let rule = Rule::Own(Rules::SpendingSupply);
        context.tell(|| Event::HqRemoved { unit: hq, rule, back_on, roll: None });
    }

    /// With Increase Supply the HQ that supplied the guns leaves after the assaults: by the roll if it supplied one,
    /// otherwise for the next turn (20.4.2).
    pub(crate) fn gun_supply_leaves(&self, grid: &Game, board: &mut Table, context: &mut Context) {
        let hq = std::mem::replace(&mut board.own.lingering, Unit::NONE);
        if hq.is_some() && board.square(hq).is_some() && !board.used.contains(hq) {
            self.spend_hq(grid, board, hq, context);
        }
    }

    /// Without supply nobody bombards (8.4).
    pub(crate) fn nothing_to_bombard(&self, grid: &Game, board: &Table) -> Squares {
        if board.own.supply.is_some() || self.is_free_of_supply(board) {
            Squares::EMPTY
        } else {
            grid.pack.map.all
        }
    }

    /// A gun is supplied if a path of any length, free of enemies and their zones of control, leads to the HQ
    /// (8.4.1).
    pub(crate) fn traces_supply(&self, grid: &Game, board: &Table, gun: Unit) -> bool {
        if self.is_free_of_supply(board) || !board.own.supply.is_some() {
            return true;
        }
        let side = grid.pack.side(gun);
        let open = grid.open_to_tracing(board, side) | Squares::one(board.square(gun));
        // Most guns are close to their HQ, so the search ends where it finds them.
        let (from, to) = (Squares::one(board.square(board.own.supply)), board.square(gun));
        self.connected_until(grid, from, open, to).contains(to)
    }

    /// Everything that can be reached from some squares over open ones.
    pub(crate) fn connected(&self, grid: &Game, from: Squares, open: Squares) -> Squares {
        self.connected_until(grid, from, open, Square::NONE)
    }

    /// The same, as far as it takes to come to a square.
    fn connected_until(&self, grid: &Game, from: Squares, open: Squares, goal: Square) -> Squares {
        let mut reached = from;
        loop {
            let next = reached | (grid.pack.map.spread(reached) & open);
            if next == reached || next.contains(goal) {
                return next;
            }
            reached = next;
        }
    }

    /// Whether the targets in a square are entrenched: in a start trench, in defense works or with infantry in trench
    /// mode (3.0).
    fn is_entrenched(&self, grid: &Game, board: &Table, side: Side, square: Square) -> bool {
        grid.pack.map.in_trench(square)
            || grid.pack.map.has(square, Terrain::DefenseWorks)
            || grid.has_entrenched(board, side, square)
    }

    /// A gun's factor against a square: field guns count nothing against the entrenched, and only the greatest guns
    /// against the inside of a fort (8.2.2, 8.3.2e).
    pub(crate) fn gun_factor_at(&self, grid: &Game, board: &Table, gun: Unit, target: Square) -> u8 {
        let enemy = grid.pack.side(gun).enemy();
        let factor = board.face(&grid.pack, gun).attack;
        if board.own.inside_shot && board.shot.target == target {
            return if self.data.fort_guns.contains(gun) { factor } else { 0 };
        }
        let useless = self.data.field_guns.contains(gun)
            && board.occupied(enemy).contains(target)
            && self.is_entrenched(grid, board, enemy, target);
        if useless { 0 } else { factor }
    }

    /// The forts whose inside a commander may strike: only 420s and 400s can, with enough factors (8.2.2).
    pub(crate) fn fort_targets(&self, grid: &Game, board: &Table, side: Side) -> Squares {
        if !(board.own.supply.is_some() || self.is_free_of_supply(board)) {
            return Squares::EMPTY;
        }
        let minimum =
            grid.pack.charts.bombardment.minimum[usize::from(grid.pack.charts.terrain.fort.target)][0];
        let guns: ArrayVec<Unit, 8> = self
            .data
            .fort_guns
            .iter()
            .filter(|gun| grid.pack.side(*gun) == side && grid.can_fire(board, *gun))
            .take(8)
            .collect();
        let mut forts = Squares::EMPTY;
        if guns.is_empty() {
            return forts;
        }
        for fort in (self.data.forts & *board.occupied(side.enemy())).iter() {
            let factors: u8 = guns
                .iter()
                .filter(|gun| grid.in_range(board, **gun, fort))
                .map(|gun| board.face(&grid.pack, *gun).attack)
                .sum();
            let inside = board
                .troops_at(&grid.pack, side.enemy(), fort)
                .any(|unit| board.unit(unit).has(INSIDE) && !board.unit(unit).has(Mark::Engaged));
            if inside && factors >= minimum {
                forts.insert(fort);
            }
        }
        forts
    }

    /// Strikes the inside of a fort: the shot is like any other, but only disrupts (8.2.2).
    pub(crate) fn aim_inside(&self, board: &mut Table, target: Square) {
        board.shot = grid::bombardment::Shot { target, ..grid::bombardment::Shot::NONE };
        board.own.inside_shot = true;
    }

    pub(crate) fn why_not_inside(&self) -> Forbidden {
        Forbidden::by(Rule::Own(Rules::FortTargets))
    }

    /// Any result on the inside of a fort but a miss or an interdiction disrupts the unit there (8.2.2).
    // Ruling: the guns that can fire at forts reach columns whose results stop at suppression; disruption is the only
    // effect the case knows.
    pub(crate) fn hit_inside(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        target: Square,
        context: &mut Context,
    ) {
        let inside =
            board.troops_at(&grid.pack, side.enemy(), target).find(|unit| board.unit(*unit).has(INSIDE));
        if let Some(unit) = inside {
            grid.disrupt(board, unit);
            let rule = Rule::Own(Rules::FortTargets);
            context.tell(|| Event::Disordered { unit, rule });
        }
    }

    /// Drum fire may be declared with three heavy guns; a die decides whether a second square is struck (20.4.2).
    pub(crate) fn may_drum(&self, grid: &Game, board: &Table, side: Side) -> bool {
        let heavies = board.shot.guns.iter().filter(|gun| grid.pack.unit(*gun).heavy).count();
        side == Side::German
            && board.own.has(Operation::DrumFire)
            && !board.own.drum
            && !board.own.inside_shot
            && heavies >= usize::from(self.data.charts.operations.drum_fire.heavy)
    }

    /// Guns off the map reach eleven squares in from the south edge, once in a turn, and not the inside of a fort
    /// (8.2.2, 20.4.3).
    pub(crate) fn off_map_guns(&self, grid: &Game, board: &Table, side: Side) -> (Squares, u8) {
        let silent = board.own.off_map_fired || board.own.inside_shot;
        if side != Side::Allied || !board.own.has(Operation::OffMapArtillery) || silent {
            return (Squares::EMPTY, 0);
        }
        let chart = self.data.charts.operations.off_map;
        let map = &grid.pack.map;
        let reach =
            map.all.iter().filter(|square| map.depth(side, *square) < i16::from(chart.range)).collect();
        (reach, chart.factors)
    }

    /// The worn guns of the Germans (19.5.5c, 19.6.5e, 20.3.10).
    pub(crate) fn worn_guns(&self, board: &Table, side: Side) -> Option<Rules> {
        let from = self.scenario(board).raw.worn_guns_from;
        (side == Side::German && from > 0 && board.turn >= from).then(|| match self.scenario_id(board) {
            4 => Rules::NotPassSpecial,
            5 => Rules::RampartsSpecial,
            _ => Rules::WornGuns,
        })
    }

    /// The column of the counter-battery table for the fire in hand, from 0: below three factors there is none, and a
    /// ridge costs two (8.5.1, 8.5.3).
    pub fn counter_column(&self, grid: &Game, factors: u8, firing: Square) -> Option<usize> {
        let chart = &self.data.charts.counter_battery;
        let column = chart.columns.iter().rposition(|least| factors >= *least)? as i8;
        let ridge = grid.pack.map.has(firing, Terrain::Ridge);
        Some((column + if ridge { chart.ridge_shift } else { 0 }).max(0) as usize)
    }

    /// Two dice for each gun of the bombardment in the square: a total at most the success number disrupts it
    /// (8.5.2).
    pub(crate) fn counter_battery_table(
        &self,
        grid: &Game,
        board: &mut Table,
        nation: Nation,
        context: &mut Context,
    ) -> Flow {
        let (factors, mut modifiers) = grid.assess_counter(board, nation);
        if let Some(rule) = self.worn_guns(board, nation.side()) {
            modifiers.add(Rule::Own(rule), 1, "worn guns");
        }
        let firing = grid.spend_counter(board, nation);
        // One reply to each bombardment: the other squares are not asked about.
        let others: ArrayVec<Square, 48> =
            board.shot.guns.iter().map(|gun| board.square(gun)).take(48).collect();
        others.iter().for_each(|square| board.answered.insert(*square));
        let Some(column) = self.counter_column(grid, factors, firing) else {
            context.tell(|| Event::BombardmentFailed { target: firing });
            return Flow::Again;
        };
        let success = self.data.charts.counter_battery.upto[column];
        let guns: ArrayVec<Unit, 8> =
            board.units_at(firing).filter(|unit| board.shot.guns.contains(*unit)).take(8).collect();
        for gun in guns {
            let dice = [context.d6(), context.d6()];
            let roll = Rolled::two(Rule::Own(Rules::CounterBatteryTable), dice, modifiers.clone());
            let hit = roll.total() <= success;
            context.tell(|| Event::CounterBattery { gun, factors, roll, hit });
            if hit {
                grid.disrupt(board, gun);
            }
        }
        Flow::Again
    }

    /// Further modifiers of a bombardment.
    pub(crate) fn more_bombardment_modifiers(
        &self,
        board: &Table,
        side: Side,
        modifiers: &mut Modifiers<Only>,
    ) {
        if let Some(rule) = self.worn_guns(board, side) {
            modifiers.add(Rule::Own(rule), 1, "worn guns");
        }
    }

    /// Own answers in the bombardment segment: the inside of forts, drum fire.
    pub(crate) fn more_targets(&self, grid: &Game, board: &Table, side: Side, answers: &mut Vec<Action>) {
        let forts = self.fort_targets(grid, board, side);
        answers.extend(forts.iter().map(|fort| Action::Own(Own::Inside(fort))));
    }

    /// The result of a shot: inside a fort it only disrupts, with drum fire the second square follows
    /// (8.2.2, 20.4.2).
    pub(crate) fn carry_out_hit(
        &self,
        grid: &Game,
        board: &mut Table,
        side: Side,
        target: Square,
        hit: Hit,
        context: &mut Context,
    ) -> Flow {
        let second = board.own.drum_target;
        if board.own.inside_shot {
            if hit == Hit::Disrupt {
                self.hit_inside(grid, board, side, target, context);
            }
            board.own.inside_shot = false;
            board.shot = grid::bombardment::Shot::NONE;
            return Flow::Return;
        }
        if !second.is_some() {
            board.own.drum = false;
            return grid.apply_hit(board, side, target, hit, context);
        }
        let guns = board.shot.guns;
        board.own.drum_guns = guns.iter().filter(|gun| grid.in_range(board, *gun, second)).collect();
        let _ = grid.apply_hit(board, side, target, hit, context);
        Flow::Goto(Step::Own(OwnStep::DrumFires { nation: nation_of(side) }))
    }
}
