//! Accounts: optional, a name and a password.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Json;
use crate::App;
use crate::auth;
use crate::clock;
use crate::error::{Error, Result};
use crate::limits::Named;
use crate::secrets;
use crate::sessions::{self, Turned};
use crate::store::{AccountRow, Unwritten, Who};

/// Who asks.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    account: Option<Account>,
    /// Whether this server sends mail: for lost passwords, and when it is one's turn.
    mail: bool,
}

/// An account.
#[derive(Serialize, ToSchema)]
pub(super) struct Account {
    name: String,
    /// Its mail address; none unless confirmed.
    email: Option<String>,
}

impl Me {
    fn stranger(app: &App) -> Me {
        Me { account: None, mail: app.config.smtp.is_some() }
    }

    fn of(app: &App, account: AccountRow) -> Me {
        let email = Some(account.email).filter(|email| !email.is_empty());
        Me { account: Some(Account { name: account.shown, email }), ..Me::stranger(app) }
    }
}

/// A name and a password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Credentials {
    name: String,
    password: String,
}

/// A change of password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Passwords {
    old: String,
    new: String,
}

/// A password.
#[derive(Deserialize, ToSchema)]
pub(super) struct Password {
    password: String,
}

pub(super) fn check_password(password: &str) -> Result<()> {
    if (8..=200).contains(&password.len()) {
        Ok(())
    } else {
        Err(Error::Bad("a password has 8 to 200 characters".into()))
    }
}

/// Who is signed in.
#[utoipa::path(get, path = "/api/me", tag = "accounts", responses((status = 200, body = Me)))]
pub(super) async fn me(State(app): State<App>, headers: HeaderMap) -> Result<Json<Me>> {
    let who = auth::who(&app, &headers).await?;
    let account = if who.account.is_empty() { None } else { app.store.account_by_id(&who.account).await? };
    Ok(Json(account.map_or_else(|| Me::stranger(&app), |account| Me::of(&app, account))))
}

/// Signs up and signs in.
#[utoipa::path(post, path = "/api/account", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 400), (status = 409), (status = 429)))]
pub(super) async fn sign_up(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Credentials>,
) -> Result<impl IntoResponse> {
    let name = auth::clean_name(&given.name);
    let is_plain = |letter: char| letter.is_alphanumeric() || " -_.".contains(letter);
    if name.chars().count() < 2 || name != given.name.trim() || !name.chars().all(is_plain) {
        return Err(Error::Bad("a name has 2 to 40 letters, digits, spaces or . _ -".into()));
    }
    check_password(&given.password)?;
    let password = auth::hash_password(&app, given.password).await?;
    let account = AccountRow { id: secrets::public_id(), shown: name, password, email: String::new() };
    match app.store.new_account(&account, clock::now()).await {
        Ok(()) => {}
        Err(Unwritten::Taken) => return Err(Error::Conflict("this name is taken".into())),
        Err(error) => return Err(error.into()),
    }
    sign_in(&app, &headers, account).await
}

/// Signs in; the seats of this browser become the account's.
#[utoipa::path(post, path = "/api/login", tag = "accounts", request_body = Credentials,
    responses((status = 200, body = Me), (status = 401), (status = 429)))]
pub(super) async fn login(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Credentials>,
) -> Result<impl IntoResponse> {
    let name = given.name.trim();
    let account = app.store.account(name).await?;
    match checked(&app, name, account, given.password).await? {
        Some(account) => sign_in(&app, &headers, account).await,
        None => Err(Error::Unknown("there is no account with this name and password".into())),
    }
}

/// The account, if the password is its own. Wrong passwords are counted for each name, from all addresses.
async fn checked(
    app: &App,
    name: &str,
    account: Option<AccountRow>,
    password: String,
) -> Result<Option<AccountRow>> {
    app.limits.count(Named::Guess, name)?;
    let hash = account.as_ref().map(|account| account.password.clone());
    if !auth::is_password(app, password, hash).await? {
        return Ok(None);
    }
    app.limits.forgive(Named::Guess, name);
    Ok(account)
}

