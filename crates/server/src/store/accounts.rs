//! Accounts and sessions.

use serde::{Deserialize, Serialize};
use sqlx::Row;

use super::Store;
use super::writer::{Job, Unwritten};
use crate::error::Result;
use crate::secrets;

/// Who asks: a browser, perhaps with an account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Who {
    /// The hash of the session's token; empty for a stranger.
    pub(crate) session: String,
    /// The account's id; empty if no account is signed in.
    pub(crate) account: String,
}

impl Who {
    /// The two names under which seats may be held. A stranger's names hold nothing.
    pub(crate) fn holders(&self) -> (String, String) {
        let name = |kind: &str, id: &str| if id.is_empty() { "-".into() } else { format!("{kind}:{id}") };
        (name("session", &self.session), name("account", &self.account))
    }

    /// The name under which new seats are held.
    pub(crate) fn holder(&self) -> String {
        let (session, account) = self.holders();
        if self.account.is_empty() { session } else { account }
    }

    /// Whether one of `holders` is a name of this person.
    pub(crate) fn holds(&self, holders: &[String]) -> bool {
        let (session, account) = self.holders();
        holders.iter().any(|holder| holder != "-" && (*holder == session || *holder == account))
    }
}

/// An account.
#[derive(Clone, Debug)]
pub(crate) struct AccountRow {
    pub(crate) id: String,
    pub(crate) shown: String,
    pub(crate) password: String,
    /// Its mail address; empty unless confirmed.
    pub(crate) email: String,
}

/// What a link in a mail does.
#[derive(Clone, Debug, Default)]
pub(crate) struct MailRow {
    /// `account`, `seat` or `recover`.
    pub(crate) purpose: String,
    pub(crate) account: String,
    pub(crate) game: String,
    pub(crate) seat: i64,
    pub(crate) address: String,
}

/// A session that is used gets a new lease once a day.
const LEASE: i64 = 86_400_000;

impl Store {
    /// The session of a cookie, if there is one.
    pub(crate) async fn session(&self, token: &str) -> Result<Option<Who>> {
        let hash = secrets::hash(token);
        let row = sqlx::query("select account from session where hash = $1").bind(hash.clone());
        let row = row.fetch_optional(&self.pool).await?;
        Ok(match row {
            Some(row) => Some(Who { session: hash, account: row.try_get(0)? }),
            None => None,
        })
    }

    /// A new session for a browser.
    pub(crate) async fn new_session(&self, token: &str, now: i64) -> Result<Who> {
        let hash = secrets::hash(token);
        let sql = "insert into session (hash, account, created, seen) values ($1, '', $2, $2)";
        self.run(Job::new().must(sql, [hash.as_str().into(), now.into()])).await?;
        Ok(Who { session: hash, account: String::new() })
    }

    /// The account with that name.
    pub(crate) async fn account(&self, name: &str) -> Result<Option<AccountRow>> {
        let query = sqlx::query("select id, shown, password, email from account where name = $1");
        self.read_account(query.bind(name.to_lowercase())).await
    }

    /// The account with that id.
    pub(crate) async fn account_by_id(&self, id: &str) -> Result<Option<AccountRow>> {
        let query = sqlx::query("select id, shown, password, email from account where id = $1");
        self.read_account(query.bind(id.to_owned())).await
    }

    async fn read_account(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<Option<AccountRow>> {
        Ok(match query.fetch_optional(&self.pool).await? {
            Some(row) => Some(AccountRow {
                id: row.try_get(0)?,
                shown: row.try_get(1)?,
                password: row.try_get(2)?,
                email: row.try_get(3)?,
            }),
            None => None,
        })
    }

    /// Makes an account; [`Unwritten::Taken`] if the name is.
    pub(crate) async fn new_account(
        &self,
        account: &AccountRow,
        now: i64,
    ) -> std::result::Result<(), Unwritten> {
        let sql = "insert into account (id, name, shown, password, created) values ($1, $2, $3, $4, $5)";
        let AccountRow { id, shown, password, email: _ } = account;
        let args = [id.into(), shown.to_lowercase().into(), shown.into(), password.into(), now.into()];
        self.run(Job::new().must(sql, args)).await
    }

    /// Who is banned: `account:ID` or `network:ADDRESS/LENGTH`.
    pub(crate) async fn bans(&self) -> Result<Vec<String>> {
        let rows = sqlx::query("select what from ban").fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<std::result::Result<_, _>>()?)
    }

    /// The sessions of an account, with when they were last used.
    pub(crate) async fn sessions_of(&self, account: &str) -> Result<Vec<(String, i64)>> {
        let query = sqlx::query("select hash, seen from session where account = $1");
        let rows = query.bind(account.to_owned()).fetch_all(&self.pool).await?;
        let read = |row: &sqlx::any::AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        Ok(rows.iter().map(read).collect::<std::result::Result<_, sqlx::Error>>()?)
    }

    /// A session, with when it was last used.
    pub(crate) async fn session_seen(&self, hash: &str) -> Result<Option<(String, i64)>> {
        let query = sqlx::query("select hash, seen from session where hash = $1");
        Ok(match query.bind(hash.to_owned()).fetch_optional(&self.pool).await? {
            Some(row) => Some((row.try_get(0)?, row.try_get(1)?)),
            None => None,
        })
    }

