//! The game's own events as sentences.

use engine::Viewer;
use engine::wire::{Roll, Told};
use grid::count;
use grid::sentence::Sentence;
use grid::{Common, Side, Square, Unit};

use crate::board::Event;
use crate::rule::Own as Rules;
use crate::verdun::{nation_of, seat_of, seat_of_side};
use crate::{Game, Rule, Verdun};

impl Verdun {
    /// An event of the game's own as a sentence for a viewer.
    pub(crate) fn own_sentence(&self, grid: &Game, event: &Event, viewer: Viewer) -> Told {
        match event {
            Event::LullSpoken { .. }
            | Event::LullRolled { .. }
            | Event::LullSolitaire { .. }
            | Event::LullDecided { .. }
            | Event::SommeRolled { .. }
            | Event::Withdrawn { .. } => self.tell_of_the_turn(grid, event),
            Event::SupplyNamed { .. }
            | Event::NoGunSupply { .. }
            | Event::FreeSupply { .. }
            | Event::Flew { .. }
            | Event::AirFight { .. }
            | Event::AirLoser { .. }
            | Event::AirBombed { .. }
            | Event::AirBack { .. } => self.tell_of_fire(grid, event),
            Event::OperationsWanted { .. }
            | Event::OperationChosen { .. }
            | Event::OperationsShown { .. }
            | Event::ObjectivesRolled { .. }
            | Event::ObjectivesChanged { .. }
            | Event::Claimed { .. }
            | Event::ObjectiveCounted { .. } => self.tell_of_the_campaign(grid, event, viewer),
            _ => self.tell_of_the_fight(grid, event),
        }
    }

    fn tell_of_the_turn(&self, grid: &Game, event: &Event) -> Told {
        let say = |kind: &str, text: String| Sentence::new(grid, kind, text);
        match event {
            Event::LullSpoken { side, wants } => {
                let word = if *wants { "want" } else { "do not want" };
                say("lull-spoken", format!("The {} {word} a lull.", name(*side)))
                    .by([Rules::LullDecision.rule()])
                    .seat(*side)
                    .done()
            }
            Event::LullRolled { german, french, again, lull } => {
                let result = match lull {
                    Some(true) => "there is a lull",
                    Some(false) => "there is no lull",
                    None => "they are even and are rolled again",
                };
                let after = if *again { ", -2 for the side that wants another" } else { "" };
                let mut told =
                    say("lull-rolled", format!("The dice decide about the lull{after}: {result}."))
                        .by([Rules::LullDecision.rule()])
                        .done();
                told.rolls.push(dice(Side::German, "German", german));
                told.rolls.push(dice(Side::Allied, "French", french));
                told
            }
            Event::LullSolitaire { dice: rolled, lull } => {
                let result = if *lull { "a lull turn" } else { "a regular turn" };
                let mut told = say("lull-solitaire", format!("The solitaire roll gives {result}."))
                    .by([Rules::LullSolitaire.rule()])
                    .done();
                told.rolls.push(dice(Side::German, "lull", rolled));
                told
            }
            Event::LullDecided { lull, rule } => {
                let text = if *lull { "This is a lull turn." } else { "This is a regular turn." };
                let mut rules = vec![rule.rule()];
                if *lull {
                    rules.push(Rules::LullTurn.rule());
                }
                say("lull-decided", text.to_owned()).by(rules).done()
            }
            Event::SommeRolled { die, void, demand, campaign } => {
                let text = format!(
                    "The Somme asks for {}, {} and {}.",
                    count(demand.regiments, "regiment"),
                    count(demand.battalions, "battalion"),
                    count(demand.heavy, "heavy gun")
                );
                let mut rules = vec![Rules::SommeWithdrawal.rule()];
                if *campaign {
                    rules.push(Rules::CampaignSomme.rule());
                }
                let mut told = say("somme", text).by(rules).seat(Side::German).done();
                told.rolls.extend(void.iter().map(|die| die_of(Side::German, "used before", *die)));
                told.rolls.push(die_of(Side::German, "Somme", *die));
                told
            }
            Event::Withdrawn { unit, rule } => {
                say("withdrawn", format!("{} leaves the game.", grid.pack.unit(*unit).name))
                    .by([rule.rule()])
                    .of(*unit)
                    .done()
            }
            _ => say("turn", String::new()).by([Rule::Common(Common::TurnSequence)]).done(),
        }
    }

