//! The solver of a device: beams from one view after the other until one succeeds, then a few more to find a
//! shorter solution. Every answer is replayed before it is given.

use super::beam::{Beam, Progress};
use super::guide::Guide;
use super::memory::Memory;
use super::moves::MoveSet;
use super::path::MAX_LENGTH;
use super::ring::Ring;
use super::view::View;
use crate::puzzle::{Move, Puzzle};

/// What a solver may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Effort {
    /// States kept per depth by the first beam. Each beam that fails doubles it, up to what the
    /// memory holds.
    pub width: usize,
    /// Longest solution wanted.
    pub max_length: usize,
    /// Beams that look for something shorter first, by one [`Puzzle::length_step`]: where they all fail, the others
    /// look for `max_length`.
    pub patience: usize,
    /// Beams for a first solution, each from another [`View`].
    pub attempts: usize,
    /// Further beams for a shorter one.
    pub improvements: usize,
    /// Evaluations of the network in all.
    pub evaluations: u32,
    /// Moves that no solution may have. Give more length to a cube that misses some.
    pub forbidden: MoveSet,
}

impl Effort {
    /// The longest solution that a beam looks for while there is none, given how many came before it.
    fn limit<P: Puzzle>(&self, puzzle: &P, before: usize) -> usize {
        if before < self.patience {
            self.max_length.saturating_sub(puzzle.length_step())
        } else {
            self.max_length
        }
    }
}

/// A solver at work.
#[derive(Debug)]
pub struct Solver<'m, P: Puzzle, const W: usize, const C: usize> {
    puzzle: P,
    beam: Beam<'m, P, W, C>,
    start: P::State,
    effort: Effort,
    view: usize,
    /// Beams that may still be begun.
    left: usize,
    width: usize,
    best: [Move; MAX_LENGTH],
    /// Length of the best solution so far.
    length: Option<usize>,
    done: bool,
}

impl<'m, P: Puzzle, const W: usize, const C: usize> Solver<'m, P, W, C> {
    /// Starts on `state`.
    pub fn new(puzzle: &P, memory: &'m mut Memory<W, C>, state: &P::State, effort: Effort) -> Self {
        let limit = effort.limit(puzzle, 0);
        Self {
            puzzle: puzzle.clone(),
            beam: Beam::new(puzzle, memory, state, effort.width, limit, effort.forbidden),
            start: state.clone(),
            effort,
            view: 0,
            left: effort.attempts.saturating_sub(1),
            width: effort.width.min(W),
            best: [Move(0); MAX_LENGTH],
            length: None,
            done: effort.attempts == 0,
        }
    }

    /// Ends beams where they meet a ring.
    pub fn ending_at(mut self, ring: Ring<'m>) -> Self {
        self.beam.end_at(ring);
        self
    }

    /// Evaluations so far.
    pub fn evaluations(&self) -> u32 {
        self.beam.evaluations()
    }

    /// Beams begun so far.
    pub fn attempts(&self) -> usize {
        self.view + 1
    }

    /// Moves that no solution may have.
    pub fn forbidden(&self) -> MoveSet {
        self.effort.forbidden
    }

    /// The best solution so far, replayed on the state the solver was started with; `None` before
    /// there is one.
    pub fn solution(&self) -> Option<&[Move]> {
        self.best.get(..self.length?)
    }

    /// Searches on for about `budget` evaluations, then reports.
    pub fn step(&mut self, guide: &mut impl Guide<P>, budget: u32) -> Progress {
        if !self.done {
            let left = self.effort.evaluations.saturating_sub(self.evaluations());
            match self.beam.step(guide, budget.min(left)) {
                Progress::Running => self.done = left == 0,
                Progress::Solved(_) => {
                    self.collect();
                    self.start_next_beam();
                }
                Progress::Failed => {
                    self.width = (2 * self.width).min(W);
                    self.start_next_beam();
                }
            }
        }
        match self.length {
            _ if !self.done => Progress::Running,
            Some(length) => Progress::Solved(length),
            None => Progress::Failed,
        }
    }

    /// Takes over the beam's solution.
    fn collect(&mut self) {
        let mut moves = [Move(0); MAX_LENGTH];
        let found = self.beam.solution();
        for (mv, &found) in moves.iter_mut().zip(found) {
            *mv = found;
        }
        let length = found.len();
        let solution = moves.get_mut(..length).unwrap_or_default();
        View::nth(&self.puzzle, self.view).restore(&self.puzzle, solution);
        if self
            .puzzle
            .is_solved(&self.puzzle.apply_all(&self.start, solution))
        {
            if self.length.is_none() {
                self.left = self.effort.improvements;
            }
            self.best = moves;
            self.length = Some(length);
        }
    }

    /// Starts the next beam, if there is to be one.
    fn start_next_beam(&mut self) {
        let limit = match self.length {
            Some(length) => length.saturating_sub(self.puzzle.length_step()),
            None => self.effort.limit(&self.puzzle, self.view + 1),
        };
        match self.left.checked_sub(1) {
            Some(left) if limit > 0 => {
                self.left = left;
                self.view += 1;
                let view = View::nth(&self.puzzle, self.view);
                let forbidden = view.moves(&self.puzzle, self.effort.forbidden);
                let root = view.of(&self.puzzle, &self.start);
                self.beam.restart(&root, self.width, limit, forbidden);
            }
            _ => self.done = true,
        }
    }
}
