//! Brinner's recurrent attention network (2021, §3.2.2): an LSTM looks at the cube ten times, each
//! time by a query that it makes from what it knows.
//!
//! Each round one query attends to the sticker tokens; the answer, 60 numbers, enters an LSTM of
//! 600; a dense layer with ELU on its output makes the next query. The first query is learnt. The outputs
//! of the last round pass a dense layer with ELU and the heads. The paper gives about 1.87 million
//! parameters but no width for that layer; with 400 there are 1.87 million.

use super::parts::{OutputLayers, glorot, tokens};
use super::view::{COLOURS, OneHot};
use super::{Net, Output, Setting};
use crate::compute::Compute;
use crate::export::float::{Layers, linear, numbers};
use crate::export::fold::Form;
use crate::recipe;
use quarterturn_core::net::float;
use tch::nn::{self, VarStore};
use tch::{Kind, Tensor};

/// The network; see the module's page.
#[derive(Debug)]
pub struct RecurrentAttention {
    store: VarStore,
    compute: Compute,
    view: OneHot,
    rounds: i64,
    state: i64,
    /// `[1, width]`
    first_query: Tensor,
    /// The four gates of the LSTM, from the answer and from the last output.
    gates: [nn::Linear; 2],
    next_query: nn::Linear,
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
            rounds: *rounds,
            state: *state,
            first_query: root.var("first_query", &[1, width], init),
            gates: [
                glorot(&(&root / "gates_in"), width, 4 * state),
                glorot(&(&root / "gates_back"), *state, 4 * state),
            ],
            // Once "next_query", and linear: a checkpoint from then does not fit.
            next_query: glorot(&(&root / "query"), *state, width),
            outer: glorot(&(&root / "outer"), *state, *outer),
            heads: OutputLayers::new(&root, setting, *outer, heads, 1.0),
            view,
            store,
        }
    }

    fn linear(&self, layer: &nn::Linear, x: &Tensor) -> Tensor {
        self.compute.linear(x, &layer.ws, layer.bs.as_ref())
    }
}

impl RecurrentAttention {
    /// The LSTM's output after each round.
    fn rounds(&self, features: &Tensor) -> Vec<Tensor> {
        let tokens = tokens(features, &self.view);
        let (batch, _, width) = tokens.size3().expect("tokens");
        let zeros = || Tensor::zeros([batch, self.state], (Kind::Float, features.device()));
        let (mut output, mut cell) = (zeros(), zeros());
        let mut query = self.first_query.expand([batch, width], false);
        let mut outputs = Vec::new();
        for round in 0..self.rounds {
            let scores = tokens.bmm(&query.unsqueeze(2)).squeeze_dim(2) / (width as f64).sqrt();
            let weights = scores.softmax(-1, Kind::Float).unsqueeze(1);
            let answer = weights.bmm(&tokens).squeeze_dim(1);
            let [from_answer, from_output] = &self.gates;
            let gates = self.linear(from_answer, &answer) + self.linear(from_output, &output);
            let [input, forget, new, out] =
                [0, 1, 2, 3].map(|i| gates.narrow(1, i * self.state, self.state));
            cell = forget.sigmoid() * cell + input.sigmoid() * new.tanh();
            output = out.sigmoid() * cell.tanh();
            outputs.push(output.shallow_clone());
            if round + 1 < self.rounds {
                query = self.linear(&self.next_query, &output).elu();
            }
        }
        outputs
    }

    /// What the heads say after a round.
    fn said(&self, output: &Tensor) -> Output {
        let outer = self.linear(&self.outer, output).elu();
        self.heads.forward(&outer)
    }
}

impl Net for RecurrentAttention {
    fn forward(&self, features: &Tensor, _train: bool) -> Output {
        let last = self.rounds(features).pop();
        self.said(&last.expect("there are rounds"))
    }

    fn values_by_round(&self, features: &Tensor) -> Option<Vec<Tensor>> {
        let rounds = self.rounds(features);
        rounds
            .iter()
            .map(|output| self.said(output).value)
            .collect()
    }

    /// The tokens, one-hot and put together, and what a round makes of them; the output of each round.
    fn numbers(&self) -> i64 {
        let width = self.first_query.size()[1];
        self.view.positions * 3 * width + (16 + self.rounds) * self.state
    }

    fn variables(&self) -> &VarStore {
        &self.store
    }

    fn export(&self) -> Form {
        let [from_answer, from_output] = &self.gates;
        let recurrent = float::Layer::RecurrentElu(float::Recurrent {
            rounds: self.rounds as u32,
            query: numbers(&self.first_query),
            answer: linear(from_answer),
            back: linear(from_output),
            next: linear(&self.next_query),
        });
        let heads = self.heads.folded();
        Form::Float(Layers::on_tokens(
            &self.view,
            vec![recurrent],
            &self.outer,
            &heads,
        ))
    }
}