    /// Notes that a session is used; false if that was noted within a day.
    pub(crate) async fn prolong(&self, token: &str, now: i64) -> Result<bool> {
        let Some((hash, seen)) = self.session_seen(&secrets::hash(token)).await? else { return Ok(false) };
        if seen > now - LEASE {
            return Ok(false);
        }
        let sql = "update session set seen = $2 where hash = $1";
        self.run(Job::new().then(sql, [hash.into(), now.into()])).await?;
        Ok(true)
    }

    /// Ends the sessions of an account, all but one; returns those that ended.
    pub(crate) async fn end_sessions(&self, account: &str, but: &str) -> Result<Vec<String>> {
        let ended = self.sessions_of(account).await?;
        let sql = "delete from session where account = $1 and hash <> $2";
        self.run(Job::new().then(sql, [account.into(), but.into()])).await?;
        Ok(ended.into_iter().map(|(hash, _)| hash).filter(|hash| hash != but).collect())
    }

    /// Stores what a link in a mail does.
    pub(crate) fn keep_mail(job: Job, token: &str, mail: &MailRow, now: i64) -> Job {
        job.must(
            "insert into mail (hash, purpose, account, game, seat, address, at) values ($1, $2, $3, $4, $5, $6, $7)",
            [
                secrets::hash(token).into(),
                mail.purpose.as_str().into(),
                mail.account.as_str().into(),
                mail.game.as_str().into(),
                mail.seat.into(),
                mail.address.as_str().into(),
                now.into(),
            ],
        )
    }

    /// What a link of the last day does; a link works once.
    pub(crate) async fn use_mail(&self, token: &str, now: i64) -> Result<Option<MailRow>> {
        let hash = secrets::hash(token);
        let query =
            sqlx::query("select purpose, account, game, seat, address from mail where hash = $1 and at > $2");
        let row = query.bind(hash.clone()).bind(now - LEASE).fetch_optional(&self.pool).await?;
        let Some(row) = row else { return Ok(None) };
        match self.run(Job::new().must("delete from mail where hash = $1", [hash.into()])).await {
            Ok(()) => {}
            Err(Unwritten::Nothing(_)) => return Ok(None),
            Err(error) => return Err(error.into()),
        }
        Ok(Some(MailRow {
            purpose: row.try_get(0)?,
            account: row.try_get(1)?,
            game: row.try_get(2)?,
            seat: row.try_get(3)?,
            address: row.try_get(4)?,
        }))
    }

    /// Sets the mail address of an account.
    pub(crate) async fn set_email(&self, id: &str, email: &str) -> Result<()> {
        let sql = "update account set email = $2 where id = $1";
        Ok(self.run(Job::new().then(sql, [id.into(), email.into()])).await?)
    }

    pub(crate) async fn set_password(&self, id: &str, password: &str) -> Result<()> {
        let sql = "update account set password = $2 where id = $1";
        Ok(self.run(Job::new().must(sql, [id.into(), password.into()])).await?)
    }

    /// Deletes the account; its seats can be taken again by their links.
    pub(crate) async fn delete_account(&self, id: &str) -> Result<()> {
        let holder = format!("account:{id}");
        let job = Job::new()
            .must("delete from account where id = $1", [id.into()])
            .then("delete from session where account = $1", [id.into()])
            .then("delete from mail where account = $1", [id.into()])
            .then("delete from watcher where holder = $1", [holder.as_str().into()])
            .then("delete from learnt where holder = $1", [holder.as_str().into()])
            .then(
                "update seat set webhook = '', email = '', name = 'someone' where exists (select 1 from holder \
                 where holder.game = seat.game and holder.seat = seat.seat and holder.holder = $1)",
                [holder.as_str().into()],
            )
            .then("delete from holder where holder = $1", [holder.into()]);
        Ok(self.run(job).await?)
    }

    /// Signs a session in: the account takes over what the session held. The session gets a new token, and
    /// the old one stops working.
    pub(crate) async fn sign_in(&self, who: &Who, account: &str, token: &str, now: i64) -> Result<Who> {
        let signed = Who { session: secrets::hash(token), account: account.to_owned() };
        let (old, new) = (who.holders().0, signed.holders().1);
        let job = Job::new()
            .then("delete from session where hash = $1", [who.session.as_str().into()])
            .must(
                "insert into session (hash, account, created, seen) values ($1, $2, $3, $3)",
                [signed.session.as_str().into(), account.into(), now.into()],
            )
            .then(
                "insert into holder (game, seat, holder) select game, seat, $2 from holder where holder = $1 \
                 on conflict do nothing",
                [old.as_str().into(), new.as_str().into()],
            )
            .then("delete from holder where holder = $1", [old.as_str().into()])
            .then("update game set maker = $2 where maker = $1", [old.as_str().into(), new.as_str().into()])
            .then(
                "insert into watcher (game, holder) select game, $2 from watcher where holder = $1 \
                 on conflict do nothing",
                [old.as_str().into(), new.as_str().into()],
            )
            .then(
                "insert into learnt (holder, game, lesson, at) select $2, game, lesson, at from learnt \
                 where holder = $1 on conflict do nothing",
                [old.as_str().into(), new.into()],
            )
            .then("delete from learnt where holder = $1", [old.into()]);
        self.run(job).await?;
        Ok(signed)
    }

    pub(crate) async fn sign_out(&self, who: &Who) -> Result<()> {
        let sql = "delete from session where hash = $1";
        Ok(self.run(Job::new().then(sql, [who.session.as_str().into()])).await?)
    }
}
