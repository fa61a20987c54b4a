//! Backup, restore, and checking running games against a new version of the program.
//!
//! A backup is a text file: one JSON line for each row, so that it can be read, compared and moved between SQLite and
//! PostgreSQL.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Lines, Write};
use std::path::Path;

use games::Library;
use serde_json::{Map, Value};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Column, Connection, Row};

use crate::config::Database;
use crate::error::{Error, Result};
use crate::secrets;
use crate::store::{self, Store};
use crate::table::load;

const FIRST_LINE: &str = "westfront-backup 1";

/// All tables with their columns, in an order in which they can be filled again.
const TABLES: [(&str, &[&str]); 15] = [
    ("account", &["id", "name", "shown", "password", "created", "email"]),
    ("session", &["hash", "account", "created", "seen"]),
    (
        "game",
        &[
            "id",
            "title",
            "name",
            "scenario",
            "options",
            "position",
            "pack",
            "secret",
            "commitment",
            "state",
            "header",
            "epoch",
            "rev",
            "undone",
            "seq",
            "turn",
            "asked",
            "winners",
            "outcome",
            "busy",
            "listed",
            "hotseat",
            "spectator",
            "maker",
            "rematch",
            "created",
            "changed",
            "broken",
            "lesson",
        ],
    ),
    (
        "seat",
        &[
            "game",
            "seat",
            "kind",
            "level",
            "name",
            "token",
            "nonce",
            "orders",
            "webhook",
            "webhook_key",
            "email",
            "invitation",
            "mail_key",
            "advice",
        ],
    ),
    ("holder", &["game", "seat", "holder"]),
    ("action", &["game", "seq", "line", "hash", "automatic", "at"]),
    ("thought", &["game", "seq", "text"]),
    ("watcher", &["game", "holder"]),
    ("learnt", &["holder", "game", "lesson", "at"]),
    ("chat", &["game", "number", "seat", "text", "at"]),
    ("mail", &["hash", "purpose", "account", "game", "seat", "address", "at"]),
    ("ban", &["what", "shown", "why", "at"]),
    ("act", &["id", "at", "who", "what"]),
    ("pulse", &["id", "at", "since", "beat"]),
    ("notice", &["id", "game", "seat", "target", "webhook_key", "body", "tries", "due"]),
];

/// Columns that older backups do not have.
const LATER: [&str; 6] = ["email", "invitation", "mail_key", "broken", "lesson", "advice"];

fn failed(what: &str, error: impl std::fmt::Display) -> Error {
    Error::Setup(format!("{what}: {error}"))
}

/// Writes the whole database into a new file, as it stood at one moment; a server may go on serving
/// meanwhile. Returns the number of rows.
pub async fn backup(database: &str, file: &Path) -> Result<u64> {
    sqlx::any::install_default_drivers();
    let database = Database::parse(database)?;
    if let Database::Sqlite(path) = &database
        && !path.exists()
    {
        return Err(failed("the database cannot be read", format!("there is no file {}", path.display())));
    }
    let mut connection = store::connect(&database).await.map_err(|error| failed("the database", error))?;
    let written = write_backup(&database, &mut connection, file).await;
    let _ = connection.close().await;
    written
}

async fn write_backup(database: &Database, connection: &mut AnyConnection, file: &Path) -> Result<u64> {
    let wrong = |error: std::io::Error| failed(&file.display().to_string(), error);
    let mut out = BufWriter::new(store::private().create_new(true).open(file).map_err(wrong)?);
    writeln!(out, "{FIRST_LINE}").map_err(wrong)?;
    let mut transaction = connection.begin().await?;
    if matches!(database, Database::Postgres(_)) {
        let sql = "set transaction isolation level repeatable read";
        sqlx::query(sql).execute(&mut *transaction).await?;
    }
    let mut rows = 0;
    for (table, columns) in TABLES {
        let sql = AssertSqlSafe(format!("select {} from {table}", columns.join(", ")));
        // A batch of rows at a time would need an order; these databases fit into memory table by table.
        for row in sqlx::query(sql).fetch_all(&mut *transaction).await? {
            let mut fields = Map::new();
            fields.insert("table".into(), table.into());
            for column in row.columns() {
                fields.insert(column.name().to_owned(), value(&row, column.ordinal())?);
            }
            writeln!(out, "{}", Value::Object(fields)).map_err(wrong)?;
            rows += 1;
        }
    }
    transaction.rollback().await?;
    writeln!(out, "{{\"rows\":{rows}}}").map_err(wrong)?;
    let inner = out.into_inner().map_err(|error| wrong(error.into_error()))?;
    inner.sync_all().map_err(wrong)?;
    Ok(rows)
}

