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
mod request;
mod solver;
mod text;

use answer::{Answer, Status};
use request::{Flag, Found, Options, Request, whole};
use solver::{Limits, Solver};
use std::ffi::{CStr, c_char, c_int};
use std::panic::{AssertUnwindSafe, UnwindSafe, catch_unwind};
use std::ptr::null_mut;
use std::sync::atomic::Ordering;
use text::Text;

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
    handle(|| Solver::of("cube3", None).map_err(|e| Text::new(e.code(), &e)))
}

/// Makes a solver of any puzzle.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_new_for(
    puzzle: *const c_char,
    model: *const c_char,
) -> *mut Solver {
    if puzzle.is_null() {
        return handle(|| Err(Text::new("misuse", &"the puzzle is NULL")));
    }
    // SAFETY: neither is null where it is read, and C says that both end in a 0.
    let (puzzle, model) = unsafe {
        let model = (!model.is_null()).then(|| CStr::from_ptr(model));
        (CStr::from_ptr(puzzle), model)
    };
    handle(|| {
        let text = |name: &CStr| name.to_str().map(str::to_owned);
        let names = text(puzzle).and_then(|puzzle| Ok((puzzle, model.map(text).transpose()?)));
        let (puzzle, model) =
            names.map_err(|_| Text::new("misuse", &"a name is not UTF-8 text"))?;
        Solver::of(&puzzle, model.as_deref()).map_err(|e| Text::new(e.code(), &e))
    })
}

/// A handle for C on the solver that `make` returns; or NULL, and then [`quarterturn_host_error`] says why.
fn handle(make: impl FnOnce() -> Result<Solver, Text> + UnwindSafe) -> *mut Solver {
    match catch_unwind(make).unwrap_or_else(|_| Err(bug())) {
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

fn bug() -> Text {
    Text::new("internal", &"internal error: a bug in the library")
}

/// Why the last call of this thread that could fail did so.
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

/// Makes a solver by options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_open(options: *const Options) -> *mut Solver {
    if options.is_null() {
        return handle(|| Err(Text::new("misuse", &"the options are NULL")));
    }
    // SAFETY: not null, and C says how long they are.
    let Some(options) = (unsafe { whole(options) }) else {
        return handle(|| Err(Text::new("misuse", &"the size of the options is wrong")));
    };
    handle(AssertUnwindSafe(|| Solver::open(options)))
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

/// Solves a state by a request.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_request(
    solver: *const Solver,
    state: *const c_char,
    request: *const Request,
    moves: *mut u8,
    moves_size: usize,
    text: *mut c_char,
    text_size: usize,
    result: *mut Found,
) -> Status {
    let misuse = |why: &str| {
        last::keep(Text::new("misuse", &why));
        Status::Misuse
    };
    if solver.is_null() || state.is_null() || request.is_null() {
        return misuse("the solver, the state or the request is NULL");
    }
    // SAFETY: none is null; C says what they are and how long.
    let (solver, state, asked) = unsafe { (&*solver, CStr::from_ptr(state), whole(request)) };
    let Some(asked) = asked else {
        return misuse("the size of the request is wrong");
    };
    // SAFETY: C says that there is so much room; none where there is a NULL.
    let (moves, room) = unsafe { (room(moves, moves_size), room(text, text_size)) };
    let found = catch_unwind(AssertUnwindSafe(|| solver.run(state, asked, moves, room)));
    match found.unwrap_or_else(|_| Err((Status::Internal, bug()))) {
        Ok((status, found)) => {
            last::forget();
            // SAFETY: null or as C declares it, as long as it says.
            unsafe { found.give(result) };
            status
        }
        Err((status, why)) => {
            last::keep(why);
            status
        }
    }
}

/// Room in C's hands.
unsafe fn room<'a, T>(first: *mut T, size: usize) -> &'a mut [T] {
    match first.is_null() {
        true => &mut [],
        // SAFETY: the caller says so.
        false => unsafe { std::slice::from_raw_parts_mut(first, size) },
    }
}

/// The code of what [`quarterturn_host_error`] says.
#[unsafe(no_mangle)]
pub extern "C" fn quarterturn_host_error_code() -> *const c_char {
    last::code()
}

/// Gives a solver's memory back.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_host_free(solver: *mut Solver) {
    if !solver.is_null() {
        // SAFETY: `quarterturn_host_new` made it, and C does not use it any more.
        drop(unsafe { Box::from_raw(solver) });
    }
}
