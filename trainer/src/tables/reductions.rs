//! Walks without reducible parts: `U D U'`, `R R R` and the like would label a state with more
//! moves than the walk was worth.

use super::Tables;
use quarterturn_core::{Move, Puzzle};
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
    pub fn new<P: Puzzle>(puzzle: &P, goal: P::State, device: Device) -> Self {
        let after = |moves: &[Move]| puzzle.apply_all(&goal, moves);
        let single = |state: P::State| {
            puzzle.is_solved(&state) || puzzle.moves().any(|mv| puzzle.apply(&goal, mv) == state)
        };
        let pairs = || {
            puzzle
                .moves()
                .flat_map(|a| puzzle.moves().map(move |b| [a, b]))
        };
        let merge = |pair: [Move; 2]| single(after(&pair));
        let commute = |[a, b]: [Move; 2]| after(&[a, b]) == after(&[b, a]) && !merge([a, b]);
        let shape = [puzzle.move_count() as i64, puzzle.move_count() as i64];
        let table = |entries: Vec<bool>| Tensor::from_slice(&entries).to(device);
        Self {
            merge: table(pairs().map(merge).collect()).reshape(shape),
            commute: table(pairs().map(commute).collect()).reshape(shape),
            thrice: table(puzzle.moves().map(|mv| single(after(&[mv; 3]))).collect()),
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
    pub fn new(walks: i64, tables: &Tables) -> Self {
        let none = || Tensor::zeros([walks, tables.moves], (Kind::Bool, tables.device));
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
