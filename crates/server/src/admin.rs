//! An operator's acts beside the server: looking, banning, renaming, removing. The database logs every act.
//!
//! It works on the database while servers run; they notice bans within seconds, and other changes when they read a
//! table again.

use ipnet::IpNet;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::{Any, AnyConnection, Connection, Row};

use crate::auth::clean_name;
use crate::clock;
use crate::config::Database;
use crate::error::{Error, Result};
use crate::secrets;
use crate::store;

/// A database in an operator's hands.
pub struct Admin {
    connection: AnyConnection,
    /// Who acts, for the log.
    who: String,
}

/// A table, as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Its id.
    pub id: String,
    /// The game's short name.
    pub game: String,
    /// What its maker called it.
    pub title: String,
    /// `waiting`, `running`, `over` or `broken`.
    pub state: String,
    /// How many entries its log has.
    pub entries: i64,
    /// When it last changed, in milliseconds since 1970.
    pub changed: i64,
    /// Who sits there.
    pub players: Vec<String>,
}

/// An account, as an operator sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AccountLine {
    /// Its name.
    pub name: String,
    /// When it was made, in milliseconds since 1970.
    pub created: i64,
    /// How many seats it holds.
    pub seats: i64,
    /// Whether it is banned.
    pub banned: bool,
}

/// Something said at a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Remark {
    /// Its number at the table.
    pub number: i64,
    /// Who said it.
    pub seat: i64,
    /// What was said.
    pub text: String,
}

/// How many rows of each kind were removed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pruned {
    /// Tables that waited for players or had no answer yet, and desks with lessons.
    pub unplayed: u64,
    /// Uploaded records.
    pub uploads: u64,
    /// Finished games.
    pub finished: u64,
}

const DAY: i64 = 86_400_000;

type Query<'a> = sqlx::query::Query<'a, Any, AnyArguments>;

fn missing(what: &str) -> Error {
    Error::Missing(format!("there is no {what}"))
}

impl Admin {
    /// Opens a database that a server has made.
    pub async fn open(database: &str, who: &str) -> Result<Admin> {
        sqlx::any::install_default_drivers();
        let database = Database::parse(database)?;
        if let Database::Sqlite(path) = &database
            && !path.exists()
        {
            return Err(Error::Setup(format!("there is no database {}", path.display())));
        }
        let mut connection = store::connect(&database).await?;
        if sqlx::query("select 1 from ban where what = ''").fetch_optional(&mut connection).await.is_err() {
            return Err(Error::Setup("the database is of an older version: start the server once".into()));
        }
        Ok(Admin { connection, who: who.to_owned() })
    }

    /// Ends it.
    pub async fn close(self) {
        let _ = self.connection.close().await;
    }

    /// Tables, the latest first; only those in `state` if one is given.
    pub async fn tables(&mut self, state: Option<&str>, most: i64) -> Result<Vec<TableLine>> {
        let query = sqlx::query(
            "select id, title, name, case when broken <> '' then 'broken' else state end, seq, changed from game \
             where $1 = '' or (case when broken <> '' then 'broken' else state end) = $1 \
             order by changed desc limit $2",
        );
        let rows = query.bind(state.unwrap_or_default().to_owned()).bind(most);
        let mut tables = Vec::new();
        for row in rows.fetch_all(&mut self.connection).await? {
            let id: String = row.try_get(0)?;
            let seats = sqlx::query("select name from seat where game = $1 order by seat").bind(id.clone());
            let seats = seats.fetch_all(&mut self.connection).await?;
            tables.push(TableLine {
                id,
                game: row.try_get(1)?,
                title: row.try_get(2)?,
                state: row.try_get(3)?,
                entries: row.try_get(4)?,
                changed: row.try_get(5)?,
                players: seats.iter().map(|seat| seat.try_get(0)).collect::<std::result::Result<_, _>>()?,
            });
        }
        Ok(tables)
    }

