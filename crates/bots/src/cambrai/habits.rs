//! What a sensible player is drawn to, question by question.

use ::cambrai::board::{Board, Outcome};
use ::cambrai::end_phase::victory_points;
use ::cambrai::pack::Pack;
use ::cambrai::scenario::{BridgeState, Weather};
use ::cambrai::sets::{Bridge, Place, Places, Unit, Units};
use ::cambrai::side::Side;
use ::cambrai::step::{Action, StepKind};

use super::advice::would_stop;
use super::ground::{
    Front, allowance, bars_the_way, beside, breaches, exposed, held, menace, raid, roads, strikers, vacant,
    walks, worth,
};
use super::outlook::{Blow, Outlook};
use super::prospect::{prospect, wear};
use super::temper::TEMPER;

/// The weight of an answer that moves no unit. It is thought of when nothing else is left.
const IDLE: f32 = -2.6;

/// The weight of barring the way of cavalry that is about to break through.
const BARRED: f32 = 2.0;

/// How much lighter than the best impulse a pass is at most: it is always worth a thought.
const SECOND_THOUGHT: f32 = 2.0;

/// The weight of an answer that is never considered.
const NEVER: f32 = -9.0;

/// The brigades of a cavalry division.
const DIVISION: usize = 3;

/// What is worked out once for all answers to a question.
pub(super) struct Habits<'a> {
    pack: &'a Pack,
    board: &'a Board,
    step: StepKind,
    side: Side,
    outlook: Option<Outlook>,
    front: Option<Front>,
    /// Where British cavalry is about to break through.
    raid: Places,
    /// Enemy ground without a defender.
    vacant: Places,
    /// Where enemies stand who could step out.
    menace: Places,
}

