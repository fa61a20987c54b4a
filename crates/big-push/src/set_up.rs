//! The set-up of a scenario: its case, and the board before anyone has chosen anything (14.0, 15.0.1).

use grid::units::{Kind, Nation};
use grid::{Mark, Place};

use crate::own::OwnBoard;
use crate::{BigPush, OwnRule, Somme, areas, objectives};

type Board = grid::BoardOf<Somme>;

/// The set-up case of a scenario for a nation.
pub(crate) fn set_up_rule(id: &str, nation: Nation) -> OwnRule {
    match (id, nation) {
        ("over-the-top", Nation::German) => OwnRule::ScenarioOneGermans,
        ("over-the-top", _) => OwnRule::ScenarioOneAllies,
        ("a-punishing-land", Nation::British) => OwnRule::ScenarioTwoBritish,
        ("a-punishing-land", Nation::French) => OwnRule::ScenarioTwoFrench,
        ("a-punishing-land", Nation::German) => OwnRule::ScenarioTwoGermans,
        ("devil-machines", Nation::British) => OwnRule::ScenarioThreeBritish,
        ("devil-machines", Nation::French) => OwnRule::ScenarioThreeFrench,
        ("devil-machines", Nation::German) => OwnRule::ScenarioThreeGermans,
        ("away-to-siegfried", Nation::British) => OwnRule::ScenarioFourBritish,
        ("away-to-siegfried", Nation::French) => OwnRule::ScenarioFourFrench,
        ("away-to-siegfried", Nation::German) => OwnRule::ScenarioFourGermans,
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
