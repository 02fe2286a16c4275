//! The states of one depth, as columns.

use super::column::Column;
use super::cut::{Cut, NEVER};
use super::seen::{SLICE, Seen};
use crate::limits::{Stopped, Watch};
use crate::parallel;
use crate::search::ball::Ball;
use quarterturn_core::{Move, Puzzle};

/// How a state was reached: its parent's place in the layer before, and the move. Four bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Step(u32);

impl Step {
    const MOVES: u32 = 256;
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
    puzzle: P,
    pub states: Column<P::State>,
    pub steps: Column<Step>,
    pub rank: Column<i32>,
    pub guide: Column<i32>,
    pub keys: Column<u64>,
    /// Places of states that are solved.
    pub goals: Vec<usize>,
    fresh: Column<bool>,
    places: Column<u32>,
    spare: Spare<P::State>,
}

/// Room for the columns of a slice.
struct Spare<S> {
    states: Column<S>,
    steps: Column<Step>,
    rank: Column<i32>,
}

impl<P: Puzzle> Layer<P> {
    /// An empty layer with room for `states` states, of which at most `scored` get a guide.
    pub fn with_room(puzzle: &P, states: usize, scored: usize) -> Self {
        Self {
            puzzle: puzzle.clone(),
            states: Column::within(Vec::with_capacity(states)),
            steps: Column::within(Vec::with_capacity(states)),
            rank: Column::within(vec![0; states]),
            guide: Column::within(vec![0; scored * puzzle.move_count()]),
            keys: Column::within(Vec::new()),
            goals: Vec::new(),
            fresh: Column::within(Vec::new()),
            places: Column::within(Vec::with_capacity(states)),
            spare: Spare {
                states: Column::within(Vec::new()),
                steps: Column::within(Vec::new()),
                rank: Column::within(Vec::new()),
            },
        }
    }

    /// Bytes of a beam of `width` states and its children, of which `made` are made and `scored`
    /// get a guide.
    pub fn bytes(puzzle: &P, width: usize, made: usize, scored: usize) -> usize {
        let guide = puzzle.move_count() * size_of::<i32>();
        let scratch = (width + made) * size_of::<u32>();
        let told_apart = made * (size_of::<u64>() + size_of::<bool>());
        // A state's columns, the guide apart.
        let row = puzzle.state_bytes() + size_of::<Step>() + size_of::<i32>();
        let moved = made.min(SLICE) * row;
        (width + made) * row + (width + scored) * guide + told_apart + moved + scratch
    }

    /// Becomes a layer of one state that was not reached by a move.
    pub fn start(&mut self, state: P::State) {
        self.states.push(state);
        self.rank.push(0);
    }

    /// Empties all columns.
    fn clear(&mut self) {
        self.states.truncate(0);
        self.steps.truncate(0);
        self.rank.truncate(0);
        self.guide.truncate(0);
        self.keys.truncate(0);
        self.goals.clear();
    }

    /// Fills `children` with the `count` children of lowest score. Their rank is their score; they
    /// have no guide yet.
    pub fn expand(
        &self,
        count: usize,
        children: &mut Self,
        watch: Watch<'_>,
    ) -> Result<(), Stopped> {
        let cut = Cut::new(&self.guide, count, watch)?;
        cut.places(&self.guide, &mut children.places, watch)?;
        children.clear();
        let Self {
            states,
            steps,
            rank,
            keys,
            goals,
            places,
            ..
        } = children;
        let (puzzle, moves) = (&self.puzzle, self.puzzle.move_count());
        keys.reserve(states.room());
        for places in places.chunks(SLICE) {
            watch.due()?;
            let from = steps.len();
            steps.extend(places.len(), Step(0), &|at, steps| {
                for (step, &place) in steps.iter_mut().zip(&places[at..]) {
                    let (parent, mv) = (place as usize / moves, place as usize % moves);
                    *step = Step::new(parent, Move(mv as u8));
                }
            });
            rank.pick(&self.guide, places);
            let made = &steps[from..];
            states.extend(made.len(), self.states[0].clone(), &|at, states| {
                for (state, step) in states.iter_mut().zip(&made[at..]) {
                    *state = puzzle.apply(&self.states[step.parent()], step.mv());
                }
            });
            let made = &states[from..];
            keys.extend(made.len(), 0, &|at, keys| {
                for (key, state) in keys.iter_mut().zip(&made[at..]) {
                    *key = puzzle.key(state);
                }
            });
            goals.extend(parallel::gather(made.len(), &|part, goals| {
                let solved = part.filter(|&at| puzzle.is_solved(&made[at]));
                goals.extend(solved.map(|at| from + at));
            }));
        }
        Ok(())
    }

