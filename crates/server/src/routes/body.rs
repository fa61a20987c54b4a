//! JSON bodies: as axum reads them, but without NUL, which no text in the database may contain.

use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::error::Error;

/// A body, or an answer.
pub(super) struct Json<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Response;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Response> {
        let body = axum::Json::<Value>::from_request(request, state).await;
        let axum::Json(value) = body.map_err(IntoResponse::into_response)?;
        if has_nul(&value) {
            return Err(Error::Bad("a text contains no NUL".into()).into_response());
        }
        serde_json::from_value(value).map(Json).map_err(|error| {
            (StatusCode::UNPROCESSABLE_ENTITY, format!("the body is not what is asked for: {error}"))
                .into_response()
        })
    }
}

impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        axum::Json(self.0).into_response()
    }
}

fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(list) => list.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(key, value)| key.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}
