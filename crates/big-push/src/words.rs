//! The game's own steps, answers, events and tracks in words, and its part of position files.

use std::borrow::Cow;

use engine::staff::{Count, Standing};
use engine::wire::{Odds, Told};
use engine::{Dice, Seat, Setup, Viewer};
use grid::action::Action;
use grid::event::Modifiers;
use grid::forecast::Courses;
use grid::resources::SPECIAL;
use grid::staff::PhaseName;
use grid::steps;
use grid::units::{Kind, Nation};
use grid::{Button, Common, Mark, ReorganizationRules, Rule, Side, Speak, Square, Step, Variant, Words};

use crate::options;
use crate::own::{OwnAction, OwnBoard, OwnEvent, OwnStep};
use crate::{
    BigPush, BigPushOwn, OwnRule, Somme, areas, events, objectives, odds, own_text, set_up, victory,
};

type Board = grid::BoardOf<Somme>;
type A = Action<BigPushOwn>;

/// Options by id and value, with the bit each sets.
const OPTION_BITS: [(&str, &str, u32); 11] = [
    ("french-seat", "on", options::FRENCH_SEAT),
    ("counter-battery", "table", options::COUNTER_BATTERY_TABLE),
    ("closing-six", "on", options::CLOSING_SIX),
    ("closing-in", "single-level", options::SINGLE_LEVEL),
    ("closers", "over-one", options::CLOSERS_OVER_ONE),
    ("reorganization", "each-player", options::EACH_PLAYER),
    ("flank", "once", options::FLANK_ONCE),
    ("flank", "per-unit", options::FLANK_PER_UNIT),
    ("entrenched-fire", "larger-number", options::ENTRENCHED_FIRE),
    ("air-strike", "any-column", options::AIR_COLUMN),
    ("second-call", "ignored", options::CALLED_ONCE),
];

/// The tracks of the game's own.
const TRACKS: [(&str, &str); 6] = [
    ("objectives", "Drawn objectives"),
    ("discovered", "Discovered objective"),
    ("operations-allied", "Allied operations"),
    ("operations-german", "German operations"),
    ("exits", "Allied infantry off the east edge"),
    ("breakthroughs", "Breakthroughs with tanks or cavalry"),
];

impl Speak for Somme {
    fn start(&self, game: &BigPush, setup: &Setup) -> Result<(Board, Step<BigPushOwn>), String> {
        let scenario = game
            .pack
            .scenario(&setup.scenario)
            .ok_or_else(|| format!("there is no scenario '{}'", setup.scenario))?;
        let mut bits = 0;
        for (id, value, bit) in OPTION_BITS {
            if game.title.option(setup, id) == value {
                bits |= bit;
            }
        }
        Ok((set_up::lay_out(game, scenario, bits), Step::Own(OwnStep::PreGame)))
    }

    fn print_action(&self, _: &BigPush, action: OwnAction) -> String {
        match action {
            OwnAction::Yes => "yes".to_owned(),
            OwnAction::No => "no".to_owned(),
            OwnAction::Operations(chosen) => format!("operations {chosen}"),
            OwnAction::Marker(index) => format!("marker {index}"),
            OwnAction::Claim => "claim".to_owned(),
            OwnAction::Show(index) => format!("show {index}"),
            OwnAction::Nation(nation) => format!("nation {}", nation.id()),
            OwnAction::Foot => "foot".to_owned(),
            OwnAction::Mounted => "mounted".to_owned(),
        }
    }

    fn parse_action(&self, _: &BigPush, words: &[&str]) -> Option<OwnAction> {
        Some(match *words {
            ["yes"] => OwnAction::Yes,
            ["no"] => OwnAction::No,
            ["operations", chosen] => OwnAction::Operations(chosen.parse().ok()?),
            ["claim"] => OwnAction::Claim,
            ["show", index] => OwnAction::Show(index.parse().ok()?),
            ["marker", index] => OwnAction::Marker(index.parse().ok()?),
            ["nation", name] => {
                OwnAction::Nation(Nation::ALL.into_iter().find(|nation| nation.id() == name)?)
            }
            ["foot"] => OwnAction::Foot,
            ["mounted"] => OwnAction::Mounted,
            _ => return None,
        })
    }

