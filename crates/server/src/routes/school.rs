//! The school: the course of each game, and taking a lesson.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body::Json;
use super::static_data::{answer, title};
use crate::App;
use crate::auth;
use crate::error::Result;
use crate::school;
use crate::table::info::TableInfo;

#[derive(Serialize)]
struct Course<'a> {
    lessons: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    title: &'a str,
    minutes: u8,
    steps: usize,
    seat: &'a str,
    /// Whether the reader has taken it to its end.
    done: bool,
}

/// Where the learner takes up a lesson.
#[derive(Deserialize, ToSchema)]
pub(super) struct Take {
    /// The step, counted from 1, if the lesson is not open on the desk.
    #[serde(default)]
    step: usize,
    /// Whether to begin anew in any case.
    #[serde(default)]
    again: bool,
}

/// The table of a lesson.
#[derive(Serialize, ToSchema)]
pub(super) struct Taken {
    table: TableInfo,
}

/// The course of a game.
#[utoipa::path(get, path = "/api/games/{id}/lessons", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn course(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let lessons = title(&app, &id)?.lessons()?;
    let learnt = app.store.learnt(&auth::who(&app, &headers).await?, &id).await?;
    let entries = lessons.lesson.iter().map(|lesson| Entry {
        id: &lesson.id,
        title: &lesson.title,
        minutes: lesson.minutes,
        steps: lesson.step.len(),
        seat: &lesson.seat,
        done: learnt.contains(&lesson.id),
    });
    let body = serde_json::to_vec(&Course { lessons: entries.collect() }).expect("plain JSON");
    Ok(answer(&headers, "application/json", body))
}

/// Takes a lesson: a table for one, whose dice are written beforehand.
#[utoipa::path(post, path = "/api/games/{id}/lessons/{lesson}", tag = "games",
    params(("id" = String, Path), ("lesson" = String, Path)), request_body = Take,
    responses((status = 200, body = Taken), (status = 404), (status = 409)))]
pub(super) async fn take(
    State(app): State<App>,
    Path((id, lesson)): Path<(String, String)>,
    headers: HeaderMap,
    Json(take): Json<Take>,
) -> Result<impl IntoResponse> {
    let (who, cookie) = auth::who_or_new(&app, &headers).await?;
    let from = if take.again { school::From::Start } else { school::From::Left(take.step.saturating_sub(1)) };
    Ok((cookie, Json(Taken { table: school::take(&app, &who, &id, &lesson, from).await? })))
}
