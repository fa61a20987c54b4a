//! Dice: seeded, scripted, or drawn so that anyone can audit them afterwards.
//!
//! Rules code gets its only randomness here. Public rolls and hidden draws come from two separate streams,
//! so that a secret draw neither shifts nor betrays itself in the public dice.

use std::collections::VecDeque;
use std::fmt::Write;

use hmac::{Hmac, KeyInit, Mac};
use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};
use sha2::{Digest, Sha256};

/// One result: a die of `of` faces, or one of `of` things drawn from a cup, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    /// What came up, from 1 to `of`.
    pub value: u8,
    /// How many results there were.
    pub of: u8,
    /// Whether it was drawn in secret.
    pub hidden: bool,
}

/// A source of dice together with the list of what it gave.
#[derive(Clone, Debug)]
pub struct Dice {
    script: VecDeque<u8>,
    open: ChaCha8Rng,
    hidden: ChaCha8Rng,
    given: Vec<Die>,
    out_of_range: bool,
    ran_dry: bool,
    scripted: bool,
}

impl Dice {
    /// Dice from a plain number: for tests, simulations and play on trust.
    pub fn seeded(seed: u64) -> Dice {
        Dice::from_key(Sha256::digest(seed.to_le_bytes()).into())
    }

    /// Dice from 256 bits.
    pub fn from_key(key: [u8; 32]) -> Dice {
        let open = ChaCha8Rng::from_seed(key);
        let mut hidden = open.clone();
        hidden.set_stream(1);
        Dice {
            script: VecDeque::new(),
            open,
            hidden,
            given: Vec::new(),
            out_of_range: false,
            ran_dry: false,
            scripted: false,
        }
    }

    /// Dice that give `script` first; when it is used up they go on from `seed` and say so.
    pub fn scripted(script: impl IntoIterator<Item = u8>, seed: u64) -> Dice {
        Dice { script: script.into_iter().collect(), scripted: true, ..Dice::seeded(seed) }
    }

    /// Puts further results at the end of the script.
    pub fn script(&mut self, more: impl IntoIterator<Item = u8>) {
        self.script.extend(more);
        self.scripted = true;
    }

    /// Puts results before all that are to come.
    pub(crate) fn give_first(&mut self, results: Vec<u8>) {
        for value in results.into_iter().rev() {
            self.script.push_front(value);
        }
    }

    /// One six-sided die.
    pub fn d6(&mut self) -> u8 {
        self.next(6, false)
    }

    /// One of `of` things, counted from 1, in the open.
    pub fn draw(&mut self, of: u8) -> u8 {
        self.next(of, false)
    }

    /// One of `of` things, counted from 1, in secret.
    pub fn draw_hidden(&mut self, of: u8) -> u8 {
        self.next(of, true)
    }

    /// What was given since the last [`Dice::forget`].
    pub fn given(&self) -> &[Die] {
        &self.given
    }

    /// Clears the list of what was given and any trouble with the script.
    pub fn forget(&mut self) {
        self.given.clear();
        self.ran_dry = false;
        self.out_of_range = false;
    }

    /// What went wrong with the script since the last [`Dice::forget`], if anything.
    pub fn trouble(&self) -> Option<&'static str> {
        if self.out_of_range {
            Some("a scripted die shows a number that this die does not have")
        } else if self.ran_dry {
            Some("the script has fewer dice than the rules roll")
        } else {
            None
        }
    }

    /// How many scripted results are left.
    pub fn left(&self) -> usize {
        self.script.len()
    }

    fn next(&mut self, of: u8, hidden: bool) -> u8 {
        let value = match self.script.pop_front() {
            Some(value) if (1..=of).contains(&value) => value,
            Some(_) => {
                self.out_of_range = true;
                1
            }
            None => {
                self.ran_dry |= self.scripted;
                uniform(if hidden { &mut self.hidden } else { &mut self.open }, of)
            }
        };
        self.given.push(Die { value, of, hidden });
        value
    }
}

/// A number from 1 to `of`, each equally likely: values from the incomplete last round are thrown away.
fn uniform(stream: &mut ChaCha8Rng, of: u8) -> u8 {
    let of = u32::from(of.max(1));
    let limit = u32::MAX - u32::MAX % of;
    loop {
        let word = stream.next_u32();
        if word < limit {
            return (word % of) as u8 + 1;
        }
    }
}

/// What the server publishes before anyone acts: SHA-256 of its secret.
pub fn commitment(secret: &[u8; 32]) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// The key of the audited dice: HMAC-SHA256 of the game's id and each seat's nonce, under the secret.
///
/// Nobody can choose it alone: the secret is committed before the nonces are known, and the nonces without the
/// secret say nothing.
pub fn audited_key(secret: &[u8; 32], game: &str, nonces: &[String]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(game.as_bytes());
    for nonce in nonces {
        mac.update(b"\n");
        mac.update(nonce.as_bytes());
    }
    mac.finalize().into_bytes().into()
}

/// HMAC-SHA256 in hexadecimal: what stands in a player's record for a line he may not see yet.
pub fn seal(secret: &[u8; 32], text: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(secret).expect("HMAC takes keys of any length");
    mac.update(text.as_bytes());
    hex(&mac.finalize().into_bytes())
}

/// Lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Sixty-four hexadecimal digits as 256 bits.
pub fn unhex(text: &str) -> Option<[u8; 32]> {
    let mut bytes = [0; 32];
    if text.len() != 64 || !text.is_ascii() {
        return None;
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks(2)) {
        *byte = u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()?;
    }
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The generator is part of every record: a change of library must not change old games.
    #[test]
    fn the_first_hundred_dice_of_seed_one_never_change() {
        let mut dice = Dice::seeded(1);
        let rolled: String = (0..100).map(|_| char::from(b'0' + dice.d6())).collect();
        expect_test::expect!["6326424343641546611514155142456146251641253222645536663353366533164111212445552144622216533552363121"].assert_eq(&rolled);
    }

    #[test]
    fn hidden_draws_do_not_shift_the_open_dice() {
        let (mut plain, mut drawing) = (Dice::seeded(7), Dice::seeded(7));
        drawing.draw_hidden(11);
        assert_eq!(
            (0..20).map(|_| plain.d6()).collect::<Vec<_>>(),
            (0..20).map(|_| drawing.d6()).collect::<Vec<_>>()
        );
    }

    #[test]
    fn every_face_comes_up_about_as_often() {
        let mut dice = Dice::seeded(3);
        let mut counts = [0; 6];
        for _ in 0..60_000 {
            counts[usize::from(dice.d6()) - 1] += 1;
            dice.forget();
        }
        assert!(counts.iter().all(|count| (9_600..10_400).contains(count)), "{counts:?}");
    }

    #[test]
    fn a_script_that_is_used_up_or_wrong_says_so() {
        let mut dice = Dice::scripted([3, 9], 1);
        assert_eq!((dice.d6(), dice.trouble()), (3, None));
        dice.d6();
        assert!(dice.trouble().is_some_and(|trouble| trouble.contains("does not have")));
        dice.forget();
        dice.d6();
        assert!(dice.trouble().is_some_and(|trouble| trouble.contains("fewer")));
    }

    #[test]
    fn a_nonce_changes_the_key_and_the_commitment_alone_does_not_give_it() {
        let secret = [9; 32];
        let key = |nonce: &str| audited_key(&secret, "game", &[nonce.to_owned(), "b".to_owned()]);
        assert_ne!(key("a"), key("c"));
        assert_ne!(key("a"), commitment(&secret));
        assert_eq!(unhex(&hex(&secret)), Some(secret));
    }
}
