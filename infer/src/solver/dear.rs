//! What is dear to make and serves every request: the network made ready, and balls around the goal.

use super::{BuildError, Made};
use crate::eval::{Cached, Evaluator};
use crate::puzzles::Text;
use crate::search::Nearby;
#[cfg(feature = "libtorch")]
use crate::search::There;
use crate::search::ball::Size;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An evaluator that remembers, and how many bytes of memory it has for that.
type Memory<P> = (usize, Arc<dyn Evaluator<P>>);

/// What engines of one puzzle and one network share.
pub(super) struct Dear<P: Text> {
    evaluator: OnceLock<Arc<dyn Evaluator<P>>>,
    /// Where beams keep their states on a device.
    #[cfg(feature = "libtorch")]
    there: OnceLock<Option<Arc<There<P::State>>>>,
    memory: Mutex<Option<Memory<P>>>,
    balls: Mutex<Vec<(Size, Arc<Nearby>)>>,
    networks: AtomicUsize,
}

impl<P: Text> Default for Dear<P> {
    fn default() -> Self {
        Self {
            evaluator: OnceLock::new(),
            #[cfg(feature = "libtorch")]
            there: OnceLock::new(),
            memory: Mutex::default(),
            balls: Mutex::default(),
            networks: AtomicUsize::new(0),
        }
    }
}

impl<P: Text> Dear<P> {
    /// What guides searches; `load` makes it if nobody has. Requests that ask first side by side each make one, and
    /// one is kept.
    pub fn evaluator(
        &self,
        load: impl FnOnce() -> Result<Arc<dyn Evaluator<P>>, BuildError>,
    ) -> Result<Arc<dyn Evaluator<P>>, BuildError> {
        if let Some(made) = self.evaluator.get() {
            return Ok(made.clone());
        }
        let made = load()?;
        self.networks.fetch_add(1, Ordering::Relaxed);
        Ok(self.evaluator.get_or_init(|| made).clone())
    }

    /// The same of what a beam needs to keep its states on a device.
    #[cfg(feature = "libtorch")]
    pub fn there(
        &self,
        load: impl FnOnce() -> Result<Option<Arc<There<P::State>>>, BuildError>,
    ) -> Result<Option<Arc<There<P::State>>>, BuildError> {
        if let Some(made) = self.there.get() {
            return Ok(made.clone());
        }
        let made = load()?;
        Ok(self.there.get_or_init(|| made).clone())
    }

    /// An evaluator that remembers in so many bytes: the same one for all that ask for as many.
    pub fn remembering(
        &self,
        puzzle: &P,
        evaluator: Arc<dyn Evaluator<P>>,
        bytes: usize,
    ) -> Arc<dyn Evaluator<P>> {
        let mut memory = self.memory.lock().unwrap_or_else(PoisonError::into_inner);
        match &*memory {
            Some((own, made)) if *own == bytes => made.clone(),
            _ => {
                let made: Arc<dyn Evaluator<P>> = Arc::new(Cached::new(puzzle, evaluator, bytes));
                *memory = Some((bytes, made.clone()));
                made
            }
        }
    }

    /// The ball of a size, made when a search needs it first.
    pub fn ball(&self, size: Size) -> Arc<Nearby> {
        let mut balls = self.balls.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ball)) = balls.iter().find(|(own, _)| *own == size) {
            return ball.clone();
        }
        let ball = Arc::new(Nearby::new(size));
        balls.push((size, ball.clone()));
        ball
    }

    /// What there is of it.
    pub fn made(&self) -> Made {
        let balls = self.balls.lock().unwrap_or_else(PoisonError::into_inner);
        Made {
            networks: self.networks.load(Ordering::Relaxed),
            balls: balls.iter().filter(|(_, ball)| ball.is_made()).count(),
        }
    }
}
