//! Steps as words, for position files.

use crate::speak::Speak;
use crate::square::Square;
use crate::step::{Stage, Step};
use crate::units::{Nation, Side, Unit};
use crate::variant::Grid;

const STAGES: [(Stage, &str); 12] = [
    (Stage::Begin, "begin"),
    (Stage::Supply, "supply"),
    (Stage::Resources, "resources"),
    (Stage::Roll, "roll"),
    (Stage::Result, "result"),
    (Stage::AttackerDone, "attacker-done"),
    (Stage::DefenderDone, "defender-done"),
    (Stage::Strike, "strike"),
    (Stage::StrikeRoll, "strike-roll"),
    (Stage::StrikeResult, "strike-result"),
    (Stage::StrikeDone, "strike-done"),
    (Stage::End, "end"),
];

fn stage_name(stage: Stage) -> &'static str {
    STAGES.iter().find(|(known, _)| *known == stage).map_or("end", |(_, name)| name)
}

fn side_name(side: Side) -> &'static str {
    match side {
        Side::Allied => "allied",
        Side::German => "german",
    }
}

impl<V: Speak> Grid<V> {
    /// A step as words.
    pub(crate) fn print_step(&self, step: &Step<V::Own>) -> String {
        let at = |square: Square| self.at(square);
        let id = |unit: Unit| self.id(unit);
        match *step {
            Step::Turn { at } => format!("turn {at}"),
            Step::Phase(side) => format!("phase {}", side_name(side)),
            Step::Weather => "weather".to_owned(),
            Step::Bombardment { side, next, passed } => {
                format!("bombardment {} {next} {passed}", side_name(side))
            }
            Step::Guns { nation } => format!("guns {}", nation.id()),
            Step::Counter { nation } => format!("counter-battery {}", nation.id()),
            Step::Fire { nation } => format!("fire {}", nation.id()),
            Step::Movement { side, next } => format!("movement {} {next}", side_name(side)),
            Step::Move { nation, unit, acted } => {
                format!("move {} {} {}", nation.id(), id(unit), if acted { "acted" } else { "fresh" })
            }
            Step::Follow { side } => format!("follow {}", side_name(side)),
            Step::Commitment { side, next } => format!("commitment {} {next}", side_name(side)),
            Step::Commit { nation, only } => format!("commit {} {}", nation.id(), at(only)),
            Step::Close { nation, only } => format!("close {} {}", nation.id(), at(only)),
            Step::CommandCenter(side) => format!("command-center {}", side_name(side)),
            Step::DefensiveFire { side, only } => format!("defensive-fire {} {}", side_name(side), at(only)),
            Step::Firers { nation } => format!("firers {}", nation.id()),
            Step::FallBack { side } => format!("fall-back {}", side_name(side)),
            Step::Assaults { side, next } => format!("assaults {} {next}", side_name(side)),
            Step::Assault(stage) => format!("assault {}", stage_name(stage)),
            Step::Losses => "losses".to_owned(),
            Step::LossesThen(stage) => format!("losses-then {}", stage_name(stage)),
            Step::Retreat { side, from } => format!("retreat {} {}", side_name(side), at(from)),
            Step::Rotate { side, square } => format!("rotate {} {}", side_name(side), at(square)),
            Step::Displace { side } => format!("displace {}", side_name(side)),
            Step::Advance { side } => format!("advance {}", side_name(side)),
            Step::SecondaryAttacks { side, next } => format!("secondary-attacks {} {next}", side_name(side)),
            Step::Secondary { nation, target, at: stage } => {
                format!("secondary {} {} {stage}", nation.id(), at(target))
            }
            Step::RemoveSupplyHqs(side) => format!("remove-supply-hqs {}", side_name(side)),
            Step::RemoveCommandHqs => "remove-command-hqs".to_owned(),
            Step::ClearInterdiction(side) => format!("clear-interdiction {}", side_name(side)),
            Step::ReplacementRolls(side) => format!("replacement-rolls {}", side_name(side)),
            Step::ReplacementBids => "replacement-bids".to_owned(),
            Step::Replacements { next } => format!("replacements {next}"),
            Step::ReplaceAt { nation, unit, full } => {
                format!("replace-at {} {} {}", nation.id(), id(unit), if full { "full" } else { "reduced" })
            }
            Step::Rally { next } => format!("rally {next}"),
            Step::SetUp { group } => format!("set-up {group}"),
            Step::Modes { next } => format!("modes {next}"),
            Step::Own(own) => format!("own {}", self.variant.print_step(self, own)),
        }
    }

