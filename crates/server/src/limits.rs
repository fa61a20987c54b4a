//! How much one address may ask for, and how often one account's password may be guessed.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::clock;
use crate::error::{Error, Result};

/// What is limited by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Class {
    /// Signing in and up: passwords are costly and worth guessing.
    Password,
    /// Creating tables, taking seats.
    Create,
    /// Uploading records.
    Upload,
    /// Making tables with computer players.
    Computer,
    /// Opening sockets.
    Connect,
    /// Everything else.
    Request,
}

impl Class {
    /// How many at once, and how many a second afterwards.
    fn allowance(self) -> (f64, f64) {
        match self {
            Class::Password => (10.0, 0.2),
            Class::Create => (40.0, 1.0),
            Class::Upload => (10.0, 0.05),
            Class::Computer => (30.0, 1.0 / 60.0),
            Class::Connect => (60.0, 5.0),
            Class::Request => (240.0, 40.0),
        }
    }
}

/// A bucket that fills with time and is emptied by use.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    left: f64,
    size: f64,
    per_second: f64,
    at: Instant,
}

impl Bucket {
    pub(crate) fn new(size: f64, per_second: f64, now: Instant) -> Bucket {
        Bucket { left: size, size, per_second, at: now }
    }

    /// Takes one, or says in how many seconds there will be one.
    pub(crate) fn take(&mut self, now: Instant) -> std::result::Result<(), f64> {
        self.left = (self.left + now.duration_since(self.at).as_secs_f64() * self.per_second).min(self.size);
        self.at = now;
        if self.left >= 1.0 {
            self.left -= 1.0;
            Ok(())
        } else {
            Err((1.0 - self.left) / self.per_second)
        }
    }

    fn is_full(&self, now: Instant) -> bool {
        self.left + now.duration_since(self.at).as_secs_f64() * self.per_second >= self.size
    }
}

/// What is limited for each account or mail address, wherever the requests come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Named {
    /// Wrong passwords of an account.
    Guess,
    /// Mails to an address that somebody typed.
    Mail,
}

impl Named {
    fn allowance(self) -> (f64, f64) {
        match self {
            Named::Guess => (10.0, 1.0 / 60.0),
            Named::Mail => (3.0, 1.0 / 1200.0),
        }
    }
}

/// The buckets of all addresses and names.
pub(crate) struct Limits {
    factor: f64,
    buckets: Mutex<BTreeMap<(IpAddr, Class), Bucket>>,
    named: Mutex<BTreeMap<(Named, String), Bucket>>,
}

/// Addresses remembered at most; full buckets are forgotten first.
const MOST: usize = 50_000;

impl Limits {
    pub(crate) fn new(factor: u32) -> Limits {
        Limits { factor: f64::from(factor.max(1)), buckets: Mutex::default(), named: Mutex::default() }
    }

    pub(crate) fn check(&self, address: IpAddr, class: Class) -> Result<()> {
        let now = clock::instant();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let (size, per_second) = class.allowance();
        let fresh = || Bucket::new(size * self.factor, per_second * self.factor, now);
        let bucket = buckets.entry((network(address), class)).or_insert_with(fresh);
        bucket.take(now).map_err(|seconds| Error::TooMany(seconds.ceil().max(1.0) as u64))
    }

    /// Counts something that is done under a name.
    pub(crate) fn count(&self, what: Named, name: &str) -> Result<()> {
        let now = clock::instant();
        let mut buckets = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST {
            buckets.retain(|_, bucket| !bucket.is_full(now));
        }
        let (size, per_second) = what.allowance();
        let fresh = || Bucket::new(size * self.factor, per_second * self.factor, now);
        let bucket = buckets.entry((what, name.to_lowercase())).or_insert_with(fresh);
        bucket.take(now).map_err(|seconds| Error::TooMany(seconds.ceil().max(1.0) as u64))
    }

    /// What was counted under a name is forgiven: the password was right.
    pub(crate) fn forgive(&self, what: Named, name: &str) {
        let mut buckets = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.remove(&(what, name.to_lowercase()));
    }
}

/// One household has one IPv4 address, or 2^64 of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V6(six) => match six.to_ipv4_mapped() {
            Some(four) => IpAddr::V4(four),
            None => IpAddr::V6((u128::from(six) >> 64 << 64).into()),
        },
        IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_bucket_empties_and_fills() {
        let now = clock::instant();
        let mut bucket = Bucket::new(2.0, 1.0, now);
        assert!(bucket.take(now).is_ok() && bucket.take(now).is_ok());
        assert!(bucket.take(now).is_err_and(|seconds| seconds <= 1.0));
        assert!(bucket.take(now + Duration::from_secs(1)).is_ok());
        assert!(bucket.take(now + Duration::from_secs(1)).is_err());
    }

    #[test]
    fn neighbours_in_one_network_share() {
        let limits = Limits::new(1);
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        for _ in 0..10 {
            limits.check(address("2001:db8::1"), Class::Password).expect("not yet too many");
        }
        assert!(limits.check(address("2001:db8::2"), Class::Password).is_err());
        assert!(limits.check(address("2001:db9::2"), Class::Password).is_ok());
    }
}
