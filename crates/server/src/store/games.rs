//! Tables, seats, logs and chat.

use sqlx::any::AnyRow;
use sqlx::{AssertSqlSafe, Row};

use super::writer::{Arg, Job};
use super::{Status, Store, Who};
use crate::error::Result;
use crate::table::load::Note;

/// A table.
#[derive(Clone, Debug, Default)]
pub(crate) struct GameRow {
    pub(crate) id: String,
    pub(crate) title: String,
    pub(crate) name: String,
    pub(crate) scenario: String,
    pub(crate) options: String,
    pub(crate) position: String,
    pub(crate) pack: String,
    pub(crate) secret: String,
    pub(crate) commitment: String,
    pub(crate) state: String,
    pub(crate) header: String,
    pub(crate) epoch: i64,
    pub(crate) rev: i64,
    pub(crate) undone: i64,
    pub(crate) seq: i64,
    pub(crate) turn: i64,
    pub(crate) asked: i64,
    pub(crate) winners: i64,
    pub(crate) outcome: String,
    pub(crate) busy: i64,
    pub(crate) listed: i64,
    pub(crate) hotseat: i64,
    pub(crate) spectator: String,
    pub(crate) maker: String,
    pub(crate) rematch: String,
    pub(crate) created: i64,
    pub(crate) changed: i64,
    /// Why its log does not replay; empty if it does.
    pub(crate) broken: String,
    /// How far a learner is in the lesson at this table, as JSON; empty at all other tables.
    pub(crate) lesson: String,
}

const GAME: &str = "id, title, name, scenario, options, position, pack, secret, commitment, state, header, epoch, rev, \
    undone, seq, turn, asked, winners, outcome, busy, listed, hotseat, spectator, maker, rematch, created, changed, \
    broken, lesson";

impl GameRow {
    /// Whether the game has this status.
    pub(crate) fn has_status(&self, status: &Status) -> bool {
        self.state == status.state
            && self.winners == status.winners
            && self.outcome == status.outcome
            && self.busy == status.busy
    }

    /// Takes over how far the game is.
    pub(crate) fn take_note(&mut self, note: Note) {
        if !self.has_status(&note.status) {
            let Status { state, winners, outcome, busy } = note.status;
            state.clone_into(&mut self.state);
            (self.winners, self.outcome, self.busy) = (winners, outcome, busy);
        }
        (self.seq, self.turn, self.asked) = (note.seq, note.turn, note.asked);
    }

    fn read(row: &AnyRow) -> std::result::Result<GameRow, sqlx::Error> {
        Ok(GameRow {
            id: row.try_get(0)?,
            title: row.try_get(1)?,
            name: row.try_get(2)?,
            scenario: row.try_get(3)?,
            options: row.try_get(4)?,
            position: row.try_get(5)?,
            pack: row.try_get(6)?,
            secret: row.try_get(7)?,
            commitment: row.try_get(8)?,
            state: row.try_get(9)?,
            header: row.try_get(10)?,
            epoch: row.try_get(11)?,
            rev: row.try_get(12)?,
            undone: row.try_get(13)?,
            seq: row.try_get(14)?,
            turn: row.try_get(15)?,
            asked: row.try_get(16)?,
            winners: row.try_get(17)?,
            outcome: row.try_get(18)?,
            busy: row.try_get(19)?,
            listed: row.try_get(20)?,
            hotseat: row.try_get(21)?,
            spectator: row.try_get(22)?,
            maker: row.try_get(23)?,
            rematch: row.try_get(24)?,
            created: row.try_get(25)?,
            changed: row.try_get(26)?,
            broken: row.try_get(27)?,
            lesson: row.try_get(28)?,
        })
    }

