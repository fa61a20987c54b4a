//! A small game for the server to host: secrets, dice, questions to the other side, a long and a short scenario.
//!
//! Both seats first hide a number, in either order; if both hide a nine, a die says who begins. Then they take turns: `step` scores one point, `roll` scores a die,
//! `strike` asks the other seat whether to `guard` (a die: odd, nothing; even, two points lost) or to `yield` (one point
//! lost). When all rounds are over the higher score wins, with the hidden numbers added.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use engine::clauses::Clause;
use engine::examples::Example;
use engine::fuzz::{Checks, Failure, Stats};
use engine::pack::Estimate;
use engine::staff::{Count, Goal, Phase, Row, Staff, Standing};
use engine::title::{OptionInfo, PlaceInfo, ScenarioInfo, SeatInfo, UnitInfo};
use engine::wire::{Chance, Choice, Item, Layer, Odds, Prompt, Roll, Target, Told, TrackItem};
use engine::*;
use games::{Library, Playable};

/// A record with this player is re-run for as long as it may be.
pub(crate) const SLOW: &str = "Slow";
/// How many such records are being re-run.
pub(crate) static AT_WORK: AtomicUsize = AtomicUsize::new(0);

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);

pub(crate) struct Toy {
    title: Title,
    book: Casebook,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Board {
    hidden: [u8; 2],
    score: [i16; 2],
    round: u16,
    rounds: u16,
    active: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Step {
    Hide,
    Turn,
    Parry,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Hide(u8),
    Step,
    Roll,
    Strike,
    Guard,
    Yield,
}

#[derive(Clone, Debug)]
pub(crate) enum Event {
    Hidden(Seat, u8),
    Scored(Seat, i16, Option<u8>),
    Struck(Seat),
    Begins(Seat, u8),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Hiding,
    Turns,
    Parrying,
}

impl Cite for Rule {
    fn index(self) -> usize {
        self as usize
    }
    fn from_index(index: usize) -> Option<Rule> {
        [Rule::Hiding, Rule::Turns, Rule::Parrying].get(index).copied()
    }
    fn name(self) -> &'static str {
        ["hiding", "turns", "parrying"][self as usize]
    }
}

impl Board {
    fn other(&self) -> u8 {
        1 - self.active
    }
}

impl Rules for Toy {
    type Board = Board;
    type Step = Step;
    type Action = Action;
    type Event = Event;
    type Rule = Rule;
    type Notes = ();

    fn run(&self, step: &mut Step, board: &mut Board, context: &mut Context<Event>) -> FlowOf<Toy> {
        if *step == Step::Hide && board.hidden.iter().all(|hidden| *hidden != 0) {
            if board.hidden == [9, 9] {
                let die = context.d6();
                board.active = u8::from(die > 3);
                context.tell(|| Event::Begins(Seat(u8::from(die > 3)), die));
            }
            return Flow::Goto(Step::Turn);
        }
        if *step == Step::Turn && board.round > board.rounds {
            let total = |seat: usize| board.score[seat] + i16::from(board.hidden[seat]);
            let winners = match total(0).cmp(&total(1)) {
                std::cmp::Ordering::Greater => RED.into(),
                std::cmp::Ordering::Less => BLUE.into(),
                std::cmp::Ordering::Equal => Seats::NONE,
            };
            return Flow::End(Outcome { winners, rule: Some(Rule::Turns), how: "on points" });
        }
        Flow::Ask
    }

    fn question(&self, step: &Step, board: &Board) -> Question<Rule> {
        match step {
            Step::Hide => {
                let open = [RED, BLUE].into_iter().filter(|seat| board.hidden[usize::from(seat.0)] == 0);
                Question { seats: open.fold(Seats::NONE, Seats::with), rule: Rule::Hiding }
            }
            Step::Turn => Question { seats: Seat(board.active).into(), rule: Rule::Turns },
            Step::Parry => Question { seats: Seat(board.other()).into(), rule: Rule::Parrying },
        }
    }

