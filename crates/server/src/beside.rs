//! Work beside play, on threads that give way to those that answer players.

use tokio::sync::oneshot;

use crate::error::{Error, Result};

/// How far such a thread stands back, as `nice` counts: it gets a tenth of a processor that others want as well.
#[cfg(target_os = "linux")]
const NICE: i32 = 10;

/// Does something costly on its own thread, which gets little of the processor while players need it. Threads
/// that it starts stand back as well.
pub(crate) async fn beside_play<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    let (sender, done) = oneshot::channel();
    let on_thread = move || {
        stand_back();
        let _ = sender.send(work());
    };
    let started = std::thread::Builder::new().name("beside play".into()).spawn(on_thread);
    started.map_err(|error| Error::Internal(format!("no thread can be started: {error}")))?;
    done.await.map_err(|_| Error::Internal("work beside play was broken off".into()))
}

/// On Linux a thread has its own priority; elsewhere only the process has one, and it is left alone.
fn stand_back() {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::setpriority_process(None, NICE) {
        tracing::debug!(%error, "a thread cannot stand back");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn work_comes_back_or_is_an_error() {
        assert_eq!(beside_play(|| 7).await.expect("a number"), 7);
        let broken = beside_play(|| -> u8 { panic!("as work may") }).await;
        assert!(matches!(broken, Err(Error::Internal(_))));
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn it_stands_back_and_play_does_not() {
        let nice = || rustix::process::getpriority_process(None).expect("a priority");
        let own = nice();
        let of_child = move || std::thread::spawn(nice).join().expect("a priority");
        let there = beside_play(move || (nice(), of_child())).await.expect("priorities");
        assert_eq!(there, (NICE.max(own), NICE.max(own)));
        assert_eq!(nice(), own);
    }
}
