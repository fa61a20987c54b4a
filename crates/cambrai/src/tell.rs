//! Events as sentences, with dice, modifiers and cases.

use engine::Seat;
use engine::wire::{Line, Roll, Told};

use crate::bids::Seating;
use crate::board::{AssaultKind, Outcome};
use crate::event::{Event, Happening, Support, TankResult, Use, Way};
use crate::pack::{Pack, day_name};
use crate::sets::{Bridge, Place, Unit};
use crate::side::Side;
use crate::sum::Sum;
use crate::words::{counted, place_name, unit_name};

/// An event told to anyone; nothing in it is secret, since a sealed bid tells only that it was made.
pub(crate) fn tell(pack: &Pack, happening: &Happening) -> Told {
    let Happening { event, seating } = happening;
    let mut teller = Teller {
        pack,
        seating: *seating,
        places: Vec::new(),
        units: Vec::new(),
        rolls: Vec::new(),
        side: None,
    };
    let text = teller.sentence(event);
    let bidder = if let Event::Bid { seat } = event { Some(Seat(*seat)) } else { None };
    Told {
        kind: kind(event).into(),
        seat: bidder.or(teller.side.map(|side| seating.seat(side))),
        text,
        cases: pack.casebook.numbers(event.rules()),
        places: teller.places,
        units: teller.units,
        rolls: teller.rolls,
    }
}

/// The name of an event.
fn kind(event: &Event) -> &'static str {
    match event {
        Event::Begun { .. } => "begun",
        Event::Bid { .. } => "bid",
        Event::BidsOpened { .. } => "bids-opened",
        Event::TurnBegan { .. } => "turn-began",
        Event::Reinforced { .. } => "reinforced",
        Event::Swapped { .. } => "swapped",
        Event::Delayed { .. } | Event::ReleaseDelayed { .. } => "delayed",
        Event::HurricaneArrived { .. } => "hurricane-arrived",
        Event::AirArrived { .. } => "air-arrived",
        Event::GarrisonReturned { .. } => "garrison-returned",
        Event::TankReturned { .. } => "tank-returned",
        Event::WeatherRolled { .. } => "weather-rolled",
        Event::WeatherGiven { .. } => "weather-given",
        Event::WeatherChanged { .. } => "weather-changed",
        Event::StormRolled { .. } => "storm-rolled",
        Event::AirSent { .. } => "air-sent",
        Event::AirRecalled { .. } => "air-recalled",
        Event::DaylightBegan { .. } => "daylight-began",
        Event::ImpulseBegan { .. } => "impulse-began",
        Event::Released { .. } => "released",
        Event::Activated { .. } => "activated",
        Event::RegroupBegan { .. } => "regroup-began",
        Event::Passed { .. } => "passed",
        Event::BarrageFired { .. } => "barrage-fired",
        Event::HurricaneUsed { .. } => "hurricane-used",
        Event::SupportPlaced { .. } => "support-placed",
        Event::Moved { .. } => "moved",
        Event::Regrouped { .. } => "regrouped",
        Event::ControlChanged { .. } => "control-changed",
        Event::BridgeTaken { .. } => "bridge-taken",
        Event::BridgeCollapsed { .. } => "bridge-collapse",
        Event::Demolition { .. } => "demolition",
        Event::Assaulted { outcome, .. } => outcome_kind(*outcome),
        Event::AdvantageUsed { .. } => "advantage-used",
        Event::AdvantagePassed { .. } => "advantage-passed",
        Event::Exhausted { .. } => "exhausted",
        Event::Eliminated { .. } => "eliminated",
        Event::Retreated { .. } => "retreated",
        Event::Overran { .. } => "overran",
        Event::ImpulseHalted { .. } => "impulse-halted",
        Event::MarkersLifted { .. } => "markers-lifted",
        Event::SunsetRolled { .. } => "sunset",
        Event::DaylightEnded { .. } => "daylight-ended",
        Event::SupportLost { .. } => "support-lost",
        Event::HurricaneLapsed { .. } => "hurricane-lapsed",
        Event::HurricaneRefit { .. } => "hurricane-refit",
        Event::AmmunitionRolled { .. } => "ammunition",
        Event::Bought { .. } => "bought",
        Event::TankRefit { .. } => "tank-refit",
        Event::Refitted { .. } => "refitted",
        Event::Dismounted { .. } => "dismounted",
        Event::HaigRolled { .. } => "haig",
        Event::Breakthrough { .. } => "breakthrough",
        Event::PointsCounted { .. } => "points-counted",
        Event::TurnEnded { .. } => "turn-ended",
    }
}

