//! The tree of a Monte Carlo tree search. A state that is reached twice is there once, so it is a
//! graph, and a simulation may run in circles until the virtual loss drives it out.

use crate::costs::MoveCosts;
use crate::search::nodes::{Met, Nodes, grown};
use quarterturn_core::{Move, Puzzle};

/// Most moves of a simulation.
const LONGEST: usize = 1000;

/// The note of a state that has not been expanded.
const LEAF: u32 = u32::MAX;
/// The note of a leaf that is being evaluated.
const TAKEN: u32 = u32::MAX - 1;

/// What a state remembers about one of its moves.
#[derive(Clone, Copy, Debug)]
struct Edge {
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
    path: Vec<u32>,
}

impl<S> Visit<S> {
    /// Bytes held for one, with what the network says about it.
    pub fn bytes<P: Puzzle>() -> usize {
        size_of::<Self>() + 2 * size_of::<S>() + 64 * size_of::<u32>() + 8 * P::MOVES
    }
}

/// How a walk from the root ends.
pub(super) enum Descent<S> {
    /// At a leaf, which it takes.
    Leaf(Visit<S>),
    /// At a leaf that is taken.
    Met,
    /// Nowhere, after too many moves.
    Lost,
}

/// The states met, and what the expanded ones remember.
pub(super) struct Tree<P: Puzzle> {
    /// The note is the number of the state's first edge in units of `MOVES`.
    pub nodes: Nodes<P, u32>,
    edges: Vec<Edge>,
}

impl<P: Puzzle> Tree<P> {
    /// A tree of the root alone.
    pub fn new(root: P::State) -> Self {
        Self {
            nodes: Nodes::new(root, LEAF, MoveCosts::unit::<P>().into()),
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
                    let state = self.nodes.get(node).state;
                    return Descent::Leaf(Visit { state, node, path });
                }
                TAKEN => {
                    self.land(&path, |_| {});
                    return Descent::Met;
                }
                block => {
                    let edge = self.choose(block, exploration, virtual_loss);
                    self.edges[edge as usize].flying += 1;
                    path.push(edge);
                    node = self.edges[edge as usize].child;
                }
            }
        }
        // Counted as visits, so that the next walk goes elsewhere.
        self.land(&path, |edge| edge.visits += 1);
        Descent::Lost
    }

    /// The edge of a state that maximises U + Q.
    fn choose(&self, block: u32, exploration: f32, virtual_loss: f32) -> u32 {
        let first = block as usize * P::MOVES;
        let edges = &self.edges[first..first + P::MOVES];
        let visits: u64 = edges.iter().map(|e| u64::from(e.visits)).sum();
        let explore = exploration * (visits as f32).sqrt();
        let score = |e: &Edge| {
            let u = explore * e.prior / (1 + e.visits) as f32;
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
    fn land(&mut self, path: &[u32], update: impl Fn(&mut Edge)) {
        for &edge in path {
            let edge = &mut self.edges[edge as usize];
            edge.flying -= 1;
            update(edge);
        }
    }

    /// Adds the children of a leaf and backs its value up. Returns the move to the goal if that is
    /// one of the children. `priors` has a place for each move.
    pub fn expand(&mut self, visit: &Visit<P::State>, value: f32, priors: &[f32]) -> Option<Move> {
        let mut goal = None;
        *self.nodes.note(visit.node) = (self.edges.len() / P::MOVES) as u32;
        for (mv, &prior) in P::moves().zip(priors) {
            let state = P::apply(&visit.state, mv);
            let (child, met) = self.nodes.meet(state, Some((visit.node, mv)), LEAF);
            if met == Met::New && P::is_solved(&state) {
                goal = Some(mv);
            }
            self.edges.push(Edge {
                child,
                visits: 0,
                flying: 0,
                best: value,
                prior,
            });
        }
        self.land(&visit.path, |edge| {
            edge.best = edge.best.max(value);
            edge.visits += 1;
        });
        goal
    }

    /// The moves of a simulation.
    pub fn moves(&self, visit: &Visit<P::State>) -> impl Iterator<Item = Move> {
        // Edges come in blocks of all moves in order.
        let of = |&edge: &u32| Move((edge as usize % P::MOVES) as u8);
        visit.path.iter().map(of)
    }

    /// Bytes held once `more` leaves are expanded, those of the final shortening included.
    pub fn bytes_with(&self, more: usize) -> usize {
        let children = more * P::MOVES;
        let states = self.nodes.len() + children;
        let edges = grown(&self.edges, children) + states * size_of::<(u32, Move)>();
        if self.edges.len() + children >= TAKEN as usize {
            return usize::MAX;
        }
        self.nodes.bytes_with(children).saturating_add(edges)
    }
}
