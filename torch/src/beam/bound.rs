//! The lower bound of a puzzle, for many states on a device.

use quarterturn_core::puzzle::tables::Bound;
use tch::{Device, Kind, Tensor};

/// The tables on a device.
#[derive(Debug)]
pub(super) struct Bounds {
    /// `[places × symbols]`
    distances: Tensor,
    /// For each step along the lines, the place in each line: `[lines]`.
    steps: Vec<Tensor>,
    /// `[lines × symbols]`
    homes: Tensor,
    symbols: i64,
}

impl Bounds {
    pub fn new(bound: &Bound, symbols: usize, device: Device) -> Self {
        let steps = bound.lines.first().map_or(0, Vec::len);
        let places = |step: usize| {
            let lines = bound.lines.iter().map(|line| i64::from(line[step]));
            Tensor::from_slice(&lines.collect::<Vec<_>>()).to(device)
        };
        Self {
            distances: Tensor::from_slice(&bound.distances).to(device),
            steps: (0..steps).map(places).collect(),
            homes: Tensor::from_slice(&bound.homes).to(device),
            symbols: symbols as i64,
        }
    }

    /// The same tables, shared.
    pub fn share(&self) -> Self {
        Self {
            distances: self.distances.shallow_clone(),
            steps: self.steps.iter().map(Tensor::shallow_clone).collect(),
            homes: self.homes.shallow_clone(),
            symbols: self.symbols,
        }
    }

    /// Entries of a table with a row for each column of `symbols`: `[states, columns]`.
    fn entries(&self, table: &Tensor, symbols: &Tensor) -> Tensor {
        let columns = symbols.size()[1];
        let row = Tensor::arange(columns, (Kind::Int, symbols.device())) * self.symbols;
        let entries = table.index_select(0, &(row + symbols).flatten(0, 1));
        entries.view([-1, columns])
    }

    /// The bound of each state, in moves: `[states, places]` to `[states]` int32.
    pub fn of(&self, states: &Tensor) -> Tensor {
        let distance = self.entries(&self.distances, states);
        let distance = distance.sum_dim_intlist(1, false, Kind::Int);
        let Some(first) = self.steps.first() else {
            return distance;
        };
        // Patience sorting in sets of bits, as on the processor: a new symbol takes the place of the least
        // worse end of an order.
        let none = Tensor::zeros(
            [states.size()[0], first.size()[0]],
            (Kind::Uint8, states.device()),
        );
        let (mut ends, mut lost) = (none.shallow_clone(), none);
        for places in &self.steps {
            let bits = self.entries(&self.homes, &states.index_select(1, places));
            let worse = ends.bitwise_and_tensor(&(&bits - 1).bitwise_not());
            let least = worse.bitwise_and_tensor(&(worse.bitwise_not() + 1));
            lost += least.ne(0);
            ends = ends.bitwise_xor_tensor(&least).bitwise_or_tensor(&bits);
        }
        distance + lost.sum_dim_intlist(1, false, Kind::Int) * 2
    }
}
