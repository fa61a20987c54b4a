//! The account of finished games: the golden records of each game.

use std::path::Path;

use engine::Record;
use games::Library;
use lab::luck::{Effort, ledger_with, promise};
use lab::{Account, account};

fn account_of(name: &str) -> (Account, Record) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays").join(name);
    let record = Record::parse(&std::fs::read_to_string(path).expect("a record")).expect("it is good");
    let library = Library::embedded().expect("the packs are good");
    let effort = Effort { few: 1, samples: 2, threads: 1 };
    let ledger = ledger_with(&library, &record, effort, &promise, &|_, _| true).expect("a ledger");
    let account = account(&library, &record, &ledger, &promise, &|_, _| true).expect("it can be judged");
    (account.expect("nobody breaks it off"), record)
}

#[test]
fn turning_points_are_told_in_their_order_with_chances() {
    for name in ["cambrai-tank-attack.game", "big-push-over-the-top.game"] {
        let (account, record) = account_of(name);
        let course = &account.course;
        assert!(course.len() > 3, "{name}: {course:?}");
        assert!(course.windows(2).all(|pair| pair[0].action < pair[1].action), "{name}");
        for stand in course {
            let sum: f64 = stand.chances.iter().sum();
            assert!((sum - 1.0).abs() < 1e-6 && stand.chances.len() == 2, "{name}: {stand:?}");
        }
        assert!((1..=5).contains(&account.moments.len()), "{name}: {:?}", account.moments);
        assert!(account.moments.windows(2).all(|pair| pair[0].from < pair[1].from), "{name}");
        for moment in &account.moments {
            assert!(moment.from < moment.action && moment.action <= record.lines.len(), "{moment:?}");
            assert!((moment.before[0] - moment.after[0]).abs() >= 0.04, "{moment:?}");
            assert!(!moment.told.is_empty(), "{moment:?}");
            // The end is told as the end, unless a blow decided.
            let is_last = moment.action == record.lines.len();
            assert!(is_last || !moment.told.starts_with("The battle ends"), "{moment:?}");
        }
        assert!(
            account.losses.iter().all(|side| side.values().sum::<u32>() > 0),
            "{name}: {:?}",
            account.losses
        );
    }
}

#[test]
fn an_account_can_be_broken_off() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays/cambrai-bourlon-wood.game");
    let record = Record::parse(&std::fs::read_to_string(path).expect("a record")).expect("it is good");
    let library = Library::embedded().expect("the packs are good");
    let effort = Effort { few: 1, samples: 2, threads: 1 };
    let ledger = ledger_with(&library, &record, effort, &promise, &|_, _| true).expect("a ledger");
    let broken = account(&library, &record, &ledger, &promise, &|_, _| false).expect("it can be judged");
    assert_eq!(broken, None);
}
