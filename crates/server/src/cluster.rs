//! Several processes over one PostgreSQL.
//!
//! A table belongs to the process that holds its advisory lock. When that process dies, PostgreSQL frees the
//! lock, and the next process that needs the table gets it. The others follow its log, woken by
//! LISTEN/NOTIFY, and ask it for changes by letter. Each new owner raises the table's epoch: a former owner
//! that has not noticed can write nothing. On SQLite there is one process, and all of this does nothing.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sqlx::postgres::PgListener;
use sqlx::{AnyConnection, Connection, Row};
use tokio::sync::oneshot;

use crate::App;
use crate::clock;
use crate::config::Database;
use crate::error::{Error, Result};
use crate::message::{Change, Refused};
use crate::secrets;
use crate::sessions::{self, Turned};
use crate::store::{self, Job, Store};
use crate::table::Command;

/// This process among others.
pub(crate) struct Cluster {
    process: Arc<str>,
    shared: Option<Shared>,
}

struct Shared {
    database: Database,
    locks: tokio::sync::Mutex<Locks>,
    replies: Mutex<BTreeMap<String, oneshot::Sender<()>>>,
}

#[derive(Default)]
struct Locks {
    connection: Option<AnyConnection>,
    held: BTreeSet<String>,
}

/// What processes tell each other.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct News {
    from: String,
    /// Tables and their new revisions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<(String, i64)>,
    /// A table whose rows have changed.
    #[serde(skip_serializing_if = "String::is_empty")]
    refresh: String,
    /// A table where something was said.
    #[serde(skip_serializing_if = "String::is_empty")]
    chat: String,
    /// A letter to the owner of a table: its id and the table's.
    #[serde(skip_serializing_if = "Option::is_none")]
    letter: Option<(String, String)>,
    /// A letter that was answered.
    #[serde(skip_serializing_if = "String::is_empty")]
    reply: String,
    /// A table and the seats whose sockets are open at the sender.
    #[serde(skip_serializing_if = "Option::is_none")]
    here: Option<(String, i64)>,
    /// Sessions that have signed in or ended.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    turned: Vec<Turned>,
}

/// How long a lost database may take to answer; after that the player hears that the outcome is unknown.
pub(crate) const DOUBT: Duration = Duration::from_secs(15);

const NOTIFY: &str = "select pg_notify('westfront', $1)";

impl Cluster {
    pub(crate) fn new(database: &Database, process: Arc<str>) -> Cluster {
        let shared = match database {
            Database::Sqlite(_) => None,
            Database::Postgres(_) => Some(Shared {
                database: database.clone(),
                locks: tokio::sync::Mutex::default(),
                replies: Mutex::default(),
            }),
        };
        Cluster { process, shared }
    }

    /// Owns a table, unless another process does.
    pub(crate) async fn claim(&self, store: &Store, id: &str) -> Result<bool> {
        let Some(shared) = &self.shared else { return Ok(true) };
        let mut locks = shared.locks.lock().await;
        if locks.held.contains(id) {
            return Ok(true);
        }
        if !locks.lock(&shared.database, id).await? {
            return Ok(false);
        }
        drop(locks);
        let job = Job::new().must("update game set epoch = epoch + 1 where id = $1", [id.into()]);
        match store.run(job).await {
            Ok(()) => Ok(true),
            Err(error) => {
                self.release(id).await;
                Err(error.into())
            }
        }
    }

    /// Others may own the table.
    pub(crate) async fn release(&self, id: &str) {
        let Some(shared) = &self.shared else { return };
        let mut locks = shared.locks.lock().await;
        if locks.held.remove(id)
            && let Some(connection) = &mut locks.connection
        {
            let unlock = sqlx::query("select pg_advisory_unlock($1)").bind(key(id));
            if unlock.execute(connection).await.is_err() {
                locks.connection = None;
            }
        }
    }