    fn tell_of_fire(&self, grid: &Game, event: &Event) -> Told {
        let say = |kind: &str, text: String| Sentence::new(grid, kind, text);
        let unit_name = |unit: Unit| grid.pack.unit(unit).name.clone();
        let at = |square: Square| grid.pack.map.name(square).to_owned();
        match event {
            Event::SupplyNamed { hq } => {
                say("supply-named", format!("{} supplies the guns of this segment.", unit_name(*hq)))
                    .by([
                        Rules::BombardmentSupply.rule(),
                        Rules::GunSupplyPath.rule(),
                        Rules::SpendingSupply.rule(),
                    ])
                    .of(*hq)
                    .done()
            }
            Event::NoGunSupply { side } => {
                let text =
                    format!("The guns of the {} are silent: no headquarters supplies them.", name(*side));
                say("no-supply", text)
                    .by([Rules::BombardmentSupply.rule(), Rules::GunSupplyPath.rule()])
                    .seat(*side)
                    .done()
            }
            Event::FreeSupply { side } => {
                say("free-supply", format!("The guns of the {} need no headquarters this turn.", name(*side)))
                    .by([Rules::FirestormSpecial.rule(), Rules::BombardmentSupply.rule()])
                    .seat(*side)
                    .done()
            }
            Event::Flew { unit, to, intercepts } => {
                let verb = if *intercepts { "meets the enemy over" } else { "flies over" };
                say("flew", format!("{} {verb} {}.", unit_name(*unit), at(*to)))
                    .by([Rules::AirUnits.rule(), Rules::AirWeather.rule(), Rules::AirCombat.rule()])
                    .of(*unit)
                    .at(*to)
                    .done()
            }
            Event::AirFight { square, french, german, french_dice, german_dice } => {
                let text =
                    format!("{} and {} fight over {}.", unit_name(*french), unit_name(*german), at(*square));
                let mut told = say("air-fight", text).by([Rules::AirCombat.rule()]).at(*square).done();
                told.rolls.push(dice(Side::Allied, "French", french_dice));
                told.rolls.push(dice(Side::German, "German", german_dice));
                told
            }
            Event::AirLoser { unit, dice: rolled, lost } => {
                let fate = if *lost { "is shot down" } else { "gets away" };
                let mut told = say("air-loser", format!("{} loses the fight and {fate}.", unit_name(*unit)))
                    .by([Rules::AirCombat.rule()])
                    .of(*unit)
                    .done();
                told.rolls.push(dice(grid.pack.side(*unit), "survival", rolled));
                told
            }
            Event::AirBombed { unit, square, dice: rolled, die, hit } => {
                let mut told =
                    say("air-bombed", format!("{} bombs {}: {}.", unit_name(*unit), at(*square), hit.name()))
                        .by([Rule::Common(Common::AirBombardment), Rules::AirCombat.rule()])
                        .of(*unit)
                        .at(*square)
                        .done();
                let side = grid.pack.side(*unit);
                told.rolls.push(dice(side, "column", rolled));
                if let Some(die) = die {
                    told.rolls.push(die_of(side, "damage", *die));
                }
                told
            }
            Event::AirBack { unit, rule } => {
                let mut rules = vec![rule.rule()];
                match rule {
                    Rules::ReturningAircraft => rules.push(Rules::ReturningUnits.rule()),
                    Rules::AirReplacements => rules.push(Rules::AirNotReserved.rule()),
                    _ => {}
                }
                say("air-back", format!("{} may fly.", unit_name(*unit))).by(rules).of(*unit).done()
            }
            _ => say("fire", String::new()).by([Rule::Common(Common::Bombardment)]).done(),
        }
    }

