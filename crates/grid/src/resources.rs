//! Command resources: one roll gives the phasing player what his assaults may use this phase.
//!
//! Big Push 9.0, 11.5.2, 11.6.1; Verdun 14.0.

use engine::Forbidden;

use crate::action::Action;
use crate::assault::Assault;
use crate::commitment::Renewed;
use crate::event::{Event, Modifiers, Rolled};
use crate::rule::{Common, Rule};
use crate::units::{Kind, Nation, Side};
use crate::variant::{BoardOf, ContextOf, Grid, Own, Variant};
use crate::{Answers, Flow, Step};

/// Secondary Attacks.
pub const SECOND: u8 = 0;
/// Lift barrages.
pub const LIFT: u8 = 1;
/// Creeping barrages.
pub const CREEPING: u8 = 2;
/// Smoke screens.
pub const SMOKE: u8 = 3;
/// What only one game has: tanks and cavalry, or quick-firing guns.
pub const SPECIAL: u8 = 4;
/// Gas.
pub const GAS: u8 = 5;
/// Night attacks.
pub const NIGHT: u8 = 6;
/// Consolidation.
pub const CONSOLIDATE: u8 = 7;

impl<V: Variant> Grid<V> {
    /// Two dice with modifiers give the resources, if there is an assault to use them in
    /// (Big Push 9.1, Verdun 14.1).
    pub(crate) fn run_command_center(
        &self,
        board: &mut BoardOf<V>,
        side: Side,
        context: &mut ContextOf<V>,
    ) -> Flow<V::Own> {
        board.resources = [[0; 12]; 3];
        if self.assaulted(board, side, Renewed::Too).is_empty() {
            return Flow::Return;
        }
        let tallied = if self.variant.tallied_when_resolved() {
            crate::square::Squares::EMPTY
        } else {
            self.assaulted(board, side, Renewed::Not)
        };
        for target in tallied.iter() {
            let mut parties = [false; 3];
            self.attackers(board, target, |unit| {
                parties[self.variant.commander(board, self.pack.unit(unit).nation).index()] = true;
            });
            for (tally, present) in board.tally.iter_mut().zip(parties) {
                tally.assaults = tally.assaults.saturating_add(u8::from(present));
            }
        }
        let modifiers = self.command_center_modifiers(board, side);
        let dice = [context.d6(), context.d6()];
        let roll = Rolled::two(Common::CommandCenter, dice, modifiers);
        let given = self.resources_for(roll.total());
        context.tell(|| Event::CommandCenter { side, roll, given });
        match self.variant.share_resources(self, board, side, given) {
            Some(step) => Flow::Goto(Step::Own(step)),
            None => Flow::Return,
        }
    }

    /// What the two dice of the Command Center are changed by (Big Push 9.1, Verdun 14.1).
    pub fn command_center_modifiers(&self, board: &BoardOf<V>, side: Side) -> Modifiers<V::Own> {
        let mut modifiers = Modifiers::new();
        self.variant.command_center_modifiers(self, board, side, &mut modifiers);
        modifiers
    }

    /// The row of the Command Center table for a roll.
    pub fn resources_for(&self, total: i8) -> [u8; 12] {
        let chart = &self.pack.charts.resources;
        let row =
            (i16::from(total) - i16::from(chart.first_row)).clamp(0, chart.rows.len() as i16 - 1) as usize;
        let mut given = [0; 12];
        given[..chart.rows[row].len()].copy_from_slice(&chart.rows[row]);
        given
    }

    /// The kinds in use in the assault in hand.
    pub fn kinds_used(&self, board: &BoardOf<V>) -> u32 {
        board.assault.resources.count_ones()
    }

