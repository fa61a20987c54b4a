//! How the game's own steps, answers and tracks are put into words, and what each seat may not know.

use std::borrow::Cow;

use engine::staff::{Count, Standing};
use engine::wire::{Odds, Told};
use engine::{Dice, Seat, Setup, Viewer};
use grid::forecast::Courses;
use grid::speak::{Button, Speak, Words};
use grid::staff::PhaseName;
use grid::{Mark, Nation, Side, Square, Unit};

use crate::board::{Action as Own, Step as OwnStep};
use crate::rule::Own as Rules;
use crate::verdun::{
    INSIDE, SOLITAIRE_LULL, SOLITAIRE_OBJECTIVES, SOLITAIRE_OPERATIONS, nation_of, seat_of, seat_of_side,
};
use crate::{Action, Game, Only, Table, Verdun};

type Step = grid::Step<Only>;

/// The tracks that only this game has.
const TRACKS: [(&str, &str); 9] = [
    ("lull", "Lull turn"),
    ("surrenders-french", "French points for surrenders"),
    ("surrenders-german", "German points for surrenders"),
    ("lost-french", "French steps lost this turn"),
    ("lost-german", "German steps lost this turn"),
    ("flights", "Aeroplanes"),
    ("operations-german", "German operations"),
    ("operations-french", "French operations"),
    ("objectives", "German objectives"),
];

impl Speak for Verdun {
    fn start(&self, grid: &Game, setup: &Setup) -> Result<(Table, Step), String> {
        let scenario = grid
            .pack
            .scenario(&setup.scenario)
            .ok_or_else(|| format!("there is no scenario '{}'", setup.scenario))?;
        let mut options = 0;
        for (id, bit) in [
            ("solitaire-lull", SOLITAIRE_LULL),
            ("solitaire-operations", SOLITAIRE_OPERATIONS),
            ("solitaire-objectives", SOLITAIRE_OBJECTIVES),
        ] {
            if grid.title.option(setup, id) == "on" {
                options |= bit;
            }
        }
        Ok((self.lay_out(grid, scenario, options), Step::Own(OwnStep::Begin { at: 0 })))
    }

    fn print_action(&self, grid: &Game, action: Own) -> String {
        let id = |unit: Unit| grid.id(unit);
        let at = |square: Square| grid.pack.map.name(square);
        match action {
            Own::Yes => "yes".to_owned(),
            Own::Inside(square) => format!("inside {}", at(square)),
            Own::DrumFire => "drum-fire".to_owned(),
            Own::GoIn(unit) => format!("go-in {}", id(unit)),
            Own::GoOut(unit) => format!("go-out {}", id(unit)),
            Own::Fly { unit, to } => format!("fly {} {}", id(unit), at(to)),
            Own::Withdraw(unit) => format!("withdraw {}", id(unit)),
            Own::Operation(index) => format!("operation {}", index + 1),
            Own::Objective(index) => format!("change {}", self.objective_id(index)),
            Own::Call { call, unit, full } => {
                format!("call {} {}{}", call + 1, id(unit), if full { "" } else { " reduced" })
            }
            Own::Take { unit, full } => {
                format!("take {} {}", id(unit), if full { "full" } else { "reduced" })
            }
            Own::Reserve(unit) => format!("reserve {}", id(unit)),
            Own::Release(unit) => format!("release {}", id(unit)),
            Own::Corps(corps) => format!("corps {}", corps + 1),
            Own::Phosgene => "phosgene".to_owned(),
            Own::Gun(unit) => format!("gun {}", id(unit)),
            Own::ReRoll => "re-roll".to_owned(),
            Own::Claim => "claim".to_owned(),
            Own::Close(unit) => format!("close {}", id(unit)),
            Own::LeaveOut(unit) => format!("leave-out {}", id(unit)),
            Own::StandIn(unit) => format!("stand-in {}", id(unit)),
        }
    }