    fn button(
        &self,
        _: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        seat: Seat,
        action: OwnAction,
    ) -> Button {
        let planning = matches!(step, Step::Own(OwnStep::Plan(_)));
        Button::new(match action {
            OwnAction::Yes if planning => "Use it this turn".to_owned(),
            OwnAction::No if planning => "Keep it for later".to_owned(),
            OwnAction::Yes => "Yes".to_owned(),
            OwnAction::No => "No".to_owned(),
            OwnAction::Marker(index) => format!("Give back {}", self.marker_name(index)),
            OwnAction::Show(index) => format!("Show {}", self.marker_name(index)),
            OwnAction::Claim => "Claim two objectives, and show them".to_owned(),
            OwnAction::Operations(chosen) => {
                let charts = &self.own.charts.operations;
                let german = self.seat(board, Nation::German) == seat;
                let table = if german { &charts.german } else { &charts.allied };
                let list = table.iter().enumerate().filter(|(index, _)| chosen >> index & 1 == 1);
                let points: i16 = list.clone().map(|(_, operation)| operation.vp).sum();
                let names = list.map(|(_, operation)| operation.name.clone()).collect();
                return Button::set_of(names).costs(grid::count(points, "point"));
            }
            OwnAction::Nation(nation) => format!("The {}", nation.name()),
            OwnAction::Foot => "Only the infantry attacks".to_owned(),
            OwnAction::Mounted => "Only tanks and cavalry attack".to_owned(),
        })
    }

    fn ending(&self, step: OwnStep) -> Button {
        Button::new(match step {
            OwnStep::LayMines { .. } | OwnStep::MoreMines => "Lay no more mines",
            OwnStep::AirPlacement => "The aeroplanes stay at home",
            OwnStep::Substitute => "No substitute",
            _ => "Nothing more",
        })
    }

    fn ask(&self, _: &BigPush, step: OwnStep, board: &Board, viewer: Viewer) -> Words {
        let _ = (board, viewer);
        match step {
            OwnStep::Operating => Words::new("operating", "Do you conduct operations before the offensive?"),
            OwnStep::Operations => Words::new("operations", "Which operations do you conduct?"),
            OwnStep::Change => {
                Words::new("change-objective", "Which objective do you give back for another?")
            }
            OwnStep::Discover => {
                Words::new("discover-objective", "Of which nation do you discover an objective?")
            }
            OwnStep::ConcealedGuns => {
                Words::new("concealed-guns", "Where does the next concealed gun stand?")
            }
            OwnStep::LayMines { left } => {
                let left = if left == 1 { "It is the last.".to_owned() } else { format!("{left} are left.") };
                Words::new("lay-mines", format!("Where is the next mine laid? {left}"))
            }
            OwnStep::AirPlacement => Words::new("air", "Where does the Royal Flying Corps strike?"),
            OwnStep::Claim => Words::new("claim", "Which objective that you hold do you show?"),
            OwnStep::Plan(_) => Words::new("plan", "Is this the turn of your Command Center operation?"),
            OwnStep::Substitute => {
                Words::new("substitute", "Which resource do you try for instead of tanks?")
            }
            OwnStep::ChooseNation => {
                Words::new("choose-nation", "They do not find each other: which nation attacks?")
            }
            OwnStep::JoinTanks => {
                Words::new("join-tanks", "Do tanks and cavalry attack together with infantry?")
            }
            OwnStep::SlipAway => Words::new("slip-away", "Where do the concealed guns slip away to?"),
            _ => Words::new("wait", "Nothing is asked now."),
        }
    }

