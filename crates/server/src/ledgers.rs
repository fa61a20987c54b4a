//! What the dice of finished games were worth: computed once, one after the other, beside everything else, and kept.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::Record;
use serde_json::Value;
use tokio::sync::Semaphore;

use crate::App;
use crate::beside::beside_play;
use crate::clock;
use crate::error::Result;
use crate::store::Job;
use crate::table::load::guard;
use crate::work::Stop;

/// How many ledgers may wait to be written; further requests must be repeated later.
const MOST_WAITING: usize = 64;

/// A ledger in the making: how far it is, and whether it is still wanted.
#[derive(Debug, Default)]
pub struct Labour {
    /// In thousandths.
    done: AtomicU32,
    stop: Stop,
}

impl Labour {
    /// Notes that `done` of `of` steps are done; returns whether to go on.
    pub fn go_on(&self, done: usize, of: usize) -> bool {
        self.done.store((done * 1000 / of.max(1)).min(1000) as u32, Ordering::Relaxed);
        !self.stop.is_stopped()
    }
}

/// The ledgers in the making.
pub(crate) struct Ledgers {
    labours: Mutex<BTreeMap<String, Arc<Labour>>>,
    /// One at a time: play never waits for a ledger.
    desk: Arc<Semaphore>,
    stop: Stop,
}

/// How it stands with a ledger.
pub(crate) enum Standing {
    /// It is written; null if nothing can be said about this game.
    Written(Value),
    /// It is being written; how much of it is done, from 0 to 1.
    Underway(f64),
}

impl Ledgers {
    pub(crate) fn new(stop: Stop) -> Ledgers {
        Ledgers { labours: Mutex::default(), desk: Arc::new(Semaphore::new(1)), stop }
    }

    fn labours(&self) -> MutexGuard<'_, BTreeMap<String, Arc<Labour>>> {
        self.labours.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How far the ledger of a game is, if it is being written.
    fn underway(&self, id: &str) -> Option<Standing> {
        let labour = self.labours().get(id).cloned()?;
        Some(Standing::Underway(f64::from(labour.done.load(Ordering::Relaxed)) / 1000.0))
    }
}

/// The ledger of a finished game. If there is none yet it is begun; `record` then gives the record.
pub(crate) async fn look(
    app: &App,
    id: &str,
    record: impl Future<Output = Result<String>>,
) -> Result<Standing> {
    let Some(luck) = app.config.luck.clone() else { return Ok(Standing::Written(Value::Null)) };
    if let Some(text) = app.store.ledger(id).await? {
        return Ok(Standing::Written(serde_json::from_str(&text).unwrap_or_default()));
    }
    if let Some(underway) = app.ledgers.underway(id) {
        return Ok(underway);
    }
    let text = record.await?;
    let labour = Arc::new(Labour { done: AtomicU32::new(0), stop: app.ledgers.stop.clone() });
    {
        let mut labours = app.ledgers.labours();
        if labours.contains_key(id) || labours.len() >= MOST_WAITING {
            return Ok(Standing::Underway(0.0));
        }
        labours.insert(id.to_owned(), labour.clone());
    }
    let (app, id) = (app.clone(), id.to_owned());
    tokio::spawn(async move {
        // The thread keeps the desk until it has ended.
        if let Ok(desk) = app.ledgers.desk.clone().acquire_owned().await {
            let (library, own) = (app.config.library.clone(), labour.clone());
            let work = move || {
                let _desk = desk;
                guard(|| Record::parse(&text).ok().and_then(|record| luck(&library, &record, &own)))
            };
            let written = beside_play(work).await;
            // A ledger that was broken off is begun anew at the next request.
            if !labour.stop.is_stopped() {
                keep(&app, &id, written.ok().and_then(std::result::Result::ok).flatten()).await;
            }
        }
        app.ledgers.labours().remove(&id);
    });
    Ok(Standing::Underway(0.0))
}

async fn keep(app: &App, id: &str, ledger: Option<Value>) {
    let text = ledger.unwrap_or_default().to_string();
    let sql = "insert into ledger (game, body, at) values ($1, $2, $3) on conflict do nothing";
    let job = Job::new().then(sql, [id.into(), text.into(), clock::now().into()]);
    if let Err(error) = app.store.run(job).await {
        tracing::warn!(table = id, ?error, "a ledger was not kept");
    }
}
