//! How The Big Push differs from the common system, rule by rule.

use engine::{Forbidden, Outcome, Question, Seat};
use grid::action::Action;
use grid::assault::{Assessment, Outcome as Result11, Wave};
use grid::command::Mode;
use grid::event::Modifiers;
use grid::losses::Cause;
use grid::map::Edge;
use grid::resources::{CONSOLIDATE, CREEPING, GAS, LIFT, NIGHT, SECOND, SMOKE, SPECIAL};
use grid::units::{Kind, Nation, Size, Unit};
use grid::variant::Small;
use grid::{Common, Flow, Mark, Rule, Side, Square, Squares, Step, Variant};

use crate::own::{OwnAction, OwnEvent, OwnStep, allied, german};
use crate::{
    BigPush, BigPushOwn, OwnRule, Somme, areas, coordination, objectives, operations, options, sequence,
    set_up, tanks, victory,
};

type Board = grid::BoardOf<Somme>;
type Context<'a> = grid::ContextOf<'a, Somme>;
type R = Rule<BigPushOwn>;

fn on(board: &Board, option: u32) -> bool {
    board.options & option != 0
}

/// Whether the French have their own seat.
pub(crate) fn has_french_seat(board: &Board) -> bool {
    on(board, options::FRENCH_SEAT)
}

const BRITISH: [Nation; 1] = [Nation::British];
const ALLIES: [Nation; 2] = [Nation::British, Nation::French];
const GERMANS: [Nation; 1] = [Nation::German];

impl Variant for Somme {
    type Own = BigPushOwn;

