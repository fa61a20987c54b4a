//! The engine protocol, spoken to the real program as a stranger with docs/engine-protocol.md would.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_westfront"))
            .arg("engine")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("it listens");
        let output = BufReader::new(child.stdout.take().expect("it speaks"));
        Engine { child, input, output }
    }

    fn say(&mut self, line: &[u8]) -> Value {
        self.input.write_all(line).expect("it listens");
        self.input.write_all(b"\n").expect("it listens");
        let mut answer = String::new();
        self.output.read_line(&mut answer).expect("it answers");
        serde_json::from_str(&answer).unwrap_or_else(|_| panic!("not JSON: {answer}"))
    }

    fn ask(&mut self, request: &Value) -> Value {
        self.say(request.to_string().as_bytes())
    }

    fn good(&mut self, request: &Value) -> Value {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], true, "{request} got {answer}");
        answer
    }

    fn refused(&mut self, request: &Value) -> String {
        let answer = self.ask(request);
        assert_eq!(answer["ok"], false, "{request} got {answer}");
        answer["error"].as_str().expect("an error is a sentence").to_owned()
    }
}

/// Every game and its first scenario.
fn games(engine: &mut Engine) -> Vec<(String, String)> {
    let list = engine.good(&json!({"do": "list"}));
    let games = list["games"].as_array().expect("a list of games");
    let text = |value: &Value| value.as_str().expect("an id").to_owned();
    games.iter().map(|game| (text(&game["id"]), text(&game["scenarios"][0]["id"]))).collect()
}

#[test]
fn a_whole_game_can_be_played_and_its_record_loaded_again() {
    let mut engine = Engine::start();
    for (game, scenario) in games(&mut engine) {
        let mut status =
            engine.good(&json!({"do": "new", "game": game, "scenario": scenario, "seed": 3, "id": "x"}));
        assert_eq!(status["id"], "x");
        let mut nth = 7;
        while status["result"].is_null() {
            let decision =
                engine.good(&json!({"do": "options", "seat": status["to_play"][0]}))["decision"].clone();
            let options = decision["options"].as_array().expect("options");
            assert!(options.len() > 1, "a single option is no decision: {decision}");
            nth = (nth * 31 + 17) % 9973;
            let (seat, choice) = (&status["to_play"][0], &options[nth % options.len()]);
            let request = match nth % 3 {
                0 => json!({"do": "play", "seat": seat, "text": choice["play"]}),
                1 => {
                    json!({"do": "play", "seat": seat, "option": nth % options.len(), "seq": decision["seq"]})
                }
                _ => json!({"do": "play", "seat": seat, "choice": choice}),
            };
            status = engine.good(&request);
        }
        let record = engine.good(&json!({"do": "export"}))["record"].clone();
        assert_eq!(
            engine.good(&json!({"do": "load", "record": record}))["result"],
            status["result"],
            "{game}"
        );
        assert!(engine.refused(&json!({"do": "play", "seat": "german", "text": "pass"})).contains("over"));
    }
    assert_eq!(engine.good(&json!({"do": "quit"}))["bye"], true);
    assert!(engine.child.wait().expect("it ends").success());
}

#[test]
fn bad_input_gets_an_error_and_changes_nothing() {
    let mut engine = Engine::start();
    assert!(engine.refused(&json!({"do": "options"})).contains("no game"));
    for (game, scenario) in games(&mut engine) {
        let status = engine.good(&json!({"do": "new", "game": game, "scenario": scenario}));
        let seat = status["to_play"][0].clone();
        let position = engine.good(&json!({"do": "export"}))["position"].clone();
        let bad = [
            json!({"do": "dance"}),
            json!({"do": "play", "seat": seat, "text": "move nobody-9-9 to Z99"}),
            json!({"do": "play", "seat": seat, "text": ""}),
            json!({"do": "play", "seat": seat, "text": "\u{0} \u{1F600} 'x\""}),
            json!({"do": "play", "seat": seat, "option": 100_000}),
            json!({"do": "play", "seat": seat, "option": 0, "seq": 99}),
            json!({"do": "play", "seat": "nobody", "option": 0}),
            json!({"do": "play", "seat": seat}),
            json!({"do": "play", "seat": seat, "text": "x".repeat(100_000)}),
            json!({"do": "new", "game": "chess", "scenario": "x"}),
            json!({"do": "new", "game": game, "scenario": "x"}),
            json!({"do": "new", "game": game, "scenario": scenario, "options": {"x": "y"}}),
            json!({"do": "load", "record": "rubbish"}),
            json!({"do": "load", "game": game, "position": "rubbish = ["}),
            json!({"do": "load"}),
            json!({"do": "odds", "seat": seat, "text": "rubbish"}),
            json!({"do": "view", "seat": "nobody"}),
            json!({"do": "undo"}),
            json!([1, 2]),
            json!(null),
        ];
        for request in bad {
            assert!(!engine.refused(&request).is_empty());
        }
        for line in [&b"{"[..], b"{\"do\":\"pl", b"\xff\xfe", b"\"", b"[[[[[[[["] {
            assert_eq!(engine.say(line)["ok"], false);
        }
        assert_eq!(engine.good(&json!({"do": "why", "seat": seat, "text": "rubbish"}))["legal"], false);
        assert_eq!(engine.good(&json!({"do": "export"}))["position"], position, "{game}");
    }
}

#[test]
fn a_line_of_a_hundred_megabytes_is_refused_and_the_process_lives_on() {
    let mut engine = Engine::start();
    let chunk = vec![b'x'; 1 << 20];
    for _ in 0..100 {
        engine.input.write_all(&chunk).expect("it listens");
    }
    let answer = engine.say(b"");
    assert!(answer["error"].as_str().is_some_and(|error| error.contains("longer")), "{answer}");
    engine.good(&json!({"do": "list"}));
}
