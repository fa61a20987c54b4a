//! Events as sentences, each with its cases and its dice.

use engine::Viewer;
use engine::wire::{Line, Roll, Told};

use crate::event::{Event, Modifiers};
use crate::prompts::{points, sentence_case};
use crate::rule::Common;
use crate::sentence::Sentence;
use crate::speak::{Speak, count, series, stock};
use crate::square::Square;
use crate::units::Nation;
use crate::variant::Grid;

fn signed(value: i8) -> String {
    if value < 0 { format!("{value}") } else { format!("+{value}") }
}

impl<V: Speak> Grid<V> {
    /// Modifiers as lines with their cases.
    pub fn lines(&self, modifiers: &Modifiers<V::Own>) -> Vec<Line> {
        modifiers
            .0
            .iter()
            .map(|line| Line {
                label: line.label.to_owned(),
                value: i32::from(line.value),
                cases: self.pack.casebook.numbers([line.rule]),
            })
            .collect()
    }

    /// A sentence of that kind.
    pub fn say(&self, kind: &str, text: impl Into<String>) -> Sentence<'_, V> {
        Sentence::new(self, kind, text)
    }

    /// A square's name for a sentence.
    pub fn at(&self, square: Square) -> &str {
        self.pack.map.name(square)
    }

    /// An event as a sentence.
    pub(crate) fn sentence(&self, event: &Event<V::Own>, viewer: Viewer) -> Told {
        match event {
            Event::TurnBegan { .. }
            | Event::PhaseBegan { .. }
            | Event::Weather { .. }
            | Event::AirObservation { .. }
            | Event::Placed { .. } => self.tell_turn(event),
            Event::Bombards { .. }
            | Event::CounterBattery { .. }
            | Event::Bombarded { .. }
            | Event::BombardmentFailed { .. }
            | Event::Interdicted { .. }
            | Event::Shaken { .. } => self.tell_fire(event),
            Event::Lost { .. }
            | Event::Disordered { .. }
            | Event::Eliminated { .. }
            | Event::Scored { .. }
            | Event::Surrendered { .. } => self.tell_loss(event),
            Event::Moved { .. }
            | Event::Entered { .. }
            | Event::Turned { .. }
            | Event::Flipped { .. }
            | Event::BrokeDown { .. }
            | Event::Built { .. }
            | Event::Exited { .. }
            | Event::HqRemoved { .. }
            | Event::Returned { .. } => self.tell_move(event),
            Event::Committed { .. }
            | Event::ClosedIn { .. }
            | Event::CommandCenter { .. }
            | Event::DefensiveFire { .. }
            | Event::FellBack { .. }
            | Event::Displaced { .. }
            | Event::Supplied { .. }
            | Event::ResourceUsed { .. }
            | Event::Smoke { .. } => self.tell_commitment(event),
            Event::Assaulted { .. }
            | Event::Engaged { .. }
            | Event::Disengaged { .. }
            | Event::Retreated { .. }
            | Event::Advanced { .. } => self.tell_assault(event),
            Event::Replacements { .. }
            | Event::Wrote { .. }
            | Event::Revealed { .. }
            | Event::Replaced { .. }
            | Event::Rallied { .. }
            | Event::InterdictionCleared { .. } => self.tell_reorganization(event, viewer),
            Event::Own(own) => self.variant.tell(self, own, viewer),
        }
    }

    fn tell_turn(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::TurnBegan { turn } => self
                .say("turn", format!("Turn {turn}, {}.", self.pack.turn_name(*turn)))
                .by([Common::GameLength, Common::TurnSequence])
                .done(),
            Event::PhaseBegan { side } => self
                .say("phase", format!("The {} phase.", self.pack.side_name(*side)))
                .seat(*side)
                .by([Common::TurnOrder, Common::TurnSequence])
                .done(),
            Event::Weather { weather, roll } => {
                let sentence = self
                    .say("weather", format!("The weather is {}.", weather.name()))
                    .by([Common::Weather, weather.rule()]);
                match roll {
                    Some(roll) => sentence.roll("weather", roll).done(),
                    None => sentence.done(),
                }
            }
            Event::AirObservation { side, die, observes } => {
                let verb = if *observes { "can" } else { "cannot" };
                let sentence = self
                    .say(
                        "air-observation",
                        format!("The {} side {verb} observe from the air.", self.pack.side_name(*side)),
                    )
                    .seat(*side)
                    .by([Common::AirObservation]);
                match die {
                    Some(die) => sentence.die("air observation", &[*die]).done(),
                    None => sentence.done(),
                }
            }
            Event::Placed { unit, to } => self
                .say("placed", format!("{} placed in {}.", self.is(*unit), self.at(*to)))
                .of(*unit)
                .at(*to)
                .by([Common::CombatUnits])
                .done(),
            _ => self.say("noted", "").done(),
        }
    }

    fn tell_fire(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::Bombards { side, target, factors, guns } => {
                let who = if guns.is_empty() { "guns off the map".to_owned() } else { self.all_of(guns) };
                let text = format!("Fire on {} from {who}: {}.", self.at(*target), count(*factors, "factor"));
                self.say("bombards", text)
                    .seat(*side)
                    .of_all(guns)
                    .at(*target)
                    .by([Common::Bombardment, Common::BombardmentSequence])
                    .done()
            }
            Event::CounterBattery { gun, factors, roll, hit } => {
                let result = if *hit { "is hit and disrupted" } else { "is missed" };
                self.say(
                    "counter-battery",
                    format!(
                        "{} {result} by counter-battery fire with {}.",
                        self.who(*gun),
                        count(*factors, "factor")
                    ),
                )
                .of(*gun)
                .by([Common::CounterBattery])
                .roll("counter-battery", roll)
                .done()
            }
            Event::Bombarded { side, target, column, roll, hit } => self
                .say(
                    "bombarded",
                    format!("Bombardment of {}, column {}: {}.", self.at(*target), column + 1, hit.name()),
                )
                .seat(*side)
                .at(*target)
                .by([Common::BombardmentRoll, Common::BombardmentResults, Common::TargetTerrain])
                .roll("bombardment", roll)
                .done(),
            Event::BombardmentFailed { target } => self
                .say(
                    "bombardment-failed",
                    format!("The fire on {} has too few factors left to do harm.", self.at(*target)),
                )
                .at(*target)
                .by([Common::MinimumFactors])
                .done(),
            Event::Interdicted { square } => self
                .say("interdicted", format!("{} is interdicted.", self.at(*square)))
                .at(*square)
                .by([Common::BombardmentResults, Common::Markers])
                .done(),
            Event::Shaken { square, disrupted, units, rule } => {
                let what = if *disrupted { "disrupted" } else { "suppressed" };
                let verb = if units.count() == 1 { "is" } else { "are" };
                let text = if units.is_empty() {
                    format!("There is nobody to be {what} in {}.", self.at(*square))
                } else {
                    format!("{} {verb} {what}.", self.all_of(units))
                };
                self.say("shaken", text)
                    .at(*square)
                    .of_all(units)
                    .by([*rule, Common::GoodOrder.into()])
                    .done()
            }
            _ => self.say("fire", "").done(),
        }
    }

    fn tell_loss(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::Lost { unit, into, rule, .. } => {
                let sentence = if unit == into {
                    self.say("lost", format!("{} reduced.", self.is(*unit))).of(*unit)
                } else {
                    let text = format!("{} reduced to {}.", self.is(*unit), self.who(*into));
                    self.say("lost", text).of(*unit).of(*into)
                };
                sentence.by([*rule, Common::CombatUnits.into()]).done()
            }
            Event::Disordered { unit, rule } => self
                .say("disordered", format!("{} disrupted instead of losing a step.", self.is(*unit)))
                .of(*unit)
                .by([*rule])
                .done(),
            Event::Eliminated { unit, rule } => {
                self.say("eliminated", format!("{} eliminated.", self.is(*unit))).of(*unit).by([*rule]).done()
            }
            Event::Scored { side, points, unit, rule } => {
                let given = count(*points, "victory point");
                let why = if unit.is_some() { format!(": {}", self.who(*unit)) } else { String::new() };
                self.say("scored", format!("{given} for the {} side{why}.", self.pack.side_name(*side)))
                    .seat(*side)
                    .of(*unit)
                    .by([*rule, Common::Victory.into()])
                    .done()
            }
            Event::Surrendered { unit } => self
                .say("surrendered", format!("{}.", self.does(*unit, "surrenders", "surrender")))
                .of(*unit)
                .by([Common::AssaultStatus, Common::HqModes])
                .done(),
            _ => self.say("lost", "").done(),
        }
    }

    fn tell_move(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::Moved { unit, from, to, half_points, rules } => self
                .say(
                    "moved",
                    format!(
                        "{} from {} to {} for {}.",
                        self.does(*unit, "moves", "move"),
                        self.at(*from),
                        self.at(*to),
                        points(*half_points)
                    ),
                )
                .seat(self.pack.side(*unit))
                .of(*unit)
                .at(*from)
                .at(*to)
                .by(*rules)
                .done(),
            Event::Entered { unit, to, half_points } => self
                .say(
                    "entered",
                    format!(
                        "{} {} for {}.",
                        self.does(*unit, "enters and reaches", "enter and reach"),
                        self.at(*to),
                        points(*half_points)
                    ),
                )
                .of(*unit)
                .at(*to)
                .by([Common::Reinforcements])
                .done(),
            Event::Turned { unit, to } => self
                .say("turned", format!("{} {}.", self.does(*unit, "turns", "turn"), to.name()))
                .of(*unit)
                .by([Common::Facing])
                .done(),
            Event::Flipped { unit, back } => {
                let hq = self.pack.unit(*unit).kind == crate::units::Kind::Hq;
                let (mode, rule) = match (hq, back) {
                    (true, true) => (("goes into Supply Mode", ""), Common::HqModes),
                    (true, false) => (("goes into Command Mode", ""), Common::HqModes),
                    (false, true) => (("entrenches", "entrench"), Common::InfantryModes),
                    (false, false) => (("leaves its trench", "leave their trench"), Common::InfantryModes),
                };
                self.say("flipped", format!("{}.", self.does(*unit, mode.0, mode.1)))
                    .of(*unit)
                    .by([rule, Common::SpecialUnits])
                    .done()
            }
            Event::BrokeDown { unit, into, at } => {
                let names: Vec<&str> = into.iter().map(|part| self.who(*part)).collect();
                let german = self.pack.unit(*unit).nation == Nation::German;
                let rule = if german { Common::GermanBreakdown } else { Common::AlliedBreakdown };
                let text = format!("{} breaks down into {}.", self.who(*unit), series(&names));
                into.iter()
                    .fold(self.say("broke-down", text).of(*unit), |told, part| told.of(*part))
                    .at(*at)
                    .by([rule])
                    .done()
            }
            Event::Built { into, reduced, from } => {
                let strength = if *reduced { " at reduced strength" } else { "" };
                let german = self.pack.unit(*into).nation == Nation::German;
                let rule = if german { Common::GermanBreakdown } else { Common::AlliedBreakdown };
                let text = format!("{} units combine into {}{strength}.", from.len(), self.who(*into));
                self.say("built", text).of(*into).by([rule]).done()
            }
            Event::Exited { unit, edge, forced } => {
                let how = if *forced { "is driven" } else { "moves" };
                self.say("exited", format!("{} {how} off the {} edge.", self.who(*unit), edge.name()))
                    .of(*unit)
                    .by(if *forced { vec![Common::Exits, Common::Retreat] } else { vec![Common::Exits] })
                    .done()
            }
            Event::HqRemoved { unit, rule, back_on, roll } => {
                let text = format!(
                    "{} leaves the map until {}.",
                    self.who(*unit),
                    self.pack.calendar.get(usize::from(*back_on) - 1).map_or("the end", String::as_str)
                );
                let sentence = self.say("hq-removed", text).of(*unit).by([*rule]);
                match roll {
                    Some(roll) => sentence.roll("return", roll).done(),
                    None => sentence.done(),
                }
            }
            Event::Returned { unit, rule } => self
                .say("returned", format!("{} is available again.", self.who(*unit)))
                .of(*unit)
                .by([*rule, Common::ReplacementPool.into()])
                .done(),
            _ => self.say("moved", "").done(),
        }
    }

    fn tell_commitment(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::Committed { unit, target, .. } => self
                .say("committed", format!("{} committed against {}.", self.is(*unit), self.at(*target)))
                .seat(self.pack.side(*unit))
                .of(*unit)
                .at(*target)
                .by([Common::Commitment, Common::MovingUp, Common::CommandSupport])
                .by([self.variant.command_rule(self.pack.unit(*unit).nation)])
                .done(),
            Event::ClosedIn { from, to, units, roll, success } => {
                let result = if *success { "closed in on" } else { "failed to close in on" };
                let sentence = self
                    .say("closed-in", format!("{} {result} {}.", self.all_of(units), self.at(*to)))
                    .of_all(units)
                    .at(*from)
                    .at(*to)
                    .by([Common::ClosingIn]);
                match roll {
                    Some(roll) => sentence.roll("closing in", roll).done(),
                    None => sentence.done(),
                }
            }
            Event::CommandCenter { side, roll, given } => {
                let names = &self.pack.charts.resources.names;
                let list: Vec<String> = names
                    .iter()
                    .zip(given)
                    .filter(|(_, count)| **count > 0)
                    .map(|(name, count)| stock(*count, name))
                    .collect();
                let list = if list.is_empty() { "nothing".to_owned() } else { list.join(", ") };
                self.say("command-center", format!("The Command Center gives {list}."))
                    .seat(*side)
                    .by([Common::CommandCenter, Common::ResourceKinds])
                    .roll("command center", roll)
                    .done()
            }
            Event::DefensiveFire { side, target, factors, firers, roll, result } => self
                .say(
                    "defensive-fire",
                    format!(
                        "{} in defence of {}: {}.",
                        sentence_fire(*factors),
                        self.at(*target),
                        result.name()
                    ),
                )
                .seat(*side)
                .of_all(firers)
                .at(*target)
                .by([Common::DefensiveFire, Common::DefensiveFactors, Common::DefensiveResults])
                .roll("defensive fire", roll)
                .done(),
            Event::FellBack { unit, to } => self
                .say("fell-back", format!("{} back to {}.", self.does(*unit, "goes", "go"), self.at(*to)))
                .of(*unit)
                .at(*to)
                .by([Common::DefensiveResults])
                .done(),
            Event::Displaced { unit, to } => self
                .say("displaced", format!("{} makes room and goes to {}.", self.who(*unit), self.at(*to)))
                .of(*unit)
                .at(*to)
                .by([Common::DefensiveResults, Common::Stacking])
                .done(),
            Event::Supplied { nation, hq } if hq.is_some() => self
                .say("supplied", format!("{} supplies the {} attackers.", self.who(*hq), nation.name()))
                .of(*hq)
                .by([Common::AttackSupply])
                .done(),
            Event::Supplied { nation, .. } => self
                .say("unsupplied", format!("The {} attackers do without supply.", nation.name()))
                .by([Common::AttackSupply, Common::AttackersUnsupplied])
                .done(),
            Event::ResourceUsed { kind, target } => self
                .say(
                    "resource",
                    format!(
                        "{} for the assault on {}.",
                        sentence_case(self.variant.resource_label(*kind)),
                        self.at(*target)
                    ),
                )
                .at(*target)
                .by([self.variant.resource_rule(*kind), Common::UsingResources.into()])
                .done(),
            Event::Smoke { die, works } => {
                let text = if *works { "The smoke blows at the defenders." } else { "The smoke blows back." };
                self.say("smoke", text)
                    .by([Common::SmokeResource, Common::ResourceModifiers])
                    .die("wind", &[*die])
                    .done()
            }
            _ => self.say("committed", "").done(),
        }
    }

    fn tell_assault(&self, event: &Event<V::Own>) -> Told {
        match event {
            Event::Assaulted {
                side,
                counter,
                target,
                attackers,
                defenders,
                attack,
                defense,
                shifts,
                column,
                roll,
                outcome,
            } => {
                let text = format!(
                    "{} on {}: {attack} against {defense}, column {}: {}, {}.",
                    if *counter { "Counterattack" } else { "Assault" },
                    self.at(*target),
                    signed(*column),
                    outcome.code(),
                    outcome.about()
                );
                let told = self.say("assaulted", text).seat(*side).at(*target);
                let mut sentence = told.of_all(attackers).of_all(defenders).by([
                    Common::Assault,
                    Common::Differential,
                    Common::AssaultResults,
                    Common::AssaultModifiers,
                ]);
                if !shifts.0.is_empty() {
                    sentence = sentence
                        .by([Common::ColumnShifts, Common::NetShift])
                        .by(shifts.0.iter().map(|shift| shift.rule));
                    sentence.told.rolls.push(Roll {
                        seat: None,
                        label: "column shifts".to_owned(),
                        dice: Vec::new(),
                        lines: self.lines(shifts),
                        total: i32::from(shifts.sum()),
                    });
                }
                if !roll.modifiers.0.is_empty() {
                    sentence = sentence.by([Common::SituationModifiers]);
                }
                sentence.roll("assault", roll).done()
            }
            Event::Engaged { target } => self
                .say("engaged", format!("Both sides are engaged at {}.", self.at(*target)))
                .at(*target)
                .by([Common::Engaged, Common::AssaultResults])
                .done(),
            Event::Disengaged { target } => self
                .say("disengaged", format!("The engagement at {} is over.", self.at(*target)))
                .at(*target)
                .by([Common::Engaged])
                .done(),
            Event::Retreated { unit, to } => self
                .say("retreated", format!("{} to {}.", self.does(*unit, "retreats", "retreat"), self.at(*to)))
                .of(*unit)
                .at(*to)
                .by([Common::Retreat])
                .done(),
            Event::Advanced { unit, to, rule } => self
                .say("advanced", format!("{} to {}.", self.does(*unit, "advances", "advance"), self.at(*to)))
                .of(*unit)
                .at(*to)
                .by([*rule])
                .done(),
            _ => self.say("assaulted", "").done(),
        }
    }

    fn tell_reorganization(&self, event: &Event<V::Own>, viewer: Viewer) -> Told {
        match event {
            Event::Replacements { nation, total, roll, steps } => {
                let text = format!(
                    "{} replacements: a working total of {total} allows {}.",
                    nation.name(),
                    count(*steps, "step")
                );
                let sentence = self
                    .say("replacements", text)
                    .seat(nation.side())
                    .by([Common::Reorganization, Common::ReplacementLevel]);
                match roll {
                    Some(roll) => sentence.by([Common::ReplacementRoll]).roll("replacements", roll).done(),
                    None => sentence.done(),
                }
            }
            Event::Wrote { nation, steps } => {
                let text = if self.variant.sees(viewer, *nation) {
                    format!("The {} side writes down {}.", nation.name(), count(*steps, "step"))
                } else {
                    format!("The {} side writes down a number.", nation.name())
                };
                self.say("wrote", text).seat(nation.side()).by([Common::TakingReplacements]).done()
            }
            Event::Revealed { nation, steps } => self
                .say(
                    "revealed",
                    format!(
                        "The {} side takes {} at most.",
                        nation.name(),
                        count(*steps, "replacement step")
                    ),
                )
                .seat(nation.side())
                .by([Common::TakingReplacements])
                .done(),
            Event::Replaced { unit, to, full, steps } => {
                let strength = if *full { "" } else { " at reduced strength" };
                self.say(
                    "replaced",
                    format!(
                        "{} returns{strength} in {} for {}.",
                        self.who(*unit),
                        self.at(*to),
                        count(*steps, "step")
                    ),
                )
                .of(*unit)
                .at(*to)
                .by([Common::TakingReplacements, Common::ReplacementPool])
                .done()
            }
            Event::Rallied { unit, roll, success } => {
                let (one, many) =
                    if *success { ("rallies", "rally") } else { ("does not rally", "do not rally") };
                self.say("rallied", format!("{}.", self.does(*unit, one, many)))
                    .of(*unit)
                    .by([Common::Rally])
                    .roll("rally", roll)
                    .done()
            }
            Event::InterdictionCleared { side, squares } => {
                let names: Vec<&str> = squares.iter().map(|square| self.at(square)).collect();
                let text = format!("Interdiction comes off {}.", series(&names));
                let told = self.say("interdiction-cleared", text).seat(*side).by([Common::ClearInterdiction]);
                squares.iter().fold(told, Sentence::at).done()
            }
            _ => self.say("reorganization", "").done(),
        }
    }
}

/// Defensive fire with that many factors, as the beginning of a sentence.
fn sentence_fire(factors: u8) -> String {
    match factors {
        1 => "1 factor fires".to_owned(),
        factors => format!("{factors} factors fire"),
    }
}
