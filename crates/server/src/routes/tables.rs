//! Tables: the lobby, seats, records, notices.

use axum::Extension;
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::{IntoParams, ToSchema};

use super::body::Json;
use super::guard::From;
use super::mail;
use crate::App;
use crate::auth;
use crate::error::{Error, Result};
use crate::host::{self, Created, NewTable, SeatLink};
use crate::notify;
use crate::seats::{self, Device, own_seat};
use crate::secrets;
use crate::store::{Job, List, MailRow, SeatRow};
use crate::table::Command;
use crate::table::info::TableInfo;

#[derive(Deserialize, IntoParams)]
pub(super) struct Which {
    /// `open`, `running`, `mine` or `finished`.
    list: String,
}

/// Tables.
#[derive(Serialize, ToSchema)]
pub(super) struct TableList {
    tables: Vec<TableInfo>,
}

/// A table and, if one was just made, the link of one's seat.
#[derive(Serialize, ToSchema)]
pub(super) struct Seated {
    table: TableInfo,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<SeatLink>,
}

/// Opens a link.
#[derive(Deserialize, ToSchema)]
pub(super) struct Take {
    token: String,
    #[serde(default)]
    nonce: String,
    #[serde(default)]
    name: String,
}

/// Takes an open seat.
#[derive(Deserialize, ToSchema)]
pub(super) struct Join {
    seat: u8,
    nonce: String,
    #[serde(default)]
    name: String,
}

/// A part in the dice of one's seats.
#[derive(Deserialize, ToSchema)]
pub(super) struct Begin {
    nonce: String,
}

/// One of one's seats.
#[derive(Deserialize, ToSchema)]
pub(super) struct ThisSeat {
    seat: u8,
}

/// Where a seat can be played, and the link for another device if a new one was made.
#[derive(Serialize, ToSchema)]
pub(super) struct PlayedFrom {
    seat: u8,
    devices: Vec<Device>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<SeatLink>,
}

#[derive(Deserialize, IntoParams)]
pub(super) struct OneSeat {
    seat: Option<u8>,
}

/// How a seat is told that it is asked.
#[derive(Deserialize, ToSchema)]
pub(super) struct SetNotify {
    seat: u8,
    webhook: Option<String>,
    email: Option<String>,
}

/// How a seat is told that it is asked.
#[derive(Serialize, ToSchema)]
pub(super) struct Notify {
    webhook: Option<String>,
    email: Option<String>,
    /// The key of the webhook's signatures.
    key: Option<String>,
    /// An address that a mail asks to confirm, and that is not confirmed yet.
    #[serde(skip_serializing_if = "Option::is_none")]
    asked: Option<String>,
}

/// The lobby.
#[utoipa::path(get, path = "/api/tables", tag = "tables", params(Which),
    responses((status = 200, body = TableList), (status = 400)))]
pub(super) async fn list(
    State(app): State<App>,
    headers: HeaderMap,
    Query(which): Query<Which>,
) -> Result<Json<TableList>> {
    let list = match which.list.as_str() {
        "open" => List::Open,
        "mine" => List::Mine,
        "running" => List::Running,
        "finished" => List::Finished,
        _ => return Err(Error::Bad("a list is open, running, mine or finished".into())),
    };
    let who = auth::who(&app, &headers).await?;
    let games = app.store.list(list, &who).await?;
    let ids: Vec<&str> = games.iter().map(|game| game.id.as_str()).collect();
    let seats = app.store.seats_of(&ids).await?;
    let mut tables = Vec::new();
    for game in &games {
        let own: Vec<SeatRow> = seats.iter().filter(|row| row.game == game.id).cloned().collect();
        let waits = own.iter().any(|row| who.holds(&row.holders) && game.asked & (1 << row.seat) != 0);
        tables.push((!waits, host::info(&app, &who, game, &own, false)));
    }
    if matches!(list, List::Mine) {
        // Tables that wait for the reader come first.
        tables.sort_by_key(|(later, _)| *later);
    }
    Ok(Json(TableList { tables: tables.into_iter().map(|(_, table)| table).collect() }))
}

/// Makes a table.
#[utoipa::path(post, path = "/api/tables", tag = "tables", request_body = NewTable,
    responses((status = 200, body = Created), (status = 400), (status = 404), (status = 429)))]
pub(super) async fn create(
    State(app): State<App>,
    Extension(From(from)): Extension<From>,
    headers: HeaderMap,
    Json(new): Json<NewTable>,
) -> Result<impl IntoResponse> {
    let (who, cookie) = auth::who_or_new(&app, &headers).await?;
    Ok((cookie, Json(host::create(&app, &who, from, new).await?)))
}

