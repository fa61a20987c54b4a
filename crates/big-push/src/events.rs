//! The game's own events as sentences.

use engine::Viewer;
use engine::wire::Told;
use grid::units::Nation;
use grid::{Common, Rule, Side, Speak};

use crate::data::{MarkerKind, MineMarker};
use crate::own::OwnEvent;
use crate::{BigPush, BigPushOwn, OwnRule, areas};

type R = Rule<BigPushOwn>;

/// An event as a sentence for a viewer; what he may not know is left out.
pub(crate) fn tell(game: &BigPush, event: &OwnEvent, viewer: Viewer) -> Told {
    match event {
        OwnEvent::Answered { .. }
        | OwnEvent::Operating { .. }
        | OwnEvent::WroteOperations { .. }
        | OwnEvent::ChoseOperations { .. } => tell_operations(game, event, viewer),
        OwnEvent::Drew { .. }
        | OwnEvent::Changed { .. }
        | OwnEvent::Discovered { .. }
        | OwnEvent::Claimed { .. }
        | OwnEvent::MarkerScored { .. } => tell_objectives(game, event, viewer),
        OwnEvent::MineLaid { .. }
        | OwnEvent::Mine { .. }
        | OwnEvent::AirPlaced { .. }
        | OwnEvent::AirStruck { .. }
        | OwnEvent::Cavalry { .. }
        | OwnEvent::TankTried { .. }
        | OwnEvent::TankRepaired { .. } => tell_special(game, event),
        _ => tell_rest(game, event),
    }
}

fn knows(game: &BigPush, viewer: Viewer, side: Side) -> bool {
    let nation = if side == Side::German { Nation::German } else { Nation::British };
    game.variant.sees(viewer, nation)
}

fn names(game: &BigPush, side: Side, chosen: u8) -> String {
    let table = match side {
        Side::Allied => &game.variant.own.charts.operations.allied,
        Side::German => &game.variant.own.charts.operations.german,
    };
    let list: Vec<&str> = table
        .iter()
        .enumerate()
        .filter(|(index, _)| chosen >> index & 1 == 1)
        .map(|(_, operation)| operation.name.as_str())
        .collect();
    grid::series(&list)
}

fn operations_rule(side: Side) -> OwnRule {
    if side == Side::Allied { OwnRule::AlliedOperations } else { OwnRule::GermanOperations }
}

fn tell_operations(game: &BigPush, event: &OwnEvent, viewer: Viewer) -> Told {
    match event {
        OwnEvent::Answered { side, yes } => {
            let text = if knows(game, viewer, *side) {
                format!("The {} side writes “{}”.", side.name(), if *yes { "yes" } else { "no" })
            } else {
                format!("The {} side has written its answer.", side.name())
            };
            game.say("answered", text).seat(*side).by([OwnRule::Operations]).done()
        }
        OwnEvent::Operating { side, yes } => {
            let verb = if *yes { "conducts" } else { "declines" };
            game.say("operating", format!("The {} side {verb} operations.", side.name()))
                .seat(*side)
                .by([OwnRule::Operations, OwnRule::CampaignStart])
                .done()
        }
        OwnEvent::WroteOperations { side, chosen } => {
            let text = if knows(game, viewer, *side) {
                format!("The {} side writes {}.", side.name(), names(game, *side, *chosen))
            } else {
                format!("The {} side has written its operations.", side.name())
            };
            game.say("wrote-operations", text).seat(*side).by([OwnRule::OperationsTable]).done()
        }
        OwnEvent::ChoseOperations { side, chosen, points } => game
            .say(
                "operations",
                format!(
                    "The {} side conducts {}; {} for its enemy.",
                    side.name(),
                    names(game, *side, *chosen),
                    grid::count(*points, "point")
                ),
            )
            .seat(*side)
            .by([OwnRule::OperationsTable, operations_rule(*side)])
            .done(),
        _ => game.say("operations", "").done(),
    }
}

/// The case of a marker.
pub(crate) fn marker_rule(game: &BigPush, marker: u8) -> OwnRule {
    let marker = &game.variant.own.markers[usize::from(marker)];
    match (marker.kind, marker.nation) {
        (MarkerKind::Territorial, Nation::French) => OwnRule::FrenchPlaces,
        (MarkerKind::Territorial, _) => OwnRule::BritishPlaces,
        (MarkerKind::Exit, _) => OwnRule::ExitMarkers,
        (MarkerKind::Breakthrough, _) => OwnRule::BreakthroughMarker,
        (MarkerKind::Strength, _) => OwnRule::StrengthMarker,
        (MarkerKind::Reserves, _) => OwnRule::ReservesMarker,
    }
}

