//! Brinner's recurrent attention network (2021, §3.2.2): an LSTM looks at the cube ten times, each
//! time by a query that it makes from what it knows.
//!
//! Each round one query attends to the sticker tokens; the answer, 60 numbers, enters an LSTM of
//! 600; a dense layer with ELU on its output makes the next query. The first query is learnt. The outputs
//! of the last round pass a dense layer with ELU and the heads. The paper gives about 1.87 million
//! parameters but no width for that layer; with 400 there are 1.87 million.

use super::first_layer::{glorot, tokens};
use super::fold::{in_file, on_tokens};
use super::one_hot::OneHot;
use super::parts::OutputLayers;
use super::{Graph, Output, Setting};
use crate::export::form::Form;
use crate::libtorch::tensors::numbers;
use crate::net::stickers::COLOURS;
use crate::recipe;
use quarterturn_core::net::float::{self, Activation};
use quarterturn_torch::Compute;
use quarterturn_torch::recurrent::Recurrent;
use tch::Tensor;
use tch::nn::{self, VarStore};

/// The network; see the module's page.
#[derive(Debug)]
pub struct RecurrentAttention {
    store: VarStore,
    compute: Compute,
    view: OneHot,
    recurrent: Recurrent,
    outer: nn::Linear,
    heads: OutputLayers,
}

impl RecurrentAttention {
    /// Builds the network with fresh parameters. The caller seeds LibTorch's generator.
    ///
    /// # Panics
    /// If `net` is of another kind.
    pub fn new(setting: &Setting, view: OneHot, net: &recipe::Net) -> Self {
        let recipe::Net::RecurrentAttention {
            rounds,
            state,
            outer,
            heads,
        } = net
        else {
            panic!("another kind of network");
        };
        let store = VarStore::new(setting.device);
        let root = store.root();
        let width = COLOURS + view.positions;
        let init = nn::Init::Randn {
            mean: 0.0,
            stdev: 1.0,
        };
        Self {
            compute: setting.compute,
            recurrent: Recurrent {
                rounds: *rounds,
                query: root.var("first_query", &[1, width], init),
                answer: glorot(&(&root / "gates_in"), width, 4 * state),
                back: glorot(&(&root / "gates_back"), *state, 4 * state),
                // Once "next_query", and linear: a checkpoint from then does not fit.
                next: glorot(&(&root / "query"), *state, width),
                activation: Activation::Elu,
            },
            outer: glorot(&(&root / "outer"), *state, *outer),
            heads: OutputLayers::new(&root, setting, *outer, heads, 1.0),
            view,
            store,
        }
    }

    /// The LSTM's output after each round.
    fn rounds(&self, features: &Tensor) -> Vec<Tensor> {
        let tokens = tokens(features, &self.view);
        self.recurrent.rounds(&tokens, self.compute)
    }

    /// The outputs of the heads after a round.
    fn predict(&self, output: &Tensor) -> Output {
        let (weights, bias) = (&self.outer.ws, self.outer.bs.as_ref());
        let outer = self.compute.linear(output, weights, bias).elu();
        self.heads.forward(&outer)
    }
}

impl Graph for RecurrentAttention {
    fn forward(&self, features: &Tensor, _train: bool) -> Output {
        let last = self.rounds(features).pop();
        self.predict(&last.expect("there are rounds"))
    }

    fn values_by_round(&self, features: &Tensor) -> Option<Vec<Tensor>> {
        let rounds = self.rounds(features);
        rounds
            .iter()
            .map(|output| self.predict(output).value)
            .collect()
    }

    /// The tokens, one-hot and put together, and what a round makes of them; the output of each round.
    fn numbers(&self) -> i64 {
        let (width, state) = self.recurrent.next.ws.size2().expect("a matrix");
        self.view.positions * 3 * width + (16 + self.recurrent.rounds) * state
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    fn export(&self) -> Form {
        let recurrent = float::Layer::RecurrentElu(float::Recurrent {
            rounds: self.recurrent.rounds as u32,
            query: numbers(&self.recurrent.query),
            answer: in_file(&self.recurrent.answer),
            back: in_file(&self.recurrent.back),
            next: in_file(&self.recurrent.next),
        });
        let heads = self.heads.folded();
        Form::Float(on_tokens(&self.view, vec![recurrent], &self.outer, &heads))
    }
}
