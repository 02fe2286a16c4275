//! A network as searches use it.

use super::float::TrainedNet;
use crate::dynamics::Dynamics;
use crate::export;
use crate::net::Net;
use crate::recipe::Recipe;
use quarterturn::eval::{Evaluator, Int8, kernel};
use quarterturn_core::Puzzle;
use quarterturn_core::net::write::OwnedNet;
use std::sync::Arc;

/// A network in integers, as it will be used, or in float.
#[derive(Debug)]
pub struct Searched<'a> {
    net: TrainedNet<'a>,
    integer: Option<OwnedNet>,
}

impl<'a> Searched<'a> {
    /// In integers if the network has such a form. Early in training a weight may not fit the integers yet; then
    /// in float.
    pub fn new(recipe: &Recipe, dynamics: &dyn Dynamics, net: &'a mut dyn Net) -> Self {
        let integer = export::integers(recipe, dynamics.shape(), net).ok();
        Self {
            integer: integer.map(|(model, _)| model),
            ..Self::float(recipe, net)
        }
    }

    /// In float, even if the network has an integer form.
    pub fn float(recipe: &Recipe, net: &'a mut dyn Net) -> Self {
        Self {
            net: TrainedNet::new(net, &recipe.net),
            integer: None,
        }
    }

    /// `int8` or `float`.
    pub fn kind(&self) -> &'static str {
        match self.integer {
            Some(_) => "int8",
            None => "float",
        }
    }

    /// For the searches of a puzzle.
    pub(super) fn evaluator<P: Puzzle>(self, puzzle: &P) -> Arc<dyn Evaluator<P> + 'a> {
        let integer = self.integer.and_then(|model| {
            let mut room = Vec::new();
            let net = model.net(&mut room).ok()?;
            Int8::new(puzzle, &net, kernel().ok()?).ok()
        });
        match integer {
            Some(int8) => Arc::new(int8),
            None => Arc::new(self.net),
        }
    }
}
