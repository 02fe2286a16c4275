//! The device's solver for programs in C; `quarterturn.h` is its documentation.
//!
//! The functions rely on what the header asks of the caller, but accept null for any pointer. A solver lies in the
//! caller's memory and points into itself, so its fields are only reached one by one, through the raw pointer.
#![no_std]
#![allow(unsafe_code)]
#![allow(
    clippy::missing_safety_doc,
    reason = "the header says what the caller promises"
)]

#[path = "../../src/no_panic.rs"]
mod no_panic;
mod text;

use core::ffi::{CStr, c_char, c_void};
use core::mem::offset_of;
use core::ptr::{addr_of, addr_of_mut, null_mut};
use core::slice;
use quarterturn_core::Puzzle;
use quarterturn_core::cube::Cube3Qtm;
use quarterturn_core::device::{EFFORT, NEURONS, read_cube, signature};
use quarterturn_core::net::{Net, Scratch};
use quarterturn_core::notation::write_merged_where;
use quarterturn_core::search::{Effort, MAX_LENGTH, Memory, MoveSet, NetGuide, Progress, Solver};
use text::Text;

/// Most states that a beam keeps per depth: a quarter of the firmware's, for boards with less memory.
const WIDTH: usize = 256;
/// Most children that it considers.
const CANDIDATES: usize = WIDTH + WIDTH / 2;

/// A solver, and all that it works in.
pub struct Quarterturn {
    net: Net<'static>,
    scratch: Scratch<NEURONS>,
    memory: Memory<WIDTH, CANDIDATES>,
    /// Borrows `memory`.
    solver: Option<Solver<'static, Cube3Qtm, WIDTH, CANDIDATES>>,
}

/// `enum quarterturn_status`.
#[repr(C)]
pub enum Status {
    Running,
    Solved,
    Failed,
    Invalid,
}

/// `struct quarterturn_effort`.
#[repr(C)]
pub struct CEffort {
    width: u32,
    max_length: u32,
    attempts: u32,
    improvements: u32,
    evaluations: u32,
    forbidden: u32,
}

// The header says the same, which the example in C asserts.
const _: () = assert!(offset_of!(CEffort, forbidden) == 20 && size_of::<CEffort>() == 24);
const _: () = assert!(MAX_LENGTH == 40 && Status::Invalid as u8 == 3);

/// The file begins on a word of flash; what is in it need not.
#[repr(C, align(4))]
pub struct Aligned<T>(T);

const BYTES: &[u8] = include_bytes!("../../../weights/cube3-micro.qtw");

#[unsafe(no_mangle)]
pub static quarterturn_weights: Aligned<[u8; BYTES.len()]> =
    Aligned(*include_bytes!("../../../weights/cube3-micro.qtw"));

#[unsafe(no_mangle)]
pub static quarterturn_weights_length: usize = BYTES.len();

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_new(
    memory: *mut c_void,
    bytes: usize,
    weights: *const u8,
    length: usize,
) -> *mut Quarterturn {
    let this: *mut Quarterturn = memory.cast();
    let small = this.is_null() || !this.is_aligned() || bytes < size_of::<Quarterturn>();
    if small || weights.is_null() || length > isize::MAX as usize {
        return null_mut();
    }
    // SAFETY: the weights stay where they are, as the header asks.
    let Ok(net) = Net::from_bytes(unsafe { slice::from_raw_parts(weights, length) }) else {
        return null_mut();
    };
    // SAFETY: the memory is large enough, aligned and ours. A `Scratch` and a `Memory` are arrays of
    // integers, which may be zero; written as values they would pass over the stack.
    unsafe {
        addr_of_mut!((*this).scratch).write_bytes(0, 1);
        addr_of_mut!((*this).memory).write_bytes(0, 1);
        addr_of_mut!((*this).net).write(net);
        addr_of_mut!((*this).solver).write(None);
        match guide(this) {
            Some(_) => this,
            None => null_mut(),
        }
    }
}

