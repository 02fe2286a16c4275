//! The network for blocks of states, on the fastest kernel: the form of [`Net`] for computers.
//!
//! Weights are copied once into the kernels' layout; results equal [`Net::evaluate`] bit for bit.

extern crate std;

use super::kernel::{
    COLUMNS, Changes, EVEN, GROUP, INPUTS, Line, PANEL, Ready, Scale, Slices, Sums, Weights,
};
use super::layer::{Dense, First, i16_at, i32_at};
use super::{Net, NetHeads, quant};
use std::boxed::Box;
use std::vec::Vec;

pub use super::kernel::Kernel;

/// States evaluated together: enough that a slice of the first layer's table, once in the nearest
/// cache, serves many of them; few enough that their activations stay in the next one.
pub const BLOCK: usize = 256;

/// A network in the kernels' layout.
#[derive(Clone, Debug)]
pub struct Batch {
    kernel: Kernel,
    heads: NetHeads,
    active: usize,
    first: Table,
    hidden: Vec<Packed>,
    blocks: Vec<[Packed; 2]>,
    output: Packed,
    width: usize,
}

/// The first layer in slices of [`COLUMNS`] columns.
#[derive(Clone, Debug)]
struct Table {
    features: usize,
    /// `[slices][features]`
    rows: Vec<Line>,
    bias: Vec<[i16; COLUMNS]>,
    multiplier: Vec<[i16; COLUMNS]>,
}

/// A dense layer in panels of [`PANEL`] outputs.
#[derive(Clone, Debug)]
struct Packed {
    /// Entries per panel: one for every [`INPUTS`] inputs.
    entries: usize,
    /// `[panels][entries]`
    panels: Vec<Weights>,
    multiplier: Vec<[i32; PANEL]>,
    /// `bias × multiplier` and the half that makes the shift round.
    offset: Vec<[i64; PANEL]>,
    shift: u32,
    paired: bool,
}

/// Working memory for one thread.
#[derive(Clone, Debug)]
pub struct Workspace {
    changes: Changes,
    x: Vec<u8>,
    y: Vec<u8>,
    sums: Box<[Sums; 2]>,
}

impl Default for Workspace {
    fn default() -> Self {
        Self {
            changes: Changes::default(),
            x: Vec::new(),
            y: Vec::new(),
            sums: Box::new([const { Sums([[0; PANEL]; GROUP]) }; 2]),
        }
    }
}

impl Batch {
    /// Packs a network for the fastest kernel of this machine.
    pub fn new(net: &Net<'_>) -> Self {
        Self::with_kernel(net, Kernel::detect())
    }

    /// Packs a network for one kernel.
    pub fn with_kernel(net: &Net<'_>, kernel: Kernel) -> Self {
        let (features, active) = net.input();
        Self {
            kernel,
            heads: net.heads(),
            active,
            first: Table::new(net.first(), features),
            hidden: net.hidden().iter().map(Packed::new).collect(),
            blocks: net
                .blocks()
                .chunks_exact(2)
                .map(|pair| [Packed::new(&pair[0]), Packed::new(&pair[1])])
                .collect(),
            output: Packed::new(net.output()),
            width: net.width().next_multiple_of(INPUTS),
        }
    }

    /// What the network predicts.
    pub fn heads(&self) -> NetHeads {
        self.heads
    }

    /// The kernel in use.
    pub fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Bytes of packed weights.
    pub fn bytes(&self) -> usize {
        let dense = self.hidden.iter().chain(self.blocks.iter().flatten());
        let entries: usize = dense.chain([&self.output]).map(|p| p.panels.len()).sum();
        size_of_val(&self.first.rows[..]) + entries * size_of::<Weights>()
    }

    /// Evaluates `n` states given by their active features, `[n][active]`; `out` is
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
        let kernel = self.kernel.ready();
        let blocks = features.chunks(BLOCK * self.active);
        for (features, out) in blocks.zip(out.chunks_mut(BLOCK * outputs)) {
            self.block(&kernel, features, workspace, out);
        }
    }

    fn block(&self, kernel: &Ready, features: &[u16], work: &mut Workspace, out: &mut [i32]) {
        let Workspace {
            changes,
            x,
            y,
            sums,
        } = work;
        // A distance between states that is not a power of two, or the caches' sets collide.
        let stride = self.width + 64;
        let states = features.len() / self.active;
        let rows = states.next_multiple_of(GROUP);
        if x.len() < rows * stride {
            x.resize(rows * stride, 0);
        }
        if y.len() < GROUP * stride {
            y.resize(GROUP * stride, 0);
        }
        kernel.first(
            self.first.slices(),
            features,
            self.active,
            changes,
            x,
            stride,
        );
        let outputs = self.heads.outputs();
        // Each group of states goes through all layers while it is in the nearest cache.
        let groups = x.chunks_mut(GROUP * stride);
        for (mut x, out) in groups.zip(out.chunks_mut(GROUP * outputs)) {
            let mut y = &mut y[..GROUP * stride];
            let states = out.len() / outputs;
            for layer in &self.hidden {
                layer.propagate(kernel, x, stride, states, sums, y, false);
                core::mem::swap(&mut x, &mut y);
            }
            for [a, b] in &self.blocks {
                a.propagate(kernel, x, stride, states, sums, y, false);
                b.propagate(kernel, y, stride, states, sums, x, true);
            }
            self.output
                .panels(kernel, x, stride, states, sums, |panel, scale, sums| {
                    kernel.rescale(sums, states, scale);
                    let from = panel * PANEL;
                    let count = (outputs - from).min(PANEL);
                    for (out, sums) in out.chunks_exact_mut(outputs).zip(&sums.0) {
                        out[from..from + count].copy_from_slice(&sums[..count]);
                    }
                });
        }
        if let Some(at) = self.heads.policy_at() {
            for out in out.chunks_exact_mut(outputs) {
                quant::log_softmax_costs(&mut out[at..at + self.heads.moves]);
            }
        }
    }
}

