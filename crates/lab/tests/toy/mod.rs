//! A ridge of four places, two on each side: a game small enough to be counted by hand.
//!
//! Six turns; first red acts, then blue. A push rolls one die: 4 or more takes a place, 1 or 2 loses a unit.
//! Fire rolls two: 9 or more takes an enemy unit. Digging rolls nothing. All four places win at once; at the
//! end three do, and two are a draw.

use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::examples::Example;
use engine::fuzz::{self, Checks, Failure, Stats};
use engine::pack::Estimate;
use engine::title::{PlaceInfo, ScenarioInfo, SeatInfo, UnitInfo};
use engine::wire::{Choice, Item, Odds, PlaceItem, Prompt, Roll, Target, Told, TrackItem, UnitItem};
use engine::*;
use games::{Library, Playable};

pub(crate) const RED: Seat = Seat(0);
pub(crate) const BLUE: Seat = Seat(1);
const PLACES: u8 = 4;
const UNITS: u8 = 3;
const TURNS: u8 = 6;

pub(crate) struct Ridge {
    title: Title,
    book: Casebook,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Board {
    turn: u8,
    /// How many places red holds.
    front: u8,
    units: [u8; 2],
    to_act: u8,
}

#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Act;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Push,
    Fire,
    Dig,
}

#[derive(Clone, Debug)]
pub(crate) struct Acted {
    seat: Seat,
    action: Action,
    dice: ArrayVec<u8, 2>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rule {
    Acting,
    Ending,
}

impl Cite for Rule {
    fn index(self) -> usize {
        self as usize
    }
    fn from_index(index: usize) -> Option<Rule> {
        [Rule::Acting, Rule::Ending].get(index).copied()
    }
    fn name(self) -> &'static str {
        ["acting", "ending"][self as usize]
    }
}

impl Rules for Ridge {
    type Board = Board;
    type Step = Act;
    type Action = Action;
    type Event = Acted;
    type Rule = Rule;
    type Notes = ();

    fn run(&self, _: &mut Act, board: &mut Board, _: &mut Context<Acted>) -> FlowOf<Ridge> {
        let winners = match board.front {
            PLACES => Seats::one(RED),
            0 => Seats::one(BLUE),
            _ if board.turn <= TURNS => return Flow::Ask,
            3 => Seats::one(RED),
            1 => Seats::one(BLUE),
            _ => Seats::NONE,
        };
        Flow::End(Outcome { winners, rule: Some(Rule::Ending), how: "ridge" })
    }

    fn question(&self, _: &Act, board: &Board) -> Question<Rule> {
        Question { seats: Seat(board.to_act).into(), rule: Rule::Acting }
    }

    fn ask(&self, _: &Act, _: &Board, _: Seat, options: &mut Vec<Action>) {
        options.extend([Action::Push, Action::Fire, Action::Dig]);
    }

    fn check(&self, _: &Act, _: &Board, _: Seat, _: Action) -> Forbidden {
        Forbidden::NO
    }

    fn choose(
        &self,
        _: &mut Act,
        board: &mut Board,
        seat: Seat,
        action: Action,
        context: &mut Context<Acted>,
    ) -> FlowOf<Ridge> {
        let (own, enemy) = (usize::from(seat.0), 1 - usize::from(seat.0));
        let mut dice = ArrayVec::new();
        match action {
            Action::Push => {
                dice.push(context.d6());
                match dice[0] {
                    4.. if seat == RED => board.front += 1,
                    4.. => board.front -= 1,
                    1 | 2 => board.units[own] = (board.units[own] - 1).max(1),
                    _ => {}
                }
            }
            Action::Fire => {
                dice.extend([context.d6(), context.d6()]);
                if dice[0] + dice[1] >= 9 {
                    board.units[enemy] = (board.units[enemy] - 1).max(1);
                }
            }
            Action::Dig => {}
        }
        context.tell(|| Acted { seat, action, dice });
        board.to_act = 1 - board.to_act;
        board.turn += 1 - board.to_act;
        Flow::Again
    }