    fn parse_action(&self, grid: &Game, words: &[&str]) -> Option<Own> {
        let unit = |id: &str| grid.pack.find(id);
        let square = |name: &str| grid.pack.map.find(name);
        let number = |text: &str| text.parse::<u8>().ok()?.checked_sub(1);
        Some(match *words {
            ["yes"] => Own::Yes,
            ["inside", at] => Own::Inside(square(at)?),
            ["drum-fire"] => Own::DrumFire,
            ["go-in", id] => Own::GoIn(unit(id)?),
            ["go-out", id] => Own::GoOut(unit(id)?),
            ["fly", id, to] => Own::Fly { unit: unit(id)?, to: square(to)? },
            ["withdraw", id] => Own::Withdraw(unit(id)?),
            ["operation", index] => Own::Operation(number(index).filter(|index| *index < 6)?),
            ["change", id] => Own::Objective((0..17).find(|index| self.objective_id(*index) == id)?),
            ["call", call, id] => Own::Call { call: number(call)?, unit: unit(id)?, full: true },
            ["call", call, id, "reduced"] => Own::Call { call: number(call)?, unit: unit(id)?, full: false },
            ["take", id, strength @ ("full" | "reduced")] => {
                Own::Take { unit: unit(id)?, full: strength == "full" }
            }
            ["reserve", id] => Own::Reserve(unit(id)?),
            ["release", id] => Own::Release(unit(id)?),
            ["corps", corps] => Own::Corps(number(corps)?),
            ["phosgene"] => Own::Phosgene,
            ["gun", id] => Own::Gun(unit(id)?),
            ["re-roll"] => Own::ReRoll,
            ["claim"] => Own::Claim,
            ["close", id] => Own::Close(unit(id)?),
            ["leave-out", id] => Own::LeaveOut(unit(id)?),
            ["stand-in", id] => Own::StandIn(unit(id)?),
            _ => return None,
        })
    }

    fn button(&self, grid: &Game, step: &Step, board: &Table, seat: Seat, action: Own) -> Button {
        let name = |unit: Unit| grid.pack.unit(unit).name.clone();
        let at = |square: grid::Square| grid.place_of(square);
        let strength = |full: bool| if full { "" } else { ", reduced" };
        let on_unit = |label: String, unit: Unit| Button::new(label).on_unit(grid, unit);
        match action {
            Own::Yes => Button::new(match step {
                Step::Own(OwnStep::Lull) => "A lull",
                Step::Own(OwnStep::GoOn) => "Go on against the fort",
                _ => "Yes",
            }),
            Own::Inside(square) => {
                Button::new(format!("Fire at the garrison inside {}", at(square))).on_square(grid, square)
            }
            Own::DrumFire => Button::new("Drum fire: strike a neighbouring square as well"),
            Own::GoIn(unit) => on_unit(format!("Send {} into the fort", name(unit)), unit),
            Own::GoOut(unit) => on_unit(format!("Bring {} out of the fort", name(unit)), unit),
            Own::Fly { unit, to } => {
                Button::new(format!("{} over {}", name(unit), at(to))).on_square(grid, to)
            }
            Own::Withdraw(unit) => on_unit(format!("Withdraw {}", name(unit)), unit),
            Own::Operation(index) => {
                let side = if seat == seat_of(Nation::German) { Side::German } else { Side::Allied };
                let operation = &self.operations(side)[usize::from(index)];
                Button::new(operation.name.clone()).costs(grid::count(operation.vp, "point"))
            }
            Own::Objective(index) => {
                let row = &self.data.charts.objectives.rows[usize::from(index)];
                Button::new(format!("Change {}", row.name))
            }
            Own::Take { unit, full } => {
                let price = self.price(grid, board, unit, full);
                on_unit(format!("{}{}", name(unit), strength(full)), unit).costs(grid::count(price, "step"))
            }
            Own::Call { call, unit, full } => {
                let due = self.scenario(board).calls.get(usize::from(call));
                let zone = due.and_then(|due| self.data.zones.get(usize::from(due.zone).checked_sub(1)?));
                let by = zone.map(|(zone, _)| zone.replace('-', " ")).unwrap_or_default();
                let face = grid.pack.unit(unit).faces[usize::from(!full)];
                let factors = format!("{}-{}-{}", face.attack, face.defense, face.movement);
                let label =
                    format!("{}{} ({factors}) for call {}, by {by}", name(unit), strength(full), call + 1);
                on_unit(label, unit)
            }
            Own::Reserve(unit) => on_unit(format!("{} into reserve", name(unit)), unit),
            Own::Release(unit) => on_unit(format!("Release {}", name(unit)), unit),
            Own::Corps(corps) => Button::new(format!("Release {}", self.corps_name(grid, board, corps))),
            Own::Phosgene => Button::new("Add phosgene to the gas"),
            Own::Gun(unit) => on_unit(format!("Fire with {}", name(unit)), unit),
            Own::ReRoll => Button::new("Roll again"),
            Own::Claim => Button::new("Show two objectives that are held"),
            Own::Close(unit) => on_unit(format!("Close in with {}", name(unit)), unit),
            Own::LeaveOut(unit) => Button::new(format!("Leave {} out", name(unit))),
            Own::StandIn(unit) => on_unit(self.stand_in_label(grid, board, unit), unit),
        }
    }

