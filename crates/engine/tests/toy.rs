//! The smallest game there is, as a test of the engine and a tutorial for rules authors.
//!
//! Red walks along five squares. Blue has hidden a trap on one of them. Red may walk one square, or run: a die, and
//! that many squares. At the end he is home, unless he has stopped on the trap.
//!
//! On the long path both first write in secret whether they dare. If both do, a die gives Red a start.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use arrayvec::ArrayVec;
use engine::game::Start;
use engine::title::{ScenarioInfo, SeatInfo};
use engine::wire::{Chance, Choice, Item, Odds, PlaceItem, Prompt, Roll, Target, Told, TrackItem};
use engine::*;

const RED: Seat = Seat(0);
const BLUE: Seat = Seat(1);
const HOME: u8 = 5;

struct Toy {
    title: Title,
    book: Casebook,
}

#[derive(Clone, PartialEq, Debug)]
struct Board {
    at: u8,
    trap: u8,
    /// What each has written: nothing yet, no, or yes.
    dares: [u8; 2],
}

#[derive(Clone, Copy, PartialEq, Debug)]
enum Step {
    Dare,
    SetTrap,
    Walk,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Action {
    Dare,
    Stay,
    Trap(u8),
    Walk,
    Run,
}

#[derive(Clone, Debug)]
enum Event {
    Written,
    TrapSet,
    Moved { to: u8, die: Option<u8> },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Rule {
    Trap,
    Walking,
    Running,
    Daring,
}

impl Cite for Rule {
    fn index(self) -> usize {
        self as usize
    }
    fn from_index(index: usize) -> Option<Rule> {
        [Rule::Trap, Rule::Walking, Rule::Running, Rule::Daring].get(index).copied()
    }
    fn name(self) -> &'static str {
        ["trap", "walking", "running", "daring"][self as usize]
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
        let end =
            |winner, how| Flow::End(Outcome { winners: Seats::one(winner), rule: Some(Rule::Trap), how });
        match step {
            Step::Walk if board.at == board.trap => end(BLUE, "trapped"),
            Step::Walk if board.at >= HOME => end(RED, "home"),
            Step::Dare if !board.dares.contains(&0) => {
                if board.dares == [2, 2] {
                    let die = context.d6();
                    board.at = u8::from(die > 3);
                    let to = board.at;
                    context.tell(|| Event::Moved { to, die: Some(die) });
                }
                Flow::Goto(Step::SetTrap)
            }
            Step::Dare | Step::SetTrap | Step::Walk => Flow::Ask,
        }
    }

    fn question(&self, step: &Step, board: &Board) -> Question<Rule> {
        match step {
            Step::Dare => {
                let open = [RED, BLUE].into_iter().filter(|seat| board.dares[usize::from(seat.0)] == 0);
                Question { seats: open.fold(Seats::NONE, Seats::with), rule: Rule::Daring }
            }
            Step::SetTrap => Question { seats: BLUE.into(), rule: Rule::Trap },
            Step::Walk => Question { seats: RED.into(), rule: Rule::Walking },
        }
    }

    fn ask(&self, step: &Step, board: &Board, seat: Seat, options: &mut Vec<Action>) {
        let others = [Action::Dare, Action::Stay, Action::Walk, Action::Run];
        let all = (0..HOME + 2).map(Action::Trap).chain(others);
        options.extend(all.filter(|action| self.check(step, board, seat, *action).is_legal()));
    }

