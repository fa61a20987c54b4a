//! The game's own part of a position file: its steps, and its part of the board where it differs from a fresh one.

use grid::{Nation, Side, Square, Squares, Unit, UnitSet};
use toml::{Table as Toml, Value};

use crate::board::{Board, Demand, Flight, Lull, Refill, Step};
use crate::{Game, Table, Verdun};

const LULLS: [(Lull, &str); 5] = [
    (Lull::Open, "open"),
    (Lull::GermanWants, "german-wants"),
    (Lull::GermanRefuses, "german-refuses"),
    (Lull::No, "no"),
    (Lull::Yes, "yes"),
];

fn side_word(side: Side) -> &'static str {
    match side {
        Side::Allied => "french",
        Side::German => "german",
    }
}

fn side_of(word: &str) -> Option<Side> {
    match word {
        "french" => Some(Side::Allied),
        "german" => Some(Side::German),
        _ => None,
    }
}

fn nation_from(word: &str) -> Option<Nation> {
    Nation::ALL.into_iter().find(|nation| nation.id() == word)
}

impl Verdun {
    /// A step of the game's own as words.
    pub(crate) fn step_in_words(&self, grid: &Game, step: Step) -> String {
        let at = |square: Square| grid.pack.map.name(square);
        let flag = |flag: bool| if flag { "yes" } else { "no" };
        match step {
            Step::Begin { at } => format!("begin {at}"),
            Step::Guns { group, drawn } => format!("place-guns {group} {}", flag(drawn)),
            Step::Garrisons => "garrisons".into(),
            Step::Halves => "halves".into(),
            Step::Battalions => "battalions".into(),
            Step::RearCorps => "rear-corps".into(),
            Step::Operations => "operations".into(),
            Step::Objectives => "objectives".into(),
            Step::ExtraHqs => "extra-hqs".into(),
            Step::TurnBegins => "turn-begins".into(),
            Step::Somme => "somme".into(),
            Step::Lull => "lull".into(),
            Step::Redeploy => "redeploy".into(),
            Step::AirPlaced(side) => format!("air-placed {}", side_word(side)),
            Step::AirIntercepts(side) => format!("air-intercepts {}", side_word(side)),
            Step::Supply(side) => format!("bombardment-supply {}", side_word(side)),
            Step::SupplySpent(side) => format!("supply-spent {}", side_word(side)),
            Step::AirBombs(side) => format!("air-bombs {}", side_word(side)),
            Step::Mines { laid } => format!("mines {laid}"),
            Step::Detonate { next, shake } => format!("detonate {next} {}", flag(shake)),
            Step::Release { side, left, rolled } => {
                format!("release {} {left} {}", side_word(side), flag(rolled))
            }
            Step::Arrivals(side) => format!("arrivals {}", side_word(side)),
            Step::Close { nation, only } => format!("close-in {} {}", nation.id(), at(only)),
            Step::DefendingGuns => "defending-guns".into(),
            Step::NameGun { kind } => format!("name-gun {kind}"),
            Step::ReRoll { side } => format!("re-roll {}", side_word(side)),
            Step::GoOn => "go-on".into(),
            Step::FortFire { target, secondary, fired } => {
                format!("fort-fire {} {} {}", at(target), flag(secondary), flag(fired))
            }
            Step::DrumTarget { nation } => format!("drum-target {}", nation.id()),
            Step::DrumFires { nation } => format!("drum-fires {}", nation.id()),
            Step::Demoralized => "demoralized".into(),
            Step::Strike => "counter-attack".into(),
            Step::StrikeRolled => "counter-attack-rolled".into(),
            Step::StrikeResult => "counter-attack-result".into(),
            Step::Replacements(side) => format!("take-replacements {}", side_word(side)),
            Step::Reserves(side) => format!("reserves {}", side_word(side)),
            Step::Returns => "returns".into(),
            Step::LullRally => "lull-rally".into(),
            Step::Reset => "reset".into(),
        }
    }

