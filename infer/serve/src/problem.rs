//! Why a request is refused: a status, and the JSON that `solve --json` prints for a refusal.

use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use quarterturn::costs::CostsError;
use quarterturn::models::ModelError;
use quarterturn::puzzles::PuzzleError;
use quarterturn::solver::{BuildError, Refused, RequestError, SolveError};
use quarterturn::{Fault, Refusal};
use quarterturn_lab::json;

/// A request that is refused.
#[derive(Clone, Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    refusal: Refusal,
    /// The state that was to be solved.
    input: String,
    /// Seconds after which it is worth trying again.
    retry: Option<u32>,
}

impl Problem {
    /// Something wrong, under a stable name, and what to do about it.
    pub fn new(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status,
            refusal: Refusal {
                code,
                message: message.into(),
                at: None,
                hint: None,
            },
            input: String::new(),
            retry: None,
        }
    }

    /// Fields that are understood and cannot be followed.
    pub fn unfit(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, code, message)
    }

    /// A defect of this program.
    pub fn internal() -> Self {
        let message = "internal error: this is a bug in quarterturn";
        let problem = Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal-error", message);
        problem.hint("please report it with the request that you sent")
    }

    /// With another status.
    pub fn status(self, status: StatusCode) -> Self {
        Self { status, ..self }
    }

    /// The next step.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.refusal.hint = Some(hint.into());
        self
    }

    /// Of this input.
    pub fn of(mut self, input: &str) -> Self {
        self.input = input.into();
        self
    }

    /// Worth another try after that many seconds.
    pub fn retry(mut self, seconds: u32) -> Self {
        self.retry = Some(seconds);
        self
    }

    /// As JSON.
    pub fn json(&self) -> Vec<u8> {
        json::object(&Refused::new(&self.input, &self.refusal)).unwrap_or_default()
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let mut response = (self.status, Body::from(self.json())).into_response();
        let headers = response.headers_mut();
        headers.insert(
            header::CONTENT_TYPE,
            HeaderValue::from_static("application/json"),
        );
        if let Some(seconds) = self.retry {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        if self.status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl From<Refusal> for Problem {
    fn from(refusal: Refusal) -> Self {
        let problem = Self::unfit(refusal.code, String::new());
        Self { refusal, ..problem }
    }
}

impl From<PuzzleError> for Problem {
    fn from(error: PuzzleError) -> Self {
        match &error {
            PuzzleError::Unknown { .. } => Self::unfit("unknown-puzzle", error.to_string())
                .hint("GET /api/puzzles lists them; POST /api/puzzles takes a definition"),
            _ => Self::unfit(error.code(), error.to_string())
                .hint("send a definition in one of the formats that `quarterturn solve --puzzle FILE` reads"),
        }
    }
}

impl From<ModelError> for Problem {
    fn from(error: ModelError) -> Self {
        let problem = Self::unfit(error.code(), error.to_string());
        match error {
            ModelError::NoDefault(_) => problem.hint(
                "leave out what only guided searches take, or send a network to POST /api/models",
            ),
            _ => problem.hint("send a weight file of quarterturn's"),
        }
    }
}

impl From<CostsError> for Problem {
    fn from(error: CostsError) -> Self {
        Self::unfit(error.code(), format!("costs: {}", error.kind))
    }
}

impl From<BuildError> for Problem {
    fn from(error: BuildError) -> Self {
        match error {
            BuildError::Puzzle(error) => error.into(),
            BuildError::Model(error) => error.into(),
            BuildError::Costs(error) => error.into(),
            error => Self::from(Fault::from(error)),
        }
    }
}

impl From<RequestError> for Problem {
    fn from(error: RequestError) -> Self {
        match error {
            RequestError::Build(error) => error.into(),
            RequestError::Solve(SolveError::Wrong(_)) => Self::internal(),
            error => Self::from(Fault::from(error)),
        }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self::from(Refusal {
            code: fault.code,
            message: fault.message,
            // The place in a field is none in the input.
            at: fault.at.filter(|_| fault.setting.is_none()),
            hint: fault.hint,
        })
    }
}
