//! The forward pass of [`layer`](super::layer) for Cortex-M cores with the DSP instructions (M4,
//! M7, and those M33 that have them): two products an instruction, and two states at a time, so
//! that a weight is read and unpacked once for both.

use super::layer::{Dense, First};
use super::quant::{clip, rescale_by_halves};
use super::{Net, Scratch, TooWide};
use core::arch::naked_asm;

/// Inputs that a round of the dense loop takes, and columns of the first layer summed together.
const STEP: usize = 16;

/// Most active features.
const MAX_ACTIVE: usize = 64;

/// Rows of the first layer that a round of its loop adds.
const ROWS: usize = 4;

/// Activations of two states as the multiplication wants them: of every four, inputs 0 and 2 of
/// the first state in one word, 1 and 3 in the next, then those of the second state.
#[derive(Clone, Debug)]
#[repr(C, align(4))]
pub(super) struct Lanes<const W: usize>([[u16; 2]; W]);

impl<const W: usize> Lanes<W> {
    /// Activations of zero.
    pub const fn new() -> Self {
        Self([[0; 2]; W])
    }

    /// Four activations of both states at a time; see [`place`].
    fn fours(&mut self) -> impl Iterator<Item = &mut [u16; 8]> {
        self.0.as_flattened_mut().as_chunks_mut().0.iter_mut()
    }
}

/// Where activation `j` of four is, of a state.
const fn place(j: usize, state: usize) -> usize {
    state % 2 * 4 + j % 2 * 2 + j / 2 % 2
}

/// Writes four activations of both states, each made of an output and the activation before.
#[inline]
fn write(places: &mut [u16; 8], outputs: [[i32; 2]; 4], activation: impl Fn(i32, u16) -> u8) {
    for (j, outputs) in outputs.into_iter().enumerate() {
        for (state, output) in outputs.into_iter().enumerate() {
            let place = &mut places[place(j, state)];
            *place = activation(output, *place).into();
        }
    }
}

impl Net<'_> {
    /// [`Net::evaluate`] for two states at once.
    ///
    /// # Errors
    /// [`TooWide`] when the scratch memory is too small.
    pub fn evaluate_pair<const W: usize>(
        &self,
        features: [&[u16]; 2],
        scratch: &mut Scratch<W>,
        mut out: [&mut [i32]; 2],
    ) -> Result<(), TooWide> {
        let whole = |layer: &Dense<'_>| layer.inputs.is_multiple_of(STEP);
        let mut dense = self.hidden().iter().chain(self.blocks());
        let fits = self.width() <= W && dense.all(whole) && whole(&self.output);
        let [x, y] = &mut scratch.lanes;
        let (mut x, mut y) = (x, y);
        let mut states = features.iter().enumerate();
        if !(fits && states.all(|(i, active)| self.first.propagate_lanes(active, i, x))) {
            let [a, b] = out;
            self.evaluate(features[0], scratch, a)?;
            return self.evaluate(features[1], scratch, b);
        }
        for layer in self.hidden() {
            layer.propagate_lanes(x, y);
            core::mem::swap(&mut x, &mut y);
        }
        for pair in self.blocks().chunks_exact(2) {
            if let [a, b] = pair {
                a.propagate_lanes(x, y);
                let mut trunk = x.fours();
                b.outputs_lanes(y, |outputs| {
                    if let Some(places) = trunk.next() {
                        write(places, outputs, |output, trunk| {
                            clip(i32::from(trunk) + output)
                        });
                    }
                });
            }
        }
        let outputs = self.output.outputs;
        // The last four may be fewer, and a buffer shorter or longer than the outputs.
        let [a, b] = out.each_mut().map(|out| {
            let end = outputs.min(out.len());
            out.get_mut(..end).unwrap_or_default()
        });
        let mut places = a.chunks_mut(4).zip(b.chunks_mut(4));
        self.output.outputs_lanes(x, |outputs| {
            if let Some((a, b)) = places.next() {
                for ((a, b), output) in a.iter_mut().zip(b).zip(outputs) {
                    [*a, *b] = output;
                }
            }
        });
        out.into_iter().for_each(|out| self.finish(out));
        Ok(())
    }
}

/// Lets the assembler have the instructions that the feature `dsp` promises: it does not look at
/// the compiler's options.
macro_rules! dsp {
    () => {
        ".arch armv7e-m"
    };
}

