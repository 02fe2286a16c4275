//! Beam search for devices, guided by one evaluation per state, in memory of a size known at
//! compile time, in slices of any number of evaluations.
//!
//! A node *is* its path: 20 bytes of packed moves and a cost. Its state is replayed from the root
//! when it is needed, which costs a fraction of an evaluation and saves most of the memory.
//! Duplicates are found by 32-bit fingerprints in sorted lists instead of a hash table.

use super::guide::{Guide, MAX_BRANCHING};
use super::heap::{sift_down, sift_up, sort};
use super::memory::{Candidate, Memory, Node};
use super::moves::MoveSet;
use super::path::{MAX_LENGTH, Path};
use super::prints::Prints;
use super::ring::Ring;
use crate::net::MOVE_COST;
use crate::puzzle::{Move, Puzzle};

/// The progress of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Call `step` again.
    Running,
    /// Done: the solution has this many moves.
    Solved(usize),
    /// Done: there is no solution within the limits.
    Failed,
}

/// A beam search in progress.
#[derive(Debug)]
pub struct Beam<'m, P: Puzzle, const W: usize, const C: usize> {
    puzzle: P,
    memory: &'m mut Memory<W, C>,
    root: P::State,
    width: usize,
    max_length: usize,
    forbidden: MoveSet,
    ring: Ring<'m>,
    depth: usize,
    /// Nodes in the current layer, and the next one to expand.
    count: usize,
    parent: usize,
    /// Candidates in the heap.
    held: usize,
    /// The fingerprints in the memory's lists: of the two layers before, and of the next.
    prints: [Prints; 3],
    evaluations: u32,
    solution: [Move; MAX_LENGTH],
    progress: Progress,
}

impl<'m, P: Puzzle, const W: usize, const C: usize> Beam<'m, P, W, C> {
    /// Starts a search of `root` that keeps `width` (1 to `W`) states per depth, for a solution
    /// of up to `max_length` moves (at most 40 where there are no more than 16 moves to choose
    /// from, else 32), none of them `forbidden`.
    ///
    /// A puzzle of more than [`MAX_BRANCHING`] moves is never solved.
    pub fn new(
        puzzle: &P,
        memory: &'m mut Memory<W, C>,
        root: &P::State,
        width: usize,
        max_length: usize,
        forbidden: MoveSet,
    ) -> Self {
        const { assert!(W >= 1 && W <= 65536 && C >= W) };
        let mut beam = Self {
            puzzle: puzzle.clone(),
            memory,
            root: root.clone(),
            width: 1,
            max_length: 0,
            forbidden,
            ring: Ring::NONE,
            depth: 0,
            count: 1,
            parent: 0,
            held: 0,
            prints: [Prints::default(); 3],
            evaluations: 0,
            solution: [Move(0); MAX_LENGTH],
            progress: Progress::Running,
        };
        beam.restart(root, width, max_length, forbidden);
        beam
    }

    /// Ends this search and later ones where they meet a ring, unless moves are forbidden.
    pub fn end_at(&mut self, ring: Ring<'m>) {
        self.ring = ring;
        self.solve_within_ring();
    }

    /// Starts another search in the same memory; [`Beam::evaluations`] counts on.
    #[inline(never)] // once in an image, not at each of its few calls
    pub fn restart(
        &mut self,
        root: &P::State,
        width: usize,
        max_length: usize,
        forbidden: MoveSet,
    ) {
        self.root = root.clone();
        self.width = width.clamp(1, W);
        self.max_length = max_length.min(Path::room(&self.puzzle));
        self.forbidden = forbidden;
        self.depth = 0;
        self.count = 1;
        self.parent = 0;
        self.held = 0;
        self.prints = [Prints::default(); 3];
        if let Some(node) = self.memory.layer.first_mut() {
            *node = Node {
                cost: 0,
                path: Path::EMPTY,
            };
        }
        self.progress = if self.puzzle.is_solved(root) {
            Progress::Solved(0)
        } else if self.max_length == 0 || self.puzzle.move_count() > MAX_BRANCHING {
            Progress::Failed
        } else {
            Progress::Running
        };
        self.solve_within_ring();
    }

    /// Evaluations since the beam was made.
    pub fn evaluations(&self) -> u32 {
        self.evaluations
    }

    /// The progress of the search.
    pub fn progress(&self) -> Progress {
        self.progress
    }

