//! Many states at once.

use crate::failure::{self, Failure, Status, c_text};
use crate::found::Found;
use crate::request::{Request, Turn};
use quarterturn::Solver;
use quarterturn::solver::Answer;
use std::ffi::{CStr, c_char, c_void};
use std::ptr::null;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, Ordering::Relaxed};

/// C's function that is told of each state.
pub type Tell = unsafe extern "C" fn(*mut c_void, usize, Status, *const c_char, *const Found);

/// Solves states, and tells of each. The failure of the first that has one is that of all.
///
/// # Safety
/// All of it is what the header says.
pub unsafe fn solve(
    solver: &Solver,
    states: &[*const c_char],
    request: Request,
    user: *mut c_void,
    tell: Tell,
) -> Result<(), Failure> {
    let (turn, user) = (Turn::default(), AtomicPtr::new(user));
    let first: Mutex<Option<(usize, Failure)>> = Mutex::default();
    let told = |nth: usize, answer: Result<Answer, Failure>| {
        let found = answer.and_then(Found::of);
        let _turn = turn.lock();
        // SAFETY: C's own function with C's own argument.
        let call = |status, text: &CStr, found| unsafe {
            tell(user.load(Relaxed), nth, status, text.as_ptr(), found);
        };
        match found {
            Ok((solution, found)) => {
                failure::forget();
                call(Status::Solved, &c_text(solution.text()), &raw const found);
            }
            Err(failure) => {
                failure.keep();
                call(failure.0, &failure.words(), null());
                if let Ok(mut first) = first.lock()
                    && first.as_ref().is_none_or(|&(other, _)| nth < other)
                {
                    *first = Some((nth, failure));
                }
            }
        }
    };
    let (mut places, mut requests) = (Vec::new(), Vec::new());
    for (nth, &state) in states.iter().enumerate() {
        // SAFETY: the caller says so.
        match unsafe { request.of(solver, state, &turn) } {
            Ok(request) => {
                places.push(nth);
                requests.push(request);
            }
            Err(failure) => told(nth, Err(failure)),
        }
    }
    solver.run_many(&requests, |at, answer| {
        told(places[at], answer.map_err(Failure::from));
    });
    match first.into_inner() {
        Ok(Some((_, failure))) => Err(failure),
        _ => Ok(()),
    }
}