    fn ending(&self, step: OwnStep) -> Button {
        Button::new(match step {
            OwnStep::AirPlaced(_) => "No more air units fly",
            OwnStep::AirIntercepts(_) => "No more air units intercept",
            OwnStep::Supply(_) => "Name none: without a headquarters no gun fires",
            OwnStep::Mines { .. } => "Lay no more mines",
            OwnStep::Battalions => "Keep the battalions as they are",
            OwnStep::Operations => "No more operations",
            OwnStep::Objectives => "Keep the objectives",
            OwnStep::Lull => "No lull",
            OwnStep::Arrivals(_) => "All arrivals are settled",
            OwnStep::Close { .. } => "No other unit closes in",
            OwnStep::DefendingGuns => "No guns in defence",
            OwnStep::ReRoll { .. } => "Keep the result",
            OwnStep::GoOn => "Do not attack the fort",
            OwnStep::DrumTarget { .. } => "No second square",
            OwnStep::Replacements(_) => return Button::ending("End the replacements"),
            OwnStep::Reserves(_) => return Button::ending("End the reserves"),
            _ => "Nothing more",
        })
    }

    fn ask(&self, grid: &Game, step: OwnStep, board: &Table, _: Viewer) -> Words {
        self.own_question(grid, step, board)
    }

    fn seat_of(&self, nation: Nation) -> Seat {
        seat_of(nation)
    }

    /// Points for surrenders count wherever some victory asks for them.
    fn victory_points(&self, board: &Table, side: Side) -> i16 {
        let given = if self.counts_surrenders(board) { board.own.surrenders[side.index()] } else { 0 };
        board.points[side.index()].total() + given
    }

    fn working_total(&self, board: &Table, side: Side) -> u16 {
        u16::from(Verdun::working_total(self, board, side))
    }

    fn is_secret(&self, step: &Step, action: Action) -> bool {
        matches!(
            (step, action),
            (
                Step::Own(OwnStep::Operations),
                Action::Own(Own::Operation(_) | Own::Yes) | Action::Pass | Action::Done
            ) | (Step::Own(OwnStep::Objectives), Action::Own(Own::Objective(_)))
        )
    }

    fn cite(&self, grid: &Game, step: &Step, board: &Table, action: Action, rules: &mut Vec<crate::Rule>) {
        self.own_citations(grid, step, board, action, rules);
    }

    fn rolls(&self, step: OwnStep, action: Action) -> bool {
        matches!(
            (step, action),
            (OwnStep::Close { .. }, Action::Own(Own::Close(_)))
                | (OwnStep::Strike, Action::Pick(_))
                | (OwnStep::ReRoll { .. }, Action::Own(Own::ReRoll) | Action::Pass)
                | (OwnStep::DefendingGuns, Action::Own(Own::Gun(_)) | Action::Pass)
        )
    }

