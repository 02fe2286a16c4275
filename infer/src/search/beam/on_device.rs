//! The beam on a device: the loop over depths, its limits and its answer. What happens within a layer is
//! the backend's work; see [`crate::eval::layers`].

use super::{Beam, Rank, Search, TYPICAL_DEPTH};
use crate::eval::layers::{Beams, Interrupted, Meeting};
use crate::eval::{Device, Evaluator, Unfit, backend};
use crate::limits::{Limits, Stopped};
use crate::outcome::Outcome;
use crate::puzzles::{Places, Text};
use crate::search::ball::Ball;
use crate::search::run::{Run, run};
use quarterturn_core::net::format;
use quarterturn_core::{Move, Puzzle};
use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

/// Most states of a layer: a step of the history has four bytes.
const WIDEST: usize = 1 << 23;

/// A puzzle and a network on a device, for beams of any width.
pub struct There<S> {
    places: Places<S>,
    beams: Arc<dyn Beams>,
    /// The same with the edge of the ball that beams end at, by its radius, once it is there.
    edged: Mutex<Option<(usize, Arc<dyn Beams>)>>,
}

impl<S> fmt::Debug for There<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("There")
            .field("places", &self.places)
            .finish_non_exhaustive()
    }
}

impl<S> There<S> {
    /// A puzzle with the network of a weight file; none where beams stay on the processor: on the device
    /// `cpu` and on several devices, for puzzles that are not symbols at places, for float networks and those
    /// without a value.
    ///
    /// # Errors
    /// [`Unfit`] when the device is not there or the bytes are no weight file.
    pub fn load<P: Text<State = S>>(
        puzzle: &P,
        bytes: &[u8],
        device: Device,
    ) -> Result<Option<Arc<Self>>, Unfit> {
        // One beam has one memory.
        let one = device != Device::Cpu && device.each().len() == 1;
        if !one || format::kind(bytes) == Some(format::KIND_FLOAT) {
            return Ok(None);
        }
        let Some(places) = puzzle.places() else {
            return Ok(None);
        };
        let start = (places.symbols)(&puzzle.start());
        let beams = backend::of(device)?.beams(&places.tables, &start, bytes, device)?;
        Ok(beams.map(|beams| {
            Arc::new(Self {
                places,
                beams,
                edged: Mutex::default(),
            })
        }))
    }

    /// What begins beams that end at the ball.
    fn beams(&self, ball: Option<&Ball>) -> Arc<dyn Beams> {
        let mut edged = self.edged.lock().unwrap_or_else(PoisonError::into_inner);
        let radius = ball.map_or(0, Ball::radius);
        if let Some((_, beams)) = edged.as_ref().filter(|(own, _)| *own == radius) {
            return beams.clone();
        }
        let Some((names, buckets)) = ball.and_then(Ball::rim) else {
            return self.beams.clone();
        };
        let beams = self.beams.edged(&names, buckets);
        *edged = Some((radius, beams.clone()));
        beams
    }
}

/// A beam whose states stay on a device. Where moves differ in cost, where the children kept
/// of a state are limited, or where another head ranks, it is the beam on the processor.
#[derive(Debug)]
pub struct OnDevice<P: Puzzle, E> {
    /// The settings, and the beam on the processor.
    pub beam: Beam<E>,
    /// Where it runs.
    pub there: Arc<There<P::State>>,
}

impl<P: Text, E: Evaluator<P>> Search<P> for OnDevice<P, E> {
    fn name(&self) -> &'static str {
        "beam"
    }

    fn run(&self, puzzle: &P, state: &P::State, limits: &Limits) -> Outcome {
        let split = self.beam.split < puzzle.move_count();
        let one_goal = puzzle.goal().is_some();
        if limits.costs.is_some() || split || self.beam.rank != Rank::Value || !one_goal {
            return self.beam.run(puzzle, state, limits);
        }
        run(puzzle, state, limits, |run| self.search(run))
    }
}

