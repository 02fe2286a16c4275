//! Integer networks in integers: products of bytes with sums of 32 bits, rescaled in 64. They are
//! exact, so the outputs are those of the specification, bit for bit.

use crate::rows::one_hot;
use crate::upload::Upload;
use quarterturn_core::net::layer::{Dense, First};
use quarterturn_core::net::{Net, quant};
use tch::{Kind, Tensor};

/// Widths are padded with zeros to a multiple of this: GPUs multiply bytes in whole pieces.
const PIECE: usize = 8;

/// The largest activation.
const MOST: i64 = quant::ACTIVATION_MAX as i64;

/// Bits of what is left of a number.
const RESULT: u32 = i16::BITS;

/// The layers on a device.
#[derive(Debug)]
pub struct Integer {
    first: Layer,
    hidden: Vec<Layer>,
    blocks: Vec<[Layer; 2]>,
    heads: Layer,
    outputs: i64,
}

/// Bytes in, rescaled sums out.
#[derive(Debug)]
struct Layer {
    /// `[inputs, outputs]`, int8
    weights: Tensor,
    /// `[outputs]`, int32 where products have 32 bits, else int64
    multiplier: Tensor,
    /// The bias, multiplied, and the half that makes the shift round: `[outputs]`, of the same kind
    offset: Tensor,
    shift: i64,
    /// Whether the last 16 bits of a number are what the shift leaves of it: then it need not be shifted.
    /// Memory is what a GPU waits for.
    top: bool,
}

impl Integer {
    pub fn new(net: &Net<'_>, upload: &mut Upload) -> Self {
        Self::by_rows(net, None, upload)
    }

    /// With another input: each of its numbers stands for a feature of the network, or for nothing. They
    /// are a multiple of [`PIECE`].
    pub fn by_rows(net: &Net<'_>, rows: Option<&[Option<u16>]>, upload: &mut Upload) -> Self {
        let mut layer = |dense: &Dense<'_>| Layer::dense(dense, upload);
        let hidden = net.hidden().iter().map(&mut layer).collect();
        let pairs = net.blocks().chunks_exact(2);
        let blocks = pairs.map(|pair| [layer(&pair[0]), layer(&pair[1])]);
        Self {
            hidden,
            blocks: blocks.collect(),
            heads: layer(net.output()),
            first: Layer::first(net.first(), net.input().0, rows, upload),
            outputs: net.output().outputs as i64,
        }
    }

    /// The same weights, for another thread.
    pub fn share(&self) -> Self {
        let all = |layers: &[Layer]| layers.iter().map(Layer::share).collect();
        Self {
            first: self.first.share(),
            hidden: all(&self.hidden),
            blocks: self
                .blocks
                .iter()
                .map(|pair| pair.each_ref().map(Layer::share))
                .collect(),
            heads: self.heads.share(),
            outputs: self.outputs,
        }
    }

    /// `[states, active]` features to the outputs of the heads, int32, the policy as logits.
    pub fn forward(&self, features: &Tensor) -> Tensor {
        let input = one_hot(features, self.first.weights.size()[0], Kind::Int8);
        self.others(self.first(&input))
    }

    /// The first layer of an input, `[states, inputs]` int8 of 0 and 1, a multiple of 32 states.
    pub fn first(&self, input: &Tensor) -> Tensor {
        self.first.clipped(input)
    }

    /// The layers after the first, to the outputs as from [`Integer::forward`].
    pub fn others(&self, mut x: Tensor) -> Tensor {
        for layer in &self.hidden {
            x = layer.clipped(&x);
        }
        for [a, b] in &self.blocks {
            x = clip(&(b.apply(&a.clipped(&x)) + x));
        }
        let outputs = self.heads.apply(&x).narrow(1, 0, self.outputs);
        outputs.to_kind(Kind::Int)
    }
}

impl Layer {
    fn first(
        first: &First<'_>,
        features: usize,
        rows: Option<&[Option<u16>]>,
        upload: &mut Upload,
    ) -> Self {
        let number = |bytes: &[u8; 2]| i64::from(i16::from_le_bytes(*bytes));
        let row = |input: usize| match rows {
            Some(rows) => rows[input].map(usize::from),
            None => Some(input),
        };
        Self::new(
            [rows.map_or(features, <[_]>::len), first.outputs],
            |input, output| row(input).map_or(0, |row| first.rows[row * first.outputs + output]),
            // Sums of 16 bits and a multiplier of 15: the product has 32.
            Kind::Int,
            first.bias.as_chunks().0.iter().map(number),
            first.multiplier.as_chunks().0.iter().map(number),
            quant::FIRST_SHIFT,
            upload,
        )
    }

