//! The pasts of many walks as tensors; see [`quarterturn_core::walk`].

use quarterturn_core::Move;
use quarterturn_core::walk::{self, MoveSet};
use tch::{Device, Kind, Tensor};

/// How moves of a puzzle make each other superfluous.
#[derive(Debug)]
pub(super) struct Reductions {
    /// Whether two moves cancel or equal a single one: `[moves × moves]`, bool.
    merge: Tensor,
    /// Whether two moves commute without that: `[moves × moves]`, bool.
    commute: Tensor,
    /// Whether a move made three times is nothing or a single move: `[moves]`, bool.
    thrice: Tensor,
}

impl Reductions {
    pub fn new(of_moves: &[walk::Reductions], device: Device) -> Self {
        let moves = of_moves.len();
        let has = |set: MoveSet| (0..moves).map(move |mv| set.has(Move(mv as u8)));
        let tensor = |entries: Vec<bool>| Tensor::from_slice(&entries).to(device);
        let square = [moves as i64, moves as i64];
        Self {
            merge: tensor(of_moves.iter().flat_map(|of| has(of.merge)).collect()).reshape(square),
            commute: tensor(of_moves.iter().flat_map(|of| has(of.commute)).collect())
                .reshape(square),
            thrice: tensor(of_moves.iter().map(|of| of.thrice).collect()),
        }
    }
}

/// What the walks have done since a move that does not commute with their next one.
pub(super) struct Past {
    /// Moves that would reduce: `[walks × moves]`, bool.
    spent: Tensor,
    /// Moves made: `[walks × moves]`, bool.
    made: Tensor,
}

impl Past {
    /// At the goal.
    pub fn new(walks: i64, with: &Reductions) -> Self {
        let (moves, device) = (with.thrice.numel() as i64, with.thrice.device());
        let none = || Tensor::zeros([walks, moves], (Kind::Bool, device));
        Self {
            spent: none(),
            made: none(),
        }
    }

    /// A move for each walk, drawn evenly from those that do not reduce; any move where all do.
    pub fn draw(&self) -> Tensor {
        let lots = Tensor::rand(self.spent.size(), (Kind::Float, self.spent.device()));
        lots.masked_fill(&self.spent, -1.0).argmax(1, false)
    }

    /// Adds a move to each walk: `moves` is `[walks]`.
    pub fn add(&mut self, moves: &Tensor, with: &Reductions) {
        let commute = with.commute.index_select(0, moves);
        let column = moves.unsqueeze(1);
        let again = self.made.gather(1, &column, false);
        let third = again.logical_and(&with.thrice.take(&column));
        let now = self.made.zeros_like().scatter_value(1, &column, 1);
        self.spent = self
            .spent
            .logical_and(&commute)
            .logical_or(&with.merge.index_select(0, moves))
            .logical_or(&now.logical_and(&third));
        self.made = self.made.logical_and(&commute).logical_or(&now);
    }
}