fn value(row: &AnyRow, index: usize) -> Result<Value> {
    if let Ok(number) = row.try_get::<i64, _>(index) {
        return Ok(number.into());
    }
    Ok(row.try_get::<String, _>(index)?.into())
}

/// Fills an empty database from a backup. Nothing is written unless all of it can be.
pub async fn restore(database: &str, file: &Path) -> Result<u64> {
    let database = Database::parse(database)?;
    let wrong = |error: std::io::Error| failed(&file.display().to_string(), error);
    let mut lines = BufReader::new(File::open(file).map_err(wrong)?).lines();
    if lines.next().transpose().map_err(wrong)?.as_deref() != Some(FIRST_LINE) {
        return Err(failed(&file.display().to_string(), "this is no backup"));
    }
    // Opening brings the schema up to date and makes sure that no server is running on it.
    let store = Store::open(&database, secrets::token().into()).await?;
    store.close().await;
    let mut connection = store::connect(&database).await?;
    let read = read_backup(&mut connection, file, lines).await;
    // Closed even after a failure: a dropped connection keeps the database locked for a moment longer.
    let _ = connection.close().await;
    read
}

async fn read_backup(
    connection: &mut AnyConnection,
    file: &Path,
    lines: Lines<BufReader<File>>,
) -> Result<u64> {
    let mut transaction = connection.begin().await?;
    let game = sqlx::query("select id from game limit 1").fetch_optional(&mut *transaction).await?;
    let account = sqlx::query("select id from account limit 1").fetch_optional(&mut *transaction).await?;
    if game.is_some() || account.is_some() {
        return Err(Error::Setup("the database is not empty: a backup is restored into a new one".into()));
    }
    let (mut rows, mut is_whole) = (0, false);
    for (number, line) in lines.enumerate() {
        let place = || format!("{}, line {}", file.display(), number + 2);
        let line = line.map_err(|error| failed(&place(), error))?;
        let fields: Map<String, Value> =
            serde_json::from_str(&line).map_err(|error| failed(&place(), error))?;
        if let Some(count) = fields.get("rows").and_then(Value::as_u64) {
            is_whole = count == rows;
            continue;
        }
        insert(&mut transaction, &fields).await.map_err(|error| failed(&place(), error))?;
        rows += 1;
    }
    if !is_whole {
        return Err(failed(&file.display().to_string(), "the backup is not whole"));
    }
    transaction.commit().await?;
    Ok(rows)
}

async fn insert(
    connection: &mut AnyConnection,
    fields: &Map<String, Value>,
) -> std::result::Result<(), String> {
    let name = fields.get("table").and_then(Value::as_str).unwrap_or_default();
    let known = TABLES.iter().find(|(table, _)| *table == name);
    let (table, columns) = known.ok_or_else(|| format!("there is no table '{name}'"))?;
    if name == "pulse" {
        // A new database has a pulse already.
        let emptied = sqlx::query("delete from pulse").execute(&mut *connection).await;
        emptied.map_err(|error| error.to_string())?;
    }
    let places: Vec<String> = (1..=columns.len()).map(|number| format!("${number}")).collect();
    let sql = format!("insert into {table} ({}) values ({})", columns.join(", "), places.join(", "));
    let mut query = sqlx::query(AssertSqlSafe(sql));
    for column in *columns {
        query = match fields.get(*column) {
            Some(Value::String(text)) => query.bind(text.clone()),
            Some(Value::Number(number)) => query.bind(number.as_i64().ok_or("a number is too large")?),
            None if LATER.contains(column) => query.bind(String::new()),
            _ => return Err(format!("'{column}' is missing")),
        };
    }
    query.execute(connection).await.map(|_| ()).map_err(|error| error.to_string())
}

/// How a running game stands with this version of the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The table.
    pub table: String,
    /// The game's short name.
    pub game: String,
    /// Nothing if its log replays; otherwise where and how it differs.
    pub problem: Option<String>,
}

/// Replays every running game of a database; meant to be run before a new version goes into service.
pub async fn verify(database: &str, library: &Library) -> Result<Vec<Standing>> {
    let database = Database::parse(database)?;
    let store = Store::open(&database, secrets::token().into()).await?;
    let mut standings = Vec::new();
    for id in store.running().await? {
        let Some(game) = store.game(&id).await? else { continue };
        let actions = store.actions(&id, 0).await?;
        let problem = load::replay(library, &game, &actions).err().map(|broken| broken.why);
        standings.push(Standing { table: id, game: game.title, problem });
    }
    store.close().await;
    Ok(standings)
}
