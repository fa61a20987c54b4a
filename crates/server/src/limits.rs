//! How much one network may ask for, and how often one account's password may be guessed.
//!
//! Networks are limited by `governor`: a look costs the same no matter how many are known, and networks at
//! rest are forgotten beside requests.

use std::collections::BTreeMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use crate::clock;
use crate::error::{Error, Result};

/// A kind of request with a limit of its own.
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
    /// Asking for advice.
    Advice,
    /// Opening sockets.
    Connect,
    /// Everything else.
    Request,
}

impl Class {
    const ALL: [Class; 7] = [
        Class::Password,
        Class::Create,
        Class::Upload,
        Class::Computer,
        Class::Advice,
        Class::Connect,
        Class::Request,
    ];

    /// How many are allowed at once, and how long it takes until one more is.
    fn allowance(self) -> (u32, Duration) {
        match self {
            Class::Password => (10, Duration::from_secs(5)),
            Class::Create => (40, Duration::from_secs(1)),
            Class::Upload => (10, Duration::from_secs(20)),
            Class::Computer => (30, Duration::from_mins(1)),
            Class::Advice => (60, Duration::from_secs(1)),
            Class::Connect => (60, Duration::from_millis(200)),
            Class::Request => (240, Duration::from_millis(25)),
        }
    }

    fn limiter(self, factor: u32) -> DefaultKeyedRateLimiter<IpAddr> {
        let (burst, period) = self.allowance();
        let burst = NonZeroU32::new(burst.saturating_mul(factor)).unwrap_or(NonZeroU32::MIN);
        // A period is never zero, so there is always a quota.
        let quota = Quota::with_period((period / factor).max(Duration::from_nanos(1)));
        RateLimiter::keyed(quota.unwrap_or(Quota::per_second(NonZeroU32::MIN)).allow_burst(burst))
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

    /// Takes one, or says in how many seconds the next one will be there.
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
    /// Mails to an address that a person typed.
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

/// The limits of all networks and names. Names are counted by hand: a right password clears the count.
pub(crate) struct Limits {
    factor: u32,
    networks: BTreeMap<Class, DefaultKeyedRateLimiter<IpAddr>>,
    clock: DefaultClock,
    named: Mutex<BTreeMap<(Named, String), Bucket>>,
}

impl Limits {
    pub(crate) fn new(factor: u32) -> Limits {
        let factor = factor.max(1);
        Limits {
            factor,
            networks: Class::ALL.into_iter().map(|class| (class, class.limiter(factor))).collect(),
            clock: DefaultClock::default(),
            named: Mutex::default(),
        }
    }

    pub(crate) fn check(&self, address: IpAddr, class: Class) -> Result<()> {
        let Some(limiter) = self.networks.get(&class) else { return Ok(()) };
        limiter.check_key(&network(address)).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Error::TooMany((wait.as_secs_f64().ceil() as u64).max(1))
        })
    }

    /// Counts something that is done under a name.
    pub(crate) fn count(&self, what: Named, name: &str) -> Result<()> {
        let now = clock::instant();
        let mut buckets = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        let (size, per_second) = what.allowance();
        let factor = f64::from(self.factor);
        let fresh = || Bucket::new(size * factor, per_second * factor, now);
        let bucket = buckets.entry((what, name.to_lowercase())).or_insert_with(fresh);
        bucket.take(now).map_err(|seconds| Error::TooMany(seconds.ceil().max(1.0) as u64))
    }

    /// Clears the count of a name: the password was right.
    pub(crate) fn forgive(&self, what: Named, name: &str) {
        let mut buckets = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.remove(&(what, name.to_lowercase()));
    }

    /// Forgets networks and names that have asked for nothing lately. Called at intervals, not by requests.
    pub(crate) fn forget(&self) {
        for limiter in self.networks.values() {
            limiter.retain_recent();
        }
        let now = clock::instant();
        let mut buckets = self.named.lock().unwrap_or_else(PoisonError::into_inner);
        buckets.retain(|_, bucket| !bucket.is_full(now));
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

    #[test]
    fn networks_at_rest_are_forgotten() {
        let limits = Limits::new(1_000_000);
        for number in 0..100_000_u32 {
            limits.check(IpAddr::V4(number.into()), Class::Request).expect("the first request");
        }
        limits.forget();
        assert!(limits.networks[&Class::Request].len() < 100_000);
    }
}
