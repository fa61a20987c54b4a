//! Words for a player who asks for advice, and warnings before a poor answer.

use ::cambrai::board::Board;
use ::cambrai::bridges;
use ::cambrai::end_phase::{haig, victory_points};
use ::cambrai::pack::Pack;
use ::cambrai::sets::{Bridge, Place};
use ::cambrai::side::Side;
use ::cambrai::step::{Action, StepKind};

use super::ground::raid;
use super::outlook::{Blow, Outlook};
use crate::Warning;

/// The Germans are warned before they leave a bridge standing that they could blow with at least this chance.
const LIKELY: f32 = 1.0 / 3.0;

/// A blow that succeeds as often as not.
const EVEN: f32 = 0.5;

/// A side that needs a higher die from Haig keeps the advantage for him.
const HIGH: i8 = 4;

/// What speaks for an answer.
pub(super) fn because(pack: &Pack, step: StepKind, board: &Board, side: Side, action: Action) -> String {
    match (step, action) {
        (StepKind::Activation, Action::Activate(area)) => {
            let outlook = Outlook::of(pack, board, side, area, board.support[side]);
            match (outlook.blows[0], outlook.open.first()) {
                (Some(blow), _) => strike(pack, board, &blow),
                (None, Some(place)) => format!("{} lies open: no unit defends it", name(pack, place)),
                (None, None) => {
                    format!("the troops of {} have nothing to strike, but may march", name(pack, area))
                }
            }
        }
        (StepKind::Activation, Action::Regroup(area)) => {
            format!("the troops of {} do more elsewhere and have nothing to strike", name(pack, area))
        }
        (StepKind::Activation, _) if may_strike(pack, board, side) => {
            "it tires nobody, and what can be struck now may be weaker later".into()
        }
        (StepKind::Activation, _) => "no area has a blow that is worth an impulse".into(),
        (StepKind::Opening, Action::Hurricane(place)) => {
            format!("you can strike {} first, and worn defenders fall sooner", name(pack, place))
        }
        (StepKind::Artillery | StepKind::Movement | StepKind::Commitment, _) => {
            in_hand(pack, step, board, side, action)
        }
        (StepKind::Point, Action::Point(unit)) => {
            format!(
                "the first unit in fights with its own factor, and this one has {}",
                pack.info(unit).attack
            )
        }
        (StepKind::Forward, _) => "it stands the blow best and is missed least".into(),
        (StepKind::Demolition, Action::Blow(_)) => "the enemy needs that bridge more than you do".into(),
        (StepKind::Demolition, _) => "no bridge is worth it now".into(),
        (StepKind::HaigsMind, _) => {
            let needed = pack.scenarios[usize::from(board.scenario)].victory.british;
            format!(
                "the British have {} points of {needed}, and Haig's die stands at {:+}",
                victory_points(pack, board),
                haig(pack, board).total
            )
        }
        (StepKind::Losses | StepKind::BarrageLosses, _) => "it keeps your best troops in the fight".into(),
        (StepKind::Withdrawal | StepKind::FallBack, Action::Done) => {
            "those who stay go on contesting the place".into()
        }
        (StepKind::Withdrawal | StepKind::Retreat | StepKind::FallBack, _) => {
            "it can hold again there".into()
        }
        (StepKind::Purchase, Action::Buy(0) | Action::Done) => "markers that are not used are lost".into(),
        (StepKind::Purchase, _) => "tomorrow's blows need them".into(),
        (StepKind::TankRefit | StepKind::InfantryRefit | StepKind::HurricaneRefit, _) => {
            "it is worth most when it is fresh".into()
        }
        (StepKind::Forecast | StepKind::MoreAmmunition, Action::Decline) => {
            "the advantage can do more at another time".into()
        }
        _ if side == Side::British => "it prepares your next blow".into(),
        _ => "it strengthens your line".into(),
    }
}

/// What is wrong with an answer, if something is.
pub(super) fn warning(
    pack: &Pack,
    step: StepKind,
    board: &Board,
    options: &[Action],
    action: Action,
) -> Option<Warning> {
    match (step, action) {
        (StepKind::Point, Action::Point(unit)) => {
            let attack = |unit| pack.info(unit).attack;
            let leaders = options.iter().filter_map(|option| match option {
                Action::Point(other) => Some(*other),
                _ => None,
            });
            let best = leaders.max_by_key(|other| attack(*other))?;
            (attack(best) > attack(unit)).then(|| {
                let (one, other) = (&pack.info(unit).name, &pack.info(best).name);
                let text = format!("{one} would lead with {}; {other} has {}.", attack(unit), attack(best));
                Warning::new("wrong-leader", text)
            })
        }
        (StepKind::Artillery, Action::Direct(place) | Action::Rolling(place)) => {
            let enemy = pack.kinds.of[board.active.enemy()];
            (board.units_in(place) & enemy)
                .is_empty()
                .then(|| Warning::new("no-enemy", format!("No enemy is in {}.", name(pack, place))))
        }
        (StepKind::Demolition, Action::Done) => standing_bridge(pack, board, options),
        (StepKind::Activation, Action::Pass) if board.active == Side::German => open_way(pack, board),
        (StepKind::MoreAmmunition | StepKind::TankRefit, Action::Advantage)
            if board.asked == Side::British =>
        {
            haig_waits(pack, board)
        }
        _ => None,
    }
}

