//! The states of one depth, as columns.

use super::cut::{Cut, NEVER};
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

/// States, and per state how it was reached, its rank (lower is better) and the scores of its
/// children (`[states][moves]`). A column that has no use at the moment may be empty.
pub(super) struct Layer<P: Puzzle> {
    pub states: Vec<P::State>,
    pub steps: Vec<Step>,
    pub rank: Vec<i32>,
    pub guide: Vec<i32>,
    pub keys: Vec<u64>,
    fresh: Vec<bool>,
    places: Vec<u32>,
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
            places: Vec::new(),
        }
    }

    /// Bytes of a state's columns, the guide apart.
    const ROW: usize = size_of::<P::State>() + size_of::<Step>() + size_of::<i32>();
    /// Bytes of a state's guide.
    const GUIDE: usize = P::MOVES * size_of::<i32>();

    /// Bytes of a beam of `width` states and its children, of which `made` are made and `scored`
    /// get a guide.
    pub const fn bytes(width: usize, made: usize, scored: usize) -> usize {
        // At worst all scores of a layer are looked at closely.
        let scratch = width * Self::GUIDE + (width + made) * size_of::<u32>();
        let told_apart = made * (size_of::<u64>() + size_of::<bool>());
        (width + made) * Self::ROW + (width + scored) * Self::GUIDE + told_apart + scratch
    }

    /// Becomes a layer of one state that was not reached by a move.
    pub fn start(&mut self, state: P::State) {
        self.states.push(state);
        self.rank.push(0);
    }

    /// Takes the scores of all children out of the running whose move is `redundant` after the one
    /// before it.
    pub fn mask(&mut self, redundant: impl Fn(Move, Move) -> bool + Sync) {
        let rows = self.guide.par_chunks_exact_mut(P::MOVES);
        rows.zip(&self.steps).for_each(|(row, step)| {
            for (score, mv) in row.iter_mut().zip(P::moves()) {
                if redundant(step.mv(), mv) {
                    *score = NEVER;
                }
            }
        });
    }

    /// Fills `children` with the `count` children of lowest score; returns how many were made.
    /// Their rank is their score; they have no guide yet.
    pub fn expand(&self, count: usize, children: &mut Self) -> usize {
        let places = &mut children.places;
        Cut::new(&self.guide, count).places(&self.guide, places);
        let step = |&place: &u32| {
            let (parent, mv) = (place as usize / P::MOVES, place as usize % P::MOVES);
            Step::new(parent, Move(mv as u8))
        };
        gather(places, step, &mut children.steps);
        gather(places, |&i| self.guide[i as usize], &mut children.rank);
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
    pub fn narrow(&self, width: usize, best: &mut Self) {
        let places = &mut best.places;
        Cut::new(&self.rank, width).places(&self.rank, places);
        gather(places, |&i| self.states[i as usize], &mut best.states);
        gather(places, |&i| self.steps[i as usize], &mut best.steps);
        gather(places, |&i| self.rank[i as usize], &mut best.rank);
        best.guide.clear();
        if !self.guide.is_empty() {
            best.guide.resize(places.len() * P::MOVES, 0);
            let rows = best.guide.par_chunks_exact_mut(P::MOVES);
            rows.zip(&*places).for_each(|(row, &i)| {
                row.copy_from_slice(&self.guide[i as usize * P::MOVES..][..P::MOVES]);
            });
        }
    }
}

/// Makes `column` what `at` says of each place.
fn gather<T: Send>(places: &[u32], at: impl Fn(&u32) -> T + Send + Sync, column: &mut Vec<T>) {
    places.par_iter().map(at).collect_into_vec(column);
}
