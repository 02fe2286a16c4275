//! The tree of a Monte Carlo tree search. A state that is reached twice is stored once, so it is a graph. A
//! simulation may run in circles until the virtual loss drives it out.

use super::Published;
use crate::costs::MoveCosts;
use crate::search::nodes::{Nodes, grown};
use quarterturn_core::{Move, Puzzle};

/// Most moves of a simulation.
const LONGEST: usize = 1000;

/// The note of a state that has not been expanded.
const LEAF: u32 = u32::MAX;
/// The note of a leaf that is being evaluated.
const TAKEN: u32 = u32::MAX - 1;
/// The child of a move that no simulation has made.
const UNMADE: u32 = u32::MAX;

/// What a state remembers about one of its moves.
#[derive(Clone, Copy, Debug)]
struct Edge {
    /// Joins the tree when a simulation first makes the move: most are never made.
    child: u32,
    /// N: simulations that made the move.
    visits: u32,
    /// Simulations under way; ν times this is L.
    flying: u32,
    /// W: the best value found behind the move.
    best: f32,
    /// P.
    prior: f32,
}

/// A simulation that has found a leaf.
pub(super) struct Visit<S> {
    pub state: S,
    node: u32,
    /// Edges from the root to the leaf.
    pub path: Path,
}

impl<S> Visit<S> {
    /// Bytes held for one with a path of common length.
    pub const fn bytes() -> usize {
        2 * size_of::<Self>() + 64 * size_of::<u32>()
    }
}

/// Edges from the root on.
pub(super) type Path = Vec<u32>;

/// How a walk from the root ends.
pub(super) enum Descent<S> {
    /// At a leaf, which it takes.
    Leaf(Visit<S>),
    /// At a leaf that is taken. Its virtual loss stays, so that the next walk does not follow it.
    Met(Path),
    /// Nowhere, after too many moves.
    Lost,
}

/// The states met, and what the expanded ones remember.
pub(super) struct Tree<P: Puzzle> {
    /// The note is the number of the state's first edge in units of the moves that there are.
    pub nodes: Nodes<P, u32>,
    edges: Vec<Edge>,
    published: Option<Published>,
}

impl<P: Puzzle> Tree<P> {
    /// A tree of the root alone, that grows by the rules of a paper or by ours.
    pub fn new(puzzle: &P, root: P::State, published: Option<Published>) -> Self {
        Self {
            published,
            nodes: Nodes::new(puzzle, root, LEAF, MoveCosts::unit(puzzle).into()),
            edges: Vec::new(),
        }
    }

    /// Walks from the root to a leaf by the best of U + Q.
    pub fn descend(&mut self, exploration: f32, virtual_loss: f32) -> Descent<P::State> {
        let mut path = Vec::new();
        let mut node = 0;
        while path.len() < LONGEST {
            match *self.nodes.note(node) {
                LEAF => {
                    *self.nodes.note(node) = TAKEN;
                    let state = self.nodes.get(node).state.clone();
                    return Descent::Leaf(Visit { state, node, path });
                }
                TAKEN => return Descent::Met(path),
                block => {
                    let edge = self.choose(block, exploration, virtual_loss);
                    self.edges[edge as usize].flying += 1;
                    path.push(edge);
                    node = self.child(node, edge);
                }
            }
        }
        // Counted as visits, so that the next walk goes elsewhere.
        self.back_up(&path, |edge| edge.visits += 1);
        Descent::Lost
    }

    /// The state that an edge leads to.
    fn child(&mut self, node: u32, edge: u32) -> u32 {
        let child = self.edges[edge as usize].child;
        if child != UNMADE {
            return child;
        }
        let mv = Move((edge as usize % self.nodes.puzzle.move_count()) as u8);
        let (child, _) = self.nodes.meet(self.nodes.child(node, mv), LEAF);
        self.edges[edge as usize].child = child;
        child
    }

    /// The edge of a state that maximises U + Q.
    fn choose(&self, block: u32, exploration: f32, virtual_loss: f32) -> u32 {
        let first = block as usize * self.nodes.puzzle.move_count();
        let edges = &self.edges[first..first + self.nodes.puzzle.move_count()];
        let visits: u64 = edges.iter().map(|e| u64::from(e.visits)).sum();
        let explore = exploration * (visits as f32).sqrt();
        let score = |e: &Edge| {
            let u = match self.published {
                Some(paper) => exploration * e.prior * paper.share(visits, e.visits),
                None => explore * e.prior / (1 + e.visits) as f32,
            };
            (u + e.best - virtual_loss * e.flying as f32, e.prior)
        };
        let mut best = (0, score(&edges[0]));
        for (i, edge) in edges.iter().enumerate().skip(1) {
            let score = score(edge);
            if score > best.1 {
                best = (i, score);
            }
        }
        (first + best.0) as u32
    }