fn outcome_kind(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Repulse => "repulse",
        Outcome::Stalemate => "stalemate",
        Outcome::OnePoint | Outcome::Success(_) | Outcome::Cleared | Outcome::Halted => "success",
        Outcome::Overrun => "overrun",
    }
}

/// An assault's result in words.
pub(crate) fn outcome_words(outcome: Outcome) -> String {
    match outcome {
        Outcome::Repulse => "repulse".into(),
        Outcome::Stalemate => "stalemate".into(),
        Outcome::OnePoint => "success, forward unit only".into(),
        Outcome::Success(points) => format!("success, {}", counted(points, "point")),
        Outcome::Cleared => "success, all lost".into(),
        Outcome::Halted => "success, all lost, impulse over".into(),
        Outcome::Overrun => "overrun".into(),
    }
}

/// What the advantage did, in words.
fn use_words(on: Use) -> &'static str {
    match on {
        Use::NewForecast => "a new forecast",
        Use::MaximumEffort => "a maximum effort: the repulse becomes a stalemate",
        Use::FanaticalDefense => "a fanatical defence: the success becomes a stalemate",
        Use::TankRefit => "a better tank refit",
        Use::Ammunition => "additional ammunition",
        Use::HaigsMind => "changing Haig's mind: the offensive goes on",
        Use::Snowstorm => "stopping the snowstorm; it stays overcast",
    }
}

struct Teller<'a> {
    pack: &'a Pack,
    seating: Seating,
    places: Vec<String>,
    units: Vec<String>,
    rolls: Vec<Roll>,
    side: Option<Side>,
}

