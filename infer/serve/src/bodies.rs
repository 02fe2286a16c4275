//! Memory of bodies. What a client sends slowly or reads slowly is held all that time, so there is a bound on all of them.

use crate::config::Config;
use crate::problem::Problem;
use axum::body::Bytes;
use axum::http::StatusCode;
use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Room is counted in units of this many bytes.
const UNIT: usize = 1 << 10;

/// Room for bodies, and the answers that several clients read now.
pub(crate) struct Bodies {
    left: Arc<Semaphore>,
    /// A body up to this size needs no room of the others': there are no more of those than connections.
    small: usize,
    shared: Mutex<HashMap<String, (u64, Weak<Answer>)>>,
}

/// Bytes of an answer and their room, until the last client has them.
struct Answer(Vec<u8>, #[expect(dead_code, reason = "it is held")] Room);

/// One of those who read an answer.
struct Reader(Arc<Answer>);

impl AsRef<[u8]> for Reader {
    fn as_ref(&self) -> &[u8] {
        &self.0.0
    }
}

/// The room that one body has, until it is dropped.
#[derive(Debug, Default)]
pub(crate) struct Room(Option<OwnedSemaphorePermit>);

impl Bodies {
    pub fn new(config: &Config) -> Self {
        Self {
            left: Arc::new(Semaphore::new(config.bodies() / UNIT)),
            small: config.body.min(config.bodies() / config.connections),
            shared: Mutex::default(),
        }
    }

    /// Makes room for a body that has grown to a size.
    ///
    /// # Errors
    /// Others have it all.
    pub fn hold(&self, room: &mut Room, bytes: usize) -> Result<(), Problem> {
        let held = room.0.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.div_ceil(UNIT).saturating_sub(held);
        if bytes <= self.small || more == 0 {
            return Ok(());
        }
        let more = u32::try_from(more).map_err(|_| full())?;
        let more = self.left.clone().try_acquire_many_owned(more);
        let more = more.map_err(|_| full())?;
        match &mut room.0 {
            Some(room) => room.merge(more),
            none => *none = Some(more),
        }
        Ok(())
    }

    /// The body of an answer.
    ///
    /// # Errors
    /// There is no room for it.
    pub fn answer(&self, bytes: Vec<u8>) -> Result<Bytes, Problem> {
        Ok(Bytes::from_owner(Reader(self.held(bytes)?)))
    }

    /// An answer that is made once for all who read it at the same time. It is another one when its version is.
    ///
    /// # Errors
    /// Those of `make`, or there is no room for it.
    pub fn shared(
        &self,
        name: &str,
        version: u64,
        make: impl FnOnce() -> Result<Vec<u8>, Problem>,
    ) -> Result<Bytes, Problem> {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let known = shared.get(name).filter(|(of, _)| *of == version);
        if let Some(known) = known.and_then(|(_, answer)| answer.upgrade()) {
            return Ok(Bytes::from_owner(Reader(known)));
        }
        let made = self.held(make()?)?;
        shared.retain(|_, (_, answer)| answer.strong_count() > 0);
        shared.insert(name.into(), (version, Arc::downgrade(&made)));
        Ok(Bytes::from_owner(Reader(made)))
    }

    fn held(&self, bytes: Vec<u8>) -> Result<Arc<Answer>, Problem> {
        let mut room = Room::default();
        self.hold(&mut room, bytes.len())?;
        Ok(Arc::new(Answer(bytes, room)))
    }
}

fn full() -> Problem {
    let message = "what clients send and read at this moment takes all the memory there is for it";
    let problem = Problem::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message);
    problem
        .hint("try again after the seconds that Retry-After says")
        .retry(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_bounded_shared_and_given_back() {
        let config = Config {
            memory: 0,
            network: 1 << 10,
            connections: 4,
            ..Config::default()
        };
        let bodies = Bodies::new(&config);
        assert_eq!((config.bodies(), bodies.small), (4 << 10, 1 << 10));
        let small: Vec<_> = (0..9).map(|_| bodies.answer(vec![0; 1 << 10])).collect();
        assert!(small.iter().all(Result::is_ok));
        let make = || Ok(vec![7; 3 << 10]);
        let first = bodies.shared("list", 1, make).unwrap();
        let again = bodies.shared("list", 1, || panic!("it is there")).unwrap();
        assert_eq!(first.as_ptr(), again.as_ptr());
        // Another version is another answer, for which there is no room now.
        assert!(bodies.shared("list", 2, make).is_err());
        drop(first);
        assert!(bodies.answer(vec![0; 2 << 10]).is_err());
        drop(again);
        let second = bodies.shared("list", 2, make).unwrap();
        assert_eq!(second.len(), 3 << 10);
        let mut room = Room::default();
        bodies.hold(&mut room, 1 << 10).unwrap();
        assert!(bodies.hold(&mut room, 2 << 10).is_err());
        drop(second);
        bodies.hold(&mut room, 2 << 10).unwrap();
        bodies.hold(&mut room, 4 << 10).unwrap();
        assert!(bodies.hold(&mut Room::default(), 2 << 10).is_err());
    }
}