    /// The solution, once the progress is [`Progress::Solved`]; empty before.
    pub fn solution(&self) -> &[Move] {
        match self.progress {
            Progress::Solved(length) => self.solution.get(..length).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Continues the search for `budget` evaluations, or to the end.
    pub fn step(&mut self, guide: &mut impl Guide<P>, budget: u32) -> Progress {
        let end = self.evaluations.saturating_add(budget);
        while self.progress == Progress::Running && self.evaluations < end {
            match (self.count - self.parent, end - self.evaluations) {
                (0, _) => self.next_layer(),
                (1, _) | (_, 1) => self.expand_one(guide),
                _ => self.expand_two(guide),
            }
        }
        self.progress
    }

    /// Evaluates the next node and offers its children.
    fn expand_one(&mut self, guide: &mut impl Guide<P>) {
        let mut costs = [0; MAX_BRANCHING];
        let state = self.state(self.parent);
        guide.costs(&self.puzzle, &state, &mut costs);
        self.offer_children(&state, guide.additive(), &costs);
    }

    /// The same with two nodes at once.
    fn expand_two(&mut self, guide: &mut impl Guide<P>) {
        let mut costs = [[0; MAX_BRANCHING]; 2];
        let states = [self.state(self.parent), self.state(self.parent + 1)];
        guide.pair(&self.puzzle, [&states[0], &states[1]], &mut costs);
        for (state, costs) in states.iter().zip(&costs) {
            self.offer_children(state, guide.additive(), costs);
        }
    }

    /// The ring, where it is of use: what lies within may need moves that are forbidden.
    fn ring(&self) -> Ring<'m> {
        if self.forbidden.is_empty() {
            self.ring
        } else {
            Ring::NONE
        }
    }

    /// Ends the search of a root within the ring, which a beam would leave and come back to.
    fn solve_within_ring(&mut self) {
        if self.progress == Progress::Running
            && let Some((path, length)) = self.ring().near(&self.puzzle, &self.root)
            && length <= self.max_length
        {
            self.solve(path, length);
        }
    }

    /// Ends with a solution.
    fn solve(&mut self, path: Path, length: usize) {
        for (i, mv) in self.solution.iter_mut().enumerate() {
            *mv = path.get(&self.puzzle, i);
        }
        self.progress = Progress::Solved(length);
    }

    /// The state of a node.
    fn state(&self, node: usize) -> P::State {
        match self.memory.layer.get(node) {
            Some(node) => node.path.replay(&self.puzzle, &self.root, self.depth),
            None => self.root.clone(),
        }
    }

    /// Offers the children of the next node, whose state this is, to the heap of candidates.
    fn offer_children(&mut self, state: &P::State, additive: bool, costs: &[i32; MAX_BRANCHING]) {
        let parent = self.parent;
        self.parent += 1;
        self.evaluations += 1;
        let Some(&node) = self.memory.layer.get(parent) else {
            return;
        };
        let last = self.depth.checked_sub(1);
        let previous = last.map(|last| node.path.get(&self.puzzle, last));
        // Costs that stand for what remains must fit what remains of the length, give or take
        // half a move.
        let left = self.max_length.saturating_sub(self.depth + 1) as i32;
        let (base, most) = match additive {
            true => (node.cost, i32::MAX),
            false => (0, left * MOVE_COST + MOVE_COST / 2),
        };
        let (forbidden, puzzle) = (self.forbidden, self.puzzle.clone());
        // U' U' is redundant because U U is there, which may be forbidden.
        let again = |p: Move, mv: Move| p == mv && !forbidden.is_empty();
        let useful = |p: Move, mv: Move| again(p, mv) || !puzzle.redundant(p, mv);
        let allowed = |mv: Move| puzzle.allowed(state, mv) && !forbidden.contains(mv);
        let wanted = |mv: Move| allowed(mv) && previous.is_none_or(|p| useful(p, mv));
        for (mv, &cost) in puzzle.moves().zip(costs) {
            let total = base.saturating_add(cost);
            if cost <= most && total <= self.worst() && wanted(mv) {
                self.offer(Candidate {
                    cost: total,
                    parent: parent as u16,
                    mv,
                });
            }
        }
    }

    /// The cost above which no candidate is kept.
    fn worst(&self) -> i32 {
        match self.memory.candidates.first() {
            Some(worst) if self.held >= self.room() => worst.cost,
            _ => i32::MAX,
        }
    }

    /// Candidates that are kept, in proportion to the width.
    fn room(&self) -> usize {
        self.width * C / W
    }

    /// Keeps the best candidates.
    fn offer(&mut self, candidate: Candidate) {
        let room = self.room();
        let heap = self.memory.candidates.get_mut(..room).unwrap_or_default();
        if let Some(place) = heap.get_mut(self.held) {
            *place = candidate;
            self.held += 1;
            sift_up(heap.get_mut(..self.held).unwrap_or_default());
        } else if let Some(worst) = heap.first_mut()
            && candidate < *worst
        {
            *worst = candidate;
            sift_down(heap);
        }
    }

    /// Turns the candidates into the next layer, or finds the goal among them.
    fn next_layer(&mut self) {
        let (depth, puzzle, ring) = (self.depth, &self.puzzle, self.ring());
        let Memory {
            layer,
            next,
            candidates,
            prints,
        } = &mut *self.memory;
        let candidates = candidates.get_mut(..self.held).unwrap_or_default();
        sort(candidates);
        // The oldest list becomes the newest.
        let [a, b, c] = prints;
        let (older, newer, newest) = match depth % 3 {
            0 => (a, b, c),
            1 => (b, c, a),
            _ => (c, a, b),
        };
        let [before, last, now] = &mut self.prints;
        *now = Prints::default();
        let mut places = next.iter_mut().take(self.width);
        let mut count = 0;
        for candidate in candidates {
            let Some(parent) = layer.get(usize::from(candidate.parent)) else {
                continue;
            };
            let mut path = parent.path;
            path.set(puzzle, depth, candidate.mv);
            let state = path.replay(puzzle, &self.root, depth + 1);
            let (cost, length) = (candidate.cost, depth + 1);
            if puzzle.is_solved(&state) {
                return self.solve(path, length);
            }
            let print = puzzle.key(&state) as u32;
            let met = before.contain(older, print) || last.contain(newer, print);
            if met || now.contain(newest, print) {
                continue;
            }
            let end = ring.finish(puzzle, &state, cost, path, length, self.max_length);
            if let Some((path, length)) = end {
                return self.solve(path, length);
            }
            let Some(place) = places.next() else {
                break;
            };
            *place = Node { cost, path };
            now.insert(newest, print);
            count += 1;
        }
        for (node, &kept) in layer.iter_mut().zip(&*next).take(count) {
            *node = kept;
        }
        self.prints.rotate_left(1);
        self.count = count;
        self.parent = 0;
        self.held = 0;
        self.depth += 1;
        if count == 0 || self.depth + ring.reach() >= self.max_length {
            self.progress = Progress::Failed;
        }
    }
}
