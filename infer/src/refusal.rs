//! Refusals: why an input is not a state.

use quarterturn_core::cube::CubeError;
use quarterturn_core::facelets::{FaceletError, FaceletErrorKind};
use quarterturn_core::notation::NotationError;

/// Why an input is refused: a located error with a stable code.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message} [{code}]")]
pub struct Refusal {
    /// Stable name of the kind of fault, such as `twisted-corner`.
    pub code: &'static str,
    /// What is wrong.
    pub message: String,
    /// Where, as a byte offset in the input.
    pub at: Option<usize>,
    /// What to do about it.
    pub hint: Option<String>,
}

impl Refusal {
    /// A refusal of the whole input, without a hint.
    pub(crate) fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            at: None,
            hint: None,
        }
    }

    /// A line of more than `limit` bytes.
    pub fn line_too_long(limit: usize) -> Self {
        Self {
            code: "line-too-long",
            message: format!("the line is longer than {limit} bytes"),
            at: None,
            hint: Some("give one state per line".into()),
        }
    }

    /// Bytes that are not UTF-8, from `at` on.
    pub fn not_text(at: usize) -> Self {
        Self {
            code: "not-text",
            message: "the line is not UTF-8 text".into(),
            at: Some(at),
            hint: Some("give a text file with one state per line".into()),
        }
    }
}

impl From<NotationError> for Refusal {
    fn from(error: NotationError) -> Self {
        Self {
            code: error.code(),
            message: error.kind.to_string(),
            at: Some(error.at),
            hint: Some(error.hint().into()),
        }
    }
}

impl From<FaceletError> for Refusal {
    fn from(error: FaceletError) -> Self {
        let mut hint = error.hint().to_owned();
        if matches!(error.kind, FaceletErrorKind::FaceletCount { .. }) {
            // Letters in one run may have been meant as moves.
            hint += "; between moves put spaces";
        }
        Self {
            code: error.code(),
            message: error.to_string(),
            at: error.at,
            hint: Some(hint),
        }
    }
}

impl From<CubeError> for Refusal {
    fn from(error: CubeError) -> Self {
        match error {
            CubeError::Moves(error) => error.into(),
            CubeError::Facelets(error) => error.into(),
        }
    }
}