    fn tell_of_the_fight(&self, grid: &Game, event: &Event) -> Told {
        let say = |kind: &str, text: String| Sentence::new(grid, kind, text);
        let unit_name = |unit: Unit| grid.pack.unit(unit).name.clone();
        let at = |square: Square| grid.pack.map.name(square).to_owned();
        match event {
            Event::Revealed { square, value } => {
                let what = if *value == 0 { "a dummy".to_owned() } else { format!("a garrison of {value}") };
                say("revealed", format!("The marker in {} is {what}.", at(*square)))
                    .by([Rules::Garrisons.rule(), Rules::FortAssault.rule()])
                    .at(*square)
                    .done()
            }
            Event::FortPlace { unit, inside } => {
                let verb = if *inside { "goes into" } else { "comes out of" };
                say("fort-place", format!("{} {verb} the fort.", unit_name(*unit)))
                    .by([Rules::FortPlace.rule()])
                    .of(*unit)
                    .done()
            }
            Event::MineLaid { square, rule } => {
                say("mine-laid", format!("A mine lies under {}.", at(*square)))
                    .by([rule.rule()])
                    .at(*square)
                    .done()
            }
            Event::Mine { square, die, effect, rule } => {
                let text = match effect {
                    Some(kind) => {
                        let marker = self.data.charts.mines.markers.get(usize::from(*kind));
                        format!(
                            "The mine under {} goes off: {}.",
                            at(*square),
                            marker.map_or("", String::as_str)
                        )
                    }
                    None => format!("The mine under {} does not go off.", at(*square)),
                };
                let mut told = say("mine", text).by([rule.rule()]).at(*square).done();
                told.rolls.push(die_of(Side::German, "mine", *die));
                told
            }
            Event::HeavyTrench { unit, square, die, enters } => {
                let verb = if *enters { "gets into" } else { "does not get into" };
                let mut told = say(
                    "heavy-trench",
                    format!("{} {verb} the trench of {}.", unit_name(*unit), at(*square)),
                )
                .by([Rules::HeavyGunsAndTrenches.rule()])
                .of(*unit)
                .at(*square)
                .done();
                told.rolls.push(die_of(grid.pack.side(*unit), "trench", *die));
                told
            }
            Event::Closed { unit, square, die, success } => {
                let verb = if *success {
                    "closed in on"
                } else {
                    grid.verb(*unit, "stays on the line before", "stay on the line before")
                };
                let mut told = say("closed-in", format!("{} {verb} {}.", unit_name(*unit), at(*square)))
                    .by([Rule::Common(Common::ClosingIn), Rules::ClosingEffects.rule()])
                    .of(*unit)
                    .at(*square)
                    .done();
                told.rolls.push(die_of(grid.pack.side(*unit), "closing in", *die));
                told
            }
            Event::GunSupport { gun, rule } => {
                say("gun-support", format!("{} fires in support.", unit_name(*gun)))
                    .by([rule.rule()])
                    .of(*gun)
                    .done()
            }
            Event::Phosgene { rule } => say("phosgene", "Phosgene is added to the gas.".to_owned())
                .by([Rules::Phosgene.rule(), rule.rule()])
                .done(),
            Event::ReRolled { side, rule } => {
                say("re-rolled", format!("The assault is rolled again for the {}.", name(*side)))
                    .by([Rules::ReRoll.rule(), rule.rule(), Rules::OneReRoll.rule()])
                    .seat(*side)
                    .done()
            }
            Event::Tested { unit, die, added, surrenders } => {
                let verb = if *surrenders {
                    grid.verb(*unit, "surrenders", "surrender")
                } else {
                    grid.verb(*unit, "holds together", "hold together")
                };
                let is = grid.verb(*unit, "is", "are");
                let bonus = if *added > 0 { format!(", +{added}") } else { String::new() };
                let mut told =
                    say("tested", format!("{} {is} demoralized and {verb}{bonus}.", unit_name(*unit)))
                        .by([Rules::Demoralized.rule()])
                        .of(*unit)
                        .done();
                told.rolls.push(die_of(grid.pack.side(*unit), "surrender", *die));
                told
            }
            Event::SurrenderPoints { side, points } => say(
                "surrender-points",
                format!("{} for the {} for the surrender.", count(*points, "point"), name(*side)),
            )
            .by([Rules::Demoralized.rule()])
            .seat(*side)
            .done(),
            _ => self.tell_of_reorganization(grid, event),
        }
    }

