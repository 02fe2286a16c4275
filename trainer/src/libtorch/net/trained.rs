//! A network on tensors as the rest of the crate sees it.

use super::Graph;
use crate::export::form::Form;
use crate::libtorch::tensors;
use crate::net::{Net, Output};
use crate::tensor::{StateError, Tensor};

/// Numbers that a forward pass may hold at once: 1 GiB. Not a share of what is free, for results may
/// depend on how states are divided, in the last bits.
const NUMBERS: i64 = 1 << 28;
/// States evaluated at once, at most.
const CHUNK: i64 = 1 << 15;

/// A network; see the module's page.
#[derive(Debug)]
pub struct Trained<G: Graph + ?Sized = dyn Graph> {
    active: usize,
    graph: Box<G>,
}

impl<G: Graph + ?Sized> Trained<G> {
    /// A network for states with that number of active features.
    pub fn new(graph: Box<G>, active: usize) -> Self {
        Self { active, graph }
    }

    /// The network on tensors.
    pub fn graph(&self) -> &G {
        &self.graph
    }
}

/// States that a network may evaluate at once.
pub fn chunk<G: Graph + ?Sized>(graph: &G) -> i64 {
    (NUMBERS / graph.numbers().max(1)).clamp(1, CHUNK)
}

impl<G: Graph + ?Sized> Net for Trained<G> {
    fn evaluate(&self, features: &[u16]) -> Output {
        let device = self.graph.variables().device();
        let mut out = Output::default();
        let active = self.active;
        for part in features.chunks(chunk(self.graph()) as usize * active) {
            let rows = tensors::rows(part, part.len() / active, device);
            let part = tch::no_grad(|| self.graph.forward(&rows, false));
            let heads = [
                (&mut out.value, part.value),
                (&mut out.q, part.q),
                (&mut out.policy, part.policy),
            ];
            for (all, part) in heads {
                if let Some(part) = part {
                    let all = all.get_or_insert_default();
                    all.extend(tensors::numbers(&part));
                }
            }
        }
        out
    }

    fn variables(&self) -> Vec<Tensor> {
        tensors::named(&tensors::variables(self.graph.variables()))
    }

    fn restore(&mut self, tensors: &[Tensor]) -> Result<(), StateError> {
        tensors::restore(tensors, &tensors::variables(self.graph.variables()))?;
        self.graph.adopt();
        Ok(())
    }

    fn export(&self) -> Form {
        self.graph.export()
    }
}