    /// The step of the game's own that some words stand for.
    pub(crate) fn step_from_words(&self, grid: &Game, words: &[&str]) -> Option<Step> {
        let number = |text: &str| text.parse::<u8>().ok();
        let flag = |text: &str| Some(text == "yes");
        let square = |text: &str| if text == "-" { Some(Square::NONE) } else { grid.pack.map.find(text) };
        Some(match *words {
            ["begin", at] => Step::Begin { at: number(at)? },
            ["place-guns", group, drawn] => Step::Guns { group: number(group)?, drawn: flag(drawn)? },
            ["garrisons"] => Step::Garrisons,
            ["halves"] => Step::Halves,
            ["battalions"] => Step::Battalions,
            ["rear-corps"] => Step::RearCorps,
            ["operations"] => Step::Operations,
            ["objectives"] => Step::Objectives,
            ["extra-hqs"] => Step::ExtraHqs,
            ["turn-begins"] => Step::TurnBegins,
            ["somme"] => Step::Somme,
            ["lull"] => Step::Lull,
            ["redeploy"] => Step::Redeploy,
            ["air-placed", side] => Step::AirPlaced(side_of(side)?),
            ["air-intercepts", side] => Step::AirIntercepts(side_of(side)?),
            ["bombardment-supply", side] => Step::Supply(side_of(side)?),
            ["supply-spent", side] => Step::SupplySpent(side_of(side)?),
            ["air-bombs", side] => Step::AirBombs(side_of(side)?),
            ["mines", laid] => Step::Mines { laid: number(laid)? },
            ["detonate", next, shake] => Step::Detonate { next: number(next)?, shake: flag(shake)? },
            ["release", side, left, rolled] => {
                Step::Release { side: side_of(side)?, left: number(left)?, rolled: flag(rolled)? }
            }
            ["arrivals", side] => Step::Arrivals(side_of(side)?),
            ["close-in", nation, only] => Step::Close { nation: nation_from(nation)?, only: square(only)? },
            ["defending-guns"] => Step::DefendingGuns,
            ["name-gun", kind] => Step::NameGun { kind: kind.parse().ok()? },
            ["re-roll", side] => Step::ReRoll { side: side_of(side)? },
            ["go-on"] => Step::GoOn,
            ["fort-fire", target, secondary, fired] => {
                Step::FortFire { target: square(target)?, secondary: flag(secondary)?, fired: flag(fired)? }
            }
            ["drum-target", nation] => Step::DrumTarget { nation: nation_from(nation)? },
            ["drum-fires", nation] => Step::DrumFires { nation: nation_from(nation)? },
            ["demoralized"] => Step::Demoralized,
            ["counter-attack"] => Step::Strike,
            ["counter-attack-rolled"] => Step::StrikeRolled,
            ["counter-attack-result"] => Step::StrikeResult,
            ["take-replacements", side] => Step::Replacements(side_of(side)?),
            ["reserves", side] => Step::Reserves(side_of(side)?),
            ["returns"] => Step::Returns,
            ["lull-rally"] => Step::LullRally,
            ["reset"] => Step::Reset,
            _ => return None,
        })
    }