    /// The statement that inserts it, put into a job.
    pub(crate) fn insert(&self, job: Job) -> Job {
        let text = |text: &String| Arg::from(text);
        job.must(
            "insert into game (id, title, name, scenario, options, position, pack, secret, commitment, state, header, \
             epoch, rev, undone, seq, turn, asked, winners, outcome, busy, listed, hotseat, spectator, maker, rematch, \
             created, changed, broken, lesson) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, \
             $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28, $29)",
            [
                text(&self.id),
                text(&self.title),
                text(&self.name),
                text(&self.scenario),
                text(&self.options),
                text(&self.position),
                text(&self.pack),
                text(&self.secret),
                text(&self.commitment),
                text(&self.state),
                text(&self.header),
                self.epoch.into(),
                self.rev.into(),
                self.undone.into(),
                self.seq.into(),
                self.turn.into(),
                self.asked.into(),
                self.winners.into(),
                text(&self.outcome),
                self.busy.into(),
                self.listed.into(),
                self.hotseat.into(),
                text(&self.spectator),
                text(&self.maker),
                text(&self.rematch),
                self.created.into(),
                self.changed.into(),
                text(&self.broken),
                text(&self.lesson),
            ],
        )
    }
}

/// A seat of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct SeatRow {
    pub(crate) game: String,
    pub(crate) seat: i64,
    /// `person`, `open` or `bot`.
    pub(crate) kind: String,
    pub(crate) level: String,
    pub(crate) name: String,
    pub(crate) token: String,
    /// Empty until the seat is taken.
    pub(crate) nonce: String,
    /// Who may play it.
    pub(crate) holders: Vec<String>,
    pub(crate) orders: String,
    pub(crate) webhook: String,
    pub(crate) webhook_key: String,
    pub(crate) email: String,
    /// The hash of the link by which another player takes over a seat of a hotseat table; empty if there is none.
    pub(crate) invitation: String,
    /// Ends mails to the seat.
    pub(crate) mail_key: String,
    /// `yes` if its player has agreed that both may ask for advice.
    pub(crate) advice: String,
}

impl SeatRow {
    fn read(row: &AnyRow) -> std::result::Result<SeatRow, sqlx::Error> {
        Ok(SeatRow {
            game: row.try_get(0)?,
            seat: row.try_get(1)?,
            kind: row.try_get(2)?,
            level: row.try_get(3)?,
            name: row.try_get(4)?,
            token: row.try_get(5)?,
            nonce: row.try_get(6)?,
            holders: Vec::new(),
            orders: row.try_get(7)?,
            webhook: row.try_get(8)?,
            webhook_key: row.try_get(9)?,
            email: row.try_get(10)?,
            invitation: row.try_get(11)?,
            mail_key: row.try_get(12)?,
            advice: row.try_get(13)?,
        })
    }

    pub(crate) fn insert(&self, job: Job) -> Job {
        let text = |text: &String| Arg::from(text);
        let job = self.holders.iter().fold(job, |job, holder| hold(job, &self.game, self.seat, holder));
        job.must(
            "insert into seat (game, seat, kind, level, name, token, nonce, orders, webhook, webhook_key, email, \
             invitation, mail_key, advice) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)",
            [
                text(&self.game),
                self.seat.into(),
                text(&self.kind),
                text(&self.level),
                text(&self.name),
                text(&self.token),
                text(&self.nonce),
                text(&self.orders),
                text(&self.webhook),
                text(&self.webhook_key),
                text(&self.email),
                text(&self.invitation),
                text(&self.mail_key),
                text(&self.advice),
            ],
        )
    }

    pub(crate) fn is_taken(&self) -> bool {
        !self.nonce.is_empty() || !self.holders.is_empty()
    }
}

/// Makes a holder of a seat; others may hold it, too.
pub(crate) fn hold(job: Job, game: &str, seat: i64, holder: &str) -> Job {
    job.then(
        "insert into holder (game, seat, holder) values ($1, $2, $3) on conflict do nothing",
        [game.into(), seat.into(), holder.into()],
    )
}

/// One entry of a log.
#[derive(Clone, Debug)]
pub(crate) struct ActionRow {
    pub(crate) seq: i64,
    pub(crate) line: String,
    pub(crate) hash: String,
    pub(crate) automatic: i64,
}

