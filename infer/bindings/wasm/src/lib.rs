//! The solver for browsers and Node. What JavaScript calls is the npm package in `npm/`; this is what its worker loads: one thread, and
//! calls that return when the search has ended.

mod answer;
mod costs;
mod fault;
mod inspection;
mod puzzle;
mod request;
mod solver;

pub use puzzle::Puzzle;
pub use solver::Solver;

use wasm_bindgen::prelude::wasm_bindgen;

/// The kernel that networks run on: `simd128`, or `portable` in a build without those instructions.
#[wasm_bindgen]
pub fn kernel() -> String {
    quarterturn::core::net::batch::Kernel::detect()
        .name()
        .into()
}