/// Four biases from `r2` on, 0 and 2 in one word, 1 and 3 in the other.
macro_rules! bias {
    ($even:literal, $odd:literal) => {
        concat!(
            "ldr r12, [r2], #4\n",
            "ldr lr, [r2], #4\n",
            concat!("pkhbt ", $even, ", r12, lr, lsl #16\n"),
            concat!("pkhtb ", $odd, ", lr, r12, asr #16"),
        )
    };
}

/// Four sums times the multipliers from `r0` on, rounded with the half in `r2`, shifted, clipped, and
/// written to `r1`.
macro_rules! activate {
    ($even:literal, $odd:literal) => {
        concat!(
            "ldr r12, [r0], #4\n",
            "ldr lr, [r0], #4\n",
            concat!("smlabb r3, ", $even, ", r12, r2\n"),
            concat!("smlatb ", $even, ", ", $even, ", lr, r2\n"),
            "usat r3, #7, r3, asr #15\n",
            concat!("usat ", $even, ", #7, ", $even, ", asr #15\n"),
            concat!("pkhbt r3, r3, ", $even, ", lsl #16\n"),
            concat!("smlabt r12, ", $odd, ", r12, r2\n"),
            concat!("smlatt ", $odd, ", ", $odd, ", lr, r2\n"),
            "usat r12, #7, r12, asr #15\n",
            concat!("usat ", $odd, ", #7, ", $odd, ", asr #15\n"),
            concat!("pkhbt r12, r12, ", $odd, ", lsl #16\n"),
            "strd r3, r12, [r1], #16",
        )
    };
}

impl First<'_> {
    /// The activations of a state, 0 or 1, if the layer and the number of features are fit for the loop, which takes
    /// a round before it looks for the end.
    fn propagate_lanes<const W: usize>(
        &self,
        features: &[u16],
        state: usize,
        out: &mut Lanes<W>,
    ) -> bool {
        let (columns, count) = (self.outputs, features.len());
        let whole = columns > 0 && columns.is_multiple_of(STEP) && columns <= W;
        let rounds = count > 0 && count <= MAX_ACTIVE && count.is_multiple_of(ROWS);
        let scales = [self.bias.len(), self.multiplier.len()] == [2 * columns; 2];
        if !(whole && rounds && scales) {
            return false;
        }
        // The rows of the features, ended by null pointers.
        let mut rows = [core::ptr::null(); MAX_ACTIVE + ROWS];
        for (row, &feature) in rows.iter_mut().zip(features) {
            let start = usize::from(feature) * columns;
            match self.rows.get(start..start + columns) {
                Some(weights) => *row = weights.as_ptr(),
                None => return false,
            }
        }
        // The words of the first state, or those of the second from two words on.
        let Some(out) = out.0.as_flattened_mut().get_mut(4 * (state % 2)..) else {
            return false;
        };
        let (bias, multiplier) = (self.bias.as_ptr(), self.multiplier.as_ptr());
        // SAFETY: each row has `columns` weights, and the last pointer is null as there are at most `MAX_ACTIVE`
        // features. There are `columns` biases and multipliers, and room for twice as many activations, of
        // which the last two words are left out; `out` begins on a word.
        unsafe { activations(rows.as_ptr(), columns, bias, multiplier, out.as_mut_ptr()) };
        true
    }
}

impl Dense<'_> {
    /// Hands the outputs of both states to `put`, `[output][state]`, as [`Dense::outputs`] does but four at a
    /// time; what comes after the last output means nothing.
    #[inline]
    fn outputs_lanes<const W: usize>(&self, x: &Lanes<W>, mut put: impl FnMut([[i32; 2]; 4])) {
        if self.inputs == 0 || self.inputs > W {
            return;
        }
        let mut rows = self.weights.chunks(2 * self.inputs);
        let (bias, multiplier) = (self.bias.as_chunks().0, self.multiplier.as_chunks().0);
        for (bias, multiplier) in bias.chunks(4).zip(multiplier.chunks(4)) {
            let mut outputs = [[0; 2]; 4];
            for (sums, rows) in outputs.as_chunks_mut().0.iter_mut().zip(&mut rows) {
                // The last row of an odd number is its own neighbour.
                let a = rows.get(..self.inputs).unwrap_or_default();
                let b = rows.get(self.inputs..2 * self.inputs).unwrap_or(a);
                if a.is_empty() {
                    return;
                }
                let (x, steps) = (x.0.as_ptr().cast(), self.inputs / STEP);
                // SAFETY: both rows and both states have `inputs` entries, a multiple of `STEP`.
                unsafe { dots(x, steps, a.as_ptr(), b.as_ptr(), sums) };
            }
            for ((sums, &bias), &multiplier) in outputs.iter_mut().zip(bias).zip(multiplier) {
                let (bias, multiplier) = (i32::from_le_bytes(bias), i32::from_le_bytes(multiplier));
                *sums = sums.map(|sum| rescale_by_halves(sum + bias, multiplier, self.shift));
            }
            put(outputs);
        }
    }

    /// Clipped outputs of both states.
    fn propagate_lanes<const W: usize>(&self, x: &Lanes<W>, out: &mut Lanes<W>) {
        let mut out = out.fours();
        self.outputs_lanes(x, |outputs| {
            if let Some(places) = out.next() {
                write(places, outputs, |output, _| clip(output));
            }
        });
    }
}

