//! The record: one readable text file that is save, replay, mail and bug report.
//!
//! A header of `key: value` lines, a line `---`, then one action a line with the dice it rolled. It may be cut at any
//! line after the header and is still a record.
//!
//! ```text
//! westfront-record 1
//! game: cambrai
//! scenario: campaign
//! rules: 1
//! pack: 0123456789abcdef
//! dice: seed 42
//! seat british: Anna
//! seat german: captain
//! ---
//! british: barrage 3 [4 2]
//! = turn 2 89abcdef01234567
//! ```

use std::collections::BTreeMap;
use std::fmt::Write;

use crate::dice::Die;
use crate::title::Setup;

/// No record is longer, in bytes.
pub const LONGEST_RECORD: usize = 16 << 20;
/// No line of a record is longer, in bytes.
pub const LONGEST_LINE: usize = 4096;
/// The most lines below the header: the longest campaign has some ten thousand.
pub const MOST_LINES: usize = 200_000;
/// The longest header, in bytes: the position from which a game begins stands in it.
pub const LONGEST_HEADER: usize = 256 << 10;
/// The most lines of a header besides the position.
const MOST_HEADERS: usize = 200;

/// What is wrong with a record, and in which line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {reason}")]
pub struct RecordError {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

/// Where a record's dice come from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiceSource {
    /// A plain seed that everyone can read: play on trust, tests, simulations.
    Seed(u64),
    /// Committed secret and nonces; the secret is written at the end.
    Audited {
        /// SHA-256 of the secret, published before anyone acted.
        commitment: String,
        /// The game's id.
        game: String,
        /// One nonce for each seat, in seat order.
        nonces: Vec<String>,
    },
    /// Not shown in this record.
    Hidden,
}

/// What stands above the actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The game's short name.
    pub game: String,
    /// Scenario and options.
    pub setup: Setup,
    /// The version of the rules code that played it.
    pub rules: u32,
    /// The hash of the pack it was played with.
    pub pack: String,
    /// Where its dice come from.
    pub dice: DiceSource,
    /// Who sat where: seat id and player's name.
    pub players: BTreeMap<String, String>,
    /// The position it began from, when it did not begin with the scenario's set-up.
    pub position: Option<String>,
    /// Whose record it is, when secrets of others are sealed in it.
    pub viewer: Option<String>,
}

/// One line below the header.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number in the file.
    pub number: usize,
    /// What it says.
    pub what: What,
}

/// What a line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Dice that were rolled before the first decision.
    Start(Vec<Die>),
    /// An action of a seat in its typed form, and the dice it rolled.
    Act {
        /// The seat's id.
        seat: String,
        /// The typed form.
        text: String,
        /// The dice.
        dice: Vec<Die>,
    },
    /// An action that the reader may not see yet.
    Sealed {
        /// The seat's id.
        seat: String,
        /// Its seal.
        seal: String,
        /// The dice in the open.
        dice: Vec<Die>,
    },
    /// The board's hash at the beginning of a turn, or of the viewer's view in a sealed record.
    Hash {
        /// The turn.
        turn: u16,
        /// The hash.
        hash: String,
    },
    /// How it ended.
    Result(String),
    /// The secret of the dice, revealed.
    Secret(String),
}

/// A record as it stands in the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Above the line.
    pub header: Header,
    /// Below it.
    pub lines: Vec<Line>,
}

impl Record {
    /// Reads a record. Damaged, truncated or oversized text gives an error that names the line.
    pub fn parse(text: &str) -> Result<Record, RecordError> {
        let fail = |line: usize, reason: String| Err(RecordError { line, reason });
        if text.len() > LONGEST_RECORD {
            return fail(1, format!("the record is longer than {LONGEST_RECORD} bytes"));
        }
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim_end()));
        match lines.next() {
            Some((_, "westfront-record 1")) => {}
            Some((_, first)) if first.starts_with("westfront-record ") => {
                return fail(1, "this record is of a later version of the program".into());
            }
            _ => return fail(1, "a record begins with 'westfront-record 1'".into()),
        }
        let header = Header::parse(&mut lines)?;
        let mut record = Record { header, lines: Vec::new() };
        let mut is_hashed = false;
        for (number, line) in lines {
            if line.len() > LONGEST_LINE {
                return fail(number, format!("the line is longer than {LONGEST_LINE} bytes"));
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if record.lines.len() >= MOST_LINES {
                return fail(number, format!("the record has more than {MOST_LINES} lines"));
            }
            match parse_line(line) {
                // A hash costs as much as many actions, and says nothing new the second time.
                Ok(What::Hash { .. }) if is_hashed => {
                    return fail(number, "the board's hash stands at most once behind an action".into());
                }
                Ok(what) => {
                    is_hashed = matches!(what, What::Hash { .. });
                    record.lines.push(Line { number, what });
                }
                Err(reason) => return fail(number, reason),
            }
        }
        Ok(record)
    }

    /// The record as text.
    pub fn print(&self) -> String {
        let mut text = self.header.print();
        text.push_str("---\n");
        for line in &self.lines {
            text.push_str(&line.what.print());
            text.push('\n');
        }
        text
    }
}

