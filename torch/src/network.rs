//! A weight file of any kind, ready on a device.

use crate::compute::Compute;
use crate::float::Float;
use crate::integer::Integer;
use crate::upload::{self, Upload};
use quarterturn::eval;
use quarterturn_core::net::float::{self, FloatNet, Layer};
use quarterturn_core::net::{LoadError, Net, NetHeads, format, quant};
use tch::{Device, Tensor};

/// Bytes that one call may take on a GPU: enough to keep it busy.
const GPU: usize = 512 << 20;
/// And on a processor: about what its caches hold.
const CPU: usize = 4 << 20;
/// States of one call at most: a GPU is busy, and other threads prepare the next.
const MOST: usize = 1 << 14;
/// Float networks on a GPU get a power of two of states, this at least: products of other shapes are
/// computed by other kernels, with other last bits.
const LEAST: usize = 1 << 12;
/// Batches are padded to a multiple of this. On most processors the products of LibTorch treat the rows of
/// whole pieces alike, and what a state costs should not depend on where in a batch it is; where they do
/// not, it is a matter of the last bit.
const PIECE: usize = 32;

/// A network on a device. Its numbers are shared with its copies.
#[derive(Debug)]
pub struct Network {
    device: Device,
    heads: NetHeads,
    active: usize,
    states: usize,
    body: Body,
}

#[derive(Debug)]
enum Body {
    Float(Float),
    Integer(Integer),
}

impl Network {
    /// Reads a weight file and makes `copies` copies, each for one thread at a time.
    ///
    /// Float files run in `compute`, integer files in integers.
    ///
    /// # Errors
    /// [`LoadError`] when the bytes are not a weight file.
    pub fn load(
        bytes: &[u8],
        device: Device,
        compute: Compute,
        copies: usize,
    ) -> Result<Vec<Self>, LoadError> {
        let mut upload = Upload::new(device);
        if format::kind(bytes) == Some(format::KIND_FLOAT) {
            let net = FloatNet::from_bytes(bytes)?;
            let each = float_bytes(&net)?;
            let copy = |_| {
                upload.again();
                Self {
                    device,
                    heads: net.heads,
                    active: net.active,
                    states: states(device, each),
                    body: Body::Float(Float::new(&net, compute, &mut upload)),
                }
            };
            return Ok((0..copies).map(copy).collect());
        }
        let net = Net::from_bytes(bytes)?;
        let (features, active) = net.input();
        let copy = |_| {
            upload.again();
            Self {
                device,
                heads: net.heads(),
                active,
                // Sums of 4 bytes, twice as numbers of 8.
                states: states(device, 20 * net.width() + features),
                body: Body::Integer(Integer::new(&net, &mut upload)),
            }
        };
        Ok((0..copies).map(copy).collect())
    }

    /// The best arithmetic for float files: half precision on a GPU.
    pub fn arithmetic(device: Device) -> Compute {
        match device {
            Device::Cpu => Compute::F32,
            _ => Compute::Bf16,
        }
    }

    fn part(&self, features: &[u16], rows: &mut [i32]) {
        let (count, outputs) = (features.len() / self.active, self.heads.outputs());
        let padded = match (&self.body, self.device) {
            (Body::Float(_), device) if device != Device::Cpu => {
                count.next_power_of_two().max(LEAST).min(self.states)
            }
            _ => count.next_multiple_of(PIECE),
        };
        let features = upload::features(features, self.active, padded, self.device);
        let to_host = |t: Tensor| t.narrow(0, 0, count as i64).contiguous().to(Device::Cpu);
        match &self.body {
            Body::Integer(net) => {
                to_host(net.forward(&features)).copy_data(rows, count * outputs);
                if let Some(at) = self.heads.policy_at() {
                    for row in rows.chunks_exact_mut(outputs) {
                        quant::log_softmax_costs(&mut row[at..at + self.heads.moves]);
                    }
                }
            }
            Body::Float(net) => {
                let mut numbers = vec![0.0; count * outputs];
                to_host(net.forward(&features)).copy_data(&mut numbers, count * outputs);
                let each = numbers.chunks_exact(outputs);
                for (costs, numbers) in rows.chunks_exact_mut(outputs).zip(each) {
                    float::costs(&self.heads, numbers, costs);
                }
            }
        }
    }
}

impl eval::Network for Network {
    fn states(&self) -> usize {
        self.states
    }

    fn evaluate(&mut self, features: &[u16], rows: &mut [i32]) {
        let (active, outputs) = (self.active, self.heads.outputs());
        assert_eq!(
            features.len() / active,
            rows.len() / outputs,
            "a row a state"
        );
        let parts = features.chunks(self.states * active);
        for (features, rows) in parts.zip(rows.chunks_mut(self.states * outputs)) {
            tch::no_grad(|| self.part(features, rows));
        }
    }
}

/// How many states a call takes if each needs `each` bytes.
fn states(device: Device, each: usize) -> usize {
    let room = if device == Device::Cpu { CPU } else { GPU };
    let fit = (room / each / PIECE).max(1) * PIECE;
    fit.min(MOST)
}

/// Bytes of a state's numbers in the layer that has most of them, for `states`: a guess is enough.
fn float_bytes(net: &FloatNet<'_>) -> Result<usize, LoadError> {
    let widths = net.widths()?;
    let plain = widths.windows(2).map(|w| w[0] + 2 * w[1]);
    let layers = net.layers.iter().zip(&widths[1..]);
    let inside = layers.map(|(layer, &width)| match layer {
        Layer::Attention(a) => {
            let tokens = width / a.scale.len();
            8 * width + 2 * tokens * (a.inner.bias.len() + a.heads as usize * tokens)
        }
        Layer::Recurrent(r) | Layer::RecurrentElu(r) => {
            2 * width + (10 + r.rounds as usize) * r.back.bias.len()
        }
        _ => 0,
    });
    Ok(4 * plain.chain(inside).max().unwrap_or(1))
}