/// The network at work, which borrows `net` and `scratch` only.
unsafe fn guide<'a>(this: *mut Quarterturn) -> Option<NetGuide<'a, 'static, NEURONS>> {
    // SAFETY: both fields were written by `quarterturn_new`, and nothing else points to them.
    let (net, scratch) = unsafe { (&*addr_of!((*this).net), &mut *addr_of_mut!((*this).scratch)) };
    NetGuide::new(&Cube3Qtm, net, scratch).ok()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_start(
    this: *mut Quarterturn,
    cube: *const c_char,
    effort: *const CEffort,
    reason: *mut c_char,
    room: usize,
) -> Status {
    // SAFETY: pointers as the header says; the last solver is gone before the memory is lent again.
    unsafe {
        let mut reason = Text::new(reason, room);
        if this.is_null() {
            return Status::Failed;
        }
        *addr_of_mut!((*this).solver) = None;
        let cube = match cube.is_null() {
            true => "?",
            false => CStr::from_ptr(cube).to_str().unwrap_or("?"),
        };
        let Some(cube) = read_cube(cube, &mut reason) else {
            return Status::Invalid;
        };
        let effort = match effort.as_ref() {
            None => Effort {
                width: 128,
                max_length: 29,
                patience: 0,
                ..EFFORT
            },
            Some(effort) => Effort {
                width: effort.width as usize,
                max_length: effort.max_length as usize,
                patience: 0,
                attempts: effort.attempts as usize,
                improvements: effort.improvements as usize,
                evaluations: effort.evaluations,
                forbidden: MoveSet::from_bits(effort.forbidden),
            },
        };
        let solver = Solver::new(&Cube3Qtm, &mut *addr_of_mut!((*this).memory), &cube, effort);
        *addr_of_mut!((*this).solver) = Some(solver);
    }
    Status::Running
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_step(this: *mut Quarterturn, evaluations: u32) -> Status {
    if this.is_null() {
        return Status::Failed;
    }
    // SAFETY: the guide and the solver borrow different fields.
    let (guide, solver) = unsafe { (guide(this), (*addr_of_mut!((*this).solver)).as_mut()) };
    let (Some(mut guide), Some(solver)) = (guide, solver) else {
        return Status::Failed;
    };
    match solver.step(&mut guide, evaluations) {
        Progress::Running => Status::Running,
        Progress::Solved(_) => Status::Solved,
        Progress::Failed => Status::Failed,
    }
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_moves(
    this: *const Quarterturn,
    moves: *mut u8,
    room: usize,
) -> usize {
    // SAFETY: as the header says.
    let solution = unsafe { solver(this) }.and_then(|solver| solver.solution());
    let room = if moves.is_null() { 0 } else { room };
    for (at, mv) in solution.unwrap_or(&[]).iter().enumerate().take(room) {
        // SAFETY: `at` is below `room`.
        unsafe { moves.add(at).write(mv.0) };
    }
    solution.map_or(0, <[_]>::len)
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_text(
    this: *const Quarterturn,
    text: *mut c_char,
    room: usize,
) -> usize {
    // SAFETY: as the header says.
    let (solver, mut text) = unsafe { (solver(this), Text::new(text, room)) };
    let solution = solver.and_then(|solver| Some((solver.solution()?, solver.forbidden())));
    if let Some((moves, forbidden)) = solution {
        // U2 would leave the direction open.
        let even = |mv| (Cube3Qtm.undo(mv)).is_some_and(|back| !forbidden.contains(back));
        // Cut off as it may be, `Text` takes everything.
        let _ = write_merged_where(&Cube3Qtm, moves.iter().copied(), even, &mut text);
    }
    text.room()
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_evaluations(this: *const Quarterturn) -> u32 {
    // SAFETY: as the header says.
    unsafe { solver(this) }.map_or(0, |solver| solver.evaluations())
}

#[unsafe(no_mangle)]
pub unsafe extern "C" fn quarterturn_test(this: *mut Quarterturn, states: u16) -> u64 {
    if this.is_null() {
        return 0;
    }
    // SAFETY: the solver is gone before the memory is lent again.
    unsafe {
        *addr_of_mut!((*this).solver) = None;
        let memory = &mut *addr_of_mut!((*this).memory);
        guide(this).map_or(0, |mut guide| signature(&mut guide, memory, states, || ()))
    }
}

/// The solver, if there is one.
unsafe fn solver<'a>(
    this: *const Quarterturn,
) -> Option<&'a Solver<'static, Cube3Qtm, WIDTH, CANDIDATES>> {
    if this.is_null() {
        return None;
    }
    // SAFETY: the field was written by `quarterturn_new`, and C uses a solver from one thread.
    unsafe { (*addr_of!((*this).solver)).as_ref() }
}
