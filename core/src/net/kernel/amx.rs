//! Dense products with AMX tiles: sixteen states × sixteen outputs × 64 inputs an instruction.
//! (Intel 64 Software Developer's Manual, volume 1, chapter 18.) Stable Rust has no intrinsics
//! for them, hence assembly; the other primitives are those of [`super::avx512`].

use super::{GROUP, INPUTS, PANEL, Sums, Weights};
use core::arch::asm;
use core::arch::x86_64::{__cpuid, __cpuid_count};

/// The 64 bytes of `ldtilecfg`: palette 1, all eight tiles of 16 rows × 64 bytes.
#[repr(C, align(64))]
struct Shapes {
    palette: u8,
    start_row: u8,
    reserved: [u8; 14],
    bytes_per_row: [u16; 16],
    rows: [u8; 16],
}

static SHAPES: Shapes = Shapes {
    palette: 1,
    start_row: 0,
    reserved: [0; 14],
    bytes_per_row: [64, 64, 64, 64, 64, 64, 64, 64, 0, 0, 0, 0, 0, 0, 0, 0],
    rows: [16, 16, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0, 0, 0],
};

/// Whether the processor has AMX for bytes and Linux lets this process use it: the tiles' state
/// is large, so a process must ask for it.
pub fn permitted() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: u64 = 0x1023;
    const XTILEDATA: u64 = 18;
    const TILE_AND_INT8: u32 = 3 << 24;
    if __cpuid(0).eax < 7 || __cpuid_count(7, 0).edx & TILE_AND_INT8 != TILE_AND_INT8 {
        return false;
    }
    let result: i64;
    // SAFETY: this system call takes two numbers and touches no memory of ours; the kernel
    // clobbers rcx and r11 only.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") ARCH_PRCTL => result,
            in("rdi") ARCH_REQ_XCOMP_PERM,
            in("rsi") XTILEDATA,
            lateout("rcx") _,
            lateout("r11") _,
            options(nostack),
        );
    }
    result == 0
}

/// Sets the shapes of this thread's tiles.
///
/// # Safety
/// [`permitted`] must have said yes.
pub unsafe fn configure() {
    // SAFETY: reads the 64 bytes of SHAPES, a valid configuration.
    unsafe {
        asm!("ldtilecfg [{}]", in(reg) &raw const SHAPES, options(nostack, readonly));
    }
}

/// Puts this thread's tiles back into their first state, which costs nothing to switch.
///
/// # Safety
/// [`permitted`] must have said yes.
pub unsafe fn release() {
    // SAFETY: changes no memory and nothing that code outside this room uses.
    unsafe { asm!("tilerelease", options(nostack, nomem)) }
}

/// # Safety
/// This thread's tiles are [`configure`]d. `x` holds `GROUP` rows at distance `stride` with
/// `INPUTS × panel.len()` bytes each; `panel` is not empty.
pub unsafe fn dense(x: &[u8], stride: usize, panel: &[Weights], sums: &mut Sums) {
    const { assert!(GROUP == 32 && PANEL == 32 && INPUTS == 64) };
    // Tiles 0–3 hold the sums, 4 and 5 sixteen states each, 6 and 7 sixteen outputs each. Weights
    // pass by (t1: no need to keep them in the nearest cache), activations stay for all panels.
    // SAFETY: step k reads the 64 bytes at 64k of each of the 32 rows of `x` and the 2048 bytes
    // of entry k of `panel`; the stores fill the 32 × 128 bytes of `sums`.
    unsafe {
        asm!(
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            "tileloaddt1 tmm6, [{w} + {line}]",
            "tileloadd tmm4, [{low} + {stride}]",
            "tdpbusd tmm0, tmm4, tmm6",
            "tileloaddt1 tmm7, [{w} + {line} + 1024]",
            "tdpbusd tmm1, tmm4, tmm7",
            "tileloadd tmm5, [{high} + {stride}]",
            "tdpbusd tmm2, tmm5, tmm6",
            "tdpbusd tmm3, tmm5, tmm7",
            "add {low}, 64",
            "add {high}, 64",
            "add {w}, 2048",
            "dec {steps}",
            "jnz 2b",
            "tilestored [{sums} + {row}], tmm0",
            "tilestored [{sums} + {row} + 64], tmm1",
            "tilestored [{sums} + {row} + 2048], tmm2",
            "tilestored [{sums} + {row} + 2112], tmm3",
            low = inout(reg) x.as_ptr() => _,
            high = inout(reg) x.as_ptr().add(16 * stride) => _,
            w = inout(reg) panel.as_ptr() => _,
            steps = inout(reg) panel.len() => _,
            sums = in(reg) sums.0.as_mut_ptr(),
            stride = in(reg) stride,
            line = in(reg) 64usize,
            row = in(reg) 4 * PANEL,
            out("tmm0") _, out("tmm1") _, out("tmm2") _, out("tmm3") _,
            out("tmm4") _, out("tmm5") _, out("tmm6") _, out("tmm7") _,
            options(nostack),
        );
    }
}