/// One table.
#[utoipa::path(get, path = "/api/tables/{id}", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = TableInfo), (status = 404)))]
pub(super) async fn get_table(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<TableInfo>> {
    let who = auth::who(&app, &headers).await?;
    Ok(Json(host::describe(&app, &who, &id).await?))
}

/// Takes the seat of a link, or opens a spectator's view.
#[utoipa::path(post, path = "/api/tables/{id}/take", tag = "tables", params(("id" = String, Path)),
    request_body = Take, responses((status = 200, body = Seated), (status = 403), (status = 404)))]
pub(super) async fn take(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(take): Json<Take>,
) -> Result<impl IntoResponse> {
    let (who, cookie) = auth::who_or_new(&app, &headers).await?;
    let (table, link) = seats::take(&app, &who, &id, &take.token, &take.nonce, &take.name).await?;
    Ok((cookie, Json(Seated { table, link })))
}

/// Takes an open seat.
#[utoipa::path(post, path = "/api/tables/{id}/join", tag = "tables", params(("id" = String, Path)),
    request_body = Join, responses((status = 200, body = Seated), (status = 404), (status = 409)))]
pub(super) async fn join(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(join): Json<Join>,
) -> Result<impl IntoResponse> {
    let (who, cookie) = auth::who_or_new(&app, &headers).await?;
    let (table, link) = seats::join(&app, &who, &id, join.seat, &join.nonce, &join.name).await?;
    Ok((cookie, Json(Seated { table, link: Some(link) })))
}

/// Gives one's nonce once the commitment was seen.
#[utoipa::path(post, path = "/api/tables/{id}/begin", tag = "tables", params(("id" = String, Path)),
    request_body = Begin, responses((status = 200, body = Seated), (status = 400), (status = 403), (status = 404)))]
pub(super) async fn begin(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(begin): Json<Begin>,
) -> Result<Json<Seated>> {
    let who = auth::who(&app, &headers).await?;
    let table = seats::begin(&app, &who, &id, &begin.nonce).await?;
    Ok(Json(Seated { table, link: None }))
}

/// A link by which another player takes over a seat of one's hotseat table.
#[utoipa::path(post, path = "/api/tables/{id}/share", tag = "tables", params(("id" = String, Path)),
    request_body = ThisSeat, responses((status = 200, body = SeatLink), (status = 403), (status = 409)))]
pub(super) async fn share(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(which): Json<ThisSeat>,
) -> Result<Json<SeatLink>> {
    let who = auth::who(&app, &headers).await?;
    Ok(Json(seats::share(&app, &who, &id, which.seat).await?))
}

/// The browsers from which one's seat can be played.
#[utoipa::path(get, path = "/api/tables/{id}/devices", tag = "tables", params(("id" = String, Path), OneSeat),
    responses((status = 200, body = PlayedFrom), (status = 403)))]
pub(super) async fn devices(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(which): Query<OneSeat>,
) -> Result<Json<PlayedFrom>> {
    let who = auth::who(&app, &headers).await?;
    let (seat, devices) = seats::devices(&app, &who, &id, which.seat).await?;
    Ok(Json(PlayedFrom { seat, devices, link: None }))
}

/// Signs all others out of one's seat.
#[utoipa::path(post, path = "/api/tables/{id}/devices", tag = "tables", params(("id" = String, Path)),
    request_body = ThisSeat, responses((status = 200, body = PlayedFrom), (status = 403)))]
pub(super) async fn sign_others_out(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(which): Json<ThisSeat>,
) -> Result<Json<PlayedFrom>> {
    let who = auth::who(&app, &headers).await?;
    let link = seats::sign_others_out(&app, &who, &id, which.seat).await?;
    let (seat, devices) = seats::devices(&app, &who, &id, Some(which.seat)).await?;
    Ok(Json(PlayedFrom { seat, devices, link: Some(link) }))
}

/// Removes a table that still waits for players.
#[utoipa::path(post, path = "/api/tables/{id}/cancel", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn cancel(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<serde_json::Value>> {
    let who = auth::who(&app, &headers).await?;
    host::cancel(&app, &who, &id).await?;
    Ok(Json(serde_json::json!({})))
}

/// Another game with the sides changed round.
#[utoipa::path(post, path = "/api/tables/{id}/rematch", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = Seated), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn rematch(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Json<Seated>> {
    let who = auth::who(&app, &headers).await?;
    let table = host::rematch(&app, &who, &id).await?;
    Ok(Json(Seated { table, link: None }))
}

/// The longest record that may be uploaded, in bytes: ten times the longest game that was ever played.
const LONGEST_UPLOAD: usize = 4 << 20;