/// The browser is the account's from now on: its seats, its open sockets.
pub(super) async fn sign_in(
    app: &App,
    headers: &HeaderMap,
    account: AccountRow,
) -> Result<(HeaderMap, Json<Me>)> {
    app.bans.check_account(&account.id)?;
    let who = auth::who(app, headers).await?;
    let token = secrets::token();
    // Seats that another account holds in this browser stay with that account.
    let old = Who { account: String::new(), ..who };
    let signed = app.store.sign_in(&old, &account.id, &token, clock::now()).await?;
    if !old.session.is_empty() {
        sessions::announce(app, vec![Turned { session: old.session, now: Some(signed) }]).await?;
    }
    Ok((auth::set_cookie(app, &token), Json(Me::of(app, account))))
}

/// Signs out.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses((status = 200, body = Me)))]
pub(super) async fn logout(State(app): State<App>, headers: HeaderMap) -> Result<impl IntoResponse> {
    let who = auth::who(&app, &headers).await?;
    app.store.sign_out(&who).await?;
    if !who.session.is_empty() {
        sessions::announce(&app, vec![Turned::ended(who.session)]).await?;
    }
    Ok((auth::set_cookie(&app, ""), Json(Me::stranger(&app))))
}

/// Signs out on all devices, this one too.
#[utoipa::path(post, path = "/api/account/everywhere", tag = "accounts",
    responses((status = 200, body = Me), (status = 401), (status = 429)))]
pub(super) async fn everywhere(State(app): State<App>, headers: HeaderMap) -> Result<impl IntoResponse> {
    let who = auth::who(&app, &headers).await?;
    if who.account.is_empty() {
        return Err(Error::Unknown("you are not signed in".into()));
    }
    end_sessions(&app, &who.account, "").await?;
    Ok((auth::set_cookie(&app, ""), Json(Me::stranger(&app))))
}

/// Ends the sessions of an account and their sockets, all but one.
pub(crate) async fn end_sessions(app: &App, account: &str, but: &str) -> Result<()> {
    let ended = app.store.end_sessions(account, but).await?;
    sessions::announce(app, ended.into_iter().map(Turned::ended).collect()).await
}

/// Changes the password; other devices are signed out.
#[utoipa::path(post, path = "/api/account/password", tag = "accounts", request_body = Passwords,
    responses((status = 200, body = Me), (status = 400), (status = 401), (status = 429)))]
pub(super) async fn password(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Passwords>,
) -> Result<Json<Me>> {
    let (who, account) = own_account(&app, &headers, given.old).await?;
    check_password(&given.new)?;
    let password = auth::hash_password(&app, given.new).await?;
    app.store.set_password(&account.id, &password).await?;
    end_sessions(&app, &account.id, &who.session).await?;
    Ok(Json(Me::of(&app, account)))
}

/// Deletes the account; its seats stay playable through their links.
#[utoipa::path(post, path = "/api/account/delete", tag = "accounts", request_body = Password,
    responses((status = 200, body = Me), (status = 401), (status = 429)))]
pub(super) async fn delete(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Password>,
) -> Result<impl IntoResponse> {
    let (_, account) = own_account(&app, &headers, given.password).await?;
    let ended = app.store.sessions_of(&account.id).await?;
    app.store.delete_account(&account.id).await?;
    sessions::announce(&app, ended.into_iter().map(|(hash, _)| Turned::ended(hash)).collect()).await?;
    Ok((auth::set_cookie(&app, ""), Json(Me::stranger(&app))))
}

/// The account of this browser, once its password was given.
pub(super) async fn own_account(
    app: &App,
    headers: &HeaderMap,
    password: String,
) -> Result<(Who, AccountRow)> {
    let who = auth::who(app, headers).await?;
    let account = if who.account.is_empty() { None } else { app.store.account_by_id(&who.account).await? };
    let name = account.as_ref().map_or("", |account| &account.shown).to_owned();
    match checked(app, &name, account, password).await? {
        Some(account) => Ok((who, account)),
        None => Err(Error::Unknown("the password is not right".into())),
    }
}