    fn seat_of(&self, nation: Nation) -> Seat {
        Seat(u8::from(nation == Nation::German))
    }

    /// The Allied seats share their secrets.
    fn sees(&self, viewer: Viewer, nation: Nation) -> bool {
        match nation.side() {
            Side::Allied => viewer.sees(Seat(0)) || viewer.sees(Seat(2)),
            Side::German => viewer.sees(Seat(1)),
        }
    }

    fn is_secret(&self, step: &Step<BigPushOwn>, _: A) -> bool {
        matches!(
            step,
            Step::ReplacementBids(steps::ReplacementBids)
                | Step::Own(OwnStep::Operating | OwnStep::Operations | OwnStep::Change)
        )
    }

    /// Schedules, exits and replacements rest on the cases of the scenario as well.
    fn cite(
        &self,
        game: &BigPush,
        step: &Step<BigPushOwn>,
        board: &Board,
        action: A,
        rules: &mut Vec<Rule<BigPushOwn>>,
    ) {
        let scenario = &game.pack.scenarios[usize::from(board.scenario)];
        let of_schedule = |unit| set_up::set_up_rule(&scenario.case, game.pack.unit(unit).nation);
        match action {
            Action::Exit { unit, .. } => rules.push(match game.pack.side(unit) {
                Side::Allied => areas::allied_exit_rule(game, board).into(),
                Side::German => areas::exit_rule(game, board).into(),
            }),
            Action::Move { unit, .. } if !board.square(unit).is_some() => {
                rules.push(of_schedule(unit).into());
            }
            Action::Target(_)
                if matches!(step, Step::Own(OwnStep::LayMines { .. })) && !board.own.pre_game =>
            {
                rules.push(OwnRule::AlliedOperations.into());
            }
            Action::Replace { unit, full, .. }
                if self.own.scenarios[usize::from(board.scenario)].campaign =>
            {
                let hq = game.pack.unit(unit).kind == Kind::Hq;
                rules.push(if hq { OwnRule::CampaignHqs } else { of_schedule(unit) }.into());
                if self.replacement_price(game, board, unit, full).0 == 0 {
                    rules.push(operations_rule(game.pack.side(unit)).into());
                }
            }
            Action::Join(unit) if !unit.is_some() => rules.push(OwnRule::GermanOperations.into()),
            Action::Own(OwnAction::Claim | OwnAction::Show(_)) => {
                rules.extend([Common::Objectives, Common::CommandCenter].map(Rule::from));
            }
            _ => {}
        }
    }

    fn rolls(&self, step: OwnStep, action: A) -> bool {
        match step {
            OwnStep::Substitute => matches!(action, Action::Use(_)),
            OwnStep::JoinTanks => action == Action::Use(SPECIAL),
            OwnStep::Change => matches!(action, Action::Own(OwnAction::Marker(_))),
            OwnStep::Discover => true,
            _ => false,
        }
    }

    fn tell(&self, game: &BigPush, event: &OwnEvent, viewer: Viewer) -> Told {
        events::tell(game, event, viewer)
    }

    fn tracks(&self) -> u16 {
        TRACKS.len() as u16
    }