    fn sequence(&self, board: &Board) -> &'static [Step<BigPushOwn>] {
        if on(board, options::EACH_PLAYER) { &sequence::EACH_PLAYER } else { &sequence::TURN }
    }

    fn end_of_turn(&self, game: &BigPush, board: &mut Board, context: &mut Context) -> Option<Outcome<R>> {
        if board.turn >= board.last_turn {
            return Some(victory::decide(game, board, context));
        }
        board.turn += 1;
        None
    }

    fn is_first_turn(&self, board: &Board) -> bool {
        board.turn == 1
    }

    fn seat(&self, board: &Board, nation: Nation) -> Seat {
        match nation {
            Nation::German => Seat(1),
            Nation::French if has_french_seat(board) => Seat(2),
            Nation::British | Nation::French => Seat(0),
        }
    }

    fn commander(&self, board: &Board, nation: Nation) -> Nation {
        if nation == Nation::French && !has_french_seat(board) { Nation::British } else { nation }
    }

    fn commanders(&self, board: &Board, side: Side) -> &'static [Nation] {
        match side {
            Side::German => &GERMANS,
            Side::Allied if has_french_seat(board) => &ALLIES,
            Side::Allied => &BRITISH,
        }
    }

    /// Squares with nothing but concealed guns cannot be bombarded (15.5.3).
    fn protected_from_bombardment(&self, game: &BigPush, board: &Board, side: Side) -> Squares {
        if side != Side::Allied || !board.own.has(Side::German, german::CONCEALED_ARTILLERY) {
            return Squares::EMPTY;
        }
        board
            .occupied(Side::German)
            .iter()
            .filter(|square| {
                board
                    .troops_at(&game.pack, Side::German, *square)
                    .all(|unit| operations::is_concealed(game, board, unit))
            })
            .collect()
    }

    fn protection_rule(&self) -> R {
        OwnRule::GermanOperations.into()
    }

    fn is_exposed(&self, game: &BigPush, board: &Board, unit: Unit) -> bool {
        let mined = board.losses.cause == Cause::Mine;
        let fired_at = board.phasing == Side::Allied && !board.assault.target.is_some() && !mined;
        !(fired_at && operations::is_concealed(game, board, unit))
    }

    fn off_map_fire(&self, game: &BigPush, board: &Board, side: Side) -> (Squares, u8) {
        if side == Side::German { operations::off_map(game, board) } else { (Squares::EMPTY, 0) }
    }

    fn off_map_fired(&self, board: &mut Board, _: Side) {
        board.own.off_map = operations::stamp(board);
    }

    fn counter_battery(
        &self,
        game: &BigPush,
        board: &mut Board,
        nation: Nation,
        context: &mut Context,
    ) -> Flow<Somme> {
        if on(board, options::COUNTER_BATTERY_TABLE) {
            game.fire_counter_battery_on_table(board, nation, context)
        } else {
            game.fire_counter_battery(board, nation, context)
        }
    }

    fn counter_battery_rule(&self, board: &Board) -> R {
        if on(board, options::COUNTER_BATTERY_TABLE) {
            OwnRule::CounterBatteryTable.into()
        } else {
            Common::CounterBattery.into()
        }
    }

    fn fixed_by(&self, board: &Board, unit: Unit) -> Option<R> {
        let state = board.unit(unit);
        if state.has(Mark::Broken) {
            return Some(OwnRule::TankBreakdown.into());
        }
        state.has(Mark::Held).then_some(OwnRule::CavalryRelease.into())
    }

    fn exits(&self, game: &BigPush, board: &Board, unit: Unit, from: Square) -> Option<Edge> {
        areas::exit(game, board, unit, from)
    }

    fn exited(&self, game: &BigPush, board: &mut Board, unit: Unit, edge: Edge, context: &mut Context) {
        areas::exited(game, board, unit, edge, context);
    }

    fn retreat_off_map(&self, game: &BigPush, board: &Board, unit: Unit) -> Option<Edge> {
        areas::retreat_edge(game, board, unit)
    }

    fn retreated_off_map(
        &self,
        game: &BigPush,
        board: &mut Board,
        unit: Unit,
        edge: Edge,
        context: &mut Context,
    ) {
        areas::driven_off(game, board, unit, edge, context);
    }

    /// Raiders return anywhere along the edge they left by; where the scenario asks for it, behind their line or
    /// outside Allied zones of control (14.2.3, 14.3.4, 14.4.4, 15.7.1).
    fn entry_zone(&self, game: &BigPush, board: &Board, unit: Unit) -> Option<Squares> {
        areas::way_back(game, board, unit).or_else(|| operations::stand_in_entry(game, board, unit))
    }

    /// The commander in whose rows an empty square lies.
    fn answers_for(&self, game: &BigPush, board: &Board, side: Side, square: Square) -> Nation {
        let nation = match side {
            Side::German => Nation::German,
            Side::Allied if areas::in_own_area(game, board, Nation::British, square) => Nation::British,
            Side::Allied => Nation::French,
        };
        self.commander(board, nation)
    }

    /// Two objectives may be claimed while the British commit their units (9.1).
    fn more_answers(
        &self,
        game: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        answers: &mut Vec<Action<BigPushOwn>>,
    ) {
        if is_commitment(step) && objectives::may_claim(game, board) {
            answers.push(Action::Own(OwnAction::Claim));
        }
    }

    fn check_more(
        &self,
        game: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        action: OwnAction,
    ) -> Forbidden {
        let mut verdict = Forbidden::NO;
        let claim = is_commitment(step) && action == OwnAction::Claim;
        verdict.when(!claim, R::from(Common::TurnSequence));
        verdict.when(claim && !objectives::may_claim(game, board), R::from(Common::Objectives));
        verdict
    }

    fn choose_more(
        &self,
        _: &BigPush,
        _: &mut Step<BigPushOwn>,
        _: &mut Board,
        _: OwnAction,
        _: &mut Context,
    ) -> Flow<Somme> {
        Flow::<Somme>::Call(Step::Own(OwnStep::Claim))
    }

    fn arrived(&self, game: &BigPush, board: &mut Board, unit: Unit, _: &mut Context) {
        areas::arrived(game, board, unit);
        tanks::note_arrivals(game, board);
    }

    /// A gun counts the squares from its own, left out, to that of the HQ (6.3.2).
    fn gun_is_supplied(&self, game: &BigPush, board: &Board, gun: Unit) -> bool {
        let square = board.square(gun);
        game.hqs(board, game.pack.unit(gun).nation, Mode::Supply)
            .any(|hq| game.is_within(board, hq, square, game.supply_range(board, hq)))
    }

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
        modifiers.add_if(reinforced, OwnRule::GermanOperations, -1, "reinforced defenses");
    }

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

    /// German strength lost counts for a marker (15.6.5).
    fn eliminated(&self, game: &BigPush, board: &mut Board, unit: Unit, _: &mut Context) {
        let counter = game.pack.unit(unit);
        if counter.side == Side::German && counter.kind != Kind::Hq {
            let face = if counter.has_modes() { counter.faces[0] } else { board.face(&game.pack, unit) };
            board.own.strength_lost += u16::from(face.attack);
        }
        self.forget_tank(board, unit);
    }

    fn weakened(&self, game: &BigPush, board: &mut Board, unit: Unit, into: Unit) {
        let counter = game.pack.unit(unit);
        if counter.side == Side::German {
            let before = counter.faces[0].attack;
            let after =
                if unit == into { counter.faces[1].attack } else { game.pack.unit(into).faces[0].attack };
            board.own.strength_lost += u16::from(before.saturating_sub(after));
        }
    }

    /// Battalions cost no steps with Commit Reserves; British HQs that were used up as supply come back free with
    /// Increase Supply (15.5.2, 15.5.3).
    fn replacement_price(&self, game: &BigPush, board: &Board, unit: Unit, full: bool) -> (u8, u8) {
        let counter = game.pack.unit(unit);
        let steps = game.replacement_cost(unit, full);
        if counter.size == Size::Battalion && board.own.has(Side::German, german::COMMIT_RESERVES) {
            return (0, steps);
        }
        let free = counter.kind == Kind::Hq
            && counter.nation == Nation::British
            && board.own.expended.contains(unit)
            && board.own.has(Side::Allied, allied::INCREASE_SUPPLY);
        if free { (0, 0) } else { (steps, steps) }
    }

    fn may_merge(&self, board: &Board) -> bool {
        self.own.scenarios[usize::from(board.scenario)].campaign
    }

    /// Germans come back on the north or east edge; nobody comes back behind the enemy's line (12.1.3).
    fn replacement_edge(&self, game: &BigPush, board: &Board, side: Side) -> Squares {
        let map = &game.pack.map;
        let edge = match side {
            Side::Allied => map.home_squares(side),
            Side::German => map.home_squares(side) | map.edges[Edge::North as usize],
        };
        edge & game.behind_line(board, side)
    }

    fn returned(&self, board: &mut Board, hq: Unit) {
        board.own.expended.insert(hq);
    }

    fn replaced(&self, board: &mut Board, unit: Unit) {
        board.own.expended.remove(unit);
        if self.is_regiment(unit) {
            board.own.regiments = board.own.regiments.saturating_add(1);
        }
    }

    fn set_up_question(&self, game: &BigPush, board: &Board, nation: Nation) -> Question<R> {
        let scenario = &game.pack.scenarios[usize::from(board.scenario)];
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        let rule = if campaign { OwnRule::CampaignHqs } else { set_up::set_up_rule(&scenario.id, nation) };
        Question { seats: self.seat(board, nation).into(), rule: rule.into() }
    }

    fn reveals(&self, event: &OwnEvent) -> bool {
        matches!(
            event,
            OwnEvent::Operating { .. }
                | OwnEvent::ChoseOperations { .. }
                | OwnEvent::Drew { .. }
                | OwnEvent::Changed { .. }
                | OwnEvent::Discovered { .. }
                | OwnEvent::Claimed { .. }
        )
    }

    fn run(&self, game: &BigPush, step: OwnStep, board: &mut Board, context: &mut Context) -> Flow<Somme> {
        self.run_own(game, step, board, context)
    }

    fn question(&self, _: &BigPush, step: OwnStep, board: &Board) -> Question<R> {
        self.question_own(step, board)
    }

    fn candidates(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &Board,
        seat: Seat,
        out: &mut Vec<Action<BigPushOwn>>,
    ) {
        Self::candidates_own(game, step, board, seat, out);
    }

    /// These candidates are read from the very set that `check` looks into.
    fn candidates_are_legal(&self, step: OwnStep) -> bool {
        matches!(step, OwnStep::LayMines { .. } | OwnStep::AirPlacement | OwnStep::ConcealedGuns)
    }

    fn check(
        &self,
        game: &BigPush,
        step: OwnStep,
        board: &Board,
        seat: Seat,
        action: Action<BigPushOwn>,
    ) -> Forbidden {
        self.check_own(game, step, board, seat, action)
    }

    fn choose(
        &self,
        game: &BigPush,
        step: &mut OwnStep,
        board: &mut Board,
        seat: Seat,
        action: Action<BigPushOwn>,
        context: &mut Context,
    ) -> Flow<Somme> {
        self.choose_own(game, step, board, seat, action, context)
    }
}

/// Whether the British are committing units to primary assaults.
fn is_commitment(step: &Step<BigPushOwn>) -> bool {
    matches!(step, Step::Commit { nation: Nation::British, only } if !only.is_some())
}

impl Somme {
    /// A tank that is lost begins anew when it returns.
    fn forget_tank(&self, board: &mut Board, unit: Unit) {
        if let Some(index) = self.own.tanks.iter().position(|tank| *tank == unit) {
            board.own.tanks_since[index] = 0;
        }
    }

    fn is_regiment(&self, unit: Unit) -> bool {
        self.own.regiments.contains(&unit)
    }
}
