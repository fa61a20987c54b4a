//! Accounts and sessions.

use sqlx::Row;

use super::Store;
use super::writer::{Job, Unwritten};
use crate::error::Result;
use crate::secrets;

/// Who asks: a browser, perhaps with an account.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Who {
    /// The hash of the session's token; empty for a stranger.
    pub(crate) session: String,
    /// The account's id; empty if nobody has signed in.
    pub(crate) account: String,
}

impl Who {
    /// The two names under which seats may be held. A stranger has names that nobody holds anything under.
    pub(crate) fn holders(&self) -> (String, String) {
        let name = |kind: &str, id: &str| if id.is_empty() { "-".into() } else { format!("{kind}:{id}") };
        (name("session", &self.session), name("account", &self.account))
    }

    /// The name under which new seats are held.
    pub(crate) fn holder(&self) -> String {
        let (session, account) = self.holders();
        if self.account.is_empty() { session } else { account }
    }

    /// Whether something held under one of these names is theirs.
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
}

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
        let query = sqlx::query("select id, shown, password from account where name = $1");
        self.read_account(query.bind(name.to_lowercase())).await
    }

    /// The account with that id.
    pub(crate) async fn account_by_id(&self, id: &str) -> Result<Option<AccountRow>> {
        let query = sqlx::query("select id, shown, password from account where id = $1");
        self.read_account(query.bind(id.to_owned())).await
    }

    async fn read_account(
        &self,
        query: sqlx::query::Query<'_, sqlx::Any, sqlx::any::AnyArguments>,
    ) -> Result<Option<AccountRow>> {
        Ok(match query.fetch_optional(&self.pool).await? {
            Some(row) => {
                Some(AccountRow { id: row.try_get(0)?, shown: row.try_get(1)?, password: row.try_get(2)? })
            }
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
        let AccountRow { id, shown, password } = account;
        let args = [id.into(), shown.to_lowercase().into(), shown.into(), password.into(), now.into()];
        self.run(Job::new().must(sql, args)).await
    }

    pub(crate) async fn set_password(&self, id: &str, password: &str) -> Result<()> {
        let sql = "update account set password = $2 where id = $1";
        Ok(self.run(Job::new().must(sql, [id.into(), password.into()])).await?)
    }

    /// The account goes; whoever has the links of its seats can take them again.
    pub(crate) async fn delete_account(&self, id: &str) -> Result<()> {
        let holder = format!("account:{id}");
        let job = Job::new()
            .must("delete from account where id = $1", [id.into()])
            .then("delete from session where account = $1", [id.into()])
            .then("delete from watcher where holder = $1", [holder.as_str().into()])
            .then(
                "update seat set webhook = '', email = '', name = 'someone' where exists (select 1 from holder \
                 where holder.game = seat.game and holder.seat = seat.seat and holder.holder = $1)",
                [holder.as_str().into()],
            )
            .then("delete from holder where holder = $1", [holder.into()]);
        Ok(self.run(job).await?)
    }

    /// A session signs in: what it held, the account holds. It gets a new token, so that an old one is worth nothing.
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
                [old.into(), new.into()],
            );
        self.run(job).await?;
        Ok(signed)
    }

    pub(crate) async fn sign_out(&self, who: &Who) -> Result<()> {
        let sql = "delete from session where hash = $1";
        Ok(self.run(Job::new().then(sql, [who.session.as_str().into()])).await?)
    }
}
