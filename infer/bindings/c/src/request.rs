//! How to solve a state.

use crate::failure::{Failure, c_text};
use crate::given::text;
use quarterturn::Solver;
use quarterturn::solver::{self, BuildError, RequestError, Settings};
use std::ffi::{c_char, c_void};
use std::sync::atomic::{AtomicBool, AtomicPtr, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// `struct quarterturn_host_flag`.
#[derive(Debug, Default)]
pub struct Flag(pub Arc<AtomicBool>);

/// `struct quarterturn_host_request`.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct Request {
    size: usize,
    settings: *const c_char,
    target: *const c_char,
    flag: *const Flag,
    user: *mut c_void,
    better: Option<unsafe extern "C" fn(*mut c_void, f64, u32, *const c_char)>,
    progress: Option<unsafe extern "C" fn(*mut c_void, f64, f64, u64)>,
}

/// Whoever holds it calls a function of C's: one at a time, also where many states are searched at once.
pub type Turn = Arc<Mutex<()>>;

impl Request {
    /// The library's request to solve a state.
    ///
    /// # Safety
    /// The state and the fields are what the header says.
    pub unsafe fn of<'a>(
        &self,
        solver: &'a Solver,
        state: *const c_char,
        turn: &Turn,
    ) -> Result<solver::Request<'a>, Failure> {
        // SAFETY: null or texts of C.
        let [state, settings, target] =
            [state, self.settings, self.target].map(|given| unsafe { text(given) });
        let state = state?.ok_or_else(|| Failure::misuse("the state is NULL"))?;
        let settings = Settings::read(settings?.unwrap_or_default()).map_err(BuildError::from)?;
        let request = match target? {
            Some(target) => solver.request_towards(state, target),
            None => solver.request(state),
        };
        let mut request = request.map_err(RequestError::from)?.settings(settings);
        // SAFETY: null or made by `quarterturn_host_flag_new`.
        if let Some(flag) = unsafe { self.flag.as_ref() } {
            request = request.cancel(&flag.0);
        }
        // C's argument goes to whatever thread searches.
        let user = || AtomicPtr::new(self.user);
        if let Some(better) = self.better {
            let (turn, user) = (turn.clone(), user());
            request = request.on_better(move |found| {
                let (seconds, moves) = (found.elapsed.as_secs_f64(), &found.solution);
                let (length, text) = (moves.length() as u32, c_text(moves.text()));
                let _turn = turn.lock();
                // SAFETY: C's own function with C's own argument.
                unsafe { better(user.load(Relaxed), seconds, length, text.as_ptr()) };
            });
        }
        if let Some(progress) = self.progress {
            let (turn, user) = (turn.clone(), user());
            request = request.on_progress(move |now| {
                let (seconds, share) = (now.elapsed.as_secs_f64(), now.share.unwrap_or(-1.0));
                let _turn = turn.lock();
                // SAFETY: as above.
                unsafe { progress(user.load(Relaxed), seconds, share, now.counters.generated) };
            });
        }
        Ok(request)
    }
}
