//! Copies of a network on one device or several, each used by one thread at a time.
//!
//! A job goes to the device that has most copies free. So cards that are equally fast get equal parts of a
//! batch, and a faster one gets more.

use super::{Device, Network, Unfit};
use std::cell::Cell;
use std::cmp::Reverse;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

thread_local! {
    /// The device that this thread waits for.
    static CALLED: Cell<Option<Device>> = const { Cell::new(None) };
}

/// The device that this thread calls at the moment: in a panic, the one that failed.
pub fn called() -> Option<Device> {
    CALLED.get()
}

/// Does `work` on a device.
fn calling<T>(device: Device, work: impl FnOnce() -> T) -> T {
    CALLED.set(Some(device));
    let done = work();
    CALLED.set(None);
    done
}

/// The copies on all devices.
#[derive(Debug)]
pub(super) struct Copies {
    shelves: Mutex<Vec<Shelf>>,
    returned: Condvar,
}

/// Those on one device.
#[derive(Debug)]
struct Shelf {
    device: Device,
    free: Vec<Box<dyn Network>>,
    /// States it was given so far.
    states: u64,
}

/// A copy that nobody else has. It goes back when this is dropped, after a panic too: the network is as good as
/// before.
struct Taken<'a> {
    copies: &'a Copies,
    shelf: usize,
    device: Device,
    network: Option<Box<dyn Network>>,
}

impl Copies {
    /// As many copies on each of the devices as `load` makes there.
    ///
    /// # Errors
    /// That of the first device that has one.
    pub fn load(
        device: Device,
        load: impl Fn(Device) -> Result<Vec<Box<dyn Network>>, Unfit>,
    ) -> Result<Self, Unfit> {
        let mut shelves = Vec::new();
        for device in device.each() {
            shelves.push(Shelf {
                device,
                free: calling(device, || load(device))?,
                states: 0,
            });
        }
        Ok(Self {
            shelves: Mutex::new(shelves),
            returned: Condvar::new(),
        })
    }

    /// The most states that every copy takes in one call.
    pub fn states(&self) -> usize {
        let shelves = self.lock();
        let copies = shelves.iter().flat_map(|shelf| &shelf.free);
        copies.map(|network| network.states()).min().unwrap_or(1)
    }

    /// States that each device was given so far.
    pub fn shares(&self) -> Vec<(Device, u64)> {
        let share = |shelf: &Shelf| (shelf.device, shelf.states);
        self.lock().iter().map(share).collect()
    }

    /// Calls a copy that is free for `states` states; waits until there is one.
    pub fn call(&self, states: usize, call: impl FnOnce(&mut dyn Network)) {
        let mut taken = self.take(states);
        let device = taken.device;
        if let Some(network) = &mut taken.network {
            calling(device, || call(&mut **network));
        }
    }

    fn take(&self, states: usize) -> Taken<'_> {
        let mut shelves = self.lock();
        loop {
            let all = shelves.iter_mut().enumerate();
            let best = all.min_by_key(|(_, shelf)| (Reverse(shelf.free.len()), shelf.states));
            if let Some((at, shelf)) = best
                && let Some(network) = shelf.free.pop()
            {
                shelf.states += states as u64;
                return Taken {
                    copies: self,
                    shelf: at,
                    device: shelf.device,
                    network: Some(network),
                };
            }
            let waited = self.returned.wait(shelves);
            shelves = waited.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Shelf>> {
        self.shelves.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut shelves = self.copies.lock();
        shelves[self.shelf].free.extend(self.network.take());
        drop(shelves);
        self.copies.returned.notify_one();
    }
}
