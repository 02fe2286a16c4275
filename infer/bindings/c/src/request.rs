//! Puzzles from bytes, and requests with settings, flags and callbacks of their own.

use crate::answer::Status;
use crate::solver::{LONGEST, Solver, WIDEST};
use crate::text::{self, Text};
use quarterturn::Puzzle;
use quarterturn::solver::{RequestError, SearchKind, SolveError};
use std::ffi::{CStr, c_char, c_void};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// `struct quarterturn_host_flag`.
#[derive(Debug, Default)]
pub struct Flag(pub Arc<AtomicBool>);

/// `struct quarterturn_host_options`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Options {
    size: usize,
    puzzle: *const c_char,
    definition: *const u8,
    definition_size: usize,
    model: *const c_char,
    memory: usize,
}

/// `struct quarterturn_host_request`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Request {
    size: usize,
    seconds: f64,
    nodes: u64,
    memory: usize,
    target_length: u32,
    width: u32,
    search: *const c_char,
    target: *const c_char,
    flag: *const Flag,
    user: *mut c_void,
    better: Option<unsafe extern "C" fn(*mut c_void, f64, u32)>,
    progress: Option<unsafe extern "C" fn(*mut c_void, f64, f64, u64)>,
}

/// `struct quarterturn_host_result`.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Found {
    size: usize,
    seconds: f64,
    nodes: u64,
    length: u32,
    quarter_turns: u32,
    half_turns: u32,
    optimal: u32,
}

/// A structure of C of which the caller may know less than this library does: fields that it does not have are zero.
///
/// # Safety
/// `from` begins with its size in bytes, and has that many.
pub unsafe fn whole<T: Copy>(from: *const T) -> Option<T> {
    // SAFETY: every such structure is numbers, pointers and functions that may be absent, all of which may be zero.
    let mut own: T = unsafe { std::mem::zeroed() };
    // SAFETY: the caller says so.
    let size = unsafe { from.cast::<usize>().read() };
    if !(size_of::<usize>()..=size_of::<T>()).contains(&size) {
        return None;
    }
    // SAFETY: neither is longer than that.
    unsafe { std::ptr::copy_nonoverlapping(from.cast::<u8>(), (&raw mut own).cast(), size) };
    Some(own)
}

/// A callback's first argument, which C hands to whatever thread searches.
#[derive(Clone, Copy)]
struct User(*mut c_void);

// SAFETY: the header says that callbacks come from threads of the library.
unsafe impl Send for User {}
// SAFETY: as above; one at a time.
unsafe impl Sync for User {}

impl User {
    fn get(self) -> *mut c_void {
        self.0
    }
}

impl Found {
    /// Writes as many of its fields as the caller's structure has.
    ///
    /// # Safety
    /// `to` is null, or begins with its size in bytes and has that many.
    pub unsafe fn give(mut self, to: *mut Self) {
        if to.is_null() {
            return;
        }
        // SAFETY: the caller says so.
        self.size = unsafe { to.cast::<usize>().read() };
        let size = self.size.min(size_of::<Self>());
        // SAFETY: neither is longer than that.
        unsafe { std::ptr::copy_nonoverlapping((&raw const self).cast::<u8>(), to.cast(), size) };
    }
}

impl Solver {
    /// A solver by its options.
    pub fn open(options: Options) -> Result<Self, Text> {
        let puzzle = if options.definition.is_null() {
            // SAFETY: null or a text of C.
            let name = unsafe { text::optional(options.puzzle) }?.unwrap_or("cube3");
            Puzzle::find(name)
        } else {
            // SAFETY: the caller says that there are `definition_size` bytes.
            let bytes =
                unsafe { std::slice::from_raw_parts(options.definition, options.definition_size) };
            Puzzle::parse(bytes)
        };
        let puzzle = puzzle.map_err(|error| Text::new(error.code(), &error))?;
        let mut builder = quarterturn::Solver::builder().puzzle(puzzle);
        // SAFETY: null or a text of C.
        if let Some(model) = unsafe { text::optional(options.model) }? {
            builder = builder.model(model);
        }
        if options.memory > 0 {
            builder = builder.memory_budget(options.memory);
        }
        let built = builder.build();
        built
            .map(Self)
            .map_err(|error| Text::new(error.code(), &error))
    }

