//! The last map of a battle on a part of the map shows that part alone.

use engine::{Setup, Start};
use games::Library;

#[test]
fn a_battle_in_a_corner_is_remembered_by_its_corner() {
    for game in Library::embedded().expect("the packs can be read").games() {
        let title = game.title();
        for scenario in &title.scenarios {
            let session = game.open(Start::seeded(Setup::of(&scenario.id), 1)).expect("it can be played");
            let (picture, keepsake) = (game.picture(session.as_ref()), game.keepsake(session.as_ref()));
            let is_cut = keepsake.len() < picture.len();
            assert_eq!(is_cut, !scenario.places.is_empty(), "{} {}", title.id, scenario.id);
            assert!(keepsake.starts_with("<svg"), "{} {}", title.id, scenario.id);
        }
    }
}
