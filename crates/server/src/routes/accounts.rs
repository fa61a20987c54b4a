//! Accounts: optional, a name and a password.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::App;
use crate::auth;
use crate::clock;
use crate::error::{Error, Result};
use crate::secrets;
use crate::store::{AccountRow, Unwritten};

/// Who asks.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    account: Option<Account>,
}

/// An account.
#[derive(Serialize, ToSchema)]
pub(super) struct Account {
    name: String,
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

fn check_password(password: &str) -> Result<()> {
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
    Ok(Json(Me { account: account.map(|account| Account { name: account.shown }) }))
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
    let account = AccountRow { id: secrets::public_id(), shown: name, password };
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
    let account = app.store.account(given.name.trim()).await?;
    let hash = account.as_ref().map(|account| account.password.clone());
    match (auth::is_password(&app, given.password, hash).await?, account) {
        (true, Some(account)) => sign_in(&app, &headers, account).await,
        _ => Err(Error::Unknown("there is no account with this name and password".into())),
    }
}

async fn sign_in(app: &App, headers: &HeaderMap, account: AccountRow) -> Result<(HeaderMap, Json<Me>)> {
    let who = auth::who(app, headers).await?;
    let token = secrets::token();
    // What another account holds in this browser stays with it.
    let old = if who.account.is_empty() { who } else { crate::store::Who { account: String::new(), ..who } };
    app.store.sign_in(&old, &account.id, &token, clock::now()).await?;
    Ok((auth::set_cookie(app, &token), Json(Me { account: Some(Account { name: account.shown }) })))
}

/// Signs out.
#[utoipa::path(post, path = "/api/logout", tag = "accounts", responses((status = 200, body = Me)))]
pub(super) async fn logout(State(app): State<App>, headers: HeaderMap) -> Result<impl IntoResponse> {
    let who = auth::who(&app, &headers).await?;
    app.store.sign_out(&who).await?;
    Ok((auth::set_cookie(&app, ""), Json(Me { account: None })))
}

/// Changes the password.
#[utoipa::path(post, path = "/api/account/password", tag = "accounts", request_body = Passwords,
    responses((status = 200, body = Me), (status = 400), (status = 401), (status = 429)))]
pub(super) async fn password(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Passwords>,
) -> Result<Json<Me>> {
    let account = own_account(&app, &headers, given.old).await?;
    check_password(&given.new)?;
    let password = auth::hash_password(&app, given.new).await?;
    app.store.set_password(&account.id, &password).await?;
    Ok(Json(Me { account: Some(Account { name: account.shown }) }))
}

/// Deletes the account; its seats stay playable through their links.
#[utoipa::path(post, path = "/api/account/delete", tag = "accounts", request_body = Password,
    responses((status = 200, body = Me), (status = 401), (status = 429)))]
pub(super) async fn delete(
    State(app): State<App>,
    headers: HeaderMap,
    Json(given): Json<Password>,
) -> Result<impl IntoResponse> {
    let account = own_account(&app, &headers, given.password).await?;
    app.store.delete_account(&account.id).await?;
    Ok((auth::set_cookie(&app, ""), Json(Me { account: None })))
}

async fn own_account(app: &App, headers: &HeaderMap, password: String) -> Result<AccountRow> {
    let who = auth::who(app, headers).await?;
    let account = if who.account.is_empty() { None } else { app.store.account_by_id(&who.account).await? };
    let hash = account.as_ref().map(|account| account.password.clone());
    match (auth::is_password(app, password, hash).await?, account) {
        (true, Some(account)) => Ok(account),
        _ => Err(Error::Unknown("the password is not right".into())),
    }
}
