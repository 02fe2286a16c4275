//! How many searches run, and how many requests wait for their turn.

use crate::problem::Problem;
use axum::http::StatusCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// A number of places, and a queue before them.
#[derive(Debug)]
pub(crate) struct Gate {
    places: Arc<Semaphore>,
    all: usize,
    waiting: AtomicUsize,
    most: usize,
}

/// A place, until it is dropped.
#[derive(Debug)]
pub(crate) struct Place(#[expect(dead_code, reason = "it is held")] OwnedSemaphorePermit);

/// One more waits until this is dropped.
struct Waiting<'a>(&'a AtomicUsize);

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Gate {
    pub fn new(places: usize, queue: usize) -> Self {
        Self {
            places: Arc::new(Semaphore::new(places)),
            all: places,
            waiting: AtomicUsize::new(0),
            most: queue,
        }
    }

    /// Waits for a place. Who stops waiting leaves the queue.
    ///
    /// # Errors
    /// Too many wait already.
    pub async fn enter(&self) -> Result<Place, Problem> {
        if let Ok(place) = self.places.clone().try_acquire_owned() {
            return Ok(Place(place));
        }
        let before = self.waiting.fetch_add(1, Ordering::Relaxed);
        let _waiting = Waiting(&self.waiting);
        if before >= self.most {
            return Err(self.full());
        }
        let place = self.places.clone().acquire_owned().await;
        place.map(Place).map_err(|_| Problem::internal())
    }

    /// Places that are taken, and requests that wait.
    pub fn taken(&self) -> (usize, usize) {
        let free = self.places.available_permits();
        let waiting = self.waiting.load(Ordering::Relaxed).min(self.most);
        (self.all - free.min(self.all), waiting)
    }

    fn full(&self) -> Problem {
        let message = format!("{} searches run and {} requests wait", self.all, self.most);
        let problem = Problem::new(StatusCode::TOO_MANY_REQUESTS, "queue-full", message);
        problem
            .hint("try again after the seconds that Retry-After says")
            .retry(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::pin::Pin;
    use std::task::Poll;

    async fn is_waiting<T>(future: &mut (impl Future<Output = T> + Unpin)) -> bool {
        let polled =
            std::future::poll_fn(|context| Poll::Ready(Pin::new(&mut *future).poll(context)));
        polled.await.is_pending()
    }

    #[tokio::test]
    async fn who_stops_waiting_leaves_the_queue() {
        let gate = Gate::new(1, 1);
        let place = gate.enter().await.unwrap();
        let mut second = Box::pin(gate.enter());
        assert!(is_waiting(&mut second).await);
        assert_eq!(gate.taken(), (1, 1));
        assert!(gate.enter().await.is_err());
        drop(second);
        assert_eq!(gate.taken(), (1, 0));
        let mut third = Box::pin(gate.enter());
        assert!(is_waiting(&mut third).await);
        drop(place);
        assert!(third.await.is_ok());
    }
}
