//! Walks without reducible parts: `U D U'`, `R R R` and the like would label a state with more
//! moves than the walk was worth.

use quarterturn_core::{Move, Puzzle};

/// A set of moves.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Set([u64; 4]);

impl Set {
    pub fn has(&self, mv: Move) -> bool {
        self.0[mv.index() / 64] >> (mv.index() % 64) & 1 != 0
    }

    fn add(&mut self, mv: Move) {
        self.0[mv.index() / 64] |= 1 << (mv.index() % 64);
    }

    fn and(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    fn or(self, other: Self) -> Self {
        Self(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl FromIterator<Move> for Set {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut set = Self::default();
        moves.into_iter().for_each(|mv| set.add(mv));
        set
    }
}

/// How a move makes moves after it superfluous.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reductions {
    /// The moves that cancel with it or make one move with it.
    pub merge: Set,
    /// The moves that commute with it without that.
    pub commute: Set,
    /// Whether made three times it is nothing or a single move.
    pub thrice: bool,
}

impl Reductions {
    /// Those of each move of a puzzle.
    pub fn of<P: Puzzle>(puzzle: &P) -> Vec<Self> {
        let goal = puzzle.goal().filter(|_| puzzle.is_group());
        let of = |mv| match goal {
            Some(goal) => Self::tried(puzzle, goal, mv),
            None => Self::told(puzzle, mv),
        };
        puzzle.moves().map(of).collect()
    }

    /// Found out at the goal: what two group elements do there, they do everywhere.
    fn tried<P: Puzzle>(puzzle: &P, goal: P::State, mv: Move) -> Self {
        let after = |moves: &[Move]| puzzle.apply_all(&goal, moves);
        let single = |state: P::State| {
            puzzle.is_solved(&state) || puzzle.moves().any(|mv| puzzle.apply(&goal, mv) == state)
        };
        let merge: Set = puzzle
            .moves()
            .filter(|&next| single(after(&[mv, next])))
            .collect();
        let commutes = |&next: &Move| !merge.has(next) && after(&[mv, next]) == after(&[next, mv]);
        Self {
            merge,
            commute: puzzle.moves().filter(commutes).collect(),
            thrice: single(after(&[mv; 3])),
        }
    }

    /// What the puzzle says itself: of two moves that commute it keeps one order.
    fn told<P: Puzzle>(puzzle: &P, mv: Move) -> Self {
        let orders = |next| (puzzle.redundant(mv, next), puzzle.redundant(next, mv));
        let merges = |&next: &Move| orders(next) == (true, true) || puzzle.undo(mv) == Some(next);
        let merge: Set = puzzle.moves().filter(merges).collect();
        let commutes = |&next: &Move| {
            let (one, other) = orders(next);
            one != other && !merge.has(next)
        };
        Self {
            merge,
            commute: puzzle.moves().filter(commutes).collect(),
            thrice: false,
        }
    }
}

/// What a walk has done since a move that does not commute with its next one.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Past {
    /// Moves that would reduce.
    pub spent: Set,
    /// Moves made.
    made: Set,
}

impl Past {
    /// After a move with these reductions.
    pub fn add(self, mv: Move, with: &Reductions) -> Self {
        let now: Set = [mv].into_iter().collect();
        let third = if with.thrice && self.made.has(mv) {
            now
        } else {
            Set::default()
        };
        Self {
            spent: self.spent.and(with.commute).or(with.merge).or(third),
            made: self.made.and(with.commute).or(now),
        }
    }
}
