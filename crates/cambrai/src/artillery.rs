//! Artillery (9.0): Hurricane Barrages with their losses, and the supports placed before movement.

use engine::wire::Odds;
use engine::{Forbidden, Order, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Air, Barrage, Board};
use crate::event::{Event, Support};
use crate::labels::{self, Label};
use crate::movement::Movement;
use crate::pack::{Kind, Pack};
use crate::rule::Rule;
use crate::scenario::Weather;
use crate::sets::{Place, Places, Unit, Units};
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::sum::{Part, Sum};
use crate::words::{area, barrage_place, counted, left_to_pay, place_name};
use crate::{control, moving, odds, orders, sequence};

/// Where a Hurricane Barrage may fall: within two areas of the active one, on enemies (9.1, 9.2).
fn hurricane_range(pack: &Pack, board: &Board) -> Places {
    board.impulse.centre.map_or(Places::NONE, |centre| pack.links.within_range[centre.index()])
}

/// Where support markers may lie: in the active area or next to it (9.1).
fn support_range(pack: &Pack, board: &Board) -> Places {
    board
        .impulse
        .centre
        .map_or(Places::NONE, |centre| pack.links.neighbours[centre.index()] | Places::one(centre))
}

/// Support markers that may still be placed: one for each infantry unit that can take part (9.5).
///
/// Ruling R79: supports are placed before anyone moves, so all infantry that can still act counts; markers beyond
/// those that in the end take part in an assault add nothing to it, and lower no cost ([`crate::rolling`]).
pub(crate) fn supports_left(pack: &Pack, board: &Board) -> u8 {
    let impulse = &board.impulse;
    let infantry = moving::able(board) & pack.kinds.infantry;
    let infantry = infantry.iter().filter(|unit| pack.first_edition() || can_act(pack, board, *unit)).count();
    let placed: u8 = impulse.rolling.iter().chain(&impulse.direct).sum();
    (infantry as u8).saturating_sub(placed).min(board.support[board.active])
}

/// Whether a unit can still move, or stands among enemies that it may still assault (9.5, ruling R79).
fn can_act(pack: &Pack, board: &Board, unit: Unit) -> bool {
    let Some(place) = board.place_of(unit) else { return false };
    let enemies = board.present(board.active.enemy()).contains(place);
    let fights = enemies && !board.impulse.assaulted.contains(place);
    let loose = !enemies || board.impulse.area == Some(place);
    fights || loose && moving::left(pack, board, unit) > 0
}

/// Where Direct Support may lie: where an assault is still possible (9.5.2).
fn direct_range(pack: &Pack, board: &Board) -> Places {
    let range = support_range(pack, board);
    if pack.first_edition() {
        return range;
    }
    (range & board.present(board.active.enemy())) - board.impulse.assaulted
}

/// Every rule that forbids a barrage or support (9.1 to 9.6).
pub(crate) fn check(pack: &Pack, board: &Board, action: Action) -> Forbidden {
    let side = board.active;
    let mut verdict = Forbidden::NO;
    match action {
        Action::Hurricane(place) => {
            verdict
                .when(board.hurricane_fresh[side] == 0, Rule::UsedHurricane)
                .when(board.impulse.fired, Rule::HurricaneBarrage)
                .when(!hurricane_range(pack, board).contains(place), Rule::ArtilleryRange)
                .when(!board.present(side.enemy()).contains(place), Rule::HurricaneBarrage);
        }
        Action::Rolling(place) | Action::Direct(place) => {
            verdict
                .when(supports_left(pack, board) == 0, Rule::AssaultSupport)
                .when(!support_range(pack, board).contains(place), Rule::ArtilleryRange);
            let direct = matches!(action, Action::Direct(_));
            verdict.when(direct && !direct_range(pack, board).contains(place), Rule::DirectSupport);
        }
        Action::Air(_) => {
            verdict
                .when(board.weather == Weather::Overcast, Rule::Overcast)
                .when(matches!(board.air[side], Air::Interdicting(_)), Rule::AirInterdiction)
                .when(board.air[side] != Air::Ready, Rule::AirSupport);
        }
        _ => {}
    }
    verdict
}

