//! Beam search for devices: guided by Q or policy costs, in memory of a size known at compile
//! time, in slices of any number of evaluations, with restarts from other views.
//!
//! A node *is* its path: 24 bytes of packed moves and a cost. Its state is replayed from the root
//! when it is needed, which costs a thousandth of an evaluation and saves most of the memory.
//! Duplicates are found by sorting 32-bit fingerprints instead of keeping a table.

use super::guide::{Guide, MAX_MOVES};
use super::view::View;
use crate::puzzle::{Move, Puzzle};

/// Longest solution: as many moves of five bits as fit 24 bytes.
pub const MAX_LENGTH: usize = 38;

/// A path of up to [`MAX_LENGTH`] moves below 32, five bits each.
#[derive(Clone, Copy, Debug, Default)]
struct Path([u8; 24]);

impl Path {
    fn get(&self, i: usize) -> Move {
        let (byte, bit) = (5 * i / 8, 5 * i % 8);
        let low = u16::from(self.0.get(byte).copied().unwrap_or(0));
        let high = u16::from(self.0.get(byte + 1).copied().unwrap_or(0));
        Move(((low | high << 8) >> bit & 31) as u8)
    }

    /// Sets move `i`, which must still be zero.
    fn push(&mut self, i: usize, mv: Move) {
        let (byte, bit) = (5 * i / 8, 5 * i % 8);
        let bits = u16::from(mv.0 & 31) << bit;
        for (offset, part) in [bits as u8, (bits >> 8) as u8].into_iter().enumerate() {
            if let Some(place) = self.0.get_mut(byte + offset) {
                *place |= part;
            }
        }
    }

    /// The state after the first `length` moves.
    fn replay<P: Puzzle>(&self, root: &P::State, length: usize) -> P::State {
        (0..length).fold(*root, |s, i| P::apply(&s, self.get(i)))
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Node {
    cost: i32,
    path: Path,
}

/// A child that may be kept; the order is by cost, then parent, then move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
struct Candidate {
    cost: i32,
    parent: u16,
    mv: u8,
    print: u32,
}

/// The memory of a search that keeps `W` states per depth and considers `C` (best `3 W / 2` or
/// more, so that duplicates leave enough) children: 64 × `W` + 12 × `C` bytes.
#[derive(Clone, Debug)]
pub struct Memory<const W: usize, const C: usize> {
    layer: [Node; W],
    next: [Node; W],
    /// A heap with the worst candidate on top while parents are expanded.
    candidates: [Candidate; C],
    /// Fingerprints of the two layers before, each sorted.
    before: [[u32; W]; 2],
}

impl<const W: usize, const C: usize> Memory<W, C> {
    /// Empty memory.
    pub const fn new() -> Self {
        const NODE: Node = Node {
            cost: 0,
            path: Path([0; 24]),
        };
        const CANDIDATE: Candidate = Candidate {
            cost: 0,
            parent: 0,
            mv: 0,
            print: 0,
        };
        Self {
            layer: [NODE; W],
            next: [NODE; W],
            candidates: [CANDIDATE; C],
            before: [[0; W]; 2],
        }
    }
}

impl<const W: usize, const C: usize> Default for Memory<W, C> {
    fn default() -> Self {
        Self::new()
    }
}

/// How far a search is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Call [`Beam::step`] again.
    Running,
    /// Done: [`Beam::solution`] has this many moves.
    Solved(usize),
    /// All views allowed were searched in vain.
    Failed,
}

/// A beam search in progress.
#[derive(Debug)]
pub struct Beam<'m, P: Puzzle, const W: usize, const C: usize> {
    memory: &'m mut Memory<W, C>,
    start: P::State,
    /// The start as seen from the current view.
    root: P::State,
    view: usize,
    views: usize,
    max_length: usize,
    depth: usize,
    /// Nodes in the current layer, and the next one to expand.
    count: usize,
    parent: usize,
    /// Candidates in the heap.
    held: usize,
    /// Fingerprints in each layer before.
    prints: [usize; 2],
    evaluations: u32,
    solution: [Move; MAX_LENGTH],
    progress: Progress,
}

