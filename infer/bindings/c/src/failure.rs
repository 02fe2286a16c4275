//! Why there is no solution, as C asks for it.

use quarterturn::Fault;
use quarterturn::solver::{BuildError, RequestError, SolveError};
use std::cell::RefCell;
use std::ffi::{CString, c_char};

/// `enum quarterturn_host_status`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub enum Status {
    /// There is a solution.
    Solved,
    /// There is no such state.
    Invalid,
    /// No solution within the limits.
    Unsolved,
    /// Arguments that make no sense.
    Misuse,
    /// A defect.
    Internal,
}

/// Why there is no solution, and of what kind that is.
#[derive(Debug)]
pub struct Failure(pub Status, Fault);

thread_local! {
    /// The code and the words of the last failure.
    static LAST: RefCell<[CString; 2]> = RefCell::default();
}

impl Failure {
    /// A code for programs, and words for people.
    pub fn new(status: Status, code: &'static str, words: impl ToString) -> Self {
        Self(status, Fault::new(code, words))
    }

    /// Arguments that make no sense.
    pub fn misuse(words: &str) -> Self {
        Self::new(Status::Misuse, "misuse", words)
    }

    /// Why, for people.
    pub fn words(&self) -> CString {
        let Fault { message, hint, .. } = &self.1;
        match hint {
            Some(hint) => c_text(&format!("{message}; {hint}")),
            None => c_text(message),
        }
    }

    /// Keeps it for [`words`] and [`code`] on this thread.
    pub fn keep(&self) {
        LAST.set([c_text(self.1.code), self.words()]);
    }
}

impl From<RequestError> for Failure {
    fn from(error: RequestError) -> Self {
        let status = match &error {
            RequestError::Build(_) => Status::Misuse,
            RequestError::Solve(SolveError::Refused(_) | SolveError::NoSolution) => Status::Invalid,
            _ => Status::Internal,
        };
        Self(status, error.into())
    }
}

impl From<BuildError> for Failure {
    fn from(error: BuildError) -> Self {
        RequestError::from(error).into()
    }
}

/// This thread's last call has not failed.
pub fn forget() {
    LAST.take();
}

/// The words, empty if there is no failure; until the next of this thread.
pub fn words() -> *const c_char {
    LAST.with_borrow(|[_, words]| words.as_ptr())
}

/// Its code.
pub fn code() -> *const c_char {
    LAST.with_borrow(|[code, _]| code.as_ptr())
}

/// A text of C's, which ends at a 0.
pub fn c_text(text: &str) -> CString {
    CString::new(text.replace('\0', "")).unwrap_or_default()
}
