//! What takes long to make and serves every request: the network made ready, and end-game tables.

use super::{BuildError, Made};
use crate::eval::{Cached, Evaluator};
use crate::puzzles::Text;
use crate::search::There;
use crate::search::ball::Size;
use crate::search::{Chain, Nearby, TwoPhase};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The size of a cache in bytes, and an evaluator with it.
type Memory<P> = (usize, Arc<dyn Evaluator<P>>);

/// What engines of one puzzle and one network share.
pub(super) struct Dear<P: Text> {
    evaluator: OnceLock<Arc<dyn Evaluator<P>>>,
    /// Where beams keep their states on a device.
    there: OnceLock<Option<Arc<There<P::State>>>>,
    memory: Mutex<Option<Memory<P>>>,
    balls: Mutex<Vec<(Size, Arc<Nearby>)>>,
    /// With its tables, once it has made them.
    pub two_phase: TwoPhase,
    /// With what it has found out of the puzzle.
    pub chain: Chain,
    networks: AtomicUsize,
}

impl<P: Text> Default for Dear<P> {
    fn default() -> Self {
        Self {
            evaluator: OnceLock::new(),
            there: OnceLock::new(),
            memory: Mutex::default(),
            balls: Mutex::default(),
            two_phase: TwoPhase::default(),
            chain: Chain::default(),
            networks: AtomicUsize::new(0),
        }
    }
}

impl<P: Text> Dear<P> {
    /// What guides searches; the first request makes it by `load`. If several requests are first at once, each makes
    /// one, and one of them is kept.
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

    /// The same for what a beam needs to keep its states on a device.
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

    /// An evaluator with a cache of that many bytes: the same one for all that ask for this size.
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

    /// The end-game table of a size, made when a search first needs it.
    pub fn ball(&self, size: Size) -> Arc<Nearby> {
        let mut balls = self.balls.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, ball)) = balls.iter().find(|(own, _)| *own == size) {
            return ball.clone();
        }
        let ball = Arc::new(Nearby::new(size));
        balls.push((size, ball.clone()));
        ball
    }

    /// What has been made.
    pub fn made(&self) -> Made {
        let balls = self.balls.lock().unwrap_or_else(PoisonError::into_inner);
        Made {
            networks: self.networks.load(Ordering::Relaxed),
            balls: balls.iter().filter(|(_, ball)| ball.is_made()).count(),
            tables: 0,
        }
    }
}
