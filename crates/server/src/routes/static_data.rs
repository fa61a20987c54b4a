//! Data that does not change while the server runs: titles, maps, counters.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::dice::hex;
use engine::title::{OptionInfo, ScenarioInfo, SeatInfo};
use engine::{PackError, Title};
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::App;
use crate::embed;
use crate::error::{Error, Result};

#[derive(Serialize)]
struct Brief<'a> {
    id: &'a str,
    name: &'a str,
    rules_version: u32,
    pack: &'a str,
    seats: &'a [SeatInfo],
    scenarios: &'a [ScenarioInfo],
    options: &'a [OptionInfo],
}

#[derive(Serialize)]
struct Level<'a> {
    id: &'a str,
    name: &'a str,
    about: &'a str,
}

#[derive(Serialize)]
struct Games<'a> {
    games: Vec<Brief<'a>>,
    levels: Vec<Level<'a>>,
}

pub(super) fn answer(headers: &HeaderMap, kind: &'static str, body: Vec<u8>) -> Response {
    let tag = hex(&Sha256::digest(&body)[..12]);
    embed::tagged(headers, kind, &tag, body)
}

fn json(headers: &HeaderMap, value: &impl Serialize) -> Response {
    answer(headers, "application/json", serde_json::to_vec(value).expect("plain JSON"))
}

pub(super) fn title<'a>(app: &'a App, id: &str) -> Result<&'a std::sync::Arc<dyn games::Playable>> {
    app.config.library.game(id).ok_or_else(|| Error::Missing(format!("there is no game '{id}'")))
}

/// The games with their seats, scenarios and options, and the computer players.
#[utoipa::path(get, path = "/api/games", tag = "games", responses((status = 200, body = serde_json::Value)))]
pub(super) async fn games(State(app): State<App>, headers: HeaderMap) -> Response {
    fn brief(title: &Title) -> Brief<'_> {
        Brief {
            id: &title.id,
            name: &title.name,
            rules_version: title.rules_version,
            pack: &title.pack,
            seats: &title.seats,
            scenarios: &title.scenarios,
            options: &title.options,
        }
    }
    let games = app.config.library.games().iter().map(|game| brief(game.title())).collect();
    let players = app.config.players.all().iter();
    let levels = players.map(|player| Level { id: player.id(), name: player.id(), about: player.about() });
    json(&headers, &Games { games, levels: levels.collect() })
}

/// A whole title: cases, charts, units, places.
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn game(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let game = title(&app, &id)?;
    let whole = || serde_json::to_string(game.title()).expect("plain JSON");
    let text = app.pictures.get(&format!("{id}/title"), whole);
    Ok(answer(&headers, "application/json", text.as_bytes().to_vec()))
}

/// What each side is told before a scenario, and how long and hard it is.
#[utoipa::path(get, path = "/api/games/{id}/briefings", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn briefings(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    Ok(json(&headers, &title(&app, &id)?.briefings()?))
}

/// What the marks, letters and numbers on counters and map mean.
#[utoipa::path(get, path = "/api/games/{id}/legend", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn legend(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    Ok(json(&headers, &title(&app, &id)?.legend()?))
}

/// The piece of the map that shows a sign of the legend, by its number over all groups.
#[utoipa::path(get, path = "/api/games/{id}/legend/{number}", tag = "games",
    params(("id" = String, Path), ("number" = usize, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404)))]
pub(super) async fn legend_picture(
    State(app): State<App>,
    Path((id, number)): Path<(String, usize)>,
    headers: HeaderMap,
) -> Result<Response> {
    let game = title(&app, &id)?;
    let legend = game.legend()?;
    if legend.signs().nth(number).is_none_or(|sign| sign.place.is_empty()) {
        return Err(Error::Missing(format!("the legend shows no piece of the map under {number}")));
    }
    let whole = || legend.picture(game.as_ref(), number).unwrap_or_default();
    let picture = app.pictures.get(&format!("{id}/legend/{number}"), whole);
    Ok(answer(&headers, "image/svg+xml", picture.as_bytes().to_vec()))
}

/// The map without counters.
#[utoipa::path(get, path = "/api/games/{id}/map.svg", tag = "games", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404)))]
pub(super) async fn map(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let game = title(&app, &id)?;
    let picture = app.pictures.get(&format!("{id}/map"), || game.map());
    Ok(answer(&headers, "image/svg+xml", picture.as_bytes().to_vec()))
}

/// Every counter face, as symbols.
#[utoipa::path(get, path = "/api/games/{id}/counters.svg", tag = "games", params(("id" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404)))]
pub(super) async fn counters(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let game = title(&app, &id)?;
    let picture = app.pictures.get(&format!("{id}/counters"), || game.counters());
    Ok(answer(&headers, "image/svg+xml", picture.as_bytes().to_vec()))
}

impl From<PackError> for Error {
    fn from(error: PackError) -> Error {
        Error::Setup(error.to_string())
    }
}
