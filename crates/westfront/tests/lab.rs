//! The laboratory, used from the command line as docs/lab.md says.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("westfront-cli-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder can be made");
    folder
}

fn westfront(folder: &Path, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_westfront"))
        .args(line.split(' '))
        .current_dir(folder)
        .output()
        .expect("the program starts")
}

fn good(folder: &Path, line: &str) -> String {
    let output = westfront(folder, line);
    assert!(output.status.success(), "{line}: {output:?}");
    String::from_utf8(output.stdout).expect("it speaks in text")
}

#[test]
fn shards_merge_into_the_whole_run() {
    let folder = folder("shards");
    let run = "lab cambrai tank-attack --games 5 --level random --seed 3";
    good(&folder, &format!("{run} -o whole"));
    good(&folder, &format!("{run} --shard 1/2 -o one"));
    let missing = westfront(&folder, "lab merge one -o merged");
    assert!(!missing.status.success());
    assert!(String::from_utf8_lossy(&missing.stderr).contains("game 1 is missing"), "{missing:?}");
    good(&folder, &format!("{run} --shard 2/2 --threads 1 -o two"));
    good(&folder, "lab merge two one -o merged");
    for name in
        ["run.json", "games.jsonl", "games.csv", "turns.csv", "places.jsonl", "places.csv", "report.html"]
    {
        let read = |run: &str| fs::read(folder.join(run).join(name)).expect("the file is there");
        assert!(read("whole") == read("merged"), "{name} differs");
    }
    fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn a_match_keeps_its_records_and_their_luck_can_be_weighed() {
    let folder = folder("arena");
    let report = good(
        &folder,
        "arena recruit random --game cambrai --scenario tank-attack --pairs 2 --seed 9 -o kept",
    );
    for line in ["games ", "score ", "Elo ", "pairs ", "sides ", "faults A ", "faults B "] {
        assert!(report.lines().any(|found| found.starts_with(line)), "no {line} in {report}");
    }
    assert!(good(&folder, "verify kept/pair-00002b.game").contains("good"));
    let luck = good(&folder, "luck kept/pair-00001a.game -o luck.html");
    assert!(luck.contains("winning chances"), "{luck}");
    assert!(fs::read_to_string(folder.join("luck.html")).expect("a page").contains("Luckiest rolls"));
    let bench = good(&folder, "arena random random --game cambrai --scenario tank-attack --pairs 2 --bench");
    assert!(bench.starts_with("| players | threads | games |"), "{bench}");
    fs::remove_dir_all(folder).expect("it can be removed");
}

#[test]
fn what_cannot_be_done_is_said() {
    let folder = folder("refused");
    for (line, words) in [
        ("arena corporal random --game cambrai", "there is no level 'corporal'"),
        ("arena random random --game chess", "there is no game 'chess'"),
        ("arena random random --game cambrai --option tank-fright=perhaps", "may be off, on"),
        ("lab cambrai siege -o out", "no scenario 'siege'"),
        ("lab cambrai campaign --shard 3/2 -o out", "K from 1 to N"),
        ("lab cambrai campaign --levels random,random,random -o out", "3 levels for 2 sides"),
        ("luck absent.game", "absent.game"),
    ] {
        let output = westfront(&folder, line);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(!output.status.success() && said.contains(words), "{line}: {said}");
    }
    fs::remove_dir_all(folder).expect("it can be removed");
}
