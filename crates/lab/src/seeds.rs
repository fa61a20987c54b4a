//! Seeds: the rolls of a game and the choices of its players depend only on one number and the game's index.

use engine::Seat;

/// Scatters a number over all others (the finaliser of SplitMix64).
fn scatter(number: u64) -> u64 {
    let mut word = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}

/// The seed of the `index`th game of a run. It fits into 53 bits, which every JSON reader keeps exactly.
pub fn of_game(seed: u64, index: u64) -> u64 {
    scatter(scatter(seed) ^ index) >> 11
}

/// The seed of a player's own dice at one decision. Players are numbered: two of a kind do not play alike.
pub fn of_decision(game_seed: u64, player: usize, seat: Seat, seq: usize) -> u64 {
    let who = (player as u64) << 8 | u64::from(seat.0);
    scatter(scatter(game_seed ^ 0xdec1_de00) ^ ((seq as u64) << 16 | who)) >> 11
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_games_of_a_run_share_their_dice() {
        let seeds: BTreeSet<u64> =
            (0..4).flat_map(|seed| (0..5_000).map(move |index| of_game(seed, index))).collect();
        assert_eq!(seeds.len(), 20_000);
        assert!(seeds.iter().all(|seed| *seed < 1 << 53));
    }

    #[test]
    fn decisions_differ_by_seat_and_number() {
        let seeds: BTreeSet<u64> =
            (0..1_000).flat_map(|seq| (0..3).map(move |seat| of_decision(7, 1, Seat(seat), seq))).collect();
        assert_eq!(seeds.len(), 3_000);
        assert_ne!(of_decision(7, 0, Seat(0), 5), of_decision(7, 1, Seat(0), 5));
    }
}
