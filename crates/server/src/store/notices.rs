//! "Your turn": messages that are still to be delivered.

use sqlx::Row;

use super::Store;
use super::writer::{Job, Unwritten};
use crate::error::Result;

/// A message to be delivered.
#[derive(Clone, Debug)]
pub(crate) struct NoticeRow {
    pub(crate) id: String,
    pub(crate) game: String,
    pub(crate) target: String,
    pub(crate) key: String,
    pub(crate) body: String,
    pub(crate) tries: i64,
    due: i64,
}

impl Store {
    /// A few that are due.
    pub(crate) async fn due_notices(&self, now: i64) -> Result<Vec<NoticeRow>> {
        let query = sqlx::query(
            "select id, game, target, webhook_key, body, tries, due from notice where due <= $1 order by due limit 20",
        );
        let mut notices = Vec::new();
        for row in query.bind(now).fetch_all(&self.pool).await? {
            notices.push(NoticeRow {
                id: row.try_get(0)?,
                game: row.try_get(1)?,
                target: row.try_get(2)?,
                key: row.try_get(3)?,
                body: row.try_get(4)?,
                tries: row.try_get(5)?,
                due: row.try_get(6)?,
            });
        }
        Ok(notices)
    }

    /// Takes a notice in hand until `until`; false if another process was faster.
    pub(crate) async fn claim_notice(&self, notice: &NoticeRow, until: i64) -> Result<bool> {
        let sql = "update notice set tries = tries + 1, due = $3 where id = $1 and due = $2";
        let job = Job::new().must(sql, [notice.id.as_str().into(), notice.due.into(), until.into()]);
        match self.run(job).await {
            Ok(()) => Ok(true),
            Err(Unwritten::Nothing(_)) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }

    /// Tries a notice later, without counting it as tried.
    pub(crate) async fn put_notice_off(&self, notice: &NoticeRow, until: i64) -> Result<()> {
        let sql = "update notice set due = $3 where id = $1 and due = $2";
        Ok(self
            .run(Job::new().then(sql, [notice.id.as_str().into(), notice.due.into(), until.into()]))
            .await?)
    }

    /// When a notice that is in hand is tried again.
    pub(crate) async fn set_notice_due(&self, id: &str, due: i64) -> Result<()> {
        let sql = "update notice set due = $2 where id = $1";
        Ok(self.run(Job::new().then(sql, [id.into(), due.into()])).await?)
    }

    pub(crate) async fn drop_notice(&self, id: &str) -> Result<()> {
        Ok(self.run(Job::new().then("delete from notice where id = $1", [id.into()])).await?)
    }
}