    fn reveals(&self, _: &Acted) -> bool {
        false
    }
}

impl Present for Ridge {
    fn title(&self) -> &Title {
        &self.title
    }
    fn casebook(&self) -> &Casebook {
        &self.book
    }
    fn start(&self, _: &Setup) -> Result<(Board, Act), String> {
        Ok((Board { turn: 1, front: 2, units: [UNITS; 2], to_act: 0 }, Act))
    }
    fn turn(&self, board: &Board) -> u16 {
        u16::from(board.turn)
    }
    fn print(&self, action: Action) -> String {
        match action {
            Action::Push => "push".into(),
            Action::Fire => "fire".into(),
            Action::Dig => "dig".into(),
        }
    }
    fn parse(&self, _: &Act, _: &Board, text: &str) -> Result<Vec<Action>, String> {
        match text {
            "push" => Ok(vec![Action::Push]),
            "fire" => Ok(vec![Action::Fire]),
            "dig" => Ok(vec![Action::Dig]),
            _ => Err(format!("'{text}' means nothing here")),
        }
    }
    fn prompt(&self, _: &Act, _: &Board, _: Viewer) -> Prompt {
        Prompt {
            kind: "act".into(),
            text: "Push, fire or dig.".into(),
            cases: vec!["1".into()],
            about: vec![],
        }
    }
    fn describe(&self, _: &Act, _: &Board, _: Seat, action: Action) -> Choice {
        let play = self.print(action);
        let cases = vec!["1".into()];
        let label = play.clone();
        Choice {
            label,
            play,
            target: Target::Button,
            cost: String::new(),
            parts: Vec::new(),
            cases,
            odds: false,
            binding: false,
            ends: false,
        }
    }
    fn is_secret(&self, _: &Act, _: &Board, _: Action) -> bool {
        false
    }
    fn tell(&self, event: &Acted, _: Viewer) -> Told {
        let (who, what) = (&self.title.seats[usize::from(event.seat.0)].name, self.print(event.action));
        let roll = |dice: &[u8]| Roll {
            seat: Some(event.seat),
            label: what.clone(),
            dice: dice.to_vec(),
            lines: vec![],
            total: dice.iter().map(|die| i32::from(*die)).sum(),
        };
        Told {
            kind: what.clone(),
            seat: Some(event.seat),
            text: format!("{who}: {what} <{:?}>.", event.dice),
            cases: vec!["1".into()],
            places: vec![],
            units: vec![],
            rolls: if event.dice.is_empty() { vec![] } else { vec![roll(&event.dice)] },
        }
    }
    fn items(&self) -> u16 {
        u16::from(2 * UNITS + PLACES + 1)
    }
    fn item<'a>(&'a self, board: &'a Board, item: u16, _: Viewer) -> Option<Item<'a>> {
        let index = item as u8;
        if index < 2 * UNITS {
            let side = index / UNITS;
            let lives = index % UNITS < board.units[usize::from(side)];
            let place = (board.front + side).clamp(1, PLACES);
            let at = if lives { self.title.places[usize::from(place) - 1].id.as_str() } else { "eliminated" };
            let id = self.title.units[usize::from(index)].id.as_str();
            let (marks, left) = (ArrayVec::new(), "".into());
            return Some(Item::Unit(UnitItem { id, face: "fresh", at, marks, left }));
        }
        if index < 2 * UNITS + PLACES {
            let place = index - 2 * UNITS;
            let control = if place < board.front { "british" } else { "german" };
            let id = self.title.places[usize::from(place)].id.as_str();
            return Some(Item::Place(PlaceItem { id, control, marks: ArrayVec::new() }));
        }
        let value = board.front.to_string().into();
        Some(Item::Track(TrackItem { id: "vp", label: "Victory points".into(), value, seat: None }))
    }
    fn changes(&self, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
        if before != after {
            (0..self.items()).for_each(changed);
        }
    }
    fn odds(&self, _: &Act, _: &Board, _: Seat, _: Action) -> Option<Odds> {
        None
    }
    fn redeal(&self, _: &mut Board, _: &mut [Act], _: Seat, _: &mut Dice) {}
    fn print_position(&self, _: &Setup, board: &Board, _: &[Act]) -> String {
        format!("{board:?}")
    }
    fn parse_position(&self, _: &str) -> Result<Position<Ridge>, String> {
        Err("the ridge has no position files".into())
    }
    fn audit(&self, _: &Board, _: &[Act]) -> Result<(), String> {
        Ok(())
    }
}

