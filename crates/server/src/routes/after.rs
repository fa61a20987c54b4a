//! After the game: what the dice were worth, and what the computer players thought.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::IntoResponse;
use engine::Record;
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::body::Json;
use crate::App;
use crate::auth;
use crate::error::{Error, Result};
use crate::table::Command;
use crate::table::load::guard;

/// What there is to say about a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct After {
    /// The ledger of the dice, if this server keeps one.
    luck: Option<serde_json::Value>,
    /// Entries of computer players, counted from 0, with their reasons.
    thoughts: Vec<(i64, String)>,
}

/// Luck and reasons of a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/after", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = After), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn after(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<impl IntoResponse> {
    let who = auth::who(&app, &headers).await?;
    let game = app.store.game(&id).await?.ok_or_else(|| Error::Missing("there is no such table".into()))?;
    if game.state != "over" {
        return Err(Error::Conflict("that is for after the game".into()));
    }
    // Whoever may have the record may have this too.
    let (answer, answered) = oneshot::channel();
    app.tables.send(&app, &id, Command::Record { who, seat: None, answer }).await;
    let text = answered.await.map_err(|_| Error::Storage("the table did not answer".into()))??;
    let luck = match app.config.luck.clone() {
        Some(luck) => {
            let _turn = app.thinkers.acquire().await;
            let library = app.config.library.clone();
            let work = move || guard(|| Record::parse(&text).ok().and_then(|record| luck(&library, &record)));
            tokio::task::spawn_blocking(work).await.ok().and_then(std::result::Result::ok).flatten()
        }
        None => None,
    };
    let thoughts = app.store.thoughts(&id).await?;
    // A finished game does not change.
    Ok(([(header::CACHE_CONTROL, "private, max-age=86400")], Json(After { luck, thoughts })))
}