/// An answer that fires guns or places a support.
pub(crate) fn is_artillery(action: Action) -> bool {
    matches!(action, Action::Hurricane(_) | Action::Rolling(_) | Action::Direct(_) | Action::Air(_))
}

/// Barrages and supports (8.1.1, first step).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Artillery;
step_words!(Artillery of Pack = "artillery");

impl Ask<Pack> for Artillery {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::AssaultImpulse)
    }

    fn rules(&self, _: &Pack, _: &Board) -> Vec<Rule> {
        vec![Rule::AssaultImpulse, Rule::AssaultSupport]
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let side = board.active;
        if board.hurricane_fresh[side] > 0 && !board.impulse.fired {
            let targets = hurricane_range(pack, board) & board.present(side.enemy());
            options.extend(targets.iter().map(Action::Hurricane));
        }
        if supports_left(pack, board) > 0 {
            options.extend(support_range(pack, board).iter().map(Action::Rolling));
            options.extend(direct_range(pack, board).iter().map(Action::Direct));
        }
        if board.air[side] == Air::Ready && board.weather == Weather::Clear {
            options.extend(pack.links.all.iter().map(Action::Air));
        }
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if is_artillery(action) {
            return Some(check(pack, board, action));
        }
        (action == Action::Done).then_some(Forbidden::NO)
    }

    fn choose(&mut self, _: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let side = board.active;
        let support = match answer.action {
            Action::Hurricane(place) => {
                board.impulse.fired = true;
                board.hurricane_fresh[side] -= 1;
                board.hurricane_used[side] += 1;
                context.tell(|| Event::HurricaneUsed { side, place: Some(place) });
                board.barrage = Some(Barrage { place, primary: None, points: 0, begun: false });
                return Flow::call(PrimaryTarget);
            }
            Action::Rolling(place) => {
                board.support[side] -= 1;
                board.impulse.rolling[place.index()] += 1;
                Some((Support::Rolling, place))
            }
            Action::Direct(place) => {
                board.support[side] -= 1;
                board.impulse.direct[place.index()] += 1;
                Some((Support::Direct, place))
            }
            Action::Air(place) => {
                board.air[side] = Air::Over(place);
                Some((Support::Air, place))
            }
            _ => None,
        };
        let Some((support, place)) = support else { return Flow::goto(Movement) };
        context.tell(|| Event::SupportPlaced { side, support, place });
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let (most, count) = (supports_left(pack, board), board.support[board.active]);
        let supports = match (most, count) {
            (_, 0) => "No support marker is left.".to_owned(),
            (0, _) => "No support marker can be placed: each goes with one infantry unit.".to_owned(),
            (1, 1) => "One support marker may be placed, for one infantry unit.".to_owned(),
            _ => format!("{most} of {count} support markers may be placed, one for each infantry unit."),
        };
        let mut about = Vec::new();
        let area = area(pack, board, &mut about);
        let text = format!("Which guns and aeroplanes help the units of {area}? {supports}");
        Asking::new(text).about(about).also(Rule::ArtilleryRange)
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Done).then(|| "No more guns and aeroplanes".into())
    }

    fn cites(&self, _: &Pack, _: &Board, action: Action, cites: &mut Vec<Rule>) {
        let rules: &[Rule] = match action {
            Action::Hurricane(_) => &[Rule::HurricaneBarrage],
            Action::Rolling(_) => &[Rule::RollingBarrage, Rule::AssaultSupport],
            Action::Direct(_) => &[Rule::DirectSupport, Rule::AssaultSupport],
            Action::Air(_) => &[Rule::AirSupport, Rule::ClearWeather],
            _ => &[],
        };
        cites.extend(rules);
    }

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let Action::Hurricane(place) = action else { return None };
        Some(odds::card(move || chances(pack, board, place)))
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::of_impulse(board, below)
    }

    fn ends(&self, pack: &Pack, board: &Board, action: Action) -> Option<&'static str> {
        Some(labels::end_of_impulse(pack, board, action))
    }

    fn orders(&self, pack: &Pack, board: &Board, options: &[Action]) -> Vec<Order> {
        orders::supports(pack, board, options)
    }

    fn next_of_order(&self, pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next_support(pack, order, board, options)
    }
}

