//! How assaults differ from the common system: who attacks with what help, and how it is fought (8.0 to 11.0).

use engine::Forbidden;
use grid::assault::{Assessment, Outcome as Result11, Wave};
use grid::command::Mode;
use grid::event::Modifiers;
use grid::resources::{CONSOLIDATE, CREEPING, GAS, LIFT, NIGHT, SECOND, SMOKE, SPECIAL};
use grid::units::{Nation, Size, Unit};
use grid::variant::Small;
use grid::{AssaultRules, CommitmentRules, Common, Mark, Rule, Side, Square};

use crate::own::{OwnStep, allied, german};
use crate::variant::{ALLIES, has_french_seat, on};
use crate::{
    BigPush, BigPushOwn, OwnRule, Somme, coordination, objectives, operations, options, tanks, victory,
};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type R = Rule<BigPushOwn>;

impl CommitmentRules for Somme {
    /// A British HQ reaches only five squares when brigades or tanks take part (8.4).
    fn command_range(&self, game: &BigPush, board: &Board, hq: Unit, small: Small) -> u8 {
        let ranges = &game.pack.charts.ranges;
        let british = game.pack.unit(hq).nation == Nation::British;
        match (british && small == Small::Some, board.unit(hq).good_order()) {
            (true, _) => ranges.command_small,
            (false, true) => ranges.command,
            (false, false) => ranges.command_disrupted,
        }
    }

    /// Entrenched Germans, too, fire with the smaller of their numbers (10.1, 9.2.1).
    fn fires_as_in_secondary_attack(&self, game: &BigPush, board: &Board) -> bool {
        !game.pack.first_edition() && !on(board, options::ENTRENCHED_FIRE)
    }

    fn is_small(&self, game: &BigPush, unit: Unit) -> bool {
        let counter = game.pack.unit(unit);
        counter.nation == Nation::British && matches!(counter.size, Size::Brigade | Size::Company)
    }

    /// Suppressed units may assault, with a worse closing roll (11.3).
    fn suppressed_may_assault(&self) -> bool {
        true
    }

    fn command_rule(&self, nation: Nation) -> R {
        if nation == Nation::British { OwnRule::BritishCommand.into() } else { Common::CommandRange.into() }
    }

    fn closing_modifiers(
        &self,
        game: &BigPush,
        board: &Board,
        unit: Unit,
        modifiers: &mut Modifiers<BigPushOwn>,
    ) {
        let trained = board.own.has(Side::Allied, allied::TRAIN_TROOPS)
            && game.pack.unit(unit).nation == Nation::British;
        modifiers.add_if(trained, OwnRule::AlliedOperations, -1, "trained troops");
    }

    fn six_never_closes(&self, board: &Board) -> Option<R> {
        on(board, options::CLOSING_SIX).then_some(OwnRule::ClosingSix.into())
    }

    fn must_close(&self, board: &Board) -> bool {
        on(board, options::SINGLE_LEVEL)
    }

    fn command_center_modifiers(
        &self,
        game: &BigPush,
        board: &Board,
        side: Side,
        modifiers: &mut Modifiers<BigPushOwn>,
    ) {
        let chart = &self.own.charts.command_center;
        let rule = Common::CommandCenter;
        let map = &game.pack.map;
        let trench = &map.trench[Side::German.index()];
        let planned = board.own.planned[side.index()] == board.turn;
        if side == Side::Allied {
            modifiers.add_if(board.weather.is_foul(), rule, chart.foul, "rain or snow");
            let disrupted = ALLIES
                .into_iter()
                .flat_map(|nation| {
                    game.hqs(board, nation, Mode::Command).chain(game.hqs(board, nation, Mode::Supply))
                })
                .filter(|hq| board.unit(*hq).has(Mark::Disrupted))
                .count() as i8;
            modifiers.add(rule, chart.disrupted_hq * disrupted, "disrupted HQs");
            let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
            let objectives = if campaign { board.own.claimed } else { objectives::reached(game, board) >= 2 };
            modifiers.add_if(objectives, rule, chart.objectives, "two objectives reached");
            modifiers.add_if(planned, OwnRule::AlliedOperations, chart.planning, "attack planning");
            let clear = victory::trench_clear(game, board);
            modifiers.add_if(clear, rule, chart.start_line_clear, "no German on the start line");
        } else {
            let allies = trench.meets(board.occupied(Side::Allied));
            modifiers.add_if(allies, rule, chart.german_allied_in_line, "Allies on the start line");
            let held = trench.meets(board.occupied(Side::German));
            modifiers.add_if(held, rule, chart.german_holds_trench, "Germans hold a trench square");
            let mut tanks = self.own.tanks.iter().filter(|tank| board.square(**tank).is_some()).peekable();
            let out = tanks.peek().is_some()
                && tanks.all(|tank| {
                    let state = board.unit(*tank);
                    state.has(Mark::Broken) || state.has(Mark::Disrupted) || state.has(Mark::Back)
                });
            modifiers.add_if(out, rule, chart.german_tanks_out, "all tanks out of action");
            modifiers.add_if(planned, OwnRule::GermanOperations, chart.planning, "attack planning");
        }
    }

