//! Recurrent attention (Brinner 2021, §3.2.2): an LSTM looks at the tokens by one query a round.

use crate::activate;
use crate::compute::Compute;
use quarterturn_core::net::float::Activation;
use tch::nn::Linear;
use tch::{Kind, Tensor};

/// The LSTM with its queries.
#[derive(Debug)]
pub struct Recurrent {
    /// Number of rounds.
    pub rounds: i64,
    /// The first query: `[1, width]`
    pub query: Tensor,
    /// Gates from the answer: input, forget, new, output, each as wide as the state.
    pub answer: Linear,
    /// Gates from the output of the round before.
    pub back: Linear,
    /// The next query from the output.
    pub next: Linear,
    /// Of the queries that `next` makes.
    pub activation: Activation,
}

impl Recurrent {
    /// `[batch, tokens, width]` to the output after each round, `[batch, state]` float32 each.
    ///
    /// # Panics
    /// When `tokens` are of another shape.
    pub fn rounds(&self, tokens: &Tensor, compute: Compute) -> Vec<Tensor> {
        let linear = |l: &Linear, x: &Tensor| compute.linear(x, &l.ws, l.bs.as_ref());
        let (batch, _, width) = tokens.size3().expect("tokens");
        let state = self.back.ws.size()[0] / 4;
        let zeros = || Tensor::zeros([batch, state], (Kind::Float, tokens.device()));
        let (mut output, mut cell) = (zeros(), zeros());
        let mut query = self.query.expand([batch, width], false);
        let mut outputs = Vec::new();
        for round in 0..self.rounds {
            let scores = tokens.bmm(&query.unsqueeze(2)).squeeze_dim(2) / (width as f64).sqrt();
            let weights = scores.softmax(-1, Kind::Float).unsqueeze(1);
            let answer = weights.bmm(tokens).squeeze_dim(1);
            let gates = linear(&self.answer, &answer) + linear(&self.back, &output);
            let [input, forget, new, out] = [0, 1, 2, 3].map(|i| gates.narrow(1, i * state, state));
            cell = forget.sigmoid() * cell + input.sigmoid() * new.tanh();
            output = out.sigmoid() * cell.tanh();
            outputs.push(output.shallow_clone());
            if round + 1 < self.rounds {
                query = activate(linear(&self.next, &output), self.activation);
            }
        }
        outputs
    }
}
