//! Random numbers, tokens and their hashes.

use engine::dice::hex;
use rand::TryRng;
use rand::rngs::SysRng;
use sha2::{Digest, Sha256};

/// `N` random bytes from the operating system.
pub(crate) fn random<const N: usize>() -> [u8; N] {
    let mut bytes = [0; N];
    SysRng.try_fill_bytes(&mut bytes).expect("the operating system gives random numbers");
    bytes
}

/// 128 random bits in hexadecimal: the secret part of a link, a cookie.
pub(crate) fn token() -> String {
    hex(&random::<16>())
}

/// The number of a request, for logs.
pub(crate) fn request_id() -> String {
    hex(&random::<6>())
}

/// The short public name of a table: 60 random bits in letters and digits that all look different.
pub(crate) fn public_id() -> String {
    const LETTERS: &[u8; 32] = b"23456789abcdefghjkmnpqrstuvwxyz0";
    random::<12>().iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect()
}

/// What is stored of a token.
pub(crate) fn hash(token: &str) -> String {
    hex(&Sha256::digest(token.as_bytes()))
}

/// Whether a client's nonce can be used: it stands in the record between spaces.
pub(crate) fn is_nonce(nonce: &str) -> bool {
    (8..=64).contains(&nonce.len()) && nonce.bytes().all(|byte| byte.is_ascii_alphanumeric())
}
