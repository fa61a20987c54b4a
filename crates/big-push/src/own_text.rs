//! The game's own steps and its part of the board in position files.

use grid::units::UnitSet;
use grid::{Side, Square, Squares};
use serde::{Deserialize, Serialize};

use crate::own::{OwnBoard, OwnStep};
use crate::{BigPush, Somme};

type Board = grid::BoardOf<Somme>;

const PLAIN: [(OwnStep, &str); 26] = [
    (OwnStep::PreGame, "pre-game"),
    (OwnStep::Operating, "operating"),
    (OwnStep::Operations, "operations"),
    (OwnStep::Draw, "draw"),
    (OwnStep::Change, "change"),
    (OwnStep::Discover, "discover"),
    (OwnStep::ConcealedGuns, "concealed-guns"),
    (OwnStep::MoreMines, "more-mines"),
    (OwnStep::TurnStart, "turn-start"),
    (OwnStep::AirPlacement, "air-placement"),
    (OwnStep::AirStrike, "air-strike"),
    (OwnStep::BlowMines, "blow-mines"),
    (OwnStep::ReleaseCavalry, "release-cavalry"),
    (OwnStep::BreakTanks, "break-tanks"),
    (OwnStep::Areas, "areas"),
    (OwnStep::Substitute, "substitute"),
    (OwnStep::Coordinate, "coordinate"),
    (OwnStep::ChooseNation, "choose-nation"),
    (OwnStep::JoinTanks, "join-tanks"),
    (OwnStep::SlipAway, "slip-away"),
    (OwnStep::RecoverTanks, "recover-tanks"),
    (OwnStep::Reorganize(Side::Allied), "reorganize-allied"),
    (OwnStep::Reorganize(Side::German), "reorganize-german"),
    (OwnStep::Rally(Side::Allied), "rally-allied"),
    (OwnStep::Rally(Side::German), "rally-german"),
    (OwnStep::Claim, "claim"),
];

pub(crate) fn print_step(step: OwnStep) -> String {
    if let Some((_, name)) = PLAIN.iter().find(|(known, _)| *known == step) {
        return (*name).to_owned();
    }
    match step {
        OwnStep::LayMines { left } => format!("lay-mines {left}"),
        OwnStep::Planning(side) => format!("planning {}", side.name().to_lowercase()),
        OwnStep::Plan(side) => format!("plan {}", side.name().to_lowercase()),
        _ => String::new(),
    }
}

pub(crate) fn parse_step(words: &[&str]) -> Option<OwnStep> {
    let side = |text: &str| Side::BOTH.into_iter().find(|side| side.name().to_lowercase() == text);
    match *words {
        ["lay-mines", left] => Some(OwnStep::LayMines { left: left.parse().ok()? }),
        ["planning", text] => Some(OwnStep::Planning(side(text)?)),
        ["plan", text] => Some(OwnStep::Plan(side(text)?)),
        [name] => PLAIN.iter().find(|(_, known)| *known == name).map(|(step, _)| *step),
        _ => None,
    }
}

#[derive(Serialize, Deserialize, PartialEq)]
#[serde(deny_unknown_fields, default)]
struct RawOwn {
    first_turn: u8,
    pre_game: bool,
    prepared: u8,
    air: String,
    mines: Vec<String>,
    mines_drawn: u8,
    tanks_since: [u8; 4],
    operating: [u8; 2],
    operations: [u8; 2],
    planned: [u8; 2],
    off_map: u8,
    markers: u16,
    shown: u16,
    discovered: u8,
    claimed: bool,
    exits: [u8; 4],
    exit_squares: Vec<String>,
    breakthroughs: u8,
    strength_lost: u16,
    regiments: u8,
    raids: i16,
    raiders: Vec<String>,
    lost: Vec<String>,
    expended: Vec<String>,
}

