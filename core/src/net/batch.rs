//! The network for blocks of states, on the fastest kernel: the host's form of [`Net`].
//!
//! Weights are copied once into the kernels' layout; results equal [`Net::evaluate`] bit for bit.

extern crate std;

use super::kernel::{COLUMNS, INPUTS, Line, PANEL, ROWS, Scale};
use super::layer::{Dense, i16_at, i32_at};
use super::quant::clip;
use super::{Heads, Net, quant};
use std::vec::Vec;

pub use super::kernel::Kernel;

/// States evaluated together: few enough that their activations stay in the nearest cache.
pub const BLOCK: usize = 32;

/// A network in the kernels' layout.
#[derive(Clone, Debug)]
pub struct Batch {
    kernel: Kernel,
    heads: Heads,
    active: usize,
    rows: Vec<i8>,
    bias: Vec<i16>,
    multiplier: Vec<i16>,
    hidden: Vec<Packed>,
    blocks: Vec<[Packed; 2]>,
    output: Packed,
    width: usize,
}

/// A dense layer in panels of sixteen outputs.
#[derive(Clone, Debug)]
struct Packed {
    /// Padded inputs of this layer divided by four: lines per panel.
    lines: usize,
    /// `[panels][lines]`
    panels: Vec<Line>,
    bias: Vec<[i32; PANEL]>,
    multiplier: Vec<[i32; PANEL]>,
    shift: u32,
    paired: bool,
}

/// Working memory for one thread.
#[derive(Clone, Debug, Default)]
pub struct Workspace {
    x: Vec<u8>,
    y: Vec<u8>,
}