    fn track<'a>(
        &'a self,
        _: &'a BigPush,
        board: &'a Board,
        index: u16,
        viewer: Viewer,
    ) -> Option<(&'static str, &'static str, Cow<'a, str>, Option<Seat>)> {
        let (id, label) = *TRACKS.get(usize::from(index))?;
        let own = &self.own.scenarios[usize::from(board.scenario)];
        if index < 4 && !own.campaign {
            return None;
        }
        let names = |mask: u16| -> String {
            let list: Vec<&str> = self
                .own
                .markers
                .iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 == 1)
                .map(|(_, marker)| marker.name.as_str())
                .collect();
            list.join(", ")
        };
        let chosen = |side: Side, table: &[crate::data::Operation]| -> String {
            let mask = board.own.operations[side.index()];
            if mask == OwnBoard::OPEN {
                return String::new();
            }
            let list: Vec<&str> = table
                .iter()
                .enumerate()
                .filter(|(index, _)| mask >> index & 1 == 1)
                .map(|(_, operation)| operation.name.as_str())
                .collect();
            list.join(", ")
        };
        let open = board.own.operations.contains(&OwnBoard::OPEN);
        let value = match id {
            "objectives" => {
                let known = self.sees(viewer, Nation::British);
                names(if known { board.own.markers } else { board.own.shown & board.own.markers })
            }
            "discovered" => {
                if board.own.discovered == OwnBoard::OPEN || !self.sees(viewer, Nation::German) {
                    String::new()
                } else {
                    names(1 << board.own.discovered)
                }
            }
            // While one side still writes, what the other wrote is hidden.
            "operations-allied" if !open => chosen(Side::Allied, &self.own.charts.operations.allied),
            "operations-german" if !open => chosen(Side::German, &self.own.charts.operations.german),
            "exits" => format!("{} British, {} French", board.own.exits[0], board.own.exits[1]),
            "breakthroughs" => board.own.breakthroughs.to_string(),
            _ => String::new(),
        };
        let seat = match id {
            "objectives" => Some(Seat(0)),
            "discovered" => Some(Seat(1)),
            _ => None,
        };
        Some((id, label, value.into(), seat))
    }

    fn conditions(&self, game: &BigPush, board: &Board, viewer: Viewer, count: Count) -> Standing {
        victory::standing(game, board, viewer, count)
    }

    fn phase(&self, step: OwnStep) -> Option<PhaseName<BigPushOwn>> {
        Some(match step {
            OwnStep::AirPlacement => (Some(Side::Allied), "Air", Common::AirObservation.into()),
            OwnStep::AirStrike => (Some(Side::Allied), "Air strike", Common::AirBombardment.into()),
            OwnStep::Reorganize(_) => (None, "Replacements", Common::Reorganization.into()),
            OwnStep::Rally(_) => (None, "Rally", Common::Rally.into()),
            _ => return None,
        })
    }

    fn square_marks(&self, board: &Board, square: Square, _: Viewer, mark: &mut dyn FnMut(&'static str)) {
        if board.own.mines.contains(square) {
            mark("mine");
        }
        if board.own.air == square {
            mark("air bombardment");
        }
    }

    fn promises_odds(&self, _: &BigPush, step: OwnStep, _: &Board, action: A) -> bool {
        match step {
            OwnStep::Substitute => matches!(action, Action::Use(_)),
            OwnStep::JoinTanks | OwnStep::ChooseNation => true,
            OwnStep::AirPlacement | OwnStep::LayMines { .. } | OwnStep::MoreMines => {
                matches!(action, Action::Target(_))
            }
            _ => false,
        }
    }

    fn odds(&self, game: &BigPush, step: OwnStep, board: &Board, _: Seat, action: A) -> Option<Odds> {
        odds::odds(game, step, board, action)
    }

    fn courses(&self, game: &BigPush, board: &Board) -> Courses<Somme> {
        odds::courses(game, board)
    }

    fn counter_battery_odds(
        &self,
        game: &BigPush,
        board: &Board,
        nation: Nation,
        factors: u8,
        modifiers: &Modifiers<BigPushOwn>,
    ) -> Option<Odds> {
        odds::counter_battery(game, board, nation, factors, modifiers)
    }

    /// The Germans do not know the drawn objectives. The Allies do not know which one was discovered. What a side has
    /// written is hidden from the others until it is shown.
    fn redeal(
        &self,
        _: &BigPush,
        board: &mut Board,
        _: &mut [Step<BigPushOwn>],
        seat: Seat,
        dice: &mut Dice,
    ) {
        let (german, allied) =
            (self.sees(Viewer::Seat(seat), Nation::German), self.sees(Viewer::Seat(seat), Nation::British));
        for (side, own) in [(Side::Allied, allied), (Side::German, german)] {
            let index = side.index();
            let waiting = board.own.operating.contains(&0);
            if !own && waiting && board.own.operating[index] != 0 {
                board.own.operating[index] = dice.draw_hidden(2);
            }
            let writing = board.own.operations.contains(&OwnBoard::OPEN);
            if !own && writing && !matches!(board.own.operations[index], 0 | OwnBoard::OPEN) {
                board.own.operations[index] = dice.draw_hidden(63);
            }
        }
        if !allied && board.own.markers != 0 {
            self.redeal_markers(board, german, dice);
        }
        if !german && board.own.discovered != OwnBoard::OPEN {
            let nation = self.own.markers[usize::from(board.own.discovered)].nation;
            let drawn: Vec<u8> = (0..16u8)
                .filter(|index| {
                    self.own.markers[usize::from(*index)].nation == nation
                        && board.own.markers >> index & 1 == 1
                })
                .collect();
            let pick = dice.draw_hidden(drawn.len() as u8);
            board.own.discovered = drawn[usize::from(pick - 1)];
        }
    }

    fn print_step(&self, _: &BigPush, step: OwnStep) -> String {
        own_text::print_step(step)
    }

    fn parse_step(&self, _: &BigPush, words: &[&str]) -> Option<OwnStep> {
        own_text::parse_step(words)
    }

    fn print_own(&self, game: &BigPush, board: &Board) -> toml::Table {
        own_text::print_own(game, board)
    }

    fn parse_own(&self, game: &BigPush, board: &mut Board, table: &toml::Table) -> Result<(), String> {
        own_text::parse_own(game, board, table)
    }

    fn audit(&self, game: &BigPush, board: &Board) -> Result<(), String> {
        let campaign = self.own.scenarios[usize::from(board.scenario)].campaign;
        if !campaign && (board.own.markers != 0 || board.own.operations != [0; 2]) {
            return Err("objectives or operations outside the campaign".to_owned());
        }
        for unit in game.pack.all_units() {
            let state = board.unit(unit);
            if state.has(Mark::Broken) && !self.own.tanks.contains(&unit) {
                return Err(format!("{} is broken down but no tank", game.id(unit)));
            }
        }
        Ok(())
    }
}

