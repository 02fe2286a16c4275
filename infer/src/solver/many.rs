//! Many states at once.

use super::{Answer, Request, RequestError, Solver};
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
    ) -> Vec<Result<Answer, RequestError>> {
        self.each(states.len(), &|nth, workers| {
            self.request(states[nth].as_ref())?.answer(workers)
        })
    }

    /// Runs many requests as [`Solver::solve_many`] solves many states. `tell` gets each answer when it is there, with its
    /// place in the list, on the thread that found it.
    ///
    /// # Panics
    /// When the system does not give a thread.
    pub fn run_many(
        &self,
        requests: &[Request<'_>],
        tell: impl Fn(usize, Result<Answer, RequestError>) + Sync,
    ) {
        self.each(requests.len(), &|nth, workers| {
            tell(nth, requests[nth].clone().answer(workers));
        });
    }

    /// The results of `solve` for each of `0..count`, which also gets the number of those that work at a time.
    fn each<T: Send>(&self, count: usize, solve: &(dyn Fn(usize, usize) -> T + Sync)) -> Vec<T> {
        // Once, on all cores.
        self.prepare();
        let _running = self.begin();
        let workers = workers(count);
        on_all_cores(workers, count, &|nth| solve(nth, workers))
    }
}

/// Threads for that many states.
fn workers(states: usize) -> usize {
    rayon::current_num_threads().min(states).max(1)
}

/// The results of `solve` for each of `0..count`, in order. Each of the workers has a core.
fn on_all_cores<T: Send>(
    workers: usize,
    count: usize,
    solve: &(dyn Fn(usize) -> T + Sync),
) -> Vec<T> {
    if workers == 1 {
        // Where there are no threads, as in a browser, none may be asked for.
        return (0..count).map(solve).collect();
    }
    let next = AtomicUsize::new(0);
    let answers: Vec<Mutex<Option<T>>> = (0..count).map(|_| Mutex::default()).collect();
    let work = || {
        // Searches run on the pool that they are started in: here one of a single thread.
        let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build();
        let pool = pool.expect("a thread");
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(place) = answers.get(at) else { return };
            let answer = pool.install(|| solve(at));
            *place.lock().expect("nobody has panicked") = Some(answer);
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
