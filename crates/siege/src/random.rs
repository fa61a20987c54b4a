//! Chance that can be repeated, and damage that it does to good input.

use std::net::{IpAddr, Ipv4Addr};

/// A small generator: a seed repeats an attack.
#[derive(Clone)]
pub(crate) struct Random(u64);

/// Bytes that break careless readers: NUL, halves of characters, huge numbers, nesting, ends of lines.
const NASTY: [&[u8]; 24] = [
    b"\0",
    b"\\u0000",
    b"\xe2\x82",
    b"\xf0\x9f",
    b"\xc0\x80",
    b"\xed\xa0\x80",
    b"\xff\xfe",
    b"\\ud800",
    b"99999999999999999999999999",
    b"-1",
    b"-9223372036854775809",
    b"18446744073709551616",
    b"1e999",
    b"-1e-999",
    b"NaN",
    b"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
    b"{\"a\":{\"a\":{\"a\":{\"a\":",
    b"\"",
    b"\\",
    b"\r\n\r\n",
    b"\n",
    b"../../../../etc/passwd",
    b"%00%2e%2e%2f",
    b"\xe2\x80\xae",
];

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1916)
    }

    /// A number below `below`, which is not 0.
    pub(crate) fn below(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % below
    }

    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }

    /// One of the millions of addresses of this machine: the attackers are many.
    pub(crate) fn address(&mut self) -> IpAddr {
        let [b, c, d] = [self.below(200) + 20, self.below(256), self.below(254) + 1];
        IpAddr::V4(Ipv4Addr::new(127, b as u8, c as u8, d as u8))
    }

    /// Damages something good in one to six places.
    pub(crate) fn damage(&mut self, good: &[u8]) -> Vec<u8> {
        let mut text = good.to_vec();
        for _ in 0..=self.below(6) {
            let at = self.below(text.len() + 1);
            let end = (at + self.below(24)).min(text.len());
            match self.below(8) {
                0 => text.truncate(at),
                1 => drop(text.drain(at..end)),
                2 => {
                    let again = text[at..end].to_vec();
                    text.splice(at..at, again);
                }
                3 if at < text.len() => text[at] = self.below(256) as u8,
                4 if at < text.len() => text[at] ^= 1 << self.below(8),
                5 => self.replace_number(&mut text, at),
                _ => drop(text.splice(at..at, self.pick(&NASTY).iter().copied())),
            }
        }
        text
    }

    /// Puts something else where the next number stands.
    fn replace_number(&mut self, text: &mut Vec<u8>, from: usize) {
        let Some(begin) = text[from..].iter().position(u8::is_ascii_digit).map(|at| at + from) else {
            return;
        };
        let end =
            text[begin..].iter().position(|byte| !byte.is_ascii_digit()).map_or(text.len(), |at| at + begin);
        text.splice(begin..end, self.pick(&NASTY[8..15]).iter().copied());
    }
}
