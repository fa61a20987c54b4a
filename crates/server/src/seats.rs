//! Whose seat it is: links that take one, devices that play it, and the nonces by which a game begins.

use serde::Serialize;
use utoipa::ToSchema;

use crate::App;
use crate::error::{Error, Result};
use crate::host::{self, SeatLink, UPLOADED, describe, link, missing, named, nonce};
use crate::secrets;
use crate::store::{Job, SeatRow, Unwritten, Who, hold};
use crate::table::Command;
use crate::table::info::TableInfo;

/// The answer to a link that was used before.
const RETIRED: &str = "this link opens no seat: an invitation works once, and the seat's player has a link of his own \
    for other devices";

/// Takes the seat of a link, or opens a spectator's view. The player gets a new link; the old one ends.
pub(crate) async fn take(
    app: &App,
    who: &Who,
    id: &str,
    token: &str,
    given: &str,
    name: &str,
) -> Result<(TableInfo, Option<SeatLink>)> {
    let game = app.store.game(id).await?.ok_or_else(missing)?;
    let hash = secrets::hash(token);
    if hash == game.spectator {
        let sql = "insert into watcher (game, holder) values ($1, $2) on conflict do nothing";
        app.store.run(Job::new().then(sql, [id.into(), who.holder().into()])).await?;
        return Ok((describe(app, who, id).await?, None));
    }
    let seats = app.store.seats(id).await?;
    let persons = || seats.iter().filter(|row| row.kind != "bot");
    let found = persons().find(|row| row.token == hash || (row.invitation == hash && !hash.is_empty()));
    let Some(row) = found else {
        // A player who opens his old invitation again is led to his table.
        return if seats.iter().any(|row| who.holds(&row.holders)) {
            Ok((describe(app, who, id).await?, None))
        } else {
            Err(Error::Forbidden(RETIRED.into()))
        };
    };
    if who.holds(&row.holders) {
        return Ok((describe(app, who, id).await?, None));
    }
    let (job, link) = if row.invitation == hash {
        take_over(who, row, given, name)?
    } else if !row.is_taken() {
        sit_down(who, row, given, name)?
    } else if game.hotseat != 0 {
        let why = "this table is played at one browser; its player can invite another to this seat";
        return Err(Error::Forbidden(why.into()));
    } else {
        (hold(Job::new(), id, row.seat, &who.holder()), None)
    };
    match app.store.run(app.cluster.refreshed(job, id)).await {
        Ok(()) => {}
        Err(Unwritten::Nothing(_)) => return Err(Error::Forbidden(RETIRED.into())),
        Err(error) => return Err(error.into()),
    }
    seat_taken(app, id).await?;
    Ok((describe(app, who, id).await?, link))
}

/// A free seat gets its player.
fn sit_down(who: &Who, row: &SeatRow, given: &str, name: &str) -> Result<(Job, Option<SeatLink>)> {
    let token = secrets::token();
    let job = Job::new().must(
        "update seat set nonce = $3, name = $4, token = $5 \
         where game = $1 and seat = $2 and token = $6 and nonce = ''",
        [
            row.game.as_str().into(),
            row.seat.into(),
            nonce(given)?.into(),
            named(name).into(),
            secrets::hash(&token).into(),
            row.token.as_str().into(),
        ],
    );
    Ok((hold(job, &row.game, row.seat, &who.holder()), Some(new_link(row, &token))))
}

/// Gives a seat of a hotseat table its own player: it is his alone, and the table becomes an ordinary one.
fn take_over(who: &Who, row: &SeatRow, given: &str, name: &str) -> Result<(Job, Option<SeatLink>)> {
    let token = secrets::token();
    let nonce = if row.nonce.is_empty() { nonce(given)? } else { row.nonce.clone() };
    let job = Job::new()
        .must(
            "update seat set invitation = '', token = $4, name = $5, nonce = $6, orders = '', webhook = '', \
             webhook_key = '', email = '', mail_key = '', advice = '' where game = $1 and seat = $2 and invitation = $3",
            [
                row.game.as_str().into(),
                row.seat.into(),
                row.invitation.as_str().into(),
                secrets::hash(&token).into(),
                named(name).into(),
                nonce.into(),
            ],
        )
        .then("delete from holder where game = $1 and seat = $2", [row.game.as_str().into(), row.seat.into()])
        .then("update game set hotseat = 0 where id = $1", [row.game.as_str().into()]);
    Ok((hold(job, &row.game, row.seat, &who.holder()), Some(new_link(row, &token))))
}

fn new_link(row: &SeatRow, token: &str) -> SeatLink {
    SeatLink { seat: row.seat as u8, link: link(&row.game, token) }
}

/// Takes an open seat; the first to ask gets it.
pub(crate) async fn join(
    app: &App,
    who: &Who,
    id: &str,
    seat: u8,
    given: &str,
    name: &str,
) -> Result<(TableInfo, SeatLink)> {
    app.store.game(id).await?.ok_or_else(missing)?;
    let token = secrets::token();
    let job = Job::new().must(
        "update seat set nonce = $3, name = $4, token = $5 \
         where game = $1 and seat = $2 and kind = 'open' and nonce = ''",
        [
            id.into(),
            i64::from(seat).into(),
            nonce(given)?.into(),
            named(name).into(),
            secrets::hash(&token).into(),
        ],
    );
    let job = hold(job, id, i64::from(seat), &who.holder());
    match app.store.run(app.cluster.refreshed(job, id)).await {
        Ok(()) => {}
        Err(Unwritten::Nothing(_)) => return Err(Error::Conflict("this seat is not open any more".into())),
        Err(error) => return Err(error.into()),
    }
    seat_taken(app, id).await?;
    Ok((describe(app, who, id).await?, SeatLink { seat, link: link(id, &token) }))
}