/// Something said at a table.
#[derive(Clone, Debug)]
pub(crate) struct ChatRow {
    pub(crate) number: i64,
    pub(crate) seat: i64,
    pub(crate) text: String,
    pub(crate) at: i64,
}

/// Which tables a list shows.
#[derive(Clone, Copy, Debug)]
pub(crate) enum List {
    Open,
    Mine,
    Running,
    Finished,
}

impl Store {
    pub(crate) async fn game(&self, id: &str) -> Result<Option<GameRow>> {
        let sql = AssertSqlSafe(format!("select {GAME} from game where id = $1"));
        let row = sqlx::query(sql).bind(id.to_owned()).fetch_optional(&self.pool).await?;
        Ok(row.as_ref().map(GameRow::read).transpose()?)
    }

    pub(crate) async fn seats(&self, game: &str) -> Result<Vec<SeatRow>> {
        self.seats_of(&[game]).await
    }

    /// The seats of several tables.
    pub(crate) async fn seats_of(&self, games: &[&str]) -> Result<Vec<SeatRow>> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let places: Vec<String> = (1..=games.len()).map(|number| format!("${number}")).collect();
        let places = places.join(", ");
        let query = AssertSqlSafe(format!(
            "select game, seat, kind, level, name, token, nonce, orders, webhook, webhook_key, email, \
             invitation, mail_key, advice from seat where game in ({places}) order by game, seat"
        ));
        let bind =
            |query| games.iter().fold(sqlx::query(query), |query, game| query.bind((*game).to_owned()));
        let rows = bind(query).fetch_all(&self.pool).await?;
        let mut seats = rows.iter().map(SeatRow::read).collect::<std::result::Result<Vec<_>, _>>()?;
        let query = AssertSqlSafe(format!("select game, seat, holder from holder where game in ({places})"));
        for row in bind(query).fetch_all(&self.pool).await? {
            let (game, seat, holder): (String, i64, String) =
                (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?);
            if let Some(held) = seats.iter_mut().find(|row| row.game == game && row.seat == seat) {
                held.holders.push(holder);
            }
        }
        Ok(seats)
    }

    /// The log from the `from`th entry on.
    pub(crate) async fn actions(&self, game: &str, from: i64) -> Result<Vec<ActionRow>> {
        let rows = sqlx::query(
            "select seq, line, hash, automatic from action where game = $1 and seq >= $2 order by seq",
        );
        let rows = rows.bind(game.to_owned()).bind(from).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            Ok(ActionRow {
                seq: row.try_get(0)?,
                line: row.try_get(1)?,
                hash: row.try_get(2)?,
                automatic: row.try_get(3)?,
            })
        };
        Ok(rows.iter().map(read).collect::<std::result::Result<_, sqlx::Error>>()?)
    }

    /// Why computer players acted as they did: entries, counted from 0, with a sentence each.
    pub(crate) async fn thoughts(&self, game: &str) -> Result<Vec<(i64, String)>> {
        let rows = sqlx::query("select seq, text from thought where game = $1 order by seq");
        let rows = rows.bind(game.to_owned()).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| Ok((row.try_get(0)?, row.try_get(1)?));
        Ok(rows.iter().map(read).collect::<std::result::Result<_, sqlx::Error>>()?)
    }

    /// The ledger of a finished game's dice, if it has been written.
    pub(crate) async fn ledger(&self, game: &str) -> Result<Option<String>> {
        let query = sqlx::query("select body from ledger where game = $1").bind(game.to_owned());
        Ok(query.fetch_optional(&self.pool).await?.map(|row| row.try_get(0)).transpose()?)
    }

    /// What was said after the `after`th remark, the latest hundred.
    pub(crate) async fn chat(&self, game: &str, after: i64) -> Result<Vec<ChatRow>> {
        let rows = sqlx::query(
            "select number, seat, text, at from chat where game = $1 and number > $2 order by number desc limit 100",
        );
        let rows = rows.bind(game.to_owned()).bind(after).fetch_all(&self.pool).await?;
        let read = |row: &AnyRow| {
            let (number, seat, at) = (row.try_get(0)?, row.try_get(1)?, row.try_get(3)?);
            Ok(ChatRow { number, seat, text: row.try_get(2)?, at })
        };
        Ok(rows.iter().rev().map(read).collect::<std::result::Result<_, sqlx::Error>>()?)
    }

    /// At most a hundred tables, the latest first; among one's own those still played before the finished.
    pub(crate) async fn list(&self, list: List, who: &Who) -> Result<Vec<GameRow>> {
        let held = "id in (select game from holder where holder = $1 or holder = $2)";
        let (filter, order) = match list {
            List::Open => {
                let free = "id in (select game from seat where kind = 'open' and nonce = '')";
                (format!("{free} and state = 'waiting' and listed = 1"), "changed desc")
            }
            List::Running => ("state = 'running' and listed = 1 and broken = ''".into(), "changed desc"),
            List::Mine => (format!("{held} and state <> 'over' and lesson = ''"), "changed desc"),
            List::Finished => {
                (format!("state = 'over' and lesson = '' and (listed = 1 or {held})"), "changed desc")
            }
        };
        let sql = AssertSqlSafe(format!("select {GAME} from game where {filter} order by {order} limit 100"));
        let (session, account) = who.holders();
        let mut query = sqlx::query(sql);
        if matches!(list, List::Mine | List::Finished) {
            query = query.bind(session).bind(account);
        }
        let rows = query.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(GameRow::read).collect::<std::result::Result<_, _>>()?)
    }

    /// The tables at which a person takes lessons in a game, the latest first.
    pub(crate) async fn desks(&self, who: &Who, title: &str) -> Result<Vec<GameRow>> {
        let (session, account) = who.holders();
        let sql = AssertSqlSafe(format!(
            "select {GAME} from game where lesson <> '' and title = $1 and (maker = $2 or maker = $3) \
             order by changed desc"
        ));
        let query = sqlx::query(sql).bind(title.to_owned()).bind(session).bind(account);
        let rows = query.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(GameRow::read).collect::<std::result::Result<_, _>>()?)
    }

    /// The lessons of a game that a person has taken to their end.
    pub(crate) async fn learnt(&self, who: &Who, title: &str) -> Result<Vec<String>> {
        let (session, account) = who.holders();
        let query = sqlx::query("select lesson from learnt where game = $1 and (holder = $2 or holder = $3)");
        let rows = query.bind(title.to_owned()).bind(session).bind(account).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<std::result::Result<_, _>>()?)
    }

    /// The unfinished tables at which a person sits.
    pub(crate) async fn games_of(&self, who: &Who) -> Result<Vec<String>> {
        let (session, account) = who.holders();
        let query = sqlx::query(
            "select id from game where state <> 'over' and id in \
             (select game from holder where holder = $1 or holder = $2)",
        );
        let rows = query.bind(session).bind(account).fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<std::result::Result<_, _>>()?)
    }

    /// Whether the spectator's link was opened by one of these.
    pub(crate) async fn is_watcher(&self, game: &str, who: &Who) -> Result<bool> {
        let (session, account) = who.holders();
        let query = sqlx::query("select 1 from watcher where game = $1 and (holder = $2 or holder = $3)");
        let row = query.bind(game.to_owned()).bind(session).bind(account).fetch_optional(&self.pool).await?;
        Ok(row.is_some())
    }

    /// Tables in which a computer player must answer.
    pub(crate) async fn busy(&self) -> Result<Vec<String>> {
        let rows =
            sqlx::query("select id from game where busy = 1 and broken = ''").fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<std::result::Result<_, _>>()?)
    }

    /// What a process asked, if it is not answered yet.
    pub(crate) async fn letter(&self, id: &str) -> Result<Option<(String, String)>> {
        let query = sqlx::query("select sender, body from letter where id = $1 and reply = ''");
        let row = query.bind(id.to_owned()).fetch_optional(&self.pool).await?;
        Ok(match row {
            Some(row) => Some((row.try_get(0)?, row.try_get(1)?)),
            None => None,
        })
    }

    /// Takes a letter back, with its answer if there is one. After that its request is not carried out.
    pub(crate) async fn take_back(&self, id: &str) -> Result<Option<String>> {
        let query = sqlx::query("delete from letter where id = $1 returning reply");
        let row = query.bind(id.to_owned()).fetch_optional(&self.pool).await?;
        let reply: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        Ok(reply.filter(|reply| !reply.is_empty()))
    }

    /// Removes what is no longer needed: letters and links in mails; and, if the clock can be trusted,
    /// sessions whose cookies expired long ago, and tables that have not changed for two or three months:
    /// waiting ones, games without an answer, lessons and uploaded records.
    pub(crate) async fn clean(&self, now: i64) -> Result<()> {
        const DAY: i64 = 86_400_000;
        let row = sqlx::query("select at, since from pulse where id = 1").fetch_one(&self.pool).await?;
        let (at, since): (i64, i64) = (row.try_get(0)?, row.try_get(1)?);
        // The clock was set, or the server slept for long: players could not come back meanwhile.
        let has_jumped = now < at - DAY / 24 || now > at + 3 * DAY;
        let since = if has_jumped { now } else { since };
        let mut job = Job::new()
            .then("update pulse set at = $1, since = $2 where id = 1", [now.into(), since.into()])
            .then(
                "delete from letter where at < $1 or at > $2",
                [(now - DAY / 24).into(), (now + DAY).into()],
            )
            .then("delete from mail where at < $1", [(now - DAY).into()]);
        if now - since >= 7 * DAY {
            job = job
                .then("delete from session where seen < $1", [(now - 400 * DAY).into()])
                .then(
                    "delete from learnt where holder like 'session:%' and at < $1",
                    [(now - 400 * DAY).into()],
                )
                .then("delete from game where state = 'waiting' and changed < $1", [(now - 60 * DAY).into()])
                .then(
                    "delete from game where state = 'running' and seq = 0 and changed < $1",
                    [(now - 90 * DAY).into()],
                )
                .then(
                    "delete from game where lesson <> '' and changed < $1",
                    [(now - 90 * DAY).into()],
                )
                .then(
                    "delete from game where changed < $1 and id in (select game from seat where nonce = 'uploaded')",
                    [(now - 90 * DAY).into()],
                );
        }
        Ok(self.run(job).await?)
    }

    /// How many tables a person has made: unfinished ones, those with a computer player, uploaded records.
    pub(crate) async fn made_by(&self, who: &Who) -> Result<[i64; 3]> {
        let uploaded = "id in (select game from seat where nonce = 'uploaded')";
        let sql = format!(
            "select coalesce(sum(case when state <> 'over' and not {uploaded} then 1 else 0 end), 0), \
             coalesce(sum(case when state <> 'over' and id in (select game from seat where kind = 'bot') \
             then 1 else 0 end), 0), \
             coalesce(sum(case when {uploaded} then 1 else 0 end), 0) \
             from game where maker = $1 or maker = $2"
        );
        let (session, account) = who.holders();
        let row = sqlx::query(AssertSqlSafe(sql)).bind(session).bind(account).fetch_one(&self.pool).await?;
        Ok([row.try_get(0)?, row.try_get(1)?, row.try_get(2)?])
    }

    /// The ids of all tables in play, for checking them against a new version of the program.
    pub(crate) async fn running(&self) -> Result<Vec<String>> {
        let rows =
            sqlx::query("select id from game where state = 'running' and lesson = '' order by created");
        let rows = rows.fetch_all(&self.pool).await?;
        Ok(rows.iter().map(|row| row.try_get(0)).collect::<std::result::Result<_, _>>()?)
    }
}
