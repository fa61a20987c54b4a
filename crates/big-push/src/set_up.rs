//! The set-up of a scenario: its case, and the board before anyone has chosen anything (14.0, 15.0.1).

use grid::units::{Kind, Nation};
use grid::{Mark, Place};

use crate::own::OwnBoard;
use crate::{BigPush, OwnRule, Somme, areas, objectives};

type Board = grid::BoardOf<Somme>;

/// The set-up case of a scenario for a nation.
pub(crate) fn set_up_rule(case: &str, nation: Nation) -> OwnRule {
    match (case, nation) {
        ("14.1", Nation::German) => OwnRule::ScenarioOneGermans,
        ("14.1", _) => OwnRule::ScenarioOneAllies,
        ("14.2", Nation::British) => OwnRule::ScenarioTwoBritish,
        ("14.2", Nation::French) => OwnRule::ScenarioTwoFrench,
        ("14.2", Nation::German) => OwnRule::ScenarioTwoGermans,
        ("14.3", Nation::British) => OwnRule::ScenarioThreeBritish,
        ("14.3", Nation::French) => OwnRule::ScenarioThreeFrench,
        ("14.3", Nation::German) => OwnRule::ScenarioThreeGermans,
        ("14.4", Nation::British) => OwnRule::ScenarioFourBritish,
        ("14.4", Nation::French) => OwnRule::ScenarioFourFrench,
        ("14.4", Nation::German) => OwnRule::ScenarioFourGermans,
        (_, Nation::British) => OwnRule::CampaignBritish,
        (_, Nation::French) => OwnRule::CampaignFrench,
        (_, Nation::German) => OwnRule::CampaignGermans,
    }
}

/// The board of a scenario before anyone has chosen anything.
pub(crate) fn lay_out(game: &BigPush, scenario: u8, options: u32) -> Board {
    let first = game.pack.scenarios[usize::from(scenario)].first_turn;
    let mut board = game.lay_out(scenario, OwnBoard::new(first));
    board.options = options;
    let own = &game.variant.own.scenarios[usize::from(scenario)];
    for unit in game.pack.all_units() {
        let held = own.cavalry_release.is_some() && game.pack.unit(unit).kind == Kind::Cavalry;
        if held && board.square(unit).is_some() {
            board.update(&game.pack, unit, |state| state.set(Mark::Held, true));
        }
        // A brigade of the pool that a later schedule calls for comes from the pool when its day comes (ruling 127).
        if matches!(board.unit(unit).place(), Place::Due(_))
            && game.pack.scenarios[usize::from(scenario)].pool.contains(&unit)
        {
            board.update(&game.pack, unit, |state| state.put(Place::Pool));
        }
    }
    areas::note_home(game, &mut board);
    objectives::note_rear_towns(game, &mut board);
    board
}
