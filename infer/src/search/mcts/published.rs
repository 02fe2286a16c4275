//! Tree search by the rules of the papers.
//!
//! The value of a state is DeepCube's reward, 2 − cost-to-go: +1 for the move to the goal, −1 for every
//! other. W starts at 0 and keeps the maximum of the values seen, an expanded state's children join the
//! tree at once, a simulation that ends at the goal ends the search, and the shortest path is sought
//! along the moves from expanded states, in both directions.
//!
//! DeepCube's text was printed in two ways: √ΣN / (1 + N), which is `deepcube` here, and with the whole fraction under
//! the root, which the report on the 2×2×2 cube took over.
//!
//! What remains ours: for DeepCube, the simulations of a batch stand for asynchronous workers; among equals, such as
//! at a first visit when U and Q are 0, the move with the greatest P wins; P is the softmax of −Q where a network
//! has no policy; simulations that run in circles end the search. The papers give no ν, and DeepCube no
//! c; ours are those of [`super::Mcts::new`].

/// A paper whose rules a tree search follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Published {
    /// McAleer et al. 2018: U = c · P · √ΣN / (1 + N)
    Deepcube,
    /// The report on the 2×2×2 cube of 2024: U = c · P · √(ΣN / (1 + N)), c = 2
    Cube2Report,
}

impl Published {
    /// All papers.
    pub const ALL: [Self; 2] = [Self::Deepcube, Self::Cube2Report];

    /// Their names.
    pub(crate) const NAMES: &'static [&'static str] =
        &[Self::Deepcube.name(), Self::Cube2Report.name()];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Deepcube => "deepcube",
            Self::Cube2Report => "cube2-report",
        }
    }

    /// c, where the paper gives it.
    pub const fn exploration(self) -> Option<f32> {
        match self {
            Self::Deepcube => None,
            Self::Cube2Report => Some(2.0),
        }
    }

    /// Simulations under way at once, where the paper says how many.
    pub const fn simulations(self) -> Option<usize> {
        match self {
            // Asynchronous workers; we have a batch in their place.
            Self::Deepcube => None,
            // "Serial".
            Self::Cube2Report => Some(1),
        }
    }

    /// What c · P is multiplied by in U, for a move made `made` times of `all`.
    pub(super) fn share(self, all: u64, made: u32) -> f32 {
        let (all, made) = (all as f32, made as f32);
        match self {
            Self::Deepcube => all.sqrt() / (1.0 + made),
            Self::Cube2Report => (all / (1.0 + made)).sqrt(),
        }
    }

    /// The reward for solving a state of this cost-to-go, in moves.
    pub(super) fn reward(cost: f32) -> f32 {
        2.0 - cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_the_papers() {
        // c · P = 1, moves made 3, 1 and 0 times.
        let of = |paper: Published| [3, 1, 0].map(|made| paper.share(4, made));
        assert_eq!(of(Published::Deepcube), [0.5, 1.0, 2.0]);
        assert_eq!(of(Published::Cube2Report), [1.0, 2f32.sqrt(), 2.0]);
        // +1 for the last of three moves, −1 for the two before it.
        assert_eq!(Published::reward(3.0), -1.0 - 1.0 + 1.0);
    }
}