/// The case of a side's operations.
fn operations_rule(side: Side) -> OwnRule {
    match side {
        Side::Allied => OwnRule::AlliedOperations,
        Side::German => OwnRule::GermanOperations,
    }
}

impl Somme {
    fn marker_name(&self, index: u8) -> &str {
        self.own.markers.get(usize::from(index)).map_or("", |marker| marker.name.as_str())
    }

    /// Other markers that fit what a German or an onlooker knows: those shown, and the one discovered.
    fn redeal_markers(&self, board: &mut Board, german: bool, dice: &mut Dice) {
        let mut known = board.own.shown & board.own.markers;
        if german && board.own.discovered != OwnBoard::OPEN {
            known |= 1 << board.own.discovered;
        }
        for (nation, count) in objectives::DRAWN {
            let mut cup: Vec<u8> = (0..16u8)
                .filter(|index| {
                    self.own.markers[usize::from(*index)].nation == nation && known >> index & 1 == 0
                })
                .collect();
            let kept = (0..16u8)
                .filter(|index| {
                    self.own.markers[usize::from(*index)].nation == nation && known >> index & 1 == 1
                })
                .count();
            let mut mask = 0u16;
            for _ in kept..usize::from(count) {
                let pick = dice.draw_hidden(cup.len() as u8);
                mask |= 1 << cup.remove(usize::from(pick - 1));
            }
            let of_nation: u16 = (0..16u8)
                .filter(|index| self.own.markers[usize::from(*index)].nation == nation)
                .fold(0, |all, index| all | 1 << index);
            board.own.markers = board.own.markers & !of_nation | mask | known & of_nation;
        }
    }
}
