//! Recently visited states on a device: a set of fixed size that forgets the oldest.
//!
//! It is the same set as that of the beam on the CPU, entry for entry, so both drop the same states. It has
//! buckets of eight keys, and keys enter in the order of the states. Here each round enters one key into every
//! bucket: the first of each, then the second, and so on.

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
    /// [`EMPTY`], [`KNOWN`] and minus eight, `[1]` each: a product and a sum are one operation.
    empty: Tensor,
    known: Tensor,
    older: Tensor,
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
        let number = |number: i64| Tensor::from_slice(&[number]).to(device);
        Self {
            entries: Tensor::zeros([entries], (Kind::Int64, device)),
            buckets,
            depth: 0,
            empty: number(EMPTY),
            known: number(KNOWN),
            older: number(-WAYS),
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
        // In the order of their rounds, so that each is a part of all.
        let names = keys.index_select(0, &order).bitwise_and(-AGES);
        let bucket = bucket.index_select(0, &order);
        // The last place of each bucket.
        let last = bucket.to_kind(Kind::Int64) * WAYS + (WAYS - 1);
        let fresh = Tensor::empty([keys.size()[0]], (Kind::Bool, keys.device()));
        let counts: Vec<i64> = counts.try_into().expect("numbers of 64 bits");
        let mut from = 0;
        for count in counts {
            for start in (from..from + count).step_by(SLICE as usize) {
                let size = SLICE.min(from + count - start);
                let [names, bucket, last] =
                    [&names, &bucket, &last].map(|t| t.narrow(0, start, size));
                let new = self.enter(&names, &bucket, &last);
                fresh.narrow(0, start, size).copy_(&new);
            }
            from += count;
        }
        let mut in_order = fresh.empty_like();
        in_order.index_copy_(0, &order, &fresh)
    }

    /// Adds keys of different buckets, by their fingerprints.
    fn enter(&mut self, names: &Tensor, bucket: &Tensor, last: &Tensor) -> Tensor {
        let rows = self.entries.view([-1, WAYS]).index_select(0, bucket);
        // The first of the oldest is forgotten, unless there is room or the key is there. The lowest bits
        // of a score say which place it is of: 7 the first.
        let options = (Kind::Int64, names.device());
        let first = self.depth * WAYS + WAYS - 1;
        let newest = Tensor::arange_start_step(first, first - WAYS, -1, options);
        let mut score = newest.addcmul(&rows, &self.older);
        let _ = score.bitwise_and_(AGES * WAYS - 1);
        let _ = score.addcmul_(&rows.eq(0), &self.empty);
        let known = (rows - names.unsqueeze(1)).bitwise_and_(-AGES).eq(0);
        let best = score.addcmul_(&known, &self.known).amax(1, false);
        let place = last - best.bitwise_and(WAYS - 1);
        let _ = self
            .entries
            .index_copy_(0, &place, &names.bitwise_or(self.depth));
        best.lt(KNOWN)
    }
}
