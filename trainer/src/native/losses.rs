//! Losses of a network's outputs on a batch, and their gradients, on slices and without a graph.

use std::fmt::Debug;

/// Where the heads are in a row of outputs; the value is first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Outputs in a row.
    pub width: usize,
    /// The first of the Q head's, if there is one.
    pub q: Option<usize>,
}

impl Layout {
    /// Of heads in the order of their outputs; `None` without a value head.
    pub fn of(heads: &[(&str, usize)]) -> Option<Self> {
        let named = |head| heads.iter().position(|&(name, _)| name == head);
        let outputs = |heads: &[(_, usize)]| heads.iter().map(|&(_, n)| n).sum();
        named("value").map(|_| Self {
            width: outputs(heads),
            q: named("q").map(|at| outputs(&heads[..at])),
        })
    }
}

/// The labels of a batch, which give the losses.
pub trait Known: Debug + Send {
    /// The mean losses by name, the value head's first, given the outputs `[states, layout.width]`; writes the
    /// gradients of their weighted sum.
    ///
    /// # Panics
    /// If the outputs or gradients are not as many.
    fn losses(
        &self,
        layout: Layout,
        outputs: &[f32],
        gradient: &mut [f32],
    ) -> Vec<(&'static str, f64)>;
}