    /// Ends a simulation: takes its virtual loss back and updates its edges.
    fn back_up(&mut self, path: &[u32], update: impl Fn(&mut Edge)) {
        for &edge in path {
            let edge = &mut self.edges[edge as usize];
            edge.flying -= 1;
            update(edge);
        }
    }

    /// Ends a simulation that came to nothing.
    pub fn abandon(&mut self, path: &[u32]) {
        self.back_up(path, |_| {});
    }

    /// Makes an expanded state of a leaf and backs up what is known now: its value by maximum, or
    /// with a `step` the best W of each state, less the step for the move to it. Returns the move to
    /// the goal if there is one; by the rules of a paper all children join the tree instead. `moves` has
    /// the prior of each move and its first W.
    pub fn expand(
        &mut self,
        visit: &Visit<P::State>,
        value: f32,
        moves: &[(f32, f32)],
        step: Option<f32>,
    ) -> Option<Move> {
        let first = self.edges.len();
        *self.nodes.note(visit.node) = (first / self.nodes.puzzle.move_count()) as u32;
        let puzzle = &self.nodes.puzzle;
        let edges = puzzle.moves().zip(moves).map(|(mv, &(prior, best))| {
            let allowed = puzzle.useful(&visit.state, mv);
            Edge {
                child: UNMADE,
                visits: 0,
                flying: 0,
                best: if allowed { best } else { f32::NEG_INFINITY },
                prior: if allowed { prior } else { 0.0 },
            }
        });
        self.edges.extend(edges);
        self.back_up(&visit.path, |edge| edge.visits += 1);
        match (step, visit.path.last()) {
            (Some(step), Some(&last)) => {
                // Nothing is won by going straight back, whatever W was promised there before.
                let last = Move((last as usize % self.nodes.puzzle.move_count()) as u8);
                if let Some(back) = self.nodes.puzzle.undo(last) {
                    self.edges[first + back.index()].best = f32::NEG_INFINITY;
                }
                self.recompute(&visit.path, step);
            }
            _ => {
                for &edge in &visit.path {
                    let edge = &mut self.edges[edge as usize];
                    edge.best = edge.best.max(value);
                }
            }
        }
        if self.published.is_some() {
            for edge in first..self.edges.len() {
                if self.edges[edge].best > f32::NEG_INFINITY {
                    self.child(visit.node, edge as u32);
                }
            }
            return None;
        }
        let puzzle = &self.nodes.puzzle;
        let solves = |&mv: &Move| {
            puzzle.allowed(&visit.state, mv) && puzzle.is_solved(&puzzle.apply(&visit.state, mv))
        };
        let goal = puzzle.moves().find(solves)?;
        self.nodes.meet(self.nodes.child(visit.node, goal), LEAF);
        Some(goal)
    }

    /// Recomputes W from the end of a simulation to its beginning: it falls as well as rises.
    fn recompute(&mut self, path: &[u32], step: f32) {
        for &edge in path.iter().rev() {
            let child = self.edges[edge as usize].child;
            let first = self.nodes.get(child).note as usize * self.nodes.puzzle.move_count();
            let after = self.edges[first..first + self.nodes.puzzle.move_count()]
                .iter()
                .map(|e| e.best);
            self.edges[edge as usize].best = after.fold(f32::NEG_INFINITY, f32::max) - step;
        }
    }

    /// Whether the shortest path may go from one state of the tree to another, a move away.
    pub fn joins(&self, one: u32, other: u32) -> bool {
        let expanded = |at| self.nodes.get(at).note < TAKEN;
        self.published.is_none() || expanded(one) || expanded(other)
    }

    /// The moves of a simulation.
    pub fn moves(&self, visit: &Visit<P::State>) -> impl Iterator<Item = Move> {
        // Edges come in blocks of all moves in order.
        let of = |&edge: &u32| Move((edge as usize % self.nodes.puzzle.move_count()) as u8);
        visit.path.iter().map(of)
    }

    /// Bytes held once `more` leaves are expanded, those of the final shortening included.
    pub fn bytes_with(&self, more: usize) -> usize {
        let moves = more * self.nodes.puzzle.move_count();
        // A walk makes one state, and the last one the goal; or expansion makes all children.
        let made = match self.published {
            Some(_) => moves,
            None => more + 1,
        };
        let states = self.nodes.len() + made;
        let way_back = size_of::<(u32, Move)>() + 2 * size_of::<u32>();
        let edges = grown(&self.edges, moves) + states * way_back;
        if self.edges.len() + moves >= TAKEN as usize {
            return usize::MAX;
        }
        self.nodes.bytes_with(made).saturating_add(edges)
    }
}
