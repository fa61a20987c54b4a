//! Storage: one SQL text for SQLite and PostgreSQL.
//!
//! Readers share a pool. All writing goes through one task ([`writer`]): it stores the play of many tables in
//! one transaction and answers only after the commit.

mod accounts;
mod batch;
mod checkpoint;
mod games;
mod notices;
pub(crate) mod writer;

use std::fs::{File, OpenOptions, TryLockError};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::any::AnyPoolOptions;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, Connection, Executor, SqlSafeStr};

pub(crate) use accounts::{AccountRow, MailRow, Who};
pub(crate) use games::{ActionRow, GameRow, List, SeatRow, hold};
pub(crate) use notices::NoticeRow;
pub(crate) use writer::{Job, LogLine, LogWrite, NewNotice, Status, Taught, Unwritten};

use crate::clock;
use crate::config::Database;
use crate::error::{Error, Result};
use checkpoint::Carrier;
use writer::Writer;

/// The numbered changes of the schema.
const MIGRATIONS: [(&str, &str); 11] = [
    ("tables", include_str!("../../migrations/0001-tables.sql")),
    ("thoughts", include_str!("../../migrations/0002-thoughts.sql")),
    ("indices", include_str!("../../migrations/0003-indices.sql")),
    ("trust", include_str!("../../migrations/0004-trust.sql")),
    ("upkeep", include_str!("../../migrations/0005-upkeep.sql")),
    ("ledgers", include_str!("../../migrations/0006-ledgers.sql")),
    ("watching", include_str!("../../migrations/0007-watching.sql")),
    ("operators", include_str!("../../migrations/0008-operators.sql")),
    ("school", include_str!("../../migrations/0009-school.sql")),
    ("advice", include_str!("../../migrations/0010-advice.sql")),
    ("accounts", include_str!("../../migrations/0011-accounts.sql")),
];

/// An open database.
#[derive(Clone)]
pub(crate) struct Store {
    pool: AnyPool,
    writer: Writer,
    carrier: Carrier,
    /// No other process may serve the same file until this is closed.
    lock: Arc<Mutex<Option<File>>>,
    /// The file of a SQLite database, and its identity when it was opened.
    file: Option<(Arc<Path>, Identity)>,
    /// When storing was last tried, and whether it worked.
    pulse: Arc<tokio::sync::Mutex<Option<(Instant, bool)>>>,
}

/// The least time between two tries, no matter how many callers ask.
const PULSE: Duration = Duration::from_millis(100);

impl Store {
    /// Opens the database, brings its schema up to date and starts the writer.
    pub(crate) async fn open(database: &Database, process: Arc<str>) -> Result<Store> {
        sqlx::any::install_default_drivers();
        let lock = match database {
            Database::Sqlite(path) => {
                let lock = lock(path)?;
                keep_private(path)?;
                Some(lock)
            }
            Database::Postgres(_) => None,
        };
        let url = database.url();
        let setup = |error: sqlx::Error| Error::Setup(format!("the database cannot be opened: {error}"));
        let mut connection = AnyConnection::connect(&database.url()).await.map_err(setup)?;
        let is_sqlite = matches!(database, Database::Sqlite(_));
        prepare(&mut connection, is_sqlite).await.map_err(setup)?;
        migrator()
            .run_direct(None, &mut connection, false)
            .await
            .map_err(|error| Error::Setup(format!("the database cannot be brought up to date: {error}")))?;
        make_durable(&mut connection, is_sqlite).await.map_err(setup)?;
        let pool = AnyPoolOptions::new()
            .max_connections(if is_sqlite { 4 } else { 8 })
            .acquire_timeout(Duration::from_secs(5))
            .after_connect(move |connection, _| Box::pin(async move { prepare(connection, is_sqlite).await }))
            .connect_lazy(&url)
            .map_err(setup)?;
        let writer = Writer::start(database.clone(), process, connection);
        let carrier = Carrier::start(database, writer.clone());
        let file = match database {
            Database::Sqlite(path) => identity(path).map(|identity| (path.clone(), identity)),
            Database::Postgres(_) => None,
        };
        let lock = Arc::new(Mutex::new(lock));
        Ok(Store { pool, writer, carrier, lock, file, pulse: Arc::default() })
    }