fn tell_objectives(game: &BigPush, event: &OwnEvent, viewer: Viewer) -> Told {
    let marker_name = |marker: u8| game.variant.own.markers[usize::from(marker)].name.as_str();
    let nation_name = |marker: u8| game.variant.own.markers[usize::from(marker)].nation.name();
    match event {
        OwnEvent::Drew { marker } => {
            let text = if knows(game, viewer, Side::Allied) {
                format!("{} objective: {}.", nation_name(*marker), marker_name(*marker))
            } else {
                format!("A {} objective is drawn.", nation_name(*marker))
            };
            let mut rules = vec![OwnRule::CampaignObjectives, OwnRule::DrawingObjectives];
            if knows(game, viewer, Side::Allied) {
                rules.push(marker_rule(game, *marker));
                let place = game.variant.own.markers[usize::from(*marker)].kind == MarkerKind::Territorial;
                rules.extend(place.then_some(OwnRule::TerritorialMarkers));
            }
            game.say("drew", text).seat(Side::Allied).by(rules).done()
        }
        OwnEvent::Changed { from, to } => {
            let text = if knows(game, viewer, Side::Allied) {
                format!("{} gives way to {}.", marker_name(*from), marker_name(*to))
            } else {
                format!("A {} objective is changed.", nation_name(*from))
            };
            game.say("changed", text)
                .seat(Side::Allied)
                .by([OwnRule::DrawingObjectives, OwnRule::AlliedOperations])
                .done()
        }
        OwnEvent::Discovered { marker } => {
            let text = if knows(game, viewer, Side::German) {
                format!("The Germans discover {}.", marker_name(*marker))
            } else {
                format!("The Germans discover a {} objective.", nation_name(*marker))
            };
            game.say("discovered", text)
                .seat(Side::German)
                .by([OwnRule::DrawingObjectives, OwnRule::GermanOperations])
                .done()
        }
        OwnEvent::Claimed { markers } => {
            let list: Vec<&str> =
                (0..16u8).filter(|index| markers >> index & 1 == 1).map(marker_name).collect();
            game.say("claimed", format!("The Allies claim {}.", grid::series(&list)))
                .seat(Side::Allied)
                .by([Common::Objectives, Common::HoldingObjectives])
                .done()
        }
        OwnEvent::MarkerScored { marker, side, points } => game
            .say(
                "marker",
                format!(
                    "{}: {} for the {} side.",
                    marker_name(*marker),
                    grid::count(*points, "point"),
                    side.name()
                ),
            )
            .seat(*side)
            .by([
                R::from(marker_rule(game, *marker)),
                OwnRule::TerritorialMarkers.into(),
                Common::HoldingObjectives.into(),
            ])
            .done(),
        _ => game.say("objectives", "").done(),
    }
}

fn tell_special(game: &BigPush, event: &OwnEvent) -> Told {
    match event {
        OwnEvent::MineLaid { square } => game
            .say("mine-laid", format!("A mine is laid under {}.", game.at(*square)))
            .seat(Side::Allied)
            .at(*square)
            .by([R::from(OwnRule::Mines), Common::Markers.into()])
            .done(),
        OwnEvent::Mine { square, die, marker } => {
            let what = match marker {
                None if *die <= game.variant.own.charts.mines.upto => "blows under empty ground",
                None => "does not blow",
                Some(MineMarker::StepAndDisrupt) => "blows: a step and disruption",
                Some(MineMarker::Step) => "blows: a step",
                Some(MineMarker::Disrupt) => "blows: disruption",
                Some(MineMarker::Suppress) => "blows: suppression",
                Some(MineMarker::Nothing) => "blows without harm",
            };
            game.say("mine", format!("The mine under {} {what}.", game.at(*square)))
                .seat(Side::Allied)
                .at(*square)
                .by([OwnRule::Mines])
                .die("mine", &[*die])
                .done()
        }
        OwnEvent::AirPlaced { square } => game
            .say("air-placed", format!("The Royal Flying Corps will strike {}.", game.at(*square)))
            .seat(Side::Allied)
            .at(*square)
            .by([Common::AirBombardment])
            .done(),
        OwnEvent::AirStruck { square, dice, die, hit } => {
            let sentence = game
                .say("air-struck", format!("Air bombardment of {}: {}.", game.at(*square), hit.name()))
                .seat(Side::Allied)
                .at(*square)
                .by([Common::AirBombardment])
                .die("column", dice);
            match die {
                Some(die) => sentence.die("bombardment", &[*die]).done(),
                None => sentence.done(),
            }
        }
        OwnEvent::Cavalry { unit, die, released } => {
            let what = if *released { "is released" } else { "is held" };
            game.say("cavalry", format!("{} {what}.", game.who(*unit)))
                .of(*unit)
                .by([OwnRule::CavalryRelease])
                .die("release", &[*die])
                .done()
        }
        OwnEvent::TankTried { unit, roll, broken } => {
            let what = if *broken { "breaks down" } else { "keeps going" };
            game.say("tank-breakdown", format!("{} {what}.", game.who(*unit)))
                .of(*unit)
                .roll("breakdown", roll)
                .done()
        }
        OwnEvent::TankRepaired { unit, roll, success } => {
            let what = if *success { "is repaired" } else { "stays broken down" };
            game.say("tank-recovery", format!("{} {what}.", game.who(*unit)))
                .of(*unit)
                .roll("recovery", roll)
                .done()
        }
        _ => game.say("special", "").done(),
    }
}