    fn tell(&self, grid: &Game, event: &crate::board::Event, viewer: Viewer) -> Told {
        self.own_sentence(grid, event, viewer)
    }

    fn tracks(&self) -> u16 {
        TRACKS.len() as u16
    }

    fn track<'a>(
        &'a self,
        grid: &'a Game,
        board: &'a Table,
        index: u16,
        viewer: Viewer,
    ) -> Option<(&'static str, &'static str, Cow<'a, str>, Option<Seat>)> {
        let (id, label) = *TRACKS.get(usize::from(index))?;
        let own = &board.own;
        let value: Cow<str> = match id {
            "lull" => if own.lull == crate::board::Lull::Yes { "yes" } else { "no" }.into(),
            "surrenders-french" => own.surrenders[0].to_string().into(),
            "surrenders-german" => own.surrenders[1].to_string().into(),
            "lost-french" => own.lost_now[0].to_string().into(),
            "lost-german" => own.lost_now[1].to_string().into(),
            "flights" => self.flights_in_words(grid, board).into(),
            "operations-german" => self.operations_in_words(board, Side::German, viewer).into(),
            "operations-french" => self.operations_in_words(board, Side::Allied, viewer).into(),
            _ => self.objectives_in_words(board, viewer).into(),
        };
        let seat = match id {
            "surrenders-french" | "lost-french" | "operations-french" => Some(seat_of_side(Side::Allied)),
            "surrenders-german" | "lost-german" | "operations-german" | "objectives" => {
                Some(seat_of_side(Side::German))
            }
            _ => None,
        };
        Some((id, label, value, seat))
    }

    fn conditions(&self, grid: &Game, board: &Table, viewer: Viewer, count: Count) -> Standing {
        self.how_it_stands(grid, board, viewer, count)
    }

    fn phase(&self, step: OwnStep) -> Option<PhaseName<Only>> {
        let own = |rule: Rules| crate::Rule::Own(rule);
        Some(match step {
            OwnStep::Lull => (None, "Lull", own(Rules::LullDecision)),
            OwnStep::AirPlaced(side) => (Some(side), "Air", own(Rules::AirUnits)),
            OwnStep::Supply(side) => (Some(side), "Supply", own(Rules::BombardmentSupply)),
            OwnStep::AirBombs(side) => (Some(side), "Bombs", own(Rules::AirUnits)),
            OwnStep::Release { side, .. } | OwnStep::Arrivals(side) => {
                (Some(side), "Arrivals", grid::Common::Reinforcements.into())
            }
            OwnStep::Replacements(_) | OwnStep::Reserves(_) => {
                (None, "Replacements", grid::Common::Reorganization.into())
            }
            OwnStep::LullRally => (None, "Rally", grid::Common::Rally.into()),
            _ => return None,
        })
    }

    fn waits(&self, action: Own) -> Option<Unit> {
        if let Own::Close(unit) = action { Some(unit) } else { None }
    }

    fn square_marks(&self, board: &Table, square: Square, _: Viewer, mark: &mut dyn FnMut(&'static str)) {
        if board.own.mines.iter().any(|(laid, _)| *laid == square && square.is_some()) {
            mark("mine");
        }
        for side in Side::BOTH {
            if self.flown_over(board, side).contains(square) {
                mark(if side == Side::German { "German air" } else { "French air" });
            }
        }
    }

    fn face(&self, _: &Game, board: &Table, unit: Unit, _: Viewer) -> Option<&'static str> {
        if self.data.markers.contains(&unit) {
            return Some("face down");
        }
        let inside = self.is_inside(board, unit);
        let entrenched = board.unit(unit).has(Mark::Back);
        match (inside, entrenched) {
            (true, true) => Some("inside, back"),
            (true, false) => Some("inside"),
            _ => None,
        }
    }

    fn planning(&self, step: OwnStep) -> Option<(Side, Square)> {
        match step {
            OwnStep::Close { nation, only } => Some((nation.side(), only)),
            _ => None,
        }
    }

    fn promises_odds(&self, grid: &Game, step: OwnStep, board: &Table, action: Action) -> bool {
        if let (OwnStep::Strike, Action::Pick(unit)) = (step, action) {
            return self.strikes_last(grid, board, unit).is_some();
        }
        let flies = matches!(step, OwnStep::AirPlaced(_) | OwnStep::AirIntercepts(_));
        (flies && matches!(action, Action::Own(Own::Fly { .. })))
            || (matches!(step, OwnStep::Mines { .. }) && matches!(action, Action::Target(_)))
            || (step == OwnStep::GoOn && action == Action::Own(Own::Yes))
            || self.rolls(step, action)
    }

    fn odds(&self, grid: &Game, step: OwnStep, board: &Table, _: Seat, action: Action) -> Option<Odds> {
        self.own_odds(grid, step, board, action)
    }

    fn more_odds(&self, grid: &Game, board: &Table, action: Own) -> Option<Odds> {
        match action {
            Own::Phosgene => Some(self.odds_with(grid, board, crate::resources::PHOSGENE)),
            Own::Inside(fort) => {
                let mut trial = board.clone();
                self.aim_inside(&mut trial, fort);
                Some(grid.full_bombardment_odds(trial, nation_of(board.phasing)))
            }
            _ => None,
        }
    }

    fn courses(&self, grid: &Game, board: &Table) -> Courses<Verdun> {
        self.garrison_courses(grid, board)
    }

    fn success(&self, grid: &Game, board: &Table) -> &'static str {
        self.gain(grid, board)
    }

    fn counter_battery_odds(
        &self,
        grid: &Game,
        board: &Table,
        nation: Nation,
        factors: u8,
        modifiers: &grid::Modifiers<Only>,
    ) -> Option<Odds> {
        Some(self.odds_of_counter_battery(grid, board, nation, factors, modifiers))
    }

    /// Nobody knows the markers in the forts and the mines; the French do not know the objectives, and neither side
    /// the other's operations while they are being chosen.
    fn redeal(&self, _: &Game, board: &mut Table, stack: &mut [Step], seat: Seat, dice: &mut Dice) {
        let hidden: Vec<usize> = (0..8)
            .filter(|index| self.data.markers.get(*index).is_some_and(|unit| board.square(*unit).is_some()))
            .collect();
        let mut cup: Vec<u8> = hidden.iter().map(|index| board.own.markers[*index]).collect();
        for index in hidden {
            let drawn = usize::from(dice.draw_hidden(cup.len() as u8)) - 1;
            board.own.markers[index] = cup.remove(drawn);
        }
        let laid: Vec<usize> = (0..3).filter(|index| board.own.mines[*index].0.is_some()).collect();
        let mut kinds: Vec<u8> = laid.iter().map(|index| board.own.mines[*index].1).collect();
        for index in laid {
            let drawn = usize::from(dice.draw_hidden(kinds.len() as u8)) - 1;
            board.own.mines[index].1 = kinds.remove(drawn);
        }
        let blind = self.objectives_are_blind(board);
        if (seat == seat_of(Nation::French) || blind) && board.own.objectives != 0 {
            let mut drawn = 0u32;
            let count = board.own.objectives.count_ones();
            while drawn.count_ones() < count {
                let bit = dice.draw_hidden(17) - 1;
                if board.own.discarded >> bit & 1 == 0 {
                    drawn |= 1 << bit;
                }
            }
            board.own.objectives = drawn;
        }
        if stack.iter().any(|step| matches!(step, Step::Own(OwnStep::Operations))) {
            let other = if seat == seat_of(Nation::French) { Side::German } else { Side::Allied };
            if board.own.operations[other.index()] != 0 {
                board.own.operations[other.index()] = dice.draw_hidden(63);
            }
        }
    }

    fn print_step(&self, grid: &Game, step: OwnStep) -> String {
        self.step_in_words(grid, step)
    }

    fn parse_step(&self, grid: &Game, words: &[&str]) -> Option<OwnStep> {
        self.step_from_words(grid, words)
    }

    fn check_step(&self, _: &Game, board: &Table, step: OwnStep) -> Result<(), String> {
        self.own_step_is_sound(board, step)
    }

    fn print_own(&self, grid: &Game, board: &Table) -> toml::Table {
        self.own_to_table(grid, board)
    }

    fn parse_own(&self, grid: &Game, board: &mut Table, table: &toml::Table) -> Result<(), String> {
        self.own_from_table(grid, board, table)
    }

    fn audit(&self, grid: &Game, board: &Table) -> Result<(), String> {
        for unit in grid.pack.all_units() {
            if board.unit(unit).has(INSIDE) && board.square(unit).is_some() {
                let square = board.square(unit);
                let side = grid.pack.side(unit);
                let crowd = board
                    .troops_at(&grid.pack, side, square)
                    .filter(|other| self.is_inside(board, *other))
                    .count();
                if self.data.forts.contains(square) && crowd > 1 {
                    return Err(format!(
                        "{crowd} units are inside the fort of {}",
                        grid.pack.map.name(square)
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Verdun {
    /// An objective as it is typed.
    pub fn objective_id(&self, index: u8) -> &str {
        self.data.charts.objectives.rows.get(usize::from(index)).map_or("", |row| row.id.as_str())
    }

    fn flights_in_words(&self, grid: &Game, board: &Table) -> String {
        let mut words = Vec::new();
        for side in [Side::German, Side::Allied] {
            for (unit, flight) in self.flights(board, side) {
                let state = match flight {
                    crate::board::Flight::Absent => continue,
                    crate::board::Flight::Ready => "ready".to_owned(),
                    crate::board::Flight::Over(square) => format!("over {}", grid.pack.map.name(square)),
                    crate::board::Flight::Spent => "spent".to_owned(),
                    crate::board::Flight::Beaten => "beaten off".to_owned(),
                    crate::board::Flight::Lost => "lost".to_owned(),
                    crate::board::Flight::Due => "due with the next German bombardment".to_owned(),
                };
                words.push(format!("{} {state}", grid.pack.unit(unit).name));
            }
        }
        words.join(", ")
    }

    /// While one side still writes, what the other wrote is hidden.
    pub(crate) fn operations_are_hidden(&self, board: &Table, side: Side, viewer: Viewer) -> bool {
        let open = !board.own.wants_operations.iter().any(|state| *state == 2 || *state == 0)
            || board.options & SOLITAIRE_OPERATIONS != 0;
        !open && !viewer.sees(seat_of_side(side))
    }

    /// The German sees his objectives, unless nobody does.
    pub(crate) fn objectives_are_hidden(&self, board: &Table, viewer: Viewer) -> bool {
        !viewer.sees(seat_of(Nation::German))
            || (self.objectives_are_blind(board) && viewer != Viewer::Omniscient)
    }

    fn operations_in_words(&self, board: &Table, side: Side, viewer: Viewer) -> String {
        let chosen = board.own.operations[side.index()];
        if self.operations_are_hidden(board, side, viewer) {
            return "secret".to_owned();
        }
        let names = self.operations(side).iter().enumerate();
        let list: Vec<&str> =
            names.filter(|(bit, _)| chosen >> bit & 1 == 1).map(|(_, found)| found.name.as_str()).collect();
        list.join(", ")
    }

    fn objectives_in_words(&self, board: &Table, viewer: Viewer) -> String {
        let count = board.own.objectives.count_ones();
        if count == 0 || self.objectives_are_hidden(board, viewer) {
            return if count == 0 { String::new() } else { format!("{count} secret") };
        }
        let rows = self.data.charts.objectives.rows.iter().enumerate();
        let list: Vec<&str> = rows
            .filter(|(bit, _)| board.own.objectives >> bit & 1 == 1)
            .map(|(_, row)| row.name.as_str())
            .collect();
        list.join(", ")
    }

    /// The sentence of each of the game's own questions.
    fn own_question(&self, grid: &Game, step: OwnStep, board: &Table) -> Words {
        match step {
            OwnStep::Guns { group, .. } => self.gun_in_hand(board, group).map_or_else(
                || Words::new("place-guns", "Place the next gun behind your line."),
                |gun| {
                    let gun = grid.pack.unit(gun);
                    let mut words =
                        Words::new("place-guns", format!("Place the {} behind your line.", gun.name));
                    words.about.push(gun.id.clone());
                    words
                },
            ),
            OwnStep::Garrisons => Words::new("place-garrisons", self.garrison_question(board)),
            OwnStep::Halves => Words::new("choose-reserves", "Choose the brigades that start in reserve."),
            OwnStep::RearCorps => {
                Words::new("release-corps", "Which resting corps is free on the first turn?")
            }
            OwnStep::Battalions => Words::new(
                "choose-battalions",
                "Where shall a weaker battalion start, to keep a better one in the pool?",
            ),
            OwnStep::Operations => Words::new("operations", "Do you want operations, and which?"),
            OwnStep::Objectives => Words::new("change-objectives", "Which objective is rolled for again?"),
            OwnStep::ExtraHqs => Words::new("place-hqs", "Place the additional corps headquarters."),
            OwnStep::Somme => Words::new("somme", "Name a unit that leaves for the Somme."),
            OwnStep::Lull => Words::new("lull", "Do you want a lull, a quiet week for both sides?"),
            OwnStep::Redeploy => Words::new("redeploy", "Place the guns that stay behind the line again."),
            OwnStep::AirPlaced(_) => Words::new(
                "fly",
                "Over which square does an air unit fly? It bombs there after the guns have fired.",
            ),
            OwnStep::AirIntercepts(_) => {
                Words::new("intercept", "Over which square do your aeroplanes meet the enemy's?")
            }
            OwnStep::Supply(_) => Words::new(
                "bombardment-supply",
                "Which headquarters feeds the guns? Only one in supply mode can.",
            ),
            OwnStep::Mines { .. } => Words::new("mines", "Under which French square does the next mine lie?"),
            OwnStep::Release { left, .. } => {
                Words::new("release", format!("Name a unit that leaves the reserves; {left} may."))
            }
            OwnStep::Arrivals(_) => Words::new("arrivals", "Call units from the pool, or go on."),
            OwnStep::Close { .. } => Words::new("close-in", "Which unit tries to close in?"),
            OwnStep::DefendingGuns => {
                let mut words = Words::new("defend-with-guns", "Do your 75s support the defenders?");
                words.about.push(grid.pack.map.name(board.assault.target).to_owned());
                words
            }
            OwnStep::NameGun { kind } => {
                let what = self.label_of_resource(kind);
                Words::new("name-gun", format!("Which gun gives support ({what})?"))
            }
            OwnStep::ReRoll { .. } => Words::new("re-roll", "Roll the assault again?"),
            OwnStep::GoOn => Words::new("go-on", "Does the attacker go on against the fort, or return?"),
            OwnStep::DrumTarget { .. } => {
                Words::new("drum-fire", "Which neighbouring square does drum fire strike?")
            }
            OwnStep::Strike => Words::new("counter-attack", "Which attacker is struck?"),
            OwnStep::Replacements(side) => {
                let left = board.own.refill[side.index()].left;
                let left = match left {
                    1 => "One replacement step is left.".to_owned(),
                    left => format!("{left} replacement steps are left."),
                };
                Words::new("replacements", format!("{left} Which unit comes back?"))
            }
            OwnStep::Reserves(_) => Words::new("reserves", "Which of the replacements goes into reserve?"),
            _ => Words::new("turn", "Nothing is asked now."),
        }
    }
}