    fn ask(&self, step: &Step, board: &Board, seat: Seat, options: &mut Vec<Action>) {
        let all = (0..11).map(Action::Hide).chain([
            Action::Step,
            Action::Roll,
            Action::Strike,
            Action::Guard,
            Action::Yield,
        ]);
        options.extend(all.filter(|action| self.check(step, board, seat, *action).is_legal()));
    }

    fn check(&self, step: &Step, _: &Board, _: Seat, action: Action) -> Forbidden {
        let mut verdict = Forbidden::NO;
        match action {
            Action::Hide(number) => {
                verdict.when(*step != Step::Hide || !(1..=9).contains(&number), Rule::Hiding)
            }
            Action::Step | Action::Roll | Action::Strike => verdict.when(*step != Step::Turn, Rule::Turns),
            Action::Guard | Action::Yield => verdict.when(*step != Step::Parry, Rule::Parrying),
        };
        verdict
    }

    fn choose(
        &self,
        _: &mut Step,
        board: &mut Board,
        seat: Seat,
        action: Action,
        context: &mut Context<Event>,
    ) -> FlowOf<Toy> {
        let mut score = |board: &mut Board, seat: Seat, points: i16, die: Option<u8>| {
            board.score[usize::from(seat.0)] += points;
            context.tell(|| Event::Scored(seat, points, die));
        };
        match action {
            Action::Hide(number) => {
                board.hidden[usize::from(seat.0)] = number;
                context.tell(|| Event::Hidden(seat, number));
                return Flow::Again;
            }
            Action::Strike => {
                context.tell(|| Event::Struck(seat));
                return Flow::Goto(Step::Parry);
            }
            Action::Step => score(board, seat, 1, None),
            Action::Roll => {
                let die = context.d6();
                board.score[usize::from(seat.0)] += i16::from(die);
                context.tell(|| Event::Scored(seat, i16::from(die), Some(die)));
            }
            Action::Yield => score(board, seat, -1, None),
            Action::Guard => {
                let die = context.d6();
                let points = if die.is_multiple_of(2) { -2 } else { 0 };
                board.score[usize::from(seat.0)] += points;
                context.tell(|| Event::Scored(seat, points, Some(die)));
            }
        }
        board.active = board.other();
        board.round += u16::from(board.active == 0);
        Flow::Goto(Step::Turn)
    }