    /// Accounts by name.
    pub async fn accounts(&mut self) -> Result<Vec<AccountLine>> {
        let query = sqlx::query(
            "select shown, created, (select count(*) from holder where holder = 'account:' || id), \
             (select count(*) from ban where what = 'account:' || id) from account order by name",
        );
        let read = |row: &AnyRow| -> std::result::Result<AccountLine, sqlx::Error> {
            let banned: i64 = row.try_get(3)?;
            let (name, created, seats) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            Ok(AccountLine { name, created, seats, banned: banned > 0 })
        };
        let rows = query.fetch_all(&mut self.connection).await?;
        Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
    }

    /// What was said at a table.
    pub async fn chat(&mut self, table: &str) -> Result<Vec<Remark>> {
        let query = sqlx::query("select number, seat, text from chat where game = $1 order by number");
        let rows = query.bind(table.to_owned()).fetch_all(&mut self.connection).await?;
        let read = |row: &AnyRow| -> std::result::Result<Remark, sqlx::Error> {
            Ok(Remark { number: row.try_get(0)?, seat: row.try_get(1)?, text: row.try_get(2)? })
        };
        Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
    }

    /// Bans with their reasons.
    pub async fn bans(&mut self) -> Result<Vec<(String, String)>> {
        let query = sqlx::query("select shown, why from ban order by shown");
        let rows = query.fetch_all(&mut self.connection).await?;
        let read =
            |row: &AnyRow| -> std::result::Result<_, sqlx::Error> { Ok((row.try_get(0)?, row.try_get(1)?)) };
        Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
    }

    /// What operators did, the latest last: when, who, what.
    pub async fn acts(&mut self) -> Result<Vec<(i64, String, String)>> {
        let query = sqlx::query("select at, who, what from act order by at, id");
        let rows = query.fetch_all(&mut self.connection).await?;
        let read = |row: &AnyRow| -> std::result::Result<_, sqlx::Error> {
            Ok((row.try_get(0)?, row.try_get(1)?, row.try_get(2)?))
        };
        Ok(rows.iter().map(read).collect::<std::result::Result<_, _>>()?)
    }

    /// The key of an account or a network in the list of bans, and how it is shown.
    async fn banned(&mut self, whom: &str) -> Result<(String, String)> {
        if let Ok(network) = whom.parse::<IpNet>() {
            return Ok((format!("network:{}", network.trunc()), network.trunc().to_string()));
        }
        if let Ok(address) = whom.parse::<std::net::IpAddr>() {
            let network = IpNet::from(address);
            return Ok((format!("network:{network}"), network.to_string()));
        }
        let query = sqlx::query("select id, shown from account where name = $1").bind(whom.to_lowercase());
        let row = query.fetch_optional(&mut self.connection).await?;
        let row = row.ok_or_else(|| missing(&format!("account '{whom}', and it is no network either")))?;
        let (id, shown): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        Ok((format!("account:{id}"), shown))
    }

    /// Bans an account or a network: `anna`, `192.0.2.1`, `2001:db8::/32`.
    pub async fn ban(&mut self, whom: &str, why: &str) -> Result<()> {
        let (what, shown) = self.banned(whom).await?;
        let sql = "insert into ban (what, shown, why, at) values ($1, $2, $3, $4) on conflict do nothing";
        let query = sqlx::query(sql).bind(what).bind(shown.clone()).bind(why.to_owned()).bind(clock::now());
        self.act(query, &format!("banned {shown}: {why}")).await.map(|_| ())
    }

    /// Takes a ban back.
    pub async fn unban(&mut self, whom: &str) -> Result<()> {
        let (what, shown) = self.banned(whom).await?;
        let query = sqlx::query("delete from ban where what = $1").bind(what);
        match self.act(query, &format!("took back the ban of {shown}")).await? {
            0 => Err(missing(&format!("ban of {shown}"))),
            _ => Ok(()),
        }
    }

    /// Gives an account another name.
    pub async fn rename_account(&mut self, old: &str, new: &str) -> Result<()> {
        let new = clean_name(new);
        if new.is_empty() {
            return Err(Error::Bad("a name has 1 to 40 characters".into()));
        }
        let sql = "update account set name = $2, shown = $3 where name = $1";
        let query = sqlx::query(sql).bind(old.to_lowercase()).bind(new.to_lowercase()).bind(new.clone());
        match self.act(query, &format!("renamed account {old} to {new}")).await? {
            0 => Err(missing(&format!("account '{old}'"))),
            _ => Ok(()),
        }
    }

