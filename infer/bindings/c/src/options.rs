//! What a solver is made of.

use crate::failure::Failure;
use crate::given::{items, text};
use quarterturn::solver::BuildError;
use quarterturn::{Puzzle, Solver};
use std::ffi::c_char;

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

impl Options {
    /// Makes a solver.
    ///
    /// # Safety
    /// The fields are what the header says.
    pub unsafe fn open(self) -> Result<Solver, Failure> {
        // SAFETY: null or what C declares.
        let (name, model, bytes) = unsafe {
            let bytes = items(self.definition, self.definition_size);
            (text(self.puzzle)?, text(self.model)?, bytes)
        };
        let mut builder = Solver::builder();
        if let Some(name) = name {
            builder = builder.puzzle(name);
        }
        if !self.definition.is_null() {
            builder = builder.puzzle(Puzzle::parse(bytes).map_err(BuildError::from)?);
        }
        if let Some(model) = model {
            builder = builder.model(model);
        }
        if self.memory > 0 {
            builder = builder.memory_budget(self.memory);
        }
        Ok(builder.build()?)
    }
}