    /// The step that some words stand for.
    pub(crate) fn parse_step(&self, text: &str) -> Result<Step<V::Own>, String> {
        let error = || format!("stack: '{text}' is no step");
        let words: Vec<&str> = text.split_whitespace().collect();
        let side =
            |text: &str| Side::BOTH.into_iter().find(|side| side_name(*side) == text).ok_or_else(error);
        let nation =
            |text: &str| Nation::ALL.into_iter().find(|nation| nation.id() == text).ok_or_else(error);
        let number = |text: &str| text.parse::<u8>().map_err(|_| error());
        let square = |text: &str| {
            if text == "-" { Ok(Square::NONE) } else { self.pack.map.find(text).ok_or_else(error) }
        };
        let unit = |text: &str| {
            if text == "-" { Ok(Unit::NONE) } else { self.pack.find(text).ok_or_else(error) }
        };
        let stage = |text: &str| {
            STAGES.iter().find(|(_, name)| *name == text).map(|(stage, _)| *stage).ok_or_else(error)
        };
        Ok(match words[..] {
            ["turn", at] => Step::Turn { at: number(at)? },
            ["phase", s] => Step::Phase(side(s)?),
            ["weather"] => Step::Weather,
            ["bombardment", s] => Step::Bombardment { side: side(s)?, next: 0, passed: 0 },
            ["bombardment", s, next, passed] => {
                Step::Bombardment { side: side(s)?, next: number(next)?, passed: number(passed)? }
            }
            ["guns", n] => Step::Guns { nation: nation(n)? },
            ["counter-battery", n] => Step::Counter { nation: nation(n)? },
            ["fire", n] => Step::Fire { nation: nation(n)? },
            ["movement", s] => Step::Movement { side: side(s)?, next: 0 },
            ["movement", s, next] => Step::Movement { side: side(s)?, next: number(next)? },
            ["move", n] => Step::Move { nation: nation(n)?, unit: Unit::NONE, acted: false },
            ["move", n, u, acted] => {
                Step::Move { nation: nation(n)?, unit: unit(u)?, acted: acted == "acted" }
            }
            ["follow", s] => Step::Follow { side: side(s)? },
            ["commitment", s] => Step::Commitment { side: side(s)?, next: 0 },
            ["commitment", s, next] => Step::Commitment { side: side(s)?, next: number(next)? },
            ["commit", n, only] => Step::Commit { nation: nation(n)?, only: square(only)? },
            ["close", n, only] => Step::Close { nation: nation(n)?, only: square(only)? },
            ["command-center", s] => Step::CommandCenter(side(s)?),
            ["defensive-fire", s] => Step::DefensiveFire { side: side(s)?, only: Square::NONE },
            ["defensive-fire", s, only] => Step::DefensiveFire { side: side(s)?, only: square(only)? },
            ["firers", n] => Step::Firers { nation: nation(n)? },
            ["fall-back", s] => Step::FallBack { side: side(s)? },
            ["assaults", s] => Step::Assaults { side: side(s)?, next: 0 },
            ["assaults", s, next] => Step::Assaults { side: side(s)?, next: number(next)? },
            ["assault", s] => Step::Assault(stage(s)?),
            ["losses"] => Step::Losses,
            ["losses-then", s] => Step::LossesThen(stage(s)?),
            ["retreat", s, from] => Step::Retreat { side: side(s)?, from: square(from)? },
            ["rotate", s, at] => Step::Rotate { side: side(s)?, square: square(at)? },
            ["displace", s] => Step::Displace { side: side(s)? },
            ["advance", s] => Step::Advance { side: side(s)? },
            ["secondary-attacks", s] => Step::SecondaryAttacks { side: side(s)?, next: 0 },
            ["secondary-attacks", s, next] => Step::SecondaryAttacks { side: side(s)?, next: number(next)? },
            ["secondary", n, target, at] => {
                Step::Secondary { nation: nation(n)?, target: square(target)?, at: number(at)? }
            }
            ["remove-supply-hqs", s] => Step::RemoveSupplyHqs(side(s)?),
            ["remove-command-hqs"] => Step::RemoveCommandHqs,
            ["clear-interdiction", s] => Step::ClearInterdiction(side(s)?),
            ["replacement-rolls", s] => Step::ReplacementRolls(side(s)?),
            ["replacement-bids"] => Step::ReplacementBids,
            ["replacements", next] => Step::Replacements { next: number(next)? },
            ["replace-at", n, u, strength] => {
                Step::ReplaceAt { nation: nation(n)?, unit: unit(u)?, full: strength == "full" }
            }
            ["rally", next] => Step::Rally { next: number(next)? },
            ["set-up", group] => Step::SetUp { group: number(group)? },
            ["modes", next] => Step::Modes { next: number(next)? },
            ["own", ref own @ ..] => Step::Own(self.variant.parse_step(self, own).ok_or_else(error)?),
            _ => return Err(error()),
        })
    }
}
