//! Bridges (14.0): who holds them, how they change hands, and how they are blown.

use engine::wire::Odds;
use engine::{Forbidden, Question, Seat, Viewer, step_words};

use crate::bids::asks;
use crate::board::{Assault, Board};
use crate::event::Event;
use crate::labels::{self, Label};
use crate::pack::Pack;
use crate::rule::Rule;
use crate::scenario::BridgeState;
use crate::sets::{Bridge, Place, Unit};
use crate::side::Side;
use crate::step::{Action, Answer, Ask, Asking, Below, Context, Flow, OddsCard};
use crate::sum::{Part, Sum};
use crate::sunset::ImpulseEnd;
use crate::{control, odds, sequence};

/// Bridges whose two ends a side now controls become its own (14.0).
pub(crate) fn both_ends(pack: &Pack, board: &mut Board, place: Place, side: Side, context: &mut Context) {
    let own = control::controlled(pack, board, side);
    for (bridge, end) in pack.links.bridges[place.index()].iter().map_while(|bridge| *bridge) {
        if own.contains(end) {
            take(board, bridge, side, Taking::BothEnds, context);
        }
    }
}

/// Bridges crossed in an assault that was not repulsed become the attacker's, even if he then leaves (14.0, ruling
/// R61).
pub(crate) fn crossed(pack: &Pack, board: &mut Board, assault: &Assault, context: &mut Context) {
    let side = board.active;
    for unit in assault.attackers.iter() {
        let from = board.impulse.came_from[unit.index()].filter(|_| !board.impulse.waded.contains(unit));
        if let Some(bridge) = from.and_then(|from| pack.bridge_between(from, assault.place)) {
            take(board, bridge, side, Taking::Crossed, context);
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Taking {
    BothEnds,
    Crossed,
}

fn take(board: &mut Board, bridge: Bridge, by: Side, how: Taking, context: &mut Context) {
    let state = &mut board.bridges[bridge.index()];
    if *state != BridgeState::Destroyed && *state != BridgeState::held_by(by) {
        *state = BridgeState::held_by(by);
        context.tell(|| Event::BridgeTaken { bridge, by, crossed: how == Taking::Crossed });
    }
}

/// The bridge that a tank may bring down: it would lead a mandatory assault over it (17.2.4).
fn endangered(pack: &Pack, board: &Board, unit: Unit, from: Place, to: Place) -> Option<Bridge> {
    let leads = board.present(board.active.enemy()).contains(to)
        && !board.impulse.contested.contains(to)
        && board.impulse.first_in[to.index()].is_none();
    let tested = board.options.bridge_collapse && leads && pack.kinds.tanks.contains(unit);
    pack.bridge_between(from, to).filter(|_| tested)
}

/// On how many sides of a die the bridge would fall if the unit moved there; none where nothing is rolled (17.2.4).
pub(crate) fn collapse_ways(pack: &Pack, board: &Board, unit: Unit, to: Place) -> u64 {
    let bridge = board.place_of(unit).and_then(|from| endangered(pack, board, unit, from, to));
    bridge.map_or(0, |_| (1..=6).filter(|die| *die >= pack.charts.collapse_from).count() as u64)
}

/// A bridge may collapse under a tank that leads a mandatory assault over it; the tank then stays, and its move is
/// over (17.2.4, ruling R62).
pub(crate) fn collapses(
    pack: &Pack,
    board: &mut Board,
    unit: Unit,
    from: Place,
    to: Place,
    context: &mut Context,
) -> bool {
    let Some(bridge) = endangered(pack, board, unit, from, to) else { return false };
    let die = context.d6();
    let falls = die >= pack.charts.collapse_from;
    if falls {
        board.bridges[bridge.index()] = BridgeState::Destroyed;
    }
    context.tell(|| Event::BridgeCollapsed { bridge, unit, die, falls });
    falls
}

/// Whether the active side may try to blow a bridge at the end of its assault impulse (14.1).
fn eligible(pack: &Pack, board: &Board, bridge: Bridge) -> Forbidden {
    let side = board.active;
    let ends = pack.over(bridge).ends;
    let threatened = ends.iter().any(|end| {
        board.present(side.enemy()).contains(*end) || !control::controlled(pack, board, side).contains(*end)
    });
    let state = board.bridge(bridge);
    let mut verdict = Forbidden::NO;
    verdict
        .when(state == BridgeState::Destroyed, Rule::NoRepair)
        .when(state != BridgeState::held_by(side), Rule::Demolition)
        .when(!board.impulse.area.is_some_and(|area| ends.contains(&area)), Rule::Demolition)
        .when(!threatened, Rule::Demolition)
        .when(board.impulse.tried >> bridge.0 & 1 != 0, Rule::Demolition);
    verdict
}

/// What is added to the demolition die: both ends, the canal, the first day (14.1, ruling R60).
pub(crate) fn assess(pack: &Pack, board: &Board, bridge: Bridge) -> Sum {
    let chart = &pack.charts.demolition;
    let side = board.active;
    let (own, contested) = (control::controlled(pack, board, side), control::contested(board));
    let info = pack.over(bridge);
    let mut sum = Sum::default();
    for end in info.ends {
        let (part, value) = match (own.contains(end), contested.contains(end)) {
            (true, false) => (Part::FreeEnd, chart.free),
            (true, true) => (Part::OwnContestedEnd, chart.contested_own),
            (false, true) => (Part::EnemyContestedEnd, chart.contested_enemy),
            (false, false) => continue,
        };
        sum.add(part, value);
    }
    if info.canal_du_nord {
        sum.add(Part::CanalDuNord, chart.canal_du_nord);
    }
    if board.turn == 0 {
        sum.add(Part::Surprise, chart.first_day);
    }
    sum
}

/// On how many faces of the die a demolition succeeds (14.1).
pub fn ways_to_blow(pack: &Pack, board: &Board, bridge: Bridge) -> u8 {
    let missing = pack.charts.demolition.needed - assess(pack, board, bridge).total;
    (7 - missing).clamp(0, 6) as u8
}

/// The chances of a demolition (14.1).
fn chances(pack: &Pack, board: &Board, bridge: Bridge) -> Odds {
    let added = assess(pack, board, bridge);
    let mut tally = odds::tally(pack, 6);
    let blown = ways_to_blow(pack, board, bridge);
    for die in 0..6 {
        tally.add(if die < 6 - blown { "stands".into() } else { "blown".into() }, 1, &[Rule::Demolition]);
    }
    Odds {
        title: format!("Demolition of the {}", pack.over(bridge).name),
        cases: pack.casebook.numbers([Rule::Demolition]),
        sums: vec![odds::sum(pack, "added to the die", &added)],
        summary: format!("{} % to blow it", tally.share(|label| label == "blown")),
        results: tally.results,
        chart: Some(("demolition".into(), String::new())),
    }
}

/// Demolitions (14.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demolition;
step_words!(Demolition of Pack = "demolition");

impl Ask<Pack> for Demolition {
    const ALL_LEGAL: bool = true;

    fn question(&self, _: &Pack, board: &Board) -> Question<Rule> {
        asks(board, board.active, Rule::Demolition)
    }

    fn candidates(&self, pack: &Pack, board: &Board, _: Seat, options: &mut Vec<Action>, (): &mut ()) {
        let area = board.impulse.area;
        let here = area
            .into_iter()
            .flat_map(|area| pack.links.bridges[area.index()].iter().map_while(|bridge| *bridge));
        let open = here.filter(|(bridge, _)| eligible(pack, board, *bridge).is_legal());
        options.extend(open.map(|(bridge, _)| Action::Blow(bridge)));
        options.push(Action::Done);
    }

    fn check(&self, pack: &Pack, board: &Board, _: Seat, action: Action, (): &mut ()) -> Option<Forbidden> {
        if let Action::Blow(bridge) = action {
            return Some(eligible(pack, board, bridge));
        }
        (action == Action::Done).then_some(Forbidden::NO)
    }

    /// One die for each bridge; a blown bridge stays blown (14.2).
    fn choose(&mut self, pack: &Pack, board: &mut Board, answer: Answer, context: &mut Context) -> Flow {
        let Action::Blow(bridge) = answer.action else { return Flow::goto(ImpulseEnd) };
        let sum = assess(pack, board, bridge);
        let die = context.d6();
        let needed = pack.charts.demolition.needed;
        board.impulse.tried |= 1 << bridge.0;
        if die as i8 + sum.total >= needed {
            board.bridges[bridge.index()] = BridgeState::Destroyed;
        }
        let side = board.active;
        context.tell(|| Event::Demolition { side, bridge, die, sum, needed });
        Flow::Again
    }

    fn prompt(&self, _: &Pack, _: &Board, _: Viewer) -> Asking {
        Asking::new("Try to blow a bridge?")
    }

    fn label(&self, _: &Pack, _: &Board, action: Action) -> Option<Label> {
        (action == Action::Done).then(|| "Blow no more bridges".into())
    }

    fn cites(&self, _: &Pack, _: &Board, _: Action, _: &mut Vec<Rule>) {}

    fn odds<'a>(&'a self, pack: &'a Pack, board: &'a Board, action: Action) -> Option<OddsCard<'a>> {
        let Action::Blow(bridge) = action else { return None };
        Some(odds::card(move || chances(pack, board, bridge)))
    }

    fn needs(&self, _: &Pack, board: &Board, below: Below) -> Result<(), String> {
        sequence::of_impulse(board, below)
    }

    fn ends(&self, pack: &Pack, board: &Board, action: Action) -> Option<&'static str> {
        Some(labels::end_of_impulse(pack, board, action))
    }
}
