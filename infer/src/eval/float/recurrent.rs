//! Recurrent attention (Brinner 2021, §3.2.2): an LSTM looks at the tokens by one query a round.

use super::linear::{Linear, activate, softmax};
use ndarray::{Array1, Array2, Axis, s};
use quarterturn_core::net::float::{self, Activation};

/// The layer; rows of its input are states, each a number of tokens one after the other.
#[derive(Clone, Debug)]
pub struct Recurrent {
    rounds: u32,
    query: Array1<f32>,
    answer: Linear,
    back: Linear,
    next: Linear,
    /// Of the queries that `next` makes.
    activation: Activation,
}

impl Recurrent {
    /// The stored layer, with an activation of its queries.
    pub fn new(stored: float::Recurrent, activation: Activation) -> Self {
        Self {
            rounds: stored.rounds,
            query: stored.query.into(),
            answer: stored.answer.into(),
            back: stored.back.into(),
            next: stored.next.into(),
            activation,
        }
    }

    /// `[states, tokens × width]` to `[states, state]`.
    pub fn apply(&self, x: &Array2<f32>) -> Array2<f32> {
        let (states, size) = (x.nrows(), self.back.outputs() / 4);
        let mut output = Array2::<f32>::zeros((states, size));
        let mut cell = output.clone();
        let mut queries = Array2::zeros((states, self.query.len())) + &self.query;
        for round in 0..self.rounds {
            let answers = look(x, &queries);
            let mut gates = self.answer.apply(&answers.view());
            self.back.add(&output.view(), &mut gates);
            let gate = |i: usize| gates.slice(s![.., i * size..(i + 1) * size]);
            let (input, forget) = (gate(0).mapv(sigmoid), gate(1).mapv(sigmoid));
            cell = forget * cell + input * gate(2).mapv(f32::tanh);
            output = gate(3).mapv(sigmoid) * cell.mapv(f32::tanh);
            if round + 1 < self.rounds {
                queries = self.next.apply(&output.view());
                activate(&mut queries, self.activation);
            }
        }
        output
    }
}

/// What each state's query gets from its tokens: `[states, width]`.
fn look(x: &Array2<f32>, queries: &Array2<f32>) -> Array2<f32> {
    let width = queries.ncols();
    let mut answers = Array2::zeros(queries.dim());
    let rows = x.axis_iter(Axis(0)).zip(queries.axis_iter(Axis(0)));
    for ((state, query), mut answer) in rows.zip(answers.axis_iter_mut(Axis(0))) {
        let tokens = state.to_shape((x.ncols() / width, width));
        let tokens = tokens.expect("a state is whole tokens");
        let mut weights = tokens.dot(&query) / (width as f32).sqrt();
        softmax(&mut weights.view_mut().insert_axis(Axis(0)));
        answer.assign(&weights.dot(&tokens));
    }
    answers
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