    fn dense(dense: &Dense<'_>, upload: &mut Upload) -> Self {
        let number = |bytes: &[u8; 4]| i64::from(i32::from_le_bytes(*bytes));
        Self::new(
            [dense.inputs, dense.outputs],
            |input, output| dense.weights[output * dense.inputs + input],
            Kind::Int64,
            dense.bias.as_chunks().0.iter().map(number),
            dense.multiplier.as_chunks().0.iter().map(number),
            dense.shift,
            upload,
        )
    }

    fn new(
        [inputs, outputs]: [usize; 2],
        weight: impl Fn(usize, usize) -> u8,
        kind: Kind,
        bias: impl Iterator<Item = i64>,
        multiplier: impl Iterator<Item = i64>,
        shift: u32,
        upload: &mut Upload,
    ) -> Self {
        let [wide, tall] = [inputs, outputs].map(|width| width.next_multiple_of(PIECE));
        // By output: GPUs multiply bytes by columns.
        let mut weights = vec![0; tall * wide];
        for (output, row) in weights.chunks_exact_mut(wide).take(outputs).enumerate() {
            for (input, to) in row.iter_mut().take(inputs).enumerate() {
                *to = weight(input, output).cast_signed();
            }
        }
        let mut multiplier: Vec<i64> = multiplier.collect();
        let bias: Vec<i64> = bias.collect();
        // So far that the last 16 bits are left, where they have room for it and for an activation. The
        // first layer's have: its sums have 15 bits and a sign, its multipliers 15.
        let bits = if kind == Kind::Int { 32 } else { 64 };
        let sizes = weights.chunks_exact(wide).map(|row| {
            let sum: u64 = row.iter().map(|w| u64::from(w.unsigned_abs())).sum();
            i128::from(sum) * i128::from(MOST)
        });
        let most = sizes.zip(&bias).zip(&multiplier);
        let most = most.map(|((sum, b), m)| (sum + i128::from(b.abs())) * i128::from(*m));
        let most = (most.max().unwrap_or(0) >> shift) + 1;
        let fits = kind == Kind::Int || most <= i128::from(i64::from(i16::MAX) - MOST);
        let further = (bits - RESULT).checked_sub(shift).filter(|_| fits);
        let top = further.is_some();
        let further = further.unwrap_or(0);
        let shift = shift + further;
        multiplier.iter_mut().for_each(|m| *m <<= further);
        let offset = bias.iter().zip(&multiplier);
        let mut offset: Vec<i64> = offset.map(|(b, m)| b * m + (1 << (shift - 1))).collect();
        multiplier.resize(tall, 0);
        offset.resize(tall, 0);
        let tall = tall as i64;
        Self {
            weights: upload.tensor(&weights, &[tall, -1], Kind::Int8).tr(),
            multiplier: upload.tensor(&multiplier, &[tall], kind),
            offset: upload.tensor(&offset, &[tall], kind),
            shift: shift.into(),
            top,
        }
    }

    fn share(&self) -> Self {
        Self {
            weights: self.weights.shallow_clone(),
            multiplier: self.multiplier.shallow_clone(),
            offset: self.offset.shallow_clone(),
            ..*self
        }
    }

    /// The sums, multiplied but not shifted, in the kind of the layer.
    fn multiplied(&self, x: &Tensor) -> Tensor {
        let sums = x.internal_int_mm(&self.weights);
        self.offset.addcmul(&sums, &self.multiplier)
    }

    /// `[states, inputs]` int8 to `[states, outputs]`, on the scale of what follows, in a kind that has room
    /// for one activation more.
    fn apply(&self, x: &Tensor) -> Tensor {
        let mut scaled = self.multiplied(x);
        if !self.top {
            return scaled.bitwise_right_shift_tensor_scalar_(self.shift);
        }
        let [states, outputs] = [0, 1].map(|dim| scaled.size()[dim]);
        let halves = scaled.view_dtype(Kind::Int16).view([states, outputs, -1]);
        halves.select(2, -1)
    }

    /// The activations, int8.
    fn clipped(&self, x: &Tensor) -> Tensor {
        clip(&self.apply(x))
    }
}

/// The activations, int8.
fn clip(scaled: &Tensor) -> Tensor {
    scaled.clamp(0, MOST).to_kind(Kind::Int8)
}
