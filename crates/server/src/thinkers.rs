//! Turns to think: one budget of threads for all computer players, shared out fairly.
//!
//! Players who think long wait in a queue for each owner, and the owners take turns: an owner with forty
//! tables waits only for himself. Players who answer at once do not wait behind them.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot};

/// How a player thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pace {
    /// It answers at once.
    Quick,
    /// It uses the time and the threads it is given.
    Slow,
}

/// The budget and the queues for a part of it.
pub(crate) struct Thinkers {
    state: Mutex<State>,
    quick: Arc<Semaphore>,
}

struct State {
    /// Unused threads; negative while quick players borrow some.
    free: isize,
    /// The waiting players, by owner; the owner in front is next.
    waiting: VecDeque<(String, VecDeque<oneshot::Sender<Turn>>)>,
}

/// A turn to think; its threads go back when it is dropped.
pub(crate) struct Turn {
    /// How many threads may be used.
    pub(crate) threads: usize,
    room: Arc<Thinkers>,
    _quick: Option<OwnedSemaphorePermit>,
}

impl Drop for Turn {
    fn drop(&mut self) {
        if self.threads > 0 {
            let mut state = self.room.state();
            state.free += self.threads as isize;
            self.room.share_out(&mut state);
        }
    }
}

impl Thinkers {
    pub(crate) fn new(threads: usize) -> Arc<Thinkers> {
        let state = State { free: threads as isize, waiting: VecDeque::new() };
        Arc::new(Thinkers { state: Mutex::new(state), quick: Arc::new(Semaphore::new(threads)) })
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.state().waiting.iter().map(|(_, queue)| queue.len()).sum()
    }

    /// Waits for a turn. None if the server stops.
    pub(crate) async fn turn(self: &Arc<Thinkers>, owner: &str, pace: Pace) -> Option<Turn> {
        if pace == Pace::Quick {
            let permit = self.quick.clone().acquire_owned().await.ok()?;
            self.state().free -= 1;
            return Some(Turn { threads: 1, room: self.clone(), _quick: Some(permit) });
        }
        let (sender, turn) = oneshot::channel();
        {
            let mut state = self.state();
            match state.waiting.iter_mut().find(|(known, _)| known == owner) {
                Some((_, queue)) => queue.push_back(sender),
                None => state.waiting.push_back((owner.to_owned(), VecDeque::from([sender]))),
            }
            self.share_out(&mut state);
        }
        turn.await.ok()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free threads to the owners next in turn: all of them to a single owner, equal parts to several.
    fn share_out(self: &Arc<Thinkers>, state: &mut State) {
        while state.free > 0 {
            let owners = state.waiting.len();
            let Some((owner, mut queue)) = state.waiting.pop_front() else { return };
            let next = queue.pop_front();
            if !queue.is_empty() {
                state.waiting.push_back((owner, queue));
            }
            let Some(next) = next else { continue };
            let threads = (state.free as usize / owners).max(1);
            let turn = Turn { threads, room: self.clone(), _quick: None };
            match next.send(turn) {
                Ok(()) => state.free -= threads as isize,
                // The player no longer waits for it.
                Err(mut unused) => unused.threads = 0,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn owners_take_turns_and_quick_players_do_not_wait() {
        let thinkers = Thinkers::new(2);
        let first = thinkers.turn("many", Pace::Slow).await.expect("a turn");
        assert_eq!(first.threads, 2, "who is alone gets everything");
        let order = Arc::new(Mutex::new(Vec::new()));
        let mut tasks = Vec::new();
        for (count, owner) in ["many", "many", "many", "one"].into_iter().enumerate() {
            let (room, order) = (thinkers.clone(), order.clone());
            tasks.push(tokio::spawn(async move {
                let turn = room.turn(owner, Pace::Slow).await.expect("a turn");
                order.lock().expect("not poisoned").push(owner);
                tokio::task::yield_now().await;
                drop(turn);
            }));
            while thinkers.waiting() <= count {
                tokio::task::yield_now().await;
            }
        }
        let quick = thinkers.turn("many", Pace::Quick).await.expect("a turn beside the queue");
        drop((quick, first));
        for task in tasks {
            task.await.expect("it ends");
        }
        let order = order.lock().expect("not poisoned");
        assert!(order.iter().position(|owner| *owner == "one") <= Some(1), "{order:?}");
        assert_eq!(thinkers.state().free, 2, "everything is given back");
    }
}