    /// Runs once in a while: a lost connection has lost its locks, and those still free are taken again.
    pub(crate) async fn check_locks(&self) {
        let Some(shared) = &self.shared else { return };
        let mut locks = shared.locks.lock().await;
        let alive = match &mut locks.connection {
            Some(connection) => {
                matches!(tokio::time::timeout(Duration::from_secs(2), connection.ping()).await, Ok(Ok(())))
            }
            None => locks.held.is_empty(),
        };
        if !alive {
            locks.connection = None;
            for id in std::mem::take(&mut locks.held) {
                if let Err(error) = locks.lock(&shared.database, &id).await {
                    tracing::warn!(error = error.to_string(), "locks cannot be taken again");
                    break;
                }
            }
        }
    }

    /// Lets go of every table.
    pub(crate) async fn close(&self) {
        if let Some(shared) = &self.shared {
            let mut locks = shared.locks.lock().await;
            locks.held.clear();
            if let Some(connection) = locks.connection.take() {
                let _ = connection.close().await;
            }
        }
    }

    fn tell(&self, job: Job, news: News) -> Job {
        if self.shared.is_none() {
            return job;
        }
        let news = News { from: self.process.to_string(), ..news };
        job.then(NOTIFY, [serde_json::to_string(&news).expect("plain JSON").into()])
    }

    /// Adds a message to a job: other processes read the rows of the table again.
    pub(crate) fn refreshed(&self, job: Job, id: &str) -> Job {
        self.tell(job, News { refresh: id.to_owned(), ..News::default() })
    }

    /// Adds a message to a job: other processes pass on what was said at the table.
    pub(crate) fn chatted(&self, job: Job, id: &str) -> Job {
        self.tell(job, News { chat: id.to_owned(), ..News::default() })
    }

    /// Adds a message to a job: other processes learn which sessions signed in or ended.
    pub(crate) fn turned(&self, job: Job, turned: &[Turned]) -> Job {
        // A message of PostgreSQL holds 8000 bytes.
        turned
            .chunks(16)
            .fold(job, |job, turned| self.tell(job, News { turned: turned.to_vec(), ..News::default() }))
    }

    /// Tells other processes who is at a table here.
    pub(crate) async fn here(&self, store: &Store, id: &str, seats: i64) {
        if self.shared.is_some() {
            let job = self.tell(Job::new(), News { here: Some((id.to_owned(), seats)), ..News::default() });
            let _ = store.run(job).await;
        }
    }

    /// Asks the owner of a table for a change. None if it was not made in time; then it never is.
    pub(crate) async fn ask(
        &self,
        store: &Store,
        table: &str,
        change: &Change,
        wait: Duration,
    ) -> Option<std::result::Result<i64, Refused>> {
        let shared = self.shared.as_ref()?;
        let id = secrets::token();
        let (answer, answered) = oneshot::channel();
        shared.replies.lock().unwrap_or_else(PoisonError::into_inner).insert(id.clone(), answer);
        let body = serde_json::to_string(change).expect("plain JSON");
        let job = Job::new().must(
            "insert into letter (id, game, sender, body, reply, at) values ($1, $2, $3, $4, '', $5)",
            [
                id.as_str().into(),
                table.into(),
                self.process.to_string().into(),
                body.into(),
                clock::now().into(),
            ],
        );
        let job = self.tell(job, News { letter: Some((id.clone(), table.to_owned())), ..News::default() });
        let sent = store.run(job).await.is_ok();
        if sent {
            let _ = tokio::time::timeout(wait, answered).await;
        }
        shared.replies.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
        // The owner makes the change and answers in one transaction, and only if the letter is still there.
        // A letter that is taken back holds the answer, or nothing was done and nothing will be.
        let begun = clock::instant();
        loop {
            match store.take_back(&id).await {
                Ok(reply) => return serde_json::from_str(&reply?).ok(),
                Err(_) if begun.elapsed() < DOUBT => tokio::time::sleep(DOUBT / 50).await,
                Err(_) => return Some(Err(Refused::in_doubt())),
            }
        }
    }

