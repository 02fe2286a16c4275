//! Random walks without reducible parts. Parts such as `U D U'` or `R R R` would make a walk longer than the
//! distance it covers.
//!
//! Scrambles of the built-in puzzles use [`crate::random::random_moves`] instead. It looks at pairs of moves
//! only, and keeps the meaning of existing seeds.

use rand_core::Rng;

use crate::draw::pick;
use crate::puzzle::{Move, Puzzle};

/// A set of moves, of all 256 that there may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct WideMoveSet([u64; 4]);

impl WideMoveSet {
    /// Whether the move is in it.
    pub fn has(&self, mv: Move) -> bool {
        self.0[usize::from(mv.0 / 64)] >> (mv.0 % 64) & 1 != 0
    }

    fn add(&mut self, mv: Move) {
        self.0[usize::from(mv.0 / 64)] |= 1 << (mv.0 % 64);
    }

    fn and(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] & other.0[i]))
    }

    pub(crate) fn or(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl FromIterator<Move> for WideMoveSet {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Self {
        let mut set = Self::default();
        moves.into_iter().for_each(|mv| set.add(mv));
        set
    }
}

/// How a move makes moves after it superfluous.
#[derive(Clone, Copy, Debug)]
pub struct Reductions {
    /// The moves that cancel with it or make one move with it.
    pub merge: WideMoveSet,
    /// The moves that commute with it without that.
    pub commute: WideMoveSet,
    /// Whether made three times it is nothing or a single move.
    pub thrice: bool,
}

impl Reductions {
    /// Those of a move. Of a group they are found by trying, with as many moves as the square of their
    /// number: keep them to make many walks.
    pub fn of<P: Puzzle>(puzzle: &P, mv: Move) -> Self {
        match puzzle.goal().filter(|_| puzzle.is_group()) {
            Some(goal) => Self::by_trial(puzzle, goal, mv),
            None => Self::by_declaration(puzzle, mv),
        }
    }

    /// Found by trial at the goal: what two group elements do there, they do everywhere.
    fn by_trial<P: Puzzle>(puzzle: &P, goal: P::State, mv: Move) -> Self {
        let after = |moves: &[Move]| puzzle.apply_all(&goal, moves);
        let single = |state: P::State| {
            puzzle.is_solved(&state) || puzzle.moves().any(|mv| puzzle.apply(&goal, mv) == state)
        };
        let merge: WideMoveSet = puzzle
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

    /// By the puzzle's own [`Puzzle::redundant`]: of two moves that commute it keeps one order.
    fn by_declaration<P: Puzzle>(puzzle: &P, mv: Move) -> Self {
        let orders = |next| (puzzle.redundant(mv, next), puzzle.redundant(next, mv));
        let merges = |&next: &Move| orders(next) == (true, true) || puzzle.undo(mv) == Some(next);
        let merge: WideMoveSet = puzzle.moves().filter(merges).collect();
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
pub struct Past {
    /// Moves that would reduce.
    spent: WideMoveSet,
    /// Moves made.
    made: WideMoveSet,
}

impl Past {
    /// After a move with these reductions.
    #[must_use]
    pub fn add(self, mv: Move, with: &Reductions) -> Self {
        let now: WideMoveSet = [mv].into_iter().collect();
        let third = if with.thrice && self.made.has(mv) {
            now
        } else {
            WideMoveSet::default()
        };
        Self {
            spent: self.spent.and(with.commute).or(with.merge).or(third),
            made: self.made.and(with.commute).or(now),
        }
    }

    /// The next move, drawn evenly from those that are allowed and do not reduce; from all that are
    /// allowed where none is left. `None` where nothing is allowed.
    pub fn draw<P: Puzzle>(
        &self,
        puzzle: &P,
        state: &P::State,
        rng: &mut impl Rng,
    ) -> Option<Move> {
        let allowed = |mv: &Move| puzzle.allowed(state, *mv);
        let fresh = |mv: &Move| !self.spent.has(*mv) && allowed(mv);
        pick(puzzle.moves().filter(fresh), rng)
            .or_else(|| pick(puzzle.moves().filter(allowed), rng))
    }
}

/// A random walk from `state`: at most `length` moves. It ends early only where no move is allowed.
///
/// ```
/// use quarterturn_core::cube::{Cube3, Cube3Qtm};
/// use quarterturn_core::walk::random_walk;
/// use rand_core::SeedableRng;
///
/// let mut rng = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(1);
/// assert_eq!(random_walk(&Cube3Qtm, Cube3::SOLVED, &mut rng, 26).count(), 26);
/// ```
pub fn random_walk<P: Puzzle>(
    puzzle: &P,
    state: P::State,
    rng: &mut impl Rng,
    length: usize,
) -> impl Iterator<Item = Move> {
    random_walk_by(puzzle, state, rng, length, |mv| Reductions::of(puzzle, mv))
}

/// As [`random_walk`], for who keeps the reductions of each move.
pub fn random_walk_by<P: Puzzle>(
    puzzle: &P,
    mut state: P::State,
    rng: &mut impl Rng,
    length: usize,
    reductions: impl Fn(Move) -> Reductions,
) -> impl Iterator<Item = Move> {
    let mut past = Past::default();
    let step = move || {
        let mv = past.draw(puzzle, &state, rng)?;
        state = puzzle.apply(&state, mv);
        past = past.add(mv, &reductions(mv));
        Some(mv)
    };
    core::iter::from_fn(step).take(length)
}