    /// What a step misses on the board: the shot, the assault or the mine that it works on.
    pub(crate) fn own_step_is_sound(&self, board: &Table, step: Step) -> Result<(), String> {
        let need = |found: bool, reason: &str| if found { Ok(()) } else { Err(reason.to_owned()) };
        let assault = board.assault.target.is_some();
        match step {
            Step::NameGun { kind } => need(assault && kind < 9, "needs an assault and a resource"),
            Step::DefendingGuns
            | Step::GoOn
            | Step::Demoralized
            | Step::Strike
            | Step::StrikeRolled
            | Step::StrikeResult => need(assault, "needs an assault with a target"),
            Step::ReRoll { .. } => {
                need(assault && board.assault.outcome.is_some(), "needs an assault with a result")
            }
            Step::FortFire { target, .. } => need(self.data.forts.contains(target), "needs a fort"),
            Step::DrumTarget { .. } => need(board.shot.target.is_some(), "needs a shot with a target"),
            Step::Detonate { next, shake } => {
                need(next <= 3 && (!shake || next > 0), "there are three mines at most")
            }
            Step::Mines { laid } => need(laid <= 3, "there are three mines at most"),
            Step::Begin { at } => need(at < 20, "counts too far"),
            Step::Guns { group, .. } => need(group < 50, "counts too far"),
            Step::Close { nation, .. } => need(nation != Nation::British, "has no commander of that nation"),
            _ => Ok(()),
        }
    }

    /// The game's own part of the board, as it differs from a fresh one.
    pub(crate) fn own_to_table(&self, grid: &Game, board: &Table) -> Toml {
        let own = &board.own;
        let mut writer = Writer { grid, table: Toml::new() };
        let lull = LULLS.iter().find(|(known, _)| *known == own.lull).map_or("open", |(_, name)| name);
        writer.text("lull", if own.lull == Lull::Open { "" } else { lull });
        writer.flag("lull_before", own.lull_before);
        writer.text("supply", if own.supply.is_some() { grid.id(own.supply) } else { "" });
        writer.flag("inside_shot", own.inside_shot);
        writer.flag("drum", own.drum);
        writer.squares("drum_target", &one(own.drum_target));
        writer.units("drum_guns", &own.drum_guns);
        if own.flights != [Flight::Absent; 4] {
            let list = own.flights.iter().map(|flight| Value::from(flight_word(grid, *flight))).collect();
            writer.table.insert("flights".into(), Value::Array(list));
        }
        writer.numbers("markers", &own.markers.map(i64::from));
        let entries: Vec<Value> = (0..grid.pack.units.len())
            .filter(|index| own.entry[*index] != 0)
            .map(|index| Value::from(format!("{} {}", grid.id(Unit(index as u16)), own.entry[index])))
            .collect();
        if !entries.is_empty() {
            writer.table.insert("entry".into(), Value::Array(entries));
        }
        writer.numbers("calls", &own.calls.map(i64::from));
        writer.units("spent_guns", &own.spent_guns);
        writer.units("gas_guns", &own.gas_guns);
        let one = |unit: Unit| Some(unit).filter(|unit| unit.is_some()).into_iter().collect::<UnitSet>();
        writer.units("gas_gun", &one(own.gas_gun));
        writer.units("support_gun", &one(own.support_gun));
        writer.numbers("gas", &own.gas.map(i64::from));
        for (key, refill) in [("refill_french", &own.refill[0]), ("refill_german", &own.refill[1])] {
            if *refill != Refill::default() {
                let numbers = [
                    i64::from(refill.rolled),
                    refill.left.into(),
                    refill.taken.into(),
                    refill.reserve.into(),
                ];
                writer.table.insert(key.into(), numbers_value(&numbers));
                writer.units(&format!("{key}_units"), &refill.units);
            }
        }
        writer.units("shaken", &own.shaken);
        writer.units("tried", &own.tried);
        writer.numbers("credit", &[i64::from(own.credit.0), i64::from(own.credit.1)]);
        writer.numbers("operations", &own.operations.map(i64::from));
        writer.numbers("wants_operations", &own.wants_operations.map(i64::from));
        let objectives = [own.objectives, own.discarded, own.accepted].map(i64::from);
        let shown = if own.accepted == 0 { 2 } else { 3 };
        writer.numbers("objectives", &objectives[..shown]);
        writer.flag("claimed", own.claimed);
        writer.flag("dummy_found", own.dummy_found);
        writer.numbers("lost", &own.lost.map(i64::from));
        writer.numbers("lost_now", &own.lost_now.map(i64::from));
        writer.numbers("counts", &[i64::from(own.guns_lost), i64::from(own.divisions_replaced)]);
        writer.numbers("exited", &own.exited.map(i64::from));
        writer.squares("exits", &own.exits);
        writer.numbers("surrenders", &own.surrenders.map(i64::from));
        writer.flag("fired", own.fired);
        writer.text("lingering", if own.lingering.is_some() { grid.id(own.lingering) } else { "" });
        writer.squares("lavish", &own.lavish);
        writer.units("struck", &own.struck);
        writer.units("fallen_back", &own.fallen_back);
        writer.units("switched", &own.switched);
        writer.numbers("somme_used", &[i64::from(own.somme_used)]);
        let demand = own.demand;
        writer.numbers("demand", &[demand.regiments.into(), demand.battalions.into(), demand.heavy.into()]);
        let mines: Vec<Value> = own
            .mines
            .iter()
            .filter(|(square, _)| square.is_some())
            .map(|(square, kind)| Value::from(format!("{} {kind}", grid.pack.map.name(*square))))
            .collect();
        if !mines.is_empty() {
            writer.table.insert("mines".into(), Value::Array(mines));
        }
        writer.numbers("released", &[i64::from(own.released)]);
        writer.flag("off_map_fired", own.off_map_fired);
        writer.table
    }