    /// Gives the player of a seat another name.
    pub async fn rename_seat(&mut self, table: &str, seat: u8, new: &str) -> Result<()> {
        let sql = "update seat set name = $3 where game = $1 and seat = $2";
        let query = sqlx::query(sql).bind(table.to_owned()).bind(i64::from(seat)).bind(clean_name(new));
        match self.act(query, &format!("renamed seat {seat} of table {table} to {new}")).await? {
            0 => Err(missing(&format!("seat {seat} at table {table}"))),
            _ => Ok(()),
        }
    }

    /// Gives a table another title.
    pub async fn rename_table(&mut self, table: &str, new: &str) -> Result<()> {
        let query = sqlx::query("update game set name = $2 where id = $1");
        let query = query.bind(table.to_owned()).bind(clean_name(new));
        match self.act(query, &format!("renamed table {table} to {new}")).await? {
            0 => Err(missing(&format!("table {table}"))),
            _ => Ok(()),
        }
    }

    /// Removes a remark, or all of them. The text that was removed is not kept.
    pub async fn remove_chat(&mut self, table: &str, number: Option<i64>) -> Result<u64> {
        let sql = "update chat set text = '(removed)' where game = $1 and ($2 = 0 or number = $2)";
        let query = sqlx::query(sql).bind(table.to_owned()).bind(number.unwrap_or_default());
        let which = number.map_or_else(|| "all remarks".to_owned(), |number| format!("remark {number}"));
        match self.act(query, &format!("removed {which} at table {table}")).await? {
            0 => Err(missing(&format!("such remark at table {table}"))),
            removed => Ok(removed),
        }
    }

    /// Removes a table with everything that belongs to it.
    pub async fn remove_table(&mut self, table: &str) -> Result<()> {
        let query = sqlx::query("delete from game where id = $1").bind(table.to_owned());
        match self.act(query, &format!("removed table {table}")).await? {
            0 => Err(missing(&format!("table {table}"))),
            _ => Ok(()),
        }
    }

    /// Removes what has not changed for `days`: tables that were never played, desks with lessons and
    /// uploaded records; finished games as well, if `finished` gives their days.
    pub async fn prune(&mut self, days: i64, finished: Option<i64>) -> Result<Pruned> {
        let before = |days: i64| clock::now() - days.max(0) * DAY;
        let sql = "delete from game where changed < $1 and (state = 'waiting' or lesson <> '' \
             or (state = 'running' and seq = 0))";
        let unplayed = sqlx::query(sql).bind(before(days));
        let unplayed = self.act(unplayed, &format!("pruned tables not played for {days} days")).await?;
        let sql =
            "delete from game where changed < $1 and id in (select game from seat where nonce = 'uploaded')";
        let uploads = sqlx::query(sql).bind(before(days));
        let uploads = self.act(uploads, &format!("pruned records uploaded {days} days ago")).await?;
        let finished = match finished {
            Some(days) => {
                let query =
                    sqlx::query("delete from game where changed < $1 and state = 'over'").bind(before(days));
                self.act(query, &format!("pruned games finished {days} days ago")).await?
            }
            None => 0,
        };
        Ok(Pruned { unplayed, uploads, finished })
    }

    /// Changes something and logs it, both or neither; returns how many rows were changed.
    async fn act(&mut self, query: Query<'_>, what: &str) -> Result<u64> {
        let mut transaction = self.connection.begin().await?;
        let changed = query.execute(&mut *transaction).await?.rows_affected();
        if changed > 0 {
            let log = sqlx::query("insert into act (id, at, who, what) values ($1, $2, $3, $4)");
            let log = log.bind(secrets::token()).bind(clock::now()).bind(self.who.clone());
            log.bind(format!("{what} ({changed})")).execute(&mut *transaction).await?;
        }
        transaction.commit().await?;
        Ok(changed)
    }
}