/// The ridge in the form that the library needs.
struct Hosted(Arc<Ridge>);

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
        Ok(Box::new(Game::replay_while(self.0.clone(), record, secret, go_on)?))
    }
    fn fuzz(&self, setup: &Setup, seed: u64, checks: Checks<'_>) -> Result<Stats, Failure> {
        fuzz::random_game(&self.0, setup, seed, checks)
    }
    fn examples(&self) -> Result<Vec<Example>, PackError> {
        Ok(Vec::new())
    }
    fn estimates(&self) -> Vec<Estimate> {
        Vec::new()
    }
    fn map(&self) -> String {
        "<?xml version=\"1.0\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 500 200\">\
         <rect width=\"500\" height=\"200\" fill=\"#eee\"/></svg>"
            .into()
    }
    fn picture(&self, _: &dyn Session) -> String {
        self.map()
    }
    fn counters(&self) -> String {
        String::new()
    }
}

/// A library with the ridge alone.
pub(crate) fn library() -> Library {
    Library::of(vec![Arc::new(Hosted(Arc::new(ridge())))])
}

/// The ridge.
pub(crate) fn game() -> Arc<dyn Playable> {
    library().games()[0].clone()
}

fn ridge() -> Ridge {
    let cases = "[[case]]\nnumber = '1'\ntitle = 'Acting'\n[[case]]\nnumber = '2'\ntitle = 'Ending'\n";
    let rules = "[rules]\nacting = ['1']\nending = ['2']\n";
    let files =
        Files(BTreeMap::from([("cases.toml".into(), cases.into()), ("rules.toml".into(), rules.into())]));
    let book = Casebook::parse::<Rule>(&files).expect("the casebook is good");
    let seat =
        |id: &str, nation: &str| SeatInfo { id: id.into(), name: id.to_uppercase(), nation: nation.into() };
    let unit = |nation: &str, number: u8| UnitInfo {
        id: format!("{nation}-{number}"),
        name: format!("{nation} {number}"),
        nation: nation.into(),
        kind: "infantry".into(),
        card: vec![],
    };
    let place = |number: u8| PlaceInfo {
        id: format!("p{number}"),
        name: format!("Place & {number}"),
        x: 100 * i32::from(number),
        y: 100,
        card: if number == 3 { vec!["Objective: 1 VP".into()] } else { vec![] },
    };
    let scenario = ScenarioInfo {
        id: "ridge".into(),
        name: "The ridge".into(),
        from: String::new(),
        to: String::new(),
        turns: u16::from(TURNS),
        seats: vec![0, 1],
        about: String::new(),
        school: false,
        places: Vec::new(),
    };
    let title = Title {
        id: "toy".into(),
        name: "Ridge".into(),
        rules_version: 1,
        pack: files.hash(),
        seats: vec![seat("red", "british"), seat("blue", "german")],
        scenarios: vec![scenario],
        options: vec![],
        cases: book.cases.clone(),
        charts: vec![],
        units: ["british", "german"]
            .into_iter()
            .flat_map(|nation| (0..UNITS).map(move |number| unit(nation, number)))
            .collect(),
        places: (1..=PLACES).map(place).collect(),
    };
    Ridge { title, book }
}
