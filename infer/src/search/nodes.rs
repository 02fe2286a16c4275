//! The states a search remembers with the way to them: an arena and an index of four bytes a slot.

use crate::costs::MoveCosts;
use quarterturn_core::{Move, Puzzle};
use std::sync::Arc;

/// A state in the arena and the step that led to it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<S, T> {
    pub state: S,
    parent: u32,
    /// Of the cheapest path known, in units of 1/1024.
    pub cost: u32,
    /// Moves from the root along that path.
    pub depth: u16,
    /// The last move of that path; meaningless for the root.
    pub mv: Move,
    /// What the search notes about the state.
    pub note: T,
}

/// What became of a state that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// It was not known.
    New,
    /// It was known by a dearer path, which has been replaced.
    Cheaper,
    /// It was known by a path as cheap.
    Known,
}

/// States by number, in the order in which they were met; the root is number 0.
pub(super) struct Nodes<P: Puzzle, T> {
    nodes: Vec<Node<P::State, T>>,
    costs: Arc<MoveCosts>,
    /// Open addressing; `FREE` marks an empty slot. The arena holds the keys.
    slots: Vec<u32>,
}

const FREE: u32 = u32::MAX;
/// Most states an arena can number.
const MOST: usize = FREE as usize;

impl<P: Puzzle, T: Copy> Nodes<P, T> {
    /// An arena that holds the root alone, for moves of these costs.
    pub fn new(root: P::State, note: T, costs: Arc<MoveCosts>) -> Self {
        let mut nodes = Self {
            nodes: Vec::new(),
            costs,
            slots: vec![FREE; 64],
        };
        nodes.meet(root, None, note);
        nodes
    }

    /// Number of states.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A state by its number.
    pub fn get(&self, at: u32) -> &Node<P::State, T> {
        &self.nodes[at as usize]
    }

    /// The note about a state.
    pub fn note(&mut self, at: u32) -> &mut T {
        &mut self.nodes[at as usize].note
    }

    /// The number of a state.
    pub fn find(&self, state: &P::State) -> Option<u32> {
        let at = self.slots[self.slot(state)];
        (at != FREE).then_some(at)
    }

    /// Offers a state reached by a move from another one; keeps the cheaper of two paths to it.
    ///
    /// Paths never run in circles: moves cost something and the costs of states only fall, so a
    /// parent stays cheaper than its child. Both may be cheaper, and where moves differ in cost
    /// also deeper, than they say until the states before them are met again.
    ///
    /// # Panics
    /// When the move is forbidden.
    pub fn meet(&mut self, state: P::State, step: Option<(u32, Move)>, note: T) -> (u32, Met) {
        let (parent, mv) = step.unwrap_or((FREE, Move(0)));
        let (cost, depth) = step.map_or((0, 0), |(parent, mv)| {
            let (from, price) = (self.get(parent), self.costs.of(mv));
            let cost = from.cost.saturating_add(price.expect("an allowed move"));
            (cost, from.depth + 1)
        });
        if (self.nodes.len() + 1) * 8 > self.slots.len() * 5 {
            self.grow();
        }
        let slot = self.slot(&state);
        match self.slots[slot] {
            FREE => {
                let at = self.nodes.len() as u32;
                self.slots[slot] = at;
                self.nodes.push(Node {
                    state,
                    parent,
                    cost,
                    depth,
                    mv,
                    note,
                });
                (at, Met::New)
            }
            at => {
                let node = &mut self.nodes[at as usize];
                if node.cost <= cost {
                    return (at, Met::Known);
                }
                (node.parent, node.cost, node.depth, node.mv) = (parent, cost, depth, mv);
                (at, Met::Cheaper)
            }
        }
    }

    /// The moves from the root to a state.
    pub fn path(&self, mut at: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while self.get(at).parent != FREE {
            moves.push(self.get(at).mv);
            at = self.get(at).parent;
        }
        moves.reverse();
        moves
    }

    /// Bytes held once `more` states are added; beyond all memory when they cannot be numbered.
    pub fn bytes_with(&self, more: usize) -> usize {
        let len = self.nodes.len() + more;
        if len >= MOST {
            return usize::MAX;
        }
        let mut slots = self.slots.len();
        while len * 8 > slots * 5 {
            slots *= 2;
        }
        grown(&self.nodes, more) + slots * size_of::<u32>()
    }

    /// The slot that holds a state or where it belongs.
    fn slot(&self, state: &P::State) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = P::key(state) as usize & mask;
        loop {
            match self.slots[slot] {
                FREE => return slot,
                at if self.nodes[at as usize].state == *state => return slot,
                _ => slot = (slot + 1) & mask,
            }
        }
    }

    fn grow(&mut self) {
        self.slots = vec![FREE; self.slots.len() * 2];
        for at in 0..self.nodes.len() {
            let slot = self.slot(&self.nodes[at].state);
            self.slots[slot] = at as u32;
        }
    }
}

/// Bytes a vector holds once `more` elements are added.
pub(super) fn grown<T>(vec: &Vec<T>, more: usize) -> usize {
    let (len, capacity) = (vec.len() + more, vec.capacity());
    let capacity = if len > capacity {
        len.max(2 * capacity)
    } else {
        capacity
    };
    capacity * size_of::<T>()
}
