//! The states of one depth, as columns.

use super::cut::Cut;
use super::seen::Seen;
use quarterturn_core::{Move, Puzzle};
use rayon::prelude::*;

/// How a state was reached: its parent's place in the layer before, and the move. Four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    const MOVES: u32 = 64;
    /// Most states a layer can number.
    pub const MOST: usize = (u32::MAX / Self::MOVES) as usize;

    pub fn new(parent: usize, mv: Move) -> Self {
        Self(parent as u32 * Self::MOVES + u32::from(mv.0))
    }

    pub fn parent(self) -> usize {
        (self.0 / Self::MOVES) as usize
    }

    pub fn mv(self) -> Move {
        Move((self.0 % Self::MOVES) as u8)
    }
}

/// The score of a move that is never made.
const NEVER: i32 = i32::MAX;

/// States, and per state how it was reached, its rank (lower is better) and the scores of its
/// children (`[states][moves]`). A column that has no use at the moment may be empty.
pub(super) struct Layer<P: Puzzle> {
    pub states: Vec<P::State>,
    pub steps: Vec<Step>,
    pub rank: Vec<i32>,
    pub guide: Vec<i32>,
    keys: Vec<u64>,
    fresh: Vec<bool>,
    scratch: Vec<i32>,
}

impl<P: Puzzle> Layer<P> {
    /// An empty layer with room for so many states, of which `scored` at most get a guide.
    pub fn with_room(states: usize, scored: usize) -> Self {
        Self {
            states: Vec::with_capacity(states),
            steps: Vec::with_capacity(states),
            rank: Vec::with_capacity(states),
            guide: Vec::with_capacity(scored * P::MOVES),
            keys: Vec::new(),
            fresh: Vec::new(),
            scratch: Vec::new(),
        }
    }

    /// Bytes of a state's columns, the guide apart.
    const ROW: usize = size_of::<P::State>() + size_of::<Step>() + size_of::<i32>();
    /// Bytes of a state's guide.
    const GUIDE: usize = P::MOVES * size_of::<i32>();

    /// Bytes of a beam of `width` states and its children, of which `made` are made and `scored`
    /// get a guide.
    pub const fn bytes(width: usize, made: usize, scored: usize) -> usize {
        let scratch = width * Self::GUIDE + made * size_of::<i32>();
        let told_apart = made * (size_of::<u64>() + size_of::<bool>());
        (width + made) * Self::ROW + (width + scored) * Self::GUIDE + told_apart + scratch
    }

    /// Becomes a layer of one state that was not reached by a move.
    pub fn start(&mut self, state: P::State) {
        self.states.push(state);
        self.rank.push(0);
    }

    /// Takes the scores of all children out of the running that a shortest path never makes.
    pub fn mask_redundant(&mut self) {
        let rows = self.guide.par_chunks_exact_mut(P::MOVES);
        rows.zip(&self.steps).for_each(|(row, step)| {
            for (score, mv) in row.iter_mut().zip(P::moves()) {
                if P::redundant(step.mv(), mv) {
                    *score = NEVER;
                }
            }
        });
    }

    /// Fills `children` with the `count` children of lowest score; returns how many were made.
    /// Their rank is their score; they have no guide yet.
    pub fn expand(&self, count: usize, children: &mut Self) -> usize {
        let scores = &mut children.scratch;
        scores.clear();
        scores.extend(self.guide.iter().filter(|&&s| s != NEVER));
        let mut cut = Cut::new(scores, count);
        children.steps.clear();
        children.rank.clear();
        for (parent, row) in self.guide.chunks_exact(P::MOVES).enumerate() {
            for (&score, mv) in row.iter().zip(P::moves()) {
                if score != NEVER && cut.keeps(score) {
                    children.steps.push(Step::new(parent, mv));
                    children.rank.push(score);
                }
            }
        }
        let made = children.steps.par_iter().map(|step| {
            let state = P::apply(&self.states[step.parent()], step.mv());
            (state, P::key(&state))
        });
        made.unzip_into_vecs(&mut children.states, &mut children.keys);
        children.guide.clear();
        children.steps.len()
    }

    /// Drops the states met before.
    pub fn drop_known(&mut self, seen: &mut Seen) {
        seen.insert(&self.keys, &mut self.fresh);
        let mut to = 0;
        for from in (0..self.fresh.len()).filter(|&i| self.fresh[i]) {
            self.states[to] = self.states[from];
            self.steps[to] = self.steps[from];
            self.rank[to] = self.rank[from];
            to += 1;
        }
        self.states.truncate(to);
        self.steps.truncate(to);
        self.rank.truncate(to);
    }

    /// Makes `best` the `width` states of lowest rank, in their order, with their guide if there
    /// is one.
    pub fn narrow(&mut self, width: usize, best: &mut Self) {
        self.scratch.clone_from(&self.rank);
        let mut cut = Cut::new(&mut self.scratch, width);
        for column in [&mut best.rank, &mut best.guide] {
            column.clear();
        }
        best.states.clear();
        best.steps.clear();
        for (i, &rank) in self.rank.iter().enumerate() {
            if cut.keeps(rank) {
                best.states.push(self.states[i]);
                best.steps.push(self.steps[i]);
                best.rank.push(rank);
                let row = i * P::MOVES..(i + 1) * P::MOVES;
                best.guide
                    .extend_from_slice(self.guide.get(row).unwrap_or(&[]));
            }
        }
    }
}