    fn tell_of_reorganization(&self, grid: &Game, event: &Event) -> Told {
        let say = |kind: &str, text: String| Sentence::new(grid, kind, text);
        let unit_name = |unit: Unit| grid.pack.unit(unit).name.clone();
        match event {
            Event::ReserveReleaseRolled { side, dice: rolled, die, units } => {
                let text = match units {
                    0 => format!("No unit of the {} may leave the reserves.", name(*side)),
                    units => {
                        format!("The {} may release {} from reserve.", name(*side), count(*units, "unit"))
                    }
                };
                let mut told =
                    say("reserves-rolled", text).by([Rules::ReserveRelease.rule()]).seat(*side).done();
                told.rolls.push(dice(*side, "reserves", rolled));
                told.rolls.extend(die.map(|die| die_of(*side, "units", die)));
                told
            }
            Event::Released { unit, rule } => {
                say("released", format!("{} leaves the reserves.", unit_name(*unit)))
                    .by([rule.rule()])
                    .of(*unit)
                    .done()
            }
            Event::Called { unit, rule } => {
                say("called", format!("{} is called up from the pool.", unit_name(*unit)))
                    .by([rule.rule()])
                    .of(*unit)
                    .done()
            }
            Event::ReserveRolled { side, dice: rolled, drm, steps } => {
                let text = format!(
                    "Reserves of the {}: {} ({drm:+}).",
                    name(*side),
                    count(*steps, "replacement step")
                );
                let mut told = say("reserve-rolled", text)
                    .by([Rules::Reserves.rule(), Rules::ReserveRoll.rule(), Rules::ReserveModifiers.rule()])
                    .seat(*side)
                    .done();
                match rolled {
                    Some(rolled) => told.rolls.push(dice(*side, "reserve rate", rolled)),
                    None => told.cases.extend(grid.pack.casebook.numbers([Rules::CrownPrinceSpecial.rule()])),
                }
                told
            }
            Event::StoodIn { unit, instead, rule } => say(
                "stood-in",
                format!("{} starts in the place of {}.", unit_name(*unit), unit_name(*instead)),
            )
            .by([rule.rule()])
            .of(*unit)
            .done(),
            Event::Reserved { unit, points } => say(
                "reserved",
                format!("{} goes into reserve; {} given back.", unit_name(*unit), count(*points, "point")),
            )
            .by([Rules::ReserveRoll.rule()])
            .of(*unit)
            .done(),
            Event::Taken { unit, steps, points } => {
                let text = format!(
                    "{} comes back for {} and {}.",
                    unit_name(*unit),
                    count(*steps, "step"),
                    count(*points, "point")
                );
                say("taken", text)
                    .by([
                        Rule::Common(Common::TakingReplacements),
                        Rule::Common(Common::ReplacementPoints),
                        Rule::Common(Common::ReplacementPool),
                        Rules::WorkingTotal.rule(),
                    ])
                    .of(*unit)
                    .done()
            }
            Event::Reset => say("reset", "The tallies go back to zero.".to_owned())
                .by([Rules::ResetMarkers.rule(), Rule::Common(Common::Reorganization)])
                .done(),
            Event::Applied { rule } => {
                let text = self.applied(*rule);
                say("applied", text.to_owned()).by([rule.rule()]).done()
            }
            Event::Freed { die, free, rule } => {
                let text =
                    if *free { "They are free to move and fight." } else { "They stay where they are." };
                let mut told = say("freed", text.to_owned()).by([rule.rule()]).seat(Side::German).done();
                if let Some(die) = die {
                    told.rolls.push(die_of(Side::German, "release", *die));
                }
                told
            }
            _ => say("told", String::new()).by([Rule::Common(Common::TurnSequence)]).done(),
        }
    }