    fn reveals(&self, _: &Event) -> bool {
        false
    }
}

impl Present for Toy {
    fn title(&self) -> &Title {
        &self.title
    }
    fn casebook(&self) -> &Casebook {
        &self.book
    }
    fn start(&self, setup: &Setup) -> Result<(Board, Step), String> {
        let rounds = if setup.scenario == "long" { 2000 } else { 3 };
        Ok((Board { hidden: [0; 2], score: [0; 2], round: 1, rounds, active: 0 }, Step::Hide))
    }
    fn turn(&self, board: &Board) -> u16 {
        board.round
    }
    fn print(&self, action: Action) -> String {
        match action {
            Action::Hide(number) => format!("hide {number}"),
            Action::Step => "step".into(),
            Action::Roll => "roll".into(),
            Action::Strike => "strike".into(),
            Action::Guard => "guard".into(),
            Action::Yield => "yield".into(),
        }
    }
    fn parse(&self, _: &Step, _: &Board, text: &str) -> Result<Vec<Action>, String> {
        let one = |word: &str| match word.split_once(' ') {
            Some(("hide", number)) => number.parse().map(Action::Hide).map_err(|_| "hide what?".to_owned()),
            _ => [Action::Step, Action::Roll, Action::Strike, Action::Guard, Action::Yield]
                .into_iter()
                .find(|action| self.print(*action) == word)
                .ok_or_else(|| {
                    assert!(word != "panic", "the toy was told to panic");
                    format!("'{word}' means nothing here")
                }),
        };
        text.split(", ").map(one).collect()
    }
    fn prompt(&self, step: &Step, _: &Board, _: Viewer) -> Prompt {
        let (kind, text, case) = match step {
            Step::Hide => ("hide", "Hide a number from 1 to 9.", "1.1"),
            Step::Turn => ("turn", "Step, roll or strike.", "1.2"),
            Step::Parry => ("parry", "Guard or yield.", "1.3"),
        };
        Prompt { kind: kind.into(), text: text.into(), cases: vec![case.into()], about: Vec::new() }
    }
    fn describe(&self, _: &Step, _: &Board, _: Seat, action: Action) -> Choice {
        let play = self.print(action);
        let target = match action {
            Action::Guard => Target::Unit("horse".into()),
            Action::Yield => Target::Unit("foot".into()),
            _ => Target::Button,
        };
        let odds = matches!(action, Action::Roll | Action::Guard);
        let cases = vec!["1.2".into()];
        Choice {
            label: play.clone(),
            play,
            target,
            cost: String::new(),
            parts: Vec::new(),
            cases,
            odds,
            binding: false,
            ends: false,
        }
    }
    fn is_secret(&self, _: &Step, _: &Board, action: Action) -> bool {
        matches!(action, Action::Hide(_))
    }
    fn tell(&self, event: &Event, viewer: Viewer) -> Told {
        let (kind, seat, text, die) = match event {
            Event::Hidden(seat, number) if viewer.sees(*seat) => {
                ("hidden", *seat, format!("{} hides {number}.", seat.0), None)
            }
            Event::Hidden(seat, _) => ("hidden", *seat, format!("{} hides a number.", seat.0), None),
            Event::Scored(seat, points, die) => {
                ("scored", *seat, format!("{} scores {points}.", seat.0), *die)
            }
            Event::Struck(seat) => ("struck", *seat, format!("{} strikes.", seat.0), None),
            Event::Begins(seat, die) => ("begins", *seat, format!("{} begins.", seat.0), Some(*die)),
        };
        let roll = |die: u8| Roll {
            seat: Some(seat),
            label: "die".into(),
            dice: vec![die],
            lines: vec![],
            total: i32::from(die),
        };
        Told {
            kind: kind.into(),
            seat: Some(seat),
            text,
            cases: vec!["1.2".into()],
            places: vec![],
            units: vec![],
            rolls: die.map(roll).into_iter().collect(),
        }
    }
    fn layers(&self, board: &Board, _: Viewer) -> Vec<Layer> {
        let places = vec![format!("round {}", board.round)];
        vec![Layer { id: "zoc-red".into(), label: "Red reach".into(), nation: "red".into(), places }]
    }
    fn standing(&self, board: &Board, viewer: Viewer, _: Count) -> Standing {
        let goal = Goal::plain(format!("Round {} is seen by {viewer:?}.", board.round), Some(false));
        Standing::of(vec![Row { side: "Red", seats: vec![Seat(0)], group: "victory", need: 1, goal }])
    }
    fn staff(&self, _: &[Step], _: &Board, _: Viewer, options: &[Action]) -> Staff {
        let phases =
            vec![Phase { label: "Round".into(), part: "", note: String::new(), case: "1.1".into() }; 2];
        Staff {
            ends: options.iter().map(|action| self.print(*action)).collect(),
            ..Staff::of(phases, Some(0), "")
        }
    }
    fn path(&self, _: &Step, board: &Board, action: Action) -> Vec<String> {
        let steps = if action == Action::Step { vec![board.round, board.round + 1] } else { Vec::new() };
        steps.iter().map(|round| format!("round {round}")).collect()
    }
    fn items(&self) -> u16 {
        4
    }
    fn item<'a>(&'a self, board: &'a Board, item: u16, viewer: Viewer) -> Option<Item<'a>> {
        let seat = Seat((item % 2) as u8);
        let (id, value) = match item {
            0 | 1 => {
                let hidden = board.hidden[usize::from(item)];
                let value = match (hidden, viewer.sees(seat)) {
                    (0, _) => return None,
                    (hidden, true) => hidden.to_string(),
                    (_, false) => "hidden".into(),
                };
                (["hidden-red", "hidden-blue"][usize::from(item)], value)
            }
            _ => (
                ["score-red", "score-blue"][usize::from(item - 2)],
                board.score[usize::from(item - 2)].to_string(),
            ),
        };
        Some(Item::Track(TrackItem { id, label: id.into(), value: Cow::Owned(value), seat: Some(seat) }))
    }
    fn changes(&self, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
        for seat in 0..2 {
            if before.hidden[seat] != after.hidden[seat] {
                changed(seat as u16);
            }
            if before.score[seat] != after.score[seat] {
                changed(seat as u16 + 2);
            }
        }
    }
    fn odds(&self, _: &Step, _: &Board, _: Seat, action: Action) -> Option<Odds> {
        let chance = |label: &str, ways| Chance {
            label: label.into(),
            ways,
            of: 6,
            cases: vec!["1.3".into()],
            about: "".into(),
        };
        let results = match action {
            Action::Guard => vec![chance("safe", 3), chance("two lost", 3)],
            Action::Roll => vec![chance("four or more", 3), chance("less", 3)],
            _ => return None,
        };
        let (title, summary) = ("A die".into(), "even chances".into());
        Some(Odds { title, cases: vec!["1.3".into()], sums: vec![], results, summary, chart: None })
    }
    fn redeal(&self, board: &mut Board, _: &mut [Step], seat: Seat, dice: &mut Dice) {
        let other = usize::from(1 - seat.0);
        if board.hidden[other] != 0 {
            board.hidden[other] = dice.draw(9);
        }
    }
    fn print_position(&self, setup: &Setup, board: &Board, stack: &[Step]) -> String {
        let step = stack.last().map_or(String::new(), |step| format!("{step:?}"));
        format!(
            "scenario = \"{}\"\nhidden = {:?}\nscore = {:?}\nround = {}\nrounds = {}\nactive = {}\nstep = \"{step}\"\n",
            setup.scenario, board.hidden, board.score, board.round, board.rounds, board.active
        )
    }
    fn parse_position(&self, text: &str) -> Result<Position<Toy>, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let number = |value: Option<&toml::Value>| value.and_then(toml::Value::as_integer).unwrap_or(0);
        let pair = |key: &str, nth: usize| {
            number(table.get(key).and_then(toml::Value::as_array).and_then(|list| list.get(nth)))
        };
        let word = |key: &str| table.get(key).and_then(toml::Value::as_str).unwrap_or_default();
        let stack = match word("step") {
            "Hide" => vec![Step::Hide],
            "Turn" => vec![Step::Turn],
            "Parry" => vec![Step::Parry],
            other => return Err(format!("step: there is no step '{other}'")),
        };
        let board = Board {
            hidden: [pair("hidden", 0) as u8, pair("hidden", 1) as u8],
            score: [pair("score", 0) as i16, pair("score", 1) as i16],
            round: number(table.get("round")) as u16,
            rounds: number(table.get("rounds")) as u16,
            active: number(table.get("active")) as u8 % 2,
        };
        Ok(Position { setup: Setup::of(word("scenario")), board, stack })
    }
    fn audit(&self, _: &Board, _: &[Step]) -> Result<(), String> {
        Ok(())
    }
}

