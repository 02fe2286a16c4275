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

mod answer;
mod last;
mod solver;

use answer::{Answer, Status};
use solver::{Limits, Solver};
use std::ffi::{CStr, c_char};
use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};
use std::ptr::null_mut;

const VERSION: &CStr =
    match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
        Ok(version) => version,
        Err(_) => panic!("a version has no 0 inside"),
    };

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_version() -> *const c_char {
    VERSION.as_ptr()
}

/// Makes a solver.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_new() -> *mut Solver {
    handle(|| Solver::of("cube3", None).map_err(|e| e.to_string()))
}

/// Makes a solver of any puzzle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_new_for(
    puzzle: *const c_char,
    model: *const c_char,
) -> *mut Solver {
    if puzzle.is_null() {
        return handle(|| Err("the puzzle is NULL".into()));
    }
    // SAFETY: neither is null where it is read, and C says that both end in a 0.
    let (puzzle, model) = unsafe {
        let model = (!model.is_null()).then(|| CStr::from_ptr(model));
        (CStr::from_ptr(puzzle), model)
    };
    handle(|| {
        let text = |name: &CStr| name.to_str().map(str::to_owned);
        let names = text(puzzle).and_then(|puzzle| Ok((puzzle, model.map(text).transpose()?)));
        let (puzzle, model) = names.map_err(|_| "a name is not UTF-8 text")?;
        Solver::of(&puzzle, model.as_deref()).map_err(|e| e.to_string())
    })
}

/// A handle for C on the solver that `make` returns; or NULL, and then [`quarterturn_host_error`] says why.
fn handle(make: impl FnOnce() -> Result<Solver, String> + UnwindSafe) -> *mut Solver {
    match catch_unwind(make).unwrap_or_else(|_| Err("internal error: a bug in the library".into()))
    {
        Ok(solver) => {
            last::forget();
            Box::into_raw(Box::new(solver))
        }
        Err(why) => {
            last::keep(why);
            null_mut()
        }
    }
}

/// Why the last solver that this thread asked for was not made.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_error() -> *const c_char {
    last::text()
}

/// Solves a state.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_solve(
    solver: *const Solver,
    cube: *const c_char,
    limits: *const Limits,
    answer: *mut Answer,
) -> Status {
    if answer.is_null() {
        return Status::Misuse;
    }
    // SAFETY: C gives room for an answer, whose fields are integers that may be zero.
    let answer = unsafe {
        answer.write_bytes(0, 1);
        &mut *answer
    };
    if solver.is_null() || cube.is_null() {
        return answer.refuse(Status::Misuse, "the solver or the cube is NULL");
    }
    // SAFETY: neither is null: one was made by `quarterturn_host_new`, the other ends in a 0.
    let (solver, cube) = unsafe { (&*solver, CStr::from_ptr(cube)) };
    // SAFETY: null or as C declares it; its fields are numbers.
    let limits = unsafe { limits.as_ref() }.copied().unwrap_or_default();
    // What a panic leaves behind is overwritten, and a solver never changes.
    let solved = catch_unwind(AssertUnwindSafe(|| solver.solve(cube, limits, answer)));
    solved
        .unwrap_or_else(|_| answer.refuse(Status::Internal, "internal error: a bug in the library"))
}

/// Gives a solver's memory back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_free(solver: *mut Solver) {
    if !solver.is_null() {
        // SAFETY: `quarterturn_host_new` made it, and C does not use it any more.
        drop(unsafe { Box::from_raw(solver) });
    }
}