    fn applied(&self, rule: Rules) -> &'static str {
        match rule {
            Rules::LullReorganization => "In the lull everyone rallies.",
            Rules::Garrisons => "The garrisons are dealt face down.",
            Rules::OperationsSolitaire => "Dice choose the operations.",
            Rules::ScenarioSetUp => "The armies are set up.",
            Rules::Mud => "In rain and snow a trench is lost when its infantry moves.",
            Rules::CampaignLulls => "The campaign has no lull in its first two turns.",
            Rules::CampaignWeather => "The campaign's own calendar says when rain is snow.",
            Rules::FirestormVictory
            | Rules::CrownPrinceVictory
            | Rules::MayCupVictory
            | Rules::HellsDoorwayVictory
            | Rules::NotPassVictory
            | Rules::RampartsVictory
            | Rules::CampaignVictory => "The last turn is over, and the conditions of victory are looked at.",
            _ => "The scenario's own rules begin.",
        }
    }

    fn tell_of_the_campaign(&self, grid: &Game, event: &Event, viewer: Viewer) -> Told {
        let say = |kind: &str, text: String| Sentence::new(grid, kind, text);
        let rule = |side: Side| match side {
            Side::German => Rules::GermanOperations.rule(),
            Side::Allied => Rules::FrenchOperations.rule(),
        };
        match event {
            Event::OperationsWanted { side, wants } => {
                let text = match (viewer.sees(seat_of_side(*side)), wants) {
                    (false, _) => format!("The {} have written yes or no.", name(*side)),
                    (true, true) => "You want operations.".to_owned(),
                    (true, false) => "You want no operations.".to_owned(),
                };
                say("operations-wanted", text).by([Rules::Operations.rule()]).seat(*side).done()
            }
            Event::OperationChosen { side, operation } => {
                let text = if viewer.sees(seat_of_side(*side)) {
                    format!("Operation chosen: {}.", self.operations(*side)[usize::from(*operation)].name)
                } else {
                    format!("The {} have written down an option.", name(*side))
                };
                say("operation-chosen", text).by([rule(*side)]).seat(*side).done()
            }
            Event::OperationsShown { chosen } => {
                let mut parts = Vec::new();
                for side in [Side::German, Side::Allied] {
                    let list: Vec<&str> = self
                        .operations(side)
                        .iter()
                        .enumerate()
                        .filter(|(bit, _)| chosen[side.index()] >> bit & 1 == 1)
                        .map(|(_, found)| found.name.as_str())
                        .collect();
                    let list = if list.is_empty() { "none".to_owned() } else { list.join(", ") };
                    parts.push(format!("{}: {list}", nation_of(side).name()));
                }
                say("operations-shown", format!("Operations: {}.", parts.join("; ")))
                    .by([
                        Rules::Operations.rule(),
                        Rules::GermanOperations.rule(),
                        Rules::FrenchOperations.rule(),
                    ])
                    .done()
            }
            Event::ObjectivesRolled { objectives, blind } => {
                let known = if *blind {
                    viewer == Viewer::Omniscient
                } else {
                    viewer.sees(seat_of(grid::Nation::German))
                };
                let text = if known {
                    format!("Objectives: {}.", self.names_of(*objectives))
                } else {
                    format!("{} objectives are drawn in secret.", objectives.count_ones())
                };
                let mut rules = vec![Rules::RandomObjectives.rule(), Rules::CampaignObjectives.rule()];
                if *blind {
                    rules.push(Rules::ObjectivesSolitaire.rule());
                }
                say("objectives-rolled", text).by(rules).seat(Side::German).done()
            }
            Event::ObjectivesChanged { count } => {
                say("objectives-changed", format!("{count} objectives have been changed."))
                    .by([Rules::GermanOperations.rule()])
                    .seat(Side::German)
                    .done()
            }
            Event::Claimed { objectives } => {
                say("claimed", format!("The Germans show that they hold {}.", self.names_of(*objectives)))
                    .by([Rule::Common(Common::CommandCenter)])
                    .seat(Side::German)
                    .done()
            }
            Event::ObjectiveCounted { objective, reached, points } => {
                let row = &self.data.charts.objectives.rows[usize::from(*objective)];
                let who = if *reached { "reached by the Germans" } else { "denied by the French" };
                let kind = if row.squares.is_empty() && row.entries.is_empty() {
                    Rules::FunctionalObjectives
                } else {
                    Rules::TerritorialObjectives
                };
                let mut rules =
                    vec![kind.rule(), Rules::CampaignPoints.rule(), Rules::CountingObjectives.rule()];
                if kind == Rules::TerritorialObjectives {
                    rules.extend([Common::Objectives, Common::HoldingObjectives].map(Rule::Common));
                }
                say("objective-counted", format!("{}: {who}, {}.", row.name, count(*points, "point")))
                    .by(rules)
                    .done()
            }
            _ => say("campaign", String::new()).by([Rules::Campaign.rule()]).done(),
        }
    }

    fn names_of(&self, objectives: u32) -> String {
        let rows = self.data.charts.objectives.rows.iter().enumerate();
        let list: Vec<&str> =
            rows.filter(|(bit, _)| objectives >> bit & 1 == 1).map(|(_, row)| row.name.as_str()).collect();
        list.join(", ")
    }
}

impl Rules {
    /// As a rule of the whole game.
    pub fn rule(self) -> Rule {
        Rule::Own(self)
    }
}

fn name(side: Side) -> &'static str {
    match side {
        Side::German => "Germans",
        Side::Allied => "French",
    }
}

fn dice(side: Side, label: &str, dice: &[u8; 2]) -> Roll {
    Roll {
        seat: Some(seat_of_side(side)),
        label: label.to_owned(),
        dice: dice.to_vec(),
        lines: Vec::new(),
        total: i32::from(dice[0] + dice[1]),
    }
}

fn die_of(side: Side, label: &str, die: u8) -> Roll {
    Roll {
        seat: Some(seat_of_side(side)),
        label: label.to_owned(),
        dice: vec![die],
        lines: Vec::new(),
        total: i32::from(die),
    }
}
