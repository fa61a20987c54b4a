//! After the bids (17.1) every event and roll names the seat that really plays its side.

use std::sync::Arc;

use cambrai::Cambrai;
use engine::{Game, Seat, Session, Setup, Start, Viewer};

const BRITISH_SEAT: Seat = Seat(0);
const GERMAN_SEAT: Seat = Seat(1);

fn swapped_game() -> Game<Cambrai> {
    let game = Arc::new(Cambrai::new(&cambrai::embedded()).expect("the pack is sound"));
    let mut setup = Setup::of("campaign");
    setup.options.insert("side-bid".into(), "british".into());
    let mut game = Game::start(game, Start::seeded(setup, 3)).expect("a scenario");
    game.play(BRITISH_SEAT, "bid 2").expect("a bid");
    game.play(GERMAN_SEAT, "bid 6").expect("a bid");
    game
}

#[test]
fn events_and_rolls_name_the_seat_that_plays_the_side() {
    let mut game = swapped_game();
    let since = game.event_count();
    game.play(GERMAN_SEAT, "hurricane 3 gar-02").expect("the second seat commands the British");
    let told = Session::events(&game, since, Viewer::Spectator);
    let fired = told.iter().find(|told| told.kind == "barrage-fired").expect("a barrage");
    assert_eq!(fired.seat, Some(GERMAN_SEAT));
    let rolls: Vec<Option<Seat>> = fired.rolls.iter().map(|roll| roll.seat).collect();
    assert_eq!(rolls, [Some(GERMAN_SEAT), Some(BRITISH_SEAT)], "attack, then defense");
}

#[test]
fn a_resignation_reads_as_the_enemys() {
    let mut game = swapped_game();
    game.play(GERMAN_SEAT, "resign").expect("always possible");
    assert_eq!(game.result().as_deref(), Some("british after the enemy's resignation"));
}
