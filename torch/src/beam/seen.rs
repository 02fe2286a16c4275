//! The states met lately, on a device: a set of fixed size that forgets the oldest.
//!
//! It is the set of the beam on the processor, entry for entry, so that both drop the same states: buckets
//! of eight keys, which keys enter in the order of the states. Here each round takes one key of every
//! bucket, the first of them, then the second.

use tch::{Device, Kind, Tensor};

/// Keys in one bucket.
const WAYS: i64 = 8;
/// Groups of buckets, by the highest bits of keys.
const SHARDS: usize = 16;
/// The low bits of an entry say at which depth the key was met last.
const AGES: i64 = 64;
/// Keys that enter at once, at most: they need 64 bytes each, several times.
const SLICE: i64 = 1 << 20;

/// Scores of places in a bucket: above all ages.
const EMPTY: i64 = 1024;
const KNOWN: i64 = 2048;

/// A fixed-size set of keys that are already well mixed.
#[derive(Debug)]
pub(super) struct Seen {
    /// `[buckets × 8]`
    entries: Tensor,
    /// In each group.
    buckets: i64,
    depth: i64,
}

/// Bytes of a set that remembers about the last `keys` keys.
pub(super) fn bytes(keys: usize) -> usize {
    buckets(keys) * SHARDS * WAYS as usize * size_of::<i64>()
}

fn buckets(keys: usize) -> usize {
    (keys / (SHARDS * WAYS as usize)).next_power_of_two()
}

impl Seen {
    /// A set that remembers about the last `keys` keys.
    pub fn new(keys: usize, device: Device) -> Self {
        let buckets = buckets(keys) as i64;
        let entries = buckets * SHARDS as i64 * WAYS;
        Self {
            entries: Tensor::zeros([entries], (Kind::Int64, device)),
            buckets,
            depth: 0,
        }
    }

    /// Adds the keys of the next depth and says of each whether it was not known. Of equal keys the first
    /// is new.
    pub fn insert(&mut self, keys: &Tensor) -> Tensor {
        self.depth = (self.depth + 1) % AGES;
        let shard = keys.bitwise_right_shift_tensor_scalar(60).bitwise_and(15);
        let inside = keys
            .bitwise_right_shift_tensor_scalar(6)
            .bitwise_and(self.buckets - 1);
        let bucket = (shard * self.buckets + inside).to_kind(Kind::Int);
        let (sorted, order) = bucket.sort_stable(true, 0, false);
        let first = sorted.searchsorted(&sorted, false, false, "left", None::<Tensor>);
        let options = (Kind::Int64, keys.device());
        let round = Tensor::arange(keys.size()[0], options) - first;
        let counts = round.bincount(None::<Tensor>, 0);
        let by_round = round.to_kind(Kind::Int16).argsort_stable(true, 0, false);
        let order = order.index_select(0, &by_round);
        let mut fresh = Tensor::zeros([keys.size()[0]], (Kind::Bool, keys.device()));
        let counts: Vec<i64> = counts.try_into().expect("numbers of 64 bits");
        let mut from = 0;
        for count in counts {
            for start in (0..count).step_by(SLICE as usize) {
                let at = order.narrow(0, from + start, SLICE.min(count - start));
                let new = self.enter(&keys.index_select(0, &at), &bucket.index_select(0, &at));
                let _ = fresh.index_copy_(0, &at, &new);
            }
            from += count;
        }
        fresh
    }

    /// Adds keys of different buckets.
    fn enter(&mut self, keys: &Tensor, bucket: &Tensor) -> Tensor {
        let device = keys.device();
        let rows = self.entries.view([-1, WAYS]).index_select(0, bucket);
        let name = keys.bitwise_and(-AGES);
        // The first of the oldest is forgotten, unless there is room or the key is there.
        let age = (rows.neg() + self.depth).bitwise_and(AGES - 1);
        let earlier = Tensor::arange_start_step(WAYS - 1, -1, -1, (Kind::Int64, device));
        let empty = rows.eq(0) * EMPTY;
        let known = rows.bitwise_and(-AGES).eq_tensor(&name.unsqueeze(1)) * KNOWN;
        let best = (age * WAYS + earlier + empty + known).amax(1, false);
        let way = best.bitwise_and(WAYS - 1).neg() + (WAYS - 1);
        let place = bucket * WAYS + way;
        let _ = self
            .entries
            .index_copy_(0, &place, &name.bitwise_or(self.depth));
        best.lt(KNOWN)
    }
}