impl Teller<'_> {
    fn place(&mut self, place: Place) -> String {
        self.places.push(self.pack.at(place).id.clone());
        place_name(self.pack, place)
    }

    /// Where something happened, if it was on the map.
    fn within(&mut self, place: Option<Place>) -> String {
        place.map_or(String::new(), |place| format!(" in {}", self.place(place)))
    }

    fn unit(&mut self, unit: Unit) -> String {
        self.units.push(self.pack.info(unit).id.clone());
        self.side = self.side.or(Some(self.pack.info(unit).side));
        unit_name(self.pack, unit).to_owned()
    }

    fn bridge(&mut self, bridge: Bridge) -> String {
        let ends = self.pack.over(bridge).ends;
        self.places.extend(ends.map(|end| self.pack.at(end).id.clone()));
        self.pack.over(bridge).name.clone()
    }

    fn by(&mut self, side: Side) -> &'static str {
        self.side = Some(side);
        capital(side)
    }

    fn roll(&mut self, side: Option<Side>, label: &str, dice: &[u8], sum: &Sum) -> i32 {
        let lines = sum.parts.iter().map(|(part, value)| Line {
            label: part.words().into(),
            value: i32::from(*value),
            cases: self.pack.casebook.numbers(part.rules().iter().copied()),
        });
        let total = i32::from(sum.total) + dice.iter().map(|die| i32::from(*die)).sum::<i32>();
        self.rolls.push(Roll {
            seat: side.map(|side| self.seating.seat(side)),
            label: label.into(),
            dice: dice.to_vec(),
            lines: lines.collect(),
            total,
        });
        total
    }

    fn sentence(&mut self, event: &Event) -> String {
        match event {
            Event::Begun { scenario } => {
                let name = &self.pack.scenarios[usize::from(*scenario)].name;
                format!("{name}: markers and units are in place.")
            }
            Event::Bid { seat } => format!("{} has sealed a bid.", capital_player(Seat(*seat))),
            Event::BidsOpened { bids, wanted, seating, die } => self.bids(*bids, *wanted, *seating, *die),
            Event::TurnBegan { turn, first } => {
                format!("Dawn of {}: {} will have the first impulse.", day_name(*turn), first.name())
            }
            Event::DaylightBegan { first } => format!("Daylight begins with {}.", first.name()),
            Event::ImpulseBegan { number, side } => {
                self.side = Some(*side);
                format!("Impulse {number}: {}.", side.name())
            }
            Event::Activated { side, place } => {
                format!("{} begin an assault impulse from {}.", self.by(*side), self.place(*place))
            }
            Event::RegroupBegan { side, place } => {
                format!("{} regroup from {}.", self.by(*side), self.place(*place))
            }
            Event::Passed { side } => format!("{} pass.", self.by(*side)),
            Event::TurnEnded { turn } => format!("{} is over.", day_name(*turn)),
            _ => self
                .dawn(event)
                .or_else(|| self.action(event))
                .or_else(|| self.fight(event))
                .unwrap_or_else(|| self.night(event)),
        }
    }

    /// Who bid what, who plays which side, and who is paid for it (17.1).
    fn bids(&mut self, bids: [u8; 2], wanted: Side, seating: Seating, die: Option<u8>) -> String {
        if let Some(die) = die {
            self.roll(None, "lot", &[die], &Sum::default());
        }
        let lot = die.map_or(String::new(), |die| format!("; the lot fell {die}"));
        let (winner, loser) = (seating.seat(wanted), seating.seat(wanted.enemy()));
        format!(
            "{} bid {}, {} {}{lot}: {} plays {}; {} plays {} and receives {}.",
            capital_player(Seat(0)),
            bids[0],
            player(Seat(1)),
            bids[1],
            player(winner),
            wanted.name(),
            player(loser),
            wanted.enemy().name(),
            counted(bids[0].max(bids[1]), "ammunition point")
        )
    }

    fn dawn(&mut self, event: &Event) -> Option<String> {
        Some(match event {
            Event::Reinforced { unit, place, .. } => {
                format!("{} arrives in {}.", self.unit(*unit), self.place(*place))
            }
            Event::Swapped { unit, exhausted, place, zone } => format!(
                "{} arrives in {}; {} goes back to {}.",
                self.unit(*unit),
                self.place(*place),
                self.unit(*exhausted),
                self.place(*zone)
            ),
            Event::Delayed { unit, place } => {
                format!("{} cannot arrive{} and waits.", self.unit(*unit), self.within(*place))
            }
            Event::ReleaseDelayed { unit, place } => {
                let unit = self.unit(*unit);
                format!("{unit} is released, but waits: there is no room in {}.", self.place(*place))
            }
            Event::HurricaneArrived { side } => {
                format!("{} receive a Hurricane Barrage marker.", self.by(*side))
            }
            Event::AirArrived { side } => format!("{} receive their air marker.", self.by(*side)),
            Event::GarrisonReturned { unit, place } | Event::TankReturned { unit, place } => {
                format!("{} returns in {}.", self.unit(*unit), self.place(*place))
            }
            Event::WeatherRolled { die, weather } => {
                self.side = Some(Side::British);
                self.roll(Some(Side::British), "weather", &[*die], &Sum::default());
                format!("The weather die is {die}: {}.", weather.id())
            }
            Event::WeatherGiven { weather, .. } => format!("The weather is {}.", weather.id()),
            Event::WeatherChanged { weather } => format!("The weather turns {}.", weather.id()),
            Event::StormRolled { die, limit } => {
                self.side = Some(Side::German);
                self.roll(Some(Side::German), "snowstorm", &[*die], &Sum::default());
                let result = if die <= limit { "a snowstorm" } else { "no snowstorm" };
                format!("The storm die is {die}, {limit} or less brings snow: {result}.")
            }
            Event::AirSent { side, place } => {
                format!("{} send their air marker over {}.", self.by(*side), self.place(*place))
            }
            Event::AirRecalled { side, place } => {
                let whose = adjective(self, *side);
                format!("The {whose} air marker returns from {} to its box.", self.place(*place))
            }
            Event::Released { unit, place, area, .. } => format!(
                "British control of {} releases {} to {}.",
                self.place(*area),
                self.unit(*unit),
                self.place(*place)
            ),
            _ => return None,
        })
    }

    fn action(&mut self, event: &Event) -> Option<String> {
        Some(match event {
            Event::HurricaneUsed { side, place: None } => {
                format!("Both {} Hurricane markers are used.", adjective(self, *side))
            }
            Event::HurricaneUsed { side, place: Some(place) } => {
                let whose = adjective(self, *side);
                format!("A {whose} Hurricane marker is used on {}.", self.place(*place))
            }
            Event::SupportPlaced { side, support, place } => {
                let marker = match support {
                    Support::Rolling => "a Rolling Barrage on",
                    Support::Direct => "Direct Support in",
                    Support::Air => "the air marker over",
                };
                format!("{} place {marker} {}.", self.by(*side), self.place(*place))
            }
            Event::Moved { unit, from, to, cost, way, minimum, first } => format!(
                "{} moves from {} to {}{} for {cost} MF{}{}.",
                self.unit(*unit),
                self.place(*from),
                self.place(*to),
                way_words(*way),
                if *minimum { ", all it has" } else { "" },
                if *first { ", as point unit" } else { "" }
            ),
            Event::Regrouped { unit, from, to, way } => format!(
                "{} regroups from {} to {}{}.",
                self.unit(*unit),
                self.place(*from),
                self.place(*to),
                way_words(*way)
            ),
            Event::ControlChanged { place, to } => {
                format!("{} now control {}.", self.by(*to), self.place(*place))
            }
            Event::BridgeTaken { bridge, by, crossed } => format!(
                "{} take the {}{}.",
                self.by(*by),
                self.bridge(*bridge),
                if *crossed { ", having crossed it" } else { ", holding both ends" }
            ),
            Event::BridgeCollapsed { bridge, unit, die, falls } => {
                self.roll(Some(Side::German), "collapse", &[*die], &Sum::default());
                let (unit, bridge) = (self.unit(*unit), self.bridge(*bridge));
                let result = if *falls { "it collapses, and the tank stays" } else { "it holds" };
                format!("{unit} drives onto the {bridge}, die {die}: {result}.")
            }
            Event::Demolition { side, bridge, die, sum, needed } => {
                let total = self.roll(Some(*side), "demolition", &[*die], sum);
                let result = if total >= i32::from(*needed) { "it is blown" } else { "it stands" };
                format!(
                    "{} try to blow the {}: {total} against {needed}, {result}.",
                    self.by(*side),
                    self.bridge(*bridge)
                )
            }
            Event::MarkersLifted { side, place, rolling, direct, air } => {
                let markers = [
                    (*rolling > 0).then(|| counted(*rolling, "Rolling Barrage")),
                    (*direct > 0).then(|| counted(*direct, "Direct Support")),
                    air.then(|| "the air marker".to_owned()),
                ];
                let mut markers: Vec<String> = markers.into_iter().flatten().collect();
                let last = markers.pop().unwrap_or_default();
                let before =
                    if markers.is_empty() { String::new() } else { format!("{} and ", markers.join(", ")) };
                format!("{} take {before}{last} off {}.", self.by(*side), self.place(*place))
            }
            _ => return None,
        })
    }

    fn fight(&mut self, event: &Event) -> Option<String> {
        Some(match event {
            Event::BarrageFired { side, place, primary, attack, defense, dice, spared, points } => {
                let at = self.roll(Some(*side), "attack", &dice[..1], attack);
                let dt = self.roll(Some(side.enemy()), "defence", &dice[1..], defense);
                let spared = if *spared > 0 {
                    format!(", {spared} spared by the Hindenburg Line")
                } else {
                    String::new()
                };
                format!(
                    "{} fire a Hurricane Barrage on {} at {}: {at} against {dt}, {}{spared}.",
                    self.by(*side),
                    self.place(*place),
                    self.unit(*primary),
                    counted(*points, "casualty point")
                )
            }
            Event::Assaulted { side, place, kind, point, forward, attack, defense, dice, outcome } => {
                let at = self.roll(Some(*side), "attack", &dice[..2], attack);
                let dt = self.roll(Some(side.enemy()), "defence", &dice[2..], defense);
                let kind = match kind {
                    AssaultKind::Mandatory => "Mandatory",
                    AssaultKind::Optional => "Optional",
                    AssaultKind::Inside => "Contested-area",
                };
                self.side = Some(*side);
                let result = match outcome {
                    Outcome::Success(points) => format!("success, {}", counted(*points, "casualty point")),
                    other => outcome_words(*other),
                };
                format!(
                    "{kind} assault in {}, {} against {}: {at} against {dt}, {result}.",
                    self.place(*place),
                    self.unit(*point),
                    self.unit(*forward)
                )
            }
            Event::AdvantageUsed { side, on } => {
                format!("{} spend the advantage on {}.", self.by(*side), use_words(*on))
            }
            Event::AdvantagePassed { to } => format!("The advantage passes to {}.", to.name()),
            Event::Exhausted { unit, place, .. } => {
                format!("{} is exhausted{}.", self.unit(*unit), self.within(*place))
            }
            Event::Eliminated { unit, place, .. } => {
                format!("{} is eliminated{}.", self.unit(*unit), self.within(*place))
            }
            Event::Retreated { unit, from, to, .. } => {
                format!("{} retreats from {} to {}.", self.unit(*unit), self.place(*from), self.place(*to))
            }
            Event::Overran { place, side } => {
                format!("{} overrun {} and may go on from there.", self.by(*side), self.place(*place))
            }
            Event::ImpulseHalted { side, place } => {
                self.side = Some(*side);
                let place = self.place(*place);
                format!("{place} cannot be overrun: the impulse of {} is over.", side.name())
            }
            _ => return None,
        })
    }

    fn night(&mut self, event: &Event) -> String {
        match event {
            Event::SunsetRolled { total, dice, number, ends, changes, .. } => {
                self.side = Some(Side::British);
                if let Some(dice) = dice {
                    self.roll(Some(Side::British), "sunset", dice, &Sum::default());
                }
                let source = if dice.is_some() { "" } else { ", by the dice of the first assault" };
                let result = if *ends {
                    "daylight ends"
                } else if *changes {
                    "the weather will change"
                } else {
                    "daylight goes on"
                };
                format!("The sunset roll is {total} in impulse {number}{source}: {result}.")
            }
            Event::DaylightEnded { off_track: true } => "The marker runs off the track: night falls.".into(),
            Event::DaylightEnded { off_track: false } => "Night falls.".into(),
            Event::SupportLost { side, count } => {
                format!("{} lose {}.", self.by(*side), counted(*count, "unused support marker"))
            }
            Event::HurricaneLapsed { side, count } => {
                let markers = format!("{} Hurricane marker", adjective(self, *side));
                let verb = if *count == 1 { "lapses" } else { "lapse" };
                format!("{} {verb} unused.", counted(*count, &markers))
            }
            Event::HurricaneRefit { side, die, needed } => {
                self.roll(Some(*side), "Hurricane refit", &[*die], &Sum::default());
                let result = if die >= needed { "it is fresh again" } else { "it stays used" };
                format!(
                    "A {} Hurricane marker rolls {die} and needs {needed}: {result}.",
                    adjective(self, *side)
                )
            }
            Event::AmmunitionRolled { side, dice, sum, extra } => {
                let total = self.roll(Some(*side), "ammunition", dice, sum);
                let more = if *extra { "another " } else { "" };
                format!("{} receive {more}{}.", self.by(*side), counted(total, "ammunition point"))
            }
            Event::Bought { side, count, left } => {
                let kept = counted(*left, "point");
                let bought =
                    if *count == 0 { "no support markers".into() } else { counted(*count, "support marker") };
                format!("{} buy {bought} and keep {kept}.", self.by(*side))
            }
            Event::TankRefit { unit, place, die, needed, result } => {
                let told = self.tank_refit(*unit, *die, *needed, *result);
                self.within(*place);
                told
            }
            Event::Refitted { unit, place, .. } => {
                format!("{} is fresh again{}.", self.unit(*unit), self.within(*place))
            }
            Event::Dismounted { unit, place } => {
                format!("{} dismounts{} for good.", self.unit(*unit), self.within(*place))
            }
            Event::HaigRolled { die, sum, needed } => {
                self.side = Some(Side::British);
                let total = self.roll(Some(Side::British), "Haig decides", &[*die], sum);
                let result =
                    if total >= i32::from(*needed) { "the offensive goes on" } else { "he would stop it" };
                format!("Haig decides with {total} against {needed}: {result}.")
            }
            Event::Breakthrough { unit, place } => {
                format!("Breakthrough: {} stands in {}.", self.unit(*unit), self.place(*place))
            }
            Event::PointsCounted { points } => {
                format!("The British have {}.", counted(*points, "victory point"))
            }
            _ => String::new(),
        }
    }

    fn tank_refit(&mut self, unit: Unit, die: Option<u8>, needed: u8, result: TankResult) -> String {
        if let Some(die) = die {
            self.roll(Some(Side::British), "tank refit", &[die], &Sum::default());
        }
        let rolled = die
            .map_or("is out of supply".to_owned(), |die| format!("rolls {die} and needs {needed} or less"));
        let result = match result {
            TankResult::Fresh => "it is fresh again".to_owned(),
            TankResult::Weaker(weaker) => {
                let info = self.pack.info(weaker);
                self.units.push(info.id.clone());
                format!("a fresh {}-{}-{} replaces it", info.attack, info.defense, info.movement)
            }
            TankResult::Lost => "it is lost".to_owned(),
        };
        format!("{} {rolled}: {result}.", self.unit(unit))
    }
}

fn adjective(teller: &mut Teller, side: Side) -> &'static str {
    teller.side = Some(side);
    side.adjective()
}

/// A player while it is not settled who plays which side: by the seat he took (17.1).
fn player(seat: Seat) -> &'static str {
    if seat == Seat(0) { "the player in the British seat" } else { "the player in the German seat" }
}

fn capital_player(seat: Seat) -> &'static str {
    if seat == Seat(0) { "The player in the British seat" } else { "The player in the German seat" }
}

fn capital(side: Side) -> &'static str {
    match side {
        Side::British => "The British",
        Side::German => "The Germans",
    }
}

fn way_words(way: Way) -> &'static str {
    match way {
        Way::Land => "",
        Way::Bridge => " over the bridge",
        Way::Wading => " through the canal",
    }
}
