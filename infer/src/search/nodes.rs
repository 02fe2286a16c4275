//! The states that a search remembers, with the path to each: an arena, and an index of five bytes a slot.
//!
//! The index is in shards, which grow one at a time. A single table of millions would stop the search for
//! seconds when it doubles, and hold the old and the new table at once.

use crate::costs::MoveCosts;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
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

/// What a move makes of a state in the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Child<S> {
    pub state: S,
    key: u64,
    parent: u32,
    mv: Move,
    /// Its number, if it was known when it was made.
    known: Option<u32>,
}

/// The result of offering a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Met {
    /// It was not known.
    New,
    /// It was known by a more expensive path, which has been replaced.
    Cheaper,
    /// It was known by a path as cheap.
    Known,
}

/// States by number, in the order in which they were met; the root is number 0.
pub(super) struct Nodes<P: Puzzle, T> {
    pub puzzle: P,
    nodes: Vec<Node<P::State, T>>,
    costs: Arc<MoveCosts>,
    /// Their numbers, by the keys of the states; the arena holds those.
    index: Vec<HashTable<u32>>,
}

/// Tables of an index.
const SHARDS: usize = 256;

/// By bits that a table does not look at.
fn shard_of(key: u64) -> usize {
    (key >> 40) as usize % SHARDS
}

/// The parent of the root, and one more than the states that an arena can number.
const NONE: u32 = u32::MAX;

impl<P: Puzzle, T: Copy> Nodes<P, T> {
    /// An arena that holds the root alone, for moves of these costs.
    pub fn new(puzzle: &P, root: P::State, note: T, costs: Arc<MoveCosts>) -> Self {
        let key = puzzle.key(&root);
        let node = Node {
            state: root,
            parent: NONE,
            cost: 0,
            depth: 0,
            mv: Move(0),
            note,
        };
        let mut index = vec![HashTable::new(); SHARDS];
        index[shard_of(key)].insert_unique(key, 0, |_| key);
        Self {
            puzzle: puzzle.clone(),
            nodes: vec![node],
            costs,
            index,
        }
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
        self.find_key(self.puzzle.key(state), state)
    }

    fn find_key(&self, key: u64, state: &P::State) -> Option<u32> {
        let shard = &self.index[shard_of(key)];
        shard.find(key, |&at| self.get(at).state == *state).copied()
    }

    /// What a move makes of a state. Looking for it takes most of the time, and any number of threads
    /// may; only [`Nodes::meet`] must happen one after the other.
    pub fn child(&self, parent: u32, mv: Move) -> Child<P::State> {
        let state = self.puzzle.apply(&self.get(parent).state, mv);
        let key = self.puzzle.key(&state);
        Child {
            known: self.find_key(key, &state),
            state,
            key,
            parent,
            mv,
        }
    }

    /// Offers a child; keeps the cheaper of two paths to it.
    ///
    /// Paths never run in circles: moves cost something and the costs of states only fall, so a
    /// parent stays cheaper than its child. Both may be cheaper, and where moves differ in cost
    /// also deeper, than they say until the states before them are met again.
    ///
    /// # Panics
    /// When the move is forbidden.
    pub fn meet(&mut self, child: Child<P::State>, note: T) -> (u32, Met) {
        let Child { state, key, .. } = child;
        let (from, price) = (self.get(child.parent), self.costs.of(child.mv));
        let cost = from.cost.saturating_add(price.expect("an allowed move"));
        let depth = from.depth + 1;
        let (nodes, puzzle) = (&mut self.nodes, &self.puzzle);
        let known = child.known.ok_or_else(|| {
            let same = |&at: &u32| nodes[at as usize].state == state;
            let key_of = |&at: &u32| puzzle.key(&nodes[at as usize].state);
            self.index[shard_of(key)].entry(key, same, key_of)
        });
        let at = match known {
            Ok(at) => at,
            Err(Entry::Occupied(known)) => *known.get(),
            Err(Entry::Vacant(place)) => {
                let at = nodes.len() as u32;
                place.insert(at);
                nodes.push(Node {
                    state,
                    parent: child.parent,
                    cost,
                    depth,
                    mv: child.mv,
                    note,
                });
                return (at, Met::New);
            }
        };
        let node = &mut nodes[at as usize];
        if node.cost <= cost {
            return (at, Met::Known);
        }
        (node.parent, node.cost) = (child.parent, cost);
        (node.depth, node.mv) = (depth, child.mv);
        (at, Met::Cheaper)
    }

    /// The move that would lead straight back from a state; none from the root.
    pub fn way_back(&self, at: u32) -> Option<Move> {
        let undo = || self.puzzle.undo(self.get(at).mv);
        (at != 0).then(undo).flatten()
    }

    /// The moves from the root to a state.
    pub fn path(&self, mut at: u32) -> Vec<Move> {
        let mut moves = Vec::new();
        while self.get(at).parent != NONE {
            moves.push(self.get(at).mv);
            at = self.get(at).parent;
        }
        moves.reverse();
        moves
    }

    /// Bytes held once `more` states are added; beyond all memory when they cannot be numbered.
    pub fn bytes_with(&self, more: usize) -> usize {
        let len = self.nodes.len() + more;
        if len >= NONE as usize {
            return usize::MAX;
        }
        // Some shards are fuller than others. Seven of eight slots are filled before one doubles, and
        // then the old one is still there.
        let fullest = len / SHARDS + 4 * (len / SHARDS).isqrt() + 4;
        let slots = (fullest * 8 / 7 + 1).next_power_of_two();
        let shard = size_of::<HashTable<u32>>() + 16 + slots * (size_of::<u32>() + 1);
        grown(&self.nodes, more) + len * self.puzzle.heap_bytes() + (SHARDS + 1) * shard
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
