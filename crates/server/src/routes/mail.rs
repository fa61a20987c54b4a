//! Mail: addresses are confirmed before anything else is sent there, lost passwords are replaced, mails are ended.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::accounts::{check_password, end_sessions, own_account, sign_in};
use super::body::Json;
use crate::App;
use crate::auth;
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::Named;
use crate::notify;
use crate::secrets;
use crate::store::{Job, MailRow};
use crate::table::Command;

/// A new address for one's account; an empty one takes it back.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewAddress {
    email: String,
    password: String,
}

/// Whose password is lost.
#[derive(Deserialize, ToSchema)]
pub(super) struct Lost {
    name: String,
}

/// The part of a link after its `#`.
#[derive(Deserialize, ToSchema)]
pub(super) struct Token {
    token: String,
}

/// A new password in place of a lost one.
#[derive(Deserialize, ToSchema)]
pub(super) struct Recovery {
    token: String,
    password: String,
}

/// Ends mails to a seat.
#[derive(Deserialize, ToSchema)]
pub(super) struct Stop {
    table: String,
    seat: u8,
    key: String,
}

/// What has happened, in a sentence.
#[derive(Serialize, ToSchema)]
pub(super) struct Said {
    text: String,
}

fn said(text: impl Into<String>) -> Json<Said> {
    Json(Said { text: text.into() })
}

fn spent() -> Error {
    Error::Forbidden("this link has been used, or is older than a day: ask for a new one".into())
}

/// Sends a link that confirms an address.
pub(super) async fn send_confirmation(app: &App, mail: MailRow) -> Result<()> {
    notify::check_email(&mail.address).map_err(Error::Bad)?;
    if app.config.smtp.is_none() {
        return Err(Error::Bad("this server sends no mail".into()));
    }
    let text = "Somebody, probably you, wants Westfront to write to this address. If it was you, open this link within a \
        day. If not, do nothing: no other mail will come.";
    send_link(app, mail, "confirm", "please confirm your address", text).await
}

async fn send_link(app: &App, mail: MailRow, page: &str, subject: &str, text: &str) -> Result<()> {
    app.limits.count(Named::Mail, &mail.address)?;
    let token = secrets::token();
    let link = format!("{}/mail#{page}.{token}", app.config.public_url.trim_end_matches('/'));
    let body = serde_json::json!({"subject": format!("Westfront: {subject}"), "text": text, "link": link});
    let now = clock::now();
    let job = crate::store::Store::keep_mail(Job::new(), &token, &mail, now).must(
        "insert into notice (id, game, seat, target, webhook_key, body, tries, due) \
         values ($1, '', 0, $2, '', $3, 0, $4)",
        [
            secrets::token().into(),
            format!("mailto:{}", mail.address).into(),
            body.to_string().into(),
            now.into(),
        ],
    );
    app.store.run(job).await?;
    app.notices.notify_one();
    Ok(())
}

/// Gives one's account an address, once it is confirmed.
#[utoipa::path(post, path = "/api/account/email", tag = "accounts", request_body = NewAddress,
    responses((status = 200, body = Said), (status = 400), (status = 401), (status = 429)))]
pub(super) async fn set_address(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<NewAddress>,
) -> Result<Json<Said>> {
    let (_, account) = own_account(&app, &headers, given.password).await?;
    let address = given.email.trim().to_owned();
    if address.is_empty() {
        app.store.set_email(&account.id, "").await?;
        return Ok(said("This account has no address any more."));
    }
    let text = format!("A mail is on its way to {address}: open the link in it.");
    let mail = MailRow { purpose: "account".into(), account: account.id, address, ..MailRow::default() };
    send_confirmation(&app, mail).await?;
    Ok(said(text))
}

/// Confirms an address.
#[utoipa::path(post, path = "/api/mail/confirm", tag = "accounts", request_body = Token,
    responses((status = 200, body = Said), (status = 403), (status = 429)))]
