//! The order in which solutions are looked for, and the threads that do it.

use super::classes::axes;
use super::coordinates::TURNS;
use super::tables::Tables;
use super::walk::{LONGEST, Monitor, Part, SECOND_MOST, Walk};
use crate::limits::Stopped;
use crate::parallel;
use crate::search::run::Run;
use quarterturn_core::cube::{Cube3, Cube3Htm};
use quarterturn_core::notation::read_turns;
use quarterturn_core::search::View;
use quarterturn_core::{Move, Puzzle};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Turns tried between two looks at the limits.
const PATIENCE: usize = 1 << 12;

/// Turns of phase one before a tail, at least. Nearly no phase one is shorter.
const LEAST: usize = 7;

/// Where a hunt is: it can be stopped and go on later.
#[derive(Clone, Debug)]
pub(crate) struct Hunt {
    /// The views that differ.
    views: Vec<(View, Cube3)>,
    /// The next piece of work, by its number.
    next: usize,
    /// A solution of that many half turns is enough.
    enough: usize,
    /// The longest solution, in half turns, that is worth finding. Anyone may lower it at any time.
    pub longest: Arc<AtomicUsize>,
}

impl Hunt {
    /// At the beginning.
    pub fn new(cube: &Cube3, enough: usize) -> Self {
        let mut views: Vec<(View, Cube3)> = Vec::new();
        for inverse in [false, true] {
            for frame in axes() {
                let view = View { frame, inverse };
                let seen = view.of(&Cube3Htm, cube);
                if views.iter().all(|(_, other)| *other != seen) {
                    views.push((view, seen));
                }
            }
        }
        Self {
            views,
            next: 0,
            enough,
            longest: Arc::new(AtomicUsize::new(LONGEST)),
        }
    }

    /// Goes on until a limit of the run ends it, a solution is enough, there is nothing more to try or that time since
    /// the start of the run is reached, which is [`Stopped::Time`] too.
    pub fn go<P: Puzzle<State = Cube3>>(
        &mut self,
        tables: &Tables,
        run: &mut Run<'_, P>,
        until: Duration,
    ) -> Result<(), Stopped> {
        self.longest.fetch_min(run.bound(), Relaxed);
        let before = run.counters.generated;
        let shared = Shared {
            hunt: self,
            until,
            next: AtomicUsize::new(self.next),
            undone: AtomicUsize::new(usize::MAX),
            tried: AtomicU64::new(before),
            enough: AtomicBool::new(false),
            stop: AtomicBool::new(false),
            run: Mutex::new((run, None)),
        };
        // Several threads would race for the first solution, and one has it in milliseconds.
        let threads = match self.enough {
            0 => rayon::current_num_threads(),
            _ => 1,
        };
        parallel::map(threads, &|_| shared.work(tables));
        let next = shared.next.into_inner().min(shared.undone.into_inner());
        let tried = shared.tried.into_inner();
        let (run, ended) = shared
            .run
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        run.counters.generated = tried;
        self.next = next;
        if let Some(stopped) = ended {
            return Err(stopped);
        }
        // All solutions of that length have been tried, with whatever phase two.
        let complete = self.longest.load(Relaxed) <= SECOND_MOST && run.length().is_some();
        run.optimal |= complete && run.puzzle.length_step() == 1 && !run.priced();
        run.length().map_or(Ok(()), |_| Err(Stopped::Solved))
    }
}

/// The nth piece of work: solutions with few turns outside of phase two come first, and of these those without a tail.
/// Also the number of its view.
fn part(nth: usize, views: usize) -> (Part, usize) {
    let (mut outside, mut rest) = (0, nth / (TURNS * views));
    let tails = |outside: usize| 1 + outside.saturating_sub(LEAST);
    while rest >= tails(outside) {
        rest -= tails(outside);
        outside += 1;
    }
    let part = Part {
        first: outside - rest,
        tail: rest,
        turn: nth % TURNS,
    };
    (part, nth / TURNS % views)
}

