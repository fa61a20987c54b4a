//! Writes what many tables have played in one transaction.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;

use sqlx::any::AnyArguments;
use sqlx::error::ErrorKind;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AssertSqlSafe, Connection, Executor};

use super::writer::{LogLine, LogWrite, NewNotice, Status, Taught, Unwritten};
use crate::config::Database;

/// The most rows of one statement.
const ROWS: usize = 256;

/// Texts of statements by kind and number of rows.
pub(super) type Statements = BTreeMap<(Kind, usize), Arc<str>>;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Update,
    Insert,
    /// A whole transaction: both, with this many rows of entries.
    Both(usize),
}

type Stored = Result<Result<(), Unwritten>, sqlx::Error>;

/// Stores all of a batch, or nothing if one of the tables has another owner or another revision by now.
pub(super) async fn store(
    database: &Database,
    process: &str,
    connection: &mut AnyConnection,
    statements: &mut Statements,
    writes: &[Box<LogWrite>],
) -> Stored {
    let lines: Vec<Entry> =
        writes.iter().flat_map(|write| write.lines.iter().map(move |line| (&**write, line))).collect();
    if is_plain(database, writes, &lines) {
        store_at_once(database, connection, statements, writes, &lines).await
    } else {
        store_in_steps(database, process, connection, statements, writes, &lines).await
    }
}

/// An entry with the change that it belongs to.
type Entry<'a> = (&'a LogWrite, &'a LogLine);

/// Whether a batch holds only new entries and the database is SQLite with its one thread.
fn is_plain(database: &Database, writes: &[Box<LogWrite>], lines: &[Entry]) -> bool {
    let is_plain = |write: &LogWrite| {
        write.status.is_none() && write.cut.is_none() && write.notices.is_empty() && write.taught.is_none()
    };
    matches!(database, Database::Sqlite(_))
        && (1..=ROWS).contains(&lines.len())
        && writes.iter().all(|write| is_plain(write))
}