impl<'m, P: Puzzle, const W: usize, const C: usize> Beam<'m, P, W, C> {
    /// Starts a search of `state`: up to `max_length` moves (at most [`MAX_LENGTH`]) from each of
    /// the first `views` views.
    pub fn new(
        memory: &'m mut Memory<W, C>,
        state: &P::State,
        max_length: usize,
        views: usize,
    ) -> Self {
        const { assert!(W >= 1 && W <= 65536 && C >= W && P::MOVES <= MAX_MOVES) };
        let mut beam = Self {
            memory,
            start: *state,
            root: *state,
            view: 0,
            views,
            max_length: max_length.min(MAX_LENGTH),
            depth: 0,
            count: 0,
            parent: 0,
            held: 0,
            prints: [0; 2],
            evaluations: 0,
            solution: [Move(0); MAX_LENGTH],
            progress: Progress::Running,
        };
        if P::is_solved(state) {
            beam.progress = Progress::Solved(0);
        } else if views == 0 {
            beam.progress = Progress::Failed;
        } else {
            beam.look_from(0);
        }
        beam
    }

    /// Evaluations so far, over all views.
    pub fn evaluations(&self) -> u32 {
        self.evaluations
    }

    /// Views begun so far.
    pub fn views(&self) -> usize {
        self.view + 1
    }

    /// The solution, once the progress is [`Progress::Solved`]; empty before. It was replayed on
    /// the state the search was started with.
    pub fn solution(&self) -> &[Move] {
        match self.progress {
            Progress::Solved(length) => self.solution.get(..length).unwrap_or(&[]),
            _ => &[],
        }
    }

    /// Searches on for about `budget` evaluations.
    pub fn step(&mut self, guide: &mut impl Guide<P>, budget: u32) -> Progress {
        for _ in 0..budget {
            if self.progress != Progress::Running {
                break;
            }
            if self.parent < self.count {
                self.expand(guide);
            } else {
                self.next_layer();
            }
        }
        self.progress
    }

    fn look_from(&mut self, view: usize) {
        self.view = view;
        self.root = View::nth::<P>(view).of::<P>(&self.start);
        self.depth = 0;
        self.count = 1;
        self.parent = 0;
        self.held = 0;
        self.prints = [0; 2];
        if let Some(node) = self.memory.layer.first_mut() {
            *node = Node::default();
        }
    }

    /// Evaluates one node and offers its children to the heap of candidates.
    fn expand(&mut self, guide: &mut impl Guide<P>) {
        let parent = self.parent;
        self.parent += 1;
        let Some(&node) = self.memory.layer.get(parent) else {
            return;
        };
        let state = node.path.replay::<P>(&self.root, self.depth);
        let mut costs = [0; MAX_MOVES];
        guide.costs(&state, &mut costs);
        self.evaluations += 1;
        let base = if guide.additive() { node.cost } else { 0 };
        let previous = self.depth.checked_sub(1).map(|last| node.path.get(last));
        for (mv, cost) in P::moves().zip(costs) {
            if previous.is_none_or(|p| !P::redundant(p, mv)) {
                let cost = base.saturating_add(cost);
                self.offer(Candidate {
                    cost,
                    parent: parent as u16,
                    mv: mv.0,
                    print: 0,
                });
            }
        }
    }

    /// Keeps the `C` best candidates.
    fn offer(&mut self, candidate: Candidate) {
        let heap = &mut self.memory.candidates;
        if self.held < C {
            if let Some(place) = heap.get_mut(self.held) {
                *place = candidate;
            }
            sift_up(heap, self.held);
            self.held += 1;
        } else if let Some(worst) = heap.first_mut()
            && candidate < *worst
        {
            *worst = candidate;
            sift_down(heap);
        }
    }