fn targets(pack: &Pack, board: &Board) -> Units {
    let enemy = board.active.enemy();
    board.barrage.map_or(Units::NONE, |barrage| board.own_in(pack, enemy, barrage.place))
}

/// Attack and defense value of a barrage (9.2.1, 9.2.2).
fn assess(pack: &Pack, board: &Board, place: Place) -> (Sum, Sum) {
    let chart = &pack.charts.barrage;
    let crowd = board.own_in(pack, board.active.enemy(), place).count() > chart.crowd_above;
    let overcast = board.weather == Weather::Overcast;
    let (mut attack, mut defense) = (Sum::default(), Sum::default());
    attack.add(Part::BarrageMarker, chart.attack).add(Part::Crowd, i8::from(crowd) * chart.crowd_bonus);
    defense
        .add(Part::BarrageTerrain, pack.at(place).terrain)
        .add(Part::OvercastCover, i8::from(overcast) * chart.overcast);
    (attack, defense)
}

/// Casualty points of a barrage: the difference, less in a square area (9.2.3, 9.3.1), and what was spared.
fn points(pack: &Pack, place: Place, difference: i8) -> (u8, u8) {
    let inflicted = difference.max(0) as u8;
    let relief = if pack.links.square.contains(place) { pack.charts.barrage.square_relief } else { 0 };
    let spared = relief.min(inflicted);
    (inflicted - spared, spared)
}

/// The chances of a Hurricane Barrage (9.2.3).
pub(crate) fn chances(pack: &Pack, board: &Board, place: Place) -> Odds {
    let (attack, defense) = assess(pack, board, place);
    let mut tally = odds::tally(pack, 36);
    let mut counts = [0u64; 32];
    for attack_die in 1..=6i8 {
        for defense_die in 1..=6i8 {
            let difference = attack.total + attack_die - defense.total - defense_die;
            let (points, _) = points(pack, place, difference);
            counts[usize::from(points).min(31)] += 1;
        }
    }
    for (points, ways) in counts.iter().enumerate().filter(|(_, ways)| **ways > 0) {
        let label = if points == 0 { "no effect".to_owned() } else { counted(points as i32, "point") };
        tally.add(label, *ways, &[Rule::BarrageResolution, Rule::BarrageCasualties]);
    }
    let mut rules = vec![Rule::HurricaneBarrage, Rule::BarrageResolution];
    if pack.links.square.contains(place) {
        rules.push(Rule::HindenburgLine);
    }
    Odds {
        title: format!("Hurricane Barrage on {}", place_name(pack, place)),
        cases: pack.casebook.numbers(rules),
        sums: vec![odds::sum(pack, "attack value", &attack), odds::sum(pack, "defence value", &defense)],
        summary: format!("{} % to cause casualties", 100 - tally.share(|label| label == "no effect")),
        results: tally.results,
        chart: Some(("barrage".into(), String::new())),
    }
}

/// The primary target of a barrage (9.2).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimaryTarget;
step_words!(PrimaryTarget of Pack = "primary-target");

impl Ask<Pack> for PrimaryTarget {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::HurricaneBarrage)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(targets(pack, board).iter().map(Action::Target));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let Action::Target(unit) = action else { return None };
        Some(Forbidden::unless(targets(pack, board).contains(unit), Rule::HurricaneBarrage))
    }

    /// Both sides roll one die; the primary target suffers first (9.2.3).
    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        if let (Action::Target(primary), Some(barrage)) = (answer.action, board.barrage) {
            let (attack, defense) = assess(pack, board, barrage.place);
            let dice = [context.d6(), context.d6()];
            let difference = attack.total + dice[0] as i8 - defense.total - dice[1] as i8;
            let (points, spared) = points(pack, barrage.place, difference);
            let (side, place) = (board.active, barrage.place);
            board.barrage = Some(Barrage { primary: Some(primary), points, ..barrage });
            context.tell(|| Event::BarrageFired {
                side,
                place,
                primary,
                attack,
                defense,
                dice,
                spared,
                points,
            });
        }
        Flow::goto(BarrageLosses)
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let mut about = Vec::new();
        let place = barrage_place(pack, board, &mut about);
        Asking::new(format!("Which unit is the primary target in {place}?")).about(about)
    }

    fn label(&self, _: &Pack, _: &Board, _: Action) -> Option<Label> {
        None
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let barrage = board.barrage.filter(|_| matches!(action, Action::Target(_)))?;
        Some(odds::card(move || chances(pack, board, barrage.place)))
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::in_barrage(board, below)
    }

    fn orders(&self, _: &Pack, _: &Board, _: &[Action]) -> Vec<Order> {
        orders::first_at()
    }

    fn next_of_order(&self, pack: &Pack, order: Order, board: &Board, options: &[Action]) -> Option<Action> {
        orders::next_target(pack, order, board, options)
    }
}

