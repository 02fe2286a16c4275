//! Many states at once.

use super::{Answer, SolveError, Solver};
use crate::limits::Limits;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

impl Solver {
    /// Solves many states, in their order, one on each core at a time: a search by itself does not
    /// keep all cores busy. A memory limit is shared out among them.
    ///
    /// Where the cancel flag is set, the states that are left come back unsolved at once.
    ///
    /// # Panics
    /// When the system does not give a thread.
    pub fn solve_many<S: AsRef<str> + Sync>(
        &self,
        states: &[S],
    ) -> Vec<Result<Answer, SolveError>> {
        // Once, on all cores.
        self.prepare();
        let workers = rayon::current_num_threads().min(states.len()).max(1);
        let limits = Limits {
            memory: self.limits.memory.map(|bytes| bytes / workers),
            ..self.limits.clone()
        };
        if workers == 1 {
            // Where there are no threads, as in a browser, none may be asked for.
            let solve = |state: &S| self.read(state.as_ref())?.solve(&limits);
            return states.iter().map(solve).collect();
        }
        let next = AtomicUsize::new(0);
        let answers: Vec<Mutex<Option<_>>> = states.iter().map(|_| Mutex::default()).collect();
        let work = || {
            // Searches run on the pool that they are started in: here one of a single thread.
            let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
            let pool = pool.expect("a thread");
            loop {
                let at = next.fetch_add(1, Ordering::Relaxed);
                let Some(state) = states.get(at) else { return };
                let mut answer = pool.install(|| self.read(state.as_ref())?.solve(&limits));
                if let Ok(answer) = &mut answer {
                    // One memory for all counts what all of them found there.
                    answer.remembered = None;
                }
                *answers[at].lock().expect("nobody has panicked") = Some(answer);
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(work);
            }
        });
        let answers = answers.into_iter().map(|place| {
            let answer = place.into_inner().expect("nobody has panicked");
            answer.expect("every state has been taken")
        });
        answers.collect()
    }
}