impl Header {
    fn parse<'a>(lines: &mut impl Iterator<Item = (usize, &'a str)>) -> Result<Header, RecordError> {
        let mut fields: BTreeMap<String, (usize, String)> = BTreeMap::new();
        let mut header = Header {
            game: String::new(),
            setup: Setup::default(),
            rules: 0,
            pack: String::new(),
            dice: DiceSource::Hidden,
            players: BTreeMap::new(),
            position: None,
            viewer: None,
        };
        let (mut last, mut bytes, mut headers) = (1, 0, 0);
        loop {
            let Some((number, line)) = lines.next() else {
                return Err(RecordError { line: last, reason: "the file ends before the line '---'".into() });
            };
            last = number;
            if line == "---" {
                break;
            }
            bytes += line.len() + 1;
            let too_long = |reason: String| Err(RecordError { line: number, reason });
            if line.len() > LONGEST_LINE && !line.starts_with('|') {
                return too_long(format!("the line is longer than {LONGEST_LINE} bytes"));
            }
            if bytes > LONGEST_HEADER {
                return too_long(format!("the header is longer than {LONGEST_HEADER} bytes"));
            }
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            headers += usize::from(!line.starts_with('|'));
            if headers > MOST_HEADERS {
                return too_long(format!("the header has more than {MOST_HEADERS} lines"));
            }
            if let Some(position) = line.strip_prefix('|') {
                let text = header.position.get_or_insert_default();
                text.push_str(position.strip_prefix(' ').unwrap_or(position));
                text.push('\n');
                continue;
            }
            let wrong = |reason: &str| RecordError { line: number, reason: reason.into() };
            let (key, value) = line.split_once(": ").ok_or_else(|| wrong("a header line is 'key: value'"))?;
            if let Some(option) = key.strip_prefix("option ") {
                header.setup.options.insert(option.into(), value.into());
            } else if let Some(seat) = key.strip_prefix("seat ") {
                header.players.insert(seat.into(), value.into());
            } else if !["game", "scenario", "rules", "pack", "dice", "viewer"].contains(&key) {
                return Err(wrong(&format!("a record has no header '{key}'")));
            } else if fields.insert(key.into(), (number, value.into())).is_some() {
                return Err(wrong(&format!("'{key}' stands there twice")));
            }
        }
        let mut take = |key: &str| {
            fields
                .remove(key)
                .ok_or_else(|| RecordError { line: last, reason: format!("the header lacks '{key}'") })
        };
        header.game = take("game")?.1;
        header.setup.scenario = take("scenario")?.1;
        header.pack = take("pack")?.1;
        let (number, rules) = take("rules")?;
        header.rules = rules
            .parse()
            .map_err(|_| RecordError { line: number, reason: "'rules' is not a number".into() })?;
        let (number, dice) = take("dice")?;
        header.dice = DiceSource::parse(&dice).map_err(|reason| RecordError { line: number, reason })?;
        header.viewer = fields.remove("viewer").map(|(_, viewer)| viewer);
        Ok(header)
    }

    fn print(&self) -> String {
        let mut text =
            format!("westfront-record 1\ngame: {}\nscenario: {}\n", self.game, self.setup.scenario);
        for (option, value) in &self.setup.options {
            let _ = writeln!(text, "option {option}: {value}");
        }
        let _ = write!(text, "rules: {}\npack: {}\ndice: {}\n", self.rules, self.pack, self.dice.print());
        for (seat, player) in &self.players {
            let _ = writeln!(text, "seat {seat}: {player}");
        }
        if let Some(viewer) = &self.viewer {
            let _ = writeln!(text, "viewer: {viewer}");
        }
        for line in self.position.iter().flat_map(|position| position.lines()) {
            let _ = writeln!(text, "| {line}");
        }
        text
    }
}

impl DiceSource {
    fn parse(text: &str) -> Result<DiceSource, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["hidden"] => Ok(DiceSource::Hidden),
            ["seed", seed] => seed
                .parse()
                .map(DiceSource::Seed)
                .map_err(|_| format!("'{seed}' is not a seed: it must be a number")),
            ["audited", commitment, "game", game, "nonces", ref nonces @ ..] => Ok(DiceSource::Audited {
                commitment: commitment.into(),
                game: game.into(),
                nonces: nonces.iter().map(|nonce| (*nonce).to_owned()).collect(),
            }),
            _ => Err("dice are 'seed N', 'audited COMMITMENT game ID nonces A B …' or 'hidden'".into()),
        }
    }

    fn print(&self) -> String {
        match self {
            DiceSource::Seed(seed) => format!("seed {seed}"),
            DiceSource::Audited { commitment, game, nonces } => {
                format!("audited {commitment} game {game} nonces {}", nonces.join(" "))
            }
            DiceSource::Hidden => "hidden".into(),
        }
    }
}