    /// Turns the candidates into the next layer, or finds the goal among them.
    fn next_layer(&mut self) {
        let (root, depth) = (self.root, self.depth);
        let Memory {
            layer,
            next,
            candidates,
            before,
        } = &mut *self.memory;
        let candidates = candidates.get_mut(..self.held).unwrap_or_default();
        for candidate in candidates.iter_mut() {
            let Some(parent) = layer.get(usize::from(candidate.parent)) else {
                continue;
            };
            let state = P::apply(&parent.path.replay::<P>(&root, depth), Move(candidate.mv));
            if P::is_solved(&state) {
                let mut path = parent.path;
                path.push(depth, Move(candidate.mv));
                return self.found(path, depth + 1);
            }
            candidate.print = P::key(&state) as u32;
        }
        // The cheapest of equal prints comes first and is the one kept.
        candidates.sort_unstable_by_key(|c| (c.print, *c));
        let [older, newer] = &before;
        let seen = [
            older.get(..self.prints[0]).unwrap_or(&[]),
            newer.get(..self.prints[1]).unwrap_or(&[]),
        ];
        let mut kept = 0;
        let mut last = None;
        for i in 0..candidates.len() {
            let Some(&candidate) = candidates.get(i) else {
                break;
            };
            let repeated = last == Some(candidate.print)
                || seen
                    .iter()
                    .any(|s| s.binary_search(&candidate.print).is_ok());
            last = Some(candidate.print);
            if !repeated {
                candidates.swap(kept, i);
                kept += 1;
            }
        }
        let candidates = candidates.get_mut(..kept).unwrap_or_default();
        candidates.sort_unstable();
        let count = kept.min(W);
        before.swap(0, 1);
        let [_, newest] = before;
        for ((node, print), candidate) in next.iter_mut().zip(newest).zip(&*candidates).take(count)
        {
            *print = candidate.print;
            if let Some(parent) = layer.get(usize::from(candidate.parent)) {
                node.path = parent.path;
                node.path.push(depth, Move(candidate.mv));
                node.cost = candidate.cost;
            }
        }
        if let Some(newest) = before[1].get_mut(..count) {
            newest.sort_unstable();
        }
        core::mem::swap(layer, next);
        self.prints = [self.prints[1], count];
        self.count = count;
        self.parent = 0;
        self.held = 0;
        self.depth += 1;
        if count == 0 || self.depth >= self.max_length {
            if self.view + 1 < self.views {
                self.look_from(self.view + 1);
            } else {
                self.progress = Progress::Failed;
            }
        }
    }

    fn found(&mut self, path: Path, length: usize) {
        for (i, mv) in self.solution.iter_mut().enumerate().take(length) {
            *mv = path.get(i);
        }
        let moves = self.solution.get_mut(..length).unwrap_or_default();
        View::nth::<P>(self.view).restore::<P>(moves);
        self.progress = if P::is_solved(&P::apply_all(&self.start, moves)) {
            Progress::Solved(length)
        } else {
            Progress::Failed
        };
    }
}

fn sift_up(heap: &mut [Candidate], mut at: usize) {
    while at > 0 {
        let above = (at - 1) / 2;
        match (heap.get(above), heap.get(at)) {
            (Some(a), Some(b)) if a < b => heap.swap(above, at),
            _ => return,
        }
        at = above;
    }
}

fn sift_down(heap: &mut [Candidate]) {
    let mut at = 0;
    loop {
        let (left, right) = (2 * at + 1, 2 * at + 2);
        let larger = if heap.get(right) > heap.get(left) {
            right
        } else {
            left
        };
        match (heap.get(at), heap.get(larger)) {
            (Some(a), Some(b)) if a < b => heap.swap(at, larger),
            _ => return,
        }
        at = larger;
    }
}
