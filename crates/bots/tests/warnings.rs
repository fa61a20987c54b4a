//! Warnings: blows that lose more than they take, fire without shells, units and ground left unguarded. Each
//! is one sentence, and few answers of a sensible player get one.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use bots::{Brain, Limits, choose, level};
use engine::{Files, Game, Setup, Start};

fn files(game: &str) -> Files {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../packs").join(game);
    let mut files = Files::default();
    for entry in std::fs::read_dir(folder).expect("the pack is there") {
        let path = entry.expect("the folder can be read").path();
        if path.extension().is_some_and(|extension| extension == "toml") {
            let name = path.file_name().and_then(|name| name.to_str()).expect("a plain name").to_owned();
            files.0.insert(name, std::fs::read_to_string(&path).expect("a text").into());
        }
    }
    files
}

/// Plays a game as a captain would, and counts the kinds of warnings: for all answers, and for those that were given.
fn walk<B: Brain>(rules: &Arc<B>, scenario: &str, decisions: u64) -> [BTreeMap<&'static str, u32>; 2] {
    let start = Start::seeded(Setup::of(scenario), 7);
    let mut game = Game::start(rules.clone(), start).expect("a game");
    let captain = level("captain").expect("there is such a level");
    let mut kinds = [BTreeMap::new(), BTreeMap::new()];
    for decision in 0..decisions {
        let Some(seat) = game.live().asked().iter().next() else { break };
        let limits = Limits { seed: decision, threads: 1, is_over: &|| false, plan: None };
        let chosen = choose(&game, seat, captain, &limits).expect("an answer").text;
        let (live, rules) = (game.live(), game.rules());
        let step = live.step().expect("a decision has a step");
        let options = live.options_of(seat);
        for action in &options {
            let Some(warning) = rules.warning(step, live.board(), seat, &options, *action) else { continue };
            let text = &warning.text;
            assert!(
                text.ends_with('.')
                    && text.starts_with(|first: char| first.is_uppercase() || first.is_ascii_digit()),
                "{text}"
            );
            assert!(!text.contains("  ") && text.len() < 140, "{text}");
            *kinds[0].entry(warning.kind).or_default() += 1;
            if rules.print(*action) == chosen {
                *kinds[1].entry(warning.kind).or_default() += 1;
            }
        }
        let because = rules.because(step, live.board(), seat, options[0]);
        assert!(!because.is_empty() && !because.ends_with('.'), "{because}");
        game.act(
            seat,
            options.into_iter().find(|action| game.rules().print(*action) == chosen).expect("an option"),
        )
        .expect("an option can be played");
    }
    kinds
}

#[test]
fn poor_answers_of_the_big_push_are_warned_of_and_sensible_ones_seldom() {
    let rules = Arc::new(big_push::game(&files("big-push")).expect("the pack is good"));
    let [all, given] = walk(&rules, "over-the-top", 900);
    for kind in ["low-column", "wasted-fire", "guns-in-reach"] {
        assert!(all.contains_key(kind), "no {kind} in {all:?}");
    }
    assert!(given.values().sum::<u32>() < 60, "a captain is warned too often: {given:?}");
}

#[test]
fn poor_answers_at_cambrai_are_warned_of() {
    let rules = Arc::new(cambrai::Cambrai::new(&cambrai::embedded()).expect("the pack is good"));
    let [all, given] = walk(&rules, "tank-attack", 300);
    assert!(all.contains_key("wrong-leader"), "{all:?}");
    assert!(given.values().sum::<u32>() < 20, "a captain is warned too often: {given:?}");
}