/// A position written by hand is in the midst of play.
impl Default for RawOwn {
    fn default() -> RawOwn {
        RawOwn {
            first_turn: 1,
            pre_game: false,
            prepared: 9,
            air: String::new(),
            mines: Vec::new(),
            mines_drawn: 0,
            tanks_since: [0; 4],
            operating: [0; 2],
            operations: [0; 2],
            planned: [0; 2],
            off_map: 0,
            markers: 0,
            shown: 0,
            discovered: OwnBoard::OPEN,
            claimed: false,
            exits: [0; 4],
            exit_squares: Vec::new(),
            breakthroughs: 0,
            strength_lost: 0,
            regiments: 0,
            raids: 0,
            raiders: Vec::new(),
            lost: Vec::new(),
            expended: Vec::new(),
        }
    }
}

pub(crate) fn print_own(game: &BigPush, board: &Board) -> toml::Table {
    let own = &board.own;
    let names = |squares: &Squares| squares.iter().map(|square| game.at(square).to_owned()).collect();
    let units = |units: &UnitSet| units.iter().map(|unit| game.id(unit).to_owned()).collect();
    let raw = RawOwn {
        first_turn: own.first_turn,
        pre_game: own.pre_game,
        prepared: own.prepared,
        air: if own.air.is_some() { game.at(own.air).to_owned() } else { String::new() },
        mines: names(&own.mines),
        mines_drawn: own.mines_drawn,
        tanks_since: own.tanks_since,
        operating: own.operating,
        operations: own.operations,
        planned: own.planned,
        off_map: own.off_map,
        markers: own.markers,
        shown: own.shown,
        discovered: own.discovered,
        claimed: own.claimed,
        exits: own.exits,
        exit_squares: names(&own.exit_squares),
        breakthroughs: own.breakthroughs,
        strength_lost: own.strength_lost,
        regiments: own.regiments,
        raids: own.raids,
        raiders: units(&own.raiders),
        lost: units(&own.lost),
        expended: units(&own.expended),
    };
    let (all, plain) = (toml::Table::try_from(&raw), toml::Table::try_from(RawOwn::default()));
    let (Ok(mut all), Ok(plain)) = (all, plain) else { return toml::Table::new() };
    all.retain(|key, value| plain.get(key) != Some(value));
    all
}

pub(crate) fn parse_own(game: &BigPush, board: &mut Board, table: &toml::Table) -> Result<(), String> {
    let raw: RawOwn =
        table.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
    let square = |text: &str| game.pack.map.find(text).ok_or_else(|| format!("there is no square '{text}'"));
    let squares = |list: &[String]| list.iter().map(|text| square(text)).collect::<Result<Squares, String>>();
    let unit = |text: &String| game.pack.find(text).ok_or_else(|| format!("there is no unit '{text}'"));
    let units = |list: &[String]| list.iter().map(unit).collect::<Result<UnitSet, String>>();
    if raw.discovered != OwnBoard::OPEN && usize::from(raw.discovered) >= game.variant.own.markers.len() {
        return Err("discovered: there is no such marker".to_owned());
    }
    board.own = OwnBoard {
        first_turn: raw.first_turn,
        pre_game: raw.pre_game,
        prepared: raw.prepared,
        air: if raw.air.is_empty() { Square::NONE } else { square(&raw.air)? },
        mines: squares(&raw.mines)?,
        mines_drawn: raw.mines_drawn,
        tanks_since: raw.tanks_since,
        operating: raw.operating,
        operations: raw.operations,
        planned: raw.planned,
        off_map: raw.off_map,
        markers: raw.markers,
        shown: raw.shown,
        discovered: raw.discovered,
        claimed: raw.claimed,
        exits: raw.exits,
        exit_squares: squares(&raw.exit_squares)?,
        breakthroughs: raw.breakthroughs,
        strength_lost: raw.strength_lost,
        regiments: raw.regiments,
        raids: raw.raids,
        raiders: units(&raw.raiders)?,
        lost: units(&raw.lost)?,
        expended: units(&raw.expended)?,
    };
    Ok(())
}