/// Stores entries from `begin` to `commit` in one go: SQLite has its own thread, and each way to it and back
/// wakes two threads: that is most of the cost of an action that comes alone. If not all tables could be
/// brought up to date, the entries have no table, and the database refuses them.
async fn store_at_once(
    database: &Database,
    connection: &mut AnyConnection,
    statements: &mut Statements,
    writes: &[Box<LogWrite>],
    lines: &[Entry<'_>],
) -> Stored {
    let (games, entries) = (room(writes.len()), room(lines.len()));
    let sql = statement(database, statements, Kind::Both(entries), games);
    let query = bind_games(sqlx::query(AssertSqlSafe(sql)), writes, games);
    let query = bind_lines(query.bind(writes.len() as i64), lines, entries);
    let Err(error) = query.execute(&mut *connection).await else { return Ok(Ok(())) };
    // No transaction is open if it failed before it began or during its commit.
    let _ = connection.execute("rollback").await;
    match &error {
        sqlx::Error::Database(refused) if refused.kind() == ErrorKind::NotNullViolation => {
            Ok(Err(Unwritten::Fenced))
        }
        _ => Err(error),
    }
}

/// The same, statement by statement.
async fn store_in_steps(
    database: &Database,
    process: &str,
    connection: &mut AnyConnection,
    statements: &mut Statements,
    writes: &[Box<LogWrite>],
    lines: &[Entry<'_>],
) -> Stored {
    let mut transaction = connection.begin().await?;
    for chunk in writes.chunks(ROWS) {
        let room = room(chunk.len());
        let sql = statement(database, statements, Kind::Update, room);
        let query = bind_games(sqlx::query(AssertSqlSafe(sql)), chunk, room);
        let changed = query.execute(&mut *transaction).await?.rows_affected();
        if changed != chunk.len() as u64 {
            transaction.rollback().await?;
            return Ok(Err(Unwritten::Fenced));
        }
    }
    for write in writes {
        if let Some(status) = &write.status {
            set_status(write, status).execute(&mut *transaction).await?;
        }
        if let Some(cut) = write.cut {
            let delete = sqlx::query("delete from action where game = $1 and seq >= $2");
            delete.bind(write.game.clone()).bind(cut).execute(&mut *transaction).await?;
            let undone = sqlx::query("update game set undone = rev where id = $1");
            undone.bind(write.game.clone()).execute(&mut *transaction).await?;
        }
        if let Some(taught) = &write.taught {
            set_lesson(write, taught).execute(&mut *transaction).await?;
        }
    }
    for (id, reply) in writes.iter().filter_map(|write| write.letter.as_ref()) {
        let answer = sqlx::query("update letter set reply = $2 where id = $1 and reply = ''");
        let answered = answer.bind(id.clone()).bind(reply.clone()).execute(&mut *transaction).await?;
        if answered.rows_affected() != 1 {
            transaction.rollback().await?;
            return Ok(Err(Unwritten::Unwanted));
        }
    }
    for chunk in lines.chunks(ROWS) {
        let room = room(chunk.len());
        let sql = statement(database, statements, Kind::Insert, room);
        bind_lines(sqlx::query(AssertSqlSafe(sql)), chunk, room).execute(&mut *transaction).await?;
    }
    for write in writes {
        for notice in &write.notices {
            insert_notice(write, notice).execute(&mut *transaction).await?;
        }
    }
    if matches!(database, Database::Postgres(_)) {
        // A notification may not be longer than 8000 bytes.
        for chunk in writes.chunks(100) {
            let changed: Vec<(&str, i64)> =
                chunk.iter().map(|write| (write.game.as_str(), write.rev)).collect();
            let payload = serde_json::json!({ "from": process, "changed": changed }).to_string();
            let notify = sqlx::query("select pg_notify('westfront', $1)");
            notify.bind(payload).execute(&mut *transaction).await?;
        }
        for (id, _) in writes.iter().filter_map(|write| write.letter.as_ref()) {
            let payload = serde_json::json!({ "from": process, "reply": id }).to_string();
            let notify = sqlx::query("select pg_notify('westfront', $1)");
            notify.bind(payload).execute(&mut *transaction).await?;
        }
    }
    Ok(transaction.commit().await.map_err(|error| Unwritten::InDoubt(error.to_string())))
}

/// Statements have room for 1, 2, 3, 4, 6, 8, 12, … rows, so that few of them are prepared; surplus rows stay
/// empty.
fn room(rows: usize) -> usize {
    let power = rows.next_power_of_two();
    let between = power / 4 * 3;
    if rows <= between { between } else { power }
}

/// The text of a statement with `rows`, made once.
fn statement(database: &Database, known: &mut Statements, kind: Kind, rows: usize) -> Arc<str> {
    let make = || match kind {
        Kind::Update => update(database, rows),
        Kind::Insert => insert(database, "v.column1", rows),
        Kind::Both(entries) => {
            let (update, insert) = (
                update(database, rows),
                insert(database, "case changes() when ? then v.column1 end", entries),
            );
            format!("begin immediate; {update}; {insert}; commit")
        }
    };
    known.entry((kind, rows)).or_insert_with(|| make().into()).clone()
}

fn update(database: &Database, rows: usize) -> String {
    let values = values(database, rows, 7);
    format!(
        "update game set rev = game.rev + 1, seq = v.column4, turn = v.column5, asked = v.column6, \
         changed = v.column7 from (values {values}) as v \
         where game.id = v.column1 and game.epoch = v.column2 and game.rev = v.column3"
    )
}

fn insert(database: &Database, game: &str, rows: usize) -> String {
    let values = values(database, rows, 6);
    format!(
        "insert into action (game, seq, line, hash, automatic, at) \
         select {game}, v.column2, v.column3, v.column4, v.column5, v.column6 \
         from (values {values}) as v where v.column1 is not null"
    )
}

/// Rows of values that are bound later.
fn values(database: &Database, rows: usize, columns: usize) -> String {
    let mut values = String::new();
    for row in 0..rows {
        values.push_str(if row == 0 { "(" } else { ", (" });
        for column in 1..=columns {
            let comma = if column == 1 { "" } else { ", " };
            // SQLite looks names like `$7` up one by one for every value that is bound; a bare `?` has none.
            let _ = match database {
                Database::Sqlite(_) => write!(values, "{comma}?"),
                Database::Postgres(_) => write!(values, "{comma}${}", row * columns + column),
            };
        }
        values.push(')');
    }
    values
}

/// The rows of some tables, followed by empty rows that match no table.
fn bind_games<'q>(
    query: Query<'q, Any, AnyArguments>,
    writes: &[Box<LogWrite>],
    room: usize,
) -> Query<'q, Any, AnyArguments> {
    (0..room).map(|row| writes.get(row)).fold(query, |query, write| {
        query
            .bind(write.map(|write| write.game.as_str()))
            .bind(write.map(|write| write.epoch))
            .bind(write.map(|write| write.rev - 1))
            .bind(write.map(|write| write.seq))
            .bind(write.map(|write| write.turn))
            .bind(write.map(|write| write.asked))
            .bind(write.map(|write| write.at))
    })
}

/// Some entries, followed by empty rows that are not stored.
fn bind_lines<'q>(
    query: Query<'q, Any, AnyArguments>,
    lines: &[Entry],
    room: usize,
) -> Query<'q, Any, AnyArguments> {
    (0..room).map(|row| lines.get(row)).fold(query, |query, line| {
        query
            .bind(line.map(|(write, _)| write.game.as_str()))
            .bind(line.map(|(_, line)| line.seq))
            .bind(line.map(|(_, line)| line.line.as_str()))
            .bind(line.map(|(_, line)| line.hash.as_str()))
            .bind(line.map(|(_, line)| line.automatic))
            .bind(line.map(|(write, _)| write.at))
    })
}