impl<P: Text, E: Evaluator<P>> OnDevice<P, E> {
    fn search(&self, run: &mut Run<'_, P>) -> Result<(), Stopped> {
        let ball = match &self.beam.ball {
            Some(nearby) => nearby.get(run)?,
            None => None,
        };
        if let Some(way) = ball.and_then(|ball| ball.way(run.puzzle, &run.root)) {
            return run.offer(way);
        }
        let radius = ball.map_or(0, Ball::radius);
        let goal = run.puzzle.goal().ok_or(Stopped::Unfit)?;
        let beams = self.there.beams(ball);
        let room = self.room(&*beams, run)?;
        let root = (self.there.places.symbols)(&run.root);
        let goal = run.puzzle.key(&goal);
        let watch = run.watch;
        let due = || watch.due().is_err();
        let why = |Interrupted| watch.due().err().unwrap_or(Stopped::Cancelled);
        let size = [room.width, room.candidates];
        let mut beam = beams.begin(&root, goal, size, &due).map_err(why)?;
        run.counters.evaluated += 1;
        let last = run.bound().saturating_sub(radius);
        for depth in 1..=last {
            run.check()?;
            let expanded = beam.states();
            let made = beam.expand(&due).map_err(why)?;
            run.counters.expanded += expanded as u64;
            run.counters.generated += made as u64;
            if let Some(end) = self.end(run.puzzle, ball, &beam.meetings()) {
                let path = beam.path(end.child).into_iter().map(Move);
                return run.offer(path.chain(end.way).collect());
            }
            if radius > 0 && depth == last {
                // By the ball, all solutions from here are too long.
                break;
            }
            run.counters.evaluated += beam.advance(&due).map_err(why)? as u64;
            if beam.states() == 0 {
                break;
            }
            run.hold_for_good(room.bytes + depth * beams.step_bytes(room.width))?;
        }
        run.settle()
    }

    /// The first child that is the goal, else the first from which the ball knows a way.
    fn end(&self, puzzle: &P, ball: Option<&Ball>, met: &[Meeting]) -> Option<End> {
        let states = met.iter().map(|Meeting { child, symbols }| {
            let state = (self.there.places.state)(symbols);
            (*child, state)
        });
        let mut solved = states.clone().filter(|(_, state)| puzzle.is_solved(state));
        if let Some((child, _)) = solved.next() {
            let way = Vec::new();
            return Some(End { child, way });
        }
        let ball = ball?;
        let mut ends = states.filter_map(|(child, state)| {
            let near = ball.may_end(puzzle.key(&state));
            let way = near.then(|| ball.way_of(puzzle, &state, ball.radius()))??;
            Some(End { child, way })
        });
        ends.next()
    }

    /// The widest beam up to the one asked for that the memory limit allows.
    fn room(&self, beams: &dyn Beams, run: &mut Run<'_, P>) -> Result<Room, Stopped> {
        let moves = run.puzzle.move_count();
        let shortlist = if self.beam.evaluator.heads().q {
            self.beam.shortlist
        } else {
            moves as f32
        };
        let of_width = |width: usize| {
            let candidates = (width as f64 * f64::from(shortlist)) as usize;
            let candidates = candidates.clamp(1, width * moves);
            Room {
                width,
                candidates,
                bytes: beams.bytes(width, candidates),
            }
        };
        let mut room = of_width(self.beam.width.clamp(1, WIDEST));
        let depths = run.bound().min(TYPICAL_DEPTH);
        let whole = |room: &Room| room.bytes + depths * beams.step_bytes(room.width);
        let limit = run.room();
        while limit.is_some_and(|limit| whole(&room) > limit) {
            if room.width == 1 {
                return Err(Stopped::Memory);
            }
            room = of_width(room.width - room.width.div_ceil(16));
        }
        run.narrowed = (room.width < self.beam.width).then_some(room.width);
        run.hold_for_good(room.bytes)?;
        Ok(room)
    }
}

/// A child at which the search ends, and the way from there.
struct End {
    child: usize,
    way: Vec<Move>,
}

/// How wide a search is and what it holds on the device.
struct Room {
    width: usize,
    candidates: usize,
    bytes: usize,
}
