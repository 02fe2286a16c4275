//! The best path among the states around a solution (plan neighbourhood graph search; Nakhost and
//! Müller 2010).
//!
//! A search guided by estimates leaves detours in its solution, such as `B' B'` for `B2` or `U D U` for
//! `U2 D`. The states of the solution and those a few moves beside it are few. Among them Dijkstra's
//! algorithm finds the best path.

use crate::costs::MoveCosts;
use crate::limits::Stopped;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use quarterturn_core::{Move, Puzzle};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Moves tried between two looks at the limits.
const PATIENCE: usize = 1 << 10;

/// A move from one state to another, both by number.
#[derive(Clone, Copy)]
struct Edge {
    from: u32,
    to: u32,
    mv: Move,
}

/// The states of a solution and those around it, layer by layer.
pub(super) struct Neighbourhood<'a, P: Puzzle> {
    puzzle: &'a P,
    costs: &'a MoveCosts,
    states: Vec<P::State>,
    /// Their numbers, by their keys.
    numbers: HashTable<u32>,
    edges: Vec<Edge>,
    /// States whose moves were tried. The others are the outermost layer.
    tried: usize,
    /// The last state of the solution.
    goal: u32,
}

impl<'a, P: Puzzle> Neighbourhood<'a, P> {
    /// The states of the solution alone, without an edge.
    pub fn new(puzzle: &'a P, root: &P::State, solution: &[Move], costs: &'a MoveCosts) -> Self {
        let mut around = Self {
            puzzle,
            costs,
            states: Vec::new(),
            numbers: HashTable::new(),
            edges: Vec::new(),
            tried: 0,
            goal: 0,
        };
        let mut state = root.clone();
        around.goal = around.number(state.clone());
        for &mv in solution {
            state = puzzle.apply(&state, mv);
            around.goal = around.number(state.clone());
        }
        around
    }

    fn number(&mut self, state: P::State) -> u32 {
        let (puzzle, states) = (self.puzzle, &self.states);
        let same = |&nth: &u32| states[nth as usize] == state;
        let key = |&nth: &u32| puzzle.key(&states[nth as usize]);
        match self.numbers.entry(puzzle.key(&state), same, key) {
            Entry::Occupied(known) => *known.get(),
            Entry::Vacant(place) => {
                let number = states.len() as u32;
                place.insert(number);
                self.states.push(state);
                number
            }
        }
    }

    /// Number of moves to try for the next layer.
    pub fn ahead(&self) -> usize {
        (self.states.len() - self.tried) * self.puzzle.move_count()
    }

    /// Bytes held, with the lists that [`Neighbourhood::way`] makes.
    pub fn bytes(&self) -> usize {
        // A state, its place in the table, and what is known of it.
        let state = size_of::<P::State>() + self.puzzle.heap_bytes() + 64;
        self.states.capacity() * state + 2 * self.edges.capacity() * size_of::<Edge>()
    }

    /// Tries all moves of the outermost layer; `check` is called now and then with the number of bytes held.
    ///
    /// # Errors
    /// Those of `check`. What was found until then stays.
    pub fn grow(
        &mut self,
        check: &mut dyn FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<(), Stopped> {
        let (puzzle, costs) = (self.puzzle, self.costs);
        let (end, moves) = (self.states.len(), puzzle.move_count());
        let patience = (PATIENCE / moves.max(1)).max(1);
        while self.tried < end {
            if self.tried.is_multiple_of(patience) {
                check(self.bytes())?;
            }
            let (from, state) = (self.tried as u32, self.states[self.tried].clone());
            for mv in costs.allowed().filter(|&mv| puzzle.allowed(&state, mv)) {
                let to = self.number(puzzle.apply(&state, mv));
                self.edges.push(Edge { from, to, mv });
                // The others try their moves themselves.
                let back = puzzle.undo(mv).filter(|_| to as usize >= end);
                if let Some(mv) = back.filter(|&back| costs.of(back).is_some()) {
                    let (from, to) = (to, from);
                    self.edges.push(Edge { from, to, mv });
                }
            }
            self.tried += 1;
        }
        Ok(())
    }

    /// The cheapest path from the first state of the solution to its last, and the shortest of these.
    /// `None` before the first layer was tried.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn way(
        &self,
        check: &mut dyn FnMut(usize) -> Result<(), Stopped>,
    ) -> Result<Option<Vec<Move>>, Stopped> {
        // The edges by the state that they start from.
        let mut first = vec![0u32; self.states.len() + 1];
        self.edges
            .iter()
            .for_each(|edge| first[edge.from as usize + 1] += 1);
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let (mut order, mut next) = (vec![0u32; self.edges.len()], first.clone());
        for (nth, edge) in self.edges.iter().enumerate() {
            let place = &mut next[edge.from as usize];
            order[*place as usize] = nth as u32;
            *place += 1;
        }
        // By state: the cost and the length of the way there, and its last edge.
        let mut best = vec![((u64::MAX, 0), u32::MAX); self.states.len()];
        best[0].0 = (0, 0u32);
        let mut open = BinaryHeap::from([Reverse(((0, 0), 0))]);
        for popped in 0.. {
            let Some(Reverse((made, at))) = open.pop() else {
                break;
            };
            if usize::is_multiple_of(popped, PATIENCE) {
                check(self.bytes())?;
            }
            if at == self.goal {
                return Ok(Some(self.back(&best)));
            }
            if made > best[at as usize].0 {
                continue;
            }
            let places = first[at as usize] as usize..first[at as usize + 1] as usize;
            for &nth in &order[places] {
                let edge = self.edges[nth as usize];
                let price = self.costs.of(edge.mv).unwrap_or(u32::MAX);
                let made = (made.0 + u64::from(price), made.1 + 1);
                let known = &mut best[edge.to as usize];
                if made < known.0 {
                    *known = (made, nth);
                    open.push(Reverse((made, edge.to)));
                }
            }
        }
        Ok(None)
    }

