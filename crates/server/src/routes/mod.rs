//! HTTP: the API, the client's files, and what stands around both.

mod accounts;
mod after;
mod body;
mod guard;
mod mail;
mod manual;
mod school;
mod static_data;
mod tables;

pub(crate) use accounts::end_sessions;
pub(crate) use guard::From;

use std::time::Duration;

use axum::Json;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::StatusCode;
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::TimeoutLayer;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

pub(crate) use manual::Manuals;

use crate::App;
use crate::embed;
use crate::error::Error;
use crate::socket;

/// The longest body of a request, in bytes; records may be longer.
const LONGEST_BODY: usize = 64 << 10;

/// How long a request may take, its body included.
const PATIENCE: Duration = Duration::from_secs(30);

#[derive(OpenApi)]
#[openapi(info(
    title = "Westfront",
    description = "Tables, seats and accounts. Play itself goes over a WebSocket: see docs/protocol.md."
))]
struct Api;

/// The whole server as a service.
pub(crate) fn router(app: App) -> Router {
    let (api, description) = OpenApiRouter::with_openapi(Api::openapi())
        .routes(routes!(static_data::games))
        .routes(routes!(static_data::game))
        .routes(routes!(static_data::briefings))
        .routes(routes!(static_data::legend))
        .routes(routes!(static_data::legend_picture))
        .routes(routes!(static_data::map))
        .routes(routes!(static_data::counters))
        .routes(routes!(school::course))
        .routes(routes!(school::take))
        .routes(routes!(manual::contents))
        .routes(routes!(manual::page))
        .routes(routes!(manual::example))
        .routes(routes!(manual::picture))
        .routes(routes!(accounts::me))
        .routes(routes!(accounts::sign_up))
        .routes(routes!(accounts::login))
        .routes(routes!(accounts::logout))
        .routes(routes!(accounts::password))
        .routes(routes!(accounts::delete))
        .routes(routes!(accounts::everywhere))
        .routes(routes!(mail::set_address))
        .routes(routes!(mail::recover))
        .routes(routes!(mail::confirm))
        .routes(routes!(mail::set_password))
        .routes(routes!(mail::stop))
        .routes(routes!(tables::list, tables::create))
        .routes(routes!(tables::get_table))
        .routes(routes!(tables::take))
        .routes(routes!(tables::join))
        .routes(routes!(tables::begin))
        .routes(routes!(tables::share))
        .routes(routes!(tables::devices, tables::sign_others_out))
        .routes(routes!(tables::cancel))
        .routes(routes!(tables::rematch))
        .routes(routes!(tables::record))
        .routes(routes!(after::after))
        .routes(routes!(after::position))
        .routes(routes!(after::picture))
        .routes(routes!(tables::notify, tables::set_notify))
        .layer(DefaultBodyLimit::max(LONGEST_BODY))
        .split_for_parts();
    let files = Router::new()
        .route("/", get(embed::index))
        .route("/table/{id}", get(embed::table))
        .route("/manual/{game}", get(embed::manual))
        .route("/manual/{game}/{page}", get(embed::manual))
        .route("/try/{game}/{example}", get(embed::trial))
        .route("/account/{id}", get(embed::account))
        .route("/learn/{game}", get(embed::learn))
        .route("/learn/{game}/{lesson}", get(embed::learn))
        .route("/edition/{edition}/{*path}", get(embed::edition))
        .route("/{*path}", get(embed::path));
    Router::new()
        .merge(api)
        .route("/api/tables/upload", post(tables::upload))
        .route("/api/openapi.json", get(move || async move { Json(description) }))
        .route("/healthz", get(healthz))
        .merge(files)
        .fallback(|| async { Error::Missing("there is no such page".into()) })
        .layer(CompressionLayer::new())
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, PATIENCE))
        .route("/api/tables/{id}/socket", get(socket::open))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(CatchPanicLayer::custom(guard::panicked))
        .layer(middleware::from_fn_with_state(app.clone(), guard::number))
        .with_state(app)
}

async fn healthz(State(app): State<App>) -> impl IntoResponse {
    if app.store.is_healthy().await {
        (StatusCode::OK, "ok\n")
    } else {
        (StatusCode::SERVICE_UNAVAILABLE, "nothing can be stored\n")
    }
}