struct Hosted(Arc<Toy>);

impl Playable for Hosted {
    fn title(&self) -> &Title {
        &self.0.title
    }
    fn casebook(&self) -> &Casebook {
        &self.0.book
    }
    fn open(&self, start: Start) -> Result<Box<dyn Session>, String> {
        Ok(Box::new(Game::start(self.0.clone(), start)?))
    }
    fn replay_while(
        &self,
        record: &Record,
        secret: Option<[u8; 32]>,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Box<dyn Session>, RecordError> {
        if record.header.players.values().any(|name| name == SLOW) {
            AT_WORK.fetch_add(1, Ordering::SeqCst);
            while go_on() {
                std::thread::sleep(Duration::from_millis(2));
            }
            AT_WORK.fetch_sub(1, Ordering::SeqCst);
            return Err(RecordError { line: 1, reason: "it was too slow".into() });
        }
        Ok(Box::new(Game::replay_while(self.0.clone(), record, secret, go_on)?))
    }
    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks<'_>) -> Result<Stats, Failure> {
        fuzz::random_game(&self.0, setup, seed, checks)
    }
    fn examples(&self) -> Result<Vec<Example>, PackError> {
        Ok(Vec::new())
    }
    fn clauses(&self) -> Result<Vec<Clause>, PackError> {
        Ok(Vec::new())
    }
    fn look_up(&self, fact: &str) -> Result<(), String> {
        Err(format!("the toy has no fact '{fact}'"))
    }
    fn estimates(&self) -> Vec<Estimate> {
        Vec::new()
    }
    fn map(&self) -> String {
        "<svg xmlns=\"http://www.w3.org/2000/svg\"></svg>".into()
    }
    fn picture(&self, _: &dyn Session) -> String {
        self.map()
    }
    fn counters(&self) -> String {
        self.map()
    }
    fn manual(&self) -> Vec<(&str, &str)> {
        vec![("01-toy.md", "# 1 The toy\n\n## 1.1 Hiding\n\nA **number** is hidden (1.2). {1.1 1.2 1.3}\n")]
    }
}