async fn seat_taken(app: &App, id: &str) -> Result<()> {
    host::start_if_full(app, id).await?;
    app.tables.tell(id, Command::Refresh).await;
    Ok(())
}

/// Gives a nonce for those of one's seats that have none: the commitment to the dice is known by now.
pub(crate) async fn begin(app: &App, who: &Who, id: &str, given: &str) -> Result<TableInfo> {
    app.store.game(id).await?.ok_or_else(missing)?;
    let given = nonce(given)?;
    let seats = app.store.seats(id).await?;
    let own: Vec<i64> = seats.iter().filter(|row| who.holds(&row.holders)).map(|row| row.seat).collect();
    if own.is_empty() {
        return Err(Error::Forbidden("you have no seat at this table".into()));
    }
    let job = own.into_iter().fold(Job::new(), |job, seat| {
        job.then(
            "update seat set nonce = $3 where game = $1 and seat = $2 and nonce = ''",
            [id.into(), seat.into(), given.as_str().into()],
        )
    });
    app.store.run(app.cluster.refreshed(job, id)).await?;
    seat_taken(app, id).await?;
    describe(app, who, id).await
}

/// A link by which another player takes over a seat of a hotseat table.
pub(crate) async fn share(app: &App, who: &Who, id: &str, seat: u8) -> Result<SeatLink> {
    let game = app.store.game(id).await?.ok_or_else(missing)?;
    let row = own_seat(app, who, id, Some(seat)).await?;
    if game.hotseat == 0 || game.state == "over" {
        return Err(Error::Conflict("only seats of a hotseat table in play are given to others".into()));
    }
    if !game.lesson.is_empty() {
        return Err(Error::Conflict("a lesson is taken alone".into()));
    }
    if row.nonce == UPLOADED {
        let why = "this game comes from a record that holds its dice to come: it stays at one browser";
        return Err(Error::Conflict(why.into()));
    }
    let token = secrets::token();
    let job = Job::new().must(
        "update seat set invitation = $3 where game = $1 and seat = $2",
        [id.into(), row.seat.into(), secrets::hash(&token).into()],
    );
    app.store.run(app.cluster.refreshed(job, id)).await?;
    Ok(new_link(&row, &token))
}

/// The seat of that number, or the first one held.
pub(crate) async fn own_seat(app: &App, who: &Who, id: &str, seat: Option<u8>) -> Result<SeatRow> {
    let seats = app.store.seats(id).await?;
    let own = |row: &SeatRow| who.holds(&row.holders) && seat.is_none_or(|seat| row.seat == i64::from(seat));
    seats.into_iter().find(own).ok_or_else(|| Error::Forbidden("this seat is not yours".into()))
}

/// A browser from which a seat can be played.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Device {
    /// The account by which it holds the seat; none if it opened the seat's link.
    account: Option<String>,
    /// Whether this browser is the one that asks.
    you: bool,
    /// When it was last used, in milliseconds since 1970, to the day.
    seen: i64,
}

/// The browsers from which a seat can be played, the latest first.
pub(crate) async fn devices(app: &App, who: &Who, id: &str, seat: Option<u8>) -> Result<(u8, Vec<Device>)> {
    let row = own_seat(app, who, id, seat).await?;
    let mut devices = Vec::new();
    for holder in &row.holders {
        let (kind, name) = holder.split_once(':').unwrap_or_default();
        let account = if kind == "account" { app.store.account_by_id(name).await? } else { None };
        let sessions = match &account {
            Some(account) => app.store.sessions_of(&account.id).await?,
            None => app.store.session_seen(name).await?.into_iter().collect(),
        };
        devices.extend(sessions.into_iter().map(|(hash, seen)| Device {
            account: account.as_ref().map(|account| account.shown.clone()),
            you: hash == who.session,
            seen,
        }));
    }
    devices.sort_by_key(|device| (!device.you, -device.seen));
    Ok((row.seat as u8, devices))
}

/// Takes a seat away from all holders except the one who asks, and gives him a new link for his devices.
pub(crate) async fn sign_others_out(app: &App, who: &Who, id: &str, seat: u8) -> Result<SeatLink> {
    let row = own_seat(app, who, id, Some(seat)).await?;
    let token = secrets::token();
    let mine = who.holder();
    let job = Job::new()
        .must(
            "update seat set token = $3, invitation = '' where game = $1 and seat = $2",
            [id.into(), row.seat.into(), secrets::hash(&token).into()],
        )
        .then(
            "delete from holder where game = $1 and seat = $2 and holder <> $3",
            [id.into(), row.seat.into(), mine.as_str().into()],
        );
    let job = hold(job, id, row.seat, &mine);
    app.store.run(app.cluster.refreshed(job, id)).await?;
    app.tables.tell(id, Command::Refresh).await;
    Ok(new_link(&row, &token))
}
