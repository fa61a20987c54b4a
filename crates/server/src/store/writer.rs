//! The one task that writes.
//!
//! While one transaction is being committed, new work gathers; the next transaction stores all of it. The
//! tables that play at that moment share the cost of a durable commit. An action is acknowledged only after
//! its commit. Other work is stored piece by piece in between.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use sqlx::{AnyConnection, Connection};
use tokio::sync::{mpsc, oneshot};

use super::batch::{self, Statements};
use super::checkpoint;
use crate::clock;
use crate::config::Database;
use crate::error::Error;
use crate::metrics;

/// How many tables are stored by one transaction at most.
const BATCH: usize = 256;

/// How many entries of a whole game go into one statement.
const ENTRIES: usize = 50;

/// The statement for that many entries; `$1` is the table, `$2` the time.
static INSERT_ENTRIES: LazyLock<String> = LazyLock::new(|| insert_entries(ENTRIES));

fn insert_entries(count: usize) -> String {
    let mut sql = "insert into action (game, seq, line, hash, automatic, at) values ".to_owned();
    for entry in 0..count {
        let (comma, first) = (if entry == 0 { "" } else { ", " }, 3 + 3 * entry);
        let _ = write!(sql, "{comma}($1, ${first}, ${}, ${}, 0, $2)", first + 1, first + 2);
    }
    sql
}

/// A change of one table's log.
#[derive(Clone, Debug, Default)]
pub(crate) struct LogWrite {
    pub(crate) game: String,
    /// The owner's number: if another process has taken over, nothing is written.
    pub(crate) epoch: i64,
    /// The revision after it, one more than before.
    pub(crate) rev: i64,
    pub(crate) seq: i64,
    pub(crate) turn: i64,
    pub(crate) asked: i64,
    pub(crate) at: i64,
    /// Given only if it changed: most actions leave the status alone, and therefore the indices over it.
    pub(crate) status: Option<Status>,
    /// An undo: entries with a number from here on are taken back first.
    pub(crate) cut: Option<i64>,
    pub(crate) lines: Vec<LogLine>,
    pub(crate) notices: Vec<NewNotice>,
    /// The letter in which another process asked for it, and the answer. Both are stored or neither.
    pub(crate) letter: Option<(String, String)>,
    /// At a lesson's table: how far the lesson is now.
    pub(crate) taught: Option<Taught>,
}

/// How far a lesson is.
#[derive(Clone, Debug)]
pub(crate) struct Taught {
    /// The learner's place in it, as JSON.
    pub(crate) progress: String,
    /// The header of the log, if a new board was laid out.
    pub(crate) header: Option<String>,
}

/// Whether a game runs, who has won, and whether a computer player must answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Status {
    pub(crate) state: &'static str,
    pub(crate) winners: i64,
    pub(crate) outcome: String,
    pub(crate) busy: i64,
}

/// One entry.
#[derive(Clone, Debug)]
pub(crate) struct LogLine {
    pub(crate) seq: i64,
    pub(crate) line: String,
    pub(crate) hash: String,
    pub(crate) automatic: i64,
}

/// A message to be delivered outside.
#[derive(Clone, Debug)]
pub(crate) struct NewNotice {
    pub(crate) seat: i64,
    pub(crate) target: String,
    pub(crate) key: String,
    pub(crate) body: String,
}

/// Why nothing was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unwritten {
    /// Another process owns the table now, or its revision is another.
    Fenced,
    /// The statement with this number changed nothing although it had to.
    Nothing(usize),
    /// Something with that name is there already.
    Taken,
    /// Another process asked for it, and no longer waits.
    Unwanted,
    /// The database failed.
    Failed(String),
    /// The database failed during the commit: whether it was written is unknown until it can be read.
    InDoubt(String),
}

impl From<Unwritten> for Error {
    fn from(unwritten: Unwritten) -> Error {
        match unwritten {
            Unwritten::Failed(error) | Unwritten::InDoubt(error) => Error::Storage(error),
            Unwritten::Fenced | Unwritten::Unwanted | Unwritten::Nothing(_) | Unwritten::Taken => {
                Error::Conflict("somebody else was faster".into())
            }
        }
    }
}

/// A value in a statement.
#[derive(Clone, Debug)]
pub(crate) enum Arg {
    Text(String),
    Number(i64),
}

impl From<&str> for Arg {
    fn from(text: &str) -> Arg {
        Arg::Text(text.to_owned())
    }
}

impl From<&String> for Arg {
    fn from(text: &String) -> Arg {
        Arg::Text(text.clone())
    }
}

impl From<String> for Arg {
    fn from(text: String) -> Arg {
        Arg::Text(text)
    }
}

impl From<i64> for Arg {
    fn from(number: i64) -> Arg {
        Arg::Number(number)
    }
}