/// The activations of all `columns`, a multiple of [`STEP`]: the bias and all `rows`, summed in lanes of 16
/// bits, then [`activate_first`](super::quant::activate_first). `rows` ends with a null pointer after a
/// multiple of [`ROWS`]. Of each four columns, 0 and 2 are written in one word, 1 and 3 in the next,
/// and two words are left out.
#[unsafe(naked)]
unsafe extern "C" fn activations(
    rows: *const *const u8,
    columns: usize,
    bias: *const u8,
    multiplier: *const u8,
    out: *mut u16,
) {
    // What the registers have no room for lies on the stack: the column, then the first four arguments, and the
    // fifth at 56.
    naked_asm!(
        dsp!(),
        "push {{r0-r11, lr}}",
        "movs r1, #0",
        "sub sp, #4",
        "1:",
        "str r1, [sp]",
        "ldr r0, [sp, #4]",
        "ldr r2, [sp, #12]",
        bias!("r4", "r5"),
        bias!("r6", "r7"),
        bias!("r8", "r9"),
        bias!("r10", "r11"),
        "str r2, [sp, #12]",
        "ldr r3, [r0], #4",
        "2:",
        ".rept 4",
        "add r3, r1",
        "ldr r2, [r3]",
        "ldr r12, [r3, #4]",
        "ldr lr, [r3, #8]",
        "ldr r3, [r3, #12]",
        "sxtab16 r4, r4, r2",
        "sxtab16 r5, r5, r2, ror #8",
        "sxtab16 r6, r6, r12",
        "sxtab16 r7, r7, r12, ror #8",
        "sxtab16 r8, r8, lr",
        "sxtab16 r9, r9, lr, ror #8",
        "sxtab16 r10, r10, r3",
        "sxtab16 r11, r11, r3, ror #8",
        "ldr r3, [r0], #4",
        ".endr",
        "cmp r3, #0",
        "bne 2b",
        "ldr r0, [sp, #16]",
        "ldr r1, [sp, #56]",
        "mov r2, #0x4000",
        activate!("r4", "r5"),
        activate!("r6", "r7"),
        activate!("r8", "r9"),
        activate!("r10", "r11"),
        "str r0, [sp, #16]",
        "str r1, [sp, #56]",
        "ldr r1, [sp]",
        "ldr r2, [sp, #8]",
        "adds r1, #16",
        "cmp r1, r2",
        "blo 1b",
        "add sp, #20",
        "pop {{r4-r11, pc}}",
    )
}

/// The products of two rows of weights with the activations of two states: `sums[row][state]`,
/// over [`STEP`] × `steps` inputs.
#[unsafe(naked)]
unsafe extern "C" fn dots(
    x: *const u32,
    steps: usize,
    a: *const u8,
    b: *const u8,
    sums: &mut [[i32; 2]; 2],
) {
    naked_asm!(
        dsp!(),
        "push {{r4-r11, lr}}",
        "movs r4, #0",
        "movs r5, #0",
        "movs r6, #0",
        "movs r7, #0",
        "2:",
        ".rept 4",
        "ldm r0!, {{r8-r11}}",
        "ldr lr, [r2], #4",
        "sxtb16 r12, lr",
        "sxtb16 lr, lr, ror #8",
        "smlad r4, r12, r8, r4",
        "smlad r5, r12, r10, r5",
        "smlad r4, lr, r9, r4",
        "smlad r5, lr, r11, r5",
        "ldr lr, [r3], #4",
        "sxtb16 r12, lr",
        "sxtb16 lr, lr, ror #8",
        "smlad r6, r12, r8, r6",
        "smlad r7, r12, r10, r7",
        "smlad r6, lr, r9, r6",
        "smlad r7, lr, r11, r7",
        ".endr",
        "subs r1, #1",
        "bne 2b",
        "ldr r0, [sp, #36]",
        "stm r0, {{r4-r7}}",
        "pop {{r4-r11, pc}}",
    )
}
