//! Integer networks in integers: products of bytes with sums of 32 bits, rescaled in 64. They are
//! exact, so the outputs are those of the specification, bit for bit.

use crate::rows::one_hot;
use crate::upload::Upload;
use quarterturn_core::net::layer::{Dense, First};
use quarterturn_core::net::{Net, quant};
use tch::{Kind, Tensor};

/// Widths are padded with zeros to a multiple of this: GPUs multiply bytes in whole pieces.
const PIECE: usize = 8;

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
    /// `[outputs]`, int64
    multiplier: Tensor,
    /// The bias, multiplied, and the half that makes the shift round: `[outputs]`, int64
    offset: Tensor,
    shift: i64,
}

impl Integer {
    pub fn new(net: &Net<'_>, upload: &mut Upload) -> Self {
        let mut layer = |dense: &Dense<'_>| Layer::dense(dense, upload);
        let hidden = net.hidden().iter().map(&mut layer).collect();
        let pairs = net.blocks().chunks_exact(2);
        let blocks = pairs.map(|pair| [layer(&pair[0]), layer(&pair[1])]);
        Self {
            hidden,
            blocks: blocks.collect(),
            heads: layer(net.output()),
            first: Layer::first(net.first(), net.input().0, upload),
            outputs: net.output().outputs as i64,
        }
    }

    /// `[states, active]` features to the outputs of the heads, int32, the policy as logits.
    pub fn forward(&self, features: &Tensor) -> Tensor {
        let input = one_hot(features, self.first.weights.size()[0], Kind::Int8);
        let mut x = clip(self.first.apply(&input));
        for layer in &self.hidden {
            x = clip(layer.apply(&x));
        }
        for [a, b] in &self.blocks {
            let mut y = b.apply(&clip(a.apply(&x)));
            y += x;
            x = clip(y);
        }
        let outputs = self.heads.apply(&x).narrow(1, 0, self.outputs);
        outputs.to_kind(Kind::Int)
    }
}

impl Layer {
    fn first(first: &First<'_>, features: usize, upload: &mut Upload) -> Self {
        let number = |bytes: &[u8; 2]| i64::from(i16::from_le_bytes(*bytes));
        Self::new(
            [features, first.outputs],
            |input, output| first.rows[input * first.outputs + output],
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
            dense.bias.as_chunks().0.iter().map(number),
            dense.multiplier.as_chunks().0.iter().map(number),
            dense.shift,
            upload,
        )
    }

    fn new(
        [inputs, outputs]: [usize; 2],
        weight: impl Fn(usize, usize) -> u8,
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
        let offset = bias
            .zip(&multiplier)
            .map(|(b, m)| b * m + (1 << (shift - 1)));
        let mut offset: Vec<i64> = offset.collect();
        multiplier.resize(tall, 0);
        offset.resize(tall, 0);
        let tall = tall as i64;
        Self {
            weights: upload.tensor(&weights, &[tall, -1], Kind::Int8).tr(),
            multiplier: upload.tensor(&multiplier, &[tall], Kind::Int64),
            offset: upload.tensor(&offset, &[tall], Kind::Int64),
            shift: shift.into(),
        }
    }

    /// `[states, inputs]` int8 to `[states, outputs]` int64, on the scale of what follows.
    fn apply(&self, x: &Tensor) -> Tensor {
        let sums = x.internal_int_mm(&self.weights).to_kind(Kind::Int64);
        let mut scaled = self.offset.addcmul(&sums, &self.multiplier);
        scaled.bitwise_right_shift_tensor_scalar_(self.shift)
    }
}

/// The activations, int8.
fn clip(mut x: Tensor) -> Tensor {
    let most = i64::from(quant::ACTIVATION_MAX);
    x.clamp_(0, most).to_kind(Kind::Int8)
}