#[derive(Clone, Debug)]
struct Statement {
    sql: &'static str,
    args: Vec<Arg>,
    must_change: bool,
}

/// Statements that belong together: either all of them are carried out or none.
#[derive(Clone, Debug, Default)]
pub(crate) struct Job(Vec<Statement>);

impl Job {
    pub(crate) fn new() -> Job {
        Job::default()
    }

    /// A statement that may change nothing.
    pub(crate) fn then(mut self, sql: &'static str, args: impl IntoIterator<Item = Arg>) -> Job {
        self.0.push(Statement { sql, args: args.into_iter().collect(), must_change: false });
        self
    }

    /// A statement that must change something; otherwise none of the others is carried out.
    pub(crate) fn must(mut self, sql: &'static str, args: impl IntoIterator<Item = Arg>) -> Job {
        self.0.push(Statement { sql, args: args.into_iter().collect(), must_change: true });
        self
    }

    /// The entries of a whole game, many to a statement: players wait while a job is carried out.
    pub(crate) fn entries(self, game: &str, lines: Vec<LogLine>, at: i64) -> Job {
        static INSERT_ENTRY: LazyLock<String> = LazyLock::new(|| insert_entries(1));
        let insert = |job: Job, lines: &[LogLine], sql: &'static str| {
            let entry = |line: &LogLine| [Arg::from(line.seq), Arg::from(&line.line), Arg::from(&line.hash)];
            job.must(sql, [Arg::from(game), Arg::from(at)].into_iter().chain(lines.iter().flat_map(entry)))
        };
        let chunks = lines.chunks_exact(ENTRIES);
        let rest = chunks.remainder().chunks(1);
        let job = chunks.fold(self, |job, lines| insert(job, lines, &INSERT_ENTRIES));
        rest.fold(job, |job, line| insert(job, line, &INSERT_ENTRY))
    }
}

type Answer = oneshot::Sender<Result<(), Unwritten>>;
type Log = (Box<LogWrite>, Answer);

enum Work {
    Run(Job, Answer),
    CarryOver(oneshot::Sender<()>),
    Stop(oneshot::Sender<()>),
}

/// The way to the writing task. Play has its own channel, so that it waits for no queue of other work.
#[derive(Clone)]
pub(crate) struct Writer {
    logs: mpsc::Sender<Log>,
    work: mpsc::Sender<Work>,
}

impl Writer {
    /// Starts the task on an open connection.
    pub(crate) fn start(database: Database, process: Arc<str>, connection: AnyConnection) -> Writer {
        let ((logs, to_store), (work, to_do)) = (mpsc::channel(1024), mpsc::channel(1024));
        let task = Task { database, process, connection: Some(connection), statements: Statements::new() };
        tokio::spawn(task.run(to_store, to_do));
        Writer { logs, work }
    }

    pub(crate) async fn log(&self, write: LogWrite) -> Result<(), Unwritten> {
        let (answer, wait) = oneshot::channel();
        self.logs.send((Box::new(write), answer)).await.map_err(|_| closed())?;
        wait.await.unwrap_or_else(|_| Err(closed()))
    }

    pub(crate) async fn run(&self, job: Job) -> Result<(), Unwritten> {
        let (answer, wait) = oneshot::channel();
        self.work.send(Work::Run(job, answer)).await.map_err(|_| closed())?;
        wait.await.unwrap_or_else(|_| Err(closed()))
    }

    /// Copies SQLite's log to its end, between two batches.
    pub(super) async fn carry_over(&self) {
        let (answer, wait) = oneshot::channel();
        if self.work.send(Work::CarryOver(answer)).await.is_ok() {
            let _ = wait.await;
        }
    }

    pub(crate) async fn stop(&self) {
        let (answer, wait) = oneshot::channel();
        if self.work.send(Work::Stop(answer)).await.is_ok() {
            let _ = wait.await;
        }
    }
}

fn closed() -> Unwritten {
    Unwritten::Failed("the server is shutting down".into())
}

struct Task {
    database: Database,
    /// The name of this process, so that it does not listen to itself.
    process: Arc<str>,
    connection: Option<AnyConnection>,
    statements: Statements,
}

