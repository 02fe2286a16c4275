//! What all requests share.

use crate::bodies::Bodies;
use crate::config::{Config, ConfigError};
use crate::gate::Gate;
use crate::metrics::Metrics;
use crate::models::Models;
use crate::problem::Problem;
use crate::puzzles::Puzzles;
use crate::solvers::Solvers;
use rayon::{ThreadPool, ThreadPoolBuilder};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use tokio::sync::watch;

/// What all requests share.
pub(crate) struct App {
    pub config: Config,
    pub gate: Gate,
    pub metrics: Metrics,
    pub puzzles: Puzzles,
    pub models: Models,
    pub solvers: Solvers,
    pub bodies: Bodies,
    /// How often puzzles or networks came.
    pub version: AtomicU64,
    /// True once searches should end.
    pub ending: watch::Sender<bool>,
    /// The threads of a search that runs alone.
    pool: Option<ThreadPool>,
    running: AtomicUsize,
}

impl App {
    pub fn new(mut config: Config) -> Result<Arc<Self>, ConfigError> {
        config.check()?;
        Ok(Arc::new(Self {
            gate: Gate::new(config.threads, config.queue),
            metrics: Metrics::default(),
            puzzles: Puzzles::new(std::mem::take(&mut config.puzzles), config.kept),
            models: Models::new(std::mem::take(&mut config.models), (config.kept / 8).max(1)),
            solvers: Solvers::new((config.kept / 2).max(1)),
            bodies: Bodies::new(&config),
            version: AtomicU64::new(0),
            ending: watch::Sender::new(false),
            pool: pool(config.threads),
            running: AtomicUsize::new(0),
            config,
        }))
    }

    /// Runs a search on `threads` threads. By default one that runs alone has all of them, and one that comes while others
    /// run has one: a search keeps its threads to its end.
    pub fn search<T: Send>(&self, threads: Option<usize>, search: impl FnOnce() -> T + Send) -> T {
        let before = self.running.fetch_add(1, Ordering::Relaxed);
        let _running = Running(&self.running);
        if before == 0 && threads.is_none_or(|threads| threads == self.config.threads) {
            return match &self.pool {
                Some(pool) => pool.install(search),
                None => search(),
            };
        }
        match pool(threads.unwrap_or(1)) {
            Some(pool) => pool.install(search),
            None => search(),
        }
    }

    /// A request ended by a defect.
    pub fn panicked(&self) -> Problem {
        self.metrics.panicked();
        Problem::internal()
    }
}

/// None where the system gives no threads: then a search has its own one.
fn pool(threads: usize) -> Option<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().ok()
}

struct Running<'a>(&'a AtomicUsize);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
