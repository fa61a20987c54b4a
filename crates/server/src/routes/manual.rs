//! The manuals: contents, pages, and the worked examples that they show.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use engine::Viewer;
use engine::examples::{Example, start_of};
use games::Playable;
use manual::{Links, Manual, Pages, scene, slug};
use serde::Serialize;

use super::static_data::{answer, title};
use crate::App;
use crate::beside::beside_play;
use crate::error::{Error, Result};

/// Manuals are read once.
#[derive(Default)]
pub(crate) struct Manuals(Mutex<BTreeMap<String, Arc<Manual>>>);

/// A worked example in the form from which a table can begin.
#[derive(Serialize)]
struct Trial<'a> {
    name: &'a str,
    about: &'a str,
    cases: &'a [String],
    scenario: &'a str,
    options: &'a BTreeMap<String, String>,
    position: Option<&'a str>,
    /// The seats that take part.
    seats: Vec<u8>,
}

/// A manual's pages, the place where each case is explained, and the text for searching.
#[utoipa::path(get, path = "/api/games/{id}/manual", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn contents(
    State(app): State<App>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response> {
    let text = drawn(&app, &id, "manual", |_, manual| {
        Ok(serde_json::to_string(&manual.contents()).expect("plain JSON"))
    })
    .await?;
    Ok(answer(&headers, "application/json", text.as_bytes().to_vec()))
}

/// A page of a manual as a piece of HTML.
#[utoipa::path(get, path = "/api/games/{id}/manual/{page}", tag = "games",
    params(("id" = String, Path), ("page" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 404)))]
pub(super) async fn page(
    State(app): State<App>,
    Path((id, page)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let text = drawn(&app, &id, &format!("manual/{page}"), move |game, manual| {
        let drawn = Pages::new(manual, game, Links::Reader).fragment(&page);
        let missing = || Error::Missing(format!("the manual has no page '{page}'"));
        drawn.ok_or_else(missing)?.map_err(Error::Internal)
    })
    .await?;
    Ok(answer(&headers, "text/html; charset=utf-8", text.as_bytes().to_vec()))
}

/// A worked example: what a table needs to begin from it.
#[utoipa::path(get, path = "/api/games/{id}/examples/{example}", tag = "games",
    params(("id" = String, Path), ("example" = String, Path)),
    responses((status = 200, body = serde_json::Value), (status = 404)))]
pub(super) async fn example(
    State(app): State<App>,
    Path((id, name)): Path<(String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let text = drawn(&app, &id, &format!("example/{name}"), move |game, manual| {
        let example = find(manual, &name)?;
        let session = game.open(start_of(example)).map_err(Error::Internal)?;
        let setup = session.record(Viewer::Spectator).header.setup;
        let trial = Trial {
            name: &example.name,
            about: &example.about,
            cases: &example.cases,
            scenario: &setup.scenario,
            options: &setup.options,
            position: example.position.as_deref(),
            seats: game.title().playing(&setup),
        };
        Ok(serde_json::to_string(&trial).expect("plain JSON"))
    })
    .await?;
    Ok(answer(&headers, "application/json", text.as_bytes().to_vec()))
}

/// The position of a worked example, cut to the places that matter: `picture.svg`, and `picture-2.svg` if they lie
/// far apart.
#[utoipa::path(get, path = "/api/games/{id}/examples/{example}/{picture}", tag = "games",
    params(("id" = String, Path), ("example" = String, Path), ("picture" = String, Path)),
    responses((status = 200, content_type = "image/svg+xml", body = String), (status = 404)))]
pub(super) async fn picture(
    State(app): State<App>,
    Path((id, name, file)): Path<(String, String, String)>,
    headers: HeaderMap,
) -> Result<Response> {
    let text = drawn(&app, &id, &format!("example/{name}/{file}"), move |game, manual| {
        let missing = || Error::Missing(format!("there is no picture '{file}'"));
        let part = (0..9).find(|part| file == format!("{}.svg", scene::numbered("picture", *part)));
        let part = part.ok_or_else(missing)?;
        scene::picture(game, find(manual, &name)?, part).map_err(|_| missing())
    })
    .await?;
    Ok(answer(&headers, "image/svg+xml", text.as_bytes().to_vec()))
}

/// The example with that address.
fn find<'a>(manual: &'a Manual, name: &str) -> Result<&'a Example> {
    let mut examples = manual.examples().filter(|example| slug(&example.name) == name);
    examples.next().ok_or_else(|| Error::Missing(format!("there is no example '{name}'")))
}

/// A part of a manual, drawn once. Drawing takes long, so it happens beside the requests.
async fn drawn<F>(app: &App, id: &str, what: &str, draw: F) -> Result<Arc<str>>
where
    F: FnOnce(&dyn Playable, &Manual) -> Result<String> + Send + 'static,
{
    let name = format!("{id}/{what}");
    if let Some(text) = app.pictures.find(&name) {
        return Ok(text);
    }
    let (game, shared) = (title(app, id)?.clone(), app.clone());
    let draw = move || {
        let manual = shared.manuals.read(game.as_ref())?;
        Ok(shared.pictures.get_or(&name, draw(game.as_ref(), &manual)?))
    };
    beside_play(draw).await?
}

impl Manuals {
    /// The manual of a game.
    fn read(&self, game: &dyn Playable) -> Result<Arc<Manual>> {
        let id = &game.title().id;
        let mut manuals = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(manual) = manuals.get(id) {
            return Ok(manual.clone());
        }
        let manual = Manual::read(game).map_err(|faults| Error::Internal(faults.to_string()))?;
        if manual.chapters.is_empty() {
            return Err(Error::Missing(format!("'{id}' has no manual")));
        }
        Ok(manuals.entry(id.clone()).or_insert(Arc::new(manual)).clone())
    }
}