    /// The moves to the last state, by the last edge of the way to each.
    fn back(&self, best: &[((u64, u32), u32)]) -> Vec<Move> {
        let (mut moves, mut at) = (Vec::new(), self.goal);
        while at != 0 {
            let edge = self.edges[best[at as usize].1 as usize];
            moves.push(edge.mv);
            at = edge.from;
        }
        moves.reverse();
        moves
    }
}

/// The solution without its detours: better and better paths among the states around it, each with at most
/// `most` moves tried. The solution itself if it has a forbidden move.
pub(super) fn straightened<P: Puzzle>(
    puzzle: &P,
    root: &P::State,
    mut solution: Vec<Move>,
    costs: &MoveCosts,
    most: usize,
) -> Vec<Move> {
    let worth = |moves: &[Move]| Some((costs.sum(moves)?, moves.len()));
    let patient = &mut |_: usize| Ok(());
    loop {
        let mut around = Neighbourhood::new(puzzle, root, &solution, costs);
        let mut left = most;
        while around.ahead() > 0 && around.ahead() <= left {
            left -= around.ahead();
            // It is never stopped.
            let _ = around.grow(patient);
        }
        match (around.way(patient), worth(&solution)) {
            (Ok(Some(way)), Some(known)) if worth(&way) < Some(known) => solution = way,
            _ => return solution,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use quarterturn_core::cube::{Cube3, Cube3Htm, Cube3Qtm};

    fn moves<P: Puzzle>(puzzle: &P, text: &str) -> Vec<Move> {
        let named = |name: &str| puzzle.moves().find(|&mv| puzzle.move_name(mv) == name);
        text.split_whitespace().filter_map(named).collect()
    }

    fn without_detours<P: Puzzle<State = Cube3>>(
        puzzle: &P,
        costs: &MoveCosts,
        text: &str,
    ) -> String {
        let solution = moves(puzzle, text);
        let back = solution.iter().rev().filter_map(|&mv| puzzle.undo(mv));
        let root = puzzle.apply_all(&Cube3::SOLVED, &back.collect::<Vec<_>>());
        let most = (solution.len() + 1) * puzzle.move_count();
        let way = straightened(puzzle, &root, solution, costs, most);
        assert!(puzzle.is_solved(&puzzle.apply_all(&root, &way)));
        let names: Vec<&str> = way.iter().map(|&mv| puzzle.move_name(mv)).collect();
        names.join(" ")
    }

    #[test]
    fn turns_of_one_face_become_one() {
        let unit = MoveCosts::unit(&Cube3Htm);
        for (detour, way) in [
            ("R R", "R2"),
            ("F F2", "F'"),
            ("U L L' B", "U B"),
            ("U D U", "U2 D"),
            ("F R2 F", "F R2 F"),
        ] {
            let mut straight: Vec<String> = without_detours(&Cube3Htm, &unit, detour)
                .split(' ')
                .map(Into::into)
                .collect();
            let mut expected: Vec<&str> = way.split(' ').collect();
            // Opposite faces commute.
            if detour == "U D U" {
                straight.sort();
                expected.sort();
            }
            assert_eq!(straight, expected, "{detour}");
        }
        let unit = MoveCosts::unit(&Cube3Qtm);
        assert_eq!(without_detours(&Cube3Qtm, &unit, "R R R U"), "R' U");
    }

    #[test]
    fn the_cheaper_way_need_not_be_the_shorter_one() {
        let costs = |text| MoveCosts::parse(&Cube3Htm, text).unwrap();
        let half = costs("half = 1.5");
        assert_eq!(without_detours(&Cube3Htm, &half, "B' B'"), "B2");
        let two_quarters = without_detours(&Cube3Htm, &costs("half = 3"), "U B2");
        assert!(
            ["U B B", "U B' B'"].contains(&&*two_quarters),
            "{two_quarters}"
        );
        let one_way = costs("moves.\"R'\" = inf\nmoves.R2 = inf");
        assert_eq!(without_detours(&Cube3Htm, &one_way, "R R R U"), "R R R U");
        // A forbidden move is nothing that a way around could be measured by.
        assert_eq!(without_detours(&Cube3Htm, &one_way, "R' U"), "R' U");
    }

    #[test]
    fn a_layer_is_tried_as_far_as_the_limits_let_it() {
        let unit = MoveCosts::unit(&Cube3Htm);
        let root = Cube3Htm.apply_all(&Cube3::SOLVED, &moves(&Cube3Htm, "R R"));
        let solution = moves(&Cube3Htm, "R' R'");
        let mut around = Neighbourhood::new(&Cube3Htm, &root, &solution, &unit);
        assert_eq!(
            (around.ahead(), around.way(&mut |_| Ok(()))),
            (3 * 18, Ok(None))
        );
        assert_eq!(around.grow(&mut |_| Err(Stopped::Time)), Err(Stopped::Time));
        assert_eq!(around.grow(&mut |_| Ok(())), Ok(()));
        assert_eq!(
            around.way(&mut |_| Ok(())),
            Ok(Some(moves(&Cube3Htm, "R2")))
        );
        assert_eq!(around.way(&mut |_| Err(Stopped::Time)), Err(Stopped::Time));
        let layer = around.ahead() / 18;
        assert!((3 * 13..=3 * 18).contains(&layer), "{layer}");
    }
}
