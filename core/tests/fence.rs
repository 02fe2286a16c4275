//! An electric fence (B. Perens, 1987): every allocation of this program ends where unreadable
//! memory begins, so a read or a write past a slice ends the program.
#![cfg(all(feature = "std", unix))]
#![allow(unsafe_code)]

mod common;

use common::{ALL, Weights, assert_kernels_agree, model};
use std::alloc::{GlobalAlloc, Layout};
use std::ptr::{null_mut, read_volatile};

#[global_allocator]
static FENCE: Fence = Fence;

struct Fence;

/// Bytes of a page, of the whole pages of an allocation, and of the part of them in use: its size
/// rounded up to its alignment, which arrays are already.
fn places(layout: Layout) -> (usize, usize, usize) {
    // SAFETY: asks for a number.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) } as usize;
    let used = layout.pad_to_align().size();
    (page, used.next_multiple_of(page), used)
}

// SAFETY: an allocation lies in pages of its own, aligned as asked for.
unsafe impl GlobalAlloc for Fence {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        let (page, whole, used) = places(layout);
        let (nowhere, private) = (null_mut(), libc::MAP_PRIVATE | libc::MAP_ANON);
        // SAFETY: maps new pages and opens all but the last; `used` is at most `whole`.
        unsafe {
            let start = libc::mmap(nowhere, whole + page, libc::PROT_NONE, private, -1, 0);
            let open = libc::PROT_READ | libc::PROT_WRITE;
            if layout.align() > page
                || start == libc::MAP_FAILED
                || libc::mprotect(start, whole, open) != 0
            {
                return null_mut();
            }
            start.cast::<u8>().add(whole - used)
        }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        let (page, whole, used) = places(layout);
        // SAFETY: the pages that `alloc` mapped for this layout.
        unsafe { libc::munmap(memory.sub(whole - used).cast(), whole + page) };
    }
}

/// Whether a process lives that reads byte `at` of `bytes`.
fn survives_reading(bytes: &[u8], at: usize) -> bool {
    // SAFETY: the child does nothing but calls that are safe after a fork, and a read that may
    // be outside `bytes`: of the pages of one allocation and its fence, which nobody else owns.
    unsafe {
        let child = libc::fork();
        if child == 0 {
            libc::signal(libc::SIGSEGV, libc::SIG_DFL);
            libc::signal(libc::SIGBUS, libc::SIG_DFL);
            libc::close(2); // an emulator would remark on what comes
            read_volatile(bytes.as_ptr().add(at));
            libc::_exit(0);
        }
        let mut status = 0;
        assert_eq!(libc::waitpid(child, &mut status, 0), child);
        libc::WIFEXITED(status)
    }
}

#[test]
fn the_fence_stops_the_first_byte_past_the_end() {
    for length in [1, 100, 4096, 100_000] {
        let bytes = vec![1u8; length];
        assert!(survives_reading(&bytes, length - 1), "{length} bytes");
        assert!(!survives_reading(&bytes, length), "{length} bytes");
    }
}

#[test]
fn kernels_stay_inside_their_memory() {
    let shapes: [(&[usize], usize); 4] =
        [(&[17], 1), (&[64], 0), (&[100, 33], 1), (&[8, 70, 8], 1)];
    for (seed, (widths, blocks)) in shapes.into_iter().enumerate() {
        for kind in [Weights::Random, Weights::Extreme] {
            let model = model(seed as u64, kind, widths, blocks, ALL);
            for states in [1, 3, 31, 32, 33, 257] {
                assert_kernels_agree(&model, states, states as u64);
            }
        }
    }
}
