//! A puzzle with its network, ready on a device for beams of any width.

use super::bound::Bounds;
use super::stages::{Stage, Stages};
use super::{Beam, MADE, REMEMBERED, Rim, ask, seen};
use crate::integer::Integer;
use crate::moves::Moves;
use crate::upload::Upload;
use quarterturn::eval::layers::{Beams, Due, Interrupted, Layers};
use quarterturn_core::net::{LoadError, MOVE_COST, Net, NetHeads};
use quarterturn_core::puzzle::tables::Tables;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tch::{Device, Kind, Tensor};

/// Bytes that the numbers of one call of the network may take on a GPU.
const GPU: usize = 1 << 30;
/// And on a processor: about what its caches hold.
const CPU: usize = 4 << 20;
/// States of one call at most.
const MOST: usize = 1 << 17;
/// States of a call in multiples of this.
const PIECE: u64 = 32;

/// A puzzle and an integer network with a value head, on a device.
#[derive(Debug)]
pub struct DeviceGuide {
    pub(super) device: Device,
    pub(super) moves: Moves,
    net: Integer,
    /// What stands for each symbol in the network's input: a one in a row of zeros, some bytes in one
    /// number: `[symbols, numbers]`.
    letters: Tensor,
    /// Where the network says costs above a bound.
    bounds: Option<Bounds>,
    /// The edge of the ball that beams end at.
    pub(super) rim: Option<Rim>,
    /// Where Q begins among the outputs, if it is for these moves.
    q: Option<i64>,
    /// States of a call.
    states: i64,
}

impl DeviceGuide {
    /// Loads an integer network for a puzzle; none where it has no value head, or says costs above a bound
    /// that the tables do not have, or has too few inputs.
    ///
    /// # Errors
    /// [`LoadError`] when the bytes are no weight file of an integer network.
    ///
    /// # Panics
    /// When the tables have other sizes than they say, or the device fails.
    pub fn load(tables: &Tables, bytes: &[u8], device: Device) -> Result<Option<Self>, LoadError> {
        let net = Net::from_bytes(bytes)?;
        let heads: NetHeads = net.heads();
        let bound = tables.bound.as_ref().filter(|_| heads.above_bound);
        if !heads.value || heads.above_bound != bound.is_some() {
            return Ok(None);
        }
        let (features, _) = net.input();
        if tables
            .features
            .iter()
            .flatten()
            .any(|&f| usize::from(f) >= features)
        {
            return Ok(None);
        }
        let (places, symbols) = (tables.places, tables.symbols);
        // The rows of all places together are to be a multiple of eight.
        let alphabet = (symbols..).find(|symbols| (places * symbols).is_multiple_of(8));
        let alphabet = alphabet.unwrap_or(symbols);
        let rows: Vec<Option<u16>> = (0..places * alphabet)
            .map(|row| match (row / alphabet, row % alphabet) {
                (place, symbol) if symbol < symbols => tables.features[place * symbols + symbol],
                _ => None,
            })
            .collect();
        let room = if device == Device::Cpu { CPU } else { GPU };
        let each = 10 * net.width() + rows.len();
        let states = (room / each).clamp(PIECE as usize, MOST) as i64;
        let q = heads.q_at().filter(|_| heads.moves == tables.moves);
        Ok(Some(Self {
            device,
            moves: Moves::new(tables, device),
            net: Integer::by_rows(&net, Some(&rows), &mut Upload::new(device)),
            letters: letters(symbols, alphabet).to(device),
            bounds: bound.map(|bound| Bounds::new(bound, symbols, device)),
            rim: None,
            q: q.map(|q| q as i64),
            states: states - states % PIECE as i64,
        }))
    }

    /// The same on the device, for another thread.
    pub fn share(&self) -> Self {
        Self {
            moves: self.moves.share(),
            net: self.net.share(),
            letters: self.letters.shallow_clone(),
            bounds: self.bounds.as_ref().map(Bounds::share),
            rim: self.rim.as_ref().map(Rim::share),
            ..*self
        }
    }

    /// Does what a beam does, in small and with one whole call of the network, so that the first search
    /// need not wait until the device has loaded its programs. `root` are the symbols of any state.
    ///
    /// # Panics
    /// When the device fails.
    pub fn warm(&self, root: &[u8]) {
        let _guard = tch::no_grad_guard();
        let due: Due<'_> = &|| false;
        let size = [64, 128];
        let beam = Beam::new(self.share(), root, 0, size, due);
        if let Ok(mut beam) = beam {
            for _ in 0..4 {
                let _ = (beam.expand(due), beam.meetings(), beam.advance(due));
            }
            let many = self
                .moves
                .states(root, self.device)
                .repeat([self.states, 1]);
            let _ = self.evaluate(&many, due);
        }
    }