/// What a dense layer does with its results.
enum Into<'a> {
    Hidden(&'a mut [u8]),
    Residual(&'a mut [u8]),
}

impl Batch {
    /// Packs a network for the fastest kernel of this machine.
    pub fn new(net: &Net<'_>) -> Self {
        Self::with_kernel(net, Kernel::detect())
    }

    /// Packs a network for one kernel.
    pub fn with_kernel(net: &Net<'_>, kernel: Kernel) -> Self {
        let first = net.first();
        let columns = first.outputs.next_multiple_of(COLUMNS);
        let (features, active) = net.input();
        let mut rows = std::vec![0; features * columns];
        for (to, from) in rows
            .chunks_exact_mut(columns)
            .zip(first.rows.chunks_exact(first.outputs))
        {
            for (to, &from) in to.iter_mut().zip(from) {
                *to = from as i8;
            }
        }
        let mut inputs = columns;
        let mut pack = |dense: &Dense<'_>| {
            let packed = Packed::new(dense, inputs);
            inputs = packed.bias.len() * PANEL;
            packed
        };
        let hidden: Vec<Packed> = net.hidden().iter().map(&mut pack).collect();
        let blocks: Vec<[Packed; 2]> = net
            .blocks()
            .chunks_exact(2)
            .map(|pair| [pack(&pair[0]), pack(&pair[1])])
            .collect();
        let output = pack(net.output());
        Self {
            kernel,
            heads: net.heads(),
            active,
            rows,
            bias: (0..columns).map(|j| i16_at(first.bias, j)).collect(),
            multiplier: (0..columns).map(|j| i16_at(first.multiplier, j)).collect(),
            width: net.width().next_multiple_of(COLUMNS),
            hidden,
            blocks,
            output,
        }
    }

    /// What the network predicts.
    pub fn heads(&self) -> Heads {
        self.heads
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Bytes of packed weights.
    pub fn bytes(&self) -> usize {
        let dense = self.hidden.iter().chain(self.blocks.iter().flatten());
        let lines: usize = dense.chain([&self.output]).map(|p| p.panels.len()).sum();
        self.rows.len() + lines * size_of::<Line>()
    }

    /// Evaluates states given by their active features, `[n][active]`; `out` is
    /// `[n][heads().outputs()]` in the units of [`Net::evaluate`].
    ///
    /// # Panics
    /// When the lengths do not match or a feature is outside the table.
    pub fn evaluate(&self, features: &[u16], workspace: &mut Workspace, out: &mut [i32]) {
        let outputs = self.heads.outputs();
        assert_eq!(
            features.len() / self.active,
            out.len() / outputs,
            "one row out per state"
        );
        let blocks = features.chunks(BLOCK * self.active);
        for (features, out) in blocks.zip(out.chunks_mut(BLOCK * outputs)) {
            self.block(features, workspace, out);
        }
    }

    fn block(&self, features: &[u16], workspace: &mut Workspace, out: &mut [i32]) {
        let Workspace { x, y } = workspace;
        // A distance between states that is not a power of two, or the caches' sets collide.
        let stride = self.width + 64;
        x.resize(BLOCK * stride, 0);
        y.resize(BLOCK * stride, 0);
        let (mut x, mut y) = (&mut x[..], &mut y[..]);
        let states = features.len() / self.active;
        let rows = states.next_multiple_of(ROWS);
        for (features, x) in features
            .chunks_exact(self.active)
            .zip(x.chunks_exact_mut(stride))
        {
            let x = &mut x[..self.bias.len()];
            self.kernel
                .first(&self.rows, features, &self.bias, &self.multiplier, x);
        }
        for layer in &self.hidden {
            layer.propagate(self.kernel, x, stride, rows, Into::Hidden(y));
            core::mem::swap(&mut x, &mut y);
        }
        for [a, b] in &self.blocks {
            a.propagate(self.kernel, x, stride, rows, Into::Hidden(y));
            b.propagate(self.kernel, y, stride, rows, Into::Residual(x));
        }
        self.output
            .tiles(self.kernel, x, stride, rows, |row, panel, tile| {
                let width = self.heads.outputs();
                let from = panel * PANEL;
                let count = (width - from).min(PANEL);
                for (out, tile) in out.chunks_exact_mut(width).skip(row).zip(tile) {
                    out[from..from + count].copy_from_slice(&tile[..count]);
                }
            });
        if let Some(at) = self.heads.policy_at() {
            for out in out.chunks_exact_mut(self.heads.outputs()) {
                quant::log_softmax_costs(&mut out[at..at + self.heads.moves]);
            }
        }
    }
}

impl Packed {
    /// `inputs` is the padded width of the layer before.
    fn new(dense: &Dense<'_>, inputs: usize) -> Self {
        let lines = inputs.next_multiple_of(INPUTS) / 4;
        let count = dense.outputs.div_ceil(PANEL);
        let mut panels = std::vec![Line([0; 64]); count * lines];
        for (j, row) in dense.weights.chunks_exact(dense.inputs).enumerate() {
            for (i, &w) in row.iter().enumerate() {
                let line = &mut panels[j / PANEL * lines + i / 4];
                line.0[j % PANEL * 4 + i % 4] = w;
            }
        }
        let by_panel = |bytes: &[u8]| {
            let at = |p: usize, j: usize| i32_at(bytes, p * PANEL + j);
            (0..count)
                .map(|p| core::array::from_fn(|j| at(p, j)))
                .collect::<Vec<[i32; PANEL]>>()
        };
        Self {
            lines,
            paired: pairs_fit(&panels),
            panels,
            bias: by_panel(dense.bias),
            multiplier: by_panel(dense.multiplier),
            shift: dense.shift,
        }
    }

    /// Calls `each(row, panel, tile)` for every tile of the product of `rows` states.
    fn tiles(
        &self,
        kernel: Kernel,
        x: &[u8],
        stride: usize,
        rows: usize,
        mut each: impl FnMut(usize, usize, [[i32; PANEL]; ROWS]),
    ) {
        for (p, panel) in self.panels.chunks_exact(self.lines).enumerate() {
            let scale = Scale {
                bias: &self.bias[p],
                multiplier: &self.multiplier[p],
                shift: self.shift,
            };
            for row in (0..rows).step_by(ROWS) {
                let tile = kernel.dense(&x[row * stride..], stride, panel, self.paired, scale);
                each(row, p, tile);
            }
        }
    }

    fn propagate(&self, kernel: Kernel, x: &[u8], stride: usize, rows: usize, into: Into<'_>) {
        let (out, residual) = match into {
            Into::Hidden(out) => (out, false),
            Into::Residual(out) => (out, true),
        };
        self.tiles(kernel, x, stride, rows, |row, panel, tile| {
            for (r, tile) in tile.iter().enumerate() {
                let from = (row + r) * stride + panel * PANEL;
                for (out, &sum) in out[from..from + PANEL].iter_mut().zip(tile) {
                    *out = clip(sum + if residual { i32::from(*out) } else { 0 });
                }
            }
        });
    }
}

/// Whether two neighbouring lines can be added in 16 bits after the first step of a dot product:
/// each 16-bit lane then holds four products of an activation (0..=127) and a weight.
fn pairs_fit(panels: &[Line]) -> bool {
    panels.chunks_exact(2).all(|pair| {
        (0..64).step_by(2).all(|i| {
            let weights = [
                pair[0].0[i],
                pair[0].0[i + 1],
                pair[1].0[i],
                pair[1].0[i + 1],
            ];
            let sum = |sign: i32| -> i32 {
                weights
                    .iter()
                    .map(|&w| (sign * i32::from(w as i8)).max(0))
                    .sum()
            };
            127 * sum(1) <= i32::from(i16::MAX) && 127 * sum(-1) <= i32::from(i16::MAX)
        })
    })
}
