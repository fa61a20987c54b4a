//! The commands of the real program, as README names them.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Output, Stdio};

fn westfront(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_westfront")).args(arguments).output().expect("the program starts")
}

/// What a command that must succeed prints.
fn good(arguments: &[&str]) -> String {
    let output = westfront(arguments);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "westfront {}:\n{text}{errors}", arguments.join(" "));
    text
}

/// What a command that must fail says on its last line.
fn bad(arguments: &[&str]) -> String {
    let output = westfront(arguments);
    assert!(!output.status.success(), "westfront {} succeeded", arguments.join(" "));
    String::from_utf8_lossy(&output.stderr).lines().last().unwrap_or_default().to_owned()
}

/// The health of a server that has just been started, asked at the address that it prints.
fn health(server: &mut Child) -> std::io::Result<String> {
    let mut line = String::new();
    BufReader::new(server.stdout.take().expect("a pipe")).read_line(&mut line)?;
    let address = line.trim().strip_prefix("Westfront: http://").unwrap_or_default();
    let mut stream = TcpStream::connect(address)?;
    write!(stream, "GET /healthz HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

#[test]
fn a_server_prints_its_address_and_answers_there() {
    let folder = std::env::temp_dir().join(format!("westfront-serve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let database = folder.join("westfront.db");
    let mut server = Command::new(env!("CARGO_BIN_EXE_westfront"))
        .args(["serve", "--no-browser", "--listen", "127.0.0.1:0", "--bot-time", "3", "--db"])
        .arg(&database)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let health = health(&mut server);
    server.kill().and_then(|()| server.wait()).expect("it can be ended");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
    let health = health.expect("an answer");
    assert!(health.starts_with("HTTP/1.1 200") && health.trim_end().ends_with("ok"), "{health}");
    assert!(westfront(&["serve", "--bot-time", "0"]).status.code() == Some(2), "no time at all is refused");
}

/// Random games of each game that the test command plays.
const RANDOM_GAMES: [(&str, &str); 3] = [("cambrai", "2000"), ("big-push", "40"), ("verdun", "7")];

#[test]
fn random_games_keep_every_promise() {
    for (game, games) in RANDOM_GAMES {
        let said = good(&["fuzz", game, "--games", games]);
        let last = said.lines().last().unwrap_or_default();
        assert!(last.starts_with(&format!("{games} games, ")) && last.contains(" 0 failures, "), "{said}");
    }
}

/// Games are judged turn by turn by a second implementation.
#[test]
fn the_oracle_agrees_with_random_games() {
    let runs = [
        (["cambrai", "20", "71"], None, 16),
        (["big-push", "3", "30200"], Some("over-the-top"), 17),
        (["verdun", "2", "30500"], Some("crown-princes-plan"), 15),
    ];
    for ([game, games, seed], scenario, parts) in runs {
        let mut arguments = vec!["fuzz", game];
        arguments.extend(scenario);
        arguments.extend(["--oracle", "--every", "500", "--games", games, "--seed", seed]);
        let said = good(&arguments);
        let agreed =
            said.lines().filter(|line| line.starts_with("oracle ") && line.ends_with(" 0 differences"));
        assert_eq!(agreed.count(), parts, "{said}");
        assert!(said.lines().last().unwrap_or_default().contains(" 0 failures, "), "{said}");
    }
}

#[test]
fn the_list_names_every_scenario_of_the_design() {
    let list = good(&["list"]);
    for id in
        ["campaign", "tank-attack", "bourlon-wood", "counter-attack", "full", "over-the-top", "firestorm"]
    {
        assert!(list.contains(&format!("  {id} ")), "{id} is missing from\n{list}");
    }
}

/// A text piped into `head` ends without an error or a panic.
#[test]
fn a_text_need_not_be_read_to_its_end() {
    for arguments in [&["list"][..], &["coverage", "cambrai"], &["data", "report", "cambrai"]] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_westfront"));
        command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        drop(child.stdout.take());
        let output = child.wait_with_output().expect("the program ends");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && errors.is_empty(), "{arguments:?}: {errors}");
    }
}

#[test]
fn coverage_of_cambrai_is_complete() {
    assert!(
        good(&["coverage", "cambrai"]).ends_with("150 of 150 cases covered\n790 of 790 clauses covered\n")
    );
}

#[test]
fn packs_are_checked_and_their_estimates_listed() {
    assert!(good(&["data", "check"]).contains("cambrai: pack "));
    assert!(good(&["data", "report", "cambrai"]).contains("estimated or reconstructed"));
    let folder = std::env::temp_dir().join(format!("westfront-packs-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("cambrai")).expect("a folder can be made");
    std::fs::write(folder.join("cambrai/units.toml"), "unit = 3").expect("a file can be written");
    let said = bad(&["data", "check", folder.to_str().expect("a path of text")]);
    assert!(said.contains("units.toml"), "{said}");
    std::fs::remove_dir_all(&folder).expect("the folder goes");
}

#[test]
fn maps_are_drawn() {
    for game in ["cambrai", "big-push", "verdun"] {
        let file = std::env::temp_dir().join(format!("westfront-{game}-{}.svg", std::process::id()));
        good(&["map", game, "-o", file.to_str().expect("a path of text")]);
        let picture = std::fs::read_to_string(&file).expect("a picture was written");
        assert!(picture.starts_with("<svg") && picture.contains("layer-counters"));
        std::fs::remove_file(&file).expect("the picture goes");
    }
}

#[test]
fn mistakes_get_one_clear_sentence() {
    assert!(bad(&["coverage", "chess"]).contains("there is no game 'chess'"));
    assert!(bad(&["fuzz", "cambrai", "waterloo"]).contains("no scenario 'waterloo'"));
    assert!(bad(&["replay", "/nowhere.game"]).contains("cannot read /nowhere.game"));
    assert!(bad(&["--packs", "/nowhere", "list"]).contains("there is no folder /nowhere"));
}