    /// One Allied roll serves both nations; with three seats each resource is divided as evenly as possible, the odd
    /// one to the nation with more assaults. The Germans may try to name another resource instead of tanks (9.4).
    fn share_resources(
        &self,
        game: &BigPush,
        board: &mut Board,
        side: Side,
        given: [u8; 12],
    ) -> Option<OwnStep> {
        if side == Side::German {
            board.resources[Nation::German.index()] = given;
            return (given[usize::from(SPECIAL)] > 0).then_some(OwnStep::Substitute);
        }
        if !has_french_seat(board) {
            board.resources[Nation::British.index()] = given;
            return None;
        }
        coordination::share(game, board, given);
        None
    }

    /// The tank and cavalry resource is used when they join infantry, not here (11.5.2.2).
    fn may_use(&self, _: &BigPush, _: &Board, kind: u8) -> Forbidden {
        let mut verdict = Forbidden::NO;
        verdict.when(kind == SPECIAL, R::from(OwnRule::TanksInAssault));
        verdict
    }

    fn resource_rule(&self, kind: u8) -> R {
        match kind {
            SECOND => Common::SecondAttackResource.into(),
            LIFT => Common::BarrageResource.into(),
            CREEPING => Common::CreepingBarrage.into(),
            SMOKE => Common::SmokeResource.into(),
            SPECIAL => OwnRule::TankResource.into(),
            GAS => Common::GasResource.into(),
            NIGHT => Common::NightResource.into(),
            CONSOLIDATE => Common::ConsolidateResource.into(),
            _ => Common::ResourceKinds.into(),
        }
    }

    fn resource_label(&self, kind: u8) -> &'static str {
        const LABELS: [&str; 8] = [
            "second attack",
            "lift barrage",
            "creeping barrage",
            "smoke",
            "tanks and cavalry",
            "gas",
            "night attack",
            "consolidation",
        ];
        LABELS.get(usize::from(kind)).copied().unwrap_or("resource")
    }

    fn defensive_fire_modifiers(
        &self,
        _: &BigPush,
        board: &Board,
        _: Square,
        modifiers: &mut Modifiers<BigPushOwn>,
    ) {
        let reinforced =
            board.assault.side == Side::Allied && board.own.has(Side::German, german::REINFORCED_DEFENSES);
        modifiers.add_if(reinforced, OwnRule::GermanOperations, -1, "reinforced defences");
    }
}

impl AssaultRules for Somme {
    // Ruling: those who are engaged together fight on together, without another roll or resource.
    fn before_assault(&self, game: &BigPush, board: &Board) -> Option<OwnStep> {
        if board.assault.wave == Wave::Renewed {
            return operations::concealed_in_target(game, board).map(|_| OwnStep::SlipAway);
        }
        if coordination::is_joint(game, board) && board.assault.own & coordination::COORDINATED == 0 {
            return Some(OwnStep::Coordinate);
        }
        if tanks::is_mixed(game, board) && board.assault.own & coordination::SORTED == 0 {
            return Some(OwnStep::JoinTanks);
        }
        operations::concealed_in_target(game, board).map(|_| OwnStep::SlipAway)
    }

    /// Trained British troops attack one column better (15.5.2).
    fn assault_modifiers(&self, game: &BigPush, board: &Board, assessment: &mut Assessment<BigPushOwn>) {
        let mut british = false;
        game.attackers(board, board.assault.target, |unit| {
            british |= game.pack.unit(unit).nation == Nation::British;
        });
        let trained = british && board.own.has(Side::Allied, allied::TRAIN_TROOPS);
        if trained {
            assessment.shifts.add(OwnRule::AlliedOperations, 1, "trained troops");
        }
    }

    /// They strike back one column better, too: a counterattack takes all shifts that do not come from resources
    /// (11.8, 15.5.2).
    fn strike_modifiers(&self, game: &BigPush, board: &Board, assessment: &mut Assessment<BigPushOwn>) {
        let british = game.strikers(board).any(|unit| game.pack.unit(unit).nation == Nation::British);
        if british && board.own.has(Side::Allied, allied::TRAIN_TROOPS) && !game.pack.first_edition() {
            assessment.shifts.add(OwnRule::AlliedOperations, 1, "trained troops");
        }
    }

    fn no_flanks(&self, board: &Board, side: Side) -> bool {
        side == Side::Allied && board.own.has(Side::German, german::REINFORCED_DEFENSES)
    }

    fn closers_bonus(&self, board: &Board, closers: u8) -> u8 {
        if on(board, options::CLOSERS_OVER_ONE) { closers.saturating_sub(1) } else { closers }
    }

    // Ruling 105: one in all, or one for each closer on an uncovered flank if that is more.
    fn flank_bonus(&self, board: &Board, units: u8, closers: u8) -> u8 {
        if on(board, options::FLANK_ONCE) {
            1
        } else if on(board, options::FLANK_PER_UNIT) {
            units
        } else {
            closers.max(1)
        }
    }

    /// Breakthroughs with tanks or cavalry count for a marker (15.6.4).
    fn assaulted(&self, game: &BigPush, board: &mut Board, outcome: Result11, _: &mut Context) {
        if outcome == Result11::Breakthrough && board.assault.side == Side::Allied {
            let mut mounted = false;
            game.attackers(board, board.assault.target, |unit| mounted |= tanks::is_mounted(game, unit));
            board.own.breakthroughs += u8::from(mounted);
        }
    }
}
