//! Work that strangers ask for: on separate threads, little of it at once, for a limited time, and only while
//! the caller waits for it.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::Semaphore;

use crate::beside::beside_play;
use crate::clock;
use crate::error::{Error, Result};
use crate::table::load::guard;

/// How many records and positions are read at once.
const AT_ONCE: usize = 2;
/// How many more may wait for their turn.
const WAITING: usize = 8;
/// How long one may take. The request that asks for it ends a little later.
const LONGEST: Duration = Duration::from_secs(20);

/// A signal that tells work to end because it is no longer wanted.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    pub(crate) fn stop(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    pub(crate) fn is_stopped(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The room for such work.
pub(crate) struct Workroom {
    desks: Arc<Semaphore>,
    guests: Arc<AtomicUsize>,
    /// The whole server stops.
    stop: Stop,
}

/// A place in the room. It is given back when the work is done, or when the caller stops waiting.
pub(crate) struct Place {
    guests: Arc<AtomicUsize>,
    desks: Arc<Semaphore>,
    server: Stop,
    own: Stop,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.own.stop();
        self.guests.fetch_sub(1, Ordering::Relaxed);
    }
}

/// How long a caller is willing to wait.
pub(crate) struct Patience {
    server: Stop,
    own: Stop,
    until: Instant,
}

impl Patience {
    pub(crate) fn is_left(&self) -> bool {
        !self.server.is_stopped() && !self.own.is_stopped() && clock::instant() < self.until
    }
}

impl Workroom {
    pub(crate) fn new(stop: Stop) -> Workroom {
        Workroom { desks: Arc::new(Semaphore::new(AT_ONCE)), guests: Arc::default(), stop }
    }

    /// A place, before anything is read; refused if too many wait already.
    pub(crate) fn enter(&self) -> Result<Place> {
        let place = Place {
            guests: self.guests.clone(),
            desks: self.desks.clone(),
            server: self.stop.clone(),
            own: Stop::default(),
        };
        if self.guests.fetch_add(1, Ordering::Relaxed) >= AT_ONCE + WAITING {
            return Err(Error::Busy(10));
        }
        Ok(place)
    }
}

impl Place {
    /// Does the work when its turn has come. A panic of the rules is an error like any other.
    pub(crate) async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Patience) -> T + Send + 'static,
    ) -> Result<T> {
        let closed = |_| Error::Internal("the workroom is closed".into());
        // The thread keeps the desk until it has ended, even if the caller stops waiting.
        let desk = self.desks.clone().acquire_owned().await.map_err(closed)?;
        let until = clock::instant() + LONGEST;
        let patience = Patience { server: self.server.clone(), own: self.own.clone(), until };
        let on_thread = move || {
            let _desk = desk;
            guard(|| work(&patience))
        };
        beside_play(on_thread).await?.map_err(Error::Bad)
    }
}