    /// Solves a state. The moves and the text go where there is room for them.
    pub fn run(
        &self,
        state: &CStr,
        asked: Request,
        moves: &mut [u8],
        room: &mut [c_char],
    ) -> Result<(Status, Found), (Status, Text)> {
        let misuse = |why: &str| (Status::Misuse, Text::new("misuse", &why));
        let state = state
            .to_str()
            .map_err(|_| misuse("the state is not UTF-8 text"))?;
        if !(0.0..=LONGEST).contains(&asked.seconds) || asked.width > WIDEST {
            return Err(misuse(
                "seconds are 0 or more, and a width is at most 1048576",
            ));
        }
        // SAFETY: null or texts of C.
        let (search, target) = unsafe {
            let texts = (text::optional(asked.search), text::optional(asked.target));
            let misuse = |text| (Status::Misuse, text);
            (texts.0.map_err(misuse)?, texts.1.map_err(misuse)?)
        };
        let request = match target {
            Some(target) => self.0.request_towards(state, target),
            None => self.0.request(state),
        };
        let mut request = request.map_err(|refusal| {
            let text = Text::new(refusal.code, &refusal.message);
            (Status::Invalid, text.hinting(refusal.hint))
        })?;
        if let Some(name) = search {
            let kind: SearchKind = name
                .parse()
                .map_err(|_| misuse("there is no such search"))?;
            request = request.search(kind);
        }
        if asked.seconds > 0.0 {
            request = request.time_limit(Duration::from_secs_f64(asked.seconds));
        }
        if asked.nodes > 0 {
            request = request.node_limit(asked.nodes);
        }
        if asked.memory > 0 {
            request = request.memory_limit(asked.memory);
        }
        if asked.width > 0 {
            request = request.width(asked.width);
        }
        if let Ok(length @ 1..) = u16::try_from(asked.target_length) {
            request = request.target_length(length);
        }
        // SAFETY: null or made by `quarterturn_host_flag_new`.
        if let Some(flag) = unsafe { asked.flag.as_ref() } {
            request = request.cancel(&flag.0);
        }
        let user = User(asked.user);
        if let Some(better) = asked.better {
            request = request.on_better(move |found| {
                let length = found.solution.length() as u32;
                // SAFETY: C's own function with C's own argument.
                unsafe { better(user.get(), found.elapsed.as_secs_f64(), length) };
            });
        }
        if let Some(progress) = asked.progress {
            request = request.on_progress(move |now| {
                let (seconds, share) = (now.elapsed.as_secs_f64(), now.share.unwrap_or(-1.0));
                // SAFETY: as above.
                unsafe { progress(user.get(), seconds, share, now.counters.generated) };
            });
        }
        let answer = request.run().map_err(|error| {
            let status = match &error {
                RequestError::Build(_) => Status::Misuse,
                RequestError::Solve(SolveError::Refused(_) | SolveError::NoSolution) => {
                    Status::Invalid
                }
                _ => Status::Internal,
            };
            (status, Text::new(error.code(), &error))
        })?;
        let mut found = Found {
            seconds: answer.elapsed.as_secs_f64(),
            nodes: answer.counters.generated,
            ..Found::default()
        };
        let Some(solution) = &answer.solution else {
            let why = answer.stopped.name();
            return Err((
                Status::Unsolved,
                Text::new(why, &format!("no solution: {why}")),
            ));
        };
        found.length = solution.length() as u32;
        if let Some(turns) = solution.turns() {
            found.quarter_turns = turns.quarter as u32;
            found.half_turns = turns.half as u32;
        }
        found.optimal = answer.optimal.into();
        let fits = (moves.is_empty() || moves.len() >= solution.length())
            && (room.is_empty() || room.len() > solution.text().len());
        if !fits {
            let (moves, bytes) = (solution.length(), solution.text().len() + 1);
            let why = format!("no room for a solution of {moves} moves and {bytes} bytes");
            return Err((Status::Misuse, Text::new("no-room", &why)));
        }
        moves
            .iter_mut()
            .zip(solution.numbers())
            .for_each(|(place, number)| *place = number);
        text::copy(solution.text(), room);
        Ok((Status::Solved, found))
    }
}