/// What the threads share.
struct Shared<'a, 'r, 'l, P: Puzzle> {
    hunt: &'a Hunt,
    until: Duration,
    next: AtomicUsize,
    /// The first piece of work that was begun and not ended.
    undone: AtomicUsize,
    tried: AtomicU64,
    /// Whether a solution is short enough. The search then ends when it next looks at the limits: cubes near the goal
    /// have far shorter solutions than the first.
    enough: AtomicBool,
    stop: AtomicBool,
    /// With the reason that ended it.
    run: Mutex<(&'r mut Run<'l, P>, Option<Stopped>)>,
}

impl<'r, 'l, P: Puzzle<State = Cube3>> Shared<'_, 'r, 'l, P> {
    /// Takes pieces of work until there are no more.
    fn work(&self, tables: &Tables) {
        let guide = Seeker {
            shared: self,
            view: self.hunt.views[0].0,
            tried: 0,
        };
        let mut walk = Walk::new(tables, guide);
        while !self.stop.load(Relaxed) {
            let piece = self.next.fetch_add(1, Relaxed);
            let (part, nth) = part(piece, self.hunt.views.len());
            if part.first + part.tail > self.hunt.longest.load(Relaxed).min(LONGEST) {
                break;
            }
            let (view, cube) = &self.hunt.views[nth];
            walk.guide.view = *view;
            if !walk.go(cube, part) {
                self.undone.fetch_min(piece, Relaxed);
            }
        }
        walk.guide.report();
    }

    fn locked(&self) -> MutexGuard<'_, (&'r mut Run<'l, P>, Option<Stopped>)> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn end(&self, stopped: Stopped) {
        self.locked().1.get_or_insert(stopped);
        self.stop.store(true, Relaxed);
    }
}

/// A thread of the hunt.
struct Seeker<'a, 'b, 'r, 'l, P: Puzzle> {
    shared: &'a Shared<'b, 'r, 'l, P>,
    view: View,
    /// Turns that are not reported yet.
    tried: usize,
}

impl<P: Puzzle<State = Cube3>> Seeker<'_, '_, '_, '_, P> {
    /// Reports what was tried, and looks at the limits.
    fn report(&mut self) {
        let tried = std::mem::take(&mut self.tried) as u64;
        let all = self.shared.tried.fetch_add(tried, Relaxed) + tried;
        let ended = {
            let run = self.shared.locked();
            let over = run.0.watch.elapsed() >= self.shared.until;
            let over = over.then_some(Stopped::Time).map_or(Ok(()), Err);
            let enough = self.shared.enough.load(Relaxed).then_some(Stopped::Solved);
            run.0
                .check_at(all)
                .and(over)
                .and(enough.map_or(Ok(()), Err))
        };
        if let Err(stopped) = ended {
            self.shared.end(stopped);
        }
    }
}

impl<P: Puzzle<State = Cube3>> Monitor for Seeker<'_, '_, '_, '_, P> {
    #[inline]
    fn longest(&self) -> usize {
        self.shared.hunt.longest.load(Relaxed)
    }

    #[inline]
    fn tried(&mut self, turns: usize) -> bool {
        self.tried += turns;
        if self.tried >= PATIENCE {
            self.report();
        }
        !self.shared.stop.load(Relaxed)
    }

    fn found(&mut self, turns: &[Move]) -> bool {
        let (hunt, length) = (self.shared.hunt, turns.len());
        let mut turns = turns.to_vec();
        self.view.restore(&Cube3Htm, &mut turns);
        let names: Vec<&str> = turns.iter().map(|&mv| Cube3Htm.move_name(mv)).collect();
        let taken = {
            let mut run = self.shared.locked();
            if length > hunt.longest.load(Relaxed) {
                return true;
            }
            // A solution in the puzzle's own moves, which may be more.
            let moves = read_turns(run.0.puzzle, &names.join(" ")).collect::<Result<Vec<_>, _>>();
            moves.map_or(Err(Stopped::Wrong), |moves| run.0.collect(moves))
        };
        hunt.longest.fetch_min(length.saturating_sub(1), Relaxed);
        match taken {
            Err(stopped) => self.shared.end(stopped),
            Ok(()) if length <= hunt.enough => self.shared.enough.store(true, Relaxed),
            Ok(()) => {}
        }
        !self.shared.stop.load(Relaxed)
    }
}