/// A library with the toy alone.
pub(crate) fn library() -> Library {
    let cases = "[[case]]\nnumber = '1.1'\ntitle = 'Hiding'\ngist = 'A number from 1 to 9.'\n\
        [[case]]\nnumber = '1.2'\ntitle = 'Turns'\n[[case]]\nnumber = '1.3'\ntitle = 'Parrying'\n";
    let rules = "[rules]\nhiding = ['1.1']\nturns = ['1.2']\nparrying = ['1.3']\n";
    let files =
        Files(BTreeMap::from([("cases.toml".into(), cases.into()), ("rules.toml".into(), rules.into())]));
    let book = Casebook::parse::<Rule>(&files).expect("the casebook is good");
    let seat = |id: &str| SeatInfo { id: id.into(), name: id.into(), nation: id.into() };
    let scenario = |id: &str, turns| ScenarioInfo {
        id: id.into(),
        name: id.into(),
        from: String::new(),
        to: String::new(),
        turns,
        seats: vec![0, 1],
        about: String::new(),
        school: false,
        places: Vec::new(),
    };
    let unit = |id: &str, card: &str| UnitInfo {
        id: id.into(),
        name: id.into(),
        nation: "red".into(),
        kind: "infantry".into(),
        card: vec![card.into()],
    };
    let place = PlaceInfo { id: "ground".into(), name: "Ground".into(), x: 0, y: 0, card: vec![] };
    let option = OptionInfo {
        id: "fog".into(),
        about: "Nothing changes.".into(),
        case: "1.2".into(),
        values: vec!["off".into(), "on".into()],
    };
    let title = Title {
        id: "toy".into(),
        name: "The toy".into(),
        rules_version: 1,
        pack: files.hash(),
        seats: vec![seat("red"), seat("blue")],
        scenarios: vec![scenario("short", 3), scenario("long", 2000)],
        options: vec![option],
        cases: book.cases.clone(),
        charts: vec![],
        units: vec![unit("horse", "4 factors"), unit("foot", "2 factors")],
        places: vec![place],
    };
    Library::of(vec![Arc::new(Hosted(Arc::new(Toy { title, book })))])
}