    /// The first state on the edge of a ball, by its place, and the way from it to the goal.
    pub fn meet(
        &self,
        ball: &Ball,
        watch: Watch<'_>,
    ) -> Result<Option<(usize, Vec<Move>)>, Stopped> {
        let way = |at: usize| {
            let near = ball.may_end(self.keys[at]);
            let way = || ball.way_of(&self.puzzle, &self.states[at], ball.radius());
            Some((at, near.then(way)??))
        };
        for from in (0..self.keys.len()).step_by(SLICE) {
            watch.due()?;
            let count = SLICE.min(self.keys.len() - from);
            let met = parallel::first(count, &|part| part.map(|at| from + at).find_map(way));
            if met.is_some() {
                return Ok(met);
            }
        }
        Ok(None)
    }

    /// Drops the states met before.
    pub fn drop_known(&mut self, seen: &mut Seen, watch: Watch<'_>) -> Result<(), Stopped> {
        seen.insert(&self.keys, &mut self.fresh, watch)?;
        // At once as much as any layer needs: what grows bit by bit is there twice while it moves.
        let room = self.states.room().min(SLICE);
        self.spare.states.reserve(room);
        self.spare.steps.reserve(room);
        self.spare.rank.reserve(room);
        let (spare, places, fresh) = (&mut self.spare, &mut self.places, &*self.fresh);
        let mut to = 0;
        for from in (0..fresh.len()).step_by(SLICE) {
            watch.due()?;
            let count = SLICE.min(fresh.len() - from);
            places.truncate(0);
            places.join(&parallel::parts(count, &|part| {
                let mut kept = Vec::with_capacity(part.len());
                let part = part.map(|at| from + at);
                kept.extend(part.filter(|&at| fresh[at]).map(|at| at as u32));
                kept
            }));
            if to + places.len() < from + count {
                self.states.move_to(to, places, &mut spare.states);
                self.steps.move_to(to, places, &mut spare.steps);
                self.rank.move_to(to, places, &mut spare.rank);
            }
            to += places.len();
        }
        self.states.truncate(to);
        self.steps.truncate(to);
        self.rank.truncate(to);
        Ok(())
    }

    /// Makes `best` the `width` states of lowest rank, in their order, with their guide if there
    /// is one.
    pub fn narrow(&self, width: usize, best: &mut Self, watch: Watch<'_>) -> Result<(), Stopped> {
        let cut = Cut::new(&self.rank, width, watch)?;
        cut.places(&self.rank, &mut best.places, watch)?;
        best.clear();
        let moves = self.puzzle.move_count();
        let Self {
            states,
            steps,
            rank,
            guide,
            places,
            ..
        } = best;
        for places in places.chunks(SLICE) {
            watch.due()?;
            states.pick(&self.states, places);
            steps.pick(&self.steps, places);
            rank.pick(&self.rank, places);
            if !self.guide.is_empty() {
                let made = guide.more(places.len() * moves, 0);
                parallel::rows(made, moves, &|at, rows| {
                    for (row, &i) in rows.chunks_exact_mut(moves).zip(&places[at..]) {
                        row.copy_from_slice(&self.guide[i as usize * moves..][..moves]);
                    }
                });
            }
        }
        Ok(())
    }
}

/// Removes children whose move is useless, or redundant after the move before it, from the scores
/// `[states][moves]`. `redundant` has a row for each move. The root has all moves that are allowed.
pub(super) fn mask<'a, P: Puzzle>(
    puzzle: &P,
    guide: &mut [i32],
    states: &[P::State],
    steps: &[Step],
    redundant: &(dyn Fn(Move) -> &'a [bool] + Sync),
) {
    let moves = puzzle.move_count();
    parallel::rows(guide, moves, &|at, rows| {
        let rows = rows.chunks_exact_mut(moves).zip(&states[at..]);
        for (i, (row, state)) in rows.enumerate() {
            if let Some(step) = steps.get(at + i) {
                for (score, &redundant) in row.iter_mut().zip(redundant(step.mv())) {
                    *score = if redundant { NEVER } else { *score };
                }
            }
            puzzle.useless(state, &mut |mv| row[mv.index()] = NEVER);
        }
    });
}
