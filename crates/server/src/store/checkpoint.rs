//! Copies SQLite's log into its file, beside play.
//!
//! Left alone, SQLite does so in the commit of every thousandth page, and the player whose action that is has
//! to wait.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use super::writer::Writer;
use crate::config::Database;

/// About how many pages of the log are copied at once. A page that was written often is copied once, so a few
/// long rounds cost less than many short ones; each round slows the commits beside it.
const PAGES: i64 = 4_096;

/// The shortest and the longest time between two rounds.
const PAUSES: (Duration, Duration) = (Duration::from_millis(250), Duration::from_secs(4));

/// With more pages than this in the log the writer pauses: under an endless stream of commits the log would
/// never be copied to its end, and it can only begin anew after that.
const LONG_LOG: i64 = 16_384;

/// The task that does it.
#[derive(Clone, Default)]
pub(super) struct Carrier {
    stop: Arc<Notify>,
    task: Arc<Mutex<Option<JoinHandle<()>>>>,
}

impl Carrier {
    /// Starts the task for a SQLite database; PostgreSQL looks after itself.
    pub(super) fn start(database: &Database, writer: Writer) -> Carrier {
        let carrier = Carrier::default();
        if matches!(database, Database::Sqlite(_)) {
            let task = tokio::spawn(run(database.clone(), writer, carrier.stop.clone()));
            *carrier.task.lock().unwrap_or_else(PoisonError::into_inner) = Some(task);
        }
        carrier
    }

    /// Ends it and closes its connection.
    pub(super) async fn stop(&self) {
        self.stop.notify_one();
        let task = self.task.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(task) = task {
            let _ = task.await;
        }
    }
}

async fn run(database: Database, writer: Writer, stop: Arc<Notify>) {
    let mut connection = None;
    let mut pause = PAUSES.0;
    while tokio::time::timeout(pause, stop.notified()).await.is_err() {
        if connection.is_none() {
            connection = AnyConnection::connect(&database.url()).await.ok();
        }
        let Some(live) = &mut connection else { continue };
        match carry_over(live).await {
            Ok(pages) => {
                if pages > LONG_LOG {
                    writer.carry_over().await;
                }
                pause = if pages > PAGES { pause / 2 } else { pause * 2 }.clamp(PAUSES.0, PAUSES.1);
            }
            // A full disk, or a file that was removed: the next look shows which.
            Err(error) => {
                tracing::debug!(%error, "the log of the database was not carried over");
                connection = None;
            }
        }
    }
    if let Some(connection) = connection {
        let _ = connection.close().await;
    }
}

/// Copies as much as readers allow; returns how many pages the log has.
pub(super) async fn carry_over(connection: &mut AnyConnection) -> Result<i64, sqlx::Error> {
    let done: (i64, i64, i64) =
        sqlx::query_as("pragma wal_checkpoint(passive)").fetch_one(connection).await?;
    Ok(done.1)
}