pub(super) async fn confirm(State(app): State<App>, Json(given): Json<Token>) -> Result<Json<Said>> {
    let mail = app.store.use_mail(&given.token, clock::now()).await?.ok_or_else(spent)?;
    match mail.purpose.as_str() {
        "account" => {
            app.store.set_email(&mail.account, &mail.address).await?;
            Ok(said("The address is confirmed. A lost password can be replaced by mail from now on."))
        }
        "seat" => {
            set_seat_address(&app, &mail.game, mail.seat, &mail.address).await?;
            Ok(said("The address is confirmed. A mail will come when it is your turn."))
        }
        _ => Err(spent()),
    }
}

/// Sends mails to a seat from now on.
pub(super) async fn set_seat_address(app: &App, game: &str, seat: i64, address: &str) -> Result<()> {
    let job = Job::new().then(
        "update seat set email = $3, mail_key = $4 where game = $1 and seat = $2",
        [game.into(), seat.into(), address.into(), secrets::token().into()],
    );
    app.store.run(app.cluster.refreshed(job, game)).await?;
    app.tables.tell(game, Command::Refresh).await;
    Ok(())
}

/// Sends a link that replaces a lost password. The answer is the same if there is no such account.
#[utoipa::path(post, path = "/api/recover", tag = "accounts", request_body = Lost,
    responses((status = 200, body = Said), (status = 400), (status = 429)))]
pub(super) async fn recover(State(app): State<App>, Json(given): Json<Lost>) -> Result<Json<Said>> {
    if app.config.smtp.is_none() {
        return Err(Error::Bad("this server sends no mail: ask the one who runs it".into()));
    }
    if let Some(account) = app.store.account(given.name.trim()).await?
        && !account.email.is_empty()
    {
        let text = format!(
            "Open this link within a day to choose a new password for {}. If you did not ask for it, do nothing.",
            account.shown
        );
        let (purpose, address) = ("recover".into(), account.email);
        let mail = MailRow { purpose, account: account.id, address, ..MailRow::default() };
        match send_link(&app, mail, "recover", "a new password", &text).await {
            // The answer does not betray how often others have asked either.
            Ok(()) | Err(Error::TooMany(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(said("If this account has a confirmed address, a mail is on its way there."))
}

/// Sets a new password by the link of a mail; all devices are signed out, and this one is signed in.
#[utoipa::path(post, path = "/api/mail/recover", tag = "accounts", request_body = Recovery,
    responses((status = 200), (status = 400), (status = 403), (status = 429)))]
pub(super) async fn set_password(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Recovery>,
) -> Result<impl IntoResponse> {
    check_password(&given.password)?;
    let mail = app.store.use_mail(&given.token, clock::now()).await?.ok_or_else(spent)?;
    let account = app.store.account_by_id(&mail.account).await?;
    let account = account.filter(|_| mail.purpose == "recover").ok_or_else(spent)?;
    let password = auth::hash_password(&app, given.password).await?;
    app.store.set_password(&account.id, &password).await?;
    end_sessions(&app, &account.id, "").await?;
    app.limits.forgive(Named::Guess, &account.shown);
    sign_in(&app, &headers, account).await
}

/// Ends mails to a seat, by the link in each of them.
#[utoipa::path(post, path = "/api/mail/stop", tag = "accounts", request_body = Stop,
    responses((status = 200, body = Said), (status = 429)))]
pub(super) async fn stop(State(app): State<App>, Json(given): Json<Stop>) -> Result<Json<Said>> {
    let job = Job::new()
        .then(
            "update seat set email = '' where game = $1 and seat = $2 and mail_key = $3 and mail_key <> ''",
            [given.table.as_str().into(), i64::from(given.seat).into(), given.key.as_str().into()],
        )
        .then(
            "delete from notice where game = $1 and seat = $2 and target like 'mailto:%' and exists \
             (select 1 from seat where seat.game = $1 and seat.seat = $2 and seat.mail_key = $3)",
            [given.table.as_str().into(), i64::from(given.seat).into(), given.key.as_str().into()],
        );
    app.store.run(app.cluster.refreshed(job, &given.table)).await?;
    app.tables.tell(&given.table, Command::Refresh).await;
    Ok(said("No more mails come from this table."))
}