impl<'a> Habits<'a> {
    pub(super) fn new(pack: &'a Pack, step: StepKind, board: &'a Board, side: Side) -> Habits<'a> {
        let outlook = match step {
            StepKind::Artillery | StepKind::Movement => Outlook::now(pack, board, side, step),
            _ => None,
        };
        let moves = matches!(
            step,
            StepKind::Activation
                | StepKind::Movement
                | StepKind::Regroup
                | StepKind::Placement
                | StepKind::InfantryRefit
        );
        let front = moves.then(|| Front::of(pack, board, side));
        let raid = if moves && side == Side::German { raid(pack, board) } else { Places::NONE };
        let vacant = if moves { vacant(pack, board, side) } else { Places::NONE };
        let menace = if moves { menace(pack, board, side) } else { Places::NONE };
        Habits { pack, board, step, side, outlook, front, raid, vacant, menace }
    }

    /// The weight of an answer.
    pub(super) fn weigh(&self, action: Action) -> f32 {
        let (pack, board) = (self.pack, self.board);
        match action {
            Action::Bid(points) => -f32::from(points.abs_diff(3)) * 0.5,
            Action::Activate(area) => self.activate(area),
            Action::Regroup(area) => self.regroup(area),
            Action::Pass => self.pass(),
            Action::Hurricane(place) => self.hurricane(place),
            Action::Target(unit) => 2.0 * wear(pack, unit) + if board.is_fresh(unit) { 0.6 } else { 0.4 },
            Action::Rolling(place) => self.rolling(place),
            Action::Direct(place) => self.direct(place),
            Action::Air(place) => self.air(place),
            Action::Move(unit) => self.march(unit),
            Action::To(place) => self.enter(place),
            Action::Wade(place) => self.enter(place) - 1.5,
            Action::Assault(place) => self.assault(place),
            Action::Commit(unit) => self.commit(unit),
            Action::Point(unit) => self.point(unit),
            Action::Forward(unit) => forward(pack, board, unit),
            Action::Exhaust(unit) => 0.8 - wear(pack, unit),
            Action::Eliminate(unit) => -0.6 - 2.0 * wear(pack, unit),
            Action::Retreat(unit) => self.withdraw(unit),
            Action::Blow(bridge) => self.blow(bridge),
            Action::Buy(count) => self.buy(count),
            Action::Roll => 1.0,
            Action::Advantage => self.advantage(),
            Action::Decline => 0.0,
            Action::Refit(unit) => 4.0 * wear(pack, unit) + self.near_front(unit),
            Action::Dismount(unit) => self.dismount(unit),
            Action::Place(place) => self.placement(place),
            Action::Swap(unit) => self.near_front(unit) - 0.2,
            Action::Enter(unit) => wear(pack, unit),
            Action::Interdict(place) => 0.4 * f32::from(board.units_in(place).count()),
            Action::Recall => -0.5,
            Action::Done => self.done(),
        }
    }

    /// A pass that ends nothing is always considered: even a good impulse may be worse than none.
    pub(super) fn reconsider(&self, options: &[Action], weights: &mut [f32]) {
        let ends_the_day = self.side == Side::British && self.board.turn == 0;
        if self.step != StepKind::Activation || ends_the_day {
            return;
        }
        let best = weights.iter().copied().fold(f32::MIN, f32::max);
        if let Some(pass) = options.iter().position(|action| *action == Action::Pass) {
            weights[pass] = weights[pass].max(best - SECOND_THOUGHT);
        }
    }

    fn enemies(&self) -> Places {
        self.board.present(self.side.enemy())
    }

    fn steps(&self, place: Place) -> f32 {
        self.front.as_ref().map_or(0.0, |front| f32::from(front.steps(place)))
    }

    /// An area is activated for its assaults, for ground that lies open, for gaps to be closed, for bridges to be
    /// blown, or to bring its troops nearer.
    fn activate(&self, area: Place) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        let strikers = strikers(pack, board, side, area) - board.impulse.released;
        let bridges = self.bridges_at_risk(area);
        let bound = side == Side::German && self.raid.is_empty() && bars_the_way(pack, board, area);
        if strikers.is_empty() || bound {
            return if bridges > 0.0 { bridges - 0.2 } else { IDLE };
        }
        let outlook = Outlook::of(pack, board, side, area, board.support[side]);
        let near = roads(pack, board, area);
        let closing = outlook.gaps & near;
        let hands = f32::from(strikers.count());
        let barred = self.barred(strikers, area);
        let gaps = TEMPER.gap * f32::from(closing.count()).min(hands - 1.0).max(0.0)
            + BARRED * f32::from(barred.count()).min(hands);
        let march = if self.steps(area) > 1.0 { TEMPER.march * hands.min(6.0) } else { 0.0 };
        let use_of_it = TEMPER.promise * outlook.promise(pack, board) + gaps + march + bridges;
        // Activating an area for nothing bores a reader of the game.
        if use_of_it > 0.0 { use_of_it - 0.2 } else { IDLE }
    }

    /// Where units of an area could stand in the way of cavalry that is about to break through.
    fn barred(&self, strikers: Units, area: Place) -> Places {
        let (pack, board) = (self.pack, self.board);
        if self.raid.is_empty() {
            return Places::NONE;
        }
        let reach = strikers.first().map(|unit| walks(pack, board, unit, area, allowance(pack, board, unit)));
        (reach.unwrap_or_default() & self.raid) - board.present(self.side)
    }

    /// What blowing the bridges of an area is worth before the enemy takes them (14.1).
    fn bridges_at_risk(&self, area: Place) -> f32 {
        let bridges = self.pack.links.bridges[area.index()].iter().map_while(|bridge| *bridge);
        bridges.map(|(bridge, _)| self.blow(bridge).max(0.0) * 0.5).sum()
    }

    /// A defender blows a bridge that leads the enemy on. An attacker keeps his own.
    fn blow(&self, bridge: Bridge) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        if board.bridge(bridge) != BridgeState::held_by(side) {
            return -1.0;
        }
        let own = held(pack, board, side);
        let ends = pack.over(bridge).ends;
        let threatened = ends.iter().any(|end| self.enemies().contains(*end) || !own.contains(*end));
        let attacked = ends.iter().any(|end| board.fresh_present(side.enemy()).contains(*end));
        let chance = self.chance_to_blow(bridge);
        match (threatened, attacked, side) {
            _ if chance <= 0.0 => -1.0,
            (true, true, Side::German) => 1.2 + 3.0 * chance,
            (true, false, Side::German) => 0.4 + 1.5 * chance,
            _ => -1.0,
        }
    }

    /// The chance that a demolition succeeds (14.1).
    fn chance_to_blow(&self, bridge: Bridge) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        let own = held(pack, board, side);
        let surprise = i8::from(board.turn == 0);
        let bonus = pack.over(bridge).ends.iter().map(|end| {
            let (contested, mine) = (board.present(side.enemy()).contains(*end), own.contains(*end));
            let there = board.present(side).contains(*end);
            match (mine, contested, there) {
                (true, false, _) => 3,
                (true, true, _) => 2,
                (false, true, true) => 1,
                _ => 0,
            }
        });
        let sum = bonus.sum::<i8>() - i8::from(pack.over(bridge).canal_du_nord) - surprise;
        f32::from(sum.clamp(0, 6)) / 6.0
    }

    /// Regrouping moves worn units to hold ground, or steps up where an assault impulse could not.
    fn regroup(&self, area: Place) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        let own = (board.units_in(area) & pack.kinds.of[side]) - pack.kinds.garrisons;
        let worn = own - board.fresh_units();
        let gaps = breaches(pack, board, side) & pack.links.neighbours[area.index()];
        let spare = f32::from(own.count()) - 1.0;
        let filled = TEMPER.fill * f32::from(gaps.count()).min(spare);
        let back = if self.steps(area) > 1.0 { 0.1 * f32::from(worn.count().min(4)) } else { 0.0 };
        if filled + back > 0.0 { filled + back - 0.9 } else { IDLE }
    }

    fn pass(&self) -> f32 {
        match self.side {
            // A British pass ends the first day (16.3), if that is not over anyway.
            Side::British if self.board.turn == 0 && self.board.impulse_number >= 12 => IDLE + 0.5,
            Side::British if self.board.turn == 0 => -4.0,
            Side::British => TEMPER.british_pass,
            Side::German => TEMPER.german_pass,
        }
    }

    fn blow_at(&self, place: Place) -> Option<&Blow> {
        self.outlook.as_ref().and_then(|outlook| outlook.blow_at(place))
    }

    fn hurricane(&self, place: Place) -> f32 {
        let (pack, board) = (self.pack, self.board);
        let enemies = board.units_in(place) & pack.kinds.of[self.side.enemy()];
        let overcast = if board.weather == Weather::Overcast { 1.0 } else { 0.0 };
        let crowded = if enemies.count() > 3 { 1.0 } else { 0.0 };
        let cover = 0.25 * f32::from(pack.at(place).terrain) + 0.5 * overcast;
        if self.step == StepKind::Opening {
            return 0.0;
        }
        // A fresh marker also helps the defence (11.4.3 D): a defender keeps it.
        let keep = if self.side == Side::German && board.turn < 9 { TEMPER.keep } else { 0.0 };
        match self.blow_at(place) {
            Some(blow) if blow.prospect.clear < 0.7 => TEMPER.hurricane + crowded - cover - keep,
            _ => crowded - cover - 0.4 - keep,
        }
    }

    /// Support goes where a blow falls, while it still helps.
    fn direct(&self, place: Place) -> f32 {
        let Some(blow) = self.blow_at(place) else { return -4.0 };
        let laid = self.board.impulse.direct[place.index()];
        if laid >= blow.support || blow.prospect.clear > 0.93 {
            return -1.0;
        }
        1.8
    }

    /// A rolling barrage pays only if troops are to go on through an overrun.
    fn rolling(&self, place: Place) -> f32 {
        let Some(blow) = self.blow_at(place) else { return -4.0 };
        let laid = self.board.impulse.rolling[place.index()];
        let tanks = !(blow.units & self.pack.kinds.tanks).is_empty();
        if laid == 0 && tanks && blow.prospect.clear > 0.5 { 0.4 } else { -2.0 }
    }

    fn air(&self, place: Place) -> f32 {
        match self.blow_at(place) {
            Some(blow) => 2.5 - blow.prospect.clear,
            None => -4.0,
        }
    }

    /// Who moves next: the tank that leads a blow, then those behind it, then a unit that finds open ground.
    fn march(&self, unit: Unit) -> f32 {
        let (pack, board) = (self.pack, self.board);
        let Some(from) = board.place_of(unit) else { return -5.0 };
        if self.step == StepKind::Regroup {
            return self.best_step(unit, from) - 0.1;
        }
        let Some(outlook) = &self.outlook else { return 0.0 };
        let leads = if pack.kinds.tanks.contains(unit) { 1.0 } else { 0.0 };
        if let Some(blow) = outlook.blow_of(unit) {
            if blow.place == from {
                return -1.0;
            }
            let opened = if (blow.units & board.units_in(blow.place)).is_empty() { 0.0 } else { 1.0 };
            return 1.6
                + leads
                + opened
                + 0.5 * blow.prospect.value.min(2.0)
                + 0.1 * f32::from(pack.info(unit).attack);
        }
        let busy = outlook.blows.iter().flatten().count();
        let patience = if busy > 0 { 0.8 } else { 0.0 };
        self.best_step(unit, from) - patience
    }

    /// The best that one step of a unit that takes no part in a blow would bring.
    fn best_step(&self, unit: Unit, from: Place) -> f32 {
        let open = super::ground::exits(self.pack, self.board, unit, from) - self.enemies();
        let best = open.iter().map(|place| self.ground(unit, from, place)).fold(IDLE, f32::max);
        best - self.leaving(unit, from)
    }

    /// The last guard gives a place away by leaving it with the enemy beside it.
    fn leaving(&self, unit: Unit, from: Place) -> f32 {
        let (pack, board) = (self.pack, self.board);
        let own = board.units_in(from) & pack.kinds.of[self.side];
        let last = own.count() == 1 && own.contains(unit);
        if !self.raid.is_empty() {
            // This loss is small beside winning the war.
            return 0.0;
        }
        if self.side == Side::German && bars_the_way(pack, board, from) {
            return TEMPER.take;
        }
        // Ground for ground is no bargain, but worth a thought.
        let given_away = last && exposed(pack, board, self.side, from, self.menace);
        if given_away { TEMPER.take - 1.5 } else { 0.0 }
    }

    /// What standing on undefended ground is worth.
    fn ground(&self, unit: Unit, from: Place, place: Place) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        let taken = self.vacant.contains(place);
        let rides = pack.kinds.cavalry.contains(unit);
        let looks = self.step == StepKind::Movement && (rides || !taken);
        let beyond = if looks { self.beyond(unit, place) } else { Places::NONE };
        if taken {
            let through = rides && !(beyond & self.vacant & pack.links.breakthrough).is_empty();
            return TEMPER.take + worth(pack, board, place) + if through { TEMPER.zone } else { 0.0 };
        }
        let goals = (beyond & self.vacant).iter().map(|goal| worth(pack, board, goal));
        if let Some(best) = goals.reduce(f32::max) {
            return 0.8 * TEMPER.take + best;
        }
        let alone = !board.present(side).contains(place);
        let watched = !(pack.links.neighbours[place.index()] & self.menace).is_empty();
        let bars = self.raid.contains(place) || !(beyond & self.raid).is_empty();
        let gap = match (alone, bars, watched) {
            (true, true, _) => TEMPER.hold + BARRED,
            (true, false, true) => TEMPER.hold,
            _ => 0.0,
        };
        let nearer = self.steps(from) - self.steps(place);
        // Marching about for nothing bores a reader of the game.
        if gap == 0.0 && nearer <= 0.0 { IDLE } else { gap + 0.7 * nearer }
    }

    /// Where a unit could go on to from its next step: undefended enemy ground, or where it bars the way to cavalry.
    fn beyond(&self, unit: Unit, place: Place) -> Places {
        let (pack, board) = (self.pack, self.board);
        let watched = pack.links.neighbours[place.index()] & board.fresh_present(self.side.enemy());
        let price = if watched.is_empty() { 1 } else { 2 };
        let left = allowance(pack, board, unit).saturating_sub(price);
        let wanted = self.vacant | self.raid;
        if left == 0 || (wanted & beside(pack, beside(pack, Places::one(place)))).is_empty() {
            return Places::NONE;
        }
        walks(pack, board, unit, place, left) & wanted
    }

    fn enter(&self, place: Place) -> f32 {
        let (pack, board) = (self.pack, self.board);
        if self.step == StepKind::Retreat {
            return 0.3 * f32::from(pack.at(place).terrain) - 0.1 * self.steps(place);
        }
        let Some(mover) = board.impulse.mover else { return 0.0 };
        let from = board.place_of(mover).unwrap_or(place);
        let blow = self.outlook.as_ref().and_then(|outlook| outlook.blow_of(mover));
        if self.enemies().contains(place) {
            return match blow {
                Some(blow) if blow.place == place => 4.0,
                _ => -3.0,
            };
        }
        // A unit that set out does not come back for nothing.
        let back = if board.impulse.area == Some(place) { IDLE } else { 0.0 };
        self.ground(mover, from, place) - self.leaving(mover, from) + back
    }

    /// An assault is resolved when everyone who should take part has come.
    fn assault(&self, place: Place) -> f32 {
        let Some(blow) = self.blow_at(place) else { return -1.5 };
        let board = self.board;
        let missing = (blow.units - board.units_in(place)).count();
        if missing > 0 { -0.5 } else { 2.4 + 0.5 * blow.prospect.value.clamp(-1.0, 2.0) }
    }

    fn commit(&self, unit: Unit) -> f32 {
        let planned = self.outlook.as_ref().and_then(|outlook| outlook.blow_of(unit));
        1.0 + 0.1 * f32::from(self.pack.info(unit).attack) + if planned.is_some() { 0.5 } else { 0.0 }
    }

    /// A unit that attacks alone, when others could join it, is likely to be thrown back.
    fn enough(&self) -> f32 {
        let (pack, board) = (self.pack, self.board);
        let Some(assault) = board.assault else { return 0.0 };
        let infantry = (assault.attackers & pack.kinds.infantry).count();
        let support = board.impulse.direct[assault.place.index()].min(infantry);
        let prospect = prospect(pack, board, self.side, assault.attackers, assault.place, support, 0);
        if prospect.repulse > 0.1 { -0.8 } else { 1.2 }
    }

    fn point(&self, unit: Unit) -> f32 {
        let tank = if self.pack.kinds.tanks.contains(unit) { 1.5 } else { 0.0 };
        1.5 * f32::from(self.pack.info(unit).attack) + tank
    }

    /// The weight of a withdrawal: it is good in place of a loss, and otherwise hardly ever chosen.
    fn withdraw(&self, unit: Unit) -> f32 {
        let (pack, board) = (self.pack, self.board);
        match self.step {
            StepKind::Losses => 0.2 + wear(pack, unit),
            StepKind::Withdrawal => {
                let Some(place) = board.place_of(unit) else { return -2.0 };
                let fresh = board.units_in(place) & pack.kinds.of[self.side] & board.fresh_units();
                if fresh.is_empty() && !board.is_fresh(unit) { -0.6 } else { -2.5 }
            }
            _ => -1.2,
        }
    }

    /// Markers are bought for the assaults of a day; those not fired by dusk are lost (9.6).
    fn buy(&self, count: u8) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        let scenario = &pack.scenarios[usize::from(board.scenario)];
        let attackers = pack.kinds.of[side] & pack.kinds.infantry & board.fresh_units();
        let ready = attackers.iter().filter(|unit| board.place_of(*unit).is_some()).count() as f32;
        // An attacker all along the line fires most of it in a day; before the last day there is nothing to save for.
        let rate = if side == Side::German && board.turn < 9 { 0.35 } else { 0.7 };
        let wanted = match scenario.last_turn.saturating_sub(board.turn) {
            0 => 0.0,
            1 => 16.0,
            _ => (rate * ready).min(14.0),
        };
        -0.3 * (wanted - f32::from(count)).abs()
    }

    fn advantage(&self) -> f32 {
        let (pack, board, side) = (self.pack, self.board, self.side);
        match self.step {
            StepKind::Forecast => {
                let good = (board.weather == Weather::Clear) == (side == Side::British);
                if good { -4.0 } else { -0.8 }
            }
            StepKind::HaigsMind | StepKind::StormReversal => {
                let needed = pack.scenarios[usize::from(board.scenario)].victory.british;
                let ahead = victory_points(pack, board) >= needed;
                if ahead == (side == Side::German) { 5.0 } else { -5.0 }
            }
            StepKind::Effort => match board.assault.and_then(|assault| assault.outcome) {
                Some(Outcome::Repulse) => board.assault.map_or(0.0, |assault| {
                    let worn: f32 = assault.attackers.iter().map(|unit| wear(pack, unit)).sum();
                    1.5 * worn - 0.9
                }),
                Some(Outcome::Success(points)) => f32::from(points) * 0.25 - 0.6,
                Some(Outcome::Cleared | Outcome::Halted) => 1.4,
                _ => -1.0,
            },
            // What is spent here cannot change Haig's mind an hour later.
            StepKind::MoreAmmunition | StepKind::TankRefit
                if side == Side::British && would_stop(pack, board) =>
            {
                -5.0
            }
            StepKind::MoreAmmunition => -0.6,
            _ => -0.5,
        }
    }

    /// Worn cavalry dismounts; a fresh division is kept for the breakthrough until the end is near (12.8).
    fn dismount(&self, unit: Unit) -> f32 {
        let (pack, board) = (self.pack, self.board);
        let scenario = &pack.scenarios[usize::from(board.scenario)];
        let days = scenario.last_turn.saturating_sub(board.turn);
        let riders = pack.kinds.cavalry & board.fresh_units();
        let mounted = riders.iter().filter(|rider| board.place_of(*rider).is_some()).count();
        match (board.is_fresh(unit), days) {
            // After the last day there is no more fighting.
            (_, 0) => IDLE,
            (false, _) => 0.8,
            (true, 1) => 0.2,
            (true, _) if board.turn > scenario.first_turn && mounted > DIVISION => -0.6,
            (true, _) => NEVER,
        }
    }

    /// Fresh troops are worth most where the enemy is near.
    fn near_front(&self, unit: Unit) -> f32 {
        let Some(place) = self.board.place_of(unit) else { return 0.0 };
        let enemies = self.pack.links.neighbours[place.index()] & self.enemies();
        let contested = if self.enemies().contains(place) { 0.5 } else { 0.0 };
        contested + 0.3 * f32::from(enemies.count().min(3))
    }

    fn placement(&self, place: Place) -> f32 {
        let near = self.pack.links.neighbours[place.index()] & self.board.fresh_present(self.side.enemy());
        let alone = if self.board.present(self.side).contains(place) { 0.0 } else { 0.6 };
        match self.step {
            StepKind::Garrisons => {
                let threat = 0.6 * f32::from(near.count().min(2));
                0.4 * f32::from(self.pack.at(place).terrain) + threat + alone
            }
            _ => 0.1 * f32::from(near.count().min(3)) - 0.1 * self.steps(place),
        }
    }

    fn done(&self) -> f32 {
        match self.step {
            StepKind::Artillery => 0.6,
            StepKind::Movement => 0.2,
            StepKind::Commitment => self.enough(),
            StepKind::Withdrawal => 1.0,
            StepKind::FallBack => 0.8,
            StepKind::Regroup if !self.board.impulse.regrouped => -1.0,
            StepKind::InfantryRefit => -1.0,
            _ => 0.0,
        }
    }
}

/// The forward unit takes the first loss and lends its factor: strong, and better exhausted than lost.
fn forward(pack: &Pack, board: &Board, unit: Unit) -> f32 {
    let info = pack.info(unit);
    let factor = if board.is_fresh(unit) { info.defense - 1 } else { info.exhausted_defense };
    let lost = if board.is_fresh(unit) { 0.0 } else { 0.8 };
    1.2 * f32::from(factor) - lost - wear(pack, unit)
}
