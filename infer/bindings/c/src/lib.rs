//! The solver of a PC for programs in C; `quarterturn_host.h` is its documentation.
//!
//! The functions trust that pointers which are not null are what C says they are. No panic leaves them.
#![allow(unsafe_code)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the header says what the caller promises"
)]

#[cfg(panic = "abort")]
compile_error!(
    "a bug would end the program that loads this library: build it with `--profile library`"
);

mod failure;
mod found;
mod given;
mod many;
mod options;
mod request;

use failure::{Failure, Status};
use found::Found;
use given::{items, whole};
use many::Tell;
use options::Options;
use quarterturn::Solver;
use request::{Flag, Request, Turn};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::Ordering;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no 0 inside"),
    };

/// What a call gives; where it fails, [`quarterturn_host_error`] says why.
fn call<T>(work: impl FnOnce() -> Result<T, Failure>) -> Result<T, Status> {
    // A solver never changes, and nobody reads what a panic leaves behind.
    let bug = || {
        Failure::new(
            Status::Internal,
            "internal",
            "internal error: a bug in the library",
        )
    };
    let done = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| Err(bug()));
    match &done {
        Ok(_) => failure::forget(),
        Err(failure) => failure.keep(),
    }
    done.map_err(|failure| failure.0)
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Why the last call of this thread that could fail did so.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_error() -> *const c_char {
    failure::words()
}

/// The code of what [`quarterturn_host_error`] says.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_error_code() -> *const c_char {
    failure::code()
}

/// Makes a solver.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_open(options: *const Options) -> *mut Solver {
    // SAFETY: null or what C declares, and all of its fields may be zero.
    let made = call(|| unsafe { whole(options)?.open() });
    made.map_or(null_mut(), |solver| Box::into_raw(Box::new(solver)))
}

/// Gives a solver's memory back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_free(solver: *mut Solver) {
    if !solver.is_null() {
        // SAFETY: `quarterturn_host_open` made it, and C does not use it any more.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// Makes a flag that stops searches.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_flag_new() -> *mut Flag {
    Box::into_raw(Box::default())
}

/// Raises or lowers a flag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_flag_set(flag: *const Flag, raised: c_int) {
    // SAFETY: null or made by `quarterturn_host_flag_new`.
    if let Some(flag) = unsafe { flag.as_ref() } {
        flag.0.store(raised != 0, Ordering::Relaxed);
    }
}

/// Frees a flag.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_flag_free(flag: *mut Flag) {
    if !flag.is_null() {
        // SAFETY: `quarterturn_host_flag_new` made it, and C does not use it any more.
        drop(unsafe { Box::from_raw(flag) });
    }
}

/// Solves a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_solve(
    solver: *const Solver,
    state: *const c_char,
    request: *const Request,
    moves: *mut u8,
    moves_size: usize,
    text: *mut c_char,
    text_size: usize,
    result: *mut Found,
) -> Status {
    let done = call(|| {
        // SAFETY: null or what C declares; all fields of a request may be zero.
        let (solver, request) = unsafe { (some(solver)?, whole(request)?) };
        // SAFETY: as above.
        let request = unsafe { request.of(solver, state, &Turn::default()) }?;
        let (solution, found) = Found::of(request.run()?)?;
        // SAFETY: there is as much room as C says.
        unsafe {
            found::write(&solution, (moves, moves_size), (text, text_size))?;
            found.give(result);
        }
        Ok(())
    });
    done.err().unwrap_or(Status::Solved)
}

/// Solves many states.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_solve_many(
    solver: *const Solver,
    states: *const *const c_char,
    count: usize,
    request: *const Request,
    user: *mut c_void,
    tell: Option<Tell>,
) -> Status {
    let done = call(|| {
        let tell = tell.ok_or_else(|| Failure::misuse("the function to be told is NULL"))?;
        if states.is_null() && count > 0 {
            return Err(Failure::misuse("the states are NULL"));
        }
        // SAFETY: null or what C declares; all fields of a request may be zero.
        let (solver, request) = unsafe { (some(solver)?, whole(request)?) };
        // SAFETY: as above; C says how many states there are.
        unsafe { many::solve(solver, items(states, count), request, user, tell) }
    });
    done.err().unwrap_or(Status::Solved)
}

/// A solver that C made before.
unsafe fn some<'a>(solver: *const Solver) -> Result<&'a Solver, Failure> {
    // SAFETY: the caller says so.
    unsafe { solver.as_ref() }.ok_or_else(|| Failure::misuse("the solver is NULL"))
}