    /// Reads the game's own part over a fresh one.
    pub(crate) fn own_from_table(&self, grid: &Game, board: &mut Table, table: &Toml) -> Result<(), String> {
        let mut reader = Reader { grid, table, known: Vec::new() };
        if reader.flag("set_up")? {
            // What the scenario's set-up gives stays as it is.
            return reader.finish();
        }
        let mut own = Board::new();
        if let Some(word) = reader.text("lull")? {
            let found = LULLS.iter().find(|(_, name)| *name == word);
            own.lull = found.ok_or_else(|| format!("lull: '{word}' is none"))?.0;
        }
        own.lull_before = reader.flag("lull_before")?;
        if let Some(id) = reader.text("supply")? {
            own.supply = reader.unit(&id)?;
        }
        own.inside_shot = reader.flag("inside_shot")?;
        own.drum = reader.flag("drum")?;
        own.drum_target = reader.squares("drum_target")?.iter().next().unwrap_or(Square::NONE);
        own.drum_guns = reader.units("drum_guns")?;
        own.flights = [Flight::Absent; 4];
        for (index, word) in reader.words("flights")?.iter().enumerate().take(4) {
            own.flights[index] = flight_from(grid, word).ok_or_else(|| format!("flights: '{word}'"))?;
        }
        reader.bytes("markers", &mut own.markers)?;
        for word in reader.words("entry")? {
            let (id, zone) = word.split_once(' ').ok_or_else(|| format!("entry: '{word}'"))?;
            let unit = reader.unit(id)?;
            own.entry[unit.index()] = zone.parse().map_err(|_| format!("entry: '{word}'"))?;
        }
        reader.bytes("calls", &mut own.calls)?;
        own.spent_guns = reader.units("spent_guns")?;
        own.gas_guns = reader.units("gas_guns")?;
        own.gas_gun = reader.units("gas_gun")?.iter().next().unwrap_or(Unit::NONE);
        own.support_gun = reader.units("support_gun")?.iter().next().unwrap_or(Unit::NONE);
        reader.bytes("gas", &mut own.gas)?;
        for (index, key) in ["refill_french", "refill_german"].into_iter().enumerate() {
            let mut numbers = [0u8; 4];
            reader.bytes(key, &mut numbers)?;
            let units = reader.units(&format!("{key}_units"))?;
            own.refill[index] = Refill {
                rolled: numbers[0] == 1,
                left: numbers[1],
                taken: numbers[2],
                reserve: numbers[3],
                units,
            };
        }
        own.shaken = reader.units("shaken")?;
        own.tried = reader.units("tried")?;
        let mut credit = [0u8; 2];
        reader.bytes("credit", &mut credit)?;
        own.credit = (credit[0], credit[1]);
        reader.bytes("operations", &mut own.operations)?;
        reader.bytes("wants_operations", &mut own.wants_operations)?;
        let objectives = reader.numbers("objectives")?;
        own.objectives = objectives.first().copied().unwrap_or(0) as u32 & 0x1ffff;
        own.discarded = objectives.get(1).copied().unwrap_or(0) as u32 & 0x1ffff;
        own.accepted = objectives.get(2).copied().unwrap_or(0) as u32 & own.objectives;
        let changes = u32::from(self.data.charts.operations.changes);
        if own.objectives & own.discarded != 0 || own.discarded.count_ones() > changes {
            return Err("objectives: too many are thrown away".to_owned());
        }
        own.claimed = reader.flag("claimed")?;
        own.dummy_found = reader.flag("dummy_found")?;
        let lost = reader.numbers("lost")?;
        for (slot, value) in own.lost.iter_mut().zip(lost) {
            *slot = u16::try_from(value).map_err(|_| "lost: out of range".to_owned())?;
        }
        reader.bytes("lost_now", &mut own.lost_now)?;
        let mut counts = [0u8; 2];
        reader.bytes("counts", &mut counts)?;
        (own.guns_lost, own.divisions_replaced) = (counts[0], counts[1]);
        reader.bytes("exited", &mut own.exited)?;
        own.exits = reader.squares("exits")?;
        let surrenders = reader.numbers("surrenders")?;
        for (slot, value) in own.surrenders.iter_mut().zip(surrenders) {
            *slot = i16::try_from(value).map_err(|_| "surrenders: out of range".to_owned())?;
        }
        own.fired = reader.flag("fired")?;
        if let Some(id) = reader.text("lingering")? {
            own.lingering = reader.unit(&id)?;
        }
        own.lavish = reader.squares("lavish")?;
        own.struck = reader.units("struck")?;
        own.fallen_back = reader.units("fallen_back")?;
        own.switched = reader.units("switched")?;
        let mut single = [0u8; 1];
        reader.bytes("somme_used", &mut single)?;
        own.somme_used = single[0] & 0x3f;
        let mut triple = [0u8; 3];
        reader.bytes("demand", &mut triple)?;
        own.demand = Demand { regiments: triple[0], battalions: triple[1], heavy: triple[2] };
        for (index, word) in reader.words("mines")?.iter().enumerate().take(3) {
            let (name, kind) = word.split_once(' ').ok_or_else(|| format!("mines: '{word}'"))?;
            let square = grid.pack.map.find(name).ok_or_else(|| format!("there is no square {name}"))?;
            own.mines[index] = (square, kind.parse().map_err(|_| format!("mines: '{word}'"))?);
        }
        single = [0];
        reader.bytes("released", &mut single)?;
        own.released = single[0];
        own.off_map_fired = reader.flag("off_map_fired")?;
        reader.finish()?;
        board.own = own;
        Ok(())
    }
}

