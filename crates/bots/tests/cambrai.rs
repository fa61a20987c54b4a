//! Situations of Breakthrough: Cambrai in which a captain must not play foolishly.

use std::sync::Arc;

use bots::{Limits, choose, level};
use cambrai::Cambrai;
use engine::{Game, Seat, Session, Setup, Start};

/// Lets the captain play on from a position until the other seat is asked.
fn one_impulse(position: &str, seat: Seat, seed: u64) -> Game<Cambrai> {
    let rules = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is good"));
    let start = Start { position: Some(position.to_owned()), ..Start::seeded(Setup::of("campaign"), seed) };
    let mut game = Game::start(rules, start).expect("a position can be set up");
    let captain = level("captain").expect("there is such a level");
    while game.asked() == [seat] {
        let limits = Limits { seed, threads: 1, is_over: &|| false, plan: None };
        let chosen = choose(&game, seat, captain, &limits).expect("whoever is asked chooses");
        Session::play(&mut game, seat, &chosen.text).expect("a captain plays by the rules");
    }
    game
}

/// Whether Germans stand in the place with that id.
fn held_by_germans(game: &Game<Cambrai>, id: &str) -> bool {
    let (pack, board) = (&game.rules().pack, game.live().board());
    let german = board.present(cambrai::side::Side::German);
    german.iter().any(|place| pack.at(place).id == id)
}

#[test]
fn germans_bar_the_way_of_cavalry() {
    // The way from Bourlon Wood over Bourlon (7) into zone B is open; only the regiment in A can help, and it
    // cannot get where it is needed most in one step.
    let position = r#"
scenario = "campaign"
date = "1917-11-22"
impulse = 10
british = ["I", "J", "K", "L", "2", "3", "4", "5"]
advantage = "german"
[units]
5 = ["cav-1-1"]
4 = ["br-62-185"]
3 = ["br-62-186"]
2 = ["br-36-107"]
I = ["br-55-164"]
J = ["br-6-16"]
K = ["br-51-152"]
L = ["br-56-167"]
A = ["de-107-52R"]
16 = ["de-107-232R"]
28 = ["gar-05"]
24 = ["de-107-227R"]
"#;
    for seed in 1..=5 {
        let game = one_impulse(position, Seat(1), seed);
        assert!(held_by_germans(&game, "B") || held_by_germans(&game, "7"), "seed {seed}: the way is open");
    }
}