fn set_status(write: &LogWrite, status: &Status) -> Query<'static, Any, AnyArguments> {
    sqlx::query("update game set state = $2, winners = $3, outcome = $4, busy = $5 where id = $1")
        .bind(write.game.clone())
        .bind(status.state)
        .bind(status.winners)
        .bind(status.outcome.clone())
        .bind(status.busy)
}

fn set_lesson(write: &LogWrite, taught: &Taught) -> Query<'static, Any, AnyArguments> {
    sqlx::query("update game set lesson = $2, header = coalesce($3, header) where id = $1")
        .bind(write.game.clone())
        .bind(taught.progress.clone())
        .bind(taught.header.clone())
}

fn insert_notice(write: &LogWrite, notice: &NewNotice) -> Query<'static, Any, AnyArguments> {
    sqlx::query(
        "insert into notice (id, game, seat, target, webhook_key, body, tries, due) \
         values ($1, $2, $3, $4, $5, $6, 0, $7)",
    )
    .bind(crate::secrets::token())
    .bind(write.game.clone())
    .bind(notice.seat)
    .bind(notice.target.clone())
    .bind(notice.key.clone())
    .bind(notice.body.clone())
    .bind(write.at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::{GameRow, Job, Store, connect};

    #[test]
    fn there_is_room_for_all_rows_in_few_sizes() {
        let rooms: Vec<usize> = [1, 2, 3, 4, 5, 7, 9, 13, 40, 64, 65, 100, 193, 256].map(room).to_vec();
        assert_eq!(rooms, [1, 2, 3, 4, 6, 8, 12, 16, 48, 64, 96, 128, 256, 256]);
        assert!((1..=ROWS).all(|rows| room(rows) >= rows));
    }

    fn entry(game: &str, rev: i64) -> Box<LogWrite> {
        let line =
            LogLine { seq: rev - 1, line: format!("red: step {rev}"), hash: String::new(), automatic: 0 };
        Box::new(LogWrite { game: game.into(), rev, seq: rev, lines: vec![line], ..LogWrite::default() })
    }

    /// The log and the revision of a table, so that both can be compared at once.
    async fn state(store: &Store, game: &str) -> (usize, i64) {
        let row = store.game(game).await.expect("it is read").expect("it is there");
        (store.actions(game, 0).await.expect("they are read").len(), row.rev)
    }

    #[tokio::test]
    async fn a_batch_is_stored_as_a_whole_or_not_at_all() {
        let folder = std::env::temp_dir().join(format!("westfront-batch-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let database = Database::Sqlite(folder.join("batch.db").into());
        let store = Store::open(&database, "here".into()).await.expect("it opens");
        for id in ["a", "b", "c"] {
            let game = GameRow { id: id.into(), ..GameRow::default() };
            store.run(game.insert(Job::new())).await.expect("it is stored");
        }
        let mut connection = connect(&database).await.expect("a connection");
        let mut statements = Statements::new();
        let mut write = async |writes: &[Box<LogWrite>]| {
            super::store(&database, "here", &mut connection, &mut statements, writes).await
        };
        let all = [entry("a", 1), entry("b", 1), entry("c", 1)];
        assert!(matches!(write(&all).await, Ok(Ok(()))));
        assert_eq!(state(&store, "b").await, (1, 1));
        // One revision is old, one table has another owner: no entry is stored, in any kind of batch.
        let stranger = Box::new(LogWrite { epoch: 7, ..*entry("c", 2) });
        let undo = Box::new(LogWrite { cut: Some(1), ..*entry("b", 2) });
        for bad in [entry("b", 1), stranger] {
            for other in [entry("a", 2), undo.clone()] {
                assert!(matches!(write(&[other, bad.clone()]).await, Ok(Err(Unwritten::Fenced))));
            }
            assert_eq!((state(&store, "a").await, state(&store, "b").await), ((1, 1), (1, 1)));
        }
        // An entry with a taken number is an error of the database, and no transaction stays open after it.
        let mut twice = entry("a", 2);
        twice.lines[0].seq = 0;
        assert!(write(&[twice]).await.is_err());
        assert!(matches!(write(&[entry("a", 2), entry("b", 2)]).await, Ok(Ok(()))));
        assert_eq!((state(&store, "a").await, state(&store, "b").await), ((2, 2), (2, 2)));
        store.close().await;
        std::fs::remove_dir_all(&folder).expect("it is removed");
    }
}
