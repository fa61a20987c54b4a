//! Why a computer player does what it does, in a few words.

use ::cambrai::board::Board;
use ::cambrai::end_phase::{haig, victory_points};
use ::cambrai::pack::Pack;
use ::cambrai::side::Side;
use ::cambrai::step::{Action, StepKind};

use super::outlook::{Blow, Outlook};

/// What speaks for an answer.
pub(super) fn plan(pack: &Pack, step: StepKind, board: &Board, side: Side, action: Action) -> String {
    let name = |place| format!("{} {}", pack.at(place).id, pack.at(place).name);
    match (step, action) {
        (StepKind::Activation, Action::Activate(area)) => {
            let outlook = Outlook::of(pack, board, side, area, board.support[side]);
            match outlook.blows[0] {
                Some(blow) => strike(pack, &blow),
                None => match outlook.open.first() {
                    Some(place) => format!("takes {}, which nobody defends", name(place)),
                    None => format!("brings the troops of {} to where they are needed", name(area)),
                },
            }
        }
        (StepKind::Activation, Action::Regroup(area)) => format!("shifts the troops of {}", name(area)),
        (StepKind::Activation, _) => "finds nothing worth an impulse".into(),
        (StepKind::Artillery | StepKind::Movement, _) => {
            let outlook = Outlook::now(pack, board, side, step);
            let blow = outlook.as_ref().and_then(|outlook| outlook.blow_of_answer(action));
            match (blow, action) {
                (Some(blow), _) => strike(pack, blow),
                (None, Action::Done) => "has done what it came for".into(),
                (None, Action::Hurricane(place)) => format!("wears down {}", name(place)),
                (None, _) => "takes and holds ground".into(),
            }
        }
        (StepKind::Demolition, Action::Blow(_)) => "denies the enemy the bridge".into(),
        (StepKind::HaigsMind, _) => {
            let needed = pack.scenarios[usize::from(board.scenario)].victory.british;
            format!(
                "{} points of {needed}, {:+} on Haig's die",
                victory_points(pack, board),
                haig(pack, board).total
            )
        }
        (StepKind::Forward | StepKind::Losses | StepKind::Withdrawal | StepKind::BarrageLosses, _) => {
            "keeps what it can".into()
        }
        _ if side == Side::British => "prepares the next blow".into(),
        _ => "strengthens the line".into(),
    }
}

/// The odds that a blow counts on.
fn strike(pack: &Pack, blow: &Blow) -> String {
    format!(
        "strikes {} {} with {} units at {:+}: repulsed {:.0} %, clears it {:.0} %",
        pack.at(blow.place).id,
        pack.at(blow.place).name,
        blow.units.count(),
        blow.prospect.margin,
        blow.prospect.repulse * 100.0,
        blow.prospect.clear * 100.0
    )
}