    fn check(&self, step: &Step, board: &Board, _: Seat, action: Action) -> Forbidden {
        let mut verdict = Forbidden::NO;
        match action {
            Action::Dare | Action::Stay => verdict.when(*step != Step::Dare, Rule::Daring),
            Action::Trap(square) => {
                verdict.when(*step != Step::SetTrap || square <= board.at || square >= HOME, Rule::Trap)
            }
            Action::Walk => verdict.when(*step != Step::Walk, Rule::Walking),
            Action::Run => verdict.when(*step != Step::Walk, Rule::Running),
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
        let die = match action {
            Action::Dare | Action::Stay => {
                board.dares[usize::from(seat.0)] = if action == Action::Dare { 2 } else { 1 };
                context.tell(|| Event::Written);
                return Flow::Again;
            }
            Action::Trap(square) => {
                board.trap = square;
                context.tell(|| Event::TrapSet);
                return Flow::Goto(Step::Walk);
            }
            Action::Walk => None,
            Action::Run => Some(context.d6()),
        };
        board.at = (board.at + die.unwrap_or(1)).min(HOME);
        let to = board.at;
        context.tell(|| Event::Moved { to, die });
        Flow::Again
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
        let first = if setup.scenario == "long path" { Step::Dare } else { Step::SetTrap };
        Ok((Board { at: 0, trap: 0, dares: [0; 2] }, first))
    }
    fn turn(&self, board: &Board) -> u16 {
        u16::from(board.at) + 1
    }
    fn print(&self, action: Action) -> String {
        match action {
            Action::Dare => "dare".into(),
            Action::Stay => "stay".into(),
            Action::Trap(square) => format!("trap {square}"),
            Action::Walk => "walk".into(),
            Action::Run => "run".into(),
        }
    }
    fn parse(&self, _: &Step, _: &Board, text: &str) -> Result<Vec<Action>, String> {
        let one = |word: &str| match word.split_once(' ') {
            Some(("trap", square)) => square.parse().map(Action::Trap).map_err(|_| "trap where?".to_owned()),
            _ if word == "dare" => Ok(Action::Dare),
            _ if word == "stay" => Ok(Action::Stay),
            _ if word == "walk" => Ok(Action::Walk),
            _ if word == "run" => Ok(Action::Run),
            _ => Err(format!("'{word}' means nothing here")),
        };
        text.split(", ").map(one).collect()
    }
    fn prompt(&self, step: &Step, _: &Board, _: Viewer) -> Prompt {
        let (kind, text, case) = match step {
            Step::Dare => ("dare", "Dare or stay.", "1.4"),
            Step::SetTrap => ("trap", "Blue hides the trap.", "1.1"),
            Step::Walk => ("walk", "Walk or run.", "1.2"),
        };
        Prompt { kind: kind.into(), text: text.into(), cases: vec![case.into()], about: Vec::new() }
    }
    fn describe(&self, _: &Step, _: &Board, _: Seat, action: Action) -> Choice {
        let play = self.print(action);
        let cases = vec!["1.2".into()];
        Choice {
            label: format!("Play {play}"),
            play,
            target: Target::Button,
            cost: String::new(),
            parts: Vec::new(),
            cases,
            odds: true,
            binding: false,
            ends: false,
        }
    }
    fn is_secret(&self, _: &Step, _: &Board, action: Action) -> bool {
        matches!(action, Action::Trap(_) | Action::Dare | Action::Stay)
    }
    fn tell(&self, event: &Event, _: Viewer) -> Told {
        let (kind, text) = match event {
            Event::Written => ("written", "Yes or no is written down.".into()),
            Event::TrapSet => ("trap-set", "Blue has hidden the trap.".into()),
            Event::Moved { to, die: None } => ("moved", format!("Red walks to {to}.")),
            Event::Moved { to, die: Some(die) } => ("moved", format!("Red rolls {die} and runs to {to}.")),
        };
        let roll = |die: &u8| Roll {
            seat: Some(RED),
            label: "run".into(),
            dice: vec![*die],
            lines: vec![],
            total: i32::from(*die),
        };
        let rolls = match event {
            Event::Moved { die, .. } => die.iter().map(roll).collect(),
            Event::Written | Event::TrapSet => Vec::new(),
        };
        Told {
            kind: kind.into(),
            seat: None,
            text,
            cases: vec!["1.2".into()],
            places: vec![],
            units: vec![],
            rolls,
        }
    }
    fn items(&self) -> u16 {
        2
    }
    fn item<'a>(&'a self, board: &'a Board, item: u16, viewer: Viewer) -> Option<Item<'a>> {
        let trap = if viewer.sees(BLUE) { board.trap.to_string() } else { "hidden".into() };
        if item == 0 {
            return Some(Item::Track(TrackItem {
                id: "trap",
                label: "Trap".into(),
                value: trap.into(),
                seat: Some(BLUE),
            }));
        }
        let marks: ArrayVec<Cow<'static, str>, 8> = [Cow::Owned(board.at.to_string())].into_iter().collect();
        Some(Item::Place(PlaceItem { id: "path", control: "", marks }))
    }
    fn changes(&self, before: &Board, after: &Board, changed: &mut dyn FnMut(u16)) {
        if before.trap != after.trap {
            changed(0);
        }
        if before.at != after.at {
            changed(1);
        }
    }
    fn odds(&self, _: &Step, board: &Board, _: Seat, action: Action) -> Option<Odds> {
        let ways = (1..=6).filter(|die| board.at + die >= HOME).count() as u64;
        (action == Action::Run).then(|| Odds {
            title: "Run".into(),
            cases: vec!["1.3".into()],
            sums: vec![],
            results: vec![Chance {
                label: "home".into(),
                ways,
                of: 6,
                cases: vec!["1.3".into()],
                about: "".into(),
            }],
            summary: String::new(),
            chart: None,
        })
    }
    // What another has written is not dealt anew, so that the engine must keep it secret by itself.
    fn redeal(&self, board: &mut Board, _: &mut [Step], seat: Seat, dice: &mut Dice) {
        if seat != BLUE && board.trap > board.at {
            board.trap = board.at + dice.draw(HOME - board.at);
        }
    }
    fn print_position(&self, setup: &Setup, board: &Board, stack: &[Step]) -> String {
        let Board { at, trap, dares } = board;
        let (step, scenario) = (stack.last(), &setup.scenario);
        format!(
            "scenario = \"{scenario}\"\nat = {at}\ntrap = {trap}\ndares = {dares:?}\nstep = \"{step:?}\"\n"
        )
    }
    fn parse_position(&self, text: &str) -> Result<Position<Toy>, String> {
        let table: toml::Table = text.parse().map_err(|error: toml::de::Error| error.to_string())?;
        let number =
            |key: &str| table.get(key).and_then(toml::Value::as_integer).ok_or(format!("{key} is missing"));
        let stack = match table.get("step").and_then(toml::Value::as_str) {
            Some("Some(Dare)") => vec![Step::Dare],
            Some("Some(SetTrap)") => vec![Step::SetTrap],
            Some("Some(Walk)") => vec![Step::Walk],
            _ => vec![],
        };
        let dares = |nth: usize| {
            let list = table.get("dares").and_then(toml::Value::as_array);
            list.and_then(|list| list.get(nth)).and_then(toml::Value::as_integer).unwrap_or(0) as u8
        };
        let board =
            Board { at: number("at")? as u8, trap: number("trap")? as u8, dares: [dares(0), dares(1)] };
        let scenario = table.get("scenario").and_then(toml::Value::as_str).unwrap_or("path");
        Ok(Position { setup: Setup::of(scenario), board, stack })
    }
    fn audit(&self, board: &Board, _: &[Step]) -> Result<(), String> {
        if board.at <= HOME { Ok(()) } else { Err("off the path".into()) }
    }
}

fn toy() -> Arc<Toy> {
    let cases = "[[case]]\nnumber = '1.1'\ntitle = 'Trap'\ngist = 'Blue hides it on squares 1 to 4.'\n\
        [[case]]\nnumber = '1.2'\ntitle = 'Walking'\n[[case]]\nnumber = '1.3'\ntitle = 'Running'\n\
        [[case]]\nnumber = '1.4'\ntitle = 'Daring'\n";
    let rules = "[rules]\ntrap = ['1.1']\nwalking = ['1.2']\nrunning = ['1.3']\ndaring = ['1.4']\n";
    let files =
        Files(BTreeMap::from([("cases.toml".into(), cases.into()), ("rules.toml".into(), rules.into())]));
    let book = Casebook::parse::<Rule>(&files).expect("the casebook is good");
    let seat = |id: &str| SeatInfo { id: id.into(), name: id.into(), nation: id.into() };
    let path = |id: &str| ScenarioInfo {
        id: id.into(),
        name: format!("The {id}"),
        from: String::new(),
        to: String::new(),
        turns: 6,
        seats: vec![0, 1],
        about: String::new(),
        school: false,
        places: Vec::new(),
    };
    let title = Title {
        id: "toy".into(),
        name: "Toy".into(),
        rules_version: 1,
        pack: files.hash(),
        seats: vec![seat("red"), seat("blue")],
        scenarios: vec![path("path"), path("long path")],
        options: vec![],
        cases: book.cases.clone(),
        charts: vec![],
        units: vec![],
        places: vec![],
    };
    Arc::new(Toy { title, book })
}

fn game(seed: u64) -> Game<Toy> {
    Game::start(toy(), Start::seeded(Setup::of("path"), seed)).expect("the path can be set up")
}

#[test]
fn random_play_keeps_every_promise() {
    for (seed, scenario) in (0..200).zip(["path", "long path"].into_iter().cycle()) {
        let checks = fuzz::Checks { every: 1, longest: 20, witness: None };
        fuzz::random_game(&toy(), &Setup::of(scenario), seed, checks)
            .map_err(|failure| failure.why)
            .expect("no failure");
    }
}

/// Red has written yes or no, and blue is asked: blue's decision and all that he can ask must not depend on it.
#[test]
fn a_sealed_answer_cannot_be_read_before_one_answers() {
    let mut heard = Vec::new();
    for written in ["dare", "stay"] {
        let mut game =
            Game::start(toy(), Start::seeded(Setup::of("long path"), 1)).expect("it can be set up");
        game.play(RED, written).expect("legal");
        let odds = |before: &str, text: &str| game.odds(BLUE, &[before], text);
        assert_eq!(
            odds("dare", "trap 1").expect_err("it would be shown").error,
            "something would be revealed before that"
        );
        heard.push((
            game.decision(Viewer::Seat(BLUE)).expect("blue is asked"),
            ["dare", "stay"].map(|before| odds(before, "trap 1")),
            ["dare", "stay, trap 1", "dare, trap 1", "trap 1", "walk"].map(|text| game.why(BLUE, text)),
            ["dare", "stay, trap 1", "trap 1"].map(|text| game.path(BLUE, text)),
        ));
    }
    assert_eq!(heard[0], heard[1]);
    assert!(heard[0].0.options.iter().all(|choice| choice.binding), "the last answer cannot be taken back");
}

#[test]
fn the_first_sealed_answer_can_be_taken_back_and_the_last_cannot() {
    let mut game = Game::start(toy(), Start::seeded(Setup::of("long path"), 1)).expect("it can be set up");
    assert!(game.decision(Viewer::Seat(RED)).expect("red is asked").options.iter().all(|o| !o.binding));
    game.play(RED, "dare").expect("legal");
    game.undo(RED).expect("blue has not answered");
    game.play(RED, "stay").expect("legal");
    // No die is rolled and no event reveals anything, and yet blue knows now what red has written.
    game.play(BLUE, "stay").expect("legal");
    assert!(game.undo(BLUE).is_err());
    let record = game.record(Viewer::Omniscient).print();
    let again = Game::replay(toy(), &Record::parse(&record).expect("a record"), None).expect("it replays");
    assert!(!again.may_undo(BLUE), "a game that was stored and read again keeps the promise");
}

#[test]
fn a_refusal_names_its_case_and_changes_nothing() {
    let mut game = game(1);
    let before = game.position();
    let refusal = game.play(BLUE, "trap 9").expect_err("there is no square 9");
    assert_eq!(refusal.reasons[0].case, "1.1");
    assert!(game.play(RED, "walk").expect_err("blue is asked").error.contains("not your decision"));
    assert!(game.play(BLUE, "dance").is_err());
    assert_eq!(game.position(), before);
}

#[test]
fn undo_ends_at_the_last_die() {
    let mut game = game(1);
    game.play(BLUE, "trap 4").expect("legal");
    game.undo(BLUE).expect("no die yet");
    game.play(BLUE, "trap 4").expect("legal");
    game.play(RED, "walk").expect("legal");
    assert!(game.undo(BLUE).is_err(), "not blue's action");
    game.undo(RED).expect("no die yet");
    game.play(RED, "run").expect("legal");
    assert!(game.undo(RED).is_err(), "a die was rolled");
}

#[test]
fn an_option_is_binding_if_it_cannot_be_taken_back() {
    let mut game = game(1);
    let mut seen = Vec::new();
    for (seat, last) in [(BLUE, "trap 4"), (RED, "run")] {
        for choice in game.decision(Viewer::Seat(seat)).expect("it is asked").options {
            game.play(seat, &choice.play).expect("it is an option");
            assert_eq!(choice.binding, !game.may_undo(seat), "{}", choice.play);
            seen.push(choice.binding);
            if choice.binding {
                break;
            }
            game.undo(seat).expect("it is not binding");
        }
        if Session::asked(&game).contains(&seat) {
            game.play(seat, last).expect("legal");
        }
    }
    assert!(seen.contains(&true) && seen.contains(&false), "{seen:?}");
}

#[test]
fn an_answer_by_order_is_taken_back_with_the_action_it_followed() {
    let mut game = game(1);
    game.play(BLUE, "trap 4").expect("legal");
    game.play(RED, "walk").expect("legal");
    game.mark_automatic(1);
    assert!(game.may_undo(BLUE) && !game.may_undo(RED));
    game.undo(BLUE).expect("red did not choose");
    assert_eq!(game.seq(), 0);
    game.play(BLUE, "trap 4").expect("legal");
    game.play(RED, "run").expect("legal");
    game.mark_automatic(1);
    assert!(game.undo(BLUE).is_err(), "a die was rolled");
}

#[test]
fn a_compound_line_is_played_whole_or_not_at_all() {
    let mut game = game(1);
    game.play(BLUE, "trap 4").expect("legal");
    assert!(game.play(RED, "walk, trap 2").is_err());
    assert_eq!(game.seq(), 1);
    assert_eq!(game.play(RED, "walk, walk"), Ok(2));
}

#[test]
fn a_running_record_seals_what_its_reader_may_not_know() {
    let mut game = game(1);
    game.play(BLUE, "trap 3").expect("legal");
    game.play(RED, "walk").expect("legal");
    let reds = game.record(Viewer::Seat(RED)).print();
    assert!(!reds.contains("trap 3") && !reds.contains("seed") && reds.contains("blue sealed "), "{reds}");
    assert!(game.record(Viewer::Seat(BLUE)).print().contains("trap 3"));
    assert!(Game::replay(toy(), &Record::parse(&reds).expect("it is a record"), None).is_err());
}

#[test]
fn audited_dice_can_be_checked_by_anyone_afterwards() {
    let secret = [7; 32];
    let dice = DiceSource::Audited {
        commitment: dice::hex(&dice::commitment(&secret)),
        game: "g1".into(),
        nonces: vec!["a".into(), "b".into()],
    };
    let start = Start { dice, secret: Some(secret), ..Start::seeded(Setup::of("path"), 0) };
    let mut game = Game::start(toy(), start).expect("it can be set up");
    game.play(BLUE, "trap 1").expect("legal");
    while game.live().outcome().is_none() {
        game.play(RED, "run").expect("legal");
    }
    let text = game.record(Viewer::Spectator).print();
    Game::replay(toy(), &Record::parse(&text).expect("it is a record"), None)
        .expect("every die fits the secret");
    let die = text.split('[').nth(1).and_then(|rest| rest.chars().next()).expect("a die was rolled");
    let forged = text.replacen(&format!("[{die}"), &format!("[{}", if die == '6' { '5' } else { '6' }), 1);
    let error = Game::replay(toy(), &Record::parse(&forged).expect("it is a record"), None)
        .err()
        .expect("a forged die");
    assert!(error.reason.contains("dice"), "{error}");
}

#[test]
fn a_record_can_be_cut_and_continued() {
    let mut game = game(5);
    game.play(BLUE, "trap 4").expect("legal");
    game.play(RED, "walk").expect("legal");
    game.play(RED, "walk").expect("legal");
    let text = game.record(Viewer::Omniscient).print();
    let cut = &text[..text.find("red: walk").expect("red walks")];
    let mut again = Game::replay(toy(), &Record::parse(cut).expect("a record"), None).expect("it replays");
    again.play(RED, "walk, walk").expect("it goes on");
    assert_eq!(again.record(Viewer::Omniscient).print(), text);
}

#[test]
fn an_entry_can_be_rolled_again() {
    let mut game = game(5);
    game.play(BLUE, "trap 4").expect("legal");
    game.play(RED, "walk").expect("legal");
    game.play(RED, "run").expect("legal");
    let (true_hash, true_record) = (Session::hash(&game), game.record(Viewer::Omniscient).print());
    for die in 1..=6 {
        let other = game.reroll(2, Dice::scripted([die], 0)).expect("red has run");
        assert_eq!((other.seq(), other.rolled(2)[0].value), (3, die));
        let record = other.record(Viewer::Omniscient);
        let again = Game::replay(toy(), &record, None).expect("what might have been can be re-run");
        assert_eq!(Session::hash(&again), Session::hash(&other));
        assert!(die != game.rolled(2)[0].value || Session::hash(&other) == true_hash);
    }
    assert!(game.reroll(3, Dice::seeded(1)).is_none(), "there is no fourth entry");
    assert_eq!(game.record(Viewer::Omniscient).print(), true_record);
}

#[test]
fn resignation_and_draws_are_always_possible() {
    let mut game = game(1);
    assert!(game.play(RED, "accept draw").is_err());
    game.play(RED, "offer draw").expect("red may offer out of turn");
    assert!(game.play(RED, "accept draw").is_err(), "not his own offer");
    game.play(BLUE, "accept draw").expect("blue may accept");
    assert_eq!(game.result().as_deref(), Some("draw agreed draw"));
    assert!(game.play(BLUE, "trap 1").is_err());
    let record = game.record(Viewer::Omniscient).print();
    Game::replay(toy(), &Record::parse(&record).expect("a record"), None).expect("it replays");
}

#[test]
fn an_example_must_cite_the_cases_it_declares() {
    let run = |text: &str| {
        let example = &examples::parse(text).expect("it parses")[0];
        examples::run(example, |start| {
            Game::start(toy(), start).map(|game| Box::new(game) as Box<dyn Session>)
        })
    };
    let script = r#"
        [[example]]
        name = "a lucky run"
        cases = ["1.1", "1.3"]
        scenario = "path"
        dice = [5]
        script = ["no blue: trap 5 -- 1.1", "blue: trap 2", "see track trap 2", "odds red: run -- home 2/6",
                  "ask red walk", "offer red: run", "hide red: trap 1", "red: run", "told moved rolls 5", "over red home"]
    "#;
    run(script).expect("all of it holds");
    assert!(run(&script.replace("over red", "over blue")).is_err());
    assert!(
        run(&script.replace("\"1.3\"]", "\"9.9\"]")).expect_err("9.9 is no case").contains("never cited")
    );
    assert!(run(&script.replace("2/6", "3/6")).is_err());
    assert!(run(&script.replace("dice = [5]", "dice = [5, 5]")).is_ok());
}