    fn bytes(&self, width: usize, candidates: usize) -> usize {
        let (state, moves) = (self.moves.bytes as usize, self.moves.moves as usize);
        // States, keys, places, values, scores of moves; what sorting keys takes.
        let child = state + 8 + 8 + 4 + if self.q.is_some() { 4 * moves } else { 0 } + 40;
        // States, scores of moves; which of them are near the threshold.
        let kept = state + 8 + 4 * moves + 2 * moves;
        let made = candidates.min(MADE as usize) * (16 * state + 200);
        let network = if self.device == Device::Cpu { CPU } else { GPU };
        let rim = self.rim.as_ref().map_or(0, Rim::bytes);
        let seen = seen::bytes(REMEMBERED * candidates);
        rim + width * kept + candidates * child + made.max(network) + seen
    }

    /// The value and, where the network has it, Q of all moves: `[states]`, `[states × moves]`.
    pub(super) fn evaluate(
        &self,
        states: &Tensor,
        due: Due<'_>,
    ) -> Result<(Tensor, Option<Tensor>), Interrupted> {
        let (count, moves) = (states.size()[0], self.moves.moves);
        let options = (Kind::Int, self.device);
        let values = Tensor::empty([count], options);
        let scores = self.q.map(|_| Tensor::empty([count, moves], options));
        let mut stages = Stages::start(self.device);
        for from in (0..count).step_by(self.states as usize) {
            ask(due)?;
            let size = self.states.min(count - from);
            let part = states.narrow(0, from, size);
            let padding = size.cast_unsigned().next_multiple_of(PIECE) - size.cast_unsigned();
            let part = if padding > 0 {
                part.constant_pad_nd([0, 0, 0, padding.cast_signed()])
            } else {
                part
            };
            let shown = part.narrow(1, 0, self.moves.places);
            let letters = shown.to_kind(Kind::Int).flatten(0, 1);
            let input = self
                .letters
                .index_select(0, &letters)
                .view_dtype(Kind::Int8);
            stages.done(Stage::Input);
            let first = self.net.first(&input.view([part.size()[0], -1]));
            stages.done(Stage::First);
            let mut outputs = self.net.others(first);
            if let Some(bounds) = &self.bounds {
                outputs += (bounds.of(&shown) * i64::from(MOVE_COST)).unsqueeze(1);
            }
            let outputs = outputs.narrow(0, 0, size);
            values.narrow(0, from, size).copy_(&outputs.select(1, 0));
            if let (Some(q), Some(scores)) = (self.q, &scores) {
                let q = outputs.narrow(1, q, moves);
                scores.narrow(0, from, size).copy_(&q);
            }
            stages.done(Stage::Others);
        }
        Ok((values, scores.map(|scores| scores.flatten(0, 1))))
    }
}

/// What concurrent searches share: tensors are for one thread at a time.
#[derive(Debug)]
pub struct Shared(Mutex<DeviceGuide>);

impl Shared {
    pub fn new(guide: DeviceGuide) -> Self {
        Self(Mutex::new(guide))
    }

    fn guide(&self) -> MutexGuard<'_, DeviceGuide> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Beams for Shared {
    fn edged(&self, names: &[i64], buckets: usize) -> Arc<dyn Beams> {
        let guide = self.guide();
        Arc::new(Self::new(DeviceGuide {
            rim: Some(Rim::new(names, buckets, guide.device)),
            ..guide.share()
        }))
    }

    fn bytes(&self, width: usize, candidates: usize) -> usize {
        self.guide().bytes(width, candidates)
    }

    fn step_bytes(&self, width: usize) -> usize {
        width * size_of::<i32>()
    }

    fn begin(
        &self,
        root: &[u8],
        goal: u64,
        size: [usize; 2],
        due: Due<'_>,
    ) -> Result<Box<dyn Layers>, Interrupted> {
        let guide = self.guide().share();
        Ok(Box::new(Beam::new(guide, root, goal, size, due)?))
    }
}

/// A row of `bytes` bytes for each symbol. All are 0 but the symbol's own. Stored in the largest integers that a
/// row is made of.
fn letters(symbols: usize, bytes: usize) -> Tensor {
    let mut rows = vec![0u8; symbols * bytes];
    for (symbol, row) in rows.chunks_mut(bytes).enumerate() {
        row[symbol] = 1;
    }
    let kind = match bytes {
        n if n.is_multiple_of(8) => Kind::Int64,
        n if n.is_multiple_of(4) => Kind::Int,
        n if n.is_multiple_of(2) => Kind::Int16,
        _ => Kind::Int8,
    };
    let rows = Tensor::from_slice(&rows).view([symbols as i64, bytes as i64]);
    rows.view_dtype(kind)
}
