//! What can go wrong, and what the client is told.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use engine::Refusal;
use engine::wire::Reason;
use serde::Serialize;

use crate::metrics;

/// One error for the whole server. Internal causes are logged and never sent.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request makes no sense.
    #[error("{0}")]
    Bad(String),
    /// More than may be sent.
    #[error("{0}")]
    TooLong(String),
    /// Signed in wrongly, or not at all.
    #[error("{0}")]
    Unknown(String),
    /// Known, but not entitled.
    #[error("{0}")]
    Forbidden(String),
    /// There is no such thing.
    #[error("{0}")]
    Missing(String),
    /// It collides with what others did.
    #[error("{0}")]
    Conflict(String),
    /// The rules refuse it.
    #[error("{0}")]
    Refused(Refusal),
    /// Too much at once.
    #[error("too many requests: try again in {0} seconds")]
    TooMany(u64),
    /// Too many requests for the same costly work.
    #[error("the server is busy with such requests: try again in {0} seconds")]
    Busy(u64),
    /// The database does not answer or cannot store.
    #[error("the database cannot be used: {0}")]
    Storage(String),
    /// The fault is ours.
    #[error("internal error: {0}")]
    Internal(String),
    /// The server cannot be started with this set-up.
    #[error("{0}")]
    Setup(String),
}

/// Shorthand.
pub type Result<T> = std::result::Result<T, Error>;

impl From<sqlx::Error> for Error {
    fn from(error: sqlx::Error) -> Error {
        Error::Storage(error.to_string())
    }
}

impl From<Refusal> for Error {
    fn from(refusal: Refusal) -> Error {
        Error::Refused(refusal)
    }
}

#[derive(Serialize)]
struct Body<'a> {
    error: String,
    #[serde(skip_serializing_if = "<[Reason]>::is_empty")]
    reasons: &'a [Reason],
    /// The number of the request in the log, if the fault is the server's.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<String>,
}

tokio::task_local! {
    /// The number of the request that is being answered.
    pub(crate) static REQUEST: String;
}

impl Error {
    /// What may be said outside: internals are logged here and replaced by a plain sentence.
    pub(crate) fn public(&self) -> String {
        match self {
            Error::Storage(inside) => {
                metrics::error("storage");
                tracing::error!(error = inside, "storage");
                "the server cannot store anything at the moment; nothing has changed, try again".into()
            }
            Error::Internal(inside) => {
                metrics::error("internal");
                tracing::error!(error = inside, "internal");
                "something went wrong on the server; nothing has changed".into()
            }
            other => other.to_string(),
        }
    }

    /// The cases behind a refusal.
    pub(crate) fn reasons(&self) -> &[Reason] {
        if let Error::Refused(refusal) = self { &refusal.reasons } else { &[] }
    }
}

impl IntoResponse for Error {
    fn into_response(self) -> Response {
        let status = match &self {
            Error::Bad(_) => StatusCode::BAD_REQUEST,
            Error::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::Unknown(_) => StatusCode::UNAUTHORIZED,
            Error::Forbidden(_) => StatusCode::FORBIDDEN,
            Error::Missing(_) => StatusCode::NOT_FOUND,
            Error::Conflict(_) => StatusCode::CONFLICT,
            Error::Refused(_) => StatusCode::UNPROCESSABLE_ENTITY,
            Error::TooMany(_) | Error::Busy(_) => StatusCode::TOO_MANY_REQUESTS,
            Error::Storage(_) => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) | Error::Setup(_) => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let request = if status.is_server_error() { REQUEST.try_with(Clone::clone).ok() } else { None };
        let body = Body { error: self.public(), reasons: self.reasons(), request };
        let mut response = (status, Json(body)).into_response();
        if let Error::TooMany(seconds) | Error::Busy(seconds) = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