impl Table {
    fn new(first: &First<'_>, features: usize) -> Self {
        let slices = first.outputs.div_ceil(COLUMNS);
        let mut rows = std::vec![Line([0; COLUMNS]); slices * features];
        for (f, row) in first.rows.chunks_exact(first.outputs).enumerate() {
            for (s, columns) in row.chunks(COLUMNS).enumerate() {
                let line = &mut rows[s * features + f].0;
                for (j, (to, &w)) in line.iter_mut().zip(columns).enumerate() {
                    *to = if j % 2 == 0 {
                        w.wrapping_add(EVEN as u8)
                    } else {
                        w
                    };
                }
            }
        }
        let by_slice = |bytes: &[u8]| {
            (0..slices)
                .map(|s| core::array::from_fn(|j| i16_at(bytes, s * COLUMNS + j)))
                .collect::<Vec<[i16; COLUMNS]>>()
        };
        Self {
            features,
            rows,
            bias: by_slice(first.bias),
            multiplier: by_slice(first.multiplier),
        }
    }

    fn slices(&self) -> Slices<'_> {
        Slices {
            features: self.features,
            rows: &self.rows,
            bias: &self.bias,
            multiplier: &self.multiplier,
        }
    }
}

impl Packed {
    fn new(dense: &Dense<'_>) -> Self {
        let entries = dense.inputs.div_ceil(INPUTS);
        let count = dense.outputs.div_ceil(PANEL);
        let zero = [[Line([0; 64]); INPUTS / 4]; PANEL / 16];
        let mut panels = std::vec![zero; count * entries];
        for (j, row) in dense.weights.chunks_exact(dense.inputs).enumerate() {
            let panel = &mut panels[j / PANEL * entries..][..entries];
            for (i, &w) in row.iter().enumerate() {
                let lines = &mut panel[i / INPUTS][j % PANEL / 16];
                lines[i % INPUTS / 4].0[j % 16 * 4 + i % 4] = w;
            }
        }
        let offset = |j| {
            let product = |bias, by| i64::from(bias) * i64::from(by);
            let half = 1 << (dense.shift - 1);
            product(i32_at(dense.bias, j), i32_at(dense.multiplier, j)) + half
        };
        Self {
            entries,
            paired: pairs_fit(&panels),
            panels,
            multiplier: by_panel(count, |j| i32_at(dense.multiplier, j)),
            offset: by_panel(count, offset),
            shift: dense.shift,
        }
    }

    /// Calls `each(panel, scale, sums)` with the sums of every panel for a group of states.
    fn panels(
        &self,
        kernel: &Ready,
        x: &[u8],
        stride: usize,
        states: usize,
        sums: &mut [Sums; 2],
        mut each: impl FnMut(usize, Scale<'_>, &mut Sums),
    ) {
        // One panel behind: the processor rescales a panel while it multiplies the next.
        let [mut ahead, mut behind] = sums.each_mut();
        let panels = self.panels.chunks_exact(self.entries);
        for (p, panel) in panels.map(Some).chain([None]).enumerate() {
            if let Some(panel) = panel {
                kernel.dense(x, stride, states, panel, self.paired, ahead);
            }
            if let Some(p) = p.checked_sub(1) {
                let scale = Scale {
                    multiplier: &self.multiplier[p],
                    offset: &self.offset[p],
                    shift: self.shift,
                };
                each(p, scale, behind);
            }
            core::mem::swap(&mut ahead, &mut behind);
        }
    }

    /// Clipped activations of a group of states: a hidden layer, or with `residual` the end of a
    /// residual block, whose trunk is in `out`.
    #[allow(clippy::too_many_arguments)]
    fn propagate(
        &self,
        kernel: &Ready,
        x: &[u8],
        stride: usize,
        states: usize,
        sums: &mut [Sums; 2],
        out: &mut [u8],
        residual: bool,
    ) {
        self.panels(kernel, x, stride, states, sums, |p, scale, sums| {
            kernel.activate(sums, states, scale, residual, &mut out[p * PANEL..], stride);
        });
    }
}

/// One array per panel; zeros beyond the outputs come from reading past the end.
fn by_panel<T>(panels: usize, at: impl Fn(usize) -> T) -> Vec<[T; PANEL]> {
    (0..panels)
        .map(|p| core::array::from_fn(|j| at(p * PANEL + j)))
        .collect()
}

/// Whether two neighbouring lines can be added in 16 bits after the first step of a dot product:
/// each 16-bit lane then holds four products of an activation (0..=127) and a weight.
fn pairs_fit(panels: &[Weights]) -> bool {
    panels
        .as_flattened()
        .as_flattened()
        .chunks_exact(2)
        .all(|pair| {
            let lanes = pair[0].0.chunks_exact(2).zip(pair[1].0.chunks_exact(2));
            lanes.into_iter().all(|(a, b)| {
                let weights = a.iter().chain(b).map(|&w| i32::from(w as i8));
                let (up, down) = weights.fold((0, 0), |(u, d), w| (u + w.max(0), d + w.min(0)));
                127 * up.max(-down) <= i32::from(i16::MAX)
            })
        })
}