    /// Tries whether something can be stored and read.
    pub(crate) async fn is_healthy(&self) -> bool {
        let mut pulse = self.pulse.lock().await;
        if let Some((at, is_healthy)) = *pulse
            && at.elapsed() < PULSE
        {
            return is_healthy;
        }
        let is_there = self.file.as_ref().is_none_or(|(path, known)| identity(path).as_ref() == Some(known));
        let sql = "update pulse set beat = $1 where id = 1";
        let beat = self.run(Job::new().must(sql, [clock::now().into()]));
        let is_stored = tokio::time::timeout(Duration::from_secs(3), beat).await;
        let is_healthy = is_there && matches!(is_stored, Ok(Ok(())));
        *pulse = Some((clock::instant(), is_healthy));
        is_healthy
    }

    /// Stores what a table has played; returns when it is there for good.
    pub(crate) async fn log(&self, write: LogWrite) -> std::result::Result<(), Unwritten> {
        self.writer.log(write).await
    }

    /// Runs statements in one transaction.
    pub(crate) async fn run(&self, job: Job) -> std::result::Result<(), Unwritten> {
        self.writer.run(job).await
    }

    /// Ends the writer after what it has been given, and closes the connections.
    pub(crate) async fn close(&self) {
        self.carrier.stop().await;
        self.writer.stop().await;
        self.pool.close().await;
        self.lock.lock().unwrap_or_else(PoisonError::into_inner).take();
    }
}

/// One connection, set up for durable writing.
pub(crate) async fn connect(database: &Database) -> std::result::Result<AnyConnection, sqlx::Error> {
    let mut connection = AnyConnection::connect(&database.url()).await?;
    let is_sqlite = matches!(database, Database::Sqlite(_));
    prepare(&mut connection, is_sqlite).await?;
    make_durable(&mut connection, is_sqlite).await?;
    Ok(connection)
}

/// SQLite: readers beside the writer. Commits are answered in order but before they are on the disk, so that
/// a new database is made quickly; the first durable commit after them takes them along.
async fn prepare(connection: &mut AnyConnection, is_sqlite: bool) -> std::result::Result<(), sqlx::Error> {
    if is_sqlite {
        connection
            .execute(
                "pragma synchronous = normal; pragma journal_mode = wal; pragma foreign_keys = on; \
             pragma busy_timeout = 5000; pragma temp_store = memory",
            )
            .await?;
    }
    Ok(())
}

/// SQLite: from now on every commit is on the disk before it is answered. The writer touches the same pages
/// again and again, and keeps 16 MiB of them.
async fn make_durable(
    connection: &mut AnyConnection,
    is_sqlite: bool,
) -> std::result::Result<(), sqlx::Error> {
    if is_sqlite {
        connection
            .execute("pragma synchronous = full; pragma cache_size = -16384; pragma wal_autocheckpoint = 0")
            .await?;
    }
    Ok(())
}

fn migrator() -> Migrator {
    let numbered = MIGRATIONS.iter().enumerate();
    let migrations = numbered.map(|(index, (name, sql))| {
        let number = index as i64 + 1;
        Migration::new(number, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    });
    Migrator::with_migrations(migrations.collect())
}

fn lock(path: &Path) -> Result<File> {
    let fail = |what: &str| Error::Setup(format!("{}: {what}", path.display()));
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        std::fs::create_dir_all(folder)
            .map_err(|error| fail(&format!("the folder cannot be made: {error}")))?;
    }
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    let file = private()
        .truncate(true)
        .create(true)
        .open(&name)
        .map_err(|error| fail(&format!("it cannot be locked: {error}")))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(fail("another server uses this database")),
        Err(TryLockError::Error(error)) => Err(fail(&format!("it cannot be locked: {error}"))),
    }
}

/// For files that hold the secrets of dice and the hashes of passwords: other users may not read them.
pub(crate) fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

/// Makes a new database file that is private; SQLite gives the files beside it the same rights. A file that
/// others may already read stays as its owner made it, with a warning.
fn keep_private(path: &Path) -> Result<()> {
    let made = private().create(true).truncate(false).open(path);
    let file =
        made.map_err(|error| Error::Setup(format!("{}: it cannot be opened: {error}", path.display())))?;
    #[cfg(unix)]
    if let Ok(facts) = file.metadata()
        && std::os::unix::fs::PermissionsExt::mode(&facts.permissions()) & 0o077 != 0
    {
        tracing::warn!(file = %path.display(), "others may read the database: chmod 600 is advised");
    }
    drop(file);
    Ok(())
}

#[cfg(unix)]
type Identity = (u64, u64);
#[cfg(not(unix))]
type Identity = ();

/// Which file a path leads to.
fn identity(path: &Path) -> Option<Identity> {
    let facts = std::fs::metadata(path).ok()?;
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        Some((facts.dev(), facts.ino()))
    }
    #[cfg(not(unix))]
    {
        drop(facts);
        Some(())
    }
}
