//! After the game: what the dice were worth, what the computer players thought, how the map looked.

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use utoipa::{IntoParams, ToSchema};

use super::body::Json;
use crate::App;
use crate::auth;
use crate::error::{Error, Result};
use crate::host;
use crate::ledgers::{self, Standing};
use crate::store::Who;
use crate::table::{Command, Look};

/// The account of a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct After {
    /// The ledger of the dice, if this server keeps ledgers and it is written.
    luck: Option<serde_json::Value>,
    /// How much of the ledger is written, from 0 to 1, while it is being written.
    #[serde(skip_serializing_if = "Option::is_none")]
    progress: Option<f64>,
    /// Entries of computer players, counted from 0, with their reasons.
    thoughts: Vec<(i64, String)>,
}

/// Luck and reasons of a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/after", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = After), (status = 202, body = After), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn after(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response> {
    let who = onlooker(&app, &headers, &id).await?;
    let thoughts = app.store.thoughts(&id).await?;
    let record = async {
        let (answer, answered) = oneshot::channel();
        app.tables.send(&app, &id, Command::Record { who, seat: None, answer }).await;
        answered.await.map_err(|_| Error::Storage("the table did not answer".into()))?
    };
    Ok(match ledgers::look(&app, &id, record).await? {
        Standing::Written(luck) => {
            let luck = Some(luck).filter(|luck| !luck.is_null());
            // A finished game does not change.
            let kept = [(header::CACHE_CONTROL, "private, max-age=86400")];
            (kept, Json(After { luck, progress: None, thoughts })).into_response()
        }
        Standing::Underway(progress) => {
            let after = After { luck: None, progress: Some(progress), thoughts };
            (StatusCode::ACCEPTED, [(header::RETRY_AFTER, "1")], Json(after)).into_response()
        }
    })
}

#[derive(Deserialize, IntoParams)]
pub(super) struct Moment {
    /// How many entries come before the position.
    seq: usize,
}

/// A position of a finished game, to begin a table from.
#[utoipa::path(get, path = "/api/tables/{id}/position", tag = "tables", params(("id" = String, Path), Moment),
    responses((status = 200, body = String), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn position(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    Query(moment): Query<Moment>,
) -> Result<Response> {
    onlooker(&app, &headers, &id).await?;
    let text = look(&app, &id, Look::Position(moment.seq)).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

/// The last map of a finished game.
#[utoipa::path(get, path = "/api/tables/{id}/picture.svg", tag = "tables", params(("id" = String, Path)),
    responses((status = 200, body = String), (status = 403), (status = 404), (status = 409)))]
pub(super) async fn picture(
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response> {
    onlooker(&app, &headers, &id).await?;
    let picture = look(&app, &id, Look::Picture).await?;
    let kept = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "private, max-age=86400")];
    Ok((kept, picture).into_response())
}

/// The person who looks at a finished game; an error if he may not.
async fn onlooker(app: &App, headers: &HeaderMap, id: &str) -> Result<Who> {
    let who = auth::who(app, headers).await?;
    let game = app.store.game(id).await?.ok_or_else(|| Error::Missing("there is no such table".into()))?;
    if game.state != "over" {
        return Err(Error::Conflict("that is for after the game".into()));
    }
    if !host::may_look(app, &who, &game).await? {
        return Err(Error::Forbidden("this table is not open to spectators".into()));
    }
    Ok(who)
}

async fn look(app: &App, id: &str, at: Look) -> Result<String> {
    let (answer, answered) = oneshot::channel();
    app.tables.send(app, id, Command::Look { at, answer }).await;
    answered.await.map_err(|_| Error::Storage("the table did not answer".into()))?
}