    /// Answers a letter with a refusal. An answer to what was done is stored with it.
    pub(crate) async fn reply(
        &self,
        store: &Store,
        id: &str,
        sender: &str,
        answer: &std::result::Result<i64, Refused>,
    ) {
        let text = serde_json::to_string(answer).expect("plain JSON");
        let sql = "update letter set reply = $2 where id = $1 and reply = ''";
        let job = Job::new().then(sql, [id.into(), text.into()]);
        let job = self.tell(job, News { reply: id.to_owned(), ..News::default() });
        if let Err(error) = store.run(job).await {
            tracing::warn!(sender, error = Error::from(error).to_string(), "a letter cannot be answered");
        }
    }

    fn answered(&self, id: &str) {
        if let Some(shared) = &self.shared {
            let waiting = shared.replies.lock().unwrap_or_else(PoisonError::into_inner).remove(id);
            if let Some(waiting) = waiting {
                let _ = waiting.send(());
            }
        }
    }
}

impl Locks {
    async fn lock(&mut self, database: &Database, id: &str) -> Result<bool> {
        if self.connection.is_none() {
            self.connection = Some(store::connect(database).await?);
            // The old connection's locks are gone with it.
            self.held.clear();
        }
        let Some(connection) = &mut self.connection else { return Ok(false) };
        let query = sqlx::query("select case when pg_try_advisory_lock($1) then 1 else 0 end").bind(key(id));
        let got: std::result::Result<i32, sqlx::Error> =
            query.fetch_one(connection).await.and_then(|row| row.try_get(0));
        match got {
            Ok(1) => {
                self.held.insert(id.to_owned());
                Ok(true)
            }
            Ok(_) => Ok(false),
            Err(error) => {
                self.connection = None;
                Err(error.into())
            }
        }
    }
}

/// The lock of a table.
fn key(id: &str) -> i64 {
    let digest = Sha256::digest(id.as_bytes());
    i64::from_be_bytes(std::array::from_fn(|index| digest[index]))
}

/// Listens to the other processes, for ever.
pub(crate) async fn listen(app: App) {
    let Some(shared) = &app.cluster.shared else { return };
    let url = shared.database.url();
    loop {
        if let Err(error) = listen_once(&app, &url).await {
            tracing::warn!(%error, "the database does not wake us");
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
}

async fn listen_once(app: &App, url: &str) -> std::result::Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(url).await?;
    listener.listen("westfront").await?;
    // Changes missed while the connection was down are read now.
    for id in app.tables.ids() {
        app.tables.tell(&id, Command::Refresh).await;
    }
    while let Some(notification) = listener.try_recv().await? {
        if let Ok(news) = serde_json::from_str::<News>(notification.payload())
            && *news.from != *app.cluster.process
        {
            hear(app, news).await;
        }
    }
    Ok(())
}

async fn hear(app: &App, news: News) {
    for (id, rev) in news.changed {
        app.tables.tell(&id, Command::Changed { rev }).await;
    }
    if !news.refresh.is_empty() {
        app.tables.tell(&news.refresh, Command::Refresh).await;
    }
    if !news.chat.is_empty() {
        app.tables.tell(&news.chat, Command::Chatted).await;
    }
    if let Some((id, table)) = news.letter {
        app.tables.tell(&table, Command::Letter { id }).await;
    }
    if !news.reply.is_empty() {
        app.cluster.answered(&news.reply);
    }
    if let Some((id, seats)) = news.here {
        app.tables.tell(&id, Command::Here { process: news.from, seats }).await;
    }
    for turned in news.turned {
        if let Err(error) = sessions::hear(app, turned).await {
            tracing::warn!(error = error.to_string(), "a session has changed, and its tables cannot be read");
        }
    }
}