/// Points that one step of a unit absorbs (9.3).
fn step_of(pack: &Pack, unit: Unit) -> u8 {
    if pack.info(unit).kind == Kind::Tank { pack.charts.barrage.tank_step } else { pack.charts.barrage.step }
}

/// Who may take the next step: first the primary target, then anyone (9.3).
fn sufferers(pack: &Pack, board: &Board) -> Units {
    match board.barrage {
        Some(Barrage { begun: false, primary: Some(primary), .. }) => Units::one(primary),
        _ => targets(pack, board),
    }
}

/// The losses of a barrage (9.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarrageLosses;
step_words!(BarrageLosses of Pack = "barrage-losses");

impl Ask<Pack> for BarrageLosses {
    const ALL_LEGAL: bool = true;

    /// Losses go on until the points are absorbed or no unit is left; a rest still costs a step (ruling R38).
    fn run(&mut self, pack: &Pack, board: &mut Board, _: &mut Context) -> Flow {
        let points = board.barrage.map_or(0, |barrage| barrage.points);
        if points > 0 && !targets(pack, board).is_empty() {
            return Flow::Ask;
        }
        board.barrage = None;
        Flow::Return
    }

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active.enemy(), Rule::BarrageCasualties)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        options.extend(sufferers(pack, board).iter().map(|unit| step_loss(board, unit)));
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        let (Action::Exhaust(unit) | Action::Eliminate(unit)) = action else { return None };
        let fits = action == step_loss(board, unit) && sufferers(pack, board).contains(unit);
        Some(Forbidden::unless(fits, Rule::BarrageCasualties))
    }

    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let (Action::Exhaust(unit) | Action::Eliminate(unit)) = answer.action else { return Flow::Again };
        if let Some(barrage) = &mut board.barrage {
            barrage.begun = true;
            barrage.points = barrage.points.saturating_sub(step_of(pack, unit));
        }
        if board.is_fresh(unit) {
            control::exhaust(pack, board, unit, Rule::BarrageCasualties, context);
        } else {
            control::eliminate(pack, board, unit, Rule::BarrageCasualties, context);
        }
        Flow::Again
    }

    fn prompt(&self, pack: &Pack, board: &Board, _: Viewer) -> Asking {
        let points = board.barrage.map_or(0, |barrage| barrage.points);
        let (mut about, left) = (Vec::new(), left_to_pay(points.into()));
        let place = barrage_place(pack, board, &mut about);
        Asking::new(format!("{left} for the barrage on {place}: which unit pays?")).about(about)
    }

    fn label(&self, pack: &Pack, board: &Board, action: Action) -> Option<Label> {
        let (Action::Exhaust(unit) | Action::Eliminate(unit)) = action else { return None };
        Some(Label::of(pack, board, action).costs_points(step_of(pack, unit)))
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, _: &'a Pack, _: &'a Board, _: Action) -> Option<OddsCard<'a>> {
        None
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::in_barrage(board, below)
    }
}

/// A fresh unit becomes exhausted, an exhausted one is eliminated.
fn step_loss(board: &Board, unit: Unit) -> Action {
    if board.is_fresh(unit) { Action::Exhaust(unit) } else { Action::Eliminate(unit) }
}
