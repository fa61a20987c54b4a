//! After the game: what the dice were worth, and what the computer players thought.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use tokio::sync::oneshot;
use utoipa::ToSchema;

use super::body::Json;
use crate::App;
use crate::auth;
use crate::error::{Error, Result};
use crate::host;
use crate::ledgers::{self, Standing};
use crate::table::Command;

/// What there is to say about a finished game.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct After {
    /// The ledger of the dice, if this server keeps one and it is written.
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
    let who = auth::who(&app, &headers).await?;
    let game = app.store.game(&id).await?.ok_or_else(|| Error::Missing("there is no such table".into()))?;
    if game.state != "over" {
        return Err(Error::Conflict("that is for after the game".into()));
    }
    if !host::may_look(&app, &who, &game).await? {
        return Err(Error::Forbidden("this table is not open to spectators".into()));
    }
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
