//! Position files: a board and where in the sequence of play it stands, as text that people can write.
//!
//! Whatever is left out has its default: no units, no markers, German control, the first impulse.

use std::fmt::Write;

use engine::Setup;

use crate::board::{Air, AssaultKind, Board, Outcome, Where};
use crate::pack::{Pack, date_of};
use crate::scenario::BridgeState;
use crate::sets::{Place, Places, Unit, Units};
use crate::side::{BySide, Side};
use crate::step::{Step, Steps};

/// The position file of a board and stack.
pub(crate) fn print(pack: &Pack, setup: &Setup, board: &Board, stack: &[Step]) -> String {
    let mut printer = Printer { pack, text: String::with_capacity(4096) };
    printer.head(setup, board, stack);
    printer.impulse(board);
    printer.procedures(board);
    printer.units(board);
    printer.text
}

struct Printer<'a> {
    pack: &'a Pack,
    text: String,
}

impl Printer<'_> {
    fn line(&mut self, key: &str, value: impl std::fmt::Display) {
        let _ = writeln!(self.text, "{key} = {value}");
    }

    fn word(&mut self, key: &str, value: &str) {
        let _ = writeln!(self.text, "{key} = \"{value}\"");
    }

    fn flag(&mut self, key: &str, value: bool) {
        if value {
            self.line(key, true);
        }
    }

    fn number(&mut self, key: &str, value: u8) {
        if value != 0 {
            self.line(key, value);
        }
    }

    fn pair(&mut self, key: &str, values: BySide<u8>) {
        if values != BySide::default() {
            self.line(key, format!("[{}, {}]", values[Side::British], values[Side::German]));
        }
    }

    fn words<'w>(&mut self, key: &str, words: impl Iterator<Item = &'w str>) {
        let list: Vec<String> = words.map(|word| format!("\"{word}\"")).collect();
        if !list.is_empty() {
            self.line(key, format!("[{}]", list.join(", ")));
        }
    }

    fn places(&mut self, key: &str, places: Places) {
        let pack = self.pack;
        self.words(key, (places & pack.links.all).iter().map(|place| pack.at(place).id.as_str()));
    }

    fn unit_list(&mut self, key: &str, units: Units) {
        let pack = self.pack;
        self.words(key, units.iter().map(|unit| pack.info(unit).id.as_str()));
    }

    fn unit(&mut self, key: &str, unit: Option<Unit>) {
        if let Some(unit) = unit {
            let pack = self.pack;
            self.word(key, &pack.info(unit).id);
        }
    }

    fn place(&mut self, key: &str, place: Option<Place>) {
        if let Some(place) = place {
            let pack = self.pack;
            self.word(key, &pack.at(place).id);
        }
    }

    /// A table of things with a number or word each, on one line; left out when empty.
    fn table(&mut self, key: &str, rows: &[String]) {
        if !rows.is_empty() {
            self.line(key, format!("{{ {} }}", rows.join(", ")));
        }
    }

    fn head(&mut self, setup: &Setup, board: &Board, stack: &[Step]) {
        self.word("scenario", &setup.scenario);
        let options: Vec<String> =
            setup.options.iter().map(|(id, value)| format!("{id} = \"{value}\"")).collect();
        self.table("options", &options);
        self.words("steps", stack.iter().map(Steps::name));
        self.word("date", &date_of(board.turn));
        self.number("impulse", board.impulse_number);
        self.word("first", board.first.id());
        self.word("active", board.active.id());
        self.word("asked", board.asked.id());
        self.word("weather", board.weather.id());
        self.flag("weather_turns", board.weather_turns);
        if let Some(total) = board.sunset {
            self.line("sunset", total);
        }
        self.flag("day_over", board.day_over);
        self.word("advantage", board.advantage.map_or("spent", Side::id));
        self.word("advantage_due", board.advantage_due.id());
        let bids: Vec<String> =
            board.bids.iter().map(|bid| bid.map_or("-1".into(), |bid| bid.to_string())).collect();
        if board.bids != [None; 2] {
            self.line("bids", format!("[{}]", bids.join(", ")));
        }
        self.flag("swapped", board.swapped);
        self.places("british", board.british);
        let pack = self.pack;
        let bridges: Vec<String> = pack
            .bridges
            .iter()
            .zip(board.bridges)
            .filter(|(_, state)| *state != BridgeState::German)
            .map(|(bridge, state)| format!("{} = \"{}\"", bridge.id, state.id()))
            .collect();
        self.table("bridges", &bridges);
        self.pair("support", board.support);
        self.pair("ammunition", board.ammunition);
        self.pair("hurricane_fresh", board.hurricane_fresh);
        self.pair("hurricane_used", board.hurricane_used);
        let air: Vec<String> =
            Side::BOTH.iter().map(|side| format!("\"{}\"", self.air(board.air[*side]))).collect();
        self.line("air", format!("[{}]", air.join(", ")));
        self.places("opening", board.opening);
        self.unit("subject", board.subject);
        self.unit_list("treated", board.treated);
        self.number("refits", board.refits);
    }

    fn air(&self, air: Air) -> String {
        match air {
            Air::Absent => "absent".into(),
            Air::Ready => "ready".into(),
            Air::Flown => "flown".into(),
            Air::Over(place) => format!("over {}", self.pack.at(place).id),
            Air::Interdicting(place) => format!("interdicts {}", self.pack.at(place).id),
        }
    }

    fn impulse(&mut self, board: &Board) {
        let (pack, impulse) = (self.pack, &board.impulse);
        if *impulse == crate::board::Impulse::default() {
            return;
        }
        self.text.push_str("\n[now]\n");
        self.place("area", impulse.area);
        self.place("centre", impulse.centre);
        self.unit_list("started", impulse.started);
        self.unit_list("finished", impulse.finished);
        self.unit_list("released", impulse.released);
        self.places("contested", impulse.contested);
        self.places("assaulted", impulse.assaulted);
        let rows = |values: &[u8], id: &dyn Fn(usize) -> String| -> Vec<String> {
            values
                .iter()
                .enumerate()
                .filter(|(_, value)| **value > 0)
                .map(|(index, value)| format!("{} = {value}", id(index)))
                .collect()
        };
        let of_units = rows(&impulse.spent, &|index| pack.units[index].id.clone());
        self.table("spent", &of_units);
        let from: Vec<String> = pack
            .all_units()
            .filter_map(|unit| {
                let from = impulse.came_from[unit.index()]?;
                Some(format!("{} = \"{}\"", pack.info(unit).id, pack.at(from).id))
            })
            .collect();
        self.table("came_from", &from);
        self.unit_list("waded", impulse.waded);
        let first: Vec<String> = (pack.links.all.iter())
            .filter_map(|place| {
                let unit = impulse.first_in[place.index()]?;
                Some(format!("{} = \"{}\"", pack.at(place).id, pack.info(unit).id))
            })
            .collect();
        self.table("first_in", &first);
        let of_places = |index: usize| pack.places[index].id.clone();
        self.table("rolling", &rows(&impulse.rolling, &of_places));
        self.table("direct", &rows(&impulse.direct, &of_places));
        self.table("crossings", &rows(&impulse.crossings, &|index| pack.bridges[index].id.clone()));
        self.number("leaving", impulse.leaving);
        self.flag("fired", impulse.fired);
        self.flag("overran", impulse.overran);
        self.flag("halted", impulse.halted);
        self.flag("passed", impulse.passed);
        self.flag("regrouped", impulse.regrouped);
        self.unit("mover", impulse.mover);
        self.flag("moved", impulse.moved);
        let tried = pack.bridges.iter().enumerate().filter(|(index, _)| impulse.tried >> index & 1 != 0);
        self.words("tried", tried.map(|(_, bridge)| bridge.id.as_str()));
    }

    fn procedures(&mut self, board: &Board) {
        if let Some(assault) = board.assault {
            self.text.push_str("\n[assault]\n");
            self.place("place", Some(assault.place));
            self.word("kind", assault_kind(assault.kind));
            self.unit_list("attackers", assault.attackers);
            self.unit("point", assault.point);
            self.unit("forward", assault.forward);
            if let Some(outcome) = assault.outcome {
                self.word("outcome", outcome_id(outcome));
                if let Outcome::Success(points) = outcome {
                    self.line("success", points);
                }
            }
            self.number("points", assault.points);
            self.flag("begun", assault.begun);
            self.number("cost", assault.cost);
        }
        if let Some(barrage) = board.barrage {
            self.text.push_str("\n[barrage]\n");
            self.place("place", Some(barrage.place));
            self.unit("primary", barrage.primary);
            self.number("points", barrage.points);
            self.flag("begun", barrage.begun);
        }
    }

    fn units(&mut self, board: &Board) {
        self.text.push_str("\n[units]\n");
        let pack = self.pack;
        for place in pack.links.all.iter() {
            let id = pack.at(place).id.clone();
            self.marked(&id, board, board.units_in(place));
        }
        for (key, place) in [("reserve", Where::Reserve), ("eliminated", Where::Eliminated)] {
            let there = pack.all_units().filter(|unit| board.at[unit.index()] == place).collect();
            self.marked(key, board, there);
        }
    }

    /// Units with a star behind those that are exhausted.
    fn marked(&mut self, key: &str, board: &Board, units: Units) {
        let pack = self.pack;
        let star = |unit: Unit| if board.is_fresh(unit) { "" } else { "*" };
        let list: Vec<String> =
            units.iter().map(|unit| format!("{}{}", pack.info(unit).id, star(unit))).collect();
        self.words(key, list.iter().map(String::as_str));
    }
}

fn assault_kind(kind: AssaultKind) -> &'static str {
    match kind {
        AssaultKind::Mandatory => "mandatory",
        AssaultKind::Optional => "optional",
        AssaultKind::Inside => "inside",
    }
}

fn outcome_id(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Repulse => "repulse",
        Outcome::Stalemate => "stalemate",
        Outcome::OnePoint => "one-point",
        Outcome::Success(_) => "success",
        Outcome::Cleared => "cleared",
        Outcome::Halted => "halted",
        Outcome::Overrun => "overrun",
    }
}
