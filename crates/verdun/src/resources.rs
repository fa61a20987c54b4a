//! Command resources of its own kinds: French 75s, flamethrowers, phosgene, and the limit of four shifts (14.0).

use engine::{Forbidden, Question};
use grid::assault::Wave;
use grid::event::Modifiers;
use grid::resources::{CREEPING, GAS, LIFT, NIGHT, SPECIAL};
use grid::units::Kind;
use grid::{Common, Mark, Nation, Side, Square, Squares, Unit, UnitSet};

use crate::board::{Action as Own, Event as Told, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::{seat_of, seat_of_side};
use crate::{Action, Context, Event, Flow, Game, Only, Rule, Table, Verdun};

/// Flamethrowers: the last column of the table.
pub const FLAMETHROWERS: u8 = 8;
/// Phosgene is in the assault in hand.
pub const PHOSGENE: u8 = 1 << 2;
/// 75s defend in the assault in hand.
pub const DEFENDED: u8 = 1 << 3;
/// The French have been asked about their 75s.
pub const ASKED: u8 = 1 << 4;

const RIGHT_SHIFTS: i8 = 4;

impl Verdun {
    /// Modifiers of the Command Center roll (14.1).
    pub(crate) fn center_modifiers(
        &self,
        grid: &Game,
        board: &Table,
        side: Side,
        modifiers: &mut Modifiers<Only>,
    ) {
        let chart = &self.data.charts.command_center;
        let rule = Common::CommandCenter;
        modifiers.add_if(board.weather.is_foul(), rule, chart.foul, "rain or snow");
        let shaken =
            self.hqs(grid, board, side).filter(|hq| board.unit(*hq).has(Mark::Disrupted)).count() as i8;
        modifiers.add(rule, chart.disrupted_hq * shaken, "disrupted HQs");
        let line = grid.pack.map.trench[Side::Allied.index()];
        let french = board.occupied(Side::Allied).meets(&line);
        let german = board.occupied(Side::German).meets(&line);
        match side {
            Side::German => {
                let held = self.open_objectives_held(grid, board) >= 2 || board.own.claimed;
                modifiers.add_if(held, rule, chart.objectives, "two objectives held");
                modifiers.add_if(!french, rule, chart.start_line_clear, "French start line clear");
            }
            Side::Allied => {
                modifiers.add_if(german, rule, chart.line_broken, "Germans on the start line");
                modifiers.add_if(french, rule, chart.line_held, "start line held");
            }
        }
    }

    /// The roll gives the phasing side its resources; the French get their 75s in the German turn as well
    /// (14.1, 14.2.4b).
    pub(crate) fn share(&self, board: &mut Table, side: Side, given: [u8; 12]) {
        let mut own = given;
        board.resources = [[0; 12]; 3];
        board.own.spent_guns = UnitSet::EMPTY;
        board.own.gas_guns = UnitSet::EMPTY;
        board.own.gas = [given[usize::from(GAS)], 0];
        board.own.lavish = Squares::EMPTY;
        match side {
            Side::German => {
                own[usize::from(SPECIAL)] = 0;
                board.resources[Nation::French.index()][usize::from(SPECIAL)] = given[usize::from(SPECIAL)];
                board.resources[Nation::German.index()] = own;
            }
            Side::Allied => {
                own[usize::from(FLAMETHROWERS)] = 0;
                board.resources[Nation::French.index()] = own;
            }
        }
    }

    fn ready_guns<'a>(
        &'a self,
        grid: &'a Game,
        board: &'a Table,
        side: Side,
        target: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        grid.pack.units_of(crate::verdun::nation_of(side), Kind::Artillery).iter().filter(move |gun| {
            board.square(*gun).is_some()
                && board.unit(*gun).good_order()
                && !board.is_interdicted(board.square(*gun))
                && grid.in_range(board, *gun, target)
        })
    }

    /// The 75s that may still support an assault on a square (14.2.4).
    fn ready_75s<'a>(
        &'a self,
        grid: &'a Game,
        board: &'a Table,
        target: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        self.ready_guns(grid, board, Side::Allied, target)
            .filter(|gun| self.data.seventy_fives.contains(*gun) && !board.own.spent_guns.contains(*gun))
    }

    /// The guns that may still fire gas at a square (14.2.6).
    fn gas_guns<'a>(
        &'a self,
        grid: &'a Game,
        board: &'a Table,
        side: Side,
        target: Square,
    ) -> impl Iterator<Item = Unit> + 'a {
        // A battery that fired as 75s is used, but for the gas of the same assault.
        let used = |gun: Unit| {
            let here = board.assault.resources >> SPECIAL & 1 == 1 && board.own.support_gun == gun;
            board.own.spent_guns.contains(gun) && !here && !grid.pack.first_edition()
        };
        self.ready_guns(grid, board, side, target)
            .filter(move |gun| !board.own.gas_guns.contains(*gun) && !used(*gun))
    }

    /// Columns to the right that resources give in the assault in hand.
    fn right_shifts(&self, grid: &Game, board: &Table) -> i8 {
        let chart = &grid.pack.charts.resources;
        let sum: i8 = (0..chart.shifts.len())
            .filter(|kind| board.assault.resources >> kind & 1 == 1)
            .map(|kind| chart.shifts[kind])
            .sum();
        sum + i8::from(board.assault.own & PHOSGENE != 0)
    }

    /// What each kind needs, and that no more than four columns and, in a secondary assault, three resources are used
    /// (14.2.4 to 14.2.6, 14.3.4, 16.2.2).
    pub(crate) fn needs(&self, grid: &Game, board: &Table, kind: u8) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let (side, target) = (board.assault.side, board.assault.target);
        match kind {
            SPECIAL => {
                let engaged = board.assault.wave == Wave::Renewed;
                let none = self.ready_75s(grid, board, target).next().is_none();
                verdict.when(side != Side::Allied || engaged || none, Rule::Own(Rules::French75s));
            }
            FLAMETHROWERS => {
                let mut closed = false;
                grid.attackers(board, target, |unit| closed |= board.unit(unit).commitment().closed());
                verdict.when(side != Side::German || !closed, Rule::Own(Rules::Flamethrowers));
            }
            GAS => {
                let none = self.gas_guns(grid, board, side, target).next().is_none();
                verdict.when(none, Rule::Common(Common::GasResource));
            }
            _ => {}
        }
        let shift = grid.pack.charts.resources.shifts.get(usize::from(kind)).copied().unwrap_or(0);
        let over = shift > 0 && self.right_shifts(grid, board) + shift > RIGHT_SHIFTS;
        verdict.when(over, Rule::Own(Rules::FourShifts));
        let most = u32::from(grid.pack.charts.resources.most);
        let secondary = u32::from(board.assault.wave == Wave::Secondary);
        let full = grid.kinds_used(board) + secondary >= most;
        verdict.when(full, Rule::Common(Common::UsingResources));
        verdict
    }

    /// The gun behind a resource: the owner names it if there are several (14.2.4, 14.2.6).
    pub(crate) fn spend(
        &self,
        grid: &Game,
        board: &mut Table,
        kind: u8,
        context: &mut Context,
    ) -> Option<OwnStep> {
        let guns = self.guns_for(grid, board, kind);
        let first = *guns.first()?;
        if guns.len() > 1 && !grid.pack.first_edition() {
            return Some(OwnStep::NameGun { kind });
        }
        self.fire_from(grid, board, kind, first, context);
        None
    }

    /// The guns that may stand behind a resource in the assault in hand.
    pub(crate) fn guns_for(&self, grid: &Game, board: &Table, kind: u8) -> Vec<Unit> {
        let (side, target) = (board.assault.side, board.assault.target);
        match kind {
            GAS => self.gas_guns(grid, board, side, target).collect(),
            SPECIAL if side == Side::Allied => self.ready_75s(grid, board, target).collect(),
            _ => Vec::new(),
        }
    }

    /// A gun fires gas, or supports the assault.
    fn fire_from(&self, grid: &Game, board: &mut Table, kind: u8, gun: Unit, context: &mut Context) {
        if kind == GAS {
            board.own.gas_guns.insert(gun);
            if !grid.pack.first_edition() {
                board.own.gas_gun = gun;
            }
        } else {
            if !grid.pack.first_edition() {
                board.own.support_gun = gun;
            }
            self.fire_support(board, gun, context);
        }
    }

    pub(crate) fn question_gun(&self, board: &Table, kind: u8) -> Question<Rule> {
        Question { seats: seat_of_side(board.assault.side).into(), rule: self.rule_of_resource(kind) }
    }

    pub(crate) fn choose_gun(
        &self,
        grid: &Game,
        board: &mut Table,
        kind: u8,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        if let Action::Own(Own::Gun(gun)) = action {
            self.fire_from(grid, board, kind, gun, context);
        }
        Flow::Return
    }

    fn fire_support(&self, board: &mut Table, gun: Unit, context: &mut Context) {
        board.own.spent_guns.insert(gun);
        context.tell(|| Event::Own(Told::GunSupport { gun, rule: Rules::French75s }));
    }

    /// Phosgene goes with a gas resource on its dates, in July with one of each two, and needs a heavy gun
    /// (14.2.6, 19.3.5b, 19.4.5a, 20.3.6).
    pub(crate) fn may_add_phosgene(&self, grid: &Game, board: &Table) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let raw = &self.scenario(board).raw;
        let rule = Rule::Own(Rules::Phosgene);
        let [gas, used] = board.own.gas;
        let plenty = raw.phosgene.contains(&board.turn);
        let scarce = raw.phosgene_limited.contains(&board.turn) && 2 * (used + 1) <= gas;
        verdict.when(!plenty && !scarce, rule);
        let dated = !raw.phosgene.is_empty() || !raw.phosgene_limited.is_empty();
        verdict.when(!plenty && !scarce && dated, Rule::Own(self.phosgene_rule(board)));
        let with_gas = board.assault.resources >> GAS & 1 == 1;
        verdict.when(board.assault.side != Side::German || !with_gas, rule);
        verdict.when(board.assault.own & PHOSGENE != 0, rule);
        let is_heavy = |gun: Unit| gun.is_some() && grid.pack.unit(gun).heavy;
        let heavy = if grid.pack.first_edition() {
            self.ready_guns(grid, board, Side::German, board.assault.target).any(is_heavy)
        } else {
            // The very gun that fires the gas fires the phosgene, and so once.
            is_heavy(board.own.gas_gun)
        };
        verdict.when(!heavy, rule);
        verdict.when(self.right_shifts(grid, board) >= RIGHT_SHIFTS, Rule::Own(Rules::FourShifts));
        verdict
    }

    pub(crate) fn add_phosgene(&self, board: &mut Table, context: &mut Context) {
        board.assault.own |= PHOSGENE;
        board.own.gas[1] = board.own.gas[1].saturating_add(1);
        let rule = self.phosgene_rule(board);
        context.tell(|| Event::Own(Told::Phosgene { rule }));
    }

    /// The scenario rule that brings phosgene.
    pub(crate) fn phosgene_rule(&self, board: &Table) -> Rules {
        match (self.is_campaign(board), self.scenario(board).raw.phosgene.is_empty()) {
            (true, _) => Rules::CampaignPhosgene,
            (false, false) => Rules::MayCupSpecial,
            (false, true) => Rules::HellsDoorwaySpecial,
        }
    }

    // --------------------------------------------------------------------------------------- 75s in defence

    /// Whether the French are asked for 75s before a German assault is rolled (14.2.4b).
    pub(crate) fn may_defend_with_guns(&self, grid: &Game, board: &Table) -> bool {
        board.assault.side == Side::German
            && board.assault.wave != Wave::Renewed
            && board.assault.own & ASKED == 0
            && board.resources[Nation::French.index()][usize::from(SPECIAL)] > 0
            && self.ready_75s(grid, board, board.assault.target).next().is_some()
    }

    pub(crate) fn question_guns_in_defence(&self) -> Question<Rule> {
        Question { seats: seat_of(Nation::French).into(), rule: Rule::Own(Rules::French75s) }
    }

    pub(crate) fn ask_guns_in_defence(&self, grid: &Game, board: &Table, answers: &mut Vec<Action>) {
        answers
            .extend(self.ready_75s(grid, board, board.assault.target).map(|gun| Action::Own(Own::Gun(gun))));
        answers.push(Action::Pass);
    }

    pub(crate) fn choose_guns_in_defence(
        &self,
        board: &mut Table,
        action: Action,
        context: &mut Context,
    ) -> Flow {
        board.assault.own |= ASKED;
        if let Action::Own(Own::Gun(gun)) = action {
            board.assault.own |= DEFENDED;
            let left = &mut board.resources[Nation::French.index()][usize::from(SPECIAL)];
            *left = left.saturating_sub(1);
            self.fire_support(board, gun, context);
        }
        Flow::Return
    }

    /// The rule of each kind of resource.
    pub(crate) fn rule_of_resource(&self, kind: u8) -> Rule {
        match kind {
            LIFT => Common::BarrageResource.into(),
            CREEPING => Common::CreepingBarrage.into(),
            grid::resources::SMOKE => Common::SmokeResource.into(),
            SPECIAL => Rule::Own(Rules::French75s),
            GAS => Common::GasResource.into(),
            NIGHT => Common::NightResource.into(),
            FLAMETHROWERS => Rule::Own(Rules::Flamethrowers),
            grid::resources::SECOND => Common::SecondAttackResource.into(),
            _ => Common::ConsolidateResource.into(),
        }
    }

    /// In words.
    pub(crate) fn label_of_resource(&self, kind: u8) -> &'static str {
        [
            "secondary assault",
            "lifting barrage",
            "creeping barrage",
            "smoke screen",
            "French 75s",
            "gas",
            "night attack",
            "consolidation",
            "flamethrowers",
        ]
        .get(usize::from(kind))
        .copied()
        .unwrap_or("")
    }
}