impl What {
    /// The line as it stands in the file.
    pub fn print(&self) -> String {
        match self {
            What::Start(dice) => format!("start{}", print_dice(dice)),
            What::Act { seat, text, dice } => format!("{seat}: {text}{}", print_dice(dice)),
            What::Sealed { seat, seal, dice } => format!("{seat} sealed {seal}{}", print_dice(dice)),
            What::Hash { turn, hash } => format!("= turn {turn} {hash}"),
            What::Result(result) => format!("result: {result}"),
            What::Secret(secret) => format!("secret: {secret}"),
        }
    }
}

fn parse_line(line: &str) -> Result<What, String> {
    if let Some(rest) = line.strip_prefix("= turn ") {
        let (turn, hash) = rest.split_once(' ').ok_or("a hash line is '= turn N HASH'")?;
        let turn = turn.parse().map_err(|_| format!("'{turn}' is not a turn"))?;
        return Ok(What::Hash { turn, hash: hash.into() });
    }
    if let Some(result) = line.strip_prefix("result: ") {
        return Ok(What::Result(result.into()));
    }
    if let Some(secret) = line.strip_prefix("secret: ") {
        return Ok(What::Secret(secret.into()));
    }
    let (said, dice) = match line.strip_suffix(']') {
        Some(open) => {
            let (said, dice) = open.rsplit_once(" [").ok_or("dice stand in brackets after the action")?;
            (said, dice.split_whitespace().map(parse_die).collect::<Result<_, _>>()?)
        }
        None => (line, Vec::new()),
    };
    if said == "start" {
        return Ok(What::Start(dice));
    }
    let (first, rest) = said.split_once(' ').ok_or("an action line is 'seat: action'")?;
    if let Some(seal) = rest.strip_prefix("sealed ") {
        return Ok(What::Sealed { seat: first.into(), seal: seal.into(), dice });
    }
    let seat = first.strip_suffix(':').ok_or("an action line is 'seat: action'")?;
    Ok(What::Act { seat: seat.into(), text: rest.into(), dice })
}

fn print_dice(dice: &[Die]) -> String {
    if dice.is_empty() {
        return String::new();
    }
    let dice: Vec<String> = dice.iter().map(print_die).collect();
    format!(" [{}]", dice.join(" "))
}

/// A six-sided die is its number; a draw is `number/of`; a secret one begins with `~`.
fn print_die(die: &Die) -> String {
    let secret = if die.hidden { "~" } else { "" };
    if die.of == 6 { format!("{secret}{}", die.value) } else { format!("{secret}{}/{}", die.value, die.of) }
}

fn parse_die(text: &str) -> Result<Die, String> {
    let wrong = || format!("'{text}' is not a die");
    let (hidden, number) = text.strip_prefix('~').map_or((false, text), |rest| (true, rest));
    let (value, of) = number.split_once('/').unwrap_or((number, "6"));
    let (value, of): (u8, u8) = (value.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
    if (1..=of).contains(&value) { Ok(Die { value, of, hidden }) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLE: &str = "westfront-record 1\ngame: toy\nscenario: walk\noption fast: on\nrules: 1\npack: abc\n\
        dice: seed 4\nseat red: Anna\n| turn = 1\n---\nstart [~2/11]\nred: go 2 [4 2]\nblue sealed ff00 [3]\n\
        = turn 2 0011\nresult: red\nsecret: 00\n";

    #[test]
    fn a_record_survives_print_and_parse() {
        let record = Record::parse(SAMPLE).expect("the sample is good");
        assert_eq!(record.print(), SAMPLE);
    }

    #[test]
    fn a_record_may_be_cut_at_any_line_after_its_header() {
        let lines: Vec<&str> = SAMPLE.lines().collect();
        let header = lines.iter().position(|line| *line == "---").expect("there is a line") + 1;
        for cut in 0..=lines.len() {
            let result = Record::parse(&lines[..cut].join("\n"));
            assert_eq!(result.is_ok(), cut >= header, "cut after line {cut}: {result:?}");
        }
    }

    #[test]
    fn damage_is_named_with_its_line() {
        for (text, line, words) in [
            ("", 1, "begins with"),
            ("westfront-record 9", 1, "later version"),
            (&SAMPLE.replace("[4 2]", "[4 9]"), 12, "'9' is not a die"),
            (&SAMPLE.replace("rules: 1", "rules: one"), 5, "not a number"),
            (&SAMPLE.replace("red: go 2 [4 2]", "go"), 12, "seat: action"),
            (&SAMPLE.replace("dice: seed 4", "dice: loaded"), 7, "dice are"),
            (&SAMPLE.replace("go 2", &"x".repeat(5000)), 12, "longer"),
            (&SAMPLE.replace("= turn 2 0011\n", "= turn 2 0011\n= turn 2 0011\n"), 15, "at most once"),
            (&SAMPLE.replace("Anna", &"x".repeat(5000)), 8, "longer"),
            (&SAMPLE.replace("| turn = 1\n", &"| turn = 1\n".repeat(30_000)), 23832, "header is longer"),
            (&"x".repeat(LONGEST_RECORD + 1), 1, "longer"),
        ] {
            let error = Record::parse(text).expect_err("it is damaged");
            assert!(error.line == line && error.reason.contains(words), "{error}");
        }
    }
}