/// The case of a scenario itself.
fn scenario_rules(case: &str) -> Vec<OwnRule> {
    match case {
        "14.1" => vec![OwnRule::ScenarioOne],
        "14.2" => vec![OwnRule::ScenarioTwo],
        "14.3" => vec![OwnRule::ScenarioThree],
        "14.4" => vec![OwnRule::ScenarioFour],
        _ => vec![
            OwnRule::Campaign,
            OwnRule::CampaignStart,
            OwnRule::CampaignBritish,
            OwnRule::CampaignFrench,
            OwnRule::CampaignGermans,
        ],
    }
}

fn tell_rest(game: &BigPush, event: &OwnEvent) -> Told {
    match event {
        OwnEvent::Began { scenario } => {
            let printed = &game.pack.scenarios[usize::from(*scenario)];
            game.say("began", format!("{} begins.", printed.name))
                .by(scenario_rules(&printed.case))
                .by([R::from(OwnRule::Players), Common::GameLength.into()])
                .done()
        }
        OwnEvent::OutsideArea { unit, scenario } => {
            let points = game.variant.own.scenarios[usize::from(*scenario)].outside_area_vp;
            let who = game.who(*unit);
            game.say(
                "outside-area",
                format!(
                    "{who} stands outside its national area: {} for the German side.",
                    grid::count(points, "point")
                ),
            )
            .of(*unit)
            .by([areas::area_rule(&game.pack.scenarios[usize::from(*scenario)].case)])
            .done()
        }
        OwnEvent::Planned { side } => game
            .say("planned", format!("The {} Command Center has planned this turn's attacks.", side.name()))
            .seat(*side)
            .by([operations_rule(*side)])
            .done(),
        OwnEvent::Substituted { kind, die, amount } => {
            let name = grid::CommitmentRules::resource_label(&game.variant, *kind);
            let text = if *amount > 0 {
                format!("The substitution brings {amount} more: {name}.")
            } else {
                format!("The substitution fails: no additional {name}.")
            };
            game.say("substituted", text)
                .seat(Side::German)
                .by([OwnRule::Substitute])
                .die("substitute", &[*die])
                .done()
        }
        OwnEvent::Coordinated { roll, success } => {
            let text = if *success {
                "British and French attack together."
            } else {
                "British and French do not find each other."
            };
            game.say("coordinated", text).seat(Side::Allied).roll("coordination", roll).done()
        }
        OwnEvent::StoodDown { unit, rule } => game
            .say("stood-down", format!("{} does not attack after all.", game.who(*unit)))
            .of(*unit)
            .by([*rule])
            .done(),
        OwnEvent::TanksJoined { die, wasted } => {
            let text = if *wasted {
                "Tanks and French units do not find each other; the resource is wasted.".to_owned()
            } else {
                format!("{die} French units, tanks and cavalry can act together.")
            };
            game.say("tanks-joined", text).by([OwnRule::TanksInAssault]).die("tanks", &[*die]).done()
        }
        OwnEvent::Called { unit } => game
            .say("called", format!("{} is called up.", game.who(*unit)))
            .of(*unit)
            .by([R::from(OwnRule::CampaignBritish), Common::Reinforcements.into()])
            .done(),
        OwnEvent::Raid { unit, points } => {
            let text = if unit.is_some() {
                format!("{} raids behind the lines: {}.", game.who(*unit), grid::count(*points, "point"))
            } else {
                "A raiding unit has not returned: the points for raids are forfeit.".to_owned()
            };
            game.say("raid", text).of(*unit).seat(Side::German).by([OwnRule::CampaignVictory]).done()
        }
        OwnEvent::Condition { rule, by, label, met } => {
            let what = if *met { "yes" } else { "no" };
            game.say("condition", format!("Victory asks whether {label}: {what}."))
                .by([R::from(*rule), Common::Objectives.into(), Common::Victory.into(), (*by).into()])
                .done()
        }
        _ => game.say("noted", "").done(),
    }
}