/// Makes a table from a record. The record is read only when there is a place to work on it.
pub(super) async fn upload(
    State(app): State<App>,
    Extension(From(from)): Extension<From>,
    headers: HeaderMap,
    body: axum::body::Body,
) -> Result<impl IntoResponse> {
    let place = app.workroom.enter()?;
    let bytes = axum::body::to_bytes(body, LONGEST_UPLOAD).await;
    let bytes = bytes.map_err(|_| Error::TooLong(format!("a record has at most {LONGEST_UPLOAD} bytes")))?;
    let text = String::from_utf8(bytes.into()).map_err(|_| Error::Bad("a record is text".into()))?;
    if text.contains('\0') {
        return Err(Error::Bad("a record is text without NUL".into()));
    }
    let (who, cookie) = auth::who_or_new(&app, &headers).await?;
    let table = host::upload(&app, &who, from, place, text).await?;
    Ok((cookie, Json(Seated { table, link: None })))
}

/// The record, as the reader may have it.
#[utoipa::path(get, path = "/api/tables/{id}/record", tag = "tables", params(("id" = String, Path), OneSeat),
    responses((status = 200, content_type = "text/plain", body = String), (status = 403), (status = 404)))]
pub(super) async fn record(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(which): Query<OneSeat>,
) -> Result<impl IntoResponse> {
    let who = auth::who(&app, &headers).await?;
    if app.store.game(&id).await?.is_none() {
        return Err(Error::Missing("there is no such table".into()));
    }
    let (answer, answered) = oneshot::channel();
    app.tables.send(&app, &id, Command::Record { who, seat: which.seat, answer }).await;
    let text = answered.await.map_err(|_| Error::Storage("the table did not answer".into()))??;
    let name = format!("attachment; filename=\"{id}.westfront\"");
    let kind = "text/plain; charset=utf-8".to_owned();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, name)], text))
}

fn shown(row: SeatRow) -> Notify {
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    Notify { webhook: some(row.webhook), email: some(row.email), key: some(row.webhook_key), asked: None }
}

/// How one's seat is told that it is asked.
#[utoipa::path(get, path = "/api/tables/{id}/notify", tag = "tables", params(("id" = String, Path), OneSeat),
    responses((status = 200, body = Notify), (status = 403)))]
pub(super) async fn notify(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(which): Query<OneSeat>,
) -> Result<Json<Notify>> {
    let who = auth::who(&app, &headers).await?;
    Ok(Json(shown(own_seat(&app, &who, &id, which.seat).await?)))
}

/// Sets how one's seat is told that it is asked.
#[utoipa::path(post, path = "/api/tables/{id}/notify", tag = "tables", params(("id" = String, Path)),
    request_body = SetNotify, responses((status = 200, body = Notify), (status = 400), (status = 403)))]
pub(super) async fn set_notify(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(set): Json<SetNotify>,
) -> Result<Json<Notify>> {
    let who = auth::who(&app, &headers).await?;
    let mut row = own_seat(&app, &who, &id, Some(set.seat)).await?;
    row.webhook = set.webhook.unwrap_or_default();
    let address = set.email.unwrap_or_default().trim().to_owned();
    if !row.webhook.is_empty() {
        notify::check_webhook(&app.config, &row.webhook).map_err(Error::Bad)?;
    }
    let mut asked = None;
    if !address.is_empty() && address != row.email {
        let account = app.store.account_by_id(&who.account).await?;
        if app.config.smtp.is_some() && account.is_some_and(|account| account.email == address) {
            mail::set_seat_address(&app, &id, row.seat, &address).await?;
            row.email = address;
        } else {
            asked = Some(address.clone());
            let (purpose, game) = ("seat".into(), id.clone());
            let seat = MailRow { purpose, game, seat: row.seat, address, ..MailRow::default() };
            mail::send_confirmation(&app, seat).await?;
            row.email.clear();
        }
    } else {
        row.email = address;
    }
    if row.webhook_key.is_empty() && !row.webhook.is_empty() {
        row.webhook_key = secrets::token();
    }
    let job = Job::new().must(
        "update seat set webhook = $3, webhook_key = $4, email = $5 where game = $1 and seat = $2",
        [
            id.as_str().into(),
            row.seat.into(),
            row.webhook.as_str().into(),
            row.webhook_key.as_str().into(),
            row.email.as_str().into(),
        ],
    );
    app.store.run(app.cluster.refreshed(job, &id)).await?;
    app.tables.tell(&id, Command::Refresh).await;
    Ok(Json(Notify { asked, ..shown(row) }))
}
