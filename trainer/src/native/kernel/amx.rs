//! Products with AMX tiles: sixteen rows × sixteen columns × 32 inputs an instruction.
//! (Intel 64 Software Developer's Manual, volume 1, chapter 18.) Stable Rust has no intrinsics
//! for them, hence assembly; the other operations are those of [`super::avx512`].

use super::{Pairs, Prefetch, Rows, SIDE, Tile};
use std::arch::asm;
use std::arch::x86_64::{__cpuid, __cpuid_count};

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

/// Whether the processor has AMX for bfloat16 and Linux lets this process use it: the tiles' state
/// is large, so a process must ask for it.
pub fn permitted() -> bool {
    const ARCH_PRCTL: i64 = 158;
    const ARCH_REQ_XCOMP_PERM: u64 = 0x1023;
    const XTILEDATA: u64 = 18;
    const BF16_AND_TILE: u32 = 1 << 22 | 1 << 24;
    if __cpuid(0).eax < 7 || __cpuid_count(7, 0).edx & BF16_AND_TILE != BF16_AND_TILE {
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

/// The sums stay in the tiles while `beside` runs after each step: it gets the number of the step.
///
/// # Safety
/// This thread's tiles are [`configure`]d, `a` and `b` have the same length. `beside` leaves the
/// tiles alone.
#[inline]
pub unsafe fn product(
    a: &[Rows],
    b: &[Pairs],
    c: &mut Tile,
    add: bool,
    mut ahead: Prefetch,
    mut beside: impl FnMut(usize),
) {
    const { assert!(SIDE == 32) };
    let c = c.0.as_mut_ptr();
    // Tiles 0–3 hold the sums, 4 and 5 sixteen rows each, 6 and 7 sixteen columns each. Nothing but
    // the assembly of this file touches tiles, so they keep what they hold in between.
    // SAFETY: within the 32 × 128 bytes of `c`.
    unsafe {
        asm!(
            "test {add}, {add}",
            "jz 3f",
            "tileloadd tmm0, [{c} + {row}]",
            "tileloadd tmm1, [{c} + {row} + 64]",
            "tileloadd tmm2, [{c} + {row} + 2048]",
            "tileloadd tmm3, [{c} + {row} + 2112]",
            "jmp 2f",
            "3:",
            "tilezero tmm0",
            "tilezero tmm1",
            "tilezero tmm2",
            "tilezero tmm3",
            "2:",
            add = in(reg) u64::from(add),
            c = in(reg) c,
            row = in(reg) 4 * SIDE,
            options(nostack, readonly),
        );
    }
    for (step, (a, b)) in a.iter().zip(b).enumerate() {
        // Left factors pass by (t1: no need to keep them in the nearest cache), right ones stay.
        // SAFETY: reads the 2048 bytes of each factor; prefetching may be of any address.
        unsafe {
            asm!(
                "tileloadd tmm6, [{b} + {line}]",
                "tileloaddt1 tmm4, [{a} + {line}]",
                "tdpbf16ps tmm0, tmm4, tmm6",
                "tileloadd tmm7, [{b} + {line} + 1024]",
                "tdpbf16ps tmm1, tmm4, tmm7",
                "tileloaddt1 tmm5, [{a} + {line} + 1024]",
                "prefetcht1 [{ahead}]",
                "prefetcht1 [{ahead} + 64]",
                "tdpbf16ps tmm2, tmm5, tmm6",
                "prefetcht1 [{ahead} + 128]",
                "prefetcht1 [{ahead} + 192]",
                "tdpbf16ps tmm3, tmm5, tmm7",
                a = in(reg) a,
                b = in(reg) b,
                ahead = in(reg) ahead.0,
                line = in(reg) 64usize,
                options(nostack, readonly),
            );
        }
        ahead = ahead.at::<[u8; 256]>(1);
        beside(step);
    }
    // SAFETY: as above.
    unsafe {
        asm!(
            "tilestored [{c} + {row}], tmm0",
            "tilestored [{c} + {row} + 64], tmm1",
            "tilestored [{c} + {row} + 2048], tmm2",
            "tilestored [{c} + {row} + 2112], tmm3",
            c = in(reg) c,
            row = in(reg) 4 * SIDE,
            options(nostack),
        );
    }
}