/// Whether Haig will probably stop the offensive this evening while the British have too few points (13.1.2).
pub(super) fn would_stop(pack: &Pack, board: &Board) -> bool {
    let scenario = &pack.scenarios[usize::from(board.scenario)];
    let asks = board.turn < scenario.last_turn && scenario.haig[usize::from(board.turn)];
    asks && victory_points(pack, board) < scenario.victory.british && haig_needs(pack, board) > HIGH
}

/// The die with which Haig goes on.
fn haig_needs(pack: &Pack, board: &Board) -> i8 {
    pack.charts.haig.needed - haig(pack, board).total
}

/// The advantage that is spent before Haig is asked cannot change his mind.
fn haig_waits(pack: &Pack, board: &Board) -> Option<Warning> {
    would_stop(pack, board).then(|| {
        let text = match haig_needs(pack, board) {
            die @ ..=6 => {
                format!("This evening Haig goes on only with a die of {die} or more, or by the advantage.")
            }
            _ => "This evening only the advantage keeps Haig from stopping the offensive.".to_owned(),
        };
        Warning::new("haig-waits", text)
    })
}

/// A bridge that could go, with the enemy beside it.
fn standing_bridge(pack: &Pack, board: &Board, options: &[Action]) -> Option<Warning> {
    let bridges = options.iter().filter_map(|option| match option {
        Action::Blow(bridge) => Some(*bridge),
        _ => None,
    });
    let chance = |bridge: &Bridge| f32::from(bridges::ways_to_blow(pack, board, *bridge)) / 6.0;
    let best = bridges.max_by(|one, other| chance(one).total_cmp(&chance(other)))?;
    (board.active == Side::German && chance(&best) >= LIKELY).then(|| {
        let bridge = &pack.over(best).name;
        Warning::new(
            "bridge-left",
            format!("The {bridge} still stands ({:.0} % to blow it).", chance(&best) * 100.0),
        )
    })
}

/// A zone of breakthrough that British cavalry can ride into in its next impulse (13.1.1).
fn open_way(pack: &Pack, board: &Board) -> Option<Warning> {
    let zone = (raid(pack, board) & pack.links.breakthrough).first()?;
    let text = format!("Fresh cavalry can ride to {} in its next impulse.", name(pack, zone));
    Some(Warning::new("open-way", text))
}

/// Whether an area has a blow that is more likely to clear a place than not, or ground that is open.
fn may_strike(pack: &Pack, board: &Board, side: Side) -> bool {
    let areas = board.fresh_present(side);
    areas.iter().any(|area| {
        let outlook = Outlook::of(pack, board, side, area, board.support[side]);
        outlook.blows.iter().flatten().any(|blow| blow.prospect.clear >= EVEN) || !outlook.open.is_empty()
    })
}

fn name(pack: &Pack, place: Place) -> String {
    format!("{} ({})", pack.at(place).name, pack.at(place).id)
}

/// What speaks for an answer within an impulse.
fn in_hand(pack: &Pack, step: StepKind, board: &Board, side: Side, action: Action) -> String {
    let outlook = Outlook::now(pack, board, side, step);
    let blow = outlook.as_ref().and_then(|outlook| outlook.blow_of_answer(action));
    match (blow, action) {
        (Some(blow), _) => strike(pack, board, blow),
        (None, Action::Done) => "what this impulse can do is done".into(),
        (None, Action::Hurricane(place)) => format!("it wears the defenders of {} down", name(pack, place)),
        (None, Action::To(place)) => format!("{} is ground to take or to hold", name(pack, place)),
        (None, _) => "it takes or holds ground".into(),
    }
}

/// What a blow promises.
fn strike(pack: &Pack, board: &Board, blow: &Blow) -> String {
    let defenders = board.units_in(blow.place) - blow.units;
    let worn = (defenders & board.fresh_units()).is_empty();
    format!(
        "{}{} can be struck with {}: cleared {:.0} %, thrown back {:.0} %",
        if worn { "the defenders are worn; " } else { "" },
        name(pack, blow.place),
        match blow.units.count() {
            1 => "1 unit".to_owned(),
            units => format!("{units} units"),
        },
        blow.prospect.clear * 100.0,
        blow.prospect.repulse * 100.0
    )
}