    /// At most four kinds, each once, not both barrages, and a barrage needs a gun of an attacking nation in range
    /// (Big Push 9.3, 11.5.2, 11.5.2.1).
    pub fn may_use(&self, board: &BoardOf<V>, commander: Nation, kind: u8) -> Forbidden {
        let chart = &self.pack.charts.resources;
        let rule = |rule: Common| Rule::<V::Own>::from(rule);
        let mut verdict = Forbidden::NO;
        if usize::from(kind) >= chart.names.len() || matches!(kind, SECOND | CONSOLIDATE) {
            return Forbidden::by(rule(Common::UsingResources));
        }
        let used = |kind: u8| board.assault.resources >> kind & 1 == 1;
        let left = board.resources[commander.index()][usize::from(kind)];
        verdict.when(left == 0 || used(kind), rule(Common::UsingResources));
        verdict.when(self.kinds_used(board) >= u32::from(chart.most), rule(Common::ResourceShift));
        let other_barrage = (kind == LIFT && used(CREEPING)) || (kind == CREEPING && used(LIFT));
        verdict.when(other_barrage, rule(Common::BarrageResource));
        if chart.needs_gun[usize::from(kind)] {
            verdict.when(!self.has_barrage_gun(board), rule(Common::CreepingBarrage));
        }
        verdict.extend(self.variant.may_use(self, board, kind));
        verdict
    }

    /// Whether a good-order gun of an attacking nation has the assaulted square in range (Big Push 11.5.2.1).
    // Ruling: it may have bombarded this turn and needs no supply.
    fn has_barrage_gun(&self, board: &BoardOf<V>) -> bool {
        let target = board.assault.target;
        let mut nations = [false; 3];
        self.attackers(board, target, |unit| nations[self.pack.unit(unit).nation.index()] = true);
        self.pack.kinds[Kind::Artillery as usize].iter().any(|gun| {
            nations[self.pack.unit(gun).nation.index()]
                && board.square(gun).is_some()
                && board.unit(gun).good_order()
                && !board.is_interdicted(board.square(gun))
                && self.in_range(board, gun, target)
        })
    }

    pub(crate) fn ask_resources(&self, board: &BoardOf<V>, answers: &mut Answers<V>) {
        let commander = self.assault_commander(board);
        for kind in 0..self.pack.charts.resources.names.len() as u8 {
            if self.may_use(board, commander, kind).is_legal() {
                answers.push(Action::Use(kind));
            }
        }
        answers.push(Action::Done);
    }

    pub(crate) fn use_resource(
        &self,
        board: &mut BoardOf<V>,
        kind: u8,
        context: &mut ContextOf<V>,
    ) -> Option<<V::Own as Own>::Step> {
        let commander = self.assault_commander(board);
        let question = self.spend_resource(board, commander, kind, context);
        board.assault.resources |= 1 << kind;
        if kind == SMOKE && self.pack.charts.resources.smoke_at_once {
            self.roll_wind(board, context);
            board.assault.asked |= Assault::WIND_KNOWN;
        }
        question
    }

    /// Takes one resource off the track; perhaps a question follows.
    pub fn spend_resource(
        &self,
        board: &mut BoardOf<V>,
        commander: Nation,
        kind: u8,
        context: &mut ContextOf<V>,
    ) -> Option<<V::Own as Own>::Step> {
        let left = &mut board.resources[commander.index()][usize::from(kind)];
        *left = left.saturating_sub(1);
        let target = board.assault.target;
        context.tell(|| Event::ResourceUsed { kind, target });
        self.variant.resource_spent(self, board, kind, context)
    }

    /// The commander who resolves the assault in hand: the one with more attack factors, the first on a tie.
    pub fn assault_commander(&self, board: &BoardOf<V>) -> Nation {
        let side = board.assault.side;
        let mut factors = [0u16; 3];
        self.attackers(board, board.assault.target, |unit| {
            let commander = self.variant.commander(board, self.pack.unit(unit).nation);
            factors[commander.index()] += u16::from(board.face(&self.pack, unit).attack) + 1;
        });
        let commanders = self.variant.commanders(board, side);
        let most = commanders.iter().map(|nation| factors[nation.index()]).max().unwrap_or(0);
        commanders.iter().copied().find(|nation| factors[nation.index()] == most).unwrap_or(commanders[0])
    }
}