fn one(square: Square) -> Squares {
    if square.is_some() { Squares::one(square) } else { Squares::EMPTY }
}

fn flight_word(grid: &Game, flight: Flight) -> String {
    match flight {
        Flight::Absent => "absent".into(),
        Flight::Ready => "ready".into(),
        Flight::Spent => "spent".into(),
        Flight::Beaten => "beaten".into(),
        Flight::Lost => "lost".into(),
        Flight::Due => "due".into(),
        Flight::Over(square) => grid.pack.map.name(square).to_owned(),
    }
}

fn flight_from(grid: &Game, word: &str) -> Option<Flight> {
    Some(match word {
        "absent" => Flight::Absent,
        "ready" => Flight::Ready,
        "spent" => Flight::Spent,
        "beaten" => Flight::Beaten,
        "due" => Flight::Due,
        "lost" => Flight::Lost,
        name => Flight::Over(grid.pack.map.find(name)?),
    })
}

fn numbers_value(numbers: &[i64]) -> Value {
    Value::Array(numbers.iter().map(|number| Value::from(*number)).collect())
}

/// Writes what differs from nothing.
struct Writer<'a> {
    grid: &'a Game,
    table: Toml,
}

impl Writer<'_> {
    fn text(&mut self, key: &str, text: &str) {
        if !text.is_empty() {
            self.table.insert(key.into(), text.into());
        }
    }

    fn flag(&mut self, key: &str, flag: bool) {
        if flag {
            self.table.insert(key.into(), true.into());
        }
    }

    fn numbers(&mut self, key: &str, numbers: &[i64]) {
        if numbers.iter().any(|number| *number != 0) {
            self.table.insert(key.into(), numbers_value(numbers));
        }
    }

    fn units(&mut self, key: &str, units: &UnitSet) {
        if !units.is_empty() {
            let list = units.iter().map(|unit| Value::from(self.grid.id(unit))).collect();
            self.table.insert(key.into(), Value::Array(list));
        }
    }

    fn squares(&mut self, key: &str, squares: &Squares) {
        if !squares.is_empty() {
            let list = squares.iter().map(|square| Value::from(self.grid.pack.map.name(square))).collect();
            self.table.insert(key.into(), Value::Array(list));
        }
    }
}

