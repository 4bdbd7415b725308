//! How a call is refused.
//!
//! Invariant: a refusal has a status that fits, and a reason in words; nothing has changed.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::base::fault::Problem;

/// A refused call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    pub status: StatusCode,
    pub reason: String,
}

/// The body of a refusal.
#[derive(Serialize)]
struct Body<'a> {
    error: &'a str,
}

impl Refusal {
    pub fn new(status: StatusCode, reason: impl Into<String>) -> Self {
        Self { status, reason: reason.into() }
    }

    /// What is asked for makes no sense.
    pub fn bad(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, reason)
    }

    /// It would make sense at another time.
    pub fn conflict(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::CONFLICT, reason)
    }

    /// The rules do not allow it.
    pub fn illegal(reason: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, reason)
    }

    pub fn no_game() -> Self {
        Self::new(StatusCode::NOT_FOUND, "there is no such game; it may have ended for want of use")
    }
}

impl From<Problem> for Refusal {
    fn from(problem: Problem) -> Self {
        Self::illegal(problem.to_string().replace("\nhelp: ", "; "))
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Body { error: &self.reason })).into_response();
        if self.status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from_static("60"));
        }
        response
    }
}
