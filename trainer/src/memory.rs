//! Tells the allocator of the C library to keep freed memory.
//!
//! LibTorch allocates and frees tens of megabytes with every operation. By default glibc returns
//! such blocks to the system at once, and a third of the time goes into getting them back, page by
//! page. Other C libraries are left as they are.

/// Keeps freed memory in the process from now on. To be called before the first tensor is made.
#[allow(unsafe_code)]
pub fn keep_freed() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    for (parameter, value) in [
        (libc::M_MMAP_MAX, 0),
        (libc::M_TRIM_THRESHOLD, i32::MAX),
        (libc::M_TOP_PAD, 128 << 20),
    ] {
        // SAFETY: mallopt takes two numbers by value and may be called at any time.
        unsafe { libc::mallopt(parameter, value) };
    }
}