/// Reads it again; every key must be known.
struct Reader<'a> {
    grid: &'a Game,
    table: &'a Toml,
    known: Vec<String>,
}

impl Reader<'_> {
    fn get(&mut self, key: &str) -> Option<&Value> {
        self.known.push(key.to_owned());
        self.table.get(key)
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, String> {
        match self.get(key) {
            None => Ok(None),
            Some(value) => {
                value.as_str().map(|text| Some(text.to_owned())).ok_or(format!("{key}: must be a word"))
            }
        }
    }

    fn flag(&mut self, key: &str) -> Result<bool, String> {
        self.get(key)
            .map_or(Ok(false), |value| value.as_bool().ok_or(format!("{key}: must be true or false")))
    }

    fn words(&mut self, key: &str) -> Result<Vec<String>, String> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or(format!("{key}: must be a list"))?;
        list.iter()
            .map(|word| word.as_str().map(str::to_owned).ok_or(format!("{key}: must be a list of words")))
            .collect()
    }

    fn numbers(&mut self, key: &str) -> Result<Vec<i64>, String> {
        let Some(value) = self.get(key) else { return Ok(Vec::new()) };
        let list = value.as_array().ok_or(format!("{key}: must be a list"))?;
        list.iter()
            .map(|number| number.as_integer().ok_or(format!("{key}: must be a list of numbers")))
            .collect()
    }

    fn bytes(&mut self, key: &str, slots: &mut [u8]) -> Result<(), String> {
        for (slot, number) in slots.iter_mut().zip(self.numbers(key)?) {
            *slot = u8::try_from(number).map_err(|_| format!("{key}: {number} is out of range"))?;
        }
        Ok(())
    }

    fn unit(&self, id: &str) -> Result<Unit, String> {
        self.grid.pack.find(id).ok_or_else(|| format!("there is no unit {id}"))
    }

    fn units(&mut self, key: &str) -> Result<UnitSet, String> {
        self.words(key)?.iter().map(|id| self.unit(id)).collect()
    }

    fn squares(&mut self, key: &str) -> Result<Squares, String> {
        let names = self.words(key)?;
        names
            .iter()
            .map(|name| self.grid.pack.map.find(name).ok_or_else(|| format!("there is no square {name}")))
            .collect()
    }

    fn finish(self) -> Result<(), String> {
        match self.table.keys().find(|key| !self.known.contains(key)) {
            Some(key) => Err(format!("own.{key}: is not known")),
            None => Ok(()),
        }
    }
}