impl Task {
    /// Play comes first, then one piece of other work after each batch of it. Each new table is a
    /// transaction; in a rush for new tables a player waits for one of them at most.
    async fn run(mut self, mut logs: mpsc::Receiver<Log>, mut work: mpsc::Receiver<Work>) {
        let mut gathered = Vec::with_capacity(BATCH);
        loop {
            let next = tokio::select! {
                biased;
                count = logs.recv_many(&mut gathered, BATCH) => {
                    if count == 0 {
                        return;
                    }
                    self.store(gathered.drain(..)).await;
                    work.try_recv().ok()
                }
                next = work.recv() => {
                    if next.is_none() {
                        return;
                    }
                    next
                }
            };
            match next {
                None => {}
                Some(Work::Run(job, answer)) => {
                    let done = self.run_job(&job).await;
                    let _ = answer.send(done);
                }
                Some(Work::CarryOver(answer)) => {
                    if let Some(connection) = &mut self.connection {
                        let _ = checkpoint::carry_over(connection).await;
                    }
                    let _ = answer.send(());
                }
                Some(Work::Stop(answer)) => {
                    while let Ok(log) = logs.try_recv() {
                        gathered.push(log);
                    }
                    self.store(gathered.drain(..)).await;
                    if let Some(connection) = self.connection.take() {
                        let _ = connection.close().await;
                    }
                    let _ = answer.send(());
                    return;
                }
            }
        }
    }

    /// Stores a batch. If it cannot be stored as a whole, each table is tried by itself: one failing table
    /// does not stop the others.
    async fn store(&mut self, logs: impl Iterator<Item = Log>) {
        let (writes, answers): (Vec<Box<LogWrite>>, Vec<Answer>) = logs.unzip();
        if writes.is_empty() {
            return;
        }
        let begun = clock::instant();
        let results = match self.store_batch(&writes).await {
            Err(_) if writes.len() > 1 && self.connection.is_some() => {
                let mut results = Vec::with_capacity(writes.len());
                for write in &writes {
                    results.push(self.store_batch(std::slice::from_ref(write)).await);
                }
                results
            }
            result => vec![result; writes.len()],
        };
        metrics::stored(results.iter().filter(|result| result.is_ok()).count(), begun.elapsed());
        for (answer, result) in answers.into_iter().zip(results) {
            let _ = answer.send(result);
        }
    }

    async fn store_batch(&mut self, writes: &[Box<LogWrite>]) -> Result<(), Unwritten> {
        let Task { database, process, connection, statements } = self;
        let live = reconnect(database, connection).await.map_err(Unwritten::Failed)?;
        match batch::store(database, process, live, statements, writes).await {
            Ok(result) => {
                // Such a connection cannot be used any more.
                if matches!(result, Err(Unwritten::InDoubt(_))) {
                    *connection = None;
                }
                result
            }
            Err(error) => Err(Unwritten::Failed(give_up(connection, error).await)),
        }
    }

    async fn run_job(&mut self, job: &Job) -> Result<(), Unwritten> {
        let Task { database, connection, .. } = self;
        let live = reconnect(database, connection).await.map_err(Unwritten::Failed)?;
        let done = run_in_transaction(live, job).await;
        match done {
            Ok(result) => result,
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => Err(Unwritten::Taken),
            Err(error) => Err(Unwritten::Failed(give_up(connection, error).await)),
        }
    }
}

/// The connection, opened anew if it was lost.
async fn reconnect<'a>(
    database: &Database,
    connection: &'a mut Option<AnyConnection>,
) -> Result<&'a mut AnyConnection, String> {
    if connection.is_none() {
        let opening = tokio::time::timeout(Duration::from_secs(5), super::connect(database)).await;
        let opened = opening.map_err(|_| "the database does not answer".to_owned())?;
        *connection = Some(opened.map_err(|error| error.to_string())?);
    }
    connection.as_mut().ok_or_else(|| "there is no connection".to_owned())
}

/// After a failure the state of a connection is unknown: it is thrown away unless it still answers.
async fn give_up(connection: &mut Option<AnyConnection>, error: sqlx::Error) -> String {
    let alive = match connection {
        Some(connection) if matches!(error, sqlx::Error::Database(_)) => {
            let ping = tokio::time::timeout(Duration::from_secs(2), connection.ping());
            matches!(ping.await, Ok(Ok(())))
        }
        _ => false,
    };
    if !alive {
        *connection = None;
    }
    tracing::error!(%error, alive, "a transaction failed");
    error.to_string()
}

async fn run_in_transaction(
    connection: &mut AnyConnection,
    job: &Job,
) -> Result<Result<(), Unwritten>, sqlx::Error> {
    let mut transaction = connection.begin().await?;
    for (index, statement) in job.0.iter().enumerate() {
        let query = statement.args.iter().fold(sqlx::query(statement.sql), |query, arg| match arg {
            Arg::Text(text) => query.bind(text.clone()),
            Arg::Number(number) => query.bind(*number),
        });
        let changed = match query.execute(&mut *transaction).await {
            Ok(done) => done.rows_affected(),
            Err(error) => {
                let _ = transaction.rollback().await;
                return Err(error);
            }
        };
        if statement.must_change && changed == 0 {
            transaction.rollback().await?;
            return Ok(Err(Unwritten::Nothing(index)));
        }
    }
    transaction.commit().await?;
    Ok(Ok(()))
}
